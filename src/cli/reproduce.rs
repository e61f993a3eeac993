//! `cubegraph reproduce`.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use cubegraph::published::{Outcome, Verdict, claims, exhibits};
use cubegraph::work::file;
use serde::Serialize;

use super::{Answer, Context, Format, table};

/// Recomputes every published figure.
#[derive(Args)]
#[command(after_help = "Example: cubegraph reproduce --out output")]
pub struct Arguments {
    /// The folder for tables and drawings
    #[arg(long, value_name = "DIR", default_value = "output")]
    out: PathBuf,
}

const HEADER: [&str; 6] = [
    "document",
    "place",
    "claim",
    "published",
    "computed",
    "verdict",
];

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let work = context.work();
    let started = Instant::now();
    file::make_folder(&arguments.out)?;
    let claims = claims();
    let stage = work.stage("claims", Some(claims.len() as u64));
    let mut outcomes = Vec::with_capacity(claims.len());
    for claim in &claims {
        work.check(&format!("{} of {} claims", outcomes.len(), claims.len()))?;
        outcomes.push(claim.examine(work)?);
        stage.advance(1);
    }
    drop(stage);

    let answer = summarise(&outcomes)?;
    for (name, format) in [("claims.csv", Format::Csv), ("claims.json", Format::Json)] {
        if let Some(bytes) = answer.in_format(format)? {
            file::write(&arguments.out.join(name), bytes)?;
        }
    }
    let exhibits = exhibits();
    for exhibit in &exhibits {
        work.check("the claims are done, the drawings are not")?;
        file::write(&arguments.out.join(exhibit.file), (exhibit.make)(work)?)?;
    }
    context.hint(&format!(
        "{} files in {}, {:.1} s",
        exhibits.len() + 2,
        arguments.out.display(),
        started.elapsed().as_secs_f64()
    ));
    Ok(answer)
}

fn row(outcome: &Outcome) -> Vec<String> {
    let claim = &outcome.claim;
    vec![
        claim.document.to_string(),
        claim.place.to_owned(),
        claim.what.to_owned(),
        claim.published.to_owned(),
        outcome.computed.clone(),
        outcome.verdict.to_string(),
    ]
}

/// A claim beside what comes out here.
#[derive(Serialize)]
struct Examined {
    document: &'static str,
    place: &'static str,
    claim: &'static str,
    published: &'static str,
    computed: String,
    verdict: String,
    erratum: Option<&'static str>,
}

#[derive(Serialize)]
struct Summary {
    claims: Vec<Examined>,
    agree: usize,
    corrected: usize,
    unexplained: usize,
}

fn summarise(outcomes: &[Outcome]) -> anyhow::Result<Answer> {
    let rows: Vec<Vec<String>> = std::iter::once(HEADER.map(str::to_owned).to_vec())
        .chain(outcomes.iter().map(row))
        .collect();
    let count = |verdict| outcomes.iter().filter(|o| o.verdict == verdict).count();
    let [agree, corrected, unexplained] =
        [Verdict::Agrees, Verdict::Corrected, Verdict::Unexplained].map(count);
    let mut text = table(&rows);
    text.push_str("\n\n");
    for outcome in outcomes {
        let claim = &outcome.claim;
        if let Some(erratum) = claim.erratum {
            writeln!(
                text,
                "Erratum ({}, {}): {}: published {}, computed {}. {}",
                claim.document,
                claim.place,
                claim.what,
                claim.published,
                outcome.computed,
                erratum.why
            )?;
        }
    }
    write!(
        text,
        "\n{} claims: {agree} agree, {corrected} corrected, {unexplained} unexplained.",
        outcomes.len()
    )?;
    let claims = outcomes
        .iter()
        .map(|o| Examined {
            document: o.claim.document.name(),
            place: o.claim.place,
            claim: o.claim.what,
            published: o.claim.published,
            computed: o.computed.clone(),
            verdict: o.verdict.to_string().to_lowercase(),
            erratum: o.claim.erratum.map(|e| e.why),
        })
        .collect();
    let summary = Summary {
        claims,
        agree,
        corrected,
        unexplained,
    };
    let json = cubegraph::Answer::new("reproduce", summary);
    Ok(Answer::new(text, json)
        .with_csv(rows)
        .with_status(u8::from(unexplained > 0)))
}
