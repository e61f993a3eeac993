//! The tool: parses, runs, and ends with the exit status of what it found.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    ExitCode::from(cli::run(&cli::Cli::parse()))
}
