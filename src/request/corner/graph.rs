//! `cubegraph corner graph`.

use crate::Error;
use crate::corner::{Assembly, Options};

use super::{Answer, Context, Word, chosen, puzzle_of};
use serde::{Deserialize, Serialize};

use crate::Result;
use crate::request::context::words;
use crate::request::graphs::GraphOptions;

/// Arguments of `corner graph`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Arguments {
    /// A file, `-`, @name, or the pieces
    #[cfg_attr(feature = "cli", arg(required = true))]
    #[serde(deserialize_with = "words")]
    puzzle: Vec<Word>,
    /// Which graph
    #[cfg_attr(feature = "cli", arg(long, value_enum, default_value_t = Which::Cube))]
    of: Which,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    form: GraphOptions,
    /// Which assembly the graph shows, counted from 1
    #[cfg_attr(feature = "cli", arg(long, value_name = "K"))]
    solution: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
enum Which {
    /// The places and their contacts, with the pieces and half-edges of an assembly
    #[default]
    Cube,
    /// Half-edges, joined by turned pieces: closed walks of four are the loops
    Loops,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    arguments.form.form(context)?;
    let (puzzle, _) = puzzle_of(&arguments.puzzle)?;
    if arguments.of == Which::Loops {
        if arguments.solution.is_some() {
            let message = "the loop graph shows no assembly";
            return Err(Error::invalid(message).help("leave out --solution, or use --of cube"));
        }
        let loops = puzzle.loop_graph().map_err(|error| error.help("use --of cube"))?;
        arguments.form.write(&loops, context)
    } else {
        let solution = puzzle.solve(&Options::default(), context.work)?;
        let shown = chosen(&solution, arguments.solution.unwrap_or(1))?;
        let graph = shown.map_or_else(|| puzzle.graph().clone(), Assembly::graph);
        arguments.form.write(&graph, context)
    }
}
