//! Labelled 2-factors of the colour multigraph.
//!
//! A *2-factor* takes exactly one edge of every cube and gives every colour degree two; a loop counts twice, so a factor is a
//! disjoint union of loops, digons and longer cycles that covers all colours. With more colours than cubes the degree is at
//! most two, and paths join the cycles (de Carteblanche 1947; Jandhyala, ch. 5).
//!
//! [`Search`] lists the factors of one [part](super::parts), each once. It keeps, for every colour, the least and the greatest
//! degree that the edges still open can give, strikes out every edge that would push either past two until nothing changes
//! any more, and only then guesses.

use super::parts::Part;

/// One edge of every cube of a part, as indices of [`Axis::ALL`](super::Axis::ALL).
pub type Factor = Vec<u8>;

/// All three edges of a cube still open.
pub const OPEN: u8 = 0b111;

/// What a step of the search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A factor.
    Found(Factor),
    /// So many guesses were made without a factor; go on when it suits.
    Pause,
    /// There are no more.
    Done,
}

/// How often [`Search::step`] pauses, in guesses.
const GUESSES_PER_PAUSE: u32 = 4096;

/// A search for the factors of a part, resumable after every factor.
///
/// # Complexity
/// Exponential in the worst case (the problem is NP-complete); a balanced random puzzle of 30 cubes takes milliseconds,
/// because such a graph has about ten factors at any size.
///
/// # Examples
/// ```
/// # use cubegraph::insanity::{Puzzle, factors::Search, parts::parts_of};
/// let puzzle = Puzzle::from_text("ACBDCC ACDBDC ABBCDD ABBDCD").unwrap();
/// let parts = parts_of(&puzzle);
/// assert_eq!(Search::new(&parts[0]).count(), 5);
/// ```
pub struct Search<'a> {
    board: Board<'a>,
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

impl<'a> Search<'a> {
    /// A search among all edges.
    pub fn new(part: &'a Part) -> Search<'a> {
        Search::among(part, &vec![OPEN; part.cubes.len()])
    }

    /// A search among some edges only: bit a of `open[k]` says whether the edge of axis a of cube k may be taken.
    pub fn among(part: &'a Part, open: &[u8]) -> Search<'a> {
        let mut board = Board::new(part);
        let consistent = !part.has_too_few_colours() && board.begin(open);
        Search {
            board,
            guesses: Vec::new(),
            exhausted: !consistent,
        }
    }

    /// Goes on to the next factor, or for a few thousand guesses.
    pub fn step(&mut self) -> Step {
        for _ in 0..GUESSES_PER_PAUSE {
            while self.exhausted {
                let Some(guess) = self.guesses.pop() else {
                    return Step::Done;
                };
                self.board.undo(guess.trail);
                self.exhausted = !self.board.strike(guess.cube, 1 << guess.axis);
            }
            let Some((cube, axis)) = self.board.choice() else {
                self.exhausted = true;
                return Step::Found(self.board.factor());
            };
            self.guesses.push(Guess {
                cube,
                axis,
                trail: self.board.trail.len(),
            });
            self.exhausted = !self.board.strike(cube, OPEN & !(1 << axis));
        }
        Step::Pause
    }

    /// What is settled before the first guess: the edges of each cube that are still open, or `None` if there is no factor.
    pub fn open(&self) -> Option<&[u8]> {
        (!self.exhausted).then_some(&self.board.open[..])
    }
}

impl Iterator for Search<'_> {
    type Item = Factor;

    /// The next factor, however long it takes.
    fn next(&mut self) -> Option<Factor> {
        loop {
            match self.step() {
                Step::Found(factor) => return Some(factor),
                Step::Pause => {}
                Step::Done => return None,
            }
        }
    }
}

/// How much each axis of a cube adds to the degree of a colour that the cube shows.
struct Contact {
    colour: usize,
    adds: [u8; 3],
}

/// The least and greatest of what the open axes add. There is always an open axis.
fn range(adds: [u8; 3], open: u8) -> (u8, u8) {
    let mut least = u8::MAX;
    let mut greatest = 0;
    for (axis, &add) in adds.iter().enumerate() {
        if open >> axis & 1 == 1 {
            least = least.min(add);
            greatest = greatest.max(add);
        }
    }
    (least, greatest)
}

/// The first open axis.
fn first_axis(open: u8) -> u8 {
    (0..3).find(|axis| open >> axis & 1 == 1).unwrap_or(0)
}

/// The edges still open, and the degrees they allow.
struct Board<'a> {
    part: &'a Part,
    /// For every cube, the colours it shows.
    contacts: Vec<Vec<Contact>>,
    /// For every colour, the cubes that show it, with the index of the contact.
    cubes_of: Vec<Vec<(usize, usize)>>,
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
}

