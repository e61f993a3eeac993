//! The order of H for every G, R and C, and which configurations are in it.
//!
//! # Theorem
//! Let N = [⟨R⟩, ⟨C⟩], A = ⟨R⟩N/N and B = ⟨C⟩N/N. Then
//!
//! > |H| = |N|^(mn) · |A|^m · |B|^n / |A ∩ B|,
//!
//! and a configuration (gᵢⱼ) is in H exactly if there are aᵢ in A and bⱼ in B with gᵢⱼ
//! ≡ aᵢ·bⱼ modulo N for all i and j.
//!
//! # Proof
//! *N is normal in ⟨R, C⟩.* With r, s in ⟨R⟩ and c in ⟨C⟩, s[r, c]s⁻¹ = [sr, c]·[s, c]⁻¹ is in N,
//! so ⟨R⟩ normalises N; ⟨C⟩ does for the same reason.
//!
//! *H contains N in every cell.* The commutator of the move "row i by r" and the move "column j by
//! c" changes the cell (i, j) alone, by [r, c] (Burcsi, Lemma 6), and the same holds for products
//! of moves, so with r in ⟨R⟩ and c in ⟨C⟩. Inverses are no matter: all is finite. So H contains
//! N^(m×n), which is normal in H, and |H| = |N|^(mn) · |H / N^(m×n)|.
//!
//! *Modulo N, row moves and column moves commute,* since their commutators are in N. So an element
//! of H / N^(m×n) is a product of row moves, giving aᵢ in A on row i, and a product of column
//! moves, giving bⱼ in B on column j: the matrix (aᵢ·bⱼ). All such matrices occur. The map
//! (a, b) ↦ (aᵢ·bⱼ) from A^m × B^n is a homomorphism, because A and B commute. In its kernel
//! are those with aᵢ = bⱼ⁻¹ for all i and j: all aᵢ are equal to one z, all bⱼ to z⁻¹, and
//! z is in A ∩ B. So the image has |A|^m·|B|^n / |A ∩ B| elements. ∎
//!
//! # What it contains
//! * G Abelian and R = C = G: N is trivial and A = B = G, so |H| = |G|^(m+n−1). **Theorem 4**, and
//!   here the diameter is known too: (a; b) and (a·z; b·z⁻¹) are the same configuration, every
//!   entry that is not trivial costs one move, and z may be chosen to make the most frequent value
//!   trivial. The worst configuration has all values equally often, so the diameter is exactly
//!   m+n−⌈(m+n)/|G|⌉, less than the m+n−1 of the proof in the document.
//! * G simple, not Abelian, ⟨R⟩ = ⟨C⟩ = G: N = G, so H = G^(m×n). **Theorem 7.**
//! * The cube: ⟨R⟩ and ⟨C⟩ are cyclic of order 4, N is A₄, A = B has order 2, so |H| =
//!   12^(mn)·2^(m+n−1). **Theorem 8.**
//! * The case in which R or C generates only a part of G, which the document leaves open.
//!
//! Since A and B commute, AB is a group, ⟨R, C⟩/N, and |A ∩ B| = |A|·|B|/|AB|. So four orders of
//! permutation groups give |H|, and membership in the same four groups decides reachability: no
//! table is needed, however large G is.

use num_bigint::BigUint;
use num_traits::Pow;

use super::{Axis, MoveSet, Rules, Size};
use cubegraph_core::group::{Group, Permutation, StabiliserChain, commutator_group};
use cubegraph_core::work::{Result, Work};

/// N, ⟨R⟩N, ⟨C⟩N and ⟨R, C⟩: everything that decides what can be reached.
#[derive(Clone, Debug)]
pub struct Structure {
    commutators: StabiliserChain,
    rows: StabiliserChain,
    columns: StabiliserChain,
    all: StabiliserChain,
    theorem: Theorem,
}

/// Which theorem gives the order of H.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Burcsi's Theorem 4: G Abelian, R = C = G.
    Four,
    /// Burcsi's Theorem 7: G simple and not Abelian, ⟨R⟩ = ⟨C⟩ = G.
    Seven,
    /// Burcsi's Theorem 8: the cube.
    Eight,
    /// None of these: the theorem of this module.
    General,
}

