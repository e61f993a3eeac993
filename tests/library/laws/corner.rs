//! Corner cubes.

use cubegraph::Work;
use cubegraph::corner::{Arrangement, Options, Piece, Puzzle, Solution};
use proptest::prelude::*;

use super::cases;

fn puzzle_of(words: &[String]) -> Puzzle {
    words.join(" ").parse().expect("eight pieces")
}

fn solve(puzzle: &Puzzle) -> Solution {
    puzzle.solve(&Options::default(), &Work::default()).expect("no limits")
}

/// A cube cut in a random way: the eight words read in its corners, from the letters at one end of
/// every bar.
fn cut(letters: &[usize]) -> Vec<String> {
    let letter = |bar: usize, odd: bool| {
        let index = letters[bar];
        char::from(b"ABCD"[if odd { 3 - index } else { index }])
    };
    (0..8usize)
        .map(|corner| {
            let odd = corner.count_ones() % 2 == 1;
            let bars = [corner >> 1, 4 + ((corner & 1) | corner >> 1 & 2), 8 + (corner & 3)];
            let order = if odd { [0, 2, 1] } else { [0, 1, 2] };
            order.iter().map(|axis| letter(bars[*axis], odd)).collect()
        })
        .collect()
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn exchanged_letters_and_mirrors_change_no_count(
        letters in prop::collection::vec(0usize..4, 12), which in 0usize..8, mirror: bool,
    ) {
        let words = cut(&letters);
        // What A and B become; C and D follow as their partners.
        let a = which / 2;
        let b = [[1, 2], [0, 3], [0, 3], [1, 2]][a][which % 2];
        let image = [a, b, 3 - b, 3 - a];
        let other: Vec<String> = words
            .iter()
            .map(|word| {
                let mut new: Vec<u8> = word.bytes().map(|l| b"ABCD"[image[usize::from(l - b'A')]]).collect();
                if mirror {
                    new.reverse();
                }
                String::from_utf8(new).expect("letters")
            })
            .collect();
        let (here, there) = (solve(&puzzle_of(&words)), solve(&puzzle_of(&other)));
        prop_assert_eq!(here.count(), there.count());
        prop_assert_eq!(here.patterns(), there.patterns());
        prop_assert_eq!(here.loops(), there.loops());
        prop_assert_eq!(here.dead_ends(), there.dead_ends());
        prop_assert!(here.count() > 0);
    }

    #[test]
    fn a_cube_that_was_cut_is_right_and_no_changed_one_is(
        letters in prop::collection::vec(0usize..4, 12), corner in 0usize..8, place in 0usize..3,
        change in 1usize..4,
    ) {
        let words = cut(&letters);
        let puzzle = puzzle_of(&words);
        let check = |words: &[String]| {
            let answer: Arrangement = words.join(" ").parse().expect("words");
            puzzle.check(&answer, &Work::default()).expect("pieces").is_right()
        };
        prop_assert!(check(&words));
        // Another letter makes another piece, which is not in the puzzle or there too often.
        let mut changed = words.clone();
        let mut spelled: Vec<char> = changed[corner].chars().collect();
        let now = "ABCD".find(spelled[place]).expect("a half-edge");
        spelled[place] = char::from(b"ABCD"[(now + change) % 4]);
        changed[corner] = spelled.into_iter().collect();
        prop_assert!(!check(&changed));
        prop_assert!(!check(&words[..7]));
    }

    #[test]
    fn what_was_written_is_read_again(indices in prop::collection::vec(0usize..24, 8)) {
        let all: Vec<Piece> = Piece::all().collect();
        let puzzle = Puzzle::corners(indices.iter().map(|i| all[*i])).expect("eight");
        prop_assert_eq!(&puzzle.to_string().parse::<Puzzle>().expect("words"), &puzzle);
        let solution = solve(&puzzle);
        let json = serde_json::to_string(&solution).expect("JSON");
        let answer: Arrangement = json.parse().expect("an answer");
        prop_assert!(puzzle.check(&answer, &Work::default()).expect("no limits").is_right());
        prop_assert_eq!(solution.why().is_some(), solution.count() == 0);
        prop_assert_eq!(solution.difficulty().is_some(), solution.count() > 0);
    }
}
