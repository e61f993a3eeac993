//! Instant Insanity.

use cubegraph::cube::{Face, Rotation};
use cubegraph::insanity::{Counts, Method, Options, Puzzle, Tower, Wanted};
use cubegraph::work::Work;
use proptest::prelude::*;

use super::{cases, rotation};

type Cubes = Vec<[usize; 6]>;

/// Cubes with a tower: four permutations of the colours on the sides, anything hidden, every cube
/// turned as it comes.
fn planted() -> impl Strategy<Value = Cubes> {
    (2usize..=5).prop_flat_map(|cubes| {
        let side = || Just((0..cubes).collect::<Vec<_>>()).prop_shuffle();
        let hidden = prop::collection::vec((0..cubes, 0..cubes), cubes);
        let turned = prop::collection::vec(rotation(), cubes);
        (side(), side(), side(), side(), hidden, turned).prop_map(
            |(left, front, right, back, hidden, turned)| {
                (0..left.len())
                    .map(|k| {
                        let (top, bottom) = hidden[k];
                        turned[k].turn(&[left[k], front[k], right[k], back[k], top, bottom])
                    })
                    .collect()
            },
        )
    })
}

fn puzzle(cubes: &Cubes) -> Puzzle {
    let letter = |&colour: &usize| char::from(b"ABCDEFGH"[colour]);
    let words: Vec<String> = cubes.iter().map(|cube| cube.iter().map(letter).collect()).collect();
    words.join(" ").parse().expect("letters")
}

fn counts(cubes: &Cubes) -> Counts {
    let options = Options { wanted: Wanted::Count, ..Options::default() };
    let solution = puzzle(cubes).solve(&options, &Work::default());
    solution.expect("small").counts().expect("counted").clone()
}

/// The cubes of a tower as they stand, six letters each.
fn standing(tower: &Tower) -> Vec<[String; 6]> {
    let sides = Face::ALL.map(|face| tower.side(face));
    (0..sides[0].len())
        .map(|cube| [0, 1, 2, 3, 4, 5].map(|face: usize| sides[face][cube].to_owned()))
        .collect()
}

/// Whether cubes that stand like this are a tower of the puzzle.
fn is_right(puzzle: &Puzzle, cubes: &[[String; 6]]) -> bool {
    let words: Vec<String> = cubes.iter().map(|cube| cube.concat()).collect();
    let answer = puzzle.read_answer(&words.join(" "));
    puzzle.check(&answer.expect("its own colours")).is_right()
}

/// Whether a rotation makes one cube of the other.
fn same_cube(a: &[String; 6], b: &[String; 6]) -> bool {
    Rotation::all().any(|rotation| rotation.turn(a) == *b)
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn names_order_position_and_mirror_change_no_count(
        cubes in planted(), names in Just((0..5).collect::<Vec<usize>>()).prop_shuffle(),
        order in any::<prop::sample::Index>(), turned in prop::collection::vec(rotation(), 5),
    ) {
        let expected = counts(&cubes);
        let colours = cubes.len();
        let names: Vec<usize> = names.into_iter().filter(|&name| name < colours).collect();
        let relabelled = cubes.iter().map(|cube| cube.map(|colour| names[colour])).collect();
        prop_assert_eq!(&counts(&relabelled), &expected);
        let mut permuted = cubes.clone();
        permuted.rotate_left(order.index(colours));
        permuted.swap(0, colours - 1);
        prop_assert_eq!(&counts(&permuted), &expected);
        let otherwise = cubes.iter().zip(&turned).map(|(cube, by)| by.turn(cube)).collect();
        prop_assert_eq!(&counts(&otherwise), &expected);
        // The mirror image of a single cube has the same edges, and so has that of all of them.
        let mirrored = cubes.iter().map(|&[l, f, r, b, t, o]| [l, f, r, b, o, t]).collect();
        prop_assert_eq!(&counts(&mirrored), &expected);
    }

    #[test]
    fn every_tower_passes_the_check_and_no_changed_one_does(
        cubes in planted(), method in prop::sample::select(&[Method::Factors, Method::Rotations, Method::Sat][..]),
        which in any::<prop::sample::Index>(), (face, other) in (0usize..6, 0usize..6), by in rotation(),
    ) {
        let puzzle = puzzle(&cubes);
        let options = Options { wanted: Wanted::All, method, ..Options::default() };
        let solution = puzzle.solve(&options, &Work::default()).expect("a tower is planted");
        prop_assert!(solution.is_solvable() && !solution.towers().is_empty());
        for tower in solution.towers().iter().take(4) {
            let right = standing(tower);
            prop_assert!(is_right(&puzzle, &right));
            let k = which.index(cubes.len());
            let mut painted = right.clone();
            painted[k][face] = right[(k + 1) % cubes.len()][other].clone();
            // Another paint may happen to be the same cube, turned about its own symmetries.
            if painted[k] != right[k] && !same_cube(&painted[k], &right[k]) {
                prop_assert!(!is_right(&puzzle, &painted));
            }
            prop_assert!(!is_right(&puzzle, &right[1..]));
            // As many colours as cubes: a cube that shows something else on a side takes the place
            // of another colour.
            let mut twisted = right.clone();
            twisted[k] = by.turn(&right[k]);
            let same_sides = twisted[k][..4] == right[k][..4];
            prop_assert_eq!(is_right(&puzzle, &twisted), same_sides);
        }
    }
}
