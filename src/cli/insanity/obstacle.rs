//! `cubegraph insanity obstacle`.

use std::fmt::Write as _;

use clap::Args;
use cubegraph::insanity::check;
use cubegraph::insanity::obstacle::{Obstacle, obstacle};
use serde_json::json;

use super::super::{Answer, Context};
use super::{Named, PuzzleArgument, plural};

/// What `obstacle` is asked.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArgument,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let named = arguments.puzzle.read()?;
    let Some(found) = obstacle(&named.puzzle, context.work())? else {
        let text = format!(
            "{}\nThere is no obstacle: all cubes can be stacked, and so can every set of them.",
            named.headline()
        );
        let json = json!({
            "cubes": named.puzzle.cubes().len(),
            "colours": named.puzzle.colours().len(),
            "obstacle": null,
        });
        return Ok(Answer::new(text, json)
            .with_csv(vec![vec!["cube".to_owned()]])
            .with_status(1));
    };
    check::obstacle(&named.puzzle, &found.cubes, context.work())?;
    let numbers: Vec<usize> = found.cubes.iter().map(|cube| cube + 1).collect();
    let json = json!({
        "cubes": named.puzzle.cubes().len(),
        "colours": named.puzzle.colours().len(),
        "obstacle": numbers,
        "size": numbers.len(),
        "smallest": found.is_smallest,
        "at_least": found.at_least,
    });
    let rows =
        std::iter::once(vec!["cube".to_owned()]).chain(numbers.iter().map(|n| vec![n.to_string()]));
    Ok(Answer::new(in_words(&named, &found), json).with_csv(rows.collect()))
}

fn in_words(named: &Named, found: &Obstacle) -> String {
    let puzzle = &named.puzzle;
    let mut text = format!(
        "{}\nRule: no colour twice on a side (a part of the cubes may show more colours than it has cubes).\n\n",
        named.headline()
    );
    let numbers: Vec<String> = found
        .cubes
        .iter()
        .map(|cube| (cube + 1).to_string())
        .collect();
    let (kind, proof) = if found.is_smallest {
        (
            "smallest",
            format!(
                "proved: no {} cannot be stacked",
                plural(found.cubes.len() - 1, "cube")
            ),
        )
    } else {
        (
            "irreducible, not proved smallest",
            format!(
                "every obstacle has at least {}",
                plural(found.at_least, "cube")
            ),
        )
    };
    let _ = writeln!(
        text,
        "Obstacle ({kind}): {} of {}: {} (counted from 1); {proof}.",
        found.cubes.len(),
        plural(puzzle.cubes().len(), "cube"),
        numbers.join(", ")
    );
    let _ = writeln!(
        text,
        "These cannot be stacked; without any one of them the others can.\n"
    );
    for &cube in &found.cubes {
        let faces = puzzle.cubes()[cube]
            .faces()
            .map(|colour| puzzle.name(colour))
            .join(" ");
        let _ = writeln!(
            text,
            "cube {}: {faces} (left front right back top bottom)",
            cube + 1
        );
    }
    text
}
