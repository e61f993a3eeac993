//! Corner cubes: the fast ways against plain enumeration.

use std::collections::HashMap;

use cubegraph::corner::census::{Relaxed, census};
use cubegraph::corner::design::{Candidate, Rank, Wish, design};
use cubegraph::corner::equivalence::classes;
use cubegraph::corner::graph::Pattern;
use cubegraph::corner::loops::{self, Difficulty};
use cubegraph::corner::{Bag, Piece, check, dead_ends, solve};
use cubegraph::cube::Rotation;
use cubegraph::work::Work;
use itertools::Itertools;
use proptest::prelude::*;

fn bag(words: &str) -> Bag {
    words.split(' ').map(|w| Piece::parse(w).unwrap()).collect()
}

/// Every relaxation, alone and together.
fn relaxations() -> impl Iterator<Item = Relaxed> {
    (0..8).map(|bits| Relaxed {
        repeats: bits & 1 != 0,
        symmetric_pieces: bits & 2 != 0,
        unbalanced: bits & 4 != 0,
    })
}

/// Patterns and assemblies of every bag, by cutting the cube in all 4¹² ways, one after the other.
fn straightforward() -> HashMap<Bag, (u32, u32)> {
    let mut counts: HashMap<Bag, (u32, u32)> = HashMap::new();
    for number in 0..Pattern::COUNT {
        let pattern = Pattern::from_number(number);
        // An assembly is counted at the first of its turned versions.
        let is_first = Rotation::all().all(|r| pattern.rotated(r) >= pattern);
        let count = counts.entry(pattern.bag()).or_default();
        count.0 += 1;
        count.1 += u32::from(is_first);
    }
    counts
}

#[test]
fn all_eight_censuses_agree_with_plain_enumeration() {
    let counts = straightforward();
    for relaxed in relaxations() {
        let census = census(relaxed, &Work::default()).unwrap();
        check::census(&census).unwrap();
        let expected = counts
            .iter()
            .filter(|(bag, _)| relaxed.allows(**bag))
            .count();
        assert_eq!(census.puzzles.len(), expected, "{relaxed:?}");
        for puzzle in &census.puzzles {
            assert_eq!(
                counts[&puzzle.bag],
                (puzzle.patterns, puzzle.solutions),
                "{} under {relaxed:?}",
                puzzle.bag
            );
        }
    }
}

#[test]
fn the_solver_agrees_with_the_census_on_all_125970_sets() {
    let unbalanced = Relaxed {
        unbalanced: true,
        ..Relaxed::default()
    };
    let census = census(unbalanced, &Work::default()).unwrap();
    let known: HashMap<Bag, u32> = census
        .puzzles
        .iter()
        .map(|p| (p.bag, p.solutions))
        .collect();
    let mut sets = 0;
    let pieces = Piece::all().filter(|p| !p.is_symmetric());
    for set in pieces.combinations(8) {
        let bag: Bag = set.into_iter().collect();
        let solved = solve(bag);
        let expected = known.get(&bag).copied().unwrap_or(0);
        assert_eq!(solved.assemblies.len(), expected as usize, "{bag}");
        assert_eq!(solved.patterns, 24 * expected as usize, "{bag}");
        sets += 1;
    }
    assert_eq!(sets, 125_970);
}

#[test]
fn the_solver_agrees_with_the_census_where_pieces_repeat() {
    let census = census(Relaxed::ALL, &Work::default()).unwrap();
    for puzzle in census.puzzles.iter().step_by(97) {
        let solved = solve(puzzle.bag);
        check::solved(puzzle.bag, &solved).unwrap();
        assert_eq!(solved.assemblies.len(), puzzle.solutions as usize);
        assert_eq!(solved.patterns, puzzle.patterns as usize);
    }
}

