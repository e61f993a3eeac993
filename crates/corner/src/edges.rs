//! A cube of twelve pieces, one for each edge.
//!
//! # The rules
//! A piece is a whole bar and whatever its two ends take of the corners they meet. An end takes
//! * `N`: nothing, the bar stops short of the corner;
//! * `H`: the half of the corner next to the bar;
//! * `W`: the whole corner;
//! * `A`, `B`, `C`, `D`: the half that the bar's own top, right, bottom or left half runs into,
//!   named as van Kreveld names half-edges: seen with the end away from us and the bar pointing to
//!   the lower left.
//!
//! Three ends make a corner when together they fill it and nothing twice. Read clockwise from
//! outside, that is W N N, A D N, C B N, H C N or D H N, from any of the three bars on: fifteen
//! ways to build a corner, 15⁸ cubes.
//!
//! A piece is two letters; turning it end for end shows that `AH` and `HA` are the same. There are
//! 28. A bar has an outer edge (rounded, say), so it lies in its place in two ways, this one and
//! end for end. With `roll` the bars are plain and may also be rolled about their own axis: eight
//! ways.
//!
//! # Reference
//! van Kreveld, *Different appearances, similar puzzles*: "the ends of the edges must be designed
//! so that three edge end types can form a corner. There are several choices"; this is one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::LazyLock;

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;

use super::lattice::{Solid, in_half};
use super::pattern::{Axis, Bar, Corner};
use super::piece::HalfEdge;
use cubegraph_core::fault::Fault;

/// What the end of a bar takes of its corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// A, B, C or D: a half of the corner as the half of the bar runs into it.
    Runs(HalfEdge),
    /// H: the half next to the bar.
    Half,
    /// N: nothing.
    Nothing,
    /// W: all of it.
    Whole,
}

impl End {
    /// The seven ends, in the order of their letters.
    const ALL: [End; 7] = [
        End::Runs(HalfEdge::A),
        End::Runs(HalfEdge::B),
        End::Runs(HalfEdge::C),
        End::Runs(HalfEdge::D),
        End::Half,
        End::Nothing,
        End::Whole,
    ];

    /// The letter.
    pub const fn letter(self) -> char {
        match self {
            End::Runs(half) => half.letter(),
            End::Half => 'H',
            End::Nothing => 'N',
            End::Whole => 'W',
        }
    }

    /// Whether it takes the part of the corner that is in the inner layer along its own bar, the
    /// next and the one before.
    const fn takes(self, along: bool, next: bool, before: bool) -> bool {
        match self {
            End::Runs(half) => in_half(half, next, before),
            End::Half => along,
            End::Nothing => false,
            End::Whole => true,
        }
    }
}

/// Whether three ends, clockwise from outside, fill a corner without meeting.
fn makes_corner(ends: [End; 3]) -> bool {
    (0..8).all(|octant| {
        let inner = [0, 1, 2].map(|i| octant >> i & 1 == 1);
        let takers = (0..3)
            .filter(|i| ends[*i].takes(inner[*i], inner[(i + 1) % 3], inner[(i + 2) % 3]))
            .count();
        takers == 1
    })
}

/// A bar with its two ends, in the order of their letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgePiece([End; 2]);

impl EdgePiece {
    /// The bar with these ends; the order does not matter.
    pub fn new(one: End, other: End) -> EdgePiece {
        EdgePiece([one.min(other), one.max(other)])
    }

    /// All 28 pieces.
    pub fn all() -> impl Iterator<Item = EdgePiece> {
        End::ALL
            .into_iter()
            .enumerate()
            .flat_map(|(i, one)| End::ALL[i..].iter().map(move |other| EdgePiece::new(one, *other)))
    }

    /// The ends; in the first place the first is at the left.
    pub const fn ends(self) -> [End; 2] {
        self.0
    }

    /// Reads a piece: two letters of A, B, C, D, H, N, W, in either case.
    pub fn parse(text: &str) -> Result<EdgePiece, Fault> {
        let help = "an edge piece is written as its two ends, such as AH; HA is the same piece";
        let mut ends = Vec::with_capacity(2);
        for (at, letter) in text.char_indices() {
            let upper = letter.to_ascii_uppercase();
            let end = End::ALL.into_iter().find(|e| e.letter() == upper).ok_or_else(|| {
                Fault::new(format!("{letter:?} is not the end of an edge piece"))
                    .at(at..at + letter.len_utf8())
                    .expected("one of the letters A, B, C, D, H, N, W")
                    .help(help)
            })?;
            ends.push(end);
        }
        match ends[..] {
            [one, other] => Ok(EdgePiece::new(one, other)),
            _ => Err(Fault::new(format!("an edge piece has two ends, not {}", ends.len()))
                .at(0..text.len())
                .expected("two letters of A, B, C, D, H, N, W")
                .help(help)),
        }
    }

    /// The piece in the first place: along x at the front of the bottom, its first end at the left.
    pub fn solid(self) -> Solid {
        let mut solid = Solid::of(|c| c[0] == 2 && c[1] < 2 && c[2] < 2);
        for (end, corner) in self.0.into_iter().zip([Corner::ALL[0], Corner::ALL[1]]) {
            let [along, next, before] = corner.reading();
            solid = solid.and(Solid::of(|c| {
                let here =
                    c[1] < 2 && c[2] < 2 && if corner.index() == 0 { c[0] < 2 } else { c[0] > 2 };
                // The inner layers are 1 at the near and 3 at the far end.
                let inner = |axis: Axis| c[axis.index()] == if corner.is_far(axis) { 3 } else { 1 };
                here && end.takes(inner(along), inner(next), inner(before))
            }));
        }
        solid
    }

