use super::super::tests::{EDGES, MADE, SIDES, solved};
use super::*;
use proptest::prelude::*;

fn verdict(puzzle: &Puzzle, answer: &str) -> Verdict {
    puzzle.check(&answer.parse().unwrap(), &Work::default()).unwrap()
}

const PUZZLES: [&str; 5] =
    [MADE, "AAB ABC ACB ADD ADD BBC BCD CCD", "AAD ABC ACB ADB ADD BCC BCD BDC", EDGES, SIDES];

#[test]
fn solutions_are_right_in_both_forms() {
    for words in PUZZLES {
        let (puzzle, solution) = solved(words);
        let json = serde_json::to_string(&solution).unwrap();
        let found = verdict(&puzzle, &json);
        assert!(found.is_right(), "{words}: {found:?}");
        for assembly in solution.assemblies() {
            let found = verdict(&puzzle, &assembly.to_string());
            assert!(found.is_right(), "{words}: {found:?}");
        }
        let less = json.replace("\"solutions\":1", "\"solutions\":2");
        assert_eq!(verdict(&puzzle, &less).is_right(), less == json, "{words}");
    }
}

#[test]
fn bars_that_are_rolled_are_read_again() {
    let words = "AA AD AN BB BN CC CN DD DH DN NN NN roll";
    let (puzzle, solution) = solved(words);
    let json = serde_json::to_string(&solution).unwrap();
    assert!(json.contains("rolled"));
    let found = verdict(&puzzle, &json);
    assert!(found.is_right(), "{found:?}");
}

#[test]
fn a_wrong_answer_says_where_it_is_wrong() {
    let (puzzle, solution) = solved(PUZZLES[0]);
    let json = serde_json::to_string(&solution).unwrap();
    for (from, to, says) in [
        ("\"read\":\"DBA\"", "\"read\":\"BAD\"", "which do not fit"),
        ("\"read\":\"DBA\"", "\"read\":\"DBB\"", "is not a turn of"),
        ("\"piece\":4", "\"piece\":9", "there is no piece 9"),
        ("\"piece\":4", "\"piece\":1", "piece 1 is AAD, not ADB"),
        ("right front bottom", "right front", "is not a corner"),
    ] {
        let wrong = json.replace(from, to);
        assert_ne!(wrong, json);
        let found = verdict(&puzzle, &wrong);
        let why = found.why().unwrap();
        assert!(!found.is_right() && why.contains(says), "{why}");
    }
    assert!(!verdict(&puzzle, "AAD AAD").is_right());
    assert!(!verdict(&puzzle, &["AAD"; 8].join(" ")).is_right());
    assert!("{\"a\": 1}".parse::<Arrangement>().is_err());
    assert!("{".parse::<Arrangement>().is_err());
    assert!("  ".parse::<Arrangement>().is_err());
    let not_a_piece: Arrangement = "XYZ".parse().unwrap();
    assert!(puzzle.check(&not_a_piece, &Work::default()).is_err());
}

#[test]
fn an_empty_list_is_right_only_where_no_assembly_is_claimed_and_none_exists() {
    let solvable: Puzzle = PUZZLES[0].parse().unwrap();
    let unsolvable: Puzzle = "AAD ACB ACD ADB ADD BBC BCC BCC".parse().unwrap();
    for answer in [
        "[]",
        r#"{"assemblies":[]}"#,
        r#"{"assemblies":[],"solutions":-1}"#,
        r#"{"assemblies":[],"solutions":99999999999999999999999}"#,
        r#"{"family":"tour","solutions":0}"#,
    ] {
        assert!(answer.parse::<Arrangement>().is_err(), "{answer}");
    }
    for (answer, right) in [
        (r#"{"assemblies":[],"solutions":0}"#, [false, true]),
        (r#"{"solutions":0}"#, [false, true]),
        (r#"{"solutions":1}"#, [true, false]),
        (r#"{"assemblies":[],"solutions":1}"#, [false, false]),
    ] {
        let found = [&solvable, &unsolvable].map(|puzzle| verdict(puzzle, answer).is_right());
        assert_eq!(found, right, "{answer}");
    }
    let partly = verdict(&solvable, r#"{"solutions":1,"loops":5}"#);
    assert_eq!(partly.unchecked(), ["loops"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn pieces_in_some_order_are_right_if_some_turns_fit(one in 0usize..8, other in 0usize..8) {
        let (puzzle, solution) = solved(PUZZLES[1]);
        let right = solution.assemblies()[0].to_string();
        let mut placed: Vec<&str> = right.split(' ').collect();
        placed.swap(one, other);
        // Every turn of every piece, 3^8 ways.
        let some = (0..6561usize).any(|code| {
            let read: Vec<String> = (0..8)
                .map(|i| {
                    let turn = code / 3usize.pow(i) % 3;
                    let word = placed[i as usize];
                    format!("{}{}", &word[turn..], &word[..turn])
                })
                .collect();
            misfit(&read).is_none()
        });
        prop_assert_eq!(verdict(&puzzle, &placed.join(" ")).is_right(), some);
    }
}
