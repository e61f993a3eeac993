//! Rolling-die tours.

use cubegraph::cube::notation::Die;
use cubegraph::graph::write;
use cubegraph::instance::Family;
use cubegraph::tour::{
    Attempt, Cell, Extremes, Method, Options, Puzzle, Replay, draw, generate as labelling,
};
use cubegraph::{Error, Result, Work};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::explain::Argument;
use crate::{
    CheckOptions, DrawOptions, GraphOptions, drawn, drawn_graph, enveloped, form, in_utf8,
    read_options, unknown, wrong,
};

/// Answers a command about a puzzle.
pub fn run(command: &str, puzzle: &Puzzle, options: Value, work: &Work) -> Result<String> {
    match command {
        "solve" => {
            let options: SolveOptions = read_options(options)?;
            let solution = puzzle.solve(&options.read()?, work)?;
            enveloped("solve", Family::Tour, puzzle.title(), solution)
        }
        "check" => check(puzzle, options),
        "explain" => explain(puzzle, options, work),
        "draw" => picture(puzzle, options, work),
        "graph" => graph(puzzle, options, work),
        _ => Err(unknown(command, Family::Tour)),
    }
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "any of them may be asked for, as on the command line"
)]
struct SolveOptions {
    maximise: bool,
    minimise: bool,
    count: bool,
    distribution: bool,
    all: bool,
    limit: Option<usize>,
    method: Option<String>,
    /// Changes the text of the tool alone.
    #[serde(rename = "explain")]
    _explain: bool,
}

impl SolveOptions {
    fn read(&self) -> Result<Options> {
        let list = match self.limit {
            Some(limit) => limit,
            None if self.all => usize::MAX,
            None => 0,
        };
        Ok(Options {
            extremes: match (self.maximise, self.minimise) {
                (true, false) => Extremes::Max,
                (false, true) => Extremes::Min,
                (false, false) if !self.distribution && (self.count || list > 0) => {
                    Extremes::Neither
                }
                _ => Extremes::Both,
            },
            count: self.count,
            distribution: self.distribution,
            list,
            method: match self.method.as_deref() {
                None => Method::Auto,
                Some("search") => Method::Search,
                Some("sets") => Method::Sets,
                Some("strip") => Method::Strip,
                Some(_) => return Err(wrong("method", "search, sets or strip")),
            },
        })
    }
}

fn check(puzzle: &Puzzle, options: Value) -> Result<String> {
    let CheckOptions { answer } = read_options(options)?;
    let attempt: Attempt = answer.parse().map_err(|error| match error {
        Error::Input(fault) => fault.within("the answer", &answer).into(),
        error => error,
    })?;
    let verdict = puzzle.check(&attempt);
    enveloped("check", Family::Tour, puzzle.title(), verdict)
}

/// A visit of a tour: the die as it lies there, and the sum so far.
#[derive(Serialize)]
struct Visit {
    cell: Cell,
    #[serde(skip_serializing_if = "Option::is_none")]
    roll: Option<String>,
    die: Die,
    value: i64,
    sum: i64,
}

#[derive(Serialize)]
struct Visits {
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    visits: Vec<Visit>,
}

fn visits(replay: &Replay) -> Vec<Visit> {
    let rolls = replay.tour.moves.rolls();
    let mut sum = 0;
    let steps = replay.cells.iter().zip(&replay.dice).zip(&replay.values);
    steps
        .enumerate()
        .map(|(k, ((cell, die), value))| {
            sum += value;
            Visit {
                cell: *cell,
                roll: k.checked_sub(1).map(|k| rolls[k].to_string()),
                die: *die,
                value: *value,
                sum,
            }
        })
        .collect()
}

fn explain(puzzle: &Puzzle, options: Value, work: &Work) -> Result<String> {
    let options: SolveOptions = read_options(options)?;
    let mut options = options.read()?;
    if options.extremes == Extremes::Neither || options.extremes == Extremes::Both {
        options.extremes = Extremes::Max;
    }
    let solution = puzzle.solve(&options, work)?;
    let mut visits_made = Vec::new();
    let text = match (solution.why(), solution.max().or(solution.min())) {
        (Some(why), _) => format!("There is no tour\n  {why}\n"),
        (None, Some(extreme)) => {
            visits_made = visits(&extreme.replay);
            format!(
                "The sum {} is extreme, which the search proved\n  {}\n",
                extreme.sum, extreme.replay.tour
            )
        }
        (None, None) => String::new(),
    };
    let more = Visits {
        why: solution.why().map(str::to_owned),
        visits: visits_made,
    };
    let argument = Argument::new(text, more);
    enveloped("explain", Family::Tour, puzzle.title(), argument)
}

fn picture(puzzle: &Puzzle, options: Value, work: &Work) -> Result<String> {
    let options: DrawOptions = read_options(options)?;
    let theme = options.theme.as_deref();
    let size = || format!("{} × {}", puzzle.rows(), puzzle.columns());
    let name = puzzle.title().map_or_else(size, str::to_owned);
    let what = options.r#as.as_deref().unwrap_or("board");
    if what == "grid" && !options.maximise && !options.minimise {
        return drawn_graph(&draw::grid(puzzle, None, &name)?, theme);
    }
    let (extremes, which) = if options.minimise {
        (Extremes::Min, "smallest")
    } else {
        (Extremes::Max, "largest")
    };
    let wanted = Options {
        extremes,
        ..Options::default()
    };
    let solution = puzzle.solve(&wanted, work)?;
    let extreme = solution.max().or(solution.min());
    let shown = extreme.map(|extreme| &extreme.replay);
    let title = match extreme {
        Some(extreme) => format!("{name}: {which} sum {}", extreme.sum),
        None => format!("{name}: no tour"),
    };
    match what {
        "board" => drawn(&draw::board(puzzle, shown, &title)?, theme),
        "grid" => drawn_graph(&draw::grid(puzzle, shown, &title)?, theme),
        "rolls" => drawn_graph(&draw::rolls(puzzle, shown, &title)?, theme),
        _ => Err(wrong("as", "board, grid or rolls")),
    }
}

fn graph(puzzle: &Puzzle, options: Value, work: &Work) -> Result<String> {
    let options: GraphOptions = read_options(options)?;
    let form = form(options.to.as_deref())?;
    let mut bytes = Vec::new();
    match options.of.as_deref() {
        None | Some("grid") => write(puzzle.graph(), form, &mut bytes, work)?,
        Some("rolls") => write(&puzzle.roll_graph_within(work)?, form, &mut bytes, work)?,
        Some(_) => return Err(wrong("of", "grid or rolls")),
    }
    in_utf8(bytes)
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct GenerateOptions {
    grid: Option<String>,
    tries: Option<usize>,
    seed: u64,
}

/// A labelled board with exactly one tour as an instance file.
pub fn generate(options: Value, work: &Work) -> Result<String> {
    let options: GenerateOptions = read_options(options)?;
    let mut wanted = labelling::Options {
        seed: options.seed,
        ..Default::default()
    };
    if let Some(grid) = &options.grid {
        wanted.board = grid.parse().map_err(|_| wrong("grid", "ROWSxCOLUMNS"))?;
    }
    wanted.tries = options.tries.unwrap_or(wanted.tries);
    let made = labelling::generate(&wanted, work)?;
    match made.puzzle() {
        Some(_) => Ok(made.to_string()),
        None => Err(Error::invalid(made.why().unwrap_or("there is no tour"))),
    }
}
