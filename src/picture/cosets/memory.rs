//! The tables of all classes in one piece of memory, zero at first, so that the system gives pages only to what is touched and
//! nothing is lost between them.
//!
//! Where distances are to be kept a place has two bits, the distance modulo 3 or *unseen*. Where layers are only counted one bit
//! does, *seen*, as long as what a layer pulls from is what was seen before it: then all that is seen may stand for the last layer,
//! since whatever is next to earlier ones is seen already.

use std::sync::Arc;

use super::super::Size;
use super::classes::{ClassId, Classes};
use super::packing::{Packing, Packings};
use super::table::{Front, Pair, Places, Stored, Unseen, Words};

/// A list of places is kept for sets that have at most one place in so many.
const SPARSE: u64 = 2048;

/// What a table knows of 64 places.
pub trait Word: Copy + Default + Send + Sync {
    /// Bits a place.
    const BITS: u32;
    /// Whether the places to pull from are those of the last layer alone; otherwise all that are seen.
    const TELLS_LAYERS: bool;
    /// The places to pull from, if the last layer has this distance modulo 3.
    fn front(words: &[Self], residue: u8) -> Words<'_>;
    /// The unseen places.
    fn unseen(words: &[Self]) -> Words<'_>;
    /// Sets unseen places to a distance modulo 3.
    fn set(&mut self, places: u64, residue: u8);
}

/// Seen or unseen.
impl Word for u64 {
    const BITS: u32 = 1;
    const TELLS_LAYERS: bool = false;

    fn front(words: &[Self], _: u8) -> Words<'_> {
        Words::Plain(words)
    }

    fn unseen(words: &[Self]) -> Words<'_> {
        Words::Complement(words)
    }

    #[inline]
    fn set(&mut self, places: u64, _: u8) {
        *self |= places;
    }
}

/// Both bits clear are *unseen*, otherwise they are one more than the distance modulo 3.
impl Word for Pair {
    const BITS: u32 = 2;
    const TELLS_LAYERS: bool = true;

    fn front(words: &[Self], residue: u8) -> Words<'_> {
        Words::Pairs(words, masks(residue))
    }

    fn unseen(words: &[Self]) -> Words<'_> {
        Words::Pairs(words, [u64::MAX; 2])
    }

    #[inline]
    fn set(&mut self, places: u64, residue: u8) {
        let [high, low] = masks(residue);
        self[0] |= places & !high;
        self[1] |= places & !low;
    }
}

/// For a distance modulo 3, what makes its two bits all ones by exclusive or.
fn masks(residue: u8) -> Pair {
    [2u8, 1].map(|bit| {
        if (residue + 1) & bit == 0 {
            u64::MAX
        } else {
            0
        }
    })
}

/// Where the tables of all classes lie, or of those that are kept here; the others have no words.
#[derive(Debug)]
pub struct Layout {
    /// The first word of each class, and the end of the last.
    starts: Vec<usize>,
    packings: Arc<Packings>,
}

impl Layout {
    /// The layout of these classes, which are in increasing order; their packings, if there are any, are ready.
    pub fn new(classes: &Classes, own: &[ClassId], packings: Packings) -> Layout {
        let mut starts = Vec::with_capacity(classes.count() + 1);
        let mut own = own.iter().peekable();
        let mut end = 0;
        for class in classes.all() {
            starts.push(end);
            if own.next_if_eq(&&class).is_some() {
                end += packings.words(classes, class);
            }
        }
        starts.push(end);
        Layout {
            starts,
            packings: Arc::new(packings),
        }
    }

    fn words(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// How many words a class has.
    pub fn words_of(&self, class: ClassId) -> usize {
        self.starts[class.index() + 1] - self.starts[class.index()]
    }

    /// The bytes that classes, books and tables of words `W` take.
    pub fn bytes<W>(&self, classes: &Classes) -> u128 {
        // The tables, lists of one place in SPARSE at four bytes, the packings, and the books of the classes themselves.
        let places: u128 = (classes.all().zip(self.starts.windows(2)))
            .filter(|(_, ends)| ends[0] < ends[1])
            .map(|(class, _)| 1 << classes.dimension(class))
            .sum();
        (size_of::<W>() * self.words()) as u128
            + (self.packings.bytes() + index_bytes(classes.size()) * classes.count()) as u128
            + places * 4 / u128::from(SPARSE)
    }
}

/// The bytes that a class and its book take, kept or not.
pub const fn index_bytes(size: Size) -> usize {
    let lines = size.rows() + size.columns();
    size_of::<Book>() + 8 * size.cells() + 16 * lines + 64
}

/// The words of all classes.
#[derive(Debug)]
pub struct Memory<W = Pair> {
    words: Vec<W>,
    layout: Layout,
}

/// The words of one class, to be changed.
#[derive(Debug)]
pub struct Table<'a, W> {
    words: &'a mut [W],
    packing: Option<&'a Packing>,
}

impl<W: Word> Memory<W> {
    /// Everything unseen.
    pub fn new(layout: Layout) -> Memory<W> {
        Memory {
            words: vec![W::default(); layout.words()],
            layout,
        }
    }

    /// The words of a class, as they are stored.
    pub fn class(&self, class: ClassId) -> &[W] {
        let starts = &self.layout.starts;
        &self.words[starts[class.index()]..starts[class.index() + 1]]
    }

