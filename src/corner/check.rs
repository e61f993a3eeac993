//! Says whether an answer about corner cubes is right; shares no code with the solvers.
//!
//! Everything here works on letters and on points in space: a cube is a list of (corner, direction, letter), the rotations are matrices
//! grown from two quarter turns, what fits is written out.

use std::collections::BTreeSet;

use super::census::Census;
use super::equivalence::Equivalence;
use super::graph::{Corner, Pattern};
use super::piece::{Bag, Piece, spell};
use super::solve::Solved;
use crate::work::{Error, Result};

/// The twelve edges: the two corners, each with the place of the edge in the corner's reading (x, y, z where an even number of coordinates
/// is far, x, z, y elsewhere).
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

pub(super) fn fit(one: char, other: char) -> bool {
    matches!(
        (one, other),
        ('A', 'D') | ('D', 'A') | ('B', 'C') | ('C', 'B')
    )
}

/// The first in the alphabet of a word's three turns.
fn name(word: &str) -> String {
    let turned = |by: usize| format!("{}{}", &word[by..], &word[..by]);
    (0..3).map(turned).min().unwrap_or_default()
}

/// A point or direction in space.
type Point = [i8; 3];

/// An assembled cube: which letter is where.
type Assembled = BTreeSet<(Point, Point, char)>;

fn assembled(words: &[String; 8]) -> Assembled {
    let mut cube = Assembled::new();
    for (corner, word) in words.iter().enumerate() {
        let far = [corner & 1, corner >> 1 & 1, corner >> 2 & 1];
        let position: Point = far.map(|bit| if bit == 1 { 1 } else { -1 });
        let axes = if far.iter().sum::<usize>() % 2 == 0 {
            [0, 1, 2]
        } else {
            [0, 2, 1]
        };
        for (axis, letter) in axes.into_iter().zip(word.chars()) {
            let mut direction = [0; 3];
            direction[axis] = -position[axis];
            cube.insert((position, direction, letter));
        }
    }
    cube
}

/// All turned versions of a cube that look different.
fn turned(cube: &Assembled) -> BTreeSet<Assembled> {
    let about_z = |[x, y, z]: Point| [-y, x, z];
    let about_x = |[x, y, z]: Point| [x, -z, y];
    let mut found = BTreeSet::from([cube.clone()]);
    let mut waiting = vec![cube.clone()];
    while let Some(cube) = waiting.pop() {
        let images: [Assembled; 2] = [
            cube.iter()
                .map(|(p, d, l)| (about_z(*p), about_z(*d), *l))
                .collect(),
            cube.iter()
                .map(|(p, d, l)| (about_x(*p), about_x(*d), *l))
                .collect(),
        ];
        for image in images {
            if found.insert(image.clone()) {
                waiting.push(image);
            }
        }
    }
    found
}

/// The words of an assembly, corner by corner, as they are printed.
pub fn words(pattern: Pattern) -> [String; 8] {
    Corner::ALL.map(|c| spell(pattern.word(c)))
}

/// Checks one assembly given as the eight words read in the corners: every edge fits, and the pieces are those of the bag.
pub fn assembly(bag: Bag, words: &[String; 8]) -> Result<()> {
    for (edge, [(c, i), (d, j)]) in EDGES.iter().enumerate() {
        let letter = |corner: usize, place: usize| words[corner].chars().nth(place).unwrap_or(' ');
        if !fit(letter(*c, *i), letter(*d, *j)) {
            return Err(Error::Rejected(format!(
                "edge {edge} joins {} and {}, which do not fit",
                letter(*c, *i),
                letter(*d, *j)
            )));
        }
    }
    let mut used: Vec<String> = words.iter().map(|w| name(w)).collect();
    used.sort_unstable();
    let given: Vec<String> = bag.pieces().map(|p| name(&p.to_string())).collect();
    if used != given {
        return Err(Error::Rejected(format!(
            "the pieces used are {used:?}, the pieces given {given:?}"
        )));
    }
    Ok(())
}

/// Checks the assemblies of a bag: each is right, no two are turns of each other, and the patterns are their different turns.
pub fn solved(bag: Bag, solved: &Solved) -> Result<()> {
    let mut seen: BTreeSet<Assembled> = BTreeSet::new();
    let mut patterns = 0;
    for pattern in &solved.assemblies {
        let words = words(*pattern);
        assembly(bag, &words)?;
        let turns = turned(&assembled(&words));
        patterns += turns.len();
        let first = turns.into_iter().next().unwrap_or_default();
        if !seen.insert(first) {
            return Err(Error::Rejected(format!(
                "the assembly {words:?} is a turn of another one"
            )));
        }
    }
    if patterns != solved.patterns {
        return Err(Error::Rejected(format!(
            "{} patterns were counted, the assemblies have {patterns} turns that look different",
            solved.patterns
        )));
    }
    Ok(())
}

