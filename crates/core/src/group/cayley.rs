//! Cayley graphs that are computed rather than stored.
//!
//! The vertices are the elements of a group, by number; an arc leads from g to g·s for every
//! generator s (Burcsi, Definition 1). A [`Cayley`] graph implements petgraph's visit traits, so
//! petgraph's own algorithms run on it: `Bfs`, `Dfs`, `algo::dijkstra`, `algo::astar` and whatever
//! else asks for neighbours, arcs or numbers of vertices.

mod visit;

use fixedbitset::FixedBitSet;
use num_traits::ToPrimitive;
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Bfs, EdgeCount, EdgeRef, IntoEdges, NodeCount};

use super::{Permutation, StabiliserChain};
use crate::work::{Error, Result, Work};

pub use visit::{Arc, Vertex};
#[doc(hidden)]
pub use visit::{ArcsAt, EveryArc, Neighbours, Visited};

/// A finite group whose elements have numbers, from 0 (the identity) on, and which has generators.
pub trait Numbered {
    /// An element.
    type Element;

    /// How many elements there are.
    fn order(&self) -> usize;

    /// How many generators there are; equal ones and the identity count as listed.
    fn generator_count(&self) -> usize;

    /// The element with a number.
    fn element(&self, rank: usize) -> Self::Element;

    /// The number of g·s, or of g·s⁻¹ for [`Direction::Incoming`], for the generator s with a
    /// number.
    fn rank_after(&self, element: &Self::Element, generator: usize, direction: Direction) -> usize;
}

/// The Cayley graph of a group with generators; nothing of it is stored.
///
/// Vertices are the numbers of the elements, as `usize`; an arc carries the number of its
/// generator, from 0 in the order in which they were given.
///
/// # Examples
/// ```
/// # use cubegraph_core::group::Cayley;
/// use petgraph::algo::astar;
///
/// let a5 = Cayley::new(["(1 2 3 4 5)".parse()?, "(1 2 3)".parse()?])?;
/// let there = a5.rank(&"(1 2)(3 4)".parse()?).expect("an element of A5");
/// let way = astar(&a5, a5.identity(), |v| v == there, |_| 1, |_| 0);
/// assert_eq!(way.expect("A5 is generated").0, 7);
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cayley<G = PermutationGroup> {
    group: G,
}

impl<G> Cayley<G> {
    /// The Cayley graph of a group whose elements are numbered.
    pub const fn of(group: G) -> Cayley<G> {
        Cayley { group }
    }
}

/// What the group can do, its graph can do.
impl<G> std::ops::Deref for Cayley<G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.group
    }
}

/// A permutation group with generators, its elements numbered along a stabiliser chain.
#[derive(Clone, Debug)]
pub struct PermutationGroup {
    chain: StabiliserChain,
    generators: Vec<[Permutation; 2]>,
    order: usize,
}

impl PermutationGroup {
    fn new(generators: Vec<Permutation>, work: &Work) -> Result<PermutationGroup> {
        let chain = StabiliserChain::build(&generators, work)?;
        let order = chain.order();
        let order = match order.to_usize() {
            Some(order) if chain.is_proved() => order,
            _ => {
                return Err(Error::too_large(format!(
                    "the elements of a group of order {order} cannot be numbered"
                )));
            }
        };
        let generators =
            generators.into_iter().map(|generator| [generator.inverse(), generator]).collect();
        Ok(PermutationGroup { chain, generators, order })
    }
}

impl Numbered for PermutationGroup {
    type Element = Permutation;

    fn order(&self) -> usize {
        self.order
    }

    fn generator_count(&self) -> usize {
        self.generators.len()
    }

    fn element(&self, rank: usize) -> Permutation {
        self.chain.unrank(rank)
    }

    fn rank_after(&self, element: &Permutation, generator: usize, direction: Direction) -> usize {
        let by = &self.generators[generator][usize::from(direction == Direction::Outgoing)];
        let rank = self.chain.rank(&(element * by));
        rank.expect("a group is closed under its generators")
    }
}

