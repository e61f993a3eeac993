//! Clause learning over three strands at once: a first tower of a large puzzle, or a proof that
//! there is none.
//!
//! # References
//! The model is the colour graph's, not the orientations' (Jandhyala, ch. 5, solves a table of
//! orientations, which is far slower at 30 cubes). The solver is batsat, a descendant of `MiniSat`.

pub(super) mod clauses;

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use self::clauses::{Formula, Literal, variable, write_clause};
use super::factors::Axes;
use super::pairing::PartFactors;
use super::parts::GraphPart;
use super::{Puzzle, Strand};
use cubegraph_core::work::{Error, Result, Stage, Work};

/// Above this many cubes the two visible strands are not ordered: refutations are out of reach
/// there, and for finding a tower more freedom is better.
const ORDERED_UP_TO: usize = 80;

/// How slowly the solver forgets which variables were in conflicts. Its usual 0.95 suits long runs
/// of one kind; here 0.99 takes half the time, for refutations of 46 balanced cubes (0.6, 1.9 and
/// 0.7 s instead of 0.6, 4.1 and 2.3) as for towers of 200 planted ones (0.1, 0.1, 0.1, 2.7 and 0.2
/// s instead of 0.1, 4.9, 0.1, 4.2 and 0.2). Restarting with other random choices did not help.
pub(super) const VARIABLE_DECAY: f64 = 0.99;

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
    let mut found = SatResult {
        part: PartFactors::new(part),
        complete: false,
        conflicts: 0,
        refutation: None,
    };
    let options = SolverOpts {
        var_decay: VARIABLE_DECAY,
        ..SolverOpts::default()
    };
    let mut solver = Solver::new(options, Watch::new(work, &stage, proof));
    let mut consistent = load(&mut solver, &formula);
    loop {
        let verdict = if consistent {
            solver.solve_limited(&[])
        } else {
            lbool::FALSE
        };
        found.conflicts = solver.num_conflicts();
        if verdict == lbool::TRUE {
            let pair = pair_of(&solver, &found.part.part);
            let blocking = Formula::blocking(&pair);
            found.part.record(pair.0, pair.1, keep);
            if found.part.pairs >= wanted as u64 {
                return Ok(found);
            }
            consistent = solver.add_clause_reuse(&mut literals(&blocking));
        } else if verdict == lbool::FALSE {
            found.complete = true;
            if proof && found.part.pairs == 0 {
                let mut lines = std::mem::take(&mut solver.cb_mut().lines);
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
            let bytes = solver.cb().bytes.get();
            work.reserve("the proof", u128::from(bytes))?;
            return Err(Error::too_large("the solver gave up".to_owned()));
        }
    }
}

/// Gives the formula to the solver; whether it may still be satisfiable.
fn load(solver: &mut Solver<Watch>, formula: &Formula) -> bool {
    for _ in 0..formula.variables {
        solver.new_var_default();
    }
    formula
        .clauses
        .iter()
        .all(|clause| !clause.is_empty() && solver.add_clause_reuse(&mut literals(clause)))
}

fn literals(clause: &[Literal]) -> Vec<Lit> {
    clause
        .iter()
        .map(|&literal| {
            Lit::new(
                Var::unsafe_from_idx(literal.unsigned_abs() - 1),
                literal > 0,
            )
        })
        .collect()
}

/// Reads the two visible strands out of a model.
fn pair_of(solver: &Solver<Watch>, part: &GraphPart) -> (Axes, Axes) {
    let strand = |strand: Strand| -> Axes {
        (0..part.cubes.len())
            .map(|cube| {
                (0..3u8)
                    .find(|&axis| {
                        let literal = literals(&[variable(cube, usize::from(axis), strand)])[0];
                        solver.value_lit(literal) == lbool::TRUE
                    })
                    .expect("a model gives every strand an edge of every cube")
            })
            .collect()
    };
    (strand(Strand::LeftRight), strand(Strand::FrontBack))
}

/// Looks after the solver: stops it when asked, reports conflicts, writes down the proof.
struct Watch<'a> {
    work: &'a Work,
    stage: &'a Stage<'a>,
    records: bool,
    lines: Vec<ProofLine>,
    bytes: Cell<u64>,
    asked: Cell<u32>,
    stopped: Cell<bool>,
    learnt: u64,
}

impl<'a> Watch<'a> {
    fn new(work: &'a Work, stage: &'a Stage<'a>, records: bool) -> Watch<'a> {
        Watch {
            work,
            stage,
            records,
            lines: Vec::new(),
            bytes: Cell::new(0),
            asked: Cell::new(0),
            stopped: Cell::new(false),
            learnt: 0,
        }
    }

    fn record(&mut self, line: fn(Vec<Literal>) -> ProofLine, clause: &[Lit]) {
        if self.records {
            let clause: Vec<Literal> = clause
                .iter()
                .map(|literal| {
                    let variable = literal.var().idx().cast_signed() + 1;
                    if literal.sign() { variable } else { -variable }
                })
                .collect();
            self.bytes
                .set(self.bytes.get() + 48 + 4 * clause.len() as u64);
            self.lines.push(line(clause));
        }
    }
}

impl Callbacks for Watch<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], _: ClauseKind) {
        self.learnt += 1;
        if self.learnt.is_multiple_of(1024) {
            self.stage.advance(1024);
        }
        self.record(ProofLine::Add, clause);
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.record(ProofLine::Delete, clause);
    }

    fn stop(&self) -> bool {
        // Asked at every step of the search; the clock is not that cheap. A yes must stay one: the
        // solver asks again before it gives up.
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        if asked.is_multiple_of(16) && !self.stopped.get() {
            let too_much = self
                .work
                .memory()
                .is_some_and(|most| self.bytes.get() > most);
            self.stopped.set(too_much || self.work.should_stop());
        }
        self.stopped.get()
    }
}
