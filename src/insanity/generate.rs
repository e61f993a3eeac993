//! Random puzzles, reproducible by seed.
//!
//! A *unique* puzzle has exactly one disjoint pair of factors, and both are single cycles, so that there is exactly one tower up
//! to turning it. Two random cycles through all colours are planted and the hidden faces painted at random, until nothing
//! else fits. If every colour is on exactly six faces the hidden edges are a third factor and pairs come in threes: a
//! unique puzzle is never balanced.

use num_bigint::BigUint;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::pairing::{Found, Keep, count};
use super::solve::{Question, answer};
use super::{Colour, Counts, Cube, Puzzle};
use crate::cube::Rotation;
use crate::work::{Error, Result, Work};

/// What kind of puzzle is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// With a tower, and whatever others there happen to be.
    Solvable,
    /// With exactly one pair, and one tower.
    Unique,
    /// Without a tower, though every colour is on at least four faces.
    Unsolvable,
    /// With every colour on exactly six faces; with or without towers.
    Balanced,
}

/// A puzzle and how hard it is.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The puzzle, all cubes given by faces.
    pub puzzle: Puzzle,
    /// How many puzzles were tried.
    pub attempts: u64,
    /// The counts, where the puzzle is small enough.
    pub counts: Option<Counts>,
    /// Near-solutions: unordered pairs of factors that clash in exactly one cube. The more there are, the longer one is led astray.
    pub near_solutions: Option<BigUint>,
}

/// The most cubes of a unique or unsolvable puzzle: it is proved by listing or refuting.
pub const MOST_PROVED: usize = 50;

/// The most cubes of any puzzle made here.
pub const MOST_CUBES: usize = 100_000;

/// Up to this many cubes the difficulty is measured.
const MEASURED_UP_TO: usize = 40;

/// How many factors of a part are compared with each other.
const COMPARED: usize = 4000;

/// Makes a random puzzle; the same seed gives the same puzzle.
///
/// # Errors
/// [`Error::Invalid`] where there is no such puzzle, [`Error::TooLarge`] where it could not be proved; limits as [`Work`] says.
///
/// # Examples
/// ```
/// # use cubegraph::{insanity::generate::{Kind, generate}, work::Work};
/// let made = generate(6, Kind::Unique, 1, &Work::default()).unwrap();
/// assert_eq!(made.counts.unwrap().principal, 1u32.into());
/// ```
pub fn generate(cubes: usize, kind: Kind, seed: u64, work: &Work) -> Result<Generated> {
    refuse(cubes, kind)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let stage = work.stage("puzzles tried", None);
    for attempts in 1.. {
        stage.advance(1);
        work.check(&format!("{attempts} puzzles tried"))?;
        let faces = match kind {
            Kind::Solvable => planted(cubes, false, &mut random),
            Kind::Unique => planted(cubes, true, &mut random),
            // Of two cubes every balanced set has a tower; the others come in between.
            Kind::Unsolvable if attempts % 2 == 0 => at_least_four(cubes, &mut random),
            Kind::Unsolvable | Kind::Balanced => balanced(cubes, &mut random),
        };
        let puzzle = painted(faces, &mut random);
        let measured = if cubes <= MEASURED_UP_TO {
            measure(&puzzle, work)?
        } else {
            None
        };
        let fits = match (kind, &measured) {
            (Kind::Solvable | Kind::Balanced, _) => true,
            (Kind::Unique, Some(found)) => found.counts.pairs == BigUint::from(1u8),
            (Kind::Unsolvable, Some(found)) => !found.counts.is_solvable(),
            (Kind::Unsolvable, None) => !answer(&puzzle, &Question::default(), work)?.solvable,
            (Kind::Unique, None) => {
                count(&puzzle, Keep::COUNTS, work)?.counts.pairs == BigUint::from(1u8)
            }
        };
        if fits {
            return Ok(Generated {
                near_solutions: measured.as_ref().and_then(near_solutions),
                counts: measured.map(|found| found.counts),
                puzzle,
                attempts,
            });
        }
    }
    unreachable!("the attempts never end")
}

