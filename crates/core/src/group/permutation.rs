//! One permutation of any degree.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Mul;
use std::str::FromStr;

use num_bigint::BigUint;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::fault::Fault;
use crate::work::{Error, Result};

/// A permutation of the points 1, 2, 3, …, of which all but finitely many are fixed.
///
/// There is no degree to carry along: `(1 2)` is the same permutation whatever other points there
/// are. Inside, points count from 0; in writing, from 1.
///
/// # Examples
/// ```
/// # use cubegraph_core::group::Permutation;
/// let a: Permutation = "(1 2 3)(4 5)".parse()?;
/// assert_eq!(a.order(), 6u32.into());
/// assert_eq!((&a * &a).to_string(), "(1 3 2)");
/// assert_eq!(&a * &a.inverse(), Permutation::IDENTITY);
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Permutation {
    /// The images of 0, 1, 2, …, up to the last point that moves.
    images: Vec<u32>,
}

impl Permutation {
    /// The permutation that moves nothing.
    pub const IDENTITY: Permutation = Permutation { images: Vec::new() };

    /// The largest point that may be written, so that `(1 4000000000)` does not take 16 GB.
    pub const LARGEST_POINT: u32 = 1_000_000;

    /// The permutation with these images of 0, 1, 2, …, or `None` if that is none.
    pub fn from_images(images: Vec<u32>) -> Option<Permutation> {
        let mut seen = vec![false; images.len()];
        for &image in &images {
            let place = seen.get_mut(image as usize)?;
            if std::mem::replace(place, true) {
                return None;
            }
        }
        Some(Permutation::trimmed(images))
    }

    /// The cycle that takes each of these points (from 0) to the next and the last to the first,
    /// or `None` if a point occurs twice.
    pub fn cycle(points: &[u32]) -> Option<Permutation> {
        let length = points.iter().max().map_or(0, |&p| p + 1);
        let mut images: Vec<u32> = (0..length).collect();
        let mut seen = vec![false; images.len()];
        for (k, &point) in points.iter().enumerate() {
            if std::mem::replace(&mut seen[point as usize], true) {
                return None;
            }
            images[point as usize] = points[(k + 1) % points.len()];
        }
        Some(Permutation::trimmed(images))
    }

    fn trimmed(mut images: Vec<u32>) -> Permutation {
        while let Some(&last) = images.last() {
            if last as usize + 1 != images.len() {
                break;
            }
            images.pop();
        }
        Permutation { images }
    }

    /// How many points are needed to write it: one more than the last point (from 0) that moves.
    pub fn degree(&self) -> usize {
        self.images.len()
    }

    /// Where a point (from 0) goes.
    pub fn image(&self, point: u32) -> u32 {
        self.images.get(point as usize).copied().unwrap_or(point)
    }

    /// Whether nothing moves.
    pub fn is_identity(&self) -> bool {
        self.images.is_empty()
    }

