//! The puzzle as clauses, three strands at once.
//!
//! A variable says that an edge of a cube belongs to a *strand*: front/back, left/right, or hidden.
//! Every edge belongs to exactly one strand, every strand has exactly one edge of every cube, and
//! in the two visible strands every colour has degree two (at most two, with more colours than
//! cubes). The hidden strand has what is left, degree d − 4 for a colour on d faces; that follows
//! from the rest, but saying it lets the solver see it at once.
//!
//! Degrees are small, so they are written without helping variables where possible: a clause for
//! every minimal set of edges that is too much, and one for every minimal set that cannot be
//! missing altogether. A colour on many faces is counted by a sequential counter (Sinz 2005), which
//! grows only linearly.

use std::io::{self, Write};

use petgraph::graph::UnGraph;

use super::super::factors::Axes;
use super::super::{Axis, Colour, Edge, Puzzle, Rule, Strand};
use cubegraph_core::work::{Result, Work};

/// A literal as in DIMACS files: a variable from 1 on, negative if negated.
pub(crate) type Literal = i32;

/// Up to this many edges at a colour, sets of edges are written out.
const DIRECT: usize = 12;

/// A formula in conjunctive normal form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Formula {
    /// How many variables.
    pub variables: usize,
    /// The clauses.
    pub clauses: Vec<Vec<Literal>>,
}

/// The variable that says that an edge is in a strand.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "`Formula::of` refuses more cubes than fit"
)]
pub(crate) fn variable(cube: usize, axis: usize, strand: Strand) -> Literal {
    (cube * 9 + axis * 3 + strand as usize + 1) as Literal
}

impl Formula {
    /// How many cubes a formula can hold: its literals are 32-bit numbers, and there are counters
    /// besides.
    pub const MOST_CUBES: usize = 1 << 22;

    /// The formula of a colour graph.
    ///
    /// `ordered` adds, without loss of generality, that the first cube's left/right edge comes
    /// before its front/back edge: exchanging the two strands exchanges a tower's sides.
    pub fn of(puzzle: &Puzzle, ordered: bool, work: &Work) -> Result<Formula> {
        let mut formula = Formula::empty(puzzle);
        for cube in 0..puzzle.cubes().len() {
            formula.one_strand_each(cube);
        }
        let exact = puzzle.rule() == Rule::EveryColourOnce;
        for edges in edges_at_colours(puzzle.graph()) {
            work.check("the clauses were being written")?;
            formula.degrees(&edges, exact);
        }
        if ordered {
            formula.order_strands();
        }
        Ok(formula)
    }

    fn order_strands(&mut self) {
        for (later, earlier) in [(1, 0), (2, 0), (2, 1)] {
            self.clauses.push(vec![
                -variable(0, later, Strand::LeftRight),
                -variable(0, earlier, Strand::FrontBack),
            ]);
        }
    }

    /// How many bytes the clauses of a puzzle take, roughly, in the solver and before.
    pub fn bytes(cubes: usize) -> u128 {
        cubes as u128 * 400 * 80
    }

    fn empty(puzzle: &Puzzle) -> Formula {
        Formula { variables: puzzle.cubes().len() * 9, clauses: Vec::new() }
    }

    fn one_strand_each(&mut self, cube: usize) {
        for k in 0..3 {
            let of_edge = Strand::ALL.map(|strand| variable(cube, k, strand));
            let of_strand = [0, 1, 2].map(|axis| variable(cube, axis, Strand::ALL[k]));
            for set in [of_edge, of_strand] {
                self.clauses.push(set.to_vec());
                self.at_most_one(set);
            }
        }
    }

    fn at_most_one(&mut self, [a, b, c]: [Literal; 3]) {
        self.clauses.extend([vec![-a, -b], vec![-a, -c], vec![-b, -c]]);
    }

    fn degrees(&mut self, edges: &[Incidence], exact: bool) {
        let degree: usize = edges.iter().map(|&(_, _, weight)| weight).sum();
        if exact && degree < 4 {
            // The colour is on too few faces for four sides.
            self.clauses.push(Vec::new());
            return;
        }
        for strand in Strand::ALL {
            let (least, most) = match (strand == Strand::Hidden, exact) {
                (false, true) => (2, 2),
                (false, false) => (0, 2),
                (true, true) => (degree - 4, degree - 4),
                (true, false) => (degree.saturating_sub(4), degree),
            };
            self.weight(edges, strand, least, most);
        }
    }

