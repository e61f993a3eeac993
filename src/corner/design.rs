//! The designer's bench: sets of pieces under chosen requirements, the hardest first.
//!
//! The census already knows every set that can be assembled and how often, so the search goes over those alone: whatever is not in it has no solution.
//! Loops, completable loops and dead ends are then worked out for the sets that are left, in parallel.

use num_bigint::BigUint;
use rayon::prelude::*;

use super::census::{Census, Relaxed};
use super::equivalence;
use super::loops::{self, Difficulty};
use super::piece::{Bag, Piece};
use super::{CornerSet, dead_ends, solve};
use crate::work::{Result, Work};

/// What the list is sorted by; the hardest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rank {
    /// van Kreveld's 6 · solutions / loops, the smallest first.
    #[default]
    Difficulty,
    /// The most dead ends of a person who builds the base first.
    DeadEnds,
    /// The smallest share of loops that belong to a solution.
    Chance,
}

/// What a designer asks for.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// Which of van Kreveld's requirements are dropped.
    pub relaxed: Relaxed,
    /// At most so many solutions; none means any number.
    pub at_most: Option<u32>,
    /// At least so many solutions.
    pub at_least: u32,
    /// Pieces that must be in the set, with repeats.
    pub with: Vec<Piece>,
    /// Pieces that must not be in it.
    pub without: Vec<Piece>,
    /// At least so many loops.
    pub loops_at_least: usize,
    /// One of each class of equivalent sets (letters and mirror) instead of all of them.
    pub essentially_different: bool,
    /// What to sort by.
    pub rank: Rank,
}

impl Wish {
    /// Why no set can have the pieces asked for, if that is seen from the wish alone.
    ///
    /// ```
    /// # use cubegraph::corner::{Piece, design::Wish};
    /// let wish = Wish { with: vec![Piece::parse("AAA")?], ..Wish::default() };
    /// assert!(wish.contradiction().is_some_and(|why| why.contains("symmetric")));
    /// # Ok::<(), cubegraph::fault::Fault>(())
    /// ```
    pub fn contradiction(&self) -> Option<String> {
        // A bag holds fifteen of a kind: more are counted before they are put into one.
        if self.with.len() > CornerSet::SIZE {
            let count = self.with.len();
            return Some(format!("a set has eight pieces, and {count} are asked for"));
        }
        let with: Bag = self.with.iter().copied().collect();
        if let Some(piece) = self.without.iter().find(|piece| with.count(**piece) > 0) {
            return Some(format!("{piece} is asked for and ruled out"));
        }
        with.kinds().find_map(|(piece, count)| {
            if piece.is_symmetric() && !self.relaxed.symmetric_pieces {
                Some(format!(
                    "{piece} is symmetric, and symmetric pieces are not allowed"
                ))
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

/// A set that answers the wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The pieces.
    pub bag: Bag,
    /// How many patterns.
    pub patterns: u32,
    /// How many assemblies up to turning.
    pub solutions: u32,
    /// All loops.
    pub loops: usize,
    /// The loops that belong to some solution.
    pub completable: usize,
    /// The dead ends of a person who builds the base first.
    pub dead_ends: usize,
}

impl Candidate {
    /// van Kreveld's difficulty; every set that can be assembled has loops.
    pub fn difficulty(&self) -> Option<Difficulty> {
        Difficulty::new(self.solutions as usize, self.loops)
    }

    /// Works out the figures of a set.
    pub fn measure(bag: Bag, patterns: u32, solutions: u32) -> Candidate {
        Candidate {
            bag,
            patterns,
            solutions,
            loops: loops::count(bag),
            completable: loops::completable(&solve(bag).assemblies),
            dead_ends: dead_ends::count(bag),
        }
    }
}

/// How many sets of eight there are under these relaxations, solvable or not, balanced or not: of 20 or 24 pieces, with or without repeats.
///
/// ```
/// # use cubegraph::corner::{census::Relaxed, design::sets};
/// assert_eq!(sets(Relaxed::default()), 125_970u32.into());
/// ```
pub fn sets(relaxed: Relaxed) -> BigUint {
    let pieces = if relaxed.symmetric_pieces { 24u64 } else { 20 };
    let from = if relaxed.repeats { pieces + 7 } else { pieces };
    (0..8u64).fold(BigUint::from(1u8), |product, i| {
        product * (from - i) / (i + 1)
    })
}

/// Searches the sets that answer a wish, the hardest first.
///
/// # Arguments
/// * `census` - the census under the wish's relaxations.
/// * `wish` - the requirements.
/// * `work` - for progress and interruption.
///
/// # Returns
/// All sets that answer it, sorted; ties in alphabetical order.
///
/// # Complexity
/// A fraction of a millisecond for every set with an acceptable number of solutions.
pub fn design(census: &Census, wish: &Wish, work: &Work) -> Result<Vec<Candidate>> {
    if wish.contradiction().is_some() {
        return Ok(Vec::new());
    }
    let with: Bag = wish.with.iter().copied().collect();
    let mut wanted: Vec<_> = census
        .puzzles
        .iter()
        .filter(|p| p.solutions >= wish.at_least && wish.at_most.is_none_or(|n| p.solutions <= n))
        .filter(|p| with.kinds().all(|(piece, n)| p.bag.count(piece) >= n))
        .filter(|p| wish.without.iter().all(|piece| p.bag.count(*piece) == 0))
        .copied()
        .collect();
    if wish.essentially_different {
        let mut first: Vec<Bag> = equivalence::classes(wanted.iter().map(|p| p.bag), true)
            .into_iter()
            .map(|c| c.member)
            .collect();
        first.sort_unstable();
        wanted.retain(|p| first.binary_search(&p.bag).is_ok());
    }
    let stage = work.stage("measuring sets", Some(wanted.len() as u64));
    let mut candidates = wanted
        .par_iter()
        .filter(|p| loops::count(p.bag) >= wish.loops_at_least)
        .map(|p| {
            work.check("")?;
            let candidate = Candidate::measure(p.bag, p.patterns, p.solutions);
            stage.advance(1);
            Ok(candidate)
        })
        .collect::<Result<Vec<_>>>()?;
    drop(stage);
    sort(&mut candidates, wish.rank);
    Ok(candidates)
}

fn sort(candidates: &mut [Candidate], rank: Rank) {
    candidates.sort_by(|a, b| {
        let hardest = match rank {
            Rank::Difficulty => a.difficulty().cmp(&b.difficulty()),
            Rank::DeadEnds => b.dead_ends.cmp(&a.dead_ends),
            Rank::Chance => (a.completable * b.loops).cmp(&(b.completable * a.loops)),
        };
        hardest
            .then(b.dead_ends.cmp(&a.dead_ends))
            .then(a.bag.cmp(&b.bag))
    });
}
