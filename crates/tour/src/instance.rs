//! The puzzle as an instance file has it, with the place of every mistake.

use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use toml::{Spanned, Value};

use cubegraph_core::cube::notation::{Die, Handedness};
use cubegraph_core::fault::Fault;
use cubegraph_core::instance::{Family, FromInstance, KeyHelp};

use super::builder::{DEFAULT_START, Mistake, Part, Settings};
use super::{Cell, Closing, Dice, Puzzle, Start};

/// A tour puzzle as TOML has it; [`Puzzle::from_raw`] validates it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raw {
    #[serde(rename = "kind")]
    _kind: serde::de::IgnoredAny,
    title: Option<String>,
    #[serde(rename = "source")]
    _source: Option<serde::de::IgnoredAny>,
    rows: Option<Spanned<i64>>,
    columns: Option<Spanned<i64>>,
    board: Option<Spanned<Vec<Spanned<String>>>>,
    start: Option<Spanned<Value>>,
    end: Option<Spanned<Value>>,
    die: Option<Spanned<RawDie>>,
    handedness: Option<Spanned<String>>,
    faces: Option<Spanned<Vec<Spanned<i64>>>>,
    blocked: Option<Vec<Spanned<Value>>>,
    closed: Option<Spanned<Value>>,
    labels: Option<Vec<Spanned<Value>>>,
}

/// `"any"`, or the faces on some sides, with their places.
enum RawDie {
    Word(String),
    Sides(Vec<Side>),
}

type Side = (Spanned<String>, Spanned<Value>);

impl<'de> Deserialize<'de> for RawDie {
    // An untagged enum would lose the places of the sides.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawDie, D::Error> {
        struct Shape;

        impl<'de> Visitor<'de> for Shape {
            type Value = RawDie;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(DIE)
            }

            fn visit_str<E>(self, word: &str) -> Result<RawDie, E> {
                Ok(RawDie::Word(word.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut table: A) -> Result<RawDie, A::Error> {
                let mut sides = Vec::new();
                while let Some(side) = table.next_entry()? {
                    sides.push(side);
                }
                Ok(RawDie::Sides(sides))
            }
        }

        deserializer.deserialize_any(Shape)
    }
}

const DIE: &str = "{ top = 1, north = 2, east = 3 } or \"any\"";

impl Puzzle {
    /// Validates a raw instance.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "all families take their raw instance like this"
    )]
    fn from_raw(raw: Raw) -> Result<Puzzle, Fault> {
        let mut settings = match &raw.board {
            Some(board) => map(board, &raw)?,
            None => Settings::board(count(raw.rows.as_ref(), "rows")?, {
                count(raw.columns.as_ref(), "columns")?
            }),
        };
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
                Fault::new(format!("a die has six faces, not {} values", values.len()))
                    .at(faces.span())
                    .expected("the values of the faces 1 to 6")
                    .help("for instance faces = [1, 2, 3, 4, 5, 6]; values may be equal")
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
                    return Err(Fault::new("this is not a way to close a tour")
                        .at(closed.span())
                        .expected("true, false or \"orientation\"")
                        .help(
                            "true: back to the first cell; \"orientation\": back as the die was; \
                         false, or no such line: neither",
                        ));
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
        let list = list.as_ref();
        list.and_then(|list| list.get(k)).map(Spanned::span)
    };
    let span: Option<Range<usize>> = match mistake.part {
        Part::Rows => raw.rows.as_ref().map(Spanned::span),
        Part::Columns => raw.columns.as_ref().map(Spanned::span),
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
        // The holes of a map come before those of the list, and stand in the map.
        Part::Blocked(k) => {
            let listed = raw.blocked.as_ref().map_or(0, Vec::len);
            k.checked_sub(holes(raw)).filter(|k| *k < listed)
        }
        .and_then(|k| entry(&raw.blocked, k)),
        Part::Label(k) => entry(&raw.labels, k),
    };
    let board = || raw.board.as_ref().map(Spanned::span);
    let rows = || raw.rows.as_ref().map(Spanned::span);
    let fault = Fault::new(mistake.message).help(mistake.help);
    fault.at(span.or_else(board).or_else(rows).unwrap_or(0..0))
}

/// How many cells the map of a board blocks.
fn holes(raw: &Raw) -> usize {
    let lines = raw.board.iter().flat_map(Spanned::get_ref);
    lines.map(|line| line.get_ref().matches('#').count()).sum()
}

