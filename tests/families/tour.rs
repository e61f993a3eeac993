//! Die tours through the public interface: the methods against each other and against the figures of the documents.

use std::collections::BTreeMap;

use cubegraph::cube::notation::{Die, Handedness, Roll};
use cubegraph::tour::answer::{Findings, Method, Question, answer};
use cubegraph::tour::check::replay;
use cubegraph::tour::{Cell, Closing, Dice, Puzzle, Settings, Start, Tour, naive, search};
use cubegraph::work::Work;
use num_bigint::BigUint;
use proptest::prelude::*;

const EVERYTHING: Question = Question {
    maximum: true,
    minimum: true,
    count: true,
    distribution: true,
    method: None,
};

fn board(rows: usize, columns: usize) -> Settings {
    Settings::board(rows, columns)
}

fn solve(settings: Settings, question: Question) -> Findings {
    let puzzle = Puzzle::new(settings).expect("a puzzle");
    answer(&puzzle, question, &Work::default()).expect("an answer")
}

fn sums(findings: &Findings) -> (Option<i64>, Option<i64>) {
    let sum = |e: &Option<Option<cubegraph::tour::answer::Extreme>>| {
        e.as_ref().expect("asked for").as_ref().map(|e| e.sum)
    };
    (sum(&findings.maximum), sum(&findings.minimum))
}

/// Everything about a puzzle, by brute force.
fn by_brute_force(puzzle: &Puzzle) -> BTreeMap<i64, BigUint> {
    let mut all = BTreeMap::new();
    naive::each_tour(puzzle, |tour, sum| {
        assert_eq!(replay(puzzle, tour).expect("a tour").sum, sum);
        *all.entry(sum).or_insert(BigUint::ZERO) += 1u32;
    });
    all
}

#[test]
fn the_documents_board_has_the_documents_sums() {
    let found = solve(board(3, 3), EVERYTHING);
    assert_eq!(sums(&found), (Some(37), Some(25)));
    let distribution: Vec<(i64, u32)> = found
        .distribution
        .unwrap()
        .into_iter()
        .map(|(sum, tours)| (sum, tours.try_into().unwrap()))
        .collect();
    assert_eq!(distribution, [(25, 1), (27, 1), (33, 1), (36, 3), (37, 2)]);
    let smallest = found.minimum.unwrap().unwrap();
    assert_eq!(smallest.tour.moves(), "NESENNWW");
    let largest = found.maximum.unwrap().unwrap();
    assert!(["NNEESSWN", "NNEESWSE"].contains(&largest.tour.moves().as_str()));
}

#[test]
fn four_by_four_has_52_tours_from_47_to_68() {
    let found = solve(board(4, 4), EVERYTHING);
    assert_eq!(found.tours, Some(52u32.into()));
    assert_eq!(sums(&found), (Some(68), Some(47)));
    assert_eq!(found.maximum.unwrap().unwrap().tours, Some(4u32.into()));
    assert_eq!(found.minimum.unwrap().unwrap().tours, Some(1u32.into()));
}

#[test]
fn a_free_die_on_three_by_three_gives_42_and_21() {
    let mut settings = board(3, 3);
    settings.die = Dice::Any(Handedness::Left);
    let found = solve(settings, EVERYTHING);
    assert_eq!(sums(&found), (Some(42), Some(21)));
    assert_eq!(found.tours, Some((8u32 * 24).into()));
}

#[test]
fn tours_from_a_corner_are_oeis_a145157() {
    let counted = [
        1u64,
        2,
        8,
        52,
        824,
        22_144,
        1_510_446,
        180_160_012,
        54_986_690_944,
    ];
    for (n, tours) in (1..).zip(counted) {
        let question = Question {
            count: true,
            ..Question::default()
        };
        assert_eq!(
            solve(board(n, n), question).tours,
            Some(tours.into()),
            "{n}"
        );
    }
}

#[test]
fn cycles_are_oeis_a003763() {
    for (n, cycles) in [(2usize, 1u64), (4, 6), (6, 1072), (8, 4_638_576)] {
        let mut settings = board(n, n);
        settings.closing = Closing::Closed;
        let question = Question {
            count: true,
            ..Question::default()
        };
        assert_eq!(
            solve(settings.clone(), question).tours,
            Some((2 * cycles).into()),
            "{n}"
        );
        settings.start = Start::Any;
        let all = 2 * cycles * (n * n) as u64;
        assert_eq!(solve(settings, question).tours, Some(all.into()), "{n}");
    }
}

