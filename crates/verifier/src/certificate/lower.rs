//! The distance of a configuration over all column words, proved anew.
//!
//! A word is not worse than another if it is no longer and costs no more on any row state; then
//! the same holds with any letters before both. So words are made longer at their beginning, and
//! a word is dropped when a kept one is not worse. What is kept is looked up by bit sets: for each
//! state and cost, the kept words that cost no more there.

use super::model::{Cost, Model};
use cubegraph_core::work::{Error, Result, Work};

/// Costs of a kept word above this are not told apart from no solution.
const MOST_COST: Cost = 60;
/// More words are not kept.
const MOST_WORDS: usize = 200_000;

/// Words under way do not take more memory than this.
const MOST_BYTES: u128 = 1 << 32;

fn too_many() -> Error {
    Error::too_large("the lower bound needs more words than are kept here".to_owned())
}

/// The kept words of one class.
#[derive(Default)]
struct Kept {
    count: usize,
    /// For each state of the class and each cost up to `MOST_COST` + 1 (none): words, 64 a number.
    at_most: Vec<Vec<Vec<u64>>>,
}

/// A word by the class it solves and its costs on that class.
struct Candidate {
    class: usize,
    costs: Vec<Cost>,
}

/// The least number of moves of any solution, if that is less than `bound`; else `bound` or more.
pub fn distance(
    model: &Model,
    class: usize,
    rows: &[usize],
    bound: u64,
    work: &Work,
) -> Result<u64> {
    let mut kept: Vec<Kept> = (0..model.class_count()).map(|_| Kept::default()).collect();
    let mut least = u64::MAX;
    let empty =
        Candidate { class: model.class(0).unwrap_or(0), costs: model.solved_by_row_moves() };
    let mut level = vec![empty];
    let mut length = 0;
    let stage = work.stage("column words", None);
    while !level.is_empty() && length < bound {
        let mut next = Vec::new();
        for candidate in level {
            work.check("column words")?;
            if !kept[candidate.class].add(&candidate.costs)? {
                continue;
            }
            stage.advance(1);
            if candidate.class == class {
                let costs = rows.iter().map(|&row| u64::from(candidate.costs[model.place(row)]));
                least = least.min(length + costs.sum::<u64>());
            }
            for letter in 0..model.letter_count() {
                let Some(class) = model.class_before(candidate.class, letter) else {
                    continue;
                };
                let costs = model.before(letter, &candidate.costs, class);
                // Most are dropped at once.
                if !kept[class].has(&costs) {
                    next.push(Candidate { class, costs });
                }
            }
        }
        // Cheap words first: they are those that make others superfluous.
        next.sort_by_cached_key(|word| {
            let cost = |&cost: &Cost| u64::from(cost.min(MOST_COST + 1));
            word.costs.iter().map(cost).sum::<u64>()
        });
        let bytes = next.len() as u128 * 2 * next.first().map_or(0, |w| w.costs.len() as u128);
        work.reserve("column words", bytes)?;
        if bytes > MOST_BYTES {
            return Err(too_many());
        }
        level = next;
        length += 1;
    }
    // Longer words have at least `bound` letters.
    Ok(if level.is_empty() { least } else { least.min(bound) })
}

impl Kept {
    fn place(cost: Cost) -> usize {
        usize::from(cost.min(MOST_COST + 1))
    }

    /// Whether a kept word costs no more on any of the states.
    fn has(&self, costs: &[Cost]) -> bool {
        if self.count == 0 {
            return false;
        }
        let mut words = vec![u64::MAX; self.count.div_ceil(64)];
        for (at_most, &cost) in self.at_most.iter().zip(costs) {
            let no_more = &at_most[Kept::place(cost)];
            let mut any = 0;
            for (word, more) in words.iter_mut().zip(no_more) {
                *word &= more;
                any |= *word;
            }
            if any == 0 {
                return false;
            }
        }
        true
    }

    /// Keeps a word unless one is kept that is not worse; says whether it was.
    fn add(&mut self, costs: &[Cost]) -> Result<bool> {
        if self.has(costs) {
            return Ok(false);
        }
        let large = |&cost: &Cost| cost != Model::NEVER && cost > MOST_COST;
        if self.count >= MOST_WORDS || costs.iter().any(large) {
            return Err(too_many());
        }
        if self.at_most.is_empty() {
            self.at_most = vec![vec![Vec::new(); Kept::place(Model::NEVER) + 1]; costs.len()];
        }
        let (number, bit) = (self.count / 64, 1 << (self.count % 64));
        for (at_most, &cost) in self.at_most.iter_mut().zip(costs) {
            let cost = Kept::place(cost);
            for (place, words) in at_most.iter_mut().enumerate() {
                words.resize(number + 1, 0);
                if place >= cost {
                    words[number] |= bit;
                }
            }
        }
        self.count += 1;
        Ok(true)
    }
}
