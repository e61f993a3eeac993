//! A puzzle in the making, and what can be wrong with it.

use cubegraph_core::cube::notation::Handedness;
use cubegraph_core::work::{Error, Result};

use super::{Cell, Closing, Dice, Puzzle, Start};

/// The most cells a board may have before it is refused as a mistake.
const MOST_CELLS: usize = 1_000_000;
/// Where a tour starts unless the puzzle says otherwise.
pub(super) const DEFAULT_START: Start = Start::At(Cell::new(0, 0));
/// What the numbers of a cell mean, for messages that show them.
const COUNTING: &str = "cells are (row, column), counted from 0 in the south-west";
/// The largest absolute value of a face.
const LARGEST_VALUE: i64 = 1_000_000;
/// What faces are worth unless the puzzle says otherwise.
pub(super) const DEFAULT_FACES: [i64; 6] = [1, 2, 3, 4, 5, 6];

/// Everything that makes a puzzle, not yet validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub title: Option<String>,
    pub rows: usize,
    pub columns: usize,
    pub start: Start,
    pub end: Option<Cell>,
    pub die: Dice,
    /// The values of the faces 1 to 6.
    pub faces: [i64; 6],
    pub blocked: Vec<Cell>,
    pub closing: Closing,
    /// The face that must be on top on a cell.
    pub labels: Vec<(Cell, u8)>,
}

impl Settings {
    /// The document's puzzle on a board of this size.
    pub fn board(rows: usize, columns: usize) -> Settings {
        Settings {
            title: None,
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

    /// The free cells and the labels, by index, or what is wrong.
    pub fn validate(&self) -> std::result::Result<(Vec<bool>, Vec<Option<u8>>), Mistake> {
        check_size(self)?;
        let mut free = vec![true; self.rows * self.columns];
        for (k, &cell) in self.blocked.iter().enumerate() {
            let Some(index) = self.index(cell) else {
                let part = Part::Blocked(k);
                return Err(outside(self, part, "the blocked cell", cell));
            };
            free[index] = false;
        }
        if !free.contains(&true) {
            let part = Part::Blocked(self.blocked.len() - 1);
            let help = "leave at least one cell free";
            return Err(Mistake::new(part, "every cell is blocked", help));
        }
        check_ends(self, &free)?;
        let labels = check_labels(self, &free)?;
        check_faces(self)?;
        Ok((free, labels))
    }

    pub fn index(&self, cell: Cell) -> Option<usize> {
        (cell.row < self.rows && cell.column < self.columns)
            .then(|| cell.row * self.columns + cell.column)
    }
}

/// Which setting a [`Mistake`] is about; lists carry the position of the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Rows,
    Columns,
    Start,
    End,
    Face(usize),
    Blocked(usize),
    Label(usize),
}

/// Why settings are no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    pub part: Part,
    pub message: String,
    /// What to do.
    pub help: String,
}

impl Mistake {
    fn new(part: Part, message: impl Into<String>, help: impl Into<String>) -> Mistake {
        Mistake {
            part,
            message: message.into(),
            help: help.into(),
        }
    }
}

impl From<Mistake> for Error {
    fn from(mistake: Mistake) -> Error {
        Error::invalid(mistake.message).help(mistake.help)
    }
}

/// A puzzle in the making; [`Puzzle::builder`] begins one.
#[derive(Clone, Debug)]
pub struct Builder {
    settings: Settings,
}

impl Builder {
    pub(super) fn new(settings: Settings) -> Builder {
        Builder { settings }
    }

    /// Where the tour starts: a cell (unless said otherwise (0, 0)), or [`Start::Any`].
    #[must_use]
    pub fn start(mut self, start: impl Into<Start>) -> Builder {
        self.settings.start = start.into();
        self
    }

    /// Where the tour must end.
    #[must_use]
    pub fn end(mut self, end: impl Into<Cell>) -> Builder {
        self.settings.end = Some(end.into());
        self
    }

    /// How the die lies at the start: unless said otherwise (1, 2, 3).
    #[must_use]
    pub fn die(mut self, die: impl Into<Dice>) -> Builder {
        self.settings.die = die.into();
        self
    }

    /// What the faces 1 to 6 are worth.
    #[must_use]
    pub fn faces(mut self, values: [i64; 6]) -> Builder {
        self.settings.faces = values;
        self
    }

    /// A cell that the die cannot enter.
    #[must_use]
    pub fn block(mut self, cell: impl Into<Cell>) -> Builder {
        self.settings.blocked.push(cell.into());
        self
    }

