//! The cells not yet visited as bits of one word, and the question whether a path can still visit them all.

use super::ends::{Ends, Rules};

/// A set of cells; bit k is the cell with index k.
pub(crate) type CellSet = u128;

/// A board of up to 128 cells, blocked ones included, with the masks that shifting needs.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    columns: usize,
    pub free: CellSet,
    not_east: CellSet,
    not_west: CellSet,
    /// For every cell and roll the cell it leads to; 255 where there is none.
    pub neighbour: Vec<[u8; 4]>,
    /// The eight cells around a cell, in a ring that starts in the north; 255 where there is none.
    ring: Vec<[u8; 8]>,
    /// For every set of ring cells: whether those north, east, south and west hang together within the ring.
    linked: Vec<bool>,
}

const NOWHERE: u8 = 255;

impl Region {
    /// None if the board has more than 128 cells.
    pub fn new(rules: &Rules) -> Option<Region> {
        let area = rules.free.len();
        if area > 128 {
            return None;
        }
        let set = |wanted: &dyn Fn(usize) -> bool| {
            (0..area)
                .filter(|&k| wanted(k))
                .fold(0, |set: CellSet, k| set | 1 << k)
        };
        let byte = |k: Option<usize>| k.map_or(NOWHERE, |k| u8::try_from(k).expect("at most 128"));
        let free_at = |row: Option<usize>, column: Option<usize>| {
            let (row, column) = (row?, column?);
            let inside = row < rules.rows && column < rules.columns;
            let index = row * rules.columns + column;
            (inside && rules.free[index]).then_some(index)
        };
        let ring = (0..area).map(|k| {
            let (r, c) = (k / rules.columns, k % rules.columns);
            let (north, south, east, west) =
                (Some(r + 1), r.checked_sub(1), Some(c + 1), c.checked_sub(1));
            let (row, column) = (Some(r), Some(c));
            [
                free_at(north, column),
                free_at(north, east),
                free_at(row, east),
                free_at(south, east),
                free_at(south, column),
                free_at(south, west),
                free_at(row, west),
                free_at(north, west),
            ]
            .map(byte)
        });
        Some(Region {
            columns: rules.columns,
            free: set(&|k| rules.free[k]),
            not_east: set(&|k| k % rules.columns + 1 < rules.columns),
            not_west: set(&|k| k % rules.columns > 0),
            neighbour: (0..area)
                .map(|k| std::array::from_fn(|roll| byte(rules.neighbour(k, roll))))
                .collect(),
            ring: ring.collect(),
            linked: (0..256).map(hangs_together).collect(),
        })
    }

    /// The cells where a path may end.
    pub fn last_cells(ends: &Ends) -> CellSet {
        (0..ends.last.len())
            .filter(|&k| ends.last[k] != 0)
            .fold(0, |set, k| set | 1 << k)
    }

    /// The four shifts of a set, each masked: what lies south, north, west and east of a member.
    fn shifts(&self, set: CellSet) -> [CellSet; 4] {
        [
            set.checked_shr(u32::try_from(self.columns).unwrap_or(u32::MAX))
                .unwrap_or(0),
            set.checked_shl(u32::try_from(self.columns).unwrap_or(u32::MAX))
                .unwrap_or(0),
            (set & self.not_west) >> 1,
            (set & self.not_east) << 1,
        ]
    }

    /// Whether the cells not yet visited can still be visited by a path from `head`, as far as three quick rules can tell:
    /// they hang together and touch the head, at most one of them is a dead end, and a cell where the path may end is left.
    ///
    /// `visited` contains `head`; without `head` it passed the same test (or was empty), which makes a look at the ring around
    /// the head enough in most cases.
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
            if cell != NOWHERE && unvisited >> cell & 1 == 1 {
                around |= 1 << k;
            }
        }
        // Bits 0, 2, 4, 6 are the four neighbours.
        if around & 0b0101_0101 == 0 {
            return false;
        }
        self.linked[around] || self.is_connected(unvisited)
    }

    /// Whether a set of cells hangs together.
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
            if next != NOWHERE
                && visited >> next & 1 == 0
                && self.is_viable(visited | 1 << next, usize::from(next), last)
            {
                exits |= 1 << roll;
            }
        }
        exits
    }
}

/// Whether the even members of a set of ring places lie in one run of the ring.
fn hangs_together(set: usize) -> bool {
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
    use crate::tour::{Puzzle, Settings};

    #[test]
    fn opposite_neighbours_are_linked_only_through_the_ring() {
        assert!(hangs_together(0b0000_0111)); // north, north-east, east
        assert!(!hangs_together(0b0000_0101)); // north and east without the corner between
        assert!(!hangs_together(0b0001_0001)); // north and south
        assert!(hangs_together(0b1000_0001)); // north and north-west, across the end of the ring
        assert!(hangs_together(0b1111_1111));
        assert!(hangs_together(0b1110_1111));
    }

    #[test]
    fn two_dead_ends_are_one_too_many() {
        let rules = Rules::new(&Puzzle::new(Settings::board(3, 3)).unwrap());
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
