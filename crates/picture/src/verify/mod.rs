//! Checks a table of distances without trusting the search that made it.
//!
//! Nothing can repeat a search of 10¹⁴ configurations by other means, but much about its result can
//! be checked by other means. Which check sees what:
//!
//! | check | what it would see | whom it trusts |
//! |---|---|---|
//! | sum | configurations that are missing or too many | the order of the group (a theorem, tested by Schreier–Sims) |
//! | growth | a layer too large for the one before, a hole | nobody |
//! | parity | anything moved to the next layer; where quarter turns change the parity of the distance (m + n even) | nobody |
//! | first layers | any change in them | a search by hashing |
//! | all layers | any change at all; up to 5·10⁷ configurations | the plain search by numbers, which shares nothing with the cosets |
//! | all places | any change in a table of distances modulo 3; up to 5·10⁷ configurations | the plain search by numbers |
//! | random configurations | a layer that is wrong by more than chance allows, a diameter that is too small | shortest solutions; each is replayed, so none is shorter than it should be |
//! | independent distances | solutions that are not shortest, as far as two searches by hashing reach towards each other | a search by hashing |
//! | neighbours | distances that cannot be those of neighbours | nobody |
//! | classes | a class of cosets that is missing from a table of distances modulo 3 | nobody: each solution is replayed |
//! | antipodes | wrong counts, sizes or numbers of classes, or representatives that are not farthest | shortest solutions |
//!
//! What none of them sees, beyond 5·10⁷ configurations: few configurations moved between two middle
//! layers of a size with m + n odd, or between layers of the same parity; how few, the check of the
//! random configurations says.

mod antipodes;
mod ball;
pub mod certificate;
mod samples;

use chacha20::ChaCha8Rng;
use num_bigint::BigUint;
use rand::SeedableRng;
use serde::Serialize;

use super::cosets::DistanceTable;
use super::optimal::Optimal;
use super::plain::Plain;
use super::{
    Antipodes, Configuration, Distances, Metric, Move, Puzzle, Rules, Size, check, permutation_of,
};
use cubegraph_core::Result;
use cubegraph_core::group::Element;
use cubegraph_core::work::Work;
use samples::{anywhere, frequencies, independent, neighbourhood};

/// How many configurations the direct search of the first layers may meet.
const FIRST_LAYERS: usize = 50_000;
/// Up to this many configurations everything is searched again, by another method.
const ALL_LAYERS: u64 = 50_000_000;
/// Deviations beyond this many standard deviations are not taken for chance.
const SIGMAS: f64 = 5.0;

/// One thing that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What was checked.
    pub name: &'static str,
    /// Whether it holds.
    pub holds: bool,
    /// What was found.
    #[serde(rename = "found")]
    pub detail: String,
}

/// What somebody says about the distances of the cube puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The size.
    pub size: Size,
    /// The metric.
    pub metric: Metric,
    /// How many configurations are at every distance.
    pub distances: &'a Distances,
    /// The farthest configurations, if they are listed.
    pub antipodes: Option<&'a Antipodes>,
    /// How many classes of them there are, listed or not, if that is said.
    pub class_count: Option<usize>,
    /// The table of all distances modulo 3 that is to be checked; without one, shortest solutions
    /// are found anew.
    pub table: Option<&'a DistanceTable>,
}

/// How thoroughly to check.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many random configurations are solved; `None` for a number that takes seconds.
    pub samples: Option<usize>,
    /// The seed of the random configurations.
    pub seed: u64,
}

