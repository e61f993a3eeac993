//! Exact distances without visiting the configurations: cosets of V₄^(mn).
#![allow(dead_code)] // the search grows
mod bits;
pub mod classes;
mod layer;
mod map;
mod quotient;
pub mod search;
pub mod table;
mod tile;
