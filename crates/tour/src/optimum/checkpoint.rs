//! Layers of a long search on disk: a search that was stopped goes on after the last one kept.
//!
//! A file holds one layer, shard by shard. Its name is a hash of all that the layer depends on, so
//! that one folder serves several questions and the layers of another never come in.

use blake2b_simd::Params;

use super::super::ends::Ends;
use super::super::layers::{MOST_SHARDS, State};
use super::{Best, Layer, SumSearch, memory_length};
use cubegraph_core::work::checkpoint::{Folder, unwritten};
use cubegraph_core::work::records::{Header, Kind, Subject, record};
use cubegraph_core::work::{Result, Work};

/// What an entry takes in a file.
const ENTRY_BYTES: usize = 32;
/// The most entries of a record.
const RECORD_ENTRIES: usize = 1 << 16;

/// The fewest states that are expanded between one layer that is kept and the next, …
const LEAST_EXPANDED: usize = 1 << 18;
/// … and the fewest for each state of that layer: keeping layers is then a small part of the work.
const EXPANDED_PER_KEPT: usize = 8;

/// The layers of one search in a folder.
pub(super) struct KeptLayers<'a> {
    folder: &'a Folder,
    subject: Subject,
    /// How many states were expanded since a layer was kept last.
    expanded: usize,
    /// The cells of the paths of the layer that is there.
    kept: Option<usize>,
}

