//! Says whether an answer about corner cubes is right; shares no code with the searches.
//!
//! Letters are compared as letters, edge by edge, with what fits written out. Solids are sets of
//! points in space, turned by matrices that are grown from two quarter turns; cells are counted one
//! by one.

use std::collections::{BTreeMap, BTreeSet};

use super::Result;
use super::assembly::{Assembly, Placement};
use super::census::{Census, CensusEntry};
use super::equivalence::Equivalence;
use super::lattice::Solid;
use super::piece::{Bag, Piece};
use super::puzzle::Puzzle;
use super::rule::{AnyPiece, Rule};
use super::solution::Solution;
use cubegraph_core::work::{Error, Work};

/// The twelve edges: the two corners, each with the place of the edge in the corner's reading (x,
/// y, z where an even number of coordinates is far, x, z, y elsewhere).
const EDGES: [[(usize, usize); 2]; 12] = [
    [(0, 0), (1, 0)],
    [(2, 0), (3, 0)],
    [(4, 0), (5, 0)],
    [(6, 0), (7, 0)],
    [(0, 1), (2, 2)],
    [(1, 2), (3, 1)],
    [(4, 2), (6, 1)],
    [(5, 1), (7, 2)],
    [(0, 2), (4, 1)],
    [(1, 1), (5, 2)],
    [(2, 1), (6, 2)],
    [(3, 2), (7, 1)],
];

/// The faces that meet in every corner.
const CORNERS: [&str; 8] = [
    "left front bottom",
    "right front bottom",
    "left back bottom",
    "right back bottom",
    "left front top",
    "right front top",
    "left back top",
    "right back top",
];

pub(super) fn fit(one: char, other: char) -> bool {
    matches!((one, other), ('A', 'D') | ('D', 'A') | ('B', 'C') | ('C', 'B'))
}

/// The first edge where the words that are read in the eight corners do not fit, in words.
pub(super) fn misfit(words: &[String]) -> Option<String> {
    let letter = |corner: usize, place: usize| words.get(corner)?.chars().nth(place);
    EDGES.iter().find_map(|[(c, i), (d, j)]| {
        let met = letter(*c, *i).zip(letter(*d, *j));
        match met {
            Some((one, other)) if fit(one, other) => None,
            Some((one, other)) => Some(format!(
                "the bar from {} to {} joins {one} and {other}, which do not fit",
                CORNERS[*c], CORNERS[*d]
            )),
            None => Some(format!("there is no piece {} or {}", CORNERS[*c], CORNERS[*d])),
        }
    })
}

/// A point as seen from the centre of the cube.
type Point = [i8; 3];

/// The 24 rotations as matrices, grown from two quarter turns.
fn rotations() -> Vec<[Point; 3]> {
    let identity: [Point; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let mut found = vec![identity];
    let mut next = 0;
    while next < found.len() {
        let [x, y, z] = found[next];
        let minus = |[a, b, c]: Point| [-a, -b, -c];
        for turned in [[minus(y), x, z], [x, minus(z), y]] {
            if !found.contains(&turned) {
                found.push(turned);
            }
        }
        next += 1;
    }
    found
}

/// A set of cells, the cell (x, y, z) from the centre at bit 25x + 5y + z + 62.
type Cells = u128;

fn bit([x, y, z]: Point) -> usize {
    let at = 25 * i32::from(x) + 5 * i32::from(y) + i32::from(z) + 62;
    usize::try_from(at).unwrap_or_default()
}

fn points(solid: Solid) -> impl Iterator<Item = Point> {
    solid.cells().map(|cell| cell.map(|at| i8::try_from(at).unwrap_or_default() - 2))
}

fn cells(solid: Solid) -> Cells {
    points(solid).fold(0, |cells, point| cells | 1 << bit(point))
}

/// Where a cell is, in words: the faces it is next to.
fn whereabouts(bit: u32) -> String {
    let [x, y, z] = [bit / 25, bit / 5 % 5, bit % 5];
    let names = [(x, "left", "right"), (y, "front", "back"), (z, "bottom", "top")];
    let near = names.iter().filter_map(|(at, near, far)| match at {
        0 | 1 => Some(*near),
        2 => None,
        _ => Some(*far),
    });
    near.collect::<Vec<_>>().join(" ")
}

/// What can be done with the pieces of a puzzle, by matrices.
pub(super) struct Space<'a> {
    puzzle: &'a Puzzle,
    target: Cells,
    /// Where the symmetries that make an assembly count once bring every cell.
    symmetries: Vec<[u8; 125]>,
    /// For every kind of piece the sets of cells it can fill.
    positions: BTreeMap<AnyPiece, BTreeSet<Cells>>,
}

