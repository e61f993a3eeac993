//! What must hold whatever the puzzle is: group laws, distances, checkers that see every change,
//! and symmetries that change nothing they should not. Methods against each other and against brute
//! force are in the families' own tests.

mod corner;
mod groups;
mod insanity;
mod picture;
mod tour;

use cubegraph::cube::Rotation;
use proptest::prelude::*;

/// The number of cases; no files are written beside the sources.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn rotation() -> impl Strategy<Value = Rotation> {
    (0usize..24).prop_map(|rank| Rotation::from_rank(rank).expect("below 24"))
}
