//! Puzzles of the four families: one class, which holds what was read.

use std::sync::Arc;

use cubegraph::instance::{self, Instance, Puzzle as AnyPuzzle};
use cubegraph::{Error, Result, corner, picture};
use pyo3::prelude::*;

use super::call::{Limits, quick, run};
use super::drawing::{self, Drawing};
use super::errors::{within, without_place};

/// A puzzle of any family.
#[pyclass(frozen, module = "cubegraph._cubegraph")]
pub struct Puzzle(pub Arc<Instance>);

impl Puzzle {
    fn of(puzzle: AnyPuzzle) -> Puzzle {
        Puzzle(Arc::new(Instance { name: String::new(), title: None, source: None, puzzle }))
    }

    fn picture(&self) -> Result<&picture::Puzzle> {
        match &self.0.puzzle {
            AnyPuzzle::Picture(puzzle) => Ok(puzzle),
            _ => Err(Error::invalid("this is asked of picture cubes alone")),
        }
    }
}

fn text_of(puzzle: &AnyPuzzle) -> String {
    match puzzle {
        AnyPuzzle::Insanity(puzzle) => puzzle.to_string(),
        AnyPuzzle::Tour(puzzle) => puzzle.to_string(),
        AnyPuzzle::Picture(puzzle) => puzzle.to_string(),
        AnyPuzzle::Corner(puzzle) => puzzle.to_string(),
        _ => String::new(),
    }
}

/// The text of a puzzle with its title, which picture cubes do not keep themselves.
pub fn in_full(instance: &Instance) -> String {
    let text = text_of(&instance.puzzle);
    if let (AnyPuzzle::Picture(_), Some(title)) = (&instance.puzzle, &instance.title) {
        // A text of JSON is one of TOML too.
        return format!("title = {}\n{text}", serde_json::json!(title));
    }
    text
}

/// A puzzle of a family, from words or from the text of an instance file. Where the text was
/// `written` by the user, a mistake has its place in it.
#[pyfunction]
pub fn parse(py: Python<'_>, family: &str, text: &str, written: bool) -> PyResult<Puzzle> {
    quick(py, || {
        let read = instance::read_any(text, family.parse()?);
        let read = read.map_err(|error| if written { error } else { without_place(error) });
        Ok(Puzzle(Arc::new(read?)))
    })
}

/// A puzzle from a file, or a built-in one from its `@name`.
#[pyfunction]
pub fn read(py: Python<'_>, name: &str) -> PyResult<Puzzle> {
    quick(py, || {
        let instance = match name.strip_prefix('@') {
            Some(name) => instance::find_built_in(name, None)?.read()?,
            None => instance::read(name)?,
        };
        Ok(Puzzle(Arc::new(instance)))
    })
}

/// A random puzzle of corner pieces or a relative with one assembly; the command line lists sets
/// of corner pieces instead.
#[pyfunction]
pub fn random_corner(py: Python<'_>, rule: &str, seed: u64, limits: Limits) -> PyResult<Puzzle> {
    run(py, limits, |work| {
        let rule = serde_json::from_value(rule.into());
        let rule = rule.map_err(|error| Error::invalid(error.to_string()))?;
        let puzzle = corner::Puzzle::random(rule, seed, work)?;
        Ok(Puzzle::of(AnyPuzzle::Corner(puzzle)))
    })
}

#[pymethods]
impl Puzzle {
    #[getter]
    fn family(&self) -> &'static str {
        self.0.puzzle.family().name()
    }

    #[getter]
    fn title(&self) -> Option<&str> {
        self.0.title.as_deref()
    }

    /// A text that `parse` reads.
    fn text(&self) -> String {
        text_of(&self.0.puzzle)
    }

    /// The keys of an instance file.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        let text = match &self.0.puzzle {
            AnyPuzzle::Insanity(puzzle) => serde_json::to_string(puzzle),
            AnyPuzzle::Tour(puzzle) => serde_json::to_string(puzzle),
            AnyPuzzle::Picture(puzzle) => serde_json::to_string(puzzle),
            AnyPuzzle::Corner(puzzle) => serde_json::to_string(puzzle),
            _ => Ok("{}".to_owned()),
        };
        quick(py, || text.map_err(|error| Error::Rejected(error.to_string())))
    }

    /// A picture without a solution.
    fn draw(
        &self,
        py: Python<'_>,
        what: &str,
        radius: Option<usize>,
        limits: Limits,
    ) -> PyResult<Drawing> {
        run(py, limits, |work| drawing::picture(Some(&self.0.puzzle), None, what, 1, radius, work))
    }

    /// The picture cubes after moves.
    fn after(&self, py: Python<'_>, moves: &str) -> PyResult<Puzzle> {
        quick(py, || {
            let moves = moves.parse().map_err(within("the moves", moves))?;
            let puzzle = self.picture()?.after(&moves)?;
            Ok(Puzzle::of(AnyPuzzle::Picture(puzzle)))
        })
    }

    /// The picture cubes after random moves.
    fn scrambled(&self, py: Python<'_>, moves: u32, seed: u64, limits: Limits) -> PyResult<Puzzle> {
        run(py, limits, |work| {
            let puzzle = self.picture()?.scrambled(moves, seed, work)?;
            Ok(Puzzle::of(AnyPuzzle::Picture(puzzle)))
        })
    }
}
