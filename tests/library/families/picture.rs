//! Picture cubes on the command line.

use std::collections::HashSet;
use std::path::PathBuf;

use cubegraph::group::{Permutation, StabiliserChain};
use cubegraph::work::Work;
use num_bigint::BigUint;
use serde_json::Value;

use super::{digits, exact_json};

/// Runs `cubegraph picture …` and returns its exit status, standard output and standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = crate::common::tool().arg("picture").args(arguments).output().unwrap();
    (
        output.status.code().unwrap_or(-1),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// Runs a command that should answer with this status, and returns its JSON.
fn json(arguments: &[&str], status: i32) -> Value {
    let (code, out, error) = run(&[arguments, &["--format", "json", "-q"]].concat());
    assert_eq!(code, status, "{arguments:?}: {error}");
    exact_json(&out)
}

/// Writes an instance into a folder of its own.
fn instance(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

/// Replays moves such as `up1` or `column2` on rows of cycles of the four diagonals, by hand.
fn replay(answer: &Value) -> Vec<Vec<[usize; 4]>> {
    fn read(cycles: &str) -> [usize; 4] {
        let mut images = [0, 1, 2, 3];
        for cycle in cycles.split(['(', ')']).filter(|c| !c.trim().is_empty()) {
            let points: Vec<usize> =
                cycle.split(' ').map(|p| p.parse::<usize>().unwrap() - 1).collect();
            for (k, &p) in points.iter().enumerate() {
                images[p] = points[(k + 1) % points.len()];
            }
        }
        images
    }
    let (u, l) = (read("(1 4 2 3)"), read("(1 3 4 2)"));
    let times = |a: [usize; 4], b: [usize; 4]| a.map(|p| b[p]);
    let mut cells: Vec<Vec<[usize; 4]>> = answer["configuration"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_array().unwrap().iter().map(|c| read(c.as_str().unwrap())).collect())
        .collect();
    for step in answer["moves"].as_array().unwrap() {
        let step = step.as_str().unwrap();
        let digits = step.find(|c: char| c.is_ascii_digit()).unwrap();
        let line: usize = step[digits..].parse::<usize>().unwrap() - 1;
        let (turn, by_rows) = match &step[..digits] {
            "up" => (u, true),
            "down" => (times(times(u, u), u), true),
            "row" => (times(u, u), true),
            "left" => (l, false),
            "right" => (times(times(l, l), l), false),
            "column" => (times(l, l), false),
            other => panic!("{other}"),
        };
        for (i, row) in cells.iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() {
                if line == if by_rows { i } else { j } {
                    *cell = times(*cell, turn);
                }
            }
        }
    }
    cells
}

#[test]
fn every_method_solves_what_it_says_in_both_metrics() {
    for metric in ["quarter", "half"] {
        let mut lengths = Vec::new();
        for method in ["local", "subgroup", "optimal"] {
            let answer = json(
                &[
                    "solve",
                    "2x2",
                    "--scramble",
                    "25",
                    "--seed",
                    "5",
                    "--method",
                    method,
                    "--metric",
                    metric,
                ],
                0,
            );
            assert_eq!(answer["solvable"], true);
            let moves = answer["moves"].as_array().unwrap().len();
            assert_eq!(answer["length"], moves);
            assert!(replay(&answer).iter().flatten().all(|c| *c == [0, 1, 2, 3]), "{answer}");
            lengths.push(moves);
            if method == "optimal" {
                assert_eq!(answer["optimal"], true);
            }
        }
        assert!(lengths[2] <= lengths[1] && lengths[1] <= lengths[0], "{lengths:?}");
    }
}

#[test]
fn any_goal_is_at_most_as_far_as_the_solved_one_and_is_uniform() {
    let solved =
        json(&["solve", "2x2", "--scramble", "12", "--seed", "3", "--method", "optimal"], 0);
    let any = json(
        &[
            "solve",
            "2x2",
            "--scramble",
            "12",
            "--seed",
            "3",
            "--method",
            "optimal",
            "--goal",
            "any",
        ],
        0,
    );
    assert!(any["length"].as_u64().unwrap() <= solved["length"].as_u64().unwrap());
    let cells = replay(&any);
    assert!(cells.iter().flatten().all(|c| *c == cells[0][0]));
}

#[test]
fn the_local_method_keeps_its_bound_on_a_large_array() {
    let answer =
        json(&["solve", "12x9", "--scramble", "500", "--seed", "1", "--method", "local"], 0);
    assert_eq!(answer["bound"], 8 * 12 * 9 + 10);
    assert_eq!(answer["published_bound"], 8 * 12 * 9 + 20);
    assert!(answer["length"].as_u64().unwrap() <= answer["bound"].as_u64().unwrap());
    assert!(replay(&answer).iter().flatten().all(|c| *c == [0, 1, 2, 3]));
}

/// What generates the row moves and the column moves of a puzzle.
type Moves = (&'static [&'static str], &'static [&'static str]);

