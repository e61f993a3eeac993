//! Bars and hints on standard error.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clap::ColorChoice;
use cubegraph::Error;
use cubegraph::work::{Access, Progress};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use super::answer::visible;

/// Shows progress bars on a terminal, and notes everywhere.
pub struct Bars {
    quiet: bool,
    terminal: bool,
    all: MultiProgress,
    open: Mutex<Vec<ProgressBar>>,
}

impl Bars {
    /// Bars, or silence.
    pub fn new(quiet: bool) -> Bars {
        Bars {
            quiet,
            terminal: std::io::stderr().is_terminal(),
            all: MultiProgress::new(),
            open: Mutex::default(),
        }
    }

    fn open(&self) -> MutexGuard<'_, Vec<ProgressBar>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bars {
    /// Hears how far the work is.
    pub fn hear(&self, progress: &Progress) {
        match progress {
            Progress::Begin { stage, total } => self.begin(stage, *total),
            Progress::Advance { done, .. } => self.advance(*done),
            Progress::Note(text) => self.note(text),
            Progress::End { .. } => self.end(),
            _ => {}
        }
    }

    fn begin(&self, stage: &str, total: Option<u64>) {
        if self.quiet || !self.terminal {
            return;
        }
        let bar = match total {
            Some(total) => ProgressBar::new(total).with_style(
                ProgressStyle::with_template(
                    "{msg} {wide_bar} {percent:>3} % {elapsed} ({eta} left)",
                )
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
            ),
            None => ProgressBar::new_spinner().with_style(
                ProgressStyle::with_template("{spinner} {msg} {human_pos} {elapsed}")
                    .unwrap_or_else(|_| ProgressStyle::default_spinner()),
            ),
        };
        bar.set_message(stage.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
        self.open().push(self.all.add(bar));
    }

    fn advance(&self, done: u64) {
        if let Some(bar) = self.open().last() {
            bar.set_position(done);
        }
    }

    fn note(&self, text: &str) {
        if !self.quiet {
            self.all.suspend(|| say(&visible(text)));
        }
    }

    fn end(&self) {
        if let Some(bar) = self.open().pop() {
            bar.finish_and_clear();
        }
    }
}

/// Writes a line to standard error; if nobody can read it, there is nobody to tell.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Writes an error to standard error.
pub fn complain(error: &anyhow::Error, color: ColorChoice) {
    let colourful = match color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
        }
    };
    let (start, end) = if colourful {
        ("\x1b[1;31m", "\x1b[0m")
    } else {
        ("", "")
    };
    let message = match error.downcast_ref::<Error>() {
        Some(error) => in_words(error),
        // Every error says all it knows by itself; its sources would say it again.
        None => error.to_string(),
    };
    say(&format!("{start}error{end}: {}", visible(&message)));
}

/// An error of the library in the tool's words: what it says, and the option that helps.
fn in_words(error: &Error) -> String {
    match error {
        Error::Input(fault) => fault.rendered(),
        Error::OutOfTime { .. } => format!("{error}; --time SECONDS allows more"),
        Error::TooLarge(refusal) if refusal.shortage().is_some() => {
            format!("{error}; --memory GIB allows more")
        }
        Error::Io {
            path,
            access: Access::Read,
            source,
        } => match source.kind() {
            std::io::ErrorKind::NotFound => format!(
                "there is no file {}\n  = help: built-in instances are written @name; `cubegraph instances` lists them",
                path.display()
            ),
            std::io::ErrorKind::IsADirectory => format!(
                "{} is a folder\n  = help: name one instance file in it",
                path.display()
            ),
            _ => error.to_string(),
        },
        _ => error.to_string(),
    }
}

/// The exit status for an error: 2 bad input, 3 over a limit, 4 writing, reading back, checking or keeping together failed,
/// 130 interrupted.
pub fn status(error: &Error) -> u8 {
    match error {
        Error::TooLarge(_) | Error::OutOfTime { .. } => 3,
        Error::Io {
            access: Access::Write,
            ..
        }
        | Error::Damaged { .. }
        | Error::Cluster(_)
        | Error::Rejected(_) => 4,
        Error::Interrupted => 130,
        _ => 2,
    }
}
