//! Two bits for every place of every class: the distance modulo 3, or *unseen*.

use super::bits::set_bits;
use super::classes::Classes;

/// The two bits of 64 places: high bits, low bits. Both set is *unseen*; otherwise the number is the distance modulo 3.
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
pub enum Places {
    /// One bit a place.
    Bits(Vec<u64>),
    /// The places in increasing order.
    List(Vec<u32>),
}

impl Places {
    /// The empty set.
    pub const EMPTY: Places = Places::List(Vec::new());

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
        .zip((0u32..).step_by(64))
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
    /// One bit a place; places that do not exist may be set.
    pub words: Words<'a>,
}

/// A number modulo 3 as masks: exclusive or with them makes the number all ones.
fn masks(residue: u8) -> Pair {
    [2u8, 1].map(|bit| if residue & bit == 0 { u64::MAX } else { 0 })
}

/// The table of one class.
#[derive(Clone, Debug, Default)]
pub struct ClassTable {
    pairs: Box<[Pair]>,
    unseen: u64,
    front: Held,
    next: Held,
}

/// What is known of a layer beside the bits.
#[derive(Clone, Debug, Default)]
struct Held {
    count: u64,
    list: Option<Box<[u32]>>,
}

impl ClassTable {
    /// A table with everything unseen; takes no memory before the first place is seen.
    pub fn new(dimension: usize) -> ClassTable {
        ClassTable {
            unseen: 1 << dimension,
            ..ClassTable::default()
        }
    }

    /// How many places are unseen.
    pub const fn unseen(&self) -> u64 {
        self.unseen
    }

    /// The unseen places of a word.
    #[inline]
    pub fn unseen_word(&self, word: usize, dimension: usize) -> u64 {
        match self.pairs.get(word) {
            Some([high, low]) => high & low,
            None => valid(dimension),
        }
    }

    /// The last layer, whose distance modulo 3 is `residue`.
    pub fn front(&self, residue: u8) -> Front<'_> {
        Front {
            count: self.front.count,
            list: self.front.list.as_deref(),
            words: Words::Pairs(&self.pairs, masks(residue)),
        }
    }

    /// Marks places, all unseen so far, as the next layer, whose distance modulo 3 is `residue`; returns how many they are.
    ///
    /// The last layer can still be read: its number modulo 3 is another one.
    pub fn mark(&mut self, places: &Places, dimension: usize, residue: u8) -> u64 {
        let count = places.count();
        if count == 0 {
            return 0;
        }
        self.unseen -= count;
        self.next.count = count;
        self.next.list =
            (count <= (1u64 << dimension) / SPARSE + 2).then(|| places.each().collect());
        if self.pairs.is_empty() {
            self.pairs = vec![[valid(dimension); 2]; word_count(dimension)].into();
        }
        let [high, low] = masks(residue);
        match places {
            Places::Bits(words) => {
                for (pair, word) in self.pairs.iter_mut().zip(words) {
                    pair[0] &= !(word & high);
                    pair[1] &= !(word & low);
                }
            }
            Places::List(list) => {
                for &place in list {
                    let bit = 1 << (place & 63);
                    let pair = &mut self.pairs[place as usize >> 6];
                    pair[0] &= !(bit & high);
                    pair[1] &= !(bit & low);
                }
            }
        }
        count
    }

    /// Makes the next layer the last one.
    pub fn settle(&mut self) {
        self.front = std::mem::take(&mut self.next);
    }

    /// The distance modulo 3 of a place, or `None` if it is unseen.
    pub fn residue(&self, place: u32) -> Option<u8> {
        let [high, low] = self.pairs.get(place as usize >> 6)?;
        let bit = |word: &u64| (word >> (place & 63)).to_le_bytes()[0] & 1;
        let residue = 2 * bit(high) + bit(low);
        (residue < 3).then_some(residue)
    }

    /// The two-bit words; empty as long as nothing is seen.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// A table read back from its words.
    pub fn from_pairs(pairs: Box<[Pair]>) -> ClassTable {
        let unseen = pairs.iter().map(|[h, l]| u64::from((h & l).count_ones()));
        ClassTable {
            unseen: unseen.sum(),
            pairs,
            ..ClassTable::default()
        }
    }
}

/// The bytes that the tables of all classes take, with lists and what one layer needs on the way.
pub fn bytes(classes: &Classes) -> u128 {
    let places = classes.total_bits();
    // Two bits a place, lists of one place in SPARSE at four bytes, and the books of the classes themselves.
    let words: u128 = classes
        .all()
        .map(|class| 16 * word_count(classes.dimension(class)) as u128)
        .sum();
    let a_class = size_of::<ClassTable>() + 8 * classes.size().cells() + 24 * 8 + 64;
    words + places * 4 / u128::from(SPARSE) + (a_class * classes.count()) as u128
}

/// The places of the last layer of a class, as a set.
pub fn places(front: &Front<'_>, dimension: usize) -> Places {
    if front.count == 0 {
        return Places::EMPTY;
    }
    if let Some(list) = front.list {
        return Places::List(list.to_vec());
    }
    let mut words = Vec::new();
    front.words.copy_to(&mut words);
    for word in &mut words {
        *word &= valid(dimension);
    }
    Places::Bits(words)
}
