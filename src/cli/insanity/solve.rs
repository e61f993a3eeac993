//! `cubegraph insanity solve`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use cubegraph::Error;
use cubegraph::cube::Face;
use cubegraph::insanity::explain::explain;
use cubegraph::insanity::obstacle::obstacle;
use cubegraph::insanity::rotations::Filter;
use cubegraph::insanity::sat::Refutation;
use cubegraph::insanity::solve::{Method, Question, Solution, Wanted, solve, turns};
use cubegraph::insanity::tower::QuarterTurn;
use cubegraph::insanity::{Counts, Puzzle, Rule, Tower};
use cubegraph::work::file;
use serde_json::{Map, Value, json};

use super::super::{Answer, Context, integer, table};
use super::{Named, PuzzleArgument};

/// What `solve` is asked.
#[derive(Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArgument,
    /// Only the counts: factors, pairs, principal solutions and patterns
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    count: bool,
    /// List all principal solutions, one of each eight that differ by turning the whole tower
    #[arg(long, conflicts_with = "limit")]
    all: bool,
    /// List so many principal solutions
    #[arg(long, value_name = "N", default_value_t = 1)]
    limit: usize,
    /// How to solve it (default: by size and question; the answer says which it was)
    #[arg(long, value_enum)]
    method: Option<MethodName>,
    /// Write the argument out: degrees, forced edges, factors, the disjoint pair, how it becomes a tower
    #[arg(long)]
    explain: bool,
    /// If there is no tower, write the proof in the DRAT format to FILE, and the formula it refutes beside it, ending in .cnf
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Hesselink's closing remark: no filter in the first stage, front and back tested in the last (with --method rotations)
    #[arg(long)]
    no_accept: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MethodName {
    /// List the 2-factors of the colour graph and pair the disjoint ones
    Factors,
    /// Hesselink's three-stage search over the orientations
    Rotations,
    /// Clause learning: a first tower of many cubes, or a proof that there is none
    Sat,
}

