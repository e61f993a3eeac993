//! What is asked, and how it is to be found out.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use cubegraph_core::work::Checkpoint;
use cubegraph_core::work::{Error, Result};

/// How to find distances or a solution.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Method {
    /// Whatever suits the puzzle. Distances: cosets for the cube, else plain search. Solutions: the
    /// best that a small budget of steps allows.
    #[default]
    Auto,
    /// Distances of the cube: cosets of the Klein group in every cell, modulo the symmetries.
    Cosets,
    /// Distances of any group: every configuration by its number.
    Plain,
    /// Distances of any small group: petgraph's own breadth-first search on the Cayley graph.
    Graph,
    /// Distances of one column or row of any length: the costs of column words, row by row.
    Words,
    /// A solution: as few moves as possible.
    Optimal,
    /// A solution of cubes: into a subgroup, then home.
    Subgroup,
    /// A solution for people: parities first, then one cell after the other by commutators.
    Local,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 8] = [
        Method::Auto,
        Method::Cosets,
        Method::Plain,
        Method::Graph,
        Method::Words,
        Method::Optimal,
        Method::Subgroup,
        Method::Local,
    ];

    /// The name, such as `cosets`.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Cosets => "cosets",
            Method::Plain => "plain",
            Method::Graph => "graph",
            Method::Words => "words",
            Method::Optimal => "optimal",
            Method::Subgroup => "subgroup",
            Method::Local => "local",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(text: &str) -> Result<Method> {
        let found = Method::ALL.into_iter().find(|method| method.name() == text);
        found.ok_or_else(|| {
            let names = Method::ALL.map(Method::name).join(", ");
            Error::invalid(format!("\"{text}\" is not a method; there are {names}"))
        })
    }
}

/// Where a solution is to arrive.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Goal {
    /// At the solved configuration.
    #[default]
    Solved,
    /// At all cells alike: any of the six pictures, in any position.
    Any,
}

/// What is asked of a puzzle.
///
/// # Examples
/// ```
/// # use cubegraph_picture::{Method, Options};
/// let shortest = Options { method: Method::Optimal, ..Default::default() };
/// # assert_eq!(shortest.checkpoint, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How to find it out.
    pub method: Method,
    /// Where a solution is to arrive.
    pub goal: Goal,
    /// Whether to count the shortest solutions.
    pub count: bool,
    /// How many shortest solutions to list; `usize::MAX` lists all.
    pub list: usize,
    /// A folder that keeps every layer of a coset search when it is complete; a search that finds
    /// layers there goes on after them.
    #[serde(skip)]
    pub checkpoint: Option<Checkpoint>,
    /// A folder that keeps the tables of the optimal method between runs.
    pub table: Option<PathBuf>,
}

impl Options {
    /// Whether more than one solution is wanted.
    pub(super) fn asks_for_all(&self) -> bool {
        self.count || self.list > 0
    }

    /// Refuses what has no meaning for distances.
    #[doc(hidden)]
    pub fn for_distances(&self, is_cube: bool) -> Result<Method> {
        let method = match self.method {
            Method::Auto if is_cube => Method::Cosets,
            Method::Auto => Method::Plain,
            Method::Cosets if !is_cube => {
                return Err(Error::invalid("the coset search is for the cube only")
                    .help("use plain search for another group"));
            }
            method @ (Method::Cosets | Method::Plain | Method::Graph | Method::Words) => method,
            other => {
                return Err(Error::invalid(format!(
                    "the method {other} finds solutions, not distances"
                ))
                .help("use cosets, plain, graph or words"));
            }
        };
        if method != Method::Cosets && self.checkpoint.is_some() {
            return Err(Error::invalid(format!(
                "a checkpoint goes with the coset search; the method {method} keeps nothing"
            )));
        }
        if self.table.is_some() || self.goal != Goal::Solved || self.asks_for_all() {
            return Err(Error::invalid(
                "a kept table, a goal, counts and lists are for solutions, not for distances",
            ));
        }
        Ok(method)
    }

    /// Refuses what has no meaning for solutions.
    pub(super) fn for_solutions(&self, is_cube: bool) -> Result<()> {
        match self.method {
            Method::Auto | Method::Optimal | Method::Local => {}
            Method::Subgroup if is_cube => {}
            Method::Subgroup => {
                return Err(Error::invalid("the subgroup method is for the cube only")
                    .help("use the local or the optimal method"));
            }
            other => {
                return Err(Error::invalid(format!(
                    "the method {other} finds distances, not solutions"
                ))
                .help("use optimal, subgroup or local"));
            }
        }
        if self.table.is_some() && !is_cube {
            return Err(Error::invalid(
                "a kept table is for the cube only; the table of another group is not kept",
            ));
        }
        if self.asks_for_all() && !matches!(self.method, Method::Auto | Method::Optimal) {
            return Err(Error::invalid("only shortest solutions are counted and listed")
                .help("use the optimal method"));
        }
        if self.checkpoint.is_some() {
            return Err(Error::invalid("a checkpoint is for distances, not for solutions"));
        }
        Ok(())
    }
}
