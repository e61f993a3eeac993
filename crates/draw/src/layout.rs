//! Where vertices go: on a circle with few crossings, on rings by distance; parts in rows.
//!
//! All of it is deterministic: the same graph gets the same places on every run and every machine.

use std::f64::consts::TAU;

use super::point::Point;

/// Up to this many vertices the circular order has provably the fewest crossings.
pub const EXACT_UP_TO: usize = 9;
/// Beyond this many vertices no order makes a picture readable, and they stay as they come.
pub const ORDERED_UP_TO: usize = 400;

/// A cyclic order of `count` vertices whose chords cross rarely.
///
/// `edges` are pairs of vertices; loops and repetitions are welcome, and parallel edges count as
/// often as they occur.
///
/// # Returns
/// The vertices in cyclic order, vertex 0 first. Up to [`EXACT_UP_TO`] vertices no order has fewer
/// crossings, and of those that have as few it is the one with the shortest edges; beyond, the
/// order is a local optimum of moving single vertices (sifting); beyond [`ORDERED_UP_TO`] the
/// vertices stay in the order of their numbers.
///
/// # Complexity
/// At most (n−1)! partial orders, cut by the best so far, for small n; O(n³) per round of sifting
/// beyond, O(n) at last.
///
/// # Examples
/// ```
/// use cubegraph_draw::layout::{circular_order, crossings};
/// let square = [(0, 2), (2, 1), (1, 3), (3, 0)];
/// let order = circular_order(4, &square);
/// assert_eq!(order, [0, 2, 1, 3]);
/// assert_eq!(crossings(&order, &square), 0);
/// ```
///
/// # Reference
/// M. Baur and U. Brandes, *Crossing reduction in circular layouts* (2004).
pub fn circular_order(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    if count <= 3 || count > ORDERED_UP_TO {
        return (0..count).collect();
    }
    let weights = Weights::new(count, edges);
    if count <= EXACT_UP_TO {
        Exact::search(&weights)
    } else {
        let starts = [(0..count).collect(), weights.connected_order(), weights.depth_first_order()];
        let mut best: Option<((u64, u64), Vec<usize>)> = None;
        for start in starts {
            let order = canonical(sift(&weights, start));
            let cost = weights.cost(&order);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, order));
            }
        }
        best.map(|(_, order)| order).unwrap_or_default()
    }
}

/// Number of pairs of chords that cross when the vertices stand on a circle in this order.
pub fn crossings(order: &[usize], edges: &[(usize, usize)]) -> u64 {
    Weights::new(order.len(), edges).cost(order).0
}

/// How many edges join each pair of vertices; loops are left out, they cross nothing.
struct Weights {
    count: usize,
    matrix: Vec<u64>,
}

impl Weights {
    fn new(count: usize, edges: &[(usize, usize)]) -> Weights {
        let mut matrix = vec![0; count * count];
        for &(a, b) in edges {
            if a != b && a < count && b < count {
                matrix[a * count + b] += 1;
                matrix[b * count + a] += 1;
            }
        }
        Weights { count, matrix }
    }

    fn between(&self, a: usize, b: usize) -> u64 {
        self.matrix[a * self.count + b]
    }

    /// Crossings, then the sum of the lengths of all edges along the circle.
    fn cost(&self, order: &[usize]) -> (u64, u64) {
        let n = order.len();
        let mut crossings = 0;
        let mut length = 0;
        for end in 1..n {
            crossings += self.new_crossings(&order[..end], order[end]);
            for start in 0..end {
                let around = (end - start).min(n - (end - start)) as u64;
                length += self.between(order[start], order[end]) * around;
            }
        }
        (crossings, length)
    }

    /// Crossings of the edges from `last`, put at the end of `placed`, with the edges among
    /// `placed`.
    fn new_crossings(&self, placed: &[usize], last: usize) -> u64 {
        let mut total = 0;
        for (at, &other) in placed.iter().enumerate() {
            let parallel = self.between(other, last);
            if parallel > 0 {
                let over: u64 = placed[..at]
                    .iter()
                    .flat_map(|&a| placed[at + 1..].iter().map(move |&b| self.between(a, b)))
                    .sum();
                total += parallel * over;
            }
        }
        total
    }

