//! Dynamic programming over visited sets: layer k holds what is known of all paths with k cells,
//! one entry per state.
//!
//! A *state* is (visited set, head, orientation): all that the rest of a tour depends on. States
//! are spread over shards by their hash. A few shards at a time are expanded in parallel and let
//! go, and what they lead to is merged, every shard of the next layer by one thread. The result
//! does not depend on the number of threads.

use rayon::prelude::*;
use std::hash::Hasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry as Slot;
use rustc_hash::FxHasher;

use super::ends::Rules;
use super::region::{CellSet, Region};
use super::tables::Orientation;
use cubegraph_core::work::{Error, Result, Work};

/// The most cells, blocked ones included, of a board whose states fit a word.
pub(crate) const MOST_SET_CELLS: usize = 114;

/// The board as masks.
///
/// # Errors
/// [`Error::TooLarge`] if its states do not fit a word.
pub(crate) fn region(rules: &Rules) -> Result<Region> {
    let region = Region::new(rules).filter(|_| rules.area() <= MOST_SET_CELLS);
    region.ok_or_else(|| {
        Error::too_large(format!(
            "dynamic programming over visited sets takes boards of up to {MOST_SET_CELLS} cells, \
             and this one has {}",
            rules.area()
        ))
    })
}

/// A state in one word: 114 bits visited set, 7 bits head, 5 bits orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct State(u128);

impl State {
    pub fn new(visited: CellSet, head: usize, orientation: Orientation) -> State {
        State(visited | (head as u128) << 114 | u128::from(orientation) << 121)
    }

    pub fn visited(self) -> CellSet {
        self.0 & ((1 << 114) - 1)
    }

    pub fn head(self) -> usize {
        (self.0 >> 114 & 127) as usize
    }

    pub fn orientation(self) -> Orientation {
        (self.0 >> 121 & 31) as u8
    }

    /// Visited set and head alone.
    pub fn place(self) -> u128 {
        self.0 & ((1 << 121) - 1)
    }

    /// The state before the last roll, which came from `before`.
    pub fn back(self, before: usize, orientation: Orientation) -> State {
        State::new(self.visited() & !(1 << self.head()), before, orientation)
    }

    #[expect(clippy::cast_possible_truncation, reason = "two halves of a word")]
    pub fn hash(self) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write_u64(self.0 as u64);
        hasher.write_u64((self.0 >> 64) as u64);
        hasher.finish()
    }
}

/// A state and the last roll of a path to it, in one word.
#[derive(Clone, Copy)]
pub(crate) struct Trace(u128);

impl Trace {
    pub fn new(state: State, roll: usize) -> Trace {
        Trace(state.0 | (roll as u128) << 126)
    }

    pub fn state(self) -> State {
        State(self.0 & ((1 << 126) - 1))
    }

    pub fn roll(self) -> usize {
        (self.0 >> 126) as usize
    }
}

/// What a layer keeps of a state.
pub(crate) trait Entry: Clone + Send + Sync {
    /// A hash of everything that tells two entries apart.
    fn hash(&self) -> u64;
    /// Whether two entries are about the same.
    fn same(&self, other: &Self) -> bool;
    /// Takes in another entry about the same.
    fn merge(&mut self, other: Self);
}

/// One layer: entries in shards, each entry once.
pub(crate) struct Layer<E> {
    pub shards: Vec<Vec<E>>,
}

/// Small layers stay in one shard: spreading them would cost more than it saves.
const SMALL: usize = 4096;
const SHARD_BITS: u32 = 6;
/// The most shards of a layer.
const MOST_SHARDS: usize = 1 << SHARD_BITS;
/// How many shards are expanded before what they lead to is merged.
const EXPANDED_AT_ONCE: usize = 8;

impl<E: Entry> Layer<E> {
    /// A layer of these entries, merged.
    pub fn from_entries(entries: Vec<E>) -> Layer<E> {
        Layer { shards: vec![merged(entries)] }
    }

    pub fn len(&self) -> usize {
        self.shards.iter().map(Vec::len).sum()
    }

    pub fn iter(&self) -> impl Iterator<Item = &E> {
        self.shards.iter().flatten()
    }

