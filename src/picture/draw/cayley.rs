//! The Cayley graph, or a ball of it, on rings by distance.

use std::collections::BTreeMap;

use super::super::graph::Names;
use super::super::rings::{self, Rings};
use super::super::{Ball, LineMove, Puzzle, Tabled};
use super::strokes::Strokes;
use super::{
    COMFORTABLE, COMFORTABLE_EDGES, MOST_VERTICES, counted, draw_rings, fill, octahedral,
    puzzle_in_words,
};
use crate::draw::{Edge, PlacedGraph, Vertex, VertexId, text_height, text_width};
use crate::work::{Result, Work};

/// The radius of a vertex whose label is short, and of one without a label.
const DISC: f64 = 5.0;
const DOT: f64 = 1.6;
/// A larger disc leaves no room for the edges.
const LARGEST_DISC: f64 = 8.0;
/// Smaller labels are not read from the last row.
const SMALLEST_LABEL: f64 = 2.6;

/// The Cayley graph, or the ball of this radius, on rings by distance; an edge has the colour and
/// the dash of its line and generator.
///
/// Without a radius the whole graph is drawn if it is small, else the largest ball of a comfortable
/// size. Vertices are labelled by a shortest word, if there are few and the words are short enough
/// to be read.
///
/// # Errors
/// [`Error::TooLarge`](crate::Error::TooLarge) if the ball has too many vertices to look at.
pub fn cayley(puzzle: &Puzzle, radius: Option<usize>, work: &Work) -> Result<PlacedGraph> {
    let (size, tabled) = (puzzle.size(), puzzle.rules().tabled_within(work)?);
    let (ball, radius) = ball(puzzle, &tabled, radius, work)?;
    let strokes = Strokes::new(&tabled, size);
    let mut drawing = PlacedGraph::undirected(title(puzzle, &ball, radius)).description(
        "Vertices are configurations on rings by their distance from the solved one; edges are moves, \
         coloured by generator.",
    );
    let words = words(&ball, &strokes);
    let disc = Some(disc(&words)).filter(|&disc| {
        strokes.tell_generators_apart() && words.len() <= COMFORTABLE && disc <= LARGEST_DISC
    });
    let drawn = drawn(&ball, &strokes);
    let pairs: Vec<(usize, usize)> = drawn.keys().copied().collect();
    let symmetric = octahedral::places(&tabled, size, &ball);
    let is_symmetric = symmetric.is_some();
    let rings = symmetric.map_or_else(
        || rings::place(ball.distances(), &pairs, disc.unwrap_or(DOT)),
        |places| Rings {
            places,
            ..Rings::default()
        },
    );
    let names = Names::new(&tabled);
    for ((vertex, word), &place) in words.into_iter().enumerate().zip(&rings.places) {
        let distance = ball.distances()[vertex];
        let label = if disc.is_some() { word } else { String::new() };
        drawing.add_vertex(
            Vertex::new(label)
                .at(place)
                .radius(disc.unwrap_or(DOT))
                .fill(if is_symmetric {
                    octahedral::shade(distance)
                } else {
                    fill(distance)
                })
                .title(format!(
                    "distance {distance}: {}",
                    names.of(ball.cells(vertex))
                )),
        );
    }
    for (pair, moves) in drawn {
        for &(from, to, step) in &moves {
            // The ways out are what one follows: moves along a ring stay in the background.
            let is_along = ball.distances()[from] == ball.distances()[to] && !is_symmetric;
            let mut stroke = strokes.stroke(step);
            stroke.width *= if is_along { 0.5 } else { 1.0 };
            let edge = Edge::new(VertexId(from), VertexId(to))
                .stroke(stroke)
                .arrow(strokes.is_one_way(step) && disc.is_some())
                .title(tabled.name_of(step));
            // Parallel edges are laid side by side where they are drawn.
            let bend = rings.bends.get(&pair).filter(|_| moves.len() == 1);
            drawing.add_edge(match bend {
                Some(&via) => edge.via(via),
                None => edge,
            });
        }
    }
    if drawing.edge_count() > 0 {
        strokes.explain(&mut drawing);
    }
    if is_symmetric {
        drawing.note(octahedral::NOTE);
    } else {
        draw_rings(&mut drawing, ball.distances(), &rings.places);
        drawing.note("Rings: distance from e");
    }
    let outside = if ball.is_whole() {
        ""
    } else {
        "; moves that leave the ball are not drawn"
    };
    drawing.note(format!(
        "{}, {} each{outside}",
        counted(ball.len(), "configuration"),
        counted(tabled.moves(size).len(), "move")
    ));
    Ok(drawing)
}

fn title(puzzle: &Puzzle, ball: &Ball, radius: usize) -> String {
    let what = puzzle_in_words(puzzle);
    if ball.is_whole() {
        format!("Cayley graph of {what}")
    } else {
        format!("Ball of radius {radius} in the Cayley graph of {what}")
    }
}

/// A shortest word for every vertex, e for the solved one.
fn words(ball: &Ball, strokes: &Strokes) -> Vec<String> {
    (0..ball.len())
        .map(|vertex| {
            let word = ball.word(vertex);
            if word.is_empty() {
                return "e".to_owned();
            }
            word.iter().map(|&step| strokes.short_name(step)).collect()
        })
        .collect()
}

/// The radius of discs that hold all labels.
fn disc(labels: &[String]) -> f64 {
    let needed = |label: &String| {
        let diagonal = text_width(label, SMALLEST_LABEL).hypot(text_height(label, SMALLEST_LABEL));
        diagonal / 2.0 / 0.9
    };
    labels.iter().map(needed).fold(DISC, f64::max)
}

/// Moves by the pair of vertices they join, the smaller one first; each with where it leads from
/// and to.
type Joined = BTreeMap<(usize, usize), Vec<(usize, usize, LineMove)>>;

/// The moves that are drawn.
fn drawn(ball: &Ball, strokes: &Strokes) -> Joined {
    let mut drawn = Joined::new();
    for from in 0..ball.len() {
        for (step, to) in ball.arcs(from) {
            if strokes.draws(step, from < to) {
                let pair = (from.min(to), from.max(to));
                drawn.entry(pair).or_default().push((from, to, step));
            }
        }
    }
    drawn
}

fn edges(ball: &Ball, strokes: &Strokes) -> usize {
    drawn(ball, strokes).values().map(Vec::len).sum()
}

/// The ball of a radius, or of the largest comfortable one; and its radius.
fn ball(
    puzzle: &Puzzle,
    tabled: &Tabled,
    radius: Option<usize>,
    work: &Work,
) -> Result<(Ball, usize)> {
    let of = |radius, most| puzzle.ball_of(radius, most, work);
    if let Some(radius) = radius {
        return Ok((of(radius, MOST_VERTICES)?, radius));
    }
    let strokes = Strokes::new(tabled, puzzle.size());
    let mut best = (of(1, MOST_VERTICES)?, 1);
    while !best.0.is_whole()
        && let Ok(larger) = of(best.1 + 1, COMFORTABLE)
        && (larger.is_whole() || edges(&larger, &strokes) <= COMFORTABLE_EDGES)
    {
        best = (larger, best.1 + 1);
    }
    Ok(best)
}
