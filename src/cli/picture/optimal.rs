//! Shortest solutions, by whichever table suits the puzzle.

use std::path::Path;

use cubegraph::Error;
use cubegraph::group::Element;
use cubegraph::picture::cosets::DistanceTable;
use cubegraph::picture::plain::Plain;
use cubegraph::picture::{Configuration, LineMove, Puzzle, Tabled, optimal, rotation_of};
use cubegraph::work::Work;

/// Finds shortest solutions: of cubes by the coset tables, for other groups by plain search.
pub struct Optimal<'a> {
    puzzle: &'a Puzzle,
    tabled: &'a Tabled,
    finder: Finder,
}

enum Finder {
    Cubes(optimal::Optimal),
    Plain(Box<Plain>),
}

/// Up to so many cubes the table takes no time to speak of.
const CHEAP_CUBES: usize = 9;
/// Up to so many configurations of another group the table takes no time to speak of.
const CHEAP_ORDER: u32 = 1_000_000;

impl<'a> Optimal<'a> {
    /// Makes or reads the tables; `folder` keeps those of cubes between runs.
    pub fn new(
        puzzle: &'a Puzzle,
        tabled: &'a Tabled,
        folder: Option<&Path>,
        work: &Work,
    ) -> Result<Optimal<'a>, Error> {
        let finder = match puzzle.rules().metric() {
            Some(metric) => {
                Finder::Cubes(optimal::Optimal::new(puzzle.size(), metric, folder, work)?)
            }
            None => Finder::Plain(Box::new(Plain::search(
                tabled.clone(),
                puzzle.size(),
                work,
            )?)),
        };
        Ok(Optimal {
            puzzle,
            tabled,
            finder,
        })
    }

    /// The same where it takes no time to speak of, or where the folder has the table; else nothing.
    pub fn if_cheap(
        puzzle: &'a Puzzle,
        tabled: &'a Tabled,
        order: &num_bigint::BigUint,
        folder: Option<&Path>,
        work: &Work,
    ) -> Result<Option<Optimal<'a>>, Error> {
        let size = puzzle.size();
        let cheap = match puzzle.rules().metric() {
            Some(metric) => {
                let kept = |folder| DistanceTable::path(folder, size, metric).exists();
                size.cells() <= CHEAP_CUBES || folder.is_some_and(kept)
            }
            None => *order <= CHEAP_ORDER.into(),
        };
        if cheap {
            Optimal::new(puzzle, tabled, folder, work).map(Some)
        } else {
            Ok(None)
        }
    }

    /// A shortest solution of whichever of several configurations is nearest to the solved one: which of them, and the moves.
    pub fn nearest(
        &self,
        targets: &[Vec<Element>],
        work: &Work,
    ) -> Result<(usize, Vec<LineMove>), Error> {
        let unreachable = || {
            Error::invalid("the configuration cannot be reached, so it cannot be solved".to_owned())
        };
        match &self.finder {
            Finder::Plain(plain) => targets
                .iter()
                .enumerate()
                .filter_map(|(k, cells)| Some((k, plain.solve(cells)?)))
                .min_by_key(|(_, moves)| moves.len())
                .ok_or_else(unreachable),
            Finder::Cubes(cubes) => {
                let configurations = targets
                    .iter()
                    .map(|cells| self.cubes(cells))
                    .collect::<Option<Vec<_>>>()
                    .ok_or_else(unreachable)?;
                let (nearest, moves) = cubes
                    .solve_nearest(&configurations, work)?
                    .ok_or_else(unreachable)?;
                let moves = moves
                    .into_iter()
                    .map(|step| self.tabled.line_move(step))
                    .collect::<Option<_>>()
                    .ok_or_else(|| Error::Rejected("a move of another metric".to_owned()))?;
                Ok((nearest, moves))
            }
        }
    }

    fn cubes(&self, cells: &[Element]) -> Option<Configuration> {
        let rotations = cells
            .iter()
            .map(|&cell| rotation_of(self.tabled.group.permutation(cell)))
            .collect::<Option<Vec<_>>>()?;
        Configuration::new(self.puzzle.size(), rotations)
    }
}
