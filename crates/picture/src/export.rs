//! The puzzle for other programs, so that anyone can check our numbers with theirs.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io::{self, Write};

use itertools::Itertools;

use super::order::Structure;
use super::{Axis, MoveSet, Puzzle, Rules, Size, permutation_of};
use cubegraph_core::cube::Rotation;
use cubegraph_core::group::Permutation;
use cubegraph_core::work::{Error, Result, Work};

/// The programs that a puzzle is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Program {
    /// twsearch (<https://github.com/cubing/twsearch>): every cell is a set of the points of G, and
    /// every row and column a move for each generator.
    ///
    /// twsearch takes all powers of a move as one move, or with `-q` only the move and its inverse;
    /// so for the cube `twsearch -q -g` gives quarter turns and `twsearch -g` half turns.
    Twsearch,
    /// A program for GAP that makes H on the disjoint union of the points of all cells, compares
    /// its order, and counts the configurations at each distance where there are few.
    Gap,
}

/// Writes a puzzle for another program, line by line.
///
/// # Errors
/// [`Error::Invalid`] if the program cannot make such moves: some can be made in one direction only,
/// say. [`Error::TooLarge`] if G has too many elements to list; what `work` says when it stops.
///
/// # Examples
/// ```
/// # use cubegraph_core::Work;
/// # use cubegraph_picture::{Puzzle, export::{Program, write}};
/// let mut text = Vec::new();
/// write(&Puzzle::cube(3, 2)?, Program::Twsearch, &mut text, &Work::default())?;
/// assert!(text.starts_with(b"# 3x2 picture puzzle"));
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
pub fn write(puzzle: &Puzzle, program: Program, to: impl io::Write, work: &Work) -> Result<()> {
    let mut out = io::BufWriter::new(to);
    match program {
        Program::Twsearch => twsearch(puzzle, &mut out, work),
        Program::Gap => gap(puzzle, &mut out, work),
    }?;
    out.flush().map_err(failed)
}

fn failed(source: io::Error) -> Error {
    Error::writing("the export", source)
}

/// Writes a line, or several.
macro_rules! put {
    ($out:expr, $($text:tt)*) => { writeln!($out, $($text)*).map_err(failed)? };
}

fn twsearch(puzzle: &Puzzle, out: &mut impl io::Write, work: &Work) -> Result<()> {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let degree = degree_of(rules);
    let moves = Exported::new(rules, work)?;
    put!(out, "# {size} picture puzzle over {}", rules.name());
    let how = match (rules.is_cube(), moves.all_powers) {
        (true, _) => "# quarter turns: twsearch -q -g; half turns: twsearch -g",
        (false, true) => "# distances: twsearch -g",
        (false, false) => "# distances: twsearch -q -g",
    };
    put!(out, "{how}\nName picture_{size}\n");
    for cell in 0..size.cells() {
        put!(out, "Set {} {degree} 1", cell_name(size, cell));
    }
    let solved: Vec<String> = (1..=degree).map(|p| p.to_string()).collect();
    put!(out, "\nSolved");
    for cell in 0..size.cells() {
        put!(out, "{}\n{}", cell_name(size, cell), solved.join(" "));
    }
    put!(out, "End");
    for axis in Axis::ALL {
        for (choice, generator) in moves.of(axis).iter().enumerate() {
            let images = preimages(generator, degree).map(|image| (image + 1).to_string());
            let images = images.collect::<Vec<_>>().join(" ");
            for line in 0..size.lines(axis) {
                work.check("part of the puzzle is written")?;
                put!(out, "\nMove {}", move_name(rules, axis, line, choice));
                for cell in size.cells_of(axis, line) {
                    put!(out, "{}\n{images}", cell_name(size, cell));
                }
                put!(out, "End");
            }
        }
    }
    Ok(())
}

/// What comes to every place: the programs read that, and we say where a point goes.
fn preimages(generator: &Permutation, degree: usize) -> impl Iterator<Item = usize> {
    let inverse = generator.inverse();
    (0..degree).map(move |point| image(&inverse, point))
}

