//! Exact answers about cube puzzles, found by turning each puzzle into a graph.
//!
//! ```
//! use cubegraph::{Work, insanity};
//!
//! // Instant Insanity: six letters for each cube (left, front, right, back, top, bottom).
//! let puzzle: insanity::Puzzle = "AEDDEA BBCBDC ADBDCA BDABAE EEEBCD".parse()?;
//! // A vertex for each colour, three edges for each cube: a petgraph graph.
//! assert_eq!(puzzle.graph().edge_count(), 15);
//! // A 2-factor takes one edge of every cube and gives every colour degree two.
//! assert_eq!(insanity::two_factors(puzzle.graph()).count(), 5);
//! // Two of them without a common edge are a tower; it is checked before it is returned.
//! let solution = puzzle.solve(&insanity::Options::default(), &Work::default())?;
//! println!("{}", solution.towers()[0]);
//! # Ok::<(), cubegraph::Error>(())
//! ```
//!
//! | family | puzzle | graph | question |
//! |---|---|---|---|
//! | [`insanity`] | generalised Instant Insanity (Hesselink; V. Jandhyala, ch. 5) | [colour multigraph](insanity::Puzzle::graph) | [two edge-disjoint 2-factors](insanity::two_factors) |
//! | [`tour`] | rolling-die tours (V. Jandhyala, ch. 14) | [grid](tour::Puzzle::graph), roll graph | Hamiltonian paths of extreme sum |
//! | [`picture`] | picture cubes (Burcsi) | [Cayley graph](picture::Puzzle::cayley) | diameter, distances, solutions |
//! | [`corner`] | cube of eight corner pieces (van Kreveld) | [Q₃ with half-edges](corner::Puzzle::graph) | assemblies, the census |
//!
//! In every family a `Puzzle` is parsed, built or read from a file; `puzzle.graph()` is the
//! petgraph graph that the solvers work on; `puzzle.solve(&Options, &Work)` returns a checked
//! `Solution`, which serialises to the JSON of the command-line tool. `examples/everyday.rs` shows
//! all of it on one page.
//!
//! ```text
//! instance ──▶ puzzle ──▶ graph (petgraph) ──▶ answer ──▶ independent check ──▶ text, JSON, pictures
//! ```
//!
//! # Where everything is
//! `ARCHITECTURE.md` shows the crates and the way of a request, `CONTRIBUTING.md` how to build and
//! test.
//!
//! **What all families share**
//! * [`group`]: permutations, finite groups and their Cayley graphs
//! * [`cube`]: faces, the 24 rotations and their four notations; *the conventions are at its top*
//! * [`work`]: progress, cancelling, limits, atomic files, the crate's [`Error`]
//! * [`fault`]: what is wrong with an input, and where
//! * [`graph`]: graphs as data: DOT, GraphML, node-link JSON, CSV, TikZ
//! * [`draw`]: pictures: scenes, placed graphs, charts, nets, solids
//! * [`bounds`]: God's numbers of picture cubes without a search, and their certificates
//! * [`verifier`]: checks certificates and distance tables; depends on no search
//! * [`instance`]: instance files and the built-in instances
//! * [`request`]: the single entry point of the tool, the page and Python
//! * [`published`]: the claims of the documents, how they are computed, and the errata
//! * [`sequences`]: the integer sequences among the results, as b-files
//! * [`text`]: numbers in sentences
#![cfg_attr(feature = "report", doc = "* [`report`]: the HTML page")]
//!
//! **In every family**
//! * `graph.rs`: the petgraph structure
//! * `check.rs`: says whether an answer is right; shares no code with the solvers
//! * `draw.rs`: the pictures
//! * one file for each algorithm, named after what it does: the 2-factor search is
//!   `insanity/factors.rs`
//!
//! The command-line tool is `src/cli/`: it parses arguments, calls the library and prints. No
//! family knows another. The library never prints, never exits and never reads the environment.

pub mod instance;
pub mod published;
#[cfg(feature = "report")]
pub mod report;
pub mod request;
pub mod sequences;

#[cfg(feature = "cluster")]
pub use cubegraph_cluster as cluster;
pub use cubegraph_core::{cube, fault, group, text, work};
pub use cubegraph_draw::{self as draw, data as graph};
pub use request::{Answer, Request};
pub use work::{Error, Result, Work};
pub use {
    cubegraph_bounds as bounds, cubegraph_corner as corner, cubegraph_insanity as insanity,
    cubegraph_picture as picture, cubegraph_tour as tour, cubegraph_verifier as verifier,
};
pub use {num_bigint, petgraph};
