//! The words that stand for a puzzle or an answer, and where a result goes.

use std::ffi::OsString;
use std::fmt;
use std::io::{Read, Write};
use std::ops::Deref;
use std::path::Path;
use std::sync::OnceLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use cubegraph_core::instance::FromInstance;

use crate::Error;
use crate::instance::{self, Family};
use crate::work::{Result, Work, file};

/// The ways to write a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
    /// For spreadsheets
    Csv,
}

/// Writes a result piece by piece.
pub type Fill<'f> = Box<dyn FnOnce(&mut dyn Write) -> Result<()> + 'f>;

/// Writes a long result piece by piece.
pub type Stream<'a> = &'a dyn Fn(Fill<'_>) -> Result<()>;

/// Limits and progress of the work, and where its result goes.
#[expect(missing_debug_implementations, reason = "it holds closures")]
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Limits, progress and cancellation.
    pub work: &'a Work,
    /// The format of the result.
    pub format: Format,
    /// The file for the result.
    pub output: Option<&'a Path>,
    /// Whether the result goes to a terminal.
    pub to_terminal: bool,
    /// How many threads were asked for.
    pub threads: Option<usize>,
    /// Makes a seed where none is given; without it the seed is 0.
    pub draw_seed: Option<fn() -> u64>,
    /// Writes long results piece by piece; without it they are collected.
    pub stream: Option<Stream<'a>>,
}

impl<'a> Context<'a> {
    /// The context of a program that takes the answer itself.
    pub fn new(work: &'a Work) -> Context<'a> {
        Context {
            work,
            format: Format::Json,
            output: None,
            to_terminal: false,
            threads: None,
            draw_seed: None,
            stream: None,
        }
    }

    /// A line for the user, beside the result.
    pub(crate) fn hint(&self, text: &str) {
        self.work.note(text);
    }

    /// The seed given, or a new one, which is reported.
    pub(crate) fn seed(&self, given: Option<u64>) -> u64 {
        given.unwrap_or_else(|| {
            let seed = self.draw_seed.map_or(0, |draw| draw());
            self.hint(&format!("seed {seed}"));
            seed
        })
    }

    /// Whether the result goes to a file that must be an instance.
    pub fn writes_instance(&self) -> bool {
        let extension = self.output.and_then(Path::extension);
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
    }

    /// Refuses, before the work, a further file that could not be written, or that the result would
    /// overwrite.
    pub(crate) fn also_writes(&self, path: &Path, option: &str) -> Result<()> {
        if self.output.is_some_and(|output| file::same_place(output, path)) {
            let path = path.display();
            let message = format!("the result and {option} would both be written to {path}");
            return Err(Error::invalid(message).help("give --output another name"));
        }
        file::check_place(path)
    }
}

/// What messages call the input without a name.
pub const STANDARD_INPUT: &str = "standard input";

/// A word of the command line, which may be the name of a file and need not be Unicode; or a text
/// that another program passes.
#[derive(Clone, Debug, Default)]
pub struct Word {
    /// The word exactly; `None` for a text, which never names a file.
    exact: Option<OsString>,
    /// As messages show it; exact where the word is Unicode.
    text: String,
}

impl From<OsString> for Word {
    fn from(exact: OsString) -> Word {
        let text = exact.to_string_lossy().into_owned();
        Word { exact: Some(exact), text }
    }
}

impl From<String> for Word {
    fn from(text: String) -> Word {
        Word { exact: None, text }
    }
}

impl Deref for Word {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl std::borrow::Borrow<str> for Word {
    fn borrow(&self) -> &str {
        self
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Word, D::Error> {
        String::deserialize(deserializer).map(Word::from)
    }
}

/// Reads the words of a puzzle: one text, or several.
pub(crate) fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Word>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Words {
        One(Word),
        Several(Vec<Word>),
    }
    Ok(match Words::deserialize(deserializer)? {
        Words::One(word) => vec![word],
        Words::Several(words) => words,
    })
}

impl Word {
    /// Whether the word is `-`.
    pub fn is_standard_input(&self) -> bool {
        self.exact.is_some() && self.text == "-"
    }

    /// The word as a path; `None` for a text.
    pub fn path(&self) -> Option<&Path> {
        self.exact.as_deref().map(Path::new)
    }

    /// Whether the word names a file: it contains `.` or `/`, or exists.
    pub fn is_file(&self) -> bool {
        self.path().is_some_and(|path| self.contains(['.', '/']) || path.exists())
    }

