//! How fast die tours are: the optimum with proof, the distribution of sums, and strips.
//!
//! Targets on two cores: 5×5 below 10 ms, 6×6 below 0.2 s, both extremes of 8×8 below 20 s and of
//! 9×9 below 2 minutes; the distribution of 6×6 below 0.2 s and of 7×7 below 5 s; the number of
//! tours of 3×100 below 1 s and of 4×40 below 30 s.

use cubegraph::tour::{Extremes, Method, Options, Puzzle, Solution};
use cubegraph::work::Work;
use divan::Bencher;

fn main() {
    divan::main();
}

fn ask(rows: usize, columns: usize, options: &Options) -> Solution {
    let puzzle = Puzzle::builder(rows, columns).build().expect("a board");
    puzzle.solve(options, &Work::default()).expect("an answer")
}

const EXTREMES: Options = Options {
    extremes: Extremes::Both,
    count: false,
    distribution: false,
    list: 0,
    method: Method::Auto,
};
const MAXIMUM: Options = Options { extremes: Extremes::Max, ..EXTREMES };
const COUNT: Options = Options { extremes: Extremes::Neither, count: true, ..EXTREMES };
const DISTRIBUTION: Options =
    Options { extremes: Extremes::Neither, distribution: true, ..EXTREMES };

#[divan::bench(args = [3, 4, 5, 6, 7], max_time = 3)]
fn maximum_of_a_square(bencher: Bencher, side: usize) {
    bencher.bench(|| ask(side, side, &MAXIMUM));
}

#[divan::bench(args = [8, 9], sample_count = 2)]
fn both_extremes_of_a_large_square(bencher: Bencher, side: usize) {
    bencher.bench(|| ask(side, side, &EXTREMES));
}

#[divan::bench(args = [5, 6, 7], max_time = 10)]
fn distribution_of_a_square(bencher: Bencher, side: usize) {
    bencher.bench(|| ask(side, side, &DISTRIBUTION));
}

#[divan::bench(args = [5, 6], max_time = 3)]
fn distribution_by_depth_first_search(bencher: Bencher, side: usize) {
    let options = Options { method: Method::Search, ..DISTRIBUTION };
    bencher.bench(|| ask(side, side, &options));
}

#[divan::bench(args = [(3, 100), (4, 40), (5, 40), (8, 8), (10, 10)], max_time = 3)]
fn number_of_tours(bencher: Bencher, (rows, columns): (usize, usize)) {
    bencher.bench(|| ask(rows, columns, &COUNT));
}

#[divan::bench(args = [(3, 30), (3, 100), (4, 28)], max_time = 3)]
fn both_extremes_of_a_strip(bencher: Bencher, (rows, columns): (usize, usize)) {
    bencher.bench(|| ask(rows, columns, &EXTREMES));
}
