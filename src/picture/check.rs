//! Says whether an answer is right. Shares nothing with the solvers: it multiplies permutations, and nothing else.

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashSet;

use super::{LineMove, MoveSet, Puzzle, Rules, Size};
use crate::group::{Permutation, StabiliserChain};
use crate::work::{Error, Result, Work};

/// A move for the checker: the line and what it is multiplied by, as a permutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainMove {
    /// Whether a row moves, or a column.
    pub is_row: bool,
    /// Which row or column, from 0.
    pub line: usize,
    /// What its cells are multiplied by.
    pub by: Permutation,
}

/// Replays moves on a configuration.
///
/// # Errors
/// [`Error::Rejected`] if a move is not one of the puzzle's, or if some cell of the result is not `goal`.
pub fn solution(
    puzzle: &Puzzle,
    cells: &[Permutation],
    moves: &[PlainMove],
    goal: &Permutation,
) -> Result<()> {
    let size = puzzle.size();
    let mut cells = cells.to_vec();
    for (number, step) in moves.iter().enumerate() {
        let rejected = |why: &str| Error::Rejected(format!("move {} {why}", number + 1));
        let (set, lines) = if step.is_row {
            (puzzle.rules().rows(), size.rows())
        } else {
            (puzzle.rules().columns(), size.columns())
        };
        let allowed = match set {
            MoveSet::All => puzzle.rules().group().contains(&step.by),
            MoveSet::Listed(list) => list.contains(&step.by),
        };
        if !allowed {
            return Err(rejected("is none of the puzzle"));
        }
        if step.line >= lines {
            return Err(rejected("is outside the array"));
        }
        for i in 0..size.rows() {
            for j in 0..size.columns() {
                if step.line == if step.is_row { i } else { j } {
                    let cell = &mut cells[i * size.columns() + j];
                    *cell = &*cell * &step.by;
                }
            }
        }
    }
    match cells.iter().position(|cell| cell != goal) {
        None => Ok(()),
        Some(cell) => Err(Error::Rejected(format!(
            "after all moves the cube in row {}, column {} is {}, not {goal}",
            cell / size.columns() + 1,
            cell % size.columns() + 1,
            cells[cell]
        ))),
    }
}

/// Checks a distribution of distances without a search: its layers must add up to the order of H, and the first of them must
/// be those that a small search with a hash set finds.
pub fn distances(puzzle: &Puzzle, counts: &[BigUint], order: &BigUint) -> Result<()> {
    let total: BigUint = counts.iter().sum();
    if total != *order {
        return Err(Error::Rejected(format!(
            "the layers add up to {total} configurations, and there are {order}"
        )));
    }
    for (distance, &expected) in first_layers(puzzle, 20_000).iter().enumerate() {
        let found = counts.get(distance).cloned().unwrap_or_default();
        if found != expected.into() {
            return Err(Error::Rejected(format!(
                "{found} configurations at distance {distance}, and a direct search finds {expected}"
            )));
        }
    }
    Ok(())
}

/// How many configurations there are at distance 0, 1, 2, …, as far as `limit` configurations go; a layer is complete or absent.
pub fn first_layers(puzzle: &Puzzle, limit: usize) -> Vec<usize> {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let mut moves = Vec::new();
    for is_row in [true, false] {
        let set = if is_row {
            rules.rows()
        } else {
            rules.columns()
        };
        let Some(elements) = listed(rules, set) else {
            return vec![1];
        };
        let lines = if is_row { size.rows() } else { size.columns() };
        if elements.len().saturating_mul(lines) > limit {
            return vec![1];
        }
        for line in 0..lines {
            moves.extend(elements.iter().map(|by| (is_row, line, by.clone())));
        }
    }
    let solved = vec![Permutation::IDENTITY; size.cells()];
    let mut known = FxHashSet::from_iter([solved.clone()]);
    let mut frontier = vec![solved];
    let mut layers = Vec::new();
    while !frontier.is_empty() {
        layers.push(frontier.len());
        let mut next = Vec::new();
        for cells in &frontier {
            for (is_row, line, by) in &moves {
                let mut after = cells.clone();
                for (k, cell) in after.iter_mut().enumerate() {
                    let (i, j) = (k / size.columns(), k % size.columns());
                    if *line == if *is_row { i } else { j } {
                        *cell = &*cell * by;
                    }
                }
                if !known.contains(&after) {
                    known.insert(after.clone());
                    next.push(after);
                }
            }
            if known.len() > limit {
                return layers;
            }
        }
        frontier = next;
    }
    layers
}

fn listed(rules: &Rules, set: &MoveSet) -> Option<Vec<Permutation>> {
    match set {
        MoveSet::Listed(list) => Some(list.clone()),
        MoveSet::All if rules.group_order() <= 1000u32.into() => {
            let mut all = FxHashSet::from_iter([Permutation::IDENTITY]);
            let mut fresh = vec![Permutation::IDENTITY];
            while let Some(element) = fresh.pop() {
                for generator in rules.group().generators() {
                    let product = &element * generator;
                    if all.insert(product.clone()) {
                        fresh.push(product);
                    }
                }
            }
            Some(all.into_iter().collect())
        }
        MoveSet::All => None,
    }
}

/// The most points on which [`order`] runs Schreier–Sims: 20×20 cubes.
pub const MOST_POINTS: usize = 1600;

