//! The search itself, layer after layer on this machine.

use std::ops::Range;

use rayon::prelude::*;

use super::super::Metric;
use super::classes::{ClassId, Classes};
use super::layer::{Scratch, pull};
use super::memory::{Books, Layout, Memory, Word};
use super::table::{Front, Pair, Places, includes, word_count};
use crate::Result;
use crate::work::Work;

/// New places are held back until a batch of classes is done, then written all at once: readers and writers never meet.
/// A batch has so many words of the tables; for small puzzles a share of them, so as not to need more memory than they do.
const BATCH_WORDS: usize = 1 << 20;
const LEAST_BATCH_WORDS: usize = 1 << 12;
const BATCHES: usize = 16;

fn batch_words(classes: &Classes) -> usize {
    let all: usize = classes
        .all()
        .map(|class| word_count(classes.dimension(class)))
        .sum();
    (all / BATCHES).clamp(LEAST_BATCH_WORDS, BATCH_WORDS)
}

/// The bytes that a layer needs on the way, beside the tables.
pub fn working_bytes(classes: &Classes) -> u128 {
    let words = |class| word_count(classes.dimension(class));
    let largest = classes.all().map(words).max().unwrap_or(0);
    let lines = classes.size().rows() + classes.size().columns();
    // A batch with the class that ends it, as much again for its records, and for every thread a class and its neighbours.
    let batch = batch_words(classes) + largest;
    (batch * 16 + largest * 8 * (lines + 2) * rayon::current_num_threads()) as u128
}

/// The tables of all classes under way.
#[derive(Debug)]
pub struct Tables<W = Pair> {
    metric: Metric,
    memory: Memory<W>,
    books: Books,
    layer: u32,
}

impl<W: Word> Tables<W> {
    /// The solution alone is known. Words that do not tell layers are for graphs with two sides only: quarter turns and an
    /// even number of lines.
    pub fn new(classes: &Classes, metric: Metric, layout: Layout) -> Tables<W> {
        let mut tables = Tables {
            metric,
            memory: Memory::new(layout),
            books: Books::new(classes),
            layer: 0,
        };
        // The solution is the first place of the first class.
        tables.add(classes, 0, &[Places::List(vec![0])], 0);
        tables.books.settle();
        tables
    }

    /// The number of the last layer.
    pub const fn layer(&self) -> u32 {
        self.layer
    }

    /// The words alone, when the search is over.
    pub fn into_memory(self) -> Memory<W> {
        self.memory
    }

    /// Computes the next layer; returns how many configurations it has. `keep` gets the new places of consecutive
    /// classes, and which class is the first of them.
    ///
    /// # Errors
    /// What `keep` returns; [`Error::Interrupted`](crate::Error::Interrupted) or
    /// [`Error::OutOfTime`](crate::Error::OutOfTime) from `work`, after which the tables are of no further use.
    pub fn step(
        &mut self,
        classes: &Classes,
        work: &Work,
        mut keep: impl FnMut(usize, &[Places]) -> Result<()>,
    ) -> Result<u128> {
        let stage = work.stage(
            &format!("layer {} of {}", self.layer + 1, classes.size()),
            Some(classes.count() as u64),
        );
        let mut total = 0;
        let mut start = 0;
        let mut buffer = Vec::new();
        let size = batch_words(classes);
        while start < classes.count() {
            work.check(&format!("distances up to {} are known", self.layer))?;
            let batch = start..batch_end(classes, start, size);
            start = batch.end;
            let found = self.pull(classes, batch.clone(), &mut buffer);
            keep(batch.start, &found)?;
            total += self.add(classes, batch.start, &found, residue(self.layer + 1));
            stage.advance(found.len() as u64);
        }
        self.settle();
        Ok(total)
    }

    /// Takes the new places of a class from elsewhere instead of computing them; [`Tables::settle`] ends the layer.
    /// Returns how many configurations they are, or what is wrong with them.
    pub fn take(
        &mut self,
        classes: &Classes,
        class: ClassId,
        places: &Places,
    ) -> std::result::Result<u128, String> {
        let layer = self.layer + 1;
        if !W::TELLS_LAYERS && classes.is_odd(class) != (layer % 2 == 1) {
            return Err(
                "it holds configurations that no such layer can have; remove it".to_owned(),
            );
        }
        let mut unseen = Vec::new();
        let before = self.books.unseen(&self.memory, class);
        before.copy_to(classes.dimension(class), &mut unseen);
        if !includes(&unseen, places) {
            return Err(
                "it holds configurations that an earlier layer holds too; remove it".to_owned(),
            );
        }
        Ok(self.add(
            classes,
            class.index(),
            std::slice::from_ref(places),
            residue(layer),
        ))
    }

    /// Makes the next layer the last one.
    pub fn settle(&mut self) {
        self.books.settle();
        self.layer += 1;
    }

    /// The last layer in a class.
    pub fn front(&self, class: ClassId) -> Front<'_> {
        self.books.front(&self.memory, class, residue(self.layer))
    }

    fn pull<'b>(
        &self,
        classes: &Classes,
        batch: Range<usize>,
        buffer: &'b mut Vec<u64>,
    ) -> Vec<Places<'b>> {
        let words = |class: usize| word_count(classes.dimension(class_id(class)));
        let needed = batch.clone().map(words).sum();
        if buffer.len() < needed {
            buffer.resize(needed, 0);
        }
        let mut rest = buffer.as_mut_slice();
        let targets: Vec<(ClassId, &mut [u64])> = batch
            .map(|class| {
                let (first, others) = std::mem::take(&mut rest).split_at_mut(words(class));
                rest = others;
                (class_id(class), first)
            })
            .collect();
        targets
            .into_par_iter()
            .map_init(Scratch::default, |scratch, (class, found)| {
                let unseen = self.books.unseen(&self.memory, class);
                let front = |class: ClassId| self.front(class);
                pull(classes, self.metric, class, unseen, front, found, scratch)
            })
            .collect()
    }

    /// Adds new places of consecutive classes to tables and books; returns how many configurations they are.
    fn add(&mut self, classes: &Classes, start: usize, found: &[Places], residue: u8) -> u128 {
        self.memory
            .tables(start, found.len())
            .into_par_iter()
            .zip(found)
            .for_each(|(mut table, places)| table.set(places, residue));
        (start..)
            .map(class_id)
            .zip(found)
            .map(|(class, places)| {
                u128::from(self.books.add(class, places)) * classes.weight(class)
            })
            .sum()
    }
}

/// A distance modulo 3.
fn residue(layer: u32) -> u8 {
    (layer % 3).to_le_bytes()[0]
}

/// The class with a number.
#[expect(
    clippy::cast_possible_truncation,
    reason = "classes are numbered by 32 bits"
)]
pub const fn class_id(index: usize) -> ClassId {
    ClassId(index as u32)
}

/// Where the batch of so many words that begins at a class ends.
fn batch_end(classes: &Classes, start: usize, size: usize) -> usize {
    let mut words = 0;
    let mut end = start;
    while end < classes.count() && words < size {
        words += word_count(classes.dimension(class_id(end)));
        end += 1;
    }
    end
}
