//! How long corner cubes take: `cargo bench --bench corner`.
//!
//! Targets on two cores: the census under 0.5 s, the census of all bags under 2 s, one puzzle under 1 ms, design under 5 s.

use cubegraph::corner::census::{Relaxed, census};
use cubegraph::corner::design::{Wish, design};
use cubegraph::corner::relatives::edges::EdgeSet;
use cubegraph::corner::relatives::faces::FaceSet;
use cubegraph::corner::relatives::{Relative, generate};
use cubegraph::corner::{Bag, Piece, dead_ends, loops, solve};
use cubegraph::work::Work;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

fn bag(words: &str) -> Bag {
    words
        .split(' ')
        .filter_map(|word| Piece::parse(word).ok())
        .collect()
}

const MADE: &str = "AAD ACB ACD ADB ADD BBC BCC BDC";

#[divan::bench]
fn census_of_van_kreveld() -> usize {
    census(Relaxed::default(), &Work::default()).map_or(0, |c| c.puzzles.len())
}

#[divan::bench]
fn census_of_all_bags() -> usize {
    census(Relaxed::ALL, &Work::default()).map_or(0, |c| c.puzzles.len())
}

#[divan::bench(args = [MADE, "AAD ABC ABD ACD ADB ADC BBC BCC", "AAA AAD ADD DDD ABC ABC BCD BCD"])]
fn solve_one(bencher: Bencher, words: &str) {
    let bag = bag(words);
    bencher.bench(|| solve(black_box(bag)));
}

#[divan::bench]
fn loops_of_one(bencher: Bencher) {
    let bag = bag(MADE);
    bencher.bench(|| loops::count(black_box(bag)));
}

#[divan::bench]
fn dead_ends_of_one(bencher: Bencher) {
    let bag = bag(MADE);
    bencher.bench(|| dead_ends::count(black_box(bag)));
}

/// Census and measurement of every set that can be assembled, unbalanced ones too: the 125,970 sets of eight out of twenty.
#[divan::bench(sample_count = 5)]
fn design_over_all_sets() -> usize {
    let work = Work::default();
    let relaxed = Relaxed {
        unbalanced: true,
        ..Relaxed::default()
    };
    let wish = Wish {
        relaxed,
        ..Wish::default()
    };
    census(relaxed, &work)
        .and_then(|census| design(&census, &wish, &work))
        .map_or(0, |found| found.len())
}

#[divan::bench]
fn twelve_edges(bencher: Bencher) {
    let work = Work::default();
    if let Ok(puzzle) = generate::<EdgeSet>(7, &work) {
        bencher.bench_local(|| puzzle.solve(usize::MAX, &work).map_or(0, |p| p.patterns));
    }
}

#[divan::bench]
fn six_sides(bencher: Bencher) {
    let work = Work::default();
    if let Ok(puzzle) = generate::<FaceSet>(7, &work) {
        bencher.bench_local(|| puzzle.solve(usize::MAX, &work).map_or(0, |p| p.patterns));
    }
}
