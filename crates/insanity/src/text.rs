//! Cubes written out: on the command line, or as plain lines.

use std::ops::Range;

use super::raw::Palette;
use super::{Cube, Puzzle};
use cubegraph_core::fault::Fault;

const HELP: &str = "a cube is six letters (left front right back top bottom) or three pairs such as GW,BW,BR; \
     colours with longer names go into a file";

impl Puzzle {
    /// Reads cubes separated by white space, each as six letters in Hesselink's order (left front
    /// right back top bottom) or as three pairs of opposite faces, `GW,BW,BR`. A `#` begins a
    /// comment that ends with the line.
    pub(super) fn from_words(text: &str) -> Result<Puzzle, Fault> {
        let mut palette = Palette::default();
        let mut cubes = Vec::new();
        for (place, word) in words_of(text) {
            cubes.push(cube_of(word, place, &mut palette)?);
        }
        if cubes.is_empty() {
            return Err(Fault::new("there are no cubes")
                .at(0..text.len())
                .expected("at least one cube")
                .help(HELP));
        }
        Ok(palette.finish(cubes))
    }
}

/// The words of the text with their places, comments left out.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let offset = move |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    text.lines()
        .map(|line| line.split_once('#').map_or(line, |(before, _)| before))
        .flat_map(str::split_whitespace)
        .map(move |word| (offset(word), word))
}

/// Reads one cube; `place` is where the word begins.
pub(super) fn cube_of(word: &str, place: usize, palette: &mut Palette) -> Result<Cube, Fault> {
    let mut colour = |letter: char| palette.colour(letter.to_string());
    let whole = place..place + word.len();
    if let Some((at, bad)) = word
        .char_indices()
        .find(|(_, c)| !c.is_alphabetic() && *c != ',')
    {
        return Err(not_a_letter(bad, place + at));
    }
    if !word.contains(',') {
        let letters: Vec<char> = word.chars().collect();
        return letters
            .try_into()
            .map(|faces: [char; 6]| Cube::with_faces(faces.map(&mut colour)))
            .map_err(|letters: Vec<char>| {
                wrong_number(
                    "face",
                    letters.len(),
                    whole,
                    "six letters, or three pairs with commas",
                )
                .help(HELP)
            });
    }
    let mut pairs = Vec::new();
    let mut at = place;
    for part in word.split(',') {
        let letters: Vec<char> = part.chars().collect();
        let pair: [char; 2] = letters.try_into().map_err(|letters: Vec<char>| {
            Fault::new(format!(
                "a pair of opposite faces has two letters, not {}",
                letters.len()
            ))
            .at(at..(at + part.len().max(1)).min(whole.end))
            .expected("two letters")
            .help(HELP)
        })?;
        pairs.push(pair);
        at += part.len() + 1;
    }
    pairs
        .try_into()
        .map(|pairs: [[char; 2]; 3]| Cube::with_pairs(pairs.map(|pair| pair.map(&mut colour))))
        .map_err(|pairs: Vec<_>| wrong_number("pair", pairs.len(), whole, "three pairs").help(HELP))
}

/// The fault of a character that names no colour.
pub(super) fn not_a_letter(bad: char, at: usize) -> Fault {
    Fault::new(format!("{bad:?} is not a letter"))
        .at(at..at + bad.len_utf8())
        .expected("a letter for each colour")
        .help("longer names are written as a list in an instance: faces = [\"red\", \"blue\", …]")
}

/// The fault of a cube with too few or too many faces or pairs.
pub(super) fn wrong_number(what: &str, found: usize, at: Range<usize>, expected: &str) -> Fault {
    let wanted = if what == "face" {
        "six faces"
    } else {
        "three pairs of opposite faces"
    };
    Fault::new(format!("a cube has {wanted}, not {found}"))
        .at(at)
        .expected(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_writing_a_cube_give_the_same_edges() {
        let puzzle =
            Puzzle::from_words("# two cubes\nACBDCC\n CC,AB,CD # the same, by pairs\n").unwrap();
        let [faces, pairs] = puzzle.cubes() else {
            panic!("two cubes")
        };
        for axis in super::super::Axis::ALL {
            assert_eq!(faces.pair(axis), pairs.pair(axis));
        }
        assert!(faces.chirality_known() && !pairs.chirality_known());
    }

    #[test]
    fn every_mistake_is_shown_at_its_place() {
        for (text, span, part) in [
            ("ABCDEF ABCDE", 7..12, "not 5"),
            ("ABCDEF AB3DEF", 9..10, "'3' is not a letter"),
            ("", 0..0, "no cubes"),
            ("# nothing\n", 0..10, "no cubes"),
            ("AB,CD", 0..5, "not 2"),
            ("AB,C,EF", 3..4, "not 1"),
            ("AB,,EF", 3..4, "not 0"),
            ("AB,", 3..3, "not 0"),
            ("ABCDEFG", 0..7, "not 7"),
            ("ÄÖÜß€A", 8..11, "'€' is not a letter"),
        ] {
            let fault = Puzzle::from_words(text).unwrap_err();
            assert_eq!(fault.place(), Some(span), "{text}");
            assert!(fault.message().contains(part), "{}", fault.message());
            assert!(fault.advice().is_some());
        }
    }
}
