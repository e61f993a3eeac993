//! What must hold whatever the puzzle is: group laws, distances, checkers that see every change, and symmetries that change
//! nothing they should not. Methods against each other and against brute force are in the families' own tests.

use std::sync::LazyLock;

use cubegraph::cube::Rotation;
use cubegraph::picture::cosets::DistanceTable;
use cubegraph::picture::{Metric, Size};
use cubegraph::work::Work;
use proptest::prelude::*;

/// So many cases, and no files beside the sources.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn rotation() -> impl Strategy<Value = Rotation> {
    (0usize..24).prop_map(|rank| Rotation::from_rank(rank).expect("below 24"))
}

/// The distances of 3×3, found once for all tests.
static NINE_CUBES: LazyLock<DistanceTable> = LazyLock::new(|| table("3x3", Metric::Quarter));
/// And of 3×2 in half turns.
static SIX_CUBES: LazyLock<DistanceTable> = LazyLock::new(|| table("3x2", Metric::Half));

fn table(size: &str, metric: Metric) -> DistanceTable {
    let size: Size = size.parse().expect("a size");
    DistanceTable::make(size, metric, None, &Work::unlimited()).expect("it fits")
}

mod groups {
    use cubegraph::corner::graph::Pattern;
    use cubegraph::cube::notation::parse_rotation;
    use cubegraph::group::{Group, NamedGroup, Permutation};
    use cubegraph::picture::{permutation_of, rotation_of};

    use super::*;

    #[test]
    fn the_rotations_are_a_group_and_their_ranks_are_a_numbering() {
        for a in Rotation::all() {
            assert_eq!(Rotation::from_rank(a.rank()), Some(a));
            assert_eq!(a * a.inverse(), Rotation::IDENTITY);
            assert_eq!(a.inverse() * a, Rotation::IDENTITY);
            assert_eq!(parse_rotation(&a.to_string()), Ok(a));
            for b in Rotation::all() {
                assert_eq!((a * b).inverse(), b.inverse() * a.inverse());
                let product = &permutation_of(a) * &permutation_of(b);
                assert_eq!(rotation_of(&product), Some(a * b));
                for c in Rotation::all() {
                    assert_eq!((a * b) * c, a * (b * c));
                }
            }
        }
    }

    fn named() -> impl Strategy<Value = Group> {
        const NAMES: [&str; 8] = ["C7", "D4", "S4", "A5", "Q8", "C2xC3", "S3xV4", "D6"];
        prop::sample::select(&NAMES[..]).prop_map(|name| {
            let named = NamedGroup::parse(name).expect("known");
            Group::from_generators(named.generators()).expect("small")
        })
    }

    proptest! {
        #![proptest_config(cases(200))]

        #[test]
        fn tables_of_groups_obey_the_group_laws(group in named(), picks in prop::array::uniform3(any::<prop::sample::Index>())) {
            let elements: Vec<_> = group.elements().collect();
            let [a, b, c] = picks.map(|pick| *pick.get(&elements));
            prop_assert_eq!(group.multiply(group.multiply(a, b), c), group.multiply(a, group.multiply(b, c)));
            let product = group.permutation(a) * group.permutation(b);
            prop_assert_eq!(group.element(&product), Some(group.multiply(a, b)));
            let one = group.multiply(a, group.inverse(a));
            prop_assert_eq!(group.permutation(one), &Permutation::IDENTITY);
            prop_assert_eq!(group.conjugate(group.multiply(a, b), c), group.multiply(group.conjugate(a, c), group.conjugate(b, c)));
        }

        #[test]
        fn turns_of_a_pattern_compose_like_rotations(number in 0..Pattern::COUNT, a in rotation(), b in rotation()) {
            let pattern = Pattern::from_number(number);
            prop_assert_eq!(pattern.number(), number);
            prop_assert_eq!(pattern.rotated(a).rotated(b), pattern.rotated(a * b));
        }
    }
}

mod picture {
    use cubegraph::group::Permutation;
    use cubegraph::picture::check::{PlainMove, solution};
    use cubegraph::picture::local::LocalMethod;
    use cubegraph::picture::subgroup::SubgroupMethod;
    use cubegraph::picture::{Configuration, Move, Puzzle, Rules, exchanged, permutation_of};

    use super::*;

