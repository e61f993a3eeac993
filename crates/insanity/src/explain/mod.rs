//! The argument a lecturer would write on the board, for the puzzle at hand.

mod pairs;

use std::fmt::Write as _;

use itertools::Itertools;
use petgraph::graph::{NodeIndex, UnGraph};

use super::parts::GraphPart;
use super::sat::clauses::Formula;
use super::shape::Walk;
use super::{Axis, Colour, Edge, Method, Puzzle, Rule, Solution, Tower, graph, obstacle};
use cubegraph_core::cube::Face;
use cubegraph_core::text::counted;
use cubegraph_core::work::{Result, Work};

/// Up to this many cubes the smallest obstacle is named.
const BLAMED_UP_TO: usize = 12;

impl Puzzle {
    /// Writes the argument: the graph and its degrees, what is forced, the factors, which of them are
    /// disjoint, and how walking round the cycles of a disjoint pair gives the tower; or why there is
    /// none, with the fewest cubes to blame.
    ///
    /// # Errors
    /// Limits and interruption as [`Work`] says.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph_core::Work;
    /// # use cubegraph_insanity::{Options, Puzzle};
    /// let puzzle: Puzzle = "ACBDCC ACDBDC ABBCDD ABBDCD".parse()?;
    /// let solution = puzzle.solve(&Options::default(), &Work::default())?;
    /// let text = puzzle.explain(&solution, &Work::default())?;
    /// assert!(text.contains("F1 and F2"));
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    pub fn explain(&self, solution: &Solution, work: &Work) -> Result<String> {
        let rule = self.rule();
        let mut argument =
            Argument { puzzle: self, graph: self.graph(), rule, text: String::new() };
        argument.graph();
        if rule == Rule::TooFewColours {
            argument.too_few_colours();
            return Ok(argument.text);
        }
        argument.degrees();
        match solution.method() {
            Method::Rotations => argument.stages(solution),
            Method::Sat => argument.clauses(solution, work)?,
            _ => argument.factors(solution),
        }
        match solution.towers().first() {
            Some(tower) => argument.orientation(tower),
            None if !solution.is_solvable() => argument.obstacle(work)?,
            None => {}
        }
        Ok(argument.text)
    }
}

/// Why there is no tower, in a sentence without a full stop.
pub(super) fn why_not(puzzle: &Puzzle, solution: &Solution) -> String {
    let graph = puzzle.graph();
    let rule = puzzle.rule();
    let (cubes, colours) = (puzzle.cubes().len(), graph.node_count());
    if rule == Rule::TooFewColours {
        let are = if colours == 1 { "is" } else { "are" };
        let colours = counted(colours, "colour");
        return format!("each side shows {cubes} faces, and there {are} only {colours}");
    }
    let degrees = graph::degrees(graph);
    if let Some(short) = graph.node_indices().find(|c| degrees[c.index()] < 4)
        && rule == Rule::EveryColourOnce
    {
        let name = graph[short].name();
        return format!(
            "{name} is on {} faces only, but must be on all four sides",
            degrees[short.index()]
        );
    }
    let what = rule.strands();
    let part = solution.parts.iter().find(|part| part.pairs == 0);
    match (solution.method(), part) {
        (Method::Rotations, _) => {
            "no way to turn the cubes passes the three stages of Hesselink's search".to_owned()
        }
        (Method::Factors, Some(found)) => {
            let group = if solution.parts.len() > 1 {
                let cubes = found.part.cubes.iter().map(|cube| cube + 1).join(", ");
                format!("cubes {cubes} alone: ")
            } else {
                String::new()
            };
            if found.part.has_too_few_colours() {
                let colours = counted(found.part.colours.len(), "colour");
                return format!("{group}they show only {colours} together");
            }
            match found.factors {
                0 => format!("{group}there are no {what} in the colour graph"),
                1 => format!("{group}there is only one of the {what}, and a tower needs two"),
                number => format!("{group}every two of the {number} {what} share an edge"),
            }
        }
        _ => "clause learning shows that the strands cannot be chosen".to_owned(),
    }
}

struct Argument<'a> {
    puzzle: &'a Puzzle,
    graph: &'a UnGraph<Colour, Edge>,
    rule: Rule,
    text: String,
}

