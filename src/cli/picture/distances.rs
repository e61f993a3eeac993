//! `cubegraph picture distances`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use cubegraph::Error;
use cubegraph::group::Permutation;
use cubegraph::picture::cosets::Search;
use cubegraph::picture::order::Structure;
use cubegraph::picture::plain::Plain;
use cubegraph::picture::words::distances::{by_words, suits};
use cubegraph::picture::{Distances, Metric, Puzzle, check, permutation_of};
use cubegraph::published::grouped;
use cubegraph::work::{Result, Work};
use num_bigint::BigUint;
use serde_json::{Value, json};

use super::super::{Answer, Context, integer, table};
use super::{MetricName, cluster, grid_of, puzzle, rows_of};

/// Columns longer than this are beyond the coset search and are counted by words.
const LONG: usize = 14;

/// How many classes of antipodes are shown to people; programs get all of them.
const CLASSES_SHOWN: usize = 3;

/// Counts the configurations at every distance.
#[derive(Args)]
#[command(
    after_help = "Example: cubegraph picture distances 3x2 --metric half\n         \
    cubegraph picture distances 4x3 --checkpoint layers --memory 12\n\n\
    With --checkpoint every layer is kept when it is complete, and the same command goes on after the last one.\n\n\
    Several processes work together if each is started with the same SIZE, --processes and --hosts and its own --process:\n         \
    cubegraph picture distances 5x2 --processes 2 --process 0 --hosts hosts.txt\n         \
    cubegraph picture distances 5x2 --processes 2 --process 1 --hosts hosts.txt\n\
    hosts.txt has one host:port a line. This needs a build with `cargo build --release --features cluster`."
)]
pub struct Arguments {
    /// A size such as 3x2 (rows by columns), a file, - or @name
    #[arg(value_name = "SIZE|FILE")]
    puzzle: String,
    /// What counts as one move
    #[arg(long, value_name = "METRIC")]
    metric: Option<MetricName>,
    /// How to search (default: cosets for the cube, plain for any other group)
    #[arg(long)]
    method: Option<Method>,
    /// Keep every layer in DIR, and go on after the layers that are there
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    cluster: cluster::ClusterOptions,
}

/// The ways to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Cosets of the Klein group in every cube, modulo the symmetries; for the cube
    Cosets,
    /// Every configuration by its number; for any group
    Plain,
    /// The costs of column words, row by row; for one column (or row) of any length
    Words,
}

impl Method {
    const fn name(self) -> &'static str {
        match self {
            Method::Cosets => "cosets",
            Method::Plain => "plain",
            Method::Words => "words",
        }
    }
}

/// A distribution of distances with what belongs to it.
pub struct Found {
    puzzle: Puzzle,
    method: Method,
    /// How many configurations are at every distance.
    pub distances: Distances,
    /// How many farthest configurations there are, and those listed with the size of their class.
    farthest: Farthest,
    seconds: f64,
}

/// The farthest configurations.
pub struct Farthest {
    count: BigUint,
    classes: Vec<(BigUint, Vec<Permutation>)>,
    complete: bool,
}

