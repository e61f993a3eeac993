//! A scene without its groups: paths and lines of text where they lie on the page, in drawing
//! order.
//!
//! What SVG says with transforms, markers and anchors, every other form has to be told in plain
//! points.

use super::palette::Colour;
use super::point::Point;
use super::shape::{Group, Item, Outline, Shape, Step, arrow_length};
use super::text::{LINE_SPACING, Rise, Text, clean};
use super::{Anchor, Scene};

/// How far a Bézier curve's control points lie from its ends in a quarter of a circle of radius 1.
const QUARTER: f64 = 0.552_284_75;

/// A path: where it starts, its steps, and whether it returns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Path {
    pub start: Point,
    pub steps: Vec<Step>,
    pub closed: bool,
}

/// A stroke on the page.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pen {
    pub colour: Colour,
    pub width: f64,
    /// Lengths of strokes and gaps; empty for an unbroken line.
    pub dashes: Vec<f64>,
    pub round: bool,
}

/// One line of text; `at` is on its base line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub text: String,
    pub at: Point,
    pub size: f64,
    pub bold: bool,
    pub colour: Colour,
    pub halo: Option<Colour>,
    pub anchor: Anchor,
    pub degrees: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mark {
    Path { path: Path, fill: Option<Colour>, pen: Option<Pen> },
    Line(Line),
}

/// What a group does to its items: scales them, turns them clockwise, moves them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    by: Point,
    degrees: f64,
    scale: f64,
}

impl Placement {
    pub(super) const PAGE: Placement =
        Placement { by: Point::new(0.0, 0.0), degrees: 0.0, scale: 1.0 };

    pub(super) fn of(self, point: Point) -> Point {
        self.by + (point * self.scale).turned(self.degrees)
    }

    /// The placement of a group's items, when the group itself has this one.
    pub(super) fn inside(self, group: &Group) -> Placement {
        Placement {
            by: self.of(group.by),
            degrees: self.degrees + group.degrees,
            scale: self.scale * group.scale.unwrap_or(1.0),
        }
    }
}

/// The marks of a scene, without its background.
pub(super) fn marks(scene: &Scene) -> Vec<Mark> {
    let mut marks = Vec::new();
    for item in scene.items() {
        flatten(item, Placement::PAGE, &mut marks);
    }
    marks
}

fn flatten(item: &Item, placement: Placement, marks: &mut Vec<Mark>) {
    match item {
        Item::Shape(shape) => flatten_shape(shape, placement, marks),
        Item::Text(text) => flatten_text(text, placement, marks),
        Item::Group(group) => {
            let inside = placement.inside(group);
            for item in &group.items {
                flatten(item, inside, marks);
            }
        }
    }
}

fn flatten_shape(shape: &Shape, placement: Placement, marks: &mut Vec<Mark>) {
    let outline = shape.blunted();
    let pen = shape.stroke.map(|stroke| Pen {
        colour: stroke.colour,
        width: stroke.width * placement.scale,
        dashes: (stroke.dash.pattern(stroke.width).iter())
            .map(|length| length * placement.scale)
            .collect(),
        round: matches!(outline, Outline::Polygon(_)),
    });
    if let Some(path) = path(&outline, placement) {
        marks.push(Mark::Path { path, fill: shape.fill, pen });
    }
    marks.extend(shape.arrow_head().and_then(|head| {
        Some(Mark::Path {
            path: path(&Outline::Polygon(head.to_vec()), placement)?,
            fill: shape.stroke.map(|stroke| stroke.colour),
            pen: None,
        })
    }));
}

impl Shape {
    /// The triangle at its end.
    pub(super) fn arrow_head(&self) -> Option<[Point; 3]> {
        let (tip, direction) = self.end().filter(|_| self.arrow_at_end)?;
        let length = arrow_length(self.stroke.as_ref()?);
        let back = tip - direction * length;
        let side = direction.quarter_turn() * (length * 0.42);
        Some([tip, back + side, back - side])
    }
}

/// The outline as a path on the page; none if it has no points.
pub(super) fn path(outline: &Outline, placement: Placement) -> Option<Path> {
    let (start, steps, closed) = match outline {
        Outline::Polyline(points) | Outline::Polygon(points) => (
            *points.first()?,
            points[1..].iter().copied().map(Step::Line).collect(),
            matches!(outline, Outline::Polygon(_)),
        ),
        Outline::Path { start, steps, closed } => (*start, steps.clone(), *closed),
        Outline::Circle { centre, radius } => {
            let corner = *centre - Point::new(*radius, *radius);
            rounded(corner, 2.0 * radius, 2.0 * radius, *radius)
        }
        Outline::Rect { corner, width, height, rounding } => {
            rounded(*corner, *width, *height, *rounding)
        }
    };
    let steps = steps.into_iter().map(|step| match step {
        Step::Line(to) => Step::Line(placement.of(to)),
        Step::Cubic(a, b, to) => Step::Cubic(placement.of(a), placement.of(b), placement.of(to)),
    });
    Some(Path { start: placement.of(start), steps: steps.collect(), closed })
}

/// A rectangle with rounded corners, clockwise from its upper side.
fn rounded(corner: Point, width: f64, height: f64, rounding: f64) -> (Point, Vec<Step>, bool) {
    let radius = rounding.clamp(0.0, width.min(height).max(0.0) / 2.0);
    let at = |x: f64, y: f64| corner + Point::new(x, y);
    let corners = [
        (at(width, 0.0), Point::new(1.0, 0.0)),
        (at(width, height), Point::new(0.0, 1.0)),
        (at(0.0, height), Point::new(-1.0, 0.0)),
        (at(0.0, 0.0), Point::new(0.0, -1.0)),
    ];
    let mut steps = Vec::new();
    for (tip, arriving) in corners {
        let leaving = arriving.quarter_turn();
        let (before, after) = (tip - arriving * radius, tip + leaving * radius);
        steps.push(Step::Line(before));
        if radius > 0.0 {
            let reach = radius * QUARTER;
            steps.push(Step::Cubic(before + arriving * reach, after - leaving * reach, after));
        }
    }
    (at(radius, 0.0), steps, true)
}

fn flatten_text(text: &Text, placement: Placement, marks: &mut Vec<Mark>) {
    let content = clean(&text.content);
    for (line, down) in text.base_lines(&content) {
        let at = text.at + Point::new(0.0, down).turned(text.degrees);
        marks.push(Mark::Line(Line {
            text: line.to_owned(),
            at: placement.of(at),
            size: text.size * placement.scale,
            bold: text.bold,
            colour: text.colour,
            halo: text.halo,
            anchor: text.anchor,
            degrees: text.degrees + placement.degrees,
        }));
    }
}

impl Text {
    /// The lines that are not empty, and how far their base lines are below the point.
    pub(super) fn base_lines<'a>(&self, content: &'a str) -> Vec<(&'a str, f64)> {
        let lines: Vec<&str> = content.split('\n').collect();
        // The middle of a capital letter lies about 0.36 sizes above the base line.
        let block = (lines.len() as f64 - 1.0) * LINE_SPACING * self.size;
        let first = match self.rise {
            Rise::Middle => 0.36 * self.size - block / 2.0,
            Rise::Above => -0.22 * self.size - block,
            Rise::Below => 0.78 * self.size,
        };
        let lines = lines.into_iter().enumerate();
        lines
            .filter(|(_, line)| !line.is_empty())
            .map(|(index, line)| (line, first + index as f64 * LINE_SPACING * self.size))
            .collect()
    }
}
