//! Every command in every format: a format is honoured or refused, never ignored. That the JSON is
//! what `docs/answers.schema.json` says is checked by `python/tests/test_schema.py`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{commands, run_in, text};

/// Answers of every command, small ones.
const COMMANDS: &str = include_str!("answers.txt");
const SCHEMA: &str = "docs/answers.schema.json";

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(path).unwrap()
}

/// The keys of all objects in a schema.
fn keys(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(map) => {
            if let Some(properties) = map.get("properties").and_then(Value::as_object) {
                found.extend(properties.keys().cloned());
            }
            map.values().for_each(|value| keys(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn every_key_of_the_schema_is_explained() {
    let schema: Value = serde_json::from_str(&document(SCHEMA)).unwrap();
    let (mut all, page) = (BTreeSet::new(), document("docs/json.md"));
    keys(&schema["$defs"], &mut all);
    assert!(all.len() > 100);
    for key in all {
        let forms = [format!("`{key}`"), format!(".{key}`"), format!("`{key}[")];
        assert!(forms.iter().any(|form| page.contains(form)), "{key}");
    }
}

/// Whether bytes are what a format promises.
fn is_in(format: &str, bytes: &str) -> bool {
    let is_json = serde_json::from_str::<Value>(bytes).is_ok();
    match format {
        "json" => is_json,
        "csv" => {
            let mut reader = csv::ReaderBuilder::new();
            let mut reader = reader.flexible(true).from_reader(bytes.as_bytes());
            !is_json && reader.headers().is_ok_and(|headers| !headers.is_empty())
        }
        _ => !is_json && !bytes.is_empty(),
    }
}

#[test]
fn every_format_is_honoured_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "picture distances 2x1 --format json -o table.json",
        "picture bounds 4x1 --certificate certificate.json",
    ] {
        assert_eq!(run_in(folder.path(), line).status.code(), Some(0), "{line}");
    }
    let mut wrong = Vec::new();
    for line in COMMANDS.lines() {
        let mut texts = BTreeSet::new();
        for format in ["text", "json", "csv"] {
            let output = run_in(folder.path(), &format!("{line} -q --format {format}"));
            let (said, complaint) = (text(&output.stdout), text(&output.stderr));
            match output.status.code() {
                Some(0 | 1) if is_in(format, &said) => {}
                Some(2) if format != "text" && said.is_empty() => {
                    let named =
                        ["--format", "not a table"].iter().any(|word| complaint.contains(word));
                    if !named {
                        wrong.push(format!("{line} --format {format}: {complaint}"));
                    }
                    continue;
                }
                code => wrong.push(format!("{line} --format {format}: {code:?} {complaint}")),
            }
            if !texts.insert(said.clone()) {
                wrong.push(format!("{line}: {format} is the same as another format"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_is_tried_in_every_format() {
    let is_family = |path: &[String]| {
        let families = ["insanity", "tour", "picture", "corner"];
        path.len() == 1 && families.contains(&path[0].as_str())
    };
    for path in commands().iter().filter(|path| !is_family(path)) {
        let start = path.join(" ");
        let tried = |line: &str| line == start || line.starts_with(&format!("{start} "));
        assert!(COMMANDS.lines().any(tried), "{start}");
    }
}
