//! Rolling-die tours: a die visits every cell of a board once and shows a face on each.
//!
//! The die stands on a cell of a board and rolls, one cell at a time, onto a neighbouring cell. A
//! *tour* visits every free cell exactly once; the face on top is noted on every visit, and the
//! *sum* of a tour is the sum of the values noted (V. Jandhyala, *Solving Puzzles through
//! Mathematical Programming*, ch. 14). A *closed* tour makes one roll more, back to its start; that
//! roll notes nothing.
//!
//! ```
//! use cubegraph_core::Work;
//! use cubegraph_tour as tour;
//!
//! let board = tour::Puzzle::builder(3, 4).block((1, 2)).build()?;
//! let solution = board.solve(&tour::Options::default(), &Work::default())?;
//! let (most, least) = (solution.max().unwrap(), solution.min().unwrap());
//! println!("{} to {}: {}", least.sum, most.sum, most.moves);
//! assert_eq!(board.graph().node_count(), 11); // the grid, as petgraph
//! # Ok::<(), cubegraph_core::Error>(())
//! ```
//!
//! # Conventions
//! * Cells are (row, column), counted from 0 in the south-west; N is row + 1, E is column + 1.
//! * A die is (top, north, east). Unless said otherwise it starts on (0, 0) as (1, 2, 3).
//! * Tours are counted directed, as (start, die, rolls): a cycle counts twice from a fixed start,
//!   and every orientation of a free die counts separately.
//! * Rolling back undoes a roll, so along a tour the orientation is a label of the cell and does
//!   not depend on the direction of travel. Every roll is odd, so only twelve of the 24
//!   orientations can occur on a given cell once the start is known.
//!
//! # How it works
//! The grid of the free cells, [`Puzzle::graph`], is what every method works on; `ends.rs` compiles
//! it into flat arrays for the inner loops. One method per file:
//! * `obstacle`: why a board has no tour, seen at a glance
//! * `search`: all tours by pruned depth-first search
//! * `optimum`: the extreme sums with proof, by dynamic programming over visited sets
//! * `spectrum`: the distribution of sums, by the same
//! * `frontier`: strips of any length, by frontier (plug) dynamic programming
//! * `solve`: picks the method, combines and checks; `check` replays tours with the document's four
//!   formulas and shares nothing with the methods
//! * `generate`: labelled boards with one tour
//! * [`uniqueness()`] and [`strip_uniqueness`]: whether a fully labelled board determines its tour

mod bound;
mod builder;
mod check;
#[doc(hidden)]
pub mod claims;
pub mod draw;
mod ends;
mod frontier;
pub mod generate;
mod graph;
mod instance;
mod keys;
mod layers;
mod moves;
#[cfg(test)]
mod naive;
mod obstacle;
mod optimum;
mod puzzle;
mod region;
mod search;
mod solution;
mod solve;
mod spectrum;
mod spread;
mod strips;
mod tables;
#[cfg(test)]
mod tests;
mod uniqueness;

pub use builder::Builder;
pub use check::Attempt;
pub use graph::Standing;
pub use instance::is_map;
pub use moves::{Moves, Replay, Tour};
pub use puzzle::{Cell, Closing, Dice, Puzzle, Start};
pub use solution::{Extreme, Solution};
pub use solve::{Extremes, Method, Options};
pub use spectrum::Distribution;
pub use strips::{StripUniqueness, strip_uniqueness};
pub use uniqueness::{Home, Twins, Uniqueness, uniqueness};
