//! DOT for Graphviz.
//!
//! dot-writer escapes nothing and panics when its writer fails, so it gets generated names, quoted
//! labels and a `Vec<u8>`.

use std::borrow::Cow;

use dot_writer::{Attributes, DotWriter, Scope};

use super::data::is_plain;
use super::graph::{Frame, LegendLine, PlacedGraph};
use super::palette::Colour;
use super::parts::{Edge, Form, Vertex};
use super::picture::{FRAME_INSET, FRAME_SIZE, label_place, readable};
use super::point::Point;
use super::route;
use super::scene::number;
use super::shape::Stroke;
use super::text::{clean, text_width};

const MILLIMETRES_PER_INCH: f64 = 25.4;
const POINTS_PER_MILLIMETRE: f64 = 72.0 / MILLIMETRES_PER_INCH;

/// Graphviz leads every line round all nodes, in time proportional to nodes × nodes × lines; this
/// many take it about a second.
const LED_ROUND: usize = 200_000;

/// The text inside a quoted DOT string. Quotes and backslashes are escaped, line ends become `\n`;
/// characters that XML forbids are dropped.
pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    if is_plain(text, b"\\\"") {
        return text.into();
    }
    clean(text).replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").into()
}

/// The same for a label: Graphviz reads entities in it, so that `&` must be one.
fn quote(text: &str) -> String {
    escaped(text).replace('&', "&amp;")
}

/// The graph, which must be settled, in DOT.
pub(super) fn write(graph: &PlacedGraph) -> String {
    let mut bytes = Vec::new();
    {
        let mut writer = DotWriter::from(&mut bytes);
        let mut scope = if graph.is_directed { writer.digraph() } else { writer.graph() };
        write_defaults(&mut scope, graph);
        for (index, frame) in graph.frames.iter().enumerate() {
            write_frame(&mut scope, index, frame);
        }
        for (index, vertex) in graph.vertices.iter().enumerate() {
            write_vertex(&mut scope, index, vertex);
        }
        for (index, edge) in graph.edges.iter().enumerate() {
            write_edge(&mut scope, graph, index, edge);
        }
        let bounds = graph.bounds();
        for (index, line) in graph.legend.iter().enumerate() {
            let width = line.width();
            let left = Point::new(
                f64::midpoint(bounds.least.x, bounds.most.x) - width / 2.0,
                bounds.most.y + 7.0 + 6.0 * index as f64,
            );
            write_legend(&mut scope, index, line, left);
        }
    }
    // The bytes are those of strings put in above.
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Lines led round the nodes, or straight ones where that would take too long: they go through
/// beads and bends anyway.
fn splines(graph: &PlacedGraph) -> &'static str {
    let bent = |edge: &&Edge| edge.bead.is_some() || edge.via.is_some();
    let bends = graph.edges.iter().filter(bent).count();
    let labels = graph.edges.iter().filter(|edge| edge.label.is_some());
    let nodes = graph.vertices.len() + bends + labels.count();
    let lines = graph.edges.len() + bends;
    // A frame is a node as well, and lines from inside it cannot go round it.
    if !graph.frames.is_empty() || nodes.saturating_mul(nodes).saturating_mul(lines) > LED_ROUND {
        "line"
    } else {
        "true"
    }
}

fn write_defaults(scope: &mut Scope<'_, '_>, graph: &PlacedGraph) {
    scope
        .graph_attributes()
        .set("layout", "neato", false)
        .set("splines", splines(graph), false)
        .set("esep", "+0.6", true)
        .set("outputorder", "edgesfirst", false)
        .set("pad", "0.2", false)
        .set("bgcolor", "white", false)
        .set("labelloc", "t", false)
        .set("label", &quote(&graph.title), true)
        .set("fontname", "Helvetica-Bold", true)
        .set("fontsize", "15", false);
    scope
        .node_attributes()
        .set("style", "filled", true)
        .set("fixedsize", "true", false)
        .set("fontname", "Helvetica-Bold", true)
        .set("margin", "0", false);
}

