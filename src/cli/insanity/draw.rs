//! `cubegraph insanity draw`.

use clap::{Args, ValueEnum};
use cubegraph::Error;
use cubegraph::draw::{PlacedGraph, Scene};
use cubegraph::insanity::draw;
use cubegraph::insanity::solve::{Question, Wanted, solve};
use cubegraph::insanity::{Puzzle, Tower};

use super::super::{Answer, Context, PictureKind};
use super::PuzzleArgument;

/// What `draw` is asked.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArgument,
    /// What to draw (default: the colour graph, in an SVG with a solution)
    #[arg(long = "as", value_enum)]
    subject: Option<Subject>,
    /// Which principal solution to show, counted from 1 in the order of `solve --all`
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    solution: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Subject {
    /// The colour multigraph; with --solution its two factors are highlighted
    Graph,
    /// The two factors of a solution side by side
    Factors,
    /// The cross-shaped nets of the cubes as given (SVG only)
    Nets,
    /// The solved tower, a column for each cube and a row for each side (SVG only)
    Tower,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let kind = context.picture_kind()?;
    let puzzle = arguments.puzzle.read()?.puzzle;
    let wanted = arguments.solution.unwrap_or(1);
    let solved = || tower(&puzzle, wanted, context);
    let must = |tower: Option<Tower>| {
        tower.ok_or_else(|| Error::Input("there is no tower to draw\n  = help: `--as graph` draws the colour graph, `cubegraph insanity solve … --explain` says why".to_owned()))
    };
    match arguments.subject {
        Some(Subject::Nets) => scene(&draw::nets(&puzzle), kind),
        Some(Subject::Tower) => {
            let kind = of_scene(kind)?;
            scene(&draw::tower(&puzzle, &must(solved()?)?), kind)
        }
        Some(Subject::Factors) => graph(&draw::factors(&puzzle, &must(solved()?)?), kind),
        Some(Subject::Graph) => {
            let tower = if arguments.solution.is_some() {
                Some(must(solved()?)?)
            } else {
                None
            };
            graph(&draw::graph(&puzzle, tower.as_ref()), kind)
        }
        None => {
            let tower = match (arguments.solution, kind) {
                (Some(_), _) => Some(must(solved()?)?),
                (None, PictureKind::Svg) => solved()?,
                (None, _) => None,
            };
            graph(&draw::graph(&puzzle, tower.as_ref()), kind)
        }
    }
}

/// The principal solution with a number, if there is any solution; a number too high is a mistake.
fn tower(puzzle: &Puzzle, number: u32, context: &Context) -> anyhow::Result<Option<Tower>> {
    let question = Question {
        wanted: Wanted::Some(number as usize),
        ..Question::default()
    };
    let mut towers = solve(puzzle, &question, context.work())?.towers;
    if towers.is_empty() {
        return Ok(None);
    }
    if towers.len() < number as usize {
        return Err(Error::Input(format!(
            "there is no solution {number}: the puzzle has {} principal solutions, counted from 1",
            towers.len()
        ))
        .into());
    }
    Ok(towers.pop())
}

fn of_scene(kind: PictureKind) -> Result<PictureKind, Error> {
    match kind {
        PictureKind::Svg => Ok(kind),
        PictureKind::Dot => Err(Error::Input(
            "this picture is no graph, so there is no DOT for it\n  = help: use -o FILE.svg"
                .to_owned(),
        )),
        PictureKind::Stl => Err(no_stl()),
    }
}

fn no_stl() -> Error {
    Error::Input(
        "nothing of this puzzle is printed in three dimensions\n  = help: use -o FILE.svg"
            .to_owned(),
    )
}

fn scene(scene: &Scene, kind: PictureKind) -> anyhow::Result<Answer> {
    of_scene(kind)?;
    Ok(Answer::document(scene.to_svg()))
}

fn graph(graph: &PlacedGraph, kind: PictureKind) -> anyhow::Result<Answer> {
    match kind {
        PictureKind::Dot => Ok(Answer::document(graph.to_dot())),
        PictureKind::Svg => Ok(Answer::document(graph.to_scene().to_svg())),
        PictureKind::Stl => Err(no_stl().into()),
    }
}
