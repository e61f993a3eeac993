//! Instance files: strict TOML into validated puzzles, and the instances that are compiled in.
//!
//! A file says what `kind` of puzzle it holds; this room finds the family, hands it its raw part
//! and, where something is wrong, shows the place: file, line, column, the line itself, what was
//! expected and what to do.

mod built_in;
mod words;

use std::fmt;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::fault::Fault;
use crate::work::{Error, Result};
use crate::{corner, insanity, picture, tour};

pub use built_in::{BuiltIn, built_in, find_built_in};

/// An instance file larger than this is no puzzle for a person, and no file of ours.
pub const LARGEST_FILE: u64 = 16 << 20;

/// The four families of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Generalised Instant Insanity.
    Insanity,
    /// Rolling-die tours.
    Tour,
    /// Picture cubes.
    Picture,
    /// Cubes of eight corner pieces.
    Corner,
}

impl Family {
    /// All families, in the order of the documentation.
    pub const ALL: [Family; 4] = [
        Family::Insanity,
        Family::Tour,
        Family::Picture,
        Family::Corner,
    ];

    /// The name: the `kind` of an instance, the folder below `instances/` and the command.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Insanity => "insanity",
            Family::Tour => "tour",
            Family::Picture => "picture",
            Family::Corner => "corner",
        }
    }

    /// A commented instance file to start from.
    ///
    /// ```
    /// # use cubegraph::instance::{self, Family};
    /// for family in Family::ALL {
    ///     let read = instance::read_text("template", family.template())?;
    ///     assert_eq!(read.puzzle.family(), family);
    /// }
    /// # Ok::<(), cubegraph::Error>(())
    /// ```
    pub const fn template(self) -> &'static str {
        match self {
            Family::Insanity => include_str!("templates/insanity.toml"),
            Family::Tour => include_str!("templates/tour.toml"),
            Family::Picture => include_str!("templates/picture.toml"),
            Family::Corner => include_str!("templates/corner.toml"),
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Family {
    type Err = Error;

    fn from_str(name: &str) -> Result<Family> {
        Family::ALL
            .into_iter()
            .find(|family| family.name() == name)
            .ok_or_else(|| Error::Input(unknown_family(name)))
    }
}

fn unknown_family(name: &str) -> Fault {
    let names = Family::ALL.map(Family::name);
    let fault = Fault::new(format!("there is no kind of puzzle called {name:?}"))
        .expected(format!("one of {}", names.join(", ")));
    match closest(name, names) {
        Some(meant) => fault.help(format!("did you mean \"{meant}\"?")),
        None => fault.help(words::SEE_AN_EXAMPLE),
    }
}

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

/// What every instance file has; the families read the rest, strictly.
#[derive(Deserialize)]
struct Header {
    kind: Option<Spanned<String>>,
    title: Option<String>,
    source: Option<String>,
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

/// Reads an instance of one family; one of another is refused where it says so.
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
    let header: Header = parse(contents)?;
    let Some(kind) = header.kind else {
        let missing = if contents.trim().is_empty() {
            "the file is empty"
        } else {
            "the file does not say what kind of puzzle it holds"
        };
        return Err(Fault::new(missing)
            .at(0..0)
            .expected("kind = \"insanity\", \"tour\", \"picture\" or \"corner\"")
            .help(words::SEE_AN_EXAMPLE));
    };
    let family = Family::ALL
        .into_iter()
        .find(|family| family.name() == kind.as_ref())
        .ok_or_else(|| unknown_family(kind.as_ref()).at(kind.span()))?;
    if let Some(wanted) = wanted.filter(|wanted| *wanted != family) {
        let message = format!("this puzzle is of the kind {family}, not {wanted}");
        return Err(Fault::new(message)
            .at(kind.span())
            .expected(format!("kind = \"{wanted}\""))
            .help(format!("use `cubegraph {family} …`")));
    }
    let puzzle = match family {
        Family::Insanity => Puzzle::Insanity(insanity::Puzzle::from_raw(parse(contents)?)?),
        Family::Tour => Puzzle::Tour(tour::Puzzle::from_raw(parse(contents)?)?),
        Family::Picture => Puzzle::Picture(picture::Puzzle::from_raw(parse(contents)?)?),
        Family::Corner => Puzzle::Corner(corner::Puzzle::from_raw(parse(contents)?)?),
    };
    Ok(Instance {
        name: name.to_owned(),
        title: header.title,
        source: header.source,
        puzzle,
    })
}

/// The text that bytes encode, or where they stop being UTF-8.
pub fn text_of<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let fault = Fault::new(format!("the text is not UTF-8: byte 0x{:02x}", bytes[at]))
            .at(at..at + 1)
            .expected("UTF-8")
            .help("save the file as UTF-8");
        fault.within(name, &String::from_utf8_lossy(bytes)).into()
    })
}

/// The bytes of a file that should hold an instance.
pub fn bytes_of(path: impl AsRef<Path>) -> Result<Vec<u8>> {
    let path = path.as_ref();
    let unreadable = |source| Error::reading(path, source);
    if std::fs::metadata(path).map_err(unreadable)?.is_dir() {
        return Err(unreadable(std::io::ErrorKind::IsADirectory.into()));
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(LARGEST_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    fits(&path.display().to_string(), &bytes)?;
    Ok(bytes)
}

/// Refuses what is longer than [`LARGEST_FILE`].
///
/// # Errors
/// [`Error::Invalid`].
pub fn fits(name: &str, bytes: &[u8]) -> Result<()> {
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(Error::invalid(format!(
            "{name} is larger than {} MiB, the most an instance may have",
            LARGEST_FILE >> 20
        )));
    }
    Ok(())
}

/// Parses TOML, with the parser's messages turned into faults.
fn parse<T: DeserializeOwned>(contents: &str) -> std::result::Result<T, Fault> {
    toml::from_str(contents).map_err(|error| words::fault(contents, &error))
}

/// The candidate nearest to a word, if one is near enough to be a slip.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= 1 + candidate.len() / 4)
        .min()
        .map(|(_, candidate)| candidate)
}
