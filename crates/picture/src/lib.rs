//! Picture cubes: m×n cubes that are turned in place, a whole row or column at a time.
//!
//! A configuration is a matrix over a finite group G, for the cube its 24 rotations. A row move
//! multiplies all cells of a row by an element of R from the right, a column move all cells of a
//! column by an element of C. What can be reached from the solved configuration is a subgroup H of
//! G^(m×n), and the puzzle is the Cayley graph of H: its diameter, its distances, its shortest
//! paths.
//!
//! ```
//! # use cubegraph_core::Work;
//! # use cubegraph_picture::{Options, Puzzle};
//! let cubes = Puzzle::cube(3, 2)?;
//! let distances = cubes.distances(&Options::default(), &Work::default())?;
//! assert_eq!(distances.diameter(), 14);
//! # Ok::<(), cubegraph_core::Error>(())
//! ```
//!
//! | file | what it does |
//! |---|---|
//! | [`Puzzle`], [`Rules`] | a size and a configuration; G, R and C |
//! | `cayley` | the [Cayley graph](Cayley), implicit, for petgraph's algorithms |
//! | `graph` | [balls](Ball) of it, and its quotient by the symmetries |
//! | `distances` | all distances: which search, and its check |
//! | `plain` | the fast search for any group: every configuration by its number |
//! | `cosets` | the fast search for the cube, without visiting the configurations |
//! | `solve` | solutions: which method, and the check |
//! | [`Optimal`] | as few moves as possible; keeps its tables for many configurations |
//! | `subgroup` | first into a subgroup, then home |
//! | `local` | for people: parities first, then commutators |
//! | `order` | the order of H for every G, R, C, with its proof; reachability |
//! | `pictures` | the six pictures: what a cube shows on top |
//! | `symmetries` | what keeps the set of moves |
//! | [`export`] | the puzzle for twsearch, twips and GAP |
//! | `check` | says whether an answer is right; shares nothing with the solvers |
//!
//! # Reference
//! Péter Burcsi, *Analysis of the picture cube puzzle*, 2012.

mod cayley;
pub(crate) mod check;
#[doc(hidden)]
pub mod claims;
mod configuration;
pub(crate) mod cosets;
mod distances;
pub mod draw;
pub mod export;
mod geodesics;
mod graph;
mod keys;
pub(crate) mod local;
mod moves;
mod optimal;
mod options;
#[doc(hidden)]
pub mod order;
#[doc(hidden)]
pub mod packed_table;
#[doc(hidden)]
pub mod pictures;
mod plain;
mod raw;
mod rings;
mod rules;
mod size;
mod solve;
pub(crate) mod subgroup;
mod symmetries;

use std::str::FromStr;

use chacha20::ChaCha8Rng;
use num_bigint::BigUint;
use rand::{RngExt, SeedableRng};

pub use cayley::{Cayley, Configurations};
pub use check::GivenSolution;
pub use configuration::Configuration;
pub(crate) use configuration::exchanged;
#[doc(hidden)]
pub use cosets::engine;
pub use cosets::estimate;
pub use cosets::{CosetSearch, DistanceTable};
pub(crate) use distances::counts;
pub use distances::{AntipodeClass, Antipodes, Distances, table};
pub use geodesics::Geodesics;
pub use graph::{Ball, BallArc, BallVertex, Class, MoveCount, Quotient};
pub use moves::{Metric, Move, Moves, WrittenTurn};
pub use optimal::Optimal;
pub use options::{Goal, Method, Options};
pub(crate) use raw::Raw;
pub use rules::{MoveSet, Rules};
pub(crate) use rules::{Tabled, permutation_of, rotation_of};
pub use size::{Axis, Size};
pub use solve::{Part, Solution};

/// What the bounds and the checks of tables need of the searches.
#[doc(hidden)]
pub mod internal {
    pub use crate::check::order as check_order;
    pub use crate::cosets::checkpoint::header as table_header;
    pub use crate::local::LocalMethod;
    pub use crate::plain::Plain;
    pub use crate::rows_of;
    pub use crate::rules::{Tabled, permutation_of};
}

use cubegraph_core::fault::Fault;
use cubegraph_core::group::{Element, Permutation};
use cubegraph_core::instance::{self, Family, FromInstance, KeyHelp};
pub use cubegraph_core::work::Checkpoint;
use cubegraph_core::work::{Error, Result, Work, bytes_in_words};

