//! Layers on disk: a search that was stopped at any moment goes on after its last complete layer.
//!
//! Every layer is one file, or one for each of several parts, written beside its place and renamed
//! when it is whole. It holds the new places of the layer, keyed by class, so that any number of
//! processes can share the work of a folder or take it over. One search at a time has a folder: it
//! holds a lock on the file `search.lock` there.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::super::{Metric, Size};
use super::classes::{ClassId, Classes};
use super::encoding;
use super::packing::Packing;
use super::places::{Places, word_count};
pub use super::records::Key;
use super::records::{Header, Kind, Reader, VERSION, Writer};
use crate::work::file;
use crate::{Error, Result};

/// The most parts a layer can have: parts are numbered by 16 bits where classes are dealt out.
const MOST_PARTS: u32 = 1 << 16;

/// This many bytes of a layer are read before they are decoded, by all threads together.
const BATCH_BYTES: usize = 1 << 22;

/// The file that is locked while a search has the folder.
const LOCK: &str = "search.lock";
/// The first letters of files that are not complete.
const TEMPORARY: &str = ".cubegraph-";

/// Where a search keeps its layers, and which of those it finds there it takes.
///
/// # Examples
/// ```
/// # use cubegraph::picture::{Checkpoint, CosetSearch, Key, Metric};
/// # use cubegraph::work::Work;
/// # let folder = tempfile::tempdir()?;
/// let checkpoint = Checkpoint::new(folder.path()).with_key(Key::new(b"a secret of mine"));
/// let size = "2x1".parse()?;
/// CosetSearch::run(size, Metric::Quarter, Some(&checkpoint), &Work::default())?;
/// // Somebody with another key does not take these layers for granted.
/// let other = Checkpoint::new(folder.path()).with_key(Key::new(b"a secret of yours"));
/// assert!(CosetSearch::run(size, Metric::Quarter, Some(&other), &Work::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    folder: PathBuf,
    key: Option<Key>,
    trusted: bool,
}

impl Checkpoint {
    /// The version of the files: those of another are refused.
    pub const VERSION: u32 = VERSION;

    /// A folder, which is made if it is not there. Without a key its layers are examined when they
    /// are read back: see [`Checkpoint::is_examined`].
    pub fn new(folder: impl Into<PathBuf>) -> Checkpoint {
        Checkpoint {
            folder: folder.into(),
            key: None,
            trusted: false,
        }
    }

    /// The same in a folder below this one.
    #[must_use]
    pub fn below(&self, name: &str) -> Checkpoint {
        Checkpoint {
            folder: self.folder.join(name),
            ..self.clone()
        }
    }

    /// Layers are written under a key, and those that were not are refused.
    #[must_use]
    pub fn with_key(mut self, key: Key) -> Checkpoint {
        self.key = Some(key);
        self
    }

    /// Layers that were written under another key, or under none, are taken after all, but
    /// examined.
    #[must_use]
    pub fn trusting(mut self) -> Checkpoint {
        self.trusted = true;
        self
    }

    /// Whether anybody may have made the layers: then random places of every class and layer, of
    /// small sizes all places, must be one move from the layer before if they are in it, and must
    /// not be if they are not.
    pub fn is_examined(&self) -> bool {
        self.key.is_none() || self.trusted
    }
}

