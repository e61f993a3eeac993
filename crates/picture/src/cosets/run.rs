//! A search from the first layer to the last: memory, checkpoint, layers, and the sum that must
//! come out.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rayon::prelude::*;

use super::super::{Metric, Size};
use super::checkpoint::Layers;
use super::classes::{ClassId, Classes, MOST_CUBES};
use super::deferred::DeferredWrites;
use super::encoding::encode;
use super::estimate::{Estimate, Machine};
use super::last_layer::LastLayer;
use super::layout::Layout;
use super::packing::Packings;
use super::places::{Frontier, Places};
use super::tables::{self, Tables};
use super::{CosetSearch, deferred_writes, least_bytes, upright};
use crate::beyond_any_machine;
use cubegraph_core::Error;
use cubegraph_core::Result;
use cubegraph_core::work::checkpoint::unwritten;
use cubegraph_core::work::{Checkpoint, Work, bytes_in_words, time_in_words};

/// A layer that takes at least this long is reported.
const LEAST_REPORTED_TIME: Duration = Duration::from_secs(2);
/// Tables of fewer places in all are not packed: it takes time to unpack them.
pub const WORTH_PACKING: u128 = 1 << 31;
/// Memory below this is not noted.
const LEAST_NOTED_BYTES: u128 = 1 << 26;

/// How the tables of all classes are packed, if they have at least this many places; the packings
/// are not ready yet.
pub fn packings(classes: &Classes, worth_packing: u128) -> Packings {
    if classes.total_bits() >= worth_packing {
        Packings::count(classes)
    } else {
        Packings::default()
    }
}

/// A search that is asked for, of which this process does all or a part.
#[derive(Clone, Copy, Debug)]
pub struct SearchTask {
    /// The size, as it was asked for.
    pub size: Size,
    /// The metric.
    pub metric: Metric,
    /// The number of this process, from 0, and how many there are.
    pub part: (u32, u32),
    /// Tables with at least this many places in all are packed.
    pub worth_packing: u128,
}

/// The classes that this process keeps, and what it needs for the others.
#[derive(Debug)]
pub struct Share {
    /// The classes, in increasing order.
    pub own: Vec<ClassId>,
    /// Bytes beside the tables.
    pub extra_bytes: u128,
    /// For every class of another process the position in `own` before which everything has been
    /// sent that it pulls from; empty if there are no others.
    pub sent_before: Vec<usize>,
}

impl Share {
    /// All classes.
    pub fn whole(classes: &Classes, extra_bytes: u128) -> Share {
        Share { own: classes.all().collect(), extra_bytes, sent_before: Vec::new() }
    }
}

/// Gets the new places of classes in increasing order.
pub type LayerSink<'a> = dyn FnMut(&[ClassId], &[Places]) -> Result<()> + 'a;

impl SearchTask {
    /// A search by one process.
    pub const fn alone(size: Size, metric: Metric) -> SearchTask {
        SearchTask { size, metric, part: (0, 1), worth_packing: WORTH_PACKING }
    }

    /// What the memory is for.
    fn title(&self) -> String {
        match self.part {
            (_, 1) => format!("the coset search of {}", self.size),
            (member, members) => {
                format!("process {member} of {members} in the coset search of {}", self.size)
            }
        }
    }

    /// Notes what a search will take, if that is much and allowed.
    pub fn announce(&self, work: &Work) {
        let members = self.part.1;
        let may_be_large = least_bytes(upright(self.size)) >= (LEAST_NOTED_BYTES / 8).into();
        if self.size.cells() > MOST_CUBES || !(may_be_large || members > 1) {
            return;
        }
        let cores = rayon::current_num_threads();
        let machine = Machine { cores, bandwidth: f64::INFINITY };
        let rough = Estimate::sampled(self.size, self.metric, members as usize, machine);
        let is_allowed = work.memory().is_none_or(|bytes| rough.memory <= bytes.into());
        if is_allowed && (rough.memory >= LEAST_NOTED_BYTES || members > 1) {
            work.note(&format!(
                "{}: about {} of memory and {} on {cores} cores",
                self.title(),
                bytes_in_words(rough.memory),
                time_in_words(rough.computing),
            ));
        }
    }

