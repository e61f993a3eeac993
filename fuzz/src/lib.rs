//! What fuzzing tries: four ways into the library for bytes that nobody chose.
//!
//! Each `run` takes any bytes, and panics where the library breaks a promise: it must answer or
//! refuse, quickly, with a message, and what it writes must be well-formed whatever the labels are.
//! Parsing and validating only, nothing that is allowed to take long.
//!
//! cargo-fuzz runs them under coverage (`fuzz_targets/`), and `tests/library/fuzz.rs` of cubegraph
//! replays the kept corpora.

pub mod checkpoint;
pub mod dot;
pub mod drawing;
pub mod instance;
pub mod words;

/// Splits off the first bytes as a number that chooses among possibilities; nothing left means the
/// first one.
pub fn choose(bytes: &mut &[u8], possibilities: usize) -> usize {
    match bytes.split_first() {
        Some((first, rest)) => {
            *bytes = rest;
            usize::from(*first) % possibilities
        }
        None => 0,
    }
}
