//! How long corner cubes take: `cargo bench --bench corner`.
//!
//! Targets on two cores: the census under 0.5 s, the census of all sets under 2 s, one puzzle under
//! 1 ms, all designs under 5 s.

use cubegraph::Work;
use cubegraph::corner::{Options, Puzzle, Relaxations, Rule, census, generate};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const MADE: &str = "AAD ACB ACD ADB ADD BBC BCC BDC";

#[divan::bench]
fn census_of_van_kreveld() -> usize {
    census(&Relaxations::default(), &Work::default()).map_or(0, |c| c.entries().len())
}

#[divan::bench]
fn census_of_all_sets() -> usize {
    census(&Relaxations::ALL, &Work::default()).map_or(0, |c| c.entries().len())
}

#[divan::bench(args = [
    MADE,
    "AAD ABC ABD ACD ADB ADC BBC BCC",
    "AAA AAD ADD DDD ABC ABC BCD BCD",
])]
fn solve_one(bencher: Bencher, words: &str) {
    let (work, options) = (Work::default(), Options::default());
    if let Ok(puzzle) = words.parse::<Puzzle>() {
        bencher.bench(|| black_box(&puzzle).solve(&options, &work).map_or(0, |s| s.count()));
    }
}

/// Census and measurement of every set that can be assembled, unbalanced ones too: the 125,970 sets
/// of eight out of twenty.
#[divan::bench(sample_count = 5)]
fn design_over_all_sets() -> usize {
    let wanted = generate::Options {
        relaxed: Relaxations { unbalanced: true, ..Relaxations::default() },
        limit: Some(40),
        ..generate::Options::default()
    };
    generate(&wanted, &Work::default()).map_or(0, |found| found.found())
}

#[divan::bench(args = [Rule::Edges, Rule::Faces])]
fn relative(bencher: Bencher, rule: Rule) {
    let (work, options) = (Work::default(), Options::default());
    if let Ok(puzzle) = Puzzle::random(rule, 7, &work) {
        bencher.bench(|| puzzle.solve(&options, &work).map_or(0, |s| s.patterns()));
    }
}
