//! Whether a tour is right: replays it with the document's four formulas, and nothing else.

use std::collections::HashSet;
use std::str::FromStr;

use serde::Deserialize;

use cubegraph_core::cube::notation::{Die, Roll};
use cubegraph_core::fault::Fault;
use cubegraph_core::instance::Family;
use cubegraph_core::verdict::{Verdict, is_json, read_answer};
use cubegraph_core::work::Error;

use super::{Cell, Closing, Dice, Moves, Puzzle, Replay, Start, Tour};

/// The document's formulas: (t, n, e) after a roll. Opposite faces add up to seven.
fn rolled((t, n, e): (u8, u8, u8), roll: Roll) -> (u8, u8, u8) {
    match roll {
        Roll::North => (7 - n, t, e),
        Roll::South => (n, 7 - t, e),
        Roll::East => (7 - e, n, t),
        Roll::West => (e, n, 7 - t),
    }
}

impl Puzzle {
    /// Replays a tour and checks that it solves the puzzle.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the start, the die, a roll, a label or the ending breaks a rule;
    /// [`Puzzle::check`] says the same as a verdict.
    pub(super) fn replay(&self, tour: &Tour) -> Result<Replay, Error> {
        replay(self, tour).map_err(Error::Rejected)
    }

    /// Whether an answer is right, and if not, where it is wrong.
    ///
    /// Every tour of the answer is replayed, and its sum compared where the answer names one. That
    /// no tour has a larger or a smaller sum is for [`Puzzle::solve`] to prove.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph_tour::Puzzle;
    /// let puzzle: Puzzle = "3x3".parse()?;
    /// let verdict = puzzle.check(&"NESENNWW".parse()?);
    /// assert_eq!(verdict.fact("sum"), Some(&25.into()));
    /// assert!(verdict.is_right());
    /// let verdict = puzzle.check(&"NESENNWS".parse()?);
    /// assert_eq!(verdict.why(), Some("roll 8 (S) leads to (1, 1), which was visit 3 already"));
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    pub fn check(&self, attempt: &Attempt) -> Verdict {
        let mut verdict = Verdict::right();
        for (name, given, own) in
            [("rows", attempt.rows, self.rows()), ("columns", attempt.columns, self.columns())]
        {
            if given.is_some_and(|given| given != own) {
                return Verdict::wrong(format!(
                    "this is an answer to another puzzle: the board has {own} {name}"
                ));
            }
        }
        for (name, tour) in &attempt.tours {
            match self.check_tour(tour) {
                Ok(replay) if attempt.tours.len() == 1 => verdict = verdict.with("sum", replay.sum),
                Ok(_) => {}
                Err(why) => {
                    return Verdict::wrong(match name {
                        Some(name) => format!("{name}: {why}"),
                        None => why,
                    });
                }
            }
        }
        verdict.without_checking(attempt.unchecked.clone())
    }

    /// Replays a tour; what it does not say follows from the puzzle, or is tried in every way.
    fn check_tour(&self, claim: &GivenTour) -> Result<Replay, String> {
        let start = match (claim.start, self.start()) {
            (Some(start), _) | (None, Start::At(start)) => start,
            (None, Start::Any) => self.start_of(&claim.moves),
        };
        let dice = claim.die.map_or_else(|| self.dice(), |die| vec![die]);
        let mut complaint = None;
        for &die in &dice {
            let moves = claim.moves.clone();
            let replayed = replay(self, &Tour { start, die, moves });
            let why = match (replayed, claim.sum) {
                (Ok(replay), Some(sum)) if replay.sum != sum => {
                    format!("the sum is {}, not {sum}", replay.sum)
                }
                (Ok(replay), _) => return Ok(replay),
                (Err(why), _) => why,
            };
            complaint.get_or_insert(why);
        }
        Err(complaint.unwrap_or_default())
    }

