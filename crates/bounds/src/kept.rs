//! What was found before and is kept: tables of distances, and certificates. Both are parsed once.

use std::sync::OnceLock;

use include_dir::{Dir, include_dir};
use num_bigint::BigUint;
use serde::Deserialize;
use serde_json::Value;

use super::{Bounds, Extent, natural};
use cubegraph_core::work::{Result, Work};
use cubegraph_picture::{Metric, Rules};
use cubegraph_verifier::certificate::{Proved, certificates};

const QUARTER: &str = include_str!("../../../data/picture/quarter.json");
const HALF: &str = include_str!("../../../data/picture/half.json");
static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../data/bounds");

/// A diameter that a search of all configurations found.
pub struct Table {
    /// The size.
    pub extent: Extent,
    /// The metric.
    pub metric: Metric,
    /// God's number.
    pub diameter: u32,
}

/// The diameters of `data/picture/`, the largest first.
pub fn tables() -> &'static [Table] {
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
    static TABLES: OnceLock<Vec<Table>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let rows = [QUARTER, HALF]
            .iter()
            .filter_map(|text| serde_json::from_str::<Tables>(text).ok())
            .flat_map(|tables| tables.sizes);
        let table = |row: Row| {
            let extent = Extent::new(row.rows, row.columns)?;
            Some(Table { extent, metric: row.metric, diameter: row.diameter })
        };
        let mut tables: Vec<Table> = rows.filter_map(table).collect();
        tables.sort_by_key(|table| std::cmp::Reverse(table.diameter));
        tables
    })
}

/// A certificate of `data/bounds/`.
pub struct Kept {
    /// The name of its file.
    pub name: String,
    json: Value,
}

impl Kept {
    /// All certificates that are kept, by the names of their files.
    pub fn all() -> &'static [Kept] {
        static CERTIFICATES: OnceLock<Vec<Kept>> = OnceLock::new();
        CERTIFICATES.get_or_init(|| {
            let mut all = Vec::new();
            for file in FOLDER.files() {
                let text = file.contents_utf8().unwrap_or_default();
                let list = match serde_json::from_str(text) {
                    Ok(Value::Array(list)) => list,
                    Ok(one) => vec![one],
                    Err(_) => continue,
                };
                let name = file.path().display().to_string();
                all.extend(list.into_iter().map(|json| Kept { name: name.clone(), json }));
            }
            all.sort_by(|a, b| a.name.cmp(&b.name));
            all
        })
    }

    fn number(&self, key: &str) -> Option<u64> {
        self.json.get(key)?.as_u64()
    }

    fn extent(&self) -> Option<Extent> {
        Extent::new(self.number("rows")?, self.number("columns")?)
    }

    /// Whether it is about this array.
    pub fn is_about(&self, extent: Extent) -> bool {
        (self.extent()).is_some_and(|about| about.upright() == extent.upright())
    }

    /// Whether it is about the puzzle and claims something new; it is not yet believed.
    pub fn may_help(&self, rules: &Rules, extent: Extent, bounds: &Bounds) -> bool {
        let text = |key: &str| self.json.get(key).and_then(Value::as_str);
        let same = text("metric") == rules.metric().map(Metric::name);
        let (Some(about), Some(bound), true) = (self.extent(), self.number("bound"), same) else {
            return false;
        };
        let bound = BigUint::from(bound);
        match text("certificate") {
            Some("lower") => about.is_within(extent) && bound > bounds.at_least,
            // The words of a width bound every number of rows, except by parity.
            Some("upper") if self.is_about(extent) => {
                bounds.at_most.as_ref().is_none_or(|known| bound < *known)
            }
            Some("upper") => {
                about.upright().columns == extent.upright().columns
                    && self.json.get("parity").is_none()
            }
            _ => false,
        }
    }

    /// What it proves for an extent: bounds, and whether they are upper ones.
    pub fn verified(&self, extent: Extent, work: &Work) -> Result<Vec<(BigUint, bool)>> {
        let verdicts = certificates(&self.json.to_string(), work)?;
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