    /// Finds the classes, and how much memory the tables of those in the share of this process
    /// take.
    ///
    /// # Errors
    /// [`Error::TooLarge`], or interruptions from `work`.
    pub fn prepare(
        self,
        work: &Work,
        share: impl FnOnce(&Classes, &Packings) -> Share,
    ) -> Result<PreparedSearch> {
        let what = self.title();
        let least = least_bytes(upright(self.size)) / 2u32 / self.part.1;
        match least.to_u128() {
            Some(bytes) if self.size.cells() <= MOST_CUBES => work.reserve(&what, bytes)?,
            // Long strips have small tables, and are too long all the same.
            Some(bytes) if bytes < 1 << 40 => {}
            _ => return Err(beyond_any_machine(&what, &least)),
        }
        let counting = work.stage("classes of cosets", None);
        let classes = Classes::new(upright(self.size), work)?;
        drop(counting);
        let mut packings = packings(&classes, self.worth_packing);
        let share = share(&classes, &packings);
        packings.open(&classes, &share.own);
        let layout = Layout::new(&classes, &share.own, packings);
        let sent_before =
            |reader: ClassId| share.sent_before.get(reader.index()).copied().unwrap_or(0);
        let deferred = deferred_writes(&classes, &share.own, self.metric, sent_before);
        let tables = tables::bytes(&classes, &share.own, &layout, deferred.as_ref());
        work.reserve(&what, tables + share.extra_bytes)?;
        Ok(PreparedSearch { task: self, classes, own: share.own, layout, deferred })
    }
}

/// A search before it begins: its classes, and where everything will be.
#[derive(Debug)]
pub struct PreparedSearch {
    task: SearchTask,
    classes: Classes,
    own: Vec<ClassId>,
    layout: Layout,
    deferred: Option<DeferredWrites>,
}

impl PreparedSearch {
    /// Takes the memory; the solution alone is known.
    ///
    /// # Errors
    /// Those of [`Layers::open`].
    pub fn start(self, checkpoint: Option<&Checkpoint>) -> Result<RunningSearch> {
        let SearchTask { size, metric, part, .. } = self.task;
        let tables = Tables::new(&self.classes, self.own, metric, self.layout, self.deferred);
        Ok(RunningSearch {
            part,
            layers: checkpoint
                .map(|about| Layers::open(about, upright(size), metric, part.0 == 0))
                .transpose()?,
            tables,
            begun: None,
            search: CosetSearch {
                asked: size,
                metric,
                classes: self.classes,
                counts: vec![1],
                last: match part.0 {
                    0 => LastLayer::solution(),
                    _ => LastLayer::new(),
                },
            },
        })
    }
}

/// A search under way.
#[derive(Debug)]
pub struct RunningSearch {
    part: (u32, u32),
    layers: Option<Layers>,
    search: CosetSearch,
    tables: Tables,
    /// When the layer under way was begun.
    begun: Option<Duration>,
}

impl RunningSearch {
    /// Computes layer after layer in this process alone; `each` gets the new places of every
    /// layer and class.
    ///
    /// # Errors
    /// Those of [`CosetSearch::run`].
    pub fn complete(
        mut self,
        work: &Work,
        mut each: impl FnMut(u32, ClassId, &Places),
    ) -> Result<CosetSearch> {
        let complete = self.complete_layers()?;
        self.resume(complete, work)?;
        while !self.is_over() {
            let found = self.step(work, |classes, tables, sink| {
                let (all, layer) = (0..tables.own().len(), tables.layer() + 1);
                tables.advance(classes, all, &|_| Frontier::EMPTY, work, |batch, found| {
                    for (&class, places) in batch.iter().zip(found) {
                        each(layer, class, places);
                    }
                    sink(batch, found)
                })
            })?;
            self.finish_layer(found, work);
        }
        self.finish(Ok)
    }

