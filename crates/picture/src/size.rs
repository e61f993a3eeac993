//! The size of an array of cubes.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use num_traits::Pow;

use cubegraph_core::Error;
use cubegraph_core::Result;
use cubegraph_core::size::factors;

/// The two kinds of lines that are turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// Rows.
    Row,
    /// Columns.
    Column,
}

impl Axis {
    /// All axes, rows first.
    pub const ALL: [Axis; 2] = [Axis::Row, Axis::Column];

    /// The axis that this one becomes when rows and columns are exchanged.
    #[must_use]
    pub const fn transposed(self) -> Axis {
        match self {
            Axis::Row => Axis::Column,
            Axis::Column => Axis::Row,
        }
    }

    /// `row` or `column`.
    pub const fn name(self) -> &'static str {
        match self {
            Axis::Row => "row",
            Axis::Column => "column",
        }
    }
}

/// How many rows and columns of cubes there are; at least one of each.
///
/// # Examples
/// ```
/// # use cubegraph_picture::Size;
/// let size: Size = "3x2".parse()?;
/// assert_eq!((size.rows(), size.columns(), size.cells()), (3, 2, 6));
/// assert_eq!(size.order().to_string(), "47775744");
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    rows: usize,
    columns: usize,
}

impl Size {
    /// The most rows or columns that are read from text: beyond that even the order of the group
    /// does not fit anywhere.
    pub const LIMIT: usize = 1000;

    /// An array of `rows` by `columns` cubes, or `None` if one of them is 0 or above
    /// [`Size::LIMIT`].
    pub const fn new(rows: usize, columns: usize) -> Option<Size> {
        if rows == 0 || columns == 0 || rows > Size::LIMIT || columns > Size::LIMIT {
            None
        } else {
            Some(Size { rows, columns })
        }
    }

    /// The same with an error that says what is wrong.
    pub(super) fn of(rows: usize, columns: usize) -> Result<Size> {
        Size::new(rows, columns).ok_or_else(|| {
            Error::invalid(format!(
                "{rows}x{columns} is not a size: there are 1 to {} rows and columns",
                Size::LIMIT
            ))
        })
    }

    /// How many rows there are.
    pub const fn rows(self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub const fn columns(self) -> usize {
        self.columns
    }

    /// How many cubes there are.
    pub const fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// The index of a cell in row-major order; `row` and `column` count from 0.
    pub const fn cell(self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    /// How many rows, or columns, there are.
    pub const fn lines(self, axis: Axis) -> usize {
        match axis {
            Axis::Row => self.rows,
            Axis::Column => self.columns,
        }
    }

    /// The row, or the column, of a cell, from 0.
    pub const fn line_of(self, axis: Axis, cell: usize) -> usize {
        match axis {
            Axis::Row => cell / self.columns,
            Axis::Column => cell % self.columns,
        }
    }

    /// The cells of a row or column, by index in row-major order.
    pub fn cells_of(self, axis: Axis, line: usize) -> impl Iterator<Item = usize> + Clone {
        let (start, step, count) = match axis {
            Axis::Row => (line * self.columns, 1, self.columns),
            Axis::Column => (line, self.columns, self.rows),
        };
        (0..count).map(move |k| start + k * step)
    }

    /// Rows and columns exchanged. The puzzles of the two sizes are the same up to names.
    #[must_use]
    pub const fn transposed(self) -> Size {
        Size { rows: self.columns, columns: self.rows }
    }

    /// The size or its transpose, whichever has at least as many rows as columns.
    #[must_use]
    pub const fn upright(self) -> Size {
        if self.rows < self.columns { self.transposed() } else { self }
    }

    /// How many configurations of cubes can be reached: 2^(m+n−1)·12^(mn).
    ///
    /// # Reference
    /// Burcsi, Theorem 8.
    pub fn order(self) -> BigUint {
        Pow::pow(BigUint::from(12u32), self.cells()) << (self.rows + self.columns - 1)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.rows, self.columns))
    }
}

impl FromStr for Size {
    type Err = Error;

    /// Reads `ROWSxCOLUMNS`; `×` and `X` are read too.
    fn from_str(text: &str) -> Result<Size> {
        let wrong = |why: &str| {
            Error::invalid(format!(
                "\"{text}\" is not a size: {why}; write ROWSxCOLUMNS, as in 3x2"
            ))
        };
        let number = |count: u64, what: &str| match usize::try_from(count) {
            Ok(0) => Err(wrong(&format!("there must be at least one {what}"))),
            Ok(count) if count <= Size::LIMIT => Ok(count),
            _ => Err(Error::too_large(format!(
                "\"{text}\" is too large: there are at most {} {what}s",
                Size::LIMIT
            ))),
        };
        match factors(text).as_deref() {
            Some(&[rows, columns]) => {
                Ok(Size { rows: number(rows, "row")?, columns: number(columns, "column")? })
            }
            Some(_) => Err(wrong("it has two factors")),
            None if !text.contains(['x', 'X', '×']) => {
                Err(wrong("there is no x between rows and columns"))
            }
            None => Err(wrong("both factors must be whole numbers")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written() {
        for text in ["1x1", "3x2", "12x1", "100x100"] {
            assert_eq!(text.parse::<Size>().unwrap().to_string(), text);
        }
        assert_eq!("4×3".parse::<Size>().unwrap(), Size::new(4, 3).unwrap());
    }

    #[test]
    fn what_is_no_size_is_refused_with_an_example() {
        for text in ["0x3", "3x0", "3x", "x", "3", "", "-1x2", "3x2x1", "99999999999999999999x1"] {
            let error = text.parse::<Size>().unwrap_err();
            assert!(
                matches!(
                    error,
                    cubegraph_core::Error::Invalid(_) | cubegraph_core::Error::Input(_)
                ),
                "{text}"
            );
            assert!(error.to_string().contains("3x2"), "{error}");
        }
        assert!(matches!(
            "1001x1".parse::<Size>().unwrap_err(),
            cubegraph_core::Error::TooLarge(_)
        ));
    }

    #[test]
    fn the_order_is_the_one_of_the_document_save_for_its_misprint() {
        let order = |m, n| Size::new(m, n).unwrap().order().to_string();
        assert_eq!(order(1, 1), "24");
        assert_eq!(order(5, 1), "7962624");
        assert_eq!(order(2, 2), "165888");
        assert_eq!(order(3, 3), "165112971264");
    }
}
