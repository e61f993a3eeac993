//! What is drawn: DOT by Graphviz's own word, SVG as XML, the page in a real browser.

mod browser;
mod cayley;
mod draw;
mod page;
mod puzzles;
mod report;
