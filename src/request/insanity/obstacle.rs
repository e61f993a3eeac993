//! `cubegraph insanity obstacle`.

use std::fmt::Write as _;

use crate::insanity::{Obstacle, Puzzle};
use crate::text::counted;
use serde::{Deserialize, Serialize};

use super::super::{Answer, Context, row};
use super::{PuzzleArgument, envelope, headline};
use crate::Result;

/// What `obstacle` is asked.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Arguments {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    puzzle: PuzzleArgument,
}

/// The answer: an obstacle, or why there is none.
#[derive(Serialize)]
struct ObstacleAnswer {
    cubes: usize,
    colours: usize,
    #[serde(flatten)]
    result: Outcome,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Obstacle(Obstacle),
    Nothing { obstacle: Option<()>, why: &'static str },
}

/// Runs the command. An obstacle that the time was too short to prove smallest is status 3.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let puzzle = arguments.puzzle.read(context)?;
    let found = puzzle.obstacle(context.work)?;
    let mut rows = vec![row(["cube"])];
    let (text, status, result) = match found {
        None => {
            let why = "all cubes can be stacked, and so can every set of them";
            let text = format!("{}\nThere is no obstacle: {why}.", headline(&puzzle));
            let obstacle = None;
            (text, 1, Outcome::Nothing { obstacle, why })
        }
        Some(found) => {
            rows.extend(found.cubes().iter().map(|cube| row([cube + 1])));
            let status = if found.is_smallest() { 0 } else { 3 };
            (in_words(&puzzle, &found), status, Outcome::Obstacle(found))
        }
    };
    let answer =
        ObstacleAnswer { cubes: puzzle.cubes().len(), colours: puzzle.colours().len(), result };
    Ok(Answer::new(text, envelope("obstacle", &puzzle, answer)).with_csv(rows).with_status(status))
}

fn in_words(puzzle: &Puzzle, found: &Obstacle) -> String {
    let mut text = format!(
        "{}\nRule: no colour twice on a side (a part of the cubes may show more colours than it \
         has cubes).\n\n",
        headline(puzzle)
    );
    let cubes = found.cubes();
    let numbers: Vec<String> = cubes.iter().map(|cube| (cube + 1).to_string()).collect();
    let (kind, proof) = if found.is_smallest() {
        let fewer = counted(cubes.len() - 1, "cube");
        ("smallest", format!("proved: any {fewer} can be stacked"))
    } else {
        let least = counted(found.at_least(), "cube");
        ("irreducible, not proved smallest", format!("every obstacle has at least {least}"))
    };
    let _ = writeln!(
        text,
        "Obstacle ({kind}): {} of {}: {} (counted from 1); {proof}.",
        cubes.len(),
        counted(puzzle.cubes().len(), "cube"),
        numbers.join(", ")
    );
    let _ = writeln!(text, "These cannot be stacked; without any one of them the others can.\n");
    for &cube in cubes {
        let faces = puzzle.cubes()[cube].faces();
        let names = faces.map(|colour| puzzle.graph()[colour].name()).join(" ");
        let _ = writeln!(text, "cube {}: {names} (left front right back top bottom)", cube + 1);
    }
    text
}
