//! Does a fully labelled strip determine its rolling cycle, whatever its length?
//!
//! Two cycles are laid on the same strip at once, column by column, so that they show the same face
//! on every cell. All that matters of the columns laid so far is a pair of *strands*: for each
//! cycle the loose ends, which of them belong together and how the die lies there, and whether the
//! two cycles have differed yet. There are finitely many such pairs, so a search that finds no new
//! ones any more has looked at strips of every length. If it never closes two cycles that differ,
//! labels determine the cycle on every strip of that width; otherwise the shortest strip with two
//! cycles comes out.
//!
//! Renaming the faces by a rotation and exchanging the two cycles make no difference; one pair is
//! kept of each such class.
//!
//! # Reference
//! The question is Problem 68 of the *Open Problems Project*, after K. Buchin et al., *On rolling
//! cube puzzles*, Proc. 19th Canadian Conference on Computational Geometry (2007), 141–144.

mod strand;

use hashbrown::HashTable;
use rayon::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::hash::BuildHasher;

use cubegraph_core::cube::notation::{Handedness, Roll};
use cubegraph_core::work::{Error, Result, Work};

use super::uniqueness::{Home, Twins, board, twins_on, uniqueness};
use super::{Cell, Tour};
use strand::{Roller, Step, Strand, WIDEST};

/// What is known of the strips of a width.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StripUniqueness {
    /// How many rows the strips have.
    pub width: usize,
    /// How many pairs of strands can be reached, up to renaming faces and exchanging the cycles.
    pub pairs: usize,
    /// After how many columns no new ones appeared, or the twins were complete.
    pub columns: usize,
    /// The shortest strip with two cycles of the same labels, if there is one at all.
    pub twins: Option<Twins>,
}

/// The keys of the tool's answer.
impl Serialize for StripUniqueness {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("width", &self.width)?;
        map.serialize_entry("pairs", &self.pairs)?;
        map.serialize_entry("columns", &self.columns)?;
        map.serialize_entry("determined", &self.twins.is_none())?;
        map.serialize_entry("twins", &self.twins)?;
        map.end()
    }
}

/// Two strands with the same labels behind them, and whether they have differed there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair {
    strands: [Strand; 2],
    differ: bool,
}

impl Pair {
    /// All of it in one word, which is quick to hash and to compare.
    fn key(self) -> u128 {
        let [one, other] = self.strands.map(|strand| u128::from(strand.0));
        one << 64 | other << 1 | u128::from(self.differ)
    }
}

/// One more column of both cycles.
#[derive(Clone, Copy, Debug)]
struct Both {
    steps: [Step; 2],
    /// The pair behind it in standard form, and whether that has the cycles exchanged; none when
    /// both are closed.
    after: Option<(Pair, bool)>,
    differ: bool,
}

/// All pairs met so far, each with the one it was reached from.
#[derive(Default)]
struct Met {
    pairs: Vec<(Pair, u32)>,
    places: HashTable<u32>,
}

/// Bytes a pair takes, with its place in a table that may be half empty, and while it waits.
const BYTES: u128 = 64;

impl Met {
    fn add(&mut self, pair: Pair, from: u32) {
        let hash = |pair: Pair| FxBuildHasher.hash_one(pair.key());
        let pairs = &mut self.pairs;
        let place = u32::try_from(pairs.len()).expect("memory ends before");
        let known = |&place: &u32| pairs[place as usize].0 == pair;
        if self.places.find(hash(pair), known).is_none() {
            pairs.push((pair, from));
            let rehash = |&place: &u32| hash(self.pairs[place as usize].0);
            self.places.insert_unique(hash(pair), place, rehash);
        }
    }
}

/// Settles the question for all strips of a width.
///
/// Before it is returned, the answer is compared with a list of all cycles for the shortest strips.
///
/// # Errors
/// [`Error::Invalid`] for a width out of range and for paths; the limits of `work`;
/// [`Error::Rejected`].
///
/// # Examples
/// ```
/// # use cubegraph_core::Work;
/// # use cubegraph_tour::{Home, strip_uniqueness};
/// assert!(strip_uniqueness(2, Home::Top, &Work::default())?.twins.is_none());
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
pub fn strip_uniqueness(width: usize, home: Home, work: &Work) -> Result<StripUniqueness> {
    if !(2..=WIDEST).contains(&width) {
        return Err(Error::invalid(format!(
            "strips of width {width} are out of range: from 2 to {WIDEST}"
        )));
    }
    if home == Home::Nowhere {
        return Err(Error::invalid("only cycles are compared on strips of every length")
            .help("compare paths one board at a time"));
    }
    let found = Roller::new(width).search(home, work)?;
    compare_with_lists(width, home, &found, work)?;
    Ok(found)
}

