//! `cubegraph picture pictures`.

use clap::Args;
use cubegraph::Error;
use cubegraph::cube::Rotation;
use cubegraph::group::Permutation;
use cubegraph::picture::check::{self, PlainMove};
use cubegraph::picture::{Metric, Puzzle, permutation_of, pictures};
use serde_json::json;

use super::super::{Answer, Context, table};
use super::{MetricName, cube_size};

/// The moves that turn one picture into another.
#[derive(Args)]
#[command(after_help = "Example: cubegraph picture pictures 3x3")]
pub struct Arguments {
    /// A size such as 3x2 (rows by columns), or a file or @name of cubes
    #[arg(value_name = "SIZE|FILE")]
    size: String,
    /// What counts as one move
    #[arg(long, value_enum, default_value_t = MetricName::Quarter)]
    metric: MetricName,
}

/// Runs the command.
pub fn run(arguments: &Arguments, _: &Context) -> anyhow::Result<Answer> {
    let metric = Metric::from(arguments.metric);
    let size = cube_size(&arguments.size)?;
    let puzzle = Puzzle::cube(size, metric)?;
    let mut rows = vec![
        ["state", "cubes turned by", "moves", "which"]
            .map(str::to_owned)
            .to_vec(),
    ];
    let mut list = Vec::new();
    for rotation in Rotation::all() {
        let moves = pictures::turn_all(size, metric, rotation);
        let plain: Vec<PlainMove> = moves
            .iter()
            .map(|step| PlainMove {
                is_row: step.turn.is_row(),
                line: step.line,
                by: permutation_of(step.turn.rotation()),
            })
            .collect();
        let solved = vec![Permutation::IDENTITY; size.cells()];
        check::solution(&puzzle, &solved, &plain, &permutation_of(rotation))?;
        let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
        rows.push(vec![
            pictures::describe(rotation),
            rotation.to_string(),
            names.len().to_string(),
            names.join(" "),
        ]);
        let shown = pictures::shown(rotation);
        list.push(json!({
            "picture": pictures::letter(shown.face).to_string(),
            "quarters_clockwise": shown.quarters,
            "rotation": rotation.to_string(),
            "length": names.len(),
            "moves": names,
        }));
    }
    rows[1..].sort();
    if list.len() != Rotation::COUNT {
        return Err(Error::Rejected("there are 24 states".to_owned()).into());
    }
    let text = format!(
        "The moves that turn picture A, upright, of {} cubes into each of the 24 solved states, all lines alike\n\n{}",
        size,
        table(&rows)
    );
    let json = json!({ "rows": size.rows(), "columns": size.columns(), "metric": metric.name(), "states": list });
    Ok(Answer::new(text, json).with_csv(rows))
}
