//! Instant Insanity: how long the counts, the first tower, the refutation and the census take.
//!
//! `cargo bench --bench insanity` first prints the targets: medians over seeds, each also as a multiple of the same run's baseline
//! (all four counts of Hesselink's five cubes, a thousand times), so that runs on different machines can be compared.

use std::hint::black_box;
use std::time::Instant;

use cubegraph::insanity::Puzzle;
use cubegraph::insanity::census::{Terms, census};
use cubegraph::insanity::generate::{Kind, generate};
use cubegraph::insanity::pairing::{Keep, count};
use cubegraph::insanity::rotations::{Filter, search};
use cubegraph::insanity::sat;
use cubegraph::work::Work;

fn main() {
    targets();
    divan::main();
}

fn five() -> Puzzle {
    Puzzle::from_text("AEDDEA BBCBDC ADBDCA BDABAE EEEBCD").expect("five cubes")
}

fn made(cubes: usize, kind: Kind, seed: u64) -> Puzzle {
    // The difficulty is not measured here: a time limit of its own would spoil nothing but the counts.
    generate(cubes, kind, seed, &Work::default())
        .expect("a puzzle")
        .puzzle
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The medians of five seeds beside what is asked for.
fn targets() {
    let unlimited = Work::default();
    let puzzle = five();
    let baseline = seconds(|| {
        for _ in 0..1000 {
            black_box(count(&puzzle, Keep::COUNTS, &unlimited).expect("no limits"));
        }
    });
    println!("baseline (1000 × all four counts of Hesselink's five cubes): {baseline:.4} s\n");
    println!(
        "{:<44} {:>10} {:>12} {:>8}",
        "median of 5 seeds", "seconds", "× baseline", "target"
    );
    let row = |what: &str, target: f64, run: &dyn Fn(u64) -> f64| {
        let time = median((0..5).map(run).collect());
        println!(
            "{what:<44} {time:>10.5} {:>12.2} {target:>8}",
            time / baseline
        );
    };
    for (cubes, target) in [(10, 0.001), (30, 0.1), (40, 1.0)] {
        row(
            &format!("all four counts, balanced, H = {cubes}"),
            target,
            &|seed| {
                let puzzle = made(cubes, Kind::Balanced, seed);
                seconds(|| {
                    black_box(count(&puzzle, Keep::COUNTS, &unlimited).expect("no limits"));
                })
            },
        );
    }
    for (cubes, target) in [(100, 0.05), (200, 0.3)] {
        row(
            &format!("first tower, planted, H = {cubes}"),
            target,
            &|seed| {
                let puzzle = made(cubes, Kind::Solvable, seed);
                {
                    let run = || sat::search(&puzzle, 1, 1, false, &unlimited).expect("no limits");
                    seconds(|| assert!(run().part.pairs > 0))
                }
            },
        );
    }
    for (cubes, target) in [(40, 1.5), (50, 10.0)] {
        row(
            &format!("first tower or none, balanced, H = {cubes}"),
            target,
            &|seed| {
                let puzzle = made(cubes, Kind::Balanced, seed);
                seconds(|| {
                    black_box(sat::search(&puzzle, 1, 1, false, &unlimited).expect("no limits"));
                })
            },
        );
    }
    let (mut fast, mut slow) = (0.0, 0.0);
    for seed in 0..20 {
        let puzzle = made(11, Kind::Balanced, seed);
        fast += seconds(|| {
            black_box(count(&puzzle, Keep::COUNTS, &unlimited).expect("no limits"));
        });
        slow += seconds(|| {
            black_box(search(&puzzle, Filter::Accept, 0, &unlimited).expect("no limits"));
        });
    }
    println!(
        "\nfactors against rotations, H = 11, balanced, 20 seeds: {fast:.5} s and {slow:.3} s, ratio {:.0} (target 1000)",
        slow / fast
    );
    let time = seconds(|| {
        let terms = Terms {
            cubes: 4,
            all_colours_on_each: false,
        };
        black_box(census(terms, &unlimited).expect("no limits"));
    });
    println!(
        "census of all puzzles of four cubes, both counts: {time:.2} s, {:.0} × baseline (target 60 s)\n",
        time / baseline
    );
}

#[divan::bench(args = [10, 20, 30])]
fn all_four_counts(bencher: divan::Bencher, cubes: usize) {
    let puzzle = made(cubes, Kind::Balanced, 1);
    bencher.bench(|| count(&puzzle, Keep::COUNTS, &Work::default()));
}

#[divan::bench]
fn hesselinks_search_of_the_five_cubes(bencher: divan::Bencher) {
    let puzzle = five();
    bencher.bench(|| search(&puzzle, Filter::Accept, 0, &Work::default()));
}

#[divan::bench(args = [50, 100])]
fn first_planted_tower(bencher: divan::Bencher, cubes: usize) {
    let puzzle = made(cubes, Kind::Solvable, 1);
    bencher.bench(|| sat::search(&puzzle, 1, 1, false, &Work::default()));
}
