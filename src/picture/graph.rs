//! The Cayley graph as a petgraph graph: whole where it is small, else a ball; and its quotient by the symmetries.
//!
//! Vertices are configurations, and an arc h → h·s stands for every move s (Burcsi, Definition 1). This is for looking at and
//! for checking; the searches never make it.

use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

use super::symmetries::Symmetries;
use super::{LineMove, Size, Tabled};
use crate::group::Element;
use crate::work::{Error, Result};

/// A configuration in the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The cells in row-major order.
    pub cells: Vec<Element>,
    /// How many moves lead there from the solved configuration.
    pub distance: usize,
    /// The move by which it was found first; none for the solved configuration.
    pub by: Option<(NodeIndex, LineMove)>,
}

/// The Cayley graph, or a ball of it round the solved configuration.
#[derive(Clone, Debug)]
pub struct CayleyGraph {
    /// The graph; every arc carries its move.
    pub graph: DiGraph<Node, LineMove>,
    /// Whether it is the whole graph, or a ball of it.
    pub is_whole: bool,
}

/// More cells than this in all vertices are not for petgraph.
pub const MOST_CELLS: usize = 20_000_000;

impl CayleyGraph {
    /// All configurations within `radius` moves and all arcs between them, if there are at most so many.
    ///
    /// # Errors
    /// [`Error::TooLarge`], as soon as there are more than `most`, or more than [`MOST_CELLS`] cells in all of them.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph::picture::{Metric, Rules, graph::CayleyGraph};
    /// let tabled = Rules::cube(Metric::Quarter)?.tabled()?;
    /// let whole = CayleyGraph::ball(&tabled, "1x1".parse()?, usize::MAX, 24)?;
    /// assert_eq!((whole.graph.node_count(), whole.graph.edge_count()), (24, 96));
    /// # Ok::<(), cubegraph::Error>(())
    /// ```
    pub fn ball(tabled: &Tabled, size: Size, radius: usize, most: usize) -> Result<CayleyGraph> {
        let most = most.min(MOST_CELLS / size.cells());
        let moves = tabled.moves(size);
        let mut graph = DiGraph::new();
        let mut numbers = FxHashMap::default();
        let solved = vec![Element::IDENTITY; size.cells()];
        let start = graph.add_node(Node {
            cells: solved.clone(),
            distance: 0,
            by: None,
        });
        numbers.insert(solved, start);
        let mut is_whole = true;
        let mut next = 0;
        while next < graph.node_count() {
            let here = NodeIndex::new(next);
            let (cells, distance) = (graph[here].cells.clone(), graph[here].distance);
            for &step in &moves {
                let mut after = cells.clone();
                tabled.turn(&mut after, size, step);
                let there = match numbers.get(&after) {
                    Some(&there) => there,
                    None if distance == radius => {
                        is_whole = false;
                        continue;
                    }
                    None => {
                        let there = graph.add_node(Node {
                            cells: after.clone(),
                            distance: distance + 1,
                            by: Some((here, step)),
                        });
                        numbers.insert(after, there);
                        there
                    }
                };
                graph.add_edge(here, there, step);
            }
            if graph.node_count() > most {
                return Err(Error::too_large(format!(
                    "more than {most} configurations of {size} within {}: too many to make a graph of; choose a smaller radius or size",
                    if distance == 0 {
                        "1 move".to_owned()
                    } else {
                        format!("{} moves", distance + 1)
                    }
                )));
            }
            next += 1;
        }
        Ok(CayleyGraph { graph, is_whole })
    }

    /// A shortest word for a vertex.
    pub fn word(&self, vertex: NodeIndex) -> Vec<LineMove> {
        let mut word = Vec::new();
        let mut here = vertex;
        while let Some((before, step)) = self.graph[here].by {
            word.push(step);
            here = before;
        }
        word.reverse();
        word
    }
}

/// A class of configurations under the symmetries that keep the set of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its least configuration.
    pub representative: Vec<Element>,
    /// How many of the graph's configurations it has.
    pub size: usize,
    /// The distance of all of them.
    pub distance: usize,
}

/// The quotient: a vertex for each class, and on the arc from one class to another the number of moves that lead from the
/// representative of the first into the second.
pub type Quotient = DiGraph<Class, usize>;

/// The most steps that the classes of a quotient may take.
const MOST_STEPS: u64 = 2_000_000_000;

