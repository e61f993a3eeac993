//! Exact integers of any size as JSON numbers.
//!
//! `serde_json` writes integers beyond 64 bits exactly only as raw text; switching on its
//! `arbitrary_precision` would change how every program that depends on this library reads numbers.

use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// An integer that is written exactly, whatever its size.
pub trait Integer: std::fmt::Display {
    /// The value, if it fits.
    fn small(&self) -> Option<i64>;
}

impl Integer for BigUint {
    fn small(&self) -> Option<i64> {
        self.to_i64()
    }
}

impl Integer for BigInt {
    fn small(&self) -> Option<i64> {
        self.to_i64()
    }
}

impl<T: Integer> Integer for &T {
    fn small(&self) -> Option<i64> {
        (*self).small()
    }
}

struct Exact<'a, T>(&'a T);

impl<T: Integer> Serialize for Exact<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.small() {
            Some(small) => serializer.serialize_i64(small),
            None => RawValue::from_string(self.0.to_string())
                .map_err(S::Error::custom)?
                .serialize(serializer),
        }
    }
}

/// For `#[serde(serialize_with = "cubegraph_core::json::integer")]`.
pub fn integer<T: Integer, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    Exact(value).serialize(serializer)
}

/// For an optional integer; combine it with `skip_serializing_if = "Option::is_none"`.
pub fn optional_integer<T: Integer, S: Serializer>(
    value: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => Exact(value).serialize(serializer),
        None => serializer.serialize_none(),
    }
}

/// For a list of integers.
pub fn integers<T: Integer, S: Serializer>(values: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    let mut list = serializer.serialize_seq(Some(values.len()))?;
    for value in values {
        list.serialize_element(&Exact(value))?;
    }
    list.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Table {
        #[serde(serialize_with = "integer")]
        order: BigUint,
        #[serde(serialize_with = "integers")]
        counts: Vec<BigInt>,
    }

    #[test]
    fn integers_beyond_sixty_four_bits_keep_all_their_digits() {
        let table = Table {
            order: BigUint::from(10u32).pow(30) + 7u32,
            counts: vec![BigInt::from(-3), -BigInt::from(10).pow(20)],
        };
        assert_eq!(
            serde_json::to_string(&table).unwrap(),
            r#"{"order":1000000000000000000000000000007,"counts":[-3,-100000000000000000000]}"#
        );
    }
}
