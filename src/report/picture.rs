//! What the page says about picture cubes.

use maud::{Markup, html};
use num_traits::{One, ToPrimitive};
use serde::Serialize;

use super::{figure, pictures, widget};
use crate::draw::{Bar, BarChart, Colour, Net, Scale, Scene};
use crate::picture::order::Structure;
use crate::picture::packed_table::{PageTable, photo};
use crate::picture::{Configuration, Distances, Metric, Options, Puzzle, Solution, draw};
use crate::text::grouped;
use crate::work::{Error, Result, Work};

/// Beyond this many cubes a configuration cannot be read.
const DRAWN_UP_TO: usize = 36;

#[derive(Serialize)]
struct WidgetData {
    #[serde(flatten)]
    table: PageTable,
    start: Vec<Vec<String>>,
}

/// The nets of the cubes; other groups have none.
pub(super) fn nets(puzzle: &Puzzle) -> Result<Vec<Net>> {
    // A hundred cubes are more paper than anybody wants.
    if puzzle.rules().is_cube() && puzzle.size().cells() <= 100 {
        pictures::nets(puzzle.size())
    } else {
        Ok(Vec::new())
    }
}

pub(super) fn body(puzzle: &Puzzle, work: &Work) -> Result<Markup> {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let structure = Structure::new(rules, work)?;
    let order = structure.order(size);
    let solution = solved(puzzle, work)?;
    let reachable = solution.as_ref().is_none_or(Solution::is_solvable);
    Ok(html! {
        p {
            @if rules.is_cube() {
                (size.cells()) " cubes in " (size.rows()) " rows and " (size.columns()) " columns; a move turns all of a row up or down, or all of a column to the left or right."
            } @else {
                (size.cells()) " pieces in " (size.rows()) " rows and " (size.columns()) " columns, each in a state of the group " (rules.name()) " of order " (grouped(rules.group_order())) "; a move changes all pieces of a row, or of a column, in the same way."
            }
        }
        div.answer {
            p { "There are " strong { (grouped(order)) } " configurations that moves can reach." }
            @match &solution {
                Some(solution) => (answered(solution)),
                None => @if puzzle.cells().is_some() { p { "The given configuration was not solved for the page: it is too large." } },
            }
        }
        (drawings(puzzle, work)?)
        (playing(puzzle, reachable, work)?)
        h4 { "The argument" }
        (argument(puzzle, &structure))
    })
}

/// The solution of the configuration, if there is one and it is not too large.
fn solved(puzzle: &Puzzle, work: &Work) -> Result<Option<Solution>> {
    if puzzle.cells().is_none() {
        return Ok(None);
    }
    match puzzle.solve(&Options::default(), work) {
        Err(Error::TooLarge(_)) => Ok(None),
        solution => solution.map(Some),
    }
}

/// The moves that solve the given configuration, or why there are none.
fn answered(solution: &Solution) -> Markup {
    let moves = solution.moves();
    html! {
        @if let Some(why) = solution.why() {
            p { strong { "The given configuration is not among them: " } (why) "." }
        } @else if moves.is_empty() {
            p { "The given configuration is solved." }
        } @else {
            p {
                "The given configuration is solved by " strong { (moves.len()) " moves" }
                @if solution.is_optimal() { ", and by no fewer" } ": " code { (moves) }
            }
        }
    }
}

fn argument(puzzle: &Puzzle, structure: &Structure) -> Markup {
    let single = structure.n();
    html! {
        p { "The configurations form a group, the moves generate it, and the puzzle is walking in its Cayley graph. " (structure.theorem().statement()) "." }
        @if puzzle.rules().is_cube() {
            p {
                "A row move followed by a column move and both undone touches one cube only, "
                "so every even rotation of a single cube can be made alone; the rest are signs of rows and columns. Half turns about the axes make a normal subgroup, and on each of its cosets a move only "
                "adds a constant: that turns the search into arithmetic on bits."
            }
        } @else if single.is_one() {
            p { "Moves of rows and of columns commute here, so it does not matter in which order they are made: what counts is how often each line is moved." }
        } @else {
            p { "A row move followed by a column move and both undone touches one piece only; in this way every piece can be given each of " (grouped(single)) " states alone." }
        }
    }
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

/// Cubes to turn and the chart, where the table is small; the quarter-turn metric.
fn playing(puzzle: &Puzzle, playable: bool, work: &Work) -> Result<Markup> {
    let size = puzzle.size();
    if !puzzle.rules().is_cube() || !PageTable::is_small(size, work)? {
        return Ok(html! {
            p.soft { "The page holds the table of all distances only for few cubes; `cubegraph picture distances` and `cubegraph picture solve` answer for this one." }
        });
    }
    let table = PageTable::new(size, work)?;
    let quarter = Puzzle::new(size, puzzle.rules().clone()).with_metric(Metric::Quarter)?;
    let distances = quarter.distances(&Options::default(), work)?;
    let start =
        puzzle.configuration().filter(|_| playable).unwrap_or_else(|| Configuration::solved(size));
    let chart = chart(&distances, &size.to_string());
    let places = table.table_size();
    let data = WidgetData { table, start: photo(&start) };
    Ok(html! {
        div.answer {
            p {
                "No configuration needs more than " strong { (distances.diameter()) } " quarter turns, "
                (grouped(distances.antipodes())) " need that many, and the average is " (format!("{:.2}", distances.average())) "."
            }
        }
        (widget("picture", "Turn rows and columns; the distance is exact", &data)?)
        p.soft {
            "Every picture is complete when all cubes show it the same way up; the sun is the solution. The letter in the corner names the picture. "
            "The exact distance of each of the " (grouped(distances.order())) " configurations is in this page, as a table of " (grouped(places))
            " classes under permuted rows and columns and flips."
        }
        (figure(&chart, &format!("Distances from the solution, quarter turns. Median {}.", distances.median())))
    })
}

fn chart(distances: &Distances, size: &str) -> Scene {
    let mut chart = BarChart::new(format!("Configurations of the {size} picture cube by distance"))
        .axes("quarter turns from the solution", "configurations")
        .scale(Scale::Log);
    for (distance, count) in distances.counts().iter().enumerate() {
        let colour = if distance == distances.median() { Colour::ORANGE } else { Colour::BLUE };
        let height = count.to_f64().unwrap_or(f64::MAX);
        chart.add(Bar::new(distance.to_string(), height).label(grouped(count)).colour(colour));
    }
    chart.note(format!("Metric: {}. The median is shown in orange.", Metric::Quarter.name()));
    chart.to_scene()
}
