//! `cubegraph insanity check`.

use clap::Args;

use super::super::context::{answer_of, split_answer};
use super::super::{Answer, Context, Word, located};
use super::{envelope, headline, read};

/// What `check` is asked.
#[derive(Args)]
pub struct Arguments {
    /// The puzzle as `solve` takes it, and then the answer: the JSON that `solve` prints (a file,
    /// or a dash for standard input), or the cubes as they stand in the tower, six letters each
    /// (left front right back top bottom)
    #[arg(required = true, num_args = 2.., value_names = ["PUZZLE", "ANSWER"])]
    words: Vec<Word>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let (words, answer) = split_answer(&arguments.words)?;
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
        said.push_str(&format!(
            "
not checked: {}",
            verdict.unchecked().join(", ")
        ));
    }
    let text = format!("{}\n{said}", headline(&puzzle));
    let why = verdict.why().unwrap_or_default().to_owned();
    let right = verdict.is_right();
    let json = envelope("check", &puzzle, verdict);
    Ok(Answer::verdict(text, right, &why, json))
}
