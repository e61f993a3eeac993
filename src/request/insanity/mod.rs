//! `cubegraph insanity`.

#[cfg_attr(not(feature = "long-commands"), allow(dead_code))]
mod census;
mod check;
mod draw;
mod generate;
mod graph;
mod obstacle;
mod solve;

use serde::{Deserialize, Serialize};

use super::context::words;
use super::{Answer, Context, Envelope, Word, commands, read_puzzle};
use crate::Result;
use crate::insanity::Puzzle;
use crate::instance::Family;
use crate::text::counted;

/// The commands of the family.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Subcommand))]
pub enum Command {
    /// Find towers and count them
    #[cfg_attr(
        feature = "cli",
        command(
            after_help = "Examples: cubegraph insanity solve @parker-brothers --explain\n          \
        cubegraph insanity solve ACBDCC ACDBDC ABBCDD ABBDCD --all"
        )
    )]
    Solve(solve::Arguments),
    /// Check a tower of your own, and say where it is wrong
    #[cfg_attr(
        feature = "cli",
        command(after_help = "Example: cubegraph insanity check @hesselink-five \
        \"AEEDAD DCCBBB CBAADD BADEAB EDBCEE\"")
    )]
    Check(check::Arguments),
    /// Draw the colour graph, its factors, the nets or the tower
    #[cfg_attr(
        feature = "cli",
        command(
            after_help = "Example: cubegraph insanity draw @parker-brothers --solution 1 -o graph.svg"
        )
    )]
    Draw(draw::Arguments),
    /// Write the colour graph as data: DOT, GraphML, JSON, CSV or TikZ
    #[cfg_attr(
        feature = "cli",
        command(
            after_help = "Example: cubegraph insanity graph @parker-brothers -o graph.graphml"
        )
    )]
    Graph(graph::Arguments),
    /// Make a random puzzle
    #[cfg_attr(
        feature = "cli",
        command(
            after_help = "Example: cubegraph insanity generate --cubes 6 --unique --seed 1 -o mine.toml"
        )
    )]
    Generate(generate::Arguments),
    /// Find the smallest set of cubes that cannot be stacked
    #[cfg_attr(
        feature = "cli",
        command(after_help = "Example: cubegraph insanity obstacle @unsolvable")
    )]
    Obstacle(obstacle::Arguments),
    /// Count all puzzles up to permuting colours and cubes
    #[cfg_attr(
        feature = "cli",
        command(after_help = "Example: cubegraph insanity census --cubes 3")
    )]
    Census(census::Arguments),
}

commands! {
    Family::Insanity,
    "solve" => Solve,
    "check" => Check,
    "draw" => Draw,
    "graph" => Graph,
    "generate" => Generate,
    "obstacle" => Obstacle,
    "census" => Census,
}

impl Command {
    /// Asks for one tower of a puzzle.
    pub(crate) fn solve(puzzle: Word) -> Command {
        let puzzle = PuzzleArgument { words: vec![puzzle] };
        Command::Solve(solve::Arguments::of(puzzle))
    }
}

/// Runs a command.
pub fn run(command: &Command, context: &Context) -> Result<Answer> {
    match command {
        Command::Solve(arguments) => solve::run(arguments, context),
        Command::Check(arguments) => check::run(arguments, context),
        Command::Draw(arguments) => draw::run(arguments, context),
        Command::Graph(arguments) => graph::run(arguments, context),
        Command::Generate(arguments) => generate::run(arguments, context),
        Command::Obstacle(arguments) => obstacle::run(arguments, context),
        #[cfg(feature = "long-commands")]
        Command::Census(arguments) => census::run(arguments, context),
        #[cfg(not(feature = "long-commands"))]
        Command::Census(_) => Err(super::not_built_in("insanity census")),
    }
}

/// A puzzle as an argument.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct PuzzleArgument {
    /// A file, -, @name, or the cubes: six letters each, or pairs as in GW,BW,BR
    ///
    /// `-` is standard input, `@name` a built-in instance. The letters are left, front, right,
    /// back, top, bottom; the pairs are of opposite faces.
    #[cfg_attr(feature = "cli", arg(required = true, num_args = 1.., value_name = "PUZZLE"))]
    #[serde(rename = "puzzle", deserialize_with = "words")]
    words: Vec<Word>,
}

impl PuzzleArgument {
    /// Reads the puzzle.
    pub fn read(&self, context: &Context) -> Result<Puzzle> {
        read(&self.words, context)
    }
}

/// Reads a puzzle from the words that stand for it.
fn read(words: &[Word], context: &Context) -> Result<Puzzle> {
    let (puzzle, _): (Puzzle, _) = read_puzzle(words)?;
    for warning in puzzle.warnings() {
        context.hint(&warning);
    }
    Ok(puzzle)
}

/// The answer about a puzzle in its envelope.
fn envelope<T: Serialize>(command: &'static str, puzzle: &Puzzle, solution: T) -> Envelope<T> {
    Envelope::about(Family::Insanity, command, puzzle.title(), solution)
}

/// A line such as `Title: 4 cubes, 4 colours`.
fn headline(puzzle: &Puzzle) -> String {
    let sizes = format!(
        "{}, {}",
        counted(puzzle.cubes().len(), "cube"),
        counted(puzzle.colours().len(), "colour")
    );
    match puzzle.title() {
        Some(title) => format!("{title}: {sizes}"),
        None => sizes,
    }
}