impl Argument<'_> {
    /// The fewest cubes that cannot be stacked, unless they are all cubes.
    fn obstacle(&mut self, work: &Work) -> Result<()> {
        let cubes = self.puzzle.cubes().len();
        if cubes > BLAMED_UP_TO {
            return Ok(());
        }
        if let Some(found) = obstacle::smallest(self.puzzle, work)?
            && found.cubes().len() < cubes
        {
            let numbers = found.cubes().iter().map(|cube| cube + 1).join(", ");
            self.heading("The smallest obstacle");
            self.line(&format!(
                "Already cubes {numbers} cannot be stacked without a colour twice on a side; \
                 any {} can.",
                counted(found.at_least() - 1, "cube")
            ));
        }
        Ok(())
    }

    fn heading(&mut self, heading: &str) {
        let _ = write!(self.text, "\n{heading}\n");
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn name(&self, colour: usize) -> &str {
        self.graph[NodeIndex::new(colour)].name()
    }

    fn graph(&mut self) {
        self.heading("The graph");
        let each = |number: usize, what: &str| match number {
            1 => format!("the only {what}"),
            _ => format!("each of the {number} {what}s"),
        };
        let (cubes, colours) = (self.puzzle.cubes().len(), self.graph.node_count());
        self.line(&format!(
            "A vertex for {}; for {} three edges, one for each pair of opposite faces, which join \
             the two colours of the pair: {} edges.",
            each(colours, "colour"),
            each(cubes, "cube"),
            3 * cubes
        ));
        if cubes <= 30 {
            for (cube, given) in self.puzzle.cubes().iter().enumerate() {
                let edges = Axis::ALL.map(|axis| {
                    let [a, b] = given.pair(axis).map(|colour| self.puzzle.name(colour));
                    format!("{a}–{b}")
                });
                self.line(&format!("cube {}: {}", cube + 1, edges.join(", ")));
            }
        }
    }

    fn too_few_colours(&mut self) {
        self.heading("Why there is no tower");
        let (cubes, colours) = (self.puzzle.cubes().len(), self.graph.node_count());
        let are = if colours == 1 { "is" } else { "are" };
        let colours = counted(colours, "colour");
        self.line(&format!(
            "Each side of the tower shows {cubes} faces, and there {are} only {colours} for \
             them: by the pigeonhole principle some colour is on a side twice, however the cubes \
             are turned."
        ));
    }

    fn degrees(&mut self) {
        self.heading("The degrees");
        let degrees = graph::degrees(self.graph);
        let graph = self.graph;
        let list = |less: usize| {
            let names = graph.node_weights().zip(&degrees).take(40);
            names.map(|(colour, degree)| format!("{} {}", colour.name(), degree - less)).join(", ")
        };
        let faces = list(0);
        self.line(&format!("The degree of a colour is the number of faces that show it: {faces}."));
        if self.rule == Rule::NoColourTwice {
            self.line(
                "There are more colours than cubes. No side may show a colour twice: front \
                and back together show it at most twice, so the edges that become front/back \
                give every colour degree at most two; so do left/right.",
            );
            return;
        }
        self.line(
            "Every side shows every colour once. So the edges that become front/back, one of \
            each cube, give every colour degree two: a 2-factor. The edges that become \
            left/right are another one, and it takes other edges.",
        );
        let short: Vec<usize> = (0..degrees.len()).filter(|&c| degrees[c] < 4).collect();
        if short.is_empty() {
            let hidden = list(4);
            self.line(&format!("What is left for top and bottom has degree d − 4: {hidden}."));
            if degrees.iter().all(|&degree| degree == 6) {
                self.line(
                    "Every colour is on six faces, so the hidden edges of a tower are a \
                    third 2-factor: disjoint pairs come in threes.",
                );
            } else if let Some(tight) = (0..degrees.len()).find(|&c| degrees[c] == 4) {
                let name = self.name(tight).to_owned();
                self.line(&format!(
                    "In particular {name} is on four faces only: none of its edges can be hidden."
                ));
            }
        }
        for colour in short {
            let line = format!(
                "{} is on {} faces only, but must be on all four sides: there is no tower.",
                self.name(colour),
                degrees[colour]
            );
            self.line(&line);
        }
    }

    fn stages(&mut self, solution: &Solution) {
        let Some([s1, s2, s3]) = solution.stages() else {
            return;
        };
        self.heading("Hesselink's three stages");
        self.line(
            "First every cube is turned by a power of R, a third of a turn about a diagonal, \
            which chooses its hidden pair:",
        );
        self.line(&format!(
            "{} columns, of which {s1} pass the test of the stage (|S1|).",
            power(3, self.puzzle.cubes().len())
        ));
        self.line(&format!(
            "Then every cube but the last is turned by a power of L about the vertical axis: left \
             and right are right in {s2} (|S2|)."
        ));
        self.line(&format!(
            "Last every cube but the last is turned by a power of K about the left-right axis: \
             front and back are right in {s3} (|S3|)."
        ));
        if s3 == 0 {
            self.line("Nothing is left: there is no tower.");
        } else {
            self.line("Each of these stands for eight towers, which differ by turning the whole.");
        }
    }

    fn clauses(&mut self, solution: &Solution, work: &Work) -> Result<()> {
        self.heading("The clauses");
        let formula = Formula::of(self.puzzle, false, work)?;
        self.line(&format!(
            "A variable says that an edge is front/back, left/right or hidden: {} variables and {} \
             clauses say that every cube has one edge of each sort and every colour the right \
             degree.",
            formula.variables,
            formula.clauses.len()
        ));
        let conflicts = solution.conflicts().unwrap_or(0);
        if solution.is_solvable() {
            self.line(&format!("A satisfying assignment was found after {conflicts} conflicts."));
        } else {
            self.line(&format!(
                "They contradict each other; the solver shows it with {conflicts} learnt clauses."
            ));
        }
        Ok(())
    }

    fn orientation(&mut self, tower: &Tower) {
        self.heading("From the factors to the tower");
        self.line(
            "Walk round every cycle: the colour you leave goes to one side of that cube, the \
            colour you reach to the opposite side.",
        );
        self.line(if self.rule == Rule::EveryColourOnce {
            "Every colour is left once and reached once, so it is on each of the two sides exactly \
             once."
        } else {
            "Every colour is left at most once and reached at most once, so it is on no side twice."
        });
        for (from, to) in [(Face::Front, Face::Back), (Face::Left, Face::Right)] {
            let walks = tower.walks(self.graph.node_count(), [from, to]);
            let walks = walks.iter().map(|walk| self.walk(walk, None, '→')).join("   and   ");
            self.line(&format!("{from} → {to}: {walks}"));
        }
    }

    /// A walk with the cubes on its arrows or edges: `red —1→ blue —3→ red`.
    fn walk(&self, walk: &Walk, part: Option<&GraphPart>, arrow: char) -> String {
        let name = |colour: usize| self.name(part.map_or(colour, |part| part.colours[colour]));
        let mut text = name(walk.colours[0]).to_owned();
        for (cube, _, to) in walk.places() {
            let cube = part.map_or(cube, |part| part.cubes[cube]) + 1;
            let _ = write!(text, " —{cube}{arrow} {}", name(walk.colours[to]));
        }
        text
    }
}

