//! The single entry point: a question about a puzzle, and its answer.
//!
//! The command line parses its arguments into a [`Question`] and prints the [`Answer`]; the page
//! and the Python package send a [`Request`]; `cubegraph solve` asks the same question about many
//! files. The options of a command are one struct, which clap and serde both read.
//!
//! ```
//! use cubegraph::{Work, request::Request};
//!
//! let request: Request = serde_json::from_str(
//!     r#"{"family": "tour", "command": "solve", "puzzle": "3x3", "options": {"count": true}}"#,
//! )?;
//! println!("{}", request.answer(&Work::default())?.to_json()?);
//!
//! let wrong: Request =
//!     serde_json::from_str(r#"{"family": "tour", "command": "solve", "options": {"cuont": true}}"#)?;
//! let error = wrong.answer(&Work::default()).unwrap_err().to_string();
//! assert!(error.contains("did you mean count?"), "{error}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod argument;
mod context;
pub mod corner;
mod drawings;
mod envelope;
mod graphs;
pub mod insanity;
mod options;
pub mod picture;
mod text;
pub mod tour;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::instance::{self, Family, closest};
use crate::{Error, Result, Work};

pub use answer::{Answer, no_table};
pub use context::{Context, Fill, Format, STANDARD_INPUT, Word, standard_input};
pub use drawings::is_folder;
pub use envelope::Envelope;
pub use text::{Block, Text};

use context::{PuzzleText, answer_of, located, one_from_input, puzzle_text, read_instance};
use context::{read_puzzle, split_answer};

/// A question as data: what the page, Python and batch files send.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The family of the puzzle.
    pub family: String,
    /// The command, as on the command line: `solve`, `draw`, …
    pub command: String,
    /// The text of an instance file, `@name`, a size, or the puzzle in words.
    #[serde(default)]
    pub puzzle: Option<String>,
    /// The options of the command by their long names.
    #[serde(default)]
    pub options: Map<String, Value>,
}

impl Request {
    /// The question with its options read.
    ///
    /// # Errors
    /// [`Error::Input`] if there is no such family, [`Error::Invalid`] if there is no such command
    /// or option.
    pub fn question(&self) -> Result<Question> {
        let (command, mut options) = (self.command.as_str(), self.options.clone());
        if let Some(puzzle) = &self.puzzle {
            options.insert("puzzle".to_owned(), puzzle.clone().into());
        }
        Ok(match self.family.parse()? {
            Family::Insanity => Question::Insanity(insanity::Command::read(command, options)?),
            Family::Tour => Question::Tour(tour::Command::read(command, options)?),
            Family::Picture => Question::Picture(picture::Command::read(command, options)?),
            Family::Corner => Question::Corner(corner::Command::read(command, options)?),
        })
    }

    /// Answers the question.
    ///
    /// # Errors
    /// As [`Request::question`], and those of the family.
    pub fn answer(&self, work: &Work) -> Result<Answer> {
        if self.command == "explain" {
            let text = self.puzzle.clone().unwrap_or_default();
            let puzzle = instance::read_any(&text, self.family.parse()?)?;
            return argument::argument(&puzzle, self.options.clone(), work);
        }
        self.question()?.answer(&Context::new(work))
    }
}

/// A question with its options.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Question {
    /// About Instant Insanity.
    Insanity(insanity::Command),
    /// About die tours.
    Tour(tour::Command),
    /// About picture cubes.
    Picture(picture::Command),
    /// About corner cubes.
    Corner(corner::Command),
}

impl Question {
    /// Asks for the solution of a puzzle, whose family is in its file or shows in its words.
    ///
    /// # Errors
    /// If the puzzle cannot be read.
    pub fn solve(puzzle: &Word) -> Result<Question> {
        Ok(match family_of(puzzle)? {
            Family::Insanity => Question::Insanity(insanity::Command::solve(puzzle.clone())),
            Family::Tour => Question::Tour(tour::Command::solve(puzzle.clone())),
            Family::Picture => Question::Picture(picture::Command::solve(puzzle.clone())),
            Family::Corner => Question::Corner(corner::Command::solve(puzzle.clone())),
        })
    }

