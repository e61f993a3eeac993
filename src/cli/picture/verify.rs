//! `cubegraph picture verify`.

use std::path::{Path, PathBuf};

use clap::Args;
use cubegraph::Error;
use cubegraph::picture::verify::{Check, Effort, verify};
use cubegraph::picture::{Distances, Metric, Size};
use num_bigint::BigUint;
use serde_json::{Value, json};

use super::super::{Answer, Context, table};

/// Checks a distance table.
#[derive(Args)]
#[command(
    after_help = "Example: cubegraph picture distances 3x2 --format json -o 3x2.json\n         cubegraph picture verify 3x2.json"
)]
pub struct Arguments {
    /// What `cubegraph picture distances --format json` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many random configurations are solved (default: as many as take seconds)
    #[arg(long, value_name = "N")]
    samples: Option<usize>,
    /// The seed of the random configurations
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let effort = Effort {
        samples: arguments.samples,
        seed: arguments.seed,
    };
    let header = ["size", "metric", "check", "holds", "found"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    let mut tables = Vec::new();
    let mut all = true;
    for claimed in read(&arguments.file)? {
        let (size, metric) = (claimed.size, claimed.metric);
        let mut checks = vec![claimed.summary()];
        checks.extend(verify(
            size,
            metric,
            &claimed.distances,
            effort,
            context.work(),
        )?);
        let holds = checks.iter().all(|check| check.holds);
        all &= holds;
        rows.extend(checks.iter().map(|check| {
            let holds = if check.holds { "yes" } else { "no" };
            [
                &size.to_string(),
                metric.name(),
                check.name,
                holds,
                &check.detail,
            ]
            .map(str::to_owned)
            .to_vec()
        }));
        tables.push(json!({
            "rows": size.rows(),
            "columns": size.columns(),
            "metric": metric.name(),
            "verified": holds,
            "checks": checks
                .iter()
                .map(|check| json!({ "name": check.name, "holds": check.holds, "found": check.detail }))
                .collect::<Vec<_>>(),
        }));
    }
    let text = format!(
        "{}\n\n{}",
        if all {
            "everything that was checked holds"
        } else {
            "the table is wrong"
        },
        table(&rows)
    );
    Ok(
        Answer::new(text, json!({ "verified": all, "tables": tables }))
            .with_csv(rows)
            .with_status(u8::from(!all)),
    )
}

/// What the file says.
struct Claimed {
    size: Size,
    metric: Metric,
    distances: Distances,
    /// What the file says beside the distances and what follows from those, where they differ.
    contradictions: Vec<String>,
}

impl Claimed {
    fn summary(&self) -> Check {
        Check {
            name: "summary",
            holds: self.contradictions.is_empty(),
            detail: if self.contradictions.is_empty() {
                "order, diameter, average and median follow from the distances".to_owned()
            } else {
                self.contradictions.join("; ")
            },
        }
    }
}

/// Reads one table, or the tables of many sizes.
fn read(path: &Path) -> Result<Vec<Claimed>, Error> {
    let wrong = |why: &str| {
        Error::Input(format!(
            "{}: {why}\n  = help: verify takes what `cubegraph picture distances SIZE --format json` writes",
            path.display()
        ))
    };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(&error.to_string()))?;
    let json: Value = serde_json::from_str(&text).map_err(|error| wrong(&error.to_string()))?;
    match json.get("sizes").and_then(Value::as_array) {
        Some(sizes) if sizes.is_empty() => Err(wrong("it has no sizes")),
        Some(sizes) => sizes.iter().map(|json| claimed(json, &wrong)).collect(),
        None => Ok(vec![claimed(&json, &wrong)?]),
    }
}

fn claimed(json: &Value, wrong: &impl Fn(&str) -> Error) -> Result<Claimed, Error> {
    let number = |key: &str| {
        json.get(key)
            .and_then(Value::as_u64)
            .and_then(|n| usize::try_from(n).ok())
            .ok_or_else(|| wrong(&format!("\"{key}\" is not there, or no number")))
    };
    let size =
        Size::new(number("rows")?, number("columns")?).ok_or_else(|| wrong("the size is none"))?;
    if json.get("group").is_some_and(|group| group != "cube") {
        return Err(wrong("only tables of the cube can be verified"));
    }
    let metric = match json.get("metric").and_then(Value::as_str) {
        Some(name) => name.parse()?,
        None => Metric::Quarter,
    };
    let counts = json
        .get("distances")
        .and_then(Value::as_array)
        .ok_or_else(|| wrong("\"distances\" is not there, or no list"))?
        .iter()
        .map(|count| {
            let digits = count.to_string();
            digits
                .parse::<BigUint>()
                .map_err(|_| wrong(&format!("{digits} in \"distances\" is no count")))
        })
        .collect::<Result<Vec<_>, _>>()?;
    let distances = Distances::new(counts);
    Ok(Claimed {
        contradictions: contradictions(json, &distances),
        size,
        metric,
        distances,
    })
}

fn contradictions(json: &Value, distances: &Distances) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut compare = |key: &str, follows: String| {
        if let Some(says) = json.get(key).map(ToString::to_string)
            && says != follows
        {
            wrong.push(format!("{key} is given as {says}, and is {follows}"));
        }
    };
    compare("order", distances.order().to_string());
    compare("diameter", distances.diameter().to_string());
    compare("median", distances.median().to_string());
    if let Some(says) = json.get("average").and_then(Value::as_f64)
        && (says - distances.average()).abs() > 1e-9
    {
        let average = distances.average();
        wrong.push(format!("average is given as {says}, and is {average}"));
    }
    wrong
}
