//! `cubegraph corner solve`.

use std::fmt::Write;

use clap::Args;
use cubegraph::corner::graph::{Axis, Pattern};
use cubegraph::corner::loops::{self, Difficulty};
use cubegraph::corner::solve::{Solved, seats, unsolvable_because};
use cubegraph::corner::{CornerSet, Puzzle, check, dead_ends, solve, spell};
use serde_json::{Value, json};

use super::{Answer, Context, difficulty_of, puzzle_of, relatives};
use crate::cli::table;

/// Arguments of `corner solve`.
#[derive(Args)]
pub struct Arguments {
    /// A file, `-`, @name, or the eight pieces, each three letters A to D (or the pieces of a relative)
    #[arg(required = true)]
    puzzle: Vec<String>,
    /// Show at most N assemblies in the text; JSON and CSV always hold all
    #[arg(long, value_name = "N", default_value_t = 10)]
    limit: usize,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let (puzzle, title) = puzzle_of(&arguments.puzzle)?;
    let title = title.as_deref();
    match puzzle {
        Puzzle::Corners(set) => corners(&set, title, arguments.limit),
        Puzzle::Edges(set) => relatives::solve(&set, title, arguments.limit, context),
        Puzzle::Faces(set) => relatives::solve(&set, title, arguments.limit, context),
    }
}

fn corners(puzzle: &CornerSet, title: Option<&str>, limit: usize) -> anyhow::Result<Answer> {
    let bag = puzzle.bag();
    let solved = solve(bag);
    check::solved(bag, &solved)?;
    let figures = Figures {
        loops: loops::count(bag),
        completable: loops::completable(&solved.assemblies),
        dead_ends: dead_ends::count(bag),
    };
    check::loops(bag, figures.loops)?;
    let solutions = solved.assemblies.len();
    let difficulty = Difficulty::new(solutions, figures.loops);
    let why = unsolvable_because(bag, &solved).map(|reason| reason.to_string());

    let mut json = json!({
        "pieces": puzzle.pieces().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "patterns": solved.patterns,
        "solutions": solutions,
        "loops": figures.loops,
        "completable_loops": figures.completable,
        "dead_ends": figures.dead_ends,
    });
    for (key, value) in difficulty_of(difficulty) {
        if !value.is_null() {
            json[key] = value;
        }
    }
    if let Some(why) = &why {
        json["unsolvable_because"] = json!(why);
    }
    json["assemblies"] = solved
        .assemblies
        .iter()
        .map(|pattern| assembly_json(puzzle, *pattern))
        .collect();
    let text = text(puzzle, title, &solved, &figures, why.as_deref(), limit)?;
    Ok(Answer::new(text, json)
        .with_csv(csv(puzzle, &solved))
        .with_status(u8::from(solutions == 0)))
}

/// What is counted beside the assemblies.
struct Figures {
    loops: usize,
    completable: usize,
    dead_ends: usize,
}

fn assembly_json(puzzle: &CornerSet, pattern: Pattern) -> Value {
    seats(puzzle.pieces(), pattern)
        .iter()
        .map(|seat| {
            let [x, y, z] =
                Axis::ALL.map(|axis| pattern.half_edge(seat.corner, axis).letter().to_string());
            json!({
                "corner": seat.corner.to_string(),
                "piece": seat.number + 1,
                "word": seat.piece.to_string(),
                "read": spell(pattern.word(seat.corner)),
                "turn": seat.turn,
                "half_edges": { "x": x, "y": y, "z": z },
            })
        })
        .collect()
}

const HEADER: [&str; 6] = [
    "corner",
    "piece",
    "word",
    "left-right",
    "front-back",
    "bottom-top",
];

fn rows(puzzle: &CornerSet, pattern: Pattern) -> impl Iterator<Item = Vec<String>> {
    seats(puzzle.pieces(), pattern)
        .into_iter()
        .map(move |seat| {
            let halves = Axis::ALL.map(|axis| pattern.half_edge(seat.corner, axis).to_string());
            [
                seat.corner.to_string(),
                (seat.number + 1).to_string(),
                seat.piece.to_string(),
            ]
            .into_iter()
            .chain(halves)
            .collect()
        })
}

fn csv(puzzle: &CornerSet, solved: &Solved) -> Vec<Vec<String>> {
    let header = std::iter::once("assembly")
        .chain(HEADER)
        .map(str::to_owned)
        .collect();
    let body = solved
        .assemblies
        .iter()
        .enumerate()
        .flat_map(|(i, pattern)| {
            rows(puzzle, *pattern).map(move |row| {
                let mut numbered = vec![(i + 1).to_string()];
                numbered.extend(row);
                numbered
            })
        });
    std::iter::once(header).chain(body).collect()
}

fn text(
    puzzle: &CornerSet,
    title: Option<&str>,
    solved: &Solved,
    figures: &Figures,
    why: Option<&str>,
    limit: usize,
) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    if let Some(title) = title {
        writeln!(text, "{title}")?;
    }
    let words: Vec<String> = puzzle.pieces().iter().map(ToString::to_string).collect();
    writeln!(text, "pieces      {}", words.join(" "))?;
    let solutions = solved.assemblies.len();
    match why {
        Some(why) => writeln!(text, "solutions   none, because {why}")?,
        None => writeln!(
            text,
            "solutions   {solutions} up to turning the cube ({} patterns)",
            solved.patterns
        )?,
    }
    writeln!(
        text,
        "loops       {}, of which {} can be completed",
        figures.loops, figures.completable
    )?;
    if let Some(difficulty) = Difficulty::new(solutions, figures.loops) {
        writeln!(
            text,
            "difficulty  {difficulty} = {:.4} (6 · solutions / loops; smaller is harder)",
            difficulty.value()
        )?;
    }
    writeln!(
        text,
        "dead ends   {} for a person who builds the base first",
        figures.dead_ends
    )?;
    let bag = puzzle.bag();
    if bag.has_repeats() || bag.has_symmetric() {
        writeln!(
            text,
            "Equal pieces, and the turns of a symmetric one, cannot be told apart: assemblies that look the same are counted once."
        )?;
    }
    for (i, pattern) in solved.assemblies.iter().take(limit).enumerate() {
        let header = HEADER.map(str::to_owned).to_vec();
        let rows: Vec<Vec<String>> = std::iter::once(header)
            .chain(rows(puzzle, *pattern))
            .collect();
        writeln!(
            text,
            "\nassembly {} of {solutions}\n{}",
            i + 1,
            table(&rows)
        )?;
    }
    if solutions > limit {
        writeln!(
            text,
            "\n{} more: --limit {solutions} shows all, --format json or csv holds them",
            solutions - limit
        )?;
    }
    Ok(text)
}