/// Checks the order of H by Schreier–Sims on the disjoint union of a copy of the points of G for every cell.
///
/// The chain found is never larger than H, and H is never larger than the theorem says, so agreement proves both.
/// Returns whether it was done; above [`MOST_POINTS`] points it is not.
///
/// # Errors
/// [`Error::Rejected`] if the two orders differ.
pub fn order(puzzle: &Puzzle, claimed: &BigUint, work: &Work) -> Result<bool> {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let of_rows = size.rows() * rules.generators(true).len();
    let of_columns = size.columns() * rules.generators(false).len();
    let points = degree(rules) * size.cells();
    if points > MOST_POINTS || of_rows + of_columns > MOST_POINTS {
        return Ok(false);
    }
    let generators = union_generators(rules, size);
    let generators: Vec<Permutation> = generators.into_iter().map(|(_, p)| p).collect();
    let chain = StabiliserChain::with_bound(&generators, Some(claimed), work)?;
    let found = if generators.is_empty() {
        BigUint::one()
    } else {
        chain.order()
    };
    if found == *claimed {
        Ok(true)
    } else {
        Err(Error::Rejected(format!(
            "the theorem gives the order {claimed}, Schreier-Sims {found}"
        )))
    }
}

/// How many points the moves of one cell move.
fn degree(rules: &Rules) -> usize {
    let generators = [true, false]
        .into_iter()
        .flat_map(|is_row| rules.generators(is_row));
    generators.map(Permutation::degree).max().unwrap_or(0)
}

/// The generators of H as permutations of the points of all cells, with their line and the number of the generator of ⟨R⟩ or ⟨C⟩.
pub fn union_generators(rules: &Rules, size: Size) -> Vec<(LineMove, Permutation)> {
    let degree = degree(rules);
    let mut result = Vec::new();
    for is_row in [true, false] {
        for line in 0..if is_row { size.rows() } else { size.columns() } {
            for (choice, generator) in rules.generators(is_row).iter().enumerate() {
                let mut images = Vec::with_capacity(degree * size.cells());
                for cell in 0..size.cells() {
                    let own = if is_row {
                        cell / size.columns()
                    } else {
                        cell % size.columns()
                    };
                    let offset = cell * degree;
                    images.extend((0..degree).map(|p| {
                        let point = u32::try_from(p).unwrap_or(u32::MAX);
                        let image = if own == line {
                            generator.image(point)
                        } else {
                            point
                        };
                        u32::try_from(offset)
                            .unwrap_or(u32::MAX)
                            .saturating_add(image)
                    }));
                }
                if let Some(permutation) = Permutation::from_images(images) {
                    let step = LineMove {
                        is_row,
                        line,
                        choice,
                    };
                    result.push((step, permutation));
                }
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Metric, order::Structure};

    fn cube(text: &str) -> Puzzle {
        Puzzle::cube(text.parse().unwrap(), Metric::Quarter).unwrap()
    }

    fn step(is_row: bool, line: usize, by: &str) -> PlainMove {
        PlainMove {
            is_row,
            line,
            by: by.parse().unwrap(),
        }
    }

    #[test]
    fn a_true_solution_passes_and_a_false_one_does_not() {
        let puzzle = cube("2x1");
        let cells: Vec<Permutation> = ["(1 4 2 3)", "()"].map(|c| c.parse().unwrap()).to_vec();
        let goal = Permutation::IDENTITY;
        let check = |moves: &[PlainMove]| solution(&puzzle, &cells, moves, &goal);
        assert!(check(&[step(true, 0, "(1 3 2 4)")]).is_ok());
        for wrong in [
            vec![],
            vec![step(true, 1, "(1 3 2 4)")],
            vec![step(true, 0, "(1 2)")],
            vec![step(true, 2, "(1 3 2 4)")],
            vec![step(false, 0, "(1 3 2 4)")],
        ] {
            assert!(
                matches!(
                    check(&wrong).unwrap_err(),
                    crate::Error::Rejected(_)
                        | crate::Error::Damaged { .. }
                        | crate::Error::Cluster(_)
                ),
                "{wrong:?}"
            );
        }
    }

    #[test]
    fn wrong_distances_are_rejected() {
        let puzzle = cube("1x1");
        let right: Vec<BigUint> = first_layers(&puzzle, 100)
            .into_iter()
            .map(BigUint::from)
            .collect();
        let order = BigUint::from(24u32);
        assert!(distances(&puzzle, &right, &order).is_ok());
        let mut moved = right.clone();
        moved[2] -= 1u32;
        moved[3] += 1u32;
        assert!(matches!(
            distances(&puzzle, &moved, &order).unwrap_err(),
            crate::Error::Rejected(_) | crate::Error::Damaged { .. } | crate::Error::Cluster(_)
        ));
        assert!(matches!(
            distances(&puzzle, &right[..3], &order).unwrap_err(),
            crate::Error::Rejected(_) | crate::Error::Damaged { .. } | crate::Error::Cluster(_)
        ));
    }

    #[test]
    fn schreier_sims_confirms_the_order_and_refutes_a_wrong_one() {
        let work = Work::default();
        for text in ["1x1", "2x2", "3x2", "4x4"] {
            let puzzle = cube(text);
            let claimed = Structure::new(puzzle.rules(), &work)
                .unwrap()
                .order(puzzle.size());
            assert!(order(&puzzle, &claimed, &work).unwrap());
            assert!(order(&puzzle, &(claimed * 2u32), &work).is_err());
        }
    }
}
