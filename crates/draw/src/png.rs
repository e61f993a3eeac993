//! PNG through tiny-skia.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};
use ttf_parser::OutlineBuilder;

use super::flat::{Line, Mark, Path, Pen, marks};
use super::font::{Font, single};
use super::palette::Colour;
use super::shape::Step;
use super::{Anchor, Point, Scene};
use cubegraph_core::work::{Error, Result};

/// More dots than this (400 megabytes of memory) are a mistake.
const MOST_DOTS: f64 = 1e8;

impl Scene {
    /// The picture as a PNG file of this many dots from left to right.
    ///
    /// ```
    /// # use cubegraph_draw::{Colour, Scene, Shape};
    /// let mut scene = Scene::new("A dot", 10.0, 5.0);
    /// scene.add(Shape::circle((5.0, 2.5), 2.0).fill(Colour::BLUE));
    /// assert!(scene.to_png(200)?.starts_with(b"\x89PNG"));
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more than a hundred million dots.
    pub fn to_png(&self, width: u32) -> Result<Vec<u8>> {
        let scale = f64::from(width) / self.width();
        let height = (self.height() * scale).round().max(1.0);
        if f64::from(width) * height > MOST_DOTS {
            return Err(Error::too_large(format!(
                "a picture of {width} × {height} dots; choose a smaller width"
            )));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "at most MOST_DOTS, and positive"
        )]
        let pixmap = Pixmap::new(width.max(1), height as u32);
        let mut pixmap = pixmap.expect("neither zero nor too large");
        if let Some(colour) = self.background_colour() {
            let [red, green, blue] = colour.components();
            pixmap.fill(Color::from_rgba8(red, green, blue, 255));
        }
        let zoom = Transform::from_scale(single(scale), single(scale));
        for mark in marks(self) {
            match &mark {
                Mark::Path { path, fill, pen } => {
                    draw_path(&mut pixmap, zoom, path, *fill, pen.as_ref());
                }
                Mark::Line(line) => draw_line(&mut pixmap, zoom, line),
            }
        }
        let png = pixmap.encode_png();
        Ok(png.expect("a vector takes everything"))
    }
}

fn paint(colour: Colour) -> Paint<'static> {
    let [red, green, blue] = colour.components();
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

fn draw_path(
    pixmap: &mut Pixmap,
    zoom: Transform,
    path: &Path,
    fill: Option<Colour>,
    pen: Option<&Pen>,
) {
    let mut builder = PathBuilder::new();
    let at = |point: Point| (single(point.x), single(point.y));
    let (x, y) = at(path.start);
    builder.move_to(x, y);
    for step in &path.steps {
        match *step {
            Step::Line(to) => builder.line_to(at(to).0, at(to).1),
            Step::Cubic(a, b, to) => {
                let ((ax, ay), (bx, by), (x, y)) = (at(a), at(b), at(to));
                builder.cubic_to(ax, ay, bx, by, x, y);
            }
        }
    }
    if path.closed {
        builder.close();
    }
    let Some(outline) = builder.finish() else {
        return;
    };
    if let Some(colour) = fill {
        pixmap.fill_path(&outline, &paint(colour), FillRule::Winding, zoom, None);
    }
    if let Some(pen) = pen.filter(|pen| pen.width > 0.0) {
        let stroke = Stroke {
            width: single(pen.width),
            line_join: if pen.round { LineJoin::Round } else { LineJoin::Miter },
            line_cap: LineCap::Butt,
            dash: StrokeDash::new(pen.dashes.iter().copied().map(single).collect(), 0.0),
            ..Stroke::default()
        };
        pixmap.stroke_path(&outline, &paint(pen.colour), &stroke, zoom, None);
    }
}

/// Collects the outlines of glyphs.
struct Glyphs {
    builder: PathBuilder,
    /// Where the next glyph starts, in units of the font.
    pen: f32,
}

impl OutlineBuilder for Glyphs {
    fn move_to(&mut self, x: f32, y: f32) {
        self.builder.move_to(self.pen + x, -y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.builder.line_to(self.pen + x, -y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let pen = self.pen;
        self.builder.quad_to(pen + x1, -y1, pen + x, -y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let pen = self.pen;
        self.builder.cubic_to(pen + x1, -y1, pen + x2, -y2, pen + x, -y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}

fn draw_line(pixmap: &mut Pixmap, zoom: Transform, line: &Line) {
    let font = Font::get(line.bold);
    let units = f32::from(font.face.units_per_em());
    let mut glyphs = Glyphs { builder: PathBuilder::new(), pen: 0.0 };
    for letter in line.text.chars() {
        let glyph = font.glyph(letter);
        font.face.outline_glyph(glyph, &mut glyphs);
        glyphs.pen += f32::from(font.face.glyph_hor_advance(glyph).unwrap_or(0));
    }
    let width = glyphs.pen;
    let Some(outline) = glyphs.builder.finish() else {
        return;
    };
    let shift = match line.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -width / 2.0,
        Anchor::End => -width,
    };
    let size = single(line.size) / units;
    let place = zoom
        .pre_translate(single(line.at.x), single(line.at.y))
        .pre_concat(Transform::from_rotate(single(line.degrees)))
        .pre_scale(size, size)
        .pre_translate(shift, 0.0);
    if let Some(halo) = line.halo {
        let stroke = Stroke { width: 0.3 * units, line_join: LineJoin::Round, ..Stroke::default() };
        pixmap.stroke_path(&outline, &paint(halo), &stroke, place, None);
    }
    pixmap.fill_path(&outline, &paint(line.colour), FillRule::Winding, place, None);
}
