//! The formula for every number of rows of a width.

use num_bigint::BigUint;
use serde::Serialize;

use super::{Error, Result, Rules, Work, known_diameter, natural};
use crate::words::space::Space;
use crate::words::undominated::Budget;
use crate::words::undominated::Word;
use crate::words::width::Formula;
use crate::words::width::Width;
use cubegraph_picture::Metric;

/// Bounds for one number of rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowBounds {
    /// The number of rows.
    pub rows: u64,
    /// D is at least this.
    #[serde(serialize_with = "cubegraph_core::json::integer")]
    pub at_least: BigUint,
    /// D is at most this.
    #[serde(serialize_with = "cubegraph_core::json::integer")]
    pub at_most: BigUint,
}

/// What is added to slope·m before rounding down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offsets {
    /// For an even number m of rows.
    pub even: String,
    /// For an odd number.
    pub odd: String,
}

/// Rows that add the same to every word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Block {
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// What they add.
    pub adds: usize,
}

/// What words say about all puzzles with this number of columns.
#[derive(Clone, Debug, Serialize)]
pub struct WidthBounds {
    /// The number of columns.
    pub columns: usize,
    /// What counts as one move, if it is the cube.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metric: Option<Metric>,
    /// How many undominated words there are, and whether that is all of them.
    pub words: usize,
    /// The longest of them.
    pub longest: usize,
    /// Whether the set is closed.
    pub complete: bool,
    /// The words with their costs, if they are few.
    pub listed: Vec<Vec<String>>,
    /// lim D(m×n)/m, as `5/2`.
    pub slope: String,
    /// Whether the slope was checked from both sides.
    pub slope_is_exact: bool,
    /// ⌊slope·m + offset⌋ bounds D for an even and an odd number m of rows.
    pub offsets: Offsets,
    /// D is exactly that from this number of rows on.
    pub from: Option<u64>,
    /// A block of rows that adds the same to every word, and what it adds.
    pub block: Option<Block>,
    /// The first numbers of rows, one by one.
    pub values: Vec<RowBounds>,
}

/// How many numbers of rows are listed.
const LISTED: u64 = 20;
/// Words are listed if they are no more than this.
const FEW_WORDS: usize = 20;

impl WidthBounds {
    /// Finds the formula.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the undominated words of the width are not found.
    pub fn new(rules: &Rules, columns: usize, work: &Work) -> Result<WidthBounds> {
        WidthBounds::up_to(rules, columns, LISTED, work)
    }

    /// The same, with the bounds of up to `rows` rows one by one.
    ///
    /// # Errors
    /// As [`WidthBounds::new`].
    pub fn up_to(rules: &Rules, columns: usize, rows: u64, work: &Work) -> Result<WidthBounds> {
        let space = Space::new(rules, columns, work)?;
        if space.class_size() > 5000 {
            return Err(Error::too_large(format!(
                "the undominated words of width {columns} are too many; a size is bounded one by one"
            )));
        }
        let width = Width::of_space(space, Budget::default(), work)?;
        let formula = width.formula(work)?.ok_or_else(|| {
            Error::too_large(format!("no word of width {columns} solves every row"))
        })?;
        let mut bounds = WidthBounds {
            columns,
            metric: rules.metric(),
            words: width.words().len(),
            longest: width.words().iter().map(Word::length).max().unwrap_or(0),
            complete: width.is_complete(),
            listed: Vec::new(),
            slope: formula.slope.to_string(),
            slope_is_exact: formula.slope_is_exact && width.is_complete(),
            offsets: Offsets { even: offset(&formula, 0), odd: offset(&formula, 1) },
            from: formula.from,
            block: block(&width, &formula),
            values: Vec::new(),
        };
        if width.words().len() <= FEW_WORDS {
            let name = |&letter: &u16| width.space().name(usize::from(letter));
            let words = width.words().iter();
            bounds.listed = words.map(|w| w.letters.iter().map(name).collect()).collect();
        }
        for rows in 1..=rows {
            let row = row_bounds(rules, &width, &formula, rows, work)?;
            bounds.values.push(row);
        }
        Ok(bounds)
    }
}

/// The largest offset among the lines of the largest slope.
fn offset(formula: &Formula, odd: usize) -> String {
    let steepest = |slope: &_| formula.slope == *slope;
    let lines = formula.upper[odd].iter().filter(|line| steepest(&line.slope));
    let offset = lines.map(|line| line.offset.clone()).max();
    offset.unwrap_or_default().to_string()
}

/// The block of the class that decides.
fn block(width: &Width, formula: &Formula) -> Option<Block> {
    let growth = formula.lower.iter().max_by_key(|growth| growth.at(1000))?;
    let class = growth.bases.first()?.class;
    let group = &width.space().tabled().group;
    let row = |&place: &usize| -> Vec<String> {
        let row = width.space().row(class, place);
        row.iter().map(|&cell| group.permutation(cell).to_string()).collect()
    };
    Some(Block { rows: growth.block.iter().map(row).collect(), adds: growth.sum })
}

/// The bounds for one number of rows: a table, the formula, or both bounds of the words.
fn row_bounds(
    rules: &Rules,
    width: &Width,
    formula: &Formula,
    rows: u64,
    work: &Work,
) -> Result<RowBounds> {
    let columns = width.space().columns() as u64;
    let known = (rules.metric()).and_then(|metric| known_diameter(rows, columns, metric));
    if let Some(diameter) = known {
        return Ok(RowBounds { rows, at_least: diameter.into(), at_most: diameter.into() });
    }
    let above = match width.at_most(rows, work)? {
        Some(upper) => upper.bound.min(formula.above(rows)),
        None => formula.above(rows),
    };
    let mut below = formula.below(rows);
    if below < above && rows <= 6 {
        let target = usize::try_from(&above).unwrap_or(usize::MAX);
        let rows = usize::try_from(rows).unwrap_or(usize::MAX);
        if let Some(hard) = width.at_least(rows, target, work)? {
            below = below.max(hard.distance.into());
        }
    }
    Ok(RowBounds { rows, at_least: natural(&below), at_most: natural(&above) })
}
