//! A table of distances as it was written, before any of it is believed.

use cubegraph_core::cube::Rotation;
use cubegraph_core::cube::notation::parse_rotation;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Array, Check};

/// The most rows or columns of a table.
const MOST_LINES: usize = 1000;

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// A quarter turn.
    #[default]
    Quarter,
    /// A quarter or half turn.
    Half,
}

/// What a table says about the distances of the cube puzzle.
#[derive(Clone, Debug, Deserialize)]
pub struct DistanceClaim {
    #[serde(deserialize_with = "lines")]
    rows: usize,
    #[serde(deserialize_with = "lines")]
    columns: usize,
    group: Option<String>,
    #[serde(default, deserialize_with = "metric")]
    metric: Metric,
    #[serde(deserialize_with = "integers")]
    pub(super) distances: Vec<BigUint>,
    /// The configurations that are said to be farthest.
    pub antipodes: Option<AntipodeClaim>,
    // These follow from the distances; what is given is compared as text.
    order: Option<Box<RawValue>>,
    diameter: Option<Box<RawValue>>,
    median: Option<Box<RawValue>>,
    average: Option<Box<RawValue>>,
}

/// The configurations that are said to be farthest.
#[derive(Clone, Debug, Deserialize)]
pub struct AntipodeClaim {
    /// How many there are.
    #[serde(deserialize_with = "integer")]
    pub count: BigUint,
    /// How many classes there are, listed or not.
    #[serde(default)]
    pub class_count: Option<usize>,
    /// Whether all classes are listed.
    #[serde(default)]
    pub complete: bool,
    /// The classes that are listed.
    #[serde(default)]
    pub classes: Vec<ClassClaim>,
}

/// A class of farthest configurations under the symmetries.
#[derive(Clone, Debug, Deserialize)]
pub struct ClassClaim {
    /// How many configurations it has.
    #[serde(deserialize_with = "integer")]
    pub size: BigUint,
    /// One of them, row by row.
    #[serde(deserialize_with = "rotations")]
    pub representative: Vec<Vec<Rotation>>,
}

/// An integer of any size, digit by digit: a [`serde_json::Value`] would round it.
fn exact(text: &RawValue) -> Result<BigUint, String> {
    let digits = text.get();
    let is_count = digits.bytes().all(|byte| byte.is_ascii_digit());
    let count = is_count.then(|| digits.parse().ok()).flatten();
    count.ok_or_else(|| format!("{digits} is not a count"))
}

fn integer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BigUint, D::Error> {
    exact(&Box::<RawValue>::deserialize(deserializer)?).map_err(D::Error::custom)
}

fn lines<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let text = Box::<RawValue>::deserialize(deserializer)?;
    let wrong = || D::Error::custom(format!("{text} is not a number of rows or columns"));
    text.get().parse().map_err(|_| wrong())
}

fn metric<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Metric, D::Error> {
    let text = Box::<RawValue>::deserialize(deserializer)?;
    serde_json::from_str(text.get()).map_err(|_| {
        let expected = "\"quarter\" or \"half\" is expected";
        D::Error::custom(format!("\"metric\" is {text}, and {expected}"))
    })
}

fn integers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<BigUint>, D::Error> {
    let list = Vec::<Box<RawValue>>::deserialize(deserializer)?;
    let mut counts = (list.iter().map(|text| exact(text)))
        .collect::<Result<Vec<_>, _>>()
        .map_err(D::Error::custom)?;
    while counts.last().is_some_and(Zero::is_zero) {
        counts.pop();
    }
    Ok(counts)
}

fn rotations<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Vec<Rotation>>, D::Error> {
    let rows = Vec::<Vec<String>>::deserialize(deserializer)?;
    let row = |row: &Vec<String>| row.iter().map(|cube| parse_rotation(cube)).collect();
    rows.iter().map(row).collect::<Result<_, _>>().map_err(D::Error::custom)
}

