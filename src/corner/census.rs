//! The census: every way to cut the twelve bars, grouped by the pieces that come out.
//!
//! A solved cube is the bottom ring and the top ring joined by four upright bars. For given cuts of the upright bars the pieces of the bottom
//! depend on the bottom ring alone and those of the top on the top ring alone, so the 4¹² patterns are a sum of products:
//! for each of the 4⁴ ways to cut the upright bars, the bags of the bottom (4⁴ rings) times the bags of the top. Turning the cube about the upright axis or
//! upside down keeps all bags, so one of each orbit of upright cuts is enough. No pattern is ever stored.
//!
//! How many *assemblies* a bag has, counted once where they look the same, is Burnside's lemma: the number of patterns fixed by a rotation, averaged over the 24
//! rotations. The patterns fixed by a rotation are few and listed one by one.
//!
//! # Reference
//! van Kreveld, *The requirements* and *The results*.

#![expect(
    clippy::cast_possible_truncation,
    reason = "counts of bars and letters, all below 24"
)]

use std::collections::BTreeMap;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::graph::{Bar, Corner, Pattern};
use super::piece::{Bag, HalfEdge, Piece};
use crate::cube::Rotation;
use crate::work::{Result, Work};

/// van Kreveld's requirements on the pieces of a puzzle; each can be relaxed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Relaxed {
    /// Equal pieces are allowed.
    pub repeats: bool,
    /// AAA, BBB, CCC and DDD are allowed.
    pub symmetric_pieces: bool,
    /// There need not be six half-edges of each letter.
    pub unbalanced: bool,
}

impl Relaxed {
    /// All three relaxed: every bag that can be assembled.
    pub const ALL: Relaxed = Relaxed {
        repeats: true,
        symmetric_pieces: true,
        unbalanced: true,
    };

    /// Whether a bag, or a part of one, keeps the two requirements that parts must keep.
    fn allows_part(self, bag: Bag) -> bool {
        (self.repeats || !bag.has_repeats()) && (self.symmetric_pieces || !bag.has_symmetric())
    }

    /// Whether a bag of eight keeps the requirements.
    pub fn allows(self, bag: Bag) -> bool {
        self.allows_part(bag) && (self.unbalanced || bag.is_balanced())
    }
}

/// A bag that can be assembled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The pieces.
    pub bag: Bag,
    /// How many of the 4¹² patterns are cut into them.
    pub patterns: u32,
    /// How many assemblies up to turning the cube; those that look the same count once.
    pub solutions: u32,
}

/// All puzzles that keep the requirements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// The requirements that were relaxed.
    pub relaxed: Relaxed,
    /// How many of the 4¹² patterns give such a puzzle.
    pub admissible: u64,
    /// The puzzles, in alphabetical order of their pieces.
    pub puzzles: Vec<Entry>,
}

impl Census {
    /// The puzzles with exactly 24 patterns: one assembly, all of whose turns look different.
    pub fn unique(&self) -> impl Iterator<Item = &Entry> {
        self.puzzles.iter().filter(|p| p.patterns == 24)
    }

    /// How many puzzles have one assembly up to turning.
    pub fn one_solution(&self) -> usize {
        self.puzzles.iter().filter(|p| p.solutions == 1).count()
    }

    /// The smallest and the largest number of patterns of a puzzle; none without puzzles.
    pub fn extremes(&self) -> Option<(u32, u32)> {
        let patterns = || self.puzzles.iter().map(|p| p.patterns);
        Some((patterns().min()?, patterns().max()?))
    }

    /// How many puzzles have so many solutions.
    pub fn histogram(&self) -> BTreeMap<u32, usize> {
        let mut histogram = BTreeMap::new();
        for puzzle in &self.puzzles {
            *histogram.entry(puzzle.solutions).or_default() += 1;
        }
        histogram
    }
}

/// Patterns of a bag, and 24 times its assemblies by Burnside.
#[derive(Clone, Copy, Default)]
struct Tally {
    patterns: u32,
    fixed: u32,
}

/// The four pieces of a ring and how many rings give them, with how many of the ring's bars are cut A–D.
struct Part {
    bag: Bag,
    outer: u32,
    rings: u32,
}

/// The bars of the bottom ring, the top ring and the upright ones, as positions in a pattern.
const BOTTOM: [usize; 4] = [0, 1, 4, 5];
const TOP: [usize; 4] = [2, 3, 6, 7];
const UPRIGHT: [usize; 4] = [8, 9, 10, 11];

