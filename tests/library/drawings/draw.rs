//! Pictures as their readers get them: the SVG through an XML parser, the DOT through Graphviz.

use std::io::Write;
use std::process::{Command, Stdio};

use cubegraph::cube::Face;
use cubegraph::draw::{
    Anchor, Bar, BarChart, Bead, Colour, Dash, Edge, FaceArt, Group, Net, Paper, PlacedGraph,
    Scale, Scene, Shape, Stroke, Text, Vertex, clean, sheets,
};
use cubegraph::text::grouped;
use proptest::prelude::*;

/// Labels that have broken other programs.
const HOSTILE: [&str; 14] = [
    r#"say "hello""#,
    r"back\slash \n \N \G \L",
    "trailing backslash \\",
    "<b>&amp;&lt;</b>",
    "<script>alert(1)</script>",
    "\"&'",
    "two\nlines",
    "]]> <!-- --> <![CDATA[",
    "Ελληνικά Кириллица עברית العربية",
    "漢字 かな 한글 🎲",
    "%d %s $HOME `ls`",
    "}; graph { a -- b }",
    "  spaces  inside ",
    "control \u{0}\u{1}\u{8}\u{1b}[31m characters",
];

fn show(label: &str) -> PlacedGraph {
    let mut graph = PlacedGraph::undirected(label);
    let a = graph.add_vertex(Vertex::new(label).title(label));
    let b = graph.add_vertex(Vertex::new("b"));
    graph.add_edge(Edge::new(a, b).bead(label).title(label));
    graph.add_edge(Edge::new(a, b).label(label));
    graph.add_edge(Edge::new(b, b).bead("1"));
    graph.legend(Stroke::new(Colour::BLUE, 1.0).dash(Dash::Dashed), label);
    graph.note(label);
    graph
}

pub(super) fn parse(xml: &str) -> roxmltree::Document<'_> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(xml, options).expect("well-formed XML")
}

