//! Corner cubes through the tool: own answers, graphs as data, instances that are written.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

fn run(folder: &Path, line: &str) -> Output {
    crate::common::tool()
        .args(line.split(' '))
        .current_dir(folder)
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap()
}

fn json(folder: &Path, line: &str) -> (Option<i32>, Value) {
    let output = run(folder, line);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let value = serde_json::from_slice(&output.stdout);
    let value = value.unwrap_or_else(|error| panic!("{line}: {error}: {told}"));
    (output.status.code(), value)
}

const INSTANCES: [&str; 5] =
    ["@van-kreveld", "@corner-repeats", "@happy-cube-blue", "@six-sides", "@twelve-edges"];

#[test]
fn an_answer_of_the_tool_is_right_and_a_changed_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    for name in INSTANCES.iter().chain(&["@corner-unsolvable"]) {
        let line = format!("corner solve {name} --format json -o a.json");
        let code = run(folder.path(), &line).status.code();
        assert_eq!(code, Some(i32::from(*name == "@corner-unsolvable")));
        let (code, verdict) =
            json(folder.path(), &format!("corner check {name} a.json --format json"));
        assert_eq!((code, &verdict["right"]), (Some(0), &Value::Bool(true)), "{name}: {verdict}");
        assert_eq!(verdict["command"], "check");
    }
    let right = "corner check @van-kreveld AAD ADB ACD ADD ACB BCC BBC BDC";
    assert_eq!(run(folder.path(), right).status.code(), Some(0));
    let written = "corner check AAD ACB ACD ADB ADD BBC BCC BDC AAD ADB ACD ADD ACB BCC BBC BDC";
    assert_eq!(run(folder.path(), written).status.code(), Some(0));
    let wrong = "corner check @van-kreveld ADB AAD ACD ADD ACB BCC BBC BDC --format json";
    let (code, verdict) = json(folder.path(), wrong);
    assert_eq!((code, &verdict["right"]), (Some(1), &Value::Bool(false)));
    assert!(verdict["why"].as_str().is_some_and(|why| why.contains("does not fit")), "{verdict}");
    for refused in [
        "corner check @van-kreveld XYZ ADB",
        "corner check @van-kreveld no-such-file.json",
        "corner check - -",
        "corner check AAD ACB ACD",
    ] {
        assert_eq!(run(folder.path(), refused).status.code(), Some(2), "{refused}");
    }
}

#[test]
fn every_instance_has_a_graph_and_draws_without_an_ending() {
    let folder = tempfile::tempdir().unwrap();
    for (name, vertices, edges) in [
        ("@van-kreveld", 8, 12),
        ("@corner-unsolvable", 8, 12),
        ("@twelve-edges", 12, 24),
        ("@six-sides", 6, 12),
        ("@happy-cube-blue", 6, 12),
    ] {
        let (code, graph) = json(folder.path(), &format!("corner graph {name} --to json"));
        assert_eq!(code, Some(0));
        let count = |key: &str| graph[key].as_array().map(Vec::len);
        assert_eq!((count("nodes"), count("edges")), (Some(vertices), Some(edges)), "{name}");
        let drawn = run(folder.path(), &format!("corner draw {name}"));
        assert!(drawn.stdout.starts_with(b"graph"), "{name}");
    }
    let (_, loops) = json(folder.path(), "corner graph @van-kreveld --of loops --to json");
    assert_eq!(loops["edges"].as_array().map(Vec::len), Some(24));
    for refused in [
        "corner graph @six-sides --of loops",
        "corner graph @van-kreveld --of loops --solution 1",
        "corner graph @van-kreveld --solution 2",
        "corner graph @van-kreveld --format json --to csv",
        "corner graph @van-kreveld -o x.nothing",
        "corner draw @van-kreveld --size 10 -o x.svg",
        "corner draw @van-kreveld --solution 1 -o x.svg",
        "corner draw @van-kreveld --format json",
        "corner solve @van-kreveld --count --all",
        "corner generate --rule edges --repeats",
        "corner generate --seed 3",
        "corner generate --format json -o x.toml",
    ] {
        assert_eq!(run(folder.path(), refused).status.code(), Some(2), "{refused}");
    }
}

#[test]
fn what_is_generated_is_read_back_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "corner generate --essentially-different -o x.toml",
        "corner generate --rule edges --seed 7 -o x.toml",
        "corner generate --rule faces --seed 7 -o x.toml",
    ] {
        assert_eq!(run(folder.path(), line).status.code(), Some(0), "{line}");
        let (code, solution) = json(folder.path(), "corner solve x.toml --count --format json");
        assert_eq!((code, &solution["solutions"]), (Some(0), &Value::from(1)), "{line}");
        assert!(solution.get("assemblies").is_none());
        for command in ["corner draw x.toml", "corner graph x.toml", "corner draw x.toml -o x.svg"]
        {
            assert_eq!(run(folder.path(), command).status.code(), Some(0), "{line}: {command}");
        }
    }
    let (code, none) = json(folder.path(), "corner generate --with AAA --format json");
    assert_eq!(code, Some(1));
    assert!(none["why"].is_string());
}

#[test]
fn an_unsolvable_set_says_why_and_has_no_difficulty() {
    let folder = tempfile::tempdir().unwrap();
    let (code, answer) = json(folder.path(), "corner solve @corner-unsolvable --format json");
    assert_eq!((code, &answer["solutions"]), (Some(1), &Value::from(0)));
    assert!(answer["why"].is_string() && answer.get("difficulty").is_none());
    let explained = run(folder.path(), "corner solve @van-kreveld --explain");
    let text = String::from_utf8(explained.stdout).unwrap();
    assert!(text.contains("they can be paired") && text.contains("six rings"), "{text}");
}
