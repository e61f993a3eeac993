//! The command line: parses arguments into a question of [`cubegraph::request`] and prints the answer.
//!
//! What the tool adds: limits, progress, interruption, the three formats, files, and the exit
//! status.

mod answer;
mod instances;
mod layout;
mod limits;
mod manual;
mod options;
mod progress;
mod removed;
mod report;
mod reproduce;
mod sequences;
mod solve;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use clap::{Parser, Subcommand};
use cubegraph::request::{
    Answer, Context, Fill, Format, Question, corner, insanity, is_folder, no_table, picture, tour,
};
use cubegraph::work::{Work, file};
use cubegraph::{Error, Result};

pub use limits::with_stack;
use options::Options;

/// Exact answers about cube puzzles, by turning each puzzle into a graph.
#[derive(Parser)]
#[command(name = "cubegraph", version, disable_help_flag = true, max_term_width = 100)]
#[command(
    after_help = "Example: cubegraph insanity solve @parker-brothers --explain\n\
    `cubegraph help options`: what every command takes (--format, -o, --time, …)",
    after_long_help = "Example: cubegraph insanity solve @parker-brothers --explain\n\
    `cubegraph help options` lists what every command takes: --format, -o, --memory, --time \
    and more.\n\n\
    Exit status: 0 answered; 1 the answer is \"no\"; 2 bad usage or input; 3 over the memory or \
    time allowed; 4 writing, reading back or the independent check failed; 130 interrupted."
)]
pub struct Cli {
    #[command(flatten)]
    options: Options,
    // The short help fits a screen; the long one has everything.
    /// Print the most important options
    #[arg(short = 'h', global = true, action = clap::ArgAction::HelpShort, hide = true)]
    short_help: Option<bool>,
    /// Print all options, with details
    #[arg(long, global = true, action = clap::ArgAction::HelpLong, hide = true)]
    help: Option<bool>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Recompute every published figure and compare
    Reproduce(reproduce::Arguments),
    /// Instant Insanity: stack cubes, every side shows every colour
    #[command(
        subcommand,
        after_help = "Example: cubegraph insanity solve @parker-brothers --explain"
    )]
    Insanity(insanity::Command),
    /// Die tours: a die rolls over every cell of a board
    #[command(subcommand, after_help = "Example: cubegraph tour solve --grid 3x3 --explain")]
    Tour(tour::Command),
    /// Picture cubes: rows and columns of cubes turned together
    #[command(subcommand, after_help = "Example: cubegraph picture distances 3x2")]
    Picture(picture::Command),
    /// Corner cubes: eight corner pieces whose half-edges must fit
    #[command(subcommand, after_help = "Example: cubegraph corner solve @van-kreveld")]
    Corner(corner::Command),
    /// Solve puzzles of any family: files, folders, built-in instances
    Solve(solve::Arguments),
    /// Write one self-contained HTML page
    Report(report::Arguments),
    /// List the built-in instances, or print one
    Instances(instances::Arguments),
    /// List integer sequences among the results, or print one
    Sequences(sequences::Arguments),
    /// Print the completions for a shell
    Completions(manual::Completions),
    /// Print the manual page
    Man(manual::Man),
    /// What every command takes
    #[command(hide = true, long_about = Options::described(), help_template = "{about}\n")]
    Options,
}

impl Command {
    /// Whether the result can be a table, as `--format csv` asks.
    fn has_table(&self) -> bool {
        match self {
            Command::Tour(tour::Command::Generate(_) | tour::Command::Cycles(_)) => false,
            Command::Picture(command) => command.has_table(),
            Command::Instances(arguments) => arguments.has_table(),
            _ => true,
        }
    }

    fn is_drawing(&self) -> bool {
        matches!(
            self,
            Command::Insanity(insanity::Command::Draw(_))
                | Command::Tour(tour::Command::Draw(_))
                | Command::Picture(picture::Command::Draw(_))
                | Command::Corner(corner::Command::Draw(_))
        )
    }

    /// Whether the result is a file in a form of its own, such as a drawing or a script.
    fn is_document(&self) -> bool {
        match self {
            Command::Report(arguments) => arguments.is_page(),
            Command::Man(arguments) => arguments.is_printed(),
            Command::Picture(picture::Command::Export(_))
            | Command::Completions(_)
            | Command::Options => true,
            _ => self.is_drawing(),
        }
    }
}

/// Prints the help that was asked for, or what is wrong with the arguments; returns the exit
/// status.
pub fn usage_error(error: &clap::Error) -> u8 {
    if error.use_stderr() {
        if let Some(hint) = removed::hint(std::env::args().skip(1)) {
            return progress::report_error(&hint, clap::ColorChoice::Auto);
        }
        let message = layout::brief(&error.render().to_string());
        let message = answer::visible(&message);
        progress::say(layout::wrapped(&message, layout::message_width()).trim_end());
        return 2;
    }
    // Standard output may be closed.
    let _ = error.print();
    0
}

