//! The pictures on picture cubes: one large drawing for each of the six faces, cut into the cells
//! of the array.
//!
//! A drawing is complete when all cubes show the same face the same way up. Every drawing has its
//! own shape and letter, so that colours are not needed to tell them apart.

use serde::Serialize;

use crate::cube::Face;
use crate::draw::{Colour, FaceArt, Mark, Net, Point};
use crate::picture::Size;

/// The drawing on one face of all cubes, in units of one cell, (0, 0) the upper left corner of the
/// array.
#[derive(Clone, Debug)]
pub struct Mural {
    name: &'static str,
    letter: char,
    background: Colour,
    shapes: Vec<(Colour, Vec<Point>)>,
}

/// A mural as the page draws it.
#[derive(Clone, Debug, Serialize)]
pub struct MuralData {
    name: &'static str,
    letter: char,
    background: String,
    ink: String,
    shapes: Vec<ShapeData>,
}

#[derive(Clone, Debug, Serialize)]
struct ShapeData {
    fill: String,
    points: String,
}

/// The six murals in Hesselink's order of the faces.
pub fn murals(size: Size) -> [Mural; 6] {
    Face::ALL.map(|face| mural(face, size.columns() as f64, size.rows() as f64))
}

fn mural(face: Face, width: f64, height: f64) -> Mural {
    // Shapes are given round the middle, where 1 is as far as the nearer edge.
    let unit = width.min(height) / 2.0;
    let stretch = if height > width {
        1.0 + (height / width - 1.0) * 0.45
    } else {
        1.0
    };
    let shape = |colour: Colour, points: Vec<(f64, f64)>| {
        let place = |(x, y): (f64, f64)| {
            Point::new(width / 2.0 + x * unit, height / 2.0 + y * unit * stretch)
        };
        (
            colour,
            points.into_iter().map(place).collect::<Vec<Point>>(),
        )
    };
    let (name, letter, background, shapes) = match face {
        Face::Top => (
            "sun",
            'S',
            Colour::SKY_BLUE,
            vec![
                shape(Colour::YELLOW, star(12, 0.92, 0.62)),
                shape(Colour::ORANGE, star(24, 0.5, 0.5)),
            ],
        ),
        Face::Front => (
            "house",
            'H',
            Colour::grey(0xEE),
            vec![
                shape(
                    Colour::VERMILION,
                    vec![(-0.85, -0.1), (0.0, -0.9), (0.85, -0.1)],
                ),
                shape(
                    Colour::ORANGE,
                    vec![(-0.65, -0.1), (0.65, -0.1), (0.65, 0.85), (-0.65, 0.85)],
                ),
                shape(
                    Colour::BLACK,
                    vec![(-0.2, 0.25), (0.2, 0.25), (0.2, 0.85), (-0.2, 0.85)],
                ),
            ],
        ),
        Face::Right => (
            "star",
            'R',
            Colour::BLUE,
            vec![shape(Colour::YELLOW, star(5, 0.92, 0.38))],
        ),
        Face::Back => (
            "diamond",
            'D',
            Colour::PURPLE,
            vec![
                shape(Colour::WHITE, star(4, 0.9, 0.64)),
                shape(Colour::BLACK, star(4, 0.42, 0.3)),
            ],
        ),
        Face::Left => (
            "tree",
            'T',
            Colour::YELLOW,
            vec![
                shape(
                    Colour::BLACK,
                    vec![(-0.13, 0.3), (0.13, 0.3), (0.13, 0.92), (-0.13, 0.92)],
                ),
                shape(Colour::GREEN, vec![(-0.8, 0.55), (0.0, -0.45), (0.8, 0.55)]),
                shape(Colour::GREEN, vec![(-0.58, 0.0), (0.0, -0.92), (0.58, 0.0)]),
            ],
        ),
        Face::Bottom => (
            "cross",
            'C',
            Colour::GREEN,
            vec![
                shape(
                    Colour::WHITE,
                    vec![(-0.28, -0.9), (0.28, -0.9), (0.28, 0.9), (-0.28, 0.9)],
                ),
                shape(
                    Colour::WHITE,
                    vec![(-0.9, -0.5), (0.9, -0.5), (0.9, 0.06), (-0.9, 0.06)],
                ),
            ],
        ),
    };
    Mural {
        name,
        letter,
        background,
        shapes,
    }
}

