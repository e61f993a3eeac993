//! Die tours through the public interface: the figures of the documents, and the tool.

use cubegraph::cube::notation::{Die, Handedness};
use cubegraph::tour::{Closing, Dice, Extremes, Method, Options, Puzzle, Solution, Start, Tour};
use cubegraph::work::Work;
use num_bigint::BigUint;

const EVERYTHING: Options = Options {
    extremes: Extremes::Both,
    count: true,
    distribution: true,
    list: 0,
    method: Method::Auto,
};

/// Nothing but the number of tours.
const COUNT: Options = Options { extremes: Extremes::Neither, distribution: false, ..EVERYTHING };

fn board(rows: usize, columns: usize) -> Puzzle {
    Puzzle::builder(rows, columns).build().expect("a puzzle")
}

fn solve(puzzle: &Puzzle, options: &Options) -> Solution {
    puzzle.solve(options, &Work::default()).expect("an answer")
}

fn count(puzzle: &Puzzle) -> BigUint {
    solve(puzzle, &COUNT).tours().expect("counted").clone()
}

fn sums(solution: &Solution) -> (Option<i64>, Option<i64>) {
    (solution.max().map(|e| e.sum), solution.min().map(|e| e.sum))
}

#[test]
fn the_documents_board_has_the_documents_sums() {
    let found = solve(&board(3, 3), &EVERYTHING);
    assert_eq!(sums(&found), (Some(37), Some(25)));
    let distribution: Vec<(i64, u32)> = found
        .distribution()
        .unwrap()
        .iter()
        .map(|(sum, tours)| (*sum, tours.try_into().unwrap()))
        .collect();
    assert_eq!(distribution, [(25, 1), (27, 1), (33, 1), (36, 3), (37, 2)]);
    assert_eq!(found.min().unwrap().moves.to_string(), "NESENNWW");
    let largest = found.max().unwrap().moves.to_string();
    assert!(["NNEESSWN", "NNEESWSE"].contains(&largest.as_str()));
}

#[test]
fn four_by_four_has_52_tours_from_47_to_68() {
    let found = solve(&board(4, 4), &EVERYTHING);
    assert_eq!(found.tours(), Some(&52u32.into()));
    assert_eq!(sums(&found), (Some(68), Some(47)));
    assert_eq!(found.max().unwrap().tours, Some(4u32.into()));
    assert_eq!(found.min().unwrap().tours, Some(1u32.into()));
}

#[test]
fn a_free_die_on_three_by_three_gives_42_and_21() {
    let free = Puzzle::builder(3, 3).die(Dice::Any(Handedness::Left));
    let found = solve(&free.build().unwrap(), &EVERYTHING);
    assert_eq!(sums(&found), (Some(42), Some(21)));
    assert_eq!(found.tours(), Some(&(8u32 * 24).into()));
}

#[test]
fn tours_from_a_corner_are_oeis_a145157() {
    let counted = [1u64, 2, 8, 52, 824, 22_144, 1_510_446, 180_160_012, 54_986_690_944];
    for (n, tours) in (1..).zip(counted) {
        assert_eq!(count(&board(n, n)), tours.into(), "{n}");
    }
}

#[test]
fn cycles_are_oeis_a003763() {
    for (n, cycles) in [(2usize, 1u64), (4, 6), (6, 1072), (8, 4_638_576)] {
        let closed = Puzzle::builder(n, n).closing(Closing::Closed);
        assert_eq!(count(&closed.clone().build().unwrap()), (2 * cycles).into(), "{n}");
        let all = 2 * cycles * (n * n) as u64;
        assert_eq!(count(&closed.start(Start::Any).build().unwrap()), all.into(), "{n}");
    }
}

#[test]
fn over_all_starts_and_orientations_the_extremes_add_up_to_seven_per_cell() {
    for (rows, columns) in [(2, 3), (3, 3), (3, 4), (4, 4)] {
        let free = Puzzle::builder(rows, columns).start(Start::Any);
        let free = free.die(Dice::Any(Handedness::Left)).build().unwrap();
        let (max, min) = sums(&solve(&free, &EVERYTHING));
        let cells = i64::try_from(rows * columns).unwrap();
        assert_eq!(max.unwrap() + min.unwrap(), 7 * cells);
    }
}

