//! Tours as they are written down.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Cell;
use cubegraph_core::cube::notation::{Die, Roll};
use cubegraph_core::fault::Fault;
use cubegraph_core::work::Error;

/// Rolls one after the other, written as letters: `NNEESSWN`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moves(Vec<Roll>);

impl Moves {
    /// The rolls.
    pub fn rolls(&self) -> &[Roll] {
        &self.0
    }
}

impl From<Vec<Roll>> for Moves {
    fn from(rolls: Vec<Roll>) -> Moves {
        Moves(rolls)
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|roll| write!(f, "{roll}"))
    }
}

impl FromStr for Moves {
    type Err = Error;

    /// Reads letters N, S, E and W, large or small; blanks between them do not matter.
    fn from_str(text: &str) -> Result<Moves, Error> {
        let letters = text.char_indices().filter(|(_, c)| !c.is_whitespace());
        let rolls = letters.map(|(at, letter)| {
            Roll::try_from(letter.to_ascii_uppercase()).map_err(|_| {
                Fault::new(format!("{letter:?} is not a roll"))
                    .at(at..at + letter.len_utf8())
                    .expected("N, S, E or W")
                    .help("write the rolls as letters, as in NNEESSWN")
            })
        });
        Ok(Moves(rolls.collect::<Result<_, Fault>>()?))
    }
}

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Moves, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A tour: where the die starts, how it lies there, and how it rolls.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Tour {
    /// The first cell.
    pub start: Cell,
    /// The die on the first cell.
    pub die: Die,
    /// The rolls; a closed tour has as many as cells, an open one fewer by one.
    pub moves: Moves,
}

impl fmt::Display for Tour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from {} as {}", self.moves, self.start, self.die)
    }
}

/// A tour that was replayed roll by roll and found right.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replay {
    /// The tour.
    pub tour: Tour,
    /// The cells in the order of the visits; a closed tour does not repeat its start.
    pub cells: Vec<Cell>,
    /// The die on each of them.
    pub dice: Vec<Die>,
    /// The values of the faces on top.
    pub values: Vec<i64>,
    /// The sum of the values.
    pub sum: i64,
}

impl Replay {
    /// The faces on top, in the order of the visits.
    pub fn tops(&self) -> Vec<u8> {
        self.dice.iter().map(|die| die.top()).collect()
    }

    /// Whether faces are worth something else than their numbers.
    pub(super) fn has_values(&self) -> bool {
        let worth = self.dice.iter().map(|die| i64::from(die.top()));
        !worth.eq(self.values.iter().copied())
    }
}
