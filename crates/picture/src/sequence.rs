//! Sequences of moves, for any group, as people write them.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Axis, Move, Turn, permutation_of};
use cubegraph_core::fault::Fault;
use cubegraph_core::group::Permutation;
use cubegraph_core::work::{Error, Result};

/// A move of any puzzle: a row or column, and the element that all its cells are multiplied by.
///
/// On the cube moves are written as `up1`, `down1`, `left2`, `right2`, and half turns as `row1` and
/// `column2`; on other groups as `row1(1 2 3)` or `column2(1 2)`. Lines count from 1 in writing:
/// rows from the top, columns from the left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GroupMove {
    axis: Axis,
    line: usize,
    by: Permutation,
    /// How it is written, on the cube.
    turn: Option<Turn>,
}

impl GroupMove {
    /// The move that multiplies a row, or a column, by an element; lines count from 0 here.
    pub fn new(axis: Axis, line: usize, by: Permutation) -> GroupMove {
        GroupMove {
            axis,
            line,
            by,
            turn: None,
        }
    }

    /// What moves: a row or a column.
    pub fn axis(&self) -> Axis {
        self.axis
    }

    /// Which row or column, from 0. (Written from 1.)
    pub fn line(&self) -> usize {
        self.line
    }

    /// What the cells of the line are multiplied by; on the cube a permutation of the diagonals.
    pub fn element(&self) -> &Permutation {
        &self.by
    }

    /// Which turn of cubes it is, if it was written as one.
    pub fn turn(&self) -> Option<Turn> {
        self.turn
    }

    /// Reads one move; the error says what is wrong.
    fn parse(text: &str) -> std::result::Result<GroupMove, String> {
        let wrong = || {
            format!(
                "\"{text}\" is not a move; moves are up1, down1, left2, right2 and the half turns row1 \
                 and column2, on other groups row1(1 2 3) or column2(1 2); rows and columns count \
                 from 1"
            )
        };
        let Some(open) = text.find('(') else {
            return text
                .parse::<Move>()
                .map(GroupMove::from)
                .map_err(|_| wrong());
        };
        let line: Move = text[..open].parse().map_err(|_| wrong())?;
        if !line.turn.is_half() {
            return Err(wrong());
        }
        let by: Permutation = text[open..].parse().map_err(|_| wrong())?;
        Ok(GroupMove::new(line.turn.axis(), line.line, by))
    }
}

impl From<Move> for GroupMove {
    fn from(step: Move) -> GroupMove {
        GroupMove {
            axis: step.turn.axis(),
            line: step.line,
            by: permutation_of(step.turn.rotation()),
            turn: Some(step.turn),
        }
    }
}

impl fmt::Display for GroupMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.turn {
            Some(turn) => write!(f, "{}{}", turn.name(), self.line + 1),
            None => write!(f, "{}{}{}", self.axis.name(), self.line + 1, self.by),
        }
    }
}

impl FromStr for GroupMove {
    type Err = Error;

    fn from_str(text: &str) -> Result<GroupMove> {
        GroupMove::parse(text.trim()).map_err(Error::invalid)
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
pub struct Moves(Vec<GroupMove>);

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
    pub fn iter(&self) -> std::slice::Iter<'_, GroupMove> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a Moves {
    type Item = &'a GroupMove;
    type IntoIter = std::slice::Iter<'a, GroupMove>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<M: Into<GroupMove>> FromIterator<M> for Moves {
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
                    let step = GroupMove::parse(&text[from..at])
                        .map_err(|reason| Fault::new(reason).at(from..at))?;
                    moves.push(step);
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
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = Moves;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "moves such as [\"up1\", \"left2\"]")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> std::result::Result<Moves, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_unit<E: de::Error>(self) -> std::result::Result<Moves, E> {
                Ok(Moves::default())
            }

            fn visit_seq<A: SeqAccess<'de>>(
                self,
                mut list: A,
            ) -> std::result::Result<Moves, A::Error> {
                let mut moves = Vec::new();
                while let Some(text) = list.next_element::<String>()? {
                    moves.push(text.parse().map_err(de::Error::custom)?);
                }
                Ok(Moves(moves))
            }
        }

        from.deserialize_any(Any)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_cubes_and_of_other_groups_are_read_as_they_are_written() {
        for text in [
            "",
            "up1",
            "up1 left2 down3 row1 column12",
            "row1(1 2 3) column2(1 2)(3 4)",
        ] {
            let moves: Moves = text.parse().unwrap();
            assert_eq!(moves.to_string(), text);
            let json = serde_json::to_string(&moves).unwrap();
            assert_eq!(serde_json::from_str::<Moves>(&json).unwrap(), moves);
        }
        assert_eq!(
            "row2 (1 2)"
                .parse::<Moves>()
                .unwrap_err()
                .to_string()
                .lines()
                .count(),
            1
        );
    }

    #[test]
    fn a_mistake_is_found_at_its_place() {
        for (text, place) in [
            ("up1 lef2", "lef2"),
            ("up1, up0", "up0"),
            ("row1(1 2", "row1(1 2"),
        ] {
            let Error::Input(fault) = text.parse::<Moves>().unwrap_err() else {
                panic!("{text}");
            };
            assert_eq!(&text[fault.span()], place);
        }
    }
}
