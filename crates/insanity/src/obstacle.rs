//! The smallest set of cubes that cannot be stacked.
//!
//! A set of cubes can be stacked if it has a tower with no colour twice on a side. Some of the
//! cubes of a tower are a tower, so what cannot be stacked stays so when cubes are added, and there
//! are *irreducible* obstacles: without any one of their cubes they can be stacked.
//!
//! The smallest is found by implicit hitting sets. What is left out of a maximal set that can be
//! stacked is a *correction set*, and an obstacle contains a cube of every correction set. A
//! smallest set that hits all correction sets found so far is therefore a lower bound; if it cannot
//! be stacked it is a smallest obstacle, and if it can, growing it gives a new correction set. As
//! long as small hitting sets that are found greedily give new ones, they are enough. What can be
//! stacked is a question for clause learning, with a switch for every cube. Equal cubes are
//! interchangeable, so they are taken in order.
//!
//! Meanwhile smaller obstacles are looked for by dropping cubes in other orders. The two sides take
//! turns, counted in steps of the solver.
//!
//! # Reference
//! A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, *Smallest MUS extraction with minimal
//! hitting set dualization*, 2015.

mod hitting;

use std::cmp::Reverse;

use chacha20::ChaCha8Rng;
use rand::{Rng, SeedableRng, seq::SliceRandom};
use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};

use self::hitting::{HittingSets, Within};
use super::sat::clauses::{Formula, Literal};
use super::sat::driver::SatDriver;
use super::{Axis, Cube, Puzzle, check};
use cubegraph_core::work::{Error, Result, Stage, Work};

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
    /// # use cubegraph_core::Work;
    /// # use cubegraph_insanity::Puzzle;
    /// // Two cubes of one colour are an obstacle, whatever the others are.
    /// let puzzle: Puzzle = "ABCDEF AAAAAA BCDEFG AAAAAA".parse()?;
    /// let obstacle = puzzle.obstacle(&Work::default())?.expect("there is no tower");
    /// assert_eq!((obstacle.cubes(), obstacle.is_smallest()), (&[1, 3][..], true));
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    pub fn obstacle(&self, work: &Work) -> Result<Option<Obstacle>> {
        let found = smallest(self, work)?;
        if let Some(found) = &found
            && !work.should_stop()
        {
            check::obstacle(self, &found.cubes, work)?;
        }
        Ok(found)
    }
}

/// With more cubes times cubes of the obstacle than this a proof is out of reach: the obstacle
/// stays irreducible, after this many attempts at a smaller one.
const MOST_CELLS: usize = 1 << 23;
const ATTEMPTS: usize = 120;

/// How many clauses may be learnt to find out whether a cube belongs to a correction set.
const MOST_LEARNT: u64 = 60;

/// Obstacles of fewer cubes are proved smallest at once.
const WORTH_A_SEARCH: usize = 7;

/// How many cubes are added to an obstacle to find another nearby; every few attempts begin with
/// all cubes instead.
const MORE_CUBES: usize = 6;
const ALL_CUBES_EVERY: usize = 8;

/// The search for smaller obstacles takes one step out of this many, the proof takes the others.
const SHARE: u64 = 3;

/// A question costs as much as this many conflicts.
const QUESTION: u64 = 10;

/// After this many new correction sets the lower bound is tried, with a search of this many steps
/// at most.
const BOUND_EVERY: usize = 50;
const BOUND_STEPS: u64 = 10_000_000;

/// What is not much larger than the smallest obstacle known may become a smaller one.
const NEARLY: usize = 3;

/// The interval is reported only after this many questions.
const REPORTED_AFTER: u64 = 500;

/// Finds the smallest obstacle, if there is one.
pub(super) fn smallest(puzzle: &Puzzle, work: &Work) -> Result<Option<Obstacle>> {
    let stage = work.stage("sets of cubes tried", None);
    let mut oracle = StackingOracle::new(puzzle, work, &stage)?;
    let all: Vec<usize> = (0..oracle.cubes).collect();
    let Stacking::Obstacle(core) = oracle.ask(&all)? else {
        return Ok(None);
    };
    let mut cubes = oracle.irreducible(core, usize::MAX)?;
    cubes.sort_unstable();
    let mut search = ObstacleSearch {
        hitting: HittingSets::new(&equal_cubes(puzzle), work),
        random: ChaCha8Rng::seed_from_u64(1),
        attempts: 0,
        bound_due: BOUND_EVERY,
        greedy_is_done: false,
        found: Obstacle { size: cubes.len(), at_least: 2, is_smallest: false, cubes },
        oracle,
    };
    // Where no cube can be spared there is no other obstacle.
    if search.found.size == search.oracle.cubes {
        search.found.at_least = search.found.size;
    }
    match search.narrow() {
        Err(Error::OutOfTime { .. } | Error::TooLarge(_)) | Ok(()) => {}
        Err(other) => return Err(other),
    }
    let mut found = search.found;
    found.is_smallest = found.at_least == found.size;
    Ok(Some(found))
}

