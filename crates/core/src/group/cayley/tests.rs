use super::*;
use petgraph::algo::{astar, dijkstra, is_isomorphic, kosaraju_scc};
use petgraph::visit::{Bfs, Dfs, IntoNeighbors, Walker};
use petgraph::visit::{IntoEdgeReferences, IntoEdgesDirected, IntoNodeReferences, NodeRef};

fn cayley(generators: &[&str]) -> Cayley {
    Cayley::new(generators.iter().map(|text| text.parse().unwrap())).unwrap()
}

#[test]
fn petgraphs_algorithms_agree_on_the_implicit_and_the_explicit_graph() {
    for generators in [
        &["(1 2 3 4 5)", "(1 2 3)"][..],
        &["(1 2 3 4)", "(1 2)"],
        &["(1 2 3)(4 5)"],
        &["()", "(1 2 3)", "(1 2 3)"],
        &[],
    ] {
        let implicit = cayley(generators);
        let explicit = implicit.to_petgraph();
        assert_eq!(explicit.node_count(), implicit.node_count());
        assert_eq!(explicit.edge_count(), implicit.edge_count());
        let ours = dijkstra(&implicit, implicit.identity(), None, |_| 1);
        let theirs = dijkstra(&explicit, NodeIndex::new(0), None, |_| 1);
        assert_eq!(ours.len(), theirs.len());
        for (vertex, distance) in theirs {
            assert_eq!(ours[&vertex.index()], distance, "{generators:?}");
        }
        let count = implicit.node_count();
        assert_eq!(Bfs::new(&implicit, 0).iter(&implicit).count(), count);
        assert_eq!(Dfs::new(&implicit, count - 1).iter(&implicit).count(), count);
        assert_eq!(kosaraju_scc(&implicit).len(), 1, "a group is strongly connected");
    }
}

#[test]
fn arcs_multiply_by_their_generators_and_those_that_come_in_undo_it() {
    let graph = cayley(&["()", "(1 2 3 4)", "(1 2)"]);
    for arc in (&graph).edge_references() {
        let by = graph.generator(*arc.weight()).unwrap();
        let product = &graph.element(arc.source()) * by;
        assert_eq!(graph.rank(&product), Some(arc.target()));
        let back = (&graph).edges_directed(arc.target(), Direction::Incoming);
        assert!(back.into_iter().any(|back| back == arc));
    }
    for vertex in (&graph).node_references() {
        assert_eq!(graph.rank(&graph.element(vertex.id())), Some(vertex.id()));
    }
    assert!(graph.element(graph.identity()).is_identity());
    assert_eq!(graph.rank(&"(1 5)".parse().unwrap()), None);
}

#[test]
fn a_vast_group_is_walked_near_the_identity() {
    let m24 = cayley(&[
        "(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23)",
        "(1 24)(2 23)(3 12)(4 16)(5 18)(6 10)(7 20)(8 14)(9 21)(11 17)(13 22)(15 19)",
        "(3 17 10 7 9)(4 13 14 19 5)(8 18 11 12 23)(15 20 22 21 16)",
    ]);
    assert_eq!(m24.node_count(), 244_823_040);
    let there = (&m24).neighbors((&m24).neighbors(0).nth(2).unwrap()).nth(1);
    let way = astar(&m24, 0, |v| Some(v) == there, |_| 1u8, |_| 0).unwrap();
    assert_eq!(way.0, 2);
    assert_eq!(Bfs::new(&m24, 0).iter(&m24).take(1000).count(), 1000);
}

#[test]
fn a_cyclic_group_is_a_cycle_and_too_large_a_group_is_refused() {
    let cycle = cayley(&["(1 2 3 4 5 6)"]).to_petgraph();
    let mut expected = DiGraph::<(), ()>::new();
    let nodes: Vec<_> = (0..6).map(|_| expected.add_node(())).collect();
    for k in 0..6 {
        expected.add_edge(nodes[k], nodes[(k + 1) % 6], ());
    }
    assert!(is_isomorphic(&cycle.map(|_, _| (), |_, _| ()), &expected));
    let s25 = ["(1 2)", "(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25)"];
    let refused = Cayley::new(s25.map(|text| text.parse().unwrap()));
    assert!(matches!(refused, Err(Error::TooLarge(_))));
}
