//! Bounds on the diameter, from counting below and from the local method above: Burcsi's (1), for every group and sharper.
//!
//! # From counting
//! Moves of different rows commute, and so do moves of different columns. So a shortest sequence is an alternation of *phases*,
//! row moves only and column moves only, and a phase that brings row i by xáµ¢ has at least as many moves as the xáµ¢ have
//! letters. With f(x) = Σ x^|g| over g in ⟨R⟩, |g| its length in R, the phases of rows are counted by P = f^m − 1, those of columns by
//! a Q made of C in the same way, and all alternations by
//!
//! > (1 + P)(1 + Q) / (1 − P·Q).
//!
//! Its coefficient of x^d is at least the number of configurations at distance d. The least D for which the coefficients up to D
//! add up to |H| is a lower bound on the diameter. It is never worse than the document's, which counts all words
//! over m|R| + n|C| letters.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Zero};

use super::local::LocalMethod;
use super::order::{Structure, Theorem};
use super::{Puzzle, Rules, Size, Tabled};
use crate::group::Element;
use crate::work::{Result, Work};

/// What is known about the diameter without a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// No configuration's distance exceeds the diameter, and one has at least this.
    pub at_least: BigUint,
    /// Where the lower bound is from.
    pub why_at_least: &'static str,
    /// The diameter is at most this, where a bound is known.
    pub at_most: Option<BigUint>,
    /// Where the upper bound is from, or why there is none.
    pub why_at_most: &'static str,
    /// The upper bound that the document gives for this case, where it gives one.
    pub published: Option<BigUint>,
}

/// Above so many cells the power series is too long; words are counted instead.
const MOST_CELLS_FOR_SERIES: usize = 2500;

impl Bounds {
    /// Bounds for a puzzle; its configuration does not matter.
    pub fn new(puzzle: &Puzzle, structure: &Structure, work: &Work) -> Result<Bounds> {
        let (size, rules) = (puzzle.size(), puzzle.rules());
        let order = structure.order(size);
        let published = match structure.theorem() {
            Theorem::Eight => Some(8 * size.cells() + size.rows() + size.columns() - 1),
            Theorem::Four => Some(size.rows() + size.columns() - 1),
            _ => None,
        };
        let mut bounds = Bounds {
            at_least: by_words(rules, size, &order),
            why_at_least: "counting words",
            at_most: None,
            why_at_most: "the group is too large for a table",
            published: published.map(BigUint::from),
        };
        let Ok(tabled) = rules.tabled() else {
            return Ok(bounds);
        };
        if size.cells() <= MOST_CELLS_FOR_SERIES {
            let series = by_phases(&tabled, size, &order, work)?;
            if series >= bounds.at_least {
                bounds.at_least = series;
                bounds.why_at_least = "counting alternations of row and column moves";
            }
        }
        let local = LocalMethod::new(tabled);
        bounds.at_most = Some(local.bound(size).into());
        bounds.why_at_most = "the local method";
        if structure.theorem() == Theorem::Four {
            // The bound of the local method is attained; see the theorem.
            bounds.at_least = local.bound(size).into();
            bounds.why_at_least = "Theorem 4, sharpened";
            bounds.why_at_most = "Theorem 4, sharpened";
        }
        Ok(bounds)
    }
}

/// The least D with 1 + k + … + k^D ≥ |H| for k moves.
fn by_words(rules: &Rules, size: Size, order: &BigUint) -> BigUint {
    let moves = rules.move_count(true) * size.rows() + rules.move_count(false) * size.columns();
    if moves <= BigUint::one() {
        return if moves.is_zero() {
            BigUint::zero()
        } else {
            order - 1u32
        };
    }
    // 1 + … + k^D < 2·k^D, so D > (log₂|H| − 1) / log₂k; bits will do, since |H| may have a million digits.
    ((order.bits() - 1) / moves.bits()).saturating_sub(2).into()
}

/// The least D for which the coefficients of the alternations up to D reach |H|.
fn by_phases(tabled: &Tabled, size: Size, order: &BigUint, work: &Work) -> Result<BigUint> {
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
    use crate::group::{NamedGroup, StabiliserChain};
    use crate::picture::{Metric, MoveSet};

    fn bounds(puzzle: &Puzzle) -> Bounds {
        let work = Work::default();
        let structure = Structure::new(puzzle.rules(), &work).unwrap();
        Bounds::new(puzzle, &structure, &work).unwrap()
    }

    #[test]
    fn the_diameters_of_table_1_lie_between_the_bounds() {
        for (size, diameter) in [
            ("1x1", 4u32),
            ("2x1", 7),
            ("3x1", 10),
            ("2x2", 12),
            ("3x2", 14),
            ("6x1", 17),
        ] {
            let found = bounds(&Puzzle::of_cubes(size.parse().unwrap(), Metric::Quarter).unwrap());
            assert!(found.at_least <= diameter.into(), "{size}: {found:?}");
            assert!(found.at_most.unwrap() >= diameter.into(), "{size}");
        }
    }

    #[test]
    fn counting_alternations_is_no_worse_than_counting_words() {
        for text in ["2x2", "3x3", "5x4", "10x10"] {
            let puzzle = Puzzle::of_cubes(text.parse().unwrap(), Metric::Quarter).unwrap();
            let order = puzzle.size().order();
            let tabled = puzzle.rules().tabled().unwrap();
            let series = by_phases(&tabled, puzzle.size(), &order, &Work::default()).unwrap();
            assert!(
                series >= by_words(puzzle.rules(), puzzle.size(), &order),
                "{text}"
            );
        }
    }

    #[test]
    fn coins_two_by_two_need_two_moves() {
        let chain = StabiliserChain::build(
            NamedGroup::parse("C2").unwrap().generators(),
            &Work::default(),
        )
        .unwrap();
        let rules = Rules::new("C2", chain, MoveSet::All, MoveSet::All).unwrap();
        let found = bounds(&Puzzle::new("2x2".parse().unwrap(), rules));
        assert_eq!(
            (found.at_least, found.at_most),
            (2u32.into(), Some(2u32.into()))
        );
        assert_eq!(found.published, Some(3u32.into()));
    }
}
