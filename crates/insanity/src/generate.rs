//! Random puzzles, reproducible by seed.
//!
//! A *unique* puzzle has exactly one disjoint pair of factors, and both are single cycles, so that
//! there is exactly one tower up to turning it. Two random cycles through all colours are planted
//! and the hidden faces painted at random, until nothing else fits. If every colour is on exactly
//! six faces the hidden edges are a third factor and pairs come in threes: a unique puzzle is never
//! balanced.

use chacha20::ChaCha8Rng;
use num_bigint::BigUint;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize, Serializer};

use super::pairing::{PairedFactors, PairingLimits, count};
use super::text::Palette;
use super::{Counts, Cube, Puzzle, solve};
use cubegraph_core::cube::Rotation;
use cubegraph_core::work::{Error, Result, Work};

/// What kind of puzzle is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleKind {
    /// With a tower, and whatever others there happen to be.
    #[default]
    Solvable,
    /// With exactly one pair, and one tower.
    Unique,
    /// Without a tower, though every colour is on at least four faces.
    Unsolvable,
    /// With every colour on the same number of faces (as nearly as possible); with or without
    /// towers.
    Balanced,
}

impl PuzzleKind {
    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleKind::Solvable => "solvable",
            PuzzleKind::Unique => "unique",
            PuzzleKind::Unsolvable => "unsolvable",
            PuzzleKind::Balanced => "balanced",
        }
    }
}

/// How hard a puzzle should be. Twenty-five puzzles of the kind are made and ranked by their
/// near-solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// The one with the fewest near-solutions.
    Easy,
    /// The one in the middle.
    Medium,
    /// The one with the most near-solutions.
    Hard,
}

/// Options of [`generate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// The number of cubes.
    pub cubes: usize,
    /// The number of colours; as many as cubes, unless said otherwise.
    pub colours: Option<usize>,
    /// The kind of puzzle.
    pub kind: PuzzleKind,
    /// How hard it should be.
    pub difficulty: Option<Difficulty>,
    /// At least this many near-solutions.
    pub near_solutions: Option<u64>,
    /// The same seed gives the same puzzle.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            cubes: 4,
            colours: None,
            kind: PuzzleKind::Solvable,
            difficulty: None,
            near_solutions: None,
            seed: 0,
        }
    }
}

/// A puzzle and how hard it is.
#[derive(Clone, Debug, Serialize)]
pub struct Generated {
    cubes: usize,
    colours: usize,
    kind: PuzzleKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<Difficulty>,
    attempts: u64,
    #[serde(flatten)]
    counts: Option<Counts>,
    #[serde(
        serialize_with = "cubegraph_core::json::optional_integer",
        skip_serializing_if = "Option::is_none"
    )]
    near_solutions: Option<BigUint>,
    #[serde(rename = "faces", serialize_with = "faces")]
    puzzle: Puzzle,
}

fn faces<S: Serializer>(puzzle: &Puzzle, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    let cubes = puzzle.cubes().iter();
    serializer.collect_seq(cubes.map(|cube| cube.faces().map(|colour| puzzle.name(colour))))
}

impl Generated {
    /// The puzzle, all cubes given by faces.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// How many puzzles were tried.
    pub fn attempts(&self) -> u64 {
        self.attempts
    }

    /// The counts, where the puzzle is small enough.
    pub fn counts(&self) -> Option<&Counts> {
        self.counts.as_ref()
    }

    /// Near-solutions: unordered pairs of factors that clash in exactly one cube. More
    /// near-solutions make a harder puzzle.
    pub fn near_solutions(&self) -> Option<&BigUint> {
        self.near_solutions.as_ref()
    }
}

/// The most cubes of a unique or unsolvable puzzle: it is proved by listing or refuting.
const MOST_PROVED: usize = 50;

/// The most cubes of any puzzle made here.
const MOST_CUBES: usize = 100_000;

/// Up to this many cubes the difficulty is measured.
const MEASURED_UP_TO: usize = 40;

/// How many factors of a part are compared with each other.
const COMPARED: usize = 4000;

/// How many puzzles are ranked where a difficulty is wanted.
const RANKED: usize = 25;

/// How many puzzles are tried before there seems to be none.
const MOST_ATTEMPTS: u64 = 1_000_000;

