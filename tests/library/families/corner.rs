//! Corner cubes: the fast ways against plain enumeration.

use std::collections::{HashMap, HashSet};

use cubegraph::corner::{Piece, Rank, Relaxations, census, generate};
use cubegraph::{Error, Work};

/// The ends of the twelve bars: corner (bits right, back, top) and place in its reading, the even
/// corner first.
const BARS: [[(usize, usize); 2]; 12] = [
    [(0, 0), (1, 0)],
    [(3, 0), (2, 0)],
    [(5, 0), (4, 0)],
    [(6, 0), (7, 0)],
    [(0, 1), (2, 2)],
    [(3, 1), (1, 2)],
    [(6, 1), (4, 2)],
    [(5, 1), (7, 2)],
    [(0, 2), (4, 1)],
    [(5, 2), (1, 1)],
    [(6, 2), (2, 1)],
    [(3, 2), (7, 1)],
];

/// Every relaxation, alone and together.
fn relaxations() -> impl Iterator<Item = Relaxations> {
    (0..8).map(|bits| Relaxations {
        repeats: bits & 1 != 0,
        symmetric_pieces: bits & 2 != 0,
        unbalanced: bits & 4 != 0,
    })
}

/// The number of each of the 64 words among the pieces, in alphabetical order.
fn pieces_by_word() -> (Vec<u8>, Vec<String>) {
    let spelled = |code: usize| -> String {
        let letters = [code / 16, code / 4 % 4, code % 4];
        letters.iter().map(|l| char::from(b"ABCD"[*l])).collect()
    };
    let first = |code: usize| {
        let (a, b, c) = (code / 16, code / 4 % 4, code % 4);
        [code, 16 * b + 4 * c + a, 16 * c + 4 * a + b].into_iter().min().unwrap()
    };
    let mut firsts: Vec<usize> = (0..64).map(first).collect();
    firsts.sort_unstable();
    firsts.dedup();
    let numbers =
        (0..64).map(|code| u8::try_from(firsts.binary_search(&first(code)).unwrap()).unwrap());
    (numbers.collect(), firsts.into_iter().map(spelled).collect())
}

/// How often each set of eight pieces comes out of cutting the cube in all 4¹² ways.
fn straightforward() -> HashMap<[u8; 8], u32> {
    let (piece_of, _) = pieces_by_word();
    let mut counts: HashMap<[u8; 8], u32> = HashMap::new();
    for number in 0..1usize << 24 {
        let mut codes = [0usize; 8];
        for (bar, [even, odd]) in BARS.iter().enumerate() {
            let letter = number >> (2 * bar) & 3;
            codes[even.0] += letter << (4 - 2 * even.1);
            codes[odd.0] += (3 - letter) << (4 - 2 * odd.1);
        }
        let mut set = codes.map(|code| piece_of[code]);
        set.sort_unstable();
        *counts.entry(set).or_default() += 1;
    }
    counts
}

#[test]
#[ignore = "long: plain enumeration of eight censuses"]
fn all_eight_censuses_agree_with_plain_enumeration() {
    let counts = straightforward();
    let (_, words) = pieces_by_word();
    let named: HashMap<String, u32> = counts
        .iter()
        .map(|(set, count)| {
            let set = set.map(|piece| words[usize::from(piece)].as_str());
            (set.join(" "), *count)
        })
        .collect();
    for relaxed in relaxations() {
        let census = census(&relaxed, &Work::default()).unwrap();
        let allowed = |set: &&String| {
            let pieces: Vec<&str> = set.split(' ').collect();
            let different: HashSet<&&str> = pieces.iter().collect();
            let symmetric = pieces.iter().any(|p| p.chars().all(|c| p.starts_with(c)));
            let six = |letter: char| set.matches(letter).count() == 6;
            (relaxed.repeats || different.len() == 8)
                && (relaxed.symmetric_pieces || !symmetric)
                && (relaxed.unbalanced || "ABCD".chars().all(six))
        };
        let expected = named.keys().filter(allowed).count();
        assert_eq!(census.entries().len(), expected, "{relaxed}");
        for entry in census.entries() {
            let puzzle = entry.puzzle().to_string();
            assert_eq!(named[&puzzle], entry.patterns(), "{puzzle}");
        }
    }
}

#[test]
fn van_kreveld_s_census_comes_out() {
    let census = census(&Relaxations::default(), &Work::default()).unwrap();
    assert_eq!(census.admissible(), 1_023_360);
    assert_eq!(census.entries().len(), 2290);
    assert_eq!(census.extremes(), Some((24, 1656)));
    let with = |patterns| {
        let entries = census.entries().iter();
        entries.filter(|p| p.patterns() == patterns).count()
    };
    assert_eq!((with(24), with(1656)), (34, 4));
    let sorted = |mirror| {
        let classes = census.classes(mirror).iter();
        let mut found: Vec<(usize, usize)> = classes.map(|c| (c.size(), c.loops())).collect();
        found.sort_unstable();
        found
    };
    assert_eq!(sorted(false), [(2, 118), (4, 122), (4, 122), (8, 107), (8, 116), (8, 116)]);
    assert_eq!(sorted(true), [(2, 118), (8, 107), (8, 122), (16, 116)]);
}

#[test]
fn the_hardest_puzzle_is_listed_first() {
    let work = Work::default();
    let wanted = generate::Options {
        at_most: Some(1),
        essentially_different: true,
        ..generate::Options::default()
    };
    let found = generate(&wanted, &work).unwrap();
    let sets = found.candidates();
    assert_eq!(sets.len(), 4);
    assert_eq!(sets[0].difficulty().unwrap().to_string(), "6/122");
    assert_eq!(sets[3].loops(), 107);
    assert!(sets.iter().all(|c| c.completable_loops() == 6));

    let piece = |word: &str| word.parse::<Piece>().unwrap();
    let wanted = generate::Options {
        with: vec![piece("CDD")],
        without: vec![piece("AAC")],
        at_least: 2,
        at_most: Some(3),
        rank: Rank::DeadEnds,
        ..generate::Options::default()
    };
    let found = generate(&wanted, &work).unwrap();
    let sets = found.candidates();
    assert!(!sets.is_empty() && found.found() == sets.len());
    let shorter = generate::Options { limit: Some(1), ..wanted.clone() };
    let shorter = generate(&shorter, &work).unwrap();
    assert_eq!((shorter.candidates(), shorter.found()), (&sets[..1], sets.len()));
    assert!(sets.windows(2).all(|w| w[0].dead_ends() >= w[1].dead_ends()));
    for set in sets {
        let words = set.puzzle().words();
        assert!((2..=3).contains(&set.solutions()));
        assert!(words.contains(&"CDD".to_owned()) && !words.contains(&"AAC".to_owned()));
    }
    let impossible =
        generate::Options { with: vec![piece("AAA"); 16], ..generate::Options::default() };
    let found = generate(&impossible, &work).unwrap();
    assert!(found.why().is_some_and(|why| why.contains("16 are asked for")));
}

#[test]
fn a_census_can_be_interrupted() {
    let work = Work::default();
    work.canceller().cancel();
    let stopped = census(&Relaxations::ALL, &work).unwrap_err();
    assert!(matches!(stopped, Error::Interrupted));
    let small = Work::default().with_memory(1 << 20);
    let refused = census(&Relaxations::ALL, &small).unwrap_err();
    assert!(matches!(refused, Error::TooLarge(_)));
}
