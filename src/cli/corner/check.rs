//! `cubegraph corner check`.

use std::ffi::OsString;

use clap::Args;
use cubegraph::Error;
use cubegraph::corner::Arrangement;

use super::{Answer, Context, answered, puzzle_of};
use crate::cli::{Word, answer_of, faulty};

/// Arguments of `corner check`.
#[derive(Args)]
pub struct Arguments {
    /// PUZZLE, then ANSWER: JSON as `solve` prints it (a file or -), or the pieces in the order of
    /// the corners (of the bars or sides, for a relative)
    #[arg(required = true, num_args = 2.., value_names = ["PUZZLE", "ANSWER"])]
    words: Vec<Word>,
}

/// Whether a word is a puzzle or an answer by itself.
fn is_whole(word: &Word) -> bool {
    word.is_standard_input()
        || word.starts_with(['@', '{', '['])
        || word.contains(char::is_whitespace)
        || word.is_file()
}

/// Where the puzzle ends and the answer begins.
fn split(words: &[Word]) -> Result<(&[Word], &[Word]), Error> {
    if words.len() == 2 || words.first().is_some_and(is_whole) {
        return Ok(words.split_at(1));
    }
    if words.last().is_some_and(is_whole) {
        return Ok(words.split_at(words.len() - 1));
    }
    if words.len().is_multiple_of(2) {
        return Ok(words.split_at(words.len() / 2));
    }
    let message = format!(
        "here are {} words, and half of them cannot be the answer",
        words.len()
    );
    Err(Error::invalid(message).help("give as many pieces for the answer as for the puzzle"))
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let (puzzle, answer) = split(&arguments.words)?;
    let is_input = |words: &[Word]| matches!(words, [word] if word.is_standard_input());
    if is_input(puzzle) && is_input(answer) {
        let message = "the puzzle and the answer cannot both come from standard input";
        return Err(Error::invalid(message).into());
    }
    let (puzzle, title) = puzzle_of(puzzle)?;
    let (name, text) = match answer {
        [word] => answer_of(word)?,
        words => answer_of(&OsString::from(words.join(" ")).into())?,
    };
    let verdict = text
        .parse::<Arrangement>()
        .and_then(|answer| puzzle.check(&answer, context.work()))
        .map_err(|error| match error {
            Error::Input(fault) => faulty(&name, &text, &fault),
            other => other,
        })?;
    let (status, words) = (u8::from(!verdict.right()), verdict.to_string());
    Ok(answered("check", title.as_deref(), words, verdict).with_status(status))
}
