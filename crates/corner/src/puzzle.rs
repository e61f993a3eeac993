//! Puzzles: their pieces, how they are written and how they are read.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml::Spanned;

use super::Result;
use super::graph::{self, CubeGraph, LoopGraph};
use super::packing::{Packed, PieceKind, pack};
use super::piece::{Bag, Piece};
use super::rule::{AnyPiece, Rule};
use cubegraph_core::fault::Fault;
use cubegraph_core::instance::{Family, FromInstance, KeyHelp, read_puzzle};
use cubegraph_core::work::{Error, Work};

/// A puzzle of the family: eight corners, twelve edges or six sides, in the order given.
///
/// It is read from its pieces, separated by spaces or commas: eight words of three letters, twelve
/// of two letters (and `roll` at the end, if bars may be rolled), or six of sixteen digits 0 and 1.
/// It is also read from the text of an instance file. A puzzle with a title or a source is written
/// as such a file, others as their pieces; `{:#}` always writes the file.
///
/// # Examples
/// ```
/// # use cubegraph_corner::{Puzzle, Rule};
/// let puzzle: Puzzle = "aad acb acd adb add bbc bcc cbd".parse()?;
/// assert_eq!(puzzle.rule(), Rule::Corners);
/// assert_eq!(puzzle.to_string(), "AAD ACB ACD ADB ADD BBC BCC BDC");
/// assert_eq!(format!("{puzzle:#}").parse::<Puzzle>()?, puzzle);
/// assert!("AAD AAD AAD AAD AAD AAD AAD AAD AAD".parse::<Puzzle>().is_err());
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    title: Option<String>,
    source: Option<String>,
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
            return Ok(Puzzle::new(Rule::Corners, false, pieces));
        }
        let count = pieces.len();
        Err(Error::invalid(format!("a cube has eight corners, and {count} pieces are given")))
    }

    fn new(rule: Rule, roll: bool, pieces: Vec<AnyPiece>) -> Puzzle {
        Puzzle { title: None, source: None, rule, roll, pieces }
    }

    /// The puzzle of a bag of eight pieces, in alphabetical order.
    pub(super) fn of_bag(bag: Bag) -> Puzzle {
        let pieces = bag.pieces().map(AnyPiece::Corner);
        Puzzle::new(Rule::Corners, false, pieces.collect())
    }

    /// Cuts a cube at random until its pieces have a single assembly; they are given in
    /// alphabetical order, which does not give it away. The same seed gives the same puzzle.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if none of 100,000 cubes has a single assembly; limits of `work`.
    pub fn random(rule: Rule, seed: u64, work: &Work) -> Result<Puzzle> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for tried in 0..100_000u32 {
            work.check(&format!("{tried} cubes cut, none with one assembly"))?;
            let mut puzzle = Puzzle::new(rule, false, rule.cut(&mut random));
            if puzzle.pack(2, work)?.packings.len() == 1 {
                puzzle.pieces.sort_by_key(ToString::to_string);
                return Ok(puzzle);
            }
        }
        let vain = "100,000 cubes were cut at random and none has a single assembly";
        Err(Error::too_large(vain).help("try another seed"))
    }

    /// Its title.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Who published it.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
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
        self.bag().map(graph::loops_of).ok_or_else(|| {
            Error::invalid(format!(
                "loops are rings of corner pieces, and these are {}",
                self.rule.name()
            ))
        })
    }

    pub(super) fn pieces(&self) -> &[AnyPiece] {
        &self.pieces
    }

    /// The corner pieces without their order; none for the relatives.
    pub(super) fn bag(&self) -> Option<Bag> {
        let corner = |piece: &AnyPiece| match piece {
            AnyPiece::Corner(piece) => Some(*piece),
            _ => None,
        };
        self.pieces.iter().map(corner).collect()
    }

    /// The first of the pieces that cannot be told apart from this one.
    pub(super) fn kind_of(&self, piece: AnyPiece) -> AnyPiece {
        piece.kind(self.roll)
    }

    /// The kinds of piece in ascending order, with how many there are.
    pub(super) fn kinds(&self) -> Vec<PieceKind> {
        let mut sorted: Vec<AnyPiece> = self.pieces.iter().map(|p| self.kind_of(*p)).collect();
        sorted.sort_unstable();
        let kinds = sorted.chunk_by(|a, b| a == b);
        kinds
            .map(|same| PieceKind {
                piece: same[0],
                copies: same.len(),
                shapes: same[0].shapes(self.roll),
            })
            .collect()
    }

    /// All assemblies by exact cover, or the first `at_most`.
    pub(super) fn pack(&self, at_most: usize, work: &Work) -> Result<Packed> {
        let (target, mirror) = (self.rule.target(), self.rule.turns_over());
        pack(target, &self.kinds(), mirror, at_most, work)
    }

    fn file(&self) -> CornerFile {
        let unplaced = |word: &AnyPiece| Spanned::new(0..0, word.to_string());
        CornerFile {
            kind: Family::Corner.name().to_owned(),
            title: self.title.clone(),
            source: self.source.clone(),
            rule: (self.rule != Rule::Corners)
                .then(|| Spanned::new(0..0, self.rule.name().to_owned())),
            roll: self.roll.then(|| Spanned::new(0..0, true)),
            pieces: Spanned::new(0..0, self.pieces.iter().map(unplaced).collect()),
        }
    }
}

