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
use super::exchange::{Exchange, Layer};
use super::layout::Layout;
use super::packing::Packings;
use super::places::Places;
use super::tables::{self, Tables};
use super::{CosetSearch, deferred_writes, least_bytes, partition, upright};
use crate::beyond_any_machine;
use cubegraph_core::Error;
use cubegraph_core::Result;
use cubegraph_core::work::checkpoint::unwritten;
use cubegraph_core::work::{Checkpoint, Work, bytes_in_words, time_in_words};

/// A layer that takes less is not worth a line.
const WORTH_A_LINE: Duration = Duration::from_secs(2);
/// Tables of fewer places in all are not packed: it takes time to unpack them.
pub const WORTH_PACKING: u128 = 1 << 31;
/// Memory below this is not worth a word.
const WORTH_ANNOUNCING: u128 = 1 << 26;

/// How the tables of all classes are packed, if they have at least this many places; the packings
/// are not ready yet.
pub fn packings(classes: &Classes, worth_packing: u128) -> Packings {
    if classes.total_bits() >= worth_packing {
        Packings::count(classes)
    } else {
        Packings::default()
    }
}

/// What the memory is for.
fn what(size: Size, (member, members): (u32, u32)) -> String {
    match members {
        1 => format!("the coset search of {size}"),
        _ => format!("process {member} of {members} in the coset search of {size}"),
    }
}

/// Says at once what a search is going to take, where that is worth a line and it is allowed.
pub fn announce(size: Size, metric: Metric, part: (u32, u32), work: &Work) {
    let worth_a_look = least_bytes(upright(size)) >= (WORTH_ANNOUNCING / 8).into() || part.1 > 1;
    if size.cells() > MOST_CUBES || !worth_a_look {
        return;
    }
    let cores = rayon::current_num_threads();
    let machine = Machine {
        cores,
        bandwidth: f64::INFINITY,
    };
    let rough = Estimate::sampled(size, metric, part.1 as usize, machine);
    let is_allowed = work
        .memory()
        .is_none_or(|bytes| rough.memory <= bytes.into());
    if is_allowed && (rough.memory >= WORTH_ANNOUNCING || part.1 > 1) {
        work.note(&format!(
            "{}: about {} of memory and {} on {cores} cores",
            what(size, part),
            bytes_in_words(rough.memory),
            time_in_words(rough.computing),
        ));
    }
}

/// A search before it begins: its classes, and where everything will be.
pub struct SearchSetup {
    size: Size,
    metric: Metric,
    classes: Classes,
    own: Vec<ClassId>,
    layout: Layout,
    deferred: Option<DeferredWrites>,
}

impl SearchSetup {
    /// Finds the classes and how much memory the tables of those that are kept here take, or says
    /// why not. Tables with at least `worth_packing` places in all are packed.
    pub fn new(
        exchange: &mut impl Exchange,
        size: Size,
        metric: Metric,
        worth_packing: u128,
        work: &Work,
    ) -> Result<SearchSetup> {
        let what = what(size, exchange.part());
        let least = least_bytes(upright(size)) / 2u32 / exchange.part().1;
        match least.to_u128() {
            Some(bytes) if size.cells() <= MOST_CUBES => work.reserve(&what, bytes)?,
            // Long strips have small tables, and are too long all the same.
            Some(bytes) if bytes < 1 << 40 => {}
            _ => return Err(beyond_any_machine(&what, &least)),
        }
        let counting = work.stage("classes of cosets", None);
        let classes = Classes::new(upright(size), work)?;
        drop(counting);
        let mut packings = packings(&classes, worth_packing);
        let own = exchange.own(&classes, &packings);
        packings.open(&classes, &own);
        let layout = Layout::new(&classes, &own, packings);
        let sent_before = |reader| exchange.sent_before(reader);
        let deferred = deferred_writes(&classes, &own, metric, sent_before);
        let bytes = tables::bytes(&classes, &own, &layout, deferred.as_ref()) + exchange.bytes();
        work.reserve(&what, bytes)?;
        Ok(SearchSetup {
            size,
            metric,
            classes,
            own,
            layout,
            deferred,
        })
    }

    /// Takes the memory; the solution alone is known.
    pub fn start(self, exchange: &impl Exchange) -> RunningSearch {
        let (classes, own) = (self.classes, self.own);
        RunningSearch {
            tables: Tables::new(&classes, own, self.metric, self.layout, self.deferred),
            search: CosetSearch {
                asked: self.size,
                metric: self.metric,
                classes,
                counts: vec![1],
                last: match exchange.part().0 {
                    0 => Layer::solution(),
                    _ => Layer::new(),
                },
            },
        }
    }
}

/// A search under way.
pub struct RunningSearch {
    search: CosetSearch,
    tables: Tables,
}

