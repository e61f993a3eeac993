//! A cube of six sides with notched edges: Happy Cube, wirrel-warrel.
//!
//! # The rules
//! The cube is hollow, five units along each edge, its walls one unit thick. A piece is a side: the
//! 3 × 3 units in its middle, and of the 16 units along its rim those that it keeps. Every unit at
//! an edge of the cube belongs to one of the two sides that meet there, every corner unit to one of
//! three. A piece must be connected, so a corner unit needs a neighbour along the rim. A piece may
//! be turned and turned over: eight ways to lie in its place. Turning all pieces over makes the
//! mirror image of an assembly, so assemblies come in pairs; a pair counts once.
//!
//! A piece is written as its 16 rim units clockwise from a corner, `1` where there is one and `0`
//! where there is a notch: `0110110001010110` has a notch in the first corner. The corner one
//! begins with and the side that is up do not matter.
//!
//! # Reference
//! van Kreveld, *Different appearances, similar puzzles*, with its reference to CFF 50.

use std::fmt;

use chacha20::ChaCha8Rng;
use rand::RngExt;

use super::lattice::{Cell, Solid};
use cubegraph_core::fault::Fault;

/// The place of a rim unit, counted clockwise from a corner, as (column, row) with rows counted
/// downwards.
const fn rim_place(unit: u8) -> (u8, u8) {
    let along = unit % 4;
    match unit / 4 {
        0 => (along, 0),
        1 => (4, along),
        2 => (4 - along, 4),
        _ => (0, 4 - along),
    }
}

/// A side: which of its 16 rim units it keeps; bit i is the unit number i, clockwise. The least of
/// the eight ways to write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FacePiece(u16);

impl FacePiece {
    /// The side that keeps these units, or none if it is not connected.
    pub fn new(rim: u16) -> Option<FacePiece> {
        // A corner unit is joined to a neighbour along the rim; the others to the middle.
        let joined = |corner: u32| {
            let neighbours = 1 << (corner + 1) | 1 << ((corner + 15) % 16);
            rim >> corner & 1 == 0 || rim & neighbours != 0
        };
        [0, 4, 8, 12].into_iter().all(joined).then(|| {
            let turned = |rim: u16| (0..4).map(move |t| rim.rotate_left(4 * t));
            let over = rim.reverse_bits().rotate_left(1);
            FacePiece(turned(rim).chain(turned(over)).fold(u16::MAX, u16::min))
        })
    }

    /// All connected sides, up to turning and turning over.
    #[cfg(test)]
    fn all() -> impl Iterator<Item = FacePiece> {
        (0..=u16::MAX).filter_map(|rim| FacePiece::new(rim).filter(|p| p.0 == rim))
    }

    /// Reads a piece: sixteen of `0` and `1`.
    pub fn parse(text: &str) -> Result<FacePiece, Fault> {
        let help = "a side is written as its 16 rim units clockwise from a corner, \
                    1 where there is one and 0 where there is a notch";
        let mut rim = 0u16;
        let mut units = 0u32;
        for (at, letter) in text.char_indices() {
            if !matches!(letter, '0' | '1') {
                return Err(Fault::new(format!("{letter:?} is not a unit of a side"))
                    .at(at..at + letter.len_utf8())
                    .expected("0 or 1")
                    .help(help));
            }
            if units < 16 {
                rim |= u16::from(letter == '1') << units;
            }
            units += 1;
        }
        if units != 16 {
            return Err(Fault::new(format!("a side has 16 rim units, not {units}"))
                .at(0..text.len())
                .expected("16 of 0 and 1")
                .help(help));
        }
        FacePiece::new(rim).ok_or_else(|| {
            Fault::new("this side falls apart: a corner unit has no neighbour along the rim")
                .at(0..text.len())
                .help(
                    "units 1, 5, 9 and 13 are corners; give each of them a neighbour, \
                     or make it a notch",
                )
        })
    }

    /// The rim, unit by unit.
    pub fn rim(self) -> [bool; 16] {
        std::array::from_fn(|i| self.0 >> i & 1 == 1)
    }

    /// The side in the first place, the bottom, seen from below: rows go from front to back,
    /// columns from left to right.
    pub fn solid(self) -> Solid {
        let rim = self.rim();
        Solid::of(|[x, y, z]| {
            let unit = (0..16).find(|unit| rim_place(*unit) == (x, y));
            z == 0 && unit.is_none_or(|unit| rim[usize::from(unit)])
        })
    }
}

impl fmt::Display for FacePiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units: String = self.rim().iter().map(|unit| if *unit { '1' } else { '0' }).collect();
        f.pad(&units)
    }
}

/// Cuts a hollow cube at random into six connected sides.
pub fn cut(random: &mut ChaCha8Rng) -> Vec<FacePiece> {
    loop {
        let mut sides = [Solid::default(); 6];
        for cell in Solid::shell().cells() {
            let at: Vec<usize> = sides_of(cell).collect();
            let side = at[random.random_range(0..at.len())];
            sides[side] = sides[side].and(Solid::of(|c| c == cell));
        }
        let pieces: Option<Vec<FacePiece>> =
            sides.into_iter().enumerate().map(|(side, solid)| piece_of(side, solid)).collect();
        if let Some(pieces) = pieces {
            return pieces;
        }
    }
}

/// The sides that a surface cell may belong to: twice the axis, one more at its far end.
fn sides_of(cell: Cell) -> impl Iterator<Item = usize> {
    cell.into_iter().enumerate().filter_map(|(axis, at)| match at {
        0 => Some(2 * axis),
        4 => Some(2 * axis + 1),
        _ => None,
    })
}

/// The piece that a side's cells make; which side is up does not matter, since pieces may be turned
/// over.
fn piece_of(side: usize, solid: Solid) -> Option<FacePiece> {
    let axis = side / 2;
    let rim = (0..16)
        .filter(|unit| {
            let (column, row) = rim_place(*unit);
            let mut cell = [0; 3];
            cell[axis] = if side.is_multiple_of(2) { 0 } else { 4 };
            cell[(axis + 1) % 3] = column;
            cell[(axis + 2) % 3] = row;
            solid.contains(cell)
        })
        .fold(0, |rim, unit| rim | 1 << unit);
    FacePiece::new(rim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_side_can_be_written_from_any_corner_and_from_either_side() {
        let one = FacePiece::parse("0110110001010110").unwrap();
        assert_eq!(FacePiece::parse("1100010101100110").unwrap(), one);
        let backwards: String = "0110110001010110".chars().rev().collect();
        let from_a_corner = format!("{}{}", &backwards[15..], &backwards[..15]);
        assert_eq!(FacePiece::parse(&from_a_corner).unwrap(), one);
        assert!(FacePiece::parse("1000000000000000").is_err());
        assert!(FacePiece::parse("01").is_err());
        assert!(FacePiece::parse("011010100101011x").is_err());
    }

    #[test]
    fn every_side_is_connected_and_has_its_own_shape() {
        let mut shapes = BTreeSet::new();
        let mut sides = 0;
        for piece in FacePiece::all().step_by(7) {
            assert!(piece.solid().is_connected(), "{piece}");
            let turned = [piece.solid(), piece.solid().mirrored()].into_iter().flat_map(|shape| {
                cubegraph_core::cube::Rotation::all().map(move |r| shape.rotated(r))
            });
            shapes.insert(turned.min());
            sides += 1;
        }
        assert_eq!(shapes.len(), sides);
    }
}
