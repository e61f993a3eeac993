//! `cubegraph reproduce`.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use cubegraph::published::{Claim, Document, Outcome, Verdict, claims, examine, exhibits};
use cubegraph::work::file;
use serde::Serialize;

use cubegraph::Result;
use cubegraph::request::{Answer, Context, Envelope, Format, headed};

use super::answer::in_format;
use super::layout::table;

/// Recomputes every published figure.
#[derive(Args)]
#[command(after_help = "Examples: cubegraph reproduce --out output\n          \
    cubegraph reproduce --only burcsi --all")]
pub struct Arguments {
    /// The folder for tables and drawings; claims.csv and claims.json list every claim
    #[arg(long, value_name = "DIR", default_value = "output")]
    out: PathBuf,
    /// Print every claim, not only those that differ
    #[arg(long)]
    all: bool,
    /// Only the claims of this document; no files are written
    #[arg(
        long,
        value_name = "DOCUMENT",
        value_parser = documents(),
        conflicts_with = "out"
    )]
    only: Option<Document>,
}

fn documents() -> impl TypedValueParser<Value = Document> {
    let names = Document::ALL.map(|document| PossibleValue::new(document.key()));
    PossibleValuesParser::new(names).map(|name| {
        let named = |document: &Document| document.key() == name;
        let document = Document::ALL.into_iter().find(named);
        document.expect("only these names are possible")
    })
}

const HEADER: [&str; 6] = ["document", "place", "claim", "published", "computed", "verdict"];

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let work = context.work;
    let started = Instant::now();
    let is_asked = |claim: &Claim| arguments.only.is_none_or(|only| claim.document == only);
    let mut claims = claims();
    claims.retain(is_asked);
    if arguments.only.is_some() {
        return Ok(summarise(&examine(&claims, work)?, arguments.all));
    }
    file::make_folder(&arguments.out)?;
    let answer = summarise(&examine(&claims, work)?, arguments.all);
    for (name, format) in [("claims.csv", Format::Csv), ("claims.json", Format::Json)] {
        file::write(&arguments.out.join(name), in_format(&answer, format)?)?;
    }
    let exhibits = exhibits();
    for exhibit in &exhibits {
        work.check("the claims are done, the drawings are not")?;
        file::write(&arguments.out.join(exhibit.file), (exhibit.make)(work)?)?;
    }
    context.work.note(&format!(
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

impl From<&Outcome> for Examined {
    fn from(outcome: &Outcome) -> Examined {
        Examined {
            document: outcome.claim.document.name(),
            place: outcome.claim.place,
            claim: outcome.claim.what,
            published: outcome.claim.published,
            computed: outcome.computed.clone(),
            verdict: outcome.verdict.to_string().to_lowercase(),
            erratum: outcome.claim.erratum.map(|erratum| erratum.why),
        }
    }
}

#[derive(Serialize)]
struct Summary {
    claims: Vec<Examined>,
    agree: usize,
    corrected: usize,
    unexplained: usize,
}

impl Summary {
    fn of<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> Summary {
        let outcomes: Vec<&Outcome> = outcomes.into_iter().collect();
        let count = |verdict| outcomes.iter().filter(|o| o.verdict == verdict).count();
        Summary {
            agree: count(Verdict::Agrees),
            corrected: count(Verdict::Corrected),
            unexplained: count(Verdict::Unexplained),
            claims: outcomes.into_iter().map(Examined::from).collect(),
        }
    }

    /// `28 claims, 25 agree, 3 corrected`; what is unexplained is named only where there is any.
    fn in_words(&self) -> String {
        let mut words = format!("{} claims, {} agree", self.claims.len(), self.agree);
        for (count, what) in [(self.corrected, "corrected"), (self.unexplained, "UNEXPLAINED")] {
            if count > 0 {
                let _ = write!(words, ", {count} {what}");
            }
        }
        words
    }
}

fn summarise(outcomes: &[Outcome], all: bool) -> Answer {
    let rows = headed(HEADER, outcomes.iter().map(row));
    let summary = Summary::of(outcomes);
    let mut text = String::new();
    for verdict in [Verdict::Unexplained, Verdict::Corrected] {
        for outcome in outcomes.iter().filter(|o| o.verdict == verdict) {
            difference(&mut text, outcome);
        }
    }
    if all {
        let _ = writeln!(text, "{}\n", table(&rows));
    }
    for document in Document::ALL {
        let own = Summary::of(outcomes.iter().filter(|o| o.claim.document == document));
        if !own.claims.is_empty() {
            let _ = writeln!(text, "{document}: {}", own.in_words());
        }
    }
    let _ = write!(
        text,
        "\n{} claims: {} agree, {} corrected, {} unexplained.",
        outcomes.len(),
        summary.agree,
        summary.corrected,
        summary.unexplained
    );
    let status = u8::from(summary.unexplained > 0);
    let json = Envelope::new("reproduce", summary);
    Answer::new(text, json).with_csv(rows).with_status(status)
}

/// A published value that is not what comes out here, and why.
fn difference(text: &mut String, outcome: &Outcome) {
    let claim = &outcome.claim;
    let (document, place, what) = (claim.document, claim.place, claim.what);
    let _ = writeln!(text, "{document}, {place}: {what} ({})", outcome.verdict);
    let (published, computed) = (claim.published, &outcome.computed);
    let _ = writeln!(text, "  published {published}, computed {computed}");
    if let Some(erratum) = claim.erratum {
        let _ = writeln!(text, "  {}", erratum.why);
    }
    text.push('\n');
}
