//! Puzzles that are essentially the same: the eight replacements of letters, and the mirror.
//!
//! A replacement of the four letters that keeps the pairs A–D and B–C turns assemblies into
//! assemblies, so it keeps the number of patterns, solutions and loops. There are eight: they may
//! exchange A with D, B with C, and the two pairs. Reading all words backwards is a mirror image of
//! the cube and keeps those numbers too; with it there are sixteen.
//!
//! # Reference
//! van Kreveld, *Equivalence of puzzles*; he counts the eight. His "groups of 8" is not quite
//! right: one more puzzle is fixed by a replacement, see [`published`](crate::published).

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::census::CensusEntry;
use super::loops::{self, Difficulty};
use super::piece::{Bag, HalfEdge, Piece};
use super::puzzle::Puzzle;

/// A replacement of the letters that keeps what fits, with or without reading all words backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Equivalence {
    /// What A, B, C and D become.
    pub letters: [HalfEdge; 4],
    /// Whether words are read backwards.
    pub mirrored: bool,
}

impl Equivalence {
    /// All replacements of letters that keep the pairs; with `mirror` also those that read
    /// backwards.
    pub fn all(mirror: bool) -> impl Iterator<Item = Equivalence> {
        let letters = HalfEdge::ALL.into_iter().flat_map(|a| {
            HalfEdge::ALL
                .into_iter()
                .filter(move |b| *b != a && *b != a.partner())
                .map(move |b| [a, b, b.partner(), a.partner()])
        });
        letters.flat_map(move |letters| {
            let senses = if mirror { &[false, true][..] } else { &[false] };
            senses.iter().map(move |&mirrored| Equivalence { letters, mirrored })
        })
    }

    /// What a piece becomes.
    pub fn piece(self, piece: Piece) -> Piece {
        let [a, b, c] = piece.word().map(|h| self.letters[h.index()]);
        Piece::from_word(if self.mirrored { [c, b, a] } else { [a, b, c] })
    }

    /// What a bag becomes.
    pub fn bag(self, bag: Bag) -> Bag {
        bag.pieces().map(|p| self.piece(p)).collect()
    }
}

/// Puzzles that can be transformed into each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Class {
    size: usize,
    loops: usize,
    representative: Bag,
    #[serde(skip)]
    solutions: u32,
    #[serde(skip)]
    member: Bag,
}

impl Class {
    /// How many of the puzzles it has.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The loops of each of them.
    pub fn loops(&self) -> usize {
        self.loops
    }

    /// How many assemblies each of them has.
    pub fn solutions(&self) -> u32 {
        self.solutions
    }

    /// van Kreveld's difficulty of each of them.
    pub fn difficulty(&self) -> Option<Difficulty> {
        Difficulty::new(self.solutions as usize, self.loops)
    }

    /// The first in the alphabet of all that are equivalent.
    pub fn representative(&self) -> Puzzle {
        Puzzle::of_bag(self.representative)
    }

    pub(super) fn bag(&self) -> Bag {
        self.representative
    }

    /// The first in the alphabet of those that were given.
    pub(super) fn member(&self) -> Bag {
        self.member
    }
}

/// Groups puzzles into classes of equivalent ones, by size, then by representative; with `mirror`
/// reading backwards counts as an equivalence.
pub fn classes(entries: &[CensusEntry], mirror: bool) -> Vec<Class> {
    let group: Vec<[Piece; 24]> = Equivalence::all(mirror)
        .map(|e| {
            let mut images = [Piece::from_word([HalfEdge::A; 3]); 24];
            for piece in Piece::all() {
                images[piece.index()] = e.piece(piece);
            }
            images
        })
        .collect();
    let mut found: FxHashMap<Bag, (usize, u32, Bag)> = FxHashMap::default();
    for entry in entries {
        let bag = entry.bag();
        let first = group
            .iter()
            .map(|images| bag.pieces().map(|p| images[p.index()]).collect())
            .min()
            .unwrap_or(bag);
        let new = (0, entry.solutions(), bag);
        let (size, _, member) = found.entry(first).or_insert(new);
        *size += 1;
        *member = bag.min(*member);
    }
    let mut classes: Vec<Class> = found
        .into_iter()
        .map(|(representative, (size, solutions, member))| Class {
            size,
            loops: loops::count(representative),
            representative,
            solutions,
            member,
        })
        .collect();
    classes.sort_unstable_by_key(|c| (c.size, c.representative));
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;

    #[test]
    fn the_sixteen_form_a_group_and_keep_what_fits() {
        let all: Vec<Equivalence> = Equivalence::all(true).collect();
        let images: FxHashSet<Vec<Piece>> =
            all.iter().map(|e| Piece::all().map(|p| e.piece(p)).collect()).collect();
        assert_eq!(images.len(), 16);
        assert_eq!(Equivalence::all(false).count(), 8);
        for e in &all {
            for half in HalfEdge::ALL {
                assert_eq!(e.letters[half.index()].partner(), e.letters[half.partner().index()]);
            }
            for f in &all {
                let product: Vec<Piece> = Piece::all().map(|p| f.piece(e.piece(p))).collect();
                assert!(images.contains(&product));
            }
        }
    }

    #[test]
    fn the_hardest_puzzle_is_fixed_by_exchanging_both_pairs() {
        let hardest = Bag::of("AAB AAD ABC ADD BBC BCC BDC CDD");
        let fixing: Vec<String> = Equivalence::all(false)
            .filter(|e| e.bag(hardest) == hardest)
            .map(|e| e.letters.iter().map(HalfEdge::to_string).collect())
            .collect();
        assert_eq!(fixing, ["ABCD", "DCBA"]);
    }
}
