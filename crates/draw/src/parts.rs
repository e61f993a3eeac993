//! What a placed graph is made of: vertices, beads and edges.

use super::palette::Colour;
use super::point::Point;
use super::route::OPENING;
use super::shape::Stroke;
use super::text::{text_height, text_width};

/// A vertex of a [`PlacedGraph`](super::PlacedGraph), in the order of adding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VertexId(pub usize);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    Circle { radius: f64 },
    Box { half_width: f64, half_height: f64 },
}

/// Smallest text that is still read from the last row.
const SMALLEST_TEXT: f64 = 2.2;

/// A vertex: a disc (or a box) with a label inside.
///
/// A label too long for its disc is set smaller; one that would become unreadable turns the disc
/// into a box around it.
///
/// ```
/// # use cubegraph_draw::{Colour, Vertex};
/// let vertex = Vertex::new("red").at((10.0, 20.0)).radius(6.0).fill(Colour::VERMILION).title("shown on hover");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Vertex {
    pub(super) label: String,
    pub(super) position: Option<Point>,
    pub(super) middle: Option<Point>,
    form: Form,
    pub(super) fill: Colour,
    text_size: f64,
    pub(super) outline: Stroke,
    pub(super) title: Option<String>,
    /// A label beside the vertex, and in which direction.
    pub(super) beside: Option<(String, Point)>,
}

/// The size of a label beside a vertex.
pub(super) const BESIDE_SIZE: f64 = 2.6;

impl Vertex {
    /// A white disc of radius 5 mm.
    pub fn new(label: impl Into<String>) -> Vertex {
        Vertex {
            label: label.into(),
            position: None,
            middle: None,
            form: Form::Circle { radius: 5.0 },
            fill: Colour::WHITE,
            text_size: 4.6,
            outline: Stroke::new(Colour::BLACK, 0.5),
            title: None,
            beside: None,
        }
    }

    /// A second label, outside the vertex: written away from it in this direction.
    #[must_use]
    pub fn beside(mut self, label: impl Into<String>, direction: impl Into<Point>) -> Vertex {
        self.beside = Some((label.into(), direction.into().unit()));
        self
    }

    /// Where its centre is. Vertices without a place are put on a circle together.
    #[must_use]
    pub fn at(mut self, position: impl Into<Point>) -> Vertex {
        self.position = Some(position.into());
        self
    }

    /// The middle of the figure it belongs to: its loops point away from there (from the middle of
    /// all vertices unless set).
    #[must_use]
    pub fn around(mut self, middle: impl Into<Point>) -> Vertex {
        self.middle = Some(middle.into());
        self
    }

    /// A disc of this radius.
    #[must_use]
    pub fn radius(mut self, radius: f64) -> Vertex {
        self.form = Form::Circle { radius };
        self
    }

    /// A box with rounded corners instead of a disc.
    #[must_use]
    pub fn boxed(mut self, width: f64, height: f64) -> Vertex {
        self.form = Form::Box { half_width: width / 2.0, half_height: height / 2.0 };
        self
    }

    /// Colour of the disc (white unless set).
    #[must_use]
    pub fn fill(mut self, fill: Colour) -> Vertex {
        self.fill = fill;
        self
    }

    /// Largest size of the label in millimetres (4.6 unless set).
    #[must_use]
    pub fn text_size(mut self, size: f64) -> Vertex {
        self.text_size = size;
        self
    }

    /// The rim (0.5 mm black unless set).
    #[must_use]
    pub fn outline(mut self, outline: Stroke) -> Vertex {
        self.outline = outline;
        self
    }

    /// What a browser shows while the pointer rests on it (the label unless set).
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Vertex {
        self.title = Some(title.into());
        self
    }

    /// The form that holds the label, and the size of the label in it.
    pub(super) fn fitted(&self) -> (Form, f64) {
        let (wide, high) = (text_width(&self.label, 1.0), text_height(&self.label, 1.0));
        let (form, fits) = match self.form {
            Form::Circle { radius } => (self.form, 2.0 * radius * 0.92 / wide.hypot(high)),
            Form::Box { half_width, half_height } => {
                (self.form, (2.0 * half_width * 0.92 / wide).min(2.0 * half_height * 0.86 / high))
            }
        };
        let size = fits.min(self.text_size);
        if wide == 0.0 || size >= SMALLEST_TEXT.min(self.text_size) {
            return (form, if wide == 0.0 { self.text_size } else { size });
        }
        let size = SMALLEST_TEXT.max(self.text_size * 0.6).min(self.text_size);
        let (half_width, half_height) = match self.form {
            Form::Circle { radius } => (radius, radius),
            Form::Box { half_width, half_height } => (half_width, half_height),
        };
        let grown = Form::Box {
            half_width: half_width.max(wide * size / 2.0 + 0.35 * size),
            half_height: half_height.min(size).max(high * size / 2.0 + 0.3 * size),
        };
        (grown, size)
    }

    /// Half of the room it takes, from left to right and from top to bottom.
    pub(super) fn half_extent(&self) -> (f64, f64) {
        match self.fitted().0 {
            Form::Circle { radius } => (radius, radius),
            Form::Box { half_width, half_height } => (half_width, half_height),
        }
    }

