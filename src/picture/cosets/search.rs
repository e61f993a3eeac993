//! The search itself, layer after layer on this machine.

use std::ops::Range;

use rayon::prelude::*;

use super::super::Metric;
use super::classes::{ClassId, Classes};
use super::layer::{Scratch, pull};
use super::table::{ClassTable, Places, word_count};
use crate::Result;
use crate::work::Work;

/// New places are held back until so many words of the tables are done, then written all at once: readers and writers
/// never meet.
const BATCH_WORDS: usize = 1 << 19;

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

    /// Computes the next layer; returns how many configurations it has. `keep` gets the new places of every class that
    /// has some, in the order of the classes.
    ///
    /// # Errors
    /// What `keep` returns; [`Error::Interrupted`](crate::Error::Interrupted) or
    /// [`Error::OutOfTime`](crate::Error::OutOfTime) from `work`, after which the tables are of no further use.
    pub fn step(
        &mut self,
        classes: &Classes,
        work: &Work,
        mut keep: impl FnMut(ClassId, &Places) -> Result<()>,
    ) -> Result<u128> {
        let next = self.layer + 1;
        let stage = work.stage(&format!("layer {next}"), Some(classes.count() as u64));
        let mut total = 0;
        let mut start = 0;
        while start < self.by_class.len() {
            work.check(&format!("distances up to {} are known", self.layer))?;
            let end = batch_end(classes, start);
            let found = self.pull(classes, start..end);
            for (class, places) in (start..end).map(class_id).zip(&found) {
                if places.count() > 0 {
                    keep(class, places)?;
                }
            }
            total += self.mark(classes, start, &found);
            stage.advance((end - start) as u64);
            start = end;
        }
        self.by_class.par_iter_mut().for_each(ClassTable::settle);
        self.layer = next;
        Ok(total)
    }

    fn pull(&self, classes: &Classes, batch: Range<usize>) -> Vec<Places> {
        let residue = residue(self.layer);
        let front = |class: ClassId| self.by_class[class.index()].front(residue);
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

fn residue(layer: u32) -> u8 {
    (layer % 3).to_le_bytes()[0]
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "classes are numbered by 32 bits"
)]
fn class_id(index: usize) -> ClassId {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(text: &str, metric: Metric) -> Vec<u128> {
        let work = Work::unlimited();
        let classes = Classes::new(text.parse().unwrap(), &work).unwrap();
        let mut tables = Tables::new(&classes, metric);
        let mut layers = vec![1];
        loop {
            let count = tables.step(&classes, &work, |_, _| Ok(())).unwrap();
            if count == 0 {
                return layers;
            }
            layers.push(count);
        }
    }

    #[test]
    fn table_two_of_the_document() {
        assert_eq!(
            layers("3x2", Metric::Quarter),
            [
                1, 10, 69, 456, 2846, 16208, 84428, 395_566, 1_622_641, 5_536_264, 13_587_945,
                17_558_644, 8_100_138, 843_444, 27084
            ]
        );
    }
}
