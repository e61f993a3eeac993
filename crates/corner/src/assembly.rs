//! A cube put together: every piece where it lies.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::Result;
use super::graph::{self, CubeGraph, Place};
use super::lattice::Solid;
use super::packing::{Packing, PieceKind, PlacedSolid};
use super::pattern::{Axis, Bar, Corner, Pattern};
use super::piece::{Piece, spell};
use super::puzzle::Puzzle;
use super::rule::{AnyPiece, Rule};
use cubegraph_core::cube::Rotation;

/// A cube put together: where every piece lies.
///
/// Its text has the pieces in the order of the places, corner pieces as they are read there; that
/// is an [`Arrangement`](super::Arrangement) that can be checked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembly {
    rule: Rule,
    placements: Vec<Placement>,
}

/// A piece where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    number: usize,
    rule: Rule,
    piece: AnyPiece,
    placed: PlacedSolid,
}

impl Placement {
    pub(super) fn new(number: usize, rule: Rule, piece: AnyPiece, placed: PlacedSolid) -> Self {
        Placement { number, rule, piece, placed }
    }

    /// A corner piece in a corner, its letter number `turn` along x.
    fn in_corner(number: usize, piece: AnyPiece, corner: Corner, turn: usize) -> Placement {
        let first = Corner::ALL[0];
        // The rotation that brings the first corner here and its bar number `turn` onto the bar
        // along x.
        let from = first.along(first.reading()[turn]);
        let to = [corner, corner.along(Axis::X)];
        let rotation = Rotation::all()
            .find(|r| [first, from].map(|c| c.rotated(*r)) == to)
            .unwrap_or(Rotation::IDENTITY);
        let solid = piece.shapes(false)[0].rotated(rotation);
        let placed = PlacedSolid { solid, shape: 0, rotation };
        Placement::new(number, Rule::Corners, piece, placed)
    }

    /// Which of the given pieces it is, counted from 0; of equal pieces the first that is still
    /// free.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The piece as it is written.
    pub fn word(&self) -> String {
        self.piece.to_string()
    }

    /// Where it lies: a vertex of the graph.
    pub fn place(&self) -> Place {
        self.rule.first_place().rotated(self.placed.rotation)
    }

    /// The letter it has where it meets a neighbour; none for sides.
    pub fn letter_at(&self, at: Place) -> Option<char> {
        let mut contacts = self.contacts();
        Some(contacts.find(|(place, _)| *place == at)?.1)
    }

    fn contacts(&self) -> impl Iterator<Item = (Place, char)> {
        let contacts = self.piece.contacts().into_iter();
        contacts.map(|(place, letter)| (place.rotated(self.placed.rotation), letter))
    }

    /// The same piece with another number.
    pub(super) fn numbered(self, number: usize) -> Placement {
        Placement { number, ..self }
    }

    /// The cells it fills.
    pub(super) fn solid(&self) -> Solid {
        self.placed.solid
    }

    pub(super) fn piece(&self) -> AnyPiece {
        self.piece
    }

    /// The word read in its corner, and the number of the letter it begins with; none for the
    /// relatives.
    pub(super) fn read(&self) -> Option<(String, usize)> {
        let AnyPiece::Corner(piece) = self.piece else {
            return None;
        };
        let along_x = |(place, _)| matches!(place, Place::Bar(bar) if bar.axis() == Axis::X);
        let turn = self.contacts().position(along_x)?;
        Some((spell(piece.turned(turn)), turn))
    }

