//! The options that every command takes.

use std::path::{Path, PathBuf};

use clap::{Args, ColorChoice};
use cubegraph::request::Format;

/// Options of all commands.
#[derive(Args)]
pub struct Options {
    /// How the result is written
    #[arg(long, global = true, hide = true, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Write the result to FILE instead of standard output (-)
    ///
    /// The ending picks the format of a drawing or graph.
    #[arg(short, long, global = true, hide = true, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How many threads to use (default: one for each core)
    #[arg(long, global = true, hide = true, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    /// How much memory may be used, in GiB (default: what is free, less a margin)
    #[arg(long, global = true, hide = true, value_name = "GIB", value_parser = positive)]
    pub memory: Option<f64>,
    /// How long it may take, in seconds
    #[arg(long, global = true, hide = true, value_name = "SECONDS", value_parser = positive)]
    pub time: Option<f64>,
    /// No progress and no hints
    #[arg(short, long, global = true, hide = true)]
    pub quiet: bool,
    /// When to use colours in messages
    #[arg(
        long,
        global = true,
        hide = true,
        value_name = "WHEN",
        default_value_t = ColorChoice::Auto
    )]
    pub color: ColorChoice,
}

impl Options {
    /// What every command takes, in words: too much to repeat in the help of each.
    pub fn described() -> String {
        let command = Options::augment_args(clap::Command::new("options"))
            .mut_args(|argument| argument.hide(false))
            .disable_help_flag(true)
            .help_template("{options}");
        format!(
            "Every command takes these options:\n\n{}\n\
             The ending of FILE picks the format of a drawing or a graph.\n\n\
             Exit status: 0 answered; 1 the answer is \"no\"; 2 bad usage or input; 3 over the\n\
             memory or time allowed; 4 writing, reading back or the independent check failed;\n\
             130 interrupted.",
            command.clone().render_help()
        )
    }

    /// The file the result goes to; none for standard output.
    pub fn output(&self) -> Option<&Path> {
        let output = self.output.as_deref();
        output.filter(|path| *path != Path::new("-"))
    }
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= 1e12 => Ok(value),
        _ => Err("a number above 0 is expected".to_owned()),
    }
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=1024) => Ok(count),
        _ => Err("a whole number from 1 to 1024 is expected".to_owned()),
    }
}
