//! Numbers for the two parts of the subgroup method; K is the first k rows.
//!
//! Let D = ⟨u², l⟩, which has order 8: what a cell of a row in K can do inside H₁. An element of D
//! is u^(2a)·l^c. The rows outside K can do anything inside H₁ that parity allows.
//!
//! * **Inside H₁** a configuration is given by a for every row of K, the parity of every other row
//!   and of every column, and then for every cell: in K, whether c is 2 or 3 rather than 0 or 1;
//!   elsewhere, which of the 12 rotations of its parity.
//! * **The cosets of H₁.** A rotation is d·t with d in D and t one of three even rotations. Left
//!   factors in H₁ change a along a whole row, and the parity along a column. So a coset is given
//!   by t for every cell of K, by a relative to the first cell of the row, and by the parity of the
//!   rows relative to the first row.

use crate::plain::{Coordinates, Steps};
use crate::{Axis, Configuration, Metric, Move, Size};
use cubegraph_core::cube::Rotation;

/// d·t for one rotation: which t, and a and c of d = u^(2a)·l^c.
#[derive(Clone, Copy)]
struct Split {
    t: usize,
    a: bool,
    c: u8,
}

fn half_row() -> Rotation {
    Rotation::UP.pow(2)
}

/// u^(2a)·l^c.
fn in_d(a: bool, c: u8) -> Rotation {
    let first = if a { half_row() } else { Rotation::IDENTITY };
    first * Rotation::LEFT.pow(u32::from(c))
}

/// The three even rotations t, the identity first, and every rotation split.
fn splits() -> ([Rotation; 3], [Split; 24]) {
    let mut splits = [None; 24];
    let mut reps = [Rotation::IDENTITY; 3];
    let mut found = 0;
    for t in Rotation::all().filter(|t| t.is_even()) {
        if splits[t.rank()].is_some() || found == 3 {
            continue;
        }
        reps[found] = t;
        for a in [false, true] {
            for c in 0..4 {
                splits[(in_d(a, c) * t).rank()] = Some(Split { t: found, a, c });
            }
        }
        found += 1;
    }
    let none = Split { t: 0, a: false, c: 0 };
    (reps, splits.map(|split| split.unwrap_or(none)))
}

fn digit(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(u16::MAX)
}

/// The cosets of H₁.
pub struct Into {
    k: usize,
    splits: [Split; 24],
    radices: Vec<usize>,
    moves: Vec<Move>,
    costs: Vec<usize>,
    /// For each turn of [`turns`]: what it does to the state of a row, if the row turns or if
    /// the column j does.
    row_maps: Vec<Vec<u16>>,
    column_maps: Vec<Vec<Vec<u16>>>,
}

impl Into {
    pub fn new(size: Size, k: usize, metric: Metric) -> Into {
        let (reps, splits) = splits();
        let n = size.columns();
        let radix = 6usize.pow(u32::try_from(n).unwrap_or(u32::MAX)) / 2;
        // Turns of rows outside K change nothing here.
        let moves: Vec<Move> =
            Move::all(size, metric).filter(|step| !step.is_row() || step.line < k).collect();
        // A cell after a turn: its new t, and whether a changes.
        let after = |t: usize, turn: Rotation| {
            let split = splits[(reps[t] * turn).rank()];
            (split.t, split.a)
        };
        let map = |turn: Rotation, columns: std::ops::Range<usize>| -> Vec<u16> {
            (0..radix)
                .map(|state| {
                    let mut cells = decode_row(state, n);
                    for cell in &mut cells[columns.clone()] {
                        let (t, flips) = after(cell.0, turn);
                        *cell = (t, cell.1 ^ flips);
                    }
                    digit(encode_row(&cells))
                })
                .collect()
        };
        let row_maps = turns()
            .map(|(axis, turn)| match axis {
                Axis::Row => map(turn, 0..n),
                Axis::Column => Vec::new(),
            })
            .collect();
        let column_maps = turns()
            .map(|(axis, turn)| {
                let columns = if axis == Axis::Row { 0 } else { n };
                (0..columns).map(|j| map(turn, j..j + 1)).collect()
            })
            .collect();
        Into {
            k,
            splits,
            radices: vec![radix; k],
            costs: vec![1; moves.len()],
            moves,
            row_maps,
            column_maps,
        }
    }

