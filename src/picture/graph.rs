//! The Cayley graph as a petgraph graph: whole where it is small, else a ball; and its quotient by the symmetries.
//!
//! Vertices are configurations, and an arc h → h·s stands for every move s (Burcsi, Definition 1). This is for looking at and
//! for checking; the searches never make it.

use itertools::Itertools;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

use super::{LineMove, Size, Tabled};
use crate::cube::Rotation;
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

/// More vertices than this are not for petgraph.
pub const MOST_VERTICES: usize = 1_000_000;

impl CayleyGraph {
    /// All configurations within `radius` moves and all arcs between them.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if there are more than [`MOST_VERTICES`].
    ///
    /// # Examples
    /// ```
    /// # use cubegraph::picture::{Metric, Rules, graph::CayleyGraph};
    /// let tabled = Rules::cube(Metric::Quarter)?.tabled()?;
    /// let whole = CayleyGraph::ball(&tabled, "1x1".parse()?, usize::MAX)?;
    /// assert_eq!((whole.graph.node_count(), whole.graph.edge_count()), (24, 96));
    /// # Ok::<(), cubegraph::Error>(())
    /// ```
    pub fn ball(tabled: &Tabled, size: Size, radius: usize) -> Result<CayleyGraph> {
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
            if graph.node_count() > MOST_VERTICES {
                return Err(Error::TooLarge(format!(
                    "more than {MOST_VERTICES} configurations within {} moves: too many to make a graph of; choose a smaller radius",
                    distance + 1
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

/// The quotient of a Cayley graph by the symmetries of [`Symmetries`].
pub fn quotient(cayley: &CayleyGraph, tabled: &Tabled, size: Size) -> Result<Quotient> {
    let symmetries = Symmetries::new(tabled, size);
    let work = symmetries
        .count()
        .saturating_mul(cayley.graph.node_count() * size.cells());
    if work > 2_000_000_000 {
        return Err(Error::TooLarge(format!(
            "{} symmetries of {} configurations are too many for a quotient; choose a smaller radius",
            symmetries.count(),
            cayley.graph.node_count()
        )));
    }
    let mut quotient = Quotient::new();
    let mut classes: FxHashMap<Vec<Element>, NodeIndex> = FxHashMap::default();
    let class_of: Vec<NodeIndex> = cayley
        .graph
        .node_weights()
        .map(|node| {
            let least = symmetries.least(tabled, &node.cells);
            let class = *classes.entry(least.clone()).or_insert_with(|| {
                quotient.add_node(Class {
                    representative: least,
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

/// The symmetries that keep the set of moves: rows and columns are permuted; for the cube each row may also be conjugated by l², each
/// column by u², which exchanges its two quarter turns; and a square of cubes may be transposed.
pub struct Symmetries {
    size: Size,
    rows: Vec<Vec<usize>>,
    columns: Vec<Vec<usize>>,
    /// Images of all elements under conjugation by l² and by u², for the cube.
    flips: Option<[Vec<Element>; 2]>,
    /// Images of all elements under the rotation that exchanges the axes, for a square of cubes.
    exchange: Option<Vec<Element>>,
}

impl Symmetries {
    /// The symmetries of a size.
    pub fn new(tabled: &Tabled, size: Size) -> Symmetries {
        let group = &tabled.group;
        let conjugation = |by: Rotation| -> Option<Vec<Element>> {
            let by = group.element(&super::permutation_of(by))?;
            Some(group.elements().map(|e| group.conjugate(e, by)).collect())
        };
        let is_cube = tabled.rules().is_cube();
        let flips = is_cube
            .then(|| {
                Some([
                    conjugation(Rotation::LEFT.pow(2))?,
                    conjugation(Rotation::UP.pow(2))?,
                ])
            })
            .flatten();
        let exchange = (is_cube && size.rows() == size.columns())
            .then(|| {
                let t = Rotation::all().find(|&t| {
                    t.inverse() * Rotation::UP * t == Rotation::RIGHT
                        && t.inverse() * Rotation::RIGHT * t == Rotation::DOWN
                })?;
                conjugation(t)
            })
            .flatten();
        let permutations = |count: usize| {
            // Beyond eight lines nobody waits for the quotient; the identity alone is still a correct, finer quotient.
            if count > 8 {
                vec![(0..count).collect()]
            } else {
                (0..count).permutations(count).collect()
            }
        };
        Symmetries {
            size,
            rows: permutations(size.rows()),
            columns: permutations(size.columns()),
            flips,
            exchange,
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        let flips = if self.flips.is_some() {
            1usize << (self.size.rows() + self.size.columns()).min(40)
        } else {
            1
        };
        let exchange = if self.exchange.is_some() { 2 } else { 1 };
        self.rows
            .len()
            .saturating_mul(self.columns.len())
            .saturating_mul(flips)
            .saturating_mul(exchange)
    }

    /// The least of all images of a configuration.
    pub fn least(&self, tabled: &Tabled, cells: &[Element]) -> Vec<Element> {
        let mut starts = vec![cells.to_vec()];
        if let Some(exchange) = &self.exchange {
            let n = self.size.columns();
            starts.push(
                (0..cells.len())
                    .map(|k| exchange[cells[k % n * n + k / n].index()])
                    .collect(),
            );
        }
        let masks = if self.flips.is_some() {
            1usize << (self.size.rows() + self.size.columns())
        } else {
            1
        };
        debug_assert_eq!(tabled.rules().is_cube(), self.flips.is_some());
        starts
            .iter()
            .flat_map(|start| (0..masks).map(move |mask| self.flipped(start, mask)))
            .map(|flipped| self.least_arrangement(&flipped))
            .min()
            .unwrap_or_default()
    }

    fn flipped(&self, cells: &[Element], mask: usize) -> Vec<Element> {
        let Some([by_row, by_column]) = &self.flips else {
            return cells.to_vec();
        };
        cells
            .iter()
            .enumerate()
            .map(|(k, &cell)| {
                let (i, j) = (k / self.size.columns(), k % self.size.columns());
                let after = if mask >> i & 1 == 1 {
                    by_row[cell.index()]
                } else {
                    cell
                };
                if mask >> (self.size.rows() + j) & 1 == 1 {
                    by_column[after.index()]
                } else {
                    after
                }
            })
            .collect()
    }

    fn least_arrangement(&self, cells: &[Element]) -> Vec<Element> {
        let sorted_rows = self.rows.len() > 1 || self.size.rows() == 1;
        self.columns
            .iter()
            .map(|columns| {
                let mut rows: Vec<Vec<Element>> = (0..self.size.rows())
                    .map(|i| {
                        columns
                            .iter()
                            .map(|&j| cells[self.size.cell(i, j)])
                            .collect()
                    })
                    .collect();
                if sorted_rows {
                    rows.sort_unstable();
                }
                rows.concat()
            })
            .min()
            .unwrap_or_default()
    }
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
            &Work::unlimited(),
        )
        .unwrap();
        let s3 = StabiliserChain::build(
            NamedGroup::parse("S3").unwrap().generators(),
            &Work::unlimited(),
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
            let cayley = CayleyGraph::ball(&tabled, size, usize::MAX).unwrap();
            assert!(cayley.is_whole);
            let distances = dijkstra(&cayley.graph, NodeIndex::new(0), None, |_| 1usize);
            let mut counts = vec![0u64; distances.values().max().unwrap() + 1];
            for (vertex, &distance) in &distances {
                counts[distance] += 1;
                assert_eq!(cayley.graph[*vertex].distance, distance);
                assert_eq!(cayley.word(*vertex).len(), distance);
            }
            let plain = Plain::search(tabled, size, &Work::unlimited()).unwrap();
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
            let cayley = CayleyGraph::ball(&tabled, size, usize::MAX).unwrap();
            let symmetries = Symmetries::new(&tabled, size);
            let distance: FxHashMap<_, _> = cayley
                .graph
                .node_weights()
                .map(|n| (n.cells.clone(), n.distance))
                .collect();
            for node in cayley.graph.node_weights().take(2000) {
                assert_eq!(
                    distance[&symmetries.least(&tabled, &node.cells)],
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

    #[test]
    fn a_square_of_cubes_has_twice_as_many_symmetries() {
        let tabled = Rules::cube(Metric::Quarter).unwrap().tabled().unwrap();
        assert_eq!(
            Symmetries::new(&tabled, "2x2".parse().unwrap()).count(),
            4 * 2 * 4 * 2 * 2
        );
        assert_eq!(
            Symmetries::new(&tabled, "3x2".parse().unwrap()).count(),
            8 * 6 * 4 * 2
        );
    }
}
