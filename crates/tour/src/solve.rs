//! Picks a method for a question, combines what it finds, and has it checked.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use cubegraph_core::work::{Error, Result, Work};

use super::ends::{Ends, Rules, ends, tour_along};
use super::layers::MOST_SET_CELLS;
use super::optimum::{self, Peak};
use super::spectrum::{self, Distribution};
use super::{Closing, Extreme, Puzzle, Solution, Start, Tour, frontier, obstacle, search};

/// What to find out. Unless said otherwise: both extremes, and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which extreme sums to find, with proof.
    pub extremes: Extremes,
    /// Whether to count the tours.
    pub count: bool,
    /// Whether to count the tours by their sums.
    pub distribution: bool,
    /// How many tours to list, in the order of start, die and rolls; `usize::MAX` lists all.
    pub list: usize,
    /// How to find it out.
    pub method: Method,
}

/// Which extreme sums to find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Extremes {
    /// The largest and the smallest.
    #[default]
    Both,
    /// The largest.
    Max,
    /// The smallest.
    Min,
    /// None.
    Neither,
}

impl Extremes {
    pub(super) fn has_max(self) -> bool {
        matches!(self, Extremes::Both | Extremes::Max)
    }

    pub(super) fn has_min(self) -> bool {
        matches!(self, Extremes::Both | Extremes::Min)
    }
}

/// The ways to find an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Method {
    /// Picked by the board.
    #[default]
    Auto,
    /// Depth-first search, tour by tour.
    Search,
    /// Dynamic programming over visited sets.
    Sets,
    /// Frontier (plug) dynamic programming, line by line.
    Strip,
}

impl Puzzle {
    /// Answers a question about the puzzle. Every tour in the answer has been replayed, and figures
    /// found in different ways have been compared.
    ///
    /// # Errors
    /// [`Error::TooLarge`] with an estimate for boards out of reach, the limits of `work`, and
    /// [`Error::Rejected`].
    ///
    /// # Examples
    /// ```
    /// # use cubegraph_core::Work;
    /// # use cubegraph_tour::{Options, Puzzle};
    /// let puzzle: Puzzle = "3x3".parse()?;
    /// let options = Options { count: true, ..Options::default() };
    /// let solution = puzzle.solve(&options, &Work::default())?;
    /// assert_eq!(solution.max().unwrap().sum, 37);
    /// assert_eq!(solution.min().unwrap().moves.to_string(), "NESENNWW");
    /// assert_eq!(solution.tours(), Some(&8u32.into()));
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    pub fn solve(&self, options: &Options, work: &Work) -> Result<Solution> {
        let mut solution = Solution::new(self, options.extremes);
        if let Some(why) = obstacle::obstacle(self) {
            solution.refute(why, options);
            return Ok(solution);
        }
        let solver = Solver { puzzle: self, rules: Rules::new(self), method: options.method };
        if options.distribution {
            let distribution = solver.distribution(work)?;
            solution.tours = Some(distribution.values().sum());
            solution.distribution = Some(distribution);
        } else if options.count {
            solution.tours = Some(solver.count(work)?);
        }
        if options.extremes.has_max() {
            solution.max = solver.extreme(1, work)?;
        }
        if options.extremes.has_min() {
            solution.min = solver.extreme(-1, work)?;
        }
        if options.list > 0 {
            let tours = search::tours(self, options.list, work)?;
            let replays = tours.iter().map(|tour| self.replay(tour));
            solution.list = Some(replays.collect::<Result<_>>()?);
        }
        solver.compare(&solution, options, work)?;
        solution.conclude(options);
        Ok(solution)
    }
}

struct Solver<'a> {
    puzzle: &'a Puzzle,
    rules: Rules,
    method: Method,
}

