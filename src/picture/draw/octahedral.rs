//! A place for every rotation of one cube, so that its Cayley graph shows its symmetry.
//!
//! After a rotation, one face is on the right and another at the back; these two name the rotation.
//! An up turn keeps the face on the right and a left turn the one at the back. So the 24 rotations
//! are the arrows that lie on the faces of a cube and point to neighbouring faces: up turns go
//! round the four arrows on a face, left turns round the four arrows that point to a face, and
//! up–left six times round a corner. The drawing is that cube seen through one of its faces:
//! turning it by a quarter turns the graph into itself.

use super::super::{Ball, Metric, Size, Tabled, rotation_of};
use crate::cube::{Face, Rotation};
use crate::draw::{Colour, Point};

pub(super) const NOTE: &str =
    "Darker: farther from e. Squares: turns of one kind; hexagons: both kinds in turn";

/// The places of all vertices of the whole graph of one cube in quarter turns; none for other
/// graphs.
pub(super) fn places(tabled: &Tabled, size: Size, ball: &Ball) -> Option<Vec<Point>> {
    let is_it = tabled.rules().metric() == Some(Metric::Quarter) && size.cells() == 1;
    if !is_it || !ball.is_whole() {
        return None;
    }
    (0..ball.len())
        .map(|vertex| rotation_of(tabled.group.permutation(ball.cells(vertex)[0])).map(place))
        .collect()
}

/// The face in the middle is the one on the right of a cube that was not turned, and the opposite
/// one is outside; distances are chosen so that no edge meets a foreign vertex.
fn place(rotation: Rotation) -> Point {
    let (on, towards) = (rotation.face_at(Face::Right), rotation.face_at(Face::Back));
    match (on, towards) {
        (Face::Right, towards) => side(towards) * 14.0,
        (Face::Left, towards) => side(towards) * 98.0,
        (on, Face::Right) => side(on) * 32.0,
        (on, Face::Left) => side(on) * 80.0,
        (on, towards) => side(on) * 52.0 + side(towards) * 17.0,
    }
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
    use crate::picture::Rules;
    use petgraph::visit::EdgeRef;

    /// A quarter turn of the picture takes vertices to vertices and edges to edges, and no edge
    /// meets a vertex that is not its end.
    #[test]
    fn the_picture_has_the_symmetry_of_a_square() {
        let tabled = Rules::cube(Metric::Quarter).unwrap().tabled().unwrap();
        let size = "1x1".parse().unwrap();
        let ball = crate::picture::Puzzle::cube(1, 1)
            .unwrap()
            .ball(None, &crate::Work::default())
            .unwrap();
        let graph = ball.to_petgraph();
        let places = places(&tabled, size, &ball).unwrap();
        let at = |point: Point| places.iter().position(|p| (*p - point).length() < 1e-6);
        let turned: Vec<usize> = places
            .iter()
            .map(|p| at(p.quarter_turn()).unwrap())
            .collect();
        for edge in graph.edge_references() {
            let (from, to) = (edge.source().index(), edge.target().index());
            let image = graph.edges(petgraph::graph::NodeIndex::new(turned[from]));
            assert!(image.into_iter().any(|e| e.target().index() == turned[to]));
            let way = places[to] - places[from];
            for (vertex, place) in places.iter().enumerate() {
                if vertex != from && vertex != to {
                    let away = *place - places[from];
                    let along = (away.x * way.x + away.y * way.y) / way.length().powi(2);
                    let nearest = places[from] + way * along.clamp(0.0, 1.0);
                    assert!((*place - nearest).length() > 6.5, "{from} {to} {vertex}");
                }
            }
        }
    }
}
