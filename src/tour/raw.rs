//! The instance as it stands in a file, and its validation.

use std::ops::Range;

use serde::Deserialize;
use toml::{Spanned, Value};

use crate::cube::notation::{Die, Handedness};
use crate::fault::Fault;

use super::{Cell, Closing, DEFAULT_START, Dice, Mistake, Part, Puzzle, Settings, Start};

/// A tour puzzle as TOML has it; [`Puzzle::from_raw`] validates it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raw {
    #[serde(rename = "kind")]
    _kind: serde::de::IgnoredAny,
    title: Option<String>,
    #[serde(rename = "source")]
    _source: Option<serde::de::IgnoredAny>,
    rows: Spanned<i64>,
    columns: Spanned<i64>,
    start: Option<Spanned<Value>>,
    end: Option<Spanned<Value>>,
    die: Option<Spanned<Value>>,
    handedness: Option<Spanned<String>>,
    faces: Option<Spanned<Vec<Spanned<i64>>>>,
    blocked: Option<Vec<Spanned<Value>>>,
    closed: Option<Spanned<Value>>,
    labels: Option<Vec<Spanned<Value>>>,
}

impl Puzzle {
    /// Validates a raw instance.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "all families take their raw instance like this"
    )]
    pub fn from_raw(raw: Raw) -> Result<Puzzle, Fault> {
        let mut settings =
            Settings::board(count(&raw.rows, "rows")?, count(&raw.columns, "columns")?);
        settings.title.clone_from(&raw.title);
        if let Some(start) = &raw.start {
            settings.start = match start.get_ref() {
                Value::String(word) if word == "any" => Start::Any,
                _ => Start::At(cell(start, "a cell [row, column] or \"any\"")?),
            };
        }
        if let Some(end) = &raw.end {
            settings.end = Some(cell(end, "a cell [row, column]")?);
        }
        settings.die = dice(raw.die.as_ref(), raw.handedness.as_ref())?;
        if let Some(faces) = &raw.faces {
            let values: Vec<i64> = faces.get_ref().iter().map(|face| *face.get_ref()).collect();
            settings.faces = values.try_into().map_err(|values: Vec<i64>| {
                Fault::new(format!(
                    "a die has six faces, here are {} values",
                    values.len()
                ))
                .at(faces.span())
                .expected("the values of the faces 1 to 6, as in [1, 2, 3, 4, 5, 6]")
            })?;
        }
        for entry in raw.blocked.iter().flatten() {
            settings.blocked.push(cell(entry, "a cell [row, column]")?);
        }
        if let Some(closed) = &raw.closed {
            settings.closing = match closed.get_ref() {
                Value::Boolean(false) => Closing::Open,
                Value::Boolean(true) => Closing::Closed,
                Value::String(word) if word == "orientation" => Closing::Orientation,
                _ => {
                    return Err(Fault::new(
                        "this says neither whether nor how the tour comes home",
                    )
                    .at(closed.span())
                    .expected("true, false or \"orientation\""));
                }
            };
        }
        for entry in raw.labels.iter().flatten() {
            settings.labels.push(label(entry)?);
        }
        Puzzle::new(settings).map_err(|mistake| placed(&raw, mistake))
    }
}

/// A mistake at its place in the file.
fn placed(raw: &Raw, mistake: Mistake) -> Fault {
    let entry = |list: &Option<Vec<Spanned<Value>>>, k: usize| {
        list.as_ref()
            .and_then(|list| list.get(k))
            .map(Spanned::span)
    };
    let span: Option<Range<usize>> = match mistake.part {
        Part::Rows => Some(raw.rows.span()),
        Part::Columns => Some(raw.columns.span()),
        // A default start stands nowhere in the file; what blocks it does.
        Part::Start => match &raw.start {
            Some(start) => Some(start.span()),
            None => raw
                .blocked
                .iter()
                .flatten()
                .find(|entry| cell(entry, "").is_ok_and(|cell| Start::At(cell) == DEFAULT_START))
                .map(Spanned::span),
        },
        Part::End => raw.end.as_ref().map(Spanned::span),
        Part::Face(k) => raw
            .faces
            .as_ref()
            .and_then(|faces| faces.get_ref().get(k))
            .map(Spanned::span),
        Part::Blocked(k) => entry(&raw.blocked, k),
        Part::Label(k) => entry(&raw.labels, k),
    };
    let fault = Fault::new(mistake.message).help(mistake.help);
    fault.at(span.unwrap_or_else(|| raw.rows.span()))
}

fn count(number: &Spanned<i64>, what: &str) -> Result<usize, Fault> {
    usize::try_from(*number.get_ref()).map_err(|_| {
        Fault::new(format!("a board cannot have {} {what}", number.get_ref()))
            .at(number.span())
            .expected("a whole number from 1 on")
    })
}