/// Runs the tool and returns its exit status. Errors are written to standard error.
pub fn run(cli: &Cli) -> u8 {
    let delivered = deliverable(cli)
        .and_then(|()| answer(cli))
        .and_then(|answer| deliver(&answer, &cli.options));
    match delivered {
        Ok(status) => status,
        Err(error) => progress::report_error(&error, cli.options.color),
    }
}

fn answer(cli: &Cli) -> Result<Answer> {
    let options = &cli.options;
    let memory = limits::start(options.threads, options.memory);
    let bars = progress::Bars::new(options.quiet);
    let listener = bars.clone();
    let mut work = Work::default()
        .with_memory(memory)
        .on_progress(move |progress| listener.on_progress(progress));
    if let Some(seconds) = options.time {
        let time = Duration::try_from_secs_f64(seconds);
        work = work.with_time(time.map_err(|error| Error::invalid(error.to_string()))?);
    }
    limits::watch(&work, &bars, options.color);
    let stream = |fill: Fill<'_>| streamed(options, fill);
    let context = Context {
        work: &work,
        format: options.format,
        output: options.output(),
        to_terminal: options.output().is_none() && io::stdout().is_terminal(),
        threads: options.threads,
        // Short enough to be typed again.
        draw_seed: Some(|| rand::random_range(0..1_000_000_000)),
        stream: Some(&stream),
    };
    let answer = dispatch(&cli.command, &context, options);
    bars.clear();
    answer
}

fn dispatch(command: &Command, context: &Context, options: &Options) -> Result<Answer> {
    match command {
        Command::Reproduce(arguments) => reproduce::run(arguments, context),
        Command::Insanity(command) => Question::Insanity(command.clone()).answer(context),
        Command::Tour(command) => Question::Tour(command.clone()).answer(context),
        Command::Picture(command) => Question::Picture(command.clone()).answer(context),
        Command::Corner(command) => Question::Corner(command.clone()).answer(context),
        Command::Solve(arguments) => solve::run(arguments, context, options.color),
        Command::Report(arguments) => report::run(arguments, context),
        Command::Instances(arguments) => instances::run(arguments),
        Command::Sequences(arguments) => sequences::run(arguments, context),
        Command::Completions(arguments) => Ok(manual::completions(arguments)),
        Command::Man(arguments) => manual::pages(arguments),
        Command::Options => Ok(Answer::from_document(Options::described())),
    }
}

/// Lets `fill` write to the file that was asked for, or to standard output. An incomplete file is
/// not left behind.
fn streamed(options: &Options, fill: Fill<'_>) -> Result<()> {
    let mut failure = None;
    let written = match options.output() {
        Some(path) => file::write_with(path, |out| {
            fill(out).map_err(|error| match error {
                Error::Io { source, .. } => source,
                other => {
                    failure = Some(other);
                    io::Error::other("stopped")
                }
            })
        }),
        None => fill(&mut io::stdout().lock()).or_else(|error| match error {
            // A closed pipe is success.
            Error::Io { source, .. } if source.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Error::Io { source, .. } => Err(Error::writing("standard output", source)),
            other => Err(other),
        }),
    };
    failure.map_or(written, Err)
}

/// Refuses what could not be delivered, before there is any work to lose.
fn deliverable(cli: &Cli) -> Result<()> {
    if cli.options.format != Format::Text {
        check_format(cli)?;
    }
    let is_page = matches!(&cli.command, Command::Report(arguments) if arguments.is_page());
    if is_page && cli.options.output().is_none() && io::stdout().is_terminal() {
        let message = "a page is for a browser, not for a terminal";
        return Err(Error::invalid(message).help("use -o FILE.html"));
    }
    // Steps of an argument may go to a folder, which is made for them.
    let place =
        (cli.options.output()).filter(|path| !(cli.command.is_drawing() && is_folder(path)));
    place.map_or(Ok(()), file::check_place)
}

/// Refuses a format that the result does not have.
fn check_format(cli: &Cli) -> Result<()> {
    if cli.command.is_document() {
        let message = "the result has its own form, and --format asks for another";
        return Err(Error::invalid(message).help("leave out --format"));
    }
    if writes_instance(&cli.options) {
        let message = "the ending .toml asks for an instance, and --format for something else";
        return Err(Error::invalid(message).help("leave out --format, or use another ending"));
    }
    if cli.options.format == Format::Csv && !cli.command.has_table() {
        return Err(no_table());
    }
    Ok(())
}

/// Writes an answer to its file or to standard output.
fn deliver(answer: &Answer, options: &Options) -> Result<u8> {
    let bytes = answer::in_format(answer, options.format)?;
    if bytes.is_empty() && answer.document().is_some() {
        return Ok(answer.status());
    }
    if let Some(path) = options.output() {
        file::write(path, &bytes)?;
        return Ok(answer.status());
    }
    limits::deliver();
    let mut out = io::stdout().lock();
    match out.write_all(&bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(answer.status()),
        // A closed pipe is success.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(answer.status()),
        Err(source) => Err(Error::writing("standard output", source)),
    }
}

/// Whether the result goes to a file that must be an instance.
fn writes_instance(options: &Options) -> bool {
    let extension = options.output().and_then(std::path::Path::extension);
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}
