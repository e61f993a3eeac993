//! All tours one by one: depth-first search in parallel, pruned by dead ends and connectivity.
//!
//! The plain method for boards of up to 128 cells, by the pruning rules of `region.rs`. It needs
//! next to no memory, lists tours as well as it counts them, and is the second opinion on what the
//! dynamic programming over visited sets and over the frontier finds. Its time is proportional to
//! the number of tours.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use num_bigint::BigUint;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use cubegraph_core::work::{Error, Result, Work};

use super::ends::{Ends, Rules, ends, tour_along};
use super::region::{CellSet, Region};
use super::spectrum::Distribution;
use super::tables::Orientation;
use super::{Puzzle, Tour};

/// Enough beginnings to keep all threads busy.
const BEGINNINGS: usize = 2000;
/// How many tours or dead ends pass between two polls of the limits.
const POLL_INTERVAL: u32 = 1 << 14;

/// The distribution of sums, by looking at every tour.
///
/// # Complexity
/// A few nodes for every tour: 180 million tours of the 8 × 8 board from a corner take minutes.
pub(super) fn distribution(puzzle: &Puzzle, work: &Work) -> Result<Distribution> {
    let parts = explore(puzzle, work, FxHashMap::<i64, u64>::default, |sums, _, _, sum| {
        *sums.entry(sum).or_default() += 1;
        true
    })?;
    let mut all: Distribution = BTreeMap::new();
    for (sum, tours) in parts.into_iter().flatten() {
        *all.entry(sum).or_default() += tours;
    }
    Ok(all)
}

/// The number of tours, by looking at every one.
pub(super) fn count(puzzle: &Puzzle, work: &Work) -> Result<BigUint> {
    let parts = explore(
        puzzle,
        work,
        || 0u64,
        |tours, _, _, _| {
            *tours += 1;
            true
        },
    )?;
    Ok(parts.into_iter().map(BigUint::from).sum())
}

/// Up to `limit` tours, in the order of start, orientation and rolls.
///
/// # Errors
/// [`Error::TooLarge`] if the list does not fit the memory allowed.
pub(super) fn tours(puzzle: &Puzzle, limit: usize, work: &Work) -> Result<Vec<Tour>> {
    let rules = Rules::new(puzzle);
    let bytes = (size_of::<Tour>() + rules.size + 64) as u128;
    let room = work.memory().map_or(usize::MAX, |memory| {
        usize::try_from(u128::from(memory) / bytes).unwrap_or(usize::MAX)
    });
    let found = AtomicUsize::new(0);
    let add = |list: &mut Vec<Tour>, cells: &[usize], die, _| {
        list.push(tour_along(puzzle, &rules.tables, cells, die));
        found.fetch_add(1, Ordering::Relaxed) < room
    };
    // Only all tours are the same whichever thread finds them first.
    let tours = if limit == usize::MAX {
        explore(puzzle, work, Vec::new, add)?.into_iter().flatten().collect()
    } else {
        let mut tours = Vec::new();
        let region = region(&rules)?;
        let stop = AtomicBool::new(false);
        for ends in ends(puzzle, &rules) {
            let explorer = Explorer::new(&rules, &region, &ends);
            for mut path in explorer.seeds() {
                if tours.len() >= limit {
                    break;
                }
                let found = |cells: &[usize], die, sum| {
                    add(&mut tours, cells, die, sum) && tours.len() < limit
                };
                explorer.deepen(&mut path, &mut EveryTour::new(found, &stop, work));
                work.check(&format!("{} tours found", tours.len()))?;
            }
        }
        tours
    };
    work.reserve("the list of tours", bytes * (tours.len() as u128))?;
    Ok(tours)
}

/// The best of one part: sum, number of tours, the first of them.
type Best = Option<(i64, u64, Vec<usize>, Orientation)>;

/// What a depth-first search calls on its way; `false` ends the search.
trait TourVisitor {
    /// Called at every path.
    fn enter(&mut self) -> bool {
        true
    }

    /// The order in which the four rolls are tried.
    fn order(&mut self) -> [usize; 4] {
        [0, 1, 2, 3]
    }

    /// Called for every tour: its cells, its first orientation and its sum.
    fn tour(&mut self, cells: &[usize], die: Orientation, sum: i64) -> bool;

    /// Called for every dead end.
    fn dead_end(&mut self) -> bool {
        true
    }
}

