//! A graph at fixed places: drawn as a scene, or written as DOT that looks like it.
//!
//! An edge may carry a *bead*, a small disc with a label, as the edges of the colour graph carry
//! the number of their cube. Parallel edges are spread side by side, loops leave into the widest
//! gap and fan out when there are several, and beads slide along their edges until they touch
//! nothing; callers say what is joined, not how it is bent.

use super::curve::Cubic;
use super::parts::{BESIDE_SIZE, Edge, Vertex, VertexId};
use super::picture::label_place;
use super::point::{Bounds, Point};
use super::scene::Scene;
use super::shape::Stroke;
use super::text::{text_height, text_width};
use super::{dot, layout, route};

/// Maximum number of times the circle is enlarged by 5 %.
const MOST_GROWTHS: usize = 40;
/// Between parts that no edge joins.
const BETWEEN_PARTS: f64 = 8.0;

/// A line below the picture that explains a stroke, or a plain note.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LegendLine {
    pub stroke: Option<Stroke>,
    pub text: String,
}

/// A border round vertices that belong together, with their name in its upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Frame {
    pub corner: Point,
    pub width: f64,
    pub height: f64,
    pub label: String,
}

/// A graph whose vertices have places.
///
/// # Examples
/// ```
/// use cubegraph_draw::{Colour, Dash, Edge, PlacedGraph, Stroke, Vertex};
///
/// let mut graph = PlacedGraph::directed("A triangle");
/// let corners: Vec<_> = ["a", "b", "c"].iter().map(|name| graph.add_vertex(Vertex::new(*name))).collect();
/// for i in 0..3 {
///     graph.add_edge(Edge::new(corners[i], corners[(i + 1) % 3]).label("u"));
/// }
/// graph.legend(Stroke::new(Colour::QUIET, 0.45), "up");
/// graph.place_on_circle();
/// let (svg, dot) = (graph.to_scene().to_svg(), graph.to_dot());
/// # assert!(svg.contains("A triangle") && dot.contains("digraph"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedGraph {
    pub(super) title: String,
    pub(super) description: Option<String>,
    pub(super) is_directed: bool,
    pub(super) vertices: Vec<Vertex>,
    pub(super) edges: Vec<Edge>,
    pub(super) frames: Vec<Frame>,
    /// Radii and names of circles round the origin.
    pub(super) rings: Vec<(f64, String)>,
    pub(super) legend: Vec<LegendLine>,
}

impl PlacedGraph {
    /// An empty undirected graph with the title that stands above it.
    pub fn undirected(title: impl Into<String>) -> PlacedGraph {
        PlacedGraph {
            title: title.into(),
            description: None,
            is_directed: false,
            vertices: Vec::new(),
            edges: Vec::new(),
            frames: Vec::new(),
            rings: Vec::new(),
            legend: Vec::new(),
        }
    }

    /// An empty directed graph with the title that stands above it.
    pub fn directed(title: impl Into<String>) -> PlacedGraph {
        PlacedGraph { is_directed: true, ..PlacedGraph::undirected(title) }
    }

