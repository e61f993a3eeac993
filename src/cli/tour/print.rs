//! Findings about tours in words, as JSON and as CSV.

use std::fmt::Write;

use cubegraph::cube::notation::Die;
use cubegraph::published::grouped;
use cubegraph::tour::answer::{Extreme, Findings};
use cubegraph::tour::check::Replay;
use cubegraph::tour::generate::Labelled;
use cubegraph::tour::strips::Settled;
use cubegraph::tour::uniqueness::{Home, Twins, Uniqueness};
use cubegraph::tour::{Cell, Closing, Dice, Puzzle, Start};
use num_bigint::BigUint;
use serde_json::{Map, Value, json};

use super::super::{integer, table};

/// What the puzzle is, in one line.
fn headline(puzzle: &Puzzle) -> String {
    let settings = puzzle.settings();
    let mut text = format!("board {} × {}", puzzle.rows(), puzzle.columns());
    let blocked = puzzle.rows() * puzzle.columns() - puzzle.size();
    if blocked > 0 {
        let _ = write!(text, " with {blocked} blocked");
    }
    match settings.start {
        Start::At(cell) => {
            let _ = write!(text, ", start {cell}");
        }
        Start::Any => text.push_str(", any start"),
    }
    if let Some(end) = settings.end {
        let _ = write!(text, ", end {end}");
    }
    match settings.die {
        Dice::Only(die) => {
            let _ = write!(text, ", die {die}");
        }
        Dice::Any(hand) => {
            let _ = write!(text, ", any {hand}-handed die");
        }
    }
    if settings.faces != [1, 2, 3, 4, 5, 6] {
        let values: Vec<String> = settings.faces.iter().map(i64::to_string).collect();
        let _ = write!(text, ", faces worth {}", values.join(", "));
    }
    match settings.closing {
        Closing::Open => {}
        Closing::Closed => text.push_str(", closed"),
        Closing::Orientation => text.push_str(", closed with the die as it was"),
    }
    match settings.labels.len() {
        0 => {}
        1 => text.push_str(", 1 label"),
        labels => {
            let _ = write!(text, ", {labels} labels");
        }
    }
    text
}

fn tours_in_words(tours: &BigUint) -> String {
    match u64::try_from(tours) {
        Ok(0) => "no tour".into(),
        Ok(1) => "1 tour".into(),
        _ => format!("{} tours", grouped(tours)),
    }
}

/// The answer for people.
pub fn text(puzzle: &Puzzle, found: &Findings, explain: bool) -> String {
    let mut text = headline(puzzle) + "\n";
    if let Some(why) = &found.obstacle {
        let _ = writeln!(text, "no tour: {why}");
        return text;
    }
    if !found.has_tour() {
        text.push_str("no tour: all possibilities were tried\n");
        return text;
    }
    if let Some(tours) = &found.tours {
        let unique = if *tours == BigUint::from(1u32) {
            ", the only one"
        } else {
            ""
        };
        let _ = writeln!(text, "{}{unique}", tours_in_words(tours));
    }
    for (name, extreme) in [("largest", &found.maximum), ("smallest", &found.minimum)] {
        if let Some(Some(extreme)) = extreme {
            describe(&mut text, puzzle, name, extreme, explain);
        }
    }
    if let Some(distribution) = &found.distribution {
        let mut rows = vec![vec!["sum".to_owned(), "tours".to_owned()]];
        rows.extend(
            distribution
                .iter()
                .map(|(sum, tours)| vec![sum.to_string(), grouped(tours)]),
        );
        let _ = write!(text, "\n{}", table(&rows));
    }
    text
}

fn describe(text: &mut String, puzzle: &Puzzle, name: &str, extreme: &Extreme, explain: bool) {
    let tours = match &extreme.tours {
        Some(tours) => tours_in_words(tours),
        None => "very many tours".into(),
    };
    let tops: Vec<String> = extreme.replay.tops().iter().map(u8::to_string).collect();
    let _ = writeln!(text, "\n{name} sum {}, proved; {tours}", extreme.sum);
    let _ = writeln!(text, "  {}", extreme.tour);
    let _ = writeln!(text, "  tops {}", tops.join(" "));
    if explain {
        let _ = writeln!(text, "\n{}", board(puzzle, &extreme.replay));
        let _ = writeln!(text, "{}", steps(puzzle, extreme));
    }
}