/// Makes a random puzzle; the same options give the same puzzle.
///
/// # Errors
/// [`Error::Invalid`] where there is no such puzzle, [`Error::TooLarge`] where it could not be
/// proved or was not found; limits as [`Work`] says.
///
/// # Examples
/// ```
/// # use cubegraph_core::Work;
/// # use cubegraph_insanity::generate::{PuzzleKind, Options, generate};
/// let options = Options { cubes: 6, kind: PuzzleKind::Unique, seed: 1, ..Options::default() };
/// let made = generate(&options, &Work::default())?;
/// assert_eq!(made.counts().unwrap().principal, 1u32.into());
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
pub fn generate(options: &Options, work: &Work) -> Result<Generated> {
    refuse(options)?;
    let mut random = ChaCha8Rng::seed_from_u64(options.seed);
    let stage = work.stage("puzzles tried", None);
    let wanted = options.difficulty.map_or(1, |_| RANKED);
    let mut made: Vec<Generated> = Vec::new();
    for attempt in 1..=MOST_ATTEMPTS {
        stage.advance(1);
        work.check(&format!("{attempt} puzzles tried"))?;
        made.extend(tried(options, attempt, &mut random, work)?);
        if made.len() == wanted {
            made.sort_by(|a, b| a.near_solutions.cmp(&b.near_solutions));
            let place = match options.difficulty {
                None | Some(Difficulty::Easy) => 0,
                Some(Difficulty::Medium) => wanted / 2,
                Some(Difficulty::Hard) => wanted - 1,
            };
            let chosen = made.swap_remove(place);
            return Ok(Generated { attempts: attempt, ..chosen });
        }
    }
    Err(Error::too_large(format!("no such puzzle was found among {MOST_ATTEMPTS}")))
}

/// One attempt: a puzzle, if it is what is wanted.
fn tried(
    options: &Options,
    attempt: u64,
    random: &mut ChaCha8Rng,
    work: &Work,
) -> Result<Option<Generated>> {
    let (cubes, kind) = (options.cubes, options.kind);
    let colours = options.colours.unwrap_or(cubes);
    let faces = match kind {
        PuzzleKind::Solvable => planted(cubes, colours, false, random),
        PuzzleKind::Unique => planted(cubes, colours, true, random),
        // Of two cubes every balanced set has a tower; the others come in between.
        PuzzleKind::Unsolvable if attempt.is_multiple_of(2) => {
            at_least_four(cubes, colours, random)
        }
        PuzzleKind::Unsolvable | PuzzleKind::Balanced => balanced(cubes, colours, random),
    };
    let puzzle = painted(faces, colours, random);
    if puzzle.colours().len() != colours {
        return Ok(None);
    }
    let measured = if cubes <= MEASURED_UP_TO { measure(&puzzle, work)? } else { None };
    let one = BigUint::from(1u8);
    let fits = match (kind, &measured) {
        (PuzzleKind::Solvable | PuzzleKind::Balanced, _) => true,
        // More colours than cubes leave paths, of which there may be several.
        (PuzzleKind::Unique, Some(found)) => {
            found.counts.pairs == one && found.counts.principal == one
        }
        (PuzzleKind::Unsolvable, Some(found)) => !found.counts.is_solvable(),
        (PuzzleKind::Unsolvable, None) => {
            !solve::answer(&puzzle, &super::Options::default(), work)?.is_solvable()
        }
        (PuzzleKind::Unique, None) => {
            let found = count(puzzle.graph(), PairingLimits::COUNTS, work)?;
            found.counts.pairs == one
        }
    };
    let near_solutions = measured.as_ref().and_then(near_solutions);
    let misleads = options.near_solutions.is_none_or(|least| {
        let found = near_solutions.as_ref();
        found.is_some_and(|found| *found >= BigUint::from(least))
    });
    if !fits || !misleads {
        return Ok(None);
    }
    let plural = if cubes == 1 { "" } else { "s" };
    let title = format!("A random {} puzzle of {cubes} cube{plural}", kind.name());
    Ok(Some(Generated {
        cubes,
        colours,
        kind,
        difficulty: options.difficulty,
        attempts: attempt,
        near_solutions,
        counts: measured.map(|found| found.counts),
        puzzle: puzzle.titled(title),
    }))
}

fn refuse(options: &Options) -> Result<()> {
    let (cubes, kind) = (options.cubes, options.kind);
    let colours = options.colours.unwrap_or(cubes);
    let impossible = match (cubes, kind) {
        (0, _) => Some("a puzzle has at least one cube"),
        (1 | 2, PuzzleKind::Unique) => {
            Some("no puzzle of one or two cubes has exactly one pair; three cubes are enough")
        }
        (1, PuzzleKind::Unsolvable) => Some("one cube is always a tower; two cubes are enough"),
        _ => None,
    };
    if let Some(why) = impossible {
        return Err(Error::invalid(why));
    }
    if colours < cubes || colours > 6 * cubes {
        return Err(Error::invalid(format!(
            "{cubes} cubes with {colours} colours are not a puzzle: \
             a tower needs as many colours as cubes, and a cube has six faces"
        )));
    }
    if kind == PuzzleKind::Unsolvable && options.difficulty.is_some() {
        return Err(Error::invalid("a puzzle without a tower has no difficulty"));
    }
    let measured = options.difficulty.is_some() || options.near_solutions.is_some();
    if measured && cubes > MEASURED_UP_TO {
        return Err(Error::too_large(format!(
            "near-solutions are counted for up to {MEASURED_UP_TO} cubes"
        )));
    }
    if matches!(kind, PuzzleKind::Unique | PuzzleKind::Unsolvable) && cubes > MOST_PROVED {
        return Err(Error::too_large(format!(
            "that a puzzle of {cubes} cubes is unique or unsolvable cannot be proved in reasonable \
             time; up to {MOST_PROVED} cubes it can"
        )));
    }
    if cubes > MOST_CUBES {
        return Err(Error::too_large(format!("puzzles are made with up to {MOST_CUBES} cubes")));
    }
    Ok(())
}

