//! `window.cubegraph` gives what the tool prints.

use std::time::Instant;

use cubegraph::instance::{Family, built_in};
use serde_json::{Value, json};

use super::workshop;
use crate::browser::Browser;

/// What the tool prints; it may take as long as a page.
fn tool(arguments: &[&str]) -> Vec<u8> {
    let output = assert_cmd::Command::from(crate::common::tool())
        .args(["-q", "--memory", "0.46"])
        .args(arguments)
        .output()
        .unwrap();
    output.stdout
}

/// What a function of the page resolves to, or the kind of its refusal.
fn call(browser: &Browser, function: &str, arguments: &Value) -> Result<Value, Value> {
    let script = "const [name, args] = arguments;
        return window.cubegraph[name](...args).then(
            (answer) => ({ answer }),
            (error) => ({ error: { kind: error.kind, message: error.message, line: error.line,
                column: error.column, command: error.command } }));";
    let mut outcome = browser.run(script, &json!([function, arguments]));
    match outcome.get_mut("answer") {
        Some(answer) => Ok(answer.take()),
        None => Err(outcome["error"].take()),
    }
}

/// Needs more time than a page has; the tool answers these in minutes.
const TOO_LARGE: [&str; 2] = ["tour/7x7", "tour/8x8"];

#[test]
#[ignore = "long: drives Chromium"]
fn every_built_in_instance_is_answered_as_the_tool_answers_it() {
    let Some((browser, page)) = workshop() else {
        return;
    };
    let mut compared = 0;
    for instance in built_in() {
        let name = format!("{}/{}", instance.family, instance.name);
        let answer = call(&browser, "solveText", &json!([instance.contents, {}]));
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                assert!(TOO_LARGE.contains(&name.as_str()), "{name}: {error}");
                let kind = error["kind"].as_str().unwrap();
                assert!(["too-large", "out-of-time"].contains(&kind), "{error}");
                let command = error["command"].as_str().unwrap();
                assert!(command.starts_with("cubegraph "), "{command}");
                continue;
            }
        };
        let printed = tool(&["solve", &format!("@{name}"), "--format", "json"]);
        let expected: Value = serde_json::from_slice(&printed).expect(&name);
        let found: Value = serde_json::from_str(answer.as_str().unwrap()).unwrap();
        assert_eq!(found, expected, "{name}");
        compared += 1;
    }
    assert!(compared >= 35, "{compared}");
    browser.assert_quiet(&page);
}

#[test]
#[ignore = "long: drives Chromium"]
fn pictures_are_those_of_the_tool() {
    let Some((browser, _)) = workshop() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("picture.svg");
    let cases = [
        ("insanity", "parker-brothers", "graph"),
        ("insanity", "parker-brothers", "factors"),
        ("insanity", "parker-brothers", "nets"),
        ("insanity", "hesselink-five", "tower"),
        ("tour", "3x3", "board"),
        ("tour", "holes", "grid"),
        ("tour", "3x3", "rolls"),
        ("picture", "3x2", "cubes"),
        ("picture", "coins", "cubes"),
        ("picture", "simple", "cayley"),
        ("corner", "van-kreveld", "pieces"),
        ("corner", "van-kreveld", "cube"),
        ("corner", "van-kreveld", "graph"),
    ];
    for (family, name, subject) in cases {
        let at = format!("@{family}/{name}");
        let to = file.to_str().unwrap();
        tool(&[family, "draw", &at, "--as", subject, "-o", to]);
        let expected = std::fs::read_to_string(&file).expect(subject);
        let text = cubegraph::instance::find_built_in(name, family.parse().ok()).unwrap();
        let options = json!([text.contents, { "as": subject }]);
        let drawn = call(&browser, "draw", &options).unwrap();
        assert!(drawn == expected.as_str(), "{at} as {subject}");
        std::fs::remove_file(&file).unwrap();
    }
    let (svg, text) = ("<svg", "kind = \"tour\"\nrows = 3\ncolumns = 3");
    let dark = call(&browser, "draw", &json!([text, { "theme": "dark" }])).unwrap();
    assert!(dark.as_str().unwrap().contains(svg));
    let graph = call(&browser, "graph", &json!([text, { "to": "json" }])).unwrap();
    let graph: Value = serde_json::from_str(graph.as_str().unwrap()).unwrap();
    assert_eq!(graph["nodes"].as_array().unwrap().len(), 9);
}

#[test]
#[ignore = "long: drives Chromium"]
fn integers_of_any_size_are_exact_in_the_text() {
    let Some((browser, _)) = workshop() else {
        return;
    };
    let text = "kind = \"tour\"\nrows = 4\ncolumns = 40\n";
    let answer = call(&browser, "solveText", &json!([text, { "count": true }])).unwrap();
    let found: Value = serde_json::from_str(answer.as_str().unwrap()).unwrap();
    let printed = tool(&["tour", "solve", "4x40", "--count", "--format", "json"]);
    let expected: Value = serde_json::from_slice(&printed).unwrap();
    assert_eq!(found["tours"], expected["tours"]);
    let tours = found["tours"].as_u64().unwrap();
    assert!(tours > 1 << 53, "{tours}");
}

