//! Progress and messages on standard error.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use clap::ColorChoice;
use cubegraph::Error;
use cubegraph::work::{Access, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

use super::answer::visible;
use super::layout;

/// A stage that takes less time has no bar.
const BAR_DELAY: Duration = Duration::from_millis(500);
/// How often the bar is drawn.
const TICK: Duration = Duration::from_millis(100);
/// The name of a stage is shown up to this width, so that a bar stays on one line.
const LONGEST_NAME: usize = 36;
/// The columns at the end of a line that stay free. A terminal echoes ^C there; if that began a new
/// line, the bar could not be taken away any more.
const FREE: u16 = 4;

/// Shows, on a terminal, one bar for the stage under way once it has taken half a second; it
/// vanishes with the stage. Notes are shown everywhere.
pub struct Bars {
    quiet: bool,
    shown: Arc<Mutex<Shown>>,
}

/// The stages under way, the innermost last, and the bar of that one.
#[derive(Default)]
struct Shown {
    stages: Vec<Stage>,
    bar: Option<ProgressBar>,
}

struct Stage {
    name: String,
    total: Option<u64>,
    done: u64,
    begun: Instant,
}

impl Bars {
    /// Bars, or silence.
    pub fn new(quiet: bool) -> Bars {
        let shown = Arc::<Mutex<Shown>>::default();
        if !quiet && std::io::stderr().is_terminal() {
            let shown = Arc::downgrade(&shown);
            // Without a thread to be had there are no bars.
            let _ = std::thread::Builder::new().spawn(move || draw_regularly(&shown));
        }
        Bars { quiet, shown }
    }

    /// Handles a progress event.
    pub fn on_progress(&self, progress: &Progress) {
        let mut shown = lock(&self.shown);
        match progress {
            Progress::Begin { stage, total } => {
                shown.clear();
                shown.stages.push(Stage {
                    name: layout::shortened(&visible(stage), LONGEST_NAME).into_owned(),
                    total: *total,
                    done: 0,
                    begun: Instant::now(),
                });
            }
            Progress::Advance { done, .. } => {
                if let Some(stage) = shown.stages.last_mut() {
                    stage.done = *done;
                }
            }
            Progress::End { .. } => {
                shown.clear();
                shown.stages.pop();
            }
            Progress::Note(text) if !self.quiet => {
                let text = layout::wrapped(&visible(&layout::brief(text)), layout::message_width());
                match &shown.bar {
                    Some(bar) => bar.suspend(|| say(&text)),
                    None => say(&text),
                }
            }
            _ => {}
        }
    }

    /// Takes the bar off the screen for good, for an end that comes in the middle of the work.
    pub fn clear(&self) {
        let mut shown = lock(&self.shown);
        shown.stages.clear();
        shown.clear();
    }
}

impl Clone for Bars {
    fn clone(&self) -> Bars {
        Bars { quiet: self.quiet, shown: Arc::clone(&self.shown) }
    }
}

fn lock(shown: &Mutex<Shown>) -> MutexGuard<'_, Shown> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

fn draw_regularly(shown: &Weak<Mutex<Shown>>) {
    loop {
        std::thread::sleep(TICK);
        match shown.upgrade() {
            Some(shown) => lock(&shown).draw(),
            None => return,
        }
    }
}

impl Shown {
    fn draw(&mut self) {
        let Some(stage) = self.stages.last() else {
            return;
        };
        if stage.begun.elapsed() < BAR_DELAY {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| stage.bar());
        bar.set_position(stage.done);
        bar.tick();
    }

    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Stage {
    fn bar(&self) -> ProgressBar {
        // A numbered stage is one of several: when it will end says nothing about the whole.
        let is_one_of_many = self.name.contains(|c: char| c.is_ascii_digit());
        let template = match self.total {
            Some(_) if is_one_of_many => "{msg} {wide_bar} {percent:>3} % {elapsed}",
            Some(_) => "{msg} {wide_bar} {percent:>3} % {elapsed} ({eta} left)",
            None => "{spinner} {msg} {human_pos} {elapsed}",
        };
        let target = ProgressDrawTarget::term_like(Box::new(Screen));
        let bar = ProgressBar::with_draw_target(self.total, target);
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.with_style(style).with_elapsed(self.begun.elapsed()).with_message(self.name.clone())
    }
}

/// The terminal behind standard error, as the bar sees it: a little narrower than it is.
#[derive(Debug)]
struct Screen;

impl Screen {
    fn move_cursor(count: usize, direction: char) -> io::Result<()> {
        match count {
            0 => Ok(()),
            _ => write!(io::stderr(), "\x1b[{count}{direction}"),
        }
    }
}

impl TermLike for Screen {
    fn width(&self) -> u16 {
        let width = u16::try_from(layout::message_width()).unwrap_or(u16::MAX);
        width.saturating_sub(FREE)
    }

    fn move_cursor_up(&self, count: usize) -> io::Result<()> {
        Screen::move_cursor(count, 'A')
    }

    fn move_cursor_down(&self, count: usize) -> io::Result<()> {
        Screen::move_cursor(count, 'B')
    }

    fn move_cursor_right(&self, count: usize) -> io::Result<()> {
        Screen::move_cursor(count, 'C')
    }

    fn move_cursor_left(&self, count: usize) -> io::Result<()> {
        Screen::move_cursor(count, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        writeln!(io::stderr(), "{text}")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        write!(io::stderr(), "{text}")
    }

    fn clear_line(&self) -> io::Result<()> {
        write!(io::stderr(), "\r\x1b[2K")
    }

    fn flush(&self) -> io::Result<()> {
        io::stderr().flush()
    }
}

/// Writes a line to standard error, which may be closed.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Writes an error to standard error and returns its exit status.
pub fn report_error(error: &Error, color: ColorChoice) -> u8 {
    let (message, status) = (in_words(error), status(error));
    let colourful = match color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
        }
    };
    let (start, end) = if colourful { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
    let message = format!("error: {}", visible(&layout::brief(&message)));
    let message = layout::wrapped(&message, layout::message_width());
    let rest = message.strip_prefix("error").unwrap_or(&message);
    say(&format!("{start}error{end}{rest}"));
    status
}

/// An error of the library in the tool's words: what it says, and the option that helps.
fn in_words(error: &Error) -> String {
    match error {
        Error::Input(fault) => fault.rendered(),
        Error::OutOfTime { .. } => format!("{error}; --time SECONDS allows more"),
        Error::TooLarge(refusal) if refusal.shortage().is_some() => {
            format!("{error}; --memory GIB allows more")
        }
        Error::Io { path, access: Access::Read, source } => match source.kind() {
            std::io::ErrorKind::NotFound => with_help(
                format_args!("there is no file {}", path.display()),
                "built-in instances are written @name; `cubegraph instances` lists them",
            ),
            std::io::ErrorKind::IsADirectory => with_help(
                format_args!("{} is a folder", path.display()),
                "name one instance file in it",
            ),
            _ => error.to_string(),
        },
        Error::Io { path, access: Access::Write, source }
            if source.kind() == std::io::ErrorKind::NotFound
                && path.parent().is_some_and(|folder| !folder.exists()) =>
        {
            let folder = path.parent().unwrap_or(path).display();
            with_help(
                format_args!("cannot write {}: there is no folder {folder}", path.display()),
                "make the folder first",
            )
        }
        _ => error.to_string(),
    }
}

/// A message with advice, in the form that the library's errors have.
fn with_help(message: impl std::fmt::Display, help: &str) -> String {
    Error::invalid(message.to_string()).help(help).to_string()
}

/// The exit status for an error: 2 bad input, 3 over a limit, 4 writing, reading back, checking or
/// keeping processes together failed, 130 interrupted.
fn status(error: &Error) -> u8 {
    match error {
        Error::TooLarge(_) | Error::OutOfTime { .. } => 3,
        Error::Io { access: Access::Write, .. }
        | Error::Damaged { .. }
        | Error::Cluster(_)
        | Error::Rejected(_) => 4,
        Error::Interrupted => 130,
        _ => 2,
    }
}
