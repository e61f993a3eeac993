//! Does a fully labelled board determine its tour?
//!
//! Roll a die along a Hamiltonian cycle and write on every cell the face on top. Can another cycle
//! have the same labels? Problem 68 of the *Open Problems Project* leaves this open for rolling
//! cycles on fully labelled boards; this module settles it for one board at a time, by listing all
//! cycles and comparing their labels; [`super::strips`] settles it for strips of every length.
//!
//! Much depends on how the die comes [`Home`]: if it need only show the label of its start again,
//! two cycles of 6 × 7 share their labels; if its orientation must be the first one, no such board is known.
//!
//! Turning the die before the start only renames the faces, by one of the 24 rotations. So every
//! cycle is rolled once, and its labels are renamed to a standard form: the first cell (south-west,
//! row by row) shows 1, and the next cell that shows neither 1 nor 6 shows 2. Two cycles can have
//! the same labels if and only if their standard forms are equal.
//!
//! # Reference
//! K. Buchin et al., *On rolling cube puzzles*, Proc. 19th Canadian Conference on Computational
//! Geometry (2007), 141–144.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use cubegraph_core::cube::notation::{Die, Handedness, Roll};
use cubegraph_core::cube::{Face, Rotation};
use cubegraph_core::work::{Error, Result, Work};

use super::generate::label_rows;
use super::{Cell, Closing, Dice, Puzzle, Start, Tour, obstacle, search};

/// How a tour must return to its start to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// Not at all: Hamiltonian paths.
    Nowhere,
    /// To its start, the start's label on top again.
    Top,
    /// To its start, in its first orientation.
    Orientation,
}

/// What was found out about a board.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Uniqueness {
    /// How many rows the board has.
    pub rows: usize,
    /// How many columns the board has.
    pub columns: usize,
    /// How many different cycles (or paths) can be rolled, without direction and start.
    pub tours: usize,
    /// How many of them share their labels with another one.
    pub ambiguous: usize,
    /// A board with all its labels and two different tours, if there is one.
    pub twins: Option<Twins>,
}

/// The keys of the tool's answer.
impl Serialize for Uniqueness {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rows", &self.rows)?;
        map.serialize_entry("columns", &self.columns)?;
        map.serialize_entry("cycles", &self.tours)?;
        map.serialize_entry("determined", &self.twins.is_none())?;
        map.serialize_entry("ambiguous", &self.ambiguous)?;
        map.serialize_entry("twins", &self.twins)?;
        map.end()
    }
}

/// A fully labelled board with two different tours.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Twins {
    /// The board.
    #[serde(rename = "labels", serialize_with = "labels_only")]
    pub puzzle: Puzzle,
    /// Two tours that visit the cells along different edges.
    pub tours: [Tour; 2],
}

fn labels_only<S: Serializer>(
    puzzle: &Puzzle,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    label_rows(puzzle).serialize(serializer)
}

/// Compares the labels of all tours of a board of `rows` × `columns`, each with every other.
///
/// # Errors
/// [`Error::TooLarge`] for boards of more than 128 cells, the limits of `work`, and
/// [`Error::Rejected`].
///
/// # Examples
/// ```
/// # use cubegraph_core::Work;
/// # use cubegraph_tour::{Home, uniqueness};
/// let found = uniqueness(4, 4, Home::Orientation, &Work::default())?;
/// assert!(found.twins.is_none());
/// let paths = uniqueness(4, 4, Home::Nowhere, &Work::default())?;
/// assert!(paths.twins.is_some()); // paths need more than labels
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
pub fn uniqueness(rows: usize, columns: usize, home: Home, work: &Work) -> Result<Uniqueness> {
    let puzzle = board(rows, columns, home)?;
    let tours = match obstacle::obstacle(&puzzle) {
        Some(_) => Vec::new(),
        None => search::tours(&puzzle, usize::MAX, work)?,
    };
    // A shape and a labelling for each tour, in tables that may be half empty.
    let bytes = 2 * (2 * puzzle.area() + 128);
    work.reserve("the labels of all tours", (bytes * tours.len()) as u128)?;
    compare(&puzzle, &tours, home, work)
}

