//! `cubegraph picture table`.

use clap::Args;
use cubegraph::Error;

use super::super::{Answer, Context};

/// Many sizes at once.
#[derive(Args)]
#[command(after_help = "Example: cubegraph picture table --up-to 6")]
pub struct Arguments {
    /// The sizes or the file
    given: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, _: &Context) -> anyhow::Result<Answer> {
    Err(Error::Input(format!("not built yet: {:?}", arguments.given)).into())
}
