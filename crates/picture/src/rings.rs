//! Places on rings, with few crossings and no edge under a foreign vertex.
//!
//! The rings of [`layout`](cubegraph_draw::layout) put vertices near their neighbours; a Cayley graph
//! is so regular that this leaves edges hidden behind vertices. Exchanging vertices of a ring, and
//! turning rings, as long as that helps, mends most of it; edges that are still hidden are bent,
//! and where there is no way round, the rings grow.

use std::collections::BTreeMap;

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use cubegraph_draw::{Point, layout};

/// What a crossing counts, and what an edge under a foreign vertex counts.
const CROSSING: usize = 1;
const HIDDEN: usize = 20;
/// With more edges than this the picture is a texture anyway, and nobody waits for it.
const MOST_EDGES: usize = 100;
/// Rings are turned in steps of a circle by this.
const STEPS: u32 = 48;

/// How many other starting layouts are tried for a small graph.
const BEGINNINGS: usize = 40;
/// A graph with at most this many edges is small.
const SMALL: usize = 60;

/// How much more room than they need vertices are given, from the least that leaves ways between
/// them to the most that is worth it.
const GROWTH: [f64; 3] = [1.25, 1.6, 2.0];
/// The room between a vertex and an edge that passes it.
const GAP: f64 = 1.2;
/// What edges diverge by, as a share of their length, so that they are not taken for one.
const APART: f64 = 0.12;

/// Places of vertices, and the points through which edges go round others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rings {
    pub places: Vec<Point>,
    /// For a pair of vertices, the smaller one first, the point through which their edge is bent; a
    /// straight one has none.
    pub bends: BTreeMap<(usize, usize), Point>,
}

impl From<Vec<Point>> for Rings {
    fn from(places: Vec<Point>) -> Rings {
        Rings { places, bends: BTreeMap::new() }
    }
}

/// Places for vertices on rings by distance; `half_extent` is the radius of a vertex. `edges` are
/// different pairs, the smaller vertex first.
///
/// # Complexity
/// Each round tries every exchange within a ring and every turn of a ring, and looks at all pairs
/// of edges for each.
pub fn place(distances: &[usize], edges: &[(usize, usize)], half_extent: f64) -> Rings {
    if edges.len() > MOST_EDGES {
        return layout::rings(distances, edges, |_| half_extent * GROWTH[0]).into();
    }
    let room = half_extent + GAP;
    let mut best: Option<(usize, Rings)> = None;
    for growth in GROWTH {
        let first = layout::rings(distances, edges, |_| half_extent * growth);
        let places = arranged(&first, distances, edges, room);
        let (bends, hidden) = bent(&places, edges, room);
        if best.as_ref().is_none_or(|(least, _)| hidden < *least) {
            best = Some((hidden, Rings { places, bends }));
        }
        if hidden == 0 {
            break;
        }
    }
    best.map(|(_, rings)| rings).unwrap_or_default()
}

/// The best arrangement that some beginnings lead to.
fn arranged(
    first: &[Point],
    distances: &[usize],
    edges: &[(usize, usize)],
    room: f64,
) -> Vec<Point> {
    let rings: Vec<Vec<usize>> = (1..=distances.iter().copied().max().unwrap_or(0))
        .map(|ring| (0..distances.len()).filter(|&v| distances[v] == ring).collect())
        .collect();
    let mut best = first.to_vec();
    let mut least = improve(&mut best, &rings, edges, room);
    // The seed is fixed: the picture is the same on every run.
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..beginnings(edges.len()) {
        let mut places = first.to_vec();
        for ring in &rings {
            for k in (1..ring.len()).rev() {
                places.swap(ring[k], ring[random.random_range(0..=k)]);
            }
        }
        let found = improve(&mut places, &rings, edges, room);
        if found < least {
            (best, least) = (places, found);
        }
    }
    best
}

/// Fewer for larger graphs, so that none is waited for longer than the largest small one.
fn beginnings(edges: usize) -> usize {
    let edges = edges.max(SMALL);
    BEGINNINGS * SMALL.pow(3) / edges.pow(3)
}

/// Bends for the edges that would be hidden, and how many of these have no way round.
fn bent(
    places: &[Point],
    edges: &[(usize, usize)],
    room: f64,
) -> (BTreeMap<(usize, usize), Point>, usize) {
    let mut bends: BTreeMap<(usize, usize), Point> = BTreeMap::new();
    let mut hidden = 0;
    for &(a, b) in edges {
        let is_free = |from: Point, to: Point| {
            places
                .iter()
                .enumerate()
                .all(|(v, &place)| v == a || v == b || !passes(place, from, to, room))
        };
        let (from, to) = (places[a], places[b]);
        if is_free(from, to) {
            continue;
        }
        let is_apart = |via: Point| {
            [a, b].iter().all(|&end| {
                let way = (via - places[end]).unit();
                let others = edges.iter().filter(|&&other| other != (a, b));
                others
                    .filter_map(|other| leaves(end, other, places, &bends))
                    .all(|other| (way - other).length() >= APART)
            })
        };
        let way = way_round(from, to, is_apart, is_free);
        match way.or_else(|| way_round(from, to, |_| true, is_free)) {
            Some(via) => {
                bends.insert((a, b), via);
            }
            None => hidden += 1,
        }
    }
    (bends, hidden)
}

