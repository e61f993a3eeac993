//! Labelled 2-factors of the colour multigraph.
//!
//! A *2-factor* takes exactly one edge of every cube and gives every colour degree two; a loop
//! counts twice, so a factor is a disjoint union of loops, digons and longer cycles that covers all
//! colours (de Carteblanche 1947; Jandhyala, ch. 5). With more colours than cubes the degree is at
//! most two, and paths join the cycles: a 2-matching.
//!
//! [`FactorSearch`] lists the factors of one [part](super::parts), each once. It keeps, for every
//! colour, the least and the greatest degree that the edges still open can give, strikes out every
//! edge that would push either past two until nothing changes, and only then guesses.

use petgraph::graph::{EdgeIndex, UnGraph};

use super::parts::{ALL_AXES, GraphPart};
use super::{Colour, Edge};

/// A 2-factor: one edge of every cube.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Factor {
    edges: Vec<EdgeIndex>,
}

impl Factor {
    /// The edges in the graph, in the order of their cubes.
    pub fn edges(&self) -> &[EdgeIndex] {
        &self.edges
    }
}

/// Lists the 2-factors of a colour graph, each once; with more colours than cubes, the 2-matchings
/// that take one edge of every cube.
///
/// Propagates two bounds until nothing changes, *one edge per cube* and *degree two per colour*,
/// and branches on the tightest of them. The graph may be a part of a puzzle's: edges that were
/// removed are not taken, and cubes without edges do not count.
///
/// # Complexity
/// Exponential in the worst case (the problem is NP-complete); a balanced random puzzle of 30 cubes
/// takes milliseconds, because such a graph has about ten factors at any size.
///
/// # Examples
/// ```
/// # use cubegraph_insanity::{Puzzle, two_factors};
/// let puzzle: Puzzle = "ACBDCC ACDBDC ABBCDD ABBDCD".parse()?;
/// assert_eq!(two_factors(puzzle.graph()).count(), 5);
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
pub fn two_factors(graph: &UnGraph<Colour, Edge>) -> impl Iterator<Item = Factor> + '_ {
    let part = GraphPart::whole(graph);
    let search = FactorSearch::new(&part);
    search.map(move |axes| Factor {
        edges: axes
            .iter()
            .zip(&part.indices)
            .map(|(&axis, indices)| indices[usize::from(axis)])
            .collect(),
    })
}

/// A factor of a part: the axis of the edge it takes of each cube.
pub(crate) type Axes = Vec<u8>;

/// What a step of the search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FactorStep {
    /// A factor.
    Found(Axes),
    /// This many guesses were made without a factor; the search can continue.
    Pause(u64),
    /// There are no more.
    Done,
}

/// How often [`FactorSearch::step`] pauses, in changes of the board; a guess counts for more the
/// more colours there are to choose from.
const CHANGES_PER_PAUSE: usize = 1 << 17;

/// A search for the factors of a part, resumable after every factor.
pub(super) struct FactorSearch {
    board: Board,
    guesses: Vec<Guess>,
    /// Whether everything below the present node is listed, or there is nothing below it.
    exhausted: bool,
}

/// A guess: an edge taken first, struck out when everything with it is listed.
struct Guess {
    cube: usize,
    axis: u8,
    trail: usize,
}

impl FactorSearch {
    /// A search among all edges.
    pub fn new(part: &GraphPart) -> FactorSearch {
        FactorSearch::among(part, &part.axes)
    }

    /// A search among some edges only: bit a of `open[k]` says whether the edge of axis a of cube k
    /// may be taken.
    pub fn among(part: &GraphPart, open: &[u8]) -> FactorSearch {
        let mut board = Board::new(part);
        let consistent = !part.has_too_few_colours() && board.begin(open);
        FactorSearch { board, guesses: Vec::new(), exhausted: !consistent }
    }

