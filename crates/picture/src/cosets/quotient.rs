//! Spaces over F₂: quotients by the translations that keep distances, and invertible completions of
//! maps between them.

/// The most coordinates a vector has: two for each of at most 15 cubes, and some to spare.
pub const DIMENSIONS: usize = 32;

/// A set of independent vectors, each kept under its leading bit.
#[derive(Clone, Debug)]
pub struct Basis {
    leading: [u32; DIMENSIONS],
}

impl Basis {
    /// The empty set.
    pub const fn new() -> Basis {
        Basis { leading: [0; DIMENSIONS] }
    }

    /// What is left of a vector after the members of the set are taken out of it; 0 if it is in
    /// their span.
    pub fn remainder(&self, mut vector: u32) -> u32 {
        let mut rest = vector;
        while rest != 0 {
            let bit = rest.ilog2();
            let member = self.leading[bit as usize];
            vector ^= member;
            // Without a member that leads here the bit stays, and the search goes on below it.
            rest = vector & ((1 << bit) - 1);
        }
        vector
    }

    /// Takes a vector in, unless it is in the span already; says whether it did.
    pub fn insert(&mut self, vector: u32) -> bool {
        let rest = self.remainder(vector);
        if rest == 0 {
            return false;
        }
        self.leading[rest.ilog2() as usize] = rest;
        true
    }

    /// The leading bits of the members, as a mask.
    pub fn pivots(&self) -> u32 {
        (0..DIMENSIONS).filter(|&bit| self.leading[bit] != 0).fold(0, |mask, bit| mask | 1 << bit)
    }
}

/// Gathers the bits of `vector` that `mask` leaves out, packed from the lowest up.
fn pack_outside(vector: u32, mask: u32) -> u32 {
    let mut packed = 0;
    let mut position = 0;
    for bit in 0..DIMENSIONS {
        if mask >> bit & 1 == 0 {
            packed |= (vector >> bit & 1) << position;
            position += 1;
        }
    }
    packed
}

/// The images of the unit vectors in the quotient of F₂^`dimension` by the span of `relations`.
///
/// A vector is reduced to zero at the pivots, which are leading bits, so that the lowest
/// coordinates of the space tend to be the lowest of the quotient too; what is left is packed.
/// Returns the images and the mask of the pivots; the quotient has `dimension` less the number of
/// pivots coordinates.
pub fn quotient(dimension: usize, relations: &[u32]) -> (Vec<u32>, u32) {
    let mut basis = Basis::new();
    for &relation in relations {
        basis.insert(relation);
    }
    let pivots = basis.pivots();
    let images =
        (0..dimension).map(|bit| pack_outside(basis.remainder(1 << bit), pivots)).collect();
    (images, pivots)
}

/// A square matrix over F₂ by columns: the images of the unit vectors.
pub type Columns = [u32; DIMENSIONS];

/// The image of a vector under a matrix.
#[inline]
pub fn image(columns: &Columns, mut vector: u32) -> u32 {
    let mut sum = 0;
    while vector != 0 {
        sum ^= columns[vector.trailing_zeros() as usize];
        vector &= vector - 1;
    }
    sum
}

/// The inverse of an invertible matrix of `dimension` columns.
pub fn inverse(columns: &Columns, dimension: usize) -> Columns {
    let mut left = *columns;
    let mut right: Columns = std::array::from_fn(|j| 1 << j);
    // Column operations that turn the matrix into the identity turn the identity into the inverse.
    for row in 0..dimension {
        let pivot = (row..dimension).find(|&j| left[j] >> row & 1 == 1).unwrap_or(row);
        left.swap(row, pivot);
        right.swap(row, pivot);
        let (l, r) = (left[row], right[row]);
        for j in (0..dimension).filter(|&j| j != row) {
            if left[j] >> row & 1 == 1 {
                left[j] ^= l;
                right[j] ^= r;
            }
        }
    }
    debug_assert!((0..dimension).all(|j| left[j] == 1 << j), "singular");
    right
}

/// All sums of six vectors: entry s is the sum of those whose bit is set in s.
pub fn spanned(vectors: &[u32; 6]) -> [u32; 64] {
    let mut sums = [0; 64];
    for (j, &vector) in vectors.iter().enumerate() {
        for s in 0..1 << j {
            sums[s | 1 << j] = sums[s] ^ vector;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_quotient_forgets_the_relations_and_nothing_else(
            relations in prop::collection::vec(0u32..1 << 12, 0..6), v in 0u32..1 << 12,
        ) {
            let (images, pivots) = quotient(12, &relations);
            let of = |vector: u32| {
                (0..12).filter(|b| vector >> b & 1 == 1).fold(0, |s, b| s ^ images[b])
            };
            for &relation in &relations {
                prop_assert_eq!(of(relation), 0);
            }
            let mut span = Basis::new();
            for &relation in &relations { span.insert(relation); }
            prop_assert_eq!(of(v) == 0, span.remainder(v) == 0);
            prop_assert!(of(v) < 1 << (12 - pivots.count_ones()));
        }

        #[test]
        fn an_inverse_undoes(seed in prop::collection::vec(0u32..1 << 10, 40)) {
            let mut basis = Basis::new();
            let mut columns: Columns = [0; DIMENSIONS];
            let mut count = 0;
            for v in seed.into_iter().chain((0..10).map(|j| 1 << j)) {
                if count < 10 && basis.insert(v) { columns[count] = v; count += 1; }
            }
            let undo = inverse(&columns, 10);
            for v in 0..1 << 10 {
                prop_assert_eq!(image(&undo, image(&columns, v)), v);
            }
        }
    }
}
