//! The tables of all classes under way, or of those that this process keeps: one bit per place,
//! *seen*, in one piece of memory that is zero at first, so that the system gives pages only to
//! what is touched.
//!
//! One bit is enough as long as what a layer pulls from is what was seen before it: then all that
//! is seen may stand for the last layer, since whatever is next to earlier ones is seen already.
//!
//! # Why only this form
//! Tables of two bits per place, the distance modulo 3 or *unseen*, tell layers apart and need no
//! [`DeferredWrites`]. On 5×2 in half turns (2.3·10⁸ places, one thread) they took as long (4.8 s of
//! processor time against 5.0) and twice the memory, which 7×2 does not have. So layers are found
//! with one bit, and a [`DistanceTable`](super::DistanceTable) listens to them instead of changing
//! the search: while it is made it takes three bits per place, a process of 117 MiB instead of 81.
//! Packing takes the tables of 7×2 from 27 GiB to 10.4; below 2³¹ places there is memory enough,
//! and unpacking only takes time. Packed tables of two bits had no use at all.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::super::{Metric, Size};
use super::classes::{ClassId, Classes};
use super::deferred::{Deferred, DeferredWrites};
use super::has_two_sides;
use super::layer::{Scratch, pull};
use super::layout::Layout;
use super::map::Map;
use super::packing::{Packing, Packings};
use super::places::{Frontier, Places, StoredBits, contains, insert, places_of, word_count};
use cubegraph_core::Result;
use cubegraph_core::work::Work;

/// New places are collected until a batch of classes is done, then written all at once: readers
/// and writers never meet. A batch has this many words; for small puzzles a share of all words, so
/// as not to need more memory than the tables do.
const BATCH_WORDS: usize = 1 << 20;
const LEAST_BATCH_WORDS: usize = 1 << 12;
const BATCHES: usize = 16;

/// A list of places is kept for sets that have at most one place in this many.
const SPARSE: u64 = 2048;

/// Tables with at most this many places are examined whole when a layer is read back; of larger
/// ones, this many places of every class that are said to be new, and as many that are not.
const MOST_EXAMINED: u128 = 1 << 20;
const SAMPLES: u64 = 64;

fn batch_words(classes: &Classes, own: &[ClassId]) -> usize {
    let all: usize = (own.iter()).map(|&class| word_count(classes.dimension(class))).sum();
    (all / BATCHES).clamp(LEAST_BATCH_WORDS, BATCH_WORDS)
}

/// The bytes that a class and its state take, kept or not.
pub const fn index_bytes(size: Size) -> usize {
    let lines = size.rows() + size.columns();
    size_of::<ClassState>() + 8 * size.cells() + 16 * lines + 64
}

/// The bytes that a search takes that keeps these classes.
pub fn bytes(
    classes: &Classes,
    own: &[ClassId],
    layout: &Layout,
    deferred: Option<&DeferredWrites>,
) -> u128 {
    let places: u128 = (own.iter()).map(|&class| 1 << classes.dimension(class)).sum();
    // The tables, lists of one place in SPARSE at four bytes, the packings, and the classes.
    let tables = 8 * layout.words() + layout.packings().bytes();
    let index = index_bytes(classes.size()) * classes.count();
    let lists = places * 4 / u128::from(SPARSE);
    let deferred = deferred.map_or(0, |deferred| deferred.most_bytes(own, layout));
    // A batch with the class that ends it, as much again for its records, and for every thread a
    // class and its neighbours.
    let words = |class| word_count(classes.dimension(class));
    let largest = classes.all().map(words).max().unwrap_or(0);
    let lines = classes.size().rows() + classes.size().columns();
    let batch = batch_words(classes, own) + largest;
    let scratch = batch * 16 + largest * 8 * (lines + 2) * rayon::current_num_threads();
    (tables + index + scratch) as u128 + lists + deferred
}

/// A layer of one class, beside the bits.
#[derive(Clone, Debug, Default)]
struct LayerPart {
    count: u64,
    /// The places, where there are few.
    list: Option<Box<[u32]>>,
}

/// What is known of one class.
#[derive(Clone, Debug)]
struct ClassState {
    dimension: usize,
    unseen: u64,
    last: LayerPart,
    next: LayerPart,
}

/// The table of one class, to be written to.
struct Table<'a> {
    words: &'a mut [u64],
    packing: Option<&'a Packing>,
}

