//! Rolling-die tours: a die visits every cell of a board once and shows a face on each.
//!
//! The die stands on a cell of a board of rows × columns and rolls, one cell at a time, onto a neighbouring cell.
//! A *tour* visits every free cell exactly once; the face on top is noted on every visit, and the *sum* of a tour is the sum of the
//! values noted (Jandhyala, *Solving Puzzles through Mathematical Programming*, ch. 14).
//! A *closed* tour makes one roll more, back to its start; that roll notes nothing.
//!
//! # Conventions
//! * Cells are (row, column), counted from 0 in the south-west; N is row + 1, E is column + 1.
//! * A die is (top, north, east). Unless said otherwise it starts on (0, 0) as (1, 2, 3).
//! * Tours are counted directed, as (start, die, rolls): a cycle counts twice from a fixed start, and every orientation of a
//!   free die counts separately.
//! * Rolling back undoes a roll, so along a tour the orientation is a label of the cell and does not depend on the direction of travel.
//!   Every roll is odd, so only twelve of the 24 orientations can occur on a given cell once the start is known.
//!
//! # The rooms
//! * [`graph`]: the grid and the roll graph
//! * [`check`]: replays a tour with the document's four formulas
//! * [`obstacle`]: why a board has no tour, seen at a glance
//! * [`naive`]: the reference everything is tested against
//! * [`search`]: all tours by pruned depth-first search
//! * [`optimum`]: the extreme sums with proof, by a program over visited sets
//! * [`spectrum`]: the distribution of sums, by the same program
//! * [`frontier`]: strips of any length, by a program over loose ends
//! * [`answer`]: picks the method, combines and checks
//! * [`generate`]: labelled boards with one tour
//! * [`uniqueness`]: whether a fully labelled board determines its tour
//! * [`draw`]: the pictures

pub mod answer;
mod bound;
pub mod check;
pub mod draw;
mod ends;
pub mod frontier;
pub mod generate;
pub mod graph;
mod label;
mod layers;
pub mod naive;
pub mod obstacle;
pub mod optimum;
mod raw;
mod region;
pub mod search;
pub mod spectrum;
mod spread;
pub mod strips;
mod tables;
pub mod uniqueness;

use std::fmt;

use crate::cube::notation::{Die, Handedness, Roll};

pub use raw::Raw;

/// The most cells a board may have before it is refused as a mistake.
pub const MOST_CELLS: usize = 1_000_000;
/// Where a tour starts unless the puzzle says otherwise.
const DEFAULT_START: Start = Start::At(Cell::new(0, 0));
/// What an index of a cell means, for messages that show one.
const COUNTING: &str = "cells are (row, column), counted from 0 in the south-west";
/// The largest absolute value of a face.
pub const LARGEST_FACE_VALUE: i64 = 1_000_000;

/// A cell of the board: (0, 0) is in the south-west.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Counted from 0 in the south.
    pub row: usize,
    /// Counted from 0 in the west.
    pub column: usize,
}

impl Cell {
    /// The cell in this row and column.
    pub const fn new(row: usize, column: usize) -> Cell {
        Cell { row, column }
    }

    /// Even or odd, as the squares of a chessboard; (0, 0) is even.
    pub const fn is_even(self) -> bool {
        (self.row + self.column).is_multiple_of(2)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row, self.column)
    }
}

/// Where a tour starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// On this cell.
    At(Cell),
    /// On any free cell.
    Any,
}

/// How the die lies at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dice {
    /// Like this.
    Only(Die),
    /// In any of the 24 orientations of a die of this handedness.
    Any(Handedness),
}

/// Whether the tour comes home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// It ends where it ends.
    Open,
    /// A last roll brings the die back to its start.
    Closed,
    /// A last roll brings the die back to its start, lying as it lay.
    Orientation,
}

/// Everything that makes a puzzle, not yet validated; [`Puzzle::new`] does that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// A title for pictures and lists.
    pub title: Option<String>,
    /// How many rows the board has.
    pub rows: usize,
    /// How many columns the board has.
    pub columns: usize,
    /// Where the tour starts.
    pub start: Start,
    /// Where the tour must end, if that matters.
    pub end: Option<Cell>,
    /// How the die lies at the start.
    pub die: Dice,
    /// The values of the faces 1 to 6.
    pub faces: [i64; 6],
    /// Cells the die cannot enter.
    pub blocked: Vec<Cell>,
    /// Whether the tour comes home.
    pub closing: Closing,
    /// The face that must be on top on a cell.
    pub labels: Vec<(Cell, u8)>,
}