    /// How many rows K has.
    pub fn lines(&self) -> usize {
        self.k
    }

    /// The number of the coset of a configuration.
    pub fn rank(&self, configuration: &Configuration) -> u64 {
        let rows: Vec<&[Rotation]> = configuration.rows().take(self.k).collect();
        let parity = |i: usize| rows[i][0].is_even();
        let mut number =
            (1..self.k).fold(0u64, |bits, i| bits | u64::from(parity(i) != parity(0)) << (i - 1));
        for row in rows {
            let cells: Vec<(usize, bool)> =
                row.iter().map(|r| (self.splits[r.rank()].t, self.splits[r.rank()].a)).collect();
            number = number * self.radices[0] as u64 + encode_row(&cells) as u64;
        }
        number
    }
}

/// The state of a row of K: t of every cell, and a relative to the first cell.
fn encode_row(cells: &[(usize, bool)]) -> usize {
    cells
        .iter()
        .skip(1)
        .fold(cells[0].0, |state, &(t, a)| state * 6 + t * 2 + usize::from(a != cells[0].1))
}

fn decode_row(state: usize, columns: usize) -> Vec<(usize, bool)> {
    let mut cells = vec![(0, false); columns];
    let mut rest = state;
    for cell in cells[1..].iter_mut().rev() {
        *cell = (rest % 6 / 2, rest % 2 == 1);
        rest /= 6;
    }
    cells[0].0 = rest;
    cells
}

/// All turns of lines, those of rows first.
fn turns() -> impl Iterator<Item = (Axis, Rotation)> {
    Axis::ALL.into_iter().flat_map(|axis| axis.turns(Metric::Half).map(move |turn| (axis, turn)))
}

/// The number of a turn among [`turns`].
fn place(step: Move) -> usize {
    turns().position(|turn| turn == (step.axis, step.turn)).unwrap_or(0)
}

impl Coordinates for Into {
    fn cosets(&self) -> u64 {
        1 << (self.k - 1)
    }

    fn radices(&self) -> &[usize] {
        &self.radices
    }

    fn costs(&self) -> &[usize] {
        &self.costs
    }

    fn steps<'a>(&'a self, coset: u64, steps: &mut Steps<'a>) {
        steps.targets.clear();
        steps.digits.clear();
        let all = self.cosets() - 1;
        for &step in &self.moves {
            let turn = place(step);
            let flips = match step.line {
                _ if !step.is_row() || step.is_half() => 0,
                0 => all,
                i => 1 << (i - 1),
            };
            steps.targets.push(coset ^ flips);
            steps.digits.push(if step.is_row() {
                vec![(step.line, self.row_maps[turn].as_slice())]
            } else {
                let map = self.column_maps[turn][step.line].as_slice();
                (0..self.k).map(|i| (i, map)).collect()
            });
        }
    }
}

/// The configurations of H₁.
pub struct Within {
    size: Size,
    k: usize,
    splits: [Split; 24],
    radices: Vec<usize>,
    moves: Vec<Move>,
    costs: Vec<usize>,
    /// The place of every rotation among the 12 of its parity.
    places: [usize; 24],
    /// What a turn does to the digit of a cell in K, by turn, a, and the parity of the column; and
    /// of a cell elsewhere, by turn and parity.
    inner: Vec<[[[u16; 2]; 2]; 2]>,
    outer: Vec<[[u16; 12]; 2]>,
}

