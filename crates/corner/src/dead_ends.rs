//! Dead ends of the build-the-base-first strategy.
//!
//! The solver builds a loop on the table, then sets pieces on it, in any order, wherever one fits
//! the pieces that are there. A *dead end* is a position with a whole base, at least one empty
//! corner on top, and no remaining piece that fits any empty corner: there is nothing left to do
//! but take pieces off. Positions are counted up to turning them on the table; those that look the
//! same are one. A loop may lead into many dead ends or, if nothing at all fits on it, be one
//! itself: two puzzles with equally many loops can differ a lot.
//!
//! # Reference
//! van Kreveld, *A definition of difficulty*, describes this strategy and assumes that a good base is
//! always completed; here that is measured.

use rustc_hash::FxHashSet;

use super::graph::Arc;
use super::loops::{self, Loop};
use super::piece::{Bag, HalfEdge, Piece};

/// A way to set a piece on a corner of the base: the half-edge that points down fits already, the
/// next letter of the word points to the next corner of the ring, the one after it to the corner
/// before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Choice {
    /// The kind of piece, by its place in the bag.
    kind: usize,
    turn: usize,
    next: HalfEdge,
    before: HalfEdge,
}

/// What stands on the corners of the base, in the order of the ring.
type Top = [Option<Choice>; 4];

struct Position {
    choices: [Vec<Choice>; 4],
    /// How many pieces of each kind are left.
    left: Vec<usize>,
    top: Top,
}

impl Position {
    fn new(bag: Bag, base: Loop) -> Position {
        let kinds: Vec<(Piece, usize)> = bag.kinds().collect();
        let used = |piece: Piece| base.iter().filter(|arc| arc.piece == piece).count();
        let choices = base.map(|arc| {
            let mut choices = Vec::new();
            for (kind, (piece, _)) in kinds.iter().enumerate() {
                for turn in piece.turns() {
                    let [down, next, before] = piece.turned(turn);
                    if down == arc.rises().partner() {
                        choices.push(Choice { kind, turn, next, before });
                    }
                }
            }
            choices
        });
        Position {
            choices,
            left: kinds.iter().map(|&(piece, copies)| copies - used(piece)).collect(),
            top: [None; 4],
        }
    }

    fn fits(&self, at: usize, choice: Choice) -> bool {
        self.left[choice.kind] > 0
            && self.top[(at + 1) % 4].is_none_or(|there| there.before == choice.next.partner())
            && self.top[(at + 3) % 4].is_none_or(|there| there.next == choice.before.partner())
    }

    /// Whether some remaining piece fits some empty corner.
    fn can_continue(&self) -> bool {
        (0..4).any(|at| {
            self.top[at].is_none() && self.choices[at].iter().any(|&choice| self.fits(at, choice))
        })
    }

    /// Decides corner after corner what stands there, nothing included, and passes on the
    /// positions from which no piece can be set.
    fn fill(&mut self, at: usize, each: &mut impl FnMut(&Top)) {
        if at == 4 {
            if self.top.contains(&None) && !self.can_continue() {
                each(&self.top);
            }
            return;
        }
        self.fill(at + 1, each);
        for k in 0..self.choices[at].len() {
            let choice = self.choices[at][k];
            if self.fits(at, choice) {
                self.left[choice.kind] -= 1;
                self.top[at] = Some(choice);
                self.fill(at + 1, each);
                self.top[at] = None;
                self.left[choice.kind] += 1;
            }
        }
    }
}

/// Whether turning a ring by some steps changes nothing.
fn looks_turned(base: Loop, steps: usize) -> bool {
    let turned: [Arc; 4] = std::array::from_fn(|i| base[(i + steps) % 4]);
    turned == base
}

