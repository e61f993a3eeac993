//! Layers on disk: a search that was stopped at any moment goes on after its last complete layer.
//!
//! Every layer is one file, or one for each of several parts, written beside its place and renamed when it is whole. It holds the
//! new places of the layer, keyed by class, so that any number of processes can share the work of a folder or take it over.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::super::{Metric, Size};
use super::classes::{ClassId, Classes};
use super::packing::Packing;
pub use super::store::VERSION;
use super::store::{Header, Kind, Reader, Writer, append_record};
use super::table::{Places, places_of, word_count};
use crate::work::file;
use crate::{Error, Result};

/// The forms of a set of places: gaps between them, seven bits a byte; or one bit a place. With the flag they are about the places
/// that a packed table stores.
const GAPS: u32 = 0;
const BITS: u32 = 1;
const PACKED: u32 = 2;

/// The most parts a layer can have: parts are numbered by 16 bits where classes are dealt out.
const MOST_PARTS: u32 = 1 << 16;

/// So many bytes of a layer are read before they are made sense of, by all threads together.
const BATCH_BYTES: usize = 1 << 22;
const UNKNOWN_CLASS: &str = "it speaks of a class that does not exist";

/// What records say, or what is wrong with them.
type Decoded = std::result::Result<Vec<(ClassId, Places<'static>)>, &'static str>;

/// A folder of layers.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    folder: PathBuf,
    size: Size,
    metric: Metric,
}

impl Checkpoint {
    /// Opens a folder, or makes it. Unfinished files of an interrupted run are removed.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder cannot be made or written to.
    pub fn open(folder: &Path, size: Size, metric: Metric) -> Result<Checkpoint> {
        file::make_folder(folder)?;
        let checkpoint = Checkpoint {
            folder: folder.to_owned(),
            size,
            metric,
        };
        for name in checkpoint.names()? {
            if name.starts_with(".cubegraph-") {
                // Another process may be quicker; what cannot be removed does no harm.
                fs::remove_file(folder.join(name)).ok();
            }
        }
        Ok(checkpoint)
    }

    fn names(&self) -> Result<Vec<String>> {
        let failed = |error: std::io::Error| Error::Damaged {
            path: self.folder.clone(),
            reason: error.to_string(),
        };
        fs::read_dir(&self.folder)
            .map_err(failed)?
            .map(|entry| {
                Ok(entry
                    .map_err(failed)?
                    .file_name()
                    .to_string_lossy()
                    .into_owned())
            })
            .collect()
    }

    fn name(layer: u32, (part, parts): (u32, u32)) -> String {
        format!("layer-{layer:03}-part-{}-of-{parts}", part + 1)
    }

    fn header(&self, layer: u32, part: (u32, u32)) -> Header {
        Header {
            kind: Kind::Layer,
            size: self.size,
            metric: self.metric,
            number: layer,
            part,
        }
    }

    /// How many parts each complete layer has, from layer 1 on.
    ///
    /// # Errors
    /// [`Error::Damaged`] if a layer is missing or incomplete below a complete one.
    pub fn layers(&self) -> Result<Vec<u32>> {
        let mut parts: Vec<Vec<(u32, u32)>> = Vec::new();
        for name in self.names()? {
            let Some((layer, part)) = parse_name(&name) else {
                continue;
            };
            if parts.len() < layer as usize {
                parts.resize(layer as usize, Vec::new());
            }
            parts[layer as usize - 1].push(part);
        }
        let mut complete: Vec<Option<u32>> = parts
            .iter()
            .map(|found| {
                (found.iter().map(|&(_, of)| of))
                    .find(|&of| (0..of).all(|part| found.contains(&(part, of))))
            })
            .collect();
        while complete.last() == Some(&None) {
            complete.pop();
        }
        complete
            .iter()
            .enumerate()
            .map(|(at, parts)| {
                parts.ok_or_else(|| Error::Damaged {
                    path: self.folder.clone(),
                    reason: format!(
                        "layer {} is missing, and a later one is there; remove the layers after {at}",
                        at + 1
                    ),
                })
            })
            .collect()
    }

