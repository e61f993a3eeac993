//! Loops: the bases a person can build, and how hard that makes a puzzle.
//!
//! A *loop* is a ring of four different pieces round one face, every edge of the ring fitting: a
//! closed walk of four arcs in the [loop graph](LoopGraph). It is counted with the turns of its
//! pieces, and modulo the four turns of the ring. Every assembly has six. Rings that look the same,
//! because pieces repeat or are symmetric, are one loop.
//!
//! # Reference
//! van Kreveld, *A definition of difficulty*: the loops of correct solutions over all loops.

use rustc_hash::FxHashSet;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::graph::{Arc, LoopGraph, loops_of};
use super::pattern::{Axis, Corner, Pattern};
use super::piece::{Bag, Piece};

/// Four arcs in the order of the ring, beginning with the least of its four turns.
pub type Loop = [Arc; 4];

/// An arc of the loop graph, and where it leads.
#[derive(Clone, Copy)]
struct Leg {
    arc: Arc,
    to: usize,
}

/// The loop graph as flat arrays, and how many of each piece are left.
struct RingWalk {
    legs: [Vec<Leg>; 4],
    left: [usize; 24],
}

impl RingWalk {
    /// Compiles the arcs of the graph by the half-edge they enter with.
    fn compile(graph: &LoopGraph, bag: Bag) -> RingWalk {
        let mut legs: [Vec<Leg>; 4] = Default::default();
        for edge in graph.raw_edges() {
            let (arc, to) = (edge.weight, edge.target().index());
            legs[edge.source().index()].push(Leg { arc, to });
        }
        let mut left = [0; 24];
        for (piece, copies) in bag.kinds() {
            left[piece.index()] = copies;
        }
        RingWalk { legs, left }
    }

    /// Calls `each` for every closed walk of four arcs with pieces of the bag, from every starting
    /// place.
    fn walk(&mut self, each: &mut impl FnMut(Loop)) {
        for start in 0..4 {
            self.extend(start, start, &mut Vec::with_capacity(4), each);
        }
    }

    fn extend(
        &mut self,
        start: usize,
        at: usize,
        ring: &mut Vec<Arc>,
        each: &mut impl FnMut(Loop),
    ) {
        for i in 0..self.legs[at].len() {
            let Leg { arc, to } = self.legs[at][i];
            let kind = arc.piece.index();
            if self.left[kind] == 0 {
                continue;
            }
            if let [a, b, c] = ring[..] {
                if to == start {
                    each([a, b, c, arc]);
                }
                continue;
            }
            self.left[kind] -= 1;
            ring.push(arc);
            self.extend(start, to, ring, each);
            ring.pop();
            self.left[kind] += 1;
        }
    }
}

/// The least of the four turns of a ring.
fn canonical(ring: Loop) -> Loop {
    let turned = |by: usize| std::array::from_fn(|i| ring[(i + by) % 4]);
    (1..4).map(turned).fold(ring, Loop::min)
}

/// Counts the loops of a bag.
///
/// # Complexity
/// A few thousand steps for eight pieces, microseconds.
pub fn count(bag: Bag) -> usize {
    // Turns of the ring: Burnside over the rings that look the same after one, two or three steps.
    let (mut all, mut after_one, mut after_two) = (0, 0, 0);
    RingWalk::compile(&loops_of(bag), bag).walk(&mut |r| {
        all += 1;
        after_two += usize::from(r[0] == r[2] && r[1] == r[3]);
        after_one += usize::from(r[0] == r[1] && r[1] == r[2] && r[2] == r[3]);
    });
    (all + 2 * after_one + after_two) / 4
}

/// Lists the loops of a bag in ascending order.
pub fn list(bag: Bag) -> Vec<Loop> {
    let mut loops = Vec::new();
    RingWalk::compile(&loops_of(bag), bag).walk(&mut |ring| {
        if canonical(ring) == ring {
            loops.push(ring);
        }
    });
    loops.sort_unstable();
    loops
}

