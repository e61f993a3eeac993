//! Corner cubes.

pub mod census;
pub mod check;
pub mod dead_ends;
pub mod design;
pub mod equivalence;
pub mod graph;
pub mod loops;
pub mod piece;
pub mod solve;

pub use piece::{Bag, HalfEdge, Piece, Word, spell};
pub use solve::solve;