impl RunningSearch {
    /// Layer after layer to the last.
    pub fn complete(
        mut self,
        exchange: &mut impl Exchange,
        checkpoint: Option<&Checkpoint>,
        work: &Work,
    ) -> Result<CosetSearch> {
        let (size, metric) = (self.search.asked, self.search.metric);
        let is_first = exchange.part().0 == 0;
        let layers = checkpoint
            .map(|about| Layers::open(about, upright(size), metric, is_first))
            .transpose()?;
        self.resume(exchange, layers.as_ref(), work)?;
        while self.search.counts.last() != Some(&0) {
            let (mut layer, start) = (Layer::new(), work.elapsed());
            let found = self.step(exchange, layers.as_ref(), &mut layer, work)?;
            let count = exchange.total(found, work)?;
            self.search.add(count, layer);
            if let (Some(start), Some(now)) = (start, work.elapsed()) {
                report(&self.search, now.saturating_sub(start), work);
            }
        }
        let mut search = self.search;
        search.counts.pop();
        search.last = exchange.gather(search.last, work)?;
        let sum: BigUint = (search.counts.iter())
            .map(|&count| BigUint::from(count))
            .sum();
        if sum != size.order() {
            return Err(Error::Rejected(format!(
                "the layers of {size} add up to {sum}, and the order of the group is {}",
                size.order()
            )));
        }
        Ok(search)
    }

    /// Reads the layers of a checkpoint: of the tables those that are kept here, of the counts all.
    fn resume(
        &mut self,
        exchange: &mut impl Exchange,
        layers: Option<&Layers>,
        work: &Work,
    ) -> Result<()> {
        let complete = layers.map_or(Ok(Vec::new()), Layers::complete)?;
        exchange.agree(&complete, work)?;
        let Some(layers) = layers.filter(|_| !complete.is_empty()) else {
            return Ok(());
        };
        let stage = work.stage("reading the checkpoint", Some(complete.len() as u64));
        let mut owners = (0, Vec::new());
        for (layer, parts) in (1..).zip(complete) {
            work.check("")?;
            if owners.0 != parts {
                owners = (parts, partition::deal(&self.search.classes, parts as usize));
            }
            self.examine(layers, layer, parts, work)?;
            let classes = &self.search.classes;
            let (mut count, mut found) = (0, Vec::new());
            for part in 0..parts {
                let mut last = Layer::new();
                layers.read(classes, layer, (part, parts), |batch| {
                    let mut own = (Vec::new(), Vec::new());
                    for (class, places) in batch {
                        if u32::from(owners.1[class.index()]) != part {
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
            self.search.add(count, Layer::merged(found));
            stage.advance(1);
        }
        Ok(())
    }

    /// Whether a layer that somebody else may have written is the one that follows the last. It is
    /// read once more for that, because its places must not be in the tables yet.
    fn examine(&self, layers: &Layers, layer: u32, parts: u32, work: &Work) -> Result<()> {
        let (classes, tables) = (&self.search.classes, &self.tables);
        // Nobody who makes a layer up must know which places will be looked at.
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

    /// Computes the next layer in the classes that are kept here, and keeps it.
    fn step(
        &mut self,
        exchange: &mut impl Exchange,
        layers: Option<&Layers>,
        layer: &mut Layer,
        work: &Work,
    ) -> Result<u128> {
        let (classes, tables) = (&self.search.classes, &mut self.tables);
        let stage = work.stage(
            format!("layer {} of {}", tables.layer() + 1, classes.size()),
            Some(tables.own().len() as u64),
        );
        let mut remember = |batch: &[ClassId], found: &[Places]| {
            for (&class, places) in batch.iter().zip(found) {
                layer.add(class, places);
            }
            stage.advance(batch.len() as u64);
        };
        let found = match layers {
            None => exchange.step(classes, tables, work, &mut |batch, found| {
                remember(batch, found);
                Ok(())
            })?,
            Some(layers) => layers.write(tables.layer() + 1, exchange.part(), |writer| {
                let packings = Arc::clone(tables.packings());
                exchange.step(classes, tables, work, &mut |batch, found| {
                    remember(batch, found);
                    let records: Vec<Vec<u8>> = (batch.par_iter().zip(found))
                        .filter(|(_, places)| places.count() > 0)
                        .map(|(&class, places)| {
                            encode(classes.key(class), places, packings.get(class))
                        })
                        .collect();
                    (records.iter())
                        .try_for_each(|record| writer.write(record))
                        .map_err(unwritten)
                })
            })?,
        };
        tables.finish_layer();
        Ok(found)
    }
}

/// Tells the observer about a layer that took long.
fn report(search: &CosetSearch, time: Duration, work: &Work) {
    if time < WORTH_A_LINE {
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
    use super::super::exchange::SingleProcess;
    use super::*;
    use cubegraph_core::work::records::{Header, Kind, Reader, Writer};

    fn search(
        text: &str,
        metric: Metric,
        worth_packing: u128,
        checkpoint: Option<&Checkpoint>,
    ) -> Result<CosetSearch> {
        let (alone, work) = (&mut SingleProcess, Work::default());
        let setup = SearchSetup::new(alone, text.parse().unwrap(), metric, worth_packing, &work)?;
        let running = setup.start(alone);
        running.complete(alone, checkpoint, &work)
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
                assert_eq!(
                    layers(text, metric, worth_packing, Some(&kept)),
                    wanted,
                    "{text}"
                );
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
            let (mut source, mut target) = (
                records(size, &path(from), header(from)),
                records(size, &path(to), header(to)),
            );
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
            assert!(
                matches!(error, Error::Damaged { .. }),
                "{text} {metric}: {error}"
            );
        }
    }
}