    /// The permutation that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Permutation {
        let mut images = vec![0; self.images.len()];
        for (&image, point) in self.images.iter().zip(0..) {
            images[image as usize] = point;
        }
        Permutation { images }
    }

    /// The commutator `a b a⁻¹ b⁻¹` (Burcsi, Definition 5).
    #[must_use]
    pub fn commutator(&self, other: &Permutation) -> Permutation {
        &(&(self * other) * &self.inverse()) * &other.inverse()
    }

    /// The conjugate `by⁻¹ · self · by`.
    #[must_use]
    pub fn conjugate(&self, by: &Permutation) -> Permutation {
        &(&by.inverse() * self) * by
    }

    /// The same permutation of the points `offset`, `offset + 1`, ….
    #[must_use]
    pub fn shifted(&self, offset: u32) -> Permutation {
        if self.is_identity() {
            return Permutation::IDENTITY;
        }
        Permutation {
            images: (0..offset).chain(self.images.iter().map(|image| image + offset)).collect(),
        }
    }

    /// The cycles of length two and more, each from its least point, points from 0.
    pub fn cycles(&self) -> Vec<Vec<u32>> {
        let mut seen = vec![false; self.images.len()];
        let mut cycles = Vec::new();
        for (start, &image) in (0..).zip(&self.images) {
            if seen[start as usize] || image == start {
                continue;
            }
            let mut cycle = Vec::new();
            let mut point = start;
            while !std::mem::replace(&mut seen[point as usize], true) {
                cycle.push(point);
                point = self.images[point as usize];
            }
            cycles.push(cycle);
        }
        cycles
    }

    /// Whether it is a product of an even number of transpositions.
    pub fn is_even(&self) -> bool {
        self.cycles().iter().filter(|c| c.len() % 2 == 0).count() % 2 == 0
    }

    /// The least k ≥ 1 for which the k-th power is the identity: the least common multiple of the
    /// lengths of the cycles.
    pub fn order(&self) -> BigUint {
        let lengths: BTreeSet<usize> = self.cycles().iter().map(Vec::len).collect();
        lengths.into_iter().fold(BigUint::from(1u32), |order, length| {
            // gcd(order, length) = gcd(length, order mod length)
            let (mut a, mut b) = (BigUint::from(length), &order % length);
            while b > BigUint::ZERO {
                (a, b) = (b.clone(), a % b);
            }
            order * length / a
        })
    }
}

impl Mul for &Permutation {
    type Output = Permutation;

    /// First `self`, then `second`.
    fn mul(self, second: &Permutation) -> Permutation {
        let degree = self.degree().max(second.degree());
        let images = (0..degree)
            .map(|point| {
                second.image(self.image(u32::try_from(point).expect("points fit 32 bits")))
            })
            .collect();
        Permutation::trimmed(images)
    }
}

impl fmt::Display for Permutation {
    /// Writes the cycles, `()` for the identity.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_identity() {
            return write!(f, "()");
        }
        for cycle in self.cycles() {
            for (k, point) in cycle.iter().enumerate() {
                write!(f, "{}{}", if k == 0 { '(' } else { ' ' }, point + 1)?;
            }
            write!(f, ")")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Permutation{self}")
    }
}

impl Serialize for Permutation {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Permutation {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Permutation, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl FromStr for Permutation {
    type Err = Error;

