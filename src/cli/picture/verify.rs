//! `cubegraph picture verify`.

use clap::Args;
use cubegraph::Error;

use super::super::{Answer, Context};

/// Checks a distance table.
#[derive(Args)]
#[command(after_help = "Example: cubegraph picture verify table.json")]
pub struct Arguments {
    /// The sizes or the file
    given: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, _: &Context) -> anyhow::Result<Answer> {
    Err(Error::Input(format!("not built yet: {:?}", arguments.given)).into())
}
