//! The one error of the crate; its kinds are the exit statuses of the tool.

use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error as ThisError;

use super::bytes_in_words;

/// Why there is no answer.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// The input is wrong; the text says where, what was expected and what to do.
    #[error("{0}")]
    Input(String),
    /// It would take more memory than allowed.
    #[error("{what} needs {}, and {} are allowed; --memory GIB allows more", bytes_in_words(*needed), bytes_in_words(u128::from(*allowed)))]
    TooMuchMemory {
        /// What needs the memory.
        what: String,
        /// How much it needs, in bytes.
        needed: u128,
        /// How much is allowed, in bytes.
        allowed: u64,
    },
    /// It is too large for the method, whatever the limits are.
    #[error("{0}")]
    TooLarge(String),
    /// The time allowed is used up.
    #[error("stopped after {} s, the time allowed{}; --time SECONDS allows more", allowed.as_secs_f64(), known_so_far(known))]
    OutOfTime {
        /// How much time was allowed.
        allowed: Duration,
        /// What is known so far, in words; may be empty.
        known: String,
    },
    /// Somebody asked for a stop.
    #[error("interrupted")]
    Interrupted,
    /// A file could not be written; an earlier one at that place is untouched.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
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
    /// The independent check rejected an answer: a mistake in this program.
    #[error("the independent check rejected the answer: {0}; please report this")]
    Rejected(String),
}

fn known_so_far(known: &str) -> String {
    if known.is_empty() {
        String::new()
    } else {
        format!(" ({known})")
    }
}

impl Error {
    /// The exit status of the tool for this error: 2 bad input, 3 over a limit, 4 writing, reading back, checking or keeping together failed,
    /// 130 interrupted.
    pub fn status(&self) -> u8 {
        match self {
            Error::Input(_) => 2,
            Error::TooMuchMemory { .. } | Error::TooLarge(_) | Error::OutOfTime { .. } => 3,
            Error::Write { .. }
            | Error::Damaged { .. }
            | Error::Cluster(_)
            | Error::Rejected(_) => 4,
            Error::Interrupted => 130,
        }
    }
}
