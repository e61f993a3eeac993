//! `cubegraph insanity generate`.

use clap::Args;
use cubegraph::insanity::generate::{Generated, Kind, generate};
use serde_json::{Map, Value};

use super::super::{Answer, Context, integer};
use super::plural;

/// What `generate` is asked.
#[derive(Args)]
pub struct Arguments {
    /// How many cubes (and colours)
    #[arg(long, value_name = "H")]
    cubes: usize,
    /// Exactly one pair of disjoint factors, and exactly one tower up to turning it (3 to 50 cubes)
    #[arg(long, group = "kind")]
    unique: bool,
    /// No tower, though every colour is on at least four faces (2 to 50 cubes)
    #[arg(long, group = "kind")]
    unsolvable: bool,
    /// Every colour on exactly six faces, with or without towers
    #[arg(long, group = "kind")]
    balanced: bool,
    /// Makes the same puzzle again (default: drawn, and printed)
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

impl Arguments {
    fn kind(&self) -> (Kind, &'static str, &'static str) {
        if self.unique {
            (Kind::Unique, "unique", " --unique")
        } else if self.unsolvable {
            (Kind::Unsolvable, "unsolvable", " --unsolvable")
        } else if self.balanced {
            (Kind::Balanced, "balanced", " --balanced")
        } else {
            (Kind::Solvable, "solvable", "")
        }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let seed = context.seed(arguments.seed);
    let (kind, name, option) = arguments.kind();
    let made = generate(arguments.cubes, kind, seed, context.work())?;
    let title = format!(
        "A random {name} puzzle of {}",
        plural(arguments.cubes, "cube")
    );
    let mut comments = vec![format!(
        "cubegraph insanity generate --cubes {}{option} --seed {seed}",
        arguments.cubes
    )];
    comments.extend(difficulty(&made));
    let toml = made.puzzle.to_toml(&title, &comments);
    let json = for_programs(&made, seed, name, &toml);
    Ok(Answer::new(toml, json).with_csv(rows(&made)))
}

fn difficulty(made: &Generated) -> Option<String> {
    let counts = made.counts.as_ref()?;
    let factors = counts.factors.as_ref()?;
    let near = made.near_solutions.as_ref().map_or(String::new(), |near| {
        format!("; near-solutions (factors that clash in one cube): {near}")
    });
    Some(format!(
        "factors: {factors}; pairs: {}; principal: {}; patterns: {}{near}",
        counts.pairs, counts.principal, counts.patterns
    ))
}

fn for_programs(made: &Generated, seed: u64, kind: &str, toml: &str) -> Value {
    let mut json = Map::new();
    let mut put = |key: &str, value: Value| json.insert(key.to_owned(), value);
    put("cubes", made.puzzle.cubes().len().into());
    put("colours", made.puzzle.colours().len().into());
    put("kind", kind.into());
    put("seed", seed.into());
    put("attempts", made.attempts.into());
    if let Some(counts) = &made.counts {
        if let Some(factors) = &counts.factors {
            put("factors", integer(factors));
        }
        put("pairs", integer(&counts.pairs));
        put("principal", integer(&counts.principal));
        put("patterns", integer(&counts.patterns));
    }
    if let Some(near) = &made.near_solutions {
        put("near_solutions", integer(near));
    }
    let faces: Vec<Value> = faces(made).into_iter().map(Value::from).collect();
    put("faces", faces.into());
    put("instance", toml.into());
    Value::Object(json)
}

/// The colour names of every cube, in the order left, front, right, back, top, bottom.
fn faces(made: &Generated) -> Vec<Vec<String>> {
    made.puzzle
        .cubes()
        .iter()
        .map(|cube| {
            cube.faces()
                .map(|colour| made.puzzle.name(colour).to_owned())
                .to_vec()
        })
        .collect()
}

fn rows(made: &Generated) -> Vec<Vec<String>> {
    let header = ["cube", "left", "front", "right", "back", "top", "bottom"]
        .map(str::to_owned)
        .to_vec();
    let cubes = faces(made).into_iter().enumerate().map(|(index, mut row)| {
        row.insert(0, (index + 1).to_string());
        row
    });
    std::iter::once(header).chain(cubes).collect()
}
