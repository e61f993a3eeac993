//! The search itself, layer after layer on this machine.

use std::ops::Range;

use rayon::prelude::*;

use super::super::Metric;
use super::classes::{ClassId, Classes};
use super::layer::{Scratch, pull};
use super::table::{ClassTable, Front, Places, word_count};
use crate::Result;
use crate::work::Work;

/// New places are held back until so many words of the tables are done, then written all at once: readers and writers
/// never meet.
const BATCH_WORDS: usize = 1 << 20;

/// The bytes that a layer needs on the way, beside the tables.
pub fn working_bytes(classes: &Classes) -> u128 {
    // A batch, with the class that ends it, and as much again for its records.
    let all: usize = classes
        .all()
        .map(|class| word_count(classes.dimension(class)))
        .sum();
    all.min(2 * BATCH_WORDS) as u128 * 16
}

/// The tables of all classes under way.
#[derive(Debug)]
pub struct Tables {
    metric: Metric,
    by_class: Vec<ClassTable>,
    layer: u32,
}

impl Tables {
    /// The solution alone is known.
    pub fn new(classes: &Classes, metric: Metric) -> Tables {
        let mut tables: Vec<ClassTable> = classes
            .all()
            .map(|class| ClassTable::new(classes.dimension(class)))
            .collect();
        // The solution is the first place of the first class.
        let first = classes.dimension(ClassId(0));
        tables[0].mark(&Places::List(vec![0]), first, 0);
        tables[0].settle();
        Tables {
            metric,
            by_class: tables,
            layer: 0,
        }
    }

    /// The number of the last layer.
    pub const fn layer(&self) -> u32 {
        self.layer
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
        let next = self.layer + 1;
        let stage = work.stage(&format!("layer {next}"), Some(classes.count() as u64));
        let mut total = 0;
        let mut start = 0;
        while start < self.by_class.len() {
            work.check(&format!("distances up to {} are known", self.layer))?;
            let end = batch_end(classes, start);
            let found = self.pull(classes, start..end);
            keep(start, &found)?;
            total += self.mark(classes, start, &found);
            stage.advance((end - start) as u64);
            start = end;
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
        let table = &mut self.by_class[class.index()];
        let unseen =
            |place: u32| table.unseen_word(place as usize >> 6, dimension) >> (place & 63) & 1 == 1;
        let fresh = match places {
            Places::List(list) => list.iter().all(|&place| unseen(place)),
            Places::Bits(words) => (words.iter().enumerate())
                .all(|(w, word)| word & !table.unseen_word(w, dimension) == 0),
        };
        if !fresh {
            return Err(
                "it holds configurations that an earlier layer holds too; remove it".to_owned(),
            );
        }
        let count = table.mark(places, dimension, residue(self.layer + 1));
        Ok(u128::from(count) * classes.weight(class))
    }

    /// Makes the next layer the last one.
    pub fn settle(&mut self) {
        self.by_class.par_iter_mut().for_each(ClassTable::settle);
        self.layer += 1;
    }

    /// The table of a class.
    pub fn class(&self, class: ClassId) -> &ClassTable {
        &self.by_class[class.index()]
    }

    /// The last layer in a class.
    pub fn front(&self, class: ClassId) -> Front<'_> {
        self.by_class[class.index()].front(residue(self.layer))
    }

    fn pull(&self, classes: &Classes, batch: Range<usize>) -> Vec<Places> {
        let front = |class: ClassId| self.front(class);
        batch
            .into_par_iter()
            .map_init(Scratch::default, |scratch, class| {
                let table = &self.by_class[class];
                pull(classes, self.metric, class_id(class), table, front, scratch)
            })
            .collect()
    }

    fn mark(&mut self, classes: &Classes, start: usize, found: &[Places]) -> u128 {
        let residue = residue(self.layer + 1);
        self.by_class[start..][..found.len()]
            .par_iter_mut()
            .zip(found)
            .enumerate()
            .map(|(offset, (table, places))| {
                let class = class_id(start + offset);
                let count = table.mark(places, classes.dimension(class), residue);
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
pub fn class_id(index: usize) -> ClassId {
    ClassId(index as u32)
}

/// Where the batch that begins at a class ends.
fn batch_end(classes: &Classes, start: usize) -> usize {
    let mut words = 0;
    let mut end = start;
    while end < classes.count() && words < BATCH_WORDS {
        words += word_count(classes.dimension(class_id(end)));
        end += 1;
    }
    end
}
