//! The symmetries that keep the set of moves, and with it all distances.

use itertools::Itertools;

use super::{Size, Tabled};
use cubegraph_core::cube::Rotation;
use cubegraph_core::group::Element;

/// Rows and columns are permuted; for the cube each row may also be conjugated by l², each column
/// by u², which exchanges its two quarter turns; and a square of cubes may be transposed.
pub struct Symmetries {
    size: Size,
    /// The orders of the rows or of the columns, whichever are fewer.
    orders: Vec<Vec<usize>>,
    /// Images of all elements under conjugation by l² and by u², for the cube.
    flips: Option<[Vec<Element>; 2]>,
    /// Images of all elements under the rotation that exchanges the axes, for a square of cubes.
    exchange: Option<Vec<Element>>,
}

impl Symmetries {
    /// The symmetries of a size. Beyond eight rows and eight columns the fewer of the two are not
    /// permuted: nobody waits for that, and classes that are too small are classes.
    pub fn new(tabled: &Tabled, size: Size) -> Symmetries {
        let group = &tabled.group;
        let conjugation = |by: Rotation| -> Option<Vec<Element>> {
            let by = group.element(&super::permutation_of(by))?;
            Some(group.elements().map(|e| group.conjugate(e, by)).collect())
        };
        let is_cube = tabled.rules().is_cube();
        let flips =
            || Some([conjugation(Rotation::LEFT.pow(2))?, conjugation(Rotation::UP.pow(2))?]);
        let exchange = || {
            let t = Rotation::all().find(|&t| {
                t.inverse() * Rotation::UP * t == Rotation::RIGHT
                    && t.inverse() * Rotation::RIGHT * t == Rotation::DOWN
            })?;
            conjugation(t)
        };
        let few = size.rows().min(size.columns());
        let orders =
            if few > 8 { vec![(0..few).collect()] } else { (0..few).permutations(few).collect() };
        Symmetries {
            size,
            orders,
            flips: is_cube.then(flips).flatten(),
            exchange: (is_cube && size.rows() == size.columns()).then(exchange).flatten(),
        }
    }

    /// Images of a configuration under symmetries that make up all others: neighbouring rows or
    /// columns exchanged, a row or a column flipped, a square transposed.
    pub fn images(&self, cells: &[Element]) -> Vec<Vec<Element>> {
        let (m, n) = (self.size.rows(), self.size.columns());
        let image = |of: &dyn Fn(usize, usize) -> Element| -> Vec<Element> {
            (0..m * n).map(|k| of(k / n, k % n)).collect()
        };
        let at = |i: usize, j: usize| cells[i * n + j];
        let mut images: Vec<Vec<Element>> = line_exchanges(self.size, cells).collect();
        if let Some([by_row, by_column]) = &self.flips {
            let flipped = |flip: bool, by: &[Element], cell: Element| {
                if flip { by[cell.index()] } else { cell }
            };
            images.extend((0..m).map(|row| image(&|i, j| flipped(i == row, by_row, at(i, j)))));
            images.extend(
                (0..n).map(|column| image(&|i, j| flipped(j == column, by_column, at(i, j)))),
            );
        }
        images.extend(self.transposed(cells));
        images
    }

    fn transposed(&self, cells: &[Element]) -> Option<Vec<Element>> {
        let (exchange, n) = (self.exchange.as_ref()?, self.size.columns());
        let from = |k: usize| cells[k % n * n + k / n];
        Some((0..cells.len()).map(|k| exchange[from(k).index()]).collect())
    }

    /// How many steps it takes to find a representative.
    pub fn steps(&self) -> u64 {
        let masks = if self.flips.is_some() {
            2 << self.size.rows().min(self.size.columns()).min(32)
        } else {
            1
        };
        let starts = 1 + u64::from(self.exchange.is_some());
        (self.orders.len() as u64 * starts * self.size.cells() as u64).saturating_mul(masks)
    }

    /// One of the images of a configuration, the same for all of them: the least, line by line
    /// along whichever of rows and columns are more.
    ///
    /// # Complexity
    /// For every order of the others, and every choice of those that are flipped, each line is
    /// flipped if that makes it smaller, and the lines are sorted.
    pub fn representative(&self, cells: &[Element]) -> Vec<Element> {
        let n = self.size.columns();
        let few = self.size.rows().min(n);
        let masks = if self.flips.is_some() { 1 << few } else { 1 };
        let starts = [Some(cells.to_vec()), self.transposed(cells)];
        let least = (starts.iter().flatten())
            .cartesian_product(&self.orders)
            .cartesian_product(0..masks)
            .map(|((start, order), mask)| self.arranged(start, order, mask))
            .min()
            .unwrap_or_default();
        if self.has_long_rows() {
            let rows = self.size.rows();
            return (0..cells.len()).map(|k| least[k % n * rows + k / n]).collect();
        }
        least
    }

