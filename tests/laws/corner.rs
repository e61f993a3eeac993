//! Corner cubes.

use cubegraph::corner::equivalence::Equivalence;
use cubegraph::corner::graph::Pattern;
use cubegraph::corner::solve::solve;
use cubegraph::corner::{Bag, Piece, check, loops};
use cubegraph::cube::Rotation;
use proptest::prelude::*;

use crate::cases;

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn exchanged_letters_and_mirrors_change_no_count(number in 0..Pattern::COUNT, which in 0usize..16) {
        let bag = Pattern::from_number(number).bag();
        let equivalence = Equivalence::all(true).nth(which).expect("sixteen");
        let other = equivalence.bag(bag);
        let (here, there) = (solve(bag), solve(other));
        prop_assert_eq!(here.assemblies.len(), there.assemblies.len());
        prop_assert_eq!(here.patterns, there.patterns);
        prop_assert_eq!(loops::count(bag), loops::count(other));
    }

    #[test]
    fn every_assembly_passes_the_check_and_no_changed_one_does(
        number in 0..Pattern::COUNT, corner in 0usize..8, place in 0usize..3, letter in 1usize..4, turned in 0usize..24,
    ) {
        let pattern = Pattern::from_number(number);
        let bag = pattern.bag();
        let solved = solve(bag);
        prop_assert!(check::solved(bag, &solved).is_ok());
        prop_assert!(check::loops(bag, loops::count(bag)).is_ok());
        prop_assert!(check::loops(bag, loops::count(bag) + 1).is_err());
        for assembly in solved.assemblies.iter().take(3) {
            let words = check::words(*assembly);
            prop_assert!(check::assembly(bag, &words).is_ok());
            let mut changed = words.clone();
            let mut letters: Vec<char> = changed[corner].chars().collect();
            let now = "ABCD".find(letters[place]).expect("a half-edge");
            letters[place] = char::from(b"ABCD"[(now + letter) % 4]);
            changed[corner] = letters.into_iter().collect();
            prop_assert!(check::assembly(bag, &changed).is_err());
            let mut fewer: Vec<Piece> = bag.pieces().collect();
            fewer.pop();
            let lacking: Bag = fewer.into_iter().collect();
            prop_assert!(check::assembly(lacking, &words).is_err());
        }
        let mut more = solved.clone();
        more.patterns += 1;
        prop_assert!(check::solved(bag, &more).is_err());
        let mut twice = solved.clone();
        twice.assemblies.push(pattern.rotated(Rotation::from_rank(turned).unwrap()));
        prop_assert!(check::solved(bag, &twice).is_err());
    }
}
