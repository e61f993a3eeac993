//! Affine maps between the tables of two classes.
//!
//! A target index x has a neighbour along a line at index L·x + c of the source class, and another,
//! by the turn the other way, at L·x + c + t. The set to look up is therefore F or F + t, called
//! *folded* here, at L·x + c. Because the folded set does not change under t, L may be altered by t
//! wherever that helps; one such change at most makes it invertible.

use super::classes::{ClassId, Classes, Edge, Line};
use super::quotient::{Basis, Columns, DIMENSIONS, image, inverse};

/// How the neighbours of a target class along one line lie in the table of their class.
#[derive(Clone, Debug)]
pub struct Map {
    /// The images of the target's unit vectors.
    pub columns: Columns,
    /// The image of zero.
    pub constant: u32,
    /// The translation t between the two neighbours; 0 if they are one.
    pub fold: u32,
    /// How many coordinates the target has.
    pub target_dimension: usize,
    /// How many coordinates the source has.
    pub source_dimension: usize,
}

impl Map {
    /// The map along a line by quarter turns.
    pub fn quarter(classes: &Classes, target: ClassId, line: Line, edge: Edge) -> Map {
        let [one_way, other_way, _] = line.turns();
        let reached = classes.along(target, line);
        let images = classes.images_from(reached, edge.rearrangement, edge.class);
        let constant = classes.change(target, line, one_way);
        let difference = constant ^ classes.change(target, line, other_way);
        let mut columns = [0; DIMENSIONS];
        for (column, bit) in columns.iter_mut().zip(classes.kept(target)) {
            *column = images[bit];
        }
        Map {
            columns,
            constant: image(&images, constant),
            fold: image(&images, difference),
            target_dimension: classes.dimension(target),
            source_dimension: classes.dimension(edge.class),
        }
    }

    /// The map along a line by the half turn, which stays in the coset: a translation.
    pub fn half(classes: &Classes, target: ClassId, line: Line) -> Map {
        let [_, _, half] = line.turns();
        let dimension = classes.dimension(target);
        Map {
            columns: std::array::from_fn(|j| if j < dimension { 1 << j } else { 0 }),
            constant: classes.place(target, classes.change(target, line, half)),
            fold: 0,
            target_dimension: dimension,
            source_dimension: dimension,
        }
    }

    /// Where the neighbour of a target index is, the other being [`Map::fold`] away.
    pub fn at(&self, target: u32) -> u32 {
        image(&self.columns, target) ^ self.constant
    }

    /// An invertible map on at least `dimension` coordinates that agrees with this one, up to the
    /// fold and modulo the source's coordinates: above those the source is repeated.
    pub fn completed(&self, dimension: usize) -> (Columns, usize) {
        let mut columns = self.columns;
        let mut basis = Basis::new();
        let mut spare = self.source_dimension;
        for column in &mut columns[..self.target_dimension] {
            if basis.insert(*column) {
                continue;
            }
            if basis.insert(*column ^ self.fold) {
                *column ^= self.fold;
            } else {
                *column ^= 1 << spare;
                basis.insert(*column);
                spare += 1;
            }
        }
        let dimension = dimension.max(spare).max(self.target_dimension);
        let mut units = (0..dimension).map(|j| 1 << j);
        for column in &mut columns[self.target_dimension..dimension] {
            *column = units.find(|&unit| basis.insert(unit)).unwrap_or(0);
        }
        (columns, dimension)
    }

    /// The other way round: where a source index is a neighbour of.
    pub fn reversed(&self) -> Reversed {
        let (columns, dimension) = self.completed(0);
        let copies = 1u32 << (dimension - self.source_dimension);
        let mut shifts: Vec<u32> =
            (0..copies).map(|copy| self.constant ^ copy << self.source_dimension).collect();
        if self.fold != 0 {
            shifts.extend_from_within(..);
            for shift in &mut shifts[copies as usize..] {
                *shift ^= self.fold;
            }
        }
        Reversed {
            columns: inverse(&columns, dimension),
            target_limit: 1 << self.target_dimension,
            shifts,
        }
    }
}

/// A map read from the source to the target.
#[derive(Debug)]
pub struct Reversed {
    columns: Columns,
    target_limit: u64,
    /// What is added to a source index before the inverse is applied: one for each of its targets.
    shifts: Vec<u32>,
}