    /// Continues to the next factor, or for a few thousand guesses.
    pub fn step(&mut self) -> FactorStep {
        let mut guesses = 0;
        self.board.changes = 0;
        while self.board.changes < CHANGES_PER_PAUSE {
            while self.exhausted {
                let Some(guess) = self.guesses.pop() else {
                    return FactorStep::Done;
                };
                self.board.undo(guess.trail);
                self.exhausted = !self.board.strike(guess.cube, 1 << guess.axis);
            }
            let Some((cube, axis)) = self.board.choice() else {
                self.exhausted = true;
                return FactorStep::Found(self.board.factor());
            };
            guesses += 1;
            self.board.changes += self.board.least.len() / 8;
            self.guesses.push(Guess { cube, axis, trail: self.board.trail.len() });
            self.exhausted = !self.board.strike(cube, ALL_AXES & !(1 << axis));
        }
        FactorStep::Pause(guesses)
    }

    /// What is settled before the first guess: the edges of each cube that are still open, or
    /// `None` if there is no factor.
    pub fn open(&self) -> Option<&[u8]> {
        (!self.exhausted).then_some(&self.board.open[..])
    }
}

impl Iterator for FactorSearch {
    type Item = Axes;

    /// The next factor, however long it takes.
    fn next(&mut self) -> Option<Axes> {
        loop {
            match self.step() {
                FactorStep::Found(factor) => return Some(factor),
                FactorStep::Pause(_) => {}
                FactorStep::Done => return None,
            }
        }
    }
}

/// What a cube can add to the degree of a colour that it shows, in tables over the sets of open
/// axes.
struct Contact {
    colour: usize,
    /// How much each axis adds.
    adds: [u8; 3],
    /// The least of what the open axes add.
    low: [u8; 8],
    /// The greatest of what the open axes add.
    high: [u8; 8],
    /// The axes that add at least this much.
    adding: [u8; 4],
}

impl Contact {
    fn new(colour: usize, adds: [u8; 3]) -> Contact {
        let open_adds = |open: usize| {
            (0..3).filter(move |axis| open >> axis & 1 == 1).map(move |axis| adds[axis])
        };
        Contact {
            colour,
            adds,
            low: std::array::from_fn(|open| open_adds(open).min().unwrap_or(0)),
            high: std::array::from_fn(|open| open_adds(open).max().unwrap_or(0)),
            adding: std::array::from_fn(|least| {
                (0..3).filter(|&axis| usize::from(adds[axis]) >= least).map(|axis| 1 << axis).sum()
            }),
        }
    }

    /// The axes that add more than `most` or less than `least`.
    fn outside(&self, least: u32, most: u32) -> u8 {
        let at_least = |bound: u32| self.adding.get(bound as usize).copied().unwrap_or(0);
        at_least(most + 1) | (ALL_AXES & !at_least(least))
    }
}

/// The first open axis.
fn first_axis(open: u8) -> u8 {
    (0..3).find(|axis| open >> axis & 1 == 1).unwrap_or(0)
}

/// The edges still open, and the degrees they allow.
struct Board {
    exact: bool,
    /// The contacts of all cubes, cube by cube.
    contacts: Vec<Contact>,
    /// For every cube, where its contacts begin; and the end of the last.
    first_contact: Vec<usize>,
    /// For every colour, the cubes that show it and the contact there, colour by colour.
    shown_by: Vec<(usize, usize)>,
    /// For every colour, where its cubes begin; and the end of the last.
    first_shown: Vec<usize>,
    /// For every cube, a bit for each edge that may be taken.
    open: Vec<u8>,
    /// For every colour, the least degree the open edges can give.
    least: Vec<u32>,
    /// For every colour, the greatest degree the open edges can give.
    greatest: Vec<u32>,
    /// Cubes whose edges were struck out, with the bits before.
    trail: Vec<(usize, u8)>,
    /// Colours to look at again.
    queue: Vec<usize>,
    queued: Vec<bool>,
    /// How often edges were struck out since the last pause.
    changes: usize,
}

