//! Assemblies of a puzzle, and what is counted beside them.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::Result;
use super::assembly::Assembly;
use super::graph::Place;
use super::loops::{self, Difficulty};
use super::pattern::Pattern;
use super::piece::Bag;
use super::puzzle::Puzzle;
use super::rule::Rule;
use super::solve::{assemblies_of, unsolvable_because};
use super::{check, dead_ends};
use cubegraph_core::work::Work;

/// What to find out about a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// Count the assemblies and do not list them.
    pub count_only: bool,
}

/// All assemblies of a puzzle up to turning the cube, each of them checked.
///
/// Serialised, it has the keys of the tool's JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solution {
    rule: Rule,
    pieces: Vec<String>,
    patterns: usize,
    solutions: usize,
    #[serde(flatten)]
    figures: Option<Figures>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assemblies: Option<Vec<Assembly>>,
    #[serde(skip)]
    explanation: String,
}

/// What is counted for corner pieces alone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Figures {
    pub loops: usize,
    pub completable_loops: usize,
    pub dead_ends: usize,
    #[serde(flatten)]
    pub difficulty: Option<Difficulty>,
}

impl Figures {
    /// The figures of a bag whose assemblies have these patterns.
    pub(super) fn of(bag: Bag, patterns: &[Pattern]) -> Figures {
        let loops = loops::count(bag);
        Figures {
            loops,
            completable_loops: loops::completable(patterns),
            dead_ends: dead_ends::count(bag),
            difficulty: Difficulty::new(patterns.len(), loops),
        }
    }
}

impl Solution {
    /// How many assemblies there are, up to turning the cube; for sides also up to mirror images.
    pub fn count(&self) -> usize {
        self.solutions
    }

    /// The assemblies, each once up to turning the cube; none where they were only counted.
    pub fn assemblies(&self) -> &[Assembly] {
        self.assemblies.as_deref().unwrap_or_default()
    }

    /// How many turned assemblies look different, in all.
    pub fn patterns(&self) -> usize {
        self.patterns
    }

    /// The rings of four pieces that can be built; counted for corner pieces.
    pub fn loops(&self) -> Option<usize> {
        self.figures.map(|figures| figures.loops)
    }

    /// The loops that belong to some assembly; counted for corner pieces.
    pub fn completable_loops(&self) -> Option<usize> {
        self.figures.map(|figures| figures.completable_loops)
    }

    /// The positions in which a person who builds the base first is stuck; counted for corner
    /// pieces.
    pub fn dead_ends(&self) -> Option<usize> {
        self.figures.map(|figures| figures.dead_ends)
    }

    /// van Kreveld's difficulty; none for a puzzle without a solution, and for the relatives.
    pub fn difficulty(&self) -> Option<Difficulty> {
        self.figures?.difficulty
    }

    /// Why there is no assembly, in a sentence; none where there is one.
    pub fn why(&self) -> Option<&str> {
        self.why.as_deref()
    }

    /// The argument in words: what pairs up, how the search went, which loops a solution has.
    pub fn explanation(&self) -> &str {
        &self.explanation
    }
}

impl Puzzle {
    /// Finds all assemblies up to turning the cube, and checks every one of them.
    ///
    /// # Errors
    /// Limits of `work`; [`Error::Rejected`](cubegraph_core::Error::Rejected) if the check fails.
    pub fn solve(&self, options: &Options, work: &Work) -> Result<Solution> {
        work.check("")?;
        let mut solution = match self.bag() {
            Some(bag) => self.solve_corners(bag),
            None => self.solve_solids(work)?,
        };
        check::solution(self, &solution, work)?;
        if options.count_only {
            solution.assemblies = None;
        }
        Ok(solution)
    }

    /// The assemblies that patterns of its corner pieces show.
    pub(super) fn assemblies(&self, patterns: &[Pattern]) -> Vec<Assembly> {
        let assembly = |pattern: &Pattern| Assembly::of_pattern(self.pieces(), *pattern);
        patterns.iter().map(assembly).collect()
    }

    fn solve_corners(&self, bag: Bag) -> Solution {
        let found = assemblies_of(bag);
        let figures = Figures::of(bag, &found.patterns);
        let why = unsolvable_because(bag, &found, figures.loops);
        Solution {
            rule: self.rule(),
            pieces: self.words(),
            patterns: found.looks,
            solutions: found.patterns.len(),
            figures: Some(figures),
            why,
            assemblies: Some(self.assemblies(&found.patterns)),
            explanation: explain_corners(bag, &found.patterns, found.steps, figures.loops),
        }
    }

    fn solve_solids(&self, work: &Work) -> Result<Solution> {
        let packed = self.pack(usize::MAX, work)?;
        let (kinds, steps) = (self.kinds(), packed.steps);
        let mut assemblies = Vec::with_capacity(packed.packings.len());
        for packing in &packed.packings {
            work.check(&format!("{} assemblies", packed.packings.len()))?;
            assemblies.push(Assembly::of_solids(self, &kinds, packing));
        }
        let none = || {
            format!(
                "every way was tried ({steps} pieces set down where they fit) \
                 and none fills the cube"
            )
        };
        Ok(Solution {
            rule: self.rule(),
            pieces: self.words(),
            patterns: packed.patterns,
            solutions: packed.packings.len(),
            figures: None,
            why: packed.packings.is_empty().then(none),
            assemblies: Some(assemblies),
            explanation: format!(
                "The {} cells of the cube are filled one by one, each time the one that the fewest \
                 pieces can still cover; {steps} pieces were set down.\n",
                self.rule().target().len()
            ),
        })
    }
}

/// The argument for corner pieces.
fn explain_corners(bag: Bag, assemblies: &[Pattern], steps: u64, loops: usize) -> String {
    let [a, b, c, d] = bag.half_edges();
    let mut text = format!(
        "Half-edges: {a} A and {d} D, {b} B and {c} C; A fits D, B fits C, so {}.\n",
        if a == d && b == c { "they can be paired" } else { "they cannot be paired" }
    );
    if steps > 0 {
        let _ = writeln!(
            text,
            "Search on Q₃: one piece is fixed in the first corner, the others are tried corner by \
             corner; {steps} pieces were set down where they fit."
        );
    }
    let _ = writeln!(text, "Rings of four pieces that fit round a face: {loops}.");
    if let Some(first) = assemblies.first() {
        let _ = writeln!(text, "The six rings of assembly 1:");
        let sides = Place::all(Rule::Faces);
        for (side, ring) in sides.iter().zip(loops::of_assembly(*first)) {
            let words = ring.map(|arc| arc.piece.to_string());
            let _ = writeln!(text, "  {:<7} {}", side.to_string(), words.join(" → "));
        }
    }
    text
}