/// The search for the smallest obstacle, from both sides at once.
struct ObstacleSearch<'a> {
    oracle: StackingOracle<'a>,
    hitting: HittingSets<'a>,
    random: ChaCha8Rng,
    /// How often a smaller obstacle was looked for.
    attempts: usize,
    /// The number of correction sets at which the lower bound is tried next.
    bound_due: usize,
    /// Whether the small hitting sets that are found greedily give nothing new.
    greedy_is_done: bool,
    found: Obstacle,
}

impl ObstacleSearch<'_> {
    /// Narrows the interval until the obstacle is the smallest. Which side continues depends on the
    /// steps that both have taken, never on the time.
    fn narrow(&mut self) -> Result<()> {
        if self.oracle.cubes * self.found.size > MOST_CELLS {
            return (0..ATTEMPTS).try_for_each(|_| self.look_for_a_smaller_one());
        }
        let (begun, mut looking) = (self.oracle.steps(), 0);
        while self.found.at_least < self.found.size {
            let before = self.oracle.steps();
            if self.found.size >= WORTH_A_SEARCH && looking * SHARE <= before - begun {
                self.look_for_a_smaller_one()?;
                looking += self.oracle.steps() - before;
            } else {
                self.prove()?;
            }
        }
        Ok(())
    }

    /// Another order of dropping cubes leads to another obstacle: of all cubes, or of the smallest
    /// known and a few cubes more.
    fn look_for_a_smaller_one(&mut self) -> Result<()> {
        let cubes = &self.found.cubes;
        let is_new = |cube: &usize| cubes.binary_search(cube).is_err();
        let mut others: Vec<usize> = (0..self.oracle.cubes).filter(is_new).collect();
        others.shuffle(&mut self.random);
        if !self.attempts.is_multiple_of(ALL_CUBES_EVERY) {
            others.truncate(MORE_CUBES);
        }
        self.attempts += 1;
        let mut order = [&cubes[..], &others].concat();
        order.shuffle(&mut self.random);
        let other = self.oracle.irreducible(order, self.found.size + 1)?;
        if other.len() <= self.found.size {
            self.replace(other);
        }
        Ok(())
    }

    fn replace(&mut self, mut cubes: Vec<usize>) {
        cubes.sort_unstable();
        let is_smaller = cubes.len() < self.found.size;
        self.found.size = cubes.len();
        self.found.cubes = cubes;
        if is_smaller {
            self.report();
        }
    }

    fn report(&self) {
        if self.oracle.questions >= REPORTED_AFTER {
            let (least, most) = (self.found.at_least, self.found.size);
            let size =
                if least == most { format!("{least}") } else { format!("{least} to {most}") };
            self.oracle.work.note(&format!("the smallest obstacle has {size} cubes"));
        }
    }

    /// Asks whether a hitting set can be stacked, and learns a correction set if it can. Small
    /// hitting sets are found at once, the smallest only with a proof: that is worth its time now
    /// and then, and when the small ones give nothing new.
    fn prove(&mut self) -> Result<()> {
        let mut smallest = None;
        if self.greedy_is_done || self.hitting.added() >= self.bound_due {
            self.bound_due = self.hitting.added() + BOUND_EVERY;
            smallest = self.smallest_hitting_set()?;
            if self.found.at_least == self.found.size {
                return Ok(());
            }
        }
        let is_smallest = smallest.is_some();
        let candidate = smallest.unwrap_or_else(|| self.hitting.greedy(&mut self.random));
        match self.oracle.ask(&candidate)? {
            Stacking::Possible(stacked) => {
                let uses = self.hitting.uses();
                let correction = self.oracle.correction_set(stacked, uses, &mut self.random)?;
                self.hitting.add(correction)?;
                self.greedy_is_done = false;
            }
            Stacking::Obstacle(core) if is_smallest => self.replace(core),
            Stacking::Obstacle(core) => {
                self.greedy_is_done = true;
                if core.len() <= self.found.size + NEARLY {
                    let smaller = self.oracle.irreducible(core, self.found.size)?;
                    if smaller.len() < self.found.size {
                        self.replace(smaller);
                    }
                }
            }
            Stacking::Unknown => {}
        }
        Ok(())
    }

    /// Raises the lower bound as long as no hitting set is that small, and returns one that is;
    /// none if that takes too long, or the obstacle is known to be the smallest.
    fn smallest_hitting_set(&mut self) -> Result<Option<Vec<usize>>> {
        let before = self.found.at_least;
        let steps = if self.greedy_is_done { u64::MAX } else { BOUND_STEPS };
        let mut answer = Within::Nothing;
        while self.found.at_least < self.found.size {
            answer = self.hitting.within(self.found.at_least, steps)?;
            if !matches!(answer, Within::Nothing) {
                break;
            }
            self.found.at_least += 1;
        }
        if self.found.at_least > before {
            self.report();
        }
        Ok(match answer {
            Within::Set(set) => Some(set),
            Within::Nothing | Within::Unknown => None,
        })
    }
}

