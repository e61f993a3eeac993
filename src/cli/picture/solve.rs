//! `cubegraph picture solve`.

use std::fmt::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use cubegraph::Error;
use cubegraph::picture::{Goal, Method, Metric, Options, Solution};
use serde::Serialize;

use super::super::{Answer, Context, Word};
use super::given::{Scramble, Scrambled};
use super::{GivenPuzzle, MetricName, envelope, grid_of, heading, puzzle};

/// Solve a configuration.
#[derive(Args)]
#[command(
    after_help = "Example: cubegraph picture solve 3x3 --scramble 20 --seed 1\n\
    With -o FILE.toml the puzzle is written, not the solution.",
    after_long_help = "Example: cubegraph picture solve 3x3 --scramble 20 --method local --seed 1\n         \
    cubegraph picture solve 3x2 --moves \"up1 left2\"\n         \
    cubegraph picture solve @scrambled-3x3 --method optimal\n\n\
    With -o FILE.toml the puzzle is written, not the solution: every command reads it back."
)]
pub struct Arguments {
    /// A file with a configuration, - or @name; or a size such as 3x2 with --scramble
    ///
    /// A size is rows by columns; it needs --scramble or --moves.
    #[arg(value_name = "FILE|SIZE")]
    puzzle: Word,
    #[command(flatten)]
    scramble: Scramble,
    /// How to solve it (default: the best within a small budget)
    #[arg(
        long,
        value_name = "METHOD",
        value_enum,
        default_value_t = MethodName::Auto,
        hide_default_value = true
    )]
    method: MethodName,
    /// What counts as one move
    #[arg(long, value_name = "METRIC")]
    metric: Option<MetricName>,
    /// Where to arrive: any is any picture in any position
    #[arg(long, value_enum, default_value_t = GoalName::Solved)]
    goal: GoalName,
    /// Keep the tables of the optimal method in DIR
    #[arg(long, value_name = "DIR")]
    table: Option<PathBuf>,
}

/// The ways to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MethodName {
    /// The best that a small budget of steps allows
    Auto,
    /// Parities first, then one cube after the other by commutators: for people
    Local,
    /// Into a subgroup, then home: shorter
    Subgroup,
    /// As few moves as possible
    Optimal,
}

/// Where to arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GoalName {
    /// The solved configuration
    Solved,
    /// All cubes turned alike: any of the six pictures, in any position
    Any,
}

/// The solution with how its configuration was made.
#[derive(Serialize)]
struct Keys {
    #[serde(skip_serializing_if = "Option::is_none")]
    scramble: Option<u32>,
    #[serde(flatten)]
    solution: Solution,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let mut given = puzzle(&arguments.puzzle, arguments.metric)?;
    let scrambled = arguments.scramble.apply(&mut given, context)?;
    if given.is_size && !arguments.scramble.is_given() {
        return Err(Error::invalid("there is no configuration to solve")
            .help("use --scramble N or --moves \"up1 left2\", or a file with `configuration`")
            .into());
    }
    if is_instance_file(context) {
        return Ok(Answer::document(given.puzzle.to_string()));
    }
    let options = Options {
        method: match arguments.method {
            MethodName::Auto => Method::Auto,
            MethodName::Local => Method::Local,
            MethodName::Subgroup => Method::Subgroup,
            MethodName::Optimal => Method::Optimal,
        },
        goal: match arguments.goal {
            GoalName::Solved => Goal::Solved,
            GoalName::Any => Goal::Any,
        },
        table: arguments.table.clone(),
        checkpoint: None,
    };
    let solution = given.puzzle.solve(&options, context.work())?;
    let text = text(&given, scrambled, arguments.goal, &solution)?;
    let (csv, status) = (rows(&solution), u8::from(!solution.is_solvable()));
    let keys = Keys {
        scramble: scrambled.map(|scrambled| scrambled.moves),
        solution,
    };
    let mut json = envelope("solve", given.title.as_deref(), keys);
    if let Some(scrambled) = scrambled {
        json = json.seeded(scrambled.seed);
    }
    Ok(Answer::new(text, json).with_csv(csv).with_status(status))
}

/// Whether the puzzle is to be written, not its solution.
fn is_instance_file(context: &Context) -> bool {
    let ending = context.options.output().and_then(|path| path.extension());
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

/// The moves as the rows of a table, with a header.
fn rows(solution: &Solution) -> Vec<Vec<String>> {
    let header = vec!["step".to_owned(), "move".to_owned()];
    let steps = (1usize..).zip(solution.moves());
    std::iter::once(header)
        .chain(steps.map(|(step, name)| vec![step.to_string(), name.to_string()]))
        .collect()
}

fn text(
    given: &GivenPuzzle,
    scrambled: Option<Scrambled>,
    goal: GoalName,
    solution: &Solution,
) -> Result<String, std::fmt::Error> {
    let mut text = heading(given.title.as_deref(), &given.puzzle);
    if let Some(Scrambled { moves, seed }) = scrambled {
        write!(text, ", scrambled by {moves} random moves, seed {seed}")?;
    }
    writeln!(text, "\n{}\n", grid_of(solution.puzzle()))?;
    if let Some(why) = solution.why() {
        writeln!(text, "not solvable: {why}")?;
        return Ok(text);
    }
    for remark in solution.remarks() {
        writeln!(text, "{remark}")?;
    }
    if goal == GoalName::Any {
        writeln!(text, "arrives at {}", solution.goal_in_words())?;
    }
    for (part, number) in solution.parts().iter().zip(1..) {
        let moves = or_else(part.moves().to_string(), "nothing to do");
        writeln!(text, "{number:3}. {}: {moves}", part.what())?;
    }
    writeln!(
        text,
        "moves: {}",
        or_else(solution.moves().to_string(), "none")
    )?;
    if given.puzzle.rules().metric() == Some(Metric::Half) {
        let names = solution.moves().to_string();
        if names.contains("row") || names.contains("column") {
            writeln!(text, "(row2 is a half turn of row 2, column1 of column 1)")?;
        }
    }
    Ok(text)
}

fn or_else(text: String, nothing: &str) -> String {
    if text.is_empty() {
        nothing.to_owned()
    } else {
        text
    }
}