/// Passes every tour to a function, until that or another thread's returns `false`.
struct EveryTour<'a, F> {
    found: F,
    stop: &'a AtomicBool,
    work: &'a Work,
    /// How many tours and dead ends are left until the limits are polled.
    until_poll: u32,
}

impl<'a, F: FnMut(&[usize], Orientation, i64) -> bool> EveryTour<'a, F> {
    fn new(found: F, stop: &'a AtomicBool, work: &'a Work) -> EveryTour<'a, F> {
        EveryTour { found, stop, work, until_poll: POLL_INTERVAL }
    }
}

impl<F: FnMut(&[usize], Orientation, i64) -> bool> TourVisitor for EveryTour<'_, F> {
    fn tour(&mut self, cells: &[usize], die: Orientation, sum: i64) -> bool {
        if !(self.found)(cells, die, sum) {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.dead_end()
    }

    fn dead_end(&mut self) -> bool {
        self.until_poll -= 1;
        if self.until_poll == 0 {
            self.until_poll = POLL_INTERVAL;
            if self.work.should_stop() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        !self.stop.load(Ordering::Relaxed)
    }
}

/// A path under way.
#[derive(Clone)]
struct Path {
    cells: Vec<usize>,
    visited: CellSet,
    die: Orientation,
    orientation: Orientation,
    sum: i64,
}

struct Explorer<'a> {
    rules: &'a Rules,
    region: &'a Region,
    ends: &'a Ends,
    last: CellSet,
}

