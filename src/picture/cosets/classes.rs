//! The classes of cosets of V₄^(mn) in H under permutations of rows and of columns.
//!
//! A configuration is v·q with v in N = V₄^(mn), two bits a cube, and q a matrix over the complement S₃. Rows and columns may
//! be permuted without changing distances, so one representative q is kept for each class. Inside a coset distances do not
//! change under the *flips* either: conjugating row i by l² or column j by u² keeps q and translates v by a constant; the
//! quotient of N by these translations is what the tables are indexed by.
#![expect(
    clippy::cast_possible_truncation,
    reason = "at most 15 cubes: rows, columns and coordinates are small numbers"
)]

use std::collections::BTreeMap;

use itertools::Itertools;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::{Configuration, Size, Turn};
use super::quotient::{Basis, quotient};
use crate::cube::Rotation;
use crate::{Error, Result, work::Work};

/// The most cubes the coset search takes: vectors of N, with two bits a cube and some to spare, are 32 bits.
pub const MOST_CUBES: usize = 15;

/// The most cubes whose classes are counted.
pub const MOST_COUNTED: usize = 16;

/// A class of cosets, by its place in [`Classes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u32);

impl ClassId {
    /// As an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A row or a column; its quarter turns both ways lead to the same coset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// A row, from 0.
    Row(usize),
    /// A column, from 0.
    Column(usize),
}

impl Line {
    /// The two quarter turns and the half turn.
    pub const fn turns(self) -> [Turn; 3] {
        match self {
            Line::Row(_) => [Turn::Up, Turn::Down, Turn::Row],
            Line::Column(_) => [Turn::Left, Turn::Right, Turn::Column],
        }
    }
}

/// Where rows and columns go: row i to `row(i)`, column j to `column(j)`. Four bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rearrangement {
    rows: u64,
    columns: u16,
}

impl Rearrangement {
    /// Where a row goes.
    pub const fn row(self, row: usize) -> usize {
        (self.rows >> (4 * row) & 15) as usize
    }

    /// Where a column goes.
    pub const fn column(self, column: usize) -> usize {
        (self.columns >> (4 * column) & 15) as usize
    }

    /// Where every cell goes, for an array of `size`.
    pub fn cells(self, size: Size) -> [u8; MOST_CUBES] {
        let mut cells = [0; MOST_CUBES];
        for i in 0..size.rows() {
            for j in 0..size.columns() {
                cells[size.cell(i, j)] = size.cell(self.row(i), self.column(j)) as u8;
            }
        }
        cells
    }
}

/// The arrangement that represents a matrix over S₃ under permutations of rows and columns.
struct Canonical {
    key: u64,
    rearrangement: Rearrangement,
    stabiliser: u64,
}

/// From a class along a line: the class reached, and how rows and columns go to match its representative.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The class reached.
    pub class: ClassId,
    /// How to rearrange rows and columns to arrive at its representative.
    pub rearrangement: Rearrangement,
}

/// S₃ as the complement of V₄ in S₄: products, and the action on V₄ by conjugation.
#[derive(Debug)]
struct Complement {
    product: [[u8; 6]; 6],
    action: [[u8; 4]; 6],
}

impl Complement {
    fn new() -> Complement {
        let all: Vec<Rotation> = Rotation::all().collect();
        Complement {
            product: std::array::from_fn(|s| {
                std::array::from_fn(|t| (all[s] * all[t]).complement_index() as u8)
            }),
            action: std::array::from_fn(|s| {
                std::array::from_fn(|v| {
                    (all[s] * all[6 * v] * all[s].inverse()).klein_index() as u8
                })
            }),
        }
    }
}

/// All classes of a size, with what the search needs to know about each.
#[derive(Debug)]
pub struct Classes {
    size: Size,
    complement: Complement,
    column_orders: Vec<Vec<usize>>,
    keys: Vec<u64>,
    orbits: Vec<u64>,
    pivots: Vec<u32>,
    images: Vec<u32>,
    edges: Vec<Edge>,
    ids: FxHashMap<u64, ClassId>,
}

