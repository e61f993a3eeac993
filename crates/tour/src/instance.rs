//! The puzzle as a text: a size, a map or an instance file in, an instance file out; and the same
//! through serde. A mistake names the key it is at.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use toml::Value;

use cubegraph_core::cube::notation::{Die, Handedness};
use cubegraph_core::fault::Fault;
use cubegraph_core::instance::{Family, FromInstance, KeyHelp, read_puzzle};
use cubegraph_core::size::factors;
use cubegraph_core::work::Error;

use super::builder::{Builder, DEFAULT_START};
use super::{Cell, Closing, Dice, Puzzle, Start};

/// The keys of an instance file. Values that may have several shapes stay TOML values.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TourFile {
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    die: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    handedness: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faces: Option<Vec<i64>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    blocked: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    closed: Option<Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    labels: Vec<Value>,
}

const DIE: &str = "{ top = 1, north = 2, east = 3 } or \"any\"";
const DIE_HELP: &str =
    "for instance die = { top = 1, north = 2, east = 3 }; opposite faces add up to 7";
const SIDES: [&str; 3] = ["top", "north", "east"];

impl FromInstance for Puzzle {
    type File = TourFile;
    const FAMILY: Family = Family::Tour;
    const KEYS: &'static [KeyHelp] = crate::keys::KEYS;

    fn from_instance(file: TourFile) -> Result<Puzzle, Fault> {
        let builder = file.builder()?;
        Puzzle::new(builder).map_err(|fault| fault.map_key(|key| file.key_of(key)))
    }
}

impl TryFrom<TourFile> for Puzzle {
    type Error = Fault;

    fn try_from(file: TourFile) -> Result<Puzzle, Fault> {
        if file.kind != "tour" {
            let message = format!("this puzzle is of the kind {}, not tour", file.kind);
            return Err(Fault::new(message).expected("kind = \"tour\""));
        }
        Puzzle::from_instance(file)
    }
}

impl TourFile {
    fn builder(&self) -> Result<Builder, Fault> {
        let mut builder = match &self.board {
            Some(lines) => self.map(lines)?,
            None => Builder::new(count(self.rows, "rows")?, count(self.columns, "columns")?),
        };
        builder.title.clone_from(&self.title);
        builder.source.clone_from(&self.source);
        match &self.start {
            None => {}
            Some(Value::String(word)) if word == "any" => builder.start = Start::Any,
            Some(start) => {
                builder.start = Start::At(cell(start, "start", "a cell [row, column] or \"any\"")?);
            }
        }
        if let Some(end) = &self.end {
            builder.end = Some(cell(end, "end", "a cell [row, column]")?);
        }
        builder.die = self.dice()?;
        if let Some(faces) = &self.faces {
            builder.faces = faces.clone().try_into().map_err(|values: Vec<i64>| {
                Fault::new(format!("a die has six faces, not {} values", values.len()))
                    .at_key("faces")
                    .expected("the values of the faces 1 to 6")
                    .help("for instance faces = [1, 2, 3, 4, 5, 6]; values may be equal")
            })?;
        }
        for (k, entry) in self.blocked.iter().enumerate() {
            let blocked = cell(entry, &format!("blocked.{k}"), "a cell [row, column]")?;
            builder.blocked.push(blocked);
        }
        builder.closing = match &self.closed {
            None | Some(Value::Boolean(false)) => Closing::Open,
            Some(Value::Boolean(true)) => Closing::Closed,
            Some(Value::String(word)) if word == "orientation" => Closing::Orientation,
            Some(_) => {
                return Err(Fault::new("this is not a way to close a tour")
                    .at_key("closed")
                    .expected("true, false or \"orientation\"")
                    .help(
                        "true: back to the first cell; \"orientation\": back as the die was; \
                         false, or no such line: neither",
                    ));
            }
        };
        for (k, entry) in self.labels.iter().enumerate() {
            let label = integers(entry).and_then(|[row, column, face]| {
                Some((Cell::new(row, column), u8::try_from(face).ok()?))
            });
            builder.labels.push(label.ok_or_else(|| {
                Fault::new("this is not a label")
                    .at_key(format!("labels.{k}"))
                    .expected("[row, column, face], as in [0, 1, 4]")
                    .help("rows and columns count from 0 in the south-west; the face is 1 to 6")
            })?);
        }
        Ok(builder)
    }

