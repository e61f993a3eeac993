//! A bounded run of what `fuzz/` fuzzes: the kept corpora, as they are and changed by a seeded
//! generator.
//!
//! `docs/trust.md` says how to run the coverage-guided fuzzing that made the corpora. To go on
//! longer here, on stable: `FUZZ_EXECUTIONS=1000000 cargo test --release --test library fuzz`.

use std::path::Path;

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

#[path = "../../fuzz/src/lib.rs"]
#[allow(dead_code, unreachable_pub, clippy::pedantic)]
mod targets;

/// The inputs kept for a target, in the order of their names.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("readable").path())
        .collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).expect("readable")).collect()
}

/// Changes an input in one to four places: bytes changed, removed, repeated, or taken from another
/// input.
fn mutate(input: &[u8], other: &[u8], random: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..random.random_range(1..=4) {
        let at = random.random_range(0..=bytes.len());
        let end = (at + random.random_range(0..8)).min(bytes.len());
        match random.random_range(0..6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.random_range(0..8),
            1 if at < bytes.len() => bytes[at] = random.random(),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            4 if !other.is_empty() => {
                let from = random.random_range(0..other.len());
                let to = (from + random.random_range(1..40)).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            _ => bytes.insert(at, random.random()),
        }
    }
    bytes
}

fn run(target: &str, executions: usize, run: fn(&[u8])) {
    let corpus = corpus(target);
    assert!(!corpus.is_empty());
    for input in &corpus {
        run(input);
    }
    let asked = std::env::var("FUZZ_EXECUTIONS").ok();
    let executions = asked.and_then(|text| text.parse().ok()).unwrap_or(executions);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..executions {
        let input = &corpus[random.random_range(0..corpus.len())];
        let other = &corpus[random.random_range(0..corpus.len())];
        let changed = mutate(input, other, &mut random);
        assert!(
            std::panic::catch_unwind(|| run(&changed)).is_ok(),
            "{target} breaks on {changed:?}, which is {:?}",
            String::from_utf8_lossy(&changed)
        );
    }
}

#[test]
fn no_bytes_break_the_reader_of_instances() {
    run("instance", 6000, targets::instance::run);
}

#[test]
fn no_words_break_the_command_line() {
    run("words", 20_000, targets::words::run);
}

#[test]
fn no_bytes_break_the_reader_of_checkpoints_and_tables() {
    run("checkpoint", 1000, targets::checkpoint::run);
}

#[test]
fn no_labels_break_a_drawing() {
    run("drawing", 1500, targets::drawing::run);
}

/// Or the reader would refuse everything at the first look.
#[test]
fn files_are_assembled_with_the_header_that_the_search_writes() {
    use cubegraph::picture::{Checkpoint, CosetSearch, DistanceTable, Metric, Size};
    use cubegraph::work::Work;
    use targets::checkpoint::{header, name};
    let folder = tempfile::tempdir().unwrap();
    let (size, work): (Size, _) = ("1x2".parse().unwrap(), Work::default());
    for metric in Metric::ALL {
        let layers = folder.path().join(metric.to_string());
        CosetSearch::run(size, metric, Some(&Checkpoint::new(&layers)), &work).unwrap();
        let layer = std::fs::read(layers.join(name(3))).unwrap();
        assert!(layer.starts_with(&header(size, metric, false, 3)));
        DistanceTable::make(size, metric, Some(folder.path()), &work).unwrap();
        let table = std::fs::read(DistanceTable::path(folder.path(), size, metric)).unwrap();
        assert!(table.starts_with(&header(size, metric, true, 0)));
    }
}
