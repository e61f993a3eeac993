//! Picks a method by size and question, and checks what it answers.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::{Deserialize, Serialize};

use super::orient::principal_towers;
use super::pairing::{self, PairingLimits, PartFactors};
use super::rotations::{self, Filter};
use super::sat::{self, Refutation};
use super::tower::Tower;
use super::{Counts, Puzzle, Rule, check, explain};
use cubegraph_core::work::{Error, Result, Work};

/// How a puzzle is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Method {
    /// The method that fits the size and the question best.
    #[default]
    Auto,
    /// List the 2-factors, pair the disjoint ones.
    Factors,
    /// Hesselink's search over orientations.
    Rotations,
    /// Clause learning.
    Sat,
}

impl Method {
    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Factors => "factors",
            Method::Rotations => "rotations",
            Method::Sat => "sat",
        }
    }
}

/// How many towers are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wanted {
    /// Only the counts.
    Count,
    /// Some towers.
    Some(usize),
    /// All principal ones.
    All,
}

impl Wanted {
    fn limit(self) -> usize {
        match self {
            Wanted::Count => 0,
            Wanted::Some(limit) => limit,
            Wanted::All => usize::MAX,
        }
    }
}

/// Options of [`Puzzle::solve`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// How many towers; one, unless said otherwise.
    pub wanted: Wanted,
    /// The method.
    pub method: Method,
    /// Whether Hesselink's search leaves out the test of its first stage (his closing remark).
    pub without_filter: bool,
    /// Whether a refutation is wanted if there is no tower; only clause learning gives one.
    pub proof: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            wanted: Wanted::Some(1),
            method: Method::Auto,
            without_filter: false,
            proof: false,
        }
    }
}

/// The answer, checked. It serialises to the keys of the tool's JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Solution {
    #[serde(rename = "cubes")]
    number_of_cubes: usize,
    #[serde(rename = "colours")]
    number_of_colours: usize,
    rule: Rule,
    solvable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(flatten)]
    counts: Option<Counts>,
    method: Method,
    reason: String,
    /// |S₁|, |S₂|, |S₃| of Hesselink's search.
    #[serde(skip_serializing_if = "Option::is_none")]
    stages: Option<[u64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflicts: Option<u64>,
    #[serde(rename = "solutions")]
    towers: Vec<Tower>,
    #[serde(skip)]
    refutation: Option<Refutation>,
    /// The parts of the puzzle with their factors, where these were listed.
    #[serde(skip)]
    pub(super) parts: Vec<PartFactors>,
}

impl Solution {
    /// Whether there is a tower.
    pub fn is_solvable(&self) -> bool {
        self.solvable
    }

    /// Towers, as many as were wanted and exist.
    pub fn towers(&self) -> &[Tower] {
        &self.towers
    }

    /// The counts, where everything was counted.
    pub fn counts(&self) -> Option<&Counts> {
        self.counts.as_ref()
    }

    /// Why there is no tower, in a sentence; nothing where there is one.
    pub fn why(&self) -> Option<&str> {
        self.why.as_deref()
    }

    /// The method that answered.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Why this method was taken.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// |S₁|, |S₂|, |S₃| of Hesselink's search, where it answered.
    pub fn stages(&self) -> Option<[u64; 3]> {
        self.stages
    }

    /// How many conflicts clause learning met, where it answered.
    pub fn conflicts(&self) -> Option<u64> {
        self.conflicts
    }

    /// The proof that there is no tower, where it was wanted.
    pub fn refutation(&self) -> Option<&Refutation> {
        self.refutation.as_ref()
    }

    fn new(puzzle: &Puzzle, method: Method, reason: impl Into<String>) -> Solution {
        Solution {
            number_of_cubes: puzzle.cubes().len(),
            number_of_colours: puzzle.graph().node_count(),
            rule: puzzle.rule(),
            solvable: false,
            why: None,
            counts: None,
            method,
            reason: reason.into(),
            stages: None,
            conflicts: None,
            towers: Vec::new(),
            refutation: None,
            parts: Vec::new(),
        }
    }
}