#[test]
fn a_right_handed_die_is_the_left_handed_one_on_the_turned_board() {
    let right = Puzzle::builder(3, 5).die(Die::new(1, 3, 2).unwrap());
    let [right, left, other] = [right.build().unwrap(), board(5, 3), board(3, 5)]
        .map(|puzzle| solve(&puzzle, &EVERYTHING).distribution().cloned());
    assert_eq!(right, left);
    assert_ne!(right, other);
}

#[test]
fn no_tour_is_seen_at_a_glance_and_said_why() {
    let blocked = |n: usize, cells: &[(usize, usize)]| {
        let board = Puzzle::builder(n, n);
        cells.iter().fold(board, |board, &cell| board.block(cell))
    };
    for (board, why) in [
        (blocked(3, &[(0, 1), (1, 1), (2, 1)]), "disconnected"),
        (blocked(3, &[]).closing(Closing::Closed), "odd"),
        (blocked(3, &[]).start((0, 1)), "(0, 1) is odd"),
        (blocked(4, &[]).end((1, 1)), "both even"),
        (blocked(40, &[(0, 1), (2, 1), (0, 3)]), "take turns"),
    ] {
        let found = solve(&board.build().unwrap(), &EVERYTHING);
        assert!(!found.has_tour() && found.max().is_none());
        assert!(found.why().unwrap().contains(why), "{:?}", found.why());
        let json = serde_json::to_value(&found).unwrap();
        assert!(json["max"].is_null() && json["why"].is_string() && json.get("reason").is_none());
    }
}

#[test]
fn a_board_of_1600_cells_is_refused_with_an_estimate() {
    for options in [EVERYTHING, COUNT] {
        let error = board(40, 40).solve(&options, &Work::default()).unwrap_err();
        assert!(matches!(error, cubegraph::Error::TooLarge(_)));
        assert!(error.to_string().contains("10^"), "{error}");
    }
}

#[test]
fn the_check_says_where_a_tour_is_wrong() {
    let puzzle = board(3, 3);
    let tour = |moves: &str, (top, north, east), start: (usize, usize)| Tour {
        start: start.into(),
        die: Die::new(top, north, east).unwrap(),
        moves: moves.parse().unwrap(),
    };
    let right = puzzle.check(&tour("NNEESSWN", (1, 2, 3), (0, 0)).into());
    assert!(right.is_right());
    assert_eq!(right.fact("sum"), Some(&37.into()));
    for (moves, die, start, says) in [
        ("NNEESSWS", (1, 2, 3), (0, 0), "roll 8 (S) leads from (0, 1) off the board"),
        ("NNEESSW", (1, 2, 3), (0, 0), "only 8 of 9 cells are visited, not (1, 1)"),
        ("NNNEESSW", (1, 2, 3), (0, 0), "roll 3 (N) leads to (3, 0), which is not on the board"),
        ("WNEESSWN", (1, 2, 3), (0, 0), "roll 1 (W) leads from (0, 0) off the board"),
        ("NSNEESSW", (1, 2, 3), (0, 0), "roll 2 (S) leads to (0, 0), which was visit 1 already"),
        ("NNEESSWN", (1, 3, 5), (0, 0), "the die starts as (1, 3, 5), not as (1, 2, 3)"),
        ("EENNWWSE", (1, 2, 3), (2, 2), "the tour starts on (2, 2), not on (0, 0)"),
    ] {
        let verdict = puzzle.check(&tour(moves, die, start).into());
        assert_eq!(verdict.why(), Some(says));
    }
    let blocked = Puzzle::builder(3, 3).block((1, 1)).label((0, 1), 1);
    let blocked = blocked.build().unwrap();
    let why = |moves: &str| blocked.check(&moves.parse().unwrap()).why().unwrap().to_owned();
    assert_eq!(why("NE"), "roll 2 (E) leads to (1, 1), which is blocked");
    assert_eq!(why("E"), "the die shows 4 on (0, 1), whose label is 1");
}

