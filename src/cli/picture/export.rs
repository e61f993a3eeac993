//! `cubegraph picture export`.

use clap::{Args, ValueEnum};
use cubegraph::picture::export;

use super::super::graphs::stream;
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
    /// What counts as one move (GAP; twsearch and twips have options of their own for that)
    #[arg(long, value_name = "METRIC")]
    metric: Option<MetricName>,
}

/// The programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Program {
    /// twsearch, for the distances
    Tws,
    /// twips, for the distances (as others that read its format)
    Kpuzzle,
    /// GAP, for the order
    Gap,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let puzzle = puzzle(&arguments.puzzle, arguments.metric)?.puzzle;
    let program = match arguments.to {
        Program::Tws => export::Program::Twsearch,
        Program::Kpuzzle => export::Program::Kpuzzle,
        Program::Gap => export::Program::Gap,
    };
    stream(context, |out| {
        export::write(&puzzle, program, out, context.work())
    })
}
