//! `cubegraph picture solve`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use cubegraph::Error;
use cubegraph::group::{Element, Permutation};
use cubegraph::picture::check::PlainMove;
use cubegraph::picture::local::LocalMethod;
use cubegraph::picture::order::{Structure, Unreachable};
use cubegraph::picture::subgroup::SubgroupMethod;
use cubegraph::picture::{LineMove, Metric, Puzzle, Size, Tabled, check, pictures, rotation_of};
use cubegraph::work::Work;
use num_bigint::BigUint;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use super::super::{Answer, Context};
use super::optimal::Optimal;
use super::{MetricName, grid_of, puzzle, rows_of};

/// Solve a configuration.
#[derive(Args)]
#[command(
    after_help = "Example: cubegraph picture solve 3x3 --scramble 20 --method local --seed 1\n         \
    cubegraph picture solve @scrambled-3x3 --method optimal"
)]
pub struct Arguments {
    /// A file with a configuration, - or @name; or a size such as 3x2 (rows by columns) with --scramble
    #[arg(value_name = "FILE|SIZE")]
    puzzle: String,
    /// Solve what so many random moves make of the solved configuration
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    scramble: Option<u32>,
    /// How to solve it (default: optimal up to nine cubes, else local)
    #[arg(long, value_name = "METHOD")]
    method: Option<Method>,
    /// What counts as one move
    #[arg(long, value_name = "METRIC")]
    metric: Option<MetricName>,
    /// The seed of --scramble; drawn and printed if it is not given
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Where to arrive: the solved configuration, or any picture in any position
    #[arg(long, value_enum, default_value_t = Goal::Solved)]
    goal: Goal,
    /// Keep the table of the optimal method in this folder between runs
    #[arg(long, value_name = "DIR")]
    table: Option<PathBuf>,
}

/// The ways to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Parities first, then one cube after the other by commutators: for people
    Local,
    /// Into a subgroup, then home: shorter
    Subgroup,
    /// As few moves as possible
    Optimal,
}

/// Where to arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Goal {
    /// The solved configuration
    Solved,
    /// All cubes turned alike: any of the six pictures, in any position
    Any,
}

/// A goal "every cell is g", and the configuration g⁻¹·cells, which is solved by the moves that lead there.
struct Target {
    goal: Permutation,
    cells: Vec<Element>,
}

/// A solution with what is worth saying about it.
struct Solution {
    moves: Vec<LineMove>,
    /// Whether it is proved that no solution is shorter.
    is_optimal: bool,
    /// A line for each part.
    parts: Vec<String>,
    /// More for people.
    remarks: Vec<String>,
    json: Vec<(&'static str, Value)>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let puzzle = puzzle(&arguments.puzzle, arguments.metric)?;
    let work = context.work();
    let (puzzle, seed) = scrambled(puzzle, arguments, context)?;
    let size = puzzle.size();
    let cells = puzzle.cells().unwrap_or_default().to_vec();
    let structure = Structure::new(puzzle.rules(), work)?;
    let mut text = heading(&puzzle, arguments, seed);
    let mut json = json!({
        "rows": size.rows(),
        "columns": size.columns(),
        "group": puzzle.rules().name(),
        "metric": puzzle.rules().metric().map(Metric::name),
        "configuration": rows_of(&cells, size),
    });
    if let Some(seed) = seed {
        json["seed"] = seed.into();
        json["scramble"] = arguments.scramble.into();
    }
    let reach = structure.reach(size, &cells);
    if let (Err(fault), Goal::Solved) = (&reach, arguments.goal) {
        return Ok(unsolvable(text, json, fault));
    }
    let tabled = puzzle.rules().tabled()?;
    let method = arguments.method.unwrap_or(if size.cells() <= 9 {
        Method::Optimal
    } else {
        Method::Local
    });
    let goals = match arguments.goal {
        Goal::Solved => vec![Permutation::IDENTITY],
        Goal::Any => uniform_goals(&puzzle, &tabled, &structure, &cells),
    };
    if let (Err(fault), []) = (&reach, goals.as_slice()) {
        return Ok(unsolvable(text, json, fault));
    }
    let targets: Vec<Target> = goals
        .into_iter()
        .filter_map(|goal| {
            let cells = tabled.elements(&seen_from(&goal, &cells))?;
            Some(Target { goal, cells })
        })
        .collect();
    let (goal, solution) = solve(
        method,
        &puzzle,
        &tabled,
        &targets,
        &structure.order(size),
        arguments.table.as_deref(),
        work,
    )?;
    let plain: Vec<PlainMove> = solution
        .moves
        .iter()
        .map(|&step| plain_move(&tabled, step))
        .collect();
    check::solution(&puzzle, &cells, &plain, &goal)?;

    let names: Vec<String> = solution
        .moves
        .iter()
        .map(|&step| tabled.name_of(step))
        .collect();
    json["solvable"] = true.into();
    json["length"] = names.len().into();
    json["optimal"] = solution.is_optimal.into();
    json["moves"] = json!(names);
    json["method"] = method
        .to_possible_value()
        .map_or("", |_| method_name(method))
        .into();
    json["goal"] = goal.to_string().into();
    for (key, value) in solution.json {
        json[key] = value;
    }
    for remark in &solution.remarks {
        writeln!(text, "{remark}")?;
    }
    if arguments.goal == Goal::Any {
        writeln!(text, "arrives at {}", describe_goal(&puzzle, &goal))?;
    }
    for (part, number) in solution.parts.iter().zip(1..) {
        writeln!(text, "{number:3}. {part}")?;
    }
    writeln!(
        text,
        "moves: {}",
        if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(" ")
        }
    )?;
    Ok(Answer::new(text, json).with_csv(steps(&names)))
}

