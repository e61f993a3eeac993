//! Instance files: strict TOML into validated puzzles, and the instances that are compiled in.
//!
//! A file says what `kind` of puzzle it holds; this module picks the family that reads the rest.

mod built_in;

use std::path::Path;
use std::str::FromStr;

use cubegraph_core::instance::puzzle_of;
pub use cubegraph_core::instance::{
    Family, Header, LARGEST_FILE, bytes_of, closest, fits, text_of,
};

use crate::fault::Fault;
use crate::work::{Error, Result};
use crate::{corner, insanity, picture, tour};

pub use built_in::{BuiltIn, built_in, find_built_in};

/// A validated puzzle of any family.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Puzzle {
    /// Generalised Instant Insanity.
    Insanity(insanity::Puzzle),
    /// A rolling-die tour.
    Tour(tour::Puzzle),
    /// Picture cubes.
    Picture(picture::Puzzle),
    /// A cube of corner pieces.
    Corner(corner::Puzzle),
}

impl Puzzle {
    /// The family the puzzle belongs to.
    pub const fn family(&self) -> Family {
        match self {
            Puzzle::Insanity(_) => Family::Insanity,
            Puzzle::Tour(_) => Family::Tour,
            Puzzle::Picture(_) => Family::Picture,
            Puzzle::Corner(_) => Family::Corner,
        }
    }
}

/// A puzzle with what its file says about it.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Where it came from: a path, `@name`, or `standard input`.
    pub name: String,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// Who published it, if the file says so.
    pub source: Option<String>,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// Reads an instance file.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, [`Error::Input`] if it is not a puzzle.
///
/// # Examples
/// ```
/// # use cubegraph::{Error, instance};
/// assert!(matches!(instance::read("no-such-file.toml"), Err(Error::Io { .. })));
/// ```
pub fn read(path: impl AsRef<Path>) -> Result<Instance> {
    let path = path.as_ref();
    let name = path.display().to_string();
    let bytes = bytes_of(path)?;
    read_text(&name, text_of(&name, &bytes)?)
}

/// Reads an instance from a text, which messages call `name`: a path, `@name`, or `standard input`.
///
/// # Examples
/// ```
/// # use cubegraph::instance;
/// let text = "title = \"Mine\"\nkind = \"cornre\"";
/// let error = instance::read_text("mine.toml", text).unwrap_err().to_string();
/// assert!(error.contains("mine.toml:2:8"), "{error}");
/// assert!(error.contains("did you mean \"corner\"?"), "{error}");
/// ```
pub fn read_text(name: &str, contents: &str) -> Result<Instance> {
    read_faulty(name, contents, None).map_err(|fault| fault.within(name, contents).into())
}

/// Reads an instance of one family; a file of another family is refused where it names it.
///
/// # Examples
/// ```
/// # use cubegraph::instance::{self, Family};
/// let text = "kind = \"corner\"";
/// let error = instance::read_as("mine.toml", text, Family::Tour).unwrap_err().to_string();
/// assert!(error.contains("mine.toml:1:8"), "{error}");
/// assert!(error.contains("of the kind corner, not tour"), "{error}");
/// ```
pub fn read_as(name: &str, contents: &str, wanted: Family) -> Result<Instance> {
    read_faulty(name, contents, Some(wanted)).map_err(|fault| fault.within(name, contents).into())
}

/// Reads a puzzle of a family from the text of an instance file or written out in words, as a
/// program passes it.
///
/// # Errors
/// [`Error::Input`] with the place of the mistake.
pub fn read_any(text: &str, family: Family) -> Result<Instance> {
    const NAME: &str = "the text";
    fits(NAME, text.as_bytes())?;
    if text.trim().is_empty() || text.contains('=') {
        return read_as(NAME, text, family);
    }
    let puzzle = match family {
        Family::Insanity => text.parse().map(Puzzle::Insanity),
        Family::Tour => text.parse().map(Puzzle::Tour),
        Family::Picture => text.parse().map(Puzzle::Picture),
        Family::Corner => text.parse().map(Puzzle::Corner),
    };
    let puzzle = puzzle.map_err(|error| match error {
        Error::Input(fault) => fault.within(NAME, text).into(),
        other => other,
    })?;
    Ok(Instance { name: NAME.to_owned(), title: None, source: None, puzzle })
}

impl FromStr for Puzzle {
    type Err = Error;

    /// Reads a puzzle from the text of an instance file.
    fn from_str(contents: &str) -> Result<Puzzle> {
        read_text("the text", contents).map(|instance| instance.puzzle)
    }
}

fn read_faulty(
    name: &str,
    contents: &str,
    wanted: Option<Family>,
) -> std::result::Result<Instance, Fault> {
    let header = Header::of(contents, wanted)?;
    let puzzle = match header.family {
        Family::Insanity => Puzzle::Insanity(puzzle_of(contents)?),
        Family::Tour => Puzzle::Tour(puzzle_of(contents)?),
        Family::Picture => Puzzle::Picture(puzzle_of(contents)?),
        Family::Corner => Puzzle::Corner(puzzle_of(contents)?),
    };
    Ok(Instance { name: name.to_owned(), title: header.title, source: header.source, puzzle })
}

/// A commented instance file of a family, to start from.
///
/// # Examples
/// ```
/// # use cubegraph::instance::{self, Family};
/// for family in Family::ALL {
///     let read = instance::read_text("template", instance::template(family))?;
///     assert_eq!(read.puzzle.family(), family);
/// }
/// # Ok::<(), cubegraph::Error>(())
/// ```
pub const fn template(family: Family) -> &'static str {
    match family {
        Family::Insanity => include_str!("templates/insanity.toml"),
        Family::Tour => include_str!("templates/tour.toml"),
        Family::Picture => include_str!("templates/picture.toml"),
        Family::Corner => include_str!("templates/corner.toml"),
    }
}
