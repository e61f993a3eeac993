//! The exact distances of the 3×2 picture cube, packed small enough for a page.
//!
//! Of its 47,775,744 configurations most are the same up to permuted rows, permuted columns, flips
//! and inversion, so the classes of the coset search carry a table of some hundred thousand
//! distances. The page gets one letter for each distance (`a` is 0), the matrix over S₃ that
//! represents each class, and for each class the images of the twelve unit vectors of V₄⁶ in its
//! quotient. Finding a configuration in it takes at most 24 trials in the page (3!·2! ways to
//! permute rows and columns, of it and of its inverse).

use serde::Serialize;

use crate::cosets::classes::{ClassId, Classes};
use crate::{Configuration, Metric, Move, Size, pictures};
use cubegraph_core::cube::Rotation;
use cubegraph_core::work::{Error, Result, Work};

/// The distance of every configuration of an array, as `web/page/report-picture.js` reads it.
#[derive(Clone, Debug, Serialize)]
pub struct DistanceTable {
    rows: usize,
    columns: usize,
    /// The rotations by rank, as a photo shows them.
    rotations: Vec<String>,
    /// The matrix over S₃ of each class, three bits for each cube.
    keys: Vec<u64>,
    /// For each class, the images of the unit vectors of V₄^(mn) in its quotient.
    images: Vec<Vec<u32>>,
    /// Where the table of each class starts in `distances`.
    starts: Vec<usize>,
    /// One letter for each distance, `a` is 0.
    distances: String,
    /// The largest distance.
    diameter: usize,
    /// A configuration at the largest distance.
    hardest: Vec<Vec<String>>,
    /// How many configurations are at each distance.
    #[serde(skip)]
    layers: Vec<u128>,
}

/// Beyond this many distances a table is no longer small.
const LARGEST_TABLE: u128 = 300_000;

impl DistanceTable {
    /// Searches the array of `size` from its solution.
    ///
    /// # Complexity
    /// Time and memory proportional to the number of configurations up to symmetry; for 3×2 a
    /// fraction of a second.
    ///
    /// # Errors
    /// What `Classes::new` returns, and what `work` says.
    pub fn new(size: Size, work: &Work) -> Result<DistanceTable> {
        let classes = Classes::new(size, work)?;
        let moves: Vec<Move> = Move::all(size, Metric::Quarter).collect();
        let mut starts = Vec::with_capacity(classes.count());
        let mut total = 0;
        for class in classes.all() {
            starts.push(total);
            total += 1 << classes.dimension(class);
        }
        let distances = search(&classes, &moves, &starts, total, work)?;
        let layers = layers(&classes, &starts, &distances);
        let diameter = layers.len() - 1;
        let hardest = farthest(&classes, &starts, &distances, diameter);
        let letter = |distance: &u8| char::from(b'a' + distance);
        Ok(DistanceTable {
            rows: size.rows(),
            columns: size.columns(),
            rotations: Rotation::all().map(pictures::written).collect(),
            keys: classes.all().map(|class| classes.key(class)).collect(),
            images: classes
                .all()
                .map(|class| classes.images(class).to_vec())
                .collect(),
            starts,
            distances: distances.iter().map(letter).collect(),
            diameter,
            hardest,
            layers,
        })
    }

    /// Whether the table of this size is small enough for a page.
    pub fn is_small(size: Size, work: &Work) -> Result<bool> {
        // Eight cubes and fewer; beyond, even counting the classes takes time.
        if size.cells() > 8 || size.rows() < size.columns() {
            return Ok(false);
        }
        Ok(Classes::new(size, work)?.total_bits() <= LARGEST_TABLE)
    }

    /// How many configurations are at each distance from the solution.
    pub fn layers(&self) -> &[u128] {
        &self.layers
    }

    /// How many distances the table holds.
    pub fn table_size(&self) -> usize {
        self.distances.len()
    }
}

/// A configuration as a photo shows it, row by row.
pub fn photo(configuration: &Configuration) -> Vec<Vec<String>> {
    let row = |row: &[_]| row.iter().copied().map(pictures::written).collect();
    configuration.rows().map(row).collect()
}

