//! Who computes a layer: this process alone, or several that each keep some of the classes.

use super::classes::{ClassId, Classes};
use super::packing::Packings;
use super::places::{Frontier, Places};
use super::tables::Tables;
use cubegraph_core::Result;
use cubegraph_core::work::Work;

/// Gets the new places of classes in increasing order.
pub type LayerSink<'a> = dyn FnMut(&[ClassId], &[Places]) -> Result<()> + 'a;

/// The members that compute layers together, one per process: each keeps some of the classes and
/// knows how to get the last layer of the others. What is not overridden is right for one process
/// alone.
///
/// All members call these methods in the same order, and those that return something common wait
/// for each other.
pub trait Exchange {
    /// Which member this is, from 0, and how many there are.
    fn part(&self) -> (u32, u32) {
        (0, 1)
    }

    /// The classes that this member keeps, in increasing order; called before anything below.
    fn own(&mut self, classes: &Classes, _: &Packings) -> Vec<ClassId> {
        classes.all().collect()
    }

    /// The bytes that this member needs beside the tables of its classes.
    fn bytes(&self) -> u128 {
        0
    }

    /// The position among this member's classes before which everything has been sent that a class
    /// of another member pulls from.
    fn sent_before(&self, _: ClassId) -> usize {
        0
    }

    /// Makes sure that all members find the same layers in their checkpoints; `layers` has the
    /// number of parts of each.
    fn agree(&mut self, _layers: &[u32], _: &Work) -> Result<()> {
        Ok(())
    }

    /// Computes the next layer in the classes of this member; returns how many configurations it
    /// has there.
    fn step(
        &mut self,
        classes: &Classes,
        tables: &mut Tables,
        work: &Work,
        sink: &mut LayerSink,
    ) -> Result<u128> {
        let all = 0..tables.own().len();
        tables.advance(classes, all, &|_| Frontier::EMPTY, work, sink)
    }

    /// Adds up what all members found in a layer.
    fn total(&mut self, count: u128, _: &Work) -> Result<u128> {
        Ok(count)
    }

    /// Puts the places of the last layer together; only the first member needs all of them.
    fn gather(&mut self, last: Layer, _: &Work) -> Result<Layer> {
        Ok(last)
    }
}

/// One process alone.
#[derive(Debug)]
pub struct SingleProcess;

impl Exchange for SingleProcess {}

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
