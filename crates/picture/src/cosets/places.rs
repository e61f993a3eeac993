//! Sets of places of one class: what a layer is pulled from, what it may be added to, what it is.

use std::borrow::Cow;

use super::bits::set_bits;
use super::packing::Packing;

/// How many words of 64 places a table with this many coordinates has.
pub const fn word_count(dimension: usize) -> usize {
    1 << dimension.saturating_sub(6)
}

/// The places of a word that exist: all of them, unless the table is smaller than a word.
pub const fn valid(dimension: usize) -> u64 {
    if dimension >= 6 { u64::MAX } else { (1 << (1 << dimension)) - 1 }
}

/// Whether a place is in a set of one bit per place.
#[inline]
pub fn contains(words: &[u64], place: u32) -> bool {
    words[place as usize >> 6] >> (place & 63) & 1 == 1
}

/// Adds a place to a set of one bit per place.
#[inline]
pub fn insert(words: &mut [u64], place: u32) {
    words[place as usize >> 6] |= 1 << (place & 63);
}

/// A set of places of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Places<'a> {
    /// One bit per place.
    Bits(Cow<'a, [u64]>),
    /// The places in increasing order.
    List(Vec<u32>),
}

impl Places<'_> {
    /// The empty set.
    pub const EMPTY: Places<'static> = Places::List(Vec::new());

    /// How many places there are.
    pub fn count(&self) -> u64 {
        match self {
            Places::Bits(words) => count_ones(words),
            Places::List(list) => list.len() as u64,
        }
    }

    /// The places in increasing order.
    pub fn each(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Places::Bits(words) => Box::new(places_of(words.iter().copied())),
            Places::List(list) => Box::new(list.iter().copied()),
        }
    }

    /// Takes the places out of a set of one bit per place; says whether all of them were in it.
    pub fn take_from(&self, words: &mut [u64]) -> bool {
        let mut all = true;
        match self {
            Places::Bits(taken) => {
                for (word, taken) in words.iter_mut().zip(taken.iter()) {
                    all &= taken & !*word == 0;
                    *word &= !taken;
                }
            }
            Places::List(list) => {
                for &place in list {
                    all &= contains(words, place);
                    words[place as usize >> 6] &= !(1 << (place & 63));
                }
            }
        }
        all
    }
}

/// How many bits are set.
pub fn count_ones(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The places that are set in words, in order.
pub fn places_of(words: impl Iterator<Item = u64>) -> impl Iterator<Item = u32> {
    words
        .zip((0u32..=u32::MAX).step_by(64))
        .flat_map(|(word, start)| set_bits(word).map(move |position| start + position))
}

/// A set of places as a table holds it: one bit per place, packed or not. Bits beyond the last
/// place of a table that is smaller than a word mean nothing.
#[derive(Clone, Copy, Debug)]
pub struct StoredBits<'a> {
    /// The bits, or those that are stored.
    pub words: &'a [u64],
    /// How the table is packed, if it is.
    pub packing: Option<&'a Packing>,
}

impl<'a> StoredBits<'a> {
    /// Copies all words, unpacked.
    pub fn copy_to(&self, target: &mut Vec<u64>) {
        if let Some(packing) = self.packing {
            packing.unpack(self.words, target);
        } else {
            target.clear();
            target.extend_from_slice(self.words);
        }
    }

    /// Copies the complement, of the places that a table with this many coordinates has.
    pub fn complement_to(&self, dimension: usize, target: &mut Vec<u64>) {
        if self.packing.is_some() {
            self.copy_to(target);
            for word in target.iter_mut() {
                *word = !*word;
            }
        } else {
            target.clear();
            target.extend(self.words.iter().map(|word| !word));
        }
        target[0] &= valid(dimension);
    }

    /// The words to look places up in: where they are or, if they are packed, in `scratch`.
    pub fn unpacked<'s>(&self, scratch: &'s mut Vec<u64>) -> &'s [u64]
    where
        'a: 's,
    {
        if self.packing.is_none() {
            return self.words;
        }
        self.copy_to(scratch);
        scratch
    }
}

/// What the next layer pulls from in one class.
#[derive(Clone, Copy, Debug)]
pub struct Frontier<'a> {
    /// How many places the last layer has here.
    pub count: u64,
    /// The places of the last layer, where there are few.
    pub list: Option<&'a [u32]>,
    /// One bit per place; places of earlier layers are set too, since all their neighbours are
    /// seen already.
    pub stored: StoredBits<'a>,
    /// How many bits are set.
    pub set: u64,
}

impl Frontier<'_> {
    /// No places.
    pub const EMPTY: Frontier<'static> = Frontier {
        count: 0,
        list: Some(&[]),
        stored: StoredBits { words: &[], packing: None },
        set: 0,
    };
}
