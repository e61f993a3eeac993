//! `cubegraph corner check`.

use clap::Args;
use cubegraph::corner::Arrangement;

use super::{Answer, Context, envelope, puzzle_of};
use crate::cli::context::{answer_of, split_answer};
use crate::cli::{Word, located};

/// Arguments of `corner check`.
#[derive(Args)]
pub struct Arguments {
    /// PUZZLE, then ANSWER: JSON as `solve` prints it (a file or -), or the pieces in the order of
    /// the corners (of the bars or sides, for a relative)
    #[arg(required = true, num_args = 2.., value_names = ["PUZZLE", "ANSWER"])]
    words: Vec<Word>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let (puzzle, answer) = split_answer(&arguments.words)?;
    let (puzzle, title) = puzzle_of(puzzle)?;
    let (name, text) = answer_of(answer)?;
    let checked = text
        .parse::<Arrangement>()
        .and_then(|answer| puzzle.check(&answer, context.work()));
    let verdict = located(&name, &text, checked)?;
    let (right, why) = (
        verdict.is_right(),
        verdict.why().unwrap_or_default().to_owned(),
    );
    let words = format!("{}: {why}", if right { "right" } else { "wrong" });
    let json = envelope("check", title.as_deref(), verdict);
    Ok(Answer::verdict(words, right, &why, json))
}
