//! Balls of the Cayley graph and its quotient by the symmetries, as petgraph graphs and as data.
//!
//! A [`Ball`] holds its configurations and computes its arcs, so that a million vertices are listed
//! in seconds; [`Ball::to_petgraph`] stores the arcs too.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::symmetries::Symmetries;
use super::{Axis, Move, Puzzle, Size, Tabled};
use cubegraph_core::group::Element;
use cubegraph_core::text::grouped;
use cubegraph_core::work::{Error, Result, Work};
use cubegraph_draw::data::{Field, GraphData, Labelled, Value};

/// The configurations within some distance of the solved one, and the moves between them.
///
/// It can be written as data: `&Ball` is a [`GraphData`].
#[derive(Clone, Debug)]
pub struct Ball {
    tabled: Tabled,
    size: Size,
    moves: Vec<Move<Element>>,
    /// The configurations, one after the other in the order in which they were found.
    cells: Vec<Element>,
    /// The distance of every configuration.
    distances: Vec<usize>,
    /// How every configuration but the first was found: from which, and by which move.
    found_by: Vec<(u32, u32)>,
    /// The numbers of the configurations, by hash.
    index: HashTable<u32>,
    is_whole: bool,
}

/// A configuration in a [`Ball`], with its distance from the solved one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BallVertex {
    /// The cells as cycles, row by row.
    pub configuration: String,
    /// How many moves lead there from the solved configuration, at least.
    pub distance: usize,
}

/// A move from one configuration of a [`Ball`] to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BallArc {
    /// The move in writing, such as `up1`.
    pub name: String,
    axis: Axis,
    line: usize,
}

/// A class of configurations under the symmetries that keep the set of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its least configuration: the cells as cycles, row by row.
    pub configuration: String,
    /// The distance of all of them from the solved configuration.
    pub distance: usize,
    /// How many configurations it has in the ball.
    pub size: usize,
}

/// How many moves lead from the least configuration of one class into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveCount(pub usize);

/// The quotient of a ball: a vertex for every class.
pub type Quotient = DiGraph<Class, MoveCount>;

/// The most steps that the classes of a quotient may take.
const MOST_STEPS: u64 = 2_000_000_000;

fn hash(cells: &[Element]) -> u64 {
    FxBuildHasher.hash_one(cells)
}

impl Puzzle {
    /// The ball of a radius round the solved configuration, or the whole Cayley graph.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if it takes more memory than allowed; what `work` says when it stops.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph_core::Work;
    /// # use cubegraph_picture::Puzzle;
    /// let ball = Puzzle::cube(1, 1)?.ball(None, &Work::default())?;
    /// let graph = ball.to_petgraph();
    /// assert_eq!((graph.node_count(), graph.edge_count()), (24, 96));
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    pub fn ball(&self, radius: Option<usize>, work: &Work) -> Result<Ball> {
        let (size, tabled) = (self.size(), self.rules().tabled_within(work)?);
        if radius.is_none() && self.rules().is_cube() && size.order() > u32::MAX.into() {
            let order = grouped(size.order());
            return Err(Error::too_large(format!("{size} has {order} configurations"))
                .help("choose a radius or a smaller size"));
        }
        Ball::new(tabled, size, radius.unwrap_or(usize::MAX), None, work)
    }

    /// The same with at most this many configurations.
    pub(super) fn ball_of(&self, radius: usize, most: usize, work: &Work) -> Result<Ball> {
        let tabled = self.rules().tabled_within(work)?;
        Ball::new(tabled, self.size(), radius, Some(most), work)
    }
}