    /// Where the file has what the builder calls `key`.
    fn key_of(&self, key: &str) -> String {
        let blocked = key.strip_prefix("blocked.").and_then(|k| k.parse::<usize>().ok());
        // The holes of a map come before the cells of the list.
        let lines = self.board.iter().flatten();
        let holes: usize = lines.map(|line| line.matches('#').count()).sum();
        let listed = blocked.and_then(|k| k.checked_sub(holes)).filter(|k| *k < self.blocked.len());
        let is_start =
            |entry: &Value| cell(entry, "", "").is_ok_and(|cell| Start::At(cell) == DEFAULT_START);
        let found = match (blocked, listed) {
            (Some(_), listed) => listed,
            // A default start is not in the file; what blocks it is.
            (None, _) if key == "start" && self.start.is_none() => {
                self.blocked.iter().position(is_start)
            }
            (None, _) if self.board.is_some() && matches!(key, "start" | "end" | "rows") => None,
            (None, _) => return key.to_owned(),
        };
        match found {
            Some(k) => format!("blocked.{k}"),
            None if self.board.is_some() => "board".to_owned(),
            None => "rows".to_owned(),
        }
    }

    /// The definition of a board drawn as a map, its first line the northernmost row.
    fn map(&self, lines: &[String]) -> Result<Builder, Fault> {
        let columns = lines.first().map_or(0, |line| line.chars().count());
        for (name, given, drawn) in
            [("rows", self.rows, lines.len()), ("columns", self.columns, columns)]
        {
            if given.is_some_and(|given| usize::try_from(given) != Ok(drawn)) {
                return Err(Fault::new(format!("the map of the board has {drawn} {name}"))
                    .at_key(name)
                    .expected(drawn.to_string())
                    .help(format!("leave out {name}: the map says it")));
            }
        }
        if columns == 0 {
            return Err(Fault::new("the map of the board is empty")
                .at_key("board")
                .expected("one line for each row, the northernmost first")
                .help("for instance board = [\"..#\", \"...\", \"S..\"]"));
        }
        let mut builder = Builder::new(lines.len(), columns);
        let (mut starts, mut ends) = (Vec::new(), Vec::new());
        for (k, line) in lines.iter().enumerate() {
            let at_line = |fault: Fault| fault.at_key(format!("board.{k}"));
            let fault = |message: String| {
                at_line(Fault::new(message)).expected("a line of . free, # blocked, S start, E end")
            };
            if line.chars().count() != columns {
                let message = "the lines of the map differ in length".to_owned();
                return Err(fault(message).help("give every row the same number of cells"));
            }
            for (column, symbol) in line.chars().enumerate() {
                let cell = Cell::new(lines.len() - 1 - k, column);
                match symbol {
                    '.' => {}
                    '#' => builder.blocked.push(cell),
                    'S' => starts.push((cell, k)),
                    'E' => ends.push((cell, k)),
                    _ => {
                        let help = "labels and the die have keys of their own";
                        return Err(fault(format!("{symbol:?} means nothing on a map")).help(help));
                    }
                }
            }
        }
        let one = |found: &[(Cell, usize)], given: bool, name: &str| {
            let key = match found {
                [] => return Ok(None),
                [(cell, _)] if !given => return Ok(Some(*cell)),
                [_, (_, line), ..] => format!("board.{line}"),
                [_] => name.to_owned(),
            };
            Err(Fault::new(format!("the {name} of the tour is given twice"))
                .at_key(key)
                .help(format!("keep one of the two {name}s")))
        };
        if let Some(start) = one(&starts, self.start.is_some(), "start")? {
            builder.start = Start::At(start);
        }
        builder.end = one(&ends, self.end.is_some(), "end")?;
        Ok(builder)
    }

