//! `cubegraph corner`.

mod bench;
mod census;
mod draw;
mod relatives;
mod solve;

use clap::Subcommand;
use cubegraph::Error;
use cubegraph::corner::census::Relaxed;
use cubegraph::corner::loops::Difficulty;
use cubegraph::corner::{Bag, Puzzle};
use cubegraph::instance::{self, Family};
use serde_json::{Value, json};

use super::{Answer, Context, Given, faulty, given};

/// The commands of the family.
#[derive(Subcommand)]
pub enum Command {
    /// Cut the cube in all 4^12 ways and count the puzzles that come out
    #[command(
        after_help = "Without options, van Kreveld's requirements hold: eight different pieces, none of AAA BBB CCC DDD, six half-edges of \
        each letter.\n\nExample: cubegraph corner census --repeats --symmetric-pieces --unbalanced"
    )]
    Census(census::Arguments),
    /// Find all assemblies of eight pieces, up to turning the cube
    #[command(
        after_help = "A piece is its three half-edges read clockwise from outside, A to D; DDB, DBD and BDD are the same piece.\n\n\
        Example: cubegraph corner solve AAD ACB ACD ADB ADD BBC BCC BDC"
    )]
    Solve(solve::Arguments),
    /// Search sets of pieces under chosen requirements, the hardest first
    #[command(
        after_help = "Difficulty is van Kreveld's: six loops a solution over all loops; the smaller, the harder.\n\n\
        Example: cubegraph corner design --essentially-different --rank dead-ends"
    )]
    Design(bench::Arguments),
    /// Draw the pieces, the assembled cube, the cube graph, or parts to print
    #[command(
        after_help = "Without -o, DOT goes to standard output. The ending of -o picks .dot, .svg or .stl.\n\n\
        Example: cubegraph corner draw @van-kreveld --as cube -o cube.svg"
    )]
    Draw(draw::Arguments),
    /// State the rules of the two relatives, or make a puzzle of one: twelve edge pieces, six notched sides
    #[command(
        after_help = "`corner solve` and `corner draw` take puzzles of the relatives too.\n\nExample: cubegraph corner relatives faces --seed 7"
    )]
    Relatives(relatives::Arguments),
}

impl Command {
    /// The rules of the relatives are no table.
    pub fn has_table(&self) -> bool {
        match self {
            Command::Relatives(arguments) => arguments.has_table(),
            _ => true,
        }
    }
}

/// Runs a command.
pub fn run(command: &Command, context: &Context) -> anyhow::Result<Answer> {
    match command {
        Command::Census(arguments) => census::run(arguments, context),
        Command::Solve(arguments) => solve::run(arguments, context),
        Command::Design(arguments) => bench::run(arguments, context),
        Command::Draw(arguments) => draw::run(arguments, context),
        Command::Relatives(arguments) => relatives::run(arguments, context),
    }
}

/// Relaxations of van Kreveld's requirements.
#[derive(clap::Args, Clone, Copy)]
struct Relaxations {
    /// Allow equal pieces
    #[arg(long)]
    repeats: bool,
    /// Allow AAA, BBB, CCC and DDD
    #[arg(long)]
    symmetric_pieces: bool,
    /// Allow other than six half-edges of each letter
    #[arg(long)]
    unbalanced: bool,
}

impl From<Relaxations> for Relaxed {
    fn from(given: Relaxations) -> Relaxed {
        Relaxed {
            repeats: given.repeats,
            symmetric_pieces: given.symmetric_pieces,
            unbalanced: given.unbalanced,
        }
    }
}

/// The requirements in words.
fn in_words(relaxed: Relaxed) -> String {
    let different = if relaxed.repeats {
        "eight pieces, equal ones allowed"
    } else {
        "eight different pieces"
    };
    let symmetric = if relaxed.symmetric_pieces {
        "AAA, BBB, CCC, DDD allowed"
    } else {
        "none of AAA, BBB, CCC, DDD"
    };
    let balanced = if relaxed.unbalanced {
        "any number of each letter"
    } else {
        "six half-edges of each letter"
    };
    format!("{different}; {symmetric}; {balanced}")
}

/// The puzzle that the words of a PUZZLE mean, and its title.
fn puzzle_of(words: &[String]) -> anyhow::Result<(Puzzle, Option<String>)> {
    if let Some(empty) = words.iter().position(String::is_empty) {
        return Err(Error::invalid(format!(
            "argument {}, counted from 1, is empty\n  = help: a piece is three letters A to D, such as BDD",
            empty + 1
        ))
        .into());
    }
    match given(words, Family::Corner)? {
        Given::Instance(instance) => match instance.puzzle {
            instance::Puzzle::Corner(puzzle) => Ok((puzzle, instance.title)),
            _ => Err(Error::invalid(format!("{} is no corner puzzle", instance.name)).into()),
        },
        Given::Words { name, text } => Puzzle::from_text(&text)
            .map(|puzzle| (puzzle, None))
            .map_err(|fault| faulty(&name, &text, &fault).into()),
    }
}

/// A bag as a list of words.
fn words_of(bag: Bag) -> Value {
    bag.pieces().map(|p| p.to_string()).collect()
}

/// A difficulty as a number and as a fraction, for JSON.
fn difficulty_of(difficulty: Option<Difficulty>) -> [(&'static str, Value); 2] {
    [
        ("difficulty", json!(difficulty.map(Difficulty::value))),
        ("difficulty_exact", json!(difficulty.map(|d| d.to_string()))),
    ]
}