    /// Bounds the degree of a colour in a strand. Of many edges only `most` = 2 is said.
    fn weight(&mut self, edges: &[Incidence], strand: Strand, least: usize, most: usize) {
        let term = |&(cube, axis, weight): &Incidence| (variable(cube, axis, strand), weight);
        let terms: Vec<(Literal, usize)> = edges.iter().map(term).collect();
        if terms.len() <= DIRECT {
            self.minimal_sets(&terms, least, most);
        } else if strand != Strand::Hidden {
            self.counter(&terms, least);
        }
    }

    /// A clause for each minimal set heavier than `most`, and for each minimal set without which
    /// the rest is lighter than `least`.
    fn minimal_sets(&mut self, terms: &[(Literal, usize)], least: usize, most: usize) {
        let all: usize = terms.iter().map(|term| term.1).sum();
        for set in 1u32..1 << terms.len() {
            let is_chosen = |k: &usize| set >> k & 1 == 1;
            let chosen = || (0..terms.len()).filter(is_chosen).map(|k| terms[k]);
            let weight: usize = chosen().map(|term| term.1).sum();
            if weight > most && chosen().all(|term| weight - term.1 <= most) {
                self.clauses.push(chosen().map(|term| -term.0).collect());
            }
            let rest = all - weight;
            if rest < least && chosen().all(|term| rest + term.1 >= least) {
                self.clauses.push(chosen().map(|term| term.0).collect());
            }
        }
    }

    /// Weight at most two, and at least `least` (0 or 2), through variables that say "at least one,
    /// two, three so far".
    fn counter(&mut self, terms: &[(Literal, usize)], least: usize) {
        let mut before: Option<[Literal; 3]> = None;
        let units =
            terms.iter().flat_map(|&(literal, weight)| std::iter::repeat_n(literal, weight));
        for unit in units {
            let after = [0, 1, 2].map(|_| self.fresh());
            for level in 0..3 {
                // now ⇔ reached ∨ all of makes
                let (now, reached) = (after[level], before.map(|before| before[level]));
                let makes = match (level, before) {
                    (0, _) => vec![unit],
                    (_, Some(before)) => vec![unit, before[level - 1]],
                    (_, None) => {
                        // The first unit is one, not more.
                        self.clauses.push(vec![-now]);
                        continue;
                    }
                };
                self.clauses.extend(reached.map(|reached| vec![-reached, now]));
                let negated = makes.iter().map(|literal| -literal);
                self.clauses.push(negated.chain([now]).collect());
                for needed in makes {
                    let clause = [-now, needed].into_iter().chain(reached);
                    self.clauses.push(clause.collect());
                }
            }
            before = Some(after);
        }
        if let Some([_, two, three]) = before {
            self.clauses.push(vec![-three]);
            if least == 2 {
                self.clauses.push(vec![two]);
            }
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "at most a few variables for each of 3·2²² edges"
    )]
    fn fresh(&mut self) -> Literal {
        self.variables += 1;
        self.variables as Literal
    }

    /// The formula of all subsets of the cubes at once: a cube has its two visible edges if its
    /// [`switch`](Formula::switch) is on, else none, and no colour has more than two ends in a
    /// visible strand. The strands are ordered at the first cube.
    pub fn of_subsets(puzzle: &Puzzle, work: &Work) -> Result<Formula> {
        let mut formula = Formula::empty(puzzle);
        let visible = [Strand::LeftRight, Strand::FrontBack];
        for cube in 0..puzzle.cubes().len() {
            for strand in visible {
                let all = [0, 1, 2].map(|axis| variable(cube, axis, strand));
                let if_on = [&[-Formula::switch(cube)], &all[..]].concat();
                formula.clauses.push(if_on);
                formula.at_most_one(all);
            }
            for axis in Axis::ALL {
                let both = visible.map(|strand| -variable(cube, axis.index(), strand));
                formula.clauses.push(both.to_vec());
                let on = Formula::switch(cube);
                formula.clauses.extend(both.map(|off| vec![off, on]));
            }
        }
        for edges in edges_at_colours(puzzle.graph()) {
            work.check("the clauses were being written")?;
            for strand in visible {
                formula.weight(&edges, strand, 0, 2);
            }
        }
        formula.order_strands();
        Ok(formula)
    }

