//! The relatives of the corner cube against plain searches that know the rules in letters and in units only.

use std::collections::BTreeSet;

use cubegraph::corner::relatives::edges::{EdgePiece, EdgeSet};
use cubegraph::corner::relatives::faces::{FacePiece, FaceSet};
use cubegraph::corner::relatives::{Relative, check, generate};
use cubegraph::work::Work;
use itertools::Itertools;
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The words that make a corner, as the rules list them.
const CORNERS: [[char; 3]; 5] = [
    ['W', 'N', 'N'],
    ['A', 'D', 'N'],
    ['C', 'B', 'N'],
    ['H', 'C', 'N'],
    ['D', 'H', 'N'],
];

fn is_corner([a, b, c]: [char; 3]) -> bool {
    [[a, b, c], [b, c, a], [c, a, b]]
        .iter()
        .any(|word| CORNERS.contains(word))
}

/// The bars laid so far, by their two corners, the smaller first.
type Laid = [[Option<[char; 2]>; 8]; 8];

/// The word at a corner, its three edges clockwise from outside, if all of them are laid.
fn word_at(corner: usize, laid: &Laid) -> Option<[char; 3]> {
    let bits = if corner.count_ones().is_multiple_of(2) {
        [1, 2, 4]
    } else {
        [1, 4, 2]
    };
    let mut word = [' '; 3];
    for (letter, bit) in word.iter_mut().zip(bits) {
        let other = corner ^ bit;
        let ends = laid[corner.min(other)][corner.max(other)]?;
        *letter = ends[usize::from(corner > other)];
    }
    Some(word)
}

/// How many ways to lay the pieces on the twelve edges, equal ones not told apart, by trying edge after edge with the letters alone.
fn lay_edges(edges: &[(usize, usize)], left: &mut [([char; 2], usize)], laid: &mut Laid) -> usize {
    let Some((&(one, other), rest)) = edges.split_first() else {
        return 1;
    };
    let mut ways = 0;
    for kind in 0..left.len() {
        let ([first, last], many) = left[kind];
        if many == 0 {
            continue;
        }
        left[kind].1 -= 1;
        let turned = if first == last { 1 } else { 2 };
        for ends in &[[first, last], [last, first]][..turned] {
            laid[one][other] = Some(*ends);
            let right = [one, other]
                .iter()
                .all(|corner| word_at(*corner, laid).is_none_or(is_corner));
            if right {
                ways += lay_edges(rest, left, laid);
            }
        }
        laid[one][other] = None;
        left[kind].1 += 1;
    }
    ways
}

fn factorial(n: usize) -> usize {
    (1..=n).product()
}

#[test]
fn edge_cubes_agree_with_a_search_over_letters() {
    let work = Work::default();
    for seed in 0..6 {
        let puzzle = EdgeSet::cut(&mut ChaCha8Rng::seed_from_u64(seed));
        let solved = puzzle.solve(usize::MAX, &work).unwrap();
        check::packed(&puzzle, &solved).unwrap();
        // Corners are closed early in this order: the bottom, the top, then what joins them to the corner before.
        let edges = [
            (0, 1),
            (0, 2),
            (0, 4),
            (1, 3),
            (2, 3),
            (1, 5),
            (4, 5),
            (3, 7),
            (5, 7),
            (2, 6),
            (4, 6),
            (6, 7),
        ];
        let words = puzzle.pieces().iter().map(ToString::to_string);
        let mut left: Vec<([char; 2], usize)> = words
            .counts()
            .into_iter()
            .map(|(word, many)| (word.chars().collect_array().unwrap(), many))
            .collect();
        let ways = lay_edges(&edges, &mut left, &mut Laid::default());
        assert_eq!(ways, solved.patterns, "seed {seed}");
        assert!(!solved.assemblies.is_empty());
    }
}

/// A set of the units of the cube, a bit for each.
type Units = u128;

/// A unit of the cube's surface for each side and each place of a 5 × 5 square on it.
fn unit(side: usize, column: i32, row: i32) -> Units {
    let [x, y, z] = match side {
        0 => [column, row, 0],
        1 => [column, row, 4],
        2 => [column, 0, row],
        3 => [column, 4, row],
        4 => [0, column, row],
        _ => [4, column, row],
    };
    1 << (25 * x + 5 * y + z)
}

