//! What `graph` writes and where it goes: the options that the families share.

use std::str::FromStr;

use crate::graph::{self, Form, GraphData};
use crate::{Error, Result};

use serde::{Deserialize, Serialize};

use super::options::written_as_text;
use super::{Answer, Context, Format};

/// Options of every `graph`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct GraphOptions {
    /// The form: dot, graphml, json, csv or tex (default: by the ending of --output, else dot)
    #[cfg_attr(feature = "cli", arg(long, value_name = "FORM"))]
    to: Option<GraphForm>,
}

/// The form of a graph as data, by its extension.
#[derive(Clone, Copy, Debug)]
struct GraphForm(Form);

written_as_text!(GraphForm);

impl FromStr for GraphForm {
    type Err = String;

    fn from_str(text: &str) -> Result<GraphForm, String> {
        let endings = Form::ENDINGS.map(|(ending, _)| ending).join(", ");
        let form = Form::from_ending(text).map(GraphForm);
        form.ok_or_else(|| format!("expected one of {endings}"))
    }
}

impl GraphOptions {
    /// The form that `--to`, the ending of `--output` or `--format` asks for; DOT without any.
    pub fn form(&self, context: &Context) -> Result<Form> {
        let output = context.output;
        let ending = output.and_then(|path| path.extension()?.to_str());
        let asked = self.to.map(|form| form.0).or_else(|| ending.and_then(Form::from_ending));
        let by_format = match context.format {
            Format::Text => None,
            // A program that takes the answer itself is asked for no format.
            _ if context.stream.is_none() => None,
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
    pub fn write(&self, graph: impl GraphData, context: &Context) -> Result<Answer> {
        let form = self.form(context)?;
        context.streamed(|out| graph::write(graph, form, out, context.work))
    }
}
