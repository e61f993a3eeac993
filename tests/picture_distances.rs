//! Distances of the picture cubes: the coset search against the plain one, checkpoints that survive everything, and the kept
//! tables.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use cubegraph::cube::Rotation;
use cubegraph::picture::cosets::Search;
use cubegraph::picture::plain::Plain;
use cubegraph::picture::{Configuration, Metric, Move, Rules, Size};
use cubegraph::work::Work;
use num_bigint::BigUint;
use serde_json::Value;

fn tool() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cubegraph"));
    command.args(["picture", "distances"]).arg("--quiet");
    command
}

fn json(command: &mut Command) -> Value {
    let output = command.args(["--format", "json"]).output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn cosets_and_plain_search_agree() {
    let work = Work::unlimited();
    for text in ["1x1", "2x1", "1x3", "4x1", "2x2", "5x1"] {
        for metric in Metric::ALL {
            let size: Size = text.parse().unwrap();
            let cosets = Search::run(size, metric, None, &work).unwrap().distances();
            let tabled = Rules::cube(metric).unwrap().tabled().unwrap();
            let plain = Plain::search(tabled, size, &work).unwrap().distances();
            assert_eq!(cosets, plain, "{text} {metric}");
        }
    }
}

#[test]
fn a_run_killed_at_any_moment_goes_on_and_gives_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let mut whole = json(tool().arg("4x2"));
    let mut pause = Duration::from_millis(20);
    for _ in 0..8 {
        let mut child = tool()
            .args(["4x2", "--checkpoint"])
            .arg(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(pause);
        child.kill().unwrap();
        child.wait().unwrap();
        pause = pause * 3 / 2;
    }
    for _ in 0..2 {
        let mut resumed = json(tool().args(["4x2", "--checkpoint"]).arg(folder.path()));
        resumed["seconds"].take();
        whole["seconds"].take();
        assert_eq!(resumed, whole);
    }
}

#[test]
fn a_foreign_or_damaged_checkpoint_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    json(tool().args(["3x2", "--checkpoint"]).arg(folder.path()));
    let refused = |arguments: &[&str], word: &str| {
        let output = tool()
            .args(arguments)
            .arg("--checkpoint")
            .arg(folder.path())
            .output()
            .unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(4), "{message}");
        assert!(message.contains(word), "{message}");
    };
    refused(&["2x2"], "3x2");
    refused(&["3x2", "--metric", "half"], "quarter");
    let path = folder.path().join("layer-009-part-1-of-1");
    let right = std::fs::read(&path).unwrap();
    let mut wrong = right.clone();
    wrong[right.len() / 2] ^= 1;
    std::fs::write(&path, &wrong).unwrap();
    refused(&["3x2"], "damaged");
    std::fs::write(&path, &right[..right.len() / 2]).unwrap();
    refused(&["3x2"], "cut short");
    std::fs::copy(folder.path().join("layer-008-part-1-of-1"), &path).unwrap();
    refused(&["3x2"], "name");
    std::fs::remove_file(&path).unwrap();
    refused(&["3x2"], "missing");
    std::fs::write(&path, right).unwrap();
    json(tool().args(["3x2", "--checkpoint"]).arg(folder.path()));
}

#[test]
fn a_checkpoint_that_cannot_be_written_is_status_4() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "not a folder").unwrap();
    let output = tool()
        .args(["2x1", "--checkpoint"])
        .arg(&file)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "not a folder");
}

#[test]
fn what_needs_too_much_memory_is_refused_before_it_starts() {
    for (arguments, word) in [
        (vec!["100x100"], "10^"),
        (vec!["4x3", "--memory", "2"], "GiB"),
        (vec!["4x4"], "TiB"),
    ] {
        let output = tool().args(&arguments).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{arguments:?} {message}");
        assert!(message.contains(word), "{message}");
    }
}

/// The kept tables: `data/picture/quarter.json` and `half.json`.
fn kept(metric: Metric) -> Vec<(Size, Vec<BigUint>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("data/picture/{metric}.json"));
    let table: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let sizes = table["sizes"].as_array().unwrap();
    sizes
        .iter()
        .map(|row| {
            let number = |key: &str| usize::try_from(row[key].as_u64().unwrap()).unwrap();
            let counts = row["distances"].as_array().unwrap().iter();
            (
                Size::new(number("rows"), number("columns")).unwrap(),
                counts
                    .map(|count| count.to_string().parse().unwrap())
                    .collect(),
            )
        })
        .collect()
}

#[test]
fn the_kept_tables_have_every_size_up_to_twelve_cubes_and_add_up() {
    for metric in Metric::ALL {
        let tables = kept(metric);
        let sizes: BTreeSet<String> = tables.iter().map(|(size, _)| size.to_string()).collect();
        assert_eq!(sizes.len(), tables.len());
        for cubes in 1..=12 {
            for columns in (1..=cubes).filter(|c| cubes % c == 0 && cubes / c >= *c) {
                assert!(sizes.contains(&format!("{}x{columns}", cubes / columns)));
            }
        }
        for (size, counts) in tables {
            assert_eq!(
                counts.iter().sum::<BigUint>(),
                size.order(),
                "{size} {metric}"
            );
        }
    }
}

#[test]
fn the_kept_tables_are_found_again_where_that_is_quick() {
    let work = Work::unlimited();
    for metric in Metric::ALL {
        for (size, counts) in kept(metric) {
            if size.cells() <= 8 {
                let search = Search::run(size, metric, None, &work).unwrap();
                assert_eq!(search.distances().counts(), counts, "{size} {metric}");
            }
        }
    }
}

/// A configuration of at most twelve cubes as a number.
fn packed(configuration: &Configuration) -> u64 {
    let cells = configuration.cells().iter();
    cells.fold(0, |number, cell| number * 24 + cell.rank() as u64)
}

fn unpacked(mut number: u64, size: Size) -> Configuration {
    let mut cells = vec![Rotation::IDENTITY; size.cells()];
    for cell in cells.iter_mut().rev() {
        *cell = Rotation::from_rank(usize::try_from(number % 24).unwrap()).unwrap();
        number /= 24;
    }
    Configuration::new(size, cells).unwrap()
}

/// Layers 0 to 7 of the twelve-cube puzzle by a search that knows nothing of cosets: every configuration by itself, sorted lists
/// instead of tables.
#[test]
fn the_first_layers_of_the_twelve_cubes_are_found_without_cosets() {
    let size: Size = "4x3".parse().unwrap();
    for (metric, last) in [(Metric::Quarter, 7), (Metric::Half, 6)] {
        let known = kept(metric);
        let (_, known) = known.iter().find(|(kept, _)| *kept == size).unwrap();
        let moves: Vec<Move> = Move::all(size, metric).collect();
        let mut before: Vec<u64> = Vec::new();
        let mut layer = vec![packed(&Configuration::solved(size))];
        for (distance, count) in known.iter().enumerate().take(last + 1) {
            assert_eq!(*count, BigUint::from(layer.len()), "{metric} {distance}");
            let mut next = Vec::with_capacity(layer.len() * moves.len());
            for &number in &layer {
                let configuration = unpacked(number, size);
                for &step in &moves {
                    let mut after = configuration.clone();
                    after.turn(step);
                    next.push(packed(&after));
                }
            }
            next.sort_unstable();
            next.dedup();
            // The neighbours of a layer lie in it, in the one before, or in the next.
            next.retain(|n| layer.binary_search(n).is_err() && before.binary_search(n).is_err());
            before = std::mem::replace(&mut layer, next);
        }
    }
}
