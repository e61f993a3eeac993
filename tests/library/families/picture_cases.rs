//! Picture cubes: cases that went wrong once.

use serde_json::{Value, json};

use super::{digits, exact_json};

/// Runs `cubegraph picture …` in a folder and returns its exit status, standard output and standard
/// error.
fn run(folder: &tempfile::TempDir, arguments: &[&str]) -> (i32, String, String) {
    let output = crate::common::tool()
        .current_dir(folder.path())
        .arg("picture")
        .args(arguments)
        .arg("-q")
        .output()
        .unwrap();
    (
        output.status.code().unwrap_or(-1),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

fn answer(folder: &tempfile::TempDir, arguments: &[&str]) -> Value {
    let (status, out, error) = run(folder, &[arguments, &["--format", "json"]].concat());
    assert_eq!(status, 0, "{arguments:?}: {error}");
    exact_json(&out)
}

/// A folder with an instance `mine.toml`.
fn with_instance(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.toml"), text).unwrap();
    folder
}

fn group(name: &str, size: (usize, usize), row_moves: &str, configuration: &str) -> String {
    format!(
        "kind = \"picture\"\nrows = {}\ncolumns = {}\n{configuration}\n[group]\nname = \"{name}\"\nrow_moves = {row_moves}\ncolumn_moves = {row_moves}\n",
        size.0, size.1
    )
}

#[test]
fn plain_and_coset_search_sort_antipodes_into_the_same_classes() {
    let folder = tempfile::tempdir().unwrap();
    for size in ["1x1", "2x1", "1x3", "2x2"] {
        for metric in ["quarter", "half"] {
            let sizes = |method| -> Vec<Value> {
                let arguments = ["distances", size, "--metric", metric, "--method", method];
                let found = answer(&folder, &arguments);
                assert_eq!(found["antipodes"]["complete"], true);
                let classes = found["antipodes"]["classes"].as_array().unwrap();
                classes.iter().map(|class| class["size"].clone()).collect()
            };
            assert_eq!(sizes("plain"), sizes("cosets"), "{size} {metric}");
            let arguments = [
                "distances",
                size,
                "--metric",
                metric,
                "--method",
                "plain",
                "--format",
                "json",
                "-o",
                "plain.json",
            ];
            assert_eq!(run(&folder, &arguments).0, 0);
            let (status, out, error) = run(&folder, &["verify", "plain.json"]);
            assert_eq!(status, 0, "{size} {metric}: {out}{error}");
        }
    }
}

#[test]
#[ignore = "long: a table of 10^13 configurations"]
fn very_many_antipodes_have_one_that_is_shown() {
    let folder = with_instance(&group("C2", (10, 10), "\"all\"", ""));
    let found = answer(&folder, &["distances", "mine.toml"]);
    let classes = found["antipodes"]["classes"].as_array().unwrap();
    assert!(!classes.is_empty());
    let sum: u64 = classes.iter().map(|class| class["size"].as_u64().unwrap()).sum();
    assert_eq!(sum, found["antipodes"]["count"].as_u64().unwrap());
}

#[test]
fn any_goal_may_be_reached_where_the_solution_is_not() {
    let cells = "configuration = [[\"(1 2 3)\", \"(1 2 3)\"], [\"(1 2 3)\", \"(1 2 3)\"]]";
    let folder = with_instance(&group("S3", (2, 2), "[\"(1 2)\"]", cells));
    assert_eq!(run(&folder, &["solve", "mine.toml"]).0, 1);
    let found = answer(&folder, &["solve", "mine.toml", "--goal", "any"]);
    assert_eq!((&found["solvable"], &found["length"]), (&json!(true), &json!(0)));
}

#[test]
fn a_no_is_a_no_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["text", "json", "csv"] {
        let (status, out, _) = run(&folder, &["solve", "@unreachable", "--format", format]);
        assert_eq!(status, 1, "{format}");
        assert!(!out.is_empty());
    }
}

#[test]
#[ignore = "long: many searches for shortest solutions"]
fn what_is_shortest_without_doubt_is_called_optimal() {
    let folder = tempfile::tempdir().unwrap();
    for (scramble, method) in [("0", "local"), ("1", "subgroup")] {
        let arguments = ["solve", "4x3", "--scramble", scramble, "--seed", "5", "--method", method];
        let found = answer(&folder, &arguments);
        assert_eq!(found["length"].to_string(), scramble);
        assert_eq!(found["optimal"], true);
    }
}

#[test]
fn a_file_without_a_configuration_is_about_the_solved_one() {
    let folder = with_instance("kind = \"picture\"\nrows = 2\ncolumns = 2\n");
    assert_eq!(answer(&folder, &["solve", "mine.toml"])["length"], 0);
}

#[test]
fn a_folder_for_tables_keeps_no_solution_back() {
    let folder = tempfile::tempdir().unwrap();
    let local = ["--method", "local", "--table", "tables"];
    let arguments = ["solve", "20x20", "--scramble", "60", "--seed", "1"];
    let found = answer(&folder, &[&arguments[..], &local].concat());
    assert!(found["length"].as_u64().unwrap() > 0);
    for instance in ["@coins", "@simple"] {
        let (status, _, error) = run(&folder, &[&["solve", instance], &local[..]].concat());
        assert_eq!(status, 2, "{instance}");
        assert!(error.contains("kept table is for the cube only"), "{error}");
    }
}

#[test]
fn a_table_takes_instances_and_refuses_before_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let found = answer(&folder, &["table", "@3x2", "2x2"]);
    assert_eq!(found["sizes"][0]["diameter"], 14);
    assert_eq!(run(&folder, &["table", "@coins"]).0, 2);
    let (status, out, error) = run(&folder, &["table", "2x2", "4x3", "--memory", "0.5"]);
    assert_eq!((status, out.as_str()), (3, ""));
    assert!(error.contains("4x3"), "{error}");
}

