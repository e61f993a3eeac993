//! Faces of cubes: paint with a letter, pips or an arrow.

use super::palette::Colour;
use super::point::Point;
use super::shape::{Group, Shape, Stroke};
use super::text::{Text, text_height, text_width};

/// What is on a face beside its paint, so that faces are told apart without colour.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// A letter or a short word.
    Letter(String),
    /// The pips of a die, one to six (up to nine are drawn, more are written as a number).
    Pips(u8),
    /// An arrow towards the upper edge, so that turns of the face show.
    Arrow,
    /// Filled areas, in units of the edge from the middle of the face: from −0.5 to 0.5, y
    /// downwards.
    Areas(Vec<(Colour, Vec<Point>)>),
}

/// A face of a [`Net`](super::Net).
///
/// ```
/// # use cubegraph_draw::{Colour, FaceArt};
/// let red = FaceArt::new(Colour::VERMILION).letter("R");
/// let six = FaceArt::new(Colour::WHITE).pips(6).turned(1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FaceArt {
    pub(super) paint: Colour,
    mark: Mark,
    quarter_turns: u8,
    small_letter: Option<char>,
}

impl FaceArt {
    /// A painted face without a mark.
    pub const fn new(paint: Colour) -> FaceArt {
        FaceArt { paint, mark: Mark::None, quarter_turns: 0, small_letter: None }
    }

    /// With a letter.
    #[must_use]
    pub fn letter(mut self, letter: impl Into<String>) -> FaceArt {
        self.mark = Mark::Letter(letter.into());
        self
    }

    /// With pips.
    #[must_use]
    pub fn pips(mut self, pips: u8) -> FaceArt {
        self.mark = Mark::Pips(pips);
        self
    }

    /// With any mark.
    #[must_use]
    pub fn mark(mut self, mark: Mark) -> FaceArt {
        self.mark = mark;
        self
    }

    /// With a small letter in the upper left corner, which turns with the mark.
    #[must_use]
    pub fn small_letter(mut self, letter: char) -> FaceArt {
        self.small_letter = Some(letter);
        self
    }

    /// The mark turned clockwise by quarters, as seen on the net.
    #[must_use]
    pub fn turned(mut self, quarters: u8) -> FaceArt {
        self.quarter_turns = quarters % 4;
        self
    }

    /// The face as a square of this edge with its upper left corner at the origin; families use it
    /// for towers and boards too.
    pub fn draw(&self, edge: f64) -> Group {
        let mut group = Group::new();
        group.add(Shape::rect((0.0, 0.0), edge, edge).fill(self.paint).no_stroke());
        let mut mark = Group::new()
            .moved((edge / 2.0, edge / 2.0))
            .turned(90.0 * f64::from(self.quarter_turns));
        let ink = self.paint.text_on();
        match &self.mark {
            Mark::None => {}
            Mark::Letter(letter) => {
                let fits =
                    0.86 * edge / text_width(letter, 1.0).max(text_height(letter, 1.0)).max(0.1);
                mark.add(
                    Text::new((0.0, 0.0), letter.clone())
                        .size(fits.min(edge * 0.5))
                        .bold()
                        .colour(ink),
                );
            }
            Mark::Pips(pips) if *pips <= 9 => {
                for (x, y) in pip_places(*pips) {
                    let at = Point::new(x, y) * (edge * 0.27);
                    mark.add(Shape::circle(at, edge * 0.085).fill(ink).no_stroke());
                }
            }
            Mark::Pips(many) => {
                mark.add(
                    Text::new((0.0, 0.0), many.to_string()).size(edge * 0.45).bold().colour(ink),
                );
            }
            Mark::Areas(areas) => {
                for (colour, outline) in areas {
                    let points = outline.iter().map(|&point| point * edge);
                    mark.add(Shape::polygon(points).fill(*colour).no_stroke());
                }
            }
            Mark::Arrow => {
                let shaft = Stroke::new(ink, edge * 0.06);
                mark.add(Shape::line((0.0, edge * 0.3), (0.0, -edge * 0.32)).stroke(shaft).arrow());
            }
        }
        if let Some(letter) = self.small_letter {
            let at = Point::new(-0.4, -0.39) * edge;
            mark.add(Text::new(at, letter).size(edge * 0.14).bold().colour(ink));
        }
        group.add(mark);
        group
    }
}

/// Where the pips of a die are, in units of a third of the face from its middle.
pub fn pip_places(pips: u8) -> Vec<(f64, f64)> {
    let middle = [(0.0, 0.0)];
    let diagonal = [(-1.0, -1.0), (1.0, 1.0)];
    let other = [(1.0, -1.0), (-1.0, 1.0)];
    let sides = [(-1.0, 0.0), (1.0, 0.0)];
    let ends = [(0.0, -1.0), (0.0, 1.0)];
    let mut places = Vec::new();
    if pips % 2 == 1 {
        places.extend(middle);
    }
    for (least, pair) in [(2, diagonal), (4, other), (6, sides), (8, ends)] {
        if pips >= least {
            places.extend(pair);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_die_has_as_many_pips_as_it_should() {
        for pips in 0..=9 {
            assert_eq!(pip_places(pips).len(), usize::from(pips));
        }
    }
}
