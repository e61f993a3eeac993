//! `cubegraph picture group`.

use std::fmt::Write;

use clap::Args;
use cubegraph::Error;
use cubegraph::picture::bounds::Bounds;
use cubegraph::picture::order::{Structure, Theorem};
use cubegraph::picture::{Metric, Puzzle, check};
use cubegraph::published::grouped;
use num_bigint::BigUint;
use serde_json::{Value, json};

use super::super::{Answer, Context, integer};
use super::{MetricName, grid_of, puzzle, rows_of};

/// The order of the group, why, reachability, and bounds on the diameter.
#[derive(Args)]
#[command(
    after_help = "Example: cubegraph picture group 20x20\n         cubegraph picture group @unreachable"
)]
pub struct Arguments {
    /// A size such as 3x2 (rows by columns), a file, - or @name
    #[arg(value_name = "SIZE|FILE")]
    puzzle: String,
    /// What counts as one move
    #[arg(long, value_name = "METRIC")]
    metric: Option<MetricName>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let puzzle = puzzle(&arguments.puzzle, arguments.metric)?;
    let (size, rules, work) = (puzzle.size(), puzzle.rules(), context.work());
    let structure = Structure::new(rules, work)?;
    let order = structure.order(size);
    let checked = check::order(&puzzle, &order, work)?;
    let reach = puzzle.cells().map(|cells| structure.reach(size, cells));
    let bounds = Bounds::new(&puzzle, &structure, work)?;

    let mut text = format!("{size} over {}", rules.name());
    match rules.metric() {
        Some(metric) => writeln!(text, ", {metric} turns")?,
        None => writeln!(text, ", a group of order {}", grouped(rules.group_order()))?,
    }
    writeln!(text, "order of H   {}", shortened(&order))?;
    writeln!(text, "because of   {}", structure.theorem().statement())?;
    writeln!(
        text,
        "             |N| = {}, |A| = {}, |B| = {}, |A meet B| = {}",
        structure.n(),
        structure.a(),
        structure.b(),
        structure.meet()
    )?;
    writeln!(
        text,
        "checked by   {}",
        if checked {
            "Schreier-Sims on the points of all cells"
        } else {
            "nothing else: Schreier-Sims is run up to 1600 points"
        }
    )?;
    describe_bounds(&mut text, &bounds)?;
    let unreachable = describe_reach(&mut text, &puzzle, reach.as_ref())?;

    let mut json = json!({
        "rows": size.rows(),
        "columns": size.columns(),
        "group": rules.name(),
        "group_order": integer(rules.group_order()),
        "metric": rules.metric().map(Metric::name),
        "order": integer(&order),
        "theorem": structure.theorem().statement(),
        "theorem_number": match structure.theorem() {
            Theorem::Four => Some(4),
            Theorem::Seven => Some(7),
            Theorem::Eight => Some(8),
            Theorem::General => None,
        },
        "n": integer(structure.n()),
        "a": integer(structure.a()),
        "b": integer(structure.b()),
        "a_meet_b": integer(structure.meet()),
        "schreier_sims": checked.then(|| integer(&order)),
        // Without a configuration the solved one is meant, which is always reachable.
        "reachable": unreachable.is_none(),
    });
    let object = json
        .as_object_mut()
        .ok_or_else(|| Error::Rejected("no object".to_owned()))?;
    if let Some(cells) = puzzle.cells() {
        object.insert("configuration".to_owned(), rows_of(cells, size));
    }
    if let Some(why) = &unreachable {
        object.insert("why".to_owned(), Value::from(why.as_str()));
    }
    insert_bounds(object, &bounds);
    Ok(Answer::new(text, json).with_status(u8::from(unreachable.is_some())))
}

fn insert_bounds(object: &mut serde_json::Map<String, Value>, bounds: &Bounds) {
    let mut insert = |key: &str, value: Option<&BigUint>| {
        if let Some(value) = value {
            object.insert(key.to_owned(), integer(value));
        }
    };
    insert("diameter_at_least", Some(&bounds.at_least));
    insert("diameter_at_most", bounds.at_most.as_ref());
    insert("diameter_at_most_published", bounds.published.as_ref());
}

fn describe_bounds(text: &mut String, bounds: &Bounds) -> std::fmt::Result {
    writeln!(
        text,
        "diameter     at least {} ({})",
        bounds.at_least, bounds.why_at_least
    )?;
    match &bounds.at_most {
        Some(at_most) => writeln!(
            text,
            "             at most {at_most} ({})",
            bounds.why_at_most
        )?,
        None => writeln!(text, "             no upper bound: {}", bounds.why_at_most)?,
    }
    if let Some(published) = &bounds.published {
        writeln!(text, "             published upper bound {published}")?;
    }
    Ok(())
}

/// Says whether the configuration is reachable; returns why not.
fn describe_reach(
    text: &mut String,
    puzzle: &Puzzle,
    reach: Option<&Result<(), cubegraph::picture::order::Unreachable>>,
) -> Result<Option<String>, std::fmt::Error> {
    let (Some(reach), Some(cells)) = (reach, puzzle.cells()) else {
        return Ok(None);
    };
    writeln!(text, "configuration\n{}", grid_of(cells, puzzle.size()))?;
    match reach {
        Ok(()) => {
            writeln!(text, "reachable    yes")?;
            Ok(None)
        }
        Err(fault) => {
            writeln!(text, "reachable    no: {}", fault.reason)?;
            if puzzle.rules().is_cube() {
                writeln!(
                    text,
                    "             parities (o odd, . even); in a reachable configuration any two rows are equal or opposite"
                )?;
                for row in cells.chunks(puzzle.size().columns()) {
                    let pattern: String = row
                        .iter()
                        .map(|c| if c.is_even() { '.' } else { 'o' })
                        .collect();
                    writeln!(text, "             {pattern}")?;
                }
            }
            Ok(Some(fault.reason.clone()))
        }
    }
}

/// A number in groups of three, or its first digits and how many there are.
fn shortened(number: &BigUint) -> String {
    let digits = number.to_string();
    if digits.len() <= 60 {
        grouped(number)
    } else {
        format!(
            "{}.{}...e{}, {} digits",
            &digits[..1],
            &digits[1..12],
            digits.len() - 1,
            digits.len()
        )
    }
}
