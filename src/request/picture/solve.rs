//! `cubegraph picture solve`.

use std::fmt::Write;
use std::path::PathBuf;

use crate::picture::{Goal, Method, Move, Moves, Options, Solution};
use crate::text::grouped;
use crate::{Error, Result};
use serde::{Deserialize, Serialize};

use super::super::answer::{Explained, unwritable};
#[cfg(feature = "cli")]
use super::super::options::count;
use super::super::options::names;
use super::super::{Answer, Context, Text, Word, headed, row};
use super::given::{Scramble, Scrambled};
use super::{GivenPuzzle, MetricName, add_grid, envelope, heading, puzzle};

/// The width of the argument in JSON, which no terminal shows.
const USUAL_WIDTH: usize = 80;

/// Solve a configuration.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(
    feature = "cli",
    command(
        after_help = "Example: cubegraph picture solve 3x3 --scramble 20 --seed 1\n\
    With -o FILE.toml the puzzle is written, not the solution. More options: --help",
        after_long_help = "Example: cubegraph picture solve 3x3 --scramble 20 --method local --seed 1\n\
    \x20        cubegraph picture solve \"A B>, Fv C<\"\n         \
    cubegraph picture solve 3x2 --moves \"up1 left2\"\n         \
    cubegraph picture solve @scrambled-3x3 --method optimal\n\n\
    With -o FILE.toml the puzzle is written, not the solution: every command reads it back."
    )
)]
pub struct Arguments {
    /// A file with a configuration, - or @name; a photo such as "A B>, Fv C<"; or a size such as
    /// 3x2 with --scramble
    ///
    /// A photo shows the face of each cube, A to F, and its turn: > right, v upside down, < left;
    /// commas end the rows. A size is rows by columns; it needs --scramble or --moves.
    #[cfg_attr(feature = "cli", arg(value_name = "FILE|SIZE"))]
    puzzle: Word,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    scramble: Scramble,
    /// How to solve it (default: the best within a small budget)
    #[cfg_attr(feature = "cli", arg(long, value_name = "METHOD", value_enum))]
    method: Option<MethodName>,
    /// What counts as one move: quarter, or half for any turn
    #[cfg_attr(feature = "cli", arg(long, value_name = "METRIC", hide_possible_values = true))]
    metric: Option<MetricName>,
    /// Where to arrive [default: solved]: any is any picture in any position
    #[cfg_attr(feature = "cli", arg(long, value_enum))]
    goal: Option<GoalName>,
    /// Count the shortest solutions
    #[cfg_attr(feature = "cli", arg(long))]
    count: bool,
    /// List all shortest solutions
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "limit", hide_short_help = true))]
    all: bool,
    /// List at most N shortest solutions
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = count))]
    #[serde(
        deserialize_with = "crate::request::options::within::<_, _, 1, 0xffff_ffff_ffff_ffff>"
    )]
    limit: Option<usize>,
    /// Show the configuration after every move
    #[cfg_attr(feature = "cli", arg(long))]
    explain: bool,
    /// Keep the tables of the optimal method in DIR
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR", hide_short_help = true))]
    table: Option<PathBuf>,
}

names! {
    /// The ways to solve.
    MethodName for Method {
        /// The best that a small budget of steps allows
        Auto,
        /// Parities first, then one cube after the other by commutators: for people
        Local,
        /// Into a subgroup, then home: shorter
        Subgroup,
        /// As few moves as possible
        Optimal,
    }
}

names! {
    /// Where to arrive.
    GoalName for Goal {
        /// The solved configuration
        Solved,
        /// All cubes turned alike: any of the six pictures, in any position
        Any,
    }
}

/// The solution with how its configuration was made.
#[derive(Serialize)]
struct ScrambledSolution {
    #[serde(skip_serializing_if = "Option::is_none")]
    scramble: Option<u32>,
    #[serde(flatten)]
    solution: Solution,
}

