//! The library against the documents, brute force, other programs and itself.
//!
//! `cargo test --test library tour` runs a part.

#[path = "../common/mod.rs"]
mod common;
mod drawings;
mod families;
mod fuzz;
mod laws;
