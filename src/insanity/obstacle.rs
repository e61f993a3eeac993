//! The smallest set of cubes that cannot be stacked.
//!
//! A set of cubes can be stacked if it has a tower with no colour twice on a side. Some of the
//! cubes of a tower are a tower, so what cannot be stacked stays so when cubes are added, and there
//! are *irreducible* obstacles: without any one of their cubes they can be stacked.
//!
//! The smallest is found by implicit hitting sets. What is left out of a maximal set that can be
//! stacked is a *correction set*, and an obstacle contains a cube of every correction set. A
//! smallest set that hits all correction sets found so far is therefore a lower bound; if it cannot
//! be stacked it is a smallest obstacle, and if it can, growing it gives new correction sets. Both
//! questions go to clause learning: one solver with a switch for every cube says what can be
//! stacked, another with a counter finds the hitting sets. Equal cubes are interchangeable, so they
//! are taken in order.
//!
//! # Reference
//! A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, *Smallest MUS extraction with minimal
//! hitting set dualization*, 2015.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use petgraph::graph::UnGraph;
use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};

use super::sat::clauses::{Formula, Literal};
use super::{Axis, Colour, Edge, Puzzle, check, graph};
use crate::work::{Error, Result, Stage, Work};

/// Cubes that cannot be stacked, though they can without any one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Obstacle {
    #[serde(rename = "obstacle", serialize_with = "from_one")]
    cubes: Vec<usize>,
    size: usize,
    #[serde(rename = "smallest")]
    is_smallest: bool,
    at_least: usize,
}

fn from_one<S: Serializer>(cubes: &[usize], serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_seq(cubes.iter().map(|cube| cube + 1))
}

impl Obstacle {
    /// The cubes, counted from 0, ascending.
    pub fn cubes(&self) -> &[usize] {
        &self.cubes
    }

    /// Whether no smaller set of cubes is an obstacle.
    pub fn is_smallest(&self) -> bool {
        self.is_smallest
    }

    /// No obstacle has fewer cubes than this.
    pub fn at_least(&self) -> usize {
        self.at_least
    }
}

impl Puzzle {
    /// Finds an obstacle, the smallest if time allows; `None` if all cubes together can be stacked.
    /// The interval for its size is noted as it narrows.
    ///
    /// # Errors
    /// [`Error::OutOfTime`] before any irreducible obstacle is found; [`Error::Interrupted`]. If
    /// time runs out later, the answer is irreducible and says that it is not known to be the
    /// smallest.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph::{Work, insanity::Puzzle};
    /// // Two cubes of one colour are an obstacle, whatever the others are.
    /// let puzzle: Puzzle = "ABCDEF AAAAAA BCDEFG AAAAAA".parse()?;
    /// let obstacle = puzzle.obstacle(&Work::default())?.expect("there is no tower");
    /// assert_eq!((obstacle.cubes(), obstacle.is_smallest()), (&[1, 3][..], true));
    /// # Ok::<(), cubegraph::Error>(())
    /// ```
    pub fn obstacle(&self, work: &Work) -> Result<Option<Obstacle>> {
        let found = smallest(self.graph(), work)?;
        if let Some(found) = &found
            && !work.should_stop()
        {
            check::obstacle(self, &found.cubes, work)?;
        }
        Ok(found)
    }
}

/// A counter of more cells than this is not worth its memory: the obstacle stays irreducible.
const MOST_CELLS: usize = 1 << 23;

/// How many clauses may be learnt to find out whether a cube belongs to a correction set.
const PATIENCE: u64 = 300;

/// The interval is told once it takes this many questions: before, the answer comes as fast.
const TOLD_AFTER: u64 = 500;

/// Finds the smallest obstacle in a colour graph, if there is one.
pub(super) fn smallest(graph: &UnGraph<Colour, Edge>, work: &Work) -> Result<Option<Obstacle>> {
    let stage = work.stage("sets of cubes tried", None);
    let mut oracle = Oracle::new(graph, work, &stage)?;
    let all: Vec<usize> = (0..oracle.cubes).collect();
    let Stacking::Obstacle(core) = oracle.ask(&all)? else {
        return Ok(None);
    };
    let cubes = oracle.irreducible(core)?;
    let mut found = Obstacle {
        size: cubes.len(),
        at_least: 2,
        is_smallest: cubes.len() == 2,
        cubes,
    };
    if oracle.cubes * found.size <= MOST_CELLS {
        match prove(graph, &mut oracle, &mut found) {
            Err(Error::OutOfTime { .. }) | Ok(()) => {}
            Err(other) => return Err(other),
        }
    }
    Ok(Some(found))
}