    /// Where rolls must start that visit the whole board: only one place keeps them within it.
    fn start_of(&self, moves: &Moves) -> Cell {
        // Far enough from the axes that no roll leads off them.
        let far = moves.rolls().len();
        let mut path = vec![Cell::new(far, far)];
        for &roll in moves.rolls() {
            path.extend(path[path.len() - 1].step(roll));
        }
        let south_west = |cells: &[Cell]| {
            let least = |side: fn(&Cell) -> usize| cells.iter().map(side).min().unwrap_or(0);
            (least(|cell| cell.row), least(|cell| cell.column))
        };
        let (row, column) = south_west(&path);
        let (south, west) = south_west(&self.cells().collect::<Vec<_>>());
        Cell::new(south + far - row, west + far - column)
    }
}

/// An answer to a puzzle: one tour or several, perhaps with their sums.
///
/// It is read from rolls such as `NNEESSWN`, which start where and as the puzzle says, or from JSON
/// as [`Solution`](super::Solution) is written: the tours under `max`, `min` and `list`, or a
/// single tour with `moves` and, where they are given, `start`, `die` and `sum`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    rows: Option<usize>,
    columns: Option<usize>,
    /// What the answer calls each tour, and what it says about it.
    tours: Vec<(Option<String>, GivenTour)>,
    unchecked: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
struct GivenTour {
    start: Option<Cell>,
    die: Option<Die>,
    moves: Moves,
    sum: Option<i64>,
}

/// The keys of a JSON answer that are checked.
#[derive(Deserialize)]
struct CheckedKeys {
    rows: Option<usize>,
    columns: Option<usize>,
    max: Option<GivenTour>,
    min: Option<GivenTour>,
    #[serde(default)]
    list: Vec<GivenTour>,
    moves: Option<Moves>,
    start: Option<Cell>,
    die: Option<Die>,
    sum: Option<i64>,
}

const CHECKED: [&str; 9] =
    ["max", "min", "list", "moves", "start", "die", "sum", "rows", "columns"];

impl Attempt {
    fn single(tour: GivenTour) -> Attempt {
        Attempt { tours: vec![(None, tour)], ..Attempt::default() }
    }
}

impl From<Tour> for Attempt {
    fn from(Tour { start, die, moves }: Tour) -> Attempt {
        let (start, die) = (Some(start), Some(die));
        Attempt::single(GivenTour { start, die, moves, sum: None })
    }
}

impl FromStr for Attempt {
    type Err = Error;

    fn from_str(text: &str) -> Result<Attempt, Error> {
        if !is_json(text) {
            let moves = text.parse()?;
            return Ok(Attempt::single(GivenTour { moves, ..GivenTour::default() }));
        }
        let help = "write the rolls as NNEESSWN, or JSON with max, min, list or moves";
        let advised = |fault: Fault| match fault.advice() {
            None => fault.help(help),
            Some(_) => fault,
        };
        let answer = read_answer::<CheckedKeys>(text, Family::Tour, &CHECKED).map_err(advised)?;
        let keys = answer.parts;
        let CheckedKeys { start, die, sum, .. } = keys;
        let single = keys.moves.map(|moves| (None, GivenTour { start, die, moves, sum }));
        let extremes = [("max", keys.max), ("min", keys.min)].into_iter();
        let extremes = extremes.filter_map(|(name, tour)| Some((Some(name.to_owned()), tour?)));
        let listed = (1..).zip(keys.list);
        let listed = listed.map(|(k, tour)| (Some(format!("tour {k} of the list")), tour));
        let tours: Vec<_> = single.into_iter().chain(extremes).chain(listed).collect();
        if tours.is_empty() {
            let fault = Fault::new("the answer has no tour").at(0..0).help(help);
            return Err(fault.into());
        }
        Ok(Attempt { rows: keys.rows, columns: keys.columns, tours, unchecked: answer.unchecked })
    }
}

