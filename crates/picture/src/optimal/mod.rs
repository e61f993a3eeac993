//! Shortest solutions of the cube puzzle.
//!
//! Where the table of all distances fits, a shortest solution is a descent in it. Beyond, iterative
//! deepening finds it: the distance of a *sub-rectangle* (some of the rows and columns, the others
//! ignored) never exceeds the distance of the whole, and its table fits.
//!
//! # Reference
//! Burcsi, sections 2 and 6, asks for shortest solutions; iterative deepening with such bounds: R.
//! E. Korf, *Finding optimal solutions to Rubik's Cube using pattern databases*, 1997.

mod deepening;

use std::path::Path;

use itertools::Itertools;
use num_traits::ToPrimitive;

use super::cosets::classes::MOST_CUBES;
use super::cosets::{DistanceTable, least_bytes};
use super::geodesics::geodesics;
use super::{Configuration, Geodesics, Metric, Move, Size, exchanged};
use cubegraph_core::Error;
use cubegraph_core::Result;
use cubegraph_core::cube::Rotation;
use cubegraph_core::work::Work;
use deepening::{Node, Round};

/// The table of the whole is made up to this many bytes, by the lower bound of [`least_bytes`]: a
/// few seconds of work.
const WHOLE: u128 = 1 << 26;
/// Tables of sub-rectangles are made up to this many bytes, by the same bound.
const PART: u128 = 1 << 26;
/// The most sub-rectangles that are looked at.
const MOST_PARTS: usize = 32;

/// A finder of shortest solutions for one size and metric.
///
/// # Examples
/// ```
/// # use cubegraph_picture::{Configuration, Metric, Optimal};
/// # use cubegraph_core::work::Work;
/// let size = "3x2".parse()?;
/// let optimal = Optimal::new(size, Metric::Half, None, &Work::default())?;
/// let mut configuration = Configuration::solved(size);
/// configuration.turn_all(["row1".parse()?, "left2".parse()?, "row1".parse()?]);
/// let moves = optimal.solve(&configuration, &Work::default())?.expect("reachable");
/// assert_eq!(moves.len(), 3);
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Optimal {
    /// The size that was asked for.
    asked: Size,
    /// The same puzzle with at least as many rows as columns.
    size: Size,
    metric: Metric,
    tables: Vec<DistanceTable>,
    parts: Vec<Part>,
}

/// A sub-rectangle: which of the tables it has, and the cells of the whole in the order of the
/// table.
#[derive(Debug)]
struct Part {
    table: usize,
    cells: Vec<usize>,
    /// Whether the table is the one of the transposed rectangle.
    transposed: bool,
    /// Which lines of the whole it has, as masks.
    rows: u64,
    columns: u64,
}

impl Part {
    fn has(&self, step: Move) -> bool {
        let lines = if step.is_row() { self.rows } else { self.columns };
        lines >> step.line & 1 == 1
    }

    fn residue(&self, tables: &[DistanceTable], whole: &Configuration) -> Option<u8> {
        let cells = self.cells.iter().map(|&cell| whole.cells()[cell]);
        let table = &tables[self.table];
        if self.transposed { table.residue(cells.map(exchanged)) } else { table.residue(cells) }
    }
}

/// The tables that [`Optimal::quick`] makes have at most this many bytes (by the same bound); 3×3
/// is among them.
const QUICK: u128 = 10_000_000;

/// What a search with a budget of steps found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// A shortest solution of the nearest configuration.
    Found {
        /// Which of the configurations.
        which: usize,
        /// The moves.
        moves: Vec<Move>,
    },
    /// None of them can be reached.
    Unreachable,
    /// The budget was used up.
    GaveUp {
        /// Every solution has at least this many moves.
        at_least: usize,
    },
}

/// The bytes of the table of a size, at least.
fn table_bytes(size: Size) -> u128 {
    least_bytes(size.upright()).to_u128().unwrap_or(u128::MAX)
}

impl Optimal {
    /// Makes the tables ready: of the whole where it fits, of sub-rectangles otherwise. A folder
    /// keeps them between runs; if it has the table of the whole, that is used whatever its size.
    ///
    /// # Errors
    /// Those of [`DistanceTable::make`]; [`Error::TooLarge`] if there is no useful sub-rectangle.
    pub fn new(size: Size, metric: Metric, folder: Option<&Path>, work: &Work) -> Result<Optimal> {
        Optimal::with_tables(size, metric, [WHOLE, PART], folder, work)
    }

    /// The same with smaller tables, which take about a second.
    ///
    /// # Errors
    /// As for [`Optimal::new`].
    pub fn quick(
        size: Size,
        metric: Metric,
        folder: Option<&Path>,
        work: &Work,
    ) -> Result<Optimal> {
        Optimal::with_tables(size, metric, [QUICK, QUICK], folder, work)
    }

