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

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use super::cosets::DistanceTable;
use super::optimal::Optimal;
use super::plain::Plain;
use super::{
    Antipodes, Configuration, Distances, Metric, Move, Puzzle, Rules, Size, check, permutation_of,
};
use crate::Result;
use crate::cube::Rotation;
use crate::group::Element;
use crate::work::Work;
use ball::{Ball, Measured};

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
/// Those of [`Optimal::new`], and [`Error::Interrupted`](crate::Error::Interrupted) or
/// [`Error::OutOfTime`](crate::Error::OutOfTime) from `work`.
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

/// Whether a search by another method agrees on every layer, where that takes seconds.
///
/// # Errors
/// [`Error::Rejected`](crate::Error::Rejected) if it does not; what `work` says when it stops.
#[cfg(feature = "cluster")]
pub(super) fn all_layers_agree(
    size: Size,
    metric: Metric,
    distances: &Distances,
    work: &Work,
) -> Result<()> {
    let check = plain(size, metric, work)?.map(|plain| all_layers(&plain, distances));
    match check {
        Some(check) if !check.holds => Err(crate::Error::Rejected(check.detail)),
        _ => Ok(()),
    }
}

/// A configuration drawn from all reachable ones with equal chances: rows and columns of parities,
/// and any cube of that parity.
fn anywhere(size: Size, random: &mut ChaCha8Rng) -> Configuration {
    let rows: Vec<bool> = (0..size.rows()).map(|_| random.random()).collect();
    let columns: Vec<bool> = (0..size.columns()).map(|_| random.random()).collect();
    let mut configuration = Configuration::solved(size);
    for (i, row) in rows.iter().enumerate() {
        for (j, column) in columns.iter().enumerate() {
            let even = row == column;
            let cubes: Vec<Rotation> = Rotation::all().filter(|r| r.is_even() == even).collect();
            let cube = cubes[random.random_range(0..cubes.len())];
            configuration.set(size.cell(i, j), cube);
        }
    }
    configuration
}

/// A configuration with the length of its solution.
type Solved = (Configuration, Option<usize>);

/// Random configurations must be as far as the table says, as often as it says.
fn frequencies(distances: &Distances, solved: &[Solved]) -> Check {
    let total = solved.len() as f64;
    let order = distances.order().to_f64().unwrap_or(f64::INFINITY);
    let mut seen = vec![0usize; distances.counts().len()];
    let (mut beyond, mut nowhere) = (0, 0);
    for (_, distance) in solved {
        match distance.map(|distance| seen.get_mut(distance)) {
            Some(Some(count)) => *count += 1,
            Some(None) => beyond += 1,
            None => nowhere += 1,
        }
    }
    // What chance allows, as a share of all configurations: a layer that is wrong by less is not
    // noticed.
    let allowed = |count: &BigUint| {
        let share = count.to_f64().unwrap_or(f64::INFINITY) / order;
        let deviation = (total * share * (1.0 - share).max(0.0)).sqrt();
        (share, (SIGMAS * deviation + 2.0) / total)
    };
    let unlikely = (seen.iter().zip(distances.counts())).position(|(&seen, count)| {
        let (share, allowed) = allowed(count);
        (seen as f64 / total - share).abs() > allowed
    });
    let coarsest = (distances.counts().iter())
        .map(|count| allowed(count).1)
        .fold(0.0, f64::max);
    Check {
        name: "random configurations",
        holds: beyond + nowhere == 0 && unlikely.is_none(),
        detail: match unlikely {
            _ if nowhere > 0 => format!("{nowhere} of {total} have no solution, and should"),
            _ if beyond > 0 => format!("{beyond} of {total} are farther than the diameter"),
            Some(at) => format!(
                "{} of {total} are at distance {at}: not by chance",
                seen[at]
            ),
            None => format!(
                "{total} solved optimally; their distances are as frequent as the table says, within \
                 {:.1} % of all at most",
                100.0 * coarsest
            ),
        },
    }
}

/// Distances by searching with hash tables from both sides, against the solutions: of random
/// configurations, and of some that are near enough to be measured to the end.
fn independent(
    claim: Claim,
    solver: &Solver,
    solved: &[Solved],
    random: &mut ChaCha8Rng,
    work: &Work,
) -> Result<Check> {
    const WALKS: usize = 30;
    let name = "independent distances";
    let Some(ball) = Ball::new(claim.size, claim.metric) else {
        let detail = format!("not made: there are more than {} cubes", Ball::MOST_CUBES);
        return Ok(Check {
            name,
            holds: true,
            detail,
        });
    };
    let moves: Vec<Move> = Move::all(claim.size, claim.metric).collect();
    let mut all: Vec<Solved> = solved.to_vec();
    for _ in 0..WALKS {
        let mut configuration = Configuration::solved(claim.size);
        let length = ball.radius() + random.random_range(0..4);
        configuration.turn_all((0..length).map(|_| moves[random.random_range(0..moves.len())]));
        let distance = solver.distance(&configuration, work)?;
        all.push((configuration, distance));
    }
    let stage = work.stage("measuring distances", Some(all.len() as u64));
    let (mut exact, mut least, mut wrong) = (0, usize::MAX, None);
    for (configuration, found) in &all {
        work.check("")?;
        match ball.measure(configuration) {
            Measured::Exactly(distance) if *found == Some(distance) => exact += 1,
            Measured::Beyond(distance) if found.is_some_and(|found| found > distance) => {
                least = least.min(distance);
            }
            measured => wrong = Some((*found, measured)),
        }
        stage.advance(1);
    }
    Ok(Check {
        name,
        holds: wrong.is_none(),
        detail: match wrong {
            Some((found, measured)) => format!(
                "a solution of {} moves, and a search by hashing finds {measured}",
                found.map_or("no number".to_owned(), |found| found.to_string())
            ),
            None if exact == all.len() => {
                format!("{exact} shortest solutions agree with a search by hashing from both sides")
            }
            None => format!(
                "{exact} shortest solutions agree with a search by hashing from both sides; {} more \
                 are longer than the {least} moves it reaches",
                all.len() - exact
            ),
        },
    })
}

/// The distances of neighbours differ by at most one, and some neighbour of every configuration but
/// the solution is nearer.
fn neighbourhood(metric: Metric, solver: &Solver, solved: &[Solved], work: &Work) -> Result<Check> {
    let mut wrong = None;
    for (configuration, here) in solved {
        let Some(here) = *here else { continue };
        let mut nearer = here == 0;
        for step in Move::all(configuration.size(), metric) {
            let mut after = configuration.clone();
            after.turn(step);
            let there = solver.distance(&after, work)?;
            nearer |= there.is_some_and(|there| there + 1 == here);
            if there.is_none_or(|there| there.abs_diff(here) > 1) {
                let there = there.map_or("none".to_owned(), |there| there.to_string());
                wrong = Some(format!("neighbours at distances {here} and {there}"));
            }
        }
        if !nearer {
            wrong = Some(format!("no neighbour of one at distance {here} is nearer"));
        }
    }
    Ok(Check {
        name: "neighbours",
        holds: wrong.is_none(),
        detail: wrong.unwrap_or_else(|| {
            format!(
                "all neighbours of {} configurations are consistent",
                solved.len()
            )
        }),
    })
}

#[cfg(test)]
mod tests;
