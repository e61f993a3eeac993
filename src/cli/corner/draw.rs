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
        return Err(Error::invalid(wrong.to_owned()).into());
    }
    let what = arguments.what.unwrap_or(match kind {
        PictureKind::Dot => What::Graph,
        PictureKind::Svg | PictureKind::Stl => What::Pieces,
    });
    let (puzzle, _) = puzzle_of(&arguments.puzzle)?;
    match &puzzle {
        Puzzle::Corners(set) => corners(set, what, kind, arguments, context),
        Puzzle::Edges(set) => relative(set, what, kind, arguments, context),
        Puzzle::Faces(set) => relative(set, what, kind, arguments, context),
    }
}

fn corners(
    set: &CornerSet,
    what: What,
    kind: PictureKind,
    arguments: &Arguments,
    context: &Context,
) -> anyhow::Result<Answer> {
    let pieces = set.pieces();
    if kind == PictureKind::Stl {
        only_pieces(what)?;
        let parts = draw::parts(pieces, arguments.size, arguments.clearance);
        return Ok(Answer::document(parts.to_stl("corner cube")));
    }
    if what != What::Graph {
        no_graph(kind)?;
    }
    if what == What::Pieces {
        return Ok(Answer::document(draw::pieces(pieces).to_svg()));
    }
    let solved = solve(set.bag());
    check::solved(set.bag(), &solved)?;
    let chosen = chosen(&solved.assemblies, arguments.solution)?;
    if chosen.is_none() {
        context.hint(NO_ASSEMBLY);
    }
    let drawing = match (what, chosen) {
        (What::Graph, _) => kind.draw(&draw::graph(pieces, chosen.copied())),
        (_, Some(pattern)) => draw::assembled(pieces, *pattern).to_svg(),
        (_, None) => return Ok(Answer::nothing_to_draw()),
    };
    Ok(Answer::document(drawing).with_status(u8::from(chosen.is_none())))
}

fn relative<R: Relative>(
    set: &R,
    what: What,
    kind: PictureKind,
    arguments: &Arguments,
    context: &Context,
) -> anyhow::Result<Answer> {
    if kind == PictureKind::Stl {
        only_pieces(what)?;
        let parts = draw::relative_parts(set, arguments.size, arguments.clearance);
        return Ok(Answer::document(parts.to_stl("cube")));
    }
    if what == What::Graph {
        return Err(Error::invalid(
            "the graph is drawn for corner pieces alone\n  = help: use --as pieces or --as cube with -o FILE.svg"
                .to_owned(),
        )
        .into());
    }
    no_graph(kind)?;
    if what == What::Pieces {
        return Ok(Answer::document(draw::relative_pieces(set).to_svg()));
    }
    let solved = set.solve(usize::MAX, context.work())?;
    relative_check::packed(set, &solved)?;
    let Some(assembly) = chosen(&solved.assemblies, arguments.solution)? else {
        context.hint(NO_ASSEMBLY);
        return Ok(Answer::nothing_to_draw());
    };
    Ok(Answer::document(
        draw::relative_assembled(set, assembly).to_svg(),
    ))
}

/// The assembly asked for; none if there are none at all.
fn chosen<T>(assemblies: &[T], solution: usize) -> Result<Option<&T>, Error> {
    match (solution.checked_sub(1), assemblies) {
        (Some(_), []) => Ok(None),
        (Some(index), _) if index < assemblies.len() => Ok(assemblies.get(index)),
        _ => Err(Error::invalid(format!(
            "there is no solution {solution}\n  = help: solutions are counted from 1 to {}",
            assemblies.len()
        ))),
    }
}

const NO_ASSEMBLY: &str =
    "these pieces make no cube; `cubegraph corner solve …` says why, `--as pieces` draws them";

fn no_graph(kind: PictureKind) -> Result<(), Error> {
    if kind == PictureKind::Dot {
        return Err(Error::invalid(
            "this picture is no graph\n  = help: use -o FILE.svg".to_owned(),
        ));
    }
    Ok(())
}

fn only_pieces(what: What) -> Result<(), Error> {
    if what != What::Pieces {
        return Err(Error::invalid(
            "only pieces can be printed\n  = help: leave out --as, or use -o FILE.svg".to_owned(),
        ));
    }
    Ok(())
}
