//! The argument of a family as steps, each a heading and its lines, beside the whole text.

use std::fmt::Write as _;

use crate::cube::notation::Die;
use crate::instance::{Family, Instance, Puzzle};
use crate::petgraph::visit::EdgeRef;
use crate::{Error, Result, Work, insanity, picture, tour};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{Answer, Envelope};

/// At most this many factors are listed for the page to point at.
const FACTORS_LISTED: usize = 64;

/// The argument for the answer about a puzzle.
pub(crate) fn argument(
    instance: &Instance,
    options: Map<String, Value>,
    work: &Work,
) -> Result<Answer> {
    let title = instance.title.as_deref();
    match &instance.puzzle {
        Puzzle::Insanity(puzzle) => towers(puzzle, work),
        Puzzle::Tour(puzzle) => tour(puzzle, options.contains_key("minimise"), work),
        Puzzle::Picture(puzzle) => {
            let mut puzzle = puzzle.clone();
            if let Some(metric) = options.get("metric") {
                puzzle = puzzle.with_metric(read_options(metric.clone())?)?;
            }
            if let Some(moves) = options.get("moves").and_then(Value::as_str) {
                puzzle = puzzle.after(&moves.parse()?)?;
            }
            let solving = ["method", "goal", "count"];
            let solving = options.into_iter().filter(|(name, _)| solving.contains(&name.as_str()));
            let solving = read_options(Value::Object(solving.collect()))?;
            moves(&puzzle, title, &solving, work)
        }
        Puzzle::Corner(puzzle) => {
            let solution = puzzle.solve(&crate::corner::Options::default(), work)?;
            let text = solution.explanation().to_owned();
            Ok(enveloped(Family::Corner, title, text, ()))
        }
    }
}

fn enveloped<T: Serialize + Send + Sync + 'static>(
    family: Family,
    title: Option<&str>,
    text: String,
    more: T,
) -> Answer {
    let argument = Argument::new(text.clone(), more);
    Answer::new(text, Envelope::about(family, "explain", title, argument))
}

fn read_options<T: DeserializeOwned>(options: Value) -> Result<T> {
    serde_json::from_value(options).map_err(|error| Error::invalid(format!("options: {error}")))
}

/// A step of an argument.
#[derive(Serialize)]
struct Step {
    heading: String,
    lines: Vec<String>,
}

/// An argument, with what the picture beside it needs.
#[derive(Serialize)]
struct Argument<T> {
    text: String,
    steps: Vec<Step>,
    #[serde(flatten)]
    more: T,
}

impl<T> Argument<T> {
    /// Takes a text apart: a line that is not indented is a heading.
    fn new(text: String, more: T) -> Argument<T> {
        let mut steps: Vec<Step> = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            match steps.last_mut() {
                Some(step) if line.starts_with(' ') => step.lines.push(line.trim().to_owned()),
                _ => steps.push(Step { heading: line.trim().to_owned(), lines: Vec::new() }),
            }
        }
        Argument { text, steps, more }
    }
}

/// An edge of the colour graph; cubes count from 1.
#[derive(Serialize)]
struct EdgeData {
    cube: usize,
    axis: usize,
    ends: [String; 2],
}

#[derive(Serialize)]
struct ColourData {
    name: String,
    paint: Option<String>,
}

/// What an argument points at: edge 3k + a is axis a (left-right, front-back, top-bottom) of the
/// cube k counted from 0, and a factor lists the axis that it takes of every cube.
#[derive(Serialize)]
struct Pointers {
    colours: Vec<ColourData>,
    edges: Vec<EdgeData>,
    factors: Vec<Vec<usize>>,
    /// The strands of the first tower, an axis of every cube each.
    #[serde(skip_serializing_if = "Option::is_none")]
    strands: Option<[Vec<usize>; 2]>,
    /// Cubes counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    obstacle: Option<Vec<usize>>,
}