    /// A configuration anywhere: more moves than the diameter, or few.
    fn configuration(size: Size, metric: Metric) -> impl Strategy<Value = Configuration> {
        let moves: Vec<Move> = Move::all(size, metric).collect();
        prop::collection::vec(prop::sample::select(moves), 0..60).prop_map(move |moves| {
            let mut configuration = Configuration::solved(size);
            configuration.turn_all(moves);
            configuration
        })
    }

    fn nine() -> impl Strategy<Value = Configuration> {
        configuration(NINE_CUBES.size(), Metric::Quarter)
    }

    fn six() -> impl Strategy<Value = Configuration> {
        configuration(SIX_CUBES.size(), Metric::Half)
    }

    fn distance(table: &DistanceTable, configuration: &Configuration) -> usize {
        table.solve(configuration).expect("reachable").len()
    }

    fn map(configuration: &Configuration, to: impl Fn(usize, usize) -> Rotation) -> Configuration {
        let size = configuration.size();
        let cells = (0..size.cells()).map(|cell| to(cell / size.columns(), cell % size.columns()));
        Configuration::new(size, cells.collect()).expect("as many cells")
    }

    /// a⁻¹b: what leads from a to b.
    fn between(a: &Configuration, b: &Configuration) -> Configuration {
        map(a, |i, j| {
            let cell = a.size().cell(i, j);
            a.cells()[cell].inverse() * b.cells()[cell]
        })
    }

    /// The automorphisms that keep the set of moves, one after another: rows and columns permuted, some of them flipped.
    #[derive(Clone, Debug)]
    struct Symmetry {
        rows: Vec<usize>,
        columns: Vec<usize>,
        flipped_rows: Vec<bool>,
        flipped_columns: Vec<bool>,
    }

    impl Symmetry {
        fn any(size: Size) -> impl Strategy<Value = Symmetry> {
            let order = |n: usize| Just((0..n).collect::<Vec<_>>()).prop_shuffle();
            let flips = |n: usize| prop::collection::vec(any::<bool>(), n);
            let (rows, columns) = (size.rows(), size.columns());
            (order(rows), order(columns), flips(rows), flips(columns)).prop_map(
                |(rows, columns, flipped_rows, flipped_columns)| Symmetry {
                    rows,
                    columns,
                    flipped_rows,
                    flipped_columns,
                },
            )
        }

        /// Conjugating a row by l² exchanges its up and down and keeps every other move; a column likewise by u².
        fn of(&self, configuration: &Configuration) -> Configuration {
            let conjugated = |cube: Rotation, by: Rotation, really: bool| {
                if really {
                    by.inverse() * cube * by
                } else {
                    cube
                }
            };
            map(configuration, |i, j| {
                let from = configuration.size().cell(self.rows[i], self.columns[j]);
                let cube = configuration.cells()[from];
                let cube = conjugated(cube, Rotation::LEFT.pow(2), self.flipped_rows[i]);
                conjugated(cube, Rotation::UP.pow(2), self.flipped_columns[j])
            })
        }
    }