impl Arguments {
    /// Whether only an estimate is asked for.
    pub fn is_estimate(&self) -> bool {
        self.cluster.estimate
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let puzzle = puzzle(&arguments.puzzle, arguments.metric)?;
    let method = method(arguments, &puzzle)?;
    let checkpoint = arguments.checkpoint.as_deref();
    if arguments.is_estimate() {
        return cluster::estimate(&arguments.cluster, &puzzle, method, context);
    }
    let found = match arguments.cluster.process(method)? {
        Some(process) => match cluster::search(&process, puzzle, checkpoint, context.work())? {
            cluster::Found::All(found) => found,
            cluster::Found::Part(answer) => return Ok(answer),
        },
        None => search(puzzle, method, checkpoint, context.work())?,
    };
    Ok(Answer::new(found.text()?, found.json(usize::MAX)).with_csv(rows(&found.distances)))
}

/// Computes a distribution and checks it.
pub fn search(
    puzzle: Puzzle,
    method: Method,
    checkpoint: Option<&Path>,
    work: &Work,
) -> Result<Found> {
    let start = Instant::now();
    match method {
        Method::Cosets => {
            let metric = puzzle.rules().metric().unwrap_or_default();
            let search = Search::run(puzzle.size(), metric, checkpoint, work)?;
            let seconds = start.elapsed().as_secs_f64();
            let farthest = of_cosets(&search, work)?;
            checked(puzzle, method, search.distances(), farthest, seconds, work)
        }
        Method::Words => {
            let distances = by_words(&puzzle, work)?;
            let seconds = start.elapsed().as_secs_f64();
            let farthest = Farthest {
                count: distances.antipodes(),
                classes: Vec::new(),
                complete: false,
            };
            checked(puzzle, method, distances, farthest, seconds, work)
        }
        Method::Plain => {
            let plain = Plain::search(puzzle.rules().tabled()?, puzzle.size(), work)?;
            let seconds = start.elapsed().as_secs_f64();
            let farthest = of_plain(&plain);
            checked(puzzle, method, plain.distances(), farthest, seconds, work)
        }
    }
}

/// Checks a distribution.
pub fn checked(
    puzzle: Puzzle,
    method: Method,
    distances: Distances,
    farthest: Farthest,
    seconds: f64,
    work: &Work,
) -> Result<Found> {
    let order = Structure::new(puzzle.rules(), work)?.order(puzzle.size());
    check::distances(&puzzle, distances.counts(), &order)?;
    Ok(Found {
        puzzle,
        method,
        distances,
        farthest,
        seconds,
    })
}

fn method(arguments: &Arguments, puzzle: &Puzzle) -> Result<Method> {
    let cube = puzzle.rules().is_cube();
    let method = match arguments.method {
        Some(method) => method,
        None if by_words_alone(arguments, puzzle) => Method::Words,
        None if cube => Method::Cosets,
        None => Method::Plain,
    };
    if method == Method::Cosets && !cube {
        return Err(Error::Input(
            "--method cosets is for the cube only; use --method plain for another group".to_owned(),
        ));
    }
    if method != Method::Cosets && arguments.checkpoint.is_some() {
        return Err(Error::Input(
            "--checkpoint goes with --method cosets; the other methods keep nothing".to_owned(),
        ));
    }
    Ok(method)
}

/// Whether a long column is asked for, and nothing that only the coset search can do.
fn by_words_alone(arguments: &Arguments, puzzle: &Puzzle) -> bool {
    let special = arguments.checkpoint.is_some() || arguments.cluster.is_given();
    suits(puzzle) && puzzle.size().cells() > LONG && !special
}

/// The farthest configurations of a coset search.
pub fn of_cosets(search: &Search, work: &Work) -> Result<Farthest> {
    let antipodes = search.antipodes(work)?;
    Ok(Farthest {
        count: antipodes.count,
        complete: antipodes.complete,
        classes: antipodes
            .classes
            .into_iter()
            .map(|class| {
                let cells = class.representative.cells().iter();
                (
                    class.size,
                    cells.map(|&cell| permutation_of(cell)).collect(),
                )
            })
            .collect(),
    })
}

fn of_plain(plain: &Plain) -> Farthest {
    let farthest = plain.farthest();
    let group = &plain.tabled().group;
    Farthest {
        count: farthest.count.into(),
        complete: farthest.complete,
        classes: farthest
            .classes
            .into_iter()
            .map(|(size, cells)| {
                let cells = cells
                    .into_iter()
                    .map(|cell| group.permutation(cell).clone());
                (size.into(), cells.collect())
            })
            .collect(),
    }
}

/// The rows of the distribution, with a header.
fn rows(distances: &Distances) -> Vec<Vec<String>> {
    let header = vec!["distance".to_owned(), "configurations".to_owned()];
    let counts = distances.counts().iter().enumerate();
    std::iter::once(header)
        .chain(counts.map(|(distance, count)| vec![distance.to_string(), count.to_string()]))
        .collect()
}

impl Found {
    /// For programs, with at most so many classes of antipodes.
    pub fn json(&self, most: usize) -> Value {
        let (puzzle, distances, farthest) = (&self.puzzle, &self.distances, &self.farthest);
        let classes: Vec<Value> = farthest
            .classes
            .iter()
            .take(most)
            .map(|(size, cells)| {
                json!({ "size": integer(size), "representative": rows_of(cells, puzzle.size()) })
            })
            .collect();
        json!({
            "rows": puzzle.size().rows(),
            "columns": puzzle.size().columns(),
            "group": puzzle.rules().name(),
            "metric": puzzle.rules().metric().map(Metric::name),
            "method": self.method.name(),
            "order": integer(distances.order()),
            "diameter": distances.diameter(),
            "average": distances.average(),
            "median": distances.median(),
            "distances": distances.counts().iter().map(integer).collect::<Vec<_>>(),
            "antipodes": {
                "count": integer(&farthest.count),
                "class_count": farthest.complete.then_some(farthest.classes.len()),
                "complete": farthest.complete && farthest.classes.len() <= most,
                "classes": classes,
            },
            "seconds": self.seconds,
        })
    }

    fn text(&self) -> anyhow::Result<String> {
        let (puzzle, distances) = (&self.puzzle, &self.distances);
        let mut text = format!("{} over {}", puzzle.size(), puzzle.rules().name());
        if let Some(metric) = puzzle.rules().metric() {
            write!(text, ", {metric} turns")?;
        }
        writeln!(text, " ({}, {:.2} s)\n", self.method.name(), self.seconds)?;
        let shown: Vec<Vec<String>> = rows(distances)
            .into_iter()
            .map(|row| match row[1].parse::<BigUint>() {
                Ok(count) => vec![row[0].clone(), grouped(count)],
                Err(_) => row,
            })
            .collect();
        writeln!(text, "{}\n", table(&shown))?;
        writeln!(text, "configurations  {}", grouped(distances.order()))?;
        writeln!(text, "diameter        {}", distances.diameter())?;
        writeln!(text, "average         {:.4}", distances.average())?;
        writeln!(text, "median          {}", distances.median())?;
        self.antipodes(&mut text)?;
        Ok(text)
    }

    fn antipodes(&self, text: &mut String) -> std::fmt::Result {
        let farthest = &self.farthest;
        writeln!(
            text,
            "antipodes       {} in {}{} {} under the symmetries",
            grouped(&farthest.count),
            if farthest.complete { "" } else { "at least " },
            farthest.classes.len(),
            if farthest.classes.len() == 1 {
                "class"
            } else {
                "classes"
            },
        )?;
        for (size, cells) in farthest.classes.iter().take(CLASSES_SHOWN) {
            writeln!(text, "\none of {}:", grouped(size))?;
            writeln!(text, "{}", grid_of(cells, self.puzzle.size()))?;
        }
        if farthest.classes.len() > CLASSES_SHOWN {
            writeln!(text, "\n(all with --format json)")?;
        }
        Ok(())
    }
}
