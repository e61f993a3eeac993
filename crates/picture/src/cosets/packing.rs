//! Tables of classes with equal rows, packed.
//!
//! Exchanging two rows whose entries over S₃ are equal keeps the coset and all distances in it. On
//! the places it is linear: v goes to v + N·v. Of two places that change places only the smaller
//! one need be stored. The exchanges of neighbouring equal rows are looked at one by one: a place v
//! is left out if one of them makes it smaller, that is, if v has the leading bit of N·v. Unpacked
//! from the smallest place on, what was left out is copied from a place that is there already.
//! Where it takes more than one exchange to arrive at the smallest place, some are stored that need
//! not be; that does no harm.
//!
//! All this goes by *blocks*, runs of places that the exchanges move as a whole: their coordinates
//! are the lowest ones, as many as every N maps to zero and as lie below the leading bits of all
//! N·v. Blocks are at least a word; an exchange that would make them smaller is not used.

use rayon::prelude::*;

use super::bits::exclusive_or_positions;
use super::classes::{ClassId, Classes};
use super::places::word_count;
use super::quotient::{Basis, Columns, DIMENSIONS};

/// Coordinates inside a word.
const WORD: usize = 6;
/// The most exchanges that are looked at.
const MOST: usize = 8;
/// Tables with fewer coordinates are not packed: there is little to be saved.
const LEAST: usize = 9;

/// How the table of one class is packed.
#[derive(Clone, Debug)]
pub struct Packing {
    /// How many coordinates a block has.
    low: usize,
    /// How many coordinates count the blocks.
    high: usize,
    exchanges: usize,
    /// What changes in N·v from one block to the next: for each number of bits that change in the
    /// number of the block, and each exchange.
    carries: Box<[u32]>,
    /// How many words are stored.
    stored: usize,
}

/// Where the places of a block come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// They are stored.
    Stored,
    /// They are those of a block below: what is added to a place to arrive there.
    Below(u32),
}

impl Packing {
    /// The packing of a class, or `None` if there is nothing to be saved.
    pub fn new(classes: &Classes, class: ClassId) -> Option<Packing> {
        let dimension = classes.dimension(class);
        if dimension < LEAST {
            return None;
        }
        let mut low = dimension;
        let mut changes: Vec<Columns> = Vec::new();
        for row in (1..classes.size().rows()).rev() {
            if changes.len() < MOST && classes.rows_are_equal(class, row - 1, row) {
                let columns = change(classes, class, row - 1, row);
                let limit = low.min(block_limit(&columns));
                if limit >= WORD {
                    low = limit;
                    changes.push(columns);
                }
            }
        }
        // An exchange that moves nothing saves nothing.
        let packing = (!changes.is_empty()).then(|| Packing::of(&changes, low, dimension));
        packing.filter(|packing| packing.stored() < word_count(dimension))
    }

    fn of(changes: &[Columns], low: usize, dimension: usize) -> Packing {
        let mut sums = vec![0; changes.len()];
        let mut carries = Vec::with_capacity((dimension - low) * changes.len());
        for coordinate in low..dimension {
            for (sum, columns) in sums.iter_mut().zip(changes) {
                *sum ^= columns[coordinate];
                carries.push(*sum);
            }
        }
        let mut packing = Packing {
            low,
            high: dimension - low,
            exchanges: changes.len(),
            carries: carries.into(),
            stored: 0,
        };
        packing.stored = packing.stored_blocks().count() << (low - WORD);
        packing
    }

    /// How many words are stored.
    pub const fn stored(&self) -> usize {
        self.stored
    }

