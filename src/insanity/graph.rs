//! The colour multigraph.

use petgraph::graph::{NodeIndex, UnGraph};

use super::{Axis, Colour, Puzzle};

/// The label of an edge: the cube it belongs to (counted from 0) and the pair of opposite faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The cube, counted from 0.
    pub cube: usize,
    /// The pair of opposite faces, as the cube was given.
    pub axis: Axis,
}

/// The colour multigraph of a puzzle: a vertex for each colour, and for each cube three edges, which join the colours of
/// opposite faces. Loops and parallel edges are kept; every edge knows its cube and axis.
///
/// # Examples
/// ```
/// # use cubegraph::insanity::{ColourGraph, Puzzle};
/// let puzzle = Puzzle::from_text("AB,AA,AB BB,AB,AA").unwrap();
/// let graph = ColourGraph::of(&puzzle);
/// assert_eq!((graph.graph().node_count(), graph.graph().edge_count()), (2, 6));
/// ```
///
/// # Reference
/// Jandhyala, ch. 5, Figure 5.3; de Carteblanche 1947.
#[derive(Clone, Debug)]
pub struct ColourGraph {
    graph: UnGraph<Colour, Edge>,
}

impl ColourGraph {
    /// The graph of a puzzle. The vertex of a colour has the colour's index; the edges of cube k are the numbers 3k to 3k+2.
    pub fn of(puzzle: &Puzzle) -> ColourGraph {
        let mut graph = UnGraph::with_capacity(puzzle.colours().len(), 3 * puzzle.cubes().len());
        for colour in 0..puzzle.colours().len() {
            graph.add_node(Colour::from_index(colour));
        }
        for (cube, given) in puzzle.cubes().iter().enumerate() {
            for axis in Axis::ALL {
                let [from, to] = given.pair(axis).map(|c| NodeIndex::new(c.index()));
                graph.add_edge(from, to, Edge { cube, axis });
            }
        }
        ColourGraph { graph }
    }

    /// The petgraph graph.
    pub fn graph(&self) -> &UnGraph<Colour, Edge> {
        &self.graph
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_counts_twice_in_the_degree() {
        let puzzle = Puzzle::from_text("AB,AA,AB BB,AB,AA").unwrap();
        let graph = ColourGraph::of(&puzzle);
        let degree = |v| {
            graph
                .graph()
                .edges(NodeIndex::new(v))
                .map(|e| {
                    use petgraph::visit::EdgeRef;
                    1 + usize::from(e.source() == e.target())
                })
                .sum::<usize>()
        };
        assert_eq!(vec![degree(0), degree(1)], puzzle.degrees());
    }
}
