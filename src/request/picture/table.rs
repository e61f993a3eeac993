//! `cubegraph picture table`.

use std::path::PathBuf;

use crate::picture::{self, Distances, Metric, Size};
use crate::text::grouped;
use serde::{Deserialize, Serialize};

use super::super::context::words;
use super::super::{Answer, Context, Text, Word, headed};
use super::{MetricName, cube_size, envelope};
use crate::work::Checkpoint;
use crate::{Error, Result};

/// How many classes of antipodes a row lists for programs.
const CLASSES_LISTED: usize = 3;
/// The most cubes that `--up-to` takes: beyond, no machine has the memory.
const MOST_CUBES: usize = 15;

/// Diameter, average and median for many sizes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(
    feature = "cli",
    command(after_help = "Example: cubegraph picture table --up-to 6\n         \
    cubegraph picture table 2x2 3x3 --metric half\n\n\
    Without sizes: those of Burcsi's Table 1. With --checkpoint every size has a folder of its own \
    in DIR.")
)]
pub struct Arguments {
    /// The sizes, such as 3x2 (rows by columns), or files or @names of cubes
    #[cfg_attr(feature = "cli", arg(value_name = "SIZE"))]
    #[serde(rename = "puzzle", deserialize_with = "words")]
    sizes: Vec<Word>,
    /// All sizes of at most this many cubes, with at least as many rows as columns
    #[cfg_attr(feature = "cli", arg(long, value_name = "CUBES", conflicts_with = "sizes"))]
    up_to: Option<usize>,
    /// What counts as one move
    #[cfg_attr(feature = "cli", arg(long, value_name = "METRIC"))]
    metric: Option<MetricName>,
    /// Store layers in DIR, and resume from those found there
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR"))]
    checkpoint: Option<PathBuf>,
}

/// The table for programs.
#[derive(Serialize)]
struct TableKeys {
    group: &'static str,
    metric: Metric,
    sizes: Vec<TableRow>,
}

/// One row of the table.
#[derive(Serialize)]
struct TableRow {
    #[serde(flatten)]
    distances: Distances,
    seconds: f64,
    /// The published bound on the local method.
    local_published: usize,
    /// The better bound: half of the parity moves suffice.
    local_at_most: usize,
    #[serde(skip)]
    size: Size,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let metric: Metric = arguments.metric.map_or(Metric::Quarter, Into::into);
    let sizes = sizes(arguments)?;
    let checkpoint = arguments.checkpoint.as_ref().map(Checkpoint::new);
    let mut found = picture::table(sizes.clone(), metric, checkpoint, context.work)?;
    let mut rows = Vec::new();
    for size in sizes {
        let start = context.work.elapsed().unwrap_or_default();
        let Some(distances) = found.next().transpose()? else {
            break;
        };
        rows.push(TableRow {
            distances: distances.listing_classes(CLASSES_LISTED),
            seconds: context
                .work
                .elapsed()
                .unwrap_or_default()
                .checked_sub(start)
                .unwrap()
                .as_secs_f64(),
            local_published: 8 * size.cells() + size.rows() + size.columns() - 1,
            local_at_most: 8 * size.cells() + usize::midpoint(size.rows(), size.columns()),
            size,
        });
    }
    Ok(answer(metric, rows))
}

fn sizes(arguments: &Arguments) -> crate::Result<Vec<Size>> {
    if let Some(cubes) = arguments.up_to {
        if !(1..=MOST_CUBES).contains(&cubes) {
            return Err(Error::invalid(format!(
                "--up-to takes a number of cubes from 1 to {MOST_CUBES}"
            )));
        }
        let all = (1..=cubes).flat_map(|count| {
            // In the order of Burcsi's table: by the number of cubes, the narrow ones first.
            (1..=count).filter_map(move |columns| {
                let fits = count % columns == 0 && count / columns >= columns;
                fits.then(|| Size::new(count / columns, columns)).flatten()
            })
        });
        return Ok(all.collect());
    }
    if arguments.sizes.is_empty() {
        return ["1x1", "2x1", "3x1", "4x1", "2x2", "5x1", "6x1", "3x2"]
            .iter()
            .map(|size| size.parse())
            .collect();
    }
    arguments.sizes.iter().map(cube_size).collect()
}

fn answer(metric: Metric, sizes: Vec<TableRow>) -> Answer {
    let header =
        ["size", "diameter", "average", "median", "local est.", "local at most", "configurations"];
    let cells = |number: &dyn Fn(String) -> String| -> Vec<Vec<String>> {
        let body = sizes.iter().map(|row| {
            let distances = &row.distances;
            vec![
                row.size.to_string(),
                distances.diameter().to_string(),
                format!("{:.2}", distances.average()),
                distances.median().to_string(),
                row.local_published.to_string(),
                row.local_at_most.to_string(),
                number(distances.order().to_string()),
            ]
        });
        headed(header, body)
    };
    let mut text = Text::from(format!(
        "{metric} turns; local est. is the document's 8mn+m+n-1, local at most 8mn+(m+n)/2 rounded \
         down\n\n"
    ));
    text.table(&cells(&|order| grouped(order)));
    let csv = cells(&|order| order);
    let keys = TableKeys { group: "cube", metric, sizes };
    Answer::new(text, envelope("table", None, keys)).with_csv(csv)
}
