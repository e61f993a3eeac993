//! `cubegraph report`.

use clap::Args;
use cubegraph::Error;

use super::{Answer, Context};

/// Writes one self-contained HTML page.
#[derive(Args)]
#[command(after_help = "Example: cubegraph report -o cubes.html")]
pub struct Arguments {
    /// Instance files, or @name for built-in ones
    #[arg(value_name = "FILE")]
    files: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, _: &Context) -> anyhow::Result<Answer> {
    let files = arguments.files.len();
    Err(Error::Input(format!("the page is not built yet ({files} files given)")).into())
}
