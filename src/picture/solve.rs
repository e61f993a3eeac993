//! Solutions of a configuration: which method, whether it is the shortest, and the check.

use std::path::Path;

use serde::{Serialize, Serializer};

use super::cosets::DistanceTable;
use super::local::LocalMethod;
use super::optimal::{Attempt, Optimal};
use super::order::Structure;
use super::plain::Plain;
use super::subgroup::SubgroupMethod;
use super::{
    Configuration, Goal, LineMove, Method, Metric, Moves, Options, Puzzle, Tabled, check, pictures,
    rotation_of, rows_of,
};
use crate::group::{Element, Permutation};
use crate::work::{Error, Result, Work};

/// The most configurations that the automatic choice visits in search of a shortest solution: about
/// a second. Steps are counted, not seconds, so that the answer is the same everywhere.
const AUTO_STEPS: u64 = 3_000_000;
/// The most bytes of the tables that the automatic choice makes for the subgroup method.
const AUTO_SUBGROUP: u128 = 1 << 27;
/// Up to this many configurations of another group the automatic choice finds a shortest solution.
const AUTO_ORDER: u32 = 20_000_000;
/// Up to this many cubes the table of all distances takes no time to speak of.
const CHEAP_CUBES: usize = 9;
/// Up to this many configurations of another group it takes no time either.
const CHEAP_ORDER: u32 = 1_000_000;

/// The answer to [`Puzzle::solve`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    puzzle: Puzzle,
    moves: Moves,
    why: Option<String>,
    is_optimal: bool,
    method: Method,
    goal: Permutation,
    parts: Vec<Part>,
    remarks: Vec<String>,
    figures: Figures,
}

/// A part of a solution, for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    what: String,
    moves: Moves,
}

impl Part {
    /// What it does, in words that count from 1.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// Its moves.
    pub fn moves(&self) -> &Moves {
        &self.moves
    }
}

/// What else is known about a solution.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
struct Figures {
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published_bound: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subgroup: Option<SubgroupLines>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices_tried: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    into: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<usize>,
}

/// The lines that make half turns only, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum SubgroupLines {
    Rows(Vec<usize>),
    Columns(Vec<usize>),
}

impl Solution {
    /// Whether there is a solution.
    pub fn is_solvable(&self) -> bool {
        self.why.is_none()
    }

    /// The moves: made in order they solve the configuration. None where there is no solution.
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// Whether it is proved that no solution is shorter.
    pub fn is_optimal(&self) -> bool {
        self.is_optimal
    }

    /// Why there is no solution; `None` where there is one.
    pub fn why(&self) -> Option<&str> {
        self.why.as_deref()
    }

    /// How it was found.
    pub fn method(&self) -> Method {
        self.method
    }

    /// What every cell is in the end; the identity unless any picture was asked for.
    pub fn goal(&self) -> &Permutation {
        &self.goal
    }

    /// Where it arrives, in words.
    pub fn goal_in_words(&self) -> String {
        let is_cube = self.puzzle.rules().is_cube();
        match rotation_of(&self.goal).filter(|_| is_cube) {
            Some(rotation) => pictures::describe(rotation),
            None => format!("every cell {}", self.goal),
        }
    }

    /// Its parts, where it was found in parts.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// What is worth saying about it: which bounds hold, what was tried, what a longer search may
    /// bring.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// The puzzle that was solved.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }
}

/// The keys of the tool's JSON.
#[derive(Serialize)]
struct Keys<'a> {
    rows: usize,
    columns: usize,
    group: &'a str,
    metric: Option<Metric>,
    configuration: Vec<&'a [Permutation]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faces: Option<Vec<Vec<String>>>,
    solvable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    moves: Option<&'a Moves>,
    #[serde(flatten)]
    found: Option<Found<'a>>,
}