fn towers(puzzle: &insanity::Puzzle, work: &Work) -> Result<Answer> {
    let solution = puzzle.solve(&insanity::Options::default(), work)?;
    let text = puzzle.explain(&solution, work)?;
    let graph = puzzle.graph();
    let obstacle = if solution.is_solvable() { None } else { puzzle.obstacle(work)? };
    let small = puzzle.cubes().len() <= 12;
    let pointers = Pointers {
        colours: puzzle
            .colours()
            .map(|colour| ColourData {
                name: colour.name().to_owned(),
                paint: colour.paint().map(str::to_owned),
            })
            .collect(),
        edges: graph
            .edge_references()
            .map(|edge| EdgeData {
                cube: edge.weight().cube + 1,
                axis: edge.id().index() % 3,
                ends: [edge.source(), edge.target()].map(|colour| graph[colour].name().to_owned()),
            })
            .collect(),
        factors: insanity::two_factors(graph)
            .take(if small { FACTORS_LISTED } else { 0 })
            .map(|factor| factor.edges().iter().map(|edge| edge.index() % 3).collect())
            .collect(),
        strands: (solution.towers().first()).map(|tower| {
            [insanity::Strand::FrontBack, insanity::Strand::LeftRight]
                .map(|strand| axes(puzzle, tower, strand))
        }),
        obstacle: obstacle.map(|found| found.cubes().iter().map(|cube| cube + 1).collect()),
    };
    Ok(enveloped(Family::Insanity, puzzle.title(), text, pointers))
}

/// The axis of every cube that becomes a strand of the tower.
fn axes(
    puzzle: &insanity::Puzzle,
    tower: &insanity::Tower,
    strand: insanity::Strand,
) -> Vec<usize> {
    let graph = tower.graph(puzzle.graph());
    graph
        .edge_references()
        .filter(|edge| edge.weight().strand == Some(strand))
        .map(|edge| edge.id().index() % 3)
        .collect()
}

/// A visit of a tour: the die as it lies there, and the sum so far.
#[derive(Serialize)]
struct Visit {
    cell: tour::Cell,
    #[serde(skip_serializing_if = "Option::is_none")]
    roll: Option<String>,
    die: Die,
    value: i64,
    sum: i64,
}

#[derive(Serialize)]
struct Visits {
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    visits: Vec<Visit>,
}

fn visits(replay: &tour::Replay) -> Vec<Visit> {
    let rolls = replay.tour.moves.rolls();
    let mut sum = 0;
    let steps = replay.cells.iter().zip(&replay.dice).zip(&replay.values);
    steps
        .enumerate()
        .map(|(k, ((cell, die), value))| {
            sum += value;
            Visit {
                cell: *cell,
                roll: k.checked_sub(1).map(|k| rolls[k].to_string()),
                die: *die,
                value: *value,
                sum,
            }
        })
        .collect()
}

fn tour(puzzle: &tour::Puzzle, smallest: bool, work: &Work) -> Result<Answer> {
    let extremes = if smallest { tour::Extremes::Min } else { tour::Extremes::Max };
    let options = tour::Options { extremes, ..tour::Options::default() };
    let solution = puzzle.solve(&options, work)?;
    let mut visits_made = Vec::new();
    let text = match (solution.why(), solution.max().or(solution.min())) {
        (Some(why), _) => format!("There is no tour\n  {why}\n"),
        (None, Some(extreme)) => {
            visits_made = visits(&extreme.replay);
            format!(
                "The sum {} is extreme, which the search proved\n  {}\n",
                extreme.sum, extreme.replay.tour
            )
        }
        (None, None) => String::new(),
    };
    let more = Visits { why: solution.why().map(str::to_owned), visits: visits_made };
    Ok(enveloped(Family::Tour, puzzle.title(), text, more))
}

/// What a part of a solution does, and its moves.
#[derive(Serialize)]
struct PartData {
    what: String,
    moves: picture::Moves,
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the key that the page and the tool share")]
struct Parts {
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    theorem: String,
    parts: Vec<PartData>,
}

fn moves(
    puzzle: &picture::Puzzle,
    title: Option<&str>,
    options: &picture::Options,
    work: &Work,
) -> Result<Answer> {
    let group = crate::bounds::group_summary(puzzle, work)?;
    let solution = puzzle.solve(options, work)?;
    let mut text = format!(
        "The group\n  {} configurations can be reached: {}\n",
        group.order(),
        group.theorem()
    );
    if let Some(why) = solution.why() {
        let _ = writeln!(text, "Not solvable\n  {why}");
    } else {
        text.push_str("The solution\n");
        for remark in solution.remarks() {
            let _ = writeln!(text, "  {remark}");
        }
        for part in solution.parts() {
            let _ = writeln!(text, "  {}: {}", part.what(), part.moves());
        }
        if solution.moves().is_empty() {
            text.push_str("  nothing to do\n");
        } else if solution.parts().is_empty() {
            let _ = writeln!(text, "  {}", solution.moves());
        }
    }
    let parts = Parts {
        why: solution.why().map(str::to_owned),
        theorem: group.theorem().to_owned(),
        parts: solution
            .parts()
            .iter()
            .map(|part| PartData { what: part.what().to_owned(), moves: part.moves().clone() })
            .collect(),
    };
    Ok(enveloped(Family::Picture, title, text, parts))
}
