//! Where layers are stored.

use std::path::PathBuf;

use clap::Args;
use cubegraph::work::Checkpoint;

/// Where a long search stores its layers.
#[derive(Args)]
pub struct CheckpointOptions {
    /// Store layers in DIR, and resume from those found there
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
}

impl CheckpointOptions {
    /// The folder that was asked for.
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        self.checkpoint.as_ref().map(Checkpoint::new)
    }
}
