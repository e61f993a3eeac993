//! What a command found, in the three formats.

use std::borrow::Cow;

use cubegraph::Error;
use serde::Serialize;

use super::{Format, layout};

/// The result of a command.
pub struct Answer {
    /// For people.
    pub text: String,
    /// For programs, written only if it is asked for.
    json: Box<dyn Fn(Style) -> serde_json::Result<String>>,
    /// For spreadsheets: the header, then the rows; empty where there is no table.
    pub csv: Vec<Vec<String>>,
    /// 0 answered, 1 the answer is "no".
    pub status: u8,
    /// Whether the text is that of a file, which stays as it is; prose is wrapped.
    verbatim: bool,
    /// A file's contents (a drawing, an export), the same in every format.
    document: Option<Document>,
}

/// A solution with the argument for it, if that was asked for.
#[derive(Serialize)]
pub struct Explained<T> {
    /// The solution.
    #[serde(flatten)]
    pub solution: T,
    /// The argument.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
}

/// How JSON is laid out.
#[derive(Clone, Copy)]
enum Style {
    Pretty,
    OneLine,
}

/// The contents of a file, or nothing at all.
enum Document {
    Contents(Vec<u8>),
    Missing,
}

impl Answer {
    /// An answer in words and for programs, status 0.
    pub fn new(text: impl Into<String>, json: impl Serialize + 'static) -> Answer {
        Answer {
            text: text.into(),
            json: Box::new(move |style| match style {
                Style::Pretty => serde_json::to_string_pretty(&json),
                Style::OneLine => serde_json::to_string(&json),
            }),
            csv: Vec::new(),
            status: 0,
            verbatim: false,
            document: None,
        }
    }

    /// The verdict on an answer and the reason, also as a table; status 1 where it is wrong.
    pub fn verdict(text: String, right: bool, why: &str, json: impl Serialize + 'static) -> Answer {
        let rows = layout::headed(["right", "why"], [layout::row([&right.to_string(), why])]);
        Answer::new(text, json)
            .with_csv(rows)
            .with_status(u8::from(!right))
    }

    /// Answers about several puzzles: one after the other for people, one line each for programs,
    /// each with the name of its puzzle.
    pub fn several(answers: Vec<(String, Answer)>) -> Answer {
        let titled =
            |(name, answer): &(String, Answer)| format!("{name}\n{}", answer.text.trim_end());
        let text: Vec<String> = answers.iter().map(titled).collect();
        Answer {
            text: text.join("\n\n"),
            json: Box::new(move |_| {
                let line = |(name, answer): &(String, Answer)| {
                    let line = (answer.json)(Style::OneLine)?;
                    let keys = line.strip_suffix('}').unwrap_or(&line);
                    Ok(format!(
                        "{keys},\"puzzle\":{}}}",
                        serde_json::to_string(name)?
                    ))
                };
                let lines: serde_json::Result<Vec<_>> = answers.iter().map(line).collect();
                Ok(lines?.join("\n"))
            }),
            ..Answer::new("", ())
        }
    }

    /// A whole file, such as a drawing or an export, that looks the same in every format.
    pub fn document(contents: impl Into<Vec<u8>>) -> Answer {
        Answer {
            document: Some(Document::Contents(contents.into())),
            ..Answer::new("", ())
        }
    }

    /// The answer "no" where a drawing was asked for and there is nothing to draw: nothing is
    /// written, status 1.
    pub fn nothing_to_draw() -> Answer {
        Answer {
            document: Some(Document::Missing),
            status: 1,
            ..Answer::new("", ())
        }
    }

    /// Nothing more to write: the files are there already.
    pub fn written() -> Answer {
        Answer::nothing_to_draw().with_status(0)
    }

    /// The same answer as a table, the header first.
    pub fn with_csv(mut self, csv: Vec<Vec<String>>) -> Answer {
        self.csv = csv;
        self
    }

    /// The text is that of an instance file: no line of it is wrapped.
    pub fn verbatim(mut self) -> Answer {
        self.verbatim = true;
        self
    }

    /// The status: 1 where the answer is "no".
    pub fn with_status(mut self, status: u8) -> Answer {
        self.status = status;
        self
    }

    /// The bytes in a format; none where nothing is to be written.
    pub fn in_format(&self, format: Format) -> anyhow::Result<Option<Vec<u8>>> {
        Ok(match &self.document {
            Some(Document::Contents(contents)) => Some(contents.clone()),
            Some(Document::Missing) => None,
            None => Some(self.printed(format)?),
        })
    }

    fn printed(&self, format: Format) -> anyhow::Result<Vec<u8>> {
        match format {
            Format::Text if self.verbatim => {
                Ok(end_of_line(visible(&self.text).into_owned()).into_bytes())
            }
            Format::Text => {
                let text = layout::wrapped(&visible(&self.text), layout::width());
                Ok(end_of_line(text).into_bytes())
            }
            Format::Json => Ok(end_of_line((self.json)(Style::Pretty)?).into_bytes()),
            Format::Csv if self.csv.is_empty() => Err(no_table().into()),
            Format::Csv => {
                let mut writer = csv::WriterBuilder::new()
                    .flexible(true)
                    .from_writer(Vec::new());
                for row in &self.csv {
                    writer.write_record(
                        row.iter().map(|cell| for_a_spreadsheet(cell).into_owned()),
                    )?;
                }
                Ok(writer.into_inner()?)
            }
        }
    }
}

/// The mistake of asking for a table where there is none.
pub fn no_table() -> Error {
    Error::invalid("this result is not a table").help("use --format text or json")
}

/// A cell that a spreadsheet would take for a formula becomes text; numbers stay numbers.
fn for_a_spreadsheet(cell: &str) -> Cow<'_, str> {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err() {
        return format!("'{cell}").into();
    }
    cell.into()
}

/// Text with the characters shown that a terminal would obey or hide, and that a name or title of
/// an instance may carry: control characters, marks that turn the direction of writing, characters
/// without width.
pub fn visible(text: &str) -> Cow<'_, str> {
    let obeyed = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\t'))
            || matches!(
                c,
                '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{feff}'
            )
            || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
            || ('\u{e0000}'..='\u{e007f}').contains(&c)
    };
    if !text.contains(obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if obeyed(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

fn end_of_line(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
