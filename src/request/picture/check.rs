//! `cubegraph picture check`.

use crate::picture::GivenSolution;

use serde::{Deserialize, Serialize};

use super::super::context::words;
use super::super::{Answer, Context, Word, answer_of, located, one_from_input};
use super::given::Scramble;
use super::{MetricName, envelope, puzzle};
use crate::{Error, Result};

/// Check a solution of your own.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(
    feature = "cli",
    command(after_help = "Example: cubegraph picture check @scrambled-3x3 down3 right1\n\n\
    Status 0 if the moves solve it, 1 if they do not. Whether they are the fewest is not checked.")
)]
pub struct Arguments {
    /// A file with a configuration, or @name; or a size such as 3x2 with --moves
    #[cfg_attr(feature = "cli", arg(value_name = "PUZZLE"))]
    puzzle: Word,
    /// The moves, such as up1 left2; or what `solve --format json` wrote, a file or -
    #[cfg_attr(feature = "cli", arg(value_name = "ANSWER", required = true))]
    #[serde(deserialize_with = "words")]
    answer: Vec<Word>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    scramble: Scramble,
    /// What counts as one move
    #[cfg_attr(feature = "cli", arg(long, value_name = "METRIC"))]
    metric: Option<MetricName>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let Some(answer) = arguments.answer.first() else {
        return Err(Error::invalid("there is no answer to check"));
    };
    one_from_input(&arguments.puzzle, answer)?;
    let mut given = puzzle(&arguments.puzzle, arguments.metric)?;
    arguments.scramble.apply(&mut given, context)?;
    let (name, text) = answer_of(&arguments.answer)?;
    let solution: GivenSolution = located(&name, &text, text.parse())?;
    let verdict = given.puzzle.check(&solution);
    let why = verdict.why().map(str::to_owned);
    let text = match verdict.why() {
        None => "right: the moves solve it".to_owned(),
        Some(why) => format!("wrong: {why}"),
    };
    let json = envelope("check", given.title.as_deref(), verdict);
    Ok(Answer::verdict(text, why.is_none(), why.as_deref(), json))
}