    /// The number of parts of every complete layer in the checkpoint, from layer 1 on.
    ///
    /// # Errors
    /// Those of [`Layers::complete`].
    pub fn complete_layers(&self) -> Result<Vec<u32>> {
        (self.layers.as_ref()).map_or(Ok(Vec::new()), Layers::complete)
    }

    /// Whether the last layer is known.
    pub fn is_over(&self) -> bool {
        self.search.counts.last() == Some(&0)
    }

    /// Reads the layers of a checkpoint: of the tables those that are kept here, of the counts all.
    ///
    /// # Errors
    /// [`Error::Damaged`] or [`Error::Io`]; interruptions from `work`.
    pub fn resume(&mut self, complete: Vec<u32>, work: &Work) -> Result<()> {
        if complete.is_empty() {
            return Ok(());
        }
        let Some(layers) = self.layers.take() else {
            return Ok(());
        };
        let stage = work.stage("reading the checkpoint", Some(complete.len() as u64));
        for (layer, parts) in (1..).zip(complete) {
            work.check("")?;
            self.examine(&layers, layer, parts, work)?;
            let classes = &self.search.classes;
            let (mut count, mut found) = (0, Vec::new());
            let mut is_read = vec![false; classes.count()];
            for part in 0..parts {
                let mut last = LastLayer::new();
                layers.read(classes, layer, (part, parts), |batch| {
                    let mut own = (Vec::new(), Vec::new());
                    for (class, places) in batch {
                        if std::mem::replace(&mut is_read[class.index()], true) {
                            return Err("it holds a class of another part; remove it");
                        }
                        if self.tables.has(class) {
                            last.add(class, &places);
                            own.0.push(class);
                            own.1.push(places);
                        } else {
                            count += u128::from(places.count()) * classes.weight(class);
                        }
                    }
                    count += self.tables.add(classes, &own.0, &own.1)?;
                    Ok(())
                })?;
                found.push(last);
            }
            self.tables.finish_layer();
            self.search.add(count, LastLayer::merged(found));
            stage.advance(1);
        }
        self.layers = Some(layers);
        Ok(())
    }

    /// Whether a layer that was read back is the one that follows the last. It is
    /// read once more for that, because its places must not be in the tables yet.
    fn examine(&self, layers: &Layers, layer: u32, parts: u32, work: &Work) -> Result<()> {
        let (classes, tables) = (&self.search.classes, &self.tables);
        // Which places are examined must not be known to the author of a forged layer.
        let random = RandomState::new();
        let examine = |class: ClassId, places: &Places| {
            if work.should_stop() {
                return Ok(());
            }
            tables.examine(classes, class, places, random.hash_one(class))
        };
        let mut is_listed = vec![false; classes.count()];
        for part in 0..parts {
            layers.read(classes, layer, (part, parts), |batch| {
                for (class, _) in &batch {
                    is_listed[class.index()] = true;
                }
                (batch.par_iter())
                    .filter(|(class, _)| tables.has(*class))
                    .try_for_each(|(class, places)| examine(*class, places))
            })?;
        }
        work.check("")?;
        (tables.own().par_iter())
            .filter(|class| !is_listed[class.index()] && tables.has_unseen(**class))
            .try_for_each(|&class| examine(class, &Places::EMPTY))
            .map_err(|reason| layers.refuse(layer, parts, reason))?;
        work.check("")
    }

