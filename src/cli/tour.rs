//! `cubegraph tour`.

mod board;
mod print;

use clap::{Args, Subcommand, ValueEnum};
use cubegraph::tour::answer::{self, Method, Question};

use super::{Answer, Context};
use board::Board;

/// The commands of the family.
#[derive(Subcommand)]
pub enum Command {
    /// Find the tours of largest and smallest sum, count all tours, or list how many have which sum
    #[command(
        after_help = "Examples: cubegraph tour solve --grid 3x3 --explain\n          \
        cubegraph tour solve @strip --distribution\n\n\
        Cells are ROW,COLUMN, counted from 0 in the south-west; N is row + 1, E is column + 1. A die is TOP,NORTH,EAST.\n\
        Without --maximise, --minimise, --count or --distribution both extremes are found. Tours are counted directed, \
        as (start, die, rolls)."
    )]
    Solve(Solve),
}

/// Options of `solve`.
#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    board: Board,
    #[command(flatten)]
    wishes: Wishes,
    /// Print the dice step by step
    #[arg(long)]
    explain: bool,
}

/// What to find out.
#[derive(Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "any of the four may be asked for"
)]
struct Wishes {
    /// Find the largest sum, with proof
    #[arg(long, alias = "maximize")]
    maximise: bool,
    /// Find the smallest sum, with proof
    #[arg(long, alias = "minimize")]
    minimise: bool,
    /// Count the tours
    #[arg(long)]
    count: bool,
    /// Count the tours by their sums
    #[arg(long)]
    distribution: bool,
    /// How to find it out (default: picked by the board)
    #[arg(long, value_enum)]
    method: Option<Way>,
}

/// The methods by name.
#[derive(Clone, Copy, ValueEnum)]
enum Way {
    /// Depth-first search, tour by tour
    Search,
    /// A program over visited sets
    Sets,
    /// A program over loose ends, line by line
    Strip,
}

impl Wishes {
    fn question(&self, labelled: bool) -> Question {
        let extremes = self.maximise || self.minimise;
        // Without a word about extremes: both, unless only the count is asked for. Who counts the tours of a labelled board wants to see one.
        let both = !extremes && (self.distribution || labelled || !self.count);
        Question {
            maximum: self.maximise || both,
            minimum: self.minimise || both,
            count: self.count,
            distribution: self.distribution,
            method: self.method.map(|way| match way {
                Way::Search => Method::Search,
                Way::Sets => Method::Sets,
                Way::Strip => Method::Strip,
            }),
        }
    }
}

/// Runs a command.
pub fn run(command: &Command, context: &Context) -> anyhow::Result<Answer> {
    match command {
        Command::Solve(arguments) => solve(arguments, context),
    }
}

fn solve(arguments: &Solve, context: &Context) -> anyhow::Result<Answer> {
    let puzzle = arguments.board.puzzle()?;
    let labelled = !puzzle.settings().labels.is_empty();
    let found = answer::answer(&puzzle, arguments.wishes.question(labelled), context.work())?;
    Ok(Answer::new(
        print::text(&puzzle, &found, arguments.explain),
        print::json(&puzzle, &found),
    )
    .with_csv(print::csv(&found))
    .with_status(u8::from(!found.has_tour())))
}
