//! Distance tables that are kept: the distance of every configuration of a size modulo 3, in memory or in a file.

use std::path::{Path, PathBuf};

use super::super::{Configuration, Distances, Metric, Move, Size};
use super::classes::Classes;
use super::memory::{Layout, Memory};
use super::packing::Packings;
use super::store::{Header, Kind, Reader, Writer, record};
use super::table::{Pair, word_count};
use super::{Search, upright};
use crate::cube::Rotation;
use crate::work::{Work, file};
use crate::{Error, Result};

/// The key of the record with the number of configurations at every distance; no class has it.
const COUNTS: u64 = u64::MAX - 1;

/// No record of counts is longer: 16 bytes for each distance.
const LONGEST_COUNTS: u64 = 16 << 10;

/// The distance of every configuration of a size, modulo 3.
///
/// A neighbour is nearer by one exactly if its number is one less modulo 3, which is all that a shortest solution needs.
///
/// # Examples
/// ```
/// # use cubegraph::picture::{Configuration, Metric, cosets::DistanceTable};
/// # use cubegraph::work::Work;
/// let size = "2x2".parse()?;
/// let table = DistanceTable::make(size, Metric::Quarter, None, &Work::default())?;
/// let mut configuration = Configuration::solved(size);
/// configuration.turn("up1".parse()?);
/// configuration.turn("left2".parse()?);
/// assert_eq!(table.solve(&configuration).unwrap().len(), 2);
/// # Ok::<(), cubegraph::Error>(())
/// ```
#[derive(Debug)]
pub struct DistanceTable {
    metric: Metric,
    classes: Classes,
    memory: Memory,
    counts: Vec<u128>,
}

impl DistanceTable {
    fn search(size: Size, metric: Metric, work: &Work) -> Result<DistanceTable> {
        let (search, memory) = Search::keeping_distances(size, metric, work)?;
        Ok(DistanceTable {
            metric,
            classes: search.classes,
            memory,
            counts: search.counts,
        })
    }

    /// Reads the table from a folder if it is there; computes it otherwise, and keeps it there. Without a folder it is
    /// computed and not kept.
    ///
    /// # Errors
    /// Those of [`Search::run`]; [`Error::Damaged`] for a file that is damaged or about something else.
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
        Header {
            kind: Kind::Table,
            size: upright(size),
            metric,
            number: 0,
            part: (0, 1),
        }
    }

    /// Writes the table.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn write(&self, path: &Path) -> Result<()> {
        let counts: Vec<u8> = (self.counts.iter())
            .flat_map(|count| count.to_le_bytes())
            .collect();
        file::write_with(path, |out| {
            let header = DistanceTable::header(self.classes.size(), self.metric);
            let mut writer = Writer::new(out, header)?;
            writer.write(&record(COUNTS, 0, &counts))?;
            for class in self.classes.all() {
                let words = self.memory.class(class).as_flattened().iter();
                let bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
                writer.write(&record(self.classes.key(class), 0, &bytes))?;
            }
            writer.finish()
        })
    }

    /// Reads a table back.
    ///
    /// # Errors
    /// [`Error::Damaged`] for a file that is damaged or about something else; [`Error::TooLarge`].
    pub fn read(path: &Path, size: Size, metric: Metric, work: &Work) -> Result<DistanceTable> {
        let mut reader = Reader::open(path, DistanceTable::header(size, metric))?;
        let classes = Classes::new(upright(size), work)?;
        let all: Vec<_> = classes.all().collect();
        let layout = Layout::new(&classes, &all, Packings::default());
        work.reserve(
            &format!("the table of {size}"),
            layout.bytes::<Pair>(&classes),
        )?;
        let mut memory = Memory::new(layout);
        let mut counts = Vec::new();
        let mut filled = 0;
        // The counts of a small size are longer than the words of its classes.
        let limit = (word_count(2 * size.cells()) as u64 * 16).max(LONGEST_COUNTS);
        while let Some((key, _, contents)) = reader.next(limit)? {
            if key == COUNTS {
                let count = |chunk: &[u8]| u128::from_le_bytes(std::array::from_fn(|k| chunk[k]));
                counts = contents.chunks_exact(16).map(count).collect();
                continue;
            }
            let pairs = classes.find(key).map(|class| memory.class_mut(class));
            let Some(pairs) = pairs.filter(|pairs| contents.len() == 16 * pairs.len()) else {
                return Err(reader.refuse("a record makes no sense; remove it"));
            };
            for (pair, chunk) in pairs.iter_mut().zip(contents.chunks_exact(16)) {
                *pair = pair_of(chunk);
            }
            filled += 1;
            work.check("")?;
        }
        if filled != classes.count() || counts.is_empty() {
            return Err(reader.refuse("it is incomplete; remove it"));
        }
        Ok(DistanceTable {
            metric,
            classes,
            memory,
            counts,
        })
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

    /// The distance modulo 3 of the configuration with these cubes, in row-major order of the table's [`size`](Self::size),
    /// or `None` if it is not reachable.
    pub fn residue(&self, cells: impl Iterator<Item = Rotation>) -> Option<u8> {
        let (class, place) = self.classes.locate_cells(cells)?;
        self.memory.residue(class, place)
    }

    /// A shortest solution, or `None` if there is no solution, or if the table is wrong and does not lead to it.
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
            // A table that somebody changed could lead round in circles.
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
pub fn leads_nowhere(size: Size) -> Error {
    Error::Rejected(format!("the table of {size} does not lead to the solution"))
}

#[cfg(test)]
mod tests {
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
            assert_eq!(made.memory.class(class), read.memory.class(class));
        }
        let path = DistanceTable::path(folder.path(), size, Metric::Half);
        let other = DistanceTable::path(folder.path(), size, Metric::Quarter);
        let right = std::fs::read(&path).unwrap();
        std::fs::copy(&path, &other).unwrap();
        let error = DistanceTable::read(&other, size, Metric::Quarter, &work).unwrap_err();
        assert!(
            matches!(
                error,
                crate::Error::Rejected(_) | crate::Error::Damaged { .. } | crate::Error::Cluster(_)
            ),
            "{error}"
        );
        for at in [0, 11, 30, 60, right.len() / 2, right.len() - 1] {
            let mut wrong = right.clone();
            wrong[at] ^= 16;
            std::fs::write(&path, &wrong).unwrap();
            let error = DistanceTable::read(&path, size, Metric::Half, &work).unwrap_err();
            assert!(
                matches!(
                    error,
                    crate::Error::Rejected(_)
                        | crate::Error::Damaged { .. }
                        | crate::Error::Cluster(_)
                ),
                "byte {at}: {error}"
            );
            std::fs::write(&path, &right[..at]).unwrap();
            let error = DistanceTable::read(&path, size, Metric::Half, &work).unwrap_err();
            assert!(
                matches!(
                    error,
                    crate::Error::Rejected(_)
                        | crate::Error::Damaged { .. }
                        | crate::Error::Cluster(_)
                ),
                "cut at {at}: {error}"
            );
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
        for (text, metric) in [
            ("2x2", Metric::Quarter),
            ("2x3", Metric::Half),
            ("5x1", Metric::Quarter),
        ] {
            let work = Work::default();
            let search = Search::run(text.parse().unwrap(), metric, None, &work).unwrap();
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