/// Up to this many cubes the factors are listed unless something else is asked for.
const FACTORS_UP_TO: usize = 40;

/// Above this size, warn if there is no time limit.
const HARD_FROM: usize = 300;

/// After this many guesses, about ten seconds, the default gives up listing and looks for one tower
/// by clause learning.
const MOST_GUESSES: u64 = 3_000_000;

/// How many factors of a part are kept to be shown.
const FACTORS_SHOWN: usize = 1000;

/// Up to this many cubes the counts are compared with a brute force before they are reported.
const RECOUNT_UP_TO: usize = 4;

impl Puzzle {
    /// Solves the puzzle and checks the answer by code that shares nothing with the solvers.
    ///
    /// # Errors
    /// [`Error::Invalid`] for options that contradict each other; limits and interruption as
    /// [`Work`] says; [`Error::Rejected`] if the answer does not pass the check.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph_core::Work;
    /// # use cubegraph_insanity::{Options, Puzzle};
    /// let puzzle: Puzzle = "AEDDEA BBCBDC ADBDCA BDABAE EEEBCD".parse()?;
    /// let solution = puzzle.solve(&Options::default(), &Work::default())?;
    /// assert_eq!(solution.counts().unwrap().principal, 1u32.into());
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    pub fn solve(&self, options: &Options, work: &Work) -> Result<Solution> {
        let mut solution = answer(self, options, work)?;
        examine(self, options, &solution, work)?;
        if !solution.solvable {
            solution.why = Some(explain::why_not(self, &solution));
        }
        Ok(solution)
    }
}

/// Answers without the check.
pub(super) fn answer(puzzle: &Puzzle, options: &Options, work: &Work) -> Result<Solution> {
    let listed = |reason: &str| by_factors(puzzle, options, None, work, reason.to_owned());
    let learnt = |reason: String| by_sat(puzzle, options, work, reason);
    if options.without_filter && options.method != Method::Rotations {
        return Err(Error::invalid(
            "the filter belongs to Hesselink's search, and another method was asked for",
        ));
    }
    if options.proof && !matches!(options.method, Method::Auto | Method::Sat) {
        return Err(Error::invalid("only clause learning writes a proof"));
    }
    match options.method {
        Method::Factors => listed("it was asked for"),
        Method::Rotations => by_rotations(puzzle, options, work),
        Method::Sat => learnt("it was asked for".to_owned()),
        Method::Auto if options.proof => learnt("only clause learning writes a proof".to_owned()),
        Method::Auto if puzzle.rule() == Rule::TooFewColours => {
            listed("there are too few colours, nothing has to be searched")
        }
        Method::Auto if !matches!(options.wanted, Wanted::Some(_)) => {
            listed("counting needs every factor")
        }
        Method::Auto if puzzle.cubes().len() > FACTORS_UP_TO => learnt(format!(
            "with more than {FACTORS_UP_TO} cubes one tower is found best by clause learning"
        )),
        Method::Auto => {
            let reason = format!("up to {FACTORS_UP_TO} cubes the factors are listed");
            match by_factors(puzzle, options, Some(MOST_GUESSES), work, reason) {
                Err(Error::TooLarge(refusal)) => {
                    work.note(refusal.message());
                    learnt(format!(
                        "{}, so one tower was looked for by clause learning",
                        refusal.message()
                    ))
                }
                other => other,
            }
        }
    }
}