    /// A description for those who cannot see the picture.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> PlacedGraph {
        self.description = Some(description.into());
        self
    }

    /// Adds a vertex.
    pub fn add_vertex(&mut self, vertex: Vertex) -> VertexId {
        self.vertices.push(vertex);
        VertexId(self.vertices.len() - 1)
    }

    /// Adds an edge between vertices added before.
    ///
    /// # Panics
    /// If an end is not a vertex of this graph.
    pub fn add_edge(&mut self, edge: Edge) {
        let count = self.vertices.len();
        assert!(edge.from.0 < count && edge.to.0 < count, "an edge joins vertices of its graph");
        self.edges.push(edge);
    }

    /// Adds a border behind the graph, from its upper left corner on, with a name inside that
    /// corner.
    pub fn frame(
        &mut self,
        corner: impl Into<Point>,
        (width, height): (f64, f64),
        label: impl Into<String>,
    ) -> &mut PlacedGraph {
        self.frames.push(Frame { corner: corner.into(), width, height, label: label.into() });
        self
    }

    /// Adds a thin circle round the origin, behind the graph, with a name on its top.
    pub fn ring(&mut self, radius: f64, name: impl Into<String>) -> &mut PlacedGraph {
        self.rings.push((radius, name.into()));
        self
    }

    /// Adds a line below the picture that says what a stroke means.
    pub fn legend(&mut self, stroke: Stroke, text: impl Into<String>) -> &mut PlacedGraph {
        self.legend.push(LegendLine { stroke: Some(stroke), text: text.into() });
        self
    }

    /// Adds a line of text below the picture.
    pub fn note(&mut self, text: impl Into<String>) -> &mut PlacedGraph {
        self.legend.push(LegendLine { stroke: None, text: text.into() });
        self
    }

    /// Number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Puts the vertices on a circle in a cyclic order with few crossings (the fewest up to nine
    /// vertices), the first vertex on top; parts that no edge joins on circles of their own, side
    /// by side.
    pub fn place_on_circle(&mut self) {
        let count = self.vertices.len();
        if count > layout::ORDERED_UP_TO {
            let order: Vec<usize> = (0..count).collect();
            self.place(&layout::circle(&order, self.circle_radius()));
            return;
        }
        let pairs: Vec<(usize, usize)> =
            self.edges.iter().map(|edge| (edge.from.0, edge.to.0)).collect();
        let parts = layout::components(count, &pairs);
        if parts.len() > 1 {
            self.place_side_by_side(&parts);
            return;
        }
        let order = layout::circular_order(count, &pairs);
        let mut radius = self.circle_radius();
        self.place(&layout::circle(&order, radius));
        // Long names make broad boxes: neighbours side by side may need more than their share of
        // the circle.
        for _ in 0..MOST_GROWTHS {
            if self.has_room_for_beads() {
                break;
            }
            radius *= 1.05;
            self.place(&layout::circle(&order, radius));
        }
    }

    /// Every part on its own circle.
    fn place_side_by_side(&mut self, parts: &[Vec<usize>]) {
        let circles: Vec<PlacedGraph> = parts
            .iter()
            .map(|members| {
                let place = |vertex: VertexId| members.iter().position(|&v| v == vertex.0);
                let mut part = PlacedGraph::undirected("");
                for &vertex in members {
                    part.add_vertex(self.vertices[vertex].clone());
                }
                for edge in &self.edges {
                    if let (Some(from), Some(to)) = (place(edge.from), place(edge.to)) {
                        let (from, to) = (VertexId(from), VertexId(to));
                        part.add_edge(Edge { from, to, ..edge.clone() });
                    }
                }
                part.place_on_circle();
                part
            })
            .collect();
        let bounds: Vec<Bounds> = circles.iter().map(|part| part.settled().bounds()).collect();
        let sizes: Vec<Point> =
            bounds.iter().map(|bounds| Point::new(bounds.width(), bounds.height())).collect();
        let (corners, _) = layout::rows(&sizes, BETWEEN_PARTS);
        for (((members, part), bounds), corner) in
            parts.iter().zip(&circles).zip(&bounds).zip(corners)
        {
            let shift = corner - bounds.least;
            for (&vertex, placed) in members.iter().zip(&part.vertices) {
                self.vertices[vertex].position = Some(placed.place() + shift);
                self.vertices[vertex].middle = Some(shift);
            }
        }
    }

    /// Does a bead fit between any two vertices?
    fn has_room_for_beads(&self) -> bool {
        let beads = self.edges.iter().filter_map(|edge| edge.bead.as_ref());
        let widest = beads.map(|bead| bead.radius).fold(0.0, f64::max);
        let room = 2.0 * (widest + route::GAP);
        self.vertices.iter().enumerate().all(|(index, vertex)| {
            self.vertices[..index].iter().all(|other| vertex.gap(other) >= room)
        })
    }

    fn place(&mut self, places: &[Point]) {
        for (vertex, place) in self.vertices.iter_mut().zip(places) {
            vertex.position = Some(*place);
        }
    }

    fn circle_radius(&self) -> f64 {
        let room: f64 =
            self.vertices.iter().map(|vertex| 2.0 * vertex.half_extent().0 + 11.0).sum();
        let beads: f64 =
            self.edges.iter().filter_map(|edge| edge.bead.as_ref()).map(|bead| bead.radius).sum();
        (room / std::f64::consts::TAU).max(12.0 + 0.75 * beads).max(16.0)
    }

    /// A copy in which every vertex has a place and every edge its way.
    pub(super) fn settled(&self) -> PlacedGraph {
        let mut graph = self.clone();
        if graph.vertices.iter().any(|vertex| vertex.position.is_none()) {
            graph.place_on_circle();
        }
        route::route(&mut graph);
        graph
    }

    /// The parameters where an edge leaves the rim of its first vertex and meets that of its
    /// second. The graph must be settled.
    pub(super) fn visible_part(&self, edge: &Edge) -> (f64, f64) {
        let whole = route::whole_curve(self, edge);
        let from = whole.leaves(|point| self.vertices[edge.from.0].covers(point));
        let to = 1.0 - whole.reversed().leaves(|point| self.vertices[edge.to.0].covers(point));
        if from < to { (from, to) } else { (0.0, 1.0) }
    }

    /// The curve of an edge from the rim of its first vertex to the rim of its second. The graph
    /// must be settled.
    pub(super) fn visible_curve(&self, edge: &Edge) -> Cubic {
        let (from, to) = self.visible_part(edge);
        route::whole_curve(self, edge).part(from, to)
    }

    pub(super) fn has_arrow(&self, edge: &Edge) -> bool {
        edge.arrow.unwrap_or(self.is_directed)
    }

    /// Room taken by vertices, edges, beads and labels. The graph must be settled.
    pub(super) fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::default();
        for vertex in &self.vertices {
            let (wide, high) = vertex.half_extent();
            bounds.include(
                vertex.place(),
                wide + vertex.outline.width / 2.0,
                high + vertex.outline.width / 2.0,
            );
            for end in vertex.beside_ends().into_iter().flatten() {
                bounds.include(end, BESIDE_SIZE / 2.0, BESIDE_SIZE / 2.0);
            }
        }
        for edge in &self.edges {
            let curve = route::whole_curve(self, edge);
            for step in 0..=24 {
                let half = edge.stroke.width / 2.0 + 0.2;
                bounds.include(curve.at(f64::from(step) / 24.0), half, half);
            }
            if let Some(bead) = &edge.bead {
                bounds.include(curve.at(edge.bead_at), bead.radius + 0.4, bead.radius + 0.4);
            }
            if let Some(label) = &edge.label {
                let (at, size) = label_place(&curve, edge.bead_at, label);
                bounds.include(at, text_width(label, size) / 2.0, text_height(label, size) / 2.0);
            }
        }
        for frame in &self.frames {
            let (wide, high) = (frame.width / 2.0, frame.height / 2.0);
            bounds.include(frame.corner + Point::new(wide, high), wide, high);
        }
        for (radius, _) in &self.rings {
            bounds.include(Point::default(), radius + 1.5, radius + 1.5);
        }
        if bounds.is_empty() {
            bounds.include(Point::default(), 5.0, 5.0);
        }
        bounds
    }

    /// The picture.
    pub fn to_scene(&self) -> Scene {
        self.settled().draw()
    }

    /// The picture as SVG.
    pub fn to_svg(&self) -> String {
        self.to_scene().to_svg()
    }

    /// The same picture for Graphviz, every vertex and bead pinned to its place: `dot -Tpdf`, `dot
    /// -Tsvg` and `neato` all draw it.
    pub fn to_dot(&self) -> String {
        dot::write(&self.settled())
    }
}
