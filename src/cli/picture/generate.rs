//! `cubegraph picture generate`.

use clap::Args;
use cubegraph::Error;
use serde::Serialize;

use super::super::options::seed;
use super::super::{Answer, Context};
use super::{PuzzleArgument, envelope};

/// Scramble a puzzle and write it as an instance file.
#[derive(Args)]
#[command(
    after_help = "Example: cubegraph picture generate 3x3 --seed 7 -o mine.toml\n         \
    cubegraph picture solve mine.toml"
)]
pub struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArgument,
    /// How many random moves to make
    #[arg(long, value_name = "N", default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    scramble: u32,
    /// Makes the same puzzle again (default: drawn, and printed)
    #[arg(long, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
}

/// The puzzle for programs.
#[derive(Serialize)]
struct Keys {
    rows: usize,
    columns: usize,
    scramble: u32,
    instance: String,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let given = arguments.puzzle.read()?;
    if given.puzzle.cells().is_some() {
        let message = "the file has a configuration already, and this makes another";
        return Err(Error::invalid(message).help("give a size").into());
    }
    let (scramble, seed) = (arguments.scramble, context.seed(arguments.seed));
    let puzzle = given.puzzle.scrambled(scramble, seed, context.work())?;
    let size = puzzle.size();
    let toml = format!("# {size} after {scramble} random moves, seed {seed}\n{puzzle}");
    let keys = Keys {
        rows: size.rows(),
        columns: size.columns(),
        scramble,
        instance: toml.clone(),
    };
    let json = envelope("generate", given.title.as_deref(), keys).seeded(seed);
    Ok(Answer::new(toml, json).verbatim())
}
