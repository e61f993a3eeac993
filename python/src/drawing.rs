//! Pictures, in every form the library writes.

use cubegraph::draw::{PlacedGraph, Scene};
use cubegraph::instance::Puzzle as AnyPuzzle;
use cubegraph::request::Answer;
use cubegraph::{Error, Result, Work, corner, insanity, picture, tour};
use pyo3::prelude::*;

use super::call::quick;

/// A picture.
#[pyclass(frozen, module = "cubegraph._cubegraph")]
pub struct Drawing {
    scene: Scene,
    graph: Option<PlacedGraph>,
}

impl From<Scene> for Drawing {
    fn from(scene: Scene) -> Drawing {
        Drawing { scene, graph: None }
    }
}

impl From<PlacedGraph> for Drawing {
    fn from(graph: PlacedGraph) -> Drawing {
        Drawing { scene: graph.to_scene(), graph: Some(graph) }
    }
}

/// What `what` shows of a puzzle, with the solution of an answer where there is one; `number` counts
/// solutions from 1.
pub fn picture(
    puzzle: Option<&AnyPuzzle>,
    answer: Option<&Answer>,
    what: &str,
    number: i64,
    radius: Option<usize>,
    work: &Work,
) -> Result<Drawing> {
    let index = usize::try_from(number - 1).unwrap_or(usize::MAX);
    let missing = || Error::invalid(format!("there is no solution {number}, counted from 1"));
    if let Some(distances) = answer.and_then(Answer::solution) {
        return Ok(picture::draw::chart(distances).into());
    }
    match puzzle {
        Some(AnyPuzzle::Insanity(puzzle)) => {
            insanity::draw::refuse_large(puzzle)?;
            let solution = answer.and_then(Answer::solution::<insanity::Solution>);
            let tower = solution.and_then(|solution| solution.towers().get(index));
            let needed = || tower.ok_or_else(missing);
            Ok(match what {
                "nets" => insanity::draw::nets(puzzle).into(),
                // The colour graph is there even where no tower is.
                "graph" if number == 1 => insanity::draw::graph(puzzle, tower).into(),
                "graph" => insanity::draw::graph(puzzle, Some(needed()?)).into(),
                "factors" => insanity::draw::factors(puzzle, needed()?).into(),
                "tower" => insanity::draw::tower(puzzle, needed()?).into(),
                _ => return Err(unknown(what, "graph, factors, tower or nets")),
            })
        }
        Some(AnyPuzzle::Tour(puzzle)) => {
            tour_picture(puzzle, answer.and_then(Answer::solution), what, number)
        }
        Some(AnyPuzzle::Corner(puzzle)) => {
            let solution = answer.and_then(Answer::solution::<corner::Solution>);
            let assembly = solution.and_then(|solution| solution.assemblies().get(index));
            match what {
                "pieces" => Ok(corner::draw::pieces(puzzle).into()),
                "graph" => Ok(corner::draw::graph(puzzle, assembly).into()),
                "cube" => Ok(corner::draw::cube(puzzle, assembly.ok_or_else(missing)?).into()),
                _ => Err(unknown(what, "pieces, cube or graph")),
            }
        }
        Some(AnyPuzzle::Picture(puzzle)) => match what {
            "cubes" => Ok(picture::draw::cubes(puzzle, work)?.into()),
            "cayley" => Ok(picture::draw::cayley(puzzle, radius, work)?.into()),
            "quotient" => Ok(picture::draw::quotient(puzzle, radius, work)?.into()),
            _ => Err(unknown(what, "cubes, cayley, quotient or chart")),
        },
        _ => Err(Error::invalid("there is no picture of this answer")),
    }
}

/// The board, the grid or the roll graph. The tour of number 0 is the one of largest sum, -1 that
/// of smallest.
fn tour_picture(
    puzzle: &tour::Puzzle,
    solution: Option<&tour::Solution>,
    what: &str,
    number: i64,
) -> Result<Drawing> {
    let size = || format!("{} × {}", puzzle.rows(), puzzle.columns());
    let mut title = puzzle.title().map_or_else(size, str::to_owned);
    let mut shown = None;
    if let Some(solution) = solution {
        let (extreme, name) = match number {
            0 => (solution.max(), "largest "),
            -1 => (solution.min(), "smallest "),
            _ => (None, ""),
        };
        let index = usize::try_from(number - 1).ok();
        let listed = index.and_then(|index| solution.list().get(index));
        shown = extreme.map(|extreme| &extreme.replay).or(listed);
        title = match shown {
            Some(replay) => format!("{title}: {name}sum {}", replay.sum),
            None => format!("{title}: no tour"),
        };
    }
    match what {
        "board" => Ok(tour::draw::board(puzzle, shown, &title)?.into()),
        "grid" => Ok(tour::draw::grid(puzzle, shown, &title)?.into()),
        "rolls" => Ok(tour::draw::rolls(puzzle, shown, &title)?.into()),
        _ => Err(unknown(what, "board, grid or rolls")),
    }
}

/// The refusal of a picture that there is not.
fn unknown(what: &str, there_are: &str) -> Error {
    Error::invalid(format!("there is nothing called {what:?} here"))
        .help(format!("there are {there_are}"))
}

#[pymethods]
impl Drawing {
    /// The picture as bytes of a form, such as `png`.
    fn to_bytes(&self, py: Python<'_>, form: &str, width: u32) -> PyResult<Vec<u8>> {
        quick(py, || match (form, &self.graph) {
            ("svg", _) => Ok(self.scene.to_svg().into_bytes()),
            ("png", _) => self.scene.to_png(width),
            ("pdf", _) => Ok(self.scene.to_pdf()),
            ("tex" | "tikz", _) => Ok(self.scene.to_tikz().into_bytes()),
            ("dot" | "gv", Some(graph)) => Ok(graph.to_dot().into_bytes()),
            _ => {
                let message = format!("there is no form .{form} of this picture");
                let help = "save it as .svg, .png, .pdf or .tex; a graph also as .dot";
                Err(Error::invalid(message).help(help))
            }
        })
    }
}
