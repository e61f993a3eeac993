//! `cubegraph corner census`.

use std::fmt::Write;

use clap::Args;
use cubegraph::corner::census::{Census, Entry, census};
use cubegraph::corner::design::sets;
use cubegraph::corner::equivalence::{Class, classes};
use cubegraph::corner::loops::{self, Difficulty};
use cubegraph::corner::{check, solve};
use cubegraph::published::grouped;
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use super::{Answer, Context, Relaxations, difficulty_of, in_words, words_of};
use crate::cli::options::Format;
use crate::cli::table;

/// Arguments of `corner census`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    relaxations: Relaxations,
    /// Show at most N unique puzzles, classes and lines of the histogram in the text; JSON holds all, CSV every puzzle
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
}

/// A unique puzzle or a class with its loops.
struct Measured<T> {
    of: T,
    loops: usize,
}

impl<T> Measured<T> {
    fn difficulty(&self) -> Option<Difficulty> {
        Difficulty::new(1, self.loops)
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let work = context.work();
    let census = census(arguments.relaxations.into(), work)?;
    check::census(&census)?;
    work.check("the census is taken, the classes are not")?;
    let unique: Vec<Measured<Entry>> = census
        .unique()
        .copied()
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|entry| Measured {
            of: entry,
            loops: loops::count(entry.bag),
        })
        .collect();
    let grouped_by = |mirror| -> Vec<Measured<Class>> {
        classes(census.unique().map(|p| p.bag), mirror)
            .into_iter()
            .map(|class| Measured {
                loops: loops::count(class.representative),
                of: class,
            })
            .collect()
    };
    let (letters, mirrored) = (grouped_by(false), grouped_by(true));
    // A representative of every class is solved anew and replayed.
    mirrored.par_iter().try_for_each(|class| {
        let bag = class.of.representative;
        check::solved(bag, &solve(bag))
    })?;

    let text = text(&census, &unique, [&letters, &mirrored], arguments.limit)?;
    let json = json_of(&census, &unique, [&letters, &mirrored]);
    let csv = match context.options.format {
        Format::Csv => csv(&census),
        _ => Vec::new(),
    };
    Ok(Answer::new(text, json).with_csv(csv))
}

fn json_of(
    census: &Census,
    unique: &[Measured<Entry>],
    [letters, mirrored]: [&[Measured<Class>]; 2],
) -> Value {
    let class_list = |classes: &[Measured<Class>]| -> Value {
        let list: Vec<Value> = classes
            .iter()
            .map(|c| {
                json!({
                    "size": c.of.size,
                    "loops": c.loops,
                    "representative": words_of(c.of.representative),
                })
            })
            .collect();
        json!({ "classes": list })
    };
    let unique_list: Vec<Value> = unique
        .iter()
        .map(|u| {
            let mut entry = json!({ "pieces": words_of(u.of.bag), "loops": u.loops });
            for (key, value) in difficulty_of(u.difficulty()) {
                entry[key] = value;
            }
            entry
        })
        .collect();
    let histogram: Map<String, Value> = census
        .histogram()
        .into_iter()
        .map(|(solutions, puzzles)| (solutions.to_string(), json!(puzzles)))
        .collect();
    let extremes = census.extremes();
    let with_most = census
        .puzzles
        .iter()
        .filter(|p| Some(p.patterns) == extremes.map(|e| e.1));
    json!({
        "requirements": in_words(census.relaxed),
        "sets": crate::cli::integer(sets(census.relaxed)),
        "patterns": 1 << 24,
        "admissible": census.admissible,
        "puzzles": census.puzzles.len(),
        "fewest": extremes.map(|e| e.0),
        "most": extremes.map(|e| e.1),
        "with_most": with_most.map(|p| words_of(p.bag)).collect::<Vec<_>>(),
        "unique": unique.len(),
        "one_solution": census.one_solution(),
        "solutions": histogram,
        "unique_puzzles": unique_list,
        "equivalences": { "letters": class_list(letters), "letters_and_mirror": class_list(mirrored) },
    })
}

