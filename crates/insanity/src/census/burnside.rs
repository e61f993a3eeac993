//! The second count: Burnside's lemma.
//!
//! The number of classes is the average, over the permutations of the colours, of the number of
//! multisets fixed. Conjugate permutations fix equally many, so one of each cycle type is enough. A
//! fixed multiset is a union of cycles of the permutation's action on the cubes. The number of
//! pairs of a multiset is found by convolving degrees, without factors.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rayon::prelude::*;

use super::{AllCubes, Degrees, at_most_two, ends, full};
use cubegraph_core::work::{Error, Result, Work};

/// What Burnside's lemma gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Burnside {
    /// All puzzles, from the cycle index alone.
    pub puzzles: u64,
    /// All multisets, as a binomial coefficient.
    pub multisets: u64,
    /// The puzzles with each number of pairs.
    pub puzzles_by_pairs: BTreeMap<u32, u64>,
}

/// Counts the classes by Burnside's lemma.
pub(super) fn burnside(world: &AllCubes, work: &Work) -> Result<Burnside> {
    let types = cycle_types(world);
    let stage = work.stage("Burnside's lemma", Some(types.len() as u64));
    let mut fixed = 0u128;
    let mut by_pairs: BTreeMap<u32, u64> = BTreeMap::new();
    let mut multisets = 0;
    for (lengths, (g, class_size)) in &types {
        let cycles = cycles_on_cubes(&world.images[*g]);
        let number = fixed_multisets(&cycles, world.colours);
        fixed += u128::from(number) * u128::from(*class_size);
        let is_identity = lengths.iter().all(|&length| length == 1);
        let histogram = if is_identity {
            multisets = number;
            all_multisets(world, work)?
        } else {
            let mut histogram = BTreeMap::new();
            unions(world, &cycles, 0, &mut Vec::new(), &mut histogram);
            histogram
        };
        if histogram.values().sum::<u64>() != number {
            return Err(Error::Rejected("multisets listed and counted differ".to_owned()));
        }
        for (pairs, count) in histogram {
            *by_pairs.entry(pairs).or_default() += count * class_size;
        }
        stage.advance(1);
    }
    let order = world.permutations.len() as u64;
    let divided = |sum: u64| {
        if sum.is_multiple_of(order) {
            Ok(sum / order)
        } else {
            Err(Error::Rejected("Burnside's sum is not divisible".to_owned()))
        }
    };
    Ok(Burnside {
        puzzles: divided(u64::try_from(fixed).unwrap_or(u64::MAX))?,
        multisets,
        puzzles_by_pairs: by_pairs
            .into_iter()
            .map(|(pairs, sum)| Ok((pairs, divided(sum)?)))
            .collect::<Result<_>>()?,
    })
}

/// For each cycle type of permutations of the colours, one of them and how many there are.
fn cycle_types(world: &AllCubes) -> BTreeMap<Vec<usize>, (usize, u64)> {
    let mut types: BTreeMap<Vec<usize>, (usize, u64)> = BTreeMap::new();
    for (g, permutation) in world.permutations.iter().enumerate() {
        let as_images: Vec<u16> = permutation.iter().map(|&c| c.into()).collect();
        let mut lengths: Vec<usize> = cycles_on_cubes(&as_images).iter().map(Vec::len).collect();
        lengths.sort_unstable();
        types.entry(lengths).or_insert((g, 0)).1 += 1;
    }
    types
}

