//! The puzzle for other programs, so that anyone can check our numbers with theirs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use itertools::Itertools;
use num_bigint::BigUint;
use serde_json::{Map, Value, json};

use super::rules::MoveSet;
use super::{Puzzle, Rules, Size, check, permutation_of};
use crate::cube::Rotation;
use crate::group::Permutation;
use crate::{Error, Result};

/// A definition for twsearch (<https://github.com/cubing/twsearch>): every cell is a set of the points of G, and every row and
/// column a move for each generator.
///
/// twsearch takes all powers of a move as one move, or with `-q` only the move and its inverse; so for the cube `twsearch -q -g`
/// gives quarter turns and `twsearch -g` half turns. The tests read the definition back with a reader of their own.
///
/// # Errors
/// [`Error::Invalid`] if the moves are neither: some can be made in one direction only, say. [`Error::TooLarge`] if G has too many
/// elements to list.
pub fn twsearch(puzzle: &Puzzle) -> Result<String> {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let degree = degree_of(rules);
    let moves = Exported::new(rules)?;
    let mut text = format!("# {size} picture puzzle over {}\n", rules.name());
    text.push_str(match (rules.is_cube(), moves.all_powers) {
        (true, _) => "# quarter turns: twsearch -q -g; half turns: twsearch -g\n",
        (false, true) => "# distances: twsearch -g\n",
        (false, false) => "# distances: twsearch -q -g\n",
    });
    let _ = writeln!(text, "Name picture_{size}\n");
    for cell in 0..size.cells() {
        let _ = writeln!(text, "Set {} {degree} 1", cell_name(size, cell));
    }
    text.push_str("\nSolved\n");
    let solved: Vec<String> = (1..=degree).map(|p| p.to_string()).collect();
    for cell in 0..size.cells() {
        let _ = writeln!(text, "{}\n{}", cell_name(size, cell), solved.join(" "));
    }
    text.push_str("End\n");
    for is_row in [true, false] {
        for (choice, generator) in moves.of(is_row).iter().enumerate() {
            // twsearch reads what comes to a place, we say where a point goes.
            let inverse = generator.inverse();
            let images: Vec<String> = (0..degree)
                .map(|p| (image(&inverse, p) + 1).to_string())
                .collect();
            for line in 0..if is_row { size.rows() } else { size.columns() } {
                let _ = writeln!(text, "\nMove {}", move_name(rules, is_row, line, choice));
                for cell in 0..size.cells() {
                    if line == line_of(size, cell, is_row) {
                        let _ = writeln!(text, "{}\n{}", cell_name(size, cell), images.join(" "));
                    }
                }
                text.push_str("End\n");
            }
        }
    }
    Ok(text)
}

/// A `KPuzzle` definition in JSON for twips (<https://github.com/cubing/twips>), which goes on where twsearch ended, and for
/// whatever else reads such definitions: the same sets and moves as for [`twsearch`].
///
/// Lines have letters there, since a number after a move says how often it is made: `up_A` turns row 1.
///
/// twips 0.12.3 reads it, and `twips gods-algorithm FILE --metric hand` finds the half-turn distances of 2×2 that we find, layer by
/// layer. Its `--metric quantum` is not the quarter-turn metric: it never makes a move twice in a row, and arrives at 165,782 of the
/// 165,888 configurations.
///
/// # Errors
/// As for [`twsearch`].
pub fn kpuzzle(puzzle: &Puzzle) -> Result<Value> {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let degree = degree_of(rules);
    let exported = Exported::new(rules)?;
    let cells = || (0..size.cells()).map(|cell| (cell, cell_name(size, cell)));
    let zeros = vec![0; degree];
    let orbits: Vec<Value> = cells()
        .map(|(_, name)| json!({ "orbitName": name, "numPieces": degree, "numOrientations": 1 }))
        .collect();
    let pieces: Vec<usize> = (0..degree).collect();
    let solved: Map<String, Value> = cells()
        .map(|(_, name)| (name, json!({ "pieces": pieces, "orientation": zeros })))
        .collect();
    let still = json!({ "permutation": pieces, "orientationDelta": zeros });
    let mut moves = Map::new();
    for is_row in [true, false] {
        for (choice, generator) in exported.of(is_row).iter().enumerate() {
            let inverse = generator.inverse();
            let images: Vec<usize> = (0..degree).map(|p| image(&inverse, p)).collect();
            let turned = json!({ "permutation": images, "orientationDelta": zeros });
            for line in 0..if is_row { size.rows() } else { size.columns() } {
                let on_line = |cell| line == line_of(size, cell, is_row);
                let places: Map<String, Value> = cells()
                    .map(|(cell, name)| {
                        (name, if on_line(cell) { &turned } else { &still }.clone())
                    })
                    .collect();
                moves.insert(lettered(rules, is_row, line, choice), places.into());
            }
        }
    }
    Ok(json!({
        "name": format!("picture_{size}"),
        "orbits": orbits,
        "defaultPattern": solved,
        "moves": moves,
    }))
}

