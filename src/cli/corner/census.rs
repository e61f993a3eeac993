//! `cubegraph corner census`.

use std::fmt::Write;

use clap::Args;
use cubegraph::corner::{Census, Class, Difficulty, census};
use cubegraph::text::grouped;
use rayon::prelude::*;

use super::generate::RelaxationOptions;
use super::{Answer, Context, envelope};
use crate::cli::options::Format;
use crate::cli::{headed, row, table};

/// Arguments of `corner census`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    relaxed: RelaxationOptions,
    /// Show at most N unique puzzles, classes and lines of the histogram in the text; JSON holds
    /// all, CSV every puzzle
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let census = census(&arguments.relaxed.into(), context.work())?;
    let text = text(&census, arguments.limit)?;
    let csv = match context.options.format {
        Format::Csv => csv(&census),
        _ => Vec::new(),
    };
    Ok(Answer::new(text, envelope("census", None, census)).with_csv(csv))
}

fn csv(census: &Census) -> Vec<Vec<String>> {
    let mut rows = vec![row([
        "pieces",
        "patterns",
        "solutions",
        "loops",
        "difficulty",
    ])];
    rows.par_extend(census.entries().par_iter().map(|entry| {
        let difficulty = entry.difficulty();
        vec![
            entry.puzzle().to_string(),
            entry.patterns().to_string(),
            entry.solutions().to_string(),
            entry.loops().to_string(),
            difficulty.map_or(String::new(), |d| format!("{:.6}", d.value())),
        ]
    }));
    rows
}

fn figures(census: &Census) -> String {
    let (fewest, most) = census.extremes().unwrap_or_default();
    let with_most = census
        .entries()
        .iter()
        .filter(|p| p.patterns() == most)
        .count();
    let most_patterns = format!("patterns of one puzzle; {with_most} have that many");
    let one_solution = "puzzles with one assembly up to turning the cube";
    let rows = [
        (
            "sets",
            grouped(census.relaxed().sets()),
            "of eight of these pieces, balanced or not",
        ),
        ("patterns", grouped(1 << 24), "ways to cut the twelve bars"),
        (
            "admissible",
            grouped(census.admissible()),
            "patterns whose pieces meet the requirements",
        ),
        (
            "puzzles",
            grouped(census.entries().len()),
            "different sets among them",
        ),
        ("fewest", grouped(fewest), "patterns of one puzzle"),
        ("most", grouped(most), &most_patterns),
        (
            "unique",
            grouped(census.unique().count()),
            "puzzles with exactly 24 patterns",
        ),
        ("one solution", grouped(census.one_solution()), one_solution),
    ];
    let rows = rows.map(|(what, value, meaning)| row([what, &value, meaning]));
    table(&headed(["figure", "value", "what it counts"], rows))
}

fn text(census: &Census, limit: usize) -> Result<String, std::fmt::Error> {
    let mut text = format!("{}\n\n{}\n\n", census.relaxed(), figures(census));
    writeln!(text, "{}", histogram(census, limit))?;
    for (name, mirror) in [
        ("the 8 equivalences of letters", false),
        ("the 16 with the mirror", true),
    ] {
        let classes = census.classes(mirror);
        let count = grouped(classes.len());
        writeln!(text, "unique puzzles under {name}: {count} classes")?;
        let header = ["size", "loops", "difficulty", "representative"];
        let rows = headed(header, classes.iter().take(limit).map(class_row));
        writeln!(text, "{}{}\n", table(&rows), more(classes.len(), limit))?;
    }
    writeln!(text, "unique puzzles")?;
    let unique = census.unique().take(limit).map(|entry| {
        let difficulty = entry.difficulty().map_or(String::new(), |d| d.to_string());
        row([
            entry.puzzle().to_string(),
            entry.loops().to_string(),
            difficulty,
        ])
    });
    let rows = headed(["pieces", "loops", "difficulty"], unique);
    let rest = more(census.unique().count(), limit);
    write!(text, "{}{rest}", table(&rows))?;
    Ok(text)
}

fn class_row(class: &Class) -> Vec<String> {
    let in_words = |d: Difficulty| format!("{d} = {:.4}", d.value());
    vec![
        class.size().to_string(),
        class.loops().to_string(),
        class.difficulty().map_or(String::new(), in_words),
        class.representative().to_string(),
    ]
}

fn histogram(census: &Census, limit: usize) -> String {
    let histogram = census.histogram();
    let entries = histogram.iter().take(limit);
    let entries = entries.map(|(solutions, puzzles)| vec![grouped(solutions), grouped(puzzles)]);
    let rows = headed(["solutions", "puzzles"], entries);
    format!("{}{}\n", table(&rows), more(histogram.len(), limit))
}

fn more(all: usize, limit: usize) -> String {
    match all.checked_sub(limit) {
        Some(rest @ 1..) => format!("\n… and {} more; --format json holds all", grouped(rest)),
        _ => String::new(),
    }
}