impl Reversed {
    /// The target indices that have a source index as a neighbour.
    #[inline]
    pub fn targets(&self, source: u32, mut found: impl FnMut(u32)) {
        for shift in &self.shifts {
            let target = image(&self.columns, source ^ shift);
            if u64::from(target) < self.target_limit {
                found(target);
            }
        }
    }

    /// The same by tables, for many indices.
    pub fn tabulated(&self) -> Tabulated {
        Tabulated {
            bytes: std::array::from_fn(|byte| {
                let mut sums = [0; 256];
                for j in 0..8 {
                    for s in 0..1 << j {
                        sums[s | 1 << j] = sums[s] ^ self.columns[8 * byte + j];
                    }
                }
                sums
            }),
            target_limit: self.target_limit,
            shifts: self.shifts.iter().map(|&shift| image(&self.columns, shift)).collect(),
        }
    }
}

/// A [`Reversed`] map with the images of all bytes.
#[derive(Debug)]
pub struct Tabulated {
    bytes: [[u32; 256]; 4],
    target_limit: u64,
    shifts: Vec<u32>,
}

impl Tabulated {
    /// The target indices that have a source index as a neighbour.
    #[inline]
    pub fn targets(&self, source: u32, mut found: impl FnMut(u32)) {
        let target = (self.bytes.iter().zip(source.to_le_bytes()))
            .fold(0, |sum, (images, byte)| sum ^ images[usize::from(byte)]);
        for shift in &self.shifts {
            let target = target ^ shift;
            if u64::from(target) < self.target_limit {
                found(target);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Move;
    use cubegraph_core::work::Work;

    /// Every index of every table, moved by the rules of the puzzle, must land where the map says.
    #[test]
    fn maps_follow_the_moves_up_to_symmetry() {
        for text in ["1x1", "2x1", "2x2", "3x1", "3x2"] {
            let classes = Classes::new(text.parse().unwrap(), &Work::default()).unwrap();
            for target in classes.all() {
                for (line, &edge) in classes.lines().zip(classes.edges(target)) {
                    let map = Map::quarter(&classes, target, line, edge);
                    let half = Map::half(&classes, target, line);
                    let number = match line {
                        Line::Row(i) => i,
                        Line::Column(j) => j,
                    };
                    for index in (0..1 << classes.dimension(target)).step_by(7) {
                        let start = classes.configuration(target, index);
                        let vector = |image: u32, turn, class| {
                            let mut moved = start.clone();
                            moved.turn(Move { axis: line.axis(), line: number, turn });
                            let (found, at) = classes.locate(&moved).unwrap();
                            assert_eq!(found, class);
                            (at, image)
                        };
                        let [one, other, both] = line.turns();
                        let (at, image) = vector(map.at(index), one, edge.class);
                        assert_eq!(at, image, "{text} {line:?}");
                        let (at, image) = vector(map.at(index) ^ map.fold, other, edge.class);
                        assert_eq!(at, image, "{text} {line:?}");
                        let (at, image) = vector(half.at(index), both, target);
                        assert_eq!(at, image, "{text} {line:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn reversed_maps_find_the_same_neighbours() {
        for text in ["2x1", "2x2", "3x1", "3x2"] {
            let classes = Classes::new(text.parse().unwrap(), &Work::default()).unwrap();
            for target in classes.all() {
                for (line, &edge) in classes.lines().zip(classes.edges(target)) {
                    let map = Map::quarter(&classes, target, line, edge);
                    let mut forward: Vec<(u32, u32)> = (0..1 << map.target_dimension)
                        .flat_map(|x| [(map.at(x), x), (map.at(x) ^ map.fold, x)])
                        .collect();
                    let reversed = map.reversed();
                    let tabulated = reversed.tabulated();
                    let (mut backward, mut again) = (Vec::new(), Vec::new());
                    for y in 0..1 << map.source_dimension {
                        reversed.targets(y, |x| backward.push((y, x)));
                        tabulated.targets(y, |x| again.push((y, x)));
                    }
                    assert_eq!(backward, again);
                    forward.sort_unstable();
                    forward.dedup();
                    backward.sort_unstable();
                    backward.dedup();
                    assert_eq!(forward, backward, "{text} {target:?} {line:?}");
                }
            }
        }
    }
}