/// The board whose tours are compared.
pub(super) fn board(rows: usize, columns: usize, home: Home) -> Result<Puzzle> {
    let mut builder = Puzzle::builder(rows, columns);
    builder.closing = match home {
        Home::Nowhere => Closing::Open,
        Home::Top => Closing::Closed,
        Home::Orientation => Closing::Orientation,
    };
    // A die that returns in its first orientation has the same labels from every start.
    if home != Home::Orientation {
        builder.start = Start::Any;
    }
    builder.build()
}

fn compare(puzzle: &Puzzle, tours: &[Tour], home: Home, work: &Work) -> Result<Uniqueness> {
    // By labels: the first tour with them, and how many different ones there are.
    let mut by_labels: FxHashMap<Vec<u8>, (usize, Vec<Vec<u8>>)> = FxHashMap::default();
    let mut shapes: FxHashSet<Vec<u8>> = FxHashSet::default();
    let mut twins = None;
    let stage = work.stage("comparing labels", Some(tours.len() as u64));
    for (k, tour) in tours.iter().enumerate() {
        if k.is_multiple_of(1 << 14) {
            work.check("comparing labels")?;
            stage.advance(1 << 14);
        }
        let Some(labels) = labels(puzzle, tour, home) else {
            continue;
        };
        let shape = edges(puzzle, tour);
        shapes.insert(shape.clone());
        let (first, known) = by_labels.entry(standard(&labels)).or_insert((k, Vec::new()));
        if !known.contains(&shape) {
            if twins.is_none() && !known.is_empty() {
                twins = Some((*first, k));
            }
            known.push(shape);
        }
    }
    let shared = by_labels.into_values().filter(|(_, known)| known.len() > 1);
    let ambiguous: FxHashSet<Vec<u8>> = shared.flat_map(|(_, known)| known).collect();
    Ok(Uniqueness {
        rows: puzzle.rows(),
        columns: puzzle.columns(),
        tours: shapes.len(),
        ambiguous: ambiguous.len(),
        twins: twins.map(|(a, b)| twins_on(puzzle, &tours[a], &tours[b], home)).transpose()?,
    })
}

/// The cells of a tour with the die on each, first to last; a closed one comes back to the first.
fn roll_along(tour: &Tour) -> Vec<(Cell, Die)> {
    let mut visits = vec![(tour.start, tour.die)];
    let (mut cell, mut die) = visits[0];
    for &roll in tour.moves.rolls() {
        cell = cell.step(roll).expect("a tour stays on its board");
        die = die.rolled(roll);
        visits.push((cell, die));
    }
    visits
}

/// The labels by cell index, or none if the tour does not return as it should.
fn labels(puzzle: &Puzzle, tour: &Tour, home: Home) -> Option<Vec<u8>> {
    let visits = roll_along(tour);
    let back = visits.last().map(|(_, die)| die.top());
    if home == Home::Top && back != Some(tour.die.top()) {
        return None;
    }
    let mut labels = vec![0; puzzle.area()];
    // The first visit counts: a die that returns may show something else.
    for (cell, die) in visits.into_iter().rev() {
        labels[puzzle.index(cell)] = die.top();
    }
    Some(labels)
}

/// The labels renamed so that the first is 1 and the next that is not on the same axis is 2.
fn standard(labels: &[u8]) -> Vec<u8> {
    let first = labels[0];
    let second = labels.iter().copied().find(|&l| l != first && l != 7 - first);
    let reference = Handedness::Left.reference();
    // Rotations rename faces: the face at a place before and the face there afterwards.
    let mut renamings = Rotation::all().map(|rotation| {
        let turned = reference.turned(rotation);
        let mut names = [0u8; 7];
        for place in Face::ALL {
            names[usize::from(reference.at(place))] = turned.at(place);
        }
        names
    });
    let fits = |names: &[u8; 7]| {
        names[usize::from(first)] == 1 && second.is_none_or(|s| names[usize::from(s)] == 2)
    };
    let names = renamings.find(fits).expect("two faces side by side can be turned to 1 and 2");
    labels.iter().map(|&label| names[usize::from(label)]).collect()
}

