//! Lends the searches of picture cubes to the verifier of distance tables.

use chacha20::ChaCha8Rng;
use cubegraph_core::cube::Rotation;
use cubegraph_core::group::Element;
use cubegraph_core::work::{Result, Work};
use cubegraph_picture::internal::{Plain, permutation_of};
use cubegraph_picture::{Configuration, DistanceTable, Metric, Optimal, Rules, Size};
use cubegraph_verifier::table::{
    Array, Check, DistanceClaim, SampleOptions, Searches, SecondSearch, is_sampled, verify,
};
use rand::SeedableRng;

/// Up to this many configurations everything is searched again, by another method.
const MOST_SEARCHED: u64 = 50_000_000;

/// What finds shortest solutions: a table that is checked itself, or tables made for this.
enum Solver<'a> {
    Table(&'a DistanceTable),
    Optimal(Box<Optimal>),
}

struct Lent<'a>(Size, Solver<'a>);

impl Searches for Lent<'_> {
    fn solve(&self, cells: &[Rotation], work: &Work) -> Result<Option<Vec<String>>> {
        let Some(configuration) = Configuration::new(self.0, cells.to_vec()) else {
            return Ok(None);
        };
        let moves = match &self.1 {
            Solver::Table(table) => table.solve(&configuration),
            Solver::Optimal(optimal) => optimal.solve(&configuration, work)?,
        };
        Ok(moves.map(|moves| moves.iter().map(ToString::to_string).collect()))
    }

    fn is_quick(&self) -> bool {
        match &self.1 {
            Solver::Table(_) => true,
            Solver::Optimal(optimal) => optimal.has_whole_table(),
        }
    }
}

/// The size and metric of an array, if the searches take it.
fn about(array: Array) -> Result<(Size, Metric)> {
    let size = format!("{}x{}", array.rows, array.columns).parse()?;
    Ok((size, if array.half_turns { Metric::Half } else { Metric::Quarter }))
}

/// Checks what a text says about the distances of one size.
///
/// # Errors
/// Those of [`Optimal::new`], and what `work` says when it stops.
pub fn verify_claim(
    claim: &DistanceClaim,
    options: SampleOptions,
    work: &Work,
) -> Result<Vec<Check>> {
    let (size, metric) = about(claim.array())?;
    let second = plain(size, metric, work)?.map(|plain| second_search(&plain));
    let lent = if is_sampled(claim.array(), options) {
        let optimal = Optimal::new(size, metric, None, work)?;
        Some(Lent(size, Solver::Optimal(Box::new(optimal))))
    } else {
        None
    };
    let searches = lent.as_ref().map(|lent| lent as &dyn Searches);
    verify(claim, second.as_ref(), searches, options, work)
}

/// Checks a table of all distances modulo 3: its counts, its places where a second search takes
/// seconds, and that it leads to the solution from every class of cosets.
///
/// # Errors
/// What `work` says when it stops.
pub fn verify_table(
    table: &DistanceTable,
    (size, metric): (Size, Metric),
    options: SampleOptions,
    work: &Work,
) -> Result<Vec<Check>> {
    let half_turns = metric == Metric::Half;
    let array = Array { rows: size.rows(), columns: size.columns(), half_turns };
    let claim = DistanceClaim::new(array, table.distances().counts().to_vec());
    let plain = plain(size, metric, work)?;
    let places = plain.as_ref().map(|plain| all_places(plain, table));
    let second = plain.as_ref().map(second_search);
    drop(plain);
    let lent = Lent(size, Solver::Table(table));
    let mut checks = verify(&claim, second.as_ref(), Some(&lent), options, work)?;
    if let Some(places) = places {
        let after = checks.iter().position(|check| check.name == "all layers");
        checks.insert(after.map_or(checks.len(), |after| after + 1), places);
    }
    checks.push(every_class(&claim, table, &lent, options.seed, work)?);
    Ok(checks)
}

/// Everything again by the plain search, where that takes seconds.
fn plain(size: Size, metric: Metric, work: &Work) -> Result<Option<Plain>> {
    if size.order() > MOST_SEARCHED.into() {
        return Ok(None);
    }
    Plain::search(Rules::cube(metric)?.tabled()?, size, work).map(Some)
}

fn second_search(plain: &Plain) -> SecondSearch {
    let farthest = plain.farthest();
    SecondSearch {
        layers: plain.distances().counts().to_vec(),
        class_count: farthest.complete.then_some(farthest.classes.len()),
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
    let detail = match wrong {
        0 => format!("a search by another method finds the same in all {count} places"),
        _ => format!("a search by another method differs in {wrong} of {count} places"),
    };
    Check::new("all places", wrong == 0, detail)
}

/// Of every class of cosets, or of as many as take seconds, a random configuration is solved.
fn every_class(
    claim: &DistanceClaim,
    table: &DistanceTable,
    searches: &dyn Searches,
    seed: u64,
    work: &Work,
) -> Result<Check> {
    const MOST: usize = 20_000;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let configurations = table.one_of_each_class(MOST, &mut random);
    let count = configurations.len();
    let stage = work.stage("solving one of each class", Some(count as u64));
    let mut wrong = 0;
    for configuration in configurations {
        work.check("")?;
        let length = claim.array().solution(configuration.cells(), searches, work)?;
        wrong += usize::from(length.is_none());
        stage.advance(1);
    }
    let detail = match wrong {
        0 => format!("the table leads to the solution from {count} classes of cosets"),
        _ => format!("the table leads nowhere from {wrong} of {count} classes of cosets"),
    };
    Ok(Check::new("classes", wrong == 0, detail))
}

#[cfg(test)]
#[path = "verify_tests.rs"]
mod tests;
