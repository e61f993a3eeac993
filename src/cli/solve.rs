//! `cubegraph solve`: puzzles of any family, many at once.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::{Args, Parser};
use cubegraph::instance::{self, Family};
use cubegraph::work::Result;
use cubegraph::{Error, corner, insanity, picture, tour};

use super::context::{STANDARD_INPUT, plain, standard_input};
use super::{Answer, Cli, Context, Format, Word, progress};

/// Solves puzzles of any family.
#[derive(Args)]
#[command(
    after_help = "Example: cubegraph solve @parker-brothers @tour/3x3\n         \
    cubegraph solve puzzles/ --format json\n\n\
    The kind of a puzzle is in its file. Several puzzles with --format json are JSON Lines: \
    one answer per line, with the name of its puzzle under \"puzzle\"."
)]
pub struct Arguments {
    /// Files, folders of .toml files, @names of built-in instances, or - for standard input
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<Word>,
}

/// Runs the command: every puzzle is handed to the `solve` of its own family.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let mut puzzles = Vec::new();
    for word in &arguments.puzzles {
        puzzles.extend(expanded(word)?);
    }
    if let [puzzle] = puzzles.as_slice() {
        return solve(puzzle, context);
    }
    if context.options.format == Format::Csv {
        let one = "several puzzles are not one table";
        return Err(Error::invalid(one)
            .help("use --format json, or one puzzle")
            .into());
    }
    let (mut answers, mut status) = (Vec::new(), 0);
    for puzzle in &puzzles {
        match solve(puzzle, context) {
            Ok(answer) => {
                status = status.max(answer.status);
                answers.push((puzzle.to_string(), answer));
            }
            // One puzzle that cannot be answered does not take the others with it.
            Err(error) => {
                if matches!(error.downcast_ref(), Some(Error::Interrupted)) {
                    return Err(error);
                }
                status = status.max(progress::complain(&*error, context.options.color));
                // Nor do the others wait for it: there is no time for them either.
                if matches!(error.downcast_ref(), Some(Error::OutOfTime { .. })) {
                    break;
                }
            }
        }
    }
    Ok(Answer::several(answers).with_status(status))
}

fn solve(puzzle: &Word, context: &Context) -> anyhow::Result<Answer> {
    let family = family(puzzle)?;
    let words = ["cubegraph", family.name(), "solve", "--"].map(OsStr::new);
    let cli = Cli::try_parse_from(words.into_iter().chain([puzzle.as_ref()]))?;
    super::dispatch(&cli.command, context)
}

fn family(puzzle: &Word) -> Result<Family> {
    if let Some(name) = puzzle.strip_prefix('@') {
        return Ok(instance::find_built_in(name, None)?.family);
    }
    let path: &Path = puzzle.as_ref();
    if !puzzle.is_standard_input() && !path.exists() {
        let message = format!("there is no file {puzzle}");
        let help = "built-in instances are written @name; a puzzle that is written out needs its \
                    family, as in `cubegraph insanity solve …`";
        return Err(Error::invalid(message).help(help));
    }
    let (name, bytes) = if puzzle.is_standard_input() {
        (STANDARD_INPUT, standard_input()?)
    } else {
        (&**puzzle, instance::bytes_of(path)?)
    };
    let text = instance::text_of(name, &bytes)?;
    // Plain lines say by their look what they are.
    let looks_like = |text: String| {
        let is_corner = text.parse::<corner::Puzzle>().is_ok();
        let is_tour = text.parse::<tour::Puzzle>().is_ok();
        let is_insanity = text.parse::<insanity::Puzzle>().is_ok();
        let is_picture = text.parse::<picture::Puzzle>().is_ok();
        let looks = [is_corner, is_tour, is_insanity, is_picture];
        let families = [
            Family::Corner,
            Family::Tour,
            Family::Insanity,
            Family::Picture,
        ];
        let mut found = families.into_iter().zip(looks).filter(|(_, is)| *is);
        found.next().map(|(family, _)| family)
    };
    match plain(name, text).and_then(looks_like) {
        Some(family) => Ok(family),
        None => Ok(instance::read_text(name, text)?.puzzle.family()),
    }
}

/// A folder stands for the instance files in it, by name.
fn expanded(word: &Word) -> Result<Vec<Word>> {
    let path: &Path = word.as_ref();
    if word.starts_with('@') || !path.is_dir() {
        return Ok(vec![word.clone()]);
    }
    let listed = std::fs::read_dir(path).map_err(|source| Error::reading(path, source))?;
    let mut files: Vec<PathBuf> = listed
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    if files.is_empty() {
        let folder = path.display();
        return Err(Error::invalid(format!(
            "there is no .toml file in {folder}"
        )));
    }
    Ok(files
        .into_iter()
        .map(|path| path.into_os_string().into())
        .collect())
}
