//! Places on rings, with few crossings and no edge under a foreign vertex.
//!
//! The rings of [`layout`](crate::draw::layout) put vertices near their neighbours; a Cayley graph is so regular that this leaves
//! edges hidden behind vertices. Exchanging vertices of a ring, and turning rings, as long as that helps, mends it.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::draw::{Point, layout};

/// What a crossing counts, and what an edge under a foreign vertex counts.
const CROSSING: usize = 1;
const HIDDEN: usize = 20;
/// Above so many edges the picture is a texture anyway, and nobody waits for it.
const MOST_EDGES: usize = 160;
/// Rings are turned in steps of a circle by this.
const STEPS: u32 = 48;

/// So many other beginnings are tried for a small graph.
const BEGINNINGS: usize = 40;
/// A graph with at most so many edges is small.
const SMALL: usize = 60;

/// Places for vertices on rings by distance; `half_extent` is the radius of a vertex.
///
/// # Complexity
/// Each round tries every exchange within a ring and every turn of a ring, and looks at all pairs of edges for each.
pub fn place(distances: &[usize], edges: &[(usize, usize)], half_extent: f64) -> Vec<Point> {
    // A little more room than the vertices need leaves ways for the edges between them.
    let first = layout::rings(distances, edges, half_extent * 1.25);
    if edges.len() > MOST_EDGES {
        return first;
    }
    let rings: Vec<Vec<usize>> = (1..=distances.iter().copied().max().unwrap_or(0))
        .map(|ring| {
            (0..distances.len())
                .filter(|&v| distances[v] == ring)
                .collect()
        })
        .collect();
    let room = half_extent + 1.2;
    let mut best = first.clone();
    let mut least = improve(&mut best, &rings, edges, room);
    // The seed is fixed: the picture is the same on every run.
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..if edges.len() <= SMALL { BEGINNINGS } else { 0 } {
        let mut places = first.clone();
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

/// Exchanges and turns as long as that helps; returns what is left.
fn improve(
    places: &mut [Point],
    rings: &[Vec<usize>],
    edges: &[(usize, usize)],
    room: f64,
) -> usize {
    let mut best = cost(places, edges, room);
    for _ in 0..12 {
        let before = best;
        for ring in rings {
            turn_ring(places, ring, edges, room, &mut best);
            for (k, &a) in ring.iter().enumerate() {
                for &b in &ring[k + 1..] {
                    places.swap(a, b);
                    let after = cost(places, edges, room);
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
        let after = cost(places, edges, room);
        if after < *best {
            *best = after;
            chosen = members.iter().map(|&v| places[v]).collect();
        }
    }
    for (&v, place) in members.iter().zip(chosen) {
        places[v] = place;
    }
}

fn cost(places: &[Point], edges: &[(usize, usize)], room: f64) -> usize {
    let mut total = 0;
    for (k, &(a, b)) in edges.iter().enumerate() {
        for (v, &place) in places.iter().enumerate() {
            if v != a && v != b && distance_to_segment(place, places[a], places[b]) < room {
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

fn distance_to_segment(point: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = dx * dx + dy * dy;
    let share = if length == 0.0 {
        0.0
    } else {
        (((point.x - a.x) * dx + (point.y - a.y) * dy) / length).clamp(0.0, 1.0)
    };
    (point.x - a.x - share * dx).hypot(point.y - a.y - share * dy)
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
        let edges = [
            (0, 1),
            (0, 2),
            (0, 3),
            (0, 4),
            (0, 5),
            (1, 3),
            (3, 5),
            (5, 2),
            (2, 4),
            (4, 1),
        ];
        let places = place(&distances, &edges, 5.0);
        assert_eq!(cost(&places, &edges, 6.2), 0);
    }

    #[test]
    fn places_are_the_same_on_every_run() {
        let distances = [0, 1, 1, 2, 2];
        let edges = [(0, 1), (0, 2), (1, 4), (2, 3)];
        assert_eq!(
            place(&distances, &edges, 5.0),
            place(&distances, &edges, 5.0)
        );
    }
}