    /// Answers the question.
    ///
    /// # Errors
    /// Those of the family.
    pub fn answer(&self, context: &Context) -> Result<Answer> {
        match self {
            Question::Insanity(command) => insanity::run(command, context),
            Question::Tour(command) => tour::run(command, context),
            Question::Picture(command) => picture::run(command, context),
            Question::Corner(command) => corner::run(command, context),
        }
    }
}

/// The family of a puzzle: that of its instance, or the one whose notation its words have.
fn family_of(word: &Word) -> Result<Family> {
    if let Some(name) = word.strip_prefix('@') {
        return Ok(instance::find_built_in(name, None)?.family);
    }
    if !word.is_standard_input() && word.path().is_some_and(|path| !path.exists()) {
        let message = format!("there is no file {word}");
        let help = "built-in instances are written @name; a puzzle that is written out needs its \
                    family, as in `cubegraph insanity solve …`";
        return Err(Error::invalid(message).help(help));
    }
    match puzzle_text(std::slice::from_ref(word), Family::Insanity)? {
        PuzzleText::Instance { name, text } => {
            let header = instance::Header::of(&text, None);
            Ok(header.map_err(|fault| fault.within(&name, &text))?.family)
        }
        PuzzleText::Words { text, .. } => Ok(notation(&text)),
    }
}

/// The family whose puzzles are written like this: two or three letters or
/// sixteen digits for each corner piece, six letters
/// or three pairs for each cube, a size or a map of a board, a photo of picture cubes.
fn notation(text: &str) -> Family {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let is_map = first.chars().all(|c| ".#SE".contains(c));
    let is_photo = text.contains(|c| "<>^v".contains(c)) || first.trim_end_matches(',').len() == 1;
    match first.len() {
        16 if first.chars().all(|c| "01".contains(c)) => Family::Corner,
        _ if is_map || first.starts_with(|c: char| c.is_ascii_digit()) => Family::Tour,
        _ if is_photo => Family::Picture,
        2 | 3 => Family::Corner,
        _ => Family::Insanity,
    }
}

/// The refusal of a command that a family does not have.
fn no_command(family: Family, command: &str, known: &[&str]) -> Error {
    let error = Error::invalid(format!("{family} has no command {command}"));
    match closest(command, known.iter().copied()) {
        Some(meant) => error.help(format!("did you mean {meant}?")),
        None => error.help(format!("there are {}", known.join(", "))),
    }
}

#[cfg(not(feature = "long-commands"))]
fn not_built_in(command: &str) -> Error {
    Error::invalid(format!("`{command}` is not part of this build"))
}

/// A command of a family, read from its name and its options.
macro_rules! commands {
    ($family:expr, $($name:literal => $variant:ident),* $(,)?) => {
        impl Command {
            /// Reads a command and its options, which are named as on the command line.
            ///
            /// # Errors
            /// [`Error::Invalid`](crate::Error::Invalid) if there is no such command or option.
            pub fn read(
                command: &str,
                options: serde_json::Map<String, serde_json::Value>,
            ) -> crate::Result<Command> {
                match command {
                    $($name => crate::request::options::read(command, options)
                        .map(Command::$variant),)*
                    _ => Err(crate::request::no_command($family, command, &[$($name),*])),
                }
            }
        }
    };
}
use commands;

/// A row of a table.
pub fn row<T: ToString, const N: usize>(cells: [T; N]) -> Vec<String> {
    cells.map(|cell| cell.to_string()).to_vec()
}

/// The rows of a table under a header.
pub fn headed<const N: usize>(
    header: [&str; N],
    body: impl IntoIterator<Item = Vec<String>>,
) -> Vec<Vec<String>> {
    std::iter::once(row(header)).chain(body).collect()
}