/// The settings of a board drawn as a map, its first line the northernmost row.
fn map(board: &Spanned<Vec<Spanned<String>>>, raw: &Raw) -> Result<Settings, Fault> {
    const MAP: &str = "a line of . free, # blocked, S start, E end";
    let lines = board.get_ref();
    let columns = lines
        .first()
        .map_or(0, |line| line.get_ref().chars().count());
    for (name, given, drawn) in [
        ("rows", &raw.rows, lines.len()),
        ("columns", &raw.columns, columns),
    ] {
        if let Some(given) = given
            && usize::try_from(*given.get_ref()) != Ok(drawn)
        {
            return Err(
                Fault::new(format!("the map of the board has {drawn} {name}"))
                    .at(given.span())
                    .expected(drawn.to_string())
                    .help(format!("leave out {name}: the map says it")),
            );
        }
    }
    if columns == 0 {
        return Err(Fault::new("the map of the board is empty")
            .at(board.span())
            .expected("one line for each row, the northernmost first")
            .help("for instance board = [\"..#\", \"...\", \"S..\"]"));
    }
    let mut settings = Settings::board(lines.len(), columns);
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    for (row, line) in (0..lines.len()).rev().zip(lines) {
        let fault = |message: String| Fault::new(message).at(line.span()).expected(MAP);
        if line.get_ref().chars().count() != columns {
            let message = "the lines of the map differ in length".to_owned();
            return Err(fault(message).help("give every row the same number of cells"));
        }
        for (column, symbol) in line.get_ref().chars().enumerate() {
            let cell = Cell::new(row, column);
            match symbol {
                '.' => {}
                '#' => settings.blocked.push(cell),
                'S' => starts.push((cell, line.span())),
                'E' => ends.push((cell, line.span())),
                _ => {
                    let help = "labels and the die have keys of their own";
                    return Err(fault(format!("{symbol:?} means nothing on a map")).help(help));
                }
            }
        }
    }
    let one = |found: &[(Cell, Range<usize>)], given: Option<&Spanned<Value>>, name: &str| {
        let twice = || format!("the {name} of the tour is given twice");
        match (found, given) {
            (&[], _) => Ok(None),
            ([(cell, _)], None) => Ok(Some(*cell)),
            ([_, (_, span), ..], _) => Err(Fault::new(twice()).at(span.clone())),
            ([_], Some(given)) => Err(Fault::new(twice()).at(given.span())),
        }
        .map_err(|fault| fault.help(format!("keep one of the two {name}s")))
    };
    if let Some(start) = one(&starts, raw.start.as_ref(), "start")? {
        settings.start = Start::At(start);
    }
    settings.end = one(&ends, raw.end.as_ref(), "end")?;
    Ok(settings)
}

fn count(number: Option<&Spanned<i64>>, what: &str) -> Result<usize, Fault> {
    let help = format!("for instance {what} = 3");
    let Some(number) = number else {
        return Err(Fault::new(format!("the key {what:?} is missing"))
            .at(0..0)
            .expected(format!("{what} = …, or a map of the board"))
            .help(help));
    };
    usize::try_from(*number.get_ref()).map_err(|_| {
        Fault::new(format!("a board cannot have {} {what}", number.get_ref()))
            .at(number.span())
            .expected("a whole number from 1 on")
            .help(help)
    })
}

