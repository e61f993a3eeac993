//! The classes of cosets of V₄^(mn) in H under permutations of rows and of columns and inversion.
//!
//! A configuration is v·q with v in N = V₄^(mn), two bits per cube, and q a matrix over the
//! complement S₃. Rows and columns may be permuted without changing distances, and every cube
//! replaced by its inverse, so one representative q is kept for each class. Inside a coset
//! distances do not change under the *flips* either: conjugating row i by l² or column j by u²
//! keeps q and translates v by a constant; the quotient of N by these translations is what the
//! tables are indexed by.
//!
//! Inversion makes moves on the right into moves on the left, so what it makes of a representative
//! need not lead where that leads. A table is therefore always filled from the neighbours of the
//! representative itself, wherever *their* distances are kept; that is enough, since they are the
//! distances of the neighbours. But of two classes the first may pull from the second and not the
//! second from the first.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "at most 15 cubes: rows, columns and coordinates are small numbers"
)]

use std::collections::BTreeMap;

use chacha20::ChaCha8Rng;
use itertools::Itertools;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::{Configuration, Size};
use super::matrices::{Canonical, Matrices, entry};
use super::quotient::{Basis, Columns, DIMENSIONS, image, quotient};
use cubegraph_core::Error;
use cubegraph_core::Result;
use cubegraph_core::cube::Rotation;
use cubegraph_core::work::Work;

pub use super::matrices::{Line, MOST_CUBES, Rearrangement};

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

/// From a class along a line: the class reached, and how rows and columns go to match its
/// representative.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The class reached.
    pub class: ClassId,
    /// How to rearrange rows and columns to arrive at its representative.
    pub rearrangement: Rearrangement,
}

/// All classes of a size, with what the search needs to know about each.
#[derive(Debug)]
pub struct Classes {
    matrices: Matrices,
    keys: Vec<u64>,
    orbits: Vec<u64>,
    pivots: Vec<u32>,
    images: Vec<u32>,
    edges: Vec<Edge>,
    ids: FxHashMap<u64, ClassId>,
}

impl Classes {
    /// Finds the classes of an array with at least as many rows as columns, breadth first from the
    /// coset of the solution.
    ///
    /// # Errors
    /// [`Error::TooLarge`] beyond [`MOST_CUBES`]; [`Error::Interrupted`] or [`Error::OutOfTime`]
    /// from `work`.
    ///
    /// # Complexity
    /// Classes times lines canonical forms, each n!·m log m for n columns and m rows.
    pub fn new(size: Size, work: &Work) -> Result<Classes> {
        if size.cells() > MOST_CUBES || size.rows() < size.columns() {
            return Err(Error::too_large(format!(
                "the coset search takes at most {MOST_CUBES} cubes, and {size} has {}",
                size.cells()
            ))
            .help("bounds on the diameter are known for any size"));
        }
        let mut classes = Classes {
            matrices: Matrices::new(size),
            keys: Vec::new(),
            orbits: Vec::new(),
            pivots: Vec::new(),
            images: Vec::new(),
            edges: Vec::new(),
            ids: FxHashMap::default(),
        };
        let solved = classes.matrices.canonical(0);
        classes.add(&solved);
        let mut next = 0;
        while next < classes.keys.len() {
            if next % 4096 == 0 {
                work.check("")?;
            }
            let key = classes.keys[next];
            for line in classes.lines() {
                let found = classes.matrices.canonical(classes.matrices.along(key, line));
                let edge =
                    Edge { class: classes.find_or_add(&found), rearrangement: found.rearrangement };
                classes.edges.push(edge);
            }
            // Nothing pulls from these, but they are there.
            let inverse = classes.matrices.inverse(key);
            for line in classes.lines() {
                let found = classes.matrices.canonical(classes.matrices.along(inverse, line));
                classes.find_or_add(&found);
            }
            next += 1;
        }
        Ok(classes)
    }

