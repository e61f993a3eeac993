//! Distances of the picture cubes: the coset search against the plain one, and checkpoints that
//! survive everything.

use std::process::{Command, Stdio};
use std::time::Duration;

use cubegraph::picture::{Distances, Method, Metric, Options, Puzzle};
use cubegraph::work::Work;
use serde_json::Value;

fn tool() -> Command {
    let mut command = crate::common::tool();
    command.args(["picture", "distances"]).arg("--quiet");
    command
}

fn json(command: &mut Command) -> Value {
    let output = command.args(["--format", "json"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn cosets_and_plain_search_agree() {
    for text in ["1x1", "2x1", "1x3", "4x1", "2x2", "5x1"] {
        for metric in Metric::ALL {
            let puzzle: Puzzle = text.parse().unwrap();
            let puzzle = puzzle.with_metric(metric).unwrap();
            let find = |method| -> Distances {
                let options = Options { method, ..Options::default() };
                puzzle.distances(&options, &Work::default()).unwrap()
            };
            let cosets = find(Method::Cosets);
            assert_eq!(cosets.counts(), find(Method::Plain).counts(), "{text} {metric}");
            if text.len() < 4 && text < "3" {
                assert_eq!(cosets.counts(), find(Method::Graph).counts(), "{text} {metric}");
            }
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
        let output =
            tool().args(arguments).arg("--checkpoint").arg(folder.path()).output().unwrap();
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
    let output = tool().args(["2x1", "--checkpoint"]).arg(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "not a folder");
}

#[test]
fn what_needs_too_much_memory_is_refused_before_it_starts() {
    for (arguments, word) in
        [(vec!["100x100"], "10^"), (vec!["4x3", "--memory", "2"], "GiB"), (vec!["4x4"], "TiB")]
    {
        let output = tool().args(&arguments).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{arguments:?} {message}");
        assert!(message.contains(word), "{message}");
    }
}