/// A frame: an empty box, and its name as a box that is not seen.
fn write_frame(scope: &mut Scope<'_, '_>, index: usize, frame: &Frame) {
    let Frame { corner, width, height, label } = frame;
    scope
        .node_named(format!("f{index}"))
        .set("shape", "box", false)
        .set("style", "", true)
        .set("label", "", true)
        .set("color", &Colour::QUIET.to_string(), true)
        .set("penwidth", "1", false)
        .set("width", &inches(*width), false)
        .set("height", &inches(*height), false)
        .set("pos", &pinned(*corner + Point::new(width / 2.0, height / 2.0)), true);
    let half = Point::new(text_width(label, FRAME_SIZE), FRAME_SIZE) * 0.5;
    scope
        .node_named(format!("n{index}"))
        .set("shape", "plain", false)
        .set("style", "", true)
        .set("fixedsize", "false", false)
        .set("fontname", "Helvetica", true)
        .set("fontsize", &type_points(FRAME_SIZE), false)
        .set("label", &quote(label), true)
        .set("pos", &pinned(*corner + FRAME_INSET + half), true);
}

fn write_vertex(scope: &mut Scope<'_, '_>, index: usize, vertex: &Vertex) {
    let (form, size) = vertex.fitted();
    let mut node = scope.node_named(format!("v{index}"));
    match form {
        Form::Circle { radius } => {
            node.set("shape", "circle", false).set("width", &inches(2.0 * radius), false);
        }
        Form::Box { half_width, half_height } => {
            node.set("shape", "box", false)
                .set("style", "filled,rounded", true)
                .set("width", &inches(2.0 * half_width), false)
                .set("height", &inches(2.0 * half_height), false);
        }
    }
    node.set("pos", &pinned(vertex.place()), true)
        .set("label", &quote(&vertex.label), true)
        .set("fontsize", &type_points(size), false)
        .set("fillcolor", &vertex.fill.to_string(), true)
        .set("fontcolor", &vertex.fill.text_on().to_string(), true)
        .set("color", &vertex.outline.colour.to_string(), true)
        .set("penwidth", &points(vertex.outline.width), false);
    if let Some(title) = &vertex.title {
        node.set("tooltip", &quote(title), true);
    }
    if let Some((label, _)) = &vertex.beside {
        // Graphviz cannot turn text, and finds a place for it by itself.
        node.set("xlabel", &quote(label), true);
    }
}

fn write_edge(scope: &mut Scope<'_, '_>, graph: &PlacedGraph, index: usize, edge: &Edge) {
    let (from, to) = (format!("v{}", edge.from.0), format!("v{}", edge.to.0));
    let arrow = graph.has_arrow(edge);
    if let Some(label) = &edge.label {
        // Pinned like everything else: Graphviz would put it where it finds room, not where the
        // drawing has it.
        let (at, size) = label_place(&route::whole_curve(graph, edge), edge.bead_at, label);
        scope
            .node_named(format!("t{index}"))
            .set("shape", "plain", false)
            .set("style", "", true)
            .set("fixedsize", "false", false)
            .set("fontname", "Helvetica", true)
            .set("fontsize", &type_points(size), false)
            .set("label", &quote(label), true)
            .set("pos", &pinned(at), true);
    }
    let Some(bead) = &edge.bead else {
        if edge.via.is_none() {
            write_line(scope, &from, &to, edge, arrow);
        } else {
            // A bent edge goes through an invisible point, as one with a bead goes through its
            // bead.
            let name = format!("w{index}");
            write_point(scope, &name, route::whole_curve(graph, edge).at(0.5));
            write_line(scope, &from, &name, edge, false);
            write_line(scope, &name, &to, edge, arrow);
        }
        return;
    };
    let name = format!("b{index}");
    let at = route::whole_curve(graph, edge).at(edge.bead_at);
    let colour = edge.stroke.colour;
    scope
        .node_named(name.clone())
        .set("shape", "circle", false)
        .set("width", &inches(2.0 * bead.radius), false)
        .set("pos", &pinned(at), true)
        .set("label", &quote(&bead.label), true)
        .set("fontsize", &type_points(bead.text_size()), false)
        .set("fillcolor", &bead.fill.to_string(), true)
        .set("fontcolor", &bead.text_colour.unwrap_or_else(|| readable(colour)).to_string(), true)
        .set("color", &colour.to_string(), true)
        .set("penwidth", &points(edge.stroke.width.clamp(0.35, 0.7)), false);
    write_line(scope, &from, &name, edge, false);
    write_line(scope, &name, &to, edge, arrow);
}

