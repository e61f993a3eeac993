//! The list of the farthest configurations.

use std::collections::BTreeSet;

use cubegraph_core::Result;
use num_bigint::BigUint;

use super::{AntipodeClaim, Check, DistanceClaim, Solver};

/// Classes are made again as long as that takes at most this many images in all.
const MOST_IMAGES: usize = 20_000_000;
/// How many representatives are solved where a solution takes microseconds; else one.
const MOST_SOLVED: usize = 10_000;

/// The counts must be those of the last layer, a class must have as many configurations as its
/// representative has images, no two classes may be the same, and representatives must be as far as
/// the diameter says. `class_count` is how many classes there really are, where that is known.
pub(super) fn antipodes(
    claim: &DistanceClaim,
    listed: &AntipodeClaim,
    class_count: Option<usize>,
    solver: Option<&Solver>,
) -> Result<Check> {
    let array = claim.array();
    let mut wrong = counts(claim, listed, class_count);
    let all = listed.classes.len();
    let made = all.min(MOST_IMAGES / array.symmetries());
    let few = match solver {
        None => 0,
        Some(solver) if solver.searches.is_quick() => MOST_SOLVED,
        Some(_) => 1,
    };
    let mut classes = BTreeSet::new();
    for (number, class) in (1..).zip(&listed.classes) {
        let cells = class.representative.concat();
        if number <= made {
            let images = array.images(&cells);
            if class.size != images.len().into() {
                let count = images.len();
                wrong.push(format!("class {number} has {count} configurations"));
            }
            if !classes.insert(images.into_iter().next()) {
                wrong.push(format!("class {number} is listed before"));
            }
        }
        if let Some(solver) = solver.filter(|_| number <= few) {
            let found = solver.distance(&cells)?;
            if found != Some(claim.diameter()) {
                let found = found
                    .map_or("has no solution".to_owned(), |found| format!("takes {found} moves"));
                wrong.push(format!("the representative of class {number} {found}"));
            }
        }
    }
    let solved = all.min(few);
    let detail = match wrong.len() {
        0 => format!(
            "counts agree; of {all} listed classes {made} were made again and {solved} solved"
        ),
        1..=3 => wrong.join("; "),
        more => format!("{}; and {} more", wrong[..3].join("; "), more - 3),
    };
    Ok(Check::new("antipodes", wrong.is_empty(), detail))
}

/// What is wrong with the numbers of configurations and of classes.
fn counts(
    claim: &DistanceClaim,
    listed: &AntipodeClaim,
    class_count: Option<usize>,
) -> Vec<String> {
    let mut wrong = Vec::new();
    let last = claim.distances.last().cloned().unwrap_or_default();
    if listed.count != last {
        let count = &listed.count;
        wrong.push(format!("{count} are said to be farthest, and the last layer has {last}"));
    }
    let sum: BigUint = listed.classes.iter().map(|class| &class.size).sum();
    if sum > last || (listed.complete && sum != last) {
        wrong.push(format!("the classes add up to {sum}"));
    }
    if !listed.complete && sum == last {
        wrong.push("all classes are listed, and the list is said to be incomplete".to_owned());
    }
    let Some(said) = listed.class_count else {
        return wrong;
    };
    // What is not listed makes up at least as many classes as it takes, and at most one each.
    let rest = if sum < last { last - sum } else { BigUint::ZERO };
    let symmetries = claim.array().symmetries();
    let least = (&rest + symmetries - 1u32) / symmetries;
    let unlisted = BigUint::from(said.saturating_sub(listed.classes.len()));
    let is_possible = said >= listed.classes.len() && unlisted >= least && unlisted <= rest;
    match class_count {
        Some(count) if count != said => {
            wrong.push(format!("{said} classes are said to be farthest, and {count} are"));
        }
        _ if !is_possible => {
            wrong.push(format!("{said} classes are said to be farthest, which cannot be"));
        }
        _ => {}
    }
    wrong
}
