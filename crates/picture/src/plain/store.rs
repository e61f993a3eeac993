//! Tables of distances that many threads fill at once.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// A table of distances, none of them known at first.
pub trait Store: Sync {
    /// How many entries there are.
    fn len(&self) -> usize;
    /// Collects the entries of a range that may have this distance, as offsets into the range.
    /// Entries of a distance that is less by a multiple of three may be among them: nothing new is
    /// found from those.
    fn collect(&self, range: Range<u64>, distance: usize, found: &mut Vec<u32>);
    /// Collects the entries of a range without a distance, as offsets into the range.
    fn collect_unseen(&self, range: Range<u64>, found: &mut Vec<u32>);
    /// Whether an entry has this distance (up to a multiple of three).
    fn has(&self, index: u64, distance: usize) -> bool;
    /// Gives an entry its distance, if it has none; returns whether it had none.
    fn settle(&self, index: u64, distance: usize) -> bool;
}

/// Distances modulo 3, two bits each; 3 is "not seen yet".
pub struct TwoBits {
    words: Vec<AtomicU64>,
    len: usize,
}

const LOW_BITS: u64 = 0x5555_5555_5555_5555;

impl TwoBits {
    /// A table without distances.
    pub fn new(len: usize) -> TwoBits {
        TwoBits { words: (0..len.div_ceil(32)).map(|_| AtomicU64::new(u64::MAX)).collect(), len }
    }

    /// The distance modulo 3, or 3.
    pub fn value(&self, index: u64) -> u64 {
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        (self.words[index / 32].load(Ordering::Relaxed) >> (index % 32 * 2)) & 3
    }

    /// Calls `found` with the index of every entry of the range that has this value.
    #[inline]
    fn visit(&self, range: Range<u64>, value: u64, mut found: impl FnMut(u64)) {
        let pattern = LOW_BITS * value;
        let (first, last) = (range.start / 32, range.end.div_ceil(32));
        for (number, word) in (first..last).zip(&self.words[to_index(first)..to_index(last)]) {
            let differs = word.load(Ordering::Relaxed) ^ pattern;
            let mut equal = !(differs | differs >> 1) & LOW_BITS;
            let start = number * 32;
            if start < range.start {
                equal &= u64::MAX << ((range.start - start) * 2);
            }
            if start + 32 > range.end {
                equal &= (1 << ((range.end - start) * 2)) - 1;
            }
            while equal != 0 {
                found(start + u64::from(equal.trailing_zeros() / 2));
                equal &= equal - 1;
            }
        }
    }
}

fn to_index(index: u64) -> usize {
    usize::try_from(index).unwrap_or(usize::MAX)
}

fn to_offset(index: u64, start: u64) -> u32 {
    u32::try_from(index - start).unwrap_or(u32::MAX)
}

impl Store for TwoBits {
    fn len(&self) -> usize {
        self.len
    }

    fn collect(&self, range: Range<u64>, distance: usize, found: &mut Vec<u32>) {
        let start = range.start;
        self.visit(range, distance as u64 % 3, |index| {
            found.push(to_offset(index, start));
        });
    }

    fn collect_unseen(&self, range: Range<u64>, found: &mut Vec<u32>) {
        let start = range.start;
        self.visit(range, 3, |index| found.push(to_offset(index, start)));
    }

    #[inline]
    fn has(&self, index: u64, distance: usize) -> bool {
        self.value(index) == distance as u64 % 3
    }

    #[inline]
    fn settle(&self, index: u64, distance: usize) -> bool {
        let (word, shift) = (&self.words[to_index(index / 32)], index % 32 * 2);
        // Most entries met are settled already; a look is cheaper than an exchange.
        if (word.load(Ordering::Relaxed) >> shift) & 3 != 3 {
            return false;
        }
        let clear = 3 ^ (distance as u64 % 3);
        (word.fetch_and(!(clear << shift), Ordering::Relaxed) >> shift) & 3 == 3
    }
}

/// Whole distances, one byte each; 255 is "not seen yet", and all distances from 254 on count as
/// 254.
pub struct Bytes {
    bytes: Vec<AtomicU8>,
}

const UNSEEN: u8 = u8::MAX;

fn to_byte(distance: usize) -> u8 {
    u8::try_from(distance).unwrap_or(UNSEEN).min(UNSEEN - 1)
}

impl Bytes {
    /// A table without distances.
    pub fn new(len: usize) -> Bytes {
        Bytes { bytes: (0..len).map(|_| AtomicU8::new(UNSEEN)).collect() }
    }

    /// The distance.
    pub fn value(&self, index: u64) -> usize {
        usize::from(self.bytes[to_index(index)].load(Ordering::Relaxed))
    }

    fn visit(&self, range: Range<u64>, value: u8, found: &mut Vec<u32>) {
        let bytes = &self.bytes[to_index(range.start)..to_index(range.end)];
        found.extend(
            (0..)
                .zip(bytes)
                .filter(|(_, b)| b.load(Ordering::Relaxed) == value)
                .map(|(offset, _)| offset),
        );
    }
}

impl Store for Bytes {
    fn len(&self) -> usize {
        self.bytes.len()
    }

    fn collect(&self, range: Range<u64>, distance: usize, found: &mut Vec<u32>) {
        self.visit(range, to_byte(distance), found);
    }

    fn collect_unseen(&self, range: Range<u64>, found: &mut Vec<u32>) {
        self.visit(range, UNSEEN, found);
    }

    fn has(&self, index: u64, distance: usize) -> bool {
        self.bytes[to_index(index)].load(Ordering::Relaxed) == to_byte(distance)
    }

    fn settle(&self, index: u64, distance: usize) -> bool {
        self.bytes[to_index(index)]
            .compare_exchange(UNSEEN, to_byte(distance), Ordering::Relaxed, Ordering::Relaxed)
            .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_stores_remember_the_first_distance(
            settles in prop::collection::vec((0..200u64, 0..3usize), 0..300),
            from in 0..200u64,
            length in 0..200u64,
        ) {
            let (two, bytes) = (TwoBits::new(200), Bytes::new(200));
            let mut model = vec![None; 200];
            for (index, distance) in settles {
                let fresh = model[to_index(index)].is_none();
                model[to_index(index)].get_or_insert(distance);
                prop_assert_eq!(two.settle(index, distance), fresh);
                prop_assert_eq!(bytes.settle(index, distance), fresh);
            }
            let range = from..(from + length).min(200);
            let expected = |value: Option<usize>| -> Vec<u32> {
                (range.clone().filter(|&i| model[to_index(i)] == value))
                    .map(|i| to_offset(i, from))
                    .collect()
            };
            for store in [&two as &dyn Store, &bytes] {
                for distance in 0..3 {
                    let mut found = Vec::new();
                    store.collect(range.clone(), distance, &mut found);
                    prop_assert_eq!(&found, &expected(Some(distance)));
                }
                let mut unseen = Vec::new();
                store.collect_unseen(range.clone(), &mut unseen);
                prop_assert_eq!(&unseen, &expected(None));
            }
        }
    }
}
