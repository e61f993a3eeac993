//! The search itself, layer after layer on this machine.

use std::ops::Range;

use rayon::prelude::*;

use super::super::Metric;
use super::classes::{ClassId, Classes};
use super::layer::{Scratch, pull};
use super::table::{Books, Front, Memory, Places, set, word_count};
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
    // A batch with the class that ends it, as much again for its records, and one class unpacked for every thread.
    let batch = batch_words(classes) + largest;
    (batch * 16 + largest * 8 * rayon::current_num_threads()) as u128
}

/// The tables of all classes under way.
#[derive(Debug)]
pub struct Tables {
    metric: Metric,
    memory: Memory,
    books: Books,
    layer: u32,
}

impl Tables {
    /// The solution alone is known.
    pub fn new(classes: &Classes, metric: Metric) -> Tables {
        let mut tables = Tables {
            metric,
            memory: Memory::new(classes),
            books: Books::new(classes),
            layer: 0,
        };
        // The solution is the first place of the first class.
        let (first, solution) = (ClassId(0), Places::List(vec![0]));
        set(tables.memory.class_mut(first), &solution, 0);
        tables.books.add(first, classes.dimension(first), &solution);
        tables.books.settle();
        tables
    }

    /// The number of the last layer.
    pub const fn layer(&self) -> u32 {
        self.layer
    }

    /// The two-bit words of all classes.
    pub const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The words alone, when the search is over.
    pub fn into_memory(self) -> Memory {
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
            total += self.mark(classes, batch.start, &found);
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
        let dimension = classes.dimension(class);
        let unseen = self.books.unseen(&self.memory, class, dimension);
        if !unseen.includes(places) {
            return Err(
                "it holds configurations that an earlier layer holds too; remove it".to_owned(),
            );
        }
        set(
            self.memory.class_mut(class),
            places,
            residue(self.layer + 1),
        );
        let count = self.books.add(class, dimension, places);
        Ok(u128::from(count) * classes.weight(class))
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
                let unseen = self
                    .books
                    .unseen(&self.memory, class, classes.dimension(class));
                let front = |class: ClassId| self.front(class);
                pull(classes, self.metric, class, unseen, front, found, scratch)
            })
            .collect()
    }

    fn mark(&mut self, classes: &Classes, start: usize, found: &[Places]) -> u128 {
        let residue = residue(self.layer + 1);
        self.memory
            .range_mut(start, found.len())
            .into_par_iter()
            .zip(found)
            .for_each(|(pairs, places)| set(pairs, places, residue));
        (start..)
            .map(class_id)
            .zip(found)
            .map(|(class, places)| {
                let count = self.books.add(class, classes.dimension(class), places);
                u128::from(count) * classes.weight(class)
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
