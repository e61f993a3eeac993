//! What petgraph's algorithms walk on: arcs, neighbours, vertices and the visit traits.

use std::fmt;
use std::ops::Range;

use petgraph::visit::{
    Data, EdgeCount, EdgeRef, GraphBase, GraphProp, IntoEdgeReferences, IntoEdges,
    IntoEdgesDirected, IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers,
    IntoNodeReferences, NodeCompactIndexable, NodeCount, NodeIndexable, NodeRef, VisitMap,
    Visitable,
};
use petgraph::{Directed, Direction};
use rustc_hash::FxHashMap;

use super::{Cayley, Numbered};

/// An arc of a [`Cayley`] graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arc {
    source: usize,
    target: usize,
    generator: usize,
}

impl EdgeRef for Arc {
    type NodeId = usize;
    /// The source and the number of the generator.
    type EdgeId = (usize, usize);
    type Weight = usize;

    fn source(&self) -> usize {
        self.source
    }

    fn target(&self) -> usize {
        self.target
    }

    fn weight(&self) -> &usize {
        &self.generator
    }

    fn id(&self) -> (usize, usize) {
        (self.source, self.generator)
    }
}

/// A vertex of a [`Cayley`] graph; it carries its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vertex(usize);

impl NodeRef for Vertex {
    type NodeId = usize;
    type Weight = usize;

    fn id(&self) -> usize {
        self.0
    }

    fn weight(&self) -> &usize {
        &self.0
    }
}

/// The arcs from or to one vertex of a [`Cayley`] graph, one for each generator.
pub struct ArcsAt<'a, G: Numbered> {
    group: &'a G,
    vertex: usize,
    element: G::Element,
    direction: Direction,
    generators: Range<usize>,
}

impl<G: Numbered> fmt::Debug for ArcsAt<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ArcsAt")
            .field("vertex", &self.vertex)
            .field("direction", &self.direction)
            .field("generators", &self.generators)
            .finish_non_exhaustive()
    }
}

impl<G: Numbered> Iterator for ArcsAt<'_, G> {
    type Item = Arc;

    fn next(&mut self) -> Option<Arc> {
        let generator = self.generators.next()?;
        let other = self.group.rank_after(&self.element, generator, self.direction);
        let (source, target) = match self.direction {
            Direction::Outgoing => (self.vertex, other),
            Direction::Incoming => (other, self.vertex),
        };
        Some(Arc { source, target, generator })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.generators.size_hint()
    }
}

/// The neighbours of one vertex of a [`Cayley`] graph, one for each generator.
#[derive(Debug)]
pub struct Neighbours<'a, G: Numbered>(ArcsAt<'a, G>);

impl<G: Numbered> Iterator for Neighbours<'_, G> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let arc = self.0.next()?;
        Some(match self.0.direction {
            Direction::Outgoing => arc.target,
            Direction::Incoming => arc.source,
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

/// All arcs of a [`Cayley`] graph.
pub struct EveryArc<'a, G: Numbered> {
    graph: &'a Cayley<G>,
    vertices: Range<usize>,
    arcs: Option<ArcsAt<'a, G>>,
}

impl<G: Numbered> fmt::Debug for EveryArc<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EveryArc").field(&self.vertices).finish()
    }
}

impl<G: Numbered> Iterator for EveryArc<'_, G> {
    type Item = Arc;

    fn next(&mut self) -> Option<Arc> {
        loop {
            if let Some(arc) = self.arcs.as_mut().and_then(Iterator::next) {
                return Some(arc);
            }
            let graph = self.graph;
            self.arcs = Some(graph.edges(self.vertices.next()?));
        }
    }
}

/// The vertices that a traversal has seen: 64 of them to a word, and only words that are not empty,
/// so that a walk near the identity of a vast group takes little.
#[derive(Clone, Debug, Default)]
pub struct Visited(FxHashMap<usize, u64>);

impl VisitMap<usize> for Visited {
    fn visit(&mut self, vertex: usize) -> bool {
        let word = self.0.entry(vertex / 64).or_default();
        let before = *word;
        *word |= 1 << (vertex % 64);
        *word != before
    }

