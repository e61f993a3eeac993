//! The 24 rotations as one byte each, with their tables made at compile time.

use std::fmt;
use std::ops::Mul;

use super::Face;

/// A rotation of the cube.
///
/// Its rank is `6·v + s`, where the rotation is `v · s` with v in the Klein group V₄ (the identity
/// and the three half turns about the axes through face centres) and s in the S₃ that fixes
/// diagonal 4. That split makes the product in V₄ an exclusive or of `v`, which the coset search of
/// the picture cubes lives on.
///
/// # Examples
/// ```
/// # use cubegraph_core::cube::{Face, Rotation};
/// let u = Rotation::UP;
/// assert_eq!(u.place_of(Face::Front), Face::Top);
/// assert_eq!(u.order(), 4);
/// assert_eq!(u * Rotation::DOWN, Rotation::IDENTITY);
/// assert_eq!(u.to_string(), "(1 4 2 3)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rotation(u8);

/// V₄ in an order in which the product is the exclusive or of the indices.
const KLEIN: [[u8; 4]; 4] = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]];

/// The complement S₃: the permutations that fix diagonal 4 (index 3).
const COMPLEMENT: [[u8; 4]; 6] =
    [[0, 1, 2, 3], [1, 0, 2, 3], [0, 2, 1, 3], [2, 1, 0, 3], [1, 2, 0, 3], [2, 0, 1, 3]];

/// Everything about the 24 rotations, by rank.
struct Tables {
    diagonals: [[u8; 4]; 24],
    faces: [[u8; 6]; 24],
    product: [[u8; 24]; 24],
    inverse: [u8; 24],
}

static TABLES: Tables = build();

const fn compose<const N: usize>(first: [u8; N], second: [u8; N]) -> [u8; N] {
    let mut result = [0; N];
    let mut i = 0;
    while i < N {
        result[i] = second[first[i] as usize];
        i += 1;
    }
    result
}

const fn rank_of_diagonals(diagonals: &[[u8; 4]; 24], wanted: [u8; 4]) -> usize {
    let mut rank = 0;
    loop {
        let d = diagonals[rank];
        if d[0] == wanted[0] && d[1] == wanted[1] && d[2] == wanted[2] && d[3] == wanted[3] {
            return rank;
        }
        rank += 1;
    }
}

/// Builds the tables from the two quarter turns that generate the group:
/// u on diagonals and faces, r on diagonals and faces, spread over all ranks by breadth.
#[expect(clippy::cast_possible_truncation, reason = "ranks are below 24")]
const fn build() -> Tables {
    let mut diagonals = [[0; 4]; 24];
    let mut rank = 0;
    while rank < 24 {
        diagonals[rank] = compose(KLEIN[rank / 6], COMPLEMENT[rank % 6]);
        rank += 1;
    }
    let turns: [([u8; 4], [u8; 6]); 2] = [
        ([3, 2, 0, 1], [0, 4, 2, 5, 3, 1]), // u = (1 4 2 3); front to top, top to back
        ([1, 3, 0, 2], [4, 1, 5, 3, 2, 0]), // r = (1 2 4 3); left to top, top to right
    ];
    let mut faces = [[0; 6]; 24];
    let mut known = [false; 24];
    faces[0] = [0, 1, 2, 3, 4, 5];
    known[0] = true;
    let mut round = 0;
    while round < 24 {
        let mut rank = 0;
        while rank < 24 {
            let mut turn = 0;
            while known[rank] && turn < 2 {
                let (on_diagonals, on_faces) = turns[turn];
                let next = rank_of_diagonals(&diagonals, compose(diagonals[rank], on_diagonals));
                if !known[next] {
                    faces[next] = compose(faces[rank], on_faces);
                    known[next] = true;
                }
                turn += 1;
            }
            rank += 1;
        }
        round += 1;
    }
    let mut product = [[0; 24]; 24];
    let mut inverse = [0; 24];
    let mut a = 0;
    while a < 24 {
        let mut b = 0;
        while b < 24 {
            let rank = rank_of_diagonals(&diagonals, compose(diagonals[a], diagonals[b]));
            product[a][b] = rank as u8;
            if rank == 0 {
                inverse[a] = b as u8;
            }
            b += 1;
        }
        a += 1;
    }
    Tables { diagonals, faces, product, inverse }
}

