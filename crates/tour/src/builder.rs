//! What makes a puzzle, set one by one, and the rules it must obey.

use cubegraph_core::cube::notation::Handedness;
use cubegraph_core::fault::Fault;
use cubegraph_core::work::Error;

use super::{Cell, Closing, Dice, Puzzle, Start};

/// A board with more cells is refused as a mistake.
const MOST_CELLS: usize = 1_000_000;
/// Where a tour starts by default.
pub(super) const DEFAULT_START: Start = Start::At(Cell::new(0, 0));
/// What the numbers of a cell mean, for messages that show them.
const COUNTING: &str = "cells are (row, column), counted from 0 in the south-west";
/// The largest absolute value of a face.
const LARGEST_VALUE: i64 = 1_000_000;
/// What the faces are worth by default.
pub(super) const DEFAULT_FACES: [i64; 6] = [1, 2, 3, 4, 5, 6];

/// The definition of a puzzle, not yet validated; [`Puzzle::builder`] begins one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Builder {
    pub(super) title: Option<String>,
    pub(super) source: Option<String>,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) start: Start,
    pub(super) end: Option<Cell>,
    pub(super) die: Dice,
    pub(super) faces: [i64; 6],
    pub(super) blocked: Vec<Cell>,
    pub(super) closing: Closing,
    pub(super) labels: Vec<(Cell, u8)>,
}

impl Builder {
    pub(super) fn new(rows: usize, columns: usize) -> Builder {
        Builder {
            title: None,
            source: None,
            rows,
            columns,
            start: DEFAULT_START,
            end: None,
            die: Dice::Only(Handedness::Left.reference()),
            faces: DEFAULT_FACES,
            blocked: Vec::new(),
            closing: Closing::Open,
            labels: Vec::new(),
        }
    }

    /// Where the tour starts: a cell (by default (0, 0)), or [`Start::Any`].
    #[must_use]
    pub fn start(mut self, start: impl Into<Start>) -> Builder {
        self.start = start.into();
        self
    }

    /// Where the tour must end.
    #[must_use]
    pub fn end(mut self, end: impl Into<Cell>) -> Builder {
        self.end = Some(end.into());
        self
    }

    /// The orientation of the die at the start, by default (1, 2, 3).
    #[must_use]
    pub fn die(mut self, die: impl Into<Dice>) -> Builder {
        self.die = die.into();
        self
    }

    /// What the faces 1 to 6 are worth.
    #[must_use]
    pub fn faces(mut self, values: [i64; 6]) -> Builder {
        self.faces = values;
        self
    }

    /// A cell that the die cannot enter.
    #[must_use]
    pub fn block(mut self, cell: impl Into<Cell>) -> Builder {
        self.blocked.push(cell.into());
        self
    }

    /// Whether the tour is closed. A closed tour has no end, so an end that was set is removed.
    #[must_use]
    pub fn closing(mut self, closing: Closing) -> Builder {
        self.closing = closing;
        if closing != Closing::Open {
            self.end = None;
        }
        self
    }

    /// The face that must be on top on a cell.
    #[must_use]
    pub fn label(mut self, cell: impl Into<Cell>, face: u8) -> Builder {
        self.labels.push((cell.into(), face));
        self
    }

    /// Removes the labels of a cell.
    #[must_use]
    pub fn unlabel(mut self, cell: impl Into<Cell>) -> Builder {
        let cell = cell.into();
        self.labels.retain(|(other, _)| *other != cell);
        self
    }

