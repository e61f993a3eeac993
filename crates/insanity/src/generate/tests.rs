use super::super::graph::degrees;
use super::*;

fn made(options: Options) -> Generated {
    generate(&options, &Work::default()).unwrap()
}

fn of(cubes: usize, kind: PuzzleKind, seed: u64) -> Options {
    Options { cubes, kind, seed, ..Options::default() }
}

#[test]
fn a_unique_puzzle_has_one_pair_and_one_tower() {
    for cubes in [3, 4, 5, 6, 8, 10] {
        let made = made(of(cubes, PuzzleKind::Unique, 7));
        let counts = made.counts().unwrap();
        let one = BigUint::from(1u8);
        assert_eq!((&counts.pairs, &counts.principal), (&one, &one));
        let degrees = degrees(made.puzzle().graph());
        assert!(degrees.iter().any(|&degree| degree != 6));
    }
}

#[test]
fn an_unsolvable_puzzle_has_no_tower_but_enough_faces_of_each_colour() {
    for cubes in [2, 3, 5, 12] {
        let made = made(of(cubes, PuzzleKind::Unsolvable, 3));
        assert!(!made.counts().unwrap().is_solvable());
        let degrees = degrees(made.puzzle().graph());
        assert!(degrees.iter().all(|&degree| degree >= 4));
    }
}

#[test]
fn the_same_seed_gives_the_same_puzzle_and_another_another() {
    let make = |seed| made(of(9, PuzzleKind::Balanced, seed)).puzzle;
    assert_eq!(make(5), make(5));
    assert_ne!(make(5), make(6));
    assert!(degrees(make(5).graph()).iter().all(|&degree| degree == 6));
}

#[test]
fn what_cannot_exist_or_be_proved_is_refused() {
    let refusal = |options: Options| generate(&options, &Work::default()).unwrap_err();
    let more = |colours| Options { colours: Some(colours), ..of(5, PuzzleKind::Solvable, 0) };
    let hard = Options { difficulty: Some(Difficulty::Hard), ..of(5, PuzzleKind::Unsolvable, 0) };
    for options in [
        of(0, PuzzleKind::Balanced, 0),
        of(2, PuzzleKind::Unique, 0),
        of(1, PuzzleKind::Unsolvable, 0),
        more(4),
        more(31),
        hard,
    ] {
        assert!(matches!(refusal(options), Error::Invalid(_)), "{options:?}");
    }
    let large = of(10_000, PuzzleKind::Unique, 0);
    assert!(matches!(refusal(large), Error::TooLarge(_)));
}

#[test]
fn more_colours_than_cubes_are_all_used() {
    for (kind, colours) in
        [(PuzzleKind::Solvable, 9), (PuzzleKind::Unique, 7), (PuzzleKind::Balanced, 12)]
    {
        let made = made(Options { colours: Some(colours), ..of(6, kind, 2) });
        assert_eq!(made.puzzle().colours().len(), colours);
        assert!(kind == PuzzleKind::Balanced || made.counts().unwrap().is_solvable());
    }
}

#[test]
fn a_hard_puzzle_misleads_more_than_an_easy_one() {
    let near = |difficulty| {
        let made = made(Options { difficulty: Some(difficulty), ..of(7, PuzzleKind::Unique, 4) });
        made.near_solutions().unwrap().clone()
    };
    let [easy, medium, hard] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard].map(near);
    assert!(easy <= medium && medium <= hard && easy < hard);
    let least = Options { near_solutions: Some(3), ..of(6, PuzzleKind::Unique, 1) };
    assert!(*made(least).near_solutions().unwrap() >= BigUint::from(3u8));
}

#[test]
fn near_solutions_clash_in_exactly_one_cube() {
    // Two parts of one cube each: three factors per part, each clashes with itself alone.
    let puzzle: Puzzle = "AAAAAA BBBBBB".parse().unwrap();
    let found = measure(&puzzle, &Work::default()).unwrap().unwrap();
    // One part the same edge (3 ways), the other two different ones (6), either way round,
    // unordered: 3·6·2/2.
    assert_eq!(near_solutions(&found), Some(18u32.into()));
}

#[test]
fn a_generated_puzzle_is_read_back() {
    for (cubes, kind) in [(5, PuzzleKind::Solvable), (30, PuzzleKind::Balanced)] {
        let puzzle = made(of(cubes, kind, 1)).puzzle;
        assert_eq!(puzzle.to_string().parse::<Puzzle>().unwrap(), puzzle);
    }
}
