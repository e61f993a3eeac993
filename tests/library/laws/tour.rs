//! Die tours.

use cubegraph::cube::Rotation;
use cubegraph::cube::notation::{Die, Roll};
use cubegraph::tour::{Cell, Dice, Extremes, Method, Options, Puzzle, Solution, Start, Tour};
use cubegraph::work::Work;
use proptest::prelude::*;

use super::cases;

const EVERYTHING: Options = Options {
    extremes: Extremes::Both,
    count: true,
    distribution: true,
    list: 0,
    method: Method::Auto,
};

fn solve(puzzle: &Puzzle) -> Solution {
    puzzle.solve(&EVERYTHING, &Work::default()).unwrap()
}

/// Boards of up to twelve cells, with up to two holes, a fixed start, and a fixed or a free die.
fn boards() -> impl Strategy<Value = Puzzle> {
    let holes = prop::collection::vec((0usize..4, 0usize..4), 0..3);
    let faces = prop::array::uniform6(-9i64..10);
    (1usize..=4, 1usize..=4, (0usize..4, 0usize..4), 0usize..24, holes, faces, any::<bool>())
        .prop_filter("small", |(rows, columns, ..)| rows * columns <= 12)
        .prop_map(|(rows, columns, start, die, holes, faces, free_die)| {
            let cell = |(row, column): (usize, usize)| Cell::new(row % rows, column % columns);
            let reference = Die::new(1, 2, 3).expect("a die");
            let turned = Rotation::from_rank(die).expect("below 24");
            let die = if free_die {
                Dice::Any(reference.orientation().0)
            } else {
                Dice::Only(reference.turned(turned))
            };
            let board = Puzzle::builder(rows, columns).start(cell(start));
            let holes = holes.into_iter().map(cell).filter(|&c| c != cell(start));
            let board = holes.fold(board, cubegraph::tour::Builder::block);
            board.die(die).faces(faces).build().expect("a puzzle")
        })
}

/// What a mirror or a turn of the board does.
#[derive(Clone, Copy, Debug)]
enum Image {
    /// East becomes west.
    EastWest,
    /// North becomes south.
    NorthSouth,
    /// North becomes east.
    Transposed,
}

impl Image {
    fn cell(self, puzzle: &Puzzle, cell: Cell) -> Cell {
        match self {
            Image::EastWest => Cell::new(cell.row, puzzle.columns() - 1 - cell.column),
            Image::NorthSouth => Cell::new(puzzle.rows() - 1 - cell.row, cell.column),
            Image::Transposed => Cell::new(cell.column, cell.row),
        }
    }

    fn die(self, die: Die) -> Die {
        let (top, north, east) = (die.top(), die.north(), die.east());
        match self {
            Image::EastWest => Die::new(top, north, 7 - east),
            Image::NorthSouth => Die::new(top, 7 - north, east),
            Image::Transposed => Die::new(top, east, north),
        }
        .expect("a die")
    }

    fn of(self, puzzle: &Puzzle) -> Puzzle {
        let (rows, columns) = match self {
            Image::Transposed => (puzzle.columns(), puzzle.rows()),
            _ => (puzzle.rows(), puzzle.columns()),
        };
        let mut image = Puzzle::builder(rows, columns).faces(puzzle.faces());
        for &cell in puzzle.blocked() {
            image = image.block(self.cell(puzzle, cell));
        }
        if let Start::At(start) = puzzle.start() {
            image = image.start(self.cell(puzzle, start));
        }
        let die = match puzzle.die() {
            Dice::Only(die) => Dice::Only(self.die(die)),
            Dice::Any(hand) => Dice::Any(self.die(hand.reference()).orientation().0),
        };
        image.die(die).build().expect("a puzzle")
    }
}

const IMAGES: [Image; 3] = [Image::EastWest, Image::NorthSouth, Image::Transposed];

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn a_mirrored_board_with_a_mirrored_die_has_the_same_tours(
        puzzle in boards(), image in prop::sample::select(&IMAGES[..]),
    ) {
        let (here, there) = (solve(&puzzle), solve(&image.of(&puzzle)));
        prop_assert_eq!(here.tours(), there.tours());
        prop_assert_eq!(here.distribution(), there.distribution());
    }

    #[test]
    fn with_any_start_and_die_the_largest_and_the_smallest_sum_are_seven_for_each_cell(
        rows in 1usize..=3, columns in 1usize..=4,
    ) {
        let hand = Die::new(1, 2, 3).unwrap().orientation().0;
        let free = Puzzle::builder(rows, columns).start(Start::Any).die(Dice::Any(hand));
        let found = solve(&free.build().unwrap());
        let (most, least) = (found.max().unwrap().sum, found.min().unwrap().sum);
        prop_assert_eq!(most + least, 7 * i64::try_from(rows * columns).unwrap());
    }

    #[test]
    fn every_tour_passes_the_check_and_no_changed_one_does(
        puzzle in boards(), at in any::<prop::sample::Index>(), other in 1usize..4,
        turned in 1usize..24,
    ) {
        let found = solve(&puzzle);
        let rejected = |tour: &Tour| !puzzle.check(&tour.clone().into()).is_right();
        for extreme in [found.max(), found.min()].into_iter().flatten() {
            let tour = &extreme.replay.tour;
            let verdict = puzzle.check(&tour.clone().into());
            prop_assert!(verdict.is_right());
            prop_assert_eq!(verdict.fact("sum"), Some(&extreme.sum.into()));
            let rolls = tour.moves.rolls();
            let with = |rolls: Vec<Roll>| Tour { moves: rolls.into(), ..tour.clone() };
            if !rolls.is_empty() {
                // The cells behind another roll are shifted, and a shifted set of cells is never
                // the same set.
                let k = at.index(rolls.len());
                let place = Roll::ALL.iter().position(|&roll| roll == rolls[k]).unwrap();
                let mut changed = rolls.to_vec();
                changed[k] = Roll::ALL[(place + other) % 4];
                prop_assert!(rejected(&with(changed)));
                let mut shorter = rolls.to_vec();
                shorter.remove(k);
                prop_assert!(rejected(&with(shorter)));
            }
            let mut longer = rolls.to_vec();
            longer.push(Roll::ALL[other]);
            prop_assert!(rejected(&with(longer)));
            if matches!(puzzle.die(), Dice::Only(_)) {
                let die = tour.die.turned(Rotation::from_rank(turned).unwrap());
                let differently = Tour { die, ..tour.clone() };
                prop_assert_eq!(rejected(&differently), differently != *tour);
            }
            let mut elsewhere = tour.clone();
            elsewhere.start.row += 1;
            prop_assert!(rejected(&elsewhere));
        }
    }
}
