//! What the families answer, against the documents, brute force, other programs and each other.
//!
//! One program, because each takes longer to build than most of them to run;
//! `cargo test --test families tour` runs a part.

mod corner;
mod corner_relatives;
mod corner_tool;
mod insanity;
mod picture;
mod picture_cases;
mod picture_certificates;
mod picture_distances;
mod picture_export;
mod picture_surface;
mod picture_tables;
mod tour;
