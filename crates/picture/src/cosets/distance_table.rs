//! The distance of every configuration of a size modulo 3, in memory or in a file.
//!
//! # Reference
//! G. Cooperman and L. Finkelstein, *New methods for using Cayley graphs in interconnection
//! networks*, 1992.

use std::path::{Path, PathBuf};

use rand::{Rng, RngExt};

use super::super::{Configuration, Distances, Metric, Move, Size};
use super::checkpoint::header;
use super::classes::{ClassId, Classes};
use super::places::{Places, valid, word_count};
use super::run::{SearchTask, Share};
use super::tables::index_bytes;
use super::upright;
use cubegraph_core::Error;
use cubegraph_core::Result;
use cubegraph_core::cube::Rotation;
use cubegraph_core::work::records::{Header, Kind, Reader, Writer, record};
use cubegraph_core::work::{Work, file};

/// The key of the record with the number of configurations at every distance; no class has it.
const COUNTS: u64 = u64::MAX - 1;

/// No record of counts is longer: 16 bytes for each distance.
const LONGEST_COUNTS: u64 = 16 << 10;

/// The distance of every configuration of a size, modulo 3.
///
/// A neighbour is nearer by one exactly if its number is one less modulo 3, which is all that a
/// shortest solution needs.
///
/// # Examples
/// ```
/// # use cubegraph_picture::{Configuration, DistanceTable, Metric};
/// # use cubegraph_core::work::Work;
/// let size = "2x2".parse()?;
/// let table = DistanceTable::make(size, Metric::Quarter, None, &Work::default())?;
/// let mut configuration = Configuration::solved(size);
/// configuration.turn("up1".parse()?);
/// configuration.turn("left2".parse()?);
/// assert_eq!(table.solve(&configuration).unwrap().len(), 2);
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Debug)]
pub struct DistanceTable {
    metric: Metric,
    classes: Classes,
    residues: Residues,
    counts: Vec<u128>,
}

/// The two bits of 64 places: high bits, low bits. Both clear are *unseen*, otherwise they are one
/// more than the distance modulo 3.
type Pair = [u64; 2];

/// The distances modulo 3 of all places, filled from the layers of a search.
#[derive(Debug, Default)]
struct Residues {
    /// The first pair of each class, and the end of the last.
    starts: Vec<usize>,
    pairs: Vec<Pair>,
}

impl Residues {
    fn new(classes: &Classes) -> Residues {
        let mut starts = vec![0];
        for class in classes.all() {
            starts.push(starts[class.index()] + word_count(classes.dimension(class)));
        }
        Residues { starts, pairs: Vec::new() }
    }

    fn bytes(&self) -> u128 {
        16 * self.starts.last().copied().unwrap_or(0) as u128
    }

    /// Takes the memory.
    fn allocate(&mut self) {
        self.pairs = vec![[0; 2]; self.starts.last().copied().unwrap_or(0)];
    }

    fn class(&self, class: ClassId) -> &[Pair] {
        &self.pairs[self.starts[class.index()]..self.starts[class.index() + 1]]
    }

    fn class_mut(&mut self, class: ClassId) -> &mut [Pair] {
        &mut self.pairs[self.starts[class.index()]..self.starts[class.index() + 1]]
    }

    /// The distance modulo 3 of a place, or `None` if it is unseen.
    fn get(&self, class: ClassId, place: u32) -> Option<u8> {
        let [high, low] = self.class(class).get(place as usize >> 6)?;
        let bit = |word: &u64| (word >> (place & 63)).to_le_bytes()[0] & 1;
        (2 * bit(high) + bit(low)).checked_sub(1)
    }

    /// Writes down that places of a class are in a layer.
    fn set(&mut self, class: ClassId, places: &Places, layer: u32) {
        let number = layer % 3 + 1;
        let mut add = |word: usize, bits: u64| {
            let pair = &mut self.pairs[self.starts[class.index()] + word];
            pair[0] |= bits & 0u64.wrapping_sub(u64::from(number >> 1));
            pair[1] |= bits & 0u64.wrapping_sub(u64::from(number & 1));
        };
        match places {
            Places::Bits(words) => (words.iter().enumerate()).for_each(|(w, &bits)| add(w, bits)),
            Places::List(list) => {
                for &place in list {
                    add(place as usize >> 6, 1 << (place & 63));
                }
            }
        }
    }
}

impl DistanceTable {
    fn search(size: Size, metric: Metric, work: &Work) -> Result<DistanceTable> {
        let task = SearchTask::alone(size, metric);
        task.announce(work);
        let mut residues = Residues::default();
        let prepared = task.prepare(work, |classes, _| {
            residues = Residues::new(classes);
            Share::whole(classes, residues.bytes())
        })?;
        residues.allocate();
        residues.set(ClassId(0), &Places::List(vec![0]), 0);
        let running = prepared.start(None)?;
        let search = running.complete(work, |layer, class, places| {
            residues.set(class, places, layer);
        })?;
        Ok(DistanceTable { metric, classes: search.classes, residues, counts: search.counts })
    }

