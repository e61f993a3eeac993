//! Checks certificates of bounds on God's number, straight from the definition.
//!
//! `docs/certificates.md` describes the format. Nothing here knows how certificates are found:
//! states are listed from the moves, a word is tried on every row state of its class, fractions
//! are added exactly, and a lower bound is proved again from nothing.

mod lower;
mod model;
mod read;

use num_bigint::BigInt;
use num_rational::Ratio;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;

use self::model::{Endings, Model, Word};
use self::read::{About, Claim, UpperClass};
use cubegraph_core::work::{Error, Result, Work};

/// What was found about one certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// What the certificate claims, as far as it can be read.
    pub claim: String,
    /// Whether it proves that.
    pub holds: bool,
    /// What was found, or what is wrong with it.
    #[serde(rename = "found")]
    pub reason: String,
    /// What it proves, if it does.
    #[serde(skip)]
    pub proved: Option<Proved>,
}

/// A bound that a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// Whether it is an upper bound.
    pub is_upper: bool,
    /// The number of rows.
    pub rows: u64,
    /// The number of columns.
    pub columns: usize,
    /// `quarter` or `half` for the cube, and nothing for another group.
    pub metric: Option<String>,
    /// The bound.
    pub bound: u64,
    /// An upper bound without parity holds for every number of rows: offset + slope·rows, the
    /// largest over the classes.
    pub lines: Vec<(Ratio<BigInt>, Ratio<BigInt>)>,
}

/// Whether JSON is meant to be a certificate, or a list of them.
pub fn is_certificate(json: &Value) -> bool {
    match json {
        Value::Array(list) => !list.is_empty() && list.iter().all(is_certificate),
        json => json.get("certificate").is_some(),
    }
}

/// Checks the certificates of a text, one or a list of them.
///
/// # Errors
/// [`Error::Invalid`] if the text is not JSON, and what `work` says.
pub fn certificates(text: &str, work: &Work) -> Result<Vec<Verdict>> {
    let json: Value = serde_json::from_str(text)
        .map_err(|error| Error::invalid(format!("this is not JSON: {error}")))?;
    let list = match json {
        Value::Array(list) if list.is_empty() => {
            return Err(Error::invalid("the list of certificates is empty".to_owned()));
        }
        Value::Array(list) => list,
        one => vec![one],
    };
    list.iter().map(|json| certificate(json, work)).collect()
}

/// Why a certificate is rejected: because of what it says, or because the work was stopped.
enum Stop {
    Wrong(String),
    Error(Error),
}

impl From<String> for Stop {
    fn from(reason: String) -> Stop {
        Stop::Wrong(reason)
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Error(error)
    }
}

fn certificate(json: &Value, work: &Work) -> Result<Verdict> {
    let rejected =
        |claim: String, reason: String| Verdict { claim, holds: false, reason, proved: None };
    let read = match read::read(json) {
        Ok(read) => read,
        Err(reason) => return Ok(rejected("a certificate".to_owned(), reason)),
    };
    let claim = read.to_string();
    let result = match &read.claim {
        Claim::Upper { parity, classes } => upper(&read.about, *parity, classes, work),
        Claim::Lower { rows } => lower_bound(&read.about, rows, work).map(|why| (why, Vec::new())),
    };
    match result {
        Ok((reason, lines)) => Ok(Verdict {
            claim,
            holds: true,
            reason,
            proved: Some(Proved {
                is_upper: matches!(read.claim, Claim::Upper { .. }),
                rows: read.about.rows,
                columns: read.about.columns,
                metric: read.about.metric.clone(),
                bound: read.about.bound,
                lines,
            }),
        }),
        Err(Stop::Wrong(reason)) => Ok(rejected(claim, reason)),
        Err(Stop::Error(error)) => Err(error),
    }
}

type Lines = Vec<(Ratio<BigInt>, Ratio<BigInt>)>;

/// `Σ λ|w| + rows·max Σ λ c_w` for every class; its floor must be the bound.
fn upper(
    about: &About,
    parity: bool,
    classes: &[UpperClass],
    work: &Work,
) -> std::result::Result<(String, Lines), Stop> {
    let model = Model::new(about, work)?;
    if parity && !model.all_moves_are_odd() {
        return Err(Stop::Wrong(
            "a bound by parity needs moves that are all odd permutations".to_owned(),
        ));
    }
    every_class_once(&model, parity, classes)?;
    let mut lines = Lines::new();
    let mut largest: Option<BigInt> = None;
    let mut count = 0;
    let found: Vec<_> = (classes.par_iter())
        .map(|listed| {
            let class = model.class_of(&listed.class).ok_or_else(|| unknown(listed))?;
            class_bound(&model, about, listed, class, work)
        })
        .collect();
    for (listed, found) in classes.iter().zip(found) {
        let (offset, slope) = found?;
        let value = &offset + &slope * BigInt::from(about.rows);
        largest = largest.max(Some(value.floor().to_integer()));
        count += listed.words.len();
        lines.push((offset, slope));
    }
    let largest = largest.unwrap_or_default();
    if largest != BigInt::from(about.bound) {
        return Err(Stop::Wrong(format!(
            "the words prove {largest}, and the certificate says {}",
            about.bound
        )));
    }
    if parity {
        lines.clear();
    }
    Ok((format!("{count} words in {} classes prove it", model.class_count()), lines))
}