impl<'a> KeptLayers<'a> {
    pub fn new(folder: &'a Folder, search: &SumSearch, ends: &Ends, known: i64) -> KeptLayers<'a> {
        KeptLayers {
            folder,
            subject: subject(search, ends, known),
            expanded: 0,
            kept: None,
        }
    }

    fn name(&self, cells: usize) -> String {
        format!("{}{cells:03}", self.prefix())
    }

    fn prefix(&self) -> String {
        let [a, b, c] = self.subject;
        format!("tour-{a:08x}{b:08x}{c:08x}-layer-")
    }

    fn header(&self, cells: usize) -> Header {
        Header {
            kind: Kind::Sums,
            subject: self.subject,
            differs: |_, _| "it belongs to another board, or to another question about it".into(),
            number: u32::try_from(cells).unwrap_or(u32::MAX),
            part: (0, 1),
        }
    }

    /// The last layer that was kept, and how many cells its paths have.
    ///
    /// # Errors
    /// [`Error::Damaged`](cubegraph_core::Error::Damaged) for a file that is damaged,
    /// and the limits of
    /// `work`.
    pub fn load(
        &mut self,
        search: &SumSearch,
        work: &Work,
    ) -> Result<Option<(usize, Layer<Best>)>> {
        let (names, prefix) = (self.folder.names()?, self.prefix());
        let layers = names
            .iter()
            .filter_map(|name| name.strip_prefix(&prefix)?.parse().ok());
        let Some(cells) = layers
            .filter(|cells| (1..=search.rules.size).contains(cells))
            .max()
        else {
            return Ok(None);
        };
        let mut reader = self.folder.read(&self.name(cells), self.header(cells))?;
        let mut shards: Vec<Vec<Best>> = Vec::new();
        let (mut bytes, longest) = (0, (RECORD_ENTRIES * ENTRY_BYTES) as u64);
        while let Some((head, contents)) = reader.next(longest)? {
            work.check("a layer is being read")?;
            bytes += contents.len() as u128;
            work.reserve("the layer that was kept", bytes)?;
            let shard = usize::try_from(head.key()).unwrap_or(usize::MAX);
            if shard >= MOST_SHARDS || shard + 1 < shards.len() {
                return Err(reader.refuse("its shards are out of order; remove it"));
            }
            shards.resize_with(shard + 1, Vec::new);
            for bytes in contents.chunks(ENTRY_BYTES) {
                let entry = decode(bytes).filter(|entry| search.admits(entry, cells));
                let entry =
                    entry.ok_or_else(|| reader.refuse("an entry makes no sense; remove it"));
                shards[shard].push(entry?);
            }
        }
        self.kept = Some(cells);
        Ok(Some((cells, Layer { shards })))
    }

    /// Keeps a layer in the place of the one before, if it is time; `expanded` states led to it.
    ///
    /// # Errors
    /// [`Error::Io`](cubegraph_core::Error::Io), and the limits of `work`.
    pub fn keep(
        &mut self,
        (cells, is_last): (usize, bool),
        layer: &Layer<Best>,
        expanded: usize,
        work: &Work,
    ) -> Result<()> {
        self.expanded += expanded;
        let enough = LEAST_EXPANDED.max(EXPANDED_PER_KEPT * layer.len());
        // The last layer is worth keeping beside any other: then nothing is left to do.
        if self.expanded < enough && !(is_last && self.kept.is_some()) {
            return Ok(());
        }
        self.folder
            .write(&self.name(cells), self.header(cells), |writer| {
                for (shard, entries) in layer.shards.iter().enumerate() {
                    for entries in entries.chunks(RECORD_ENTRIES) {
                        work.check("a layer is being written")?;
                        let contents: Vec<u8> = entries.iter().flat_map(|e| encode(*e)).collect();
                        let record = record(shard as u64, 0, &contents);
                        writer.write(&record).map_err(unwritten)?;
                    }
                }
                Ok(())
            })?;
        if let Some(before) = self.kept.replace(cells).filter(|before| *before != cells) {
            self.folder.remove(&self.name(before));
        }
        self.expanded = 0;
        Ok(())
    }
}

/// A hash of all that a layer depends on besides its number.
fn subject(search: &SumSearch, ends: &Ends, known: i64) -> Subject {
    let rules = search.rules;
    let mut state = Params::new().hash_length(12).to_state();
    for number in [rules.rows, rules.columns, memory_length(rules.size)] {
        state.update(&(number as u64).to_le_bytes());
    }
    state.update(&known.to_le_bytes());
    state.update(rules.tables.next.as_flattened());
    for set in [&rules.allowed, &ends.first, &ends.last]
        .into_iter()
        .flatten()
    {
        state.update(&set.to_le_bytes());
    }
    for value in rules.tables.value {
        state.update(&value.to_le_bytes());
    }
    let hash = state.finalize();
    let word = |k: usize| std::array::from_fn(|byte| hash.as_bytes()[4 * k + byte]);
    std::array::from_fn(|k| u32::from_be_bytes(word(k)))
}

fn encode(entry: Best) -> [u8; ENTRY_BYTES] {
    let mut bytes = [0; ENTRY_BYTES];
    bytes[..16].copy_from_slice(&entry.state.to_bits().to_le_bytes());
    bytes[16..24].copy_from_slice(&entry.ways.to_le_bytes());
    bytes[24..28].copy_from_slice(&entry.sum.to_le_bytes());
    bytes[28..].copy_from_slice(&entry.memory.to_le_bytes());
    bytes
}

fn decode(bytes: &[u8]) -> Option<Best> {
    let (state, rest) = bytes.split_first_chunk()?;
    let (ways, rest) = rest.split_first_chunk()?;
    let (sum, rest) = rest.split_first_chunk()?;
    Some(Best {
        state: State::from_bits(u128::from_le_bytes(*state)),
        ways: u64::from_le_bytes(*ways),
        sum: i32::from_le_bytes(*sum),
        memory: u32::from_le_bytes(rest.try_into().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::super::ends::{Rules, ends};
    use super::*;
    use crate::Puzzle;
    use cubegraph_core::work::{Checkpoint, Error};

    fn rules(size: &str) -> (Rules, Ends) {
        let puzzle: Puzzle = size.parse().unwrap();
        let rules = Rules::new(&puzzle);
        let ends = ends(&puzzle, &rules).remove(0);
        (rules, ends)
    }

    /// A search is stopped after each of its layers and goes on.
    #[test]
    fn a_search_that_goes_on_after_any_layer_finds_the_same() {
        let (rules, ends) = rules("5x4");
        let work = Work::default();
        let search = SumSearch::new(&rules, &work).unwrap();
        let whole = search.run(&ends, 0, None, None, &work).unwrap().unwrap();
        for stop in 2..=rules.size {
            let folder = tempfile::tempdir().unwrap();
            let open = Folder::open(&Checkpoint::new(folder.path()), true).unwrap();
            let mut layer = Layer::from_entries(search.seeds(&ends));
            for cells in 2..=stop {
                layer = search.next(layer, &ends, (0, cells), 0, &work).unwrap();
            }
            let mut kept = KeptLayers::new(&open, &search, &ends, 0);
            let place = (stop, stop == rules.size);
            kept.keep(
                place,
                &layer,
                LEAST_EXPANDED.max(EXPANDED_PER_KEPT * layer.len()),
                &work,
            )
            .unwrap();
            let found = search
                .run(&ends, 0, None, Some(&open), &work)
                .unwrap()
                .unwrap();
            assert_eq!((found.sum, found.ways), (whole.sum, whole.ways), "{stop}");
            let layers = open
                .names()
                .unwrap()
                .into_iter()
                .filter(|name| name != "search.lock");
            assert_eq!(
                layers.collect::<Vec<_>>(),
                [kept.name(rules.size)],
                "the last one alone"
            );
        }
    }

    #[test]
    fn damaged_layers_are_refused() {
        let (rules, ends) = rules("4x4");
        let work = Work::default();
        let search = SumSearch::new(&rules, &work).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mine = Checkpoint::new(folder.path());
        let layer = || {
            search.next(
                Layer::from_entries(search.seeds(&ends)),
                &ends,
                (0, 2),
                0,
                &work,
            )
        };
        {
            let open = Folder::open(&mine, true).unwrap();
            let mut kept = KeptLayers::new(&open, &search, &ends, 0);
            let layer = layer().unwrap();
            kept.keep((2, false), &layer, LEAST_EXPANDED, &work)
                .unwrap();
            assert!(kept.load(&search, &work).unwrap().is_some());
            let mut other = KeptLayers::new(&open, &search, &ends, 1);
            assert!(
                other.load(&search, &work).unwrap().is_none(),
                "another question"
            );
        }
        let load = |about: &Checkpoint| {
            let open = Folder::open(about, true).unwrap();
            KeptLayers::new(&open, &search, &ends, 0)
                .load(&search, &work)
                .map(|found| found.is_some())
        };
        // Any byte that is changed is found out.
        let entry = fs::read_dir(folder.path())
            .unwrap()
            .next()
            .unwrap()
            .unwrap();
        let bytes = fs::read(entry.path()).unwrap();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            fs::write(entry.path(), changed).unwrap();
            let refused = matches!(load(&mine), Err(Error::Damaged { .. }));
            assert!(refused, "{at}");
        }
        fs::write(entry.path(), &bytes[..bytes.len() - 1]).unwrap();
        assert!(matches!(load(&mine), Err(Error::Damaged { .. })));
    }
}
