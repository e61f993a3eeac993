//! What a command can ask of its surroundings.

use std::borrow::Borrow;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::Read;
use std::ops::Deref;
use std::path::Path;

use cubegraph::Error;
use cubegraph::fault::Fault;
use cubegraph::instance::{self, Family, Instance};
use cubegraph::work::{Result, Work, file};

use super::Options;

/// The surroundings of a command.
pub struct Context<'a> {
    work: &'a Work,
    /// The options of all commands.
    pub options: &'a Options,
}

/// What messages call the input without a name.
pub const STANDARD_INPUT: &str = "standard input";

/// A word of the command line that may be the name of a file, which need not be Unicode.
#[derive(Clone)]
pub struct Word {
    exact: OsString,
    /// As messages show it; exact where the word is Unicode.
    text: String,
}

impl From<OsString> for Word {
    fn from(exact: OsString) -> Word {
        let text = exact.to_string_lossy().into_owned();
        Word { exact, text }
    }
}

impl Deref for Word {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl Borrow<str> for Word {
    fn borrow(&self) -> &str {
        self
    }
}

impl AsRef<Path> for Word {
    fn as_ref(&self) -> &Path {
        Path::new(&self.exact)
    }
}

impl AsRef<OsStr> for Word {
    fn as_ref(&self) -> &OsStr {
        &self.exact
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl Word {
    /// Whether the word is `-`.
    pub fn is_standard_input(&self) -> bool {
        self.text == "-"
    }

    /// Whether the word names a file: it contains `.` or `/`, or exists.
    pub fn is_file(&self) -> bool {
        self.contains(['.', '/']) || Path::new(&self.exact).exists()
    }
}

/// A puzzle as the command line gives it.
pub enum Given {
    /// A file, standard input or a built-in instance, read and validated.
    Instance(Box<Instance>),
    /// The puzzle written out: the arguments joined by spaces, or plain lines from standard input.
    Words {
        /// What messages call it.
        name: String,
        /// The words.
        text: String,
    },
}

impl<'a> Context<'a> {
    /// Surroundings with these limits and options.
    pub fn new(work: &'a Work, options: &'a Options) -> Context<'a> {
        Context { work, options }
    }

    /// What the library needs for long work.
    pub fn work(&self) -> &'a Work {
        self.work
    }

    /// A line for the person at the terminal, on standard error; nothing with `--quiet`.
    pub fn hint(&self, text: &str) {
        self.work.note(text);
    }

    /// The seed given, or one drawn; that is told on standard error, whatever the format and
    /// wherever the result goes.
    pub fn seed(&self, given: Option<u64>) -> u64 {
        given.unwrap_or_else(|| {
            // Short enough to be typed again.
            let seed = rand::random_range(0..1_000_000_000);
            self.hint(&format!("seed {seed}"));
            seed
        })
    }

    /// Refuses, before the work, a further file that could not be written, or that the result would
    /// overwrite.
    pub fn also_writes(&self, path: &Path, option: &str) -> Result<()> {
        if self
            .options
            .output()
            .is_some_and(|output| file::same_place(output, path))
        {
            let path = path.display();
            let message = format!("the result and {option} would both be written to {path}");
            return Err(Error::invalid(message).help("give --output another name"));
        }
        file::check_place(path)
    }
}

/// Finds out what the words of a PUZZLE, FILE or SIZE are: `-`, `@name`, a file, or the puzzle
/// itself.
///
/// One word that contains `.` or `/`, or that exists, is a file.
pub fn given(words: &[Word], family: Family) -> Result<Given> {
    let [word] = words else {
        return written_out(words);
    };
    if word.is_standard_input() {
        let bytes = standard_input()?;
        let text = instance::text_of(STANDARD_INPUT, &bytes)?;
        return from_text(STANDARD_INPUT, text, family);
    }
    if let Some(name) = word.strip_prefix('@') {
        let found = instance::find_built_in(name, Some(family))?;
        return read(&format!("@{}", found.name), found.contents, family);
    }
    if word.is_file() {
        let bytes = instance::bytes_of(word)?;
        return from_text(word, instance::text_of(word, &bytes)?, family);
    }
    Ok(Given::Words {
        name: "the argument".to_owned(),
        text: word.to_string(),
    })
}

/// What messages call an answer, and its text: as written out, from a file, or for `-` from
/// standard input.
pub fn answer_of(word: &Word) -> Result<(String, String)> {
    let (name, bytes) = if word.is_standard_input() {
        (STANDARD_INPUT, standard_input()?)
    } else if !word.trim_start().starts_with(['{', '[']) && word.is_file() {
        (&**word, instance::bytes_of(word)?)
    } else {
        return Ok(("the answer".to_owned(), word.to_string()));
    };
    let text = instance::text_of(name, &bytes)?.to_owned();
    Ok((name.to_owned(), text))
}

/// An error about words given as a puzzle, with the place marked.
pub fn faulty(name: &str, text: &str, fault: &Fault) -> Error {
    fault.clone().within(name, text).into()
}

/// Several words are the parts of a puzzle; a file or instance is a whole one.
fn written_out(words: &[Word]) -> Result<Given> {
    let is_whole = |word: &&Word| {
        word.is_standard_input() || word.starts_with('@') || word.contains(['.', '/'])
    };
    match words.iter().find(is_whole) {
        Some(whole) => Err(Error::invalid(format!(
            "{whole} is a puzzle of its own, and here are {} words",
            words.len()
        ))
        .help("name one file or instance, or write the puzzle out, not both")),
        None => Ok(Given::Words {
            name: "the arguments".to_owned(),
            text: words.join(" "),
        }),
    }
}

/// All of standard input.
pub fn standard_input() -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than an instance may have, so that a stream without end is refused and not
    // swallowed.
    std::io::stdin()
        .lock()
        .take(instance::LARGEST_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Error::invalid(format!("cannot read {STANDARD_INPUT}: {error}")))?;
    instance::fits(STANDARD_INPUT, &bytes)?;
    Ok(bytes)
}

/// A file as an instance, or as plain lines of cubes or pieces.
fn from_text(name: &str, text: &str, family: Family) -> Result<Given> {
    let plain = without_comments(text);
    // TOML has keys; plain lines have no equals sign.
    let ending = Path::new(name).extension();
    let is_toml = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
    if is_toml || plain.contains('=') || plain.trim().is_empty() {
        return read(name, text, family);
    }
    Ok(Given::Words {
        name: name.to_owned(),
        text: plain,
    })
}

/// The text with every comment, from `#` to the end of its line, made blank, so that all places
/// stay where they are.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let end = line.trim_end_matches(['\r', '\n']).len();
        let start = line.find('#').unwrap_or(end).min(end);
        plain.push_str(&line[..start]);
        plain.extend(std::iter::repeat_n(' ', end - start));
        plain.push_str(&line[end..]);
    }
    plain
}

fn read(name: &str, text: &str, family: Family) -> Result<Given> {
    instance::read_as(name, text, family).map(|instance| Given::Instance(Box::new(instance)))
}
