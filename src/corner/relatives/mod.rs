//! The two relatives that the document leaves to its reader: a cube of twelve edges and a cube of six notched sides.
//!
//! Both ask what the corner cube asks, *turn the pieces so that every cell of the target is filled once*, so the
//! [packing](super::packing) engine solves them; [`edges`] and [`faces`] say what their pieces are and state the rules.

pub mod check;
pub mod edges;
pub mod faces;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::lattice::Solid;
use super::packing::{Kind, Packed, pack};
use crate::work::{Error, Result, Work};

/// A puzzle whose pieces are solids.
pub trait Relative: Sized {
    /// A piece.
    type Piece: Copy + Ord + std::fmt::Display;

    /// Whether pieces may be turned over, so that every assembly has a mirror image; the two count as one.
    const MIRROR: bool;

    /// The pieces in the order given.
    fn pieces(&self) -> &[Self::Piece];

    /// The cells to fill.
    fn target() -> Solid;

    /// The shapes a piece can have in the first place.
    fn shapes(&self, piece: Self::Piece) -> Vec<Solid>;

    /// The puzzle that comes from cutting a cube at random.
    fn cut(random: &mut ChaCha8Rng) -> Self;

    /// The first of the pieces that cannot be told apart from this one.
    fn kind_of(&self, piece: Self::Piece) -> Self::Piece {
        piece
    }

    /// The kinds of piece in ascending order, with how many there are.
    fn kinds(&self) -> Vec<(Self::Piece, usize)> {
        let mut sorted: Vec<Self::Piece> = self.pieces().iter().map(|p| self.kind_of(*p)).collect();
        sorted.sort_unstable();
        sorted
            .chunk_by(|a, b| a == b)
            .map(|same| (same[0], same.len()))
            .collect()
    }

    /// All assemblies up to turning the cube; at most so many.
    fn solve(&self, at_most: usize, work: &Work) -> Result<Packed> {
        let kinds: Vec<Kind> = self
            .kinds()
            .into_iter()
            .map(|(piece, copies)| Kind {
                copies,
                shapes: self.shapes(piece),
            })
            .collect();
        pack(Self::target(), &kinds, Self::MIRROR, at_most, work)
    }
}

/// Cuts cubes at random until the pieces of one have a single assembly.
///
/// # Arguments
/// * `seed` - the same seed gives the same puzzle.
/// * `work` - for interruption and the time limit.
pub fn generate<R: Relative>(seed: u64, work: &Work) -> Result<R> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for tried in 0..100_000u32 {
        work.check(&format!("{tried} cubes cut, none with one assembly"))?;
        let puzzle = R::cut(&mut random);
        if puzzle.solve(2, work)?.assemblies.len() == 1 {
            return Ok(puzzle);
        }
    }
    Err(Error::too_large(
        "100,000 cubes were cut at random and none has a single assembly; try another --seed"
            .to_owned(),
    ))
}
