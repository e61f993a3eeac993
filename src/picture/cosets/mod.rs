//! Exact distances without visiting the configurations: cosets of V₄^(mn).
//!
//! The Klein group V₄ is normal in S₄, so N = V₄^(mn) is normal in H, and on one coset of N a move is an exclusive or with a
//! constant. Flips of rows and columns translate a coset, permutations of rows and columns permute the cosets; what is left is
//! a bit for each place of a few quotient spaces over F₂, and one bit stands for up to 2^(m+n)·m!·n! configurations.
//!
//! | file | what it does |
//! |---|---|
//! | [`classes`] | the cosets up to permutations of rows and columns; the places of their tables |
//! | `quotient`, `map` | linear algebra over F₂; how the neighbours of one table lie in another: an affine map |
//! | `bits`, `tile` | such a map for 4096 bits at a time |
//! | [`layer`] | one layer of the search in one class |
//! | [`table`] | sets of places of one class |
//! | [`memory`] | the tables of all classes: two bits a place, or one where that is enough |
//! | `packing` | places that are the same up to an exchange of equal rows, stored once |
//! | [`search`] | the tables under way, a layer in some of the classes |
//! | `crew`, `share` | who computes a layer: this process alone, or several; which classes each of them keeps |
//! | `store`, [`checkpoint`] | layers and tables on disk |
//! | `kept` | the distances modulo 3 of a complete search, and descents in them |
//! | `antipodes` | the farthest configurations |
//!
//! # Reference
//! The puzzle: Burcsi, *Analysis of the picture cube puzzle*. Distances modulo 3: G. Cooperman and L. Finkelstein, *New methods
//! for using Cayley graphs in interconnection networks*, 1992.

mod antipodes;
mod bits;
pub mod checkpoint;
pub mod classes;
pub(super) mod crew;
mod kept;
pub mod layer;
mod map;
pub mod memory;
mod packing;
mod quotient;
pub mod search;
pub(super) mod share;
pub(super) mod store;
pub mod table;
mod tile;

use std::path::Path;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rayon::prelude::*;

use super::{Antipodes, Configuration, Distances, Metric, Size};
use crate::work::{Work, bytes_in_words};
use crate::{Error, Result};
use checkpoint::Checkpoint;
use classes::{ClassId, Classes};
use crew::{Alone, Crew, Layer};
pub use kept::{DistanceTable, leads_nowhere};
use memory::{Layout, Memory, Word};
use search::Tables;
use table::{Pair, Places};

/// A complete search: how many configurations of a size are at every distance, and which are the farthest.
///
/// # Examples
/// ```
/// # use cubegraph::{picture::{Metric, cosets::Search}, work::Work};
/// let search = Search::run("2x1".parse()?, Metric::Quarter, None, &Work::unlimited())?;
/// assert_eq!(search.distances().diameter(), 7);
/// # Ok::<(), cubegraph::Error>(())
/// ```
#[derive(Debug)]
pub struct Search {
    asked: Size,
    metric: Metric,
    classes: Classes,
    counts: Vec<u128>,
    last: Layer,
}

/// How places are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Storage {
    /// All of them.
    Plain,
    /// Those that exchanges of equal rows make of each other once, where there are many.
    Packed,
}

impl Storage {
    fn layout(self, classes: &Classes, own: &[ClassId]) -> Layout {
        let places: u128 = own.iter().map(|&class| 1 << classes.dimension(class)).sum();
        match self {
            Storage::Packed if places >= WORTH_PACKING => Layout::packed(classes, own),
            _ => Layout::plain(classes, own),
        }
    }
}

/// A search under way.
struct Run<W> {
    search: Search,
    tables: Tables<W>,
}

/// A layer that takes less is not worth a line.
const WORTH_A_LINE: Duration = Duration::from_secs(2);
/// Tables of fewer places are not packed: it takes time to unpack them.
const WORTH_PACKING: u128 = 1 << 31;
/// Memory below this is not worth a word.
const WORTH_ANNOUNCING: u128 = 1 << 26;

/// The array with at least as many rows as columns that is the same puzzle.
pub(super) fn upright(size: Size) -> Size {
    if size.rows() < size.columns() {
        size.transposed()
    } else {
        size
    }
}

/// Whether every move leads from one half of the configurations to the other: with an even number of lines the sum of their
/// parities does not depend on how these are read off the cubes, and a quarter turn changes it.
const fn has_two_sides(size: Size, metric: Metric) -> bool {
    matches!(metric, Metric::Quarter) && (size.rows() + size.columns()).is_multiple_of(2)
}

