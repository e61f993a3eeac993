//! What a command can ask of its surroundings.

use std::borrow::Borrow;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::Read;
use std::ops::Deref;
use std::path::Path;
use std::sync::OnceLock;

use cubegraph::Error;
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

/// What was read from a text; a mistake in it is marked at its place.
pub fn located<T>(name: &str, text: &str, read: Result<T>) -> Result<T> {
    read.map_err(|error| match error {
        Error::Input(fault) => fault.within(name, text).into(),
        other => other,
    })
}

/// The words of PUZZLE and those of ANSWER; where both are written out they are equally long.
pub fn split_answer(words: &[Word]) -> Result<(&[Word], &[Word])> {
    let is_whole = |word: &Word| {
        word.is_standard_input()
            || word.starts_with(['@', '{', '['])
            || word.contains(char::is_whitespace)
            || word.is_file()
    };
    let (puzzle, answer) = match words {
        [first, ..] if words.len() == 2 || is_whole(first) => words.split_at(1),
        [.., last] if is_whole(last) => words.split_at(words.len() - 1),
        _ if words.len().is_multiple_of(2) => words.split_at(words.len() / 2),
        _ => {
            let message = format!("{} words cannot be a puzzle and its answer", words.len());
            let help = "write as many words for the answer as for the puzzle";
            return Err(Error::invalid(message).help(help));
        }
    };
    one_from_input(&puzzle[0], &answer[0])?;
    Ok((puzzle, answer))
}

/// Refuses a puzzle and an answer that would both be read from standard input.
pub fn one_from_input(puzzle: &Word, answer: &Word) -> Result<()> {
    if !(puzzle.is_standard_input() && answer.is_standard_input()) {
        return Ok(());
    }
    let message = "the puzzle and the answer cannot both come from standard input";
    Err(Error::invalid(message).help("put one of them into a file"))
}

/// What messages call the answer that is to be checked, and its text.
pub fn answer_of(words: &[Word]) -> Result<(String, String)> {
    let [word] = words else {
        return Ok(("the answer".to_owned(), words.join(" ")));
    };
    let is_written = word.starts_with(['{', '[']) || word.contains(char::is_whitespace);
    let (name, bytes) = if word.is_standard_input() {
        (STANDARD_INPUT, standard_input()?)
    } else if !is_written && word.is_file() {
        if !AsRef::<Path>::as_ref(word).exists() {
            let help = "an answer is a file, - for standard input, or written out";
            return Err(Error::invalid(format!("there is no file {word}")).help(help));
        }
        (&**word, instance::bytes_of(word)?)
    } else {
        return Ok(("the answer".to_owned(), word.to_string()));
    };
    let text = instance::text_of(name, &bytes)?.to_owned();
    Ok((name.to_owned(), text))
}

/// Several words are the parts of a puzzle; a file or instance is a whole one.
fn written_out(words: &[Word]) -> Result<Given> {
    let is_whole = |word: &&Word| {
        word.is_standard_input() || word.starts_with('@') || word.contains(['.', '/'])
    };
    match words.iter().find(is_whole) {
        Some(whole) => Err(Error::invalid(format!(
            "{whole} is a whole puzzle, and {} words are given",
            words.len()
        ))
        .help("name one file or instance, or write the puzzle out, not both")),
        None => Ok(Given::Words {
            name: "the arguments".to_owned(),
            text: words.join(" "),
        }),
    }
}

/// All of standard input, which is read once.
pub fn standard_input() -> Result<Vec<u8>> {
    static READ: OnceLock<Vec<u8>> = OnceLock::new();
    if let Some(bytes) = READ.get() {
        return Ok(bytes.clone());
    }
    let mut bytes = Vec::new();
    // One byte more than an instance may have, so that a stream without end is refused and not
    // swallowed.
    std::io::stdin()
        .lock()
        .take(instance::LARGEST_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Error::invalid(format!("cannot read {STANDARD_INPUT}: {error}")))?;
    instance::fits(STANDARD_INPUT, &bytes)?;
    Ok(READ.get_or_init(|| bytes).clone())
}

/// A file as an instance, or as plain lines of cubes, pieces or cells.
fn from_text(name: &str, text: &str, family: Family) -> Result<Given> {
    match plain(name, text) {
        None => read(name, text, family),
        Some(text) => Ok(Given::Words {
            name: name.to_owned(),
            text,
        }),
    }
}

/// The plain lines of a text, if it is not TOML, which has keys and equals signs.
pub fn plain(name: &str, text: &str) -> Option<String> {
    let ending = Path::new(name).extension();
    let is_toml = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
    if is_toml {
        return None;
    }
    // In a map of a board # is a blocked cell.
    let plain = if cubegraph::tour::is_map(text) {
        text.to_owned()
    } else {
        without_comments(text)
    };
    (!plain.contains('=') && !plain.trim().is_empty()).then_some(plain)
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
