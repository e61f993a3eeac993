//! Configurations of cubes.

use super::{Move, Size};
use cubegraph_core::cube::Rotation;

/// The half turn about the horizontal diagonal that exchanges u with l and d with r.
const EXCHANGE: Rotation = Rotation::from_diagonals([2, 1, 0, 3]).expect("a permutation");

/// A cube of the transposed puzzle: conjugated by the half turn that exchanges u with l and d with
/// r.
pub fn exchanged(rotation: Rotation) -> Rotation {
    EXCHANGE * rotation * EXCHANGE
}

/// How every cube of an array is turned, in row-major order; reachable or not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Configuration {
    size: Size,
    cells: Vec<Rotation>,
}

impl Configuration {
    /// The solved configuration.
    pub fn solved(size: Size) -> Configuration {
        Configuration { size, cells: vec![Rotation::IDENTITY; size.cells()] }
    }

    /// The configuration with these cubes in row-major order, or `None` if there are not as many as
    /// the size has.
    pub fn new(size: Size, cells: Vec<Rotation>) -> Option<Configuration> {
        (cells.len() == size.cells()).then_some(Configuration { size, cells })
    }

    /// The size.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The cubes in row-major order.
    pub fn cells(&self) -> &[Rotation] {
        &self.cells
    }

    /// The cubes row by row.
    pub fn rows(&self) -> impl Iterator<Item = &[Rotation]> {
        self.cells.chunks(self.size.columns())
    }

    /// Whether every cube is as in the solution.
    pub fn is_solved(&self) -> bool {
        self.cells.iter().all(|&cell| cell == Rotation::IDENTITY)
    }

    /// Turns one cube alone into a given position, which no move does.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn set(&mut self, cell: usize, rotation: Rotation) {
        self.cells[cell] = rotation;
    }

    /// Makes a move.
    ///
    /// # Panics
    /// If the size has no such line; see [`Move::fits`].
    pub fn turn(&mut self, step: Move) {
        assert!(step.fits(self.size), "{step} on {}", self.size);
        for cell in step.cells(self.size) {
            self.cells[cell] = self.cells[cell] * step.turn;
        }
    }

    /// Makes moves in order.
    ///
    /// # Panics
    /// As [`Configuration::turn`].
    pub fn turn_all(&mut self, steps: impl IntoIterator<Item = Move>) {
        for step in steps {
            self.turn(step);
        }
    }

    /// The same position of the transposed puzzle: rows become columns, and every cube is
    /// conjugated by the half turn that exchanges up with left and down with right. Twice is the
    /// identity.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph_picture::Configuration;
    /// let mut one = Configuration::solved("3x2".parse()?);
    /// one.turn("up3".parse()?);
    /// let mut other = Configuration::solved("2x3".parse()?);
    /// other.turn("left3".parse()?);
    /// assert_eq!(one.transposed(), other);
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    #[must_use]
    pub fn transposed(&self) -> Configuration {
        let (rows, columns) = (self.size.rows(), self.size.columns());
        let cell = |i, j| exchanged(self.cells[self.size.cell(i, j)]);
        Configuration {
            size: self.size.transposed(),
            cells: (0..columns).flat_map(|j| (0..rows).map(move |i| cell(i, j))).collect(),
        }
    }

    /// The inverse of every cube: moves that lead here from the solution, inverted and in reverse,
    /// lead there, so it is as far away.
    #[must_use]
    pub fn inverse(&self) -> Configuration {
        Configuration {
            size: self.size,
            cells: self.cells.iter().map(|cube| cube.inverse()).collect(),
        }
    }

    /// Whether moves lead from the solved configuration to this one: the parities (odd is true)
    /// must be those of a sum of whole rows and columns, so every cell is the sum of the ends of
    /// its row and column in the first column and row.
    ///
    /// # Reference
    /// Burcsi, section 3.
    pub fn is_reachable(&self) -> bool {
        let odd = |i: usize, j: usize| !self.cells[self.size.cell(i, j)].is_even();
        (0..self.size.rows()).all(|i| {
            (0..self.size.columns()).all(|j| odd(i, j) == odd(i, 0) ^ odd(0, j) ^ odd(0, 0))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Metric;

    #[test]
    fn a_row_move_turns_its_row_and_nothing_else() {
        let mut configuration = Configuration::solved(Size::new(2, 3).unwrap());
        configuration.turn("up2".parse().unwrap());
        configuration.turn("left1".parse().unwrap());
        let (e, u, l) = (Rotation::IDENTITY, Rotation::UP, Rotation::LEFT);
        assert_eq!(configuration.cells(), [l, e, e, u * l, u, u]);
        assert!(configuration.is_reachable());
    }

    #[test]
    fn transposing_takes_moves_to_moves() {
        let size = Size::new(2, 3).unwrap();
        for step in Move::all(size, Metric::Half) {
            let mut here = Configuration::solved(size);
            here.turn(step);
            let mut there = Configuration::solved(size.transposed());
            there.turn(step.transposed());
            assert_eq!(here.transposed(), there, "{step}");
            assert_eq!(there.transposed(), here, "{step}");
        }
    }

    #[test]
    fn exchanging_the_axes_is_an_automorphism() {
        for (a, b) in Rotation::all().flat_map(|a| Rotation::all().map(move |b| (a, b))) {
            assert_eq!(exchanged(a) * exchanged(b), exchanged(a * b));
        }
        assert_eq!(exchanged(Rotation::UP), Rotation::LEFT);
    }

    #[test]
    fn one_odd_cube_alone_is_out_of_reach() {
        let mut cells = vec![Rotation::IDENTITY; 4];
        cells[3] = Rotation::SPIN;
        let size = Size::new(2, 2).unwrap();
        assert!(!Configuration::new(size, cells).unwrap().is_reachable());
        assert_eq!(Configuration::new(size, Vec::new()), None);
    }
}
