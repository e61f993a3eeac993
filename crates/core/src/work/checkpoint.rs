//! Folders in which searches keep what they have: a search that was stopped goes on from there.
//!
//! One search at a time has a folder: it holds a lock on the file `search.lock` there.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

pub use super::records::Key;
use super::records::{Header, Reader, VERSION, Writer};
use super::{Error, Result, file};

/// The file that is locked while a search has the folder.
const LOCK: &str = "search.lock";
/// The first letters of files that are not complete.
const TEMPORARY: &str = ".cubegraph-";

/// A page in a browser has no files; saying so to the compiler keeps all that reads and writes
/// layers out of it.
pub const HAS_FILES: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// Where a search keeps its layers, and which of those it finds there it takes.
///
/// # Examples
/// ```
/// # use cubegraph_picture::{Checkpoint, CosetSearch, Key, Metric};
/// # use cubegraph_core::work::Work;
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

/// The folder of a checkpoint, open for a search.
#[derive(Debug)]
pub struct Folder {
    about: Checkpoint,
    _lock: Option<Lock>,
}

impl Folder {
    /// Opens a folder, or makes it. The first of several processes locks it for all of them.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder cannot be made; [`Error::Damaged`] if another search has it.
    #[inline]
    pub fn open(about: &Checkpoint, is_first: bool) -> Result<Folder> {
        if !HAS_FILES {
            return Err(Error::invalid("there are no folders here"));
        }
        file::make_folder(&about.folder)?;
        Ok(Folder {
            about: about.clone(),
            _lock: if is_first {
                Lock::acquire(&about.folder)?
            } else {
                None
            },
        })
    }

    /// Removes unfinished files of an interrupted search, once it is known that the folder belongs
    /// to this one.
    pub fn remove_unfinished(&self) -> Result<()> {
        for name in self.names()?.iter().filter(|n| n.starts_with(TEMPORARY)) {
            self.remove(name);
        }
        Ok(())
    }

    /// Removes a file; what cannot be removed does no harm.
    pub fn remove(&self, name: &str) {
        fs::remove_file(self.path(name)).ok();
    }

    /// The names of the files in it.
    pub fn names(&self) -> Result<Vec<String>> {
        let failed = |error: std::io::Error| self.damaged(error.to_string());
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        (fs::read_dir(&self.about.folder).map_err(failed)?)
            .map(|entry| entry.map(name).map_err(failed))
            .collect()
    }

    /// See [`Checkpoint::is_examined`].
    pub fn is_examined(&self) -> bool {
        self.about.is_examined()
    }

    /// The refusal of the folder.
    pub fn damaged(&self, reason: String) -> Error {
        Error::Damaged {
            path: self.about.folder.clone(),
            reason,
        }
    }

    /// Where a file of this name is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.about.folder.join(name)
    }

    /// Opens a file that must begin with `header`; its tag is compared when its end is read.
    pub fn read(&self, name: &str, header: Header) -> Result<Reader> {
        // Without a key of one's own the tag must still be the one that anybody can make.
        let key = self.about.key.clone().unwrap_or_default();
        let key = (!self.about.trusted).then_some(&key);
        Reader::open(&self.path(name), header, key)
    }

    /// Writes a file; `fill` computes it and hands the records to the writer.
    ///
    /// # Errors
    /// [`Error::Io`], or what `fill` returns; the folder is then as before.
    pub fn write<T>(
        &self,
        name: &str,
        header: Header,
        fill: impl FnOnce(&mut Writer) -> Result<T>,
    ) -> Result<T> {
        let key = self.about.key.clone().unwrap_or_default();
        let mut outcome = None;
        let written = file::write_with(&self.path(name), |out| {
            let mut writer = Writer::new(out, header, &key)?;
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

/// A failed write inside [`Folder::write`], which knows the file.
pub fn unwritten(source: std::io::Error) -> Error {
    Error::writing(PathBuf::new(), source)
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
