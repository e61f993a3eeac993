//! `cubegraph corner generate`.

use crate::Error;
use crate::corner::{Candidate, Options, Piece, Puzzle, Rank, Relaxations, Rule, generate};
use crate::text::grouped;
use serde::{Deserialize, Serialize};

use super::{Answer, Context, envelope};
use crate::Result;
#[cfg(feature = "cli")]
use crate::request::options::seed;
use crate::request::options::{names, written_as_text};
use crate::request::{Text, headed, located};

/// Which of van Kreveld's requirements are dropped.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct RelaxationOptions {
    /// Allow equal pieces
    #[cfg_attr(feature = "cli", arg(long))]
    repeats: bool,
    /// Allow AAA, BBB, CCC and DDD
    #[cfg_attr(feature = "cli", arg(long))]
    symmetric_pieces: bool,
    /// Allow other than six half-edges of each letter
    #[cfg_attr(feature = "cli", arg(long))]
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
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Arguments {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    relaxed: RelaxationOptions,
    /// How many solutions: N, FROM-TO, or any [default: 1]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N"))]
    solutions: Option<SolutionRange>,
    /// Pieces that must be in the set, such as AAD,ADD
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "PIECES", value_delimiter = ',', hide_short_help = true)
    )]
    with: Vec<String>,
    /// Pieces that must not be in it
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "PIECES", value_delimiter = ',', hide_short_help = true)
    )]
    without: Vec<String>,
    /// At least N loops
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", hide_short_help = true))]
    loops: Option<usize>,
    /// One of each class of equivalent sets (letters and mirror)
    #[cfg_attr(feature = "cli", arg(long))]
    essentially_different: bool,
    /// What to sort by, the hardest first [default: difficulty]
    #[cfg_attr(feature = "cli", arg(long, value_enum, hide_short_help = true))]
    rank: Option<RankBy>,
    /// Show at most N sets; JSON and CSV too [default: 40]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", conflicts_with = "all"))]
    limit: Option<usize>,
    /// Show all sets
    #[cfg_attr(feature = "cli", arg(long))]
    all: bool,
    /// What the pieces are [default: corners]
    #[cfg_attr(feature = "cli", arg(long, value_enum))]
    rule: Option<RuleName>,
    /// The seed, with --rule edges or faces
    ///
    /// Drawn and printed if not given.
    #[cfg_attr(feature = "cli", arg(long, value_name = "S", value_parser = seed))]
    seed: Option<u64>,
}

names! {
    /// What the list is sorted by.
    RankBy for Rank {
        /// 6 · solutions / loops, smallest first
        Difficulty,
        /// Dead ends of building the base first, most first
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

/// The fewest and the most solutions.
#[derive(Clone, Copy, Debug)]
struct SolutionRange(u32, u32);

written_as_text!(SolutionRange);

impl std::str::FromStr for SolutionRange {
    type Err = String;

    fn from_str(text: &str) -> Result<SolutionRange, String> {
        let wrong = || "a number from 1, FROM-TO such as 1-3, or any is expected".to_owned();
        let number = |text: &str| text.parse().ok().filter(|n| *n >= 1).ok_or_else(wrong);
        let (from, to) = match text.split_once('-') {
            _ if text == "any" => (1, u32::MAX),
            Some((from, to)) => (number(from)?, number(to)?),
            None => (number(text)?, number(text)?),
        };
        (from <= to).then_some(SolutionRange(from, to)).ok_or_else(wrong)
    }
}

fn pieces(option: &str, words: &[String]) -> Result<Vec<Piece>, Error> {
    words.iter().map(|word| located(option, word, word.parse())).collect()
}

impl Arguments {
    /// Whether an option is given that only lists of sets of corner pieces have.
    fn asks_for_a_list(&self) -> bool {
        let RelaxationOptions { repeats, symmetric_pieces, unbalanced } = self.relaxed;
        let figures = self.solutions.is_some() || self.loops.is_some() || self.limit.is_some();
        let pieces = !self.with.is_empty() || !self.without.is_empty();
        let sorting = self.essentially_different || self.rank.is_some() || self.all;
        repeats || symmetric_pieces || unbalanced || figures || pieces || sorting
    }

    fn wanted(&self) -> Result<generate::Options, Error> {
        let SolutionRange(at_least, at_most) = self.solutions.unwrap_or(SolutionRange(1, 1));
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
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let rule = arguments.rule.map_or(Rule::Corners, Rule::from);
    if rule == Rule::Corners {
        return list(arguments, context);
    }
    if arguments.asks_for_a_list() {
        let message = format!("with --rule {} only --seed can be chosen", rule.name());
        return Err(Error::invalid(message).help("the other options are about corner pieces"));
    }
    random(rule, arguments.seed, context)
}

/// The text of an instance file.
fn instance(puzzle: &Puzzle) -> Result<String> {
    toml::to_string_pretty(puzzle).map_err(|error| Error::invalid(error.to_string()))
}

/// The sets of corner pieces that meet every wish.
fn list(arguments: &Arguments, context: &Context) -> Result<Answer> {
    if arguments.seed.is_some() {
        let message = "sets of corner pieces are listed, not drawn by a seed";
        let help = "leave out --seed, or use --rule edges or --rule faces";
        return Err(Error::invalid(message).help(help));
    }
    let writes_instance = context.writes_instance();
    let wanted = arguments.wanted()?;
    let found = generate(&wanted, context.work)?;
    let shown = found.candidates();
    if let (true, Some(first)) = (writes_instance, shown.first()) {
        return Ok(Answer::from_document(instance(&first.puzzle())?));
    }
    let header = ["pieces", "solutions", "loops", "completable", "difficulty", "dead ends"];
    let rows = headed(header, shown.iter().map(row));
    let mut text = Text::from(format!(
        "{}\n{} sets, of which {} can be assembled and {} meet all requirements\n",
        wanted.relaxed,
        grouped(found.sets()),
        grouped(found.solvable()),
        grouped(found.found())
    ));
    if let Some(why) = found.why() {
        text.push_str(&format!("None can: {why}.\n"));
    } else {
        text.push_str("\n");
        text.table(&rows);
    }
    if found.found() > shown.len() {
        let rest = grouped(found.found() - shown.len());
        text.push_str(&format!("… and {rest} more; --all shows them\n"));
    }
    if writes_instance {
        context.hint(&text.rendered(usize::MAX, |_| String::new()));
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
fn random(rule: Rule, seed: Option<u64>, context: &Context) -> Result<Answer> {
    let seed = context.seed(seed);
    let puzzle = Puzzle::random(rule, seed, context.work).map_err(|error| match error {
        Error::TooLarge(_) => error.help("try another --seed"),
        other => other,
    })?;
    let solution = puzzle.solve(&Options { count_only: true }, context.work)?;
    let text = format!("# seed {seed}\n{}", instance(&puzzle)?);
    let csv = headed(["piece"], puzzle.words().into_iter().map(|word| vec![word]));
    let json = envelope("generate", None, solution).seeded(seed);
    Ok(Answer::new(text, json).with_csv(csv).verbatim())
}
