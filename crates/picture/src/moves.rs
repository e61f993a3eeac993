//! Moves, and sequences of moves as they are written.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Axis, Size, exchanged, permutation_of};
use cubegraph_core::cube::Rotation;
use cubegraph_core::fault::Fault;
use cubegraph_core::group::Permutation;
use cubegraph_core::work::{Error, Result};

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
        Metric::ALL.into_iter().find(|metric| metric.name() == text).ok_or_else(|| {
            Error::invalid(format!("\"{text}\" is not a metric; write quarter or half"))
        })
    }
}

/// A move: all cells of a line are multiplied by `turn` from the right.
///
/// A turn is a [`Rotation`] on the cube, an [`Element`](cubegraph_core::group::Element) of the
/// puzzle's group inside the searches for any group, and a [`WrittenTurn`] in [`Moves`].
///
/// On the cube moves are written as `up1`, `down1`, `left2`, `right2`, and half turns as `row1` and
/// `column2`; on other groups as `row1(1 2 3)` or `column2(1 2)`. Lines count from 1 in writing:
/// rows from the top, columns from the left.
///
/// # Examples
/// ```
/// # use cubegraph_picture::{Configuration, Move};
/// let step: Move = "up2".parse()?;
/// let mut configuration = Configuration::solved("3x2".parse()?);
/// configuration.turn(step);
/// configuration.turn(step.inverse());
/// assert!(configuration.is_solved());
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move<T = Rotation> {
    /// What moves: a row or a column.
    pub axis: Axis,
    /// Which row or column, from 0. (Written from 1.)
    pub line: usize,
    /// What the cells of the line are multiplied by.
    pub turn: T,
}

impl<T> Move<T> {
    /// The cells of the line, by index in row-major order.
    pub fn cells(&self, size: Size) -> impl Iterator<Item = usize> + Clone + use<T> {
        size.cells_of(self.axis, self.line)
    }

    /// Whether the size has such a line.
    pub const fn fits(&self, size: Size) -> bool {
        self.line < size.lines(self.axis)
    }

    /// The same line with another form of the turn.
    pub(crate) fn with_turn<U>(&self, turn: U) -> Move<U> {
        Move { axis: self.axis, line: self.line, turn }
    }
}

/// The half turns of a row, u², and of a column, l².
const ROW: Rotation = Rotation::from_diagonals([1, 0, 3, 2]).expect("a permutation");
const COLUMN: Rotation = Rotation::from_diagonals([3, 2, 1, 0]).expect("a permutation");

/// The turns of cubes and their names: in the order of [`Move::all`], half turns last.
const TURNS: [[(Rotation, &str); 3]; 2] = [
    [(Rotation::UP, "up"), (Rotation::DOWN, "down"), (ROW, "row")],
    [(Rotation::LEFT, "left"), (Rotation::RIGHT, "right"), (COLUMN, "column")],
];

impl Axis {
    /// The two quarter turns and the half turn of a row, or of a column, of cubes.
    pub(crate) fn all_turns(self) -> [Rotation; 3] {
        TURNS[self as usize].map(|(turn, _)| turn)
    }

    /// The turns of a row, or of a column, of cubes that count as one move.
    pub(crate) fn turns(self, metric: Metric) -> impl Iterator<Item = Rotation> + Clone {
        let count = if metric == Metric::Half { 3 } else { 2 };
        TURNS[self as usize][..count].iter().map(|(turn, _)| *turn)
    }

    /// The word before the number of the line in the name of a move, such as `up`.
    pub(crate) fn turn_name(self, turn: Rotation) -> Option<&'static str> {
        let named = TURNS[self as usize].iter().find(|(known, _)| *known == turn);
        named.map(|(_, name)| *name)
    }
}

impl Move {
    /// All moves of a size that count as one in a metric: rows first, top to bottom, then columns,
    /// left to right.
    pub fn all(size: Size, metric: Metric) -> impl Iterator<Item = Move> + Clone {
        Axis::ALL.into_iter().flat_map(move |axis| {
            let of_line = move |line| axis.turns(metric).map(move |turn| Move { axis, line, turn });
            (0..size.lines(axis)).flat_map(of_line)
        })
    }

