//! Die tours.

use cubegraph::cube::Rotation;
use cubegraph::cube::notation::{Die, Roll};
use cubegraph::tour::answer::{Question, answer};
use cubegraph::tour::{Cell, Dice, Puzzle, Settings, Start, Tour, check};
use cubegraph::work::Work;
use proptest::prelude::*;

use crate::cases;

const EVERYTHING: Question = Question {
    maximum: true,
    minimum: true,
    count: true,
    distribution: true,
    method: None,
};

/// Boards of up to twelve cells, with up to two holes, a fixed die and a fixed start.
fn settings() -> impl Strategy<Value = Settings> {
    let holes = prop::collection::vec((0usize..4, 0usize..4), 0..3);
    let faces = prop::array::uniform6(-9i64..10);
    (
        1usize..=4,
        1usize..=4,
        (0usize..4, 0usize..4),
        0usize..24,
        holes,
        faces,
        any::<bool>(),
    )
        .prop_filter("small", |(rows, columns, ..)| rows * columns <= 12)
        .prop_map(|(rows, columns, start, die, holes, faces, free_die)| {
            let cell = |(row, column): (usize, usize)| Cell::new(row % rows, column % columns);
            let mut settings = Settings::board(rows, columns);
            settings.start = Start::At(cell(start));
            settings.blocked = holes
                .into_iter()
                .map(cell)
                .filter(|&hole| hole != cell(start))
                .collect();
            settings.faces = faces;
            let reference = Die::new(1, 2, 3).expect("a die");
            let turned = Rotation::from_rank(die).expect("below 24");
            settings.die = if free_die {
                Dice::Any(reference.orientation().0)
            } else {
                Dice::Only(reference.turned(turned))
            };
            settings
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
    fn cell(self, settings: &Settings, cell: Cell) -> Cell {
        match self {
            Image::EastWest => Cell::new(cell.row, settings.columns - 1 - cell.column),
            Image::NorthSouth => Cell::new(settings.rows - 1 - cell.row, cell.column),
            Image::Transposed => Cell::new(cell.column, cell.row),
        }
    }

    fn die(self, Die { top, north, east }: Die) -> Die {
        match self {
            Image::EastWest => Die::new(top, north, 7 - east),
            Image::NorthSouth => Die::new(top, 7 - north, east),
            Image::Transposed => Die::new(top, east, north),
        }
        .expect("a die")
    }

    fn of(self, settings: &Settings) -> Settings {
        let mut image = settings.clone();
        if matches!(self, Image::Transposed) {
            (image.rows, image.columns) = (settings.columns, settings.rows);
        }
        let cell = |cell| self.cell(settings, cell);
        image.blocked = settings.blocked.iter().copied().map(cell).collect();
        if let Start::At(start) = settings.start {
            image.start = Start::At(cell(start));
        }
        image.die = match settings.die {
            Dice::Only(die) => Dice::Only(self.die(die)),
            Dice::Any(hand) => Dice::Any(self.die(hand.reference()).orientation().0),
        };
        image
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn a_mirrored_board_with_a_mirrored_die_has_the_same_tours(
        settings in settings(), image in prop::sample::select(&[Image::EastWest, Image::NorthSouth, Image::Transposed][..]),
    ) {
        let found = |settings: Settings| answer(&Puzzle::new(settings).unwrap(), EVERYTHING, &Work::default()).unwrap();
        let (here, there) = (found(settings.clone()), found(image.of(&settings)));
        prop_assert_eq!(here.tours, there.tours);
        prop_assert_eq!(here.distribution, there.distribution);
    }

    #[test]
    fn with_any_start_and_die_the_largest_and_the_smallest_sum_are_seven_for_each_cell(rows in 1usize..=3, columns in 1usize..=4) {
        let mut settings = Settings::board(rows, columns);
        settings.start = Start::Any;
        settings.die = Dice::Any(Die::new(1, 2, 3).unwrap().orientation().0);
        let found = answer(&Puzzle::new(settings).unwrap(), EVERYTHING, &Work::default()).unwrap();
        let (most, least) = (found.maximum.unwrap().unwrap().sum, found.minimum.unwrap().unwrap().sum);
        prop_assert_eq!(most + least, 7 * i64::try_from(rows * columns).unwrap());
    }

    #[test]
    fn every_tour_passes_the_check_and_no_changed_one_does(
        settings in settings(), at in any::<prop::sample::Index>(), other in 1usize..4, turned in 1usize..24,
    ) {
        let puzzle = Puzzle::new(settings.clone()).unwrap();
        let found = answer(&puzzle, EVERYTHING, &Work::default()).unwrap();
        for extreme in [found.maximum.unwrap(), found.minimum.unwrap()].into_iter().flatten() {
            let tour = extreme.tour;
            prop_assert_eq!(check::replay(&puzzle, &tour).unwrap().sum, extreme.sum);
            let rejected = |tour: &Tour| check::replay(&puzzle, tour).is_err();
            let rolls = Roll::ALL;
            if !tour.rolls.is_empty() {
                // The cells behind another roll are shifted, and a shifted set of cells is never the same set.
                let k = at.index(tour.rolls.len());
                let mut changed = tour.clone();
                let place = rolls.iter().position(|&roll| roll == tour.rolls[k]).unwrap();
                changed.rolls[k] = rolls[(place + other) % 4];
                prop_assert!(rejected(&changed), "{}", changed);
                let mut shorter = tour.clone();
                shorter.rolls.remove(k);
                prop_assert!(rejected(&shorter));
            }
            let mut longer = tour.clone();
            longer.rolls.push(rolls[other]);
            prop_assert!(rejected(&longer));
            if matches!(settings.die, Dice::Only(_)) {
                let mut differently = tour.clone();
                differently.die = tour.die.turned(Rotation::from_rank(turned).unwrap());
                prop_assert_eq!(rejected(&differently), differently != tour);
            }
            let mut elsewhere = tour.clone();
            elsewhere.start.row += 1;
            prop_assert!(rejected(&elsewhere));
        }
    }
}
