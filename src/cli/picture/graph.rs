//! `cubegraph picture graph`.

use clap::{Args, ValueEnum};

use super::super::graphs::GraphOptions;
use super::super::{Answer, Context, Word};
use super::{MetricName, puzzle};

/// Write the Cayley graph or its quotient as data.
#[derive(Args)]
#[command(
    after_help = "Example: cubegraph picture graph 2x1 --to graphml -o cayley.graphml\n         \
    cubegraph picture graph 3x2 --radius 5 -o ball.json\n\n\
    The graph itself, nothing else: a vertex for every configuration with its distance from the solved\n\
    one, an arc for every move. `draw` makes pictures."
)]
pub struct Arguments {
    /// A size such as 3x2 (rows by columns), a file, - or @name
    #[arg(value_name = "SIZE|FILE")]
    puzzle: Word,
    /// Which graph
    #[arg(long, value_enum, default_value_t = What::Cayley, value_name = "WHAT")]
    of: What,
    /// Only configurations within this many moves
    #[arg(long, value_name = "D")]
    radius: Option<usize>,
    #[command(flatten)]
    form: GraphOptions,
    /// What counts as one move
    #[arg(long, value_name = "METRIC")]
    metric: Option<MetricName>,
}

/// The graphs there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// The Cayley graph
    Cayley,
    /// Its quotient by the symmetries that keep the moves
    Quotient,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    arguments.form.form(context)?;
    let work = context.work();
    let puzzle = puzzle(&arguments.puzzle, arguments.metric)?.puzzle;
    let ball = puzzle.ball(arguments.radius, work)?;
    match arguments.of {
        What::Cayley => arguments.form.write(&ball, context),
        What::Quotient => arguments.form.write(&ball.quotient(work)?, context),
    }
}
