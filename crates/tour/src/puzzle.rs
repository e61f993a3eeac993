//! The puzzle: a board of any shape, a die, and the rules of the tour.

use petgraph::graph::{NodeIndex, UnGraph};
use serde::{Deserialize, Serialize};

use std::fmt;

use cubegraph_core::cube::Rotation;
use cubegraph_core::cube::notation::{Die, Handedness, Roll};

use super::builder::{Builder, DEFAULT_FACES, Mistake, Settings};
use super::graph;

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
        Builder::new(Settings::board(rows, columns))
    }

    /// Begins a puzzle that differs from this one in what is set next.
    pub fn to_builder(&self) -> Builder {
        Builder::new((*self.settings).clone())
    }

    /// Builds the grid of valid settings.
    pub(super) fn new(settings: Settings) -> std::result::Result<Puzzle, Mistake> {
        let (free, labels) = settings.validate()?;
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
    /// # use cubegraph_tour::Puzzle;
    /// let puzzle = Puzzle::builder(3, 3).block((1, 1)).build()?;
    /// assert_eq!((puzzle.graph().node_count(), puzzle.graph().edge_count()), (8, 8));
    /// # Ok::<(), cubegraph_core::Error>(())
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
