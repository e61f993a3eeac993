//! Generalised Instant Insanity: stack coloured cubes so that no side of the tower shows a colour twice.
//!
//! # The puzzle
//! H cubes with a colour on every face (Hesselink; Jandhyala, ch. 5). Each of the four long sides of the tower shows H faces.
//! With exactly H colours every side must show every colour; with more, the natural rule is that no colour is on a side twice;
//! with fewer there is no tower, because a side has H faces and fewer than H colours to tell them apart ([`Rule`]).
//!
//! # The graph
//! A vertex for each colour, and three edges for each cube, one for each pair of opposite faces ([`ColourGraph`]).
//! A *2-factor* takes exactly one edge of every cube and gives every colour degree two (at most two, if there are more colours
//! than cubes); a loop counts twice. Two 2-factors that take different edges of every cube are a tower: walking once round every
//! cycle of the first gives front and back, of the second left and right ([`factors`], [`tower`]).
//!
//! # Four counts, four names ([`Counts`])
//! * `factors`: labelled 2-factors.
//! * `pairs`: unordered pairs of 2-factors without a common edge.
//! * `principal`: Hesselink's |S₃|: ways to turn all cubes that make a tower, divided by the eight turns of the tower as a whole.
//! * `patterns`: towers that look different from the four sides, *not* divided by the eight turns.
//!
//! # Three methods
//! [`factors`] lists the 2-factors and pairs them; [`rotations`] is Hesselink's search; [`sat`] is clause learning.
//! They share nothing but the puzzle, and [`check`] trusts none of them.
//!
//! # References
//! W. H. Hesselink, *Puzzles of colored cubes*, 2023. S. Jandhyala, *Solving Puzzles through Mathematical Programming*, ch. 5.
//! F. de Carteblanche, *The coloured cubes problem*, Eureka 9 (1947).

pub mod census;
pub mod check;
pub mod draw;
pub mod explain;
pub mod factors;
pub mod generate;
mod graph;
mod label;
pub mod obstacle;
pub mod orient;
pub mod pairing;
pub mod parts;
mod raw;
pub mod rotations;
pub mod sat;
pub mod shape;
pub mod solve;
mod text;
pub mod tower;

use num_bigint::BigUint;

use crate::cube::Face;

pub use graph::{ColourGraph, Edge};
pub use raw::Raw;
pub use tower::Tower;

/// A colour of a puzzle, as its index in [`Puzzle::colours`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(u32);

impl Colour {
    /// The index in [`Puzzle::colours`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The colour with an index; colours are numbered from 0 in the puzzle's own order.
    pub(crate) fn from_index(index: usize) -> Colour {
        Colour(u32::try_from(index).expect("a puzzle has fewer than 2³² colours"))
    }
}

/// A pair of opposite faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Axis {
    /// Left and right.
    LeftRight,
    /// Front and back.
    FrontBack,
    /// Top and bottom.
    TopBottom,
}

impl Axis {
    /// The three axes.
    pub const ALL: [Axis; 3] = [Axis::LeftRight, Axis::FrontBack, Axis::TopBottom];

    /// 0, 1 or 2, as in [`Axis::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The two faces, in Hesselink's order.
    pub const fn faces(self) -> [Face; 2] {
        match self {
            Axis::LeftRight => [Face::Left, Face::Right],
            Axis::FrontBack => [Face::Front, Face::Back],
            Axis::TopBottom => [Face::Top, Face::Bottom],
        }
    }

    /// As in `left/right`.
    pub const fn name(self) -> &'static str {
        match self {
            Axis::LeftRight => "left/right",
            Axis::FrontBack => "front/back",
            Axis::TopBottom => "top/bottom",
        }
    }
}

/// A cube as it was given: a colour on every face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cube {
    faces: [Colour; 6],
    chirality_known: bool,
}

impl Cube {
    /// A cube with these faces, in Hesselink's order.
    pub(crate) fn with_faces(faces: [Colour; 6]) -> Cube {
        Cube {
            faces,
            chirality_known: true,
        }
    }

    /// A cube of which only the three pairs of opposite faces are known, laid out as in Jandhyala's list:
    /// the first pair is top/bottom, the second left/right, the third front/back.
    pub(crate) fn with_pairs(pairs: [[Colour; 2]; 3]) -> Cube {
        let [[top, bottom], [left, right], [front, back]] = pairs;
        Cube {
            faces: [left, front, right, back, top, bottom],
            chirality_known: false,
        }
    }

    /// The colours of the faces in Hesselink's order; where only pairs are known, one of the two mirror images.
    pub fn faces(&self) -> &[Colour; 6] {
        &self.faces
    }

    /// Whether the cube was given by its faces. If it was given by pairs, it may as well be its own mirror image.
    pub fn chirality_known(&self) -> bool {
        self.chirality_known
    }

    /// The two colours of a pair of opposite faces.
    pub fn pair(&self, axis: Axis) -> [Colour; 2] {
        axis.faces().map(|face| self.faces[face.index()])
    }
}

/// Which rule a tower has to keep; it follows from the numbers of cubes and colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Fewer colours than cubes: no tower.
    TooFewColours,
    /// As many colours as cubes: every side shows every colour once.
    EveryColourOnce,
    /// More colours than cubes: no side shows a colour twice.
    NoColourTwice,
}

impl Rule {
    /// The rule in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Rule::TooFewColours => {
                "There are fewer colours than cubes, so every side of a tower repeats a colour."
            }
            Rule::EveryColourOnce => {
                "There are as many colours as cubes: every side shows every colour exactly once."
            }
            Rule::NoColourTwice => {
                "There are more colours than cubes: the rule is that no side shows a colour twice."
            }
        }
    }
}

