//! `cubegraph solve`: puzzles of any family, many at once.

use std::path::PathBuf;

use clap::{Args, ColorChoice};
use cubegraph::request::{Answer, Context, Format, Question, Word};
use cubegraph::{Error, Result};

use super::progress;

/// Solves puzzles of any family.
#[derive(Args)]
#[command(after_help = "Example: cubegraph solve @parker-brothers @tour/3x3\n         \
    cubegraph solve puzzles/ --format json\n\n\
    The kind of a puzzle is in its file. Several puzzles with --format json are JSON Lines: \
    one answer per line, with the name of its puzzle under \"puzzle\".")]
pub struct Arguments {
    /// Files, folders of .toml files, @names of built-in instances, or - for standard input
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<Word>,
}

/// Runs the command: asks for the solution of every puzzle.
pub fn run(arguments: &Arguments, context: &Context, colour: ColorChoice) -> Result<Answer> {
    let mut puzzles = Vec::new();
    for word in &arguments.puzzles {
        puzzles.extend(expanded(word)?);
    }
    if let [puzzle] = puzzles.as_slice() {
        return solve(puzzle, context);
    }
    if context.format == Format::Csv {
        let one = "several puzzles are not one table";
        return Err(Error::invalid(one).help("use --format json, or one puzzle"));
    }
    let (mut answers, mut status) = (Vec::new(), 0);
    for puzzle in &puzzles {
        match solve(puzzle, context) {
            Ok(answer) => {
                status = status.max(answer.status());
                answers.push((puzzle.to_string(), answer));
            }
            // One puzzle that cannot be answered does not stop the others.
            Err(error) => {
                if matches!(error, Error::Interrupted) {
                    return Err(error);
                }
                status = status.max(progress::report_error(&error, colour));
                // There is no time for the others either.
                if matches!(error, Error::OutOfTime { .. }) {
                    break;
                }
            }
        }
    }
    Ok(Answer::several(answers).with_status(status))
}

fn solve(puzzle: &Word, context: &Context) -> Result<Answer> {
    Question::solve(puzzle)?.answer(context)
}

/// A folder stands for the instance files in it, by name.
fn expanded(word: &Word) -> Result<Vec<Word>> {
    let folder = word.path().filter(|path| !word.starts_with('@') && path.is_dir());
    let Some(path) = folder else {
        return Ok(vec![word.clone()]);
    };
    let listed = std::fs::read_dir(path).map_err(|source| Error::reading(path, source))?;
    let mut files: Vec<PathBuf> = listed
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    if files.is_empty() {
        let folder = path.display();
        return Err(Error::invalid(format!("there is no .toml file in {folder}")));
    }
    Ok(files.into_iter().map(|path| path.into_os_string().into()).collect())
}
