//! The puzzle: a board of any shape, a die, and the rules of the tour.

use petgraph::graph::{NodeIndex, UnGraph};
use serde::{Deserialize, Serialize};

use std::fmt;

use cubegraph_core::cube::Rotation;
use cubegraph_core::cube::notation::{Die, Handedness, Roll};

use cubegraph_core::fault::Fault;

use super::builder::{Builder, DEFAULT_FACES};
use super::{graph, instance::TourFile};

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
        Roll::ALL.into_iter().find(|&roll| self.step(roll) == Some(next))
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

/// Whether the tour is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Closing {
    /// It may end anywhere.
    Open,
    /// A last roll brings the die back to its start.
    Closed,
    /// A last roll brings the die back to its start, in its first orientation.
    Orientation,
}

/// A die-tour puzzle.
///
/// It is read from a text and written as one: either a size such as `3x4`, or TOML as in an
/// instance file.
///
/// # Examples
/// ```
/// # use cubegraph_tour::Puzzle;
/// let puzzle: Puzzle = "3x3".parse()?;
/// assert_eq!(puzzle.size(), 9);
/// let holed: Puzzle = "kind = 'tour'\nboard = ['..#', '...', 'S..']".parse()?;
/// assert_eq!(holed, Puzzle::builder(3, 3).block((2, 2)).build()?);
/// assert_eq!(holed.to_string().parse::<Puzzle>()?, holed);
/// assert!(Puzzle::builder(3, 3).block((0, 0)).build().is_err()); // the start is blocked
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "TourFile", into = "TourFile")]
pub struct Puzzle {
    definition: Box<Builder>,
    labels: Vec<Option<u8>>,
    graph: UnGraph<Cell, ()>,
    /// The vertex of every free cell, row by row.
    vertices: Vec<Option<NodeIndex>>,
}

/// Everything else follows from the definition.
impl PartialEq for Puzzle {
    fn eq(&self, other: &Puzzle) -> bool {
        self.definition == other.definition
    }
}

impl Eq for Puzzle {}

impl Puzzle {
    /// Begins a puzzle on a board of this size: start (0, 0), die (1, 2, 3), every face worth its
    /// number, nothing blocked, open.
    pub fn builder(rows: usize, columns: usize) -> Builder {
        Builder::new(rows, columns)
    }

    /// Begins a puzzle that differs from this one in what is set next.
    pub fn to_builder(&self) -> Builder {
        (*self.definition).clone()
    }

    /// Validates the definition and builds the grid; a mistake names its key.
    pub(super) fn new(definition: Builder) -> Result<Puzzle, Fault> {
        let (free, labels) = definition.validate()?;
        let (graph, vertices) = graph::grid(definition.columns, &free);
        Ok(Puzzle { definition: Box::new(definition), labels, graph, vertices })
    }

    /// The grid: a vertex for every free cell, an edge between neighbours. All searches work on it.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph_tour::Puzzle;
    /// let puzzle = Puzzle::builder(3, 3).block((1, 1)).build()?;
    /// assert_eq!((puzzle.graph().node_count(), puzzle.graph().edge_count()), (8, 8));
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    pub fn graph(&self) -> &UnGraph<Cell, ()> {
        &self.graph
    }

    /// The title, if the puzzle has one.
    pub fn title(&self) -> Option<&str> {
        self.definition.title.as_deref()
    }

    /// Who published the puzzle, if it says so.
    pub fn source(&self) -> Option<&str> {
        self.definition.source.as_deref()
    }

    /// How many rows the board has.
    pub fn rows(&self) -> usize {
        self.definition.rows
    }

    /// How many columns the board has.
    pub fn columns(&self) -> usize {
        self.definition.columns
    }

    /// How many free cells the board has.
    pub fn size(&self) -> usize {
        self.graph.node_count()
    }

    /// Where a tour starts.
    pub fn start(&self) -> Start {
        self.definition.start
    }

    /// The cell on which every tour starts, if there is one.
    pub(super) fn fixed_start(&self) -> Option<Cell> {
        match self.definition.start {
            Start::At(cell) => Some(cell),
            Start::Any => None,
        }
    }

    /// Where a tour must end, if that matters.
    pub fn end(&self) -> Option<Cell> {
        self.definition.end
    }

    /// How the die lies at the start.
    pub fn die(&self) -> Dice {
        self.definition.die
    }

    /// The values of the faces 1 to 6.
    pub fn faces(&self) -> [i64; 6] {
        self.definition.faces
    }

    /// Whether faces are worth something else than their numbers.
    pub fn has_values(&self) -> bool {
        self.definition.faces != DEFAULT_FACES
    }

    /// The blocked cells.
    pub fn blocked(&self) -> &[Cell] {
        &self.definition.blocked
    }

    /// Whether a tour is closed, and how.
    pub fn closing(&self) -> Closing {
        self.definition.closing
    }

    pub(super) fn is_closed(&self) -> bool {
        self.definition.closing != Closing::Open
    }

    /// The faces that must be on top, by cell.
    pub fn labels(&self) -> &[(Cell, u8)] {
        &self.definition.labels
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
        self.labels[self.definition.index(cell.into())?]
    }

    /// What a face is worth; none if there is no such face.
    pub fn value(&self, face: u8) -> Option<i64> {
        let place = usize::from(face).checked_sub(1)?;
        self.definition.faces.get(place).copied()
    }

    /// The vertex of a free cell.
    pub(super) fn vertex(&self, cell: Cell) -> Option<NodeIndex> {
        self.vertices[self.definition.index(cell)?]
    }

    /// The dice a tour may start with.
    pub(super) fn dice(&self) -> Vec<Die> {
        match self.definition.die {
            Dice::Only(die) => vec![die],
            Dice::Any(hand) => {
                Rotation::all().map(|rotation| hand.reference().turned(rotation)).collect()
            }
        }
    }

    /// The handedness of the die.
    pub fn handedness(&self) -> Handedness {
        match self.definition.die {
            Dice::Only(die) => die.orientation().0,
            Dice::Any(hand) => hand,
        }
    }

    /// The cells a tour may start on.
    pub(super) fn starts(&self) -> Vec<Cell> {
        self.fixed_start().map_or_else(|| self.cells().collect(), |cell| vec![cell])
    }

    /// How many cells the board has, blocked ones included.
    pub(super) fn area(&self) -> usize {
        self.vertices.len()
    }

    pub(super) fn index(&self, cell: Cell) -> usize {
        cell.row * self.definition.columns + cell.column
    }

    pub(super) fn cell(&self, index: usize) -> Cell {
        Cell::new(index / self.definition.columns, index % self.definition.columns)
    }
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
        assert_eq!([0, 1, 6, 7].map(|face| puzzle.value(face)), [None, Some(1), Some(6), None]);
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
