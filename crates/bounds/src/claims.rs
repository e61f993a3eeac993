//! What Burcsi claims about the growth of the diameter.

use cubegraph_core::claim::{Claim, Document};
use cubegraph_core::work::{Result, Work};
use cubegraph_picture::{Metric, Rules};

use crate::WidthBounds;

/// The claims.
pub fn claims() -> Vec<Claim> {
    let what =
        "growth of the diameter with m for n = 1 (here 5m/2 + O(1), in half turns 2m + O(1))";
    vec![Claim::new(
        Document::Burcsi,
        "(1), conjecture",
        what,
        "like the upper bound",
        growth_of_one_column,
    )]
}

/// Whether the diameter of m×1 grows like m, as the upper bound does, with the slopes of the claim.
fn growth_of_one_column(work: &Work) -> Result<String> {
    let mut slopes = Vec::new();
    for metric in Metric::ALL {
        let bounds = WidthBounds::new(&Rules::cube(metric)?, 1, work)?;
        slopes.push((bounds.slope, bounds.slope_is_exact));
    }
    let expected = ["5/2", "2"].map(|slope| (slope.to_owned(), true));
    Ok(if slopes == expected { "like the upper bound".to_owned() } else { format!("{slopes:?}") })
}