#[test]
#[ignore = "long: drives Chromium"]
fn other_questions_are_answered_too() {
    let Some((browser, _)) = workshop() else {
        return;
    };
    let ask = |function: &str, arguments: Value| call(&browser, function, &arguments).unwrap();
    let distances = ask("distances", json!(["3x2"]));
    assert_eq!(distances["diameter"], json!(14));
    assert_eq!(distances["command"], json!("distances"));
    let bounds = ask("bounds", json!(["1000000x1"]));
    assert!(bounds["at_least"].is_number(), "{bounds}");
    let board = "kind = \"tour\"\nrows = 3\ncolumns = 3";
    assert_eq!(ask("check", json!([board, "NNEESSWN"]))["right"], json!(true));
    assert_eq!(ask("check", json!([board, "NNEESSWW"]))["right"], json!(false));
    for family in Family::ALL {
        let options = json!([family.name(), { "seed": 7 }]);
        let made = ask("generate", options.clone());
        assert_eq!(ask("generate", options), made, "{family}");
        let read = ask("canonical", json!([made]));
        assert_eq!(read["family"], json!(family.name()));
        assert_eq!(ask("canonical", json!([read["toml"]]))["json"], read["json"]);
    }
    for (name, family, says) in [
        ("parker-brothers", Family::Insanity, "The graph"),
        ("unsolvable", Family::Insanity, "The smallest obstacle"),
        ("3x3", Family::Tour, "37"),
        ("unreachable", Family::Picture, "Not solvable"),
        ("van-kreveld", Family::Corner, ""),
    ] {
        let found = cubegraph::instance::find_built_in(name, Some(family)).unwrap();
        let argument = ask("explain", json!([found.contents]));
        let text = argument["text"].as_str().unwrap();
        assert!(text.contains(says) && !text.is_empty(), "{name}: {text}");
        assert!(!argument["steps"].as_array().unwrap().is_empty(), "{name}");
    }
    let instances = ask("instances", json!([]));
    assert_eq!(instances.as_array().unwrap().len(), built_in().count());
}

#[test]
#[ignore = "long: drives Chromium"]
fn a_search_is_stopped_by_hand_and_by_its_limits() {
    let Some((browser, page)) = workshop() else {
        return;
    };
    let large = "kind = \"tour\"\nrows = 8\ncolumns = 8\n";
    let started = Instant::now();
    let script = "const stop = new AbortController();
        setTimeout(() => stop.abort(), 500);
        return window.cubegraph.solve(arguments[0], { signal: stop.signal })
            .then(() => 'answered', (error) => error.kind);";
    assert_eq!(browser.run(script, &json!([large])), json!("interrupted"));
    assert!(started.elapsed().as_secs() < 15, "{:?}", started.elapsed());
    let small = json!(["kind = \"tour\"\nrows = 2\ncolumns = 2"]);
    assert!(call(&browser, "solve", &small).is_ok(), "a new worker");

    let late = call(&browser, "solve", &json!([large, { "time": 0.5 }])).unwrap_err();
    assert_eq!(late["kind"], json!("out-of-time"), "{late}");
    assert_eq!(late["command"], json!("cubegraph tour solve puzzle.toml"));
    let options = json!(["7x3", { "memory": 1e6 }]);
    let refused = call(&browser, "distances", &options).unwrap_err();
    assert_eq!(refused["kind"], json!("too-large"), "{refused}");
    assert_eq!(refused["command"], json!("cubegraph picture distances 7x3"));
    browser.assert_quiet(&page);
}

#[test]
#[ignore = "long: drives Chromium"]
fn mistakes_are_said_and_do_nothing_else() {
    let Some((browser, page)) = workshop() else {
        return;
    };
    let refused = |text: &str| call(&browser, "solve", &json!([text])).unwrap_err();
    let wrong = refused("kind = \"tour\"\nrows = 3\ncolumns = \"<img src=x onerror=alert(1)>\"");
    assert_eq!(wrong["kind"], json!("input"));
    assert_eq!((&wrong["line"], &wrong["column"]), (&json!(3), &json!(11)));
    for text in ["", "\u{0}\u{1}", "kind = ", "{}", "[[[[", "= = =", "javascript:alert(1)"] {
        let kind = refused(text)["kind"].as_str().unwrap().to_owned();
        assert!(["input", "invalid"].contains(&kind.as_str()), "{text}: {kind}");
    }
    let script =
        "return window.cubegraph.canonical('kind = \"tour\"\\nrows = 2\\ncolumns = 2\\n#' + 'x'.repeat(arguments[0]))
        .then(() => 'read', (error) => error.kind);";
    assert_eq!(browser.run(script, &json!([10_000_000])), json!("read"));
    assert_eq!(browser.run(script, &json!([20_000_000])), json!("invalid"));
    let deep = format!("kind = \"picture\"\nconfiguration = {}", "[".repeat(100_000));
    assert_eq!(refused(&deep)["kind"], json!("input"));
    let option = call(&browser, "solve", &json!(["3x2", { "cuont": true }])).unwrap_err();
    assert_eq!(option["kind"], json!("invalid"));
    browser.assert_quiet(&page);
}