#[test]
fn over_all_starts_and_orientations_the_extremes_add_up_to_seven_a_cell() {
    for (rows, columns) in [(2, 3), (3, 3), (3, 4), (4, 4)] {
        let mut settings = board(rows, columns);
        settings.start = Start::Any;
        settings.die = Dice::Any(Handedness::Left);
        let (max, min) = sums(&solve(settings, EVERYTHING));
        let cells = i64::try_from(rows * columns).unwrap();
        assert_eq!(max.unwrap() + min.unwrap(), 7 * cells);
    }
}

#[test]
fn a_right_handed_die_is_the_left_handed_one_on_the_turned_board() {
    let mut right = board(3, 5);
    right.die = Dice::Only(Die::new(1, 3, 2).unwrap());
    let mut left = board(5, 3);
    left.die = Dice::Only(Die::new(1, 2, 3).unwrap());
    let (right, left) = (solve(right, EVERYTHING), solve(left, EVERYTHING));
    assert_eq!(right.distribution, left.distribution);
    assert_ne!(
        right.distribution,
        solve(board(3, 5), EVERYTHING).distribution
    );
}

#[test]
fn no_tour_is_seen_at_a_glance_and_said_why() {
    let blocked = |settings: &mut Settings, cells: &[(usize, usize)]| {
        settings.blocked = cells.iter().map(|&(r, c)| Cell::new(r, c)).collect();
    };
    let mut wall = board(3, 3);
    blocked(&mut wall, &[(0, 1), (1, 1), (2, 1)]);
    let mut odd = board(3, 3);
    odd.closing = Closing::Closed;
    let mut wrong_start = board(3, 3);
    wrong_start.start = Start::At(Cell::new(0, 1));
    let mut wrong_end = board(4, 4);
    wrong_end.end = Some(Cell::new(1, 1));
    let mut large = board(40, 40);
    blocked(&mut large, &[(0, 1), (2, 1), (0, 3)]);
    for (settings, why) in [
        (wall, "disconnected"),
        (odd, "odd"),
        (wrong_start, "(0, 1) is odd"),
        (wrong_end, "both even"),
        (large, "take turns"),
    ] {
        let found = solve(settings, EVERYTHING);
        assert!(!found.has_tour());
        assert_eq!(found.maximum, Some(None));
        let text = found.obstacle.unwrap();
        assert!(text.contains(why), "{text}");
    }
}

#[test]
fn a_board_of_1600_cells_is_refused_with_an_estimate() {
    let puzzle = Puzzle::new(board(40, 40)).unwrap();
    for question in [
        EVERYTHING,
        Question {
            count: true,
            ..Question::default()
        },
    ] {
        let error = answer(&puzzle, question, &Work::default()).unwrap_err();
        assert!(matches!(error, cubegraph::Error::TooLarge(_)));
        assert!(error.to_string().contains("10^"), "{error}");
    }
}

#[test]
fn the_check_rejects_what_is_no_tour() {
    let puzzle = Puzzle::new(board(3, 3)).unwrap();
    let tour = |moves: &str, die: (u8, u8, u8), start: Cell| Tour {
        start,
        die: Die::new(die.0, die.1, die.2).unwrap(),
        rolls: moves.chars().map(|c| Roll::try_from(c).unwrap()).collect(),
    };
    let corner = Cell::new(0, 0);
    assert!(replay(&puzzle, &tour("NNEESSWN", (1, 2, 3), corner)).is_ok());
    for (moves, die, start) in [
        ("NNEESSWS", (1, 2, 3), corner),
        ("NNEESSW", (1, 2, 3), corner),
        ("NNNEESSW", (1, 2, 3), corner),
        ("WNEESSWN", (1, 2, 3), corner),
        ("NSNEESSW", (1, 2, 3), corner),
        ("NNEESSWN", (1, 3, 5), corner),
        ("EENNWWSE", (1, 2, 3), Cell::new(2, 2)),
    ] {
        let error = replay(&puzzle, &tour(moves, die, start)).unwrap_err();
        assert!(
            matches!(
                error,
                cubegraph::Error::Rejected(_)
                    | cubegraph::Error::Damaged { .. }
                    | cubegraph::Error::Cluster(_)
            ),
            "{moves}"
        );
    }
}