    /// The words of a class, as they are stored, to be changed.
    pub fn class_mut(&mut self, class: ClassId) -> &mut [W] {
        let starts = &self.layout.starts;
        &mut self.words[starts[class.index()]..starts[class.index() + 1]]
    }

    /// How classes are packed.
    pub fn packings(&self) -> &Arc<Packings> {
        &self.layout.packings
    }

    /// Whether the words of a class are kept here.
    pub fn has(&self, class: ClassId) -> bool {
        !self.class(class).is_empty()
    }

    /// The tables of classes in increasing order, to be changed one by one.
    pub fn tables(&mut self, classes: &[ClassId]) -> Vec<Table<'_, W>> {
        let layout = &self.layout;
        let mut rest = self.words.as_mut_slice();
        let mut passed = 0;
        classes
            .iter()
            .map(|&class| {
                let ends = &layout.starts[class.index()..class.index() + 2];
                let ahead = &mut std::mem::take(&mut rest)[ends[0] - passed..];
                let (words, others) = ahead.split_at_mut(ends[1] - ends[0]);
                (rest, passed) = (others, ends[1]);
                let packing = layout.packings.get(class);
                Table { words, packing }
            })
            .collect()
    }

    /// Places of a class, one bit each, as its table stores them.
    pub fn as_stored(&self, class: ClassId, places: &Places) -> Box<[u64]> {
        let mut words = vec![0u64; self.class(class).len()].into_boxed_slice();
        let mut table = Table {
            words: &mut words,
            packing: self.layout.packings.get(class),
        };
        table.set(places, 0);
        words
    }

    fn stored<'a>(&'a self, class: ClassId, words: Words<'a>) -> Stored<'a> {
        Stored {
            words,
            packing: self.layout.packings.get(class),
        }
    }
}

impl Memory<Pair> {
    /// The distance modulo 3 of a place, or `None` if it is unseen. The table must not be packed.
    pub fn residue(&self, class: ClassId, place: u32) -> Option<u8> {
        debug_assert!(self.layout.packings.get(class).is_none());
        let [high, low] = self.class(class).get(place as usize >> 6)?;
        let bit = |word: &u64| (word >> (place & 63)).to_le_bytes()[0] & 1;
        (2 * bit(high) + bit(low)).checked_sub(1)
    }
}

impl<W: Word> Table<'_, W> {
    /// Sets places that are unseen to a distance modulo 3.
    pub fn set(&mut self, places: &Places, residue: u8) {
        match (self.packing, places) {
            (Some(packing), Places::Bits(words)) => {
                packing.pack_bits(words, |w, bits| self.words[w].set(bits, residue));
            }
            (None, Places::Bits(words)) => self.set_stored(words, residue),
            (_, Places::List(list)) => self.set_list(list, residue),
        }
    }

    /// The same for places in increasing order.
    pub fn set_list(&mut self, list: &[u32], residue: u8) {
        if let Some(packing) = self.packing {
            packing.pack_list(list, |w, bits| self.words[w].set(bits, residue));
            return;
        }
        for &place in list {
            self.words[place as usize >> 6].set(1 << (place & 63), residue);
        }
    }

    /// The same for one bit a place, as the table stores them.
    pub fn set_stored(&mut self, words: &[u64], residue: u8) {
        for (word, &bits) in self.words.iter_mut().zip(words) {
            word.set(bits, residue);
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
    dimension: usize,
    unseen: u64,
    front: Held,
    next: Held,
}

/// How much of every class is unseen, and what its last layer is.
#[derive(Debug)]
pub struct Books(Vec<Book>);

impl Books {
    /// Everything unseen.
    pub fn new(classes: &Classes) -> Books {
        let book = |class| Book {
            dimension: classes.dimension(class),
            unseen: 1 << classes.dimension(class),
            front: Held::default(),
            next: Held::default(),
        };
        Books(classes.all().map(book).collect())
    }

    /// Books new places of a class as its part of the next layer; returns how many they are.
    pub fn add(&mut self, class: ClassId, places: &Places) -> u64 {
        let count = places.count();
        if count > 0 {
            let book = &mut self.0[class.index()];
            book.unseen -= count;
            let is_short = count <= (1u64 << book.dimension) / SPARSE + 2;
            book.next = Held {
                count,
                list: is_short.then(|| places.each().collect()),
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
    pub fn unseen<'a, W: Word>(&self, memory: &'a Memory<W>, class: ClassId) -> Unseen<'a> {
        Unseen {
            count: self.0[class.index()].unseen,
            stored: memory.stored(class, W::unseen(memory.class(class))),
        }
    }

    /// The last layer of a class, whose distance modulo 3 is `residue`.
    pub fn front<'a, W: Word>(
        &'a self,
        memory: &'a Memory<W>,
        class: ClassId,
        residue: u8,
    ) -> Front<'a> {
        let book = &self.0[class.index()];
        Front {
            count: book.front.count,
            list: book.front.list.as_deref(),
            stored: memory.stored(class, W::front(memory.class(class), residue)),
            set: if W::TELLS_LAYERS {
                book.front.count
            } else {
                (1 << book.dimension) - book.unseen
            },
        }
    }
}
