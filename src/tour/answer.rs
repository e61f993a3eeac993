//! Picks a method for a question, combines what it finds, and has it checked.

use num_bigint::BigUint;

use crate::work::{Error, Result, Work};

use super::check::{Replay, replay};
use super::ends::{Ends, Rules, ends, tour_along};
use super::layers::MOST_SET_CELLS;
use super::optimum::{self, Peak};
use super::spectrum::{self, Distribution};
use super::{Closing, Puzzle, Start, Tour, frontier, naive, obstacle, search};

/// What to find out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "any of the four may be asked for"
)]
pub struct Question {
    /// The largest sum, with proof.
    pub maximum: bool,
    /// The smallest sum, with proof.
    pub minimum: bool,
    /// How many tours there are.
    pub count: bool,
    /// How many tours have which sum.
    pub distribution: bool,
    /// How to find it out; without a wish the method is picked by the board.
    pub method: Option<Method>,
}

/// The ways to find an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Depth-first search, tour by tour.
    Search,
    /// The program over visited sets.
    Sets,
    /// The program over loose ends.
    Strip,
}

impl Method {
    /// What the method is called.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Search => "search",
            Method::Sets => "sets",
            Method::Strip => "strip",
        }
    }
}

/// An extreme sum, proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// The sum.
    pub sum: i64,
    /// How many tours have it; none where they were too many to count.
    pub tours: Option<BigUint>,
    /// One of them.
    pub tour: Tour,
    /// That tour replayed by the independent check.
    pub replay: Replay,
}

/// What was found; a figure that was not asked for is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Why there is no tour, where that can be seen at a glance.
    pub obstacle: Option<String>,
    /// How many tours there are.
    pub tours: Option<BigUint>,
    /// The largest sum; `Some(None)` if there is no tour.
    pub maximum: Option<Option<Extreme>>,
    /// The smallest sum; `Some(None)` if there is no tour.
    pub minimum: Option<Option<Extreme>>,
    /// How many tours have which sum.
    pub distribution: Option<Distribution>,
}

impl Findings {
    /// Whether the board has a tour, as far as was found out.
    pub fn has_tour(&self) -> bool {
        let extreme = |e: &Option<Option<Extreme>>| e.as_ref().map(Option::is_some);
        self.obstacle.is_none()
            && self
                .tours
                .as_ref()
                .map(|tours| *tours != BigUint::ZERO)
                .or_else(|| extreme(&self.maximum))
                .or_else(|| extreme(&self.minimum))
                .or_else(|| self.distribution.as_ref().map(|d| !d.is_empty()))
                .unwrap_or(true)
    }
}

/// Answers a question about a puzzle. Every tour in the answer has been replayed, and figures found in different ways have
/// been compared.
///
/// # Errors
/// [`Error::TooLarge`] with an estimate for boards out of reach, the limits of `work`, and [`Error::Rejected`].
///
/// # Examples
/// ```
/// # use cubegraph::tour::{answer::{answer, Question}, Puzzle, Settings};
/// # use cubegraph::work::Work;
/// let puzzle = Puzzle::new(Settings::board(3, 3)).unwrap();
/// let question = Question { maximum: true, count: true, ..Question::default() };
/// let found = answer(&puzzle, question, &Work::default()).unwrap();
/// assert_eq!(found.maximum.unwrap().unwrap().sum, 37);
/// assert_eq!(found.tours, Some(8u32.into()));
/// ```
pub fn answer(puzzle: &Puzzle, question: Question, work: &Work) -> Result<Findings> {
    if let Some(why) = obstacle::obstacle(puzzle) {
        return Ok(Findings {
            obstacle: Some(why),
            tours: (question.count || question.distribution).then_some(BigUint::ZERO),
            maximum: question.maximum.then_some(None),
            minimum: question.minimum.then_some(None),
            distribution: question.distribution.then(Distribution::new),
        });
    }
    let solver = Solver::new(puzzle, question.method);
    let distribution = if question.distribution {
        Some(solver.distribution(work)?)
    } else {
        None
    };
    let tours = match &distribution {
        Some(distribution) => Some(distribution.values().sum::<BigUint>()),
        None if question.count => Some(solver.count(work)?),
        None => None,
    };
    let extreme = |wanted: bool, sign: i64| {
        let found = wanted.then(|| solver.extreme(sign, work));
        found.transpose()
    };
    let findings = Findings {
        obstacle: None,
        tours,
        maximum: extreme(question.maximum, 1)?,
        minimum: extreme(question.minimum, -1)?,
        distribution,
    };
    solver.compare(&findings, work)?;
    Ok(findings)
}

