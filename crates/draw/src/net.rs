//! Nets of cubes: to look at, and to print, cut, fold and glue.
//!
//! The net is the cross: top above front, bottom below it, and left, front, right, back in a row.
//! It is seen from outside, so the printed side shows when the cube is folded.

use super::face::FaceArt;
use super::palette::{Colour, Dash};
use super::point::Point;
use super::scene::Scene;
use super::shape::{Group, Shape, Stroke};
use super::text::{Anchor, Rise, Text, shorten, text_width};
use cubegraph_core::cube::Face;
use cubegraph_core::work::{Error, Result};

/// The net of one cube, its faces in Hesselink's order.
///
/// # Examples
/// ```
/// use cubegraph_core::cube::Face;
/// use cubegraph_draw::{Colour, FaceArt, Net};
///
/// let die = Net::new("A die", Face::ALL.map(|face| FaceArt::new(Colour::WHITE).pips(face.index() as u8 + 1)));
/// let svg = die.to_scene(12.0).to_svg();
/// # assert!(svg.contains("A die"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    caption: String,
    faces: [FaceArt; 6],
}

impl Net {
    /// A net; `faces` are left, front, right, back, top, bottom, the order of [`Face::ALL`].
    pub fn new(caption: impl Into<String>, faces: [FaceArt; 6]) -> Net {
        Net { caption: caption.into(), faces }
    }

    /// A picture of the net alone, with squares of `edge` millimetres, without flaps.
    pub fn to_scene(&self, edge: f64) -> Scene {
        let mut scene = Scene::new(self.caption.clone(), 4.0 * edge + 6.0, 3.0 * edge + 13.0);
        scene.add(self.draw(edge, 0.0).moved((3.0, 3.0)));
        scene
    }

    /// Several nets side by side as one picture, `columns` a row, with squares of `edge`
    /// millimetres.
    pub fn overview(title: impl Into<String>, nets: &[Net], edge: f64, columns: usize) -> Scene {
        let title = title.into();
        let columns = columns.clamp(1, nets.len().max(1));
        let (wide, high) = (4.0 * edge + 8.0, 3.0 * edge + 14.0);
        let width = (columns as f64 * wide + 4.0).max(text_width(&title, 5.2) * 1.06 + 10.0);
        let rows = nets.len().div_ceil(columns) as f64;
        let mut scene = Scene::new(title.clone(), width, rows * high + 15.0);
        scene.add(Text::new((width / 2.0, 5.0), title).size(5.2).bold().rise(Rise::Below));
        for (index, net) in nets.iter().enumerate() {
            let at = Point::new(
                (index % columns) as f64 * wide + 6.0,
                (index / columns) as f64 * high + 15.0,
            );
            scene.add(net.draw(edge, 0.0).moved(at));
        }
        scene
    }

    /// The net with its upper left corner at the origin; flaps where `flap` is their depth above 0.
    fn draw(&self, edge: f64, flap: f64) -> Group {
        let cut = Stroke::new(Colour::BLACK, 0.35);
        let mut group = Group::new().title(self.caption.clone());
        if flap > 0.0 {
            for (from, to) in flap_edges(edge) {
                group.add(flap_shape(from, to, flap).fill(Colour::grey(0xF4)).stroke(cut));
            }
        }
        for (face, art) in Face::ALL.into_iter().zip(&self.faces) {
            let (column, row) = cell(face);
            let corner = Point::new(column * edge, row * edge);
            group.add(art.draw(edge).moved(corner).title(format!("{}, {face}", self.caption)));
        }
        group.add(Shape::polygon(outline(edge)).stroke(cut));
        let fold =
            |paint: Colour| Stroke::new(paint.text_on().mix(paint, 0.35), 0.25).dash(Dash::Dashed);
        for (from, to, face) in folds(edge) {
            group.add(Shape::line(from, to).stroke(fold(self.faces[face.index()].paint)));
        }
        if flap > 0.0 {
            for (from, to) in flap_edges(edge) {
                group.add(
                    Shape::line(from, to)
                        .stroke(Stroke::new(Colour::grey(0x88), 0.3).dash(Dash::Dashed)),
                );
            }
        }
        let below = if flap > 0.0 { 3.0 * edge + flap } else { 3.0 * edge };
        let caption = shorten(&self.caption.replace('\n', " "), 4.0 * edge, 4.0);
        group.add(
            Text::new((1.5 * edge, below + 1.5), caption)
                .size(4.0)
                .rise(Rise::Below)
                .colour(Colour::INK),
        );
        group
    }
}

