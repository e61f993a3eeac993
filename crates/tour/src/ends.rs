//! What the fast methods see of a puzzle: orientations as bits, and where a path may begin and end.

use cubegraph_core::cube::notation::Roll;

use super::graph::steps_from;
use super::tables::{ALL_ORIENTATIONS, Orientation, Tables};
use super::{Cell, Closing, Puzzle, Tour};

/// No cell.
pub(super) const NOWHERE: u32 = u32::MAX;

/// The board with its die and labels, by cell index (row by row from the south-west).
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub rows: usize,
    pub columns: usize,
    /// How many cells are free.
    pub size: usize,
    /// For every cell and roll the cell it leads to, or [`NOWHERE`].
    pub neighbours: Vec<[u32; 4]>,
    /// The orientations a cell admits: all, those that show its label, or none where it is blocked.
    pub allowed: Vec<u32>,
    pub tables: Tables,
}

/// Where a path may begin and end: the orientations admitted there, by cell; none where it may not.
///
/// A closed tour is a path that ends beside its start. So every puzzle is a list of these, and its
/// tours are the disjoint union of their paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ends {
    pub first: Vec<u32>,
    pub last: Vec<u32>,
}

impl Rules {
    /// Compiles the puzzle: this is the one place where the grid becomes flat arrays.
    pub fn new(puzzle: &Puzzle) -> Rules {
        let tables = Tables::new(puzzle.handedness(), puzzle.faces());
        let grid = puzzle.graph();
        let mut rules = Rules {
            rows: puzzle.rows(),
            columns: puzzle.columns(),
            size: grid.node_count(),
            neighbours: vec![[NOWHERE; 4]; puzzle.area()],
            allowed: vec![0; puzzle.area()],
            tables,
        };
        let index = |vertex| puzzle.index(grid[vertex]);
        for vertex in grid.node_indices() {
            let here = index(vertex);
            rules.allowed[here] = rules.tables.showing(puzzle.label(grid[vertex]));
            for (roll, next) in steps_from(grid, vertex) {
                rules.neighbours[here][roll as usize] =
                    u32::try_from(index(next)).expect("boards are small");
            }
        }
        rules
    }

    /// The same board with the values of the faces negated, so that its maximum is minus the
    /// minimum here.
    #[must_use]
    pub fn negated(mut self) -> Rules {
        self.tables.value = self.tables.value.map(|value| -value);
        self
    }

    /// How many cells the board has, blocked ones included.
    pub fn area(&self) -> usize {
        self.allowed.len()
    }

    /// Whether a cell is not blocked: on a free one some orientation is allowed.
    pub fn is_free(&self, cell: usize) -> bool {
        self.allowed[cell] != 0
    }

    /// Whether some cell is labelled.
    pub fn is_labelled(&self) -> bool {
        let labelled = |set: &u32| *set != 0 && *set != ALL_ORIENTATIONS;
        self.allowed.iter().any(labelled)
    }

    /// The index of the cell a roll leads to.
    pub fn neighbour(&self, cell: usize, roll: Roll) -> Option<usize> {
        let next = self.neighbours[cell][roll as usize];
        (next != NOWHERE).then_some(next as usize)
    }
}

/// The path problems whose union is the puzzle.
pub(crate) fn ends(puzzle: &Puzzle, rules: &Rules) -> Vec<Ends> {
    let area = rules.area();
    let dice: u32 =
        puzzle.dice().into_iter().fold(0, |set, die| set | 1 << Tables::orientation(die));
    let starts = puzzle.starts();
    if !puzzle.is_closed() {
        let mut ends = Ends {
            first: vec![0; area],
            last: match puzzle.end() {
                None => rules.allowed.clone(),
                Some(_) => vec![0; area],
            },
        };
        for start in starts {
            let k = puzzle.index(start);
            ends.first[k] = dice & rules.allowed[k];
        }
        if let Some(end) = puzzle.end() {
            let k = puzzle.index(end);
            ends.last[k] = rules.allowed[k];
        }
        return vec![ends];
    }
    if puzzle.size() < 4 {
        return Vec::new();
    }
    starts.into_iter().flat_map(|start| closed_ends(puzzle, rules, start, dice)).collect()
}

/// Closed tours from one start: together, or one for each orientation if the die must come home as
/// it left.
fn closed_ends(puzzle: &Puzzle, rules: &Rules, start: Cell, dice: u32) -> Vec<Ends> {
    let area = rules.area();
    let home = puzzle.index(start);
    let dice = dice & rules.allowed[home];
    let to_home = |last: &mut Vec<u32>, wanted: &dyn Fn(Orientation) -> bool| {
        for roll in Roll::ALL {
            // The cell from which `roll` leads home is the one the opposite roll leads to.
            if let Some(beside) = rules.neighbour(home, roll.back()) {
                last[beside] = (0..24u8)
                    .filter(|&o| wanted(rules.tables.next[usize::from(o)][roll as usize]))
                    .fold(0, |set, o| set | 1 << o)
                    & rules.allowed[beside];
            }
        }
    };
    let mut all = Vec::new();
    let mut add = |first_dice: u32, wanted: &dyn Fn(Orientation) -> bool| {
        let mut ends = Ends { first: vec![0; area], last: vec![0; area] };
        ends.first[home] = first_dice;
        to_home(&mut ends.last, wanted);
        all.push(ends);
    };
    if puzzle.closing() == Closing::Closed {
        add(dice, &|_| true);
    } else {
        for o in (0..24u8).filter(|o| dice >> o & 1 == 1) {
            add(1 << o, &|after| after == o);
        }
    }
    all
}

/// The tour along these cells (indices), which starts with the die in this orientation; a closed
/// one gets its roll home.
pub(crate) fn tour_along(
    puzzle: &Puzzle,
    tables: &Tables,
    cells: &[usize],
    die: Orientation,
) -> Tour {
    let cells: Vec<Cell> = cells.iter().map(|&k| puzzle.cell(k)).collect();
    let home = puzzle.is_closed().then_some(&cells[0]);
    let next = cells.iter().skip(1).chain(home);
    let rolls: Vec<Roll> = cells
        .iter()
        .zip(next)
        .map(|(from, &to)| from.roll_to(to).expect("a path goes from neighbour to neighbour"))
        .collect();
    Tour { start: cells[0], die: tables.die(die), moves: rolls.into() }
}
