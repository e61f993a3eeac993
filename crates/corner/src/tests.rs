//! The searches against each other, on everything there is.

use rustc_hash::FxHashMap;

use super::census::count;
use super::pattern::Pattern;
use super::piece::{Bag, Piece};
use super::puzzle::Puzzle;
use super::relaxations::Relaxations;
use super::solution::{Options, Solution};
use super::solve::assemblies_of;
use super::{Assembly, dead_ends, equivalence::Equivalence, loops};
use cubegraph_core::Work;
use itertools::Itertools;
use proptest::prelude::*;

pub(super) const MADE: &str = "AAD ACB ACD ADB ADD BBC BCC BDC";
pub(super) const EDGES: &str = "AA AD AN BB BN CC CN DD DH DN NN NN";
pub(super) const SIDES: &str = "0100000110100000 0110011000010000 0111001011010000 \
                                1101011100101100 1110110100011100 1111001101100110";

pub(super) fn solved(words: &str) -> (Puzzle, Solution) {
    let puzzle: Puzzle = words.parse().unwrap();
    let solution = puzzle.solve(&Options::default(), &Work::default()).unwrap();
    (puzzle, solution)
}

pub(super) fn assembled(words: &str) -> (Puzzle, Assembly) {
    let (puzzle, solution) = solved(words);
    (puzzle, solution.assemblies()[0].clone())
}

#[test]
fn the_search_agrees_with_the_census_on_all_125970_sets() {
    let unbalanced = Relaxations { unbalanced: true, ..Relaxations::default() };
    let census = count(unbalanced, &Work::default()).unwrap();
    let known: FxHashMap<Bag, u32> =
        census.entries().iter().map(|p| (p.bag(), p.solutions())).collect();
    let mut sets = 0;
    let pieces = Piece::all().filter(|p| !p.is_symmetric());
    for set in pieces.combinations(8) {
        let bag: Bag = set.into_iter().collect();
        let found = assemblies_of(bag);
        let expected = known.get(&bag).copied().unwrap_or(0) as usize;
        assert_eq!(found.patterns.len(), expected, "{bag}");
        assert_eq!(found.looks, 24 * expected, "{bag}");
        sets += 1;
    }
    assert_eq!(sets, 125_970);
}

#[test]
fn the_search_agrees_with_the_census_where_pieces_repeat() {
    let work = Work::default();
    let census = count(Relaxations::ALL, &work).unwrap();
    for entry in census.entries().iter().step_by(97) {
        let solution = entry.puzzle().solve(&Options::default(), &work).unwrap();
        assert_eq!(solution.count(), entry.solutions() as usize);
        assert_eq!(solution.patterns(), entry.patterns() as usize);
    }
}

#[test]
fn equivalent_puzzles_have_the_same_loops_and_dead_ends() {
    let hardest = Bag::of("AAB AAD ABC ADD BBC BCC BDC CDD");
    for equivalence in Equivalence::all(true) {
        let image = equivalence.bag(hardest);
        assert_eq!(loops::count(image), 122);
        assert_eq!(dead_ends::count(image), dead_ends::count(hardest));
        assert_eq!(assemblies_of(image).patterns.len(), 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_cube_that_was_cut_can_be_put_together_again(number in 0..Pattern::COUNT) {
        let pattern = Pattern::from_number(number);
        let bag = pattern.bag();
        let solution = Puzzle::of_bag(bag).solve(&Options::default(), &Work::default()).unwrap();
        let found = assemblies_of(bag).patterns;
        prop_assert_eq!(solution.count(), found.len());
        let first = pattern.canonical().0;
        prop_assert!(found.iter().any(|p| p.canonical().0 == first));
        let all = loops::list(bag);
        prop_assert_eq!(all.len(), loops::count(bag));
        prop_assert!(loops::of_assembly(pattern).iter().all(|l| all.contains(l)));
    }
}
