//! A search by several processes, of which this is one.

use std::path::Path;

use super::super::cosets::{Search, Storage};
use super::super::{Metric, Size};
use super::connect::connect;
use super::hello::Hello;
use super::post::Post;
use super::together::Together;
use crate::work::Work;
use crate::{Error, Result};

/// Which process this is, and where all of them are.
#[derive(Clone, Debug)]
pub struct Process {
    number: usize,
    addresses: Vec<String>,
    round_bytes: Option<u64>,
    storage: Storage,
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
                "--process {number}: with --processes {processes} they are numbered from 0 to {}",
                processes.saturating_sub(1)
            )));
        }
        if processes > 1 << 16 {
            return Err(Error::invalid(
                "--processes: at most 65,536 can work together".to_owned(),
            ));
        }
        Ok(Process {
            number,
            addresses,
            round_bytes: None,
            storage: Storage::Packed,
        })
    }

    /// The same with another limit on the bytes of fronts that are received in one round of a layer.
    #[must_use]
    pub fn with_round_bytes(mut self, bytes: u64) -> Process {
        self.round_bytes = Some(bytes);
        self
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
    pub search: Search,
    /// How many bytes this process sent to others.
    pub sent: u64,
    /// How many bytes it received from them.
    pub received: u64,
}

/// Computes all distances of a size together with the other processes.
///
/// They must be given the same size, metric and addresses, and either all or none a checkpoint folder, which all of them see.
/// Returns when all are done.
///
/// # Errors
/// Those of [`Search::run`]; [`Error::Invalid`] if this process cannot listen or another one does not fit; [`Error::Cluster`] as
/// soon as another one is gone. After an error some threads rest until the program ends, and the others know that this process
/// is gone.
pub fn run(
    process: &Process,
    size: Size,
    metric: Metric,
    checkpoint: Option<&Path>,
    work: &Work,
) -> Result<Outcome> {
    let place = (process.number, process.count());
    let hello = Hello::new(size, metric, place, checkpoint.is_some());
    let links = if process.count() == 1 {
        vec![None]
    } else {
        connect(&hello, &process.addresses, work)?
    };
    let post = Post::open(process.number, links, process.addresses.clone())?;
    let mut crew = Together::new(post, place, process.round_bytes);
    let search = Search::with(&mut crew, size, metric, process.storage, checkpoint, work)?;
    let (sent, received) = crew.traffic();
    crew.close();
    Ok(Outcome {
        search,
        sent,
        received,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::time::{Duration, Instant};

    /// Addresses nobody listens on.
    fn free(count: usize) -> Vec<String> {
        let listeners: Vec<TcpListener> = (0..count)
            .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
            .collect();
        (listeners.iter())
            .map(|listener| listener.local_addr().unwrap().to_string())
            .collect()
    }

    /// Runs all processes of a search in threads of this one.
    fn all(
        size: &str,
        metric: Metric,
        count: usize,
        round_bytes: u64,
        storage: Storage,
    ) -> Vec<Outcome> {
        let addresses = free(count);
        let threads: Vec<_> = (0..count)
            .map(|number| {
                let process = Process::new(number, addresses.clone()).unwrap();
                let mut process = process.with_round_bytes(round_bytes);
                process.storage = storage;
                let size = size.parse().unwrap();
                std::thread::spawn(move || {
                    run(&process, size, metric, None, &Work::default()).unwrap()
                })
            })
            .collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    }

    #[test]
    fn rounds_as_small_as_possible_give_the_same_answer() {
        for (size, count, storage) in [
            ("3x2", 1, Storage::AllPacked),
            ("2x3", 2, Storage::Plain),
            ("3x2", 3, Storage::AllPacked),
            ("2x2", 5, Storage::Plain),
            ("4x1", 4, Storage::AllPacked),
        ] {
            for metric in Metric::ALL {
                let work = Work::default();
                let alone = Search::run(size.parse().unwrap(), metric, None, &work).unwrap();
                let outcomes = all(size, metric, count, 1, storage);
                for outcome in &outcomes {
                    assert_eq!(outcome.search.distances(), alone.distances());
                    assert!(count > 1 || outcome.sent + outcome.received == 0);
                }
                assert_eq!(
                    outcomes[0].search.antipodes(&work).unwrap(),
                    alone.antipodes(&work).unwrap()
                );
            }
        }
    }

    #[test]
    fn packed_fronts_give_the_same_answer() {
        for (size, metric) in [
            ("3x3", Metric::Quarter),
            ("4x2", Metric::Half),
            ("7x1", Metric::Half),
        ] {
            let work = Work::default();
            let alone = Search::run(size.parse().unwrap(), metric, None, &work).unwrap();
            for outcome in all(size, metric, 2, 1 << 16, Storage::AllPacked) {
                assert_eq!(outcome.search.distances(), alone.distances());
            }
        }
    }

    #[test]
    fn whoever_is_left_alone_ends_within_seconds() {
        let addresses = free(2);
        let size: Size = "3x3".parse().unwrap();
        let hello = Hello::new(size, Metric::Quarter, (1, 2), false);
        let caller = {
            let addresses = addresses.clone();
            // Somebody who says hello as he should and then hangs up.
            std::thread::spawn(move || connect(&hello, &addresses, &Work::default()).unwrap())
        };
        let process = Process::new(0, addresses).unwrap();
        let start = Instant::now();
        let waiting = std::thread::spawn(move || {
            run(&process, size, Metric::Quarter, None, &Work::default())
        });
        drop(caller.join().unwrap());
        let error = waiting.join().unwrap().unwrap_err();
        assert!(start.elapsed() < Duration::from_secs(20));
        assert!(
            matches!(
                error,
                crate::Error::Rejected(_) | crate::Error::Damaged { .. } | crate::Error::Cluster(_)
            ),
            "{error}"
        );
        assert!(error.to_string().contains("process 1"), "{error}");
    }
}
