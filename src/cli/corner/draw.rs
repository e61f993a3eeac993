//! `cubegraph corner draw`.

use clap::{Args, ValueEnum};
use cubegraph::Error;
use cubegraph::corner::{Options, draw};

use super::{Answer, Context, chosen, puzzle_of};
use crate::cli::PictureKind;
use crate::cli::options::Format;

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
    #[arg(long, value_name = "K")]
    solution: Option<usize>,
    /// The edge of the printed cube in millimetres, for .stl [default: 60]
    #[arg(long, value_name = "MM", value_parser = length)]
    size: Option<f64>,
    /// The gap between printed parts that touch, in millimetres, for .stl [default: 0.2]
    #[arg(long, value_name = "MM", value_parser = gap)]
    clearance: Option<f64>,
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

fn refused<T>(message: &str, help: &str) -> Result<T, Error> {
    Err(Error::invalid(message).help(help))
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let kind = context.picture_kind()?;
    let what = arguments.what.unwrap_or(match kind {
        PictureKind::Dot => What::Graph,
        _ => What::Pieces,
    });
    contradictions(arguments, what, kind, context)?;
    let (puzzle, _) = puzzle_of(&arguments.puzzle)?;
    if kind == PictureKind::Stl {
        let (size, gap) = (
            arguments.size.unwrap_or(60.0),
            arguments.clearance.unwrap_or(0.2),
        );
        if gap * 8.0 > size {
            let message = "the clearance is too large for a cube of this size";
            return Err(Error::invalid(message).into());
        }
        let parts = draw::parts(&puzzle, size, gap);
        return Ok(Answer::document(parts.to_stl("corner cube")));
    }
    if what == What::Pieces {
        return Ok(Answer::document(draw::pieces(&puzzle).to_svg()));
    }
    let solution = puzzle.solve(&Options::default(), context.work())?;
    let shown = chosen(&solution, arguments.solution.unwrap_or(1))?;
    if shown.is_none() {
        context.hint(
            "these pieces make no cube; `cubegraph corner solve …` says why, \
             `--as pieces` draws them",
        );
    }
    let drawing = match (what, shown) {
        (What::Graph, _) => kind.draw(&draw::graph(&puzzle, shown)),
        (_, Some(assembly)) => draw::cube(&puzzle, assembly).to_svg(),
        (_, None) => return Ok(Answer::nothing_to_draw()),
    };
    Ok(Answer::document(drawing).with_status(u8::from(shown.is_none())))
}

/// Refuses options that have no meaning together.
fn contradictions(
    arguments: &Arguments,
    what: What,
    kind: PictureKind,
    context: &Context,
) -> Result<(), Error> {
    if context.options.format != Format::Text {
        return refused(
            "a drawing is not an answer in JSON or CSV",
            "leave out --format; `cubegraph corner graph` writes the graph as data",
        );
    }
    if what != What::Graph && kind == PictureKind::Dot {
        return refused("this picture is no graph", "use -o FILE.svg");
    }
    if what != What::Pieces && kind == PictureKind::Stl {
        return refused(
            "only pieces can be printed",
            "leave out --as, or use -o FILE.svg",
        );
    }
    if kind != PictureKind::Stl && (arguments.size.is_some() || arguments.clearance.is_some()) {
        return refused(
            "--size and --clearance are for parts to print",
            "leave them out, or use -o FILE.stl",
        );
    }
    if what == What::Pieces && arguments.solution.is_some() {
        return refused(
            "--solution picks an assembly, and pieces are drawn without one",
            "use --as cube or --as graph",
        );
    }
    Ok(())
}
