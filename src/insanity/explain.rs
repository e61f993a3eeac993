//! The argument a lecturer would write on the board, for the puzzle at hand.

use std::fmt::Write as _;

use itertools::Itertools;
use petgraph::graph::{NodeIndex, UnGraph};

use super::factors::FactorSearch;
use super::pairing::PartFound;
use super::parts::Part;
use super::sat::clauses::Formula;
use super::shape::{Component, Shape};
use super::{Axis, Colour, Edge, Method, Rule, Solution, Tower, graph, obstacle};
use crate::cube::Face;
use crate::work::{Error, Result, Work};

/// How many factors are written out if there are too many to argue with each of them.
const SHOWN: usize = 24;

/// Up to this many factors every pair is argued about.
const ARGUED: usize = 200;

/// Up to this many cubes the smallest obstacle is named.
const BLAMED_UP_TO: usize = 12;

/// Writes the argument: the graph and its degrees, what is forced, the factors, which of them are
/// disjoint, and how walking round the cycles of a disjoint pair gives the tower; or why there is
/// none, with the fewest cubes to blame.
///
/// # Errors
/// Limits and interruption as [`Work`] says.
///
/// # Examples
/// ```
/// # use cubegraph::{Work, insanity::{Options, Puzzle, explain}};
/// let puzzle: Puzzle = "ACBDCC ACDBDC ABBCDD ABBDCD".parse()?;
/// let solution = puzzle.solve(&Options::default(), &Work::default())?;
/// let text = explain(puzzle.graph(), &solution, &Work::default())?;
/// assert!(text.contains("F1 and F2"));
/// # Ok::<(), cubegraph::Error>(())
/// ```
pub fn explain(graph: &UnGraph<Colour, Edge>, solution: &Solution, work: &Work) -> Result<String> {
    if graph::cubes(graph) == 0 {
        return Err(Error::invalid("the graph has no cubes"));
    }
    let rule = graph::rule(graph);
    let mut board = Board {
        graph,
        rule,
        text: String::new(),
    };
    board.graph();
    if rule == Rule::TooFewColours {
        board.too_few_colours();
    } else {
        board.degrees();
        match solution.method() {
            Method::Rotations => board.stages(solution),
            Method::Sat => board.clauses(solution, work)?,
            _ => board.factors(solution),
        }
        match solution.towers().first() {
            Some(tower) => board.orientation(tower),
            None if !solution.is_solvable() => board.obstacle(work)?,
            None => {}
        }
    }
    Ok(board.text)
}

/// Why there is no tower, in a sentence without a full stop.
pub(super) fn why_not(graph: &UnGraph<Colour, Edge>, solution: &Solution) -> String {
    let rule = graph::rule(graph);
    let (cubes, colours) = (graph::cubes(graph), graph.node_count());
    if rule == Rule::TooFewColours {
        return format!("each side shows {cubes} faces, and there are only {colours} colours");
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
                let colours = found.part.colours.len();
                return format!("{group}they show only {colours} colours together");
            }
            match found.factors {
                0 => format!("{group}there are no {what} in the colour graph"),
                1 => format!("{group}of the {what} there is only one, and a tower needs two"),
                number => format!("{group}every two of the {number} {what} share an edge"),
            }
        }
        _ => "clause learning shows that the strands cannot be chosen".to_owned(),
    }
}

struct Board<'a> {
    graph: &'a UnGraph<Colour, Edge>,
    rule: Rule,
    text: String,
}