impl Ball {
    /// All configurations within `radius` moves; an error as soon as there are more than `most`.
    pub(super) fn new(
        tabled: Tabled,
        size: Size,
        radius: usize,
        most: Option<usize>,
        work: &Work,
    ) -> Result<Ball> {
        let most = most.unwrap_or(u32::MAX as usize);
        let mut ball = Ball {
            moves: tabled.moves(size),
            tabled,
            size,
            cells: vec![Element::IDENTITY; size.cells()],
            distances: vec![0],
            found_by: vec![(0, 0)],
            index: HashTable::new(),
            is_whole: true,
        };
        ball.insert(0);
        let (mut here, mut after) = (0, Vec::new());
        while here < ball.len() {
            if here % 1024 == 0 {
                work.check("part of the graph is made")?;
                work.reserve("the graph", ball.bytes())?;
            }
            let distance = ball.distances[here];
            for number in 0..ball.moves.len() {
                after.clear();
                after.extend_from_slice(ball.cells(here));
                ball.tabled.turn(&mut after, size, ball.moves[number]);
                if ball.find(&after).is_some() {
                    continue;
                }
                if distance == radius {
                    ball.is_whole = false;
                    continue;
                }
                let small = |index| u32::try_from(index).unwrap_or(u32::MAX);
                let there = small(ball.len());
                ball.cells.extend_from_slice(&after);
                ball.distances.push(distance + 1);
                ball.found_by.push((small(here), small(number)));
                ball.insert(there);
            }
            if ball.len() > most {
                return Err(too_many(most, size, distance + 1));
            }
            here += 1;
        }
        Ok(ball)
    }

    fn insert(&mut self, number: u32) {
        let (width, cells) = (self.size.cells(), &self.cells);
        let hash_of = |&number: &u32| hash(&cells[number as usize * width..][..width]);
        let _ = self.index.insert_unique(hash_of(&number), number, hash_of);
    }

    fn find(&self, cells: &[Element]) -> Option<usize> {
        let found = (self.index).find(hash(cells), |&number| self.cells(number as usize) == cells);
        found.map(|&number| number as usize)
    }

    /// About how many bytes it takes.
    fn bytes(&self) -> u128 {
        (self.len() * (2 * self.size.cells() + 24)) as u128
    }

    /// How many configurations it has.
    pub fn len(&self) -> usize {
        self.distances.len()
    }

    /// A ball has a centre.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Whether it is the whole Cayley graph.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The configuration with a number.
    pub(super) fn cells(&self, vertex: usize) -> &[Element] {
        &self.cells[vertex * self.size.cells()..][..self.size.cells()]
    }

    /// The distance of the configuration with a number.
    pub(super) fn distances(&self) -> &[usize] {
        &self.distances
    }

    /// A shortest word for the configuration with a number.
    pub(super) fn word(&self, mut vertex: usize) -> Vec<Move<Element>> {
        let mut word = Vec::new();
        while vertex != 0 {
            let (before, step) = self.found_by[vertex];
            word.push(self.moves[step as usize]);
            vertex = before as usize;
        }
        word.reverse();
        word
    }

    /// The moves from a configuration that stay in the ball, with where they lead.
    pub(super) fn arcs(&self, vertex: usize) -> impl Iterator<Item = (Move<Element>, usize)> {
        self.moves.iter().filter_map(move |&step| {
            let mut after = self.cells(vertex).to_vec();
            self.tabled.turn(&mut after, self.size, step);
            Some((step, self.find(&after)?))
        })
    }

    fn vertex(&self, names: &Names, number: usize) -> BallVertex {
        BallVertex { configuration: names.of(self.cells(number)), distance: self.distances[number] }
    }

    fn arc(&self, step: Move<Element>) -> BallArc {
        BallArc { name: self.tabled.name_of(step), axis: step.axis, line: step.line }
    }

    /// The graph with everything stored.
    pub fn to_petgraph(&self) -> DiGraph<BallVertex, BallArc> {
        let names = Names::new(&self.tabled);
        let mut graph = DiGraph::with_capacity(self.len(), self.len() * self.moves.len());
        for number in 0..self.len() {
            graph.add_node(self.vertex(&names, number));
        }
        for number in 0..self.len() {
            for (step, target) in self.arcs(number) {
                graph.add_edge(NodeIndex::new(number), NodeIndex::new(target), self.arc(step));
            }
        }
        graph
    }