    fn dice(&self) -> Result<Dice, Fault> {
        let hand = match self.handedness.as_deref() {
            None => None,
            Some("left") => Some(Handedness::Left),
            Some("right") => Some(Handedness::Right),
            Some(other) => {
                return Err(Fault::new(format!("{other:?} is not a handedness"))
                    .at_key("handedness")
                    .expected("\"left\" or \"right\"")
                    .help(
                        "the die with 1 on top, 2 north and 3 east is left-handed, its mirror \
                         image right-handed",
                    ));
            }
        };
        let fault = |message: String| Fault::new(message).at_key("die").expected(DIE);
        let only = match &self.die {
            None => Handedness::Left.reference(),
            Some(Value::String(word)) if word == "any" => {
                return Ok(Dice::Any(hand.unwrap_or(Handedness::Left)));
            }
            Some(Value::String(word)) => {
                return Err(fault(format!("{word:?} is not a die"))
                    .help("\"any\" stands for all 24 ways to put the die down"));
            }
            Some(Value::Table(sides)) => one_die(sides)?,
            Some(other) => {
                let kind = match other {
                    Value::Array(_) => "a list",
                    Value::Boolean(_) => "true or false",
                    Value::Datetime(_) => "a date",
                    _ => "a number",
                };
                return Err(fault(format!("`die` cannot be {kind}")).help(DIE_HELP));
            }
        };
        match hand {
            None => Ok(Dice::Only(only)),
            Some(hand) => Err(Fault::new("the handedness follows from the die")
                .at_key("handedness")
                .help(format!(
                    "{only} is {}-handed; leave the handedness out, or write die = \"any\" for \
                     all dice that are {hand}-handed",
                    only.orientation().0
                ))),
        }
    }
}

fn count(number: Option<i64>, what: &str) -> Result<usize, Fault> {
    let fault =
        |message: String| Fault::new(message).at_key(what).help(format!("for instance {what} = 3"));
    let Some(number) = number else {
        let expected = format!("{what} = …, or a map of the board");
        return Err(fault(format!("the key {what:?} is missing")).expected(expected));
    };
    usize::try_from(number).map_err(|_| {
        fault(format!("a board cannot have {number} {what}")).expected("a whole number from 1 on")
    })
}

fn integers<const N: usize>(value: &Value) -> Option<[usize; N]> {
    let number = |value: &Value| usize::try_from(value.as_integer()?).ok();
    let numbers: Option<Vec<usize>> = value.as_array()?.iter().map(number).collect();
    numbers?.try_into().ok()
}

fn cell(value: &Value, key: &str, expected: &str) -> Result<Cell, Fault> {
    integers(value).map(|[row, column]| Cell::new(row, column)).ok_or_else(|| {
        Fault::new("this is not a cell")
            .at_key(key)
            .expected(expected)
            .help("rows and columns count from 0 in the south-west")
    })
}

fn one_die(sides: &toml::Table) -> Result<Die, Fault> {
    let wrong = |message: String, name: &str| {
        let fault = Fault::new(message).at_key(format!("die.{name}"));
        fault.expected("a face, 1 to 6, that can be there").help(DIE_HELP)
    };
    if let Some(name) = sides.keys().find(|name| !SIDES.contains(&name.as_str())) {
        return Err(Fault::new(format!("a die has no side called {name:?}"))
            .at_key(format!("die.{name}="))
            .expected("top, north or east")
            .help(DIE_HELP));
    }
    let face = |name| {
        let Some(value) = sides.get(name) else {
            let message = format!("the die does not say which face is at {name}");
            return Err(Fault::new(message).at_key("die").expected(DIE).help(DIE_HELP));
        };
        let face = value.as_integer().and_then(|face| u8::try_from(face).ok());
        face.filter(|face| (1..=6).contains(face))
            .ok_or_else(|| wrong("a die has no such face".to_owned(), name))
    };
    let [top, north, east] = [face("top")?, face("north")?, face("east")?];
    // The first that cannot be beside those before it is the one to change.
    let clash = top == north || top + north == 7;
    Die::new(top, north, east)
        .map_err(|message| wrong(message, if clash { "north" } else { "east" }))
}

