use std::io;

use petgraph::graph::{DiGraph, UnGraph};
use petgraph::visit::NodeFiltered;

use super::*;

/// Two vertices, two parallel edges and two loops; nasty labels.
fn nasty() -> UnGraph<&'static str, &'static str> {
    let mut graph = UnGraph::default();
    let (a, b) = (graph.add_node("a \"quoted\\\" <&>"), graph.add_node("zwei\nlines"));
    for (from, to, label) in [(a, b, "1"), (b, a, "2"), (a, a, "_%$#"), (b, b, "")] {
        graph.add_edge(from, to, label);
    }
    graph
}

#[test]
fn dot_quotes_what_needs_it() {
    let dot = to_dot(&nasty());
    let first = r#""0" [label="a \"quoted\\\" <&>", value="a \"quoted\\\" <&>"];"#;
    assert!(dot.starts_with("graph {\n"), "{dot}");
    assert!(dot.contains(first), "{dot}");
    assert!(dot.contains(r#""1" [label="zwei\nlines""#), "{dot}");
    assert_eq!(dot.matches(" -- ").count(), 4);
}

#[test]
fn an_edge_without_attributes_has_no_brackets() {
    let graph = DiGraph::<(), ()>::from_edges([(0, 1)]);
    assert_eq!(to_dot(&graph), "digraph {\n  \"0\";\n  \"1\";\n  \"0\" -> \"1\";\n}\n");
}

#[test]
fn graphml_is_xml_with_typed_keys() {
    let xml = to_graphml(&nasty());
    let document = roxmltree::Document::parse(&xml).unwrap();
    let named = |name: &'static str| {
        document.descendants().filter(move |node| node.tag_name().name() == name)
    };
    assert_eq!(named("node").count(), 2);
    assert_eq!(named("edge").count(), 4);
    assert_eq!(named("key").count(), 2);
    assert_eq!(named("graph").next().unwrap().attribute("edgedefault"), Some("undirected"));
    let texts: Vec<_> = named("data").filter_map(|data| data.text()).collect();
    assert_eq!(texts, ["a \"quoted\\\" <&>", "zwei\nlines", "1", "2", "_%$#"]);
}

#[test]
fn json_is_node_link_data() {
    let graph = nasty().map(|_, vertex| *vertex, |_, label| label.parse::<f64>().unwrap_or(0.5));
    let data: serde_json::Value = serde_json::from_str(&to_json(&graph)).unwrap();
    assert_eq!(data["directed"], false);
    assert_eq!(data["multigraph"], true);
    assert!(data["graph"].as_object().unwrap().is_empty());
    assert_eq!(data["nodes"][1]["value"], "zwei\nlines");
    assert_eq!(data["edges"][1]["source"], "1");
    assert_eq!(data["edges"][1]["key"], 1);
    assert_eq!(data["edges"][2]["value"], 0.5);
}

#[test]
fn csv_has_a_line_per_edge() {
    let text = to_csv(&nasty());
    assert_eq!(text, "source,target,key,value\n0,1,0,1\n1,0,1,2\n0,0,2,_%$#\n1,1,3,\n");
}

#[test]
fn tikz_bends_parallel_edges_apart_and_fans_loops() {
    let tikz = to_tikz(&nasty());
    assert!(tikz.contains("(v0) edge[bend left=-13.0] node[on edge] {1} (v1);"), "{tikz}");
    // Seen from the other end, so that the two do not lie on each other.
    assert!(tikz.contains("(v1) edge[bend left=-13.0] node[on edge] {2} (v0);"), "{tikz}");
    assert!(tikz.contains("(v0) edge[out=70.2, in=109.8, looseness=8]"), "{tikz}");
    assert!(tikz.contains(r"{\_\%\$\#}") && tikz.contains(r"\textbackslash{}"), "{tikz}");
}

#[test]
fn part_of_a_graph_keeps_its_ids() {
    let graph = UnGraph::<(), ()>::from_edges([(0, 2), (0, 1)]);
    let part = NodeFiltered::from_fn(&graph, |vertex| vertex.index() != 1);
    let dot = to_dot(&part);
    assert!(dot.contains("\"0\" -- \"2\"") && !dot.contains("\"1\""), "{dot}");
}

/// The Cayley graph of the cyclic group of this order and the generators 1 and 2: nothing is
/// stored.
#[derive(Clone, Copy)]
struct Cyclic(u32);

impl GraphData for Cyclic {
    type Vertex = ();
    type Edge = u32;

    fn is_directed(self) -> bool {
        true
    }

    fn each_vertex(self, visit: &mut dyn FnMut(&str, &()) -> Result<()>) -> Result<()> {
        (0..self.0).try_for_each(|vertex| visit(&vertex.to_string(), &()))
    }

    fn each_edge(self, visit: &mut dyn FnMut(&str, &str, &u32) -> Result<()>) -> Result<()> {
        for vertex in 0..self.0 {
            for generator in [1, 2] {
                let target = (vertex + generator) % self.0;
                visit(&vertex.to_string(), &target.to_string(), &generator)?;
            }
        }
        Ok(())
    }
}

/// Counts lines, and remembers the largest piece it was given.
#[derive(Default)]
struct Counter {
    lines: usize,
    largest: usize,
}

impl io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lines += bytes.split(|byte| *byte == b'\n').count() - 1;
        self.largest = self.largest.max(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_computed_graph_is_written_piece_by_piece() {
    for (form, lines) in [
        (Form::Dot, 2 + 300_000),
        (Form::GraphMl, 8 + 300_000),
        (Form::Csv, 1 + 200_000),
        (Form::Json, 1),
    ] {
        let mut counter = Counter::default();
        write(Cyclic(100_000), form, &mut counter, &Work::default()).unwrap();
        assert_eq!(counter.lines, lines, "{form:?}");
        assert!(counter.largest < 1 << 18, "{form:?}");
    }
}

/// Takes this many bytes.
struct Full(usize);

impl io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_and_a_late_hour_are_errors_not_panics() {
    for (_, form) in Form::ENDINGS {
        for room in [0, 1 << 17] {
            let failure = write(Cyclic(50_000), form, Full(room), &Work::default()).unwrap_err();
            assert!(failure.to_string().contains("storage"), "{form:?}: {failure}");
        }
        let late = Work::default().with_time(std::time::Duration::ZERO);
        let failure = write(Cyclic(50_000), form, io::sink(), &late).unwrap_err();
        assert!(matches!(failure, cubegraph_core::Error::OutOfTime { .. }), "{form:?}: {failure}");
    }
}

#[test]
fn endings_name_forms() {
    assert_eq!(Form::from_ending("GraphML"), Some(Form::GraphMl));
    assert_eq!(Form::from_ending("gv"), Some(Form::Dot));
    assert_eq!(Form::from_ending("svg"), None);
}