    /// The quotient by the symmetries that keep the set of moves: rows and columns permuted; for
    /// cubes each of them flipped, and a square transposed.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if there are too many configurations or symmetries; what `work` says when it
    /// stops.
    pub fn quotient(&self, work: &Work) -> Result<Quotient> {
        let symmetries = Symmetries::new(&self.tabled, self.size);
        let steps = symmetries.steps().saturating_mul(self.len() as u64);
        if steps > MOST_STEPS {
            return Err(Error::too_large(format!(
                "{} configurations of {} are too many for a quotient by its symmetries",
                self.len(),
                self.size
            ))
            .help("choose a smaller radius"));
        }
        let names = Names::new(&self.tabled);
        let mut quotient = Quotient::new();
        let mut classes: FxHashMap<Vec<Element>, NodeIndex> = FxHashMap::default();
        let mut class_of = Vec::with_capacity(self.len());
        let mut firsts = Vec::new();
        for number in 0..self.len() {
            if number % 256 == 0 {
                work.check("part of the quotient is made")?;
            }
            let representative = symmetries.representative(self.cells(number));
            let class = *classes.entry(representative).or_insert_with_key(|least| {
                firsts.push(number);
                quotient.add_node(Class {
                    configuration: names.of(least),
                    distance: self.distances[number],
                    size: 0,
                })
            });
            quotient[class].size += 1;
            class_of.push(class);
        }
        // All members of a class see the same, so the first one speaks for it.
        for number in firsts {
            let mut targets = BTreeMap::<NodeIndex, usize>::new();
            for (_, target) in self.arcs(number) {
                *targets.entry(class_of[target]).or_default() += 1;
            }
            for (target, count) in targets {
                quotient.add_edge(class_of[number], target, MoveCount(count));
            }
        }
        Ok(quotient)
    }
}

fn too_many(most: usize, size: Size, moves: usize) -> Error {
    let moves = match moves {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    };
    Error::too_large(format!(
        "more than {most} configurations of {size} within {moves}: too many to make a graph of"
    ))
    .help("choose a smaller radius or size")
}

/// The elements in writing, made once: a graph names its vertices millions of times.
pub(super) struct Names(Vec<String>);

impl Names {
    pub(super) fn new(tabled: &Tabled) -> Names {
        let elements = tabled.group.elements();
        Names(elements.map(|e| tabled.group.permutation(e).to_string()).collect())
    }

    /// A configuration: its cells as cycles, row by row.
    pub(super) fn of(&self, cells: &[Element]) -> String {
        let mut text = String::with_capacity(8 * cells.len());
        for (number, cell) in cells.iter().enumerate() {
            if number > 0 {
                text.push(' ');
            }
            text.push_str(&self.0[cell.index()]);
        }
        text
    }
}

impl Labelled for BallVertex {
    const FIELDS: &'static [Field] = &[Field::integer("distance")];

    fn values(&self) -> Vec<Value> {
        vec![self.distance.into()]
    }

    fn name(&self) -> Option<Cow<'_, str>> {
        Some(self.configuration.as_str().into())
    }
}

impl Labelled for BallArc {
    const FIELDS: &'static [Field] =
        &[Field::text("move"), Field::text("line"), Field::integer("number")];

    fn values(&self) -> Vec<Value> {
        vec![self.name.as_str().into(), self.axis.name().into(), (self.line + 1).into()]
    }

    fn label(&self) -> Option<Cow<'_, str>> {
        Some(self.name.as_str().into())
    }
}

impl Labelled for Class {
    const FIELDS: &'static [Field] = &[Field::integer("distance"), Field::integer("size")];

    fn values(&self) -> Vec<Value> {
        vec![self.distance.into(), self.size.into()]
    }

    fn name(&self) -> Option<Cow<'_, str>> {
        Some(self.configuration.as_str().into())
    }
}

impl Labelled for MoveCount {
    const FIELDS: &'static [Field] = &[Field::integer("moves")];

    fn values(&self) -> Vec<Value> {
        vec![self.0.into()]
    }

    fn label(&self) -> Option<Cow<'_, str>> {
        Some(self.0.to_string().into())
    }
}

impl GraphData for &Ball {
    type Vertex = BallVertex;
    type Edge = BallArc;

    fn is_directed(self) -> bool {
        true
    }

    fn each_vertex(self, visit: &mut dyn FnMut(&str, &BallVertex) -> Result<()>) -> Result<()> {
        let names = Names::new(&self.tabled);
        for number in 0..self.len() {
            let vertex = self.vertex(&names, number);
            visit(&vertex.configuration, &vertex)?;
        }
        Ok(())
    }

    fn each_edge(self, visit: &mut dyn FnMut(&str, &str, &BallArc) -> Result<()>) -> Result<()> {
        let names = Names::new(&self.tabled);
        let arcs: FxHashMap<Move<Element>, BallArc> =
            (self.moves.iter()).map(|&step| (step, self.arc(step))).collect();
        for number in 0..self.len() {
            let source = names.of(self.cells(number));
            for (step, target) in self.arcs(number) {
                visit(&source, &names.of(self.cells(target)), &arcs[&step])?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
