//! `cubegraph insanity solve`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::insanity::{
    Counts, Method, Options, Puzzle, QuarterTurn, Refutation, Rule, Solution, Tower, Wanted,
};
use crate::work::file;
use crate::{Error, Result};

use serde::{Deserialize, Serialize};

use super::super::answer::Explained;
use super::super::options::names;
use super::super::{Answer, Context, Text, headed, row};
use super::{PuzzleArgument, envelope, headline};

/// What `solve` is asked.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Arguments {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    puzzle: PuzzleArgument,
    /// Only count: factors, pairs, principal solutions, patterns
    #[cfg_attr(feature = "cli", arg(long, conflicts_with_all = ["all", "limit"]))]
    count: bool,
    /// List all principal solutions
    ///
    /// One of each eight that differ by turning the whole tower.
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "limit"))]
    all: bool,
    /// List at most N principal solutions [default: 1]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N"))]
    limit: Option<usize>,
    /// How to solve it (default: by size and question)
    #[cfg_attr(feature = "cli", arg(long, value_enum))]
    method: Option<MethodName>,
    /// Write the argument out: forced edges, factors, the disjoint pair
    #[cfg_attr(feature = "cli", arg(long))]
    explain: bool,
    /// If there is no tower, write the proof (DRAT) to FILE
    ///
    /// The formula that it refutes is written beside it, ending in .cnf.
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    proof: Option<PathBuf>,
    /// With --method rotations: Hesselink's search without its first filter
    ///
    /// His closing remark: nothing is filtered in the first stage, and front and back are tested in
    /// the last.
    #[cfg_attr(feature = "cli", arg(long))]
    no_accept: bool,
}

names! {
    MethodName for Method {
        /// List the 2-factors of the colour graph and pair the disjoint ones
        Factors,
        /// Hesselink's three-stage search over the orientations
        Rotations,
        /// Clause learning: a first tower of many cubes, or a proof that there is none
        Sat,
    }
}

impl Arguments {
    fn options(&self) -> Result<Options> {
        let method = self.method.map_or(Method::Auto, Into::into);
        if self.no_accept && method != Method::Rotations {
            return Err(Error::invalid("--no-accept changes Hesselink's search")
                .help("add --method rotations"));
        }
        if self.proof.is_some() && !matches!(method, Method::Auto | Method::Sat) {
            return Err(Error::invalid("only clause learning writes a proof")
                .help("use --method sat, or leave --method out"));
        }
        Ok(Options {
            wanted: match (self.count, self.all) {
                (true, _) => Wanted::Count,
                (_, true) => Wanted::All,
                _ => Wanted::Some(self.limit.unwrap_or(1)),
            },
            method,
            without_filter: self.no_accept,
            proof: self.proof.is_some(),
        })
    }
}

