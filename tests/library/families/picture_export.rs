//! What other programs are given: read back by a reader of its own, and by GAP where it is
//! installed.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::{digits, exact_json};

fn tool(arguments: &[&str]) -> String {
    let output =
        crate::common::tool().arg("picture").args(arguments).arg("--quiet").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn distances(puzzle: &str, metric: &str) -> Vec<usize> {
    let text = tool(&["distances", puzzle, "--metric", metric, "--format", "json"]);
    counts(&serde_json::from_str::<Value>(&text).unwrap()["distances"])
}

fn counts(list: &Value) -> Vec<usize> {
    let count = |n: &Value| usize::try_from(n.as_u64().unwrap()).unwrap();
    list.as_array().unwrap().iter().map(count).collect()
}

/// Counts by breadth-first search from the identity, all powers of a move being moves, or only the
/// move and its inverse.
fn layers(moves: &[Vec<u8>], all_powers: bool) -> Vec<usize> {
    let after = |state: &[u8], step: &[u8]| -> Vec<u8> {
        step.iter().map(|&from| state[usize::from(from)]).collect()
    };
    let solved: Vec<u8> = (0..moves[0].len()).map(|p| u8::try_from(p).unwrap()).collect();
    let mut steps: Vec<Vec<u8>> = Vec::new();
    for step in moves {
        let mut powers = vec![step.clone()];
        while after(&powers[powers.len() - 1], step) != solved {
            powers.push(after(&powers[powers.len() - 1], step));
        }
        if all_powers {
            steps.extend(powers);
        } else {
            steps.push(powers[powers.len() - 1].clone());
            steps.push(step.clone());
        }
    }
    let mut seen = HashSet::from([solved.clone()]);
    let mut layer = vec![solved];
    let mut counts = Vec::new();
    while !layer.is_empty() {
        counts.push(layer.len());
        let mut next = Vec::new();
        for state in &layer {
            for step in &steps {
                let found = after(state, step);
                if seen.insert(found.clone()) {
                    next.push(found);
                }
            }
        }
        layer = next;
    }
    counts
}

/// The moves of a twsearch definition on the points of all sets, from 0: where the point at a place
/// comes from.
fn read_tws(text: &str) -> Vec<Vec<u8>> {
    let mut sets: Vec<(String, u8)> = Vec::new();
    let (mut blocks, mut block) = (Vec::new(), None::<HashMap<String, Vec<u8>>>);
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    while let Some(line) = lines.next() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match (words.as_slice(), &mut block) {
            (["Set", name, points, "1"], None) => {
                sets.push(((*name).to_owned(), points.parse().unwrap()));
            }
            (["Solved"] | ["Move", _], None) => block = Some(HashMap::new()),
            (["End"], Some(done)) => {
                blocks.push(std::mem::take(done));
                block = None;
            }
            ([name], Some(block)) => {
                let images = lines.next().unwrap().split_whitespace();
                let images = images.map(|p| p.parse::<u8>().unwrap() - 1).collect();
                block.insert((*name).to_owned(), images);
            }
            ([] | ["Name", _], None) => {}
            other => panic!("{other:?}"),
        }
    }
    let joined = |block: &HashMap<String, Vec<u8>>| {
        let mut start = 0;
        let mut places = Vec::new();
        for (name, points) in &sets {
            let still: Vec<u8> = (0..*points).collect();
            let images = block.get(name).unwrap_or(&still);
            places.extend(images.iter().map(|image| start + image));
            start += points;
        }
        places
    };
    assert!(joined(&blocks[0]).is_sorted(), "the first block is the solution");
    blocks[1..].iter().map(joined).collect()
}

#[test]
#[ignore = "long: searches every exported definition"]
fn definitions_for_twsearch_have_the_distances_of_the_puzzle() {
    for puzzle in ["2x2", "1x3", "2x1"] {
        let from_tws = read_tws(&tool(&["export", puzzle, "--to", "tws"]));
        assert_eq!(layers(&from_tws, false), distances(puzzle, "quarter"), "{puzzle}");
        assert_eq!(layers(&from_tws, true), distances(puzzle, "half"), "{puzzle}");
    }
}

#[test]
fn definitions_of_other_groups_have_their_moves_or_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let mine = path.to_str().unwrap();
    for (group, moves, all_powers) in [
        ("S3", "\"all\"", Some(true)),
        ("D4", "\"all\"", Some(true)),
        ("C5", "[\"(1 2 3 4 5)\", \"(1 5 4 3 2)\"]", Some(false)),
        ("S3", "[\"(1 2)\", \"(2 3)\"]", Some(true)),
        ("S3", "[\"(1 2 3)\", \"(1 2)\"]", None),
        ("C4", "[\"(1 2 3 4)\"]", None),
    ] {
        let text = format!(
            "kind = \"picture\"\nrows = 2\ncolumns = 1\n[group]\nname = \"{group}\"\nrow_moves = {moves}\ncolumn_moves = {moves}\n"
        );
        std::fs::write(&path, text).unwrap();
        if all_powers.is_none() {
            let mut refused = crate::common::tool();
            let refused = refused.args(["picture", "export", mine, "--to", "tws"]);
            assert_eq!(refused.output().unwrap().status.code(), Some(2), "{moves}");
            continue;
        }
        let text = tool(&["export", mine, "--to", "tws"]);
        assert!(text.contains("twsearch"));
        let moves = read_tws(&text);
        let found = tool(&["distances", mine, "--format", "json"]);
        let found: Value = serde_json::from_str(&found).unwrap();
        let all_powers = all_powers.unwrap();
        assert_eq!(layers(&moves, all_powers), counts(&found["distances"]), "{group}");
    }
}

#[test]
fn gap_finds_the_same_orders_and_distances() {
    let found = Command::new("gap").args(["-q", "--quitonbreak"]).stdin(Stdio::null()).output();
    if !found.is_ok_and(|output| output.status.success()) {
        // Not by `eprintln!`, which is heard only if the test fails.
        writeln!(
            std::io::stderr(),
            "skipped: no GAP here (the program gap); install gap-core to run this test"
        )
        .unwrap();
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.g");
    // Distances are counted up to 200,000 configurations.
    for (puzzle, metric, has_distances) in [
        ("1x1", Some("half"), true),
        ("2x2", Some("quarter"), true),
        ("4x3", None, false),
        ("@coins", None, true),
        ("@five-hours", None, true),
        ("@part-of-the-group", None, false),
    ] {
        let mut export = vec!["export", puzzle, "--to", "gap", "-o", path.to_str().unwrap()];
        let mut asked = vec!["distances", puzzle, "--format", "json"];
        if let Some(metric) = metric {
            export.extend(["--metric", metric]);
            asked.extend(["--metric", metric]);
        }
        tool(&export);
        let output = Command::new("gap")
            .args(["-q", "--quitonbreak"])
            .arg(&path)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{puzzle}: {said}");
        let order = exact_json(&tool(&["group", puzzle, "--format", "json"]));
        assert!(said.contains(&format!("order of H: {}\n", digits(&order["order"]))), "{said}");
        let list = said.split_once("distances: ").map(|(_, list)| list);
        assert_eq!(list.is_some(), has_distances, "{puzzle}: {said}");
        if let Some(list) = list {
            let list: Value = serde_json::from_str(list).unwrap();
            let ours: Value = serde_json::from_str(&tool(&asked)).unwrap();
            assert_eq!(list, ours["distances"], "{puzzle}");
        }
    }
}
