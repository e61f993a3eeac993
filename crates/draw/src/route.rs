//! Which way edges go: parallel ones side by side, loops into the gap, beads where they touch
//! nothing.

use std::collections::BTreeMap;

use super::curve::Cubic;
use super::graph::PlacedGraph;
use super::parts::{Edge, Vertex};
use super::point::Point;

/// Distance kept between beads, and between a bead and anything else.
pub(super) const GAP: f64 = 1.5;

/// Beyond this many edges (or edges times vertices) obstacles are no longer looked at one by one.
const MANY_EDGES: usize = 400;
const MANY_MEETINGS: usize = 400_000;

/// This many places for a bundle are compared, the nearest to straight first.
const MOST_SHIFTS: usize = 7;

/// What a bead that touches another counts, in millimetres that it lies on a line.
const TOUCHING: f64 = 100.0;

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
    let bead = edge.bead.as_ref().map_or(0.0, |bead| 2.0 * bead.radius + GAP);
    let label = if edge.label.is_some() { 7.0 } else { 0.0 };
    f64::max(bead, label).max(edge.stroke.width + 3.0)
}

/// Bends parallel edges so that they lie side by side.
fn spread(graph: &mut PlacedGraph, a: usize, b: usize, members: &[usize]) {
    let (from, to) = (graph.vertices[a].place(), graph.vertices[b].place());
    let across = (to - from).unit().quarter_turn();
    let widths: Vec<f64> = members.iter().map(|&index| breadth(&graph.edges[index])).collect();
    let total: f64 = widths.iter().sum();
    let shift = free_shift(graph, a, b, total, members);
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

/// How far a bundle must be pushed aside to miss the other vertices and, if it has several edges,
/// to have the fewest beads on other edges: a bead alone can slide along its edge, but two edges
/// side by side leave it little room.
fn free_shift(graph: &PlacedGraph, a: usize, b: usize, total: f64, members: &[usize]) -> f64 {
    if graph.edges.len() * graph.vertices.len() > MANY_MEETINGS {
        return 0.0;
    }
    let (from, to) = (graph.vertices[a].place(), graph.vertices[b].place());
    let across = (to - from).unit().quarter_turn();
    let is_free = |shift: f64| {
        let curve = Cubic::through(from, from.middle(to) + across * shift, to);
        let room = 0.6 + (total / 2.0 - 2.0).max(0.0);
        graph.vertices.iter().enumerate().all(|(v, vertex)| {
            let (wide, high) = vertex.half_extent();
            let far = || curve.distance(vertex.place()) > wide.max(high) + room;
            // A broad box is missed by lines that pass above or below it.
            let missed = || (0..=24).all(|t| vertex.distance(curve.at(f64::from(t) / 24.0)) > room);
            v == a || v == b || far() || (wide > high && missed())
        })
    };
    let tried = if members.len() > 1 && graph.edges.len() <= MANY_EDGES { MOST_SHIFTS } else { 1 };
    (0..=10)
        .flat_map(|step| [f64::from(step) * 3.0, f64::from(step) * -3.0])
        .filter(|&shift| is_free(shift))
        .take(tried)
        .min_by_key(|&shift| covered(graph, (from, to), total, members, shift))
        .unwrap_or(0.0)
}

/// How many times a bead of a bundle that is pushed aside lies on an edge of another bundle, as far
/// as that one is straight.
fn covered(
    graph: &PlacedGraph,
    (from, to): (Point, Point),
    total: f64,
    members: &[usize],
    shift: f64,
) -> usize {
    if members.len() < 2 {
        return 0;
    }
    let across = (to - from).unit().quarter_turn();
    let mut offset = shift - total / 2.0;
    let mut count = 0;
    for &index in members {
        let edge = &graph.edges[index];
        let width = breadth(edge);
        let at = from.middle(to) + across * (offset + width / 2.0);
        offset += width;
        let radius = edge.bead.as_ref().map_or(0.0, |bead| bead.radius);
        let others = graph.edges.iter().enumerate();
        count += others
            .filter(|(other, edge)| !members.contains(other) && edge.from != edge.to)
            .filter(|(_, edge)| {
                let ends = [edge.from, edge.to].map(|end| graph.vertices[end.0].place());
                Cubic::through(ends[0], ends[0].middle(ends[1]), ends[1]).distance(at) < radius
            })
            .count();
    }
    count
}

/// Sends the loops at a vertex into the widest gap between its other edges, fanned out.
fn fan(graph: &mut PlacedGraph, vertex: usize, members: &[usize]) {
    let centre = graph.vertices[vertex].place();
    let (wide, high) = graph.vertices[vertex].half_extent();
    let half = members.iter().map(|&index| breadth(&graph.edges[index]) / 2.0).fold(2.0, f64::max);
    // A bead must clear the vertex.
    let clear = wide.max(high) + 2.0 * half + 2.8;
    let (direction, gap) = widest_gap(graph, vertex, clear + half);
    let share = gap * 0.8 / members.len() as f64;
    let opening = share.min(OPENING);
    // Far enough out that neighbouring beads stand apart.
    let apart = half / (share.min(100.0) / 2.0).to_radians().sin().max(0.05);
    let reach = clear.max(apart.min(80.0));
    let step = f64::max(opening * 0.94, 2.0 * (half / reach).asin().to_degrees());
    for (position, &index) in members.iter().enumerate() {
        let turn = (position as f64 - (members.len() as f64 - 1.0) / 2.0) * step;
        graph.edges[index].via = Some(centre + direction.turned(turn) * reach);
        graph.edges[index].opening = opening;
    }
}

/// The middle of the widest gap between the edges at a vertex and the vertices within `reach`, and
/// how wide it is in degrees.
///
/// A gap nearer the outward direction is taken unless another is clearly wider.
fn widest_gap(graph: &PlacedGraph, vertex: usize, reach: f64) -> (Point, f64) {
    let outward = outward(graph, vertex);
    let base = outward.y.atan2(outward.x);
    // Angles are measured from the outward direction.
    let angle = |way: Point| (way.y.atan2(way.x) - base).to_degrees();
    let centre = graph.vertices[vertex].place();
    let edges =
        graph.edges.iter().filter(|edge| (edge.from.0 == vertex) != (edge.to.0 == vertex)).map(
            |edge| {
                let t = if edge.from.0 == vertex { 0.3 } else { 0.7 };
                (angle(whole_curve(graph, edge).at(t) - centre), 0.0)
            },
        );
    let neighbours =
        graph.vertices.iter().enumerate().filter(|(other, _)| *other != vertex).filter_map(
            |(_, other)| {
                let (way, (wide, high)) = (other.place() - centre, other.half_extent());
                let size = wide.max(high);
                (way.length() < reach + size).then(|| {
                    let half = (size / way.length().max(size)).asin().to_degrees();
                    (angle(way), half)
                })
            },
        );
    let mut widest = (0.0, 0.0);
    for (middle, width) in gaps(edges.chain(neighbours)) {
        if width > widest.1 * 1.3 {
            widest = (middle, width);
        }
    }
    (outward.turned(widest.0), widest.1)
}

/// Away from the middle of the figure the vertex belongs to.
fn outward(graph: &PlacedGraph, vertex: usize) -> Point {
    let vertices = &graph.vertices;
    let middle = vertices[vertex].middle.unwrap_or_else(|| {
        let sum =
            vertices.iter().map(Vertex::place).fold(Point::default(), |sum, place| sum + place);
        sum * (1.0 / vertices.len() as f64)
    });
    let way = vertices[vertex].place() - middle;
    if way.length() > 1e-6 { way.unit() } else { Point::new(0.0, -1.0) }
}

/// The middles and widths of the gaps that sectors (middle and half width, all in degrees) leave of
/// the full circle, those nearest to 0 first.
fn gaps(sectors: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
    let mut sectors: Vec<(f64, f64)> = sectors
        .map(|(middle, half)| {
            let start = (middle - half).rem_euclid(360.0);
            (start, start + 2.0 * half)
        })
        .collect();
    sectors.sort_by(|a, b| a.0.total_cmp(&b.0));
    let Some(last) = sectors.iter().map(|sector| sector.1).reduce(f64::max) else {
        return vec![(0.0, 360.0)];
    };
    let mut end = last - 360.0;
    let mut gaps = Vec::new();
    for (start, stop) in sectors {
        if start > end {
            gaps.push((f64::midpoint(end, start), start - end));
        }
        end = f64::max(end, stop);
    }
    let away = |&(middle, width): &(f64, f64)| {
        let middle = middle.rem_euclid(360.0);
        (middle.min(360.0 - middle) - width / 2.0).max(0.0)
    };
    gaps.sort_by(|a, b| away(a).total_cmp(&away(b)));
    gaps
}

/// Moves each bead along its edge to the first place where it touches nothing, or else to the
/// freest one.
fn slide_beads(graph: &mut PlacedGraph) {
    // Loops first: their beads cannot give way.
    let mut order: Vec<usize> =
        (0..graph.edges.len()).filter(|&index| graph.edges[index].bead.is_some()).collect();
    order.sort_by_key(|&index| graph.edges[index].from != graph.edges[index].to);
    let mut beads = Beads::new(graph);
    for index in order {
        beads.slide(index);
    }
    for (index, at) in beads.found {
        graph.edges[index].bead_at = at;
    }
}

/// Beads that have their places, and what the others must keep clear of.
struct Beads<'a> {
    graph: &'a PlacedGraph,
    curves: Vec<Cubic>,
    /// Centres and radii.
    placed: Vec<(Point, f64)>,
    /// Edges and where on them their beads are.
    found: Vec<(usize, f64)>,
}