    /// Whether a row is turned.
    pub fn is_row(self) -> bool {
        self.axis == Axis::Row
    }

    /// Whether it is a half turn.
    pub fn is_half(self) -> bool {
        self.turn == ROW || self.turn == COLUMN
    }

    /// The same move of the transposed puzzle; see
    /// [`Configuration::transposed`](super::Configuration::transposed).
    #[must_use]
    pub fn transposed(self) -> Move {
        Move { axis: self.axis.transposed(), line: self.line, turn: exchanged(self.turn) }
    }

    /// The move that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Move {
        self.with_turn(self.turn.inverse())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Move::<WrittenTurn>::from(*self).fmt(f)
    }
}

impl FromStr for Move {
    type Err = Error;

    fn from_str(text: &str) -> Result<Move> {
        let step: Move<WrittenTurn> = text.parse()?;
        match step.turn {
            WrittenTurn::Cube(turn) => Ok(step.with_turn(turn)),
            WrittenTurn::Element(_) => Err(Error::invalid(not_a_move(text))),
        }
    }
}

/// A turn as it is written, before it is known which puzzle it is for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum WrittenTurn {
    /// A turn of cubes, such as `up`.
    Cube(Rotation),
    /// An element of any group, such as `(1 2 3)`.
    Element(Permutation),
}

impl WrittenTurn {
    /// The element as a permutation; on the cube of the diagonals.
    pub fn permutation(&self) -> Permutation {
        match self {
            WrittenTurn::Cube(turn) => permutation_of(*turn),
            WrittenTurn::Element(element) => element.clone(),
        }
    }
}

fn not_a_move(text: &str) -> String {
    format!(
        "\"{text}\" is not a move; moves are up1, down1, left2, right2 and the half turns row1 and \
         column2, on other groups row1(1 2 3) or column2(1 2); rows and columns count from 1"
    )
}

impl Move<WrittenTurn> {
    /// Whether it is a half turn of cubes.
    pub fn is_half_turn(&self) -> bool {
        matches!(self.turn, WrittenTurn::Cube(turn) if self.with_turn(turn).is_half())
    }

    fn parse(text: &str) -> Option<Move<WrittenTurn>> {
        let (text, cycles) = text.split_at(text.find('(').unwrap_or(text.len()));
        let (name, number) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
        let line = number.parse::<usize>().ok()?.checked_sub(1)?;
        if !cycles.is_empty() {
            let axis = Axis::ALL.into_iter().find(|axis| axis.name() == name)?;
            return Some(Move { axis, line, turn: WrittenTurn::Element(cycles.parse().ok()?) });
        }
        Axis::ALL.into_iter().find_map(|axis| {
            let turn = axis.turns(Metric::Half).find(|&t| axis.turn_name(t) == Some(name))?;
            Some(Move { axis, line, turn: WrittenTurn::Cube(turn) })
        })
    }
}

impl From<Move> for Move<WrittenTurn> {
    fn from(step: Move) -> Move<WrittenTurn> {
        step.with_turn(WrittenTurn::Cube(step.turn))
    }
}

impl fmt::Display for Move<WrittenTurn> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (axis, line) = (self.axis, self.line + 1);
        match &self.turn {
            WrittenTurn::Cube(turn) => match axis.turn_name(*turn) {
                Some(name) => write!(f, "{name}{line}"),
                None => write!(f, "{}{line}{}", axis.name(), permutation_of(*turn)),
            },
            WrittenTurn::Element(element) => write!(f, "{}{line}{element}", axis.name()),
        }
    }
}

impl FromStr for Move<WrittenTurn> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Move<WrittenTurn>> {
        Move::parse(text.trim()).ok_or_else(|| Error::invalid(not_a_move(text.trim())))
    }
}

