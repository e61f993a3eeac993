//! `cubegraph picture export`.

use clap::{Args, ValueEnum};
use cubegraph::picture::export;
use cubegraph::picture::order::Structure;

use super::super::{Answer, Context};
use super::{MetricName, puzzle};

/// Write the puzzle for another program.
#[derive(Args)]
#[command(after_help = "Example: cubegraph picture export 3x2 --to tws -o 3x2.tws")]
pub struct Arguments {
    /// A size such as 3x2 (rows by columns), a file, - or @name
    #[arg(value_name = "SIZE|FILE")]
    puzzle: String,
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
    let puzzle = puzzle(&arguments.puzzle, arguments.metric)?;
    Ok(Answer::document(match arguments.to {
        Program::Tws => export::twsearch(&puzzle)?,
        Program::Kpuzzle => format!("{:#}\n", export::kpuzzle(&puzzle)?),
        Program::Gap => {
            let order = Structure::new(puzzle.rules(), context.work())?.order(puzzle.size());
            export::gap(&puzzle, &order)
        }
    }))
}
