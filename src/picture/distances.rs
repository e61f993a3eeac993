//! How many configurations there are at every distance from the solution.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use super::Configuration;

/// The number of configurations at every distance from the solution, from 0 to the diameter.
///
/// # Examples
/// ```
/// # use cubegraph::picture::Distances;
/// // One cube alone: Burcsi's Table 1, first row.
/// let distances = Distances::new([1u32, 4, 10, 8, 1].map(Into::into).to_vec());
/// assert_eq!(distances.order(), 24u32.into());
/// assert_eq!((distances.diameter(), distances.median()), (4, 2));
/// assert_eq!(format!("{:.2}", distances.average()), "2.17");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    counts: Vec<BigUint>,
}

impl Distances {
    /// The counts from distance 0 on; zeros at the end are dropped.
    pub fn new(mut counts: Vec<BigUint>) -> Distances {
        while counts.last().is_some_and(Zero::is_zero) {
            counts.pop();
        }
        Distances { counts }
    }

    /// How many configurations are at distance 0, 1, 2, …
    pub fn counts(&self) -> &[BigUint] {
        &self.counts
    }

    /// How many configurations there are in all.
    pub fn order(&self) -> BigUint {
        self.counts.iter().sum()
    }

    /// The largest distance from the solution, which is the diameter of the Cayley graph.
    pub fn diameter(&self) -> usize {
        self.counts.len().saturating_sub(1)
    }

    /// The average distance from the solution.
    pub fn average(&self) -> f64 {
        let sum: BigUint = (self.counts.iter().enumerate())
            .map(|(distance, count)| count * distance)
            .sum();
        // Scaled, with more bits than floating point has, before it becomes that: both numbers may be beyond its range.
        let scaled = (sum << 64u32) / self.order().max(1u32.into());
        scaled.to_f64().unwrap_or(f64::INFINITY) / 2f64.powi(64)
    }

    /// The least distance within which at least half of all configurations lie.
    pub fn median(&self) -> usize {
        let order = self.order();
        let mut within = BigUint::ZERO;
        self.counts
            .iter()
            .position(|count| {
                within += count;
                &within * 2u32 >= order
            })
            .unwrap_or(0)
    }

    /// How many configurations are at the largest distance.
    pub fn antipodes(&self) -> BigUint {
        self.counts.last().cloned().unwrap_or_default()
    }
}

/// The configurations farthest from the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Antipodes {
    /// How many there are.
    pub count: BigUint,
    /// One of each class under the symmetries that keep the set of moves, the smallest classes first.
    pub classes: Vec<AntipodeClass>,
    /// Whether all classes are listed; very long lists are not.
    pub complete: bool,
}

/// A class of antipodes under the symmetries that keep the set of moves: rows and columns permuted, each of them flipped
/// (conjugated by the half turn of the other kind), and for squares transposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AntipodeClass {
    /// How many configurations it has.
    pub size: BigUint,
    /// One of them.
    pub representative: Configuration,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_least_distance_that_covers_half() {
        let median =
            |counts: &[u32]| Distances::new(counts.iter().map(|&c| c.into()).collect()).median();
        assert_eq!(median(&[1, 1]), 0);
        assert_eq!(median(&[1, 2]), 1);
        assert_eq!(median(&[1, 1, 2, 0]), 1);
        assert_eq!(median(&[1, 1, 3]), 2);
    }

    #[test]
    fn an_average_beyond_floating_point_is_still_right() {
        let huge = BigUint::from(10u32).pow(400);
        let distances = Distances::new(vec![1u32.into(), huge.clone(), huge]);
        assert!((distances.average() - 1.5).abs() < 1e-12);
    }
}