fn csv(census: &Census) -> Vec<Vec<String>> {
    let header = ["pieces", "patterns", "solutions", "loops", "difficulty"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    rows.par_extend(census.puzzles.par_iter().map(|puzzle| {
        let loops = loops::count(puzzle.bag);
        let difficulty = Difficulty::new(puzzle.solutions as usize, loops);
        vec![
            puzzle.bag.to_string(),
            puzzle.patterns.to_string(),
            puzzle.solutions.to_string(),
            loops.to_string(),
            difficulty.map_or(String::new(), |d| format!("{:.6}", d.value())),
        ]
    }));
    rows
}

fn text(
    census: &Census,
    unique: &[Measured<Entry>],
    [letters, mirrored]: [&[Measured<Class>]; 2],
    limit: usize,
) -> Result<String, std::fmt::Error> {
    let (fewest, most) = census.extremes().unwrap_or_default();
    let with_most = census.puzzles.iter().filter(|p| p.patterns == most).count();
    let mut text = format!("{}\n\n", in_words(census.relaxed));
    let line =
        |what: &str, value: String, meaning: &str| vec![what.to_owned(), value, meaning.to_owned()];
    let rows = [
        line("figure", "value".to_owned(), "what it counts"),
        line(
            "sets",
            grouped(sets(census.relaxed)),
            "of eight of these pieces, balanced or not",
        ),
        line("patterns", grouped(1 << 24), "ways to cut the twelve bars"),
        line(
            "admissible",
            grouped(census.admissible),
            "patterns whose pieces meet the requirements",
        ),
        line(
            "puzzles",
            grouped(census.puzzles.len()),
            "different sets among them",
        ),
        line("fewest", grouped(fewest), "patterns of one puzzle"),
        line(
            "most",
            grouped(most),
            &format!("patterns of one puzzle; {with_most} have so many"),
        ),
        line(
            "unique",
            grouped(unique.len()),
            "puzzles with exactly 24 patterns",
        ),
        line(
            "one solution",
            grouped(census.one_solution()),
            "puzzles with one assembly up to turning the cube",
        ),
    ];
    writeln!(text, "{}\n", table(&rows))?;
    writeln!(text, "{}", histogram(census, limit))?;
    for (name, classes) in [
        ("the 8 equivalences of letters", letters),
        ("the 16 with the mirror", mirrored),
    ] {
        writeln!(
            text,
            "unique puzzles under {name}: {} classes",
            grouped(classes.len())
        )?;
        let mut rows = vec![
            ["size", "loops", "difficulty", "representative"]
                .map(str::to_owned)
                .to_vec(),
        ];
        rows.extend(classes.iter().take(limit).map(|c| {
            vec![
                c.of.size.to_string(),
                c.loops.to_string(),
                c.difficulty()
                    .map_or(String::new(), |d| format!("{d} = {:.4}", d.value())),
                c.of.representative.to_string(),
            ]
        }));
        writeln!(text, "{}{}\n", table(&rows), more(classes.len(), limit))?;
    }
    writeln!(text, "unique puzzles")?;
    let mut rows = vec![
        ["pieces", "loops", "difficulty"]
            .map(str::to_owned)
            .to_vec(),
    ];
    rows.extend(unique.iter().take(limit).map(|u| {
        let difficulty = u.difficulty().map_or(String::new(), |d| d.to_string());
        vec![u.of.bag.to_string(), u.loops.to_string(), difficulty]
    }));
    write!(text, "{}{}", table(&rows), more(unique.len(), limit))?;
    Ok(text)
}

fn histogram(census: &Census, limit: usize) -> String {
    let histogram = census.histogram();
    let mut rows = vec![["solutions", "puzzles"].map(str::to_owned).to_vec()];
    let entries = histogram
        .iter()
        .map(|(solutions, puzzles)| vec![grouped(solutions), grouped(puzzles)]);
    rows.extend(entries.take(limit));
    format!("{}{}\n", table(&rows), more(histogram.len(), limit))
}

fn more(all: usize, limit: usize) -> String {
    match all.checked_sub(limit) {
        Some(rest @ 1..) => format!("\n… and {} more; --format json holds all", grouped(rest)),
        _ => String::new(),
    }
}
