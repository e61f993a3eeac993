//! `cubegraph corner design`.

use std::fmt::Write;

use clap::{Args, ValueEnum};
use cubegraph::Error;
use cubegraph::corner::census::census;
use cubegraph::corner::design::{Candidate, Rank, Wish, design, sets};
use cubegraph::corner::{Piece, check, solve};
use cubegraph::published::grouped;
use serde_json::{Value, json};

use super::{Answer, Context, Relaxations, difficulty_of, in_words, words_of};
use crate::cli::{faulty, integer, table};

/// Arguments of `corner design`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    relaxations: Relaxations,
    /// How many solutions a set may have: N, FROM-TO, or any
    #[arg(long, value_name = "N", default_value = "1", value_parser = solutions)]
    solutions: (u32, u32),
    /// Pieces that must be in the set, such as AAD,ADD
    #[arg(long, value_name = "PIECES", value_delimiter = ',')]
    with: Vec<String>,
    /// Pieces that must not be in it
    #[arg(long, value_name = "PIECES", value_delimiter = ',')]
    without: Vec<String>,
    /// At least N loops
    #[arg(long, value_name = "N", default_value_t = 0)]
    loops: usize,
    /// One of each class of equivalent sets (letters and mirror)
    #[arg(long)]
    essentially_different: bool,
    /// What to sort by, the hardest first
    #[arg(long, value_enum, default_value_t = RankBy::Difficulty)]
    rank: RankBy,
    /// Show at most N sets; JSON and CSV too
    #[arg(long, value_name = "N", default_value_t = 40)]
    limit: usize,
}

/// What the list is sorted by.
#[derive(Clone, Copy, ValueEnum)]
enum RankBy {
    /// 6 · solutions / loops, smallest first
    Difficulty,
    /// Dead ends of a person who builds the base first, most first
    DeadEnds,
    /// Share of the loops that can be completed, smallest first
    Chance,
}

fn solutions(text: &str) -> Result<(u32, u32), String> {
    let wrong = || "a number from 1, FROM-TO such as 1-3, or any is expected".to_owned();
    let number = |text: &str| text.parse().ok().filter(|n| *n >= 1).ok_or_else(wrong);
    match text.split_once('-') {
        _ if text == "any" => Ok((1, u32::MAX)),
        Some((from, to)) => {
            let range = (number(from)?, number(to)?);
            if range.0 <= range.1 {
                Ok(range)
            } else {
                Err(wrong())
            }
        }
        None => number(text).map(|n| (n, n)),
    }
}

fn pieces(option: &str, words: &[String]) -> Result<Vec<Piece>, Error> {
    words
        .iter()
        .map(|word| Piece::parse(word).map_err(|fault| faulty(option, word, &fault)))
        .collect()
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let work = context.work();
    let relaxed = arguments.relaxations.into();
    let (at_least, at_most) = arguments.solutions;
    let wish = Wish {
        relaxed,
        at_least,
        at_most: Some(at_most),
        with: pieces("--with", &arguments.with)?,
        without: pieces("--without", &arguments.without)?,
        loops_at_least: arguments.loops,
        essentially_different: arguments.essentially_different,
        rank: match arguments.rank {
            RankBy::Difficulty => Rank::Difficulty,
            RankBy::DeadEnds => Rank::DeadEnds,
            RankBy::Chance => Rank::Chance,
        },
    };
    let census = census(relaxed, work)?;
    check::census(&census)?;
    let found = design(&census, &wish, work)?;
    let shown = &found[..found.len().min(arguments.limit)];
    for candidate in shown {
        let solved = solve(candidate.bag);
        check::solved(candidate.bag, &solved)?;
        check::loops(candidate.bag, candidate.loops)?;
    }
    let header = [
        "pieces",
        "solutions",
        "loops",
        "completable",
        "difficulty",
        "dead ends",
    ];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    rows.extend(shown.iter().map(row));
    let mut text = format!(
        "{}\n{} sets, {} of them meet these and can be assembled, {} meet every wish\n",
        in_words(relaxed),
        grouped(sets(relaxed)),
        grouped(census.puzzles.len()),
        grouped(found.len())
    );
    let why_none = wish.contradiction();
    if let Some(why) = &why_none {
        writeln!(text, "None can: {why}.")?;
    }
    if !shown.is_empty() {
        write!(text, "\n{}", table(&rows))?;
    }
    if found.len() > shown.len() {
        write!(
            text,
            "\n… and {} more; --limit {} shows all",
            grouped(found.len() - shown.len()),
            found.len()
        )?;
    }
    let mut json = json!({
        "requirements": in_words(relaxed),
        "sets": integer(sets(relaxed)),
        "solvable": census.puzzles.len(),
        "found": found.len(),
        "puzzles": shown.iter().map(json_of).collect::<Vec<_>>(),
    });
    if let Some(why) = why_none {
        json["none_because"] = why.into();
    }
    Ok(Answer::new(text, json)
        .with_csv(rows)
        .with_status(u8::from(found.is_empty())))
}

fn row(candidate: &Candidate) -> Vec<String> {
    vec![
        candidate.bag.to_string(),
        candidate.solutions.to_string(),
        candidate.loops.to_string(),
        candidate.completable.to_string(),
        candidate
            .difficulty()
            .map_or(String::new(), |d| format!("{:.4}", d.value())),
        candidate.dead_ends.to_string(),
    ]
}

fn json_of(candidate: &Candidate) -> Value {
    let mut json = json!({
        "pieces": words_of(candidate.bag),
        "patterns": candidate.patterns,
        "solutions": candidate.solutions,
        "loops": candidate.loops,
        "completable_loops": candidate.completable,
        "dead_ends": candidate.dead_ends,
    });
    for (key, value) in difficulty_of(candidate.difficulty()) {
        json[key] = value;
    }
    json
}
