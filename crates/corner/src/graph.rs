//! The graphs of the family, in petgraph: where pieces go and what meets there, and the loop graph.
//!
//! A vertex of the [cube graph](CubeGraph) is a place for a piece, an edge joins two places whose
//! pieces touch:
//! * eight corners that meet along bars: Q₃, with a half-edge at either end of every edge;
//! * twelve bars that meet in corners: the line graph of Q₃ (the cuboctahedron);
//! * six sides that meet along bars: the octahedron.
//!
//! The search for assemblies of corner pieces takes its adjacency from Q₃
//! ([`solve`](super::solve)), and [loops](super::loops) are walks in the loop graph.

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use petgraph::graph::{DiGraph, NodeIndex, UnGraph};

use super::pattern::{Axis, Bar, Corner};
use super::piece::{Bag, HalfEdge, Piece};
use super::{Assembly, Rule};
use cubegraph_core::cube::{Face, Rotation};
use cubegraph_draw::data::{Field, Labelled, Value};

/// A place for a piece, and what two places share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// One of the eight corners.
    Corner(Corner),
    /// One of the twelve bars.
    Bar(Bar),
    /// One of the six sides.
    Side(Face),
}

impl Place {
    /// The places of a rule, in the order of the graph's vertices.
    pub(super) fn all(rule: Rule) -> Vec<Place> {
        match rule {
            Rule::Corners => Corner::ALL.map(Place::Corner).to_vec(),
            Rule::Edges => Bar::ALL.map(Place::Bar).to_vec(),
            Rule::Faces => Axis::ALL
                .iter()
                .flat_map(|axis| [false, true].map(|far| Place::Side(axis.face(far))))
                .collect(),
        }
    }

    /// Its number among the places of its rule.
    pub(super) fn index(self) -> usize {
        match self {
            Place::Corner(corner) => corner.index(),
            Place::Bar(bar) => bar.index(),
            Place::Side(face) => {
                let (axis, far) = Axis::of_face(face);
                2 * axis.index() + usize::from(far)
            }
        }
    }

    /// Its name in one letter for each face, such as rfb: right front bottom.
    pub(super) fn initials(self) -> String {
        let name = self.to_string();
        name.split(' ').filter_map(|word| word.chars().next()).collect()
    }

    /// Where a rotation brings it.
    pub(super) fn rotated(self, rotation: Rotation) -> Place {
        match self {
            Place::Corner(corner) => Place::Corner(corner.rotated(rotation)),
            Place::Bar(bar) => Place::Bar(bar.rotated(rotation).0),
            Place::Side(face) => Place::Side(rotation.place_of(face)),
        }
    }

    /// Where its middle is, each coordinate −1, 0 or 1: right, back and top are positive.
    pub(super) fn middle(self) -> [f64; 3] {
        let of_corner = |c: Corner| Axis::ALL.map(|a| if c.is_far(a) { 1.0 } else { -1.0 });
        match self {
            Place::Corner(corner) => of_corner(corner),
            Place::Bar(bar) => {
                let mut middle = of_corner(bar.ends()[0]);
                middle[bar.axis().index()] = 0.0;
                middle
            }
            Place::Side(face) => {
                let (axis, far) = Axis::of_face(face);
                let mut middle = [0.0; 3];
                middle[axis.index()] = if far { 1.0 } else { -1.0 };
                middle
            }
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Corner(corner) => corner.fmt(f),
            Place::Bar(bar) => bar.fmt(f),
            Place::Side(face) => face.fmt(f),
        }
    }
}

/// A vertex of the cube graph: a place, and the piece that lies there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The place.
    pub place: Place,
    /// The number of the piece, counted from 1, and its word; none before anything is assembled.
    pub piece: Option<(usize, String)>,
}

/// An edge of the cube graph: what two neighbouring pieces share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joint {
    /// The bar or corner where they meet.
    pub at: Place,
    /// The letters of the half-edges or ends that meet there, of the edge's source and of its
    /// target; none before anything is assembled, and none for sides, which have no letters.
    pub letters: Option<[char; 2]>,
}

