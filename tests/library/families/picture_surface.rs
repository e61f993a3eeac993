//! What a person asks of picture cubes on the command line: a solution without choosing a method, a
//! configuration read off a photo, a judge for an own answer, the graph as data.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Output, Stdio};
use std::slice;

use cubegraph::group::Permutation;
use cubegraph::instance::{self, read_text};
use cubegraph::picture::{Axis, Method, Metric, Move, Moves, Options, Puzzle, WrittenTurn};
use cubegraph::{Error, Work};
use serde_json::Value;

fn tool(arguments: &[&str]) -> Output {
    tool_with(arguments, "")
}

fn tool_with(arguments: &[&str], input: &str) -> Output {
    let mut child = crate::common::tool()
        .arg("picture")
        .args(arguments)
        .arg("--quiet")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A command that does not read its input may be done before it is written.
    stdin.write_all(input.as_bytes()).ok();
    drop(stdin);
    child.wait_with_output().unwrap()
}

fn json(arguments: &[&str], status: i32) -> Value {
    json_with(arguments, "", status)
}

fn json_with(arguments: &[&str], input: &str, status: i32) -> Value {
    let output = tool_with(&[arguments, &["--format", "json"]].concat(), input);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {message}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Every sequence of `length` moves that solves a puzzle.
fn solutions_by_brute_force(puzzle: &Puzzle, length: usize) -> BTreeSet<String> {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let steps: Vec<Move<WrittenTurn>> = match rules.metric() {
        Some(metric) => Move::all(size, metric).map(Move::<WrittenTurn>::from).collect(),
        None => Axis::ALL
            .into_iter()
            .flat_map(|axis| (0..size.lines(axis)).map(move |line| (axis, line)))
            .flat_map(|(axis, line)| {
                (rules.generators(axis).iter()).map(move |by| Move {
                    axis,
                    line,
                    turn: WrittenTurn::Element(by.clone()),
                })
            })
            .collect(),
    };
    let mut words: Vec<(Vec<Move<WrittenTurn>>, Puzzle)> = vec![(Vec::new(), puzzle.clone())];
    for _ in 0..length {
        words = (words.iter())
            .flat_map(|(word, puzzle)| {
                steps.iter().map(move |step| {
                    let after = puzzle.after(&Moves::from_iter([step.clone()])).unwrap();
                    ([word, slice::from_ref(step)].concat(), after)
                })
            })
            .collect();
    }
    let is_solved = |puzzle: &Puzzle| puzzle.cells().unwrap().iter().all(Permutation::is_identity);
    let solved = words.into_iter().filter(|(_, puzzle)| is_solved(puzzle));
    solved.map(|(word, _)| Moves::from_iter(word).to_string()).collect()
}

#[test]
fn shortest_solutions_are_counted_and_listed_as_brute_force_finds_them() {
    let work = Work::default();
    let all = Options { count: true, list: usize::MAX, ..Options::default() };
    let scrambled = |text: &str, metric: Metric, moves: &str| {
        let puzzle: Puzzle = text.parse().unwrap();
        let puzzle = puzzle.with_metric(metric).unwrap();
        puzzle.after(&moves.parse().unwrap()).unwrap()
    };
    // Moves that no other undoes.
    let hours = |cells: &str| {
        let text = format!(
            "kind = \"picture\"\nrows = 2\ncolumns = 1\nconfiguration = {cells}\n[group]\n\
             name = \"C5\"\nrow_moves = [\"a\"]\ncolumn_moves = [\"a\"]\n"
        );
        match read_text("hours", &text).unwrap().puzzle {
            instance::Puzzle::Picture(puzzle) => puzzle,
            other => panic!("{other:?}"),
        }
    };
    for puzzle in [
        scrambled("2x2", Metric::Quarter, ""),
        scrambled("2x2", Metric::Quarter, "up1 up2 left1"),
        scrambled("1x3", Metric::Quarter, "up1 left2 left3"),
        scrambled("2x2", Metric::Half, "row1 column2 left1 up2"),
        scrambled("3x2", Metric::Half, "row1 row3 up2"),
        // Too large for a table of the whole.
        scrambled("4x4", Metric::Quarter, "up1 up2 left1"),
        hours("[[\"a\"], [\"\"]]"),
        hours("[[\"aaa\"], [\"aa\"]]"),
    ] {
        let solution = puzzle.solve(&all, &work).unwrap();
        let known = solutions_by_brute_force(&puzzle, solution.moves().len());
        let listed: Vec<String> = solution.list().unwrap().iter().map(Moves::to_string).collect();
        assert_eq!(listed.len(), known.len(), "{puzzle}");
        assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), known, "{puzzle}");
        assert_eq!(solution.count(), Some(&known.len().into()), "{puzzle}");
        let two = Options { list: 2, ..Options::default() };
        let some = puzzle.solve(&two, &work).unwrap();
        assert_eq!(some.list().unwrap().len(), known.len().min(2));
        assert_eq!(some.count(), solution.count());
        let local = Options { method: Method::Local, ..all.clone() };
        assert!(matches!(puzzle.solve(&local, &work), Err(Error::Invalid(_))));
    }
    // A half turn is two quarter turns either way; lines that do not cross change places.
    let two_ways = json(&["solve", "1x1", "--moves", "up1 up1", "--all"], 0);
    assert_eq!(two_ways["shortest_solutions"], 2);
    assert_eq!(two_ways["solutions"], serde_json::json!([["up1", "up1"], ["down1", "down1"]]));
    let orders = json(&["solve", "9x9", "--moves", "up1 up2 up3 up4", "--count"], 0);
    assert_eq!(orders["shortest_solutions"], 24);
    assert!(orders.get("solutions").is_none());
    let text = |arguments: &[&str]| {
        let line = ["solve", "2x2", "--moves", "up1 up2"];
        String::from_utf8(tool(&[&line, arguments].concat()).stdout).unwrap()
    };
    let counted = text(&["--count"]);
    assert!(counted.contains("shortest solutions: 2"), "{counted}");
    assert!(!counted.contains("down1"), "no solution was asked for: {counted}");
    let counted = text(&["--count", "--format", "csv"]);
    assert_eq!(counted, "length,shortest_solutions\n2,2\n");
    let listed = text(&["--limit", "1", "--format", "csv"]);
    assert_eq!(listed, "solution,moves,shortest_solutions\n1,down1 down2,2\n");
}