    fn bytes(&self) -> Result<Vec<u8>> {
        instance::bytes_of(self.path().unwrap_or(Path::new("")))
    }
}

/// What the words of a puzzle mean.
pub enum PuzzleText {
    /// The text of an instance file, and what messages call it.
    Instance {
        /// The name.
        name: String,
        /// The text.
        text: String,
    },
    /// The puzzle written out: the arguments joined by spaces, or plain lines of a file.
    Words {
        /// What messages call it.
        name: String,
        /// The words.
        text: String,
    },
}

/// Reads a puzzle and its title from the words that stand for it.
pub(crate) fn read_puzzle<P>(words: &[Word]) -> Result<(P, Option<String>)>
where
    P: FromInstance + std::str::FromStr<Err = Error>,
{
    match puzzle_text(words, P::FAMILY)? {
        PuzzleText::Instance { name, text } => read_instance(&name, &text),
        PuzzleText::Words { name, text } => Ok((located(&name, &text, text.parse())?, None)),
    }
}

/// Reads a puzzle and its title from the text of an instance file.
pub(crate) fn read_instance<P: FromInstance>(
    name: &str,
    text: &str,
) -> Result<(P, Option<String>)> {
    let puzzle = cubegraph_core::instance::read_puzzle(name, text)?;
    let header = instance::Header::of(text, Some(P::FAMILY)).ok();
    Ok((puzzle, header.and_then(|header| header.title)))
}

/// What messages call a text that another program passes.
const TEXT: &str = "the text";

/// Finds out what the words of a PUZZLE, FILE or SIZE are: `-`, `@name`, a file, or the puzzle
/// itself.
///
/// One word that contains `.` or `/`, or that exists, is a file.
pub(crate) fn puzzle_text(words: &[Word], family: Family) -> Result<PuzzleText> {
    let [word] = words else {
        return written_out(words);
    };
    if word.is_standard_input() {
        let bytes = standard_input()?;
        let text = instance::text_of(STANDARD_INPUT, &bytes)?;
        return Ok(from_text(STANDARD_INPUT, text));
    }
    if let Some(name) = word.strip_prefix('@') {
        let found = instance::find_built_in(name, Some(family))?;
        let (name, text) = (format!("@{}", found.name), found.contents.to_owned());
        return Ok(PuzzleText::Instance { name, text });
    }
    if word.is_file() {
        let bytes = word.bytes()?;
        return Ok(from_text(word, instance::text_of(word, &bytes)?));
    }
    if word.path().is_none() {
        instance::fits(TEXT, word.as_bytes())?;
        return Ok(from_text(TEXT, word));
    }
    Ok(PuzzleText::Words { name: "the argument".to_owned(), text: word.to_string() })
}

/// What was read from a text; a mistake in it is marked at its place.
pub(crate) fn located<T>(name: &str, text: &str, read: Result<T>) -> Result<T> {
    read.map_err(|error| match error {
        Error::Input(fault) => fault.within(name, text).into(),
        other => other,
    })
}

/// The words of PUZZLE and those of ANSWER; where both are written out they are equally long.
pub(crate) fn split_answer<'w>(
    words: &'w [Word],
    answer: Option<&'w Word>,
) -> Result<(&'w [Word], &'w [Word])> {
    if let Some(answer) = answer {
        return Ok((words, std::slice::from_ref(answer)));
    }
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
pub(crate) fn one_from_input(puzzle: &Word, answer: &Word) -> Result<()> {
    if !(puzzle.is_standard_input() && answer.is_standard_input()) {
        return Ok(());
    }
    let message = "the puzzle and the answer cannot both come from standard input";
    Err(Error::invalid(message).help("put one of them into a file"))
}

/// What messages call the answer that is to be checked, and its text.
pub(crate) fn answer_of(words: &[Word]) -> Result<(String, String)> {
    let [word] = words else {
        return Ok(("the answer".to_owned(), words.join(" ")));
    };
    let is_written = word.starts_with(['{', '[']) || word.contains(char::is_whitespace);
    let (name, bytes) = if word.is_standard_input() {
        (STANDARD_INPUT, standard_input()?)
    } else if !is_written && word.is_file() {
        if !word.path().is_some_and(Path::exists) {
            let help = "an answer is a file, - for standard input, or written out";
            return Err(Error::invalid(format!("there is no file {word}")).help(help));
        }
        (&**word, word.bytes()?)
    } else {
        return Ok(("the answer".to_owned(), word.to_string()));
    };
    let text = instance::text_of(name, &bytes)?.to_owned();
    Ok((name.to_owned(), text))
}

/// Several words are the parts of a puzzle; a file or instance is a whole one.
fn written_out(words: &[Word]) -> Result<PuzzleText> {
    let is_whole = |word: &&Word| {
        word.is_standard_input() || word.starts_with('@') || word.contains(['.', '/'])
    };
    match words.iter().find(is_whole) {
        Some(whole) => Err(Error::invalid(format!(
            "{whole} is a whole puzzle, and {} words are given",
            words.len()
        ))
        .help("name one file or instance, or write the puzzle out, not both")),
        None => Ok(PuzzleText::Words { name: "the arguments".to_owned(), text: words.join(" ") }),
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
pub(crate) fn from_text(name: &str, text: &str) -> PuzzleText {
    let (name, plain) = (name.to_owned(), plain(name, text));
    match plain {
        None => PuzzleText::Instance { name, text: text.to_owned() },
        Some(text) => PuzzleText::Words { name, text },
    }
}

/// The plain lines of a text, if it is not TOML, which has keys and equals signs.
fn plain(name: &str, text: &str) -> Option<String> {
    let ending = Path::new(name).extension();
    let is_toml = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
    if is_toml {
        return None;
    }
    // In a map of a board # is a blocked cell.
    let plain = if crate::tour::is_map(text) { text.to_owned() } else { without_comments(text) };
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
