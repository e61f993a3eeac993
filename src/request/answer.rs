//! What a question found: for people, for programs, for spreadsheets, and the exit status.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

use super::context::Context;
use super::text::Text;
use super::{Envelope, headed, row};
use crate::{Error, Result};

/// The answer to a [`Request`](super::Request).
///
/// # Examples
/// ```
/// # use cubegraph::{Work, request::Request};
/// let request: Request = serde_json::from_str(
///     r#"{"family": "corner", "command": "solve", "puzzle": "@van-kreveld", "options": {"count": true}}"#,
/// )?;
/// let answer = request.answer(&Work::default())?;
/// assert_eq!(answer.status(), 0);
/// assert!(answer.to_json()?.contains(r#""solutions":1"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Answer {
    text: Text,
    data: Box<dyn Data>,
    csv: Vec<Vec<String>>,
    status: u8,
    is_verbatim: bool,
    document: Option<Document>,
}

/// A solution with the argument for it, if that was asked for.
#[derive(Serialize)]
pub(crate) struct Explained<T> {
    #[serde(flatten)]
    pub solution: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
}

#[derive(Clone, Copy)]
enum Layout {
    Pretty,
    OneLine,
}

/// What an answer is written from as JSON.
trait Data: Any + Send + Sync {
    fn to_json(&self, layout: Layout) -> serde_json::Result<String>;
}

impl<T: Serialize + Any + Send + Sync> Data for T {
    fn to_json(&self, layout: Layout) -> serde_json::Result<String> {
        match layout {
            Layout::Pretty => serde_json::to_string_pretty(self),
            Layout::OneLine => serde_json::to_string(self),
        }
    }
}

/// Answers with the names of their puzzles: a line of JSON for each.
struct Several(Vec<(String, Answer)>);

impl Data for Several {
    fn to_json(&self, _: Layout) -> serde_json::Result<String> {
        let line = |(name, answer): &(String, Answer)| {
            let line = answer.data.to_json(Layout::OneLine)?;
            let keys = line.strip_suffix('}').unwrap_or(&line);
            let name = serde_json::to_string(name)?;
            Ok(format!("{keys},\"puzzle\":{name}}}"))
        };
        let lines: serde_json::Result<Vec<_>> = self.0.iter().map(line).collect();
        Ok(lines?.join("\n"))
    }
}

/// The contents of a file that has the same form in every format.
enum Document {
    Contents(Vec<u8>),
    /// Nothing is left to write.
    Empty,
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = self.to_json().unwrap_or_default();
        f.debug_struct("Answer")
            .field("status", &self.status)
            .field("json", &json)
            .finish_non_exhaustive()
    }
}

impl Answer {
    /// An answer in words and for programs, status 0.
    pub fn new(text: impl Into<Text>, json: impl Serialize + Send + Sync + 'static) -> Answer {
        Answer {
            text: text.into(),
            data: Box::new(json),
            csv: Vec::new(),
            status: 0,
            is_verbatim: false,
            document: None,
        }
    }

    /// The verdict on an answer and the reason, also as a table; status 1 where it is wrong.
    pub(crate) fn verdict(
        text: String,
        right: bool,
        why: Option<&str>,
        json: impl Serialize + Send + Sync + 'static,
    ) -> Answer {
        let cells = row([&right.to_string(), why.unwrap_or_default()]);
        Answer::new(text, json)
            .with_csv(headed(["right", "why"], [cells]))
            .with_status(u8::from(!right))
    }

    /// Answers about several puzzles: one after the other for people, one line each for programs,
    /// each with the name of its puzzle.
    pub fn several(answers: Vec<(String, Answer)>) -> Answer {
        let mut text = Text::default();
        for (index, (name, answer)) in answers.iter().enumerate() {
            let gap = if index > 0 { "\n\n" } else { "" };
            text.push_str(&format!("{gap}{name}\n"));
            text.append(answer.text.trimmed());
        }
        Answer { data: Box::new(Several(answers)), ..Answer::new(text, ()) }
    }

