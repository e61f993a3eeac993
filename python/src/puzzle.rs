//! Puzzles of the four families: one class, which hands every question to the family's own.

use std::sync::Arc;

use cubegraph::bounds::{self, Bounds, Effort, Extent};
use cubegraph::graph::{self, GraphData};
use cubegraph::instance::{self, Family, Instance, Puzzle as AnyPuzzle};
use cubegraph::request::Envelope;
use cubegraph::{Error, Result, Work, corner, insanity, picture, tour};
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::answer::{Answer, Found, tour_picture, unknown, written};
use super::call::{Limits, run};
use super::drawing::Drawing;
use super::errors::{raised, without_place};

/// A puzzle of any family.
#[pyclass(frozen, module = "cubegraph._cubegraph")]
pub struct Puzzle {
    puzzle: Arc<AnyPuzzle>,
    title: Option<String>,
}

impl Puzzle {
    fn new(puzzle: AnyPuzzle) -> Puzzle {
        Puzzle {
            title: None,
            puzzle: Arc::new(puzzle),
        }
    }

    fn from_instance(instance: Instance) -> Puzzle {
        Puzzle {
            puzzle: Arc::new(instance.puzzle),
            title: instance.title,
        }
    }

    fn title(&self) -> Option<&str> {
        match &*self.puzzle {
            AnyPuzzle::Insanity(puzzle) => puzzle.title(),
            AnyPuzzle::Tour(puzzle) => puzzle.title(),
            _ => self.title.as_deref(),
        }
    }

    fn envelope<T: Serialize>(&self, command: &'static str, solution: T) -> Envelope<T> {
        Envelope::new(command, solution)
            .of(self.puzzle.family())
            .maybe_titled(self.title())
    }

    /// An answer of which pictures are drawn.
    fn solved<T: Serialize>(&self, solution: T, found: fn(T) -> Found) -> Result<Answer> {
        let json = written(&self.envelope("solve", &solution))?;
        Ok(Answer::new(json, Some(&self.puzzle), found(solution)))
    }

    /// An answer of which nothing is drawn.
    fn told(&self, command: &'static str, solution: impl Serialize) -> Result<Answer> {
        let json = written(&self.envelope(command, solution))?;
        Ok(Answer::new(json, Some(&self.puzzle), Found::Other))
    }

    fn picture(&self) -> Result<&picture::Puzzle> {
        match &*self.puzzle {
            AnyPuzzle::Picture(puzzle) => Ok(puzzle),
            _ => Err(Error::invalid("this is asked of picture cubes alone")),
        }
    }

    fn solution(&self, options: &str, work: &Work) -> Result<Answer> {
        match &*self.puzzle {
            AnyPuzzle::Insanity(puzzle) => self.solved(
                puzzle.solve(&read_options(options)?, work)?,
                Found::Insanity,
            ),
            AnyPuzzle::Tour(puzzle) => {
                self.solved(puzzle.solve(&read_options(options)?, work)?, Found::Tour)
            }
            AnyPuzzle::Corner(puzzle) => {
                self.solved(puzzle.solve(&read_options(options)?, work)?, Found::Corner)
            }
            _ => self.told(
                "solve",
                self.picture()?.solve(&read_options(options)?, work)?,
            ),
        }
    }

    fn question(&self, what: &str, work: &Work) -> Result<Answer> {
        match (what, &*self.puzzle) {
            ("group", _) => self.told("group", bounds::group_summary(self.picture()?, work)?),
            ("bounds", _) => {
                let puzzle = self.picture()?;
                let extent = Extent::from(puzzle.size());
                let bounds = Bounds::of(puzzle.rules(), extent, Effort::Full, work)?;
                let title = format!("Bounds on God's number of {extent}");
                let json = written(&self.envelope("bounds", bounds).maybe_titled(Some(&title)))?;
                Ok(Answer::new(json, Some(&self.puzzle), Found::Other))
            }
            ("obstacle", AnyPuzzle::Insanity(puzzle)) => {
                #[derive(Serialize)]
                struct Obstacle {
                    obstacle: Option<insanity::Obstacle>,
                }
                let obstacle = puzzle.obstacle(work)?;
                self.told("obstacle", Obstacle { obstacle })
            }
            _ => Err(unknown(what, "solve, group, bounds and obstacle")),
        }
    }