const CUBE: Moves = (&["(1 4 2 3)"], &["(1 3 4 2)"]);

/// The row and column moves of an array, made by hand on the points of all its cells.
fn generators((rows, columns): (usize, usize), moves: Moves) -> Vec<Permutation> {
    const POINTS: usize = 5;
    let on_line = |is_on: &dyn Fn(usize) -> bool, cycles: &str| {
        let step: Permutation = cycles.parse().unwrap();
        let images = (0..rows * columns * POINTS).map(|point| {
            let (cell, point) = (point / POINTS, u32::try_from(point).unwrap());
            let first = u32::try_from(cell * POINTS).unwrap();
            if is_on(cell) { first + step.image(point - first) } else { point }
        });
        Permutation::from_images(images.collect()).unwrap()
    };
    let row_moves = (0..rows).flat_map(|row| {
        let along = move |cell: usize| cell / columns == row;
        moves.0.iter().map(move |cycles| on_line(&along, cycles))
    });
    let column_moves = (0..columns).flat_map(|column| {
        let along = move |cell: usize| cell % columns == column;
        moves.1.iter().map(move |cycles| on_line(&along, cycles))
    });
    row_moves.chain(column_moves).collect()
}

#[test]
fn the_group_of_every_built_in_instance_is_known() {
    // N is the Klein group, ⟨R⟩N/N has order 3, ⟨C⟩N/N is trivial: 4⁹·3³.
    let part: Moves = (&["(1 2 3)"], &["(1 2)(3 4)"]);
    let simple: Moves = (&["(1 2 3 4 5)", "(1 2 3)"], &["(1 2 3 4 5)", "(1 2 3)"]);
    let coin: Moves = (&["(1 2)"], &["(1 2)"]);
    let hour: Moves = (&["(1 2 3 4 5)"], &["(1 2 3 4 5)"]);
    for (name, size, moves, order, theorem, status) in [
        ("3x2", (3, 2), CUBE, "47775744", Some(8), 0),
        ("nine-cubes", (3, 3), CUBE, "165112971264", Some(8), 0),
        ("twelve-cubes", (4, 3), CUBE, "570630428688384", Some(8), 0),
        ("coins", (4, 4), coin, "128", Some(4), 0),
        ("five-hours", (3, 3), hour, "3125", Some(4), 0),
        ("simple", (2, 2), simple, "12960000", Some(7), 0),
        ("part-of-the-group", (3, 3), part, "7077888", None, 0),
        ("scrambled-3x3", (3, 3), CUBE, "165112971264", Some(8), 0),
        ("unreachable", (3, 3), CUBE, "165112971264", Some(8), 1),
    ] {
        let answer = json(&["group", &format!("@{name}")], status);
        assert_eq!(digits(&answer["order"]), order, "{name}");
        assert_eq!(digits(&answer["schreier_sims"]), order, "{name}");
        let chain = StabiliserChain::build(&generators(size, moves), &Work::default()).unwrap();
        assert_eq!(chain.order().to_string(), order, "{name}");
        assert_eq!(answer["theorem_number"], theorem.map_or(Value::Null, Value::from), "{name}");
        assert_eq!(answer["reachable"], status == 0, "{name}");
        let bound = |key: &str| answer[key].as_u64().unwrap();
        assert!(bound("diameter_at_least") <= bound("diameter_at_most"), "{name}");
    }
}

