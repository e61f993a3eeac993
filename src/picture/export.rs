//! The puzzle for other programs, so that anyone can check our numbers with theirs.

use std::fmt::Write;

use num_bigint::BigUint;
use serde_json::{Map, Value, json};

use super::{Puzzle, Rules, Size, check};
use crate::group::Permutation;

/// A definition for twsearch (<https://github.com/cubing/twsearch>): every cell is a set of the points of G, and every row and
/// column a move for each generator.
///
/// twsearch takes all powers of a move as one move unless it is run with `-q`; so for the cube `twsearch -q -g` gives
/// quarter turns and `twsearch -g` half turns. The tests read the definition back with a reader of their own. For other groups the moves are those of the instance together with their powers.
pub fn twsearch(puzzle: &Puzzle) -> String {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let degree = degree_of(rules);
    let mut text = format!("# {size} picture puzzle over {}\n", rules.name());
    if rules.is_cube() {
        text.push_str("# quarter turns: twsearch -q -g; half turns: twsearch -g\n");
    }
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
        for (choice, generator) in one_of_each_pair(rules, is_row).iter().enumerate() {
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
    text
}

/// A `KPuzzle` definition in JSON for twips (<https://github.com/cubing/twips>), which goes on where twsearch ended, and for
/// whatever else reads such definitions: the same sets and moves as for [`twsearch`].
///
/// Lines have letters there, since a number after a move says how often it is made: `up_A` turns row 1.
///
/// twips 0.12.3 reads it, and `twips gods-algorithm FILE --metric hand` finds the half-turn distances of 2×2 that we find, layer by
/// layer. Its `--metric quantum` is not the quarter-turn metric: it never makes a move twice in a row, and arrives at 165,782 of the
/// 165,888 configurations.
pub fn kpuzzle(puzzle: &Puzzle) -> Value {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let degree = degree_of(rules);
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
        for (choice, generator) in one_of_each_pair(rules, is_row).iter().enumerate() {
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
    json!({
        "name": format!("picture_{size}"),
        "orbits": orbits,
        "defaultPattern": solved,
        "moves": moves,
    })
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
    for (step, permutation) in check::union_generators(rules, size) {
        let name = format!(
            "{}{}_{}",
            if step.is_row { "row" } else { "column" },
            step.line + 1,
            step.choice + 1
        );
        let cycles = permutation.to_string().replace(' ', ",");
        let _ = writeln!(text, "{name} := {cycles};");
        names.push(name);
    }
    let _ = writeln!(text, "moves := [{}];", names.join(", "));
    let _ = writeln!(text, "H := Group(moves, ());");
    let _ = writeln!(text, "Print(\"order of H: \", Size(H), \"\\n\");");
    let _ = writeln!(
        text,
        "if Size(H) <> {order} then Error(\"cubegraph says {order}\"); fi;"
    );
    text.push_str(
        "if Size(H) <= 200000 then\n  seen := NewDictionary((), false); AddDictionary(seen, ());\n  \
         layer := [()]; layers := [];\n  while layer <> [] do\n    Add(layers, Length(layer)); next := [];\n    \
         for h in layer do for s in moves do\n      if not KnowsDictionary(seen, h*s) then AddDictionary(seen, h*s); Add(next, h*s); fi;\n    \
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

/// The generators without those that are a power of an earlier one: twsearch makes the powers itself.
fn one_of_each_pair(rules: &Rules, is_row: bool) -> Vec<Permutation> {
    let mut kept: Vec<Permutation> = Vec::new();
    for generator in rules.generators(is_row) {
        let is_power = |of: &Permutation| {
            let mut power = of.clone();
            while !power.is_identity() {
                if power == *generator {
                    return true;
                }
                power = &power * of;
            }
            false
        };
        if !generator.is_identity() && !kept.iter().any(is_power) {
            kept.push(generator.clone());
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
        let text = twsearch(&Puzzle::cube("3x2".parse().unwrap(), Metric::Quarter).unwrap());
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
