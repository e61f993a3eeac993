//! The steps of the frontier: one cell at a time, every way to lay the tour through it.

use rustc_hash::FxHashMap;

use crate::ends::{Ends, Rules};
use crate::tables::{ALL_ORIENTATIONS, Orientation};
use cubegraph_core::cube::notation::Roll;
use cubegraph_core::work::{Error, Result, Work};

use super::weight::{Step, Traces, Weight};
use super::{WIDEST, WIDEST_WITH_DICE, width};

/// Whether the die matters; if so, whether it lies as an even or an odd rotation on the even cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    WithoutDice,
    WithDice { even_on_even: bool },
}

impl Mode {
    /// Parity never mixes, so the two cases are separate searches with half the orientations each.
    pub const WITH_DICE: [Mode; 2] =
        [Mode::WithDice { even_on_even: true }, Mode::WithDice { even_on_even: false }];
}

/// A loose end: the piece it belongs to, and how the die lies on the cell beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plug {
    piece: u8,
    orientation: Orientation,
}

const NONE: Plug = Plug { piece: 0, orientation: 0 };
/// The piece that contains the start of the tour, and the one that contains its end.
const START: u8 = 1;
const END: u8 = 2;
/// A piece with two loose ends that is not numbered yet.
const FRESH: u8 = 15;

/// The frontier: loose ends into the next line (or, left of the current cell, into the line after),
/// then the one within the line.
#[derive(Clone, Copy, Debug)]
struct Frontier {
    plugs: [Plug; WIDEST + 1],
    start_placed: bool,
    end_placed: bool,
}

const PLUG_BITS: usize = 9;

impl Frontier {
    fn unpack(key: u128) -> Frontier {
        Frontier {
            plugs: std::array::from_fn(|k| {
                let bits = key >> (k * PLUG_BITS);
                Plug { piece: (bits & 15) as u8, orientation: (bits >> 4 & 31) as u8 }
            }),
            start_placed: key >> 126 & 1 == 1,
            end_placed: key >> 127 == 1,
        }
    }

    /// The key: pieces with two ends are numbered in the order in which they appear.
    fn pack(&self) -> u128 {
        let mut numbers = [0u8; 16];
        let mut next = END;
        let mut key = u128::from(self.start_placed) << 126 | u128::from(self.end_placed) << 127;
        for (k, plug) in self.plugs.iter().enumerate() {
            let piece = match plug.piece {
                0 | START | END => plug.piece,
                other => {
                    let number = &mut numbers[usize::from(other)];
                    if *number == 0 {
                        next += 1;
                        *number = next;
                    }
                    *number
                }
            };
            if piece != 0 {
                key |= (u128::from(piece) | u128::from(plug.orientation) << 4) << (k * PLUG_BITS);
            }
        }
        key
    }

    /// The loose end that is left of a piece becomes one of another piece.
    fn rename(&mut self, from: u8, to: u8) {
        for plug in &mut self.plugs {
            if plug.piece == from {
                plug.piece = to;
            }
        }
    }
}

/// What a cell is to the tour.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Between,
    First,
    Last,
}

/// What happens to the pieces at a cell.
enum Joined {
    /// The tour is complete.
    Whole,
    /// The piece continues with this many new ends.
    Open { piece: u8, ends: u8 },
    /// A cycle, or a role that does not fit.
    Impossible,
}

/// The search on one board, for one pair of ends and one parity.
pub(super) struct FrontierSearch<'a> {
    rules: &'a Rules,
    first: Vec<u32>,
    last: Vec<u32>,
    mode: Mode,
    /// How many lines there are, and how many cells in each.
    length: usize,
    width: usize,
    /// The rolls to the next line and to the next cell of a line.
    onward: Roll,
    across: Roll,
    /// The position of the last free cell, the last place to begin and the last place to end.
    last_position: usize,
    last_first: usize,
    last_last: usize,
}

