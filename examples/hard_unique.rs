//! A search for a hard puzzle: of a hundred random sets with one tower, the one with the most
//! near-solutions, pairs of 2-factors that clash in a single cube.

use cubegraph::insanity::generate::{Options, PuzzleKind, generate};
use cubegraph::{Work, insanity};

fn main() -> Result<(), cubegraph::Error> {
    let work = Work::default();
    let mut hardest = None;
    for seed in 0..100 {
        let options = Options { cubes: 5, kind: PuzzleKind::Unique, seed, ..Default::default() };
        let made = generate(&options, &work)?;
        let near = made.near_solutions().cloned().unwrap_or_default();
        if hardest.as_ref().is_none_or(|(most, _)| near > *most) {
            hardest = Some((near, made.puzzle().clone()));
        }
    }
    let (near, puzzle) = hardest.expect("a hundred puzzles were made");
    let solution = puzzle.solve(&insanity::Options::default(), &work)?;
    assert!(solution.is_solvable());
    println!("{puzzle}\n{near} near-solutions\n{}", solution.towers()[0]);
    Ok(())
}
