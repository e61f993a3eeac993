//! Corner cubes: eight corners with half-edges that must fit to a whole cube, and two relatives.
//!
//! # The puzzle
//! A [`Piece`] is a corner of a cube with three [half-edges](HalfEdge) of four types; A fits D, and
//! B fits C. Eight pieces make a cube when the two half-edges of each of the twelve bars fit. A
//! piece is named by the cyclic word of its half-edges, read clockwise from outside at every
//! corner; there are 24. The relatives are a cube of twelve edge pieces and one of six notched
//! sides (Happy Cube): a [`Puzzle`] follows one [`Rule`] of the three.
//!
//! # Graph
//! [`Puzzle::graph`] has a vertex for each place and an edge for each contact: Q₃ with its half-edges
//! for corner pieces. [`Puzzle::loop_graph`] is the graph whose closed walks of four arcs are the
//! loops, the bases that a person can build first.
//!
//! ```
//! # use cubegraph_core::Work;
//! # use cubegraph_corner as corner;
//! let made: corner::Puzzle = "AAD ACB ACD ADB ADD BBC BCC BDC".parse()?;
//! let solution = made.solve(&corner::Options::default(), &Work::default())?;
//! assert_eq!(solution.assemblies().len(), 1);
//! assert_eq!(solution.loops(), Some(107));
//! println!("{}", solution.assemblies()[0]);
//! # Ok::<(), cubegraph_core::Error>(())
//! ```
//!
//! # Where everything is
//! * `solve`: the search for assemblies on Q₃; `loops` and `dead_ends`: how hard that is for a
//!   person.
//! * `lattice`: the shapes of all pieces; `rule`: what the three rules have in common; `edges` and
//!   `faces`: the pieces of the relatives; `packing`: the exact cover that assembles them.
//! * `census`: every puzzle there is; `equivalence`: which of them are essentially the same;
//!   [`generate`](mod@generate): those with chosen properties.
//! * `check`: checks answers with code that the searches do not use; `arrangement`: answers of
//!   users.
//!
//! # Reference
//! M. van Kreveld, *The Search for a Cube Puzzle*.

mod arrangement;
mod assembly;
mod census;
mod check;
#[doc(hidden)]
pub mod claims;
mod dead_ends;
pub mod draw;
mod edges;
mod equivalence;
mod faces;
pub mod generate;
mod graph;
mod keys;
mod lattice;
mod loops;
mod packing;
mod pattern;
mod piece;
mod puzzle;
mod relaxations;
mod rule;
mod solution;
mod solve;
#[cfg(test)]
mod tests;

pub use arrangement::Arrangement;
pub use assembly::{Assembly, Placement};
pub use census::{Census, CensusEntry, census};
pub use cubegraph_core::verdict::Verdict;
pub use equivalence::Class;
pub use generate::{Candidate, Generated, Rank, generate};
pub use graph::{Arc, CubeGraph, Joint, LoopGraph, Place, Seat};
pub use loops::Difficulty;
pub use pattern::{Axis, Bar, Corner};
pub use piece::{HalfEdge, Piece};
pub use puzzle::Puzzle;
pub use relaxations::Relaxations;
pub use rule::Rule;
pub use solution::{Options, Solution};

/// A result with the crate's error, unless another is named.
type Result<T, E = cubegraph_core::Error> = std::result::Result<T, E>;
