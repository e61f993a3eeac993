//! `cubegraph insanity check`.

use serde::{Deserialize, Serialize};

use super::super::context::{answer_of, split_answer, words};
use super::super::{Answer, Context, Word, located};
use super::{envelope, headline, read};
use crate::Result;

/// What `check` is asked.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Arguments {
    /// The puzzle as `solve` takes it, and then the answer: the JSON that `solve` prints (a file,
    /// or a dash for standard input), or the cubes as they stand in the tower, six letters each
    /// (left front right back top bottom)
    #[cfg_attr(feature = "cli", arg(required = true, num_args = 2.., value_names = ["PUZZLE", "ANSWER"]))]
    #[serde(rename = "puzzle", deserialize_with = "words")]
    words: Vec<Word>,
    /// The answer, if it is not among the words.
    #[cfg_attr(feature = "cli", arg(skip))]
    answer: Option<Word>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let (words, answer) = split_answer(&arguments.words, arguments.answer.as_ref())?;
    let puzzle = read(words, context)?;
    let (name, text) = answer_of(answer)?;
    let answer = located(&name, &text, puzzle.read_answer(&text))?;
    let verdict = puzzle.check(&answer);
    let number = verdict.fact("tower");
    let number = number.map_or_else(String::new, |number| format!(" (tower {number})"));
    let mut said = match verdict.why() {
        Some(why) => format!("wrong{number}: {why}"),
        None => "right: this is a tower".to_owned(),
    };
    if !verdict.unchecked().is_empty() {
        said += "\nnot checked: ";
        said += &verdict.unchecked().join(", ");
    }
    let text = format!("{}\n{said}", headline(&puzzle));
    let why = verdict.why().map(str::to_owned);
    let json = envelope("check", &puzzle, verdict);
    Ok(Answer::verdict(text, why.is_none(), why.as_deref(), json))
}