    fn with_tables(
        size: Size,
        metric: Metric,
        [most_whole, most_part]: [u128; 2],
        folder: Option<&Path>,
        work: &Work,
    ) -> Result<Optimal> {
        let asked = size;
        let size = size.upright();
        let kept = folder.is_some_and(|folder| DistanceTable::path(folder, size, metric).exists());
        let shapes = if kept || (table_bytes(size) <= most_whole && size.cells() <= MOST_CUBES) {
            vec![size]
        } else {
            sub_rectangles(size, most_part)
        };
        if shapes.is_empty() || size.rows() > 64 {
            return Err(Error::too_large(format!(
                "{asked} is too large for shortest solutions: no sub-rectangle of it says enough"
            ))
            .help("use the local or the subgroup method"));
        }
        let mut optimal = Optimal { asked, size, metric, tables: Vec::new(), parts: Vec::new() };
        for shape in shapes {
            let known = optimal.tables.iter().position(|table| table.size() == shape.upright());
            let table = if let Some(table) = known {
                table
            } else {
                let made = DistanceTable::make(shape, metric, folder, work)?;
                optimal.tables.push(made);
                optimal.tables.len() - 1
            };
            optimal.add_parts(shape, table);
        }
        Ok(optimal)
    }

    fn add_parts(&mut self, shape: Size, table: usize) {
        let mask = |lines: &[usize]| lines.iter().fold(0, |mask, line| mask | 1u64 << line);
        let transposed = shape.rows() < shape.columns();
        for rows in (0..self.size.rows()).combinations(shape.rows()) {
            for columns in (0..self.size.columns()).combinations(shape.columns()) {
                if self.parts.len() >= MOST_PARTS {
                    return;
                }
                let cells = if transposed {
                    (columns.iter().cartesian_product(&rows))
                        .map(|(&j, &i)| self.size.cell(i, j))
                        .collect()
                } else {
                    (rows.iter().cartesian_product(&columns))
                        .map(|(&i, &j)| self.size.cell(i, j))
                        .collect()
                };
                self.parts.push(Part {
                    table,
                    cells,
                    transposed,
                    rows: mask(&rows),
                    columns: mask(&columns),
                });
            }
        }
    }

    /// Whether the table of the whole is there, so that every solution is a descent.
    pub fn has_whole_table(&self) -> bool {
        self.tables.first().is_some_and(|table| table.size() == self.size)
    }

    /// The table of the whole, where it is there.
    pub fn whole_table(&self) -> Option<&DistanceTable> {
        self.tables.first().filter(|table| table.size() == self.size)
    }

    /// A shortest solution, or `None` if there is no solution.
    ///
    /// # Errors
    /// [`Error::Interrupted`] or [`Error::OutOfTime`] from `work`.
    ///
    /// # Panics
    /// If the configuration is of another size.
    pub fn solve(&self, configuration: &Configuration, work: &Work) -> Result<Option<Vec<Move>>> {
        let found = self.solve_nearest(std::slice::from_ref(configuration), work)?;
        Ok(found.map(|(_, moves)| moves))
    }

    /// A shortest solution of whichever of several configurations is nearest to the solution: which
    /// of them, and the moves.
    ///
    /// # Errors
    /// [`Error::Interrupted`] or [`Error::OutOfTime`] from `work`.
    ///
    /// # Panics
    /// If a configuration is of another size.
    pub fn solve_nearest(
        &self,
        configurations: &[Configuration],
        work: &Work,
    ) -> Result<Option<(usize, Vec<Move>)>> {
        match self.attempt(configurations, None, work)? {
            Attempt::Found { which, moves } => Ok(Some((which, moves))),
            Attempt::Unreachable | Attempt::GaveUp { .. } => Ok(None),
        }
    }

    /// The same within a budget of steps: about this many distances of sub-rectangles are looked
    /// up. The answer does not depend on the number of threads.
    ///
    /// # Errors
    /// As for [`Optimal::solve_nearest`].
    pub fn solve_within(
        &self,
        configurations: &[Configuration],
        budget: u64,
        work: &Work,
    ) -> Result<Attempt> {
        self.attempt(configurations, Some(budget), work)
    }

    /// All solutions of `length` moves, the fewest that solve any of the configurations: how many
    /// there are, and the first of them.
    ///
    /// # Errors
    /// The limits of `work`.
    ///
    /// # Panics
    /// If a configuration is of another size.
    pub fn all_shortest(
        &self,
        configurations: &[Configuration],
        length: usize,
        most_listed: usize,
        work: &Work,
    ) -> Result<Geodesics<Move>> {
        let roots = configurations.iter().map(|configuration| self.root(&self.laid(configuration)));
        let round = Round::new(self, None, work);
        let next = |node: &Node, left: usize| -> Vec<(Move, Node)> {
            let steps = Move::all(self.size, self.metric);
            steps.filter_map(|step| Some((step, round.child(node, step, left)?))).collect()
        };
        let bytes = size_of::<Node>() + self.size.cells() + self.parts.len();
        let mut found = geodesics(
            roots.collect::<Result<_>>()?,
            (length, bytes),
            next,
            |node| node.configuration.is_solved(),
            most_listed,
            work,
        )?;
        if self.asked != self.size {
            for step in found.list.iter_mut().flat_map(|(_, moves)| moves) {
                *step = step.transposed();
            }
        }
        Ok(found)
    }

