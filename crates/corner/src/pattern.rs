//! Corners, bars and patterns: the cube as the letters see it.
//!
//! # The sense of reading
//! A piece is the *cyclic* word of its half-edges, so a corner must be read in one sense, and **all
//! corners in the same sense**, or words of pieces that lie in different corners could not be
//! compared: the census would come out wrong. We read clockwise as seen from outside. Going from a
//! corner to its neighbour mirrors the three axes, so clockwise means x, y, z at the corners with
//! an even number of far coordinates and x, z, y at the odd ones. [`Corner::reading`] is the only
//! place that knows it.
//!
//! Which of the two senses is taken does not matter: a mirror image of the cube reverses every
//! reading and keeps what fits, so a set of pieces can be assembled as often as the set of the
//! reversed words. The document does not say which sense its Figure 3 uses, and does not need to.

use std::fmt;
use std::sync::LazyLock;

use super::piece::{Bag, HalfEdge, Piece, Word};
use cubegraph_core::cube::{Face, Rotation};

/// A corner of the cube: bit 0 is set on the right, bit 1 at the back, bit 2 on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Corner(u8);

/// The direction of a bar: x, y or z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Axis {
    /// From left to right.
    X,
    /// From front to back.
    Y,
    /// From bottom to top.
    Z,
}

impl Axis {
    /// The three axes.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// X is 0, Z is 2.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its letter, in lower case.
    pub const fn name(self) -> &'static str {
        ["x", "y", "z"][self.index()]
    }

    /// The face at the near (`false`) or far (`true`) end of the axis.
    pub(super) const fn face(self, far: bool) -> Face {
        match (self, far) {
            (Axis::X, false) => Face::Left,
            (Axis::X, true) => Face::Right,
            (Axis::Y, false) => Face::Front,
            (Axis::Y, true) => Face::Back,
            (Axis::Z, false) => Face::Bottom,
            (Axis::Z, true) => Face::Top,
        }
    }

    pub(super) const fn of_face(face: Face) -> (Axis, bool) {
        match face {
            Face::Left => (Axis::X, false),
            Face::Right => (Axis::X, true),
            Face::Front => (Axis::Y, false),
            Face::Back => (Axis::Y, true),
            Face::Bottom => (Axis::Z, false),
            Face::Top => (Axis::Z, true),
        }
    }
}

impl Corner {
    /// The eight corners.
    pub const ALL: [Corner; 8] = {
        let mut all = [Corner(0); 8];
        let mut i = 0;
        while i < 8 {
            all[i as usize] = Corner(i);
            i += 1;
        }
        all
    };

    /// From 0 (left, front, bottom) to 7 (right, back, top).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is at the far end of an axis.
    pub const fn is_far(self, axis: Axis) -> bool {
        self.0 >> axis.index() & 1 == 1
    }

    /// Whether an even number of its coordinates are far. Every bar joins an even and an odd
    /// corner: Q₃ is bipartite.
    pub const fn is_even(self) -> bool {
        self.0.count_ones().is_multiple_of(2)
    }

    /// The other end of its bar along an axis.
    #[must_use]
    pub const fn along(self, axis: Axis) -> Corner {
        Corner(self.0 ^ 1 << axis.index())
    }

    /// The axes of its three bars, clockwise as seen from outside: the sense in which it is read.
    pub const fn reading(self) -> [Axis; 3] {
        if self.is_even() { [Axis::X, Axis::Y, Axis::Z] } else { [Axis::X, Axis::Z, Axis::Y] }
    }

    /// Where a rotation brings it.
    #[must_use]
    pub(super) fn rotated(self, rotation: Rotation) -> Corner {
        Corner(Axis::ALL.iter().fold(0, |bits, &axis| {
            let (to, far) = Axis::of_face(rotation.place_of(axis.face(self.is_far(axis))));
            bits | u8::from(far) << to.index()
        }))
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = Axis::ALL.map(|a| a.face(self.is_far(a)).name());
        f.pad(&format!("{x} {y} {z}"))
    }
}

impl serde::Serialize for Corner {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A bar of the cube: one of its twelve edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bar(u8);

impl Bar {
    /// The twelve bars: four along x, the bottom two first, four along y likewise, four along z.
    pub const ALL: [Bar; 12] = {
        let mut all = [Bar(0); 12];
        let mut i = 0;
        while i < 12 {
            all[i as usize] = Bar(i);
            i += 1;
        }
        all
    };

    /// From 0 to 11.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The direction.
    pub const fn axis(self) -> Axis {
        Axis::ALL[self.index() / 4]
    }

    /// The two ends: the even corner, then the odd one.
    pub const fn ends(self) -> [Corner; 2] {
        let k = self.0 % 4;
        let near = Corner(match self.axis() {
            Axis::X => k << 1,
            Axis::Y => (k & 1) | (k & 2) << 1,
            Axis::Z => k,
        });
        if near.is_even() {
            [near, near.along(self.axis())]
        } else {
            [near.along(self.axis()), near]
        }
    }

    /// The bar of a corner along an axis.
    pub const fn at(corner: Corner, axis: Axis) -> Bar {
        let c = corner.0;
        Bar(match axis {
            Axis::X => c >> 1,
            Axis::Y => 4 + ((c & 1) | c >> 1 & 2),
            Axis::Z => 8 + (c & 3),
        })
    }

