//! The list of the farthest configurations.

use std::collections::BTreeSet;

use itertools::Itertools;
use num_bigint::BigUint;

use super::super::{Antipodes, Configuration, Size};
use super::{Check, Claim};
use cubegraph_core::Result;
use cubegraph_core::cube::Rotation;

/// Classes are made again as long as that takes at most this many images in all.
const MOST_IMAGES: usize = 20_000_000;

/// The counts must be those of the last layer, a class must have as many configurations as its
/// representative has images, no two classes may be the same, and representatives must be as far as
/// the diameter says; of these only the first `few` are solved. `class_count` is how many classes
/// there really are, where that is known.
pub(super) fn antipodes(
    claim: Claim,
    listed: &Antipodes,
    class_count: Option<usize>,
    distance: impl Fn(&Configuration) -> Result<Option<usize>>,
    few: usize,
) -> Result<Check> {
    let mut wrong = counts(claim, listed, class_count);
    let made = listed
        .classes
        .len()
        .min(MOST_IMAGES / symmetries(claim.size));
    let solved = listed.classes.len().min(few);
    let mut classes = BTreeSet::new();
    for (number, class) in (1..).zip(&listed.classes) {
        if number <= made {
            let images = images(&class.representative);
            if class.size != images.len().into() {
                let count = images.len();
                wrong.push(format!("class {number} has {count} configurations"));
            }
            if !classes.insert(images.into_iter().next()) {
                wrong.push(format!("class {number} is listed before"));
            }
        }
        if number <= solved {
            let (found, diameter) = (distance(&class.representative)?, claim.distances.diameter());
            if found != Some(diameter) {
                let found = found.map_or("has no solution".to_owned(), |found| {
                    format!("takes {found} moves")
                });
                wrong.push(format!("the representative of class {number} {found}"));
            }
        }
    }
    let all = listed.classes.len();
    Ok(Check {
        name: "antipodes",
        holds: wrong.is_empty(),
        detail: match wrong.len() {
            0 => format!(
                "counts agree; of {all} listed classes {made} were made again and {solved} solved"
            ),
            1..=3 => wrong.join("; "),
            more => format!("{}; and {} more", wrong[..3].join("; "), more - 3),
        },
    })
}

/// What is wrong with the numbers of configurations and of classes.
fn counts(claim: Claim, listed: &Antipodes, class_count: Option<usize>) -> Vec<String> {
    let mut wrong = Vec::new();
    let last = claim.distances.antipodes();
    if listed.count != last {
        wrong.push(format!(
            "{} are said to be farthest, and the last layer has {last}",
            listed.count
        ));
    }
    let sum: BigUint = listed.classes.iter().map(|class| &class.size).sum();
    if sum > last || (listed.complete && sum != last) {
        wrong.push(format!("the classes add up to {sum}"));
    }
    if !listed.complete && sum == last {
        wrong.push("all classes are listed, and the list is said to be incomplete".to_owned());
    }
    let Some(said) = claim.class_count else {
        return wrong;
    };
    // What is not listed makes up at least as many classes as it takes, and at most one each.
    let rest = if sum < last {
        last - sum
    } else {
        BigUint::ZERO
    };
    let least = (&rest + symmetries(claim.size) - 1u32) / symmetries(claim.size);
    let unlisted = BigUint::from(said.saturating_sub(listed.classes.len()));
    let is_possible = said >= listed.classes.len() && unlisted >= least && unlisted <= rest;
    match class_count {
        Some(count) if count != said => {
            wrong.push(format!(
                "{said} classes are said to be farthest, and {count} are"
            ));
        }
        _ if !is_possible => {
            wrong.push(format!(
                "{said} classes are said to be farthest, which cannot be"
            ));
        }
        _ => {}
    }
    wrong
}

/// How many symmetries keep the set of moves: 2^m·m!·2^n·n!, twice that for squares.
fn symmetries(size: Size) -> usize {
    let of_lines = |n: usize| (1..=n).fold(1usize, |all, k| all.saturating_mul(2 * k));
    let all = of_lines(size.rows()).saturating_mul(of_lines(size.columns()));
    all.saturating_mul(if size.rows() == size.columns() { 2 } else { 1 })
}

/// All images of a configuration under the symmetries that keep the set of moves.
fn images(configuration: &Configuration) -> BTreeSet<Vec<Rotation>> {
    let mut images = BTreeSet::new();
    let mut starts = vec![configuration.clone()];
    if configuration.size().rows() == configuration.size().columns() {
        starts.push(configuration.transposed());
    }
    for start in starts {
        let size = start.size();
        for flips in 0..1u64 << (size.rows() + size.columns()) {
            let flipped: Vec<Rotation> = (0..size.cells())
                .map(|cell| {
                    let (i, j) = (cell / size.columns(), cell % size.columns());
                    let cube = conjugated(start.cells()[cell], Rotation::LEFT, flips >> i & 1 == 1);
                    conjugated(cube, Rotation::UP, flips >> (size.rows() + j) & 1 == 1)
                })
                .collect();
            for rows in (0..size.rows()).permutations(size.rows()) {
                for columns in (0..size.columns()).permutations(size.columns()) {
                    let cells = rows.iter().cartesian_product(&columns);
                    images.insert(cells.map(|(&i, &j)| flipped[size.cell(i, j)]).collect());
                }
            }
        }
    }
    images
}

/// A cube conjugated by the half turn that is twice the given quarter turn, if it is to be.
fn conjugated(cube: Rotation, quarter: Rotation, really: bool) -> Rotation {
    let half = quarter * quarter;
    if really { half * cube * half } else { cube }
}
