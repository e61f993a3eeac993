//! Corner cubes and their relatives.

use cubegraph::corner::{
    Arrangement, Assembly, Options, Puzzle, Rule, Solution, draw, generate as list,
};
use cubegraph::graph::write;
use cubegraph::instance::Family;
use cubegraph::{Error, Result, Work};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::explain::Argument;
use crate::{
    CheckOptions, DrawOptions, GraphOptions, drawn, drawn_graph, enveloped, form, in_utf8,
    read_options, unknown, wrong,
};

/// Answers a command about a puzzle.
pub fn run(
    command: &str,
    puzzle: &Puzzle,
    title: Option<&str>,
    options: Value,
    work: &Work,
) -> Result<String> {
    match command {
        "solve" => solve(puzzle, title, options, work),
        "check" => check(puzzle, title, options, work),
        "explain" => {
            let options: SolveOptions = read_options(options)?;
            let solution = puzzle.solve(&options.read(), work)?;
            let text = solution.explanation().to_owned();
            enveloped("explain", Family::Corner, title, Argument::new(text, ()))
        }
        "draw" => picture(puzzle, options, work),
        "graph" => graph(puzzle, options, work),
        _ => Err(unknown(command, Family::Corner)),
    }
}

/// An instance file.
pub fn toml(puzzle: &Puzzle) -> Result<String> {
    toml::to_string_pretty(puzzle).map_err(|error| Error::invalid(error.to_string()))
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct SolveOptions {
    count: bool,
    explain: bool,
    /// These two shorten the text of the tool alone; its JSON holds all assemblies.
    #[serde(rename = "all")]
    _all: bool,
    #[serde(rename = "limit")]
    _limit: Option<usize>,
}

impl SolveOptions {
    fn read(&self) -> Options {
        Options {
            count_only: self.count,
        }
    }
}

#[derive(Serialize)]
struct Explained {
    #[serde(flatten)]
    solution: Solution,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<String>,
}

fn solve(puzzle: &Puzzle, title: Option<&str>, options: Value, work: &Work) -> Result<String> {
    let options: SolveOptions = read_options(options)?;
    let solution = puzzle.solve(&options.read(), work)?;
    let explanation = options.explain.then(|| solution.explanation().to_owned());
    let explained = Explained {
        solution,
        explanation,
    };
    enveloped("solve", Family::Corner, title, explained)
}

fn check(puzzle: &Puzzle, title: Option<&str>, options: Value, work: &Work) -> Result<String> {
    let CheckOptions { answer } = read_options(options)?;
    let verdict = answer
        .parse::<Arrangement>()
        .and_then(|answer| puzzle.check(&answer, work))
        .map_err(|error| match error {
            Error::Input(fault) => fault.within("the answer", &answer).into(),
            other => other,
        })?;
    enveloped("check", Family::Corner, title, verdict)
}

/// The assembly with a number, counted from 1; none if there are none at all.
fn chosen(solution: &Solution, number: usize) -> Result<Option<&Assembly>> {
    let assemblies = solution.assemblies();
    match assemblies.get(number.wrapping_sub(1)) {
        None if number == 0 || !assemblies.is_empty() => Err(Error::invalid(format!(
            "there is no solution {number}, counted from 1"
        ))),
        found => Ok(found),
    }
}

fn picture(puzzle: &Puzzle, options: Value, work: &Work) -> Result<String> {
    let options: DrawOptions = read_options(options)?;
    let theme = options.theme.as_deref();
    let what = options.r#as.as_deref().unwrap_or("pieces");
    if what == "pieces" {
        return drawn(&draw::pieces(puzzle), theme);
    }
    let solution = puzzle.solve(&Options::default(), work)?;
    match (what, chosen(&solution, options.solution.unwrap_or(1))?) {
        ("graph", shown) => drawn_graph(&draw::graph(puzzle, shown), theme),
        ("cube", Some(assembly)) => drawn(&draw::cube(puzzle, assembly), theme),
        ("cube", None) => Err(Error::invalid("these pieces make no cube")),
        _ => Err(wrong("as", "pieces, cube or graph")),
    }
}

fn graph(puzzle: &Puzzle, options: Value, work: &Work) -> Result<String> {
    let options: GraphOptions = read_options(options)?;
    let form = form(options.to.as_deref())?;
    let mut bytes = Vec::new();
    match options.of.as_deref() {
        Some("loops") => write(&puzzle.loop_graph()?, form, &mut bytes, work)?,
        None | Some("cube") => {
            let solution = puzzle.solve(&Options::default(), work)?;
            let shown = chosen(&solution, options.solution.unwrap_or(1))?;
            let graph = shown.map_or_else(|| puzzle.graph().clone(), Assembly::graph);
            write(&graph, form, &mut bytes, work)?;
        }
        Some(_) => return Err(wrong("of", "cube or loops")),
    }
    in_utf8(bytes)
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct GenerateOptions {
    rule: Option<String>,
    seed: u64,
}

/// A set of pieces with one assembly as an instance file.
pub fn generate(options: Value, work: &Work) -> Result<String> {
    let options: GenerateOptions = read_options(options)?;
    let rule = match options.rule.as_deref() {
        None | Some("corners") => return corners(options.seed, work),
        Some("edges") => Rule::Edges,
        Some("faces") => Rule::Faces,
        Some(_) => return Err(wrong("rule", "corners, edges or faces")),
    };
    toml(&Puzzle::random(rule, options.seed, work)?)
}

/// The seed picks one of all sets of corner pieces with one assembly.
fn corners(seed: u64, work: &Work) -> Result<String> {
    let unique = list::Options {
        at_least: 1,
        at_most: Some(1),
        ..list::Options::default()
    };
    let found = list(&unique, work)?;
    let sets = found.candidates();
    let index = usize::try_from(seed % sets.len().max(1) as u64).unwrap_or(0);
    match sets.get(index) {
        Some(candidate) => toml(&candidate.puzzle()),
        None => Err(Error::invalid("there is no such set of pieces")),
    }
}