impl Cayley {
    /// The Cayley graph of the group that permutations generate.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the group is too large to number its elements.
    pub fn new(generators: impl IntoIterator<Item = Permutation>) -> Result<Cayley> {
        Cayley::within(generators, &Work::default())
    }

    /// The same within limits.
    ///
    /// # Errors
    /// As for [`Cayley::new`], and what `work` says when it stops.
    pub fn within(
        generators: impl IntoIterator<Item = Permutation>,
        work: &Work,
    ) -> Result<Cayley> {
        let group = PermutationGroup::new(generators.into_iter().collect(), work)?;
        Ok(Cayley { group })
    }

    /// The generator with a number.
    pub fn generator(&self, number: usize) -> Option<&Permutation> {
        self.group.generators.get(number).map(|[_, generator]| generator)
    }

    /// The vertex of a permutation, if it is in the group.
    pub fn rank(&self, element: &Permutation) -> Option<usize> {
        self.group.chain.rank(element)
    }

    /// The graph with everything stored: every vertex carries its permutation, every arc the number
    /// of its generator. Vertices have the same numbers as here.
    ///
    /// # Panics
    /// If petgraph has no numbers for that many arcs, 2³² of them;
    /// [`Cayley::to_petgraph_within`] is an error then.
    pub fn to_petgraph(&self) -> DiGraph<Permutation, usize> {
        self.to_petgraph_within(&Work::default()).expect("a graph that fits")
    }

    /// The same within limits.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the graph takes more memory than allowed, or has 2³² arcs or more; what
    /// `work` says when it stops.
    pub fn to_petgraph_within(&self, work: &Work) -> Result<DiGraph<Permutation, usize>> {
        let (vertices, arcs) = (self.node_count(), self.edge_count());
        if u32::try_from(arcs.max(vertices)).is_err() {
            return Err(Error::too_large(format!(
                "a graph of {vertices} vertices and {arcs} arcs is too large to be stored"
            )));
        }
        let bytes = vertices * (48 + 4 * self.group.chain.degree()) + 24 * arcs;
        work.reserve("the Cayley graph", bytes as u128)?;
        let mut graph = DiGraph::with_capacity(vertices, arcs);
        for rank in 0..vertices {
            graph.add_node(self.group.element(rank));
        }
        for rank in 0..vertices {
            if rank % 4096 == 0 {
                work.check("part of the Cayley graph is made")?;
            }
            for arc in self.edges(rank) {
                let target = NodeIndex::new(arc.target());
                graph.add_edge(NodeIndex::new(rank), target, *arc.weight());
            }
        }
        Ok(graph)
    }
}

impl<G: Numbered> Cayley<G> {
    /// The vertex of the identity.
    pub fn identity(&self) -> usize {
        0
    }

    /// How many elements are at every distance from the identity, along the arcs.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the elements take more memory than allowed; what `work` says when it stops.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph_core::Work;
    /// # use cubegraph_core::group::Cayley;
    /// let rotations = Cayley::new(["(1 2 3 4)".parse()?, "(1 2)".parse()?])?;
    /// assert_eq!(rotations.layers(&Work::default())?, [1, 2, 3, 5, 5, 5, 3]);
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    pub fn layers(&self, work: &Work) -> Result<Vec<u64>> {
        let order = self.group.order();
        // A bit for every element, and the number of every element of two layers.
        work.reserve("the distances in the group", order as u128 * 17)?;
        let mut seen = FixedBitSet::with_capacity(order);
        seen.insert(self.identity());
        let mut walk = Bfs { stack: [self.identity()].into(), discovered: seen };
        let (mut layers, mut steps) = (Vec::new(), 0u64);
        // When a layer is walked through, the next one is on the stack.
        while !walk.stack.is_empty() {
            layers.push(walk.stack.len() as u64);
            for _ in 0..walk.stack.len() {
                if steps.is_multiple_of(4096) {
                    work.check("part of the distances is known")?;
                }
                steps += 1;
                walk.next(self);
            }
        }
        Ok(layers)
    }

    /// The element that a vertex is.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn element(&self, vertex: usize) -> G::Element {
        assert!(vertex < self.group.order(), "there is no vertex {vertex}");
        self.group.element(vertex)
    }
}

#[cfg(test)]
mod tests;
