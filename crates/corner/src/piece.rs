//! Half-edges, the 24 pieces, and bags of pieces.

use std::fmt;
use std::ops::{Add, Range};
use std::str::FromStr;

use serde::{Serialize, Serializer};

use cubegraph_core::Error;
use cubegraph_core::fault::Fault;

/// One of the four ways in which a half-edge can be attached to its corner.
///
/// With the piece in front of us, its corner away from us and the bar pointing to the lower left,
/// the half-edge is the top (A), right (B), bottom (C) or left (D) half of the bar. The solids
/// built from that sentence show that A and D make a whole bar, B and C make one, and nothing else
/// does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum HalfEdge {
    /// The top half.
    A,
    /// The right half.
    B,
    /// The bottom half.
    C,
    /// The left half.
    D,
}

impl HalfEdge {
    /// The four half-edges in alphabetical order.
    pub const ALL: [HalfEdge; 4] = [HalfEdge::A, HalfEdge::B, HalfEdge::C, HalfEdge::D];

    /// A is 0, D is 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The half-edge of an index; only the two low bits count.
    pub(crate) const fn from_index(index: usize) -> HalfEdge {
        HalfEdge::ALL[index & 3]
    }

    /// The one half-edge that completes this one to a whole edge.
    ///
    /// ```
    /// # use cubegraph_corner::HalfEdge;
    /// assert_eq!(HalfEdge::A.partner(), HalfEdge::D);
    /// assert_eq!(HalfEdge::B.partner(), HalfEdge::C);
    /// ```
    #[must_use]
    pub const fn partner(self) -> HalfEdge {
        HalfEdge::from_index(3 - self.index())
    }

    /// The half-edge of a letter, in either case.
    pub(crate) const fn from_letter(letter: char) -> Option<HalfEdge> {
        Some(match letter {
            'A' | 'a' => HalfEdge::A,
            'B' | 'b' => HalfEdge::B,
            'C' | 'c' => HalfEdge::C,
            'D' | 'd' => HalfEdge::D,
            _ => return None,
        })
    }

    /// The capital letter.
    pub const fn letter(self) -> char {
        ['A', 'B', 'C', 'D'][self.index()]
    }
}

impl fmt::Display for HalfEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Three half-edges in the order of reading.
pub(crate) type Word = [HalfEdge; 3];

const fn code(word: [usize; 3]) -> usize {
    word[0] << 4 | word[1] << 2 | word[2]
}

/// The words that come first in the alphabet among their own turns, as codes; there are 24.
#[expect(clippy::cast_possible_truncation, reason = "codes are below 64")]
const WORDS: [u8; 24] = {
    let mut words = [0; 24];
    let (mut found, mut c) = (0, 0);
    while c < 64 {
        let (a, b, d) = (c >> 4, c >> 2 & 3, c & 3);
        if c <= code([b, d, a]) && c <= code([d, a, b]) {
            words[found] = c as u8;
            found += 1;
        }
        c += 1;
    }
    assert!(found == 24);
    words
};

/// The piece of each of the 64 words.
#[expect(clippy::cast_possible_truncation, reason = "indices are below 24")]
const PIECE_OF: [Piece; 64] = {
    let mut table = [Piece(0); 64];
    let mut i = 0;
    while i < 24 {
        let c = WORDS[i] as usize;
        let (a, b, d) = (c >> 4, c >> 2 & 3, c & 3);
        table[c] = Piece(i as u8);
        table[code([b, d, a])] = Piece(i as u8);
        table[code([d, a, b])] = Piece(i as u8);
        i += 1;
    }
    table
};

/// A piece: a corner with three half-edges, named by the cyclic word of their letters.
///
/// Any rotation of a word names the same piece; the name shown is the first in the alphabet.
/// `ABC` and `ACB` are different pieces.
///
/// # Examples
/// ```
/// # use cubegraph_corner::Piece;
/// let piece: Piece = "DDB".parse()?;
/// assert_eq!(piece.to_string(), "BDD");
/// assert_eq!(Piece::all().count(), 24);
/// assert_eq!(Piece::all().filter(|p| p.is_symmetric()).count(), 4);
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
///
/// # Reference
/// van Kreveld, *The puzzle idea and the pieces*; the list printed there leaves out `DDD`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

