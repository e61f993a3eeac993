//! Sets of places of one class: what a layer is pulled from, what it may be added to, what it is.

use std::borrow::Cow;

use super::bits::set_bits;
use super::packing::Packing;

/// The two bits of 64 places: high bits, low bits. Both clear is *unseen*.
pub type Pair = [u64; 2];

/// How many words of 64 places a table of so many coordinates has.
pub const fn word_count(dimension: usize) -> usize {
    1 << dimension.saturating_sub(6)
}

/// The places of a word that exist; all of them, unless the table is smaller than a word.
pub const fn valid(dimension: usize) -> u64 {
    if dimension >= 6 {
        u64::MAX
    } else {
        (1 << (1 << dimension)) - 1
    }
}

/// A set of places of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Places<'a> {
    /// One bit a place.
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
            Places::Bits(words) => words.iter().map(|w| u64::from(w.count_ones())).sum(),
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
}

/// The places that are set in words, in order.
pub fn places_of(words: impl Iterator<Item = u64>) -> impl Iterator<Item = u32> {
    words
        .zip((0u32..=u32::MAX).step_by(64))
        .flat_map(|(word, start)| set_bits(word).map(move |position| start + position))
}

/// One bit a place, to be read: in words of its own, or from a table.
#[derive(Clone, Copy, Debug)]
pub enum Words<'a> {
    /// Words of bits.
    Plain(&'a [u64]),
    /// Words of bits that are clear where a place is in the set.
    Complement(&'a [u64]),
    /// Two-bit words, and what makes the wanted number all ones.
    Pairs(&'a [Pair], Pair),
}

impl Words<'_> {
    /// The word with a number.
    #[inline]
    pub fn get(&self, word: usize) -> u64 {
        match self {
            Words::Plain(words) => words[word],
            Words::Complement(words) => !words[word],
            Words::Pairs(pairs, [high, low]) => (pairs[word][0] ^ high) & (pairs[word][1] ^ low),
        }
    }

    /// Whether a place is in the set.
    #[inline]
    pub fn contains(&self, place: u32) -> bool {
        self.get(place as usize >> 6) >> (place & 63) & 1 == 1
    }
}

/// A set of places as a table holds it: one bit a place, and how it is packed, if it is.
#[derive(Clone, Copy, Debug)]
pub struct Stored<'a> {
    /// The bits, or those that are stored.
    pub words: Words<'a>,
    /// How the table is packed.
    pub packing: Option<&'a Packing>,
}

impl<'a> From<Words<'a>> for Stored<'a> {
    fn from(words: Words<'a>) -> Self {
        Stored {
            words,
            packing: None,
        }
    }
}

impl<'a> Stored<'a> {
    /// Copies all words.
    pub fn copy_to(&self, target: &mut Vec<u64>) {
        match (self.packing, self.words) {
            (Some(packing), Words::Plain(words)) => packing.unpack(|w| words[w], target),
            (Some(packing), Words::Complement(words)) => packing.unpack(|w| !words[w], target),
            (Some(packing), Words::Pairs(pairs, [high, low])) => {
                packing.unpack(|w| (pairs[w][0] ^ high) & (pairs[w][1] ^ low), target);
            }
            (None, Words::Plain(words)) => {
                target.clear();
                target.extend_from_slice(words);
            }
            (None, Words::Complement(words)) => {
                target.clear();
                target.extend(words.iter().map(|word| !word));
            }
            (None, Words::Pairs(pairs, [high, low])) => {
                target.clear();
                target.extend(pairs.iter().map(|[h, l]| (h ^ high) & (l ^ low)));
            }
        }
    }

    /// Copies the words that are stored.
    #[cfg(feature = "cluster")]
    pub fn copy_stored_to(&self, target: &mut Vec<u64>) {
        let words = self.words;
        Stored::from(words).copy_to(target);
    }

    /// The words to look places up in: where they are, or if they are packed, in `scratch`.
    pub fn opened<'s>(&self, scratch: &'s mut Vec<u64>) -> Words<'s>
    where
        'a: 's,
    {
        if self.packing.is_none() {
            return self.words;
        }
        self.copy_to(scratch);
        Words::Plain(scratch)
    }
}

/// What the next layer pulls from in one class.
#[derive(Clone, Copy, Debug)]
pub struct Front<'a> {
    /// How many places the last layer has here.
    pub count: u64,
    /// The places of the last layer, where there are few.
    pub list: Option<&'a [u32]>,
    /// One bit a place; places of earlier layers may be set too, since all their neighbours are seen.
    pub stored: Stored<'a>,
    /// How many bits are set.
    pub set: u64,
}

/// The places of one class that are still unseen.
#[derive(Clone, Copy, Debug)]
pub struct Unseen<'a> {
    /// How many there are.
    pub count: u64,
    /// One bit a place; bits beyond the last place of a small table mean nothing.
    pub stored: Stored<'a>,
}

impl Unseen<'_> {
    /// Copies the unseen places of a table with so many coordinates.
    pub fn copy_to(&self, dimension: usize, target: &mut Vec<u64>) {
        self.stored.copy_to(target);
        target[0] &= valid(dimension);
    }
}

/// Whether all of these places are in a set, one bit a place.
pub fn includes(set: &[u64], places: &Places) -> bool {
    let set = Words::Plain(set);
    match places {
        Places::List(list) => list.iter().all(|&place| set.contains(place)),
        Places::Bits(words) => {
            let mut each = words.iter().enumerate();
            each.all(|(w, word)| word & !set.get(w) == 0)
        }
    }
}
