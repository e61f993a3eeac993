//! `cubegraph corner generate` and `cubegraph corner relatives`.

use std::fmt::Write;

use clap::Args;
use cubegraph::Error;
use cubegraph::corner::{Candidate, Options, Piece, Puzzle, Rank, Relaxations, Rule, generate};
use cubegraph::text::grouped;
use serde::Serialize;

use super::{Answer, Context, envelope};
use crate::cli::options::{names, seed};
use crate::cli::{headed, located, table};

/// Which of van Kreveld's requirements are dropped.
#[derive(Args, Clone, Copy, Debug)]
pub struct RelaxationOptions {
    /// Allow equal pieces
    #[arg(long)]
    repeats: bool,
    /// Allow AAA, BBB, CCC and DDD
    #[arg(long)]
    symmetric_pieces: bool,
    /// Allow other than six half-edges of each letter
    #[arg(long)]
    unbalanced: bool,
}

impl From<RelaxationOptions> for Relaxations {
    fn from(given: RelaxationOptions) -> Relaxations {
        Relaxations {
            repeats: given.repeats,
            symmetric_pieces: given.symmetric_pieces,
            unbalanced: given.unbalanced,
        }
    }
}

/// Arguments of `corner generate`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    relaxed: RelaxationOptions,
    /// How many solutions: N, FROM-TO, or any [default: 1]
    #[arg(long, value_name = "N", value_parser = solutions)]
    solutions: Option<(u32, u32)>,
    /// Pieces that must be in the set, such as AAD,ADD
    #[arg(
        long,
        value_name = "PIECES",
        value_delimiter = ',',
        hide_short_help = true
    )]
    with: Vec<String>,
    /// Pieces that must not be in it
    #[arg(
        long,
        value_name = "PIECES",
        value_delimiter = ',',
        hide_short_help = true
    )]
    without: Vec<String>,
    /// At least N loops
    #[arg(long, value_name = "N", hide_short_help = true)]
    loops: Option<usize>,
    /// One of each class of equivalent sets (letters and mirror)
    #[arg(long)]
    essentially_different: bool,
    /// What to sort by, the hardest first [default: difficulty]
    #[arg(long, value_enum, hide_short_help = true)]
    rank: Option<RankBy>,
    /// Show at most N sets; JSON and CSV too [default: 40]
    #[arg(long, value_name = "N", conflicts_with = "all")]
    limit: Option<usize>,
    /// Show all sets
    #[arg(long)]
    all: bool,
    /// What the pieces are
    #[arg(long, value_enum, default_value_t = RuleName::Corners)]
    rule: RuleName,
    /// The seed, with --rule edges or faces
    ///
    /// Drawn and printed if not given.
    #[arg(long, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
}

names! {
    /// What the list is sorted by.
    RankBy for Rank {
        /// 6 · solutions / loops, smallest first
        Difficulty,
        /// Dead ends of a person who builds the base first, most first
        DeadEnds,
        /// Share of the loops that can be completed, smallest first
        Chance,
    }
}

names! {
    /// The kinds of pieces.
    RuleName for Rule {
        /// Eight corners with half-edges
        Corners,
        /// Twelve edge pieces
        Edges,
        /// Six sides with notched edges (Happy Cube, wirrel-warrel)
        Faces,
    }
}

fn solutions(text: &str) -> Result<(u32, u32), String> {
    let wrong = || "a number from 1, FROM-TO such as 1-3, or any is expected".to_owned();
    let number = |text: &str| text.parse().ok().filter(|n| *n >= 1).ok_or_else(wrong);
    let (from, to) = match text.split_once('-') {
        _ if text == "any" => (1, u32::MAX),
        Some((from, to)) => (number(from)?, number(to)?),
        None => (number(text)?, number(text)?),
    };
    (from <= to).then_some((from, to)).ok_or_else(wrong)
}

fn pieces(option: &str, words: &[String]) -> Result<Vec<Piece>, Error> {
    words
        .iter()
        .map(|word| located(option, word, word.parse()))
        .collect()
}

impl Arguments {
    /// Whether an option is given that only lists of sets of corner pieces have.
    fn asks_for_a_list(&self) -> bool {
        let RelaxationOptions {
            repeats,
            symmetric_pieces,
            unbalanced,
        } = self.relaxed;
        let figures = self.solutions.is_some() || self.loops.is_some() || self.limit.is_some();
        let pieces = !self.with.is_empty() || !self.without.is_empty();
        let sorting = self.essentially_different || self.rank.is_some() || self.all;
        repeats || symmetric_pieces || unbalanced || figures || pieces || sorting
    }

    fn wanted(&self) -> Result<generate::Options, Error> {
        let (at_least, at_most) = self.solutions.unwrap_or((1, 1));
        Ok(generate::Options {
            relaxed: self.relaxed.into(),
            at_least,
            at_most: Some(at_most),
            with: pieces("--with", &self.with)?,
            without: pieces("--without", &self.without)?,
            loops_at_least: self.loops.unwrap_or(0),
            essentially_different: self.essentially_different,
            rank: self.rank.unwrap_or(RankBy::Difficulty).into(),
            limit: (!self.all).then(|| self.limit.unwrap_or(40)),
        })
    }
}

/// Runs `corner generate`.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let rule = Rule::from(arguments.rule);
    if rule == Rule::Corners {
        return list(arguments, context);
    }
    if arguments.asks_for_a_list() {
        let message = format!("with --rule {} only --seed can be chosen", rule.name());
        return Err(Error::invalid(message)
            .help("the other options are about corner pieces")
            .into());
    }
    random("generate", rule, arguments.seed, context)
}

