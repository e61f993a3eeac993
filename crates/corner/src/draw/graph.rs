//! The graph of a corner cube or a relative, with what meets at its joints.

use super::super::assembly::Assembly;
use super::super::graph::Place;
use super::super::piece::HalfEdge;
use super::super::puzzle::Puzzle;
use super::super::rule::Rule;
use super::colour_of;
use cubegraph_draw::{Colour, Edge, PlacedGraph, Point, Stroke, Vertex};

/// Where a place is drawn: the bottom inside, the top outside, as seen from above; sides on a
/// hexagon, opposite ones across.
fn position(place: Place) -> Point {
    if let Place::Side(_) = place {
        let index = place.index();
        // Left, front, bottom, then their opposites.
        let around = (index / 2 + 3 * (index % 2)) as f64;
        let (sine, cosine) = (std::f64::consts::FRAC_PI_3 * around).sin_cos();
        return Point::new(-45.0 * cosine, 45.0 * sine);
    }
    let [x, y, z] = place.middle();
    let half = match place {
        // Three squares in one another, each turned by an eighth against the next.
        Place::Bar(_) if z == 0.0 => 30.0,
        Place::Bar(_) => f64::midpoint(85.0 + 22.0, z * (85.0 - 22.0)),
        _ => f64::midpoint(62.0 + 26.0, z * (62.0 - 26.0)),
    };
    Point::new(half * x, -half * y)
}

/// The cube graph, seen from above, the top ring outside: with an assembly every place has its
/// piece and every joint the letters that meet.
pub fn graph(puzzle: &Puzzle, assembly: Option<&Assembly>) -> PlacedGraph {
    let data = assembly.map_or_else(|| puzzle.graph().clone(), Assembly::graph);
    let (title, description) = words_of(puzzle.rule());
    let mut placed = PlacedGraph::undirected(title).description(description);
    let vertices: Vec<_> = data
        .node_weights()
        .map(|seat| {
            let label = match (&seat.piece, puzzle.rule()) {
                (None, Rule::Faces) => seat.place.to_string(),
                (None, _) => seat.place.initials(),
                // Sixteen digits do not fit.
                (Some((number, _)), Rule::Faces) => number.to_string(),
                (Some((_, word)), _) => word.clone(),
            };
            placed.add_vertex(
                Vertex::new(label)
                    .at(position(seat.place))
                    .radius(6.5)
                    .title(seat.place.to_string()),
            )
        })
        .collect();
    let stroke = Stroke::new(Colour::INK, 0.9);
    for edge in data.raw_edges() {
        let ends = [edge.source(), edge.target()];
        let [from, to] = ends.map(|end| vertices[end.index()]);
        let Some(letters) = edge.weight.letters else {
            placed.add_edge(Edge::new(from, to));
            continue;
        };
        let [one, other] = ends.map(|end| position(data[end].place));
        let (middle, way) = (one.middle(other), (other - one).unit());
        let beads: Vec<_> = letters
            .into_iter()
            .zip([-1.0, 1.0])
            .map(|(letter, side)| {
                let bead =
                    Vertex::new(letter.to_string()).at(middle + way * (side * 3.4)).radius(3.2);
                placed.add_vertex(match HalfEdge::from_letter(letter) {
                    Some(half) => bead.fill(colour_of(half)),
                    None => bead,
                })
            })
            .collect();
        placed.add_edge(Edge::new(from, beads[0]).stroke(stroke));
        placed.add_edge(Edge::new(beads[0], beads[1]).stroke(stroke));
        placed.add_edge(Edge::new(beads[1], to).stroke(stroke));
    }
    placed
}

/// The title and the description of a graph.
fn words_of(rule: Rule) -> (&'static str, &'static str) {
    match rule {
        Rule::Corners => (
            "The cube graph with half-edges",
            "Eight corners, twelve bars; on every bar the half-edge of either corner. The outer \
             square is the top of the cube, seen from above; the front is below.",
        ),
        Rule::Edges => (
            "The graph of twelve edges",
            "Twelve bars, each joined to the four that it meets in corners. The outer square is the \
             top of the cube, seen from above; the front is below.",
        ),
        Rule::Faces => (
            "The graph of six sides",
            "Six sides, each joined to the four that it meets along an edge of the cube: the \
             octahedron. Opposite sides are drawn opposite.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{EDGES, MADE, SIDES, assembled};
    use super::*;

    #[test]
    fn the_graph_shows_every_half_edge() {
        for (words, drawn, bare) in [
            (MADE, (8 + 24, 36), (8, 12)),
            (EDGES, (12 + 48, 72), (12, 24)),
            (SIDES, (6, 12), (6, 12)),
        ] {
            let (puzzle, assembly) = assembled(words);
            let with = graph(&puzzle, Some(&assembly));
            assert_eq!((with.vertex_count(), with.edge_count()), drawn, "{words}");
            let without = graph(&puzzle, None);
            assert_eq!((without.vertex_count(), without.edge_count()), bare, "{words}");
        }
    }
}
