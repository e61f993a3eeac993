//! The places of the last layer, of which the farthest configurations are made.

use super::classes::ClassId;
use super::places::Places;

/// The places of one layer, or as many of them as are worth keeping.
#[derive(Clone, Debug)]
pub struct LastLayer {
    /// The first places in the order of classes and places.
    pub places: Vec<(ClassId, u32)>,
    /// Whether these are all.
    pub complete: bool,
}

impl LastLayer {
    /// The most places that are kept.
    const MOST: usize = 1 << 18;

    /// No places.
    #[expect(clippy::new_without_default, reason = "no places is not what most callers want")]
    pub const fn new() -> LastLayer {
        LastLayer { places: Vec::new(), complete: true }
    }

    /// The solution alone, which is the first place of the first class.
    pub fn solution() -> LastLayer {
        LastLayer { places: vec![(ClassId(0), 0)], complete: true }
    }

    /// Adds the places of a class, which comes after those added before.
    pub fn add(&mut self, class: ClassId, places: &Places) {
        let room = LastLayer::MOST - self.places.len();
        self.complete &= places.count() <= room as u64;
        self.places.extend(places.each().take(room).map(|place| (class, place)));
    }

    /// Puts the layers of several members together: what one member would have kept.
    pub fn merged(layers: impl IntoIterator<Item = LastLayer>) -> LastLayer {
        let mut merged = LastLayer::new();
        for layer in layers {
            merged.complete &= layer.complete;
            merged.places.extend(layer.places);
        }
        merged.places.sort_unstable();
        merged.complete &= merged.places.len() <= LastLayer::MOST;
        merged.places.truncate(LastLayer::MOST);
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_together_what_one_would_have_kept() {
        let classes: Vec<(ClassId, Places)> =
            (0..10).map(|class| (ClassId(class), Places::List((0..40_000).collect()))).collect();
        let (mut alone, mut members) =
            (LastLayer::new(), [LastLayer::new(), LastLayer::new(), LastLayer::new()]);
        for (class, places) in &classes {
            alone.add(*class, places);
            members[class.index() % 3].add(*class, places);
        }
        let merged = LastLayer::merged(members);
        assert_eq!(merged.places, alone.places);
        assert!(!merged.complete && !alone.complete);
    }
}
