//! `cubegraph tour`.

mod board;
#[cfg_attr(not(feature = "long-commands"), allow(dead_code))]
mod print;

use std::path::PathBuf;

use crate::instance::Family;
use crate::tour::{Attempt, Extremes, Home, Method, Options, Puzzle, draw, generate};
use crate::tour::{strip_uniqueness, uniqueness};
use crate::work::file;
use crate::{Error, Result};
use serde::{Deserialize, Serialize};

use super::drawings::PictureOptions;
use super::graphs::GraphOptions;
use super::options::names;
#[cfg(feature = "cli")]
use super::options::{count, seed};
use super::{Answer, Context, Envelope, Word, answer_of, commands, located};
use board::{Board, Grid};

/// The commands of the family.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Subcommand))]
pub enum Command {
    /// Find tours of largest and smallest sum, count them or list them
    #[cfg_attr(
        feature = "cli",
        command(
            after_help = "Example: cubegraph tour solve 3x3 --explain\n\
        Cells are ROW,COLUMN, counted from 0 in the south-west. More options: --help",
            after_long_help = "Examples: cubegraph tour solve 3x3 --explain\n          \
        cubegraph tour solve @strip --distribution\n\n\
        Cells are ROW,COLUMN, counted from 0 in the south-west; N is row + 1, E is column + 1. \
        A die is TOP,NORTH,EAST.\n\
        Unless something else is asked for, both extremes are found. \
        Tours are counted directed, as (start, die, rolls)."
        )
    )]
    Solve(Solve),
    /// Check a tour of your own, and say where it is wrong
    #[cfg_attr(
        feature = "cli",
        command(
            after_help = "Example: cubegraph tour check 3x3 NNEESSWN\n\
        Cells are ROW,COLUMN, counted from 0 in the south-west. More options: --help",
            after_long_help = "Examples: cubegraph tour check 3x3 NNEESSWN\n          \
        cubegraph tour solve 4x4 --format json | cubegraph tour check 4x4 -\n\n\
        Status 0 if the answer is right, 1 if it is wrong. The tours and their sums are checked; \
        that no sum is larger or smaller is for `tour solve` to prove."
        )
    )]
    Check(Check),
    /// Draw the board, the grid or the roll graph, with a tour
    #[cfg_attr(
        feature = "cli",
        command(
            after_help = "Example: cubegraph tour draw 3x3 -o tour.svg\n\
        The ending of -o picks the format. More options: --help",
            after_long_help = "Examples: cubegraph tour draw 3x3 -o tour.svg\n          \
        cubegraph tour draw @holes --as grid | dot -Tpdf -o grid.pdf\n\n\
        The ending of -o picks the format: .svg, .png, .pdf, .tex or .dot; without it DOT goes to \
        standard output. Without --as, DOT shows the grid and the others the board."
        )
    )]
    Draw(Draw),
    /// Write the grid or the roll graph as data
    #[cfg_attr(
        feature = "cli",
        command(
            after_help = "Example: cubegraph tour graph 3x3 --to json\n\
        Cells are ROW,COLUMN, counted from 0 in the south-west. More options: --help",
            after_long_help = "Examples: cubegraph tour graph 3x3 --to json\n          \
        cubegraph tour graph @holes --of rolls -o rolls.graphml\n\n\
        Without --to, the ending of --output picks the form."
        )
    )]
    Graph(Graph),
    /// Make a labelled board with exactly one tour, and as few labels as possible
    #[cfg_attr(
        feature = "cli",
        command(
            after_help = "Example: cubegraph tour generate 4x4 --seed 7 -o board.toml\n\
        Cells are ROW,COLUMN, counted from 0 in the south-west. More options: --help",
            after_long_help = "Example: cubegraph tour generate 4x4 --seed 7 -o board.toml\n\n\
        The result is an instance file for `cubegraph tour solve`. \
        The same seed makes the same board."
        )
    )]
    Generate(Generate),
    /// Ask whether a fully labelled board determines its tour: compare the labels of all cycles
    #[cfg_attr(
        feature = "cli",
        command(after_help = "Examples: cubegraph tour cycles 6x6\n          \
        cubegraph tour cycles --width 4\n\n\
        Status 0 if no two cycles have the same labels, 1 if two have; then both are printed. \
        With --width the answer holds for strips of every length: two cycles are laid side by \
        side, column by column, until no new pair of loose ends appears.")
    )]
    Cycles(Cycles),
}

