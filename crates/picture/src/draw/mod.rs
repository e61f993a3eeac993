//! Pictures of the puzzle: its Cayley graph or a ball of it, the quotient by the symmetries, the
//! distribution of distances, and a configuration as its cubes, coins, clocks or elements.

mod cayley;
mod cells;
mod octahedral;
mod quotient;
mod strokes;

use num_traits::ToPrimitive;

use super::{Axis, Distances, Move, Moves, Puzzle, WrittenTurn};
use cubegraph_core::text::grouped;
use cubegraph_core::work::{Error, Result, Work};
use cubegraph_draw::{
    Bar, BarChart, Colour, PlacedGraph, Point, Scale, Scene, Shape, Stroke, Text, text_width,
};

use cells::{Cells, SIDE as CUBE};

pub use cayley::cayley;
pub use quotient::quotient;

/// More vertices than this do not fit a slide.
const MOST_VERTICES: usize = 400;
/// Rings by distance, as far out as the vertices on them.
fn draw_rings(drawing: &mut PlacedGraph, distances: &[usize], places: &[Point]) {
    let farthest = distances.iter().copied().max().unwrap_or(0);
    for distance in 1..=farthest {
        let on_it = (distances.iter().zip(places)).filter(|(there, _)| **there == distance);
        let radius = on_it.map(|(_, place)| place.length()).fold(0.0, f64::max);
        drawing.ring(radius, distance.to_string());
    }
}

/// The puzzle in a title: size, group and, for the cube, what a move is.
fn puzzle_in_words(puzzle: &Puzzle) -> String {
    let (size, name) = (puzzle.size(), puzzle.rules().name());
    match puzzle.rules().metric() {
        Some(metric) => format!("{size} over {name}, {metric} turns"),
        None => format!("{size} over {name}"),
    }
}

/// The solved configuration is seen at once.
fn fill(distance: usize) -> Colour {
    if distance == 0 { Colour::YELLOW } else { Colour::WHITE }
}

/// The distribution of distances as a bar chart.
pub fn chart(distances: &Distances) -> Scene {
    let what = distances.title();
    let mut chart = BarChart::new(format!("Distances from the solved configuration: {what}"))
        .axes("distance", "configurations")
        .scale(Scale::Log);
    let median = distances.median();
    for (distance, count) in distances.counts().iter().enumerate() {
        chart.add(
            Bar::new(distance.to_string(), count.to_f64().unwrap_or(f64::MAX))
                .label(grouped(count))
                .colour(if distance == median { Colour::ORANGE } else { Colour::BLUE }),
        );
    }
    chart.note(format!(
        "{} configuration{}, diameter {}, average {:.2}, median {median} (orange)",
        grouped(distances.order()),
        if distances.counts().len() == 1 { "" } else { "s" },
        distances.diameter(),
        distances.average()
    ));
    chart.to_scene()
}

/// Room round the cubes, for the numbers of rows and columns.
const MARGIN: f64 = 9.0;
/// The size of the caption.
const NOTE: f64 = 3.2;

/// More cubes than this cannot be read in a drawing.
const MOST_CUBES: usize = 10_000;

/// A configuration as one sees it from above: on every cube the piece of the picture that is on
/// top, turned as it is. Groups of two elements are coins, cyclic ones clocks; otherwise every cell
/// shows the short name of its element.
///
/// # Errors
/// [`Error::TooLarge`] if there are more cubes than anybody can read.
pub fn cubes(puzzle: &Puzzle, work: &Work) -> Result<Scene> {
    captioned(puzzle, Cells::of(puzzle.rules()).solved(), None, work)
}

/// A configuration before and after each of these moves; the line that was moved has a thick frame.
///
/// # Errors
/// As for [`cubes`]; [`Error::Invalid`] for moves that the puzzle does not have.
pub fn frames(puzzle: &Puzzle, moves: &Moves, work: &Work) -> Result<Vec<Scene>> {
    let mut frames = vec![captioned(puzzle, "before the first move", None, work)?];
    let mut now = puzzle.clone();
    for (number, step) in moves.iter().enumerate() {
        now = now.after(&std::iter::once(step.clone()).collect())?;
        let note = format!("move {} of {}: {step}", number + 1, moves.len());
        frames.push(captioned(&now, &note, Some(step), work)?);
    }
    Ok(frames)
}

fn captioned(
    puzzle: &Puzzle,
    note: &str,
    moved: Option<&Move<WrittenTurn>>,
    work: &Work,
) -> Result<Scene> {
    let size = puzzle.size();
    if size.cells() > MOST_CUBES {
        return Err(Error::too_large(format!(
            "a drawing of {} cubes cannot be read; at most {} are drawn",
            grouped(size.cells()),
            grouped(MOST_CUBES)
        )));
    }
    work.check("nothing is drawn yet")?;
    let (cells, shown) = (puzzle.cells_or_solved(), Cells::of(puzzle.rules()));
    let (width, height) = (size.columns() as f64 * (CUBE + 1.0), size.rows() as f64 * (CUBE + 1.0));
    let title = format!("{size} picture puzzle over {}", puzzle.rules().name());
    let full = width.max(text_width(note, NOTE)) + 2.0 * MARGIN;
    let (left, top) = ((full - width) / 2.0, MARGIN);
    let mut scene = Scene::new(title, full, height + 2.0 * MARGIN + 8.0);
    for (k, cell) in cells.iter().enumerate() {
        let (i, j) = (k / size.columns(), k % size.columns());
        let at = (left + j as f64 * (CUBE + 1.0), top + i as f64 * (CUBE + 1.0));
        scene.add(shown.draw(cell).moved(at).title(format!(
            "row {}, column {}: {cell}",
            i + 1,
            j + 1
        )));
    }
    for i in 0..size.rows() {
        let y = top + (i as f64 + 0.5) * (CUBE + 1.0);
        scene.add(Text::new((left - 5.0, y), (i + 1).to_string()).size(3.6).colour(Colour::INK));
    }
    for j in 0..size.columns() {
        let x = left + (j as f64 + 0.5) * (CUBE + 1.0);
        scene.add(Text::new((x, top - 5.0), (j + 1).to_string()).size(3.6).colour(Colour::INK));
    }
    if let Some(step) = moved {
        let along = step.line as f64 * (CUBE + 1.0);
        let (corner, wide, high) = match step.axis {
            Axis::Row => ((left - 0.5, top + along - 0.5), width, CUBE + 1.0),
            Axis::Column => ((left + along - 0.5, top - 0.5), CUBE + 1.0, height),
        };
        scene.add(Shape::rect(corner, wide, high).stroke(Stroke::new(Colour::VERMILION, 1.2)));
    }
    scene.add(Text::new((full / 2.0, height + top + 5.0), note).size(NOTE).colour(Colour::INK));
    Ok(scene)
}