/// Column and row of a face in the cross.
fn cell(face: Face) -> (f64, f64) {
    match face {
        Face::Left => (0.0, 1.0),
        Face::Front => (1.0, 1.0),
        Face::Right => (2.0, 1.0),
        Face::Back => (3.0, 1.0),
        Face::Top => (1.0, 0.0),
        Face::Bottom => (1.0, 2.0),
    }
}

fn outline(edge: f64) -> Vec<Point> {
    let corners = [
        (1, 0),
        (2, 0),
        (2, 1),
        (4, 1),
        (4, 2),
        (2, 2),
        (2, 3),
        (1, 3),
        (1, 2),
        (0, 2),
        (0, 1),
        (1, 1),
    ];
    corners.map(|(x, y)| Point::new(f64::from(x) * edge, f64::from(y) * edge)).to_vec()
}

/// The five folds between faces, each with a face it touches.
fn folds(edge: f64) -> [(Point, Point, Face); 5] {
    let at = |x: f64, y: f64| Point::new(x * edge, y * edge);
    [
        (at(1.0, 1.0), at(2.0, 1.0), Face::Top),
        (at(1.0, 2.0), at(2.0, 2.0), Face::Bottom),
        (at(1.0, 1.0), at(1.0, 2.0), Face::Left),
        (at(2.0, 1.0), at(2.0, 2.0), Face::Right),
        (at(3.0, 1.0), at(3.0, 2.0), Face::Back),
    ]
}

/// One edge of each of the seven joins, run so that the flap lies on the left.
fn flap_edges(edge: f64) -> [(Point, Point); 7] {
    let at = |x: f64, y: f64| Point::new(x * edge, y * edge);
    [
        (at(1.0, 1.0), at(1.0, 0.0)),
        (at(1.0, 0.0), at(2.0, 0.0)),
        (at(2.0, 0.0), at(2.0, 1.0)),
        (at(4.0, 1.0), at(4.0, 2.0)),
        (at(2.0, 2.0), at(2.0, 3.0)),
        (at(2.0, 3.0), at(1.0, 3.0)),
        (at(1.0, 3.0), at(1.0, 2.0)),
    ]
}

fn flap_shape(from: Point, to: Point, depth: f64) -> Shape {
    let along = (to - from).unit();
    let out = -along.quarter_turn();
    Shape::polygon([from, from + along * depth + out * depth, to - along * depth + out * depth, to])
}

/// Paper to print on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 mm × 297 mm.
    #[default]
    A4,
    /// 8.5 in × 11 in.
    Letter,
}

impl Paper {
    /// Width and height in millimetres, upright.
    pub const fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Paper::A4 => "A4",
            Paper::Letter => "Letter",
        }
    }
}

/// Printers leave about this much blank on every side.
const BLANK: f64 = 10.0;
/// Room for the heading and the ruler of a sheet.
const HEADING: f64 = 12.0;
const GAP: f64 = 6.0;

/// Depth of the glue flaps of a cube with this edge.
fn flap_depth(edge: f64) -> f64 {
    (edge * 0.28).min(8.0)
}

/// Width and height of a net with flaps and caption.
fn room(edge: f64) -> (f64, f64) {
    let flap = flap_depth(edge);
    (4.0 * edge + flap, 3.0 * edge + 2.0 * flap + 7.0)
}

/// The longest edge, in millimetres, with which a net still fits on a sheet of this paper.
///
/// ```
/// # use cubegraph_draw::{Paper, longest_edge};
/// assert!(longest_edge(Paper::A4) > 40.0);
/// ```
pub fn longest_edge(paper: Paper) -> f64 {
    let (width, height) = paper.size();
    let fits = |edge: f64| {
        let (wide, high) = room(edge);
        wide <= width - 2.0 * BLANK && high <= height - 2.0 * BLANK - HEADING
    };
    (0..=400).map(|half| f64::from(half) * 0.5).take_while(|&edge| fits(edge)).last().unwrap_or(0.0)
}

