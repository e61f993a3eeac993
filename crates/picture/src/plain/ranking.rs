//! Numbers for the configurations of H.
//!
//! Let a fixed element t of every class modulo N be given. A cell is n·t with n in N. By the
//! theorem of [`order`](crate::order) the classes of a configuration are given by z, the
//! class of the first cell, by xᵢ in A with class xᵢ·z in the first column, and by yⱼ in B with
//! class z·yⱼ in the first row; the class of the cell (i, j) is xᵢ·z·yⱼ. All z in AB, xᵢ in A, yⱼ
//! in B and n in N occur, each combination once.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::Pow;

use super::engine::{Coordinates, Steps};
use crate::{Axis, Move, Size, Tabled};
use cubegraph_core::group::{Element, Group};

/// The numbers of the configurations of H, from 0 (the solved one) on.
#[derive(Clone)]
pub struct Ranking {
    size: Size,
    tabled: Tabled,
    classes: Arc<Classes>,
    radices: Vec<usize>,
    costs: Vec<usize>,
    moves: Vec<Move<Element>>,
    /// What one step of each digit of a coset's number is worth.
    z_weight: u64,
    x_weights: Vec<u64>,
    y_weights: Vec<u64>,
}

/// The classes of ⟨R, C⟩ modulo N, and everything about them that ranking looks up.
struct Classes {
    /// The class of every element.
    class: Vec<usize>,
    /// An element t of every class, the identity for N itself.
    of_class: Vec<Element>,
    /// The elements of N, and for every element n·t the number of n.
    n: Vec<Element>,
    digit: Vec<usize>,
    /// For every element of N, by number, what multiplication by it from the right does to the
    /// numbers.
    multiply: Vec<Vec<u16>>,
    /// The classes in A and in B, and the places of the classes in these lists.
    a: Vec<usize>,
    b: Vec<usize>,
    a_place: Vec<Option<usize>>,
    b_place: Vec<Option<usize>>,
}

impl Classes {
    fn new(tabled: &Tabled) -> Classes {
        let group = &tabled.group;
        let (r, c) = (group.subgroup(&tabled.rows), group.subgroup(&tabled.columns));
        let n: Vec<Element> = group.commutator_subgroup(&r, &c).elements().collect();
        let mut class = vec![usize::MAX; group.order()];
        let mut digit = vec![0; group.order()];
        let mut of_class = Vec::new();
        for t in group.elements() {
            if class[t.index()] == usize::MAX {
                for (k, &member) in n.iter().enumerate() {
                    let product = group.multiply(member, t);
                    class[product.index()] = of_class.len();
                    digit[product.index()] = k;
                }
                of_class.push(t);
            }
        }
        let multiply = n
            .iter()
            .map(|&by| {
                n.iter()
                    .map(|&e| {
                        u16::try_from(digit[group.multiply(e, by).index()]).unwrap_or(u16::MAX)
                    })
                    .collect()
            })
            .collect();
        let classes_of = |elements: &mut dyn Iterator<Item = Element>| {
            let mut list: Vec<usize> = elements.map(|e| class[e.index()]).collect();
            list.sort_unstable();
            list.dedup();
            let mut place = vec![None; of_class.len()];
            for (k, &q) in list.iter().enumerate() {
                place[q] = Some(k);
            }
            (list, place)
        };
        let (a, a_place) = classes_of(&mut r.elements());
        let (b, b_place) = classes_of(&mut c.elements());
        Classes { class, of_class, n, digit, multiply, a, b, a_place, b_place }
    }

    fn times(&self, group: &Group, p: usize, q: usize) -> usize {
        self.class[group.multiply(self.of_class[p], self.of_class[q]).index()]
    }

    fn inverse(&self, group: &Group, q: usize) -> usize {
        self.class[group.inverse(self.of_class[q]).index()]
    }
}

/// A coset, decoded: z, and xᵢ and yⱼ for the rows and columns from the second on.
struct Coset {
    z: usize,
    x: Vec<usize>,
    y: Vec<usize>,
}

