//! `cubegraph picture draw`.

use crate::picture::{Options, draw};
use crate::{Error, Result};

use serde::{Deserialize, Serialize};

use super::super::drawings::PictureOptions;
use super::super::{Answer, Context};
use super::PuzzleArgument;
use super::given::Scramble;

/// Draw the Cayley graph, its quotient, the distribution, or the cubes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(
    feature = "cli",
    command(
        after_help = "Example: cubegraph picture draw 1x1 -o cayley.svg --as cayley\n         \
    cubegraph picture draw 3x2 --moves \"up1 left2\" -o cubes.svg"
    )
)]
pub struct Arguments {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    puzzle: PuzzleArgument,
    /// What to draw (default: the Cayley graph as DOT, the cubes otherwise)
    #[cfg_attr(feature = "cli", arg(long = "as", value_name = "WHAT"))]
    #[serde(rename = "as")]
    what: Option<What>,
    /// Draw the ball of this radius (default: all, or a small ball)
    #[cfg_attr(feature = "cli", arg(long, value_name = "D"))]
    radius: Option<usize>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    scramble: Scramble,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    picture: PictureOptions,
}

/// The pictures there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
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
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let mut given = arguments.puzzle.read()?;
    let picture = &arguments.picture;
    let format = picture.format(context)?;
    let what = arguments.what.unwrap_or(if format.is_dot() && !arguments.scramble.is_given() {
        What::Cayley
    } else {
        What::Cubes
    });
    format.check(matches!(what, What::Cayley | What::Quotient))?;
    if picture.frames() && what != What::Cubes {
        let message = "--frames shows the moves that solve a configuration, --as another picture";
        return Err(Error::invalid(message).help("leave out --as"));
    }
    if arguments.radius.is_some() && matches!(what, What::Chart | What::Cubes) {
        return Err(Error::invalid("--radius is for --as cayley and --as quotient")
            .help("leave one of them out"));
    }
    if arguments.scramble.is_given() && what != What::Cubes {
        let message =
            "--scramble and --moves are for --as cubes: the other pictures show all configurations";
        return Err(Error::invalid(message));
    }
    arguments.scramble.apply(&mut given, context)?;
    let (puzzle, work) = (&given.puzzle, context.work);
    if picture.frames() {
        let solution = puzzle.solve(&Options::default(), work)?;
        let steps = draw::frames(puzzle, solution.moves(), work)?;
        let status = u8::from(!solution.is_solvable());
        return Ok(picture.steps(&steps, context)?.with_status(status));
    }
    match what {
        What::Cayley => picture.answer(draw::cayley(puzzle, arguments.radius, work)?, context),
        What::Quotient => picture.answer(draw::quotient(puzzle, arguments.radius, work)?, context),
        What::Chart => {
            let distances = crate::bounds::distances(puzzle, &Options::default(), work)?;
            picture.answer(draw::chart(&distances), context)
        }
        What::Cubes => picture.answer(draw::cubes(puzzle, work)?, context),
    }
}
