//! `cubegraph picture group`.

use std::fmt::Write;

use crate::bounds::{GroupSummary, group_summary};
use crate::picture::Puzzle;
use crate::text::grouped;
use num_bigint::BigUint;

use serde::{Deserialize, Serialize};

use super::super::answer::unwritable;
use super::super::{Answer, Context, Text};
use super::{PuzzleArgument, add_grid, envelope, heading};
use crate::Result;

/// The order of the group, why, reachability, and bounds on the diameter.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(
    feature = "cli",
    command(after_help = "Example: cubegraph picture group 20x20\n         \
    cubegraph picture group @unreachable")
)]
pub struct Arguments {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    puzzle: PuzzleArgument,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let given = arguments.puzzle.read()?;
    let summary = group_summary(&given.puzzle, context.work)?;
    let text = text(given.title.as_deref(), &summary).map_err(unwritable)?;
    let status = u8::from(!summary.is_reachable());
    let json = envelope("group", given.title.as_deref(), summary);
    Ok(Answer::new(text, json).with_status(status))
}

fn text(title: Option<&str>, summary: &GroupSummary) -> Result<Text, std::fmt::Error> {
    let puzzle = summary.puzzle();
    let mut text = Text::from(heading(title, puzzle));
    if puzzle.rules().metric().is_none() {
        let order = grouped(puzzle.rules().group_order());
        write!(text, ", a group of order {order}")?;
    }
    let [n, a, b, meet] = summary.orders();
    let checked = if summary.is_confirmed() {
        "Schreier-Sims on the points of all cells"
    } else {
        "nothing else: Schreier-Sims is run up to 1600 points"
    };
    writeln!(text, "\norder of H   {}", shortened(summary.order()))?;
    writeln!(text, "because of   {}", summary.theorem())?;
    writeln!(text, "             |N| = {n}, |A| = {a}, |B| = {b}, |A meet B| = {meet}")?;
    writeln!(text, "checked by   {checked}")?;
    if !summary.is_proved() {
        writeln!(text, "             not proved: the group is too large to verify its order")?;
    }
    let (at_least, why) = summary.at_least();
    writeln!(text, "diameter     at least {at_least} ({why})")?;
    match summary.at_most() {
        (Some(at_most), why) => writeln!(text, "             at most {at_most} ({why})")?,
        (None, why) => writeln!(text, "             no upper bound: {why}")?,
    }
    if let Some(published) = summary.published_bound() {
        writeln!(text, "             published upper bound {published}")?;
    }
    if puzzle.cells().is_some() {
        text.push_str("configuration\n");
        add_grid(&mut text, puzzle);
        text.push_str("\n");
        match summary.why() {
            None => writeln!(text, "reachable    yes")?,
            Some(why) => {
                writeln!(text, "reachable    no: {why}")?;
                parities(&mut text, puzzle)?;
            }
        }
    }
    Ok(text)
}

/// Which cubes are odd.
fn parities(text: &mut Text, puzzle: &Puzzle) -> std::fmt::Result {
    if !puzzle.rules().is_cube() {
        return Ok(());
    }
    writeln!(
        text,
        "             parities (o odd, . even); in a reachable configuration any two rows are \
         equal or opposite"
    )?;
    for row in puzzle.cells().unwrap_or_default().chunks(puzzle.size().columns()) {
        let parities = row.iter().map(|cell| if cell.is_even() { '.' } else { 'o' });
        writeln!(text, "             {}", parities.collect::<String>())?;
    }
    Ok(())
}

/// A number in groups of three, or its first digits and how many there are.
fn shortened(number: &BigUint) -> String {
    let digits = number.to_string();
    match digits.len() {
        ..=60 => grouped(number),
        count => format!("{}.{}...e{}, {count} digits", &digits[..1], &digits[1..12], count - 1),
    }
}
