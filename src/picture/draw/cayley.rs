//! The Cayley graph, or a ball of it, on rings by distance.

use std::collections::BTreeMap;

use petgraph::visit::EdgeRef;

use super::super::graph::CayleyGraph;
use super::super::rings::{self, Rings};
use super::super::{LineMove, Size, Tabled};
use super::strokes::Strokes;
use super::{
    COMFORTABLE, MOST_VERTICES, cells_in_words, draw_rings, fill, grouped, octahedral,
    puzzle_in_words,
};
use crate::draw::{Edge, PlacedGraph, Vertex, VertexId, text_height, text_width};
use crate::work::Result;

/// The radius of a vertex whose label is short, and of one without a label.
const DISC: f64 = 5.0;
const DOT: f64 = 1.6;
/// A larger disc leaves no room for the edges.
const LARGEST_DISC: f64 = 8.0;
/// Smaller labels are not read from the last row.
const SMALLEST_LABEL: f64 = 2.6;

/// The Cayley graph, or the ball of this radius, on rings by distance; an edge has the colour and the dash of its line and generator.
///
/// Without a radius the whole graph is drawn if it is small, else the largest ball of a comfortable size. Vertices are labelled by a
/// shortest word, if there are few and the words are short enough to be read.
///
/// # Errors
/// [`Error::TooLarge`](crate::Error::TooLarge) if the ball has too many vertices to look at.
pub fn cayley(tabled: &Tabled, size: Size, radius: Option<usize>) -> Result<PlacedGraph> {
    let (graph, radius) = ball(tabled, size, radius)?;
    let strokes = Strokes::new(tabled, size);
    let mut drawing = PlacedGraph::undirected(title(tabled, size, &graph, radius)).description(
        "Vertices are configurations on rings by their distance from the solved one; edges are moves, coloured by generator.",
    );
    let words = words(&graph, &strokes);
    let disc = Some(disc(&words)).filter(|&disc| {
        strokes.tell_generators_apart() && words.len() <= COMFORTABLE && disc <= LARGEST_DISC
    });
    let drawn = drawn(&graph, &strokes);
    let distances: Vec<usize> = graph
        .graph
        .node_weights()
        .map(|node| node.distance)
        .collect();
    let pairs: Vec<(usize, usize)> = drawn.keys().copied().collect();
    let symmetric = octahedral::places(tabled, size, &graph);
    let is_symmetric = symmetric.is_some();
    let rings = symmetric.map_or_else(
        || rings::place(&distances, &pairs, disc.unwrap_or(DOT)),
        |places| Rings {
            places,
            ..Rings::default()
        },
    );
    for ((node, word), &place) in graph.graph.node_weights().zip(words).zip(&rings.places) {
        let label = if disc.is_some() { word } else { String::new() };
        drawing.add_vertex(
            Vertex::new(label)
                .at(place)
                .radius(disc.unwrap_or(DOT))
                .fill(if is_symmetric {
                    octahedral::shade(node.distance)
                } else {
                    fill(node.distance)
                })
                .title(format!(
                    "distance {}: {}",
                    node.distance,
                    cells_in_words(tabled, &node.cells)
                )),
        );
    }
    for (pair, moves) in drawn {
        for &(from, to, step) in &moves {
            let edge = Edge::new(VertexId(from), VertexId(to))
                .stroke(strokes.stroke(step))
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
        draw_rings(&mut drawing, &distances, &rings.places);
        drawing.note("Rings: distance from e");
    }
    drawing.note(note(tabled, size, &graph));
    Ok(drawing)
}

fn title(tabled: &Tabled, size: Size, graph: &CayleyGraph, radius: usize) -> String {
    let what = puzzle_in_words(tabled, size);
    if graph.is_whole {
        format!("Cayley graph of {what}")
    } else {
        format!("Ball of radius {radius} in the Cayley graph of {what}")
    }
}

fn note(tabled: &Tabled, size: Size, graph: &CayleyGraph) -> String {
    let outside = if graph.is_whole {
        ""
    } else {
        "; moves that leave the ball are not drawn"
    };
    format!(
        "{} configurations, {} moves each{outside}",
        grouped(graph.graph.node_count()),
        tabled.moves(size).len()
    )
}

/// A shortest word for every vertex, e for the solved one.
fn words(graph: &CayleyGraph, strokes: &Strokes) -> Vec<String> {
    let vertices = graph.graph.node_indices();
    vertices
        .map(|vertex| {
            let word = graph.word(vertex);
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

/// Moves by the pair of vertices they join, the smaller one first; each with where it leads from and to.
type Joined = BTreeMap<(usize, usize), Vec<(usize, usize, LineMove)>>;

/// The moves that are drawn.
fn drawn(graph: &CayleyGraph, strokes: &Strokes) -> Joined {
    let mut drawn = Joined::new();
    for edge in graph.graph.edge_references() {
        let (from, to, step) = (edge.source().index(), edge.target().index(), *edge.weight());
        if strokes.draws(step, from < to) {
            let pair = (from.min(to), from.max(to));
            drawn.entry(pair).or_default().push((from, to, step));
        }
    }
    drawn
}

/// The ball of a radius, or of the largest comfortable one; and its radius.
fn ball(tabled: &Tabled, size: Size, radius: Option<usize>) -> Result<(CayleyGraph, usize)> {
    if let Some(radius) = radius {
        let graph = CayleyGraph::ball(tabled, size, radius, MOST_VERTICES)?;
        return Ok((graph, radius));
    }
    let mut best = (CayleyGraph::ball(tabled, size, 1, MOST_VERTICES)?, 1);
    while !best.0.is_whole
        && let Ok(larger) = CayleyGraph::ball(tabled, size, best.1 + 1, COMFORTABLE)
    {
        best = (larger, best.1 + 1);
    }
    Ok(best)
}
