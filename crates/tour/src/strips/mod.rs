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
use serde::{Serialize, Serializer};
use std::hash::BuildHasher;

use cubegraph_core::cube::notation::{Handedness, Roll};
use cubegraph_core::work::{Error, Result, Work};

use super::uniqueness::{Home, Twins, twins_on, uniqueness};
use super::{Cell, Tour};
use strand::{Roller, Step, Strand};

use strand::WIDEST;

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
        #[derive(Serialize)]
        struct Written<'a> {
            width: usize,
            pairs: usize,
            columns: usize,
            determined: bool,
            twins: Option<&'a Twins>,
        }
        let written = Written {
            width: self.width,
            pairs: self.pairs,
            columns: self.columns,
            determined: self.twins.is_none(),
            twins: self.twins.as_ref(),
        };
        written.serialize(serializer)
    }
}

/// Two strands with the same labels behind them, and whether they have differed there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    strands: [Strand; 2],
    differ: bool,
}

impl Pair {
    const fn key(self) -> u128 {
        let [one, other] = self.strands;
        (one.bits() as u128) << 64 | (other.bits() as u128) << 1 | self.differ as u128
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the lower half of a key is one strand"
    )]
    const fn from_key(key: u128) -> Pair {
        Pair {
            strands: [
                Strand::from_bits((key >> 64) as u64),
                Strand::from_bits(key as u64 >> 1),
            ],
            differ: key & 1 == 1,
        }
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
    pairs: Vec<(u128, u32)>,
    places: HashTable<u32>,
}

/// Bytes a pair takes, with its place in a table that may be half empty, and while it waits.
const BYTES: u128 = 64;

impl Met {
    fn add(&mut self, key: u128, from: u32) {
        let hash = |key: u128| FxBuildHasher.hash_one(key);
        let pairs = &mut self.pairs;
        let place = u32::try_from(pairs.len()).expect("memory ends before");
        let known = |&place: &u32| pairs[place as usize].0 == key;
        if self.places.find(hash(key), known).is_none() {
            pairs.push((key, from));
            self.places.insert_unique(hash(key), place, |&place| {
                hash(self.pairs[place as usize].0)
            });
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
        return Err(
            Error::invalid("only cycles are compared on strips of every length")
                .help("compare paths one board at a time"),
        );
    }
    let product = Product {
        roller: Roller::new(width),
        width,
    };
    let found = product.search(home, work)?;
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
struct Product {
    roller: Roller,
    width: usize,
}

impl Product {
    fn search(&self, home: Home, work: &Work) -> Result<StripUniqueness> {
        let empty = Strand::empty(home == Home::Top);
        let start = Pair {
            strands: [empty, empty],
            differ: false,
        };
        let mut met = Met::default();
        met.add(start.key(), 0);
        let stage = work.stage(format!("pairs of strands of width {}", self.width), None);
        let mut done = 0;
        for columns in 1.. {
            let fresh = done..met.pairs.len();
            if fresh.is_empty() {
                return Ok(StripUniqueness {
                    width: self.width,
                    pairs: met.pairs.len(),
                    columns: columns - 1,
                    twins: None,
                });
            }
            done = met.pairs.len();
            for chunk in fresh.collect::<Vec<usize>>().chunks(1 << 12) {
                work.check(&format!(
                    "no twins on strips of width {} up to length {}",
                    self.width,
                    columns - 1
                ))?;
                work.reserve("the pairs of strands", BYTES * met.pairs.len() as u128)?;
                let found: Vec<(usize, Vec<u128>, bool)> = chunk
                    .par_iter()
                    .map(|&place| {
                        let (keys, twins) = self.after(Pair::from_key(met.pairs[place].0));
                        (place, keys, twins)
                    })
                    .collect();
                if let Some(&(place, ..)) = found.iter().find(|(_, _, twins)| *twins) {
                    return Ok(StripUniqueness {
                        width: self.width,
                        pairs: met.pairs.len(),
                        columns,
                        twins: Some(self.twins(&met, place, home)?),
                    });
                }
                for (place, keys, _) in found {
                    let from = u32::try_from(place).expect("memory ends before");
                    for key in keys {
                        met.add(key, from);
                    }
                }
                stage.advance(chunk.len() as u64);
            }
        }
        unreachable!("the columns do not end");
    }

    /// The pairs one column further, and whether two different cycles can be closed there.
    fn after(&self, pair: Pair) -> (Vec<u128>, bool) {
        let (mut keys, mut twins) = (Vec::new(), false);
        self.columns(pair, |both| match both.after {
            Some((pair, _)) => keys.push(pair.key()),
            None => twins |= both.differ,
        });
        keys.sort_unstable();
        keys.dedup();
        (keys, twins)
    }

    /// All ways to lay one more column of both cycles with the same labels.
    fn columns(&self, pair: Pair, mut found: impl FnMut(Both)) {
        let [one, other] = pair.strands.map(|strand| self.roller.steps(strand));
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
                found(Both {
                    steps: [step, with],
                    after,
                    differ,
                });
            }
        }
    }

