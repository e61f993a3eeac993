//! Puzzles: their pieces, how they are written and how they are read.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde::de::{Error as _, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml::Spanned;

use super::Result;
use super::edges::{self, EdgePiece};
use super::faces::{self, FacePiece};
use super::graph::{self, CubeGraph, LoopGraph};
use super::lattice::{Solid, corner_piece};
use super::packing::{Kind, Packed, pack};
use super::pattern::Pattern;
use super::piece::{Bag, Piece};
use cubegraph_core::fault::Fault;
use cubegraph_core::instance::{Family, FromInstance, KeyHelp};
use cubegraph_core::work::{Error, Work};

/// What the pieces of a puzzle are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Eight corners with half-edges: van Kreveld's puzzle.
    #[default]
    Corners,
    /// Twelve bars that share the corners.
    Edges,
    /// Six sides with notched edges.
    Faces,
}

impl Rule {
    /// The name used in files.
    pub const fn name(self) -> &'static str {
        ["corners", "edges", "faces"][self as usize]
    }

    /// The columns of an assembly that is written as a table.
    pub fn columns(self) -> &'static [&'static str] {
        match self {
            Rule::Corners => &[
                "corner",
                "piece",
                "word",
                "left-right",
                "front-back",
                "bottom-top",
            ],
            Rule::Edges => &["piece", "word", "from", "to"],
            Rule::Faces => &["piece", "word", "side", "lies"],
        }
    }

    /// How many different pieces there are.
    pub fn piece_count(self) -> usize {
        match self {
            Rule::Corners => Piece::all().count(),
            Rule::Edges => EdgePiece::all().count(),
            Rule::Faces => FacePiece::all().count(),
        }
    }

    /// How many pieces a cube has.
    const fn size(self) -> usize {
        [8, 12, 6][self as usize]
    }

    /// The cells to fill.
    pub(super) fn target(self) -> Solid {
        match self {
            Rule::Corners | Rule::Edges => Solid::frame(),
            Rule::Faces => Solid::shell(),
        }
    }

    /// Whether pieces may be turned over, so that every assembly has a mirror image; the two count
    /// as one.
    pub(super) fn turns_over(self) -> bool {
        self == Rule::Faces
    }
}

/// A piece of any rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AnyPiece {
    Corner(Piece),
    Edge(EdgePiece),
    Side(FacePiece),
}

impl AnyPiece {
    pub(super) fn parse(rule: Rule, text: &str) -> Result<AnyPiece, Fault> {
        match rule {
            Rule::Corners => Piece::parse(text).map(AnyPiece::Corner),
            Rule::Edges => EdgePiece::parse(text).map(AnyPiece::Edge),
            Rule::Faces => FacePiece::parse(text).map(AnyPiece::Side),
        }
    }

    /// Its shapes in the first place; the first is the piece as its word says.
    pub(super) fn shapes(self, roll: bool) -> Vec<Solid> {
        match self {
            AnyPiece::Corner(piece) => vec![corner_piece(piece)],
            AnyPiece::Edge(piece) => piece.shapes(roll),
            AnyPiece::Side(piece) => vec![piece.solid(), piece.solid().mirrored()],
        }
    }
}

impl fmt::Display for AnyPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyPiece::Corner(piece) => piece.fmt(f),
            AnyPiece::Edge(piece) => piece.fmt(f),
            AnyPiece::Side(piece) => piece.fmt(f),
        }
    }
}

/// A puzzle of the family: eight corners, twelve edges or six sides, in the order given.
///
/// It is read from its pieces, separated by spaces or commas: eight words of three letters, twelve
/// of two letters (and `roll` at the end, if bars may be rolled), or six of sixteen digits 0 and 1.
/// It is written the same way. With serde it is an instance file.
///
/// # Examples
/// ```
/// # use cubegraph_corner::{Puzzle, Rule};
/// let puzzle: Puzzle = "aad acb acd adb add bbc bcc cbd".parse()?;
/// assert_eq!(puzzle.rule(), Rule::Corners);
/// assert_eq!(puzzle.to_string(), "AAD ACB ACD ADB ADD BBC BCC BDC");
/// assert!("AAD AAD AAD AAD AAD AAD AAD AAD AAD".parse::<Puzzle>().is_err());
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    rule: Rule,
    roll: bool,
    pieces: Vec<AnyPiece>,
}

impl Puzzle {
    /// The puzzle of eight corner pieces.
    ///
    /// # Errors
    /// [`Error::Invalid`] for another number of pieces.
    pub fn corners(pieces: impl IntoIterator<Item = Piece>) -> Result<Puzzle> {
        let pieces: Vec<AnyPiece> = pieces.into_iter().map(AnyPiece::Corner).collect();
        if pieces.len() == Rule::Corners.size() {
            return Ok(Puzzle::new(Rule::Corners, pieces));
        }
        let count = pieces.len();
        Err(Error::invalid(format!(
            "a cube has eight corners, and {count} pieces are given"
        )))
    }