/// Graphviz's SVG of a DOT text, or nothing where Graphviz is missing.
pub(super) fn graphviz(program: &str, dot: &str) -> Option<String> {
    let started = Command::new(program)
        .arg("-Tsvg")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = started else {
        eprintln!(
            "skipped: no Graphviz here (the program {program}); install graphviz to run this test"
        );
        return None;
    };
    child.stdin.take().unwrap().write_all(dot.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{program} failed: {errors}\n{dot}");
    assert!(!errors.to_lowercase().contains("error"), "{errors}\n{dot}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Text without what neither format keeps: the length of runs of spaces.
fn flat(text: &str) -> String {
    clean(text).replace('\u{a0}', " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn assert_shown(label: &str, xml: &str) {
    let document = parse(xml);
    let found: Vec<String> = document
        .descendants()
        .filter(|node| node.tag_name().name() == "text")
        .filter_map(|node| node.text().map(flat))
        .collect();
    for line in clean(label).lines().map(flat).filter(|line| !line.is_empty()) {
        assert!(found.contains(&line), "{line:?} is lost in {found:?}");
    }
}

#[test]
fn hostile_labels_survive_in_svg() {
    for label in HOSTILE {
        assert_shown(label, &show(label).to_scene().to_svg());
    }
}

#[test]
fn hostile_labels_survive_in_dot_through_graphviz() {
    for label in HOSTILE {
        for program in ["dot", "neato"] {
            let Some(svg) = graphviz(program, &show(label).to_dot()) else {
                return;
            };
            assert_shown(label, &svg);
        }
    }
}

#[test]
fn a_picture_says_what_it_is_and_how_large() {
    let mut scene = Scene::new("Title & <more>", 120.0, 80.5).description("A longer story");
    scene.add(Shape::circle((10.0, 10.0), 3.0).title("tooltip"));
    let svg = scene.to_svg();
    let document = parse(&svg);
    let root = document.root_element();
    assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
    assert_eq!(root.attribute("width"), Some("120mm"));
    assert_eq!(root.attribute("height"), Some("80.5mm"));
    assert_eq!(root.attribute("viewBox"), Some("0 0 120 80.5"));
    assert_eq!(root.attribute("role"), Some("img"));
    let first = root.first_element_child().unwrap();
    assert_eq!((first.tag_name().name(), first.text()), ("title", Some("Title & <more>")));
    let circle = root.descendants().find(|node| node.tag_name().name() == "circle").unwrap();
    assert_eq!(circle.first_element_child().and_then(|title| title.text()), Some("tooltip"));
}

#[test]
fn every_kind_of_shape_is_well_formed() {
    let mut scene = Scene::new("everything", 100.0, 100.0);
    let mut group = Group::new().moved((1.0, 2.0)).turned(30.0).scaled(0.5).title("g");
    group.add(
        Shape::path((0.0, 0.0))
            .line_to((1.0, 1.0))
            .curve_to((2.0, 2.0), (3.0, 3.0), (4.0, 4.0))
            .close(),
    );
    let dashed = Stroke::new(Colour::BLUE, 1.0).dash(Dash::DashDotted);
    scene
        .add(group)
        .add(Shape::line((0.0, 0.0), (9.0, 9.0)).stroke(dashed).arrow())
        .add(Shape::polygon([(0.0, 0.0), (1.0, 5.0), (3.0, 3.0)]).fill(Colour::GREEN).no_stroke())
        .add(Shape::rect((1.0, 1.0), f64::NAN, f64::INFINITY).rounded(1.0))
        .add(
            Text::new((5.0, 5.0), "a\nb")
                .bold()
                .anchor(Anchor::End)
                .turned(-90.0)
                .halo(Colour::WHITE),
        );
    let svg = scene.to_svg();
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    let document = parse(&svg);
    for name in ["g", "path", "polyline", "polygon", "rect", "text", "title"] {
        assert!(
            document.descendants().any(|node| node.tag_name().name() == name),
            "{name} is missing"
        );
    }
}

/// The colour graph of the Parker Brothers set with its solution.
fn colour_graph() -> PlacedGraph {
    let mut graph = PlacedGraph::undirected("The Parker Brothers set, solved");
    let paints = [("R", "#d62728"), ("W", "#ffffff"), ("B", "#1f4fbf"), ("G", "#2ca02c")];
    let [r, w, b, g] = paints
        .map(|(name, paint)| graph.add_vertex(Vertex::new(name).fill(paint.parse().unwrap())));
    let edges = [
        (4, w, g, 0),
        (4, r, b, 1),
        (4, r, r, 2),
        (3, b, w, 0),
        (3, g, r, 1),
        (3, r, w, 2),
        (1, r, b, 0),
        (1, b, w, 1),
        (1, g, w, 2),
        (2, g, r, 0),
        (2, w, g, 1),
        (2, b, b, 2),
    ];
    for (cube, from, to, strand) in edges {
        let colour = Colour::nth(cube - 1);
        let stroke = match strand {
            0 => Stroke::new(colour, 1.5),
            1 => Stroke::new(colour, 1.5).dash(Dash::Dashed),
            _ => Stroke::new(Colour::QUIET, 0.45),
        };
        graph.add_edge(Edge::new(from, to).bead(cube.to_string()).stroke(stroke));
    }
    graph.legend(Stroke::new(Colour::INK, 1.5), "front and back");
    graph.legend(Stroke::new(Colour::INK, 1.5).dash(Dash::Dashed), "left and right");
    graph.legend(Stroke::new(Colour::QUIET, 0.45), "top and bottom (hidden)");
    graph.place_on_circle();
    graph
}

#[test]
fn the_same_picture_is_the_same_text_on_every_run() {
    assert_eq!(colour_graph().to_scene().to_svg(), colour_graph().to_scene().to_svg());
    assert_eq!(colour_graph().to_dot(), colour_graph().to_dot());
}

#[test]
fn hostile_labels_survive_in_charts_and_nets() {
    for label in HOSTILE {
        let mut chart = BarChart::new(label).axes(label, label).scale(Scale::Log);
        chart.add(Bar::new(label, 3.0).label(label)).note(label);
        assert_shown(label, &chart.to_scene().to_svg());
        let net = Net::new("cube", Face::ALL.map(|_| FaceArt::new(Colour::BLUE).letter(label)));
        assert_shown(label, &net.to_scene(20.0).to_svg());
        for page in sheets(label, &[net], 20.0, Paper::Letter).unwrap() {
            parse(&page.to_svg());
        }
    }
}

/// Upright boxes of all texts that are not turned, estimated from below: a little narrower than the
/// text really is.
fn text_boxes(svg: &str) -> Vec<(f64, f64, f64, f64)> {
    parse(svg)
        .descendants()
        .filter(|node| node.tag_name().name() == "text" && node.attribute("transform").is_none())
        .map(|node| {
            let size = attribute(&node, "font-size");
            let half = 0.25 * size * node.text().unwrap_or_default().chars().count() as f64;
            let shift = match node.attribute("text-anchor") {
                Some("middle") => 0.0,
                Some(_) => -half,
                None => half,
            };
            let middle = attribute(&node, "x") + shift;
            (
                middle - half,
                middle + half,
                attribute(&node, "y") - 0.7 * size,
                attribute(&node, "y"),
            )
        })
        .collect()
}

#[test]
fn labels_of_a_chart_do_not_overlap() {
    let layers =
        [1_u64, 10, 69, 456, 2846, 16208, 84428, 395_566, 1_622_641, 5_536_264, 13_587_945];
    for scale in [Scale::Linear, Scale::Log] {
        for repeats in [1, 3, 12] {
            let mut chart = BarChart::new("t").axes("distance", "count").scale(scale);
            for (index, count) in layers.repeat(repeats).into_iter().enumerate() {
                chart.add(Bar::new(index.to_string(), count as f64).label(grouped(count)));
            }
            let boxes = text_boxes(&chart.to_scene().to_svg());
            // Texts of the plot share one coordinate system; those outside (title, names of axes)
            // have their own rows.
            let plot: Vec<_> = boxes.iter().filter(|text| text.2 > 0.0 && text.3 < 7.0).collect();
            assert!(plot.len() >= 6);
            for (i, a) in plot.iter().enumerate() {
                for b in &plot[i + 1..] {
                    let apart = a.1 <= b.0 || b.1 <= a.0 || a.3 <= b.2 || b.3 <= a.2;
                    assert!(apart, "{a:?} {b:?}");
                }
            }
        }
    }
}

pub(super) fn attribute(node: &roxmltree::Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// Centres of all circles with this radius, in the coordinates of the picture's own group.
pub(super) fn circles(svg: &str, radius: &str) -> Vec<(f64, f64)> {
    parse(svg)
        .descendants()
        .filter(|node| node.tag_name().name() == "circle" && node.attribute("r") == Some(radius))
        .map(|node| (attribute(&node, "cx"), attribute(&node, "cy")))
        .collect()
}

#[test]
fn beads_touch_neither_each_other_nor_a_vertex() {
    let svg = colour_graph().to_scene().to_svg();
    let (beads, vertices) = (circles(&svg, "2.4"), circles(&svg, "5"));
    assert_eq!((beads.len(), vertices.len()), (12, 4));
    for (i, a) in beads.iter().enumerate() {
        for b in &beads[i + 1..] {
            assert!((a.0 - b.0).hypot(a.1 - b.1) > 4.8, "{a:?} and {b:?}");
        }
        for v in &vertices {
            assert!((a.0 - v.0).hypot(a.1 - v.1) > 7.4, "{a:?} and the vertex {v:?}");
        }
    }
}

#[test]
fn graphviz_keeps_the_places_of_the_drawing() {
    let graph = colour_graph();
    let Some(drawn) = graphviz("dot", &graph.to_dot()) else {
        return;
    };
    let ours = circles(&graph.to_scene().to_svg(), "5");
    let theirs: Vec<(f64, f64)> = parse(&drawn)
        .descendants()
        .filter(|node| node.tag_name().name() == "ellipse" && attribute(node, "rx") > 10.0)
        .map(|node| (attribute(&node, "cx"), attribute(&node, "cy")))
        .collect();
    assert_eq!(theirs.len(), ours.len());
    let scale = 72.0 / 25.4;
    for (a, b) in ours.iter().zip(&theirs) {
        let across = (a.0 - ours[0].0) * scale - (b.0 - theirs[0].0);
        let down = (a.1 - ours[0].1) * scale - (b.1 - theirs[0].1);
        assert!(across.hypot(down) < 1.0, "{a:?} {b:?}");
    }
}

#[test]
fn an_empty_graph_and_a_lone_loop_are_pictures_too() {
    let empty = PlacedGraph::directed("");
    parse(&empty.to_scene().to_svg());
    assert!(empty.to_dot().starts_with("digraph"));
    let mut lone = PlacedGraph::directed("lone");
    let v = lone.add_vertex(Vertex::new(""));
    lone.add_edge(Edge::new(v, v).bead(Bead::new("x").fill(Colour::BLUE)));
    lone.add_edge(Edge::new(v, v));
    parse(&lone.to_scene().to_svg());
    graphviz("dot", &lone.to_dot());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_label_survives_in_svg(label in any::<String>()) {
        let svg = show(&label).to_scene().to_svg();
        let document = parse(&svg);
        let title = document.root_element().first_element_child().and_then(|node| node.text()).unwrap_or_default();
        prop_assert_eq!(title, clean(&label));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_labels_survive_in_dot_through_graphviz(
        labels in proptest::collection::vec("[ -~äßΩЖ漢\n\"\\\\&<>]{0,12}", 40)
    ) {
        let mut graph = PlacedGraph::undirected("labels");
        for label in &labels {
            graph.add_vertex(Vertex::new(label.clone()));
        }
        if let Some(svg) = graphviz("neato", &graph.to_dot()) {
            for label in &labels {
                assert_shown(label, &svg);
            }
        }
    }
}