/// Checks a table of distances of the cube puzzle; all checks are made, also after one that fails.
///
/// # Errors
/// Those of [`Optimal::new`], and [`Error::Interrupted`](cubegraph_core::Error::Interrupted) or
/// [`Error::OutOfTime`](cubegraph_core::Error::OutOfTime) from `work`.
pub fn verify(claim: Claim, effort: Effort, work: &Work) -> Result<Vec<Check>> {
    let Claim { size, metric, .. } = claim;
    let counts = claim.distances.counts();
    let mut checks = vec![sum(size, claim.distances), growth(size, metric, counts)];
    checks.extend(parity(size, metric, counts));
    checks.push(first_layers(size, metric, counts)?);
    let plain = plain(size, metric, work)?;
    if let Some(plain) = &plain {
        checks.push(all_layers(plain, claim.distances));
        checks.extend(claim.table.map(|table| all_places(plain, table)));
    }
    let class_count = plain.as_ref().and_then(class_count);
    drop(plain);
    if claim.table.is_none() && size.cells() > MOST_SOLVED && effort.samples.is_none() {
        checks.push(unsolved(size));
        if let Some(listed) = claim.antipodes {
            let distance = |_: &Configuration| Ok(None);
            checks.push(antipodes::antipodes(
                claim,
                listed,
                class_count,
                distance,
                0,
            )?);
        }
        return Ok(checks);
    }
    let solver = Solver::new(claim, work)?;
    let (samples, neighbours, measured) = solver.usual_effort();
    let samples = effort.samples.unwrap_or(samples);
    let mut random = ChaCha8Rng::seed_from_u64(effort.seed);
    let mut solved = Vec::with_capacity(samples);
    let stage = work.stage("solving random configurations", Some(samples as u64));
    for _ in 0..samples {
        let configuration = anywhere(size, &mut random);
        let distance = solver.distance(&configuration, work)?;
        solved.push((configuration, distance));
        stage.advance(1);
    }
    drop(stage);
    checks.push(frequencies(claim.distances, &solved));
    checks.push(independent(
        claim,
        &solver,
        &solved[..samples.min(measured)],
        &mut random,
        work,
    )?);
    checks.push(neighbourhood(
        metric,
        &solver,
        &solved[..samples.min(neighbours)],
        work,
    )?);
    if let Some(table) = claim.table {
        checks.push(every_class(table, &solver, &mut random, work)?);
    }
    if let Some(listed) = claim.antipodes {
        let distance = |configuration: &Configuration| solver.distance(configuration, work);
        let few = solver.few();
        checks.push(antipodes::antipodes(
            claim,
            listed,
            class_count,
            distance,
            few,
        )?);
    }
    Ok(checks)
}

/// The most cubes of which random configurations are solved unless that is asked for: beyond, one
/// may take hours.
const MOST_SOLVED: usize = 12;

/// What is said instead of solving anything.
fn unsolved(size: Size) -> Check {
    Check {
        name: "random configurations",
        holds: true,
        detail: format!(
            "none was solved, for a shortest solution of {size} may take hours: the layers after \
             the first and the diameter are seen by their sum alone (unless a number of samples \
             is asked for)"
        ),
    }
}

/// What finds the solutions: the table that is checked, or shortest solutions found anew.
enum Solver<'a> {
    Table(&'a DistanceTable),
    Optimal(Box<Optimal>),
}

impl Solver<'_> {
    fn new<'a>(claim: Claim<'a>, work: &Work) -> Result<Solver<'a>> {
        Ok(match claim.table {
            Some(table) => Solver::Table(table),
            None => Solver::Optimal(Box::new(Optimal::new(
                claim.size,
                claim.metric,
                None,
                work,
            )?)),
        })
    }

    /// Whether a solution takes microseconds, by descent, or parts of a second, by deepening.
    fn is_quick(&self) -> bool {
        match self {
            Solver::Table(_) => true,
            Solver::Optimal(optimal) => optimal.has_whole_table(),
        }
    }

    /// How many random configurations are solved, how many of them with all neighbours, and how
    /// many measured by hashing.
    fn usual_effort(&self) -> (usize, usize, usize) {
        if self.is_quick() {
            (2000, 50, 6)
        } else {
            (100, 3, 3)
        }
    }

    /// How many antipodes are solved; they take longest.
    fn few(&self) -> usize {
        if self.is_quick() { 10_000 } else { 1 }
    }

    /// The length of a solution, which is replayed; `None` if there is none, or if it does not
    /// solve.
    fn distance(&self, configuration: &Configuration, work: &Work) -> Result<Option<usize>> {
        let moves = match self {
            Solver::Table(table) => table.solve(configuration),
            Solver::Optimal(optimal) => optimal.solve(configuration, work)?,
        };
        Ok(moves.and_then(|moves| {
            let mut replayed = configuration.clone();
            replayed.turn_all(moves.iter().copied());
            replayed.is_solved().then_some(moves.len())
        }))
    }
}

fn sum(size: Size, distances: &Distances) -> Check {
    let (sum, order) = (distances.order(), size.order());
    Check {
        name: "sum",
        holds: sum == order,
        detail: format!("the layers add up to {sum}; the group has {order} elements"),
    }
}

/// A layer cannot have more configurations than the one before it has neighbours, none before the
/// last is empty, and the first is the solution alone.
fn growth(size: Size, metric: Metric, counts: &[BigUint]) -> Check {
    let moves = Move::all(size, metric).count();
    let mut wrong = counts
        .windows(2)
        .position(|pair| pair[1] > &pair[0] * moves || pair[0] == BigUint::ZERO);
    if counts.first() != Some(&BigUint::from(1u32)) {
        wrong = Some(0);
    }
    Check {
        name: "growth",
        holds: wrong.is_none(),
        detail: match wrong {
            None => format!("no layer has more than {moves} times as many as the one before"),
            Some(at) => format!("layer {} cannot follow layer {at}", at + 1),
        },
    }
}