    /// The shapes it can have in the first place: one, or with `roll` four.
    pub fn shapes(self, roll: bool) -> Vec<Solid> {
        std::iter::successors(Some(self.solid()), |solid| Some(rolled(*solid)))
            .take(if roll { 4 } else { 1 })
            .collect()
    }

    /// The first of the pieces that cannot be told apart from this one: bars that roll into each
    /// other are one kind.
    pub fn kind(self, roll: bool) -> EdgePiece {
        static KINDS: LazyLock<BTreeMap<EdgePiece, EdgePiece>> = LazyLock::new(|| {
            let kinds = EdgePiece::all().map(|piece| (piece, piece.first_alike()));
            kinds.collect()
        });
        if !roll {
            return self;
        }
        let known = KINDS.get(&self).copied();
        known.unwrap_or_else(|| self.first_alike())
    }

    fn first_alike(self) -> EdgePiece {
        let shapes = self.shapes(true);
        let same = |solid: Solid| shapes.contains(&solid) || shapes.contains(&turned_round(solid));
        EdgePiece::all().find(|piece| same(piece.solid())).unwrap_or(self)
    }
}

impl fmt::Display for EdgePiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.map(End::letter).iter().collect::<String>())
    }
}

/// A solid in the first place with its bar rolled a quarter turn.
fn rolled(solid: Solid) -> Solid {
    // The bar's cross-section is layers 0 and 1 of y and z; (y, z) ▶ (1 − z, y).
    Solid::of(|[x, y, z]| y < 2 && z < 2 && solid.contains([x, z, 1 - y]))
}

/// Cuts a cube at random into twelve edge pieces.
pub fn cut(random: &mut ChaCha8Rng) -> Vec<EdgePiece> {
    // Most cubes are cut into many equal bars; of five the one with the most kinds makes the best
    // puzzle, and still often has one assembly.
    let ways: Vec<[End; 3]> = corner_ways().collect();
    let kinds = |pieces: &[EdgePiece]| pieces.iter().collect::<BTreeSet<_>>().len();
    let mut best = cut_once(&ways, random);
    for _ in 1..5 {
        let next = cut_once(&ways, random);
        if kinds(&next) > kinds(&best) {
            best = next;
        }
    }
    best
}

fn cut_once(ways: &[[End; 3]], random: &mut ChaCha8Rng) -> Vec<EdgePiece> {
    // What every bar takes at its even and at its odd end.
    let mut ends = [[End::Nothing; 2]; 12];
    for corner in Corner::ALL {
        if let Some(way) = ways.choose(random) {
            for (axis, end) in corner.reading().into_iter().zip(way) {
                ends[Bar::at(corner, axis).index()][usize::from(!corner.is_even())] = *end;
            }
        }
    }
    ends.map(|[even, odd]| EdgePiece::new(even, odd)).to_vec()
}

/// A solid in the first place turned end for end.
fn turned_round(solid: Solid) -> Solid {
    Solid::of(|[x, y, z]| solid.contains([4 - x, z, y]))
}

/// The fifteen ways to build a corner.
fn corner_ways() -> impl Iterator<Item = [End; 3]> {
    (0..343)
        .map(|code| [code / 49, code / 7 % 7, code % 7].map(|i| End::ALL[i]))
        .filter(|ends| makes_corner(*ends))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubegraph_core::cube::Rotation;

    #[test]
    fn a_corner_is_built_in_five_ways_up_to_turning() {
        let mut words: Vec<String> = corner_ways()
            .map(|ends| {
                (0..3)
                    .map(|t| (0..3).map(|i| ends[(i + t) % 3].letter()).collect::<String>())
                    .min()
                    .unwrap()
            })
            .collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words, ["ADN", "BNC", "CNH", "DHN", "NNW"]);
    }

    #[test]
    fn the_28_pieces_have_28_connected_shapes() {
        let shapes: std::collections::BTreeSet<Solid> = EdgePiece::all()
            .map(|p| {
                assert!(p.solid().is_connected(), "{p}");
                Rotation::all().map(|r| p.solid().rotated(r)).min().unwrap()
            })
            .collect();
        assert_eq!((EdgePiece::all().count(), shapes.len()), (28, 28));
    }

    #[test]
    fn turning_a_bar_end_for_end_exchanges_its_ends() {
        let half_turn = Rotation::all()
            .find(|r| {
                let [a, b] = [Corner::ALL[0], Corner::ALL[1]];
                a.rotated(*r) == b && b.rotated(*r) == a
            })
            .unwrap();
        for piece in EdgePiece::all() {
            let [one, other] = piece.ends();
            let turned = EdgePiece([other, one]).solid();
            assert_eq!(piece.solid().rotated(half_turn), turned, "{piece}");
            assert_eq!(turned_round(piece.solid()), turned);
        }
    }

    #[test]
    fn rolling_four_times_changes_nothing() {
        for piece in EdgePiece::all() {
            let solid = piece.solid();
            assert_eq!(rolled(rolled(rolled(rolled(solid)))), solid);
            assert_eq!(rolled(solid).len(), solid.len());
        }
    }
}
