//! Where layers are kept, and the key that marks them as this user's own.

use std::path::{Path, PathBuf};

use clap::Args;
use cubegraph::work::{Checkpoint, Key};

/// The bytes of a key.
const LENGTH: usize = 32;

/// Where a long search keeps its layers.
#[derive(Args)]
pub struct CheckpointOptions {
    /// Keep layers in DIR, and go on after those that are there
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Go on after layers that were made elsewhere
    ///
    /// Random parts of the layers of picture cubes are examined.
    #[arg(long, requires = "checkpoint")]
    trust: bool,
}

impl CheckpointOptions {
    /// The checkpoint that was asked for, under a key or, without one, under this user's.
    pub fn checkpoint(&self, key: Option<Key>) -> Option<Checkpoint> {
        let checkpoint = Checkpoint::new(self.checkpoint.as_ref()?);
        let checkpoint = match key.or_else(user_key) {
            Some(key) => checkpoint.with_key(key),
            None => checkpoint,
        };
        Some(if self.trust {
            checkpoint.trusting()
        } else {
            checkpoint
        })
    }
}

/// The key of this user, which is made when it is first needed. Where none can be kept there is
/// none, and layers that are read back are examined instead.
fn user_key() -> Option<Key> {
    let variable = |name| std::env::var_os(name).map(PathBuf::from);
    let state = variable("XDG_STATE_HOME").filter(|path| path.is_absolute());
    let state = state.or_else(|| Some(variable("HOME")?.join(".local/state")))?;
    let (folder, read) = (state.join("cubegraph"), |path: &Path| {
        std::fs::read(path)
            .ok()
            .filter(|bytes| bytes.len() == LENGTH)
    });
    let path = folder.join("checkpoint-key");
    if let Some(bytes) = read(&path) {
        return Some(Key::new(&bytes));
    }
    std::fs::create_dir_all(&folder).ok()?;
    let new: [u8; LENGTH] = rand::random();
    write_private(&path, &new);
    // Another process may have been faster.
    read(&path).map(|bytes| Key::new(&bytes))
}

/// Writes a file that only this user can read, unless there is one. It appears whole or not at all,
/// since several processes may begin at the same moment.
fn write_private(path: &Path, bytes: &[u8]) {
    use std::io::Write;
    let own = path.with_extension(std::process::id().to_string());
    let mut options = std::fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = (options.open(&own)).and_then(|mut file| file.write_all(bytes));
    if written.is_ok() {
        std::fs::hard_link(&own, path).ok();
    }
    std::fs::remove_file(&own).ok();
}
