//! What the page says about a set of cubes.

use maud::{Markup, html};
use petgraph::graph::NodeIndex;
use serde::Serialize;

use super::{drawing, figure, folded, widget};
use crate::cube::Face;
use crate::draw::{Colour as Paint, Dash, Edge, FaceArt, Net, PlacedGraph, Scene, Stroke, Vertex};
use crate::insanity::{Axis, Colour, Counts, Options, Puzzle, Solution, Tower, draw};
use crate::text::{counted, grouped};
use crate::work::{Result, Work};

/// Beyond this many cubes neither nets nor graph can be read.
const DRAWN_UP_TO: usize = 60;

/// Up to this many cubes the argument is written out and the smallest obstacle is named.
const EXPLAINED_UP_TO: usize = 12;

/// How a colour is shown: its paint, and a letter for those who cannot tell paints apart.
#[derive(Clone, Serialize)]
struct Shown {
    name: String,
    letter: String,
    paint: String,
    ink: String,
}

/// A tower as the page turns it: for every cube the colours left, front, right, back, top, bottom.
#[derive(Serialize)]
struct TowerData {
    colours: Vec<Shown>,
    cubes: Vec<[usize; 6]>,
}

/// The shortest beginnings of the names that tell them apart, in capitals.
fn letters(names: &[&str]) -> Vec<String> {
    let begins =
        |name: &str, length: usize| name.chars().take(length).collect::<String>().to_uppercase();
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(1);
    (1..=longest)
        .map(|length| names.iter().map(|name| begins(name, length)).collect::<Vec<String>>())
        .find(|letters| {
            let different: std::collections::BTreeSet<&String> = letters.iter().collect();
            different.len() == letters.len()
        })
        .unwrap_or_else(|| names.iter().map(ToString::to_string).collect())
}

/// All colours of a puzzle, by index.
fn colours(puzzle: &Puzzle) -> Vec<(Shown, Paint)> {
    let names: Vec<&str> = puzzle.colours().map(Colour::name).collect();
    names
        .iter()
        .zip(letters(&names))
        .zip(draw::paints(puzzle))
        .map(|((name, letter), paint)| {
            let shown = Shown {
                name: (*name).to_owned(),
                letter,
                paint: paint.to_string(),
                ink: paint.text_on().to_string(),
            };
            (shown, paint)
        })
        .collect()
}

/// The nets of the cubes as they were given.
pub(super) fn nets(puzzle: &Puzzle) -> Vec<Net> {
    let colours = colours(puzzle);
    if puzzle.cubes().len() > DRAWN_UP_TO {
        return Vec::new();
    }
    (1..)
        .zip(puzzle.cubes())
        .map(|(number, cube)| {
            let faces = cube.faces().map(|colour| {
                let (shown, paint) = &colours[colour.index()];
                FaceArt::new(*paint).letter(shown.letter.clone())
            });
            Net::new(format!("Cube {number}"), faces)
        })
        .collect()
}

pub(super) fn body(puzzle: &Puzzle, work: &Work) -> Result<Markup> {
    let solution = puzzle.solve(&Options::default(), work)?;
    let nets = nets(puzzle);
    let columns = if nets.len() <= 4 { 2 } else { 4 };
    let tower = solution.towers().first();
    let explained = match puzzle.cubes().len() {
        ..=EXPLAINED_UP_TO => puzzle.explain(&solution, work)?,
        _ => String::new(),
    };
    let obstacle = obstacle(puzzle, &solution, work)?;
    Ok(html! {
        p { (puzzle.cubes().len()) " cubes, " (puzzle.colours().len()) " colours. \
            " (puzzle.rule().sentence()) }
        (summary(puzzle, &solution, &obstacle))
        @if !nets.is_empty() {
            div.columns {
                (figure(&Net::overview("The cubes", &nets, 9.0, columns), "The cubes as nets: top, \
                    then left, front, right, back, then bottom. Where a source gives only pairs of \
                    opposite faces, one of the two mirror images is shown."))
                (figure(&graph(puzzle, tower, Shows::Both), "The colour graph: a vertex for each \
                    colour, three edges for each cube, one for each pair of opposite faces; beads \
                    carry the number of the cube."))
            }
        }
        @if let Some(tower) = tower {
            @if !nets.is_empty() { (factors(puzzle, tower)) }
            (widget("tower", "The tower, from all sides", &data(puzzle, tower))?)
            @if !nets.is_empty() {
                div.print-only { (figure(&draw::tower(puzzle, tower), "The tower.")) }
            }
        }
        (argument(solution.is_solvable()))
        (folded("The argument for these cubes, step by step", &explained))
    })
}

/// Which cubes are to blame where there is no tower, in a sentence.
fn obstacle(puzzle: &Puzzle, solution: &Solution, work: &Work) -> Result<String> {
    if solution.is_solvable() || puzzle.cubes().len() > EXPLAINED_UP_TO {
        return Ok(String::new());
    }
    Ok(puzzle.obstacle(work)?.map_or(String::new(), |found| {
        let numbers: Vec<String> = found.cubes().iter().map(|c| (c + 1).to_string()).collect();
        let smallest = counted(found.at_least() - 1, "cube");
        format!(
            "The smallest obstacle: already cubes {} cannot be stacked without a colour twice on a \
             side; any {smallest} can.",
            numbers.join(", ")
        )
    }))
}

