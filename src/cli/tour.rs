//! `cubegraph tour`.

mod board;
mod print;

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use cubegraph::Error;
use cubegraph::tour::answer::{self, Method, Question};
use cubegraph::tour::draw::{self, Shown};
use cubegraph::tour::generate::{self, Effort};
use cubegraph::tour::strips::settle;
use cubegraph::tour::uniqueness::{Home, uniqueness};
use cubegraph::work::file;

use super::{Answer, Context, PictureKind};
use board::Board;

/// The commands of the family.
#[derive(Subcommand)]
pub enum Command {
    /// Find the tours of largest and smallest sum, count all tours, or list how many have which sum
    #[command(
        after_help = "Examples: cubegraph tour solve --grid 3x3 --explain\n          \
        cubegraph tour solve @strip --distribution\n\n\
        Cells are ROW,COLUMN, counted from 0 in the south-west; N is row + 1, E is column + 1. A die is TOP,NORTH,EAST.\n\
        Without --maximise, --minimise, --count or --distribution both extremes are found. Tours are counted directed, \
        as (start, die, rolls)."
    )]
    Solve(Solve),
    /// Draw the board or the roll graph with a tour of largest sum (or smallest, with --minimise), or the grid graph
    #[command(
        after_help = "Examples: cubegraph tour draw --grid 3x3 -o tour.svg\n          \
        cubegraph tour draw @holes --as grid | dot -Tpdf -o grid.pdf\n\n\
        The ending of --output picks SVG or DOT; without it DOT goes to standard output. Without --as, SVG shows the board and DOT the grid."
    )]
    Draw(Draw),
    /// Make a labelled board with exactly one tour, and as few labels as it can
    #[command(
        after_help = "Example: cubegraph tour generate --grid 4x4 --seed 7 -o board.toml\n\n\
        The result is an instance file for `cubegraph tour solve`. The same seed makes the same board."
    )]
    Generate(Generate),
    /// Ask whether a fully labelled board determines its tour: compare the labels of all cycles of a board
    #[command(
        after_help = "Examples: cubegraph tour cycles --grid 6x6\n          cubegraph tour cycles --width 4\n\n\
        Status 0 if no two cycles have the same labels, 1 if two have; then both are printed. \
        With --width the answer holds for strips of every length: two cycles are laid side by side, column by column, \
        until no new pair of loose ends appears."
    )]
    Cycles(Cycles),
}

impl Command {
    /// A generated board and a proof are no tables.
    pub fn has_table(&self) -> bool {
        !matches!(self, Command::Generate(_) | Command::Cycles(_))
    }
}

/// Options of `solve`.
#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    board: Board,
    #[command(flatten)]
    wishes: Wishes,
    /// Print the dice step by step
    #[arg(long)]
    explain: bool,
}

/// Options of `draw`.
#[derive(Args)]
pub struct Draw {
    #[command(flatten)]
    board: Board,
    /// Draw a tour of largest sum (the default; the grid is drawn without a tour unless one is asked for)
    #[arg(long, alias = "maximize", conflicts_with = "minimise")]
    maximise: bool,
    /// Draw a tour of smallest sum
    #[arg(long, alias = "minimize")]
    minimise: bool,
    /// What to draw
    #[arg(long = "as", value_enum)]
    what: Option<What>,
}

/// The pictures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// The board with the tour as a path of arrows
    Board,
    /// The grid graph
    Grid,
    /// The roll graph: every cell with every orientation of the die
    Rolls,
}

/// Options of `generate`.
#[derive(Args)]
pub struct Generate {
    #[command(flatten)]
    board: Board,
    /// The seed; an unset one is drawn and printed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// How many tours to try; more may need fewer labels
    #[arg(long, value_name = "N", default_value_t = Effort::USUAL.tries)]
    tries: usize,
}

/// Options of `cycles`.
#[derive(Args)]
#[command(group = ArgGroup::new("boards").required(true).args(["grid", "width"]))]
pub struct Cycles {
    /// A board of ROWS x COLUMNS
    #[arg(long, value_name = "RxC", value_parser = board::grid)]
    grid: Option<(usize, usize)>,
    /// All strips of so many rows, whatever their length
    #[arg(long, value_name = "ROWS")]
    width: Option<usize>,
    /// How the die must come home
    #[arg(long, value_enum, default_value_t = HomeWish::Top)]
    home: HomeWish,
    /// Draw two tours with the same labels, if there are any, into an SVG file
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
}

/// How a tour must come home.
#[derive(Clone, Copy, ValueEnum)]
enum HomeWish {
    /// With the start's label on top
    Top,
    /// Lying as it lay
    Orientation,
    /// Not at all: paths instead of cycles
    Nowhere,
}

/// What to find out.
#[derive(Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "any of the four may be asked for"
)]
struct Wishes {
    /// Find the largest sum, with proof
    #[arg(long, alias = "maximize")]
    maximise: bool,
    /// Find the smallest sum, with proof
    #[arg(long, alias = "minimize")]
    minimise: bool,
    /// Count the tours
    #[arg(long)]
    count: bool,
    /// Count the tours by their sums
    #[arg(long)]
    distribution: bool,
    /// How to find it out (default: picked by the board)
    #[arg(long, value_enum)]
    method: Option<Way>,
}