/// The text of an instance file.
fn instance(puzzle: &Puzzle) -> anyhow::Result<String> {
    Ok(toml::to_string_pretty(puzzle)?)
}

/// The sets of corner pieces that meet every wish.
fn list(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    if arguments.seed.is_some() {
        let message = "sets of corner pieces are listed, not drawn by a seed";
        let help = "leave out --seed, or use --rule edges or --rule faces";
        return Err(Error::invalid(message).help(help).into());
    }
    let writes_instance = context.options.writes_instance();
    let wanted = arguments.wanted()?;
    let found = generate(&wanted, context.work())?;
    let shown = found.candidates();
    if let (true, Some(first)) = (writes_instance, shown.first()) {
        return Ok(Answer::document(instance(&first.puzzle())?));
    }
    let header = [
        "pieces",
        "solutions",
        "loops",
        "completable",
        "difficulty",
        "dead ends",
    ];
    let rows = headed(header, shown.iter().map(row));
    let mut text = format!(
        "{}\n{} sets, of which {} can be assembled and {} meet all requirements\n",
        wanted.relaxed,
        grouped(found.sets()),
        grouped(found.solvable()),
        grouped(found.found())
    );
    match found.why() {
        Some(why) => writeln!(text, "None can: {why}.")?,
        None => write!(text, "\n{}", table(&rows))?,
    }
    if found.found() > shown.len() {
        let rest = grouped(found.found() - shown.len());
        write!(text, "\n… and {rest} more; --all shows them")?;
    }
    if writes_instance {
        context.hint(&text);
        return Ok(Answer::nothing_to_draw());
    }
    let status = u8::from(found.found() == 0);
    let json = envelope("generate", None, found);
    Ok(Answer::new(text, json).with_csv(rows).with_status(status))
}

fn row(candidate: &Candidate) -> Vec<String> {
    let difficulty = candidate.difficulty();
    vec![
        candidate.puzzle().to_string(),
        candidate.solutions().to_string(),
        candidate.loops().to_string(),
        candidate.completable_loops().to_string(),
        difficulty.map_or(String::new(), |d| format!("{:.4}", d.value())),
        candidate.dead_ends().to_string(),
    ]
}

/// A puzzle of a relative with one assembly.
fn random(
    command: &'static str,
    rule: Rule,
    seed: Option<u64>,
    context: &Context,
) -> anyhow::Result<Answer> {
    let seed = context.seed(seed);
    let puzzle = Puzzle::random(rule, seed, context.work()).map_err(|error| match error {
        Error::TooLarge(_) => error.help("try another --seed"),
        other => other,
    })?;
    let solution = puzzle.solve(&Options { count_only: true }, context.work())?;
    let text = format!("# seed {seed}\n{}", instance(&puzzle)?);
    let csv = headed(["piece"], puzzle.words().into_iter().map(|word| vec![word]));
    let json = envelope(command, None, solution).seeded(seed);
    Ok(Answer::new(text, json).with_csv(csv).verbatim())
}

/// Arguments of `corner relatives`.
#[derive(Args)]
pub struct Relatives {
    /// Make a puzzle of this relative with one assembly; without it, state the rules of all
    #[arg(value_enum)]
    relative: Option<Relative>,
    /// The seed of the puzzle; drawn and printed if not given
    #[arg(long, value_name = "S", requires = "relative", value_parser = seed)]
    seed: Option<u64>,
}

names! {
    /// The relatives of van Kreveld's puzzle.
    Relative for Rule {
        /// Twelve edge pieces
        Edges,
        /// Six sides with notched edges (Happy Cube, wirrel-warrel)
        Faces,
    }
}

impl Relatives {
    /// Whether the rules are asked for, and not a puzzle.
    pub fn states_rules(&self) -> bool {
        self.relative.is_none()
    }
}

/// The rules, for programs.
#[derive(Serialize)]
struct Statement {
    rules: &'static str,
    edge_pieces: usize,
    face_pieces: usize,
}

const RULES: &str = "\
corners (van Kreveld's puzzle): eight corners, each with three half-edges; A fits D and B fits C. \
A piece is its three half-edges read clockwise from outside, such as BDD; there are 24.

edges: twelve bars that share the eight corners between them. The end of a bar takes of its corner \
N nothing, H the half next to the bar, W the whole, or A, B, C, D: the half that the bar's top, \
right, bottom or left half runs into (named like half-edges). Three ends make a corner if together \
they fill it without overlap: clockwise from outside W N N, A D N, C B N, H C N or D H N, from any \
of the three on. A piece is its two ends, such as AH or HA; there are 28. It may be turned end for \
end; with roll = true in the file it may also be rolled about its axis.

faces (Happy Cube, wirrel-warrel): six sides of 5 x 5 units, one unit thick. A side has its 3 x 3 \
middle and keeps some of the 16 units of its rim; every unit at an edge of the cube belongs to one \
of the two sides there, every corner unit to one of three. A piece is its rim clockwise from a \
corner, 1 for a unit and 0 for a notch, such as 0110110001010110. It may be turned and turned \
over; an assembly and its mirror image count as one.

Every command takes all three, written out or from a file with rule = \"edges\" or \
rule = \"faces\"; `corner generate --rule` makes new ones.";

/// Runs `corner relatives`.
pub fn relatives(arguments: &Relatives, context: &Context) -> anyhow::Result<Answer> {
    if let Some(relative) = arguments.relative {
        return random("relatives", relative.into(), arguments.seed, context);
    }
    let rules = Statement {
        rules: RULES,
        edge_pieces: Rule::Edges.piece_count(),
        face_pieces: Rule::Faces.piece_count(),
    };
    Ok(Answer::new(RULES, envelope("relatives", None, rules)))
}