    /// Whether the columns are more than the rows, so that lines are columns.
    fn has_long_rows(&self) -> bool {
        self.size.columns() > self.size.rows()
    }

    /// The least arrangement of lines for one order of the entries in each line, some of which are
    /// flipped.
    fn arranged(&self, cells: &[Element], order: &[usize], mask: usize) -> Vec<Element> {
        let across = self.has_long_rows();
        let lines = self.size.rows().max(self.size.columns());
        let flipped = |cell: Element, along: bool| match &self.flips {
            // A row is flipped by l² and a column by u².
            Some([by_row, _]) if along != across => by_row[cell.index()],
            Some([_, by_column]) => by_column[cell.index()],
            None => cell,
        };
        let mut sorted = (0..lines)
            .map(|line| {
                let entry = |&at: &usize| {
                    let cell =
                        if across { self.size.cell(at, line) } else { self.size.cell(line, at) };
                    if mask >> at & 1 == 1 { flipped(cells[cell], false) } else { cells[cell] }
                };
                let plain = order.iter().map(entry).collect_vec();
                let turned = plain.iter().map(|&cell| flipped(cell, true)).collect_vec();
                plain.min(turned)
            })
            .collect_vec();
        sorted.sort_unstable();
        sorted.concat()
    }
}

/// What exchanging two neighbouring rows or two neighbouring columns makes of an array, whatever
/// its cells are; they are in row-major order.
pub(super) fn line_exchanges<T: Copy>(
    size: Size,
    cells: &[T],
) -> impl Iterator<Item = Vec<T>> + '_ {
    let (m, n) = (size.rows(), size.columns());
    let exchanged = |first: usize, line: usize| match line {
        line if line == first => first + 1,
        line if line == first + 1 => first,
        line => line,
    };
    let of_rows = (1..m).map(move |row| (row - 1, usize::MAX - 1));
    let of_columns = (1..n).map(move |column| (usize::MAX - 1, column - 1));
    of_rows.chain(of_columns).map(move |(row, column)| {
        (0..m * n).map(|k| cells[exchanged(row, k / n) * n + exchanged(column, k % n)]).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Metric, Rules};
    use std::collections::BTreeSet;

    /// All images of a configuration.
    fn orbit(symmetries: &Symmetries, cells: &[Element]) -> BTreeSet<Vec<Element>> {
        let mut found = BTreeSet::new();
        let mut pending = vec![cells.to_vec()];
        while let Some(here) = pending.pop() {
            if found.insert(here.clone()) {
                pending.extend(symmetries.images(&here));
            }
        }
        found
    }

    #[test]
    fn a_representative_is_an_image_and_the_same_for_all_images() {
        let tabled = Rules::cube(Metric::Quarter).unwrap().tabled().unwrap();
        for text in ["1x1", "2x1", "1x3", "2x2", "3x2", "2x3"] {
            let size: Size = text.parse().unwrap();
            let symmetries = Symmetries::new(&tabled, size);
            let mut cells = vec![Element::IDENTITY; size.cells()];
            for (k, step) in tabled.moves(size).into_iter().enumerate() {
                for _ in 0..=k % 2 {
                    tabled.turn(&mut cells, size, step);
                }
                let orbit = orbit(&symmetries, &cells);
                let representative = symmetries.representative(&cells);
                assert!(orbit.contains(&representative), "{text}");
                // 2^(m+n)·m!·n! symmetries, twice as many for a square.
                assert!(orbit.len() <= 768);
                for image in &orbit {
                    assert_eq!(symmetries.representative(image), representative, "{text}");
                }
            }
        }
    }

    #[test]
    fn a_transposed_square_is_the_same() {
        let tabled = Rules::cube(Metric::Quarter).unwrap().tabled().unwrap();
        let size: Size = "2x2".parse().unwrap();
        let symmetries = Symmetries::new(&tabled, size);
        let after = |names: [&str; 3]| {
            let mut cells = vec![Element::IDENTITY; size.cells()];
            for name in names {
                let step = tabled.move_of_cubes(name.parse().unwrap()).unwrap();
                tabled.turn(&mut cells, size, step);
            }
            symmetries.representative(&cells)
        };
        assert_eq!(after(["up1", "left2", "up2"]), after(["right1", "up2", "right2"]));
        assert_ne!(after(["up1", "left2", "up2"]), after(["up1", "left2", "left1"]));
    }
}
