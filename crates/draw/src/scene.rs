//! A picture: shapes in millimetres, written as SVG.
//!
//! The SVG is the same on every run, stands alone (no style sheet, no font, no identifier, so that
//! any number of pictures can share a page), and says what it shows to those who cannot see it.

use svg::Node;
use svg::node::Text as Characters;
use svg::node::element::Element;

use super::palette::Colour;
use super::point::Point;
use super::shape::{Group, Item, Outline, Shape, Step, Stroke};
use super::text::{Anchor, Text, clean};

/// Fonts that look alike, the commonest first.
pub(super) const FONTS: &str = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";

/// A picture of a given size; (0, 0) is its upper left corner, x goes right and y down, all in
/// millimetres.
///
/// # Examples
/// ```
/// use cubegraph_draw::{Colour, Scene, Shape, Stroke, Text};
///
/// let mut scene = Scene::new("A red die's face", 20.0, 20.0);
/// scene.add(Shape::rect((1.0, 1.0), 18.0, 18.0).rounded(3.0).fill(Colour::VERMILION));
/// scene.add(Shape::circle((10.0, 10.0), 2.0).fill(Colour::WHITE).no_stroke());
/// let svg = scene.to_svg();
/// assert!(svg.contains(r#"width="20mm""#));
/// assert!(svg.contains("A red die"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    title: String,
    description: Option<String>,
    width: f64,
    height: f64,
    background: Option<Colour>,
    items: Vec<Item>,
}

impl Scene {
    /// An empty picture on white. The title is for screen readers and tooltips; it is not drawn.
    pub fn new(title: impl Into<String>, width: f64, height: f64) -> Scene {
        Scene {
            title: title.into(),
            description: None,
            width: sane(width).max(1.0),
            height: sane(height).max(1.0),
            background: Some(Colour::WHITE),
            items: Vec::new(),
        }
    }

    /// A longer description for those who cannot see the picture.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Scene {
        self.description = Some(description.into());
        self
    }

    /// Another background than white; `None` for a transparent one.
    #[must_use]
    pub fn background(mut self, colour: Option<Colour>) -> Scene {
        self.background = colour;
        self
    }

    /// Adds an item on top of the others.
    pub fn add(&mut self, item: impl Into<Item>) -> &mut Scene {
        self.items.push(item.into());
        self
    }

    /// Adds another picture as a group, its upper left corner at `at`, without its background.
    pub fn add_scene(&mut self, scene: &Scene, at: impl Into<Point>) -> &mut Scene {
        let mut group = Group::new().moved(at).title(scene.title.clone());
        group.items.clone_from(&scene.items);
        self.add(group)
    }

    /// The same picture, larger or smaller by this factor.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Scene {
        let factor = sane(factor).max(1e-3);
        let mut items = Group::new().scaled(factor);
        items.items.clone_from(&self.items);
        Scene {
            width: self.width * factor,
            height: self.height * factor,
            items: vec![items.into()],
            title: self.title.clone(),
            description: self.description.clone(),
            ..*self
        }
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Width in millimetres.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Height in millimetres.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// The background; `None` where there is none.
    pub(super) fn background_colour(&self) -> Option<Colour> {
        self.background
    }

    /// What is drawn, from below to above.
    pub(super) fn items(&self) -> &[Item] {
        &self.items
    }

    pub(super) fn items_mut(&mut self) -> &mut [Item] {
        &mut self.items
    }

    /// The picture as a complete SVG file, in UTF-8.
    pub fn to_svg(&self) -> String {
        format!("{}\n", self.element(true))
    }

    /// The picture as an `<svg>` element to stand inside an HTML page: no XML declaration, as wide
    /// as its place allows.
    pub fn to_inline_svg(&self) -> String {
        self.element(false).to_string()
    }

    fn element(&self, alone: bool) -> Element {
        let mut root = Element::new("svg");
        root.assign("viewBox", format!("0 0 {} {}", number(self.width), number(self.height)));
        if alone {
            root.assign("xmlns", "http://www.w3.org/2000/svg");
            root.assign("width", format!("{}mm", number(self.width)));
            root.assign("height", format!("{}mm", number(self.height)));
        } else {
            root.assign("style", format!("max-width:{}mm", number(self.width)));
        }
        root.assign("role", "img");
        root.assign("font-family", FONTS);
        root.append(tooltip("title", &self.title));
        if let Some(description) = &self.description {
            root.append(tooltip("desc", description));
        }
        if let Some(colour) = self.background {
            let mut rect = Element::new("rect");
            rect.assign("width", number(self.width));
            rect.assign("height", number(self.height));
            rect.assign("fill", colour.to_string());
            root.append(rect);
        }
        for item in &self.items {
            root.append(item_element(item));
        }
        root
    }
}

