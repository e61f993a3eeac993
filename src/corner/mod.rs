//! Being built.

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