/// Counts everything, unless there are too many factors.
fn measure(puzzle: &Puzzle, work: &Work) -> Result<Option<PairedFactors>> {
    let keep =
        PairingLimits { factors: COMPARED, guesses: Some(20_000_000), ..PairingLimits::COUNTS };
    match count(puzzle.graph(), keep, work) {
        Err(Error::TooLarge(_)) => Ok(None),
        other => other.map(Some),
    }
}

/// The unordered pairs of factors that clash in exactly one cube, or `None` if there are too many
/// factors to compare.
fn near_solutions(found: &PairedFactors) -> Option<BigUint> {
    // By parts: the clash is in one part, the others are disjoint.
    let mut disjoint = BigUint::from(1u8);
    let mut near = BigUint::ZERO;
    for part in &found.parts {
        if part.some_factors.len() as u64 != part.factors {
            return None;
        }
        let mut clashing = 0u64;
        for (k, a) in part.some_factors.iter().enumerate() {
            for b in &part.some_factors[..k] {
                clashing += 2 * u64::from(a.iter().zip(b).filter(|(x, y)| x == y).count() == 1);
            }
            // With one cube in the part, a factor clashes with itself in exactly one cube.
            clashing += u64::from(a.len() == 1);
        }
        near = near * (2 * part.pairs) + &disjoint * clashing;
        disjoint *= 2 * part.pairs;
    }
    Some(near / 2u8)
}

type Faces = Vec<[usize; 6]>;

/// Two strands and something hidden. As `single` cycles or paths, each strand passes through the
/// colours in turn.
fn planted(cubes: usize, colours: usize, single: bool, random: &mut ChaCha8Rng) -> Faces {
    let strands = [0, 1].map(|_| {
        let mut from: Vec<usize> = (0..colours).collect();
        from.shuffle(random);
        let mut to = from.clone();
        if single {
            to.rotate_left(1);
        } else {
            to.shuffle(random);
        }
        let mut edges: Vec<(usize, usize)> = from.into_iter().zip(to).take(cubes).collect();
        edges.shuffle(random);
        edges
    });
    let [left_right, front_back] = strands;
    let mut faces = Vec::new();
    for ((left, right), (front, back)) in left_right.into_iter().zip(front_back) {
        let mut hidden = || random.random_range(0..colours);
        faces.push([left, front, right, back, hidden(), hidden()]);
    }
    faces
}

fn balanced(cubes: usize, colours: usize, random: &mut ChaCha8Rng) -> Faces {
    shuffled((0..6 * cubes).map(|k| k % colours).collect(), random)
}

/// Every colour on at least four faces, where there are enough of them.
fn at_least_four(cubes: usize, colours: usize, random: &mut ChaCha8Rng) -> Faces {
    let sure = (4 * colours).min(6 * cubes);
    let mut faces: Vec<usize> = (0..sure).map(|k| k % colours).collect();
    faces.extend((sure..6 * cubes).map(|_| random.random_range(0..colours)));
    shuffled(faces, random)
}

fn shuffled(mut faces: Vec<usize>, random: &mut ChaCha8Rng) -> Faces {
    faces.shuffle(random);
    let (cubes, _) = faces.as_chunks::<6>();
    cubes.to_vec()
}

/// Turns every cube at random, so that nothing shows how the puzzle was made, and names the
/// colours.
fn painted(faces: Faces, colours: usize, random: &mut ChaCha8Rng) -> Puzzle {
    let name = |colour: usize| match u8::try_from(colour) {
        Ok(letter) if colours <= 26 => char::from(b'A' + letter).to_string(),
        _ => format!("c{}", colour + 1),
    };
    let mut palette = Palette::default();
    let mut cubes = Vec::new();
    for faces in faces {
        let rank = random.random_range(0..Rotation::COUNT);
        let turned = Rotation::from_rank(rank).expect("below 24").turn(&faces);
        cubes.push(Cube::with_faces(turned.map(|colour| palette.colour(name(colour)))));
    }
    palette.finish(cubes).expect("at least one cube")
}

#[cfg(test)]
mod tests;
