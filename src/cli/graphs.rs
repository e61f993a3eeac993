//! What `graph` writes and where it goes: the options that the families share.

use std::io::{self, Write};

use clap::Args;
use cubegraph::graph::{self, Form, GraphData};
use cubegraph::work::file;
use cubegraph::{Error, Result};

use super::options::Format;
use super::{Answer, Context};

/// Options of every `graph`.
#[derive(Args)]
pub struct GraphOptions {
    /// The form: dot, graphml, json, csv or tex (default: by the ending of --output, else dot)
    #[arg(long, value_name = "FORM", value_parser = form)]
    to: Option<Form>,
}

fn form(text: &str) -> std::result::Result<Form, String> {
    let endings = Form::ENDINGS.map(|(ending, _)| ending).join(", ");
    Form::from_ending(text).ok_or_else(|| format!("expected one of {endings}"))
}

impl GraphOptions {
    /// The form that `--to`, the ending of `--output` or `--format` asks for; DOT without any.
    pub fn form(&self, context: &Context) -> Result<Form> {
        let output = context.options.output();
        let ending = output.and_then(|path| path.extension()?.to_str());
        let asked = self.to.or_else(|| ending.and_then(Form::from_ending));
        let by_format = match context.options.format {
            Format::Text => None,
            Format::Json => Some(Form::Json),
            Format::Csv => Some(Form::Csv),
        };
        match (asked, by_format) {
            (Some(form), Some(other)) if form != other => {
                let message = "--format asks for another form than --to or the ending of --output";
                Err(Error::invalid(message).help("leave out --format"))
            }
            (Some(form), _) | (None, Some(form)) => Ok(form),
            (None, None) => output.map_or(Ok(Form::Dot), |path| {
                let endings = Form::ENDINGS.map(|(ending, _)| ending).join(", .");
                let path = path.display();
                let message = format!("the ending of {path} does not say what to write");
                Err(Error::invalid(message).help(format!("use one of .{endings}, or add --to")))
            }),
        }
    }

    /// Writes a graph as it is listed.
    pub fn write(&self, graph: impl GraphData, context: &Context) -> anyhow::Result<Answer> {
        let form = self.form(context)?;
        stream(context, |out| {
            graph::write(graph, form, out, context.work())
        })
    }
}

/// Lets `fill` write to the file that was asked for, or to standard output. An incomplete file is
/// not left behind.
pub fn stream(
    context: &Context,
    fill: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> anyhow::Result<Answer> {
    let mut failure = None;
    let written = match context.options.output() {
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
            // The reader has read enough.
            Error::Io { source, .. } if source.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Error::Io { source, .. } => Err(Error::writing("standard output", source)),
            other => Err(other),
        }),
    };
    failure.map_or(written, Err)?;
    Ok(Answer::written())
}
