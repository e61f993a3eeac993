//! Instant Insanity.

use cubegraph::graph::write;
use cubegraph::insanity::generate::{Difficulty, Options as Wishes, PuzzleKind, generate as make};
use cubegraph::insanity::{
    Method, Options, Puzzle, Solution, Strand, Tower, Wanted, draw, two_factors,
};
use cubegraph::instance::Family;
use cubegraph::petgraph::visit::EdgeRef;
use cubegraph::{Error, Result, Work};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::explain::Argument;
use crate::{
    CheckOptions, DrawOptions, GraphOptions, NoOptions, drawn, drawn_graph, enveloped, form,
    in_utf8, read_options, unknown, wrong,
};

/// At most this many factors are listed for the page to point at.
const FACTORS_LISTED: usize = 64;

/// Answers a command about a puzzle.
pub fn run(command: &str, puzzle: &Puzzle, options: Value, work: &Work) -> Result<String> {
    match command {
        "solve" => solve(puzzle, options, work),
        "check" => check(puzzle, options),
        "explain" => explain(puzzle, options, work),
        "draw" => picture(puzzle, options, work),
        "graph" => graph(puzzle, options, work),
        "obstacle" => obstacle(puzzle, options, work),
        _ => Err(unknown(command, Family::Insanity)),
    }
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the tool's options, by their names"
)]
struct SolveOptions {
    count: bool,
    all: bool,
    limit: Option<usize>,
    method: Option<String>,
    explain: bool,
    no_accept: bool,
}

impl SolveOptions {
    fn read(&self) -> Result<Options> {
        Ok(Options {
            wanted: match (self.count, self.all) {
                (true, _) => Wanted::Count,
                (_, true) => Wanted::All,
                _ => Wanted::Some(self.limit.unwrap_or(1)),
            },
            method: match self.method.as_deref() {
                None => Method::Auto,
                Some("factors") => Method::Factors,
                Some("rotations") => Method::Rotations,
                Some("sat") => Method::Sat,
                Some(_) => return Err(wrong("method", "factors, rotations or sat")),
            },
            without_filter: self.no_accept,
            proof: false,
        })
    }
}

#[derive(Serialize)]
struct Explained {
    #[serde(flatten)]
    solution: Solution,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<String>,
}

fn solve(puzzle: &Puzzle, options: Value, work: &Work) -> Result<String> {
    let options: SolveOptions = read_options(options)?;
    let solution = puzzle.solve(&options.read()?, work)?;
    let explanation = if options.explain {
        Some(puzzle.explain(&solution, work)?)
    } else {
        None
    };
    let explained = Explained {
        solution,
        explanation,
    };
    enveloped("solve", Family::Insanity, puzzle.title(), explained)
}

fn check(puzzle: &Puzzle, options: Value) -> Result<String> {
    let CheckOptions { answer } = read_options(options)?;
    let answer = puzzle.read_answer(&answer).map_err(|error| match error {
        Error::Input(fault) => fault.within("the answer", &answer).into(),
        other => other,
    })?;
    let verdict = puzzle.check(&answer);
    enveloped("check", Family::Insanity, puzzle.title(), verdict)
}

/// An edge of the colour graph; cubes count from 1.
#[derive(Serialize)]
struct EdgeData<'a> {
    cube: usize,
    axis: usize,
    ends: [&'a str; 2],
}

#[derive(Serialize)]
struct ColourData<'a> {
    name: &'a str,
    paint: Option<&'a str>,
}

/// What an argument points at: edge 3k + a is axis a (left-right, front-back, top-bottom) of the
/// cube k counted from 0, and a factor lists the axis that it takes of every cube.
#[derive(Serialize)]
struct Pointers<'a> {
    colours: Vec<ColourData<'a>>,
    edges: Vec<EdgeData<'a>>,
    factors: Vec<Vec<usize>>,
    /// The strands of the first tower, an axis of every cube each.
    #[serde(skip_serializing_if = "Option::is_none")]
    strands: Option<[Vec<usize>; 2]>,
    /// Cubes counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    obstacle: Option<Vec<usize>>,
}

fn explain(puzzle: &Puzzle, options: Value, work: &Work) -> Result<String> {
    let options: SolveOptions = read_options(options)?;
    let solution = puzzle.solve(&options.read()?, work)?;
    let text = puzzle.explain(&solution, work)?;
    let graph = puzzle.graph();
    let obstacle = if solution.is_solvable() {
        None
    } else {
        puzzle.obstacle(work)?
    };
    let small = puzzle.cubes().len() <= 12;
    let pointers = Pointers {
        colours: puzzle
            .colours()
            .map(|colour| ColourData {
                name: colour.name(),
                paint: colour.paint(),
            })
            .collect(),
        edges: graph
            .edge_references()
            .map(|edge| EdgeData {
                cube: edge.weight().cube + 1,
                axis: edge.id().index() % 3,
                ends: [graph[edge.source()].name(), graph[edge.target()].name()],
            })
            .collect(),
        factors: two_factors(graph)
            .take(if small { FACTORS_LISTED } else { 0 })
            .map(|factor| factor.edges().iter().map(|edge| edge.index() % 3).collect())
            .collect(),
        strands: (solution.towers().first()).map(|tower| {
            [Strand::FrontBack, Strand::LeftRight].map(|strand| axes(puzzle, tower, strand))
        }),
        obstacle: obstacle.map(|found| found.cubes().iter().map(|cube| cube + 1).collect()),
    };
    let argument = Argument::new(text, pointers);
    enveloped("explain", Family::Insanity, puzzle.title(), argument)
}

