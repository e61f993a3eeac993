//! The cube itself: its six faces, its 24 rotations, and the four notations of the documents.
//!
//! # Conventions
//! All families use this frame and this product, and nothing else.
//!
//! * **Frame.** East is right, north is back, up is top. A face has Hesselink's index:
//!   left 0, front 1, right 2, back 3, top 4, bottom 5.
//! * **Diagonals.** A main diagonal is named by its upper corner:
//!   1 left-front, 2 right-front, 3 right-back, 4 left-back.
//!   The rotations are exactly the 24 permutations of the diagonals (S₄).
//! * **Active maps.** A [`Rotation`] moves things: [`Rotation::place_of`] says to which place a
//!   face goes.
//! * **Products** apply the left factor first: `a * b` is "first `a`, then `b`",
//!   so a configuration is changed by a move through multiplication from the right.
//!
//! # The four notations are one group
//! | notation | document | here |
//! |---|---|---|
//! | images of the six face indices; operators on the left | Hesselink | [`notation::hesselink`]; his K^g L^f R^e is `R.pow(e) * L.pow(f) * K.pow(g)` |
//! | 24 tuples (top, bottom, left, right, front, back) | Jandhyala, ch. 5 | [`notation::ORIENTS`] |
//! | (top, north, east) of a die that rolls N, S, E, W | Jandhyala, ch. 14 | [`notation::Die`] |
//! | permutations of the diagonals, u = (1423), r = (1243) | Burcsi | [`Rotation::UP`], [`Rotation::RIGHT`], [`notation::parse_rotation`] |
//!
//! Rolling north is u, south is d, east is r, west is l. Hesselink's L = (1 2 3 4), K = (1 2)(3 4)
//! = u², R = (1 4 2). The tests of this module prove all of it.

#[doc(hidden)]
pub mod claims;
mod face;
pub mod notation;
mod rotation;

pub use face::Face;
pub use rotation::Rotation;
