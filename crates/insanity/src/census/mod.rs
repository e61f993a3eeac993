//! All puzzles of up to four cubes, up to equivalence.
//!
//! # What is counted
//! A *cube* is taken up to rotation and mirror image, since neither changes what towers look like:
//! it is a multiset of three edges of the colour graph, each one of n(n+1)/2 for n colours. With n
//! = 4 there are 220 cubes. A *puzzle* is a multiset of n cubes on (at most) n colours, up to
//! permuting the colours. Puzzles that do not use all n colours are counted too; they have no
//! tower.
//!
//! # Two independent counts
//! [`census`] lists one puzzle of every class, the lexicographically least, and solves it by its
//! 2-factors. `burnside` never looks at classes: it averages, over the permutations of the
//! colours, how many multisets with a given number of pairs each of them fixes, and gets the pairs
//! by convolving degrees instead of listing factors. The numbers of puzzles must be the same for
//! every number of pairs.

mod burnside;
mod list;

use std::collections::BTreeMap;

use itertools::Itertools;
use serde::{Deserialize, Serialize, Serializer};

use burnside::{Burnside, burnside};

use cubegraph_core::work::{Error, Result, Work};

/// The most cubes of a census; five would be 1.2·10¹² multisets.
const MOST_CUBES: usize = 4;

/// Options of [`census`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// The number of cubes, and of colours.
    pub cubes: usize,
    /// Whether only cubes are taken that show every colour.
    pub all_colours_on_each: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { cubes: MOST_CUBES, all_colours_on_each: false }
    }
}

/// How many puzzles there are of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Up to permuting colours and cubes.
    pub puzzles: u64,
    /// Up to permuting cubes only.
    pub multisets: u64,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.puzzles += other.puzzles;
        self.multisets += other.multisets;
    }
}

/// A census.
#[derive(Clone, Debug, Serialize)]
pub struct Census {
    #[serde(flatten)]
    options: Options,
    kinds_of_cubes: usize,
    #[serde(flatten)]
    total: Tally,
    solvable: Tally,
    /// All puzzles, counted by Burnside's lemma.
    burnside: u64,
    #[serde(serialize_with = "rows")]
    by_solutions: BTreeMap<(u32, u32), Tally>,
}

fn rows<S: Serializer>(
    by_solutions: &BTreeMap<(u32, u32), Tally>,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Row {
        pairs: u32,
        principal: u32,
        #[serde(flatten)]
        tally: Tally,
    }
    let rows = by_solutions.iter();
    serializer.collect_seq(rows.map(|(&(pairs, principal), &tally)| Row {
        pairs,
        principal,
        tally,
    }))
}

impl Census {
    /// What was counted.
    pub fn options(&self) -> Options {
        self.options
    }

    /// How many different cubes there are.
    pub fn kinds_of_cubes(&self) -> usize {
        self.kinds_of_cubes
    }

    /// The puzzles by their numbers of pairs and of principal solutions.
    pub fn by_solutions(&self) -> &BTreeMap<(u32, u32), Tally> {
        &self.by_solutions
    }

    /// All puzzles together.
    pub fn total(&self) -> Tally {
        self.total
    }

    /// The puzzles with a tower.
    pub fn solvable(&self) -> Tally {
        self.solvable
    }

    /// The puzzles whose numbers of pairs and principal solutions are as asked.
    pub fn sum(&self, wanted: impl Fn(&(u32, u32)) -> bool) -> Tally {
        sum(&self.by_solutions, wanted)
    }

    /// The puzzles by their number of pairs alone.
    pub fn by_pairs(&self) -> BTreeMap<u32, Tally> {
        let mut by_pairs: BTreeMap<u32, Tally> = BTreeMap::new();
        for (&(pairs, _), tally) in &self.by_solutions {
            by_pairs.entry(pairs).or_default().add(*tally);
        }
        by_pairs
    }
}

/// Takes a census, twice, and compares.
///
/// # Errors
/// [`Error::Invalid`] for no cubes; [`Error::TooLarge`] for more than four; [`Error::Rejected`] if
/// the two counts differ; limits as [`Work`] says.
///
/// # Complexity
/// 100 290 905 multisets for four cubes; a few seconds on two cores.
///
/// # Examples
/// ```
/// # use cubegraph_core::Work;
/// # use cubegraph_insanity::census::{Options, census};
/// let options = Options { cubes: 2, all_colours_on_each: false };
/// let census = census(&options, &Work::default()).unwrap();
/// assert_eq!(census.kinds_of_cubes(), 10);
/// assert_eq!(census.total().multisets, 55);
/// ```
pub fn census(options: &Options, work: &Work) -> Result<Census> {
    if options.cubes == 0 {
        return Err(Error::invalid("a puzzle has at least one cube")
            .help(format!("the census is taken for 1 to {MOST_CUBES} cubes")));
    }
    if options.cubes > MOST_CUBES {
        return Err(Error::too_large(format!(
            "the census is taken for 1 to {MOST_CUBES} cubes; \
             five cubes would have 1.2·10¹² multisets"
        )));
    }
    let world = AllCubes::new(options);
    let by_solutions = list::classes(&world, work)?;
    let burnside = burnside(&world, work)?;
    let census = Census {
        options: *options,
        kinds_of_cubes: world.cubes.len(),
        total: sum(&by_solutions, |_| true),
        solvable: sum(&by_solutions, |&(pairs, _)| pairs > 0),
        burnside: burnside.puzzles,
        by_solutions,
    };
    let by_pairs = census.by_pairs().into_iter();
    let listed = Burnside {
        puzzles: census.total.puzzles,
        multisets: census.total.multisets,
        puzzles_by_pairs: by_pairs.map(|(pairs, tally)| (pairs, tally.puzzles)).collect(),
    };
    if listed != burnside {
        let why = "the classes listed and Burnside's lemma give different numbers";
        return Err(Error::Rejected(why.to_owned()));
    }
    Ok(census)
}