impl Rotation {
    /// How many rotations a cube has.
    pub const COUNT: usize = 24;
    /// The rotation that does nothing.
    pub const IDENTITY: Rotation = Rotation(0);
    /// Burcsi's u = (1 4 2 3): the front comes to the top. A die that rolls north.
    pub const UP: Rotation = Rotation::from_diagonals([3, 2, 0, 1]).expect("a permutation");
    /// Burcsi's d = (1 3 2 4): the top comes to the front. A die that rolls south.
    pub const DOWN: Rotation = Rotation::from_diagonals([2, 3, 1, 0]).expect("a permutation");
    /// Burcsi's l = (1 3 4 2): the top goes to the left. A die that rolls west.
    pub const LEFT: Rotation = Rotation::from_diagonals([2, 0, 3, 1]).expect("a permutation");
    /// Burcsi's r = (1 2 4 3): the top goes to the right. A die that rolls east.
    pub const RIGHT: Rotation = Rotation::from_diagonals([1, 3, 0, 2]).expect("a permutation");
    /// Quarter turn about the vertical axis, left to front to right to back. Hesselink's L = (1 2 3
    /// 4).
    pub const SPIN: Rotation = Rotation::from_diagonals([1, 2, 3, 0]).expect("a permutation");

    /// All rotations by rank.
    pub fn all() -> impl ExactSizeIterator<Item = Rotation> + Clone {
        (0..24u8).map(Rotation)
    }

    /// The rank, from 0 (the identity) to 23.
    pub const fn rank(self) -> usize {
        self.0 as usize
    }

    /// The rotation of a rank, or `None` from 24 on.
    #[expect(clippy::cast_possible_truncation, reason = "checked to be below 24")]
    pub const fn from_rank(rank: usize) -> Option<Rotation> {
        if rank < 24 { Some(Rotation(rank as u8)) } else { None }
    }

    /// The rotation that moves the diagonals like this (indices from 0), or `None` if that is no
    /// permutation.
    #[expect(clippy::cast_possible_truncation, reason = "ranks are below 24")]
    pub const fn from_diagonals(images: [u8; 4]) -> Option<Rotation> {
        let mut seen = 0u8;
        let mut i = 0;
        while i < 4 {
            if images[i] > 3 {
                return None;
            }
            seen |= 1 << images[i];
            i += 1;
        }
        if seen != 0b1111 {
            return None;
        }
        // V₄ is regular on the diagonals: v is the one that takes what goes to diagonal 4 there
        // already.
        let mut rank = 0;
        while rank < 24 {
            let d = compose(KLEIN[rank / 6], COMPLEMENT[rank % 6]);
            if d[0] == images[0] && d[1] == images[1] && d[2] == images[2] && d[3] == images[3] {
                return Some(Rotation(rank as u8));
            }
            rank += 1;
        }
        None
    }

    /// The rotation with these images of the faces 0 to 5 in Hesselink's order, or `None` if there
    /// is none (no permutation, opposite faces torn apart, or a mirror image).
    pub fn from_faces(images: [u8; 6]) -> Option<Rotation> {
        Rotation::all().find(|r| r.faces() == images)
    }

    /// Where the diagonals go, indices from 0.
    pub fn diagonals(self) -> [u8; 4] {
        TABLES.diagonals[self.rank()]
    }

    /// Where the faces go, as indices in Hesselink's order.
    pub fn faces(self) -> [u8; 6] {
        TABLES.faces[self.rank()]
    }

    /// The place to which a face goes.
    pub fn place_of(self, face: Face) -> Face {
        Face::ALL[usize::from(self.faces()[face.index()])]
    }

    /// The face that comes to a place.
    pub fn face_at(self, place: Face) -> Face {
        self.inverse().place_of(place)
    }

    /// Applies the rotation to a coloured cube: what was on face i is afterwards at the place of i.
    pub fn turn<T: Clone>(self, faces: &[T; 6]) -> [T; 6] {
        let source = self.inverse().faces();
        std::array::from_fn(|place| faces[usize::from(source[place])].clone())
    }

    /// The inverse rotation.
    #[must_use]
    pub fn inverse(self) -> Rotation {
        Rotation(TABLES.inverse[self.rank()])
    }

    /// The rotation applied `exponent` times.
    #[must_use]
    pub fn pow(self, exponent: u32) -> Rotation {
        (0..exponent % 12).fold(Rotation::IDENTITY, |product, _| product * self)
    }

    /// The least k ≥ 1 for which the k-th power is the identity: 1, 2, 3 or 4.
    pub fn order(self) -> u32 {
        (1..=4)
            .find(|&k| self.pow(k) == Rotation::IDENTITY)
            .expect("the order of a permutation of four things is at most four")
    }

    /// Whether the permutation of the diagonals is even. Every quarter turn is odd.
    pub fn is_even(self) -> bool {
        // V₄ is even, and so are the identity and the two 3-cycles of the complement.
        matches!(self.rank() % 6, 0 | 4 | 5)
    }

