//! `cubegraph picture check`.

use clap::Args;
use cubegraph::picture::GivenSolution;

use super::super::context::{answer_of, one_from_input};
use super::super::{Answer, Context, Word, located};
use super::given::Scramble;
use super::{MetricName, envelope, puzzle};

/// Check a solution of your own.
#[derive(Args)]
#[command(
    after_help = "Example: cubegraph picture check @scrambled-3x3 down3 right1\n\n\
    Status 0 if the moves solve it, 1 if they do not. Whether they are the fewest is not checked."
)]
pub struct Arguments {
    /// A file with a configuration, or @name; or a size such as 3x2 with --moves
    #[arg(value_name = "PUZZLE")]
    puzzle: Word,
    /// The moves, such as up1 left2; or what `solve --format json` wrote, a file or -
    #[arg(value_name = "ANSWER", required = true)]
    answer: Vec<Word>,
    #[command(flatten)]
    scramble: Scramble,
    /// What counts as one move
    #[arg(long, value_name = "METRIC")]
    metric: Option<MetricName>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    one_from_input(&arguments.puzzle, &arguments.answer[0])?;
    let mut given = puzzle(&arguments.puzzle, arguments.metric)?;
    arguments.scramble.apply(&mut given, context)?;
    let (name, text) = answer_of(&arguments.answer)?;
    let solution: GivenSolution = located(&name, &text, text.parse())?;
    let verdict = given.puzzle.check(&solution);
    let why = verdict.why().unwrap_or_default().to_owned();
    let text = match verdict.why() {
        None => "right: the moves solve it".to_owned(),
        Some(why) => format!("wrong: {why}"),
    };
    let right = verdict.is_right();
    let json = envelope("check", given.title.as_deref(), verdict);
    Ok(Answer::verdict(text, right, &why, json))
}
