//! `cubegraph corner relatives`, and `corner solve` for puzzles of the relatives.

use std::fmt::Write;

use clap::{Args, ValueEnum};
use cubegraph::corner::graph::{Axis, Corner};
use cubegraph::corner::packing::{Assembly, Placement};
use cubegraph::corner::relatives::edges::{EdgePiece, EdgeSet};
use cubegraph::corner::relatives::faces::{FacePiece, FaceSet};
use cubegraph::corner::relatives::{Relative, check, generate};
use cubegraph::cube::Face;
use serde_json::{Value, json};

use super::{Answer, Context};
use crate::cli::table;

/// Arguments of `corner relatives`.
#[derive(Args)]
pub struct Arguments {
    /// Make a puzzle of this relative with one assembly; without it, state the rules of all
    #[arg(value_enum)]
    relative: Option<Which>,
    /// The seed of the puzzle; drawn and printed if not given
    #[arg(long, value_name = "S", requires = "relative")]
    seed: Option<u64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Which {
    /// Twelve edge pieces
    Edges,
    /// Six sides with notched edges (Happy Cube, wirrel-warrel)
    Faces,
}

const RULES: &str = "\
corners (van Kreveld's puzzle): eight corners, each with three half-edges; A fits D and B fits C.
  A piece is its three half-edges read clockwise from outside, such as BDD; there are 24.

edges: twelve bars that share the eight corners between them. The end of a bar takes of its corner
  N nothing, H the half next to the bar, W the whole, or A, B, C, D: the half that the bar's top, right, bottom or
  left half runs into (named like half-edges). Three ends make a corner if they fill it and nothing twice:
  clockwise from outside W N N, A D N, C B N, H C N or D H N, from any of the three on.
  A piece is its two ends, such as AH or HA; there are 28. It may be turned end for end; with roll = true in
  the file also rolled about its axis.

faces (Happy Cube, wirrel-warrel): six sides of 5 x 5 units, one unit thick. A side has its 3 x 3 middle and keeps some of
  the 16 units of its rim; every unit at an edge of the cube belongs to one of the two sides there, every
  corner unit to one of three. A piece is its rim clockwise from a corner, 1 for a unit and 0 for a notch, such as
  0110110001010110. It may be turned and turned over; an assembly and its mirror image count as one.

`corner solve` and `corner draw` take all three, written out or from a file with rule = \"edges\" or \"faces\".";

impl Arguments {
    /// The pieces of a puzzle are a table, the rules are none.
    pub fn has_table(&self) -> bool {
        self.relative.is_some()
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Answer> {
    let Some(which) = arguments.relative else {
        let json = json!({ "rules": RULES, "edge_pieces": EdgePiece::all().count(), "face_pieces": FacePiece::all().count() });
        return Ok(Answer::new(RULES, json));
    };
    let seed = context.seed(arguments.seed);
    let (name, pieces) = match which {
        Which::Edges => ("edges", made::<EdgeSet>(seed, context)?),
        Which::Faces => ("faces", made::<FaceSet>(seed, context)?),
    };
    let mut text = format!("# seed {seed}\nkind = \"corner\"\nrule = \"{name}\"\npieces = [\n");
    for piece in &pieces {
        writeln!(text, "  \"{piece}\",")?;
    }
    text.push(']');
    let rows = std::iter::once("piece".to_owned()).chain(pieces.iter().cloned());
    let csv = rows.map(|cell| vec![cell]).collect();
    let json = json!({ "rule": name, "seed": seed, "solutions": 1, "pieces": pieces });
    Ok(Answer::new(text, json).with_csv(csv))
}

fn made<R: Relative>(seed: u64, context: &Context) -> anyhow::Result<Vec<String>> {
    let puzzle: R = generate(seed, context.work())?;
    let solved = puzzle.solve(usize::MAX, context.work())?;
    check::packed(&puzzle, &solved)?;
    let mut pieces: Vec<String> = puzzle.pieces().iter().map(ToString::to_string).collect();
    // In the order of cutting they would give the assembly away.
    pieces.sort_unstable();
    Ok(pieces)
}

/// What can be said about a piece where it lies.
pub trait Lies: Relative {
    /// The header of the table of an assembly, after the number and the piece.
    const HEADER: [&'static str; 2];

    /// Where a piece lies, and how.
    fn lies(&self, piece: Self::Piece, placement: &Placement) -> [String; 2];
}

impl Lies for EdgeSet {
    const HEADER: [&'static str; 2] = ["from", "to"];

    fn lies(&self, piece: EdgePiece, placement: &Placement) -> [String; 2] {
        let [one, other] = piece.ends();
        let mut ends = [(Corner::ALL[0], one), (Corner::ALL[1], other)]
            .map(|(corner, end)| (corner.rotated(placement.rotation), end));
        ends.sort_unstable_by_key(|end| end.0);
        let rolled = match placement.shape {
            0 => String::new(),
            n => format!(", rolled {n} quarter turns"),
        };
        let [from, to] = ends.map(|(corner, end)| format!("{corner}: {}", end.letter()));
        [from, format!("{to}{rolled}")]
    }
}

impl Lies for FaceSet {
    const HEADER: [&'static str; 2] = ["side", "lies"];

    fn lies(&self, _: FacePiece, placement: &Placement) -> [String; 2] {
        // In the first place, the bottom, the rim begins left in front and runs along the front.
        let first = if placement.shape == 0 {
            Corner::ALL[0]
        } else {
            Corner::ALL[1]
        };
        let corner = first.rotated(placement.rotation);
        let side = placement.rotation.place_of(Face::Bottom);
        let over = if placement.shape == 0 {
            ""
        } else {
            ", turned over"
        };
        let along = first.along(Axis::X).rotated(placement.rotation);
        [side.to_string(), format!("from {corner} to {along}{over}")]
    }
}

/// Solves a puzzle of a relative.
pub fn solve<R: Lies>(
    puzzle: &R,
    title: Option<&str>,
    limit: usize,
    context: &Context,
) -> anyhow::Result<Answer> {
    let solved = puzzle.solve(usize::MAX, context.work())?;
    check::packed(puzzle, &solved)?;
    let solutions = solved.assemblies.len();
    let words: Vec<String> = puzzle.pieces().iter().map(ToString::to_string).collect();
    let mut text = title.map_or(String::new(), |title| format!("{title}\n"));
    writeln!(text, "pieces      {}", words.join(" "))?;
    if solutions == 0 {
        writeln!(
            text,
            "solutions   none, because every way was tried ({} pieces set down where they fit) and none fills the cube",
            solved.steps
        )?;
    } else {
        writeln!(
            text,
            "solutions   {solutions} up to turning the cube{} ({} patterns)",
            if R::MIRROR {
                " and its mirror image"
            } else {
                ""
            },
            solved.patterns
        )?;
    }
    if puzzle.kinds().len() < words.len() {
        writeln!(
            text,
            "Equal pieces cannot be told apart: assemblies that look the same are counted once."
        )?;
    }
    let header = ["piece", "word"]
        .into_iter()
        .chain(R::HEADER)
        .map(str::to_owned);
    let header: Vec<String> = header.collect();
    let tables: Vec<Vec<Vec<String>>> = solved
        .assemblies
        .iter()
        .map(|assembly| rows(puzzle, assembly))
        .collect();
    for (i, rows) in tables.iter().take(limit).enumerate() {
        let rows: Vec<Vec<String>> = std::iter::once(&header).chain(rows).cloned().collect();
        writeln!(
            text,
            "\nassembly {} of {solutions}\n{}",
            i + 1,
            table(&rows)
        )?;
    }
    if solutions > limit {
        writeln!(
            text,
            "\n{} more: --limit {solutions} shows all, --format json or csv holds them",
            solutions - limit
        )?;
    }
    let json = json!({
        "pieces": words,
        "patterns": solved.patterns,
        "solutions": solutions,
        "assemblies": tables.iter().map(|rows| assembly_json::<R>(rows)).collect::<Vec<_>>(),
    });
    let mut csv = vec![[vec!["assembly".to_owned()], header].concat()];
    for (i, rows) in tables.into_iter().enumerate() {
        csv.extend(
            rows.into_iter()
                .map(|row| [vec![(i + 1).to_string()], row].concat()),
        );
    }
    Ok(Answer::new(text, json)
        .with_csv(csv)
        .with_status(u8::from(solutions == 0)))
}

fn assembly_json<R: Lies>(rows: &[Vec<String>]) -> Value {
    rows.iter()
        .map(|row| {
            json!({
                "piece": row[0].parse::<usize>().unwrap_or_default(),
                "word": row[1],
                R::HEADER[0]: row[2],
                R::HEADER[1]: row[3],
            })
        })
        .collect()
}

/// One row a piece, in the order given; of equal pieces the first that is free.
fn rows<R: Lies>(puzzle: &R, assembly: &Assembly) -> Vec<Vec<String>> {
    let kinds = puzzle.kinds();
    let mut free: Vec<&Placement> = assembly.iter().collect();
    let mut rows = Vec::new();
    for (number, piece) in puzzle.pieces().iter().enumerate() {
        let kind = puzzle.kind_of(*piece);
        let its = free.iter().position(|p| kinds[p.kind].0 == kind);
        if let Some(its) = its {
            let placement = free.remove(its);
            let [place, how] = puzzle.lies(kinds[placement.kind].0, placement);
            rows.push(vec![
                (number + 1).to_string(),
                kinds[placement.kind].0.to_string(),
                place,
                how,
            ]);
        }
    }
    rows
}