#[derive(Serialize)]
struct Found<'a> {
    length: usize,
    optimal: bool,
    method: Method,
    goal: &'a Permutation,
    #[serde(flatten)]
    figures: &'a Figures,
    #[serde(skip_serializing_if = "<[Part]>::is_empty")]
    parts: &'a [Part],
    remarks: &'a [String],
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let (size, rules) = (self.puzzle.size(), self.puzzle.rules());
        let keys = Keys {
            rows: size.rows(),
            columns: size.columns(),
            group: rules.name(),
            metric: rules.metric(),
            configuration: rows_of(self.puzzle.cells().unwrap_or_default(), size),
            faces: self.puzzle.faces(),
            solvable: self.is_solvable(),
            why: self.why(),
            moves: self.is_solvable().then_some(&self.moves),
            found: self.is_solvable().then_some(Found {
                length: self.moves.len(),
                optimal: self.is_optimal,
                method: self.method,
                goal: &self.goal,
                figures: &self.figures,
                parts: &self.parts,
                remarks: &self.remarks,
            }),
        };
        keys.serialize(serializer)
    }
}

impl Puzzle {
    /// Solves the configuration; without one the solved configuration, which takes no move.
    ///
    /// The moves are replayed before they are returned, by code that shares nothing with the
    /// methods.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the options have no meaning for solutions; [`Error::TooLarge`],
    /// [`Error::OutOfTime`] and [`Error::Interrupted`] as `work` says; [`Error::Rejected`] if the check
    /// fails. That there is no solution is no error; see [`Solution::why`].
    pub fn solve(&self, options: &Options, work: &Work) -> Result<Solution> {
        options.for_solutions(self.rules().is_cube())?;
        let (size, cells) = (self.size(), self.cells_or_solved());
        let structure = Structure::new(self.rules(), work)?;
        let reach = structure.reach(size, &cells);
        if let (Err(fault), Goal::Solved) = (&reach, options.goal) {
            return Ok(self.unsolvable(&fault.reason));
        }
        let tabled = self.rules().tabled_within(work)?;
        let goals = match options.goal {
            Goal::Solved => vec![Permutation::IDENTITY],
            Goal::Any => uniform_goals(self, &tabled, &structure, &cells),
        };
        if let (Err(fault), []) = (&reach, goals.as_slice()) {
            return Ok(self.unsolvable(&fault.reason));
        }
        let targets = goals.into_iter().filter_map(|goal| {
            let cells = tabled.elements(&seen_from(&goal, &cells))?;
            Some((goal, cells))
        });
        let (goals, targets): (Vec<Permutation>, Vec<Vec<Element>>) = targets.unzip();
        let finder = Finder {
            puzzle: self,
            tabled: &tabled,
            targets,
            table: options.table.as_deref(),
            work,
        };
        let found = finder.find(options.method)?;
        let solution = Solution {
            puzzle: self.clone().with_cells(cells)?,
            moves: tabled.moves_in_words(&found.moves),
            why: None,
            is_optimal: found.is_optimal,
            method: found.method,
            goal: goals[found.target].clone(),
            parts: found.parts,
            remarks: found.remarks,
            figures: found.figures,
        };
        check::solution(self, &solution.moves, &solution.goal)?;
        Ok(solution)
    }

    fn unsolvable(&self, why: &str) -> Solution {
        Solution {
            puzzle: self.clone(),
            moves: Moves::default(),
            why: Some(why.to_owned()),
            is_optimal: false,
            method: Method::Auto,
            goal: Permutation::IDENTITY,
            parts: Vec::new(),
            remarks: Vec::new(),
            figures: Figures::default(),
        }
    }
}

/// The elements g for which "every cell is g" can be reached from here. No cell leaves its coset of
/// ⟨R, C⟩, and the first names it.
fn uniform_goals(
    puzzle: &Puzzle,
    tabled: &Tabled,
    structure: &Structure,
    cells: &[Permutation],
) -> Vec<Permutation> {
    let group = &tabled.group;
    let stranger = cells.first().filter(|cell| group.element(cell).is_none());
    let coset = stranger.cloned().unwrap_or(Permutation::IDENTITY);
    (group.elements())
        .map(|e| &coset * group.permutation(e))
        .filter(|g| structure.reach(puzzle.size(), &seen_from(g, cells)).is_ok())
        .collect()
}

