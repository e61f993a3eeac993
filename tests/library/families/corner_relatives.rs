//! The relatives of the corner cube against plain searches that know the rules in letters and in
//! units only.

use std::collections::BTreeSet;

use cubegraph::Work;
use cubegraph::corner::{Options, Puzzle, Rule, Solution};
use itertools::Itertools;

fn solve(puzzle: &Puzzle) -> Solution {
    puzzle.solve(&Options::default(), &Work::default()).unwrap()
}

/// The words that make a corner, as the rules list them.
const CORNERS: [[char; 3]; 5] =
    [['W', 'N', 'N'], ['A', 'D', 'N'], ['C', 'B', 'N'], ['H', 'C', 'N'], ['D', 'H', 'N']];

fn is_corner([a, b, c]: [char; 3]) -> bool {
    [[a, b, c], [b, c, a], [c, a, b]].iter().any(|word| CORNERS.contains(word))
}

/// The bars laid so far, by their two corners, the smaller first.
type Laid = [[Option<[char; 2]>; 8]; 8];

/// The word at a corner, its three edges clockwise from outside, if all of them are laid.
fn word_at(corner: usize, laid: &Laid) -> Option<[char; 3]> {
    let bits = if corner.count_ones().is_multiple_of(2) { [1, 2, 4] } else { [1, 4, 2] };
    let mut word = [' '; 3];
    for (letter, bit) in word.iter_mut().zip(bits) {
        let other = corner ^ bit;
        let ends = laid[corner.min(other)][corner.max(other)]?;
        *letter = ends[usize::from(corner > other)];
    }
    Some(word)
}

/// How many ways to lay the pieces on the twelve edges, equal ones not told apart, by trying edge
/// after edge with the letters alone.
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
            let right =
                [one, other].iter().all(|corner| word_at(*corner, laid).is_none_or(is_corner));
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
#[ignore = "long: brute force over edge pieces"]
fn edge_cubes_agree_with_a_search_over_letters() {
    let random = (0..4).map(|seed| Puzzle::random(Rule::Edges, seed, &Work::default()).unwrap());
    let many = ["WW WW WW WW NN NN NN NN NN NN NN NN", "WN WN WN WN WN WN WN WN NN NN NN NN"];
    let many = many.iter().map(|words| words.parse().unwrap());
    for puzzle in random.chain(many) {
        let solved = solve(&puzzle);
        // Corners are closed early in this order: the bottom, the top, then what joins them to the
        // corner before.
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
        let words = puzzle.words().into_iter();
        let mut left: Vec<([char; 2], usize)> = words
            .counts()
            .into_iter()
            .map(|(word, many)| (word.chars().collect_array().unwrap(), many))
            .collect();
        let ways = lay_edges(&edges, &mut left, &mut Laid::default());
        assert_eq!(ways, solved.patterns(), "{puzzle}");
        assert!(!solved.assemblies().is_empty());
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
    square.extend(rim.iter().zip(word.chars()).filter(|(_, c)| *c == '1').map(|(at, _)| *at));
    let mut found = BTreeSet::new();
    for _ in 0..4 {
        square = square.iter().map(|(c, r)| (4 - r, *c)).collect();
        for flipped in [false, true] {
            let mut turned: Vec<(i32, i32)> =
                square.iter().map(|(c, r)| if flipped { (4 - c, *r) } else { (*c, *r) }).collect();
            turned.sort_unstable();
            found.insert(turned);
        }
    }
    found
}

/// How many ways to lay six sides, every side told apart, by trying side after side and counting
/// units.
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
    let random = (0..4).map(|seed| Puzzle::random(Rule::Faces, seed, &Work::default()).unwrap());
    let blue = "0010001000100010 1010110110101101 0010010100100010 0101001001011101 \
                0101010100101101 0101010111011010";
    for puzzle in random.chain([blue.parse().unwrap()]) {
        let solved = solve(&puzzle);
        let pieces: Vec<_> = puzzle.words().iter().map(|piece| lies(piece)).collect();
        let ways = lay_faces(&pieces, &mut [false; 6], 0, 0);
        let kinds = puzzle.words().into_iter().counts();
        let exchanges: usize = kinds.values().map(|n| factorial(*n)).product();
        assert_eq!(ways, solved.patterns() * exchanges, "{puzzle}");
    }
}

#[test]
fn random_puzzles_have_one_assembly_and_a_seed_always_gives_the_same() {
    let work = Work::default();
    for rule in [Rule::Corners, Rule::Edges, Rule::Faces] {
        let puzzle = Puzzle::random(rule, 7, &work).unwrap();
        assert_eq!(puzzle, Puzzle::random(rule, 7, &work).unwrap());
        assert_eq!((puzzle.rule(), solve(&puzzle).count()), (rule, 1));
    }
}
