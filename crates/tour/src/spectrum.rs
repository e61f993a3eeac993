//! The distribution of sums: dynamic programming over visited sets, with the distribution so far
//! kept for every state.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use cubegraph_core::work::{Result, Work};

use super::ends::{Ends, Rules};
use super::layers::{Entry, Exits, Layer, State, region};
use super::region::Region;
use super::spread::{Number, Spread};

/// How many tours have which sum.
pub type Distribution = BTreeMap<i64, BigUint>;

/// How many paths reach a state with which sum.
#[derive(Clone)]
struct Many<N> {
    state: State,
    sums: Spread<N>,
}

impl<N: Number> Entry for Many<N> {
    fn hash(&self) -> u64 {
        self.state.hash()
    }

    fn same(&self, other: &Many<N>) -> bool {
        self.state == other.state
    }

    fn merge(&mut self, other: Many<N>) {
        self.sums.add(other.sums);
    }
}

/// The distribution of sums over all paths of `problems`.
///
/// # Errors
/// [`Error::TooLarge`](cubegraph_core::Error::TooLarge) for boards of more than 114 cells, and the limits of
/// `work`.
pub(crate) fn distribution(rules: &Rules, problems: &[Ends], work: &Work) -> Result<Distribution> {
    let region = region(rules)?;
    let mut all = Distribution::new();
    for ends in problems {
        let search =
            SpectrumSearch { rules, region: &region, ends, last: Region::last_cells(ends) };
        let terms = match search.run::<u64>(work)? {
            Some(terms) => terms,
            // Too many for 64 bits: the same again with integers of any size.
            None => search.run::<BigUint>(work)?.unwrap_or_default(),
        };
        for (sum, tours) in terms {
            *all.entry(sum).or_default() += tours;
        }
    }
    Ok(all)
}

struct SpectrumSearch<'a> {
    rules: &'a Rules,
    region: &'a Region,
    ends: &'a Ends,
    last: u128,
}

impl SpectrumSearch<'_> {
    /// Sums and how many paths have them; none if a number has run over.
    fn run<N: Number>(&self, work: &Work) -> Result<Option<Vec<(i64, BigUint)>>> {
        let size = self.rules.size;
        let value = |o: u8| i64::from(self.rules.tables.value[usize::from(o)]);
        let seeds = self.region.seeds(self.ends).into_iter();
        let seeds = seeds.map(|(cell, orientation)| Many {
            state: State::new(1 << cell, cell, orientation),
            sums: Spread::<N>::single(value(orientation)),
        });
        let mut layer = Layer::from_entries(seeds.collect());
        let stage = work.stage("distribution of sums", Some(size as u64));
        for k in 1..size {
            work.check(&format!("{k} of {size} layers"))?;
            let terms: usize = layer.iter().map(|entry| entry.sums.len()).sum();
            // The sums of an entry grow a little from layer to layer.
            let bytes =
                size_of::<Many<N>>() + 2 * size_of::<(i64, N)>() * terms / layer.len().max(1);
            let expand = || {
                let mut exits = Exits::new(self.region, self.last);
                move |entry: &Many<N>, out: &mut dyn FnMut(Many<N>)| {
                    self.expand(entry, &mut exits, out);
                }
            };
            layer = layer.advance(expand, (0, bytes), work)?;
            stage.advance(1);
        }
        let finished =
            |e: &&Many<N>| self.ends.last[e.state.head()] >> e.state.orientation() & 1 == 1;
        let mut all = Vec::new();
        for entry in layer.iter().filter(finished) {
            if !entry.sums.is_exact() {
                return Ok(None);
            }
            all.extend(entry.sums.clone().into_terms());
        }
        Ok(Some(all))
    }

    fn expand<N: Number>(&self, entry: &Many<N>, exits: &mut Exits, out: &mut dyn FnMut(Many<N>)) {
        let tables = &self.rules.tables;
        let turned = tables.next[usize::from(entry.state.orientation())];
        exits.each(entry.state, |roll, next, visited| {
            let orientation = turned[roll];
            if self.rules.allowed[next] >> orientation & 1 == 1 {
                let value = tables.value[usize::from(orientation)];
                out(Many {
                    state: State::new(visited, next, orientation),
                    sums: entry.sums.shifted(i64::from(value)),
                });
            }
        });
    }
}