/// How many bits a place takes.
pub(super) const fn table_bits(size: Size, metric: Metric) -> u32 {
    if has_two_sides(size, metric) {
        <u64 as Word>::BITS
    } else {
        Pair::BITS
    }
}

/// The bytes that a search takes for the tables of these classes, and for everything else that they need.
pub(super) fn table_bytes(classes: &Classes, own: &[ClassId], metric: Metric) -> (u128, u128) {
    let layout = Storage::Packed.layout(classes, own);
    let (tables, all) = if has_two_sides(classes.size(), metric) {
        (layout.table_bytes::<u64>(), layout.bytes::<u64>(classes))
    } else {
        (layout.table_bytes::<Pair>(), layout.bytes::<Pair>(classes))
    };
    (tables, all - tables + search::working_bytes(classes, own))
}

/// The bytes that a class takes beside its table, wherever that is kept.
pub(super) const fn index_bytes(size: Size) -> u128 {
    memory::index_bytes(size) as u128
}

/// What the memory is for.
fn what(size: Size, (member, members): (u32, u32)) -> String {
    match members {
        1 => format!("the coset search of {size}"),
        _ => format!("process {member} of {members} in the coset search of {size}"),
    }
}

/// A lower bound on the bytes that the tables of a size take, without looking at the classes: one place stands for at
/// most 2^(m+n)·m!·n! configurations.
pub fn least_bytes(size: Size) -> BigUint {
    let factorial = |n: usize| (1..=n).map(BigUint::from).product::<BigUint>();
    let most =
        (factorial(size.rows()) * factorial(size.columns())) << (size.rows() + size.columns());
    size.order() / most / 4u32
}

impl Search {
    /// Computes all distances of a size.
    ///
    /// With a checkpoint folder every layer is kept there when it is complete, and a search that finds layers there goes on
    /// after them.
    ///
    /// # Errors
    /// [`Error::TooMuchMemory`] or [`Error::TooLarge`] before anything is begun; [`Error::Interrupted`] or
    /// [`Error::OutOfTime`] from `work`; [`Error::Write`] or [`Error::Damaged`] from the checkpoint;
    /// [`Error::Rejected`] if the layers do not add up to the order of the group.
    ///
    /// # Complexity
    /// One or two bits for each of about |H| / (2^(m+n)·m!·n!) places; a layer looks every place up along m+n lines.
    pub fn run(
        size: Size,
        metric: Metric,
        checkpoint: Option<&Path>,
        work: &Work,
    ) -> Result<Search> {
        Search::with(&mut Alone, size, metric, checkpoint, work)
    }

    /// The same by a crew, of which this process is a member. The distances are known to all members, the farthest
    /// configurations to the first.
    pub(super) fn with(
        crew: &mut impl Crew,
        size: Size,
        metric: Metric,
        checkpoint: Option<&Path>,
        work: &Work,
    ) -> Result<Search> {
        if has_two_sides(size, metric) {
            let run = Run::<u64>::new(crew, size, metric, Storage::Packed, work)?;
            Ok(run.complete(crew, checkpoint, work)?.0)
        } else {
            let run = Run::<Pair>::new(crew, size, metric, Storage::Packed, work)?;
            Ok(run.complete(crew, checkpoint, work)?.0)
        }
    }

