//! Generalised Instant Insanity: stack coloured cubes so that no side shows a colour twice.
//!
//! # The puzzle
//! H cubes with a colour on every face (Hesselink; Jandhyala, ch. 5). Each of the four long sides
//! of the tower shows H faces. With exactly H colours every side must show every colour; with more,
//! the natural rule is that no side shows a colour twice; with fewer there is no tower ([`Rule`]).
//!
//! # The graph
//! [`Puzzle::graph`] is the *colour multigraph*: a vertex for each [`Colour`], and three [`Edge`]s
//! for each cube, one for each pair of opposite faces. A *2-factor* takes exactly one edge of every
//! cube and gives every colour degree two; a loop counts twice ([`two_factors`]). With more colours
//! than cubes the degree is at most two: a *2-matching*. Two of them that take different edges of
//! every cube are a tower: walking once round every cycle of the first gives front and back, of the
//! second left and right.
//!
//! All algorithms read this graph; `parts` compiles it into the flat arrays of the inner loops.
//! Hesselink's search alone reads the cubes, because it turns them.
//!
//! # Four counts, four names ([`Counts`])
//! * `factors`: labelled 2-factors.
//! * `pairs`: unordered pairs of 2-factors without a common edge.
//! * `principal`: Hesselink's |S₃|: ways to turn all cubes that make a tower, divided by the eight
//!   turns of the tower as a whole.
//! * `patterns`: towers that look different from the four sides, *not* divided by the eight turns.
//!
//! # Three methods ([`Method`])
//! Listing and pairing 2-factors, Hesselink's search over rotations, and clause learning share
//! nothing but the puzzle; [`check`] trusts none of them.
//!
//! # Examples
//! ```
//! use cubegraph_core::Work;
//! use cubegraph_insanity as insanity;
//!
//! let puzzle: insanity::Puzzle = "AEDDEA BBCBDC ADBDCA BDABAE EEEBCD".parse()?;
//! let solution = puzzle.solve(&insanity::Options::default(), &Work::default())?;
//! assert_eq!(solution.towers().len(), 1);
//! assert_eq!(insanity::two_factors(puzzle.graph()).count(), 5);
//! # Ok::<(), cubegraph_core::Error>(())
//! ```
//!
//! # References
//! W. H. Hesselink, *Puzzles of colored cubes*, 2023. V. Jandhyala, *Solving Puzzles through
//! Mathematical Programming*, ch. 5. F. de Carteblanche, *The coloured cubes problem*, Eureka 9
//! (1947).

mod answer;
pub mod census;
pub mod check;
#[doc(hidden)]
pub mod claims;
pub mod draw;
mod explain;
mod factors;
mod file;
pub mod generate;
mod graph;
mod keys;
mod obstacle;
mod orient;
pub(crate) mod pairing;
mod parts;
pub(crate) mod rotations;
mod sat;
mod shape;
mod solve;
mod text;
mod tower;

use num_bigint::BigUint;
use petgraph::graph::{NodeIndex, UnGraph};
use serde::{Deserialize, Serialize};

use cubegraph_core::cube::Face;
use cubegraph_core::work::Result;
use text::Palette;

pub use answer::Answer;
pub use cubegraph_core::verdict::Verdict;
pub use factors::{Factor, two_factors};
pub use graph::{Colour, Edge, Strand};
pub use obstacle::Obstacle;
pub use sat::Refutation;
pub use solve::{Method, Options, Solution, Wanted};
pub use tower::{QuarterTurn, Tower};

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
    faces: [NodeIndex; 6],
    chirality_known: bool,
}

impl Cube {
    /// A cube with these faces, in Hesselink's order.
    pub(crate) fn with_faces(faces: [NodeIndex; 6]) -> Cube {
        Cube { faces, chirality_known: true }
    }

    /// A cube of which only the three pairs of opposite faces are known, laid out as in Jandhyala's
    /// list: the first pair is top/bottom, the second left/right, the third front/back.
    pub(crate) fn with_pairs(pairs: [[NodeIndex; 2]; 3]) -> Cube {
        let [[top, bottom], [left, right], [front, back]] = pairs;
        Cube { faces: [left, front, right, back, top, bottom], chirality_known: false }
    }

    /// The colours of the faces left, front, right, back, top, bottom, as vertices of the puzzle's
    /// graph; where only pairs are known, one of the two mirror images.
    pub fn faces(&self) -> &[NodeIndex; 6] {
        &self.faces
    }

    /// Whether the cube was given by its faces. If it was given by pairs, it may as well be its own
    /// mirror image.
    pub fn chirality_known(&self) -> bool {
        self.chirality_known
    }

    /// The two colours of a pair of opposite faces.
    pub fn pair(&self, axis: Axis) -> [NodeIndex; 2] {
        axis.faces().map(|face| self.faces[face.index()])
    }
}

