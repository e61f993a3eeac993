//! `cubegraph picture`.

mod bounds;
mod cluster;
mod distances;
mod draw;
mod export;
mod group;
mod optimal;
mod pictures;
mod solve;
mod table;
mod verify;

use clap::{Subcommand, ValueEnum};
use cubegraph::Error;
use cubegraph::group::Permutation;
use cubegraph::instance::{self, Family};
use cubegraph::picture::cosets::Search;
use cubegraph::picture::plain::Plain;
use cubegraph::picture::{Distances, Metric, Puzzle, Rules, Size};
use cubegraph::work::Work;
use serde_json::{Value, json};

use super::{Answer, Context, Given, given};

/// The commands of the family.
#[derive(Subcommand)]
pub enum Command {
    /// Count the configurations at every distance from the solved one
    Distances(distances::Arguments),
    /// Diameter, average and median for many sizes: Burcsi's Table 1
    Table(table::Arguments),
    /// Solve a configuration
    Solve(solve::Arguments),
    /// The order of the group, why, reachability, and bounds on the diameter
    Group(group::Arguments),
    /// God's number at least and at most, and why, for any size; certificates
    Bounds(bounds::Arguments),
    /// Draw the Cayley graph, its quotient, the distribution, or the cubes
    Draw(draw::Arguments),
    /// Write the puzzle for twsearch or GAP
    Export(export::Arguments),
    /// The moves that turn one picture into another
    Pictures(pictures::Arguments),
    /// Check a distance table without trusting the search
    Verify(verify::Arguments),
}

impl Command {
    /// What is known about a group is no table, nor is an estimate.
    pub fn has_table(&self) -> bool {
        match self {
            Command::Distances(arguments) => !arguments.is_estimate(),
            Command::Group(_) => false,
            Command::Bounds(arguments) => arguments.is_for_a_width(),
            _ => true,
        }
    }
}

/// Runs a command.
pub fn run(command: &Command, context: &Context) -> anyhow::Result<Answer> {
    match command {
        Command::Distances(arguments) => distances::run(arguments, context),
        Command::Table(arguments) => table::run(arguments, context),
        Command::Solve(arguments) => solve::run(arguments, context),
        Command::Group(arguments) => group::run(arguments, context),
        Command::Bounds(arguments) => bounds::run(arguments, context),
        Command::Draw(arguments) => draw::run(arguments, context),
        Command::Export(arguments) => export::run(arguments, context),
        Command::Pictures(arguments) => pictures::run(arguments, context),
        Command::Verify(arguments) => verify::run(arguments, context),
    }
}

/// What counts as one move of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MetricName {
    /// Quarter turns of a row or column
    Quarter,
    /// Quarter and half turns
    Half,
}

impl From<MetricName> for Metric {
    fn from(name: MetricName) -> Metric {
        match name {
            MetricName::Quarter => Metric::Quarter,
            MetricName::Half => Metric::Half,
        }
    }
}

/// The size of cubes that a size, a file or a built-in instance is about.
pub fn cube_size(text: &str) -> Result<Size, Error> {
    let puzzle = puzzle(text, None)?;
    if puzzle.rules().is_cube() {
        return Ok(puzzle.size());
    }
    Err(Error::Input(format!(
        "{text} is about {}, and this command is for the cube only",
        puzzle.rules().name()
    )))
}

/// Reads `SIZE | FILE`: a size of cubes such as `3x2`, or a file, `-` or `@name`.
pub fn puzzle(text: &str, metric: Option<MetricName>) -> Result<Puzzle, Error> {
    let metric = metric.map(Metric::from);
    // `3x2` is a size even where a file of that name lies about.
    if text.parse::<Size>().is_ok() {
        return Puzzle::cube(text.parse()?, metric.unwrap_or_default());
    }
    match given(&[text.to_owned()], Family::Picture)? {
        Given::Words { text, .. } => Puzzle::cube(text.trim().parse()?, metric.unwrap_or_default()),
        Given::Instance(instance) => {
            let instance::Puzzle::Picture(puzzle) = instance.puzzle else {
                return Err(Error::Input(format!(
                    "{} holds no picture puzzle",
                    instance.name
                )));
            };
            match metric {
                Some(metric) if puzzle.rules().is_cube() => Ok(puzzle.with_rules(Rules::cube(metric)?)),
                None | Some(Metric::Quarter) => Ok(puzzle),
                Some(Metric::Half) => Err(Error::Input(
                    "--metric half is for the cube only: for another group, list what counts as one move in row_moves and column_moves"
                        .to_owned(),
                )),
            }
        }
    }
}

/// The distances of a puzzle, by the method that suits it.
pub fn distances_of(puzzle: &Puzzle, work: &Work) -> Result<Distances, Error> {
    match puzzle.rules().metric() {
        Some(metric) => Ok(Search::run(puzzle.size(), metric, None, work)?.distances()),
        None => Ok(Plain::search(puzzle.rules().tabled()?, puzzle.size(), work)?.distances()),
    }
}

/// A configuration as JSON: rows of cycles, as in an instance.
pub fn rows_of(cells: &[Permutation], size: Size) -> Value {
    let rows: Vec<Vec<String>> = cells
        .chunks(size.columns())
        .map(|row| row.iter().map(ToString::to_string).collect())
        .collect();
    json!(rows)
}

/// A configuration for people: one row a line, columns aligned.
pub fn grid_of(cells: &[Permutation], size: Size) -> String {
    let texts: Vec<String> = cells.iter().map(ToString::to_string).collect();
    let width = texts.iter().map(String::len).max().unwrap_or(0);
    texts
        .chunks(size.columns())
        .map(|row| {
            let cells: Vec<String> = row.iter().map(|text| format!("{text:width$}")).collect();
            format!("  {}", cells.join("  ").trim_end())
        })
        .collect::<Vec<_>>()
        .join("\n")
}