    fn graph_data(&self, of: &str, radius: Option<usize>, work: &Work) -> Result<String> {
        match (&*self.puzzle, of) {
            (AnyPuzzle::Insanity(puzzle), "colours") => node_link(puzzle.graph(), work),
            (AnyPuzzle::Tour(puzzle), "grid") => node_link(puzzle.graph(), work),
            (AnyPuzzle::Tour(puzzle), "rolls") => node_link(&puzzle.roll_graph_within(work)?, work),
            (AnyPuzzle::Picture(puzzle), "cayley") => node_link(&puzzle.ball(radius, work)?, work),
            (AnyPuzzle::Picture(puzzle), "quotient") => {
                node_link(&puzzle.ball(radius, work)?.quotient(work)?, work)
            }
            (AnyPuzzle::Corner(puzzle), "cube") => node_link(puzzle.graph(), work),
            (AnyPuzzle::Corner(puzzle), "loops") => node_link(&puzzle.loop_graph()?, work),
            (AnyPuzzle::Insanity(_), _) => Err(unknown(of, "colours")),
            (AnyPuzzle::Tour(_), _) => Err(unknown(of, "grid and rolls")),
            (AnyPuzzle::Corner(_), _) => Err(unknown(of, "cube and loops")),
            _ => Err(unknown(of, "cayley and quotient")),
        }
    }

    /// A picture for which nothing has to be solved.
    fn plain_picture(&self, what: &str, radius: Option<usize>, work: &Work) -> Result<Drawing> {
        match (&*self.puzzle, what) {
            (AnyPuzzle::Insanity(puzzle), "graph" | "nets") => {
                insanity::draw::refuse_large(puzzle)?;
                Ok(match what {
                    "graph" => insanity::draw::graph(puzzle, None).into(),
                    _ => insanity::draw::nets(puzzle).into(),
                })
            }
            (AnyPuzzle::Tour(puzzle), _) => tour_picture(puzzle, None, what, ""),
            (AnyPuzzle::Corner(puzzle), "pieces") => Ok(corner::draw::pieces(puzzle).into()),
            (AnyPuzzle::Picture(puzzle), "cubes") => Ok(picture::draw::cubes(puzzle, work)?.into()),
            (AnyPuzzle::Picture(puzzle), "cayley") => {
                Ok(picture::draw::cayley(puzzle, radius, work)?.into())
            }
            (AnyPuzzle::Picture(puzzle), "quotient") => {
                Ok(picture::draw::quotient(puzzle, radius, work)?.into())
            }
            (AnyPuzzle::Insanity(_), _) => Err(unknown(what, "graph, factors, tower or nets")),
            (AnyPuzzle::Corner(_), _) => Err(unknown(what, "pieces, cube or graph")),
            _ => Err(unknown(what, "cubes, cayley, quotient or chart")),
        }
    }

    /// Where an answer is wrong; nothing if it is right.
    fn judgement(&self, answer: &str, work: &Work) -> Result<Option<String>> {
        let why = |why: Option<&str>| why.map(str::to_owned);
        match &*self.puzzle {
            AnyPuzzle::Insanity(puzzle) => {
                Ok(why(puzzle.check(&puzzle.read_answer(answer)?).why()))
            }
            AnyPuzzle::Tour(puzzle) => Ok(why(puzzle.check(&answer.parse()?).why())),
            AnyPuzzle::Corner(puzzle) => {
                let verdict = puzzle.check(&answer.parse()?, work)?;
                Ok((!verdict.is_right()).then(|| verdict.why().unwrap_or_default().to_owned()))
            }
            _ => Ok(why(self.picture()?.check(&answer.parse()?).why())),
        }
    }
}

fn read_options<T: DeserializeOwned>(options: &str) -> Result<T> {
    serde_json::from_str(options).map_err(|error| {
        let message = error.to_string();
        Error::invalid(message.split(" at line ").next().unwrap_or_default())
    })
}

