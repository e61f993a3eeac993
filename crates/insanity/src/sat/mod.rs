//! Clause learning over three strands at once: a first tower of a large puzzle, or a proof that
//! there is none.
//!
//! # References
//! The model is the colour graph's, not the orientations' (Jandhyala, ch. 5, solves a table of
//! orientations, which is far slower at 30 cubes). The solver is batsat, a descendant of `MiniSat`.

pub(super) mod clauses;
pub(super) mod driver;

use self::clauses::{Formula, Literal, variable, write_clause};
use self::driver::SatDriver;
use super::factors::Axes;
use super::pairing::PartFactors;
use super::parts::GraphPart;
use super::{Puzzle, Strand};
use cubegraph_core::work::{Error, Result, Work};

/// Above this many cubes the two visible strands are not ordered: refutations are out of reach
/// there, and for finding a tower more freedom is better.
const ORDERED_UP_TO: usize = 80;

/// What the solver found.
#[derive(Clone, Debug)]
pub(super) struct SatResult {
    /// The pairs found, recorded with the whole puzzle as one part.
    pub part: PartFactors,
    /// Whether these are all pairs.
    pub complete: bool,
    /// How many conflicts it took.
    pub conflicts: u64,
    /// The formula and its refutation, where it was asked for and there is no tower.
    pub refutation: Option<Refutation>,
}

/// A formula with a proof that nothing satisfies it.
#[derive(Clone, Debug)]
pub struct Refutation {
    pub(super) formula: Formula,
    /// Whether the formula orders the two visible strands.
    ordered: bool,
    cubes: usize,
    /// The lines of the proof: clauses that follow by unit propagation from what came before, and
    /// clauses no longer needed.
    pub(super) lines: Vec<ProofLine>,
}

/// A line of a DRAT proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ProofLine {
    /// A clause that follows.
    Add(Vec<Literal>),
    /// A clause that is forgotten.
    Delete(Vec<Literal>),
}

impl Refutation {
    /// The proof in the DRAT format.
    pub fn write_proof(&self, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        for line in &self.lines {
            match line {
                ProofLine::Add(clause) => write_clause(out, clause)?,
                ProofLine::Delete(clause) => {
                    write!(out, "d ")?;
                    write_clause(out, clause)?;
                }
            }
        }
        Ok(())
    }

    /// The formula in DIMACS.
    pub fn write_formula(&self, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        self.formula.write(out, self.cubes, self.ordered)
    }
}

/// Finds up to `wanted` disjoint pairs of factors; with [`usize::MAX`], all of them.
///
/// # Arguments
/// `keep` is how many of the pairs to keep; `proof` asks for a refutation if there is no pair.
///
/// # Errors
/// [`Error::OutOfTime`] and [`Error::Interrupted`]; [`Error::TooLarge`] before clauses or proof
/// would take too much.
pub(super) fn search(
    puzzle: &Puzzle,
    wanted: usize,
    keep: usize,
    proof: bool,
    work: &Work,
) -> Result<SatResult> {
    let part = GraphPart::whole(puzzle.graph());
    if part.cubes.len() > Formula::MOST_CUBES {
        return Err(Error::too_large(format!(
            "clauses are written for at most {} cubes",
            Formula::MOST_CUBES
        )));
    }
    work.reserve("the clauses", Formula::bytes(part.cubes.len()))?;
    // To find every pair once, or to refute, one order of the strands is enough.
    let ordered = wanted > 1 || part.cubes.len() <= ORDERED_UP_TO;
    let formula = Formula::of(puzzle, ordered, work)?;
    let stage = work.stage("clause learning (conflicts)", None);
    let mut found =
        SatResult { part: PartFactors::new(part), complete: false, conflicts: 0, refutation: None };
    let mut driver = SatDriver::new(&formula, work, Some(&stage), proof);
    loop {
        let answer = driver.solve(&[], u64::MAX);
        found.conflicts = driver.conflicts();
        if answer == Some(true) {
            let pair = pair_of(&driver, &found.part.part);
            let blocking = Formula::blocking(&pair);
            found.part.record(pair.0, pair.1, keep);
            if found.part.pairs >= wanted as u64 {
                return Ok(found);
            }
            driver.add(&blocking);
        } else if answer == Some(false) {
            found.complete = true;
            if found.part.pairs == 0
                && let Some(mut lines) = driver.take_proof()
            {
                lines.push(ProofLine::Add(Vec::new()));
                found.refutation = Some(Refutation {
                    cubes: found.part.part.cubes.len(),
                    formula,
                    ordered,
                    lines,
                });
            }
            return Ok(found);
        } else {
            work.check(&format!(
                "so far {} disjoint pairs; {} conflicts",
                found.part.pairs, found.conflicts
            ))?;
            work.reserve("the proof", u128::from(driver.proof_bytes()))?;
            return Err(Error::too_large("the solver gave up".to_owned()));
        }
    }
}

/// Reads the two visible strands out of a model.
fn pair_of(driver: &SatDriver, part: &GraphPart) -> (Axes, Axes) {
    let strand = |strand: Strand| -> Axes {
        (0..part.cubes.len())
            .map(|cube| {
                (0..3u8)
                    .find(|&axis| driver.is_true(variable(cube, usize::from(axis), strand)))
                    .expect("a model gives every strand an edge of every cube")
            })
            .collect()
    };
    (strand(Strand::LeftRight), strand(Strand::FrontBack))
}
