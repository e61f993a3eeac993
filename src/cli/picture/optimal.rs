//! Shortest solutions, by whichever table suits the puzzle.

use std::path::Path;

use cubegraph::Error;
use cubegraph::group::Element;
use cubegraph::picture::plain::Plain;
use cubegraph::picture::{
    Configuration, LineMove, Move, Puzzle, Size, Tabled, Turn, optimal, rotation_of,
};
use cubegraph::work::Work;

/// A finder of shortest solutions.
pub enum Optimal<'a> {
    /// The cube: coset tables, of the whole or of sub-rectangles.
    Cube {
        /// The finder.
        finder: Box<optimal::Optimal>,
        /// The size.
        size: Size,
        /// The group by which the cubes are given.
        tabled: &'a Tabled,
    },
    /// Any group: the table of all configurations.
    Plain(Box<Plain>),
}

impl<'a> Optimal<'a> {
    /// Makes or reads the tables.
    pub fn new(
        puzzle: &Puzzle,
        tabled: &'a Tabled,
        folder: Option<&Path>,
        work: &Work,
    ) -> Result<Optimal<'a>, Error> {
        let size = puzzle.size();
        Ok(match puzzle.rules().metric() {
            Some(metric) => Optimal::Cube {
                finder: Box::new(optimal::Optimal::new(size, metric, folder, work)?),
                size,
                tabled,
            },
            None => Optimal::Plain(Box::new(Plain::search(tabled.clone(), size, work)?)),
        })
    }

    /// The same where it takes no time to speak of, else nothing.
    pub fn if_cheap(
        puzzle: &Puzzle,
        tabled: &'a Tabled,
        folder: Option<&Path>,
        work: &Work,
    ) -> Result<Option<Optimal<'a>>, Error> {
        let most = if puzzle.rules().is_cube() { 9 } else { 4 };
        if puzzle.size().cells() <= most {
            Optimal::new(puzzle, tabled, folder, work).map(Some)
        } else {
            Ok(None)
        }
    }

    /// A shortest solution of whichever of several configurations is nearest to the solution: which of them, and the moves.
    pub fn solve_nearest(
        &self,
        configurations: &[Vec<Element>],
        work: &Work,
    ) -> Result<(usize, Vec<LineMove>), Error> {
        let found = match self {
            Optimal::Cube {
                finder,
                size,
                tabled,
            } => {
                let configurations: Vec<Configuration> = configurations
                    .iter()
                    .filter_map(|cells| cubes(*size, tabled, cells))
                    .collect();
                finder
                    .solve_nearest(&configurations, work)?
                    .map(|(which, moves)| (which, moves.into_iter().map(line_move).collect()))
            }
            Optimal::Plain(plain) => (configurations.iter().enumerate())
                .filter_map(|(which, cells)| Some((which, plain.solve(cells)?)))
                .min_by_key(|(_, moves)| moves.len()),
        };
        found.ok_or_else(|| Error::Input("the configuration cannot be reached".to_owned()))
    }
}

fn cubes(size: Size, tabled: &Tabled, cells: &[Element]) -> Option<Configuration> {
    let cells = cells
        .iter()
        .map(|&cell| rotation_of(tabled.group.permutation(cell)));
    Configuration::new(size, cells.collect::<Option<_>>()?)
}

/// A move by the number of its turn among those of its kind of line.
fn line_move(step: Move) -> LineMove {
    let is_row = step.turn.is_row();
    let same_kind = Turn::ALL.into_iter().filter(|turn| turn.is_row() == is_row);
    LineMove {
        is_row,
        line: step.line,
        choice: same_kind.take_while(|&turn| turn != step.turn).count(),
    }
}