fn by_factors(
    puzzle: &Puzzle,
    options: &Options,
    guesses: Option<u64>,
    work: &Work,
    reason: String,
) -> Result<Solution> {
    let all = options.wanted == Wanted::All;
    let mut limit = if all { 0 } else { options.wanted.limit() };
    let count = |pairs| {
        let keep = PairingLimits { pairs, factors: FACTORS_SHOWN, guesses };
        pairing::count(puzzle.graph(), keep, work)
    };
    let mut found = count(limit)?;
    if all {
        limit = listable(&found.counts.principal, puzzle, work)?;
        found = count(limit)?;
    }
    let towers = principal_towers(puzzle, &found).take(limit).collect();
    Ok(Solution {
        solvable: found.counts.is_solvable(),
        counts: Some(found.counts),
        towers,
        parts: found.parts,
        ..Solution::new(puzzle, Method::Factors, reason)
    })
}

/// The number of towers, if they fit into memory.
fn listable(principal: &BigUint, puzzle: &Puzzle, work: &Work) -> Result<usize> {
    // A placed cube, its name on six sides and its turns.
    let bytes = puzzle.cubes().len() as u128 * 400;
    let needed = principal.to_u128().and_then(|towers| towers.checked_mul(bytes));
    let what = format!("listing all {principal} principal solutions");
    work.reserve(&what, needed.unwrap_or(u128::MAX))?;
    let too_many = || Error::too_large(format!("there are {principal} principal solutions"));
    principal.to_usize().ok_or_else(too_many)
}

fn by_rotations(puzzle: &Puzzle, options: &Options, work: &Work) -> Result<Solution> {
    let filter = if options.without_filter { Filter::NoAccept } else { Filter::Accept };
    let found = rotations::search(puzzle, filter, options.wanted.limit(), work)?;
    Ok(Solution {
        solvable: found.counts.is_solvable(),
        towers: found.towers(puzzle),
        stages: Some(found.stages),
        counts: Some(found.counts),
        ..Solution::new(puzzle, Method::Rotations, "it was asked for")
    })
}

fn by_sat(puzzle: &Puzzle, options: &Options, work: &Work, reason: String) -> Result<Solution> {
    let cubes = puzzle.cubes().len();
    if cubes > HARD_FROM && work.time_left().is_none() {
        work.note(&format!(
            "{cubes} cubes may take for ever: the problem is NP-complete, and no time limit is set"
        ));
    }
    let limit = options.wanted.limit();
    let wanted = match options.wanted {
        Wanted::Some(limit) => limit.max(1),
        Wanted::Count | Wanted::All => usize::MAX,
    };
    let found = sat::search(puzzle, wanted, limit, options.proof, work)?;
    let parts = vec![found.part];
    let counts = found.complete.then(|| Counts { factors: None, ..pairing::total(&parts) });
    let solvable = parts[0].pairs > 0;
    let found_pairs = pairing::PairedFactors { counts: counts.clone().unwrap_or_default(), parts };
    let limit = match (&counts, options.wanted) {
        (Some(counts), Wanted::All) => listable(&counts.principal, puzzle, work)?,
        _ => limit,
    };
    let towers = principal_towers(puzzle, &found_pairs).take(limit).collect();
    Ok(Solution {
        solvable,
        counts,
        towers,
        conflicts: Some(found.conflicts),
        refutation: found.refutation,
        ..Solution::new(puzzle, Method::Sat, reason)
    })
}

/// The independent check of an answer.
fn examine(puzzle: &Puzzle, options: &Options, solution: &Solution, work: &Work) -> Result<()> {
    for tower in &solution.towers {
        check::tower(puzzle, tower).map_err(Error::Rejected)?;
    }
    check::principal(&solution.towers)?;
    let rejected = |why: &str| Err(Error::Rejected(why.to_owned()));
    if let Some(counts) = &solution.counts {
        check::counts(puzzle, counts)?;
        let listed = BigUint::from(solution.towers.len());
        if options.wanted == Wanted::All && listed != counts.principal {
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
    if matches!(options.wanted, Wanted::Some(limit) if limit > 0)
        && solution.solvable == solution.towers.is_empty()
    {
        return rejected("a tower is claimed and none is shown");
    }
    Ok(())
}
