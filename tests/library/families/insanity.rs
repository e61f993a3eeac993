//! Instant Insanity: the three methods against each other and against brute force, and the
//! commands.

use std::collections::BTreeSet;

use cubegraph::cube::Rotation;
use cubegraph::insanity::{Counts, Method, Options, Puzzle, Solution, Wanted, check, two_factors};
use cubegraph::work::Work;
use num_bigint::BigUint;
use proptest::prelude::*;

fn ask(puzzle: &Puzzle, method: Method) -> Solution {
    let options = Options { wanted: Wanted::All, method, ..Options::default() };
    puzzle.solve(&options, &Work::default()).expect("no limits")
}

/// All towers, without order: what stands at the six places, and how each cube was turned there.
fn towers(solution: &Solution) -> BTreeSet<String> {
    let set: BTreeSet<String> = solution.towers().iter().map(ToString::to_string).collect();
    assert_eq!(set.len(), solution.towers().len(), "a tower twice");
    set
}

fn without_factors(solution: &Solution) -> Counts {
    Counts { factors: None, ..solution.counts().cloned().expect("everything was counted") }
}

/// Puzzles of random cubes, with few colours so that loops, parallel edges and towers are common.
fn random_puzzle(cubes: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Puzzle> {
    (cubes, 0usize..4).prop_flat_map(|(cubes, more)| {
        let colours = (cubes + more).saturating_sub(1).clamp(1, 12);
        prop::collection::vec(prop::collection::vec(0..colours, 6), cubes).prop_map(puzzle_of)
    })
}

/// Puzzles with a tower: two random permutations of the colours for each strand, anything hidden.
fn planted_puzzle(cubes: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Puzzle> {
    cubes.prop_flat_map(|cubes| {
        let side = || Just((0..cubes).collect::<Vec<_>>()).prop_shuffle();
        let hidden = prop::collection::vec((0..cubes, 0..cubes), cubes);
        let turned = prop::collection::vec(0usize..24, cubes);
        (side(), side(), side(), side(), hidden, turned).prop_map(|(l, f, r, b, hidden, turned)| {
            let cubes = (0..l.len())
                .map(|k| {
                    let faces = [l[k], f[k], r[k], b[k], hidden[k].0, hidden[k].1];
                    Rotation::from_rank(turned[k]).expect("below 24").turn(&faces).to_vec()
                })
                .collect();
            puzzle_of(cubes)
        })
    })
}

fn puzzle_of(cubes: Vec<Vec<usize>>) -> Puzzle {
    let words: Vec<String> = cubes
        .into_iter()
        .map(|cube| {
            cube.into_iter().map(|c| char::from(b'A' + u8::try_from(c).expect("few"))).collect()
        })
        .collect();
    words.join(" ").parse().expect("letters")
}

fn agree(puzzle: &Puzzle) {
    let factors = ask(puzzle, Method::Factors);
    let rotations = ask(puzzle, Method::Rotations);
    let sat = ask(puzzle, Method::Sat);
    assert_eq!(towers(&factors), towers(&rotations));
    assert_eq!(towers(&factors), towers(&sat));
    assert_eq!(without_factors(&factors), without_factors(&rotations));
    assert_eq!(without_factors(&factors), without_factors(&sat));
}

fn agrees_with(force: &check::BruteForce, solution: &Solution) {
    let counts = solution.counts().expect("counted");
    assert_eq!(BigUint::from(force.assignments), &counts.principal * 8u32);
    assert_eq!(BigUint::from(force.patterns), counts.patterns);
}

/// The number of cases; no files are written beside the sources.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn the_three_methods_find_the_same_towers(puzzle in random_puzzle(1..=4)) {
        agree(&puzzle);
    }

    #[test]
    fn the_three_methods_find_the_planted_towers(puzzle in planted_puzzle(1..=4)) {
        agree(&puzzle);
    }

    #[test]
    #[ignore = "long: brute force over many puzzles"]
    fn counting_by_parts_agrees_with_a_pruned_brute_force(puzzle in random_puzzle(5..=8)) {
        let force = check::pruned_assignments(&puzzle, &Work::default()).unwrap();
        agrees_with(&force, &ask(&puzzle, Method::Factors));
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn counting_agrees_with_all_assignments(puzzle in prop_oneof![random_puzzle(1..=3), planted_puzzle(1..=3)]) {
        agrees_with(&check::all_assignments(&puzzle), &ask(&puzzle, Method::Factors));
    }

    #[test]
    fn planted_towers_agree_with_a_pruned_brute_force(puzzle in planted_puzzle(5..=7)) {
        let force = check::pruned_assignments(&puzzle, &Work::default()).unwrap();
        let factors = ask(&puzzle, Method::Factors);
        agrees_with(&force, &factors);
        let sat = ask(&puzzle, Method::Sat);
        prop_assert_eq!(towers(&factors), towers(&sat));
    }

    #[test]
    fn without_the_filter_hesselinks_search_finds_the_same(puzzle in prop_oneof![random_puzzle(1..=4), planted_puzzle(2..=4)]) {
        let with = ask(&puzzle, Method::Rotations);
        let options = Options {
            wanted: Wanted::All,
            method: Method::Rotations,
            without_filter: true,
            proof: false,
        };
        let without = puzzle.solve(&options, &Work::default()).expect("no limits");
        prop_assert_eq!(towers(&with), towers(&without));
        prop_assert_eq!(with.counts(), without.counts());
    }
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn four_cubes_agree_with_all_331776_assignments(puzzle in prop_oneof![random_puzzle(4..=4), planted_puzzle(4..=4)]) {
        agrees_with(&check::all_assignments(&puzzle), &ask(&puzzle, Method::Factors));
    }
}

#[test]
fn a_mirrored_set_of_cubes_has_the_same_counts() {
    for text in ["ACBDCC ACDBDC ABBCDD ABBDCD", "AEDDEA BBCBDC ADBDCA BDABAE EEEBCD"] {
        let mirrored: String = text
            .split(' ')
            .map(|cube| {
                let mut faces: Vec<char> = cube.chars().collect();
                faces.swap(4, 5);
                faces.into_iter().collect::<String>() + " "
            })
            .collect();
        let counts = |text: &str| {
            let puzzle: Puzzle = text.parse().unwrap();
            let solution = puzzle.solve(&Options::default(), &Work::default());
            solution.unwrap().counts().cloned()
        };
        assert_eq!(counts(text), counts(&mirrored));
    }
}

#[test]
fn an_unsolvable_puzzle_is_refuted_and_the_proof_is_checked() {
    // Balanced, 8 cubes, no disjoint pair.
    let puzzle: Puzzle =
        "AB,CD,EF AB,CD,GH AC,BD,EG AC,BD,FH EF,GH,AA EF,GH,BC EG,FH,DD EG,FH,BC".parse().unwrap();
    let options = Options { proof: true, ..Options::default() };
    let solution = puzzle.solve(&options, &Work::default()).unwrap();
    let listed = ask(&puzzle, Method::Factors);
    assert_eq!(solution.is_solvable(), listed.is_solvable());
    assert_eq!(solution.refutation().is_some(), !solution.is_solvable());
}

/// The CSUN Math 482 puzzles: thirty cubes whose 180 faces are ⌊n·x⌋ mod 30, six at a time as three
/// pairs.
fn csun(x: f64) -> Puzzle {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 600")]
    let colour = |n: u32| ((f64::from(n) * x).floor() as u32 % 30).to_string();
    let cube = |k: u32| [1, 3, 5].map(|n| [colour(6 * k + n), colour(6 * k + n + 1)]);
    Puzzle::from_pairs((0..30).map(cube)).unwrap()
}

#[test]
fn the_published_puzzles_are_told_apart() {
    // Thirty cubes; e leaves two colours out, and so at least 29 cubes are too many.
    let options = Options::default();
    let solved = |x: f64| csun(x).solve(&options, &Work::default()).unwrap().is_solvable();
    assert!(!solved(std::f64::consts::E));
    assert!(csun(std::f64::consts::E).colours().len() == 28);
    let solvable = [std::f64::consts::PI, 2f64.sqrt(), f64::midpoint(1.0, 5f64.sqrt())];
    assert!(solvable.into_iter().any(solved));
}

#[test]
fn a_graph_whose_edges_are_reordered_has_the_same_factors() {
    let puzzle: Puzzle = "ACBDCC ACDBDC ABBCDD ABBDCD".parse().unwrap();
    let mut graph = puzzle.graph().clone();
    graph.clear_edges();
    let edges: Vec<_> = puzzle.graph().edge_indices().rev().collect();
    for edge in edges {
        let (a, b) = puzzle.graph().edge_endpoints(edge).unwrap();
        graph.add_edge(b, a, puzzle.graph()[edge]);
    }
    let labels = |graph: &petgraph::graph::UnGraph<_, cubegraph::insanity::Edge>| {
        let factors = two_factors(graph);
        let labels = factors.map(|f| f.edges().iter().map(|&e| graph[e]).collect::<Vec<_>>());
        labels.collect::<BTreeSet<_>>()
    };
    assert_eq!(labels(&graph), labels(puzzle.graph()));
}

/// The command line.
mod cli {
    use std::process::Output;

    use serde_json::Value;

    use super::super::exact_json;

    fn run(arguments: &str) -> Output {
        crate::common::tool()
            .arg("insanity")
            .args(arguments.split_whitespace())
            .output()
            .expect("it runs")
    }

    fn status(output: &Output) -> i32 {
        output.status.code().expect("no signal")
    }

    fn json(arguments: &str) -> Value {
        let output = run(&format!("{arguments} --format json"));
        exact_json(&text(&output.stdout))
    }

    fn text(bytes: &[u8]) -> String {
        String::from_utf8(bytes.to_vec()).expect("UTF-8")
    }

    #[test]
    fn solving_the_parker_brothers_set_finds_one_tower() {
        let answer = json("solve @parker-brothers");
        let counts = ["cubes", "colours", "factors", "pairs", "principal", "patterns"]
            .map(|key| answer[key].as_u64());
        assert_eq!(counts, [4, 4, 3, 1, 1, 8].map(Some));
        assert_eq!(answer["method"], "factors");
        let solution = &answer["solutions"][0];
        for side in ["front", "back", "left", "right"] {
            let mut colours: Vec<&str> =
                solution[side].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
            colours.sort_unstable();
            assert_eq!(colours, ["blue", "green", "red", "white"]);
        }
        assert_eq!(solution["turns"], serde_json::json!([null, null, null, null]));
    }

    #[test]
    fn every_method_gives_the_same_towers() {
        let towers = |method: &str| {
            let answer = json(&format!("solve @hesselink-four --all --method {method}"));
            let mut towers: Vec<String> =
                answer["solutions"].as_array().unwrap().iter().map(Value::to_string).collect();
            towers.sort_unstable();
            towers
        };
        assert_eq!(towers("factors").len(), 4);
        assert_eq!(towers("factors"), towers("rotations"));
        assert_eq!(towers("factors"), towers("sat"));
        assert_eq!(towers("factors"), towers("rotations --no-accept"));
    }

    #[test]
    fn no_tower_is_status_one_with_the_whole_answer() {
        for puzzle in [
            "@unsolvable",
            "AAAAAA AAAAAA",
            "@unsolvable --method sat",
            "@unsolvable --method rotations",
        ] {
            let output = run(&format!("solve {puzzle} --format json"));
            assert_eq!(status(&output), 1, "{puzzle}");
            let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            assert_eq!(answer["pairs"], 0);
            assert_eq!(answer["solutions"], serde_json::json!([]));
        }
    }

    #[test]
    fn the_explosion_is_counted_by_parts() {
        let answer = json("solve @five-groups --count");
        assert_eq!(answer["factors"].to_string(), "5904900000");
        assert_eq!(answer["principal"], "79254226206720000000000");
        let output = run("solve @five-groups --all");
        assert_eq!(status(&output), 3);
        assert!(text(&output.stderr).contains("--limit N"), "{}", text(&output.stderr));
        let answer = json("solve @five-groups --method sat --limit 3");
        assert_eq!(answer["solutions"].as_array().unwrap().len(), 3);
    }

    #[test]
    fn bad_input_is_shown_at_its_place() {
        for (arguments, parts) in [
            ("solve ABCDE", ["has six faces, not 5", "the argument:1:1"]),
            ("solve ACBDCC AC3BDC", ["'3' is not a letter", "the arguments:1:10"]),
            ("solve AB,CD", ["three pairs", "not 2"]),
            ("solve @parker-brother", ["no built-in instance", "did you mean @parker-brothers"]),
            ("solve @parker-brothers --no-accept", ["--no-accept", "--method rotations"]),
            (
                "solve @parker-brothers --proof x.drat --method factors",
                ["only clause learning", "--method sat"],
            ),
            ("solve @parker-brothers --all --limit 3", ["cannot be used with", "--limit"]),
            ("draw @parker-brothers --as nets", ["not a graph", ".svg"]),
            ("check @hesselink-five AEEDAX", ["AEEDAX", "no colour"]),
            ("graph @parker-brothers -o x.svg", ["does not say", ".graphml"]),
            (
                "generate --cubes 5 --unsolvable --difficulty hard",
                ["no difficulty", "without a tower"],
            ),
            ("generate --cubes 5 --colours 3", ["as many colours as cubes", "3 colours"]),
            (
                "draw @hesselink-four --solution 5 -o x.svg",
                ["no solution 5", "4 principal solutions"],
            ),
            ("generate --cubes 2 --unique", ["exactly one pair", "--cubes 3"]),
            ("generate --cubes 0", ["at least one cube", "error"]),
            ("generate --cubes 5 --unique --balanced", ["cannot be used with", "--balanced"]),
        ] {
            let output = run(arguments);
            let errors = text(&output.stderr);
            assert_eq!(status(&output), 2, "{arguments}: {errors}");
            assert!(output.stdout.is_empty(), "{arguments}");
            for part in parts {
                assert!(errors.contains(part), "{arguments}: {part:?} is not in {errors}");
            }
        }
        for arguments in ["generate --cubes 10000 --unique", "census --cubes 5"] {
            assert_eq!(status(&run(arguments)), 3, "{arguments}");
        }
    }

    #[test]
    fn plain_lines_and_files_come_in_through_standard_input() {
        for (lines, principal) in [
            ("ACBDCC # the first\nACDBDC\nABBCDD\nABBDCD\n", 4),
            ("kind = \"insanity\"\ncubes = [{ faces = \"AAAAAA\" }]\n", 3),
        ] {
            let output = assert_cmd::Command::from(crate::common::tool())
                .args(["insanity", "solve", "-", "--format", "json"])
                .write_stdin(lines)
                .output()
                .unwrap();
            let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(answer["principal"], principal);
        }
    }

    #[test]
    fn ten_thousand_cubes_end_with_an_answer_or_at_the_time_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("many.toml");
        let made =
            run(&format!("generate --cubes 10000 --balanced --seed 1 -o {}", path.display()));
        assert_eq!(status(&made), 0, "{}", text(&made.stderr));
        let output = run(&format!("solve {} --time 2", path.display()));
        assert_eq!(status(&output), 3, "{}", text(&output.stderr));
        let stopped = text(&output.stderr);
        assert!(stopped.contains("conflicts") || stopped.contains("clauses"), "{stopped}");
        let output = run(&format!("solve {} --count --time 2", path.display()));
        assert_eq!(status(&output), 3);
        assert!(text(&output.stderr).contains("so far"), "{}", text(&output.stderr));
    }

    #[test]
    fn a_refutation_is_written_with_its_formula() {
        let folder = tempfile::tempdir().unwrap();
        let proof = folder.path().join("none.drat");
        let output = run(&format!("solve @unsolvable --proof {}", proof.display()));
        assert_eq!(status(&output), 1);
        let formula = std::fs::read_to_string(proof.with_extension("cnf")).unwrap();
        let lines = std::fs::read_to_string(&proof).unwrap();
        assert!(formula.contains("p cnf ") && lines.trim_end().ends_with('0'));
        // The last line is the empty clause.
        assert_eq!(lines.lines().last(), Some("0"));
        let solvable = folder.path().join("some.drat");
        assert_eq!(
            status(&run(&format!("solve @hesselink-four --proof {}", solvable.display()))),
            0
        );
        assert!(!solvable.exists());
    }

    #[test]
    fn a_generated_puzzle_is_what_it_says_and_comes_again_from_its_seed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.toml");
        for cubes in [4, 5, 6, 8, 10] {
            let arguments = format!("generate --cubes {cubes} --unique --seed 11");
            assert_eq!(status(&run(&format!("{arguments} -o {}", path.display()))), 0);
            let answer = json(&format!("solve {} --count", path.display()));
            assert_eq!(
                (answer["pairs"].as_u64(), answer["principal"].as_u64()),
                (Some(1), Some(1))
            );
            assert_eq!(run(&arguments).stdout, std::fs::read(&path).unwrap());
        }
        // An unset seed is printed, so that the puzzle can be made again.
        let made = json("generate --cubes 4");
        let again = json(&format!("generate --cubes 4 --seed {}", made["seed"]));
        assert_eq!(made["faces"], again["faces"]);
    }

    #[test]
    fn the_obstacle_of_a_puzzle_without_tower_is_irreducible() {
        let answer = json("obstacle @unsolvable");
        assert_eq!(answer["smallest"], true);
        assert_eq!(answer["obstacle"].as_array().unwrap().len(), 4);
        let output = run("obstacle @parker-brothers");
        assert_eq!(status(&output), 1);
        assert!(text(&output.stdout).contains("no obstacle"));
    }

    #[test]
    fn drawings_are_the_same_on_every_run() {
        let folder = tempfile::tempdir().unwrap();
        // Nets are of no solution.
        for subject in ["graph --solution 1", "factors --solution 1", "nets", "tower --solution 1"]
        {
            let draw = |name: &str| {
                let path = folder.path().join(name);
                let output =
                    run(&format!("draw @parker-brothers --as {subject} -o {}", path.display()));
                assert_eq!(status(&output), 0, "{}", text(&output.stderr));
                std::fs::read_to_string(path).unwrap()
            };
            let svg = draw("a.svg");
            assert_eq!(svg, draw("b.svg"));
            roxmltree::Document::parse(&svg).expect("well-formed");
        }
        let dot = text(&run("draw @parker-brothers").stdout);
        assert!(dot.contains("graph") && dot.contains("pos="));
    }

    #[test]
    fn the_census_of_three_cubes_is_counted_twice() {
        let answer = json("census --cubes 3");
        assert_eq!(answer["multisets"], 30_856);
        assert_eq!(answer["puzzles"], answer["burnside"]);
        let restricted = json("census --cubes 3 --all-colours-on-each");
        assert!(restricted["kinds_of_cubes"].as_u64() < answer["kinds_of_cubes"].as_u64());
    }

    #[test]
    fn an_answer_is_judged_and_the_first_mistake_named() {
        let right = "AEEDAD DCCBBB CBAADD BADEAB EDBCEE";
        let output = run(&format!("check @hesselink-five {right} --format json"));
        assert_eq!(status(&output), 0, "{}", text(&output.stderr));
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&answer["right"], &answer["command"]), (&true.into(), &"check".into()));
        let wrong = right.replace("AEEDAD", "AEDDEA");
        let output = run(&format!("check @hesselink-five {wrong} --format json"));
        assert_eq!(status(&output), 1);
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["why"], "D is twice on the right side");
        // A puzzle that is written out, and what `solve` prints about it.
        let four = "ACBDCC ACDBDC ABBCDD ABBDCD";
        let solved = run(&format!("solve {four} --all --format json"));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answer.json");
        std::fs::write(&path, &solved.stdout).unwrap();
        let output = run(&format!("check {four} {}", path.display()));
        assert_eq!(status(&output), 0, "{}", text(&output.stderr));
        std::fs::write(&path, text(&solved.stdout).replacen("\"A\"", "\"B\"", 1)).unwrap();
        let output = run(&format!("check {four} {}", path.display()));
        assert_eq!(status(&output), 1, "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("tower 1"));
    }

    #[test]
    fn the_graph_is_written_in_every_form() {
        for form in ["dot", "graphml", "json", "csv", "tex"] {
            let output = run(&format!("graph @parker-brothers --to {form}"));
            assert_eq!(status(&output), 0, "{form}: {}", text(&output.stderr));
            assert!(text(&output.stdout).contains("green"), "{form}");
        }
        let graph: Value =
            serde_json::from_slice(&run("graph @parker-brothers --to json").stdout).unwrap();
        assert_eq!(graph["edges"].as_array().unwrap().len(), 12);
        let factor = run("graph @parker-brothers --of factor --to json");
        let factor: Value = serde_json::from_slice(&factor.stdout).unwrap();
        let edges = factor["edges"].as_array().unwrap();
        assert_eq!(edges.len(), 8);
        assert!(edges.iter().all(|edge| edge["strand"] != "hidden"));
        assert_eq!(status(&run("graph @unsolvable --of factor")), 1);
    }

    #[test]
    fn no_is_told_with_a_reason() {
        let answer = json("solve @unsolvable");
        let why = answer["why"].as_str().unwrap();
        assert!(why.contains("share an edge") || why.contains("2-factor"), "{why}");
        assert_eq!(answer["family"], "insanity");
        assert!(json("solve @parker-brothers").get("why").is_none());
        assert!(json("obstacle @parker-brothers")["why"].is_string());
    }

    #[test]
    fn letters_that_differ_in_case_alone_bring_a_warning() {
        let output = run("solve ABCDEa");
        assert_eq!(status(&output), 0);
        assert!(text(&output.stderr).contains("A and a"));
    }

    #[test]
    fn limits_hold_for_the_largest_puzzles() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("many.toml");
        let made =
            run(&format!("generate --cubes 20000 --balanced --seed 1 -o {}", path.display()));
        assert_eq!(status(&made), 0);
        for command in ["obstacle", "draw", "solve --method rotations", "solve --explain"] {
            let output = run(&format!("{command} {} --time 1", path.display()));
            assert_eq!(status(&output), 3, "{command}: {}", text(&output.stderr));
        }
        let output = run(&format!("graph {} --to csv", path.display()));
        assert_eq!(status(&output), 0);
        assert!(text(&output.stdout).lines().count() > 60_000);
    }
}
