//! The reference: every walk that does not meet itself, without pruning, on the puzzle's own terms.
//!
//! Slow on purpose, and independent of the fast methods, which the tests play against it.

use super::graph::steps_from;
use super::{Cell, Closing, Puzzle, Tour};
use cubegraph_core::cube::notation::{Die, Roll};

/// Calls `found` with every tour and its sum.
///
/// # Complexity
/// All self-avoiding walks of the board: fit for about 25 cells.
pub fn each_tour(puzzle: &Puzzle, mut found: impl FnMut(&Tour, i64)) {
    for start in puzzle.starts() {
        for die in puzzle.dice() {
            let mut walk = Walk { puzzle, start, die, visited: vec![], rolls: vec![] };
            walk.visit(start, die, 0, &mut found);
        }
    }
}

struct Walk<'a> {
    puzzle: &'a Puzzle,
    start: Cell,
    die: Die,
    visited: Vec<Cell>,
    rolls: Vec<Roll>,
}

impl Walk<'_> {
    fn steps(&self, here: Cell) -> Vec<(Roll, Cell)> {
        let grid = self.puzzle.graph();
        let vertex = self.puzzle.vertex(here);
        let steps = steps_from(grid, vertex.expect("the die stands on a free cell"));
        steps.map(|(roll, next)| (roll, grid[next])).collect()
    }

    fn visit(&mut self, here: Cell, die: Die, sum: i64, found: &mut dyn FnMut(&Tour, i64)) {
        let label = self.puzzle.label(here);
        if label.is_some_and(|face| face != die.top()) {
            return;
        }
        let sum = sum + self.puzzle.value(die.top()).expect("a face of the die");
        self.visited.push(here);
        if self.visited.len() == self.puzzle.size() {
            self.finish(here, die, sum, found);
        } else {
            for (roll, next) in self.steps(here) {
                if !self.visited.contains(&next) {
                    self.rolls.push(roll);
                    self.visit(next, die.rolled(roll), sum, found);
                    self.rolls.pop();
                }
            }
        }
        self.visited.pop();
    }

    fn finish(&mut self, here: Cell, die: Die, sum: i64, found: &mut dyn FnMut(&Tour, i64)) {
        if self.puzzle.end().is_some_and(|end| end != here) {
            return;
        }
        let closing = self.puzzle.closing();
        if closing == Closing::Open {
            found(&self.tour(), sum);
            return;
        }
        // A cycle of the grid: two cells have only one edge between them.
        if self.puzzle.size() < 4 {
            return;
        }
        for (roll, next) in self.steps(here) {
            let lies_right = closing == Closing::Closed || die.rolled(roll) == self.die;
            if next == self.start && lies_right {
                self.rolls.push(roll);
                found(&self.tour(), sum);
                self.rolls.pop();
            }
        }
    }

    fn tour(&self) -> Tour {
        Tour { start: self.start, die: self.die, moves: self.rolls.clone().into() }
    }
}
