//! Several processes in threads of one, and strangers who try to disturb them.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

use super::*;
use crate::link::{Link, final_message};
use crate::peers::Peers;

/// Addresses nobody listens on.
fn free(count: usize) -> Vec<String> {
    let listeners: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    (listeners.iter()).map(|listener| listener.local_addr().unwrap().to_string()).collect()
}

fn secret() -> Secret {
    Secret::new(b"what only these processes know").unwrap()
}

fn start(process: Process, size: &str, metric: Metric) -> JoinHandle<Result<Outcome>> {
    let size = size.parse().unwrap();
    std::thread::spawn(move || run(&process, size, metric, None, &Work::default()))
}

/// Runs all processes of a search.
fn all(
    size: &str,
    metric: Metric,
    count: usize,
    round_bytes: u64,
    worth_packing: u128,
) -> Vec<Outcome> {
    let addresses = free(count);
    let threads: Vec<_> = (0..count)
        .map(|number| {
            let process = Process::new(number, addresses.clone()).unwrap();
            let mut process = process.with_round_bytes(round_bytes).with_secret(secret());
            process.worth_packing = worth_packing;
            start(process, size, metric)
        })
        .collect();
    (threads.into_iter()).map(|thread| thread.join().unwrap().unwrap()).collect()
}

fn alone(size: &str, metric: Metric) -> CosetSearch {
    CosetSearch::run(size.parse().unwrap(), metric, None, &Work::default()).unwrap()
}