    /// The variable that says, in [`of_subsets`](Formula::of_subsets), that a cube is in the tower.
    /// It stands where the hidden strand's first variable would.
    pub fn switch(cube: usize) -> Literal {
        variable(cube, 0, Strand::Hidden)
    }

    /// Forbids a pair of factors.
    pub fn blocking(pair: &(Axes, Axes)) -> Vec<Literal> {
        let (first, second) = pair;
        let strands = [(first, Strand::LeftRight), (second, Strand::FrontBack)];
        let not = |(factor, strand): (&Axes, Strand)| -> Vec<Literal> {
            let edges = factor.iter().enumerate();
            edges.map(|(cube, &axis)| -variable(cube, axis.into(), strand)).collect()
        };
        strands.map(not).concat()
    }

    /// Writes the formula in DIMACS, with comments that say what the variables mean.
    pub fn write(&self, out: &mut dyn Write, cubes: usize, ordered: bool) -> io::Result<()> {
        writeln!(
            out,
            "c Instant Insanity with {cubes} cubes, three strands at once.\n\
             c Variable 9k + 3a + s + 1: the edge of axis a of cube k+1 is in strand s;\n\
             c a = 0 left/right, 1 front/back, 2 top/bottom as the cube was given; \
             s = 0 left/right, 1 front/back, 2 hidden in the tower."
        )?;
        if ordered {
            writeln!(
                out,
                "c The last three clauses order the two visible strands, which may be exchanged."
            )?;
        }
        writeln!(out, "p cnf {} {}", self.variables, self.clauses.len())?;
        for clause in &self.clauses {
            write_clause(out, clause)?;
        }
        Ok(())
    }
}

/// An edge at a colour: its cube, its axis, and how many of its ends are there.
type Incidence = (usize, usize, usize);

/// The edges at every colour.
fn edges_at_colours(graph: &UnGraph<Colour, Edge>) -> Vec<Vec<Incidence>> {
    let mut edges_at = vec![Vec::new(); graph.node_count()];
    for edge in graph.raw_edges() {
        let (from, to) = (edge.source().index(), edge.target().index());
        let (cube, axis) = (edge.weight.cube, edge.weight.axis.index());
        if from == to {
            edges_at[from].push((cube, axis, 2));
        } else {
            edges_at[from].push((cube, axis, 1));
            edges_at[to].push((cube, axis, 1));
        }
    }
    edges_at
}

/// Writes a clause as DIMACS and DRAT do.
pub(crate) fn write_clause(out: &mut dyn Write, clause: &[Literal]) -> io::Result<()> {
    for literal in clause {
        write!(out, "{literal} ")?;
    }
    writeln!(out, "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All weights of models of a constraint, by trying every assignment of all variables.
    fn weights(formula: &Formula, terms: &[(Literal, usize)]) -> Vec<usize> {
        let mut found = Vec::new();
        for bits in 0u64..1 << formula.variables {
            let holds = |literal: &Literal| {
                (bits >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0)
            };
            if (formula.clauses.iter()).all(|clause| clause.iter().any(holds)) {
                found.push(terms.iter().filter(|t| holds(&t.0)).map(|t| t.1).sum());
            }
        }
        found.sort_unstable();
        found
    }

    #[test]
    fn minimal_sets_and_the_counter_allow_the_same_weights() {
        for terms in [
            vec![(1, 1), (2, 1), (3, 1), (4, 1)],
            vec![(1, 2), (2, 1), (3, 1)],
            vec![(1, 2), (2, 2), (3, 1)],
        ] {
            for least in [0, 2] {
                let empty = Formula { variables: terms.len(), clauses: Vec::new() };
                let mut direct = empty.clone();
                direct.minimal_sets(&terms, least, 2);
                let mut counted = empty;
                counted.counter(&terms, least);
                let expected = weights(&direct, &terms);
                assert!(expected.iter().all(|w| (least..=2).contains(w)) && !expected.is_empty());
                assert_eq!(weights(&counted, &terms), expected);
            }
        }
    }
}