#[test]
fn an_answer_is_judged_as_it_is_written() {
    let free = Puzzle::builder(4, 5).start(Start::Any).die(Dice::Any(Handedness::Right));
    let free = free.faces([2, 3, 5, 7, 11, 13]).build().unwrap();
    let options = Options { list: 3, ..Options::default() };
    let solution = solve(&free, &options);
    let json = serde_json::to_value(&solution).unwrap();
    assert!(free.check(&json.to_string().parse().unwrap()).is_right());
    // The rolls alone are enough: where they start and how the die lies is found out.
    let moves = solution.max().unwrap().moves.to_string();
    assert!(free.check(&moves.parse().unwrap()).is_right());
    let mut wrong = json.clone();
    wrong["min"]["sum"] = 5.into();
    let verdict = free.check(&wrong.to_string().parse().unwrap());
    assert_eq!(verdict.why(), Some("min: the sum is 92, not 5"));
    let mut wrong = json;
    wrong["list"][2]["moves"] = "N".into();
    let verdict = free.check(&wrong.to_string().parse().unwrap());
    assert!(verdict.why().unwrap().starts_with("tour 3 of the list: "));
    // An answer to another puzzle is not right, whatever its tours are.
    let other = solve(&board(3, 3), &Options::default());
    let other = serde_json::to_string(&other).unwrap().parse().unwrap();
    let why = free.check(&other).why().unwrap().to_owned();
    assert_eq!(why, "this is an answer to another puzzle: the board has 4 rows");
    for text in [
        "NNX",
        "{",
        "{}",
        "{\"moves\": 3}",
        "{\"rows\": 3}",
        "{\"family\": \"picture\", \"moves\": \"N\"}",
    ] {
        let error = text.parse::<cubegraph::tour::Attempt>().unwrap_err();
        assert!(matches!(error, cubegraph::Error::Input(_)), "{text}");
    }
}

#[test]
fn long_strips_agree_with_what_is_known() {
    // From the corner of a strip two across the die turns back once or never: n tours.
    assert_eq!(count(&board(2, 500)), 500u32.into());
    // Three across: tour by tour for the short ones, turned by a quarter for a long one.
    for n in 3..8 {
        let options = Options { method: Method::Search, ..COUNT };
        let listed = solve(&board(3, n), &options);
        assert_eq!(Some(&count(&board(3, n))), listed.tours());
    }
    assert_eq!(count(&board(3, 100)), count(&board(100, 3)));
}

#[test]
fn every_built_in_board_has_a_tour() {
    use cubegraph::instance::{self, built_in};
    let boards = built_in().filter(|i| i.family == instance::Family::Tour);
    let mut seen = 0;
    for board in boards {
        let instance::Puzzle::Tour(puzzle) = board.read().unwrap().puzzle else {
            panic!("{} is no tour", board.name);
        };
        assert!(solve(&puzzle, &COUNT).has_tour(), "{}", board.name);
        assert_eq!(puzzle.to_string().parse::<Puzzle>().unwrap(), puzzle);
        seen += 1;
    }
    assert!(seen >= 11);
}

fn tool(arguments: &[&str]) -> assert_cmd::assert::Assert {
    assert_cmd::Command::from(crate::common::tool()).args(arguments).assert()
}

fn json_of(arguments: &[&str]) -> serde_json::Value {
    let output = tool(&[arguments, &["--format", "json"]].concat()).get_output().stdout.clone();
    serde_json::from_slice(&output).expect("JSON")
}

