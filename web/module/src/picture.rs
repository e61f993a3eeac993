//! Picture cubes.

use std::fmt::Write as _;

use cubegraph::bounds::{self, Bounds, Effort, Extent, WidthBounds};
use cubegraph::graph::write;
use cubegraph::instance::Family;
use cubegraph::picture::{
    GivenSolution, Goal, Method, Metric, Moves, Options, Puzzle, Rules, draw,
};
use cubegraph::{Error, Result, Work};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::explain::Argument;
use crate::{
    DrawOptions, GraphOptions, drawn, drawn_graph, enveloped, form, in_utf8, read_options, unknown,
    wrong,
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
        "solve" => {
            let options: SolveOptions = read_options(options)?;
            let solution = options.puzzle(puzzle)?.solve(&options.read()?, work)?;
            enveloped("solve", Family::Picture, title, solution)
        }
        "check" => check(puzzle, title, options),
        "explain" => explain(puzzle, title, options, work),
        "distances" => {
            let options: SolveOptions = read_options(options)?;
            let puzzle = with_metric(puzzle, options.metric.as_deref())?;
            let distances = bounds::distances(&puzzle, &options.read()?, work)?;
            enveloped("distances", Family::Picture, title, distances)
        }
        "group" => {
            let options: SolveOptions = read_options(options)?;
            let puzzle = with_metric(puzzle, options.metric.as_deref())?;
            let summary = bounds::group_summary(&puzzle, work)?;
            enveloped("group", Family::Picture, title, summary)
        }
        "bounds" => {
            let options: BoundsOptions = read_options(options)?;
            let puzzle = with_metric(puzzle, options.metric.as_deref())?;
            bounds(puzzle.rules(), Extent::from(puzzle.size()), work)
        }
        "draw" => picture(puzzle, options, work),
        "graph" => graph(puzzle, options, work),
        _ => Err(unknown(command, Family::Picture)),
    }
}

fn metric(name: Option<&str>) -> Result<Option<Metric>> {
    match name {
        None => Ok(None),
        Some("quarter") => Ok(Some(Metric::Quarter)),
        Some("half") => Ok(Some(Metric::Half)),
        Some(_) => Err(wrong("metric", "quarter or half")),
    }
}

