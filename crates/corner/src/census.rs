//! The census: every way to cut the twelve bars, grouped by the pieces that come out.
//!
//! A solved cube is the bottom ring and the top ring joined by four upright bars. For given cuts of
//! the upright bars the pieces of the bottom depend on the bottom ring alone and those of the top
//! on the top ring alone, so the 4¹² patterns are a sum of products: for each of the 4⁴ ways to cut
//! the upright bars, the bags of the bottom (4⁴ rings) times the bags of the top. Turning the cube
//! about the upright axis or upside down keeps all bags, so one of each orbit of upright cuts is
//! enough. No pattern is ever stored.
//!
//! How many *assemblies* a bag has, counted once where they look the same, is Burnside's lemma: the
//! number of patterns fixed by a rotation, averaged over the 24 rotations. The patterns fixed by a
//! rotation are few and listed one by one.
//!
//! The cost is at most 39 × 256 × 256 additions. `benches/corner.rs` measures it.
//!
//! # Reference
//! van Kreveld, *The requirements* and *The results*.

#![expect(clippy::cast_possible_truncation, reason = "counts of bars and letters, all below 24")]

use std::collections::BTreeMap;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};

use super::Result;
use super::equivalence::classes;
use super::loops::{self, Difficulty};
use super::pattern::{Axis, Bar, Corner, Pattern};
use super::piece::{Bag, HalfEdge, Piece};
use super::puzzle::Puzzle;
use super::relaxations::Relaxations;
use super::solve::assemblies_of;
use super::{Class, check};
use cubegraph_core::cube::Rotation;
use cubegraph_core::work::{Error, Work};

/// A set of pieces that can be assembled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CensusEntry {
    bag: Bag,
    patterns: u32,
    solutions: u32,
}

impl CensusEntry {
    /// The puzzle, its pieces in alphabetical order.
    pub fn puzzle(&self) -> Puzzle {
        Puzzle::of_bag(self.bag)
    }

    /// How many of the 4¹² patterns are cut into these pieces.
    pub fn patterns(&self) -> u32 {
        self.patterns
    }

    /// How many assemblies up to turning the cube; those that look the same count once.
    pub fn solutions(&self) -> u32 {
        self.solutions
    }

    /// The rings of four pieces that can be built.
    pub fn loops(&self) -> usize {
        loops::count(self.bag)
    }

    /// van Kreveld's difficulty.
    pub fn difficulty(&self) -> Option<Difficulty> {
        Difficulty::new(self.solutions as usize, self.loops())
    }

    pub(crate) fn bag(&self) -> Bag {
        self.bag
    }
}

/// All puzzles that keep the requirements. Serialised, it has the keys of the tool's JSON.
#[derive(Clone, Debug)]
pub struct Census {
    relaxed: Relaxations,
    admissible: u64,
    entries: Vec<CensusEntry>,
    unique: Vec<UniquePuzzle>,
    classes: [Vec<Class>; 2],
}

/// A puzzle with 24 patterns, and its loops.
#[derive(Clone, Copy, Debug, Serialize)]
struct UniquePuzzle {
    pieces: Bag,
    loops: usize,
    #[serde(flatten)]
    difficulty: Option<Difficulty>,
}

impl UniquePuzzle {
    fn measure(entry: &CensusEntry) -> UniquePuzzle {
        let loops = entry.loops();
        UniquePuzzle {
            pieces: entry.bag,
            loops,
            difficulty: Difficulty::new(entry.solutions as usize, loops),
        }
    }
}

/// Takes the census of all puzzles that keep the requirements, and checks it: by what must hold of
/// all counts, and by solving one puzzle of each class of unique ones again.
///
/// # Errors
/// Limits of `work`; [`Error::Rejected`] if the check fails.
///
/// # Complexity
/// At most 39 × 256 × 256 additions instead of 4¹² patterns; memory for the distinct sets only.
///
/// # Examples
/// ```
/// # use cubegraph_core::Work;
/// # use cubegraph_corner::{Relaxations, census};
/// let census = census(&Relaxations::default(), &Work::default())?;
/// assert_eq!((census.admissible(), census.entries().len()), (1_023_360, 2290));
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
pub fn census(relaxed: &Relaxations, work: &Work) -> Result<Census> {
    let mut census = count(*relaxed, work)?;
    work.check("the census is taken, the classes are not")?;
    let unique: Vec<CensusEntry> = census.unique().copied().collect();
    census.unique = unique.par_iter().map(UniquePuzzle::measure).collect();
    census.classes = [false, true].map(|mirror| classes(&unique, mirror));
    census.classes[1].par_iter().try_for_each(|class| {
        work.check("the census is taken, its puzzles are being solved again")?;
        let puzzle = class.representative();
        let found = assemblies_of(class.bag());
        check::assemblies(&puzzle, &puzzle.assemblies(&found.patterns), found.looks, work)?;
        if found.patterns.len() == class.solutions() as usize {
            return Ok(());
        }
        let n = found.patterns.len();
        Err(Error::Rejected(format!("{puzzle} has {n} assemblies")))
    })?;
    Ok(census)
}