impl Arguments {
    fn question(&self) -> Result<Question, Error> {
        let method = self.method.map(|name| match name {
            MethodName::Factors => Method::Factors,
            MethodName::Rotations => Method::Rotations,
            MethodName::Sat => Method::Sat,
        });
        if self.no_accept && method != Some(Method::Rotations) {
            return Err(Error::invalid(
                "--no-accept changes Hesselink's search\n  = help: add --method rotations"
                    .to_owned(),
            ));
        }
        if self.proof.is_some() && !matches!(method, None | Some(Method::Sat)) {
            return Err(Error::invalid(
                "only clause learning writes a proof\n  = help: use --method sat, or leave --method out".to_owned(),
            ));
        }
        Ok(Question {
            wanted: match (self.count, self.all) {
                (true, _) => Wanted::Count,
                (_, true) => Wanted::All,
                _ => Wanted::Some(self.limit),
            },
            method,
            filter: if self.no_accept {
                Filter::NoAccept
            } else {
                Filter::Accept
            },
            proof: self.proof.is_some(),
        })
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let named = arguments.puzzle.read()?;
    if let Some(proof) = &arguments.proof {
        let formula = formula_of(proof)?;
        context.also_writes(proof, "--proof")?;
        context.also_writes(&formula, "the formula of --proof")?;
    }
    let solution = solve(&named.puzzle, &arguments.question()?, context.work())?;
    if let Some(path) = &arguments.proof {
        match &solution.refutation {
            Some(refutation) => write_proof(path, refutation, &named.puzzle, context)?,
            None => context.hint("there is a tower, so there is no proof to write"),
        }
    }
    let mut text = in_words(&named, &solution);
    let mut json = for_programs(&named.puzzle, &solution);
    if arguments.explain {
        let argument = argument(&named.puzzle, &solution, context)?;
        text.push_str(&argument);
        json["explanation"] = argument.into();
    }
    Ok(Answer::new(text, json)
        .with_csv(rows(&named.puzzle, &solution, arguments.count))
        .with_status(u8::from(!solution.solvable)))
}

/// Where the formula of a proof goes.
fn formula_of(proof: &Path) -> Result<PathBuf, Error> {
    let formula = proof.with_extension("cnf");
    if file::same_place(&formula, proof) {
        return Err(Error::invalid(
            "the formula is written to the file that ends in .cnf\n  = help: let the proof end in .drat".to_owned(),
        ));
    }
    Ok(formula)
}

fn write_proof(
    path: &Path,
    refutation: &Refutation,
    puzzle: &Puzzle,
    context: &Context,
) -> anyhow::Result<()> {
    let formula = formula_of(path)?;
    file::write_with(&formula, |out| {
        refutation.write_formula(out, puzzle.cubes().len())
    })?;
    file::write_with(path, |out| refutation.write_proof(out))?;
    context.hint(&format!(
        "the formula is in {}, its refutation in {}",
        formula.display(),
        path.display()
    ));
    Ok(())
}

fn in_words(named: &Named, solution: &Solution) -> String {
    let puzzle = &named.puzzle;
    let mut text = format!("{}\n{}\n", named.headline(), puzzle.rule().sentence());
    let _ = writeln!(
        text,
        "Method: {} ({}).",
        solution.method.name(),
        solution.why
    );
    if let Some([s1, s2, s3]) = solution.stages {
        let _ = writeln!(text, "Stages: |S1| = {s1}, |S2| = {s2}, |S3| = {s3}.");
    }
    if let Some(conflicts) = solution.conflicts {
        let _ = writeln!(text, "Conflicts: {conflicts}.");
    }
    if let Some(counts) = &solution.counts {
        let _ = write!(text, "\n{}\n", table(&count_rows(counts)));
    }
    let _ = writeln!(text, "\n{}", verdict(solution));
    for (index, tower) in solution.towers.iter().enumerate() {
        let _ = write!(
            text,
            "\nTower {} (cubes from 1; seen from the front):\n{}\n",
            index + 1,
            table(&tower_rows(puzzle, tower))
        );
    }
    text.push_str(&legend(solution));
    text
}

/// The argument; where there is no tower, with the fewest cubes to blame.
fn argument(puzzle: &Puzzle, solution: &Solution, context: &Context) -> anyhow::Result<String> {
    let mut text = explain(puzzle, solution);
    let cubes = puzzle.cubes().len();
    let blames =
        !solution.solvable && puzzle.rule() != Rule::TooFewColours && cubes <= BLAMED_UP_TO;
    let found = if blames {
        obstacle(puzzle, context.work())?
    } else {
        None
    };
    if let Some(found) = found.filter(|found| found.cubes.len() < cubes) {
        let numbers: Vec<String> = found
            .cubes
            .iter()
            .map(|cube| (cube + 1).to_string())
            .collect();
        let _ = write!(
            text,
            "\nThe smallest obstacle\n  Already cubes {} cannot be stacked without a colour twice on a side; any {} cubes can.\n",
            numbers.join(", "),
            found.at_least - 1
        );
    }
    Ok(text)
}

/// Up to this many cubes an explanation names the smallest obstacle.
const BLAMED_UP_TO: usize = 12;

fn verdict(solution: &Solution) -> String {
    if !solution.solvable {
        return "There is no tower.".to_owned();
    }
    match &solution.counts {
        Some(counts) => {
            let shown = match solution.towers.len() {
                0 => String::new(),
                shown => format!(" Shown: {shown}."),
            };
            format!(
                "There is a tower: {} principal solution{}, up to turning the whole.{shown}",
                counts.principal,
                if counts.principal == 1u32.into() {
                    ""
                } else {
                    "s"
                }
            )
        }
        None => "There is a tower; how many was not counted.".to_owned(),
    }
}

fn count_rows(counts: &Counts) -> Vec<Vec<String>> {
    let mut rows = vec![vec![
        "count".to_owned(),
        "value".to_owned(),
        "what it counts".to_owned(),
    ]];
    let mut row = |name: &str, value: String, what: &str| {
        rows.push(vec![name.to_owned(), value, what.to_owned()]);
    };
    if let Some(factors) = &counts.factors {
        row(
            "factors",
            factors.to_string(),
            "labelled 2-factors of the colour graph",
        );
    }
    row(
        "pairs",
        counts.pairs.to_string(),
        "unordered pairs of factors without a common edge",
    );
    row(
        "principal",
        counts.principal.to_string(),
        "ways to turn the cubes, up to the 8 turns of the tower",
    );
    row(
        "patterns",
        counts.patterns.to_string(),
        "towers that look different, not divided by 8",
    );
    rows
}

const PLACES: [Face; 6] = [
    Face::Front,
    Face::Back,
    Face::Left,
    Face::Right,
    Face::Top,
    Face::Bottom,
];

fn tower_rows(puzzle: &Puzzle, tower: &Tower) -> Vec<Vec<String>> {
    let mut header = vec!["cube".to_owned()];
    header.extend(PLACES.map(|place| place.to_string()));
    header.push("turn it from how it was given".to_owned());
    let mut rows = vec![header];
    for (index, (cube, turns)) in tower.cubes.iter().zip(turns(tower)).enumerate() {
        let mut row = vec![(index + 1).to_string()];
        row.extend(PLACES.map(|place| puzzle.name(cube.faces[place.index()]).to_owned()));
        row.push(match turns {
            None => "(given by pairs)".to_owned(),
            Some(turns) if turns.is_empty() => "as it is".to_owned(),
            Some(turns) => turns
                .iter()
                .map(|turn| turn.name())
                .collect::<Vec<_>>()
                .join(", "),
        });
        rows.push(row);
    }
    rows
}

/// What the quarter turns used mean, and what is not known.
fn legend(solution: &Solution) -> String {
    let mut used: Vec<QuarterTurn> = solution
        .towers
        .iter()
        .flat_map(turns)
        .flatten()
        .flatten()
        .collect();
    used.sort_unstable();
    used.dedup();
    let mut text = String::new();
    if !used.is_empty() {
        let meanings: Vec<String> = used
            .iter()
            .map(|turn| format!("{}: {}", turn.name(), turn.meaning()))
            .collect();
        let _ = writeln!(
            text,
            "\nQuarter turns of one cube: {}.",
            meanings.join("; ")
        );
    }
    if solution
        .towers
        .iter()
        .flat_map(|tower| &tower.cubes)
        .any(|cube| cube.rotation.is_none())
    {
        text.push_str("\nOf a cube given by pairs the mirror image is not told apart: its top and bottom may be exchanged, and how to turn it is unknown.\n");
    }
    text
}

fn for_programs(puzzle: &Puzzle, solution: &Solution) -> Value {
    let mut json = Map::new();
    let mut put = |key: &str, value: Value| {
        json.insert(key.to_owned(), value);
    };
    put("cubes", puzzle.cubes().len().into());
    put("colours", puzzle.colours().len().into());
    put(
        "rule",
        match puzzle.rule() {
            Rule::TooFewColours => "too few colours",
            Rule::EveryColourOnce => "every colour once on a side",
            Rule::NoColourTwice => "no colour twice on a side",
        }
        .into(),
    );
    put("solvable", solution.solvable.into());
    if let Some(counts) = &solution.counts {
        if let Some(factors) = &counts.factors {
            put("factors", integer(factors));
        }
        put("pairs", integer(&counts.pairs));
        put("principal", integer(&counts.principal));
        put("patterns", integer(&counts.patterns));
    }
    put("method", solution.method.name().into());
    put("reason", solution.why.as_str().into());
    if let Some(stages) = solution.stages {
        put("stages", json!(stages));
    }
    if let Some(conflicts) = solution.conflicts {
        put("conflicts", conflicts.into());
    }
    let solutions: Vec<Value> = solution
        .towers
        .iter()
        .map(|tower| tower_for_programs(puzzle, tower))
        .collect();
    put("solutions", solutions.into());
    Value::Object(json)
}

fn tower_for_programs(puzzle: &Puzzle, tower: &Tower) -> Value {
    let mut json = Map::new();
    for place in PLACES {
        let names: Vec<&str> = tower
            .side(place)
            .into_iter()
            .map(|colour| puzzle.name(colour))
            .collect();
        json.insert(place.to_string(), json!(names));
    }
    let turns: Vec<Option<Vec<&str>>> = turns(tower)
        .into_iter()
        .map(|turns| turns.map(|turns| turns.iter().map(|turn| turn.name()).collect()))
        .collect();
    json.insert("turns".to_owned(), json!(turns));
    Value::Object(json)
}

fn rows(puzzle: &Puzzle, solution: &Solution, count: bool) -> Vec<Vec<String>> {
    if let (true, Some(counts)) = (count, &solution.counts) {
        return count_rows(counts)
            .into_iter()
            .map(|row| row[..2].to_vec())
            .collect();
    }
    let mut rows = vec![
        [
            "solution", "cube", "front", "back", "left", "right", "top", "bottom", "turns",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    for (index, tower) in solution.towers.iter().enumerate() {
        for mut row in tower_rows(puzzle, tower).into_iter().skip(1) {
            row.insert(0, (index + 1).to_string());
            rows.push(row);
        }
    }
    rows
}