/// For every cube, the cube before it with the same edges, if there is one.
fn equal_cubes(puzzle: &Puzzle) -> Vec<Option<usize>> {
    let mut last = FxHashMap::default();
    let edges = |cube: &Cube| {
        let mut edges = Axis::ALL.map(|axis| {
            let [a, b] = cube.pair(axis);
            (a.min(b), a.max(b))
        });
        edges.sort_unstable();
        edges
    };
    let numbered = puzzle.cubes().iter().map(edges).enumerate();
    numbered.map(|(cube, edges)| last.insert(edges, cube)).collect()
}

/// Whether a set of cubes can be stacked.
enum Stacking {
    /// They can; these, perhaps more, are stacked in the tower found.
    Possible(Vec<usize>),
    /// They cannot; these of them are enough.
    Obstacle(Vec<usize>),
    /// The limit on learnt clauses was reached.
    Unknown,
}

/// Says which sets of cubes can be stacked: one solver for all of them, with a switch for every
/// cube.
struct StackingOracle<'a> {
    cubes: usize,
    driver: SatDriver<'a>,
    work: &'a Work,
    stage: &'a Stage<'a>,
    questions: u64,
}

impl<'a> StackingOracle<'a> {
    fn new(puzzle: &Puzzle, work: &'a Work, stage: &'a Stage<'a>) -> Result<StackingOracle<'a>> {
        let cubes = puzzle.cubes().len();
        work.reserve("the clauses", Formula::bytes(cubes))?;
        let formula = Formula::of_subsets(puzzle, work)?;
        Ok(StackingOracle {
            cubes,
            driver: SatDriver::new(&formula, work, None, false),
            work,
            stage,
            questions: 0,
        })
    }

    /// What the questions took so far.
    fn steps(&self) -> u64 {
        self.driver.conflicts() + QUESTION * self.questions
    }

    fn ask(&mut self, cubes: &[usize]) -> Result<Stacking> {
        self.ask_within(cubes, u64::MAX)
    }

    /// Asks, and gives up after this many learnt clauses.
    fn ask_within(&mut self, cubes: &[usize], most_clauses: u64) -> Result<Stacking> {
        self.stage.advance(1);
        self.questions += 1;
        let switch = |&cube: &usize| Formula::switch(cube);
        let switches: Vec<Literal> = cubes.iter().map(switch).collect();
        let answer = self.driver.solve(&switches, most_clauses);
        let driver = &self.driver;
        Ok(match answer {
            Some(true) => {
                let is_on = |cube: &usize| driver.is_true(switch(cube));
                Stacking::Possible((0..self.cubes).filter(is_on).collect())
            }
            Some(false) => {
                let is_used = |cube: &usize| driver.needs(switch(cube));
                Stacking::Obstacle(cubes.iter().copied().filter(is_used).collect())
            }
            None => {
                self.work.check("no irreducible obstacle was found yet")?;
                Stacking::Unknown
            }
        })
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
    fn correction_set(
        &mut self,
        mut stacked: Vec<usize>,
        uses: &[u32],
        random: &mut ChaCha8Rng,
    ) -> Result<Vec<usize>> {
        let mut left: Vec<usize> = (0..self.cubes).collect();
        left.retain(|cube| stacked.binary_search(cube).is_err());
        left.sort_by_cached_key(|&cube| (Reverse(uses[cube]), random.next_u32()));
        let mut out = Vec::new();
        while !left.is_empty() {
            let cube = left.remove(0);
            stacked.push(cube);
            if let Stacking::Possible(more) = self.ask_within(&stacked, MOST_LEARNT)? {
                left.retain(|cube| more.binary_search(cube).is_err());
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
    use crate::check::pruned_assignments;
    use crate::generate::{self, PuzzleKind};
    use itertools::Itertools;

    fn stackable(puzzle: &Puzzle, cubes: &[usize]) -> bool {
        let force = pruned_assignments(&puzzle.subset(cubes), &Work::default());
        force.unwrap().assignments > 0
    }

    #[test]
    fn the_smallest_obstacle_is_as_small_as_trying_all_subsets_says() {
        for seed in 0..20 {
            let options = generate::Options {
                cubes: 6,
                kind: PuzzleKind::Unsolvable,
                seed,
                ..generate::Options::default()
            };
            let made = generate::generate(&options, &Work::default()).unwrap();
            let puzzle = made.puzzle();
            let found = puzzle.obstacle(&Work::default()).unwrap();
            let found = found.expect("unsolvable");
            let mut subsets = (1..=6).flat_map(|size| (0..6).combinations(size));
            let smallest = subsets.find(|cubes| !stackable(puzzle, cubes)).unwrap().len();
            assert!(found.is_smallest && !stackable(puzzle, &found.cubes));
            assert_eq!((found.cubes.len(), found.at_least), (smallest, smallest));
        }
    }

    #[test]
    fn a_puzzle_with_a_tower_has_no_obstacle() {
        let puzzle: Puzzle = "ACBDCC ACDBDC ABBCDD ABBDCD".parse().unwrap();
        assert_eq!(puzzle.obstacle(&Work::default()).unwrap(), None);
    }
}
