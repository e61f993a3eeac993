//! Errors of the TOML parser in terms of the file: keys and their values.
//!
//! The parser reports types of Rust. A value of the wrong type is looked up by its key in the
//! family's [`KeyHelp`], and a mistake of syntax by the parser's sentence.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use super::{KeyHelp, NUMBER, TEXT, closest};
use crate::fault::Fault;

/// The keys that every file may have.
const HEADER: &[KeyHelp] = &[
    KeyHelp::new(
        "kind",
        "\"insanity\", \"tour\", \"picture\" or \"corner\", in quotes",
        "",
        "kind = \"tour\"",
    ),
    KeyHelp::new("title", TEXT, "", "title = \"My puzzle\""),
    KeyHelp::new("source", TEXT, "", "source = \"my grandmother\""),
];

/// How a sentence of the parser begins, and the message, expectation and advice instead.
const SLIPS: &[[&str; 4]] = &[
    [
        "duplicate key",
        "this key is there already",
        "a key that is new in its table",
        "remove one of the two",
    ],
    [
        "unclosed table",
        "the name of a table does not end",
        "]",
        "write it in brackets on one line, as in [group]",
    ],
    ["unclosed array", "a list does not end", "]", "every [ needs its ]"],
    ["unclosed inline table", "a table does not end", "}", "every { needs its }"],
    [
        "key with no value",
        "a line without =",
        "key = value",
        "write it as in rows = 3; a comment begins with #",
    ],
    [
        "invalid basic string",
        "a text does not end, or has a character that is not allowed in it",
        "\"",
        "write text in quotes on one line, as in \"tour\", and \\\\ for a backslash",
    ],
    [
        "missing escaped value",
        "a backslash in a text means something else",
        "a character that may follow a backslash",
        "write \\\\ for a backslash, or single quotes around the text",
    ],
    [
        "integer number overflowed",
        "this is not a number, or it is far too large",
        NUMBER,
        "write it in decimal digits, as in rows = 3",
    ],
    [
        "unexpected leading zero",
        "a number begins with 0",
        NUMBER,
        "leave out the 0 in front: 3 instead of 03",
    ],
    [
        "unquoted keys cannot be empty",
        "there is no key in front of the =",
        "key = value",
        "write it as in rows = 3",
    ],
    ["string values must be quoted", NO_VALUE[0], NO_VALUE[1], NO_VALUE[2]],
    ["invalid boolean", NO_VALUE[0], NO_VALUE[1], NO_VALUE[2]],
    ["invalid float", NO_VALUE[0], NO_VALUE[1], NO_VALUE[2]],
];

const NO_VALUE: [&str; 3] = [
    "this is not a value",
    "text in quotes, a number, true, false, a list in [ ] or a table in { }",
    "put quotes around text, and commas between the items of a list",
];

/// What to do where nothing better is known.
pub(super) const SEE_AN_EXAMPLE: &str =
    "`cubegraph instances` lists examples; `cubegraph instances NAME` prints one";

/// The parser's error about `contents` as a fault.
pub(super) fn fault(contents: &str, error: &Error, keys: &[KeyHelp]) -> Fault {
    let span = error.span().unwrap_or(0..0);
    let message = error.message().trim();
    // serde writes "unknown field `a`, expected one of `b`, `c`" and "missing field `a`".
    let mut quoted = message.split('`').skip(1).step_by(2);
    if message.starts_with("unknown field") {
        let unknown = quoted.next().unwrap_or_default();
        return unknown_key(unknown, &quoted.collect::<Vec<_>>()).at(span);
    }
    if message.starts_with("missing field") {
        let key = quoted.next().unwrap_or_default();
        return Fault::new(format!("the key {key:?} is missing"))
            .at(span)
            .expected(format!("{key} = …"))
            .help(known(key, keys).map_or_else(
                || SEE_AN_EXAMPLE.to_owned(),
                |(value, _)| format!("for instance {}", value.example),
            ));
    }
    wrong_type(contents, message, &span, keys).unwrap_or_else(|| slip(message)).at(span)
}

fn unknown_key(unknown: &str, known: &[&str]) -> Fault {
    let fault = Fault::new(format!("unknown key {unknown:?}"))
        .expected(format!("one of {}", known.join(", ")));
    match closest(unknown, known.iter().copied()) {
        Some(meant) => fault.help(format!("did you mean `{meant}`?")),
        None => fault.help("remove the line, or write it as a comment with #"),
    }
}

/// A slip of syntax; what the table does not know keeps the parser's words.
fn slip(message: &str) -> Fault {
    if let Some([_, says, expected, help]) = SLIPS.iter().find(|slip| message.starts_with(slip[0]))
    {
        return Fault::new(*says).expected(*expected).help(*help);
    }
    let message = message.replace('\n', "; ");
    let fault = match message.split_once(", expected ") {
        Some((says, expected)) if expected != "nothing" => Fault::new(says).expected(expected),
        _ => Fault::new(message),
    };
    fault.help(SEE_AN_EXAMPLE)
}

