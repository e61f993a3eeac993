//! A search by several processes, of which this is one.

use std::time::Duration;

use crate::connect::{connect, is_loopback};
use crate::dataflow::Dataflow;
use crate::exchange::ClusterExchange;
use crate::handshake::{Hello, Secret};
use cubegraph_core::Error;
use cubegraph_core::Result;
use cubegraph_core::work::{Checkpoint, Work};
use cubegraph_picture::engine::{Partition, SearchTask, Share, WORTH_PACKING, of_cosets};
use cubegraph_picture::{CosetSearch, Distances, Method, Metric, Options, Puzzle, Rules, Size};

/// A process from which nothing arrives for this long is gone, unless another time is set.
const SILENCE: Duration = Duration::from_secs(60);
const LEAST_SILENCE: Duration = Duration::from_millis(100);

/// Which process this is, and where all of them are.
#[derive(Clone, Debug)]
pub struct Process {
    number: usize,
    addresses: Vec<String>,
    secret: Option<Secret>,
    silence: Duration,
    round_bytes: Option<u64>,
    worth_packing: u128,
}

impl Process {
    /// The process with a number, from 0, among those at these addresses.
    ///
    /// # Errors
    /// [`Error::Invalid`] if there is no process with that number, or there are too many.
    pub fn new(number: usize, addresses: Vec<String>) -> Result<Process> {
        let processes = addresses.len();
        if number >= processes {
            return Err(Error::invalid(format!(
                "there is no process {number}: {processes} processes are numbered from 0 to {}",
                processes.saturating_sub(1)
            )));
        }
        if processes > 1 << 16 {
            return Err(Error::invalid("at most 65,536 processes can work together".to_owned()));
        }
        Ok(Process {
            number,
            addresses,
            secret: None,
            silence: SILENCE,
            round_bytes: None,
            worth_packing: WORTH_PACKING,
        })
    }

    /// The same with a secret that all processes know. One is needed as soon as an address is not
    /// on this machine.
    #[must_use]
    pub fn with_secret(mut self, secret: Secret) -> Process {
        self.secret = Some(secret);
        self
    }

    /// The same with another time after which a process is given up from which nothing arrives; a
    /// minute if nothing is said. Give the same to all processes.
    #[must_use]
    pub fn with_silence(mut self, silence: Duration) -> Process {
        self.silence = silence.max(LEAST_SILENCE);
        self
    }

    /// The same with another limit on the bytes of frontiers that are received in one round of a
    /// layer.
    #[must_use]
    pub fn with_round_bytes(mut self, bytes: u64) -> Process {
        self.round_bytes = Some(bytes);
        self
    }

    /// An address beyond this machine while there is no secret: [`run`] refuses that.
    pub fn unprotected(&self) -> Option<&str> {
        let remote = self.addresses.iter().find(|address| !is_loopback(address));
        remote.filter(|_| self.secret.is_none()).map(String::as_str)
    }

    /// The number, from 0.
    pub fn number(&self) -> usize {
        self.number
    }

    /// How many processes there are.
    pub fn count(&self) -> usize {
        self.addresses.len()
    }
}

/// What came of a search by several processes.
#[derive(Debug)]
pub struct Outcome {
    /// The distances, known to all processes; the farthest configurations are known to the first.
    pub search: CosetSearch,
    /// How many bytes this process sent to others.
    pub sent: u64,
    /// How many bytes it received from them.
    pub received: u64,
}

