//! A search from the first layer to the last: memory, checkpoint, layers, and the sum that must come out.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rayon::prelude::*;

use super::super::{Metric, Size};
use super::checkpoint::{self, Checkpoint};
use super::classes::{ClassId, Classes, MOST_CUBES};
use super::crew::{Crew, Layer};
use super::memory::{Layout, Memory, Word};
use super::packing::Packings;
use super::search::{self, Tables};
use super::table::Places;
use super::waiting::Waiting;
use super::{Search, least_bytes, share, upright, waiting};
use crate::picture::beyond_any_machine;
use crate::work::{Work, bytes_in_words};
use crate::{Error, Result};

/// A layer that takes less is not worth a line.
const WORTH_A_LINE: Duration = Duration::from_secs(2);
/// Tables of fewer places are not packed: it takes time to unpack them.
const WORTH_PACKING: u128 = 1 << 31;
/// Memory below this is not worth a word.
const WORTH_ANNOUNCING: u128 = 1 << 26;

/// How places are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// All of them.
    Plain,
    /// Those that exchanges of equal rows make of each other once, if there are many in all.
    Packed,
    /// Those that exchanges of equal rows make of each other once.
    #[cfg(test)]
    AllPacked,
}

impl Storage {
    /// How the tables of all classes are packed; the packings are not ready yet.
    pub fn packings(self, classes: &Classes) -> Packings {
        match self {
            Storage::Packed if classes.total_bits() >= WORTH_PACKING => Packings::count(classes),
            #[cfg(test)]
            Storage::AllPacked => Packings::count(classes),
            _ => Packings::default(),
        }
    }
}

/// A search under way.
pub struct Run<W> {
    search: Search,
    tables: Tables<W>,
}

/// What the memory is for.
fn what(size: Size, (member, members): (u32, u32)) -> String {
    match members {
        1 => format!("the coset search of {size}"),
        _ => format!("process {member} of {members} in the coset search of {size}"),
    }
}

/// A search before it begins: its classes, and where everything will be.
pub struct Plan {
    classes: Classes,
    own: Vec<ClassId>,
    layout: Layout,
    waiting: Option<Waiting>,
    bytes: u128,
}

impl Plan {
    /// Finds the classes and how much memory the tables of those that are kept here take, in words `W`, or says why not.
    pub fn new<W: Word>(
        crew: &mut impl Crew,
        size: Size,
        metric: Metric,
        storage: Storage,
        work: &Work,
    ) -> Result<Plan> {
        let what = what(size, crew.part());
        let least = least_bytes(upright(size)) * W::BITS / 2u32 / crew.part().1;
        match least.to_u128() {
            Some(bytes) if size.cells() <= MOST_CUBES => work.reserve(&what, bytes)?,
            // Long strips have small tables, and are too long all the same.
            Some(bytes) if bytes < 1 << 40 => {}
            _ => return Err(beyond_any_machine(&what, &least)),
        }
        let classes = Classes::new(upright(size), work)?;
        let mut packings = storage.packings(&classes);
        let own = crew.own(&classes, &packings);
        packings.open(&classes, &own);
        let layout = Layout::new(&classes, &own, packings);
        let waiting = waiting::<W>(&classes, &own, metric, |reader| crew.sent_before(reader));
        let bytes = search::bytes::<W>(&classes, &own, &layout, waiting.as_ref()) + crew.bytes();
        work.reserve(&what, bytes)?;
        Ok(Plan {
            classes,
            own,
            layout,
            waiting,
            bytes,
        })
    }
}

