//! `cubegraph picture export`.

use clap::Args;
use cubegraph::picture::export;

use super::super::graphs::stream;
use super::super::options::names;
use super::super::{Answer, Context, Word};
use super::{MetricName, puzzle};

/// Write the puzzle for another program.
#[derive(Args)]
#[command(after_help = "Example: cubegraph picture export 3x2 --to tws -o 3x2.tws")]
pub struct Arguments {
    /// A size such as 3x2 (rows by columns), a file, - or @name
    #[arg(value_name = "SIZE|FILE")]
    puzzle: Word,
    /// For which program
    #[arg(long, value_name = "PROGRAM")]
    to: Program,
    /// What counts as one move (GAP; twsearch has options of its own for that)
    #[arg(long, value_name = "METRIC")]
    metric: Option<MetricName>,
}

names! {
    /// The programs.
    Program for export::Program {
        /// twsearch, for the distances
        #[value(name = "tws")]
        Twsearch,
        /// GAP, for the order
        Gap,
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let puzzle = puzzle(&arguments.puzzle, arguments.metric)?.puzzle;
    stream(context, |out| {
        export::write(&puzzle, arguments.to.into(), out, context.work())
    })
}