impl Classes {
    /// Finds the classes of an array with at least as many rows as columns, breadth first from the coset of the solution.
    ///
    /// # Errors
    /// [`Error::TooLarge`] beyond [`MOST_CUBES`]; [`Error::Interrupted`] or [`Error::OutOfTime`] from `work`.
    ///
    /// # Complexity
    /// Classes times lines canonical forms, each n!·m log m for n columns and m rows.
    pub fn new(size: Size, work: &Work) -> Result<Classes> {
        if size.cells() > MOST_CUBES || size.rows() < size.columns() {
            return Err(Error::TooLarge(format!(
                "the coset search takes at most {MOST_CUBES} cubes, and {size} has {}",
                size.cells()
            )));
        }
        let mut classes = Classes::empty(size);
        let solved = classes.canonical(0);
        classes.add(&solved);
        let mut next = 0;
        while next < classes.keys.len() {
            if next % 4096 == 0 {
                work.check("")?;
            }
            for line in classes.lines() {
                let found = classes.canonical(classes.along(classes.keys[next], line));
                let class = match classes.ids.get(&found.key) {
                    Some(&class) => class,
                    None => classes.add(&found),
                };
                classes.edges.push(Edge {
                    class,
                    rearrangement: found.rearrangement,
                });
            }
            next += 1;
        }
        Ok(classes)
    }

    /// No classes yet.
    fn empty(size: Size) -> Classes {
        Classes {
            size,
            complement: Complement::new(),
            column_orders: (0..size.columns()).permutations(size.columns()).collect(),
            keys: Vec::new(),
            orbits: Vec::new(),
            pivots: Vec::new(),
            images: Vec::new(),
            edges: Vec::new(),
            ids: FxHashMap::default(),
        }
    }

    /// How many classes have tables of how many coordinates, without keeping them: for sizes that are only to be judged.
    ///
    /// # Errors
    /// [`Error::TooLarge`] beyond [`MOST_COUNTED`] cubes; [`Error::Interrupted`] or [`Error::OutOfTime`] from `work`.
    ///
    /// # Complexity
    /// That of [`Classes::new`], with 16 bytes a class.
    pub fn count_by_dimension(size: Size, work: &Work) -> Result<BTreeMap<usize, u64>> {
        if size.cells() > MOST_COUNTED || size.rows() > MOST_CUBES || size.rows() < size.columns() {
            return Err(Error::TooLarge(format!(
                "the classes of at most {MOST_COUNTED} cubes are counted, and {size} has {}",
                size.cells()
            )));
        }
        let none = Classes::empty(size);
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let mut level = vec![none.canonical(0).key];
        while !level.is_empty() {
            work.check("")?;
            seen.extend(&level);
            let reached = |&key| {
                let lines = none.lines();
                lines
                    .map(|line| none.canonical(none.along(key, line)).key)
                    .collect::<Vec<_>>()
            };
            let mut next: Vec<u64> = level.par_iter().flat_map_iter(reached).collect();
            next.par_sort_unstable();
            next.dedup();
            next.retain(|key| !seen.contains(key));
            level = next;
        }
        let dimension = |key: &u64| {
            let mut basis = Basis::new();
            for flip in none.flips(*key) {
                basis.insert(flip);
            }
            2 * size.cells() - basis.pivots().count_ones() as usize
        };
        let keys: Vec<u64> = seen.into_iter().collect();
        let dimensions: Vec<usize> = keys.par_iter().map(dimension).collect();
        let mut counts = BTreeMap::new();
        for dimension in dimensions {
            *counts.entry(dimension).or_default() += 1;
        }
        Ok(counts)
    }

    fn add(&mut self, found: &Canonical) -> ClassId {
        let class = ClassId(self.keys.len() as u32);
        let factorial = |n: usize| (1..=n as u64).product::<u64>();
        let all = factorial(self.size.rows()) * factorial(self.size.columns());
        let (images, pivots) = quotient(2 * self.size.cells(), &self.flips(found.key));
        self.keys.push(found.key);
        self.orbits.push(all / found.stabiliser);
        self.pivots.push(pivots);
        self.images.extend(images);
        self.ids.insert(found.key, class);
        class
    }

