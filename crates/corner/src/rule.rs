//! The three kinds of pieces, and what they have in common.
//!
//! A piece of any rule is a set of cells ([`Solid`]) in the first place of its rule: the corner
//! left front bottom, the bar from there to the right, or the bottom. It lies in the cube as one
//! of its shapes there, moved by one of the 24 rotations. Everything else about a piece in an
//! assembly follows from the shape and the rotation, so a rule is a target to fill and a few words.

use std::fmt;

use chacha20::ChaCha8Rng;
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::edges::{self, EdgePiece};
use super::faces::{self, FacePiece};
use super::graph::Place;
use super::lattice::{Solid, corner_piece};
use super::pattern::{Bar, Corner, Pattern};
use super::piece::Piece;
use cubegraph_core::cube::Face;
use cubegraph_core::fault::Fault;

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

/// What messages and tables say about a rule.
pub(super) struct RuleWords {
    /// The columns of an assembly that is written as a table.
    pub columns: &'static [&'static str],
    /// What a cube has.
    pub has: &'static str,
    /// What is expected of a puzzle.
    pub pieces: &'static str,
    /// What to do where the number of pieces is wrong.
    pub help: &'static str,
    /// What neighbouring pieces share.
    pub shared: &'static str,
}

impl Rule {
    /// The three rules.
    pub(super) const ALL: [Rule; 3] = [Rule::Corners, Rule::Edges, Rule::Faces];

    /// The name used in files.
    pub const fn name(self) -> &'static str {
        ["corners", "edges", "faces"][self as usize]
    }

    /// The columns of an assembly that is written as a table.
    pub fn columns(self) -> &'static [&'static str] {
        self.words().columns
    }

    pub(super) const fn words(self) -> RuleWords {
        match self {
            Rule::Corners => RuleWords {
                columns: &["corner", "piece", "word", "left-right", "front-back", "bottom-top"],
                has: "eight corners",
                pieces: "eight pieces of three letters A to D",
                help: "for example AAD ACB ACD ADB ADD BBC BCC BDC; a piece may be given more than \
                       once",
                shared: "bar",
            },
            Rule::Edges => RuleWords {
                columns: &["piece", "word", "from", "to"],
                has: "twelve edges",
                pieces: "twelve pieces of two letters of A, B, C, D, H, N, W",
                help: "corner pieces have three letters each, edge pieces two; \
                       a piece may be given more than once",
                shared: "corner",
            },
            Rule::Faces => RuleWords {
                columns: &["piece", "word", "side", "lies"],
                has: "six sides",
                pieces: "six pieces of sixteen digits 0 and 1",
                help: "a piece may be given more than once",
                shared: "bar",
            },
        }
    }

    /// How many pieces a cube has.
    pub(super) const fn size(self) -> usize {
        [8, 12, 6][self as usize]
    }

    /// The cells to fill.
    pub(super) fn target(self) -> Solid {
        match self {
            Rule::Corners | Rule::Edges => Solid::frame(),
            Rule::Faces => Solid::shell(),
        }
    }

    /// The place from which rotations bring a piece to all others.
    pub(super) fn first_place(self) -> Place {
        match self {
            Rule::Corners => Place::Corner(Corner::ALL[0]),
            Rule::Edges => Place::Bar(Bar::ALL[0]),
            Rule::Faces => Place::Side(Face::Bottom),
        }
    }

    /// Whether pieces may be turned over, so that every assembly has a mirror image; the two count
    /// as one.
    pub(super) fn turns_over(self) -> bool {
        self == Rule::Faces
    }

    /// The pieces that come from cutting a cube at random.
    pub(super) fn cut(self, random: &mut ChaCha8Rng) -> Vec<AnyPiece> {
        match self {
            Rule::Corners => {
                let pattern = Pattern::from_number(random.random_range(0..Pattern::COUNT));
                pattern.bag().pieces().map(AnyPiece::Corner).collect()
            }
            Rule::Edges => edges::cut(random).into_iter().map(AnyPiece::Edge).collect(),
            Rule::Faces => faces::cut(random).into_iter().map(AnyPiece::Side).collect(),
        }
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

    /// Its shapes in the first place; the first is the piece as its word says. The others are the
    /// same piece in ways that no rotation of the cube gives: a bar rolled, a side turned over.
    pub(super) fn shapes(self, roll: bool) -> Vec<Solid> {
        match self {
            AnyPiece::Corner(piece) => vec![corner_piece(piece)],
            AnyPiece::Edge(piece) => piece.shapes(roll),
            AnyPiece::Side(piece) => vec![piece.solid(), piece.solid().mirrored()],
        }
    }

    /// Where it meets its neighbours in the first place, each with the letter it has there; sides
    /// have no letters.
    pub(super) fn contacts(self) -> Vec<(Place, char)> {
        let first = Corner::ALL[0];
        match self {
            AnyPiece::Corner(piece) => (first.reading().into_iter().zip(piece.word()))
                .map(|(axis, half)| (Place::Bar(Bar::at(first, axis)), half.letter()))
                .collect(),
            AnyPiece::Edge(piece) => (Corner::ALL.into_iter().zip(piece.ends()))
                .map(|(corner, end)| (Place::Corner(corner), end.letter()))
                .collect(),
            AnyPiece::Side(_) => Vec::new(),
        }
    }

    /// The first of the pieces that cannot be told apart from this one.
    pub(super) fn kind(self, roll: bool) -> AnyPiece {
        match self {
            AnyPiece::Edge(piece) => AnyPiece::Edge(piece.kind(roll)),
            other => other,
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
