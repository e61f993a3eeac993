//! `cubegraph corner draw`.

use std::ops::RangeInclusive;

use crate::Error;
use crate::corner::{Options, Puzzle, draw};
use crate::draw::{arrange, joined, to_3mf};

use super::{Answer, Context, Word, chosen, puzzle_of};
use serde::{Deserialize, Serialize};

use crate::Result;
use crate::request::Format;
use crate::request::context::words;
use crate::request::drawings::{PictureFormat, PictureOptions, numbered, write_all};
use crate::request::options::written_as_text;

/// Arguments of `corner draw`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Arguments {
    /// A file, `-`, @name, or the pieces
    #[cfg_attr(feature = "cli", arg(required = true))]
    #[serde(deserialize_with = "words")]
    puzzle: Vec<Word>,
    /// What to draw (default: the graph as DOT, the pieces otherwise)
    #[cfg_attr(feature = "cli", arg(long = "as", value_enum))]
    #[serde(rename = "as")]
    what: Option<What>,
    /// Which assembly to show, counted from 1
    #[cfg_attr(feature = "cli", arg(long, value_name = "K"))]
    solution: Option<usize>,
    /// The edge of the printed cube in millimetres, for .stl and .3mf [default: 60]
    #[cfg_attr(feature = "cli", arg(long, value_name = "MM", value_parser = length, hide_short_help = true))]
    size: Option<f64>,
    /// The gap between printed parts that touch, in millimetres [default: 0.2]
    #[cfg_attr(feature = "cli", arg(long, value_name = "MM", value_parser = gap, hide_short_help = true))]
    clearance: Option<f64>,
    /// The printer's bed in millimetres, such as 220x220; parts beyond it go to further files
    #[cfg_attr(feature = "cli", arg(long, value_name = "WxD", hide_short_help = true))]
    bed: Option<Bed>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    picture: PictureOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
enum What {
    /// Every piece, its half-edges towards us
    Pieces,
    /// The assembled cube, also drawn apart
    Cube,
    /// The cube graph with its half-edges
    Graph,
}

const LENGTHS: RangeInclusive<f64> = 1.0..=10_000.0;
const GAPS: RangeInclusive<f64> = 0.0..=5.0;

fn length(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if LENGTHS.contains(&value) => Ok(value),
        _ => Err("a length from 1 to 10000 millimetres is expected".to_owned()),
    }
}

#[cfg(feature = "cli")]
fn gap(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if GAPS.contains(&value) => Ok(value),
        _ => Err("a gap from 0 to 5 millimetres is expected".to_owned()),
    }
}

/// Width and depth.
#[derive(Clone, Copy, Debug)]
struct Bed([f64; 2]);

written_as_text!(Bed);

impl std::str::FromStr for Bed {
    type Err = String;

    fn from_str(text: &str) -> Result<Bed, String> {
        let sides = text.split_once(['x', 'X', '×']);
        let sides = sides.and_then(|(wide, deep)| Some([length(wide).ok()?, length(deep).ok()?]));
        sides.map(Bed).ok_or_else(|| "width and depth in millimetres, such as 220x220".to_owned())
    }
}

fn refused<T>(message: &str, help: &str) -> Result<T, Error> {
    Err(Error::invalid(message).help(help))
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let picture = &arguments.picture;
    let format = picture.format(context)?;
    let what = arguments.what.unwrap_or(match format {
        PictureFormat::Dot => What::Graph,
        _ if picture.frames() => What::Cube,
        _ => What::Pieces,
    });
    contradictions(arguments, what, format, context)?;
    let (puzzle, _) = puzzle_of(&arguments.puzzle)?;
    if format.is_solid() {
        return print(arguments, &puzzle, format, context);
    }
    if what == What::Pieces {
        return picture.answer(draw::pieces(&puzzle), context);
    }
    let solution = puzzle.solve(&Options::default(), context.work)?;
    let shown = chosen(&solution, arguments.solution.unwrap_or(1))?;
    if shown.is_none() {
        context.hint(
            "these pieces make no cube; `cubegraph corner solve …` says why, \
             `--as pieces` draws them",
        );
    }
    let answer = match (what, shown) {
        (What::Graph, _) => picture.answer(draw::graph(&puzzle, shown), context)?,
        (_, Some(assembly)) if picture.frames() => {
            picture.steps(&draw::frames(&puzzle, assembly), context)?
        }
        (_, Some(assembly)) => picture.answer(draw::cube(&puzzle, assembly), context)?,
        (_, None) => return Ok(Answer::nothing_to_draw()),
    };
    Ok(answer.with_status(u8::from(shown.is_none())))
}

/// The pieces for a printer: one file, or one for each bed that they need.
fn print(
    arguments: &Arguments,
    puzzle: &Puzzle,
    format: PictureFormat,
    context: &Context,
) -> Result<Answer> {
    let size = arguments.size.unwrap_or(60.0);
    let gap = arguments.clearance.unwrap_or(0.2);
    // The command line checks this too; a request may hold any number.
    if !LENGTHS.contains(&size) || !GAPS.contains(&gap) {
        return refused(
            "the size or the clearance of the printed cube is out of range",
            "give a size from 1 to 10000 and a clearance from 0 to 5 millimetres",
        )?;
    }
    if gap * 8.0 > size {
        return refused(
            "the clearance is too large for a cube of this size",
            "choose a smaller one",
        )?;
    }
    let parts = draw::part_list(puzzle, size, gap);
    let beds = match arguments.bed {
        Some(Bed(sides)) => arrange(parts, sides)?,
        None => vec![draw::in_rows(parts, size)],
    };
    let bytes = |bed: &[_]| match format {
        PictureFormat::Stl => joined(bed).to_stl("corner cube").into_bytes(),
        _ => to_3mf(bed),
    };
    if let [bed] = &beds[..] {
        return Ok(Answer::from_document(bytes(bed)));
    }
    let Some(output) = context.output else {
        let message = format!("the parts need {} beds, and each is a file", beds.len());
        return refused(&message, "use -o FILE.stl or -o FILE.3mf")?;
    };
    let files: Vec<_> = (beds.iter().zip(1..))
        .map(|(bed, number)| (numbered(output, number, beds.len(), format), bytes(bed)))
        .collect();
    write_all(&files, context)
}

/// Refuses options that have no meaning together.
fn contradictions(
    arguments: &Arguments,
    what: What,
    format: PictureFormat,
    context: &Context,
) -> Result<(), Error> {
    if context.format != Format::Text && context.stream.is_some() {
        return refused(
            "a drawing is not an answer in JSON or CSV",
            "leave out --format; `cubegraph corner graph` writes the graph as data",
        );
    }
    if !format.is_solid() {
        format.check(what == What::Graph)?;
    }
    if what != What::Pieces && format.is_solid() {
        return refused("only pieces can be printed", "leave out --as, or use -o FILE.svg");
    }
    let for_printing =
        [arguments.size.is_some(), arguments.clearance.is_some(), arguments.bed.is_some()];
    if !format.is_solid() && for_printing.contains(&true) {
        return refused(
            "--size, --clearance and --bed are for parts to print",
            "leave them out, or use -o FILE.stl or -o FILE.3mf",
        );
    }
    if what != What::Cube && arguments.picture.frames() {
        return refused(
            "--frames shows how the cube is put together, and --as another picture",
            "leave out --as",
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
