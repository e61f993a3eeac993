//! Column words: God's numbers of all puzzles with the same few columns.
//!
//! A solution is a *column word* `c₁c₂…`, the column moves in their order, with row moves in
//! its gaps. For a fixed word w the rows do not influence each other. Let `c_w(g)` be the least
//! number of row moves, spread over the gaps, that solve a row in state g (infinite if none do).
//! Then the distance of the rows g₁, …, gₘ is
//!
//! > d(g₁, …, gₘ) = min over w of |w| + Σ c_w(gᵢ),
//!
//! and God's number is the largest of these. `docs/theorems.md` has the proofs.
//!
//! | file | what it does |
//! |---|---|
//! | [`space`] | states of a row, classes, what a letter does to a table of costs |
//! | [`symmetry`] | flips and exchanges of columns |
//! | [`undominated`] | the words that matter, all of them where they are few enough |
//! | [`game`], [`mixture`] | the best weights, in floating point; the bound they prove, exactly |
//! | [`generation`] | good words where there are too many |
//! | [`hard`] | rows that are hard for every word |
//! | [`width`] | bounds for any number of rows, and the formula for all |
//! | [`explicit`], [`certificate`] | the proof written down |
//! | [`distances`] | the distances of one column of any length |

pub(crate) mod certificate;
pub(crate) mod distances;
pub(crate) mod explicit;
pub(crate) mod game;
pub(crate) mod generation;
pub(crate) mod hard;
pub(crate) mod mixture;
pub(crate) mod space;
pub(crate) mod symmetry;
pub(crate) mod undominated;
pub(crate) mod width;

#[cfg(test)]
mod tests;
