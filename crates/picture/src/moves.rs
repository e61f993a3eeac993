//! The moves of the cube puzzle and the configurations they change.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Axis, Size};
use cubegraph_core::Error;
use cubegraph_core::Result;
use cubegraph_core::cube::Rotation;

/// What counts as one move.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// A quarter turn of a row or column, as Burcsi counts.
    #[default]
    Quarter,
    /// A quarter or half turn of a row or column.
    Half,
}

impl Metric {
    /// Both metrics.
    pub const ALL: [Metric; 2] = [Metric::Quarter, Metric::Half];

    /// `quarter` or `half`.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Quarter => "quarter",
            Metric::Half => "half",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Metric {
    type Err = Error;

    fn from_str(text: &str) -> Result<Metric> {
        Metric::ALL
            .into_iter()
            .find(|metric| metric.name() == text)
            .ok_or_else(|| {
                Error::invalid(format!("\"{text}\" is not a metric; write quarter or half"))
            })
    }
}

/// How a line of cubes is turned; the first three turn a row, the others a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// A row: the front faces come to the top (Burcsi's u).
    Up,
    /// A row: the top faces come to the front (d).
    Down,
    /// A row by a half turn (u²).
    Row,
    /// A column: the top faces go to the left (l).
    Left,
    /// A column: the top faces go to the right (r).
    Right,
    /// A column by a half turn (l²).
    Column,
}

impl Turn {
    /// All turns, those of rows first.
    pub const ALL: [Turn; 6] = [
        Turn::Up,
        Turn::Down,
        Turn::Row,
        Turn::Left,
        Turn::Right,
        Turn::Column,
    ];

    /// What is turned: a row or a column.
    pub const fn axis(self) -> Axis {
        match self {
            Turn::Up | Turn::Down | Turn::Row => Axis::Row,
            Turn::Left | Turn::Right | Turn::Column => Axis::Column,
        }
    }

    /// Whether a row is turned.
    pub const fn is_row(self) -> bool {
        matches!(self.axis(), Axis::Row)
    }

    /// The turns of a row, or of a column, that count as one move.
    pub(super) fn of(axis: Axis, metric: Metric) -> impl Iterator<Item = Turn> + Clone {
        Turn::ALL
            .into_iter()
            .filter(move |turn| turn.axis() == axis && (metric == Metric::Half || !turn.is_half()))
    }

    /// Whether it is a half turn.
    pub const fn is_half(self) -> bool {
        matches!(self, Turn::Row | Turn::Column)
    }

    /// What happens to every cube of the line.
    pub fn rotation(self) -> Rotation {
        match self {
            Turn::Up => Rotation::UP,
            Turn::Down => Rotation::DOWN,
            Turn::Row => Rotation::UP * Rotation::UP,
            Turn::Left => Rotation::LEFT,
            Turn::Right => Rotation::RIGHT,
            Turn::Column => Rotation::LEFT * Rotation::LEFT,
        }
    }

    /// The turn that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Turn {
        match self {
            Turn::Up => Turn::Down,
            Turn::Down => Turn::Up,
            Turn::Left => Turn::Right,
            Turn::Right => Turn::Left,
            half => half,
        }
    }

    /// The word before the number of the line in the name of a move.
    pub const fn name(self) -> &'static str {
        match self {
            Turn::Up => "up",
            Turn::Down => "down",
            Turn::Row => "row",
            Turn::Left => "left",
            Turn::Right => "right",
            Turn::Column => "column",
        }
    }
}

/// A turn of one row or column.
///
/// Written as `up1`, `down1`, `left2`, `right2`, and `row1` or `column2` for half turns; rows count
/// from 1 at the top, columns from 1 at the left.
///
/// # Examples
/// ```
/// # use cubegraph_picture::{Configuration, Move, Size};
/// let step: Move = "up2".parse()?;
/// let mut configuration = Configuration::solved("3x2".parse()?);
/// configuration.turn(step);
/// configuration.turn(step.inverse());
/// assert!(configuration.is_solved());
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// How the line is turned; says whether it is a row or a column.
    pub turn: Turn,
    /// Which row or column, from 0. (Written from 1.)
    pub line: usize,
}

