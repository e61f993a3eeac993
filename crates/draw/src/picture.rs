//! A placed graph as a scene.

use super::curve::Cubic;
use super::graph::{LegendLine, PlacedGraph};
use super::palette::Colour;
use super::parts::{BESIDE_SIZE, Bead, Edge, Form, Vertex};
use super::point::Point;
use super::route;
use super::scene::Scene;
use super::shape::{Group, Shape, Stroke, arrow_length};
use super::text::{Anchor, Rise, Text, text_height, text_width};

const TITLE_SIZE: f64 = 5.2;
const MARGIN: f64 = 5.0;
const LEGEND_STEP: f64 = 6.0;
const LEGEND_SIZE: f64 = 3.8;
const LEGEND_SWATCH: f64 = 14.0;
const RING_SIZE: f64 = 3.0;
/// The name of a frame: how far from the corner, and its size.
pub(super) const FRAME_INSET: Point = Point::new(0.7, 0.7);
pub(super) const FRAME_SIZE: f64 = 2.8;

impl PlacedGraph {
    /// The picture of a graph, which must be settled.
    pub(super) fn draw(&self) -> Scene {
        let bounds = self.bounds();
        let title_width = text_width(&self.title, TITLE_SIZE) * 1.06;
        let legend_width = self.legend.iter().map(LegendLine::width).fold(0.0, f64::max);
        let width = bounds.width().max(title_width).max(legend_width) + 2.0 * MARGIN;
        let above =
            if self.title.is_empty() { 0.0 } else { text_height(&self.title, TITLE_SIZE) + 5.0 };
        let below =
            if self.legend.is_empty() { 0.0 } else { 4.0 + self.legend.len() as f64 * LEGEND_STEP };
        let mut scene =
            Scene::new(self.title.clone(), width, bounds.height() + above + below + 2.0 * MARGIN);
        if let Some(description) = &self.description {
            scene = scene.description(description.clone());
        }
        if !self.title.is_empty() {
            scene.add(
                Text::new((width / 2.0, MARGIN), self.title.clone())
                    .size(TITLE_SIZE)
                    .bold()
                    .rise(Rise::Below),
            );
        }
        let shift = Point::new((width - bounds.width()) / 2.0, MARGIN + above) - bounds.least;
        let mut picture = Group::new().moved(shift);
        self.draw_frames(&mut picture);
        self.draw_rings(&mut picture);
        self.draw_edges(&mut picture);
        self.draw_vertices(&mut picture);
        self.draw_ring_names(&mut picture);
        scene.add(picture);
        let legend_top = MARGIN + above + bounds.height() + 4.0;
        for (index, line) in self.legend.iter().enumerate() {
            let y = legend_top + (index as f64 + 0.5) * LEGEND_STEP;
            line.draw(&mut scene, Point::new((width - legend_width) / 2.0, y));
        }
        scene
    }

    fn draw_frames(&self, picture: &mut Group) {
        for frame in &self.frames {
            picture.add(
                Shape::rect(frame.corner, frame.width, frame.height)
                    .stroke(Stroke::new(Colour::QUIET, 0.35)),
            );
            let text = Text::new(frame.corner + FRAME_INSET, frame.label.clone())
                .size(FRAME_SIZE)
                .colour(Colour::INK);
            picture.add(text.anchor(Anchor::Start).rise(Rise::Below));
        }
    }

    fn draw_rings(&self, picture: &mut Group) {
        let pale = Colour::QUIET.mix(Colour::WHITE, 0.4);
        for (radius, _) in &self.rings {
            picture.add(Shape::circle((0.0, 0.0), *radius).stroke(Stroke::new(pale, 0.3)));
        }
    }

    /// The names lie on everything else, between the vertices at the top of their rings.
    fn draw_ring_names(&self, picture: &mut Group) {
        for (radius, name) in &self.rings {
            let at = self.free_place_on_ring(*radius);
            let text = Text::new(at, name.clone()).size(RING_SIZE).bold();
            picture.add(text.colour(Colour::INK).halo(Colour::WHITE));
        }
    }

    /// The place on a ring, near its top, with the most room between the vertices.
    fn free_place_on_ring(&self, radius: f64) -> Point {
        let room = |at: Point| {
            let distances = self.vertices.iter().map(|vertex| vertex.distance(at));
            distances.fold(2.0, f64::min)
        };
        // Where vertices stand close together there is more room just inside.
        let places = [0.0, -2.8].into_iter().flat_map(|inwards| {
            let steps = (0..=12).flat_map(|step| [step, -step]);
            steps.map(move |step| Point::clock(f64::from(step) * 3.0, radius + inwards))
        });
        places.min_by(|a, b| room(*b).total_cmp(&room(*a))).unwrap_or_default()
    }

    fn draw_edges(&self, picture: &mut Group) {
        // Thin lines first, so that the thick ones that matter lie on top.
        let mut order: Vec<&Edge> = self.edges.iter().collect();
        order.sort_by(|a, b| a.stroke.width.total_cmp(&b.stroke.width));
        for edge in &order {
            let curve = self.visible_curve(edge);
            let mut shape = curve_shape(&curve, self.has_arrow(edge), &edge.stroke);
            if let Some(title) = &edge.title {
                shape = shape.title(title.clone());
            }
            picture.add(shape);
        }
        for edge in &order {
            let curve = route::whole_curve(self, edge);
            if let Some(bead) = &edge.bead {
                draw_bead(picture, bead, curve.at(edge.bead_at), edge);
            }
            if let Some(label) = &edge.label {
                let (at, size) = label_place(&curve, edge.bead_at, label);
                picture.add(
                    Text::new(at, label.clone()).size(size).colour(Colour::INK).halo(Colour::WHITE),
                );
            }
        }
    }

