//! Random configurations: solved, measured by another search, and compared with their neighbours.

use chacha20::ChaCha8Rng;
use cubegraph_core::Result;
use cubegraph_core::cube::Rotation;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rand::RngExt;

use super::ball::{Ball, Measured};
use super::{Array, Check, Solver};

/// Deviations beyond this many standard deviations are not taken for chance.
const SIGMAS: f64 = 5.0;

/// One of all reachable configurations, each with the same probability: a random parity for every
/// row and column, and any cube of the parity that they give its cell.
pub fn random_configuration(array: Array, random: &mut ChaCha8Rng) -> Vec<Rotation> {
    let rows: Vec<bool> = (0..array.rows).map(|_| random.random()).collect();
    let columns: Vec<bool> = (0..array.columns).map(|_| random.random()).collect();
    let mut cells = Vec::with_capacity(array.cells());
    for row in &rows {
        for column in &columns {
            let even = row == column;
            let cubes: Vec<Rotation> = Rotation::all().filter(|r| r.is_even() == even).collect();
            cells.push(cubes[random.random_range(0..cubes.len())]);
        }
    }
    cells
}

/// A configuration with the length of its solution.
pub(super) type Solved = (Vec<Rotation>, Option<usize>);

/// Random configurations must be as far as the table says, as often as it says.
pub(super) fn frequencies(counts: &[BigUint], solved: &[Solved]) -> Check {
    let total = solved.len() as f64;
    let order = counts.iter().sum::<BigUint>().to_f64().unwrap_or(f64::INFINITY);
    let mut seen = vec![0usize; counts.len()];
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
    let unlikely = (seen.iter().zip(counts)).position(|(&seen, count)| {
        let (share, allowed) = allowed(count);
        (seen as f64 / total - share).abs() > allowed
    });
    let coarsest = counts.iter().map(|count| allowed(count).1).fold(0.0, f64::max);
    let detail = match unlikely {
        _ if nowhere > 0 => format!("{nowhere} of {total} have no solution, and should"),
        _ if beyond > 0 => format!("{beyond} of {total} are farther than the diameter"),
        Some(at) => format!("{} of {total} are at distance {at}: not by chance", seen[at]),
        None => format!(
            "{total} solved optimally; their distances are as frequent as the table says, within \
             {:.1} % of all at most",
            100.0 * coarsest
        ),
    };
    let holds = beyond + nowhere == 0 && unlikely.is_none();
    Check::new("random configurations", holds, detail)
}

/// Distances by searching with hash tables from both sides, against the solutions: of random
/// configurations, and of some that are near enough to be measured to the end.
pub(super) fn independent(
    solver: &Solver,
    solved: &[Solved],
    random: &mut ChaCha8Rng,
) -> Result<Check> {
    const WALKS: usize = 30;
    let name = "independent distances";
    let (array, work) = (solver.array, solver.work);
    let Some(ball) = Ball::new(array) else {
        let detail = format!("not made: there are more than {} cubes", Ball::MOST_CUBES);
        return Ok(Check::new(name, true, detail));
    };
    let moves = array.moves();
    let mut all: Vec<Solved> = solved.to_vec();
    for _ in 0..WALKS {
        let mut cells = array.solved();
        for _ in 0..ball.radius() + random.random_range(0..4) {
            array.turn(&mut cells, moves[random.random_range(0..moves.len())]);
        }
        let distance = solver.distance(&cells)?;
        all.push((cells, distance));
    }
    let stage = work.stage("measuring distances", Some(all.len() as u64));
    let (mut exact, mut least, mut wrong) = (0, usize::MAX, None);
    for (cells, found) in &all {
        work.check("")?;
        match ball.measure(cells) {
            Measured::Exactly(distance) if *found == Some(distance) => exact += 1,
            Measured::Beyond(distance) if found.is_some_and(|found| found > distance) => {
                least = least.min(distance);
            }
            measured => wrong = Some((*found, measured)),
        }
        stage.advance(1);
    }
    let agree =
        format!("{exact} shortest solutions agree with a search by hashing from both sides");
    let detail = match wrong {
        Some((found, measured)) => format!(
            "a solution of {} moves, and a search by hashing finds {measured}",
            found.map_or("no number".to_owned(), |found| found.to_string())
        ),
        None if exact == all.len() => agree,
        None => format!(
            "{agree}; {} more are longer than the {least} moves it reaches",
            all.len() - exact
        ),
    };
    Ok(Check::new(name, wrong.is_none(), detail))
}

/// The distances of neighbours differ by at most one, and some neighbour of every configuration but
/// the solution is nearer.
pub(super) fn neighbourhood(solver: &Solver, solved: &[Solved]) -> Result<Check> {
    let moves = solver.array.moves();
    let mut wrong = None;
    for (cells, here) in solved {
        let Some(here) = *here else { continue };
        let mut nearer = here == 0;
        for after in solver.array.neighbours(&moves, cells) {
            let there = solver.distance(&after)?;
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
    let holds = wrong.is_none();
    let count = solved.len();
    let fine = || format!("all neighbours of {count} configurations are consistent");
    Ok(Check::new("neighbours", holds, wrong.unwrap_or_else(fine)))
}