impl Move {
    /// All moves of a size that count as one in a metric: rows first, top to bottom, then columns,
    /// left to right.
    pub fn all(size: Size, metric: Metric) -> impl Iterator<Item = Move> + Clone {
        Axis::BOTH.into_iter().flat_map(move |axis| {
            (0..size.lines(axis))
                .flat_map(move |line| Turn::of(axis, metric).map(move |turn| Move { turn, line }))
        })
    }

    /// The same move of the transposed puzzle; see [`Configuration::transposed`].
    #[must_use]
    pub const fn transposed(self) -> Move {
        let turn = match self.turn {
            Turn::Up => Turn::Left,
            Turn::Down => Turn::Right,
            Turn::Row => Turn::Column,
            Turn::Left => Turn::Up,
            Turn::Right => Turn::Down,
            Turn::Column => Turn::Row,
        };
        Move {
            turn,
            line: self.line,
        }
    }

    /// The move that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Move {
        Move {
            turn: self.turn.inverse(),
            line: self.line,
        }
    }

    /// The cells of the line, by index in row-major order.
    pub fn cells(self, size: Size) -> impl Iterator<Item = usize> + Clone {
        size.cells_of(self.turn.axis(), self.line)
    }

    /// Whether the size has such a line.
    pub const fn fits(self, size: Size) -> bool {
        self.line < size.lines(self.turn.axis())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.turn.name(), self.line + 1)
    }
}

impl FromStr for Move {
    type Err = Error;

    fn from_str(text: &str) -> Result<Move> {
        let digits = text
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(text.len());
        let (name, number) = text.split_at(digits);
        let turn = Turn::ALL.into_iter().find(|turn| turn.name() == name);
        match (turn, number.parse::<usize>()) {
            (Some(turn), Ok(line)) if line >= 1 => Ok(Move {
                turn,
                line: line - 1,
            }),
            _ => Err(Error::invalid(format!(
                "\"{text}\" is not a move; moves are up1, down1, left2, right2 and the half turns row1 and column2, \
                 rows and columns counted from 1"
            ))),
        }
    }
}

/// The half turn about the horizontal diagonal that exchanges u with l and d with r.
const EXCHANGE: Rotation = Rotation::from_diagonals([2, 1, 0, 3]).expect("a permutation");

/// A cube of the transposed puzzle: conjugated by the half turn that exchanges u with l and d with
/// r.
pub fn exchanged(rotation: Rotation) -> Rotation {
    EXCHANGE * rotation * EXCHANGE
}

/// How every cube of an array is turned, in row-major order; reachable or not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Configuration {
    size: Size,
    cells: Vec<Rotation>,
}

impl Configuration {
    /// The solved configuration.
    pub fn solved(size: Size) -> Configuration {
        Configuration {
            size,
            cells: vec![Rotation::IDENTITY; size.cells()],
        }
    }

    /// The configuration with these cubes in row-major order, or `None` if there are not as many as
    /// the size has.
    pub fn new(size: Size, cells: Vec<Rotation>) -> Option<Configuration> {
        (cells.len() == size.cells()).then_some(Configuration { size, cells })
    }

    /// The size.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The cubes in row-major order.
    pub fn cells(&self) -> &[Rotation] {
        &self.cells
    }

    /// The cubes row by row.
    pub fn rows(&self) -> impl Iterator<Item = &[Rotation]> {
        self.cells.chunks(self.size.columns())
    }

    /// Whether every cube is as in the solution.
    pub fn is_solved(&self) -> bool {
        self.cells.iter().all(|&cell| cell == Rotation::IDENTITY)
    }

