//! What the fast methods see of a puzzle: orientations as bits, and where a path may begin and end.

use crate::cube::notation::Roll;

use super::tables::{ALL_ORIENTATIONS, Orientation, Tables};
use super::{Cell, Closing, Puzzle, Tour};

/// The board with its die and labels, by cell index (row by row from the south-west).
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub rows: usize,
    pub columns: usize,
    /// How many cells are free.
    pub size: usize,
    pub free: Vec<bool>,
    /// The orientations a cell admits: all, or those that show its label.
    pub allowed: Vec<u32>,
    pub tables: Tables,
}

/// Where a path may begin and end: the orientations admitted there, by cell; none where it may not.
///
/// A closed tour is a path that ends beside its start. So every puzzle is a list of these, and its tours are the disjoint
/// union of their paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ends {
    pub first: Vec<u32>,
    pub last: Vec<u32>,
}

impl Rules {
    pub fn new(puzzle: &Puzzle) -> Rules {
        let tables = Tables::new(puzzle);
        let indices = 0..puzzle.rows() * puzzle.columns();
        Rules {
            rows: puzzle.rows(),
            columns: puzzle.columns(),
            size: puzzle.size(),
            free: indices
                .clone()
                .map(|k| puzzle.is_free(puzzle.cell(k)))
                .collect(),
            allowed: indices
                .map(|k| {
                    if puzzle.is_free(puzzle.cell(k)) {
                        tables.showing(puzzle.label(puzzle.cell(k)))
                    } else {
                        0
                    }
                })
                .collect(),
            tables,
        }
    }

    /// The same board with the values of the faces negated, so that its maximum is minus the minimum here.
    #[must_use]
    pub fn negated(mut self) -> Rules {
        self.tables.value = self.tables.value.map(|value| -value);
        self
    }

    /// Whether some cell is labelled.
    pub fn is_labelled(&self) -> bool {
        self.free
            .iter()
            .zip(&self.allowed)
            .any(|(&free, &allowed)| free && allowed != ALL_ORIENTATIONS)
    }

    /// The index of the free cell a roll leads to.
    pub fn neighbour(&self, cell: usize, roll: usize) -> Option<usize> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let next = match roll {
            0 if row + 1 < self.rows => cell + self.columns,
            1 if row > 0 => cell - self.columns,
            2 if column + 1 < self.columns => cell + 1,
            3 if column > 0 => cell - 1,
            _ => return None,
        };
        self.free[next].then_some(next)
    }
}

/// The path problems whose union is the puzzle.
pub(crate) fn ends(puzzle: &Puzzle, rules: &Rules) -> Vec<Ends> {
    let area = rules.free.len();
    let dice: u32 = puzzle
        .dice()
        .into_iter()
        .fold(0, |set, die| set | 1 << Tables::orientation(die));
    let starts = puzzle.starts();
    if puzzle.settings().closing == Closing::Open {
        let mut ends = Ends {
            first: vec![0; area],
            last: match puzzle.settings().end {
                None => rules.allowed.clone(),
                Some(_) => vec![0; area],
            },
        };
        for start in starts {
            let k = puzzle.index(start);
            ends.first[k] = dice & rules.allowed[k];
        }
        if let Some(end) = puzzle.settings().end {
            let k = puzzle.index(end);
            ends.last[k] = rules.allowed[k];
        }
        return vec![ends];
    }
    if puzzle.size() < 4 {
        return Vec::new();
    }
    starts
        .into_iter()
        .flat_map(|start| closed_ends(puzzle, rules, start, dice))
        .collect()
}

/// Closed tours from one start: together, or one for each orientation if the die must come home as it left.
fn closed_ends(puzzle: &Puzzle, rules: &Rules, start: Cell, dice: u32) -> Vec<Ends> {
    let area = rules.free.len();
    let home = puzzle.index(start);
    let dice = dice & rules.allowed[home];
    let to_home = |last: &mut Vec<u32>, wanted: &dyn Fn(Orientation) -> bool| {
        for (roll, _) in Roll::ALL.iter().enumerate() {
            // The cell from which `roll` leads home is the one the opposite roll leads to.
            if let Some(beside) = rules.neighbour(home, roll ^ 1) {
                last[beside] = (0..24u8)
                    .filter(|&o| wanted(rules.tables.next[usize::from(o)][roll]))
                    .fold(0, |set, o| set | 1 << o)
                    & rules.allowed[beside];
            }
        }
    };
    let mut all = Vec::new();
    let mut add = |first_dice: u32, wanted: &dyn Fn(Orientation) -> bool| {
        let mut ends = Ends {
            first: vec![0; area],
            last: vec![0; area],
        };
        ends.first[home] = first_dice;
        to_home(&mut ends.last, wanted);
        all.push(ends);
    };
    if puzzle.settings().closing == Closing::Closed {
        add(dice, &|_| true);
    } else {
        for o in (0..24u8).filter(|o| dice >> o & 1 == 1) {
            add(1 << o, &|after| after == o);
        }
    }
    all
}

/// The tour along these cells (indices), which starts with the die in this orientation; a closed one gets its roll home.
pub(crate) fn tour_along(
    puzzle: &Puzzle,
    tables: &Tables,
    cells: &[usize],
    die: Orientation,
) -> Tour {
    let closed = puzzle.settings().closing != Closing::Open;
    let home = closed.then_some(&cells[0]);
    let next = cells.iter().skip(1).chain(home);
    let rolls = cells
        .iter()
        .zip(next)
        .map(|(&from, &to)| {
            let (from, to) = (puzzle.cell(from), puzzle.cell(to));
            match (to.row.cmp(&from.row), to.column.cmp(&from.column)) {
                (std::cmp::Ordering::Greater, _) => Roll::North,
                (std::cmp::Ordering::Less, _) => Roll::South,
                (_, std::cmp::Ordering::Greater) => Roll::East,
                _ => Roll::West,
            }
        })
        .collect();
    Tour {
        start: puzzle.cell(cells[0]),
        die: tables.die(die),
        rolls,
    }
}
