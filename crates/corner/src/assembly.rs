//! A cube put together: every piece where it lies.

use std::fmt;

use serde::{Serialize, Serializer};

use super::Result;
use super::edges::End;
use super::graph::{self, CubeGraph, Place};
use super::lattice::{Solid, corner_piece};
use super::packing::{Packing, PlacedSolid};
use super::pattern::{Axis, Bar, Corner, Pattern};
use super::piece::{Piece, spell};
use super::puzzle::{AnyPiece, Puzzle, Rule};
use cubegraph_core::cube::{Face, Rotation};

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
    piece: AnyPiece,
    solid: Solid,
    lie: Lie,
}

/// How a piece lies in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lie {
    /// In a corner, the letter number `turn` of its word along x.
    Corner { corner: Corner, turn: usize },
    /// Between two corners, the first of them first; rolled by quarter turns.
    Edge {
        ends: [(Corner, End); 2],
        rolled: usize,
    },
    /// On a side, its rim beginning in one corner and going on towards another.
    Side {
        side: Face,
        from: Corner,
        to: Corner,
        over: bool,
    },
}

/// A placement as it is written.
#[derive(Serialize)]
#[serde(untagged)]
enum Row {
    Corner {
        corner: String,
        piece: usize,
        word: String,
        read: String,
        turn: usize,
        half_edges: HalfEdges,
    },
    Edge {
        piece: usize,
        word: String,
        from: String,
        to: String,
    },
    Side {
        piece: usize,
        word: String,
        side: String,
        lies: String,
    },
}

/// The half-edges of a corner by axis.
#[derive(Serialize)]
struct HalfEdges {
    x: char,
    y: char,
    z: char,
}

impl Placement {
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
        match self.lie {
            Lie::Corner { corner, .. } => Place::Corner(corner),
            Lie::Edge { ends, .. } => Place::Bar(bar_between(ends.map(|end| end.0))),
            Lie::Side { side, .. } => Place::Side(side),
        }
    }

    /// The letter it has where it meets a neighbour; none for sides.
    pub fn letter_at(&self, at: Place) -> Option<char> {
        match (self.lie, self.piece, at) {
            (Lie::Corner { corner, turn }, AnyPiece::Corner(piece), Place::Bar(bar)) => {
                let axis = corner.reading().iter().position(|a| *a == bar.axis())?;
                let here = bar.ends().contains(&corner);
                here.then(|| piece.turned(turn)[axis].letter())
            }
            (Lie::Edge { ends, .. }, _, Place::Corner(corner)) => {
                let end = ends.iter().find(|end| end.0 == corner)?;
                Some(end.1.letter())
            }
            _ => None,
        }
    }

    /// The cells it fills.
    pub(super) fn solid(&self) -> Solid {
        self.solid
    }

    pub(super) fn piece(&self) -> AnyPiece {
        self.piece
    }

    /// The word read in its corner; none for the relatives.
    pub(super) fn read(&self) -> Option<String> {
        match (self.lie, self.piece) {
            (Lie::Corner { turn, .. }, AnyPiece::Corner(piece)) => Some(spell(piece.turned(turn))),
            _ => None,
        }
    }

    fn row(&self) -> Row {
        let (piece, word) = (self.number + 1, self.word());
        match self.lie {
            Lie::Corner { corner, turn } => {
                let half = |axis| self.letter_at(Place::Bar(Bar::at(corner, axis)));
                let [x, y, z] = Axis::ALL.map(|axis| half(axis).unwrap_or('?'));
                Row::Corner {
                    corner: corner.to_string(),
                    piece,
                    word,
                    read: self.read().unwrap_or_default(),
                    turn,
                    half_edges: HalfEdges { x, y, z },
                }
            }
            Lie::Edge { ends, rolled } => {
                let [from, to] = ends.map(|(corner, end)| format!("{corner}: {}", end.letter()));
                let rolled = match rolled {
                    0 => String::new(),
                    n => format!(", rolled {n} quarter turns"),
                };
                let to = format!("{to}{rolled}");
                Row::Edge {
                    piece,
                    word,
                    from,
                    to,
                }
            }
            Lie::Side {
                side,
                from,
                to,
                over,
            } => {
                let over = if over { ", turned over" } else { "" };
                let (side, lies) = (side.to_string(), format!("from {from} to {to}{over}"));
                Row::Side {
                    piece,
                    word,
                    side,
                    lies,
                }
            }
        }
    }

    /// A corner piece in a corner, its letter number `turn` along x.
    pub(super) fn in_corner(number: usize, piece: Piece, corner: Corner, turn: usize) -> Placement {
        let first = Corner::ALL[0];
        // The rotation that brings the first corner here and its bar number `turn` onto the bar
        // along x.
        let from = first.reading()[turn % 3];
        let rotation = Rotation::all().find(|r| {
            let (here, next) = (first.rotated(*r), first.along(from).rotated(*r));
            here == corner && next == corner.along(Axis::X)
        });
        Placement {
            number,
            piece: AnyPiece::Corner(piece),
            solid: corner_piece(piece).rotated(rotation.unwrap_or(Rotation::IDENTITY)),
            lie: Lie::Corner { corner, turn },
        }
    }

    fn of_solid(number: usize, piece: AnyPiece, placed: &PlacedSolid) -> Placement {
        let turned = |corner: Corner| corner.rotated(placed.rotation);
        let [zero, one] = [Corner::ALL[0], Corner::ALL[1]];
        let lie = if let AnyPiece::Edge(piece) = piece {
            let [left, right] = piece.ends();
            let mut ends = [(turned(zero), left), (turned(one), right)];
            ends.sort_unstable_by_key(|end| end.0);
            let rolled = placed.shape;
            Lie::Edge { ends, rolled }
        } else {
            // In the first place, the bottom, the rim begins left in front and runs along the
            // front.
            let over = placed.shape != 0;
            let first = if over { one } else { zero };
            Lie::Side {
                side: placed.rotation.place_of(Face::Bottom),
                from: turned(first),
                to: turned(first.along(Axis::X)),
                over,
            }
        };
        let solid = placed.solid;
        Placement {
            number,
            piece,
            solid,
            lie,
        }
    }
}

