//! `cubegraph corner check`.

use std::path::Path;

use clap::Args;
use cubegraph::corner::Arrangement;
use cubegraph::{Error, instance};

use super::{Answer, Context, answered, puzzle_of};
use crate::cli::context::{STANDARD_INPUT, standard_input};
use crate::cli::faulty;

/// Arguments of `corner check`.
#[derive(Args)]
pub struct Arguments {
    /// PUZZLE, then ANSWER: JSON as `solve` prints it (a file or -), or the pieces in the order of
    /// the corners (of the bars or sides, for a relative)
    #[arg(required = true, num_args = 2.., value_names = ["PUZZLE", "ANSWER"])]
    words: Vec<String>,
}

/// Whether a word is a puzzle or an answer by itself.
fn is_whole(word: &str) -> bool {
    word == "-"
        || word.starts_with(['@', '{', '['])
        || word.contains(['.', '/'])
        || word.contains(char::is_whitespace)
        || Path::new(word).exists()
}

/// Where the puzzle ends and the answer begins.
fn split(words: &[String]) -> Result<(&[String], &[String]), Error> {
    if words.len() == 2 || words.first().is_some_and(|first| is_whole(first)) {
        return Ok(words.split_at(1));
    }
    if words.last().is_some_and(|last| is_whole(last)) {
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

/// What messages call the answer, and its text.
fn answer_of(words: &[String]) -> Result<(String, String), Error> {
    let [word] = words else {
        return Ok(("the answer".to_owned(), words.join(" ")));
    };
    let written_out = word.starts_with(['{', '[']) || word.contains(char::is_whitespace);
    if word == "-" {
        let bytes = standard_input()?;
        let text = instance::text_of(STANDARD_INPUT, &bytes)?;
        return Ok((STANDARD_INPUT.to_owned(), text.to_owned()));
    }
    if !written_out && (word.contains(['.', '/']) || Path::new(word).exists()) {
        let bytes = instance::bytes_of(word)?;
        return Ok((word.clone(), instance::text_of(word, &bytes)?.to_owned()));
    }
    Ok(("the answer".to_owned(), word.clone()))
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let (puzzle, answer) = split(&arguments.words)?;
    if puzzle == ["-"] && answer == ["-"] {
        let message = "the puzzle and the answer cannot both come from standard input";
        return Err(Error::invalid(message).into());
    }
    let (puzzle, title) = puzzle_of(puzzle)?;
    let (name, text) = answer_of(answer)?;
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
