//! What the page says about picture cubes.

use maud::{Markup, html};
use num_traits::ToPrimitive;
use serde::Serialize;

use super::bench::Bench;
use super::mural::{self, MuralData, murals};
use super::{figure, widget};
use crate::draw::{Bar, BarChart, Colour, Net, Scale, Scene, grouped};
use crate::picture::order::Structure;
use crate::picture::{Configuration, Distances, Metric, Puzzle, draw};
use crate::work::{Error, Result, Work};

/// Beyond this many cubes a configuration cannot be read.
const DRAWN_UP_TO: usize = 36;

#[derive(Serialize)]
struct BenchData {
    #[serde(flatten)]
    bench: Bench,
    murals: Vec<MuralData>,
    /// The ranks of the rotations at the start.
    start: Vec<usize>,
}

/// The nets of the cubes; other groups have none.
pub(super) fn nets(puzzle: &Puzzle) -> Vec<Net> {
    // A hundred cubes are more paper than anybody wants.
    if puzzle.rules().is_cube() && puzzle.size().cells() <= 100 {
        mural::nets(puzzle.size())
    } else {
        Vec::new()
    }
}

pub(super) fn body(puzzle: &Puzzle, work: &Work) -> Result<Markup> {
    let size = puzzle.size();
    let structure = Structure::new(puzzle.rules(), work)?;
    let order = structure.order(size);
    let reachable = puzzle
        .cells()
        .map(|cells| structure.reach(size, cells).is_ok());
    Ok(html! {
        p {
            (size.cells()) " cubes in " (size.rows()) " rows and " (size.columns()) " columns; a move turns all of a row up or down, or all of a column to the left or right."
        }
        div.answer {
            p { "There are " strong { (grouped(&order.to_string())) } " configurations that moves can reach." }
            @if reachable == Some(false) { p { "The given configuration is not among them." } }
        }
        (drawings(puzzle, work)?)
        (playing(puzzle, reachable != Some(false), work)?)
        h4 { "The argument" }
        p {
            "The configurations form a group, the moves generate it, and the puzzle is walking in its Cayley graph. A row move followed by a column move and both undone touches one cube only, "
            "so every even rotation of a single cube can be made alone; the rest are signs of rows and columns. Half turns about the axes make a normal subgroup, and on each of its cosets a move only "
            "adds a constant: that turns the search into arithmetic on bits."
        }
    })
}

/// The configuration and what can be looked at of the Cayley graph.
fn drawings(puzzle: &Puzzle, work: &Work) -> Result<Markup> {
    let size = puzzle.size();
    if size.cells() > DRAWN_UP_TO {
        return Ok(html! {});
    }
    let ball = match draw::cayley(puzzle, None, work) {
        Err(Error::TooLarge(_)) => None,
        other => Some(other?),
    };
    Ok(html! {
        div.columns {
            (figure(&draw::cubes(puzzle, work)?, "The configuration, seen from above."))
            @if let Some(ball) = ball {
                (figure(&ball.to_scene(), "The Cayley graph round the solution: a vertex for each configuration, an edge for each move."))
            }
        }
    })
}

/// The bench and the chart, where the table is small; the quarter-turn metric.
fn playing(puzzle: &Puzzle, playable: bool, work: &Work) -> Result<Markup> {
    let size = puzzle.size();
    if !puzzle.rules().is_cube() || !Bench::is_small(size, work)? {
        return Ok(html! {
            p.soft { "This one is too large for the page's bench; `cubegraph picture distances` and `cubegraph picture solve` answer for it." }
        });
    }
    let bench = Bench::new(size, work)?;
    let distances = Distances::new(bench.layers().iter().map(|&count| count.into()).collect());
    let start = puzzle
        .configuration()
        .filter(|_| playable)
        .unwrap_or_else(|| Configuration::solved(size));
    let chart = chart(&distances, &size.to_string());
    let table = bench.table_size();
    let data = BenchData {
        bench,
        murals: murals(size).iter().map(mural::Mural::data).collect(),
        start: start.cells().iter().map(|cube| cube.rank()).collect(),
    };
    Ok(html! {
        div.answer {
            p {
                "No configuration needs more than " strong { (distances.diameter()) } " quarter turns, "
                (grouped(&distances.antipodes().to_string())) " need that many, and the average is " (format!("{:.2}", distances.average())) "."
            }
        }
        (widget("bench", "Turn rows and columns; the distance is exact", &data)?)
        p.soft {
            "Every picture is complete when all cubes show it the same way up; the sun is the solution. The letter in the corner names the picture. "
            "The exact distance of each of the " (grouped(&distances.order().to_string())) " configurations is in this page, as a table of " (grouped(&table.to_string()))
            " classes under permuted rows and columns and flips."
        }
        (figure(&chart, &format!("Distances from the solution, quarter turns. Median {}.", distances.median())))
    })
}

fn chart(distances: &Distances, size: &str) -> Scene {
    let mut chart = BarChart::new(format!(
        "Configurations of the {size} picture cube by distance"
    ))
    .axes("quarter turns from the solution", "configurations")
    .scale(Scale::Log);
    for (distance, count) in distances.counts().iter().enumerate() {
        let colour = if distance == distances.median() {
            Colour::ORANGE
        } else {
            Colour::BLUE
        };
        let height = count.to_f64().unwrap_or(f64::MAX);
        chart.add(
            Bar::new(distance.to_string(), height)
                .label(grouped(&count.to_string()))
                .colour(colour),
        );
    }
    chart.note(format!(
        "Metric: {}. The median is shown in orange.",
        Metric::Quarter.name()
    ));
    chart.to_scene()
}
