//! `cubegraph picture`.

mod bounds;
mod check;
mod cluster;
mod distances;
mod draw;
#[cfg_attr(not(feature = "long-commands"), allow(dead_code))]
mod export;
mod generate;
mod given;
mod graph;
mod group;
mod solve;
#[cfg_attr(not(feature = "long-commands"), allow(dead_code))]
mod table;
#[cfg_attr(not(feature = "long-commands"), allow(dead_code))]
mod verify;

use crate::Result;
use crate::instance::Family;
use crate::picture::Puzzle;

use super::{Answer, Context, Envelope, Text, Word, commands};
use given::{GivenPuzzle, MetricName, PuzzleArgument, cube_size, puzzle};

/// The commands of the family.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Subcommand))]
pub enum Command {
    /// Count the configurations at every distance from the solved one
    Distances(distances::Arguments),
    /// Diameter, average and median for many sizes: Burcsi's Table 1
    Table(table::Arguments),
    /// Solve a configuration
    Solve(solve::Arguments),
    /// Check a solution of your own, and say where it is wrong
    Check(check::Arguments),
    /// Scramble a puzzle and write it as an instance file
    Generate(generate::Arguments),
    /// The order of the group, why, reachability, and bounds on the diameter
    Group(group::Arguments),
    /// God's number at least and at most, and why, for any size; certificates
    Bounds(bounds::Arguments),
    /// Draw the Cayley graph, its quotient, the distribution, or the cubes
    Draw(draw::Arguments),
    /// Write the Cayley graph or its quotient as data
    Graph(graph::Arguments),
    /// Write the puzzle for twsearch or GAP
    Export(export::Arguments),
    /// Check a distance table without trusting the search
    Verify(verify::Arguments),
}

commands! {
    Family::Picture,
    "distances" => Distances,
    "table" => Table,
    "solve" => Solve,
    "check" => Check,
    "generate" => Generate,
    "group" => Group,
    "bounds" => Bounds,
    "draw" => Draw,
    "graph" => Graph,
    "export" => Export,
    "verify" => Verify,
}

impl Command {
    /// Asks for moves that solve a configuration.
    pub(crate) fn solve(puzzle: Word) -> Command {
        Command::Solve(solve::Arguments::of(puzzle))
    }

    /// What is known about a group is not a table, nor is an estimate.
    pub fn has_table(&self) -> bool {
        match self {
            Command::Distances(arguments) => !arguments.is_estimate(),
            Command::Group(_) | Command::Generate(_) => false,
            Command::Bounds(arguments) => arguments.is_for_a_width(),
            _ => true,
        }
    }
}

/// Runs a command.
pub fn run(command: &Command, context: &Context) -> Result<Answer> {
    match command {
        Command::Distances(arguments) => distances::run(arguments, context),
        #[cfg(feature = "long-commands")]
        Command::Table(arguments) => table::run(arguments, context),
        #[cfg(not(feature = "long-commands"))]
        Command::Table(_) => Err(super::not_built_in("picture table")),
        Command::Solve(arguments) => solve::run(arguments, context),
        Command::Check(arguments) => check::run(arguments, context),
        Command::Generate(arguments) => generate::run(arguments, context),
        Command::Group(arguments) => group::run(arguments, context),
        Command::Bounds(arguments) => bounds::run(arguments, context),
        Command::Draw(arguments) => draw::run(arguments, context),
        Command::Graph(arguments) => graph::run(arguments, context),
        #[cfg(feature = "long-commands")]
        Command::Export(arguments) => export::run(arguments, context),
        #[cfg(not(feature = "long-commands"))]
        Command::Export(_) => Err(super::not_built_in("picture export")),
        #[cfg(feature = "long-commands")]
        Command::Verify(arguments) => verify::run(arguments, context),
        #[cfg(not(feature = "long-commands"))]
        Command::Verify(_) => Err(super::not_built_in("picture verify")),
    }
}

/// The envelope of an answer of this family.
fn envelope<T>(command: &'static str, title: Option<&str>, solution: T) -> Envelope<T> {
    Envelope::about(Family::Picture, command, title, solution)
}

/// The first line of a text: the title where there is one, the size, the group, and what a move is.
fn heading(title: Option<&str>, puzzle: &Puzzle) -> String {
    let title = title.map_or(String::new(), |title| format!("{title}\n"));
    let (size, name) = (puzzle.size(), puzzle.rules().name());
    match puzzle.rules().metric() {
        Some(metric) => format!("{title}{size} over {name}, {metric} turns"),
        None => format!("{title}{size} over {name}"),
    }
}

/// A configuration for people, one line per row and columns aligned: the cells as cycles, and for
/// cubes beside them what a photo shows.
fn add_grid(text: &mut Text, puzzle: &Puzzle) {
    let columns = puzzle.size().columns();
    let cycles: Vec<String> =
        puzzle.cells().unwrap_or_default().iter().map(ToString::to_string).collect();
    let aligned = |texts: &[String], width: usize| {
        let cells: Vec<String> = texts.iter().map(|text| format!("{text:width$}")).collect();
        cells.join("  ")
    };
    let width = cycles.iter().map(String::len).max().unwrap_or(0);
    let faces = puzzle.faces().unwrap_or_default();
    // What is too wide for both is shown as the photo shows it.
    let photo = |row: &Vec<String>| format!("  {}", aligned(row, 2)).trim_end().to_owned();
    let narrow = faces.iter().map(photo).collect::<Vec<_>>().join("\n");
    let line = |(number, row): (usize, &[String])| {
        let faces = faces.get(number).map_or(String::new(), |faces| aligned(faces, 2));
        let separator = if faces.is_empty() { "" } else { "   | " };
        format!("  {}{separator}{faces}", aligned(row, width)).trim_end().to_owned()
    };
    let lines: Vec<String> = cycles.chunks(columns).enumerate().map(line).collect();
    let wide = lines.join("\n");
    let narrow = if faces.is_empty() { wide.clone() } else { narrow };
    text.lines(wide, narrow);
}
