//! Instance files: strict TOML, read into the file type of a family.
//!
//! A file says what `kind` of puzzle it holds. A mistake is reported with its place: file, line,
//! column, the line itself, what was expected and what to do.

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
pub(crate) use words::place_of;

/// The most bytes of an instance file.
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
    pub const ALL: [Family; 4] = [Family::Insanity, Family::Tour, Family::Picture, Family::Corner];

    /// The name: the `kind` of an instance, the folder below `instances/` and the command.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Insanity => "insanity",
            Family::Tour => "tour",
            Family::Picture => "picture",
            Family::Corner => "corner",
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

/// What every instance file has; the families read the rest, strictly.
#[derive(Deserialize)]
struct RawHeader {
    kind: Option<Spanned<String>>,
    title: Option<String>,
    source: Option<String>,
}

/// What the value of a key may be, for the message about a wrong one.
#[derive(Clone, Copy, Debug)]
pub struct KeyHelp {
    key: &'static str,
    value: &'static str,
    item: &'static str,
    example: &'static str,
}

impl KeyHelp {
    /// The `key` with those of the tables around it, as in `group.name`; what its value is; what
    /// the items of a list or the values of a table are, empty for other values; a line to copy.
    pub const fn new(
        key: &'static str,
        value: &'static str,
        item: &'static str,
        example: &'static str,
    ) -> KeyHelp {
        KeyHelp { key, value, item, example }
    }

    /// The key with those of the tables around it.
    pub const fn key(&self) -> &'static str {
        self.key
    }
}

/// What a [`KeyHelp`] calls text.
pub const TEXT: &str = "text in quotes";
/// What a [`KeyHelp`] calls an integer.
pub const NUMBER: &str = "a whole number";

/// A puzzle that an instance file can hold.
pub trait FromInstance: Sized {
    /// The keys of the file, as serde reads them.
    type File: DeserializeOwned;
    /// The family, which the file names as its `kind`.
    const FAMILY: Family;
    /// The keys of the family's files; `kind`, `title` and `source` need no help here.
    const KEYS: &'static [KeyHelp];

    /// Validates what the file says.
    ///
    /// # Errors
    /// The mistake and its place in the file.
    fn from_instance(file: Self::File) -> std::result::Result<Self, Fault>;
}

/// Reads a puzzle of one family; a file of another family is refused.
///
/// # Errors
/// [`Error::Input`] with the place of the mistake.
pub fn read_puzzle<P: FromInstance>(name: &str, contents: &str) -> Result<P> {
    let puzzle = Header::of(contents, Some(P::FAMILY)).and_then(|_| puzzle_of(contents));
    puzzle.map_err(|fault| fault.within(name, contents).into())
}

/// Reads a puzzle from a text whose header is known to name its family.
///
/// # Errors
/// The mistake and its place in the text.
pub fn puzzle_of<P: FromInstance>(contents: &str) -> std::result::Result<P, Fault> {
    P::from_instance(parse(contents, P::KEYS)?)
}

/// What every instance file says, whatever its family.
#[derive(Clone, Debug)]
pub struct Header {
    /// The family of the puzzle.
    pub family: Family,
    /// The title of the puzzle.
    pub title: Option<String>,
    /// Who published it.
    pub source: Option<String>,
}

impl Header {
    /// Reads the header of a file, which must be of the `wanted` family, if any.
    ///
    /// # Errors
    /// The mistake and its place in the file.
    pub fn of(contents: &str, wanted: Option<Family>) -> std::result::Result<Header, Fault> {
        let header: RawHeader = parse(contents, &[])?;
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
        Ok(Header { family, title: header.title, source: header.source })
    }
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
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
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
fn parse<T: DeserializeOwned>(contents: &str, keys: &[KeyHelp]) -> std::result::Result<T, Fault> {
    if let Some(date) = words::date(contents, keys) {
        return Err(date);
    }
    toml::from_str(contents).map_err(|error| words::fault(contents, &error, keys))
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
