//! The distribution of sums: the program over visited sets, with one entry for every state and sum.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use crate::work::{Error, Result, Work};

use super::ends::{Ends, Rules};
use super::layers::{Entry, Exits, Layer, MOST_SET_CELLS, State};
use super::region::Region;

/// How many tours have which sum.
pub type Distribution = BTreeMap<i64, BigUint>;

/// How many paths reach a state with a sum.
#[derive(Clone, Copy)]
struct Many {
    state: State,
    sum: i64,
    /// Saturates; a saturated count is never reported.
    paths: u64,
}

impl Entry for Many {
    fn hash(&self) -> u64 {
        self.state.hash(self.sum.cast_unsigned())
    }

    fn same(&self, other: &Many) -> bool {
        self.state == other.state && self.sum == other.sum
    }

    fn merge(&mut self, other: &Many) {
        self.paths = self.paths.saturating_add(other.paths);
    }
}

/// The distribution of sums over all paths of `problems`.
///
/// # Errors
/// [`Error::TooLarge`] for boards of more than 114 cells or counts beyond 64 bits, and the limits of `work`.
pub(crate) fn distribution(rules: &Rules, problems: &[Ends], work: &Work) -> Result<Distribution> {
    let region = Region::new(rules).filter(|_| rules.free.len() <= MOST_SET_CELLS);
    let region = region.ok_or_else(|| {
        Error::TooLarge(format!(
            "the program over visited sets takes boards of up to {MOST_SET_CELLS} cells, and this one has {}",
            rules.free.len()
        ))
    })?;
    let mut all = Distribution::new();
    for ends in problems {
        run(rules, &region, ends, work, &mut all)?;
    }
    Ok(all)
}

fn run(
    rules: &Rules,
    region: &Region,
    ends: &Ends,
    work: &Work,
    all: &mut Distribution,
) -> Result<()> {
    let last = Region::last_cells(ends);
    let tables = &rules.tables;
    let mut seeds = Vec::new();
    for (cell, &dice) in ends.first.iter().enumerate() {
        for orientation in (0..24u8).filter(|o| dice >> o & 1 == 1) {
            if region.is_viable(1 << cell, cell, last) {
                seeds.push(Many {
                    state: State::new(1 << cell, cell, orientation),
                    sum: i64::from(tables.value[usize::from(orientation)]),
                    paths: 1,
                });
            }
        }
    }
    let mut layer = Layer::from_entries(seeds);
    let stage = work.stage("distribution of sums", Some(rules.size as u64));
    for k in 1..rules.size {
        work.check(&format!("{k} of {} layers", rules.size))?;
        work.reserve(
            "the distribution of sums",
            5 * (layer.len() * size_of::<Many>()) as u128,
        )?;
        layer = layer.advance(|| {
            let mut exits = Exits::new(region, last);
            move |entry: &Many, out: &mut dyn FnMut(Many)| {
                let turned = tables.next[usize::from(entry.state.orientation())];
                exits.each(entry.state, |roll, next, visited| {
                    let orientation = turned[roll];
                    if rules.allowed[next] >> orientation & 1 == 1 {
                        out(Many {
                            state: State::new(visited, next, orientation),
                            sum: entry.sum + i64::from(tables.value[usize::from(orientation)]),
                            paths: entry.paths,
                        });
                    }
                });
            }
        });
        stage.advance(1);
    }
    for entry in layer.iter() {
        if ends.last[entry.state.head()] >> entry.state.orientation() & 1 == 1 {
            if entry.paths == u64::MAX {
                return Err(Error::TooLarge("more tours than 64 bits can count; a strip of width 5 or less has no such limit".into()));
            }
            *all.entry(entry.sum).or_default() += entry.paths;
        }
    }
    Ok(())
}
