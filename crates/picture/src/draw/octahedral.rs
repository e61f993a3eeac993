//! A place for every rotation of one cube, so that its Cayley graph shows its symmetry.
//!
//! After a rotation, one face is on the right and another at the back; these two name the rotation.
//! An up turn keeps the face on the right and a left turn the one at the back. So the 24 rotations
//! are the arrows that lie on the faces of a cube and point to neighbouring faces: up turns go
//! round the four arrows on a face, left turns round the four arrows that point to a face, and
//! up–left six times round a corner. The drawing is that cube seen through one of its faces:
//! turning it by a quarter turns the graph into itself.

use super::super::{Ball, Metric, Size, Tabled, rotation_of};
use cubegraph_core::cube::Face;
use cubegraph_draw::{Colour, Point};

pub(super) const NOTE: &str =
    "Darker: farther from e. Squares: turns of one kind; hexagons: both kinds in turn";

/// The places of all vertices of the whole graph of one cube; none for other graphs.
pub(super) fn places(tabled: &Tabled, size: Size, ball: &Ball) -> Option<Vec<Point>> {
    let place = match tabled.rules().metric()? {
        Metric::Quarter => through_a_face,
        Metric::Half => through_a_corner,
    };
    if size.cells() != 1 || !ball.is_whole() {
        return None;
    }
    (0..ball.len())
        .map(|vertex| {
            let rotation = rotation_of(tabled.group.permutation(ball.cells(vertex)[0]))?;
            let [on, towards] = [Face::Right, Face::Back].map(|face| rotation.face_at(face));
            Some(place(on, towards))
        })
        .collect()
}

/// The face in the middle is the one on the right of a cube that was not turned, and the opposite
/// one is outside; distances are chosen so that no edge meets a foreign vertex.
fn through_a_face(on: Face, towards: Face) -> Point {
    match (on, towards) {
        (Face::Right, towards) => side(towards) * 14.0,
        (Face::Left, towards) => side(towards) * 98.0,
        (on, Face::Right) => side(on) * 32.0,
        (on, Face::Left) => side(on) * 80.0,
        (on, towards) => side(on) * 52.0 + side(towards) * 17.0,
    }
}

/// With half turns, which join opposite arrows: every face is a square of its own, so that they are
/// its diagonals, and the six squares stand in a hexagon, opposite faces across. A turn by a sixth
/// of the circle turns the graph into itself; the squares are turned so that no edge meets a
/// foreign vertex.
fn through_a_corner(on: Face, towards: Face) -> Point {
    let around = |face: Face| match face {
        Face::Right => 0,
        Face::Front => 1,
        Face::Top => 2,
        Face::Left => 3,
        Face::Back => 4,
        Face::Bottom => 5,
    };
    let sixths = around(on);
    let turn = match (around(towards) + 6 - sixths) % 6 {
        2 => 26.0,
        4 => 116.0,
        5 => 206.0,
        _ => 296.0,
    };
    let place = Point::clock(0.0, 76.8) + Point::clock(turn, 23.0);
    place.turned(60.0 * f64::from(sixths))
}

/// The direction of the four faces round the middle.
fn side(face: Face) -> Point {
    match face {
        Face::Back => Point::new(0.0, -1.0),
        Face::Top => Point::new(1.0, 0.0),
        Face::Front => Point::new(0.0, 1.0),
        Face::Bottom => Point::new(-1.0, 0.0),
        Face::Left | Face::Right => Point::default(),
    }
}

/// The fill of a vertex by its distance.
pub(super) fn shade(distance: usize) -> Colour {
    match distance {
        0 => Colour::YELLOW,
        far => Colour::WHITE.mix(Colour::SKY_BLUE, (far - 1) as f64 / 4.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use petgraph::visit::EdgeRef;

    /// A turn of the picture takes vertices to vertices and edges to edges, and no edge meets a
    /// vertex that is not its end.
    #[test]
    fn the_pictures_have_the_symmetry_of_a_square_and_of_a_hexagon() {
        for (metric, degrees) in [(Metric::Quarter, 90.0), (Metric::Half, 60.0)] {
            let rules = Rules::cube(metric).unwrap();
            let size = "1x1".parse().unwrap();
            let puzzle = crate::Puzzle::new(size, rules.clone());
            let ball = puzzle.ball(None, &cubegraph_core::Work::default()).unwrap();
            let graph = ball.to_petgraph();
            let places = places(&rules.tabled().unwrap(), size, &ball).unwrap();
            let at = |point: Point| places.iter().position(|p| (*p - point).length() < 1e-6);
            let turned: Vec<usize> =
                places.iter().map(|p| at(p.turned(degrees)).unwrap()).collect();
            for edge in graph.edge_references() {
                let (from, to) = (edge.source().index(), edge.target().index());
                let image = petgraph::graph::NodeIndex::new(turned[from]);
                let back = petgraph::graph::NodeIndex::new(turned[to]);
                assert!(graph.contains_edge(image, back));
                for (vertex, place) in places.iter().enumerate() {
                    let room = place.square_to_segment(places[from], places[to]);
                    let is_end = vertex == from || vertex == to;
                    assert!(is_end || room > 6.5 * 6.5, "{from} {to} {vertex}");
                }
            }
        }
    }
}
