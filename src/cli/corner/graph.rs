//! `cubegraph corner graph`.

use clap::{Args, ValueEnum};
use cubegraph::Error;
use cubegraph::corner::{Assembly, Options};
use cubegraph::graph::{Form, write};

use super::{Answer, Context, chosen, puzzle_of};
use crate::cli::options::Format;

/// Arguments of `corner graph`.
#[derive(Args)]
pub struct Arguments {
    /// A file, `-`, @name, or the pieces
    #[arg(required = true)]
    puzzle: Vec<String>,
    /// Which graph
    #[arg(long, value_enum, default_value_t = Which::Cube)]
    of: Which,
    /// How it is written (without it: by the ending of -o, or DOT)
    #[arg(long, value_enum)]
    to: Option<To>,
    /// Which assembly the graph shows, counted from 1
    #[arg(long, value_name = "K")]
    solution: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Which {
    /// The places and their contacts, with the pieces and half-edges of an assembly
    Cube,
    /// Half-edges, joined by turned pieces: closed walks of four are the loops
    Loops,
}

#[derive(Clone, Copy, ValueEnum)]
enum To {
    /// Graphviz
    Dot,
    /// `GraphML`: networkx, Gephi, igraph
    Graphml,
    /// Node-link data, as networkx reads it
    Json,
    /// A list of the edges
    Csv,
    /// A tikzpicture for LaTeX
    Tex,
}

impl From<To> for Form {
    fn from(to: To) -> Form {
        match to {
            To::Dot => Form::Dot,
            To::Graphml => Form::GraphMl,
            To::Json => Form::Json,
            To::Csv => Form::Csv,
            To::Tex => Form::Tikz,
        }
    }
}

/// The form that `--to` or the ending of `-o` asks for.
fn form(arguments: &Arguments, context: &Context) -> Result<Form, Error> {
    if context.options.format != Format::Text {
        let message = "a graph is not an answer in text, JSON or CSV";
        return Err(Error::invalid(message).help("use --to json or --to csv instead of --format"));
    }
    if let Some(to) = arguments.to {
        return Ok(to.into());
    }
    let Some(path) = context.options.output() else {
        return Ok(Form::Dot);
    };
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.and_then(Form::from_ending).ok_or_else(|| {
        let endings = Form::ENDINGS.map(|(ending, _)| ending).join(", .");
        let message = format!(
            "the ending of {} does not say what to write",
            path.display()
        );
        Error::invalid(message).help(format!("use one of .{endings}, or --to"))
    })
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let (form, work) = (form(arguments, context)?, context.work());
    let (puzzle, _) = puzzle_of(&arguments.puzzle)?;
    let mut bytes = Vec::new();
    if arguments.of == Which::Loops {
        if arguments.solution.is_some() {
            let message = "the loop graph shows no assembly";
            return Err(Error::invalid(message)
                .help("leave out --solution, or use --of cube")
                .into());
        }
        let loops = puzzle
            .loop_graph()
            .map_err(|error| error.help("use --of cube"))?;
        write(&loops, form, &mut bytes, work)?;
    } else {
        let solution = puzzle.solve(&Options::default(), work)?;
        let shown = chosen(&solution, arguments.solution.unwrap_or(1))?;
        let graph = shown.map_or_else(|| puzzle.graph().clone(), Assembly::graph);
        write(&graph, form, &mut bytes, work)?;
    }
    Ok(Answer::document(bytes))
}
