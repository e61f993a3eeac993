//! Says whether an answer is right. Shares nothing with the solvers: it multiplies permutations,
//! and nothing else.

use std::str::FromStr;

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashSet;
use serde::Deserialize;

use super::order::Structure;
use super::{Axis, MoveSet, Moves, Puzzle, Rules, Size, WrittenTurn};
use cubegraph_core::fault::Fault;
use cubegraph_core::group::{Permutation, StabiliserChain};
use cubegraph_core::instance::Family;
use cubegraph_core::verdict::{self, Verdict};
use cubegraph_core::work::{Error, Result, Work};

/// The row, or the column, of a cell. (The solvers have their own.)
fn of(axis: Axis, row: usize, column: usize) -> usize {
    match axis {
        Axis::Row => row,
        Axis::Column => column,
    }
}

/// The configuration after moves, or which of them is wrong and why.
fn replay(puzzle: &Puzzle, moves: &Moves) -> std::result::Result<Vec<Permutation>, String> {
    let size = puzzle.size();
    let mut cells = puzzle.cells_or_solved();
    for (number, step) in moves.iter().enumerate() {
        let wrong = |why: &str| format!("move {}, {step}, {why}", number + 1);
        if step.line >= size.lines(step.axis) {
            return Err(wrong(&format!(
                "is outside the array: there is no such {}",
                step.axis.name()
            )));
        }
        let is_of_cubes = matches!(step.turn, WrittenTurn::Cube(_));
        let turn = step.turn.permutation();
        if is_of_cubes & !puzzle.rules().is_cube() || !puzzle.rules().has_move(step.axis, &turn) {
            return Err(wrong("is not a move of this puzzle"));
        }
        for i in 0..size.rows() {
            for j in 0..size.columns() {
                if step.line == of(step.axis, i, j) {
                    let cell = &mut cells[i * size.columns() + j];
                    *cell = &*cell * &turn;
                }
            }
        }
    }
    Ok(cells)
}

/// The first cell that is not as it should be, in words.
fn difference(puzzle: &Puzzle, cells: &[Permutation], goal: &Permutation) -> Option<String> {
    let columns = puzzle.size().columns();
    let cell = cells.iter().position(|cell| cell != goal)?;
    Some(format!(
        "after all moves the cell in row {}, column {} is {}, not {goal}",
        cell / columns + 1,
        cell % columns + 1,
        cells[cell]
    ))
}

/// Replays moves on the configuration of a puzzle.
///
/// # Errors
/// [`Error::Rejected`] if a move is not one of the puzzle's, or if some cell of the result is not `goal`.
pub fn solution(puzzle: &Puzzle, moves: &Moves, goal: &Permutation) -> Result<()> {
    let cells = replay(puzzle, moves).map_err(Error::Rejected)?;
    difference(puzzle, &cells, goal).map_or(Ok(()), |why| Err(Error::Rejected(why)))
}

/// A solution that was given as an answer: JSON as [`Solution`](super::Solution) serialises it, or
/// the moves.
///
/// # Examples
/// ```
/// # use cubegraph_picture::{GivenSolution, Puzzle};
/// let puzzle = Puzzle::cube(2, 2)?.after(&"up1".parse()?)?;
/// assert!(puzzle.check(&"down1".parse()?).is_right());
/// let given: GivenSolution = r#"{"moves": ["down1", "left2"]}"#.parse()?;
/// let verdict = puzzle.check(&given);
/// assert!(verdict.why().expect("wrong").contains("row 1, column 2"));
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct GivenSolution {
    rows: Option<usize>,
    columns: Option<usize>,
    group: Option<String>,
    metric: Option<String>,
    solvable: Option<bool>,
    length: Option<usize>,
    moves: Option<Moves>,
    goal: Option<Permutation>,
    solutions: Option<Vec<Moves>>,
    #[serde(skip)]
    unchecked: Vec<String>,
}

/// The keys of [`GivenSolution`].
const CHECKED: [&str; 9] =
    ["moves", "solvable", "rows", "columns", "group", "metric", "length", "goal", "solutions"];

impl From<Moves> for GivenSolution {
    fn from(moves: Moves) -> GivenSolution {
        GivenSolution { moves: Some(moves), ..GivenSolution::default() }
    }
}

impl FromStr for GivenSolution {
    type Err = Error;