impl Theorem {
    /// The number of the document's theorem.
    pub const fn number(self) -> Option<u8> {
        match self {
            Theorem::Four => Some(4),
            Theorem::Seven => Some(7),
            Theorem::Eight => Some(8),
            Theorem::General => None,
        }
    }

    /// The theorem in a sentence.
    pub const fn statement(self) -> &'static str {
        match self {
            Theorem::Four => {
                "Burcsi's Theorem 4 (G Abelian, R = C = G): |H| = |G|^(m+n-1); \
                 sharpened: the diameter is exactly m+n-ceil((m+n)/|G|)"
            }
            Theorem::Seven => {
                "Burcsi's Theorem 7 (G simple, not Abelian, R and C generate G): H = G^(mxn)"
            }
            Theorem::Eight => "Burcsi's Theorem 8 (the cube): |H| = 2^(m+n-1) * 12^(mn)",
            Theorem::General => {
                "general theorem: |H| = |N|^(mn) * |A|^m * |B|^n / |A meet B| with N = [<R>,<C>], A = <R>N/N, B = <C>N/N"
            }
        }
    }
}

/// Why a configuration cannot be reached: the first cell, row by row, that disagrees modulo N with
/// the cells before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreachable {
    /// The row of the cell, from 0.
    pub row: usize,
    /// The column of the cell, from 0.
    pub column: usize,
    /// What is wrong with it, in words that count from 1.
    pub reason: String,
}

impl Structure {
    /// Computes the four groups.
    pub fn new(rules: &Rules, work: &Work) -> Result<Structure> {
        let (r, c) = (rules.generators(Axis::Row), rules.generators(Axis::Column));
        let commutators = commutator_group(r, c, work)?;
        let with = |generators: &[Permutation]| -> Result<StabiliserChain> {
            let all = [generators, commutators.generators()].concat();
            StabiliserChain::build(&all, work)
        };
        let (rows, columns) = (with(r)?, with(c)?);
        let all = StabiliserChain::build(&[r, c].concat(), work)?;
        let mut structure =
            Structure { commutators, rows, columns, all, theorem: Theorem::General };
        structure.theorem = structure.which_theorem(rules);
        Ok(structure)
    }

    /// The order of N = [⟨R⟩, ⟨C⟩].
    pub fn n(&self) -> BigUint {
        self.commutators.order()
    }

    /// The order of A = ⟨R⟩N/N.
    pub fn a(&self) -> BigUint {
        self.rows.order() / self.n()
    }

    /// The order of B = ⟨C⟩N/N.
    pub fn b(&self) -> BigUint {
        self.columns.order() / self.n()
    }

    /// The order of A ∩ B.
    pub fn meet(&self) -> BigUint {
        self.a() * self.b() * self.n() / self.all.order()
    }

    /// The order of H.
    pub fn order(&self, size: Size) -> BigUint {
        Pow::pow(self.n(), size.cells())
            * Pow::pow(self.a(), size.rows())
            * Pow::pow(self.b(), size.columns())
            / self.meet()
    }

    /// Whether the orders of the four groups are proved; see [`StabiliserChain::is_proved`].
    pub fn is_proved(&self) -> bool {
        [&self.commutators, &self.rows, &self.columns, &self.all]
            .iter()
            .all(|chain| chain.is_proved())
    }

    /// The document's theorem that covers these rules.
    pub fn theorem(&self) -> Theorem {
        self.theorem
    }

    fn which_theorem(&self, rules: &Rules) -> Theorem {
        if rules.is_cube() {
            return Theorem::Eight;
        }
        let order = rules.group_order();
        let is_all = |axis: Axis| match rules.move_set(axis) {
            MoveSet::All => true,
            MoveSet::Listed(list) => {
                let mut distinct: Vec<_> = list.iter().filter(|p| !p.is_identity()).collect();
                distinct.sort();
                distinct.dedup();
                order == (distinct.len() + 1).into()
            }
        };
        if self.n() == BigUint::from(1u32) && Axis::ALL.into_iter().all(is_all) {
            return Theorem::Four;
        }
        let is_simple = || {
            Group::from_generators(rules.group().generators())
                .is_ok_and(|g| g.is_simple() && !g.is_abelian())
        };
        if self.n() == order
            && self.rows.order() == order
            && is_simple()
            && generates(rules, &order)
        {
            return Theorem::Seven;
        }
        Theorem::General
    }