/// Puts the four cuts of `code` (two bits each) on four bars.
fn spread(code: u32, bars: [usize; 4]) -> u32 {
    (0..4).map(|i| (code >> (2 * i) & 3) << (2 * bars[i])).sum()
}

/// How many of four cuts are A–D.
fn outer(code: u32) -> u32 {
    (0..4)
        .filter(|i| {
            matches!(
                HalfEdge::from_index((code >> (2 * i)) as usize),
                HalfEdge::A | HalfEdge::D
            )
        })
        .count() as u32
}

/// One of each orbit of the upright cuts under the eight rotations that keep the axis upright, with the size of the orbit.
fn upright_orbits() -> Vec<(u32, u32)> {
    let rotations: Vec<Rotation> = Rotation::all()
        .filter(|r| {
            let kept = |corner: Corner| Bar::at(corner.rotated(*r), super::graph::Axis::Z);
            kept(Corner::ALL[0]) == kept(Corner::ALL[4])
        })
        .collect();
    let mut orbits: BTreeMap<u32, u32> = BTreeMap::new();
    for code in 0..256 {
        let pattern = Pattern::from_number(spread(code, UPRIGHT));
        let first = rotations
            .iter()
            .map(|r| pattern.rotated(*r).number() >> 16)
            .min()
            .unwrap_or(code);
        *orbits.entry(first).or_default() += 1;
    }
    orbits.into_iter().collect()
}

/// The bags of a ring for given upright cuts, by the number of the ring's bars that are cut A–D.
fn parts(upright: u32, ring: [usize; 4], corners: &[Corner], relaxed: Relaxed) -> [Vec<Part>; 5] {
    let mut found: FxHashMap<Bag, Part> = FxHashMap::default();
    for code in 0..256 {
        let pattern = Pattern::from_number(spread(upright, UPRIGHT) | spread(code, ring));
        let bag: Bag = corners
            .iter()
            .map(|c| Piece::from_word(pattern.word(*c)))
            .collect();
        if relaxed.allows_part(bag) {
            found
                .entry(bag)
                .or_insert_with(|| Part {
                    bag,
                    outer: outer(code),
                    rings: 0,
                })
                .rings += 1;
        }
    }
    let mut sorted: [Vec<Part>; 5] = Default::default();
    for part in found.into_values() {
        sorted[part.outer as usize].push(part);
    }
    sorted
}

/// Adds the products of bottoms and tops over one orbit of upright cuts.
fn join(tallies: &mut FxHashMap<Bag, Tally>, upright: u32, orbit: u32, relaxed: Relaxed) {
    let bottoms = parts(upright, BOTTOM, &Corner::ALL[..4], relaxed);
    let tops = parts(upright, TOP, &Corner::ALL[4..], relaxed);
    let upright_outer = outer(upright);
    for bottom in bottoms.iter().flatten() {
        for (top_outer, tops) in tops.iter().enumerate() {
            // Six of each letter means that six bars are cut A–D and six B–C.
            if !relaxed.unbalanced && upright_outer + bottom.outer + top_outer as u32 != 6 {
                continue;
            }
            for top in tops {
                let bag = bottom.bag + top.bag;
                if relaxed.allows_part(bag) {
                    tallies.entry(bag).or_default().patterns += orbit * bottom.rings * top.rings;
                }
            }
        }
    }
}

/// Adds the patterns that a rotation fixes, for one rotation of each class, as often as the class is large.
fn add_fixed(tallies: &mut FxHashMap<Bag, Tally>) {
    for rotation in Rotation::all().filter(|r| *r != Rotation::IDENTITY) {
        for pattern in fixed_by(rotation) {
            if let Some(tally) = tallies.get_mut(&pattern.bag()) {
                tally.fixed += 1;
            }
        }
    }
}

/// The patterns that a rotation does not change: one free cut for each cycle of bars, or none at all if some bar is turned end for end,
/// since no half-edge is its own partner.
fn fixed_by(rotation: Rotation) -> impl Iterator<Item = Pattern> {
    // The cycle of every bar: its images one by one, as changes of a pattern in which only that bar is cut otherwise.
    let mut cycles: Vec<[u32; 4]> = Vec::new();
    let mut done = 0u32;
    for bar in Bar::all() {
        if done >> (2 * bar.index()) & 3 != 0 {
            continue;
        }
        let cuts = std::array::from_fn(|cut| {
            let (mut at, mut letter, mut cycle) = (bar, cut as u32, 0);
            loop {
                cycle |= letter << (2 * at.index());
                done |= 3 << (2 * at.index());
                (at, letter) = step(rotation, at, letter);
                if at == bar {
                    break cycle;
                }
            }
        });
        cycles.push(cuts);
    }
    let count = 1u32 << (2 * cycles.len());
    (0..count)
        .map(move |code| {
            Pattern::from_number(
                cycles
                    .iter()
                    .enumerate()
                    .map(|(i, cuts)| cuts[(code >> (2 * i) & 3) as usize])
                    .sum(),
            )
        })
        .filter(move |p| p.rotated(rotation) == *p)
}