/// A value of the wrong type, by its key.
fn wrong_type(
    contents: &str,
    message: &str,
    span: &Range<usize>,
    keys: &[KeyHelp],
) -> Option<Fault> {
    if !message.starts_with("invalid type") {
        return None;
    }
    wrong_value(&DeTable::parse(contents).ok()?, span, keys)
}

/// A date. No key has one, but serde reads it as a table, so that a table of any keys accepts it.
pub(super) fn date(contents: &str, keys: &[KeyHelp]) -> Option<Fault> {
    fn in_dates(value: &Spanned<DeValue>) -> Option<Range<usize>> {
        match value.get_ref() {
            DeValue::Datetime(_) => Some(value.span()),
            DeValue::Array(items) => items.iter().find_map(in_dates),
            DeValue::Table(table) => table.values().find_map(in_dates),
            _ => None,
        }
    }
    let looks_like_one = |three: &[u8]| {
        matches!(three[1], b'-' | b':') && three[0].is_ascii_digit() && three[2].is_ascii_digit()
    };
    if keys.is_empty() || !contents.as_bytes().windows(3).any(looks_like_one) {
        return None;
    }
    let table = DeTable::parse(contents).ok()?;
    let span = table.get_ref().values().find_map(in_dates)?;
    Some(wrong_value(&table, &span, keys)?.at(span))
}

fn wrong_value(table: &Spanned<DeTable>, span: &Range<usize>, keys: &[KeyHelp]) -> Option<Fault> {
    let place = in_table(table.get_ref(), span, "")?;
    let (value, deeper) = known(&place.path, keys)?;
    let inside = (place.inside || deeper) && !value.item.is_empty();
    let key = value.key.rsplit('.').next().unwrap_or(value.key);
    let whose = if inside { "what is in " } else { "" };
    Some(
        Fault::new(format!("{whose}`{key}` cannot be {}", in_words(place.found)))
            .expected(if inside { value.item } else { value.value })
            .help(format!("for instance {}", value.example)),
    )
}

/// What is known of a key, or of the key of the table it is in: then also that it is deeper.
fn known<'a>(path: &str, keys: &'a [KeyHelp]) -> Option<(&'a KeyHelp, bool)> {
    let find = |path: &str| HEADER.iter().chain(keys).find(|value| value.key == path);
    let around = || path.rsplit_once('.').and_then(|(table, _)| find(table));
    find(path).map(|value| (value, false)).or_else(|| around().map(|value| (value, true)))
}

/// A value in a document.
struct Place<'a> {
    /// Its key, behind those of the tables around it.
    path: String,
    /// Whether it is an item of a list there.
    inside: bool,
    found: &'a DeValue<'a>,
}

fn in_table<'a>(table: &'a DeTable<'a>, span: &Range<usize>, path: &str) -> Option<Place<'a>> {
    table.iter().find_map(|(key, value)| {
        let key = key.get_ref();
        let path = if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
        in_value(value, span, &path, false)
    })
}

/// The innermost value at the span.
fn in_value<'a>(
    value: &'a Spanned<DeValue<'a>>,
    span: &Range<usize>,
    path: &str,
    inside: bool,
) -> Option<Place<'a>> {
    let found = value.get_ref();
    let deeper = match found {
        DeValue::Array(items) => items.iter().find_map(|item| in_value(item, span, path, true)),
        DeValue::Table(table) => in_table(table, span, path),
        _ => None,
    };
    deeper.or_else(|| {
        value.span().contains(&span.start).then(|| Place { path: path.to_owned(), inside, found })
    })
}

/// The bytes of a value in a document, by its key as in [`Fault::at_key`].
pub(crate) fn place_of(contents: &str, key: &str) -> Option<Range<usize>> {
    let path = key.trim_end_matches('=');
    let root = DeValue::Table(DeTable::parse(contents).ok()?.into_inner());
    let (mut inside, mut place, mut rest) = (&root, None, path);
    while !rest.is_empty() {
        // A name may have dots itself.
        let is_whole = matches!(inside, DeValue::Table(table) if table.iter().any(|(name, _)| name.get_ref() == rest));
        let (part, after) = match rest.split_once('.') {
            Some(split) if !is_whole => split,
            _ => (rest, ""),
        };
        rest = after;
        let (name, value) = match inside {
            DeValue::Table(table) => table.iter().find(|(name, _)| name.get_ref() == part)?,
            DeValue::Array(items) => {
                let item = items.get(part.parse::<usize>().ok()?)?;
                place = Some(item.span());
                inside = item.get_ref();
                continue;
            }
            _ => return None,
        };
        place = Some(if path == key { value.span() } else { name.span() });
        inside = value.get_ref();
    }
    place
}

fn in_words(value: &DeValue) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(number)
            if i64::from_str_radix(number.as_str(), number.radix()).is_err() =>
        {
            "a number this large"
        }
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
