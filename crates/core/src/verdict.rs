//! Is an answer right? One verdict, and one reader of answers, for all families.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::fault::Fault;
use crate::instance::Family;

/// Whether an answer is right, and if not, where it is wrong.
///
/// # Examples
/// ```
/// # use cubegraph_core::verdict::Verdict;
/// assert!(Verdict::right().is_right());
/// let wrong = Verdict::wrong("B is twice on the front side");
/// assert_eq!(wrong.why(), Some("B is twice on the front side"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    right: bool,
    why: Option<String>,
    /// The parts of the answer that were not checked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unchecked: Vec<String>,
    /// What else the check found, such as the sum of a tour.
    #[serde(flatten)]
    facts: Map<String, Value>,
}

impl Verdict {
    /// The answer is right.
    pub fn right() -> Verdict {
        Verdict { right: true, why: None, unchecked: Vec::new(), facts: Map::new() }
    }

    /// The answer is wrong, for a reason that is a sentence without a full stop.
    pub fn wrong(why: impl Into<String>) -> Verdict {
        let verdict = Verdict { right: false, ..Verdict::right() };
        verdict.because(why)
    }

    /// The verdict on a check that fails with a reason.
    pub fn of(checked: Result<(), String>) -> Verdict {
        checked.map_or_else(Verdict::wrong, |()| Verdict::right())
    }

    /// Adds the reason.
    #[must_use]
    pub fn because(mut self, why: impl Into<String>) -> Verdict {
        self.why = Some(why.into());
        self
    }

    /// Adds the parts of the answer that were not checked.
    #[must_use]
    pub fn without_checking(mut self, parts: Vec<String>) -> Verdict {
        self.unchecked = parts;
        self
    }

    /// Adds a fact that the check found.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Verdict {
        self.facts.insert(key.to_owned(), value.into());
        self
    }

    /// Whether the answer is right.
    pub fn is_right(&self) -> bool {
        self.right
    }

    /// Where the answer is wrong, or why it is right, in a sentence without a full stop.
    pub fn why(&self) -> Option<&str> {
        self.why.as_deref()
    }

    /// The parts of the answer that were not checked.
    pub fn unchecked(&self) -> &[String] {
        &self.unchecked
    }

    /// A fact that the check found.
    pub fn fact(&self, key: &str) -> Option<&Value> {
        self.facts.get(key)
    }
}

/// The keys that every answer begins or ends with; they say nothing that could be wrong.
const ENVELOPE: [&str; 6] = ["cubegraph", "family", "command", "title", "seed", "seconds"];

/// An answer read from JSON.
#[derive(Clone, Debug)]
pub struct GivenAnswer<T> {
    /// The parts that will be checked.
    pub parts: T,
    /// The names of the parts that are there and will not be checked.
    pub unchecked: Vec<String>,
}

/// Whether a text is meant to be JSON; otherwise it is a short form.
pub fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// Reads an answer as `solve` writes it in JSON: the keys in `checked` into `T`.
///
/// # Errors
/// Where the text is not JSON, is of another family, has none of the keys `checked`, or does not
/// have the shape of `T`.
pub fn read_answer<T: DeserializeOwned>(
    text: &str,
    family: Family,
    checked: &[&str],
) -> Result<GivenAnswer<T>, Fault> {
    let value: Value = from_json(text)?;
    let mut unchecked = Vec::new();
    if let Some(keys) = value.as_object() {
        if let Some(given) = keys.get("family")
            && given.as_str() != Some(family.name())
        {
            let message = format!("this is an answer to another puzzle: its family is {given}");
            return Err(Fault::new(message).expected(format!("\"family\": \"{family}\"")));
        }
        if !checked.iter().any(|key| keys.contains_key(*key)) {
            return Err(Fault::new("there is nothing to check in this answer")
                .expected(format!("JSON with one of {}", checked.join(", "))));
        }
        let known = |key: &str| checked.contains(&key) || ENVELOPE.contains(&key);
        unchecked = keys.keys().filter(|key| !known(key)).cloned().collect();
    }
    Ok(GivenAnswer { parts: from_json(text)?, unchecked })
}

/// Parses JSON, with the place of a mistake.
///
/// # Errors
/// The parser's message and its place.
pub fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    serde_json::from_str(text).map_err(|error| {
        let before = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let at = before.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        Fault::new(format!("the JSON is not an answer: {message}")).at(at..at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    struct Parts {
        moves: Option<Vec<String>>,
    }

    fn read(text: &str) -> Result<GivenAnswer<Parts>, Fault> {
        read_answer(text, Family::Picture, &["moves"])
    }

    #[test]
    fn an_answer_names_its_puzzle_and_is_not_empty() {
        let given = read(r#"{"family":"picture","moves":["up1"],"optimal":true}"#).unwrap();
        assert_eq!(given.parts.moves.unwrap(), ["up1"]);
        assert_eq!(given.unchecked, ["optimal"]);
        assert!(read(r#"{"family":"tour","moves":[]}"#).is_err());
        assert!(read(r#"{"length":3}"#).is_err());
        assert!(read("{}").is_err());
    }

    #[test]
    fn a_mistake_in_json_has_its_place() {
        let fault = read("{\n  \"moves\": [1]\n}").unwrap_err();
        assert_eq!(fault.span(), 14..14, "{fault:?}");
    }
}
