//! `cubegraph picture bounds`.

use std::fmt::Write;
use std::path::PathBuf;

use crate::bounds::{Bounds, Effort, Extent, WidthBounds};
use crate::picture::{Metric, Rules};
use crate::work::file;
use crate::{Error, Result};

use serde::{Deserialize, Serialize};

use super::super::answer::unwritable;
use super::super::{Answer, Context, Text, Word, headed, row};
use super::{MetricName, envelope, puzzle};

/// Bounds God's number.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(
    feature = "cli",
    command(after_help = "Example: cubegraph picture bounds 1000000x1\n         \
    cubegraph picture bounds 8x2 --certificate 8x2.json\n         \
    cubegraph picture verify 8x2.json\n         \
    cubegraph picture bounds --width 2")
)]
pub struct Arguments {
    /// A size of up to 10^9 rows or columns such as 1000000x1, a file, - or @name
    #[cfg_attr(
        feature = "cli",
        arg(value_name = "SIZE|FILE", required_unless_present = "width", conflicts_with = "width")
    )]
    puzzle: Option<Word>,
    /// The formula for every number of rows and this number of columns
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=20)))]
    #[serde(deserialize_with = "crate::request::options::within::<_, _, 1, 20>")]
    width: Option<u16>,
    /// What counts as one move
    #[cfg_attr(feature = "cli", arg(long, value_name = "METRIC"))]
    metric: Option<MetricName>,
    /// Write what proves the bounds to FILE; `picture verify` checks it
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE", conflicts_with = "width"))]
    certificate: Option<PathBuf>,
}

impl Arguments {
    /// Whether the formula of a width is asked for, which has a table.
    pub fn is_for_a_width(&self) -> bool {
        self.width.is_some()
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    if let Some(width) = arguments.width {
        let metric = arguments.metric.map(Metric::from).unwrap_or_default();
        let rules = Rules::cube(metric)?;
        let bounds = WidthBounds::new(&rules, width.into(), context.work)?;
        return for_width(bounds, metric).map_err(unwritable);
    }
    let Some(text) = &arguments.puzzle else {
        return Err(Error::invalid("which size? Name a SIZE, a FILE or a --width"));
    };
    // What begins with a digit is a size, and a wrong size is not taken for a file.
    let (rules, extent) = if text.starts_with(|c: char| c.is_ascii_digit()) && !text.contains('.') {
        let metric = arguments.metric.map(Metric::from).unwrap_or_default();
        (Rules::cube(metric)?, text.parse::<Extent>()?)
    } else {
        let puzzle = puzzle(text, arguments.metric)?.puzzle;
        (puzzle.rules().clone(), Extent::from(puzzle.size()))
    };
    let work = context.work;
    let bounds = match &arguments.certificate {
        None => Bounds::of(&rules, extent, Effort::Full, work)?,
        Some(path) => {
            context.also_writes(path, "--certificate")?;
            let bounds = Bounds::by_words(&rules, extent, work)?;
            let mut text = serde_json::to_string(&bounds.certificates)
                .map_err(|error| Error::Rejected(error.to_string()))?;
            text.push('\n');
            file::write(path, text.as_bytes())?;
            bounds
        }
    };
    for_extent(bounds).map_err(unwritable)
}

fn for_extent(bounds: Bounds) -> Result<Answer, std::fmt::Error> {
    let extent = bounds.extent;
    let mut text = format!("{extent} over {}", bounds.group);
    if let Some(metric) = bounds.metric {
        write!(text, ", {metric} turns")?;
    }
    writeln!(text, "\nat least  {} ({})", bounds.at_least, bounds.why_at_least)?;
    match &bounds.at_most {
        Some(at_most) => writeln!(text, "at most   {at_most} ({})", bounds.why_at_most)?,
        None => writeln!(text, "at most   not known: {}", bounds.why_at_most)?,
    }
    if bounds.are_equal() {
        writeln!(text, "God's number is {}", bounds.at_least)?;
    }
    let title = format!("Bounds on God's number of {extent}");
    Ok(Answer::new(text, envelope("bounds", Some(&title), bounds)))
}

fn for_width(bounds: WidthBounds, metric: Metric) -> Result<Answer, std::fmt::Error> {
    let (even, odd) = (&bounds.offsets.even, &bounds.offsets.odd);
    let formula = |offset: &str| format!("floor({}*m + {offset})", bounds.slope);
    let formula = if even == odd {
        formula(even)
    } else {
        format!("{} for even m, {} for odd m", formula(even), formula(odd))
    };
    let columns = bounds.columns;
    let mut text = Text::from(format!("m x {columns}, {metric} turns\n"));
    writeln!(
        text,
        "{}{} undominated words, the longest of {} letters",
        bounds.words,
        if bounds.complete { "" } else { " or more" },
        bounds.longest
    )?;
    for word in &bounds.listed {
        let letters = word.join(" ");
        writeln!(text, "  {}", if word.is_empty() { "(empty)" } else { &letters })?;
    }
    let exactly = if bounds.slope_is_exact { ", exactly" } else { " at most" };
    writeln!(text, "God's number grows by {} per row{exactly}", bounds.slope)?;
    match bounds.from {
        Some(from) => writeln!(text, "D(m x {columns}) = {formula} for every m >= {from}")?,
        None => writeln!(text, "D(m x {columns}) <= {formula} for every m")?,
    }
    if let Some(block) = &bounds.block {
        writeln!(text, "these {} rows add {} to every solution:", block.rows.len(), block.adds)?;
        for row in &block.rows {
            writeln!(text, "  {}", row.join("  "))?;
        }
    }
    let values = bounds
        .values
        .iter()
        .map(|of| row([of.rows.to_string(), of.at_least.to_string(), of.at_most.to_string()]));
    let rows = headed(["rows", "at least", "at most"], values);
    text.push_str("\n");
    text.table(&rows);
    let title = format!("God's numbers of m x {columns}");
    let json = envelope("bounds", Some(&title), bounds);
    Ok(Answer::new(text, json).with_csv(rows))
}
