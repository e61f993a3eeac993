//! A figure for a lecture: the colour graph of a puzzle with its two 2-factors, as SVG and for
//! LaTeX.
//!
//! Run it with `cargo run --example lecture_figure > figure.svg`.

use cubegraph::{Work, insanity};

fn main() -> Result<(), cubegraph::Error> {
    let puzzle: insanity::Puzzle = "GW,BW,BR BB,GW,RG RW,RG,BW RR,GW,BR".parse()?;
    let solution = puzzle.solve(&insanity::Options::default(), &Work::default())?;
    let figure = insanity::draw::graph(&puzzle, solution.towers().first());
    println!("{}", figure.to_svg());
    // The same graph as a tikzpicture.
    let tikz = cubegraph::graph::to_tikz(puzzle.graph());
    eprintln!("{} lines of TikZ", tikz.lines().count());
    Ok(())
}