/// The answer for the shortest strips, by listing their cycles.
fn compare_with_lists(
    width: usize,
    home: Home,
    found: &StripUniqueness,
    work: &Work,
) -> Result<()> {
    const CELLS: usize = 24;
    let shortest = found.twins.as_ref().map(|twins| twins.puzzle.columns());
    for columns in 2..=CELLS / width {
        let listed = uniqueness(width, columns, home, work)?.twins.is_some();
        // Strips longer than the shortest with twins may have them or not.
        let wrong = match shortest {
            Some(shortest) => columns <= shortest && listed != (columns == shortest),
            None => listed,
        };
        if wrong {
            return Err(Error::Rejected(format!(
                "the list of all cycles of {width} × {columns} says otherwise"
            )));
        }
    }
    Ok(())
}

/// The search over pairs of strands.
impl Roller {
    fn search(&self, home: Home, work: &Work) -> Result<StripUniqueness> {
        let empty = Strand::empty(home == Home::Top);
        let start = Pair { strands: [empty, empty], differ: false };
        let mut met = Met::default();
        met.add(start, 0);
        let stage = work.stage(format!("pairs of strands of width {}", self.width), None);
        let result = |met: &Met, columns, twins| StripUniqueness {
            width: self.width,
            pairs: met.pairs.len(),
            columns,
            twins,
        };
        let mut done = 0;
        for columns in 1.. {
            let fresh: Vec<usize> = (done..met.pairs.len()).collect();
            if fresh.is_empty() {
                return Ok(result(&met, columns - 1, None));
            }
            done = met.pairs.len();
            for chunk in fresh.chunks(1 << 12) {
                work.check(&format!(
                    "no twins on strips of width {} up to length {}",
                    self.width,
                    columns - 1
                ))?;
                work.reserve("the pairs of strands", BYTES * met.pairs.len() as u128)?;
                let after = chunk.par_iter().map(|&k| self.after(met.pairs[k].0));
                let found: Vec<(Vec<Pair>, bool)> = after.collect();
                if let Some(k) = found.iter().position(|(_, twins)| *twins) {
                    let twins = self.twins(&met, chunk[k], home)?;
                    return Ok(result(&met, columns, Some(twins)));
                }
                for (&place, (pairs, _)) in chunk.iter().zip(found) {
                    let from = u32::try_from(place).expect("memory ends before");
                    for pair in pairs {
                        met.add(pair, from);
                    }
                }
                stage.advance(chunk.len() as u64);
            }
        }
        unreachable!("the columns do not end");
    }

    /// The pairs one column further, and whether two different cycles can be closed there.
    fn after(&self, pair: Pair) -> (Vec<Pair>, bool) {
        let (mut pairs, mut twins) = (Vec::new(), false);
        self.columns(pair, |both| match both.after {
            Some((pair, _)) => pairs.push(pair),
            None => twins |= both.differ,
        });
        pairs.sort_unstable_by_key(|pair| pair.key());
        pairs.dedup();
        (pairs, twins)
    }

    /// All ways to lay one more column of both cycles with the same labels.
    fn columns(&self, pair: Pair, mut found: impl FnMut(Both)) {
        let [one, other] = pair.strands.map(|strand| self.steps(strand));
        let mut by_labels: FxHashMap<u32, Vec<Step>> = FxHashMap::default();
        for step in other {
            by_labels.entry(step.labels).or_default().push(step);
        }
        for step in one {
            for &with in by_labels.get(&step.labels).into_iter().flatten() {
                let differ = pair.differ || step.joined != with.joined;
                let after = match (step.after, with.after) {
                    (None, None) => None,
                    (Some(one), Some(other)) => Some(self.standard(one, other, differ)),
                    _ => continue,
                };
                found(Both { steps: [step, with], after, differ });
            }
        }
    }

    /// The least of the two orders of a pair, the first loose end of the first of them renamed to
    /// orientation 0.
    fn standard(&self, one: Strand, other: Strand, differ: bool) -> (Pair, bool) {
        let made = [[one, other], [other, one]].map(|strands| {
            let by = self.renaming(strands[0]);
            Pair { strands: strands.map(|strand| self.renamed(strand, by)), differ }
        });
        if made[1].key() < made[0].key() { (made[1], true) } else { (made[0], false) }
    }

