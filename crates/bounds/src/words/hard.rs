//! Configurations that are hard by construction: lower bounds on God's number.
//!
//! With the complete set of words the distance of rows g₁, …, gₘ is the least `|w| + Σ c_w(gᵢ)`,
//! so any rows at all prove a lower bound. Good ones are found by exchanging one row at a time
//! for the one that makes the shortest solution longest.

use super::space::{INFINITE, Space};
use super::undominated::Word;
use cubegraph_core::work::{Result, Work};

/// What an infinite cost counts as: more than any distance here, and sums of it fit.
const FAR: u16 = 2000;

/// The most rows that are looked at together; sums stay within sixteen bits.
pub const MOST_ROWS: usize = 24;

/// Added to all lengths, so that words can be marked by a lower one.
const BASE: u16 = 1000;

/// What a word's length is lowered by if a block of rows costs it too little.
const MARK: u16 = 900;

/// The costs of all words of one class, state by state.
#[derive(Clone, Debug)]
pub struct Costs {
    class: usize,
    /// The lengths of the words, [`BASE`] added.
    lengths: Vec<u16>,
    /// For every place, the costs of all words.
    by_place: Vec<Vec<u16>>,
}

/// Rows of one class and the length of their shortest solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HardRows {
    /// The class.
    pub class: usize,
    /// The places of the rows in the class, in increasing order.
    pub places: Vec<usize>,
    /// The length of the shortest solution.
    pub distance: usize,
}

impl Costs {
    /// The words of a class, which must be all undominated ones if the answer is to be a proof.
    pub fn new(space: &Space, words: &[Word], class: usize) -> Costs {
        let words: Vec<&Word> = words.iter().filter(|word| word.class == class).collect();
        let cost = |word: &Word, place: usize| match word.costs[place] {
            INFINITE => FAR,
            cost => u16::from(cost),
        };
        Costs {
            class,
            lengths: (words.iter())
                .map(|word| BASE + u16::try_from(word.length()).map_or(FAR, |l| l.min(FAR)))
                .collect(),
            by_place: (0..space.class_size())
                .map(|place| words.iter().map(|word| cost(word, place)).collect())
                .collect(),
        }
    }

    /// The same for words that solve every row of the class, their lengths not counted.
    pub fn without_lengths(space: &Space, words: &[Word], class: usize) -> Costs {
        let finite: Vec<Word> = (words.iter())
            .filter(|word| word.class == class && word.is_finite())
            .cloned()
            .collect();
        let mut costs = Costs::new(space, &finite, class);
        costs.lengths.fill(BASE);
        costs
    }

    /// Marks the words for which the rows of a block cost less than `sum` together: rows to
    /// which the block may be added again and again must be beyond those words.
    #[must_use]
    pub fn marked(mut self, block: &[usize], sum: usize) -> Costs {
        for (word, length) in self.lengths.iter_mut().enumerate() {
            let costs = block.iter().map(|&p| usize::from(self.by_place[p][word]));
            if costs.sum::<usize>() < sum {
                *length -= MARK;
            }
        }
        self
    }

    /// `|w| + Σ c_w` for every word.
    fn totals(&self, places: &[usize]) -> Vec<u16> {
        let mut totals = self.lengths.clone();
        for &place in places {
            add(&mut totals, &self.by_place[place]);
        }
        totals
    }

    /// The length of the shortest solution of these rows.
    pub fn distance(&self, places: &[usize]) -> usize {
        // Few enough rows that the sums stay within sixteen bits; more are never asked for.
        let least = self.totals(places).into_iter().min().unwrap_or(BASE);
        least.saturating_sub(BASE).into()
    }

    /// Improves rows one at a time until no exchange helps, `rounds` times from new beginnings,
    /// or until the distance is `target`.
    pub fn climb(
        &self,
        begin: &[usize],
        target: usize,
        rounds: usize,
        work: &Work,
    ) -> Result<HardRows> {
        let mut random = Random::new(begin.len() as u64);
        let mut best = self.hard(begin.to_vec());
        let mut rows = begin.to_vec();
        for round in 0..rounds {
            if best.distance >= target {
                break;
            }
            let found = self.ascend(&mut rows, &mut random, work)?;
            if found > best.distance {
                best = self.hard(rows.clone());
            } else if round % 3 == 2 {
                rows.clone_from(&best.places);
            }
            // Disturb a few rows and climb again.
            for _ in 0..=random.below(1 + rows.len() / 3) {
                let row = random.below(rows.len());
                rows[row] = random.below(self.by_place.len());
            }
        }
        Ok(best)
    }