impl Ranking {
    /// Numbers for a size.
    pub fn new(tabled: Tabled, size: Size) -> Ranking {
        let classes = Classes::new(&tabled);
        let moves = tabled.moves(size);
        // The last y varies slowest among the y, the last x among the x, and z slowest of all.
        let (a, b) = (classes.a.len() as u64, classes.b.len() as u64);
        let mut weight = 1u64;
        let mut next = |radix: u64| {
            let this = weight;
            weight = weight.saturating_mul(radix);
            this
        };
        let y_weights = (1..size.columns()).map(|_| next(b)).collect();
        let x_weights = (1..size.rows()).map(|_| next(a)).collect();
        Ranking {
            z_weight: weight,
            x_weights,
            y_weights,
            radices: vec![classes.n.len(); size.cells()],
            costs: vec![1; moves.len()],
            classes: Arc::new(classes),
            size,
            moves,
            tabled,
        }
    }

    /// The same numbers with every move inverted.
    pub(super) fn inverted(&self) -> Ranking {
        let mut inverted = self.clone();
        let group = &self.tabled.group;
        for step in &mut inverted.moves {
            step.turn = group.inverse(step.turn);
        }
        inverted
    }

    /// How many configurations there are, without numbering them.
    pub fn order_of(tabled: &Tabled, size: Size) -> BigUint {
        let classes = Classes::new(tabled);
        Pow::pow(BigUint::from(classes.n.len()), size.cells())
            * Pow::pow(BigUint::from(classes.a.len()), size.rows() - 1)
            * Pow::pow(BigUint::from(classes.b.len()), size.columns() - 1)
            * classes.of_class.len()
    }

    /// How many configurations there are.
    pub fn count(&self) -> u64 {
        self.cosets() * self.span()
    }

    /// The size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The rules.
    pub fn tabled(&self) -> &Tabled {
        &self.tabled
    }

    fn span(&self) -> u64 {
        self.radices.iter().map(|&r| r as u64).product()
    }

    fn decode(&self, coset: u64) -> Coset {
        let classes = &*self.classes;
        let mut rest = usize::try_from(coset).unwrap_or(usize::MAX);
        let mut digit = |radix: usize| {
            let value = rest % radix;
            rest /= radix;
            value
        };
        let y = (1..self.size.columns()).map(|_| classes.b[digit(classes.b.len())]).collect();
        let x = (1..self.size.rows()).map(|_| classes.a[digit(classes.a.len())]).collect();
        Coset { z: rest, x, y }
    }

    /// The number of a coset; `None` if an x is not in A or a y not in B.
    fn encode(&self, coset: &Coset) -> Option<u64> {
        let classes = &*self.classes;
        let mut number = coset.z as u64;
        for &x in coset.x.iter().rev() {
            number = number * classes.a.len() as u64 + classes.a_place[x]? as u64;
        }
        for &y in coset.y.iter().rev() {
            number = number * classes.b.len() as u64 + classes.b_place[y]? as u64;
        }
        Some(number)
    }

    /// The class of a cell.
    fn class_at(&self, coset: &Coset, row: usize, column: usize) -> usize {
        let (classes, group) = (&*self.classes, &self.tabled.group);
        let left = if row == 0 { coset.z } else { classes.times(group, coset.x[row - 1], coset.z) };
        if column == 0 { left } else { classes.times(group, left, coset.y[column - 1]) }
    }

    /// The number of a configuration, cells in row-major order; `None` if it cannot be reached.
    pub fn rank(&self, cells: &[Element]) -> Option<u64> {
        let (classes, group, size) = (&*self.classes, &self.tabled.group, self.size);
        let class = |i: usize, j: usize| classes.class[cells[size.cell(i, j)].index()];
        let z = class(0, 0);
        let back = classes.inverse(group, z);
        let coset = Coset {
            z,
            x: (1..size.rows()).map(|i| classes.times(group, class(i, 0), back)).collect(),
            y: (1..size.columns()).map(|j| classes.times(group, back, class(0, j))).collect(),
        };
        let fits = (0..size.rows())
            .all(|i| (0..size.columns()).all(|j| self.class_at(&coset, i, j) == class(i, j)));
        if !fits {
            return None;
        }
        cells.iter().try_fold(self.encode(&coset)?, |number, cell| {
            Some(number * classes.n.len() as u64 + classes.digit[cell.index()] as u64)
        })
    }