    /// Along the edges for as long as that goes, the most parallel first: paths and cycles come out
    /// untangled.
    fn depth_first_order(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.count];
        for root in 0..self.count {
            let mut stack = vec![root];
            while let Some(vertex) = stack.pop() {
                if std::mem::replace(&mut seen[vertex], true) {
                    continue;
                }
                order.push(vertex);
                let mut next: Vec<usize> =
                    (0..self.count).filter(|&v| !seen[v] && self.between(vertex, v) > 0).collect();
                next.sort_by_key(|&v| (self.between(vertex, v), std::cmp::Reverse(v)));
                stack.extend(next);
            }
        }
        order
    }

    /// Every next vertex has as many edges as possible to those before it.
    fn connected_order(&self) -> Vec<usize> {
        let mut order = vec![0];
        let mut rest: Vec<usize> = (1..self.count).collect();
        while !rest.is_empty() {
            let inward =
                |at: usize| -> u64 { order.iter().map(|&u| self.between(u, rest[at])).sum() };
            let at =
                (0..rest.len()).max_by_key(|&at| (inward(at), std::cmp::Reverse(at))).unwrap_or(0);
            order.push(rest.remove(at));
        }
        order
    }
}

/// Branch and bound over all cyclic orders that start with vertex 0, mirror images left out.
struct Exact<'a> {
    weights: &'a Weights,
    best_cost: (u64, u64),
    best: Vec<usize>,
}

impl Exact<'_> {
    fn search(weights: &Weights) -> Vec<usize> {
        let first: Vec<usize> = (0..weights.count).collect();
        let mut search = Exact { weights, best_cost: weights.cost(&first), best: first };
        search.extend(&mut vec![0], 0);
        search.best
    }

    fn extend(&mut self, order: &mut Vec<usize>, crossings: u64) {
        let n = self.weights.count;
        if crossings > self.best_cost.0 {
            return;
        }
        if order.len() == n {
            let cost = self.weights.cost(order);
            if order[1] < order[n - 1] && cost < self.best_cost {
                self.best_cost = cost;
                self.best.clone_from(order);
            }
            return;
        }
        for next in 1..n {
            if !order.contains(&next) {
                let more = self.weights.new_crossings(order, next);
                order.push(next);
                self.extend(order, crossings + more);
                order.pop();
            }
        }
    }
}

/// Turns and mirrors an order so that vertex 0 comes first and its smaller neighbour second.
fn canonical(mut order: Vec<usize>) -> Vec<usize> {
    let zero = order.iter().position(|&v| v == 0).unwrap_or(0);
    order.rotate_left(zero);
    if order[1] > order[order.len() - 1] {
        order[1..].reverse();
    }
    order
}

/// Moves every vertex to its best place, round after round, until nothing gets better.
fn sift(weights: &Weights, mut order: Vec<usize>) -> Vec<usize> {
    const ROUNDS: usize = 12;
    for _ in 0..ROUNDS {
        let mut improved = false;
        for vertex in 0..weights.count {
            improved |= sift_one(weights, &mut order, vertex);
        }
        if !improved {
            break;
        }
    }
    order
}

/// Carries `vertex` once round the circle by exchanging it with its neighbour, and leaves it at the
/// best place.
fn sift_one(weights: &Weights, order: &mut Vec<usize>, vertex: usize) -> bool {
    let n = order.len();
    let at = order.iter().position(|&v| v == vertex).unwrap_or(0);
    order.rotate_left(at);
    // Now `vertex` is first; `others` is the circle it travels along.
    let others: Vec<usize> = order[1..].to_vec();
    let (mut change, mut best_change, mut best_place) = (0_i64, 0_i64, 0);
    for place in 1..others.len() {
        change += exchange_gain(weights, &others, place - 1, vertex);
        if change < best_change {
            best_change = change;
            best_place = place;
        }
    }
    *order = Vec::with_capacity(n);
    order.extend_from_slice(&others[..best_place]);
    order.push(vertex);
    order.extend_from_slice(&others[best_place..]);
    best_change < 0
}

/// Change of the number of crossings when `vertex` passes `others[at]`.
///
/// Only edges at the two of them are concerned: (vertex, x) and (passed, y) crossed when x came
/// before y on the rest of the circle, and cross now when y comes before x.
fn exchange_gain(weights: &Weights, others: &[usize], at: usize, vertex: usize) -> i64 {
    let passed = others[at];
    let (mut before, mut after) = (0, 0);
    let (mut seen_vertex, mut seen_passed) = (0, 0);
    for step in 1..others.len() {
        let other = others[(at + step) % others.len()];
        let (to_vertex, to_passed) =
            (weights.between(vertex, other), weights.between(passed, other));
        before += seen_vertex * to_passed;
        after += seen_passed * to_vertex;
        seen_vertex += to_vertex;
        seen_passed += to_passed;
    }
    after.cast_signed() - before.cast_signed()
}

