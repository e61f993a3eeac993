//! Breadth-first search over numbered states, layer by layer, on all cores.
//!
//! A state is a coset and some digits; a move sends a coset to a coset and every digit through a
//! map of its own. So for a run of states that differ in the last digits only, the number of a
//! neighbour is a constant plus an entry of a small table.
//!
//! A layer is *pushed* while it is small: every state of it marks its neighbours. Once few states
//! are unseen it is *pulled*: every unseen state looks for a neighbour in the layer before, and
//! stops at the first.

use std::ops::Range;

use rayon::prelude::*;

use super::store::Store;
use cubegraph_core::work::{Result, Work};

/// Where the moves lead from one coset: for each move the coset, and the digits that change with
/// their maps.
#[derive(Default)]
pub struct Steps<'a> {
    /// The coset each move leads to.
    pub targets: Vec<u64>,
    /// For each move the digits that change, by position, and the new value by the old.
    pub digits: Vec<Vec<(usize, &'a [u16])>>,
}

/// A set of states, numbered as cosets times digits.
pub trait Coordinates: Sync {
    /// How many cosets there are.
    fn cosets(&self) -> u64;
    /// How many values each digit has; the last digit varies fastest.
    fn radices(&self) -> &[usize];
    /// What each move costs, one or two.
    fn costs(&self) -> &[usize];
    /// Where the moves lead from a coset.
    fn steps<'a>(&'a self, coset: u64, steps: &mut Steps<'a>);
}

/// Runs are not longer than this, so that a move's table stays in the nearest cache.
const LONGEST_RUN: usize = 4096;
/// How many states one task expands.
const PIECE: u64 = 1 << 18;

/// What a search found besides the distances.
pub struct LayerCounts {
    /// How many states there are at each distance.
    pub counts: Vec<u64>,
    /// The states at the largest distance, or if they are many, the first.
    pub farthest: Vec<u64>,
}

/// Of more states than this at the largest distance only one is named.
const MOST_FARTHEST: u64 = 1 << 20;

/// Fills the store with the distances from state 0; `backward` has the same numbers and the inverse
/// moves.
pub fn search<C: Coordinates, S: Store>(
    forward: &C,
    backward: &C,
    store: &S,
    work: &Work,
) -> Result<LayerCounts> {
    let total = store.len() as u64;
    let runs = Runs::new(forward.radices());
    let heaviest = forward.costs().iter().copied().max().unwrap_or(1);
    let moves = forward.costs().len() as u64;
    store.settle(0, 0);
    let mut counts = vec![1u64];
    let mut seen = 1;
    let mut farthest = vec![0];
    let stage = work.stage("configurations", Some(total));
    stage.advance(1);
    // With moves of cost two a layer may be empty and the next not.
    while seen < total && counts.iter().rev().take(heaviest).any(|&c| c > 0) {
        work.check(&format!(
            "{seen} of {total} configurations, all up to distance {}",
            counts.len() - 1
        ))?;
        // What is unseen before the last layer is the last layer.
        let few = total - seen <= MOST_FARTHEST;
        farthest = unseen_states(store, if few { usize::MAX } else { 1 });
        let distance = counts.len();
        let frontier: u64 = counts.iter().rev().take(heaviest).sum();
        // Pushing costs a look for every move; pulling stops early, and the more of the unseen are
        // found the earlier.
        let pull = frontier.saturating_mul(moves) > (total - seen).saturating_mul(moves.min(4));
        let coordinates = if pull { backward } else { forward };
        let found: u64 = runs
            .pieces(forward.cosets())
            .into_par_iter()
            .map(|piece| {
                if work.should_stop() {
                    return 0;
                }
                let mut walker = Walker::new(coordinates, &runs);
                piece
                    .map(|run| {
                        if pull {
                            walker.pull(store, run, distance)
                        } else {
                            walker.push(store, run, distance)
                        }
                    })
                    .sum()
            })
            .sum();
        work.check("")?;
        stage.advance(found);
        seen += found;
        counts.push(found);
    }
    while counts.last() == Some(&0) {
        counts.pop();
    }
    Ok(LayerCounts { counts, farthest })
}

/// The first unseen states, at most `most`.
fn unseen_states<S: Store>(store: &S, most: usize) -> Vec<u64> {
    let (total, mut found, mut states) = (store.len() as u64, Vec::new(), Vec::new());
    for start in (0..total).step_by(1 << 20) {
        found.clear();
        store.collect_unseen(start..(start + (1 << 20)).min(total), &mut found);
        let room = most - states.len();
        states.extend((found.iter().take(room)).map(|&offset| start + u64::from(offset)));
        if states.len() == most {
            break;
        }
    }
    states
}

/// How the digits split into those that number runs and those within a run.
struct Runs {
    high: Vec<usize>,
    low: Vec<usize>,
    high_span: u64,
    low_span: u64,
}

impl Runs {
    fn new(radices: &[usize]) -> Runs {
        let mut split = radices.len();
        let mut low_span = 1;
        while split > 0 && low_span * radices[split - 1] <= LONGEST_RUN {
            split -= 1;
            low_span *= radices[split];
        }
        Runs {
            high: radices[..split].to_vec(),
            low: radices[split..].to_vec(),
            high_span: radices[..split].iter().map(|&r| r as u64).product(),
            low_span: low_span as u64,
        }
    }