fn integers<const N: usize>(value: &Spanned<Value>) -> Option<[i64; N]> {
    let list = value.get_ref().as_array()?;
    let numbers: Vec<i64> = list.iter().map(Value::as_integer).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

fn cell(value: &Spanned<Value>, expected: &str) -> Result<Cell, Fault> {
    let fault = || {
        Fault::new("this is no cell")
            .at(value.span())
            .expected(expected)
            .help("rows and columns count from 0 in the south-west")
    };
    let [row, column] = integers(value).ok_or_else(fault)?;
    match (usize::try_from(row), usize::try_from(column)) {
        (Ok(row), Ok(column)) => Ok(Cell::new(row, column)),
        _ => Err(fault()),
    }
}

fn label(value: &Spanned<Value>) -> Result<(Cell, u8), Fault> {
    let fault = || {
        Fault::new("this is no label")
            .at(value.span())
            .expected("[row, column, face], as in [0, 1, 4]")
            .help("rows and columns count from 0 in the south-west; the face is 1 to 6")
    };
    let [row, column, face] = integers(value).ok_or_else(fault)?;
    match (
        usize::try_from(row),
        usize::try_from(column),
        u8::try_from(face),
    ) {
        (Ok(row), Ok(column), Ok(face)) => Ok((Cell::new(row, column), face)),
        _ => Err(fault()),
    }
}

fn dice(die: Option<&Spanned<Value>>, handedness: Option<&Spanned<String>>) -> Result<Dice, Fault> {
    let hand = handedness.map(|hand| match hand.get_ref().as_str() {
        "left" => Ok((Handedness::Left, hand.span())),
        "right" => Ok((Handedness::Right, hand.span())),
        other => Err(Fault::new(format!("{other:?} is no handedness"))
            .at(hand.span())
            .expected("\"left\" or \"right\"")),
    });
    let hand = hand.transpose()?;
    let only = match die {
        None => Handedness::Left.reference(),
        Some(die) if die.get_ref().as_str() == Some("any") => {
            return Ok(Dice::Any(hand.map_or(Handedness::Left, |(hand, _)| hand)));
        }
        Some(die) => one_die(die)?,
    };
    match hand {
        None => Ok(Dice::Only(only)),
        Some((hand, span)) => Err(Fault::new("the handedness follows from the die")
            .at(span)
            .help(format!(
                "{only} is {}-handed; leave the handedness out, or write die = \"any\" for all dice that are {hand}-handed",
                only.orientation().0
            ))),
    }
}

fn one_die(value: &Spanned<Value>) -> Result<Die, Fault> {
    let fault = |message: String| {
        Fault::new(message)
            .at(value.span())
            .expected("{ top = 1, north = 2, east = 3 } or \"any\"")
    };
    let table = value
        .get_ref()
        .as_table()
        .ok_or_else(|| fault("this is no die".into()))?;
    if let Some(key) = table
        .keys()
        .find(|key| !["top", "north", "east"].contains(&key.as_str()))
    {
        return Err(fault(format!("a die has no side called {key:?}")));
    }
    let side = |name: &str| {
        let number = table.get(name).and_then(Value::as_integer);
        number
            .and_then(|face| u8::try_from(face).ok())
            .ok_or_else(|| {
                fault(format!(
                    "the die does not say which face, 1 to 6, is at {name}"
                ))
            })
    };
    Die::new(side("top")?, side("north")?, side("east")?).map_err(fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Puzzle, Fault> {
        Puzzle::from_raw(toml::from_str(text).expect("TOML of the right shape"))
    }

    #[test]
    fn every_key_of_an_instance_is_understood() {
        let puzzle = read(
            "kind = 'tour'\ntitle = 'T'\nsource = 'S'\nrows = 3\ncolumns = 4\nstart = 'any'\nend = [2, 2]\ndie = 'any'\n\
             handedness = 'right'\nfaces = [1, -2, 3, 4, 5, 60]\nblocked = [[1, 1]]\nclosed = false\nlabels = [[0, 1, 4], [2, 2, 6]]",
        )
        .unwrap();
        let settings = puzzle.settings();
        assert_eq!(settings.start, Start::Any);
        assert_eq!(settings.die, Dice::Any(Handedness::Right));
        assert_eq!(settings.end, Some(Cell::new(2, 2)));
        assert_eq!(settings.faces[5], 60);
        assert_eq!(puzzle.size(), 11);
        assert_eq!(puzzle.label(Cell::new(2, 2)), Some(6));
        assert_eq!(settings.title.as_deref(), Some("T"));
    }

    #[test]
    fn a_fault_points_at_its_place() {
        let board = "kind = 'tour'\nrows = 3\ncolumns = 3\n";
        for (line, marked) in [
            ("start = [3, 0]", "[3, 0]"),
            ("start = [-1, 0]", "[-1, 0]"),
            ("start = [1, 1]\nblocked = [[1, 1]]", "[1, 1]"),
            (
                "die = { top = 1, north = 6, east = 3 }",
                "{ top = 1, north = 6, east = 3 }",
            ),
            ("die = { top = 1, north = 2 }", "{ top = 1, north = 2 }"),
            ("die = 'all'", "'all'"),
            ("handedness = 'right'", "'right'"),
            ("faces = [1, 2, 3]", "[1, 2, 3]"),
            ("faces = [1, 2, 3, 4, 5, 99999999999]", "99999999999"),
            ("labels = [[0, 0, 7]]", "[0, 0, 7]"),
            ("labels = [[0, 0, 1], [0, 0, 2]]", "[0, 0, 2]"),
            ("labels = [[0, 0]]", "[0, 0]"),
            ("closed = 'maybe'", "'maybe'"),
            ("closed = true\nend = [2, 2]", "[2, 2]"),
            ("blocked = [[5, 5]]", "[5, 5]"),
            ("blocked = [[1, 1], [0, 0]]", "[0, 0]"),
        ] {
            let text = format!("{board}{line}");
            let fault = read(&text).unwrap_err();
            assert_eq!(&text[fault.span.clone().unwrap()], marked, "{fault:?}");
        }
    }
}
