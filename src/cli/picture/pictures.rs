//! `cubegraph picture pictures`.

use clap::Args;

use super::super::{Answer, Context, headed, row, table};
use super::{PuzzleArgument, envelope};

/// The moves that turn one picture into another.
#[derive(Args)]
#[command(after_help = "Example: cubegraph picture pictures 3x3")]
pub struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArgument,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let given = arguments.puzzle.read()?;
    let pictures = given.puzzle.pictures(context.work())?;
    let states = pictures.states().iter().map(|state| {
        let (rotation, moves) = (state.rotation().to_string(), state.moves());
        row([
            state.words(),
            &rotation,
            &moves.len().to_string(),
            &moves.to_string(),
        ])
    });
    let mut rows = headed(["state", "cubes turned by", "moves", "which"], states);
    rows[1..].sort();
    let text = format!(
        "The moves that turn picture A, upright, of {} cubes into each of the 24 solved states, \
         all lines alike\n\n{}",
        given.puzzle.size(),
        table(&rows)
    );
    let json = envelope("pictures", given.title.as_deref(), pictures);
    Ok(Answer::new(text, json).with_csv(rows))
}
