//! The HTML page: everything to look at, in one file, and a bench to play at.

mod bench;

pub use bench::Bench;
