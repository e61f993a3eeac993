//! An array of cubes, its moves and its symmetries, written from the rules of the puzzle.

use std::collections::BTreeSet;

use super::Searches;
use cubegraph_core::cube::Rotation;
use cubegraph_core::work::{Result, Work};
use itertools::Itertools;
use num_bigint::BigUint;

/// How many rows and columns of cubes there are, and whether a half turn is one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Array {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// Whether a half turn is one move.
    pub half_turns: bool,
}

/// A turn of one row or column.
#[derive(Clone, Copy, Debug)]
pub struct LineTurn {
    is_row: bool,
    line: usize,
    rotation: Rotation,
}

/// The names of the turns, whether they turn a row, and which quarter turns they consist of.
const TURNS: [(&str, bool, &[Rotation]); 6] = [
    ("up", true, &[Rotation::UP]),
    ("down", true, &[Rotation::DOWN]),
    ("row", true, &[Rotation::UP, Rotation::UP]),
    ("left", false, &[Rotation::LEFT]),
    ("right", false, &[Rotation::RIGHT]),
    ("column", false, &[Rotation::LEFT, Rotation::LEFT]),
];

fn product(turns: &[Rotation]) -> Rotation {
    turns.iter().fold(Rotation::IDENTITY, |all, &turn| all * turn)
}

impl Array {
    /// How many cubes there are.
    pub fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// How many configurations can be reached: 2^(m+n−1)·12^(mn) (Burcsi, Theorem 8).
    pub fn order(self) -> BigUint {
        num_traits::pow(BigUint::from(12u32), self.cells()) << (self.rows + self.columns - 1)
    }

    /// The solved configuration.
    pub fn solved(self) -> Vec<Rotation> {
        vec![Rotation::IDENTITY; self.cells()]
    }

    /// Whether a turn counts as one move, and how many lines it has to choose from.
    fn lines(self, turn: &(&str, bool, &[Rotation])) -> usize {
        match turn {
            (.., quarters) if quarters.len() > 1 && !self.half_turns => 0,
            (_, true, _) => self.rows,
            _ => self.columns,
        }
    }

    /// All moves.
    pub fn moves(self) -> Vec<LineTurn> {
        let of = |turn: &'static (&str, bool, &[Rotation])| {
            let (is_row, rotation) = (turn.1, product(turn.2));
            (0..self.lines(turn)).map(move |line| LineTurn { is_row, line, rotation })
        };
        TURNS.iter().flat_map(of).collect()
    }

    /// Reads a move such as `up1` or `left2`; `None` if it is not a move of this array.
    pub fn read_move(self, text: &str) -> Option<LineTurn> {
        let (name, number) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
        let turn = TURNS.iter().find(|turn| turn.0 == name)?;
        let line = number.parse::<usize>().ok()?.checked_sub(1)?;
        let (is_row, rotation) = (turn.1, product(turn.2));
        (line < self.lines(turn)).then_some(LineTurn { is_row, line, rotation })
    }

    /// Makes a move.
    pub fn turn(self, cells: &mut [Rotation], step: LineTurn) {
        for (place, cell) in cells.iter_mut().enumerate() {
            let (row, column) = (place / self.columns, place % self.columns);
            if step.line == if step.is_row { row } else { column } {
                *cell = *cell * step.rotation;
            }
        }
    }

    /// The length of a solution, which is replayed; `None` if there is none, or if it does not
    /// solve.
    ///
    /// # Errors
    /// Those of `searches`.
    pub fn solution(
        self,
        cells: &[Rotation],
        searches: &dyn Searches,
        work: &Work,
    ) -> Result<Option<usize>> {
        let Some(moves) = searches.solve(cells, work)? else {
            return Ok(None);
        };
        let mut replayed = cells.to_vec();
        for name in &moves {
            let Some(step) = self.read_move(name) else {
                return Ok(None);
            };
            self.turn(&mut replayed, step);
        }
        Ok((replayed == self.solved()).then_some(moves.len()))
    }

    /// The configurations one move away.
    pub fn neighbours<'a>(
        self,
        moves: &'a [LineTurn],
        here: &'a [Rotation],
    ) -> impl Iterator<Item = Vec<Rotation>> + 'a {
        moves.iter().map(move |&step| {
            let mut after = here.to_vec();
            self.turn(&mut after, step);
            after
        })
    }

    /// How many symmetries keep the set of moves: 2^m·m!·2^n·n!, twice that for squares.
    pub fn symmetries(self) -> usize {
        let of_lines = |n: usize| (1..=n).fold(1usize, |all, k| all.saturating_mul(2 * k));
        let all = of_lines(self.rows).saturating_mul(of_lines(self.columns));
        all.saturating_mul(if self.rows == self.columns { 2 } else { 1 })
    }

    /// All images of a configuration under the symmetries that keep the set of moves: rows and
    /// columns are permuted, each of them is conjugated by the half turn of the other kind, and a
    /// square is transposed, which exchanges u with l and d with r.
    pub fn images(self, cells: &[Rotation]) -> BTreeSet<Vec<Rotation>> {
        let mut images = BTreeSet::new();
        let mut starts = vec![cells.to_vec()];
        if self.rows == self.columns {
            starts.push(self.transposed(cells));
        }
        for start in starts {
            for flips in 0..1u64 << (self.rows + self.columns) {
                let flipped: Vec<Rotation> = (start.iter().enumerate())
                    .map(|(place, &cube)| {
                        let (i, j) = (place / self.columns, place % self.columns);
                        let cube = conjugated(cube, Rotation::LEFT, flips >> i & 1 == 1);
                        conjugated(cube, Rotation::UP, flips >> (self.rows + j) & 1 == 1)
                    })
                    .collect();
                for rows in (0..self.rows).permutations(self.rows) {
                    for columns in (0..self.columns).permutations(self.columns) {
                        let cells = rows.iter().cartesian_product(&columns);
                        let image = cells.map(|(&i, &j)| flipped[i * self.columns + j]);
                        images.insert(image.collect());
                    }
                }
            }
        }
        images
    }

    fn transposed(self, cells: &[Rotation]) -> Vec<Rotation> {
        let exchanges = |half: &Rotation| {
            *half * *half == Rotation::IDENTITY
                && *half * Rotation::UP * *half == Rotation::LEFT
                && *half * Rotation::DOWN * *half == Rotation::RIGHT
        };
        let half = Rotation::all().find(exchanges).unwrap_or(Rotation::IDENTITY);
        let cell = |(j, i): (usize, usize)| half * cells[i * self.columns + j] * half;
        (0..self.columns).cartesian_product(0..self.rows).map(cell).collect()
    }
}

/// A cube, conjugated by twice the quarter turn if `really`.
fn conjugated(cube: Rotation, quarter: Rotation, really: bool) -> Rotation {
    let half = quarter * quarter;
    if really { half * cube * half } else { cube }
}
