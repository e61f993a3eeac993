//! `cubegraph report`.

use std::path::{Path, PathBuf};

use clap::Args;
use cubegraph::draw::Paper;
use cubegraph::instance::{self, Instance};
use cubegraph::report;
use cubegraph::work::{Result, file};
use serde::Serialize;

use cubegraph::request::{Answer, Context, Envelope, STANDARD_INPUT, Word, headed, standard_input};

/// Writes one self-contained HTML page.
#[derive(Args)]
#[command(after_help = "Examples: cubegraph report -o cubes.html\n          \
    cubegraph report mine.toml @parker-brothers -o mine.html\n          \
    cubegraph report @parker-brothers --nets sheets --paper letter\n\n\
    Without FILEs the page is about the five documents, with their claims recomputed.")]
pub struct Arguments {
    /// Instance files, - for standard input, or @name for built-in ones
    #[arg(value_name = "FILE")]
    files: Vec<Word>,
    /// Leave out the table of published and computed values
    ///
    /// It takes as long as `reproduce`.
    #[arg(long)]
    no_claims: bool,
    /// Write sheets with nets of the cubes into DIR, to print and cut, and no page
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    nets: Option<PathBuf>,
    /// Paper of the sheets
    #[arg(long, value_enum, default_value_t = PaperName::A4, requires = "nets")]
    paper: PaperName,
    /// Edge of the printed cubes in millimetres
    #[arg(long, value_name = "MM", default_value_t = report::PRINTED_EDGE, requires = "nets")]
    edge: f64,
}

/// Paper to print on.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum PaperName {
    /// 210 mm × 297 mm
    A4,
    /// 8.5 in × 11 in
    Letter,
}

impl From<PaperName> for Paper {
    fn from(name: PaperName) -> Paper {
        match name {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::Letter,
        }
    }
}

impl Arguments {
    /// Whether the page is asked for, not sheets with nets.
    pub fn is_page(&self) -> bool {
        self.nets.is_none()
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Answer> {
    let instances = if arguments.files.is_empty() {
        report::documents_instances()?
    } else {
        arguments.files.iter().map(read).collect::<Result<Vec<Instance>>>()?
    };
    if let Some(folder) = &arguments.nets {
        return write_nets(arguments, &instances, folder);
    }
    let with_claims = arguments.files.is_empty() && !arguments.no_claims;
    let page = report::page(&instances, with_claims, context.work)?;
    Ok(Answer::from_document(page))
}

fn write_nets(arguments: &Arguments, instances: &[Instance], folder: &Path) -> Result<Answer> {
    let sheets = report::printed_nets(instances, arguments.paper.into(), arguments.edge)?;
    file::make_folder(folder)?;
    let mut paths = Vec::new();
    for (name, scene) in &sheets {
        let path = folder.join(name);
        file::write(&path, scene.to_svg())?;
        paths.push(path.display().to_string());
    }
    let csv = headed(["sheet"], paths.iter().map(|path| vec![path.clone()]));
    let text = paths.join("\n");
    let json = Envelope::new("report", Sheets { sheets: paths });
    Ok(Answer::new(text, json).with_csv(csv))
}

/// The files with nets, for programs.
#[derive(Serialize)]
struct Sheets {
    sheets: Vec<String>,
}

fn read(word: &Word) -> Result<Instance> {
    if word.is_standard_input() {
        let bytes = standard_input()?;
        return instance::read_text(STANDARD_INPUT, instance::text_of(STANDARD_INPUT, &bytes)?);
    }
    match word.strip_prefix('@') {
        Some(name) => instance::find_built_in(name, None)?.read(),
        None => instance::read(word.path().unwrap_or(Path::new(""))),
    }
}
