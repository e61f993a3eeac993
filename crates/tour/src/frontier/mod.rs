//! Strips of any length: frontier (plug) dynamic programming over the loose ends of path pieces.
//!
//! The cells are taken line by line across the narrow side. Behind the *frontier* lie pieces of the
//! tour; all that matters of them is which edges they stick out through, which two ends belong
//! together, which piece contains the start and which the end of the tour, and, where sums or
//! labels are asked for, how the die lies beyond every loose end. Rolling back undoes a roll, so
//! that orientation does not depend on the direction in which the piece will be travelled. A piece
//! that does not contain the start begins with a guess, and pieces meet only if their guesses
//! agree.
//!
//! Counting alone needs no orientations: then boards of any shape up to 13 cells across are in
//! reach. With orientations every loose end takes one of twelve (parity decides which), and strips
//! up to five across are.

mod cells;
mod weight;

use num_bigint::BigUint;

use cubegraph_core::work::{Error, Result, Work};

use super::ends::{Ends, Rules};
use super::optimum::Peak;
use super::spectrum::Distribution;
use super::spread::Spread;
use cells::{FrontierSearch, Mode};
use weight::{Count, Summit, Traces};

/// The widest board whose loose ends fit a word.
pub(crate) const WIDEST: usize = 13;
/// The widest strip that is handled with orientations.
pub(crate) const WIDEST_WITH_DICE: usize = 5;

/// The narrow side of a board.
pub(crate) fn width(rules: &Rules) -> usize {
    rules.rows.min(rules.columns)
}

/// The number of paths that visit all cells, whatever the die shows: no labels, and the same dice
/// wherever a path may begin.
///
/// `ends` say where a path may begin and end; every path counts once for each die it may begin
/// with.
pub(crate) fn count(rules: &Rules, problems: &[Ends], work: &Work) -> Result<BigUint> {
    let mut all = BigUint::ZERO;
    for ends in problems {
        let dice = ends.first.iter().map(|set| set.count_ones()).max().unwrap_or(0);
        let found =
            FrontierSearch::new(rules, ends, Mode::WithoutDice)?.run::<Count>(work, &mut ())?;
        all += found.map_or(BigUint::ZERO, |count| count.0) * dice;
    }
    Ok(all)
}

/// The number of paths that visit all cells and respect labels and the orientations at both ends.
pub(crate) fn count_with_dice(rules: &Rules, problems: &[Ends], work: &Work) -> Result<BigUint> {
    let mut all = BigUint::ZERO;
    for ends in problems {
        for mode in Mode::WITH_DICE {
            let found = FrontierSearch::new(rules, ends, mode)?.run::<Count>(work, &mut ())?;
            all += found.map_or(BigUint::ZERO, |count| count.0);
        }
    }
    Ok(all)
}

/// The distribution of sums.
pub(crate) fn distribution(rules: &Rules, problems: &[Ends], work: &Work) -> Result<Distribution> {
    let mut all = Distribution::new();
    for ends in problems {
        for mode in Mode::WITH_DICE {
            let search = FrontierSearch::new(rules, ends, mode)?;
            let terms = match search.run::<Spread<u128>>(work, &mut ())? {
                Some(spread) if spread.is_exact() => spread.into_terms(),
                None => continue,
                // Too many for 128 bits: the same again with integers of any size.
                Some(_) => match search.run::<Spread<BigUint>>(work, &mut ())? {
                    Some(spread) => spread.into_terms(),
                    None => continue,
                },
            };
            for (sum, tours) in terms {
                *all.entry(sum).or_default() += tours;
            }
        }
    }
    Ok(all)
}

/// The largest sum, how often it occurs and a path that has it.
pub(crate) fn maximum(
    rules: &Rules,
    problems: &[Ends],
    work: &Work,
) -> Result<Option<(Peak, BigUint)>> {
    let mut peak: Option<(Peak, BigUint)> = None;
    for ends in problems {
        for mode in Mode::WITH_DICE {
            let search = FrontierSearch::new(rules, ends, mode)?;
            let mut traces = Traces::default();
            let Some(summit) = search.run::<Summit>(work, &mut traces)? else {
                continue;
            };
            match &mut peak {
                Some((best, ways)) if best.sum == summit.sum => *ways += summit.ways,
                Some((best, _)) if best.sum > summit.sum => {}
                _ => {
                    let (cells, die) = search.path(&traces, summit.trace).ok_or_else(|| {
                        Error::Rejected("the pieces of the best tour do not make a path".into())
                    })?;
                    let found = Peak { sum: summit.sum, ways: None, cells, die };
                    peak = Some((found, summit.ways));
                }
            }
        }
    }
    Ok(peak)
}