#[test]
fn the_tool_answers_with_the_contracts_keys() {
    let found = json_of(&["tour", "solve", "@3x3", "--count", "--distribution"]);
    assert_eq!(found["rows"], 3);
    assert_eq!(found["tours"], 8);
    assert_eq!(found["max"]["sum"], 37);
    assert_eq!(found["max"]["tours"], 2);
    assert_eq!(found["min"]["moves"], "NESENNWW");
    assert_eq!(found["min"]["start"], serde_json::json!([0, 0]));
    assert_eq!(found["min"]["die"], serde_json::json!({"top": 1, "north": 2, "east": 3}));
    assert_eq!(found["min"]["tops"].as_array().unwrap().len(), 9);
    assert_eq!(found["distribution"]["36"], 3);
    let closed = json_of(&["tour", "solve", "--grid", "4x4", "--closed", "--maximise"]);
    assert_eq!(closed["max"]["moves"].as_str().unwrap().len(), 16);
    assert_eq!(closed["max"]["tops"].as_array().unwrap().len(), 16);
    assert!(closed.get("min").is_none() && closed.get("tours").is_none());
    let none = json_of(&["tour", "solve", "--grid", "3x3", "--closed"]);
    assert!(none["max"].is_null() && none["min"].is_null() && none["why"].is_string());
}

#[test]
fn exit_statuses_tell_no_from_wrong_and_from_too_large() {
    for (status, arguments) in [
        (0, "tour solve --grid 3x3 --faces -1,2,-3,4,5,6"),
        (1, "tour solve --grid 3x3 --closed"),
        (1, "tour solve --grid 3x3 --block 0,1 --block 1,0"),
        (1, "tour solve --grid 3x3 --block 0,1;1,0"),
        (1, "tour solve --grid 40x40 --block 0,1 --block 1,0"),
        (2, "tour solve --grid 3x3 --start 1,1 --block 1,1"),
        (2, "tour solve --grid 3x3 --die 1,6,3"),
        (2, "tour solve --grid 3x3 --faces 1,2,3,4,5,99999999999"),
        (2, "tour solve --grid 3x3 --start 3,0"),
        (2, "tour solve --grid 0x3"),
        (2, "tour solve --grid 3"),
        (2, "tour solve"),
        (2, "tour solve @nothing-like-it"),
        (2, "tour solve 3y3"),
        (2, "tour solve 3x3 --checkpoint layers"),
        (0, "tour solve 2x3"),
        (0, "tour check 3x3 NNEESSWN"),
        (1, "tour check 3x3 NNEESSWS"),
        (2, "tour check 3x3 NNEESSWX"),
        (2, "tour check - -"),
        (2, "tour check 3x3"),
        (1, "tour generate 3x3 --closed --seed 1"),
        (1, "tour generate 3x3 --start 0,1 --seed 1"),
        (1, "tour generate 3x3 --start any --die any --seed 1"),
        (2, "tour graph 3x3 --to csv --format json"),
        (3, "tour draw 1000x1000 --as grid"),
        (3, "tour graph 1000x1000 --of rolls --memory 0.1"),
        (2, "tour solve --grid 3x3 --die 1,2,3 --handed right"),
        (2, "tour draw --grid 3x3 --as board"),
        (3, "tour solve --grid 40x40"),
        (3, "tour solve --grid 40x40 --count"),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let assert = tool(&words).code(status);
        if status >= 2 {
            assert!(assert.get_output().stdout.is_empty(), "{arguments}");
            assert!(!assert.get_output().stderr.is_empty(), "{arguments}");
        }
    }
}

#[test]
fn drawings_are_well_formed_and_show_every_visit() {
    let folder = tempfile::tempdir().unwrap();
    for (what, words) in [
        ("board", "tour draw --grid 4x4 --minimise"),
        ("grid", "tour draw @holes --as grid"),
        ("rolls", "tour draw --grid 2x3 --closed --as rolls"),
    ] {
        let path = folder.path().join(format!("{what}.svg"));
        let words: Vec<&str> = words.split(' ').chain(["-o", path.to_str().unwrap()]).collect();
        tool(&words).code(0);
        let text = std::fs::read_to_string(&path).unwrap();
        let document = roxmltree::Document::parse(&text).expect("XML");
        let texts: Vec<&str> = document.descendants().filter_map(|n| n.text()).collect();
        if what == "board" {
            assert!((1..=16).all(|visit| texts.contains(&visit.to_string().as_str())));
            assert!(texts.contains(&"start") && texts.contains(&"end"));
        }
    }
    let dot = tool(&["tour", "draw", "--grid", "3x3"]).code(0).get_output().stdout.clone();
    assert!(String::from_utf8(dot).unwrap().starts_with("graph"));
}

