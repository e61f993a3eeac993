//! The smallest set of cubes that cannot be stacked.
//!
//! A set of cubes can be stacked if it has a tower with no colour twice on a side. Some of the
//! cubes of a tower are a tower, so what cannot be stacked stays so when cubes are added, and there
//! are *irreducible* obstacles: without any one of their cubes they can be stacked.
//!
//! The smallest is found by implicit hitting sets. What is left out of a maximal set that can be
//! stacked is a *correction set*, and an obstacle contains a cube of every correction set. A
//! smallest set that hits all correction sets found so far is therefore a lower bound; if it cannot
//! be stacked it is a smallest obstacle, and if it can, growing it gives new correction sets. As
//! long as small hitting sets that are found greedily give new ones, they will do. Both questions
//! go to clause learning: one solver with a switch for every cube says what can be stacked, another
//! with a counter finds the hitting sets. Equal cubes are interchangeable, so they are taken in
//! order.
//!
//! # Reference
//! A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, *Smallest MUS extraction with minimal
//! hitting set dualization*, 2015.

mod hitting;

use batsat::{Lit, Solver, SolverInterface, SolverOpts, lbool};
use petgraph::graph::UnGraph;
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};

use self::hitting::{HittingSets, Limits, literal};
use super::sat::clauses::Formula;
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
const PATIENCE: u64 = 100;

/// How often a smaller obstacle is looked for before the proof begins, at most; it is not worth
/// more conflicts or questions than these, and nothing at all for a few cubes.
const ROUNDS: usize = 120;
const MOST_CONFLICTS: u64 = 1_000_000;
const MOST_QUESTIONS: u64 = 20_000;
const WORTH_A_SEARCH: usize = 7;

/// How many cubes are added to an obstacle to find another nearby.
const MORE_CUBES: usize = 6;

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
    let mut cubes = oracle.irreducible(core, usize::MAX)?;
    match smaller(&mut oracle, &mut cubes) {
        Err(Error::OutOfTime { .. }) | Ok(()) => {}
        Err(other) => return Err(other),
    }
    cubes.sort_unstable();
    // Where no cube can be spared there is no other obstacle.
    let is_smallest = cubes.len() == 2 || cubes.len() == oracle.cubes;
    let mut found = Obstacle {
        size: cubes.len(),
        at_least: if is_smallest { cubes.len() } else { 2 },
        is_smallest,
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

/// Looks for smaller obstacles without a proof: another order of dropping cubes leads to another
/// one, first of all cubes, then of an obstacle and a few cubes more.
fn smaller(oracle: &mut Oracle, cubes: &mut Vec<usize>) -> Result<()> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for round in 0..ROUNDS {
        let tired =
            oracle.solver.num_conflicts() > MOST_CONFLICTS || oracle.questions > MOST_QUESTIONS;
        if cubes.len() < WORTH_A_SEARCH || cubes.len() == oracle.cubes || tired {
            break;
        }
        let mut others: Vec<usize> = (0..oracle.cubes).filter(|c| !cubes.contains(c)).collect();
        others.shuffle(&mut random);
        if round >= ROUNDS / 8 {
            others.truncate(MORE_CUBES);
        }
        let mut order = [&cubes[..], &others].concat();
        order.shuffle(&mut random);
        let other = oracle.irreducible(order, cubes.len() + 1)?;
        if other.len() <= cubes.len() {
            *cubes = other;
        }
    }
    Ok(())
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
    // Small hitting sets are found at once, the smallest only with a proof: that is worth its time
    // when the small ones tell nothing new.
    let mut exact = false;
    while !found.is_smallest {
        let candidate = if exact {
            let Some(candidate) = hitting.within(found.at_least)? else {
                found.at_least += 1;
                found.is_smallest = found.at_least == found.size;
                note(found, oracle.questions);
                continue;
            };
            candidate
        } else {
            hitting.greedy()
        };
        let before = found.size;
        let mut together = candidate;
        let mut told = false;
        // Correction sets that share nothing with the candidate nor with each other say the most.
        loop {
            match oracle.ask(&together)? {
                Stacking::Possible(stacked) => {
                    let correction = oracle.correction_set(stacked, &hitting.uses)?;
                    together.extend(&correction);
                    hitting.add(&correction);
                    told = true;
                }
                Stacking::Unknown => break,
                Stacking::Obstacle(core) => {
                    let proved = exact && !told;
                    let smaller = if proved {
                        core
                    } else {
                        oracle.irreducible(core, found.size)?
                    };
                    if proved || smaller.len() < found.size {
                        found.size = smaller.len();
                        found.cubes = smaller;
                        found.is_smallest = proved || found.size == found.at_least;
                    }
                    break;
                }
            }
        }
        exact = !told;
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

    /// Drops cubes from an obstacle as long as it stays one, in their order; what needs `most`
    /// cubes is given up and returned as it is then.
    fn irreducible(&mut self, mut cubes: Vec<usize>, most: usize) -> Result<Vec<usize>> {
        let mut k = 0;
        while k < cubes.len().min(most) {
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
    /// asking many times as often is worth more.
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
