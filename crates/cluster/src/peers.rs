//! What is known of the other processes: whether all are there, and what was sent to them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::Thread;

use cubegraph_core::Error;
use cubegraph_core::Result;

/// The other processes.
#[derive(Debug)]
pub(crate) struct Peers {
    names: Vec<String>,
    lost: Mutex<Option<String>>,
    /// Whether nothing is expected of the others any more.
    is_over: AtomicBool,
    /// Whether a connection broke, expected or not.
    is_broken: AtomicBool,
    sent: AtomicU64,
    received: AtomicU64,
    worker: OnceLock<Thread>,
}

impl Peers {
    /// Processes with these addresses.
    pub(crate) fn new(names: Vec<String>) -> Peers {
        Peers {
            names,
            lost: Mutex::new(None),
            is_over: AtomicBool::new(false),
            is_broken: AtomicBool::new(false),
            sent: AtomicU64::new(0),
            received: AtomicU64::new(0),
            worker: OnceLock::new(),
        }
    }

    /// The engine's thread, which is to wake when a process is gone.
    pub(crate) fn set_worker(&self, worker: Thread) {
        // Only one thread ever says so.
        let _ = self.worker.set(worker);
    }

    /// Wakes the engine.
    pub(crate) fn wake(&self) {
        if let Some(worker) = self.worker.get() {
            worker.unpark();
        }
    }

    /// From now on nothing is expected of the others.
    pub(crate) fn conclude(&self) {
        self.is_over.store(true, Ordering::SeqCst);
    }

    /// Whether the search is over for this process.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }

    /// Counts bytes that were sent and received.
    pub(crate) fn count(&self, sent: usize, received: usize) {
        self.sent.fetch_add(sent as u64, Ordering::Relaxed);
        self.received.fetch_add(received as u64, Ordering::Relaxed);
    }

    /// Bytes sent to the others and received from them.
    pub(crate) fn traffic(&self) -> (u64, u64) {
        (self.sent.load(Ordering::Relaxed), self.received.load(Ordering::Relaxed))
    }

    /// Writes down that a process is lost; the first one counts.
    pub(crate) fn lose(&self, process: usize, reason: &str) {
        if !self.is_over() {
            locked(&self.lost).get_or_insert_with(|| {
                format!(
                    "process {process} at {} is gone: {reason}\n  = help: start all processes \
                     again; with a checkpoint they resume from the last complete layer",
                    self.names[process]
                )
            });
        }
        self.is_broken.store(true, Ordering::SeqCst);
        self.wake();
    }

    /// Whether a connection broke, also one of which nothing was expected.
    pub(crate) fn is_broken(&self) -> bool {
        self.is_broken.load(Ordering::SeqCst)
    }

    /// Whether all processes are there.
    ///
    /// # Errors
    /// [`Error::Cluster`] that says who is gone.
    pub(crate) fn check(&self) -> Result<()> {
        match locked(&self.lost).as_ref() {
            Some(reason) => Err(Error::Cluster(reason.clone())),
            None => Ok(()),
        }
    }
}

/// A lock that outlives a panic of another holder.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