/// The axis of every cube that becomes a strand of the tower.
fn axes(puzzle: &Puzzle, tower: &Tower, strand: Strand) -> Vec<usize> {
    let graph = tower.graph(puzzle.graph());
    graph
        .edge_references()
        .filter(|edge| edge.weight().strand == Some(strand))
        .map(|edge| edge.id().index() % 3)
        .collect()
}

/// The principal solution with a number, if there is any solution; a number too high is a mistake.
fn tower(puzzle: &Puzzle, number: usize, work: &Work) -> Result<Option<Tower>> {
    let options = Options {
        wanted: Wanted::Some(number),
        ..Options::default()
    };
    let solution = puzzle.solve(&options, work)?;
    let towers = solution.towers();
    if number == 0 || (!towers.is_empty() && towers.len() < number) {
        let message = format!("there is no solution {number}, counted from 1");
        return Err(Error::invalid(message));
    }
    Ok(towers.last().cloned())
}

fn no_tower() -> Error {
    Error::invalid("there is no tower to draw")
}

fn picture(puzzle: &Puzzle, options: Value, work: &Work) -> Result<String> {
    let options: DrawOptions = read_options(options)?;
    draw::refuse_large(puzzle)?;
    let theme = options.theme.as_deref();
    let wanted = |work| tower(puzzle, options.solution.unwrap_or(1), work);
    match options.r#as.as_deref() {
        Some("nets") => drawn(&draw::nets(puzzle), theme),
        Some("tower") => {
            let tower = wanted(work)?.ok_or_else(no_tower)?;
            drawn(&draw::tower(puzzle, &tower), theme)
        }
        Some("factors") => {
            let tower = wanted(work)?.ok_or_else(no_tower)?;
            drawn_graph(&draw::factors(puzzle, &tower), theme)
        }
        Some("graph") if options.solution.is_none() => {
            drawn_graph(&draw::graph(puzzle, None), theme)
        }
        None | Some("graph") => drawn_graph(&draw::graph(puzzle, wanted(work)?.as_ref()), theme),
        Some(_) => Err(wrong("as", "graph, factors, nets or tower")),
    }
}

fn graph(puzzle: &Puzzle, options: Value, work: &Work) -> Result<String> {
    let options: GraphOptions = read_options(options)?;
    let only_factors = match options.of.as_deref() {
        None | Some("colours") => false,
        Some("factor") => true,
        Some(_) => return Err(wrong("of", "colours or factor")),
    };
    let mut graph = puzzle.graph().clone();
    if only_factors || options.solution.is_some() {
        let tower = tower(puzzle, options.solution.unwrap_or(1), work)?.ok_or_else(no_tower)?;
        graph = tower.graph(&graph);
    }
    if only_factors {
        graph
            .retain_edges(|graph, edge| !matches!(graph[edge].strand, None | Some(Strand::Hidden)));
    }
    let mut bytes = Vec::new();
    write(&graph, form(options.to.as_deref())?, &mut bytes, work)?;
    in_utf8(bytes)
}

fn obstacle(puzzle: &Puzzle, options: Value, work: &Work) -> Result<String> {
    let NoOptions {} = read_options(options)?;
    let obstacle = puzzle.obstacle(work)?;
    enveloped("obstacle", Family::Insanity, puzzle.title(), obstacle)
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct GenerateOptions {
    cubes: Option<usize>,
    colours: Option<usize>,
    unique: bool,
    unsolvable: bool,
    balanced: bool,
    difficulty: Option<String>,
    near_solutions: Option<u64>,
    seed: u64,
}

/// A random puzzle as an instance file.
pub fn generate(options: Value, work: &Work) -> Result<String> {
    let options: GenerateOptions = read_options(options)?;
    let made = make(
        &Wishes {
            cubes: options.cubes.unwrap_or(4),
            colours: options.colours,
            kind: match (options.unique, options.unsolvable, options.balanced) {
                (true, ..) => PuzzleKind::Unique,
                (_, true, _) => PuzzleKind::Unsolvable,
                (.., true) => PuzzleKind::Balanced,
                _ => PuzzleKind::Solvable,
            },
            difficulty: match options.difficulty.as_deref() {
                None => None,
                Some("easy") => Some(Difficulty::Easy),
                Some("medium") => Some(Difficulty::Medium),
                Some("hard") => Some(Difficulty::Hard),
                Some(_) => return Err(wrong("difficulty", "easy, medium or hard")),
            },
            near_solutions: options.near_solutions,
            seed: options.seed,
        },
        work,
    )?;
    Ok(format!("{:#}", made.puzzle()))
}
