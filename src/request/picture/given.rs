//! The puzzle as the command line gives it.

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::instance::Family;
use crate::picture::{Metric, Moves, Puzzle, Size};

use super::super::options::names;
#[cfg(feature = "cli")]
use super::super::options::seed;
use super::super::{Context, PuzzleText, Word, located, puzzle_text, read_instance};

names! {
    /// What counts as one move of the cube.
    MetricName for Metric {
        /// Quarter turns of a row or column
        Quarter,
        /// Quarter and half turns: row2 is a half turn of row 2, column1 of column 1
        Half,
    }
}

/// A puzzle as an argument, and what counts as one move.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct PuzzleArgument {
    /// A size such as 3x2 (rows by columns), a file, - or @name
    #[cfg_attr(feature = "cli", arg(value_name = "SIZE|FILE"))]
    puzzle: Word,
    /// What counts as one move
    #[cfg_attr(feature = "cli", arg(long, value_name = "METRIC"))]
    metric: Option<MetricName>,
}

impl PuzzleArgument {
    /// Reads the puzzle.
    pub fn read(&self) -> Result<GivenPuzzle, Error> {
        puzzle(&self.puzzle, self.metric)
    }
}

/// A puzzle with its title.
pub struct GivenPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The title of its file.
    pub title: Option<String>,
    /// Whether only a size was given.
    pub is_size: bool,
}

/// Reads `SIZE | FILE`: a size of cubes such as `3x2`, a file, `-` or `@name`, or what a photo
/// shows, such as `A B>, Fv C<`.
pub fn puzzle(word: &Word, metric: Option<MetricName>) -> Result<GivenPuzzle, Error> {
    let written = |name: &str, text: &str| -> Result<GivenPuzzle, Error> {
        let is_size = !text.starts_with(|c| matches!(c, 'A'..='F'));
        if is_size {
            // The size is read by itself, so that its mistakes are named as such.
            text.parse::<Size>()?;
        }
        Ok(GivenPuzzle { puzzle: located(name, text, text.parse())?, title: None, is_size })
    };
    // `3x2` is a size even where there is a file of that name.
    let mut found = if word.parse::<Size>().is_ok() {
        written("the argument", word)?
    } else {
        match puzzle_text(std::slice::from_ref(word), Family::Picture)? {
            PuzzleText::Words { name, text } => written(&name, text.trim())?,
            PuzzleText::Instance { name, text } => {
                let (puzzle, title) = read_instance(&name, &text)?;
                GivenPuzzle { puzzle, title, is_size: false }
            }
        }
    };
    if let Some(metric) = metric {
        found.puzzle = found.puzzle.with_metric(metric.into())?;
    }
    Ok(found)
}

/// The size of cubes that a size, a file or a built-in instance is about.
pub fn cube_size(word: &Word) -> Result<Size, Error> {
    let puzzle = puzzle(word, None)?.puzzle;
    if puzzle.rules().is_cube() {
        return Ok(puzzle.size());
    }
    Err(Error::invalid(format!(
        "{word} is about {}, and this command is for the cube only",
        puzzle.rules().name()
    )))
}

/// Where a configuration comes from that no file has.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[expect(clippy::struct_field_names, reason = "the fields are the options")]
pub struct Scramble {
    /// Make N random moves from the solved configuration
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000)))]
    #[serde(deserialize_with = "crate::request::options::within::<_, _, 0, 1_000_000>")]
    scramble: Option<u32>,
    /// Make these moves instead, such as "up1 left2"
    ///
    /// row2 is a half turn of row 2.
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "MOVES", conflicts_with = "scramble", allow_hyphen_values = true)
    )]
    moves: Option<String>,
    /// The seed of --scramble
    ///
    /// Drawn and printed if it is not given.
    #[cfg_attr(feature = "cli", arg(long, value_name = "S", value_parser = seed))]
    seed: Option<u64>,
}

/// Random moves that were made.
#[derive(Clone, Copy)]
pub struct Scrambled {
    /// How many.
    pub moves: u32,
    /// The seed they came from.
    pub seed: u64,
}

impl Scramble {
    /// Whether a configuration is asked for.
    pub fn is_given(&self) -> bool {
        self.scramble.is_some() || self.moves.is_some()
    }

    /// Makes the moves that were asked for.
    pub fn apply(
        &self,
        given: &mut GivenPuzzle,
        context: &Context,
    ) -> Result<Option<Scrambled>, Error> {
        if self.seed.is_some() && self.scramble.is_none() {
            return Err(Error::invalid("--seed is for --scramble"));
        }
        if self.is_given() && given.puzzle.cells().is_some() {
            let option = if self.scramble.is_some() { "--scramble" } else { "--moves" };
            return Err(Error::invalid(format!(
                "the file has a configuration already, and {option} makes another"
            ))
            .help(format!("leave {option} out, or give a size")));
        }
        if let Some(text) = &self.moves {
            let moves: Moves = text.parse()?;
            given.puzzle = given.puzzle.after(&moves)?;
        }
        let Some(moves) = self.scramble else {
            return Ok(None);
        };
        let seed = context.seed(self.seed);
        given.puzzle = given.puzzle.scrambled(moves, seed, context.work)?;
        Ok(Some(Scrambled { moves, seed }))
    }
}