/// Places on a circle round the origin, the first of `order` on top, clockwise; the result is
/// indexed by vertex.
pub fn circle(order: &[usize], radius: f64) -> Vec<Point> {
    let mut places = vec![Point::default(); order.len()];
    for (position, &vertex) in order.iter().enumerate() {
        places[vertex] = Point::clock(360.0 * position as f64 / order.len() as f64, radius);
    }
    places
}

/// The sets of vertices that edges join, in the order of their first vertices.
pub fn components(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut sets = petgraph::unionfind::UnionFind::new(count);
    for &(a, b) in edges {
        sets.union(a, b);
    }
    let mut parts: std::collections::BTreeMap<usize, Vec<usize>> =
        std::collections::BTreeMap::new();
    for vertex in 0..count {
        parts.entry(sets.find(vertex)).or_default().push(vertex);
    }
    let mut parts: Vec<Vec<usize>> = parts.into_values().collect();
    parts.sort();
    parts
}

/// Upper left corners of boxes of these sizes, set in rows, so that the whole is about square; and
/// the size of the whole.
pub fn rows(sizes: &[Point], gap: f64) -> (Vec<Point>, Point) {
    let widest = sizes.iter().map(|size| size.x).fold(0.0, f64::max);
    let area: f64 = sizes.iter().map(|size| (size.x + gap) * (size.y + gap)).sum();
    let room = widest.max(area.sqrt());
    let (mut at, mut row, mut whole) = (Point::default(), 0.0_f64, Point::default());
    let corners = sizes
        .iter()
        .map(|size| {
            if at.x > 0.0 && at.x + size.x > room {
                at = Point::new(0.0, at.y + row + gap);
                row = 0.0;
            }
            let corner = at;
            row = row.max(size.y);
            whole = Point::new(whole.x.max(at.x + size.x), at.y + row);
            at.x += size.x + gap;
            corner
        })
        .collect();
    (corners, whole)
}

