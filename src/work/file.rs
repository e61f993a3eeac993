//! Files that are written whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::{Error, Result};

/// Writes a file beside its place and renames it, so that a reader sees the old file or the new one, never half of it.
/// The contents are on disk when this returns.
///
/// # Errors
/// [`Error::Write`], or whatever `fill` returns that is not an input/output error; the file at `path` is then as it was before.
pub fn write_with(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let failed = |source| Error::Write {
        path: path.to_owned(),
        source,
    };
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".cubegraph-");
    #[cfg(unix)]
    {
        // A temporary file is private by default; what we write is meant to be read like any other file.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let file: NamedTempFile = builder.tempfile_in(folder).map_err(failed)?;
    let mut writer = BufWriter::new(file);
    fill(&mut writer).map_err(failed)?;
    let file = writer.into_inner().map_err(|e| failed(e.into_error()))?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|e| failed(e.error))?;
    Ok(())
}

/// Writes bytes with [`write_with`].
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    write_with(path, |writer| writer.write_all(contents.as_ref()))
}

/// Makes a folder and those above it.
pub fn make_folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path).map_err(|source| Error::Write {
        path: path.to_owned(),
        source,
    })
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
        assert_eq!(failed.unwrap_err().status(), 4);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        write(&path, "new").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
    }
}
