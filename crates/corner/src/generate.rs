//! Sets of pieces under chosen requirements, the hardest first.
//!
//! The census knows every set that can be assembled and how often, so the search goes over those
//! alone: whatever is not in it has no solution. Loops, completable loops and dead ends are then
//! worked out for the sets that are left, in parallel.

use rayon::prelude::*;
use serde::Serialize;

use super::Result;
use super::census::{self, Census, CensusEntry};
use super::equivalence;
use super::loops::Difficulty;
use super::piece::{Bag, Piece};
use super::puzzle::Puzzle;
use super::relaxations::Relaxations;
use super::solution::{Figures, Options as SolveOptions};
use super::solve::assemblies_of;
use cubegraph_core::work::{Error, Work};

/// What a list of sets is sorted by; the hardest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Rank {
    /// van Kreveld's 6 · solutions / loops, the smallest first.
    #[default]
    Difficulty,
    /// The most dead ends of a person who builds the base first.
    DeadEnds,
    /// The smallest share of loops that belong to a solution.
    Chance,
}

/// What is asked of the sets; by default every set that keeps van Kreveld's requirements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Which of van Kreveld's requirements are dropped.
    pub relaxed: Relaxations,
    /// At least this many solutions.
    pub at_least: u32,
    /// At most this many solutions; none means any number.
    pub at_most: Option<u32>,
    /// Pieces that must be in the set, with repeats.
    pub with: Vec<Piece>,
    /// Pieces that must not be in it.
    pub without: Vec<Piece>,
    /// At least this many loops.
    pub loops_at_least: usize,
    /// One of each class of equivalent sets (letters and mirror) instead of all of them.
    pub essentially_different: bool,
    /// What to sort by.
    pub rank: Rank,
    /// List at most this many sets; none means all.
    pub limit: Option<usize>,
}

impl Options {
    /// Why no set can have the pieces asked for, if that is seen without a search.
    fn contradiction(&self) -> Option<String> {
        // More than a bag can count are counted before they are put into one.
        if self.with.len() > 8 {
            let count = self.with.len();
            return Some(format!("a set has eight pieces, and {count} are asked for"));
        }
        let with: Bag = self.with.iter().copied().collect();
        if let Some(piece) = self.without.iter().find(|piece| with.count(**piece) > 0) {
            return Some(format!("{piece} is asked for and ruled out"));
        }
        with.kinds().find_map(|(piece, count)| {
            if piece.is_symmetric() && !self.relaxed.symmetric_pieces {
                Some(format!("{piece} is symmetric, and symmetric pieces are not allowed"))
            } else if count > 1 && !self.relaxed.repeats {
                Some(format!(
                    "{piece} is asked for more than once, and equal pieces are not allowed"
                ))
            } else {
                None
            }
        })
    }
}

/// A set that meets all requirements.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Candidate {
    pieces: Bag,
    patterns: u32,
    solutions: u32,
    #[serde(flatten)]
    figures: Figures,
}

impl Candidate {
    /// The puzzle, its pieces in alphabetical order.
    pub fn puzzle(&self) -> Puzzle {
        Puzzle::of_bag(self.pieces)
    }

    /// How many assemblies up to turning.
    pub fn solutions(&self) -> u32 {
        self.solutions
    }

    /// The rings of four pieces that can be built.
    pub fn loops(&self) -> usize {
        self.figures.loops
    }

    /// The loops that belong to some solution.
    pub fn completable_loops(&self) -> usize {
        self.figures.completable_loops
    }

    /// The positions in which a person who builds the base first is stuck.
    pub fn dead_ends(&self) -> usize {
        self.figures.dead_ends
    }

    /// van Kreveld's difficulty.
    pub fn difficulty(&self) -> Option<Difficulty> {
        self.figures.difficulty
    }

    fn measure(entry: &CensusEntry) -> Candidate {
        let pieces = entry.bag();
        Candidate {
            pieces,
            patterns: entry.patterns(),
            solutions: entry.solutions(),
            figures: Figures::of(pieces, &assemblies_of(pieces).patterns),
        }
    }

    /// Solves the set again, with all checks, and compares every figure.
    fn check(&self, work: &Work) -> Result<()> {
        let solution = self.puzzle().solve(&SolveOptions { count_only: true }, work)?;
        let same = solution.count() == self.solutions as usize
            && solution.patterns() == self.patterns as usize
            && solution.loops() == Some(self.loops())
            && solution.completable_loops() == Some(self.completable_loops());
        if same {
            return Ok(());
        }
        let pieces = self.pieces;
        Err(Error::Rejected(format!("{pieces} has other figures when it is solved")))
    }
}

