//! `cubegraph picture pictures`.

use clap::Args;

use super::super::{Answer, Context, Word, table};
use super::{MetricName, envelope, puzzle};

/// The moves that turn one picture into another.
#[derive(Args)]
#[command(after_help = "Example: cubegraph picture pictures 3x3")]
pub struct Arguments {
    /// A size such as 3x2 (rows by columns), or a file or @name of cubes
    #[arg(value_name = "SIZE|FILE")]
    size: Word,
    /// What counts as one move
    #[arg(long, value_name = "METRIC")]
    metric: Option<MetricName>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let given = puzzle(&arguments.size, arguments.metric)?;
    let pictures = given.puzzle.pictures(context.work())?;
    let header = ["state", "cubes turned by", "moves", "which"].map(str::to_owned);
    let mut rows = vec![header.to_vec()];
    rows.extend(pictures.states().iter().map(|state| {
        vec![
            state.words().to_owned(),
            state.rotation().to_string(),
            state.moves().len().to_string(),
            state.moves().to_string(),
        ]
    }));
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
