//! Pictures of the puzzle: its Cayley graph or a ball of it, the quotient by the symmetries, the distribution of distances, and
//! a configuration as the picture its cubes show.

use num_traits::ToPrimitive;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

use super::graph::{CayleyGraph, quotient};
use super::{Distances, LineMove, Puzzle, Size, Tabled, pictures, rings, rotation_of};
use crate::cube::{Face, Rotation};
use crate::draw::{
    Anchor, Bar, BarChart, Colour, Dash, Edge, FaceArt, Group, PlacedGraph, Scale, Scene, Shape,
    Stroke, Text, Vertex, VertexId,
};
use crate::group::{Element, Permutation};
use crate::work::{Error, Result};

/// More vertices than this do not fit a slide.
const MOST_VERTICES: usize = 400;
/// Without a radius, the largest ball with at most so many vertices is drawn.
const COMFORTABLE: usize = 60;

/// The Cayley graph, or the ball of this radius, on rings by distance; an edge has the colour and the dash of its line and generator.
///
/// Without a radius the whole graph is drawn if it is small, else the largest ball of a comfortable size.
///
/// # Errors
/// [`Error::TooLarge`] if the ball has too many vertices to look at.
pub fn cayley(tabled: &Tabled, size: Size, radius: Option<usize>) -> Result<PlacedGraph> {
    let (graph, radius) = ball(tabled, size, radius)?;
    let what = if graph.is_whole {
        format!("Cayley graph of {size} over {}", tabled.rules().name())
    } else {
        format!(
            "Ball of radius {radius} in the Cayley graph of {size} over {}",
            tabled.rules().name()
        )
    };
    let mut drawing = PlacedGraph::undirected(what).description(
        "Vertices are configurations on rings by their distance from the solved one; edges are moves, coloured by generator.",
    );
    let is_small = graph.graph.node_count() <= COMFORTABLE;
    let distances: Vec<usize> = graph
        .graph
        .node_weights()
        .map(|node| node.distance)
        .collect();
    let mut pairs: Vec<(usize, usize)> = graph
        .graph
        .edge_references()
        .map(|edge| (edge.source().index(), edge.target().index()))
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    let places = rings::place(&distances, &pairs, if is_small { 5.0 } else { 1.6 });
    for (vertex, &place) in graph.graph.node_indices().zip(&places) {
        drawing.add_vertex(vertex_of(tabled, size, &graph, vertex, is_small).at(place));
    }
    let mut styles: Vec<(bool, usize, Element)> = Vec::new();
    for edge in graph.graph.edge_references() {
        let step = *edge.weight();
        let element = tabled.element_of(step);
        let inverse = tabled.group.inverse(element);
        // A move and its inverse are one edge, drawn for the one that is listed first.
        let is_second = moves_of(tabled, step)
            .iter()
            .position(|&other| other == inverse)
            .is_some_and(|other| {
                other < step.choice || (other == step.choice && edge.target() < edge.source())
            });
        if is_second || element == Element::IDENTITY {
            continue;
        }
        let key = (step.is_row, step.line, element);
        let style = styles.iter().position(|&k| k == key).unwrap_or_else(|| {
            styles.push(key);
            styles.len() - 1
        });
        let is_one_way = element != inverse;
        drawing.add_edge(
            Edge::new(
                VertexId(edge.source().index()),
                VertexId(edge.target().index()),
            )
            .stroke(stroke(style))
            .arrow(is_one_way && is_small)
            .title(tabled.name_of(step)),
        );
    }
    for (style, &(is_row, line, element)) in styles.iter().enumerate() {
        drawing.legend(stroke(style), legend_text(tabled, is_row, line, element));
    }
    drawing.note(format!(
        "{} configurations, {} moves each{}",
        grouped(graph.graph.node_count()),
        tabled.moves(size).len(),
        if graph.is_whole {
            ""
        } else {
            "; moves that leave the ball are not drawn"
        }
    ));
    Ok(drawing)
}

fn grouped(number: impl std::fmt::Display) -> String {
    crate::draw::grouped(&number.to_string())
}

fn moves_of(tabled: &Tabled, step: LineMove) -> &[Element] {
    if step.is_row {
        &tabled.rows
    } else {
        &tabled.columns
    }
}

fn stroke(style: usize) -> Stroke {
    Stroke::new(Colour::nth(style), 0.8).dash(Dash::nth(style))
}

fn legend_text(tabled: &Tabled, is_row: bool, line: usize, element: Element) -> String {
    let inverse = tabled.group.inverse(element);
    let name = |element: Element| {
        let moves = if is_row {
            &tabled.rows
        } else {
            &tabled.columns
        };
        moves.iter().position(|&m| m == element).map(|choice| {
            tabled.name_of(LineMove {
                is_row,
                line,
                choice,
            })
        })
    };
    match (name(element), name(inverse)) {
        (Some(there), Some(back)) if element != inverse => format!("{there}, backwards {back}"),
        (Some(there), _) => there,
        _ => String::new(),
    }
}

