//! What the page says about a die tour.

use maud::{Markup, html};
use serde::Serialize;

use super::{figure, widget};
use crate::draw::{Bar, BarChart, Colour, FaceArt, Net};
use crate::text::grouped;
use crate::tour::draw::{board, grid};
use crate::tour::{Dice, Extreme, Options, Puzzle, Solution};
use crate::work::{Result, Work};
use num_traits::ToPrimitive;

/// Up to this many cells all tours are counted, sum by sum.
const COUNTED_UP_TO: usize = 25;

/// Beyond this many cells a board cannot be read.
const DRAWN_UP_TO: usize = 256;

/// A tour as the page steps through it.
#[derive(Serialize)]
struct TourData<'a> {
    puzzle: &'a Puzzle,
    extreme: &'a Extreme,
}

/// The die as a net, in its handedness: left, front, right, back, top, bottom.
pub(super) fn nets(puzzle: &Puzzle) -> Vec<Net> {
    let (caption, die) = match puzzle.die() {
        Dice::Only(die) => ("The die as it starts".to_owned(), die),
        Dice::Any(hand) => (format!("The die, {hand}-handed"), hand.reference()),
    };
    let (top, north, east) = (die.top(), die.north(), die.east());
    let faces = [7 - east, 7 - north, east, north, top, 7 - top].map(|face| {
        let art = FaceArt::new(Colour::WHITE);
        match puzzle.value(face).filter(|_| puzzle.has_values()) {
            Some(value) => art.letter(value.to_string()),
            None => art.pips(face),
        }
    });
    vec![Net::new(caption, faces)]
}

pub(super) fn body(puzzle: &Puzzle, work: &Work) -> Result<Markup> {
    let counted = puzzle.size() <= COUNTED_UP_TO;
    let options = Options { count: counted, distribution: counted, ..Options::default() };
    let found = puzzle.solve(&options, work)?;
    let extremes = [("largest", found.max()), ("smallest", found.min())];
    let extremes: Vec<(&str, &Extreme)> =
        extremes.into_iter().filter_map(|(name, extreme)| Some((name, extreme?))).collect();
    let shown = extremes.first().map(|(_, extreme)| &extreme.replay);
    Ok(html! {
        (summary(puzzle, &found, &extremes))
        @if puzzle.rows() * puzzle.columns() <= DRAWN_UP_TO {
            div.columns {
                (figure(&board(puzzle, shown, "The board")?, "The board with a tour of the largest sum: on each cell the face on top, and when it is visited."))
                (figure(&grid(puzzle, shown, "The graph")?.to_scene(), "The grid graph: cells that share a side are joined, and a tour is a path through all of them."))
            }
        }
        div.columns {
            @for (name, extreme) in &extremes {
                (widget("tour", &format!("Roll by roll: a tour with the {name} sum, {}", extreme.sum), &TourData { puzzle, extreme })?)
            }
        }
        @if let [_, (_, least)] = extremes[..] && puzzle.rows() * puzzle.columns() <= DRAWN_UP_TO {
            div.print-only { (figure(&board(puzzle, Some(&least.replay), "The board")?, "The board with a tour of the smallest sum.")) }
        }
        (chart(&found))
        (argument(puzzle, &extremes))
    })
}

fn summary(puzzle: &Puzzle, found: &Solution, extremes: &[(&str, &Extreme)]) -> Markup {
    html! {
        p { "The board has " (puzzle.rows()) " rows and " (puzzle.columns()) " columns, " (puzzle.size()) " cells to visit; cells count from (0, 0) in the south-west." }
        div.answer {
            @if let Some(why) = found.why() { p { "There is no tour: " (why) } }
            @for (name, extreme) in extremes {
                p {
                    "The " (name) " sum is " strong { (extreme.sum) } ": " code { (extreme.moves) } " from " (extreme.replay.tour.start)
                    @if let Some(tours) = &extreme.tours { ", one of " (grouped(tours)) }
                    "."
                }
            }
            @if let Some(tours) = found.tours() { p { "There are " strong { (grouped(tours)) } " tours." } }
        }
    }
}

fn chart(found: &Solution) -> Markup {
    let Some(distribution) = found.distribution().filter(|distribution| !distribution.is_empty())
    else {
        return html! {};
    };
    let mut chart = BarChart::new("Tours by their sum")
        .axes("sum of the faces on top", "tours")
        .size(150.0, 55.0);
    for (sum, count) in distribution {
        chart.add(
            Bar::new(sum.to_string(), count.to_f64().unwrap_or(f64::MAX)).label(grouped(count)),
        );
    }
    figure(&chart.to_scene(), "How many tours have which sum.")
}

fn argument(puzzle: &Puzzle, extremes: &[(&str, &Extreme)]) -> Markup {
    html! {
        h4 { "The argument" }
        p {
            "A roll is an odd rotation and the cells alternate like those of a chessboard, so on each cell only twelve of the 24 orientations can occur. "
            "The cells form the grid graph, and a tour is a Hamiltonian path of it; the die's orientation is a label that the path carries along."
        }
        @if !extremes.is_empty() {
            p {
                "The sums were proved extreme by a search over visited cells, head and orientation with an admissible bound, and the tours shown were replayed with the document's four rolling rules"
                @if puzzle.size() <= COUNTED_UP_TO { "; all tours were counted by an exhaustive search" }
                "."
            }
        }
    }
}
