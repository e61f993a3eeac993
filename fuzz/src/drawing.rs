//! Bytes as the labels of drawings.

use cubegraph::draw::{
    Bar, BarChart, Bead, Colour, Edge, PlacedGraph, Scene, Shape, Stroke, Text, Vertex, VertexId,
    clean,
};

/// Draws a graph, a chart and a scene with the bytes for labels; SVG must be XML, DOT must be DOT,
/// and both must say the labels.
pub fn run(mut bytes: &[u8]) {
    let kind = super::choose(&mut bytes, 8);
    // Labels are separated by a byte that is in no UTF-8.
    let labels: Vec<String> = bytes
        .split(|&byte| byte == 0xff)
        .take(5)
        .map(|label| String::from_utf8_lossy(label).into_owned())
        .collect();
    match kind {
        0 => chart(&labels),
        1 => scene(&labels),
        _ => graph(&labels, kind),
    }
}

/// The attributes that say where something is.
const PLACES: [&str; 15] = [
    "cx",
    "cy",
    "d",
    "height",
    "points",
    "r",
    "rx",
    "ry",
    "transform",
    "viewBox",
    "width",
    "x",
    "x1",
    "x2",
    "y",
];

/// The title of the document, which must be well-formed.
fn title(svg: &str) -> String {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let title = document.root_element().first_element_child();
    for element in document.descendants() {
        // Labels may say what they like, but no place is infinite.
        let places = (element.attributes()).filter(|attribute| PLACES.contains(&attribute.name()));
        for attribute in places {
            let value = attribute.value();
            assert!(!value.contains("NaN") && !value.contains("inf"), "{svg}");
        }
    }
    title.and_then(|node| node.text()).unwrap_or_default().to_owned()
}

fn graph(labels: &[String], kind: usize) {
    let name = &labels[0];
    let mut graph = if kind.is_multiple_of(2) {
        PlacedGraph::undirected(name)
    } else {
        PlacedGraph::directed(name)
    }
    .description(name);
    for label in labels {
        graph.add_vertex(Vertex::new(label).title(label));
    }
    let count = labels.len();
    for (k, label) in labels.iter().enumerate() {
        let edge = Edge::new(VertexId(k), VertexId((k + kind) % count)).title(label);
        graph.add_edge(match k % 3 {
            0 => edge.bead(Bead::new(label)),
            1 => edge.label(label),
            _ => edge,
        });
    }
    graph.legend(Stroke::new(Colour::BLACK, 0.4), name);
    graph.note(name);
    if (2..=5).contains(&kind) {
        graph.place_on_circle();
    }
    assert_eq!(title(&graph.to_scene().to_svg()), clean(name));
    title(&graph.to_scene().to_inline_svg());
    let text = graph.to_dot();
    let statements = super::dot::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    for (k, label) in labels.iter().enumerate() {
        let wanted = format!("v{k}");
        let node = statements.iter().find(|statement| statement.subject == wanted);
        let node = node.unwrap_or_else(|| panic!("no {wanted} in\n{text}"));
        assert_eq!(super::dot::shown(&node.attributes["label"]), clean(label), "{text}");
    }
}

fn chart(labels: &[String]) {
    let mut chart = BarChart::new(&labels[0]).axes(&labels[0], &labels[labels.len() / 2]);
    for (k, label) in labels.iter().enumerate() {
        chart.add(Bar::new(label, (k * k) as f64).label(label).title(label));
    }
    chart.note(&labels[labels.len() - 1]);
    assert_eq!(title(&chart.to_scene().to_svg()), clean(&labels[0]));
}

fn scene(labels: &[String]) {
    let mut scene = Scene::new(&labels[0], 100.0, 80.0).description(&labels[labels.len() / 2]);
    for (k, label) in labels.iter().enumerate() {
        let at = (5.0 + k as f64, 4.0);
        scene.add(Text::new(at, label));
        scene.add(Shape::circle(at, 2.0).title(label).arrow());
    }
    assert_eq!(title(&scene.to_svg()), clean(&labels[0]));
}