    /// Reads one part of a layer; `take` gets classes in increasing order and their places, some at a time, and says what is
    /// wrong with them, if anything is.
    ///
    /// # Errors
    /// [`Error::Damaged`] for a file that is damaged or of another size or metric.
    pub fn read(
        &self,
        classes: &Classes,
        layer: u32,
        part: (u32, u32),
        mut take: impl FnMut(Vec<(ClassId, Places)>) -> std::result::Result<(), String>,
    ) -> Result<()> {
        let path = self.folder.join(Checkpoint::name(layer, part));
        let mut reader = Reader::open(&path, self.header(layer, part))?;
        let widest = word_count(2 * self.size.cells()) as u64 * 8;
        let (mut last, mut over) = (None, false);
        while !over {
            let (mut records, mut bytes) = (Vec::new(), 0);
            while !over && bytes < BATCH_BYTES {
                match reader.next(widest)? {
                    Some(record) => {
                        bytes += record.2.len();
                        records.push(record);
                    }
                    None => over = true,
                }
            }
            let decoded: Decoded = records
                .into_par_iter()
                .map(|(key, form, contents)| {
                    let class = classes.find(key).ok_or(UNKNOWN_CLASS)?;
                    let places = if form & PACKED == 0 {
                        decode(form, &contents, classes.dimension(class))
                    } else {
                        Packing::new(classes, class)
                            .and_then(|packing| unpack(form & !PACKED, &contents, &packing))
                    };
                    Ok((class, places.ok_or("a record makes no sense; remove it")?))
                })
                .collect();
            let batch = decoded.map_err(|reason| reader.refuse(reason))?;
            let order = last
                .into_iter()
                .chain(batch.iter().map(|(class, _)| *class));
            if !order.is_sorted_by(|one, next| one < next) {
                return Err(reader.refuse("its classes are out of order; remove it"));
            }
            last = batch.last().map_or(last, |(class, _)| Some(*class));
            take(batch).map_err(|reason| reader.refuse(&reason))?;
        }
        Ok(())
    }

    /// Writes one part of a layer; `fill` computes it and hands the records to the writer.
    ///
    /// # Errors
    /// [`Error::Io`], or what `fill` returns; the folder is then as before.
    pub fn write<T>(
        &self,
        layer: u32,
        part: (u32, u32),
        fill: impl FnOnce(&mut Writer) -> Result<T>,
    ) -> Result<T> {
        let path = self.folder.join(Checkpoint::name(layer, part));
        let mut outcome = None;
        let written = file::write_with(&path, |out| {
            let mut writer = Writer::new(out, self.header(layer, part))?;
            match fill(&mut writer) {
                Err(Error::Io { source, .. }) => Err(source),
                other => {
                    let worked = other.is_ok();
                    outcome = Some(other);
                    if worked {
                        writer.finish()
                    } else {
                        Err(std::io::Error::other("stopped"))
                    }
                }
            }
        });
        match (outcome, written) {
            (Some(Err(error)), _) | (_, Err(error)) => Err(error),
            (Some(Ok(value)), Ok(())) => {
                self.settle();
                Ok(value)
            }
            (None, Ok(())) => unreachable!("a file is written only after it is filled"),
        }
    }

    /// Asks the system to keep the new name too; not every file system knows how, and the contents are safe already.
    fn settle(&self) {
        if let Ok(folder) = fs::File::open(&self.folder) {
            folder.sync_all().ok();
        }
    }
}

/// A failed write inside [`Checkpoint::write`], which knows the file.
pub fn unwritten(source: std::io::Error) -> Error {
    Error::writing(PathBuf::new(), source)
}

fn parse_name(name: &str) -> Option<(u32, (u32, u32))> {
    let (layer, rest) = name.strip_prefix("layer-")?.split_once("-part-")?;
    let (part, parts) = rest.split_once("-of-")?;
    let (layer, part, parts): (u32, u32, u32) =
        (layer.parse().ok()?, part.parse().ok()?, parts.parse().ok()?);
    ((1..1000).contains(&layer) && (1..=parts).contains(&part) && parts <= MOST_PARTS)
        .then(|| (layer, (part - 1, parts)))
}

/// A set of places as a record, in the shorter of two forms; of bits, what the packing of their table stores.
pub fn encode(key: u64, places: &Places, packing: Option<&Packing>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let (Some(packing), Places::Bits(words)) = (packing, places) {
        let mut stored = vec![0; packing.stored()];
        packing.pack_bits(words, |word, bits| stored[word] = bits);
        append(&mut bytes, key, PACKED, &Places::Bits(stored.into()), 8);
    } else {
        append(&mut bytes, key, 0, places, 8);
    }
    bytes
}

/// Appends a set of places as a record: bits as they are if there are at least so many places a word, otherwise gaps. Eight make
/// the shorter of the two; fewer make a longer record that takes less time to write and to read.
pub fn append(bytes: &mut Vec<u8>, key: u64, flag: u32, places: &Places, worth_bits: u64) {
    match places {
        Places::Bits(words) if places.count() >= worth_bits * words.len() as u64 => {
            append_record(bytes, key, flag | BITS, |bytes| {
                let start = bytes.len();
                bytes.resize(start + 8 * words.len(), 0);
                for (chunk, word) in bytes[start..].chunks_exact_mut(8).zip(words.iter()) {
                    chunk.copy_from_slice(&word.to_le_bytes());
                }
            });
        }
        Places::Bits(words) => append_record(bytes, key, flag | GAPS, |bytes| {
            append_gaps(bytes, places_of(words.iter().copied()));
        }),
        Places::List(list) => append_record(bytes, key, flag | GAPS, |bytes| {
            append_gaps(bytes, list.iter().copied());
        }),
    }
}

