//! What the library found, as the tool's JSON and as something to draw.

use std::sync::Arc;

use cubegraph::instance::Puzzle as AnyPuzzle;
use cubegraph::request::Envelope;
use cubegraph::{Error, Result, Work, corner, insanity, picture, tour};
use pyo3::prelude::*;
use serde::Serialize;

use super::call::{Limits, run};
use super::drawing::Drawing;

/// A solution as the library has it.
pub enum Found {
    Insanity(insanity::Solution),
    Tour(tour::Solution),
    Corner(corner::Solution),
    Distances(picture::Distances),
    /// Nothing of it is drawn.
    Other,
}

/// An answer about a puzzle.
#[pyclass(frozen, module = "cubegraph._cubegraph")]
pub struct Answer {
    json: String,
    puzzle: Option<Arc<AnyPuzzle>>,
    found: Found,
}

impl Answer {
    /// An answer that was [`written`].
    pub fn new(json: String, puzzle: Option<&Arc<AnyPuzzle>>, found: Found) -> Answer {
        Answer {
            json,
            puzzle: puzzle.cloned(),
            found,
        }
    }

    /// What `what` shows of the answer; `number` counts solutions from 1. Of tours 0 is the one of
    /// largest sum, -1 that of smallest.
    fn picture(&self, what: &str, number: i64) -> Result<Drawing> {
        let index = usize::try_from(number - 1).unwrap_or(usize::MAX);
        let missing = || Error::invalid(format!("there is no solution {number}, counted from 1"));
        match (self.puzzle.as_deref(), &self.found) {
            (Some(AnyPuzzle::Insanity(puzzle)), Found::Insanity(solution)) => {
                insanity::draw::refuse_large(puzzle)?;
                let tower = solution.towers().get(index).ok_or_else(missing);
                match what {
                    // The colour graph is there even where no tower is.
                    "graph" if number == 1 => Ok(insanity::draw::graph(puzzle, tower.ok()).into()),
                    "graph" => Ok(insanity::draw::graph(puzzle, Some(tower?)).into()),
                    "factors" => Ok(insanity::draw::factors(puzzle, tower?).into()),
                    "tower" => Ok(insanity::draw::tower(puzzle, tower?).into()),
                    _ => Err(unknown(what, "graph, factors, tower or nets")),
                }
            }
            (Some(AnyPuzzle::Tour(puzzle)), Found::Tour(solution)) => {
                let (shown, name) = match number {
                    0 => (solution.max(), "largest sum"),
                    -1 => (solution.min(), "smallest sum"),
                    _ => (None, ""),
                };
                let listed = || solution.list().get(index);
                let replay = shown.map(|extreme| &extreme.replay).or_else(listed);
                let title = match (shown, replay) {
                    (Some(extreme), _) => format!("{name} {}", extreme.sum),
                    (None, Some(replay)) => format!("sum {}", replay.sum),
                    (None, None) => "no tour".to_owned(),
                };
                tour_picture(puzzle, replay, what, &title)
            }
            (Some(AnyPuzzle::Corner(puzzle)), Found::Corner(solution)) => {
                let assembly = solution.assemblies().get(index).ok_or_else(missing);
                match what {
                    "graph" => Ok(corner::draw::graph(puzzle, assembly.ok()).into()),
                    "cube" => Ok(corner::draw::cube(puzzle, assembly?).into()),
                    _ => Err(unknown(what, "pieces, cube or graph")),
                }
            }
            (_, Found::Distances(distances)) => Ok(picture::draw::chart(distances).into()),
            _ => Err(Error::invalid("there is no picture of this answer")),
        }
    }

    fn explanation(&self, work: &Work) -> Result<String> {
        match (self.puzzle.as_deref(), &self.found) {
            (Some(AnyPuzzle::Insanity(puzzle)), Found::Insanity(solution)) => {
                puzzle.explain(solution, work)
            }
            (_, Found::Corner(solution)) => Ok(solution.explanation().to_owned()),
            _ => Err(Error::invalid(
                "there is no argument in words for this answer",
            )),
        }
    }
}

/// The JSON of an answer in its envelope.
pub fn written<T: Serialize>(answer: &Envelope<T>) -> Result<String> {
    serde_json::to_string(answer)
        .map_err(|error| Error::Rejected(format!("it cannot be written: {error}")))
}

/// The board, the grid or the roll graph.
pub fn tour_picture(
    puzzle: &tour::Puzzle,
    shown: Option<&tour::Replay>,
    what: &str,
    title: &str,
) -> Result<Drawing> {
    let size = || format!("{} × {}", puzzle.rows(), puzzle.columns());
    let title = &format!(
        "{}: {title}",
        puzzle.title().map_or_else(size, str::to_owned)
    );
    let title = title.trim_end_matches(": ");
    match what {
        "board" => Ok(tour::draw::board(puzzle, shown, title)?.into()),
        "grid" => Ok(tour::draw::grid(puzzle, shown, title)?.into()),
        "rolls" => Ok(tour::draw::rolls(puzzle, shown, title)?.into()),
        _ => Err(unknown(what, "board, grid or rolls")),
    }
}

/// The refusal of a picture or graph that there is not.
pub fn unknown(what: &str, there_are: &str) -> Error {
    Error::invalid(format!("there is nothing called {what:?} here"))
        .help(format!("there are {there_are}"))
}

#[pymethods]
impl Answer {
    /// The tool's JSON.
    #[getter]
    fn json(&self) -> &str {
        &self.json
    }

    /// A picture of the answer.
    fn draw(&self, py: Python<'_>, what: &str, number: i64) -> PyResult<Drawing> {
        run(py, (None, None, None), |_| self.picture(what, number))
    }

    /// The argument, step by step.
    fn explain(&self, py: Python<'_>, limits: Limits) -> PyResult<String> {
        run(py, limits, |work| self.explanation(work))
    }
}
