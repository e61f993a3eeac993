//! The page that `cubegraph report` writes.

mod page;
mod tool;
