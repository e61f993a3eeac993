//! `cubegraph picture draw`.

use clap::{Args, ValueEnum};
use cubegraph::Error;
use cubegraph::picture::{Options, draw};

use super::super::{Answer, Context, PictureKind};
use super::given::Scramble;
use super::{MetricName, puzzle};

/// Draw the Cayley graph, its quotient, the distribution, or the cubes.
#[derive(Args)]
#[command(
    after_help = "Example: cubegraph picture draw 1x1 -o cayley.svg --as cayley\n         \
    cubegraph picture draw 3x2 --as chart -o chart.svg\n         \
    cubegraph picture draw 3x2 --moves \"up1 left2\" -o cubes.svg"
)]
pub struct Arguments {
    /// A size such as 3x2 (rows by columns), a file, - or @name
    #[arg(value_name = "SIZE|FILE")]
    puzzle: String,
    /// What to draw (default: the Cayley graph as DOT, the cubes as SVG)
    #[arg(long = "as", value_name = "WHAT")]
    what: Option<What>,
    /// Draw the ball of this radius (default: the whole graph, or a ball that is comfortable to look at)
    #[arg(long, value_name = "D")]
    radius: Option<usize>,
    #[command(flatten)]
    scramble: Scramble,
    /// What counts as one move
    #[arg(long, value_name = "METRIC")]
    metric: Option<MetricName>,
}

/// The pictures there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// The Cayley graph, whole or a ball of it
    Cayley,
    /// Its quotient by the symmetries
    Quotient,
    /// The number of configurations at every distance
    Chart,
    /// The configuration, seen from above
    Cubes,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let mut given = puzzle(&arguments.puzzle, arguments.metric)?;
    let kind = context.picture_kind()?;
    if kind == PictureKind::Stl {
        return Err(Error::invalid("picture cubes are not drawn as STL; use .svg or .dot").into());
    }
    let what = arguments.what.unwrap_or(match kind {
        PictureKind::Dot if !arguments.scramble.is_given() => What::Cayley,
        _ => What::Cubes,
    });
    if arguments.radius.is_some() && matches!(what, What::Chart | What::Cubes) {
        return Err(Error::invalid("--radius is for --as cayley and --as quotient").into());
    }
    if arguments.scramble.is_given() && what != What::Cubes {
        let message =
            "--scramble and --moves are for --as cubes: the other pictures show all configurations";
        return Err(Error::invalid(message).into());
    }
    arguments.scramble.apply(&mut given, context)?;
    let (puzzle, work) = (&given.puzzle, context.work());
    let scene = match what {
        What::Cayley => {
            let drawing = draw::cayley(puzzle, arguments.radius, work)?;
            return Ok(Answer::document(kind.draw(&drawing)));
        }
        What::Quotient => {
            let drawing = draw::quotient(puzzle, arguments.radius, work)?;
            return Ok(Answer::document(kind.draw(&drawing)));
        }
        What::Chart if kind == PictureKind::Dot => return Err(no_graph("a chart").into()),
        What::Cubes if kind == PictureKind::Dot => {
            return Err(no_graph("a picture of the cubes").into());
        }
        What::Chart => draw::chart(&puzzle.distances(&Options::default(), work)?),
        What::Cubes => draw::cubes(puzzle, work)?,
    };
    Ok(Answer::document(scene.to_svg()))
}

fn no_graph(what: &str) -> Error {
    Error::invalid(format!(
        "{what} is no graph, so it is not drawn as DOT; use .svg: -o FILE.svg"
    ))
}
