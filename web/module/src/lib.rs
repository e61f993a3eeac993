//! The library for the page: a text and options in, the tool's JSON, SVG or TOML out.
//!
//! Nothing is decided here. Each family's file reads the options that the command line takes, by
//! their long names, and calls the one function of the library that answers.

mod corner;
mod explain;
mod insanity;
mod picture;
mod tour;

use std::time::Duration;

use cubegraph::draw::{PlacedGraph, Scene, Theme};
use cubegraph::graph::Form;
use cubegraph::instance::{self, Family, Instance, Puzzle, built_in};
use cubegraph::{Answer, Error, Result, Work};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use wasm_bindgen::prelude::wasm_bindgen;

/// What the worker lends to a module that has no clock, no screen and nobody to report to.
#[wasm_bindgen]
extern "C" {
    /// Milliseconds since some fixed moment.
    #[wasm_bindgen(js_namespace = host)]
    fn now() -> f64;
    /// Hears how far the work is.
    #[wasm_bindgen(js_namespace = host)]
    fn progress(text: &str);
    /// Hears the last words of a module that gives up.
    #[wasm_bindgen(js_namespace = host)]
    fn panicked(message: &str);
}

/// What messages call the text of a puzzle.
const NAME: &str = "the text";

/// Installs what hears of a mistake of ours.
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
    let mut given: Map<String, Value> = read_options(parsed(options)?)?;
    let work = limited(&mut given)?;
    let options = Value::Object(given);
    match command {
        "instances" => return written(&built_in_instances()?),
        "generate" => return generate(text.parse()?, options, &work),
        "bounds" if picture::is_extent(text) => return picture::bounds_of(text, options, &work),
        _ => {}
    }
    let instance = read(text)?;
    if command == "canonical" {
        return canonical(&instance);
    }
    let title = instance.title.as_deref();
    match &instance.puzzle {
        Puzzle::Insanity(puzzle) => insanity::run(command, puzzle, options, &work),
        Puzzle::Tour(puzzle) => tour::run(command, puzzle, options, &work),
        Puzzle::Picture(puzzle) => picture::run(command, puzzle, title, options, &work),
        Puzzle::Corner(puzzle) => corner::run(command, puzzle, title, options, &work),
        other => Err(Error::invalid(format!(
            "puzzles of the kind {} are not known here",
            other.family()
        ))),
    }
}

/// Reads an instance, or a puzzle written out: cubes, pieces, or the size of picture cubes.
fn read(text: &str) -> Result<Instance> {
    instance::fits(NAME, text.as_bytes())?;
    let words = text.trim();
    if words.is_empty() || words.contains('=') {
        return instance::read_text(NAME, text);
    }
    let puzzle = if words.starts_with(|c: char| c.is_ascii_digit()) {
        Puzzle::Picture(words.parse()?)
    } else if let Ok(pieces) = words.parse() {
        Puzzle::Corner(pieces)
    } else {
        match words.parse() {
            Ok(cubes) => Puzzle::Insanity(cubes),
            Err(Error::Input(fault)) => return Err(fault.within(NAME, text).into()),
            Err(other) => return Err(other),
        }
    };
    Ok(Instance {
        name: NAME.to_owned(),
        title: None,
        source: None,
        puzzle,
    })
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

/// An answer in its envelope, as the tool prints it.
fn enveloped<T: Serialize>(
    command: &'static str,
    family: Family,
    title: Option<&str>,
    solution: T,
) -> Result<String> {
    written(
        &Answer::new(command, solution)
            .of(family)
            .maybe_titled(title),
    )
}

fn unknown(command: &str, family: Family) -> Error {
    Error::invalid(format!("{family} has no command {command}"))
}

/// A picture in the theme that was asked for.
fn drawn(scene: &Scene, theme: Option<&str>) -> Result<String> {
    let Some(name) = theme else {
        return Ok(scene.to_svg());
    };
    match Theme::NAMES.iter().find(|(known, _)| *known == name) {
        Some((_, theme)) => Ok(scene.themed(*theme).to_svg()),
        None => Err(Error::invalid("theme: light, dark or mono is expected")),
    }
}

fn drawn_graph(graph: &PlacedGraph, theme: Option<&str>) -> Result<String> {
    drawn(&graph.to_scene(), theme)
}

/// The form that `to` asks for; without it DOT.
fn form(to: Option<&str>) -> Result<Form> {
    to.map_or(Some(Form::Dot), Form::from_ending)
        .ok_or_else(|| Error::invalid("to: dot, graphml, json, csv or tex is expected"))
}

fn in_utf8(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|error| Error::invalid(error.to_string()))
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

fn generate(family: Family, options: Value, work: &Work) -> Result<String> {
    match family {
        Family::Insanity => insanity::generate(options, work),
        Family::Tour => tour::generate(options, work),
        Family::Picture => picture::generate(options, work),
        Family::Corner => corner::generate(options, work),
    }
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
        Puzzle::Corner(puzzle) => of(instance, puzzle, corner::toml(puzzle)?),
        other => Err(unknown("canonical", other.family())),
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

/// The options of `draw` that all families share.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct DrawOptions {
    r#as: Option<String>,
    theme: Option<String>,
    solution: Option<usize>,
    maximise: bool,
    minimise: bool,
    radius: Option<usize>,
    moves: Option<String>,
    metric: Option<String>,
}

/// The options of `graph` that all families share.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct GraphOptions {
    of: Option<String>,
    to: Option<String>,
    solution: Option<usize>,
    radius: Option<usize>,
    metric: Option<String>,
}

/// The options of `check`: the answer itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckOptions {
    answer: String,
}

/// No options at all.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoOptions {}

fn wrong(option: &str, expected: &str) -> Error {
    Error::invalid(format!("{option}: {expected} is expected"))
}
