//! The puzzle: a board of any shape, a die, and the rules of the tour.

use petgraph::graph::{NodeIndex, UnGraph};
use serde::{Deserialize, Serialize};

use std::fmt;

use crate::cube::Rotation;
use crate::cube::notation::{Die, Handedness, Roll};
use crate::work::{Error, Result};

use super::graph;

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

/// A cell of the board: (0, 0) is in the south-west.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "(usize, usize)", from = "(usize, usize)")]
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

    /// The cell that a roll leads to; none south of row 0 and west of column 0.
    pub fn step(self, roll: Roll) -> Option<Cell> {
        let Cell { row, column } = self;
        Some(match roll {
            Roll::North => Cell::new(row.checked_add(1)?, column),
            Roll::South => Cell::new(row.checked_sub(1)?, column),
            Roll::East => Cell::new(row, column.checked_add(1)?),
            Roll::West => Cell::new(row, column.checked_sub(1)?),
        })
    }

    /// The roll that leads to a neighbouring cell.
    pub(super) fn roll_to(self, next: Cell) -> Option<Roll> {
        Roll::ALL
            .into_iter()
            .find(|&roll| self.step(roll) == Some(next))
    }
}

impl From<(usize, usize)> for Cell {
    fn from((row, column): (usize, usize)) -> Cell {
        Cell { row, column }
    }
}

impl From<Cell> for (usize, usize) {
    fn from(Cell { row, column }: Cell) -> (usize, usize) {
        (row, column)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row, self.column)
    }
}

/// Where a tour starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// On this cell.
    At(Cell),
    /// On any free cell.
    Any,
}

impl<C: Into<Cell>> From<C> for Start {
    fn from(cell: C) -> Start {
        Start::At(cell.into())
    }
}

/// How the die lies at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dice {
    /// Like this.
    Only(Die),
    /// In any of the 24 orientations of a die of this handedness.
    Any(Handedness),
}

impl From<Die> for Dice {
    fn from(die: Die) -> Dice {
        Dice::Only(die)
    }
}

/// Whether the tour comes home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Closing {
    /// It ends where it ends.
    Open,
    /// A last roll brings the die back to its start.
    Closed,
    /// A last roll brings the die back to its start, lying as it lay.
    Orientation,
}

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

    fn index(&self, cell: Cell) -> Option<usize> {
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

/// A die-tour puzzle.
///
/// It is read from a text and written as one: either a size such as `3x4`, or TOML as in an
/// instance file.
///
/// # Examples
/// ```
/// # use cubegraph::tour::Puzzle;
/// let puzzle: Puzzle = "3x3".parse()?;
/// assert_eq!(puzzle.size(), 9);
/// let holed: Puzzle = "kind = 'tour'\nboard = ['..#', '...', 'S..']".parse()?;
/// assert_eq!(holed, Puzzle::builder(3, 3).block((2, 2)).build()?);
/// assert_eq!(holed.to_string().parse::<Puzzle>()?, holed);
/// assert!(Puzzle::builder(3, 3).block((0, 0)).build().is_err()); // the start is blocked
/// # Ok::<(), cubegraph::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Puzzle {
    settings: Box<Settings>,
    labels: Vec<Option<u8>>,
    graph: UnGraph<Cell, ()>,
    /// The vertex of every cell, row by row; [`BLOCKED`] where there is none.
    vertices: Vec<u32>,
}

const BLOCKED: u32 = u32::MAX;

/// Everything else follows from the settings.
impl PartialEq for Puzzle {
    fn eq(&self, other: &Puzzle) -> bool {
        self.settings == other.settings
    }
}

impl Eq for Puzzle {}

impl Puzzle {
    /// Begins a puzzle on a board of this size: start (0, 0), die (1, 2, 3), every face worth its
    /// number, nothing blocked, open.
    pub fn builder(rows: usize, columns: usize) -> Builder {
        Builder {
            settings: Settings::board(rows, columns),
        }
    }

    /// Begins a puzzle that differs from this one in what is set next.
    pub fn to_builder(&self) -> Builder {
        Builder {
            settings: (*self.settings).clone(),
        }
    }

    /// Validates settings and builds the grid.
    pub(super) fn new(settings: Settings) -> std::result::Result<Puzzle, Mistake> {
        check_size(&settings)?;
        let mut free = vec![true; settings.rows * settings.columns];
        for (k, &cell) in settings.blocked.iter().enumerate() {
            let Some(index) = settings.index(cell) else {
                let part = Part::Blocked(k);
                return Err(outside(&settings, part, "the blocked cell", cell));
            };
            free[index] = false;
        }
        if !free.contains(&true) {
            let part = Part::Blocked(settings.blocked.len() - 1);
            let help = "leave at least one cell free";
            return Err(Mistake::new(part, "every cell is blocked", help));
        }
        check_ends(&settings, &free)?;
        let labels = check_labels(&settings, &free)?;
        check_faces(&settings)?;
        let graph = graph::grid(settings.rows, settings.columns, &free);
        let mut vertices = vec![BLOCKED; free.len()];
        for (vertex, cell) in (0..).zip(graph.node_weights()) {
            vertices[cell.row * settings.columns + cell.column] = vertex;
        }
        Ok(Puzzle {
            settings: Box::new(settings),
            labels,
            graph,
            vertices,
        })
    }

