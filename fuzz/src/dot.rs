//! A small reader of DOT, as far as quoting goes; written from the language's description, not from
//! our writer.

use std::collections::BTreeMap;

/// The attributes of a statement, or of the graph itself.
pub type Attributes = BTreeMap<String, String>;

/// A statement: what stands before its bracket (a node, or an edge as `a--b`), and its attributes.
#[derive(Debug)]
pub struct Statement {
    /// The words before the bracket, joined.
    pub subject: String,
    /// Name and value as they stand, quotation marks removed and `\"` undone.
    pub attributes: Attributes,
}

/// Reads a graph, or says what is wrong with it.
pub fn read(text: &str) -> Result<Vec<Statement>, String> {
    let mut letters = text.char_indices().peekable();
    let mut statements = Vec::new();
    let mut subject = String::new();
    let mut depth = 0;
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => subject.push_str(&quoted(&mut letters, at)?),
            '{' => {
                depth += 1;
                subject.clear();
            }
            '}' => {
                depth -= 1;
                if depth < 0 {
                    return Err(format!("a brace too many at {at}"));
                }
            }
            '[' => {
                let attributes = attributes(&mut letters, at)?;
                let subject = std::mem::take(&mut subject);
                statements.push(Statement { subject, attributes });
            }
            ';' => subject.clear(),
            _ if letter.is_whitespace() => {}
            _ if plain(letter) || "-=>".contains(letter) => subject.push(letter),
            _ => return Err(format!("{letter:?} outside quotes at {at}")),
        }
    }
    if depth == 0 { Ok(statements) } else { Err("a brace too few".to_owned()) }
}

type Letters<'a> = std::iter::Peekable<std::str::CharIndices<'a>>;

/// What may stand outside quotation marks: names and numbers.
fn plain(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_.-".contains(letter)
}

/// The rest of a quoted string: a backslash takes the quotation mark behind it along, and stays
/// before anything else.
fn quoted(letters: &mut Letters, from: usize) -> Result<String, String> {
    let mut text = String::new();
    while let Some((_, letter)) = letters.next() {
        match letter {
            '"' => return Ok(text),
            '\\' => match letters.next() {
                Some((_, '"')) => text.push('"'),
                Some((_, other)) => text.extend(['\\', other]),
                None => break,
            },
            other => text.push(other),
        }
    }
    Err(format!("the string at {from} does not end"))
}

fn attributes(letters: &mut Letters, from: usize) -> Result<Attributes, String> {
    let mut found = Attributes::new();
    let (mut name, mut value, mut is_value) = (String::new(), None::<String>, false);
    for _ in 0..usize::MAX {
        let Some((at, letter)) = letters.next() else {
            break;
        };
        match letter {
            ']' | ',' | ';' => {
                match (name.is_empty(), value.take()) {
                    (false, Some(value)) => {
                        found.insert(std::mem::take(&mut name), value);
                    }
                    (true, None) => {}
                    _ => return Err(format!("half an attribute before {at}")),
                }
                is_value = false;
                if letter == ']' {
                    return Ok(found);
                }
            }
            '=' if !is_value => is_value = true,
            '"' if is_value && value.is_none() => value = Some(quoted(letters, at)?),
            _ if letter.is_whitespace() => {}
            _ if plain(letter) && is_value => value.get_or_insert_default().push(letter),
            _ if plain(letter) => name.push(letter),
            _ => return Err(format!("{letter:?} among attributes at {at}")),
        }
    }
    Err(format!("the bracket at {from} does not end"))
}

/// The text that Graphviz shows for a label: escapes of lines and backslashes undone, the entity of
/// `&` too.
pub fn shown(label: &str) -> String {
    let mut text = String::new();
    let mut letters = label.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('n') => text.push('\n'),
                Some(other) => text.push(other),
                None => text.push('\\'),
            },
            other => text.push(other),
        }
    }
    text.replace("&amp;", "&")
}