    /// Computes the next layer in the classes that are kept here with `compute`, which hands new
    /// places to its sink; keeps it, and returns how many configurations it has here.
    ///
    /// # Errors
    /// Those of `compute` and of the checkpoint.
    pub fn step(
        &mut self,
        work: &Work,
        compute: impl FnOnce(&Classes, &mut Tables, &mut LayerSink) -> Result<u128>,
    ) -> Result<(u128, LastLayer)> {
        self.begun = work.elapsed();
        let (classes, tables) = (&self.search.classes, &mut self.tables);
        let stage = work.stage(
            format!("layer {} of {}", tables.layer() + 1, classes.size()),
            Some(tables.own().len() as u64),
        );
        let mut last = LastLayer::new();
        let mut remember = |batch: &[ClassId], found: &[Places]| {
            for (&class, places) in batch.iter().zip(found) {
                last.add(class, places);
            }
            stage.advance(batch.len() as u64);
        };
        let count = match &self.layers {
            None => compute(classes, tables, &mut |batch, found| {
                remember(batch, found);
                Ok(())
            })?,
            Some(layers) => layers.write(tables.layer() + 1, self.part, |writer| {
                let packings = Arc::clone(tables.packings());
                compute(classes, tables, &mut |batch, found| {
                    remember(batch, found);
                    let records: Vec<Vec<u8>> = (batch.par_iter().zip(found))
                        .filter(|(_, places)| places.count() > 0)
                        .map(|(&class, places)| {
                            encode(classes.key(class), places, packings.get(class))
                        })
                        .collect();
                    (records.iter()).try_for_each(|record| writer.write(record)).map_err(unwritten)
                })
            })?,
        };
        tables.finish_layer();
        Ok((count, last))
    }

    /// Adds a layer that all processes have computed, with how many configurations it has in all
    /// and its places here.
    pub fn finish_layer(&mut self, (count, last): (u128, LastLayer), work: &Work) {
        self.search.add(count, last);
        if let (Some(start), Some(now)) = (self.begun, work.elapsed()) {
            report(&self.search, now.saturating_sub(start), work);
        }
    }

    /// The result; `gather` puts the last layers of all processes together.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the layers do not add up to the order of the group.
    pub fn finish(
        self,
        gather: impl FnOnce(LastLayer) -> Result<LastLayer>,
    ) -> Result<CosetSearch> {
        let mut search = self.search;
        search.counts.pop();
        search.last = gather(search.last)?;
        let size = search.asked;
        let sum: BigUint = (search.counts.iter()).map(|&count| BigUint::from(count)).sum();
        if sum != size.order() {
            return Err(Error::Rejected(format!(
                "the layers of {size} add up to {sum}, and the order of the group is {}",
                size.order()
            )));
        }
        Ok(search)
    }

    /// The classes of cosets.
    pub const fn classes(&self) -> &Classes {
        &self.search.classes
    }
}

