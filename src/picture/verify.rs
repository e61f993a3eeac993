//! Checks a table of distances without trusting the search that made it.
//!
//! Nothing can repeat a search of 10¹⁴ configurations by other means, but much about its result can be checked by other means:
//! the sum, the first layers, the growth, and how far random configurations really are.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;

use super::optimal::Optimal;
use super::{Configuration, Distances, Metric, Move, Puzzle, Size, check};
use crate::cube::Rotation;
use crate::work::Work;
use crate::{Error, Result};

/// How many configurations the direct search of the first layers may meet.
const FIRST_LAYERS: usize = 50_000;
/// How many configurations the ball around the solution may have that independent distances are measured with.
const BALL: usize = 300_000;
/// Deviations beyond so many standard deviations are not taken for chance.
const SIGMAS: f64 = 5.0;

/// One thing that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was checked.
    pub name: &'static str,
    /// Whether it holds.
    pub holds: bool,
    /// What was found.
    pub detail: String,
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
/// Those of [`Optimal::new`], and [`Error::Interrupted`] or [`Error::OutOfTime`] from `work`.
pub fn verify(
    size: Size,
    metric: Metric,
    distances: &Distances,
    effort: Effort,
    work: &Work,
) -> Result<Vec<Check>> {
    let counts = distances.counts();
    let mut checks = vec![
        sum(size, distances),
        growth(size, metric, counts),
        first_layers(size, metric, counts)?,
    ];
    let optimal = Optimal::new(size, metric, None, work)?;
    // By descent a solution takes microseconds, by deepening parts of a second.
    let (samples, neighbours) = if optimal.has_whole_table() {
        (2000, 50)
    } else {
        (100, 3)
    };
    let samples = effort.samples.unwrap_or(samples);
    let mut random = ChaCha8Rng::seed_from_u64(effort.seed);
    let mut solved = Vec::with_capacity(samples);
    let stage = work.stage("solving random configurations", Some(samples as u64));
    for _ in 0..samples {
        let configuration = anywhere(size, &mut random);
        let distance = distance(&optimal, &configuration, work)?;
        solved.push((configuration, distance));
        stage.advance(1);
    }
    drop(stage);
    checks.push(frequencies(distances, &solved));
    checks.push(independent(size, metric, &optimal, &mut random, work)?);
    checks.push(neighbourhood(
        metric,
        &optimal,
        &solved[..samples.min(neighbours)],
        work,
    )?);
    Ok(checks)
}

fn sum(size: Size, distances: &Distances) -> Check {
    let (sum, order) = (distances.order(), size.order());
    Check {
        name: "sum",
        holds: sum == order,
        detail: format!("the layers add up to {sum}; the group has {order} elements"),
    }
}

/// A layer cannot have more configurations than the one before it has neighbours, none before the last is empty, and the first
/// is the solution alone.
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