    /// Whether moves lead from the solved configuration to this one (cells in row-major order), or
    /// why not.
    ///
    /// The first row and the first column determine the rest modulo N; the first cell that
    /// disagrees is reported.
    pub fn reach(&self, size: Size, cells: &[Permutation]) -> std::result::Result<(), Unreachable> {
        let corner = &cells[0];
        let back = corner.inverse();
        let fault = |row: usize, column: usize, reason: String| Unreachable {
            row,
            column,
            reason: format!("row {}, column {}: {reason}", row + 1, column + 1),
        };
        for row in 0..size.rows() {
            for column in 0..size.columns() {
                let cell = &cells[size.cell(row, column)];
                let (fits, reason) = match (row, column) {
                    (0, 0) => (
                        self.all.contains(cell),
                        format!("{cell} is not a product of row and column moves"),
                    ),
                    (0, _) => (
                        self.columns.contains(&(&back * cell)),
                        format!(
                            "the step from {corner} in row 1, column 1 to {cell} is not a product of column moves modulo N"
                        ),
                    ),
                    (_, 0) => (
                        self.rows.contains(&(cell * &back)),
                        format!(
                            "the step from {corner} in row 1, column 1 to {cell} is not a product of row moves modulo N"
                        ),
                    ),
                    _ => {
                        let forced = &(&cells[size.cell(row, 0)] * &back) * &cells[column];
                        (
                            self.commutators.contains(&(&forced * &cell.inverse())),
                            format!(
                                "the first row and column force {forced} modulo N, and {cell} is something else"
                            ),
                        )
                    }
                };
                if !fits {
                    return Err(fault(row, column, reason));
                }
            }
        }
        Ok(())
    }
}

