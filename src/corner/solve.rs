//! All assemblies of eight pieces, up to turning the cube as a whole.
//!
//! One piece is fixed in the first corner in one turn, since some turn of the cube brings it there. The other corners are filled in an order
//! in which nearly every corner has two neighbours before it, and a piece goes in where its half-edges fit theirs.
//!
//! Pieces with the same word cannot be told apart, nor the turns of AAA, BBB, CCC, DDD. Assemblies that look the same
//! are one assembly: an assembly *is* its [`Pattern`], up to the 24 turns of the cube.

use rustc_hash::FxHashSet;

use super::graph::{Axis, Corner, Pattern};
use super::loops;
use super::piece::{Bag, HalfEdge, Piece, Word};

/// The corners in the order of filling: the bottom ring, then the top ring above it.
const ORDER: [usize; 8] = [0, 1, 3, 2, 4, 5, 7, 6];

/// Why a bag has no assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The half-edges cannot be paired: A needs D, and B needs C.
    Unpaired {
        /// How many of A, B, C, D.
        half_edges: [usize; 4],
    },
    /// No four pieces make a ring, so no face of a cube can be built.
    NoLoop,
    /// Everything was tried: so many pieces were set down, and no way to set down eight.
    Searched {
        /// How often a piece that fits was set down.
        steps: u64,
    },
}

/// All assemblies of a bag of eight pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// One pattern for each assembly, as it is turned to have the first piece of the bag in the first corner; in ascending order.
    pub assemblies: Vec<Pattern>,
    /// How many of the 4¹² patterns are cut into these pieces: the sum over the assemblies of how many of the 24 turns look different.
    pub patterns: usize,
    /// How often a piece that fits was set down.
    pub steps: u64,
}

/// A half-edge for every corner and axis, while the corners are filled.
struct Search {
    kinds: Vec<(Placed, usize)>,
    half_edges: [[HalfEdge; 3]; 8],
    found: Vec<Pattern>,
    steps: u64,
}

/// The half-edges by axis of a piece in each of its turns, at even and at odd corners.
type Placed = Vec<[[HalfEdge; 3]; 2]>;

/// Sorts a word that was read in a corner of that parity by axis.
const fn by_axis(word: Word, even: bool) -> [HalfEdge; 3] {
    if even {
        word
    } else {
        [word[0], word[2], word[1]]
    }
}

fn placed(piece: Piece) -> Placed {
    piece
        .turns()
        .map(|turn| [true, false].map(|even| by_axis(piece.turned(turn), even)))
        .collect()
}

impl Search {
    /// Whether a piece fits its neighbours that are there already.
    fn fits(&self, depth: usize, by_axis: [HalfEdge; 3]) -> bool {
        let corner = Corner::ALL[ORDER[depth]];
        Axis::ALL.iter().all(|&axis| {
            let neighbour = corner.along(axis).index();
            !ORDER[..depth].contains(&neighbour)
                || self.half_edges[neighbour][axis.index()] == by_axis[axis.index()].partner()
        })
    }

    fn fill(&mut self, depth: usize) {
        if depth == 8 {
            self.found.push(self.pattern());
            return;
        }
        let corner = Corner::ALL[ORDER[depth]];
        for kind in 0..self.kinds.len() {
            if self.kinds[kind].1 == 0 {
                continue;
            }
            self.kinds[kind].1 -= 1;
            for turn in 0..self.kinds[kind].0.len() {
                let by_axis = self.kinds[kind].0[turn][usize::from(!corner.is_even())];
                if self.fits(depth, by_axis) {
                    self.steps += 1;
                    self.half_edges[corner.index()] = by_axis;
                    self.fill(depth + 1);
                }
            }
            self.kinds[kind].1 += 1;
        }
    }

    fn pattern(&self) -> Pattern {
        let mut number = 0;
        for bar in super::graph::Bar::all() {
            let [even, _] = bar.ends();
            let half = self.half_edges[even.index()][bar.axis().index()];
            number |= u32::from(half as u8) << (2 * bar.index());
        }
        Pattern::from_number(number)
    }
}

/// Lists the assemblies of a bag of eight pieces, each once up to turning the cube.
///
/// # Arguments
/// * `bag` - eight pieces; repeated and symmetric ones are welcome.
///
/// # Returns
/// The assemblies and what they count; a bag of another size has none.
///
/// # Complexity
/// Some hundred steps for a bag of eight different pieces, tens of microseconds.
///
/// # Examples
/// ```
/// # use cubegraph::corner::{Bag, Piece, solve};
/// let made: Bag = "AAD ACB ACD ADB ADD BBC BCC BDC".split(' ').map(|w| Piece::parse(w).unwrap()).collect();
/// assert_eq!(solve(made).assemblies.len(), 1);
/// ```
///
/// # Reference
/// van Kreveld, *The results*: this is the puzzle he made.
pub fn solve(bag: Bag) -> Solved {
    let nothing = Solved {
        assemblies: Vec::new(),
        patterns: 0,
        steps: 0,
    };
    let [a, b, c, d] = bag.half_edges();
    if bag.len() != 8 || a != d || b != c {
        return nothing;
    }
    // The rarest piece that has three different turns is fixed: then most often every assembly is met exactly once.
    let Some((anchor, copies)) = bag.kinds().min_by_key(|(p, n)| (*n, p.is_symmetric())) else {
        return nothing;
    };
    let mut search = Search {
        kinds: bag
            .kinds()
            .map(|(p, n)| (placed(p), n - usize::from(p == anchor)))
            .collect(),
        half_edges: [[HalfEdge::A; 3]; 8],
        found: Vec::new(),
        steps: 1,
    };
    search.half_edges[0] = by_axis(anchor.word(), true);
    search.fill(1);
    let met_once = copies == 1 && !anchor.is_symmetric();
    finish(bag, search, met_once)
}