impl Table<'_> {
    fn insert_all(&mut self, places: &Places) {
        match (self.packing, places) {
            (Some(packing), Places::Bits(words)) => {
                packing.pack_bits(words, |word, bits| self.words[word] |= bits);
            }
            (Some(packing), Places::List(list)) => {
                packing.pack_list(list, |word, bits| self.words[word] |= bits);
            }
            (None, Places::Bits(words)) => self.insert_stored(words),
            (None, Places::List(list)) => list.iter().for_each(|&place| insert(self.words, place)),
        }
    }

    /// Bits as the table stores them.
    fn insert_stored(&mut self, stored: &[u64]) {
        for (word, &bits) in self.words.iter_mut().zip(stored) {
            *word |= bits;
        }
    }
}

/// The tables under way.
#[derive(Debug)]
pub struct Tables {
    metric: Metric,
    own: Vec<ClassId>,
    words: Vec<u64>,
    layout: Layout,
    states: Vec<ClassState>,
    /// What is new in the layer under way and not in the tables yet.
    deferred: Option<DeferredWrites>,
    layer: u32,
}

impl Tables {
    /// The solution alone is known. The classes kept here are in increasing order, and the layout
    /// is of them. Graphs need `deferred` unless they have two sides: quarter turns and an even
    /// number of lines.
    pub fn new(
        classes: &Classes,
        own: Vec<ClassId>,
        metric: Metric,
        layout: Layout,
        deferred: Option<DeferredWrites>,
    ) -> Tables {
        let state = |class| ClassState {
            dimension: classes.dimension(class),
            unseen: 1 << classes.dimension(class),
            last: LayerPart::default(),
            next: LayerPart::default(),
        };
        let mut tables = Tables {
            metric,
            own,
            words: vec![0; layout.words()],
            layout,
            states: classes.all().map(state).collect(),
            deferred,
            layer: 0,
        };
        // The solution is the first place of the first class.
        let (first, solution) = ([ClassId(0)], [Places::List(vec![0])]);
        if tables.has(first[0]) {
            tables.write(&first, &solution);
            tables.record(classes, &first, &solution);
        }
        tables.start_next_layer();
        tables
    }

    /// The classes that are kept here.
    pub fn own(&self) -> &[ClassId] {
        &self.own
    }

    /// Whether nothing is unseen in a class that is kept here.
    pub fn is_complete(&self, class: ClassId) -> bool {
        self.states[class.index()].unseen == 0
    }

    /// How classes are packed.
    pub fn packings(&self) -> &Arc<Packings> {
        self.layout.packings()
    }

    /// The number of the last layer.
    pub const fn layer(&self) -> u32 {
        self.layer
    }

    /// Whether the table of a class is kept here.
    pub fn has(&self, class: ClassId) -> bool {
        self.layout.words_of(class) > 0
    }