/// Checks a number of loops by trying all rings.
pub fn loops(bag: Bag, claimed: usize) -> Result<()> {
    let pieces: Vec<Piece> = bag.pieces().collect();
    let counted = all_rings(&pieces).len();
    if counted == claimed {
        Ok(())
    } else {
        Err(Error::Rejected(format!(
            "{claimed} loops were counted, there are {counted}"
        )))
    }
}

/// The words of four pieces in ring order, each read from the half-edge towards the piece before it, and which pieces they are.
pub(super) type Ring = (Vec<String>, [usize; 4]);

/// All rings of four different pieces, every choice of pieces and turns tried, look-alikes and turns of the ring once.
pub(super) fn all_rings(pieces: &[Piece]) -> Vec<Ring> {
    let spelled: Vec<[String; 3]> = pieces
        .iter()
        .map(|p| {
            let w = p.to_string();
            [0, 1, 2].map(|t| format!("{}{}", &w[t..], &w[..t]))
        })
        .collect();
    let mut seen = BTreeSet::new();
    let mut rings = Vec::new();
    let letter = |w: &str, i: usize| w.as_bytes()[i] as char;
    let n = pieces.len();
    for code in 0..n.pow(4) {
        let who = [code % n, code / n % n, code / n / n % n, code / n / n / n];
        if (0..4).any(|i| who[..i].contains(&who[i])) {
            continue;
        }
        for turns in 0..81usize {
            let words: Vec<&String> = (0..4)
                .map(|i| &spelled[who[i]][turns / [1, 3, 9, 27][i] % 3])
                .collect();
            if !(0..4).all(|i| fit(letter(words[i], 1), letter(words[(i + 1) % 4], 0))) {
                continue;
            }
            let turned = |by: usize| -> Vec<String> {
                (0..4).map(|i| words[(i + by) % 4].clone()).collect()
            };
            if seen.insert((0..4).map(turned).min()) {
                rings.push((turned(0), who));
            }
        }
    }
    rings
}

/// Checks a census by what must hold of it: with all requirements relaxed every pattern is counted; puzzles of different pieces without
/// symmetric ones have full orbits of 24 patterns; equivalent puzzles have the same counts.
pub fn census(census: &Census) -> Result<()> {
    let relaxed = census.relaxed;
    let total: u64 = census.puzzles.iter().map(|p| u64::from(p.patterns)).sum();
    if total != census.admissible
        || relaxed.repeats && relaxed.symmetric_pieces && relaxed.unbalanced && total != 1 << 24
    {
        return Err(Error::Rejected(format!(
            "the puzzles have {total} patterns in all"
        )));
    }
    // These generate all sixteen equivalences.
    let generators: Vec<Equivalence> = Equivalence::all(true)
        .filter(|e| {
            let letters: String = e.letters.iter().map(|h| h.letter()).collect();
            matches!(
                (letters.as_str(), e.mirrored),
                ("DBCA" | "BADC", false) | ("ABCD", true)
            )
        })
        .collect();
    for puzzle in &census.puzzles {
        let broken = |what: &str| Err(Error::Rejected(format!("{}: {what}", puzzle.bag)));
        if !relaxed.allows(puzzle.bag) || puzzle.bag.len() != 8 {
            return broken("not a puzzle of this census");
        }
        let full = !puzzle.bag.has_repeats() && !puzzle.bag.has_symmetric();
        if puzzle.solutions == 0
            || puzzle.patterns > 24 * puzzle.solutions
            || full && puzzle.patterns != 24 * puzzle.solutions
        {
            return broken("its patterns are no orbits of the rotations");
        }
        for equivalence in &generators {
            let image = equivalence.bag(puzzle.bag);
            let there = census.puzzles.binary_search_by_key(&image, |p| p.bag);
            let same = there.is_ok_and(|i| {
                let other = &census.puzzles[i];
                (other.patterns, other.solutions) == (puzzle.patterns, puzzle.solutions)
            });
            if !same {
                return broken("an equivalent puzzle has other counts");
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::solve::solve;
    use super::*;

    fn bag(words: &str) -> Bag {
        words.split(' ').map(|w| Piece::parse(w).unwrap()).collect()
    }

    #[test]
    fn the_checker_accepts_the_assembly_and_rejects_every_turned_piece() {
        let made = bag("AAD ACB ACD ADB ADD BBC BCC BDC");
        let answer = solve(made);
        solved(made, &answer).unwrap();
        let right = words(answer.assemblies[0]);
        for corner in 0..8 {
            let mut wrong = right.clone();
            wrong[corner].rotate_right_by_one();
            assert!(assembly(made, &wrong).is_err());
        }
        let doubled = Solved {
            assemblies: vec![answer.assemblies[0]; 2],
            patterns: 48,
            steps: 0,
        };
        assert!(solved(made, &doubled).is_err());
        assert!(loops(made, 106).is_err());
        assert!(assembly(bag("AAD ACB ACD ADB ADD BBC BCC BCC"), &right).is_err());
    }

    trait RotateRight {
        fn rotate_right_by_one(&mut self);
    }

    impl RotateRight for String {
        fn rotate_right_by_one(&mut self) {
            if let Some(last) = self.pop() {
                self.insert(0, last);
            }
        }
    }
}