impl Piece {
    /// All pieces in alphabetical order.
    pub fn all() -> impl ExactSizeIterator<Item = Piece> + Clone {
        (0..24).map(Piece)
    }

    /// The place in the alphabetical list, from 0.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The piece that a word names.
    pub const fn from_word(word: [HalfEdge; 3]) -> Piece {
        PIECE_OF[code([word[0].index(), word[1].index(), word[2].index()])]
    }

    /// The name: the first of the three turned words in the alphabet.
    pub const fn word(self) -> [HalfEdge; 3] {
        let c = WORDS[self.index()] as usize;
        [HalfEdge::from_index(c >> 4), HalfEdge::from_index(c >> 2), HalfEdge::from_index(c)]
    }

    /// The word read from its letter number `turn` (0, 1 or 2) on.
    pub const fn turned(self, turn: usize) -> [HalfEdge; 3] {
        let w = self.word();
        [w[turn % 3], w[(turn + 1) % 3], w[(turn + 2) % 3]]
    }

    /// Whether turning it changes nothing: AAA, BBB, CCC, DDD.
    pub const fn is_symmetric(self) -> bool {
        let w = self.word();
        w[0].index() == w[2].index()
    }

    /// The turns that look different: three, or one for a symmetric piece.
    pub(crate) const fn turns(self) -> Range<usize> {
        0..if self.is_symmetric() { 1 } else { 3 }
    }

    /// Reads a piece: three letters A to D, in either case, from any of the three on.
    pub(crate) fn parse(text: &str) -> Result<Piece, Fault> {
        let help = "a piece is written as its three half-edges, such as BDD; \
                    DDB and DBD are the same piece";
        let mut word = Vec::with_capacity(3);
        for (at, letter) in text.char_indices() {
            let half = HalfEdge::from_letter(letter).ok_or_else(|| {
                Fault::new(format!("{letter:?} is not a half-edge"))
                    .at(at..at + letter.len_utf8())
                    .expected("one of the letters A, B, C, D")
                    .help(help)
            })?;
            word.push(half);
        }
        let word: Word = word.try_into().map_err(|short: Vec<HalfEdge>| {
            let message = match short.len() {
                0 => "a piece has three half-edges, and this one is empty".to_owned(),
                1 => "a piece has three half-edges, not one".to_owned(),
                n => format!("a piece has three half-edges, not {n}"),
            };
            Fault::new(message).at(0..text.len()).expected("three letters A to D").help(help)
        })?;
        Ok(Piece::from_word(word))
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&spell(self.word()))
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Piece {
    type Err = Error;

    /// Reads three letters A to D, in either case, from any of the three on.
    fn from_str(text: &str) -> Result<Piece, Error> {
        Ok(Piece::parse(text)?)
    }
}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The three letters of a word.
pub(crate) fn spell(word: Word) -> String {
    word.iter().map(|h| h.letter()).collect()
}

/// How many there are of each piece: four bits for each of the 24, so that bags are joined by
/// adding.
///
/// A field holds at most 15, and only sets of up to eight pieces become bags. Bags of the same size
/// are ordered like their words in the alphabet: the first piece has the highest field, and more of
/// it comes first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Bag(u128);

/// Where the field of a piece begins.
const fn field(piece: Piece) -> u8 {
    4 * (23 - piece.0)
}

/// The four symmetric pieces' fields.
const SYMMETRIC: u128 = {
    let (mut mask, mut i) = (0, 0);
    while i < 24 {
        if Piece(i).is_symmetric() {
            mask |= 15 << field(Piece(i));
        }
        i += 1;
    }
    mask
};

/// The three upper bits of every field: set when there are two of a kind or more.
const REPEATED: u128 = 0xeeee_eeee_eeee_eeee_eeee_eeee;

impl Bag {
    /// The bag with one piece.
    pub const fn one(piece: Piece) -> Bag {
        Bag(1 << field(piece))
    }

    /// The bag of some words; for tests and constants.
    #[cfg(test)]
    pub fn of(words: &str) -> Bag {
        let pieces = words.split_whitespace().map(Piece::parse);
        pieces.collect::<Result<Bag, Fault>>().expect("pieces")
    }

    /// How many of this piece.
    pub const fn count(self, piece: Piece) -> usize {
        (self.0 >> field(piece) & 15) as usize
    }