impl Arguments {
    /// The usual question about a puzzle.
    pub(super) fn of(puzzle: PuzzleArgument) -> Arguments {
        Arguments { puzzle, ..Arguments::default() }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let puzzle = arguments.puzzle.read(context)?;
    if let Some(proof) = &arguments.proof {
        let formula = formula_of(proof)?;
        context.also_writes(proof, "--proof")?;
        context.also_writes(&formula, "the formula of --proof")?;
    }
    let solution =
        puzzle.solve(&arguments.options()?, context.work).map_err(|error| match error {
            Error::TooLarge(_) if arguments.all => error.help("--limit N lists some"),
            other => other,
        })?;
    if let Some(path) = &arguments.proof {
        match solution.refutation() {
            Some(refutation) => write_proof(path, refutation, context)?,
            None => context.hint("there is a tower, so there is no proof to write"),
        }
    }
    let mut text = in_words(&puzzle, &solution);
    let mut explanation = None;
    if arguments.explain {
        let argument = puzzle.explain(&solution, context.work)?;
        text.push_str(&argument);
        explanation = Some(argument);
    }
    let rows = rows(&solution, arguments.count);
    let solvable = solution.is_solvable();
    let answer = Explained { solution, explanation };
    Ok(Answer::new(text, envelope("solve", &puzzle, answer))
        .with_csv(rows)
        .with_status(u8::from(!solvable)))
}

/// Where the formula of a proof goes.
fn formula_of(proof: &Path) -> Result<PathBuf> {
    let formula = proof.with_extension("cnf");
    if file::same_place(&formula, proof) {
        return Err(Error::invalid("the formula is written to the file that ends in .cnf")
            .help("let the proof end in .drat"));
    }
    Ok(formula)
}

fn write_proof(path: &Path, refutation: &Refutation, context: &Context) -> Result<()> {
    let formula = formula_of(path)?;
    file::write_with(&formula, |out| refutation.write_formula(out))?;
    file::write_with(path, |out| refutation.write_proof(out))?;
    context.hint(&format!(
        "the formula is in {}, its refutation in {}",
        formula.display(),
        path.display()
    ));
    Ok(())
}

fn in_words(puzzle: &Puzzle, solution: &Solution) -> Text {
    let sentence = puzzle.rule().sentence();
    let mut text = Text::from(format!("{}\n{sentence}\n", headline(puzzle)));
    let _ = writeln!(text, "Method: {} ({}).", solution.method().name(), solution.reason());
    if let Some([s1, s2, s3]) = solution.stages() {
        let _ = writeln!(text, "Stages: |S1| = {s1}, |S2| = {s2}, |S3| = {s3}.");
    }
    if let Some(conflicts) = solution.conflicts() {
        let _ = writeln!(text, "Conflicts: {conflicts}.");
    }
    if let Some(counts) = solution.counts() {
        text.push_str("\n");
        text.table(&count_rows(counts, puzzle.rule()));
    }
    let _ = writeln!(text, "\n{}", verdict(solution));
    for (index, tower) in solution.towers().iter().enumerate() {
        let number = index + 1;
        let _ = writeln!(text, "\nTower {number} (cubes from 1; seen from the front):");
        text.table(&tower.rows());
    }
    text.push_str(&legend(solution));
    text
}

fn verdict(solution: &Solution) -> String {
    if let Some(why) = solution.why() {
        return format!("There is no tower: {why}.");
    }
    match solution.counts() {
        Some(counts) => {
            let shown = match solution.towers().len() {
                0 => String::new(),
                shown => format!(" Shown: {shown}."),
            };
            format!(
                "There is a tower: {} principal solution{}, up to turning the whole.{shown}",
                counts.principal,
                if counts.principal == 1u32.into() { "" } else { "s" }
            )
        }
        None => "There is a tower; how many was not counted.".to_owned(),
    }
}

fn count_rows(counts: &Counts, rule: Rule) -> Vec<Vec<String>> {
    let strands = rule.strands();
    let factors = counts.factors.as_ref().map(|factors| {
        let what = format!("labelled {strands} of the colour graph");
        ("factors", factors, what)
    });
    let others = [
        ("pairs", &counts.pairs, format!("unordered pairs of {strands} without a common edge")),
        (
            "principal",
            &counts.principal,
            "ways to turn the cubes, up to the 8 turns of the tower".to_owned(),
        ),
        ("patterns", &counts.patterns, "towers that look different from the four sides".to_owned()),
    ];
    let body = factors.into_iter().chain(others);
    let rows = body.map(|(name, value, what)| vec![name.to_owned(), value.to_string(), what]);
    headed(["count", "value", "what it counts"], rows)
}

/// What the quarter turns used mean, and what is not known.
fn legend(solution: &Solution) -> String {
    let turns: Vec<_> = solution.towers().iter().flat_map(Tower::turns).collect();
    let mut used: Vec<QuarterTurn> = turns.iter().flatten().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    let mut text = String::new();
    if !used.is_empty() {
        let meanings: Vec<String> =
            used.iter().map(|turn| format!("{}: {}", turn.name(), turn.meaning())).collect();
        let meanings = meanings.join("; ");
        let _ = writeln!(text, "\nQuarter turns of one cube: {meanings}.");
    }
    if turns.iter().any(Option::is_none) {
        text.push_str(
            "\nA cube given by pairs cannot be told from its mirror image: its top and bottom may \
             be exchanged, and how to turn it is unknown.\n",
        );
    }
    text
}

fn rows(solution: &Solution, count: bool) -> Vec<Vec<String>> {
    if let (true, Some(counts)) = (count, solution.counts()) {
        return count_rows(counts, Rule::EveryColourOnce)
            .into_iter()
            .map(|row| row[..2].to_vec())
            .collect();
    }
    let header = ["solution", "cube", "front", "back", "left", "right", "top", "bottom", "turns"];
    let mut rows = vec![row(header)];
    for (index, tower) in solution.towers().iter().enumerate() {
        for mut row in tower.rows().into_iter().skip(1) {
            row.insert(0, (index + 1).to_string());
            rows.push(row);
        }
    }
    rows
}
