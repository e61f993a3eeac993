//! The claims of the five documents, family by family, and the files that show them.

use std::fmt::Write as _;

pub use cubegraph_core::claim::{Claim, Document, Erratum, Exhibit, Outcome, Verdict, examine};

use crate::insanity::Wanted;
use crate::instance::{self, Family, built_in};
use crate::work::{Result, Work};
use crate::{bounds, corner, cube, insanity, picture, tour};

/// All claims, document by document.
pub fn claims() -> Vec<Claim> {
    [
        cube::claims::claims(),
        insanity::claims::claims(),
        tour::claims::claims(),
        picture::claims::claims(),
        bounds::claims::claims(),
        corner::claims::claims(),
    ]
    .concat()
}

/// All exhibits, family by family.
pub fn exhibits() -> Vec<Exhibit> {
    let counts = Exhibit { file: "insanity-counts.csv", make: counts_of_instances };
    [
        cube::claims::exhibits(),
        insanity::claims::exhibits(),
        vec![counts],
        tour::claims::exhibits(),
        picture::claims::exhibits(),
        corner::claims::exhibits(),
    ]
    .concat()
}

fn counts_of_instances(work: &Work) -> Result<String> {
    let mut table = "instance,cubes,colours,factors,pairs,principal,patterns\n".to_owned();
    for built_in in built_in().filter(|built_in| built_in.family == Family::Insanity) {
        let instance::Puzzle::Insanity(puzzle) = built_in.read()?.puzzle else {
            continue;
        };
        let question = insanity::Options { wanted: Wanted::Count, ..Default::default() };
        let solution = puzzle.solve(&question, work)?;
        let Some(counts) = solution.counts() else {
            continue;
        };
        let factors = counts.factors.clone().unwrap_or_default();
        let _ = writeln!(
            table,
            "{},{},{},{factors},{},{},{}",
            built_in.name,
            puzzle.cubes().len(),
            puzzle.colours().len(),
            counts.pairs,
            counts.principal,
            counts.patterns
        );
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::find_built_in;

    #[test]
    fn the_claims_are_about_the_built_in_puzzles() {
        for (name, text) in insanity::claims::PUZZLES {
            let built_in = find_built_in(name, Some(Family::Insanity)).unwrap().read().unwrap();
            let claimed: insanity::Puzzle = text.parse().unwrap();
            let instance::Puzzle::Insanity(puzzle) = built_in.puzzle else { panic!("{name}") };
            assert_eq!(claimed.cubes(), puzzle.cubes(), "{name}");
        }
    }
}
