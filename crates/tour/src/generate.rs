//! Labelled boards with exactly one tour, and as few labels as can be found.
//!
//! Choose a tour. Every other tour of the board differs from it on some cells in what the die
//! shows; labels on a set of cells leave the chosen tour alone if and only if the set hits all
//! these differences. So the fewest labels are a smallest *hitting set*. On small boards all other
//! tours are listed; on larger ones they are found as they are needed: solve with the labels so
//! far, and whatever else comes out is one more difference to hit.

use std::fmt;

use chacha20::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use cubegraph_core::text::counted;
use cubegraph_core::work::{Error, Result, Work};

use super::ends::{Rules, ends, tour_along};
use super::region::CellSet;
use super::search::{self, TourSampler};
use super::{Dice, Puzzle, Start, Tour, obstacle};

mod hitting;

use hitting::hitting_set;

/// What [`generate`] made: a labelled board with one tour, or why there is none.
///
/// Its JSON has the keys of the tool's answer; as a text it is an instance file.
#[derive(Clone, Debug)]
pub struct Generated {
    rows: usize,
    columns: usize,
    made: std::result::Result<Labelled, String>,
}

/// A board with one tour.
#[derive(Clone, Debug)]
struct Labelled {
    puzzle: Puzzle,
    tour: Tour,
    /// Whether no set of fewer labels leaves this tour alone.
    fewest: bool,
    seed: u64,
}

impl Generated {
    /// The board with its labels, start, die and all.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.made.as_ref().ok().map(|made| &made.puzzle)
    }

    /// Its only tour.
    pub fn tour(&self) -> Option<&Tour> {
        self.made.as_ref().ok().map(|made| &made.tour)
    }

    /// Whether no set of fewer labels leaves this tour alone.
    pub fn is_fewest(&self) -> bool {
        self.made.as_ref().is_ok_and(|made| made.fewest)
    }

    /// Why there is no such board.
    pub fn why(&self) -> Option<&str> {
        self.made.as_ref().err().map(String::as_str)
    }
}

impl fmt::Display for Generated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.made {
            Err(why) => writeln!(f, "no board with one tour: {why}"),
            Ok(made) => {
                let labels = counted(made.puzzle.labels().len(), "label");
                let alone = ", and no fewer leave this tour alone";
                let fewest = if made.fewest { alone } else { "" };
                writeln!(f, "# one tour, {labels}{fewest}; seed {}", made.seed)?;
                made.puzzle.fmt(f)
            }
        }
    }
}

impl Serialize for Generated {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rows", &self.rows)?;
        map.serialize_entry("columns", &self.columns)?;
        match &self.made {
            Err(why) => map.serialize_entry("why", why)?,
            Ok(made) => {
                map.serialize_entry("labels", &label_rows(&made.puzzle))?;
                map.serialize_entry("fewest", &made.fewest)?;
                map.serialize_entry("tours", &1)?;
                map.serialize_entry("start", &made.tour.start)?;
                map.serialize_entry("die", &made.tour.die)?;
                map.serialize_entry("moves", &made.tour.moves)?;
                map.serialize_entry("instance", &self.to_string())?;
            }
        }
        map.end()
    }
}

/// The labels of a board as rows of row, column and face.
pub(super) fn label_rows(puzzle: &Puzzle) -> Vec<[usize; 3]> {
    let labels = puzzle.labels().iter();
    labels.map(|(cell, face)| [cell.row, cell.column, usize::from(*face)]).collect()
}

/// The board to label, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The board; its own labels are dropped.
    pub board: Puzzle,
    /// The same seed gives the same labels.
    pub seed: u64,
    /// How many tours to try; more may need fewer labels.
    pub tries: usize,
}

impl Default for Options {
    /// The 4×4 board, and a good result in a few seconds.
    fn default() -> Options {
        Options {
            board: Puzzle::builder(4, 4).build().expect("a square board is a puzzle"),
            seed: 0,
            tries: 40,
        }
    }
}

