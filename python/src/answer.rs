//! Answers of the library, with the puzzle that they are about.

use std::sync::Arc;

use cubegraph::instance::{Instance, Puzzle as AnyPuzzle};
use cubegraph::request::{self, Request};
use cubegraph::{Error, Result, Work, corner, insanity};
use pyo3::prelude::*;

use super::call::{Limits, run};
use super::drawing::{Drawing, picture};
use super::errors::raised;
use super::puzzle::Puzzle;

/// An answer, and what it is about.
#[pyclass(frozen, module = "cubegraph._cubegraph")]
pub struct Answer {
    pub answer: request::Answer,
    pub instance: Option<Arc<Instance>>,
}

/// Asks a question as the command line does; `options` is a JSON object.
#[pyfunction]
pub fn ask(
    py: Python<'_>,
    family: String,
    command: String,
    puzzle: Option<PyRef<'_, Puzzle>>,
    options: &str,
    limits: Limits,
) -> PyResult<Answer> {
    let instance = puzzle.map(|puzzle| Arc::clone(&puzzle.0));
    run(py, limits, |work| {
        let options = serde_json::from_str(options);
        let request = Request {
            family,
            command,
            puzzle: instance.as_deref().map(super::puzzle::in_full),
            options: options.map_err(|error| Error::invalid(error.to_string()))?,
        };
        let answer = request.answer(work)?;
        Ok(Answer { answer, instance })
    })
}

impl Answer {
    fn explanation(&self, work: &Work) -> Result<String> {
        let puzzle = self.instance.as_deref().map(|instance| &instance.puzzle);
        if let (Some(AnyPuzzle::Insanity(puzzle)), Some(solution)) =
            (puzzle, self.answer.solution::<insanity::Solution>())
        {
            return puzzle.explain(solution, work);
        }
        let solution = self.answer.solution::<corner::Solution>();
        let missing = || Error::invalid("there is no argument in words for this answer");
        Ok(solution.ok_or_else(missing)?.explanation().to_owned())
    }
}

#[pymethods]
impl Answer {
    /// The tool's JSON.
    #[getter]
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| self.answer.to_json())
            .map_err(|error| raised(py, error))
    }

    /// The file that was asked for, or the answer in words.
    #[getter]
    fn text(&self) -> String {
        match self.answer.document() {
            Some(document) => String::from_utf8_lossy(document).into_owned(),
            None => self.answer.text().rendered(usize::MAX, |_| String::new()),
        }
    }

    /// 0 if the answer is "yes", 1 if it is "no".
    #[getter]
    fn status(&self) -> u8 {
        self.answer.status()
    }

    /// A picture of the answer; `number` counts solutions from 1. Of tours 0 is the one of largest
    /// sum, -1 that of smallest.
    fn draw(&self, py: Python<'_>, what: &str, number: i64) -> PyResult<Drawing> {
        run(py, (None, None, None), |work| {
            let puzzle = self.instance.as_deref().map(|instance| &instance.puzzle);
            picture(puzzle, Some(&self.answer), what, number, None, work)
        })
    }

    /// The argument, step by step.
    fn explain(&self, py: Python<'_>, limits: Limits) -> PyResult<String> {
        run(py, limits, |work| self.explanation(work))
    }
}