fn gap(puzzle: &Puzzle, out: &mut impl io::Write, work: &Work) -> Result<()> {
    let (size, rules) = (puzzle.size(), puzzle.rules());
    let order = Structure::new(rules, work)?.order(size);
    let degree = degree_of(rules);
    put!(out, "# {size} picture puzzle over {}: run with gap -q FILE", rules.name());
    let mut names = Vec::new();
    let mut steps = Vec::new();
    for axis in Axis::ALL {
        let generators = rules.generators(axis);
        for line in 0..size.lines(axis) {
            work.check("part of the puzzle is written")?;
            let first = names.len();
            for (choice, generator) in generators.iter().enumerate() {
                let name = format!("{}{}_{}", axis.name(), line + 1, choice + 1);
                write!(out, "{name} := ").map_err(failed)?;
                for cell in size.cells_of(axis, line) {
                    write_cycles(generator, cell * degree, out).map_err(failed)?;
                }
                let nothing = if generator.is_identity() { "()" } else { "" };
                put!(out, "{nothing};");
                names.push(name);
            }
            let own = names[first..].join(", ");
            // Where every element of the group is a move, the generators are not all of them.
            steps.push(match rules.move_set(axis) {
                MoveSet::All => format!("Filtered(Elements(Group([{own}], ())), g -> g <> ())"),
                MoveSet::Listed(_) => format!("[{own}]"),
            });
        }
    }
    put!(out, "moves := [{}];\nH := Group(moves, ());", names.join(", "));
    put!(out, "Print(\"order of H: \", Size(H), \"\\n\");");
    put!(out, "if Size(H) <> {order} then Error(\"cubegraph says {order}\"); fi;");
    // Columns first, as the program has always listed them.
    steps.rotate_left(size.rows());
    put!(out, "if Size(H) <= 200000 then\n  steps := Concatenation([{}]);", steps.join(", "));
    out.write_all(GAP_DISTANCES.as_bytes()).map_err(failed)
}

/// Counts the configurations at each distance.
const GAP_DISTANCES: &str = "  seen := NewDictionary((), false); AddDictionary(seen, ());
  layer := [()]; layers := [];
  while layer <> [] do
    Add(layers, Length(layer)); next := [];
    for h in layer do for s in steps do
      if not KnowsDictionary(seen, h*s) then AddDictionary(seen, h*s); Add(next, h*s); fi;
    od; od;
    layer := next;
  od;
  Print(\"distances: \", layers, \"\\n\");
fi;
QUIT;
";

/// The cycles of a permutation of the points after `offset`, as GAP writes them.
fn write_cycles(of: &Permutation, offset: usize, out: &mut impl io::Write) -> io::Result<()> {
    for cycle in of.cycles() {
        let points: Vec<String> =
            cycle.iter().map(|&point| (offset + point as usize + 1).to_string()).collect();
        write!(out, "({})", points.join(","))?;
    }
    Ok(())
}

fn degree_of(rules: &Rules) -> usize {
    Axis::ALL
        .into_iter()
        .flat_map(|axis| rules.generators(axis))
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
    fn new(rules: &Rules, work: &Work) -> Result<Exported> {
        let tabled = rules.tabled_within(work)?;
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
                    "this program makes every move backwards too, and here some moves can be made in \
                     one direction only",
                )
                .help("GAP takes them as they are")
            })?;
        Ok(Exported {
            rows: one_of_each(&rows, all_powers),
            columns: one_of_each(&columns, all_powers),
            all_powers,
        })
    }

    fn of(&self, axis: Axis) -> &[Permutation] {
        match axis {
            Axis::Row => &self.rows,
            Axis::Column => &self.columns,
        }
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

/// The moves without those that are powers of others; of a move and its inverse the one that the
/// documents name first.
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

fn cell_name(size: Size, cell: usize) -> String {
    format!("R{}C{}", cell / size.columns() + 1, cell % size.columns() + 1)
}

fn move_name(rules: &Rules, axis: Axis, line: usize, choice: usize) -> String {
    match axis {
        Axis::Row if rules.is_cube() => format!("up{}", line + 1),
        Axis::Column if rules.is_cube() => format!("left{}", line + 1),
        _ => format!("{}{}_{}", axis.name(), line + 1, choice + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(puzzle: &str, program: Program) -> String {
        let mut text = Vec::new();
        write(&puzzle.parse().unwrap(), program, &mut text, &Work::default()).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn twsearch_gets_a_set_for_every_cube_and_a_move_for_every_line() {
        let text = written("3x2", Program::Twsearch);
        let count = |start: &str| text.lines().filter(|l| l.starts_with(start)).count();
        assert_eq!((count("Set "), count("Move "), count("End")), (6, 5, 6));
        // u = (1 4 2 3): what comes to place 1 is 3.
        assert!(text.contains("Move up1\nR1C1\n3 4 2 1\nR1C2\n3 4 2 1\nEnd"), "{text}");
    }

    #[test]
    fn gap_gets_cycles_with_commas_and_the_order() {
        let text = written("2x1", Program::Gap);
        assert!(text.contains("row1_1 := (1,4,2,3);"), "{text}");
        assert!(text.contains("column1_1 := (1,3,4,2)(5,7,8,6);"), "{text}");
        assert!(text.contains("Size(H) <> 576"), "{text}");
    }
}
