//! What a scene is made of: lines, curves, circles, rectangles, polygons, text and groups, each a
//! small builder.

use super::palette::{Colour, Dash};
use super::point::Point;
use super::text::Text;

/// How a line is drawn.
///
/// ```
/// # use cubegraph_draw::{Colour, Dash, Stroke};
/// let stroke = Stroke::new(Colour::BLUE, 0.8).dash(Dash::Dashed);
/// # assert_eq!(stroke.width, 0.8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Colour of the line.
    pub colour: Colour,
    /// Width in millimetres.
    pub width: f64,
    /// How the line is broken.
    pub dash: Dash,
}

impl Stroke {
    /// An unbroken line of `width` millimetres.
    pub const fn new(colour: Colour, width: f64) -> Stroke {
        Stroke { colour, width, dash: Dash::Solid }
    }

    /// The same line, broken.
    #[must_use]
    pub const fn dash(mut self, dash: Dash) -> Stroke {
        self.dash = dash;
        self
    }
}

/// Length of an arrow head on a line of this width.
pub(super) fn arrow_length(stroke: &Stroke) -> f64 {
    1.2 + 2.4 * stroke.width
}

/// A step of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    Line(Point),
    Cubic(Point, Point, Point),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outline {
    Polyline(Vec<Point>),
    Polygon(Vec<Point>),
    Path { start: Point, steps: Vec<Step>, closed: bool },
    Circle { centre: Point, radius: f64 },
    Rect { corner: Point, width: f64, height: f64, rounding: f64 },
}

/// A drawn shape: an outline with a stroke, a fill, arrow heads, a tooltip.
///
/// Lines and curves start with a thin black stroke, areas with no fill and a thin black stroke.
///
/// ```
/// # use cubegraph_draw::{Colour, Dash, Scene, Shape, Stroke};
/// let mut scene = Scene::new("A few shapes", 40.0, 30.0);
/// scene
///     .add(Shape::rect((2.0, 2.0), 36.0, 26.0).rounded(3.0).fill(Colour::grey(240)))
///     .add(Shape::circle((20.0, 15.0), 6.0).fill(Colour::ORANGE).title("a tooltip"))
///     .add(Shape::line((5.0, 25.0), (35.0, 5.0)).stroke(Stroke::new(Colour::BLUE, 0.8).dash(Dash::Dashed)).arrow());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    pub(super) outline: Outline,
    pub(super) fill: Option<Colour>,
    pub(super) stroke: Option<Stroke>,
    pub(super) arrow_at_end: bool,
    pub(super) title: Option<String>,
}

const THIN: Stroke = Stroke::new(Colour::BLACK, 0.35);

impl Shape {
    fn new(outline: Outline) -> Shape {
        Shape { outline, fill: None, stroke: Some(THIN), arrow_at_end: false, title: None }
    }

    /// A straight line.
    pub fn line(from: impl Into<Point>, to: impl Into<Point>) -> Shape {
        Shape::new(Outline::Polyline(vec![from.into(), to.into()]))
    }

    /// A closed area with straight sides.
    pub fn polygon<P: Into<Point>>(points: impl IntoIterator<Item = P>) -> Shape {
        Shape::new(Outline::Polygon(points.into_iter().map(Into::into).collect()))
    }

    /// A curve that starts here; continue with [`line_to`](Shape::line_to) and
    /// [`curve_to`](Shape::curve_to).
    pub fn path(start: impl Into<Point>) -> Shape {
        Shape::new(Outline::Path { start: start.into(), steps: Vec::new(), closed: false })
    }

    /// A circle.
    pub fn circle(centre: impl Into<Point>, radius: f64) -> Shape {
        Shape::new(Outline::Circle { centre: centre.into(), radius })
    }

    /// A rectangle by its upper left corner.
    pub fn rect(corner: impl Into<Point>, width: f64, height: f64) -> Shape {
        Shape::new(Outline::Rect { corner: corner.into(), width, height, rounding: 0.0 })
    }

    /// Continues a path by a straight line; on other shapes it does nothing.
    #[must_use]
    pub fn line_to(mut self, to: impl Into<Point>) -> Shape {
        if let Outline::Path { steps, .. } = &mut self.outline {
            steps.push(Step::Line(to.into()));
        }
        self
    }

    /// Continues a path by a cubic Bézier curve; on other shapes it does nothing.
    #[must_use]
    pub fn curve_to(
        mut self,
        control1: impl Into<Point>,
        control2: impl Into<Point>,
        to: impl Into<Point>,
    ) -> Shape {
        if let Outline::Path { steps, .. } = &mut self.outline {
            steps.push(Step::Cubic(control1.into(), control2.into(), to.into()));
        }
        self
    }

    /// Closes a path; on other shapes it does nothing.
    #[must_use]
    pub fn close(mut self) -> Shape {
        if let Outline::Path { closed, .. } = &mut self.outline {
            *closed = true;
        }
        self
    }

    /// Rounds the corners of a rectangle; on other shapes it does nothing.
    #[must_use]
    pub fn rounded(mut self, radius: f64) -> Shape {
        if let Outline::Rect { rounding, .. } = &mut self.outline {
            *rounding = radius;
        }
        self
    }

