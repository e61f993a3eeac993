//! All assemblies of eight corner pieces, up to turning the cube as a whole.
//!
//! Depth-first search on Q₃. One piece is fixed in the first corner in one turn, since some turn of
//! the cube brings it there. The other corners are filled in an order in which nearly every corner
//! has two neighbours before it, and a piece goes in where its half-edges fit theirs.
//!
//! Pieces with the same word cannot be told apart, nor the turns of AAA, BBB, CCC, DDD. Assemblies
//! that look the same are one assembly: an assembly *is* its [`Pattern`], up to the 24 turns of the
//! cube.

use rustc_hash::FxHashSet;

use super::graph::{CubeGraph, Place, of_rule};
use super::pattern::{Bar, Corner, Pattern};
use super::piece::{Bag, HalfEdge, Piece, Word};
use super::rule::Rule;
use cubegraph_core::cube::Rotation;

/// The corners in the order of filling: the bottom ring, then the top ring above it.
const ORDER: [usize; 8] = [0, 1, 3, 2, 4, 5, 7, 6];

/// All assemblies of a bag of eight pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CornerAssemblies {
    /// One pattern for each assembly, turned to have the first piece of the bag in the first
    /// corner; in ascending order.
    pub patterns: Vec<Pattern>,
    /// How many of the 4¹² patterns are cut into these pieces: the sum over the assemblies of how
    /// many of the 24 turns look different.
    pub looks: usize,
    /// How often a piece that fits was set down.
    pub steps: u64,
}

/// A corner to fill, and its neighbours that are filled before it, each with the axis of the bar
/// between the two.
#[derive(Clone, Copy, Default)]
struct CornerStep {
    corner: usize,
    odd: usize,
    before: [(usize, usize); 3],
    count: usize,
}

/// Q₃ as flat arrays, corner by corner in the order of filling: the only place that reads the
/// graph.
fn compile(graph: &CubeGraph) -> [CornerStep; 8] {
    let mut steps = [CornerStep::default(); 8];
    for (depth, &corner) in ORDER.iter().enumerate() {
        steps[depth].corner = corner;
        steps[depth].odd = usize::from(!Corner::ALL[corner].is_even());
    }
    let depth_of = |corner: usize| ORDER.iter().position(|c| *c == corner).unwrap_or_default();
    for edge in graph.raw_edges() {
        let Place::Bar(bar) = edge.weight.at else {
            continue;
        };
        let (one, other) = (edge.source().index(), edge.target().index());
        let (early, late) =
            if depth_of(one) < depth_of(other) { (one, other) } else { (other, one) };
        let step = &mut steps[depth_of(late)];
        step.before[step.count] = (bar.axis().index(), early);
        step.count += 1;
    }
    steps
}

/// The half-edges by axis of a piece in each of its turns, at even and at odd corners.
type Turns = Vec<[[HalfEdge; 3]; 2]>;

struct CornerSearch {
    order: [CornerStep; 8],
    kinds: Vec<(Turns, usize)>,
    /// A half-edge for every corner and axis, while the corners are filled.
    half_edges: [[HalfEdge; 3]; 8],
    found: Vec<Pattern>,
    steps: u64,
}

/// Sorts a word that was read in a corner of that parity by axis.
const fn by_axis(word: Word, even: bool) -> [HalfEdge; 3] {
    if even { word } else { [word[0], word[2], word[1]] }
}

fn turns(piece: Piece) -> Turns {
    piece.turns().map(|turn| [true, false].map(|even| by_axis(piece.turned(turn), even))).collect()
}

impl CornerSearch {
    /// Whether a piece fits its neighbours that are there already.
    fn fits(&self, step: &CornerStep, by_axis: [HalfEdge; 3]) -> bool {
        step.before[..step.count]
            .iter()
            .all(|&(axis, neighbour)| self.half_edges[neighbour][axis] == by_axis[axis].partner())
    }

    fn fill(&mut self, depth: usize) {
        let Some(&step) = self.order.get(depth) else {
            self.found.push(self.pattern());
            return;
        };
        for kind in 0..self.kinds.len() {
            if self.kinds[kind].1 == 0 {
                continue;
            }
            self.kinds[kind].1 -= 1;
            for turn in 0..self.kinds[kind].0.len() {
                let by_axis = self.kinds[kind].0[turn][step.odd];
                if self.fits(&step, by_axis) {
                    self.steps += 1;
                    self.half_edges[step.corner] = by_axis;
                    self.fill(depth + 1);
                }
            }
            self.kinds[kind].1 += 1;
        }
    }

    fn pattern(&self) -> Pattern {
        let mut number = 0;
        for bar in Bar::ALL {
            let [even, _] = bar.ends();
            let half = self.half_edges[even.index()][bar.axis().index()];
            number |= u32::from(half as u8) << (2 * bar.index());
        }
        Pattern::from_number(number)
    }
}