/// Computes all distances of a size together with the other processes.
///
/// They must be given the same size, metric, addresses and secret, and either all or none a
/// checkpoint, whose folder all of them see. Returns when all are done.
///
/// # Errors
/// Those of [`CosetSearch::run`]; [`Error::Invalid`] if this process cannot listen, another one
/// does not fit, or a secret is missing; [`Error::Cluster`] as soon as another one is gone.
pub fn run(
    process: &Process,
    size: Size,
    metric: Metric,
    checkpoint: Option<&Checkpoint>,
    work: &Work,
) -> Result<Outcome> {
    let place = (process.number, process.count());
    let hello = Hello::new(size, metric, place, checkpoint.is_some());
    let (addresses, secret) = (&process.addresses, process.secret.as_ref());
    let connections =
        if process.count() == 1 {
            vec![None]
        } else {
            if let Some(address) = process.unprotected() {
                return Err(Error::invalid(format!(
                "{address} is not on this machine: the processes need a secret that all of them \
                 know, and no other program"
            ))
            .help("without one, any program that reaches the port can join and change the answer"));
            }
            connect(&hello, addresses, secret, work)?
        };
    let dataflow =
        Dataflow::start(process.number, connections, addresses.clone(), process.silence)?;
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let task = SearchTask {
        size,
        metric,
        part: (number(place.0), number(place.1)),
        worth_packing: process.worth_packing,
    };
    task.announce(work);
    let mut partition = None;
    let prepared = task.prepare(work, |classes, packings| {
        let dealt = Partition::new(classes, packings, place.1, process.round_bytes);
        let sent_before = classes.all().map(|class| dealt.sent_before(place.0, class));
        let share = Share {
            own: dealt.members()[place.0].own.clone(),
            extra_bytes: dealt.bytes(place.0),
            sent_before: sent_before.collect(),
        };
        partition = Some(dealt);
        share
    })?;
    let running = prepared.start(checkpoint)?;
    let partition = partition.expect("the classes are dealt out before the search starts");
    let mut exchange = ClusterExchange::new(dataflow, place.0, partition, running.classes());
    let search = exchange.complete(running, work)?;
    let (sent, received) = exchange.traffic();
    exchange.close();
    if place.0 == 0 && place.1 > 1 {
        check_by_another_method(size, metric, &search.distances(), work)?;
    }
    Ok(Outcome { search, sent, received })
}

/// Up to this many configurations the first process searches again, by the plain method.
const SEARCHED_AGAIN: u32 = 50_000_000;

fn check_by_another_method(
    size: Size,
    metric: Metric,
    found: &Distances,
    work: &Work,
) -> Result<()> {
    if size.order() > SEARCHED_AGAIN.into() {
        return Ok(());
    }
    let options = Options { method: Method::Plain, ..Options::default() };
    let plain = Puzzle::new(size, Rules::cube(metric)?).distances(&options, work)?;
    if plain.counts() == found.counts() {
        return Ok(());
    }
    Err(Error::Rejected(format!(
        "the plain search of {size} finds other numbers of configurations than the processes"
    )))
}

/// What one of several processes knows when their common search is over.
#[derive(Debug)]
pub struct Together {
    /// The distances, checked; `None` in all processes but the first.
    pub distances: Option<Distances>,
    /// The largest distance.
    pub diameter: usize,
    /// How many bytes this process sent.
    pub sent: u64,
    /// How many bytes this process received.
    pub received: u64,
}

/// The same as [`Puzzle::distances`] together with other processes.
///
/// # Errors
/// As for [`Puzzle::distances`], and [`Error::Cluster`] if the processes lose each other.
pub fn distances(
    process: &Process,
    puzzle: &Puzzle,
    options: &Options,
    work: &Work,
) -> Result<Together> {
    let is_cosets = matches!(options.method, Method::Auto | Method::Cosets);
    let Some(metric) = puzzle.rules().metric().filter(|_| is_cosets) else {
        return Err(Error::invalid("only the coset search of the cube runs in several processes"));
    };
    let checkpoint = options.checkpoint.as_ref();
    let outcome = run(process, puzzle.size(), metric, checkpoint, work)?;
    let distances = match process.number() {
        0 => Some(of_cosets(puzzle, &outcome.search, work)?),
        _ => None,
    };
    Ok(Together {
        distances,
        diameter: outcome.search.distances().diameter(),
        sent: outcome.sent,
        received: outcome.received,
    })
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