/// The refusal of a search whose memory no machine has.
fn beyond_any_machine(what: &str, bytes: &BigUint) -> Error {
    let amount = match u128::try_from(bytes) {
        Ok(bytes) if bytes < 1 << 80 => bytes_in_words(bytes),
        _ => format!("10^{} bytes", bytes.to_string().len() - 1),
    };
    Error::too_large(format!(
        "{what} would take more than {amount} of memory, which is beyond what it is made for"
    ))
    .help("4x3 takes about 3 GiB and 7x2 about 13 GiB by cosets; bounds are known for any size")
}

/// Cells row by row.
pub fn rows_of(cells: &[Permutation], size: Size) -> Vec<&[Permutation]> {
    cells.chunks(size.columns()).collect()
}

/// A size, rules, and the configuration to be solved.
///
/// It is read from a size such as `3x2` or from the text of an instance file, and written as the
/// latter.
///
/// # Examples
/// ```
/// # use cubegraph_picture::Puzzle;
/// let puzzle = Puzzle::cube(3, 2)?;
/// assert_eq!(puzzle, "3x2".parse()?);
/// let scrambled = puzzle.after(&"up1 left2 down3".parse()?)?;
/// assert_eq!(scrambled.faces().expect("cubes")[0], ["B", "C>"]);
/// assert_eq!(scrambled.to_string().parse::<Puzzle>()?, scrambled);
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    size: Size,
    rules: Rules,
    cells: Option<Vec<Permutation>>,
}

impl Puzzle {
    /// Validates a raw instance.
    fn from_raw(raw: Raw) -> std::result::Result<Puzzle, Fault> {
        raw.validate()
    }

    /// Rows and columns of cubes, in quarter turns, without a configuration.
    ///
    /// # Errors
    /// [`Error::Invalid`] if there are no rows or columns, or more than [`Size::LIMIT`].
    pub fn cube(rows: usize, columns: usize) -> Result<Puzzle> {
        Puzzle::of_cubes(Size::of(rows, columns)?, Metric::Quarter)
    }

    #[doc(hidden)]
    pub fn of_cubes(size: Size, metric: Metric) -> Result<Puzzle> {
        Ok(Puzzle::new(size, Rules::cube(metric)?))
    }

    /// Any group, without a configuration.
    pub fn new(size: Size, rules: Rules) -> Puzzle {
        Puzzle { size, rules, cells: None }
    }

    /// The same puzzle in another metric.
    ///
    /// # Errors
    /// [`Error::Invalid`] for half turns of another group than the cube's.
    pub fn with_metric(mut self, metric: Metric) -> Result<Puzzle> {
        if self.rules.is_cube() {
            self.rules = Rules::cube(metric)?;
        } else if metric == Metric::Half {
            return Err(Error::invalid("half turns are for the cube only").help(
                "for another group, list what counts as one move in row_moves and column_moves",
            ));
        }
        Ok(self)
    }

    /// The same puzzle with a configuration, row by row.
    ///
    /// # Errors
    /// [`Error::Invalid`] if there are not as many cells as the size has, or if one of them is not in
    /// the group.
    pub fn with_cells(mut self, cells: Vec<Permutation>) -> Result<Puzzle> {
        if cells.len() != self.size.cells() {
            return Err(Error::invalid(format!(
                "{} cells are not a configuration of {}, which has {}",
                cells.len(),
                self.size,
                self.size.cells()
            )));
        }
        if let Some(foreign) = cells.iter().find(|cell| !self.rules.group().contains(cell)) {
            return Err(Error::invalid(format!(
                "{foreign} is not in the group {}",
                self.rules.name()
            )));
        }
        self.cells = Some(cells);
        Ok(self)
    }

    /// The puzzle after moves.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the puzzle has no such move.
    pub fn after(&self, moves: &Moves) -> Result<Puzzle> {
        let mut cells = self.cells_or_solved();
        for step in moves {
            if !step.fits(self.size) {
                return Err(Error::invalid(format!(
                    "{step} is not a move of {}: it has {} rows and {} columns",
                    self.size,
                    self.size.rows(),
                    self.size.columns()
                )));
            }
            if matches!(step.turn, WrittenTurn::Cube(_)) && !self.rules.is_cube() {
                return Err(Error::invalid(format!(
                    "{step} turns cubes, and these cells are not cubes"
                ))
                .help("moves of other groups are written row1(1 2 3) or column2(1 2)"));
            }
            let turn = step.turn.permutation();
            if !self.rules.has_move(step.axis, &turn) {
                let what = format!("{step} is not a move of the puzzle");
                return Err(match self.rules.metric() {
                    Some(Metric::Quarter) => Error::invalid(format!("{what} in quarter turns"))
                        .help(
                            "a half turn is two moves: up1 up1 for row1, left1 left1 for column1",
                        ),
                    _ => Error::invalid(what),
                });
            }
            for cell in step.cells(self.size) {
                cells[cell] = &cells[cell] * &turn;
            }
        }
        Ok(Puzzle { cells: Some(cells), ..self.clone() })
    }

