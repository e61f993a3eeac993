//! Bytes as an instance file of any family.

use cubegraph::Error;
use cubegraph::instance::{Puzzle, read_text, text_of};

/// A message must fit a screen, whatever the file is like.
const LONGEST_MESSAGE: usize = 20_000;

/// Whether it may speak of a group on many points: to find the order of S400 is seconds of honest
/// work.
fn is_long_work(bytes: &[u8]) -> bool {
    let group = bytes.windows(5).any(|word| word == b"group");
    let numbers = bytes.split(|byte| !byte.is_ascii_digit());
    group && numbers.into_iter().any(|digits| digits.len() > 2 || digits > &b"40"[..])
}

/// Reads bytes as an instance file: a valid puzzle, or a message that names the file.
pub fn run(bytes: &[u8]) {
    if is_long_work(bytes) {
        return;
    }
    let read = text_of("fuzz.toml", bytes).and_then(|text| read_text("fuzz.toml", text));
    match read {
        Ok(instance) => {
            let size = match &instance.puzzle {
                Puzzle::Insanity(puzzle) => puzzle.cubes().len().min(puzzle.colours().len()),
                Puzzle::Tour(puzzle) => puzzle.size().min(puzzle.cells().count()),
                Puzzle::Picture(puzzle) => puzzle.size().cells(),
                Puzzle::Corner(_) => 1,
                _ => panic!("a new family: say here what its puzzles have at least one of"),
            };
            assert!(size > 0, "a valid puzzle has something in it");
        }
        Err(error) => {
            let Error::Input(fault) = error else {
                panic!("{error:?}");
            };
            let message = fault.rendered();
            assert!(message.contains("fuzz.toml"), "{message}");
            assert!(message.len() <= LONGEST_MESSAGE, "{} bytes", message.len());
        }
    }
}