    proptest! {
        #![proptest_config(cases(150))]

        #[test]
        fn a_move_changes_the_distance_by_at_most_one_and_some_move_makes_it_less(nine in nine(), six in six()) {
            for (table, configuration) in [(&*NINE_CUBES, &nine), (&*SIX_CUBES, &six)] {
                let here = distance(table, configuration);
                let mut nearer = here == 0;
                for step in Move::all(configuration.size(), table.metric()) {
                    let mut after = configuration.clone();
                    after.turn(step);
                    let there = distance(table, &after);
                    prop_assert!(there.abs_diff(here) <= 1, "{} and {}", here, there);
                    nearer |= there + 1 == here;
                }
                prop_assert!(nearer, "nothing is nearer than {}", here);
            }
        }

        #[test]
        fn quarter_turns_of_nine_cubes_change_the_parity_of_the_distance(nine in nine()) {
            let here = distance(&NINE_CUBES, &nine);
            for step in Move::all(nine.size(), Metric::Quarter) {
                let mut after = nine.clone();
                after.turn(step);
                prop_assert_eq!(distance(&NINE_CUBES, &after).abs_diff(here), 1);
            }
        }

        #[test]
        fn every_symmetry_keeps_the_distance(
            nine in nine(), six in six(),
            of_nine in Symmetry::any(NINE_CUBES.size()), of_six in Symmetry::any(SIX_CUBES.size()),
        ) {
            let here = distance(&NINE_CUBES, &nine);
            prop_assert_eq!(distance(&NINE_CUBES, &of_nine.of(&nine)), here);
            prop_assert_eq!(distance(&NINE_CUBES, &nine.transposed()), here);
            let inverse = between(&nine, &Configuration::solved(nine.size()));
            prop_assert_eq!(distance(&NINE_CUBES, &inverse), here);
            prop_assert_eq!(distance(&SIX_CUBES, &of_six.of(&six)), distance(&SIX_CUBES, &six));
            prop_assert_eq!(distance(&SIX_CUBES, &six.transposed()), distance(&SIX_CUBES, &six));
        }

        #[test]
        fn the_distances_of_nine_cubes_are_a_metric(a in nine(), b in nine(), c in nine()) {
            let far = |from: &Configuration, to: &Configuration| distance(&NINE_CUBES, &between(from, to));
            prop_assert!(far(&a, &c) <= far(&a, &b) + far(&b, &c));
            prop_assert_eq!(far(&a, &b), far(&b, &a));
            prop_assert_eq!(far(&a, &b) == 0, a == b);
        }

        #[test]
        fn no_turned_cube_alone_can_be_reached(nine in nine(), cell in 0usize..9, wrong in rotation()) {
            // The order of H is 2^(m+n-1)·12^(mn): of the 24 ways to turn one cube, the twelve even ones are reached.
            let mut changed = nine.clone();
            changed.set(cell, nine.cells()[cell] * wrong);
            prop_assert_eq!(changed.is_reachable(), wrong.is_even());
            prop_assert_eq!(NINE_CUBES.solve(&changed).is_some(), wrong.is_even());
        }
    }

    /// The local method, for people.
    fn local(configuration: &Configuration) -> Vec<Move> {
        static METHOD: LazyLock<LocalMethod> = LazyLock::new(|| {
            LocalMethod::new(Rules::cube(Metric::Quarter).unwrap().tabled().unwrap())
        });
        let tabled = METHOD.tabled();
        let cells: Vec<Permutation> = (configuration.cells().iter())
            .map(|&cube| permutation_of(cube))
            .collect();
        let cells = tabled.elements(&cells).expect("cubes");
        let steps = METHOD
            .solve(configuration.size(), &cells)
            .expect("reachable");
        let moves = steps.into_iter().flat_map(|step| step.moves);
        moves
            .map(|step| tabled.cube_move(step).expect("of a cube"))
            .collect()
    }

    fn plain(moves: &[Move]) -> Vec<PlainMove> {
        let plain = |step: &Move| PlainMove {
            is_row: step.turn.is_row(),
            line: step.line,
            by: permutation_of(step.turn.rotation()),
        };
        moves.iter().map(plain).collect()
    }

    proptest! {
        #![proptest_config(cases(100))]

        #[test]
        fn every_solution_passes_the_check_and_no_changed_one_does(
            nine in nine(), at in any::<prop::sample::Index>(), other in any::<prop::sample::Index>(),
        ) {
            let size = nine.size();
            let puzzle = Puzzle::cube(size, Metric::Quarter).unwrap();
            let cells: Vec<Permutation> = nine.cells().iter().map(|&cube| permutation_of(cube)).collect();
            let all: Vec<Move> = Move::all(size, Metric::Quarter).collect();
            for moves in [NINE_CUBES.solve(&nine).unwrap(), local(&nine)] {
                let accepted = |moves: &[Move]| solution(&puzzle, &cells, &plain(moves), &Permutation::IDENTITY).is_ok();
                prop_assert!(accepted(&moves));
                // A move more or less, or another one, is a way to somewhere else.
                let step = all[other.index(all.len())];
                let mut longer = moves.clone();
                longer.insert(at.index(moves.len() + 1), step);
                prop_assert!(!accepted(&longer));
                if !moves.is_empty() {
                    let k = at.index(moves.len());
                    let mut shorter = moves.clone();
                    shorter.remove(k);
                    prop_assert!(!accepted(&shorter));
                    let mut changed = moves.clone();
                    changed[k] = step;
                    prop_assert_eq!(accepted(&changed), step == moves[k]);
                }
                let mut outside = plain(&moves);
                outside.push(PlainMove { is_row: true, line: 3, by: permutation_of(Rotation::UP) });
                prop_assert!(solution(&puzzle, &cells, &outside, &Permutation::IDENTITY).is_err());
            }
        }

        #[test]
        fn a_solution_of_the_transposed_puzzle_is_the_transposed_solution(six in six()) {
            let moves = SIX_CUBES.solve(&six.transposed()).unwrap();
            let mut replayed = six.clone();
            replayed.turn_all(moves.into_iter().map(Move::transposed));
            prop_assert!(replayed.is_solved());
            prop_assert_eq!(six.transposed().transposed(), six);
        }

        #[test]
        fn exchanging_the_axes_is_an_automorphism(a in rotation(), b in rotation()) {
            prop_assert_eq!(exchanged(a) * exchanged(b), exchanged(a * b));
            prop_assert_eq!(exchanged(Rotation::UP), Rotation::LEFT);
        }
    }

