//! Instant Insanity: how long the counts, the first tower, the refutation and the census take.
//!
//! `cargo bench --bench insanity` first prints the targets: medians over seeds, each also as a
//! multiple of the same run's baseline (all four counts of Hesselink's five cubes, a thousand
//! times), so that runs on different machines can be compared.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cubegraph::Work;
use cubegraph::insanity::census::{self, census};
use cubegraph::insanity::generate::{self, PuzzleKind};
use cubegraph::insanity::{Method, Options, Puzzle, Solution, Wanted};

fn main() {
    targets();
    divan::main();
}

fn five() -> Puzzle {
    let text = "AEDDEA BBCBDC ADBDCA BDABAE EEEBCD";
    text.parse().expect("five cubes")
}

fn ask(puzzle: &Puzzle, wanted: Wanted, method: Method) -> Solution {
    let options = Options { wanted, method, ..Options::default() };
    puzzle.solve(&options, &Work::default()).expect("no limits")
}

/// All four counts; for more than four cubes the check of the answer takes next to no time.
fn count(puzzle: &Puzzle) -> Solution {
    ask(puzzle, Wanted::Count, Method::Factors)
}

fn first_tower(puzzle: &Puzzle) -> Solution {
    ask(puzzle, Wanted::Some(1), Method::Sat)
}

/// Hesselink's search.
fn search(puzzle: &Puzzle) -> Solution {
    ask(puzzle, Wanted::Count, Method::Rotations)
}

/// The CSUN Math 482 puzzles: thirty cubes whose 180 faces are ⌊n·x⌋ mod 30, six at a time as three
/// pairs.
fn csun(x: f64) -> Puzzle {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 600")]
    let colour = |n: u32| ((f64::from(n) * x).floor() as u32 % 30).to_string();
    let cube = |k: u32| [1, 3, 5].map(|n| [colour(6 * k + n), colour(6 * k + n + 1)]);
    Puzzle::from_pairs((0..30).map(cube)).expect("thirty cubes")
}

fn made(cubes: usize, kind: PuzzleKind, seed: u64) -> Puzzle {
    // The difficulty is not measured here: a time limit of its own would spoil nothing but the
    // counts.
    let options = generate::Options { cubes, kind, seed, ..generate::Options::default() };
    let made = generate::generate(&options, &Work::default());
    made.expect("a puzzle").puzzle().clone()
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
            black_box(count(&puzzle));
        }
    });
    println!("baseline (1000 × all four counts of Hesselink's five cubes): {baseline:.4} s\n");
    println!("{:<44} {:>10} {:>12} {:>8}", "median of 5 seeds", "seconds", "× baseline", "target");
    let row = |what: &str, target: f64, run: &dyn Fn(u64) -> f64| {
        let time = median((0..5).map(run).collect());
        println!("{what:<44} {time:>10.5} {:>12.2} {target:>8}", time / baseline);
    };
    for (cubes, target) in [(10, 0.001), (30, 0.1), (40, 1.0)] {
        row(&format!("all four counts, balanced, H = {cubes}"), target, &|seed| {
            let puzzle = made(cubes, PuzzleKind::Balanced, seed);
            seconds(|| {
                black_box(count(&puzzle));
            })
        });
    }
    for (cubes, target) in [(100, 0.05), (200, 0.3)] {
        row(&format!("first tower, planted, H = {cubes}"), target, &|seed| {
            let puzzle = made(cubes, PuzzleKind::Solvable, seed);
            seconds(|| assert!(first_tower(&puzzle).is_solvable()))
        });
    }
    for (cubes, target) in [(40, 1.5), (50, 10.0)] {
        row(&format!("first tower or none, balanced, H = {cubes}"), target, &|seed| {
            let puzzle = made(cubes, PuzzleKind::Balanced, seed);
            seconds(|| {
                black_box(first_tower(&puzzle));
            })
        });
    }
    let (mut fast, mut slow) = (0.0, 0.0);
    for seed in 0..20 {
        let puzzle = made(11, PuzzleKind::Balanced, seed);
        fast += seconds(|| {
            black_box(count(&puzzle));
        });
        slow += seconds(|| {
            black_box(search(&puzzle));
        });
    }
    println!(
        "\nfactors against rotations, H = 11, balanced, 20 seeds: {fast:.5} s and {slow:.3} s, \
         ratio {:.0} (target 1000)",
        slow / fast
    );
    for (name, x) in [
        ("e", std::f64::consts::E),
        ("√3", 3f64.sqrt()),
        ("π", std::f64::consts::PI),
        ("√2", 2f64.sqrt()),
        ("the golden ratio", f64::midpoint(1.0, 5f64.sqrt())),
    ] {
        let minute = Work::default().with_time(Duration::from_secs(60));
        let puzzle = csun(x);
        let mut found = None;
        let time = seconds(|| found = puzzle.obstacle(&minute).expect("an obstacle or none"));
        match found {
            Some(found) => println!(
                "smallest obstacle, 30 cubes, {name}: {} to {} cubes after {time:.1} s (target 60 \
                 s)",
                found.at_least(),
                found.cubes().len()
            ),
            None => println!("30 cubes, {name}: can be stacked ({time:.1} s)"),
        }
    }
    let time = seconds(|| {
        let options = census::Options { cubes: 4, all_colours_on_each: false };
        black_box(census(&options, &unlimited).expect("no limits"));
    });
    println!(
        "census of all puzzles of four cubes, both counts: {time:.2} s, {:.0} × baseline (target \
         60 s)\n",
        time / baseline
    );
}

#[divan::bench(args = [10, 20, 30])]
fn all_four_counts(bencher: divan::Bencher, cubes: usize) {
    let puzzle = made(cubes, PuzzleKind::Balanced, 1);
    bencher.bench(|| count(&puzzle));
}

#[divan::bench]
fn hesselinks_search_of_the_five_cubes(bencher: divan::Bencher) {
    let puzzle = five();
    bencher.bench(|| search(&puzzle));
}

#[divan::bench(args = [50, 100])]
fn first_planted_tower(bencher: divan::Bencher, cubes: usize) {
    let puzzle = made(cubes, PuzzleKind::Solvable, 1);
    bencher.bench(|| first_tower(&puzzle));
}