impl Beads<'_> {
    fn new(graph: &PlacedGraph) -> Beads<'_> {
        let curve = |edge| whole_curve(graph, edge);
        Beads {
            graph,
            curves: graph.edges.iter().map(curve).collect(),
            placed: Vec::new(),
            found: Vec::new(),
        }
    }

    fn slide(&mut self, index: usize) {
        const PLACES: [f64; 13] =
            [0.5, 0.45, 0.55, 0.4, 0.6, 0.36, 0.64, 0.32, 0.68, 0.28, 0.72, 0.24, 0.76];
        let edge = &self.graph.edges[index];
        let radius = edge.bead.as_ref().map_or(0.0, |bead| bead.radius);
        let room = |t: f64| self.room(index, radius, t);
        // Between those that are nearly always enough.
        let finer = (12..=38).map(|step| f64::from(step) / 50.0);
        let count = if edge.from == edge.to { 1 } else { usize::MAX };
        // Between the rims: the middle of the whole edge may lie close to a broad vertex.
        let (from, to) = self.graph.visible_part(edge);
        let middle = f64::midpoint(from, to);
        let places = PLACES.into_iter().chain(finer).take(count);
        let places = places.map(|p| from + (to - from) * p);
        let best = places.clone().find(|&t| room(t) >= GAP * 0.4).or_else(|| {
            places.max_by(|&s, &t| {
                (room(s) * 100.0)
                    .round()
                    .total_cmp(&(room(t) * 100.0).round())
                    .then((t - middle).abs().total_cmp(&(s - middle).abs()))
            })
        });
        if let Some(t) = best {
            self.placed.push((self.curves[index].at(t), radius));
            self.found.push((index, t));
        }
    }

    /// How far a bead at `t` would be from the nearest thing that is not its edge.
    fn room(&self, index: usize, radius: f64, t: f64) -> f64 {
        let at = self.curves[index].at(t);
        let beads = self.placed.iter().map(|(other, size)| (at - *other).length() - size - radius);
        let vertices = self.graph.vertices.iter();
        let vertices = vertices.map(|vertex| vertex.distance(at) - radius);
        let edges = &self.graph.edges;
        let lines = self
            .curves
            .iter()
            .zip(edges)
            .enumerate()
            .filter(|(other, _)| edges.len() <= MANY_EDGES && *other != index)
            .map(|(_, (curve, edge))| curve.distance(at) - radius - edge.stroke.width / 2.0 + 0.3);
        // A line under a bead is ugly, a bead on a bead is worse.
        match beads.chain(vertices).fold(f64::INFINITY, f64::min) {
            near if near < GAP * 0.4 => near - TOUCHING,
            near => lines.fold(near, f64::min),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_what_sectors_leave_the_nearest_to_zero_first() {
        assert_eq!(gaps(std::iter::empty()), [(0.0, 360.0)]);
        assert_eq!(gaps([(90.0, 0.0)].into_iter()), [(-90.0, 360.0)]);
        // A sector across zero leaves the rest; two that overlap are one.
        assert_eq!(gaps([(0.0, 30.0)].into_iter()), [(180.0, 300.0)]);
        assert_eq!(
            gaps([(80.0, 10.0), (95.0, 5.0), (260.0, 10.0)].into_iter()),
            [(-10.0, 160.0), (175.0, 150.0)]
        );
    }

    #[test]
    fn a_loop_leaves_between_its_neighbours_and_away_from_the_middle() {
        let mut graph = PlacedGraph::undirected("two rings");
        for centre in [0.0, 160.0] {
            for k in 0..20 {
                let middle = Point::new(centre, 0.0);
                let place = middle + Point::clock(f64::from(k) * 18.0, 50.0);
                let vertex = graph.add_vertex(Vertex::new("v").at(place).around(middle));
                graph.add_edge(Edge::new(vertex, vertex).bead("1"));
            }
        }
        let settled = graph.settled();
        for edge in &settled.edges {
            let (vertex, peak) = (&settled.vertices[edge.from.0], edge.via.unwrap());
            let way = (vertex.place() - vertex.middle.unwrap()).unit();
            assert!(((peak - vertex.place()).unit() - way).length() < 0.01);
            for other in &settled.vertices {
                assert!(other.distance(peak) > 2.4 + 1.0);
            }
        }
    }
}
