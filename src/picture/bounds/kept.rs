//! What was found before and is kept: tables of distances, and certificates.

use include_dir::{Dir, include_dir};
use num_bigint::BigUint;
use serde::Deserialize;
use serde_json::Value;

use super::{Bounds, Extent, natural};
use crate::picture::verify::certificate::{Proved, certificates};
use crate::picture::{Metric, Rules};
use crate::work::{Result, Work};

const QUARTER: &str = include_str!("../../../data/picture/quarter.json");
const HALF: &str = include_str!("../../../data/picture/half.json");
static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/data/bounds");

/// A diameter that a search of all configurations found.
pub struct Table {
    /// The size.
    pub extent: Extent,
    /// The metric.
    pub metric: Metric,
    /// God's number.
    pub diameter: u32,
}

#[derive(Deserialize)]
struct Tables {
    sizes: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    rows: u64,
    columns: u64,
    metric: Metric,
    diameter: u32,
}

/// The diameters of `data/picture/`, the largest first.
pub fn tables() -> Vec<Table> {
    let mut tables: Vec<Table> = [QUARTER, HALF]
        .iter()
        .filter_map(|text| serde_json::from_str::<Tables>(text).ok())
        .flat_map(|tables| tables.sizes)
        .filter_map(|row| {
            Some(Table {
                extent: Extent::new(row.rows, row.columns)?,
                metric: row.metric,
                diameter: row.diameter,
            })
        })
        .collect();
    tables.sort_by_key(|table| std::cmp::Reverse(table.diameter));
    tables
}

/// A file of `data/bounds/`.
pub struct Kept {
    /// Its name.
    pub name: String,
    text: &'static str,
    json: Value,
}

impl Kept {
    /// All certificates that are kept.
    pub fn all() -> Vec<Kept> {
        let mut all: Vec<Kept> = FOLDER
            .files()
            .filter_map(|file| {
                let text = file.contents_utf8()?;
                Some(Kept {
                    name: file.path().display().to_string(),
                    text,
                    json: serde_json::from_str(text).ok()?,
                })
            })
            .collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    }

    /// Whether a certificate is about the puzzle and claims something new; it is not yet believed.
    pub fn may_help(&self, rules: &Rules, extent: Extent, bounds: &Bounds) -> bool {
        let list = match &self.json {
            Value::Array(list) => list.as_slice(),
            one => std::slice::from_ref(one),
        };
        list.iter().any(|json| {
            let about = (|| {
                let metric = json.get("metric")?.as_str()?;
                let number = |key: &str| json.get(key)?.as_u64();
                Some((
                    metric,
                    Extent::new(number("rows")?, number("columns")?)?,
                    number("bound")?,
                ))
            })();
            let Some((metric, about, bound)) = about else {
                return false;
            };
            let same = rules.metric().is_some_and(|m| m.name() == metric);
            let bound = BigUint::from(bound);
            same && match json.get("certificate").and_then(Value::as_str) {
                Some("lower") => about.is_within(extent) && bound > bounds.at_least,
                // The words of a width bound every number of rows.
                Some("upper") if about.upright().columns == extent.upright().columns => {
                    about.upright() != extent.upright()
                        || bounds.at_most.as_ref().is_none_or(|known| bound < *known)
                }
                _ => false,
            }
        })
    }

    /// What the file proves for an extent: bounds, and whether they are upper ones.
    pub fn verified(&self, extent: Extent, work: &Work) -> Result<Vec<(BigUint, bool)>> {
        let verdicts = certificates(self.text, work)?;
        let proved = verdicts.into_iter().filter_map(|verdict| verdict.proved);
        Ok(proved.filter_map(|proved| of(&proved, extent)).collect())
    }
}

fn of(proved: &Proved, extent: Extent) -> Option<(BigUint, bool)> {
    let about = Extent::new(proved.rows, proved.columns as u64)?;
    if !proved.is_upper {
        return (about.is_within(extent)).then(|| (proved.bound.into(), false));
    }
    if about.upright() == extent.upright() {
        return Some((proved.bound.into(), true));
    }
    let upright = extent.upright();
    if proved.lines.is_empty() || proved.columns as u64 != upright.columns {
        return None;
    }
    let bounds = proved.lines.iter().map(|(offset, slope)| {
        let value = offset + slope * num_bigint::BigInt::from(upright.rows);
        natural(&value.floor().to_integer())
    });
    Some((bounds.max()?, true))
}
