//! `cubegraph picture generate`.

use crate::{Error, Result};
use serde::{Deserialize, Serialize};

#[cfg(feature = "cli")]
use super::super::options::seed;
use super::super::{Answer, Context};
use super::{PuzzleArgument, envelope};

/// Scramble a puzzle and write it as an instance file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(
    feature = "cli",
    command(
        after_help = "Example: cubegraph picture generate 3x3 --seed 7 -o mine.toml\n         \
    cubegraph picture solve mine.toml"
    )
)]
pub struct Arguments {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    puzzle: PuzzleArgument,
    /// How many random moves to make [default: 100]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N",
        value_parser = clap::value_parser!(u32).range(0..=1_000_000)))]
    #[serde(deserialize_with = "crate::request::options::within::<_, _, 0, 1_000_000>")]
    scramble: Option<u32>,
    /// Makes the same puzzle again (default: drawn, and printed)
    #[cfg_attr(feature = "cli", arg(long, value_name = "S", value_parser = seed))]
    seed: Option<u64>,
}

/// The puzzle for programs.
#[derive(Serialize)]
struct ScrambledPuzzle {
    rows: usize,
    columns: usize,
    scramble: u32,
    instance: String,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let given = arguments.puzzle.read()?;
    if given.puzzle.cells().is_some() {
        let message = "the file has a configuration already, and this makes another";
        return Err(Error::invalid(message).help("give a size"));
    }
    let (scramble, seed) = (arguments.scramble.unwrap_or(100), context.seed(arguments.seed));
    let puzzle = given.puzzle.scrambled(scramble, seed, context.work)?;
    let size = puzzle.size();
    let toml = format!("# {size} after {scramble} random moves, seed {seed}\n{puzzle}");
    let keys = ScrambledPuzzle {
        rows: size.rows(),
        columns: size.columns(),
        scramble,
        instance: toml.clone(),
    };
    let json = envelope("generate", given.title.as_deref(), keys).seeded(seed);
    Ok(Answer::new(toml, json).verbatim())
}