    /// Whether the tour comes home; a closed tour has no end, so one that was set is forgotten.
    #[must_use]
    pub fn closing(mut self, closing: Closing) -> Builder {
        self.settings.closing = closing;
        if closing != Closing::Open {
            self.settings.end = None;
        }
        self
    }

    /// The face that must be on top on a cell.
    #[must_use]
    pub fn label(mut self, cell: impl Into<Cell>, face: u8) -> Builder {
        self.settings.labels.push((cell.into(), face));
        self
    }

    /// Forgets the labels of a cell.
    #[must_use]
    pub fn unlabel(mut self, cell: impl Into<Cell>) -> Builder {
        let cell = cell.into();
        self.settings.labels.retain(|(other, _)| *other != cell);
        self
    }

    /// A title for pictures and lists.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Builder {
        self.settings.title = Some(title.into());
        self
    }

    /// The puzzle.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a cell is not on the board or blocked, if a face is not from 1 to 6,
    /// or if two settings contradict each other.
    pub fn build(self) -> Result<Puzzle> {
        Ok(Puzzle::new(self.settings)?)
    }
}

fn check_size(settings: &Settings) -> std::result::Result<(), Mistake> {
    for (part, what, count) in [
        (Part::Rows, "rows", settings.rows),
        (Part::Columns, "columns", settings.columns),
    ] {
        if count == 0 || count > MOST_CELLS {
            let message = format!("a board cannot have {count} {what}");
            let help = format!("write a number from 1 to {MOST_CELLS}");
            return Err(Mistake::new(part, message, help));
        }
    }
    if settings.rows.saturating_mul(settings.columns) > MOST_CELLS {
        let (rows, columns) = (settings.rows, settings.columns);
        let message = format!("a board of {rows} × {columns} has more than {MOST_CELLS} cells");
        return Err(Mistake::new(Part::Rows, message, "choose a smaller board"));
    }
    Ok(())
}

fn outside(settings: &Settings, part: Part, what: &str, cell: Cell) -> Mistake {
    let (row, column) = (settings.rows - 1, settings.columns - 1);
    let help = format!("{COUNTING}; rows go to {row} and columns to {column}");
    Mistake::new(part, format!("{what} {cell} is not on the board"), help)
}

/// The index of a cell that must be free.
fn free_cell(
    settings: &Settings,
    free: &[bool],
    part: Part,
    what: &str,
    cell: Cell,
) -> std::result::Result<usize, Mistake> {
    match settings.index(cell) {
        None => Err(outside(settings, part, what, cell)),
        Some(index) if free[index] => Ok(index),
        Some(_) => {
            let help = format!("choose a free cell, or take it off the blocked ones; {COUNTING}");
            Err(Mistake::new(
                part,
                format!("{what} {cell} is blocked"),
                help,
            ))
        }
    }
}

fn check_ends(settings: &Settings, free: &[bool]) -> std::result::Result<(), Mistake> {
    if let Start::At(cell) = settings.start {
        free_cell(settings, free, Part::Start, "the start", cell)?;
    }
    if let Some(cell) = settings.end {
        free_cell(settings, free, Part::End, "the end", cell)?;
        if settings.closing != Closing::Open {
            let message = "a closed tour ends where it starts, so it has no end of its own";
            let help = "leave out the end, or ask for an open tour";
            return Err(Mistake::new(Part::End, message, help));
        }
    }
    Ok(())
}

fn check_labels(
    settings: &Settings,
    free: &[bool],
) -> std::result::Result<Vec<Option<u8>>, Mistake> {
    let mut labels = vec![None; free.len()];
    for (k, &(cell, face)) in settings.labels.iter().enumerate() {
        let part = Part::Label(k);
        let index = free_cell(settings, free, part, "the labelled cell", cell)?;
        if !(1..=6).contains(&face) {
            let message = format!("the label of {cell} is {face}");
            let help = format!("a label is a face of the die, 1 to 6; {COUNTING}");
            return Err(Mistake::new(part, message, help));
        }
        if labels[index].replace(face).is_some_and(|old| old != face) {
            let message = format!("{cell} has two different labels");
            let help = format!("give every cell at most one label; {COUNTING}");
            return Err(Mistake::new(part, message, help));
        }
    }
    Ok(labels)
}

fn check_faces(settings: &Settings) -> std::result::Result<(), Mistake> {
    let range = -LARGEST_VALUE..=LARGEST_VALUE;
    let wrong = settings
        .faces
        .iter()
        .position(|value| !range.contains(value));
    wrong.map_or(Ok(()), |k| {
        let message = format!("face {} is worth {}", k + 1, settings.faces[k]);
        let help = format!("a face may be worth from -{LARGEST_VALUE} to {LARGEST_VALUE}");
        Err(Mistake::new(Part::Face(k), message, help))
    })
}