    fn new(rule: Rule, pieces: Vec<AnyPiece>) -> Puzzle {
        let roll = false;
        Puzzle { rule, roll, pieces }
    }

    /// The puzzle of a bag of eight pieces, in alphabetical order.
    pub(super) fn of_bag(bag: Bag) -> Puzzle {
        let pieces = bag.pieces().map(AnyPiece::Corner);
        Puzzle::new(Rule::Corners, pieces.collect())
    }

    /// Cuts a cube at random until its pieces have a single assembly; they are given in
    /// alphabetical order, which does not give it away. The same seed gives the same puzzle.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if 100,000 cubes were cut in vain; limits of `work`.
    pub fn random(rule: Rule, seed: u64, work: &Work) -> Result<Puzzle> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for tried in 0..100_000u32 {
            work.check(&format!("{tried} cubes cut, none with one assembly"))?;
            let mut puzzle = Puzzle::cut(rule, &mut random);
            if puzzle.pack(2, work)?.packings.len() == 1 {
                puzzle.pieces.sort_by_key(ToString::to_string);
                return Ok(puzzle);
            }
        }
        let vain = "100,000 cubes were cut at random and none has a single assembly";
        Err(Error::too_large(vain).help("try another seed"))
    }

    /// The puzzle that comes from cutting a cube at random.
    pub(super) fn cut(rule: Rule, random: &mut ChaCha8Rng) -> Puzzle {
        match rule {
            Rule::Corners => {
                let number = random.random_range(0..Pattern::COUNT);
                Puzzle::of_bag(Pattern::from_number(number).bag())
            }
            Rule::Edges => {
                let pieces = edges::cut(random).into_iter().map(AnyPiece::Edge);
                Puzzle::new(rule, pieces.collect())
            }
            Rule::Faces => {
                let pieces = faces::cut(random).into_iter().map(AnyPiece::Side);
                Puzzle::new(rule, pieces.collect())
            }
        }
    }

    /// What its pieces are.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Whether edge pieces may be rolled about their own axis.
    pub fn rolls(&self) -> bool {
        self.roll
    }

    /// The pieces as they are written, in the order given.
    pub fn words(&self) -> Vec<String> {
        self.pieces.iter().map(ToString::to_string).collect()
    }

    /// The graph on which assemblies are searched: a vertex for each place, an edge for each
    /// contact of two pieces. [`Assembly::graph`](super::Assembly::graph) is the same graph with
    /// pieces in it.
    pub fn graph(&self) -> &CubeGraph {
        graph::of_rule(self.rule)
    }

    /// The graph whose closed walks of four arcs are the loops.
    ///
    /// # Errors
    /// [`Error::Invalid`] for edges and sides: loops are rings of corner pieces.
    pub fn loop_graph(&self) -> Result<LoopGraph> {
        match self.bag() {
            Some(bag) => Ok(graph::loops_of(bag)),
            None => Err(Error::invalid(format!(
                "loops are rings of corner pieces, and these are {}",
                self.rule.name()
            ))),
        }
    }

    pub(super) fn pieces(&self) -> &[AnyPiece] {
        &self.pieces
    }

    /// The corner pieces without their order; none for the relatives.
    pub(super) fn bag(&self) -> Option<Bag> {
        self.pieces
            .iter()
            .map(|piece| match piece {
                AnyPiece::Corner(piece) => Some(*piece),
                _ => None,
            })
            .collect()
    }

    /// The first of the pieces that cannot be told apart from this one.
    pub(super) fn kind_of(&self, piece: AnyPiece) -> AnyPiece {
        match piece {
            AnyPiece::Edge(piece) => AnyPiece::Edge(piece.kind(self.roll)),
            other => other,
        }
    }

    /// The kinds of piece in ascending order, with how many there are.
    pub(super) fn kinds(&self) -> Vec<(AnyPiece, usize)> {
        let mut sorted: Vec<AnyPiece> = self.pieces.iter().map(|p| self.kind_of(*p)).collect();
        sorted.sort_unstable();
        sorted
            .chunk_by(|a, b| a == b)
            .map(|same| (same[0], same.len()))
            .collect()
    }

    /// All assemblies by exact cover, or the first `at_most`.
    pub(super) fn pack(&self, at_most: usize, work: &Work) -> Result<Packed> {
        let kinds: Vec<Kind> = self
            .kinds()
            .into_iter()
            .map(|(piece, copies)| Kind {
                copies,
                shapes: piece.shapes(self.roll),
            })
            .collect();
        let (target, mirror) = (self.rule.target(), self.rule.turns_over());
        pack(target, &kinds, mirror, at_most, work)
    }

    /// Validates an instance.
    fn from_raw(raw: Raw) -> Result<Puzzle, Fault> {
        let rule = match &raw.rule {
            None => Rule::Corners,
            Some(name) => [Rule::Corners, Rule::Edges, Rule::Faces]
                .into_iter()
                .find(|rule| rule.name() == name.as_ref())
                .ok_or_else(|| {
                    Fault::new(format!("there is no rule called {:?}", name.as_ref()))
                        .at(name.span())
                        .expected("one of corners, edges, faces")
                        .help("corners are three letters each, edges two, faces sixteen digits 0 and 1")
                })?,
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

    /// Reads pieces that are written out.
    pub(crate) fn from_text(text: &str) -> Result<Puzzle, Fault> {
        let base = text.as_ptr() as usize;
        let mut words: Vec<Placed> = text
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .map(|word| {
                let start = word.as_ptr() as usize - base;
                (word, start..start + word.len())
            })
            .collect();
        let roll = words.len() > 1
            && words
                .pop_if(|word| word.0.eq_ignore_ascii_case("roll"))
                .is_some();
        let every = |test: fn(&str) -> bool| !words.is_empty() && words.iter().all(|w| test(w.0));
        let rule = if roll || every(|w| w.len() == 2) {
            Rule::Edges
        } else if every(|w| w.starts_with(['0', '1'])) {
            Rule::Faces
        } else {
            Rule::Corners
        };
        read(rule, roll, &words, &(0..text.len()))
    }
}

impl FromStr for Puzzle {
    type Err = Error;

    fn from_str(text: &str) -> Result<Puzzle> {
        Ok(Puzzle::from_text(text)?)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().join(" "))?;
        f.write_str(if self.roll { " roll" } else { "" })
    }
}

