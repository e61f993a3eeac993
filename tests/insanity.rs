//! Instant Insanity: the three methods against each other and against brute force, and the commands.

use std::collections::BTreeSet;

use cubegraph::cube::Rotation;
use cubegraph::insanity::rotations::Filter;
use cubegraph::insanity::solve::{Method, Question, Solution, Wanted, answer, solve};
use cubegraph::insanity::{Counts, Puzzle, check};
use cubegraph::work::Work;
use num_bigint::BigUint;
use proptest::prelude::*;

fn ask(puzzle: &Puzzle, method: Method, filter: Filter) -> Solution {
    let question = Question {
        wanted: Wanted::All,
        method: Some(method),
        filter,
        proof: false,
    };
    answer(puzzle, &question, &Work::unlimited()).expect("no limits")
}

/// The rotations of all cubes of all towers, without order.
fn towers(solution: &Solution) -> BTreeSet<Vec<Rotation>> {
    let set: BTreeSet<_> = solution
        .towers
        .iter()
        .map(|tower| {
            tower
                .cubes
                .iter()
                .map(|cube| cube.rotation.expect("given by faces"))
                .collect()
        })
        .collect();
    assert_eq!(set.len(), solution.towers.len(), "a tower twice");
    set
}

fn without_factors(solution: &Solution) -> Counts {
    Counts {
        factors: None,
        ..solution.counts.clone().expect("everything was counted")
    }
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
                    Rotation::from_rank(turned[k])
                        .expect("below 24")
                        .turn(&faces)
                        .to_vec()
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
            cube.into_iter()
                .map(|c| char::from(b'A' + u8::try_from(c).expect("few")))
                .collect()
        })
        .collect();
    Puzzle::from_text(&words.join(" ")).expect("letters")
}

fn agree(puzzle: &Puzzle) {
    let factors = ask(puzzle, Method::Factors, Filter::Accept);
    let rotations = ask(puzzle, Method::Rotations, Filter::Accept);
    let sat = ask(puzzle, Method::Sat, Filter::Accept);
    assert_eq!(towers(&factors), towers(&rotations));
    assert_eq!(towers(&factors), towers(&sat));
    assert_eq!(without_factors(&factors), without_factors(&rotations));
    assert_eq!(without_factors(&factors), without_factors(&sat));
}

fn agrees_with(force: &check::BruteForce, solution: &Solution) {
    let counts = solution.counts.as_ref().expect("counted");
    assert_eq!(BigUint::from(force.assignments), &counts.principal * 8u32);
    assert_eq!(BigUint::from(force.patterns), counts.patterns);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_three_methods_find_the_same_towers(puzzle in random_puzzle(1..=4)) {
        agree(&puzzle);
    }

    #[test]
    fn the_three_methods_find_the_planted_towers(puzzle in planted_puzzle(1..=4)) {
        agree(&puzzle);
    }

    #[test]
    fn counting_by_parts_agrees_with_a_pruned_brute_force(puzzle in random_puzzle(5..=8)) {
        let force = check::pruned_assignments(&puzzle, &Work::unlimited()).unwrap();
        agrees_with(&force, &ask(&puzzle, Method::Factors, Filter::Accept));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn counting_agrees_with_all_assignments(puzzle in prop_oneof![random_puzzle(1..=3), planted_puzzle(1..=3)]) {
        agrees_with(&check::all_assignments(&puzzle), &ask(&puzzle, Method::Factors, Filter::Accept));
    }

    #[test]
    fn planted_towers_agree_with_a_pruned_brute_force(puzzle in planted_puzzle(5..=7)) {
        let force = check::pruned_assignments(&puzzle, &Work::unlimited()).unwrap();
        let factors = ask(&puzzle, Method::Factors, Filter::Accept);
        agrees_with(&force, &factors);
        let sat = ask(&puzzle, Method::Sat, Filter::Accept);
        prop_assert_eq!(towers(&factors), towers(&sat));
    }

    #[test]
    fn without_the_filter_hesselinks_search_finds_the_same(puzzle in prop_oneof![random_puzzle(1..=4), planted_puzzle(2..=4)]) {
        let with = ask(&puzzle, Method::Rotations, Filter::Accept);
        let without = ask(&puzzle, Method::Rotations, Filter::NoAccept);
        prop_assert_eq!(towers(&with), towers(&without));
        prop_assert_eq!(with.counts, without.counts);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn four_cubes_agree_with_all_331776_assignments(puzzle in prop_oneof![random_puzzle(4..=4), planted_puzzle(4..=4)]) {
        agrees_with(&check::all_assignments(&puzzle), &ask(&puzzle, Method::Factors, Filter::Accept));
    }
}

#[test]
fn a_mirrored_set_of_cubes_has_the_same_counts() {
    for text in [
        "ACBDCC ACDBDC ABBCDD ABBDCD",
        "AEDDEA BBCBDC ADBDCA BDABAE EEEBCD",
    ] {
        let mirrored: String = text
            .split(' ')
            .map(|cube| {
                let mut faces: Vec<char> = cube.chars().collect();
                faces.swap(4, 5);
                faces.into_iter().collect::<String>() + " "
            })
            .collect();
        let counts = |text: &str| {
            solve(
                &Puzzle::from_text(text).unwrap(),
                &Question::default(),
                &Work::unlimited(),
            )
            .unwrap()
            .counts
        };
        assert_eq!(counts(text), counts(&mirrored));
    }
}

#[test]
fn an_unsolvable_puzzle_is_refuted_and_the_proof_is_checked() {
    // Balanced, 8 cubes, no disjoint pair.
    let puzzle = Puzzle::from_text(
        "AB,CD,EF AB,CD,GH AC,BD,EG AC,BD,FH EF,GH,AA EF,GH,BC EG,FH,DD EG,FH,BC",
    )
    .unwrap();
    let question = Question {
        proof: true,
        ..Question::default()
    };
    let solution = solve(&puzzle, &question, &Work::unlimited()).unwrap();
    let listed = ask(&puzzle, Method::Factors, Filter::Accept);
    assert_eq!(solution.solvable, listed.solvable);
    if !solution.solvable {
        assert!(solution.refutation.is_some());
    }
}