/// Moves in order.
///
/// # Examples
/// ```
/// # use cubegraph_picture::Moves;
/// let moves: Moves = "up3 right2, down1".parse()?;
/// assert_eq!((moves.len(), moves.to_string().as_str()), (3, "up3 right2 down1"));
/// let others: Moves = "row1(1 2 3) column2(1 2)".parse()?;
/// assert_eq!(others.to_string(), "row1(1 2 3) column2(1 2)");
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moves(Vec<Move<WrittenTurn>>);

impl Moves {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The moves in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Move<WrittenTurn>> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a Moves {
    type Item = &'a Move<WrittenTurn>;
    type IntoIter = std::slice::Iter<'a, Move<WrittenTurn>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<M: Into<Move<WrittenTurn>>> FromIterator<M> for Moves {
    fn from_iter<I: IntoIterator<Item = M>>(moves: I) -> Moves {
        Moves(moves.into_iter().map(Into::into).collect())
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, step) in self.0.iter().enumerate() {
            let space = if number == 0 { "" } else { " " };
            write!(f, "{space}{step}")?;
        }
        Ok(())
    }
}

impl FromStr for Moves {
    type Err = Error;

    /// Reads moves separated by spaces or commas.
    fn from_str(text: &str) -> Result<Moves> {
        let fault = |fault: Fault| Error::from(fault.within("the moves", text));
        Moves::parse(text).map_err(fault)
    }
}

impl Moves {
    /// Reads moves; the place of a mistake is in `text`.
    pub(super) fn parse(text: &str) -> std::result::Result<Moves, Fault> {
        let mut moves = Vec::new();
        let (mut depth, mut start) = (0usize, None);
        // Cycles have spaces and commas inside.
        for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            let separates = depth == 0 && (letter.is_whitespace() || letter == ',');
            match start {
                None if !separates => start = Some(at),
                Some(from) if separates || at == text.len() => {
                    let word = &text[from..at];
                    let wrong = || Fault::new(not_a_move(word)).at(from..at);
                    moves.push(Move::parse(word).ok_or_else(wrong)?);
                    start = None;
                }
                _ => {}
            }
        }
        Ok(Moves(moves))
    }
}

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(ToString::to_string))
    }
}

impl<'de> Deserialize<'de> for Moves {
    /// A list of moves, or all of them in one text.
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Moves, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected moves such as [\"up1\", \"left2\"]")]
        enum TextOrList {
            Text(String),
            List(Vec<String>),
        }

        match TextOrList::deserialize(from)? {
            TextOrList::Text(text) => text.parse(),
            TextOrList::List(list) => list
                .iter()
                .map(|text| text.parse())
                .collect::<Result<Vec<Move<WrittenTurn>>>>()
                .map(Moves),
        }
        .map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_has_two_or_three_moves_per_line() {
        let size = Size::new(3, 2).unwrap();
        assert_eq!(Move::all(size, Metric::Quarter).count(), 10);
        assert_eq!(Move::all(size, Metric::Half).count(), 15);
    }

    #[test]
    fn one_move_is_read_as_it_is_written() {
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
    fn moves_of_cubes_and_of_other_groups_are_read_as_they_are_written() {
        for text in ["", "up1", "up1 left2 down3 row1 column12", "row1(1 2 3) column2(1 2)(3 4)"] {
            let moves: Moves = text.parse().unwrap();
            assert_eq!(moves.to_string(), text);
            let json = serde_json::to_string(&moves).unwrap();
            assert_eq!(serde_json::from_str::<Moves>(&json).unwrap(), moves);
        }
        assert_eq!("row2 (1 2)".parse::<Moves>().unwrap_err().to_string().lines().count(), 1);
    }

    #[test]
    fn a_mistake_is_found_at_its_place() {
        for (text, place) in [("up1 lef2", "lef2"), ("up1, up0", "up0"), ("row1(1 2", "row1(1 2")] {
            let Error::Input(fault) = text.parse::<Moves>().unwrap_err() else {
                panic!("{text}");
            };
            assert_eq!(&text[fault.span()], place);
        }
    }
}