    /// A configuration with at least as many rows as columns.
    fn laid(&self, configuration: &Configuration) -> Configuration {
        assert_eq!(configuration.size(), self.asked);
        if self.asked == self.size { configuration.clone() } else { configuration.transposed() }
    }

    fn attempt(
        &self,
        configurations: &[Configuration],
        budget: Option<u64>,
        work: &Work,
    ) -> Result<Attempt> {
        let mut starts = Vec::new();
        for (number, configuration) in configurations.iter().enumerate() {
            let configuration = self.laid(configuration);
            if configuration.is_reachable() {
                starts.push((number, configuration));
            }
        }
        let mut attempt = match self.whole_table() {
            Some(table) => descend(table, &starts)?,
            None => self.deepen(&starts, budget, work)?,
        };
        if let Attempt::Found { moves, .. } = &mut attempt
            && self.asked != self.size
        {
            for step in moves {
                *step = step.transposed();
            }
        }
        Ok(attempt)
    }

    fn deepen(
        &self,
        starts: &[(usize, Configuration)],
        budget: Option<u64>,
        work: &Work,
    ) -> Result<Attempt> {
        let roots: Vec<(usize, Node)> = starts
            .iter()
            .map(|(number, start)| Ok((*number, self.root(start)?)))
            .collect::<Result<_>>()?;
        let least = roots.iter().map(|(_, root)| root.bound()).min();
        let Some(mut depth) = least else {
            return Ok(Attempt::Unreachable);
        };
        let mut left = budget;
        loop {
            let stage = work.stage(format!("solutions of {depth} moves"), None);
            for (number, root) in roots.iter().filter(|(_, root)| root.bound() <= depth) {
                let round = Round::new(self, left, work);
                let found = round.search(root, depth);
                let lookups = round.lookups();
                stage.advance(lookups);
                work.check(&format!("there is no solution of fewer than {depth} moves"))?;
                if let Some(moves) = found {
                    let which = *number;
                    return Ok(Attempt::Found { which, moves });
                }
                // Nothing was found, so all of the round was visited, whatever the threads.
                left = left.map(|left| left.saturating_sub(lookups));
                if round.was_cut() {
                    return Ok(Attempt::GaveUp { at_least: depth });
                }
            }
            depth += 1;
            if left == Some(0) {
                return Ok(Attempt::GaveUp { at_least: depth });
            }
        }
    }

    /// A configuration with the exact distances of its parts, found by descent.
    fn root(&self, configuration: &Configuration) -> Result<Node> {
        let bounds = self.parts.iter().map(|part| {
            let table = &self.tables[part.table];
            let cells = part.cells.iter().map(|&cell| configuration.cells()[cell]);
            let cells: Vec<Rotation> =
                if part.transposed { cells.map(exchanged).collect() } else { cells.collect() };
            Configuration::new(table.size(), cells)
                .and_then(|part| table.solve(&part))
                .ok_or_else(|| super::cosets::leads_nowhere(table.size()))
                .map(|moves| u8::try_from(moves.len()).unwrap_or(u8::MAX))
        });
        Ok(Node { bounds: bounds.collect::<Result<_>>()?, configuration: configuration.clone() })
    }
}

/// The best descent among several starts.
fn descend(table: &DistanceTable, starts: &[(usize, Configuration)]) -> Result<Attempt> {
    let mut best: Option<(usize, Vec<Move>)> = None;
    for (number, start) in starts {
        let moves = table.solve(start).ok_or_else(|| super::cosets::leads_nowhere(table.size()))?;
        if (best.as_ref()).is_none_or(|(_, least)| moves.len() < least.len()) {
            best = Some((*number, moves));
        }
    }
    Ok(match best {
        Some((which, moves)) => Attempt::Found { which, moves },
        None => Attempt::Unreachable,
    })
}

/// The largest sub-rectangles whose tables are worth making, the largest first; none is part of
/// another.
fn sub_rectangles(size: Size, most: u128) -> Vec<Size> {
    let fitting = |rows: usize, columns: usize| {
        Size::new(rows, columns)
            .filter(|&part| part != size && part.cells() <= MOST_CUBES && table_bytes(part) <= most)
    };
    let mut shapes: Vec<Size> = (1..=size.rows())
        .filter_map(|rows| (1..=size.columns()).rev().find_map(|columns| fitting(rows, columns)))
        .collect();
    let all = shapes.clone();
    shapes.retain(|one| {
        !all.iter().any(|other| {
            other != one && other.rows() >= one.rows() && other.columns() >= one.columns()
        })
    });
    shapes.sort_by_key(|shape| std::cmp::Reverse(table_bytes(*shape)));
    shapes
}

#[cfg(test)]
mod tests;
