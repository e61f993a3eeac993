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
