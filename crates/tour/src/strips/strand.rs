//! One rolling cycle cut open: what sticks out of the columns laid so far, and all ways to lay one
//! more.

use cubegraph_core::cube::Rotation;
use cubegraph_core::cube::notation::{Handedness, Roll};

use crate::builder::DEFAULT_FACES;
use crate::tables::{Orientation, Tables, rank};

/// The widest strip: three bits say where the other end of a piece is.
pub const WIDEST: usize = 7;

/// The loose ends of a cycle at a border between two columns, a byte per row, and whether the die
/// has been turned on the spot.
///
/// A loose end is the row of the other end of its piece, from 1, and how the die lies on the cell
/// it sticks out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strand(pub u64);

const TURNED: u64 = 1 << 56;

impl Strand {
    /// Nothing is laid. A die that may not be turned on the spot counts as turned already.
    pub const fn empty(may_turn: bool) -> Strand {
        Strand(if may_turn { 0 } else { TURNED })
    }

    const fn may_turn(self) -> bool {
        self.0 & TURNED == 0
    }

    fn end(self, row: usize) -> Option<(usize, Orientation)> {
        let byte = self.0.to_le_bytes()[row];
        (byte != 0).then(|| (usize::from(byte >> 5) - 1, byte & 31))
    }

    fn with_end(self, row: usize, other: usize, orientation: Orientation) -> Strand {
        let byte = (other as u64 + 1) << 5 | u64::from(orientation);
        Strand(self.0 | byte << (8 * row))
    }

    /// The rows with loose ends, as bits.
    pub fn rows(self, width: usize) -> u32 {
        (0..width).filter(|&row| self.end(row).is_some()).fold(0, |rows, row| rows | 1 << row)
    }
}

/// One more column of a cycle.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The faces on top, three bits per row.
    pub labels: u32,
    /// What sticks out then; none when the cycle is closed.
    pub after: Option<Strand>,
    /// Which rows are joined to the next within the column, as bits.
    pub joined: u32,
    /// The row where the die was turned on the spot.
    pub turned: Option<usize>,
}

/// Cells of a column that a cycle passes one after the other: from one horizontal edge to another.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: usize,
    last: usize,
    /// Whether the first and the last cell continue to the left; otherwise they do to the right.
    left: [bool; 2],
}

impl Run {
    fn ends(&self) -> [(usize, bool); 2] {
        [(self.first, self.left[0]), (self.last, self.left[1])]
    }

    fn length(&self) -> usize {
        self.first.abs_diff(self.last) + 1
    }
}

/// What the die does, by orientation.
#[derive(Debug)]
pub struct Roller {
    pub width: usize,
    die: Tables,
    /// Turned on the spot by half a turn. A quarter never occurs: a cycle has an even number of
    /// rolls, and each of them is odd.
    turned: [Orientation; 24],
    /// The faces renamed by each rotation.
    renamed: [[Orientation; 24]; 24],
}

impl Roller {
    /// For strips of a width up to [`WIDEST`].
    pub fn new(width: usize) -> Roller {
        let rotation = |k: usize| Rotation::from_rank(k).expect("24 rotations");
        Roller {
            width,
            die: Tables::new(Handedness::Left, DEFAULT_FACES),
            turned: std::array::from_fn(|k| rank(rotation(k) * Rotation::SPIN * Rotation::SPIN)),
            renamed: std::array::from_fn(|g| {
                std::array::from_fn(|k| rank(rotation(g) * rotation(k)))
            }),
        }
    }

    /// A strand with the faces of its die renamed by the rotation of rank `by`.
    pub fn renamed(&self, strand: Strand, by: usize) -> Strand {
        let mut bytes = strand.0.to_le_bytes();
        for byte in bytes[..self.width].iter_mut().filter(|byte| **byte != 0) {
            *byte = *byte & 0xe0 | self.renamed[by][usize::from(*byte & 31)];
        }
        Strand(u64::from_le_bytes(bytes))
    }

    /// The renaming that brings the first loose end of a strand to orientation 0.
    pub fn renaming(&self, strand: Strand) -> usize {
        let first = (0..self.width).find_map(|row| strand.end(row));
        first.map_or(0, |(_, orientation)| {
            let zero = |by: &usize| self.renamed[*by][usize::from(orientation)] == 0;
            (0..24).find(zero).unwrap_or(0)
        })
    }

    fn rolled(&self, orientation: Orientation, roll: Roll) -> Orientation {
        self.die.next[usize::from(orientation)][roll as usize]
    }

