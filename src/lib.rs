#![doc = "Graph-theoretic analysis of cube puzzles."]
//!
//! `cubegraph` answers questions about four families of cube puzzles by turning each puzzle into a graph:
//!
//! | family | puzzle | graph | question |
//! |---|---|---|---|
//! | [`insanity`] | generalised Instant Insanity (Hesselink; Jandhyala, ch. 5) | colour multigraph | two edge-disjoint 2-factors |
//! | [`tour`] | rolling-die tours (Jandhyala, ch. 14) | grid; roll graph | Hamiltonian paths of extreme sum |
//! | [`picture`] | picture cubes (Burcsi) | Cayley graph | diameter, distances, solutions |
//! | [`corner`] | cube of eight corner pieces (van Kreveld) | cube graph Q₃ with half-edges | assemblies, the census |
//!
//! An instance goes one way through the house:
//!
//! ```text
//! instance ──▶ puzzle ──▶ graph (petgraph) ──▶ answer ──▶ independent check ──▶ text · JSON · CSV · DOT · SVG · HTML
//! ```
//!
//! # Where everything is
//! **What all families share**
//! * [`group`]: finite groups in general: permutations, tables, named groups, Schreier–Sims
//! * [`cube`]: the cube itself: faces, the 24 rotations, their four notations; *the conventions stand at its top*
//! * [`work`]: what long work needs: progress, cancelling, budgets, atomic files, the crate's [`Error`]
//! * [`fault`]: what is wrong with an input, and where
//! * [`graph`]: graphs as data: DOT, `GraphML`, node-link JSON, CSV, `TikZ`
//! * [`draw`]: scenes in millimetres (to SVG), placed graphs (to a scene or to DOT), charts, nets, solids
//! * [`instance`]: instance files: TOML with exact error places, the built-in instances
//! * [`published`]: every claim of the documents, how it is computed, and the errata
//! * [`report`]: the HTML page
//!
//! **Every family has the same rooms**
//! * `mod.rs`: what the puzzle is: its type, its rules, its document, validation of its raw instance
//! * `graph.rs`: its petgraph structure
//! * `check.rs`: says whether an answer is right; shares no code with the solvers
//! * `draw.rs`: its pictures
//! * one file more for each algorithm, named after what it does
//!
//! **The tool** (`src/main.rs`, `src/cli/`) parses arguments, calls the library and prints.
//!
//! Arrows go one way: cli ▶ report ▶ published ▶ instance ▶ families ▶ cube ▶ group; families ▶ draw, work.
//! No family knows another. The library never prints, never exits and never reads the environment.

mod answer;
pub mod corner;
pub mod cube;
pub mod draw;
pub mod fault;
pub mod graph;
pub mod group;
pub mod insanity;
pub mod instance;
#[allow(dead_code)]
mod json;
pub mod picture;
pub mod published;
#[cfg(feature = "report")]
pub mod report;
pub mod tour;
pub mod work;

pub use answer::Answer;
pub use work::{Error, Result, Work};
pub use {num_bigint, petgraph};