fn refuse(cubes: usize, kind: Kind) -> Result<()> {
    let none = |why: &str| Err(Error::invalid(why.to_owned()));
    match (cubes, kind) {
        (0, _) => none("a puzzle has at least one cube"),
        (1 | 2, Kind::Unique) => none(
            "no puzzle of one or two cubes has exactly one pair\n  = help: `cubegraph insanity census --cubes 2` shows them all; use --cubes 3 or more",
        ),
        (1, Kind::Unsolvable) => {
            none("one cube of one colour always is a tower\n  = help: use --cubes 2 or more")
        }
        (_, Kind::Unique | Kind::Unsolvable) if cubes > MOST_PROVED => {
            Err(Error::too_large(format!(
                "that a puzzle of {cubes} cubes is unique or unsolvable cannot be proved in reasonable time; up to {MOST_PROVED} cubes it can"
            )))
        }
        _ if cubes > MOST_CUBES => Err(Error::too_large(format!(
            "puzzles are made with up to {MOST_CUBES} cubes"
        ))),
        _ => Ok(()),
    }
}

/// Counts everything, unless there are too many factors.
fn measure(puzzle: &Puzzle, work: &Work) -> Result<Option<Found>> {
    let keep = Keep {
        factors: COMPARED,
        guesses: Some(20_000_000),
        ..Keep::COUNTS
    };
    match count(puzzle, keep, work) {
        Err(Error::TooLarge(_)) => Ok(None),
        other => other.map(Some),
    }
}