    /// The puzzle after random moves from the solved configuration; the same for the same seed.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the moves cannot be listed.
    pub fn scrambled(&self, moves: u32, seed: u64, work: &Work) -> Result<Puzzle> {
        let tabled = self.rules.tabled_within(work)?;
        let all = tabled.moves(self.size);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut cells = vec![Element::IDENTITY; self.size.cells()];
        for _ in 0..if all.is_empty() { 0 } else { moves } {
            work.check("the configuration is being scrambled")?;
            let step = all[random.random_range(0..all.len())];
            tabled.turn(&mut cells, self.size, step);
        }
        let cells = cells.iter().map(|&cell| tabled.group.permutation(cell).clone());
        Ok(Puzzle { cells: Some(cells.collect()), ..self.clone() })
    }

    /// How many rows and columns there are.
    pub fn size(&self) -> Size {
        self.size
    }

    /// G, R and C.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The configuration row by row, if one was given; for cubes as permutations of the diagonals.
    pub fn cells(&self) -> Option<&[Permutation]> {
        self.cells.as_deref()
    }

    /// The configuration, or the solved one.
    fn cells_or_solved(&self) -> Vec<Permutation> {
        let solved = || vec![Permutation::IDENTITY; self.size.cells()];
        self.cells.clone().unwrap_or_else(solved)
    }

    /// The configuration as cubes, if this is the cube and one was given.
    pub fn configuration(&self) -> Option<Configuration> {
        if !self.rules.is_cube() {
            return None;
        }
        let cells = self.cells()?.iter().map(rotation_of).collect::<Option<_>>()?;
        Configuration::new(self.size, cells)
    }

    /// The configuration as a photo shows it, row by row, if this is the cube and one was given:
    /// the face on top, from A to F, and `>` where it is turned right, `v` upside down, `<` turned
    /// left.
    pub fn faces(&self) -> Option<Vec<Vec<String>>> {
        let configuration = self.configuration()?;
        let row = |row: &[_]| row.iter().map(|&cube| pictures::written(cube)).collect();
        Some(configuration.rows().map(row).collect())
    }
}

/// A configuration of cubes, a word for each.
fn shown(text: &str) -> Result<Puzzle> {
    let rows: Vec<Vec<&str>> = text
        .split(['\n', ','])
        .map(|row| row.split_whitespace().collect())
        .filter(|row: &Vec<&str>| !row.is_empty())
        .collect();
    let place = |word: &str| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    };
    let columns = rows[0].len();
    let puzzle = Puzzle::cube(rows.len(), columns)?;
    let mut cells = Vec::new();
    for (row, number) in rows.iter().zip(1..) {
        if row.len() != columns {
            let message =
                format!("row {number} (from 1) has {} cubes, and row 1 has {columns}", row.len());
            let fault = Fault::new(message).at(place(row[0]).start..place(row[row.len() - 1]).end);
            return Err(Error::Input(fault));
        }
        for word in row {
            let cell = puzzle.rules().parse(word);
            cells.push(cell.map_err(|why| {
                let help = "a cube is the face on top, A to F, and its turn: > right, v upside \
                            down, < left";
                Error::Input(Fault::new(why).at(place(word)).help(help))
            })?);
        }
    }
    puzzle.with_cells(cells)
}

impl FromStr for Puzzle {
    type Err = Error;

    /// Reads a size of cubes such as `3x2`, a configuration as a photo shows it, such as
    /// `A B>, Fv C<` (rows end in commas or with the line), or the text of an instance file.
    fn from_str(text: &str) -> Result<Puzzle> {
        if text.trim_start().starts_with(|c| matches!(c, 'A'..='F')) && !text.contains('=') {
            return shown(text);
        }
        if !text.contains('=') {
            return Puzzle::of_cubes(text.trim().parse()?, Metric::Quarter);
        }
        instance::read_puzzle("the puzzle", text)
    }
}

impl FromInstance for Puzzle {
    type File = Raw;
    const FAMILY: Family = Family::Picture;
    const KEYS: &'static [KeyHelp] = crate::keys::KEYS;

    fn from_instance(file: Raw) -> std::result::Result<Puzzle, Fault> {
        Puzzle::from_raw(file)
    }
}
