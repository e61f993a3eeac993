//! The reference: every walk that does not meet itself, without pruning, on the puzzle's own terms.
//!
//! Slow on purpose, and independent of the fast methods, which the tests play against it.

use super::{Cell, Closing, Puzzle, Tour};
use crate::cube::notation::{Die, Roll};

/// Calls `found` with every tour and its sum.
///
/// # Complexity
/// All self-avoiding walks of the board: fit for about 25 cells.
pub fn each_tour(puzzle: &Puzzle, mut found: impl FnMut(&Tour, i64)) {
    for start in puzzle.starts() {
        for die in puzzle.dice() {
            let mut walk = Walk {
                puzzle,
                start,
                die,
                visited: vec![],
                rolls: vec![],
            };
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
    fn visit(&mut self, here: Cell, die: Die, sum: i64, found: &mut dyn FnMut(&Tour, i64)) {
        if self.puzzle.label(here).is_some_and(|face| face != die.top) {
            return;
        }
        let sum = sum + self.puzzle.value(die.top);
        self.visited.push(here);
        if self.visited.len() == self.puzzle.size() {
            self.finish(here, die, sum, found);
        } else {
            for roll in Roll::ALL {
                if let Some(next) = self.puzzle.neighbour(here, roll)
                    && !self.visited.contains(&next)
                {
                    self.rolls.push(roll);
                    self.visit(next, die.turned(roll.rotation()), sum, found);
                    self.rolls.pop();
                }
            }
        }
        self.visited.pop();
    }

    fn finish(&mut self, here: Cell, die: Die, sum: i64, found: &mut dyn FnMut(&Tour, i64)) {
        let settings = self.puzzle.settings();
        if settings.end.is_some_and(|end| end != here) {
            return;
        }
        if settings.closing == Closing::Open {
            found(&self.tour(), sum);
            return;
        }
        // A cycle of the grid: two cells have only one edge between them.
        if self.puzzle.size() < 4 {
            return;
        }
        for roll in Roll::ALL {
            let home = self.puzzle.neighbour(here, roll) == Some(self.start);
            let lies_right =
                settings.closing == Closing::Closed || die.turned(roll.rotation()) == self.die;
            if home && lies_right {
                self.rolls.push(roll);
                found(&self.tour(), sum);
                self.rolls.pop();
            }
        }
    }

    fn tour(&self) -> Tour {
        Tour {
            start: self.start,
            die: self.die,
            rolls: self.rolls.clone(),
        }
    }
}