/// The ball of a radius, or of the largest comfortable one; and its radius.
fn ball(tabled: &Tabled, size: Size, radius: Option<usize>) -> Result<(CayleyGraph, usize)> {
    if let Some(radius) = radius {
        let graph = CayleyGraph::ball(tabled, size, radius)?;
        if graph.graph.node_count() > MOST_VERTICES {
            return Err(Error::TooLarge(format!(
                "the ball of radius {radius} has {} configurations, and a drawing has room for {MOST_VERTICES}; choose a smaller --radius",
                grouped(graph.graph.node_count())
            )));
        }
        return Ok((graph, radius));
    }
    let mut best = (CayleyGraph::ball(tabled, size, 1)?, 1);
    while !best.0.is_whole {
        // A layer has at most as many configurations as the one before has moves.
        let bound = best
            .0
            .graph
            .node_count()
            .saturating_mul(tabled.moves(size).len());
        if bound > super::graph::MOST_VERTICES {
            break;
        }
        let larger = CayleyGraph::ball(tabled, size, best.1 + 1)?;
        if larger.graph.node_count() > COMFORTABLE {
            break;
        }
        best = (larger, best.1 + 1);
    }
    Ok(best)
}

fn vertex_of(
    tabled: &Tabled,
    size: Size,
    graph: &CayleyGraph,
    vertex: NodeIndex,
    is_small: bool,
) -> Vertex {
    let word: Vec<String> = graph
        .word(vertex)
        .iter()
        .map(|&step| short_name(tabled, size, step))
        .collect();
    let node = &graph.graph[vertex];
    let cells: Vec<String> = node
        .cells
        .iter()
        .map(|&c| tabled.group.permutation(c).to_string())
        .collect();
    let label = if !is_small {
        String::new()
    } else if word.is_empty() {
        "e".to_owned()
    } else {
        word.join("")
    };
    Vertex::new(label)
        .radius(if is_small { 5.0 } else { 1.6 })
        .fill(if node.distance == 0 {
            Colour::YELLOW
        } else {
            Colour::WHITE
        })
        .title(format!("distance {}: {}", node.distance, cells.join(" ")))
}

/// u, d, l, r and their squares for one cube; with the number of the line for more; the cycles for other groups.
fn short_name(tabled: &Tabled, size: Size, step: LineMove) -> String {
    let Some(turn) = tabled.cube_move(step) else {
        return tabled.name_of(step);
    };
    let letter = match turn.turn.name() {
        "row" => "u²",
        "column" => "l²",
        name => &name[..1],
    };
    if size.cells() == 1 {
        letter.to_owned()
    } else {
        format!("{letter}{}", step.line + 1)
    }
}

/// The quotient of the graph, or of the ball of this radius, by the symmetries that keep the set of moves.
pub fn quotient_graph(tabled: &Tabled, size: Size, radius: Option<usize>) -> Result<PlacedGraph> {
    let graph = match radius {
        Some(radius) => CayleyGraph::ball(tabled, size, radius)?,
        None => comfortable_quotient(tabled, size)?,
    };
    let classes = quotient(&graph, tabled, size)?;
    if classes.node_count() > MOST_VERTICES {
        return Err(Error::TooLarge(format!(
            "the quotient has {} classes, and a drawing has room for {MOST_VERTICES}; choose a smaller --radius",
            grouped(classes.node_count())
        )));
    }
    let mut drawing = PlacedGraph::undirected(format!(
        "{} of {size} over {} by its symmetries",
        if graph.is_whole {
            "Quotient of the Cayley graph"
        } else {
            "Quotient of a ball"
        },
        tabled.rules().name()
    ))
    .description(
        "A vertex is a class of configurations, its label how many there are; rings are distances.",
    );
    let distances: Vec<usize> = classes.node_weights().map(|class| class.distance).collect();
    let pairs: Vec<(usize, usize)> = classes
        .edge_references()
        .map(|edge| (edge.source().index(), edge.target().index()))
        .filter(|(a, b)| a < b)
        .collect();
    let places = rings::place(&distances, &pairs, 5.0);
    for (class, &place) in classes.node_weights().zip(&places) {
        let cells: Vec<String> = class
            .representative
            .iter()
            .map(|&c| tabled.group.permutation(c).to_string())
            .collect();
        drawing.add_vertex(
            Vertex::new(class.size.to_string())
                .at(place)
                .fill(if class.distance == 0 {
                    Colour::YELLOW
                } else {
                    Colour::WHITE
                })
                .title(format!(
                    "distance {}: {} such as {}",
                    class.distance,
                    class.size,
                    cells.join(" ")
                )),
        );
    }
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
        drawing.add_edge(
            Edge::new(VertexId(from.index()), VertexId(to.index()))
                .stroke(Stroke::new(Colour::INK, 0.5))
                .title(title),
        );
    }
    drawing.note(format!(
        "{} configurations in {} classes",
        grouped(graph.graph.node_count()),
        classes.node_count()
    ));
    Ok(drawing)
}

