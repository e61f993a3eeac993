//! `cubegraph insanity draw`.

use crate::Error;
use crate::insanity::{Options, Puzzle, Tower, Wanted, draw};
use crate::text::counted;

use serde::{Deserialize, Serialize};

use super::super::drawings::PictureOptions;
use super::super::{Answer, Context};
use super::PuzzleArgument;
use crate::Result;

/// What `draw` is asked.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Arguments {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    puzzle: PuzzleArgument,
    /// What to draw (default: the colour graph, in a picture with a solution)
    #[cfg_attr(feature = "cli", arg(long = "as", value_enum))]
    #[serde(rename = "as")]
    subject: Option<Subject>,
    /// Which principal solution to show, counted from 1 in the order of `solve --all`
    #[cfg_attr(feature = "cli", arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..)))]
    #[serde(deserialize_with = "crate::request::options::within::<_, _, 1, 0xffff_ffff>")]
    solution: Option<u32>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    picture: PictureOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
enum Subject {
    /// The colour multigraph; with --solution its two factors are highlighted
    Graph,
    /// The two factors of a solution side by side
    Factors,
    /// The cross-shaped nets of the cubes as given
    Nets,
    /// The solved tower, a column for each cube and a row for each side
    Tower,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let (picture, subject) = (&arguments.picture, arguments.subject);
    let format = picture.format(context)?;
    format.check(!matches!(subject, Some(Subject::Nets | Subject::Tower)))?;
    if picture.frames() && subject.is_some() {
        let message = "--frames shows the whole argument, and --as one picture of it";
        return Err(Error::invalid(message).help("leave one of them out"));
    }
    if subject == Some(Subject::Nets) && arguments.solution.is_some() {
        let message = "--solution picks a tower, and nets show the cubes as given";
        return Err(Error::invalid(message).help("leave out --solution, or use --as tower"));
    }
    let puzzle = arguments.puzzle.read(context)?;
    draw::refuse_large(&puzzle).map_err(|error| match error {
        Error::TooLarge(refusal) => Error::too_large(refusal.message())
            .help("`cubegraph insanity graph` writes the graph as data"),
        other => other,
    })?;
    // The colour graph is the same with or without a tower; a tower is looked for where it is to be
    // seen.
    let shows_tower = match subject {
        Some(Subject::Nets) => false,
        Some(Subject::Tower | Subject::Factors) => true,
        Some(Subject::Graph) => arguments.solution.is_some(),
        None => arguments.solution.is_some() || !format.is_dot(),
    };
    let tower =
        if shows_tower { tower(&puzzle, arguments.solution.unwrap_or(1), context)? } else { None };
    let missing = shows_tower && tower.is_none();
    if missing {
        context.hint("there is no tower; `cubegraph insanity solve … --explain` says why");
    }
    let answer = match (subject, &tower) {
        (Some(Subject::Nets), _) => picture.answer(draw::nets(&puzzle), context),
        (Some(Subject::Tower), Some(tower)) => picture.answer(draw::tower(&puzzle, tower), context),
        (Some(Subject::Factors), Some(tower)) => {
            picture.answer(draw::factors(&puzzle, tower), context)
        }
        (Some(Subject::Tower | Subject::Factors), None) => return Ok(Answer::nothing_to_draw()),
        (None, tower) if picture.frames() => {
            picture.steps(&draw::frames(&puzzle, tower.as_ref()), context)
        }
        (Some(Subject::Graph) | None, tower) => {
            picture.answer(draw::graph(&puzzle, tower.as_ref()), context)
        }
    }?;
    // The colour graph is there all the same; a solution that was asked for by its number is not.
    let refused = missing && arguments.solution.is_some();
    Ok(answer.with_status(u8::from(refused)))
}

/// The principal solution with a number, if there is any solution; a number too high is a mistake.
pub fn tower(puzzle: &Puzzle, number: u32, context: &Context) -> Result<Option<Tower>> {
    let options = Options { wanted: Wanted::Some(number as usize), ..Options::default() };
    let solution = puzzle.solve(&options, context.work)?;
    let towers = solution.towers();
    if !towers.is_empty() && towers.len() < number as usize {
        return Err(Error::invalid(format!(
            "there is no solution {number}: the puzzle has {}, counted from 1",
            counted(towers.len(), "principal solution")
        )));
    }
    Ok(towers.last().cloned())
}