impl Arguments {
    /// The usual question about a puzzle.
    pub(super) fn of(puzzle: Word) -> Arguments {
        Arguments { puzzle, ..Arguments::default() }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let mut given = puzzle(&arguments.puzzle, arguments.metric)?;
    let scrambled = arguments.scramble.apply(&mut given, context)?;
    if given.is_size && !arguments.scramble.is_given() {
        return Err(Error::invalid("there is no configuration to solve").help(
            "write it as a photo shows it, \"A B>, Fv C<\", use --scramble N or \
                 --moves \"up1 left2\", or a file with `configuration`",
        ));
    }
    if context.writes_instance() {
        return Ok(Answer::from_document(given.puzzle.to_string()));
    }
    let options = Options {
        method: arguments.method.map_or(Method::Auto, Into::into),
        goal: arguments.goal.map_or(Goal::Solved, Into::into),
        table: arguments.table.clone(),
        count: arguments.count,
        list: (arguments.limit).unwrap_or(if arguments.all { usize::MAX } else { 0 }),
        ..Options::default()
    };
    let solution = given.puzzle.solve(&options, context.work)?;
    let to_any = arguments.goal == Some(GoalName::Any);
    let mut text = text(&given, scrambled, to_any, &solution).map_err(unwritable)?;
    let explanation = arguments.explain.then(|| explanation(&solution)).transpose()?;
    let explanation = explanation.map(|explanation| {
        text.append(explanation.clone());
        explanation.rendered(USUAL_WIDTH, |_| String::new())
    });
    let (csv, status) = (rows(&solution), u8::from(!solution.is_solvable()));
    let keys = ScrambledSolution { scramble: scrambled.map(|scrambled| scrambled.moves), solution };
    let keys = Explained { solution: keys, explanation };
    let mut json = envelope("solve", given.title.as_deref(), keys);
    if let Some(scrambled) = scrambled {
        json = json.seeded(scrambled.seed);
    }
    Ok(Answer::new(text, json).with_csv(csv).with_status(status))
}

/// The configuration after every move.
fn explanation(solution: &Solution) -> Result<Text> {
    let (mut puzzle, mut text) = (solution.puzzle().clone(), Text::default());
    for (number, step) in (1usize..).zip(solution.moves()) {
        puzzle = puzzle.after(&step.to_string().parse()?)?;
        text.push_str(&format!("\nafter move {number}, {step}:\n"));
        add_grid(&mut text, &puzzle);
        text.push_str("\n");
    }
    Ok(text)
}

/// The moves as the rows of a table, with a header; or the number of shortest solutions, and a row
/// for each that was asked for.
fn rows(solution: &Solution) -> Vec<Vec<String>> {
    let count = solution.count().map(ToString::to_string);
    match (count, solution.list()) {
        (Some(count), Some(list)) => {
            let solution = |(number, moves): (usize, &Moves)| {
                row([number.to_string(), moves.to_string(), count.clone()])
            };
            let header = ["solution", "moves", "shortest_solutions"];
            return headed(header, (1..).zip(list).map(solution));
        }
        (Some(count), None) => {
            let figures = row([solution.moves().len().to_string(), count]);
            return headed(["length", "shortest_solutions"], [figures]);
        }
        _ => {}
    }
    let steps = (1usize..).zip(solution.moves());
    headed(["step", "move"], steps.map(|(step, name)| row([step.to_string(), name.to_string()])))
}

fn text(
    given: &GivenPuzzle,
    scrambled: Option<Scrambled>,
    to_any: bool,
    solution: &Solution,
) -> Result<Text, std::fmt::Error> {
    let mut text = Text::from(heading(given.title.as_deref(), &given.puzzle));
    if let Some(Scrambled { moves, seed }) = scrambled {
        write!(text, ", scrambled by {moves} random moves, seed {seed}")?;
    }
    text.push_str("\n");
    add_grid(&mut text, solution.puzzle());
    text.push_str("\n\n");
    if let Some(why) = solution.why() {
        writeln!(text, "not solvable: {why}")?;
        return Ok(text);
    }
    for remark in solution.remarks() {
        writeln!(text, "{remark}")?;
    }
    if to_any {
        writeln!(text, "arrives at {}", solution.goal_in_words())?;
    }
    for (part, number) in solution.parts().iter().zip(1..) {
        let moves = or_else(part.moves().to_string(), "nothing to do");
        writeln!(text, "{number:3}. {}: {moves}", part.what())?;
    }
    if let Some(count) = solution.count() {
        writeln!(text, "shortest solutions: {}", grouped(count))?;
    }
    if let Some(list) = solution.list() {
        for (number, moves) in (1usize..).zip(list) {
            let moves = or_else(moves.to_string(), "none");
            writeln!(text, "{number:3}. {moves}")?;
        }
    } else if solution.count().is_none() {
        let moves = or_else(solution.moves().to_string(), "none");
        writeln!(text, "moves: {moves}")?;
    }
    if solution.moves().iter().any(Move::is_half_turn) {
        writeln!(text, "(row2 is a half turn of row 2, column1 of column 1)")?;
    }
    Ok(text)
}

fn or_else(text: String, nothing: &str) -> String {
    if text.is_empty() { nothing.to_owned() } else { text }
}
