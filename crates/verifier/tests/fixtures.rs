//! The fixtures: certificates and tables that are right, and one for every way to be wrong.
//!
//! `fixtures/invalid/reasons.txt` has the reason for which each of them is rejected. Names that
//! begin with `table-` are tables of distances, the others are certificates of bounds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cubegraph_core::work::Work;
use cubegraph_verifier::certificate::{Verdict, certificates};
use cubegraph_verifier::table::{self, SampleOptions};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn json_files(name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(name)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

fn is_table(path: &Path) -> bool {
    path.file_name().unwrap().to_str().unwrap().starts_with("table-")
}

fn verdicts(path: &Path) -> Vec<Verdict> {
    certificates(&fs::read_to_string(path).unwrap(), &Work::default()).unwrap()
}

/// Why a file is rejected, reason by reason; no search is lent to the checks of tables.
fn reasons(path: &Path) -> Vec<String> {
    if !is_table(path) {
        let wrong = verdicts(path).into_iter().filter(|verdict| !verdict.holds);
        return wrong.map(|verdict| verdict.reason).collect();
    }
    let tables = match table::read(&fs::read_to_string(path).unwrap()) {
        Err(reason) => return vec![reason],
        Ok(tables) => tables,
    };
    let options = SampleOptions { samples: None, seed: 1 };
    let checks = tables
        .iter()
        .flat_map(|table| table::verify(table, None, None, options, &Work::default()).unwrap());
    checks.filter(|check| !check.holds).map(|check| check.detail).collect()
}

#[test]
fn valid_fixtures_are_accepted() {
    let files = json_files("fixtures/valid");
    assert!(files.len() >= 12);
    for path in files {
        assert_eq!(reasons(&path), Vec::<String>::new(), "{}", path.display());
    }
}

#[test]
fn invalid_fixtures_are_rejected_with_their_reasons() {
    let expected = fs::read_to_string(folder("fixtures/invalid/reasons.txt")).unwrap();
    for line in expected.lines() {
        let (name, reason) = line.split_once(": ").unwrap();
        let path = folder("fixtures/invalid").join(format!("{name}.json"));
        let found = reasons(&path);
        assert!(is_table(&path) || found.len() == 1, "{name}: {found:?}");
        assert!(found.iter().any(|found| found.contains(reason)), "{name}: {found:?}");
    }
    assert_eq!(expected.lines().count(), json_files("fixtures/invalid").len());
}

#[test]
fn stored_certificates_are_accepted() {
    let mut sizes = Vec::new();
    for path in json_files("../../data/bounds") {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        sizes.push(name.split('-').next().unwrap().to_owned());
        for verdict in verdicts(&path) {
            assert!(verdict.holds, "{name}: {}", verdict.reason);
            let proved = verdict.proved.unwrap();
            let about = format!("{}x{}", proved.rows, proved.columns);
            assert_eq!(Some(&about), sizes.last(), "{name}");
        }
    }
    for size in ["12x1", "30x1", "8x2", "10x2", "5x3", "4x4"] {
        assert!(sizes.iter().any(|known| known == size), "{size}");
    }
}

/// The checker in Python, written from the documentation alone, gives the same verdicts.
#[test]
fn another_checker_agrees() {
    let check = |paths: &[PathBuf]| {
        let mut python = Command::new("python3");
        python.arg(folder("fixtures/check.py")).args(paths).output().ok()
    };
    let certificates = |name: &str| {
        let mut files = json_files(name);
        files.retain(|path| !is_table(path));
        files
    };
    let Some(output) = check(&certificates("fixtures/valid")) else {
        println!("NOT CHECKED: there is no python3");
        return;
    };
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && !printed.contains("NOT valid"), "{printed}");
    for path in certificates("fixtures/invalid") {
        // Two columns from nothing take half a minute there.
        if path.ends_with("nearer-than-it-says.json") {
            continue;
        }
        let output = check(std::slice::from_ref(&path)).unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", path.display());
    }
}