/// Appends the gaps between places, seven bits a byte, the lowest first; all but the last byte of a gap have the highest bit set.
pub fn append_gaps(bytes: &mut Vec<u8>, places: impl Iterator<Item = u32>) {
    let mut next = 0;
    for place in places {
        let mut gap = place - next;
        while gap >= 128 {
            bytes.push(gap.to_le_bytes()[0] | 128);
            gap >>= 7;
        }
        bytes.push(gap.to_le_bytes()[0]);
        next = place.wrapping_add(1);
    }
}

/// The places of a record, or `None` if they are not places of a table with so many coordinates.
pub fn decode(form: u32, contents: &[u8], dimension: usize) -> Option<Places<'static>> {
    let count = 1 << dimension;
    if form == GAPS {
        let mut list = Vec::new();
        each_gap(contents, count, |place| list.push(place))?;
        return Some(Places::List(list));
    }
    let mut words = vec![0; word_count(dimension)];
    decode_into(form, contents, count, &mut words)?;
    Some(Places::Bits(words.into()))
}

/// The same for the places that a packed table stores.
fn unpack(form: u32, contents: &[u8], packing: &Packing) -> Option<Places<'static>> {
    let mut stored = vec![0; packing.stored()];
    decode_into(form, contents, 64 * stored.len() as u64, &mut stored)?;
    let mut words = Vec::new();
    packing.unpack(|word| stored[word], &mut words);
    Some(Places::Bits(words.into()))
}

/// The places of a record as bits in words, whatever these held before; `None` if they are not among the first so many places.
pub fn decode_into(form: u32, contents: &[u8], count: u64, words: &mut [u64]) -> Option<()> {
    match form {
        BITS => {
            if contents.len() != 8 * words.len() {
                return None;
            }
            for (word, chunk) in words.iter_mut().zip(contents.chunks_exact(8)) {
                *word = u64::from_le_bytes(std::array::from_fn(|k| chunk[k]));
            }
            (count >= 64 || words[0] >> count == 0).then_some(())
        }
        GAPS => {
            words.fill(0);
            each_gap(contents, count, |place| {
                words[place as usize >> 6] |= 1 << (place & 63);
            })
        }
        _ => None,
    }
}

/// Calls `each` with the places of which these are the gaps, in increasing order; `None` as soon as one is not among the first
/// so many places, or at the end if it is cut short.
pub fn each_gap(contents: &[u8], count: u64, mut each: impl FnMut(u32)) -> Option<()> {
    let (mut next, mut gap, mut shift) = (0u64, 0u64, 0);
    for &byte in contents {
        gap |= u64::from(byte & 127) << shift;
        shift += 7;
        if byte < 128 {
            let place = next + gap;
            if place >= count {
                return None;
            }
            each(u32::try_from(place).ok()?);
            (next, gap, shift) = (place + 1, 0, 0);
        } else if shift > 28 {
            return None;
        }
    }
    (shift == 0).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn places_survive_their_record(list in prop::collection::btree_set(0u32..1 << 12, 0..900)) {
            let list: Vec<u32> = list.into_iter().collect();
            let mut words = vec![0u64; 64];
            for &place in &list { words[place as usize >> 6] |= 1 << (place & 63); }
            for places in [Places::List(list.clone()), Places::Bits(words.into())] {
                let bytes = encode(7, &places, None);
                let form = u32::from_le_bytes(bytes[8..12].try_into().unwrap());
                let back = decode(form, &bytes[24..], 12).unwrap();
                prop_assert_eq!(back.each().collect::<Vec<_>>(), list.clone());
                let mut words = vec![u64::MAX; 64];
                decode_into(form, &bytes[24..], 1 << 12, &mut words).unwrap();
                prop_assert_eq!(places_of(words.iter().copied()).collect::<Vec<_>>(), list.clone());
            }
        }

        #[test]
        fn nonsense_is_no_set_of_places(bytes in prop::collection::vec(any::<u8>(), 0..40), form in 0u32..3) {
            if let Some(places) = decode(form, &bytes, 8) {
                prop_assert!(places.each().all(|place| place < 256));
            }
        }
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        assert_eq!(
            parse_name(&Checkpoint::name(12, (1, 3))),
            Some((12, (1, 3)))
        );
        for wrong in [
            "layer-0-part-1-of-1",
            "layer-1-part-2-of-1",
            "layer-x",
            "notes.txt",
            "layer-1-part-0-of-1",
        ] {
            assert_eq!(parse_name(wrong), None, "{wrong}");
        }
    }
}
