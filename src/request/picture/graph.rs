//! `cubegraph picture graph`.

use serde::{Deserialize, Serialize};

use super::super::graphs::GraphOptions;
use super::super::{Answer, Context};
use super::PuzzleArgument;
use crate::Result;

/// Write the Cayley graph or its quotient as data.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(
    feature = "cli",
    command(
        after_help = "Example: cubegraph picture graph 2x1 --to graphml -o cayley.graphml\n         \
    cubegraph picture graph 3x2 --radius 5 -o ball.json\n\n\
    The graph itself, nothing else: a vertex for every configuration with its distance from the \
    solved one, an arc for every move. `draw` makes pictures."
    )
)]
pub struct Arguments {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    puzzle: PuzzleArgument,
    /// Which graph
    #[cfg_attr(feature = "cli", arg(long, value_enum, default_value_t = What::Cayley, value_name = "WHAT"))]
    of: What,
    /// Only configurations within this many moves
    #[cfg_attr(feature = "cli", arg(long, value_name = "D"))]
    radius: Option<usize>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    form: GraphOptions,
}

/// The graphs there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
enum What {
    /// The Cayley graph
    #[default]
    Cayley,
    /// Its quotient by the symmetries that keep the moves
    Quotient,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    arguments.form.form(context)?;
    let work = context.work;
    let puzzle = arguments.puzzle.read()?.puzzle;
    let ball = puzzle.ball(arguments.radius, work)?;
    match arguments.of {
        What::Cayley => arguments.form.write(&ball, context),
        What::Quotient => arguments.form.write(&ball.quotient(work)?, context),
    }
}
