//! Values of options: how they are written on the command line and in a request.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::instance::closest;
use crate::{Error, Result};

/// Reads the options of a command, which are named as on the command line. An unknown name is
/// refused with the nearest one that is known.
pub(crate) fn read<T>(command: &str, options: Map<String, Value>) -> Result<T>
where
    T: Default + Serialize + DeserializeOwned,
{
    let unreadable = |error: serde_json::Error| Error::invalid(format!("options: {error}"));
    // Every option of a default value is written, so its keys are the known names.
    let known: BTreeMap<String, Value> =
        serde_json::from_value(serde_json::to_value(T::default()).map_err(unreadable)?)
            .map_err(unreadable)?;
    if let Some(name) = options.keys().find(|name| !known.contains_key(*name)) {
        let error = Error::invalid(format!("options: {command} has no option {name}"));
        return Err(match closest(name, known.keys().map(String::as_str)) {
            Some(meant) => error.help(format!("did you mean {meant}?")),
            None => error,
        });
    }
    let given = options.into_iter().filter(|(_, value)| !value.is_null());
    serde_json::from_value(Value::Object(given.collect())).map_err(unreadable)
}

/// Reads a value that is written as a text on the command line; a number stands for its digits.
pub(crate) fn parsed<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: fmt::Display>,
{
    let text = match Value::deserialize(deserializer)? {
        Value::String(text) => text,
        other => other.to_string(),
    };
    text.parse().map_err(D::Error::custom)
}

/// Reads a whole number that is bounded on the command line too, or nothing.
pub(crate) fn within<'de, D, T, const LEAST: u64, const MOST: u64>(
    deserializer: D,
) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u64>,
{
    let Some(number) = Option::<u64>::deserialize(deserializer)? else {
        return Ok(None);
    };
    let fits = (LEAST..=MOST).contains(&number);
    let number = T::try_from(number).ok().filter(|_| fits);
    let expected = || D::Error::custom(format!("a number from {LEAST} to {MOST} is expected"));
    number.map(Some).ok_or_else(expected)
}

/// A type whose values are written as a text.
macro_rules! written_as_text {
    ($($name:ident),*) => {$(
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                out.collect_str(&format_args!("{self:?}"))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<$name, D::Error> {
                crate::request::options::parsed(input)
            }
        }
    )*};
}
pub(crate) use written_as_text;

/// Names on the command line for variants of an enum of the library.
macro_rules! names {
    ($(#[$about:meta])* $name:ident for $target:ty {
        $($(#[$doc:meta])* $variant:ident),* $(,)?
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
        pub enum $name {
            $($(#[$doc])* $variant),*
        }

        impl From<$name> for $target {
            fn from(name: $name) -> $target {
                match name {
                    $($name::$variant => <$target>::$variant),*
                }
            }
        }
    };
}
pub(crate) use names;

/// A seed.
#[cfg(feature = "cli")]
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    let most = u64::MAX;
    (text.parse()).map_err(|_| format!("a whole number from 0 to {most} is expected"))
}

/// How many of something are wanted.
#[cfg(feature = "cli")]
pub(crate) fn count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..) => Ok(count),
        _ => Err("a whole number above 0 is expected".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::request::Request;
    use crate::{Work, instance::Family};

    #[test]
    fn numbers_of_a_request_have_the_bounds_of_the_command_line() {
        let ask = |family, command: &str, puzzle: &str, options: serde_json::Value| {
            let request = json!({
                "family": family, "command": command, "puzzle": puzzle, "options": options,
            });
            let request: Request = serde_json::from_value(request).unwrap();
            request.answer(&Work::default()).map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(ask(Family::Picture, "generate", "2x1", json!({"scramble": 3})), Ok(()));
        for (family, command, puzzle, options) in [
            (Family::Picture, "generate", "2x1", json!({"scramble": 1_000_001})),
            (Family::Picture, "generate", "2x1", json!({"scramble": -1})),
            (Family::Picture, "bounds", "2x1", json!({"width": 21})),
            (Family::Insanity, "draw", "@parker-brothers", json!({"solution": 0})),
            (Family::Insanity, "draw", "@parker-brothers", json!({"width": 100_001})),
            (Family::Tour, "solve", "3x3", json!({"limit": 0})),
            (Family::Corner, "draw", "@van-kreveld", json!({"to": "stl", "size": 1e300})),
        ] {
            assert!(ask(family, command, puzzle, options.clone()).is_err(), "{command} {options}");
        }
    }
}
