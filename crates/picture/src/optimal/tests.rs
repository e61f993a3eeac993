use super::*;
use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

fn scrambled(size: Size, moves: usize, random: &mut ChaCha8Rng) -> Configuration {
    let mut configuration = Configuration::solved(size);
    let all: Vec<Move> = Move::all(size, Metric::Half).collect();
    for _ in 0..moves {
        configuration.turn(all[random.random_range(0..all.len())]);
    }
    configuration
}

/// Deepening with sub-rectangles and descent in the whole table must agree on the length.
#[test]
fn deepening_finds_what_the_whole_table_knows() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let work = Work::default();
    for (text, shapes) in
        [("3x2", vec!["2x2", "3x1"]), ("2x2", vec!["2x1", "1x2"]), ("4x2", vec!["3x2", "4x1"])]
    {
        for metric in Metric::ALL {
            let size: Size = text.parse().unwrap();
            let whole = Optimal::new(size, metric, None, &work).unwrap();
            assert!(whole.has_whole_table());
            let mut deepening =
                Optimal { asked: size, size, metric, tables: Vec::new(), parts: Vec::new() };
            for shape in &shapes {
                let shape: Size = shape.parse().unwrap();
                let table = DistanceTable::make(shape, metric, None, &work).unwrap();
                deepening.tables.push(table);
                deepening.add_parts(shape, deepening.tables.len() - 1);
            }
            for moves in [0, 1, 2, 5, 9, 40] {
                let start = scrambled(size, moves, &mut random);
                let known = whole.solve(&start, &work).unwrap().unwrap();
                let found = deepening.solve(&start, &work).unwrap().unwrap();
                assert_eq!(known.len(), found.len(), "{text} {metric} {start:?}");
                let mut replayed = start;
                replayed.turn_all(found);
                assert!(replayed.is_solved());
            }
        }
    }
}

#[test]
fn sub_rectangles_are_maximal() {
    let shapes: Vec<String> =
        sub_rectangles(Size::new(4, 3).unwrap(), PART).iter().map(ToString::to_string).collect();
    assert_eq!(shapes, ["3x3", "4x2"]);
}

#[test]
fn what_cannot_be_solved_has_no_solution() {
    let size = Size::new(2, 2).unwrap();
    let mut configuration = Configuration::solved(size);
    configuration.set(0, Rotation::UP);
    let work = Work::default();
    let optimal = Optimal::new(size, Metric::Quarter, None, &work).unwrap();
    assert_eq!(optimal.solve(&configuration, &work).unwrap(), None);
}

#[test]
fn the_nearest_of_several_is_solved() {
    let size = Size::new(2, 3).unwrap();
    let work = Work::default();
    let optimal = Optimal::new(size, Metric::Quarter, None, &work).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let mut near = Configuration::solved(size);
    near.turn("up1".parse().unwrap());
    let starts = [scrambled(size, 30, &mut random), near];
    let (which, moves) = optimal.solve_nearest(&starts, &work).unwrap().unwrap();
    assert_eq!((which, moves.len()), (1, 1));
}

#[test]
fn a_budget_of_steps_gives_up_the_same_way_whatever_the_threads() {
    let size = Size::new(4, 2).unwrap();
    let work = Work::default();
    let mut optimal = Optimal {
        asked: size,
        size,
        metric: Metric::Quarter,
        tables: Vec::new(),
        parts: Vec::new(),
    };
    let shape: Size = "3x1".parse().unwrap();
    let table = DistanceTable::make(shape, Metric::Quarter, None, &work).unwrap();
    optimal.tables.push(table);
    optimal.add_parts(shape, 0);
    let far = scrambled(size, 60, &mut ChaCha8Rng::seed_from_u64(7));
    let near = scrambled(size, 3, &mut ChaCha8Rng::seed_from_u64(7));
    let attempts: Vec<Attempt> = [1, 2, 5]
        .into_iter()
        .map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let pool = pool.build().unwrap();
            let far = std::slice::from_ref(&far);
            pool.install(|| optimal.solve_within(far, 2000, &work).unwrap())
        })
        .collect();
    assert!(matches!(attempts[0], Attempt::GaveUp { at_least } if at_least > 3));
    assert!(attempts.iter().all(|attempt| *attempt == attempts[0]));
    let near = optimal.solve_within(&[near], 2000, &work).unwrap();
    assert!(matches!(near, Attempt::Found { moves, .. } if moves.len() <= 6));
}