    /// How many classes have tables of how many coordinates, without keeping them: for sizes that
    /// are only to be judged.
    ///
    /// # Errors
    /// [`Error::TooLarge`] beyond [`MOST_COUNTED`] cubes; [`Error::Interrupted`] or
    /// [`Error::OutOfTime`] from `work`.
    ///
    /// # Complexity
    /// That of [`Classes::new`], with 16 bytes per class.
    pub fn count_by_dimension(size: Size, work: &Work) -> Result<BTreeMap<usize, u64>> {
        if size.cells() > MOST_COUNTED || size.rows() > MOST_CUBES || size.rows() < size.columns() {
            return Err(Error::too_large(format!(
                "the classes of at most {MOST_COUNTED} cubes in at most {MOST_CUBES} rows are \
                 counted, and {size} has {} cubes",
                size.cells()
            )));
        }
        let matrices = Matrices::new(size);
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let mut level = vec![matrices.canonical(0).key];
        while !level.is_empty() {
            work.check("")?;
            seen.extend(&level);
            let reached = |&key| {
                let both = [key, matrices.inverse(key)];
                both.into_iter()
                    .cartesian_product(matrices.lines())
                    .map(|(key, line)| matrices.canonical(matrices.along(key, line)).key)
                    .collect::<Vec<_>>()
            };
            let mut next: Vec<u64> = level.par_iter().flat_map_iter(reached).collect();
            next.par_sort_unstable();
            next.dedup();
            next.retain(|key| !seen.contains(key));
            level = next;
        }
        let keys: Vec<u64> = seen.into_iter().collect();
        let of = |&key: &u64| dimension(&matrices, key);
        let dimensions: Vec<usize> = keys.par_iter().map(of).collect();
        let mut counts = BTreeMap::new();
        for dimension in dimensions {
            *counts.entry(dimension).or_default() += 1;
        }
        Ok(counts)
    }

    /// About how many classes have tables of how many coordinates, from a sample of the cosets,
    /// each of which stands for the share of its class that it is: in no time, and the same every
    /// time.
    ///
    /// # Panics
    /// If there are more than [`MOST_COUNTED`] cubes, or fewer rows than columns.
    pub fn sampled_by_dimension(size: Size) -> BTreeMap<usize, u64> {
        const SAMPLES: usize = 20_000;
        let matrices = Matrices::new(size);
        // Any two rows of a reachable matrix have equal or opposite parities, and nothing else
        // binds its entries.
        let by_parity: [Vec<usize>; 2] = [true, false].map(|even| {
            let is_such = |&rank: &usize| {
                Rotation::from_rank(rank).is_some_and(|entry| entry.is_even() == even)
            };
            (0..6).filter(is_such).collect()
        });
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut weights: BTreeMap<usize, u64> = BTreeMap::new();
        for _ in 0..SAMPLES {
            let (rows, columns): (u32, u32) = (random.random(), random.random());
            let mut key = 0;
            for cell in 0..size.cells() {
                let (row, column) = (cell / size.columns(), cell % size.columns());
                let odd = (rows >> row ^ columns >> column) & 1;
                let entry = by_parity[odd as usize][random.random_range(0..3)];
                key |= (entry as u64) << (3 * cell);
            }
            *weights.entry(dimension(&matrices, key)).or_default() +=
                matrices.canonical(key).stabiliser;
        }
        let factorial = |n: usize| (1..=n).map(|k| k as f64).product::<f64>();
        let cosets =
            2f64.powi((size.rows() + size.columns() - 1) as i32) * 3f64.powi(size.cells() as i32);
        let orbit = 2.0 * factorial(size.rows()) * factorial(size.columns());
        let share = cosets / orbit / SAMPLES as f64;
        let counts = weights.into_iter();
        counts.map(|(dimension, weight)| (dimension, (weight as f64 * share) as u64)).collect()
    }

    fn find_or_add(&mut self, found: &Canonical) -> ClassId {
        match self.ids.get(&found.key) {
            Some(&class) => class,
            None => self.add(found),
        }
    }

    fn add(&mut self, found: &Canonical) -> ClassId {
        let class = ClassId(self.keys.len() as u32);
        let factorial = |n: usize| (1..=n as u64).product::<u64>();
        let all = 2 * factorial(self.size().rows()) * factorial(self.size().columns());
        let (images, pivots) = quotient(2 * self.size().cells(), &self.matrices.flips(found.key));
        self.keys.push(found.key);
        self.orbits.push(all / found.stabiliser);
        self.pivots.push(pivots);
        self.images.extend(images);
        self.ids.insert(found.key, class);
        class
    }

    /// The size; it has at least as many rows as columns.
    pub const fn size(&self) -> Size {
        self.matrices.size()
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
        self.matrices.lines()
    }