impl<'a> Board<'a> {
    fn new(part: &'a Part) -> Board<'a> {
        let colours = part.colours.len();
        let mut contacts = Vec::with_capacity(part.edges.len());
        let mut cubes_of = vec![Vec::new(); colours];
        let mut least = vec![0; colours];
        let mut greatest = vec![0; colours];
        for (cube, edges) in part.edges.iter().enumerate() {
            let mut shown: Vec<Contact> = Vec::with_capacity(6);
            for (axis, &colour) in edges
                .iter()
                .enumerate()
                .flat_map(|(axis, ends)| ends.iter().map(move |end| (axis, end)))
            {
                let known = shown.iter().position(|c| c.colour == colour);
                let contact = known.unwrap_or_else(|| {
                    shown.push(Contact {
                        colour,
                        adds: [0; 3],
                    });
                    shown.len() - 1
                });
                shown[contact].adds[axis] += 1;
            }
            for (index, contact) in shown.iter().enumerate() {
                cubes_of[contact.colour].push((cube, index));
                let (low, high) = range(contact.adds, OPEN);
                least[contact.colour] += u32::from(low);
                greatest[contact.colour] += u32::from(high);
            }
            contacts.push(shown);
        }
        Board {
            part,
            contacts,
            cubes_of,
            open: vec![OPEN; part.edges.len()],
            least,
            greatest,
            trail: Vec::new(),
            queue: Vec::new(),
            queued: vec![false; colours],
        }
    }

    /// Opens only some edges and draws the first conclusions. Returns whether a factor may exist.
    fn begin(&mut self, open: &[u8]) -> bool {
        for colour in 0..self.queued.len() {
            self.queued[colour] = true;
            self.queue.push(colour);
        }
        for (cube, &open) in open.iter().enumerate() {
            if !self.close(cube, OPEN & !open) {
                return false;
            }
        }
        self.propagate()
    }

    /// Strikes out edges of a cube and draws all conclusions. Returns whether a factor may still exist.
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
        self.trail.push((cube, before));
        self.change(cube, after);
        for contact in &self.contacts[cube] {
            if !self.queued[contact.colour] {
                self.queued[contact.colour] = true;
                self.queue.push(contact.colour);
            }
        }
        true
    }

    fn change(&mut self, cube: usize, after: u8) {
        let before = self.open[cube];
        self.open[cube] = after;
        for contact in &self.contacts[cube] {
            let (low_before, high_before) = range(contact.adds, before);
            let (low, high) = range(contact.adds, after);
            let (least, greatest) = (
                &mut self.least[contact.colour],
                &mut self.greatest[contact.colour],
            );
            *least = *least + u32::from(low) - u32::from(low_before);
            *greatest = *greatest + u32::from(high) - u32::from(high_before);
        }
    }