impl<'a> FrontierSearch<'a> {
    pub fn new(rules: &'a Rules, ends: &Ends, mode: Mode) -> Result<FrontierSearch<'a>> {
        let width = width(rules);
        let limit = if mode == Mode::WithoutDice { WIDEST } else { WIDEST_WITH_DICE };
        if width > limit {
            return Err(Error::too_large(format!(
                "frontier dynamic programming takes boards of up to {limit} cells across, and this \
                 one is {width} across"
            )));
        }
        let along_rows = rules.columns <= rules.rows;
        let mut search = FrontierSearch {
            rules,
            first: Vec::new(),
            last: Vec::new(),
            mode,
            length: rules.rows.max(rules.columns),
            width,
            onward: if along_rows { Roll::North } else { Roll::East },
            across: if along_rows { Roll::East } else { Roll::North },
            last_position: 0,
            last_first: 0,
            last_last: 0,
        };
        let restrict = |masks: &[u32]| -> Vec<u32> {
            (0..masks.len()).map(|cell| masks[cell] & search.parity(cell)).collect()
        };
        (search.first, search.last) = (restrict(&ends.first), restrict(&ends.last));
        for position in 0..search.length * width {
            let cell = search.cell(position);
            if rules.is_free(cell) {
                search.last_position = position;
            }
            if search.first[cell] != 0 {
                search.last_first = position;
            }
            if search.last[cell] != 0 {
                search.last_last = position;
            }
        }
        Ok(search)
    }

    /// The cell at a position: line by line, across each.
    fn cell(&self, position: usize) -> usize {
        let (line, place) = (position / self.width, position % self.width);
        if self.onward == Roll::North {
            line * self.rules.columns + place
        } else {
            place * self.rules.columns + line
        }
    }

    /// The orientations that parity admits on a cell.
    fn parity(&self, cell: usize) -> u32 {
        let even_cell = (cell / self.rules.columns + cell % self.rules.columns).is_multiple_of(2);
        match self.mode {
            Mode::WithoutDice => ALL_ORIENTATIONS,
            Mode::WithDice { even_on_even } if even_on_even == even_cell => self.rules.tables.even,
            Mode::WithDice { .. } => ALL_ORIENTATIONS & !self.rules.tables.even,
        }
    }

    /// The summary of all tours, or none if there is no tour.
    pub fn run<W: Weight>(&self, work: &Work, record: &mut W::Record) -> Result<Option<W>> {
        if self.first.iter().all(|&set| set == 0) || self.last.iter().all(|&set| set == 0) {
            return Ok(None);
        }
        let mut layer: FxHashMap<u128, W> = FxHashMap::default();
        layer.insert(0, W::nothing_done());
        let stage = work.stage("strip", Some(self.last_position as u64 + 1));
        let mut whole: Option<W> = None;
        for position in 0..=self.last_position {
            work.check(&format!("{position} of {} cells", self.last_position + 1))?;
            let bytes = 3 * layer.len() * (W::BYTES + size_of::<u128>());
            work.reserve("frontier dynamic programming", bytes as u128)?;
            let mut next: FxHashMap<u128, W> = FxHashMap::default();
            for (key, weight) in layer {
                self.lay(position, Frontier::unpack(key), |frontier, step| {
                    let after = weight.after(step);
                    match frontier {
                        Some(frontier) => match next.entry(frontier.pack()) {
                            std::collections::hash_map::Entry::Occupied(mut at) => {
                                at.get_mut().merge(after);
                            }
                            std::collections::hash_map::Entry::Vacant(free) => {
                                free.insert(after);
                            }
                        },
                        None => match &mut whole {
                            Some(whole) => whole.merge(after),
                            None => whole = Some(after),
                        },
                    }
                });
            }
            W::begin_layer(record, work, next.len() + 1)?;
            for weight in next.values_mut() {
                weight.keep(record);
            }
            layer = next;
            stage.advance(1);
        }
        if let Some(whole) = &mut whole {
            whole.keep(record);
        }
        Ok(whole)
    }

    /// Every way to lay the tour through the cell at a position: the frontier afterwards, or none
    /// where the tour is complete.
    fn lay(
        &self,
        position: usize,
        before: Frontier,
        mut found: impl FnMut(Option<Frontier>, Step),
    ) {
        let place = position % self.width;
        let cell = self.cell(position);
        let mut open = before;
        let incoming = [open.plugs[place], open.plugs[self.width]];
        open.plugs[place] = NONE;
        open.plugs[self.width] = NONE;
        if !self.rules.is_free(cell) {
            if incoming == [NONE, NONE] {
                found(Some(open), Step { value: 0, mark: 0 });
            }
            return;
        }
        for role in [Role::Between, Role::First, Role::Last] {
            let Some(candidates) = self.candidates(position, cell, &before, role) else {
                continue;
            };
            let mut joined = open;
            let outcome = join(&mut joined, incoming, role);
            self.each_orientation(candidates, incoming, |orientation| {
                self.leave(position, &joined, &outcome, orientation, role, &mut found);
            });
        }
    }

    /// The orientations a cell admits in a role, or none if it cannot have that role.
    fn candidates(
        &self,
        position: usize,
        cell: usize,
        before: &Frontier,
        role: Role,
    ) -> Option<u32> {
        // A path that does not begin at the last place to begin never begins.
        let must_begin = !before.start_placed && position >= self.last_first;
        let must_end = !before.end_placed && position >= self.last_last;
        let admitted = self.rules.allowed[cell] & self.parity(cell);
        let set = match role {
            Role::Between if must_begin || must_end => 0,
            Role::Between => admitted,
            Role::First if before.start_placed || must_end => 0,
            Role::First => admitted & self.first[cell],
            Role::Last if before.end_placed || must_begin => 0,
            Role::Last => admitted & self.last[cell],
        };
        (set != 0).then_some(set)
    }

    fn each_orientation(
        &self,
        mut set: u32,
        incoming: [Plug; 2],
        mut found: impl FnMut(Orientation),
    ) {
        if self.mode == Mode::WithoutDice {
            found(0);
            return;
        }
        for plug in incoming {
            if plug != NONE {
                set &= 1 << plug.orientation;
            }
        }
        for orientation in (0..24u8).filter(|o| set >> o & 1 == 1) {
            found(orientation);
        }
    }

    /// The ways to leave a cell in an orientation.
    fn leave(
        &self,
        position: usize,
        joined: &Frontier,
        outcome: &Joined,
        orientation: Orientation,
        role: Role,
        found: &mut impl FnMut(Option<Frontier>, Step),
    ) {
        let mut step = Step {
            value: self.rules.tables.value[usize::from(orientation)],
            mark: if role == Role::First { 4 | orientation << 3 } else { 0 },
        };
        let Joined::Open { piece, ends } = *outcome else {
            let complete = matches!(outcome, Joined::Whole)
                && position == self.last_position
                && joined.plugs.iter().all(|plug| plug.piece == 0);
            if complete {
                found(None, step);
            }
            return;
        };
        let cell = self.cell(position);
        let turned = self.rules.tables.next[usize::from(orientation)];
        let plug = |roll: Roll| Plug {
            piece,
            orientation: match self.mode {
                Mode::WithoutDice => 0,
                Mode::WithDice { .. } => turned[roll as usize],
            },
        };
        let first_mark = step.mark;
        for exits in 0..4u8 {
            let onward = exits & 1 == 1;
            let across = exits & 2 == 2;
            if exits.count_ones() != u32::from(ends)
                || onward && self.rules.neighbour(cell, self.onward).is_none()
                || across && self.rules.neighbour(cell, self.across).is_none()
            {
                continue;
            }
            let mut after = *joined;
            match role {
                Role::First => after.start_placed = true,
                Role::Last => after.end_placed = true,
                Role::Between => {}
            }
            if onward {
                after.plugs[position % self.width] = plug(self.onward);
            }
            if across {
                after.plugs[self.width] = plug(self.across);
            }
            step.mark = first_mark | exits;
            found(Some(after), step);
        }
    }

    /// The path that a trace describes, and the orientation at its first cell.
    pub fn path(&self, traces: &Traces, trace: u32) -> Option<(Vec<usize>, Orientation)> {
        let marks = traces.marks(trace);
        let mut neighbours = vec![Vec::new(); self.rules.area()];
        let mut begin = None;
        for (position, mark) in marks.into_iter().enumerate() {
            let cell = self.cell(position);
            for (bit, roll) in [(1, self.onward), (2, self.across)] {
                if mark & bit != 0 {
                    let next = self.rules.neighbour(cell, roll)?;
                    neighbours[cell].push(next);
                    neighbours[next].push(cell);
                }
            }
            if mark & 4 != 0 {
                begin = Some((cell, mark >> 3));
            }
        }
        let (start, die) = begin?;
        let mut cells = vec![start];
        let mut before = start;
        while let Some(&next) = neighbours[*cells.last()?].iter().find(|&&n| n != before) {
            before = *cells.last()?;
            cells.push(next);
            if cells.len() > self.rules.size {
                return None;
            }
        }
        (cells.len() == self.rules.size).then_some((cells, die))
    }
}

/// Lets the pieces that come in at a cell meet there.
fn join(frontier: &mut Frontier, incoming: [Plug; 2], role: Role) -> Joined {
    let pieces: Vec<u8> = incoming.iter().map(|p| p.piece).filter(|&p| p != 0).collect();
    let own = match role {
        Role::Between => None,
        Role::First => Some(START),
        Role::Last => Some(END),
    };
    match (&pieces[..], own) {
        (&[], None) => Joined::Open { piece: FRESH, ends: 2 },
        (&[], Some(end)) => Joined::Open { piece: end, ends: 1 },
        (&[piece], None) => Joined::Open { piece, ends: 1 },
        (&[a, b], None) | (&[a], Some(b)) => {
            let (low, high) = (a.min(b), a.max(b));
            if low == high {
                Joined::Impossible
            } else if high <= END {
                Joined::Whole
            } else {
                frontier.rename(high, low);
                Joined::Open { piece: low, ends: 0 }
            }
        }
        _ => Joined::Impossible,
    }
}