/// How many steps one look for another tour may take.
const STEPS: u64 = 1_000_000;
/// The most tours that are listed rather than found as needed.
const LISTED: usize = 30_000;
/// How many other tours are collected at a time.
const BATCH: usize = 20;

/// A board with labels that leave one tour: the best of several attempts.
///
/// # Errors
/// [`Error::TooLarge`] if the board has more than 128 cells or no board with one tour was found,
/// and the limits of `work`.
///
/// # Examples
/// ```
/// # use cubegraph_core::Work;
/// # use cubegraph_tour::generate::{Options, generate};
/// let options = Options { board: "3x3".parse()?, seed: 1, ..Options::default() };
/// let made = generate(&options, &Work::default())?;
/// assert!(made.puzzle().unwrap().labels().len() <= 2 && made.is_fewest());
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
pub fn generate(options: &Options, work: &Work) -> Result<Generated> {
    Ok(Generated {
        rows: options.board.rows(),
        columns: options.board.columns(),
        made: labelled_board(options, work)?,
    })
}

fn labelled_board(options: &Options, work: &Work) -> Result<std::result::Result<Labelled, String>> {
    let (seed, tries) = (options.seed, options.tries.max(1));
    let bare = bare(&options.board)?;
    if let Some(why) = obstacle::obstacle(&bare) {
        return Ok(Err(format!("the board has no tour at all; {why}")));
    }
    let reversible = bare.start() == Start::Any && matches!(bare.die(), Dice::Any(_));
    if reversible && bare.end().is_none() && bare.size() > 1 {
        return Ok(Err(
            "where start and die are free, every tour can be rolled backwards, and it shows the \
             same faces then; so no labels leave only one"
                .into(),
        ));
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let maker = Maker { puzzle: &bare, rules: Rules::new(&bare), tries, work };
    let listed = match bare.size() {
        ..=36 => Some(search::tours(&bare, LISTED + 1, work)?),
        _ => None,
    };
    let best = match listed.filter(|tours| tours.len() <= LISTED) {
        Some(tours) if tours.is_empty() => {
            let why = "the board has no tour at all: all possibilities were tried";
            return Ok(Err(why.into()));
        }
        Some(tours) => maker.by_listing(&tours, &mut random)?,
        None => maker.as_needed(&mut random)?,
    };
    let (tour, cells, fewest) = best.ok_or_else(|| {
        Error::too_large("no board with one tour was found").help("try another seed, or more tries")
    })?;
    let labelled = maker.labelled(&tour, cells)?;
    let (tours, complete) = maker.seek(&labelled, 2, u64::MAX, &mut random)?;
    labelled.replay(&tour)?;
    if !complete || tours != [tour.clone()] {
        return Err(Error::Rejected("the board made has more than one tour".into()));
    }
    let (rows, columns) = (labelled.rows(), labelled.columns());
    let title = format!("One tour, {rows} × {columns}, seed {seed}");
    Ok(Ok(Labelled { puzzle: labelled.to_builder().title(title).build()?, tour, fewest, seed }))
}

/// The board without its labels.
fn bare(puzzle: &Puzzle) -> Result<Puzzle> {
    if puzzle.area() > 128 {
        return Err(Error::too_large("a labelled board is made from up to 128 cells")
            .help("choose a smaller board"));
    }
    let mut builder = puzzle.to_builder();
    (builder.labels, builder.source) = (Vec::new(), None);
    builder.build()
}

/// A tour, the cells that get labels, and whether these are the fewest for that tour.
type Made = Option<(Tour, CellSet, bool)>;

struct Maker<'a> {
    puzzle: &'a Puzzle,
    rules: Rules,
    tries: usize,
    work: &'a Work,
}