impl Serialize for Placement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.row().serialize(serializer)
    }
}

/// The bar between two neighbouring corners.
fn bar_between([one, other]: [Corner; 2]) -> Bar {
    let axis = Axis::ALL.into_iter().find(|axis| one.along(*axis) == other);
    Bar::at(one, axis.unwrap_or(Axis::X))
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
        self.placements
            .iter()
            .map(|placement| match placement.row() {
                Row::Corner {
                    corner,
                    piece,
                    word,
                    half_edges,
                    ..
                } => {
                    let HalfEdges { x, y, z } = half_edges;
                    let rest = [x, y, z].map(String::from);
                    [corner, piece.to_string(), word]
                        .into_iter()
                        .chain(rest)
                        .collect()
                }
                Row::Edge {
                    piece,
                    word,
                    from: place,
                    to: how,
                }
                | Row::Side {
                    piece,
                    word,
                    side: place,
                    lies: how,
                } => {
                    vec![piece.to_string(), word, place, how]
                }
            })
            .collect()
    }

    /// The assembly of corner pieces that a pattern shows.
    pub(super) fn of_pattern(pieces: &[AnyPiece], pattern: Pattern) -> Assembly {
        let mut free = vec![true; pieces.len()];
        let placements = Corner::ALL
            .into_iter()
            .filter_map(|corner| {
                let word = pattern.word(corner);
                let piece = Piece::from_word(word);
                let is_it = |i: &usize| free[*i] && pieces[*i] == AnyPiece::Corner(piece);
                let number = (0..pieces.len()).find(is_it)?;
                free[number] = false;
                let turn = piece.turns().find(|t| piece.turned(*t) == word)?;
                Some(Placement::in_corner(number, piece, corner, turn))
            })
            .collect();
        let rule = Rule::Corners;
        Assembly { rule, placements }
    }

    /// The assembly of a relative that solids show: a placement for each piece, in the order given.
    pub(super) fn of_solids(
        puzzle: &Puzzle,
        kinds: &[(AnyPiece, usize)],
        packing: &Packing,
    ) -> Assembly {
        let mut free: Vec<&PlacedSolid> = packing.iter().collect();
        let placements = puzzle
            .pieces()
            .iter()
            .enumerate()
            .filter_map(|(number, piece)| {
                let kind = puzzle.kind_of(*piece);
                let its = free.iter().position(|p| kinds[p.kind].0 == kind)?;
                Some(Placement::of_solid(number, kind, free.remove(its)))
            })
            .collect();
        let rule = puzzle.rule();
        Assembly { rule, placements }
    }
}

impl fmt::Display for Assembly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<(Place, String)> = self
            .placements
            .iter()
            .map(|p| (p.place(), p.read().unwrap_or_else(|| p.word())))
            .collect();
        words.sort_by_key(|(place, _)| place.index());
        let words: Vec<String> = words.into_iter().map(|(_, word)| word).collect();
        f.pad(&words.join(" "))
    }
}

impl Serialize for Assembly {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.placements)
    }
}