#[test]
fn refusals_say_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, said, unsaid) in [
        (&["distances", "4x4"][..], "TiB", "--memory"),
        (&["distances", "100x100"], "10^", "--memory"),
        (&["distances", "100x100", "--method", "plain"], "10^10", "EiB"),
        (&["distances", "20x1", "--method", "cosets"], "at most 15 cubes", "--memory"),
        (&["distances", "16x1", "--estimate"], "15 rows", "--memory"),
    ] {
        let (status, _, error) = run(&folder, arguments);
        assert_eq!(status, 3, "{arguments:?}: {error}");
        assert!(error.contains(said), "{arguments:?}: {error}");
        assert!(!error.contains(unsaid), "{arguments:?}: {error}");
    }
}

#[test]
#[ignore = "long: verifies tables of several sizes"]
fn a_table_to_be_verified_says_what_it_should() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["distances", "3x2", "--format", "json", "-o", "right.json"];
    assert_eq!(run(&folder, &arguments).0, 0);
    let text = std::fs::read_to_string(folder.path().join("right.json")).unwrap();
    let right: Value = serde_json::from_str(&text).unwrap();
    let cells = right["antipodes"]["classes"][0]["representative"].clone();
    let flat: Vec<Value> = (cells.as_array().unwrap().iter())
        .flat_map(|row| row.as_array().unwrap().clone())
        .collect();
    let on_its_side = json!([flat[..3], flat[3..]]);
    for (pointer, wrong, status, said) in [
        ("/average", json!("ten"), 1, "average is given as"),
        ("/average", json!(10.5), 1, "average is given as"),
        ("/metric", json!("third"), 2, "wrong.json: \"metric\""),
        ("/rows", json!(0), 2, "0x2 is not a size"),
        ("/antipodes/classes/0/representative", on_its_side, 2, "3x2"),
    ] {
        let mut changed = right.clone();
        *changed.pointer_mut(pointer).unwrap() = wrong;
        std::fs::write(folder.path().join("wrong.json"), changed.to_string()).unwrap();
        let (code, out, error) = run(&folder, &["verify", "wrong.json"]);
        assert_eq!(code, status, "{pointer}: {out}{error}");
        assert!(format!("{out}{error}").contains(said), "{pointer}: {out}{error}");
    }
    assert_eq!(run(&folder, &["verify", "right.json", "--samples", "0"]).0, 2);
}

#[test]
fn tables_with_numbers_of_more_than_64_bits_are_verified_digit_by_digit() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["distances", "20x1", "--format", "json", "-o", "right.json"];
    assert_eq!(run(&folder, &arguments).0, 0);
    let (code, out, error) = run(&folder, &["verify", "right.json"]);
    assert_eq!(code, 0, "{out}{error}");
    let text = std::fs::read_to_string(folder.path().join("right.json")).unwrap();
    let order = digits(&exact_json(&text)["order"]);
    assert!(order.len() > 20, "{order}");
    // The last digit, which a floating-point number would not show.
    let wrong = format!("{}1", &order[..order.len() - 1]);
    let path = folder.path().join("wrong.json");
    std::fs::write(path, text.replace(&order, &wrong)).unwrap();
    let (code, out, error) = run(&folder, &["verify", "wrong.json"]);
    assert_eq!(code, 1, "{out}{error}");
    assert!(out.contains("order is given as"), "{out}{error}");
}

#[test]
fn the_order_of_a_large_size_takes_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let found = answer(&folder, &["group", "300x300", "--memory", "0.1", "--time", "20"]);
    assert!(digits(&found["order"]).len() > 90_000);
}

#[test]
fn graphs_of_large_sizes_are_small_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (size, subject, status) in
        [("40x40", "cayley", 0), ("200x200", "cayley", 3), ("100x100", "quotient", 3)]
    {
        let arguments = ["draw", size, "--as", subject, "--time", "20", "-o", "x.dot"];
        let (code, _, error) = run(&folder, &arguments);
        assert_eq!(code, status, "{size} {subject}: {error}");
    }
}