fn with_metric(puzzle: &Puzzle, name: Option<&str>) -> Result<Puzzle> {
    match metric(name)? {
        Some(metric) => puzzle.clone().with_metric(metric),
        None => Ok(puzzle.clone()),
    }
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct SolveOptions {
    method: Option<String>,
    metric: Option<String>,
    goal: Option<String>,
    moves: Option<String>,
    count: bool,
    all: bool,
    limit: Option<usize>,
    /// Is always said: in the parts of the solution.
    #[serde(rename = "explain")]
    _explain: bool,
}

impl SolveOptions {
    fn puzzle(&self, puzzle: &Puzzle) -> Result<Puzzle> {
        let puzzle = with_metric(puzzle, self.metric.as_deref())?;
        match &self.moves {
            None => Ok(puzzle),
            Some(_) if puzzle.cells().is_some() => Err(Error::invalid(
                "the text has a configuration already, and moves makes another",
            )),
            Some(moves) => puzzle.after(&moves.parse::<Moves>()?),
        }
    }

    fn read(&self) -> Result<Options> {
        Ok(Options {
            method: match self.method.as_deref() {
                None | Some("auto") => Method::Auto,
                Some("local") => Method::Local,
                Some("subgroup") => Method::Subgroup,
                Some("optimal") => Method::Optimal,
                Some("cosets") => Method::Cosets,
                Some("plain") => Method::Plain,
                Some("graph") => Method::Graph,
                Some("words") => Method::Words,
                Some(_) => {
                    let names = "auto, local, subgroup, optimal, cosets, plain, graph or words";
                    return Err(wrong("method", names));
                }
            },
            goal: match self.goal.as_deref() {
                None | Some("solved") => Goal::Solved,
                Some("any") => Goal::Any,
                Some(_) => return Err(wrong("goal", "solved or any")),
            },
            count: self.count,
            list: self.limit.unwrap_or(if self.all { usize::MAX } else { 0 }),
            ..Options::default()
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckOptions {
    answer: String,
    metric: Option<String>,
}

fn check(puzzle: &Puzzle, title: Option<&str>, options: Value) -> Result<String> {
    let options: CheckOptions = read_options(options)?;
    let claim: GivenSolution = options.answer.parse()?;
    let verdict = with_metric(puzzle, options.metric.as_deref())?.check(&claim);
    enveloped("check", Family::Picture, title, verdict)
}

/// What a part of a solution does, and its moves.
#[derive(Serialize)]
struct PartData<'a> {
    what: &'a str,
    moves: &'a Moves,
}

#[derive(Serialize)]
#[expect(
    clippy::struct_field_names,
    reason = "the key that the page and the tool share"
)]
struct Parts<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    theorem: &'a str,
    parts: Vec<PartData<'a>>,
}

fn explain(puzzle: &Puzzle, title: Option<&str>, options: Value, work: &Work) -> Result<String> {
    let options: SolveOptions = read_options(options)?;
    let puzzle = options.puzzle(puzzle)?;
    let group = bounds::group_summary(&puzzle, work)?;
    let solution = puzzle.solve(&options.read()?, work)?;
    let mut text = format!(
        "The group\n  {} configurations can be reached: {}\n",
        group.order(),
        group.theorem()
    );
    if let Some(why) = solution.why() {
        let _ = writeln!(text, "Not solvable\n  {why}");
    } else {
        text.push_str("The solution\n");
        for remark in solution.remarks() {
            let _ = writeln!(text, "  {remark}");
        }
        for part in solution.parts() {
            let _ = writeln!(text, "  {}: {}", part.what(), part.moves());
        }
        if solution.moves().is_empty() {
            text.push_str("  nothing to do\n");
        } else if solution.parts().is_empty() {
            let _ = writeln!(text, "  {}", solution.moves());
        }
    }
    let parts = Parts {
        why: solution.why(),
        theorem: group.theorem(),
        parts: solution
            .parts()
            .iter()
            .map(|part| PartData {
                what: part.what(),
                moves: part.moves(),
            })
            .collect(),
    };
    let argument = Argument::new(text, parts);
    enveloped("explain", Family::Picture, title, argument)
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct BoundsOptions {
    metric: Option<String>,
    width: Option<u16>,
}

/// Whether a text is a size, which may be larger than that of any puzzle.
pub fn is_extent(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit())
}

/// Bounds for a size, or for a width where the text is empty.
pub fn bounds_of(text: &str, options: Value, work: &Work) -> Result<String> {
    let options: BoundsOptions = read_options(options)?;
    let rules = Rules::cube(metric(options.metric.as_deref())?.unwrap_or_default())?;
    if let Some(width) = options.width {
        let bounds = WidthBounds::new(&rules, width.into(), work)?;
        let title = format!("God's numbers of m x {width}");
        return enveloped("bounds", Family::Picture, Some(&title), bounds);
    }
    bounds(&rules, text.trim().parse()?, work)
}

fn bounds(rules: &Rules, extent: Extent, work: &Work) -> Result<String> {
    let bounds = Bounds::of(rules, extent, Effort::Full, work)?;
    let title = format!("Bounds on God's number of {extent}");
    enveloped("bounds", Family::Picture, Some(&title), bounds)
}

fn picture(puzzle: &Puzzle, options: Value, work: &Work) -> Result<String> {
    let options: DrawOptions = read_options(options)?;
    let theme = options.theme.as_deref();
    let mut puzzle = with_metric(puzzle, options.metric.as_deref())?;
    if let Some(moves) = &options.moves {
        puzzle = puzzle.after(&moves.parse::<Moves>()?)?;
    }
    match options.r#as.as_deref() {
        None | Some("cubes") => drawn(&draw::cubes(&puzzle, work)?, theme),
        Some("chart") => {
            let distances = bounds::distances(&puzzle, &Options::default(), work)?;
            drawn(&draw::chart(&distances), theme)
        }
        Some("cayley") => drawn_graph(&draw::cayley(&puzzle, options.radius, work)?, theme),
        Some("quotient") => drawn_graph(&draw::quotient(&puzzle, options.radius, work)?, theme),
        Some(_) => Err(wrong("as", "cayley, quotient, chart or cubes")),
    }
}

fn graph(puzzle: &Puzzle, options: Value, work: &Work) -> Result<String> {
    let options: GraphOptions = read_options(options)?;
    let form = form(options.to.as_deref())?;
    let ball = with_metric(puzzle, options.metric.as_deref())?.ball(options.radius, work)?;
    let mut bytes = Vec::new();
    match options.of.as_deref() {
        None | Some("cayley") => write(&ball, form, &mut bytes, work)?,
        Some("quotient") => write(&ball.quotient(work)?, form, &mut bytes, work)?,
        Some(_) => return Err(wrong("of", "cayley or quotient")),
    }
    in_utf8(bytes)
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct GenerateOptions {
    size: Option<String>,
    scramble: Option<u32>,
    metric: Option<String>,
    seed: u64,
}

/// Cubes after random moves as an instance file.
pub fn generate(options: Value, work: &Work) -> Result<String> {
    let options: GenerateOptions = read_options(options)?;
    let puzzle: Puzzle = options.size.as_deref().unwrap_or("3x3").parse()?;
    let puzzle = with_metric(&puzzle, options.metric.as_deref())?;
    let moves = options.scramble.unwrap_or(20).min(1_000_000);
    Ok(puzzle.scrambled(moves, options.seed, work)?.to_string())
}