impl Solver<'_> {
    fn problems(&self) -> Vec<Ends> {
        ends(self.puzzle, &self.rules)
    }

    /// Whether the die has no say in which paths are tours.
    fn die_is_free(&self) -> bool {
        !self.rules.is_labelled() && self.puzzle.closing() != Closing::Orientation
    }

    /// The method for questions in which the die matters, or why there is none.
    fn method(&self) -> Result<Method> {
        if self.rules.size == 1 {
            return Ok(Method::Search);
        }
        if self.method != Method::Auto {
            return Ok(self.method);
        }
        let area = self.rules.area();
        let width = frontier::width(&self.rules);
        let length = self.rules.rows.max(self.rules.columns);
        // The visited sets of a long strip grow with every line; its frontiers do not.
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
        let widest = frontier::WIDEST_WITH_DICE;
        Err(self.too_large("the sums of its tours", widest, 25.0))
    }

    fn distribution(&self, work: &Work) -> Result<Distribution> {
        match self.method()? {
            Method::Strip => frontier::distribution(&self.rules, &self.problems(), work),
            Method::Sets => spectrum::distribution(&self.rules, &self.problems(), work),
            Method::Auto | Method::Search => search::distribution(self.puzzle, work),
        }
    }

    fn count(&self, work: &Work) -> Result<BigUint> {
        if self.rules.size == 1 || self.method == Method::Search {
            return search::count(self.puzzle, work);
        }
        if self.die_is_free() && self.method != Method::Sets {
            return self.count_paths(work);
        }
        if self.method()? == Method::Strip {
            return frontier::count_with_dice(&self.rules, &self.problems(), work);
        }
        // Where every face is worth nothing, the distribution is the count.
        let mut rules = self.rules.clone();
        rules.tables.value = [0; 24];
        Ok(spectrum::distribution(&rules, &self.problems(), work)?.into_values().sum())
    }

    /// The count where the die has no say.
    fn count_paths(&self, work: &Work) -> Result<BigUint> {
        if frontier::width(&self.rules) > frontier::WIDEST {
            return Err(self.too_large("the number of its tours", frontier::WIDEST, 3.0));
        }
        let mut problems = self.problems();
        let starts = problems.len();
        if self.puzzle.closing() == Closing::Closed && self.puzzle.start() == Start::Any {
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
        let found = match self.method()? {
            Method::Strip => frontier::maximum(&rules, &self.problems(), work)?
                .map(|(peak, ways)| (self.tour(&peak), sign * peak.sum, Some(ways))),
            Method::Sets => optimum::maximum(&rules, &self.problems(), work)?
                .map(|peak| (self.tour(&peak), sign * peak.sum, peak.ways.map(BigUint::from))),
            Method::Auto | Method::Search => search::best(self.puzzle, sign, work)?
                .map(|(sum, tours, tour)| (tour, sum, Some(tours))),
        };
        let Some((tour, sum, tours)) = found else {
            return Ok(None);
        };
        let replay = self.puzzle.replay(&tour)?;
        if replay.sum != sum {
            return Err(Error::Rejected(format!(
                "the tour {tour} has the sum {}, not {sum}",
                replay.sum
            )));
        }
        Ok(Some(Extreme { sum, tours, moves: tour.moves, replay }))
    }

    fn tour(&self, peak: &Peak) -> Tour {
        tour_along(self.puzzle, &self.rules.tables, &peak.cells, peak.die)
    }

    /// Compares figures that were found in different ways.
    fn compare(&self, solution: &Solution, options: &Options, work: &Work) -> Result<()> {
        let rejected = |why: &str| Err(Error::Rejected(why.into()));
        let listed = solution.list.as_ref().map(Vec::len);
        if let (Some(tours), Some(listed)) = (&solution.tours, listed)
            && *tours != BigUint::from(listed)
            && (listed < options.list || *tours < BigUint::from(listed))
        {
            return rejected("the tours listed are not as many as the tours counted");
        }
        let Some(distribution) = &solution.distribution else {
            return Ok(());
        };
        let (last, first) = (distribution.last_key_value(), distribution.first_key_value());
        for (asked, extreme, counted) in [
            (options.extremes.has_max(), &solution.max, last),
            (options.extremes.has_min(), &solution.min, first),
        ] {
            let sums_agree = extreme.as_ref().map(|e| e.sum) == counted.map(|(&sum, _)| sum);
            let tours = extreme.as_ref().and_then(|e| e.tours.as_ref());
            let tours_agree = tours.is_none_or(|tours| Some(tours) == counted.map(|(_, n)| n));
            if asked && !(sums_agree && tours_agree) {
                return rejected("an extreme sum of the distribution is not the one found");
            }
        }
        // Without the die, the frontier counts the same tours in another way.
        let quick = frontier::width(&self.rules) <= 8 && self.rules.size > 1;
        if quick && self.die_is_free() && Some(self.count_paths(work)?) != solution.tours {
            return rejected("the distribution does not add up to the number of tours");
        }
        Ok(())
    }

    /// A board out of reach, with an estimate of what it would take to find `what`: strips may be
    /// `widest` across, and frontiers grow by `growth` per cell across.
    fn too_large(&self, what: &str, widest: usize, growth: f64) -> Error {
        let Rules { rows, columns, .. } = self.rules;
        // Measured: visited sets grow about 1.28-fold per cell, frontiers about threefold per cell
        // across, 25-fold with orientations.
        let sets = 0.108 * self.rules.size as f64;
        let frontiers = frontier::width(&self.rules) as f64 * growth.log10();
        let states = sets.min(frontiers);
        Error::too_large(format!(
            "a board of {rows} × {columns} is out of reach: {what} would take at least about \
             10^{states:.0} states of dynamic programming"
        ))
        .help(format!(
            "boards of up to {MOST_SET_CELLS} cells, and strips of any length up to {widest} cells \
             across, can be asked for"
        ))
    }
}
