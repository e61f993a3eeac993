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
//! * [`lattice`]: the shapes; [`relatives`]: the cubes of twelve edges and of six notched sides; [`packing`]: the engine that solves them.
//! * [`census`]: every puzzle there is; [`equivalence`]: which of them are essentially the same; [`design`]: the one you want.
//!
//! # Reference
//! M. van Kreveld, *The Search for a Cube Puzzle*.

pub mod census;
pub mod check;
pub mod dead_ends;
pub mod design;
pub mod draw;
pub mod equivalence;
pub mod graph;
mod label;
pub mod lattice;
pub mod loops;
pub mod packing;
pub mod piece;
pub mod relatives;
pub mod solve;

use std::ops::Range;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use crate::fault::Fault;
use relatives::edges::{EdgePiece, EdgeSet};
use relatives::faces::{FacePiece, FaceSet};

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
    rule: Option<Spanned<String>>,
    roll: Option<Spanned<bool>>,
    pieces: Spanned<Vec<Spanned<String>>>,
}

/// What the pieces of a puzzle are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Eight corners with half-edges: van Kreveld's puzzle.
    Corners,
    /// Twelve bars that share the corners.
    Edges,
    /// Six sides with notched edges.
    Faces,
}

/// A puzzle of the family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Puzzle {
    /// Eight corners with half-edges: van Kreveld's puzzle.
    Corners(CornerSet),
    /// Twelve bars that share the corners.
    Edges(EdgeSet),
    /// Six sides with notched edges.
    Faces(FaceSet),
}

/// Eight corner pieces, in the order given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CornerSet {
    pieces: Vec<Piece>,
}

impl CornerSet {
    /// How many pieces a cube has.
    pub const SIZE: usize = 8;

    /// The puzzle of eight pieces; none for another number.
    pub fn new(pieces: Vec<Piece>) -> Option<CornerSet> {
        (pieces.len() == CornerSet::SIZE).then_some(CornerSet { pieces })
    }

    /// The pieces in the order given.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The pieces without their order.
    pub fn bag(&self) -> Bag {
        self.pieces.iter().copied().collect()
    }
}

/// A word and the bytes where it stands.
type Placed<'a> = (&'a str, Range<usize>);

impl Puzzle {
    /// Validates an instance.
    pub fn from_raw(raw: Raw) -> Result<Puzzle, Fault> {
        let rule = match &raw.rule {
            None => Rule::Corners,
            Some(name) => match name.as_ref().as_str() {
                "corners" => Rule::Corners,
                "edges" => Rule::Edges,
                "faces" => Rule::Faces,
                other => {
                    return Err(Fault::new(format!("there is no rule called {other:?}"))
                        .at(name.span())
                        .expected("one of corners, edges, faces")
                        .help("`cubegraph corner relatives` states the three rules"));
                }
            },
        };
        let roll = match &raw.roll {
            None => false,
            Some(roll) if rule == Rule::Edges => *roll.as_ref(),
            Some(roll) => {
                return Err(Fault::new("only edge pieces can be rolled")
                    .at(roll.span())
                    .help("remove the line, or say rule = \"edges\""));
            }
        };
        let whole = raw.pieces.span();
        let words: Vec<Spanned<String>> = raw.pieces.into_inner();
        // Spans include the quotation marks; what is inside begins one byte later.
        let words: Vec<Placed> = words
            .iter()
            .map(|word| {
                let span = word.span();
                let inside = span.start + 1..span.end.saturating_sub(1);
                (word.as_ref().as_str(), inside)
            })
            .collect();
        read(rule, roll, &words, &whole)
    }

    /// Reads pieces that are written out, separated by spaces or commas: eight words of three letters, or of the relatives twelve words of two letters
    /// or six words of sixteen digits 0 and 1.
    ///
    /// ```
    /// # use cubegraph::corner::Puzzle;
    /// let Puzzle::Corners(set) = Puzzle::from_text("aad acb acd adb add bbc bcc cbd")? else { panic!() };
    /// assert_eq!(set.pieces()[7].to_string(), "BDC");
    /// # Ok::<(), cubegraph::fault::Fault>(())
    /// ```
    pub fn from_text(text: &str) -> Result<Puzzle, Fault> {
        let base = text.as_ptr() as usize;
        let words: Vec<Placed> = text
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .map(|word| {
                let start = word.as_ptr() as usize - base;
                (word, start..start + word.len())
            })
            .collect();
        let every = |test: fn(&str) -> bool| !words.is_empty() && words.iter().all(|w| test(w.0));
        let rule = if every(|w| w.len() == 2) {
            Rule::Edges
        } else if every(|w| w.starts_with(['0', '1'])) {
            Rule::Faces
        } else {
            Rule::Corners
        };
        read(rule, false, &words, &(0..text.len()))
    }

