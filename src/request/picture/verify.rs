//! `cubegraph picture verify`.

use std::path::{Path, PathBuf};

use crate::cube::notation::parse_rotation;
use crate::picture::verify::{Check, Claim, Effort, certificate, verify};
use crate::picture::{
    AntipodeClass, Antipodes, Configuration, DistanceTable, Distances, Metric, Size,
};
use crate::work::Work;
use crate::{Error, Result, instance};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::super::{Answer, Context, Text, headed, row};
use super::envelope;

/// Checks a distance table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(
    feature = "cli",
    command(
        after_help = "Example: cubegraph picture distances 3x2 --format json -o 3x2.json\n         \
    cubegraph picture verify 3x2.json\n\n\
    A table that `picture solve --table DIR` keeps, such as DIR/3x2-quarter.table, can be \
    verified too, and so can a certificate that `picture bounds --certificate FILE` wrote. \
    What was measured and what cannot be seen is said for every check; seconds are not checked."
    )
)]
pub struct Arguments {
    /// What `picture distances --format json` or `picture bounds --certificate` wrote, or a .table
    /// that `picture solve --table` keeps
    #[cfg_attr(feature = "cli", arg(value_name = "FILE"))]
    #[serde(rename = "puzzle")]
    file: PathBuf,
    /// How many random configurations are solved (default: as many as take seconds)
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000)))]
    samples: Option<u32>,
    /// The seed of the random configurations [default: 1]
    #[cfg_attr(feature = "cli", arg(long, value_name = "S"))]
    seed: Option<u64>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let path = &arguments.file;
    let is_table = path.extension().is_some_and(|ending| ending == "table");
    let text = if is_table { None } else { Some(text(path)?) };
    if let Some(text) = &text
        && let Some(answer) = certificates(text, context.work)?
    {
        return Ok(answer);
    }
    let claims = match &text {
        None => vec![kept(path, context.work)?],
        Some(text) => read(path, text)?,
    };
    let effort = Effort {
        samples: arguments.samples.map(|samples| samples as usize),
        seed: arguments.seed.unwrap_or(1),
    };
    let mut rows = vec![row(["size", "metric", "check", "holds", "found"])];
    let mut tables = Vec::new();
    let mut all = true;
    for claimed in claims {
        let (size, metric) = (claimed.size, claimed.metric);
        let mut checks = vec![claimed.summary()];
        checks.extend(verify(claimed.claim(), effort, context.work)?);
        let holds = checks.iter().all(|check| check.holds);
        all &= holds;
        rows.extend(checks.iter().map(|check| {
            let holds = if check.holds { "yes" } else { "no" };
            row([
                &size.to_string(),
                metric.name(),
                check.name,
                holds,
                &check.detail,
            ])
        }));
        tables.push(TableVerdict {
            rows: size.rows(),
            columns: size.columns(),
            metric,
            verified: holds,
            checks,
        });
    }
    let said = if all {
        "everything that was checked holds"
    } else {
        "the table is wrong"
    };
    let mut text = Text::from(format!("{said}\n\n"));
    text.table(&rows);
    let verdict = TableVerdicts {
        verified: all,
        tables,
    };
    Ok(Answer::new(text, envelope("verify", None, verdict))
        .with_csv(rows)
        .with_status(u8::from(!all)))
}

/// What was found about tables, for programs.
#[derive(Serialize)]
struct TableVerdicts {
    verified: bool,
    tables: Vec<TableVerdict>,
}

#[derive(Serialize)]
struct TableVerdict {
    rows: usize,
    columns: usize,
    metric: Metric,
    verified: bool,
    checks: Vec<Check>,
}

/// What was found about certificates, for programs.
#[derive(Serialize)]
struct CertificateVerdicts {
    verified: bool,
    certificates: Vec<certificate::Verdict>,
}

/// Checks the certificates of bounds in the file; `None` if it holds something else.
fn certificates(text: &str, work: &Work) -> Result<Option<Answer>> {
    if !serde_json::from_str(text).is_ok_and(|json| certificate::is_certificate(&json)) {
        return Ok(None);
    }
    let verdicts = certificate::certificates(text, work)?;
    let all = verdicts.iter().all(|verdict| verdict.holds);
    let body = verdicts.iter().map(|verdict| {
        let holds = if verdict.holds { "yes" } else { "no" };
        row([&verdict.claim, holds, &verdict.reason])
    });
    let rows = headed(["certificate", "holds", "found"], body);
    let which = if all { "every" } else { "not every" };
    let mut text = Text::from(format!("{which} certificate holds\n\n"));
    text.table(&rows);
    let verdict = CertificateVerdicts {
        verified: all,
        certificates: verdicts,
    };
    let answer = Answer::new(text, envelope("verify", None, verdict)).with_csv(rows);
    Ok(Some(answer.with_status(u8::from(!all))))
}

