//! The local method: solve modulo N first, then cell by cell with commutators.
//!
//! Burcsi's section 3, for every group. For the cube the first part makes all cubes even, and the
//! second turns one cube after the other by commutators of a row move and a column move, each of
//! which touches one cube only.
//!
//! # How many moves
//! Modulo N the configuration is (aᵢ·bⱼ), and so it is with (aᵢ·z, z⁻¹·bⱼ) for every z in A
//! ∩ B. The best z is at least as good as the average over all z, which bounds the first part by
//! ⌊m·α + n·β⌋ with α the largest average length in a coset of A ∩ B in A, and β that for B. For
//! the cube α = β = ½: **⌊(m+n)/2⌋ moves, not m+n−1**. The second part takes at most λ moves a
//! cell, λ = 8 for the cube. So the cube needs at most 8mn + ⌊(m+n)/2⌋ moves; the published bound
//! is 8mn + m+n−1.

mod words;

use num_bigint::BigUint;

use self::words::{Commutator, Side, cheapest_commutators, classes};
use super::{Axis, Move, Size, Tabled};
use cubegraph_core::group::Element;
use cubegraph_core::work::{Error, Result};

/// One part of a solution, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it does, in words that count from 1.
    pub what: String,
    /// Its moves.
    pub moves: Vec<Move<Element>>,
}

/// The local method for a group with a table.
#[derive(Clone, Debug)]
pub struct LocalMethod {
    tabled: Tabled,
    /// The class modulo N of every element.
    class: Vec<usize>,
    /// An element of every class.
    of_class: Vec<Element>,
    rows: Side,
    columns: Side,
    /// The classes of A ∩ B.
    meet: Vec<usize>,
    /// For every element of N: the commutator to make next, and how many moves are left in all.
    next: Vec<Option<(Option<Commutator>, usize)>>,
}

impl LocalMethod {
    /// Prepares words, classes and commutators.
    ///
    /// # Complexity
    /// |⟨R⟩|·|⟨C⟩| + |N|² steps.
    pub fn new(tabled: Tabled) -> LocalMethod {
        let group = &tabled.group;
        let (r, c) = (group.subgroup(&tabled.rows), group.subgroup(&tabled.columns));
        let n = group.commutator_subgroup(&r, &c);
        let (class, of_class) = classes(&tabled, &n);
        let rows = Side::new(&tabled, &tabled.rows, &class, of_class.len());
        let columns = Side::new(&tabled, &tabled.columns, &class, of_class.len());
        let meet = (0..of_class.len())
            .filter(|&q| rows.cheapest[q].is_some() && columns.cheapest[q].is_some())
            .collect();
        let next = cheapest_commutators(&tabled, &n, &rows, &columns);
        LocalMethod { tabled, class, of_class, rows, columns, meet, next }
    }

    /// λ: the most moves one cell can take in the second part.
    pub fn most_for_a_cell(&self) -> usize {
        self.next.iter().flatten().map(|(_, cost)| *cost).max().unwrap_or(0)
    }

    /// The most moves the first part can take, by the argument at the top of this file.
    pub fn most_for_the_classes(&self, size: Size) -> usize {
        let [rows, columns] = self.class_sums();
        (size.rows() * rows + size.columns() * columns) / self.meet.len().max(1)
    }

    /// |A ∩ B|·α and |A ∩ B|·β, for ⌊m·α + n·β⌋ with both averages over the same number of classes.
    fn class_sums(&self) -> [usize; 2] {
        let worst = |side: &Side| {
            (0..self.of_class.len())
                .filter(|&q| side.cheapest[q].is_some())
                .map(|q| self.meet.iter().map(|&z| side.cost(self.times(q, z))).sum::<usize>())
                .max()
                .unwrap_or(0)
        };
        [worst(&self.rows), worst(&self.columns)]
    }

    /// The same for any number of rows and columns, however large.
    pub fn bound_of(&self, rows: u64, columns: u64) -> BigUint {
        let [row, column] = self.class_sums();
        let (rows, columns) = (BigUint::from(rows), BigUint::from(columns));
        let classes = (&rows * row + &columns * column) / self.meet.len().max(1);
        rows * columns * self.most_for_a_cell() + classes
    }

    /// The most moves the method ever takes on a size.
    pub fn bound(&self, size: Size) -> usize {
        self.most_for_a_cell() * size.cells() + self.most_for_the_classes(size)
    }