/// A star with so many points, one of them up; with equal radii a polygon.
fn star(points: u32, outer: f64, inner: f64) -> Vec<(f64, f64)> {
    (0..2 * points)
        .map(|index| {
            let radius = if index % 2 == 0 { outer } else { inner };
            let at = Point::clock(180.0 * f64::from(index) / f64::from(points), radius);
            (at.x, at.y)
        })
        .collect()
}

impl Mural {
    /// For the page.
    pub fn data(&self) -> MuralData {
        let point = |point: &Point| format!("{:.3},{:.3}", point.x, point.y);
        MuralData {
            name: self.name,
            letter: self.letter,
            background: self.background.to_string(),
            ink: self.background.text_on().to_string(),
            shapes: self
                .shapes
                .iter()
                .map(|(fill, outline)| ShapeData {
                    fill: fill.to_string(),
                    points: outline.iter().map(point).collect::<Vec<_>>().join(" "),
                })
                .collect(),
        }
    }

    /// The part in one cell, for a net.
    fn part(&self, row: usize, column: usize) -> FaceArt {
        let middle = Point::new(column as f64 + 0.5, row as f64 + 0.5);
        let areas = self
            .shapes
            .iter()
            .map(|(colour, outline)| {
                (
                    *colour,
                    clipped(outline.iter().map(|&point| point - middle).collect()),
                )
            })
            .filter(|(_, outline)| outline.len() >= 3)
            .collect();
        FaceArt::new(self.background)
            .mark(Mark::Areas(areas))
            .small_letter(self.letter)
    }
}

/// What of an area lies in the square from −0.5 to 0.5 (Sutherland and Hodgman, 1974).
fn clipped(mut outline: Vec<Point>) -> Vec<Point> {
    let sides: [fn(Point) -> f64; 4] = [|p| p.x + 0.5, |p| 0.5 - p.x, |p| p.y + 0.5, |p| 0.5 - p.y];
    for inside in sides {
        let mut kept = Vec::new();
        for (index, &to) in outline.iter().enumerate() {
            let from = outline[(index + outline.len() - 1) % outline.len()];
            let (before, after) = (inside(from), inside(to));
            if (before < 0.0) != (after < 0.0) {
                kept.push(from.towards(to, before / (before - after)));
            }
            if after >= 0.0 {
                kept.push(to);
            }
        }
        outline = kept;
    }
    outline
}

/// Clockwise quarter turns of a face's part on the cross-shaped net, so that turning the whole
/// array shows the whole mural.
///
/// The mural on a face stands upright towards the face that lies at the back when the face has been
/// turned to the top by u, d, l, r or u²: for left, right and top that is back, for front it is
/// top, for back it is bottom, for bottom it is front.
const fn turns_on_net(face: Face) -> u8 {
    match face {
        Face::Front | Face::Top | Face::Bottom => 0,
        Face::Right => 1,
        Face::Back => 2,
        Face::Left => 3,
    }
}

/// The nets of all cubes of an array, row by row.
pub fn nets(size: Size) -> Vec<Net> {
    let murals = murals(size);
    (0..size.rows())
        .flat_map(|row| (0..size.columns()).map(move |column| (row, column)))
        .map(|(row, column)| {
            let faces = Face::ALL.map(|face| {
                murals[face.index()]
                    .part(row, column)
                    .turned(turns_on_net(face))
            });
            Net::new(format!("Row {}, column {}", row + 1, column + 1), faces)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(outline: &[Point]) -> f64 {
        let doubled: f64 = (0..outline.len())
            .map(|i| {
                let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
                a.x * b.y - a.y * b.x
            })
            .sum();
        (doubled / 2.0).abs()
    }

    #[test]
    fn the_parts_of_a_mural_are_the_whole_mural() {
        let size: Size = "3x2".parse().unwrap();
        for mural in murals(size) {
            for (_, outline) in &mural.shapes {
                let mut parts = 0.0;
                for row in 0..3 {
                    for column in 0..2 {
                        let middle = Point::new(f64::from(column) + 0.5, f64::from(row) + 0.5);
                        parts += area(&clipped(outline.iter().map(|&p| p - middle).collect()));
                    }
                }
                assert!((parts - area(outline)).abs() < 1e-9, "{}", mural.name);
            }
        }
    }

    #[test]
    fn murals_differ_in_name_and_letter() {
        let murals = murals("2x2".parse().unwrap());
        let letters: std::collections::BTreeSet<char> =
            murals.iter().map(|mural| mural.letter).collect();
        assert_eq!(letters.len(), 6);
    }

    #[test]
    fn there_is_a_net_for_every_cube() {
        assert_eq!(nets("3x2".parse().unwrap()).len(), 6);
    }
}