/// What records say, or what is wrong with them.
type Decoded = std::result::Result<Vec<(ClassId, Places<'static>)>, &'static str>;

/// The folder of a checkpoint, open for a search.
#[derive(Debug)]
pub(crate) struct Layers {
    about: Checkpoint,
    size: Size,
    metric: Metric,
    _lock: Option<Lock>,
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
        file::make_folder(&about.folder)?;
        let layers = Layers {
            about: about.clone(),
            size,
            metric,
            _lock: if is_first {
                Lock::acquire(&about.folder)?
            } else {
                None
            },
        };
        let names = layers.names()?;
        for (name, (layer, part)) in names
            .iter()
            .filter_map(|name| Some((name, parse_name(name)?)))
        {
            Reader::open(&about.folder.join(name), layers.header(layer, part), None)?;
        }
        for name in names
            .iter()
            .filter(|name| is_first && name.starts_with(TEMPORARY))
        {
            // What cannot be removed does no harm.
            fs::remove_file(about.folder.join(name)).ok();
        }
        Ok(layers)
    }

    /// Whether layers that are read back are to be examined.
    pub(crate) fn are_examined(&self) -> bool {
        self.about.is_examined()
    }

    fn damaged(&self, reason: String) -> Error {
        Error::Damaged {
            path: self.about.folder.clone(),
            reason,
        }
    }

    fn names(&self) -> Result<Vec<String>> {
        let failed = |error: std::io::Error| self.damaged(error.to_string());
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        (fs::read_dir(&self.about.folder).map_err(failed)?)
            .map(|entry| entry.map(name).map_err(failed))
            .collect()
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

    fn path(&self, layer: u32, part: (u32, u32)) -> PathBuf {
        self.about.folder.join(layer_name(layer, part))
    }

    /// How many parts each complete layer has, from layer 1 on.
    ///
    /// # Errors
    /// [`Error::Damaged`] if a layer is missing or incomplete below a complete one.
    pub(crate) fn complete(&self) -> Result<Vec<u32>> {
        let mut parts: Vec<Vec<(u32, u32)>> = Vec::new();
        for (layer, part) in self.names()?.iter().filter_map(|name| parse_name(name)) {
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
                    self.damaged(format!(
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
        // Without a key of one's own the tag must still be the one that anybody can make.
        let key = self.about.key.clone().unwrap_or_default();
        let key = (!self.about.trusted).then_some(&key);
        let mut reader = Reader::open(&self.path(layer, part), self.header(layer, part), key)?;
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
            path: self.path(layer, (0, parts)),
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
        let key = self.about.key.clone().unwrap_or_default();
        let mut outcome = None;
        let written = file::write_with(&self.path(layer, part), |out| {
            let mut writer = Writer::new(out, self.header(layer, part), &key)?;
            match fill(&mut writer) {
                Err(Error::Io { source, .. }) => Err(source),
                Err(error) => {
                    outcome = Some(Err(error));
                    Err(std::io::Error::other("stopped"))
                }
                Ok(value) => {
                    outcome = Some(Ok(value));
                    writer.finish()
                }
            }
        });
        match (outcome, written) {
            (Some(Err(error)), _) | (_, Err(error)) => Err(error),
            (Some(Ok(value)), Ok(())) => {
                // The system is asked to keep the new name too; not every file system knows how,
                // and the contents are safe already.
                if let Ok(folder) = File::open(&self.about.folder) {
                    folder.sync_all().ok();
                }
                Ok(value)
            }
            (None, Ok(())) => unreachable!("a file is written only after it is filled"),
        }
    }
}

/// A failed write inside [`Layers::write`], which knows the file.
pub(crate) fn unwritten(source: std::io::Error) -> Error {
    Error::writing(PathBuf::new(), source)
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

/// A lock on a folder; the system takes it away when the process ends, in whatever way.
#[derive(Debug)]
struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Locks a folder. Where the system knows no locks, or nothing can be written in the folder,
    /// there is none.
    fn acquire(folder: &Path) -> Result<Option<Lock>> {
        let path = folder.join(LOCK);
        loop {
            let mut options = File::options();
            options.read(true).write(true).create(true).truncate(false);
            let Ok(mut file) = options.open(&path) else {
                return Ok(None);
            };
            match try_lock(&file) {
                Some(true) => {}
                None => return Ok(None),
                Some(false) => {
                    let mut holder = String::new();
                    (&mut file).take(100).read_to_string(&mut holder).ok();
                    let holder = match holder.trim() {
                        "" => "another process",
                        holder => holder,
                    };
                    return Err(Error::Damaged {
                        path: folder.to_owned(),
                        reason: format!(
                            "{holder} is searching in this folder; wait until it ends, or use \
                             another folder"
                        ),
                    });
                }
            }
            // Who held the lock until now may have removed the file after it was opened here.
            if is_at(&file, &path) {
                let holder = format!("process {}\n", std::process::id());
                // A full disk is no reason not to search: then the holder has no name.
                file.set_len(0)
                    .and_then(|()| file.write_all(holder.as_bytes()))
                    .ok();
                return Ok(Some(Lock { file, path }));
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Only while the lock is held can nobody else hold one on a file of this name.
        if is_at(&self.file, &self.path) {
            fs::remove_file(&self.path).ok();
        }
    }
}

/// Whether a lock was given; `None` if the system gives none.
#[cfg(any(unix, windows))]
fn try_lock(file: &File) -> Option<bool> {
    match fs4::FileExt::try_lock(file) {
        Ok(()) => Some(true),
        Err(fs4::TryLockError::WouldBlock) => Some(false),
        Err(fs4::TryLockError::Error(_)) => None,
    }
}

#[cfg(not(any(unix, windows)))]
fn try_lock(_: &File) -> Option<bool> {
    None
}

/// Whether an open file is still the one at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: fs::Metadata| (found.dev(), found.ino());
    let there = fs::metadata(path).ok().map(identity);
    there.is_some() && there == file.metadata().ok().map(identity)
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    // An open file cannot be removed.
    path.exists()
}

#[cfg(test)]
mod tests {
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