    /// The representative: three bits per cube, row by row, from the lowest bits up.
    pub fn key(&self, class: ClassId) -> u64 {
        self.keys[class.index()]
    }

    /// How many coordinates the quotient by the flips has.
    pub fn dimension(&self, class: ClassId) -> usize {
        2 * self.size().cells() - self.pivots[class.index()].count_ones() as usize
    }

    /// How many configurations one bit of the table of a class stands for.
    pub fn weight(&self, class: ClassId) -> u128 {
        u128::from(self.orbits[class.index()]) << self.pivots[class.index()].count_ones()
    }

    /// Whether permutations of rows and columns alone make inverses of the representative.
    pub fn has_own_inverse(&self, class: ClassId) -> bool {
        let inverse = self.matrices.inverse(self.key(class));
        !self.matrices.canonical(inverse).rearrangement.inverted()
    }

    /// How many bits one plane of all tables has.
    pub fn total_bits(&self) -> u128 {
        self.all().map(|class| 1 << self.dimension(class)).sum()
    }

    /// The coordinates of N that a class's quotient keeps, in order.
    pub fn kept(&self, class: ClassId) -> impl Iterator<Item = usize> + use<> {
        let pivots = self.pivots[class.index()];
        (0..2 * self.size().cells()).filter(move |bit| pivots >> bit & 1 == 0)
    }

    /// The images in a class's quotient of the unit vectors of N.
    pub fn images(&self, class: ClassId) -> &[u32] {
        let dimension = 2 * self.size().cells();
        &self.images[class.index() * dimension..][..dimension]
    }

    /// The place of a vector of N in the table of a class.
    pub fn place(&self, class: ClassId, vector: u32) -> u32 {
        let images = self.images(class).iter().enumerate();
        images.filter(|&(bit, _)| vector >> bit & 1 == 1).fold(0, |place, (_, image)| place ^ image)
    }

    /// The images in a class's quotient of the unit vectors of another coset's N, which a
    /// rearrangement brings to that of the class.
    pub fn images_from(&self, key: u64, rearrangement: Rearrangement, class: ClassId) -> Columns {
        let cells = rearrangement.cells(self.size());
        let images = self.images(class);
        let mut columns = [0; DIMENSIONS];
        for (cell, &to) in cells[..self.size().cells()].iter().enumerate() {
            let there = &images[2 * usize::from(to)..][..2];
            let units = if rearrangement.inverted() {
                self.matrices.inverted_units(key, cell)
            } else {
                [1, 2]
            };
            for (column, unit) in columns[2 * cell..].iter_mut().zip(units) {
                *column = (u32::from(unit & 1) * there[0]) ^ (u32::from(unit >> 1) * there[1]);
            }
        }
        columns
    }

    /// The matrix of a class's representative after a quarter turn of a line.
    pub fn along(&self, class: ClassId, line: Line) -> u64 {
        self.matrices.along(self.key(class), line)
    }

    /// The edges of a class, in the order of [`Classes::lines`].
    pub fn edges(&self, class: ClassId) -> &[Edge] {
        let lines = self.size().rows() + self.size().columns();
        &self.edges[class.index() * lines..][..lines]
    }

    /// Whether two rows of the representative are equal.
    pub fn rows_are_equal(&self, class: ClassId, one: usize, other: usize) -> bool {
        let (key, columns) = (self.key(class), self.size().columns());
        (0..columns).all(|j| {
            let of = |row| entry(key, self.size().cell(row, j));
            of(one) == of(other)
        })
    }

    /// Whether an odd number of quarter turns leads to a class; only with an even number of lines
    /// is that always so or never.
    pub fn is_odd(&self, class: ClassId) -> bool {
        let key = self.key(class);
        let odd = |row, column| {
            Rotation::from_rank(entry(key, self.size().cell(row, column)))
                .is_some_and(|entry| !entry.is_even())
        };
        // The first column is taken to be even; then a row is what its first cube is.
        let rows = (0..self.size().rows()).filter(|&i| odd(i, 0)).count();
        let columns = (0..self.size().columns()).filter(|&j| odd(0, j) != odd(0, 0));
        (rows + columns.count()) % 2 == 1
    }

    /// The vector of N by which a turn of a line changes v.
    pub fn change(&self, class: ClassId, line: Line, turn: Rotation) -> u32 {
        self.matrices.change(self.key(class), line, turn)
    }