    /// The same with the distance modulo 3 of every place.
    fn keeping_distances(
        size: Size,
        metric: Metric,
        work: &Work,
    ) -> Result<(Search, Memory<Pair>)> {
        Run::new(&mut Alone, size, metric, Storage::Plain, work)?.complete(&mut Alone, None, work)
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
    pub const fn classes(&self) -> &Classes {
        &self.classes
    }

    /// How many configurations are at every distance.
    pub fn distances(&self) -> Distances {
        Distances::new(self.counts.iter().map(|&count| count.into()).collect())
    }

    /// The farthest configurations.
    ///
    /// # Errors
    /// [`Error::Interrupted`] or [`Error::OutOfTime`] from `work`.
    pub fn antipodes(&self, work: &Work) -> Result<Antipodes> {
        antipodes::antipodes(self, work)
    }

    /// A configuration of the upright size in the size that was asked for.
    fn as_asked(&self, configuration: Configuration) -> Configuration {
        if configuration.size() == self.asked {
            configuration
        } else {
            configuration.transposed()
        }
    }

    /// Adds a layer to the books; an empty one ends them, and the one before it stays the last.
    fn add(&mut self, count: u128, layer: Layer) {
        self.counts.push(count);
        if count > 0 {
            self.last = layer;
        }
    }

    /// Tells the observer about a layer that took long.
    fn report(&self, time: Duration, work: &Work) {
        if time < WORTH_A_LINE {
            return;
        }
        let known: u128 = self.counts.iter().sum();
        let share = known as f64 / self.asked.order().to_f64().unwrap_or(f64::INFINITY);
        let rate = self.classes.total_bits() as f64 / time.as_secs_f64();
        work.note(&format!(
            "layer {}: {} configurations in {:.1} s, {rate:.1e} places a second; {:.4} % of all are known",
            self.counts.len() - 1,
            self.counts.last().unwrap_or(&0),
            time.as_secs_f64(),
            100.0 * share,
        ));
    }
}

impl<W: Word> Run<W> {
    /// Finds the classes and takes the memory for the tables of those that are kept here, or says why not; the solution alone
    /// is known.
    fn new(
        crew: &mut impl Crew,
        size: Size,
        metric: Metric,
        storage: Storage,
        work: &Work,
    ) -> Result<Run<W>> {
        let what = what(size, crew.part());
        let least = least_bytes(upright(size)) * W::BITS / 2u32 / crew.part().1;
        match least.to_u128() {
            Some(bytes) => work.reserve(&what, bytes)?,
            None => {
                return Err(Error::TooLarge(format!(
                    "{what} would take more than 10^{} bytes of memory, and the largest machines have about 10^16; \
                     6x2 takes about 1 GiB and 4x3 about 10, and picture group says what is known of any size",
                    least.to_string().len() - 1
                )));
            }
        }
        let classes = Classes::new(upright(size), work)?;
        let own = crew.own(&classes);
        let places: u128 = own.iter().map(|&class| 1 << classes.dimension(class)).sum();
        let layout = storage.layout(&classes, &own);
        let bytes =
            layout.bytes::<W>(&classes) + search::working_bytes(&classes, &own) + crew.bytes();
        work.reserve(&what, bytes)?;
        if bytes >= WORTH_ANNOUNCING || crew.part().1 > 1 {
            work.note(&format!(
                "{what}: {} classes of cosets, {places} places, {} of memory",
                own.len(),
                bytes_in_words(bytes)
            ));
        }
        Ok(Run {
            tables: Tables::new(&classes, own, metric, layout),
            search: Search {
                asked: size,
                metric,
                classes,
                counts: vec![1],
                last: match crew.part().0 {
                    0 => Layer::solution(),
                    _ => Layer::new(),
                },
            },
        })
    }

    /// Layer after layer to the last.
    fn complete(
        mut self,
        crew: &mut impl Crew,
        checkpoint: Option<&Path>,
        work: &Work,
    ) -> Result<(Search, Memory<W>)> {
        let (size, metric) = (self.search.asked, self.search.metric);
        let checkpoint = checkpoint
            .map(|folder| Checkpoint::open(folder, upright(size), metric))
            .transpose()?;
        self.resume(crew, checkpoint.as_ref(), work)?;
        while self.search.counts.last() != Some(&0) {
            let (mut layer, start) = (Layer::new(), Instant::now());
            let found = self.step(crew, checkpoint.as_ref(), &mut layer, work)?;
            let count = crew.total(found, work)?;
            self.search.add(count, layer);
            self.search.report(start.elapsed(), work);
        }
        let Run { mut search, tables } = self;
        search.counts.pop();
        search.last = crew.gather(search.last, work)?;
        let sum: BigUint = (search.counts.iter())
            .map(|&count| BigUint::from(count))
            .sum();
        if sum != size.order() {
            return Err(Error::Rejected(format!(
                "the layers of {size} add up to {sum}, and the order of the group is {}",
                size.order()
            )));
        }
        Ok((search, tables.into_memory()))
    }

    /// Reads the layers of a checkpoint: of the tables those that are kept here, of the counts all.
    fn resume(
        &mut self,
        crew: &mut impl Crew,
        checkpoint: Option<&Checkpoint>,
        work: &Work,
    ) -> Result<()> {
        let layers = checkpoint.map_or(Ok(Vec::new()), Checkpoint::layers)?;
        crew.agree(&layers, work)?;
        let Some(checkpoint) = checkpoint.filter(|_| !layers.is_empty()) else {
            return Ok(());
        };
        let stage = work.stage("reading the checkpoint", Some(layers.len() as u64));
        let mut owners = (0, Vec::new());
        for (layer, parts) in (1..).zip(layers) {
            work.check("")?;
            let classes = &self.search.classes;
            let (mut count, mut found) = (0, Vec::new());
            if owners.0 != parts {
                owners = (parts, share::deal(classes, parts as usize));
            }
            for part in 0..parts {
                let mut last = Layer::new();
                checkpoint.read(classes, layer, (part, parts), |batch| {
                    let mut own = (Vec::new(), Vec::new());
                    for (class, places) in batch {
                        if u32::from(owners.1[class.index()]) != part {
                            return Err("it holds a class of another part; remove it".to_owned());
                        }
                        if self.tables.has(class) {
                            last.add(class, &places);
                            own.0.push(class);
                            own.1.push(places);
                        } else {
                            count += u128::from(places.count()) * classes.weight(class);
                        }
                    }
                    count += self.tables.take(classes, &own.0, &own.1)?;
                    Ok(())
                })?;
                found.push(last);
            }
            self.tables.settle();
            self.search.add(count, Layer::merged(found));
            stage.advance(1);
        }
        Ok(())
    }

