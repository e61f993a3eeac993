//! Solids in a lattice of 5 × 5 × 5 cells: where the shapes of the pieces come from.
//!
//! One lattice serves three puzzles. Layers 0 and 1 are the near end of an axis, 3 and 4 the far
//! end, 2 is between:
//! * in the corner cube and in the cube of twelve edges the two end layers together are as thick as
//!   a bar and the middle layer is as long as a bar; cells with no middle coordinate make up the
//!   eight corners, those with one the twelve bars;
//! * in the cube of six sides with notched edges all layers are equally thick, and cells at the
//!   surface make up the six sides.
//!
//! A turned solid is the solid moved by a rotation of the whole cube. Nothing here knows the
//! letters' rule "A fits D, B fits C": it follows from the shapes, and a test shows it.

use std::fmt;
use std::sync::LazyLock;

use super::pattern::{Axis, Corner};
use super::piece::{HalfEdge, Piece};
use cubegraph_core::cube::{Face, Rotation};

/// A cell by its three coordinates from 0 to 4.
pub type Cell = [u8; 3];

/// A set of cells, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Solid(u128);

const fn bit([x, y, z]: Cell) -> u8 {
    x + 5 * y + 25 * z
}

const fn cell(bit: u8) -> Cell {
    [bit % 5, bit / 5 % 5, bit / 25]
}

/// Where every rotation brings every cell.
static MOVED: LazyLock<[[u8; 125]; 24]> = LazyLock::new(|| {
    std::array::from_fn(|rank| {
        let rotation = Rotation::from_rank(rank).expect("24 rotations");
        let mut moved = [0; 125];
        for from in 0..125 {
            let mut to = [2; 3];
            for (axis, far_face) in [Face::Right, Face::Back, Face::Top].into_iter().enumerate() {
                let at = cell(from)[axis];
                let (place, far) = match rotation.place_of(far_face) {
                    Face::Right => (0, true),
                    Face::Left => (0, false),
                    Face::Back => (1, true),
                    Face::Front => (1, false),
                    Face::Top => (2, true),
                    Face::Bottom => (2, false),
                };
                to[place] = if far { at } else { 4 - at };
            }
            moved[usize::from(from)] = bit(to);
        }
        moved
    })
});

impl Solid {
    /// The cells for which something holds.
    pub fn of(holds: impl Fn(Cell) -> bool) -> Solid {
        Solid((0..125).filter(|b| holds(cell(*b))).fold(0, |solid, b| solid | 1 << b))
    }

    /// The eight corners and twelve bars: what corner pieces and edge pieces fill.
    pub fn frame() -> Solid {
        Solid::of(|c| c.iter().map(|x| u8::from(*x == 2)).sum::<u8>() <= 1)
    }

    /// The cells at the surface: what six sides fill.
    pub fn shell() -> Solid {
        Solid::of(|c| c.iter().any(|x| *x == 0 || *x == 4))
    }

    /// Its cells in ascending order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..125).filter(move |b| self.0 >> b & 1 == 1).map(cell)
    }

    /// Whether a cell belongs to it.
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> bit(cell) & 1 == 1
    }

    /// How many cells.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it has no cells.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the two share a cell.
    pub const fn meets(self, other: Solid) -> bool {
        self.0 & other.0 != 0
    }

    /// Both together.
    #[must_use]
    pub const fn and(self, other: Solid) -> Solid {
        Solid(self.0 | other.0)
    }

    /// This one without the other.
    #[must_use]
    pub const fn without(self, other: Solid) -> Solid {
        Solid(self.0 & !other.0)
    }

    /// The solid moved by a rotation of the cube.
    #[must_use]
    pub fn rotated(self, rotation: Rotation) -> Solid {
        let moved = &MOVED[rotation.rank()];
        let (mut left, mut result) = (self.0, 0);
        while left != 0 {
            result |= 1 << moved[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        Solid(result)
    }

    /// The mirror image, left and right exchanged.
    #[must_use]
    pub fn mirrored(self) -> Solid {
        Solid::of(|[x, y, z]| self.contains([4 - x, y, z]))
    }

    /// Whether it is face-connected.
    #[cfg(test)]
    pub fn is_connected(self) -> bool {
        let mut reached = Solid(self.0 & self.0.wrapping_neg());
        loop {
            let next = Solid::of(|c| {
                self.contains(c)
                    && (reached.contains(c) || neighbours(c).any(|n| reached.contains(n)))
            });
            if next == reached {
                return reached == self;
            }
            reached = next;
        }
    }

    /// The bits, as a number.
    pub const fn bits(self) -> u128 {
        self.0
    }
}

impl fmt::Debug for Solid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.cells()).finish()
    }
}

