//! Folders in which searches store their layers, from which a stopped search resumes.
//!
//! One search at a time has a folder: it holds a lock on the file `search.lock` there.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::records::{Header, Reader, VERSION, Writer};
use super::{Error, Result, file};

/// The file that is locked while a search has the folder.
const LOCK: &str = "search.lock";
/// The first letters of files that are not complete.
const TEMPORARY: &str = ".cubegraph-";

/// A page in a browser has no files; saying so to the compiler keeps all that reads and writes
/// layers out of it.
pub const HAS_FILES: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// Where a search stores its layers. Layers that it finds there are examined before they are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    folder: PathBuf,
}

impl Checkpoint {
    /// The version of the files: those of another are refused.
    pub const VERSION: u32 = VERSION;

    /// A folder, which is created if it does not exist.
    pub fn new(folder: impl Into<PathBuf>) -> Checkpoint {
        Checkpoint { folder: folder.into() }
    }

    /// A folder below this one.
    #[must_use]
    pub fn below(&self, name: &str) -> Checkpoint {
        Checkpoint::new(self.folder.join(name))
    }
}

/// The folder of a checkpoint, open for a search.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    _lock: Option<Lock>,
}

impl Folder {
    /// Opens a folder, or makes it. The first of several processes locks it for all of them.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder cannot be made; [`Error::Damaged`] if another search has it.
    #[inline]
    pub fn open(checkpoint: &Checkpoint, is_first: bool) -> Result<Folder> {
        if !HAS_FILES {
            return Err(Error::invalid("there are no folders here"));
        }
        let path = checkpoint.folder.clone();
        file::make_folder(&path)?;
        let lock = if is_first { Lock::acquire(&path)? } else { None };
        Ok(Folder { path, _lock: lock })
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
        (fs::read_dir(&self.path).map_err(failed)?)
            .map(|entry| entry.map(name).map_err(failed))
            .collect()
    }

    /// The refusal of the folder.
    pub fn damaged(&self, reason: String) -> Error {
        Error::Damaged { path: self.path.clone(), reason }
    }

    /// Where a file of this name is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Opens a file that must begin with `header`.
    pub fn read(&self, name: &str, header: Header) -> Result<Reader> {
        Reader::open(&self.path(name), header)
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
        let mut outcome = None;
        let written = file::write_with(&self.path(name), |out| {
            let mut writer = Writer::new(out, header)?;
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
                if let Ok(folder) = File::open(&self.path) {
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
                file.set_len(0).and_then(|()| file.write_all(holder.as_bytes())).ok();
                return Ok(Some(Lock { file, path }));
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While this lock is held, no other process has one on a file of this name.
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
