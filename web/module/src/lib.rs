//! The library for the page: a request in, the tool's JSON, SVG or TOML out.
//!
//! Every command of the tool goes to [`cubegraph::request`]. What the page asks beside these is
//! here: the built-in instances and the canonical form of a text.

use std::time::Duration;

use cubegraph::instance::{self, Family, Instance, Puzzle, built_in};
use cubegraph::{Answer, Error, Request, Result, Work, corner};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use wasm_bindgen::prelude::wasm_bindgen;

/// What the worker provides to a module that has neither clock nor output.
#[wasm_bindgen]
extern "C" {
    /// Milliseconds since some fixed moment.
    #[wasm_bindgen(js_namespace = host)]
    fn now() -> f64;
    /// Receives progress reports.
    #[wasm_bindgen(js_namespace = host)]
    fn progress(text: &str);
    /// Receives the message of a panic.
    #[wasm_bindgen(js_namespace = host)]
    fn panicked(message: &str);
}

/// What messages call the text of a puzzle.
const NAME: &str = "the text";

/// Reports panics to the worker.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| panicked(&info.to_string())));
}

/// Answers one question; a refusal is thrown as the JSON of a [`Thrown`].
///
/// # Errors
/// The JSON of the library's error.
#[wasm_bindgen]
pub fn run(command: &str, text: &str, options: &str) -> std::result::Result<String, String> {
    answer(command, text, options).map_err(|error| {
        serde_json::to_string(&Thrown::from(&error)).unwrap_or_else(|_| error.to_string())
    })
}

fn answer(command: &str, text: &str, options: &str) -> Result<String> {
    let mut options: Map<String, Value> = read_options(parsed(options)?)?;
    let work = limited(&mut options)?;
    match command {
        "instances" => written(&built_in_instances()?),
        "canonical" => canonical(&read(text)?),
        "generate" => generate(text.parse()?, options, &work),
        _ => request(command, text, options, &work),
    }
}

/// Asks the library; a drawing is SVG unless the options say otherwise.
fn request(
    command: &str,
    text: &str,
    mut options: Map<String, Value>,
    work: &Work,
) -> Result<String> {
    // The bounds of a size may be asked for where no puzzle is that large.
    let is_size = text.trim().is_empty() || text.trim().starts_with(|c: char| c.is_ascii_digit());
    let family = match command {
        "bounds" if is_size => Family::Picture,
        _ => read(text)?.puzzle.family(),
    };
    if command == "draw" {
        options.entry("to").or_insert_with(|| "svg".into());
    }
    let puzzle = Some(text).filter(|text| !text.trim().is_empty());
    let answer = answered(family, command, puzzle, options, work)?;
    match answer.document() {
        None => answer.to_json(),
        Some([]) => Err(Error::invalid("there is nothing to draw: the puzzle has no solution")),
        Some(bytes) => String::from_utf8(bytes.to_vec()).map_err(unreadable),
    }
}

fn answered(
    family: Family,
    command: &str,
    puzzle: Option<&str>,
    options: Map<String, Value>,
    work: &Work,
) -> Result<Answer> {
    let request = Request {
        family: family.to_string(),
        command: command.to_owned(),
        puzzle: puzzle.map(str::to_owned),
        options,
    };
    request.answer(work)
}

/// A new puzzle as an instance file.
fn generate(family: Family, mut options: Map<String, Value>, work: &Work) -> Result<String> {
    let usual = |options: &mut Map<String, Value>, name: &str, value: Value| {
        options.entry(name).or_insert(value);
    };
    let mut size = |name: &str, usual: &str| match options.remove(name) {
        Some(Value::String(size)) => Some(size),
        _ => Some(usual.to_owned()),
    };
    let puzzle = match family {
        Family::Tour => size("grid", "4x4"),
        Family::Picture => size("size", "3x3"),
        _ => None,
    };
    match family {
        Family::Insanity => usual(&mut options, "cubes", 4.into()),
        Family::Picture => usual(&mut options, "scramble", 20.into()),
        Family::Corner if options.get("rule").is_none_or(|rule| rule == "corners") => {
            return corners(&options, work);
        }
        _ => {}
    }
    let answer = answered(family, "generate", puzzle.as_deref(), options, work)?;
    let text = answer.text().rendered(usize::MAX, |_| String::new());
    if answer.is_verbatim() { Ok(text) } else { Err(Error::invalid(text)) }
}

