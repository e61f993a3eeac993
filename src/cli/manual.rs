//! `cubegraph completions` and `cubegraph man`: made from the same definitions that parse the
//! arguments.

mod names;

use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use cubegraph::work::file;
use serde::Serialize;

use cubegraph::request::{Answer, Envelope, headed};
use cubegraph::{Error, Result};

use super::Cli;

/// Prints the completions for a shell.
#[derive(Args)]
#[command(after_help = "Example: cubegraph completions bash \
    > ~/.local/share/bash-completion/completions/cubegraph")]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the manual.
#[derive(Args)]
#[command(after_help = "Example: cubegraph man | man -l -\n         \
    cubegraph man --out ~/.local/share/man/man1")]
pub struct Man {
    /// Write one page for every command into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Man {
    /// Whether the manual is printed, not written to files.
    pub fn is_printed(&self) -> bool {
        self.out.is_none()
    }
}

/// The completions.
pub fn completions(arguments: &Completions) -> Answer {
    let (shell, mut script) = (arguments.shell, Vec::new());
    clap_complete::generate(shell, &mut Cli::command(), "cubegraph", &mut script);
    Answer::from_document(names::completed(shell, script))
}

/// The manual pages.
pub fn pages(arguments: &Man) -> Result<Answer> {
    let mut command = Cli::command();
    command = command.mut_args(|argument| argument.hide(false));
    command.build();
    let mut pages = Vec::new();
    collect(&command, &mut pages)?;
    let Some(folder) = &arguments.out else {
        let whole: Vec<u8> = pages.into_iter().flat_map(|(_, page)| page).collect();
        return Ok(Answer::from_document(whole));
    };
    file::make_folder(folder)?;
    for (name, page) in &pages {
        file::write(&folder.join(name), page)?;
    }
    let text = format!("{} pages written to {}", pages.len(), folder.display());
    let csv = headed(["page"], pages.iter().map(|(name, _)| vec![name.clone()]));
    let written = Written { pages: pages.len() };
    Ok(Answer::new(text, Envelope::new("man", written)).with_csv(csv))
}

/// How many pages there are, for programs.
#[derive(Serialize)]
struct Written {
    pages: usize,
}

/// The pages of a command and all below it, by file name.
fn collect(command: &clap::Command, pages: &mut Vec<(String, Vec<u8>)>) -> Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone().name(name.clone()))
        .render(&mut page)
        .map_err(|source| Error::writing("the manual", source))?;
    pages.push((format!("{name}.1"), page));
    for below in command.get_subcommands().filter(|c| c.get_name() != "help") {
        collect(below, pages)?;
    }
    Ok(())
}
