//! The parts of a puzzle: groups of cubes that share no colour; and the flat arrays of the
//! searches.
//!
//! A *part* is a connected component of the colour graph, with the components joined that a cube
//! has edges in. What one part does never touches another, so the 2-factors of the whole are the
//! products of those of the parts, and so are ordered disjoint pairs of factors, their orientations
//! and their appearances. Five groups of six equal cubes on disjoint colours have 90⁵ = 5 904 900
//! 000 factors, but each part has only 90.
//!
//! This is the one place where the graph is compiled into arrays: [`GraphPart`] holds the ends of the
//! three edges of every cube, renumbered from 0.

use petgraph::graph::{EdgeIndex, UnGraph};
use petgraph::unionfind::UnionFind;

use super::{Colour, Edge};

/// All three edges of a cube are there.
pub(super) const ALL_AXES: u8 = 0b111;

/// Some cubes of a puzzle with the colours they show, both renumbered from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GraphPart {
    /// The cubes of the part, as the edges of the graph number them, ascending.
    pub cubes: Vec<usize>,
    /// The colours of the part, as indices of vertices, ascending.
    pub colours: Vec<usize>,
    /// The ends of the edges of each cube by axis, in the part's own numbers of colours.
    pub edges: Vec<[[usize; 2]; 3]>,
    /// The axes of each cube that have an edge: bit a for axis a.
    pub axes: Vec<u8>,
    /// The edges in the graph.
    pub indices: Vec<[EdgeIndex; 3]>,
}

impl GraphPart {
    /// The whole graph as one part, connected or not. Of several edges with the same cube and axis
    /// the last counts.
    pub fn whole(graph: &UnGraph<Colour, Edge>) -> GraphPart {
        let mut order: Vec<EdgeIndex> = graph.edge_indices().collect();
        // The edges of a puzzle are in this order already.
        order.sort_by_key(|&edge| graph[edge].cube);
        let colours = (0..graph.node_count()).collect();
        let mut part = GraphPart { colours, ..GraphPart::default() };
        for index in order {
            let edge = &graph.raw_edges()[index.index()];
            if part.cubes.last() != Some(&edge.weight.cube) {
                part.cubes.push(edge.weight.cube);
                part.edges.push([[0; 2]; 3]);
                part.axes.push(0);
                part.indices.push([EdgeIndex::end(); 3]);
            }
            let (cube, axis) = (part.cubes.len() - 1, edge.weight.axis.index());
            part.edges[cube][axis] = [edge.source().index(), edge.target().index()];
            part.axes[cube] |= 1 << axis;
            part.indices[cube][axis] = index;
        }
        part
    }

    /// Whether every colour needs degree exactly two: as many colours as cubes leave nothing over.
    pub fn is_exact(&self) -> bool {
        self.cubes.len() == self.colours.len()
    }

    /// Whether a side of the part would have to repeat a colour.
    pub fn has_too_few_colours(&self) -> bool {
        self.colours.len() < self.cubes.len()
    }

    /// The axes of a cube that have an edge.
    pub fn axes_of(&self, cube: usize) -> impl Iterator<Item = usize> {
        let axes = self.axes[cube];
        (0..3).filter(move |axis| axes >> axis & 1 == 1)
    }

    /// The first axis of a cube, before the given one, whose edge joins the same two colours.
    pub fn twin(&self, cube: usize, axis: usize) -> Option<usize> {
        let sorted = |[a, b]: [usize; 2]| [a.min(b), a.max(b)];
        let edge = sorted(self.edges[cube][axis]);
        (0..axis).find(|&earlier| sorted(self.edges[cube][earlier]) == edge)
    }
}

/// Splits a colour graph into its parts, in the order of their first cubes.
///
/// # Complexity
/// Linear in the number of cubes, except for the inverse Ackermann function.
pub(super) fn parts_of(graph: &UnGraph<Colour, Edge>) -> Vec<GraphPart> {
    let whole = GraphPart::whole(graph);
    let mut joined = UnionFind::<usize>::new(whole.colours.len());
    let first_end = |cube: usize| {
        let axis = whole.axes_of(cube).next().unwrap_or(0);
        whole.edges[cube][axis][0]
    };
    for cube in 0..whole.cubes.len() {
        for axis in whole.axes_of(cube) {
            for end in whole.edges[cube][axis] {
                joined.union(first_end(cube), end);
            }
        }
    }
    let label = joined.into_labeling();
    let mut part_of_label = vec![usize::MAX; label.len()];
    let mut parts: Vec<GraphPart> = Vec::new();
    for cube in 0..whole.cubes.len() {
        let root = label[first_end(cube)];
        if part_of_label[root] == usize::MAX {
            part_of_label[root] = parts.len();
            parts.push(GraphPart::default());
        }
        let part = &mut parts[part_of_label[root]];
        part.cubes.push(whole.cubes[cube]);
        part.edges.push(whole.edges[cube]);
        part.axes.push(whole.axes[cube]);
        part.indices.push(whole.indices[cube]);
    }
    let mut local = vec![0; label.len()];
    for colour in 0..label.len() {
        // A colour without edges belongs to no part.
        if let Some(part) = parts.get_mut(part_of_label[label[colour]]) {
            local[colour] = part.colours.len();
            part.colours.push(colour);
        }
    }
    for edges in parts.iter_mut().flat_map(|part| &mut part.edges) {
        *edges = edges.map(|ends| ends.map(|colour| local[colour]));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::super::Puzzle;
    use super::*;

    #[test]
    fn cubes_without_a_common_colour_fall_into_parts() {
        let puzzle: Puzzle = "AAABBB CCCCCC BBBBDD CCEEEE".parse().unwrap();
        let parts = parts_of(puzzle.graph());
        assert_eq!(parts.len(), 2);
        assert_eq!([&parts[0].cubes[..], &parts[0].colours], [&[0, 2][..], &[0, 1, 3]]);
        assert_eq!([&parts[1].cubes[..], &parts[1].colours], [&[1, 3][..], &[2, 4]]);
        assert!(!parts[0].is_exact() && parts[1].is_exact());
        assert_eq!(parts[1].twin(0, 2), Some(0));
    }

    #[test]
    fn a_graph_that_was_changed_is_compiled_as_it_is() {
        let puzzle: Puzzle = "AAABBB CCCCCC BBBBDD CCEEEE".parse().unwrap();
        let mut graph = puzzle.graph().clone();
        // Without its C–E edges the last cube keeps E–E alone; colour D goes with its vertex.
        graph.retain_edges(|graph, edge| {
            let (a, b) = graph.edge_endpoints(edge).unwrap();
            graph[edge].cube != 3 || a == b
        });
        let whole = GraphPart::whole(&graph);
        assert_eq!(whole.cubes, [0, 1, 2, 3]);
        assert!(whole.axes[3].count_ones() < 3);
        for (cube, indices) in whole.indices.iter().enumerate() {
            for axis in whole.axes_of(cube) {
                assert_eq!(graph[indices[axis]].cube, cube);
            }
        }
    }
}