/// Which edges a tour takes: for every cell, one bit for the edge to the north and one for that to
/// the east.
fn edges(puzzle: &Puzzle, tour: &Tour) -> Vec<u8> {
    let mut edges = vec![0u8; puzzle.area()];
    let visits = roll_along(tour);
    for (pair, roll) in visits.windows(2).zip(tour.moves.rolls()) {
        let (before, after) = (puzzle.index(pair[0].0), puzzle.index(pair[1].0));
        match roll {
            Roll::North => edges[before] |= 1,
            Roll::South => edges[after] |= 1,
            Roll::East => edges[before] |= 2,
            Roll::West => edges[after] |= 2,
        }
    }
    edges
}

/// The board with the labels of the first tour, and the second one with its die turned so that it
/// has the same labels; both replayed.
///
/// # Errors
/// [`Error::Rejected`] if the tours are the same or differ in a label.
pub(super) fn twins_on(puzzle: &Puzzle, first: &Tour, second: &Tour, home: Home) -> Result<Twins> {
    if edges(puzzle, first) == edges(puzzle, second) {
        return Err(Error::Rejected("the two tours are the same".into()));
    }
    let wanted = labels(puzzle, first, home).unwrap_or_default();
    let mut builder = puzzle.to_builder();
    builder.start = Start::Any;
    builder.die = Dice::Any(Handedness::Left);
    builder.labels = puzzle.cells().map(|cell| (cell, wanted[puzzle.index(cell)])).collect();
    let labelled = builder.build()?;
    let turned = Rotation::all()
        .map(|rotation| Tour {
            die: Handedness::Left.reference().turned(rotation),
            ..second.clone()
        })
        .find(|tour| labelled.replay(tour).is_ok());
    let second = turned
        .ok_or_else(|| Error::Rejected("two tours with equal labels differ in a label".into()))?;
    labelled.replay(first)?;
    Ok(Twins { puzzle: labelled, tours: [first.clone(), second] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_determine_some_tours_and_not_others() {
        use Home::{Nowhere, Orientation, Top};
        // Paths without their direction, and how many of them share their labels with another:
        // counted by listing all directed paths with all 24 dice. OEIS A096969 has 8, 40 and 552
        // directed paths for the squares.
        for (rows, columns, home, tours, ambiguous) in [
            (2, 2, Nowhere, Some(4), 0),
            (2, 3, Nowhere, Some(8), 4),
            (3, 3, Nowhere, Some(20), 8),
            (3, 4, Nowhere, Some(62), 0),
            (4, 4, Nowhere, Some(276), 80),
            (2, 2, Top, None, 0),
            (2, 2, Orientation, None, 0),
            (2, 5, Top, None, 0),
            (2, 5, Orientation, None, 0),
            (4, 4, Top, None, 0),
            (4, 4, Orientation, None, 0),
            (4, 5, Top, None, 0),
            (4, 5, Orientation, None, 0),
            (4, 6, Top, None, 0),
            (4, 6, Orientation, None, 0),
            (6, 6, Top, None, 0),
            (6, 6, Orientation, None, 0),
            // A die that may return turned.
            (6, 7, Top, Some(2346), 8),
            (6, 7, Orientation, None, 0),
        ] {
            let found = uniqueness(rows, columns, home, &Work::default()).unwrap();
            let case = format!("{rows} × {columns}, {home:?}");
            assert!(tours.is_none_or(|tours| tours == found.tours), "{case}");
            assert_eq!(found.ambiguous, ambiguous, "{case}");
            assert_eq!(found.twins.is_some(), ambiguous > 0, "{case}");
        }
    }

    #[test]
    fn a_turned_die_has_the_same_standard_labels() {
        let puzzle = Puzzle::builder(3, 3).build().unwrap();
        let tours = search::tours(&puzzle, 10, &Work::default()).unwrap();
        for tour in &tours {
            let standards: Vec<Vec<u8>> = Rotation::all()
                .map(|rotation| {
                    let mut tour = tour.clone();
                    tour.die = tour.die.turned(rotation);
                    standard(&labels(&puzzle, &tour, Home::Nowhere).unwrap())
                })
                .collect();
            assert!(standards.iter().all(|s| *s == standards[0]));
        }
    }
}
