//! `cubegraph corner`.

#[cfg_attr(not(feature = "long-commands"), allow(dead_code))]
mod census;
mod check;
mod draw;
mod generate;
mod graph;
mod solve;

use crate::Error;
use crate::Result;
use crate::corner::{Assembly, Puzzle, Solution};
use crate::instance::Family;

use super::{Answer, Context, Envelope, Word, commands, read_puzzle};

/// The commands of the family.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Subcommand))]
pub enum Command {
    /// Cut the cube in all 4^12 ways and count the puzzles that come out
    #[cfg_attr(
        feature = "cli",
        command(after_help = "\
        Without options, van Kreveld's requirements hold: eight different pieces, none of \
        AAA BBB CCC DDD, six half-edges of each letter.\n\n\
        Example: cubegraph corner census --repeats --symmetric-pieces --unbalanced")
    )]
    Census(census::Arguments),
    /// Find all assemblies of a set of pieces, up to turning the cube
    #[cfg_attr(
        feature = "cli",
        command(after_help = "\
        A piece is its three half-edges read clockwise from outside, A to D; DDB, DBD and BDD \
        are the same piece.\n\n\
        Example: cubegraph corner solve AAD ACB ACD ADB ADD BBC BCC BDC")
    )]
    Solve(solve::Arguments),
    /// Check an assembly of your own, and say where it is wrong
    #[cfg_attr(
        feature = "cli",
        command(after_help = "\
        Corners are in the order left front bottom, right front bottom, left back bottom, \
        right back bottom, then the top likewise.\n\n\
        Example: cubegraph corner check @van-kreveld AAD ADB ACD ADD ACB BCC BBC BDC")
    )]
    Check(check::Arguments),
    /// Search sets of pieces under chosen requirements, the hardest first
    #[cfg_attr(
        feature = "cli",
        command(
            visible_alias = "design",
            after_help = "Example: cubegraph corner generate --essentially-different\n\
        More options: --help",
            after_long_help = "\
        Difficulty is van Kreveld's: six loops for each solution, over all loops; the smaller, the \
        harder. With --rule edges or faces a cube is cut at random into pieces with one assembly. \
        -o FILE.toml writes the first set as an instance.\n\n\
        Example: cubegraph corner generate --essentially-different --rank dead-ends"
        )
    )]
    Generate(generate::Arguments),
    /// Draw the pieces, the assembled cube, the cube graph, or parts to print
    #[cfg_attr(
        feature = "cli",
        command(after_help = "\
        The ending of -o picks the format: .svg, .png, .pdf, .tex, .dot, .stl or .3mf; without it \
        DOT goes to standard output.\n\n\
        Example: cubegraph corner draw @van-kreveld --as cube -o cube.svg")
    )]
    Draw(draw::Arguments),
    /// Write the graph itself as data: every vertex and edge with its attributes
    #[cfg_attr(
        feature = "cli",
        command(after_help = "Example: cubegraph corner graph @van-kreveld --to json")
    )]
    Graph(graph::Arguments),
}

commands! {
    Family::Corner,
    "census" => Census,
    "solve" => Solve,
    "check" => Check,
    "generate" => Generate,
    "design" => Generate,
    "draw" => Draw,
    "graph" => Graph,
}

impl Command {
    /// Asks for all assemblies of a set of pieces.
    pub(crate) fn solve(puzzle: Word) -> Command {
        Command::Solve(solve::Arguments::of(vec![puzzle]))
    }
}

/// Runs a command.
pub fn run(command: &Command, context: &Context) -> Result<Answer> {
    match command {
        #[cfg(feature = "long-commands")]
        Command::Census(arguments) => census::run(arguments, context),
        #[cfg(not(feature = "long-commands"))]
        Command::Census(_) => Err(super::not_built_in("corner census")),
        Command::Solve(arguments) => solve::run(arguments, context),
        Command::Check(arguments) => check::run(arguments, context),
        Command::Generate(arguments) => generate::run(arguments, context),
        Command::Draw(arguments) => draw::run(arguments, context),
        Command::Graph(arguments) => graph::run(arguments, context),
    }
}

/// The envelope of an answer of this family.
fn envelope<T>(command: &'static str, title: Option<&str>, solution: T) -> Envelope<T> {
    Envelope::about(Family::Corner, command, title, solution)
}

/// The puzzle that the words of a PUZZLE mean, and its title.
fn puzzle_of(words: &[Word]) -> Result<(Puzzle, Option<String>)> {
    if let Some(empty) = words.iter().position(|word| word.is_empty()) {
        let message = format!("argument {}, counted from 1, is empty", empty + 1);
        let help = "a piece is three letters A to D, such as BDD";
        return Err(Error::invalid(message).help(help));
    }
    read_puzzle(words)
}

/// The assembly number `solution`, counted from 1; none if there are none at all.
fn chosen(solution: &Solution, number: usize) -> Result<Option<&Assembly>> {
    let assemblies = solution.assemblies();
    let chosen = number.checked_sub(1).and_then(|index| assemblies.get(index));
    if chosen.is_none() && (number == 0 || !assemblies.is_empty()) {
        let help = match assemblies.len() {
            0 => "solutions are counted from 1".to_owned(),
            n => format!("solutions are counted from 1 to {n}"),
        };
        return Err(Error::invalid(format!("there is no solution {number}")).help(help));
    }
    Ok(chosen)
}
