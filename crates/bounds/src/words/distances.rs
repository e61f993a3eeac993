//! The distances of all configurations of a narrow puzzle with any number of rows, by dynamic
//! programming over the costs of the words.
//!
//! The distance of a configuration is the least entry of the vector `|w| + Σ c_w(gᵢ)` over the
//! undominated words w. Rows are added one by one; configurations with the same vector are
//! counted together. A vector is split into the entry of a word that solves every row, the
//! *reference*, and the differences of the others from it. A difference so large that the rows
//! to come cannot make up for it is set to infinity: that word will not win any more. What is
//! left is few: at most about m³ differences for one column of cubes.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::space::INFINITE;
use super::undominated::{Budget, Word};
use super::width::Width;
use cubegraph_core::work::{Error, Result, Work};
use cubegraph_picture::{Distances, Puzzle};

/// A difference that no rows to come can make up for.
const LOST: i16 = i16::MAX;

/// Differences of one class, and how many configurations have them for each reference total.
///
/// Counts are numbers of `limbs` words of 64 bits, the least significant first; `first` is the
/// reference total of the first count.
#[derive(Clone, Default)]
struct Counts {
    first: usize,
    limbs: Vec<u64>,
}

/// One kind of row: how it changes the vector, and how many states are of that kind.
struct Kind {
    reference: usize,
    /// What it adds to the difference of every other word, or `LOST`.
    change: Vec<i16>,
    states: u64,
}

/// The words of one class as the dynamic programming sees them.
struct Table {
    reference_length: usize,
    /// |w| minus the length of the reference, for the other words.
    start: Vec<i16>,
    kinds: Vec<Kind>,
    /// The most that a row lowers each difference by.
    gain: Vec<i32>,
}

/// Whether words are the way to count a puzzle's distances: one column or one row of cubes.
pub fn suits(puzzle: &Puzzle) -> bool {
    let size = puzzle.size();
    puzzle.rules().is_cube() && size.rows().min(size.columns()) == 1
}

/// The distances of a puzzle, its shorter side taken as the columns.
pub fn by_words(puzzle: &Puzzle, work: &Work) -> Result<Distances> {
    let size = puzzle.size();
    let rules = if size.columns() > size.rows() {
        puzzle.rules().transposed()
    } else {
        puzzle.rules().clone()
    };
    let (rows, columns) = (size.rows().max(size.columns()), size.rows().min(size.columns()));
    Width::new(&rules, columns, Budget::default(), work)?.distances(rows, work)
}

impl Width {
    /// How many configurations of `rows` rows are at every distance.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the words are not complete, or a class has no word that solves all
    /// its rows.
    pub fn distances(&self, rows: usize, work: &Work) -> Result<Distances> {
        if !self.is_complete() {
            return Err(Error::too_large(
                "the undominated words of this width are too many".to_owned(),
            ));
        }
        // Enough limbs for the number of all configurations.
        let bits = usize::BITS - self.space().class_size().leading_zeros();
        let limbs = bits as usize * rows / 64 + 1;
        let mut totals: Vec<BigUint> = Vec::new();
        for class in 0..self.space().class_count() {
            let table = Table::new(self.words(), class).ok_or_else(|| {
                Error::too_large("a class of rows is not solved by one word".to_owned())
            })?;
            for (distance, count) in table.count(rows, limbs, work)?.into_iter().enumerate() {
                if totals.len() <= distance {
                    totals.resize(distance + 1, BigUint::ZERO);
                }
                totals[distance] += count;
            }
        }
        Ok(Distances::new(totals))
    }
}

impl Table {
    fn new(words: &[Word], class: usize) -> Option<Table> {
        let words: Vec<&Word> = words.iter().filter(|word| word.class == class).collect();
        // The cheapest word that solves every row: others seldom stay far below it.
        let sum = |word: &Word| word.costs.iter().map(|&c| u32::from(c)).sum::<u32>();
        let finite = words.iter().filter(|word| word.is_finite());
        let reference = *finite.min_by_key(|word| (sum(word), word.length()))?;
        let others: Vec<&&Word> = words.iter().filter(|word| **word != reference).collect();
        let mut kinds: FxHashMap<(usize, Vec<i16>), u64> = FxHashMap::default();
        for (place, &cost) in reference.costs.iter().enumerate() {
            let change = |word: &&&Word| match word.costs[place] {
                INFINITE => LOST,
                other => i16::from(other) - i16::from(cost),
            };
            let changes: Vec<i16> = others.iter().map(change).collect();
            *kinds.entry((usize::from(cost), changes)).or_default() += 1;
        }
        let mut kinds: Vec<Kind> = (kinds.into_iter())
            .map(|((reference, change), states)| Kind { reference, change, states })
            .collect();
        kinds.sort_by(|a, b| (a.reference, &a.change).cmp(&(b.reference, &b.change)));
        let gain = |word: usize| kinds.iter().map(|kind| -i32::from(kind.change[word])).max();
        let length = |word: &Word| i16::try_from(word.length()).ok();
        Some(Table {
            reference_length: reference.length(),
            start: (others.iter())
                .map(|word| Some(length(word)? - length(reference)?))
                .collect::<Option<_>>()?,
            gain: (0..others.len()).map(|w| gain(w).unwrap_or(0)).collect(),
            kinds,
        })
    }