    /// Reads cycles such as `(1 2 3)(4 5)`, points from 1, separated by spaces or commas; cycles
    /// that share points are multiplied from left to right. The empty text and `()` are the
    /// identity.
    fn from_str(text: &str) -> Result<Permutation> {
        Permutation::read(text).map_err(|fault| fault.within("the cycles", text).into())
    }
}

impl Permutation {
    /// Reads cycles; the place of a mistake is in `text`.
    pub fn read(text: &str) -> std::result::Result<Permutation, Fault> {
        let mut product = Permutation::IDENTITY;
        let mut start = text.len() - text.trim_start().len();
        for cycle in text.trim().split_inclusive(')') {
            let place = start..start + cycle.len();
            let cycle =
                parse_cycle(cycle.trim()).map_err(|reason| Fault::new(reason).at(place.clone()))?;
            product = &product * &cycle;
            start = place.end;
        }
        Ok(product)
    }
}

fn parse_cycle(text: &str) -> std::result::Result<Permutation, String> {
    let inside = text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .ok_or_else(|| format!("{text:?} is not a cycle: write (1 2 3), points from 1"))?;
    let points = inside
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .map(parse_point)
        .collect::<std::result::Result<Vec<u32>, String>>()?;
    if points.len() == 1 && points[0] >= 9 {
        return Err(format!(
            "the cycle ({inside}) has one point and moves nothing; if its digits are points, \
             separate them"
        ));
    }
    Permutation::cycle(&points)
        .ok_or_else(|| format!("a point occurs twice in the cycle ({inside})"))
}

fn parse_point(word: &str) -> std::result::Result<u32, String> {
    match word.parse::<u32>() {
        Ok(0) => Err("points count from 1".to_owned()),
        Ok(point) if point <= Permutation::LARGEST_POINT => Ok(point - 1),
        _ if word.bytes().all(|b| b.is_ascii_digit()) => {
            Err(format!("{word} is too large: points go from 1 to {}", Permutation::LARGEST_POINT))
        }
        _ => Err(format!("{word:?} is not a point: a number from 1")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Any permutation of up to eight points.
    fn any_permutation() -> impl Strategy<Value = Permutation> {
        (0..8u32)
            .prop_flat_map(|n| Just((0..n).collect::<Vec<_>>()).prop_shuffle())
            .prop_map(|images| Permutation::from_images(images).unwrap())
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(a in any_permutation()) {
            prop_assert_eq!(a.to_string().parse::<Permutation>().unwrap(), a);
        }

        #[test]
        fn the_group_laws_hold(a in any_permutation(), b in any_permutation(), c in any_permutation()) {
            prop_assert_eq!(&(&a * &b) * &c, &a * &(&b * &c));
            prop_assert_eq!(&a * &a.inverse(), Permutation::IDENTITY);
            prop_assert_eq!((&a * &b).is_even(), a.is_even() == b.is_even());
            prop_assert_eq!(&(&a.commutator(&b) * &b) * &a, &a * &b);
            prop_assert_eq!(a.conjugate(&b).order(), a.order());
        }

        #[test]
        fn the_order_is_the_least_exponent(a in any_permutation()) {
            let mut power = a.clone();
            let mut exponent = 1u32;
            while !power.is_identity() {
                power = &power * &a;
                exponent += 1;
            }
            prop_assert_eq!(a.order(), exponent.into());
        }
    }

    #[test]
    fn products_apply_the_left_factor_first() {
        let a: Permutation = "(1 2)".parse().unwrap();
        let b: Permutation = "(2 3)".parse().unwrap();
        assert_eq!((&a * &b).to_string(), "(1 3 2)");
        assert_eq!("(1 2)(2 3)".parse::<Permutation>().unwrap(), &a * &b);
        assert_eq!("(1,2) (2, 3)".parse::<Permutation>().unwrap(), &a * &b);
    }

    #[test]
    fn the_identity_has_many_spellings() {
        for text in ["", " ", "()", "(1)", "(3)(4)", "(1 2)(2 1)"] {
            assert!(text.parse::<Permutation>().unwrap().is_identity(), "{text:?}");
        }
        assert_eq!(Permutation::IDENTITY.to_string(), "()");
        assert_eq!(Permutation::from_images(vec![0, 1, 2]), Some(Permutation::IDENTITY));
    }

    #[test]
    fn bad_cycles_are_refused_with_a_reason() {
        for (text, reason) in [
            ("(1 2", "not a cycle"),
            ("1 2)", "not a cycle"),
            ("(1 2))", "not a cycle"),
            ("((1 2))", "not a point"),
            ("(0 1)", "from 1"),
            ("(1 1)", "twice"),
            ("(1 -2)", "not a point"),
            ("(1 x)", "not a point"),
            ("(1 2000000)", "too large"),
            ("(1 99999999999999999999)", "too large"),
            ("(1423)", "separate"),
            ("abc", "not a cycle"),
        ] {
            let error = text.parse::<Permutation>().unwrap_err();
            assert!(error.to_string().contains(reason), "{text}: {error}");
        }
        assert_eq!(Permutation::from_images(vec![0, 0]), None);
        assert_eq!(Permutation::from_images(vec![1, 2]), None);
    }

    #[test]
    fn shifting_moves_the_points_and_nothing_else() {
        let a: Permutation = "(1 2 3)".parse().unwrap();
        assert_eq!(a.shifted(4).to_string(), "(5 6 7)");
        assert_eq!(Permutation::IDENTITY.shifted(9), Permutation::IDENTITY);
    }
}
