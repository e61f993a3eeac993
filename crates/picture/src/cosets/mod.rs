//! Exact distances without visiting the configurations: cosets of V₄^(mn).
//!
//! The Klein group V₄ is normal in S₄, so N = V₄^(mn) is normal in H, and on one coset of N a move
//! is an exclusive or with a constant. Flips of rows and columns translate a coset, permutations of
//! rows and columns and inversion permute the cosets; what is left is a bit for each place of a few
//! quotient spaces over F₂, and one bit stands for up to 2^(m+n+1)·m!·n! configurations.
//!
//! | file | what it does |
//! |---|---|
//! | `matrices` | the matrices over S₃ that name the cosets, up to the order of rows and columns and inversion |
//! | `classes` | the cosets up to permutations of rows and columns and inversion; the places of their tables |
//! | `quotient`, `map` | linear algebra over F₂; how the neighbours of one table lie in another: an affine map |
//! | `bits`, `tile` | such a map for 4096 bits at a time |
//! | `places` | sets of places of one class |
//! | `layer` | one layer of the search in one class |
//! | `layout`, `tables` | the tables under way, one bit per place; a layer in some of the classes |
//! | `deferred` | new places that must not be seen yet by those who pull from them |
//! | `packing` | places that are the same up to an exchange of equal rows, stored once |
//! | `run` | a search from the first layer to the last, with its memory and its checkpoint |
//! | `partition`, [`estimate`] | which classes each of several processes keeps; what a search would take |
//! | `last_layer` | the places that the farthest configurations are made of |
//! | `encoding`, [`checkpoint`] | layers and tables on disk |
//! | `distance_table` | the distances modulo 3 of a complete search, and descents in them |
//! | `antipodes` | the farthest configurations |
//!
//! # Reference
//! The puzzle: Burcsi, *Analysis of the picture cube puzzle*.

mod antipodes;
mod bits;
pub(crate) mod checkpoint;
pub(crate) mod classes;
mod deferred;
mod distance_table;
mod encoding;
pub mod estimate;
mod last_layer;
mod layer;
mod layout;
mod map;
mod matrices;
mod packing;
mod partition;
mod places;
mod quotient;
mod run;
mod tables;
mod tile;

use num_bigint::BigUint;

use super::{Antipodes, Configuration, Distances, Metric, Size};
use classes::{ClassId, Classes};
use cubegraph_core::Result;
use cubegraph_core::work::{Checkpoint, Work};
use deferred::DeferredWrites;
pub use distance_table::DistanceTable;
pub(crate) use distance_table::leads_nowhere;
use last_layer::LastLayer;
use layout::Layout;
use packing::Packings;
use partition::Partition;
use run::{SearchTask, Share};
use run::{WORTH_PACKING, packings};

/// A complete search: how many configurations of a size are at every distance, and which are the
/// farthest.
///
/// # Examples
/// ```
/// # use cubegraph_picture::{CosetSearch, Metric};
/// # use cubegraph_core::work::Work;
/// let search = CosetSearch::run("2x1".parse()?, Metric::Quarter, None, &Work::default())?;
/// assert_eq!(search.distances().diameter(), 7);
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Debug)]
pub struct CosetSearch {
    asked: Size,
    metric: Metric,
    classes: Classes,
    counts: Vec<u128>,
    last: LastLayer,
}

/// What a search by several processes needs of this one. Not part of the library's interface.
pub mod engine {
    pub use super::super::distances::of_cosets;
    pub use super::classes::{ClassId, Classes};
    pub use super::encoding::{append, decode_stored};
    pub use super::last_layer::LastLayer;
    pub use super::packing::Packings;
    pub use super::partition::Partition;
    pub use super::places::{Frontier, Places, StoredBits, count_ones, valid};
    pub use super::run::{LayerSink, RunningSearch, SearchTask, Share, WORTH_PACKING};
    pub use super::tables::Tables;
}

/// The array with at least as many rows as columns that is the same puzzle.
pub(super) fn upright(size: Size) -> Size {
    if size.rows() < size.columns() { size.transposed() } else { size }
}

/// Whether every move leads from one half of the configurations to the other: with an even number
/// of lines the sum of their parities does not depend on how these are read off the cubes, and a
/// quarter turn changes it.
pub(super) const fn has_two_sides(size: Size, metric: Metric) -> bool {
    matches!(metric, Metric::Quarter) && (size.rows() + size.columns()).is_multiple_of(2)
}

/// Where new places are deferred, if they must be: tables do not tell layers apart and must not
/// change while others pull from them, which only a graph with two sides makes sure of.
fn deferred_writes(
    classes: &Classes,
    own: &[ClassId],
    metric: Metric,
    elsewhere: impl Fn(ClassId) -> usize,
) -> Option<DeferredWrites> {
    (!has_two_sides(classes.size(), metric)).then(|| DeferredWrites::new(classes, own, elsewhere))
}

/// The bytes that one of several processes takes.
pub(super) fn member_bytes(
    classes: &Classes,
    mut packings: Packings,
    metric: Metric,
    partition: &Partition,
    member: usize,
) -> u128 {
    let own = &partition.members()[member].own;
    packings.open(classes, own);
    let layout = Layout::new(classes, own, packings);
    let sent_before = |reader| partition.sent_before(member, reader);
    let deferred = deferred_writes(classes, own, metric, sent_before);
    tables::bytes(classes, own, &layout, deferred.as_ref()) + partition.bytes(member)
}

/// The bytes that a class takes beside its table, wherever that is kept.
pub(super) const fn index_bytes(size: Size) -> u128 {
    tables::index_bytes(size) as u128
}