    /// The number of configurations at every distance.
    fn count(&self, rows: usize, limbs: usize, work: &Work) -> Result<Vec<BigUint>> {
        let mut start = self.start.clone();
        self.clip(&mut start, rows);
        let mut one = vec![0; limbs];
        one[0] = 1;
        let mut level: FxHashMap<Vec<i16>, Counts> = FxHashMap::default();
        let begin = Counts { first: self.reference_length, limbs: one };
        level.insert(start, begin);
        let stage = work.stage("rows", Some(rows as u64));
        for left in (0..rows).rev() {
            let mut next: FxHashMap<Vec<i16>, Counts> = FxHashMap::default();
            next.reserve(level.len());
            let mut bytes: u128 = 0;
            for (differences, counts) in &level {
                work.check("distances by words")?;
                for kind in &self.kinds {
                    let mut there = differences.clone();
                    for (difference, &change) in there.iter_mut().zip(&kind.change) {
                        *difference = if *difference == LOST || change == LOST {
                            LOST
                        } else {
                            *difference + change
                        };
                    }
                    self.clip(&mut there, left);
                    let target = next.entry(there).or_default();
                    target.add(counts, kind, limbs);
                    bytes = bytes.max(8 * target.limbs.len() as u128);
                }
            }
            let size = (bytes + 2 * self.start.len() as u128 + 64) * next.len() as u128;
            work.reserve("distances by words", size)?;
            level = next;
            stage.advance(1);
        }
        Ok(collect(&level, limbs))
    }

    /// Gives up the words that cannot win any more: a difference of 0 is no better than the
    /// reference itself.
    fn clip(&self, differences: &mut [i16], left: usize) {
        let left = i32::try_from(left).unwrap_or(i32::MAX);
        for (difference, &gain) in differences.iter_mut().zip(&self.gain) {
            let best = i32::from(*difference) - left.saturating_mul(gain.max(0));
            if *difference != LOST && best >= 0 {
                *difference = LOST;
            }
        }
    }
}

impl Counts {
    /// Adds `kind.states` times other counts, moved up by what the reference pays.
    fn add(&mut self, other: &Counts, kind: &Kind, limbs: usize) {
        let first = other.first + kind.reference;
        if self.limbs.is_empty() {
            self.first = first;
        }
        if first < self.first {
            let more = (self.first - first) * limbs;
            self.limbs.splice(0..0, std::iter::repeat_n(0, more));
            self.first = first;
        }
        let begin = (first - self.first) * limbs;
        if self.limbs.len() < begin + other.limbs.len() {
            self.limbs.resize(begin + other.limbs.len(), 0);
        }
        let targets = self.limbs[begin..].chunks_exact_mut(limbs);
        for (target, source) in targets.zip(other.limbs.chunks_exact(limbs)) {
            let mut carry = 0u128;
            for (t, &s) in target.iter_mut().zip(source) {
                carry += u128::from(*t) + u128::from(s) * u128::from(kind.states);
                *t = u64::try_from(carry & u128::from(u64::MAX)).unwrap_or(0);
                carry >>= 64;
            }
        }
    }
}

/// The counts by distance: the reference total plus the least difference.
fn collect(level: &FxHashMap<Vec<i16>, Counts>, limbs: usize) -> Vec<BigUint> {
    let mut totals: Vec<BigUint> = Vec::new();
    for (differences, counts) in level {
        let least = differences.iter().copied().min().unwrap_or(0).min(0);
        for (k, count) in counts.limbs.chunks_exact(limbs).enumerate() {
            let distance = (counts.first + k).saturating_sub(usize::from(least.unsigned_abs()));
            if totals.len() <= distance {
                totals.resize(distance + 1, BigUint::ZERO);
            }
            let bytes: Vec<u8> = count.iter().flat_map(|limb| limb.to_le_bytes()).collect();
            totals[distance] += BigUint::from_bytes_le(&bytes);
        }
    }
    totals
}