/// The board in letters: every cell with its visit and, after a colon, the face on top; the north is above.
fn board(puzzle: &Puzzle, replay: &Replay) -> String {
    let width = replay.cells.len().to_string().len();
    let mut seen = vec![None; puzzle.rows() * puzzle.columns()];
    for (visit, (cell, top)) in replay.cells.iter().zip(replay.tops()).enumerate() {
        seen[cell.row * puzzle.columns() + cell.column] = Some((visit + 1, top));
    }
    let mut text = String::new();
    for row in (0..puzzle.rows()).rev() {
        let cells: Vec<String> = (0..puzzle.columns())
            .map(|column| match seen[row * puzzle.columns() + column] {
                Some((visit, top)) => format!("{visit:width$}:{top}"),
                None => {
                    format!("{:width$}", "##")
                        + &" ".repeat((width + 2).saturating_sub(width.max(2)))
                }
            })
            .collect();
        let _ = writeln!(text, "  {}", cells.join("  ").trim_end());
    }
    text
}

/// The dice step by step.
fn steps(puzzle: &Puzzle, extreme: &Extreme) -> String {
    let header = [
        "visit", "roll", "cell", "top", "north", "east", "value", "sum",
    ];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    let mut sum = 0;
    for (k, (cell, die)) in extreme
        .replay
        .cells
        .iter()
        .zip(&extreme.replay.dice)
        .enumerate()
    {
        let value = puzzle.value(die.top);
        sum += value;
        let roll = match k {
            0 => String::new(),
            _ => extreme.tour.rolls[k - 1].to_string(),
        };
        rows.push(vec![
            (k + 1).to_string(),
            roll,
            cell.to_string(),
            die.top.to_string(),
            die.north.to_string(),
            die.east.to_string(),
            value.to_string(),
            sum.to_string(),
        ]);
    }
    let mut text = table(&rows);
    if puzzle.settings().closing != Closing::Open
        && let Some(roll) = extreme.tour.rolls.last()
    {
        let _ = write!(text, "\nroll {roll} leads home to {}", extreme.tour.start);
    }
    text
}

fn pair(cell: Cell) -> Value {
    json!([cell.row, cell.column])
}

fn extreme_json(extreme: Option<&Extreme>) -> Value {
    let Some(extreme) = extreme else {
        return Value::Null;
    };
    let mut object = Map::new();
    object.insert("sum".into(), integer(extreme.sum));
    if let Some(tours) = &extreme.tours {
        object.insert("tours".into(), integer(tours));
    }
    object.insert("start".into(), pair(extreme.tour.start));
    let die = extreme.tour.die;
    object.insert(
        "die".into(),
        json!({"top": die.top, "north": die.north, "east": die.east}),
    );
    object.insert("moves".into(), extreme.tour.moves().into());
    object.insert("tops".into(), extreme.replay.tops().into());
    object.insert("proved".into(), true.into());
    Value::Object(object)
}

/// The answer for programs.
pub fn json(puzzle: &Puzzle, found: &Findings) -> Value {
    let mut object = Map::new();
    object.insert("rows".into(), puzzle.rows().into());
    object.insert("columns".into(), puzzle.columns().into());
    object.insert("cells".into(), puzzle.size().into());
    if let Some(tours) = &found.tours {
        object.insert("tours".into(), integer(tours));
        object.insert("unique".into(), (*tours == BigUint::from(1u32)).into());
    }
    for (key, extreme) in [("max", &found.maximum), ("min", &found.minimum)] {
        if let Some(extreme) = extreme {
            object.insert(key.into(), extreme_json(extreme.as_ref()));
        }
    }
    if let Some(distribution) = &found.distribution {
        let sums: Map<String, Value> = distribution
            .iter()
            .map(|(sum, tours)| (sum.to_string(), integer(tours)))
            .collect();
        object.insert("distribution".into(), Value::Object(sums));
    }
    if let Some(why) = &found.obstacle {
        object.insert("reason".into(), why.as_str().into());
    }
    Value::Object(object)
}