fn node_link(graph: impl GraphData, work: &Work) -> Result<String> {
    let mut bytes = Vec::new();
    graph::write_json(graph, &mut bytes, work)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A mistake in `text`, which messages call `name`.
fn within<'a>(name: &'a str, text: &'a str) -> impl Fn(Error) -> Error + 'a {
    move |error| match error {
        Error::Input(fault) => fault.within(name, text).into(),
        other => other,
    }
}

fn parsed(family: &str, text: &str) -> Result<Puzzle> {
    let family: Family = family.parse()?;
    if text.contains('=') {
        return instance::read_as("the text", text, family).map(Puzzle::from_instance);
    }
    let puzzle = match family {
        Family::Insanity => text.parse().map(AnyPuzzle::Insanity),
        Family::Tour => text.parse().map(AnyPuzzle::Tour),
        Family::Picture => text.parse().map(AnyPuzzle::Picture),
        Family::Corner => text.parse().map(AnyPuzzle::Corner),
    };
    puzzle.map(Puzzle::new).map_err(within("the text", text))
}

/// A puzzle of a family, from words or from the text of an instance file. Where the text was
/// `written` by the user, a mistake has its place in it.
#[pyfunction]
pub fn parse(py: Python<'_>, family: &str, text: &str, written: bool) -> PyResult<Puzzle> {
    run(py, (None, None, None), |_| {
        parsed(family, text).map_err(|error| if written { error } else { without_place(error) })
    })
}

/// A puzzle from a file, or a built-in one from its `@name`.
#[pyfunction]
pub fn read(py: Python<'_>, name: &str) -> PyResult<Puzzle> {
    run(py, (None, None, None), |_| {
        let instance = match name.strip_prefix('@') {
            Some(name) => instance::find_built_in(name, None)?.read()?,
            None => instance::read(name)?,
        };
        Ok(Puzzle::from_instance(instance))
    })
}

/// Instant Insanity from the pairs of opposite faces.
#[pyfunction]
pub fn pairs(py: Python<'_>, cubes: Vec<[[String; 2]; 3]>) -> PyResult<Puzzle> {
    let puzzle = insanity::Puzzle::from_pairs(cubes).map_err(|error| raised(py, error))?;
    Ok(Puzzle::new(AnyPuzzle::Insanity(puzzle)))
}

/// Instant Insanity from the faces: left, front, right, back, top, bottom.
#[pyfunction]
pub fn faces(py: Python<'_>, cubes: Vec<[String; 6]>) -> PyResult<Puzzle> {
    let puzzle = insanity::Puzzle::from_faces(cubes).map_err(|error| raised(py, error))?;
    Ok(Puzzle::new(AnyPuzzle::Insanity(puzzle)))
}

/// A random puzzle of Instant Insanity.
#[pyfunction]
pub fn generate(py: Python<'_>, options: &str, limits: Limits) -> PyResult<Puzzle> {
    run(py, limits, |work| {
        let made = insanity::generate::generate(&read_options(options)?, work)?;
        Ok(Puzzle::new(AnyPuzzle::Insanity(made.puzzle().clone())))
    })
}

/// A random puzzle of corner pieces or a relative with one assembly.
#[pyfunction]
pub fn random_corner(py: Python<'_>, rule: &str, seed: u64, limits: Limits) -> PyResult<Puzzle> {
    run(py, limits, |work| {
        let puzzle = corner::Puzzle::random(read_options(rule)?, seed, work)?;
        Ok(Puzzle::new(AnyPuzzle::Corner(puzzle)))
    })
}

#[pymethods]
impl Puzzle {
    #[getter]
    fn family(&self) -> &'static str {
        self.puzzle.family().name()
    }

    #[getter(title)]
    fn get_title(&self) -> Option<&str> {
        self.title()
    }

    /// A text that `parse` reads.
    fn text(&self) -> String {
        match &*self.puzzle {
            AnyPuzzle::Insanity(puzzle) => puzzle.to_string(),
            AnyPuzzle::Tour(puzzle) => puzzle.to_string(),
            AnyPuzzle::Picture(puzzle) => puzzle.to_string(),
            AnyPuzzle::Corner(puzzle) => puzzle.to_string(),
            _ => String::new(),
        }
    }

    /// The puzzle as a serde value.
    fn json(&self) -> PyResult<String> {
        let text = match &*self.puzzle {
            AnyPuzzle::Insanity(puzzle) => serde_json::to_string(puzzle),
            AnyPuzzle::Tour(puzzle) => serde_json::to_string(puzzle),
            AnyPuzzle::Picture(puzzle) => serde_json::to_string(puzzle),
            AnyPuzzle::Corner(puzzle) => serde_json::to_string(puzzle),
            _ => Ok("{}".to_owned()),
        };
        text.map_err(|error| pyo3::exceptions::PyRuntimeError::new_err(error.to_string()))
    }

    /// The same puzzle with a title.
    fn titled(&self, title: String) -> Puzzle {
        match &*self.puzzle {
            AnyPuzzle::Insanity(puzzle) => {
                Puzzle::new(AnyPuzzle::Insanity(puzzle.clone().titled(title)))
            }
            _ => Puzzle {
                puzzle: Arc::clone(&self.puzzle),
                title: Some(title),
            },
        }
    }

    fn solve(&self, py: Python<'_>, options: &str, limits: Limits) -> PyResult<Answer> {
        run(py, limits, |work| self.solution(options, work))
    }

    fn distances(&self, py: Python<'_>, options: &str, limits: Limits) -> PyResult<Answer> {
        run(py, limits, |work| {
            let distances = bounds::distances(self.picture()?, &read_options(options)?, work)?;
            let seconds = work.elapsed().map(|time| time.as_secs_f64());
            let json = written(&self.envelope("distances", &distances).timed(seconds))?;
            let found = Found::Distances(distances);
            Ok(Answer::new(json, Some(&self.puzzle), found))
        })
    }

    /// What is known about the puzzle: `group`, `bounds` or `obstacle`.
    fn ask(&self, py: Python<'_>, what: &str, limits: Limits) -> PyResult<Answer> {
        run(py, limits, |work| self.question(what, work))
    }

    /// A graph as node-link JSON.
    fn graph(
        &self,
        py: Python<'_>,
        of: &str,
        radius: Option<usize>,
        limits: Limits,
    ) -> PyResult<String> {
        run(py, limits, |work| self.graph_data(of, radius, work))
    }

    /// A picture without a solution.
    fn draw(
        &self,
        py: Python<'_>,
        what: &str,
        radius: Option<usize>,
        limits: Limits,
    ) -> PyResult<Drawing> {
        run(py, limits, |work| self.plain_picture(what, radius, work))
    }

    /// Where an answer is wrong; `None` if it is right.
    fn check(&self, py: Python<'_>, answer: &str, limits: Limits) -> PyResult<Option<String>> {
        run(py, limits, |work| {
            self.judgement(answer, work)
                .map_err(within("the answer", answer))
        })
    }

    /// The picture cubes after moves.
    fn after(&self, py: Python<'_>, moves: &str) -> PyResult<Puzzle> {
        run(py, (None, None, None), |_| {
            let moves = moves.parse().map_err(within("the moves", moves))?;
            let puzzle = self.picture()?.after(&moves)?;
            Ok(Puzzle::new(AnyPuzzle::Picture(puzzle)))
        })
    }

    /// The picture cubes after random moves.
    fn scrambled(&self, py: Python<'_>, moves: u32, seed: u64, limits: Limits) -> PyResult<Puzzle> {
        run(py, limits, |work| {
            let puzzle = self.picture()?.scrambled(moves, seed, work)?;
            Ok(Puzzle::new(AnyPuzzle::Picture(puzzle)))
        })
    }

    /// The board with as few labels as leave one tour, from a seed; or why there is none.
    fn labelled(
        &self,
        py: Python<'_>,
        seed: u64,
        tries: Option<usize>,
        limits: Limits,
    ) -> PyResult<Puzzle> {
        run(py, limits, |work| {
            let AnyPuzzle::Tour(puzzle) = &*self.puzzle else {
                return Err(Error::invalid("this is asked of boards alone"));
            };
            let mut options = tour::generate::Options {
                board: puzzle.clone(),
                seed,
                ..Default::default()
            };
            options.tries = tries.unwrap_or(options.tries);
            let made = tour::generate::generate(&options, work)?;
            let why = || Error::invalid(made.why().unwrap_or_default().to_owned());
            let made = made.puzzle().ok_or_else(why)?;
            Ok(Puzzle::new(AnyPuzzle::Tour(made.clone())))
        })
    }
}
