//! A `tikzpicture`: vertices on a circle or at their own places, parallel edges bent apart, loops
//! fanned outwards.
//!
//! A picture is small, so the places and the number of edges between two vertices are held in
//! memory.

use std::f64::consts::TAU;
use std::io::Write;

use rustc_hash::FxHashMap;

use super::output::{Output, failed};
use super::{GraphData, Labelled};
use crate::tex;
use cubegraph_core::work::{Result, Work};

/// Between two parallel edges, in degrees.
const BEND: f64 = 26.0;
/// Between the two ends of a loop, in degrees, where there is room.
const LOOP: f64 = 44.0;
/// Memory for a vertex or a pair of neighbours, roughly.
const BYTES: u64 = 200;

pub(super) fn write<G: GraphData, W: Write>(graph: G, out: &Output<W>, work: &Work) -> Result<()> {
    let mut to = out;
    let drawing = Drawing::new(graph, work)?;
    let arrow = if graph.is_directed() {
        ", every edge/.style={draw, ->, >=stealth}"
    } else {
        ", every edge/.style={draw}"
    };
    write!(
        to,
        "% \\usepackage{{tikz}}\n\\begin{{tikzpicture}}[\n  vertex/.style={{circle, draw, \
         minimum size=7mm, inner sep=1pt}},\n  on edge/.style={{font=\\scriptsize, fill=white, \
         inner sep=1pt}}{arrow}]\n"
    )
    .map_err(failed)?;
    let mut number = 0;
    graph.each_vertex(&mut |id, vertex| {
        let [x, y] = drawing.places[number];
        let label = vertex.label().unwrap_or_else(|| id.into());
        let label = tex(&label);
        writeln!(to, "  \\node[vertex] (v{number}) at ({x:.3}, {y:.3}) {{{label}}};")
            .map_err(failed)?;
        number += 1;
        out.step()
    })?;
    let mut drawn: FxHashMap<[usize; 2], usize> = FxHashMap::default();
    graph.each_edge(&mut |source, target, edge| {
        let [from, to_] = [source, target].map(|id| drawing.numbers[id]);
        let pair = sorted(from, to_);
        let before = drawn.entry(pair).or_default();
        let shape = drawing.shape([from, to_], *before);
        *before += 1;
        let mark = edge
            .label()
            .map(|label| format!(" node[on edge] {{{}}}", tex(&label)))
            .unwrap_or_default();
        writeln!(to, "  \\path (v{from}) edge[{shape}]{mark} (v{to_});").map_err(failed)?;
        out.step()
    })?;
    to.write_all(b"\\end{tikzpicture}\n").map_err(failed)
}

/// What must be known before the first line is written.
struct Drawing {
    numbers: FxHashMap<String, usize>,
    places: Vec<[f64; 2]>,
    centre: [f64; 2],
    /// How many edges there are between two vertices.
    parallel: FxHashMap<[usize; 2], usize>,
}

impl Drawing {
    fn new(graph: impl GraphData, work: &Work) -> Result<Drawing> {
        let mut numbers = FxHashMap::default();
        let mut given = Vec::new();
        graph.each_vertex(&mut |id, vertex| {
            given.push(vertex.place());
            numbers.insert(id.to_owned(), numbers.len());
            reserve(work, numbers.len())
        })?;
        let mut parallel: FxHashMap<_, usize> = FxHashMap::default();
        graph.each_edge(&mut |source, target, _| {
            let pair = sorted(numbers[source], numbers[target]);
            *parallel.entry(pair).or_default() += 1;
            reserve(work, numbers.len() + parallel.len())
        })?;
        let places: Vec<[f64; 2]> = given
            .iter()
            .map(|place| place.map(|[x, y]| [1.6 * x, 1.6 * y]))
            .collect::<Option<_>>()
            .unwrap_or_else(|| circle(given.len()));
        let count = places.len().max(1) as f64;
        let centre = [0, 1].map(|axis| places.iter().map(|p| p[axis]).sum::<f64>() / count);
        Ok(Drawing { numbers, places, centre, parallel })
    }

    /// The options of the next edge of its pair, when `before` are drawn already.
    fn shape(&self, [from, to]: [usize; 2], before: usize) -> String {
        let together = self.parallel[&sorted(from, to)];
        let middle = before as f64 - (together - 1) as f64 / 2.0;
        if from == to {
            let width = LOOP.min(300.0 / together as f64);
            let towards = self.outwards(from) + middle * width;
            let half = width * 0.45;
            let (leaves, enters) = (towards - half, towards + half);
            return format!("out={leaves:.1}, in={enters:.1}, looseness=8");
        }
        // Seen from the other end, left is right.
        let bend = middle * BEND.min(150.0 / together as f64) * if from < to { 1.0 } else { -1.0 };
        match bend {
            bend if bend.abs() < 0.05 => String::new(),
            bend => format!("bend left={bend:.1}"),
        }
    }

    /// The direction away from the other vertices, in degrees.
    fn outwards(&self, vertex: usize) -> f64 {
        let [x, y] = [0, 1].map(|axis| self.places[vertex][axis] - self.centre[axis]);
        if x.hypot(y) < 1e-6 { 90.0 } else { y.atan2(x).to_degrees() }
    }
}

fn reserve(work: &Work, entries: usize) -> Result<()> {
    if entries.is_multiple_of(4096) {
        work.check("the places of the vertices are not known yet")?;
        work.reserve("the places of the vertices", (entries as u64 * BYTES).into())?;
    }
    Ok(())
}

/// The first at the top, then clockwise; neighbours 1.6 cm apart or more.
fn circle(count: usize) -> Vec<[f64; 2]> {
    let radius = (1.6 * count as f64 / TAU).max(2.0);
    (0..count)
        .map(|i| (TAU * i as f64 / count as f64).sin_cos())
        .map(|(sine, cosine)| [radius * sine, radius * cosine])
        .collect()
}

fn sorted(a: usize, b: usize) -> [usize; 2] {
    [a.min(b), a.max(b)]
}