#[test]
fn products_of_moves_are_as_many_as_the_order_says() {
    for (group, moves, sizes) in [
        (
            "name = \"S4\"\nrow_moves = [\"(1 2 3)\"]\ncolumn_moves = [\"(1 2)(3 4)\"]",
            (&["(1 2 3)"][..], &["(1 2)(3 4)"][..]),
            [(1, 1), (1, 3), (3, 1), (2, 2)],
        ),
        (
            "name = \"S4\"\nrow_moves = [\"(1 4 2 3)\"]\ncolumn_moves = [\"(1 3 4 2)\"]",
            CUBE,
            [(1, 1), (1, 2), (2, 1), (1, 3)],
        ),
    ] {
        for (rows, columns) in sizes {
            let steps = generators((rows, columns), moves);
            let mut found = HashSet::from([Permutation::IDENTITY]);
            let mut next = vec![Permutation::IDENTITY];
            while let Some(here) = next.pop() {
                let new = steps.iter().map(|step| &here * step);
                next.extend(new.filter(|there| found.insert(there.clone())));
            }
            let (_folder, path) = instance(&format!(
                "kind = \"picture\"\nrows = {rows}\ncolumns = {columns}\n[group]\n{group}\n"
            ));
            let answer = json(&["group", path.to_str().unwrap()], 0);
            assert_eq!(answer["order"], found.len(), "{group}: {rows}x{columns}");
        }
    }
}

#[test]
fn twenty_by_twenty_cubes_have_their_order_and_bounds() {
    let answer = json(&["group", "20x20"], 0);
    let order = (BigUint::from(12u32).pow(400) * (1u64 << 39)).to_string();
    assert_eq!(digits(&answer["order"]), order);
    assert_eq!(digits(&answer["schreier_sims"]), order);
    assert_eq!(answer["diameter_at_most"], 8 * 400 + 20);
}

#[test]
fn an_unreachable_configuration_says_where_and_why() {
    let answer = json(&["solve", "@unreachable"], 1);
    assert_eq!(answer["solvable"], false);
    assert!(answer["why"].as_str().unwrap().starts_with("row 2, column 2"), "{answer}");
    let (code, out, _) = run(&["group", "@unreachable"]);
    assert_eq!(code, 1);
    assert!(out.contains(".o."), "{out}");
}

#[test]
fn other_groups_have_distances_and_shortest_solutions() {
    let coins = json(&["distances", "@coins"], 0);
    assert_eq!((&coins["order"], &coins["diameter"]), (&Value::from(128), &Value::from(4)));
    let solved = json(&["solve", "@five-hours", "--method", "optimal"], 0);
    assert_eq!(solved["length"], 4);
    // Moves that cannot be undone in one step are still searched and solved.
    let one_way = json(&["distances", "@part-of-the-group"], 0);
    let group = json(&["group", "@part-of-the-group"], 0);
    assert_eq!(one_way["order"], group["order"]);
    let (_folder, path) = instance(
        "kind = \"picture\"\nrows = 2\ncolumns = 1\nconfiguration = [[\"a\"], [\"\"]]\n[group]\nname = \"C5\"\nrow_moves = [\"a\"]\ncolumn_moves = [\"a\"]\n",
    );
    let solved = json(&["solve", path.to_str().unwrap(), "--method", "optimal"], 0);
    assert_eq!(solved["length"], 4, "a a a a undoes a");
}