    /// How it lies, as keys and values.
    pub(super) fn keys(&self) -> Vec<(&'static str, Value)> {
        let [zero, one] = [0, 1].map(|corner| Corner::ALL[corner].rotated(self.placed.rotation));
        let numbered = [("piece", json!(self.number + 1)), ("word", json!(self.word()))];
        let how = match (self.place(), self.placed.shape) {
            (Place::Corner(corner), _) => {
                let (read, turn) = self.read().unwrap_or_default();
                let half = |axis| self.letter_at(Place::Bar(Bar::at(corner, axis)));
                let [x, y, z] = Axis::ALL.map(half);
                let here = vec![("corner", json!(corner))];
                let half_edges = json!({ "x": x, "y": y, "z": z });
                let how =
                    [("read", json!(read)), ("turn", json!(turn)), ("half_edges", half_edges)];
                return [here, numbered.into(), how.into()].concat();
            }
            (Place::Bar(_), rolled) => {
                let mut ends: Vec<_> = self.contacts().collect();
                ends.sort_unstable();
                let mut ends = ends.iter().map(|(corner, letter)| format!("{corner}: {letter}"));
                let from = ends.next().unwrap_or_default();
                let rolled = match rolled {
                    0 => String::new(),
                    n => format!(", rolled {n} quarter turns"),
                };
                let to = ends.next().unwrap_or_default() + &rolled;
                [("from", json!(from)), ("to", json!(to))]
            }
            // In the first place, the bottom, the rim begins left in front and runs along the front.
            (Place::Side(side), shape) => {
                let lies = match shape {
                    0 => format!("from {zero} to {one}"),
                    _ => format!("from {one} to {zero}, turned over"),
                };
                [("side", json!(side.to_string())), ("lies", json!(lies))]
            }
        };
        numbered.into_iter().chain(how).collect()
    }
}

impl Serialize for Placement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.keys())
    }
}

/// A value as it is written in a table.
pub(super) fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl Assembly {
    /// The pieces where they lie: corner by corner, or for the relatives piece by piece.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// The cube graph with every piece in its place.
    pub fn graph(&self) -> CubeGraph {
        graph::of_assembly(self.rule, self)
    }

    /// A row for each piece, with the [columns](Rule::columns) of its rule.
    pub fn rows(&self) -> Vec<Vec<String>> {
        let columns = |(key, value): (&str, Value)| match (key, &value) {
            ("read" | "turn", _) => Vec::new(),
            (_, Value::Object(by_axis)) => by_axis.values().map(text_of).collect(),
            _ => vec![text_of(&value)],
        };
        let placements = self.placements.iter();
        placements.map(|p| p.keys().into_iter().flat_map(columns).collect()).collect()
    }

    /// The assembly of corner pieces that a pattern shows.
    pub(super) fn of_pattern(pieces: &[AnyPiece], pattern: Pattern) -> Assembly {
        let mut free = vec![true; pieces.len()];
        let placements = Corner::ALL.into_iter().filter_map(|corner| {
            let word = pattern.word(corner);
            let piece = Piece::from_word(word);
            let is_it = |i: &usize| free[*i] && pieces[*i] == AnyPiece::Corner(piece);
            let number = (0..pieces.len()).find(is_it)?;
            free[number] = false;
            let turn = piece.turns().find(|t| piece.turned(*t) == word)?;
            Some(Placement::in_corner(number, pieces[number], corner, turn))
        });
        Assembly { rule: Rule::Corners, placements: placements.collect() }
    }

    /// The assembly that solids show: a placement for each piece, in the order given.
    pub(super) fn of_solids(puzzle: &Puzzle, kinds: &[PieceKind], packing: &Packing) -> Assembly {
        let mut free = packing.clone();
        let rule = puzzle.rule();
        let placements = puzzle.pieces().iter().enumerate().filter_map(|(number, piece)| {
            let kind = puzzle.kind_of(*piece);
            let its = free.iter().position(|p| kinds[p.1].piece == kind)?;
            Some(Placement::new(number, rule, kind, free.remove(its).0))
        });
        Assembly { rule, placements: placements.collect() }
    }
}

impl fmt::Display for Assembly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sorted: Vec<&Placement> = self.placements.iter().collect();
        sorted.sort_by_key(|p| p.place().index());
        let word = |p: &&Placement| p.read().map_or_else(|| p.word(), |(read, _)| read);
        let words: Vec<String> = sorted.iter().map(word).collect();
        f.pad(&words.join(" "))
    }
}

impl Serialize for Assembly {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.placements)
    }
}
