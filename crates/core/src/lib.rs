//! What all families of cube puzzles share: the cube and its rotations, permutation groups and
//! their Cayley graphs, long-running work, errors with their place, instance files.

pub mod claim;
pub mod cube;
pub mod fault;
pub mod group;
pub mod instance;
pub mod json;
pub mod size;
pub mod text;
pub mod verdict;
pub mod work;

pub use work::{Error, Result, Work};
