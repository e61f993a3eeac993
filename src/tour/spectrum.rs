//! The distribution of sums: the program over visited sets, with the distribution so far kept for every state.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use crate::work::{Error, Result, Work};

use super::ends::{Ends, Rules};
use super::layers::{Entry, Exits, Layer, MOST_SET_CELLS, State};
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
/// [`Error::TooLarge`] for boards of more than 114 cells, and the limits of `work`.
pub(crate) fn distribution(rules: &Rules, problems: &[Ends], work: &Work) -> Result<Distribution> {
    let region = Region::new(rules).filter(|_| rules.free.len() <= MOST_SET_CELLS);
    let region = region.ok_or_else(|| {
        Error::too_large(format!(
            "the program over visited sets takes boards of up to {MOST_SET_CELLS} cells, and this one has {}",
            rules.free.len()
        ))
    })?;
    let mut all = Distribution::new();
    for ends in problems {
        let program = Program {
            rules,
            region: &region,
            ends,
            last: Region::last_cells(ends),
        };
        let terms = match program.run::<u64>(work)? {
            Some(terms) => terms,
            // Too many for 64 bits: the same again with integers of any size.
            None => program.run::<BigUint>(work)?.unwrap_or_default(),
        };
        for (sum, tours) in terms {
            *all.entry(sum).or_default() += tours;
        }
    }
    Ok(all)
}

struct Program<'a> {
    rules: &'a Rules,
    region: &'a Region,
    ends: &'a Ends,
    last: u128,
}

impl Program<'_> {
    /// Sums and how many paths have them; none if a number has run over.
    fn run<N: Number>(&self, work: &Work) -> Result<Option<Vec<(i64, BigUint)>>> {
        let size = self.rules.size;
        let mut layer = Layer::from_entries(self.seeds::<N>());
        let stage = work.stage("distribution of sums", Some(size as u64));
        for k in 1..size {
            work.check(&format!("{k} of {size} layers"))?;
            let terms: usize = layer.iter().map(|entry| entry.sums.len()).sum();
            let bytes = terms * size_of::<(i64, N)>() + layer.len() * size_of::<Many<N>>();
            // A layer, what it leads to before merging, and the next one.
            work.reserve("the distribution of sums", 4 * bytes as u128)?;
            layer = layer.advance(|| {
                let mut exits = Exits::new(self.region, self.last);
                move |entry: &Many<N>, out: &mut dyn FnMut(Many<N>)| {
                    self.expand(entry, &mut exits, out);
                }
            });
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

    fn seeds<N: Number>(&self) -> Vec<Many<N>> {
        let mut seeds = Vec::new();
        for (cell, &dice) in self.ends.first.iter().enumerate() {
            for orientation in (0..24u8).filter(|o| dice >> o & 1 == 1) {
                if self.region.is_viable(1 << cell, cell, self.last) {
                    let value = self.rules.tables.value[usize::from(orientation)];
                    seeds.push(Many {
                        state: State::new(1 << cell, cell, orientation),
                        sums: Spread::single(i64::from(value)),
                    });
                }
            }
        }
        seeds
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
