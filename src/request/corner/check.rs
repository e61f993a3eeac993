//! `cubegraph corner check`.

use crate::corner::Arrangement;

use super::{Answer, Context, envelope, puzzle_of};
use serde::{Deserialize, Serialize};

use crate::Result;
use crate::request::context::words;
use crate::request::{Word, answer_of, located, split_answer};

/// Arguments of `corner check`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Arguments {
    /// PUZZLE, then ANSWER: JSON as `solve` prints it (a file or -), or the pieces in the order of
    /// the corners (of the bars or sides, for a relative)
    #[cfg_attr(feature = "cli", arg(required = true, num_args = 2.., value_names = ["PUZZLE", "ANSWER"]))]
    #[serde(rename = "puzzle", deserialize_with = "words")]
    words: Vec<Word>,
    /// The answer, if it is not among the words.
    #[cfg_attr(feature = "cli", arg(skip))]
    answer: Option<Word>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let (puzzle, answer) = split_answer(&arguments.words, arguments.answer.as_ref())?;
    let (puzzle, title) = puzzle_of(puzzle)?;
    let (name, text) = answer_of(answer)?;
    let checked =
        text.parse::<Arrangement>().and_then(|answer| puzzle.check(&answer, context.work));
    let verdict = located(&name, &text, checked)?;
    let right = verdict.is_right();
    let why = verdict.why().unwrap_or_default().to_owned();
    let words = format!("{}: {why}", if right { "right" } else { "wrong" });
    let json = envelope("check", title.as_deref(), verdict);
    Ok(Answer::verdict(words, right, Some(&why), json))
}
