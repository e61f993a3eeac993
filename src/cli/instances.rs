//! `cubegraph instances`.

use clap::Args;
use cubegraph::instance::{BuiltIn, Family, built_in, find_built_in, template};
use serde::Serialize;

use cubegraph::Result;
use cubegraph::request::{Answer, Envelope, row};

use super::layout::table;

/// Lists the built-in instances by family, or prints one.
#[derive(Args)]
#[command(after_help = "Examples: cubegraph instances\n          \
    cubegraph instances parker-brothers > mine.toml")]
pub struct Arguments {
    /// Print the file of this instance (with or without @)
    name: Option<String>,
    /// Print a commented file to start from
    #[arg(long, value_name = "FAMILY", conflicts_with = "name")]
    template: Option<Family>,
}

impl Arguments {
    /// A list is a table, one instance is none.
    pub fn has_table(&self) -> bool {
        self.name.is_none() && self.template.is_none()
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Answer> {
    if let Some(family) = arguments.template {
        let text = template(family);
        let json = Envelope::new("instances", Template { text }).of(family);
        return Ok(Answer::new(template(family), json).verbatim());
    }
    if let Some(name) = &arguments.name {
        let found = find_built_in(name.strip_prefix('@').unwrap_or(name), None)?;
        let instance = found.read()?;
        let json = Single { name: found.name, source: instance.source, text: found.contents };
        let json = Envelope::new("instances", json)
            .of(found.family)
            .maybe_titled(instance.title.as_deref());
        return Ok(Answer::new(found.contents, json).verbatim());
    }
    let mut rows = vec![row(["family", "instance", "title"])];
    let mut listed = Vec::new();
    for found in built_in() {
        let json = described(&found)?;
        let name = format!("@{}", found.name);
        rows.push(row([found.family.name(), &name, &json.title]));
        listed.push(json);
    }
    let json = Envelope::new("instances", Listed { instances: listed });
    Ok(Answer::new(table(&rows), json).with_csv(rows))
}

/// A built-in instance as programs see it.
#[derive(Serialize)]
struct Described {
    family: Family,
    name: &'static str,
    title: String,
    source: Option<String>,
}

/// One built-in instance with its file; family and title are in the envelope.
#[derive(Serialize)]
struct Single {
    name: &'static str,
    source: Option<String>,
    text: &'static str,
}

#[derive(Serialize)]
struct Listed {
    instances: Vec<Described>,
}

#[derive(Serialize)]
struct Template {
    text: &'static str,
}

fn described(found: &BuiltIn) -> Result<Described> {
    let instance = found.read()?;
    Ok(Described {
        family: found.family,
        name: found.name,
        title: instance.title.unwrap_or_default(),
        source: instance.source,
    })
}
