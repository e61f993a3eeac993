//! Graphs as data, read by programs that other people wrote: networkx, pydot and Graphviz's `gc`.
//!
//! `CUBEGRAPH_PYTHON` names a Python that has networkx and pydot; otherwise `python3` is tried.
//! Without them the test says so and passes.

use std::fs;
use std::path::Path;
use std::process::Command;

use cubegraph::graph::{self, Form, GraphData, Labelled, Value};
use cubegraph::picture::graph::{CayleyGraph, quotient};
use cubegraph::picture::label::{CayleyData, QuotientData};
use cubegraph::picture::{Metric, Rules};
use cubegraph::work::Work;
use cubegraph::{corner, insanity, tour};
use serde_json::{Map, json};

fn python() -> Option<String> {
    let python = std::env::var("CUBEGRAPH_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let found = Command::new(&python)
        .args(["-c", "import networkx, pydot"])
        .output();
    found.ok()?.status.success().then_some(python)
}

fn attributes<L: Labelled>(weight: &L) -> Map<String, serde_json::Value> {
    let values = weight.values();
    assert_eq!(values.len(), L::FIELDS.len(), "a value for every field");
    let values = L::FIELDS.iter().zip(values);
    values
        .map(|(field, value)| (field.name.to_owned(), json!(value)))
        .filter(|(_, value)| *value != json!(Value::Absent))
        .collect()
}

/// Writes a graph in all forms, and beside them what a reader must find.
fn write(folder: &Path, name: &str, graph: impl GraphData) {
    let (mut nodes, mut edges) = (Vec::new(), Vec::new());
    graph
        .each_vertex(&mut |id, vertex| {
            nodes.push(json!([id, attributes(vertex)]));
            Ok(())
        })
        .unwrap();
    graph
        .each_edge(&mut |source, target, edge| {
            edges.push(json!([source, target, attributes(edge)]));
            Ok(())
        })
        .unwrap();
    let directed = graph.is_directed();
    let expected = json!({ "directed": directed, "nodes": nodes, "edges": edges });
    fs::write(
        folder.join(format!("{name}.expected")),
        expected.to_string(),
    )
    .unwrap();
    for (ending, form) in Form::ENDINGS {
        let file = fs::File::create(folder.join(format!("{name}.{ending}"))).unwrap();
        graph::write(graph, form, file, &Work::default()).unwrap();
    }
}

fn write_all(folder: &Path) {
    let parker = "GW,BW,BR BB,GW,RG RW,RG,BW RR,GW,BR";
    let colours = insanity::ColourGraph::of(&insanity::Puzzle::from_text(parker).unwrap());
    write(folder, "parker", colours.graph());
    let board = tour::Puzzle::new(tour::Settings::board(3, 4)).unwrap();
    write(folder, "grid", &tour::graph::grid(&board));
    write(folder, "rolls", &tour::graph::rolls(&board));
    let tabled = Rules::cube(Metric::Quarter).unwrap().tabled().unwrap();
    let size = "1x1".parse().unwrap();
    let cayley = CayleyGraph::ball(&tabled, size, usize::MAX, 24).unwrap();
    let classes = quotient(&cayley, &tabled, size).unwrap();
    let (cayley, tabled, quotient) = (&cayley, &tabled, &classes);
    write(folder, "cayley", CayleyData { cayley, tabled });
    write(folder, "quotient", QuotientData { quotient, tabled });
    let pattern = Some(corner::graph::Pattern::from_number(1234));
    write(folder, "cube", &corner::graph::cube_graph(pattern));
    write(folder, "cube-empty", &corner::graph::cube_graph(None));
    let bag = corner::graph::Pattern::from_number(1234).bag();
    write(folder, "loops", &corner::graph::loop_graph(bag));
    let mut nasty = petgraph::graph::DiGraph::<&str, f64>::default();
    let ends = ["a \"b\" \\ <&amp;> é", "node", "two\nlines"].map(|name| nasty.add_node(name));
    nasty.add_edge(ends[0], ends[1], 0.25);
    nasty.add_edge(ends[0], ends[1], -3.5);
    nasty.add_edge(ends[2], ends[2], 0.1);
    write(folder, "nasty", &nasty);
}

#[test]
fn other_programs_read_what_was_meant() {
    let folder = tempfile::tempdir().unwrap();
    write_all(folder.path());
    let Some(python) = python() else {
        println!("skipped: there is no Python with networkx and pydot");
        return;
    };
    let check = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readers/check.py");
    let found = Command::new(python)
        .arg(check)
        .arg(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&found.stdout);
    assert!(
        found.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&found.stderr)
    );
    assert_eq!(said.lines().count(), 9, "{said}");
    println!("{said}");
}

/// A LaTeX run, where it is installed: every picture becomes a page.
#[test]
fn latex_takes_the_pictures() {
    let folder = tempfile::tempdir().unwrap();
    write_all(folder.path());
    let pictures = ["parker", "grid", "cayley", "cube", "loops", "nasty"]
        .map(|name| format!("\\resizebox{{8cm}}{{!}}{{\\input{{{name}.tex}}}}\\newpage\n"));
    let document = format!(
        "\\documentclass{{article}}\\usepackage{{tikz}}\\usepackage[T1]{{fontenc}}\n\
         \\begin{{document}}\n{}\\end{{document}}\n",
        pictures.concat()
    );
    fs::write(folder.path().join("all.tex"), document).unwrap();
    let run = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "all.tex"])
        .current_dir(folder.path())
        .output();
    match run {
        Err(_) => println!("skipped: there is no pdflatex"),
        Ok(run) => assert!(
            run.status.success(),
            "{}",
            String::from_utf8_lossy(&run.stdout)
        ),
    }
}
