//! How the library is called: without the interpreter's lock, within limits, and so that Ctrl-C
//! stops it.
//!
//! The work runs on the thread that asks for it, because handing it to another would cost more than
//! a small puzzle takes. Python runs handlers of signals only between two instructions of the main
//! thread, which is waiting here; so for the time of the call SIGINT is heard beside Python's own
//! handler, as Sage's cysignals does it, and the work is cancelled. What is raised then is Python's
//! business.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use cubegraph::work::{Progress, Result};
use cubegraph::{Error, Work};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::errors::raised;

/// Seconds, bytes, and who hears of the progress: `progress(what, stage, done, total)`.
pub type Limits = (Option<f64>, Option<u64>, Option<Py<PyAny>>);

/// The thread that hears signals, as Python names it.
static MAIN_THREAD: OnceLock<u64> = OnceLock::new();

/// Remembers which thread hears signals, and in which process.
pub fn remember_main_thread(py: Python<'_>) -> PyResult<()> {
    let main = py.import("threading")?.call_method0("main_thread")?;
    let _ = MAIN_THREAD.set(main.getattr("ident")?.extract()?);
    let _ = PROCESS.set(std::process::id());
    Ok(())
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
    let listening = signals::Listening::begin(py)?;
    if let Some(flag) = listening.flag() {
        work = work.cancelled_by(flag);
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
    let outcome = signals::watched(py, &work, || in_this_process(|| job(&work)));
    drop(listening);
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

/// The process that loaded the package.
static PROCESS: OnceLock<u32> = OnceLock::new();

/// Does the work here; in a forked child in a pool of its own, because the threads of the parent's
/// pool did not come along and would be waited for without end.
fn in_this_process<T: Send>(job: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    static POOL: Mutex<Option<(u32, Arc<rayon::ThreadPool>)>> = Mutex::new(None);
    let process = std::process::id();
    if PROCESS.get() == Some(&process) {
        return job();
    }
    let pool = {
        let mut known = POOL
            .lock()
            .map_err(|_| Error::invalid("a call failed before"))?;
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

#[cfg(unix)]
mod signals {
    use std::mem::zeroed;
    use std::ptr::{null, null_mut};
    use std::sync::atomic::{AtomicI32, AtomicUsize};

    use super::{Arc, AtomicBool, MAIN_THREAD, OnceLock, Ordering, PyResult, Python, Result, Work};

    /// Whether SIGINT came during the call of the main thread. It is never freed, since a handler
    /// may still run on another thread when the call is over.
    static HEARD: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    /// Python's own handler.
    static PYTHONS: AtomicUsize = AtomicUsize::new(0);
    static PYTHONS_FLAGS: AtomicI32 = AtomicI32::new(0);

    /// SIGINT is heard until this is dropped, if it was made on the main thread.
    pub struct Listening {
        flag: Option<Arc<AtomicBool>>,
        before: Option<libc::sigaction>,
    }

    impl Listening {
        pub fn begin(py: Python<'_>) -> PyResult<Listening> {
            // SAFETY: it has no arguments and cannot fail.
            let here = unsafe { libc::pthread_self() } as u64;
            if MAIN_THREAD.get() != Some(&here) {
                let (flag, before) = (None, None);
                return Ok(Listening { flag, before });
            }
            let flag = HEARD.get_or_init(Arc::default);
            let before = install(flag);
            let listening = Listening {
                flag: Some(Arc::clone(flag)),
                before,
            };
            py.check_signals()?;
            Ok(listening)
        }

        pub fn flag(&self) -> Option<Arc<AtomicBool>> {
            self.flag.clone()
        }
    }

    impl Drop for Listening {
        fn drop(&mut self) {
            let Some(before) = &self.before else {
                return;
            };
            // SAFETY: both structures are valid; a handler that a listener of the progress
            // installed in the meantime stays.
            unsafe {
                let mut mine: libc::sigaction = zeroed();
                libc::sigaction(libc::SIGINT, before, &raw mut mine);
                if mine.sa_sigaction != handler() {
                    libc::sigaction(libc::SIGINT, &raw const mine, null_mut());
                }
            }
        }
    }

    fn handler() -> libc::sighandler_t {
        let heard: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) = heard;
        heard as *const () as libc::sighandler_t
    }

    /// Puts our handler before Python's. None if Python has none (the system then ends the process,
    /// or ignores the signal), or if a call is under way already, whose progress makes this one.
    fn install(flag: &AtomicBool) -> Option<libc::sigaction> {
        // SAFETY: a zeroed structure is valid, and the handler only stores to atomics.
        unsafe {
            let mut before: libc::sigaction = zeroed();
            libc::sigaction(libc::SIGINT, null(), &raw mut before);
            let there = before.sa_sigaction;
            if [libc::SIG_DFL, libc::SIG_IGN, handler()].contains(&there) {
                return None;
            }
            flag.store(false, Ordering::Relaxed);
            PYTHONS.store(there, Ordering::Relaxed);
            PYTHONS_FLAGS.store(before.sa_flags, Ordering::Relaxed);
            let mut ours = before;
            ours.sa_sigaction = handler();
            ours.sa_flags |= libc::SA_SIGINFO;
            libc::sigaction(libc::SIGINT, &raw const ours, null_mut());
            Some(before)
        }
    }

    extern "C" fn heard(
        signal: libc::c_int,
        info: *mut libc::siginfo_t,
        context: *mut libc::c_void,
    ) {
        if let Some(flag) = HEARD.get() {
            flag.store(true, Ordering::Relaxed);
        }
        let pythons = PYTHONS.load(Ordering::Relaxed);
        // SAFETY: this is what the system would have called, with the arguments it asks for.
        unsafe {
            if PYTHONS_FLAGS.load(Ordering::Relaxed) & libc::SA_SIGINFO == 0 {
                let handler: extern "C" fn(libc::c_int) = std::mem::transmute(pythons);
                handler(signal);
            } else {
                let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) =
                    std::mem::transmute(pythons);
                handler(signal, info, context);
            }
        }
    }

    /// Works without the interpreter's lock.
    pub fn watched<T: Send>(
        py: Python<'_>,
        _work: &Work,
        job: impl FnOnce() -> Result<T> + Send,
    ) -> Result<T> {
        py.detach(job)
    }
}

#[cfg(not(unix))]
mod signals {
    use super::{Arc, AtomicBool, Duration, Ordering, PyResult, Python, Result, Work};

    /// Signals are polled instead.
    pub struct Listening;

    impl Listening {
        pub fn begin(py: Python<'_>) -> PyResult<Listening> {
            py.check_signals()?;
            Ok(Listening)
        }

        pub fn flag(&self) -> Option<Arc<AtomicBool>> {
            None
        }
    }

    /// Works on another thread, and looks for signals meanwhile.
    pub fn watched<T: Send>(
        py: Python<'_>,
        work: &Work,
        job: impl FnOnce() -> Result<T> + Send,
    ) -> Result<T> {
        let (here, done) = (std::thread::current(), &AtomicBool::new(false));
        std::thread::scope(|scope| {
            let worker = scope.spawn(move || {
                let outcome = job();
                done.store(true, Ordering::Release);
                here.unpark();
                outcome
            });
            while !done.load(Ordering::Acquire) {
                py.detach(|| std::thread::park_timeout(Duration::from_millis(50)));
                if py.check_signals().is_err() {
                    work.canceller().cancel();
                }
            }
            let outcome = py.detach(|| worker.join());
            outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}
