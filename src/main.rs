//! The tool: parses, runs, and ends with the exit status of what it found.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    ExitCode::from(cli::with_stack(|| match cli::Cli::try_parse() {
        Ok(cli) => cli::run(&cli),
        Err(error) => cli::usage_error(&error),
    }))
}