/// A puzzle: its cubes in the order given, its colours with their names.
///
/// # Examples
/// ```
/// # use cubegraph::insanity::{Puzzle, Rule};
/// let puzzle = Puzzle::from_text("ACBDCC ACDBDC ABBCDD ABBDCD").unwrap();
/// assert_eq!((puzzle.cubes().len(), puzzle.colours().len()), (4, 4));
/// assert_eq!(puzzle.rule(), Rule::EveryColourOnce);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    title: Option<String>,
    source: Option<String>,
    cubes: Vec<Cube>,
    colours: Vec<String>,
    paints: Vec<Option<String>>,
}

impl Puzzle {
    /// A puzzle without a title. The colours of the cubes index `colours`.
    pub(crate) fn new(cubes: Vec<Cube>, colours: Vec<String>) -> Puzzle {
        Puzzle {
            title: None,
            source: None,
            paints: vec![None; colours.len()],
            cubes,
            colours,
        }
    }

    /// The cubes, in the order given.
    pub fn cubes(&self) -> &[Cube] {
        &self.cubes
    }

    /// The names of the colours that occur: letters in the order of the alphabet, other names in the order of their first use.
    pub fn colours(&self) -> &[String] {
        &self.colours
    }

    /// The name of a colour.
    pub fn name(&self, colour: Colour) -> &str {
        &self.colours[colour.index()]
    }

    /// The paint of a colour as `#rrggbb`, where the instance gives one.
    pub fn paint(&self, colour: Colour) -> Option<&str> {
        self.paints[colour.index()].as_deref()
    }

    /// The title, where the instance has one.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Where the puzzle comes from, where the instance says so.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// The rule for a tower of these cubes.
    pub fn rule(&self) -> Rule {
        match self.colours.len().cmp(&self.cubes.len()) {
            std::cmp::Ordering::Less => Rule::TooFewColours,
            std::cmp::Ordering::Equal => Rule::EveryColourOnce,
            std::cmp::Ordering::Greater => Rule::NoColourTwice,
        }
    }

    /// On how many faces each colour is: its degree in the colour graph.
    pub fn degrees(&self) -> Vec<usize> {
        let mut degrees = vec![0; self.colours.len()];
        for colour in self.cubes.iter().flat_map(|cube| cube.faces) {
            degrees[colour.index()] += 1;
        }
        degrees
    }

    /// The puzzle of some of the cubes, with the colours that these cubes show.
    ///
    /// # Panics
    /// If an index is not below the number of cubes.
    #[must_use]
    pub fn subset(&self, cubes: &[usize]) -> Puzzle {
        let mut used = vec![false; self.colours.len()];
        for colour in cubes.iter().flat_map(|&cube| self.cubes[cube].faces) {
            used[colour.index()] = true;
        }
        let kept: Vec<usize> = (0..used.len()).filter(|&c| used[c]).collect();
        let mut new_index = vec![0; used.len()];
        for (new, &old) in kept.iter().enumerate() {
            new_index[old] = new;
        }
        let recoloured = |&cube: &usize| Cube {
            faces: self.cubes[cube]
                .faces
                .map(|colour| Colour::from_index(new_index[colour.index()])),
            ..self.cubes[cube]
        };
        Puzzle {
            title: None,
            source: None,
            cubes: cubes.iter().map(recoloured).collect(),
            colours: kept.iter().map(|&c| self.colours[c].clone()).collect(),
            paints: kept.iter().map(|&c| self.paints[c].clone()).collect(),
        }
    }
}

/// The four counts of a puzzle; the head of this module says what each one means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Labelled 2-factors, where they were listed.
    pub factors: Option<BigUint>,
    /// Unordered pairs of 2-factors without a common edge.
    pub pairs: BigUint,
    /// Turned towers up to the eight turns of the whole.
    pub principal: BigUint,
    /// Towers that look different.
    pub patterns: BigUint,
}

impl Counts {
    /// Whether there is a tower.
    pub fn is_solvable(&self) -> bool {
        self.pairs != BigUint::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_follows_from_the_numbers_of_cubes_and_colours() {
        let rule = |text| Puzzle::from_text(text).unwrap().rule();
        assert_eq!(rule("AAAAAA AAAAAA"), Rule::TooFewColours);
        assert_eq!(rule("AAAAAA BBBBBB"), Rule::EveryColourOnce);
        assert_eq!(rule("ABCDEF"), Rule::NoColourTwice);
    }

    #[test]
    fn a_subset_keeps_only_the_colours_it_shows() {
        let puzzle = Puzzle::from_text("AABBCC DDDDDD CCCCEE").unwrap();
        let part = puzzle.subset(&[2, 0]);
        assert_eq!(part.colours(), ["A", "B", "C", "E"]);
        assert_eq!(part.name(part.cubes()[0].faces()[5]), "E");
        assert_eq!(part.degrees(), [2, 2, 6, 2]);
    }

    #[test]
    fn pairs_are_laid_out_as_in_jandhyalas_list() {
        let puzzle = Puzzle::from_text("AB,CD,EF").unwrap();
        let names = |axis| puzzle.cubes()[0].pair(axis).map(|c| puzzle.name(c));
        assert_eq!(names(Axis::TopBottom), ["A", "B"]);
        assert_eq!(names(Axis::LeftRight), ["C", "D"]);
        assert_eq!(names(Axis::FrontBack), ["E", "F"]);
    }
}