    /// The next layer: `expand` is called once for each shard and returns a function that hands the
    /// successors of an entry, four at most, to its second argument. `held` bytes are in use
    /// besides, and an entry takes `bytes` in all.
    pub fn advance<X>(
        self,
        expand: impl Fn() -> X + Sync,
        (held, bytes): (usize, usize),
        work: &Work,
    ) -> Result<Layer<E>>
    where
        X: FnMut(&E, &mut dyn FnMut(E)),
    {
        if self.len() < SMALL {
            let mut entries = Vec::new();
            let mut expand = expand();
            for entry in self.iter() {
                expand(entry, &mut |e| entries.push(e));
            }
            return Ok(Layer::from_entries(entries));
        }
        let shards = MOST_SHARDS;
        let mut left = self.len();
        // A single large shard is cut up, so that the first large layer is parallel too.
        let mut sources = self.shards;
        if let [only] = &sources[..] {
            let pieces = only.chunks(only.len().div_ceil(shards));
            sources = pieces.map(<[E]>::to_vec).collect();
        }
        let mut merging: Vec<Merging<E>> = (0..shards).map(|_| Merging::default()).collect();
        for sources in sources.chunks_mut(EXPANDED_AT_ONCE) {
            let known = "a layer of paths is not complete";
            work.check(known)?;
            // A path has three ways on, but for the first.
            let expanded: usize = sources.iter().map(|source| 3 * source.len()).sum();
            let merged: usize = merging.iter().map(|shard| shard.entries.capacity()).sum();
            let needed = (left + merged + 2 * expanded) * bytes + merged * INDEX_BYTES;
            work.reserve("dynamic programming over visited sets", (held + needed) as u128)?;
            left -= expanded / 3;
            let mut outboxes: Vec<Vec<Vec<E>>> = (sources.par_iter_mut())
                .map(|source| {
                    let mut boxes: Vec<Vec<E>> = vec![Vec::new(); shards];
                    let mut expand = expand();
                    for entry in std::mem::take(source) {
                        expand(&entry, &mut |e| boxes[shard_of(e.hash())].push(e));
                    }
                    boxes
                })
                .collect();
            let inboxes: Vec<Vec<Vec<E>>> = (0..shards)
                .map(|k| {
                    let boxes = outboxes.iter_mut();
                    boxes.map(|boxes| std::mem::take(&mut boxes[k])).collect()
                })
                .collect();
            (merging.par_iter_mut().zip(inboxes))
                .for_each(|(shard, inbox)| inbox.into_iter().flatten().for_each(|e| shard.add(e)));
        }
        Ok(Layer { shards: merging.into_iter().map(|shard| shard.entries).collect() })
    }
}

/// The shard in which an entry with this hash lies.
pub(crate) fn shard_with<T>(shards: &[Vec<T>], hash: u64) -> &[T] {
    match shards {
        [only] => only,
        several => &several[shard_of(hash)],
    }
}

fn shard_of(hash: u64) -> usize {
    // The table below uses the low bits and the top seven.
    (hash >> 40) as usize & (MOST_SHARDS - 1)
}

fn merged<E: Entry>(entries: Vec<E>) -> Vec<E> {
    let mut merging = Merging::default();
    for entry in entries {
        merging.add(entry);
    }
    merging.entries
}

/// What the index takes for an entry, at most.
const INDEX_BYTES: usize = 12;

/// A shard under way: its entries, and where they are by their hash.
struct Merging<E> {
    entries: Vec<E>,
    index: HashTable<u32>,
}

impl<E> Default for Merging<E> {
    fn default() -> Merging<E> {
        Merging { entries: Vec::new(), index: HashTable::new() }
    }
}

impl<E: Entry> Merging<E> {
    fn add(&mut self, entry: E) {
        let entries = &mut self.entries;
        let slot = self.index.entry(
            entry.hash(),
            |&k| entries[k as usize].same(&entry),
            |&k| entries[k as usize].hash(),
        );
        match slot {
            Slot::Occupied(at) => entries[*at.get() as usize].merge(entry),
            Slot::Vacant(free) => {
                let next = u32::try_from(entries.len());
                free.insert(next.expect("a shard of 2^32 entries does not fit into memory"));
                if entries.len() == entries.capacity() {
                    // By a quarter: twice as much would leave half of the memory unused.
                    entries.reserve_exact(entries.len() / 4 + 64);
                }
                entries.push(entry);
            }
        }
    }
}

/// The rolls that keep the rest viable, remembered for the last place asked about: entries of one
/// place come in runs.
pub(crate) struct Exits<'a> {
    region: &'a Region,
    last: CellSet,
    place: u128,
    rolls: u8,
}

impl<'a> Exits<'a> {
    pub fn new(region: &'a Region, last: CellSet) -> Exits<'a> {
        Exits { region, last, place: u128::MAX, rolls: 0 }
    }

    /// Calls `found` with (roll, next cell, visited set there).
    pub fn each(&mut self, state: State, mut found: impl FnMut(usize, usize, CellSet)) {
        if state.place() != self.place {
            self.place = state.place();
            self.rolls = self.region.exits(state.visited(), state.head(), self.last);
        }
        for roll in (0..4).filter(|roll| self.rolls >> roll & 1 == 1) {
            let next = usize::from(self.region.neighbour[state.head()][roll]);
            found(roll, next, state.visited() | 1 << next);
        }
    }
}