/// A quarter turn makes every cube of a line odd that was even, and even that was odd. With aᵢ and
/// bⱼ for the parities of what rows and columns were turned by, a move changes the sum of all aᵢ
/// and bⱼ; the cubes tell these up to changing all of them at once, and that keeps the sum where m
/// + n is even. Then half of all configurations are at even distances.
fn parity(size: Size, metric: Metric, counts: &[BigUint]) -> Option<Check> {
    if metric == Metric::Half || !(size.rows() + size.columns()).is_multiple_of(2) {
        return None;
    }
    let even: BigUint = counts.iter().step_by(2).sum();
    let half = size.order() / 2u32;
    Some(Check {
        name: "parity",
        holds: even == half,
        detail: format!("{even} configurations are at even distances, and must be {half}"),
    })
}

fn first_layers(size: Size, metric: Metric, counts: &[BigUint]) -> Result<Check> {
    let puzzle = Puzzle::of_cubes(size, metric)?;
    let found = check::first_layers(&puzzle, FIRST_LAYERS);
    let wrong = (found.iter().enumerate())
        .find(|&(distance, &count)| counts.get(distance) != Some(&BigUint::from(count)));
    Ok(Check {
        name: "first layers",
        holds: wrong.is_none(),
        detail: match wrong {
            None => format!("a direct search agrees on layers 0 to {}", found.len() - 1),
            Some((distance, count)) => {
                format!("a direct search finds {count} configurations at distance {distance}")
            }
        },
    })
}

/// Everything again by the plain search, where that takes seconds.
fn plain(size: Size, metric: Metric, work: &Work) -> Result<Option<Plain>> {
    if size.order() > ALL_LAYERS.into() {
        return Ok(None);
    }
    Plain::search(Rules::cube(metric)?.tabled()?, size, work).map(Some)
}

fn all_layers(plain: &Plain, distances: &Distances) -> Check {
    let found = plain.distances();
    let wrong = (0..found.counts().len().max(distances.counts().len()))
        .find(|&layer| found.counts().get(layer) != distances.counts().get(layer));
    Check {
        name: "all layers",
        holds: wrong.is_none(),
        detail: match wrong {
            None => "a search by another method finds the same in every layer".to_owned(),
            Some(layer) => {
                let count = found.counts().get(layer).cloned().unwrap_or_default();
                format!(
                    "a search by another method finds {count} configurations at distance {layer}"
                )
            }
        },
    }
}

/// Every place of a table against the plain search.
fn all_places(plain: &Plain, table: &DistanceTable) -> Check {
    let group = &plain.tabled().group;
    let (mut count, mut wrong) = (0u64, 0u64);
    for (configuration, residue) in table.places() {
        let cells: Option<Vec<Element>> = (configuration.cells().iter())
            .map(|&cube| group.element(&permutation_of(cube)))
            .collect();
        let found = cells.and_then(|cells| plain.distance_modulo_3(&cells));
        count += 1;
        wrong += u64::from(residue != found || found.is_none());
    }
    Check {
        name: "all places",
        holds: wrong == 0,
        detail: match wrong {
            0 => format!("a search by another method finds the same in all {count} places"),
            _ => format!("a search by another method differs in {wrong} of {count} places"),
        },
    }
}

/// How many classes the farthest configurations fall into, if they can all be listed.
fn class_count(plain: &Plain) -> Option<usize> {
    let farthest = plain.farthest();
    farthest.complete.then_some(farthest.classes.len())
}

/// Of every class of cosets, or of as many as take seconds, a random configuration is solved.
fn every_class(
    table: &DistanceTable,
    solver: &Solver,
    random: &mut ChaCha8Rng,
    work: &Work,
) -> Result<Check> {
    const MOST: usize = 20_000;
    let configurations = table.one_of_each_class(MOST, random);
    let count = configurations.len();
    let stage = work.stage("solving one of each class", Some(count as u64));
    let mut wrong = 0;
    for configuration in configurations {
        work.check("")?;
        wrong += usize::from(solver.distance(&configuration, work)?.is_none());
        stage.advance(1);
    }
    Ok(Check {
        name: "classes",
        holds: wrong == 0,
        detail: match wrong {
            0 => format!("the table leads to the solution from {count} classes of cosets"),
            _ => format!("the table leads nowhere from {wrong} of {count} classes of cosets"),
        },
    })
}

#[cfg(test)]
mod tests;