#[test]
fn rounds_as_small_as_possible_give_the_same_answer() {
    for (size, count, worth_packing) in
        [("3x2", 1, 0), ("2x3", 2, u128::MAX), ("3x2", 3, 0), ("2x2", 5, u128::MAX), ("4x1", 4, 0)]
    {
        for metric in Metric::ALL {
            let (alone, work) = (alone(size, metric), Work::default());
            let outcomes = all(size, metric, count, 1, worth_packing);
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
fn packed_frontiers_give_the_same_answer() {
    for (size, metric) in [("3x3", Metric::Quarter), ("4x2", Metric::Half), ("7x1", Metric::Half)] {
        let alone = alone(size, metric).distances();
        for outcome in all(size, metric, 2, 1 << 16, 0) {
            assert_eq!(outcome.search.distances(), alone);
        }
    }
}

/// Connects until somebody listens.
fn call(address: &str) -> TcpStream {
    let start = Instant::now();
    loop {
        match TcpStream::connect(address) {
            Ok(stream) => return stream,
            Err(error) => assert!(start.elapsed() < Duration::from_secs(30), "{error}"),
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn hello_of_another_version(process: usize) -> Vec<u8> {
    let text = format!(
        r#"{{"version":"9.9.9","format":1,"size":"3x2","processes":2,"process":{process}}}"#
    );
    let length = u32::try_from(text.len()).unwrap().to_le_bytes();
    [b"cubegraph-cluster\n", &length[..], text.as_bytes()].concat()
}

/// Strangers call process 0 before process 1 does; the search must end with the right distances.
fn search_among_strangers(
    secret: Option<&Secret>,
    disturb: impl Fn(&str) -> Vec<TcpStream>,
) -> Distances {
    let addresses = free(2);
    let process = |number| {
        let process = Process::new(number, addresses.clone()).unwrap();
        match secret {
            Some(secret) => process.with_secret(secret.clone()),
            None => process,
        }
    };
    let first = start(process(0), "3x2", Metric::Quarter);
    let strangers = disturb(&addresses[0]);
    let second = start(process(1), "3x2", Metric::Quarter);
    let found = first.join().unwrap().unwrap().search.distances();
    assert_eq!(second.join().unwrap().unwrap().search.distances(), found);
    drop(strangers);
    found
}

#[test]
fn strangers_neither_end_nor_hang_nor_delay_nor_change_a_search() {
    let right = alone("3x2", Metric::Quarter).distances();
    let another_version = |address: &str| {
        let mut stream = call(address);
        stream.write_all(&hello_of_another_version(1)).unwrap();
        // It says who it is, and hangs up.
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok();
        assert!(answer.starts_with(b"cubegraph-cluster\n"));
        vec![stream]
    };
    let nonsense = |address: &str| {
        let mut stream = call(address);
        stream.write_all(&b"GET / HTTP/1.1\r\n\r\n".repeat(100)).ok();
        vec![stream]
    };
    let false_length = |address: &str| {
        let mut stream = call(address);
        let bytes = [b"cubegraph-cluster\n", &u32::MAX.to_le_bytes()[..]].concat();
        stream.write_all(&bytes).unwrap();
        vec![stream]
    };
    let silent = |address: &str| (0..100).map(|_| call(address)).collect();
    for secret in [None, Some(secret())] {
        let start = Instant::now();
        let found = [
            search_among_strangers(secret.as_ref(), another_version),
            search_among_strangers(secret.as_ref(), nonsense),
            search_among_strangers(secret.as_ref(), false_length),
            search_among_strangers(secret.as_ref(), silent),
        ];
        assert!(found.iter().all(|found| *found == right));
        // Greeted one by one, the hundred who say nothing would take eight minutes.
        assert!(start.elapsed() < Duration::from_secs(300));
    }
}

#[test]
fn who_does_not_know_the_secret_cannot_take_the_place_of_a_process() {
    let right = alone("3x2", Metric::Quarter).distances();
    let impersonate = |address: &str| {
        let size: Size = "3x2".parse().unwrap();
        let hello = Hello::new(size, Metric::Quarter, (1, 2), false);
        [None, Some(Secret::new(b"another secret of this length").unwrap())]
            .into_iter()
            .map(|secret| {
                let stream = call(address);
                let role = crate::handshake::Role::Caller;
                let refused = crate::handshake::introduce(&hello, secret.as_ref(), &stream, role);
                assert!(refused.is_err());
                stream
            })
            .collect()
    };
    assert_eq!(search_among_strangers(Some(&secret()), impersonate), right);
}

#[test]
fn a_time_limit_holds_while_strangers_are_silent() {
    let addresses = free(2);
    let process = Process::new(0, addresses.clone()).unwrap();
    let waiting = std::thread::spawn(move || {
        let work = Work::default().with_time(Duration::from_secs(1));
        let size = "3x2".parse().unwrap();
        let start = Instant::now();
        let error = run(&process, size, Metric::Quarter, None, &work).unwrap_err();
        (error, start.elapsed())
    });
    let strangers: Vec<TcpStream> = (0..20).map(|_| call(&addresses[0])).collect();
    let (error, time) = waiting.join().unwrap();
    assert!(matches!(error, cubegraph_core::Error::OutOfTime { .. }), "{error}");
    // Twenty who say nothing would take more than a minute and a half, one by one.
    assert!(time < Duration::from_secs(30), "{time:?}");
    drop(strangers);
}

#[test]
fn beyond_this_machine_a_secret_is_needed() {
    let size: Size = "2x2".parse().unwrap();
    for (address, needed) in [
        ("node7.example.org:2101", true),
        ("192.0.2.1:2101", true),
        ("[2001:db8::1]:2101", true),
        ("localhost:2101", false),
        ("127.0.0.5:2101", false),
        ("[::1]:2101", false),
    ] {
        assert_eq!(is_loopback(address), !needed, "{address}");
        if needed {
            let addresses = vec!["localhost:1".to_owned(), address.to_owned()];
            let process = Process::new(0, addresses).unwrap();
            let refused = run(&process, size, Metric::Half, None, &Work::default());
            let error = refused.unwrap_err();
            assert!(
                matches!(
                    error,
                    cubegraph_core::Error::Invalid(_) | cubegraph_core::Error::Input(_)
                ),
                "{error}"
            );
            assert!(error.to_string().contains("secret"), "{error}");
        }
    }
}

/// A process that says hello as it should; what it does then is up to the test.
fn introduced(addresses: Vec<String>) -> JoinHandle<Vec<Option<crate::connect::Connection>>> {
    let size: Size = "3x3".parse().unwrap();
    let hello = Hello::new(size, Metric::Quarter, (1, 2), false);
    std::thread::spawn(move || {
        connect(&hello, &addresses, Some(&secret()), &Work::default()).unwrap()
    })
}

#[test]
fn a_process_that_is_left_alone_ends_within_seconds() {
    let addresses = free(2);
    let caller = introduced(addresses.clone());
    let process = Process::new(0, addresses).unwrap().with_secret(secret());
    let waiting = start(process, "3x3", Metric::Quarter);
    let started = Instant::now();
    drop(caller.join().unwrap());
    let error = waiting.join().unwrap().unwrap_err();
    assert!(started.elapsed() < Duration::from_secs(20));
    assert!(matches!(error, Error::Cluster(_)), "{error}");
    assert!(error.to_string().contains("process 1"), "{error}");
}

#[test]
fn a_process_that_ends_the_protocol_early_ends_the_search() {
    let addresses = free(2);
    let caller = introduced(addresses.clone());
    let process = Process::new(0, addresses.clone()).unwrap();
    let waiting = start(process.with_secret(secret()), "3x3", Metric::Quarter);
    let connection = caller.join().unwrap().swap_remove(0).unwrap();
    let peers = Arc::new(Peers::new(addresses));
    let mut link = Link::new(connection, (1, 0), SILENCE, &peers).unwrap();
    let started = Instant::now();
    // The connection stays open: only the end of the engine's messages is there.
    link.write_all(&final_message()).unwrap();
    let error = waiting.join().unwrap().unwrap_err();
    assert!(started.elapsed() < Duration::from_secs(20));
    assert!(matches!(error, Error::Cluster(_)), "{error}");
    let text = error.to_string();
    assert!(text.contains("process 1") && text.contains("before the search"), "{text}");
}

#[test]
fn a_process_that_falls_silent_is_named_after_the_time_that_was_set() {
    let addresses = free(2);
    let caller = introduced(addresses.clone());
    let process = Process::new(0, addresses).unwrap().with_secret(secret());
    let process = process.with_silence(Duration::from_millis(600));
    let waiting = start(process, "3x3", Metric::Quarter);
    let connections = caller.join().unwrap();
    let started = Instant::now();
    let error = waiting.join().unwrap().unwrap_err();
    assert!(started.elapsed() < Duration::from_secs(10));
    assert!(matches!(error, Error::Cluster(_)), "{error}");
    let text = error.to_string();
    assert!(text.contains("process 1") && text.contains("0.6 s"), "{text}");
    drop(connections);
}

#[test]
fn a_process_with_the_secret_that_does_not_fit_ends_the_search_with_a_reason() {
    let addresses = free(2);
    let process = |number| {
        let process = Process::new(number, addresses.clone()).unwrap();
        process.with_secret(secret())
    };
    let first = start(process(0), "3x2", Metric::Quarter);
    let second = start(process(1), "3x2", Metric::Half);
    for (thread, other) in [(first, 1), (second, 0)] {
        let error = thread.join().unwrap().unwrap_err();
        assert!(
            matches!(error, cubegraph_core::Error::Invalid(_) | cubegraph_core::Error::Input(_)),
            "{error}"
        );
        let text = error.to_string();
        assert!(text.contains(&format!("process {other}")), "{text}");
        assert!(text.contains("does not fit"), "{text}");
    }
}
