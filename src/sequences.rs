//! Integer sequences among the results, in the form that the On-Line Encyclopedia of Integer
//! Sequences takes: a b-file has a line `n a(n)` for each term.
//!
//! Terms are computed anew where that takes seconds, and otherwise read from `data/`; every
//! sequence says which.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use crate::bounds::{self, WidthBounds, known_diameter};
use crate::picture::{Method, Metric, Options, Puzzle, Rules};
use crate::tour::{Home, uniqueness};
use crate::work::{Error, Result, Work};
use crate::{corner, insanity};

const SQUARES: &str = include_str!("../data/tour/squares.json");

/// A sequence of integers and where it comes from.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Sequence {
    /// What the tool calls it.
    pub name: &'static str,
    /// What a(n) is.
    pub title: &'static str,
    /// The n of the first term.
    pub offset: u64,
    /// How the terms are found.
    pub how: &'static str,
    /// A command that finds a term, or all.
    pub command: &'static str,
    #[serde(skip)]
    compute: fn(&Work) -> Result<Vec<BigUint>>,
}

/// A sequence with its terms.
#[derive(Clone, Debug, Serialize)]
pub struct Terms {
    /// The sequence.
    #[serde(flatten)]
    pub sequence: Sequence,
    /// a(offset), a(offset + 1), …
    #[serde(serialize_with = "cubegraph_core::json::integers")]
    pub terms: Vec<BigUint>,
}

impl Sequence {
    /// All sequences.
    pub fn all() -> &'static [Sequence] {
        ALL
    }

    /// The sequence of that name.
    ///
    /// # Errors
    /// [`Error::Invalid`] if there is none.
    pub fn named(name: &str) -> Result<Sequence> {
        let found = ALL.iter().find(|sequence| sequence.name == name);
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = ALL.iter().map(|sequence| sequence.name).collect();
            Error::invalid(format!("there is no sequence \"{name}\""))
                .help(format!("there are {}", names.join(", ")))
        })
    }

    /// The terms.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph::{Work, sequences::Sequence};
    /// let terms = Sequence::named("tour-max")?.terms(&Work::default())?;
    /// assert!(terms.to_b_file().contains("\n3 37\n"));
    /// # Ok::<(), cubegraph::Error>(())
    /// ```
    ///
    /// # Errors
    /// The limits of `work`.
    pub fn terms(self, work: &Work) -> Result<Terms> {
        Ok(Terms { sequence: self, terms: (self.compute)(work)? })
    }
}

impl Terms {
    /// The terms with their n.
    pub fn numbered(&self) -> impl Iterator<Item = (u64, &BigUint)> {
        (self.sequence.offset..).zip(&self.terms)
    }

    /// The lines of a b-file; those that begin with `#` are comments.
    pub fn to_b_file(&self) -> String {
        let Sequence { title, offset, how, command, .. } = self.sequence;
        let head = format!("# {title}\n# offset {offset}; {how}\n# {command}\n");
        let lines = self.numbered().map(|(n, term)| format!("{n} {term}\n"));
        head + &lines.collect::<String>()
    }
}

const BY_WORDS: &str = "computed anew: the bounds by column words meet";
const BY_TABLES: &str = "read from data/picture/, where every configuration was counted";
const SQUARE_TOURS: &str = "read from data/tour/: dynamic programming over visited sets, proved";