    fn draw_vertices(&self, picture: &mut Group) {
        for vertex in &self.vertices {
            let (form, size) = vertex.fitted();
            let at = vertex.place();
            let shape = match form {
                Form::Circle { radius } => Shape::circle(at, radius),
                Form::Box { half_width, half_height } => Shape::rect(
                    at - Point::new(half_width, half_height),
                    2.0 * half_width,
                    2.0 * half_height,
                )
                .rounded(half_height.min(half_width) * 0.4),
            };
            let mut group =
                Group::new().title(vertex.title.clone().unwrap_or_else(|| vertex.label.clone()));
            group.add(shape.fill(vertex.fill).stroke(vertex.outline));
            if !vertex.label.is_empty() {
                group.add(
                    Text::new(at, vertex.label.clone())
                        .size(size)
                        .bold()
                        .colour(vertex.fill.text_on()),
                );
            }
            if let Some(text) = text_beside(vertex) {
                group.add(text);
            }
            picture.add(group);
        }
    }
}

/// The label beside a vertex, along its direction and never upside down.
fn text_beside(vertex: &Vertex) -> Option<Text> {
    let (label, way) = vertex.beside.as_ref()?;
    let degrees = way.y.atan2(way.x).to_degrees();
    let text = Text::new(vertex.beside_ends()?[0], label.clone()).size(BESIDE_SIZE);
    Some(if way.x < -1e-9 {
        text.anchor(Anchor::End).turned(degrees + 180.0)
    } else {
        text.anchor(Anchor::Start).turned(degrees)
    })
}

impl LegendLine {
    pub(super) fn width(&self) -> f64 {
        let swatch = if self.stroke.is_some() { LEGEND_SWATCH + 3.0 } else { 0.0 };
        swatch + text_width(&self.text, LEGEND_SIZE)
    }

    fn draw(&self, scene: &mut Scene, at: Point) {
        let mut text_at = at;
        if let Some(stroke) = self.stroke {
            scene.add(Shape::line(at, at + Point::new(LEGEND_SWATCH, 0.0)).stroke(stroke));
            text_at.x += LEGEND_SWATCH + 3.0;
        }
        let text = self.text.replace('\n', " ");
        scene.add(
            Text::new(text_at, text).size(LEGEND_SIZE).anchor(Anchor::Start).colour(Colour::INK),
        );
    }
}

fn draw_bead(picture: &mut Group, bead: &Bead, at: Point, edge: &Edge) {
    let mut group = Group::new().title(edge.title.clone().unwrap_or_else(|| bead.label.clone()));
    let rim = Stroke::new(edge.stroke.colour, edge.stroke.width.clamp(0.35, 0.7));
    group.add(Shape::circle(at, bead.radius).fill(bead.fill).stroke(rim));
    let colour = bead.text_colour.unwrap_or_else(|| readable(edge.stroke.colour));
    group.add(Text::new(at, bead.label.clone()).size(bead.text_size()).bold().colour(colour));
    picture.add(group);
}

/// The colour itself, or a darker one where it would be faint on white.
pub(super) fn readable(colour: Colour) -> Colour {
    (0..=10)
        .map(|tenths| colour.mix(Colour::BLACK, f64::from(tenths) / 10.0))
        .find(|dark| dark.contrast(Colour::WHITE) >= 4.0)
        .unwrap_or(Colour::BLACK)
}

/// Where the label of an edge stands, and its size: beside the curve, on its outer side.
pub(super) fn label_place(curve: &Cubic, at: f64, label: &str) -> (Point, f64) {
    let size = 3.2;
    let side = curve.direction(at).quarter_turn();
    let outward = if (curve.at(0.5) - curve.0[0].middle(curve.0[3])).length() > 0.1 {
        (curve.at(0.5) - curve.0[0].middle(curve.0[3])).unit()
    } else if side.y > 0.0 || (side.y == 0.0 && side.x < 0.0) {
        -side
    } else {
        side
    };
    let half_width = outward.x.abs() * text_width(label, size) / 2.0;
    let half_height = outward.y.abs() * text_height(label, size) / 2.0;
    let reach = 0.8 + half_width + half_height;
    (curve.at(at) + outward * reach, size)
}

fn curve_shape(curve: &Cubic, arrow: bool, stroke: &Stroke) -> Shape {
    let [from, a, b, to] = curve.0;
    if !arrow {
        return Shape::path(from).curve_to(a, b, to).stroke(*stroke);
    }
    // The last bit is straight, so that the head sits squarely on it.
    let length = arrow_length(stroke);
    let stop = 1.0 - curve.reversed().leaves(|point| (point - to).length() < length * 0.8);
    let [from, a, b, end] = if stop > 0.0 { curve.part(0.0, stop).0 } else { curve.0 };
    Shape::path(from).curve_to(a, b, end).line_to(to).stroke(*stroke).arrow()
}
