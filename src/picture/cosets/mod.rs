//! Exact distances without visiting the configurations: cosets of V₄^(mn).
mod bits;
pub mod classes;
mod layer;
mod map;
mod quotient;
pub mod search;
pub mod table;
mod tile;
