//! A board of odd shape: a cross of nine cells is a graph like any other, and the answer says why
//! there is no tour on it, or which is best.

use cubegraph::{Work, tour};

fn main() -> Result<(), cubegraph::Error> {
    let ring = tour::Puzzle::builder(4, 4)
        .block((1, 1))
        .block((1, 2))
        .block((2, 1))
        .block((2, 2))
        .build()?;
    let cross = tour::Puzzle::builder(3, 3)
        .block((0, 0))
        .block((0, 2))
        .block((2, 0))
        .block((2, 2))
        .start((0, 1))
        .build()?;
    for board in [ring, cross] {
        let solution = board.solve(&tour::Options::default(), &Work::default())?;
        let cells = board.graph().node_count();
        match (solution.max(), solution.why()) {
            (Some(most), _) => println!("{cells} cells: {} along {}", most.sum, most.moves),
            (None, why) => println!("{cells} cells, no tour: {}", why.unwrap_or("none found")),
        }
    }
    Ok(())
}
