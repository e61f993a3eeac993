//! `cubegraph picture table`.

use std::path::PathBuf;

use clap::Args;
use cubegraph::Error;
use cubegraph::picture::cosets::CosetSearch;
use cubegraph::picture::{Metric, Puzzle, Size};
use cubegraph::published::grouped;
use serde_json::json;

use super::super::{Answer, Context, table};
use super::distances::{Found, Method, search};
use super::{MetricName, cube_size};

/// How many classes of antipodes a row lists for programs.
const CLASSES_LISTED: usize = 3;
/// The most cubes that `--up-to` takes: beyond, no machine has the memory.
const MOST_CUBES: usize = 15;

/// Diameter, average and median for many sizes.
#[derive(Args)]
#[command(
    after_help = "Example: cubegraph picture table --up-to 6\n         cubegraph picture table 2x2 3x3 --metric half\n\n\
    Without sizes: those of Burcsi's Table 1."
)]
pub struct Arguments {
    /// The sizes, such as 3x2 (rows by columns), or files or @names of cubes
    #[arg(value_name = "SIZE")]
    sizes: Vec<String>,
    /// All sizes of at most so many cubes, with at least as many rows as columns
    #[arg(long, value_name = "CUBES", conflicts_with = "sizes")]
    up_to: Option<usize>,
    /// What counts as one move
    #[arg(long, value_name = "METRIC")]
    metric: Option<MetricName>,
    /// Keep every layer of every size in a folder of DIR, and go on after the layers that are there
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
}

/// One row of the table.
struct Row {
    size: Size,
    found: Found,
}

impl Row {
    /// The published bound on the local method.
    fn local(&self) -> usize {
        8 * self.size.cells() + self.size.rows() + self.size.columns() - 1
    }

    /// The better bound: half of the parity moves suffice.
    fn local_better(&self) -> usize {
        8 * self.size.cells() + usize::midpoint(self.size.rows(), self.size.columns())
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let metric: Metric = arguments.metric.map_or(Metric::Quarter, Into::into);
    let sizes = sizes(arguments)?;
    // What will not fit is found out before the work, not after it.
    for &size in &sizes {
        CosetSearch::reserve(size, metric, context.work())?;
    }
    let mut rows = Vec::new();
    for size in sizes {
        let checkpoint = (arguments.checkpoint.as_ref()).map(|folder| {
            let folder = folder.join(format!("{size}-{metric}"));
            super::checkpoint::checkpoint(&folder, None, false)
        });
        let puzzle = Puzzle::cube(size, metric)?;
        let found = search(puzzle, Method::Cosets, checkpoint.as_ref(), context.work())?;
        rows.push(Row { size, found });
    }
    Ok(answer(metric, &rows))
}

fn sizes(arguments: &Arguments) -> cubegraph::Result<Vec<Size>> {
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
    arguments.sizes.iter().map(|size| cube_size(size)).collect()
}

fn answer(metric: Metric, rows: &[Row]) -> Answer {
    let header = [
        "size",
        "diameter",
        "average",
        "median",
        "local est.",
        "local at most",
        "configurations",
    ];
    let cells = |number: &dyn Fn(String) -> String| -> Vec<Vec<String>> {
        let body = rows.iter().map(|row| {
            let distances = &row.found.distances;
            vec![
                row.size.to_string(),
                distances.diameter().to_string(),
                format!("{:.2}", distances.average()),
                distances.median().to_string(),
                row.local().to_string(),
                row.local_better().to_string(),
                number(distances.order().to_string()),
            ]
        });
        std::iter::once(header.map(str::to_owned).to_vec())
            .chain(body)
            .collect()
    };
    let sizes: Vec<_> = rows
        .iter()
        .map(|row| {
            let mut json = row.found.json(CLASSES_LISTED);
            json["local_published"] = row.local().into();
            json["local_at_most"] = row.local_better().into();
            json
        })
        .collect();
    let text = format!(
        "{metric} turns; local est. is the document's 8mn+m+n-1, local at most 8mn+(m+n)/2 rounded down\n\n{}",
        table(&cells(&|order| grouped(order)))
    );
    Answer::new(
        text,
        json!({ "group": "cube", "metric": metric.name(), "sizes": sizes }),
    )
    .with_csv(cells(&|order| order))
}
