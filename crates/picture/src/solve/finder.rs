//! Methods: which one is tried, and what it found.

use std::path::Path;

use super::{Figures, Part, SubgroupLines};
use crate::cosets::DistanceTable;
use crate::local::{LocalMethod, Step};
use crate::optimal::{Attempt, Optimal};
use crate::order::Structure;
use crate::plain::Plain;
use crate::subgroup::{SubgroupMethod, TwoParts};
use crate::{Configuration, Geodesics, Method, Move, Puzzle, Tabled};
use cubegraph_core::group::Element;
use cubegraph_core::work::{Error, Result, Work};

/// About how many distances of sub-rectangles the automatic choice looks up in search of a shortest
/// solution: a second or two. Steps are counted, not seconds, so that the answer is the same
/// everywhere.
const AUTO_STEPS: u64 = 1_000_000;
/// The most bytes of the tables that the automatic choice makes for the subgroup method.
const AUTO_SUBGROUP: u128 = 1 << 27;
/// Up to this many configurations of another group the automatic choice finds a shortest solution.
const AUTO_ORDER: u32 = 20_000_000;
/// Up to this many cubes the table of all distances takes no time to speak of.
const CHEAP_CUBES: usize = 9;
/// Up to this many configurations of another group it takes no time either.
const CHEAP_ORDER: u32 = 1_000_000;

/// What a method found: the target and the moves, with what is worth saying.
pub(super) struct Candidate {
    pub target: usize,
    pub moves: Vec<Move<Element>>,
    pub is_optimal: bool,
    pub method: Method,
    pub parts: Vec<Part>,
    pub remarks: Vec<String>,
    pub figures: Figures,
}

/// Solves whichever of several configurations is nearest, by any method.
pub(super) struct Finder<'a> {
    pub puzzle: &'a Puzzle,
    pub tabled: &'a Tabled,
    pub targets: Vec<Vec<Element>>,
    pub table: Option<&'a Path>,
    pub work: &'a Work,
}