    /// What its pieces are.
    pub const fn rule(&self) -> Rule {
        match self {
            Puzzle::Corners(_) => Rule::Corners,
            Puzzle::Edges(_) => Rule::Edges,
            Puzzle::Faces(_) => Rule::Faces,
        }
    }
}

fn read(rule: Rule, roll: bool, words: &[Placed], whole: &Range<usize>) -> Result<Puzzle, Fault> {
    let wrong_number = || wrong_number(rule, words, whole);
    match rule {
        Rule::Corners => CornerSet::new(read_all(words, Piece::parse)?)
            .map(Puzzle::Corners)
            .ok_or_else(wrong_number),
        Rule::Edges => EdgeSet::new(read_all(words, EdgePiece::parse)?, roll)
            .map(Puzzle::Edges)
            .ok_or_else(wrong_number),
        Rule::Faces => FaceSet::new(read_all(words, FacePiece::parse)?)
            .map(Puzzle::Faces)
            .ok_or_else(wrong_number),
    }
}

/// Reads every word as a piece; a fault says which piece and where in the whole text.
fn read_all<P>(
    words: &[Placed],
    parse: impl Fn(&str) -> Result<P, Fault>,
) -> Result<Vec<P>, Fault> {
    words
        .iter()
        .enumerate()
        .map(|(number, (word, place))| {
            parse(word).map_err(|fault| {
                let within = fault.span.clone().unwrap_or(0..word.len());
                let message = format!("piece {}, counted from 1: {}", number + 1, fault.message);
                let at = place.start + within.start..(place.start + within.end).min(place.end);
                let mut fault = fault.at(at);
                fault.message = message;
                fault
            })
        })
        .collect()
}

fn wrong_number(rule: Rule, words: &[Placed], whole: &Range<usize>) -> Fault {
    let (size, has, pieces, help) = match rule {
        Rule::Corners => (
            8,
            "eight corners",
            "eight pieces of three letters A to D",
            "for example AAD ACB ACD ADB ADD BBC BCC BDC; a piece may be given more than once",
        ),
        Rule::Edges => (
            12,
            "twelve edges",
            "twelve pieces of two letters of A, B, C, D, H, N, W",
            "corner pieces have three letters each, edge pieces two; a piece may be given more than once",
        ),
        Rule::Faces => (
            6,
            "six sides",
            "six pieces of sixteen digits 0 and 1",
            "a piece may be given more than once",
        ),
    };
    let counted = match words.len() {
        0 => "are no pieces".to_owned(),
        1 => "is one piece".to_owned(),
        n => format!("are {n} pieces"),
    };
    // The first piece too many, or the whole of too few.
    let place = words.get(size).map_or(whole, |word| &word.1);
    Fault::new(format!("a cube has {has}, and here {counted}"))
        .at(place.clone())
        .expected(pieces)
        .help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_or_nine_pieces_are_refused() {
        let seven = "AAD ACB ACD ADB ADD BBC BCC";
        let fault = Puzzle::from_text(seven).unwrap_err();
        assert!(
            fault.message.contains("here are 7 pieces"),
            "{}",
            fault.message
        );
        let nine = format!("{seven} BDC BDC");
        let fault = Puzzle::from_text(&nine).unwrap_err();
        assert!(
            fault.message.contains("here are 9 pieces"),
            "{}",
            fault.message
        );
        assert_eq!(fault.span, Some(32..35));
    }

    #[test]
    fn a_wrong_letter_is_marked_where_it_stands() {
        let fault = Puzzle::from_text("AAD AEB").unwrap_err();
        assert_eq!(fault.span, Some(5..6));
        assert!(fault.message.starts_with("piece 2"), "{}", fault.message);
    }

    #[test]
    fn the_length_of_the_words_tells_the_relatives_apart() {
        let edges = Puzzle::from_text(&["AH"; 12].join(" ")).unwrap();
        let faces = Puzzle::from_text(&["0110110001010110"; 6].join(" ")).unwrap();
        assert_eq!((edges.rule(), faces.rule()), (Rule::Edges, Rule::Faces));
        assert!(Puzzle::from_text("AH AH").is_err());
    }
}
