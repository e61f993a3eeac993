//! New places that must not be in the tables yet.
//!
//! With one bit a place, *seen*, all that is seen in a class stands for the last layer there; so where a class and one that pulls
//! from it may both have new places in the same layer, what is new waits until the last class that pulls from it is done. Classes
//! are found breadth first, so that those that pull from one are not far behind it: about a fifth of a plane waits at a time.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::classes::{ClassId, Classes};
use super::memory::{Layout, Memory, Word};
use super::table::Places;

/// The new places of a layer that wait, by the class that they wait for.
#[derive(Debug)]
pub struct Waiting {
    /// For every class that is kept here, the position of the last one that pulls from it, or its own.
    last_readers: Vec<u32>,
    places: BTreeMap<u32, Vec<(ClassId, Held)>>,
}

/// The new places of a class.
#[derive(Debug)]
pub enum Held {
    /// One bit a place, as the table stores them.
    Stored(Box<[u64]>),
    /// The places in increasing order.
    List(Vec<u32>),
}

impl Waiting {
    /// Nothing waits. Layers are to be computed in the order of the classes kept here; for a class that is kept elsewhere, `elsewhere`
    /// says before which of them, by position, everything has been sent that it pulls from.
    pub fn new(
        classes: &Classes,
        own: &[ClassId],
        elsewhere: impl Fn(ClassId) -> usize,
    ) -> Waiting {
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
        Waiting {
            last_readers,
            places: BTreeMap::new(),
        }
    }

    /// The most bytes that wait at a time.
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

    /// Keeps the new places of some classes.
    pub fn hold(&mut self, memory: &Memory<impl Word>, batch: &[ClassId], found: &[Places]) {
        let held: Vec<(ClassId, Held)> = (batch.par_iter().zip(found))
            .filter(|(_, places)| places.count() > 0)
            .map(|(&class, places)| {
                let held = match places {
                    Places::List(list) if list.len() <= 2 * memory.class(class).len() => {
                        Held::List(list.clone())
                    }
                    _ => Held::Stored(memory.as_stored(class, places)),
                };
                (class, held)
            })
            .collect();
        for (class, held) in held {
            let last = self.last_readers[class.index()];
            self.places.entry(last).or_default().push((class, held));
        }
    }

    /// What need not wait any longer when all classes before a position are done, in the order of the classes.
    pub fn release(&mut self, done: usize) -> Vec<(ClassId, Held)> {
        let done = u32::try_from(done).unwrap_or(u32::MAX);
        let waiting = self.places.split_off(&done);
        let freed = std::mem::replace(&mut self.places, waiting);
        sorted(freed)
    }

    /// All that waits, at the end of a layer.
    pub fn release_all(&mut self) -> Vec<(ClassId, Held)> {
        sorted(std::mem::take(&mut self.places))
    }
}

fn sorted(freed: BTreeMap<u32, Vec<(ClassId, Held)>>) -> Vec<(ClassId, Held)> {
    let mut freed: Vec<_> = freed.into_values().flatten().collect();
    freed.sort_unstable_by_key(|(class, _)| *class);
    freed
}
