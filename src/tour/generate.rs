//! Labelled boards with exactly one tour, and as few labels as can be found.
//!
//! Choose a tour. Every other tour of the board differs from it on some cells in what the die shows; labels on a set of cells
//! leave the chosen tour alone if and only if the set hits all these differences. So the fewest labels are a smallest *hitting
//! set*. On small boards all other tours are listed; on larger ones they are found as they are needed: solve with the labels so far, and
//! whatever else comes out is one more difference to hit.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::work::{Error, Result, Work};

use super::check::replay;
use super::ends::{Rules, ends, tour_along};
use super::region::CellSet;
use super::search::{self, Found, Seeker};
use super::{Puzzle, Settings, Tour, obstacle};

mod hitting;

use hitting::hitting_set;

/// A board with one tour.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The board with its labels, start, die and all.
    pub puzzle: Puzzle,
    /// Its only tour.
    pub tour: Tour,
    /// Whether no set of fewer labels leaves this tour alone.
    pub fewest: bool,
}

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many tours are tried.
    pub tries: usize,
    /// How many steps one look for another tour may take.
    pub steps: u64,
}

impl Effort {
    /// Enough for a good board in a few seconds.
    pub const USUAL: Effort = Effort {
        tries: 40,
        steps: 1_000_000,
    };
}

/// Up to so many tours are listed rather than found as needed.
const LISTED: usize = 30_000;
/// So many other tours are collected at a time.
const BATCH: usize = 20;

/// A board like `puzzle` (its own labels are dropped) with labels that leave one tour. The same seed gives the same board.
///
/// # Errors
/// [`Error::Invalid`] if the board has no tour or more than 128 cells, [`Error::TooLarge`] if no board with one tour was found.
///
/// # Examples
/// ```
/// # use cubegraph::tour::{generate::{generate, Effort}, Puzzle, Settings};
/// # use cubegraph::work::Work;
/// let puzzle = Puzzle::new(Settings::board(3, 3)).unwrap();
/// let made = generate(&puzzle, 1, Effort::USUAL, &Work::default()).unwrap();
/// assert!(made.puzzle.settings().labels.len() <= 2 && made.fewest);
/// ```
pub fn generate(puzzle: &Puzzle, seed: u64, effort: Effort, work: &Work) -> Result<Labelled> {
    let bare = bare(puzzle)?;
    if let Some(why) = obstacle::obstacle(&bare) {
        return Err(Error::invalid(format!("this board has no tour: {why}")));
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut maker = Maker {
        puzzle: &bare,
        rules: Rules::new(&bare),
        effort,
        work,
    };
    let best = match maker.listed()? {
        Some(tours) if tours.is_empty() => {
            return Err(Error::invalid(
                "this board has no tour\n  = help: choose another size, start or fewer blocked cells",
            ));
        }
        Some(tours) => maker.by_listing(&tours, &mut random)?,
        None => maker.as_needed(&mut random)?,
    };
    let (tour, cells, fewest) = best.ok_or_else(|| {
        Error::too_large(
            "no board with one tour was found\n  = help: try another --seed or more --tries",
        )
    })?;
    let labelled = maker.labelled(&tour, cells)?;
    let other = maker.seek(&labelled, 2, u64::MAX, &mut random)?;
    replay(&labelled, &tour)?;
    if !other.complete || other.tours != [tour.clone()] {
        return Err(Error::Rejected(
            "the board made has more than one tour".into(),
        ));
    }
    Ok(Labelled {
        puzzle: labelled,
        tour,
        fewest,
    })
}

/// The board without its labels.
fn bare(puzzle: &Puzzle) -> Result<Puzzle> {
    let settings = Settings {
        labels: Vec::new(),
        ..puzzle.settings().clone()
    };
    if puzzle.rows() * puzzle.columns() > 128 {
        return Err(Error::invalid(
            "a labelled board is made from up to 128 cells\n  = help: choose a smaller --grid",
        ));
    }
    Puzzle::new(settings).map_err(|mistake| Error::invalid(mistake.message))
}

/// A tour, the cells that get labels, and whether these are the fewest for that tour.
type Made = Option<(Tour, CellSet, bool)>;

struct Maker<'a> {
    puzzle: &'a Puzzle,
    rules: Rules,
    effort: Effort,
    work: &'a Work,
}

