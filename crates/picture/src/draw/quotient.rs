//! The Cayley graph, or a ball of it, up to the symmetries that keep the moves.

use petgraph::visit::EdgeRef;

use super::super::{Ball, MoveCount, Puzzle, Quotient, rings};
use super::{MOST_VERTICES, draw_rings, fill, puzzle_in_words};
use cubegraph_core::text::{counted, grouped};
use cubegraph_core::work::{Error, Result, Work};
use cubegraph_draw::{Colour, Edge, PlacedGraph, Stroke, Vertex, VertexId};

/// The most configurations that are sorted into classes.
const MOST_CONFIGURATIONS: usize = 1_000_000;

/// Without a radius, the largest ball with at most this many classes is drawn.
const COMFORTABLE: usize = 100;
/// The radius of a vertex.
const DISC: f64 = 5.0;

/// The quotient of the graph, or of the ball of this radius, by the symmetries that keep the set of
/// moves.
///
/// # Errors
/// [`Error::TooLarge`] if there are too many classes to look at.
pub fn quotient(puzzle: &Puzzle, radius: Option<usize>, work: &Work) -> Result<PlacedGraph> {
    let (ball, classes, radius) = match radius {
        Some(radius) => {
            let ball = puzzle.ball_of(radius, MOST_CONFIGURATIONS, work)?;
            let classes = ball.quotient(work)?;
            (ball, classes, radius)
        }
        None => comfortable(puzzle, work)?,
    };
    if classes.node_count() > MOST_VERTICES {
        return Err(Error::too_large(format!(
            "the quotient has {} classes, and a drawing has room for {MOST_VERTICES}",
            grouped(classes.node_count())
        ))
        .help("choose a smaller radius"));
    }
    let whole = if ball.is_whole() {
        "Cayley graph".to_owned()
    } else {
        format!("ball of radius {radius}")
    };
    let what = puzzle_in_words(puzzle);
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
                    class.distance, class.size, class.configuration
                )),
        );
    }
    draw_rings(&mut drawing, &distances, &rings.places);
    for edge in classes.edge_references() {
        let (from, to) = (edge.source(), edge.target());
        let MoveCount(there) = *edge.weight();
        let back = classes.find_edge(to, from).map(|e| classes[e].0);
        // Both directions are one line; the arc back is skipped.
        if to < from && back.is_some() {
            continue;
        }
        let title = match back {
            Some(back) if from != to => {
                format!("{} there, {back} back", counted(there, "move"))
            }
            _ => counted(there, "move"),
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
        "{} in {}",
        counted(ball.len(), "configuration"),
        counted(classes.node_count(), "class")
    ));
    Ok(drawing)
}

/// The largest ball whose quotient is comfortable to look at, with the quotient and its radius.
fn comfortable(puzzle: &Puzzle, work: &Work) -> Result<(Ball, Quotient, usize)> {
    let of = |radius| {
        let ball = puzzle.ball_of(radius, MOST_CONFIGURATIONS, work)?;
        let classes = ball.quotient(work)?;
        Ok::<_, Error>((ball, classes, radius))
    };
    let mut best = of(1)?;
    while !best.0.is_whole()
        && best.0.len() <= 3000
        && let Ok(larger) = of(best.2 + 1)
        && larger.1.node_count() <= COMFORTABLE
    {
        best = larger;
    }
    Ok(best)
}
