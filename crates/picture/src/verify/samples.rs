//! Random configurations: solved, measured by another search, and compared with their neighbours.

use chacha20::ChaCha8Rng;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rand::RngExt;

use super::ball::{Ball, Measured};
use super::{Check, Claim, SIGMAS, Solver};
use crate::{Configuration, Distances, Metric, Move, Size};
use cubegraph_core::Result;
use cubegraph_core::cube::Rotation;
use cubegraph_core::work::Work;

/// A configuration drawn from all reachable ones with equal chances: rows and columns of parities,
/// and any cube of that parity.
pub(super) fn anywhere(size: Size, random: &mut ChaCha8Rng) -> Configuration {
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
pub(super) type Solved = (Configuration, Option<usize>);

/// Random configurations must be as far as the table says, as often as it says.
pub(super) fn frequencies(distances: &Distances, solved: &[Solved]) -> Check {
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
pub(super) fn independent(
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
pub(super) fn neighbourhood(
    metric: Metric,
    solver: &Solver,
    solved: &[Solved],
    work: &Work,
) -> Result<Check> {
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