    /// A whole file, such as a drawing or an export, that looks the same in every format.
    pub fn from_document(contents: impl Into<Vec<u8>>) -> Answer {
        Answer { document: Some(Document::Contents(contents.into())), ..Answer::new("", ()) }
    }

    /// The answer "no" where a drawing was asked for and there is nothing to draw: nothing is
    /// written, status 1.
    pub(crate) fn nothing_to_draw() -> Answer {
        Answer::written().with_status(1)
    }

    /// Nothing is left to write: the files are complete.
    pub(crate) fn written() -> Answer {
        Answer { document: Some(Document::Empty), ..Answer::new("", ()) }
    }

    /// The same answer as a table, the header first.
    #[must_use]
    pub fn with_csv(mut self, csv: Vec<Vec<String>>) -> Answer {
        self.csv = csv;
        self
    }

    /// The text is that of an instance file: no line of it is wrapped.
    #[must_use]
    pub fn verbatim(mut self) -> Answer {
        self.is_verbatim = true;
        self
    }

    /// The status: 1 where the answer is "no".
    #[must_use]
    pub fn with_status(mut self, status: u8) -> Answer {
        self.status = status;
        self
    }

    /// 0 answered, 1 the answer is "no", 3 a limit was reached before the answer was proved.
    pub fn status(&self) -> u8 {
        self.status
    }

    /// The solution as the library has it, if it is of this type.
    pub fn solution<T: Any>(&self) -> Option<&T> {
        let data: &dyn Any = &*self.data;
        let explained = || data.downcast_ref::<Envelope<Explained<T>>>();
        data.downcast_ref::<Envelope<T>>()
            .map(Envelope::solution)
            .or_else(|| Some(&explained()?.solution().solution))
    }

    /// The answer for people.
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// Whether the text is that of a file, which is not wrapped.
    pub fn is_verbatim(&self) -> bool {
        self.is_verbatim
    }

    /// The contents of the drawing or file that was asked for; empty if nothing is left to write.
    pub fn document(&self) -> Option<&[u8]> {
        match self.document.as_ref()? {
            Document::Contents(contents) => Some(contents),
            Document::Empty => Some(&[]),
        }
    }

    /// The envelope and the solution on one line.
    ///
    /// # Errors
    /// If the solution cannot be serialised.
    pub fn to_json(&self) -> Result<String> {
        self.data.to_json(Layout::OneLine).map_err(unwritable)
    }

    /// The same over several lines.
    ///
    /// # Errors
    /// If the solution cannot be serialised.
    pub fn to_json_pretty(&self) -> Result<String> {
        self.data.to_json(Layout::Pretty).map_err(unwritable)
    }

    /// The table as CSV.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the answer is not a table.
    pub fn to_csv(&self) -> Result<Vec<u8>> {
        if self.csv.is_empty() {
            return Err(no_table());
        }
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        for row in &self.csv {
            let cells = row.iter().map(|cell| for_spreadsheet(cell).into_owned());
            writer.write_record(cells).map_err(unwritable)?;
        }
        writer.into_inner().map_err(unwritable)
    }
}

pub(crate) fn unwritable(error: impl fmt::Display) -> Error {
    Error::Rejected(format!("the answer cannot be written: {error}"))
}

/// The error of asking for a table where there is none.
pub fn no_table() -> Error {
    Error::invalid("this result is not a table").help("use --format text or json")
}

/// A cell that a spreadsheet would take for a formula becomes text; numbers stay numbers.
fn for_spreadsheet(cell: &str) -> Cow<'_, str> {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err() {
        return format!("'{cell}").into();
    }
    cell.into()
}

impl Context<'_> {
    /// Lets `fill` write the result to its place, or into the document of the answer.
    pub(crate) fn streamed<'f>(
        &self,
        fill: impl FnOnce(&mut dyn std::io::Write) -> Result<()> + 'f,
    ) -> Result<Answer> {
        if let Some(stream) = self.stream {
            stream(Box::new(fill))?;
            return Ok(Answer::written());
        }
        let mut bytes = Vec::new();
        fill(&mut bytes)?;
        Ok(Answer::from_document(bytes))
    }
}