/// The moves as the rows of a table, with a header.
fn steps(names: &[String]) -> Vec<Vec<String>> {
    let header = vec!["step".to_owned(), "move".to_owned()];
    let rows = (1usize..).zip(names);
    std::iter::once(header)
        .chain(rows.map(|(step, name)| vec![step.to_string(), name.clone()]))
        .collect()
}

const fn method_name(method: Method) -> &'static str {
    match method {
        Method::Local => "local",
        Method::Subgroup => "subgroup",
        Method::Optimal => "optimal",
    }
}

/// The configuration of the file, or a scrambled one and the seed it was made with.
fn scrambled(
    puzzle: Puzzle,
    arguments: &Arguments,
    context: &Context,
) -> anyhow::Result<(Puzzle, Option<u64>)> {
    let Some(count) = arguments.scramble else {
        if arguments.seed.is_some() {
            return Err(Error::invalid("--seed is for --scramble".to_owned()).into());
        }
        if puzzle.cells().is_some() {
            return Ok((puzzle, None));
        }
        if arguments.puzzle.parse::<Size>().is_ok() {
            return Err(Error::invalid(
                "there is no configuration to solve\n  = help: use --scramble N, or a file with `configuration`".to_owned(),
            )
            .into());
        }
        // A file without a configuration is about the solved one.
        let solved = vec![Permutation::IDENTITY; puzzle.size().cells()];
        return Ok((with_cells(puzzle, solved)?, None));
    };
    let seed = context.seed(arguments.seed);
    let size = puzzle.size();
    let tabled = puzzle.rules().tabled()?;
    let moves = tabled.moves(size);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut cells = vec![Element::IDENTITY; size.cells()];
    for _ in 0..if moves.is_empty() { 0 } else { count } {
        tabled.turn(&mut cells, size, moves[random.random_range(0..moves.len())]);
    }
    let cells = cells
        .iter()
        .map(|&c| tabled.group.permutation(c).clone())
        .collect();
    Ok((with_cells(puzzle, cells)?, Some(seed)))
}

fn with_cells(puzzle: Puzzle, cells: Vec<Permutation>) -> Result<Puzzle, Error> {
    (puzzle.with_cells(cells))
        .ok_or_else(|| Error::Rejected("the configuration has another size".to_owned()))
}

fn heading(puzzle: &Puzzle, arguments: &Arguments, seed: Option<u64>) -> String {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let mut text = format!("{size} over {}", rules.name());
    if let Some(metric) = rules.metric() {
        let _ = write!(text, ", {metric} turns");
    }
    if let (Some(seed), Some(count)) = (seed, arguments.scramble) {
        let _ = write!(text, ", scrambled by {count} random moves, seed {seed}");
    }
    let _ = writeln!(
        text,
        "\n{}",
        grid_of(puzzle.cells().unwrap_or_default(), size)
    );
    text
}

