//! The one error of the crate.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error as ThisError;

use super::bytes_in_words;
use crate::fault::Fault;

/// Shorthand for a result with the crate's error.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why there is no answer.
///
/// The words name no option of the command-line tool; the tool adds its own hints.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// A text is wrong; the fault knows where, what was expected and what to do.
    #[error("{0}")]
    Input(Fault),
    /// An argument is wrong that fits no text: a cell off the board, a move of another puzzle.
    #[error("{0}")]
    Invalid(Refusal),
    /// A file could not be read or written; if it was to be written, an earlier one at that place
    /// is untouched.
    #[error("cannot {access} {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        access: Access,
        /// What the system says.
        source: std::io::Error,
    },
    /// It is too large, for the method or for the memory allowed.
    #[error("{0}")]
    TooLarge(Refusal),
    /// The time allowed is used up.
    #[error("stopped after {} s, the time allowed{}", allowed.as_secs_f64(), known_so_far(known))]
    OutOfTime {
        /// How much time was allowed.
        allowed: Duration,
        /// What is known so far, in words; may be empty.
        known: String,
    },
    /// The work was cancelled.
    #[error("interrupted")]
    Interrupted,
    /// A checkpoint or table could not be read back.
    #[error("cannot use {}: {reason}", path.display())]
    Damaged {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong with it, and what to do.
        reason: String,
    },
    /// Processes that work together lost each other.
    #[error("{0}")]
    Cluster(String),
    /// The independent check rejected an answer: a mistake in this library.
    #[error("the independent check rejected the answer: {0}; please report this")]
    Rejected(String),
}

/// What was tried with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Reading it.
    Read,
    /// Writing it.
    Write,
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Access::Read => "read",
            Access::Write => "write",
        })
    }
}

/// What was refused, and what to do instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    message: String,
    help: Option<String>,
    memory: Option<Shortage>,
}

/// Memory that was needed and not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// How many bytes are needed, at least.
    pub needed: u128,
    /// How many bytes are allowed.
    pub allowed: u64,
}

impl Refusal {
    /// A refusal without advice.
    pub fn new(message: impl Into<String>) -> Refusal {
        Refusal { message: message.into(), help: None, memory: None }
    }

    /// What was refused and why, in one sentence without a full stop.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do instead, where that is known.
    pub fn advice(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// How much memory is lacking, where that is the reason.
    pub fn shortage(&self) -> Option<Shortage> {
        self.memory
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, "\n  = help: {help}"),
            None => Ok(()),
        }
    }
}

impl<T: Into<String>> From<T> for Refusal {
    fn from(message: T) -> Refusal {
        Refusal::new(message)
    }
}

fn known_so_far(known: &str) -> String {
    if known.is_empty() { String::new() } else { format!(" ({known})") }
}

impl Error {
    /// An argument that fits no text is wrong.
    pub fn invalid(message: impl Into<String>) -> Error {
        Error::Invalid(Refusal::new(message))
    }

    /// It is too large for the method, whatever the limits are.
    pub fn too_large(message: impl Into<String>) -> Error {
        Error::TooLarge(Refusal::new(message))
    }

    /// `what` needs more memory than allowed.
    pub fn too_much_memory(what: &str, needed: u128, allowed: u64) -> Error {
        let message = format!(
            "{what} needs at least {}, and {} are allowed",
            bytes_in_words(needed),
            bytes_in_words(u128::from(allowed))
        );
        Error::TooLarge(Refusal {
            memory: Some(Shortage { needed, allowed }),
            ..Refusal::new(message)
        })
    }

    /// A file could not be read.
    pub fn reading(path: impl AsRef<Path>, source: std::io::Error) -> Error {
        Error::Io { path: path.as_ref().to_owned(), access: Access::Read, source }
    }

    /// A file could not be written.
    pub fn writing(path: impl AsRef<Path>, source: std::io::Error) -> Error {
        Error::Io { path: path.as_ref().to_owned(), access: Access::Write, source }
    }

    /// A checkpoint or table could not be read back.
    pub fn damaged(path: impl AsRef<Path>, reason: impl Into<String>) -> Error {
        Error::Damaged { path: path.as_ref().to_owned(), reason: reason.into() }
    }

    /// The same error with advice on what to do; advice it has already stays.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Error {
        match &mut self {
            Error::Input(fault) => {
                fault.0.help.get_or_insert(help.into());
            }
            Error::Invalid(refusal) | Error::TooLarge(refusal) => {
                refusal.help.get_or_insert(help.into());
            }
            _ => {}
        }
        self
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        Error::Input(fault)
    }
}