#[test]
fn van_kreveld_s_census_comes_out() {
    let census = census(Relaxed::default(), &Work::default()).unwrap();
    assert_eq!(census.admissible, 1_023_360);
    assert_eq!(census.puzzles.len(), 2290);
    assert_eq!(census.extremes(), Some((24, 1656)));
    let with = |patterns| {
        census
            .puzzles
            .iter()
            .filter(|p| p.patterns == patterns)
            .count()
    };
    assert_eq!((with(24), with(1656)), (34, 4));
    let unique = || census.unique().map(|p| p.bag);
    let sorted = |mirror| {
        let mut found: Vec<(usize, usize)> = classes(unique(), mirror)
            .iter()
            .map(|c| {
                assert!(c.complete);
                (c.size, loops::count(c.representative))
            })
            .collect();
        found.sort_unstable();
        found
    };
    assert_eq!(
        sorted(false),
        [(2, 118), (4, 122), (4, 122), (8, 107), (8, 116), (8, 116)]
    );
    assert_eq!(sorted(true), [(2, 118), (8, 107), (8, 122), (16, 116)]);
}

#[test]
fn equivalent_puzzles_have_the_same_loops_and_dead_ends() {
    use cubegraph::corner::equivalence::Equivalence;
    let hardest = bag("AAB AAD ABC ADD BBC BCC BDC CDD");
    for equivalence in Equivalence::all(true) {
        let image = equivalence.bag(hardest);
        assert_eq!(loops::count(image), 122);
        assert_eq!(dead_ends::count(image), dead_ends::count(hardest));
        assert_eq!(solve(image).assemblies.len(), 1);
    }
}

#[test]
fn the_designer_finds_the_hardest_puzzle_first() {
    let work = Work::default();
    let census = census(Relaxed::default(), &work).unwrap();
    let wish = Wish {
        at_most: Some(1),
        essentially_different: true,
        ..Wish::default()
    };
    let found = design(&census, &wish, &work).unwrap();
    assert_eq!(found.len(), 4);
    assert_eq!(found[0].difficulty(), Difficulty::new(1, 122));
    assert_eq!(found[3].loops, 107);
    assert!(found.iter().all(|c| c.completable == 6));

    let wish = Wish {
        with: vec![Piece::parse("CDD").unwrap()],
        without: vec![Piece::parse("AAC").unwrap()],
        at_least: 2,
        at_most: Some(3),
        rank: Rank::DeadEnds,
        ..Wish::default()
    };
    let found = design(&census, &wish, &work).unwrap();
    assert!(!found.is_empty());
    assert!(found.windows(2).all(|w| w[0].dead_ends >= w[1].dead_ends));
    for Candidate { bag, solutions, .. } in &found {
        assert!((2..=3).contains(solutions));
        assert!(wish.with.iter().all(|p| bag.count(*p) == 1));
        assert!(wish.without.iter().all(|p| bag.count(*p) == 0));
    }
}

#[test]
fn a_census_can_be_interrupted() {
    let work = Work::default();
    work.canceller().cancel();
    let stopped = census(Relaxed::ALL, &work).unwrap_err();
    assert!(matches!(stopped, cubegraph::Error::Interrupted));
    let refused = census(Relaxed::ALL, &Work::default().with_memory(1 << 20)).unwrap_err();
    assert!(matches!(refused, cubegraph::Error::TooLarge(_)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_eight_pieces_get_a_checked_answer(indices in proptest::collection::vec(0usize..24, 8)) {
        let bag: Bag = indices.iter().map(|i| Piece::all().nth(*i).unwrap()).collect();
        let solved = solve(bag);
        check::solved(bag, &solved).unwrap();
        check::loops(bag, loops::count(bag)).unwrap();
        prop_assert_eq!(loops::count(bag), loops::list(bag).len());
    }

    #[test]
    fn a_cube_that_was_cut_can_be_put_together_again(number in 0..Pattern::COUNT) {
        let pattern = Pattern::from_number(number);
        let solved = solve(pattern.bag());
        check::solved(pattern.bag(), &solved).unwrap();
        let first = pattern.canonical().0;
        prop_assert!(solved.assemblies.iter().any(|p| p.canonical().0 == first));
        let all = loops::list(pattern.bag());
        prop_assert!(loops::of_assembly(pattern).iter().all(|l| all.contains(l)));
    }
}
