//! `cubegraph picture distances`.

use std::fmt::Write;
use std::path::PathBuf;

use crate::picture::{Distances, Method, Options, Puzzle};
use crate::text::grouped;

use serde::{Deserialize, Serialize};

use super::super::options::names;
use super::super::{Answer, Context, Text, headed};
use super::{GivenPuzzle, PuzzleArgument, add_grid, cluster, envelope, heading};
use crate::Result;
use crate::work::Checkpoint;

/// How many classes of antipodes are shown to people; programs get all of them.
const CLASSES_SHOWN: usize = 3;

/// Counts the configurations at every distance.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(
    feature = "cli",
    command(
        after_help = "Example: cubegraph picture distances 3x2 --metric half\n         \
    cubegraph picture distances 4x3 --checkpoint layers --memory 12\n\n\
    Several processes can work together: --help",
        after_long_help = "Example: cubegraph picture distances 3x2 --metric half\n         \
    cubegraph picture distances 4x3 --checkpoint layers --memory 12\n\n\
    With --checkpoint every layer is kept when it is complete, and the same command resumes \
    from the last one.\n\n\
    Several processes work together if each is started with the same SIZE, --processes and \
    --hosts and its own --process:\n         \
    cubegraph picture distances 5x2 --processes 2 --process 0 --hosts hosts.txt\n         \
    cubegraph picture distances 5x2 --processes 2 --process 1 --hosts hosts.txt\n\
    hosts.txt has one host:port per line. This needs a build with \
    `cargo build --release --features cluster`."
    )
)]
pub struct Arguments {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    puzzle: PuzzleArgument,
    /// How to search (default: cosets for the cube, plain for any other group)
    #[cfg_attr(feature = "cli", arg(long, value_enum))]
    method: Option<MethodName>,
    /// Store layers in DIR, and resume from those found there
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR"))]
    checkpoint: Option<PathBuf>,
    /// Only say what memory, traffic and time it would take
    #[cfg_attr(feature = "cli", arg(long))]
    estimate: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    cluster: cluster::ClusterOptions,
}

names! {
    /// The ways to search.
    MethodName for Method {
        /// Whatever suits the puzzle
        Auto,
        /// Cosets of the Klein group in every cube, modulo the symmetries; for the cube
        Cosets,
        /// Every configuration by its number; for any group
        Plain,
        /// petgraph's own breadth-first search on the Cayley graph; for small groups
        Graph,
        /// The costs of column words, row by row; for one column (or row) of any length
        Words,
    }
}

impl Arguments {
    /// Whether only an estimate is asked for.
    pub fn is_estimate(&self) -> bool {
        self.estimate
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let given = arguments.puzzle.read()?;
    let options = Options {
        method: arguments.method.map_or(Method::Auto, Into::into),
        checkpoint: arguments.checkpoint.as_ref().map(Checkpoint::new),
        ..Options::default()
    };
    if arguments.is_estimate() {
        return cluster::estimate(&arguments.cluster, &given.puzzle, &options, context);
    }
    let start = context.work.elapsed();
    let distances = match arguments.cluster.process(&given.puzzle, &options)? {
        Some(process) => match cluster::search(&process, &given.puzzle, &options, context.work)? {
            cluster::ClusterResult::All(distances) => distances,
            cluster::ClusterResult::Part(answer) => return Ok(answer),
        },
        None => crate::bounds::distances(&given.puzzle, &options, context.work)?,
    };
    let seconds = context
        .work
        .elapsed()
        .zip(start)
        .map(|(end, start)| end.checked_sub(start).unwrap().as_secs_f64());
    Ok(answer(&given, distances, seconds))
}

fn answer(given: &GivenPuzzle, distances: Distances, seconds: Option<f64>) -> Answer {
    let title = given.title.as_deref();
    let mut text = Text::from(heading(title, &given.puzzle));
    let time = seconds.map_or(String::new(), |seconds| format!(", {seconds:.2} s"));
    let _ = writeln!(text, " ({}{time})\n", distances.method());
    text.table(&rows(&distances, grouped));
    text.push_str("\n");
    let _ = writeln!(text, "configurations  {}", grouped(distances.order()));
    let _ = writeln!(text, "diameter        {}", distances.diameter());
    let _ = writeln!(text, "average         {:.4}", distances.average());
    let _ = writeln!(text, "median          {}", distances.median());
    antipodes(&mut text, &given.puzzle, &distances);
    let csv = rows(&distances, ToString::to_string);
    let json = envelope("distances", title, distances).timed(seconds);
    Answer::new(text, json).with_csv(csv)
}

/// The rows of the distribution, with a header.
fn rows<'a>(
    distances: &'a Distances,
    number: impl Fn(&'a num_bigint::BigUint) -> String,
) -> Vec<Vec<String>> {
    let counts = distances.counts().iter().enumerate();
    let body = counts.map(|(distance, count)| vec![distance.to_string(), number(count)]);
    headed(["distance", "configurations"], body)
}

fn antipodes(text: &mut Text, puzzle: &Puzzle, distances: &Distances) {
    let Some(farthest) = distances.farthest() else {
        return;
    };
    let (count, classes) = (grouped(&farthest.count), farthest.classes.len());
    let at_least = if farthest.complete { "" } else { "at least " };
    let noun = if classes == 1 { "class" } else { "classes" };
    let _ = writeln!(
        text,
        "antipodes       {count} in {at_least}{classes} {noun} under the symmetries"
    );
    for class in farthest.classes.iter().take(CLASSES_SHOWN) {
        let cells = class.representative.clone();
        if let Ok(farthest) = puzzle.clone().with_cells(cells) {
            let _ = writeln!(text, "\none of {}:", grouped(&class.size));
            add_grid(text, &farthest);
            text.push_str("\n");
        }
    }
    if classes > CLASSES_SHOWN {
        text.push_str("\n(all with --format json)\n");
    }
}
