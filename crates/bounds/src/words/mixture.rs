//! Words with rational weights: the exact arithmetic of upper bounds.
//!
//! For weights λ that sum to 1, `D ≤ Σ λ|w| + m·max Σ λ c_w(g)`, the maximum over the states g of
//! a class. Symmetric images of a word may share its weight, which replaces `c_w` by its average
//! over each orbit of states. Floating point suggests the weights; here they become integers
//! over one denominator, and everything is computed exactly.
//!
//! # Parity
//! If every move is an odd permutation (the cube in quarter turns), a word with k letters in the
//! first column solves row i with a number of row moves of the parity of cell (i, 1) plus k. So the
//! lengths of all solutions with the same |w| + m·k modulo 2 (the *type* of w) have one parity.
//! A configuration at distance d therefore needs at least d + 1 moves by the words of the type
//! that d does not have, and for each type d ≤ Σ λ(|w| − [w is of the other type]) + m·max.
//! Words of both types occur in a class exactly if m + n is odd. An exchange of two columns of
//! different parity exchanges the types; a word that shares its weight with such images is
//! lowered by the share of the images that are of the other type.

use num_bigint::BigInt;
use num_rational::Ratio;

use super::game::Strategies;
use super::generation::ClassGame;
use super::symmetry::Symmetries;

/// A fraction of integers of any size.
pub type Fraction = Ratio<BigInt>;

/// The least denominator is looked for up to this one; then weights are rounded to millionths.
const LARGEST_DENOMINATOR: u64 = 5040;
const MILLION: u64 = 1_000_000;

/// An upper bound for every number of rows: offset + slope·m.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The mean length of the words.
    pub offset: Fraction,
    /// The largest mean cost of a row.
    pub slope: Fraction,
}

impl Line {
    /// ⌊offset + slope·rows⌋.
    pub fn at(&self, rows: u64) -> BigInt {
        let sum = &self.offset + &self.slope * BigInt::from(rows);
        sum.floor().to_integer()
    }
}

/// Words of a class game with weights over one denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mixture {
    /// Numbers of words in their game, with the numerators of their weights.
    pub weights: Vec<(usize, u64)>,
    /// The denominator.
    pub denominator: u64,
}

impl Mixture {
    /// The weights that a solution in floating point suggests: exactly those of a small
    /// denominator if there is one that fits, else rounded to millionths.
    pub fn suggested(strategies: &Strategies) -> Mixture {
        let columns = &strategies.columns;
        let fits = |&denominator: &u64| {
            let numerator = |weight: f64| weight * denominator as f64;
            columns.iter().all(|&(_, weight)| {
                let numerator = numerator(weight);
                (numerator - numerator.round()).abs() < 1e-7 * denominator as f64
            })
        };
        let exact = (1..=LARGEST_DENOMINATOR)
            .filter(fits)
            .map(|denominator| Mixture::rounded(columns, denominator))
            .find(Mixture::is_whole);
        exact.unwrap_or_else(|| Mixture::rounded(columns, MILLION).made_whole())
    }

    fn rounded(columns: &[(usize, f64)], denominator: u64) -> Mixture {
        let numerator = |weight: f64| whole(weight * denominator as f64);
        let weights = columns.iter().map(|&(word, x)| (word, numerator(x)));
        Mixture { weights: weights.filter(|&(_, weight)| weight > 0).collect(), denominator }
    }

    fn total(&self) -> u64 {
        self.weights.iter().map(|(_, weight)| weight).sum()
    }

    fn is_whole(&self) -> bool {
        self.total() == self.denominator
    }

    /// Corrects the largest weight so that the sum is 1.
    fn made_whole(mut self) -> Mixture {
        let (total, denominator) = (self.total(), self.denominator);
        if let Some((_, largest)) = self.weights.iter_mut().max_by_key(|(_, weight)| *weight) {
            *largest = (*largest + denominator).saturating_sub(total);
        }
        self
    }

    /// The bound of the words and their images, computed exactly; `penalty` is what a word's
    /// length is lowered by (see *Parity*).
    pub fn line(
        &self,
        game: &ClassGame,
        symmetries: &Symmetries,
        penalty: impl Fn(usize) -> Fraction,
    ) -> Option<Line> {
        if !self.is_whole() {
            return None;
        }
        let mut offset = Fraction::default();
        let mut sums = vec![BigInt::ZERO; game.sizes().len()];
        for &(word, weight) in &self.weights {
            let word_sums = game.sums(symmetries, &game.words[word])?;
            let length = Fraction::from_integer(game.words[word].length().into());
            offset += (length - penalty(word)) * BigInt::from(weight);
            for (sum, cost) in sums.iter_mut().zip(word_sums) {
                *sum += BigInt::from(cost) * weight;
            }
        }
        let denominator = BigInt::from(self.denominator);
        let slopes = sums.into_iter().zip(game.sizes());
        let slope = slopes.map(|(sum, &size)| Ratio::new(sum, &denominator * size));
        Some(Line { slope: slope.max()?, offset: offset / denominator })
    }
}

/// The nearest whole number; a suggestion below 0 or beyond any weight is none.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped to what fits
fn whole(number: f64) -> u64 {
    number.round().clamp(0.0, 1e15) as u64
}

/// Rational weights near a strategy of the row player, with their least common denominator.
pub fn rational_rows(strategies: &Strategies) -> Option<(Vec<u64>, u64)> {
    let rows = &strategies.rows;
    (1..=LARGEST_DENOMINATOR).find_map(|denominator| {
        let scaled = rows.iter().map(|&y| y * denominator as f64);
        let near = scaled.clone().all(|y| (y - y.round()).abs() < 1e-6);
        let weights: Vec<u64> = scaled.map(whole).collect();
        (near && weights.iter().sum::<u64>() == denominator).then_some((weights, denominator))
    })
}