/// Lists the assemblies of a bag of eight pieces, each once up to turning the cube; repeated and
/// symmetric pieces are welcome. A bag of another size has none.
///
/// # Complexity
/// Some hundred steps for eight different pieces, tens of microseconds.
///
/// # Reference
/// van Kreveld, *The results*.
pub fn assemblies_of(bag: Bag) -> CornerAssemblies {
    let [a, b, c, d] = bag.half_edges();
    if bag.len() != 8 || a != d || b != c {
        return CornerAssemblies::default();
    }
    // The rarest piece that has three different turns is fixed: then most often every assembly is
    // met exactly once.
    let Some((anchor, copies)) = bag.kinds().min_by_key(|(p, n)| (*n, p.is_symmetric())) else {
        return CornerAssemblies::default();
    };
    let mut search = CornerSearch {
        order: compile(of_rule(Rule::Corners)),
        kinds: bag.kinds().map(|(p, n)| (turns(p), n - usize::from(p == anchor))).collect(),
        half_edges: [[HalfEdge::A; 3]; 8],
        found: Vec::new(),
        steps: 1,
    };
    search.half_edges[ORDER[0]] = by_axis(anchor.word(), true);
    search.fill(1);
    let met_once = copies == 1 && !anchor.is_symmetric();
    finish(bag, search, met_once)
}

/// Keeps one pattern of each assembly, turned so that the first piece of the bag is in the first
/// corner.
fn finish(bag: Bag, search: CornerSearch, met_once: bool) -> CornerAssemblies {
    let mut found = CornerAssemblies { steps: search.steps, ..CornerAssemblies::default() };
    let mut seen = FxHashSet::default();
    for pattern in search.found {
        if met_once {
            // A turn that keeps the look keeps the corner of a piece that occurs once, and a piece
            // with three turns there.
            found.looks += 24;
        } else {
            let (canonical, looks) = pattern.canonical();
            if !seen.insert(canonical) {
                continue;
            }
            found.looks += looks;
        }
        found.patterns.push(presented(bag, pattern));
    }
    found.patterns.sort_unstable();
    found
}

/// The turned version to show: the first piece of the bag in the first corner, as its name reads;
/// the least number among those.
fn presented(bag: Bag, pattern: Pattern) -> Pattern {
    let first = bag.pieces().next().map(Piece::word);
    Rotation::all()
        .map(|r| pattern.rotated(r))
        .filter(|p| Some(p.word(Corner::ALL[0])) == first)
        .min()
        .unwrap_or(pattern)
}

/// Says why a bag cannot be assembled, in a sentence; none if it can.
pub fn unsolvable_because(bag: Bag, found: &CornerAssemblies, loops: usize) -> Option<String> {
    if !found.patterns.is_empty() {
        return None;
    }
    let ([a, b, c, d], steps) = (bag.half_edges(), found.steps);
    Some(match (a == d, b == c) {
        (false, false) => format!(
            "there must be as many A as D and as many B as C, \
             but there are {a} A, {d} D, {b} B and {c} C"
        ),
        (false, true) => format!(
            "A fits only D, so there must be as many of each, but there are {a} A and {d} D"
        ),
        (true, false) => format!(
            "B fits only C, so there must be as many of each, but there are {b} B and {c} C"
        ),
        _ if loops == 0 => {
            "no four of the pieces make a ring, so not even one face can be built".to_owned()
        }
        _ => format!(
            "the half-edges can be paired, but every way was tried ({steps} pieces set down \
             where they fit) and none comes to eight"
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::super::loops;
    use super::*;

    #[test]
    fn the_compiled_arrays_hold_every_bar_once() {
        let steps = compile(of_rule(Rule::Corners));
        assert_eq!(steps.iter().map(|s| s.count).sum::<usize>(), 12);
        assert_eq!(steps.map(|s| s.count), [0, 1, 1, 2, 1, 2, 2, 3]);
    }

    #[test]
    fn the_puzzle_that_was_made_has_one_assembly() {
        let made = Bag::of("AAD ACB ACD ADB ADD BBC BCC BDC");
        let found = assemblies_of(made);
        assert_eq!((found.patterns.len(), found.looks), (1, 24));
        assert_eq!(found.patterns[0].bag(), made);
        let first = found.patterns[0].word(Corner::ALL[0]);
        assert_eq!(first, made.pieces().next().unwrap().word());
    }

    #[test]
    fn look_alike_assemblies_of_equal_pieces_are_one() {
        // Every bar is cut AD with the A at its even end: four AAA and four DDD, and only two
        // patterns look like that.
        let found = assemblies_of(Bag::of("AAA AAA AAA AAA DDD DDD DDD DDD"));
        assert_eq!((found.patterns.len(), found.looks), (1, 2));
    }

    #[test]
    fn an_unsolvable_bag_says_why() {
        let why = |words| {
            let bag = Bag::of(words);
            unsolvable_because(bag, &assemblies_of(bag), loops::count(bag))
        };
        let unpaired = why("AAA AAB AAC AAD ABB ABC ABD ACB").unwrap();
        assert!(unpaired.contains("as many A as D"), "{unpaired}");
        assert_eq!(why("AAD ACB ACD ADB ADD BBC BCC BDC"), None);
    }
}
