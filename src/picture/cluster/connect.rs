//! Every process is connected to every other: it calls those before it in the list and is called by those after it, as in the
//! engine's own conventions.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use socket2::{SockRef, TcpKeepalive};

use super::hello::Hello;
use crate::work::Work;
use crate::{Error, Result};

/// How long somebody who is connected may take to say hello.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long one attempt to call may take, and the pauses between attempts: each twice as long as the one before, up to the last.
const ATTEMPT: Duration = Duration::from_secs(2);
const FIRST_PAUSE: Duration = Duration::from_millis(1);
const LAST_PAUSE: Duration = Duration::from_millis(50);
/// Waiting longer than this is worth a line.
const WORTH_A_LINE: Duration = Duration::from_secs(2);
/// A machine that does not answer is given up after about so long.
const SILENCE: Duration = Duration::from_secs(15);

/// What both sides say when they fit.
const AGREED: u8 = b'+';

/// Connects to all other processes and makes sure that they do the same work.
///
/// Returns a connection for every process but this one.
///
/// # Errors
/// [`Error::Invalid`] if this process cannot listen, or another one does not fit; [`Error::Cluster`] if one is gone again before
/// all are there; [`Error::Interrupted`] or [`Error::OutOfTime`] from `work`.
pub fn connect(hello: &Hello, addresses: &[String], work: &Work) -> Result<Vec<Option<TcpStream>>> {
    let mut links: Vec<Option<TcpStream>> = addresses.iter().map(|_| None).collect();
    let listener = TcpListener::bind(&addresses[hello.process])
        .and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok(listener)
        })
        .map_err(|error| {
            Error::invalid(format!(
                "process {} cannot listen on {}: {error}\n  = help: the hosts file has one host:port a line, for process 0, 1, …; each must be an address of the machine that runs the process",
                hello.process, addresses[hello.process]
            ))
        })?;
    let (start, mut told, mut pause) = (Instant::now(), false, FIRST_PAUSE);
    loop {
        work.check("waiting for the other processes")?;
        while let Some(link) = accept(&listener) {
            greet(hello, link, None, addresses, &mut links, work)?;
        }
        for process in 0..hello.process {
            if links[process].is_none()
                && let Some(link) = call(&addresses[process])
            {
                greet(hello, link, Some(process), addresses, &mut links, work)?;
            }
        }
        still_there(&links, addresses)?;
        let missing = (0..links.len()).find(|&k| k != hello.process && links[k].is_none());
        let Some(missing) = missing else {
            for link in links.iter().flatten() {
                prepare(link).map_err(|error| Error::Cluster(format!("a connection: {error}")))?;
            }
            return Ok(links);
        };
        if !told && start.elapsed() > WORTH_A_LINE {
            told = true;
            work.note(&format!(
                "waiting for process {missing} at {}",
                addresses[missing]
            ));
        }
        std::thread::sleep(pause);
        pause = (2 * pause).min(LAST_PAUSE);
    }
}

fn accept(listener: &TcpListener) -> Option<TcpStream> {
    let (link, _) = listener.accept().ok()?;
    // On some systems an accepted connection is as the listener is.
    link.set_nonblocking(false).ok()?;
    Some(link)
}

fn call(address: &str) -> Option<TcpStream> {
    let mut found = address.to_socket_addrs().ok()?;
    found.find_map(|address| TcpStream::connect_timeout(&address, ATTEMPT).ok())
}

/// Says hello and hears it. Who does not answer, or is no process of this program, is hung up on.
fn greet(
    hello: &Hello,
    mut link: TcpStream,
    called: Option<usize>,
    addresses: &[String],
    links: &mut [Option<TcpStream>],
    work: &Work,
) -> Result<()> {
    let exchange = |link: &mut TcpStream| -> io::Result<Hello> {
        link.set_nodelay(true)?;
        link.set_read_timeout(Some(PATIENCE))?;
        link.set_write_timeout(Some(PATIENCE))?;
        hello.write(link)?;
        Hello::read(link)
    };
    let other = match exchange(&mut link) {
        Ok(other) => other,
        Err(error) => {
            if called.is_none() {
                work.note(&format!("somebody called who is no member: {error}"));
            }
            return Ok(());
        }
    };
    let refused = |reason: &str| {
        let address = addresses.get(other.process).map_or("?", String::as_str);
        Error::invalid(format!(
            "process {} at {address} does not fit: {reason}",
            other.process
        ))
    };
    if let Some(objection) = hello.objection(&other) {
        return Err(refused(&objection));
    }
    let expected = match called {
        Some(process) => other.process == process,
        None => other.process > hello.process && other.process < links.len(),
    };
    if !expected {
        return Err(refused(&format!(
            "this is process {} and did not expect it here; give all processes the same hosts, each its own --process",
            hello.process
        )));
    }
    if links[other.process].is_some() {
        return Err(refused(
            "it is there twice; give each process its own --process",
        ));
    }
    // A caller who lost patience has called again: only a connection that both sides hold counts.
    let agreed = (link.write_all(&[AGREED])).and_then(|()| link.read_exact(&mut [0]));
    match agreed {
        Ok(()) => {
            links[other.process] = Some(link);
            Ok(())
        }
        Err(_) if called.is_none() => Ok(()),
        Err(_) => Err(Error::Cluster(format!(
            "process {} at {} hung up; its own message says why",
            other.process, addresses[other.process]
        ))),
    }
}

/// Whether those who are connected still are, while others are waited for.
fn still_there(links: &[Option<TcpStream>], addresses: &[String]) -> Result<()> {
    for (process, link) in links.iter().enumerate() {
        let Some(link) = link else { continue };
        let looked = (|| {
            link.set_nonblocking(true)?;
            let looked = link.peek(&mut [0]);
            link.set_nonblocking(false)?;
            looked
        })();
        match looked {
            Ok(0) => {
                return Err(Error::Cluster(format!(
                    "process {process} at {} left before the search began; its own message says why",
                    addresses[process]
                )));
            }
            Err(error) if error.kind() != io::ErrorKind::WouldBlock => {
                return Err(Error::Cluster(format!(
                    "process {process} at {} is gone: {error}",
                    addresses[process]
                )));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Makes a connection ready for the engine: no time limits, but a look now and then whether the other machine is there.
fn prepare(link: &TcpStream) -> io::Result<()> {
    link.set_read_timeout(None)?;
    link.set_write_timeout(None)?;
    let socket = SockRef::from(link);
    let keepalive = TcpKeepalive::new()
        .with_time(SILENCE / 3)
        .with_interval(SILENCE / 6);
    #[cfg(any(target_os = "linux", target_os = "macos", target_os = "windows"))]
    let keepalive = keepalive.with_retries(4);
    socket.set_tcp_keepalive(&keepalive)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(SILENCE))?;
    Ok(())
}