#[test]
fn bad_input_is_refused_with_the_right_status() {
    for (arguments, status, message) in [
        (&["group", "0x3"][..], 2, "at least one row"),
        (&["group", "3x"], 2, "both factors must be whole numbers"),
        (&["distances", "100x100"], 3, "bytes of memory"),
        (&["solve", "3x3"], 2, "--scramble"),
        (&["solve", "@coins", "--metric", "half"], 2, "cube only"),
        (&["solve", "@coins", "--method", "subgroup"], 2, "cube only"),
        (&["solve", "9x9", "--scramble", "5", "--method", "subgroup"], 3, "use the local method"),
        (&["solve", "5x4", "--scramble", "5", "--method", "subgroup"], 3, "--memory"),
        (&["draw", "2x2", "--as", "chart"], 2, "use .svg"),
        (&["draw", "2x2", "--as", "cubes", "--radius", "2", "-o", "x.svg"], 2, "--radius"),
        (&["draw", "3x3", "--as", "cayley", "--radius", "4"], 3, "smaller"),
        (&["export", "3x2"], 2, "--to"),
        (&["solve", "@nine-cube"], 2, "did you mean @nine-cubes"),
        (&["group", "@parker-brothers"], 2, "insanity"),
    ] {
        let (code, out, error) = run(arguments);
        assert_eq!(code, status, "{arguments:?}: {out}{error}");
        assert!(error.contains(message), "{arguments:?}: {error}");
        assert_eq!(out, "", "{arguments:?}");
    }
}

#[test]
fn bad_files_are_refused_at_their_place() {
    for (text, place, message) in [
        (
            "kind = \"picture\"\nrows = 2\ncolumns = 2\nconfiguration = [[\"\"], [\"\", \"\"]]",
            ":4:18",
            "row 1 (from 1) has 1 cube",
        ),
        (
            "kind = \"picture\"\nrows = 2\ncolumns = 2\n[group]\nname = \"A4\"\nrow_moves = [\"(1 2)\"]",
            ":6:14",
            "not in the group",
        ),
        ("kind = \"picture\"\nrows = 2\ncolumns = 2\ncolour = 3", ":4:1", "unknown key"),
        ("kind = \"picture\"\nrows = 2", "", "columns"),
    ] {
        let (_folder, path) = instance(text);
        let (code, _, error) = run(&["group", path.to_str().unwrap()]);
        assert_eq!(code, 2, "{error}");
        assert!(error.contains(place) && error.contains(message), "{error}");
    }
}

#[test]
fn a_group_beyond_every_table_has_an_order_but_no_distances() {
    let (_folder, path) =
        instance("kind = \"picture\"\nrows = 2\ncolumns = 2\n[group]\nname = \"S13\"");
    let path = path.to_str().unwrap();
    let answer = json(&["group", path], 0);
    assert_eq!(answer["group_order"].to_string(), "6227020800");
    assert!(digits(&answer["order"]).len() > 38 && answer.get("diameter_at_most").is_none());
    let (code, _, error) = run(&["distances", path]);
    assert_eq!(code, 3);
    assert!(error.contains("6227020800"), "{error}");
}

#[test]
fn the_drawings_are_dot_and_svg() {
    let folder = tempfile::tempdir().unwrap();
    for (metric, edges) in [("quarter", 24 + 24), ("half", 24 + 24 + 12 + 12)] {
        let (code, dot, _) = run(&["draw", "1x1", "--metric", metric]);
        assert_eq!(code, 0);
        assert!(dot.starts_with("graph {") && dot.trim_end().ends_with('}'));
        let lines: Vec<&str> = dot.lines().map(str::trim_start).collect();
        let vertices = lines.iter().filter(|line| line.starts_with('v') && !line.contains("--"));
        assert_eq!(vertices.count(), 24, "{dot}");
        // A bent edge is two lines, of which one ends at a vertex.
        let ends = lines.iter().filter(|line| line.contains(" -- v"));
        assert_eq!(ends.count(), edges, "{dot}");
    }
    for what in ["cayley", "quotient", "chart", "cubes"] {
        let path = folder.path().join(format!("{what}.svg"));
        let (code, _, error) = run(&["draw", "2x1", "--as", what, "-o", path.to_str().unwrap()]);
        assert_eq!(code, 0, "{error}");
        let svg = std::fs::read_to_string(&path).unwrap();
        roxmltree::Document::parse(&svg).unwrap();
    }
}

#[test]
fn the_exports_name_every_move() {
    let (_, tws, _) = run(&["export", "3x2", "--to", "tws"]);
    assert_eq!(tws.lines().filter(|l| l.starts_with("Move ")).count(), 5);
    let (_, gap, _) = run(&["export", "3x2", "--to", "gap"]);
    assert!(gap.contains("47775744") && gap.contains("Print(\"distances: \""));
}
