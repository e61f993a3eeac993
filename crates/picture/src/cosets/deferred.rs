//! New places that must not be in the tables yet.
//!
//! All that is seen in a class stands for the last layer there. So where a class and one that
//! pulls from it may both have new places in the same layer, these are written only when the last
//! class that pulls from theirs is done. Classes are found breadth first, and those that pull from
//! one are not far behind it: about a fifth of all tables is deferred at a time.

use std::collections::BTreeMap;

use super::classes::{ClassId, Classes};
use super::layout::Layout;
use super::places::Places;

/// The new places of a layer that are not written yet, by the class that they wait for.
#[derive(Debug)]
pub struct DeferredWrites {
    /// For every class that is kept here, the position of the last one that pulls from it, or its
    /// own.
    last_readers: Vec<u32>,
    places: BTreeMap<u32, Vec<Deferred>>,
}

/// The new places of a class: bits as the table stores them, or a list.
pub type Deferred = (ClassId, Places<'static>);

impl DeferredWrites {
    /// Nothing is deferred. Layers are to be computed in the order of the classes kept here; for a
    /// class that is kept elsewhere, `elsewhere` says before which of them, by position, everything
    /// has been sent that it pulls from.
    pub fn new(
        classes: &Classes,
        own: &[ClassId],
        elsewhere: impl Fn(ClassId) -> usize,
    ) -> DeferredWrites {
        const NOT_HERE: u32 = u32::MAX;
        let mut positions = vec![NOT_HERE; classes.count()];
        for (position, class) in (0..).zip(own) {
            positions[class.index()] = position;
        }
        let mut last_readers = positions.clone();
        for reader in classes.all() {
            let position = match positions[reader.index()] {
                NOT_HERE => u32::try_from(elsewhere(reader)).unwrap_or(NOT_HERE),
                here => here,
            };
            for edge in classes.edges(reader) {
                let last = &mut last_readers[edge.class.index()];
                *last = (*last).max(position);
            }
        }
        DeferredWrites { last_readers, places: BTreeMap::new() }
    }

    /// The most bytes that are deferred at a time.
    pub fn most_bytes(&self, own: &[ClassId], layout: &Layout) -> u128 {
        let mut freed = vec![0; own.len() + 1];
        let (mut held, mut most) = (0, 0);
        for (position, &class) in own.iter().enumerate() {
            let bytes = 8 * layout.words_of(class) as u128;
            held += bytes;
            freed[(self.last_readers[class.index()] as usize).min(own.len())] += bytes;
            most = most.max(held);
            held -= freed[position];
        }
        most
    }

    /// Defers the new places of some classes.
    pub fn add(&mut self, deferred: Vec<Deferred>) {
        for (class, places) in deferred {
            let last = self.last_readers[class.index()];
            self.places.entry(last).or_default().push((class, places));
        }
    }

    /// What may be written when all classes before a position are done, in the order of the
    /// classes; `usize::MAX` for everything.
    pub fn release(&mut self, done: usize) -> Vec<Deferred> {
        let done = u32::try_from(done).unwrap_or(u32::MAX);
        let later = match done {
            u32::MAX => BTreeMap::new(),
            done => self.places.split_off(&done),
        };
        let released = std::mem::replace(&mut self.places, later);
        let mut released: Vec<_> = released.into_values().flatten().collect();
        released.sort_unstable_by_key(|(class, _)| *class);
        released
    }
}