    /// Where the blocks come from, one after another.
    fn sources(&self) -> impl Iterator<Item = Source> + '_ {
        let mut moved = [0u32; MOST];
        (0..1u32 << self.high).map(move |block| {
            if block > 0 {
                let start = block.trailing_zeros() as usize * self.exchanges;
                let carries = &self.carries[start..start + self.exchanges];
                for (moved, carry) in moved.iter_mut().zip(carries) {
                    *moved ^= carry;
                }
            }
            let place = block << self.low;
            moved[..self.exchanges]
                .iter()
                .find(|&&by| by != 0 && place >> by.ilog2() & 1 == 1)
                .map_or(Source::Stored, |&by| Source::Below(by))
        })
    }

    /// Unpacks a table.
    pub fn unpack(&self, stored: &[u64], words: &mut Vec<u64>) {
        let length = self.block_words();
        words.resize(length << self.high, 0);
        let mut stored = stored.chunks_exact(length);
        for (block, source) in self.sources().enumerate() {
            let (below, here) = words.split_at_mut(block * length);
            let here = &mut here[..length];
            match source {
                Source::Stored => {
                    if let Some(block) = stored.next() {
                        here.copy_from_slice(block);
                    }
                }
                Source::Below(by) => {
                    let (far, position) = (by as usize >> WORD, by & 63);
                    let there = &below[(block ^ (far / length)) * length..][..length];
                    for (w, word) in here.iter_mut().enumerate() {
                        *word = exclusive_or_positions(there[w ^ (far % length)], position);
                    }
                }
            }
        }
    }

    /// Packs places, one bit each: `write` gets the numbers of stored words, and places of theirs.
    pub fn pack_bits(&self, words: &[u64], mut write: impl FnMut(usize, u64)) {
        let length = self.block_words();
        for (number, block) in self.stored_blocks().enumerate() {
            let here = &words[block * length..][..length];
            for (w, &word) in here.iter().enumerate() {
                write(number * length + w, word);
            }
        }
    }

    /// The same for places in increasing order.
    pub fn pack_list(&self, list: &[u32], mut write: impl FnMut(usize, u64)) {
        let length = self.block_words();
        let mut rest = list.iter().copied().peekable();
        for (number, block) in self.stored_blocks().enumerate() {
            let (start, end) = (block << self.low, (block + 1) << self.low);
            while let Some(place) = rest.next_if(|&place| (place as usize) < end) {
                if let Some(inside) = (place as usize).checked_sub(start) {
                    write(number * length + (inside >> WORD), 1 << (place & 63));
                }
            }
            if rest.peek().is_none() {
                break;
            }
        }
    }

    /// The blocks that are stored, in order.
    fn stored_blocks(&self) -> impl Iterator<Item = usize> + '_ {
        (self.sources().enumerate())
            .filter(|&(_, source)| source == Source::Stored)
            .map(|(block, _)| block)
    }

    /// How many words a block has.
    const fn block_words(&self) -> usize {
        1 << (self.low - WORD)
    }
}

/// How many words of every class are stored, and how they are packed; nothing is, unless it is
/// asked for.
#[derive(Debug, Default)]
pub struct Packings {
    /// The words stored for each class, or nothing if none is packed.
    stored: Vec<u32>,
    /// The packings of those that were opened.
    opened: Vec<Option<Box<Packing>>>,
}

impl Packings {
    /// Finds out how many words every class would have packed.
    pub fn count(classes: &Classes) -> Packings {
        let words = |class| {
            Packing::new(classes, class)
                .map_or_else(|| word_count(classes.dimension(class)), |packing| packing.stored())
        };
        let all: Vec<ClassId> = classes.all().collect();
        Packings {
            stored: (all.into_par_iter())
                .map(|class| u32::try_from(words(class)).expect("places have numbers of 32 bits"))
                .collect(),
            opened: Vec::new(),
        }
    }

    /// Makes the packings of these classes and of their neighbours ready.
    pub fn open(&mut self, classes: &Classes, own: &[ClassId]) {
        if self.stored.is_empty() {
            return;
        }
        let mut wanted = vec![false; classes.count()];
        for &class in own {
            wanted[class.index()] = true;
            for edge in classes.edges(class) {
                wanted[edge.class.index()] = true;
            }
        }
        self.opened = (classes.all().collect::<Vec<_>>().into_par_iter())
            .map(|class| {
                let packing = wanted[class.index()].then(|| Packing::new(classes, class));
                packing.flatten().map(Box::new)
            })
            .collect();
    }

    /// How many words of a class are stored.
    pub fn words(&self, classes: &Classes, class: ClassId) -> usize {
        match self.stored.get(class.index()) {
            Some(&words) => words as usize,
            None => word_count(classes.dimension(class)),
        }
    }

    /// How a class is packed, if it is and was made ready.
    pub fn get(&self, class: ClassId) -> Option<&Packing> {
        self.opened.get(class.index())?.as_deref()
    }

    /// The bytes that all this takes.
    pub fn bytes(&self) -> usize {
        let opened = (self.opened.iter()).flatten();
        4 * self.stored.len()
            + 8 * self.opened.len()
            + opened
                .map(|packing| size_of::<Packing>() + size_of_val(&*packing.carries))
                .sum::<usize>()
    }
}

