//! Layers on disk: a search that was stopped at any moment resumes from its last complete layer.
//!
//! Every layer is one file, or one for each of several parts, written beside its place and renamed
//! when it is whole. It holds the new places of the layer, keyed by class, so that any number of
//! processes can share the work of a folder or take it over.

use rayon::prelude::*;

use super::super::{Metric, Size};
use super::classes::{ClassId, Classes};
use super::encoding;
use super::packing::Packing;
use super::places::{Places, word_count};
use cubegraph_core::Error;
use cubegraph_core::Result;
use cubegraph_core::work::checkpoint::{Checkpoint, Folder};
use cubegraph_core::work::records::{Header, Kind, Reader, Subject, Writer};

/// The most parts a layer can have: parts are numbered by 16 bits where classes are dealt out.
const MOST_PARTS: u32 = 1 << 16;

/// This many bytes of a layer are read before they are decoded, by all threads together.
const BATCH_BYTES: usize = 1 << 22;

/// What records say, or what is wrong with them.
type Decoded = std::result::Result<Vec<(ClassId, Places<'static>)>, &'static str>;

/// The folder of a checkpoint, open for a search.
#[derive(Debug)]
pub struct Layers {
    folder: Folder,
    size: Size,
    metric: Metric,
}

/// The beginning of a file about a size in a metric.
pub fn header(kind: Kind, size: Size, metric: Metric, number: u32, part: (u32, u32)) -> Header {
    let word = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Header {
        kind,
        subject: [word(size.rows()), word(size.columns()), u32::from(metric == Metric::Half)],
        differs: |found, wanted| {
            let named = |[rows, columns, metric]: Subject| {
                let metric = Metric::ALL[usize::from(metric == 1)];
                format!("{rows}x{columns} in {metric} turns")
            };
            let (found, wanted) = (named(found), named(wanted));
            format!("it belongs to {found}, and {wanted} was asked for")
        },
        number,
        part,
    }
}

impl Layers {
    /// Opens a folder, or makes it. The first of several processes locks it for all of them, and
    /// removes unfinished files of an interrupted search once the layers fit.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder cannot be made; [`Error::Damaged`] if another search has it,
    /// or its layers are those of another size or metric.
    pub(crate) fn open(
        about: &Checkpoint,
        size: Size,
        metric: Metric,
        is_first: bool,
    ) -> Result<Layers> {
        let folder = Folder::open(about, is_first)?;
        let layers = Layers { folder, size, metric };
        for name in layers.folder.names()? {
            if let Some((layer, part)) = parse_name(&name) {
                let path = layers.folder.path(&name);
                Reader::open(&path, layers.header(layer, part))?;
            }
        }
        if is_first {
            layers.folder.remove_unfinished()?;
        }
        Ok(layers)
    }

    fn header(&self, layer: u32, part: (u32, u32)) -> Header {
        header(Kind::Layer, self.size, self.metric, layer, part)
    }

    /// How many parts each complete layer has, from layer 1 on.
    ///
    /// # Errors
    /// [`Error::Damaged`] if a layer is missing or incomplete below a complete one.
    pub(crate) fn complete(&self) -> Result<Vec<u32>> {
        let mut parts: Vec<Vec<(u32, u32)>> = Vec::new();
        for (layer, part) in (self.folder.names()?.iter()).filter_map(|name| parse_name(name)) {
            if parts.len() < layer as usize {
                parts.resize(layer as usize, Vec::new());
            }
            parts[layer as usize - 1].push(part);
        }
        let mut complete: Vec<Option<u32>> = (parts.iter())
            .map(|found| {
                (found.iter().map(|&(_, of)| of))
                    .find(|&of| (0..of).all(|part| found.contains(&(part, of))))
            })
            .collect();
        while complete.last() == Some(&None) {
            complete.pop();
        }
        (complete.iter().enumerate())
            .map(|(at, parts)| {
                parts.ok_or_else(|| {
                    self.folder.damaged(format!(
                        "layer {} is missing, and a later one is there; remove the layers after \
                         {at}",
                        at + 1
                    ))
                })
            })
            .collect()
    }

    /// Reads one part of a layer; `take` gets classes in increasing order and their places, some
    /// at a time, and says what is wrong with them, if anything is.
    ///
    /// # Errors
    /// [`Error::Damaged`] for a file that is damaged, of another size or metric, or of another key.
    pub(crate) fn read(
        &self,
        classes: &Classes,
        layer: u32,
        part: (u32, u32),
        mut take: impl FnMut(Vec<(ClassId, Places)>) -> std::result::Result<(), &'static str>,
    ) -> Result<()> {
        let name = layer_name(layer, part);
        let mut reader = self.folder.read(&name, self.header(layer, part))?;
        let widest = word_count(2 * self.size.cells()) as u64 * 8;
        let (mut last, mut over) = (None, false);
        while !over {
            let (mut records, mut bytes) = (Vec::new(), 0);
            while !over && bytes < BATCH_BYTES {
                match reader.next(widest)? {
                    Some(record) => {
                        bytes += record.1.len();
                        records.push(record);
                    }
                    None => over = true,
                }
            }
            let decoded: Decoded = records
                .into_par_iter()
                .map(|(head, contents)| {
                    let class = (classes.find(head.key()))
                        .ok_or("it holds a class that does not exist; remove it")?;
                    let packing = || Packing::new(classes, class);
                    let dimension = classes.dimension(class);
                    let places = encoding::decode(head.form(), &contents, dimension, packing);
                    Ok((class, places.ok_or("a record makes no sense; remove it")?))
                })
                .collect();
            let batch = decoded.map_err(|reason| reader.refuse(reason))?;
            let order = (last.into_iter()).chain(batch.iter().map(|(class, _)| *class));
            if !order.is_sorted_by(|one, next| one < next) {
                return Err(reader.refuse("its classes are out of order; remove it"));
            }
            last = batch.last().map_or(last, |(class, _)| Some(*class));
            take(batch).map_err(|reason| reader.refuse(reason))?;
        }
        Ok(())
    }

    /// The refusal of a layer, by its first part.
    pub(crate) fn refuse(&self, layer: u32, parts: u32, reason: &str) -> Error {
        Error::Damaged {
            path: self.folder.path(&layer_name(layer, (0, parts))),
            reason: reason.to_owned(),
        }
    }

    /// Writes one part of a layer; `fill` computes it and hands the records to the writer.
    ///
    /// # Errors
    /// [`Error::Io`], or what `fill` returns; the folder is then as before.
    pub(crate) fn write<T>(
        &self,
        layer: u32,
        part: (u32, u32),
        fill: impl FnOnce(&mut Writer) -> Result<T>,
    ) -> Result<T> {
        let name = layer_name(layer, part);
        self.folder.write(&name, self.header(layer, part), fill)
    }
}

fn layer_name(layer: u32, (part, parts): (u32, u32)) -> String {
    format!("layer-{layer:03}-part-{}-of-{parts}", part + 1)
}

fn parse_name(name: &str) -> Option<(u32, (u32, u32))> {
    let (layer, rest) = name.strip_prefix("layer-")?.split_once("-part-")?;
    let (part, parts) = rest.split_once("-of-")?;
    let (layer, part, parts): (u32, u32, u32) =
        (layer.parse().ok()?, part.parse().ok()?, parts.parse().ok()?);
    ((1..1000).contains(&layer) && (1..=parts).contains(&part) && parts <= MOST_PARTS)
        .then(|| (layer, (part - 1, parts)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        assert_eq!(parse_name(&layer_name(12, (1, 3))), Some((12, (1, 3))));
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

    #[test]
    fn a_folder_has_one_search_at_a_time_and_a_second_one_disturbs_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let about = Checkpoint::new(folder.path());
        let open = |size: &str| Layers::open(&about, size.parse().unwrap(), Metric::Half, true);
        let first = open("2x2").unwrap();
        let temporary = folder.path().join(".cubegraph-half-written");
        fs::write(&temporary, "a layer under way").unwrap();
        for size in ["2x2", "3x2"] {
            let error = open(size).unwrap_err();
            assert!(matches!(error, Error::Damaged { .. }));
            let holder = format!("process {}", std::process::id());
            assert!(error.to_string().contains(&holder), "{error}");
        }
        assert!(temporary.exists());
        drop(first);
        let again = open("2x2").unwrap();
        assert!(!temporary.exists(), "what a dead search left is removed");
        drop(again);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn nothing_is_removed_from_the_folder_of_another_size() {
        let folder = tempfile::tempdir().unwrap();
        let about = Checkpoint::new(folder.path());
        let open = |size: &str| Layers::open(&about, size.parse().unwrap(), Metric::Half, true);
        open("2x2").unwrap().write(1, (0, 1), |_| Ok(())).unwrap();
        let temporary = folder.path().join(".cubegraph-half-written");
        fs::write(&temporary, "a layer under way").unwrap();
        assert!(matches!(open("3x2").unwrap_err(), Error::Damaged { .. }));
        assert!(temporary.exists());
        open("2x2").unwrap();
        assert!(!temporary.exists());
    }
}