/// A lower bound on the bytes that the tables of a size take, without looking at the classes: one
/// place stands for at most 2^(m+n+1)·m!·n! configurations and takes two bits.
pub(crate) fn least_bytes(size: Size) -> BigUint {
    let factorial = |n: usize| (1..=n).map(BigUint::from).product::<BigUint>();
    let most =
        (factorial(size.rows()) * factorial(size.columns())) << (size.rows() + size.columns() + 1);
    size.order() / most / 4u32
}

impl CosetSearch {
    /// Computes all distances of a size.
    ///
    /// With a checkpoint every layer is kept in its folder when it is complete, and a search that
    /// finds layers there resumes from them.
    ///
    /// # Errors
    /// [`TooLarge`](cubegraph_core::Error::TooLarge)
    /// before anything is begun; [`Interrupted`](cubegraph_core::Error::Interrupted) or
    /// [`OutOfTime`](cubegraph_core::Error::OutOfTime) from `work`; [`Io`](cubegraph_core::Error::Io) or
    /// [`Damaged`](cubegraph_core::Error::Damaged) from the checkpoint; [`Rejected`](cubegraph_core::Error::Rejected)
    /// if the layers do not add up to the order of the group.
    ///
    /// # Complexity
    /// About a bit for each of about |H| / (2^(m+n+1)·m!·n!) places; a layer looks every place up
    /// along m+n lines.
    pub fn run(
        size: Size,
        metric: Metric,
        checkpoint: Option<&Checkpoint>,
        work: &Work,
    ) -> Result<CosetSearch> {
        let task = SearchTask::alone(size, metric);
        task.announce(work);
        CosetSearch::alone(task, checkpoint, work)
    }

    fn alone(
        task: SearchTask,
        checkpoint: Option<&Checkpoint>,
        work: &Work,
    ) -> Result<CosetSearch> {
        let prepared = task.prepare(work, |classes, _| Share::whole(classes, 0))?;
        prepared.start(checkpoint)?.complete(work, |_, _, _| {})
    }

    /// Whether [`CosetSearch::run`] would be allowed the memory it needs.
    ///
    /// # Errors
    /// As those of [`CosetSearch::run`] before anything is begun.
    pub fn reserve(size: Size, metric: Metric, work: &Work) -> Result<()> {
        let task = SearchTask::alone(size, metric);
        task.prepare(work, |classes, _| Share::whole(classes, 0)).map(drop)
    }

    /// The size that was asked for.
    pub const fn size(&self) -> Size {
        self.asked
    }

    /// The metric.
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// The classes of cosets, of the size with at least as many rows as columns.
    pub(crate) const fn classes(&self) -> &Classes {
        &self.classes
    }

    /// How many configurations are at every distance.
    pub fn distances(&self) -> Distances {
        Distances::new(self.counts.iter().map(|&count| count.into()).collect())
    }

    /// The farthest configurations.
    ///
    /// # Errors
    /// [`Error::Interrupted`](cubegraph_core::Error::Interrupted) or
    /// [`Error::OutOfTime`](cubegraph_core::Error::OutOfTime) from `work`.
    pub fn antipodes(&self, work: &Work) -> Result<Antipodes> {
        antipodes::antipodes(self, work)
    }

    /// A configuration of the upright size in the size that was asked for.
    fn as_asked(&self, configuration: Configuration) -> Configuration {
        if configuration.size() == self.asked { configuration } else { configuration.transposed() }
    }

    /// Adds a layer; an empty one ends the search, and the one before it stays the last.
    fn add(&mut self, count: u128, layer: LastLayer) {
        self.counts.push(count);
        if count > 0 {
            self.last = layer;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::ToPrimitive;

    fn run(text: &str, metric: Metric) -> CosetSearch {
        CosetSearch::run(text.parse().unwrap(), metric, None, &Work::default()).unwrap()
    }

    fn counts(search: &CosetSearch) -> Vec<u64> {
        let distances = search.distances();
        (distances.counts().iter()).map(|count| count.to_u64().unwrap()).collect()
    }

    #[test]
    fn table_two_of_the_document() {
        assert_eq!(
            counts(&run("3x2", Metric::Quarter)),
            [
                1, 10, 69, 456, 2846, 16208, 84428, 395_566, 1_622_641, 5_536_264, 13_587_945,
                17_558_644, 8_100_138, 843_444, 27084
            ]
        );
    }

    #[test]
    fn a_puzzle_on_its_side_is_the_same_puzzle() {
        for metric in Metric::ALL {
            assert_eq!(counts(&run("2x3", metric)), counts(&run("3x2", metric)));
        }
    }

    #[test]
    fn antipode_classes_make_up_the_last_layer() {
        for text in ["1x1", "2x1", "2x2", "3x2", "2x3", "4x1", "3x3"] {
            for metric in Metric::ALL {
                let search = run(text, metric);
                let table = DistanceTable::make(search.size(), metric, None, &Work::default());
                let table = table.unwrap();
                let antipodes = search.antipodes(&Work::default()).unwrap();
                assert!(antipodes.complete);
                let sum: BigUint = antipodes.classes.iter().map(|class| &class.size).sum();
                assert_eq!(sum, antipodes.count, "{text} {metric}");
                for class in &antipodes.classes {
                    assert_eq!(class.representative.size(), search.size());
                    let diameter = search.distances().diameter();
                    let moves = table.solve(&class.representative).unwrap();
                    assert_eq!(moves.len(), diameter);
                }
            }
        }
    }

    #[test]
    fn too_large_a_puzzle_is_refused_with_the_memory_it_would_take() {
        let work = Work::default().with_memory(1 << 30);
        for text in ["4x4", "100x100", "5x3"] {
            let error =
                CosetSearch::run(text.parse().unwrap(), Metric::Quarter, None, &work).unwrap_err();
            assert!(matches!(error, cubegraph_core::Error::TooLarge(_)), "{error}");
        }
    }
}