/// Sheets to print at full size: nets with glue flaps, fold lines dashed, and a ruler to check the
/// printer's scale.
///
/// # Arguments
/// `title` heads every sheet; `edge` is the edge of the cubes in millimetres.
///
/// # Returns
/// One scene a sheet, exactly as large as the paper; none for no nets.
/// An edge below 5 mm, or one whose net does not fit on the paper, is [`Error::Invalid`].
pub fn sheets(title: &str, nets: &[Net], edge: f64, paper: Paper) -> Result<Vec<Scene>> {
    let longest = longest_edge(paper);
    if !(5.0..=longest).contains(&edge) {
        return Err(Error::invalid(format!(
            "cubes with an edge of {edge} mm cannot be printed on {}: the edge must be from 5 to {longest} mm",
            paper.name()
        )));
    }
    let (width, height) = paper.size();
    let (wide, high) = room(edge);
    let fit = |room: f64, size: f64| every_fit(room, size);
    let columns = fit(width - 2.0 * BLANK, wide);
    let rows = fit(height - 2.0 * BLANK - HEADING, high);
    let count = nets.len().div_ceil(columns * rows);
    let pages = nets.chunks(columns * rows).enumerate().map(|(page, nets)| {
        let heading =
            if count > 1 { format!("{title} ({} of {count})", page + 1) } else { title.to_owned() };
        let mut scene = Scene::new(heading.clone(), width, height);
        draw_heading(&mut scene, &heading, width);
        for (index, net) in nets.iter().enumerate() {
            let (column, row) = ((index % columns) as f64, (index / columns) as f64);
            let flap = flap_depth(edge);
            let at = Point::new(
                BLANK + column * (wide + GAP),
                BLANK + HEADING + flap + row * (high + GAP),
            );
            scene.add(net.draw(edge, flap).moved(at));
        }
        scene
    });
    Ok(pages.collect())
}

fn every_fit(room: f64, size: f64) -> usize {
    (1..1000)
        .take_while(|&count| f64::from(count) * size + f64::from(count - 1) * GAP <= room)
        .count()
        .max(1)
}

fn draw_heading(scene: &mut Scene, heading: &str, width: f64) {
    let room = width - 2.0 * BLANK - 66.0;
    scene.add(
        Text::new((BLANK, BLANK + 5.0), shorten(&heading.replace('\n', " "), room, 5.0))
            .size(5.0)
            .bold()
            .anchor(Anchor::Start),
    );
    let (from, to) =
        (Point::new(width - BLANK - 50.0, BLANK + 3.0), Point::new(width - BLANK, BLANK + 3.0));
    let pen = Stroke::new(Colour::INK, 0.35);
    scene.add(Shape::line(from, to).stroke(pen));
    for end in [from, to] {
        scene.add(Shape::line(end - Point::new(0.0, 1.5), end + Point::new(0.0, 1.5)).stroke(pen));
    }
    let note = "50 mm when printed at 100 %";
    scene
        .add(Text::new(from.middle(to) + Point::new(0.0, 3.2), note).size(3.0).colour(Colour::INK));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nets(count: usize) -> Vec<Net> {
        (1..=count)
            .map(|cube| {
                Net::new(
                    format!("Cube {cube}"),
                    Face::ALL
                        .map(|face| FaceArt::new(Colour::nth(face.index())).letter(face.name())),
                )
            })
            .collect()
    }

    #[test]
    fn neighbours_in_the_net_are_neighbours_on_the_cube() {
        for a in Face::ALL {
            for b in Face::ALL {
                let ((x, y), (u, v)) = (cell(a), cell(b));
                if (x - u).abs() + (y - v).abs() < 1.5 && a != b {
                    assert_ne!(a.opposite(), b, "{a} and {b} share an edge of the net");
                }
            }
        }
        assert!(
            cell(Face::Right).0 > cell(Face::Front).0,
            "seen from outside, right is right of front"
        );
    }

    #[test]
    fn sheets_hold_all_nets_and_are_as_large_as_the_paper() {
        for paper in [Paper::A4, Paper::Letter] {
            for edge in [5.0, 20.0, 25.0, longest_edge(paper)] {
                let pages = sheets("t", &nets(9), edge, paper).unwrap();
                let text: String = pages.iter().map(Scene::to_svg).collect();
                for cube in 1..=9 {
                    assert_eq!(text.matches(&format!("<title>Cube {cube}</title>")).count(), 1);
                }
                assert!(pages.iter().all(|page| (page.width(), page.height()) == paper.size()));
            }
        }
        assert!(sheets("t", &[], 20.0, Paper::A4).unwrap().is_empty());
    }

    #[test]
    fn an_edge_too_long_or_too_short_is_refused_with_the_range() {
        for edge in [4.9, 60.0, -1.0, f64::NAN, f64::INFINITY] {
            let error = sheets("t", &nets(1), edge, Paper::A4).unwrap_err();
            assert!(error.to_string().contains("from 5 to"), "{error}");
        }
    }

    #[test]
    fn flaps_stay_clear_of_the_faces() {
        let edge = 20.0;
        let depth = flap_depth(edge);
        for (from, to) in flap_edges(edge) {
            let out = -(to - from).unit().quarter_turn();
            let tip = from.middle(to) + out * depth;
            let inside = Face::ALL.into_iter().any(|face| {
                let (x, y) = cell(face);
                (x * edge..(x + 1.0) * edge).contains(&tip.x)
                    && (y * edge..(y + 1.0) * edge).contains(&tip.y)
            });
            assert!(!inside, "the flap at {from:?} covers a face");
        }
    }
}