    /// Solves a configuration, cells in row-major order.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the configuration cannot be reached.
    pub fn solve(&self, size: Size, cells: &[Element]) -> Result<Vec<Step>> {
        let unreachable = || {
            Error::invalid("the configuration cannot be reached, so it cannot be solved".to_owned())
        };
        let (a, b) = self.split(size, cells).ok_or_else(unreachable)?;
        let mut best: Option<(usize, Vec<Step>)> = None;
        for &z in &self.meet {
            let steps = self.solve_with(size, cells, &a, &b, z).ok_or_else(unreachable)?;
            let length = steps.iter().map(|s| s.moves.len()).sum();
            if best.as_ref().is_none_or(|(shortest, _)| length < *shortest) {
                best = Some((length, steps));
            }
        }
        best.map(|(_, steps)| steps).ok_or_else(unreachable)
    }

    fn times(&self, p: usize, q: usize) -> usize {
        self.class[self.tabled.group.multiply(self.of_class[p], self.of_class[q]).index()]
    }

    fn inverse(&self, q: usize) -> usize {
        self.class[self.tabled.group.inverse(self.of_class[q]).index()]
    }

    /// Classes aᵢ in A and bⱼ in B with aᵢ·bⱼ the class of cell (i, j), if there are any.
    fn split(&self, size: Size, cells: &[Element]) -> Option<(Vec<usize>, Vec<usize>)> {
        let class = |i: usize, j: usize| self.class[cells[size.cell(i, j)].index()];
        let corner = class(0, 0);
        let first = (0..self.of_class.len()).find(|&a| {
            self.rows.cheapest[a].is_some()
                && self.columns.cheapest[self.times(self.inverse(a), corner)].is_some()
        })?;
        let back = self.inverse(corner);
        let a: Vec<usize> =
            (0..size.rows()).map(|i| self.times(self.times(class(i, 0), back), first)).collect();
        let b: Vec<usize> =
            (0..size.columns()).map(|j| self.times(self.inverse(first), class(0, j))).collect();
        let right = a.iter().all(|&q| self.rows.cheapest[q].is_some())
            && b.iter().all(|&q| self.columns.cheapest[q].is_some())
            && (0..size.rows())
                .all(|i| (0..size.columns()).all(|j| self.times(a[i], b[j]) == class(i, j)));
        right.then_some((a, b))
    }

    /// The solution that brings all aᵢ to z and all bⱼ to z⁻¹.
    fn solve_with(
        &self,
        size: Size,
        cells: &[Element],
        a: &[usize],
        b: &[usize],
        z: usize,
    ) -> Option<Vec<Step>> {
        let mut cells = cells.to_vec();
        let mut steps = Vec::new();
        let mut first = Vec::new();
        for (i, &q) in a.iter().enumerate() {
            let by = self.rows.cheapest[self.times(self.inverse(q), z)]?;
            first.extend(self.moves_of(Axis::Row, i, by)?);
        }
        for (j, &q) in b.iter().enumerate() {
            let by = self.columns.cheapest[self.times(self.inverse(q), self.inverse(z))]?;
            first.extend(self.moves_of(Axis::Column, j, by)?);
        }
        for &step in &first {
            self.tabled.turn(&mut cells, size, step);
        }
        if !first.is_empty() {
            let what = if self.tabled.rules().is_cube() {
                "make every cube even".to_owned()
            } else {
                "bring every cell into N".to_owned()
            };
            steps.push(Step { what, moves: first });
        }
        for (k, &cell) in cells.iter().enumerate() {
            let (i, j) = (k / size.columns(), k % size.columns());
            let mut rest = cell;
            while let (Some(commutator), _) = self.next[rest.index()]? {
                rest = self.tabled.group.multiply(rest, self.value(commutator));
                steps.push(self.describe(commutator, i, j)?);
            }
        }
        Some(steps)
    }

    fn value(&self, c: Commutator) -> Element {
        if c.row_first {
            self.tabled.group.commutator(c.row, c.column)
        } else {
            self.tabled.group.commutator(c.column, c.row)
        }
    }

    /// The moves that multiply a line by an element of its side.
    fn moves_of(&self, axis: Axis, line: usize, by: Element) -> Option<Vec<Move<Element>>> {
        let side = match axis {
            Axis::Row => &self.rows,
            Axis::Column => &self.columns,
        };
        let word = side.words[by.index()].as_ref()?;
        Some(word.iter().map(|&turn| Move { axis, line, turn }).collect())
    }