/// Looks for smaller obstacles until there is none.
fn prove(graph: &UnGraph<Colour, Edge>, oracle: &mut Oracle, found: &mut Obstacle) -> Result<()> {
    let work = oracle.work;
    let mut hitting = HittingSets::new(oracle.cubes, found.size, &equal_cubes(graph), work);
    let note = |found: &Obstacle, questions: u64| {
        if questions >= TOLD_AFTER {
            let (least, most) = (found.at_least, found.size);
            work.note(&format!(
                "the smallest obstacle has {least} to {most} cubes"
            ));
        }
    };
    while !found.is_smallest {
        let Some(candidate) = hitting.within(found.at_least)? else {
            found.at_least += 1;
            found.is_smallest = found.at_least == found.size;
            note(found, oracle.questions);
            continue;
        };
        let before = found.size;
        let mut together = candidate;
        let mut first = true;
        // Correction sets that share nothing with the candidate nor with each other say the most.
        loop {
            match oracle.ask(&together)? {
                Stacking::Possible(stacked) => {
                    let correction = oracle.correction_set(stacked, &hitting.uses)?;
                    together.extend(&correction);
                    hitting.add(&correction);
                }
                Stacking::Unknown => break,
                Stacking::Obstacle(core) if first => {
                    found.cubes = core;
                    found.size = found.cubes.len();
                    found.is_smallest = true;
                    break;
                }
                Stacking::Obstacle(core) => {
                    if core.len() <= found.size + 1 {
                        let smaller = oracle.irreducible(core)?;
                        if smaller.len() < found.size {
                            found.size = smaller.len();
                            found.cubes = smaller;
                            found.is_smallest = found.size == found.at_least;
                        }
                    }
                    break;
                }
            }
            first = false;
        }
        if found.size < before {
            found.cubes.sort_unstable();
            note(found, oracle.questions);
        }
    }
    found.at_least = found.size;
    Ok(())
}

/// For every cube, the cube before it with the same edges, if there is one.
fn equal_cubes(graph: &UnGraph<Colour, Edge>) -> Vec<Option<usize>> {
    let mut last = FxHashMap::default();
    (0..graph::cubes(graph))
        .map(|cube| {
            let mut edges = Axis::ALL.map(|axis| {
                let [a, b] = graph::ends(graph, cube, axis);
                (a.min(b), a.max(b))
            });
            edges.sort_unstable();
            last.insert(edges, cube)
        })
        .collect()
}

/// Sets of cubes that hit all correction sets, by clause learning with a counter.
struct HittingSets<'a> {
    solver: Solver<Limits<'a>>,
    cubes: usize,
    /// Entry k: more than k cubes are taken.
    more_than: Vec<Lit>,
    /// In how many correction sets each cube is.
    uses: Vec<u32>,
    work: &'a Work,
}

impl<'a> HittingSets<'a> {
    /// All sets of at most `most` cubes; of equal cubes the earlier are taken first.
    fn new(
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
            work,
        }
    }

    fn add(&mut self, correction: &[usize]) {
        let mut clause = correction
            .iter()
            .map(|&cube| literal(taken(cube)))
            .collect();
        self.solver.add_clause_reuse(&mut clause);
        for &cube in correction {
            self.uses[cube] += 1;
        }
    }

    /// A set of at most `size` cubes that hits everything.
    fn within(&mut self, size: usize) -> Result<Option<Vec<usize>>> {
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

/// Whether a set of cubes can be stacked.
enum Stacking {
    /// They can; these, perhaps more, are stacked in the tower found.
    Possible(Vec<usize>),
    /// They cannot; these of them are enough.
    Obstacle(Vec<usize>),
    /// The patience was too short.
    Unknown,
}

/// Says which sets of cubes can be stacked: one solver for all of them, with a switch for every
/// cube.
struct Oracle<'a> {
    cubes: usize,
    solver: Solver<Limits<'a>>,
    work: &'a Work,
    stage: &'a Stage<'a>,
    questions: u64,
}

/// Ends a question when the work should stop, or after some learnt clauses.
struct Limits<'a> {
    work: &'a Work,
    asked: Cell<u32>,
    clauses_left: u64,
    stopped: Cell<bool>,
}

