//! Files that are written whole or not at all.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use super::{Error, Result};

/// A chain of symbolic links longer than this is a circle; the system says the same.
const MOST_LINKS: usize = 40;

/// The files that are being written, beside their places.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Keeps a path in `UNFINISHED` until dropped.
struct Listed(PathBuf);

impl Listed {
    fn new(path: &Path) -> Listed {
        unfinished().push(path.to_owned());
        Listed(path.to_owned())
    }
}

impl Drop for Listed {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what is only half written, for an end of the program in the middle of its work.
pub fn remove_unfinished() {
    for path in unfinished().iter() {
        // What is gone by now need not be removed.
        let _ = fs::remove_file(path);
    }
}

/// Writes a file beside its place and renames it, so that a reader sees the old file or the new
/// one, never half of it. The contents are on disk when this returns.
///
/// A symbolic link stays, and what it leads to is replaced; a file that is replaced hands on its
/// permissions. What is not a file, such as a pipe or a device, cannot be replaced without
/// destroying it, and is written to as it is.
///
/// # Errors
/// [`Error::Io`], or whatever `fill` returns that is not an input/output error; the file at `path` is then as it was before.
pub fn write_with(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let written = match fs::metadata(path) {
        Ok(found) if is_stream(&found) => pour(path, fill),
        found => replace(path, found.ok().as_ref(), fill),
    };
    written.map_err(failed(path))
}

/// Writes bytes with [`write_with`].
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    write_with(path, |writer| writer.write_all(contents.as_ref()))
}

/// Makes a folder and those above it.
pub fn make_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(failed(path))
}

/// Checks before long work that its result can be written to `path`: there is a folder to write
/// in, and no folder in its place.
///
/// # Errors
/// [`Error::Io`], as [`write_with`] would give it.
pub fn check_place(path: &Path) -> Result<()> {
    let possible = match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(found) if is_stream(&found) => Ok(()),
        found => beside(path, found.ok().as_ref()).map(drop),
    };
    possible.map_err(failed(path))
}

/// Whether two paths lead to the same place, where a file may not exist yet.
pub fn same_place(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let end = end_of(path).ok()?;
        let folder = folder_of(&end).canonicalize().ok()?;
        Some(folder.join(end.file_name()?))
    };
    one == other || place(one).is_some_and(|here| place(other) == Some(here))
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> Error {
    move |source| Error::writing(path, source)
}

/// Neither file nor folder: a pipe, a terminal, another device.
fn is_stream(found: &Metadata) -> bool {
    !found.is_file() && !found.is_dir()
}

fn pour(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut writer = BufWriter::new(File::options().write(true).open(path)?);
    match fill(&mut writer).and_then(|()| writer.flush()) {
        // A closed pipe is success.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

fn replace(
    path: &Path,
    found: Option<&Metadata>,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let (file, end) = beside(path, found)?;
    let _listed = Listed::new(file.path());
    let mut writer = BufWriter::new(file.as_file());
    fill(&mut writer)?;
    writer.flush()?;
    drop(writer);
    file.as_file().sync_all()?;
    file.persist(end).map_err(|failed| failed.error)?;
    Ok(())
}

/// An empty file beside the place of another, with its permissions, and that place.
fn beside(path: &Path, found: Option<&Metadata>) -> io::Result<(NamedTempFile, PathBuf)> {
    let end = end_of(path)?;
    if end.to_string_lossy().ends_with(std::path::is_separator) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if found.is_some() {
        // What replaces a private file is private from the beginning.
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    // The library's own way of opening would name the temporary file in every error.
    let file = tempfile::Builder::new()
        .prefix(".cubegraph-")
        .make_in(folder_of(&end), |path| options.open(path))?;
    if let Some(found) = found {
        file.as_file().set_permissions(found.permissions())?;
    }
    Ok((file, end))
}

/// Where a path leads in the end: through symbolic links, also to a place where nothing is yet.
fn end_of(path: &Path) -> io::Result<PathBuf> {
    let mut end = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&end) {
            Ok(next) => end = folder_of(&end).join(next),
            Err(_) => return Ok(end),
        }
    }
    Err(io::Error::other("the symbolic links lead in a circle"))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_earlier_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        write(&path, "old").unwrap();
        let failed = write_with(&path, |w| {
            w.write_all(b"half")?;
            Err(io::Error::other("full"))
        });
        assert!(matches!(failed, Err(Error::Io { .. })));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        write(&path, "new").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
    }
    #[cfg(unix)]
    #[test]
    fn links_and_permissions_of_what_is_replaced_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("below")).unwrap();
        // A link to a link, one to nothing yet, and one in a circle.
        symlink("below/first", at("link")).unwrap();
        symlink("file", at("below/first")).unwrap();
        symlink("below/later", at("dangling")).unwrap();
        symlink("circle", at("circle")).unwrap();
        for mode in [0o600, 0o664, 0o444] {
            write(&at("below/file"), "old").unwrap();
            fs::set_permissions(at("below/file"), fs::Permissions::from_mode(mode)).unwrap();
            write(&at("link"), "new").unwrap();
            let found = fs::symlink_metadata(at("below/file")).unwrap();
            assert!(found.is_file());
            assert_eq!(found.permissions().mode() & 0o777, mode);
            assert_eq!(fs::read_to_string(at("below/file")).unwrap(), "new");
        }
        write(&at("dangling"), "new").unwrap();
        assert_eq!(fs::read_to_string(at("below/later")).unwrap(), "new");
        assert!(matches!(write(&at("circle"), "new"), Err(Error::Io { .. })));
        for name in ["link", "below/first", "dangling", "circle"] {
            assert!(fs::symlink_metadata(at(name)).unwrap().is_symlink());
        }
        assert!(same_place(&at("link"), &at("below/../below/file")));
        assert!(!same_place(&at("link"), &at("below/later")));
    }

    #[cfg(unix)]
    #[test]
    fn pipes_are_written_to_and_folders_refused() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        check_place(&pipe).unwrap();
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).unwrap()
        });
        write(&pipe, "through").unwrap();
        assert_eq!(reader.join().unwrap(), "through");
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        // A reader that leaves early is content.
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || drop(File::open(pipe))
        });
        write(&pipe, vec![0; 1 << 20]).unwrap();
        reader.join().unwrap();
        let later = folder.path().join("later/");
        for place in [folder.path(), &later] {
            for refused in [check_place(place), write(place, "no")] {
                assert!(matches!(refused, Err(Error::Io { .. })));
            }
        }
    }

    #[test]
    fn a_message_names_the_file_asked_for_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing/table.csv");
        for refused in [check_place(&path), write(&path, "no")] {
            let message = refused.unwrap_err().to_string();
            assert!(message.contains("missing/table.csv: "), "{message}");
            assert!(!message.contains(".cubegraph-"), "{message}");
        }
    }
}