/// The cycles of a permutation.
fn cycles_on_cubes(image: &[u16]) -> Vec<Vec<u16>> {
    let mut seen = vec![false; image.len()];
    let mut cycles = Vec::new();
    for start in 0..image.len() {
        let mut cycle = Vec::new();
        let mut here = start;
        while !seen[here] {
            seen[here] = true;
            cycle.push(u16::try_from(here).expect("few cubes"));
            here = usize::from(image[here]);
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

/// How many multisets of a size are unions of cycles: a coefficient of ∏ 1/(1 − xˡ) over the
/// cycles.
fn fixed_multisets(cycles: &[Vec<u16>], size: usize) -> u64 {
    let mut coefficients = vec![BigUint::ZERO; size + 1];
    coefficients[0] = BigUint::from(1u8);
    for cycle in cycles {
        for k in cycle.len()..=size {
            let more = coefficients[k - cycle.len()].clone();
            coefficients[k] += more;
        }
    }
    coefficients[size].to_u64().expect("at most the number of multisets of four of 220 cubes")
}

/// The multisets that are unions of cycles, by their number of pairs.
fn unions(
    world: &AllCubes,
    cycles: &[Vec<u16>],
    from: usize,
    taken: &mut Vec<u16>,
    histogram: &mut BTreeMap<u32, u64>,
) {
    if taken.len() == world.colours {
        *histogram.entry(ordered_pairs(world, taken, 0, 0) / 2).or_default() += 1;
        return;
    }
    for (index, cycle) in cycles.iter().enumerate().skip(from) {
        if taken.len() + cycle.len() <= world.colours {
            taken.extend(cycle);
            unions(world, cycles, index, taken, histogram);
            taken.truncate(taken.len() - cycle.len());
        }
    }
}

/// The six ways to take two different edges of a cube in order.
const AXES: [(usize, usize); 6] = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)];

/// The number of ways to take two different edges of every cube, in order, so that both strands end
/// with degree two everywhere.
fn ordered_pairs(world: &AllCubes, cubes: &[u16], first: Degrees, second: Degrees) -> u32 {
    let Some((&cube, rest)) = cubes.split_first() else {
        return u32::from(first == full(world.colours) && second == full(world.colours));
    };
    let edges = world.cubes[usize::from(cube)].map(ends);
    AXES.iter()
        .map(|&(a, b)| (first + edges[a], second + edges[b]))
        .filter(|&(first, second)| at_most_two(first) && at_most_two(second))
        .map(|(first, second)| ordered_pairs(world, rest, first, second))
        .sum()
}

/// All multisets by their number of pairs.
fn all_multisets(world: &AllCubes, work: &Work) -> Result<BTreeMap<u32, u64>> {
    if world.colours < 4 {
        let singles: Vec<Vec<u16>> =
            (0..world.cubes.len()).map(|c| vec![u16::try_from(c).expect("few")]).collect();
        let mut histogram = BTreeMap::new();
        unions(world, &singles, 0, &mut Vec::new(), &mut histogram);
        return Ok(histogram);
    }
    Halves::new(world).histogram(work)
}

/// Four cubes as two and two: what two cubes can do to the degrees of the two strands.
struct Halves {
    cubes: usize,
    /// For the pair of cubes (a ≤ b), at a·cubes + b: the degrees it can give, as index and number
    /// of ways.
    given: Vec<Vec<(u16, u16)>>,
    /// The same, at the same place, by what has to be given by the other two: a row of numbers of
    /// ways.
    wanted: Vec<u8>,
    /// The length of a row.
    row: usize,
}

impl Halves {
    fn new(world: &AllCubes) -> Halves {
        let cubes = world.cubes.len();
        // Two edges give four ends, at most two to a colour.
        let degrees: Vec<Degrees> = (0..3u32.pow(4))
            .map(|code| (0..4).map(|c| (code / 3u32.pow(c) % 3) << (4 * c)).sum())
            .filter(|d: &Degrees| (0..4).map(|c| d >> (4 * c) & 15).sum::<u32>() == 4)
            .collect();
        let index = |d: Degrees| degrees.iter().position(|&other| other == d);
        let row = degrees.len() * degrees.len();
        let mut halves = Halves {
            cubes,
            given: vec![Vec::new(); cubes * cubes],
            wanted: vec![0; cubes * cubes * row],
            row,
        };
        for a in 0..cubes {
            for b in a..cubes {
                let mut ways: BTreeMap<usize, u16> = BTreeMap::new();
                let edges = [a, b].map(|cube| world.cubes[cube].map(ends));
                for (p, q) in AXES {
                    for (r, s) in AXES {
                        let strands = [edges[0][p] + edges[1][r], edges[0][q] + edges[1][s]];
                        if let [Some(first), Some(second)] = strands.map(index) {
                            *ways.entry(first * degrees.len() + second).or_default() += 1;
                            let rest = strands
                                .map(|d| index(full(4) - d).expect("complements are degrees too"));
                            let place = (a * cubes + b) * row + rest[0] * degrees.len() + rest[1];
                            halves.wanted[place] += 1;
                        }
                    }
                }
                halves.given[a * cubes + b] =
                    ways.into_iter().map(|(k, n)| (u16::try_from(k).expect("361"), n)).collect();
            }
        }
        halves
    }

    fn histogram(&self, work: &Work) -> Result<BTreeMap<u32, u64>> {
        let stage = work.stage("all multisets of four cubes", Some(self.cubes as u64));
        let parts: Vec<Vec<u64>> = (0..self.cubes)
            .into_par_iter()
            .map(|a| {
                work.check("the census was under way")?;
                // The number of ordered pairs is at most 36² = 1296.
                let mut histogram = vec![0; 1297];
                for b in a..self.cubes {
                    let given = &self.given[a * self.cubes + b];
                    for c in b..self.cubes {
                        let start = (c * self.cubes + c) * self.row;
                        let end = (c + 1) * self.cubes * self.row;
                        for wanted in self.wanted[start..end].chunks_exact(self.row) {
                            let ordered: usize = given
                                .iter()
                                .map(|&(k, ways)| {
                                    usize::from(ways) * usize::from(wanted[usize::from(k)])
                                })
                                .sum();
                            histogram[ordered] += 1;
                        }
                    }
                }
                stage.advance(1);
                Ok(histogram)
            })
            .collect::<Result<_>>()?;
        let mut total = BTreeMap::new();
        for part in parts {
            for (ordered, count) in (0u32..).zip(part) {
                if count > 0 {
                    *total.entry(ordered / 2).or_default() += count;
                }
            }
        }
        Ok(total)
    }
}
