//! The tool: parses, runs, and ends with the exit status of what it found.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match cli::Cli::try_parse() {
        Ok(cli) => ExitCode::from(cli::run(&cli)),
        Err(error) => ExitCode::from(cli::misused(&error)),
    }
}