    /// The grid: a vertex for every free cell, an edge between neighbours. All searches work on it.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph::tour::Puzzle;
    /// let puzzle = Puzzle::builder(3, 3).block((1, 1)).build()?;
    /// assert_eq!((puzzle.graph().node_count(), puzzle.graph().edge_count()), (8, 8));
    /// # Ok::<(), cubegraph::Error>(())
    /// ```
    pub fn graph(&self) -> &UnGraph<Cell, ()> {
        &self.graph
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The title, if the puzzle has one.
    pub fn title(&self) -> Option<&str> {
        self.settings.title.as_deref()
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
        self.graph.node_count()
    }

    /// Where a tour starts.
    pub fn start(&self) -> Start {
        self.settings.start
    }

    /// Where a tour must end, if that matters.
    pub fn end(&self) -> Option<Cell> {
        self.settings.end
    }

    /// How the die lies at the start.
    pub fn die(&self) -> Dice {
        self.settings.die
    }

    /// The values of the faces 1 to 6.
    pub fn faces(&self) -> [i64; 6] {
        self.settings.faces
    }

    /// Whether faces are worth something else than their numbers.
    pub fn has_values(&self) -> bool {
        self.settings.faces != DEFAULT_FACES
    }

    /// The blocked cells.
    pub fn blocked(&self) -> &[Cell] {
        &self.settings.blocked
    }

    /// Whether a tour comes home.
    pub fn closing(&self) -> Closing {
        self.settings.closing
    }

    /// Whether a tour comes home in one way or another.
    pub(super) fn is_closed(&self) -> bool {
        self.settings.closing != Closing::Open
    }

    /// The faces that must be on top, by cell.
    pub fn labels(&self) -> &[(Cell, u8)] {
        &self.settings.labels
    }

    /// The free cells, row by row from the south-west.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.graph.node_weights().copied()
    }

    /// Whether a cell is on the board and not blocked.
    pub fn is_free(&self, cell: impl Into<Cell>) -> bool {
        self.vertex(cell.into()).is_some()
    }

    /// The face that must be on top of the die on a cell; none off the board.
    pub fn label(&self, cell: impl Into<Cell>) -> Option<u8> {
        self.labels[self.settings.index(cell.into())?]
    }

    /// What a face is worth; none if there is no such face.
    pub fn value(&self, face: u8) -> Option<i64> {
        let place = usize::from(face).checked_sub(1)?;
        self.settings.faces.get(place).copied()
    }

    /// What the face on top of a die is worth.
    pub(super) fn value_of(&self, die: Die) -> i64 {
        self.settings.faces[usize::from(die.top()) - 1]
    }

    /// The vertex of a free cell.
    pub(super) fn vertex(&self, cell: Cell) -> Option<NodeIndex> {
        let vertex = self.vertices[self.settings.index(cell)?];
        (vertex != BLOCKED).then(|| NodeIndex::new(vertex as usize))
    }

    /// The dice a tour may start with.
    pub(super) fn dice(&self) -> Vec<Die> {
        match self.settings.die {
            Dice::Only(die) => vec![die],
            Dice::Any(hand) => Rotation::all()
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
    pub(super) fn starts(&self) -> Vec<Cell> {
        match self.settings.start {
            Start::At(cell) => vec![cell],
            Start::Any => self.cells().collect(),
        }
    }

    /// How many cells the board has, blocked ones included.
    pub(super) fn area(&self) -> usize {
        self.vertices.len()
    }

    pub(super) fn index(&self, cell: Cell) -> usize {
        cell.row * self.settings.columns + cell.column
    }

    pub(super) fn cell(&self, index: usize) -> Cell {
        Cell::new(index / self.settings.columns, index % self.settings.columns)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_known_of_cells_off_the_board() {
        let puzzle = Puzzle::builder(3, 3).label((1, 0), 4).build().unwrap();
        assert_eq!(puzzle.label((1, 0)), Some(4));
        for cell in [(0, 3), (3, 0), (99, 99), (usize::MAX, usize::MAX)] {
            assert_eq!(puzzle.label(cell), None);
            assert!(!puzzle.is_free(cell));
        }
        assert_eq!(
            [0, 1, 6, 7].map(|face| puzzle.value(face)),
            [None, Some(1), Some(6), None]
        );
    }

    #[test]
    fn every_roll_leads_to_a_neighbour_and_back() {
        let middle = Cell::new(5, 5);
        for roll in Roll::ALL {
            let next = middle.step(roll).unwrap();
            assert_eq!(next.step(roll.back()), Some(middle));
            assert_eq!(middle.roll_to(next), Some(roll));
        }
        assert_eq!(Cell::new(0, 0).step(Roll::South), None);
        assert_eq!(Cell::new(0, 0).step(Roll::West), None);
        assert_eq!(Cell::new(usize::MAX, 0).step(Roll::North), None);
    }
}