/// Whether ⟨R⟩ and ⟨C⟩ are each all of G.
fn generates(rules: &Rules, order: &BigUint) -> bool {
    Axis::ALL.into_iter().all(|axis| {
        StabiliserChain::build(rules.generators(axis), &Work::default())
            .is_ok_and(|chain| chain.order() == *order)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Metric;
    use cubegraph_core::group::NamedGroup;
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn group(name: &str) -> StabiliserChain {
        StabiliserChain::build(NamedGroup::parse(name).unwrap().generators(), &Work::default())
            .unwrap()
    }

    fn size(m: usize, n: usize) -> Size {
        Size::new(m, n).unwrap()
    }

    /// All configurations, by multiplying until nothing new appears.
    fn closure(rules: &Rules, size: Size, limit: usize) -> Option<HashSet<Vec<Permutation>>> {
        let mut known = HashSet::from([vec![Permutation::IDENTITY; size.cells()]]);
        let mut fresh: Vec<Vec<Permutation>> = known.iter().cloned().collect();
        while let Some(cells) = fresh.pop() {
            for axis in Axis::ALL {
                for g in rules.generators(axis) {
                    for line in 0..size.lines(axis) {
                        let mut next = cells.clone();
                        for (k, cell) in next.iter_mut().enumerate() {
                            if line == size.line_of(axis, k) {
                                *cell = &*cell * g;
                            }
                        }
                        if known.insert(next.clone()) {
                            fresh.push(next);
                        }
                    }
                }
            }
            if known.len() > limit {
                return None;
            }
        }
        Some(known)
    }

    #[test]
    fn the_theorems_of_the_document_are_contained() {
        let work = Work::default();
        let order = |rules: &Rules, m, n| {
            let structure = Structure::new(rules, &work).unwrap();
            (structure.theorem(), structure.order(size(m, n)))
        };
        let all = |name: &str| Rules::new(name, group(name), MoveSet::All, MoveSet::All).unwrap();
        assert_eq!(order(&all("C5"), 3, 4), (Theorem::Four, 5u32.pow(6).into()));
        assert_eq!(order(&all("C2xC3"), 2, 2), (Theorem::Four, 216u32.into()));
        assert_eq!(order(&all("A5"), 2, 3), (Theorem::Seven, BigUint::from(60u32).pow(6u32)));
        let cube = Rules::cube(Metric::Half).unwrap();
        assert_eq!(order(&cube, 3, 3), (Theorem::Eight, 165_112_971_264u64.into()));
        assert_eq!(order(&all("S4"), 1, 1), (Theorem::General, 24u32.into()));
    }

    #[test]
    fn a_group_of_order_beyond_every_table_has_its_order_too() {
        let rules = Rules::new("S13", group("S13"), MoveSet::All, MoveSet::All).unwrap();
        let structure = Structure::new(&rules, &Work::default()).unwrap();
        // N is A13, A = B has order 2.
        let factorial: BigUint = (1..=13u32).map(BigUint::from).product();
        assert_eq!(structure.order(size(2, 2)), Pow::pow(factorial / 2u32, 4u32) * 8u32);
        assert!(structure.is_proved());
    }

    #[test]
    fn an_odd_cube_alone_is_reported_where_it_stands() {
        let structure =
            Structure::new(&Rules::cube(Metric::Quarter).unwrap(), &Work::default()).unwrap();
        let mut cells = vec![Permutation::IDENTITY; 6];
        assert_eq!(structure.reach(size(2, 3), &cells), Ok(()));
        cells[5] = "(1 2)".parse().unwrap();
        let fault = structure.reach(size(2, 3), &cells).unwrap_err();
        assert_eq!((fault.row, fault.column), (1, 2));
        assert!(fault.reason.starts_with("row 2, column 3"), "{fault:?}");
    }

    /// A few groups, and moves that are random elements of them.
    fn any_rules() -> impl Strategy<Value = Rules> {
        let groups = ["C2", "C4", "C6", "V4", "S3", "D4", "Q8", "A4", "S4", "C2xS3"];
        (
            0..groups.len(),
            prop::collection::vec(0..10_000usize, 0..3),
            prop::collection::vec(0..10_000usize, 0..3),
        )
            .prop_map(move |(g, r, c)| {
                let chain = group(groups[g]);
                let table = Group::from_generators(chain.generators()).unwrap();
                let pick = |list: &[usize]| {
                    MoveSet::Listed(
                        list.iter()
                            .map(|&k| {
                                let element = table.elements().nth(k % table.order()).unwrap();
                                table.permutation(element).clone()
                            })
                            .collect(),
                    )
                };
                Rules::new(groups[g], chain, pick(&r), pick(&c)).unwrap()
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn the_theorem_agrees_with_closure(rules in any_rules(), m in 1..4usize, n in 1..4usize) {
            let structure = Structure::new(&rules, &Work::default()).unwrap();
            let order = structure.order(size(m, n));
            if order <= BigUint::from(20_000u32) {
                let known = closure(&rules, size(m, n), 20_000).expect("no more than the theorem says");
                prop_assert_eq!(&order, &BigUint::from(known.len()));
                for cells in known.iter().take(50) {
                    prop_assert_eq!(structure.reach(size(m, n), cells), Ok(()));
                }
            }
        }

        #[test]
        fn reachability_agrees_with_closure(rules in any_rules(), picks in prop::collection::vec(0..10_000usize, 4)) {
            let structure = Structure::new(&rules, &Work::default()).unwrap();
            if structure.order(size(2, 2)) <= BigUint::from(5_000u32) {
                let known = closure(&rules, size(2, 2), 5_000).unwrap();
                let table = Group::from_generators(rules.group().generators()).unwrap();
                let cells: Vec<Permutation> = picks
                    .iter()
                    .map(|k| table.permutation(table.elements().nth(k % table.order()).unwrap()).clone())
                    .collect();
                prop_assert_eq!(structure.reach(size(2, 2), &cells).is_ok(), known.contains(&cells));
            }
        }
    }
}