/// An instance as it is written, with the places of its parts.
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

/// An instance in any format of serde.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plain {
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rule: Option<Rule>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    roll: bool,
    pieces: Vec<String>,
}

impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let plain = Plain {
            kind: "corner".to_owned(),
            title: None,
            source: None,
            rule: Some(self.rule).filter(|rule| *rule != Rule::Corners),
            roll: self.roll,
            pieces: self.words(),
        };
        plain.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Puzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Puzzle, D::Error> {
        let plain = Plain::deserialize(deserializer)?;
        if plain.kind != "corner" {
            let other = format!("this puzzle is of the kind {}, not corner", plain.kind);
            return Err(D::Error::custom(other));
        }
        let words: Vec<Placed> = plain
            .pieces
            .iter()
            .map(|w| (w.as_str(), 0..w.len()))
            .collect();
        let puzzle = read(plain.rule.unwrap_or_default(), plain.roll, &words, &(0..0));
        puzzle.map_err(D::Error::custom)
    }
}

/// A word and the bytes where it stands.
type Placed<'a> = (&'a str, Range<usize>);

fn read(rule: Rule, roll: bool, words: &[Placed], whole: &Range<usize>) -> Result<Puzzle, Fault> {
    if roll && rule != Rule::Edges {
        return Err(Fault::new("only edge pieces can be rolled").at(whole.clone()));
    }
    let pieces = words
        .iter()
        .enumerate()
        .map(|(number, (word, place))| {
            AnyPiece::parse(rule, word).map_err(|fault| misplaced(number, word, place, fault))
        })
        .collect::<Result<Vec<AnyPiece>, Fault>>()?;
    if pieces.len() != rule.size() {
        return Err(wrong_number(rule, words, whole));
    }
    Ok(Puzzle { rule, roll, pieces })
}

/// A fault in a word as a fault in the whole text, which says which piece it is.
fn misplaced(number: usize, word: &str, place: &Range<usize>, fault: Fault) -> Fault {
    let within = fault.place().unwrap_or(0..word.len());
    let message = format!("piece {}, counted from 1: {}", number + 1, fault.message());
    let at = place.start + within.start..(place.start + within.end).min(place.end);
    fault.with_message(message).at(at)
}

fn wrong_number(rule: Rule, words: &[Placed], whole: &Range<usize>) -> Fault {
    let (has, pieces, help) = match rule {
        Rule::Corners => (
            "eight corners",
            "eight pieces of three letters A to D",
            "for example AAD ACB ACD ADB ADD BBC BCC BDC; a piece may be given more than once",
        ),
        Rule::Edges => (
            "twelve edges",
            "twelve pieces of two letters of A, B, C, D, H, N, W",
            "corner pieces have three letters each, edge pieces two; \
             a piece may be given more than once",
        ),
        Rule::Faces => (
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
    let place = words.get(rule.size()).map_or(whole, |word| &word.1);
    Fault::new(format!("a cube has {has}, but there {counted}"))
        .at(place.clone())
        .expected(pieces)
        .help(help)
}

impl FromInstance for Puzzle {
    type File = Raw;
    const FAMILY: Family = Family::Corner;
    const KEYS: &'static [KeyHelp] = crate::keys::KEYS;

    fn from_instance(file: Raw) -> std::result::Result<Puzzle, Fault> {
        Puzzle::from_raw(file)
    }
}

#[cfg(test)]
mod tests;
