//! Graphs as data, read by programs that other people wrote: networkx, pydot and Graphviz's `gc`.
//!
//! `CUBEGRAPH_PYTHON` names a Python that has networkx and pydot; otherwise `python3` is tried.
//! Without them the test says so and passes.

use std::fs;
use std::path::Path;
use std::process::Command;

use cubegraph::graph::{self, Form, GraphData, Labelled, Value};
use cubegraph::work::Work;
use cubegraph::{corner, insanity, instance, picture, tour};
use serde_json::{Map, json};

fn python() -> Option<String> {
    let python = std::env::var("CUBEGRAPH_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let found = Command::new(&python).args(["-c", "import networkx, pydot"]).output();
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
    fs::write(folder.join(format!("{name}.expected")), expected.to_string()).unwrap();
    for (ending, form) in Form::ENDINGS {
        let file = fs::File::create(folder.join(format!("{name}.{ending}"))).unwrap();
        graph::write(graph, form, file, &Work::default()).unwrap();
    }
}

/// Every graph of every built-in instance, Cayley graphs as balls of the largest radius with at
/// most this many vertices. Returns how many graphs there are.
fn write_instances(folder: &Path) -> usize {
    const MOST_VERTICES: usize = 600;
    let work = Work::default();
    let mut count = 0;
    for built_in in instance::built_in() {
        let name = |of: &str| format!("{}-{of}", built_in.name);
        match built_in.read().unwrap().puzzle {
            instance::Puzzle::Insanity(puzzle) => {
                write(folder, &name("colours"), puzzle.graph());
                count += 1;
                let solution = puzzle.solve(&insanity::Options::default(), &work).unwrap();
                if let Some(tower) = solution.towers().first() {
                    let mut factors = tower.graph(puzzle.graph());
                    factors.retain_edges(|graph, edge| {
                        graph[edge].strand != Some(insanity::Strand::Hidden)
                    });
                    write(folder, &name("factor"), &factors);
                    count += 1;
                }
            }
            instance::Puzzle::Tour(puzzle) => {
                write(folder, &name("grid"), puzzle.graph());
                write(folder, &name("rolls"), &puzzle.roll_graph());
                count += 2;
            }
            instance::Puzzle::Picture(puzzle) => {
                let of = |radius| puzzle.ball(Some(radius), &work).unwrap();
                let mut ball = of(1);
                for radius in 2..100 {
                    let larger = of(radius);
                    if larger.len() > MOST_VERTICES || ball.is_whole() {
                        break;
                    }
                    ball = larger;
                }
                write(folder, &name("cayley"), &ball);
                write(folder, &name("quotient"), &ball.quotient(&work).unwrap());
                count += 2;
            }
            instance::Puzzle::Corner(puzzle) => {
                let solution = puzzle.solve(&corner::Options::default(), &work).unwrap();
                let assembly = solution.assemblies().first();
                let graph =
                    assembly.map_or_else(|| puzzle.graph().clone(), corner::Assembly::graph);
                write(folder, &name("cube"), &graph);
                count += 1;
                if let Ok(loops) = puzzle.loop_graph() {
                    write(folder, &name("loops"), &loops);
                    count += 1;
                }
            }
            other => panic!("a family without graphs: {}", other.family()),
        }
    }
    count
}

fn write_all(folder: &Path) {
    let parker = "GW,BW,BR BB,GW,RG RW,RG,BW RR,GW,BR";
    let parker: insanity::Puzzle = parker.parse().unwrap();
    write(folder, "parker", parker.graph());
    let board = tour::Puzzle::builder(3, 4).build().unwrap();
    write(folder, "grid", board.graph());
    write(folder, "rolls", &board.roll_graph());
    let one_cube = picture::Puzzle::cube(1, 1).unwrap();
    let cayley = one_cube.ball(None, &Work::default()).unwrap();
    write(folder, "cayley", &cayley);
    write(folder, "quotient", &cayley.quotient(&Work::default()).unwrap());
    for (name, words) in [
        ("corners", "AAD ACB ACD ADB ADD BBC BCC BDC"),
        ("edges", "AA AD AN BB BN CC CN DD DH DN NN NN"),
    ] {
        let puzzle: corner::Puzzle = words.parse().unwrap();
        let options = corner::Options::default();
        let solution = puzzle.solve(&options, &Work::default()).unwrap();
        write(folder, name, &solution.assemblies()[0].graph());
        write(folder, &format!("{name}-empty"), puzzle.graph());
        if let Ok(loops) = puzzle.loop_graph() {
            write(folder, "loops", &loops);
        }
    }
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
    let count = 11 + write_instances(folder.path());
    let Some(python) = python() else {
        println!("skipped: there is no Python with networkx and pydot");
        return;
    };
    let check = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tool/readers/check.py");
    let found = Command::new(python).arg(check).arg(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&found.stdout);
    assert!(found.status.success(), "{said}{}", String::from_utf8_lossy(&found.stderr));
    assert_eq!(said.lines().count(), count, "{said}");
    println!("{said}");
}

/// A LaTeX run, where it is installed: every picture becomes a page.
#[test]
fn latex_takes_the_pictures() {
    let folder = tempfile::tempdir().unwrap();
    write_all(folder.path());
    let pictures = ["parker", "grid", "cayley", "corners", "loops", "nasty"]
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
        Ok(run) => assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout)),
    }
}