    /// Where a rotation brings it, and whether its even end becomes an even end.
    pub(super) fn rotated(self, rotation: Rotation) -> (Bar, bool) {
        let [even, odd] = self.ends().map(|c| c.rotated(rotation));
        let axis = Axis::ALL[(even.0 ^ odd.0).trailing_zeros() as usize];
        (Bar::at(even, axis), even.is_even())
    }
}

impl fmt::Display for Bar {
    /// The two faces that meet there, such as `front bottom`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [even, _] = self.ends();
        let faces: Vec<&str> = Axis::ALL
            .into_iter()
            .filter(|axis| *axis != self.axis())
            .map(|axis| axis.face(even.is_far(axis)).name())
            .collect();
        f.pad(&faces.join(" "))
    }
}

/// A way to cut all twelve bars: for every bar the half-edge at its even end; the odd end has the
/// partner.
///
/// There are 4¹² patterns, and each of them is a solved puzzle. Two bits per bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Pattern(u32);

impl Pattern {
    /// How many patterns there are.
    pub const COUNT: u32 = 1 << 24;

    /// The pattern of a number below [`Pattern::COUNT`].
    pub const fn from_number(number: u32) -> Pattern {
        Pattern(number % Pattern::COUNT)
    }

    /// Its number.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The half-edge of a corner along an axis.
    #[inline]
    pub const fn half_edge(self, corner: Corner, axis: Axis) -> HalfEdge {
        let even = HalfEdge::from_index((self.0 >> (2 * Bar::at(corner, axis).0)) as usize & 3);
        if corner.is_even() { even } else { even.partner() }
    }

    /// The word read in a corner; it begins with the bar along x.
    #[inline]
    pub const fn word(self, corner: Corner) -> Word {
        let [a, b, c] = corner.reading();
        [self.half_edge(corner, a), self.half_edge(corner, b), self.half_edge(corner, c)]
    }

    /// The eight pieces it is cut into.
    pub fn bag(self) -> Bag {
        Corner::ALL.iter().map(|&c| Piece::from_word(self.word(c))).collect()
    }

    /// The cube turned as a whole.
    #[must_use]
    pub fn rotated(self, rotation: Rotation) -> Pattern {
        let turns = &TURNS[rotation.rank()];
        let mut result = 0;
        for (bar, &(to, flipped)) in turns.iter().enumerate() {
            // 3 − s turns both bits of s.
            result |= ((self.0 >> (2 * bar) & 3) ^ flipped) << (2 * to);
        }
        Pattern(result)
    }

    /// The first by number of its 24 turned versions, and how many of those look different.
    pub fn canonical(self) -> (Pattern, usize) {
        let mut same = 0;
        let mut first = self;
        for rotation in Rotation::all() {
            let turned = self.rotated(rotation);
            first = first.min(turned);
            same += usize::from(turned == self);
        }
        (first, 24 / same)
    }
}

/// For every rotation and bar: where it goes, and 3 where its ends change parity, otherwise 0.
static TURNS: LazyLock<[[(u8, u32); 12]; 24]> = LazyLock::new(|| {
    std::array::from_fn(|rank| {
        let rotation = Rotation::from_rank(rank).expect("24 rotations");
        Bar::ALL.map(|bar| {
            let (to, even) = bar.rotated(rotation);
            (to.0, if even { 0 } else { 3 })
        })
    })
});

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The position of a corner as seen from the centre.
    fn position(corner: Corner) -> [i32; 3] {
        Axis::ALL.map(|a| if corner.is_far(a) { 1 } else { -1 })
    }

    #[test]
    fn every_corner_is_read_clockwise_from_outside() {
        // Clockwise from outside is counter-clockwise about the outward diagonal: the determinant
        // of the three bar directions, each pointing inwards, has the sign of the sense; it must be
        // the same everywhere.
        for corner in Corner::ALL {
            let rows = corner.reading().map(|axis| {
                let mut row = [0; 3];
                row[axis.index()] = -position(corner)[axis.index()];
                row
            });
            let [a, b, c] = rows;
            let determinant = a[0] * (b[1] * c[2] - b[2] * c[1])
                - a[1] * (b[0] * c[2] - b[2] * c[0])
                + a[2] * (b[0] * c[1] - b[1] * c[0]);
            assert_eq!(determinant, 1, "{corner}");
        }
    }

    #[test]
    fn a_bar_knows_its_ends() {
        for bar in Bar::ALL {
            let [even, odd] = bar.ends();
            assert!(even.is_even() && !odd.is_even());
            assert_eq!(Bar::at(even, bar.axis()), bar);
            assert_eq!(Bar::at(odd, bar.axis()), bar);
            assert_eq!(even.along(bar.axis()), odd);
        }
    }

    proptest! {
        #[test]
        fn turning_the_cube_keeps_its_pieces(
            number in 0..Pattern::COUNT, rank in 0usize..24, next in 0usize..24,
        ) {
            let pattern = Pattern::from_number(number);
            let rotation = Rotation::from_rank(rank).unwrap();
            let turned = pattern.rotated(rotation);
            prop_assert_eq!(turned.bag(), pattern.bag());
            prop_assert_eq!(turned.rotated(rotation.inverse()), pattern);
            prop_assert_eq!(turned.canonical(), pattern.canonical());
            let next = Rotation::from_rank(next).unwrap();
            prop_assert_eq!(turned.rotated(next), pattern.rotated(rotation * next));
            for corner in Corner::ALL {
                let there = corner.rotated(rotation);
                let pieces = [pattern.word(corner), turned.word(there)].map(Piece::from_word);
                prop_assert_eq!(pieces[0], pieces[1]);
            }
        }
    }
}