/// Which rule a tower has to keep; it follows from the numbers of cubes and colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub enum Rule {
    /// Fewer colours than cubes: no tower.
    #[serde(rename = "too few colours")]
    TooFewColours,
    /// As many colours as cubes: every side shows every colour once.
    #[serde(rename = "every colour once on a side")]
    EveryColourOnce,
    /// More colours than cubes: no side shows a colour twice.
    #[serde(rename = "no colour twice on a side")]
    NoColourTwice,
}

impl Rule {
    fn of(cubes: usize, colours: usize) -> Rule {
        match colours.cmp(&cubes) {
            std::cmp::Ordering::Less => Rule::TooFewColours,
            std::cmp::Ordering::Equal => Rule::EveryColourOnce,
            std::cmp::Ordering::Greater => Rule::NoColourTwice,
        }
    }

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

    /// What the edges of one strand are called: they cover every colour only if there are as many
    /// colours as cubes.
    pub const fn strands(self) -> &'static str {
        match self {
            Rule::NoColourTwice => "2-matchings",
            _ => "2-factors",
        }
    }
}

/// A puzzle: its cubes in the order given, and the graph of its colours.
///
/// It is parsed from words (six letters for each cube: left front right back top bottom; or three
/// pairs such as `GW,BW,BR`) or from the text of an instance file, and written as either.
///
/// # Examples
/// ```
/// # use cubegraph_insanity::{Puzzle, Rule};
/// let puzzle: Puzzle = "ACBDCC ACDBDC ABBCDD ABBDCD".parse()?;
/// assert_eq!((puzzle.cubes().len(), puzzle.colours().len()), (4, 4));
/// assert_eq!(puzzle.rule(), Rule::EveryColourOnce);
/// assert_eq!(puzzle.to_string().parse::<Puzzle>()?, puzzle);
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(try_from = "file::InsanityFile", into = "file::InsanityFile")]
pub struct Puzzle {
    title: Option<String>,
    source: Option<String>,
    cubes: Vec<Cube>,
    graph: UnGraph<Colour, Edge>,
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Puzzle) -> bool {
        // The edges of the graph follow from the cubes.
        (&self.title, &self.source, &self.cubes) == (&other.title, &other.source, &other.cubes)
            && self.colours().eq(other.colours())
    }
}

impl Eq for Puzzle {}

impl Puzzle {
    /// A puzzle without a title. The faces of the cubes index `colours`.
    pub(crate) fn new(cubes: Vec<Cube>, colours: Vec<Colour>) -> Puzzle {
        Puzzle { title: None, source: None, graph: graph::colour_graph(colours, &cubes), cubes }
    }

    /// A puzzle of cubes of which the pairs of opposite faces are known, so that a cube and its
    /// mirror image are not told apart.
    ///
    /// # Errors
    /// [`Error::Invalid`](cubegraph_core::Error::Invalid) if there are no cubes, or a colour has no name.
    pub fn from_pairs<C: Into<String>>(
        cubes: impl IntoIterator<Item = [[C; 2]; 3]>,
    ) -> Result<Puzzle> {
        let flat = |[[a, b], [c, d], [e, f]]: [[C; 2]; 3]| [a, b, c, d, e, f];
        Puzzle::from_names(cubes.into_iter().map(flat), |[a, b, c, d, e, f]| {
            Cube::with_pairs([[a, b], [c, d], [e, f]])
        })
    }

    /// A puzzle of cubes of which all faces are known: left, front, right, back, top, bottom.
    ///
    /// # Errors
    /// [`Error::Invalid`](cubegraph_core::Error::Invalid) if there are no cubes, or a colour has no name.
    pub fn from_faces<C: Into<String>>(cubes: impl IntoIterator<Item = [C; 6]>) -> Result<Puzzle> {
        Puzzle::from_names(cubes.into_iter(), Cube::with_faces)
    }

    fn from_names<C: Into<String>>(
        cubes: impl Iterator<Item = [C; 6]>,
        cube: fn([NodeIndex; 6]) -> Cube,
    ) -> Result<Puzzle> {
        let mut palette = Palette::default();
        let mut read = Vec::new();
        for names in cubes {
            let mut colours = [NodeIndex::default(); 6];
            for (slot, name) in colours.iter_mut().zip(names) {
                *slot = palette.named(&name.into())?;
            }
            read.push(cube(colours));
        }
        palette.finish(read)
    }

