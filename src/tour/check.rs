//! Says whether a tour is right: replays it with the document's four formulas, and nothing else.

use crate::cube::notation::{Die, Roll};
use crate::work::{Error, Result};

use super::{Cell, Closing, Dice, Puzzle, Start, Tour};

/// What a replay saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The cells in the order of the visits; a closed tour does not repeat its start.
    pub cells: Vec<Cell>,
    /// The die on each of them.
    pub dice: Vec<Die>,
    /// The sum of the values of the faces on top.
    pub sum: i64,
}

impl Replay {
    /// The faces on top, in the order of the visits.
    pub fn tops(&self) -> Vec<u8> {
        self.dice.iter().map(|die| die.top).collect()
    }
}

/// The document's formulas: (t, n, e) after a roll. Opposite faces add up to seven.
fn rolled((t, n, e): (u8, u8, u8), roll: Roll) -> (u8, u8, u8) {
    match roll {
        Roll::North => (7 - n, t, e),
        Roll::South => (n, 7 - t, e),
        Roll::East => (7 - e, n, t),
        Roll::West => (e, n, 7 - t),
    }
}

/// Replays a tour and checks that it solves the puzzle.
///
/// # Errors
/// [`Error::Rejected`] if the start, the die, a roll, a label or the ending breaks a rule.
///
/// # Examples
/// ```
/// # use cubegraph::tour::{check, Cell, Puzzle, Settings, Tour};
/// # use cubegraph::cube::notation::{Die, Roll};
/// let puzzle = Puzzle::new(Settings::board(3, 3)).unwrap();
/// let rolls = "NESENNWW".chars().map(|c| Roll::try_from(c).unwrap()).collect();
/// let tour = Tour { start: Cell::new(0, 0), die: Die::new(1, 2, 3).unwrap(), rolls };
/// assert_eq!(check::replay(&puzzle, &tour).unwrap().sum, 25);
/// ```
pub fn replay(puzzle: &Puzzle, tour: &Tour) -> Result<Replay> {
    let rejected = |text: String| Err(Error::Rejected(text));
    let settings = puzzle.settings();
    if matches!(settings.start, Start::At(cell) if cell != tour.start) {
        return rejected(format!("the tour starts on {}", tour.start));
    }
    match settings.die {
        Dice::Only(die) if die != tour.die => {
            return rejected(format!("the die starts as {}", tour.die));
        }
        Dice::Any(hand) if tour.die.orientation().0 != hand => {
            return rejected(format!("{} is not a {hand}-handed die", tour.die));
        }
        _ => {}
    }
    let closed = settings.closing != Closing::Open;
    let cells = puzzle.size();
    let expected = if closed { cells } else { cells - 1 };
    if tour.rolls.len() != expected {
        return rejected(format!("{} rolls instead of {expected}", tour.rolls.len()));
    }
    let mut visited = vec![false; puzzle.rows() * puzzle.columns()];
    let mut replay = Replay {
        cells: Vec::with_capacity(cells),
        dice: Vec::with_capacity(cells),
        sum: 0,
    };
    let (mut row, mut column) = (tour.start.row, tour.start.column);
    let mut die = (tour.die.top, tour.die.north, tour.die.east);
    for step in 0..cells {
        let here = Cell::new(row, column);
        if !puzzle.is_free(here) || visited[row * puzzle.columns() + column] {
            return rejected(format!("roll {step} leads to {here}, blocked or visited"));
        }
        visited[row * puzzle.columns() + column] = true;
        if puzzle.label(here).is_some_and(|label| label != die.0) {
            return rejected(format!("the label of {here} is not {}", die.0));
        }
        replay.cells.push(here);
        replay.dice.push(Die {
            top: die.0,
            north: die.1,
            east: die.2,
        });
        replay.sum += puzzle.value(die.0);
        let Some(&roll) = tour.rolls.get(step) else {
            break;
        };
        die = rolled(die, roll);
        let moved = match roll {
            Roll::North => Some((row + 1, column)),
            Roll::South => row.checked_sub(1).map(|r| (r, column)),
            Roll::East => Some((row, column + 1)),
            Roll::West => column.checked_sub(1).map(|c| (row, c)),
        };
        let Some(next) = moved else {
            return rejected(format!("roll {} leaves the board", step + 1));
        };
        (row, column) = next;
    }
    if closed && Cell::new(row, column) != tour.start {
        return rejected(format!("the tour comes to ({row}, {column}), not home"));
    }
    if settings.closing == Closing::Orientation
        && die != (tour.die.top, tour.die.north, tour.die.east)
    {
        return rejected("the die does not come home as it left".into());
    }
    if settings
        .end
        .is_some_and(|end| Some(&end) != replay.cells.last())
    {
        return rejected(format!("the tour ends on ({row}, {column})"));
    }
    Ok(replay)
}
