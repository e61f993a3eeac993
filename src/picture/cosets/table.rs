//! Two bits for every place of every class: unseen, or one more than the distance modulo 3.
//!
//! All tables lie in one piece of memory, zero at first, so that the system gives pages only to what is touched and
//! nothing is lost between them.

use std::borrow::Cow;

use super::bits::set_bits;
use super::classes::{ClassId, Classes};

/// The two bits of 64 places: high bits, low bits. Both clear is *unseen*.
pub type Pair = [u64; 2];

/// A list of places is kept for sets that have at most one place in so many.
const SPARSE: u64 = 2048;

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

/// One bit a place, to be read: in words of its own, or as the places of a table that have a given distance modulo 3.
#[derive(Clone, Copy, Debug)]
pub enum Words<'a> {
    /// Words of bits.
    Plain(&'a [u64]),
    /// Two-bit words, and what makes the wanted number all ones.
    Pairs(&'a [Pair], Pair),
}

impl Words<'_> {
    /// The word with a number.
    #[inline]
    pub fn get(&self, word: usize) -> u64 {
        match self {
            Words::Plain(words) => words[word],
            Words::Pairs(pairs, [high, low]) => (pairs[word][0] ^ high) & (pairs[word][1] ^ low),
        }
    }

    /// Whether a place is in the set.
    #[inline]
    pub fn contains(&self, place: u32) -> bool {
        self.get(place as usize >> 6) >> (place & 63) & 1 == 1
    }

    /// Copies all words.
    pub fn copy_to(&self, target: &mut Vec<u64>) {
        target.clear();
        match self {
            Words::Plain(words) => target.extend_from_slice(words),
            Words::Pairs(pairs, [high, low]) => {
                target.extend(pairs.iter().map(|[h, l]| (h ^ high) & (l ^ low)));
            }
        }
    }
}

/// The last layer in one class: what the next layer pulls from.
#[derive(Clone, Copy, Debug)]
pub struct Front<'a> {
    /// How many places it has.
    pub count: u64,
    /// The places, where there are few.
    pub list: Option<&'a [u32]>,
    /// One bit a place; places of earlier layers may be set too, since all their neighbours are seen.
    pub words: Words<'a>,
}

/// The places of one class that are still unseen.
#[derive(Clone, Copy, Debug)]
pub struct Unseen<'a> {
    /// How many there are.
    pub count: u64,
    pairs: &'a [Pair],
    valid: u64,
}

impl Unseen<'_> {
    /// The unseen places of a word.
    #[inline]
    pub fn word(&self, word: usize) -> u64 {
        let [high, low] = self.pairs[word];
        !(high | low) & self.valid
    }

    /// Whether a place is unseen.
    #[inline]
    pub fn contains(&self, place: u32) -> bool {
        self.word(place as usize >> 6) >> (place & 63) & 1 == 1
    }

    /// Whether all of these places are unseen.
    pub fn includes(&self, places: &Places) -> bool {
        match places {
            Places::List(list) => list.iter().all(|&place| self.contains(place)),
            Places::Bits(words) => {
                let mut each = words.iter().enumerate();
                each.all(|(w, word)| word & !self.word(w) == 0)
            }
        }
    }
}

/// What is known of a layer in a class beside the bits.
#[derive(Clone, Debug, Default)]
struct Held {
    count: u64,
    list: Option<Box<[u32]>>,
}

/// The books of one class.
#[derive(Clone, Debug)]
struct Book {
    unseen: u64,
    front: Held,
    next: Held,
}

/// The two-bit words of all classes.
#[derive(Debug)]
pub struct Memory {
    pairs: Vec<Pair>,
    starts: Vec<usize>,
}

impl Memory {
    /// Everything unseen, in all classes.
    pub fn new(classes: &Classes) -> Memory {
        Memory::of(classes, |_| true)
    }

    /// Everything unseen, in some of the classes; the others have no words here.
    pub fn of(classes: &Classes, kept: impl Fn(ClassId) -> bool) -> Memory {
        let mut starts = Vec::with_capacity(classes.count() + 1);
        let mut end = 0;
        for class in classes.all() {
            starts.push(end);
            if kept(class) {
                end += word_count(classes.dimension(class));
            }
        }
        starts.push(end);
        Memory {
            pairs: vec![[0; 2]; end],
            starts,
        }
    }

    /// Whether the words of a class are kept here.
    pub fn has(&self, class: ClassId) -> bool {
        !self.class(class).is_empty()
    }

    /// The words of a class.
    pub fn class(&self, class: ClassId) -> &[Pair] {
        &self.pairs[self.starts[class.index()]..self.starts[class.index() + 1]]
    }

