//! What was found out about a puzzle, and how it is written.

use num_bigint::BigUint;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::spectrum::Distribution;
use super::{Extremes, Moves, Options, Puzzle, Replay};
use cubegraph_core::cube::notation::Die;

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
            map.serialize_entry("distribution", &Sums(distribution))?;
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

struct Sums<'a>(&'a Distribution);

impl Serialize for Sums<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(sum, tours)| (sum, Exact(tours))))
    }
}

/// A tour with its sum, as it is written.
#[derive(Serialize)]
struct Written<'a> {
    sum: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    tours: Option<Exact<'a>>,
    start: super::Cell,
    die: Die,
    moves: &'a Moves,
    tops: Vec<u8>,
    /// What the faces on top are worth, where that is not their number.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<&'a [i64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<bool>,
}

impl Replay {
    fn written(&self) -> Written<'_> {
        Written {
            sum: self.sum,
            tours: None,
            start: self.tour.start,
            die: self.tour.die,
            moves: &self.tour.moves,
            tops: self.tops(),
            values: self.has_values().then_some(&self.values),
            proved: None,
        }
    }
}

impl Serialize for Replay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.written().serialize(serializer)
    }
}

impl Serialize for Extreme {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = Written {
            tours: self.tours.as_ref().map(Exact),
            proved: Some(true),
            ..self.replay.written()
        };
        written.serialize(serializer)
    }
}