fn write_line(scope: &mut Scope<'_, '_>, from: &str, to: &str, edge: &Edge, arrow: bool) {
    let mut attributes = scope.edge(from, to).attributes();
    set_stroke(&mut attributes, &edge.stroke);
    attributes.set("arrowhead", if arrow { "normal" } else { "none" }, false);
    if arrow {
        // In an undirected graph Graphviz draws no head without `dir`.
        attributes.set("dir", "forward", false).set("arrowsize", "0.6", false);
    }
    if let Some(title) = &edge.title {
        attributes.set("tooltip", &quote(title), true);
    }
}

fn set_stroke<A: Attributes>(attributes: &mut A, stroke: &Stroke) {
    attributes
        .set("color", &stroke.colour.to_string(), true)
        .set("penwidth", &points(stroke.width), false)
        .set("style", stroke.dash.graphviz(), false);
}

/// A node that is not seen.
fn write_point(scope: &mut Scope<'_, '_>, name: &str, at: Point) {
    scope
        .node_named(name)
        .set("shape", "point", false)
        .set("style", "invis", false)
        .set("width", "0.01", false)
        .set("pos", &pinned(at), true);
}

/// A legend line: its stroke between two invisible nodes, its text in a third.
fn write_legend(scope: &mut Scope<'_, '_>, index: usize, line: &LegendLine, left: Point) {
    let mut text_left = left;
    if let Some(stroke) = &line.stroke {
        let ends = [left, left + Point::new(14.0, 0.0)];
        for (end, at) in ends.into_iter().enumerate() {
            write_point(scope, &format!("l{index}_{end}"), at);
        }
        let mut attributes = scope.edge(format!("l{index}_0"), format!("l{index}_1")).attributes();
        set_stroke(&mut attributes, stroke);
        attributes.set("arrowhead", "none", false);
        text_left.x += 17.0;
    }
    let width = text_width(&line.text, 3.8);
    scope
        .node_named(format!("l{index}"))
        .set("shape", "box", false)
        .set("style", "", true)
        .set("color", "none", false)
        .set("width", &inches(width), false)
        .set("height", &inches(5.0), false)
        .set("fontname", "Helvetica", true)
        .set("fontsize", &type_points(3.8), false)
        .set("label", &format!("{}\\l", quote(&line.text.replace('\n', " "))), true)
        .set("pos", &pinned(text_left + Point::new(width / 2.0, 0.0)), true);
}

/// A place for neato that it must keep; Graphviz counts in inches, upwards.
fn pinned(at: Point) -> String {
    format!("{},{}!", inches(at.x), inches(-at.y))
}

fn inches(millimetres: f64) -> String {
    number(millimetres / MILLIMETRES_PER_INCH)
}

fn points(millimetres: f64) -> String {
    number(millimetres * POINTS_PER_MILLIMETRE)
}

/// Size of type: Graphviz often has only fonts wider than ours, and complains when a label does not
/// fit.
fn type_points(millimetres: f64) -> String {
    number((millimetres * POINTS_PER_MILLIMETRE * 0.84 * 10.0).floor() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting_escapes_what_graphviz_would_read() {
        assert_eq!(quote(r#"a"b\c"#), r#"a\"b\\c"#);
        assert_eq!(quote("one\ntwo"), "one\\ntwo");
        assert_eq!(quote("&lt;"), "&amp;lt;");
        assert_eq!(quote("a\u{0}b"), "ab");
        assert_eq!(quote("漢字"), "漢字");
    }
}