    /// The class and the index in its table of a configuration, or `None` if it is not reachable.
    ///
    /// # Panics
    /// If the configuration is of another size.
    pub fn locate(&self, configuration: &Configuration) -> Option<(ClassId, u32)> {
        assert_eq!(configuration.size(), self.size());
        self.locate_cells(configuration.cells().iter().copied())
    }

    /// The same for cubes in row-major order.
    pub fn locate_cells(&self, cells: impl Iterator<Item = Rotation>) -> Option<(ClassId, u32)> {
        let (class, place, _) = self.find_cells(cells)?;
        Some((class, place))
    }

    /// The same, and whether they were inverted for it; where a class has its own inverses that is
    /// never done.
    pub fn find_cells(
        &self,
        cells: impl Iterator<Item = Rotation>,
    ) -> Option<(ClassId, u32, bool)> {
        let (mut key, mut vector) = (0, 0u32);
        for (cell, rotation) in cells.enumerate() {
            key |= (rotation.complement_index() as u64) << (3 * cell);
            vector |= (rotation.klein_index() as u32) << (2 * cell);
        }
        let found = self.matrices.canonical(key);
        let class = *self.ids.get(&found.key)?;
        let images = self.images_from(key, found.rearrangement, class);
        let place = image(&images, vector);
        Some((class, place, found.rearrangement.inverted()))
    }

    /// One of the configurations that an index in the table of a class stands for.
    pub fn configuration(&self, class: ClassId, index: u32) -> Configuration {
        let vector = self
            .kept(class)
            .enumerate()
            .filter(|&(position, _)| index >> position & 1 == 1)
            .fold(0u32, |vector, (_, bit)| vector | 1 << bit);
        let key = self.key(class);
        let mut configuration = Configuration::solved(self.size());
        for cell in 0..self.size().cells() {
            let rank = 6 * (vector >> (2 * cell) & 3) as usize + entry(key, cell);
            if let Some(rotation) = Rotation::from_rank(rank) {
                configuration.set(cell, rotation);
            }
        }
        configuration
    }
}

/// How many coordinates the quotient of N by the flips of a coset has.
fn dimension(matrices: &Matrices, key: u64) -> usize {
    let mut basis = Basis::new();
    for flip in matrices.flips(key) {
        basis.insert(flip);
    }
    2 * matrices.size().cells() - basis.pivots().count_ones() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    fn classes(text: &str) -> Classes {
        Classes::new(text.parse().unwrap(), &Work::default()).unwrap()
    }

    #[test]
    fn classes_and_their_weights_make_up_the_whole_group() {
        for text in ["1x1", "2x1", "2x2", "3x2", "6x1", "3x3", "4x2", "10x1"] {
            let classes = classes(text);
            let whole: u128 =
                classes.all().map(|class| classes.weight(class) << classes.dimension(class)).sum();
            assert_eq!(BigUint::from(whole), classes.size().order(), "{text}");
        }
    }

    #[test]
    fn a_sample_comes_near_what_is_counted() {
        for text in ["3x3", "4x2", "5x2"] {
            let size = text.parse().unwrap();
            let places = |counts: BTreeMap<usize, u64>| {
                let all = counts.iter().map(|(&dimension, &count)| count << dimension);
                all.sum::<u64>() as f64
            };
            let counted = places(Classes::count_by_dimension(size, &Work::default()).unwrap());
            let ratio = places(Classes::sampled_by_dimension(size)) / counted;
            assert!((0.9..1.1).contains(&ratio), "{text}: {ratio}");
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
            let work = Work::default();
            assert_eq!(Classes::count_by_dimension(classes.size(), &work).unwrap(), kept);
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
    fn inverses_are_in_the_same_place_unless_a_class_has_its_own() {
        for text in ["2x1", "2x2", "3x2", "5x1"] {
            let classes = classes(text);
            for class in classes.all() {
                for place in 0..1 << classes.dimension(class) {
                    let inverse = classes.configuration(class, place).inverse();
                    let cells = inverse.cells().iter().copied();
                    let (found, at, inverted) = classes.find_cells(cells).unwrap();
                    assert_eq!(found, class);
                    assert_eq!(inverted, !classes.has_own_inverse(class), "{text}");
                    assert!(at == place || !inverted);
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
            let equal: Vec<bool> =
                (1..4).map(|row| classes.rows_are_equal(class, row - 1, row)).collect();
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