fn unsolvable(mut text: String, mut json: Value, fault: &Unreachable) -> Answer {
    let _ = writeln!(text, "not solvable: {}", fault.reason);
    json["solvable"] = false.into();
    json["why"] = fault.reason.as_str().into();
    json["moves"] = Value::Null;
    Answer::new(text, json).with_csv(steps(&[])).with_status(1)
}

/// The elements g for which "every cell is g" can be reached from here. No cell leaves its coset of ⟨R, C⟩, and the first names it.
fn uniform_goals(
    puzzle: &Puzzle,
    tabled: &Tabled,
    structure: &Structure,
    cells: &[Permutation],
) -> Vec<Permutation> {
    let group = &tabled.group;
    let stranger = cells.first().filter(|cell| group.element(cell).is_none());
    let coset = stranger.cloned().unwrap_or(Permutation::IDENTITY);
    (group.elements())
        .map(|e| &coset * group.permutation(e))
        .filter(|g| structure.reach(puzzle.size(), &seen_from(g, cells)).is_ok())
        .collect()
}

/// The configuration that is solved by the moves that bring `cells` to "every cell is g": its cells are g⁻¹·cell.
fn seen_from(g: &Permutation, cells: &[Permutation]) -> Vec<Permutation> {
    let back = g.inverse();
    cells.iter().map(|cell| &back * cell).collect()
}

fn describe_goal(puzzle: &Puzzle, goal: &Permutation) -> String {
    match rotation_of(goal).filter(|_| puzzle.rules().is_cube()) {
        Some(rotation) => pictures::describe(rotation),
        None => format!("every cell {goal}"),
    }
}

fn plain_move(tabled: &Tabled, step: LineMove) -> PlainMove {
    PlainMove {
        is_row: step.is_row,
        line: step.line,
        by: tabled.group.permutation(tabled.element_of(step)).clone(),
    }
}

/// The best solution over all goals.
fn solve(
    method: Method,
    puzzle: &Puzzle,
    tabled: &Tabled,
    targets: &[Target],
    order: &BigUint,
    folder: Option<&Path>,
    work: &Work,
) -> anyhow::Result<(Permutation, Solution)> {
    if folder.is_some() && !puzzle.rules().is_cube() {
        return Err(Error::invalid(
            "--table is for the cube only; the table of another group is not kept".to_owned(),
        )
        .into());
    }
    let configurations: Vec<Vec<Element>> = targets.iter().map(|t| t.cells.clone()).collect();
    let (goal, mut solution) = match method {
        Method::Optimal => {
            let optimal = Optimal::new(puzzle, tabled, folder, work)?;
            let (nearest, moves) = optimal.nearest(&configurations, work)?;
            let remarks = vec![format!("optimal: {} moves", moves.len())];
            let solution = Solution {
                moves,
                is_optimal: true,
                parts: Vec::new(),
                remarks,
                json: Vec::new(),
            };
            return Ok((targets[nearest].goal.clone(), solution));
        }
        Method::Local => {
            let local = LocalMethod::new(tabled.clone());
            shortest(targets, |cells| by_local(&local, puzzle, cells))?
        }
        Method::Subgroup => {
            let Some(metric) = puzzle.rules().metric() else {
                return Err(Error::invalid(
                    "the subgroup method is for the cube only; use --method local or optimal"
                        .to_owned(),
                )
                .into());
            };
            let subgroup = SubgroupMethod::new(puzzle.size(), metric, work)?;
            shortest(targets, |cells| {
                by_subgroup(&subgroup, tabled, puzzle.size(), cells, work)
            })?
        }
    };
    let least = Optimal::if_cheap(puzzle, tabled, order, folder, work).and_then(|optimal| {
        let shortest = optimal.map(|optimal| optimal.nearest(&configurations, work));
        Ok(shortest.transpose()?.map(|(_, moves)| moves.len()))
    });
    match least {
        Ok(Some(least)) => {
            solution.is_optimal = least == solution.moves.len();
            solution.remarks.push(match solution.moves.len() - least {
                0 => "no solution is shorter".to_owned(),
                more => format!("the shortest solution has {least} moves, {more} fewer"),
            });
            solution.json.push(("optimal_length", least.into()));
        }
        Ok(None) => {}
        Err(error @ Error::Interrupted) => return Err(error.into()),
        // The solution was asked for, and it is there.
        Err(error) => (solution.remarks).push(format!("whether it is the shortest: {error}")),
    }
    Ok((goal, solution))
}