fn integers<const N: usize>(value: &Spanned<Value>) -> Option<[i64; N]> {
    let list = value.get_ref().as_array()?;
    let numbers: Vec<i64> = list.iter().map(Value::as_integer).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

fn cell(value: &Spanned<Value>, expected: &str) -> Result<Cell, Fault> {
    let fault = || {
        Fault::new("this is not a cell")
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
        Fault::new("this is not a label")
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

fn dice(
    die: Option<&Spanned<RawDie>>,
    handedness: Option<&Spanned<String>>,
) -> Result<Dice, Fault> {
    let hand = handedness.map(|hand| match hand.get_ref().as_str() {
        "left" => Ok((Handedness::Left, hand.span())),
        "right" => Ok((Handedness::Right, hand.span())),
        other => Err(Fault::new(format!("{other:?} is not a handedness"))
            .at(hand.span())
            .expected("\"left\" or \"right\"")
            .help(
                "the die with 1 on top, 2 north and 3 east is left-handed, its mirror image \
                 right-handed",
            )),
    });
    let hand = hand.transpose()?;
    let only = match die.map(|die| (die.get_ref(), die.span())) {
        None => Handedness::Left.reference(),
        Some((RawDie::Word(word), _)) if word == "any" => {
            return Ok(Dice::Any(hand.map_or(Handedness::Left, |(hand, _)| hand)));
        }
        Some((RawDie::Word(word), span)) => {
            return Err(Fault::new(format!("{word:?} is not a die"))
                .at(span)
                .expected(DIE)
                .help("\"any\" stands for all 24 ways to put the die down"));
        }
        Some((RawDie::Sides(sides), span)) => one_die(sides, &span)?,
    };
    match hand {
        None => Ok(Dice::Only(only)),
        Some((hand, span)) => Err(Fault::new("the handedness follows from the die")
            .at(span)
            .help(format!(
                "{only} is {}-handed; leave the handedness out, or write die = \"any\" for all \
                 dice that are {hand}-handed",
                only.orientation().0
            ))),
    }
}

pub(super) const SIDES: [&str; 3] = ["top", "north", "east"];
const DIE_HELP: &str =
    "for instance die = { top = 1, north = 2, east = 3 }; opposite faces add up to 7";

fn one_die(sides: &[Side], whole: &Range<usize>) -> Result<Die, Fault> {
    let is_side = |name: &str| SIDES.contains(&name);
    if let Some((key, _)) = sides.iter().find(|(key, _)| !is_side(key.get_ref())) {
        let message = format!("a die has no side called {:?}", key.get_ref());
        return Err(Fault::new(message)
            .at(key.span())
            .expected("top, north or east")
            .help(DIE_HELP));
    }
    let face = |name| face_at(sides, name, whole);
    let [top, north, east] = [face("top")?, face("north")?, face("east")?];
    Die::new(top.0, north.0, east.0).map_err(|message| {
        // The first that cannot be beside those before it is the one to change.
        let clash = top.0 == north.0 || top.0 + north.0 == 7;
        wrong_face(message, if clash { north.1 } else { east.1 })
    })
}

fn wrong_face(message: impl Into<String>, span: Range<usize>) -> Fault {
    Fault::new(message)
        .at(span)
        .expected("a face, 1 to 6, that can be there")
        .help(DIE_HELP)
}

/// The face on a side, and where it stands.
fn face_at(sides: &[Side], name: &str, whole: &Range<usize>) -> Result<(u8, Range<usize>), Fault> {
    let Some((_, value)) = sides.iter().find(|(key, _)| key.get_ref() == name) else {
        let message = format!("the die does not say which face is at {name}");
        return Err(Fault::new(message)
            .at(whole.clone())
            .expected(DIE)
            .help(DIE_HELP));
    };
    let number = value.get_ref().as_integer();
    number
        .and_then(|face| u8::try_from(face).ok())
        .filter(|face| (1..=6).contains(face))
        .map(|face| (face, value.span()))
        .ok_or_else(|| wrong_face("a die has no such face", value.span()))
}

impl FromInstance for Puzzle {
    type File = Raw;
    const FAMILY: Family = Family::Tour;
    const KEYS: &'static [KeyHelp] = crate::keys::KEYS;

    fn from_instance(file: Raw) -> std::result::Result<Puzzle, Fault> {
        Puzzle::from_raw(file)
    }
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
            "kind = 'tour'\ntitle = 'T'\nsource = 'S'\nrows = 3\ncolumns = 4\nstart = 'any'\n\
             end = [2, 2]\ndie = 'any'\nhandedness = 'right'\nfaces = [1, -2, 3, 4, 5, 60]\n\
             blocked = [[1, 1]]\nclosed = false\nlabels = [[0, 1, 4], [2, 2, 6]]",
        )
        .unwrap();
        assert_eq!(puzzle.start(), Start::Any);
        assert_eq!(puzzle.die(), Dice::Any(Handedness::Right));
        assert_eq!(puzzle.end(), Some(Cell::new(2, 2)));
        assert_eq!(puzzle.faces()[5], 60);
        assert_eq!(puzzle.size(), 11);
        assert_eq!(puzzle.label((2, 2)), Some(6));
        assert_eq!(puzzle.title(), Some("T"));
        assert_eq!(puzzle.to_string().parse::<Puzzle>().unwrap(), puzzle);
        let json = serde_json::to_string(&puzzle).unwrap();
        assert_eq!(serde_json::from_str::<Puzzle>(&json).unwrap(), puzzle);
    }

    #[test]
    fn a_board_is_drawn_as_a_map_with_the_north_above() {
        let drawn = read("kind = 'tour'\nboard = ['.E#', '...', 'S..']").unwrap();
        let built = Puzzle::builder(3, 3).block((2, 2)).end((2, 1)).build();
        assert_eq!(drawn, built.unwrap());
        assert_eq!(read("kind = 'tour'\nboard = ['..']").unwrap().columns(), 2);
    }

    #[test]
    fn a_fault_points_at_its_place() {
        for (text, marked) in [
            ("board = ['..', '...']", "'...'"),
            ("board = ['..', '.x']", "'.x'"),
            ("board = ['S.', 'S.']", "'S.'"),
            ("board = []", "[]"),
            ("board = ['##']", "['##']"),
            ("board = ['#S', '..']\nblocked = [[0, 0], [9, 9]]", "[9, 9]"),
            ("rows = 3\nboard = ['..', '..']", "3"),
            ("board = ['S.', '..']\nstart = [0, 0]", "[0, 0]"),
        ] {
            let text = format!("kind = 'tour'\n{text}");
            let fault = read(&text).unwrap_err();
            assert_eq!(&text[fault.span()], marked, "{fault:?}");
        }
        let board = "kind = 'tour'\nrows = 3\ncolumns = 3\n";
        for (line, marked) in [
            ("start = [3, 0]", "[3, 0]"),
            ("start = [-1, 0]", "[-1, 0]"),
            ("start = [1, 1]\nblocked = [[1, 1]]", "[1, 1]"),
            ("die = { top = 1, north = 6, east = 3 }", "6"),
            ("die = { top = 1, north = 2, east = 5 }", "5"),
            ("die = { top = 8, north = 2, east = 3 }", "8"),
            ("die = { top = 1, north = 'x', east = 3 }", "'x'"),
            ("die = { top = 1, north = 2, west = 3 }", "west"),
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
            assert_eq!(&text[fault.span()], marked, "{fault:?}");
        }
    }
}
