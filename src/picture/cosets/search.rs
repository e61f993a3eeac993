//! The search itself, layer after layer on this machine.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::super::Metric;
use super::classes::{ClassId, Classes};
use super::has_two_sides;
use super::layer::{Scratch, pull};
use super::memory::{Books, Layout, Memory, Word};
use super::packing::Packings;
use super::table::{Front, Pair, Places, includes, word_count};
use super::waiting::{Held, Waiting};
use crate::Result;
use crate::work::Work;

/// New places are held back until a batch of classes is done, then written all at once: readers and writers never meet.
/// A batch has so many words of the tables; for small puzzles a share of them, so as not to need more memory than they do.
const BATCH_WORDS: usize = 1 << 20;
const LEAST_BATCH_WORDS: usize = 1 << 12;
const BATCHES: usize = 16;

fn batch_words(classes: &Classes, own: &[ClassId]) -> usize {
    let all: usize = (own.iter())
        .map(|&class| word_count(classes.dimension(class)))
        .sum();
    (all / BATCHES).clamp(LEAST_BATCH_WORDS, BATCH_WORDS)
}

/// The bytes that a search takes that keeps these classes.
pub fn bytes<W: Word>(
    classes: &Classes,
    own: &[ClassId],
    layout: &Layout,
    waiting: Option<&Waiting>,
) -> u128 {
    let waiting = waiting.map_or(0, |waiting| waiting.most_bytes(own, layout));
    let words = |class| word_count(classes.dimension(class));
    let largest = classes.all().map(words).max().unwrap_or(0);
    let lines = classes.size().rows() + classes.size().columns();
    // A batch with the class that ends it, as much again for its records, and for every thread a class and its neighbours.
    let batch = batch_words(classes, own) + largest;
    let scratch = batch * 16 + largest * 8 * (lines + 2) * rayon::current_num_threads();
    layout.bytes::<W>(classes) + waiting + scratch as u128
}

/// The tables under way, of all classes or of those that this process keeps.
#[derive(Debug)]
pub struct Tables<W = Pair> {
    metric: Metric,
    own: Vec<ClassId>,
    memory: Memory<W>,
    books: Books,
    /// What is new in the layer under way and not in the tables yet.
    waiting: Option<Waiting>,
    layer: u32,
}

impl<W: Word> Tables<W> {
    /// The solution alone is known. The classes kept here are in increasing order, and the layout is of them. Words that do not
    /// tell layers need `waiting`, except for graphs with two sides: quarter turns and an even number of lines.
    pub fn new(
        classes: &Classes,
        own: Vec<ClassId>,
        metric: Metric,
        layout: Layout,
        waiting: Option<Waiting>,
    ) -> Tables<W> {
        let mut tables = Tables {
            waiting,
            metric,
            own,
            memory: Memory::new(layout),
            books: Books::new(classes),
            layer: 0,
        };
        // The solution is the first place of the first class.
        let first = ClassId(0);
        if tables.memory.has(first) {
            tables.set(&[first], &[Places::List(vec![0])], 0);
            tables.book(classes, &[first], &[Places::List(vec![0])]);
        }
        tables.books.settle();
        tables
    }

    /// The classes that are kept here.
    pub fn own(&self) -> &[ClassId] {
        &self.own
    }

    /// Whether nothing is unseen in a class that is kept here.
    #[cfg(feature = "cluster")]
    pub fn is_complete(&self, class: ClassId) -> bool {
        self.books.unseen(&self.memory, class).count == 0
    }

    /// How classes are packed.
    pub fn packings(&self) -> &Arc<Packings> {
        self.memory.packings()
    }

    /// The number of the last layer.
    pub const fn layer(&self) -> u32 {
        self.layer
    }

    /// Whether the table of a class is kept here.
    pub fn has(&self, class: ClassId) -> bool {
        self.memory.has(class)
    }

    /// The words alone, when the search is over.
    pub fn into_memory(self) -> Memory<W> {
        self.memory
    }

    /// Computes the next layer in some of the classes kept here, by their positions in [`Tables::own`]; returns how many
    /// configurations it has there. The layer is over after [`Tables::settle`].
    ///
    /// `elsewhere` says what the last layer is in a class that is not kept here; `keep` gets the new places of classes in
    /// increasing order.
    ///
    /// # Errors
    /// What `keep` returns; [`Error::Interrupted`](crate::Error::Interrupted) or
    /// [`Error::OutOfTime`](crate::Error::OutOfTime) from `work`, after which the tables are of no further use.
    pub fn advance<'f>(
        &mut self,
        classes: &Classes,
        targets: Range<usize>,
        elsewhere: &(impl Fn(ClassId) -> Front<'f> + Sync),
        work: &Work,
        mut keep: impl FnMut(&[ClassId], &[Places]) -> Result<()>,
    ) -> Result<u128> {
        let mut total = 0;
        let mut start = targets.start;
        let mut buffer = Vec::new();
        let size = batch_words(classes, &self.own);
        while start < targets.end {
            work.check(&format!("distances up to {} are known", self.layer))?;
            let batch = start..batch_end(classes, &self.own[..targets.end], start, size);
            start = batch.end;
            let found = self.pull(classes, &self.own[batch.clone()], elsewhere, &mut buffer);
            keep(&self.own[batch.clone()], &found)?;
            let own = std::mem::take(&mut self.own);
            match &mut self.waiting {
                None => self.set(&own[batch.clone()], &found, residue(self.layer + 1)),
                Some(waiting) => {
                    waiting.hold(&self.memory, &own[batch.clone()], &found);
                    let freed = waiting.release(batch.end);
                    self.fill(&freed, residue(self.layer + 1));
                }
            }
            total += self.book(classes, &own[batch], &found);
            self.own = own;
        }
        Ok(total)
    }

