//! How fast die tours are: the optimum with proof, the distribution of sums, and strips.
//!
//! Targets on two cores: 5×5 below 10 ms, 6×6 below 0.2 s, both extremes of 8×8 below 20 s and of 9×9 below 2 minutes; the
//! distribution of 6×6 below 0.2 s and of 7×7 below 5 s; the number of tours of 3×100 below 1 s and of 4×40 below 30 s.

use cubegraph::tour::answer::{Findings, Method, Question, answer};
use cubegraph::tour::{Puzzle, Settings};
use cubegraph::work::Work;
use divan::Bencher;

fn main() {
    divan::main();
}

fn ask(rows: usize, columns: usize, question: Question) -> Findings {
    let puzzle = Puzzle::new(Settings::board(rows, columns)).expect("a board");
    answer(&puzzle, question, &Work::default()).expect("an answer")
}

const MAXIMUM: Question = Question {
    maximum: true,
    minimum: false,
    count: false,
    distribution: false,
    method: None,
};
const EXTREMES: Question = Question {
    minimum: true,
    ..MAXIMUM
};
const COUNT: Question = Question {
    maximum: false,
    count: true,
    ..MAXIMUM
};
const DISTRIBUTION: Question = Question {
    maximum: false,
    distribution: true,
    ..MAXIMUM
};

#[divan::bench(args = [3, 4, 5, 6, 7], max_time = 3)]
fn maximum_of_a_square(bencher: Bencher, side: usize) {
    bencher.bench(|| ask(side, side, MAXIMUM));
}

#[divan::bench(args = [8, 9], sample_count = 2)]
fn both_extremes_of_a_large_square(bencher: Bencher, side: usize) {
    bencher.bench(|| ask(side, side, EXTREMES));
}

#[divan::bench(args = [5, 6, 7], max_time = 10)]
fn distribution_of_a_square(bencher: Bencher, side: usize) {
    bencher.bench(|| ask(side, side, DISTRIBUTION));
}

#[divan::bench(args = [5, 6], max_time = 3)]
fn distribution_by_depth_first_search(bencher: Bencher, side: usize) {
    let question = Question {
        method: Some(Method::Search),
        ..DISTRIBUTION
    };
    bencher.bench(|| ask(side, side, question));
}

#[divan::bench(args = [(3, 100), (4, 40), (5, 40), (8, 8), (10, 10)], max_time = 3)]
fn number_of_tours(bencher: Bencher, (rows, columns): (usize, usize)) {
    bencher.bench(|| ask(rows, columns, COUNT));
}

#[divan::bench(args = [(3, 30), (3, 100), (4, 28)], max_time = 3)]
fn both_extremes_of_a_strip(bencher: Bencher, (rows, columns): (usize, usize)) {
    bencher.bench(|| ask(rows, columns, EXTREMES));
}
