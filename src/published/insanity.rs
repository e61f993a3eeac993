//! Being built.

use super::{Claim, Exhibit};

/// The claims.
pub fn claims() -> Vec<Claim> {
    Vec::new()
}

/// The exhibits.
pub fn exhibits() -> Vec<Exhibit> {
    Vec::new()
}