/// Counts the dead ends of a bag.
///
/// # Complexity
/// Some hundred positions for every loop; about a tenth of a millisecond for eight different
/// pieces.
pub fn count(bag: Bag) -> usize {
    let mut total = 0;
    for base in loops::list(bag) {
        let turns: Vec<usize> = (1..4).filter(|s| looks_turned(base, *s)).collect();
        let mut position = Position::new(bag, base);
        if turns.is_empty() {
            position.fill(0, &mut |_| total += 1);
            continue;
        }
        // A base that looks the same when turned: positions that differ by such a turn are one.
        let mut seen: FxHashSet<Top> = FxHashSet::default();
        position.fill(0, &mut |top| {
            let turned = |s: &usize| std::array::from_fn(|i| top[(i + s) % 4]);
            let first = turns.iter().map(turned).fold(*top, Top::min);
            seen.insert(first);
        });
        total += seen.len();
    }
    total
}

#[cfg(test)]
mod tests {
    use super::super::check::{all_rings, fit};
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    type Letters = [u8; 3];

    /// What stands above the base: which piece and its word, read from the half-edge that points
    /// down.
    type Standing = Option<(usize, Letters)>;

    fn fits(one: u8, other: u8) -> bool {
        fit(char::from(one), char::from(other))
    }

    fn turned(pieces: &[Piece], piece: usize) -> [Letters; 3] {
        let word = pieces[piece].to_string().into_bytes();
        [0, 1, 2].map(|t| std::array::from_fn(|i| word[(i + t) % 3]))
    }

    /// Every way to put some of four pieces, or nothing, on four corners, fitting or not.
    fn everything(pieces: &[Piece], left: &[usize]) -> Vec<Vec<Standing>> {
        let mut tops: Vec<Vec<Standing>> = vec![Vec::new()];
        for _ in 0..4 {
            let mut longer = Vec::new();
            for top in tops {
                longer.push([top.clone(), vec![None]].concat());
                for &piece in left {
                    if top.iter().flatten().all(|(p, _)| *p != piece) {
                        for word in turned(pieces, piece) {
                            longer.push([top.clone(), vec![Some((piece, word))]].concat());
                        }
                    }
                }
            }
            tops = longer;
        }
        tops
    }

    fn stands(base: &[Letters; 4], top: &[Standing]) -> bool {
        (0..4).all(|i| {
            top[i].is_none_or(|(_, here)| {
                fits(here[0], base[i][2])
                    && top[(i + 1) % 4].is_none_or(|(_, next)| fits(here[1], next[2]))
            })
        })
    }

    fn goes_on(pieces: &[Piece], left: &[usize], base: &[Letters; 4], top: &[Standing]) -> bool {
        (0..4).filter(|i| top[*i].is_none()).any(|i| {
            left.iter()
                .filter(|piece| top.iter().flatten().all(|(p, _)| p != *piece))
                .flat_map(|piece| turned(pieces, *piece).map(|word| (*piece, word)))
                .any(|standing| {
                    let mut further = top.to_vec();
                    further[i] = Some(standing);
                    stands(base, &further)
                })
        })
    }

    /// The dead ends by trying everything, on words.
    fn by_trying_everything(pieces: &[Piece]) -> usize {
        let mut seen = BTreeSet::new();
        for (base, who) in all_rings(pieces) {
            let left: Vec<usize> = (0..pieces.len()).filter(|i| !who.contains(i)).collect();
            for top in everything(pieces, &left) {
                let stuck = top.contains(&None)
                    && stands(&base, &top)
                    && !goes_on(pieces, &left, &base, &top);
                if stuck {
                    let words = top.into_iter().map(|t| t.map(|(_, word)| word));
                    let look: Vec<_> = base.into_iter().zip(words).collect();
                    let by = |k: usize| -> Vec<_> { (0..4).map(|i| look[(i + k) % 4]).collect() };
                    seen.insert((0..4).map(by).min());
                }
            }
        }
        seen.len()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn dead_ends_agree_with_trying_everything(
            indices in proptest::collection::vec(0usize..24, 8),
        ) {
            let all: Vec<Piece> = Piece::all().collect();
            let pieces: Vec<Piece> = indices.iter().map(|i| all[*i]).collect();
            let bag: Bag = pieces.iter().copied().collect();
            prop_assert_eq!(count(bag), by_trying_everything(&pieces));
        }
    }
}
