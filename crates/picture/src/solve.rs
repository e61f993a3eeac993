//! Solutions of a configuration: which method, whether it is the shortest, and the check.

use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::order::Structure;
use super::{
    Goal, Method, Metric, Moves, Options, Puzzle, Tabled, check, pictures, rotation_of, rows_of,
};
use cubegraph_core::group::{Element, Permutation};
use cubegraph_core::json;
use cubegraph_core::work::{Result, Work};
use finder::Finder;

mod finder;

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
    count: Option<BigUint>,
    list: Option<Vec<Moves>>,
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

    /// How many shortest solutions there are, if that was asked. Sequences of moves are counted:
    /// moves that could change places count in either order.
    pub fn count(&self) -> Option<&BigUint> {
        self.count.as_ref()
    }

    /// The shortest solutions that were asked for.
    pub fn list(&self) -> Option<&[Moves]> {
        self.list.as_deref()
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
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "json::optional_integer")]
    shortest_solutions: Option<BigUint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<&'a [Moves]>,
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
                shortest_solutions: self.count.clone(),
                solutions: self.list(),
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
    /// [`Error::Invalid`](cubegraph_core::Error::Invalid) if the options have no meaning for solutions;
    /// limits as `work` says; [`Error::Rejected`](cubegraph_core::Error::Rejected) if the check fails.
    /// That there is no solution is no error; see [`Solution::why`].
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
        let (found, all) = if options.asks_for_all() {
            let (found, all) = finder.all_shortest(options.list)?;
            (found, Some(all))
        } else {
            (finder.find(options.method)?, None)
        };
        let mut solution = Solution {
            puzzle: self.clone().with_cells(cells)?,
            moves: tabled.moves_in_words(&found.moves),
            why: None,
            is_optimal: found.is_optimal,
            method: found.method,
            goal: goals[found.target].clone(),
            parts: found.parts,
            remarks: found.remarks,
            figures: found.figures,
            count: None,
            list: None,
        };
        check::solution(self, &solution.moves, &solution.goal)?;
        if let Some(all) = all {
            let mut list = Vec::with_capacity(all.list.len());
            for (which, moves) in &all.list {
                let moves = tabled.moves_in_words(moves);
                check::solution(self, &moves, &goals[*which])?;
                list.push(moves);
            }
            solution.list = (options.list > 0).then_some(list);
            solution.count = Some(all.count);
        }
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
            count: None,
            list: None,
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