#[test]
fn long_strips_agree_with_what_is_known() {
    let question = Question {
        count: true,
        ..Question::default()
    };
    // From the corner of a strip two across the die turns back once or never: n tours.
    assert_eq!(solve(board(2, 500), question).tours, Some(500u32.into()));
    // Three across: tour by tour for the short ones, turned by a quarter for a long one.
    for n in 3..8 {
        let puzzle = Puzzle::new(board(3, n)).unwrap();
        let counted = search::count(&puzzle, &Work::default()).unwrap();
        assert_eq!(solve(board(3, n), question).tours, Some(counted));
    }
    assert_eq!(
        solve(board(3, 100), question).tours,
        solve(board(100, 3), question).tours
    );
}

#[test]
fn tours_are_listed_in_order_and_each_once() {
    let puzzle = Puzzle::new(board(4, 4)).unwrap();
    let tours = search::tours(&puzzle, usize::MAX, &Work::default()).unwrap();
    assert_eq!(tours.len(), 52);
    let mut distinct = tours.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), 52);
    let some = search::tours(&puzzle, 2, &Work::default()).unwrap();
    assert_eq!(some.len(), 2);
    assert!(some.iter().all(|tour| tours.contains(tour)));
}

prop_compose! {
    fn any_settings()(
        rows in 1usize..=4,
        columns in 1usize..=4,
        blocked in prop::collection::vec((0usize..4, 0usize..4), 0..3),
        start in (0usize..4, 0usize..4),
        start_any in prop::bool::weighted(0.3),
        end in prop::option::weighted(0.2, (0usize..4, 0usize..4)),
        closing in prop::sample::select(vec![Closing::Open, Closing::Open, Closing::Closed, Closing::Orientation]),
        die in 0usize..24,
        die_any in prop::bool::weighted(0.2),
        right in any::<bool>(),
        faces in prop::array::uniform6(-9i64..=9),
        labels in prop::collection::vec((0usize..4, 0usize..4, 1u8..=6), 0..3),
        labelled in prop::bool::weighted(0.4),
    ) -> Settings {
        let mut settings = Settings::board(rows, columns);
        let cell = |(r, c): (usize, usize)| Cell::new(r % rows, c % columns);
        let hand = if right { Handedness::Right } else { Handedness::Left };
        settings.start = if start_any { Start::Any } else { Start::At(cell(start)) };
        settings.blocked = blocked.into_iter().map(cell).filter(|&b| Start::At(b) != settings.start).collect();
        settings.closing = closing;
        if closing == Closing::Open {
            settings.end = end.map(cell).filter(|e| !settings.blocked.contains(e));
        }
        let rotation = cubegraph::cube::Rotation::from_rank(die).unwrap();
        settings.die = if die_any { Dice::Any(hand) } else { Dice::Only(hand.reference().turned(rotation)) };
        settings.faces = faces;
        if labelled {
            settings.labels = labels.into_iter().map(|(r, c, face)| (cell((r, c)), face)).collect();
        }
        settings
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn all_methods_agree_with_brute_force(settings in any_settings()) {
        // Labels that contradict each other, or a board without free cells, are no puzzle.
        let Ok(puzzle) = Puzzle::new(settings) else { return Ok(()); };
        let expected = by_brute_force(&puzzle);
        let total: BigUint = expected.values().sum();
        for method in [None, Some(Method::Search), Some(Method::Sets), Some(Method::Strip)] {
            if puzzle.size() == 1 && method.is_some() {
                continue;
            }
            let question = Question { method, ..EVERYTHING };
            let found = answer(&puzzle, question, &Work::default()).expect("an answer");
            prop_assert_eq!(found.distribution.as_ref(), Some(&expected), "{:?}", method);
            prop_assert_eq!(found.has_tour(), !expected.is_empty());
            let largest = found.maximum.as_ref().unwrap();
            let smallest = found.minimum.as_ref().unwrap();
            prop_assert_eq!(largest.as_ref().map(|e| e.sum), expected.keys().next_back().copied());
            prop_assert_eq!(smallest.as_ref().map(|e| e.sum), expected.keys().next().copied());
            let only = Question { count: true, method, ..Question::default() };
            prop_assert_eq!(answer(&puzzle, only, &Work::default()).expect("a count").tours, Some(total.clone()), "{:?}", method);
        }
    }
}

#[test]
fn a_generated_board_has_one_tour_and_depends_on_its_seed_alone() {
    use cubegraph::tour::generate::{Effort, generate};
    for (rows, columns, closing) in [
        (3, 3, Closing::Open),
        (4, 5, Closing::Open),
        (4, 4, Closing::Closed),
    ] {
        let mut settings = board(rows, columns);
        settings.closing = closing;
        let puzzle = Puzzle::new(settings).unwrap();
        let make = || generate(&puzzle, 5, Effort::USUAL, &Work::default()).unwrap();
        let made = make();
        assert_eq!(
            by_brute_force(&made.puzzle).values().sum::<BigUint>(),
            1u32.into()
        );
        assert_eq!(made.puzzle, make().puzzle);
        // Every label is needed: without any one of them there are more tours.
        for k in 0..made.puzzle.settings().labels.len() {
            let mut fewer = made.puzzle.settings().clone();
            fewer.labels.remove(k);
            let fewer = Puzzle::new(fewer).unwrap();
            assert!(by_brute_force(&fewer).values().sum::<BigUint>() > 1u32.into());
        }
    }
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
        let question = Question {
            count: true,
            ..Question::default()
        };
        let found = answer(&puzzle, question, &Work::default()).unwrap();
        assert!(found.has_tour(), "{}", board.name);
        seen += 1;
    }
    assert!(seen >= 11);
}

