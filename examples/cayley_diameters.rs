//! A census of diameters: the Cayley graphs of some small groups, each with its usual generators,
//! searched by petgraph's own Dijkstra, which never sees more than the graph's visit traits.

use cubegraph::group::Cayley;
use petgraph::algo::dijkstra;
use petgraph::visit::NodeCount;

fn main() -> Result<(), cubegraph::Error> {
    for (name, generators) in [
        ("C12", &["(1 2 3 4 5 6 7 8 9 10 11 12)"][..]),
        ("D4", &["(1 2 3 4)", "(1 3)"]),
        ("Q8", &["(1 2 3 4)(5 6 7 8)", "(1 5 3 7)(2 8 4 6)"]),
        ("A4", &["(1 2 3)", "(2 3 4)"]),
        ("S4, as a cube turns", &["(1 4 2 3)", "(1 3 4 2)"]),
        ("A5", &["(1 2 3 4 5)", "(1 2 3)"]),
        ("S5", &["(1 2 3 4 5)", "(1 2)"]),
    ] {
        let parsed: Vec<_> =
            generators.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        let graph = Cayley::new(parsed)?;
        let distances = dijkstra(&graph, graph.identity(), None, |_| 1u32);
        let diameter = distances.values().max().copied().unwrap_or(0);
        println!("{name}: order {}, diameter {diameter}", graph.node_count());
    }
    Ok(())
}