    /// Takes the new places of classes kept here, in increasing order, from elsewhere instead of computing them;
    /// [`Tables::settle`] ends the layer.
    /// Returns how many configurations they are, or what is wrong with them.
    pub fn take(
        &mut self,
        classes: &Classes,
        batch: &[ClassId],
        found: &[Places],
    ) -> std::result::Result<u128, String> {
        let layer = self.layer + 1;
        batch.par_iter().zip(found).try_for_each_init(
            Vec::new,
            |unseen: &mut Vec<u64>, (&class, places)| {
                if has_two_sides(classes.size(), self.metric)
                    && classes.is_odd(class) != (layer % 2 == 1)
                {
                    return Err("it holds configurations that no such layer can have; remove it");
                }
                let before = self.books.unseen(&self.memory, class);
                before.copy_to(classes.dimension(class), unseen);
                if !includes(unseen, places) {
                    return Err(
                        "it holds configurations that an earlier layer holds too; remove it",
                    );
                }
                Ok(())
            },
        )?;
        self.set(batch, found, residue(layer));
        Ok(self.book(classes, batch, found))
    }

    /// Makes the next layer the last one.
    pub fn settle(&mut self) {
        if let Some(waiting) = &mut self.waiting {
            let freed = waiting.release_all();
            self.fill(&freed, residue(self.layer + 1));
        }
        self.books.settle();
        self.layer += 1;
    }

    /// The last layer in a class.
    pub fn front(&self, class: ClassId) -> Front<'_> {
        self.books.front(&self.memory, class, residue(self.layer))
    }

    fn pull<'b, 'f>(
        &self,
        classes: &Classes,
        batch: &[ClassId],
        elsewhere: &(impl Fn(ClassId) -> Front<'f> + Sync),
        buffer: &'b mut Vec<u64>,
    ) -> Vec<Places<'b>> {
        let words = |class: ClassId| word_count(classes.dimension(class));
        let needed = batch.iter().map(|&class| words(class)).sum();
        if buffer.len() < needed {
            buffer.resize(needed, 0);
        }
        let mut rest = buffer.as_mut_slice();
        let targets: Vec<(ClassId, &mut [u64])> = batch
            .iter()
            .map(|&class| {
                let (first, others) = std::mem::take(&mut rest).split_at_mut(words(class));
                rest = others;
                (class, first)
            })
            .collect();
        targets
            .into_par_iter()
            .map_init(Scratch::default, |scratch, (class, found)| {
                let unseen = self.books.unseen(&self.memory, class);
                let front = |class: ClassId| {
                    if self.memory.has(class) {
                        self.front(class)
                    } else {
                        elsewhere(class)
                    }
                };
                pull(classes, self.metric, class, unseen, front, found, scratch)
            })
            .collect()
    }

    /// Adds new places of classes in increasing order to the tables.
    fn set(&mut self, batch: &[ClassId], found: &[Places], residue: u8) {
        self.memory
            .tables(batch)
            .into_par_iter()
            .zip(found)
            .for_each(|(mut table, places)| table.set(places, residue));
    }

    /// Adds places that have waited, of classes in increasing order, to the tables.
    fn fill(&mut self, freed: &[(ClassId, Held)], residue: u8) {
        let classes: Vec<ClassId> = freed.iter().map(|(class, _)| *class).collect();
        self.memory
            .tables(&classes)
            .into_par_iter()
            .zip(freed)
            .for_each(|(mut table, (_, held))| match held {
                Held::Stored(words) => table.set_stored(words, residue),
                Held::List(list) => table.set_list(list, residue),
            });
    }

    /// Adds new places of classes to the books; returns how many configurations they are.
    fn book(&mut self, classes: &Classes, batch: &[ClassId], found: &[Places]) -> u128 {
        (batch.iter().zip(found))
            .map(|(&class, places)| {
                u128::from(self.books.add(class, places)) * classes.weight(class)
            })
            .sum()
    }
}

/// A distance modulo 3.
fn residue(layer: u32) -> u8 {
    (layer % 3).to_le_bytes()[0]
}

/// Where the batch of at least so many words that begins at a position ends.
fn batch_end(classes: &Classes, own: &[ClassId], start: usize, size: usize) -> usize {
    let mut words = 0;
    let mut end = start;
    while end < own.len() && words < size {
        words += word_count(classes.dimension(own[end]));
        end += 1;
    }
    end
}
