//! PDF of one page, with the font inside and text that can be searched and copied.

use std::collections::BTreeMap;

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{
    CidFontType, FontFlags, LineCapStyle, LineJoinStyle, SystemInfo, TextRenderingMode, UnicodeCmap,
};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use super::flat::{Line, Mark, Path, Pen, marks};
use super::font::{Font, single};
use super::palette::Colour;
use super::shape::Step;
use super::text::clean;
use super::{Anchor, Point, Scene};

const POINTS: f64 = 72.0 / 25.4;
const SYSTEM: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
const COMPRESSION: u8 = 6;

impl Scene {
    /// The picture as a PDF file of one page; the same bytes on every run.
    ///
    /// ```
    /// # use cubegraph_draw::{Scene, Text};
    /// let mut scene = Scene::new("Greeting", 30.0, 10.0);
    /// scene.add(Text::new((15.0, 5.0), "good morning"));
    /// assert!(scene.to_pdf().starts_with(b"%PDF"));
    /// ```
    pub fn to_pdf(&self) -> Vec<u8> {
        let mut page = Page::new(self);
        for mark in marks(self) {
            match &mark {
                Mark::Path { path, fill, pen } => page.draw_path(path, *fill, pen.as_ref()),
                Mark::Line(line) => page.draw_line(line),
            }
        }
        page.finish(self)
    }
}

fn components(colour: Colour) -> [f32; 3] {
    colour.components().map(|part| f32::from(part) / 255.0)
}

/// The content of the page, and what it needs.
struct Page {
    content: Content,
    /// The letters by glyph that were written, in regular and in bold type.
    letters: [BTreeMap<u16, char>; 2],
}

impl Page {
    fn new(scene: &Scene) -> Page {
        let mut content = Content::new();
        // From here on: millimetres from the upper left corner, y downwards.
        let scale = single(POINTS);
        let height = single(scene.height() * POINTS);
        content.transform([scale, 0.0, 0.0, -scale, 0.0, height]);
        content.set_line_cap(LineCapStyle::ButtCap);
        if let Some(colour) = scene.background_colour() {
            let [red, green, blue] = components(colour);
            content.set_fill_rgb(red, green, blue);
            content.rect(0.0, 0.0, single(scene.width()), single(scene.height()));
            content.fill_nonzero();
        }
        Page { content, letters: Default::default() }
    }

    fn draw_path(&mut self, path: &Path, fill: Option<Colour>, pen: Option<&Pen>) {
        let pen = pen.filter(|pen| pen.width > 0.0);
        self.content.save_state();
        if let Some(colour) = fill {
            let [red, green, blue] = components(colour);
            self.content.set_fill_rgb(red, green, blue);
        }
        if let Some(pen) = pen {
            let [red, green, blue] = components(pen.colour);
            self.content.set_stroke_rgb(red, green, blue);
            self.content.set_line_width(single(pen.width));
            self.content.set_line_join(if pen.round {
                LineJoinStyle::RoundJoin
            } else {
                LineJoinStyle::MiterJoin
            });
            if !pen.dashes.is_empty() {
                let dashes = pen.dashes.iter().copied().map(single);
                self.content.set_dash_pattern(dashes, 0.0);
            }
        }
        self.trace(path);
        match (fill, pen) {
            (Some(_), Some(_)) => self.content.fill_nonzero_and_stroke(),
            (Some(_), None) => self.content.fill_nonzero(),
            (None, Some(_)) => self.content.stroke(),
            (None, None) => self.content.end_path(),
        };
        self.content.restore_state();
    }

    fn trace(&mut self, path: &Path) {
        let at = |point: Point| (single(point.x), single(point.y));
        let (x, y) = at(path.start);
        self.content.move_to(x, y);
        for step in &path.steps {
            match *step {
                Step::Line(to) => self.content.line_to(at(to).0, at(to).1),
                Step::Cubic(a, b, to) => {
                    let ((ax, ay), (bx, by), (x, y)) = (at(a), at(b), at(to));
                    self.content.cubic_to(ax, ay, bx, by, x, y)
                }
            };
        }
        if path.closed {
            self.content.close_path();
        }
    }

