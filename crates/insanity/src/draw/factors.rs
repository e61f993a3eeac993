//! The two factors of a tower, every cycle as a polygon.

use std::f64::consts::PI;

use super::{description, paints, title_of};
use crate::shape::Walk;
use crate::{Colour, Edge, Puzzle, Strand, Tower};
use cubegraph_core::cube::Face;
use cubegraph_draw::{
    Colour as Ink, Dash, Edge as Line, PlacedGraph, Point, Stroke, Vertex, VertexId, layout,
    text_width,
};

/// The distance between two vertices of a polygon: a bead, an arrow head, and a margin.
const BETWEEN: f64 = 15.0;
/// The height of a loop above its vertex.
const LOOP: f64 = 16.0;
/// Between two cycles, and round all of them.
const AIR: f64 = 6.0;
/// For the name of a frame.
const HEAD: f64 = 8.0;

/// The two factors of a tower side by side, front/back on the left. Every cycle is a polygon, and
/// its arrows run from the colour in front to the colour at the back (from left to right in the
/// other factor), so that walking once round every cycle gives both sides of the tower.
pub fn factors(puzzle: &Puzzle, tower: &Tower) -> PlacedGraph {
    let mut placed = PlacedGraph::undirected(title_of(puzzle)).description(
        "The two 2-factors of the tower: the one for front and back on the left, the one for left \
         and right on the right; every cycle is a polygon.",
    );
    let sides = [
        ("front → back", Strand::FrontBack, [Face::Front, Face::Back]),
        ("left → right", Strand::LeftRight, [Face::Left, Face::Right]),
    ];
    let graph = tower.graph(puzzle.graph());
    let disc = disc(puzzle);
    let blocks = sides.map(|(.., faces)| Block::new(puzzle, tower, faces, disc));
    let height = blocks.iter().map(|block| block.height).fold(0.0, f64::max);
    let mut left = 0.0;
    for (block, (name, strand, _)) in blocks.iter().zip(sides) {
        placed.frame((left, 0.0), (block.width, height + HEAD), name);
        let shift = Point::new(left, HEAD + (height - block.height) / 2.0);
        let stroke = match strand {
            Strand::LeftRight => Stroke::new(Ink::INK, 1.1).dash(Dash::Dashed),
            _ => Stroke::new(Ink::INK, 1.3),
        };
        // One edge of every cube, in the order of the cubes.
        let edges: Vec<Edge> =
            graph.edge_weights().filter(|edge| edge.strand == Some(strand)).copied().collect();
        block.draw(&mut placed, puzzle, shift, (disc, stroke, &edges));
        left += block.width + AIR;
    }
    placed.note("Numbers: cubes. Arrows run from front to back, and from left to right.");
    placed
}

/// The radius of discs that hold the names; long names have boxes round them anyway.
fn disc(puzzle: &Puzzle) -> f64 {
    let names = puzzle.colours().map(Colour::name);
    let widest = names.map(|name| text_width(name, 3.0)).fold(0.0, f64::max);
    (widest / 2.0 + 1.0).clamp(5.0, 9.0)
}

/// A cycle, or a path where there are more colours than cubes.
struct Cycle {
    walk: Walk,
    /// Its middle in the block, and the radius of the circle its vertices are on.
    middle: Point,
    radius: f64,
}

/// The cycles of a factor, arranged in rows.
struct Block {
    cycles: Vec<Cycle>,
    width: f64,
    height: f64,
}

impl Block {
    fn new(puzzle: &Puzzle, tower: &Tower, sides: [Face; 2], disc: f64) -> Block {
        let walks = tower.walks(puzzle.colours().len(), sides);
        let of_walk = |walk: Walk| Cycle {
            radius: match walk.colours.len() {
                1 => 0.0,
                n => (disc + BETWEEN / 2.0) / (PI / n as f64).sin(),
            },
            middle: Point::default(),
            walk,
        };
        let mut cycles: Vec<Cycle> = walks.into_iter().map(of_walk).collect();
        cycles.sort_by_key(|cycle| std::cmp::Reverse(cycle.walk.colours.len()));
        let sizes: Vec<Point> = (cycles.iter().map(|cycle| extent(cycle, disc) * 2.0)).collect();
        let (corners, whole) = layout::rows(&sizes, AIR);
        for (cycle, corner) in cycles.iter_mut().zip(corners) {
            cycle.middle = corner + Point::new(AIR, AIR / 2.0) + extent(cycle, disc);
        }
        Block { cycles, width: whole.x + 2.0 * AIR, height: whole.y + 1.5 * AIR }
    }

    fn draw(
        &self,
        placed: &mut PlacedGraph,
        puzzle: &Puzzle,
        shift: Point,
        (disc, stroke, edges): (f64, Stroke, &[Edge]),
    ) {
        let paints = paints(puzzle);
        let names: Vec<&str> = puzzle.colours().map(Colour::name).collect();
        for cycle in &self.cycles {
            let vertices: Vec<VertexId> = (cycle.walk.colours.iter().enumerate())
                .map(|(place, &colour)| {
                    let vertex = Vertex::new(names[colour]).radius(disc).fill(paints[colour]);
                    placed.add_vertex(vertex.at(cycle.place(place) + shift))
                })
                .collect();
            for (cube, from, to) in cycle.walk.places() {
                let ends = [from, to].map(|end| names[cycle.walk.colours[end]]);
                let line = Line::new(vertices[from], vertices[to])
                    .bead((cube + 1).to_string())
                    .stroke(stroke)
                    .arrow(from != to)
                    .title(description(edges[cube], ends));
                let above = Point::new(0.0, -disc - LOOP / 2.0);
                placed.add_edge(if from == to {
                    line.via(cycle.place(from) + shift + above)
                } else {
                    line
                });
            }
        }
    }
}

impl Cycle {
    /// Where a vertex is.
    fn place(&self, vertex: usize) -> Point {
        let degrees = 360.0 * vertex as f64 / self.walk.colours.len() as f64;
        match self.walk.colours.len() {
            // A loop stands above its vertex.
            1 => self.middle + Point::new(0.0, LOOP / 2.0),
            // A cycle of two lies flat.
            2 => self.middle + Point::clock(degrees - 90.0, self.radius),
            _ => self.middle + Point::clock(degrees, self.radius),
        }
    }
}

/// Half the width and height of the box around a cycle.
fn extent(cycle: &Cycle, disc: f64) -> Point {
    match cycle.walk.colours.len() {
        1 => Point::new(disc.max(7.0), disc + LOOP / 2.0),
        2 => Point::new(cycle.radius + disc, disc.max(9.0)),
        _ => Point::new(cycle.radius + disc, cycle.radius + disc),
    }
}