/// Keeps one pattern of each assembly, turned so that the first piece of the bag is in the first corner.
fn finish(bag: Bag, search: Search, met_once: bool) -> Solved {
    let mut patterns = 0;
    let mut seen = FxHashSet::default();
    let mut assemblies = Vec::with_capacity(search.found.len());
    for pattern in search.found {
        if met_once {
            // A turn that keeps the look keeps the corner of a piece that occurs once, and a piece with three turns there.
            patterns += 24;
        } else {
            let (canonical, looks) = pattern.canonical();
            if !seen.insert(canonical) {
                continue;
            }
            patterns += looks;
        }
        assemblies.push(presented(bag, pattern));
    }
    assemblies.sort_unstable();
    Solved {
        assemblies,
        patterns,
        steps: search.steps,
    }
}

/// The turned version to show: the first piece of the bag in the first corner, as its name reads; the least number among those.
fn presented(bag: Bag, pattern: Pattern) -> Pattern {
    let first = bag.pieces().next().map(Piece::word);
    crate::cube::Rotation::all()
        .map(|r| pattern.rotated(r))
        .filter(|p| Some(p.word(Corner::ALL[0])) == first)
        .min()
        .unwrap_or(pattern)
}

/// Where one piece sits in an assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The corner.
    pub corner: Corner,
    /// Which of the given pieces, from 0.
    pub number: usize,
    /// The piece.
    pub piece: Piece,
    /// Which letter of the piece's name (0, 1, 2) lies along x.
    pub turn: usize,
}

/// Says which of the given pieces sits where; of equal pieces the first one given that is still free.
pub fn seats(pieces: &[Piece], pattern: Pattern) -> Vec<Seat> {
    let mut free = vec![true; pieces.len()];
    Corner::ALL
        .into_iter()
        .filter_map(|corner| {
            let word = pattern.word(corner);
            let piece = Piece::from_word(word);
            let number = (0..pieces.len()).find(|i| free[*i] && pieces[*i] == piece)?;
            free[number] = false;
            let turn = piece.turns().find(|t| piece.turned(*t) == word)?;
            Some(Seat {
                corner,
                number,
                piece,
                turn,
            })
        })
        .collect()
}

/// Says why a bag cannot be assembled; none if it can.
pub fn unsolvable_because(bag: Bag, solved: &Solved) -> Option<Reason> {
    if !solved.assemblies.is_empty() {
        return None;
    }
    let half_edges @ [a, b, c, d] = bag.half_edges();
    Some(if a != d || b != c {
        Reason::Unpaired { half_edges }
    } else if loops::count(bag) == 0 {
        Reason::NoLoop
    } else {
        Reason::Searched {
            steps: solved.steps,
        }
    })
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Unpaired { half_edges } => {
                let [a, b, c, d] = half_edges;
                let unequal = match (a == d, b == c) {
                    (false, false) => format!(
                        "A and D must be equally many, as must B and C, and there are {a} A, {d} D, {b} B and {c} C"
                    ),
                    (false, true) => format!(
                        "A fits D alone, so they must be equally many, and there are {a} A and {d} D"
                    ),
                    _ => format!(
                        "B fits C alone, so they must be equally many, and there are {b} B and {c} C"
                    ),
                };
                f.write_str(&unequal)
            }
            Reason::NoLoop => {
                f.write_str("no four of the pieces make a ring, so not even one face can be built")
            }
            Reason::Searched { steps } => write!(
                f,
                "the half-edges can be paired, but every way was tried ({steps} pieces set down where they fit) and none comes to eight"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bag(words: &str) -> Bag {
        words
            .split_whitespace()
            .map(|w| Piece::parse(w).unwrap())
            .collect()
    }

    #[test]
    fn the_puzzle_that_was_made_has_one_assembly() {
        let made = bag("AAD ACB ACD ADB ADD BBC BCC BDC");
        let solved = solve(made);
        assert_eq!((solved.assemblies.len(), solved.patterns), (1, 24));
        assert_eq!(solved.assemblies[0].bag(), made);
        assert_eq!(
            solved.assemblies[0].word(Corner::ALL[0]),
            made.pieces().next().unwrap().word()
        );
    }

    #[test]
    fn look_alike_assemblies_of_equal_pieces_are_one() {
        // Every bar is cut AD with the A at its even end: four AAA and four DDD, and only two patterns look like that.
        let solved = solve(bag("AAA AAA AAA AAA DDD DDD DDD DDD"));
        assert_eq!((solved.assemblies.len(), solved.patterns), (1, 2));
    }

    #[test]
    fn an_unsolvable_bag_says_why() {
        let why = |words| {
            let bag = bag(words);
            unsolvable_because(bag, &solve(bag))
        };
        assert!(matches!(
            why("AAA AAB AAC AAD ABB ABC ABD ACB"),
            Some(Reason::Unpaired { .. })
        ));
        assert_eq!(why("AAD ACB ACD ADB ADD BBC BCC BDC"), None);
    }
}