    fn is_visited(&self, vertex: &usize) -> bool {
        (self.0.get(&(vertex / 64))).is_some_and(|word| word >> (vertex % 64) & 1 == 1)
    }

    fn unvisit(&mut self, vertex: usize) -> bool {
        let visited = self.is_visited(&vertex);
        if let Some(word) = self.0.get_mut(&(vertex / 64)) {
            *word &= !(1 << (vertex % 64));
        }
        visited
    }
}

impl<G> GraphBase for Cayley<G> {
    type NodeId = usize;
    type EdgeId = (usize, usize);
}

impl<G> Data for Cayley<G> {
    type NodeWeight = usize;
    type EdgeWeight = usize;
}

impl<G> GraphProp for Cayley<G> {
    type EdgeType = Directed;
}

impl<G: Numbered> NodeCount for Cayley<G> {
    fn node_count(&self) -> usize {
        self.group.order()
    }
}

impl<G: Numbered> EdgeCount for Cayley<G> {
    fn edge_count(&self) -> usize {
        self.group.order().saturating_mul(self.group.generator_count())
    }
}

impl<G: Numbered> NodeIndexable for Cayley<G> {
    fn node_bound(&self) -> usize {
        self.group.order()
    }

    fn to_index(&self, vertex: usize) -> usize {
        vertex
    }

    fn from_index(&self, index: usize) -> usize {
        index
    }
}

impl<G: Numbered> NodeCompactIndexable for Cayley<G> {}

impl<G> Visitable for Cayley<G> {
    type Map = Visited;

    fn visit_map(&self) -> Visited {
        Visited::default()
    }

    fn reset_map(&self, map: &mut Visited) {
        map.0.clear();
    }
}

impl<'a, G: Numbered> IntoNeighbors for &'a Cayley<G> {
    type Neighbors = Neighbours<'a, G>;

    fn neighbors(self, vertex: usize) -> Neighbours<'a, G> {
        Neighbours(self.edges(vertex))
    }
}

impl<'a, G: Numbered> IntoNeighborsDirected for &'a Cayley<G> {
    type NeighborsDirected = Neighbours<'a, G>;

    fn neighbors_directed(self, vertex: usize, direction: Direction) -> Neighbours<'a, G> {
        Neighbours(self.edges_directed(vertex, direction))
    }
}

impl<'a, G: Numbered> IntoEdgeReferences for &'a Cayley<G> {
    type EdgeRef = Arc;
    type EdgeReferences = EveryArc<'a, G>;

    fn edge_references(self) -> EveryArc<'a, G> {
        EveryArc { graph: self, vertices: 0..self.group.order(), arcs: None }
    }
}

impl<'a, G: Numbered> IntoEdges for &'a Cayley<G> {
    type Edges = ArcsAt<'a, G>;

    fn edges(self, vertex: usize) -> ArcsAt<'a, G> {
        self.edges_directed(vertex, Direction::Outgoing)
    }
}

impl<'a, G: Numbered> IntoEdgesDirected for &'a Cayley<G> {
    type EdgesDirected = ArcsAt<'a, G>;

    fn edges_directed(self, vertex: usize, direction: Direction) -> ArcsAt<'a, G> {
        ArcsAt {
            group: &self.group,
            vertex,
            element: self.element(vertex),
            direction,
            generators: 0..self.group.generator_count(),
        }
    }
}

impl<G: Numbered> IntoNodeIdentifiers for &Cayley<G> {
    type NodeIdentifiers = Range<usize>;

    fn node_identifiers(self) -> Range<usize> {
        0..self.group.order()
    }
}

impl<G: Numbered> IntoNodeReferences for &Cayley<G> {
    type NodeRef = Vertex;
    type NodeReferences = std::iter::Map<Range<usize>, fn(usize) -> Vertex>;

    fn node_references(self) -> Self::NodeReferences {
        self.node_identifiers().map(Vertex)
    }
}