impl Within {
    pub fn new(size: Size, k: usize, metric: Metric) -> Within {
        let (_, splits) = splits();
        let mut moves = Vec::new();
        let mut costs = Vec::new();
        for step in Move::all(size, Metric::Half) {
            let in_k = step.is_row() && step.line < k;
            if in_k != (in_k && step.is_half())
                || (!in_k && metric == Metric::Quarter && step.is_half())
            {
                continue;
            }
            moves.push(step);
            costs.push(if in_k && metric == Metric::Quarter { 2 } else { 1 });
        }
        let mut places = [0; 24];
        let of_parity: [Vec<Rotation>; 2] =
            [false, true].map(|odd| Rotation::all().filter(|r| r.is_even() != odd).collect());
        for list in &of_parity {
            for (place, rotation) in list.iter().enumerate() {
                places[rotation.rank()] = place;
            }
        }
        let inner = turns()
            .map(|(_, turn)| {
                [false, true].map(|a| {
                    [0u8, 1].map(|odd| {
                        [0u8, 1].map(|e| {
                            let after = in_d(a, odd + 2 * e) * turn;
                            u16::from(splits[after.rank()].c / 2)
                        })
                    })
                })
            })
            .collect();
        let outer = turns()
            .map(|(_, turn)| {
                [0, 1].map(|odd: usize| {
                    std::array::from_fn(|place| {
                        digit(places[(of_parity[odd][place] * turn).rank()])
                    })
                })
            })
            .collect();
        let radices =
            (0..size.cells()).map(|cell| if cell / size.columns() < k { 2 } else { 12 }).collect();
        Within { size, k, splits, radices, moves, costs, places, inner, outer }
    }

    /// The moves of H₁, in the order of their costs.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The number of a configuration of H₁.
    pub fn rank(&self, configuration: &Configuration) -> u64 {
        let (size, cells) = (self.size, configuration.cells());
        let odd = |i: usize, j: usize| !cells[size.cell(i, j)].is_even();
        let mut number = 0u64;
        for i in 0..size.rows() {
            let bit = if i < self.k {
                self.splits[cells[size.cell(i, 0)].rank()].a
            } else {
                odd(i, 0) ^ odd(0, 0)
            };
            number |= u64::from(bit) << i;
        }
        for j in 0..size.columns() {
            number |= u64::from(odd(0, j)) << (size.rows() + j);
        }
        for (cell, rotation) in cells.iter().enumerate() {
            let value = if cell / size.columns() < self.k {
                u64::from(self.splits[rotation.rank()].c / 2)
            } else {
                self.places[rotation.rank()] as u64
            };
            number = number * self.radices[cell] as u64 + value;
        }
        number
    }
}

impl Coordinates for Within {
    fn cosets(&self) -> u64 {
        1 << (self.size.rows() + self.size.columns())
    }

    fn radices(&self) -> &[usize] {
        &self.radices
    }

    fn costs(&self) -> &[usize] {
        &self.costs
    }

    fn steps<'a>(&'a self, coset: u64, steps: &mut Steps<'a>) {
        let (size, rows) = (self.size, self.size.rows());
        let bit = |place: usize| usize::try_from(coset >> place & 1).unwrap_or(0);
        steps.targets.clear();
        steps.digits.clear();
        for &step in &self.moves {
            let turn = place(step);
            let own = if step.is_row() { step.line } else { rows + step.line };
            // The half turn of a row of K changes its a; every quarter turn changes the parity of
            // its line.
            let changes = (step.is_row() && step.line < self.k) || !step.is_half();
            steps.targets.push(coset ^ u64::from(changes) << own);
            let digits = step
                .cells(size)
                .map(|cell| {
                    let (i, column_odd) =
                        (cell / size.columns(), bit(rows + cell % size.columns()));
                    let map: &[u16] = if i < self.k {
                        &self.inner[turn][bit(i)][column_odd]
                    } else {
                        &self.outer[turn][bit(i) ^ column_odd]
                    };
                    (cell, map)
                })
                .collect();
            steps.digits.push(digits);
        }
    }
}