/// The counts alone, checked, without the classes of unique puzzles.
pub(crate) fn count(relaxed: Relaxations, work: &Work) -> Result<Census> {
    let entries = tally(relaxed, work)?;
    let census = Census {
        relaxed,
        admissible: entries.iter().map(|p| u64::from(p.patterns)).sum(),
        entries,
        unique: Vec::new(),
        classes: Default::default(),
    };
    check::census(&census)?;
    Ok(census)
}

impl Census {
    /// Which requirements are dropped.
    pub fn relaxed(&self) -> Relaxations {
        self.relaxed
    }

    /// How many of the 4¹² patterns give such a puzzle.
    pub fn admissible(&self) -> u64 {
        self.admissible
    }

    /// The puzzles, in alphabetical order of their pieces.
    pub fn entries(&self) -> &[CensusEntry] {
        &self.entries
    }

    /// The puzzles with exactly 24 patterns. Of different pieces without a symmetric one, they have
    /// one assembly; with equal pieces they may have two, each of which looks the same after a
    /// turn.
    pub fn unique(&self) -> impl Iterator<Item = &CensusEntry> {
        self.entries.iter().filter(|p| p.patterns == 24)
    }

    /// The classes of equivalent unique puzzles: under the eight replacements of letters, or with
    /// `mirror` under the sixteen that may also reverse all words.
    pub fn classes(&self, mirror: bool) -> &[Class] {
        &self.classes[usize::from(mirror)]
    }

    /// How many puzzles have one assembly up to turning.
    pub fn one_solution(&self) -> usize {
        self.entries.iter().filter(|p| p.solutions == 1).count()
    }

    /// The smallest and the largest number of patterns of a puzzle; none without puzzles.
    pub fn extremes(&self) -> Option<(u32, u32)> {
        let patterns = || self.entries.iter().map(|p| p.patterns);
        Some((patterns().min()?, patterns().max()?))
    }

    /// For each number of solutions, how many puzzles have it.
    pub fn histogram(&self) -> BTreeMap<u32, usize> {
        let mut histogram = BTreeMap::new();
        for puzzle in &self.entries {
            *histogram.entry(puzzle.solutions).or_default() += 1;
        }
        histogram
    }
}

impl Serialize for Census {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Classes<'a> {
            classes: &'a [Class],
        }
        #[derive(Serialize)]
        struct Equivalences<'a> {
            letters: Classes<'a>,
            letters_and_mirror: Classes<'a>,
        }
        #[derive(Serialize)]
        struct CensusKeys<'a> {
            requirements: String,
            sets: u64,
            patterns: u32,
            admissible: u64,
            puzzles: usize,
            fewest: Option<u32>,
            most: Option<u32>,
            with_most: Vec<Bag>,
            unique: usize,
            one_solution: usize,
            solutions: BTreeMap<u32, usize>,
            unique_puzzles: &'a [UniquePuzzle],
            equivalences: Equivalences<'a>,
        }
        let (fewest, most) = self.extremes().unzip();
        let with_most = self.entries.iter().filter(|p| Some(p.patterns) == most);
        CensusKeys {
            requirements: self.relaxed.to_string(),
            sets: u64::try_from(self.relaxed.sets()).unwrap_or(u64::MAX),
            patterns: Pattern::COUNT,
            admissible: self.admissible,
            puzzles: self.entries.len(),
            fewest,
            most,
            with_most: with_most.map(CensusEntry::bag).collect(),
            unique: self.unique.len(),
            one_solution: self.one_solution(),
            solutions: self.histogram(),
            unique_puzzles: &self.unique,
            equivalences: Equivalences {
                letters: Classes { classes: &self.classes[0] },
                letters_and_mirror: Classes { classes: &self.classes[1] },
            },
        }
        .serialize(serializer)
    }
}

/// Patterns of a bag, and 24 times its assemblies by Burnside.
#[derive(Clone, Copy, Default)]
struct BagTally {
    patterns: u32,
    fixed: u32,
}

/// The four pieces of a ring, how many of the ring's bars are cut A–D, and how many rings have
/// these pieces.
struct RingBag {
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
    let half = |i| HalfEdge::from_index((code >> (2 * i)) as usize);
    let is_outer = |i: &u32| matches!(half(*i), HalfEdge::A | HalfEdge::D);
    (0..4).filter(is_outer).count() as u32
}

