//! Checks a table of distances without trusting the search that made it.
//!
//! Nothing can repeat a search of 10¹⁴ configurations by other means, but much about its result can
//! be checked by other means. Which check sees what:
//!
//! | check | what it would see | whom it trusts |
//! |---|---|---|
//! | summary | an order, diameter, average or median that does not follow from the distances | nothing |
//! | sum | configurations that are missing or too many | the order of the group (a theorem, tested by Schreier–Sims) |
//! | growth | a layer too large for the one before, a hole | nothing |
//! | parity | anything moved to the next layer; where quarter turns change the parity of the distance (m + n even) | nothing |
//! | first layers | any change in them | a search by hashing |
//! | all layers | any change at all; up to 5·10⁷ configurations | a second search, by numbers, which shares nothing with the cosets |
//! | random configurations | a layer that is wrong by more than chance allows, a diameter that is too small | shortest solutions; each is replayed, so none is shorter than it should be |
//! | independent distances | solutions that are not shortest, as far as two searches by hashing reach towards each other | a search by hashing |
//! | neighbours | distances that cannot be those of neighbours | nothing |
//! | antipodes | wrong counts, sizes or numbers of classes, or representatives that are not farthest | shortest solutions |
//!
//! What none of them sees, beyond 5·10⁷ configurations: few configurations moved between two middle
//! layers of a size with m + n odd, or between layers of the same parity; how few, the check of the
//! random configurations says.

mod antipodes;
mod array;
mod ball;
mod read;
mod samples;

use chacha20::ChaCha8Rng;
use cubegraph_core::Result;
use cubegraph_core::cube::Rotation;
use cubegraph_core::work::Work;
use num_bigint::BigUint;
use rand::SeedableRng;
use serde::Serialize;

pub use self::array::{Array, LineTurn};
pub use self::read::{AntipodeClaim, ClassClaim, DistanceClaim, Metric, read};
pub use self::samples::random_configuration;
use self::samples::{frequencies, independent, neighbourhood};

/// How many configurations the direct search of the first layers may meet.
const FIRST_LAYERS: usize = 50_000;
/// The most cubes of which random configurations are solved unless that is asked for: beyond, one
/// may take hours.
const MOST_SOLVED: usize = 12;

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

impl Check {
    /// A check with its outcome.
    pub fn new(name: &'static str, holds: bool, detail: impl Into<String>) -> Check {
        Check { name, holds, detail: detail.into() }
    }
}

/// The searches that the caller lends to the verifier.
pub trait Searches {
    /// A shortest solution as the names of its moves, or `None` if there is none. It is replayed
    /// before its length is used.
    ///
    /// # Errors
    /// What `work` says when it stops.
    fn solve(&self, cells: &[Rotation], work: &Work) -> Result<Option<Vec<String>>>;

    /// Whether a solution takes microseconds, not parts of a second.
    fn is_quick(&self) -> bool;
}

/// What a second search found: all layers, and the number of classes of farthest configurations
/// where all of them can be listed.
#[derive(Clone, Debug)]
pub struct SecondSearch {
    /// How many configurations are at every distance.
    pub layers: Vec<BigUint>,
    /// How many classes the farthest configurations fall into.
    pub class_count: Option<usize>,
}

/// How thoroughly to check.
#[derive(Clone, Copy, Debug)]
pub struct SampleOptions {
    /// How many random configurations are solved; `None` for a number that takes seconds.
    pub samples: Option<usize>,
    /// The seed of the random configurations.
    pub seed: u64,
}

/// Whether random configurations of an array are solved: not where one may take hours, unless a
/// number of them is asked for.
pub fn is_sampled(array: Array, options: SampleOptions) -> bool {
    array.cells() <= MOST_SOLVED || options.samples.is_some()
}