/// Notes a layer that took long.
fn report(search: &CosetSearch, time: Duration, work: &Work) {
    if time < LEAST_REPORTED_TIME {
        return;
    }
    let known: u128 = search.counts.iter().sum();
    let share = known as f64 / search.asked.order().to_f64().unwrap_or(f64::INFINITY);
    let rate = search.classes.total_bits() as f64 / time.as_secs_f64();
    work.note(&format!(
        "layer {}: {} configurations in {:.1} s, {rate:.1e} places per second; {:.4} % of all are \
         known",
        search.counts.len() - 1,
        search.counts.last().unwrap_or(&0),
        time.as_secs_f64(),
        100.0 * share,
    ));
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::super::checkpoint::header;
    use super::*;
    use cubegraph_core::work::records::{Header, Kind, Reader, Writer};

    fn search(
        text: &str,
        metric: Metric,
        worth_packing: u128,
        checkpoint: Option<&Checkpoint>,
    ) -> Result<CosetSearch> {
        let task = SearchTask { worth_packing, ..SearchTask::alone(text.parse().unwrap(), metric) };
        CosetSearch::alone(task, checkpoint, &Work::default())
    }

    fn layers(
        text: &str,
        metric: Metric,
        worth_packing: u128,
        checkpoint: Option<&Checkpoint>,
    ) -> (Vec<u128>, Vec<(ClassId, u32)>) {
        let search = search(text, metric, worth_packing, checkpoint).unwrap();
        (search.counts, search.last.places)
    }

    #[test]
    fn layers_do_not_depend_on_how_tables_are_stored() {
        for text in ["1x1", "2x2", "3x1", "3x2", "6x1", "3x3", "4x2", "7x1"] {
            for metric in Metric::ALL {
                let wanted = layers(text, metric, u128::MAX, None);
                assert_eq!(layers(text, metric, 0, None), wanted, "{text}");
            }
        }
    }

    fn layer_path(folder: &Path, layer: usize) -> std::path::PathBuf {
        folder.join(format!("layer-{layer:03}-part-1-of-1"))
    }

    #[test]
    fn layers_of_packed_tables_are_read_back_however_they_are_stored() {
        for (text, metric) in [("4x2", Metric::Quarter), ("7x1", Metric::Half)] {
            let folder = tempfile::tempdir().unwrap();
            let kept = Checkpoint::new(folder.path());
            let wanted = layers(text, metric, 0, Some(&kept));
            let last = wanted.0.len();
            for (worth_packing, removed) in [(u128::MAX, last - 3), (0, last / 2), (0, last)] {
                for layer in removed..=last {
                    fs::remove_file(layer_path(folder.path(), layer)).unwrap();
                }
                assert_eq!(layers(text, metric, worth_packing, Some(&kept)), wanted, "{text}");
            }
        }
    }

    /// The records of a layer, and a file made of records with all the right checksums.
    fn records(size: Size, path: &Path, header: Header) -> Vec<(u64, Places<'static>)> {
        let work = Work::default();
        let classes = Classes::new(size, &work).unwrap();
        let mut reader = Reader::open(path, header).unwrap();
        let mut records = Vec::new();
        while let Some((head, contents)) = reader.next(1 << 30).unwrap() {
            let class = classes.find(head.key()).unwrap();
            let dimension = classes.dimension(class);
            let packing = || super::super::packing::Packing::new(&classes, class);
            let form = head.form();
            let places = super::super::encoding::decode(form, &contents, dimension, packing);
            records.push((head.key(), places.unwrap()));
        }
        records
    }

    fn forge(path: &Path, header: Header, records: &[(u64, Places)]) {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes, header).unwrap();
        for (key, places) in records {
            writer.write(&encode(*key, places, None)).unwrap();
        }
        writer.finish().unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// A class, or a single place of it, is moved from its layer to the one after the next, and the
    /// other way round: sums, checksums and sides are all right.
    #[test]
    fn a_class_that_was_moved_between_layers_is_found_out() {
        for (text, metric, from, to, few) in [
            ("3x2", Metric::Quarter, 6, 8, false),
            ("3x2", Metric::Half, 7, 8, false),
            ("3x2", Metric::Half, 8, 6, true),
            ("2x2", Metric::Quarter, 9, 7, true),
            ("4x2", Metric::Quarter, 9, 11, false),
            ("4x2", Metric::Half, 9, 8, false),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let kept = Checkpoint::new(folder.path());
            layers(text, metric, u128::MAX, Some(&kept));
            let size = text.parse().unwrap();
            let header = |number: u32| header(Kind::Layer, size, metric, number, (0, 1));
            let path = |layer: u32| layer_path(folder.path(), layer as usize);
            let (mut source, mut target) =
                (records(size, &path(from), header(from)), records(size, &path(to), header(to)));
            // A class that both layers have, with the fewest places in the layer it leaves.
            let (at, key) = (source.iter().enumerate())
                .filter(|(_, (key, _))| target.iter().any(|(other, _)| other == key))
                .min_by_key(|(_, (_, places))| places.count())
                .map(|(at, (key, _))| (at, *key))
                .unwrap();
            let mut moved: Vec<u32> = source[at].1.each().collect();
            let left = if few { moved.split_off(1) } else { Vec::new() };
            source[at].1 = Places::List(left);
            source.retain(|(_, places)| places.count() > 0);
            let there = target.iter_mut().find(|(other, _)| *other == key).unwrap();
            let mut both: Vec<u32> = there.1.each().chain(moved).collect();
            both.sort_unstable();
            there.1 = Places::List(both);
            forge(&path(from), header(from), &source);
            forge(&path(to), header(to), &target);
            let forged = search(text, metric, u128::MAX, Some(&kept));
            let error = forged.expect_err("the sum is right, and the layers are not");
            assert!(matches!(error, Error::Damaged { .. }), "{text} {metric}: {error}");
        }
    }
}
