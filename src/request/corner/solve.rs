//! `cubegraph corner solve`.

use std::fmt::Write;

use crate::corner::{Options, Puzzle, Rule, Solution};

use super::{Answer, Context, Word, envelope, puzzle_of};
use serde::{Deserialize, Serialize};

use crate::Result;
use crate::request::answer::{Explained, unwritable};
use crate::request::context::words;
use crate::request::{Format, Text, headed, row};

/// Arguments of `corner solve`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Arguments {
    /// A file, `-`, @name, or the eight pieces, each three letters A to D (or a relative's pieces)
    #[cfg_attr(feature = "cli", arg(required = true))]
    #[serde(deserialize_with = "words")]
    puzzle: Vec<Word>,
    /// Show at most N assemblies in the text [default: 10]; JSON and CSV always hold all
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", conflicts_with_all = ["count", "all"]))]
    limit: Option<usize>,
    /// Show all assemblies in the text
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "count"))]
    all: bool,
    /// Count the assemblies and do not list them
    #[cfg_attr(feature = "cli", arg(long))]
    count: bool,
    /// Say how the answer was found, and which rings of pieces it has
    #[cfg_attr(feature = "cli", arg(long))]
    explain: bool,
}

impl Arguments {
    /// The usual question about a puzzle.
    pub(super) fn of(puzzle: Vec<Word>) -> Arguments {
        Arguments { puzzle, ..Arguments::default() }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let (puzzle, title) = puzzle_of(&arguments.puzzle)?;
    let options = Options { count_only: arguments.count };
    let solution = puzzle.solve(&options, context.work)?;
    let limit = if arguments.all { usize::MAX } else { arguments.limit.unwrap_or(10) };
    let explanation = arguments.explain.then(|| solution.explanation().to_owned());
    let text = text(&puzzle, title.as_deref(), &solution, limit, explanation.as_deref())
        .map_err(unwritable)?;
    let csv = match context.format {
        Format::Csv if arguments.count => counts(&solution),
        Format::Csv => csv(&puzzle, &solution),
        _ => Vec::new(),
    };
    let status = u8::from(solution.count() == 0);
    let explained = Explained { solution, explanation };
    let json = envelope("solve", title.as_deref(), explained);
    Ok(Answer::new(text, json).with_csv(csv).with_status(status))
}

fn counts(solution: &Solution) -> Vec<Vec<String>> {
    let counts = row([solution.count(), solution.patterns()]);
    headed(["solutions", "patterns"], [counts])
}

fn csv(puzzle: &Puzzle, solution: &Solution) -> Vec<Vec<String>> {
    let header = std::iter::once("assembly").chain(puzzle.rule().columns().iter().copied());
    let mut table = vec![header.map(str::to_owned).collect()];
    for (i, assembly) in solution.assemblies().iter().enumerate() {
        let numbered = |row: Vec<String>| [vec![(i + 1).to_string()], row].concat();
        table.extend(assembly.rows().into_iter().map(numbered));
    }
    table
}

fn text(
    puzzle: &Puzzle,
    title: Option<&str>,
    solution: &Solution,
    limit: usize,
    explanation: Option<&str>,
) -> Result<Text, std::fmt::Error> {
    let mut text = Text::from(title.map_or(String::new(), |title| format!("{title}\n")));
    let (words, solutions) = (puzzle.words(), solution.count());
    writeln!(text, "pieces      {}", words.join(" "))?;
    match solution.why() {
        Some(why) => writeln!(text, "solutions   none, because {why}")?,
        None => writeln!(
            text,
            "solutions   {solutions} up to turning the cube{} ({} patterns)",
            if puzzle.rule() == Rule::Faces { " and its mirror image" } else { "" },
            solution.patterns()
        )?,
    }
    if let (Some(loops), Some(completable)) = (solution.loops(), solution.completable_loops()) {
        writeln!(text, "loops       {loops}, of which {completable} can be completed")?;
    }
    if let Some(difficulty) = solution.difficulty() {
        writeln!(
            text,
            "difficulty  {difficulty} = {:.4} (6 · solutions / loops; smaller is harder)",
            difficulty.value()
        )?;
    }
    if let Some(dead_ends) = solution.dead_ends() {
        writeln!(text, "dead ends   {dead_ends} for a person who builds the base first")?;
    }
    let mut different = words.clone();
    different.sort_unstable();
    different.dedup();
    let symmetric = puzzle.rule() == Rule::Corners
        && ["AAA", "BBB", "CCC", "DDD"].iter().any(|w| different.iter().any(|d| d == w));
    if different.len() < words.len() || symmetric {
        let alike = match puzzle.rule() {
            Rule::Corners => "Equal pieces, and the turns of a symmetric one, cannot be told apart",
            _ => "Equal pieces cannot be told apart",
        };
        writeln!(text, "{alike}:\nassemblies that look the same are counted once.")?;
    }
    if let Some(explanation) = explanation {
        write!(text, "\n{explanation}")?;
    }
    for (i, assembly) in solution.assemblies().iter().take(limit).enumerate() {
        let columns = puzzle.rule().columns();
        let header = columns.iter().copied().map(str::to_owned).collect();
        let rows: Vec<Vec<String>> = std::iter::once(header).chain(assembly.rows()).collect();
        writeln!(text, "\nassembly {} of {solutions}", i + 1)?;
        text.table(&rows);
    }
    if solution.assemblies().len() > limit {
        writeln!(
            text,
            "\n{} more: --all shows them, --format json or csv holds them",
            solutions - limit
        )?;
    }
    Ok(text)
}