/// The seed picks one of all sets of corner pieces with one assembly.
fn corners(options: &Map<String, Value>, work: &Work) -> Result<String> {
    let seed = options.get("seed").and_then(Value::as_u64).unwrap_or(0);
    let unique = corner::generate::Options {
        at_least: 1,
        at_most: Some(1),
        ..corner::generate::Options::default()
    };
    let found = corner::generate(&unique, work)?;
    let sets = found.candidates();
    let index = usize::try_from(seed % sets.len().max(1) as u64).unwrap_or(0);
    match sets.get(index) {
        Some(candidate) => toml(&candidate.puzzle()),
        None => Err(Error::invalid("there is no such set of pieces")),
    }
}

/// An instance file of a corner puzzle.
fn toml(puzzle: &corner::Puzzle) -> Result<String> {
    toml::to_string_pretty(puzzle).map_err(unreadable)
}

fn unreadable(error: impl std::fmt::Display) -> Error {
    Error::invalid(error.to_string())
}

/// Reads an instance, or a puzzle written out: cubes, pieces, or the size of picture cubes.
fn read(text: &str) -> Result<Instance> {
    instance::fits(NAME, text.as_bytes())?;
    let words = text.trim();
    if words.is_empty() || words.contains('=') {
        return instance::read_text(NAME, text);
    }
    let family = if words.starts_with(|c: char| c.is_ascii_digit()) {
        Family::Picture
    } else if words.parse::<corner::Puzzle>().is_ok() {
        Family::Corner
    } else {
        Family::Insanity
    };
    instance::read_any(text, family)
}

/// The options that every command takes become the limits of the work.
fn limited(options: &mut Map<String, Value>) -> Result<Work> {
    let mut work = Work::default()
        .with_clock(|| Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default())
        .on_progress(|told| progress(&told.to_string()));
    if let Some(memory) = options.remove("memory") {
        work = work.with_memory(read_options(memory)?);
    }
    if let Some(time) = options.remove("time") {
        let seconds = Duration::try_from_secs_f64(read_options(time)?);
        work = work.with_time(seconds.map_err(|error| Error::invalid(error.to_string()))?);
    }
    Ok(work)
}

fn parsed(options: &str) -> Result<Value> {
    serde_json::from_str(options).map_err(|error| Error::invalid(format!("options: {error}")))
}

/// The options of a command; one that it does not have is a mistake.
fn read_options<T: DeserializeOwned>(options: Value) -> Result<T> {
    serde_json::from_value(options).map_err(|error| Error::invalid(format!("options: {error}")))
}

fn written(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::invalid(error.to_string()))
}

/// A built-in instance, for a list to choose from.
#[derive(Serialize)]
struct Listed {
    name: &'static str,
    family: Family,
    title: Option<String>,
    text: &'static str,
}

fn built_in_instances() -> Result<Vec<Listed>> {
    built_in()
        .map(|instance| {
            Ok(Listed {
                name: instance.name,
                family: instance.family,
                title: instance.read()?.title,
                text: instance.contents,
            })
        })
        .collect()
}

/// A puzzle as data, and as the file that says the same.
#[derive(Serialize)]
struct Canonical<'a, P: Serialize> {
    family: Family,
    title: Option<&'a str>,
    source: Option<&'a str>,
    toml: String,
    json: &'a P,
}

fn canonical(instance: &Instance) -> Result<String> {
    fn of<P: Serialize>(instance: &Instance, puzzle: &P, toml: String) -> Result<String> {
        written(&Canonical {
            family: instance.puzzle.family(),
            title: instance.title.as_deref(),
            source: instance.source.as_deref(),
            toml,
            json: puzzle,
        })
    }
    match &instance.puzzle {
        Puzzle::Insanity(puzzle) => of(instance, puzzle, format!("{puzzle:#}")),
        Puzzle::Tour(puzzle) => of(instance, puzzle, puzzle.to_string()),
        Puzzle::Picture(puzzle) => of(instance, puzzle, puzzle.to_string()),
        Puzzle::Corner(puzzle) => of(instance, puzzle, toml(puzzle)?),
        other => Err(Error::invalid(format!("{} has no canonical form", other.family()))),
    }
}

/// An error as the page rejects with it.
#[derive(Serialize)]
struct Thrown {
    kind: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl From<&Error> for Thrown {
    fn from(error: &Error) -> Thrown {
        let place = match error {
            Error::Input(fault) => fault.line_and_column(),
            _ => None,
        };
        Thrown {
            kind: match error {
                Error::Input(_) => "input",
                Error::Invalid(_) => "invalid",
                Error::TooLarge(_) => "too-large",
                Error::OutOfTime { .. } => "out-of-time",
                Error::Interrupted => "interrupted",
                _ => "internal",
            },
            message: error.to_string().replace("\n  = help: ", "; "),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
        }
    }
}