/// Where the pieces go, and what meets. Q₃ for corner pieces: vertex i is corner i, and every edge
/// leads from its even corner to its odd one.
///
/// ```
/// # use cubegraph_corner::Puzzle;
/// let puzzle: Puzzle = "AAD ACB ACD ADB ADD BBC BCC BDC".parse()?;
/// let q3 = puzzle.graph();
/// assert_eq!((q3.node_count(), q3.edge_count()), (8, 12));
/// assert!(petgraph::algo::is_bipartite_undirected(q3, 0.into()));
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
pub type CubeGraph = UnGraph<Seat, Joint>;

/// The graph of a rule, with nothing assembled.
pub(super) fn of_rule(rule: Rule) -> &'static CubeGraph {
    static GRAPHS: LazyLock<[CubeGraph; 3]> = LazyLock::new(|| Rule::ALL.map(empty));
    &GRAPHS[rule as usize]
}

fn empty(rule: Rule) -> CubeGraph {
    let mut graph = UnGraph::default();
    for place in Place::all(rule) {
        graph.add_node(Seat { place, piece: None });
    }
    let mut join = |at: Place, one: usize, other: usize| {
        let letters = None;
        graph.add_edge(NodeIndex::new(one), NodeIndex::new(other), Joint { at, letters });
    };
    match rule {
        Rule::Corners => {
            for bar in Bar::ALL {
                let [even, odd] = bar.ends();
                join(Place::Bar(bar), even.index(), odd.index());
            }
        }
        Rule::Edges => {
            for corner in Corner::ALL {
                let bars = corner.reading().map(|axis| Bar::at(corner, axis).index());
                for i in 0..3 {
                    join(Place::Corner(corner), bars[i], bars[(i + 1) % 3]);
                }
            }
        }
        Rule::Faces => {
            for bar in Bar::ALL {
                let [one, other] = sides_at(bar).map(|face| Place::Side(face).index());
                join(Place::Bar(bar), one, other);
            }
        }
    }
    graph
}

/// The two sides that meet along a bar.
fn sides_at(bar: Bar) -> [Face; 2] {
    let [corner, _] = bar.ends();
    let [one, other] = [1, 2].map(|k| Axis::ALL[(bar.axis().index() + k) % 3]);
    [one, other].map(|axis| axis.face(corner.is_far(axis)))
}

/// The graph of an assembly: every place with its piece, every joint with the letters that meet.
pub(super) fn of_assembly(rule: Rule, assembly: &Assembly) -> CubeGraph {
    let mut graph = of_rule(rule).clone();
    for placement in assembly.placements() {
        if let Some(seat) = graph.node_weight_mut(NodeIndex::new(placement.place().index())) {
            seat.piece = Some((placement.number() + 1, placement.word()));
        }
    }
    let letter = |place: usize, at: Place| {
        let here = |p: &&super::Placement| p.place().index() == place;
        assembly.placements().iter().find(here)?.letter_at(at)
    };
    for edge in graph.edge_indices() {
        let ends = graph.edge_endpoints(edge).map(<[NodeIndex; 2]>::from);
        if let (Some([one, other]), Some(joint)) = (ends, graph.edge_weight_mut(edge)) {
            let met = [one, other].map(|end| letter(end.index(), joint.at));
            joint.letters = met[0].zip(met[1]).map(<[char; 2]>::from);
        }
    }
    graph
}

/// A piece as it can stand in a ring of four: an arc of the loop graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arc {
    /// Which piece.
    pub piece: Piece,
    /// Which letter of its word is the half-edge towards the piece before it; the next letter is
    /// towards the piece after it.
    pub turn: usize,
}

impl Arc {
    /// The half-edge towards the piece before it in the ring.
    pub const fn enters(self) -> HalfEdge {
        self.piece.turned(self.turn)[0]
    }

    /// The half-edge that the piece after it must have towards this one.
    pub const fn leaves(self) -> HalfEdge {
        self.piece.turned(self.turn)[1].partner()
    }

    /// The half-edge that stands up from the ring.
    pub const fn rises(self) -> HalfEdge {
        self.piece.turned(self.turn)[2]
    }
}

/// The loop graph of some pieces: a vertex for each half-edge A to D, an arc for each turned piece,
/// from the half-edge it has towards the piece before it to the one that the piece after it must
/// have. A loop (van Kreveld: a base) is a closed walk of four arcs with four different pieces.
pub type LoopGraph = DiGraph<HalfEdge, Arc>;