/// Checks a table of distances of the cube puzzle; all checks are made, also after one that fails.
/// Without `searches` no configuration is solved.
///
/// # Errors
/// Those of `searches`, and what `work` says when it stops.
pub fn verify(
    claim: &DistanceClaim,
    second: Option<&SecondSearch>,
    searches: Option<&dyn Searches>,
    options: SampleOptions,
    work: &Work,
) -> Result<Vec<Check>> {
    let (array, counts) = (claim.array(), &claim.distances);
    let mut checks = vec![claim.summary(), sum(array, counts), growth(array, counts)];
    checks.extend(parity(array, counts));
    checks.push(first_layers(array, counts));
    checks.extend(second.map(|second| all_layers(&second.layers, counts)));
    let class_count = second.and_then(|second| second.class_count);
    let solver = searches.map(|searches| Solver { array, searches, work });
    if let Some(solver) = &solver {
        let quick = solver.searches.is_quick();
        // Samples, how many of them with all neighbours, and how many measured by hashing.
        let (usual, neighbours, measured) = if quick { (2000, 50, 6) } else { (100, 3, 3) };
        let samples = options.samples.unwrap_or(usual);
        let mut random = ChaCha8Rng::seed_from_u64(options.seed);
        let mut solved = Vec::with_capacity(samples);
        let stage = work.stage("solving random configurations", Some(samples as u64));
        for _ in 0..samples {
            let cells = random_configuration(array, &mut random);
            let distance = solver.distance(&cells)?;
            solved.push((cells, distance));
            stage.advance(1);
        }
        drop(stage);
        checks.push(frequencies(counts, &solved));
        let some = &solved[..samples.min(measured)];
        checks.push(independent(solver, some, &mut random)?);
        checks.push(neighbourhood(solver, &solved[..samples.min(neighbours)])?);
    } else {
        checks.push(unsolved(array));
    }
    if let Some(listed) = &claim.antipodes {
        checks.push(antipodes::antipodes(claim, listed, class_count, solver.as_ref())?);
    }
    Ok(checks)
}

fn unsolved(array: Array) -> Check {
    let detail = format!(
        "none was solved, for a shortest solution of {}x{} may take hours: the layers after the \
         first and the diameter are seen by their sum alone (unless a number of samples is asked \
         for)",
        array.rows, array.columns
    );
    Check::new("random configurations", true, detail)
}

/// The searches of the caller, whose solutions are replayed.
struct Solver<'a> {
    array: Array,
    searches: &'a dyn Searches,
    work: &'a Work,
}

impl Solver<'_> {
    fn distance(&self, cells: &[Rotation]) -> Result<Option<usize>> {
        self.array.solution(cells, self.searches, self.work)
    }
}

fn sum(array: Array, counts: &[BigUint]) -> Check {
    let (sum, order) = (counts.iter().sum::<BigUint>(), array.order());
    let detail = format!("the layers add up to {sum}; the group has {order} elements");
    Check::new("sum", sum == order, detail)
}

/// A layer cannot have more configurations than the one before it has neighbours, none before the
/// last is empty, and the first is the solution alone.
fn growth(array: Array, counts: &[BigUint]) -> Check {
    let moves = array.moves().len();
    let mut wrong =
        (counts.windows(2)).position(|pair| pair[1] > &pair[0] * moves || pair[0] == BigUint::ZERO);
    if counts.first() != Some(&BigUint::from(1u32)) {
        wrong = Some(0);
    }
    let detail = match wrong {
        None => format!("no layer has more than {moves} times as many as the one before"),
        Some(at) => format!("layer {} cannot follow layer {at}", at + 1),
    };
    Check::new("growth", wrong.is_none(), detail)
}

/// A quarter turn makes every cube of a line odd that was even, and even that was odd. With aᵢ and
/// bⱼ for the parities of what rows and columns were turned by, a move changes the sum of all aᵢ
/// and bⱼ; the cubes give these up to changing all of them at once, and that keeps the sum where m
/// + n is even. Then half of all configurations are at even distances.
fn parity(array: Array, counts: &[BigUint]) -> Option<Check> {
    if array.half_turns || !(array.rows + array.columns).is_multiple_of(2) {
        return None;
    }
    let even: BigUint = counts.iter().step_by(2).sum();
    let half = array.order() / 2u32;
    let detail = format!("{even} configurations are at even distances, and must be {half}");
    Some(Check::new("parity", even == half, detail))
}

fn first_layers(array: Array, counts: &[BigUint]) -> Check {
    let found = ball::first_layers(array, FIRST_LAYERS);
    let wrong = (found.iter().enumerate())
        .find(|&(distance, &count)| counts.get(distance) != Some(&BigUint::from(count)));
    let detail = match wrong {
        None => format!("a direct search agrees on layers 0 to {}", found.len() - 1),
        Some((distance, count)) => {
            format!("a direct search finds {count} configurations at distance {distance}")
        }
    };
    Check::new("first layers", wrong.is_none(), detail)
}

fn all_layers(found: &[BigUint], counts: &[BigUint]) -> Check {
    let wrong = (0..found.len().max(counts.len())).find(|&at| found.get(at) != counts.get(at));
    let detail = match wrong {
        None => "a search by another method finds the same in every layer".to_owned(),
        Some(layer) => {
            let count = found.get(layer).cloned().unwrap_or_default();
            format!("a search by another method finds {count} configurations at distance {layer}")
        }
    };
    Check::new("all layers", wrong.is_none(), detail)
}

#[cfg(test)]
mod tests;