/// The answer as a table: the distribution where there is one, else the extremes, else the count.
pub fn csv(found: &Findings) -> Vec<Vec<String>> {
    let row = |cells: &[&str]| cells.iter().map(|&c| c.to_owned()).collect::<Vec<_>>();
    if let Some(distribution) = &found.distribution {
        let mut rows = vec![row(&["sum", "tours"])];
        rows.extend(
            distribution
                .iter()
                .map(|(s, n)| vec![s.to_string(), n.to_string()]),
        );
        return rows;
    }
    if found.maximum.is_none() && found.minimum.is_none() {
        let tours = found
            .tours
            .as_ref()
            .map_or_else(String::new, BigUint::to_string);
        return vec![row(&["tours"]), vec![tours]];
    }
    let mut rows = vec![row(&[
        "extreme", "sum", "tours", "row", "column", "top", "north", "east", "moves", "tops",
    ])];
    for (name, extreme) in [("max", &found.maximum), ("min", &found.minimum)] {
        if let Some(Some(e)) = extreme {
            let tops: Vec<String> = e.replay.tops().iter().map(u8::to_string).collect();
            rows.push(vec![
                name.to_owned(),
                e.sum.to_string(),
                e.tours
                    .as_ref()
                    .map_or_else(String::new, BigUint::to_string),
                e.tour.start.row.to_string(),
                e.tour.start.column.to_string(),
                e.tour.die.top.to_string(),
                e.tour.die.north.to_string(),
                e.tour.die.east.to_string(),
                e.tour.moves(),
                tops.join(" "),
            ]);
        }
    }
    rows
}

/// What the board is called, or else its size.
pub fn name(puzzle: &Puzzle) -> String {
    let title = puzzle.settings().title.clone();
    title.unwrap_or_else(|| format!("{} × {}", puzzle.rows(), puzzle.columns()))
}

/// The line above a picture.
pub fn title(puzzle: &Puzzle, extreme: Option<&Extreme>, smallest: bool) -> String {
    let name = name(puzzle);
    match extreme {
        Some(extreme) => format!(
            "{name}: {} sum {}",
            if smallest { "smallest" } else { "largest" },
            extreme.sum
        ),
        None => format!("{name}: no tour"),
    }
}

/// A generated board as an instance file.
pub fn instance(made: &Labelled, seed: u64) -> String {
    let settings = made.puzzle.settings();
    let cell = |cell: Cell| format!("[{}, {}]", cell.row, cell.column);
    let labels = settings.labels.len();
    let fewest = if made.fewest {
        ", and no fewer leave this tour alone"
    } else {
        ""
    };
    let mut text = format!(
        "# one tour, {labels} label{}{fewest}; seed {seed}\nkind = \"tour\"\ntitle = \"One tour, {} × {}, seed {seed}\"\nrows = {}\ncolumns = {}\n",
        if labels == 1 { "" } else { "s" },
        made.puzzle.rows(),
        made.puzzle.columns(),
        made.puzzle.rows(),
        made.puzzle.columns(),
    );
    let start = match settings.start {
        Start::At(start) => cell(start),
        Start::Any => "\"any\"".into(),
    };
    let _ = writeln!(text, "start = {start}");
    if let Some(end) = settings.end {
        let _ = writeln!(text, "end = {}", cell(end));
    }
    let _ = match settings.die {
        Dice::Only(die) => writeln!(
            text,
            "die = {{ top = {}, north = {}, east = {} }}",
            die.top, die.north, die.east
        ),
        Dice::Any(hand) => writeln!(text, "die = \"any\"\nhandedness = \"{hand}\""),
    };
    if settings.faces != [1, 2, 3, 4, 5, 6] {
        let _ = writeln!(text, "faces = {:?}", settings.faces);
    }
    if !settings.blocked.is_empty() {
        let blocked: Vec<String> = settings.blocked.iter().map(|&b| cell(b)).collect();
        let _ = writeln!(text, "blocked = [{}]", blocked.join(", "));
    }
    match settings.closing {
        Closing::Open => {}
        Closing::Closed => text.push_str("closed = true\n"),
        Closing::Orientation => text.push_str("closed = \"orientation\"\n"),
    }
    let labels: Vec<String> = settings
        .labels
        .iter()
        .map(|(at, face)| format!("[{}, {}, {face}]", at.row, at.column))
        .collect();
    let _ = writeln!(text, "labels = [{}]", labels.join(", "));
    text
}