    fn from_str(text: &str) -> Result<GivenSolution> {
        if !verdict::is_json(text) {
            return text.parse::<Moves>().map(GivenSolution::from);
        }
        let located = |fault: Fault| Error::from(fault.within("the answer", text));
        let given = verdict::read_answer(text, Family::Picture, &CHECKED).map_err(located)?;
        let mut parts: GivenSolution = given.parts;
        if parts.moves.is_none() && parts.solvable != Some(false) {
            let fault = Fault::new("there are no moves to check in this answer")
                .expected("\"moves\": [\"up1\", …] or \"solvable\": false");
            return Err(located(fault));
        }
        parts.unchecked = given.unchecked;
        Ok(parts)
    }
}

impl Puzzle {
    /// Checks a given solution of the configuration. Whether it is the shortest is not checked.
    pub fn check(&self, given: &GivenSolution) -> Verdict {
        Verdict::of(self.judge(given)).without_checking(given.unchecked.clone())
    }

    fn judge(&self, given: &GivenSolution) -> std::result::Result<(), String> {
        let (size, rules) = (self.size(), self.rules());
        let same = |what: &str, theirs: Option<String>, ours: String| match theirs {
            Some(theirs) if theirs != ours => {
                Err(format!("the answer is to another puzzle: its {what} is {theirs}, not {ours}"))
            }
            _ => Ok(()),
        };
        let number = |number: Option<usize>| number.map(|number| number.to_string());
        same("number of rows", number(given.rows), size.rows().to_string())?;
        same("number of columns", number(given.columns), size.columns().to_string())?;
        same("group", given.group.clone(), rules.name().to_owned())?;
        let metric = rules.metric().map(|metric| metric.to_string());
        same("metric", given.metric.clone(), metric.unwrap_or_default())?;
        let goal = given.goal.clone().unwrap_or_default();
        let Some(moves) = &given.moves else {
            let structure = Structure::new(rules, &Work::default());
            let structure = structure.map_err(|error| error.to_string())?;
            let is_solvable = structure.reach(size, &self.cells_or_solved()).is_ok();
            return if is_solvable {
                Err("the configuration can be solved".to_owned())
            } else {
                Ok(())
            };
        };
        if given.solvable == Some(false) {
            return Err("the answer has moves and says that there is no solution".to_owned());
        }
        difference(self, &replay(self, moves)?, &goal).map_or(Ok(()), Err)?;
        for other in given.solutions.iter().flatten() {
            let cells = replay(self, other)?;
            // If any picture was asked for, each of them may arrive at another one.
            difference(self, &cells, &cells[0]).map_or(Ok(()), Err)?;
        }
        match given.length {
            Some(length) if length != moves.len() => {
                Err(format!("the length is given as {length}, and there are {} moves", moves.len()))
            }
            _ => Ok(()),
        }
    }
}

/// Checks a distribution of distances without a search: its layers must add up to the order of H,
/// and the first of them must be those that a small search with a hash set finds.
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

