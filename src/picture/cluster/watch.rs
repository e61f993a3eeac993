//! Connections that are watched: who is gone is noticed at once, and said once.
//!
//! The engine ends a thread with a panic when a connection breaks, and whoever waits for that connection goes on waiting. Here a
//! broken connection is written down instead, and its threads are laid to rest; the search asks the [`Watch`] whether everybody
//! is still there and ends with an error if not.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::{Error, Result};

/// The engine says good-bye with a header of so many zero bytes.
const GOOD_BYE: usize = 48;
/// After a good-bye the last messages may take so long to be looked at.
const GRACE: Duration = Duration::from_secs(3);

/// What is known of the other processes.
#[derive(Debug)]
pub struct Watch {
    names: Vec<String>,
    gone: Mutex<Option<Gone>>,
    over: AtomicBool,
    sent: AtomicU64,
    received: AtomicU64,
    worker: OnceLock<Thread>,
}

/// A process that is not there any more.
#[derive(Clone, Debug)]
struct Gone {
    process: usize,
    reason: String,
    /// It said good-bye; that is in order if nothing is expected of it.
    politely: Option<Instant>,
}

impl Watch {
    /// Watches processes with these addresses.
    pub fn new(names: Vec<String>) -> Watch {
        Watch {
            names,
            gone: Mutex::new(None),
            over: AtomicBool::new(false),
            sent: AtomicU64::new(0),
            received: AtomicU64::new(0),
            worker: OnceLock::new(),
        }
    }

    /// The thread that is to look up when somebody is gone.
    pub fn wakes(&self, worker: Thread) {
        // Only one thread ever says so.
        let _ = self.worker.set(worker);
    }

    /// Wakes the engine.
    pub fn wake(&self) {
        if let Some(worker) = self.worker.get() {
            worker.unpark();
        }
    }

    /// From now on nothing is expected of the others.
    pub fn conclude(&self) {
        self.over.store(true, Ordering::SeqCst);
    }

    /// Bytes sent to the others and received from them.
    pub fn traffic(&self) -> (u64, u64) {
        (
            self.sent.load(Ordering::Relaxed),
            self.received.load(Ordering::Relaxed),
        )
    }

    fn note(&self, gone: Gone) {
        let mut entry = self.gone.lock().unwrap_or_else(PoisonError::into_inner);
        // Who breaks off is worth more than who says good-bye, and the first more than the next.
        if entry
            .as_ref()
            .is_none_or(|before| before.politely.is_some())
        {
            *entry = Some(gone);
        }
        drop(entry);
        self.wake();
    }

    /// Whether everybody is there.
    ///
    /// # Errors
    /// [`Error::Cluster`] that says who is gone.
    pub fn check(&self) -> Result<()> {
        let gone = self.gone.lock().unwrap_or_else(PoisonError::into_inner);
        match gone.as_ref() {
            Some(gone) if gone.politely.is_none_or(|at| at.elapsed() >= GRACE) => {
                Err(self.missing(gone.process, &gone.reason))
            }
            _ => Ok(()),
        }
    }

    /// The error for a process that is gone.
    pub fn missing(&self, process: usize, reason: &str) -> Error {
        Error::Cluster(format!(
            "process {process} at {} is gone: {reason}\n  = help: start all processes again; with --checkpoint they go on after the last complete layer",
            self.names[process]
        ))
    }
}

/// A connection to another process.
#[derive(Debug)]
pub struct Watched {
    stream: TcpStream,
    process: usize,
    watch: Arc<Watch>,
    /// How many of the last bytes read were zero.
    zeros: usize,
}

impl Watched {
    /// Watches a connection to a process.
    pub fn new(stream: TcpStream, process: usize, watch: Arc<Watch>) -> Watched {
        Watched {
            stream,
            process,
            watch,
            zeros: 0,
        }
    }

    /// Writes down that the connection is broken; nothing that this thread could still do matters. It is not ended, since that
    /// would pull the engine down with a panic.
    fn broken(&self, reason: &str) -> ! {
        self.watch.note(Gone {
            process: self.process,
            reason: reason.to_owned(),
            politely: None,
        });
        loop {
            std::thread::park();
        }
    }
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = loop {
            match self.stream.read(buffer) {
                Ok(read) => break read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.broken(&error.to_string()),
            }
        };
        if read == 0 {
            if self.zeros < GOOD_BYE {
                self.broken("it ended or was killed");
            }
            if !self.watch.over.load(Ordering::SeqCst) {
                self.watch.note(Gone {
                    process: self.process,
                    reason: "it ended before the others".to_owned(),
                    politely: Some(Instant::now()),
                });
            }
            return Ok(0);
        }
        self.watch
            .received
            .fetch_add(read as u64, Ordering::Relaxed);
        let zeros = buffer[..read].iter().rev().take_while(|&&b| b == 0).count();
        self.zeros = if zeros == read {
            self.zeros + read
        } else {
            zeros
        };
        Ok(read)
    }
}

impl Write for Watched {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        loop {
            match self.stream.write(buffer) {
                Ok(written) => {
                    self.watch.sent.fetch_add(written as u64, Ordering::Relaxed);
                    return Ok(written);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.broken(&error.to_string()),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Stream for Watched {
    fn try_clone(&self) -> io::Result<Watched> {
        Ok(Watched::new(
            self.stream.try_clone()?,
            self.process,
            Arc::clone(&self.watch),
        ))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other side may have closed already, which is what a shutdown wants.
        self.stream.shutdown(how).ok();
        Ok(())
    }
}