    fn describe(&self, c: Commutator, i: usize, j: usize) -> Option<Step> {
        let group = &self.tabled.group;
        let row = self.moves_of(Axis::Row, i, c.row)?;
        let column = self.moves_of(Axis::Column, j, c.column)?;
        let row_back = self.moves_of(Axis::Row, i, group.inverse(c.row))?;
        let column_back = self.moves_of(Axis::Column, j, group.inverse(c.column))?;
        let names = |moves: &[Move<Element>]| {
            moves.iter().map(|&m| self.tabled.name_of(m)).collect::<Vec<_>>().join(" ")
        };
        let (inside, moves) = if c.row_first {
            ([names(&row), names(&column)], [row, column, row_back, column_back].concat())
        } else {
            ([names(&column), names(&row)], [column, row, column_back, row_back].concat())
        };
        Some(Step {
            what: format!(
                "row {}, column {} by the commutator [{}]",
                i + 1,
                j + 1,
                inside.join(", ")
            ),
            moves,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Metric, MoveSet, Rules};
    use cubegraph_core::group::{NamedGroup, StabiliserChain};
    use cubegraph_core::work::Work;
    use proptest::prelude::*;

    fn method(name: &str) -> LocalMethod {
        let rules = match name {
            "quarter" => Rules::cube(Metric::Quarter).unwrap(),
            "half" => Rules::cube(Metric::Half).unwrap(),
            _ => {
                let generators = NamedGroup::parse(name).unwrap().generators().to_vec();
                let chain = StabiliserChain::build(&generators, &Work::default()).unwrap();
                Rules::new(name, chain, MoveSet::All, MoveSet::All).unwrap()
            }
        };
        LocalMethod::new(rules.tabled().unwrap())
    }

    #[test]
    fn the_cube_needs_at_most_eight_moves_a_cell() {
        for metric in ["quarter", "half"] {
            let cube = method(metric);
            assert_eq!(cube.most_for_a_cell(), 8, "{metric}");
            for m in 1..6 {
                for n in 1..6 {
                    let size = Size::new(m, n).unwrap();
                    assert_eq!(cube.bound(size), 8 * m * n + usize::midpoint(m, n));
                }
            }
        }
    }

    #[test]
    fn an_abelian_group_needs_as_many_moves_as_the_sharpened_theorem_says() {
        for (name, order) in [("C2", 2), ("C3", 3), ("V4", 4), ("C5", 5)] {
            let abelian = method(name);
            for (m, n) in [(1, 1), (2, 2), (3, 2), (3, 3), (7, 4)] {
                let size = Size::new(m, n).unwrap();
                assert_eq!(abelian.bound(size), m + n - (m + n).div_ceil(order), "{name} {size}");
            }
        }
    }

    #[test]
    fn commutators_are_named() {
        let cube = method("quarter");
        let size = Size::new(2, 2).unwrap();
        let three_cycle: Vec<Element> = ["(1 2 3)", "()", "()", "()"]
            .iter()
            .map(|c| cube.tabled.group.element(&c.parse().unwrap()).unwrap())
            .collect();
        let steps = cube.solve(size, &three_cycle).unwrap();
        assert_eq!(steps.len(), 1);
        assert!(
            steps[0].what.starts_with("row 1, column 1 by the commutator ["),
            "{}",
            steps[0].what
        );
        assert_eq!(steps[0].moves.len(), 4);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]
        #[test]
        fn every_scramble_is_solved_within_the_bound(
            which in 0..7usize, m in 1..5usize, n in 1..5usize, picks in prop::collection::vec(0..10_000usize, 0..80),
        ) {
            let method = method(["quarter", "half", "C5", "A5", "Q8", "S3", "D4"][which]);
            let size = Size::new(m, n).unwrap();
            let moves = method.tabled.moves(size);
            let mut cells = vec![Element::IDENTITY; size.cells()];
            for pick in picks {
                method.tabled.turn(&mut cells, size, moves[pick % moves.len()]);
            }
            let steps = method.solve(size, &cells).unwrap();
            let solution: Vec<Move<Element>> = steps.into_iter().flat_map(|s| s.moves).collect();
            prop_assert!(solution.len() <= method.bound(size));
            for step in solution {
                method.tabled.turn(&mut cells, size, step);
            }
            prop_assert!(cells.iter().all(|&c| c == Element::IDENTITY));
        }
    }
}