    /// Reads the table from a folder if it is there; computes it otherwise, and keeps it there.
    /// Without a folder it is computed and not kept.
    ///
    /// # Errors
    /// Those of [`CosetSearch::run`](super::CosetSearch::run); [`Error::Damaged`] for a file that
    /// is damaged or about something else.
    pub fn make(
        size: Size,
        metric: Metric,
        folder: Option<&Path>,
        work: &Work,
    ) -> Result<DistanceTable> {
        let Some(folder) = folder else {
            return DistanceTable::search(size, metric, work);
        };
        let path = DistanceTable::path(folder, size, metric);
        if path.exists() {
            return DistanceTable::read(&path, size, metric, work);
        }
        // A folder that cannot be written is found out before the work, not after it.
        file::make_folder(folder)?;
        let table = DistanceTable::search(size, metric, work)?;
        table.write(&path)?;
        Ok(table)
    }

    /// Where a folder keeps the table of a size.
    pub fn path(folder: &Path, size: Size, metric: Metric) -> PathBuf {
        folder.join(format!("{}-{metric}.table", upright(size)))
    }

    fn header(size: Size, metric: Metric) -> Header {
        header(Kind::Table, upright(size), metric, 0, (0, 1))
    }

    /// Writes the table.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn write(&self, path: &Path) -> Result<()> {
        let counts: Vec<u8> = (self.counts.iter()).flat_map(|count| count.to_le_bytes()).collect();
        file::write_with(path, |out| {
            let header = DistanceTable::header(self.classes.size(), self.metric);
            let mut writer = Writer::new(out, header)?;
            writer.write(&record(COUNTS, 0, &counts))?;
            for class in self.classes.all() {
                let words = self.residues.class(class).as_flattened().iter();
                let bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
                writer.write(&record(self.classes.key(class), 0, &bytes))?;
            }
            writer.finish()
        })
    }

    /// Reads a table back.
    ///
    /// # Errors
    /// [`Error::Damaged`] for a file that is damaged or about something else;
    /// [`Error::TooLarge`].
    pub fn read(path: &Path, size: Size, metric: Metric, work: &Work) -> Result<DistanceTable> {
        let mut reader = Reader::open(path, DistanceTable::header(size, metric))?;
        let classes = Classes::new(upright(size), work)?;
        let mut residues = Residues::new(&classes);
        let index = index_bytes(classes.size()) * classes.count();
        work.reserve(&format!("the table of {size}"), residues.bytes() + index as u128)?;
        residues.allocate();
        // The counts of a small size are longer than the words of its classes.
        let limit = (word_count(2 * size.cells()) as u64 * 16).max(LONGEST_COUNTS);
        let nonsense = "a record makes no sense; remove it";
        let mut counts = Vec::new();
        let mut next = classes.all();
        while let Some((head, contents)) = reader.next(limit)? {
            if head.form() != 0 {
                return Err(reader.refuse(nonsense));
            }
            if head.key() == COUNTS && counts.is_empty() && contents.len().is_multiple_of(16) {
                let count = |chunk: &[u8]| u128::from_le_bytes(std::array::from_fn(|k| chunk[k]));
                counts = contents.chunks_exact(16).map(count).collect();
                continue;
            }
            let class = (next.next()).filter(|&class| classes.key(class) == head.key());
            let Some(class) = class else {
                return Err(reader.refuse(nonsense));
            };
            let pairs = residues.class_mut(class);
            if contents.len() != 16 * pairs.len() {
                return Err(reader.refuse(nonsense));
            }
            for (pair, chunk) in pairs.iter_mut().zip(contents.chunks_exact(16)) {
                *pair = pair_of(chunk);
            }
            let beyond = !valid(classes.dimension(class));
            if pairs[0].iter().any(|word| word & beyond != 0) {
                return Err(reader.refuse(nonsense));
            }
            work.check("")?;
        }
        if next.next().is_some() || counts.is_empty() {
            return Err(reader.refuse("it is incomplete; remove it"));
        }
        Ok(DistanceTable { metric, classes, residues, counts })
    }

    /// The size, with at least as many rows as columns; its transpose has the same table.
    pub const fn size(&self) -> Size {
        self.classes.size()
    }

    /// The metric.
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// How many configurations are at every distance.
    pub fn distances(&self) -> Distances {
        Distances::new(self.counts.iter().map(|&count| count.into()).collect())
    }

    /// The distance modulo 3 of the configuration with these cubes, in row-major order of the
    /// table's [`size`](Self::size), or `None` if it is not reachable.
    pub fn residue(&self, cells: impl Iterator<Item = Rotation>) -> Option<u8> {
        let (class, place) = self.classes.locate_cells(cells)?;
        self.residues.get(class, place)
    }

    /// A configuration for every place of the table, with its distance modulo 3 if it has one.
    #[doc(hidden)]
    pub fn places(&self) -> impl Iterator<Item = (Configuration, Option<u8>)> + '_ {
        self.classes.all().flat_map(move |class| {
            let places = 0..1u32 << self.classes.dimension(class);
            places.map(move |place| {
                let configuration = self.classes.configuration(class, place);
                (configuration, self.residues.get(class, place))
            })
        })
    }

    /// A random configuration of every class of cosets, or of about `most` of them.
    #[doc(hidden)]
    pub fn one_of_each_class(&self, most: usize, random: &mut impl Rng) -> Vec<Configuration> {
        let interval = self.classes.count().div_ceil(most).max(1);
        (self.classes.all().step_by(interval))
            .map(|class| {
                let place = random.random_range(0..1u32 << self.classes.dimension(class));
                self.classes.configuration(class, place)
            })
            .collect()
    }

    /// A shortest solution, or `None` if there is no solution, or if the table is wrong and does
    /// not lead to it.
    ///
    /// # Panics
    /// If the configuration is of another size.
    ///
    /// # Complexity
    /// As many steps as the distance, each with a look at the neighbours: microseconds.
    pub fn solve(&self, configuration: &Configuration) -> Option<Vec<Move>> {
        if configuration.size() != self.size() {
            let moves = self.solve(&configuration.transposed())?;
            return Some(moves.into_iter().map(Move::transposed).collect());
        }
        let mut here = configuration.clone();
        let mut residue = self.residue(here.cells().iter().copied())?;
        let mut moves = Vec::new();
        while !here.is_solved() {
            // A table that was changed could lead round in circles.
            if moves.len() + 1 >= self.counts.len() {
                return None;
            }
            let nearer = (residue + 2) % 3;
            let step = Move::all(self.size(), self.metric).find(|&step| {
                here.turn(step);
                let found = self.residue(here.cells().iter().copied()) == Some(nearer);
                if !found {
                    here.turn(step.inverse());
                }
                found
            })?;
            moves.push(step);
            residue = nearer;
        }
        Some(moves)
    }
}