fn shortest(
    targets: &[Target],
    mut solve: impl FnMut(&[Element]) -> Result<Solution, Error>,
) -> Result<(Permutation, Solution), Error> {
    let mut best: Option<(Permutation, Solution)> = None;
    for target in targets {
        let solution = solve(&target.cells)?;
        if best
            .as_ref()
            .is_none_or(|(_, known)| solution.moves.len() < known.moves.len())
        {
            best = Some((target.goal.clone(), solution));
        }
    }
    best.ok_or_else(|| Error::Rejected("no goal can be reached".to_owned()))
}

/// What takes no move is solved, and what takes one was not.
fn is_surely_optimal(moves: &[LineMove]) -> bool {
    moves.len() <= 1
}

fn by_local(local: &LocalMethod, puzzle: &Puzzle, cells: &[Element]) -> Result<Solution, Error> {
    let size = puzzle.size();
    let steps = local.solve(size, cells)?;
    let tabled = local.tabled();
    let moves: Vec<LineMove> = steps.iter().flat_map(|step| step.moves.clone()).collect();
    let parts = steps
        .iter()
        .map(|step| {
            let names: Vec<String> = step.moves.iter().map(|&m| tabled.name_of(m)).collect();
            format!("{}: {}", step.what, names.join(" "))
        })
        .collect();
    let bound = local.bound(size);
    let mut remark = format!(
        "local method: {} moves, never more than {bound}",
        moves.len()
    );
    let mut json = vec![("bound", Value::from(bound))];
    if puzzle.rules().is_cube() {
        let published = 8 * size.cells() + size.rows() + size.columns() - 1;
        let _ = write!(
            remark,
            " = 8mn + floor((m+n)/2); the published bound is {published} = 8mn + m + n - 1"
        );
        json.push(("published_bound", published.into()));
    }
    Ok(Solution {
        is_optimal: is_surely_optimal(&moves),
        moves,
        parts,
        remarks: vec![remark],
        json,
    })
}

fn by_subgroup(
    method: &SubgroupMethod,
    tabled: &Tabled,
    size: Size,
    cells: &[Element],
    work: &Work,
) -> Result<Solution, Error> {
    let wrong = || Error::Rejected("the subgroup method met something that is no cube".to_owned());
    let rotations = cells
        .iter()
        .map(|&c| rotation_of(tabled.group.permutation(c)))
        .collect::<Option<Vec<_>>>()
        .ok_or_else(wrong)?;
    let configuration =
        cubegraph::picture::Configuration::new(size, rotations).ok_or_else(wrong)?;
    let found = method.solve(&configuration, work)?;
    let moves = found
        .first
        .iter()
        .chain(&found.second)
        .map(|&step| tabled.line_move(step))
        .collect::<Option<Vec<LineMove>>>()
        .ok_or_else(wrong)?;
    let names = |moves: &[cubegraph::picture::Move]| {
        let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
        if names.is_empty() {
            "nothing to do".to_owned()
        } else {
            names.join(" ")
        }
    };
    let lines: Vec<usize> = found.lines.iter().map(|i| i + 1).collect();
    let which = if found.rows { "row" } else { "column" };
    let numbers: Vec<String> = lines.iter().map(ToString::to_string).collect();
    Ok(Solution {
        is_optimal: is_surely_optimal(&moves),
        parts: vec![
            format!("into the subgroup: {}", names(&found.first)),
            format!("home: {}", names(&found.second)),
        ],
        remarks: vec![format!(
            "subgroup method: {} moves; K = {which} {} turns by halves only, the best of {} choices",
            moves.len(),
            numbers.join(", "),
            found.tried
        )],
        json: vec![
            ("subgroup", json!({ which_key(found.rows): lines })),
            ("choices_tried", found.tried.into()),
            ("into", found.first.len().into()),
        ],
        moves,
    })
}

const fn which_key(rows: bool) -> &'static str {
    if rows { "rows" } else { "columns" }
}