    /// Computes the next layer in the classes that are kept here, and keeps it.
    fn step(
        &mut self,
        crew: &mut impl Crew,
        checkpoint: Option<&Checkpoint>,
        layer: &mut Layer,
        work: &Work,
    ) -> Result<u128> {
        let (classes, tables) = (&self.search.classes, &mut self.tables);
        let stage = work.stage(
            &format!("layer {} of {}", tables.layer() + 1, classes.size()),
            Some(tables.own().len() as u64),
        );
        let mut remember = |batch: &[ClassId], found: &[Places]| {
            for (&class, places) in batch.iter().zip(found) {
                layer.add(class, places);
            }
            stage.advance(batch.len() as u64);
        };
        let found = match checkpoint {
            None => crew.step(classes, tables, work, &mut |batch, found| {
                remember(batch, found);
                Ok(())
            })?,
            Some(checkpoint) => checkpoint.write(tables.layer() + 1, crew.part(), |writer| {
                crew.step(classes, tables, work, &mut |batch, found| {
                    remember(batch, found);
                    let records: Vec<Vec<u8>> = (batch.par_iter().zip(found))
                        .filter(|(_, places)| places.count() > 0)
                        .map(|(&class, places)| checkpoint::encode(classes.key(class), places))
                        .collect();
                    records
                        .iter()
                        .try_for_each(|record| writer.write(record))
                        .map_err(checkpoint::unwritten)
                })
            })?,
        };
        tables.settle();
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str, metric: Metric) -> Search {
        Search::run(text.parse().unwrap(), metric, None, &Work::unlimited()).unwrap()
    }

    fn counts(search: &Search) -> Vec<u64> {
        let distances = search.distances();
        (distances.counts().iter())
            .map(|count| count.to_u64().unwrap())
            .collect()
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
                let table = DistanceTable::make(search.size(), metric, None, &Work::unlimited());
                let table = table.unwrap();
                let antipodes = search.antipodes(&Work::unlimited()).unwrap();
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

    /// With one bit a place or two, packed or not, there is one answer.
    #[test]
    fn layers_do_not_depend_on_how_tables_are_stored() {
        fn layers<W: Word>(
            text: &str,
            metric: Metric,
            packed: bool,
        ) -> (Vec<u128>, Vec<(ClassId, u32)>) {
            let work = Work::unlimited();
            let size: Size = text.parse().unwrap();
            let mut run = Run::<W>::new(&mut Alone, size, metric, Storage::Plain, &work).unwrap();
            if packed {
                let own: Vec<ClassId> = run.search.classes.all().collect();
                let layout = Layout::packed(&run.search.classes, &own);
                run.tables = Tables::new(&run.search.classes, own, metric, layout);
            }
            let (search, _) = run.complete(&mut Alone, None, &work).unwrap();
            (search.counts, search.last.places)
        }
        for text in ["1x1", "2x2", "3x1", "5x1", "3x3", "4x2", "7x1"] {
            let wanted = layers::<Pair>(text, Metric::Quarter, false);
            assert_eq!(layers::<Pair>(text, Metric::Quarter, true), wanted);
            assert_eq!(layers::<u64>(text, Metric::Quarter, false), wanted);
            assert_eq!(layers::<u64>(text, Metric::Quarter, true), wanted);
        }
        for text in ["6x1", "4x2", "3x3"] {
            let wanted = layers::<Pair>(text, Metric::Half, false);
            assert_eq!(layers::<Pair>(text, Metric::Half, true), wanted);
        }
    }

    #[test]
    fn too_large_a_puzzle_is_refused_with_the_memory_it_would_take() {
        let work = Work::unlimited().with_memory(1 << 30);
        for text in ["4x4", "100x100", "5x3"] {
            let error =
                Search::run(text.parse().unwrap(), Metric::Quarter, None, &work).unwrap_err();
            assert_eq!(error.status(), 3, "{error}");
        }
    }
}
