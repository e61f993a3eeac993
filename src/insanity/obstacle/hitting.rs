//! Sets of cubes that hit all correction sets, greedily or as small as can be.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use super::super::sat::clauses::Literal;
use crate::work::{Error, Result, Work};

/// Sets of cubes that hit all correction sets, by clause learning with a counter.
pub(super) struct HittingSets<'a> {
    solver: Solver<Limits<'a>>,
    cubes: usize,
    /// Entry k: more than k cubes are taken.
    more_than: Vec<Lit>,
    /// In how many correction sets each cube is.
    pub(super) uses: Vec<u32>,
    /// The correction sets, but for those that contain others.
    sets: Vec<Vec<usize>>,
    work: &'a Work,
}

impl<'a> HittingSets<'a> {
    /// All sets of at most `most` cubes; of equal cubes the earlier are taken first.
    pub(super) fn new(
        cubes: usize,
        most: usize,
        equal_before: &[Option<usize>],
        work: &'a Work,
    ) -> HittingSets<'a> {
        let mut solver = Solver::new(SolverOpts::default(), Limits::new(work));
        let taken: Vec<Lit> = (0..cubes).map(|_| positive(&mut solver)).collect();
        for (cube, before) in equal_before.iter().enumerate() {
            if let Some(before) = before {
                solver.add_clause_reuse(&mut vec![!taken[cube], taken[*before]]);
            }
        }
        // counted[k]: of the cubes so far more than k are taken (Sinz's sequential counter).
        let mut counted: Vec<Lit> = Vec::new();
        for &cube in &taken {
            let after: Vec<Lit> = (0..most.min(counted.len() + 1))
                .map(|_| positive(&mut solver))
                .collect();
            for (k, &more) in after.iter().enumerate() {
                if let Some(&already) = counted.get(k) {
                    solver.add_clause_reuse(&mut vec![!already, more]);
                }
                let mut clause = vec![!cube, more];
                clause.extend(k.checked_sub(1).map(|below| !counted[below]));
                solver.add_clause_reuse(&mut clause);
            }
            counted = after;
        }
        HittingSets {
            solver,
            cubes,
            more_than: counted,
            uses: vec![0; cubes],
            sets: Vec::new(),
            work,
        }
    }

    pub(super) fn add(&mut self, correction: &[usize]) {
        let mut clause = correction
            .iter()
            .map(|&cube| literal(taken(cube)))
            .collect();
        self.solver.add_clause_reuse(&mut clause);
        for &cube in correction {
            self.uses[cube] += 1;
        }
        let within = |set: &Vec<usize>| correction.iter().all(|cube| set.contains(cube));
        self.sets.retain(|set| !within(set));
        self.sets.push(correction.to_vec());
    }

    /// A small set that hits everything: again and again the cube that hits most of what is left,
    /// then without those that were not needed after all.
    pub(super) fn greedy(&self) -> Vec<usize> {
        let mut taken = Vec::new();
        let mut left: Vec<&Vec<usize>> = self.sets.iter().collect();
        while !left.is_empty() {
            let mut hits = vec![0; self.cubes];
            for &cube in left.iter().copied().flatten() {
                hits[cube] += 1;
            }
            let best = (0..self.cubes).max_by_key(|&cube| hits[cube]).unwrap_or(0);
            taken.push(best);
            left.retain(|set| !set.contains(&best));
        }
        for k in (0..taken.len()).rev() {
            let hit = |set: &Vec<usize>| {
                (taken.iter().enumerate()).any(|(i, cube)| i != k && set.contains(cube))
            };
            if self.sets.iter().all(hit) {
                taken.remove(k);
            }
        }
        taken
    }

    /// A set of at most `size` cubes that hits everything.
    pub(super) fn within(&mut self, size: usize) -> Result<Option<Vec<usize>>> {
        let bound: Vec<Lit> = self
            .more_than
            .get(size)
            .map(|&more| !more)
            .into_iter()
            .collect();
        let verdict = self.solver.solve_limited(&bound);
        if verdict == lbool::TRUE {
            let is_taken =
                |&cube: &usize| self.solver.value_lit(literal(taken(cube))) == lbool::TRUE;
            return Ok(Some((0..self.cubes).filter(is_taken).collect()));
        }
        if verdict == lbool::FALSE {
            return Ok(None);
        }
        self.work.check("an irreducible obstacle was found")?;
        Err(Error::Interrupted)
    }
}

fn positive(solver: &mut Solver<Limits>) -> Lit {
    Lit::new(solver.new_var_default(), true)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "the counter is refused long before"
)]
fn taken(cube: usize) -> Literal {
    cube as Literal + 1
}

/// Ends a question when the work should stop, or after some learnt clauses.
pub(super) struct Limits<'a> {
    work: &'a Work,
    asked: Cell<u32>,
    pub(super) clauses_left: u64,
    stopped: Cell<bool>,
}

impl<'a> Limits<'a> {
    pub(super) fn new(work: &'a Work) -> Limits<'a> {
        Limits {
            work,
            asked: Cell::new(0),
            clauses_left: u64::MAX,
            stopped: Cell::new(false),
        }
    }
}

impl Callbacks for Limits<'_> {
    fn on_new_clause(&mut self, _: &[Lit], _: ClauseKind) {
        self.clauses_left = self.clauses_left.saturating_sub(1);
    }

    fn stop(&self) -> bool {
        // The clock is not cheap enough to be asked at every step.
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        if asked.is_multiple_of(16) && self.work.should_stop() {
            self.stopped.set(true);
        }
        self.stopped.get() || self.clauses_left == 0
    }
}

pub(super) fn literal(literal: Literal) -> Lit {
    Lit::new(
        Var::unsafe_from_idx(literal.unsigned_abs() - 1),
        literal > 0,
    )
}
