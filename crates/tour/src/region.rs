//! The cells not yet visited as bits of one word, and the question whether a path can still visit
//! them all.

use cubegraph_core::cube::notation::Roll;

use super::ends::{Ends, Rules};
use super::tables::Orientation;

/// A set of cells; bit k is the cell with index k.
pub(crate) type CellSet = u128;

/// A board of up to 128 cells, blocked ones included, as masks.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    columns: u32,
    pub free: CellSet,
    /// The cells from which each roll leads to a neighbour.
    joined: [CellSet; 4],
    /// For every cell and roll the cell it leads to; [`NO_CELL`] where there is none.
    pub neighbour: Vec<[u8; 4]>,
    /// The eight cells around a cell, in a ring that starts in the north. A neighbour of the cell
    /// is in its ring, and a corner is if it is joined to both neighbours beside it.
    ring: Vec<[u8; 8]>,
    /// For every set of ring cells: whether those north, east, south and west are connected within
    /// the ring.
    linked: Vec<bool>,
}

const NO_CELL: u8 = 255;

/// The rolls to the four neighbours, in the order of the ring.
const AROUND: [Roll; 4] = [Roll::North, Roll::East, Roll::South, Roll::West];

impl Region {
    /// None if the board has more than 128 cells.
    pub fn new(rules: &Rules) -> Option<Region> {
        let area = rules.area();
        if area > 128 {
            return None;
        }
        let set = |wanted: &dyn Fn(usize) -> bool| {
            (0..area).filter(|&k| wanted(k)).fold(0, |set: CellSet, k| set | 1 << k)
        };
        let byte = |k: Option<usize>| k.map_or(NO_CELL, |k| u8::try_from(k).expect("at most 128"));
        Some(Region {
            columns: u32::try_from(rules.columns).expect("at most 128"),
            free: set(&|k| rules.is_free(k)),
            joined: Roll::ALL.map(|roll| set(&|k| rules.neighbour(k, roll).is_some())),
            neighbour: (0..area)
                .map(|k| Roll::ALL.map(|roll| byte(rules.neighbour(k, roll))))
                .collect(),
            ring: (0..area).map(|k| ring(rules, k).map(byte)).collect(),
            linked: (0..256).map(is_linked).collect(),
        })
    }

    /// The cells where a path may end.
    pub fn last_cells(ends: &Ends) -> CellSet {
        (0..ends.last.len()).filter(|&k| ends.last[k] != 0).fold(0, |set, k| set | 1 << k)
    }

    /// What lies south, north, west and east of a member, along the edges of the grid.
    fn shifts(&self, set: CellSet) -> [CellSet; 4] {
        let [north, south, east, west] = self.joined;
        [
            (set & south).unbounded_shr(self.columns),
            (set & north).unbounded_shl(self.columns),
            (set & west) >> 1,
            (set & east) << 1,
        ]
    }

    /// The cells and orientations with which a path may begin.
    pub fn seeds(&self, ends: &Ends) -> Vec<(usize, Orientation)> {
        let last = Region::last_cells(ends);
        let mut seeds = Vec::new();
        for (cell, &dice) in ends.first.iter().enumerate() {
            if dice != 0 && self.is_viable(1 << cell, cell, last) {
                seeds.extend((0..24).filter(|o| dice >> o & 1 == 1).map(|o| (cell, o)));
            }
        }
        seeds
    }

