//! What a certificate says, before any of it is believed.

use std::fmt;

use num_bigint::{BigInt, Sign};
use num_rational::Ratio;
use serde_json::Value;

/// The most rows a certificate may be about.
const MOST_ROWS: u64 = 1_000_000_000;
/// The longest text of a weight.
const LONGEST_WEIGHT: usize = 400;

/// A certificate as it was read.
pub struct Read {
    pub about: About,
    pub claim: Claim,
}

/// Which puzzle, and which bound.
pub struct About {
    pub rows: u64,
    pub columns: usize,
    pub metric: Option<String>,
    pub group: Option<Moves>,
    pub bound: u64,
}

/// The moves of a group other than the cube's, as cycles.
pub struct Moves {
    pub rows: Vec<String>,
    pub columns: Vec<String>,
}

/// What is claimed and why.
pub enum Claim {
    Upper { parity: bool, classes: Vec<UpperClass> },
    Lower { rows: Vec<Vec<String>> },
}

/// A class with its words.
pub struct UpperClass {
    pub name: String,
    pub class: Class,
    /// The type of solutions, in a bound by parity.
    pub kind: Option<u64>,
    pub words: Vec<(Vec<String>, Ratio<BigInt>)>,
}

/// How a class is named.
pub enum Class {
    Parities(Vec<bool>),
    Row(Vec<String>),
}

impl fmt::Display for Read {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let About { rows, columns, metric, bound, .. } = &self.about;
        let relation = match self.claim {
            Claim::Upper { .. } => "at most",
            Claim::Lower { .. } => "at least",
        };
        let metric = metric.as_deref().unwrap_or("other");
        write!(f, "{rows}x{columns} ({metric} moves) {relation} {bound}")
    }
}

/// Reads a certificate, or says what is wrong with it.
pub fn read(json: &Value) -> Result<Read, String> {
    let object = json.as_object().ok_or("a certificate is an object")?;
    let key = |name: &str| object.get(name).ok_or(format!("\"{name}\" is missing"));
    let number = |name: &str, most: u64| {
        let value = key(name)?;
        (value.as_u64())
            .filter(|&n| n <= most)
            .ok_or(format!("\"{name}\" is {value}, not a whole number up to {most}"))
    };
    let rows = number("rows", MOST_ROWS)?;
    let columns = number("columns", 20)?;
    if rows == 0 || columns == 0 {
        return Err("there must be at least one row and one column".to_owned());
    }
    let columns = usize::try_from(columns).map_err(|_| "too many columns")?;
    let group = object.get("group").map(moves).transpose()?;
    let metric = match (object.get("metric"), &group) {
        (None, Some(_)) => None,
        (None, None) => return Err("\"metric\" is missing".to_owned()),
        (Some(_), Some(_)) => return Err("\"metric\" is for the cube, not for a group".to_owned()),
        (Some(value), None) => match value.as_str() {
            Some(name @ ("quarter" | "half")) => Some(name.to_owned()),
            _ => {
                return Err(format!("\"metric\" is {value}, not \"quarter\" or \"half\""));
            }
        },
    };
    let about =
        About { rows, columns, metric, group, bound: number("bound", u64::from(u32::MAX) * 1000)? };
    let claim = match key("certificate")?.as_str() {
        Some("upper") => upper(object, &about)?,
        Some("lower") => lower(object, &about)?,
        _ => return Err("\"certificate\" is neither \"upper\" nor \"lower\"".to_owned()),
    };
    Ok(Read { about, claim })
}

fn moves(json: &Value) -> Result<Moves, String> {
    let list = |name: &str| {
        let value = json.get(name).ok_or(format!("\"group\" has no \"{name}\""))?;
        texts(value).ok_or(format!("\"{name}\" of \"group\" is not a list of cycles"))
    };
    Ok(Moves { rows: list("row_moves")?, columns: list("column_moves")? })
}

fn texts(value: &Value) -> Option<Vec<String>> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    value.as_array()?.iter().map(text).collect()
}