impl Maker<'_> {
    /// What the die shows on every cell along a tour, by cell index.
    fn tops(&self, tour: &Tour) -> Result<Vec<u8>> {
        let replay = self.puzzle.replay(tour)?;
        let mut tops = vec![0; self.rules.area()];
        for (cell, top) in replay.cells.iter().zip(replay.tops()) {
            tops[self.puzzle.index(*cell)] = top;
        }
        Ok(tops)
    }

    /// Tries tours of a list of all tours in random order.
    fn by_listing(&self, tours: &[Tour], random: &mut ChaCha8Rng) -> Result<Made> {
        let tops = tours.iter().map(|tour| self.tops(tour));
        let tops: Vec<Vec<u8>> = tops.collect::<Result<_>>()?;
        let mut order: Vec<usize> = (0..tours.len()).collect();
        order.shuffle(random);
        let mut best: Made = None;
        order.truncate(self.tries);
        let stage = self.work.stage("choosing a tour", Some(order.len() as u64));
        for chosen in order {
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
        let tries = (self.tries / share).max(1);
        let stage = self.work.stage("choosing a tour", Some(tries as u64));
        let mut best: Made = None;
        for _ in 0..tries {
            self.work.check("a board is being made")?;
            let Some(tour) = self.random_tour(random)? else {
                break;
            };
            let most = best.as_ref().map_or(u32::MAX, |(_, cells, _)| cells.count_ones());
            if let Some((cells, fewest)) = self.refine(&tour, random)?
                && cells.count_ones() < most
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
            let (tours, complete) = self.seek(self.puzzle, 1, 200_000, random)?;
            if complete || !tours.is_empty() {
                return Ok(tours.into_iter().next());
            }
            self.work.check("no tour found yet")?;
        }
    }

    /// Labels for a tour: hit the differences known, look for another tour, and so on; where
    /// looking takes too long, one more label helps.
    fn refine(&self, tour: &Tour, random: &mut ChaCha8Rng) -> Result<Option<(CellSet, bool)>> {
        let own = self.tops(tour)?;
        let mut differences: Vec<CellSet> = Vec::new();
        let mut extra: CellSet = 0;
        loop {
            self.work.check("a board is being made")?;
            let mut open = differences.clone();
            open.retain(|d| d & extra == 0);
            let Some((cells, exact)) = hitting_set(&open, None, 20_000) else {
                return Ok(None);
            };
            let cells = cells | extra;
            let labelled = self.labelled(tour, cells)?;
            let (tours, complete) = self.seek(&labelled, BATCH, STEPS, random)?;
            let before = differences.len();
            for other in tours.iter().filter(|other| *other != tour) {
                let new = difference(&own, &self.tops(other)?);
                if new == 0 {
                    return Ok(None);
                }
                differences.push(new);
            }
            if differences.len() == before {
                if complete {
                    return Ok(Some((cells, exact && extra == 0)));
                }
                let unlabelled: Vec<usize> = (0..own.len())
                    .filter(|&k| self.rules.is_free(k) && cells >> k & 1 == 0)
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
        let mut builder = self.puzzle.to_builder();
        builder.labels = (0..tops.len())
            .filter(|&k| cells >> k & 1 == 1)
            .map(|k| (self.puzzle.cell(k), tops[k]))
            .collect();
        builder.build()
    }

    /// Some tours of a board, in random order of looking, and whether these are all.
    fn seek(
        &self,
        puzzle: &Puzzle,
        limit: usize,
        steps: u64,
        random: &mut ChaCha8Rng,
    ) -> Result<(Vec<Tour>, bool)> {
        let rules = Rules::new(puzzle);
        let mut problems = ends(puzzle, &rules);
        problems.shuffle(random);
        let mut order = || {
            let mut order = [0, 1, 2, 3];
            for k in (1..4).rev() {
                order.swap(k, random.random_range(0..=k));
            }
            order
        };
        let mut sampler = TourSampler {
            limit,
            steps,
            work: self.work,
            order: &mut order,
            found: Vec::new(),
            complete: true,
        };
        for ends in &problems {
            sampler.seek(&rules, ends)?;
        }
        let found = sampler.found.iter();
        let tours = found.map(|(cells, die)| tour_along(puzzle, &rules.tables, cells, *die));
        Ok((tours.collect(), sampler.complete))
    }
}

/// The cells on which two tours show different faces.
fn difference(a: &[u8], b: &[u8]) -> CellSet {
    a.iter().zip(b).enumerate().filter(|(_, (a, b))| a != b).fold(0, |set, (k, _)| set | 1 << k)
}