/// The cells face to face with one.
#[cfg(test)]
fn neighbours(cell: Cell) -> impl Iterator<Item = Cell> {
    (0..6).filter_map(move |side| {
        let mut next = cell;
        let at = &mut next[side / 2];
        *at = if side % 2 == 0 { at.checked_sub(1)? } else { Some(*at + 1).filter(|x| *x < 5)? };
        Some(next)
    })
}

/// Whether a cell of a bar belongs to the half with this letter.
///
/// `next` and `before` say whether the cell is in the inner layer along the axes that follow and
/// precede the bar in the reading of its corner. In the document's Figure 2 the bar points to the
/// lower left; the next bar points to the lower right and the one before it up. So the top half is
/// the inner layer of the bar before, the right half that of the next.
pub const fn in_half(half: HalfEdge, next: bool, before: bool) -> bool {
    match half {
        HalfEdge::A => before,
        HalfEdge::B => next,
        HalfEdge::C => !before,
        HalfEdge::D => !next,
    }
}

/// A piece in the first corner (left, front, bottom): the corner itself and its three half-bars,
/// the first letter along x.
pub fn corner_piece(piece: Piece) -> Solid {
    let reading = Corner::ALL[0].reading();
    let mut solid = Solid::of(|c| c.iter().all(|x| *x < 2));
    for (i, half) in piece.word().into_iter().enumerate() {
        let [along, next, before]: [Axis; 3] = std::array::from_fn(|k| reading[(i + k) % 3]);
        solid = solid.and(Solid::of(|c| {
            let [along, next, before] = [along, next, before].map(|a| c[a.index()]);
            along == 2 && next < 2 && before < 2 && in_half(half, next == 1, before == 1)
        }));
    }
    solid
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rotations that bring the first corner to its neighbour along x, bar onto bar.
    fn half_turn_of_the_bar() -> Rotation {
        Rotation::all()
            .find(|r| {
                Corner::ALL[0].rotated(*r) == Corner::ALL[1]
                    && Corner::ALL[1].rotated(*r) == Corner::ALL[0]
            })
            .unwrap()
    }

    #[test]
    fn the_shapes_show_that_a_fits_d_and_b_fits_c_and_nothing_else() {
        let bar = Solid::of(|c| c[0] == 2 && c[1] < 2 && c[2] < 2);
        let half_turn = half_turn_of_the_bar();
        for one in HalfEdge::ALL {
            for other in HalfEdge::ALL {
                let here = Solid::of(|c| bar.contains(c) && in_half(one, c[1] == 1, c[2] == 1));
                let there = Solid::of(|c| bar.contains(c) && in_half(other, c[1] == 1, c[2] == 1))
                    .rotated(half_turn);
                let fill = !here.meets(there) && here.and(there) == bar;
                assert_eq!(fill, other == one.partner(), "{one} and {other}");
            }
        }
    }

    #[test]
    fn rotations_of_solids_are_rotations() {
        for r in Rotation::all() {
            assert_eq!(Solid::frame().rotated(r), Solid::frame());
            assert_eq!(Solid::shell().rotated(r), Solid::shell());
            for piece in Piece::all() {
                let solid = corner_piece(piece);
                assert_eq!(solid.len(), 8 + 3 * 2);
                assert_eq!(solid.rotated(r).rotated(r.inverse()), solid);
            }
        }
        assert_eq!((Solid::frame().len(), Solid::shell().len()), (8 * 8 + 12 * 4, 98));
    }

    #[test]
    fn every_piece_is_connected_and_no_two_are_the_same_shape() {
        let shapes: std::collections::BTreeSet<Solid> = Piece::all()
            .map(|p| {
                assert!(corner_piece(p).is_connected());
                Rotation::all().map(|r| corner_piece(p).rotated(r)).min().unwrap()
            })
            .collect();
        assert_eq!(shapes.len(), 24);
    }
}