/// Layer by layer over classes and indices; every index stands for configurations at the same
/// distance.
///
/// A layer is *pulled*: an index belongs to it if one of its neighbours belongs to the layer
/// before. Pushing from the layer before would miss images under the symmetries of a class, since a
/// configuration is found in its class in one way only.
fn search(
    classes: &Classes,
    moves: &[Move],
    starts: &[usize],
    total: usize,
    work: &Work,
) -> Result<Vec<u8>> {
    let stage = work.stage("distances for the page", Some(total as u64));
    let mut neighbours: Vec<usize> = Vec::with_capacity(total * moves.len());
    for class in classes.all() {
        work.check("")?;
        for index in 0..1 << classes.dimension(class) {
            let configuration = classes.configuration(class, index);
            for &step in moves {
                let mut turned = configuration.clone();
                turned.turn(step);
                let (class, index) = classes
                    .locate(&turned)
                    .ok_or_else(|| Error::Rejected("a move left the group".to_owned()))?;
                neighbours.push(starts[class.index()] + index as usize);
            }
        }
        stage.advance(1 << classes.dimension(class));
    }
    let unseen = u8::MAX;
    let mut distances = vec![unseen; total];
    // The solution is the first index of the first class.
    distances[0] = 0;
    let mut seen = 1;
    for distance in 1..=25 {
        let layer: Vec<usize> = (0..total)
            .filter(|&place| distances[place] == unseen)
            .filter(|&place| {
                let around = &neighbours[place * moves.len()..][..moves.len()];
                around.iter().any(|&other| distances[other] == distance - 1)
            })
            .collect();
        seen += layer.len();
        for place in layer {
            distances[place] = distance;
        }
        if seen == total {
            break;
        }
    }
    check(classes, starts, &distances)?;
    Ok(distances)
}

/// The part of the table that belongs to a class.
fn table_of<'a>(
    classes: &Classes,
    starts: &[usize],
    distances: &'a [u8],
    class: ClassId,
) -> &'a [u8] {
    &distances[starts[class.index()]..][..1 << classes.dimension(class)]
}

/// How many configurations are at each distance.
fn layers(classes: &Classes, starts: &[usize], distances: &[u8]) -> Vec<u128> {
    let mut layers = Vec::new();
    for class in classes.all() {
        for &distance in table_of(classes, starts, distances, class) {
            let distance = usize::from(distance);
            if layers.len() <= distance {
                layers.resize(distance + 1, 0);
            }
            layers[distance] += classes.weight(class);
        }
    }
    layers
}

/// A configuration at this distance.
fn farthest(
    classes: &Classes,
    starts: &[usize],
    distances: &[u8],
    distance: usize,
) -> Vec<Vec<String>> {
    let found = classes.all().find_map(|class| {
        let table = table_of(classes, starts, distances, class);
        let place = (0..)
            .zip(table)
            .find(|(_, found)| usize::from(**found) == distance);
        place.map(|(index, _)| photo(&classes.configuration(class, index)))
    });
    found.unwrap_or_default()
}

/// The distances must be letters, and the configurations they stand for must be all of H.
fn check(classes: &Classes, starts: &[usize], distances: &[u8]) -> Result<()> {
    let mut configurations = 0;
    for class in classes.all() {
        let table = table_of(classes, starts, distances, class);
        if table.iter().any(|&distance| distance > 25) {
            return Err(Error::Rejected(
                "the page's table has a place without a distance".to_owned(),
            ));
        }
        configurations += classes.weight(class) * table.len() as u128;
    }
    if configurations.to_string() == classes.size().order().to_string() {
        Ok(())
    } else {
        Err(Error::Rejected(format!(
            "the page's table stands for {configurations} configurations, and there are {}",
            classes.size().order()
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_3x2_has_burcsis_table_2() {
        let published = [
            1, 10, 69, 456, 2846, 16208, 84428, 395_566, 1_622_641, 5_536_264, 13_587_945,
            17_558_644, 8_100_138, 843_444, 27_084,
        ];
        let table = DistanceTable::new("3x2".parse().unwrap(), &Work::default()).unwrap();
        assert_eq!(table.layers(), published);
    }

    #[test]
    fn the_first_place_of_the_table_is_the_solution() {
        let classes = Classes::new("3x2".parse().unwrap(), &Work::default()).unwrap();
        let solved = Configuration::solved(classes.size());
        let (class, index) = classes.locate(&solved).unwrap();
        assert_eq!((class.index(), index), (0, 0));
    }

    #[test]
    fn the_table_of_3x2_is_small() {
        let table = DistanceTable::new("3x2".parse().unwrap(), &Work::default()).unwrap();
        let json = serde_json::to_string(&table).unwrap();
        assert!(json.len() < 400_000, "{}", json.len());
    }
}