    /// The hardest rows of all, if there are few enough to try; a proof if the words are complete.
    pub fn hardest(&self, rows: usize) -> Option<HardRows> {
        /// The most sums of costs that are formed.
        const MOST: usize = 10_000_000;
        let mut different: Vec<usize> = (0..self.by_place.len()).collect();
        different.sort_by(|&a, &b| self.by_place[a].cmp(&self.by_place[b]));
        different.dedup_by(|a, b| self.by_place[*a] == self.by_place[*b]);
        // Multisets: n + k − 1 choose k.
        let mut count = self.lengths.len();
        for k in 0..rows {
            count = count.checked_mul(different.len() + k)? / (k + 1);
            if count > MOST {
                return None;
            }
        }
        let mut best = self.hard(vec![different[0]; rows]);
        let mut chosen = Vec::new();
        self.try_all(&different, rows, &self.lengths, &mut chosen, &mut best);
        Some(best)
    }

    /// Tries all rows from `places` on, given the totals of those chosen before.
    fn try_all(
        &self,
        places: &[usize],
        rows: usize,
        totals: &[u16],
        chosen: &mut Vec<usize>,
        best: &mut HardRows,
    ) {
        if chosen.len() == rows {
            let least = totals.iter().copied().min().unwrap_or(BASE);
            if usize::from(least.saturating_sub(BASE)) > best.distance {
                *best = self.hard(chosen.clone());
            }
            return;
        }
        for (k, &place) in places.iter().enumerate() {
            let mut more = totals.to_vec();
            add(&mut more, &self.by_place[place]);
            chosen.push(place);
            self.try_all(&places[k..], rows, &more, chosen, best);
            chosen.pop();
        }
    }

    fn hard(&self, mut places: Vec<usize>) -> HardRows {
        places.sort_unstable();
        HardRows { class: self.class, distance: self.distance(&places), places }
    }

    /// Exchanges rows while that helps; returns the distance reached.
    fn ascend(&self, rows: &mut [usize], random: &mut Random, work: &Work) -> Result<usize> {
        let mut totals = self.totals(rows);
        let mut score = score(&totals, None);
        let mut idle = 0;
        let mut row = random.below(rows.len());
        while idle < rows.len() {
            work.check("hard configurations")?;
            subtract(&mut totals, &self.by_place[rows[row]]);
            let start = random.below(self.by_place.len());
            let mut best = (score, rows[row]);
            for k in 0..self.by_place.len() {
                let place = (start + k) % self.by_place.len();
                let found = self::score(&totals, Some(&self.by_place[place]));
                if found > best.0 {
                    best = (found, place);
                }
            }
            add(&mut totals, &self.by_place[best.1]);
            idle = if best.0 > score { 0 } else { idle + 1 };
            (score, rows[row]) = best;
            row = (row + 1) % rows.len();
        }
        Ok(usize::from(score.0.saturating_sub(BASE)))
    }
}

fn add(totals: &mut [u16], costs: &[u16]) {
    for (total, cost) in totals.iter_mut().zip(costs) {
        *total = total.saturating_add(*cost);
    }
}

fn subtract(totals: &mut [u16], costs: &[u16]) {
    for (total, cost) in totals.iter_mut().zip(costs) {
        *total = total.saturating_sub(*cost);
    }
}

/// The least total, and how few words attain it.
fn score(totals: &[u16], more: Option<&Vec<u16>>) -> (u16, i32) {
    let Some(more) = more else {
        let least = totals.iter().copied().min().unwrap_or(0);
        let count = totals.iter().filter(|&&t| t == least).count();
        return (least, -i32::try_from(count).unwrap_or(i32::MAX));
    };
    let mut least = u16::MAX;
    for (total, cost) in totals.iter().zip(more) {
        least = least.min(total + cost);
    }
    let mut count = 0;
    for (total, cost) in totals.iter().zip(more) {
        count += i32::from(total + cost == least);
    }
    (least, -count)
}

/// A small generator of numbers that are the same on every run.
pub struct Random(u64);

impl Random {
    /// A generator for a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(2) | 1)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        // xorshift64*, Vigna 2016.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        high as usize % bound.max(1)
    }
}
