//! van Kreveld's requirements on the pieces of a puzzle, and which of them are dropped.

use std::fmt;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::piece::Bag;

/// Which of van Kreveld's requirements on the pieces of a puzzle are dropped; by default none.
///
/// Its text says what is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Relaxations {
    /// Equal pieces are allowed.
    pub repeats: bool,
    /// AAA, BBB, CCC and DDD are allowed.
    pub symmetric_pieces: bool,
    /// There need not be six half-edges of each letter.
    pub unbalanced: bool,
}

impl Relaxations {
    /// All three dropped: every set that can be assembled.
    pub const ALL: Relaxations =
        Relaxations { repeats: true, symmetric_pieces: true, unbalanced: true };

    /// How many sets of eight there are, solvable or not, balanced or not: of 20 or 24 pieces, with
    /// or without repeats.
    ///
    /// ```
    /// # use cubegraph_corner::Relaxations;
    /// assert_eq!(Relaxations::default().sets(), 125_970u32.into());
    /// ```
    pub fn sets(self) -> BigUint {
        let pieces = if self.symmetric_pieces { 24u64 } else { 20 };
        let from = if self.repeats { pieces + 7 } else { pieces };
        (0..8u64).fold(BigUint::from(1u8), |product, i| product * (from - i) / (i + 1))
    }

    /// Whether a bag, or a part of one, keeps the two requirements that parts must keep.
    #[inline]
    pub(super) fn allows_part(self, bag: Bag) -> bool {
        (self.repeats || !bag.has_repeats()) && (self.symmetric_pieces || !bag.has_symmetric())
    }

    /// Whether a bag of eight keeps the requirements.
    pub(super) fn allows(self, bag: Bag) -> bool {
        self.allows_part(bag) && (self.unbalanced || bag.is_balanced())
    }
}

impl fmt::Display for Relaxations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.repeats {
            "eight pieces, equal ones allowed; "
        } else {
            "eight different pieces; "
        })?;
        f.write_str(if self.symmetric_pieces {
            "AAA, BBB, CCC, DDD allowed; "
        } else {
            "none of AAA, BBB, CCC, DDD; "
        })?;
        f.write_str(if self.unbalanced {
            "any number of each letter"
        } else {
            "six half-edges of each letter"
        })
    }
}
