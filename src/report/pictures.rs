//! The pictures on picture cubes: one large drawing for each of the six faces, cut into the cells
//! of the array.
//!
//! A drawing is complete when all cubes show the same face the same way up. Every drawing has its
//! own shape and letter, so that colours are not needed to tell them apart.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::cube::Face;
use crate::draw::{Colour, FaceArt, Mark, Net, Point};
use crate::picture::{Size, pictures};
use crate::work::{Error, Result};

/// The pictures by the letters of the faces; the workshop reads the same file.
const PICTURES: &str = include_str!("../../web/page/pictures.json");

/// Where a coordinate lies beyond the edge of the array. Around the middle, 1 is the edge of a
/// square array.
const BEYOND: f64 = 1.0;

/// A picture as the file has it.
#[derive(Deserialize)]
struct Drawn {
    paper: String,
    shapes: Vec<Shape>,
}

#[derive(Deserialize)]
struct Shape {
    fill: String,
    points: Vec<(f64, f64)>,
}

/// The drawing on one face of all cubes, in units of one cell, (0, 0) the upper left corner of the
/// array.
#[derive(Clone, Debug)]
struct Picture {
    letter: char,
    background: Colour,
    shapes: Vec<(Colour, Vec<Point>)>,
}

/// The six pictures in Hesselink's order of the faces, stretched to an array of this size.
fn all(size: Size) -> Result<Vec<Picture>> {
    let drawn: BTreeMap<char, Drawn> = serde_json::from_str(PICTURES)
        .map_err(|error| Error::invalid(format!("the pictures cannot be read: {error}")))?;
    let (width, height) = (size.columns() as f64 / 2.0, size.rows() as f64 / 2.0);
    // Shapes keep their proportions as far as a long array allows.
    let unit = width.min(height);
    let along = |at: f64, half: f64| {
        if at.abs() > BEYOND {
            half + half * at.signum()
        } else {
            half + at * (unit + (half - unit) * 0.55)
        }
    };
    let colour = |text: &str| {
        text.parse::<Colour>()
            .map_err(|_| Error::invalid(format!("a picture has no colour {text}")))
    };
    Face::ALL
        .into_iter()
        .map(|face| {
            let letter = pictures::letter(face);
            let picture = drawn.get(&letter).ok_or_else(|| {
                Error::invalid(format!("the picture on the faces {letter} is missing"))
            })?;
            let shapes = picture.shapes.iter().map(|shape| {
                let corner = |&(x, y): &(f64, f64)| Point::new(along(x, width), along(y, height));
                Ok((colour(&shape.fill)?, shape.points.iter().map(corner).collect()))
            });
            Ok(Picture {
                letter,
                background: colour(&picture.paper)?,
                shapes: shapes.collect::<Result<_>>()?,
            })
        })
        .collect()
}

impl Picture {
    /// The part in one cell, for a net.
    fn part(&self, row: usize, column: usize) -> FaceArt {
        let middle = Point::new(column as f64 + 0.5, row as f64 + 0.5);
        let areas = self
            .shapes
            .iter()
            .map(|(colour, outline)| {
                (*colour, clipped(outline.iter().map(|&point| point - middle).collect()))
            })
            .filter(|(_, outline)| outline.len() >= 3)
            .collect();
        FaceArt::new(self.background).mark(Mark::Areas(areas)).small_letter(self.letter)
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
/// array shows the whole picture.
///
/// The picture on a face stands upright towards the face that lies at the back when the face has
/// been turned to the top by u, d, l, r or u²: for left, right and top that is back, for front it
/// is top, for back it is bottom, for bottom it is front.
const fn turns_on_net(face: Face) -> u8 {
    match face {
        Face::Front | Face::Top | Face::Bottom => 0,
        Face::Right => 1,
        Face::Back => 2,
        Face::Left => 3,
    }
}

/// The nets of all cubes of an array, row by row.
pub fn nets(size: Size) -> Result<Vec<Net>> {
    let pictures = all(size)?;
    let net = |row: usize, column: usize| {
        let faces = Face::ALL
            .map(|face| pictures[face.index()].part(row, column).turned(turns_on_net(face)));
        Net::new(format!("Row {}, column {}", row + 1, column + 1), faces)
    };
    let columns = size.columns();
    Ok((0..size.cells()).map(|cell| net(cell / columns, cell % columns)).collect())
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
    fn the_parts_of_a_picture_are_the_whole_picture() {
        let pictures = all("3x2".parse().unwrap()).unwrap();
        let letters: String = pictures.iter().map(|picture| picture.letter).collect();
        assert_eq!(letters, "EBCDAF");
        for picture in pictures {
            for (_, outline) in &picture.shapes {
                let mut parts = 0.0;
                for row in 0..3 {
                    for column in 0..2 {
                        let middle = Point::new(f64::from(column) + 0.5, f64::from(row) + 0.5);
                        parts += area(&clipped(outline.iter().map(|&p| p - middle).collect()));
                    }
                }
                assert!((parts - area(outline)).abs() < 1e-9, "{}", picture.letter);
            }
        }
    }

    #[test]
    fn there_is_a_net_for_every_cube() {
        assert_eq!(nets("3x2".parse().unwrap()).unwrap().len(), 6);
    }
}
