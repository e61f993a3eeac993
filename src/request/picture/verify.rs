//! `cubegraph picture verify`.

use std::path::{Path, PathBuf};

use crate::bounds::verify::{verify_claim, verify_table};
use crate::picture::{DistanceTable, Metric, Size};
use crate::verifier::certificate;
use crate::verifier::table::{self, Check, SampleOptions};
use crate::work::Work;
use crate::{Error, Result, instance};
use serde::{Deserialize, Serialize};

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
    #[serde(deserialize_with = "crate::request::options::within::<_, _, 1, 100_000_000>")]
    samples: Option<u32>,
    /// The seed of the random configurations [default: 1]
    #[cfg_attr(feature = "cli", arg(long, value_name = "S"))]
    seed: Option<u64>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let (path, work) = (&arguments.file, context.work);
    let samples = arguments.samples.map(|samples| samples as usize);
    let options = SampleOptions { samples, seed: arguments.seed.unwrap_or(1) };
    if path.extension().is_some_and(|extension| extension == "table") {
        let (size, metric) = about(path)?;
        let table = DistanceTable::read(path, size, metric, work)?;
        let checks = verify_table(&table, (size, metric), options, work)?;
        return Ok(answer(vec![TableVerdict::new(
            size.rows(),
            size.columns(),
            metric.name(),
            checks,
        )]));
    }
    let text = text(path)?;
    if let Some(answer) = certificates(&text, work)? {
        return Ok(answer);
    }
    let mut tables = Vec::new();
    for claim in table::read(&text).map_err(|why| wrong(path, &why))? {
        let array = claim.array();
        let metric = if array.half_turns { Metric::Half } else { Metric::Quarter };
        let checks = verify_claim(&claim, options, work)?;
        tables.push(TableVerdict::new(array.rows, array.columns, metric.name(), checks));
    }
    Ok(answer(tables))
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
    metric: &'static str,
    verified: bool,
    checks: Vec<Check>,
}

impl TableVerdict {
    fn new(rows: usize, columns: usize, metric: &'static str, checks: Vec<Check>) -> TableVerdict {
        let verified = checks.iter().all(|check| check.holds);
        TableVerdict { rows, columns, metric, verified, checks }
    }
}

fn yes_or_no(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

fn answer(tables: Vec<TableVerdict>) -> Answer {
    let verified = tables.iter().all(|table| table.verified);
    let mut rows = vec![row(["size", "metric", "check", "holds", "found"])];
    for table in &tables {
        let size = format!("{}x{}", table.rows, table.columns);
        rows.extend(table.checks.iter().map(|check| {
            row([&size, table.metric, check.name, yes_or_no(check.holds), &check.detail])
        }));
    }
    let found = if verified { "everything that was checked holds" } else { "the table is wrong" };
    let mut text = Text::from(format!("{found}\n\n"));
    text.table(&rows);
    let verdicts = TableVerdicts { verified, tables };
    let answer = Answer::new(text, envelope("verify", None, verdicts)).with_csv(rows);
    answer.with_status(u8::from(!verified))
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
    let certificates = certificate::certificates(text, work)?;
    let verified = certificates.iter().all(|verdict| verdict.holds);
    let body = (certificates.iter())
        .map(|verdict| row([&verdict.claim, yes_or_no(verdict.holds), &verdict.reason]));
    let rows = headed(["certificate", "holds", "found"], body);
    let which = if verified { "every" } else { "not every" };
    let mut text = Text::from(format!("{which} certificate holds\n\n"));
    text.table(&rows);
    let verdicts = CertificateVerdicts { verified, certificates };
    let answer = Answer::new(text, envelope("verify", None, verdicts)).with_csv(rows);
    Ok(Some(answer.with_status(u8::from(!verified))))
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

/// The size and metric in the name of a table of distances modulo 3; its header must agree.
fn about(path: &Path) -> Result<(Size, Metric)> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let about = (stem.split_once('-'))
        .and_then(|(size, metric)| Some((size.parse().ok()?, metric.parse().ok()?)));
    let about = about.ok_or_else(|| {
        let path = path.display();
        Error::invalid(format!("{path}: its name does not say size and metric"))
            .help("keep the name it was given, such as 3x2-quarter.table")
    })?;
    if path.exists() { Ok(about) } else { Err(no_file(path)) }
}
