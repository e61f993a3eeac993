//! How a person fares who builds the base first.
//!
//! The person builds a loop on the table, then sets pieces on it, in any order, wherever one fits the pieces that are there. A *dead end* is a
//! position with a whole base, at least one empty corner on top, and no remaining piece that fits any empty corner: there is nothing left to
//! do but take pieces off. Positions are counted up to turning them on the table; those that look the same are one.
//! A loop may lead into many dead ends or, if nothing at all fits on it, be one itself: two puzzles with equally many loops can differ a lot.
//!
//! # Reference
//! van Kreveld, *A definition of difficulty*, describes this person and assumes that a good base is always completed; here that is measured.

use rustc_hash::FxHashSet;

use super::graph::Arc;
use super::loops::{self, Loop};
use super::piece::{Bag, HalfEdge, Piece};

/// The top corners above a base, in the order of the ring: the turn says which letter of the word points down; the next letter points to the
/// next corner, the one after it to the corner before.
type Top = [Option<(Piece, usize)>; 4];

struct Position {
    base: Loop,
    top: Top,
    left: Vec<(Piece, usize)>,
}

impl Position {
    fn new(bag: Bag, base: Loop) -> Position {
        let mut left: Vec<(Piece, usize)> = bag.kinds().collect();
        for arc in base {
            if let Some(entry) = left.iter_mut().find(|(p, _)| *p == arc.piece) {
                entry.1 -= 1;
            }
        }
        Position {
            base,
            top: [None; 4],
            left,
        }
    }

    fn fits(&self, at: usize, piece: Piece, turn: usize) -> bool {
        let [down, next, before] = piece.turned(turn);
        let meets = |neighbour: Option<(Piece, usize)>, letter: usize, half: HalfEdge| {
            neighbour.is_none_or(|(p, t)| p.turned(t)[letter] == half.partner())
        };
        down == self.base[at].rises().partner()
            && meets(self.top[(at + 1) % 4], 2, next)
            && meets(self.top[(at + 3) % 4], 1, before)
    }

    /// Whether some remaining piece fits some empty corner.
    fn goes_on(&self) -> bool {
        (0..4).any(|at| {
            self.top[at].is_none()
                && self.left.iter().any(|(piece, copies)| {
                    *copies > 0 && piece.turns().any(|turn| self.fits(at, *piece, turn))
                })
        })
    }

    /// Decides corner after corner what stands there, nothing included, and hands over the positions from which nothing goes on.
    fn fill(&mut self, at: usize, each: &mut impl FnMut(&Position)) {
        if at == 4 {
            if self.top.contains(&None) && !self.goes_on() {
                each(self);
            }
            return;
        }
        self.fill(at + 1, each);
        for kind in 0..self.left.len() {
            let (piece, copies) = self.left[kind];
            if copies == 0 {
                continue;
            }
            self.left[kind].1 -= 1;
            for turn in piece.turns() {
                if self.fits(at, piece, turn) {
                    self.top[at] = Some((piece, turn));
                    self.fill(at + 1, each);
                    self.top[at] = None;
                }
            }
            self.left[kind].1 += 1;
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
/// Some hundred positions for every loop; about a tenth of a millisecond for eight different pieces.
///
/// # Examples
/// ```
/// # use cubegraph::corner::{Bag, Piece, dead_ends};
/// let made: Bag = "AAD ACB ACD ADB ADD BBC BCC BDC".split(' ').map(|w| Piece::parse(w).unwrap()).collect();
/// assert!(dead_ends::count(made) > 100);
/// ```
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
        position.fill(0, &mut |p| {
            let turned = |s: &usize| std::array::from_fn(|i| p.top[(i + s) % 4]);
            let first = turns.iter().map(turned).fold(p.top, Top::min);
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

    /// What stands above the base: which piece and its word, read from the half-edge that points down.
    type Standing = Option<(usize, String)>;

    fn at(word: &str, letter: usize) -> char {
        word.as_bytes()[letter] as char
    }

    fn turned(pieces: &[Piece], piece: usize) -> [String; 3] {
        let word = pieces[piece].to_string();
        [0, 1, 2].map(|t| format!("{}{}", &word[t..], &word[..t]))
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

    fn stands(base: &[String], top: &[Standing]) -> bool {
        (0..4).all(|i| {
            top[i].as_ref().is_none_or(|(_, here)| {
                let next = top[(i + 1) % 4].as_ref();
                fit(at(here, 0), at(&base[i], 2))
                    && next.is_none_or(|(_, next)| fit(at(here, 1), at(next, 2)))
            })
        })
    }

    fn goes_on(pieces: &[Piece], left: &[usize], base: &[String], top: &[Standing]) -> bool {
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
                    let look: Vec<_> = base.iter().cloned().zip(words).collect();
                    let by = |k: usize| -> Vec<_> {
                        (0..4).map(|i| look[(i + k) % 4].clone()).collect()
                    };
                    seen.insert((0..4).map(by).min());
                }
            }
        }
        seen.len()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn dead_ends_agree_with_trying_everything(indices in proptest::collection::vec(0usize..24, 8)) {
            let pieces: Vec<Piece> = indices.iter().map(|i| Piece::all().nth(*i).unwrap()).collect();
            let bag: Bag = pieces.iter().copied().collect();
            prop_assert_eq!(count(bag), by_trying_everything(&pieces));
        }
    }
}