fn summary(puzzle: &Puzzle, solution: &Solution, obstacle: &str) -> Markup {
    html! {
        div.answer {
            @match solution.why() {
                None => p { strong { "There is a tower." } },
                Some(why) => p { strong { "There is no tower: " } (why) ". Method: \
                    " (solution.method().name()) " (" (solution.reason()) ")." },
            }
            @if !obstacle.is_empty() { p { (obstacle) } }
            @if let Some(counts) = solution.counts() { (table_of(counts)) }
            @if puzzle.cubes().len() > DRAWN_UP_TO { p { "The set is too large to be drawn." } }
        }
    }
}

fn table_of(counts: &Counts) -> Markup {
    let number = |count: &num_bigint::BigUint| grouped(count);
    html! {
        ul {
            @if let Some(factors) = &counts.factors { li { "labelled 2-factors: \
                " (number(factors)) } }
            li { "edge-disjoint pairs of them: " (number(&counts.pairs)) }
            li { "principal solutions, one of each eight that differ by turning the whole tower: \
                " (number(&counts.principal)) }
            li { "towers that look different: " (number(&counts.patterns)) }
        }
    }
}

fn data(puzzle: &Puzzle, tower: &Tower) -> TowerData {
    TowerData {
        colours: colours(puzzle).into_iter().map(|(shown, _)| shown).collect(),
        cubes: (0..puzzle.cubes().len())
            .map(|cube| tower.faces(cube).map(NodeIndex::index))
            .collect(),
    }
}

/// What a drawing of the colour graph brings out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shows {
    Nothing,
    FrontBack,
    LeftRight,
    Both,
}

impl Shows {
    const fn brings_out(self, axis: Axis) -> bool {
        match axis {
            Axis::FrontBack => matches!(self, Shows::FrontBack | Shows::Both),
            Axis::LeftRight => matches!(self, Shows::LeftRight | Shows::Both),
            Axis::TopBottom => false,
        }
    }
}

/// The colour graph, with the strands of a tower where there is one.
fn graph(puzzle: &Puzzle, tower: Option<&Tower>, shows: Shows) -> Scene {
    let title = match (tower, shows) {
        (None, _) | (_, Shows::Nothing) => "The colour graph",
        (_, Shows::FrontBack) => "The first factor: front and back",
        (_, Shows::LeftRight) => "The second factor: left and right",
        (_, Shows::Both) => "Two factors without a common edge",
    };
    let mut drawing = PlacedGraph::undirected(title);
    let vertices: Vec<_> = colours(puzzle)
        .into_iter()
        .map(|(shown, paint)| {
            drawing.add_vertex(Vertex::new(shown.letter).fill(paint).title(shown.name))
        })
        .collect();
    for (cube, given) in puzzle.cubes().iter().enumerate() {
        for axis in Axis::ALL {
            let [from, to] = match tower {
                Some(tower) => axis.faces().map(|face: Face| tower.faces(cube)[face.index()]),
                None => given.pair(axis),
            };
            let edge = Edge::new(vertices[from.index()], vertices[to.index()])
                .bead((cube + 1).to_string())
                .title(format!("cube {}", cube + 1));
            drawing.add_edge(if tower.is_some() && shows.brings_out(axis) {
                edge.stroke(strand(axis, Paint::nth(cube)))
            } else {
                edge
            });
        }
    }
    if tower.is_some() && shows != Shows::Nothing {
        drawing.legend(strand(Axis::FrontBack, Paint::INK), "front and back");
        drawing.legend(strand(Axis::LeftRight, Paint::INK), "left and right");
    }
    drawing.place_on_circle();
    drawing.to_scene()
}

fn strand(axis: Axis, colour: Paint) -> Stroke {
    let stroke = Stroke::new(colour, 1.5);
    if axis == Axis::LeftRight { stroke.dash(Dash::Dashed) } else { stroke }
}

/// The graph, its two factors one after the other, and both.
fn factors(puzzle: &Puzzle, tower: &Tower) -> Markup {
    let steps = [
        (Shows::Nothing, "the whole graph; every cube has three edges"),
        (
            Shows::FrontBack,
            "one edge of every cube, every colour met twice: walked along, its edges say what is \
             in front and at the back",
        ),
        (
            Shows::LeftRight,
            "another edge of every cube, again every colour met twice: left and right",
        ),
        (Shows::Both, "no edge is used twice, so both can be had at once: the tower"),
    ];
    html! {
        div.widget data-widget="steps" {
            h4 { "The two factors, one after the other" }
            @for (shows, says) in steps {
                div.step.drawing data-says=(says) { (drawing(&graph(puzzle, Some(tower), shows))) }
            }
        }
    }
}

fn argument(solvable: bool) -> Markup {
    html! {
        h4 { "The argument" }
        p {
            "Opposite faces of a cube lie opposite each other in a tower, too, so a tower gives \
             each cube one edge for front and back and another for left and right. "
            "Each of these two sets of edges takes one edge of every cube and, since a side shows \
             no colour twice, meets every colour twice at most: a 2-factor. "
            "Conversely two 2-factors without a common edge make a tower: walk round their cycles, \
             and put the colour you leave in front (or left) and the colour you reach at the back \
             (or right)."
        }
        @if !solvable { p { "Here no two such factors without a common edge exist." } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_tell_names_apart() {
        let names = |list: &[&str]| letters(list);
        assert_eq!(names(&["red", "white"]), ["R", "W"]);
        assert_eq!(names(&["blue", "black"]), ["BLU", "BLA"]);
        assert_eq!(names(&["a", "ab"]), ["A", "AB"]);
        assert_eq!(names(&[]), Vec::<String>::new());
    }
}
