//! What was found out about tours, in words and as tables.

use std::fmt::Write;

use crate::text::grouped;
use crate::tour::{
    Closing, Dice, Extreme, Home, Puzzle, Replay, Solution, Start, StripUniqueness, Twins,
    Uniqueness,
};
use num_bigint::BigUint;

use super::super::{Text, headed};

/// What the puzzle is, in one line.
fn headline(puzzle: &Puzzle) -> String {
    let mut text = format!("board {} × {}", puzzle.rows(), puzzle.columns());
    let blocked = puzzle.rows() * puzzle.columns() - puzzle.size();
    if blocked > 0 {
        let _ = write!(text, " with {blocked} blocked");
    }
    let _ = match puzzle.start() {
        Start::At(cell) => write!(text, ", start {cell}"),
        Start::Any => write!(text, ", any start"),
    };
    if let Some(end) = puzzle.end() {
        let _ = write!(text, ", end {end}");
    }
    let _ = match puzzle.die() {
        Dice::Only(die) => write!(text, ", die {die}"),
        Dice::Any(hand) => write!(text, ", any {hand}-handed die"),
    };
    if puzzle.has_values() {
        let _ = write!(text, ", faces worth {}", joined(&puzzle.faces(), ", "));
    }
    match puzzle.closing() {
        Closing::Open => {}
        Closing::Closed => text.push_str(", closed"),
        Closing::Orientation => text.push_str(", closed with the die as it was"),
    }
    let _ = match puzzle.labels().len() {
        0 => Ok(()),
        1 => write!(text, ", 1 label"),
        labels => write!(text, ", {labels} labels"),
    };
    text
}

fn joined<T: ToString>(numbers: &[T], between: &str) -> String {
    let words: Vec<String> = numbers.iter().map(T::to_string).collect();
    words.join(between)
}

fn tours_in_words(tours: &BigUint) -> String {
    match u64::try_from(tours) {
        Ok(0) => "no tour".into(),
        Ok(1) => "1 tour".into(),
        _ => format!("{} tours", grouped(tours)),
    }
}

/// What the board is called, or else its size.
pub fn name(puzzle: &Puzzle) -> String {
    let size = || format!("{} × {}", puzzle.rows(), puzzle.columns());
    puzzle.title().map_or_else(size, str::to_owned)
}

/// The answer for people.
pub fn text(puzzle: &Puzzle, solution: &Solution, explain: bool) -> Text {
    let title = puzzle.title().map(|title| format!("{title}\n"));
    let mut text = Text::from(title.unwrap_or_default());
    let _ = writeln!(text, "{}", headline(puzzle));
    if let Some(why) = solution.why() {
        let _ = writeln!(text, "no tour: {why}");
        return text;
    }
    if let Some(tours) = solution.tours() {
        let one = *tours == BigUint::from(1u32);
        let unique = if one { ", the only one" } else { "" };
        let _ = writeln!(text, "{}{unique}", tours_in_words(tours));
    }
    let extremes = match (solution.max(), solution.min()) {
        (Some(max), Some(min)) if max.sum == min.sum => vec![("every tour has the", max)],
        (max, min) => {
            let named = [("largest", max), ("smallest", min)].into_iter();
            named.filter_map(|(name, extreme)| Some((name, extreme?))).collect()
        }
    };
    for (name, extreme) in extremes {
        describe(&mut text, puzzle, name, extreme, explain);
    }
    if let Some(distribution) = solution.distribution() {
        let sums = distribution.iter();
        let sums = sums.map(|(sum, tours)| vec![sum.to_string(), grouped(tours)]);
        text.push_str("\n");
        text.table(&headed(["sum", "tours"], sums));
    }
    if !solution.list().is_empty() {
        text.push_str("\n");
        text.table(&list(solution.list()));
        for replay in solution.list().iter().filter(|_| explain) {
            let _ = write!(text, "\n{}\n", board(puzzle, replay));
            steps(&mut text, puzzle, replay);
        }
    }
    text
}

fn describe(text: &mut Text, puzzle: &Puzzle, name: &str, extreme: &Extreme, explain: bool) {
    let tours = match &extreme.tours {
        Some(tours) => tours_in_words(tours),
        None => "very many tours".into(),
    };
    let replay = &extreme.replay;
    let _ = writeln!(text, "\n{name} sum {}, proved; {tours}", extreme.sum);
    let _ = writeln!(text, "  {}", replay.tour);
    let _ = writeln!(text, "  tops {}", joined(&replay.tops(), " "));
    if puzzle.has_values() {
        let _ = writeln!(text, "  values {}", joined(&replay.values, " "));
    }
    if explain {
        let _ = writeln!(text, "\n{}", board(puzzle, replay));
        steps(text, puzzle, replay);
    }
}

/// Tours one per line.
fn list(tours: &[Replay]) -> Vec<Vec<String>> {
    let lines = (1usize..).zip(tours).map(|(number, replay)| {
        let (tour, sum) = (&replay.tour, replay.sum.to_string());
        let from = [tour.start.to_string(), tour.die.to_string()];
        [vec![number.to_string(), sum], from.to_vec(), vec![tour.moves.to_string()]].concat()
    });
    headed(["", "sum", "start", "die", "moves"], lines)
}