/// The loop graph of a bag.
pub(super) fn loops_of(bag: Bag) -> LoopGraph {
    let mut graph = DiGraph::with_capacity(4, 24);
    let nodes = HalfEdge::ALL.map(|half| graph.add_node(half));
    for (piece, _) in bag.kinds() {
        for turn in piece.turns() {
            let arc = Arc { piece, turn };
            graph.add_edge(nodes[arc.enters().index()], nodes[arc.leaves().index()], arc);
        }
    }
    graph
}

impl Labelled for Seat {
    const FIELDS: &'static [Field] = &[Field::integer("number"), Field::text("piece")];

    fn values(&self) -> Vec<Value> {
        let (number, word) = self.piece.clone().unzip();
        vec![number.into(), word.into()]
    }

    fn name(&self) -> Option<Cow<'_, str>> {
        Some(self.place.to_string().into())
    }

    fn label(&self) -> Option<Cow<'_, str>> {
        Some(match &self.piece {
            Some((_, word)) => word.as_str().into(),
            None => self.place.initials().into(),
        })
    }

    /// The cube seen from the front, a little from the right and from above.
    fn place(&self) -> Option<[f64; 2]> {
        let [x, y, z] = self.place.middle().map(|at| f64::midpoint(at, 1.0));
        Some([2.2 * x + y, 2.2 * z + 0.8 * y])
    }
}

impl Labelled for Joint {
    const FIELDS: &'static [Field] = &[
        Field::text("at"),
        Field::text("axis"),
        Field::text("source_half"),
        Field::text("target_half"),
    ];

    fn values(&self) -> Vec<Value> {
        let axis = match self.at {
            Place::Bar(bar) => Some(bar.axis().name()),
            _ => None,
        };
        let half = |end: usize| self.letters.map(|letters| letters[end].to_string());
        vec![self.at.to_string().into(), axis.into(), half(0).into(), half(1).into()]
    }

    fn label(&self) -> Option<Cow<'_, str>> {
        let letters = self.letters?;
        Some(letters.into_iter().collect())
    }
}

impl Labelled for HalfEdge {
    const FIELDS: &'static [Field] = &[];

    fn values(&self) -> Vec<Value> {
        Vec::new()
    }

    fn name(&self) -> Option<Cow<'_, str>> {
        Some(self.to_string().into())
    }
}

impl Labelled for Arc {
    const FIELDS: &'static [Field] =
        &[Field::text("piece"), Field::integer("turn"), Field::text("rises")];

    fn values(&self) -> Vec<Value> {
        vec![self.piece.to_string().into(), self.turn.into(), self.rises().to_string().into()]
    }

    fn label(&self) -> Option<Cow<'_, str>> {
        Some(self.piece.to_string().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use petgraph::algo::{connected_components, is_bipartite_undirected, is_isomorphic};

    #[test]
    fn the_three_graphs_are_the_cube_the_cuboctahedron_and_the_octahedron() {
        for (rule, vertices, degree, bipartite) in
            [(Rule::Corners, 8, 3, true), (Rule::Edges, 12, 4, false), (Rule::Faces, 6, 4, false)]
        {
            let graph = of_rule(rule);
            assert_eq!(graph.node_count(), vertices, "{rule:?}");
            assert_eq!(graph.edge_count(), vertices * degree / 2, "{rule:?}");
            for vertex in graph.node_indices() {
                assert_eq!(graph.neighbors(vertex).count(), degree, "{rule:?}");
                assert_eq!(graph[vertex].place.index(), vertex.index());
            }
            assert_eq!(is_bipartite_undirected(graph, 0.into()), bipartite);
            assert_eq!(connected_components(graph), 1);
        }
        // Opposite sides alone do not meet.
        let mut opposite: UnGraph<(), ()> = UnGraph::default();
        let sides: Vec<_> = (0..6).map(|_| opposite.add_node(())).collect();
        for one in 0..6 {
            for other in (one + 1)..6 {
                if other != one + 3 {
                    opposite.add_edge(sides[one], sides[other], ());
                }
            }
        }
        assert!(is_isomorphic(of_rule(Rule::Faces), &opposite));
    }
}
