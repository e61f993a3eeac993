//! Who computes a layer: this process alone, or several that each keep some of the classes.

use super::classes::{ClassId, Classes};
use super::memory::Word;
use super::packing::Packings;
use super::search::Tables;
use super::table::{Front, Places, Stored, Words};
use crate::Result;
use crate::work::Work;

/// Hears of the new places of classes in increasing order.
pub type Keep<'a> = dyn FnMut(&[ClassId], &[Places]) -> Result<()> + 'a;

/// Computes layers together, one member a process; every member keeps some of the classes and knows how to get the last
/// layer of the others.
///
/// All members call these methods in the same order, and those that return something common wait for each other.
pub trait Crew {
    /// Which member this is, from 0, and how many there are.
    fn part(&self) -> (u32, u32);

    /// The classes that this member keeps, in increasing order; it must be asked before anything below.
    fn own(&mut self, classes: &Classes, packings: &Packings) -> Vec<ClassId>;

    /// The bytes that this member needs beside the tables of its classes.
    fn bytes(&self) -> u128;

    /// The position among this member's classes before which everything has been sent that a class of another member pulls from.
    fn sent_before(&self, reader: ClassId) -> usize;

    /// Makes sure that all members find the same layers in their checkpoints; `layers` has the number of parts of each.
    fn agree(&mut self, layers: &[u32], work: &Work) -> Result<()>;

    /// Computes the next layer in the classes of this member; returns how many configurations it has there.
    fn step<W: Word>(
        &mut self,
        classes: &Classes,
        tables: &mut Tables<W>,
        work: &Work,
        keep: &mut Keep,
    ) -> Result<u128>;

    /// Adds up what all members found in a layer.
    fn total(&mut self, count: u128, work: &Work) -> Result<u128>;

    /// Puts the places of the last layer together; only the first member needs to know all of them.
    fn gather(&mut self, last: Layer, work: &Work) -> Result<Layer>;
}

/// The crew of one.
#[derive(Debug)]
pub struct Alone;

impl Crew for Alone {
    fn part(&self) -> (u32, u32) {
        (0, 1)
    }

    fn own(&mut self, classes: &Classes, _: &Packings) -> Vec<ClassId> {
        classes.all().collect()
    }

    fn bytes(&self) -> u128 {
        0
    }

    fn sent_before(&self, _: ClassId) -> usize {
        0
    }

    fn agree(&mut self, _: &[u32], _: &Work) -> Result<()> {
        Ok(())
    }

    fn step<W: Word>(
        &mut self,
        classes: &Classes,
        tables: &mut Tables<W>,
        work: &Work,
        keep: &mut Keep,
    ) -> Result<u128> {
        let all = 0..tables.own().len();
        tables.advance(classes, all, &|_| NOTHING, work, keep)
    }

    fn total(&mut self, count: u128, _: &Work) -> Result<u128> {
        Ok(count)
    }

    fn gather(&mut self, last: Layer, _: &Work) -> Result<Layer> {
        Ok(last)
    }
}

/// An empty front.
pub const NOTHING: Front = Front {
    count: 0,
    list: Some(&[]),
    stored: Stored {
        words: Words::Plain(&[]),
        packing: None,
    },
    set: 0,
};

/// The places of one layer, or as many of them as are worth keeping.
#[derive(Clone, Debug)]
pub struct Layer {
    /// The first places in the order of classes and places.
    pub places: Vec<(ClassId, u32)>,
    /// Whether these are all.
    pub complete: bool,
}

impl Layer {
    /// The most places that are kept.
    const MOST: usize = 1 << 18;

    /// No places.
    pub const fn new() -> Layer {
        Layer {
            places: Vec::new(),
            complete: true,
        }
    }

    /// The solution alone, which is the first place of the first class.
    pub fn solution() -> Layer {
        Layer {
            places: vec![(ClassId(0), 0)],
            complete: true,
        }
    }

    /// Adds the places of a class, which comes after those added before.
    pub fn add(&mut self, class: ClassId, places: &Places) {
        let room = Layer::MOST - self.places.len();
        self.complete &= places.count() <= room as u64;
        self.places
            .extend(places.each().take(room).map(|place| (class, place)));
    }

    /// Puts the layers of several members together: what one member would have kept.
    pub fn merged(layers: impl IntoIterator<Item = Layer>) -> Layer {
        let mut merged = Layer::new();
        for layer in layers {
            merged.complete &= layer.complete;
            merged.places.extend(layer.places);
        }
        merged.places.sort_unstable();
        merged.complete &= merged.places.len() <= Layer::MOST;
        merged.places.truncate(Layer::MOST);
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_remember_together_what_one_would_have_remembered() {
        let classes: Vec<(ClassId, Places)> = (0..10)
            .map(|class| (ClassId(class), Places::List((0..40_000).collect())))
            .collect();
        let (mut alone, mut members) = (Layer::new(), [Layer::new(), Layer::new(), Layer::new()]);
        for (class, places) in &classes {
            alone.add(*class, places);
            members[class.index() % 3].add(*class, places);
        }
        let merged = Layer::merged(members);
        assert_eq!(merged.places, alone.places);
        assert!(!merged.complete && !alone.complete);
    }
}