fn first_layers(size: Size, metric: Metric, counts: &[BigUint]) -> Result<Check> {
    let puzzle = Puzzle::cube(size, metric)?;
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

/// A configuration drawn from all reachable ones with equal chances: rows and columns of parities, and any cube of that parity.
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

/// The length of a shortest solution, after its moves were replayed.
fn distance(optimal: &Optimal, configuration: &Configuration, work: &Work) -> Result<usize> {
    let moves = optimal
        .solve(configuration, work)?
        .ok_or_else(|| Error::Rejected("a reachable configuration has no solution".to_owned()))?;
    let mut replayed = configuration.clone();
    replayed.turn_all(moves.iter().copied());
    if replayed.is_solved() {
        Ok(moves.len())
    } else {
        Err(Error::Rejected("a solution does not solve".to_owned()))
    }
}

/// Random configurations must be as far as the table says, as often as it says.
fn frequencies(distances: &Distances, solved: &[(Configuration, usize)]) -> Check {
    let total = solved.len() as f64;
    let order = distances.order().to_f64().unwrap_or(f64::INFINITY);
    let mut seen = vec![0usize; distances.counts().len()];
    let mut beyond = 0;
    for (_, distance) in solved {
        match seen.get_mut(*distance) {
            Some(count) => *count += 1,
            None => beyond += 1,
        }
    }
    let unlikely = seen
        .iter()
        .zip(distances.counts())
        .position(|(&seen, count)| {
            let share = count.to_f64().unwrap_or(f64::INFINITY) / order;
            let deviation = (total * share * (1.0 - share).max(0.0)).sqrt();
            (seen as f64 - total * share).abs() > SIGMAS * deviation + 2.0
        });
    Check {
        name: "random configurations",
        holds: beyond == 0 && unlikely.is_none(),
        detail: match unlikely {
            _ if beyond > 0 => format!("{beyond} of {total} are farther than the diameter"),
            Some(at) => format!(
                "{} of {total} are at distance {at}: not by chance",
                seen[at]
            ),
            None => format!(
                "{total} solved optimally; their distances are as frequent as the table says"
            ),
        },
    }
}

/// The distance of all configurations near the solution, by a search with a hash table.
struct Ball {
    distances: FxHashMap<Vec<Rotation>, usize>,
    radius: usize,
}

impl Ball {
    fn new(size: Size, metric: Metric) -> Ball {
        let solved = Configuration::solved(size);
        let mut distances = FxHashMap::default();
        distances.insert(solved.cells().to_vec(), 0);
        let mut layer = vec![solved];
        let mut radius = 0;
        while !layer.is_empty() && distances.len() < BALL {
            let mut next = Vec::new();
            for configuration in &layer {
                for step in Move::all(size, metric) {
                    let mut after = configuration.clone();
                    after.turn(step);
                    if !distances.contains_key(after.cells()) {
                        distances.insert(after.cells().to_vec(), radius + 1);
                        next.push(after);
                    }
                }
            }
            radius += 1;
            layer = next;
        }
        Ball { distances, radius }
    }
}

/// Configurations a few moves outside the ball, measured by walking back into it, against their shortest solutions.
fn independent(
    size: Size,
    metric: Metric,
    optimal: &Optimal,
    random: &mut ChaCha8Rng,
    work: &Work,
) -> Result<Check> {
    const WALKS: usize = 30;
    let ball = Ball::new(size, metric);
    let moves: Vec<Move> = Move::all(size, metric).collect();
    let mut wrong = None;
    for _ in 0..WALKS {
        work.check("")?;
        let mut configuration = Configuration::solved(size);
        for _ in 0..ball.radius + 4 {
            configuration.turn(moves[random.random_range(0..moves.len())]);
        }
        let found = distance(optimal, &configuration, work)?;
        if let Some(measured) = measured(&ball, &configuration, &moves)
            && measured != found
        {
            wrong = Some((found, measured));
        }
    }
    Ok(Check {
        name: "independent distances",
        holds: wrong.is_none(),
        detail: match wrong {
            None => format!(
                "{WALKS} shortest solutions agree with a search by hashing, {} configurations up to distance {} from one side",
                ball.distances.len(),
                ball.radius
            ),
            Some((found, measured)) => {
                format!(
                    "a shortest solution has {found} moves, and a search by hashing finds {measured}"
                )
            }
        },
    })
}

/// The distance by walking into the ball, if it is at most two moves outside it.
fn measured(ball: &Ball, configuration: &Configuration, moves: &[Move]) -> Option<usize> {
    if let Some(&distance) = ball.distances.get(configuration.cells()) {
        return Some(distance);
    }
    let mut layer = vec![configuration.clone()];
    for outside in 1..=2 {
        let mut next = Vec::new();
        for configuration in &layer {
            for &step in moves {
                let mut after = configuration.clone();
                after.turn(step);
                next.push(after);
            }
        }
        let nearest = (next.iter())
            .filter_map(|after| ball.distances.get(after.cells()))
            .min();
        if let Some(distance) = nearest {
            return Some(distance + outside);
        }
        layer = next;
    }
    None
}

/// The distances of neighbours differ by at most one, and some neighbour of every configuration but the solution is nearer.
fn neighbourhood(
    metric: Metric,
    optimal: &Optimal,
    solved: &[(Configuration, usize)],
    work: &Work,
) -> Result<Check> {
    let mut wrong = None;
    for (configuration, here) in solved {
        let mut nearer = *here == 0;
        for step in Move::all(configuration.size(), metric) {
            let mut after = configuration.clone();
            after.turn(step);
            let there = distance(optimal, &after, work)?;
            nearer |= there + 1 == *here;
            if there.abs_diff(*here) > 1 {
                wrong = Some((*here, there));
            }
        }
        if !nearer {
            wrong = Some((*here, *here));
        }
    }
    Ok(Check {
        name: "neighbours",
        holds: wrong.is_none(),
        detail: match wrong {
            None => format!(
                "all neighbours of {} configurations are consistent",
                solved.len()
            ),
            Some((here, there)) => format!("neighbours at distances {here} and {there}"),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checks(text: &str, counts: &[u64]) -> Vec<Check> {
        let distances = Distances::new(counts.iter().map(|&count| count.into()).collect());
        let effort = Effort {
            samples: None,
            seed: 1,
        };
        let size = text.parse().unwrap();
        verify(
            size,
            Metric::Quarter,
            &distances,
            effort,
            &Work::unlimited(),
        )
        .unwrap()
    }

    const TWO_BY_TWO: [u64; 13] = [
        1, 8, 44, 232, 1142, 4760, 16184, 39840, 54005, 37256, 11532, 848, 36,
    ];

    #[test]
    fn a_true_table_passes_every_check() {
        for check in checks("2x2", &TWO_BY_TWO) {
            assert!(check.holds, "{check:?}");
        }
    }

    #[test]
    fn false_tables_fail() {
        let failed = |counts: &[u64]| -> Vec<&str> {
            let checks = checks("2x2", counts);
            let failed = checks.iter().filter(|check| !check.holds);
            failed.map(|check| check.name).collect()
        };
        let mut misprint = TWO_BY_TWO;
        misprint[4] += 1;
        assert_eq!(failed(&misprint), ["sum", "first layers"]);
        let mut shifted = TWO_BY_TWO;
        shifted.swap(8, 9);
        assert!(failed(&shifted).contains(&"random configurations"));
        assert!(failed(&TWO_BY_TWO[..12]).contains(&"sum"));
        let mut hole = TWO_BY_TWO;
        hole[11] = 0;
        assert!(failed(&hole).contains(&"growth"));
    }
}