fn tool(arguments: &[&str]) -> assert_cmd::assert::Assert {
    assert_cmd::Command::cargo_bin("cubegraph")
        .unwrap()
        .args(arguments)
        .assert()
}

fn json_of(arguments: &[&str]) -> serde_json::Value {
    let output = tool(&[arguments, &["--format", "json"]].concat())
        .get_output()
        .stdout
        .clone();
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
    assert_eq!(
        found["min"]["die"],
        serde_json::json!({"top": 1, "north": 2, "east": 3})
    );
    assert_eq!(found["min"]["tops"].as_array().unwrap().len(), 9);
    assert_eq!(found["distribution"]["36"], 3);
    let closed = json_of(&["tour", "solve", "--grid", "4x4", "--closed", "--maximise"]);
    assert_eq!(closed["max"]["moves"].as_str().unwrap().len(), 16);
    assert_eq!(closed["max"]["tops"].as_array().unwrap().len(), 16);
    assert!(closed.get("min").is_none() && closed.get("tours").is_none());
    let none = json_of(&["tour", "solve", "--grid", "3x3", "--closed"]);
    assert!(none["max"].is_null() && none["min"].is_null() && none["reason"].is_string());
}

#[test]
fn exit_statuses_tell_no_from_wrong_and_from_too_large() {
    for (status, arguments) in [
        (0, "tour solve --grid 3x3 --faces -1,2,-3,4,5,6"),
        (1, "tour solve --grid 3x3 --closed"),
        (1, "tour solve --grid 3x3 --block 0,1 --block 1,0"),
        (1, "tour solve --grid 40x40 --block 0,1 --block 1,0"),
        (2, "tour solve --grid 3x3 --start 1,1 --block 1,1"),
        (2, "tour solve --grid 3x3 --die 1,6,3"),
        (2, "tour solve --grid 3x3 --faces 1,2,3,4,5,99999999999"),
        (2, "tour solve --grid 3x3 --start 3,0"),
        (2, "tour solve --grid 0x3"),
        (2, "tour solve --grid 3"),
        (2, "tour solve"),
        (2, "tour solve @nothing-like-it"),
        (2, "tour solve 3x3"),
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
        let words: Vec<&str> = words
            .split(' ')
            .chain(["-o", path.to_str().unwrap()])
            .collect();
        tool(&words).code(0);
        let text = std::fs::read_to_string(&path).unwrap();
        let document = roxmltree::Document::parse(&text).expect("XML");
        let texts: Vec<&str> = document.descendants().filter_map(|n| n.text()).collect();
        if what == "board" {
            assert!((1..=16).all(|visit| texts.contains(&visit.to_string().as_str())));
            assert!(texts.contains(&"start") && texts.contains(&"end"));
        }
    }
    let dot = tool(&["tour", "draw", "--grid", "3x3"])
        .code(0)
        .get_output()
        .stdout
        .clone();
    assert!(String::from_utf8(dot).unwrap().starts_with("graph"));
}