#[test]
fn only_what_was_asked_is_printed_and_all_of_it() {
    let csv = |words: &str| {
        let words: Vec<&str> = words.split(' ').chain(["--format", "csv"]).collect();
        String::from_utf8(tool(&words).code(0).get_output().stdout.clone()).unwrap()
    };
    let both = csv("tour solve 3x3 --count --maximise");
    assert!(both.contains("max,37,2,0,0,1,2,3,NNEESSWN,") && both.contains("all,,8,"));
    let all = csv("tour solve 3x3 --distribution --minimise");
    assert!(all.contains("min,25,1,") && all.contains("\n,36,3,") && !all.contains("max"));
    assert_eq!(csv("tour solve @labelled --count"), "tours\n1\n");
    let counted = json_of(&["tour", "solve", "@labelled", "--count"]);
    assert!(counted.get("max").is_none() && counted["unique"] == true);
    let listed = json_of(&["tour", "solve", "3x3", "--all"]);
    assert_eq!(listed["list"].as_array().unwrap().len(), 8);
    assert!(listed.get("max").is_none() && listed.get("tours").is_none());
    let values = json_of(&["tour", "solve", "@primes", "--limit", "1"]);
    let first = &values["list"][0];
    let sum = first["values"].as_array().unwrap().iter().map(|v| v.as_i64().unwrap());
    assert_eq!(sum.sum::<i64>(), first["sum"]);
}

#[test]
fn the_graphs_are_written_as_data() {
    let json = |words: &[&str]| -> serde_json::Value {
        let output = tool(words).code(0).get_output().stdout.clone();
        serde_json::from_slice(&output).expect("JSON")
    };
    let grid = json(&["tour", "graph", "3x3", "--block", "1,1", "--to", "json"]);
    let lengths = |graph: &serde_json::Value| {
        ["nodes", "edges"].map(|key| graph[key].as_array().unwrap().len())
    };
    assert_eq!(lengths(&grid), [8, 8]);
    assert_eq!(grid["nodes"][0]["row"], 0);
    let rolls = json(&["tour", "graph", "2x2", "--of", "rolls", "--format", "json"]);
    assert_eq!(lengths(&rolls), [48, 96]);
    assert_eq!(rolls["nodes"][0]["orientation"].as_str().unwrap().len(), 3);
    assert!("NSEW".contains(rolls["edges"][0]["roll"].as_str().unwrap()));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("grid.graphml");
    tool(&["tour", "graph", "3x3", "-o", path.to_str().unwrap()]).code(0);
    assert!(std::fs::read_to_string(&path).unwrap().contains("graphml"));
}

#[test]
fn a_generated_board_is_solved_and_its_answer_judged() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("board.toml");
    let board = board.to_str().unwrap();
    tool(&["tour", "generate", "4x4", "--seed", "3", "-o", board]).code(0);
    let solved = json_of(&["tour", "solve", board, "--count", "--maximise"]);
    assert_eq!(solved["tours"], 1);
    let answer = folder.path().join("answer.json");
    std::fs::write(&answer, solved.to_string()).unwrap();
    let verdict = json_of(&["tour", "check", board, answer.to_str().unwrap()]);
    assert_eq!((&verdict["right"], &verdict["why"]), (&true.into(), &().into()));
    let moves = solved["max"]["moves"].as_str().unwrap();
    assert_eq!(json_of(&["tour", "check", board, moves])["sum"], solved["max"]["sum"]);
}
