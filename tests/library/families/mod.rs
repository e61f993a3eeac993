//! What the families answer, against the documents, brute force, other programs and each other.
//!
//! One program, because each takes longer to build than most of them to run;
//! `cargo test --test library tour` runs a part.

mod corner;
mod corner_relatives;
mod corner_tool;
mod insanity;
mod picture;
mod picture_cases;
mod picture_distances;
mod picture_export;
mod picture_surface;
mod picture_tables;
mod tour;

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

/// JSON in which integers of more than 18 digits become texts of these digits; a `Value` would
/// round the large ones. (With `serde_json`'s `arbitrary_precision` it would not, but then neither
/// would the tool that is tested here, and another one is released.)
fn exact_json(text: &str) -> Value {
    let read = |raw: Box<RawValue>| exact_json(raw.get());
    match text.trim_start().as_bytes()[0] {
        b'{' => {
            let keys: BTreeMap<String, Box<RawValue>> = serde_json::from_str(text).unwrap();
            keys.into_iter().map(|(key, raw)| (key, read(raw))).collect()
        }
        b'[' => {
            let items: Vec<Box<RawValue>> = serde_json::from_str(text).unwrap();
            items.into_iter().map(read).collect()
        }
        b'0'..=b'9' if text.len() > 18 && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Value::from(text)
        }
        _ => serde_json::from_str(text).unwrap(),
    }
}

/// The digits of an integer read by [`exact_json`].
fn digits(number: &Value) -> String {
    number.as_str().map_or_else(|| number.to_string(), str::to_owned)
}
