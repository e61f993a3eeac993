//! The puzzle as a text: a size or TOML in, TOML out; and the same through serde.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};
use toml::Value;

use cubegraph_core::fault::Fault;
use cubegraph_core::instance::read_puzzle;
use cubegraph_core::work::Error;

use super::instance::SIDES;
use super::{Cell, Closing, Dice, Puzzle, Start};

impl FromStr for Puzzle {
    type Err = Error;

    /// Reads a size such as `3x4` (rows, columns), a map of the board (the northernmost row first,
    /// `.` free, `#` blocked, `S` the start, `E` the end), or the text of an instance file.
    fn from_str(text: &str) -> Result<Puzzle, Error> {
        if let Some((rows, columns)) = size(text) {
            return Puzzle::builder(rows, columns).build();
        }
        if text.contains(['.', '#'])
            && (text.chars()).all(|c| ".#SE".contains(c) || c.is_whitespace())
        {
            let rows: Vec<String> = text
                .split_whitespace()
                .map(|row| format!("{row:?}"))
                .collect();
            return format!("kind = \"tour\"\nboard = [{}]", rows.join(", ")).parse();
        }
        if !text.contains('=') {
            let fault = Fault::new("this is not a board").at(0..text.len());
            let help =
                "write ROWSxCOLUMNS, as in 3x4, a map in lines of . # S E, or an instance file";
            return Err(Error::Input(fault.expected("a size or a map").help(help)));
        }
        read_puzzle("the text", text)
    }
}

/// Reads `3x4`.
fn size(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once(['x', 'X', '×'])?;
    Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?))
}

impl Puzzle {
    /// The keys of an instance file and their values, in the order in which they are written.
    fn entries(&self) -> Vec<(&'static str, Value)> {
        let number = |n: usize| Value::Integer(i64::try_from(n).unwrap_or(i64::MAX));
        let list = |numbers: &[usize]| Value::Array(numbers.iter().map(|&n| number(n)).collect());
        let cell = |cell: Cell| list(&[cell.row, cell.column]);
        let mut entries = vec![("kind", Value::from("tour"))];
        entries.extend(self.title().map(|title| ("title", Value::from(title))));
        entries.push(("rows", number(self.rows())));
        entries.push(("columns", number(self.columns())));
        entries.push(match self.start() {
            Start::At(start) => ("start", cell(start)),
            Start::Any => ("start", "any".into()),
        });
        entries.extend(self.end().map(|end| ("end", cell(end))));
        match self.die() {
            Dice::Only(die) => {
                let faces = [die.top(), die.north(), die.east()].map(Value::from);
                let sides = SIDES.map(str::to_owned).into_iter().zip(faces);
                entries.push(("die", Value::Table(sides.collect())));
            }
            Dice::Any(hand) => {
                entries.push(("die", "any".into()));
                entries.push(("handedness", hand.to_string().into()));
            }
        }
        if self.has_values() {
            entries.push(("faces", self.faces().map(Value::from).to_vec().into()));
        }
        if !self.blocked().is_empty() {
            let blocked = self.blocked().iter().copied().map(cell);
            entries.push(("blocked", Value::Array(blocked.collect())));
        }
        match self.closing() {
            Closing::Open => {}
            Closing::Closed => entries.push(("closed", true.into())),
            Closing::Orientation => entries.push(("closed", "orientation".into())),
        }
        if !self.labels().is_empty() {
            let label = |(at, face): &(Cell, u8)| list(&[at.row, at.column, usize::from(*face)]);
            entries.push((
                "labels",
                Value::Array(self.labels().iter().map(label).collect()),
            ));
        }
        entries
    }
}

/// The text of an instance file, which [`Puzzle::from_str`] reads.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, value) in self.entries() {
            match (value, self.die()) {
                // In the order in which a die is told, not in that of the alphabet.
                (Value::Table(_), Dice::Only(die)) => {
                    let (top, north, east) = (die.top(), die.north(), die.east());
                    writeln!(f, "die = {{ top = {top}, north = {north}, east = {east} }}")?;
                }
                (value, _) => writeln!(f, "{key} = {value}")?,
            }
        }
        Ok(())
    }
}

impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.entries())
    }
}

impl<'de> Deserialize<'de> for Puzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Puzzle, D::Error> {
        let entries = toml::Table::deserialize(deserializer)?;
        entries.to_string().parse().map_err(D::Error::custom)
    }
}