fn item_element(item: &Item) -> Element {
    match item {
        Item::Shape(shape) => shape_element(shape),
        Item::Text(text) => text_element(text),
        Item::Group(group) => group_element(group),
    }
}

fn group_element(group: &Group) -> Element {
    let mut element = Element::new("g");
    if let Some(title) = &group.title {
        element.append(tooltip("title", title));
    }
    let mut transform = Vec::new();
    if group.by != Point::default() {
        transform.push(format!("translate({} {})", number(group.by.x), number(group.by.y)));
    }
    if group.degrees != 0.0 {
        transform.push(format!("rotate({})", number(group.degrees)));
    }
    if let Some(factor) = group.scale {
        transform.push(format!("scale({})", number(factor)));
    }
    if !transform.is_empty() {
        element.assign("transform", transform.join(" "));
    }
    for item in &group.items {
        element.append(item_element(item));
    }
    element
}

fn shape_element(shape: &Shape) -> Element {
    let mut element = outline_element(&shape.blunted());
    match shape.fill {
        Some(colour) => element.assign("fill", colour.to_string()),
        None => element.assign("fill", "none"),
    }
    if let Some(stroke) = &shape.stroke {
        assign_stroke(&mut element, stroke);
    }
    if let Some(head) = arrow_head(shape) {
        let mut group = Element::new("g");
        group.append(element);
        group.append(head);
        element = group;
    }
    if let Some(title) = &shape.title {
        element.get_children_mut().insert(0, Box::new(tooltip("title", title)));
    }
    element
}

fn outline_element(outline: &Outline) -> Element {
    match outline {
        Outline::Polyline(points) => {
            let mut element = Element::new("polyline");
            element.assign("points", list(points));
            element
        }
        Outline::Polygon(points) => {
            let mut element = Element::new("polygon");
            element.assign("points", list(points));
            element.assign("stroke-linejoin", "round");
            element
        }
        Outline::Path { start, steps, closed } => {
            let mut data = vec![format!("M{}", pair(*start))];
            data.extend(steps.iter().map(|step| match step {
                Step::Line(to) => format!("L{}", pair(*to)),
                Step::Cubic(a, b, to) => format!("C{} {} {}", pair(*a), pair(*b), pair(*to)),
            }));
            if *closed {
                data.push("Z".to_owned());
            }
            let mut element = Element::new("path");
            element.assign("d", data.join(" "));
            element
        }
        Outline::Circle { centre, radius } => {
            let mut element = Element::new("circle");
            element.assign("cx", number(centre.x));
            element.assign("cy", number(centre.y));
            element.assign("r", number(*radius));
            element
        }
        Outline::Rect { corner, width, height, rounding } => {
            let mut element = Element::new("rect");
            element.assign("x", number(corner.x));
            element.assign("y", number(corner.y));
            element.assign("width", number(*width));
            element.assign("height", number(*height));
            if *rounding > 0.0 {
                element.assign("rx", number(*rounding));
            }
            element
        }
    }
}

/// An arrow head is a plain triangle: a marker would need an identifier, and these clash when
/// pictures share a page.
fn arrow_head(shape: &Shape) -> Option<Element> {
    let colour = shape.stroke?.colour;
    let mut head = Element::new("polygon");
    head.assign("points", list(&shape.arrow_head()?));
    head.assign("fill", colour.to_string());
    Some(head)
}

