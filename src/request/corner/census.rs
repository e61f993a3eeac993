//! `cubegraph corner census`.

use std::fmt::Write;

use crate::corner::{Census, Class, Difficulty, census};
use crate::text::grouped;
use rayon::prelude::*;

use super::generate::RelaxationOptions;
use serde::{Deserialize, Serialize};

use super::{Answer, Context, envelope};
use crate::Result;
use crate::request::{Format, Text, headed, row};

/// Arguments of `corner census`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Arguments {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    relaxed: RelaxationOptions,
    /// Show at most N unique puzzles, classes and lines of the histogram in the text [default: 50];
    /// JSON holds all, CSV every puzzle
    #[cfg_attr(feature = "cli", arg(long, value_name = "N"))]
    limit: Option<usize>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let census = census(&arguments.relaxed.into(), context.work)?;
    let text = text(&census, arguments.limit.unwrap_or(50));
    let csv = match context.format {
        Format::Csv => csv(&census),
        _ => Vec::new(),
    };
    Ok(Answer::new(text, envelope("census", None, census)).with_csv(csv))
}

fn csv(census: &Census) -> Vec<Vec<String>> {
    let mut rows = vec![row(["pieces", "patterns", "solutions", "loops", "difficulty"])];
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

fn figures(census: &Census) -> Vec<Vec<String>> {
    let (fewest, most) = census.extremes().unwrap_or_default();
    let with_most = census.entries().iter().filter(|p| p.patterns() == most).count();
    let most_patterns = format!("patterns of one puzzle; {with_most} have that many");
    let one_solution = "puzzles with one assembly up to turning the cube";
    let rows = [
        ("sets", grouped(census.relaxed().sets()), "of eight of these pieces, balanced or not"),
        ("patterns", grouped(1 << 24), "ways to cut the twelve bars"),
        ("admissible", grouped(census.admissible()), "patterns whose pieces meet the requirements"),
        ("puzzles", grouped(census.entries().len()), "different sets among them"),
        ("fewest", grouped(fewest), "patterns of one puzzle"),
        ("most", grouped(most), &most_patterns),
        ("unique", grouped(census.unique().count()), "puzzles with exactly 24 patterns"),
        ("one solution", grouped(census.one_solution()), one_solution),
    ];
    let rows = rows.map(|(what, value, meaning)| row([what, &value, meaning]));
    headed(["figure", "value", "what it counts"], rows)
}

fn text(census: &Census, limit: usize) -> Text {
    let mut text = Text::from(format!("{}\n\n", census.relaxed()));
    text.table(&figures(census));
    text.push_str("\n");
    histogram(&mut text, census, limit);
    text.push_str("\n");
    for (name, mirror) in
        [("the 8 equivalences of letters", false), ("the 16 with the mirror", true)]
    {
        let classes = census.classes(mirror);
        let count = grouped(classes.len());
        let _ = writeln!(text, "unique puzzles under {name}: {count} classes");
        let header = ["size", "loops", "difficulty", "representative"];
        let rows = headed(header, classes.iter().take(limit).map(class_row));
        text.table(&rows);
        let _ = writeln!(text, "{}", more(classes.len(), limit));
    }
    text.push_str("unique puzzles\n");
    let unique = census.unique().take(limit).map(|entry| {
        let difficulty = entry.difficulty().map_or(String::new(), |d| d.to_string());
        row([entry.puzzle().to_string(), entry.loops().to_string(), difficulty])
    });
    let rows = headed(["pieces", "loops", "difficulty"], unique);
    text.table(&rows);
    text.push_str(&more(census.unique().count(), limit));
    text
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

fn histogram(text: &mut Text, census: &Census, limit: usize) {
    let histogram = census.histogram();
    let entries = histogram.iter().take(limit);
    let entries = entries.map(|(solutions, puzzles)| vec![grouped(solutions), grouped(puzzles)]);
    let rows = headed(["solutions", "puzzles"], entries);
    text.table(&rows);
    text.push_str(&more(histogram.len(), limit));
}

fn more(all: usize, limit: usize) -> String {
    match all.checked_sub(limit) {
        Some(rest @ 1..) => format!("… and {} more; --format json holds all\n", grouped(rest)),
        _ => String::new(),
    }
}
