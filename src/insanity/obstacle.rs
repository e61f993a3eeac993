//! The smallest set of cubes that cannot be stacked.
//!
//! A set of cubes can be stacked if it has a tower with no colour twice on a side. Some of the cubes of a tower are a tower, so
//! what cannot be stacked stays so when cubes are added, and there are *irreducible* obstacles: without any one of their cubes
//! they can be stacked. The smallest is found by duality: an obstacle must contain a cube outside every maximal set that can be
//! stacked, so a smallest set that meets all these complements is either an obstacle, and then a smallest one, or
//! it can be stacked and gives a new maximal set.
//!
//! # Reference
//! A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, *Smallest MUS extraction with minimal hitting set dualization*, 2015.

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use super::Puzzle;
use super::parts::Part;
use super::sat::clauses::{Formula, Literal};
use crate::work::{Error, Result, Work};

/// An obstacle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The cubes, counted from 0, ascending. Without any one of them the others can be stacked.
    pub cubes: Vec<usize>,
    /// Whether no smaller set of cubes is an obstacle.
    pub is_smallest: bool,
    /// No obstacle has fewer cubes than this.
    pub at_least: usize,
}

/// Finds an obstacle, the smallest if time allows; `None` if all cubes together can be stacked.
///
/// # Errors
/// [`Error::OutOfTime`] before any irreducible obstacle is found; [`Error::Interrupted`]. If time runs out later, the answer is
/// irreducible and says that it is not known to be the smallest.
///
/// # Examples
/// ```
/// # use cubegraph::{insanity::{Puzzle, obstacle::obstacle}, work::Work};
/// // Two cubes of one colour are an obstacle, whatever the others are.
/// let puzzle = Puzzle::from_text("ABCDEF AAAAAA BCDEFG AAAAAA").unwrap();
/// assert_eq!(obstacle(&puzzle, &Work::default()).unwrap().unwrap().cubes, [1, 3]);
/// ```
pub fn obstacle(puzzle: &Puzzle, work: &Work) -> Result<Option<Obstacle>> {
    let stage = work.stage("sets of cubes tried", None);
    let mut oracle = Oracle::new(puzzle, work);
    let all: Vec<usize> = (0..puzzle.cubes().len()).collect();
    let Answer::Obstacle(core) = oracle.ask(&all)? else {
        return Ok(None);
    };
    let upper = irreducible(&mut oracle, core, &|| stage.advance(1))?;
    let mut found = Obstacle {
        at_least: 2,
        is_smallest: upper.len() == 2,
        cubes: upper,
    };
    match prove(&mut oracle, &mut found, &|| stage.advance(1)) {
        Err(Error::OutOfTime { .. }) | Ok(()) => Ok(Some(found)),
        Err(other) => Err(other),
    }
}

/// Drops cubes from an obstacle as long as it stays one.
fn irreducible(
    oracle: &mut Oracle,
    mut cubes: Vec<usize>,
    report: &dyn Fn(),
) -> Result<Vec<usize>> {
    let mut k = 0;
    while k < cubes.len() {
        report();
        let mut fewer = cubes.clone();
        fewer.remove(k);
        match oracle.ask(&fewer)? {
            // The solver may have used even fewer; those before k are known to be needed.
            Answer::Obstacle(core) => cubes = core,
            Answer::Stackable(_) => k += 1,
        }
    }
    Ok(cubes)
}

/// Looks for smaller obstacles until there is none.
fn prove(oracle: &mut Oracle, found: &mut Obstacle, report: &dyn Fn()) -> Result<()> {
    let cubes = oracle.cubes;
    let mut to_meet: Vec<Vec<usize>> = Vec::new();
    while !found.is_smallest {
        report();
        let candidate = smallest_meeting(&to_meet, found.cubes.len(), found.at_least, oracle.work)?;
        let Some(candidate) = candidate else {
            found.at_least = found.cubes.len();
            found.is_smallest = true;
            break;
        };
        found.at_least = found.at_least.max(candidate.len());
        match oracle.ask(&candidate)? {
            Answer::Obstacle(_) => {
                found.cubes = candidate;
                found.is_smallest = true;
            }
            Answer::Stackable(stacked) => {
                let maximal = oracle.grow(stacked)?;
                to_meet.push((0..cubes).filter(|cube| !maximal.contains(cube)).collect());
            }
        }
    }
    Ok(())
}

/// A smallest set that meets all given sets, if it has fewer than `below` members; none is smaller than `at_least`.
fn smallest_meeting(
    sets: &[Vec<usize>],
    below: usize,
    at_least: usize,
    work: &Work,
) -> Result<Option<Vec<usize>>> {
    let universe = sets.iter().flatten().max().map_or(0, |most| most + 1);
    let mut search = Meeting {
        sets,
        taken: vec![false; universe],
        left_out: vec![false; universe],
        work,
        steps: 0,
    };
    for size in at_least.min(below)..below {
        if let Some(set) = search.within(size)? {
            return Ok(Some(set));
        }
    }
    Ok(None)
}

struct Meeting<'a> {
    sets: &'a [Vec<usize>],
    taken: Vec<bool>,
    left_out: Vec<bool>,
    work: &'a Work,
    steps: u32,
}