/// What the exchange of two equal rows adds to the unit vectors of a class's places.
fn change(classes: &Classes, class: ClassId, one: usize, other: usize) -> Columns {
    let size = classes.size();
    let images = classes.images(class);
    let mut columns = [0; DIMENSIONS];
    for (column, bit) in columns.iter_mut().zip(classes.kept(class)) {
        let (row, place_in_row) = (bit / (2 * size.columns()), bit % (2 * size.columns()));
        let goes_to = match row {
            row if row == one => other,
            row if row == other => one,
            row => row,
        };
        *column = images[bit] ^ images[goes_to * 2 * size.columns() + place_in_row];
    }
    columns
}

/// How many of the lowest coordinates a block may have for an exchange to move it as a whole.
fn block_limit(columns: &Columns) -> usize {
    let fixed = columns.iter().take_while(|&&column| column == 0).count();
    let mut sums = Basis::new();
    for &column in columns {
        sums.insert(column);
    }
    // The leading bit of every sum is one of these.
    fixed.min(sums.pivots().trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::Configuration;
    use cubegraph_core::work::Work;

    /// The place of a configuration in the coset of a class's representative.
    fn place(classes: &Classes, class: ClassId, configuration: &Configuration) -> u32 {
        let images = classes.images(class).chunks_exact(2);
        let cells = configuration.cells().iter().zip(images);
        cells.fold(0, |place, (cube, images)| {
            let bits = cube.klein_index();
            let moved = (0..2).filter(|bit| bits >> bit & 1 == 1);
            moved.fold(place, |place, bit| place ^ images[bit])
        })
    }

    /// Adds to a set what exchanges of equal rows make of its places, by way of configurations.
    fn closed(classes: &Classes, class: ClassId, mut pending: Vec<u32>) -> Vec<u32> {
        let size = classes.size();
        let mut found = BTreeSet::new();
        while let Some(at) = pending.pop() {
            if !found.insert(at) {
                continue;
            }
            let configuration = classes.configuration(class, at);
            for row in 1..size.rows() {
                if classes.rows_are_equal(class, row - 1, row) {
                    let mut image = configuration.clone();
                    for column in 0..size.columns() {
                        let (above, below) = (size.cell(row - 1, column), size.cell(row, column));
                        image.set(above, configuration.cells()[below]);
                        image.set(below, configuration.cells()[above]);
                    }
                    pending.push(place(classes, class, &image));
                }
            }
        }
        found.into_iter().collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn what_does_not_change_under_exchanges_survives_packing(
            size in prop::sample::select(vec!["7x1", "9x1", "4x2", "5x2", "3x3"]),
            which in any::<prop::sample::Index>(),
            places in prop::collection::vec(any::<u32>(), 0..40),
        ) {
            let classes = Classes::new(size.parse().unwrap(), &Work::default()).unwrap();
            let packings: Vec<_> = classes
                .all()
                .filter_map(|class| Some((class, Packing::new(&classes, class)?)))
                .collect();
            let (class, packing) = which.get(&packings);
            let dimension = classes.dimension(*class);
            let places = places.into_iter().map(|place| place & ((1 << dimension) - 1));
            let list = closed(&classes, *class, places.collect());
            let mut words = vec![0; word_count(dimension)];
            for &place in &list {
                words[place as usize >> 6] |= 1 << (place & 63);
            }
            prop_assert!(packing.stored() < words.len());
            let (mut stored, mut again) = (vec![0; packing.stored()], vec![0; packing.stored()]);
            packing.pack_list(&list, |word, bits| stored[word] |= bits);
            packing.pack_bits(&words, |word, bits| again[word] |= bits);
            prop_assert_eq!(&stored, &again);
            let mut unpacked = vec![7; 3];
            packing.unpack(&stored, &mut unpacked);
            prop_assert_eq!(&unpacked, &words);
        }
    }

    #[test]
    fn most_of_a_table_with_equal_rows_need_not_be_stored() {
        let classes = Classes::new("5x2".parse().unwrap(), &Work::default()).unwrap();
        let sum = |packings: &Packings| -> usize {
            let words = |class| packings.words(&classes, class);
            classes.all().map(words).sum()
        };
        let (stored, all) = (sum(&Packings::count(&classes)), sum(&Packings::default()));
        assert!(stored * 4 < all * 3, "{stored} of {all}");
    }
}
