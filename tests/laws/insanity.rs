//! Instant Insanity.

use cubegraph::insanity::rotations::Filter;
use cubegraph::insanity::solve::{Method, Question, Wanted, solve, turns};
use cubegraph::insanity::{Counts, Puzzle, check};
use cubegraph::work::Work;
use proptest::prelude::*;

use crate::{cases, rotation};

type Cubes = Vec<[usize; 6]>;

/// Cubes with a tower: four permutations of the colours on the sides, anything hidden, every cube turned as it comes.
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
    let words: Vec<String> = cubes
        .iter()
        .map(|cube| cube.iter().map(letter).collect())
        .collect();
    Puzzle::from_text(&words.join(" ")).expect("letters")
}

fn counts(cubes: &Cubes) -> Counts {
    let question = Question {
        wanted: Wanted::Count,
        ..Question::default()
    };
    let solution = solve(&puzzle(cubes), &question, &Work::default()).expect("small");
    solution.counts.expect("counted")
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
        let question = Question { wanted: Wanted::All, method: Some(method), filter: Filter::Accept, proof: false };
        let solution = solve(&puzzle, &question, &Work::default()).expect("a tower is planted");
        prop_assert!(solution.solvable && !solution.towers.is_empty());
        for tower in solution.towers.iter().take(4) {
            let turned = turns(tower);
            prop_assert!(check::tower(&puzzle, tower, &turned).is_ok());
            let k = which.index(cubes.len());
            let mut painted = tower.clone();
            painted.cubes[k].faces[face] = tower.cubes[(k + 1) % cubes.len()].faces[other];
            prop_assert_eq!(check::tower(&puzzle, &painted, &turned).is_ok(), painted == *tower);
            let mut fewer = tower.clone();
            fewer.cubes.pop();
            prop_assert!(check::tower(&puzzle, &fewer, &turned).is_err());
            // As many colours as cubes: a cube that shows something else on a side takes the place of another colour.
            let mut twisted = tower.clone();
            twisted.cubes[k].faces = by.turn(&tower.cubes[k].faces);
            twisted.cubes[k].rotation = tower.cubes[k].rotation.map(|rotation| rotation * by);
            let same_sides = twisted.cubes[k].faces[..4] == tower.cubes[k].faces[..4];
            prop_assert_eq!(check::tower(&puzzle, &twisted, &turns(&twisted)).is_ok(), same_sides);
            // Instructions that lead elsewhere are no instructions.
            let leads_there = twisted.cubes[k].faces == tower.cubes[k].faces;
            prop_assert_eq!(check::tower(&puzzle, tower, &turns(&twisted)).is_ok(), leads_there);
        }
        if solution.towers.len() > 1 {
            let twice = vec![solution.towers[0].clone(), solution.towers[0].clone()];
            prop_assert!(check::principal(&twice).is_err());
        }
    }
}
