//! How large an array is that a bound is asked for.

use std::fmt;
use std::str::FromStr;

use cubegraph_core::work::{Error, Result};
use cubegraph_picture::Size;

/// How many rows and columns a bound is asked for: more than any array that is ever made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub(super) rows: u64,
    pub(super) columns: u64,
}

impl Extent {
    /// The most rows or columns.
    pub const LIMIT: u64 = 1_000_000_000;

    /// An array of `rows` by `columns`, or `None` if one of them is 0 or above the limit.
    pub const fn new(rows: u64, columns: u64) -> Option<Extent> {
        if rows == 0 || columns == 0 || rows > Extent::LIMIT || columns > Extent::LIMIT {
            return None;
        }
        Some(Extent { rows, columns })
    }

    /// How many rows there are.
    pub const fn rows(self) -> u64 {
        self.rows
    }

    /// How many columns there are.
    pub const fn columns(self) -> u64 {
        self.columns
    }

    pub(super) fn is_within(self, other: Extent) -> bool {
        let (a, b) = (self.upright(), other.upright());
        a.rows <= b.rows && a.columns <= b.columns
    }

    /// The shorter side across.
    pub(super) fn upright(self) -> Extent {
        Extent { rows: self.rows.max(self.columns), columns: self.rows.min(self.columns) }
    }

    /// The array itself, or as much of it as an array may have.
    pub(super) fn clamped(self) -> Option<Size> {
        let side = |n: u64| usize::try_from(n).map_or(Size::LIMIT, |n| n.min(Size::LIMIT));
        Size::new(side(self.rows), side(self.columns))
    }
}

impl From<Size> for Extent {
    fn from(size: Size) -> Extent {
        Extent { rows: size.rows() as u64, columns: size.columns() as u64 }
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.rows, self.columns))
    }
}

impl FromStr for Extent {
    type Err = Error;

    /// Reads `ROWSxCOLUMNS`.
    fn from_str(text: &str) -> Result<Extent> {
        let parts = text.split_once(['x', 'X', '×']);
        let number = |part: &str| part.trim().parse::<u64>().ok();
        parts
            .and_then(|(rows, columns)| Extent::new(number(rows)?, number(columns)?))
            .ok_or_else(|| {
                Error::invalid(format!(
                    "\"{text}\" is not a size: write ROWSxCOLUMNS, as in 1000000x1, each from 1 to {}",
                    Extent::LIMIT
                ))
            })
    }
}
