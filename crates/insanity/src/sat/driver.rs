//! The solver batsat under the limits of the work: one driver for towers, proofs and obstacles.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use super::ProofLine;
use super::clauses::{Formula, Literal};
use cubegraph_core::work::{Stage, Work};

/// How slowly the solver forgets which variables were in conflicts. Its usual 0.95 suits long runs
/// of one kind; here 0.99 takes half the time, for refutations of 46 balanced cubes (0.6, 1.9 and
/// 0.7 s instead of 0.6, 4.1 and 2.3) as for towers of 200 planted ones (0.1, 0.1, 0.1, 2.7 and 0.2
/// s instead of 0.1, 4.9, 0.1, 4.2 and 0.2). Restarting with other random choices did not help.
const VARIABLE_DECAY: f64 = 0.99;

/// A solver loaded with a formula.
pub(crate) struct SatDriver<'a> {
    solver: Solver<SolverLimits<'a>>,
    /// False if the clauses contradict each other without a search.
    consistent: bool,
}

impl<'a> SatDriver<'a> {
    /// Reports conflicts to `stage`, if there is one, and records the proof if it is `proved`.
    pub fn new(
        formula: &Formula,
        work: &'a Work,
        stage: Option<&'a Stage<'a>>,
        proved: bool,
    ) -> SatDriver<'a> {
        let options = SolverOpts { var_decay: VARIABLE_DECAY, ..SolverOpts::default() };
        let limits = SolverLimits {
            work,
            stage,
            proof: proved.then(Vec::new),
            bytes: 0,
            learnt: 0,
            clauses_left: u64::MAX,
            polls: Cell::new(0),
            stopped: Cell::new(false),
        };
        let mut solver = Solver::new(options, limits);
        for _ in 0..formula.variables {
            solver.new_var_default();
        }
        let mut driver = SatDriver { solver, consistent: true };
        for clause in &formula.clauses {
            driver.add(clause);
        }
        driver
    }

    pub fn add(&mut self, clause: &[Literal]) {
        self.consistent = self.consistent
            && !clause.is_empty()
            && self.solver.add_clause_reuse(&mut literals(clause));
    }

    /// Whether the clauses and assumptions can be satisfied; `None` if the search was stopped by
    /// the limits of the work, or after this many learnt clauses.
    pub fn solve(&mut self, assumptions: &[Literal], clauses: u64) -> Option<bool> {
        if !self.consistent {
            return Some(false);
        }
        self.solver.cb_mut().clauses_left = clauses;
        match self.solver.solve_limited(&literals(assumptions)) {
            verdict if verdict == lbool::TRUE => Some(true),
            verdict if verdict == lbool::FALSE => Some(false),
            _ => None,
        }
    }

    /// Whether the literal is true in the model found.
    pub fn is_true(&self, literal: Literal) -> bool {
        self.solver.value_lit(to_solver(literal)) == lbool::TRUE
    }

    /// Whether the contradiction found needs the assumption.
    pub fn needs(&self, assumption: Literal) -> bool {
        let variable = to_solver(assumption).var();
        self.solver.unsat_core_contains_var(variable)
    }

    pub fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    /// The lines of the proof recorded so far.
    pub fn take_proof(&mut self) -> Option<Vec<ProofLine>> {
        self.solver.cb_mut().proof.take()
    }

    pub fn proof_bytes(&self) -> u64 {
        self.solver.cb().bytes
    }
}

fn to_solver(literal: Literal) -> Lit {
    let variable = Var::unsafe_from_idx(literal.unsigned_abs() - 1);
    Lit::new(variable, literal > 0)
}

fn literals(clause: &[Literal]) -> Vec<Lit> {
    clause.iter().map(|&literal| to_solver(literal)).collect()
}

fn from_solver(literal: Lit) -> Literal {
    let variable = literal.var().idx().cast_signed() + 1;
    if literal.sign() { variable } else { -variable }
}

/// Stops the solver, reports conflicts and records the proof.
struct SolverLimits<'a> {
    work: &'a Work,
    stage: Option<&'a Stage<'a>>,
    proof: Option<Vec<ProofLine>>,
    /// What the proof takes.
    bytes: u64,
    learnt: u64,
    clauses_left: u64,
    polls: Cell<u32>,
    stopped: Cell<bool>,
}

impl SolverLimits<'_> {
    fn record(&mut self, line: fn(Vec<Literal>) -> ProofLine, clause: &[Lit]) {
        if let Some(proof) = &mut self.proof {
            self.bytes += 48 + 4 * clause.len() as u64;
            proof.push(line(clause.iter().copied().map(from_solver).collect()));
        }
    }
}

impl Callbacks for SolverLimits<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], _: ClauseKind) {
        self.learnt += 1;
        self.clauses_left = self.clauses_left.saturating_sub(1);
        if let Some(stage) = self.stage
            && self.learnt.is_multiple_of(1024)
        {
            stage.advance(1024);
        }
        self.record(ProofLine::Add, clause);
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.record(ProofLine::Delete, clause);
    }

    fn stop(&self) -> bool {
        // Called at every step of the search; reading the clock is not that cheap. A yes must stay
        // one: the solver calls again before it gives up.
        let polls = self.polls.get().wrapping_add(1);
        self.polls.set(polls);
        if polls.is_multiple_of(16) && !self.stopped.get() {
            let too_much = self.work.memory().is_some_and(|most| self.bytes > most);
            self.stopped.set(too_much || self.work.should_stop());
        }
        self.stopped.get() || self.clauses_left == 0
    }
}