fn power(base: u32, exponent: usize) -> String {
    num_bigint::BigUint::from(base).pow(u32::try_from(exponent).unwrap_or(u32::MAX)).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::Options;
    use super::*;

    #[test]
    fn the_argument_says_what_decides_the_puzzle() {
        // Ninety factors; the argument compares each with each.
        let ninety = "AB,CD,EF ".repeat(6);
        for (text, parts) in [
            ("GW,BW,BR BB,GW,RG RW,RG,BW RR,GW,BR", &["12 edges", "There are 3:"][..]),
            (
                "GW,BW,BR BB,GW,RG RW,RG,BW RR,GW,BR",
                &["no edge in common: a tower", "front → back:"],
            ),
            ("AAAAAA AAAAAA", &["pigeonhole"]),
            ("AAAAAB AAAAAB", &["B is on 2 faces only"]),
            ("AB,AB,AB AA,AA,BB", &["There is none", "contradict each other"]),
            (&ninety, &["F90 =", "F1 and F2"]),
            ("ABCDEF GHIJKL", &["The 2-matchings"]),
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let solution = puzzle.solve(&Options::default(), &Work::default()).unwrap();
            let argument = puzzle.explain(&solution, &Work::default()).unwrap();
            for part in parts {
                assert!(argument.contains(part), "{part}: {argument}");
            }
            assert_eq!(argument.contains("2-matching"), parts.contains(&"The 2-matchings"));
        }
    }

    #[test]
    fn every_unsolvable_puzzle_has_a_reason_in_a_sentence() {
        for (text, method, part) in [
            ("AAAAAA AAAAAA", Method::Auto, "only 1 colour"),
            ("AAAAAB AAAAAB", Method::Auto, "B is on 2 faces only"),
            ("AB,AB,AB AA,AA,BB", Method::Auto, "no 2-factors"),
            ("AB,AB,AB AA,AA,BB", Method::Rotations, "Hesselink"),
            ("AB,AB,AB AA,AA,BB", Method::Sat, "clause learning"),
            ("AAAAAA AAAAAA BBBBBB CCDDEE", Method::Auto, "cubes 1, 2 alone"),
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let options = Options { method, ..Options::default() };
            let solution = puzzle.solve(&options, &Work::default()).unwrap();
            let why = solution.why().unwrap_or_default();
            assert!(why.contains(part), "{text}: {why}");
        }
    }
}
