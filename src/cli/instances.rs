//! `cubegraph instances`.

use clap::Args;
use cubegraph::instance::{built_in, find_built_in};
use serde_json::json;

use super::{Answer, table};

/// Lists the built-in instances by family, or prints one.
#[derive(Args)]
#[command(
    after_help = "Example: cubegraph instances\n         cubegraph instances parker-brothers > mine.toml"
)]
pub struct Arguments {
    /// Print the file of this instance (with or without @)
    name: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> anyhow::Result<Answer> {
    if let Some(name) = &arguments.name {
        let found = find_built_in(name.strip_prefix('@').unwrap_or(name), None)?;
        return Ok(Answer::document(found.contents));
    }
    let mut rows = vec![["family", "instance", "title"].map(str::to_owned).to_vec()];
    let mut listed = Vec::new();
    for found in built_in() {
        let instance = found.read()?;
        let title = instance.title.unwrap_or_default();
        listed.push(json!({
            "family": found.family.name(),
            "name": found.name,
            "title": title,
            "source": instance.source,
        }));
        rows.push(vec![
            found.family.to_string(),
            format!("@{}", found.name),
            title,
        ]);
    }
    Ok(Answer::new(table(&rows), json!({ "instances": listed })).with_csv(rows))
}