fn unknown(listed: &UpperClass) -> String {
    format!("{} is not a class of these rows", listed.name)
}

/// Every class is there exactly once (by parity: once for each type).
fn every_class_once(
    model: &Model,
    parity: bool,
    classes: &[UpperClass],
) -> std::result::Result<(), String> {
    let mut seen = vec![Vec::new(); model.class_count()];
    for listed in classes {
        let class = model.class_of(&listed.class).ok_or_else(|| unknown(listed))?;
        match (parity, listed.kind) {
            (true, None) => return Err(format!("class {} has no type", listed.name)),
            (false, Some(_)) => {
                return Err(format!(
                    "class {} has a type, and the bound is not by parity",
                    listed.name
                ));
            }
            _ => {}
        }
        if seen[class].contains(&listed.kind) {
            return Err(format!("class {} is there twice", listed.name));
        }
        seen[class].push(listed.kind);
    }
    let wanted = if parity { 2 } else { 1 };
    let missing = seen.iter().filter(|kinds| kinds.len() < wanted).count();
    if missing > 0 {
        return Err(format!("{missing} of the {} classes are missing", model.class_count()));
    }
    Ok(())
}

/// `Σ λ|w|` and `max Σ λ c_w` over the rows of a class.
fn class_bound(
    model: &Model,
    about: &About,
    listed: &UpperClass,
    class: usize,
    work: &Work,
) -> std::result::Result<(Ratio<BigInt>, Ratio<BigInt>), Stop> {
    let whole: Ratio<BigInt> = listed.words.iter().map(|(_, weight)| weight).sum();
    if whole != Ratio::from_integer(BigInt::from(1)) {
        return Err(Stop::Wrong(format!(
            "the weights of class {} sum to {whole}, not to 1",
            listed.name
        )));
    }
    // One denominator for all weights, so that costs are added as integers.
    let denominator = (listed.words.iter())
        .fold(BigInt::from(1), |all, (_, weight)| num_integer::lcm(all, weight.denom().clone()));
    let mut words: Vec<(Word, &Ratio<BigInt>)> = Vec::new();
    for (word, weight) in &listed.words {
        words.push((Word::read(model, word)?, weight));
    }
    words.sort_by(|(a, _), (b, _)| a.by_ending(b));
    let mut endings = Endings::new(model, class);
    let mut lengths = BigInt::ZERO;
    let mut sums = vec![BigInt::ZERO; model.class_size()];
    let mut small = vec![0u64; model.class_size()];
    let mut left = u64::MAX;
    for (word, weight) in &words {
        work.check("a certificate")?;
        let numerator = weight.numer() * (&denominator / weight.denom());
        let mut length = BigInt::from(word.len());
        if listed.kind.is_some_and(|kind| kind != word.kind(model, about.rows)) {
            length -= 1;
        }
        lengths += length * &numerator;
        if numerator == BigInt::ZERO {
            continue;
        }
        let costs = endings.costs(word)?.ok_or_else(|| {
            format!("the word {word} does not solve every row of class {}", listed.name)
        })?;
        let largest = u64::from(*costs.iter().max().unwrap_or(&0));
        match u64::try_from(&numerator) {
            Ok(times) if largest.checked_mul(times).is_some_and(|most| most <= left) => {
                left -= largest * times;
                for (sum, &cost) in small.iter_mut().zip(costs) {
                    *sum += u64::from(cost) * times;
                }
            }
            _ => {
                for (sum, &cost) in sums.iter_mut().zip(costs) {
                    *sum += &numerator * cost;
                }
            }
        }
    }
    let totals = sums.into_iter().zip(small).map(|(sum, more)| sum + more);
    let most = totals.max().unwrap_or_default();
    Ok((Ratio::new(lengths, denominator.clone()), Ratio::new(most, denominator)))
}

/// Proves that the configuration is as far away as the certificate says.
fn lower_bound(
    about: &About,
    rows: &[Vec<String>],
    work: &Work,
) -> std::result::Result<String, Stop> {
    let model = Model::new(about, work)?;
    let mut states = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let state = model.row(row).map_err(|why| format!("row {}: {why}", number + 1))?;
        let class = model.class(state).ok_or_else(|| {
            format!("row {} is not a product of row and column moves", number + 1)
        })?;
        states.push((class, state));
    }
    let first = states.first().map(|&(class, _)| class);
    if let Some(other) = states.iter().position(|&(class, _)| Some(class) != first) {
        return Err(Stop::Wrong(format!(
            "row {} is of another class than row 1, so the configuration cannot be reached",
            other + 1
        )));
    }
    let bound = about.bound;
    let states: Vec<usize> = states.into_iter().map(|(_, state)| state).collect();
    let distance = lower::distance(&model, first.unwrap_or(0), &states, bound, work)?;
    if distance < bound {
        return Err(Stop::Wrong(format!(
            "the configuration is solved by {distance} moves, and the certificate says {bound}"
        )));
    }
    Ok("no column word solves the configuration with fewer moves".to_owned())
}
