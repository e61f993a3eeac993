//! Picks a method by size and question, and checks what it answers.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::orient::principal_towers;
use super::pairing::{self, Keep, PartFound};
use super::rotations::{self, Filter};
use super::sat::{self, Refutation};
use super::tower::{QuarterTurn, Tower, quarter_turns};
use super::{Counts, Puzzle, Rule, check};
use crate::work::{Error, Result, Work};

/// How a puzzle is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// List the 2-factors, pair the disjoint ones.
    Factors,
    /// Hesselink's search over orientations.
    Rotations,
    /// Clause learning.
    Sat,
}

impl Method {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Factors => "factors",
            Method::Rotations => "rotations",
            Method::Sat => "sat",
        }
    }
}

/// How many towers are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Only the counts.
    Count,
    /// Some towers.
    Some(usize),
    /// All principal ones.
    All,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// How many towers.
    pub wanted: Wanted,
    /// The method, or the one that fits best.
    pub method: Option<Method>,
    /// The filter of Hesselink's search.
    pub filter: Filter,
    /// Whether a refutation is wanted if there is no tower; only clause learning gives one.
    pub proof: bool,
}

impl Default for Question {
    fn default() -> Question {
        Question {
            wanted: Wanted::Some(1),
            method: None,
            filter: Filter::Accept,
            proof: false,
        }
    }
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Whether there is a tower.
    pub solvable: bool,
    /// The counts, where everything was counted.
    pub counts: Option<Counts>,
    /// Towers, as many as were wanted and exist.
    pub towers: Vec<Tower>,
    /// The method that answered.
    pub method: Method,
    /// Why it was taken, in a sentence.
    pub why: String,
    /// |S₁|, |S₂|, |S₃| of Hesselink's search.
    pub stages: Option<[u64; 3]>,
    /// How many conflicts clause learning met.
    pub conflicts: Option<u64>,
    /// The proof that there is no tower.
    pub refutation: Option<Refutation>,
    /// The parts of the puzzle with their factors, where these were listed.
    pub parts: Vec<PartFound>,
}

/// Up to this many cubes the factors are listed unless something else is asked for.
const FACTORS_UP_TO: usize = 40;

/// From this many cubes on, nobody should wait without knowing that it may be in vain.
const HARD_FROM: usize = 300;

/// After this many guesses, about ten seconds, the default gives up listing and looks for one tower by clause learning.
const PATIENCE: u64 = 3_000_000;

/// How many factors of a part are kept to be shown.
const FACTORS_SHOWN: usize = 1000;

/// Solves a puzzle and checks the answer.
///
/// # Errors
/// Limits and interruption as [`Work`] says; [`Error::Rejected`] if the answer does not pass the independent check.
///
/// # Examples
/// ```
/// # use cubegraph::{insanity::{Puzzle, solve::{Question, solve}}, work::Work};
/// let puzzle = Puzzle::from_text("AEDDEA BBCBDC ADBDCA BDABAE EEEBCD").unwrap();
/// let solution = solve(&puzzle, &Question::default(), &Work::default()).unwrap();
/// assert_eq!(solution.counts.unwrap().principal, 1u32.into());
/// ```
pub fn solve(puzzle: &Puzzle, question: &Question, work: &Work) -> Result<Solution> {
    let solution = answer(puzzle, question, work)?;
    examine(puzzle, question, &solution, work)?;
    Ok(solution)
}

/// Answers without the check.
pub fn answer(puzzle: &Puzzle, question: &Question, work: &Work) -> Result<Solution> {
    let cubes = puzzle.cubes().len();
    match question.method {
        Some(Method::Factors) => {
            by_factors(puzzle, question, None, work, "it was asked for".to_owned())
        }
        Some(Method::Rotations) => by_rotations(puzzle, question, work),
        Some(Method::Sat) => by_sat(puzzle, question, work, "it was asked for".to_owned()),
        None if question.proof => by_sat(
            puzzle,
            question,
            work,
            "only clause learning writes a proof".to_owned(),
        ),
        None if puzzle.rule() == Rule::TooFewColours => by_factors(
            puzzle,
            question,
            None,
            work,
            "there are too few colours, nothing has to be searched".to_owned(),
        ),
        None if !matches!(question.wanted, Wanted::Some(_)) => by_factors(
            puzzle,
            question,
            None,
            work,
            "counting needs every factor".to_owned(),
        ),
        None if cubes > FACTORS_UP_TO => by_sat(
            puzzle,
            question,
            work,
            format!(
                "with more than {FACTORS_UP_TO} cubes one tower is found best by clause learning"
            ),
        ),
        None => {
            let why = format!("up to {FACTORS_UP_TO} cubes the factors are listed");
            match by_factors(puzzle, question, Some(PATIENCE), work, why) {
                Err(Error::TooLarge(reason)) => {
                    work.note(reason.message());
                    let why = format!(
                        "{}, so one tower was looked for by clause learning",
                        reason.message()
                    );
                    by_sat(puzzle, question, work, why)
                }
                other => other,
            }
        }
    }
}