impl Board {
    fn new(part: &GraphPart) -> Board {
        let colours = part.colours.len();
        let mut contacts: Vec<Contact> = Vec::with_capacity(6 * part.edges.len());
        let mut first_contact = vec![0];
        let mut cubes_of = vec![Vec::new(); colours];
        for (cube, edges) in part.edges.iter().enumerate() {
            let mut shown: Vec<(usize, [u8; 3])> = Vec::with_capacity(6);
            for axis in part.axes_of(cube) {
                for colour in edges[axis] {
                    let known = shown.iter().position(|contact| contact.0 == colour);
                    let contact = known.unwrap_or_else(|| {
                        shown.push((colour, [0; 3]));
                        shown.len() - 1
                    });
                    shown[contact].1[axis] += 1;
                }
            }
            for (colour, adds) in shown {
                cubes_of[colour].push((cube, contacts.len()));
                contacts.push(Contact::new(colour, adds));
            }
            first_contact.push(contacts.len());
        }
        let mut least = vec![0; colours];
        let mut greatest = vec![0; colours];
        for contact in &contacts {
            least[contact.colour] += u32::from(contact.low[usize::from(ALL_AXES)]);
            greatest[contact.colour] += u32::from(contact.high[usize::from(ALL_AXES)]);
        }
        let mut first_shown = vec![0];
        for cubes in &cubes_of {
            first_shown.push(first_shown[first_shown.len() - 1] + cubes.len());
        }
        Board {
            exact: part.is_exact(),
            contacts,
            first_contact,
            shown_by: cubes_of.concat(),
            first_shown,
            open: vec![ALL_AXES; part.edges.len()],
            least,
            greatest,
            trail: Vec::new(),
            queue: Vec::new(),
            queued: vec![false; colours],
            changes: 0,
        }
    }

    /// Opens only some edges and draws the first conclusions. Returns whether a factor may exist.
    fn begin(&mut self, open: &[u8]) -> bool {
        for colour in 0..self.queued.len() {
            self.queued[colour] = true;
            self.queue.push(colour);
        }
        for (cube, &open) in open.iter().enumerate() {
            if !self.close(cube, ALL_AXES & !open) {
                return false;
            }
        }
        self.propagate()
    }

    /// Strikes out edges of a cube and draws all conclusions. Returns whether a factor may still
    /// exist.
    fn strike(&mut self, cube: usize, axes: u8) -> bool {
        self.close(cube, axes) && self.propagate()
    }

    /// Strikes out edges of a cube and updates the degrees.
    fn close(&mut self, cube: usize, axes: u8) -> bool {
        let before = self.open[cube];
        let after = before & !axes;
        if after == before {
            return true;
        }
        if after == 0 {
            return false;
        }
        self.changes += 1;
        self.trail.push((cube, before));
        self.change::<true>(cube, after);
        true
    }

    /// Sets the open edges of a cube, updates the degrees, and notes the colours whose degrees
    /// changed.
    fn change<const NOTE: bool>(&mut self, cube: usize, after: u8) {
        let before = usize::from(std::mem::replace(&mut self.open[cube], after));
        let after = usize::from(after);
        for contact in &self.contacts[self.first_contact[cube]..self.first_contact[cube + 1]] {
            let (low, high) = (&contact.low, &contact.high);
            if low[before] == low[after] && high[before] == high[after] {
                continue;
            }
            let colour = contact.colour;
            self.least[colour] =
                self.least[colour] + u32::from(low[after]) - u32::from(low[before]);
            self.greatest[colour] =
                self.greatest[colour] + u32::from(high[after]) - u32::from(high[before]);
            if NOTE && !self.queued[colour] {
                self.queued[colour] = true;
                self.queue.push(colour);
            }
        }
    }

    /// Strikes out, until nothing changes, every edge with which a colour would have more than two
    /// ends, or fewer where it needs two.
    fn propagate(&mut self) -> bool {
        while let Some(colour) = self.queue.pop() {
            self.queued[colour] = false;
            if !self.settle(colour) {
                while let Some(colour) = self.queue.pop() {
                    self.queued[colour] = false;
                }
                return false;
            }
        }
        true
    }