/// How many configurations there are at distance 0, 1, 2, …, as far as `limit` configurations go; a
/// layer is complete or absent.
pub fn first_layers(puzzle: &Puzzle, limit: usize) -> Vec<usize> {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let mut moves = Vec::new();
    for axis in Axis::ALL {
        let Some(elements) = listed(rules, rules.move_set(axis)) else {
            return vec![1];
        };
        let lines = size.lines(axis);
        if elements.len().saturating_mul(lines) > limit {
            return vec![1];
        }
        for line in 0..lines {
            moves.extend(elements.iter().map(|by| (axis, line, by.clone())));
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
            for (axis, line, by) in &moves {
                let mut after = cells.clone();
                for (k, cell) in after.iter_mut().enumerate() {
                    let (i, j) = (k / size.columns(), k % size.columns());
                    if *line == of(*axis, i, j) {
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

/// Checks the order of H by Schreier–Sims on the disjoint union of a copy of the points of G for
/// every cell.
///
/// The chain found is never larger than H, and H is never larger than the theorem says, so
/// agreement proves both. Returns whether it was done; above `MOST_POINTS` points it is not.
///
/// # Errors
/// [`Error::Rejected`] if the two orders differ.
pub fn order(puzzle: &Puzzle, claimed: &BigUint, work: &Work) -> Result<bool> {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let of_rows = size.rows() * rules.generators(Axis::Row).len();
    let of_columns = size.columns() * rules.generators(Axis::Column).len();
    let points = degree(rules) * size.cells();
    if points > MOST_POINTS || of_rows + of_columns > MOST_POINTS {
        return Ok(false);
    }
    let generators = union_generators(rules, size);
    let chain = StabiliserChain::with_bound(&generators, Some(claimed), work)?;
    let found = if generators.is_empty() { BigUint::one() } else { chain.order() };
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
    let generators = Axis::ALL.into_iter().flat_map(|axis| rules.generators(axis));
    generators.map(Permutation::degree).max().unwrap_or(0)
}

/// The generators of H as permutations of the points of all cells.
pub fn union_generators(rules: &Rules, size: Size) -> Vec<Permutation> {
    let degree = degree(rules);
    let mut result = Vec::new();
    for axis in Axis::ALL {
        for line in 0..size.lines(axis) {
            for generator in rules.generators(axis) {
                let mut images = Vec::with_capacity(degree * size.cells());
                for cell in 0..size.cells() {
                    let own = of(axis, cell / size.columns(), cell % size.columns());
                    let offset = cell * degree;
                    images.extend((0..degree).map(|p| {
                        let point = u32::try_from(p).unwrap_or(u32::MAX);
                        let image = if own == line { generator.image(point) } else { point };
                        u32::try_from(offset).unwrap_or(u32::MAX).saturating_add(image)
                    }));
                }
                result.extend(Permutation::from_images(images));
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(text: &str) -> Puzzle {
        text.parse().unwrap()
    }

    #[test]
    fn a_true_solution_passes_and_a_false_one_does_not() {
        let puzzle = cube("2x1").after(&"up1".parse().unwrap()).unwrap();
        let check =
            |moves: &str| solution(&puzzle, &moves.parse().unwrap(), &Permutation::IDENTITY);
        assert!(check("down1").is_ok() && check("row1(1 3 2 4)").is_ok());
        for wrong in ["", "down2", "row1(1 2)", "down3", "column1(1 3 2 4)", "row1 up1"] {
            assert!(matches!(check(wrong), Err(Error::Rejected(_))), "{wrong:?}");
        }
    }

    #[test]
    fn a_given_solution_is_checked_and_its_mistake_is_named() {
        let puzzle = cube("2x2").after(&"up1 left2".parse().unwrap()).unwrap();
        let judge = |text: &str| puzzle.check(&text.parse().unwrap());
        assert!(judge("right2 down1").is_right());
        assert!(
            judge(r#"{"moves": ["right2", "down1"], "length": 2, "optimal": true}"#).is_right()
        );
        for (wrong, why) in [
            ("down1 right2", "row 1, column 2"),
            ("right3 down1", "move 1, right3, is outside"),
            (r#"{"moves": ["right2", "down1"], "length": 3}"#, "length"),
            (r#"{"solvable": false, "moves": null}"#, "can be solved"),
            (r#"{"solvable": false, "moves": []}"#, "no solution"),
            (r#"{"moves": []}"#, "row 1, column 1"),
            (r#"{"rows": 3, "moves": ["right2", "down1"]}"#, "number of rows"),
            (r#"{"metric": "half", "moves": ["right2", "down1"]}"#, "metric"),
            (r#"{"moves": ["right2", "down1"], "solutions": [["up1"]]}"#, "row 1, column 2"),
        ] {
            let verdict = judge(wrong);
            assert!(verdict.why().unwrap().contains(why), "{verdict:?}");
        }
        for nothing in [
            r#"{"moves": 3}"#,
            "{}",
            r#"{"moves": null}"#,
            r#"{"solvable": true}"#,
            r#"{"family": "corner", "moves": []}"#,
        ] {
            let read = nothing.parse::<GivenSolution>();
            assert!(matches!(read, Err(Error::Input(_))), "{nothing}");
        }
    }

    #[test]
    fn wrong_distances_are_rejected() {
        let puzzle = cube("1x1");
        let right: Vec<BigUint> =
            first_layers(&puzzle, 100).into_iter().map(BigUint::from).collect();
        let order = BigUint::from(24u32);
        assert!(distances(&puzzle, &right, &order).is_ok());
        let mut moved = right.clone();
        moved[2] -= 1u32;
        moved[3] += 1u32;
        assert!(matches!(distances(&puzzle, &moved, &order).unwrap_err(), Error::Rejected(_)));
        assert!(matches!(distances(&puzzle, &right[..3], &order).unwrap_err(), Error::Rejected(_)));
    }

    #[test]
    fn schreier_sims_confirms_the_order_and_refutes_a_wrong_one() {
        let work = Work::default();
        for text in ["1x1", "2x2", "3x2", "4x4"] {
            let puzzle = cube(text);
            let claimed = Structure::new(puzzle.rules(), &work).unwrap().order(puzzle.size());
            assert!(order(&puzzle, &claimed, &work).unwrap());
            assert!(order(&puzzle, &(claimed * 2u32), &work).is_err());
        }
    }
}