/// Reads one table, or the tables of many sizes.
///
/// # Errors
/// What is wrong with the text, in a sentence.
pub fn read(text: &str) -> Result<Vec<DistanceClaim>, String> {
    #[derive(Deserialize)]
    struct Tables {
        sizes: Vec<DistanceClaim>,
    }
    #[derive(Deserialize)]
    struct Form {
        sizes: Option<serde::de::IgnoredAny>,
    }
    let form: Form = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let tables = match form.sizes {
        Some(_) => serde_json::from_str::<Tables>(text).map(|tables| tables.sizes),
        None => serde_json::from_str(text).map(|table| vec![table]),
    };
    let tables = tables.map_err(|error| error.to_string())?;
    if tables.is_empty() {
        return Err("it has no sizes".to_owned());
    }
    tables.iter().try_for_each(DistanceClaim::is_about_an_array)?;
    Ok(tables)
}

impl DistanceClaim {
    /// A claim of the distances alone.
    pub fn new(array: Array, mut distances: Vec<BigUint>) -> DistanceClaim {
        while distances.last().is_some_and(Zero::is_zero) {
            distances.pop();
        }
        DistanceClaim {
            rows: array.rows,
            columns: array.columns,
            group: None,
            metric: if array.half_turns { Metric::Half } else { Metric::Quarter },
            distances,
            antipodes: None,
            order: None,
            diameter: None,
            median: None,
            average: None,
        }
    }

    /// The array it is about.
    pub fn array(&self) -> Array {
        let half_turns = self.metric == Metric::Half;
        Array { rows: self.rows, columns: self.columns, half_turns }
    }

    /// What counts as one move.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The largest distance.
    pub fn diameter(&self) -> usize {
        self.distances.len().saturating_sub(1)
    }

    /// Refuses what is not a table of cubes.
    fn is_about_an_array(&self) -> Result<(), String> {
        let (rows, columns) = (self.rows, self.columns);
        if ![rows, columns].iter().all(|lines| (1..=MOST_LINES).contains(lines)) {
            return Err(format!("\"rows\" and \"columns\": {rows}x{columns} is not a size"));
        }
        if self.group.as_ref().is_some_and(|group| group != "cube") {
            return Err("only tables of the cube can be verified".to_owned());
        }
        let fits = |class: &ClassClaim| {
            let cells = &class.representative;
            cells.len() == rows && cells.iter().all(|row| row.len() == columns)
        };
        match &self.antipodes {
            Some(antipodes) if !antipodes.classes.iter().all(fits) => Err(format!(
                "a representative of \"antipodes\" is not a configuration of {rows}x{columns}"
            )),
            _ => Ok(()),
        }
    }

    /// Order, diameter, average and median must follow from the distances, where they are given.
    pub(super) fn summary(&self) -> Check {
        let order: BigUint = self.distances.iter().sum();
        let mut within = BigUint::ZERO;
        let is_half = |count: &BigUint| {
            within += count;
            &within * 2u32 >= order
        };
        let median = self.distances.iter().position(is_half).unwrap_or(0);
        let mut wrong = Vec::new();
        for (key, given, follows) in [
            ("order", &self.order, order.to_string()),
            ("diameter", &self.diameter, self.diameter().to_string()),
            ("median", &self.median, median.to_string()),
        ] {
            if let Some(given) = given.as_ref().filter(|given| given.get() != follows) {
                wrong.push(format!("{key} is given as {given}, and is {follows}"));
            }
        }
        if let Some(given) = &self.average {
            let sum: BigUint =
                (self.distances.iter().enumerate()).map(|(distance, count)| count * distance).sum();
            // The quotient with 64 more bits first: both numbers may be beyond floating point.
            let scaled = (sum << 64u32) / order.max(1u32.into());
            let average = scaled.to_f64().unwrap_or(f64::INFINITY) / 2f64.powi(64);
            let is_close = |given: f64| (given - average).abs() <= 1e-9;
            if !given.get().parse().is_ok_and(is_close) {
                wrong.push(format!("average is given as {given}, and is {average}"));
            }
        }
        let follow = "order, diameter, average and median follow from the distances";
        let holds = wrong.is_empty();
        Check::new("summary", holds, if holds { follow.to_owned() } else { wrong.join("; ") })
    }
}
