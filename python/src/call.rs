//! How the library is called: on a thread of its own, without the interpreter's lock and within
//! limits. The thread that asks runs Python's handlers of signals meanwhile, so that Ctrl-C stops
//! the work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use cubegraph::work::{Progress, Result};
use cubegraph::{Error, Work};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::errors::raised;

/// Seconds, bytes, and what is called with the progress: `progress(what, stage, done, total)`.
pub type Limits = (Option<f64>, Option<u64>, Option<Py<PyAny>>);

/// Signals are looked for this often.
const PATIENCE: Duration = Duration::from_millis(20);

/// The stack of the work, as large as that of a main thread.
const STACK: usize = 8 << 20;

/// Does work that takes no time.
pub fn quick<T: Send>(py: Python<'_>, job: impl FnOnce() -> Result<T> + Send) -> PyResult<T> {
    py.detach(job).map_err(|error| raised(py, error))
}

/// Does long work.
pub fn run<T: Send>(
    py: Python<'_>,
    (time, memory, progress): Limits,
    job: impl FnOnce(&Work) -> Result<T> + Send,
) -> PyResult<T> {
    let mut work = Work::default();
    if let Some(bytes) = memory {
        work = work.with_memory(bytes);
    }
    if let Some(seconds) = time {
        let time = Duration::try_from_secs_f64(seconds)
            .map_err(|_| PyValueError::new_err(format!("{seconds} s is no limit on time")))?;
        work = work.with_time(time);
    }
    let failed = Arc::new(Mutex::new(None));
    if let Some(progress) = progress {
        let (failed, canceller) = (Arc::clone(&failed), work.canceller());
        work = work.on_progress(move |step| {
            if let Err(error) = Python::attach(|py| tell(py, &progress, step)) {
                canceller.cancel();
                if let Ok(mut failed) = failed.lock() {
                    *failed = Some(error);
                }
            }
        });
    }
    py.check_signals()?;
    let outcome = watched(py, &work, || in_this_process(|| job(&work)))?;
    if let Some(error) = failed.lock().ok().and_then(|mut failed| failed.take()) {
        return Err(error);
    }
    outcome.map_err(|error| raised(py, error))
}

fn tell(py: Python<'_>, listener: &Py<PyAny>, step: &Progress<'_>) -> PyResult<()> {
    let (what, stage, done, total) = match *step {
        Progress::Begin { stage, total } => ("begin", stage, 0, total),
        Progress::Advance { stage, done, total } => ("advance", stage, done, total),
        Progress::End { stage } => ("end", stage, 0, None),
        Progress::Note(text) => ("note", text, 0, None),
        _ => return Ok(()),
    };
    listener.call1(py, (what, stage, done, total)).map(drop)
}

/// Works on another thread. A handler of a signal that raises an exception cancels the work.
fn watched<T: Send>(
    py: Python<'_>,
    work: &Work,
    job: impl FnOnce() -> Result<T> + Send,
) -> PyResult<Result<T>> {
    let (waiting, done) = (thread::current(), &AtomicBool::new(false));
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK);
        let worker = worker.spawn_scoped(scope, move || {
            let outcome = job();
            done.store(true, Ordering::Release);
            waiting.unpark();
            outcome
        })?;
        let mut interrupted = Ok(());
        while !done.load(Ordering::Acquire) && !worker.is_finished() {
            py.detach(|| thread::park_timeout(PATIENCE));
            if let Err(raised) = py.check_signals() {
                work.canceller().cancel();
                interrupted = Err(raised);
            }
        }
        let outcome = py.detach(|| worker.join());
        let outcome = outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        interrupted.map(|()| outcome)
    })
}

/// The process that loaded the package.
static PROCESS: OnceLock<u32> = OnceLock::new();

/// Remembers the process that loads the package.
pub fn remember_process() {
    let _ = PROCESS.set(std::process::id());
}

/// Does the work here; in a forked child in a pool of its own, because the threads of the parent's
/// pool did not come along and would be waited for without end.
fn in_this_process<T: Send>(job: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    static POOL: Mutex<Option<(u32, Arc<rayon::ThreadPool>)>> = Mutex::new(None);
    let process = std::process::id();
    if PROCESS.get() == Some(&process) {
        return job();
    }
    let pool = {
        let mut known = POOL.lock().map_err(|_| Error::invalid("a call failed before"))?;
        match &*known {
            Some((owner, pool)) if *owner == process => Arc::clone(pool),
            _ => {
                let pool = rayon::ThreadPoolBuilder::new().build();
                let pool = pool.map_err(|error| Error::too_large(error.to_string()))?;
                let pool = Arc::new(pool);
                // A grandparent's pool is forgotten: to drop it is to wait for its threads.
                std::mem::forget(known.replace((process, Arc::clone(&pool))));
                pool
            }
        }
    };
    pool.install(job)
}
