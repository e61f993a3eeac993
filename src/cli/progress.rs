//! Bars and hints on standard error.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clap::ColorChoice;
use cubegraph::work::Observer;
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

impl Observer for Bars {
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
    // Every error says all it knows by itself; its sources would say it again.
    let message = error.to_string();
    say(&format!("{start}error{end}: {}", visible(&message)));
}
