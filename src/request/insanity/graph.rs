//! `cubegraph insanity graph`.

use crate::insanity::Strand;

use serde::{Deserialize, Serialize};

use super::super::graphs::GraphOptions;
use super::super::{Answer, Context};
use super::{PuzzleArgument, draw};
use crate::Result;

/// What `graph` is asked.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Arguments {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    puzzle: PuzzleArgument,
    /// Which graph
    #[cfg_attr(feature = "cli", arg(long, value_enum, default_value_t = Subject::Colours))]
    of: Subject,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    form: GraphOptions,
    /// The strands of which principal solution, counted from 1 in the order of `solve --all`
    #[cfg_attr(feature = "cli", arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..)))]
    #[serde(deserialize_with = "crate::request::options::within::<_, _, 1, 0xffff_ffff>")]
    solution: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
enum Subject {
    /// The colour multigraph; with --solution every edge has its strand
    #[default]
    Colours,
    /// Only the edges of the two disjoint factors of a solution
    Factor,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    arguments.form.form(context)?;
    let puzzle = arguments.puzzle.read(context)?;
    let mut graph = puzzle.graph().clone();
    if arguments.of == Subject::Factor || arguments.solution.is_some() {
        let Some(tower) = draw::tower(&puzzle, arguments.solution.unwrap_or(1), context)? else {
            context.hint("there is no tower; `cubegraph insanity solve … --explain` says why");
            return Ok(Answer::nothing_to_draw());
        };
        graph = tower.graph(&graph);
    }
    if arguments.of == Subject::Factor {
        graph
            .retain_edges(|graph, edge| !matches!(graph[edge].strand, None | Some(Strand::Hidden)));
    }
    arguments.form.write(&graph, context)
}