/// The six loops of an assembly, one for each face; some are equal when pieces repeat.
pub fn of_assembly(pattern: Pattern) -> [Loop; 6] {
    std::array::from_fn(|face| {
        let normal = Axis::ALL[face / 2];
        let mut corner = Corner::ALL[if face % 2 == 0 { 0 } else { 7 }];
        canonical(std::array::from_fn(|_| {
            let [before, after, up] = around(corner, normal);
            let word = [before, after, up].map(|axis| pattern.half_edge(corner, axis));
            let piece = Piece::from_word(word);
            let turn = piece.turns().find(|t| piece.turned(*t) == word).unwrap_or_default();
            corner = corner.along(after);
            Arc { piece, turn }
        }))
    })
}

/// The bars of a corner in the order of reading, the one along `normal` last.
fn around(corner: Corner, normal: Axis) -> [Axis; 3] {
    let mut bars = corner.reading();
    while bars[2] != normal {
        bars.rotate_left(1);
    }
    bars
}

/// How many different loops occur in these assemblies: the bases that can be completed.
pub fn completable(assemblies: &[Pattern]) -> usize {
    assemblies.iter().flat_map(|p| of_assembly(*p)).collect::<FxHashSet<Loop>>().len()
}

/// van Kreveld's difficulty: six loops for each solution, over all loops; the smaller, the harder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    good: usize,
    loops: usize,
}

impl Difficulty {
    /// The difficulty of a set with these numbers of solutions and loops; a set without solutions
    /// has none.
    pub(crate) fn new(solutions: usize, loops: usize) -> Option<Difficulty> {
        (solutions > 0 && loops > 0).then_some(Difficulty { good: 6 * solutions, loops })
    }

    /// As a number.
    pub fn value(self) -> f64 {
        self.good as f64 / self.loops as f64
    }
}

impl Serialize for Difficulty {
    /// As a number and as a fraction, for the keys of an answer.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut keys = serializer.serialize_struct("Difficulty", 2)?;
        keys.serialize_field("difficulty", &self.value())?;
        keys.serialize_field("difficulty_exact", &self.to_string())?;
        keys.end()
    }
}

impl PartialOrd for Difficulty {
    fn partial_cmp(&self, other: &Difficulty) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Difficulty {
    fn cmp(&self, other: &Difficulty) -> std::cmp::Ordering {
        (self.good * other.loops).cmp(&(other.good * self.loops)).then(self.loops.cmp(&other.loops))
    }
}

impl std::fmt::Display for Difficulty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&format!("{}/{}", self.good, self.loops))
    }
}

#[cfg(test)]
mod tests {
    use super::super::solve::assemblies_of;
    use super::*;

    #[test]
    fn the_made_and_the_hardest_puzzle_have_107_and_122_loops() {
        for (words, loops) in
            [("AAD ACB ACD ADB ADD BBC BCC BDC", 107), ("AAB AAD ABC ADD BBC BCC BDC CDD", 122)]
        {
            let bag = Bag::of(words);
            assert_eq!(count(bag), loops);
            let listed = list(bag);
            assert_eq!(listed.len(), loops);
            let assemblies = assemblies_of(bag).patterns;
            let six = of_assembly(assemblies[0]);
            assert!(six.iter().all(|l| listed.contains(l)));
            assert_eq!(completable(&assemblies), 6);
        }
    }

    #[test]
    fn rings_of_equal_pieces_are_counted_once() {
        for words in ["AAA AAA DDD DDD AAA AAA DDD DDD", "AAA DDD AAA DDD AAD AAD ADD ADD"] {
            assert_eq!(count(Bag::of(words)), list(Bag::of(words)).len());
        }
        assert_eq!(count(Bag::of("AAA AAA DDD DDD AAA AAA DDD DDD")), 1);
    }
}