fn sum(tallies: &BTreeMap<(u32, u32), Tally>, wanted: impl Fn(&(u32, u32)) -> bool) -> Tally {
    let mut sum = Tally::default();
    for (_, tally) in tallies.iter().filter(|(key, _)| wanted(key)) {
        sum.add(*tally);
    }
    sum
}

/// Two colours, the smaller first.
type Pair = (u8, u8);

/// The cubes there are, and what permuting the colours does to them.
struct AllCubes {
    colours: usize,
    /// The cubes, as edges, in lexicographic order.
    cubes: Vec<[Pair; 3]>,
    /// For each permutation of the colours, the image of each cube.
    images: Vec<Vec<u16>>,
    /// The permutations themselves.
    permutations: Vec<Vec<u8>>,
}

impl AllCubes {
    /// The cubes on as many colours as cubes.
    fn new(options: &Options) -> AllCubes {
        let colours = u8::try_from(options.cubes).expect("at most four");
        let pairs: Vec<Pair> =
            (0..colours).flat_map(|a| (a..colours).map(move |b| (a, b))).collect();
        let shows_all = |cube: &[Pair; 3]| {
            (0..colours).all(|colour| cube.iter().any(|&(a, b)| a == colour || b == colour))
        };
        let cubes: Vec<[Pair; 3]> = pairs
            .iter()
            .copied()
            .combinations_with_replacement(3)
            .map(|edges| [edges[0], edges[1], edges[2]])
            .filter(|cube| !options.all_colours_on_each || shows_all(cube))
            .collect();
        let permutations: Vec<Vec<u8>> = (0..colours).permutations(colours.into()).collect();
        let image = |cube: &[Pair; 3], permutation: &[u8]| {
            let mut moved = cube.map(|(a, b)| {
                let (a, b) = (permutation[usize::from(a)], permutation[usize::from(b)]);
                (a.min(b), a.max(b))
            });
            moved.sort_unstable();
            let index = cubes.binary_search(&moved).expect("all images are cubes");
            u16::try_from(index).expect("at most 220 cubes")
        };
        let images = permutations
            .iter()
            .map(|permutation| cubes.iter().map(|cube| image(cube, permutation)).collect())
            .collect();
        AllCubes { colours: options.cubes, cubes, images, permutations }
    }
}

/// Ends at colours, four bits for each colour.
type Degrees = u32;

/// Degree two everywhere.
fn full(colours: usize) -> Degrees {
    (0..colours).map(|colour| 2 << (4 * colour)).sum()
}

fn ends((a, b): Pair) -> Degrees {
    (1 << (4 * a)) + (1 << (4 * b))
}

/// Whether no colour has more than two ends, as long as none has more than seven.
fn at_most_two(degrees: Degrees) -> bool {
    // Adding five sets the highest bit of every nibble that is three or more.
    (degrees + 0x5555) & 0x8888 == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Puzzle, pairing};

    fn take(cubes: usize) -> Census {
        let options = Options { cubes, ..Options::default() };
        census(&options, &Work::default()).unwrap()
    }

    #[test]
    fn small_worlds_have_the_binomial_sizes_and_one_pair_needs_three_cubes() {
        for (cubes, kinds, multisets) in [(1, 1, 1), (2, 10, 55), (3, 56, 30_856)] {
            let census = take(cubes);
            assert_eq!(census.kinds_of_cubes, kinds);
            assert_eq!(census.total().multisets, multisets);
            assert_eq!(census.by_pairs().contains_key(&1), cubes == 3);
        }
        assert_eq!(AllCubes::new(&Options::default()).cubes.len(), 220);
    }

    #[test]
    fn every_class_of_three_cubes_is_found_by_brute_force_too() {
        // Every multiset is solved by the general solver and put into its class by its least image.
        let world = AllCubes::new(&Options { cubes: 3, ..Options::default() });
        let mut classes: BTreeMap<Vec<u16>, (u32, u32)> = BTreeMap::new();
        for multiset in (0..56u16).combinations_with_replacement(3) {
            let least = world
                .images
                .iter()
                .map(|image| {
                    let mut moved: Vec<u16> =
                        multiset.iter().map(|&c| image[usize::from(c)]).collect();
                    moved.sort_unstable();
                    moved
                })
                .min()
                .unwrap();
            classes.entry(least).or_insert_with(|| {
                let pairs = multiset.iter().map(|&cube| {
                    let pairs = world.cubes[usize::from(cube)];
                    pairs.map(|(a, b)| [a, b].map(|c| char::from(b'A' + c)))
                });
                let puzzle = Puzzle::from_pairs(pairs).unwrap();
                let limits = pairing::PairingLimits::COUNTS;
                let found = pairing::count(puzzle.graph(), limits, &Work::default());
                let counts = found.unwrap().counts;
                let [pairs, principal] = [counts.pairs, counts.principal];
                (pairs.try_into().unwrap(), principal.try_into().unwrap())
            });
        }
        let mut expected: BTreeMap<(u32, u32), u64> = BTreeMap::new();
        for key in classes.into_values() {
            *expected.entry(key).or_default() += 1;
        }
        let found: BTreeMap<(u32, u32), u64> =
            take(3).by_solutions.into_iter().map(|(key, tally)| (key, tally.puzzles)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_nibble_above_two_is_noticed() {
        assert!(at_most_two(0x2222) && at_most_two(0x0012));
        assert!(!at_most_two(0x0300) && !at_most_two(0x4000));
    }
}