impl Finder<'_> {
    /// All shortest solutions, and one of them.
    pub(super) fn all_shortest(
        &self,
        most: usize,
    ) -> Result<(Candidate, Geodesics<Move<Element>>)> {
        let (size, work) = (self.puzzle.size(), self.work);
        let (target, moves, all) = if let Some(metric) = self.puzzle.rules().metric() {
            let cubes = self.cubes()?;
            // Small tables do for most, and take a second to make instead of many.
            let mut optimal = Optimal::quick(size, metric, self.table, work)?;
            let found = match optimal.solve_within(&cubes, AUTO_STEPS, work)? {
                Attempt::Found { which, moves } => Some((which, moves)),
                Attempt::Unreachable => None,
                Attempt::GaveUp { .. } => {
                    optimal = Optimal::new(size, metric, self.table, work)?;
                    optimal.solve_nearest(&cubes, work)?
                }
            };
            let (target, moves) = found.ok_or_else(unreachable_target)?;
            let all = optimal.all_shortest(&cubes, moves.len(), most, work)?;
            let list = (all.list.iter())
                .map(|(which, moves)| Ok((*which, self.line_moves(moves)?)))
                .collect::<Result<_>>()?;
            let count = all.count;
            (target, self.line_moves(&moves)?, Geodesics { count, list })
        } else {
            let plain = Plain::search(self.tabled.clone(), size, work)?;
            let (target, moves) = self.nearest_by(&plain)?;
            let all = plain.all_shortest(&self.targets, moves.len(), most, work)?;
            (target, moves, all)
        };
        Ok((optimal_candidate(target, moves), all))
    }

    pub(super) fn find(&self, method: Method) -> Result<Candidate> {
        match method {
            Method::Optimal => self.optimal(),
            Method::Subgroup => self.with_least(self.subgroup(None)?),
            Method::Local => self.with_least(self.local()?),
            _ => self.auto(),
        }
    }

    /// The best that a small budget of steps allows.
    fn auto(&self) -> Result<Candidate> {
        let Some(metric) = self.puzzle.rules().metric() else {
            if self.is_small(AUTO_ORDER)? {
                return self.optimal();
            }
            let mut local = self.local()?;
            local.remarks.push(
                "not the shortest, perhaps: there are too many configurations for a table of all \
                 distances within the usual budget"
                    .to_owned(),
            );
            return Ok(local);
        };
        let (size, work) = (self.puzzle.size(), self.work);
        let (at_least, remark) = match Optimal::quick(size, metric, self.table, work) {
            Ok(optimal) => match optimal.solve_within(&self.cubes()?, AUTO_STEPS, work)? {
                Attempt::Found { which, moves } => return self.shortest(which, &moves),
                Attempt::Unreachable => return Err(unreachable_target()),
                Attempt::GaveUp { at_least } => (
                    Some(at_least),
                    format!(
                        "tried first: the optimal method, given up after {AUTO_STEPS} steps; every \
                         solution has at least {at_least} moves, and a longer search finds a shortest one"
                    ),
                ),
            },
            Err(error @ Error::TooLarge(_)) => {
                (None, format!("the optimal method was not tried: {}", first_line(&error)))
            }
            Err(error) => return Err(error),
        };
        let mut best = self.local()?;
        match self.subgroup(Some(AUTO_SUBGROUP)) {
            Ok(subgroup) if subgroup.moves.len() < best.moves.len() => best = subgroup,
            Ok(_) | Err(Error::TooLarge(_)) => {}
            Err(error) => return Err(error),
        }
        best.is_optimal |= at_least == Some(best.moves.len());
        best.figures.at_least = at_least;
        best.remarks.push(remark);
        Ok(best)
    }

    /// Whether the group is not the cube, and H is small.
    fn is_small(&self, most: u32) -> Result<bool> {
        let structure = Structure::new(self.puzzle.rules(), self.work)?;
        Ok(structure.order(self.puzzle.size()) <= most.into())
    }

    fn optimal(&self) -> Result<Candidate> {
        let (target, moves) = self.nearest()?;
        Ok(optimal_candidate(target, moves))
    }

    fn shortest(&self, target: usize, moves: &[Move]) -> Result<Candidate> {
        Ok(optimal_candidate(target, self.line_moves(moves)?))
    }

    /// A shortest solution of whichever target is nearest: which of them, and the moves.
    fn nearest(&self) -> Result<(usize, Vec<Move<Element>>)> {
        let (size, work) = (self.puzzle.size(), self.work);
        let Some(metric) = self.puzzle.rules().metric() else {
            return self.nearest_by(&Plain::search(self.tabled.clone(), size, work)?);
        };
        let optimal = Optimal::new(size, metric, self.table, work)?;
        let found = optimal.solve_nearest(&self.cubes()?, work)?;
        let (target, moves) = found.ok_or_else(unreachable_target)?;
        Ok((target, self.line_moves(&moves)?))
    }

    /// The same for any group.
    fn nearest_by(&self, plain: &Plain) -> Result<(usize, Vec<Move<Element>>)> {
        (self.targets.iter().enumerate())
            .filter_map(|(k, cells)| Some((k, plain.solve(cells)?)))
            .min_by_key(|(_, moves)| moves.len())
            .ok_or_else(unreachable_target)
    }

    /// Says how far a solution is from a shortest one, where that takes no time to speak of.
    fn with_least(&self, mut candidate: Candidate) -> Result<Candidate> {
        let size = self.puzzle.size();
        let is_cheap = match self.puzzle.rules().metric() {
            Some(metric) => {
                let is_kept = |folder| DistanceTable::path(folder, size, metric).exists();
                size.cells() <= CHEAP_CUBES || self.table.is_some_and(is_kept)
            }
            None => self.is_small(CHEAP_ORDER)?,
        };
        if !is_cheap {
            return Ok(candidate);
        }
        match self.nearest() {
            Ok((_, moves)) => {
                let least = moves.len();
                candidate.is_optimal = least == candidate.moves.len();
                candidate.figures.optimal_length = Some(least);
                candidate.remarks.push(match candidate.moves.len() - least {
                    0 => "no solution is shorter".to_owned(),
                    more => format!("the shortest solution has {least} moves, {more} fewer"),
                });
            }
            Err(Error::Interrupted) => return Err(Error::Interrupted),
            // The solution was asked for, and it is there.
            Err(error) => {
                let remark = format!("whether it is the shortest: {}", first_line(&error));
                candidate.remarks.push(remark);
            }
        }
        Ok(candidate)
    }

    fn local(&self) -> Result<Candidate> {
        let (size, local) = (self.puzzle.size(), LocalMethod::new(self.tabled.clone()));
        let mut best: Option<(usize, usize, Vec<Step>)> = None;
        for (target, cells) in self.targets.iter().enumerate() {
            self.work.check("the local method")?;
            let steps = local.solve(size, cells)?;
            let length = steps.iter().map(|step| step.moves.len()).sum();
            if best.as_ref().is_none_or(|(_, shortest, _)| length < *shortest) {
                best = Some((target, length, steps));
            }
        }
        let (target, length, steps) = best.ok_or_else(unreachable_target)?;
        let bound = local.bound(size);
        let mut remark = format!("local method: {length} moves, never more than {bound}");
        let mut figures = Figures { bound: Some(bound), ..Figures::default() };
        if self.puzzle.rules().is_cube() {
            let published = 8 * size.cells() + size.rows() + size.columns() - 1;
            remark = format!(
                "{remark} = 8mn + floor((m+n)/2); the published bound is {published} = 8mn + m + n - 1"
            );
            figures.published_bound = Some(published);
        }
        Ok(Candidate {
            target,
            // What takes no move is solved, and what takes one was not.
            is_optimal: length <= 1,
            moves: steps.iter().flat_map(|step| step.moves.clone()).collect(),
            method: Method::Local,
            parts: (steps.into_iter())
                .map(|step| Part {
                    moves: self.tabled.moves_in_words(&step.moves),
                    what: step.what,
                })
                .collect(),
            remarks: vec![remark],
            figures,
        })
    }

    fn subgroup(&self, most_bytes: Option<u128>) -> Result<Candidate> {
        let metric = self.puzzle.rules().metric().unwrap_or_default();
        let method = SubgroupMethod::new(self.puzzle.size(), metric, most_bytes, self.work)?;
        let mut best = None;
        for (target, configuration) in self.cubes()?.iter().enumerate() {
            let found = method.solve(configuration, self.work)?;
            if (best.as_ref())
                .is_none_or(|(_, known): &(_, TwoParts)| found.length() < known.length())
            {
                best = Some((target, found));
            }
        }
        let (target, found) = best.ok_or_else(unreachable_target)?;
        let moves = self.line_moves(&[found.first.as_slice(), &found.second].concat())?;
        let lines: Vec<usize> = found.lines.iter().map(|line| line + 1).collect();
        let which = if found.rows { "row" } else { "column" };
        let numbers: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let remark = format!(
            "subgroup method: {} moves; K = {which} {} turns by halves only, the best of {} choices",
            moves.len(),
            numbers.join(", "),
            found.tried
        );
        let part = |what: &str, moves: &[Move]| Part {
            what: what.to_owned(),
            moves: moves.iter().copied().collect(),
        };
        Ok(Candidate {
            target,
            is_optimal: moves.len() <= 1,
            moves,
            method: Method::Subgroup,
            parts: vec![part("into the subgroup", &found.first), part("home", &found.second)],
            remarks: vec![remark],
            figures: Figures {
                subgroup: Some(if found.rows {
                    SubgroupLines::Rows(lines)
                } else {
                    SubgroupLines::Columns(lines)
                }),
                choices_tried: Some(found.tried),
                into: Some(found.first.len()),
                ..Figures::default()
            },
        })
    }

    /// The targets as cubes.
    fn cubes(&self) -> Result<Vec<Configuration>> {
        let cubes = |cells: &Vec<Element>| {
            let rotations = (cells.iter())
                .map(|&cell| self.tabled.rotation(cell))
                .collect::<Option<Vec<_>>>()?;
            Configuration::new(self.puzzle.size(), rotations)
        };
        let all: Option<Vec<_>> = self.targets.iter().map(cubes).collect();
        all.ok_or_else(|| Error::Rejected("a cell of the cube puzzle is not a cube".to_owned()))
    }

    fn line_moves(&self, moves: &[Move]) -> Result<Vec<Move<Element>>> {
        let moves = moves.iter().map(|&step| self.tabled.move_of_cubes(step));
        moves
            .collect::<Option<_>>()
            .ok_or_else(|| Error::Rejected("a move of another metric".to_owned()))
    }
}

fn optimal_candidate(target: usize, moves: Vec<Move<Element>>) -> Candidate {
    Candidate {
        target,
        is_optimal: true,
        remarks: vec![format!("optimal: {} moves", moves.len())],
        moves,
        method: Method::Optimal,
        parts: Vec::new(),
        figures: Figures::default(),
    }
}

fn unreachable_target() -> Error {
    Error::invalid("the configuration cannot be reached, so it cannot be solved")
}

fn first_line(error: &Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}