    /// The part in V₄, as an index from 0 to 3 whose exclusive or is the product.
    pub const fn klein_index(self) -> usize {
        self.rank() / 6
    }

    /// The part in the complement S₃, as an index from 0 to 5.
    pub const fn complement_index(self) -> usize {
        self.rank() % 6
    }

    /// The split `self = v * s` with v in V₄ and s in S₃.
    pub const fn split(self) -> (Rotation, Rotation) {
        (Rotation(self.0 / 6 * 6), Rotation(self.0 % 6))
    }
}

impl Mul for Rotation {
    type Output = Rotation;

    /// First `self`, then `second`.
    fn mul(self, second: Rotation) -> Rotation {
        Rotation(TABLES.product[self.rank()][second.rank()])
    }
}

impl fmt::Display for Rotation {
    /// Writes the cycles on the diagonals 1 to 4, `()` for the identity.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let images = self.diagonals();
        let mut seen = [false; 4];
        let mut written = false;
        for start in 0..4 {
            if seen[start] || usize::from(images[start]) == start {
                continue;
            }
            write!(f, "({}", start + 1)?;
            seen[start] = true;
            let mut next = usize::from(images[start]);
            while next != start {
                write!(f, " {}", next + 1)?;
                seen[next] = true;
                next = usize::from(images[next]);
            }
            write!(f, ")")?;
            written = true;
        }
        if written { Ok(()) } else { write!(f, "()") }
    }
}

impl fmt::Debug for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rotation{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rotations_are_the_24_permutations_of_the_diagonals() {
        let distinct: std::collections::BTreeSet<_> =
            Rotation::all().map(Rotation::diagonals).collect();
        assert_eq!(distinct.len(), 24);
        for r in Rotation::all() {
            assert_eq!(Rotation::from_diagonals(r.diagonals()), Some(r));
            assert_eq!(Rotation::from_faces(r.faces()), Some(r));
        }
    }

    #[test]
    fn the_group_laws_hold_for_all_triples() {
        for a in Rotation::all() {
            assert_eq!(a * a.inverse(), Rotation::IDENTITY);
            assert_eq!(a * Rotation::IDENTITY, a);
            for b in Rotation::all() {
                for c in Rotation::all() {
                    assert_eq!((a * b) * c, a * (b * c));
                }
            }
        }
    }

    #[test]
    fn diagonals_and_faces_are_the_same_action() {
        // The corner of diagonal k as the three faces that meet there; its image must lie on the
        // image diagonal.
        use Face::{Back, Front, Left, Right, Top};
        let corners =
            [[Left, Front, Top], [Right, Front, Top], [Right, Back, Top], [Left, Back, Top]];
        let sorted = |mut c: [Face; 3]| {
            c.sort();
            c
        };
        for r in Rotation::all() {
            for (k, corner) in corners.iter().enumerate() {
                let image = sorted(corner.map(|f| r.place_of(f)));
                let target = corners[usize::from(r.diagonals()[k])];
                assert!(image == sorted(target) || image == sorted(target.map(Face::opposite)));
            }
        }
    }

    #[test]
    fn faces_stay_opposite_and_the_cube_is_not_mirrored() {
        for r in Rotation::all() {
            for f in Face::ALL {
                assert_eq!(r.place_of(f.opposite()), r.place_of(f).opposite());
                assert_eq!(r.face_at(r.place_of(f)), f);
            }
        }
        assert_eq!(Rotation::from_faces([2, 1, 0, 3, 4, 5]), None);
    }

    #[test]
    fn orders_and_parities_are_those_of_the_symmetric_group() {
        let count = |order| Rotation::all().filter(|r| r.order() == order).count();
        assert_eq!([count(1), count(2), count(3), count(4)], [1, 9, 8, 6]);
        for a in Rotation::all() {
            for b in Rotation::all() {
                assert_eq!((a * b).is_even(), a.is_even() == b.is_even());
            }
        }
        assert!(!Rotation::UP.is_even() && !Rotation::RIGHT.is_even());
    }

    #[test]
    fn the_split_is_a_product_and_the_klein_part_is_normal() {
        for r in Rotation::all() {
            let (v, s) = r.split();
            assert_eq!(v * s, r);
            for v in Rotation::all().filter(|v| v.complement_index() == 0) {
                assert_eq!((r * v * r.inverse()).complement_index(), 0);
                for w in Rotation::all().filter(|w| w.complement_index() == 0) {
                    assert_eq!((v * w).klein_index(), v.klein_index() ^ w.klein_index());
                }
            }
        }
    }
}
