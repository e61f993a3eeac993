//! `cubegraph insanity check`.

use std::ffi::OsString;

use clap::Args;
use cubegraph::Error;

use super::super::{Answer, Context, Word, answer_of, faulty};
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
    let [words @ .., answer] = &arguments.words[..] else {
        return Err(Error::invalid("a puzzle and an answer are needed").into());
    };
    let (words, answer) = split(words, answer, &arguments.words);
    let puzzle = read(words, context)?;
    let (name, text) = answer_of(&answer)?;
    let towers = puzzle.towers_from(&text).map_err(|error| match error {
        Error::Input(fault) => faulty(&name, &text, &fault),
        other => other,
    })?;
    let verdicts: Vec<_> = towers.iter().map(|tower| puzzle.check(tower)).collect();
    let wrong = verdicts.iter().position(|verdict| !verdict.is_right());
    let verdict = verdicts[wrong.unwrap_or(0)].clone();
    let number = match wrong {
        Some(index) if towers.len() > 1 => format!(" (tower {})", index + 1),
        _ => String::new(),
    };
    let said = match verdict.why() {
        Some(why) => format!("Wrong{number}: {why}."),
        None => "Right: this is a tower.".to_owned(),
    };
    let text = format!("{}\n{said}", headline(&puzzle));
    let row = vec![
        verdict.is_right().to_string(),
        verdict.why().unwrap_or_default().to_owned(),
    ];
    let header = ["right", "why"].map(str::to_owned).to_vec();
    Ok(Answer::new(text, envelope("check", &puzzle, verdict))
        .with_csv(vec![header, row])
        .with_status(u8::from(wrong.is_some())))
}

/// The words of the puzzle, and the answer. Where the puzzle is one word and several follow, these
/// are the cubes of the tower; where it is written out, the last half is.
fn split<'a>(words: &'a [Word], last: &Word, all: &'a [Word]) -> (&'a [Word], Word) {
    let is_cube =
        |word: &Word| !word.contains(['.', '/', '@', ' ', '{']) && !word.is_standard_input();
    if all.len() > 2 && all[1..].iter().all(is_cube) {
        let puzzle = if is_cube(&all[0]) { all.len() / 2 } else { 1 };
        return (
            &all[..puzzle],
            OsString::from(all[puzzle..].join(" ")).into(),
        );
    }
    (words, last.clone())
}