    /// The least of the two orders of a pair, the first loose end of the first of them renamed to
    /// orientation 0.
    fn standard(&self, one: Strand, other: Strand, differ: bool) -> (Pair, bool) {
        let made = [[one, other], [other, one]].map(|strands| {
            let by = self.roller.renaming(strands[0]);
            Pair {
                strands: strands.map(|strand| self.roller.renamed(strand, by)),
                differ,
            }
        });
        if made[1] < made[0] {
            (made[1], true)
        } else {
            (made[0], false)
        }
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
            self.columns(Pair::from_key(met.pairs[place].0), |both| {
                let fits = match wanted {
                    Some(key) => both.after.is_some_and(|(pair, _)| pair.key() == key),
                    None => both.after.is_none() && both.differ,
                };
                if fits {
                    taken.get_or_insert(both);
                }
            });
            let both = taken.ok_or_else(|| Error::Rejected("a pair cannot be reached".into()))?;
            for (which, step) in both.steps.into_iter().enumerate() {
                cycles[which ^ usize::from(exchanged)].add(k, step);
            }
            exchanged ^= both.after.is_some_and(|(_, swapped)| swapped);
        }
        let [one, other] = cycles.map(|laid| laid.tour(self.width));
        twins_on(self.width, chain.len(), home, &one, &other)
    }
}

/// A cycle by its vertical edges.
#[derive(Default)]
struct Laid {
    joined: Vec<u32>,
    start: Option<Cell>,
}

impl Laid {
    fn add(&mut self, column: usize, step: Step) {
        self.joined.push(step.joined);
        if let Some(row) = step.turned {
            self.start = Some(Cell::new(row, column));
        }
    }

    /// The cycle as rolls, from where the die is turned, or from the corner.
    fn tour(&self, width: usize) -> Tour {
        let joins = |row: usize, column: usize| self.joined[column] >> row & 1 == 1;
        let mut east = vec![0u32; self.joined.len()];
        for column in 0..east.len() {
            for row in 0..width {
                let west = column > 0 && east[column - 1] >> row & 1 == 1;
                let south = row > 0 && joins(row - 1, column);
                let degree = u32::from(west) + u32::from(south) + u32::from(joins(row, column));
                east[column] |= u32::from(degree < 2) << row;
            }
        }
        let goes = |cell: Cell, roll: Roll| match roll {
            Roll::North => joins(cell.row, cell.column),
            Roll::South => cell.row > 0 && joins(cell.row - 1, cell.column),
            Roll::East => east[cell.column] >> cell.row & 1 == 1,
            Roll::West => cell.column > 0 && east[cell.column - 1] >> cell.row & 1 == 1,
        };
        let start = self.start.unwrap_or(Cell::new(0, 0));
        let (mut cell, mut rolls): (Cell, Vec<Roll>) = (start, Vec::new());
        for _ in 0..width * east.len() {
            let back = rolls.last().map(|roll| roll.back());
            let roll = (Roll::ALL.into_iter())
                .find(|&roll| Some(roll) != back && goes(cell, roll))
                .unwrap_or(Roll::North);
            rolls.push(roll);
            cell = cell.step(roll).expect("a cycle stays on its strip");
        }
        Tour {
            start,
            die: Handedness::Left.reference(),
            moves: rolls.into(),
        }
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
        for (width, columns) in [
            (2, 2),
            (2, 6),
            (3, 4),
            (4, 3),
            (4, 4),
            (4, 5),
            (4, 6),
            (5, 4),
        ] {
            let listed = uniqueness(width, columns, Home::Orientation, &Work::default()).unwrap();
            assert_eq!(
                cycles(width, columns),
                24 * listed.tours as u64,
                "{width} × {columns}"
            );
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
        assert!(
            twins
                .tours
                .iter()
                .all(|tour| tour.moves.rolls().len() == 70)
        );
    }

    #[test]
    fn what_cannot_be_settled_is_refused() {
        for (width, home) in [(1, Home::Top), (8, Home::Top), (4, Home::Nowhere)] {
            let error = strip_uniqueness(width, home, &Work::default()).unwrap_err();
            assert!(matches!(
                error,
                cubegraph_core::Error::Invalid(_) | cubegraph_core::Error::Input(_)
            ));
        }
    }
}