#[test]
fn without_a_method_a_short_scramble_of_a_large_array_is_undone_in_as_many_moves() {
    let near = json(&["solve", "4x4", "--scramble", "3", "--seed", "1"], 0);
    assert!(near["length"].as_u64().unwrap() <= 3, "{near}");
    assert_eq!((&near["optimal"], &near["method"]), (&true.into(), &"optimal".into()));
    let far = json(&["solve", "4x3", "--scramble", "30", "--seed", "1"], 0);
    assert_eq!((&far["length"], &far["optimal"]), (&17.into(), &true.into()));
}

#[test]
fn what_is_beyond_the_budget_is_solved_by_another_method_and_says_so() {
    let answer = json(&["solve", "6x6", "--scramble", "200", "--seed", "1"], 0);
    assert_eq!(answer["optimal"], false);
    assert!(answer["at_least"].as_u64().unwrap() > 5, "{answer}");
    let remarks = answer["remarks"].to_string();
    assert!(remarks.contains("longer search"), "{remarks}");
}

#[test]
fn a_configuration_is_read_off_a_photo_and_written_like_one() {
    let photo = "kind = \"picture\"\nrows = 2\ncolumns = 2\n\
                 configuration = [[\"B\", \"B\"], [\"A\", \"A\"]]\n";
    let answer = json_with(&["solve", "-"], photo, 0);
    assert_eq!(answer["moves"], serde_json::json!(["down1"]));
    assert_eq!(answer["faces"], serde_json::json!([["B", "B"], ["A", "A"]]));
    let moves = json(&["solve", "2x2", "--moves", "up1 left2"], 0);
    assert_eq!(moves["faces"][1], serde_json::json!(["A", "C"]));
    assert_eq!(moves["length"], 2);
    let wrong = photo.replace("\"B\", \"B\"", "\"B\", \"G\"");
    let refused = tool_with(&["solve", "-"], &wrong);
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8_lossy(&refused.stderr);
    assert!(message.contains("G is not a face"), "{message}");
}

