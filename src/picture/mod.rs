//! Picture cubes: m×n cubes that are turned in place, a whole row or column at a time.
//!
//! # Reference
//! Péter Burcsi, *Analysis of the picture cube puzzle*.

pub mod cosets;
mod distances;
mod moves;
mod size;

pub use distances::{AntipodeClass, Antipodes, Distances};
pub use moves::{Configuration, Metric, Move, Turn};
pub use size::Size;

use crate::fault::Fault;

/// The raw instance.
#[derive(serde::Deserialize)]
pub struct Raw {}

/// The puzzle.
#[derive(Clone, Debug)]
pub struct Puzzle {}

impl Puzzle {
    /// Validates a raw instance.
    pub fn from_raw(_: Raw) -> Result<Puzzle, Fault> {
        Err(Fault::new("this family is not built yet").at(0..0))
    }
}