/// A program for GAP that makes H on the disjoint union of the points of all cells, compares its order, and counts the
/// configurations at each distance where there are few. GAP 4.12.1 runs it, also in the tests where it is installed.
pub fn gap(puzzle: &Puzzle, order: &BigUint) -> String {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let mut text = format!(
        "# {size} picture puzzle over {}: run with gap -q FILE\n",
        rules.name()
    );
    let mut names = Vec::new();
    let mut lines: BTreeMap<(bool, usize), Vec<String>> = BTreeMap::new();
    for (step, permutation) in check::union_generators(rules, size) {
        let name = format!(
            "{}{}_{}",
            if step.is_row { "row" } else { "column" },
            step.line + 1,
            step.choice + 1
        );
        let cycles = permutation.to_string().replace(' ', ",");
        let _ = writeln!(text, "{name} := {cycles};");
        let line = lines.entry((step.is_row, step.line)).or_default();
        line.push(name.clone());
        names.push(name);
    }
    // Where every element of the group is a move, the generators are not all of them.
    let steps: Vec<String> = (lines.iter())
        .map(|(&(is_row, _), names)| {
            let set = if is_row {
                rules.rows()
            } else {
                rules.columns()
            };
            let names = names.join(", ");
            match set {
                MoveSet::All => format!("Filtered(Elements(Group([{names}], ())), g -> g <> ())"),
                MoveSet::Listed(_) => format!("[{names}]"),
            }
        })
        .collect();
    let _ = writeln!(text, "moves := [{}];", names.join(", "));
    let _ = writeln!(text, "H := Group(moves, ());");
    let _ = writeln!(text, "Print(\"order of H: \", Size(H), \"\\n\");");
    let _ = writeln!(
        text,
        "if Size(H) <> {order} then Error(\"cubegraph says {order}\"); fi;"
    );
    let _ = writeln!(
        text,
        "if Size(H) <= 200000 then\n  steps := Concatenation([{}]);",
        steps.join(", ")
    );
    text.push_str(
        "  seen := NewDictionary((), false); AddDictionary(seen, ());\n  \
         layer := [()]; layers := [];\n  while layer <> [] do\n    Add(layers, Length(layer)); next := [];\n    \
         for h in layer do for s in steps do\n      if not KnowsDictionary(seen, h*s) then AddDictionary(seen, h*s); Add(next, h*s); fi;\n    \
         od; od;\n    layer := next;\n  od;\n  Print(\"distances: \", layers, \"\\n\");\nfi;\nQUIT;\n",
    );
    text
}

fn degree_of(rules: &Rules) -> usize {
    [true, false]
        .into_iter()
        .flat_map(|is_row| rules.generators(is_row))
        .map(Permutation::degree)
        .max()
        .unwrap_or(0)
        .max(1)
}

fn image(permutation: &Permutation, point: usize) -> usize {
    u32::try_from(point).map_or(point, |p| permutation.image(p) as usize)
}

/// The moves of a line for programs that make powers of moves themselves.
struct Exported {
    rows: Vec<Permutation>,
    columns: Vec<Permutation>,
    /// Whether all powers count as one move, and not the move and its inverse alone.
    all_powers: bool,
}

impl Exported {
    fn new(rules: &Rules) -> Result<Exported> {
        let tabled = rules.tabled()?;
        let [rows, columns] = [&tabled.rows, &tabled.columns].map(|moves| {
            let moves = moves.iter().map(|&move_| tabled.group.permutation(move_));
            let moves = moves.filter(|permutation| !permutation.is_identity());
            moves.cloned().collect::<BTreeSet<_>>()
        });
        // The same set, as far as powers go.
        let covers = |moves: &BTreeSet<Permutation>, all_powers: bool| {
            let kept = one_of_each(moves, all_powers);
            let made = kept.iter().flat_map(|kept| powers(kept, all_powers));
            made.collect::<BTreeSet<_>>() == *moves
        };
        let all_powers = [true, false]
            .into_iter()
            .find(|&all_powers| covers(&rows, all_powers) && covers(&columns, all_powers))
            .ok_or_else(|| {
                Error::invalid(
                    "this program makes every move backwards too, and here some moves can be made in one direction only\n  \
                     = help: --to gap takes them as they are"
                        .to_owned(),
                )
            })?;
        Ok(Exported {
            rows: one_of_each(&rows, all_powers),
            columns: one_of_each(&columns, all_powers),
            all_powers,
        })
    }