    /// The size; it has at least as many rows as columns.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// How many classes there are.
    pub fn count(&self) -> usize {
        self.keys.len()
    }

    /// All classes in order.
    pub fn all(&self) -> impl ExactSizeIterator<Item = ClassId> + Clone + use<> {
        (0..self.keys.len() as u32).map(ClassId)
    }

    /// The class with a representative, if there is one.
    pub fn find(&self, key: u64) -> Option<ClassId> {
        self.ids.get(&key).copied()
    }

    /// The lines, rows first.
    pub fn lines(&self) -> impl Iterator<Item = Line> + Clone + use<> {
        let (rows, columns) = (self.size.rows(), self.size.columns());
        (0..rows)
            .map(Line::Row)
            .chain((0..columns).map(Line::Column))
    }

    /// The representative: three bits a cube, row by row, from the lowest bits up.
    pub fn key(&self, class: ClassId) -> u64 {
        self.keys[class.index()]
    }

    /// How many coordinates the quotient by the flips has.
    pub fn dimension(&self, class: ClassId) -> usize {
        2 * self.size.cells() - self.pivots[class.index()].count_ones() as usize
    }

    /// How many configurations one bit of the table of a class stands for.
    pub fn weight(&self, class: ClassId) -> u128 {
        u128::from(self.orbits[class.index()]) << self.pivots[class.index()].count_ones()
    }

    /// How many bits one plane of all tables has.
    pub fn total_bits(&self) -> u128 {
        self.all().map(|class| 1 << self.dimension(class)).sum()
    }

    /// The coordinates of N that a class's quotient keeps, in order.
    pub fn kept(&self, class: ClassId) -> impl Iterator<Item = usize> + use<> {
        let pivots = self.pivots[class.index()];
        (0..2 * self.size.cells()).filter(move |bit| pivots >> bit & 1 == 0)
    }

    /// The images in a class's quotient of the unit vectors of N.
    pub fn images(&self, class: ClassId) -> &[u32] {
        let dimension = 2 * self.size.cells();
        &self.images[class.index() * dimension..][..dimension]
    }

    /// The edges of a class, in the order of [`Classes::lines`].
    pub fn edges(&self, class: ClassId) -> &[Edge] {
        let lines = self.size.rows() + self.size.columns();
        &self.edges[class.index() * lines..][..lines]
    }

    /// Whether two rows of the representative are equal.
    pub fn rows_are_equal(&self, class: ClassId, one: usize, other: usize) -> bool {
        let (key, columns) = (self.key(class), self.size.columns());
        (0..columns).all(|j| {
            let entry = |row| Classes::entry(key, self.size.cell(row, j));
            entry(one) == entry(other)
        })
    }

    /// Whether an odd number of quarter turns leads to a class; only with an even number of lines is that always so or never.
    pub fn is_odd(&self, class: ClassId) -> bool {
        let key = self.key(class);
        let odd = |row, column| {
            Rotation::from_rank(Classes::entry(key, self.size.cell(row, column)))
                .is_some_and(|entry| !entry.is_even())
        };
        // The first column is taken to be even; then a row is what its first cube is.
        let rows = (0..self.size.rows()).filter(|&i| odd(i, 0)).count();
        let columns = (0..self.size.columns()).filter(|&j| odd(0, j) != odd(0, 0));
        (rows + columns.count()) % 2 == 1
    }

    fn entry(key: u64, cell: usize) -> usize {
        (key >> (3 * cell) & 7) as usize
    }

    /// The cells of a line.
    fn cells(&self, line: Line) -> impl Iterator<Item = usize> + use<> {
        let size = self.size;
        let (start, step, count) = match line {
            Line::Row(i) => (size.cell(i, 0), 1, size.columns()),
            Line::Column(j) => (j, size.columns(), size.rows()),
        };
        (0..count).map(move |k| start + k * step)
    }

