//! `cubegraph sequences`.

use clap::Args;
use cubegraph::sequences::Sequence;
use serde::Serialize;

use cubegraph::Result;
use cubegraph::request::{Answer, Context, Envelope, headed, row};

use super::layout::table;

/// Lists the integer sequences among the results, or prints one as a b-file.
#[derive(Args)]
#[command(after_help = "Example: cubegraph sequences\n         cubegraph sequences tour-max")]
pub struct Arguments {
    /// Print the terms of this sequence, a line `n a(n)` for each
    name: Option<String>,
}

#[derive(Serialize)]
struct Listed<T> {
    sequences: T,
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let Some(name) = &arguments.name else {
        let sequences = Sequence::all();
        let listed = sequences.iter().map(|it| row([it.name, it.title]));
        let rows = headed(["sequence", "a(n)"], listed);
        let json = Envelope::new("sequences", Listed { sequences });
        return Ok(Answer::new(table(&rows), json).with_csv(rows));
    };
    let found = Sequence::named(name)?.terms(context.work)?;
    let numbered = found.numbered();
    let lines = numbered.map(|(n, term)| row([n.to_string(), term.to_string()]));
    let rows = headed(["n", "a(n)"], lines);
    let text = found.to_b_file();
    let sequences = [found];
    let json = Envelope::new("sequences", Listed { sequences });
    Ok(Answer::new(text, json).verbatim().with_csv(rows))
}