/// The direction in which an edge leaves a vertex, if it is one of its ends.
fn leaves(
    end: usize,
    edge: &(usize, usize),
    places: &[Point],
    bends: &BTreeMap<(usize, usize), Point>,
) -> Option<Point> {
    let other = match *edge {
        (a, b) if a == end => b,
        (a, b) if b == end => a,
        _ => return None,
    };
    let next = bends.get(edge).unwrap_or(&places[other]);
    Some((*next - places[end]).unit())
}

/// The point nearest to the straight way through which a bent one is free: the parabola, and also
/// the two straight pieces that a program draws which does not know it.
fn way_round(
    from: Point,
    to: Point,
    is_apart: impl Fn(Point) -> bool,
    is_free: impl Fn(Point, Point) -> bool,
) -> Option<Point> {
    const PIECES: u32 = 24;
    let across = (to - from).unit().quarter_turn();
    let aside = (1..=20).flat_map(|step| [f64::from(step) * 2.0, f64::from(step) * -2.0]);
    let candidates = aside.flat_map(|aside| {
        [0.5, 0.4, 0.6, 0.3, 0.7].map(|share| from.towards(to, share) + across * aside)
    });
    let mut candidates =
        candidates.filter(|&via| is_free(from, via) && is_free(via, to) && is_apart(via));
    candidates.find(|&via| {
        let control = via * 2.0 - from.middle(to);
        let at = |piece: u32| {
            let t = f64::from(piece) / f64::from(PIECES);
            from.towards(control, t).towards(control.towards(to, t), t)
        };
        (0..PIECES).all(|piece| is_free(at(piece), at(piece + 1)))
    })
}

/// Exchanges and turns as long as that helps; returns what is left.
fn improve(
    places: &mut [Point],
    rings: &[Vec<usize>],
    edges: &[(usize, usize)],
    room: f64,
) -> usize {
    let mut best = cost(places, edges, room, usize::MAX);
    for _ in 0..12 {
        let before = best;
        for ring in rings {
            turn_ring(places, ring, edges, room, &mut best);
            for (k, &a) in ring.iter().enumerate() {
                for &b in &ring[k + 1..] {
                    places.swap(a, b);
                    let after = cost(places, edges, room, best);
                    if after < best {
                        best = after;
                    } else {
                        places.swap(a, b);
                    }
                }
            }
        }
        if best == before {
            break;
        }
    }
    best
}

/// Turns a ring to where it costs least.
fn turn_ring(
    places: &mut [Point],
    members: &[usize],
    edges: &[(usize, usize)],
    room: f64,
    best: &mut usize,
) {
    let original: Vec<Point> = members.iter().map(|&v| places[v]).collect();
    let mut chosen = original.clone();
    for step in 1..STEPS {
        let angle = 360.0 * f64::from(step) / f64::from(STEPS);
        for (&v, place) in members.iter().zip(&original) {
            places[v] = place.turned(angle);
        }
        let after = cost(places, edges, room, *best);
        if after < *best {
            *best = after;
            chosen = members.iter().map(|&v| places[v]).collect();
        }
    }
    for (&v, place) in members.iter().zip(chosen) {
        places[v] = place;
    }
}

/// What crossings and hidden edges cost; not counted further once it is `enough`.
fn cost(places: &[Point], edges: &[(usize, usize)], room: f64, enough: usize) -> usize {
    let mut total = 0;
    for (k, &(a, b)) in edges.iter().enumerate() {
        if total >= enough {
            break;
        }
        for (v, &place) in places.iter().enumerate() {
            if v != a && v != b && passes(place, places[a], places[b], room) {
                total += HIDDEN;
            }
        }
        for &(c, d) in &edges[k + 1..] {
            if a != c
                && a != d
                && b != c
                && b != d
                && crosses(places[a], places[b], places[c], places[d])
            {
                total += CROSSING;
            }
        }
    }
    total
}

/// Whether a segment passes a point at less than `room`.
fn passes(point: Point, a: Point, b: Point, room: f64) -> bool {
    point.square_to_segment(a, b) < room * room
}

fn crosses(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side = |p: Point, q: Point, r: Point| (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanging_vertices_removes_crossings() {
        // A cycle round the middle, with every vertex joined to the middle: it can be drawn flat.
        let distances = [0, 1, 1, 1, 1, 1];
        let edges =
            [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 3), (3, 5), (2, 5), (2, 4), (1, 4)];
        let places = place(&distances, &edges, 5.0);
        assert_eq!(cost(&places.places, &edges, 6.2, usize::MAX), 0);
        assert!(places.bends.is_empty());
    }

    #[test]
    fn an_edge_with_a_vertex_on_its_way_is_bent_round_it() {
        let places = [Point::new(-30.0, 0.0), Point::new(0.0, 1.0), Point::new(30.0, 0.0)];
        let (bends, hidden) = bent(&places, &[(0, 1), (0, 2), (1, 2)], 6.2);
        assert_eq!((bends.len(), hidden), (1, 0));
        assert!((bends[&(0, 2)] - places[1]).length() >= 6.2);
        // A wall has no way through.
        let mut wall = places.to_vec();
        wall.extend((-20..=20).map(|k| Point::new(0.0, f64::from(k) * 10.0)));
        assert_eq!(bent(&wall, &[(0, 2)], 6.2), (BTreeMap::new(), 1));
    }

    #[test]
    fn places_are_the_same_on_every_run() {
        let distances = [0, 1, 1, 2, 2];
        let edges = [(0, 1), (0, 2), (1, 4), (2, 3)];
        assert_eq!(place(&distances, &edges, 5.0), place(&distances, &edges, 5.0));
    }
}