/// The sets that meet all requirements. Serialised, it has the keys of the tool's JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Generated {
    requirements: String,
    #[serde(serialize_with = "cubegraph_core::json::integer")]
    sets: num_bigint::BigUint,
    solvable: usize,
    found: usize,
    puzzles: Vec<Candidate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl Generated {
    /// How many sets of eight there are under the requirements, solvable or not.
    pub fn sets(&self) -> &num_bigint::BigUint {
        &self.sets
    }

    /// How many of them can be assembled and are balanced as required.
    pub fn solvable(&self) -> usize {
        self.solvable
    }

    /// How many sets meet all requirements, listed or not.
    pub fn found(&self) -> usize {
        self.found
    }

    /// The sets, the hardest first; ties in alphabetical order.
    pub fn candidates(&self) -> &[Candidate] {
        &self.puzzles
    }

    /// Why there are none, in a sentence.
    pub fn why(&self) -> Option<&str> {
        self.why.as_deref()
    }
}

/// Searches the sets that meet all requirements, the hardest first. Those that are listed are
/// solved again and checked.
///
/// # Errors
/// Limits of `work`; [`Error::Rejected`] if a check fails.
///
/// # Complexity
/// A fraction of a millisecond for every set with an acceptable number of solutions.
pub fn generate(options: &Options, work: &Work) -> Result<Generated> {
    let census = census::count(options.relaxed, work)?;
    let contradiction = options.contradiction();
    let mut found = match contradiction {
        Some(_) => Vec::new(),
        None => candidates(&census, options, work)?,
    };
    let count = found.len();
    found.truncate(options.limit.unwrap_or(usize::MAX));
    for candidate in &found {
        candidate.check(work)?;
    }
    let why = contradiction.or_else(|| {
        let solvable = census.entries().len();
        let none =
            format!("of the {solvable} sets that can be assembled none meets all requirements");
        (count == 0).then_some(none)
    });
    Ok(Generated {
        requirements: options.relaxed.to_string(),
        sets: options.relaxed.sets(),
        solvable: census.entries().len(),
        found: count,
        puzzles: found,
        why,
    })
}

fn candidates(census: &Census, options: &Options, work: &Work) -> Result<Vec<Candidate>> {
    let with: Bag = options.with.iter().copied().collect();
    let at_most = options.at_most.unwrap_or(u32::MAX);
    let mut left: Vec<_> = census
        .entries()
        .iter()
        .filter(|p| (options.at_least..=at_most).contains(&p.solutions()))
        .filter(|p| with.kinds().all(|(piece, n)| p.bag().count(piece) >= n))
        .filter(|p| options.without.iter().all(|piece| p.bag().count(*piece) == 0))
        .copied()
        .collect();
    if options.essentially_different {
        let mut first: Vec<Bag> =
            equivalence::classes(&left, true).iter().map(equivalence::Class::member).collect();
        first.sort_unstable();
        left.retain(|p| first.binary_search(&p.bag()).is_ok());
    }
    let stage = work.stage("measuring sets", Some(left.len() as u64));
    let mut candidates = left
        .par_iter()
        .filter(|p| options.loops_at_least == 0 || p.loops() >= options.loops_at_least)
        .map(|p| {
            work.check("")?;
            let candidate = Candidate::measure(p);
            stage.advance(1);
            Ok(candidate)
        })
        .collect::<Result<Vec<_>>>()?;
    drop(stage);
    sort(&mut candidates, options.rank);
    Ok(candidates)
}

fn sort(candidates: &mut [Candidate], rank: Rank) {
    candidates.sort_by(|a, b| {
        let share = |one: &Candidate, other: &Candidate| one.completable_loops() * other.loops();
        let hardest = match rank {
            Rank::Difficulty => a.difficulty().cmp(&b.difficulty()),
            Rank::DeadEnds => b.dead_ends().cmp(&a.dead_ends()),
            Rank::Chance => share(a, b).cmp(&share(b, a)),
        };
        hardest.then(b.dead_ends().cmp(&a.dead_ends())).then(a.pieces.cmp(&b.pieces))
    });
}