    /// A title for drawings and lists.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Builder {
        self.title = Some(title.into());
        self
    }

    /// The puzzle.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a cell is not on the board or blocked, if a face is not from 1 to 6,
    /// or if two settings contradict each other.
    pub fn build(self) -> Result<Puzzle, Error> {
        Puzzle::new(self).map_err(|fault| {
            Error::invalid(fault.message()).help(fault.advice().unwrap_or_default())
        })
    }

    /// The free cells and the labels, by index, or what is wrong, with its key.
    pub(super) fn validate(&self) -> Result<(Vec<bool>, Vec<Option<u8>>), Fault> {
        self.check_size()?;
        let mut free = vec![true; self.rows * self.columns];
        for (k, &cell) in self.blocked.iter().enumerate() {
            let Some(index) = self.index(cell) else {
                return Err(self.outside("the blocked cell", cell).at_key(format!("blocked.{k}")));
            };
            free[index] = false;
        }
        if !free.contains(&true) {
            return Err(Fault::new("every cell is blocked")
                .help("leave at least one cell free")
                .at_key(format!("blocked.{}", self.blocked.len() - 1)));
        }
        self.check_ends(&free)?;
        let labels = self.check_labels(&free)?;
        let range = -LARGEST_VALUE..=LARGEST_VALUE;
        if let Some(k) = self.faces.iter().position(|value| !range.contains(value)) {
            let message = format!("face {} is worth {}", k + 1, self.faces[k]);
            let help = format!("a face may be worth from -{LARGEST_VALUE} to {LARGEST_VALUE}");
            return Err(Fault::new(message).help(help).at_key(format!("faces.{k}")));
        }
        Ok((free, labels))
    }

    pub(super) fn index(&self, cell: Cell) -> Option<usize> {
        (cell.row < self.rows && cell.column < self.columns)
            .then(|| cell.row * self.columns + cell.column)
    }

    fn check_size(&self) -> Result<(), Fault> {
        for (what, count) in [("rows", self.rows), ("columns", self.columns)] {
            if count == 0 || count > MOST_CELLS {
                let message = format!("a board cannot have {count} {what}");
                let help = format!("write a number from 1 to {MOST_CELLS}");
                return Err(Fault::new(message).help(help).at_key(what));
            }
        }
        let Builder { rows, columns, .. } = self;
        if rows.saturating_mul(*columns) > MOST_CELLS {
            let message = format!("a board of {rows} × {columns} has more than {MOST_CELLS} cells");
            return Err(Fault::new(message).help("choose a smaller board").at_key("rows"));
        }
        Ok(())
    }

    fn outside(&self, what: &str, cell: Cell) -> Fault {
        let (row, column) = (self.rows - 1, self.columns - 1);
        Fault::new(format!("{what} {cell} is not on the board"))
            .help(format!("{COUNTING}; rows go to {row} and columns to {column}"))
    }

    /// The index of a cell that must be free.
    fn free_cell(&self, free: &[bool], what: &str, cell: Cell) -> Result<usize, Fault> {
        match self.index(cell) {
            None => Err(self.outside(what, cell)),
            Some(index) if free[index] => Ok(index),
            Some(_) => Err(Fault::new(format!("{what} {cell} is blocked"))
                .help(format!("choose a free cell, or take it off the blocked ones; {COUNTING}"))),
        }
    }

    fn check_ends(&self, free: &[bool]) -> Result<(), Fault> {
        if let Start::At(cell) = self.start {
            self.free_cell(free, "the start", cell).map_err(|fault| fault.at_key("start"))?;
        }
        if let Some(cell) = self.end {
            self.free_cell(free, "the end", cell).map_err(|fault| fault.at_key("end"))?;
            if self.closing != Closing::Open {
                let message = "a closed tour ends where it starts, so it has no end of its own";
                let help = "leave out the end, or ask for an open tour";
                return Err(Fault::new(message).help(help).at_key("end"));
            }
        }
        Ok(())
    }

    fn check_labels(&self, free: &[bool]) -> Result<Vec<Option<u8>>, Fault> {
        let mut labels = vec![None; free.len()];
        for (k, &(cell, face)) in self.labels.iter().enumerate() {
            let at = |fault: Fault| fault.at_key(format!("labels.{k}"));
            let index = self.free_cell(free, "the labelled cell", cell).map_err(at)?;
            let fault = if !(1..=6).contains(&face) {
                Fault::new(format!("the label of {cell} is {face}"))
                    .help(format!("a label is a face of the die, 1 to 6; {COUNTING}"))
            } else if labels[index].replace(face).is_some_and(|old| old != face) {
                Fault::new(format!("{cell} has two different labels"))
                    .help(format!("give every cell at most one label; {COUNTING}"))
            } else {
                continue;
            };
            return Err(at(fault));
        }
        Ok(labels)
    }
}