fn upper(object: &serde_json::Map<String, Value>, about: &About) -> Result<Claim, String> {
    let parity = match object.get("parity") {
        None => false,
        Some(value) => value.as_bool().ok_or("\"parity\" is neither true nor false")?,
    };
    let classes = (object.get("classes").and_then(Value::as_array))
        .ok_or("\"classes\" is missing or not a list")?;
    Ok(Claim::Upper {
        parity,
        classes: (classes.iter()).map(|json| upper_class(json, about)).collect::<Result<_, _>>()?,
    })
}

fn upper_class(json: &Value, about: &About) -> Result<UpperClass, String> {
    let value = json.get("class").ok_or("a class has no \"class\"")?;
    let name = value.to_string();
    let class = if about.group.is_some() {
        Class::Row(texts(value).ok_or(format!("class {name} is not a row of cycles"))?)
    } else {
        let parity = |value: &Value| match value.as_u64() {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        };
        let list = value.as_array();
        let parities: Option<Vec<bool>> = list.and_then(|list| list.iter().map(parity).collect());
        Class::Parities(parities.ok_or(format!("class {name} is not a list of 0 and 1"))?)
    };
    let length = match &class {
        Class::Parities(list) => list.len(),
        Class::Row(list) => list.len(),
    };
    if length != about.columns {
        return Err(format!(
            "class {name} has {length} entries, and there are {} columns",
            about.columns
        ));
    }
    let kind = match json.get("type") {
        None => None,
        Some(value) => Some(
            (value.as_u64().filter(|&kind| kind < 2))
                .ok_or(format!("the type of class {name} is {value}, not 0 or 1"))?,
        ),
    };
    let words = (json.get("words").and_then(Value::as_array))
        .ok_or(format!("class {name} has no list of words"))?;
    let words = words.iter().map(|json| word(json, &name));
    Ok(UpperClass { class, kind, words: words.collect::<Result<_, _>>()?, name })
}

fn word(json: &Value, class: &str) -> Result<(Vec<String>, Ratio<BigInt>), String> {
    let letters = (json.get("word").and_then(texts))
        .ok_or(format!("a word of class {class} is not a list of moves"))?;
    let weight = (json.get("weight").and_then(Value::as_str))
        .ok_or(format!("a weight of class {class} is not a fraction in quotes, such as \"1/4\""))?;
    let fraction = fraction(weight)
        .ok_or(format!("the weight \"{weight}\" of class {class} is not a fraction"))?;
    if fraction.numer().sign() == Sign::Minus {
        return Err(format!("the weight \"{weight}\" of class {class} is negative"));
    }
    Ok((letters, fraction))
}

/// `3/4` or `1`: digits, with one sign before them at most.
fn fraction(text: &str) -> Option<Ratio<BigInt>> {
    if text.len() > LONGEST_WEIGHT {
        return None;
    }
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !digits(above.strip_prefix('-').unwrap_or(above)) || !digits(below) {
        return None;
    }
    let below: BigInt = below.parse().ok()?;
    (below != BigInt::ZERO).then(|| Some(Ratio::new(above.parse().ok()?, below)))?
}

fn lower(object: &serde_json::Map<String, Value>, about: &About) -> Result<Claim, String> {
    let because = object.get("because").ok_or("\"because\" is missing")?;
    if !matches!(because.as_str(), Some("words" | "search")) {
        return Err(format!("\"because\" is {because}, not \"words\" or \"search\""));
    }
    let rows = (object.get("configuration").and_then(Value::as_array))
        .ok_or("\"configuration\" is missing or not a list of rows")?;
    let rows: Option<Vec<Vec<String>>> = rows.iter().map(texts).collect();
    let rows = rows.ok_or("\"configuration\" is not a list of rows of cells")?;
    if rows.len() as u64 != about.rows {
        return Err(format!(
            "the configuration has {} rows, and \"rows\" says {}",
            rows.len(),
            about.rows
        ));
    }
    if let Some(row) = rows.iter().position(|row| row.len() != about.columns) {
        return Err(format!(
            "row {} has {} cells, and \"columns\" says {}",
            row + 1,
            rows[row].len(),
            about.columns
        ));
    }
    Ok(Claim::Lower { rows })
}