fn pair_of(chunk: &[u8]) -> Pair {
    let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|k| chunk[at + k]));
    [word(0), word(8)]
}

/// The refusal of a table that does not lead to the solution.
pub(crate) fn leads_nowhere(size: Size) -> Error {
    Error::Rejected(format!("the table of {size} does not lead to the solution"))
}

#[cfg(test)]
mod tests {
    use super::super::CosetSearch;
    use super::*;

    #[test]
    fn a_table_survives_its_file_and_damage_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let work = Work::default();
        let size = "3x2".parse().unwrap();
        let made = DistanceTable::make(size, Metric::Half, Some(folder.path()), &work).unwrap();
        let read = DistanceTable::make(size, Metric::Half, Some(folder.path()), &work).unwrap();
        assert_eq!(made.distances(), read.distances());
        for class in made.classes.all() {
            assert_eq!(made.residues.class(class), read.residues.class(class));
        }
        let path = DistanceTable::path(folder.path(), size, Metric::Half);
        let other = DistanceTable::path(folder.path(), size, Metric::Quarter);
        let right = std::fs::read(&path).unwrap();
        std::fs::copy(&path, &other).unwrap();
        let error = DistanceTable::read(&other, size, Metric::Quarter, &work).unwrap_err();
        assert!(matches!(error, Error::Damaged { .. }), "{error}");
        for at in [0, 11, 30, 60, right.len() / 2, right.len() - 1] {
            let mut wrong = right.clone();
            wrong[at] ^= 16;
            std::fs::write(&path, &wrong).unwrap();
            let error = DistanceTable::read(&path, size, Metric::Half, &work).unwrap_err();
            assert!(matches!(error, Error::Damaged { .. }), "byte {at}: {error}");
            std::fs::write(&path, &right[..at]).unwrap();
            let error = DistanceTable::read(&path, size, Metric::Half, &work).unwrap_err();
            assert!(matches!(error, Error::Damaged { .. }), "cut at {at}: {error}");
        }
    }

    #[test]
    fn tables_of_every_small_size_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let work = Work::default();
        for text in ["1x1", "2x1", "1x3", "4x1", "2x2"] {
            let size = text.parse().unwrap();
            for metric in Metric::ALL {
                let make =
                    || DistanceTable::make(size, metric, Some(folder.path()), &work).unwrap();
                assert_eq!(make().distances(), make().distances(), "{text}");
            }
        }
    }

    #[test]
    fn antipodes_take_as_many_moves_as_the_diameter() {
        for (text, metric) in
            [("2x2", Metric::Quarter), ("2x3", Metric::Half), ("5x1", Metric::Quarter)]
        {
            let work = Work::default();
            let search = CosetSearch::run(text.parse().unwrap(), metric, None, &work).unwrap();
            let antipodes = search.antipodes(&work).unwrap();
            let diameter = search.distances().diameter();
            let table = DistanceTable::make(search.size(), metric, None, &work).unwrap();
            for class in antipodes.classes {
                let moves = table.solve(&class.representative).unwrap();
                assert_eq!(moves.len(), diameter);
                let mut replayed = class.representative;
                replayed.turn_all(moves);
                assert!(replayed.is_solved());
            }
        }
    }
}
