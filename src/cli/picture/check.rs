//! `cubegraph picture check`.

use clap::Args;
use cubegraph::picture::Claim;

use super::super::{Answer, Context, Word, answer_of};
use super::given::Scramble;
use super::{MetricName, envelope, puzzle};

/// Judge a solution of your own.
#[derive(Args)]
#[command(
    after_help = "Example: cubegraph picture check @scrambled-3x3 \"down3 right1\"\n         \
    cubegraph picture solve @nine-cubes --format json | cubegraph picture check @nine-cubes -\n\n\
    Status 0 if it is right, 1 if it is wrong. Whether it is the shortest is not asked."
)]
pub struct Arguments {
    /// A file with a configuration, or @name; or a size such as 3x2 with --moves
    #[arg(value_name = "PUZZLE")]
    puzzle: Word,
    /// The moves, such as "up1 left2"; or what `solve --format json` wrote, a file or -
    #[arg(value_name = "ANSWER")]
    answer: Word,
    #[command(flatten)]
    scramble: Scramble,
    /// What counts as one move
    #[arg(long, value_name = "METRIC")]
    metric: Option<MetricName>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let mut given = puzzle(&arguments.puzzle, arguments.metric)?;
    arguments.scramble.apply(&mut given, context)?;
    let claim: Claim = answer_of(&arguments.answer)?.1.parse()?;
    let verdict = given.puzzle.check(&claim);
    let text = match verdict.why() {
        None => "right\n".to_owned(),
        Some(why) => format!("wrong: {why}\n"),
    };
    let status = u8::from(!verdict.is_right());
    let json = envelope("check", given.title.as_deref(), verdict);
    Ok(Answer::new(text, json).with_status(status))
}
