//! What the page says about a corner cube.

use maud::{Markup, html};
use serde::Serialize;

use super::{figure, widget};
use crate::corner::graph::{Axis, Corner, Pattern};
use crate::corner::loops::{self, Difficulty};
use crate::corner::relatives::{self, Relative};
use crate::corner::solve::{Seat, seats, unsolvable_because};
use crate::corner::{CornerSet, Puzzle, check, draw, solve};
use crate::work::{Result, Work};

/// The corners in the order of building: the bottom ring, then the top ring above it.
const ORDER: [usize; 8] = [0, 1, 3, 2, 4, 5, 7, 6];

#[derive(Serialize)]
struct AssemblyData {
    pieces: Vec<String>,
    order: [usize; 8],
    seats: Vec<SeatData>,
}

#[derive(Serialize)]
struct SeatData {
    piece: usize,
    /// The half-edges along x, y and z.
    letters: [String; 3],
}

fn data(puzzle: &CornerSet, pattern: Pattern) -> AssemblyData {
    let seat = |seat: &Seat| SeatData {
        piece: seat.number,
        letters: Axis::ALL.map(|axis| pattern.half_edge(seat.corner, axis).to_string()),
    };
    let mut taken = seats(puzzle.pieces(), pattern);
    taken.sort_by_key(|seat| seat.corner.index());
    AssemblyData {
        pieces: puzzle.pieces().iter().map(ToString::to_string).collect(),
        order: ORDER,
        seats: taken.iter().map(seat).collect(),
    }
}

pub(super) fn body(puzzle: &Puzzle, work: &Work) -> Result<Markup> {
    match puzzle {
        Puzzle::Corners(set) => corners(set),
        Puzzle::Edges(set) => relative(set, work),
        Puzzle::Faces(set) => relative(set, work),
    }
}

/// A cube of edges or of sides: its pieces, how many cubes they make, and the first of them.
fn relative<R: Relative>(puzzle: &R, work: &Work) -> Result<Markup> {
    let solved = puzzle.solve(usize::MAX, work)?;
    relatives::check::packed(puzzle, &solved)?;
    let solutions = solved.assemblies.len();
    Ok(html! {
        (figure(&draw::relative_pieces(puzzle), "The pieces"))
        div.answer {
            p {
                @match solutions {
                    0 => "They make no cube; every way was tried.",
                    1 => "They make one cube, up to turning.",
                    _ => { "They make " strong { (solutions) " different cubes" } ", up to turning." }
                }
            }
        }
        @if let Some(first) = solved.assemblies.first() {
            (figure(&draw::relative_assembled(puzzle, first), "An assembly, put together and drawn apart"))
        }
    })
}

fn corners(puzzle: &CornerSet) -> Result<Markup> {
    let bag = puzzle.bag();
    let solved = solve(bag);
    check::solved(bag, &solved)?;
    let loops = loops::count(bag);
    check::loops(bag, loops)?;
    let solutions = solved.assemblies.len();
    let difficulty = Difficulty::new(solutions, loops);
    let first = solved.assemblies.first();
    Ok(html! {
        p { "The pieces, each named by its three half-edges read clockwise from outside:" }
        div.chips { @for piece in puzzle.pieces() { span.chip { (piece) } } }
        div.answer {
            @if let Some(reason) = unsolvable_because(bag, &solved) { p { "They make no cube: " (reason) } }
            @else {
                p {
                    "They make " strong { (solutions) @if solutions == 1 { " cube" } @else { " different cubes" } }
                    ", up to turning; that is " (solved.patterns) " of the 4¹² = 16,777,216 ways to cut the twelve bars of a cube."
                }
            }
            p {
                (loops) " rings of four pieces can be built"
                @if let Some(difficulty) = difficulty { ", and a cube has six, so van Kreveld's difficulty is " (difficulty) " (" (format!("{:.4}", difficulty.value())) ", the smaller the harder)" }
                "."
            }
        }
        div.columns {
            (figure(&draw::pieces(puzzle.pieces()), "The pieces: A fits D, B fits C."))
            (figure(&draw::graph(puzzle.pieces(), first.copied()).to_scene(), "The graph Q₃: a vertex for each corner, an edge for each bar, a half-edge at either end."))
        }
        @if let Some(pattern) = first {
            (widget("corner", "Piece by piece", &data(puzzle, *pattern))?)
            p.soft { "Corners are named left or right, front or back, bottom or top. Round joints are A and D, square ones B and C; the filled half goes into the open one." }
            (table(*pattern))
        }
        h4 { "The argument" }
        p {
            "The corners and bars of a cube are the graph Q₃. A way to cut its bars gives every bar a type at one end and the fitting type at the other, so each of the 4¹² patterns "
            "is a solved puzzle; the search sets piece after piece into the corners, bottom ring first, and goes back as soon as two half-edges do not fit."
        }
    })
}

fn table(pattern: Pattern) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="The assembly" {
            table {
                thead { tr { th scope="col" { "corner" } th scope="col" { "along x" } th scope="col" { "along y" } th scope="col" { "along z" } } }
                tbody {
                    @for corner in Corner::ALL {
                        tr { th scope="row" { (corner) } @for axis in Axis::ALL { td { (pattern.half_edge(corner, axis)) } } }
                    }
                }
            }
        }
    }
}