    /// The matrix over S₃ after a quarter turn of a line.
    fn along(&self, key: u64, line: Line) -> u64 {
        let turn = line.turns()[0].rotation().complement_index();
        self.cells(line).fold(key, |key, cell| {
            let after = self.complement.product[Classes::entry(key, cell)][turn];
            key & !(7 << (3 * cell)) | u64::from(after) << (3 * cell)
        })
    }

    /// The vector of N by which a turn of a line changes v: the V₄ part of the turn, conjugated cell by cell.
    pub fn change(&self, class: ClassId, line: Line, turn: Turn) -> u32 {
        let key = self.key(class);
        let part = turn.rotation().klein_index();
        self.cells(line).fold(0, |vector, cell| {
            let moved = self.complement.action[Classes::entry(key, cell)][part];
            vector | u32::from(moved) << (2 * cell)
        })
    }

    /// The translations by which the flips of rows and columns act on the coset of a matrix.
    fn flips(&self, key: u64) -> Vec<u32> {
        self.lines()
            .map(|line| {
                // A row is flipped by the half turn of columns, and the other way round.
                let by = match line {
                    Line::Row(_) => Turn::Column,
                    Line::Column(_) => Turn::Row,
                };
                let by = by.rotation().klein_index();
                self.cells(line).fold(0, |vector, cell| {
                    let moved = self.complement.action[Classes::entry(key, cell)][by];
                    vector | u32::from(moved ^ by as u8) << (2 * cell)
                })
            })
            .collect()
    }