fn by_factors(
    puzzle: &Puzzle,
    question: &Question,
    guesses: Option<u64>,
    work: &Work,
    why: String,
) -> Result<Solution> {
    let keep = Keep {
        pairs: match question.wanted {
            Wanted::Some(limit) => limit,
            Wanted::Count | Wanted::All => 0,
        },
        factors: FACTORS_SHOWN,
        guesses,
    };
    let mut found = pairing::count(puzzle, keep, work)?;
    let limit = match question.wanted {
        Wanted::Count => 0,
        Wanted::Some(limit) => limit,
        Wanted::All => {
            let limit = listable(&found.counts.principal, puzzle, work)?;
            found = pairing::count(
                puzzle,
                Keep {
                    pairs: limit,
                    ..keep
                },
                work,
            )?;
            limit
        }
    };
    let towers = principal_towers(puzzle, &found).take(limit).collect();
    Ok(Solution {
        solvable: found.counts.is_solvable(),
        counts: Some(found.counts),
        towers,
        method: Method::Factors,
        why,
        stages: None,
        conflicts: None,
        refutation: None,
        parts: found.parts,
    })
}

/// The number of towers, if they fit into memory.
fn listable(principal: &BigUint, puzzle: &Puzzle, work: &Work) -> Result<usize> {
    // A placed cube, its name on six sides and its turns.
    let bytes = puzzle.cubes().len() as u128 * 400;
    let needed = principal
        .to_u128()
        .and_then(|towers| towers.checked_mul(bytes));
    work.reserve(
        &format!("listing all {principal} principal solutions (--limit N lists some)"),
        needed.unwrap_or(u128::MAX),
    )?;
    principal.to_usize().ok_or_else(|| {
        Error::too_large(format!(
            "there are {principal} principal solutions; --limit N lists some"
        ))
    })
}

fn by_rotations(puzzle: &Puzzle, question: &Question, work: &Work) -> Result<Solution> {
    let keep = match question.wanted {
        Wanted::Count => 0,
        Wanted::Some(limit) => limit,
        Wanted::All => usize::MAX,
    };
    let found = rotations::search(puzzle, question.filter, keep, work)?;
    Ok(Solution {
        solvable: found.counts.is_solvable(),
        towers: found.towers(puzzle).collect(),
        stages: Some(found.stages),
        counts: Some(found.counts),
        method: Method::Rotations,
        why: "it was asked for".to_owned(),
        conflicts: None,
        refutation: None,
        parts: Vec::new(),
    })
}

fn by_sat(puzzle: &Puzzle, question: &Question, work: &Work, why: String) -> Result<Solution> {
    let cubes = puzzle.cubes().len();
    if cubes > HARD_FROM && work.time_left().is_none() {
        work.note(&format!(
            "{cubes} cubes may take for ever: the problem is NP-complete; --time SECONDS ends the search"
        ));
    }
    let (wanted, limit) = match question.wanted {
        Wanted::Count => (usize::MAX, 0),
        Wanted::Some(limit) => (limit.max(1), limit),
        Wanted::All => (usize::MAX, usize::MAX),
    };
    let found = sat::search(puzzle, wanted, limit, question.proof, work)?;
    let parts = vec![found.part];
    let counts = found.complete.then(|| Counts {
        factors: None,
        ..pairing::total(&parts)
    });
    let solvable = parts[0].pairs > 0;
    let found_pairs = pairing::Found {
        counts: counts.clone().unwrap_or_default(),
        parts,
    };
    let limit = match (&counts, question.wanted) {
        (Some(counts), Wanted::All) => listable(&counts.principal, puzzle, work)?,
        _ => limit,
    };
    let towers = principal_towers(puzzle, &found_pairs).take(limit).collect();
    Ok(Solution {
        solvable,
        counts,
        towers,
        method: Method::Sat,
        why,
        stages: None,
        conflicts: Some(found.conflicts),
        refutation: found.refutation,
        parts: Vec::new(),
    })
}

/// How to turn every cube of a tower; `None` where the chirality is unknown.
pub fn turns(tower: &Tower) -> Vec<Option<Vec<QuarterTurn>>> {
    tower
        .cubes
        .iter()
        .map(|cube| cube.rotation.map(quarter_turns))
        .collect()
}

/// The independent check of an answer.
fn examine(puzzle: &Puzzle, question: &Question, solution: &Solution, work: &Work) -> Result<()> {
    for tower in &solution.towers {
        check::tower(puzzle, tower, &turns(tower))?;
    }
    check::principal(&solution.towers)?;
    let rejected = |why: &str| Err(Error::Rejected(why.to_owned()));
    if let Some(counts) = &solution.counts {
        check::counts(puzzle, counts)?;
        let listed = BigUint::from(solution.towers.len());
        if question.wanted == Wanted::All && listed != counts.principal {
            return rejected("the list of principal solutions is not complete");
        }
        if puzzle.cubes().len() <= RECOUNT_UP_TO {
            let force = check::pruned_assignments(puzzle, work)?;
            if BigUint::from(force.assignments) != &counts.principal * 8u32
                || BigUint::from(force.patterns) != counts.patterns
            {
                return rejected("trying all orientations gives other counts");
            }
        }
    }
    if let Some(refutation) = &solution.refutation {
        check::refutation(&refutation.formula.clauses, &refutation.lines, work)?;
    }
    if matches!(question.wanted, Wanted::Some(limit) if limit > 0)
        && solution.solvable == solution.towers.is_empty()
    {
        return rejected("a tower is claimed and none is shown");
    }
    Ok(())
}

/// Up to this many cubes the counts are compared with a brute force before they are told.
const RECOUNT_UP_TO: usize = 4;
