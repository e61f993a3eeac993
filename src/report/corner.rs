//! What the page says about a corner cube.

use maud::{Markup, html};

use super::{figure, folded};
use crate::corner::{Assembly, Axis, Bar, Options, Place, Placement, Puzzle, Rule, Solution, draw};
use crate::work::{Result, Work};

/// The half-edges of a corner piece along x, y and z.
fn letters(placement: &Placement) -> [String; 3] {
    let Place::Corner(corner) = placement.place() else {
        return Default::default();
    };
    Axis::ALL.map(|axis| {
        let letter = placement.letter_at(Place::Bar(Bar::at(corner, axis)));
        letter.map_or(String::new(), String::from)
    })
}

pub(super) fn body(puzzle: &Puzzle, work: &Work) -> Result<Markup> {
    let solution = puzzle.solve(&Options::default(), work)?;
    Ok(match puzzle.rule() {
        Rule::Corners => corners(puzzle, &solution),
        _ => relative(puzzle, &solution),
    })
}

/// A cube of edges or of sides: its pieces, how many cubes they make, and the first of them.
fn relative(puzzle: &Puzzle, solution: &Solution) -> Markup {
    let solutions = solution.count();
    html! {
        (figure(&draw::pieces(puzzle), "The pieces"))
        div.answer {
            p {
                @match solutions {
                    0 => "They make no cube; every way was tried.",
                    1 => "They make one cube, up to turning.",
                    _ => { "They make " strong { (solutions) " different cubes" } ", up to turning." }
                }
            }
        }
        @if let Some(first) = solution.assemblies().first() {
            (figure(&draw::cube(puzzle, first), "An assembly, put together and drawn apart"))
        }
    }
}

fn corners(puzzle: &Puzzle, solution: &Solution) -> Markup {
    let (solutions, loops) = (solution.count(), solution.loops().unwrap_or_default());
    let first = solution.assemblies().first();
    html! {
        p { "The pieces, each named by its three half-edges read clockwise from outside:" }
        div.chips { @for piece in puzzle.words() { span.chip { (piece) } } }
        div.answer {
            @if let Some(reason) = solution.why() { p { "They make no cube: " (reason) } }
            @else {
                p {
                    "They make " strong { (solutions) @if solutions == 1 { " cube" } @else { " different cubes" } }
                    ", up to turning; that is " (solution.patterns()) " of the 4¹² = 16,777,216 ways to cut the twelve bars of a cube."
                }
            }
            p {
                (loops) " rings of four pieces can be built"
                @if let Some(difficulty) = solution.difficulty() { ", and a cube has six, so van Kreveld's difficulty is " (difficulty) " (" (format!("{:.4}", difficulty.value())) ", the smaller the harder)" }
                "."
            }
        }
        div.columns {
            (figure(&draw::pieces(puzzle), "The pieces: A fits D, B fits C."))
            @if let Some(assembly) = first {
                (figure(&draw::cube(puzzle, assembly), "The cube, put together and drawn apart."))
            }
            (figure(&draw::graph(puzzle, first).to_scene(), "The graph Q₃: a vertex for each corner, an edge for each bar, a half-edge at either end."))
        }
        @if let Some(assembly) = first {
            (table(assembly))
        }
        h4 { "The argument" }
        p {
            "The corners and bars of a cube are the graph Q₃. A way to cut its bars gives every bar a type at one end and the fitting type at the other, so each of the 4¹² patterns "
            "is a solved puzzle; the search sets piece after piece into the corners, bottom ring first, and goes back as soon as two half-edges do not fit."
        }
        (folded("How the answer was found, step by step", solution.explanation()))
    }
}

fn table(assembly: &Assembly) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="The assembly" {
            table {
                thead { tr { th scope="col" { "corner" } th scope="col" { "along x" } th scope="col" { "along y" } th scope="col" { "along z" } } }
                tbody {
                    @for placement in assembly.placements() {
                        tr {
                            th scope="row" { (placement.place()) }
                            @for letter in letters(placement) { td { (letter) } }
                        }
                    }
                }
            }
        }
    }
}
