//! The Cayley graph, or a ball of it, on rings by distance.

use std::collections::BTreeMap;

use super::super::graph::Names;
use super::super::rings;
use super::super::{Ball, Move, Puzzle, Tabled};
use super::strokes::Strokes;
use super::{MOST_VERTICES, draw_rings, fill, octahedral, puzzle_in_words};
use cubegraph_core::group::Element;
use cubegraph_core::text::counted;
use cubegraph_core::work::{Result, Work};
use cubegraph_draw::{
    Colour, Edge, PlacedGraph, Point, Stroke, Vertex, VertexId, layout, text_height, text_width,
};

/// Without a radius, the largest ball with at most this many vertices is drawn.
const COMFORTABLE: usize = 100;
/// Or with this many, if few of them are inside the outermost ring: then its edges can be followed.
const MOST_COMFORTABLE: usize = 160;
const FEW_INSIDE: usize = 24;
/// And at most this many edges, unless it is the whole graph.
const COMFORTABLE_EDGES: usize = 200;
/// With more vertices than this on the outermost ring, these have their labels outside: discs would
/// make the ring so wide that no label could be read.
const CROWDED: usize = 48;
/// Half of what such a label takes of its ring, without the gap to the next, and the radius of its
/// vertex.
const OUTSIDE: f64 = 0.5;
const OUTSIDE_DOT: f64 = 1.0;

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
/// to be read; those of a crowded outermost ring have it outside.
///
/// # Errors
/// [`Error::TooLarge`](cubegraph_core::Error::TooLarge) if the ball has too many vertices to look at.
pub fn cayley(puzzle: &Puzzle, radius: Option<usize>, work: &Work) -> Result<PlacedGraph> {
    let (size, tabled) = (puzzle.size(), puzzle.rules().tabled_within(work)?);
    let (ball, radius) = ball(puzzle, &tabled, radius, work)?;
    let strokes = Strokes::new(&tabled, size);
    let mut drawing = PlacedGraph::undirected(title(puzzle, &ball, radius)).description(
        "Vertices are configurations on rings by their distance from the solved one; edges are moves, \
         coloured by generator.",
    );
    let words = words(&ball, &strokes);
    let labels = Labels::new(&words, ball.distances(), &strokes);
    let drawn = drawn(&ball, &strokes);
    let pairs: Vec<(usize, usize)> = drawn.keys().copied().collect();
    let symmetric = octahedral::places(&tabled, size, &ball);
    let is_symmetric = symmetric.is_some();
    let rings =
        symmetric.map_or_else(|| labels.rings(ball.distances(), &pairs), rings::Rings::from);
    let names = Names::new(&tabled);
    for ((vertex, word), &place) in words.into_iter().enumerate().zip(&rings.places) {
        let distance = ball.distances()[vertex];
        let fill = if is_symmetric { octahedral::shade(distance) } else { fill(distance) };
        let cells = names.of(ball.cells(vertex));
        let title = format!("distance {distance}: {cells}");
        drawing.add_vertex(labels.vertex(word, distance, place).fill(fill).title(title));
    }
    for (pair, moves) in drawn {
        for &(from, to, step) in &moves {
            // The ways out are what one follows: moves along a ring stay in the background.
            let is_along = ball.distances()[from] == ball.distances()[to] && !is_symmetric;
            let mut stroke = strokes.stroke(step);
            stroke.width *= if is_along || labels.crowded.is_some() { 0.5 } else { 1.0 };
            let edge = Edge::new(VertexId(from), VertexId(to))
                .stroke(stroke)
                .arrow(strokes.is_one_way(step) && labels.disc.is_some())
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
    let outside = if ball.is_whole() { "" } else { "; moves that leave the ball are not drawn" };
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

/// Where the labels are.
struct Labels {
    /// The radius of discs that hold them, if they can be read.
    disc: Option<f64>,
    /// The ring whose labels are outside.
    crowded: Option<usize>,
}

impl Labels {
    fn new(words: &[String], distances: &[usize], strokes: &Strokes) -> Labels {
        let farthest = distances.iter().copied().max().unwrap_or(0);
        let outermost = distances.iter().filter(|&&d| d == farthest).count();
        let inside = words.len() - outermost;
        let is_labelled = strokes.tell_generators_apart() && is_comfortable(words.len(), inside);
        let is_crowded = is_labelled && outermost > CROWDED && inside <= FEW_INSIDE;
        let crowded = is_crowded.then_some(farthest);
        let inside = words.iter().zip(distances);
        let inside = inside.filter(|(_, distance)| Some(**distance) != crowded);
        let disc = disc(inside.map(|(word, _)| word));
        Labels { disc: Some(disc).filter(|&disc| is_labelled && disc <= LARGEST_DISC), crowded }
    }

    fn rings(&self, distances: &[usize], pairs: &[(usize, usize)]) -> rings::Rings {
        let disc = self.disc.unwrap_or(DOT);
        if self.crowded.is_none() {
            return rings::place(distances, pairs, disc);
        }
        let half = |ring| {
            if Some(ring) == self.crowded { OUTSIDE } else { disc }
        };
        layout::rings(distances, pairs, half).into()
    }

    fn vertex(&self, word: String, distance: usize, place: Point) -> Vertex {
        if Some(distance) == self.crowded {
            return Vertex::new("")
                .at(place)
                .radius(OUTSIDE_DOT)
                .outline(Stroke::new(Colour::BLACK, 0.3))
                .beside(word, place);
        }
        let label = self.disc.map(|_| word).unwrap_or_default();
        Vertex::new(label).at(place).radius(self.disc.unwrap_or(DOT))
    }
}

/// Whether a ball can be read, given how many vertices it has and how many of them are inside the
/// outermost ring.
fn is_comfortable(vertices: usize, inside: usize) -> bool {
    vertices <= COMFORTABLE || (vertices <= MOST_COMFORTABLE && inside <= FEW_INSIDE)
}

/// The radius of discs that hold all labels.
fn disc<'a>(labels: impl Iterator<Item = &'a String>) -> f64 {
    let needed = |label: &String| {
        let diagonal = text_width(label, SMALLEST_LABEL).hypot(text_height(label, SMALLEST_LABEL));
        diagonal / 2.0 / 0.9
    };
    labels.map(needed).fold(DISC, f64::max)
}

/// Moves by the pair of vertices they join, the smaller one first; each with where it leads from
/// and to.
type Joined = BTreeMap<(usize, usize), Vec<(usize, usize, Move<Element>)>>;

/// The moves that are drawn.
fn drawn(ball: &Ball, strokes: &Strokes) -> Joined {
    let mut drawn = Joined::new();
    for from in 0..ball.len() {
        for (step, to) in ball.arcs(from) {
            if strokes.draws(step, from < to) {
                let moves = drawn.entry((from.min(to), from.max(to))).or_default();
                // A move may be listed twice.
                if !moves.contains(&(from, to, step)) {
                    moves.push((from, to, step));
                }
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
        && let Ok(larger) = of(best.1 + 1, MOST_COMFORTABLE)
        && is_comfortable(larger.len(), best.0.len())
        && (larger.is_whole() || edges(&larger, &strokes) <= COMFORTABLE_EDGES)
    {
        best = (larger, best.1 + 1);
    }
    Ok(best)
}
