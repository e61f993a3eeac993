//! Every process is connected to every other: it calls those before it in the list and is called by
//! those after it, as in the engine's own conventions.
//!
//! Anybody can call. Handshakes have threads of their own, so that a caller who is slow delays
//! nobody, and when there are too many at once the oldest are dropped: those who belong here need
//! milliseconds. Who is not a process of this search is hung up on with a note, and does not end
//! it.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::net::{IpAddr, Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use snow::StatelessTransportState;

use crate::handshake::{Hello, Introduced, Role, Secret, confirm, introduce};
use cubegraph_core::Error;
use cubegraph_core::Result;
use cubegraph_core::work::Work;

/// How long one attempt to call may take, and the pauses between attempts: each twice as long as
/// the one before, up to the last.
const ATTEMPT: Duration = Duration::from_secs(2);
const FIRST_PAUSE: Duration = Duration::from_millis(1);
const LAST_PAUSE: Duration = Duration::from_millis(50);
/// A wait that is longer than this is reported.
const NOTED_WAIT: Duration = Duration::from_secs(2);
/// At most this many handshakes of callers run at once, and as many calls.
const MOST_AT_ONCE: usize = 64;
/// At most this many different notes about refused callers.
const MOST_NOTES: usize = 32;

/// A connection whose two sides have agreed on keys for what is sent and what is received.
pub(crate) struct Connection {
    pub(crate) stream: TcpStream,
    pub(crate) keys: StatelessTransportState,
}

/// Whether an address is on this machine, whatever the network is.
pub(crate) fn is_loopback(address: &str) -> bool {
    let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

/// Connects to all other processes and makes sure that they do the same work.
///
/// Returns a connection for every process but this one.
///
/// # Errors
/// [`Error::Invalid`] if this process cannot listen, or another one does not fit; [`Error::Cluster`]
/// if one is gone again before all are there; [`Error::Interrupted`] or [`Error::OutOfTime`] from
/// `work`.
pub(crate) fn connect(
    hello: &Hello,
    addresses: &[String],
    secret: Option<&Secret>,
    work: &Work,
) -> Result<Vec<Option<Connection>>> {
    let address = &addresses[hello.process];
    let listener = TcpListener::bind(address)
        .and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok(listener)
        })
        .map_err(|error| {
            Error::invalid(format!(
                "process {} cannot listen on {address}: {error}",
                hello.process
            ))
            .help(
                "the list of hosts has one host:port per line, for process 0, 1, …; each must be \
                 an address of the machine that runs the process",
            )
        })?;
    let (report, reports) = channel();
    let mut meeting = Meeting {
        hello,
        addresses,
        secret,
        work,
        connections: addresses.iter().map(|_| None).collect(),
        callers: BTreeMap::new(),
        calls: BTreeSet::new(),
        notes: BTreeSet::new(),
        report,
        reports,
        next_caller: 0,
    };
    let (start, mut told, mut pause) = (Instant::now(), false, FIRST_PAUSE);
    loop {
        work.check("waiting for the other processes")?;
        meeting.accept(&listener);
        meeting.call();
        while let Ok(report) = meeting.reports.try_recv() {
            meeting.hear(report)?;
        }
        meeting.look_for_the_lost()?;
        let Some(missing) = meeting.missing() else {
            break;
        };
        if !told && start.elapsed() > NOTED_WAIT {
            told = true;
            work.note(&format!("waiting for process {missing} at {}", addresses[missing]));
        }
        std::thread::sleep(pause);
        pause = (2 * pause).min(LAST_PAUSE);
    }
    for stream in meeting.callers.values() {
        stream.shutdown(Shutdown::Both).ok();
    }
    Ok(meeting.connections)
}

/// What came of a handshake: with whom it was, and how it ended.
struct Report {
    with: Party,
    result: io::Result<(TcpStream, Introduced)>,
}

/// Who is at the other end of a connection.
#[derive(Clone, Debug)]
enum Party {
    /// A process that was called.
    Called(usize),
    /// Somebody who called, by number, from an address.
    Caller(u64, String),
}

/// The processes while they find each other.
struct Meeting<'a> {
    hello: &'a Hello,
    addresses: &'a [String],
    secret: Option<&'a Secret>,
    work: &'a Work,
    connections: Vec<Option<Connection>>,
    /// The connections of callers whose handshakes are under way, the oldest first.
    callers: BTreeMap<u64, TcpStream>,
    /// The processes that are being called.
    calls: BTreeSet<usize>,
    notes: BTreeSet<String>,
    report: Sender<Report>,
    reports: Receiver<Report>,
    next_caller: u64,
}

