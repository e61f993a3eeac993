//! The part of the argument about factors and pairs of them.

use itertools::Itertools;

use super::super::factors::FactorSearch;
use super::super::pairing::PartFactors;
use super::super::parts::GraphPart;
use super::{Argument, Solution, power};
use cubegraph_core::text::counted;

/// How many factors are written out if there are too many to argue with each of them.
const SHOWN: usize = 24;

/// Up to this many factors every pair is argued about.
const ARGUED: usize = 200;

impl Argument<'_> {
    pub(super) fn factors(&mut self, solution: &Solution) {
        let parts = &solution.parts;
        if parts.len() > 1 {
            self.heading("The parts");
            self.line(&format!(
                "The cubes fall into {} groups that share no colour and do not affect each other: \
                 the numbers of factors multiply, and so do those of ordered disjoint pairs.",
                parts.len()
            ));
            if let Some(part) = parts.iter().find(|part| part.part.has_too_few_colours()) {
                let cubes = part.part.cubes.iter().map(|cube| cube + 1).join(", ");
                self.line(&format!(
                    "But cubes {cubes} show only {} together: that group alone has no tower.",
                    counted(part.part.colours.len(), "colour")
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

    fn part(&mut self, found: &PartFactors, index: Option<usize>) {
        let part = &found.part;
        let suffix = index.map_or(String::new(), |index| {
            let cubes = part.cubes.iter().map(|cube| cube + 1).join(", ");
            format!(" of group {} (cubes {cubes})", index + 1)
        });
        self.conclusions(part, &suffix);
        self.heading(&format!("The {}{suffix}", self.rule.strands()));
        match found.factors {
            0 => {
                self.line(
                    "There is none: no choice of one edge of each cube gives every colour \
                    the right degree.",
                );
                return;
            }
            1 => self.line("There is exactly one; a tower needs two."),
            number => self.line(&format!("There are {number}:")),
        }
        let listed = if is_argued(found) { ARGUED } else { SHOWN };
        for (number, factor) in found.some_factors.iter().enumerate().take(listed) {
            let walks = part.walks(factor);
            let mut written = walks.iter().map(|walk| self.walk(walk, Some(part), '—'));
            let cycles = written.join("   and   ");
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
    fn conclusions(&mut self, part: &GraphPart, suffix: &str) {
        let search = FactorSearch::new(part);
        let edges = |cube: usize| (0..3u8).map(move |axis| (cube, axis));
        let Some(open) = search.open() else {
            self.heading(&format!("Forced edges{suffix}"));
            self.line(
                "Strike out every edge that would give a colour more than two ends, or leave \
                it fewer than it needs, and go on until nothing changes: some cube is left \
                without an edge. The degrees alone contradict each other.",
            );
            return;
        };
        let named = |wanted: fn(bool, u8) -> bool| {
            let edges = (0..open.len()).flat_map(edges);
            edges
                .filter(|&(cube, axis)| wanted(open[cube] >> axis & 1 == 1, open[cube]))
                .map(|(cube, axis)| self.edge(part, cube, axis))
                .join(", ")
        };
        let struck = named(|is_open, _| !is_open);
        if struck.is_empty() {
            return;
        }
        let forced = named(|is_open, open| is_open && open.is_power_of_two());
        self.heading(&format!("Forced edges{suffix}"));
        self.line(&format!(
            "With these some colour would get more than two ends, or too few: {struck}."
        ));
        if !forced.is_empty() {
            self.line(&format!("So every factor takes {forced}."));
        }
    }

    /// Edges that every factor takes, and edges that none takes.
    fn forced(&mut self, found: &PartFactors) {
        let all = found.some_factors.len();
        let mut in_none = Vec::new();
        for cube in 0..found.part.cubes.len() {
            for axis in 0..3u8 {
                let edge = self.edge(&found.part, cube, axis);
                let factors = found.some_factors.iter();
                match factors.filter(|factor| factor[cube] == axis).count() {
                    0 => in_none.push(edge),
                    many if many == all && all > 1 => {
                        self.line(&format!(
                            "Every factor takes {edge}: no two of them are \
                            disjoint, so there is no tower."
                        ));
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
    fn edge(&self, part: &GraphPart, cube: usize, axis: u8) -> String {
        let ends = part.edges[cube][usize::from(axis)];
        let [a, b] = ends.map(|colour| self.name(part.colours[colour]));
        format!("{a}–{b} of cube {}", part.cubes[cube] + 1)
    }

    fn pairs(&mut self, found: &PartFactors, suffix: &str) {
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
                    let components = [a, b].map(|factor| found.part.walks(factor).len());
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
            self.line(
                "Every two factors share an edge, and an edge cannot be front/back and \
                left/right at once: there is no tower.",
            );
        }
    }
}

/// Whether all factors are known, and few enough to compare each with each.
fn is_argued(found: &PartFactors) -> bool {
    found.some_factors.len() as u64 == found.factors && found.some_factors.len() <= ARGUED
}

/// How many principal solutions a pair gives whose factors have these numbers of components.
fn ways([a, b]: [usize; 2]) -> String {
    let exponent = a + b - 2;
    if exponent == 0 {
        "Both are single pieces, so it is one principal solution.".to_owned()
    } else {
        format!(
            "They have {a} and {b} pieces, each to be walked either way: 2^({a}+{b}−2) = {} \
             principal solutions.",
            power(2, exponent)
        )
    }
}
