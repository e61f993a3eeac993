//! Support for long-running work: progress, cancellation, limits on memory and time, files that are
//! written whole or not at all, and folders in which searches store their layers.
//!
//! The library never prints, never exits and never reads the environment. Callers pass a [`Work`]
//! and receive progress through it; [`Work::default`] has no limits and no listener.

pub mod checkpoint;
mod error;
pub mod file;
pub mod records;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

pub use checkpoint::Checkpoint;
pub use error::{Access, Error, Refusal, Result, Shortage};

/// Minimum time between progress reports of a stage.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// How far long work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress<'a> {
    /// A stage begins.
    Begin {
        /// What is being done.
        stage: &'a str,
        /// How many steps it will take, where that is known.
        total: Option<u64>,
    },
    /// A stage advanced; reported at most 20 times a second.
    Advance {
        /// What is being done.
        stage: &'a str,
        /// How many steps are done.
        done: u64,
        /// How many steps it will take, where that is known.
        total: Option<u64>,
    },
    /// The stage that began last is over.
    End {
        /// What was done.
        stage: &'a str,
    },
    /// Something worth a line of its own, such as the memory that will be taken.
    Note(&'a str),
}

impl fmt::Display for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Progress::Begin { stage, .. } => write!(f, "{stage} …"),
            Progress::Advance { stage, done, total: Some(total) } => {
                write!(f, "{stage}: {} %", u128::from(done) * 100 / u128::from(total.max(1)))
            }
            Progress::Advance { stage, done, .. } => write!(f, "{stage}: {done}"),
            Progress::End { stage } => write!(f, "{stage}: done"),
            Progress::Note(text) => f.write_str(text),
        }
    }
}

/// Asks long work to stop, from any thread; clones cancel the same work.
#[derive(Clone, Debug, Default)]
pub struct Canceller(Arc<AtomicBool>);

impl Canceller {
    /// Asks for a stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The flag itself, for the handler of a signal.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether a stop was asked for.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The time since some fixed moment. WebAssembly has no clock of its own.
type Clock = fn() -> Duration;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
const CLOCK: Option<Clock> = {
    fn now() -> Duration {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed()
    }
    Some(now)
};

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
const CLOCK: Option<Clock> = None;

type Listener = Arc<dyn Fn(&Progress<'_>) + Send + Sync>;

/// The surroundings of a computation: its listener, its canceller and its limits.
///
/// # Examples
/// ```
/// # use cubegraph_core::Work;
/// # use std::time::Duration;
/// let work = Work::default()
///     .with_time(Duration::from_secs(60))
///     .with_memory(1 << 30)
///     .on_progress(|progress| eprintln!("{progress}"));
/// assert!(work.check("nothing yet").is_ok());
/// work.canceller().cancel();
/// assert!(work.check("nothing yet").is_err());
/// ```
#[derive(Clone)]
pub struct Work {
    listener: Option<Listener>,
    canceller: Canceller,
    memory: Option<u64>,
    time: Option<Duration>,
    clock: Option<Clock>,
    started: Duration,
}

impl Default for Work {
    /// No limits, no listener.
    fn default() -> Work {
        Work {
            listener: None,
            canceller: Canceller::default(),
            memory: None,
            time: None,
            clock: CLOCK,
            started: CLOCK.map_or(Duration::ZERO, |now| now()),
        }
    }
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Work")
            .field("memory", &self.memory)
            .field("time", &self.time)
            .field("cancelled", &self.canceller.is_cancelled())
            .finish_non_exhaustive()
    }
}

impl Work {
    /// Limits the memory that may be taken, in bytes.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Work {
        self.memory = Some(bytes);
        self
    }