/// The configuration that is solved by the moves that bring `cells` to "every cell is g": its cells
/// are g⁻¹·cell.
fn seen_from(g: &Permutation, cells: &[Permutation]) -> Vec<Permutation> {
    let back = g.inverse();
    cells.iter().map(|cell| &back * cell).collect()
}

/// What a method found: the target and the moves, with what is worth saying.
struct Candidate {
    target: usize,
    moves: Vec<LineMove>,
    is_optimal: bool,
    method: Method,
    parts: Vec<Part>,
    remarks: Vec<String>,
    figures: Figures,
}

/// Solves whichever of several configurations is nearest, by any method.
struct Finder<'a> {
    puzzle: &'a Puzzle,
    tabled: &'a Tabled,
    targets: Vec<Vec<Element>>,
    table: Option<&'a Path>,
    work: &'a Work,
}

impl Finder<'_> {
    fn find(&self, method: Method) -> Result<Candidate> {
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
            Err(error @ Error::TooLarge(_)) => (
                None,
                format!("the optimal method was not tried: {}", first_line(&error)),
            ),
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

    fn shortest(&self, target: usize, moves: &[super::Move]) -> Result<Candidate> {
        Ok(optimal_candidate(target, self.line_moves(moves)?))
    }

    /// A shortest solution of whichever target is nearest: which of them, and the moves.
    fn nearest(&self) -> Result<(usize, Vec<LineMove>)> {
        let (size, work) = (self.puzzle.size(), self.work);
        let Some(metric) = self.puzzle.rules().metric() else {
            let plain = Plain::search(self.tabled.clone(), size, work)?;
            return (self.targets.iter().enumerate())
                .filter_map(|(k, cells)| Some((k, plain.solve(cells)?)))
                .min_by_key(|(_, moves)| moves.len())
                .ok_or_else(unreachable_target);
        };
        let optimal = Optimal::new(size, metric, self.table, work)?;
        let found = optimal.solve_nearest(&self.cubes()?, work)?;
        let (target, moves) = found.ok_or_else(unreachable_target)?;
        Ok((target, self.line_moves(&moves)?))
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
        let mut best: Option<(usize, usize, Vec<super::local::Step>)> = None;
        for (target, cells) in self.targets.iter().enumerate() {
            self.work.check("the local method")?;
            let steps = local.solve(size, cells)?;
            let length = steps.iter().map(|step| step.moves.len()).sum();
            if best
                .as_ref()
                .is_none_or(|(_, shortest, _)| length < *shortest)
            {
                best = Some((target, length, steps));
            }
        }
        let (target, length, steps) = best.ok_or_else(unreachable_target)?;
        let bound = local.bound(size);
        let mut remark = format!("local method: {length} moves, never more than {bound}");
        let mut figures = Figures {
            bound: Some(bound),
            ..Figures::default()
        };
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
            if (best.as_ref()).is_none_or(|(_, known): &(_, super::subgroup::TwoParts)| {
                found.length() < known.length()
            }) {
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
        let part = |what: &str, moves: &[super::Move]| Part {
            what: what.to_owned(),
            moves: moves.iter().copied().collect(),
        };
        Ok(Candidate {
            target,
            is_optimal: moves.len() <= 1,
            moves,
            method: Method::Subgroup,
            parts: vec![
                part("into the subgroup", &found.first),
                part("home", &found.second),
            ],
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
                .map(|&cell| rotation_of(self.tabled.group.permutation(cell)))
                .collect::<Option<Vec<_>>>()?;
            Configuration::new(self.puzzle.size(), rotations)
        };
        let all: Option<Vec<_>> = self.targets.iter().map(cubes).collect();
        all.ok_or_else(|| Error::Rejected("a cell of the cube puzzle is not a cube".to_owned()))
    }

    fn line_moves(&self, moves: &[super::Move]) -> Result<Vec<LineMove>> {
        let moves = moves.iter().map(|&step| self.tabled.line_move(step));
        moves
            .collect::<Option<_>>()
            .ok_or_else(|| Error::Rejected("a move of another metric".to_owned()))
    }
}

fn optimal_candidate(target: usize, moves: Vec<LineMove>) -> Candidate {
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
    error
        .to_string()
        .lines()
        .next()
        .unwrap_or_default()
        .to_owned()
}
