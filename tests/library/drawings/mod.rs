//! What is drawn: DOT is parsed by Graphviz, SVG as XML.

mod cayley;
mod draw;
mod puzzles;
