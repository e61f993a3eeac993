use super::*;
use proptest::prelude::*;

fn solved(words: &str) -> (Puzzle, super::super::Solution) {
    let puzzle: Puzzle = words.parse().unwrap();
    let solution = puzzle.solve(&Options::default(), &Work::default()).unwrap();
    (puzzle, solution)
}

fn verdict(puzzle: &Puzzle, answer: &str) -> Verdict {
    puzzle
        .check(&answer.parse().unwrap(), &Work::default())
        .unwrap()
}

const PUZZLES: [&str; 5] = [
    "AAD ACB ACD ADB ADD BBC BCC BDC",
    "AAB ABC ACB ADD ADD BBC BCD CCD",
    "AAD ABC ACB ADB ADD BCC BCD BDC",
    "AA AD AN BB BN CC CN DD DH DN NN NN",
    "0100000110100000 0110011000010000 0111001011010000 \
     1101011100101100 1110110100011100 1111001101100110",
];

#[test]
fn what_was_solved_is_right_in_both_forms() {
    for words in PUZZLES {
        let (puzzle, solution) = solved(words);
        let json = serde_json::to_string(&solution).unwrap();
        let found = verdict(&puzzle, &json);
        assert!(found.right(), "{words}: {found}");
        for assembly in solution.assemblies() {
            let found = verdict(&puzzle, &assembly.to_string());
            assert!(found.right(), "{words}: {found}");
        }
        let less = json.replace("\"solutions\":1", "\"solutions\":2");
        assert_eq!(verdict(&puzzle, &less).right(), less == json, "{words}");
    }
}

#[test]
fn bars_that_are_rolled_are_read_again() {
    let words = "AA AD AN BB BN CC CN DD DH DN NN NN roll";
    let (puzzle, solution) = solved(words);
    let json = serde_json::to_string(&solution).unwrap();
    assert!(json.contains("rolled"));
    let found = verdict(&puzzle, &json);
    assert!(found.right(), "{found}");
}

#[test]
fn a_wrong_answer_is_told_where() {
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
        assert!(!found.right() && found.why().contains(says), "{found}");
    }
    assert!(!verdict(&puzzle, "AAD AAD").right());
    assert!(!verdict(&puzzle, &["AAD"; 8].join(" ")).right());
    assert!("{\"a\": 1}".parse::<Arrangement>().is_err());
    assert!("{".parse::<Arrangement>().is_err());
    assert!("  ".parse::<Arrangement>().is_err());
    let stranger: Arrangement = "XYZ".parse().unwrap();
    assert!(puzzle.check(&stranger, &Work::default()).is_err());
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
        prop_assert_eq!(verdict(&puzzle, &placed.join(" ")).right(), some);
    }
}
