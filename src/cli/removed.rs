//! What earlier editions had, and what to use instead.

use cubegraph::Error;

/// Words that were a command or an option, in this order, and the replacement.
const REMOVED: [(&[&str], &str); 6] = [
    (&["picture", "pictures"], "`cubegraph picture solve FILE --goal any` reaches any picture"),
    (&["picture", "export", "kpuzzle"], "use --to tws or --to gap"),
    (
        &["corner", "relatives"],
        "`cubegraph corner generate --rule edges` and `--rule faces` make these puzzles",
    ),
    (&["tour", "--checkpoint"], "leave it out: a search of a tour keeps its layers in memory"),
    (&["tour", "--trust"], "leave it out: there are no checkpoints of tours"),
    (&["--trust"], "leave it out: layers that are read back are always examined"),
];

/// The error for arguments that a removed command or option explains.
pub fn hint(arguments: impl Iterator<Item = String>) -> Option<Error> {
    let arguments: Vec<String> = arguments.collect();
    let (words, instead) = REMOVED.iter().find(|(words, _)| {
        let mut rest = arguments.iter();
        let is = |given: &String, word: &str| {
            given == word || given.split_once('=').is_some_and(|(a, b)| a == word || b == word)
        };
        words.iter().all(|word| rest.any(|given| is(given, word)))
    })?;
    let what = words.join(" ");
    Some(Error::invalid(format!("{what} was removed in the third edition")).help(*instead))
}