fn assign_stroke(element: &mut Element, stroke: &Stroke) {
    element.assign("stroke", stroke.colour.to_string());
    element.assign("stroke-width", number(stroke.width));
    let pattern = stroke.dash.pattern(stroke.width);
    if !pattern.is_empty() {
        let lengths: Vec<String> = pattern.into_iter().map(number).collect();
        element.assign("stroke-dasharray", lengths.join(" "));
    }
}

/// One `<text>` per line: white space between `<tspan>`s would be drawn.
fn text_element(text: &Text) -> Element {
    let content = clean(&text.content);
    let lines = text.base_lines(&content).into_iter();
    let mut parts: Vec<Element> =
        lines.map(|(line, down)| line_element(text, line, down)).collect();
    if parts.len() == 1 {
        return parts.remove(0);
    }
    let mut group = Element::new("g");
    for part in parts {
        group.append(part);
    }
    group
}

fn line_element(text: &Text, line: &str, down: f64) -> Element {
    let mut element = Element::new("text");
    element.assign("x", number(text.at.x));
    element.assign("y", number(text.at.y + down));
    if text.degrees != 0.0 {
        element.assign(
            "transform",
            format!("rotate({} {} {})", number(text.degrees), number(text.at.x), number(text.at.y)),
        );
    }
    element.assign("font-size", number(text.size));
    element.assign("fill", text.colour.to_string());
    match text.anchor {
        Anchor::Start => {}
        Anchor::Middle => element.assign("text-anchor", "middle"),
        Anchor::End => element.assign("text-anchor", "end"),
    }
    if text.bold {
        element.assign("font-weight", "bold");
    }
    if let Some(halo) = text.halo {
        element.assign("paint-order", "stroke");
        element.assign("stroke", halo.to_string());
        element.assign("stroke-width", number(text.size * 0.3));
        element.assign("stroke-linejoin", "round");
    }
    if line.starts_with(' ') || line.ends_with(' ') || line.contains("  ") {
        element.assign("xml:space", "preserve");
    }
    element.append(Characters::new(line));
    element
}

fn tooltip(name: &str, text: &str) -> Element {
    let mut element = Element::new(name);
    element.append(Characters::new(clean(text)));
    element
}

fn pair(point: Point) -> String {
    format!("{} {}", number(point.x), number(point.y))
}

fn list(points: &[Point]) -> String {
    let pairs: Vec<String> =
        points.iter().map(|point| format!("{},{}", number(point.x), number(point.y))).collect();
    pairs.join(" ")
}

fn sane(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}

/// A number to a thousandth of a millimetre, as short as it can be written; never `NaN`, `inf` or
/// `-0`.
pub(super) fn number(value: f64) -> String {
    let text = format!("{:.3}", sane(value));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_strange() {
        assert_eq!(number(1.0), "1");
        assert_eq!(number(-0.000_01), "0");
        assert_eq!(number(0.123_456), "0.123");
        assert_eq!(number(100.0), "100");
        assert_eq!(number(f64::NAN), "0");
        assert_eq!(number(f64::INFINITY), "0");
    }

    #[test]
    fn an_arrow_points_where_the_line_goes() {
        let line = Shape::line((0.0, 0.0), (10.0, 0.0)).arrow();
        let (tip, direction) = line.end().unwrap();
        assert_eq!((tip, direction), (Point::new(10.0, 0.0), Point::new(1.0, 0.0)));
        assert!(arrow_head(&line).is_some());
        assert!(arrow_head(&Shape::circle((0.0, 0.0), 1.0).arrow()).is_none());
        assert!(arrow_head(&Shape::line((1.0, 1.0), (1.0, 1.0)).arrow()).is_some());
    }

    #[test]
    fn an_inline_picture_has_no_declaration_and_no_fixed_size() {
        let scene = Scene::new("x", 10.0, 10.0);
        let inline = scene.to_inline_svg();
        assert!(inline.starts_with("<svg "));
        assert!(!inline.contains("width=\"10mm\""));
    }
}
