//! How many ways have which sum, in numbers that grow with the need.

use num_bigint::BigUint;
use num_traits::One;

/// A number of ways that can be added to another.
pub(crate) trait Number: Clone + Send + Sync + One + Into<BigUint> {
    fn add(&mut self, other: &Self);
    fn is_exact(&self) -> bool;
}

macro_rules! saturating {
    ($($number:ty),*) => {$(
        impl Number for $number {
            fn add(&mut self, other: &$number) {
                *self = self.saturating_add(*other);
            }

            fn is_exact(&self) -> bool {
                *self < <$number>::MAX
            }
        }
    )*};
}

saturating!(u64, u128);

impl Number for BigUint {
    fn add(&mut self, other: &BigUint) {
        *self += other;
    }

    fn is_exact(&self) -> bool {
        true
    }
}

/// How many with which sum: terms in ascending order of the sum, which is counted from `base`.
#[derive(Clone)]
pub(crate) struct Spread<N> {
    base: i64,
    terms: Vec<(i64, N)>,
}

impl<N: Number> Spread<N> {
    /// One way with this sum.
    pub fn single(sum: i64) -> Spread<N> {
        Spread { base: sum, terms: vec![(0, N::one())] }
    }

    /// The same ways, each with this much more.
    pub fn shifted(&self, value: i64) -> Spread<N> {
        Spread { base: self.base + value, terms: self.terms.clone() }
    }

    /// How many different sums there are.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Takes in the ways of another summary.
    pub fn add(&mut self, other: Spread<N>) {
        let shift = other.base - self.base;
        let mut merged = Vec::with_capacity(self.terms.len() + other.terms.len());
        let mut ours = std::mem::take(&mut self.terms).into_iter().peekable();
        let mut theirs = other.terms.into_iter().map(|(s, n)| (s + shift, n)).peekable();
        while let (Some(a), Some(b)) = (ours.peek(), theirs.peek()) {
            match a.0.cmp(&b.0) {
                std::cmp::Ordering::Less => merged.extend(ours.next()),
                std::cmp::Ordering::Greater => merged.extend(theirs.next()),
                std::cmp::Ordering::Equal => {
                    if let (Some((sum, mut a)), Some((_, b))) = (ours.next(), theirs.next()) {
                        a.add(&b);
                        merged.push((sum, a));
                    }
                }
            }
        }
        merged.extend(ours);
        merged.extend(theirs);
        self.terms = merged;
    }

    /// Whether no number has run over.
    pub fn is_exact(&self) -> bool {
        self.terms.iter().all(|(_, number)| number.is_exact())
    }

    pub fn into_terms(self) -> Vec<(i64, BigUint)> {
        self.terms.into_iter().map(|(sum, number)| (sum + self.base, number.into())).collect()
    }
}
