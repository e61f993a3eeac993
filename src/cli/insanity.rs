//! `cubegraph insanity`.

use clap::Subcommand;
use cubegraph::Error;

use super::{Answer, Context};

/// The commands of the family.
#[derive(Subcommand)]
pub enum Command {
    /// Solve a puzzle
    Solve {
        /// The puzzle
        puzzle: Vec<String>,
    },
}

/// Runs a command.
pub fn run(command: &Command, _: &Context) -> anyhow::Result<Answer> {
    let Command::Solve { puzzle } = command;
    Err(Error::Input(format!("the family insanity is not built yet: {puzzle:?}")).into())
}