    /// All ways to lay the next column.
    pub fn steps(&self, strand: Strand) -> Vec<Step> {
        let mut steps = Vec::new();
        for joined in 0..1 << (self.width - 1) {
            let Some(runs) = self.runs(strand, joined) else {
                continue;
            };
            let Some(others) = other_ends(strand, &runs) else {
                continue;
            };
            let is_closed = runs.iter().all(|run| run.left == [true, true]);
            let blank = Step {
                labels: 0,
                after: (!is_closed).then_some(Strand(strand.0 & TURNED)),
                joined,
                turned: None,
            };
            self.lay(strand, &runs, &others, blank, &mut steps);
        }
        steps
    }

    /// The runs of a column whose cells have two edges each, or none if that cannot be.
    fn runs(&self, strand: Strand, joined: u32) -> Option<Vec<Run>> {
        let left = strand.rows(self.width);
        let mut runs = Vec::new();
        let mut first = 0;
        for row in 0..self.width {
            let vertical = (joined << 1 | joined) >> row & 1;
            let both = joined << 1 & joined & 1 << row != 0;
            let degree = (left >> row & 1) + vertical + u32::from(both);
            if degree == 0 || degree > 2 {
                return None;
            }
            if joined >> row & 1 == 1 {
                continue;
            }
            let side = |row: usize| left >> row & 1 == 1;
            // A cell by itself is passed from left to right.
            let left = if first == row { [true, false] } else { [side(first), side(row)] };
            let mut run = Run { first, last: row, left };
            if !run.left[0] && run.left[1] {
                (run.first, run.last, run.left) = (run.last, run.first, [true, false]);
            }
            runs.push(run);
            first = row + 1;
        }
        Some(runs)
    }

    /// Lays run after run with every die that fits.
    fn lay(
        &self,
        strand: Strand,
        runs: &[Run],
        others: &[usize; WIDEST],
        step: Step,
        steps: &mut Vec<Step>,
    ) {
        let Some((run, rest)) = runs.split_first() else {
            steps.push(step);
            return;
        };
        let arriving = |row: usize| {
            strand.end(row).map(|(_, orientation)| self.rolled(orientation, Roll::East))
        };
        let dice =
            if run.left[0] { arriving(run.first).map_or(0..0, |die| die..die + 1) } else { 0..24 };
        let may_turn = strand.may_turn() && step.turned.is_none();
        let turns = if may_turn { run.length() } else { 0 };
        for die in dice {
            for turn in std::iter::once(None).chain((0..turns).map(Some)) {
                let mut next = step;
                let leaving = self.roll(run, die, turn, &mut next);
                if run.left[1] && arriving(run.last) != Some(leaving) {
                    continue;
                }
                if let Some(after) = &mut next.after {
                    for ((row, left), die) in run.ends().into_iter().zip([die, leaving]) {
                        if !left {
                            *after = after.with_end(row, others[row], die);
                        }
                    }
                }
                self.lay(strand, rest, others, next, steps);
            }
        }
    }

    /// Rolls along a run, writes its labels, and returns how the die lies at its end.
    fn roll(
        &self,
        run: &Run,
        mut die: Orientation,
        turn: Option<usize>,
        step: &mut Step,
    ) -> Orientation {
        let rises = run.last >= run.first;
        for k in 0..run.length() {
            let row = if rises { run.first + k } else { run.first - k };
            step.labels |= u32::from(self.die.top[usize::from(die)]) << (3 * row);
            if turn == Some(k) {
                die = self.turned[usize::from(die)];
                step.turned = Some(row);
                step.after = step.after.map(|after| Strand(after.0 | TURNED));
            }
            if k + 1 < run.length() {
                die = self.rolled(die, if rises { Roll::North } else { Roll::South });
            }
        }
        die
    }
}

/// For every row with a loose end behind the runs, the row of the other end of its piece; none if
/// the runs close a piece and leave something over.
fn other_ends(strand: Strand, runs: &[Run]) -> Option<[usize; WIDEST]> {
    let outlets = runs.iter().flat_map(Run::ends).filter(|(_, left)| !left);
    let is_closed = outlets.clone().next().is_none();
    let mut others = [0; WIDEST];
    let mut passed = 0;
    for start in outlets.chain(is_closed.then_some((runs[0].first, true))) {
        let mut end = start;
        loop {
            let run = runs.iter().position(|run| run.ends().contains(&end))?;
            passed |= 1 << run;
            let [one, other] = runs[run].ends();
            let (row, left) = if one == end { other } else { one };
            if !left {
                others[start.0] = row;
                break;
            }
            end = (strand.end(row)?.0, true);
            if end == start {
                break;
            }
        }
    }
    (passed == (1 << runs.len()) - 1).then_some(others)
}