    /// Where the label beside it begins and ends.
    pub(super) fn beside_ends(&self) -> Option<[Point; 2]> {
        let (label, way) = self.beside.as_ref()?;
        let (wide, high) = self.half_extent();
        let from = wide.max(high) + self.outline.width / 2.0 + 0.6;
        let length = text_width(label, BESIDE_SIZE);
        Some([from, from + length].map(|far| self.place() + *way * far))
    }

    pub(super) fn place(&self) -> Point {
        self.position.unwrap_or_default()
    }

    /// How far a point is from its rim; less than 0 inside.
    pub(super) fn distance(&self, point: Point) -> f64 {
        let way = point - self.place();
        match self.fitted().0 {
            Form::Circle { radius } => way.length() - radius,
            Form::Box { half_width, half_height } => {
                let (across, down) = (way.x.abs() - half_width, way.y.abs() - half_height);
                across.max(0.0).hypot(down.max(0.0)) + across.max(down).min(0.0)
            }
        }
    }

    /// How far its rim is from that of another vertex; less than 0 if they overlap.
    pub(super) fn gap(&self, other: &Vertex) -> f64 {
        match (self.fitted().0, other.fitted().0) {
            (_, Form::Circle { radius }) => self.distance(other.place()) - radius,
            (Form::Circle { .. }, _) => other.gap(self),
            (Form::Box { .. }, Form::Box { .. }) => {
                let ((wide, high), (wider, higher)) = (self.half_extent(), other.half_extent());
                let way = other.place() - self.place();
                let (across, down) = (way.x.abs() - wide - wider, way.y.abs() - high - higher);
                across.max(0.0).hypot(down.max(0.0)) + across.max(down).min(0.0)
            }
        }
    }

    /// Is the point inside the vertex?
    pub(super) fn covers(&self, point: Point) -> bool {
        self.distance(point) < 0.0
    }
}

/// The small disc on an edge that carries its label.
#[derive(Clone, Debug, PartialEq)]
pub struct Bead {
    pub(super) label: String,
    pub(super) radius: f64,
    pub(super) fill: Colour,
    pub(super) text_colour: Option<Colour>,
}

impl Bead {
    /// A white bead of radius 2.4 mm, rimmed and lettered in the colour of its edge.
    pub fn new(label: impl Into<String>) -> Bead {
        let label = label.into();
        // A long label widens the bead until the label can be read.
        let radius = (text_width(&label, SMALLEST_TEXT) / 2.0 + 0.4).max(2.4);
        Bead { label, radius, fill: Colour::WHITE, text_colour: None }
    }

    /// Its radius in millimetres.
    #[must_use]
    pub fn radius(mut self, radius: f64) -> Bead {
        self.radius = radius;
        self
    }

    /// Its colour (white unless set); the label becomes black or white.
    #[must_use]
    pub fn fill(mut self, fill: Colour) -> Bead {
        self.fill = fill;
        self.text_colour = Some(fill.text_on());
        self
    }

    pub(super) fn text_size(&self) -> f64 {
        let (wide, high) = (text_width(&self.label, 1.0), text_height(&self.label, 1.0));
        (2.0 * self.radius * 0.92 / wide.hypot(high)).min(3.4)
    }
}

/// An edge, with an optional bead or label; an arrow head shows in directed graphs.
///
/// ```
/// # use cubegraph_draw::{Colour, Dash, Edge, Stroke, VertexId};
/// let edge = Edge::new(VertexId(0), VertexId(1)).bead("4").stroke(Stroke::new(Colour::PURPLE, 1.2).dash(Dash::Dashed));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    pub(super) from: VertexId,
    pub(super) to: VertexId,
    pub(super) bead: Option<Bead>,
    pub(super) label: Option<String>,
    pub(super) stroke: Stroke,
    pub(super) arrow: Option<bool>,
    pub(super) via: Option<Point>,
    pub(super) bead_at: f64,
    /// Opening of a loop in degrees.
    pub(super) opening: f64,
    pub(super) title: Option<String>,
}

impl Edge {
    /// A thin grey edge.
    pub fn new(from: VertexId, to: VertexId) -> Edge {
        Edge {
            from,
            to,
            bead: None,
            label: None,
            stroke: Stroke::new(Colour::QUIET, 0.45),
            arrow: None,
            via: None,
            bead_at: 0.5,
            opening: OPENING,
            title: None,
        }
    }

    /// With a bead; a text makes a plain white one.
    #[must_use]
    pub fn bead(mut self, bead: impl Into<Bead>) -> Edge {
        self.bead = Some(bead.into());
        self
    }

    /// With a label beside it.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Edge {
        self.label = Some(label.into());
        self
    }

    /// How it is drawn (0.45 mm grey unless set).
    #[must_use]
    pub fn stroke(mut self, stroke: Stroke) -> Edge {
        self.stroke = stroke;
        self
    }

    /// With or without an arrow head (with one in a directed graph unless set).
    #[must_use]
    pub fn arrow(mut self, arrow: bool) -> Edge {
        self.arrow = Some(arrow);
        self
    }

    /// Bent through this point, instead of where it would go by itself.
    #[must_use]
    pub fn via(mut self, point: impl Into<Point>) -> Edge {
        self.via = Some(point.into());
        self
    }

    /// What a browser shows while the pointer rests on it.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Edge {
        self.title = Some(title.into());
        self
    }
}

impl<T: Into<String>> From<T> for Bead {
    fn from(label: T) -> Bead {
        Bead::new(label)
    }
}
