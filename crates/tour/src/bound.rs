//! How much k more rolls can bring at most: an admissible bound from walks that forget.
//!
//! A tour never meets itself. A walk that remembers only its last m rolls can at least avoid
//! meeting itself within m + 2 consecutive cells; the best sum of such a walk of k rolls is a bound
//! for every tour with k rolls to go, and it is found by dynamic programming over (last rolls,
//! orientation).

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::Cell;
use super::tables::{Orientation, Tables};
use cubegraph_core::cube::notation::Roll;

/// The best sums of walks by number of rolls, memory and orientation.
pub(crate) struct Bound {
    /// For every memory and roll the memory afterwards; [`DEAD`] where the walk would meet itself.
    step: Vec<[u32; 4]>,
    best: Vec<Vec<i32>>,
}

/// A memory of rolls: an index into the table of walks.
pub(crate) type Memory = u32;

const DEAD: u32 = u32::MAX;

/// Far below every sum, far from overflow.
pub(crate) const HOPELESS: i32 = i32::MIN / 4;

impl Bound {
    /// No roll behind.
    pub const NOTHING: Memory = 0;

    /// Bounds for up to `rolls` rolls with a memory of `length`.
    pub fn new(tables: &Tables, rolls: usize, length: usize) -> Bound {
        let step = memories(length);
        let mut best = vec![vec![0; step.len() * 24]];
        for k in 1..=rolls {
            let before = &best[k - 1];
            let mut now = vec![HOPELESS; step.len() * 24];
            for (memory, steps) in step.iter().enumerate() {
                for orientation in 0..24 {
                    let at = memory * 24 + orientation;
                    for (roll, &to) in steps.iter().enumerate() {
                        if to != DEAD {
                            let next = usize::from(tables.next[orientation][roll]);
                            let sum = tables.value[next] + before[to as usize * 24 + next];
                            now[at] = now[at].max(sum);
                        }
                    }
                }
            }
            best.push(now);
        }
        Bound { step, best }
    }

    /// Bytes that [`Bound::new`] takes.
    pub fn bytes(rolls: usize, length: usize) -> u128 {
        // Self-avoiding walks grow less than threefold per roll.
        let walks =
            (0..length).fold(1u128, |all, k| all + 4 * 3u128.pow(u32::try_from(k).unwrap_or(0)));
        walks * 24 * 4 * (rolls as u128 + 1)
    }

    /// The memory after a roll that does not meet the path.
    pub fn after(&self, memory: Memory, roll: usize) -> Memory {
        self.step[memory as usize][roll]
    }

    /// The most that `rolls` more rolls can bring.
    pub fn most(&self, rolls: usize, memory: Memory, orientation: Orientation) -> i32 {
        self.best[rolls][memory as usize * 24 + usize::from(orientation)]
    }
}

/// The self-avoiding walks of at most `length` rolls, shortest first, with what a further roll
/// makes of them.
fn memories(length: usize) -> Vec<[u32; 4]> {
    let mut number: FxHashMap<Vec<u8>, u32> = FxHashMap::default();
    let mut queue = VecDeque::from([Vec::new()]);
    number.insert(Vec::new(), 0);
    let mut step = Vec::new();
    while let Some(walk) = queue.pop_front() {
        let mut steps = [DEAD; 4];
        for roll in 0..4u8 {
            let mut longer = walk.clone();
            longer.push(roll);
            if !avoids_itself(&longer) {
                continue;
            }
            let remembered = longer[longer.len().saturating_sub(length)..].to_vec();
            let fresh = u32::try_from(number.len()).expect("few walks");
            steps[usize::from(roll)] = *number.entry(remembered.clone()).or_insert_with(|| {
                queue.push_back(remembered);
                fresh
            });
        }
        step.push(steps);
    }
    step
}

/// Whether the last cell of a walk is new to it.
fn avoids_itself(walk: &[u8]) -> bool {
    // Far enough from the axes that no roll leads off them.
    let last = Cell::new(walk.len(), walk.len());
    let mut cell = Some(last);
    walk.iter().rev().all(|&roll| {
        let back = Roll::ALL[usize::from(roll)].back();
        cell = cell.and_then(|cell| cell.step(back));
        cell != Some(last)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memories_are_the_self_avoiding_walks() {
        // OEIS A001411: 1, 4, 12, 36, 100, 284, 780.
        assert_eq!(memories(0).len(), 1);
        assert_eq!(memories(3).len(), 1 + 4 + 12 + 36);
        assert_eq!(memories(5).len(), 1 + 4 + 12 + 36 + 100 + 284);
    }
}