/// A generated board for programs.
pub fn generated_json(made: &Labelled, seed: u64) -> Value {
    let labels = labels_json(&made.puzzle);
    let die = made.tour.die;
    json!({
        "seed": seed,
        "rows": made.puzzle.rows(),
        "columns": made.puzzle.columns(),
        "labels": labels,
        "fewest": made.fewest,
        "tours": 1,
        "start": pair(made.tour.start),
        "die": {"top": die.top, "north": die.north, "east": die.east},
        "moves": made.tour.moves(),
        "instance": instance(made, seed),
    })
}

/// Whether labels determine the tours of a board, in words.
pub fn cycles_text(found: &Uniqueness, home: Home) -> String {
    let what = if home == Home::Nowhere {
        "paths"
    } else {
        "cycles"
    };
    let mut text = format!("{} {what} can be rolled\n", grouped(found.tours));
    let Some(twins) = &found.twins else {
        let _ = writeln!(
            text,
            "no two have the same labels: a fully labelled board determines its tour"
        );
        return text;
    };
    let _ = writeln!(
        text,
        "{} of them share their labels with another; for example",
        grouped(found.ambiguous),
    );
    text + &twins_text(twins)
}

/// Two tours and the labels they share.
fn twins_text(twins: &Twins) -> String {
    let mut text = format!("  {}\n  {}\n\n", twins.tours[0], twins.tours[1]);
    let puzzle = &twins.puzzle;
    for row in (0..puzzle.rows()).rev() {
        let faces: Vec<String> = (0..puzzle.columns())
            .map(|column| {
                puzzle
                    .label(Cell::new(row, column))
                    .map_or_else(String::new, |f| f.to_string())
            })
            .collect();
        let _ = writeln!(text, "  {}", faces.join(" "));
    }
    text
}

/// Whether labels determine the cycles of all strips of a width, in words.
pub fn strips_text(width: usize, found: &Settled) -> String {
    let pairs = grouped(found.pairs);
    match &found.twins {
        None => format!(
            "strips of width {width}: {pairs} pairs of loose ends, no new ones after {} columns\n\
             no two cycles have the same labels, whatever the length: a fully labelled strip determines its rolling cycle\n",
            found.columns
        ),
        Some(twins) => format!(
            "strips of width {width}: {pairs} pairs of loose ends up to {} columns\n\
             the shortest strip with two cycles of the same labels has {} columns\n{}",
            found.columns,
            twins.puzzle.columns(),
            twins_text(twins)
        ),
    }
}

/// Whether labels determine the cycles of all strips of a width, for programs.
pub fn strips_json(width: usize, found: &Settled) -> Value {
    json!({
        "width": width,
        "pairs": found.pairs,
        "columns": found.columns,
        "determined": found.twins.is_none(),
        "twins": found.twins.as_ref().map(twins_json),
    })
}

/// Whether labels determine the tours of a board, for programs.
pub fn cycles_json(found: &Uniqueness, (rows, columns): (usize, usize)) -> Value {
    json!({
        "rows": rows,
        "columns": columns,
        "cycles": found.tours,
        "determined": found.twins.is_none(),
        "ambiguous": found.ambiguous,
        "twins": found.twins.as_ref().map(twins_json),
    })
}

fn twins_json(twins: &Twins) -> Value {
    let tours = twins.tours.each_ref().map(|tour| {
        let Die { top, north, east } = tour.die;
        json!({
            "start": pair(tour.start),
            "die": {"top": top, "north": north, "east": east},
            "moves": tour.moves(),
        })
    });
    json!({"labels": labels_json(&twins.puzzle), "tours": tours})
}

/// The labels as rows of row, column and face.
fn labels_json(puzzle: &Puzzle) -> Value {
    let labels = puzzle.settings().labels.iter();
    labels
        .map(|(cell, face)| json!([cell.row, cell.column, face]))
        .collect()
}
