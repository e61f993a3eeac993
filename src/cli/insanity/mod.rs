//! `cubegraph insanity`.

mod census;
mod draw;
mod generate;
mod obstacle;
mod solve;

use clap::Subcommand;
use cubegraph::insanity::Puzzle;
use cubegraph::instance::{self, Family};

use super::{Answer, Context, Given, faulty, given};

/// The commands of the family.
#[derive(Subcommand)]
pub enum Command {
    /// Find towers and count them
    #[command(
        after_help = "Examples: cubegraph insanity solve @parker-brothers --explain\n          \
        cubegraph insanity solve ACBDCC ACDBDC ABBCDD ABBDCD --all --format json"
    )]
    Solve(solve::Arguments),
    /// Draw the colour graph, its factors, the nets or the tower
    #[command(
        after_help = "Example: cubegraph insanity draw @parker-brothers --solution 1 -o colour-graph.svg"
    )]
    Draw(draw::Arguments),
    /// Make a random puzzle
    #[command(
        after_help = "Example: cubegraph insanity generate --cubes 6 --unique --seed 1 -o mine.toml"
    )]
    Generate(generate::Arguments),
    /// Find the smallest set of cubes that cannot be stacked
    #[command(after_help = "Example: cubegraph insanity obstacle @unsolvable")]
    Obstacle(obstacle::Arguments),
    /// Count all puzzles up to permuting colours and cubes
    #[command(after_help = "Example: cubegraph insanity census --cubes 3")]
    Census(census::Arguments),
}

/// Runs a command.
pub fn run(command: &Command, context: &Context) -> anyhow::Result<Answer> {
    match command {
        Command::Solve(arguments) => solve::run(arguments, context),
        Command::Draw(arguments) => draw::run(arguments, context),
        Command::Generate(arguments) => generate::run(arguments, context),
        Command::Obstacle(arguments) => obstacle::run(arguments, context),
        Command::Census(arguments) => census::run(arguments, context),
    }
}

/// A puzzle as an argument.
#[derive(clap::Args)]
pub struct PuzzleArgument {
    /// A file, `-` for standard input, `@name` for a built-in instance, or the cubes themselves: six letters each (left front
    /// right back top bottom) or three pairs of opposite faces, as in GW,BW,BR
    #[arg(required = true, num_args = 1.., value_name = "PUZZLE")]
    words: Vec<String>,
}

/// A puzzle with what it is called.
pub struct Named {
    /// The title, where there is one.
    pub title: Option<String>,
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl PuzzleArgument {
    /// Reads the puzzle.
    pub fn read(&self) -> anyhow::Result<Named> {
        match given(&self.words, Family::Insanity)? {
            Given::Instance(instance) => match instance.puzzle {
                instance::Puzzle::Insanity(puzzle) => Ok(Named {
                    title: instance.title,
                    puzzle,
                }),
                other => anyhow::bail!("a puzzle of the kind {}", other.family()),
            },
            Given::Words { name, text } => Puzzle::from_text(&text)
                .map(|puzzle| Named {
                    title: None,
                    puzzle,
                })
                .map_err(|fault| faulty(&name, &text, &fault).into()),
        }
    }
}

impl Named {
    /// A line such as `Title: 4 cubes, 4 colours`.
    pub fn headline(&self) -> String {
        let puzzle = &self.puzzle;
        let sizes = format!(
            "{}, {}",
            plural(puzzle.cubes().len(), "cube"),
            plural(puzzle.colours().len(), "colour")
        );
        match &self.title {
            Some(title) => format!("{title}: {sizes}"),
            None => sizes,
        }
    }
}

/// `1 cube`, `4 cubes`.
pub fn plural(count: usize, what: &str) -> String {
    if count == 1 {
        format!("1 {what}")
    } else {
        format!("{count} {what}s")
    }
}