    /// What is seen in a class.
    fn seen(&self, class: ClassId) -> StoredBits<'_> {
        StoredBits {
            words: &self.words[self.layout.range(class)],
            packing: self.layout.packings().get(class),
        }
    }

    /// The last layer in a class.
    pub fn frontier(&self, class: ClassId) -> Frontier<'_> {
        let state = &self.states[class.index()];
        Frontier {
            count: state.last.count,
            list: state.last.list.as_deref(),
            stored: self.seen(class),
            set: (1 << state.dimension) - state.unseen,
        }
    }

    /// Computes the next layer in some of the classes kept here, by their positions in
    /// [`Tables::own`]; returns how many configurations it has there. The layer is over after
    /// [`Tables::finish_layer`].
    ///
    /// `elsewhere` says what the last layer is in a class that is not kept here; `sink` gets the
    /// new places of classes in increasing order.
    ///
    /// # Errors
    /// What `sink` returns; [`Error::Interrupted`](cubegraph_core::Error::Interrupted) or
    /// [`Error::OutOfTime`](cubegraph_core::Error::OutOfTime) from `work`, after which the tables are of no
    /// further use.
    pub fn advance<'f>(
        &mut self,
        classes: &Classes,
        targets: Range<usize>,
        elsewhere: &(impl Fn(ClassId) -> Frontier<'f> + Sync),
        work: &Work,
        mut sink: impl FnMut(&[ClassId], &[Places]) -> Result<()>,
    ) -> Result<u128> {
        let mut total = 0;
        let mut start = targets.start;
        let mut buffer = Vec::new();
        let size = batch_words(classes, &self.own);
        while start < targets.end {
            work.check(&format!("distances up to {} are known", self.layer))?;
            let end = batch_end(classes, &self.own[..targets.end], start, size);
            let batch = self.own[start..end].to_vec();
            start = end;
            let found = self.pull(classes, &batch, elsewhere, &mut buffer);
            sink(&batch, &found)?;
            if self.deferred.is_some() {
                let added = self.to_deferred(&batch, &found);
                self.release(|deferred| {
                    deferred.add(added);
                    deferred.release(end)
                });
            } else {
                self.write(&batch, &found);
            }
            total += self.record(classes, &batch, &found);
        }
        Ok(total)
    }

    /// Adds the new places of classes kept here, in increasing order, that were computed earlier;
    /// [`Tables::finish_layer`] ends the layer. Returns how many configurations they are.
    pub fn add(
        &mut self,
        classes: &Classes,
        batch: &[ClassId],
        found: &[Places],
    ) -> std::result::Result<u128, &'static str> {
        let checked = batch.par_iter().zip(found).map_init(Vec::new, |unseen, (&class, places)| {
            self.outside_earlier_layers(classes, class, places, unseen)
        });
        checked.collect::<std::result::Result<(), _>>()?;
        self.write(batch, found);
        Ok(self.record(classes, batch, found))
    }

    /// Whether places can be those of the next layer in a class: on the right side, and none of
    /// them seen before. What is left of the unseen places is in `rest`.
    fn outside_earlier_layers(
        &self,
        classes: &Classes,
        class: ClassId,
        places: &Places,
        rest: &mut Vec<u64>,
    ) -> std::result::Result<(), &'static str> {
        let odd = self.layer.is_multiple_of(2);
        if has_two_sides(classes.size(), self.metric)
            && classes.is_odd(class) != odd
            && places.count() > 0
        {
            return Err("it holds configurations that no such layer can have; remove it");
        }
        self.seen(class).complement_to(classes.dimension(class), rest);
        if places.take_from(rest) {
            Ok(())
        } else {
            Err("it holds configurations that an earlier layer holds too; remove it")
        }
    }

    /// Whether places that are said to be the next layer of a class really are: a place is in
    /// the next layer if it is unseen and a neighbour of it is seen. Small tables are examined
    /// whole, of larger ones random places that are said to be in the layer and not to be in it.
    ///
    /// Neighbours are looked up where they are kept here; places all of whose neighbours are
    /// unseen or elsewhere are not judged unless all of them are here.
    pub fn examine(
        &self,
        classes: &Classes,
        class: ClassId,
        places: &Places,
        random: u64,
    ) -> std::result::Result<(), &'static str> {
        let mut rest = Vec::new();
        self.outside_earlier_layers(classes, class, places, &mut rest)?;
        let all = classes.total_bits() <= MOST_EXAMINED;
        let left = self.states[class.index()].unseen - places.count();
        let inside = sample(places.each(), places.count(), all, random);
        let outside = sample(places_of(rest.into_iter()), left, all, random.rotate_left(32));
        let mut reached = (vec![false; inside.len()], vec![false; outside.len()]);
        let (mut scratch, mut all_here) = (Vec::new(), true);
        let mut look = |source: ClassId, map: &Map| {
            if !self.has(source) {
                all_here = false;
                return;
            }
            let seen = self.seen(source).unpacked(&mut scratch);
            let is_seen = |place| {
                let there = map.at(place);
                contains(seen, there) || contains(seen, there ^ map.fold)
            };
            for (places, reached) in [(&inside, &mut reached.0), (&outside, &mut reached.1)] {
                for (&place, reached) in places.iter().zip(reached) {
                    *reached = *reached || is_seen(place);
                }
            }
        };
        for (line, &edge) in classes.lines().zip(classes.edges(class)) {
            look(edge.class, &Map::quarter(classes, class, line, edge));
            if self.metric == Metric::Half {
                look(class, &Map::half(classes, class, line));
            }
        }
        if reached.1.contains(&true) {
            return Err("configurations are missing from it that are one move from the layer \
                        before; remove it and all later layers");
        }
        if all_here && reached.0.contains(&false) {
            return Err("it holds configurations that are not one move from the layer before; \
                        remove it and all later layers");
        }
        Ok(())
    }

    /// Whether anything is unseen in a class that is kept here.
    pub fn has_unseen(&self, class: ClassId) -> bool {
        self.has(class) && self.states[class.index()].unseen > 0
    }

    /// Makes the next layer the last one.
    pub fn finish_layer(&mut self) {
        self.release(|deferred| deferred.release(usize::MAX));
        self.start_next_layer();
        self.layer += 1;
    }

    fn start_next_layer(&mut self) {
        for state in &mut self.states {
            state.last = std::mem::take(&mut state.next);
        }
    }

    fn pull<'b, 'f>(
        &self,
        classes: &Classes,
        batch: &[ClassId],
        elsewhere: &(impl Fn(ClassId) -> Frontier<'f> + Sync),
        buffer: &'b mut Vec<u64>,
    ) -> Vec<Places<'b>> {
        let words = |class: ClassId| word_count(classes.dimension(class));
        let needed = batch.iter().map(|&class| words(class)).sum();
        if buffer.len() < needed {
            buffer.resize(needed, 0);
        }
        let mut rest = buffer.as_mut_slice();
        let targets: Vec<(ClassId, &mut [u64])> = (batch.iter())
            .map(|&class| {
                let (first, others) = std::mem::take(&mut rest).split_at_mut(words(class));
                rest = others;
                (class, first)
            })
            .collect();
        let frontier = |class: ClassId| {
            if self.has(class) { self.frontier(class) } else { elsewhere(class) }
        };
        (targets.into_par_iter())
            .map_init(Scratch::default, |scratch, (class, found)| {
                let unseen = self.states[class.index()].unseen;
                pull(classes, self.metric, class, unseen, frontier, found, scratch)
            })
            .collect()
    }

    /// The tables of classes in increasing order, to be written to one by one.
    fn tables(&mut self, classes: impl IntoIterator<Item = ClassId>) -> Vec<Table<'_>> {
        let layout = &self.layout;
        let mut rest = self.words.as_mut_slice();
        let mut passed = 0;
        (classes.into_iter())
            .map(|class| {
                let range = layout.range(class);
                let ahead = &mut std::mem::take(&mut rest)[range.start - passed..];
                let (words, others) = ahead.split_at_mut(range.len());
                (rest, passed) = (others, range.end);
                let packing = layout.packings().get(class);
                Table { words, packing }
            })
            .collect()
    }

    /// Adds new places of classes in increasing order to the tables.
    fn write(&mut self, batch: &[ClassId], found: &[Places]) {
        (self.tables(batch.iter().copied()).into_par_iter())
            .zip(found)
            .for_each(|(mut table, places)| table.insert_all(places));
    }

    /// New places as they are deferred: short lists, or bits as the tables store them.
    fn to_deferred(&self, batch: &[ClassId], found: &[Places]) -> Vec<Deferred> {
        (batch.par_iter().zip(found))
            .filter(|(_, places)| places.count() > 0)
            .map(|(&class, places)| {
                let length = self.layout.words_of(class);
                let places = match places {
                    Places::List(list) if list.len() <= 2 * length => Places::List(list.clone()),
                    _ => {
                        let mut words = vec![0; length];
                        let packing = self.layout.packings().get(class);
                        let mut table = Table { words: &mut words, packing };
                        table.insert_all(places);
                        Places::Bits(words.into())
                    }
                };
                (class, places)
            })
            .collect()
    }

    /// Writes what need not be deferred any longer.
    fn release(&mut self, released: impl FnOnce(&mut DeferredWrites) -> Vec<Deferred>) {
        let released = self.deferred.as_mut().map_or(Vec::new(), released);
        (self.tables(released.iter().map(|(class, _)| *class)).into_par_iter())
            .zip(&released)
            .for_each(|(mut table, (_, places))| match places {
                Places::Bits(stored) => table.insert_stored(stored),
                Places::List(_) => table.insert_all(places),
            });
    }

    /// Counts new places of classes as their part of the next layer; returns how many
    /// configurations they are.
    fn record(&mut self, classes: &Classes, batch: &[ClassId], found: &[Places]) -> u128 {
        let mut total = 0;
        for (&class, places) in batch.iter().zip(found) {
            let count = places.count();
            if count == 0 {
                continue;
            }
            let state = &mut self.states[class.index()];
            state.unseen -= count;
            let is_short = count <= (1u64 << state.dimension) / SPARSE + 2;
            state.next = LayerPart { count, list: is_short.then(|| places.each().collect()) };
            total += u128::from(count) * classes.weight(class);
        }
        total
    }
}

/// All places, or some of them at equal intervals from a random one on.
fn sample(places: impl Iterator<Item = u32>, count: u64, all: bool, random: u64) -> Vec<u32> {
    if all || count <= SAMPLES {
        return places.collect();
    }
    let interval = count.div_ceil(SAMPLES);
    let to_usize = |number| usize::try_from(number).unwrap_or(usize::MAX);
    (places.skip(to_usize(random % interval))).step_by(to_usize(interval)).collect()
}

/// Where the batch of at least `size` words that begins at a position ends.
fn batch_end(classes: &Classes, own: &[ClassId], start: usize, size: usize) -> usize {
    let mut words = 0;
    let mut end = start;
    while end < own.len() && words < size {
        words += word_count(classes.dimension(own[end]));
        end += 1;
    }
    end
}