impl Maker<'_> {
    /// All tours, if they are few.
    fn listed(&mut self) -> Result<Option<Vec<Tour>>> {
        if self.puzzle.size() > 36 {
            return Ok(None);
        }
        let tours = search::tours(self.puzzle, LISTED + 1, self.work)?;
        Ok((tours.len() <= LISTED).then_some(tours))
    }

    /// What the die shows on every cell along a tour, by cell index.
    fn tops(&self, tour: &Tour) -> Result<Vec<u8>> {
        let replay = replay(self.puzzle, tour)?;
        let mut tops = vec![0; self.rules.free.len()];
        for (cell, top) in replay.cells.iter().zip(replay.tops()) {
            tops[self.puzzle.index(*cell)] = top;
        }
        Ok(tops)
    }

    /// Tries tours of a list of all tours in random order.
    fn by_listing(&self, tours: &[Tour], random: &mut ChaCha8Rng) -> Result<Made> {
        let tops: Vec<Vec<u8>> = tours
            .iter()
            .map(|tour| self.tops(tour))
            .collect::<Result<_>>()?;
        let mut order: Vec<usize> = (0..tours.len()).collect();
        order.shuffle(random);
        let mut best: Made = None;
        let stage = self.work.stage(
            "choosing a tour",
            Some(order.len().min(self.effort.tries) as u64),
        );
        for &chosen in order.iter().take(self.effort.tries) {
            self.work.check("a board is being made")?;
            let differences: Vec<CellSet> = (0..tours.len())
                .filter(|&other| other != chosen)
                .map(|other| difference(&tops[chosen], &tops[other]))
                .collect();
            let most = best.as_ref().map(|(_, cells, _)| cells.count_ones() - 1);
            if let Some((cells, fewest)) = hitting_set(&differences, most, 300_000) {
                best = Some((tours[chosen].clone(), cells, fewest));
            }
            stage.advance(1);
            if best.as_ref().is_some_and(|(_, cells, _)| *cells == 0) {
                break;
            }
        }
        Ok(best)
    }

    /// Tries random tours and finds the others as they are needed.
    fn as_needed(&self, random: &mut ChaCha8Rng) -> Result<Made> {
        // Every try costs thousands of times more than on a small board.
        let share = if self.puzzle.size() > 49 { 40 } else { 10 };
        let tries = (self.effort.tries / share).max(1);
        let stage = self.work.stage("choosing a tour", Some(tries as u64));
        let mut best: Made = None;
        for _ in 0..tries {
            self.work.check("a board is being made")?;
            let Some(tour) = self.random_tour(random)? else {
                break;
            };
            if let Some((cells, fewest)) = self.refine(&tour, random)?
                && best
                    .as_ref()
                    .is_none_or(|(_, known, _)| cells.count_ones() < known.count_ones())
            {
                best = Some((tour, cells, fewest));
            }
            stage.advance(1);
        }
        Ok(best)
    }

    /// A tour found by rolling at random; none if the board has none.
    fn random_tour(&self, random: &mut ChaCha8Rng) -> Result<Option<Tour>> {
        loop {
            // Most beginnings lead to a tour at once; the unlucky ones are given up early.
            let found = self.seek(self.puzzle, 1, 200_000, random)?;
            if found.complete || !found.tours.is_empty() {
                return Ok(found.tours.into_iter().next());
            }
            self.work.check("no tour found yet")?;
        }
    }

    /// Labels for a tour: hit the differences known, look for another tour, and so on; where looking takes too long, one more label helps.
    fn refine(&self, tour: &Tour, random: &mut ChaCha8Rng) -> Result<Option<(CellSet, bool)>> {
        let own = self.tops(tour)?;
        let mut differences: Vec<CellSet> = Vec::new();
        let mut extra: CellSet = 0;
        loop {
            self.work.check("a board is being made")?;
            let open: Vec<CellSet> = differences
                .iter()
                .copied()
                .filter(|d| d & extra == 0)
                .collect();
            let Some((cells, exact)) = hitting_set(&open, None, 20_000) else {
                return Ok(None);
            };
            let cells = cells | extra;
            let labelled = self.labelled(tour, cells)?;
            let found = self.seek(&labelled, BATCH, self.effort.steps, random)?;
            let before = differences.len();
            for other in found.tours.iter().filter(|other| *other != tour) {
                let new = difference(&own, &self.tops(other)?);
                if new == 0 {
                    return Ok(None);
                }
                differences.push(new);
            }
            if differences.len() == before {
                if found.complete {
                    return Ok(Some((cells, exact && extra == 0)));
                }
                let unlabelled: Vec<usize> = (0..own.len())
                    .filter(|&k| self.rules.free[k] && cells >> k & 1 == 0)
                    .collect();
                let Some(&cell) = unlabelled.choose(random) else {
                    return Ok(None);
                };
                extra |= 1 << cell;
            }
        }
    }

    /// The board with the labels of a tour on these cells.
    fn labelled(&self, tour: &Tour, cells: CellSet) -> Result<Puzzle> {
        let tops = self.tops(tour)?;
        let mut settings = self.puzzle.settings().clone();
        settings.labels = (0..tops.len())
            .filter(|&k| cells >> k & 1 == 1)
            .map(|k| (self.puzzle.cell(k), tops[k]))
            .collect();
        Puzzle::new(settings).map_err(|mistake| Error::Rejected(mistake.message))
    }

    /// Some tours of a board, in random order of looking.
    fn seek(
        &self,
        puzzle: &Puzzle,
        limit: usize,
        steps: u64,
        random: &mut ChaCha8Rng,
    ) -> Result<Found> {
        let rules = Rules::new(puzzle);
        let mut seeker = Seeker::new(&rules, limit, steps, self.work)?;
        let mut problems = ends(puzzle, &rules);
        problems.shuffle(random);
        let mut turn = || {
            let mut order = [0, 1, 2, 3];
            for k in (1..4).rev() {
                order.swap(k, random.random_range(0..=k));
            }
            order
        };
        for ends in &problems {
            seeker.seek(ends, &mut turn)?;
        }
        let tours = seeker
            .found
            .iter()
            .map(|(cells, die)| tour_along(puzzle, &rules.tables, cells, *die))
            .collect();
        Ok(Found {
            tours,
            complete: seeker.complete,
        })
    }
}

/// The cells on which two tours show different faces.
fn difference(a: &[u8], b: &[u8]) -> CellSet {
    a.iter()
        .zip(b)
        .enumerate()
        .filter(|(_, (a, b))| a != b)
        .fold(0, |set, (k, _)| set | 1 << k)
}
