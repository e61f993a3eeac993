//! `cubegraph picture distances`.

use clap::Args;
use cubegraph::Error;

use super::super::{Answer, Context};

/// Counts the configurations at every distance.
#[derive(Args)]
#[command(after_help = "Example: cubegraph picture distances 3x2 --metric half")]
pub struct Arguments {
    /// The sizes or the file
    given: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, _: &Context) -> anyhow::Result<Answer> {
    Err(Error::Input(format!("not built yet: {:?}", arguments.given)).into())
}