/// What the file says.
struct Claimed {
    size: Size,
    metric: Metric,
    distances: Distances,
    antipodes: Option<Antipodes>,
    class_count: Option<usize>,
    table: Option<DistanceTable>,
    /// What the file says beside the distances and what follows from those, where they differ.
    contradictions: Vec<String>,
}

impl Claimed {
    fn claim(&self) -> Claim<'_> {
        Claim {
            size: self.size,
            metric: self.metric,
            distances: &self.distances,
            antipodes: self.antipodes.as_ref(),
            class_count: self.class_count,
            table: self.table.as_ref(),
        }
    }

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

/// What is in a file, as far as such files are long.
fn text(path: &Path) -> Result<String> {
    if !path.exists() {
        return Err(no_file(path));
    }
    let bytes = instance::bytes_of(path)?;
    String::from_utf8(bytes).map_err(|error| wrong(path, &error.to_string()))
}

fn no_file(path: &Path) -> Error {
    Error::invalid(format!("there is no file {}", path.display()))
        .help("`cubegraph picture distances SIZE --format json -o FILE` writes one")
}

fn wrong(path: &Path, why: &str) -> Error {
    Error::invalid(format!("{}: {why}", path.display()))
        .help("verify takes what `cubegraph picture distances SIZE --format json` writes")
}

/// Reads one table, or the tables of many sizes.
fn read(path: &Path, text: &str) -> Result<Vec<Claimed>> {
    let wrong = |why: &str| wrong(path, why);
    let json: Value = serde_json::from_str(text).map_err(|error| wrong(&error.to_string()))?;
    // What is not a table at all is refused below, with a reason.
    match json.get("sizes").and_then(Value::as_array) {
        Some(sizes) if sizes.is_empty() => Err(wrong("it has no sizes")),
        Some(sizes) => {
            let exact: ExactTables = serde_json::from_str(text).unwrap_or_default();
            let exact = exact
                .sizes
                .into_iter()
                .chain(std::iter::repeat_with(Exact::default));
            (sizes.iter().zip(exact))
                .map(|(json, exact)| claimed(json, &exact, &wrong))
                .collect()
        }
        None => {
            let exact = serde_json::from_str(text).unwrap_or_default();
            Ok(vec![claimed(&json, &exact, &wrong)?])
        }
    }
}

/// The numbers of a table that may have more than 64 bits, digit by digit: a [`Value`] would round
/// them.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Exact {
    order: Option<Box<RawValue>>,
    distances: Vec<Box<RawValue>>,
    antipodes: Option<ExactAntipodes>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ExactAntipodes {
    count: Option<Box<RawValue>>,
    classes: Vec<ExactClass>,
}

#[derive(Deserialize)]
struct ExactClass {
    size: Box<RawValue>,
}

/// An integer as it was written, or else as it was read.
fn integer(exact: Option<&RawValue>, read: Option<&Value>) -> Option<BigUint> {
    let digits = exact.map(|exact| exact.get().to_owned());
    digits.or_else(|| Some(read?.to_string()))?.parse().ok()
}

#[derive(Default, Deserialize)]
struct ExactTables {
    sizes: Vec<Exact>,
}

/// Reads a table of distances modulo 3; its name says what it is about, and its header must agree.
fn kept(path: &Path, work: &Work) -> Result<Claimed> {
    let stem = path
        .file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or_default();
    let about = stem.split_once('-');
    let (size, metric) = about
        .and_then(|(size, metric)| Some((size.parse().ok()?, metric.parse().ok()?)))
        .ok_or_else(|| {
            let path = path.display();
            Error::invalid(format!("{path}: its name does not say size and metric"))
                .help("keep the name it was given, such as 3x2-quarter.table")
        })?;
    if !path.exists() {
        return Err(no_file(path));
    }
    let table = DistanceTable::read(path, size, metric, work)?;
    Ok(Claimed {
        size,
        metric,
        distances: table.distances(),
        antipodes: None,
        class_count: None,
        table: Some(table),
        contradictions: Vec::new(),
    })
}