    /// The words of a class, to be changed.
    pub fn class_mut(&mut self, class: ClassId) -> &mut [Pair] {
        &mut self.pairs[self.starts[class.index()]..self.starts[class.index() + 1]]
    }

    /// The words of classes in increasing order, to be changed one by one.
    pub fn several_mut(&mut self, classes: &[ClassId]) -> Vec<&mut [Pair]> {
        let mut rest = self.pairs.as_mut_slice();
        let mut passed = 0;
        classes
            .iter()
            .map(|class| {
                let (start, end) = (self.starts[class.index()], self.starts[class.index() + 1]);
                let (words, others) =
                    std::mem::take(&mut rest)[start - passed..].split_at_mut(end - start);
                (rest, passed) = (others, end);
                words
            })
            .collect()
    }

    /// The distance modulo 3 of a place, or `None` if it is unseen.
    pub fn residue(&self, class: ClassId, place: u32) -> Option<u8> {
        let [high, low] = self.class(class).get(place as usize >> 6)?;
        let bit = |word: &u64| (word >> (place & 63)).to_le_bytes()[0] & 1;
        (2 * bit(high) + bit(low)).checked_sub(1)
    }
}

/// For a distance modulo 3, what makes its two bits all ones by exclusive or.
pub fn masks(residue: u8) -> Pair {
    [2u8, 1].map(|bit| {
        if (residue + 1) & bit == 0 {
            u64::MAX
        } else {
            0
        }
    })
}

/// Sets places that are unseen to a distance modulo 3.
pub fn set(pairs: &mut [Pair], places: &Places, residue: u8) {
    let [high, low] = masks(residue).map(|mask| !mask);
    match places {
        Places::Bits(words) => {
            for (pair, word) in pairs.iter_mut().zip(words.iter()) {
                pair[0] |= word & high;
                pair[1] |= word & low;
            }
        }
        Places::List(list) => {
            for &place in list {
                let bit = 1 << (place & 63);
                let pair = &mut pairs[place as usize >> 6];
                pair[0] |= bit & high;
                pair[1] |= bit & low;
            }
        }
    }
}

/// How much of every class is unseen, and what its last layer is.
#[derive(Debug)]
pub struct Books(Vec<Book>);

impl Books {
    /// Everything unseen.
    pub fn new(classes: &Classes) -> Books {
        Books(
            classes
                .all()
                .map(|class| Book {
                    unseen: 1 << classes.dimension(class),
                    front: Held::default(),
                    next: Held::default(),
                })
                .collect(),
        )
    }

    /// Books new places of a class as its part of the next layer; returns how many they are.
    pub fn add(&mut self, class: ClassId, dimension: usize, places: &Places) -> u64 {
        let count = places.count();
        if count > 0 {
            let book = &mut self.0[class.index()];
            book.unseen -= count;
            book.next = Held {
                count,
                list: (count <= (1u64 << dimension) / SPARSE + 2).then(|| places.each().collect()),
            };
        }
        count
    }

    /// Makes the next layer the last one.
    pub fn settle(&mut self) {
        for book in &mut self.0 {
            book.front = std::mem::take(&mut book.next);
        }
    }

    /// What is unseen in a class.
    pub fn unseen<'a>(&self, memory: &'a Memory, class: ClassId, dimension: usize) -> Unseen<'a> {
        Unseen {
            count: self.0[class.index()].unseen,
            pairs: memory.class(class),
            valid: valid(dimension),
        }
    }

    /// The last layer of a class, whose distance modulo 3 is `residue`.
    pub fn front<'a>(&'a self, memory: &'a Memory, class: ClassId, residue: u8) -> Front<'a> {
        let held = &self.0[class.index()].front;
        Front {
            count: held.count,
            list: held.list.as_deref(),
            words: Words::Pairs(memory.class(class), masks(residue)),
        }
    }
}

/// The bytes that the classes and books take, and the tables of these of them.
pub fn bytes(classes: &Classes, kept: impl Iterator<Item = ClassId>) -> u128 {
    // Two bits a place, lists of one place in SPARSE at four bytes, and the books of the classes themselves.
    let (mut words, mut places) = (0, 0);
    for dimension in kept.map(|class| classes.dimension(class)) {
        words += word_count(dimension) as u128;
        places += 1u128 << dimension;
    }
    let lines = classes.size().rows() + classes.size().columns();
    let a_class = size_of::<Book>() + 8 * classes.size().cells() + 16 * lines + 64;
    16 * words + places * 4 / u128::from(SPARSE) + (a_class * classes.count()) as u128
}