impl<'a> Space<'a> {
    pub(super) fn of(puzzle: &'a Puzzle) -> Space<'a> {
        let rotations = rotations();
        let moved = |rows: &[Point; 3], p: Point| -> Point {
            rows.map(|row| row.iter().zip(p).map(|(a, b)| a * b).sum())
        };
        let mut symmetries = Vec::new();
        for rows in &rotations {
            symmetries.push(table(|point| moved(rows, point)));
            if puzzle.rule().turns_over() {
                symmetries.push(table(|[x, y, z]| moved(rows, [-x, y, z])));
            }
        }
        let positions = puzzle.kinds().into_iter().map(|kind| {
            let positions = kind.shapes.iter().flat_map(|shape| {
                let turned = |rows| points(*shape).map(move |point| bit(moved(rows, point)));
                rotations
                    .iter()
                    .map(move |rows| turned(rows).fold(0, |cells, bit| cells | 1 << bit))
            });
            (kind.piece, positions.collect())
        });
        Space {
            puzzle,
            target: cells(puzzle.rule().target()),
            symmetries,
            positions: positions.collect(),
        }
    }

    /// What is wrong with pieces that lie like this, in words; none if they make the cube.
    pub(super) fn fault(&self, placements: &[Placement]) -> Option<String> {
        let mut whole: Cells = 0;
        for (i, placement) in placements.iter().enumerate() {
            let (number, piece) = (placement.number(), self.puzzle.kind_of(placement.piece()));
            let given = self.puzzle.pieces().get(number).copied();
            if given.map(|given| self.puzzle.kind_of(given)) != Some(piece) {
                return Some(match given {
                    Some(given) => format!("piece {} is {given}, not {piece}", number + 1),
                    None => format!("there is no piece {}", number + 1),
                });
            }
            let before = &placements[..i];
            if before.iter().any(|p| p.number() == number) {
                return Some(format!("piece {} is used twice", number + 1));
            }
            let cells = cells(placement.solid());
            let positions = self.positions.get(&piece);
            if !positions.is_some_and(|positions| positions.contains(&cells)) {
                return Some(format!("piece {} cannot lie like that", number + 1));
            }
            let twice = whole & cells;
            if twice != 0 {
                let other = before.iter().find(|p| self::cells(p.solid()) & twice != 0);
                return Some(format!(
                    "pieces {} and {} overlap, {}",
                    other.map_or(0, |p| p.number() + 1),
                    number + 1,
                    whereabouts(twice.trailing_zeros())
                ));
            }
            whole |= cells;
        }
        match self.puzzle.pieces().len().saturating_sub(placements.len()) {
            0 => {}
            1 => return Some("one piece is missing".to_owned()),
            n => return Some(format!("{n} pieces are missing")),
        }
        let missing = self.target & !whole;
        let beyond = whole & !self.target;
        (missing | beyond != 0).then(|| {
            format!(
                "a part of the cube is not filled, {}",
                whereabouts((missing | beyond).trailing_zeros())
            )
        })
    }

    /// The looks of an assembly under the symmetries: the first of them, which tells whether two
    /// assemblies are turns of each other, and how many there are.
    pub(super) fn looks(&self, solids: impl Iterator<Item = Solid>) -> (Vec<Cells>, usize) {
        let solids: Vec<Cells> = solids.map(cells).collect();
        let mut looks: Vec<Vec<Cells>> = self
            .symmetries
            .iter()
            .map(|table| {
                let mut image: Vec<Cells> = solids.iter().map(|s| moved(table, *s)).collect();
                image.sort_unstable();
                image
            })
            .collect();
        looks.sort_unstable();
        looks.dedup();
        let count = looks.len();
        (looks.into_iter().next().unwrap_or_default(), count)
    }
}

/// Where a symmetry brings every cell.
fn table(image: impl Fn(Point) -> Point) -> [u8; 125] {
    let mut table = [0; 125];
    for cell in 0..125u8 {
        let point = [cell / 25, cell / 5 % 5, cell % 5].map(|at| at.cast_signed() - 2);
        table[bit(point)] = u8::try_from(bit(image(point))).unwrap_or_default();
    }
    table
}

fn moved(table: &[u8; 125], mut cells: Cells) -> Cells {
    let mut image = 0;
    while cells != 0 {
        image |= 1 << table[cells.trailing_zeros() as usize];
        cells &= cells - 1;
    }
    image
}

fn rejected<T>(what: impl Into<String>) -> Result<T> {
    Err(Error::Rejected(what.into()))
}

/// Checks a solution: every assembly uses the pieces given and fills every cell once; corner pieces
/// also fit letter by letter as they are read; no two assemblies are turns of each other; the
/// patterns are their different turns; and the loops are as many as trying all rings finds.
pub(super) fn solution(puzzle: &Puzzle, solution: &Solution, work: &Work) -> Result<()> {
    let (loops, patterns) = (solution.loops(), solution.patterns());
    if solution.assemblies().len() != solution.count() {
        return rejected("the assemblies are not as many as were counted");
    }
    assemblies(puzzle, solution.assemblies(), patterns, work)?;
    if let (Some(bag), Some(claimed)) = (puzzle.bag(), loops) {
        let counted = all_rings(&bag.pieces().collect::<Vec<_>>()).len();
        if counted != claimed {
            return rejected(format!("{claimed} loops were counted, there are {counted}"));
        }
    }
    Ok(())
}

/// Checks assemblies, and how many turned ones look different.
pub(super) fn assemblies(
    puzzle: &Puzzle,
    assemblies: &[Assembly],
    patterns: usize,
    work: &Work,
) -> Result<()> {
    if assemblies.is_empty() && patterns == 0 {
        return Ok(());
    }
    let space = Space::of(puzzle);
    let mut seen: BTreeSet<Vec<Cells>> = BTreeSet::new();
    let mut counted = 0;
    for (done, assembly) in assemblies.iter().enumerate() {
        if done.is_multiple_of(256) {
            work.check(&format!("{} assemblies, {done} of them checked", assemblies.len()))?;
        }
        let placements = assembly.placements();
        let mut fault = space.fault(placements);
        if puzzle.rule() == Rule::Corners {
            let read = placements.iter().filter_map(|p| Some(p.read()?.0));
            let read: Vec<String> = read.collect();
            fault = fault.or_else(|| misfit(&read));
        }
        if let Some(fault) = fault {
            return rejected(fault);
        }
        let (first, looks) = space.looks(placements.iter().map(Placement::solid));
        counted += looks;
        if !seen.insert(first) {
            return rejected("two assemblies are turns of each other");
        }
    }
    if counted == patterns {
        return Ok(());
    }
    rejected(format!(
        "{patterns} patterns were counted, the assemblies have {counted} turns that look different"
    ))
}

/// The words of four pieces in ring order, each read from the half-edge towards the piece before
/// it, and which pieces they are.
pub(super) type Ring = ([[u8; 3]; 4], [usize; 4]);

/// All rings of four different pieces, every choice of pieces and turns tried, look-alikes and
/// turns of the ring once.
pub(super) fn all_rings(pieces: &[Piece]) -> Vec<Ring> {
    let spelled: Vec<[u8; 3]> =
        pieces.iter().map(|p| p.word().map(|half| half.to_string().as_bytes()[0])).collect();
    let read = |piece: usize, turn: usize| -> [u8; 3] {
        std::array::from_fn(|i| spelled[piece][(i + turn) % 3])
    };
    let fits = |one: [u8; 3], next: [u8; 3]| fit(char::from(one[1]), char::from(next[0]));
    let mut rings: BTreeMap<[[u8; 3]; 4], Ring> = BTreeMap::new();
    let n = pieces.len();
    for code in 0..n.pow(4) {
        let who = [code % n, code / n % n, code / n / n % n, code / n / n / n];
        if (0..4).any(|i| who[..i].contains(&who[i])) {
            continue;
        }
        for turns in 0..81usize {
            let words: [[u8; 3]; 4] =
                std::array::from_fn(|i| read(who[i], turns / [1, 3, 9, 27][i] % 3));
            if !(0..4).all(|i| fits(words[i], words[(i + 1) % 4])) {
                continue;
            }
            let turned = |by: usize| std::array::from_fn(|i| words[(i + by) % 4]);
            let first = (1..4).map(turned).fold(words, <[[u8; 3]; 4]>::min);
            rings.entry(first).or_insert((words, who));
        }
    }
    rings.into_values().collect()
}

/// Checks a census by what must hold of it: with all requirements dropped every pattern is counted;
/// puzzles of different pieces without symmetric ones have full orbits of 24 patterns; equivalent
/// puzzles have the same counts.
pub(super) fn census(census: &Census) -> Result<()> {
    let (dropped, entries) = (census.relaxed(), census.entries());
    let total: u64 = entries.iter().map(|p| u64::from(p.patterns())).sum();
    let everything = dropped.repeats && dropped.symmetric_pieces && dropped.unbalanced;
    if total != census.admissible() || everything && total != 1 << 24 {
        return rejected(format!("the puzzles have {total} patterns in all"));
    }
    // These generate all sixteen equivalences.
    let generators: Vec<Equivalence> = Equivalence::all(true)
        .filter(|e| {
            let letters: String = e.letters.iter().map(|h| h.letter()).collect();
            matches!((letters.as_str(), e.mirrored), ("DBCA" | "BADC", false) | ("ABCD", true))
        })
        .collect();
    for puzzle in entries {
        let bag: Bag = puzzle.bag();
        let broken = |what: &str| rejected(format!("{bag}: {what}"));
        if !dropped.allows(bag) || bag.len() != 8 {
            return broken("not a puzzle of this census");
        }
        let full = !bag.has_repeats() && !bag.has_symmetric();
        let (patterns, solutions) = (puzzle.patterns(), puzzle.solutions());
        if solutions == 0 || patterns > 24 * solutions || full && patterns != 24 * solutions {
            return broken("its patterns are not orbits of the rotations");
        }
        for equivalence in &generators {
            let image = equivalence.bag(bag);
            let there = entries.binary_search_by_key(&image, CensusEntry::bag);
            let counts = there.map(|i| (entries[i].patterns(), entries[i].solutions()));
            if counts != Ok((patterns, solutions)) {
                return broken("an equivalent puzzle has other counts");
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{EDGES, MADE, solved};
    use super::*;

    #[test]
    fn every_turned_piece_is_a_misfit() {
        let (_, solution) = solved(MADE);
        let read = solution.assemblies()[0].to_string();
        let right: Vec<String> = read.split(' ').map(str::to_owned).collect();
        assert_eq!(misfit(&right), None);
        for corner in 0..8 {
            let mut wrong = right.clone();
            let first = wrong[corner].remove(0);
            wrong[corner].push(first);
            assert!(misfit(&wrong).is_some());
        }
        assert!(misfit(&right[..7]).is_some());
    }

    #[test]
    fn doubled_assemblies_and_those_of_another_puzzle_are_rejected() {
        let work = Work::default();
        for words in [MADE, EDGES] {
            let (puzzle, right) = solved(words);
            let (found, patterns) = (right.assemblies(), right.patterns());
            assemblies(&puzzle, found, patterns, &work).unwrap();
            assert!(assemblies(&puzzle, found, patterns + 1, &work).is_err());
            let twice = [found, found].concat();
            assert!(assemblies(&puzzle, &twice, 2 * patterns, &work).is_err());
        }
        let (_, right) = solved(MADE);
        let other: Puzzle = "AAD ACB ACD ADB ADD BBC BCC BCC".parse().unwrap();
        assert!(assemblies(&other, right.assemblies(), 24, &work).is_err());
    }

    #[test]
    fn there_are_twenty_four_matrices() {
        assert_eq!(rotations().len(), 24);
    }
}
