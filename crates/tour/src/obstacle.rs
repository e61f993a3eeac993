//! Why a board has no tour, where that can be seen at a glance.
//!
//! A roll changes the colour of the cell as on a chessboard. So a tour alternates between the
//! colours, and their numbers on the board must fit its ends; these and a few counts of neighbours
//! settle many boards at once, however large.

use super::{Cell, Puzzle};
use cubegraph_core::text::counted;

/// The reason why there is no tour, if one of the quick arguments finds any: an unreachable cell,
/// colours that do not match, too many dead ends, a start whose label the die does not show. `None`
/// proves nothing.
pub(super) fn obstacle(puzzle: &Puzzle) -> Option<String> {
    unreachable_cell(puzzle)
        .or_else(|| colours(puzzle))
        .or_else(|| dead_ends(puzzle))
        .or_else(|| label_of_start(puzzle))
}

fn unreachable_cell(puzzle: &Puzzle) -> Option<String> {
    let cut_off = puzzle.unreachable();
    let first = cut_off.first()?;
    Some(format!(
        "the board is disconnected: {} of its {} free cells, {first} among them, cannot be \
         reached from the others",
        cut_off.len(),
        puzzle.size()
    ))
}

fn colour(cell: Cell) -> &'static str {
    if cell.is_even() { "even" } else { "odd" }
}

fn colours(puzzle: &Puzzle) -> Option<String> {
    let size = puzzle.size();
    let even = puzzle.cells().filter(|cell| cell.is_even()).count();
    let odd = size - even;
    let rule = "a roll always leads from an even cell (row + column even) to an odd one or back";
    if puzzle.is_closed() {
        if size < 4 {
            return Some(format!(
                "a closed tour needs at least four cells, and the board has {size}"
            ));
        }
        if size % 2 == 1 {
            return Some(format!(
                "a closed tour has an even number of cells, and {size} is odd: {rule}"
            ));
        }
        return (even != odd).then(|| {
            format!(
                "a closed tour has as many even cells as odd ones, and the board has {even} even \
                 and {odd} odd: {rule}"
            )
        });
    }
    let both =
        format!("the board has {} and {}", counted(even, "even cell"), counted(odd, "odd one"));
    if even.abs_diff(odd) > 1 {
        return Some(format!("{both}, which cannot take turns: {rule}"));
    }
    let start = puzzle.fixed_start();
    if even != odd {
        let majority = even > odd;
        let wrong = |cell: &Cell| cell.is_even() != majority;
        for (name, cell) in [("start", start), ("end", puzzle.end())] {
            if let Some(cell) = cell.filter(wrong) {
                return Some(format!(
                    "{both}, so a tour starts and ends on the more frequent colour, but its \
                     {name} {cell} is {}: {rule}",
                    colour(cell)
                ));
            }
        }
    } else if let (Some(start), Some(end)) = (start, puzzle.end())
        && start.is_even() == end.is_even()
    {
        return Some(format!(
            "the board has as many even cells as odd ones, {even} of each, so a tour ends on the \
             other colour, but {start} and {end} are both {}: {rule}",
            colour(start)
        ));
    }
    if let (Some(start), Some(end)) = (start, puzzle.end())
        && start == end
        && size > 1
    {
        return Some(format!(
            "the tour starts and ends on {start} and never gets to the other cells"
        ));
    }
    None
}

fn dead_ends(puzzle: &Puzzle) -> Option<String> {
    if puzzle.size() == 1 {
        return None;
    }
    let grid = puzzle.graph();
    let dead = grid.node_indices().filter(|&n| grid.edges(n).count() < 2);
    let dead: Vec<Cell> = dead.map(|n| grid[n]).collect();
    if puzzle.is_closed() {
        return dead.first().map(|cell| {
            format!("{cell} is a dead end: a closed tour needs two neighbours of every cell")
        });
    }
    let ends: Vec<Cell> = puzzle.end().into_iter().chain(puzzle.fixed_start()).collect();
    let in_between = dead.into_iter().filter(|cell| !ends.contains(cell));
    let in_between: Vec<Cell> = in_between.collect();
    (in_between.len() > 2 - ends.len()).then(|| {
        let names: Vec<String> = in_between.iter().take(3).map(Cell::to_string).collect();
        format!(
            "{} ({}{}) besides {} given; a tour can only start or end in a dead end",
            counted(in_between.len(), "dead end"),
            names.join(", "),
            if in_between.len() > 3 { ", …" } else { "" },
            match ends.len() {
                0 => "no end",
                1 => "the one end",
                _ => "the two ends",
            }
        )
    })
}

fn label_of_start(puzzle: &Puzzle) -> Option<String> {
    let start = puzzle.fixed_start()?;
    let label = puzzle.label(start)?;
    let shows = puzzle.dice().iter().any(|die| die.top() == label);
    (!shows).then(|| {
        format!("the die does not show {label} at the start, as the label of {start} asks")
    })
}