    /// All runs, in pieces of neighbouring ones.
    fn pieces(&self, cosets: u64) -> Vec<Range<u64>> {
        let (runs, step) = (cosets * self.high_span, (PIECE / self.low_span).max(1));
        (0..runs.div_ceil(step)).map(|k| k * step..((k + 1) * step).min(runs)).collect()
    }
}

/// Walks over runs; keeps the tables of the coset it is in.
struct Walker<'a, C> {
    coordinates: &'a C,
    runs: &'a Runs,
    steps: Steps<'a>,
    coset: Option<u64>,
    /// For each move the new low digits by the old.
    tables: Vec<Vec<u32>>,
    /// For each move the number of the run it leads to, times the length of a run.
    bases: Vec<u64>,
    states: Vec<u32>,
}

impl<'a, C: Coordinates> Walker<'a, C> {
    fn new(coordinates: &'a C, runs: &'a Runs) -> Walker<'a, C> {
        Walker {
            coordinates,
            runs,
            steps: Steps::default(),
            coset: None,
            tables: Vec::new(),
            bases: Vec::new(),
            states: Vec::new(),
        }
    }

    /// Marks the neighbours of the states of a run that are one move nearer.
    fn push<S: Store>(&mut self, store: &S, run: u64, distance: usize) -> u64 {
        let range = run * self.runs.low_span..(run + 1) * self.runs.low_span;
        let mut found = 0;
        for cost in 1..=distance.min(2) {
            if !self.coordinates.costs().contains(&cost) {
                continue;
            }
            let mut states = std::mem::take(&mut self.states);
            states.clear();
            store.collect(range.clone(), distance - cost, &mut states);
            if !states.is_empty() {
                self.enter(run);
                for (k, (&base, table)) in self.bases.iter().zip(&self.tables).enumerate() {
                    if self.coordinates.costs()[k] == cost {
                        for &state in &states {
                            let target = base + u64::from(table[state as usize]);
                            found += u64::from(store.settle(target, distance));
                        }
                    }
                }
            }
            self.states = states;
        }
        found
    }

    /// Marks the unseen states of a run that have a neighbour one move nearer.
    fn pull<S: Store>(&mut self, store: &S, run: u64, distance: usize) -> u64 {
        let start = run * self.runs.low_span;
        let mut states = std::mem::take(&mut self.states);
        states.clear();
        store.collect_unseen(start..start + self.runs.low_span, &mut states);
        let unseen = states.len();
        if unseen > 0 {
            self.enter(run);
            for (k, (&base, table)) in self.bases.iter().zip(&self.tables).enumerate() {
                let Some(source) = distance.checked_sub(self.coordinates.costs()[k]) else {
                    continue;
                };
                states.retain(|&state| {
                    let is_near = store.has(base + u64::from(table[state as usize]), source);
                    if is_near {
                        store.settle(start + u64::from(state), distance);
                    }
                    !is_near
                });
            }
        }
        let found = unseen - states.len();
        self.states = states;
        found as u64
    }

    /// Makes the tables for a run.
    fn enter(&mut self, run: u64) {
        let (coset, high) = (run / self.runs.high_span, run % self.runs.high_span);
        if self.coset != Some(coset) {
            self.coset = Some(coset);
            self.coordinates.steps(coset, &mut self.steps);
            let split = self.runs.high.len();
            self.tables.resize_with(self.steps.targets.len(), Vec::new);
            for (table, digits) in self.tables.iter_mut().zip(&self.steps.digits) {
                fill_table(table, &self.runs.low, split, digits);
            }
        }
        self.bases.clear();
        for (&target, digits) in self.steps.targets.iter().zip(&self.steps.digits) {
            let moved = moved_high(high, &self.runs.high, digits);
            self.bases.push((target * self.runs.high_span + moved) * self.runs.low_span);
        }
    }
}

/// The new low digits by the old, as numbers; `first` is the position of the first low digit.
fn fill_table(table: &mut Vec<u32>, radices: &[usize], first: usize, digits: &[(usize, &[u16])]) {
    table.clear();
    table.push(0);
    let mut longer = Vec::new();
    // A digit with one value changes nothing; where N is trivial all digits are like that.
    for (k, &radix) in radices.iter().enumerate().filter(|(_, radix)| **radix > 1) {
        let map = digits.iter().find(|(position, _)| *position == first + k).map(|(_, map)| *map);
        let radix = u32::try_from(radix).unwrap_or(u32::MAX);
        longer.clear();
        for &prefix in table.iter() {
            match map {
                Some(map) => {
                    longer.extend(map.iter().map(|&digit| prefix * radix + u32::from(digit)));
                }
                None => longer.extend((0..radix).map(|digit| prefix * radix + digit)),
            }
        }
        std::mem::swap(table, &mut longer);
    }
}

/// The number of the high digits after a move.
fn moved_high(high: u64, radices: &[usize], digits: &[(usize, &[u16])]) -> u64 {
    let mut result = high;
    for &(position, map) in digits.iter().filter(|(position, _)| *position < radices.len()) {
        let weight: u64 = radices[position + 1..].iter().map(|&r| r as u64).product();
        let old = high / weight % radices[position] as u64;
        let new = u64::from(map[usize::try_from(old).unwrap_or(0)]);
        result = result - old * weight + new * weight;
    }
    result
}
