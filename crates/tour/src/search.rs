//! All tours one by one: depth-first search in parallel, pruned by dead ends and connectivity.
//!
//! The plain method for boards of up to 128 cells. It needs next to no memory, lists tours as well
//! as it counts them, and is the second opinion on what the dynamic programming over visited sets
//! and over the frontier finds.

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
/// How many tours or dead ends pass between two looks at the clock.
const PATIENCE: u32 = 1 << 14;

/// The distribution of sums, by looking at every tour.
///
/// # Complexity
/// A few nodes for every tour: 180 million tours of the 8 × 8 board from a corner take minutes.
pub(super) fn distribution(puzzle: &Puzzle, work: &Work) -> Result<Distribution> {
    let parts = explore(
        puzzle,
        work,
        |_| FxHashMap::<i64, u64>::default(),
        |sums, _, _, sum| {
            *sums.entry(sum).or_default() += 1;
            true
        },
    )?;
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
        |_| 0u64,
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
        explore(puzzle, work, |_| Vec::new(), add)?
            .into_iter()
            .flatten()
            .collect()
    } else {
        let mut tours = Vec::new();
        let region = region(&rules)?;
        let mut patience = Patience::new(work);
        for ends in ends(puzzle, &rules) {
            let explorer = Explorer::new(&rules, &region, &ends);
            for mut path in explorer.seeds() {
                if tours.len() >= limit {
                    break;
                }
                explorer.deepen(&mut path, &mut |cells, die, sum| {
                    let room = cells.is_none_or(|cells| add(&mut tours, cells, die, sum));
                    room && tours.len() < limit && patience.lasts()
                });
                work.check(&format!("{} tours found", tours.len()))?;
            }
        }
        tours
    };
    work.reserve("the list of tours", bytes * (tours.len() as u128))?;
    Ok(tours)
}

/// Looks at the clock now and then.
struct Patience<'a> {
    left: u32,
    work: &'a Work,
}

