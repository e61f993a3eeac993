//! Which way edges go: parallel ones side by side, loops into the gap, beads where they touch nothing.

use std::collections::BTreeMap;

use super::curve::Cubic;
use super::graph::PlacedGraph;
use super::parts::{Edge, Vertex};
use super::point::Point;

/// Distance kept between beads, and between a bead and anything else.
const GAP: f64 = 1.5;

/// Beyond this many edges (or edges times vertices) obstacles are no longer looked at one by one.
const MANY_EDGES: usize = 400;
const MANY_MEETINGS: usize = 400_000;

/// Opening of a loop that has room, in degrees.
pub(super) const OPENING: f64 = 76.0;

/// The whole curve of an edge, centre to centre.
pub(super) fn whole_curve(graph: &PlacedGraph, edge: &Edge) -> Cubic {
    let from = graph.vertices[edge.from.0].place();
    let to = graph.vertices[edge.to.0].place();
    if edge.from == edge.to {
        let peak = edge.via.unwrap_or(from - Point::new(0.0, 12.0));
        return Cubic::looped(from, peak, edge.opening);
    }
    Cubic::through(from, edge.via.unwrap_or_else(|| from.middle(to)), to)
}

/// Gives every edge without a way its way, and every bead its place.
pub(super) fn route(graph: &mut PlacedGraph) {
    let mut bundles: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (index, edge) in graph.edges.iter().enumerate() {
        if edge.via.is_none() {
            let (a, b) = (edge.from.0.min(edge.to.0), edge.from.0.max(edge.to.0));
            bundles.entry((a, b)).or_default().push(index);
        }
    }
    for ((a, b), members) in &bundles {
        if a != b {
            spread(graph, *a, *b, members);
        }
    }
    // Loops last: they look for the widest gap between the other edges.
    for ((a, b), members) in &bundles {
        if a == b {
            fan(graph, *a, members);
        }
    }
    slide_beads(graph);
}

/// Room an edge needs beside its neighbour.
fn breadth(edge: &Edge) -> f64 {
    let bead = edge
        .bead
        .as_ref()
        .map_or(0.0, |bead| 2.0 * bead.radius + GAP);
    let label = if edge.label.is_some() { 7.0 } else { 0.0 };
    f64::max(bead, label).max(edge.stroke.width + 3.0)
}

/// Bends parallel edges so that they lie side by side.
fn spread(graph: &mut PlacedGraph, a: usize, b: usize, members: &[usize]) {
    let (from, to) = (graph.vertices[a].place(), graph.vertices[b].place());
    let across = (to - from).unit().quarter_turn();
    let widths: Vec<f64> = members
        .iter()
        .map(|&index| breadth(&graph.edges[index]))
        .collect();
    let total: f64 = widths.iter().sum();
    let shift = free_shift(graph, a, b, total);
    let mut offset = shift - total / 2.0;
    for (&index, width) in members.iter().zip(widths) {
        let middle = offset + width / 2.0;
        offset += width;
        // A straight edge keeps no way point, so that it is written as straight.
        if middle.abs() > 1e-9 {
            graph.edges[index].via = Some(from.middle(to) + across * middle);
        }
    }
}

/// How far a bundle must be pushed aside to miss the other vertices.
fn free_shift(graph: &PlacedGraph, a: usize, b: usize, total: f64) -> f64 {
    if graph.edges.len() * graph.vertices.len() > MANY_MEETINGS {
        return 0.0;
    }
    let (from, to) = (graph.vertices[a].place(), graph.vertices[b].place());
    let across = (to - from).unit().quarter_turn();
    let is_free = |shift: f64| {
        let curve = Cubic::through(from, from.middle(to) + across * shift, to);
        graph.vertices.iter().enumerate().all(|(v, vertex)| {
            let (wide, high) = vertex.half_extent();
            v == a
                || v == b
                || curve.distance(vertex.place())
                    > wide.max(high) + 0.6 + (total / 2.0 - 2.0).max(0.0)
        })
    };
    (0..=10)
        .flat_map(|step| [f64::from(step) * 3.0, f64::from(step) * -3.0])
        .find(|&shift| is_free(shift))
        .unwrap_or(0.0)
}

