//! Results that are written as they are made, because they may be large.

use std::io::{self, Write};

use cubegraph::work::file;
use cubegraph::{Error, Result};

use super::super::{Answer, Context};

/// Lets `fill` write to the file that was asked for, or to standard output. An incomplete file is not
/// left behind.
pub fn stream(
    context: &Context,
    fill: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> anyhow::Result<Answer> {
    let mut failure = None;
    let written = match context.options.output() {
        Some(path) => file::write_with(path, |out| {
            fill(out).map_err(|error| match error {
                Error::Io { source, .. } => source,
                other => {
                    failure = Some(other);
                    io::Error::other("stopped")
                }
            })
        }),
        None => fill(&mut io::stdout().lock()).or_else(|error| match error {
            // The reader has read enough.
            Error::Io { source, .. } if source.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Error::Io { source, .. } => Err(Error::writing("standard output", source)),
            other => Err(other),
        }),
    };
    failure.map_or(written, Err)?;
    // Everything is written already.
    Ok(Answer::nothing_to_draw().with_status(0))
}
