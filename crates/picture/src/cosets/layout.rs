//! Where the tables of the classes lie in one piece of memory.

use std::ops::Range;
use std::sync::Arc;

use super::classes::{ClassId, Classes};
use super::packing::Packings;

/// Where the tables of all classes lie, or of those that are kept here; the others have no words.
#[derive(Debug)]
pub struct Layout {
    /// The first word of each class, and the end of the last.
    starts: Vec<usize>,
    packings: Arc<Packings>,
}

impl Layout {
    /// The layout of these classes, which are in increasing order; their packings are ready.
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
        Layout { starts, packings: Arc::new(packings) }
    }

    /// The words of a class.
    pub fn range(&self, class: ClassId) -> Range<usize> {
        self.starts[class.index()]..self.starts[class.index() + 1]
    }

    /// How classes are packed.
    pub fn packings(&self) -> &Arc<Packings> {
        &self.packings
    }

    /// How many words a class has.
    pub fn words_of(&self, class: ClassId) -> usize {
        self.range(class).len()
    }

    /// How many words there are in all.
    pub fn words(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }
}