/// The methods by name.
#[derive(Clone, Copy, ValueEnum)]
enum Way {
    /// Depth-first search, tour by tour
    Search,
    /// A program over visited sets
    Sets,
    /// A program over loose ends, line by line
    Strip,
}

impl Wishes {
    fn question(&self, labelled: bool) -> Question {
        let extremes = self.maximise || self.minimise;
        // Without a word about extremes: both, unless only the count is asked for. Who counts the tours of a labelled board wants to see one.
        let both = !extremes && (self.distribution || labelled || !self.count);
        Question {
            maximum: self.maximise || both,
            minimum: self.minimise || both,
            count: self.count,
            distribution: self.distribution,
            method: self.method.map(|way| match way {
                Way::Search => Method::Search,
                Way::Sets => Method::Sets,
                Way::Strip => Method::Strip,
            }),
        }
    }
}

/// Runs a command.
pub fn run(command: &Command, context: &Context) -> anyhow::Result<Answer> {
    match command {
        Command::Solve(arguments) => solve(arguments, context),
        Command::Draw(arguments) => draw(arguments, context),
        Command::Generate(arguments) => generate(arguments, context),
        Command::Cycles(arguments) => cycles(arguments, context),
    }
}

fn solve(arguments: &Solve, context: &Context) -> anyhow::Result<Answer> {
    let puzzle = arguments.board.puzzle()?;
    let labelled = !puzzle.settings().labels.is_empty();
    let found = answer::answer(&puzzle, arguments.wishes.question(labelled), context.work())?;
    Ok(Answer::new(
        print::text(&puzzle, &found, arguments.explain),
        print::json(&puzzle, &found),
    )
    .with_csv(print::csv(&found))
    .with_status(u8::from(!found.has_tour())))
}

fn draw(arguments: &Draw, context: &Context) -> anyhow::Result<Answer> {
    let puzzle = arguments.board.puzzle()?;
    let kind = context.picture_kind()?;
    let what = arguments.what.unwrap_or(match kind {
        PictureKind::Svg => What::Board,
        _ => What::Grid,
    });
    let no_graph = what == What::Board && kind == PictureKind::Dot;
    if no_graph || kind == PictureKind::Stl {
        let help = "use .svg, or --as grid or --as rolls for Graphviz";
        return Err(
            Error::invalid(format!("the board is drawn as SVG only\n  = help: {help}")).into(),
        );
    }
    // The grid is the board's alone, and a tour may take hours: it is shown where it is asked for.
    if what == What::Grid && !arguments.maximise && !arguments.minimise {
        let drawing = draw::grid(&puzzle, None, &print::name(&puzzle));
        return Ok(Answer::document(kind.draw(&drawing)));
    }
    let question = Question {
        maximum: !arguments.minimise,
        minimum: arguments.minimise,
        ..Question::default()
    };
    let found = answer::answer(&puzzle, question, context.work())?;
    let extreme = found.maximum.iter().chain(&found.minimum).flatten().next();
    let shown = extreme.map(|extreme| Shown {
        tour: &extreme.tour,
        replay: &extreme.replay,
    });
    let title = print::title(&puzzle, extreme, arguments.minimise);
    let picture = match what {
        What::Board => draw::board(&puzzle, shown, &title).to_svg(),
        What::Grid => kind.draw(&draw::grid(&puzzle, shown, &title)),
        What::Rolls => kind.draw(&draw::rolls(&puzzle, shown, &title)?),
    };
    if let Some(why) = &found.obstacle {
        context.hint(&format!("no tour: {why}"));
    }
    Ok(Answer::document(picture).with_status(u8::from(!found.has_tour())))
}

fn generate(arguments: &Generate, context: &Context) -> anyhow::Result<Answer> {
    let puzzle = arguments.board.puzzle()?;
    let seed = context.seed(arguments.seed);
    let effort = Effort {
        tries: arguments.tries.max(1),
        ..Effort::USUAL
    };
    let made = generate::generate(&puzzle, seed, effort, context.work())?;
    Ok(Answer::new(
        print::instance(&made, seed),
        print::generated_json(&made, seed),
    ))
}

fn cycles(arguments: &Cycles, context: &Context) -> anyhow::Result<Answer> {
    if let Some(path) = &arguments.picture {
        context.also_writes(path, "--picture")?;
    }
    let home = match arguments.home {
        HomeWish::Top => Home::Top,
        HomeWish::Orientation => Home::Orientation,
        HomeWish::Nowhere => Home::Nowhere,
    };
    let (answer, twins) = if let Some(width) = arguments.width {
        let found = settle(width, home, context.work())?;
        let text = print::strips_text(width, &found);
        let json = print::strips_json(width, &found);
        (Answer::new(text, json), found.twins)
    } else {
        let (rows, columns) = arguments.grid.unwrap_or_default();
        let found = uniqueness(rows, columns, home, context.work())?;
        let text = print::cycles_text(&found, home);
        let json = print::cycles_json(&found, (rows, columns));
        (Answer::new(text, json), found.twins)
    };
    if let (Some(path), Some(twins)) = (&arguments.picture, &twins) {
        file::write(path, draw::twins(twins)?.to_svg())?;
    }
    Ok(answer.with_status(u8::from(twins.is_some())))
}