    /// Limits the time from now on. Without a clock (see [`with_clock`](Work::with_clock)) there is
    /// no such limit.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Work {
        self.time = Some(time);
        self.started = self.clock.map_or(Duration::ZERO, |now| now());
        self
    }

    /// Takes the time from `clock`, which returns the time since some fixed moment: for
    /// WebAssembly, where the standard library has none. Call it before
    /// [`with_time`](Work::with_time).
    #[must_use]
    pub fn with_clock(mut self, clock: fn() -> Duration) -> Work {
        self.clock = Some(clock);
        self.started = clock();
        self
    }

    /// Calls `listener`, from any thread, with how far the work is.
    #[must_use]
    pub fn on_progress(mut self, listener: impl Fn(&Progress<'_>) + Send + Sync + 'static) -> Work {
        self.listener = Some(Arc::new(listener));
        self
    }

    /// What cancels this work.
    pub fn canceller(&self) -> Canceller {
        self.canceller.clone()
    }

    /// Stops when `flag` is set, by whatever sets it; [`Work::canceller`] sets it too.
    #[must_use]
    pub fn cancelled_by(mut self, flag: Arc<AtomicBool>) -> Work {
        self.canceller = Canceller(flag);
        self
    }

    /// The limit on memory in bytes, if there is one.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// The time since the work was made or its limit set; none without a clock.
    pub fn elapsed(&self) -> Option<Duration> {
        self.clock.map(|now| now().saturating_sub(self.started))
    }

    /// The time that is left, if there is a limit and a clock.
    pub fn time_left(&self) -> Option<Duration> {
        Some(self.time?.saturating_sub(self.elapsed()?))
    }

    /// How long ago the time allowed was over; none before, and where there is no limit or clock.
    pub fn time_over(&self) -> Option<Duration> {
        self.elapsed()?.checked_sub(self.time?)
    }

    /// Whether the work should stop, without saying why. Cheap when no time limit is set;
    /// inner loops still ask only every few thousand steps.
    pub fn should_stop(&self) -> bool {
        self.canceller.is_cancelled() || self.time_left() == Some(Duration::ZERO)
    }

    /// Fails if the work was interrupted or is out of time. `known` is what is known so far, in
    /// words; it becomes part of the message.
    pub fn check(&self, known: &str) -> Result<()> {
        if self.canceller.is_cancelled() {
            return Err(Error::Interrupted);
        }
        match (self.time, self.time_left()) {
            (Some(allowed), Some(Duration::ZERO)) => {
                Err(Error::OutOfTime { allowed, known: known.to_owned() })
            }
            _ => Ok(()),
        }
    }

    /// Announces that `what` takes this many bytes, or refuses if that is more than allowed.
    pub fn reserve(&self, what: &str, bytes: u128) -> Result<()> {
        match self.memory {
            Some(allowed) if bytes > u128::from(allowed) => {
                Err(Error::too_much_memory(what, bytes, allowed))
            }
            _ => Ok(()),
        }
    }

    /// Passes a line to the listener.
    pub fn note(&self, text: &str) {
        self.tell(&Progress::Note(text));
    }

    /// Begins a stage; it ends when the returned value is dropped.
    pub fn stage(&self, name: impl Into<String>, total: Option<u64>) -> Stage<'_> {
        let name = name.into();
        self.tell(&Progress::Begin { stage: &name, total });
        Stage { work: self, name, total, done: AtomicU64::new(0), told: AtomicU64::new(0) }
    }

    fn tell(&self, progress: &Progress<'_>) {
        if let Some(listener) = &self.listener {
            listener(progress);
        }
    }
}

/// A stage of the work under way.
#[derive(Debug)]
pub struct Stage<'a> {
    work: &'a Work,
    name: String,
    total: Option<u64>,
    done: AtomicU64,
    /// The time of the last report, in milliseconds of the work's clock.
    told: AtomicU64,
}

impl Stage<'_> {
    /// Adds to the steps done.
    pub fn advance(&self, steps: u64) {
        let done = self.done.fetch_add(steps, Ordering::Relaxed) + steps;
        if self.work.listener.is_none() {
            return;
        }
        if let Some(elapsed) = self.work.elapsed() {
            let now = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
            let told = self.told.load(Ordering::Relaxed);
            let next = told.saturating_add(u64::try_from(REPORT_INTERVAL.as_millis()).unwrap_or(0));
            if now < next {
                return;
            }
            self.told.store(now, Ordering::Relaxed);
        }
        self.work.tell(&Progress::Advance { stage: &self.name, done, total: self.total });
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        self.work.tell(&Progress::End { stage: &self.name });
    }
}

/// Bytes in words, as in `1.5 GiB`.
pub fn bytes_in_words(bytes: u128) -> String {
    const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    match unit {
        0 => format!("{bytes} bytes"),
        _ if value >= 1e6 => format!("{value:.1e} {}", UNITS[unit]),
        _ => format!("{value:.1} {}", UNITS[unit]),
    }
}

/// A time in words, as in `12.5 s` or `3 minutes`.
pub fn time_in_words(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7200.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} hours", s / 3600.0),
        s => format!("{:.1} days", s / 86400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancelled_work_stops_and_says_so() {
        let work = Work::default();
        assert!(work.check("").is_ok() && !work.should_stop());
        work.canceller().cancel();
        assert!(matches!(work.check(""), Err(Error::Interrupted)));
        let flag = Arc::new(AtomicBool::new(false));
        let work = Work::default().cancelled_by(Arc::clone(&flag));
        assert!(!work.should_stop());
        flag.store(true, Ordering::Relaxed);
        assert!(work.should_stop());
    }

    #[test]
    fn a_budget_is_kept() {
        let work = Work::default().with_memory(1000).with_time(Duration::ZERO);
        assert!(work.reserve("a table", 1000).is_ok());
        let refused = work.reserve("a table", 5_000_000).unwrap_err();
        assert!(matches!(&refused, Error::TooLarge(why) if why.shortage().is_some()));
        assert!(refused.to_string().contains("4.8 MiB"), "{refused}");
        let late = work.check("three towers found").unwrap_err();
        assert!(matches!(late, Error::OutOfTime { .. }));
        assert!(late.to_string().contains("three towers found"), "{late}");
    }

    #[test]
    fn a_listener_receives_stages_and_notes() {
        let heard = Arc::new(std::sync::Mutex::new(Vec::new()));
        let ear = Arc::clone(&heard);
        let work = Work::default()
            .on_progress(move |progress| ear.lock().unwrap().push(progress.to_string()));
        let stage = work.stage("counting", Some(4));
        work.note("half-way");
        drop(stage);
        let heard = heard.lock().unwrap();
        assert_eq!(*heard, ["counting …", "half-way", "counting: done"]);
    }
}