/// Places on rings round the origin: vertex `i` on ring `distances[i]`.
///
/// Rings grow until discs of radius `half_extent(ring)` stand apart on them, and those inside until
/// rings are at least evenly spaced; a ring is turned and ordered so that vertices stand near their
/// neighbours on the ring inside. A single vertex on ring 0 stands in the middle.
pub fn rings(
    distances: &[usize],
    edges: &[(usize, usize)],
    half_extent: impl Fn(usize) -> f64,
) -> Vec<Point> {
    let radii = radii(distances, half_extent);
    let mut neighbours = vec![Vec::new(); distances.len()];
    for &(a, b) in edges {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let mut angle = vec![0.0; distances.len()];
    let mut places = vec![Point::default(); distances.len()];
    for (ring, &radius) in radii.iter().enumerate() {
        let mut members: Vec<usize> =
            (0..distances.len()).filter(|&v| distances[v] == ring).collect();
        let wish: Vec<f64> = (0..distances.len())
            .map(|v| {
                mean_angle(
                    neighbours[v]
                        .iter()
                        .filter(|&&u| distances[u] < ring)
                        .map(|&u| (angle[u], places[u])),
                )
            })
            .collect();
        members.sort_by(|&a, &b| wish[a].total_cmp(&wish[b]).then(a.cmp(&b)));
        let step = TAU / members.len().max(1) as f64;
        // The turn that brings the members nearest, on average, to their inner neighbours.
        let turn = members.iter().enumerate().map(|(i, &v)| wish[v] - i as f64 * step).sum::<f64>()
            / members.len().max(1) as f64;
        for (i, &v) in members.iter().enumerate() {
            angle[v] = (turn + i as f64 * step).rem_euclid(TAU);
            places[v] = Point::clock(angle[v].to_degrees(), radius);
        }
    }
    places
}

/// The radius of every ring.
fn radii(distances: &[usize], half_extent: impl Fn(usize) -> f64) -> Vec<f64> {
    let farthest = distances.iter().copied().max().unwrap_or(0);
    let mut radii: Vec<f64> = Vec::new();
    for ring in 0..=farthest {
        let (members, half) = (distances.iter().filter(|&&d| d == ring).count(), half_extent(ring));
        let needed = members as f64 * (2.0 * half + 2.5) / TAU;
        radii.push(match radii.last() {
            None if members <= 1 => 0.0,
            None => needed,
            Some(inner) => f64::max(needed, inner + half + half_extent(ring - 1) + 9.0),
        });
    }
    let outermost = radii[farthest];
    for (ring, radius) in radii.iter_mut().enumerate() {
        *radius = radius.max(outermost * ring as f64 / farthest.max(1) as f64);
    }
    radii
}

/// Mean direction of the inner neighbours; those in the very middle have none.
fn mean_angle(inner: impl Iterator<Item = (f64, Point)>) -> f64 {
    let sum = inner
        .filter(|(_, place)| place.length() > 1e-9)
        .map(|(angle, _)| Point::new(angle.sin(), angle.cos()))
        .fold(Point::default(), |sum, way| sum + way);
    if sum.length() < 1e-9 {
        0.0
    } else {
        // Rounded, so that equal means stay equal whatever the last digits of sin and cos are.
        (sum.x.atan2(sum.y).rem_euclid(TAU) * 1e6).round() / 1e6
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;
    use proptest::prelude::*;

    /// Counts crossings by looking at every pair of edges.
    fn crossings_one_by_one(order: &[usize], edges: &[(usize, usize)]) -> u64 {
        let place = |v: usize| order.iter().position(|&u| u == v).unwrap();
        let chords: Vec<(usize, usize)> = edges
            .iter()
            .filter(|(a, b)| a != b)
            .map(|&(a, b)| (place(a).min(place(b)), place(a).max(place(b))))
            .collect();
        chords
            .iter()
            .array_combinations()
            .filter(|[(a, b), (c, d)]| (a < c && c < b && b < d) || (c < a && a < d && d < b))
            .count() as u64
    }

    fn some_edges(count: usize) -> impl Strategy<Value = Vec<(usize, usize)>> {
        proptest::collection::vec((0..count, 0..count), 0..14)
    }

    proptest! {
        #[test]
        fn no_order_of_a_small_graph_crosses_less(edges in some_edges(6)) {
            let order = circular_order(6, &edges);
            let found = crossings_one_by_one(&order, &edges);
            prop_assert_eq!(found, crossings(&order, &edges));
            for other in (1..6).permutations(5) {
                let other: Vec<usize> = std::iter::once(0).chain(other).collect();
                prop_assert!(found <= crossings_one_by_one(&other, &edges));
            }
        }

        #[test]
        fn sifting_never_makes_an_order_worse(edges in some_edges(12)) {
            let order = circular_order(12, &edges);
            let start: Vec<usize> = (0..12).collect();
            prop_assert!(order.iter().copied().sorted().eq(0..12));
            prop_assert!(crossings_one_by_one(&order, &edges) <= crossings_one_by_one(&start, &edges));
        }

        #[test]
        fn the_change_of_an_exchange_is_the_difference_of_the_counts(edges in some_edges(7), at in 0_usize..5) {
            let weights = Weights::new(7, &edges);
            let others: Vec<usize> = (1..7).collect();
            let with_zero_at = |place: usize| {
                let mut order = others.clone();
                order.insert(place, 0);
                i64::try_from(crossings_one_by_one(&order, &edges)).unwrap()
            };
            prop_assert_eq!(exchange_gain(&weights, &others, at, 0), with_zero_at(at + 1) - with_zero_at(at));
        }
    }

    #[test]
    fn a_large_cycle_is_untangled() {
        let n = 40;
        let edges: Vec<(usize, usize)> = (0..n).map(|i| (i * 7 % n, (i + 1) * 7 % n)).collect();
        assert_eq!(crossings(&circular_order(n, &edges), &edges), 0);
    }

    #[test]
    fn boxes_in_rows_stand_apart_in_their_order() {
        let sizes: Vec<Point> = (1..20_u32)
            .map(|i| Point::new(f64::from(i * 7 % 11 + 1), f64::from(i * 5 % 13 + 1)))
            .collect();
        let (corners, whole) = rows(&sizes, 2.0);
        for (i, (&size, &corner)) in sizes.iter().zip(&corners).enumerate() {
            assert!(corner.x + size.x <= whole.x && corner.y + size.y <= whole.y);
            for (&other_size, &other) in sizes.iter().zip(&corners).take(i) {
                let beside = corner.x >= other.x + other_size.x + 2.0;
                let below = corner.y >= other.y + other_size.y + 2.0;
                assert!(beside || below, "{i}");
            }
        }
        assert_eq!(components(5, &[(3, 1), (4, 3)]), [vec![0], vec![1, 3, 4], vec![2]]);
    }

    #[test]
    fn discs_on_rings_stand_apart() {
        let distances: Vec<usize> = std::iter::once(0).chain([1; 8]).chain([2; 40]).collect();
        let edges: Vec<(usize, usize)> =
            (1..9).map(|v| (0, v)).chain((9..49).map(|v| (1 + v % 8, v))).collect();
        let places = rings(&distances, &edges, |_| 4.0);
        for [a, b] in places.iter().array_combinations() {
            assert!((*a - *b).length() > 8.0);
        }
    }
}