/// Replays a tour, or says which rule it breaks, and where.
fn replay(puzzle: &Puzzle, tour: &Tour) -> Result<Replay, String> {
    check_beginning(puzzle, tour)?;
    let closed = puzzle.closing() != Closing::Open;
    let cells = puzzle.size();
    let mut visit_of = vec![0; puzzle.rows() * puzzle.columns()];
    let mut replay = Replay {
        tour: tour.clone(),
        cells: Vec::with_capacity(cells),
        dice: Vec::with_capacity(cells),
        values: Vec::with_capacity(cells),
        sum: 0,
    };
    let mut here = tour.start;
    let mut die = (tour.die.top(), tour.die.north(), tour.die.east());
    let mut rolls = tour.moves.rolls().iter();
    for visit in 1usize.. {
        let how = || match visit.checked_sub(2).map(|k| tour.moves.rolls()[k]) {
            None => "the start".to_owned(),
            Some(roll) => format!("roll {} ({roll}) leads to {here}, which", visit - 1),
        };
        if !puzzle.is_free(here) {
            let inside = here.row < puzzle.rows() && here.column < puzzle.columns();
            let why = if inside { "blocked" } else { "not on the board" };
            return Err(format!("{} is {why}", how()));
        }
        let visited = &mut visit_of[here.row * puzzle.columns() + here.column];
        if closed && visit == cells + 1 && here == tour.start {
            break;
        }
        if *visited > 0 {
            return Err(format!("{} was visit {visited} already", how()));
        }
        *visited = visit;
        if let Some(label) = puzzle.label(here).filter(|label| *label != die.0) {
            return Err(format!("the die shows {} on {here}, whose label is {label}", die.0));
        }
        let Ok(shown) = Die::new(die.0, die.1, die.2) else {
            return Err(format!("{} is not a die", tour.die));
        };
        let Some(value) = puzzle.value(die.0) else {
            return Err(format!("face {} has no value", die.0));
        };
        replay.cells.push(here);
        replay.dice.push(shown);
        replay.values.push(value);
        replay.sum += value;
        let Some(&roll) = rolls.next() else {
            break;
        };
        die = rolled(die, roll);
        here = here
            .step(roll)
            .ok_or_else(|| format!("roll {visit} ({roll}) leads from {here} off the board"))?;
    }
    check_ending(puzzle, &replay, here, die)?;
    Ok(replay)
}

fn check_beginning(puzzle: &Puzzle, tour: &Tour) -> Result<(), String> {
    if let Start::At(cell) = puzzle.start()
        && cell != tour.start
    {
        return Err(format!("the tour starts on {}, not on {cell}", tour.start));
    }
    match puzzle.die() {
        Dice::Only(die) if die != tour.die => {
            Err(format!("the die starts as {}, not as {die}", tour.die))
        }
        Dice::Any(hand) if tour.die.orientation().0 != hand => {
            Err(format!("{} is not a {hand}-handed die", tour.die))
        }
        _ => Ok(()),
    }
}

fn check_ending(
    puzzle: &Puzzle,
    replay: &Replay,
    here: Cell,
    die: (u8, u8, u8),
) -> Result<(), String> {
    let (size, visited) = (puzzle.size(), replay.cells.len());
    if visited < size {
        let seen: HashSet<&Cell> = replay.cells.iter().collect();
        let missed = puzzle.cells().find(|cell| !seen.contains(cell));
        let missed = missed.map_or_else(String::new, |cell| format!(", not {cell}"));
        return Err(format!("only {visited} of {size} cells are visited{missed}"));
    }
    let closed = puzzle.closing() != Closing::Open;
    let expected = if closed { size } else { size - 1 };
    let rolls = replay.tour.moves.rolls().len();
    if rolls != expected {
        return Err(format!("the tour has {rolls} rolls instead of {expected}"));
    }
    // A roll there and one back is not a cycle of the grid.
    if closed && (here != replay.tour.start || size < 4) {
        return Err(format!("the tour comes to {here}, not back to {}", replay.tour.start));
    }
    let first = replay.tour.die;
    if puzzle.closing() == Closing::Orientation && die != (first.top(), first.north(), first.east())
    {
        return Err("the die returns in a different orientation".into());
    }
    match puzzle.end() {
        Some(end) if end != here => Err(format!("the tour ends on {here}, not on {end}")),
        _ => Ok(()),
    }
}
