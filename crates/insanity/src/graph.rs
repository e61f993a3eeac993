//! The colour multigraph, and what its vertices and edges say about themselves as data.

use std::borrow::Cow;

use petgraph::graph::{NodeIndex, UnGraph};

use super::parts::GraphPart;
use super::{Axis, Cube, Tower};
use cubegraph_draw::data::{Field, Labelled, Value};

/// A colour: a vertex of the colour graph.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour {
    name: String,
    paint: Option<String>,
}

impl Colour {
    pub(super) fn new(name: String, paint: Option<String>) -> Colour {
        Colour { name, paint }
    }

    /// The name, which no other colour of the puzzle has.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The paint as `#rrggbb`, where the instance gives one.
    pub fn paint(&self) -> Option<&str> {
        self.paint.as_deref()
    }
}

/// What a pair of opposite faces becomes in a tower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strand {
    /// Left and right.
    LeftRight,
    /// Front and back.
    FrontBack,
    /// Top and bottom.
    Hidden,
}

impl Strand {
    /// The three strands.
    pub const ALL: [Strand; 3] = [Strand::LeftRight, Strand::FrontBack, Strand::Hidden];

    /// As in `left/right`.
    pub const fn name(self) -> &'static str {
        match self {
            Strand::LeftRight => "left/right",
            Strand::FrontBack => "front/back",
            Strand::Hidden => "hidden",
        }
    }
}

/// An edge of the colour graph: a pair of opposite faces of a cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The cube, counted from 0.
    pub cube: usize,
    /// The pair of opposite faces, as the cube was given.
    pub axis: Axis,
    /// What the pair becomes in a tower, where one was given (see [`Tower::graph`]).
    pub strand: Option<Strand>,
}

/// The colour graph of cubes: vertex i is colour i, edges 3k to 3k+2 belong to cube k.
pub(super) fn colour_graph(colours: Vec<Colour>, cubes: &[Cube]) -> UnGraph<Colour, Edge> {
    let mut graph = UnGraph::with_capacity(colours.len(), 3 * cubes.len());
    for colour in colours {
        graph.add_node(colour);
    }
    for (cube, given) in cubes.iter().enumerate() {
        for axis in Axis::ALL {
            let [from, to] = given.pair(axis);
            let strand = None;
            graph.add_edge(from, to, Edge { cube, axis, strand });
        }
    }
    graph
}

/// The degree of every colour, the number of faces that show it; a loop counts twice.
pub(super) fn degrees(graph: &UnGraph<Colour, Edge>) -> Vec<usize> {
    let mut degrees = vec![0; graph.node_count()];
    for edge in graph.raw_edges() {
        degrees[edge.source().index()] += 1;
        degrees[edge.target().index()] += 1;
    }
    degrees
}

impl Tower {
    /// The colour graph with the strand of every edge in this tower. An edge of a cube that the
    /// tower does not contain, or contains mirrored or painted otherwise, has no strand.
    pub fn graph(&self, graph: &UnGraph<Colour, Edge>) -> UnGraph<Colour, Edge> {
        let mut marked = graph.clone();
        let whole = GraphPart::whole(graph);
        for (cube, &number) in whole.cubes.iter().enumerate() {
            let Some(placed) = self.cubes.get(number) else {
                continue;
            };
            let mut given = [None; 3];
            for axis in whole.axes_of(cube) {
                given[axis] = Some(whole.edges[cube][axis].map(NodeIndex::new));
            }
            let strands = placed.strands(given);
            for axis in whole.axes_of(cube) {
                marked[whole.indices[cube][axis]].strand = strands[axis];
            }
        }
        marked
    }
}

impl Labelled for Colour {
    const FIELDS: &'static [Field] = &[Field::text("paint")];

    fn values(&self) -> Vec<Value> {
        vec![self.paint.clone().into()]
    }

    fn name(&self) -> Option<Cow<'_, str>> {
        Some(self.name.as_str().into())
    }
}

impl Labelled for Edge {
    const FIELDS: &'static [Field] =
        &[Field::integer("cube"), Field::text("axis"), Field::text("strand")];

    fn values(&self) -> Vec<Value> {
        let strand = self.strand.map(Strand::name);
        vec![(self.cube + 1).into(), self.axis.name().into(), strand.into()]
    }

    fn label(&self) -> Option<Cow<'_, str>> {
        Some((self.cube + 1).to_string().into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Options, Puzzle};
    use super::*;
    use cubegraph_core::work::Work;
    use itertools::Itertools;

    #[test]
    fn a_loop_counts_twice_in_the_degree() {
        let puzzle: Puzzle = "AB,AA,AB BB,AB,AA".parse().unwrap();
        assert_eq!(puzzle.graph().edge_count(), 6);
        assert_eq!(degrees(puzzle.graph()), [7, 5]);
    }

    #[test]
    fn each_strand_of_a_tower_has_one_edge_of_every_cube() {
        let puzzle: Puzzle = "GW,BW,BR BB,GW,RG RW,RG,BW RR,GW,BR".parse().unwrap();
        let solution = puzzle.solve(&Options::default(), &Work::default()).unwrap();
        let graph = solution.towers()[0].graph(puzzle.graph());
        for strand in Strand::ALL {
            let edges = graph.edge_weights().filter(|edge| edge.strand == Some(strand));
            let cubes = edges.map(|edge| edge.cube).sorted();
            assert!(cubes.eq(0..4));
        }
        let dot = cubegraph_draw::data::to_dot(&graph);
        assert!(dot.contains("front/back") && dot.contains("\"G\""), "{dot}");
    }

    #[test]
    fn a_tower_marks_a_graph_whose_edges_were_removed_and_added_again() {
        let puzzle: Puzzle = "ACBDCC ACDBDC ABBCDD ABBDCD".parse().unwrap();
        let solution = puzzle.solve(&Options::default(), &Work::default()).unwrap();
        let tower = &solution.towers()[0];
        let strands = |graph: &UnGraph<Colour, Edge>| {
            let mut edges: Vec<Edge> = tower.graph(graph).edge_weights().copied().collect();
            edges.sort_unstable();
            edges
        };
        let all = strands(puzzle.graph());
        for edge in puzzle.graph().edge_indices() {
            let mut graph = puzzle.graph().clone();
            let (from, to) = graph.edge_endpoints(edge).unwrap();
            let label = graph.remove_edge(edge).unwrap();
            let mut others = all.clone();
            others.retain(|e| (e.cube, e.axis) != (label.cube, label.axis));
            assert_eq!(strands(&graph), others);
            graph.add_edge(to, from, label);
            assert_eq!(strands(&graph), all);
        }
    }
}
