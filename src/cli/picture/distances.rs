//! `cubegraph picture distances`.

use std::fmt::Write;
use std::time::Instant;

use clap::Args;
use cubegraph::bounds;
use cubegraph::picture::{Distances, Method, Options, Puzzle};
use cubegraph::text::grouped;

use super::super::checkpoint::CheckpointOptions;
use super::super::options::names;
use super::super::{Answer, Context, headed, table};
use super::{GivenPuzzle, PuzzleArgument, cluster, envelope, grid_of, heading};

/// How many classes of antipodes are shown to people; programs get all of them.
const CLASSES_SHOWN: usize = 3;

/// Counts the configurations at every distance.
#[derive(Args)]
#[command(
    after_help = "Example: cubegraph picture distances 3x2 --metric half\n         \
    cubegraph picture distances 4x3 --checkpoint layers --memory 12\n\n\
    Several processes can work together: --help",
    after_long_help = "Example: cubegraph picture distances 3x2 --metric half\n         \
    cubegraph picture distances 4x3 --checkpoint layers --memory 12\n\n\
    With --checkpoint every layer is kept when it is complete, and the same command goes on \
    after the last one.\n\n\
    Several processes work together if each is started with the same SIZE, --processes and \
    --hosts and its own --process:\n         \
    cubegraph picture distances 5x2 --processes 2 --process 0 --hosts hosts.txt\n         \
    cubegraph picture distances 5x2 --processes 2 --process 1 --hosts hosts.txt\n\
    hosts.txt has one host:port per line. This needs a build with \
    `cargo build --release --features cluster`."
)]
pub struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArgument,
    /// How to search (default: cosets for the cube, plain for any other group)
    #[arg(long, value_enum, default_value_t = MethodName::Auto, hide_default_value = true)]
    method: MethodName,
    #[command(flatten)]
    kept: CheckpointOptions,
    /// Only say what memory, traffic and time it would take
    #[arg(long)]
    estimate: bool,
    #[command(flatten)]
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
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let given = arguments.puzzle.read()?;
    let options = Options {
        method: arguments.method.into(),
        checkpoint: arguments.kept.checkpoint(),
        ..Options::default()
    };
    if arguments.is_estimate() {
        return cluster::estimate(&arguments.cluster, &given.puzzle, &options, context);
    }
    let start = Instant::now();
    let distances = match arguments.cluster.process(&given.puzzle, &options)? {
        Some(process) => {
            match cluster::search(&process, &given.puzzle, &options, context.work())? {
                cluster::Found::All(distances) => distances,
                cluster::Found::Part(answer) => return Ok(answer),
            }
        }
        None => bounds::distances(&given.puzzle, &options, context.work())?,
    };
    answer(&given, distances, start.elapsed().as_secs_f64())
}

fn answer(given: &GivenPuzzle, distances: Distances, seconds: f64) -> anyhow::Result<Answer> {
    let title = given.title.as_deref();
    let mut text = heading(title, &given.puzzle);
    writeln!(text, " ({}, {seconds:.2} s)\n", distances.method())?;
    writeln!(text, "{}\n", table(&rows(&distances, grouped)))?;
    writeln!(text, "configurations  {}", grouped(distances.order()))?;
    writeln!(text, "diameter        {}", distances.diameter())?;
    writeln!(text, "average         {:.4}", distances.average())?;
    writeln!(text, "median          {}", distances.median())?;
    antipodes(&mut text, &given.puzzle, &distances)?;
    let csv = rows(&distances, ToString::to_string);
    let json = envelope("distances", title, distances).timed(Some(seconds));
    Ok(Answer::new(text, json).with_csv(csv))
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

fn antipodes(text: &mut String, puzzle: &Puzzle, distances: &Distances) -> anyhow::Result<()> {
    let Some(farthest) = distances.farthest() else {
        return Ok(());
    };
    let (count, classes) = (grouped(&farthest.count), farthest.classes.len());
    let at_least = if farthest.complete { "" } else { "at least " };
    let noun = if classes == 1 { "class" } else { "classes" };
    writeln!(
        text,
        "antipodes       {count} in {at_least}{classes} {noun} under the symmetries"
    )?;
    for class in farthest.classes.iter().take(CLASSES_SHOWN) {
        let farthest = puzzle.clone().with_cells(class.representative.clone())?;
        writeln!(
            text,
            "\none of {}:\n{}",
            grouped(&class.size),
            grid_of(&farthest)
        )?;
    }
    if classes > CLASSES_SHOWN {
        writeln!(text, "\n(all with --format json)")?;
    }
    Ok(())
}