/// The quotient of a Cayley graph by the symmetries that keep the set of moves.
pub fn quotient(cayley: &CayleyGraph, tabled: &Tabled, size: Size) -> Result<Quotient> {
    let symmetries = Symmetries::new(tabled, size);
    let steps = symmetries
        .steps()
        .saturating_mul(cayley.graph.node_count() as u64);
    if steps > MOST_STEPS {
        return Err(Error::too_large(format!(
            "{} configurations of {size} are too many for a quotient by its symmetries; choose a smaller radius",
            cayley.graph.node_count()
        )));
    }
    let mut quotient = Quotient::new();
    let mut classes: FxHashMap<Vec<Element>, NodeIndex> = FxHashMap::default();
    let class_of: Vec<NodeIndex> = cayley
        .graph
        .node_weights()
        .map(|node| {
            let representative = symmetries.representative(&node.cells);
            let class = *classes.entry(representative.clone()).or_insert_with(|| {
                quotient.add_node(Class {
                    representative,
                    size: 0,
                    distance: node.distance,
                })
            });
            quotient[class].size += 1;
            class
        })
        .collect();
    let mut done = vec![false; quotient.node_count()];
    for vertex in cayley.graph.node_indices() {
        let class = class_of[vertex.index()];
        // All members of a class see the same, so the first one speaks for it.
        if std::mem::replace(&mut done[class.index()], true) {
            continue;
        }
        let mut targets = std::collections::BTreeMap::<NodeIndex, usize>::new();
        for there in cayley.graph.neighbors(vertex) {
            *targets.entry(class_of[there.index()]).or_default() += 1;
        }
        // `neighbors` names a target once for every arc, so parallel arcs are counted.
        for (target, count) in targets {
            quotient.add_edge(class, target, count);
        }
    }
    Ok(quotient)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group::{NamedGroup, StabiliserChain};
    use crate::picture::plain::Plain;
    use crate::picture::{Metric, MoveSet, Rules};
    use crate::work::Work;
    use petgraph::algo::dijkstra;

    #[test]
    fn plain_search_agrees_with_petgraphs_own_traversal() {
        let c3 = StabiliserChain::build(
            NamedGroup::parse("C3").unwrap().generators(),
            &Work::default(),
        )
        .unwrap();
        let s3 = StabiliserChain::build(
            NamedGroup::parse("S3").unwrap().generators(),
            &Work::default(),
        )
        .unwrap();
        let one_way = || MoveSet::Listed(vec!["(1 2 3)".parse().unwrap()]);
        for (rules, size) in [
            (Rules::cube(Metric::Quarter).unwrap(), "1x1"),
            (Rules::cube(Metric::Half).unwrap(), "1x1"),
            (Rules::cube(Metric::Quarter).unwrap(), "2x1"),
            (Rules::cube(Metric::Quarter).unwrap(), "1x3"),
            (Rules::cube(Metric::Half).unwrap(), "3x1"),
            (Rules::cube(Metric::Quarter).unwrap(), "2x2"),
            (
                Rules::new("C3", c3.clone(), MoveSet::All, MoveSet::All).unwrap(),
                "3x3",
            ),
            (Rules::new("C3", c3, one_way(), one_way()).unwrap(), "3x2"),
            (
                Rules::new("S3", s3, MoveSet::All, one_way()).unwrap(),
                "2x2",
            ),
        ] {
            let (tabled, size) = (rules.tabled().unwrap(), size.parse().unwrap());
            let cayley = CayleyGraph::ball(&tabled, size, usize::MAX, usize::MAX).unwrap();
            assert!(cayley.is_whole);
            let distances = dijkstra(&cayley.graph, NodeIndex::new(0), None, |_| 1usize);
            let mut counts = vec![0u64; distances.values().max().unwrap() + 1];
            for (vertex, &distance) in &distances {
                counts[distance] += 1;
                assert_eq!(cayley.graph[*vertex].distance, distance);
                assert_eq!(cayley.word(*vertex).len(), distance);
            }
            let plain = Plain::search(tabled, size, &Work::default()).unwrap();
            let found: Vec<String> = plain
                .distances()
                .counts()
                .iter()
                .map(ToString::to_string)
                .collect();
            let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
            assert_eq!(found, counts, "{} {size}", rules.name());
        }
    }

    #[test]
    fn the_symmetries_keep_distances_and_their_classes_cover_everything() {
        for (metric, text) in [
            (Metric::Quarter, "1x1"),
            (Metric::Half, "2x1"),
            (Metric::Quarter, "2x2"),
        ] {
            let (tabled, size) = (
                Rules::cube(metric).unwrap().tabled().unwrap(),
                text.parse().unwrap(),
            );
            let cayley = CayleyGraph::ball(&tabled, size, usize::MAX, usize::MAX).unwrap();
            let symmetries = Symmetries::new(&tabled, size);
            let distance: FxHashMap<_, _> = cayley
                .graph
                .node_weights()
                .map(|n| (n.cells.clone(), n.distance))
                .collect();
            for node in cayley.graph.node_weights().take(2000) {
                assert_eq!(
                    distance[&symmetries.representative(&node.cells)],
                    node.distance
                );
            }
            if text != "2x2" {
                let quotient = quotient(&cayley, &tabled, size).unwrap();
                assert_eq!(
                    quotient.node_weights().map(|c| c.size).sum::<usize>(),
                    cayley.graph.node_count()
                );
                // Every configuration has as many moves as any other.
                for class in quotient.node_indices() {
                    let moves: usize = quotient.edges(class).map(|e| *e.weight()).sum();
                    assert_eq!(moves, tabled.moves(size).len());
                }
            }
        }
    }
}