impl<W: Word> Run<W> {
    /// Finds the classes and takes the memory for the tables of those that are kept here, or says why not; the solution alone
    /// is known.
    pub fn new(
        crew: &mut impl Crew,
        size: Size,
        metric: Metric,
        storage: Storage,
        work: &Work,
    ) -> Result<Run<W>> {
        let plan = Plan::new::<W>(crew, size, metric, storage, work)?;
        let (classes, own) = (plan.classes, plan.own);
        if plan.bytes >= WORTH_ANNOUNCING || crew.part().1 > 1 {
            let places: u128 = own.iter().map(|&class| 1 << classes.dimension(class)).sum();
            work.note(&format!(
                "{}: {} classes of cosets, {places} places, {} of memory",
                what(size, crew.part()),
                own.len(),
                bytes_in_words(plan.bytes)
            ));
        }
        Ok(Run {
            tables: Tables::new(&classes, own, metric, plan.layout, plan.waiting),
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
    pub fn complete(
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
            report(&self.search, start.elapsed(), work);
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
            format!("layer {} of {}", tables.layer() + 1, classes.size()),
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
                let packings = Arc::clone(tables.packings());
                crew.step(classes, tables, work, &mut |batch, found| {
                    remember(batch, found);
                    let records: Vec<Vec<u8>> = (batch.par_iter().zip(found))
                        .filter(|(_, places)| places.count() > 0)
                        .map(|(&class, places)| {
                            let packing = packings.get(class);
                            checkpoint::encode(classes.key(class), places, packing)
                        })
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

/// Tells the observer about a layer that took long.
fn report(search: &Search, time: Duration, work: &Work) {
    if time < WORTH_A_LINE {
        return;
    }
    let known: u128 = search.counts.iter().sum();
    let share = known as f64 / search.asked.order().to_f64().unwrap_or(f64::INFINITY);
    let rate = search.classes.total_bits() as f64 / time.as_secs_f64();
    work.note(&format!(
        "layer {}: {} configurations in {:.1} s, {rate:.1e} places a second; {:.4} % of all are known",
        search.counts.len() - 1,
        search.counts.last().unwrap_or(&0),
        time.as_secs_f64(),
        100.0 * share,
    ));
}

#[cfg(test)]
mod tests {
    use super::super::crew::Alone;
    use super::super::table::Pair;
    use super::*;

    fn layers<W: Word>(
        text: &str,
        metric: Metric,
        storage: Storage,
        checkpoint: Option<&Path>,
    ) -> (Vec<u128>, Vec<(ClassId, u32)>) {
        let work = Work::default();
        let size: Size = text.parse().unwrap();
        let run = Run::<W>::new(&mut Alone, size, metric, storage, &work).unwrap();
        let (search, _) = run.complete(&mut Alone, checkpoint, &work).unwrap();
        (search.counts, search.last.places)
    }

    #[test]
    fn layers_do_not_depend_on_how_tables_are_stored() {
        for text in ["1x1", "2x2", "3x1", "3x2", "6x1", "3x3", "4x2", "7x1"] {
            for metric in Metric::ALL {
                let wanted = layers::<Pair>(text, metric, Storage::Plain, None);
                for storage in [Storage::Plain, Storage::AllPacked] {
                    assert_eq!(layers::<u64>(text, metric, storage, None), wanted, "{text}");
                }
                let packed = layers::<Pair>(text, metric, Storage::AllPacked, None);
                assert_eq!(packed, wanted, "{text}");
            }
        }
    }

    #[test]
    fn layers_of_packed_tables_are_read_back_however_they_are_stored() {
        for (text, metric) in [("4x2", Metric::Quarter), ("7x1", Metric::Half)] {
            let folder = tempfile::tempdir().unwrap();
            let kept = Some(folder.path());
            let wanted = layers::<u64>(text, metric, Storage::AllPacked, kept);
            let last = wanted.0.len();
            for (storage, removed) in [
                (Storage::Plain, last - 3),
                (Storage::AllPacked, last / 2),
                (Storage::AllPacked, last),
            ] {
                for layer in removed..=last {
                    let name = format!("layer-{layer:03}-part-1-of-1");
                    std::fs::remove_file(folder.path().join(name)).unwrap();
                }
                assert_eq!(layers::<u64>(text, metric, storage, kept), wanted, "{text}");
            }
        }
    }
}
