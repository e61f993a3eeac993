//! Lower bounds from counting: Burcsi's (1), for every group and sharper.
//!
//! Moves of different rows commute, and so do moves of different columns. So a shortest sequence
//! is an alternation of *phases*, row moves only and column moves only, and a phase that brings
//! row i by xᵢ has at least as many moves as the xᵢ have letters. With f(x) = Σ x^|g| over g in
//! ⟨R⟩, |g| its length in R, the phases of rows are counted by P = f^m − 1, those of columns by a
//! Q made of C in the same way, and all alternations by
//!
//! > (1 + P)(1 + Q) / (1 − P·Q).
//!
//! Its coefficient of x^d is at least the number of configurations at distance d. The least D for
//! which the coefficients up to D add up to |H| is a lower bound on the diameter. It is never
//! worse than the document's, which counts all words over m|R| + n|C| letters.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Zero};

use cubegraph_core::group::Element;
use cubegraph_core::work::{Result, Work};
use cubegraph_picture::internal::Tabled;
use cubegraph_picture::{Axis, Rules, Size};

/// Above this number of cells the power series is too long; words are counted instead.
pub const MOST_CELLS_FOR_SERIES: usize = 2500;

/// The least D with 1 + k + … + k^D ≥ |H| for k moves.
pub fn by_words(rules: &Rules, size: Size, order: &BigUint) -> BigUint {
    let moves = |axis| rules.move_count(axis) * size.lines(axis);
    let moves = moves(Axis::Row) + moves(Axis::Column);
    if moves <= BigUint::one() {
        return if moves.is_zero() { BigUint::zero() } else { order - 1u32 };
    }
    // 1 + … + k^D < 2·k^D, so D > (log₂|H| − 1) / log₂k; bits will do, since |H| may have a
    // million digits.
    ((order.bits() - 1) / moves.bits()).saturating_sub(2).into()
}

/// The least D for which the coefficients of the alternations up to D reach |H|.
pub fn by_phases(tabled: &Tabled, size: Size, order: &BigUint, work: &Work) -> Result<BigUint> {
    if order.is_one() {
        return Ok(BigUint::zero());
    }
    let mut terms = 32;
    loop {
        work.check("bounds on the diameter")?;
        let p = phase(&growth(tabled, &tabled.rows), size.rows(), terms);
        let q = phase(&growth(tabled, &tabled.columns), size.columns(), terms);
        let numerator = product(&plus_one(&p), &plus_one(&q), terms);
        let both = product(&p, &q, terms);
        // w = numerator / (1 − both): w_d = numerator_d + Σ both_k · w_(d−k)
        let mut series: Vec<BigInt> = Vec::with_capacity(terms);
        let mut sum = BigInt::zero();
        for d in 0..terms {
            let mut term = numerator[d].clone();
            for k in 1..=d {
                if !both[k].is_zero() {
                    term += &both[k] * &series[d - k];
                }
            }
            sum += &term;
            series.push(term);
            if sum.magnitude() >= order && sum.sign() == Sign::Plus {
                return Ok(d.into());
            }
        }
        terms *= 2;
    }
}

/// How many elements of ⟨moves⟩ have each length.
fn growth(tabled: &Tabled, moves: &[Element]) -> Vec<BigInt> {
    let group = &tabled.group;
    let mut seen = vec![false; group.order()];
    seen[0] = true;
    let mut frontier = vec![Element::IDENTITY];
    let mut counts = Vec::new();
    while !frontier.is_empty() {
        counts.push(BigInt::from(frontier.len()));
        let mut next = Vec::new();
        for &element in &frontier {
            for &step in moves {
                let after = group.multiply(element, step);
                if !std::mem::replace(&mut seen[after.index()], true) {
                    next.push(after);
                }
            }
        }
        frontier = next;
    }
    counts
}

/// f^lines − 1, up to `terms` terms.
fn phase(f: &[BigInt], lines: usize, terms: usize) -> Vec<BigInt> {
    let mut power = vec![BigInt::zero(); terms];
    power[0] = BigInt::one();
    for _ in 0..lines {
        power = product(&power, f, terms);
    }
    power[0] -= 1;
    power
}

fn plus_one(series: &[BigInt]) -> Vec<BigInt> {
    let mut result = series.to_vec();
    result[0] += 1;
    result
}

fn product(a: &[BigInt], b: &[BigInt], terms: usize) -> Vec<BigInt> {
    let mut result = vec![BigInt::zero(); terms];
    for (i, x) in a.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
        for (j, y) in b.iter().enumerate().take(terms.saturating_sub(i)) {
            result[i + j] += x * y;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubegraph_picture::{Metric, Puzzle};

    #[test]
    fn counting_alternations_is_no_worse_than_counting_words() {
        for text in ["2x2", "3x3", "5x4", "10x10"] {
            let puzzle = Puzzle::of_cubes(text.parse().unwrap(), Metric::Quarter).unwrap();
            let order = puzzle.size().order();
            let tabled = puzzle.rules().tabled().unwrap();
            let series = by_phases(&tabled, puzzle.size(), &order, &Work::default()).unwrap();
            assert!(series >= by_words(puzzle.rules(), puzzle.size(), &order), "{text}");
        }
    }
}
