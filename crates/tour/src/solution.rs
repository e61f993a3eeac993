//! What was found out about a puzzle, and how it is written.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::spectrum::Distribution;
use super::{Extremes, Moves, Options, Puzzle, Replay};

/// An extreme sum, proved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Extreme {
    /// The sum.
    pub sum: i64,
    /// How many tours have it; none where they were too many to count.
    pub tours: Option<BigUint>,
    /// The rolls of one of them.
    pub moves: Moves,
    /// That tour replayed by the independent check.
    pub replay: Replay,
}

/// The answer to [`Puzzle::solve`]; a figure that was not asked for is absent.
///
/// Its JSON has the keys of the tool's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) cells: usize,
    pub(super) asked: Extremes,
    pub(super) tours: Option<BigUint>,
    pub(super) max: Option<Extreme>,
    pub(super) min: Option<Extreme>,
    pub(super) distribution: Option<Distribution>,
    pub(super) list: Option<Vec<Replay>>,
    pub(super) why: Option<String>,
}

impl Solution {
    pub(super) fn new(puzzle: &Puzzle, asked: Extremes) -> Solution {
        Solution {
            rows: puzzle.rows(),
            columns: puzzle.columns(),
            cells: puzzle.size(),
            asked,
            tours: None,
            max: None,
            min: None,
            distribution: None,
            list: None,
            why: None,
        }
    }

    /// There is no tour, for a reason.
    pub(super) fn refute(&mut self, why: String, options: &Options) {
        self.tours = (options.count || options.distribution).then_some(BigUint::ZERO);
        self.distribution = options.distribution.then(Distribution::new);
        self.list = (options.list > 0).then(Vec::new);
        self.why = Some(why);
    }

    /// Finishes the answer: sets `why` if there is no tour.
    pub(super) fn conclude(&mut self, options: &Options) {
        let none = self.tours == Some(BigUint::ZERO)
            || options.extremes.has_max() && self.max.is_none()
            || options.extremes.has_min() && self.min.is_none()
            || self.list.as_ref().is_some_and(Vec::is_empty);
        self.why = none.then(|| "all possibilities were tried".to_owned());
    }

    /// Whether the board has a tour.
    pub fn has_tour(&self) -> bool {
        self.why.is_none()
    }

    /// Why there is no tour, where there is none.
    pub fn why(&self) -> Option<&str> {
        self.why.as_deref()
    }

    /// The largest sum, if it was asked for and there is a tour.
    pub fn max(&self) -> Option<&Extreme> {
        self.max.as_ref()
    }

    /// The smallest sum, if it was asked for and there is a tour.
    pub fn min(&self) -> Option<&Extreme> {
        self.min.as_ref()
    }

    /// How many tours there are, if they were counted.
    pub fn tours(&self) -> Option<&BigUint> {
        self.tours.as_ref()
    }

    /// How many tours have which sum, if that was asked for.
    pub fn distribution(&self) -> Option<&Distribution> {
        self.distribution.as_ref()
    }

    /// The tours, as many as were asked for.
    pub fn list(&self) -> &[Replay] {
        self.list.as_deref().unwrap_or_default()
    }
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rows", &self.rows)?;
        map.serialize_entry("columns", &self.columns)?;
        map.serialize_entry("cells", &self.cells)?;
        if let Some(tours) = &self.tours {
            map.serialize_entry("tours", &Exact(tours))?;
            map.serialize_entry("unique", &(*tours == BigUint::from(1u32)))?;
        }
        if self.asked.has_max() {
            map.serialize_entry("max", &self.max)?;
        }
        if self.asked.has_min() {
            map.serialize_entry("min", &self.min)?;
        }
        if let Some(distribution) = &self.distribution {
            let sums = distribution.iter().map(|(sum, tours)| (sum, Exact(tours)));
            map.serialize_entry("distribution", &sums.collect::<BTreeMap<_, _>>())?;
        }
        if let Some(list) = &self.list {
            map.serialize_entry("list", list)?;
        }
        if let Some(why) = &self.why {
            map.serialize_entry("why", why)?;
        }
        map.end()
    }
}

/// An integer of any size.
struct Exact<'a>(&'a BigUint);

impl Serialize for Exact<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        cubegraph_core::json::integer(self.0, serializer)
    }
}

impl Serialize for Replay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_tour(self, None, serializer)
    }
}

impl Serialize for Extreme {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_tour(&self.replay, Some(self), serializer)
    }
}

/// A tour with its sum, and what is known of it as an extreme.
fn write_tour<S: Serializer>(
    replay: &Replay,
    extreme: Option<&Extreme>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("sum", &replay.sum)?;
    if let Some(tours) = extreme.and_then(|extreme| extreme.tours.as_ref()) {
        map.serialize_entry("tours", &Exact(tours))?;
    }
    map.serialize_entry("start", &replay.tour.start)?;
    map.serialize_entry("die", &replay.tour.die)?;
    map.serialize_entry("moves", &replay.tour.moves)?;
    map.serialize_entry("tops", &replay.tops())?;
    if replay.has_values() {
        map.serialize_entry("values", &replay.values)?;
    }
    if extreme.is_some() {
        map.serialize_entry("proved", &true)?;
    }
    map.end()
}