/// Where a rotation brings a bar, and what its even end has there.
fn step(rotation: Rotation, bar: Bar, letter: u32) -> (Bar, u32) {
    let [even, odd] = bar.ends().map(|c| c.rotated(rotation));
    let axis = super::graph::Axis::ALL[(even.index() ^ odd.index()).trailing_zeros() as usize];
    (
        Bar::at(even, axis),
        if even.is_even() { letter } else { 3 - letter },
    )
}

/// Takes the census of all puzzles that keep the requirements.
///
/// # Arguments
/// * `relaxed` - which requirements are dropped.
/// * `work` - for progress, interruption and the memory limit.
///
/// # Returns
/// Every bag that can be assembled, with its patterns and its solutions.
///
/// # Complexity
/// At most 39 × 256 × 256 additions instead of 4¹² patterns; memory for the distinct bags only.
///
/// # Examples
/// ```
/// # use cubegraph::{corner::census::{census, Relaxed}, work::Work};
/// let census = census(Relaxed::default(), &Work::default())?;
/// assert_eq!((census.admissible, census.puzzles.len()), (1_023_360, 2290));
/// # Ok::<(), cubegraph::Error>(())
/// ```
pub fn census(relaxed: Relaxed, work: &Work) -> Result<Census> {
    let orbits = upright_orbits();
    if relaxed.repeats {
        work.reserve("the census with repeated pieces", 200 << 20)?;
    }
    let stage = work.stage("joining bottoms and tops", Some(orbits.len() as u64));
    let mut tallies = orbits
        .par_iter()
        .try_fold(FxHashMap::default, |mut tallies, &(upright, orbit)| {
            work.check("")?;
            join(&mut tallies, upright, orbit, relaxed);
            stage.advance(1);
            Ok::<_, crate::Error>(tallies)
        })
        .try_reduce(FxHashMap::default, |a, b| Ok(merged(a, b)))?;
    drop(stage);
    add_fixed(&mut tallies);
    let mut puzzles: Vec<Entry> = tallies
        .into_iter()
        .map(|(bag, tally)| Entry {
            bag,
            patterns: tally.patterns,
            solutions: (tally.patterns + tally.fixed) / 24,
        })
        .collect();
    puzzles.par_sort_unstable_by_key(|p| p.bag);
    Ok(Census {
        relaxed,
        admissible: puzzles.iter().map(|p| u64::from(p.patterns)).sum(),
        puzzles,
    })
}

fn merged(a: FxHashMap<Bag, Tally>, b: FxHashMap<Bag, Tally>) -> FxHashMap<Bag, Tally> {
    let (mut large, small) = if a.len() < b.len() { (b, a) } else { (a, b) };
    for (bag, tally) in small {
        large.entry(bag).or_default().patterns += tally.patterns;
    }
    large
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_orbits_of_upright_cuts_cover_all_256() {
        let orbits = upright_orbits();
        assert_eq!(orbits.iter().map(|(_, size)| size).sum::<u32>(), 256);
        assert_eq!(orbits.len(), 39, "the doc comment of `census` says so");
    }

    #[test]
    fn a_rotation_fixes_as_many_patterns_as_its_cycles_of_bars_allow() {
        for rotation in Rotation::all() {
            let fixed = fixed_by(rotation).count();
            let expected = match (rotation.order(), rotation.is_even()) {
                (1, _) => 1 << 24,
                (2, true) => 4096, // half turn about a face: six pairs of bars
                (2, false) => 0,   // half turn about an edge: two bars turned end for end
                (3, _) => 256,
                _ => 64,
            };
            if rotation != Rotation::IDENTITY {
                assert_eq!(fixed, expected, "{rotation}");
            }
        }
    }

    #[test]
    fn the_census_of_all_bags_counts_every_pattern() {
        let all = census(Relaxed::ALL, &Work::default()).unwrap();
        assert_eq!(all.admissible, 1 << 24);
        let solutions: u64 = all.puzzles.iter().map(|p| u64::from(p.solutions)).sum();
        // Burnside over all patterns at once.
        assert_eq!(solutions, ((1 << 24) + 3 * 4096 + 8 * 256 + 6 * 64) / 24);
    }
}
