//! The largest sum with proof: dynamic programming over visited sets, an incumbent from a beam
//! search, and an admissible bound.
//!
//! Two paths in the same state (visited set, head, orientation) have the same future, so only the
//! better one matters; a state whose sum plus the bound of `bound.rs` stays below the incumbent
//! cannot lead to a better tour. The incumbent comes from the same search with short layers, which
//! keep only the most promising states. States that can still *equal* the incumbent are kept, so
//! the number of best tours is exact.

use cubegraph_core::cube::notation::Roll;
use cubegraph_core::work::{Error, Result, Work};

use super::bound::{Bound, HOPELESS, Memory};
use super::ends::{Ends, Rules};
use super::layers::{Entry, Exits, Layer, State, Trace, region};
use super::region::Region;
use super::tables::Orientation;

/// A largest sum, how often it occurs, and a path that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Peak {
    pub sum: i64,
    /// How many paths have this sum; none if they are too many to count in 64 bits.
    pub ways: Option<u64>,
    /// The cells of one of them.
    pub cells: Vec<usize>,
    /// The orientation of the die on the first.
    pub die: Orientation,
}

/// What a layer knows of a state: the best sum, how often it is reached, the last rolls of one path
/// that reaches it.
#[derive(Clone, Copy)]
struct Best {
    state: State,
    ways: u64,
    sum: i32,
    /// The memory of the bound, and the last roll in the upper two bits.
    memory: Memory,
}

const TOO_MANY: u64 = u64::MAX;

impl Entry for Best {
    fn hash(&self) -> u64 {
        self.state.hash()
    }

    fn same(&self, other: &Best) -> bool {
        self.state == other.state
    }

    fn merge(&mut self, other: Best) {
        match self.sum.cmp(&other.sum) {
            std::cmp::Ordering::Less => *self = other,
            std::cmp::Ordering::Equal => self.ways = self.ways.saturating_add(other.ways),
            std::cmp::Ordering::Greater => {}
        }
    }
}

impl Best {
    fn memory(self) -> Memory {
        self.memory & ((1 << 30) - 1)
    }

    fn last_roll(self) -> usize {
        (self.memory >> 30) as usize
    }
}

/// What is left of a layer once it is expanded, enough to walk back: states with their last roll.
type Traces = Vec<Vec<Trace>>;

/// The best path of all `problems`, or none if there is no path.
///
/// # Errors
/// [`Error::TooLarge`] for boards of more than 114 cells, and the limits of `work`.
pub(crate) fn maximum(rules: &Rules, problems: &[Ends], work: &Work) -> Result<Option<Peak>> {
    let search = SumSearch::new(rules, work)?;
    let mut peak: Option<Peak> = None;
    for ends in problems {
        let known = peak.as_ref().map_or(i64::from(HOPELESS), |p| p.sum);
        let Some(found) = search.best(ends, known, work)? else {
            continue;
        };
        match &mut peak {
            Some(peak) if peak.sum == found.sum => {
                let both = peak.ways.zip(found.ways);
                peak.ways = both.and_then(|(a, b)| a.checked_add(b));
            }
            Some(peak) if peak.sum > found.sum => {}
            _ => peak = Some(found),
        }
    }
    Ok(peak)
}

/// A beam this wide keeps every state that fits into memory.
const WIDEST_BEAM: usize = usize::MAX / 64;

/// Wide enough that the beam usually finds the best tour, narrow enough to be a small part of the
/// work.
fn beam_width(cells: usize) -> usize {
    match cells {
        0..=30 => 100,
        31..=40 => 1000,
        41..=70 => 5000,
        71..=MOST_TRACED => 40_000,
        _ => 160_000,
    }
}

/// Longer memories bound better and cost more; measured on square boards.
fn memory_length(cells: usize) -> usize {
    match cells {
        0..=20 => 3,
        21..=30 => 5,
        31..=55 => 6,
        56..=MOST_TRACED => 8,
        // A memory of nine rolls is the first that sees a loop of ten.
        _ => 9,
    }
}

/// On larger boards the states of all layers are too many to be remembered.
const MOST_TRACED: usize = 81;

struct SumSearch<'a> {
    rules: &'a Rules,
    region: Region,
    bound: Bound,
    /// How many states a layer of the first beam keeps.
    beam: usize,
}