/// Options of `solve`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Solve {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    board: Board,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    search: SearchOptions,
    /// Print the dice step by step
    #[cfg_attr(feature = "cli", arg(long))]
    explain: bool,
}

/// Options of `check`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Check {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    board: Board,
    /// Rolls such as NNEESSWN, or JSON as `tour solve` prints it, in a file or -
    // Optional for clap, which wants no required argument behind SIZE, since --grid stands for it.
    answer: Option<Word>,
}

/// Options of `draw`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Draw {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    board: Board,
    /// Draw a tour of largest sum (the default)
    ///
    /// The grid is drawn without a tour unless one is asked for.
    #[cfg_attr(feature = "cli", arg(long, alias = "maximize", conflicts_with = "minimise"))]
    maximise: bool,
    /// Draw a tour of smallest sum
    #[cfg_attr(feature = "cli", arg(long, alias = "minimize"))]
    minimise: bool,
    /// What to draw
    #[cfg_attr(feature = "cli", arg(long = "as", value_enum))]
    #[serde(rename = "as")]
    what: Option<What>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    picture: PictureOptions,
}

/// The pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
enum What {
    /// The board with the tour as a path of arrows
    Board,
    /// The grid graph
    Grid,
    /// The roll graph: every cell with every orientation of the die
    Rolls,
}

/// Options of `graph`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Graph {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    board: Board,
    /// Which graph
    #[cfg_attr(feature = "cli", arg(long, value_enum, default_value_t = Of::Grid))]
    of: Of,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    form: GraphOptions,
}

/// The graphs.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
enum Of {
    /// A vertex for every free cell
    #[default]
    Grid,
    /// A vertex for every free cell and orientation of the die
    Rolls,
}

/// Options of `generate`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Generate {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    board: Board,
    /// Makes the same board again (default: drawn, and printed)
    #[cfg_attr(feature = "cli", arg(long, value_name = "S", value_parser = seed))]
    seed: Option<u64>,
    /// How many tours to try [default: 40]; more may need fewer labels
    #[cfg_attr(feature = "cli", arg(long, value_name = "N"))]
    tries: Option<usize>,
}

/// Options of `cycles`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(feature = "cli", command(group = clap::ArgGroup::new("boards").required(true).args(["size", "grid", "width"])))]
pub struct Cycles {
    /// A board of ROWS x COLUMNS, such as 6x6
    #[cfg_attr(feature = "cli", arg(value_name = "SIZE"))]
    size: Option<Grid>,
    /// The same
    #[cfg_attr(feature = "cli", arg(long, value_name = "RxC", hide_short_help = true))]
    grid: Option<Grid>,
    /// All strips of this many rows, whatever their length
    #[cfg_attr(feature = "cli", arg(long, value_name = "ROWS"))]
    width: Option<usize>,
    /// How the die must return [default: top]
    #[cfg_attr(feature = "cli", arg(long, value_enum))]
    home: Option<HomeName>,
    /// Draw two tours with the same labels, if there are any, into an SVG file
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    picture: Option<PathBuf>,
}

names! {
    /// How a tour must return.
    HomeName for Home {
        /// With the label of its start on top
        Top,
        /// Lying as it lay
        Orientation,
        /// Not at all: paths instead of cycles
        Nowhere,
    }
}

/// What to find out.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[expect(clippy::struct_excessive_bools, reason = "any of them may be asked for")]
struct SearchOptions {
    /// Find the largest sum, with proof
    #[cfg_attr(feature = "cli", arg(long, alias = "maximize"))]
    maximise: bool,
    /// Find the smallest sum, with proof
    #[cfg_attr(feature = "cli", arg(long, alias = "minimize"))]
    minimise: bool,
    /// The extremes by name, whatever else is asked for.
    #[cfg_attr(feature = "cli", arg(skip))]
    extremes: Option<Extremes>,
    /// Count the tours
    #[cfg_attr(feature = "cli", arg(long))]
    count: bool,
    /// Count the tours by their sums
    #[cfg_attr(feature = "cli", arg(long))]
    distribution: bool,
    /// List all tours
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "limit"))]
    all: bool,
    /// List at most N tours
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = count))]
    #[serde(
        deserialize_with = "crate::request::options::within::<_, _, 1, 0xffff_ffff_ffff_ffff>"
    )]
    limit: Option<usize>,
    /// How to find it out (default: picked by the board)
    #[cfg_attr(feature = "cli", arg(long, value_enum, hide_short_help = true))]
    method: Option<Way>,
}

