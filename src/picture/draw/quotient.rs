//! The Cayley graph, or a ball of it, up to the symmetries that keep the moves.

use petgraph::visit::EdgeRef;

use super::super::graph::{CayleyGraph, quotient};
use super::super::{Size, Tabled, rings};
use super::{
    COMFORTABLE, MOST_VERTICES, cells_in_words, draw_rings, fill, grouped, puzzle_in_words,
};
use crate::draw::{Colour, Edge, PlacedGraph, Stroke, Vertex, VertexId};
use crate::work::{Error, Result};

/// The most configurations that are sorted into classes.
const MOST_CONFIGURATIONS: usize = 1_000_000;

/// The radius of a vertex.
const DISC: f64 = 5.0;

/// The quotient of the graph, or of the ball of this radius, by the symmetries that keep the set of moves.
pub fn quotient_graph(tabled: &Tabled, size: Size, radius: Option<usize>) -> Result<PlacedGraph> {
    let (graph, radius) = match radius {
        Some(radius) => (
            CayleyGraph::ball(tabled, size, radius, MOST_CONFIGURATIONS)?,
            radius,
        ),
        None => comfortable(tabled, size)?,
    };
    let classes = quotient(&graph, tabled, size)?;
    if classes.node_count() > MOST_VERTICES {
        return Err(Error::TooLarge(format!(
            "the quotient has {} classes, and a drawing has room for {MOST_VERTICES}; choose a smaller --radius",
            grouped(classes.node_count())
        )));
    }
    let whole = if graph.is_whole {
        "Cayley graph".to_owned()
    } else {
        format!("ball of radius {radius}")
    };
    let what = puzzle_in_words(tabled, size);
    let mut drawing =
        PlacedGraph::undirected(format!("Quotient of the {whole} of {what}")).description(
            "A vertex is a class of configurations, its label how many there are; rings are distances.",
        );
    let distances: Vec<usize> = classes.node_weights().map(|class| class.distance).collect();
    let mut pairs: Vec<(usize, usize)> = classes
        .edge_references()
        .map(|edge| (edge.source().index(), edge.target().index()))
        .map(|(a, b)| (a.min(b), a.max(b)))
        .filter(|(a, b)| a != b)
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    let rings = rings::place(&distances, &pairs, DISC);
    for (class, &place) in classes.node_weights().zip(&rings.places) {
        drawing.add_vertex(
            Vertex::new(class.size.to_string())
                .at(place)
                .radius(DISC)
                .fill(fill(class.distance))
                .title(format!(
                    "distance {}: {} such as {}",
                    class.distance,
                    class.size,
                    cells_in_words(tabled, &class.representative)
                )),
        );
    }
    draw_rings(&mut drawing, &distances, &rings.places);
    for edge in classes.edge_references() {
        let (from, to) = (edge.source(), edge.target());
        let back = classes.find_edge(to, from).map(|e| classes[e]);
        // Both directions are one line; the arc back is skipped.
        if to < from && back.is_some() {
            continue;
        }
        let title = match back {
            Some(back) if from != to => format!("{} moves there, {back} back", edge.weight()),
            _ => format!("{} moves", edge.weight()),
        };
        let (from, to) = (from.index(), to.index());
        let line = Edge::new(VertexId(from), VertexId(to))
            .stroke(Stroke::new(Colour::INK, 0.5))
            .title(title);
        drawing.add_edge(match rings.bends.get(&(from.min(to), from.max(to))) {
            Some(&via) => line.via(via),
            None => line,
        });
    }
    drawing.note("A vertex is a class under the symmetries that keep the moves;");
    drawing.note("its number is how many configurations the class has, its ring their distance.");
    drawing.note(format!(
        "{} configurations in {} classes",
        grouped(graph.graph.node_count()),
        grouped(classes.node_count())
    ));
    Ok(drawing)
}

/// The largest ball whose quotient is comfortable to look at, and its radius.
fn comfortable(tabled: &Tabled, size: Size) -> Result<(CayleyGraph, usize)> {
    let mut best = (CayleyGraph::ball(tabled, size, 1, MOST_CONFIGURATIONS)?, 1);
    for radius in 2.. {
        if best.0.is_whole || best.0.graph.node_count() > 3000 {
            break;
        }
        let Ok(larger) = CayleyGraph::ball(tabled, size, radius, MOST_CONFIGURATIONS) else {
            break;
        };
        match quotient(&larger, tabled, size) {
            Ok(classes) if classes.node_count() <= COMFORTABLE => best = (larger, radius),
            _ => break,
        }
    }
    Ok(best)
}
