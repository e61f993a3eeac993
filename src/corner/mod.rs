//! Corner cubes: eight corners with half-edges that must fit to a whole cube.
//!
//! # The puzzle
//! A [`Piece`] is a corner of a cube with three [half-edges](HalfEdge) of four types; A fits D, and B fits C. Eight pieces make a cube when the two
//! half-edges of each of the twelve bars fit. A piece is named by the cyclic word of its half-edges, read in one sense at every corner
//! ([`graph`] says which, and why it must be the same); there are 24.
//!
//! # From here to there
//! * [`solve`](mod@solve): all assemblies of eight pieces; [`loops`]: the bases that can be built, and van Kreveld's difficulty; [`dead_ends`]: what
//!   happens to a person who builds the base first.
//! * [`census`]: every puzzle there is; [`equivalence`]: which of them are essentially the same; [`design`]: the one you want.
//!
//! # Reference
//! M. van Kreveld, *The Search for a Cube Puzzle*.

pub mod census;
pub mod check;
pub mod dead_ends;
pub mod design;
pub mod equivalence;
pub mod graph;
pub mod loops;
pub mod piece;
pub mod solve;

use std::ops::Range;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use crate::fault::Fault;

pub use piece::{Bag, HalfEdge, Piece, Word, spell};
pub use solve::solve;

/// An instance as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raw {
    #[serde(rename = "kind")]
    _kind: IgnoredAny,
    #[serde(rename = "title")]
    _title: Option<IgnoredAny>,
    #[serde(rename = "source")]
    _source: Option<IgnoredAny>,
    pieces: Spanned<Vec<Spanned<String>>>,
}

/// Eight pieces, in the order given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pieces: Vec<Piece>,
}

impl Puzzle {
    /// How many pieces a cube has.
    pub const SIZE: usize = 8;

    /// The pieces in the order given.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The pieces without their order.
    pub fn bag(&self) -> Bag {
        self.pieces.iter().copied().collect()
    }

    /// The puzzle of eight pieces; none for another number.
    pub fn new(pieces: Vec<Piece>) -> Option<Puzzle> {
        (pieces.len() == Puzzle::SIZE).then_some(Puzzle { pieces })
    }

    /// Validates an instance.
    pub fn from_raw(raw: Raw) -> Result<Puzzle, Fault> {
        let whole = raw.pieces.span();
        let words = raw.pieces.into_inner();
        // Spans include the quotation marks; what is inside begins one byte later.
        let words = words.iter().map(|word| {
            let span = word.span();
            (
                word.as_ref().as_str(),
                span.start + 1..span.end.saturating_sub(1),
            )
        });
        read(words, whole)
    }

    /// Reads pieces that are written out, separated by spaces or commas.
    ///
    /// ```
    /// # use cubegraph::corner::Puzzle;
    /// let puzzle = Puzzle::from_text("aad acb acd adb add bbc bcc cbd")?;
    /// assert_eq!(puzzle.pieces()[7].to_string(), "BDC");
    /// # Ok::<(), cubegraph::fault::Fault>(())
    /// ```
    pub fn from_text(text: &str) -> Result<Puzzle, Fault> {
        let base = text.as_ptr() as usize;
        let words = text
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .map(|word| {
                let start = word.as_ptr() as usize - base;
                (word, start..start + word.len())
            });
        read(words, 0..text.len())
    }
}

/// Reads words that stand at known places; `whole` is where all of them stand.
fn read<'a>(
    words: impl Iterator<Item = (&'a str, Range<usize>)>,
    whole: Range<usize>,
) -> Result<Puzzle, Fault> {
    let mut pieces = Vec::with_capacity(Puzzle::SIZE);
    for (number, (word, place)) in words.enumerate() {
        let piece = Piece::parse(word).map_err(|fault| {
            let within = fault.span.clone().unwrap_or(0..word.len());
            let message = format!("piece {}: {}", number + 1, fault.message);
            Fault { message, ..fault }.at(place.start + within.start..place.start + within.end)
        })?;
        if number == Puzzle::SIZE {
            return Err(wrong_number("more than eight").at(place));
        }
        pieces.push(piece);
    }
    let number = pieces.len();
    Puzzle::new(pieces).ok_or_else(|| {
        let counted = match number {
            0 => "none".to_owned(),
            1 => "one".to_owned(),
            n => ["two", "three", "four", "five", "six", "seven"][n - 2].to_owned(),
        };
        wrong_number(&counted).at(whole)
    })
}

fn wrong_number(counted: &str) -> Fault {
    let are = if counted == "one" { "is" } else { "are" };
    Fault::new(
        format!("a cube has eight corners, and here {are} {counted} pieces")
            .replace("one pieces", "one piece"),
    )
    .expected("eight pieces of three letters A to D")
    .help("for example AAD ACB ACD ADB ADD BBC BCC BDC; a piece may be given more than once")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_or_nine_pieces_are_refused() {
        let seven = "AAD ACB ACD ADB ADD BBC BCC";
        let fault = Puzzle::from_text(seven).unwrap_err();
        assert!(fault.message.contains("seven"), "{}", fault.message);
        let nine = format!("{seven} BDC BDC");
        let fault = Puzzle::from_text(&nine).unwrap_err();
        assert_eq!(fault.span, Some(32..35));
    }

    #[test]
    fn a_wrong_letter_is_marked_where_it_stands() {
        let fault = Puzzle::from_text("AAD AEB").unwrap_err();
        assert_eq!(fault.span, Some(5..6));
        assert!(fault.message.starts_with("piece 2"), "{}", fault.message);
    }
}
