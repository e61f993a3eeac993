//! `cubegraph picture export`.

use crate::picture::export;

use serde::{Deserialize, Serialize};

use super::super::options::names;
use super::super::{Answer, Context, Word};
use super::{MetricName, puzzle};
use crate::{Error, Result};

/// Write the puzzle for another program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(
    feature = "cli",
    command(after_help = "Example: cubegraph picture export 3x2 --to tws -o 3x2.tws")
)]
pub struct Arguments {
    /// A size such as 3x2 (rows by columns), a file, - or @name
    #[cfg_attr(feature = "cli", arg(value_name = "SIZE|FILE"))]
    puzzle: Word,
    /// For which program
    #[cfg_attr(feature = "cli", arg(long, value_name = "PROGRAM", required = true))]
    to: Option<Program>,
    /// What counts as one move (GAP; twsearch has an option of its own for that)
    #[cfg_attr(feature = "cli", arg(long, value_name = "METRIC"))]
    metric: Option<MetricName>,
}

names! {
    /// The programs.
    Program for export::Program {
        /// twsearch, for the distances
        #[cfg_attr(feature = "cli", value(name = "tws"))]
        #[serde(rename = "tws")]
        Twsearch,
        /// GAP, for the order
        Gap,
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let puzzle = puzzle(&arguments.puzzle, arguments.metric)?.puzzle;
    let Some(program) = arguments.to else {
        return Err(Error::invalid("for which program?").help("use --to tws or --to gap"));
    };
    context.streamed(|out| export::write(&puzzle, program.into(), out, context.work))
}