const ALL: &[Sequence] = &[
    Sequence {
        name: "picture-1-quarter",
        title: "God's number of n x 1 picture cubes, quarter turns",
        offset: 1,
        how: BY_WORDS,
        command: "cubegraph picture bounds --width 1",
        compute: |work| of_width(1, Metric::Quarter, 100, work),
    },
    Sequence {
        name: "picture-1-half",
        title: "God's number of n x 1 picture cubes, half turns",
        offset: 1,
        how: BY_WORDS,
        command: "cubegraph picture bounds --width 1 --metric half",
        compute: |work| of_width(1, Metric::Half, 100, work),
    },
    Sequence {
        name: "picture-2-quarter",
        title: "God's number of n x 2 picture cubes, quarter turns",
        offset: 1,
        how: BY_WORDS,
        command: "cubegraph picture bounds --width 2",
        compute: |work| of_width(2, Metric::Quarter, 20, work),
    },
    Sequence {
        name: "picture-2-half",
        title: "God's number of n x 2 picture cubes, half turns",
        offset: 1,
        how: BY_TABLES,
        command: "cubegraph picture distances 6x2 --metric half",
        compute: |_| Ok(tabled(2, Metric::Half)),
    },
    Sequence {
        name: "picture-3-quarter",
        title: "God's number of n x 3 picture cubes, quarter turns",
        offset: 1,
        how: BY_TABLES,
        command: "cubegraph picture distances 4x3",
        compute: |_| Ok(tabled(3, Metric::Quarter)),
    },
    Sequence {
        name: "picture-3-half",
        title: "God's number of n x 3 picture cubes, half turns",
        offset: 1,
        how: BY_TABLES,
        command: "cubegraph picture distances 4x3 --metric half",
        compute: |_| Ok(tabled(3, Metric::Half)),
    },
    Sequence {
        name: "picture-1-antipodes",
        title: "Configurations of n x 1 picture cubes at God's number, quarter turns",
        offset: 1,
        how: "computed anew: dynamic programming over the costs of words",
        command: "cubegraph picture distances 20x1",
        compute: |work| antipodes(20, work),
    },
    Sequence {
        name: "tour-max",
        title: "Largest sum of a die tour of the n x n board from a corner, die (1, 2, 3)",
        offset: 1,
        how: SQUARE_TOURS,
        command: "cubegraph tour solve --grid 10x10 --maximise",
        compute: |_| squares(|square| square.max),
    },
    Sequence {
        name: "tour-max-tours",
        title: "Tours of that largest sum",
        offset: 1,
        how: SQUARE_TOURS,
        command: "cubegraph tour solve --grid 10x10 --maximise",
        compute: |_| squares(|square| square.max_tours),
    },
    Sequence {
        name: "tour-min",
        title: "Smallest sum of a die tour of the n x n board from a corner, die (1, 2, 3)",
        offset: 1,
        how: SQUARE_TOURS,
        command: "cubegraph tour solve --grid 10x10 --minimise",
        compute: |_| squares(|square| square.min),
    },
    Sequence {
        name: "tour-min-tours",
        title: "Tours of that smallest sum",
        offset: 1,
        how: SQUARE_TOURS,
        command: "cubegraph tour solve --grid 10x10 --minimise",
        compute: |_| squares(|square| square.min_tours),
    },
    Sequence {
        name: "tour-cycles-4",
        title: "Hamiltonian cycles of the 4 x n board that a die rolls home on, its first top up",
        offset: 2,
        how: "computed anew: all cycles are rolled",
        command: "cubegraph tour cycles --grid 4x8",
        compute: |work| {
            let cycles = |n| Ok(uniqueness(4, n, Home::Top, work)?.tours.into());
            (2..=8).map(cycles).collect()
        },
    },
    Sequence {
        name: "insanity-puzzles",
        title: "Sets of n cubes with at most n colours, up to permuting colours and cubes",
        offset: 1,
        how: "computed anew: by listing the classes and by Burnside's lemma",
        command: "cubegraph insanity census --cubes 4",
        compute: |work| census(work, |census| census.total().puzzles),
    },
    Sequence {
        name: "insanity-towers",
        title: "The same sets that can be stacked to a tower",
        offset: 1,
        how: "computed anew: by listing the classes and by Burnside's lemma",
        command: "cubegraph insanity census --cubes 4",
        compute: |work| census(work, |census| census.solvable().puzzles),
    },
    Sequence {
        name: "corner-solutions",
        title: "Van Kreveld's corner cubes with exactly n assemblies",
        offset: 1,
        how: "computed anew: all 4^12 ways to cut the edges; 0 for every larger n",
        command: "cubegraph corner census",
        compute: corner_solutions,
    },
];

/// God's numbers of a width, as far as they are known without a gap.
fn of_width(columns: usize, metric: Metric, rows: u64, work: &Work) -> Result<Vec<BigUint>> {
    let bounds = WidthBounds::up_to(&Rules::cube(metric)?, columns, rows, work)?;
    let values = bounds.values.into_iter();
    let known = values.take_while(|value| value.at_least == value.at_most);
    Ok(known.map(|value| value.at_most).collect())
}

/// God's numbers of the tables, as far as there is one.
fn tabled(columns: u64, metric: Metric) -> Vec<BigUint> {
    let known = |rows| known_diameter(rows, columns, metric);
    (1..).map_while(known).map(BigUint::from).collect()
}

fn antipodes(most: usize, work: &Work) -> Result<Vec<BigUint>> {
    let last = |rows| {
        let question = Options { method: Method::Words, ..Options::default() };
        let distances = bounds::distances(&Puzzle::cube(rows, 1)?, &question, work)?;
        Ok(distances.counts().last().cloned().unwrap_or_default())
    };
    (1..=most).map(last).collect()
}

#[derive(Deserialize)]
struct Squares {
    squares: Vec<Square>,
}

/// The extreme sums of a square.
#[derive(Deserialize)]
struct Square {
    max: u64,
    max_tours: u64,
    min: u64,
    min_tours: u64,
}