impl Meeting<'_> {
    /// A set of at most `size` more members that meets everything.
    fn within(&mut self, size: usize) -> Result<Option<Vec<usize>>> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(1024) {
            self.work.check("")?;
        }
        // The set not yet met with the fewest members allowed, and how many unmet sets share nothing.
        let mut tightest: Option<Vec<usize>> = None;
        let mut apart = 0;
        let mut covered = vec![false; self.taken.len()];
        for set in self.sets {
            if set.iter().any(|&member| self.taken[member]) {
                continue;
            }
            let open: Vec<usize> = set.iter().copied().filter(|&m| !self.left_out[m]).collect();
            if !open.iter().any(|&m| covered[m]) {
                apart += 1;
                for &member in &open {
                    covered[member] = true;
                }
            }
            if tightest.as_ref().is_none_or(|best| open.len() < best.len()) {
                tightest = Some(open);
            }
        }
        let Some(members) = tightest else {
            return Ok(Some(
                (0..self.taken.len()).filter(|&m| self.taken[m]).collect(),
            ));
        };
        if apart > size {
            return Ok(None);
        }
        let mut result = None;
        let mut tried = Vec::new();
        for member in members {
            self.taken[member] = true;
            result = self.within(size - 1)?;
            self.taken[member] = false;
            if result.is_some() {
                break;
            }
            // Whatever meets this set with a later member need not contain this one.
            self.left_out[member] = true;
            tried.push(member);
        }
        for member in tried {
            self.left_out[member] = false;
        }
        Ok(result)
    }
}

/// What the oracle says about a set of cubes.
enum Answer {
    /// They can be stacked; these, perhaps more, are stacked in the tower found.
    Stackable(Vec<usize>),
    /// They cannot; these of them are enough.
    Obstacle(Vec<usize>),
}

/// Says which sets of cubes can be stacked: one solver for all of them, with a switch for every cube.
struct Oracle<'a> {
    cubes: usize,
    solver: Solver<Stop<'a>>,
    work: &'a Work,
}

struct Stop<'a>(&'a Work);

impl Callbacks for Stop<'_> {
    fn stop(&self) -> bool {
        self.0.should_stop()
    }
}

impl<'a> Oracle<'a> {
    fn new(puzzle: &Puzzle, work: &'a Work) -> Oracle<'a> {
        let part = Part::whole(puzzle);
        let formula = Formula::of_subsets(&part);
        let mut solver = Solver::new(SolverOpts::default(), Stop(work));
        for _ in 0..formula.variables {
            solver.new_var_default();
        }
        for clause in &formula.clauses {
            let mut literals = clause.iter().map(|&l| literal(l)).collect();
            solver.add_clause_reuse(&mut literals);
        }
        Oracle {
            cubes: part.cubes.len(),
            solver,
            work,
        }
    }

    fn ask(&mut self, cubes: &[usize]) -> Result<Answer> {
        let switches: Vec<Lit> = cubes
            .iter()
            .map(|&cube| literal(Formula::switch(cube)))
            .collect();
        let verdict = self.solver.solve_limited(&switches);
        if verdict == lbool::TRUE {
            let is_on = |cube: &usize| {
                self.solver.value_lit(literal(Formula::switch(*cube))) == lbool::TRUE
            };
            return Ok(Answer::Stackable((0..self.cubes).filter(is_on).collect()));
        }
        if verdict == lbool::FALSE {
            let is_used = |cube: &usize| {
                self.solver
                    .unsat_core_contains_var(literal(Formula::switch(*cube)).var())
            };
            return Ok(Answer::Obstacle(
                cubes.iter().copied().filter(is_used).collect(),
            ));
        }
        self.work.check("no irreducible obstacle was found yet")?;
        Err(Error::Interrupted)
    }

    /// Adds cubes as long as they can be stacked.
    fn grow(&mut self, mut cubes: Vec<usize>) -> Result<Vec<usize>> {
        for cube in 0..self.cubes {
            if !cubes.contains(&cube) {
                let mut more = cubes.clone();
                more.push(cube);
                if let Answer::Stackable(stacked) = self.ask(&more)? {
                    cubes = stacked;
                }
            }
        }
        Ok(cubes)
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
    use crate::insanity::generate::{Kind, generate};
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
            let made = generate(6, Kind::Unsolvable, seed, &Work::default()).unwrap();
            let puzzle = made.puzzle;
            let found = obstacle(&puzzle, &Work::default())
                .unwrap()
                .expect("unsolvable");
            let smallest = (1..=6)
                .find(|&size| {
                    (0..6)
                        .combinations(size)
                        .any(|cubes| !stackable(&puzzle, &cubes))
                })
                .unwrap();
            assert!(found.is_smallest);
            assert_eq!((found.cubes.len(), found.at_least), (smallest, smallest));
            assert!(!stackable(&puzzle, &found.cubes));
            for k in 0..found.cubes.len() {
                let mut fewer = found.cubes.clone();
                fewer.remove(k);
                assert!(stackable(&puzzle, &fewer));
            }
        }
    }

    #[test]
    fn a_puzzle_with_a_tower_has_no_obstacle() {
        let puzzle = Puzzle::from_text("ACBDCC ACDBDC ABBCDD ABBDCD").unwrap();
        assert_eq!(obstacle(&puzzle, &Work::default()).unwrap(), None);
    }
}