    /// Turns one cube alone into a given position, which no move does.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn set(&mut self, cell: usize, rotation: Rotation) {
        self.cells[cell] = rotation;
    }

    /// Makes a move.
    ///
    /// # Panics
    /// If the size has no such line; see [`Move::fits`].
    pub fn turn(&mut self, step: Move) {
        assert!(step.fits(self.size), "{step} on {}", self.size);
        let rotation = step.turn.rotation();
        for cell in step.cells(self.size) {
            self.cells[cell] = self.cells[cell] * rotation;
        }
    }

    /// Makes moves in order.
    ///
    /// # Panics
    /// As [`Configuration::turn`].
    pub fn turn_all(&mut self, steps: impl IntoIterator<Item = Move>) {
        for step in steps {
            self.turn(step);
        }
    }

    /// The same position of the transposed puzzle: rows become columns, and every cube is
    /// conjugated by the half turn that exchanges up with left and down with right. Twice is the
    /// identity.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph_picture::Configuration;
    /// let mut one = Configuration::solved("3x2".parse()?);
    /// one.turn("up3".parse()?);
    /// let mut other = Configuration::solved("2x3".parse()?);
    /// other.turn("left3".parse()?);
    /// assert_eq!(one.transposed(), other);
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    #[must_use]
    pub fn transposed(&self) -> Configuration {
        let (rows, columns) = (self.size.rows(), self.size.columns());
        let cell = |i, j| exchanged(self.cells[self.size.cell(i, j)]);
        Configuration {
            size: self.size.transposed(),
            cells: (0..columns)
                .flat_map(|j| (0..rows).map(move |i| cell(i, j)))
                .collect(),
        }
    }

    /// The inverse of every cube: moves that lead here from the solution, inverted and in reverse,
    /// lead there, so it is as far away.
    #[must_use]
    pub fn inverse(&self) -> Configuration {
        Configuration {
            size: self.size,
            cells: self.cells.iter().map(|cube| cube.inverse()).collect(),
        }
    }

    /// Whether moves lead from the solved configuration to this one: the parities (odd is true)
    /// must be those of a sum of whole rows and columns, so every cell is the sum of the ends of
    /// its row and column in the first column and row.
    ///
    /// # Reference
    /// Burcsi, section 3.
    pub fn is_reachable(&self) -> bool {
        let odd = |i: usize, j: usize| !self.cells[self.size.cell(i, j)].is_even();
        (0..self.size.rows()).all(|i| {
            (0..self.size.columns()).all(|j| odd(i, j) == odd(i, 0) ^ odd(0, j) ^ odd(0, 0))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_has_two_or_three_moves_a_line() {
        let size = Size::new(3, 2).unwrap();
        assert_eq!(Move::all(size, Metric::Quarter).count(), 10);
        assert_eq!(Move::all(size, Metric::Half).count(), 15);
    }

    #[test]
    fn moves_are_read_as_they_are_written() {
        let size = Size::new(11, 3).unwrap();
        for step in Move::all(size, Metric::Half) {
            assert_eq!(step.to_string().parse::<Move>().unwrap(), step);
        }
        for text in ["", "up", "up0", "left-1", "around1", "1", "up1x"] {
            assert!(
                matches!(
                    text.parse::<Move>().unwrap_err(),
                    cubegraph_core::Error::Invalid(_) | cubegraph_core::Error::Input(_)
                ),
                "{text}"
            );
        }
    }

    #[test]
    fn a_row_move_turns_its_row_and_nothing_else() {
        let mut configuration = Configuration::solved(Size::new(2, 3).unwrap());
        configuration.turn("up2".parse().unwrap());
        configuration.turn("left1".parse().unwrap());
        let (e, u, l) = (Rotation::IDENTITY, Rotation::UP, Rotation::LEFT);
        assert_eq!(configuration.cells(), [l, e, e, u * l, u, u]);
        assert!(configuration.is_reachable());
    }

    #[test]
    fn transposing_takes_moves_to_moves() {
        let size = Size::new(2, 3).unwrap();
        for step in Move::all(size, Metric::Half) {
            let mut here = Configuration::solved(size);
            here.turn(step);
            let mut there = Configuration::solved(size.transposed());
            there.turn(step.transposed());
            assert_eq!(here.transposed(), there, "{step}");
            assert_eq!(there.transposed(), here, "{step}");
        }
    }

    #[test]
    fn exchanging_the_axes_is_an_automorphism() {
        for (a, b) in Rotation::all().flat_map(|a| Rotation::all().map(move |b| (a, b))) {
            assert_eq!(exchanged(a) * exchanged(b), exchanged(a * b));
        }
        assert_eq!(exchanged(Rotation::UP), Rotation::LEFT);
    }

    #[test]
    fn one_odd_cube_alone_is_out_of_reach() {
        let mut cells = vec![Rotation::IDENTITY; 4];
        cells[3] = Rotation::SPIN;
        let size = Size::new(2, 2).unwrap();
        assert!(!Configuration::new(size, cells).unwrap().is_reachable());
        assert_eq!(Configuration::new(size, Vec::new()), None);
    }
}
