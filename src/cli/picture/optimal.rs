//! Shortest solutions, by whichever table suits the puzzle.

use std::path::Path;

use cubegraph::Error;
use cubegraph::group::Element;
use cubegraph::picture::plain::Plain;
use cubegraph::picture::{LineMove, Puzzle, Tabled};
use cubegraph::work::Work;

/// A table of shortest solutions.
pub struct Optimal {
    plain: Plain,
}

impl Optimal {
    /// Makes or reads the table.
    pub fn new(
        puzzle: &Puzzle,
        tabled: &Tabled,
        _: Option<&Path>,
        work: &Work,
    ) -> Result<Optimal, Error> {
        Ok(Optimal {
            plain: Plain::search(tabled.clone(), puzzle.size(), work)?,
        })
    }

    /// The same where it takes no time to speak of, else nothing.
    pub fn if_cheap(
        puzzle: &Puzzle,
        tabled: &Tabled,
        table: Option<&Path>,
        work: &Work,
    ) -> Result<Option<Optimal>, Error> {
        if puzzle.size().cells() <= 4 {
            Optimal::new(puzzle, tabled, table, work).map(Some)
        } else {
            Ok(None)
        }
    }

    /// A shortest solution.
    pub fn solve(&self, cells: &[Element], _: &Work) -> Result<Vec<LineMove>, Error> {
        self.plain
            .solve(cells)
            .ok_or_else(|| Error::Input("the configuration cannot be reached".to_owned()))
    }
}