    fn of(&self, is_row: bool) -> &[Permutation] {
        if is_row { &self.rows } else { &self.columns }
    }
}

/// The powers of a move that are not the identity, or the move and its inverse.
fn powers(of: &Permutation, all: bool) -> Vec<Permutation> {
    if !all {
        return vec![of.clone(), of.inverse()];
    }
    let next = |power: &Permutation| Some(power * of).filter(|power| !power.is_identity());
    std::iter::successors(Some(of.clone()), next).collect()
}

/// The moves without those that are powers of others; of a move and its inverse the one that the documents name first.
fn one_of_each(moves: &BTreeSet<Permutation>, all_powers: bool) -> Vec<Permutation> {
    let named = [Rotation::UP, Rotation::LEFT].map(permutation_of);
    let mut kept: Vec<Permutation> = Vec::new();
    let mut covered: BTreeSet<Permutation> = BTreeSet::new();
    let by_order = moves
        .iter()
        .sorted_by_key(|permutation| (Reverse(permutation.order()), !named.contains(permutation)));
    for permutation in by_order {
        if !covered.contains(permutation) {
            covered.extend(powers(permutation, all_powers));
            kept.push(permutation.clone());
        }
    }
    kept
}

/// The row or the column of a cell.
fn line_of(size: Size, cell: usize, is_row: bool) -> usize {
    if is_row {
        cell / size.columns()
    } else {
        cell % size.columns()
    }
}

fn cell_name(size: Size, cell: usize) -> String {
    format!(
        "R{}C{}",
        cell / size.columns() + 1,
        cell % size.columns() + 1
    )
}

fn move_name(rules: &Rules, is_row: bool, line: usize, choice: usize) -> String {
    match (rules.is_cube(), is_row) {
        (true, true) => format!("up{}", line + 1),
        (true, false) => format!("left{}", line + 1),
        (false, true) => format!("row{}_{}", line + 1, choice + 1),
        (false, false) => format!("column{}_{}", line + 1, choice + 1),
    }
}

/// The name of a move without digits.
fn lettered(rules: &Rules, is_row: bool, line: usize, choice: usize) -> String {
    fn letters(number: usize) -> String {
        let last = char::from(b'A' + (number % 26).to_le_bytes()[0]);
        match number / 26 {
            0 => last.to_string(),
            more => format!("{}{last}", letters(more - 1)),
        }
    }
    match (rules.is_cube(), is_row) {
        (true, true) => format!("up_{}", letters(line)),
        (true, false) => format!("left_{}", letters(line)),
        (false, true) => format!("row_{}_{}", letters(line), letters(choice)),
        (false, false) => format!("column_{}_{}", letters(line), letters(choice)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Metric;

    #[test]
    fn twsearch_gets_a_set_for_every_cube_and_a_move_for_every_line() {
        let puzzle = Puzzle::cube("3x2".parse().unwrap(), Metric::Quarter).unwrap();
        let text = twsearch(&puzzle).unwrap();
        let count = |start: &str| text.lines().filter(|l| l.starts_with(start)).count();
        assert_eq!((count("Set "), count("Move "), count("End")), (6, 5, 6));
        // u = (1 4 2 3): what comes to place 1 is 3.
        assert!(
            text.contains("Move up1\nR1C1\n3 4 2 1\nR1C2\n3 4 2 1\nEnd"),
            "{text}"
        );
    }

    #[test]
    fn gap_gets_cycles_with_commas_and_the_order() {
        let puzzle = Puzzle::cube("2x1".parse().unwrap(), Metric::Quarter).unwrap();
        let text = gap(&puzzle, &BigUint::from(576u32));
        assert!(text.contains("row1_1 := (1,4,2,3);"), "{text}");
        assert!(text.contains("column1_1 := (1,3,4,2)(5,7,8,6);"), "{text}");
        assert!(text.contains("Size(H) <> 576"), "{text}");
    }
}