#[test]
fn an_answer_is_judged() {
    let own =
        |answer: &str, status| json(&["check", "3x2", answer, "--moves", "up1 left2"], status);
    assert_eq!(own("right2 down1", 0)["right"], true);
    let wrong = own("down1 right2", 1);
    assert_eq!(wrong["right"], false);
    assert!(wrong["why"].as_str().unwrap().contains("row 1, column 2"), "{wrong}");
    let solution = tool(&["solve", "@scrambled-3x3", "--method", "local", "--format", "json"]);
    let solution = String::from_utf8(solution.stdout).unwrap();
    let judged = json_with(&["check", "@scrambled-3x3", "-"], &solution, 0);
    assert_eq!(judged["right"], true);
    let no = json_with(&["check", "@unreachable", "-"], "{\"solvable\": false}", 0);
    assert_eq!(no["right"], true);
}

#[test]
fn the_graph_is_written_as_data() {
    let data = tool(&["graph", "2x1", "--to", "json"]);
    let data: Value = serde_json::from_slice(&data.stdout).unwrap();
    assert_eq!(data["nodes"].as_array().unwrap().len(), 576);
    assert_eq!(data["edges"].as_array().unwrap().len(), 576 * 6);
    assert_eq!(data["nodes"][0]["distance"], 0);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ball.csv");
    let path = path.to_str().unwrap();
    let written = tool(&["graph", "3x3", "--radius", "3", "--of", "quotient", "-o", path]);
    assert_eq!(written.status.code(), Some(0));
    assert!(std::fs::read_to_string(path).unwrap().lines().count() > 5);
    assert_eq!(tool(&["graph", "2x1", "-o", "graph.txt"]).status.code(), Some(2));
    let large = tool(&["graph", "3x3", "--memory", "0.05"]);
    assert_eq!(large.status.code(), Some(3));
}

#[test]
fn petgraphs_own_search_finds_the_same() {
    for size in ["1x1", "2x1"] {
        for metric in ["quarter", "half"] {
            let find =
                |method| json(&["distances", size, "--metric", metric, "--method", method], 0);
            let graph = find("graph");
            assert_eq!(graph["method"], "graph");
            assert_eq!(graph["distances"], find("cosets")["distances"]);
        }
    }
}

#[test]
fn contradictions_are_refused() {
    for arguments in [
        &["solve", "@scrambled-3x3", "--scramble", "5"][..],
        &["solve", "@scrambled-3x3", "--moves", "up1"],
        &["solve", "3x3", "--scramble", "5", "--moves", "up1"],
        &["solve", "3x3", "--moves", "up1", "--seed", "1"],
        &["solve", "3x3", "--moves", "row1"],
        &["distances", "@simple", "--method", "cosets"],
        &["draw", "3x3", "--moves", "up1", "--as", "cayley"],
    ] {
        let output = tool(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_scramble_can_be_kept_as_an_instance() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let path = path.to_str().unwrap();
    let kept = tool(&["solve", "3x2", "--scramble", "9", "--seed", "4", "-o", path]);
    assert_eq!(kept.status.code(), Some(0));
    let again = json(&["solve", path], 0);
    let first = json(&["solve", "3x2", "--scramble", "9", "--seed", "4"], 0);
    assert_eq!(again["configuration"], first["configuration"]);
    assert_eq!(again["moves"], first["moves"]);
}