impl Settings {
    /// The document's puzzle on a board of this size: start (0, 0), die (1, 2, 3), faces worth what they show, no holes, open.
    pub fn board(rows: usize, columns: usize) -> Settings {
        Settings {
            title: None,
            rows,
            columns,
            start: DEFAULT_START,
            end: None,
            die: Dice::Only(Handedness::Left.reference()),
            faces: [1, 2, 3, 4, 5, 6],
            blocked: Vec::new(),
            closing: Closing::Open,
            labels: Vec::new(),
        }
    }
}

/// Which setting a [`Mistake`] is about; lists carry the position of the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The number of rows.
    Rows,
    /// The number of columns.
    Columns,
    /// The start.
    Start,
    /// The end.
    End,
    /// A face value.
    Face(usize),
    /// A blocked cell.
    Blocked(usize),
    /// A label.
    Label(usize),
}

/// Why settings are no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The setting that is wrong.
    pub part: Part,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// A die-tour puzzle.
///
/// # Examples
/// ```
/// # use cubegraph::tour::{Puzzle, Settings, Cell};
/// let puzzle = Puzzle::new(Settings::board(3, 3)).unwrap();
/// assert_eq!(puzzle.cells().count(), 9);
/// let mut settings = Settings::board(3, 3);
/// settings.blocked.push(Cell::new(0, 0));
/// assert!(Puzzle::new(settings).is_err()); // the start is blocked
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    settings: Box<Settings>,
    free: Vec<bool>,
    labels: Vec<Option<u8>>,
    cells: usize,
}

impl Puzzle {
    /// Validates settings.
    pub fn new(settings: Settings) -> Result<Puzzle, Mistake> {
        check_size(&settings)?;
        let index = |cell: Cell| cell.row * settings.columns + cell.column;
        let inside = |cell: Cell| cell.row < settings.rows && cell.column < settings.columns;
        let outside = |part, what: &str, cell: Cell| Mistake {
            part,
            message: format!("{what} {cell} is not on the board"),
            help: format!(
                "{COUNTING}; rows go to {} and columns to {}",
                settings.rows - 1,
                settings.columns - 1
            ),
        };
        let mut free = vec![true; settings.rows * settings.columns];
        for (k, &cell) in settings.blocked.iter().enumerate() {
            if !inside(cell) {
                return Err(outside(Part::Blocked(k), "the blocked cell", cell));
            }
            free[index(cell)] = false;
        }
        let cells = free.iter().filter(|&&f| f).count();
        if cells == 0 {
            return Err(Mistake {
                part: Part::Blocked(settings.blocked.len() - 1),
                message: "every cell is blocked".into(),
                help: "leave at least one cell free".into(),
            });
        }
        let stand = |part, what: &str, cell: Cell| {
            if !inside(cell) {
                return Err(outside(part, what, cell));
            }
            if !free[index(cell)] {
                return Err(Mistake {
                    part,
                    message: format!("{what} {cell} is blocked"),
                    help: format!(
                        "choose a free cell, or take it off the blocked ones; {COUNTING}"
                    ),
                });
            }
            Ok(())
        };
        if let Start::At(cell) = settings.start {
            stand(Part::Start, "the start", cell)?;
        }
        if let Some(cell) = settings.end {
            stand(Part::End, "the end", cell)?;
            if settings.closing != Closing::Open {
                return Err(Mistake {
                    part: Part::End,
                    message: "a closed tour ends where it starts, so it has no end of its own"
                        .into(),
                    help: "leave out the end, or ask for an open tour".into(),
                });
            }
        }
        let mut labels = vec![None; free.len()];
        for (k, &(cell, face)) in settings.labels.iter().enumerate() {
            stand(Part::Label(k), "the labelled cell", cell)?;
            if !(1..=6).contains(&face) {
                return Err(Mistake {
                    part: Part::Label(k),
                    message: format!("the label of {cell} is {face}"),
                    help: format!("a label is a face of the die, 1 to 6; {COUNTING}"),
                });
            }
            if labels[index(cell)]
                .replace(face)
                .is_some_and(|old| old != face)
            {
                return Err(Mistake {
                    part: Part::Label(k),
                    message: format!("{cell} has two different labels"),
                    help: format!("give every cell at most one label; {COUNTING}"),
                });
            }
        }
        check_faces(&settings)?;
        Ok(Puzzle {
            settings: Box::new(settings),
            free,
            labels,
            cells,
        })
    }