    proptest! {
        #![proptest_config(cases(5))]

        #[test]
        fn solutions_through_a_subgroup_pass_the_check_and_no_shorter_one_does(six in six(), at in any::<prop::sample::Index>()) {
            static METHOD: LazyLock<SubgroupMethod> = LazyLock::new(|| {
                SubgroupMethod::new(SIX_CUBES.size(), Metric::Half, &Work::unlimited()).unwrap()
            });
            let puzzle = Puzzle::cube(six.size(), Metric::Half).unwrap();
            let cells: Vec<Permutation> = six.cells().iter().map(|&cube| permutation_of(cube)).collect();
            let parts = METHOD.solve(&six, &Work::unlimited()).unwrap();
            let mut moves = [parts.first, parts.second].concat();
            let accepted = |moves: &[Move]| solution(&puzzle, &cells, &plain(moves), &Permutation::IDENTITY).is_ok();
            prop_assert!(accepted(&moves));
            prop_assert!(moves.len() >= distance(&SIX_CUBES, &six));
            if !moves.is_empty() {
                moves.remove(at.index(moves.len()));
                prop_assert!(!accepted(&moves));
            }
        }
    }
}

mod insanity {
    use cubegraph::insanity::rotations::Filter;
    use cubegraph::insanity::solve::{Method, Question, Wanted, solve, turns};
    use cubegraph::insanity::{Counts, Puzzle, check};

    use super::*;

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
        let solution = solve(&puzzle(cubes), &question, &Work::unlimited()).expect("small");
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
            let solution = solve(&puzzle, &question, &Work::unlimited()).expect("a tower is planted");
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
}

mod tour {
    use cubegraph::cube::notation::{Die, Roll};
    use cubegraph::tour::answer::{Question, answer};
    use cubegraph::tour::{Cell, Dice, Puzzle, Settings, Start, Tour, check};

    use super::*;

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
            let found = |settings: Settings| answer(&Puzzle::new(settings).unwrap(), EVERYTHING, &Work::unlimited()).unwrap();
            let (here, there) = (found(settings.clone()), found(image.of(&settings)));
            prop_assert_eq!(here.tours, there.tours);
            prop_assert_eq!(here.distribution, there.distribution);
        }

        #[test]
        fn with_any_start_and_die_the_largest_and_the_smallest_sum_are_seven_for_each_cell(rows in 1usize..=3, columns in 1usize..=4) {
            let mut settings = Settings::board(rows, columns);
            settings.start = Start::Any;
            settings.die = Dice::Any(Die::new(1, 2, 3).unwrap().orientation().0);
            let found = answer(&Puzzle::new(settings).unwrap(), EVERYTHING, &Work::unlimited()).unwrap();
            let (most, least) = (found.maximum.unwrap().unwrap().sum, found.minimum.unwrap().unwrap().sum);
            prop_assert_eq!(most + least, 7 * i64::try_from(rows * columns).unwrap());
        }

        #[test]
        fn every_tour_passes_the_check_and_no_changed_one_does(
            settings in settings(), at in any::<prop::sample::Index>(), other in 1usize..4, turned in 1usize..24,
        ) {
            let puzzle = Puzzle::new(settings.clone()).unwrap();
            let found = answer(&puzzle, EVERYTHING, &Work::unlimited()).unwrap();
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
}

mod corner {
    use cubegraph::corner::equivalence::Equivalence;
    use cubegraph::corner::graph::Pattern;
    use cubegraph::corner::solve::solve;
    use cubegraph::corner::{Bag, Piece, check, loops};

    use super::*;

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
}