/// Sends the loops at a vertex into the widest gap between its other edges, fanned out.
fn fan(graph: &mut PlacedGraph, vertex: usize, members: &[usize]) {
    let centre = graph.vertices[vertex].place();
    let (wide, high) = graph.vertices[vertex].half_extent();
    let (direction, gap) = widest_gap(graph, vertex);
    let half = members
        .iter()
        .map(|&index| breadth(&graph.edges[index]) / 2.0)
        .fold(2.0, f64::max);
    let share = gap * 0.8 / members.len() as f64;
    let opening = share.min(OPENING);
    // Far enough out that neighbouring beads stand apart, and that a bead clears the vertex.
    let apart = half / (share.min(100.0) / 2.0).to_radians().sin().max(0.05);
    let reach = f64::max(wide.max(high) + 2.0 * half + 2.8, apart.min(80.0));
    let step = f64::max(opening * 0.94, 2.0 * (half / reach).asin().to_degrees());
    for (position, &index) in members.iter().enumerate() {
        let turn = (position as f64 - (members.len() as f64 - 1.0) / 2.0) * step;
        graph.edges[index].via = Some(centre + direction.turned(turn) * reach);
        graph.edges[index].opening = opening;
    }
}

/// The middle of the widest gap between the edges at a vertex, and how wide it is in degrees.
fn widest_gap(graph: &PlacedGraph, vertex: usize) -> (Point, f64) {
    let centre = graph.vertices[vertex].place();
    let count = graph.vertices.len() as f64;
    let middle = graph
        .vertices
        .iter()
        .map(Vertex::place)
        .fold(Point::default(), |sum, place| sum + place)
        * (1.0 / count);
    let outward = if (centre - middle).length() > 1e-6 {
        (centre - middle).unit()
    } else {
        Point::new(0.0, -1.0)
    };
    // Angles are measured from the outward direction, so that ties are broken in its favour.
    let base = outward.y.atan2(outward.x);
    let mut angles: Vec<f64> = graph
        .edges
        .iter()
        .filter(|edge| (edge.from.0 == vertex) != (edge.to.0 == vertex))
        .map(|edge| {
            let curve = whole_curve(graph, edge);
            let t = if edge.from.0 == vertex { 0.3 } else { 0.7 };
            let way = curve.at(t) - centre;
            (way.y.atan2(way.x) - base).to_degrees().rem_euclid(360.0)
        })
        .collect();
    angles.sort_by(f64::total_cmp);
    let (Some(&first), Some(&last)) = (angles.first(), angles.last()) else {
        return (outward, 360.0);
    };
    // The gap that contains the outward direction comes first.
    let (mut middle_of_gap, mut widest) =
        (f64::midpoint(last - 360.0, first), first + 360.0 - last);
    for pair in angles.windows(2) {
        if pair[1] - pair[0] > widest * 1.3 {
            widest = pair[1] - pair[0];
            middle_of_gap = f64::midpoint(pair[0], pair[1]);
        }
    }
    (outward.turned(middle_of_gap), widest)
}

/// Moves each bead along its edge to the first place where it touches nothing, or else to the freest one.
fn slide_beads(graph: &mut PlacedGraph) {
    const PLACES: [f64; 13] = [
        0.5, 0.45, 0.55, 0.4, 0.6, 0.36, 0.64, 0.32, 0.68, 0.28, 0.72, 0.24, 0.76,
    ];
    let curves: Vec<Cubic> = graph
        .edges
        .iter()
        .map(|edge| whole_curve(graph, edge))
        .collect();
    let looks_at_curves = graph.edges.len() <= MANY_EDGES;
    let mut placed: Vec<(Point, f64)> = Vec::new();
    for index in 0..graph.edges.len() {
        let edge = &graph.edges[index];
        let Some(radius) = edge.bead.as_ref().map(|bead| bead.radius) else {
            continue;
        };
        let room = |t: f64| {
            let at = curves[index].at(t);
            let beads = placed
                .iter()
                .map(|(other, size)| (at - *other).length() - size - radius);
            let vertices = graph.vertices.iter().map(|vertex| {
                let (wide, high) = vertex.half_extent();
                (at - vertex.place()).length() - wide.max(high) - radius
            });
            let lines = curves
                .iter()
                .enumerate()
                .filter(|(other, _)| looks_at_curves && *other != index)
                // A line under a bead is ugly, a bead on a bead is worse.
                .map(|(other, curve)| {
                    curve.distance(at) - radius - graph.edges[other].stroke.width / 2.0 + 0.3
                });
            beads
                .chain(vertices)
                .chain(lines)
                .fold(f64::INFINITY, f64::min)
        };
        let is_loop = edge.from == edge.to;
        let places: &[f64] = if is_loop { &PLACES[..1] } else { &PLACES };
        let best = places
            .iter()
            .copied()
            .find(|&t| room(t) >= GAP * 0.4)
            .or_else(|| {
                places.iter().copied().max_by(|&s, &t| {
                    (room(s) * 100.0)
                        .round()
                        .total_cmp(&(room(t) * 100.0).round())
                        .then((t - 0.5).abs().total_cmp(&(s - 0.5).abs()))
                })
            });
        if let Some(t) = best {
            placed.push((curves[index].at(t), radius));
            graph.edges[index].bead_at = t;
        }
    }
}