    /// Strikes out, until nothing changes, every edge with which a colour would have more than two ends, or fewer where it
    /// needs two.
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
        let exact = self.part.is_exact();
        let mut index = 0;
        loop {
            let (least, greatest) = (self.least[colour], self.greatest[colour]);
            if least > 2 || exact && greatest < 2 {
                return false;
            }
            if greatest <= 2 && (!exact || least == 2) {
                return true;
            }
            let Some(&(cube, contact)) = self.cubes_of[colour].get(index) else {
                return true;
            };
            index += 1;
            let open = self.open[cube];
            if open.is_power_of_two() {
                continue;
            }
            let adds = self.contacts[cube][contact].adds;
            let (low, high) = range(adds, open);
            let mut bad = 0;
            for (axis, &add) in adds.iter().enumerate() {
                let too_much = least + u32::from(add) > 2 + u32::from(low);
                let too_little = exact && greatest + u32::from(add) < 2 + u32::from(high);
                if too_much || too_little {
                    bad |= 1 << axis;
                }
            }
            if !self.close(cube, bad) {
                return false;
            }
        }
    }

    /// Takes back everything after a point of the trail.
    fn undo(&mut self, to: usize) {
        while self.trail.len() > to {
            let (cube, before) = self.trail.pop().expect("longer than `to`");
            self.change(cube, before);
        }
    }

    /// The edge to guess next: at the colour with the least freedom, of the cube with the least freedom.
    /// `None` when every cube has one edge left.
    fn choice(&self) -> Option<(usize, u8)> {
        let mut best: Option<(u32, usize)> = None;
        for colour in 0..self.cubes_of.len() {
            let freedom = self.greatest[colour] - self.least[colour];
            if freedom > 0 && best.is_none_or(|(least, _)| freedom < least) {
                best = Some((freedom, colour));
            }
        }
        if let Some((_, colour)) = best {
            return self.cubes_of[colour]
                .iter()
                .filter(|(cube, contact)| {
                    let (low, high) = range(self.contacts[*cube][*contact].adds, self.open[*cube]);
                    low < high
                })
                .min_by_key(|(cube, _)| self.open[*cube].count_ones())
                .map(|&(cube, contact)| {
                    let open = self.open[cube];
                    let adds = self.contacts[cube][contact].adds;
                    let axis = (0..3u8)
                        .filter(|axis| open >> axis & 1 == 1)
                        .max_by_key(|&axis| adds[usize::from(axis)])
                        .expect("two are open");
                    (cube, axis)
                });
        }
        // Edges between the same colours differ by their labels alone.
        let cube = self.open.iter().position(|open| open.count_ones() > 1)?;
        Some((cube, first_axis(self.open[cube])))
    }

    fn factor(&self) -> Factor {
        self.open.iter().map(|&open| first_axis(open)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Puzzle;
    use super::super::parts::parts_of;
    use super::*;

    fn count(text: &str) -> usize {
        let puzzle = Puzzle::from_text(text).unwrap();
        parts_of(&puzzle)
            .iter()
            .map(|part| Search::new(part).count())
            .product()
    }

    #[test]
    fn the_documents_instances_have_three_five_and_five_factors() {
        assert_eq!(count("GW,BW,BR BB,GW,RG RW,RG,BW RR,GW,BR"), 3);
        assert_eq!(count("ACBDCC ACDBDC ABBCDD ABBDCD"), 5);
        assert_eq!(count("AEDDEA BBCBDC ADBDCA BDABAE EEEBCD"), 5);
    }

    #[test]
    fn six_equal_cubes_have_ninety_factors() {
        assert_eq!(count(&["AB,CD,EF"; 6].join(" ")), 90);
    }

    #[test]
    fn a_colour_on_one_face_leaves_no_factor() {
        assert_eq!(count("AAAAAB AAAAAA"), 0);
    }

    #[test]
    fn loops_and_parallel_edges_are_told_apart_by_their_labels() {
        assert_eq!(count("AA,AA,AA"), 3);
        assert_eq!(count("AA,AB,AB BB,AB,AB"), 5);
    }

    #[test]
    fn with_more_colours_than_cubes_paths_are_factors() {
        assert_eq!(count("AB,CD,EF"), 3);
        assert_eq!(count("AA,CD,EF AA,CD,EF"), 8);
    }
}
