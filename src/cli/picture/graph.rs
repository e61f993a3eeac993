//! `cubegraph picture graph`.

use clap::{Args, ValueEnum};
use cubegraph::Error;
use cubegraph::graph::{self, Form};

use super::super::{Answer, Context};
use super::stream::stream;
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
    puzzle: String,
    /// Which graph
    #[arg(long, value_enum, default_value_t = What::Cayley, value_name = "WHAT")]
    of: What,
    /// Only configurations within this many moves
    #[arg(long, value_name = "D")]
    radius: Option<usize>,
    /// The form (default: by the ending of --output, else DOT)
    #[arg(long, value_enum, value_name = "FORM")]
    to: Option<FormName>,
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

/// The forms there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormName {
    /// Graphviz
    Dot,
    /// For networkx, Gephi, igraph
    Graphml,
    /// Node-link data for networkx
    Json,
    /// A list of the arcs
    Csv,
    /// LaTeX
    Tex,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let form = form(arguments, context)?;
    let work = context.work();
    let puzzle = puzzle(&arguments.puzzle, arguments.metric)?.puzzle;
    let ball = puzzle.ball(arguments.radius, work)?;
    match arguments.of {
        What::Cayley => stream(context, |out| graph::write(&ball, form, out, work)),
        What::Quotient => {
            let quotient = ball.quotient(work)?;
            stream(context, |out| graph::write(&quotient, form, out, work))
        }
    }
}

fn form(arguments: &Arguments, context: &Context) -> cubegraph::Result<Form> {
    let ending = (context.options.output())
        .and_then(|path| path.extension())
        .and_then(|ending| ending.to_str());
    match (arguments.to, ending) {
        (Some(to), _) => Ok(match to {
            FormName::Dot => Form::Dot,
            FormName::Graphml => Form::GraphMl,
            FormName::Json => Form::Json,
            FormName::Csv => Form::Csv,
            FormName::Tex => Form::Tikz,
        }),
        (None, None) => Ok(Form::Dot),
        (None, Some(ending)) => Form::from_ending(ending).ok_or_else(|| {
            Error::invalid(format!("the ending .{ending} names no form of graphs"))
                .help("use .dot, .graphml, .json, .csv or .tex, or --to")
        }),
    }
}