struct Solver<'a> {
    puzzle: &'a Puzzle,
    rules: Rules,
    method: Option<Method>,
}

impl<'a> Solver<'a> {
    fn new(puzzle: &'a Puzzle, method: Option<Method>) -> Solver<'a> {
        Solver {
            puzzle,
            rules: Rules::new(puzzle),
            method,
        }
    }

    fn problems(&self) -> Vec<Ends> {
        ends(self.puzzle, &self.rules)
    }

    /// Whether the die has no say in which paths are tours.
    fn die_is_free(&self) -> bool {
        !self.rules.is_labelled() && self.puzzle.settings().closing != Closing::Orientation
    }

    /// The method for questions in which the die matters, or why there is none.
    fn method(&self) -> Result<Method> {
        if let Some(method) = self.method {
            return Ok(method);
        }
        let area = self.rules.free.len();
        let width = frontier::width(&self.rules);
        let length = self.rules.rows.max(self.rules.columns);
        if self.rules.size == 1 {
            return Ok(Method::Search);
        }
        // Visited sets of a long strip grow with every line; loose ends do not.
        let long = match width {
            ..=3 => true,
            4 => length > 20,
            _ => length > 16,
        };
        if width <= frontier::WIDEST_WITH_DICE && long {
            return Ok(Method::Strip);
        }
        if area <= MOST_SET_CELLS {
            return Ok(Method::Sets);
        }
        Err(too_large(&self.rules, "the sums of its tours"))
    }

    fn distribution(&self, work: &Work) -> Result<Distribution> {
        if self.rules.size == 1 {
            return Ok(self.single_cell());
        }
        match self.method()? {
            Method::Search => search::distribution(self.puzzle, work),
            Method::Sets => spectrum::distribution(&self.rules, &self.problems(), work),
            Method::Strip => frontier::distribution(&self.rules, &self.problems(), work),
        }
    }

    fn single_cell(&self) -> Distribution {
        let mut all = Distribution::new();
        naive::each_tour(self.puzzle, |_, sum| *all.entry(sum).or_default() += 1u32);
        all
    }

    fn count(&self, work: &Work) -> Result<BigUint> {
        if self.rules.size == 1 {
            return Ok(self.single_cell().values().sum());
        }
        if self.method == Some(Method::Search) {
            return search::count(self.puzzle, work);
        }
        if self.die_is_free() && self.method != Some(Method::Sets) {
            return self.count_paths(work);
        }
        if self.method()? == Method::Strip {
            return frontier::count_with_dice(&self.rules, &self.problems(), work);
        }
        // Where every face is worth nothing, the distribution is the count.
        let mut rules = self.rules.clone();
        rules.tables.value = [0; 24];
        Ok(spectrum::distribution(&rules, &self.problems(), work)?
            .into_values()
            .sum())
    }

    /// The count where the die has no say.
    fn count_paths(&self, work: &Work) -> Result<BigUint> {
        if frontier::width(&self.rules) > frontier::WIDEST {
            return Err(too_large(&self.rules, "the number of its tours"));
        }
        let mut problems = self.problems();
        let starts = problems.len();
        if self.puzzle.settings().closing == Closing::Closed
            && self.puzzle.settings().start == Start::Any
        {
            // A cycle comes by every cell, so all starts have the same number.
            problems.truncate(1);
            return Ok(frontier::count(&self.rules, &problems, work)? * starts);
        }
        frontier::count(&self.rules, &problems, work)
    }

    /// The largest sum (sign 1) or the smallest (sign −1).
    fn extreme(&self, sign: i64, work: &Work) -> Result<Option<Extreme>> {
        let rules = match sign {
            1 => self.rules.clone(),
            _ => self.rules.clone().negated(),
        };
        let method = if self.rules.size == 1 {
            Method::Sets
        } else {
            self.method()?
        };
        let found = match method {
            Method::Search => self.extreme_by_search(sign, work)?,
            Method::Strip => frontier::maximum(&rules, &self.problems(), work)?
                .map(|(peak, ways)| (self.tour(&peak), sign * peak.sum, Some(ways))),
            Method::Sets => optimum::maximum(&rules, &self.problems(), work)?.map(|peak| {
                (
                    self.tour(&peak),
                    sign * peak.sum,
                    peak.ways.map(BigUint::from),
                )
            }),
        };
        let Some((tour, sum, tours)) = found else {
            return Ok(None);
        };
        let replay = replay(self.puzzle, &tour)?;
        if replay.sum != sum {
            return Err(Error::Rejected(format!(
                "the tour {tour} has the sum {}, not {sum}",
                replay.sum
            )));
        }
        Ok(Some(Extreme {
            sum,
            tours,
            tour,
            replay,
        }))
    }

    fn extreme_by_search(
        &self,
        sign: i64,
        work: &Work,
    ) -> Result<Option<(Tour, i64, Option<BigUint>)>> {
        let best = search::best(self.puzzle, sign, work)?;
        Ok(best.map(|(sum, tours, tour)| (tour, sum, Some(tours))))
    }

    fn tour(&self, peak: &Peak) -> Tour {
        tour_along(self.puzzle, &self.rules.tables, &peak.cells, peak.die)
    }

    /// Compares figures that were found in different ways.
    fn compare(&self, findings: &Findings, work: &Work) -> Result<()> {
        let Some(distribution) = &findings.distribution else {
            return Ok(());
        };
        let ends = [
            (&findings.maximum, distribution.last_key_value(), "largest"),
            (
                &findings.minimum,
                distribution.first_key_value(),
                "smallest",
            ),
        ];
        for (extreme, counted, name) in ends {
            let Some(extreme) = extreme else { continue };
            let sums_agree = extreme.as_ref().map(|e| e.sum) == counted.map(|(&sum, _)| sum);
            let tours = extreme.as_ref().and_then(|e| e.tours.as_ref());
            if !sums_agree || tours.is_some_and(|tours| Some(tours) != counted.map(|(_, n)| n)) {
                return Err(Error::Rejected(format!(
                    "the {name} sum of the distribution is not the {name} sum found"
                )));
            }
        }
        // Without the die, the loose ends count the same tours in another way.
        let quick = frontier::width(&self.rules) <= 8 && self.rules.size > 1;
        if quick && self.die_is_free() && Some(self.count_paths(work)?) != findings.tours {
            return Err(Error::Rejected(
                "the distribution does not add up to the number of tours".into(),
            ));
        }
        Ok(())
    }
}

/// A board out of reach, with an estimate of what it would take.
fn too_large(rules: &Rules, what: &str) -> Error {
    let width = frontier::width(rules) as f64;
    // Measured: visited sets grow about 1.28-fold a cell; loose ends about threefold a cell across, 25-fold with orientations.
    let sets = 0.108 * rules.size as f64;
    let (widest, ends) = if what.contains("number") {
        (frontier::WIDEST, width * 3f64.log10())
    } else {
        (frontier::WIDEST_WITH_DICE, width * 25f64.log10())
    };
    let (log_states, method) = if sets < ends {
        (sets, "visited sets")
    } else {
        (ends, "loose ends")
    };
    Error::too_large(format!(
        "a board of {} × {} is out of reach: {what} would take about 10^{log_states:.0} states of the program over {method}, \
         some 10^{:.0} bytes\n  = help: boards of up to {MOST_SET_CELLS} cells, and strips of any length up to {widest} cells across, can be asked for",
        rules.rows,
        rules.columns,
        log_states + 1.5,
    ))
}
