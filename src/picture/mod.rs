//! Picture cubes: m×n cubes that are turned in place, a whole row or column at a time.
//!
//! A configuration is a matrix over a finite group G, for the cube its 24 rotations. A row move multiplies all cells of a row by
//! an element of R from the right, a column move all cells of a column by an element of C. What can be reached from the solved
//! configuration is a subgroup H of G^(m×n), and the puzzle is the Cayley graph of H: its diameter, its distances, its shortest
//! paths.
//!
//! | file | what it does |
//! |---|---|
//! | [`Rules`], [`Puzzle`] | G, R and C; a size and a configuration with them |
//! | [`order`] | the order of H for every G, R, C, with its proof; reachability |
//! | [`bounds`] | bounds on the diameter, each with its reason |
//! | [`words`] | column words: God's numbers of a fixed width for every number of rows |
//! | [`plain`] | all distances, by numbering the configurations; any group |
//! | [`cosets`] | all distances of the cube, without visiting the configurations |
//! | [`cluster`] | the same by several processes, on one machine or many |
//! | [`local`] | solutions for people: parities first, then commutators |
//! | [`subgroup`] | shorter solutions: first into a subgroup, then home |
//! | [`pictures`] | the six pictures, and the moves that turn one into another |
//! | [`graph`] | the Cayley graph, balls of it, its quotient by the symmetries |
//! | `symmetries` | what keeps the set of moves |
//! | [`export`] | the puzzle for twsearch and GAP |
//! | [`check`] | says whether an answer is right |
//!
//! # Reference
//! Péter Burcsi, *Analysis of the picture cube puzzle*, 2012.

pub mod bounds;
pub mod check;
pub mod cluster;
pub mod cosets;
mod distances;
pub mod draw;
pub mod export;
pub mod graph;
pub mod local;
mod moves;
pub mod optimal;
pub mod order;
pub mod pictures;
pub mod plain;
mod raw;
mod rings;
mod rules;
mod size;
pub mod subgroup;
mod symmetries;
pub mod verify;
pub mod words;

pub use distances::{AntipodeClass, Antipodes, Distances};
pub use moves::{Configuration, Metric, Move, Turn, exchanged};
pub use raw::Raw;
pub use rules::{LineMove, MoveSet, Rules, Tabled, permutation_of, rotation_of};
pub use size::Size;

use num_bigint::BigUint;

use crate::fault::Fault;
use crate::group::Permutation;
use crate::work::{Error, Result, bytes_in_words};

/// The refusal of a search whose memory no `--memory` would allow.
fn beyond_any_machine(what: &str, bytes: &BigUint) -> Error {
    let amount = match u128::try_from(bytes) {
        Ok(bytes) if bytes < 1 << 80 => bytes_in_words(bytes),
        _ => format!("10^{} bytes", bytes.to_string().len() - 1),
    };
    Error::TooLarge(format!(
        "{what} would take more than {amount} of memory, which is beyond what it is made for\n  \
         = help: 4x3 takes about 3 GiB and 7x2 about 13 by cosets; picture group says what is known of any size"
    ))
}

/// A size, rules, and the configuration to be solved.
///
/// # Examples
/// ```
/// # use cubegraph::picture::{Metric, Puzzle};
/// let puzzle = Puzzle::cube("3x2".parse()?, Metric::Quarter)?;
/// assert_eq!(puzzle.rules().name(), "cube");
/// assert!(puzzle.cells().is_none());
/// # Ok::<(), cubegraph::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Puzzle {
    size: Size,
    rules: Rules,
    cells: Option<Vec<Permutation>>,
}

impl Puzzle {
    /// Validates a raw instance.
    pub fn from_raw(raw: Raw) -> std::result::Result<Puzzle, Fault> {
        raw.validate()
    }

    /// Cubes of a size, without a configuration.
    pub fn cube(size: Size, metric: Metric) -> Result<Puzzle> {
        Ok(Puzzle {
            size,
            rules: Rules::cube(metric)?,
            cells: None,
        })
    }

    /// Any group, without a configuration.
    pub fn new(size: Size, rules: Rules) -> Puzzle {
        Puzzle {
            size,
            rules,
            cells: None,
        }
    }

    /// The same puzzle with other rules; for the cube in another metric.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Puzzle {
        self.rules = rules;
        self
    }

    /// The same puzzle with a configuration, in row-major order; `None` if there are not as many cells as the size has.
    pub fn with_cells(mut self, cells: Vec<Permutation>) -> Option<Puzzle> {
        (cells.len() == self.size.cells()).then(|| {
            self.cells = Some(cells);
            self
        })
    }

    /// How many rows and columns there are.
    pub fn size(&self) -> Size {
        self.size
    }

    /// G, R and C.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The configuration in row-major order, if one was given.
    pub fn cells(&self) -> Option<&[Permutation]> {
        self.cells.as_deref()
    }

    /// The configuration as cubes, if this is the cube and one was given.
    pub fn configuration(&self) -> Option<Configuration> {
        if !self.rules.is_cube() {
            return None;
        }
        let cells = self
            .cells()?
            .iter()
            .map(rotation_of)
            .collect::<Option<_>>()?;
        Configuration::new(self.size, cells)
    }
}