    fn draw_line(&mut self, line: &Line) {
        let font = Font::get(line.bold);
        let mut codes = Vec::new();
        for letter in line.text.chars() {
            let glyph = font.glyph(letter);
            self.letters[usize::from(line.bold)].insert(glyph.0, letter);
            codes.extend(glyph.0.to_be_bytes());
        }
        let width = font.width(&line.text) * line.size;
        let back = match line.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let (sin, cos) = line.degrees.to_radians().sin_cos();
        let at = line.at - Point::new(back, 0.0).turned(line.degrees);
        let name = if line.bold { Name(b"bold") } else { Name(b"text") };
        let content = &mut self.content;
        content.save_state().begin_text();
        content.set_font(name, single(line.size));
        // The page's y goes down, letters stand upright: their own y is turned round.
        let matrix = [cos, sin, sin, -cos, at.x, at.y].map(single);
        if let Some(halo) = line.halo {
            let [red, green, blue] = components(halo);
            content.set_stroke_rgb(red, green, blue);
            content.set_line_width(single(0.3 * line.size));
            content.set_line_join(LineJoinStyle::RoundJoin);
            content.set_text_rendering_mode(TextRenderingMode::Stroke);
            content.set_text_matrix(matrix).show(Str(&codes));
            content.set_text_rendering_mode(TextRenderingMode::Fill);
        }
        let [red, green, blue] = components(line.colour);
        content.set_fill_rgb(red, green, blue);
        content.set_text_matrix(matrix).show(Str(&codes));
        content.end_text().restore_state();
    }

    /// The file: catalogue, page tree, page, content, fonts.
    fn finish(self, scene: &Scene) -> Vec<u8> {
        let [catalogue, tree, page, content, information] = [1, 2, 3, 4, 5].map(Ref::new);
        let mut pdf = Pdf::new();
        pdf.catalog(catalogue).pages(tree);
        pdf.pages(tree).kids([page]).count(1);
        pdf.document_info(information)
            .title(TextStr(&clean(scene.title())))
            .producer(TextStr("cubegraph"));
        let mut next = Ref::new(6);
        let used = [false, true].map(|bold| {
            let letters = &self.letters[usize::from(bold)];
            (!letters.is_empty()).then(|| write_font(&mut pdf, &mut next, Font::get(bold), letters))
        });
        let mut out = pdf.page(page);
        let (width, height) = (scene.width() * POINTS, scene.height() * POINTS);
        out.media_box(Rect::new(0.0, 0.0, single(width), single(height)));
        out.parent(tree).contents(content);
        let mut resources = out.resources();
        let mut fonts = resources.fonts();
        for (name, font) in [Name(b"text"), Name(b"bold")].into_iter().zip(used) {
            if let Some(font) = font {
                fonts.pair(name, font);
            }
        }
        fonts.finish();
        resources.finish();
        out.finish();
        let bytes = compress_to_vec_zlib(&self.content.finish(), COMPRESSION);
        pdf.stream(content, &bytes).filter(Filter::FlateDecode);
        pdf.finish()
    }
}

/// Embeds a font; the map back to letters is what makes text searchable.
fn write_font(pdf: &mut Pdf, next: &mut Ref, font: &Font, letters: &BTreeMap<u16, char>) -> Ref {
    let [whole, part, descriptor, file, map] = [(); 5].map(|()| next.bump());
    let name = Name(font.name.as_bytes());
    pdf.type0_font(whole)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(part)
        .to_unicode(map);
    let mut cid = pdf.cid_font(part);
    cid.subtype(CidFontType::Type2)
        .base_font(name)
        .system_info(SYSTEM)
        .font_descriptor(descriptor)
        .default_width(0.0)
        .cid_to_gid_map_predefined(Name(b"Identity"));
    let mut widths = cid.widths();
    for &glyph in letters.keys() {
        let advance = 1000.0 * font.advance(ttf_parser::GlyphId(glyph));
        widths.consecutive(glyph, [single(advance)]);
    }
    widths.finish();
    cid.finish();
    let per_thousand =
        |units: i16| single(f64::from(units) * 1000.0 / f64::from(font.face.units_per_em()));
    let bounds = font.face.global_bounding_box();
    let [left, low, right, high] =
        [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(per_thousand);
    pdf.font_descriptor(descriptor)
        .name(name)
        .flags(FontFlags::SYMBOLIC)
        .bbox(Rect::new(left, low, right, high))
        .italic_angle(0.0)
        .ascent(per_thousand(font.face.ascender()))
        .descent(per_thousand(font.face.descender()))
        .cap_height(per_thousand(font.face.capital_height().unwrap_or(1409)))
        .stem_v(if font.face.is_bold() { 140.0 } else { 88.0 })
        .font_file2(file);
    let bytes = compress_to_vec_zlib(font.bytes, COMPRESSION);
    let length = i32::try_from(font.bytes.len()).expect("a font on board is small");
    pdf.stream(file, &bytes).filter(Filter::FlateDecode).pair(Name(b"Length1"), length);
    let mut unicode = UnicodeCmap::new(Name(b"Letters"), SYSTEM);
    for (&glyph, &letter) in letters {
        unicode.pair(glyph, letter);
    }
    pdf.cmap(map, &unicode.finish());
    whole
}