/// The eight ways a side can lie: as squares of 5 × 5.
fn lies(word: &str) -> BTreeSet<Vec<(i32, i32)>> {
    let rim = [
        (0, 0),
        (1, 0),
        (2, 0),
        (3, 0),
        (4, 0),
        (4, 1),
        (4, 2),
        (4, 3),
        (4, 4),
        (3, 4),
        (2, 4),
        (1, 4),
        (0, 4),
        (0, 3),
        (0, 2),
        (0, 1),
    ];
    let mut square: Vec<(i32, i32)> = (0..9).map(|i| (1 + i % 3, 1 + i / 3)).collect();
    square.extend(
        rim.iter()
            .zip(word.chars())
            .filter(|(_, c)| *c == '1')
            .map(|(at, _)| *at),
    );
    let mut found = BTreeSet::new();
    for _ in 0..4 {
        square = square.iter().map(|(c, r)| (4 - r, *c)).collect();
        for flipped in [false, true] {
            let mut turned: Vec<(i32, i32)> = square
                .iter()
                .map(|(c, r)| if flipped { (4 - c, *r) } else { (*c, *r) })
                .collect();
            turned.sort_unstable();
            found.insert(turned);
        }
    }
    found
}

/// How many ways to lay six sides, every side told apart, by trying side after side and counting units.
fn lay_faces(
    pieces: &[BTreeSet<Vec<(i32, i32)>>],
    used: &mut [bool],
    side: usize,
    filled: Units,
) -> usize {
    if side == 6 {
        return usize::from(filled.count_ones() == 98);
    }
    let mut ways = 0;
    for i in 0..pieces.len() {
        if used[i] {
            continue;
        }
        used[i] = true;
        for square in &pieces[i] {
            let units = (square.iter()).fold(0, |units, (c, r)| units | unit(side, *c, *r));
            if units & filled == 0 {
                ways += lay_faces(pieces, used, side + 1, filled | units);
            }
        }
        used[i] = false;
    }
    ways
}

#[test]
fn cubes_of_six_sides_agree_with_a_search_over_units() {
    let work = Work::default();
    for seed in 0..5 {
        let puzzle = FaceSet::cut(&mut ChaCha8Rng::seed_from_u64(seed));
        let solved = puzzle.solve(usize::MAX, &work).unwrap();
        check::packed(&puzzle, &solved).unwrap();
        let pieces: Vec<_> = (puzzle.pieces().iter())
            .map(|piece| lies(&piece.to_string()))
            .collect();
        let ways = lay_faces(&pieces, &mut [false; 6], 0, 0);
        let exchanges: usize = puzzle.kinds().iter().map(|(_, n)| factorial(*n)).product();
        assert_eq!(ways, solved.patterns * exchanges, "seed {seed}");
    }
}

#[test]
fn generated_puzzles_have_one_assembly_and_a_seed_always_gives_the_same() {
    let work = Work::default();
    let edges: EdgeSet = generate(7, &work).unwrap();
    assert_eq!(edges, generate(7, &work).unwrap());
    assert_eq!(edges.solve(usize::MAX, &work).unwrap().assemblies.len(), 1);
    let faces: FaceSet = generate(7, &work).unwrap();
    assert_eq!(faces, generate(7, &work).unwrap());
    assert_eq!(faces.solve(usize::MAX, &work).unwrap().assemblies.len(), 1);
}

#[test]
fn bars_that_may_be_rolled_have_at_least_as_many_assemblies() {
    let work = Work::default();
    let plain: EdgeSet = generate(3, &work).unwrap();
    let rolling = EdgeSet::new(plain.pieces().to_vec(), true).unwrap();
    let solved = rolling.solve(50, &work).unwrap();
    assert!(!solved.assemblies.is_empty());
    check::packed(&rolling, &solved).unwrap();
}

proptest! {
    #[test]
    fn what_was_written_is_read_again(one in 0usize..28, rim in any::<u16>()) {
        let edge = EdgePiece::all().nth(one).unwrap();
        prop_assert_eq!(EdgePiece::parse(&edge.to_string()).unwrap(), edge);
        if let Some(face) = FacePiece::new(rim) {
            prop_assert_eq!(FacePiece::parse(&face.to_string()).unwrap(), face);
        }
    }
}