    /// One of the matrices that permutations of rows and columns make of this one, the same for all of them, and how they do
    /// it: for every order of the columns, of which there are few, the rows are sorted, and the least is taken.
    fn canonical(&self, key: u64) -> Canonical {
        let (rows, columns) = (self.size.rows(), self.size.columns());
        let width = 3 * columns;
        let row_mask = (1 << width) - 1;
        let mut best = [u32::MAX; MOST_CUBES];
        let mut best_order = &self.column_orders[0];
        let mut ties = 0;
        for order in &self.column_orders {
            let mut sorted = [u32::MAX; MOST_CUBES];
            for (i, entry) in sorted[..rows].iter_mut().enumerate() {
                let row = (key >> (width * i) & row_mask) as u32;
                let arranged = order.iter().enumerate().fold(0, |sum, (to, from)| {
                    sum | (row >> (3 * from) & 7) << (3 * to)
                });
                *entry = arranged << 4 | i as u32;
            }
            sorted[..rows].sort_unstable();
            let compared = (sorted.iter().map(|e| e >> 4)).cmp(best.iter().map(|e| e >> 4));
            match compared {
                std::cmp::Ordering::Less => {
                    (best, best_order, ties) = (sorted, order, 1);
                }
                std::cmp::Ordering::Equal => ties += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        let mut found = Canonical {
            key: 0,
            rearrangement: Rearrangement {
                rows: 0,
                columns: 0,
            },
            stabiliser: ties,
        };
        // Equal rows come last, so that exchanging them leaves the lowest coordinates alone.
        for run in best[..rows].chunk_by_mut(|a, b| a >> 4 == b >> 4) {
            let length = run.len() as u32;
            found.stabiliser *= (1..=u64::from(length)).product::<u64>();
            for entry in run {
                *entry |= length << 16;
            }
        }
        best[..rows].sort_unstable();
        for (to, entry) in best[..rows].iter().enumerate() {
            found.key |= (u64::from(entry >> 4) & row_mask) << (width * to);
            found.rearrangement.rows |= (to as u64) << (4 * (entry & 15));
        }
        for (to, from) in best_order.iter().enumerate() {
            found.rearrangement.columns |= (to as u16) << (4 * from);
        }
        found
    }

    /// The class and the index in its table of a configuration, or `None` if it is not reachable.
    ///
    /// # Panics
    /// If the configuration is of another size.
    pub fn locate(&self, configuration: &Configuration) -> Option<(ClassId, u32)> {
        assert_eq!(configuration.size(), self.size);
        self.locate_cells(configuration.cells().iter().copied())
    }

    /// The same for cubes in row-major order.
    pub fn locate_cells(&self, cells: impl Iterator<Item = Rotation>) -> Option<(ClassId, u32)> {
        let (mut key, mut vector) = (0, 0u32);
        for (cell, rotation) in cells.enumerate() {
            key |= (rotation.complement_index() as u64) << (3 * cell);
            vector |= (rotation.klein_index() as u32) << (2 * cell);
        }
        let found = self.canonical(key);
        let class = *self.ids.get(&found.key)?;
        let cells = found.rearrangement.cells(self.size);
        let images = self.images(class);
        let index = (0..2 * self.size.cells())
            .filter(|bit| vector >> bit & 1 == 1)
            .fold(0, |index, bit| {
                index ^ images[2 * usize::from(cells[bit / 2]) + bit % 2]
            });
        Some((class, index))
    }

    /// One of the configurations that an index in the table of a class stands for.
    pub fn configuration(&self, class: ClassId, index: u32) -> Configuration {
        let vector = self
            .kept(class)
            .enumerate()
            .filter(|&(position, _)| index >> position & 1 == 1)
            .fold(0u32, |vector, (_, bit)| vector | 1 << bit);
        let key = self.key(class);
        let mut configuration = Configuration::solved(self.size);
        for cell in 0..self.size.cells() {
            let rank = 6 * (vector >> (2 * cell) & 3) as usize + Classes::entry(key, cell);
            if let Some(rotation) = Rotation::from_rank(rank) {
                configuration.set(cell, rotation);
            }
        }
        configuration
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    fn classes(text: &str) -> Classes {
        Classes::new(text.parse().unwrap(), &Work::unlimited()).unwrap()
    }

    #[test]
    fn classes_and_their_weights_make_up_the_whole_group() {
        for text in ["1x1", "2x1", "2x2", "3x2", "6x1", "3x3", "4x2", "10x1"] {
            let classes = classes(text);
            let whole: u128 = classes
                .all()
                .map(|class| classes.weight(class) << classes.dimension(class))
                .sum();
            assert_eq!(BigUint::from(whole), classes.size().order(), "{text}");
        }
    }

    #[test]
    fn classes_are_counted_as_they_are_kept() {
        for text in ["1x1", "3x2", "6x1", "3x3"] {
            let classes = classes(text);
            let mut kept = BTreeMap::new();
            for class in classes.all() {
                *kept.entry(classes.dimension(class)).or_insert(0) += 1;
            }
            let work = Work::unlimited();
            assert_eq!(
                Classes::count_by_dimension(classes.size(), &work).unwrap(),
                kept
            );
        }
    }

    #[test]
    fn a_place_in_the_tables_leads_to_a_configuration_and_back() {
        for text in ["1x1", "2x2", "3x2", "5x1"] {
            let classes = classes(text);
            for class in classes.all() {
                for index in 0..1 << classes.dimension(class) {
                    let configuration = classes.configuration(class, index);
                    assert!(configuration.is_reachable());
                    let (back, _) = classes.locate(&configuration).unwrap();
                    assert_eq!(back, class);
                }
            }
        }
    }

    #[test]
    fn with_an_even_number_of_lines_every_quarter_turn_changes_sides() {
        for text in ["1x1", "3x1", "2x2", "5x1", "4x2", "3x3"] {
            let classes = classes(text);
            assert!(!classes.is_odd(ClassId(0)));
            for class in classes.all() {
                for edge in classes.edges(class) {
                    assert_ne!(classes.is_odd(class), classes.is_odd(edge.class), "{text}");
                }
            }
        }
    }

    #[test]
    fn equal_rows_come_last() {
        let classes = classes("4x2");
        for class in classes.all() {
            let equal: Vec<bool> = (1..4)
                .map(|row| classes.rows_are_equal(class, row - 1, row))
                .collect();
            assert!(!equal.contains(&true) || equal[2], "{equal:?}");
        }
    }

    #[test]
    fn what_cannot_be_reached_is_in_no_class() {
        let classes = classes("2x2");
        let mut configuration = Configuration::solved(classes.size());
        configuration.set(3, Rotation::UP);
        assert_eq!(classes.locate(&configuration), None);
    }
}
