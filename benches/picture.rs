//! Speed of the picture searches: `cargo bench --bench picture`.
//!
//! The aims, on two otherwise idle cores: 3×2 and 6×1 under 0.02 s, 4×2 under 0.25 s, 3×3 under 1.5
//! s, 10×1 under 2 s, 5×2 under 6 s; a shortest solution of 3×3 under 10 ms once its table is made.
//!
//! A ball of half a million configurations is written as data in seconds: `/usr/bin/time -v
//! cubegraph picture graph 3x2 --radius 7 --to csv` took 3.1 s of processor time on a busy machine
//! (json 3.4 s, graphml 7.2 s, dot 9.3 s) and 30 MB at most, which is the ball: none of the text is
//! held. Only `tex`, which must know where vertices are and how many edges join them, took 182 MB.
//!
//! 6×2 and 4×3 take minutes and gigabytes, so they are run only when asked for, once each:
//! `cargo bench --bench picture -- --ignored large`. What a search says it takes is printed before
//! its time; what the process really took at most is
//! `/usr/bin/time -v cubegraph picture distances 4x3`'s "Maximum resident set size".

use std::sync::Mutex;

use chacha20::ChaCha8Rng;
use cubegraph::graph;
use cubegraph::picture::{
    Configuration, CosetSearch, Method, Metric, Move, Optimal, Options, Puzzle,
};
use cubegraph::work::{Progress, Work};
use rand::{RngExt, SeedableRng};

fn main() {
    divan::main();
}

#[divan::bench(args = ["3x2", "6x1", "4x2", "3x3", "10x1", "5x2"], sample_count = 3, sample_size = 1)]
fn cosets_in_quarter_turns(size: &str) -> usize {
    run(size, Metric::Quarter)
}

#[divan::bench(args = ["3x2", "6x1", "4x2", "3x3", "10x1", "5x2"], sample_count = 3, sample_size = 1)]
fn cosets_in_half_turns(size: &str) -> usize {
    run(size, Metric::Half)
}

#[divan::bench(args = ["6x2", "4x3"], sample_count = 1, sample_size = 1, ignore)]
fn large_cosets_in_quarter_turns(size: &str) -> usize {
    run(size, Metric::Quarter)
}

#[divan::bench(args = ["6x2", "4x3"], sample_count = 1, sample_size = 1, ignore)]
fn large_cosets_in_half_turns(size: &str) -> usize {
    run(size, Metric::Half)
}

fn run(size: &str, metric: Metric) -> usize {
    let size = size.parse().expect("a size");
    // A search announces its memory from 64 MiB on.
    let work = Work::default().on_progress(|progress| {
        if let Progress::Note(text) = progress
            && text.ends_with("of memory")
        {
            eprintln!("{text}");
        }
    });
    let search = CosetSearch::run(size, metric, None, &work).expect("it fits");
    search.distances().diameter()
}

#[divan::bench(args = ["2x2", "5x1", "3x2"], sample_count = 3, sample_size = 1)]
fn plain_in_quarter_turns(size: &str) -> usize {
    let puzzle: Puzzle = size.parse().expect("a size");
    let options = Options { method: Method::Plain, ..Options::default() };
    let distances = puzzle.distances(&options, &Work::default());
    distances.expect("it fits").diameter()
}

/// The 499,584 configurations within seven moves of the solved 3×2, and 1,751,872 moves.
#[divan::bench(args = ["csv", "json", "graphml", "dot", "tex"], sample_count = 3, sample_size = 1)]
fn ball_as_data(bencher: divan::Bencher, ending: &str) {
    let puzzle: Puzzle = "3x2".parse().expect("a size");
    let ball = puzzle.ball(Some(7), &Work::default()).expect("it fits");
    let form = graph::Form::from_ending(ending).expect("an ending");
    bencher.bench(|| graph::write(&ball, form, std::io::sink(), &Work::default()));
}

#[divan::bench(sample_count = 100)]
fn shortest_solution_of_3x3(bencher: divan::Bencher) {
    let size = "3x3".parse().expect("a size");
    let work = Work::default();
    let optimal = Optimal::new(size, Metric::Quarter, None, &work).expect("it fits");
    let moves: Vec<Move> = Move::all(size, Metric::Quarter).collect();
    let random = Mutex::new(ChaCha8Rng::seed_from_u64(1));
    bencher
        .with_inputs(|| {
            let mut random = random.lock().expect("no other thread");
            let mut configuration = Configuration::solved(size);
            for _ in 0..100 {
                configuration.turn(moves[random.random_range(0..moves.len())]);
            }
            configuration
        })
        .bench_refs(|configuration| optimal.solve(configuration, &work));
}
