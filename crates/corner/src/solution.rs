//! Assemblies of a puzzle, and what is counted beside them.

use std::fmt::Write;

use serde::{Deserialize, Serialize, Serializer};

use super::Result;
use super::assembly::Assembly;
use super::graph::Place;
use super::loops::{self, Difficulty};
use super::pattern::Pattern;
use super::piece::Bag;
use super::puzzle::{Puzzle, Rule};
use super::solve::{solve, unsolvable_because};
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
    unsolvable_because: Option<String>,
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
    pub difficulty: Option<DifficultyKeys>,
}

/// A difficulty as a number and as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct DifficultyKeys {
    difficulty: f64,
    #[serde(serialize_with = "as_text")]
    difficulty_exact: Difficulty,
}

fn as_text<S: Serializer>(value: &Difficulty, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

impl DifficultyKeys {
    pub(super) fn new(solutions: usize, loops: usize) -> Option<DifficultyKeys> {
        Difficulty::new(solutions, loops).map(|difficulty| DifficultyKeys {
            difficulty: difficulty.value(),
            difficulty_exact: difficulty,
        })
    }

    pub(super) fn exact(self) -> Difficulty {
        self.difficulty_exact
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
        Some(self.figures?.difficulty?.exact())
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

    /// The assemblies of its corner pieces and how many patterns they have, not yet checked.
    pub(super) fn assemblies_of(&self, bag: Bag) -> (Vec<Assembly>, usize) {
        let solved = solve(self.graph(), bag);
        let found = solved.assemblies.iter();
        let assemblies = found.map(|p| Assembly::of_pattern(self.pieces(), *p));
        (assemblies.collect(), solved.patterns)
    }

    fn solve_corners(&self, bag: Bag) -> Solution {
        let solved = solve(self.graph(), bag);
        let (solutions, loops) = (solved.assemblies.len(), loops::count(bag));
        let why = unsolvable_because(bag, &solved, loops).map(|reason| reason.to_string());
        let figures = Figures {
            loops,
            completable_loops: loops::completable(&solved.assemblies),
            dead_ends: dead_ends::count(bag),
            difficulty: DifficultyKeys::new(solutions, loops),
        };
        let found = solved.assemblies.iter();
        Solution {
            rule: self.rule(),
            pieces: self.words(),
            patterns: solved.patterns,
            solutions,
            figures: Some(figures),
            unsolvable_because: why.clone(),
            why,
            assemblies: Some(
                found
                    .map(|p| Assembly::of_pattern(self.pieces(), *p))
                    .collect(),
            ),
            explanation: explain_corners(bag, &solved.assemblies, solved.steps, loops),
        }
    }

    fn solve_solids(&self, work: &Work) -> Result<Solution> {
        let packed = self.pack(usize::MAX, work)?;
        let kinds = self.kinds();
        let steps = packed.steps;
        let mut assemblies = Vec::with_capacity(packed.packings.len());
        for packing in &packed.packings {
            work.check(&format!("{} assemblies", packed.packings.len()))?;
            assemblies.push(Assembly::of_solids(self, &kinds, packing));
        }
        let why = packed.packings.is_empty().then(|| {
            format!(
                "every way was tried ({steps} pieces set down where they fit) \
                 and none fills the cube"
            )
        });
        Ok(Solution {
            rule: self.rule(),
            pieces: self.words(),
            patterns: packed.patterns,
            solutions: packed.packings.len(),
            figures: None,
            unsolvable_because: why.clone(),
            why,
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
        if a == d && b == c {
            "they can be paired"
        } else {
            "they cannot be paired"
        }
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