/// Visits all tours in parallel, one `part` for each beginning: `found(part, cells, first
/// orientation, sum)` returns whether to continue.
fn explore<P: Send>(
    puzzle: &Puzzle,
    work: &Work,
    part: impl Fn() -> P + Sync,
    found: impl Fn(&mut P, &[usize], Orientation, i64) -> bool + Sync,
) -> Result<Vec<P>> {
    let rules = Rules::new(puzzle);
    let region = region(&rules)?;
    let stop = AtomicBool::new(false);
    let mut parts = Vec::new();
    for ends in &ends(puzzle, &rules) {
        let explorer = Explorer::new(&rules, &region, ends);
        let beginnings = explorer.beginnings();
        let stage = work.stage("depth-first search", Some(beginnings.len() as u64));
        parts.par_extend(beginnings.into_par_iter().map(|mut path| {
            let mut result = part();
            let found = |cells: &[usize], die, sum| found(&mut result, cells, die, sum);
            explorer.deepen(&mut path, &mut EveryTour::new(found, &stop, work));
            stage.advance(1);
            result
        }));
        drop(stage);
        work.check("depth-first search under way")?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(parts)
}

impl<'a> Explorer<'a> {
    fn new(rules: &'a Rules, region: &'a Region, ends: &'a Ends) -> Explorer<'a> {
        Explorer { rules, region, ends, last: Region::last_cells(ends) }
    }

    /// The paths of one length, the first at which there are enough of them, in order.
    fn beginnings(&self) -> Vec<Path> {
        let mut paths = self.seeds();
        for _ in 1..self.rules.size {
            if paths.len() >= BEGINNINGS {
                break;
            }
            let mut longer = Vec::new();
            for path in paths {
                let head = path.cells[path.cells.len() - 1];
                let exits = self.region.exits(path.visited, head, self.last);
                for roll in (0..4).filter(|roll| exits >> roll & 1 == 1) {
                    let mut next = path.clone();
                    if self.step(&mut next, head, roll) {
                        longer.push(next);
                    }
                }
            }
            paths = longer;
        }
        paths
    }

    /// The paths of one cell.
    fn seeds(&self) -> Vec<Path> {
        let seeds = self.region.seeds(self.ends).into_iter();
        seeds
            .map(|(cell, die)| Path {
                cells: vec![cell],
                visited: 1 << cell,
                die,
                orientation: die,
                sum: i64::from(self.rules.tables.value[usize::from(die)]),
            })
            .collect()
    }

    /// Makes a roll; false if a label forbids it.
    fn step(&self, path: &mut Path, head: usize, roll: usize) -> bool {
        let cell = usize::from(self.region.neighbour[head][roll]);
        let orientation = self.rules.tables.next[usize::from(path.orientation)][roll];
        path.cells.push(cell);
        path.visited |= 1 << cell;
        path.orientation = orientation;
        path.sum += i64::from(self.rules.tables.value[usize::from(orientation)]);
        self.rules.allowed[cell] >> orientation & 1 == 1
    }

    /// Visits every tour that begins like `path`; false if the visitor ended the search.
    fn deepen<V: TourVisitor>(&self, path: &mut Path, visitor: &mut V) -> bool {
        if !visitor.enter() {
            return false;
        }
        let head = path.cells[path.cells.len() - 1];
        if path.cells.len() == self.rules.size {
            let finished = self.ends.last[head] >> path.orientation & 1 == 1;
            return !finished || visitor.tour(&path.cells, path.die, path.sum);
        }
        let exits = self.region.exits(path.visited, head, self.last);
        let order = visitor.order();
        if exits == 0 {
            return visitor.dead_end();
        }
        for roll in order.into_iter().filter(|roll| exits >> roll & 1 == 1) {
            let (visited, orientation, sum) = (path.visited, path.orientation, path.sum);
            let may_continue = !self.step(path, head, roll) || self.deepen(path, visitor);
            path.cells.pop();
            (path.visited, path.orientation, path.sum) = (visited, orientation, sum);
            if !may_continue {
                return false;
            }
        }
        true
    }
}

/// The largest sum (sign 1) or the smallest (sign −1), how many tours have it, and the first of
/// them.
pub(super) fn best(
    puzzle: &Puzzle,
    sign: i64,
    work: &Work,
) -> Result<Option<(i64, BigUint, Tour)>> {
    let rules = Rules::new(puzzle);
    let parts: Vec<Best> = explore(
        puzzle,
        work,
        || None,
        |best: &mut Best, cells, die, sum| {
            match best {
                Some((known, tours, ..)) if *known == sum => *tours += 1,
                Some((known, ..)) if sign * *known > sign * sum => {}
                _ => *best = Some((sum, 1, cells.to_vec(), die)),
            }
            true
        },
    )?;
    let top = parts.iter().flatten().map(|part| sign * part.0).max();
    let mut tied = parts.into_iter().flatten().filter(|part| Some(sign * part.0) == top);
    Ok(tied.next().map(|(sum, tours, cells, die)| {
        let all = tied.map(|part| BigUint::from(part.1)).sum::<BigUint>() + tours;
        (sum, all, tour_along(puzzle, &rules.tables, &cells, die))
    }))
}

/// Looks for a few tours on one thread, in an order that the caller chooses, so that a seed gives
/// the same tours anywhere.
pub(crate) struct TourSampler<'a> {
    pub limit: usize,
    /// How many paths may still be looked at.
    pub steps: u64,
    pub work: &'a Work,
    /// The order in which four rolls are tried next.
    pub order: &'a mut dyn FnMut() -> [usize; 4],
    /// Cells and first orientation of the tours found.
    pub found: Vec<(Vec<usize>, Orientation)>,
    /// Whether everything has been looked at so far.
    pub complete: bool,
}

impl TourSampler<'_> {
    /// Looks for paths between these ends.
    pub fn seek(&mut self, rules: &Rules, ends: &Ends) -> Result<()> {
        let region = region(rules)?;
        let explorer = Explorer::new(rules, &region, ends);
        let mut seeds = explorer.seeds();
        // Start somewhere else each time: the order of four rolls serves for any number of seeds.
        let turn = (self.order)().iter().fold(0, |n, &k| n * 4 + k);
        let count = seeds.len().max(1);
        seeds.rotate_left(turn % count);
        for mut path in seeds {
            explorer.deepen(&mut path, self);
        }
        self.work.check("looking for tours")
    }
}

impl TourVisitor for TourSampler<'_> {
    fn enter(&mut self) -> bool {
        if self.found.len() >= self.limit || self.steps == 0 {
            self.complete = false;
            return false;
        }
        self.steps -= 1;
        if self.steps.is_multiple_of(u64::from(POLL_INTERVAL)) && self.work.should_stop() {
            self.steps = 0;
        }
        true
    }

    fn order(&mut self) -> [usize; 4] {
        (self.order)()
    }

    fn tour(&mut self, cells: &[usize], die: Orientation, _: i64) -> bool {
        self.found.push((cells.to_vec(), die));
        true
    }
}

fn region(rules: &Rules) -> Result<Region> {
    Region::new(rules).ok_or_else(|| {
        Error::too_large(format!(
            "depth-first search takes boards of up to 128 cells, and this one has {}",
            rules.area()
        ))
    })
}