/// Whether a text is a map of a board: `.` free, `#` blocked, `S` the start, `E` the end.
pub fn is_map(text: &str) -> bool {
    text.contains(['.', '#']) && text.chars().all(|c| ".#SE".contains(c) || c.is_whitespace())
}

impl FromStr for Puzzle {
    type Err = Error;

    /// Reads a size such as `3x4` (rows, columns), a map of the board (the northernmost row first,
    /// `.` free, `#` blocked, `S` the start, `E` the end), or the text of an instance file.
    fn from_str(text: &str) -> Result<Puzzle, Error> {
        if let Some([rows, columns]) = factors(text).as_deref() {
            let count = |number: &u64| usize::try_from(*number).unwrap_or(usize::MAX);
            return Puzzle::builder(count(rows), count(columns)).build();
        }
        if is_map(text) {
            let board = Some(text.split_whitespace().map(str::to_owned).collect());
            let file = TourFile { board, ..TourFile::default() };
            return Ok(Puzzle::from_instance(file)?);
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

/// The puzzle with everything that its file says.
impl From<Puzzle> for TourFile {
    fn from(puzzle: Puzzle) -> TourFile {
        let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let list = |numbers: &[usize]| {
            Value::Array(numbers.iter().map(|&n| Value::Integer(number(n))).collect())
        };
        let cell = |cell: Cell| list(&[cell.row, cell.column]);
        let (die, handedness) = match puzzle.die() {
            Dice::Only(die) => {
                let faces = [die.top(), die.north(), die.east()].map(Value::from);
                let sides = SIDES.map(str::to_owned).into_iter().zip(faces);
                (Value::Table(sides.collect()), None)
            }
            Dice::Any(hand) => ("any".into(), Some(hand.to_string())),
        };
        TourFile {
            kind: "tour".to_owned(),
            title: puzzle.title().map(str::to_owned),
            source: puzzle.source().map(str::to_owned),
            rows: Some(number(puzzle.rows())),
            columns: Some(number(puzzle.columns())),
            board: None,
            start: Some(match puzzle.start() {
                Start::At(start) => cell(start),
                Start::Any => "any".into(),
            }),
            end: puzzle.end().map(cell),
            die: Some(die),
            handedness,
            faces: puzzle.has_values().then(|| puzzle.faces().to_vec()),
            blocked: puzzle.blocked().iter().copied().map(cell).collect(),
            closed: match puzzle.closing() {
                Closing::Open => None,
                Closing::Closed => Some(true.into()),
                Closing::Orientation => Some("orientation".into()),
            },
            labels: (puzzle.labels().iter())
                .map(|(at, face)| list(&[at.row, at.column, usize::from(*face)]))
                .collect(),
        }
    }
}

/// The text of an instance file, which [`Puzzle::from_str`] reads.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The order of the documentation, and one line per key.
        let keys = crate::keys::KEYS.iter().map(KeyHelp::key);
        let keys = ["kind", "title", "source"].into_iter().chain(keys);
        let file = Value::try_from(TourFile::from(self.clone())).map_err(|_| fmt::Error)?;
        for (key, value) in keys.filter_map(|key| Some((key, file.get(key)?))) {
            match (value, self.die()) {
                (Value::Table(_), Dice::Only(die)) => {
                    let (top, north, east) = (die.top(), die.north(), die.east());
                    writeln!(f, "die = {{ top = {top}, north = {north}, east = {east} }}")?;
                }
                _ => writeln!(f, "{key} = {value}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