    /// Fills the shape.
    #[must_use]
    pub fn fill(mut self, colour: Colour) -> Shape {
        self.fill = Some(colour);
        self
    }

    /// Sets the stroke (a thin black one unless set).
    #[must_use]
    pub fn stroke(mut self, stroke: Stroke) -> Shape {
        self.stroke = Some(stroke);
        self
    }

    /// Draws no outline.
    #[must_use]
    pub fn no_stroke(mut self) -> Shape {
        self.stroke = None;
        self
    }

    /// An arrow head at the end of a line, polyline or open path.
    #[must_use]
    pub fn arrow(mut self) -> Shape {
        self.arrow_at_end = true;
        self
    }

    /// What a browser shows while the pointer rests here, and a screen reader says.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Shape {
        self.title = Some(title.into());
        self
    }

    /// The outline without the last bit of a straight line under an arrow head, so that a thick
    /// line does not blunt the tip.
    pub(super) fn blunted(&self) -> Outline {
        let mut outline = self.outline.clone();
        let Some(stroke) = self.stroke.filter(|_| self.arrow_at_end) else {
            return outline;
        };
        let cut = 0.8 * arrow_length(&stroke);
        let shorten = |from: Point, tip: Point| {
            let way = tip - from;
            let length = way.length();
            if length > 0.0 {
                from + way * ((length - cut).max(0.01 * length) / length)
            } else {
                tip
            }
        };
        match &mut outline {
            Outline::Polyline(points) if points.len() >= 2 => {
                let last = points.len() - 1;
                points[last] = shorten(points[last - 1], points[last]);
            }
            Outline::Path { start, steps, closed: false } => {
                let before = match steps.len().checked_sub(2).map(|index| steps[index]) {
                    Some(Step::Line(to) | Step::Cubic(_, _, to)) => to,
                    None => *start,
                };
                if let Some(Step::Line(to)) = steps.last_mut() {
                    *to = shorten(before, *to);
                }
            }
            _ => {}
        }
        outline
    }

    /// Where it ends and in which direction, for the arrow head.
    pub(super) fn end(&self) -> Option<(Point, Point)> {
        let (points, closed): (Vec<Point>, bool) = match &self.outline {
            Outline::Polyline(points) => (points.clone(), false),
            Outline::Path { start, steps, closed } => {
                let mut points = vec![*start];
                for step in steps {
                    match *step {
                        Step::Line(to) => points.push(to),
                        Step::Cubic(a, b, to) => points.extend([a, b, to]),
                    }
                }
                (points, *closed)
            }
            _ => return None,
        };
        let (&last, rest) = points.split_last()?;
        if closed || rest.is_empty() {
            return None;
        }
        let ways = rest.iter().rev().map(|from| last - *from);
        let way = { ways }.find(|way| way.length() > 1e-9);
        Some((last, way.unwrap_or_default().unit()))
    }
}

/// Anything a scene holds; made by `into()` from a [`Shape`], a [`Text`] or a [`Group`].
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A shape.
    Shape(Shape),
    /// Text.
    Text(Text),
    /// Several items moved together.
    Group(Group),
}

impl From<Shape> for Item {
    fn from(shape: Shape) -> Item {
        Item::Shape(shape)
    }
}

impl From<Text> for Item {
    fn from(text: Text) -> Item {
        Item::Text(text)
    }
}

impl From<Group> for Item {
    fn from(group: Group) -> Item {
        Item::Group(group)
    }
}

/// Several items moved together, with one tooltip.
///
/// The items are scaled first, then turned round the group's origin, then moved.
///
/// ```
/// # use cubegraph_draw::{Colour, Group, Scene, Shape, Text};
/// let mut piece = Group::new().moved((20.0, 10.0)).turned(90.0).title("Cube 1");
/// piece.add(Shape::rect((-4.0, -4.0), 8.0, 8.0)).add(Text::new((0.0, 0.0), "1"));
/// let mut scene = Scene::new("One cube", 40.0, 20.0);
/// scene.add(piece);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    pub(super) items: Vec<Item>,
    pub(super) by: Point,
    pub(super) degrees: f64,
    pub(super) scale: Option<f64>,
    pub(super) title: Option<String>,
}

impl Group {
    /// An empty group.
    pub fn new() -> Group {
        Group::default()
    }

    /// Adds an item on top of the others.
    pub fn add(&mut self, item: impl Into<Item>) -> &mut Group {
        self.items.push(item.into());
        self
    }

    /// Moves the group.
    #[must_use]
    pub fn moved(mut self, by: impl Into<Point>) -> Group {
        self.by = by.into();
        self
    }

    /// Turns the group round its own origin, clockwise.
    #[must_use]
    pub fn turned(mut self, degrees: f64) -> Group {
        self.degrees = degrees;
        self
    }

    /// Makes the group larger or smaller.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Group {
        self.scale = Some(factor);
        self
    }

    /// What a browser shows while the pointer rests here, and a screen reader says.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Group {
        self.title = Some(title.into());
        self
    }
}
