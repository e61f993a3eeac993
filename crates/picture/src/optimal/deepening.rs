//! One round of iterative deepening: is there a solution of a given length?

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::super::{Configuration, Metric, Move};
use super::Optimal;
use cubegraph_core::cube::Rotation;
use cubegraph_core::work::Work;

/// How many moves are made before the threads divide the work.
const SPLIT: usize = 2;

/// A configuration on the way, with the exact distance of every part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The configuration.
    pub configuration: Configuration,
    /// The distance of each part.
    pub bounds: Vec<u8>,
}

impl Node {
    /// A lower bound on the distance of the whole.
    pub fn bound(&self) -> usize {
        usize::from(self.bounds.iter().copied().max().unwrap_or(0))
    }
}

/// One round of the deepening.
pub struct Round<'a> {
    optimal: &'a Optimal,
    work: &'a Work,
    /// How many distances may be looked up in all, about.
    budget: Option<u64>,
    lookups: AtomicU64,
    stop: AtomicBool,
    cut: AtomicBool,
}

/// What one thread has of the round: the moves so far, and how many distances it has looked up and
/// may look up.
struct Share {
    path: Vec<Move>,
    lookups: u64,
    limit: u64,
    visited: u64,
}

/// A share of the budget may be this many times the average, for the shares differ a lot.
const UNEVEN: u64 = 4;

impl<'a> Round<'a> {
    /// A round that has not begun.
    pub fn new(optimal: &'a Optimal, budget: Option<u64>, work: &'a Work) -> Round<'a> {
        Round {
            optimal,
            work,
            budget,
            lookups: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            cut: AtomicBool::new(false),
        }
    }

    /// How many distances were looked up.
    pub fn lookups(&self) -> u64 {
        self.lookups.load(Ordering::Relaxed)
    }

    /// Whether some of the round was left out because the budget was used up.
    pub fn was_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }

    /// The first moves one after another, the rest in parallel; the first solution in the order of
    /// the moves wins, so that the answer is always the same.
    pub fn search(&self, root: &Node, depth: usize) -> Option<Vec<Move>> {
        let mut heads: Vec<(Vec<Move>, Node)> = vec![(Vec::new(), root.clone())];
        for _ in 0..SPLIT.min(depth) {
            let mut next = Vec::new();
            for (moves, node) in heads {
                if node.configuration.is_solved() {
                    return Some(moves);
                }
                for step in self.steps(moves.last().copied(), moves.iter().rev().nth(1).copied()) {
                    let left = depth - moves.len() - 1;
                    if let Some(node) = self.child(&node, step, left) {
                        next.push(([moves.as_slice(), &[step]].concat(), node));
                    }
                }
            }
            heads = next;
        }
        // Every share has a limit of its own, so that no thread depends on another.
        let limit = (self.budget)
            .map_or(u64::MAX, |budget| UNEVEN * budget / (heads.len() as u64).max(1) + 1);
        heads.into_par_iter().find_map_first(|(path, mut node)| {
            let mut share = Share { path, lookups: 0, limit, visited: 0 };
            let found = self.descend(&mut node, &mut share, depth);
            self.lookups.fetch_add(share.lookups, Ordering::Relaxed);
            found.then_some(share.path)
        })
    }

    /// The moves worth trying after the last ones: of the orders in which rows, or columns, can be
    /// turned one is enough, and turning a line back and forth, or on and on, is not.
    fn steps(
        &self,
        last: Option<Move>,
        before: Option<Move>,
    ) -> impl Iterator<Item = Move> + use<> {
        let (size, metric) = (self.optimal.size, self.optimal.metric);
        Move::all(size, metric).filter(move |&step| {
            let Some(last) = last else { return true };
            if last.axis != step.axis || last.line < step.line {
                return true;
            }
            // The same line: in quarter turns twice the same way, once, and one of the two ways is
            // enough.
            last.line == step.line
                && metric == Metric::Quarter
                && last.turn == step.turn
                && (step.turn == Rotation::UP || step.turn == Rotation::LEFT)
                && before != Some(last)
        })
    }

    /// The node after a move, or `None` if it cannot be solved in `left` moves.
    pub fn child(&self, node: &Node, step: Move, left: usize) -> Option<Node> {
        let mut child = node.clone();
        child.configuration.turn(step);
        self.update(&node.bounds, &mut child, step, left, &mut 0).then_some(child)
    }

    /// Brings the bounds up to date after a move; says whether `left` moves may do.
    fn update(
        &self,
        before: &[u8],
        node: &mut Node,
        step: Move,
        left: usize,
        lookups: &mut u64,
    ) -> bool {
        // The parts that may be too far now come first: most children end here.
        for may_be_too_far in [true, false] {
            for (number, part) in self.optimal.parts.iter().enumerate() {
                let known = before[number];
                if (usize::from(known) >= left) != may_be_too_far {
                    continue;
                }
                node.bounds[number] = known;
                if part.has(step) {
                    // A part's distance changes by one at most, so the number modulo 3 tells it.
                    *lookups += 1;
                    let Some(residue) = part.residue(&self.optimal.tables, &node.configuration)
                    else {
                        return false;
                    };
                    let change = (residue + 4 - known % 3) % 3;
                    node.bounds[number] = known + change - 1;
                }
                if usize::from(node.bounds[number]) > left {
                    return false;
                }
            }
        }
        true
    }

    fn descend(&self, node: &mut Node, share: &mut Share, depth: usize) -> bool {
        if node.configuration.is_solved() {
            return true;
        }
        if share.path.len() == depth || self.stop.load(Ordering::Relaxed) {
            return false;
        }
        if share.lookups >= share.limit {
            self.cut.store(true, Ordering::Relaxed);
            return false;
        }
        share.visited += 1;
        if share.visited.is_multiple_of(1024) && self.work.should_stop() {
            self.stop.store(true, Ordering::Relaxed);
            return false;
        }
        let before = node.bounds.clone();
        let path = &share.path;
        let (last, earlier) = (path.last().copied(), path.iter().rev().nth(1).copied());
        for step in self.steps(last, earlier) {
            node.configuration.turn(step);
            let left = depth - share.path.len() - 1;
            if self.update(&before, node, step, left, &mut share.lookups) {
                share.path.push(step);
                if self.descend(node, share, depth) {
                    return true;
                }
                share.path.pop();
            }
            node.configuration.turn(step.inverse());
        }
        false
    }
}