/// One of each orbit of the upright cuts under the eight rotations that keep the axis upright, with
/// the size of the orbit.
fn upright_orbits() -> Vec<(u32, u32)> {
    let rotations: Vec<Rotation> = Rotation::all()
        .filter(|r| {
            let kept = |corner: Corner| Bar::at(corner.rotated(*r), Axis::Z);
            kept(Corner::ALL[0]) == kept(Corner::ALL[4])
        })
        .collect();
    let mut orbits: BTreeMap<u32, u32> = BTreeMap::new();
    for code in 0..256 {
        let pattern = Pattern::from_number(spread(code, UPRIGHT));
        let turned = rotations.iter().map(|r| pattern.rotated(*r).number() >> 16);
        let first = turned.min().unwrap_or(code);
        *orbits.entry(first).or_default() += 1;
    }
    orbits.into_iter().collect()
}

/// The bags of a ring for given upright cuts, by the number of the ring's bars that are cut A–D.
fn parts(
    upright: u32,
    ring: [usize; 4],
    corners: &[Corner],
    relaxed: Relaxations,
) -> [Vec<RingBag>; 5] {
    let mut found: FxHashMap<Bag, RingBag> = FxHashMap::default();
    for code in 0..256 {
        let pattern = Pattern::from_number(spread(upright, UPRIGHT) | spread(code, ring));
        let bag: Bag = corners.iter().map(|c| Piece::from_word(pattern.word(*c))).collect();
        if relaxed.allows_part(bag) {
            found
                .entry(bag)
                .or_insert_with(|| RingBag { bag, outer: outer(code), rings: 0 })
                .rings += 1;
        }
    }
    let mut sorted: [Vec<RingBag>; 5] = Default::default();
    for part in found.into_values() {
        sorted[part.outer as usize].push(part);
    }
    sorted
}

/// Adds the products of bottoms and tops over one orbit of upright cuts.
fn join(tallies: &mut FxHashMap<Bag, BagTally>, upright: u32, orbit: u32, relaxed: Relaxations) {
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

/// Adds the patterns that each rotation fixes.
fn add_fixed(tallies: &mut FxHashMap<Bag, BagTally>) {
    for rotation in Rotation::all().filter(|r| *r != Rotation::IDENTITY) {
        for pattern in fixed_by(rotation) {
            if let Some(tally) = tallies.get_mut(&pattern.bag()) {
                tally.fixed += 1;
            }
        }
    }
}

/// The patterns that a rotation does not change: one free cut for each cycle of bars, or none at
/// all if some bar is turned end for end, since no half-edge is its own partner.
fn fixed_by(rotation: Rotation) -> impl Iterator<Item = Pattern> {
    // The cycle of every bar: its images one by one, as changes of a pattern in which only that bar
    // is cut otherwise.
    let mut cycles: Vec<[u32; 4]> = Vec::new();
    let mut done = 0u32;
    for bar in Bar::ALL {
        if done >> (2 * bar.index()) & 3 != 0 {
            continue;
        }
        let cuts = std::array::from_fn(|cut| {
            let (mut at, mut letter, mut cycle) = (bar, cut as u32, 0);
            loop {
                cycle |= letter << (2 * at.index());
                done |= 3 << (2 * at.index());
                let (next, even) = at.rotated(rotation);
                (at, letter) = (next, if even { letter } else { 3 - letter });
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
            let cycles = cycles.iter().enumerate();
            let bars = cycles.map(|(i, cuts)| cuts[(code >> (2 * i) & 3) as usize]);
            Pattern::from_number(bars.sum())
        })
        .filter(move |p| p.rotated(rotation) == *p)
}

/// Counts the patterns and assemblies of every bag that keeps the requirements.
fn tally(relaxed: Relaxations, work: &Work) -> Result<Vec<CensusEntry>> {
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
            Ok::<_, cubegraph_core::Error>(tallies)
        })
        .try_reduce(FxHashMap::default, |a, b| Ok(merged(a, b)))?;
    drop(stage);
    add_fixed(&mut tallies);
    let mut puzzles: Vec<CensusEntry> = tallies
        .into_iter()
        .map(|(bag, tally)| CensusEntry {
            bag,
            patterns: tally.patterns,
            solutions: (tally.patterns + tally.fixed) / 24,
        })
        .collect();
    puzzles.par_sort_unstable_by_key(|p| p.bag);
    Ok(puzzles)
}

fn merged(a: FxHashMap<Bag, BagTally>, b: FxHashMap<Bag, BagTally>) -> FxHashMap<Bag, BagTally> {
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
        assert_eq!(orbits.len(), 39, "the documentation of `census` says so");
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
        let all = count(Relaxations::ALL, &Work::default()).unwrap();
        assert_eq!(all.admissible, 1 << 24);
        let solutions: u64 = all.entries.iter().map(|p| u64::from(p.solutions)).sum();
        // Burnside over all patterns at once.
        assert_eq!(solutions, ((1 << 24) + 3 * 4096 + 8 * 256 + 6 * 64) / 24);
    }
}