impl<'a> Patience<'a> {
    fn new(work: &'a Work) -> Patience<'a> {
        let left = PATIENCE;
        Patience { left, work }
    }

    /// Whether the work may go on.
    fn lasts(&mut self) -> bool {
        self.left -= 1;
        if self.left > 0 {
            return true;
        }
        self.left = PATIENCE;
        !self.work.should_stop()
    }
}

/// The best of one part: sum, number of tours, the first of them.
type Best = Option<(i64, u64, Vec<usize>, Orientation)>;

/// Hears of every tour (cells, first orientation, sum) and of every dead end (no cells); says
/// whether to go on.
type Visitor<'a> = dyn FnMut(Option<&[usize]>, Orientation, i64) -> bool + 'a;

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

/// Visits all tours in parallel: `found(part, cells, first orientation, sum)` says whether to go
/// on; one part for each beginning.
fn explore<P: Send>(
    puzzle: &Puzzle,
    work: &Work,
    part: impl Fn(usize) -> P + Sync,
    found: impl Fn(&mut P, &[usize], Orientation, i64) -> bool + Sync,
) -> Result<Vec<P>> {
    let rules = Rules::new(puzzle);
    let region = region(&rules)?;
    let mut parts = Vec::new();
    for ends in &ends(puzzle, &rules) {
        let explorer = Explorer::new(&rules, &region, ends);
        let beginnings = explorer.beginnings();
        let stage = work.stage("depth-first search", Some(beginnings.len() as u64));
        let stop = AtomicBool::new(false);
        let more: Vec<P> = beginnings
            .into_par_iter()
            .enumerate()
            .map(|(k, mut path)| {
                let mut result = part(k);
                let mut patience = Patience::new(work);
                explorer.deepen(&mut path, &mut |cells, die, sum| {
                    let enough = cells.is_some_and(|cells| !found(&mut result, cells, die, sum));
                    if enough || !patience.lasts() {
                        stop.store(true, Ordering::Relaxed);
                    }
                    !stop.load(Ordering::Relaxed)
                });
                stage.advance(1);
                result
            })
            .collect();
        drop(stage);
        work.check("depth-first search under way")?;
        parts.extend(more);
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(parts)
}

impl<'a> Explorer<'a> {
    fn new(rules: &'a Rules, region: &'a Region, ends: &'a Ends) -> Explorer<'a> {
        Explorer {
            rules,
            region,
            ends,
            last: Region::last_cells(ends),
        }
    }

    /// The paths of one length, the first at which there are enough of them, in order.
    fn beginnings(&self) -> Vec<Path> {
        let mut paths = self.seeds();
        for _ in 1..self.rules.size {
            if paths.len() >= BEGINNINGS {
                break;
            }
            paths = paths
                .iter()
                .flat_map(|path| {
                    let mut longer = Vec::new();
                    self.each_step(path, |next| longer.push(next));
                    longer
                })
                .collect();
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

    fn each_step(&self, path: &Path, mut found: impl FnMut(Path)) {
        let head = path.cells[path.cells.len() - 1];
        let exits = self.region.exits(path.visited, head, self.last);
        for roll in (0..4).filter(|roll| exits >> roll & 1 == 1) {
            let mut next = path.clone();
            if self.step(&mut next, head, roll) {
                found(next);
            }
        }
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

    /// Calls `visit` with every tour that begins like `path`, and with nothing at dead ends; it
    /// says whether to go on.
    fn deepen(&self, path: &mut Path, visit: &mut Visitor) -> bool {
        let head = path.cells[path.cells.len() - 1];
        if path.cells.len() == self.rules.size {
            let finished = self.ends.last[head] >> path.orientation & 1 == 1;
            return !finished || visit(Some(&path.cells), path.die, path.sum);
        }
        let exits = self.region.exits(path.visited, head, self.last);
        if exits == 0 {
            return visit(None, 0, 0);
        }
        for roll in (0..4).filter(|roll| exits >> roll & 1 == 1) {
            let (visited, orientation, sum) = (path.visited, path.orientation, path.sum);
            let go_on = !self.step(path, head, roll) || self.deepen(path, visit);
            path.cells.pop();
            (path.visited, path.orientation, path.sum) = (visited, orientation, sum);
            if !go_on {
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
        |_| None,
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
    let mut tied = parts
        .into_iter()
        .flatten()
        .filter(|part| Some(sign * part.0) == top);
    Ok(tied.next().map(|(sum, tours, cells, die)| {
        let all = tied.map(|part| BigUint::from(part.1)).sum::<BigUint>() + tours;
        (sum, all, tour_along(puzzle, &rules.tables, &cells, die))
    }))
}

/// Some tours of a board.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub tours: Vec<Tour>,
    /// Whether these are all.
    pub complete: bool,
}

/// Looks for a few tours on one thread, in an order that the caller chooses, so that a seed gives
/// the same tours anywhere.
pub(crate) struct Seeker<'a> {
    rules: &'a Rules,
    region: Region,
    limit: usize,
    steps: u64,
    work: &'a Work,
    /// Cells and first orientation of the tours found.
    pub found: Vec<(Vec<usize>, Orientation)>,
    /// Whether everything has been looked at so far.
    pub complete: bool,
}

impl<'a> Seeker<'a> {
    pub fn new(rules: &'a Rules, limit: usize, steps: u64, work: &'a Work) -> Result<Seeker<'a>> {
        Ok(Seeker {
            rules,
            region: region(rules)?,
            limit,
            steps,
            work,
            found: Vec::new(),
            complete: true,
        })
    }

    /// Looks for paths between these ends; `order` gives the order in which four rolls are tried.
    pub fn seek(&mut self, ends: &Ends, order: &mut dyn FnMut() -> [usize; 4]) -> Result<()> {
        let region = self.region.clone();
        let explorer = Explorer::new(self.rules, &region, ends);
        let mut seeds = explorer.seeds();
        // Start somewhere else each time: the order of four rolls serves for any number of seeds.
        let turn = order().iter().fold(0, |n, &k| n * 4 + k);
        let count = seeds.len().max(1);
        seeds.rotate_left(turn % count);
        for mut path in seeds {
            self.deepen(&explorer, &mut path, order)?;
        }
        Ok(())
    }

    fn deepen(
        &mut self,
        explorer: &Explorer,
        path: &mut Path,
        order: &mut dyn FnMut() -> [usize; 4],
    ) -> Result<()> {
        if self.found.len() >= self.limit || self.steps == 0 {
            self.complete = false;
            return Ok(());
        }
        self.steps -= 1;
        if self.steps.is_multiple_of(u64::from(PATIENCE)) {
            self.work.check("looking for tours")?;
        }
        let head = path.cells[path.cells.len() - 1];
        if path.cells.len() == self.rules.size {
            if explorer.ends.last[head] >> path.orientation & 1 == 1 {
                self.found.push((path.cells.clone(), path.die));
            }
            return Ok(());
        }
        let exits = explorer.region.exits(path.visited, head, explorer.last);
        for roll in order().into_iter().filter(|roll| exits >> roll & 1 == 1) {
            let (visited, orientation, sum) = (path.visited, path.orientation, path.sum);
            if explorer.step(path, head, roll) {
                self.deepen(explorer, path, order)?;
            }
            path.cells.pop();
            (path.visited, path.orientation, path.sum) = (visited, orientation, sum);
        }
        Ok(())
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
