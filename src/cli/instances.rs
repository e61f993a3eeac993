//! `cubegraph instances`.

use clap::Args;
use cubegraph::instance::{BuiltIn, built_in, find_built_in};
use serde_json::{Value, json};

use super::{Answer, table};

/// Lists the built-in instances by family, or prints one.
#[derive(Args)]
#[command(
    after_help = "Example: cubegraph instances\n         cubegraph instances parker-brothers > mine.toml"
)]
pub struct Arguments {
    /// Print the file of this instance (with or without @); with --format json also what it is called
    name: Option<String>,
}

impl Arguments {
    /// A list is a table, one instance is none.
    pub fn has_table(&self) -> bool {
        self.name.is_none()
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> anyhow::Result<Answer> {
    if let Some(name) = &arguments.name {
        let found = find_built_in(name.strip_prefix('@').unwrap_or(name), None)?;
        let mut json = described(&found)?;
        json["text"] = found.contents.into();
        return Ok(Answer::new(found.contents, json));
    }
    let mut rows = vec![["family", "instance", "title"].map(str::to_owned).to_vec()];
    let mut listed = Vec::new();
    for found in built_in() {
        let json = described(&found)?;
        rows.push(vec![
            found.family.to_string(),
            format!("@{}", found.name),
            json["title"].as_str().unwrap_or_default().to_owned(),
        ]);
        listed.push(json);
    }
    Ok(Answer::new(table(&rows), json!({ "instances": listed })).with_csv(rows))
}

fn described(found: &BuiltIn) -> anyhow::Result<Value> {
    let instance = found.read()?;
    Ok(json!({
        "family": found.family.name(),
        "name": found.name,
        "title": instance.title.unwrap_or_default(),
        "source": instance.source,
    }))
}