/// The board in letters: every cell with its visit and, after a colon, the face on top; the north
/// is above.
fn board(puzzle: &Puzzle, replay: &Replay) -> String {
    let width = replay.cells.len().to_string().len();
    let mut seen = vec![None; puzzle.rows() * puzzle.columns()];
    for (visit, (cell, top)) in replay.cells.iter().zip(replay.tops()).enumerate() {
        seen[cell.row * puzzle.columns() + cell.column] = Some((visit + 1, top));
    }
    let mut text = String::new();
    for row in seen.chunks(puzzle.columns()).rev() {
        let cells: Vec<String> = row
            .iter()
            .map(|cell| match cell {
                Some((visit, top)) => format!("{visit:width$}:{top}"),
                None => format!("{:1$}", "##", width + 2),
            })
            .collect();
        let _ = writeln!(text, "  {}", cells.join("  ").trim_end());
    }
    text
}

/// The dice step by step.
fn steps(text: &mut Text, puzzle: &Puzzle, replay: &Replay) {
    let header = ["visit", "roll", "cell", "top", "north", "east", "value", "sum"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    let rolls = replay.tour.moves.rolls();
    let mut sum = 0;
    for (k, (cell, die)) in replay.cells.iter().zip(&replay.dice).enumerate() {
        sum += replay.values[k];
        let roll = k.checked_sub(1).map_or_else(String::new, |k| rolls[k].to_string());
        rows.push(vec![
            (k + 1).to_string(),
            roll,
            cell.to_string(),
            die.top().to_string(),
            die.north().to_string(),
            die.east().to_string(),
            replay.values[k].to_string(),
            sum.to_string(),
        ]);
    }
    text.table(&rows);
    if puzzle.closing() != Closing::Open
        && let Some(roll) = rolls.last()
    {
        let _ = writeln!(text, "roll {roll} returns to {}", replay.tour.start);
    }
}

/// The answer as a table: of sums or of a number where nothing else was asked for by name, else of
/// tours, with a row for all of them and for every sum.
pub fn csv(solution: &Solution, extremes_asked: bool) -> Vec<Vec<String>> {
    let row = |cells: &[&str]| cells.iter().map(|&c| c.to_owned()).collect::<Vec<_>>();
    let count = |tours: Option<&BigUint>| tours.map_or_else(String::new, BigUint::to_string);
    let sums = solution.distribution().into_iter().flatten();
    let listed = !solution.list().is_empty();
    if !extremes_asked && !listed && solution.distribution().is_some() {
        let mut rows = vec![row(&["sum", "tours"])];
        rows.extend(sums.map(|(sum, tours)| vec![sum.to_string(), tours.to_string()]));
        return rows;
    }
    let extremes = [("max", solution.max()), ("min", solution.min())];
    if solution.tours().is_some() && !extremes_asked && !listed {
        return vec![row(&["tours"]), vec![count(solution.tours())]];
    }
    let mut rows = vec![row(&[
        "extreme", "sum", "tours", "row", "column", "top", "north", "east", "moves", "tops",
    ])];
    let mut add = |name: &str, sum: String, tours: String, replay: Option<&Replay>| {
        let mut cells = vec![name.to_owned(), sum, tours];
        cells.extend(replay.map_or_else(|| vec![String::new(); 7], tour_cells));
        rows.push(cells);
    };
    for (name, extreme) in extremes {
        if let Some(e) = extreme {
            let tours = count(e.tours.as_ref());
            add(name, e.sum.to_string(), tours, Some(&e.replay));
        }
    }
    if let Some(tours) = solution.tours() {
        add("all", String::new(), tours.to_string(), None);
    }
    for (sum, tours) in sums {
        add("", sum.to_string(), tours.to_string(), None);
    }
    for replay in solution.list() {
        add("tour", replay.sum.to_string(), "1".into(), Some(replay));
    }
    rows
}

/// Start, die, moves and tops.
fn tour_cells(replay: &Replay) -> Vec<String> {
    let tour = &replay.tour;
    vec![
        tour.start.row.to_string(),
        tour.start.column.to_string(),
        tour.die.top().to_string(),
        tour.die.north().to_string(),
        tour.die.east().to_string(),
        tour.moves.to_string(),
        joined(&replay.tops(), " "),
    ]
}

/// Whether labels determine the tours of a board, in words.
pub fn cycles(found: &Uniqueness, home: Home) -> String {
    let what = if home == Home::Nowhere { "paths" } else { "cycles" };
    let mut text = format!("{} {what} can be rolled\n", grouped(found.tours));
    let _ = match &found.twins {
        None => writeln!(
            text,
            "no two have the same labels: a fully labelled board determines its tour"
        ),
        Some(twins) => write!(
            text,
            "{} of them share their labels with another; for example\n{}",
            grouped(found.ambiguous),
            twins_text(twins)
        ),
    };
    text
}

/// Two tours and the labels they share.
fn twins_text(twins: &Twins) -> String {
    let mut text = format!("  {}\n  {}\n\n", twins.tours[0], twins.tours[1]);
    let puzzle = &twins.puzzle;
    for row in (0..puzzle.rows()).rev() {
        let faces: Vec<u8> =
            (0..puzzle.columns()).filter_map(|column| puzzle.label((row, column))).collect();
        let _ = writeln!(text, "  {}", joined(&faces, " "));
    }
    text
}

/// Whether labels determine the cycles of all strips of a width, in words.
pub fn strips(found: &StripUniqueness) -> String {
    let (width, pairs, columns) = (found.width, grouped(found.pairs), found.columns);
    match &found.twins {
        None => format!(
            "strips of width {width}: {pairs} pairs of loose ends, no new ones after {columns} \
             columns\nno two cycles have the same labels, whatever the length: a fully labelled \
             strip determines its rolling cycle\n"
        ),
        Some(twins) => format!(
            "strips of width {width}: {pairs} pairs of loose ends up to {columns} columns\nthe \
             shortest strip with two cycles of the same labels has {} columns\n{}",
            twins.puzzle.columns(),
            twins_text(twins)
        ),
    }
}
