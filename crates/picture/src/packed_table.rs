//! The exact distances of the 3×2 picture cube, packed small enough for a page.
//!
//! Of its 47,775,744 configurations most are the same up to permuted rows, permuted columns, flips
//! and inversion, so the classes of the coset search carry a table of some hundred thousand
//! distances. The page gets one letter for each distance (`a` is 0), the matrix over S₃ that
//! represents each class, and for each class the images of the twelve unit vectors of V₄⁶ in its
//! quotient. Finding a configuration in it takes at most 24 trials in the page (3!·2! ways to
//! permute rows and columns, of it and of its inverse).

use serde::Serialize;

use crate::cosets::classes::Classes;
use crate::cosets::leads_nowhere;
use crate::{Configuration, DistanceTable, Metric, Move, Size, pictures};
use cubegraph_core::cube::Rotation;
use cubegraph_core::work::{Result, Work};

/// The distance of every configuration of an array, as `web/page/report-picture.js` reads it.
#[derive(Clone, Debug, Serialize)]
pub struct PageTable {
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
}

/// Beyond this many distances a table is no longer small.
const LARGEST_TABLE: u128 = 300_000;

impl PageTable {
    /// Makes the table of an array from its [`DistanceTable`].
    ///
    /// # Complexity
    /// Time and memory proportional to the number of configurations up to symmetry; for 3×2 a
    /// fraction of a second.
    ///
    /// # Errors
    /// Those of [`DistanceTable::make`], and what `work` says.
    pub fn new(size: Size, work: &Work) -> Result<PageTable> {
        let classes = Classes::new(size, work)?;
        let mut starts = Vec::with_capacity(classes.count());
        let mut total = 0;
        for class in classes.all() {
            starts.push(total);
            total += 1 << classes.dimension(class);
        }
        let table = DistanceTable::make(size, Metric::Quarter, None, work)?;
        let stage = work.stage("distances for the page", Some(total as u64));
        let known = vec![None; total];
        let mut exact = ExactDistances { table: &table, classes: &classes, starts: &starts, known };
        let mut hardest = (0, Vec::new());
        let mut distances = String::with_capacity(total);
        for class in classes.all() {
            work.check("")?;
            for index in 0..1 << classes.dimension(class) {
                let configuration = classes.configuration(class, index);
                let distance = exact.of(&configuration)?;
                if distance > hardest.0 {
                    hardest = (distance, photo(&configuration));
                }
                distances.push(char::from(b'a' + distance));
            }
            stage.advance(1 << classes.dimension(class));
        }
        Ok(PageTable {
            rows: size.rows(),
            columns: size.columns(),
            rotations: Rotation::all().map(pictures::written).collect(),
            keys: classes.all().map(|class| classes.key(class)).collect(),
            images: (classes.all()).map(|class| classes.images(class).to_vec()).collect(),
            starts,
            distances,
            diameter: hardest.0.into(),
            hardest: hardest.1,
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

/// The distances of a [`DistanceTable`], which holds them modulo 3: a configuration is one move
/// farther than a neighbour whose residue is one less.
struct ExactDistances<'a> {
    table: &'a DistanceTable,
    classes: &'a Classes,
    starts: &'a [usize],
    known: Vec<Option<u8>>,
}

impl ExactDistances<'_> {
    fn of(&mut self, configuration: &Configuration) -> Result<u8> {
        let wrong = || leads_nowhere(configuration.size());
        let (class, index) = self.classes.locate(configuration).ok_or_else(wrong)?;
        let place = self.starts[class.index()] + index as usize;
        if let Some(distance) = self.known[place] {
            return Ok(distance);
        }
        let residue = |c: &Configuration| self.table.residue(c.cells().iter().copied());
        let distance = if configuration.is_solved() {
            0
        } else {
            let nearer = residue(configuration).map(|residue| (residue + 2) % 3);
            let after = |step| {
                let mut after = configuration.clone();
                after.turn(step);
                after
            };
            let next = Move::all(configuration.size(), self.table.metric())
                .map(after)
                .find(|next| residue(next) == nearer)
                .ok_or_else(wrong)?;
            self.of(&next)? + 1
        };
        self.known[place] = Some(distance);
        Ok(distance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_3x2_is_small_exact_and_begins_with_the_solution() {
        let (size, work) = ("3x2".parse().unwrap(), Work::default());
        let (classes, table) =
            (Classes::new(size, &work).unwrap(), PageTable::new(size, &work).unwrap());
        let json = serde_json::to_string(&table).unwrap();
        assert!(json.len() < 400_000, "{}", json.len());
        assert!(table.distances.starts_with('a'));
        let mut layers = vec![0; 15];
        let mut letters = table.distances.bytes();
        for class in classes.all() {
            for letter in letters.by_ref().take(1 << classes.dimension(class)) {
                layers[usize::from(letter - b'a')] += classes.weight(class);
            }
        }
        // Burcsi's Table 2.
        let published = [
            1, 10, 69, 456, 2846, 16208, 84428, 395_566, 1_622_641, 5_536_264, 13_587_945,
            17_558_644, 8_100_138, 843_444, 27_084,
        ];
        assert_eq!(layers, published);
    }
}
