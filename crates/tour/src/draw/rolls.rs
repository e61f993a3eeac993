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
    let threads = Threads::new(&graph);
    // The upper left die of a cell; threads are counted to the right and upwards.
    let corner = |cell: Cell| {
        Point::new(
            cell.column as f64 * side,
            (puzzle.rows() - 1 - cell.row) as f64 * side,
        )
    };
    for cell in puzzle.cells() {
        let (least, size) = (corner(cell) - Point::new(PAD, PAD), breadth + 2.0 * PAD);
        drawing.frame(least, (size, size), format!("{},{}", cell.row, cell.column));
    }
    let ends = ends(puzzle, shown);
    let ids: Vec<VertexId> = graph
        .node_weights()
        .map(|&standing| {
            let (across, up) = threads.place(standing);
            let place = corner(standing.cell)
                + Point::new(across as f64 * PITCH, breadth - up as f64 * PITCH);
            drawing.add_vertex(vertex(standing, ends).at(place))
        })
        .collect();
    for edge in graph.edge_indices() {
        let Some((a, b)) = graph.edge_endpoints(edge) else {
            continue;
        };
        let on_tour =
            |x: Standing, y: Standing| steps.get(&(x.cell, y.cell)) == Some(&Some((x.die, y.die)));
        if on_tour(graph[a], graph[b]) {
            let thick = Stroke::new(PATH, 1.1);
            drawing.add_edge(
                Edge::new(ids[a.index()], ids[b.index()])
                    .stroke(thick)
                    .arrow(true),
            );
        } else if a < b && !on_tour(graph[b], graph[a]) {
            drawing.add_edge(
                Edge::new(ids[a.index()], ids[b.index()]).stroke(Stroke::new(Colour::QUIET, 0.2)),
            );
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
    let mut visits = replay
        .cells
        .iter()
        .zip(&replay.dice)
        .map(|(&cell, &die)| Standing { cell, die });
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
        vertex
            .outline(Stroke::new(colour, 0.7))
            .fill(colour.mix(Colour::WHITE, 0.7))
    };
    if Some(standing) == start {
        marked(vertex, START)
    } else if Some(standing) == end {
        marked(vertex.boxed(1.8 * RADIUS, 1.8 * RADIUS), END)
    } else {
        vertex.outline(Stroke::new(Colour::INK, 0.3))
    }
}

/// The threads of a roll graph: for a die rolled back to row 0, or to column 0, its rank among the
/// dice there.
struct Threads {
    upright: BTreeMap<usize, Vec<Die>>,
    level: BTreeMap<usize, Vec<Die>>,
}

impl Threads {
    fn new(graph: &DiGraph<Standing, Roll>) -> Threads {
        let mut threads = Threads {
            upright: BTreeMap::new(),
            level: BTreeMap::new(),
        };
        for &standing in graph.node_weights() {
            let (south, west) = rolled_back(standing);
            threads
                .upright
                .entry(standing.cell.column)
                .or_default()
                .push(south);
            threads
                .level
                .entry(standing.cell.row)
                .or_default()
                .push(west);
        }
        for dice in threads.upright.values_mut() {
            dice.sort_unstable_by_key(|die| (die.east(), die.north()));
            dice.dedup();
        }
        for dice in threads.level.values_mut() {
            dice.sort_unstable_by_key(|die| (die.north(), die.east()));
            dice.dedup();
        }
        threads
    }

    /// The numbers of the upright and the level thread through a standing.
    fn place(&self, standing: Standing) -> (usize, usize) {
        let (south, west) = rolled_back(standing);
        let rank = |dice: &[Die], die: Die| dice.iter().position(|&d| d == die).unwrap_or(0);
        (
            rank(&self.upright[&standing.cell.column], south),
            rank(&self.level[&standing.cell.row], west),
        )
    }
}

/// The die rolled south to row 0, and rolled west to column 0.
fn rolled_back(standing: Standing) -> (Die, Die) {
    let times =
        |roll: Roll, count: usize| roll.rotation().pow(u32::try_from(count % 4).unwrap_or(0));
    let Standing { cell, die } = standing;
    (
        die.turned(times(Roll::South, cell.row)),
        die.turned(times(Roll::West, cell.column)),
    )
}
