//! How moves are drawn and called: a colour and a dash for each line and generator, and a short
//! name where there is room for one.

use super::super::{Move, Size, Tabled};
use itertools::Itertools;

use cubegraph_core::group::Element;
use cubegraph_draw::{Colour, Dash, PlacedGraph, Stroke};

/// More generators than this are not told apart; then every line has one stroke.
const MOST_STROKES: usize = 12;

/// The strokes of the moves of a puzzle.
pub struct Strokes<'a> {
    tabled: &'a Tabled,
    size: Size,
    /// The moves that have a stroke of their own: of a move and its inverse the first, on every
    /// line.
    own: Vec<Move<Element>>,
}

impl Strokes<'_> {
    pub fn new(tabled: &Tabled, size: Size) -> Strokes<'_> {
        let mut strokes = Strokes { tabled, size, own: Vec::new() };
        let own = tabled.moves(size).into_iter().unique();
        strokes.own = own.filter(|&step| strokes.first(step) == Some(step)).collect();
        strokes
    }

    /// Whether every generator has a stroke, so that the legend explains it.
    pub fn tell_generators_apart(&self) -> bool {
        self.own.len() <= MOST_STROKES
    }

    /// The move that stands for this one and its inverse; none for a move that changes nothing.
    fn first(&self, step: Move<Element>) -> Option<Move<Element>> {
        let inverse = self.tabled.group.inverse(step.turn);
        let mut moves = self.tabled.choices(step.axis).iter();
        let turn = *moves.find(|&&m| m == step.turn || m == inverse)?;
        (turn != Element::IDENTITY).then_some(Move { turn, ..step })
    }

    /// Whether a move is drawn as an arc of its own. Of a move and its inverse, which are the same
    /// edge, only the first is; of a move that is its own inverse, the arc away from the smaller
    /// vertex.
    pub fn draws(&self, step: Move<Element>, is_upwards: bool) -> bool {
        let is_own = self.first(step) == Some(step);
        is_own && (self.is_one_way(step) || is_upwards)
    }

    /// Whether the move undoes not itself.
    pub fn is_one_way(&self, step: Move<Element>) -> bool {
        self.tabled.group.inverse(step.turn) != step.turn
    }

    /// The stroke of a move that is drawn.
    pub fn stroke(&self, step: Move<Element>) -> Stroke {
        let is_half = self.is_half_turn(step);
        let is_mine = |own: &&Move<Element>| {
            let of_its_line = own.axis == step.axis && own.line == step.line;
            let is_it = own.turn == step.turn || is_half;
            of_its_line && (!self.tell_generators_apart() || is_it)
        };
        let groups = self.groups();
        let mut whole = groups.iter().filter(|&&own| !self.is_half_turn(own));
        let index = whole.position(|own| is_mine(&own)).unwrap_or(0);
        let mut stroke = Stroke::new(Colour::nth(index), 0.8).dash(Dash::nth(index));
        if is_half {
            // Half turns lie behind the quarter turns that they consist of.
            stroke.colour = stroke.colour.mix(Colour::WHITE, 0.45);
            stroke.width = 0.5;
        }
        stroke
    }

    /// Whether this is a half turn of a line of cubes.
    fn is_half_turn(&self, step: Move<Element>) -> bool {
        self.tabled.rules().is_cube() && !self.is_one_way(step)
    }

    /// One move for each stroke.
    fn groups(&self) -> Vec<Move<Element>> {
        let mut groups = self.own.clone();
        if !self.tell_generators_apart() {
            groups.dedup_by_key(|own| (own.axis, own.line));
        }
        groups
    }

    /// Adds what every stroke means.
    pub fn explain(&self, drawing: &mut PlacedGraph) {
        for own in self.groups() {
            let text = if self.tell_generators_apart() {
                self.meaning(own)
            } else {
                let line = own.axis.name();
                let moves = self.tabled.choices(own.axis).len();
                format!("{line} {}, any of its {moves} moves", own.line + 1)
            };
            drawing.legend(self.stroke(own), text);
        }
    }

    fn meaning(&self, own: Move<Element>) -> String {
        let name = self.tabled.name_of(own);
        let inverse = self.tabled.group.inverse(own.turn);
        let is_listed = self.tabled.choices(own.axis).contains(&inverse);
        let back = (is_listed && inverse != own.turn).then_some(Move { turn: inverse, ..own });
        let there = self.short_name(own);
        match back.map(|back| self.short_name(back)) {
            Some(back) => format!("{there} = {name}, backwards {back}"),
            None => format!("{there} = {name}"),
        }
    }

    /// u, d, l, r and their squares for the cube, r and c with a letter for each generator for
    /// other groups; with the number of the line, if there is more than one cell. A prime is the
    /// inverse, as cubers write it.
    pub fn short_name(&self, step: Move<Element>) -> String {
        let line = if self.size.cells() == 1 { String::new() } else { (step.line + 1).to_string() };
        let turn = self.tabled.rotation(step.turn);
        if let Some(name) = turn.and_then(|turn| step.axis.turn_name(turn)) {
            return match name {
                "row" => format!("u{line}²"),
                "column" => format!("l{line}²"),
                name => format!("{}{line}", &name[..1]),
            };
        }
        let first = self.first(step).unwrap_or(step);
        let mut of_line =
            self.own.iter().filter(|own| own.axis == step.axis && own.line == step.line);
        let letter = match of_line.clone().count() {
            0 | 1 => String::new(),
            _ => of_line
                .position(|&own| own == first)
                .and_then(|index| ('a'..='z').nth(index))
                .map_or(String::new(), String::from),
        };
        let kind = &step.axis.name()[..1];
        let prime = if first == step { "" } else { "'" };
        format!("{kind}{line}{letter}{prime}")
    }
}