    /// The same puzzle with a title.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Puzzle {
        self.title = Some(title.into());
        self
    }

    /// The colour multigraph: a vertex for each colour, and for each cube three edges, which join
    /// the colours of opposite faces. Loops and parallel edges are kept. The edges of cube k are
    /// the numbers 3k to 3k+2, in the order of [`Axis::ALL`].
    ///
    /// # Reference
    /// Jandhyala, ch. 5, Figure 5.3; de Carteblanche 1947.
    pub fn graph(&self) -> &UnGraph<Colour, Edge> {
        &self.graph
    }

    /// The cubes, in the order given.
    pub fn cubes(&self) -> &[Cube] {
        &self.cubes
    }

    /// The colours that occur: letters in the order of the alphabet, other names in the order of
    /// their first use.
    pub fn colours(&self) -> impl ExactSizeIterator<Item = &Colour> + Clone {
        self.graph.raw_nodes().iter().map(|node| &node.weight)
    }

    /// The name of a colour.
    pub(crate) fn name(&self, colour: NodeIndex) -> &str {
        self.graph[colour].name()
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
        Rule::of(self.cubes.len(), self.graph.node_count())
    }

    /// What a reader should know before trusting the answer: names of colours that differ only in
    /// upper and lower case.
    pub fn warnings(&self) -> Vec<String> {
        let names = self.colours().map(Colour::name);
        let mut folded: Vec<_> = names.map(|name| (name.to_lowercase(), name)).collect();
        folded.sort_unstable();
        let alike = folded.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        let alike: Vec<_> = alike.map(|pair| format!("{} and {}", pair[0].1, pair[1].1)).collect();
        let warning = format!("{} are different colours", alike.join(", "));
        if alike.is_empty() { Vec::new() } else { vec![warning] }
    }

    /// The puzzle of some of the cubes, with the colours that these cubes show.
    pub(crate) fn subset(&self, cubes: &[usize]) -> Puzzle {
        let mut used = vec![false; self.graph.node_count()];
        for colour in cubes.iter().flat_map(|&cube| self.cubes[cube].faces) {
            used[colour.index()] = true;
        }
        let kept: Vec<usize> = (0..used.len()).filter(|&c| used[c]).collect();
        let mut new_index = vec![NodeIndex::default(); used.len()];
        for (new, &old) in kept.iter().enumerate() {
            new_index[old] = NodeIndex::new(new);
        }
        let recoloured = |&cube: &usize| Cube {
            faces: self.cubes[cube].faces.map(|c| new_index[c.index()]),
            ..self.cubes[cube]
        };
        let colours = kept.iter().map(|&old| self.graph[NodeIndex::new(old)].clone());
        Puzzle::new(cubes.iter().map(recoloured).collect(), colours.collect())
    }
}

/// The four counts of a puzzle; the head of this module says what each one means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Labelled 2-factors, where they were listed.
    #[serde(
        serialize_with = "cubegraph_core::json::optional_integer",
        skip_serializing_if = "Option::is_none"
    )]
    pub factors: Option<BigUint>,
    /// Unordered pairs of 2-factors without a common edge.
    #[serde(serialize_with = "cubegraph_core::json::integer")]
    pub pairs: BigUint,
    /// Turned towers up to the eight turns of the whole.
    #[serde(serialize_with = "cubegraph_core::json::integer")]
    pub principal: BigUint,
    /// Towers that look different from the four sides.
    #[serde(serialize_with = "cubegraph_core::json::integer")]
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

    fn read(text: &str) -> Puzzle {
        text.parse().unwrap()
    }

    #[test]
    fn the_rule_follows_from_the_numbers_of_cubes_and_colours() {
        assert_eq!(read("AAAAAA AAAAAA").rule(), Rule::TooFewColours);
        assert_eq!(read("AAAAAA BBBBBB").rule(), Rule::EveryColourOnce);
        assert_eq!(read("ABCDEF").rule(), Rule::NoColourTwice);
    }

    #[test]
    fn a_subset_keeps_only_the_colours_it_shows() {
        let part = read("AABBCC DDDDDD CCCCEE").subset(&[2, 0]);
        let names: Vec<&str> = part.colours().map(Colour::name).collect();
        assert_eq!(names, ["A", "B", "C", "E"]);
        assert_eq!(part.name(part.cubes()[0].faces()[5]), "E");
        assert_eq!(graph::degrees(part.graph()), [2, 2, 6, 2]);
    }

    #[test]
    fn pairs_are_laid_out_as_in_jandhyalas_list() {
        let puzzle = read("AB,CD,EF");
        let names = |axis| puzzle.cubes()[0].pair(axis).map(|c| puzzle.name(c));
        assert_eq!(names(Axis::TopBottom), ["A", "B"]);
        assert_eq!(names(Axis::LeftRight), ["C", "D"]);
        assert_eq!(names(Axis::FrontBack), ["E", "F"]);
    }

    #[test]
    fn names_that_differ_in_case_alone_are_pointed_out() {
        assert_eq!(read("ABCDEa").warnings(), ["A and a are different colours"]);
        assert!(read("ABCDEF").warnings().is_empty());
    }

    #[test]
    fn a_puzzle_built_from_names_is_the_one_that_is_read() {
        let built = Puzzle::from_pairs([[["G", "W"], ["B", "W"], ["B", "R"]]]).unwrap();
        assert_eq!(built, read("GW,BW,BR"));
        let built = Puzzle::from_faces([["A", "C", "B", "D", "C", "C"]]).unwrap();
        assert_eq!(built, read("ACBDCC"));
        assert!(Puzzle::from_faces([["A", "C", "B", "D", "C", " "]]).is_err());
        assert!(Puzzle::from_faces(Vec::<[String; 6]>::new()).is_err());
    }
}