    /// Whether the cells not yet visited can still be visited by a path from `head`, as far as
    /// three quick rules can tell: they are connected and touch the head, at most one of them is a
    /// dead end, and a cell where the path may end is left.
    ///
    /// `visited` contains `head`; without `head` it passed the same test (or was empty), which
    /// makes a look at the ring around the head enough in most cases.
    pub fn is_viable(&self, visited: CellSet, head: usize, last: CellSet) -> bool {
        let unvisited = self.free & !visited;
        if unvisited == 0 {
            return last >> head & 1 == 1;
        }
        if unvisited & last == 0 {
            return false;
        }
        let [s, n, w, e] = self.shifts(unvisited | 1 << head);
        let two_ways = (s & n) | (w & e) | ((s | n) & (w | e));
        let dead = unvisited & !two_ways;
        if dead & !last != 0 || dead & dead.wrapping_sub(1) != 0 {
            return false;
        }
        let mut around = 0usize;
        for (k, &cell) in self.ring[head].iter().enumerate() {
            if cell != NO_CELL && unvisited >> cell & 1 == 1 {
                around |= 1 << k;
            }
        }
        // Bits 0, 2, 4, 6 are the four neighbours.
        if around & 0b0101_0101 == 0 {
            return false;
        }
        self.linked[around] || self.is_connected(unvisited)
    }

    /// Whether a set of cells is connected.
    pub fn is_connected(&self, set: CellSet) -> bool {
        let mut reached = set & set.wrapping_neg();
        loop {
            let [s, n, w, e] = self.shifts(reached);
            let more = (reached | s | n | w | e) & set;
            if more == reached {
                return reached == set;
            }
            reached = more;
        }
    }

    /// The rolls (as bits) from `head` to cells from which the rest is viable.
    pub fn exits(&self, visited: CellSet, head: usize, last: CellSet) -> u8 {
        let mut exits = 0;
        for (roll, &next) in self.neighbour[head].iter().enumerate() {
            if next != NO_CELL
                && visited >> next & 1 == 0
                && self.is_viable(visited | 1 << next, usize::from(next), last)
            {
                exits |= 1 << roll;
            }
        }
        exits
    }
}

/// The ring around a cell.
fn ring(rules: &Rules, cell: usize) -> [Option<usize>; 8] {
    let mut ring = [None; 8];
    for (k, roll) in AROUND.into_iter().enumerate() {
        ring[2 * k] = rules.neighbour(cell, roll);
        let then = AROUND[(k + 1) % 4];
        let one_way = ring[2 * k].and_then(|next| rules.neighbour(next, then));
        let other = rules.neighbour(cell, then);
        let other_way = other.and_then(|next| rules.neighbour(next, roll));
        ring[2 * k + 1] = one_way.filter(|_| one_way == other_way);
    }
    ring
}

/// Whether the even members of a set of ring places lie in one run of the ring.
fn is_linked(set: usize) -> bool {
    let Some(gap) = (0..8).find(|&k| set >> k & 1 == 0) else {
        return true;
    };
    let mut runs_with_neighbours = 0;
    let mut in_counted_run = false;
    for k in (gap..gap + 8).map(|k| k % 8) {
        if set >> k & 1 == 0 {
            in_counted_run = false;
        } else if k % 2 == 0 && !in_counted_run {
            in_counted_run = true;
            runs_with_neighbours += 1;
        }
    }
    runs_with_neighbours <= 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Puzzle;

    #[test]
    fn opposite_neighbours_are_linked_only_through_the_ring() {
        assert!(is_linked(0b0000_0111)); // north, north-east, east
        assert!(!is_linked(0b0000_0101)); // north and east without the corner between
        assert!(!is_linked(0b0001_0001)); // north and south
        assert!(is_linked(0b1000_0001)); // north and north-west, across the end of the ring
        assert!(is_linked(0b1111_1111));
        assert!(is_linked(0b1110_1111));
    }

    #[test]
    fn two_dead_ends_are_one_too_many() {
        let rules = Rules::new(&Puzzle::builder(3, 3).build().unwrap());
        let region = Region::new(&rules).unwrap();
        // (0,1), (1,1), (2,1) visited from south to north: west and east are cut apart.
        let wall = 1 << 1 | 1 << 4 | 1 << 7;
        assert!(!region.is_viable(wall, 7, !0));
        // A spiral that leaves the middle for last.
        let spiral = region.free & !(1 << 4);
        assert!(region.is_viable(spiral, 3, !0));
        assert!(!region.is_viable(spiral, 3, 1));
    }
}