    /// The settings it was made from.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many rows the board has.
    pub fn rows(&self) -> usize {
        self.settings.rows
    }

    /// How many columns the board has.
    pub fn columns(&self) -> usize {
        self.settings.columns
    }

    /// How many free cells the board has.
    pub fn size(&self) -> usize {
        self.cells
    }

    /// The free cells, row by row from the south-west.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.free.len())
            .filter(|&k| self.free[k])
            .map(|k| self.cell(k))
    }

    /// Whether a cell is on the board and not blocked.
    pub fn is_free(&self, cell: Cell) -> bool {
        cell.row < self.rows() && cell.column < self.columns() && self.free[self.index(cell)]
    }

    /// The face that must be on top of the die on a cell.
    pub fn label(&self, cell: Cell) -> Option<u8> {
        self.labels[self.index(cell)]
    }

    /// The free cell a roll leads to.
    pub fn neighbour(&self, cell: Cell, roll: Roll) -> Option<Cell> {
        let (row, column) = match roll {
            Roll::North => (cell.row + 1, cell.column),
            Roll::South => (cell.row.checked_sub(1)?, cell.column),
            Roll::East => (cell.row, cell.column + 1),
            Roll::West => (cell.row, cell.column.checked_sub(1)?),
        };
        Some(Cell::new(row, column)).filter(|&cell| self.is_free(cell))
    }

    /// The dice a tour may start with.
    pub fn dice(&self) -> Vec<Die> {
        match self.settings.die {
            Dice::Only(die) => vec![die],
            Dice::Any(hand) => crate::cube::Rotation::all()
                .map(|rotation| hand.reference().turned(rotation))
                .collect(),
        }
    }

    /// The handedness of the die.
    pub fn handedness(&self) -> Handedness {
        match self.settings.die {
            Dice::Only(die) => die.orientation().0,
            Dice::Any(hand) => hand,
        }
    }

    /// The cells a tour may start on.
    pub fn starts(&self) -> Vec<Cell> {
        match self.settings.start {
            Start::At(cell) => vec![cell],
            Start::Any => self.cells().collect(),
        }
    }

    /// What a face is worth.
    pub fn value(&self, face: u8) -> i64 {
        self.settings.faces[usize::from(face) - 1]
    }

    pub(crate) fn index(&self, cell: Cell) -> usize {
        cell.row * self.settings.columns + cell.column
    }

    pub(crate) fn cell(&self, index: usize) -> Cell {
        Cell::new(index / self.settings.columns, index % self.settings.columns)
    }
}

fn check_size(settings: &Settings) -> Result<(), Mistake> {
    for (part, what, count) in [
        (Part::Rows, "rows", settings.rows),
        (Part::Columns, "columns", settings.columns),
    ] {
        if count == 0 || count > MOST_CELLS {
            return Err(Mistake {
                part,
                message: format!("a board cannot have {count} {what}"),
                help: format!("write a number from 1 to {MOST_CELLS}"),
            });
        }
    }
    if settings.rows.saturating_mul(settings.columns) > MOST_CELLS {
        return Err(Mistake {
            part: Part::Rows,
            message: format!(
                "a board of {} × {} has more than {MOST_CELLS} cells",
                settings.rows, settings.columns
            ),
            help: "choose a smaller board".into(),
        });
    }
    Ok(())
}

fn check_faces(settings: &Settings) -> Result<(), Mistake> {
    for (k, &value) in settings.faces.iter().enumerate() {
        if !(-LARGEST_FACE_VALUE..=LARGEST_FACE_VALUE).contains(&value) {
            return Err(Mistake {
                part: Part::Face(k),
                message: format!("face {} is worth {value}", k + 1),
                help: format!(
                    "a face may be worth from -{LARGEST_FACE_VALUE} to {LARGEST_FACE_VALUE}"
                ),
            });
        }
    }
    Ok(())
}

/// A tour: where the die starts, how it lies there, and how it rolls.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tour {
    /// The first cell.
    pub start: Cell,
    /// The die on the first cell.
    pub die: Die,
    /// The rolls; a closed tour has as many as cells, an open one fewer by one.
    pub rolls: Vec<Roll>,
}

impl Tour {
    /// The rolls as letters, as in `NNEESSWN`.
    pub fn moves(&self) -> String {
        self.rolls.iter().map(|roll| roll.letter()).collect()
    }
}

impl fmt::Display for Tour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from {} as {}", self.moves(), self.start, self.die)
    }
}
