//! Loops: the bases a person can build, and how hard that makes a puzzle.
//!
//! A *loop* is a ring of four different pieces round one face, every edge of the ring fitting: a closed walk of four arcs in the
//! [loop graph](super::graph::loop_graph). It is counted with the turns of its pieces, and modulo the four turns of the ring. Every assembly has six.
//! Rings that look the same, because pieces repeat or are symmetric, are one loop.
//!
//! # Reference
//! van Kreveld, *A definition of difficulty*: the loops of correct solutions over all loops.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::graph::{Arc, Axis, Corner, Pattern};
use super::piece::{Bag, Piece};

/// Four arcs in the order of the ring, beginning with the least of its four turns.
pub type Loop = [Arc; 4];

/// The turned pieces of a bag by the half-edge they enter with, and how many of each kind are left.
struct Rings {
    arcs: [Vec<(Arc, usize)>; 4],
    left: Vec<usize>,
}

impl Rings {
    fn new(bag: Bag) -> Rings {
        let mut arcs: [Vec<(Arc, usize)>; 4] = Default::default();
        let mut left = Vec::with_capacity(8);
        for (kind, (piece, copies)) in bag.kinds().enumerate() {
            left.push(copies);
            for turn in piece.turns() {
                let arc = Arc { piece, turn };
                arcs[arc.enters().index()].push((arc, kind));
            }
        }
        Rings { arcs, left }
    }

    /// Calls `each` for every closed walk of four arcs with pieces of the bag, from every starting place.
    fn walk(
        &mut self,
        ring: &mut Vec<Arc>,
        each: &mut impl FnMut(Loop) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let wanted = ring.last().map(|a| a.leaves().index());
        for entry in wanted.map_or(0..4, |w| w..w + 1) {
            for i in 0..self.arcs[entry].len() {
                let (arc, kind) = self.arcs[entry][i];
                let closes = ring.len() == 3;
                if self.left[kind] == 0 || closes && arc.leaves() != ring[0].enters() {
                    continue;
                }
                if closes {
                    each([ring[0], ring[1], ring[2], arc])?;
                    continue;
                }
                self.left[kind] -= 1;
                ring.push(arc);
                let flow = self.walk(ring, each);
                ring.pop();
                self.left[kind] += 1;
                flow?;
            }
        }
        ControlFlow::Continue(())
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
///
/// # Examples
/// ```
/// # use cubegraph::corner::{Bag, Piece, loops};
/// let made: Bag = "AAD ACB ACD ADB ADD BBC BCC BDC".split(' ').map(|w| Piece::parse(w).unwrap()).collect();
/// assert_eq!(loops::count(made), 107);
/// ```
pub fn count(bag: Bag) -> usize {
    // Turns of the ring: Burnside over the rings that look the same after one, two or three steps.
    let (mut all, mut after_one, mut after_two) = (0, 0, 0);
    let _ = Rings::new(bag).walk(&mut Vec::with_capacity(4), &mut |r| {
        all += 1;
        after_two += usize::from(r[0] == r[2] && r[1] == r[3]);
        after_one += usize::from(r[0] == r[1] && r[1] == r[2] && r[2] == r[3]);
        ControlFlow::Continue(())
    });
    (all + 2 * after_one + after_two) / 4
}

/// Lists the loops of a bag in ascending order.
pub fn list(bag: Bag) -> Vec<Loop> {
    let mut loops = Vec::new();
    let _ = Rings::new(bag).walk(&mut Vec::with_capacity(4), &mut |ring| {
        if canonical(ring) == ring {
            loops.push(ring);
        }
        ControlFlow::Continue(())
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
            let turn = piece
                .turns()
                .find(|t| piece.turned(*t) == word)
                .unwrap_or_default();
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
    assemblies
        .iter()
        .flat_map(|p| of_assembly(*p))
        .collect::<FxHashSet<Loop>>()
        .len()
}

/// van Kreveld's difficulty: six loops a solution over all loops; the smaller, the harder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// Six times the number of solutions.
    pub good: usize,
    /// All loops.
    pub loops: usize,
}

impl Difficulty {
    /// The difficulty of a bag with so many solutions and loops; none without loops.
    pub fn new(solutions: usize, loops: usize) -> Option<Difficulty> {
        (loops > 0).then_some(Difficulty {
            good: 6 * solutions,
            loops,
        })
    }

    /// As a number.
    pub fn value(self) -> f64 {
        self.good as f64 / self.loops as f64
    }
}

impl PartialOrd for Difficulty {
    fn partial_cmp(&self, other: &Difficulty) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Difficulty {
    fn cmp(&self, other: &Difficulty) -> std::cmp::Ordering {
        (self.good * other.loops)
            .cmp(&(other.good * self.loops))
            .then(self.loops.cmp(&other.loops))
    }
}

impl std::fmt::Display for Difficulty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&format!("{}/{}", self.good, self.loops))
    }
}

#[cfg(test)]
mod tests {
    use super::super::solve::solve;
    use super::*;

    fn bag(words: &str) -> Bag {
        words
            .split_whitespace()
            .map(|w| Piece::parse(w).unwrap())
            .collect()
    }

    #[test]
    fn the_made_and_the_hardest_puzzle_have_107_and_122_loops() {
        for (words, loops) in [
            ("AAD ACB ACD ADB ADD BBC BCC BDC", 107),
            ("AAB AAD ABC ADD BBC BCC BDC CDD", 122),
        ] {
            assert_eq!(count(bag(words)), loops);
            let listed = list(bag(words));
            assert_eq!(listed.len(), loops);
            let six = of_assembly(solve(bag(words)).assemblies[0]);
            assert!(six.iter().all(|l| listed.contains(l)));
            assert_eq!(completable(&solve(bag(words)).assemblies), 6);
        }
    }

    #[test]
    fn rings_of_equal_pieces_are_counted_once() {
        for words in [
            "AAA AAA DDD DDD AAA AAA DDD DDD",
            "AAA DDD AAA DDD AAD AAD ADD ADD",
        ] {
            assert_eq!(count(bag(words)), list(bag(words)).len());
        }
        assert_eq!(count(bag("AAA AAA DDD DDD AAA AAA DDD DDD")), 1);
    }
}