/// The unordered pairs of factors that clash in exactly one cube, or `None` if there are too many factors to compare.
pub fn near_solutions(found: &Found) -> Option<BigUint> {
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

/// Two strands and something hidden. As `single` cycles, each strand passes through all colours in turn.
fn planted(cubes: usize, single: bool, random: &mut ChaCha8Rng) -> Faces {
    let strands = [0, 1].map(|_| {
        let mut from: Vec<usize> = (0..cubes).collect();
        from.shuffle(random);
        let mut to = from.clone();
        if single {
            to.rotate_left(1);
        } else {
            to.shuffle(random);
        }
        let mut edges: Vec<(usize, usize)> = from.into_iter().zip(to).collect();
        edges.shuffle(random);
        edges
    });
    let [left_right, front_back] = strands;
    left_right
        .into_iter()
        .zip(front_back)
        .map(|((left, right), (front, back))| {
            let mut hidden = || random.random_range(0..cubes);
            [left, front, right, back, hidden(), hidden()]
        })
        .collect()
}

fn balanced(cubes: usize, random: &mut ChaCha8Rng) -> Faces {
    shuffled((0..6 * cubes).map(|k| k % cubes).collect(), random)
}

/// Every colour on at least four faces.
fn at_least_four(cubes: usize, random: &mut ChaCha8Rng) -> Faces {
    let mut faces: Vec<usize> = (0..4 * cubes).map(|k| k % cubes).collect();
    faces.extend((0..2 * cubes).map(|_| random.random_range(0..cubes)));
    shuffled(faces, random)
}

fn shuffled(mut faces: Vec<usize>, random: &mut ChaCha8Rng) -> Faces {
    faces.shuffle(random);
    let (cubes, _) = faces.as_chunks::<6>();
    cubes.to_vec()
}

/// Turns every cube at random, so that nothing shows how the puzzle was made, and names the colours.
fn painted(faces: Faces, random: &mut ChaCha8Rng) -> Puzzle {
    let colours = faces.len();
    let names = (0..colours)
        .map(|colour| match u8::try_from(colour) {
            Ok(letter) if colours <= 26 => char::from(b'A' + letter).to_string(),
            _ => format!("c{}", colour + 1),
        })
        .collect();
    let cubes = faces
        .into_iter()
        .map(|faces| {
            let rotation =
                Rotation::from_rank(random.random_range(0..Rotation::COUNT)).expect("below 24");
            Cube::with_faces(rotation.turn(&faces.map(Colour::from_index)))
        })
        .collect();
    Puzzle::new(cubes, names)
}

impl Puzzle {
    /// The puzzle as an instance file. Comments are lines without their `#`.
    pub fn to_toml(&self, title: &str, comments: &[String]) -> String {
        use std::fmt::Write as _;
        let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
        let mut text = format!("kind = \"insanity\"\ntitle = {}\n", quoted(title));
        for comment in comments {
            let _ = write!(text, "\n# {comment}");
        }
        text.push_str(if comments.is_empty() {
            "\ncubes = [\n"
        } else {
            "\n\ncubes = [\n"
        });
        let letters = self
            .colours
            .iter()
            .all(|name| name.chars().count() == 1 && name.chars().all(char::is_alphabetic));
        for cube in &self.cubes {
            let names: Vec<&str> = cube.faces.iter().map(|&colour| self.name(colour)).collect();
            let list = |names: &[&str]| {
                if letters {
                    quoted(&names.concat())
                } else {
                    let quoted: Vec<String> = names.iter().map(|name| quoted(name)).collect();
                    format!("[{}]", quoted.join(", "))
                }
            };
            if cube.chirality_known {
                let _ = writeln!(text, "  {{ faces = {} }},", list(&names));
            } else {
                let pairs = [[4, 5], [0, 2], [1, 3]].map(|[a, b]| list(&[names[a], names[b]]));
                let _ = writeln!(text, "  {{ pairs = [{}] }},", pairs.join(", "));
            }
        }
        text.push_str("]\n");
        if self.paints.iter().any(Option::is_some) {
            text.push_str("\n[colours]\n");
            for (name, paint) in self.colours.iter().zip(&self.paints) {
                if let Some(paint) = paint {
                    let _ = writeln!(text, "{} = {}", quoted(name), quoted(paint));
                }
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unique_puzzle_has_one_pair_and_one_tower() {
        for cubes in [3, 4, 5, 6, 8, 10] {
            let made = generate(cubes, Kind::Unique, 7, &Work::default()).unwrap();
            let counts = made.counts.unwrap();
            assert_eq!((counts.pairs, counts.principal), (1u32.into(), 1u32.into()));
            assert!(made.puzzle.degrees().iter().any(|&degree| degree != 6));
        }
    }

    #[test]
    fn an_unsolvable_puzzle_has_no_tower_but_enough_faces_of_each_colour() {
        for cubes in [2, 3, 5, 12] {
            let made = generate(cubes, Kind::Unsolvable, 3, &Work::default()).unwrap();
            assert!(!made.counts.unwrap().is_solvable());
            assert!(made.puzzle.degrees().iter().all(|&degree| degree >= 4));
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_puzzle_and_another_another() {
        let make = |seed| {
            generate(9, Kind::Balanced, seed, &Work::default())
                .unwrap()
                .puzzle
        };
        assert_eq!(make(5), make(5));
        assert_ne!(make(5), make(6));
        assert!(make(5).degrees().iter().all(|&degree| degree == 6));
    }

    #[test]
    fn what_cannot_exist_or_be_proved_is_refused() {
        let refusal = |cubes, kind| generate(cubes, kind, 0, &Work::default()).unwrap_err();
        for (cubes, kind) in [
            (0, Kind::Balanced),
            (2, Kind::Unique),
            (1, Kind::Unsolvable),
        ] {
            assert!(matches!(refusal(cubes, kind), Error::Invalid(_)));
        }
        assert!(matches!(refusal(10_000, Kind::Unique), Error::TooLarge(_)));
    }

    #[test]
    fn near_solutions_clash_in_exactly_one_cube() {
        // Two parts of one cube each: three factors a part, each clashes with itself alone.
        let puzzle = Puzzle::from_text("AAAAAA BBBBBB").unwrap();
        let found = measure(&puzzle, &Work::default()).unwrap().unwrap();
        // One part the same edge (3 ways), the other two different ones (6), either way round, unordered: 3·6·2/2.
        assert_eq!(near_solutions(&found), Some(18u32.into()));
    }

    #[test]
    fn a_puzzle_written_as_a_file_is_read_back() {
        for puzzle in [
            generate(5, Kind::Solvable, 1, &Work::default())
                .unwrap()
                .puzzle,
            generate(30, Kind::Balanced, 1, &Work::default())
                .unwrap()
                .puzzle,
            Puzzle::from_text("AB,CD,EF ABCDEF").unwrap(),
        ] {
            let text = puzzle.to_toml("a \"title\"", &["a comment".to_owned()]);
            let read = Puzzle::from_raw(toml::from_str(&text).unwrap()).unwrap();
            assert_eq!(read.cubes().len(), puzzle.cubes().len());
            let names = |p: &Puzzle| {
                p.cubes()
                    .iter()
                    .map(|c| c.faces().map(|f| p.name(f).to_owned()))
                    .collect::<Vec<_>>()
            };
            assert_eq!(names(&read), names(&puzzle));
        }
    }
}
