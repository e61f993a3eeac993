//! `cubegraph corner draw`.

use clap::{Args, ValueEnum};
use cubegraph::Error;
use cubegraph::corner::relatives::{Relative, check as relative_check};
use cubegraph::corner::{CornerSet, Puzzle, check, draw, solve};

use super::{Answer, Context, puzzle_of};
use crate::cli::PictureKind;

/// Arguments of `corner draw`.
#[derive(Args)]
pub struct Arguments {
    /// A file, `-`, @name, or the pieces
    #[arg(required = true)]
    puzzle: Vec<String>,
    /// What to draw (without it: the graph for .dot, the pieces for .svg and .stl)
    #[arg(long = "as", value_enum)]
    what: Option<What>,
    /// Which assembly to show, counted from 1
    #[arg(long, value_name = "K", default_value_t = 1)]
    solution: usize,
    /// The edge of the printed cube in millimetres, for .stl
    #[arg(long, value_name = "MM", default_value_t = 60.0, value_parser = length)]
    size: f64,
    /// The gap between printed parts that touch, in millimetres, for .stl
    #[arg(long, value_name = "MM", default_value_t = 0.2, value_parser = gap)]
    clearance: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// Every piece, its half-edges towards us
    Pieces,
    /// The assembled cube, also drawn apart
    Cube,
    /// The cube graph with its half-edges
    Graph,
}

fn length(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (1.0..=10_000.0).contains(&value) => Ok(value),
        _ => Err("a length from 1 to 10000 millimetres is expected".to_owned()),
    }
}

fn gap(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=5.0).contains(&value) => Ok(value),
        _ => Err("a gap from 0 to 5 millimetres is expected".to_owned()),
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let kind = context.picture_kind()?;
    if kind == PictureKind::Stl && arguments.clearance * 8.0 > arguments.size {
        let wrong = "the clearance is too large for a cube of this size";
        return Err(Error::Input(wrong.to_owned()).into());
    }
    let what = arguments.what.unwrap_or(match kind {
        PictureKind::Dot => What::Graph,
        PictureKind::Svg | PictureKind::Stl => What::Pieces,
    });
    let (puzzle, _) = puzzle_of(&arguments.puzzle)?;
    let contents = match &puzzle {
        Puzzle::Corners(set) => corners(set, what, kind, arguments)?,
        Puzzle::Edges(set) => relative(set, what, kind, arguments, context)?,
        Puzzle::Faces(set) => relative(set, what, kind, arguments, context)?,
    };
    Ok(Answer::document(contents))
}

fn corners(
    set: &CornerSet,
    what: What,
    kind: PictureKind,
    arguments: &Arguments,
) -> anyhow::Result<String> {
    let pieces = set.pieces();
    if kind == PictureKind::Stl {
        only_pieces(what)?;
        return Ok(draw::parts(pieces, arguments.size, arguments.clearance).to_stl("corner cube"));
    }
    if what == What::Pieces {
        no_graph(kind)?;
        return Ok(draw::pieces(pieces).to_svg());
    }
    let solved = solve(set.bag());
    check::solved(set.bag(), &solved)?;
    let chosen = chosen(&solved.assemblies, arguments.solution)?;
    match (what, kind) {
        (What::Graph, PictureKind::Dot) => Ok(draw::graph(pieces, chosen.copied()).to_dot()),
        (What::Graph, _) => Ok(draw::graph(pieces, chosen.copied()).to_scene().to_svg()),
        _ => {
            no_graph(kind)?;
            let pattern = chosen.ok_or_else(no_assembly)?;
            Ok(draw::assembled(pieces, *pattern).to_svg())
        }
    }
}

fn relative<R: Relative>(
    set: &R,
    what: What,
    kind: PictureKind,
    arguments: &Arguments,
    context: &Context,
) -> anyhow::Result<String> {
    if kind == PictureKind::Stl {
        only_pieces(what)?;
        let parts = draw::relative_parts(set, arguments.size, arguments.clearance);
        return Ok(parts.to_stl("cube"));
    }
    if what == What::Graph {
        return Err(Error::Input(
            "the graph is drawn for corner pieces alone\n  = help: use --as pieces or --as cube with -o FILE.svg"
                .to_owned(),
        )
        .into());
    }
    no_graph(kind)?;
    if what == What::Pieces {
        return Ok(draw::relative_pieces(set).to_svg());
    }
    let solved = set.solve(usize::MAX, context.work())?;
    relative_check::packed(set, &solved)?;
    let assembly = chosen(&solved.assemblies, arguments.solution)?.ok_or_else(no_assembly)?;
    Ok(draw::relative_assembled(set, assembly).to_svg())
}

/// The assembly asked for; none if there are none at all.
fn chosen<T>(assemblies: &[T], solution: usize) -> Result<Option<&T>, Error> {
    match (solution.checked_sub(1), assemblies) {
        (Some(_), []) => Ok(None),
        (Some(index), _) if index < assemblies.len() => Ok(assemblies.get(index)),
        _ => Err(Error::Input(format!(
            "there is no solution {solution}\n  = help: solutions are counted from 1 to {}",
            assemblies.len()
        ))),
    }
}

fn no_assembly() -> Error {
    Error::Input(
        "these pieces cannot be assembled, so there is no cube to draw\n  = help: --as pieces draws them, `corner solve` says why"
            .to_owned(),
    )
}

fn no_graph(kind: PictureKind) -> Result<(), Error> {
    if kind == PictureKind::Dot {
        return Err(Error::Input(
            "this picture is no graph\n  = help: use -o FILE.svg".to_owned(),
        ));
    }
    Ok(())
}

fn only_pieces(what: What) -> Result<(), Error> {
    if what != What::Pieces {
        return Err(Error::Input(
            "only pieces can be printed\n  = help: leave out --as, or use -o FILE.svg".to_owned(),
        ));
    }
    Ok(())
}
