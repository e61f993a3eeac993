//! Bytes as what is written on the command line: cubes, pieces, sizes, moves, rotations, dice,
//! groups, names, addresses.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::sync::LazyLock;

use cubegraph::Error;
use cubegraph::cube::notation::{Die, parse_rotation};
use cubegraph::draw::Colour;
use cubegraph::fault::Fault;
use cubegraph::group::{NamedGroup, Permutation};
use cubegraph::instance::{Family, find_built_in};
use cubegraph::picture::{Metric, Move, Rules, Size};
use cubegraph::{corner, insanity};

static CUBE: LazyLock<Rules> = LazyLock::new(|| Rules::cube(Metric::Quarter).expect("the cube"));

/// The fault of a text that was refused.
fn fault(error: Error) -> Fault {
    match error {
        Error::Input(fault) => fault,
        other => panic!("{other}"),
    }
}

/// Reads text as one of the things a command line may hold; the first byte chooses which.
pub fn run(mut bytes: &[u8]) {
    let choice = super::choose(&mut bytes, 14);
    let text = String::from_utf8_lossy(bytes);
    let text = text.as_ref();
    match choice {
        0 | 1 => shown(text, text.parse::<insanity::Puzzle>().map_err(fault)),
        2 | 3 => {
            again::<corner::Puzzle>(text);
            shown(text, text.parse::<corner::Puzzle>().map_err(fault));
        }
        4 => {
            shown(text, text.parse::<corner::Piece>().map_err(fault));
            let _ = text.parse::<corner::Arrangement>();
        }
        5 => again::<Size>(text),
        6 => again::<Move>(text),
        7 => {
            if let Ok(die) = text.parse::<Die>() {
                let written = format!("{},{},{}", die.top(), die.north(), die.east());
                assert_eq!(written.parse::<Die>().ok(), Some(die));
            }
        }
        8 => again::<Metric>(text),
        9 if has_long_number(text) => {}
        9 => again::<Permutation>(text),
        10 => {
            if let Ok(rotation) = parse_rotation(text) {
                assert_eq!(parse_rotation(&rotation.to_string()), Ok(rotation));
            }
        }
        11 => {
            if let Ok(group) = text.parse::<NamedGroup>() {
                let same = group.name().parse::<NamedGroup>().expect("a name that was written");
                assert_eq!(same, group);
            }
        }
        12 => {
            again::<Colour>(text);
            again::<Family>(text);
            if let Err(error) = find_built_in(text, None) {
                assert!(matches!(error, Error::Invalid(_)), "{error}");
            }
        }
        _ => {
            if let Ok(element) = CUBE.parse(text) {
                assert!(CUBE.group().contains(&element));
            }
        }
    }
}

/// A permutation of a million points is read and written as it should be, and nothing else is done
/// meanwhile.
fn has_long_number(text: &str) -> bool {
    text.split(|letter: char| !letter.is_ascii_digit()).any(|digits| digits.len() > 3)
}

/// A fault can be shown at its place.
fn shown<T>(text: &str, read: Result<T, Fault>) {
    if let Err(fault) = read {
        let span = fault.span();
        assert!(span.start <= span.end && span.end <= text.len().max(1), "{span:?}");
        assert!(!fault.within("the arguments", text).rendered().is_empty());
    }
}

/// What was read is read again as it is written.
fn again<T: FromStr + Display + PartialEq + Debug>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        let written = value.to_string();
        match written.parse::<T>() {
            Ok(same) => assert_eq!(same, value, "{text:?} is written as {written:?}"),
            Err(_) => panic!("{text:?} is written as {written:?}, which cannot be read"),
        }
    }
}