names! {
    /// The methods by name.
    Way for Method {
        /// Depth-first search, tour by tour
        Search,
        /// Dynamic programming over visited sets
        Sets,
        /// Frontier dynamic programming, line by line
        Strip,
    }
}

impl SearchOptions {
    fn options(&self) -> Options {
        let list = self.limit.unwrap_or(if self.all { usize::MAX } else { 0 });
        Options {
            extremes: self.extremes.unwrap_or(match (self.maximise, self.minimise) {
                (true, false) => Extremes::Max,
                (false, true) => Extremes::Min,
                // The ends of a distribution are shown with a tour each.
                (false, false) if !self.distribution && (self.count || list > 0) => {
                    Extremes::Neither
                }
                _ => Extremes::Both,
            }),
            count: self.count,
            distribution: self.distribution,
            list,
            method: self.method.map_or(Method::Auto, Into::into),
        }
    }

    /// Whether an extreme was asked for by name.
    fn extremes(&self) -> bool {
        self.maximise || self.minimise
    }
}

commands! {
    Family::Tour,
    "solve" => Solve,
    "check" => Check,
    "draw" => Draw,
    "graph" => Graph,
    "generate" => Generate,
    "cycles" => Cycles,
}

impl Command {
    /// Asks for both extremes of a board.
    pub(crate) fn solve(puzzle: Word) -> Command {
        Command::Solve(Solve { board: Board::named(puzzle), ..Default::default() })
    }
}

/// Runs a command.
pub fn run(command: &Command, context: &Context) -> Result<Answer> {
    match command {
        Command::Solve(arguments) => solve(arguments, context),
        Command::Check(arguments) => check(arguments),
        Command::Draw(arguments) => draw(arguments, context),
        Command::Graph(arguments) => write_graph(arguments, context),
        Command::Generate(arguments) => make_board(arguments, context),
        #[cfg(feature = "long-commands")]
        Command::Cycles(arguments) => cycles(arguments, context),
        #[cfg(not(feature = "long-commands"))]
        Command::Cycles(_) => Err(super::not_built_in("tour cycles")),
    }
}

/// An answer of the library in its envelope.
fn envelope<T>(command: &'static str, solution: T, title: Option<&str>) -> Envelope<T> {
    Envelope::about(Family::Tour, command, title, solution)
}

fn solve(arguments: &Solve, context: &Context) -> Result<Answer> {
    let puzzle = arguments.board.puzzle()?;
    let (options, work) = (arguments.search.options(), context.work);
    let solution = puzzle.solve(&options, work)?;
    let text = print::text(&puzzle, &solution, arguments.explain);
    let csv = print::csv(&solution, arguments.search.extremes());
    let status = u8::from(!solution.has_tour());
    Ok(Answer::new(text, envelope("solve", solution, puzzle.title()))
        .with_csv(csv)
        .with_status(status))
}

fn check(arguments: &Check) -> Result<Answer> {
    let (puzzle, word) = arguments.board.with_answer(arguments.answer.as_ref())?;
    let (name, text) = answer_of(&[word])?;
    let attempt: Attempt = located(&name, &text, text.parse())?;
    let verdict = puzzle.check(&attempt);
    let why = verdict.why().map(str::to_owned);
    let text = match (verdict.why(), verdict.fact("sum")) {
        (Some(why), _) => format!("wrong: {why}"),
        (None, Some(sum)) => format!("right: a tour of sum {sum}"),
        (None, None) => "right: all tours have the sums given".to_owned(),
    };
    let json = envelope("check", verdict, puzzle.title());
    Ok(Answer::verdict(text, why.is_none(), why.as_deref(), json))
}

