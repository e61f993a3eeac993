//! `cubegraph insanity generate`.

use std::fmt::Write as _;

use crate::insanity::generate::{Difficulty, Generated, Options, PuzzleKind, generate};
use serde::{Deserialize, Serialize};

use super::super::options::names;
#[cfg(feature = "cli")]
use super::super::options::seed;
use super::super::{Answer, Context, headed};
use super::envelope;
use crate::Result;

/// What `generate` is asked.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Arguments {
    /// How many cubes
    #[cfg_attr(feature = "cli", arg(long, value_name = "H"))]
    cubes: usize,
    /// How many colours (default: as many as cubes; at most six for each cube)
    #[cfg_attr(feature = "cli", arg(long, value_name = "C"))]
    colours: Option<usize>,
    /// Exactly one pair of disjoint factors, and exactly one tower up to turning it (3 to 50 cubes)
    #[cfg_attr(feature = "cli", arg(long, group = "kind"))]
    unique: bool,
    /// No tower, though every colour is on at least four faces (2 to 50 cubes)
    #[cfg_attr(feature = "cli", arg(long, group = "kind"))]
    unsolvable: bool,
    /// Every colour on equally many faces, with or without towers
    #[cfg_attr(feature = "cli", arg(long, group = "kind"))]
    balanced: bool,
    /// The easiest, the middle or the hardest of 25 such puzzles, by near-solutions
    #[cfg_attr(feature = "cli", arg(long, value_enum, value_name = "HOW"))]
    difficulty: Option<DifficultyName>,
    /// At least N near-solutions: pairs of factors that clash in exactly one cube
    #[cfg_attr(feature = "cli", arg(long, value_name = "N"))]
    near_solutions: Option<u64>,
    /// Makes the same puzzle again (default: drawn, and printed)
    #[cfg_attr(feature = "cli", arg(long, value_name = "S", value_parser = seed))]
    seed: Option<u64>,
}

names! {
    DifficultyName for Difficulty { Easy, Medium, Hard }
}

impl Arguments {
    fn options(&self, seed: u64) -> Options {
        Options {
            cubes: self.cubes,
            colours: self.colours,
            kind: match (self.unique, self.unsolvable, self.balanced) {
                (true, ..) => PuzzleKind::Unique,
                (_, true, _) => PuzzleKind::Unsolvable,
                (.., true) => PuzzleKind::Balanced,
                _ => PuzzleKind::Solvable,
            },
            difficulty: self.difficulty.map(Into::into),
            near_solutions: self.near_solutions,
            seed,
        }
    }

    /// The command that makes the puzzle again.
    fn command(&self, kind: PuzzleKind, seed: u64) -> String {
        let mut command = format!("cubegraph insanity generate --cubes {}", self.cubes);
        let mut add = |option: String| {
            command.push(' ');
            command.push_str(&option);
        };
        if let Some(colours) = self.colours {
            add(format!("--colours {colours}"));
        }
        if kind != PuzzleKind::Solvable {
            add(format!("--{}", kind.name()));
        }
        if let Some(difficulty) = self.difficulty {
            let name = format!("{difficulty:?}").to_lowercase();
            add(format!("--difficulty {name}"));
        }
        if let Some(least) = self.near_solutions {
            add(format!("--near-solutions {least}"));
        }
        add(format!("--seed {seed}"));
        command
    }
}

/// A puzzle with its text.
#[derive(Serialize)]
struct GeneratedText {
    #[serde(flatten)]
    made: Generated,
    instance: String,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let seed = context.seed(arguments.seed);
    let options = arguments.options(seed);
    let made = generate(&options, context.work).map_err(|error| match arguments.cubes {
        1 | 2 => error.help("use --cubes 3 or more"),
        _ => error,
    })?;
    let mut comments = format!("\n# {}\n", arguments.command(options.kind, seed));
    for found in counted(&made).into_iter().flatten() {
        let _ = writeln!(comments, "# {found}");
    }
    let toml = format!("{:#}", made.puzzle());
    let toml = toml.replacen("\ncubes = [", &format!("{comments}\ncubes = ["), 1);
    let puzzle = made.puzzle().clone();
    let rows = rows(&made);
    let answer = GeneratedText { made, instance: toml.clone() };
    let answer = envelope("generate", &puzzle, answer).seeded(seed);
    Ok(Answer::new(toml, answer).with_csv(rows).verbatim())
}

fn counted(made: &Generated) -> Option<Vec<String>> {
    let counts = made.counts()?;
    let factors = counts.factors.as_ref()?;
    let (pairs, principal, patterns) = (&counts.pairs, &counts.principal, &counts.patterns);
    let mut lines = vec![format!(
        "factors: {factors}; pairs: {pairs}; principal: {principal}; patterns: {patterns}"
    )];
    let near = made.near_solutions();
    lines.extend(near.map(|near| format!("pairs of factors that clash in one cube only: {near}")));
    Some(lines)
}

fn rows(made: &Generated) -> Vec<Vec<String>> {
    let header = ["cube", "left", "front", "right", "back", "top", "bottom"];
    let graph = made.puzzle().graph();
    let numbered = (1usize..).zip(made.puzzle().cubes());
    let body = numbered.map(|(number, cube)| {
        let names = cube.faces().map(|colour| graph[colour].name().to_owned());
        [vec![number.to_string()], names.to_vec()].concat()
    });
    headed(header, body)
}