fn squares(of: impl Fn(&Square) -> u64) -> Result<Vec<BigUint>> {
    let file: Squares = serde_json::from_str(SQUARES)
        .map_err(|error| Error::invalid(format!("data/tour/squares.json: {error}")))?;
    Ok(file.squares.iter().map(|square| of(square).into()).collect())
}

fn census(work: &Work, of: impl Fn(&insanity::census::Census) -> u64) -> Result<Vec<BigUint>> {
    let term = |cubes| {
        let options = insanity::census::Options { cubes, all_colours_on_each: false };
        Ok(of(&insanity::census::census(&options, work)?).into())
    };
    (1..=4).map(term).collect()
}

fn corner_solutions(work: &Work) -> Result<Vec<BigUint>> {
    let census = corner::census(&corner::Relaxations::default(), work)?;
    let histogram = census.histogram();
    let most = histogram.keys().last().copied().unwrap_or(0);
    let puzzles = |n| histogram.get(&n).copied().unwrap_or(0).into();
    Ok((1..=most).map(puzzles).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tour;

    fn terms(name: &str) -> Vec<u64> {
        let found = Sequence::named(name).unwrap().terms(&Work::default());
        let terms = found.unwrap().terms.into_iter();
        terms.map(|term| term.try_into().unwrap()).collect()
    }

    #[test]
    fn names_are_unique_and_an_unknown_one_is_refused() {
        let mut names: Vec<_> = ALL.iter().map(|sequence| sequence.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ALL.len());
        assert!(Sequence::named("nothing").is_err());
    }

    #[test]
    fn the_sums_of_small_squares_are_found_again() {
        let (max, min) = (terms("tour-max"), terms("tour-min"));
        let (max_tours, min_tours) = (terms("tour-max-tours"), terms("tour-min-tours"));
        assert!(max.len() >= 9);
        for n in 1..=5 {
            let puzzle = tour::Puzzle::builder(n, n).build().unwrap();
            let options = tour::Options { distribution: true, ..tour::Options::default() };
            let solution = puzzle.solve(&options, &Work::default()).unwrap();
            // Another program than the one that found the extremes.
            let sums = solution.distribution().unwrap();
            let (last, first) = (sums.last_key_value().unwrap(), sums.first_key_value().unwrap());
            let (high, low) = (max[n - 1].cast_signed(), min[n - 1].cast_signed());
            assert_eq!(last, (&high, &max_tours[n - 1].into()));
            assert_eq!(first, (&low, &min_tours[n - 1].into()));
        }
    }

    #[test]
    fn gods_numbers_of_one_column_follow_the_theorem() {
        let (quarter, half) = (terms("picture-1-quarter"), terms("picture-1-half"));
        assert_eq!((quarter.len(), half.len()), (100, 100));
        assert_eq!((quarter[0], half[0]), (4, 3));
        for m in 2..=100 {
            let at = usize::try_from(m).unwrap() - 1;
            assert_eq!(quarter[at], 5 * (m + 1) / 2);
            assert_eq!(half[at], 2 * m + 2);
        }
        assert_eq!(terms("picture-3-quarter"), [10, 14, 20, 23]);
    }

    #[test]
    fn cycles_and_census_are_those_of_the_tool() {
        assert_eq!(terms("tour-cycles-4")[2], 2);
        assert_eq!(terms("corner-solutions").iter().sum::<u64>(), 2290);
    }

    #[test]
    fn farthest_configurations_of_one_column_are_those_of_the_tables() {
        let sequence = Sequence::named("picture-1-antipodes").unwrap();
        let found = sequence.terms(&Work::default()).unwrap().terms;
        let tables = include_str!("../data/picture/quarter.json");
        let tables: serde_json::Value = serde_json::from_str(tables).unwrap();
        let sizes = tables["sizes"].as_array().unwrap().iter();
        let columns = sizes.filter(|size| size["columns"] == 1);
        let counts = columns.map(|size| size["distances"].as_array().unwrap().last().unwrap());
        let counts: Vec<String> = counts.map(ToString::to_string).collect();
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found[..counts.len()], counts);
        assert_eq!(found.len(), 20);
    }

    #[test]
    fn a_b_file_has_a_line_for_each_term() {
        let terms = Sequence::named("picture-3-half").unwrap();
        let file = terms.terms(&Work::default()).unwrap().to_b_file();
        let lines = file.lines().filter(|line| !line.starts_with('#'));
        let lines: Vec<&str> = lines.collect();
        assert_eq!(lines[..4], ["1 8", "2 13", "3 17", "4 20"]);
    }
}
