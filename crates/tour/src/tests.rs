//! The methods against brute force, on boards of any shape.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use proptest::prelude::*;

use super::naive;
use super::*;
use cubegraph_core::cube::Rotation;
use cubegraph_core::cube::notation::Handedness;
use cubegraph_core::work::Work;

const EVERYTHING: Options = Options {
    extremes: Extremes::Both,
    count: true,
    distribution: true,
    list: usize::MAX,
    method: Method::Auto,
};

/// Every tour and how many have which sum, by brute force.
fn by_brute_force(puzzle: &Puzzle) -> (Vec<Tour>, BTreeMap<i64, BigUint>) {
    let (mut tours, mut sums) = (Vec::new(), BTreeMap::new());
    naive::each_tour(puzzle, |tour, sum| {
        assert_eq!(puzzle.replay(tour).expect("a tour").sum, sum);
        tours.push(tour.clone());
        *sums.entry(sum).or_insert(BigUint::ZERO) += 1u32;
    });
    tours.sort();
    (tours, sums)
}

prop_compose! {
    fn any_board()(
        rows in 1usize..=4,
        columns in 1usize..=4,
        blocked in prop::collection::vec((0usize..4, 0usize..4), 0..5),
        start in prop::option::weighted(0.7, (0usize..4, 0usize..4)),
        end in prop::option::weighted(0.2, (0usize..4, 0usize..4)),
        closing in prop::sample::select(vec![
            Closing::Open, Closing::Open, Closing::Closed, Closing::Orientation,
        ]),
        die in prop::option::weighted(0.8, 0usize..24),
        right in any::<bool>(),
        faces in prop::array::uniform6(-9i64..=9),
        labels in prop::collection::vec((0usize..4, 0usize..4, 1u8..=6), 0..3),
        labelled in prop::bool::weighted(0.4),
    ) -> Builder {
        let cell = |(r, c): (usize, usize)| Cell::new(r % rows, c % columns);
        let hand = if right { Handedness::Right } else { Handedness::Left };
        let start = start.map(cell);
        let mut board = Puzzle::builder(rows, columns)
            .start(start.map_or(Start::Any, Start::At))
            .die(die.map_or(Dice::Any(hand), |die| {
                let turned = Rotation::from_rank(die).expect("below 24");
                Dice::Only(hand.reference().turned(turned))
            }))
            .faces(faces);
        for cell in blocked.into_iter().map(cell).filter(|&b| Some(b) != start) {
            board = board.block(cell);
        }
        if let Some(end) = end {
            board = board.end(cell(end));
        }
        for (r, c, face) in labels.into_iter().filter(|_| labelled) {
            board = board.label(cell((r, c)), face);
        }
        board.closing(closing)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn all_methods_agree_with_brute_force(board in any_board()) {
        // Labels that contradict each other, or a board without free cells, are no puzzle.
        let Ok(puzzle) = board.build() else { return Ok(()); };
        // Brute force takes too long where both the start and the die are free.
        let free = puzzle.start() == Start::Any && matches!(puzzle.die(), Dice::Any(_));
        prop_assume!(!free || puzzle.size() <= 9);
        let (tours, expected) = by_brute_force(&puzzle);
        let total = BigUint::from(tours.len());
        for method in [Method::Auto, Method::Search, Method::Sets, Method::Strip] {
            // Listing takes the same search whatever the method is.
            let list = if method == Method::Auto { usize::MAX } else { 0 };
            let options = Options { list, method, ..EVERYTHING };
            let found = puzzle.solve(&options, &Work::default()).unwrap();
            prop_assert_eq!(found.distribution(), Some(&expected), "{:?}", method);
            prop_assert_eq!(found.has_tour(), !expected.is_empty());
            let sum = |extreme: Option<&Extreme>| extreme.map(|e| e.sum);
            prop_assert_eq!(sum(found.max()), expected.keys().next_back().copied());
            prop_assert_eq!(sum(found.min()), expected.keys().next().copied());
            let mut listed: Vec<Tour> = found.list().iter().map(|r| r.tour.clone()).collect();
            listed.sort();
            prop_assert!(list == 0 || listed == tours);
            let extremes = Extremes::Neither;
            let count = Options { extremes, count: true, method, ..Options::default() };
            let counted = puzzle.solve(&count, &Work::default()).unwrap();
            prop_assert_eq!(counted.tours(), Some(&total), "{:?}", method);
        }
    }

    #[test]
    fn a_puzzle_is_read_back_from_its_text(board in any_board()) {
        let Ok(puzzle) = board.build() else { return Ok(()); };
        prop_assert_eq!(&puzzle.to_string().parse::<Puzzle>().unwrap(), &puzzle);
        let json = serde_json::to_string(&puzzle).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Puzzle>(&json).unwrap(), &puzzle);
    }

    #[test]
    fn a_few_tours_are_the_first_of_all(board in any_board(), limit in 1usize..5) {
        let Ok(puzzle) = board.build() else { return Ok(()); };
        let list = |list| {
            let options = Options { extremes: Extremes::Neither, list, ..Options::default() };
            puzzle.solve(&options, &Work::default()).unwrap().list().to_vec()
        };
        let all = list(usize::MAX);
        prop_assert_eq!(&list(limit)[..], &all[..limit.min(all.len())]);
    }
}

#[test]
fn a_generated_board_has_one_tour_and_depends_on_its_seed_alone() {
    for (size, closing) in
        [("3x3", Closing::Open), ("4x5", Closing::Open), ("4x4", Closing::Closed)]
    {
        let puzzle: Puzzle = size.parse().unwrap();
        let puzzle = puzzle.to_builder().closing(closing).build().unwrap();
        let options = generate::Options { board: puzzle.clone(), seed: 5, ..Default::default() };
        let make = || generate::generate(&options, &Work::default()).unwrap();
        let made = make().puzzle().unwrap().clone();
        assert_eq!(by_brute_force(&made).0.len(), 1);
        assert_eq!(Some(&made), make().puzzle());
        // Every label is needed: without any one of them there are more tours.
        for &(cell, _) in made.labels() {
            let fewer = made.to_builder().unlabel(cell).build().unwrap();
            assert!(by_brute_force(&fewer).0.len() > 1);
        }
    }
}

#[test]
fn a_tour_that_can_be_rolled_backwards_is_never_the_only_one() {
    let any = |board: Builder| board.start(Start::Any).die(Dice::Any(Handedness::Left));
    let puzzle = any(Puzzle::builder(2, 3)).build().unwrap();
    let options = generate::Options { board: puzzle.clone(), seed: 1, ..Default::default() };
    let made = generate::generate(&options, &Work::default()).unwrap();
    assert!(made.puzzle().is_none() && made.why().unwrap().contains("backwards"));
    // And it is true: every fully labelled board has two tours or more.
    for tour in by_brute_force(&puzzle).0 {
        let replay = puzzle.replay(&tour).unwrap();
        let mut labelled = puzzle.to_builder();
        for (cell, face) in replay.cells.iter().zip(replay.tops()) {
            labelled = labelled.label(*cell, face);
        }
        assert!(by_brute_force(&labelled.build().unwrap()).0.len() >= 2);
    }
}