impl FromStr for Puzzle {
    type Err = Error;

    /// Reads pieces, or the text of an instance file.
    fn from_str(text: &str) -> Result<Puzzle> {
        if text.contains('=') {
            return read_puzzle("the text", text);
        }
        let base = text.as_ptr() as usize;
        let mut words: Vec<PlacedWord> = text
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .map(|word| {
                let start = word.as_ptr() as usize - base;
                (word, start..start + word.len())
            })
            .collect();
        let is_roll = |word: &mut PlacedWord| word.0.eq_ignore_ascii_case("roll");
        let roll = words.len() > 1 && words.pop_if(is_roll).is_some();
        let every = |test: fn(&str) -> bool| !words.is_empty() && words.iter().all(|w| test(w.0));
        let rule = if roll || every(|w| w.len() == 2) {
            Rule::Edges
        } else if every(|w| w.starts_with(['0', '1'])) {
            Rule::Faces
        } else {
            Rule::Corners
        };
        let pieces = read(rule, &words, &(0..text.len()))?;
        Ok(Puzzle::new(rule, roll, pieces))
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() || self.title.is_some() || self.source.is_some() {
            return f.write_str(&toml::to_string_pretty(self).map_err(|_| fmt::Error)?);
        }
        f.write_str(&self.words().join(" "))?;
        f.write_str(if self.roll { " roll" } else { "" })
    }
}

/// The keys of an instance file, each value with its place.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CornerFile {
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<Spanned<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    roll: Option<Spanned<bool>>,
    pieces: Spanned<Vec<Spanned<String>>>,
}

impl FromInstance for Puzzle {
    type File = CornerFile;
    const FAMILY: Family = Family::Corner;
    const KEYS: &'static [KeyHelp] = super::keys::KEYS;

    fn from_instance(file: CornerFile) -> Result<Puzzle, Fault> {
        let rule = match &file.rule {
            None => Rule::Corners,
            Some(name) => Rule::ALL
                .into_iter()
                .find(|rule| rule.name() == name.as_ref())
                .ok_or_else(|| {
                    Fault::new(format!("there is no rule called {:?}", name.as_ref()))
                        .at(name.span())
                        .expected("one of corners, edges, faces")
                        .help("corners are three letters each, edges two, faces sixteen digits 0 and 1")
                })?,
        };
        if let Some(roll) = file.roll.as_ref().filter(|_| rule != Rule::Edges) {
            return Err(Fault::new("only edge pieces can be rolled")
                .at(roll.span())
                .help("remove the line, or say rule = \"edges\""));
        }
        // Spans include the quotation marks; what is inside begins one byte later.
        let placed = |word: &'_ Spanned<String>| word.span().start + 1..word.span().end - 1;
        let words = file.pieces.as_ref().iter();
        let words: Vec<PlacedWord> = words.map(|w| (w.as_ref().as_str(), placed(w))).collect();
        let pieces = read(rule, &words, &file.pieces.span())?;
        let roll = file.roll.is_some_and(Spanned::into_inner);
        Ok(Puzzle { title: file.title, source: file.source, ..Puzzle::new(rule, roll, pieces) })
    }
}

impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.file().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Puzzle {
    /// Reads the keys of an instance file from any format.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Puzzle, D::Error> {
        // The file has the places of its values, which only TOML text can give.
        let table = toml::Table::deserialize(deserializer)?;
        read_puzzle("the text", &table.to_string()).map_err(D::Error::custom)
    }
}

/// A word and the bytes where it is.
type PlacedWord<'a> = (&'a str, Range<usize>);

fn read(rule: Rule, words: &[PlacedWord], whole: &Range<usize>) -> Result<Vec<AnyPiece>, Fault> {
    let piece = |(number, (word, place)): (usize, &PlacedWord)| {
        AnyPiece::parse(rule, word).map_err(|fault| {
            let within = fault.place().unwrap_or(0..word.len());
            let end = (place.start + within.end).min(place.end);
            let message = format!("piece {}, counted from 1: {}", number + 1, fault.message());
            fault.with_message(message).at(place.start + within.start..end)
        })
    };
    let pieces = (words.iter().enumerate().map(piece)).collect::<Result<Vec<AnyPiece>, Fault>>()?;
    if pieces.len() == rule.size() {
        return Ok(pieces);
    }
    let counted = match words.len() {
        0 => "are no pieces".to_owned(),
        1 => "is one piece".to_owned(),
        n => format!("are {n} pieces"),
    };
    // The first piece too many, or the whole of too few.
    let place = words.get(rule.size()).map_or(whole, |word| &word.1);
    let has = rule.words().has;
    Err(Fault::new(format!("a cube has {has}, but there {counted}"))
        .at(place.clone())
        .expected(rule.words().pieces)
        .help(rule.words().help))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> Fault {
        match text.parse::<Puzzle>() {
            Err(Error::Input(fault)) => fault,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn seven_nine_or_sixteen_pieces_are_refused() {
        let seven = "AAD ACB ACD ADB ADD BBC BCC";
        assert!(fault(seven).message().contains("here are 7 pieces"));
        let nine = fault(&format!("{seven} BDC BDC"));
        assert!(nine.message().contains("here are 9 pieces"), "{nine}");
        assert_eq!(nine.place(), Some(32..35));
        let piece = Piece::parse("AAD").unwrap();
        for count in [0, 7, 9, 16, 17] {
            assert!(Puzzle::corners(vec![piece; count]).is_err());
        }
        let eight = Puzzle::corners([piece; 8]).unwrap();
        assert_eq!(eight.bag().unwrap().to_string(), ["AAD"; 8].join(" "));
    }

    #[test]
    fn a_wrong_letter_is_marked_at_its_place() {
        let fault = fault("AAD AEB");
        assert_eq!(fault.place(), Some(5..6));
        assert!(fault.message().starts_with("piece 2"), "{fault}");
    }

    #[test]
    fn every_rule_is_written_and_read_again() {
        let edges = ["AH"; 12].join(" ");
        for text in [
            "AAD ACB ACD ADB ADD BBC BCC BDC",
            &edges,
            &format!("{edges} roll"),
            &["0110110001010110"; 6].join(","),
            "kind = 'corner'\ntitle = 'T = 1'\nsource = \"a\\nb\"\npieces = ['AAD', 'ACB', \
             'ACD', 'ADB', 'ADD', 'BBC', 'BCC', 'BDC']",
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            assert_eq!(puzzle.title().is_some(), text.contains("title"));
            assert_eq!(puzzle.to_string().parse::<Puzzle>().unwrap(), puzzle);
            let toml = format!("{puzzle:#}");
            assert_eq!(toml.parse::<Puzzle>().unwrap(), puzzle);
            assert_eq!(toml::from_str::<Puzzle>(&toml).unwrap(), puzzle);
            let json = serde_json::to_string(&puzzle).unwrap();
            assert_eq!(serde_json::from_str::<Puzzle>(&json).unwrap(), puzzle);
        }
        assert!("AH AH".parse::<Puzzle>().is_err());
        assert!("AAD roll".parse::<Puzzle>().is_err());
        assert!("kind = 'tour'".parse::<Puzzle>().is_err());
    }
}
