//! What long work needs: somebody to report progress to, a flag that cancels, a budget of memory and time, and files that
//! are written whole or not at all.
//!
//! The library never prints, never exits and never reads the environment. Whoever calls it hands it a [`Work`] and learns
//! through it how far things are; [`Work::unlimited`] is for callers who do not care.

mod error;
pub mod file;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub use error::Error;

/// Shorthand for a result with the crate's error.
pub type Result<T> = std::result::Result<T, Error>;

/// Hears how long work goes on. All methods may be called from several threads.
pub trait Observer: Sync {
    /// A stage begins; `total` is how many steps it will take, where that is known.
    fn begin(&self, stage: &str, total: Option<u64>);
    /// So many steps of the current stage are done, in all.
    fn advance(&self, done: u64);
    /// Something worth a line of its own, such as the memory that will be taken.
    fn note(&self, text: &str);
    /// The current stage is over.
    fn end(&self);
}

/// An observer that does not listen.
struct Deaf;

impl Observer for Deaf {
    fn begin(&self, _: &str, _: Option<u64>) {}
    fn advance(&self, _: u64) {}
    fn note(&self, _: &str) {}
    fn end(&self) {}
}

/// A flag that asks long work to stop; clones share it.
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// Asks for a stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The surroundings of a computation: observer, cancel flag, limits.
pub struct Work<'a> {
    observer: &'a dyn Observer,
    cancel: CancelFlag,
    memory: Option<u64>,
    time: Option<Duration>,
    started: Instant,
}

impl Work<'static> {
    /// No observer, no limits.
    ///
    /// ```
    /// # use cubegraph::work::Work;
    /// assert!(Work::unlimited().check("anything").is_ok());
    /// ```
    pub fn unlimited() -> Work<'static> {
        Work::new(&Deaf, CancelFlag::default())
    }
}

impl Default for Work<'static> {
    fn default() -> Work<'static> {
        Work::unlimited()
    }
}

impl<'a> Work<'a> {
    /// Surroundings with an observer and a cancel flag, without limits.
    pub fn new(observer: &'a dyn Observer, cancel: CancelFlag) -> Work<'a> {
        Work {
            observer,
            cancel,
            memory: None,
            time: None,
            started: Instant::now(),
        }
    }

    /// Limits the memory that may be taken, in bytes.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Limits the time from now on.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self.started = Instant::now();
        self
    }

    /// The limit on memory in bytes, if there is one.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// The time that is left, if there is a limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.time.map(|t| t.saturating_sub(self.started.elapsed()))
    }

    /// The flag that cancels this work.
    pub fn cancel_flag(&self) -> &CancelFlag {
        &self.cancel
    }

    /// Whether the work should stop, without saying why. Cheap when no time limit is set;
    /// inner loops still ask only every few thousand steps.
    pub fn should_stop(&self) -> bool {
        self.cancel.is_cancelled() || self.time.is_some_and(|t| self.started.elapsed() >= t)
    }

    /// Goes on, or says why not: interrupted, or out of time. `known` is what is known so far, in words; it becomes part of the message.
    pub fn check(&self, known: &str) -> Result<()> {
        if self.cancel.is_cancelled() {
            return Err(Error::Interrupted);
        }
        match self.time {
            Some(allowed) if self.started.elapsed() >= allowed => Err(Error::OutOfTime {
                allowed,
                known: known.to_owned(),
            }),
            _ => Ok(()),
        }
    }

    /// Announces that `what` takes so many bytes, or refuses if that is more than allowed.
    pub fn reserve(&self, what: &str, bytes: u128) -> Result<()> {
        match self.memory {
            Some(allowed) if bytes > u128::from(allowed) => Err(Error::TooMuchMemory {
                what: what.to_owned(),
                needed: bytes,
                allowed,
            }),
            _ => Ok(()),
        }
    }

    /// Passes a line to the observer.
    pub fn note(&self, text: &str) {
        self.observer.note(text);
    }

    /// Begins a stage; it ends when the returned value is dropped.
    pub fn stage(&self, name: &str, total: Option<u64>) -> Stage<'_> {
        self.observer.begin(name, total);
        Stage {
            observer: self.observer,
            done: AtomicU64::new(0),
        }
    }
}

/// A stage of the work under way.
pub struct Stage<'a> {
    observer: &'a dyn Observer,
    done: AtomicU64,
}

impl Stage<'_> {
    /// Adds to the steps done.
    pub fn advance(&self, steps: u64) {
        let done = self.done.fetch_add(steps, Ordering::Relaxed) + steps;
        self.observer.advance(done);
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        self.observer.end();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancelled_work_stops_and_says_so() {
        let flag = CancelFlag::default();
        let work = Work::new(&Deaf, flag.clone());
        assert!(work.check("").is_ok() && !work.should_stop());
        flag.cancel();
        assert!(matches!(work.check(""), Err(Error::Interrupted)));
    }

    #[test]
    fn a_budget_is_kept() {
        let work = Work::unlimited()
            .with_memory(1000)
            .with_time(Duration::ZERO);
        assert!(work.reserve("a table", 1000).is_ok());
        let refused = work.reserve("a table", 5_000_000).unwrap_err();
        assert_eq!(refused.status(), 3);
        assert!(refused.to_string().contains("4.8 MiB"), "{refused}");
        let late = work.check("three towers found").unwrap_err();
        assert_eq!(late.status(), 3);
        assert!(late.to_string().contains("three towers found"), "{late}");
    }
}
