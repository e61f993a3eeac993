//! The command-line tool as it is called: answers, input, output, limits, faults, documents.
//!
//! `cargo test --test tool limits` runs a part. Tests marked `long` run with
//! `cargo test --test tool -- --include-ignored`.

mod cli;
#[cfg(feature = "cluster")]
mod cluster;
#[path = "../common/mod.rs"]
mod common;
mod documents;
mod examples;
#[cfg(target_os = "linux")]
mod faults;
mod instance;
#[cfg(target_os = "linux")]
mod limits;
mod readers;
mod supply_chain;
mod terminal;