/// The largest ball whose quotient is comfortable to look at.
fn comfortable_quotient(tabled: &Tabled, size: Size) -> Result<CayleyGraph> {
    let mut best = CayleyGraph::ball(tabled, size, 1)?;
    for radius in 2.. {
        if best.is_whole || best.graph.node_count() > 3000 {
            break;
        }
        let larger = CayleyGraph::ball(tabled, size, radius)?;
        match quotient(&larger, tabled, size) {
            Ok(classes) if classes.node_count() <= COMFORTABLE => best = larger,
            _ => break,
        }
    }
    Ok(best)
}

/// The distribution of distances as a bar chart.
pub fn chart(what: &str, distances: &Distances) -> Scene {
    let mut chart = BarChart::new(format!("Distances from the solved configuration: {what}"))
        .axes("distance", "configurations")
        .scale(Scale::Log);
    let median = distances.median();
    for (distance, count) in distances.counts().iter().enumerate() {
        chart.add(
            Bar::new(distance.to_string(), count.to_f64().unwrap_or(f64::MAX))
                .label(grouped(count))
                .colour(if distance == median {
                    Colour::ORANGE
                } else {
                    Colour::BLUE
                }),
        );
    }
    chart.note(format!(
        "{} configurations, diameter {}, average {:.2}, median {median} (orange)",
        grouped(distances.order()),
        distances.diameter(),
        distances.average()
    ));
    chart.to_scene()
}

/// The size of a cube in the drawing, in millimetres.
const CUBE: f64 = 18.0;

/// A configuration as one sees it from above: on every cube the piece of the picture that is on top, turned as it is.
/// For other groups every cell shows its element.
pub fn cubes(puzzle: &Puzzle) -> Scene {
    let size = puzzle.size();
    let solved = vec![Permutation::IDENTITY; size.cells()];
    let cells = puzzle.cells().unwrap_or(&solved);
    let (width, height) = (
        size.columns() as f64 * (CUBE + 1.0),
        size.rows() as f64 * (CUBE + 1.0),
    );
    let margin = 9.0;
    let title = format!("{size} picture puzzle over {}", puzzle.rules().name());
    let mut scene = Scene::new(title, width + 2.0 * margin, height + 2.0 * margin + 8.0);
    for (k, cell) in cells.iter().enumerate() {
        let (i, j) = (k / size.columns(), k % size.columns());
        let at = (
            margin + j as f64 * (CUBE + 1.0),
            margin + i as f64 * (CUBE + 1.0),
        );
        let group = match rotation_of(cell).filter(|_| puzzle.rules().is_cube()) {
            Some(rotation) => cube(rotation),
            None => box_with(cell),
        };
        scene.add(
            group
                .moved(at)
                .title(format!("row {}, column {}: {cell}", i + 1, j + 1)),
        );
    }
    for i in 0..size.rows() {
        let y = margin + (i as f64 + 0.5) * (CUBE + 1.0);
        scene.add(
            Text::new((margin - 5.0, y), (i + 1).to_string())
                .size(3.6)
                .colour(Colour::INK),
        );
    }
    for j in 0..size.columns() {
        let x = margin + (j as f64 + 0.5) * (CUBE + 1.0);
        scene.add(
            Text::new((x, margin - 5.0), (j + 1).to_string())
                .size(3.6)
                .colour(Colour::INK),
        );
    }
    let note = if puzzle.rules().is_cube() {
        "seen from above; solved: A upright on all"
    } else {
        "solved: () in every cell"
    };
    scene.add(
        Text::new((margin, height + margin + 5.0), note)
            .size(3.2)
            .anchor(Anchor::Start)
            .colour(Colour::INK),
    );
    scene
}

/// A cube from above: paint and letter of the picture on top, the letter turned as the piece is.
fn cube(rotation: Rotation) -> Group {
    let shown = pictures::shown(rotation);
    let paint = match shown.face {
        Face::Top => Colour::WHITE,
        Face::Front => Colour::SKY_BLUE,
        Face::Right => Colour::ORANGE,
        Face::Back => Colour::YELLOW,
        Face::Left => Colour::GREEN,
        Face::Bottom => Colour::PURPLE,
    };
    let mut group = FaceArt::new(paint)
        .letter(pictures::letter(shown.face).to_string())
        .turned(shown.quarters)
        .draw(CUBE);
    group.add(Shape::rect((0.0, 0.0), CUBE, CUBE).stroke(Stroke::new(Colour::BLACK, 0.4)));
    group
}

fn box_with(cell: &Permutation) -> Group {
    let mut group = Group::new();
    let fill = if cell.is_identity() {
        Colour::WHITE
    } else {
        Colour::SKY_BLUE
    };
    group.add(
        Shape::rect((0.0, 0.0), CUBE, CUBE)
            .fill(fill)
            .stroke(Stroke::new(Colour::BLACK, 0.4)),
    );
    let text = crate::draw::wrap(&cell.to_string(), CUBE - 2.0, 3.0);
    group.add(Text::new((CUBE / 2.0, CUBE / 2.0), text).size(3.0));
    group
}