impl Board<'_> {
    /// The fewest cubes that cannot be stacked, unless they are all cubes.
    fn obstacle(&mut self, work: &Work) -> Result<()> {
        let cubes = graph::cubes(self.graph);
        if cubes > BLAMED_UP_TO {
            return Ok(());
        }
        if let Some(found) = obstacle::smallest(self.graph, work)?
            && found.cubes().len() < cubes
        {
            let numbers = found.cubes().iter().map(|cube| cube + 1).join(", ");
            self.heading("The smallest obstacle");
            self.line(&format!(
                "Already cubes {numbers} cannot be stacked without a colour twice on a side; \
                 any {} cubes can.",
                found.at_least() - 1
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
        let (cubes, colours) = (graph::cubes(self.graph), self.graph.node_count());
        self.line(&format!(
            "A vertex for each of the {colours} colours; for each of the {cubes} cubes three edges, one for each pair of"
        ));
        self.line(&format!(
            "opposite faces, which join the two colours of the pair: {} edges.",
            3 * cubes
        ));
        if cubes <= 30 {
            for cube in 0..cubes {
                let edges = Axis::ALL.map(|axis| {
                    let [a, b] = graph::ends(self.graph, cube, axis).map(|c| self.graph[c].name());
                    format!("{a}–{b}")
                });
                self.line(&format!("cube {}: {}", cube + 1, edges.join(", ")));
            }
        }
    }

    fn too_few_colours(&mut self) {
        self.heading("Why there is no tower");
        let (cubes, colours) = (graph::cubes(self.graph), self.graph.node_count());
        self.line(&format!(
            "Each side of the tower shows {cubes} faces, and there are only {colours} colours for them:"
        ));
        self.line("by the pigeonhole principle some colour is on a side twice, however the cubes are turned.");
    }

    fn degrees(&mut self) {
        self.heading("The degrees");
        let degrees = graph::degrees(self.graph);
        let graph = self.graph;
        let list = |less: usize| {
            let names = graph.node_weights().zip(&degrees).take(40);
            names
                .map(|(colour, degree)| format!("{} {}", colour.name(), degree - less))
                .join(", ")
        };
        let faces = list(0);
        self.line(&format!(
            "The degree of a colour is the number of faces that show it: {faces}."
        ));
        if self.rule == Rule::NoColourTwice {
            self.line("There are more colours than cubes. No side may show a colour twice: front and back together show it at");
            self.line("most twice, so the edges that become front/back give every colour degree at most two; so do left/right.");
            return;
        }
        self.line("Every side shows every colour once. So the edges that become front/back, one of each cube, give every colour");
        self.line("degree two: a 2-factor. The edges that become left/right are another one, and it takes other edges.");
        let short: Vec<usize> = (0..degrees.len()).filter(|&c| degrees[c] < 4).collect();
        if short.is_empty() {
            let hidden = list(4);
            self.line(&format!(
                "What is left for top and bottom has degree d − 4: {hidden}."
            ));
            if degrees.iter().all(|&degree| degree == 6) {
                self.line("Every colour is on six faces, so the hidden edges of a tower are a third 2-factor: disjoint pairs come in threes.");
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

    fn factors(&mut self, solution: &Solution) {
        let parts = &solution.parts;
        if parts.len() > 1 {
            self.heading("The parts");
            self.line(&format!(
                "The cubes fall into {} groups that share no colour. Whatever one group does, the others are free to do what they like:",
                parts.len()
            ));
            self.line(
                "the numbers of factors multiply, and so do those of ordered disjoint pairs.",
            );
            if let Some(part) = parts.iter().find(|part| part.part.has_too_few_colours()) {
                let cubes = part.part.cubes.iter().map(|cube| cube + 1).join(", ");
                self.line(&format!(
                    "But cubes {cubes} show only {} colours together: that group alone has no tower.",
                    part.part.colours.len()
                ));
                return;
            }
        }
        for (index, part) in parts.iter().enumerate() {
            // Equal groups make equal arguments; a few are enough.
            if index == 3 {
                self.heading(&format!("… and {} more groups", parts.len() - 3));
                break;
            }
            self.part(part, (parts.len() > 1).then_some(index));
        }
    }

    fn part(&mut self, found: &PartFound, index: Option<usize>) {
        let part = &found.part;
        let suffix = index.map_or(String::new(), |index| {
            format!(
                " of group {} (cubes {})",
                index + 1,
                part.cubes.iter().map(|c| c + 1).join(", ")
            )
        });
        self.conclusions(part, &suffix);
        self.heading(&format!("The {}{suffix}", self.rule.strands()));
        match found.factors {
            0 => {
                self.line("There is none: no choice of one edge of each cube gives every colour the right degree.");
                return;
            }
            1 => self.line("There is exactly one; a tower needs two."),
            number => self.line(&format!("There are {number}:")),
        }
        let listed = if is_argued(found) { ARGUED } else { SHOWN };
        for (number, factor) in found.some_factors.iter().enumerate().take(listed) {
            let cycles = Shape::of(part, factor)
                .components
                .iter()
                .map(|component| self.component(part, component))
                .join("   and   ");
            self.line(&format!("F{} = {cycles}", number + 1));
        }
        let listed = found.some_factors.len().min(listed);
        if (listed as u64) < found.factors {
            self.line(&format!("… and {} more", found.factors - listed as u64));
        }
        if found.some_factors.len() as u64 == found.factors {
            self.forced(found);
        }
        self.pairs(found, &suffix);
    }

    /// What the degrees force before anything is guessed.
    fn conclusions(&mut self, part: &Part, suffix: &str) {
        let search = FactorSearch::new(part);
        let edges = |cube: usize| (0..3u8).map(move |axis| (cube, axis));
        let Some(open) = search.open() else {
            self.heading(&format!("Forced edges{suffix}"));
            self.line("Strike out every edge that would give a colour more than two ends, or leave it fewer than it needs, and go on");
            self.line("until nothing changes: some cube is left without an edge. The degrees alone contradict each other.");
            return;
        };
        let is_open = |&(cube, axis): &(usize, u8)| open[cube] >> axis & 1 == 1;
        let all: Vec<(usize, u8)> = (0..open.len()).flat_map(edges).collect();
        let struck = all
            .iter()
            .filter(|edge| !is_open(edge))
            .map(|&(cube, axis)| self.edge(part, cube, axis))
            .join(", ");
        if struck.is_empty() {
            return;
        }
        let forced = all
            .iter()
            .filter(|edge| is_open(edge) && open[edge.0].is_power_of_two())
            .map(|&(cube, axis)| self.edge(part, cube, axis))
            .join(", ");
        self.heading(&format!("Forced edges{suffix}"));
        self.line(&format!(
            "With these some colour would get more than two ends, or too few: {struck}."
        ));
        if !forced.is_empty() {
            self.line(&format!("So every factor takes {forced}."));
        }
    }

    /// A walk: `red —1— blue —3— red`, with the cubes on the edges.
    fn component(&self, part: &Part, component: &Component) -> String {
        let colours = &component.colours;
        let mut walk = self.name(part.colours[colours[0]]).to_owned();
        for (k, (cube, _)) in component.steps.iter().enumerate() {
            let next = colours[(k + 1) % colours.len()];
            let _ = write!(
                walk,
                " —{}— {}",
                part.cubes[*cube] + 1,
                self.name(part.colours[next])
            );
        }
        walk
    }

    /// Edges that every factor takes, and edges that none takes.
    fn forced(&mut self, found: &PartFound) {
        let uses = |cube: usize, axis: u8| {
            found
                .some_factors
                .iter()
                .filter(|factor| factor[cube] == axis)
                .count()
        };
        let all = found.some_factors.len();
        let mut in_none = Vec::new();
        for cube in 0..found.part.cubes.len() {
            for axis in 0..3u8 {
                let edge = self.edge(&found.part, cube, axis);
                match uses(cube, axis) {
                    0 => in_none.push(edge),
                    many if many == all && all > 1 => {
                        self.line(&format!("Every factor takes {edge}: no two of them are disjoint, so there is no tower."));
                    }
                    _ => {}
                }
            }
        }
        if !in_none.is_empty() && in_none.len() <= 40 {
            self.line(&format!(
                "No factor takes {}: in a tower these can only be hidden.",
                in_none.join(", ")
            ));
        }
    }

    /// `red–blue of cube 1`.
    fn edge(&self, part: &Part, cube: usize, axis: u8) -> String {
        let [a, b] = part.edges[cube][usize::from(axis)];
        format!(
            "{}–{} of cube {}",
            self.name(part.colours[a]),
            self.name(part.colours[b]),
            part.cubes[cube] + 1
        )
    }

    fn pairs(&mut self, found: &PartFound, suffix: &str) {
        self.heading(&format!("Disjoint pairs{suffix}"));
        let factors = &found.some_factors;
        if !is_argued(found) {
            self.line(&format!(
                "{} unordered pairs of factors have no edge in common.",
                found.pairs
            ));
            return;
        }
        let mut clashes = 0;
        for (k, a) in factors.iter().enumerate() {
            for (l, b) in factors.iter().enumerate().skip(k + 1) {
                let names = format!("F{} and F{}", k + 1, l + 1);
                if let Some(cube) = (0..a.len()).find(|&cube| a[cube] == b[cube]) {
                    clashes += 1;
                    if clashes <= SHOWN {
                        let edge = self.edge(&found.part, cube, a[cube]);
                        self.line(&format!("{names} both take {edge}."));
                    }
                } else {
                    let components =
                        [a, b].map(|factor| Shape::of(&found.part, factor).components.len());
                    self.line(&format!(
                        "{names} have no edge in common: a tower. {}",
                        ways(components)
                    ));
                }
            }
        }
        if clashes > SHOWN {
            self.line(&format!("… and {} more pairs clash.", clashes - SHOWN));
        }
        if found.pairs == 0 {
            self.line("Every two factors share an edge, and an edge cannot be front/back and left/right at once: there is no tower.");
        }
    }

    fn stages(&mut self, solution: &Solution) {
        let Some([s1, s2, s3]) = solution.stages() else {
            return;
        };
        self.heading("Hesselink's three stages");
        self.line("First every cube is turned by a power of R, a third of a turn about a diagonal, which chooses its hidden pair:");
        self.line(&format!(
            "{} columns, of which {s1} pass the test of the stage (|S1|).",
            power(3, graph::cubes(self.graph))
        ));
        self.line(&format!(
            "Then every cube but the last is turned by a power of L about the vertical axis: left and right are right in {s2} (|S2|)."
        ));
        self.line(&format!(
            "Last every cube but the last is turned by a power of K about the left-right axis: front and back are right in {s3} (|S3|)."
        ));
        if s3 == 0 {
            self.line("Nothing is left: there is no tower.");
        } else {
            self.line("Each of these stands for eight towers, which differ by turning the whole.");
        }
    }

    fn clauses(&mut self, solution: &Solution, work: &Work) -> Result<()> {
        self.heading("The clauses");
        let formula = Formula::of(self.graph, false, work)?;
        self.line(&format!(
            "A variable says that an edge is front/back, left/right or hidden: {} variables and {} clauses say that every",
            formula.variables,
            formula.clauses.len()
        ));
        self.line("cube has one edge of each sort and every colour the right degree.");
        let conflicts = solution.conflicts().unwrap_or(0);
        if solution.is_solvable() {
            self.line(&format!(
                "A satisfying assignment was found after {conflicts} conflicts."
            ));
        } else {
            self.line(&format!(
                "They contradict each other; the solver shows it with {conflicts} learnt clauses."
            ));
        }
        Ok(())
    }

    fn orientation(&mut self, tower: &Tower) {
        self.heading("From the factors to the tower");
        self.line("Walk round every cycle: the colour you leave goes to one side of that cube, the colour you reach to the opposite side.");
        self.line(if self.rule == Rule::EveryColourOnce {
            "Every colour is left once and reached once, so it is on each of the two sides exactly once."
        } else {
            "Every colour is left at most once and reached at most once, so it is on no side twice."
        });
        for (from, to) in [(Face::Front, Face::Back), (Face::Left, Face::Right)] {
            let walks = self.walks(tower, from, to).join("   and   ");
            self.line(&format!("{from} → {to}: {walks}"));
        }
    }

    /// The directed cycles and paths of two opposite sides: `red —1→ blue —3→ red`.
    fn walks(&self, tower: &Tower, from: Face, to: Face) -> Vec<String> {
        let mut leaves = vec![None; self.graph.node_count()];
        let mut reached = vec![false; leaves.len()];
        for (cube, placed) in tower.cubes.iter().enumerate() {
            let [from, to] = [from, to].map(|side| placed.faces[side.index()].index());
            // A tower of another puzzle may show colours that this graph does not have.
            if from < leaves.len() && to < leaves.len() {
                leaves[from] = Some((cube, to));
                reached[to] = true;
            }
        }
        let starts: Vec<usize> = (0..leaves.len())
            .filter(|&c| !reached[c])
            .chain(0..leaves.len())
            .collect();
        let mut walks = Vec::new();
        for start in starts {
            let mut walk = String::new();
            let mut here = start;
            while let Some((cube, next)) = leaves[here].take() {
                if walk.is_empty() {
                    walk.push_str(self.name(start));
                }
                let _ = write!(walk, " —{}→ {}", cube + 1, self.name(next));
                here = next;
            }
            if !walk.is_empty() {
                walks.push(walk);
            }
        }
        walks
    }
}

/// Whether all factors are known, and few enough to compare each with each.
fn is_argued(found: &PartFound) -> bool {
    found.some_factors.len() as u64 == found.factors && found.some_factors.len() <= ARGUED
}

/// How many principal solutions a pair gives whose factors have these numbers of components.
fn ways([a, b]: [usize; 2]) -> String {
    let exponent = a + b - 2;
    if exponent == 0 {
        "Both are single pieces, so it is one principal solution.".to_owned()
    } else {
        format!(
            "They have {a} and {b} pieces, each to be walked either way: 2^({a}+{b}−2) = {} principal solutions.",
            power(2, exponent)
        )
    }
}

fn power(base: u32, exponent: usize) -> String {
    num_bigint::BigUint::from(base)
        .pow(u32::try_from(exponent).unwrap_or(u32::MAX))
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::super::{Options, Puzzle};
    use super::*;

    fn board(text: &str) -> String {
        let puzzle: Puzzle = text.parse().unwrap();
        let solution = puzzle.solve(&Options::default(), &Work::default()).unwrap();
        explain(puzzle.graph(), &solution, &Work::default()).unwrap()
    }

    #[test]
    fn a_solvable_puzzle_is_argued_to_its_tower() {
        let text = board("GW,BW,BR BB,GW,RG RW,RG,BW RR,GW,BR");
        for part in [
            "12 edges",
            "There are 3:",
            "have no edge in common: a tower",
            "front → back:",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn an_unsolvable_puzzle_is_told_why() {
        assert!(board("AAAAAA AAAAAA").contains("pigeonhole"));
        assert!(board("AAAAAB AAAAAB").contains("B is on 2 faces only"));
        let none = board("AB,AB,AB AA,AA,BB");
        assert!(
            none.contains("There is none") && none.contains("contradict each other"),
            "{none}"
        );
    }

    #[test]
    fn every_factor_that_is_argued_with_is_listed() {
        // Ninety factors; the argument compares each with each.
        let text = board(&"AB,CD,EF ".repeat(6));
        assert!(
            text.contains("F90 =") && text.contains("F1 and F2"),
            "{text}"
        );
    }

    #[test]
    fn with_more_colours_than_cubes_there_are_2_matchings() {
        let text = board("ABCDEF GHIJKL");
        assert!(
            text.contains("The 2-matchings") && !text.contains("2-factor"),
            "{text}"
        );
    }

    #[test]
    fn every_unsolvable_puzzle_has_a_reason_in_a_sentence() {
        for (text, method, part) in [
            ("AAAAAA AAAAAA", Method::Auto, "only 1 colours"),
            ("AAAAAB AAAAAB", Method::Auto, "B is on 2 faces only"),
            ("AB,AB,AB AA,AA,BB", Method::Auto, "no 2-factors"),
            ("AB,AB,AB AA,AA,BB", Method::Rotations, "Hesselink"),
            ("AB,AB,AB AA,AA,BB", Method::Sat, "clause learning"),
            (
                "AAAAAA AAAAAA BBBBBB CCDDEE",
                Method::Auto,
                "cubes 1, 2 alone",
            ),
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let options = Options {
                method,
                ..Options::default()
            };
            let solution = puzzle.solve(&options, &Work::default()).unwrap();
            let why = solution.why().unwrap_or_default();
            assert!(why.contains(part), "{text}: {why}");
        }
    }
}