    /// The configuration of a number.
    pub fn unrank(&self, rank: u64) -> Vec<Element> {
        let classes = &*self.classes;
        let (coset, mut rest) = (self.decode(rank / self.span()), rank % self.span());
        let mut cells = vec![Element::IDENTITY; self.size.cells()];
        for cell in (0..self.size.cells()).rev() {
            let radix = classes.n.len() as u64;
            let n = classes.n[usize::try_from(rest % radix).unwrap_or(0)];
            rest /= radix;
            let class =
                self.class_at(&coset, cell / self.size.columns(), cell % self.size.columns());
            cells[cell] = self.tabled.group.multiply(n, classes.of_class[class]);
        }
        cells
    }

    /// The number of the coset after a move that multiplies by class `by`.
    ///
    /// Only the first row and the first column have more than one digit to change.
    fn moved(&self, number: u64, coset: &Coset, step: Move<Element>, by: usize) -> u64 {
        let (classes, group) = (&*self.classes, &self.tabled.group);
        let times = |p, q| classes.times(group, p, q);
        let place = |places: &[Option<usize>], q: usize| places[q].unwrap_or(0) as u64;
        let x_change = |i: usize, x: usize| {
            let old = place(&classes.a_place, coset.x[i]) * self.x_weights[i];
            (place(&classes.a_place, x) * self.x_weights[i]).wrapping_sub(old)
        };
        let y_change = |j: usize, y: usize| {
            let old = place(&classes.b_place, coset.y[j]) * self.y_weights[j];
            (place(&classes.b_place, y) * self.y_weights[j]).wrapping_sub(old)
        };
        let z_change =
            |z: usize| (z as u64 * self.z_weight).wrapping_sub(coset.z as u64 * self.z_weight);
        match (step.axis, step.line) {
            (Axis::Row, 0) => {
                let z = times(coset.z, by);
                let back = times(coset.z, classes.inverse(group, z));
                (coset.x.iter().enumerate())
                    .fold(number.wrapping_add(z_change(z)), |number, (i, &x)| {
                        number.wrapping_add(x_change(i, times(x, back)))
                    })
            }
            (Axis::Row, i) => {
                let around = times(times(coset.z, by), classes.inverse(group, coset.z));
                number.wrapping_add(x_change(i - 1, times(coset.x[i - 1], around)))
            }
            (Axis::Column, 0) => {
                let z = times(coset.z, by);
                let back = classes.inverse(group, by);
                (coset.y.iter().enumerate())
                    .fold(number.wrapping_add(z_change(z)), |number, (j, &y)| {
                        number.wrapping_add(y_change(j, times(back, y)))
                    })
            }
            (Axis::Column, j) => number.wrapping_add(y_change(j - 1, times(coset.y[j - 1], by))),
        }
    }
}

impl Coordinates for Ranking {
    fn cosets(&self) -> u64 {
        let classes = &*self.classes;
        let power = |base: usize, lines: usize| (1..lines).map(|_| base as u64).product::<u64>();
        classes.of_class.len() as u64
            * power(classes.a.len(), self.size.rows())
            * power(classes.b.len(), self.size.columns())
    }

    fn radices(&self) -> &[usize] {
        &self.radices
    }

    fn costs(&self) -> &[usize] {
        &self.costs
    }

    fn steps<'a>(&'a self, coset: u64, steps: &mut Steps<'a>) {
        let (classes, group) = (&*self.classes, &self.tabled.group);
        let number = coset;
        let coset = self.decode(number);
        steps.targets.clear();
        steps.digits.resize_with(self.moves.len(), Vec::new);
        for (&step, digits) in self.moves.iter().zip(&mut steps.digits) {
            let by = step.turn;
            let target = self.moved(number, &coset, step, classes.class[by.index()]);
            steps.targets.push(target);
            digits.clear();
            if classes.n.len() == 1 {
                continue;
            }
            for cell in step.cells(self.size) {
                // n·t·s = n·k·t' with k = t·s·t'⁻¹ in N.
                let class =
                    self.class_at(&coset, cell / self.size.columns(), cell % self.size.columns());
                let product = group.multiply(classes.of_class[class], by);
                let k = classes.digit[product.index()];
                if k != 0 {
                    digits.push((cell, classes.multiply[k].as_slice()));
                }
            }
        }
    }
}