impl<'a> SumSearch<'a> {
    fn new(rules: &'a Rules, work: &Work) -> Result<SumSearch<'a>> {
        let region = region(rules)?;
        let length = memory_length(rules.size);
        work.reserve("the bound on sums", Bound::bytes(rules.size, length))?;
        Ok(SumSearch {
            rules,
            region,
            bound: Bound::new(&rules.tables, rules.size, length),
            beam: beam_width(rules.size),
        })
    }

    /// The best path between these ends, if its sum is at least `known`.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the exact search and the beam contradict each other; the limits of
    /// `work`.
    fn best(&self, ends: &Ends, known: i64, work: &Work) -> Result<Option<Peak>> {
        let lost_tour =
            || Error::Rejected("two searches for the best tour contradict each other".into());
        let mut width = self.beam;
        let mut beam = self.run(ends, known, Some(width), work)?;
        let known = beam.as_ref().map_or(known, |b| b.sum.max(known));
        let Some(mut found) = self.run(ends, known, None, work)? else {
            return match beam {
                Some(beam) if beam.sum == known => Err(lost_tour()),
                _ => Ok(None),
            };
        };
        // Too many states to remember them all: a beam that knows the sum finds a path.
        while found.cells.is_empty() {
            if let Some(path) = beam.take().filter(|beam| beam.sum == found.sum) {
                (found.cells, found.die) = (path.cells, path.die);
            } else if width > WIDEST_BEAM {
                return Err(lost_tour());
            } else {
                width *= 4;
                beam = self.run(ends, found.sum, Some(width), work)?;
            }
        }
        Ok(Some(found))
    }

    /// Layer by layer from the first cells to the last; `beam` limits the states of a layer.
    fn run(
        &self,
        ends: &Ends,
        known: i64,
        beam: Option<usize>,
        work: &Work,
    ) -> Result<Option<Peak>> {
        let size = self.rules.size;
        let last = Region::last_cells(ends);
        let mut layer = Layer::from_entries(self.seeds(ends));
        let traced = beam.is_some() || size <= MOST_TRACED;
        let mut traces: Vec<Traces> = Vec::with_capacity(size);
        let table = Bound::bytes(size, memory_length(size));
        let mut held = usize::try_from(table).unwrap_or(usize::MAX);
        let name = if beam.is_some() { "looking for a good tour" } else { "proving the best tour" };
        let stage = work.stage(name, Some(size as u64));
        for cells in 2..=size {
            work.check(&format!("{} of {size} layers", cells - 1))?;
            if traced {
                held += layer.len() * size_of::<Trace>();
                traces.push(traces_of(&layer));
            }
            let expand = || {
                let mut exits = Exits::new(&self.region, last);
                move |entry: &Best, out: &mut dyn FnMut(Best)| {
                    self.expand(entry, size - cells, known, &mut exits, out);
                }
            };
            layer = layer.advance(expand, (held, size_of::<Best>()), work)?;
            if let Some(width) = beam {
                self.narrow(&mut layer, width, size - cells);
            }
            stage.advance(1);
        }
        if traced {
            traces.push(traces_of(&layer));
        }
        Ok(self.peak(ends, &layer, &traces))
    }

    fn seeds(&self, ends: &Ends) -> Vec<Best> {
        let seeds = self.region.seeds(ends).into_iter();
        seeds
            .map(|(cell, orientation)| Best {
                state: State::new(1 << cell, cell, orientation),
                ways: 1,
                sum: self.rules.tables.value[usize::from(orientation)],
                memory: Bound::NOTHING,
            })
            .collect()
    }

    #[expect(clippy::cast_possible_truncation, reason = "a roll is two bits")]
    fn expand(
        &self,
        entry: &Best,
        left: usize,
        known: i64,
        exits: &mut Exits,
        out: &mut dyn FnMut(Best),
    ) {
        let tables = &self.rules.tables;
        let turned = tables.next[usize::from(entry.state.orientation())];
        exits.each(entry.state, |roll, next, visited| {
            let orientation = turned[roll];
            if self.rules.allowed[next] >> orientation & 1 == 0 {
                return;
            }
            let sum = entry.sum + tables.value[usize::from(orientation)];
            let memory = self.bound.after(entry.memory(), roll);
            if i64::from(sum + self.bound.most(left, memory, orientation)) < known {
                return;
            }
            out(Best {
                state: State::new(visited, next, orientation),
                ways: entry.ways,
                sum,
                memory: memory | (roll as u32) << 30,
            });
        });
    }

    /// Keeps the most promising entries; ties are broken by the state, so that every run keeps the
    /// same.
    fn narrow(&self, layer: &mut Layer<Best>, width: usize, left: usize) {
        if layer.len() <= width {
            return;
        }
        let mut entries: Vec<Best> = layer.iter().copied().collect();
        entries.select_nth_unstable_by_key(width, |e| {
            let promise = e.sum + self.bound.most(left, e.memory(), e.state.orientation());
            (std::cmp::Reverse(promise), e.state)
        });
        entries.truncate(width);
        layer.shards = vec![entries];
    }

    /// The best of the last layer, and the path to it if the layers before were remembered.
    fn peak(&self, ends: &Ends, layer: &Layer<Best>, traces: &[Traces]) -> Option<Peak> {
        let finished = |e: &&Best| ends.last[e.state.head()] >> e.state.orientation() & 1 == 1;
        let best = layer.iter().filter(finished).map(|e| e.sum).max()?;
        let tied = || layer.iter().filter(finished).filter(|e| e.sum == best);
        let ways = tied().fold(0u64, |all, e| all.saturating_add(e.ways));
        let end = tied().min_by_key(|e| e.state)?;
        let (mut state, mut roll) = (end.state, end.last_roll());
        let mut cells = Vec::with_capacity(traces.len());
        cells.extend(traces.last().map(|_| state.head()));
        for layer in traces.iter().rev().skip(1) {
            let back = Roll::ALL[roll].back() as usize;
            let before = usize::from(self.region.neighbour[state.head()][back]);
            let orientation = self.rules.tables.next[usize::from(state.orientation())][back];
            state = state.back(before, orientation);
            roll = find(layer, state);
            cells.push(before);
        }
        cells.reverse();
        Some(Peak {
            sum: i64::from(best),
            ways: (ways != TOO_MANY).then_some(ways),
            cells,
            die: state.orientation(),
        })
    }
}

fn traces_of(layer: &Layer<Best>) -> Traces {
    let trace = |e: &Best| Trace::new(e.state, e.last_roll());
    let shards = layer.shards.iter();
    shards.map(|shard| shard.iter().map(trace).collect()).collect()
}

/// The last roll of the path kept for a state.
fn find(layer: &Traces, state: State) -> usize {
    let shard = super::layers::shard_with(layer, state.hash());
    let trace = shard.iter().find(|trace| trace.state() == state);
    trace.expect("every state was reached from one of the layer before").roll()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Puzzle;
    use crate::ends::ends;

    /// What a beam of this width finds on a long strip with a label, and what the whole search
    /// does. A bound that is not admissible is made for faces of the value -100.
    fn search(beam: usize, admissible: bool) -> (Option<Peak>, Result<Option<Peak>>) {
        let puzzle = Puzzle::builder(2, 42).label((0, 41), 3).build().unwrap();
        let rules = Rules::new(&puzzle);
        let mut tables = rules.tables.clone();
        if !admissible {
            tables.value = [-100; 24];
        }
        let search = SumSearch {
            rules: &rules,
            region: region(&rules).unwrap(),
            bound: Bound::new(&tables, rules.size, 3),
            beam,
        };
        let [ends] = &ends(&puzzle, &rules)[..] else {
            panic!("open tours are one problem");
        };
        let (known, work) = (i64::from(HOPELESS), Work::default());
        let first = search.run(ends, known, Some(beam), &work).unwrap();
        (first, search.best(ends, known, &work))
    }

    #[test]
    fn a_beam_that_finds_no_path_is_widened() {
        let (first, best) = search(1, true);
        assert_eq!(first, None);
        let best = best.unwrap().unwrap();
        assert_eq!((best.sum, best.cells.len()), (294, 84));
    }

    #[test]
    fn an_exact_search_that_loses_the_tour_of_the_beam_is_rejected() {
        let (first, best) = search(100, false);
        assert_eq!(first.unwrap().sum, 294);
        assert!(matches!(best, Err(Error::Rejected(_))));
    }

    #[test]
    fn widening_ends_where_no_beam_finds_the_sum_of_the_exact_search() {
        let (first, best) = search(1, false);
        assert_eq!(first, None);
        assert!(matches!(best, Err(Error::Rejected(_))));
    }
}