/// The farthest configurations, if the file lists them.
fn antipodes(
    json: &Value,
    exact: &Exact,
    size: Size,
    wrong: &impl Fn(&str) -> Error,
) -> Result<Option<Antipodes>> {
    let Some(json) = json.get("antipodes") else {
        return Ok(None);
    };
    let exact = exact.antipodes.as_ref();
    let cube = |value: &Value| parse_rotation(value.as_str()?).ok();
    let class = |(number, value): (usize, &Value)| {
        let exact = exact.and_then(|exact| Some(&*exact.classes.get(number)?.size));
        let rows = value.get("representative")?.as_array()?;
        let cells = rows
            .iter()
            .map(|row| row.as_array().filter(|row| row.len() == size.columns()))
            .collect::<Option<Vec<_>>>()?;
        let cells = cells
            .into_iter()
            .flatten()
            .map(cube)
            .collect::<Option<_>>()?;
        Some(AntipodeClass {
            size: integer(exact, value.get("size"))?,
            representative: Configuration::new(size, cells)?,
        })
    };
    let classes = json.get("classes").and_then(Value::as_array);
    let classes: Option<Vec<_>> = classes
        .into_iter()
        .flatten()
        .enumerate()
        .map(class)
        .collect();
    let antipodes = (|| {
        Some(Antipodes {
            count: integer(
                exact.and_then(|exact| exact.count.as_deref()),
                json.get("count"),
            )?,
            classes: classes?,
            complete: json
                .get("complete")
                .and_then(Value::as_bool)
                .unwrap_or(false),
        })
    })();
    antipodes.map(Some).ok_or_else(|| {
        wrong(&format!(
            "\"antipodes\" is not a count and a list of classes with representatives of {size}"
        ))
    })
}

fn claimed(json: &Value, exact: &Exact, wrong: &impl Fn(&str) -> Error) -> Result<Claimed> {
    let number = |key: &str| {
        json.get(key)
            .and_then(Value::as_u64)
            .and_then(|n| usize::try_from(n).ok())
            .ok_or_else(|| wrong(&format!("\"{key}\" is not there, or is not a number")))
    };
    let (rows, columns) = (number("rows")?, number("columns")?);
    let size = Size::new(rows, columns).ok_or_else(|| {
        wrong(&format!(
            "\"rows\" and \"columns\": {rows}x{columns} is not a size"
        ))
    })?;
    if json.get("group").is_some_and(|group| group != "cube") {
        return Err(wrong("only tables of the cube can be verified"));
    }
    let metric = match json.get("metric") {
        None => Metric::Quarter,
        Some(name) => (name.as_str())
            .and_then(|name| name.parse().ok())
            .ok_or_else(|| {
                wrong(&format!(
                    "\"metric\" is {name}, and \"quarter\" or \"half\" is expected"
                ))
            })?,
    };
    let rounded = (json.get("distances").and_then(Value::as_array))
        .ok_or_else(|| wrong("\"distances\" is not there, or is not a list"))?;
    let counts = (rounded.iter().enumerate())
        .map(|(layer, count)| {
            let exact = exact.distances.get(layer).map(|count| &**count);
            integer(exact, Some(count))
                .ok_or_else(|| wrong(&format!("{count} in \"distances\" is not a count")))
        })
        .collect::<Result<Vec<_>>>()?;
    let distances = Distances::new(counts);
    Ok(Claimed {
        contradictions: contradictions(json, exact, &distances),
        antipodes: antipodes(json, exact, size, wrong)?,
        class_count: (json.pointer("/antipodes/class_count"))
            .filter(|value| !value.is_null())
            .map(|value| {
                (value.as_u64().and_then(|count| usize::try_from(count).ok()))
                    .ok_or_else(|| wrong("\"class_count\" is not a number"))
            })
            .transpose()?,
        table: None,
        size,
        metric,
        distances,
    })
}

fn contradictions(json: &Value, exact: &Exact, distances: &Distances) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut compare = |key: &str, says: Option<String>, follows: String| {
        if let Some(says) = says.filter(|says| *says != follows) {
            wrong.push(format!("{key} is given as {says}, and is {follows}"));
        }
    };
    let says = |key: &str| json.get(key).map(ToString::to_string);
    let order = exact.order.as_ref().map(|order| order.get().to_owned());
    compare(
        "order",
        order.or_else(|| says("order")),
        distances.order().to_string(),
    );
    compare(
        "diameter",
        says("diameter"),
        distances.diameter().to_string(),
    );
    compare("median", says("median"), distances.median().to_string());
    if let Some(says) = json.get("average") {
        let average = distances.average();
        let close = |says: f64| (says - average).abs() <= 1e-9;
        if !says.as_f64().is_some_and(close) {
            wrong.push(format!("average is given as {says}, and is {average}"));
        }
    }
    wrong
}
