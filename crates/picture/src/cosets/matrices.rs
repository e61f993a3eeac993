//! Matrices over S₃, which name the cosets of V₄^(mn): how turns change them, and which of them
//! rows and columns in another order make equal.
//!
//! A matrix is a number, three bits per cube, row by row, from the lowest bits up.
#![expect(
    clippy::cast_possible_truncation,
    reason = "at most 16 cubes: rows, columns and entries are small numbers"
)]

use itertools::Itertools;

use super::super::{Axis, Size};
use cubegraph_core::cube::Rotation;

/// The most cubes the coset search takes: vectors of N, with two bits per cube and some to spare,
/// are 32 bits.
pub const MOST_CUBES: usize = 15;

/// A row or a column; its quarter turns both ways lead to the same coset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// A row, from 0.
    Row(usize),
    /// A column, from 0.
    Column(usize),
}

impl Line {
    pub const fn axis(self) -> Axis {
        match self {
            Line::Row(_) => Axis::Row,
            Line::Column(_) => Axis::Column,
        }
    }

    /// The two quarter turns and the half turn.
    pub fn turns(self) -> [Rotation; 3] {
        self.axis().all_turns()
    }
}

/// Where rows and columns go: row i to `row(i)`, column j to `column(j)`, four bits each; and
/// whether all cubes are inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rearrangement {
    rows: u64,
    columns: u16,
    inverted: bool,
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

    /// Whether every cube is replaced by its inverse.
    pub const fn inverted(self) -> bool {
        self.inverted
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

/// The arrangement that represents a matrix over S₃ under permutations of rows and columns and
/// inversion.
pub struct Canonical {
    /// That arrangement.
    pub key: u64,
    /// How rows and columns go to arrive at it, and whether it is inverted.
    pub rearrangement: Rearrangement,
    /// How many permutations of rows and columns, with or without inversion, leave it as it is.
    pub stabiliser: u64,
}

/// S₃ as the complement of V₄ in S₄: products, inverses, and the action on V₄ by conjugation.
#[derive(Debug)]
struct Complement {
    product: [[u8; 6]; 6],
    inverse: [u8; 6],
    action: [[u8; 4]; 6],
}

impl Complement {
    fn new() -> Complement {
        let all: Vec<Rotation> = Rotation::all().collect();
        Complement {
            product: std::array::from_fn(|s| {
                std::array::from_fn(|t| (all[s] * all[t]).complement_index() as u8)
            }),
            inverse: std::array::from_fn(|s| all[s].inverse().complement_index() as u8),
            action: std::array::from_fn(|s| {
                std::array::from_fn(|v| {
                    (all[s] * all[6 * v] * all[s].inverse()).klein_index() as u8
                })
            }),
        }
    }
}

/// The entry of a matrix at a cell: the rank of a rotation of the complement.
pub const fn entry(key: u64, cell: usize) -> usize {
    (key >> (3 * cell) & 7) as usize
}

/// The matrices of a size.
#[derive(Debug)]
pub struct Matrices {
    size: Size,
    complement: Complement,
    column_orders: Vec<Vec<usize>>,
}

impl Matrices {
    /// For arrays of a size with few columns.
    pub fn new(size: Size) -> Matrices {
        Matrices {
            size,
            complement: Complement::new(),
            column_orders: (0..size.columns()).permutations(size.columns()).collect(),
        }
    }

    /// The size.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The lines, rows first.
    pub fn lines(&self) -> impl Iterator<Item = Line> + Clone + use<> {
        let (rows, columns) = (self.size.rows(), self.size.columns());
        (0..rows).map(Line::Row).chain((0..columns).map(Line::Column))
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
    pub fn along(&self, key: u64, line: Line) -> u64 {
        let turn = line.turns()[0].complement_index();
        self.cells(line).fold(key, |key, cell| {
            let after = self.complement.product[entry(key, cell)][turn];
            key & !(7 << (3 * cell)) | u64::from(after) << (3 * cell)
        })
    }

    /// The matrix of the inverse entries.
    pub fn inverse(&self, key: u64) -> u64 {
        (0..self.size.cells()).fold(0, |inverse, cell| {
            inverse | u64::from(self.complement.inverse[entry(key, cell)]) << (3 * cell)
        })
    }

    /// Where the two coordinates of a cell go when a configuration v·q of this coset is inverted:
    /// (v·q)⁻¹ = q⁻¹(v)·q⁻¹, and q⁻¹ acts on v cell by cell.
    pub fn inverted_units(&self, key: u64, cell: usize) -> [u8; 2] {
        let inverse = self.complement.inverse[entry(key, cell)];
        [1, 2].map(|unit: usize| self.complement.action[usize::from(inverse)][unit])
    }

    /// The vector of N by which a turn of a line changes v: the V₄ part of the turn, conjugated
    /// cell by cell.
    pub fn change(&self, key: u64, line: Line, turn: Rotation) -> u32 {
        let part = turn.klein_index();
        self.cells(line).fold(0, |vector, cell| {
            let moved = self.complement.action[entry(key, cell)][part];
            vector | u32::from(moved) << (2 * cell)
        })
    }

    /// The translations by which the flips of rows and columns act on the coset of a matrix.
    pub fn flips(&self, key: u64) -> Vec<u32> {
        self.lines()
            .map(|line| {
                // A row is flipped by the half turn of columns, and the other way round.
                let [_, _, by] = line.axis().transposed().all_turns();
                let by = by.klein_index();
                self.cells(line).fold(0, |vector, cell| {
                    let moved = self.complement.action[entry(key, cell)][by];
                    vector | u32::from(moved ^ by as u8) << (2 * cell)
                })
            })
            .collect()
    }

    /// One of the matrices that permutations of rows and columns and inversion make of this one,
    /// the same for all of them, and how they do it: for every order of the columns, of which there
    /// are few, the rows are sorted, and the least is taken.
    pub fn canonical(&self, key: u64) -> Canonical {
        let (rows, columns) = (self.size.rows(), self.size.columns());
        let width = 3 * columns;
        let row_mask = (1 << width) - 1;
        let mut best = [u32::MAX; MOST_CUBES];
        let mut best_way = (false, &self.column_orders[0]);
        let mut ties = 0;
        for (inverted, key) in [(false, key), (true, self.inverse(key))] {
            for order in &self.column_orders {
                let mut sorted = [u32::MAX; MOST_CUBES];
                for (i, entry) in sorted[..rows].iter_mut().enumerate() {
                    let row = (key >> (width * i) & row_mask) as u32;
                    let arranged = order
                        .iter()
                        .enumerate()
                        .fold(0, |sum, (to, from)| sum | (row >> (3 * from) & 7) << (3 * to));
                    *entry = arranged << 4 | i as u32;
                }
                sorted[..rows].sort_unstable();
                let compared = (sorted.iter().map(|e| e >> 4)).cmp(best.iter().map(|e| e >> 4));
                match compared {
                    std::cmp::Ordering::Less => {
                        (best, best_way, ties) = (sorted, (inverted, order), 1);
                    }
                    std::cmp::Ordering::Equal => ties += 1,
                    std::cmp::Ordering::Greater => {}
                }
            }
        }
        let mut found = Canonical {
            key: 0,
            rearrangement: Rearrangement { rows: 0, columns: 0, inverted: best_way.0 },
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
        for (to, from) in best_way.1.iter().enumerate() {
            found.rearrangement.columns |= (to as u16) << (4 * from);
        }
        found
    }
}