impl Meeting<'_> {
    fn missing(&self) -> Option<usize> {
        let is_missing =
            |&other: &usize| other != self.hello.process && self.connections[other].is_none();
        (0..self.connections.len()).find(is_missing)
    }

    /// Says something once.
    fn note(&mut self, text: String) {
        if self.notes.len() < MOST_NOTES && !self.notes.contains(&text) {
            self.work.note(&text);
            self.notes.insert(text);
        }
    }

    /// Begins a handshake in a thread of its own.
    fn introduce(
        &self,
        with: Party,
        role: Role,
        connect: impl FnOnce() -> io::Result<TcpStream> + Send + 'static,
    ) {
        let (hello, secret) = (self.hello.clone(), self.secret.cloned());
        let report = self.report.clone();
        let shake = move || {
            let result = connect().and_then(|stream| {
                let introduced = introduce(&hello, secret.as_ref(), &stream, role)?;
                Ok((stream, introduced))
            });
            // Nobody listens any more when all are there.
            report.send(Report { with, result }).ok();
        };
        // Without a thread there is no report: a caller calls again, and is given up as the oldest.
        std::thread::Builder::new().spawn(shake).ok();
    }

    /// Begins the handshakes of all who have called.
    fn accept(&mut self, listener: &TcpListener) {
        for _ in 0..MOST_AT_ONCE {
            let Ok((stream, address)) = listener.accept() else {
                break;
            };
            // On some systems an accepted connection is as the listener is.
            let Ok(copy) = stream.set_nonblocking(false).and_then(|()| stream.try_clone()) else {
                continue;
            };
            if self.callers.len() >= MOST_AT_ONCE
                && let Some((_, oldest)) = self.callers.pop_first()
            {
                oldest.shutdown(Shutdown::Both).ok();
            }
            let number = self.next_caller;
            self.next_caller += 1;
            self.callers.insert(number, copy);
            let caller = Party::Caller(number, address.ip().to_string());
            self.introduce(caller, Role::Called, || Ok(stream));
        }
    }

    /// Calls those before this process in the list who are not there yet.
    fn call(&mut self) {
        for process in 0..self.hello.process {
            if self.calls.len() < MOST_AT_ONCE
                && self.connections[process].is_none()
                && self.calls.insert(process)
            {
                let address = self.addresses[process].clone();
                self.introduce(Party::Called(process), Role::Caller, move || dial(&address));
            }
        }
    }

    /// Takes a connection, or says why not. What is said by somebody who may be anybody is no
    /// reason to end; but without a secret it is, if this process made the call.
    fn hear(&mut self, report: Report) -> Result<()> {
        let (who, called) = match report.with {
            Party::Called(process) => {
                self.calls.remove(&process);
                let address = &self.addresses[process];
                (format!("process {process} at {address}"), Some(process))
            }
            Party::Caller(number, address) => {
                self.callers.remove(&number);
                (format!("a caller from {address}"), None)
            }
        };
        let (stream, introduced) = match report.result {
            Ok(found) => found,
            Err(error) => {
                if error.kind() != io::ErrorKind::ConnectionRefused {
                    self.note(format!("{who} was not let in: {error}"));
                }
                return Ok(());
            }
        };
        let other = introduced.hello.process;
        if let Some(objection) = self.objection(&introduced, called) {
            let name = self.addresses.get(other).map_or("?", String::as_str);
            let text = format!("process {other} at {name} does not fit: {objection}");
            let is_known = match self.secret {
                Some(_) => introduced.keys.is_some(),
                None => called.is_some(),
            };
            if is_known {
                return Err(Error::invalid(text));
            }
            self.note(format!("{who} was not let in: {text}"));
            return Ok(());
        }
        if let Some(keys) = introduced.keys
            && (called.is_some() || confirm(&keys, &stream).is_ok())
        {
            self.connections[other] = Some(Connection { stream, keys });
        }
        Ok(())
    }

    fn objection(&self, introduced: &Introduced, called: Option<usize>) -> Option<String> {
        let (me, other) = (self.hello.process, introduced.hello.process);
        let is_expected = match called {
            Some(process) => other == process,
            None => other > me && other < self.connections.len(),
        };
        if let Some(objection) = &introduced.objection {
            Some(objection.clone())
        } else if !is_expected {
            Some(format!(
                "this is process {me} and did not expect it here; give all processes the same \
                 hosts, and each its own number"
            ))
        } else if self.connections[other].is_some() {
            Some("it is there twice; give each process its own number".to_owned())
        } else {
            None
        }
    }

    /// Whether those who are connected still are, while others are waited for. Without a secret
    /// they may have been other programs, and are waited for again.
    fn look_for_the_lost(&mut self) -> Result<()> {
        for process in 0..self.connections.len() {
            let Some(connection) = &self.connections[process] else {
                continue;
            };
            let looked = (|| {
                connection.stream.set_nonblocking(true)?;
                let looked = connection.stream.peek(&mut [0]);
                connection.stream.set_nonblocking(false)?;
                looked
            })();
            let is_there = match looked {
                Ok(read) => read > 0,
                Err(error) => error.kind() == io::ErrorKind::WouldBlock,
            };
            if !is_there {
                let text = format!(
                    "process {process} at {} left before the search began; its own message says \
                     why",
                    self.addresses[process]
                );
                if self.secret.is_some() {
                    return Err(Error::Cluster(text));
                }
                self.connections[process] = None;
                self.note(text);
            }
        }
        Ok(())
    }
}

fn dial(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, ATTEMPT) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}
