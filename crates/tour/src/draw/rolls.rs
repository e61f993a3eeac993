//! The drawing of the roll graph.

use std::collections::BTreeMap;

use petgraph::graph::DiGraph;

use super::super::{Cell, Puzzle, Replay, Standing};
use super::{END, PATH, START, steps, values};
use cubegraph_core::cube::notation::{Die, Roll};
use cubegraph_core::work::{Error, Result};
use cubegraph_draw::{Colour, Edge, PlacedGraph, Point, Stroke, Vertex, VertexId};

/// Distance of two threads.
const PITCH: f64 = 4.2;
/// Radius of a die.
const RADIUS: f64 = 2.7;
/// Distance between the dice of a cell and its border: its name is in the corner, where no thread
/// passes.
const PAD: f64 = 6.5;
/// Distance between two cells.
const BETWEEN: f64 = 6.0;
/// The most vertices of a readable drawing.
const MOST_STANDINGS: usize = 600;

/// The roll graph: the dice (top, north, east) of every cell; an edge is a roll and the roll that
/// undoes it.
///
/// A die that rolls north and south only stays on one *thread*; every thread meets a cell in one
/// orientation. So the threads north to south can be upright lines and those west to east level
/// ones, and no line meets a vertex that is not its own.
///
/// # Errors
/// [`Error::TooLarge`] if it has more vertices than can be looked at.
pub fn rolls(puzzle: &Puzzle, shown: Option<&Replay>, title: &str) -> Result<PlacedGraph> {
    let standings = puzzle.standings();
    if standings > MOST_STANDINGS {
        return Err(Error::too_large(format!(
            "the roll graph has {standings} vertices, and a picture of more than {MOST_STANDINGS} \
             cannot be read"
        ))
        .help("write the graph as data, fix the start and the die, or choose a smaller board"));
    }
    let graph = puzzle.roll_graph();
    let mut drawing = PlacedGraph::undirected(title);
    let around = graph.node_count() / puzzle.size();
    let breadth = (around as f64 - 1.0) * PITCH;
    let side = breadth + 2.0 * PAD + BETWEEN;
    let steps = steps(puzzle, shown);
    let across = ranks(&graph, upright, |die| (die.east(), die.north()));
    let up = ranks(&graph, level, |die| (die.north(), die.east()));
    // The upper left die of a cell; threads are counted to the right and upwards.
    let corner = |cell: Cell| {
        Point::new(cell.column as f64 * side, (puzzle.rows() - 1 - cell.row) as f64 * side)
    };
    for cell in puzzle.cells() {
        let (least, size) = (corner(cell) - Point::new(PAD, PAD), breadth + 2.0 * PAD);
        drawing.frame(least, (size, size), format!("{},{}", cell.row, cell.column));
    }
    let ends = ends(puzzle, shown);
    let ids: Vec<VertexId> = graph
        .node_weights()
        .map(|&standing| {
            let (across, up) = (across(standing) as f64, up(standing) as f64);
            let place = Point::new(across * PITCH, breadth - up * PITCH);
            drawing.add_vertex(vertex(standing, ends).at(corner(standing.cell) + place))
        })
        .collect();
    for edge in graph.edge_indices() {
        let Some((a, b)) = graph.edge_endpoints(edge) else {
            continue;
        };
        let on_tour =
            |x: Standing, y: Standing| steps.get(&(x.cell, y.cell)) == Some(&Some((x.die, y.die)));
        let line = Edge::new(ids[a.index()], ids[b.index()]);
        if on_tour(graph[a], graph[b]) {
            drawing.add_edge(line.stroke(Stroke::new(PATH, 1.1)).arrow(true));
        } else if a < b && !on_tour(graph[b], graph[a]) {
            drawing.add_edge(line.stroke(Stroke::new(Colour::QUIET, 0.2)));
        }
    }
    if shown.is_some() {
        drawing.legend(Stroke::new(PATH, 1.1), "the tour");
        drawing.note("green disc: start; red square: end");
    }
    if let Some(key) = values(puzzle) {
        drawing.note(key);
    }
    drawing.note(format!(
        "every cell (row, column) with its {around} dice as top, north, east; rolls north and \
         south go upright, east and west level"
    ));
    Ok(drawing)
}

/// Where a tour starts, and where it ends unless it is closed.
fn ends(puzzle: &Puzzle, shown: Option<&Replay>) -> [Option<Standing>; 2] {
    let Some(replay) = shown else {
        return [None; 2];
    };
    let mut visits =
        replay.cells.iter().zip(&replay.dice).map(|(&cell, &die)| Standing { cell, die });
    let first = visits.next();
    let open = !puzzle.is_closed();
    [first, visits.next_back().filter(|_| open)]
}

/// A die with the faces top, north and east; the ends of a tour are marked as on the board.
fn vertex(standing: Standing, [start, end]: [Option<Standing>; 2]) -> Vertex {
    let Standing { cell, die } = standing;
    let vertex = Vertex::new(standing.orientation())
        .radius(RADIUS)
        .text_size(2.3)
        .title(format!("{cell}, die {die}"));
    // A broad rim would cover the faces, so the ends are filled as well.
    let marked = |vertex: Vertex, colour: Colour| {
        vertex.outline(Stroke::new(colour, 0.7)).fill(colour.mix(Colour::WHITE, 0.7))
    };
    if Some(standing) == start {
        marked(vertex, START)
    } else if Some(standing) == end {
        marked(vertex.boxed(1.8 * RADIUS, 1.8 * RADIUS), END)
    } else {
        vertex.outline(Stroke::new(Colour::INK, 0.3))
    }
}

/// The upright thread through a standing: its column, and the die rolled south to row 0.
fn upright(Standing { cell, die }: Standing) -> (usize, Die) {
    (cell.column, rolled(die, Roll::South, cell.row))
}

/// The level thread through a standing: its row, and the die rolled west to column 0.
fn level(Standing { cell, die }: Standing) -> (usize, Die) {
    (cell.row, rolled(die, Roll::West, cell.column))
}

fn rolled(die: Die, roll: Roll, times: usize) -> Die {
    (0..times % 4).fold(die, |die, _| die.rolled(roll))
}

/// The number of a thread among those of its column or row, which are sorted by `key`.
fn ranks(
    graph: &DiGraph<Standing, Roll>,
    thread: fn(Standing) -> (usize, Die),
    key: fn(&Die) -> (u8, u8),
) -> impl Fn(Standing) -> usize {
    let mut threads: BTreeMap<usize, Vec<Die>> = BTreeMap::new();
    for &standing in graph.node_weights() {
        let (line, die) = thread(standing);
        threads.entry(line).or_default().push(die);
    }
    for dice in threads.values_mut() {
        dice.sort_unstable_by_key(key);
        dice.dedup();
    }
    move |standing| {
        let (line, die) = thread(standing);
        threads[&line].iter().position(|&other| other == die).unwrap_or(0)
    }
}