    /// Follows the pairs back and lays the two cycles that `last` can close.
    fn twins(&self, met: &Met, last: usize, home: Home) -> Result<Twins> {
        let mut chain = vec![last];
        while let Some(&place) = chain.last().filter(|&&place| place != 0) {
            chain.push(met.pairs[place].1 as usize);
        }
        chain.reverse();
        let mut cycles = [Laid::default(), Laid::default()];
        let mut exchanged = false;
        for (k, &place) in chain.iter().enumerate() {
            let wanted = chain.get(k + 1).map(|&next| met.pairs[next].0);
            let mut taken = None;
            self.columns(met.pairs[place].0, |both| {
                // The last column closes two cycles that differ.
                if both.after.map(|(pair, _)| pair) == wanted && (wanted.is_some() || both.differ) {
                    taken.get_or_insert(both);
                }
            });
            let both = taken.ok_or_else(|| Error::Rejected("a pair cannot be reached".into()))?;
            for (which, step) in both.steps.into_iter().enumerate() {
                cycles[which ^ usize::from(exchanged)].add(k, step, self.width);
            }
            exchanged ^= both.after.is_some_and(|(_, swapped)| swapped);
        }
        let [one, other] = cycles.map(|laid| laid.tour(self.width));
        twins_on(&board(self.width, chain.len(), home)?, &one, &other, home)
    }
}

/// A cycle by its edges.
#[derive(Default)]
struct Laid {
    /// For every column, the rows joined to the next row and to the next column, as bits.
    columns: Vec<(u32, u32)>,
    start: Option<Cell>,
}

impl Laid {
    fn add(&mut self, column: usize, step: Step, width: usize) {
        let east = step.after.map_or(0, |after| after.rows(width));
        self.columns.push((step.joined, east));
        if let Some(row) = step.turned {
            self.start = Some(Cell::new(row, column));
        }
    }

    /// The cycle as rolls, from where the die is turned, or from the corner.
    fn tour(&self, width: usize) -> Tour {
        let goes = |cell: Cell, roll: Roll| {
            // An edge belongs to its southern or western cell.
            let Some(next) = cell.step(roll) else {
                return false;
            };
            let at = cell.min(next);
            let (north, east) = self.columns[at.column];
            let rows = if cell.column == next.column { north } else { east };
            rows >> at.row & 1 == 1
        };
        let start = self.start.unwrap_or(Cell::new(0, 0));
        let (mut cell, mut rolls): (Cell, Vec<Roll>) = (start, Vec::new());
        for _ in 0..width * self.columns.len() {
            let back = rolls.last().map(|roll| roll.back());
            let roll = (Roll::ALL.into_iter())
                .find(|&roll| Some(roll) != back && goes(cell, roll))
                .unwrap_or(Roll::North);
            rolls.push(roll);
            cell = cell.step(roll).expect("a cycle stays on its strip");
        }
        Tour { start, die: Handedness::Left.reference(), moves: rolls.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many rolling cycles a strip has, by the strands of one cycle alone, with the faces of
    /// the die not renamed.
    fn cycles(width: usize, columns: usize) -> u64 {
        let roller = Roller::new(width);
        let mut ways = FxHashMap::from_iter([(Strand::empty(false), 1u64)]);
        let mut closed = 0;
        for _ in 0..columns {
            closed = 0;
            let mut next: FxHashMap<Strand, u64> = FxHashMap::default();
            for (strand, many) in ways {
                for step in roller.steps(strand) {
                    match step.after {
                        Some(after) => *next.entry(after).or_default() += many,
                        None => closed += many,
                    }
                }
            }
            ways = next;
        }
        closed
    }

    #[test]
    fn strands_lay_every_rolling_cycle() {
        let sizes = [(2, 2), (2, 6), (3, 4), (4, 3), (4, 4), (4, 5), (4, 6), (5, 4)];
        for (width, columns) in sizes {
            let listed = uniqueness(width, columns, Home::Orientation, &Work::default()).unwrap();
            let expected = 24 * listed.tours as u64;
            assert_eq!(cycles(width, columns), expected, "{width} × {columns}");
        }
    }

    #[test]
    fn a_narrow_strip_of_any_length_determines_its_cycle() {
        for (width, home) in [
            (2, Home::Top),
            (3, Home::Top),
            (4, Home::Top),
            (4, Home::Orientation),
            (5, Home::Orientation),
        ] {
            let found = strip_uniqueness(width, home, &Work::default()).unwrap();
            assert!(found.twins.is_none(), "width {width}, {home:?}");
        }
    }

    #[test]
    fn a_die_that_may_come_home_turned_has_twins_on_strips_of_width_five() {
        let found = strip_uniqueness(5, Home::Top, &Work::default()).unwrap();
        let twins = found.twins.unwrap();
        assert_eq!((twins.puzzle.rows(), twins.puzzle.columns()), (5, 14));
        assert!(twins.tours.iter().all(|tour| tour.moves.rolls().len() == 70));
    }

    #[test]
    fn what_cannot_be_settled_is_refused() {
        for (width, home) in [(1, Home::Top), (8, Home::Top), (4, Home::Nowhere)] {
            let error = strip_uniqueness(width, home, &Work::default()).unwrap_err();
            assert!(matches!(error, Error::Invalid(_) | Error::Input(_)));
        }
    }
}