    fn settle(&mut self, colour: usize) -> bool {
        let needed = if self.exact { 2 } else { 0 };
        for index in self.first_shown[colour]..self.first_shown[colour + 1] {
            let (least, greatest) = (self.least[colour], self.greatest[colour]);
            if least > 2 || greatest < needed {
                return false;
            }
            if greatest <= 2 && least >= needed {
                return true;
            }
            let (cube, contact) = self.shown_by[index];
            let open = self.open[cube];
            let contact = &self.contacts[contact];
            let (low, high) = (contact.low[usize::from(open)], contact.high[usize::from(open)]);
            if low < high {
                // What the others add at least and at most leaves this for the cube.
                let most = 2 + u32::from(low) - least;
                let fewest = (needed + u32::from(high)).saturating_sub(greatest);
                let bad = contact.outside(fewest, most);
                if !self.close(cube, bad) {
                    return false;
                }
            }
        }
        let (least, greatest) = (self.least[colour], self.greatest[colour]);
        least <= 2 && greatest >= needed
    }

    /// Takes back everything after a point of the trail.
    fn undo(&mut self, to: usize) {
        while self.trail.len() > to {
            let (cube, before) = self.trail.pop().expect("longer than `to`");
            self.change::<false>(cube, before);
        }
    }

    /// The edge to guess next: at the colour with the least freedom, of the cube with the least
    /// freedom. `None` when every cube has one edge left.
    fn choice(&self) -> Option<(usize, u8)> {
        let freedom = |colour: usize| self.greatest[colour] - self.least[colour];
        let tightest = (0..self.least.len())
            .filter(|&colour| freedom(colour) > 0)
            .min_by_key(|&colour| freedom(colour));
        let Some(colour) = tightest else {
            // Edges between the same colours differ by their labels alone.
            let cube = self.open.iter().position(|open| open.count_ones() > 1)?;
            return Some((cube, first_axis(self.open[cube])));
        };
        self.shown_by[self.first_shown[colour]..self.first_shown[colour + 1]]
            .iter()
            .filter(|&&(cube, contact)| {
                let open = usize::from(self.open[cube]);
                self.contacts[contact].low[open] < self.contacts[contact].high[open]
            })
            .min_by_key(|&&(cube, _)| self.open[cube].count_ones())
            .map(|&(cube, contact)| {
                let adds = self.contacts[contact].adds;
                let open = (0..3u8).filter(|axis| self.open[cube] >> axis & 1 == 1);
                (cube, open.max_by_key(|&axis| adds[usize::from(axis)]).unwrap_or(0))
            })
    }

    fn factor(&self) -> Axes {
        self.open.iter().map(|&open| first_axis(open)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Puzzle;
    use super::super::parts::parts_of;
    use super::*;

    #[test]
    fn small_puzzles_have_their_numbers_of_factors() {
        for (text, factors) in [
            // The instances of the documents.
            ("GW,BW,BR BB,GW,RG RW,RG,BW RR,GW,BR", 3),
            ("ACBDCC ACDBDC ABBCDD ABBDCD", 5),
            ("AEDDEA BBCBDC ADBDCA BDABAE EEEBCD", 5),
            (&*["AB,CD,EF"; 6].join(" "), 90),
            // A colour on one face alone.
            ("AAAAAB AAAAAA", 0),
            // Loops and parallel edges are told apart by their labels.
            ("AA,AA,AA", 3),
            ("AA,AB,AB BB,AB,AB", 5),
            // With more colours than cubes paths are factors.
            ("AB,CD,EF", 3),
            ("AA,CD,EF AA,CD,EF", 8),
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let parts = parts_of(puzzle.graph());
            let by_parts: usize =
                parts.iter().map(|part| FactorSearch::new(part).count()).product();
            assert_eq!(two_factors(puzzle.graph()).count(), factors, "{text}");
            assert_eq!(by_parts, factors, "{text}");
        }
    }

    #[test]
    fn a_factor_does_not_take_an_edge_that_was_removed() {
        let puzzle: Puzzle = "ACBDCC ACDBDC ABBCDD ABBDCD".parse().unwrap();
        let all: Vec<Factor> = two_factors(puzzle.graph()).collect();
        for edge in puzzle.graph().edge_indices() {
            let mut graph = puzzle.graph().clone();
            let label = graph[edge];
            graph.remove_edge(edge);
            let with = all.iter().filter(|factor| factor.edges().contains(&edge));
            assert_eq!(two_factors(&graph).count(), all.len() - with.count());
            for factor in two_factors(&graph) {
                assert!(factor.edges().iter().all(|&other| graph[other] != label));
            }
        }
    }
}
