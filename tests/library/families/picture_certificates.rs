//! Certificates of bounds: those that are kept, those that are right, and those that are not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cubegraph::verifier::certificate::{Verdict, certificates};
use cubegraph::work::Work;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn json_files(name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(name)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    files
}

fn verdicts(path: &Path) -> Vec<Verdict> {
    certificates(&fs::read_to_string(path).unwrap(), &Work::default()).unwrap()
}

#[test]
fn valid_certificates_are_accepted() {
    let files = json_files("tests/certificates/valid");
    assert!(files.len() >= 10);
    for path in files {
        for verdict in verdicts(&path) {
            assert!(verdict.holds, "{}: {}", path.display(), verdict.reason);
        }
    }
}

#[test]
fn invalid_certificates_are_rejected_with_their_reasons() {
    let reasons = folder("tests/certificates/invalid/reasons.txt");
    let reasons = fs::read_to_string(reasons).unwrap();
    let mut count = 0;
    for line in reasons.lines() {
        let (name, reason) = line.split_once(": ").unwrap();
        let path = folder("tests/certificates/invalid").join(format!("{name}.json"));
        let wrong: Vec<Verdict> = verdicts(&path).into_iter().filter(|v| !v.holds).collect();
        assert_eq!(wrong.len(), 1, "{name}");
        assert!(
            wrong[0].reason.contains(reason),
            "{name}: {}",
            wrong[0].reason
        );
        count += 1;
    }
    assert!(count >= 30);
    assert_eq!(count, json_files("tests/certificates/invalid").len());
}

#[test]
#[ignore = "long: checks every kept certificate"]
fn kept_certificates_are_accepted() {
    let mut sizes = Vec::new();
    for path in json_files("data/bounds") {
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

/// The checker that was written from the documentation alone says the same.
#[test]
#[ignore = "long: checks every certificate in Python"]
fn another_checker_agrees() {
    let check = |paths: &[PathBuf]| {
        let mut python = Command::new("python3");
        let script = folder("tests/certificates/check.py");
        python.arg(script).args(paths).output().ok()
    };
    let Some(output) = check(&json_files("tests/certificates/valid")) else {
        println!("NOT CHECKED: there is no python3");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && !said.contains("NOT valid"),
        "{said}"
    );
    for path in json_files("tests/certificates/invalid") {
        // Two columns from nothing take half a minute there.
        if path.ends_with("nearer-than-it-says.json") {
            continue;
        }
        let output = check(std::slice::from_ref(&path)).unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", path.display());
    }
}