impl<'a> Limits<'a> {
    fn new(work: &'a Work) -> Limits<'a> {
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

impl<'a> Oracle<'a> {
    fn new(
        graph: &UnGraph<Colour, Edge>,
        work: &'a Work,
        stage: &'a Stage<'a>,
    ) -> Result<Oracle<'a>> {
        let cubes = graph::cubes(graph);
        work.reserve("the clauses", Formula::bytes(cubes))?;
        let formula = Formula::of_subsets(graph, work)?;
        let mut solver = Solver::new(SolverOpts::default(), Limits::new(work));
        for _ in 0..formula.variables {
            solver.new_var_default();
        }
        for clause in &formula.clauses {
            let mut literals = clause.iter().map(|&l| literal(l)).collect();
            solver.add_clause_reuse(&mut literals);
        }
        Ok(Oracle {
            cubes,
            solver,
            work,
            stage,
            questions: 0,
        })
    }

    fn ask(&mut self, cubes: &[usize]) -> Result<Stacking> {
        self.ask_within(cubes, u64::MAX)
    }

    /// Asks, and gives up after this many learnt clauses.
    fn ask_within(&mut self, cubes: &[usize], patience: u64) -> Result<Stacking> {
        self.stage.advance(1);
        self.questions += 1;
        self.solver.cb_mut().clauses_left = patience;
        let switches: Vec<Lit> = cubes
            .iter()
            .map(|&cube| literal(Formula::switch(cube)))
            .collect();
        let verdict = self.solver.solve_limited(&switches);
        if verdict == lbool::TRUE {
            let is_on = |cube: &usize| {
                self.solver.value_lit(literal(Formula::switch(*cube))) == lbool::TRUE
            };
            return Ok(Stacking::Possible((0..self.cubes).filter(is_on).collect()));
        }
        if verdict == lbool::FALSE {
            let is_used = |cube: &usize| {
                self.solver
                    .unsat_core_contains_var(literal(Formula::switch(*cube)).var())
            };
            return Ok(Stacking::Obstacle(
                cubes.iter().copied().filter(is_used).collect(),
            ));
        }
        self.work.check("no irreducible obstacle was found yet")?;
        Ok(Stacking::Unknown)
    }

    /// Drops cubes from an obstacle as long as it stays one.
    fn irreducible(&mut self, mut cubes: Vec<usize>) -> Result<Vec<usize>> {
        cubes.sort_unstable();
        let mut k = 0;
        while k < cubes.len() {
            let mut fewer = cubes.clone();
            fewer.remove(k);
            match self.ask(&fewer)? {
                // The solver may have used even fewer; those before k are known to be needed.
                Stacking::Obstacle(core) => cubes = core,
                Stacking::Possible(_) | Stacking::Unknown => k += 1,
            }
        }
        Ok(cubes)
    }

    /// Adds cubes as long as they can be stacked, the most used first, and returns what is left
    /// out. A cube that needs a long search is left out too: that weakens the correction set, but
    /// asking five times as often is worth more (30 cubes, x = e: at least 8 instead of 5 in 40 s).
    fn correction_set(&mut self, mut stacked: Vec<usize>, uses: &[u32]) -> Result<Vec<usize>> {
        let mut left: Vec<usize> = (0..self.cubes).collect();
        left.retain(|cube| !stacked.contains(cube));
        left.sort_by_key(|&cube| std::cmp::Reverse(uses[cube]));
        let mut out = Vec::new();
        while !left.is_empty() {
            let cube = left.remove(0);
            stacked.push(cube);
            if let Stacking::Possible(more) = self.ask_within(&stacked, PATIENCE)? {
                left.retain(|cube| !more.contains(cube));
                stacked = more;
            } else {
                stacked.pop();
                out.push(cube);
            }
        }
        Ok(out)
    }
}

fn literal(literal: Literal) -> Lit {
    Lit::new(
        Var::unsafe_from_idx(literal.unsigned_abs() - 1),
        literal > 0,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::insanity::check::pruned_assignments;
    use crate::insanity::generate::{self, Kind};
    use itertools::Itertools;

    fn stackable(puzzle: &Puzzle, cubes: &[usize]) -> bool {
        pruned_assignments(&puzzle.subset(cubes), &Work::default())
            .unwrap()
            .assignments
            > 0
    }

    #[test]
    fn the_smallest_obstacle_is_as_small_as_trying_all_subsets_says() {
        for seed in 0..20 {
            let options = generate::Options {
                cubes: 6,
                kind: Kind::Unsolvable,
                seed,
                ..generate::Options::default()
            };
            let made = generate::generate(&options, &Work::default()).unwrap();
            let puzzle = made.puzzle();
            let found = puzzle.obstacle(&Work::default()).unwrap();
            let found = found.expect("unsolvable");
            let smallest = (1..=6)
                .find(|&size| {
                    (0..6)
                        .combinations(size)
                        .any(|cubes| !stackable(puzzle, &cubes))
                })
                .unwrap();
            assert!(found.is_smallest);
            assert_eq!((found.cubes.len(), found.at_least), (smallest, smallest));
            assert!(!stackable(puzzle, &found.cubes));
            for k in 0..found.cubes.len() {
                let mut fewer = found.cubes.clone();
                fewer.remove(k);
                assert!(stackable(puzzle, &fewer));
            }
        }
    }

    #[test]
    fn a_puzzle_with_a_tower_has_no_obstacle() {
        let puzzle: Puzzle = "ACBDCC ACDBDC ABBCDD ABBDCD".parse().unwrap();
        assert_eq!(puzzle.obstacle(&Work::default()).unwrap(), None);
    }
}
