//! Picture cubes.

use std::sync::LazyLock;

use cubegraph::cube::Rotation;
use cubegraph::group::Permutation;
use cubegraph::picture::{
    Configuration, DistanceTable, GivenSolution, Method, Metric, Move, Moves, Options, Puzzle, Size,
};
use cubegraph::work::Work;
use proptest::prelude::*;

use super::{cases, rotation};

/// The distances of 3×3, found once for all tests.
static NINE_CUBES: LazyLock<DistanceTable> = LazyLock::new(|| table("3x3", Metric::Quarter));
/// And of 3×2 in half turns.
static SIX_CUBES: LazyLock<DistanceTable> = LazyLock::new(|| table("3x2", Metric::Half));

fn table(size: &str, metric: Metric) -> DistanceTable {
    let size: Size = size.parse().expect("a size");
    DistanceTable::make(size, metric, None, &Work::default()).expect("it fits")
}

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

/// The automorphisms that keep the set of moves, one after another: rows and columns permuted, some
/// of them flipped.
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

    /// Conjugating a row by l² exchanges its up and down and keeps every other move; a column
    /// likewise by u².
    fn of(&self, configuration: &Configuration) -> Configuration {
        let conjugated = |cube: Rotation, by: Rotation, really: bool| {
            if really { by.inverse() * cube * by } else { cube }
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
        // The order of H is 2^(m+n-1)·12^(mn): of the 24 ways to turn one cube, the twelve even
        // ones are reached.
        let mut changed = nine.clone();
        changed.set(cell, nine.cells()[cell] * wrong);
        prop_assert_eq!(changed.is_reachable(), wrong.is_even());
        prop_assert_eq!(NINE_CUBES.solve(&changed).is_some(), wrong.is_even());
    }
}

/// The configuration as a puzzle.
fn puzzle(configuration: &Configuration, metric: Metric) -> Puzzle {
    let cells = configuration.cells().iter();
    let cells: Vec<Permutation> =
        cells.map(|cube| cube.to_string().parse().expect("cycles")).collect();
    let size = configuration.size();
    let puzzle = Puzzle::cube(size.rows(), size.columns()).expect("a size");
    let puzzle = puzzle.with_metric(metric).expect("cubes");
    puzzle.with_cells(cells).expect("cubes")
}

fn solved_by(puzzle: &Puzzle, method: Method) -> Moves {
    let options = Options { method, ..Options::default() };
    let solution = puzzle.solve(&options, &Work::default()).expect("it fits");
    assert!(solution.is_solvable());
    solution.moves().clone()
}

fn accepts(puzzle: &Puzzle, moves: impl IntoIterator<Item = impl ToString>) -> bool {
    let moves: Vec<String> = moves.into_iter().map(|step| step.to_string()).collect();
    let claim: GivenSolution = moves.join(" ").parse().expect("moves");
    puzzle.check(&claim).is_right()
}

proptest! {
    #![proptest_config(cases(25))]

    #[test]
    fn every_solution_passes_the_check_and_no_changed_one_does(
        nine in nine(), at in any::<prop::sample::Index>(), other in any::<prop::sample::Index>(),
    ) {
        let puzzle = puzzle(&nine, Metric::Quarter);
        let all: Vec<String> =
            Move::all(nine.size(), Metric::Quarter).map(|step| step.to_string()).collect();
        let table: Moves = NINE_CUBES.solve(&nine).unwrap().into_iter().collect();
        for moves in [table, solved_by(&puzzle, Method::Local)] {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            prop_assert!(accepts(&puzzle, &moves));
            // A move more or less, or another one, is a way to somewhere else.
            let step = &all[other.index(all.len())];
            let mut longer = moves.clone();
            longer.insert(at.index(moves.len() + 1), step.clone());
            prop_assert!(!accepts(&puzzle, &longer));
            if !moves.is_empty() {
                let k = at.index(moves.len());
                let mut shorter = moves.clone();
                shorter.remove(k);
                prop_assert!(!accepts(&puzzle, &shorter));
                let mut changed = moves.clone();
                changed[k].clone_from(step);
                prop_assert_eq!(accepts(&puzzle, &changed), *step == moves[k]);
            }
            let mut outside = moves.clone();
            outside.push("up4".to_owned());
            prop_assert!(!accepts(&puzzle, &outside));
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
}

proptest! {
    #![proptest_config(cases(5))]

    #[test]
    fn solutions_through_a_subgroup_pass_the_check_and_no_shorter_one_does(six in six(), at in any::<prop::sample::Index>()) {
        let puzzle = puzzle(&six, Metric::Half);
        let moves = solved_by(&puzzle, Method::Subgroup);
        let mut moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        prop_assert!(accepts(&puzzle, &moves));
        prop_assert!(moves.len() >= distance(&SIX_CUBES, &six));
        if !moves.is_empty() {
            moves.remove(at.index(moves.len()));
            prop_assert!(!accepts(&puzzle, &moves));
        }
    }

    #[test]
    fn the_automatic_choice_is_as_short_as_the_table_says(six in six()) {
        let puzzle = puzzle(&six, Metric::Half);
        prop_assert_eq!(solved_by(&puzzle, Method::Auto).len(), distance(&SIX_CUBES, &six));
    }
}