    /// How many pieces in all.
    pub fn len(self) -> usize {
        Piece::all().map(|p| self.count(p)).sum()
    }

    /// Whether some piece occurs more than once.
    pub const fn has_repeats(self) -> bool {
        self.0 & REPEATED != 0
    }

    /// Whether AAA, BBB, CCC or DDD is in it.
    pub const fn has_symmetric(self) -> bool {
        self.0 & SYMMETRIC != 0
    }

    /// The kinds of piece in it, in alphabetical order.
    pub fn kinds(self) -> impl Iterator<Item = (Piece, usize)> + Clone {
        Piece::all().map(move |p| (p, self.count(p))).filter(|(_, n)| *n > 0)
    }

    /// The pieces in alphabetical order, repeated ones as often as they occur.
    pub fn pieces(self) -> impl Iterator<Item = Piece> + Clone {
        self.kinds().flat_map(|(p, n)| std::iter::repeat_n(p, n))
    }

    /// How often each half-edge occurs, A to D.
    pub fn half_edges(self) -> [usize; 4] {
        let mut counts = [0; 4];
        for half in self.pieces().flat_map(Piece::word) {
            counts[half.index()] += 1;
        }
        counts
    }

    /// Whether all four half-edges occur equally often: six of each in a puzzle.
    pub fn is_balanced(self) -> bool {
        let [a, b, c, d] = self.half_edges();
        a == b && b == c && c == d
    }
}

impl Ord for Bag {
    fn cmp(&self, other: &Bag) -> std::cmp::Ordering {
        other.0.cmp(&self.0)
    }
}

impl PartialOrd for Bag {
    fn partial_cmp(&self, other: &Bag) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for Bag {
    type Output = Bag;

    fn add(self, other: Bag) -> Bag {
        Bag(self.0 + other.0)
    }
}

impl FromIterator<Piece> for Bag {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Bag {
        pieces.into_iter().map(Bag::one).fold(Bag::default(), Add::add)
    }
}

impl fmt::Display for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.pieces().map(|p| p.to_string()).collect();
        f.pad(&words.join(" "))
    }
}

impl Serialize for Bag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.pieces())
    }
}

impl fmt::Debug for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_pieces_are_symmetric_twelve_have_a_pair_and_eight_have_three_letters() {
        let mut sorts = [0; 4];
        for piece in Piece::all() {
            let mut letters = piece.word().to_vec();
            letters.sort_unstable();
            letters.dedup();
            sorts[letters.len()] += 1;
            assert_eq!(piece.is_symmetric(), letters.len() == 1);
        }
        assert_eq!(sorts, [0, 4, 12, 8]);
    }

    #[test]
    fn every_rotation_of_a_word_names_the_same_piece_and_a_reversal_may_not() {
        for piece in Piece::all() {
            for turn in 0..3 {
                assert_eq!(Piece::from_word(piece.turned(turn)), piece);
            }
        }
        assert_ne!(Piece::parse("ABC"), Piece::parse("ACB"));
        assert_eq!(Piece::parse("ddb").unwrap().to_string(), "BDD");
    }

    #[test]
    fn a_wrong_word_is_refused_at_its_place() {
        let fault = Piece::parse("AEB").unwrap_err();
        assert_eq!(fault.place(), Some(1..2));
        for (wrong, said) in [("", "empty"), ("AB", "not 2"), ("ABCD", "not 4")] {
            assert!(Piece::parse(wrong).unwrap_err().message().contains(said));
        }
    }

    #[test]
    fn bags_are_ordered_like_their_words() {
        let bags = ["AAA BDD BDD", "AAA BDD CCC", "AAD ABC ABC", "DDD DDD DDD"].map(Bag::of);
        assert!(bags.is_sorted());
    }

    #[test]
    fn a_bag_counts_its_pieces_and_half_edges() {
        let bag: Bag = Piece::all().collect();
        assert_eq!(bag.len(), 24);
        assert!(bag.is_balanced() && !bag.has_repeats() && bag.has_symmetric());
        let twice = bag + Bag::one(Piece::parse("CDD").unwrap());
        assert!(twice.has_repeats() && !twice.is_balanced());
        assert_eq!(twice.half_edges(), [18, 18, 19, 20]);
    }
}