fn draw(arguments: &Draw, context: &Context) -> Result<Answer> {
    let puzzle = arguments.board.puzzle()?;
    let format = arguments.picture.format(context)?;
    let what = arguments.what.unwrap_or(if format.is_dot() { What::Grid } else { What::Board });
    if arguments.picture.frames() && what != What::Board {
        let message = "--frames shows the rolls on the board, and --as another picture";
        return Err(Error::invalid(message).help("leave out --as"));
    }
    format.check(what != What::Board).map_err(|error| {
        error.help("use .svg: -o FILE.svg, or --as grid or --as rolls for Graphviz")
    })?;
    // The grid is the board's alone, and a tour may take hours: it is shown where it is asked for.
    if what == What::Grid && !arguments.maximise && !arguments.minimise {
        let drawing = draw::grid(&puzzle, None, &print::name(&puzzle))?;
        return arguments.picture.answer(drawing, context);
    }
    let (extremes, name) =
        if arguments.minimise { (Extremes::Min, "smallest") } else { (Extremes::Max, "largest") };
    let options = Options { extremes, ..Options::default() };
    let solution = puzzle.solve(&options, context.work)?;
    let extreme = solution.max().or(solution.min());
    let shown = extreme.map(|extreme| &extreme.replay);
    let title = match extreme {
        Some(extreme) => format!("{}: {name} sum {}", print::name(&puzzle), extreme.sum),
        None => format!("{}: no tour", print::name(&puzzle)),
    };
    if let Some(why) = solution.why() {
        context.hint(&format!("no tour: {why}"));
    }
    let picture = &arguments.picture;
    let answer = match (what, shown) {
        (What::Board, Some(replay)) if picture.frames() => {
            picture.steps(&draw::frames(&puzzle, replay, &title)?, context)?
        }
        (What::Board, _) => picture.answer(draw::board(&puzzle, shown, &title)?, context)?,
        (What::Grid, _) => picture.answer(draw::grid(&puzzle, shown, &title)?, context)?,
        (What::Rolls, _) => picture.answer(draw::rolls(&puzzle, shown, &title)?, context)?,
    };
    Ok(answer.with_status(u8::from(!solution.has_tour())))
}

fn write_graph(arguments: &Graph, context: &Context) -> Result<Answer> {
    let puzzle: Puzzle = arguments.board.puzzle()?;
    match arguments.of {
        Of::Grid => arguments.form.write(puzzle.graph(), context),
        Of::Rolls => {
            let rolls = puzzle.roll_graph_within(context.work)?;
            arguments.form.write(&rolls, context)
        }
    }
}

fn make_board(arguments: &Generate, context: &Context) -> Result<Answer> {
    let usual = generate::Options::default();
    let board = arguments.board.puzzle()?;
    let seed = context.seed(arguments.seed);
    let tries = arguments.tries.unwrap_or(usual.tries);
    let made = generate::generate(&generate::Options { board, seed, tries }, context.work)?;
    let status = u8::from(made.puzzle().is_none());
    let text = made.to_string();
    let title = made.puzzle().and_then(Puzzle::title).map(str::to_owned);
    let json = envelope("generate", made, title.as_deref()).seeded(seed);
    let answer = Answer::new(text, json).with_status(status);
    // A board that was made is a file; why there is none is prose.
    Ok(if status == 0 { answer.verbatim() } else { answer })
}

#[cfg_attr(not(feature = "long-commands"), allow(dead_code))]
fn cycles(arguments: &Cycles, context: &Context) -> Result<Answer> {
    if let Some(path) = &arguments.picture {
        context.also_writes(path, "--picture")?;
    }
    let home = arguments.home.unwrap_or(HomeName::Top).into();
    let (answer, twins) = if let Some(width) = arguments.width {
        let found = strip_uniqueness(width, home, context.work)?;
        let (text, twins) = (print::strips(&found), found.twins.clone());
        (Answer::new(text, envelope("cycles", found, None)), twins)
    } else {
        let Grid(rows, columns) = arguments.size.or(arguments.grid).unwrap_or(Grid(0, 0));
        let found = uniqueness(rows, columns, home, context.work)?;
        let (text, twins) = (print::cycles(&found, home), found.twins.clone());
        (Answer::new(text, envelope("cycles", found, None)), twins)
    };
    if let (Some(path), Some(twins)) = (&arguments.picture, &twins) {
        file::write(path, draw::twins(twins)?.to_svg())?;
    }
    Ok(answer.with_status(u8::from(twins.is_some())))
}
