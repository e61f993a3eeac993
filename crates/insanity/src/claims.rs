//! What Hesselink and Jandhyala (chapter 5) claim about Instant Insanity.
//!
//! Not among the claims, because nothing computes them: the chapter cites the generalised problem
//! as Garey and Johnson's GT50, but it is GP15; its solver never looks at the status that comes
//! back; Hesselink's `rotM` is his `rotK`, and his `search1` touches `e1[H]`, so that array needs H
//! + 1 entries.

use std::fmt::Write as _;

use itertools::Itertools;

use crate::census::{self, census};
use crate::check;
use crate::pairing::{PairingLimits, count};
use crate::rotations::{self, Filter};
use crate::{Method, Options, Puzzle, Tower, Wanted, draw};
use cubegraph_core::claim::{Claim, Document, Exhibit};
use cubegraph_core::text::grouped;
use cubegraph_core::work::{Error, Result, Work};

/// The claims.
pub fn claims() -> Vec<Claim> {
    [hesselink(), jandhyala()].concat()
}

/// The puzzles of the documents.
pub const PUZZLES: [(&str, &str); 3] = [
    ("hesselink-four", "ACBDCC ACDBDC ABBCDD ABBDCD"),
    ("hesselink-five", "AEDDEA BBCBDC ADBDCA BDABAE EEEBCD"),
    (
        "parker-brothers",
        r##"kind = "insanity"
title = "Instant Insanity (Parker Brothers, 1967)"
cubes = [
  { pairs = [["green", "white"], ["blue", "white"], ["blue", "red"]] },
  { pairs = [["blue", "blue"], ["green", "white"], ["red", "green"]] },
  { pairs = [["red", "white"], ["red", "green"], ["blue", "white"]] },
  { pairs = [["red", "red"], ["green", "white"], ["blue", "red"]] },
]
[colours]
red = "#d62728"
green = "#2ca02c"
blue = "#1f4fbf"
white = "#ffffff"
"##,
    ),
];

fn puzzle(name: &str) -> Result<Puzzle> {
    let found = PUZZLES.iter().find(|(known, _)| *known == name);
    let (_, text) = found.ok_or_else(|| Error::invalid(format!("there is no puzzle {name}")))?;
    text.parse()
}

fn towers(puzzle: &Puzzle, method: Method, work: &Work) -> Result<Vec<Tower>> {
    let options = Options { wanted: Wanted::All, method, ..Options::default() };
    Ok(puzzle.solve(&options, work)?.towers().to_vec())
}

fn hesselink() -> Vec<Claim> {
    vec![
        Claim::new(
            Document::Hesselink,
            "section 4, example",
            "principal solutions of the five cubes",
            "1",
            |work| {
                let found = rotations::search(&puzzle("hesselink-five")?, Filter::Accept, 0, work)?;
                Ok(found.stages[2].to_string())
            },
        ),
        Claim::new(
            Document::Hesselink,
            "section 4, example",
            "the solution of the five cubes",
            "AEEDAD DCCBBB CBAADD BADEAB EDBCEE",
            |work| {
                let puzzle = puzzle("hesselink-five")?;
                let towers = towers(&puzzle, Method::Factors, work)?;
                Ok(towers.iter().map(|tower| column(&puzzle, tower)).join("; "))
            },
        ),
        Claim::new(
            Document::Hesselink,
            "section 4, remark",
            "without the first filter, testing P1 and P3 last, the solutions of the four and the \
             five cubes are",
            "the same",
            |work| {
                for name in ["hesselink-four", "hesselink-five"] {
                    let puzzle = puzzle(name)?;
                    let all = |filter| rotations::search(&puzzle, filter, usize::MAX, work);
                    if all(Filter::Accept)?.solutions != all(Filter::NoAccept)?.solutions {
                        return Ok(format!("different for {name}"));
                    }
                }
                Ok("the same".to_owned())
            },
        ),
        Claim::new(
            Document::Hesselink,
            "section 3",
            "towers of the four cubes for each principal solution (an orbit of \"the symmetry \
             group of the cube\")",
            "24",
            |work| {
                let puzzle = puzzle("hesselink-four")?;
                let principal = rotations::search(&puzzle, Filter::Accept, 0, work)?.stages[2];
                let all = check::pruned_assignments(&puzzle, work)?.assignments;
                Ok((all / principal).to_string())
            },
        )
        .wrong(
            "8",
            "the cubes are turned together by the group of order 8 that L and K generate, \
            which keeps top and bottom vertical",
        ),
        Claim::new(
            Document::Hesselink,
            "section 3",
            "principal solutions of the four cubes that the last stage finds from the set it is \
             said to start from, S1",
            "4",
            |work| Ok(solutions_from_first_stage(&puzzle("hesselink-four")?, work)?.to_string()),
        )
        .wrong(
            "0",
            "the last stage must start from S2: every solution needs some turn by L, so \
            none is found from S1",
        ),
    ]
}

/// How many of the principal solutions need no power of L, so that the last stage would find them
/// from S₁.
fn solutions_from_first_stage(puzzle: &Puzzle, work: &Work) -> Result<usize> {
    use cubegraph_core::cube::Rotation;
    use cubegraph_core::cube::notation::hesselink;
    let [r, k] = [hesselink::R, hesselink::K]
        .map(|images| Rotation::from_faces(images).expect("a rotation"));
    let found = rotations::search(puzzle, Filter::Accept, usize::MAX, work)?;
    let without_l =
        |rotation: &Rotation| (0..3).any(|e| (0..2).any(|g| r.pow(e) * k.pow(g) == *rotation));
    let solutions = found.solutions.iter();
    Ok(solutions.filter(|solution| solution.iter().all(without_l)).count())
}

/// A tower as Hesselink prints it.
fn column(puzzle: &Puzzle, tower: &Tower) -> String {
    let cubes = tower.cubes.iter();
    cubes.map(|cube| cube.faces.map(|c| puzzle.name(c)).concat()).join(" ")
}

fn jandhyala() -> Vec<Claim> {
    vec![
        Claim::new(
            Document::Jandhyala5,
            "introduction",
            "colour multigraph of the Parker Brothers set",
            "4 vertices, 12 edges",
            |_| {
                let puzzle = puzzle("parker-brothers")?;
                let graph = puzzle.graph();
                let (vertices, edges) = (graph.node_count(), graph.edge_count());
                Ok(format!("{vertices} vertices, {edges} edges"))
            },
        ),
        Claim::new(
            Document::Jandhyala5,
            "introduction",
            "probability that a random stack is a solution",
            "below 1/1000",
            |_| {
                let right = check::all_assignments(&puzzle("parker-brothers")?).assignments;
                let all = 24u64.pow(4);
                Ok(if right * 1000 < all {
                    "below 1/1000".to_owned()
                } else {
                    format!("{right}/{all}")
                })
            },
        ),
        Claim::new(
            Document::Jandhyala5,
            "graph-theoretic interpretation",
            "the set has two edge-disjoint 2-factors",
            "yes",
            |work| {
                let puzzle = puzzle("parker-brothers")?;
                let found = count(puzzle.graph(), PairingLimits::COUNTS, work)?;
                Ok(if found.counts.is_solvable() { "yes" } else { "no" }.to_owned())
            },
        ),
        Claim::new(
            Document::Jandhyala5,
            "graph-theoretic interpretation",
            "the classical argument, the orientations and clause learning find for the set",
            "the same tower",
            |work| {
                let puzzle = puzzle("parker-brothers")?;
                let found: Vec<_> = [Method::Factors, Method::Rotations, Method::Sat]
                    .into_iter()
                    .map(|method| towers(&puzzle, method, work))
                    .collect::<Result<_>>()?;
                let same = found[0].len() == 1 && found.iter().all_equal();
                Ok(if same { "the same tower" } else { "different towers" }.to_owned())
            },
        ),
    ]
}

/// The exhibits: the chapter's three figures, the counts of all instances, and the census.
pub fn exhibits() -> Vec<Exhibit> {
    let exhibit = |file, make| Exhibit { file, make };
    vec![
        exhibit(
            "insanity-figure-5-1.svg",
            |_| Ok(draw::nets(&puzzle("parker-brothers")?).to_svg()),
        ),
        exhibit("insanity-figure-5-2.svg", |work| {
            drawn(work, |puzzle, tower| draw::tower(puzzle, tower).to_svg())
        }),
        exhibit("insanity-figure-5-3.svg", |work| {
            drawn(work, |puzzle, tower| draw::graph(puzzle, Some(tower)).to_scene().to_svg())
        }),
        exhibit("insanity-figure-5-3.dot", |work| {
            drawn(work, |puzzle, tower| draw::graph(puzzle, Some(tower)).to_dot())
        }),
        exhibit("insanity-factors.svg", |work| {
            drawn(work, |puzzle, tower| draw::factors(puzzle, tower).to_scene().to_svg())
        }),
        exhibit("insanity-census-3.csv", |work| census_table(3, work)),
        exhibit("insanity-census-4.csv", |work| census_table(4, work)),
    ]
}

fn drawn(work: &Work, draw: fn(&Puzzle, &Tower) -> String) -> Result<String> {
    let puzzle = puzzle("parker-brothers")?;
    let towers = towers(&puzzle, Method::Factors, work)?;
    Ok(draw(&puzzle, &towers[0]))
}

fn census_table(cubes: usize, work: &Work) -> Result<String> {
    let options = census::Options { cubes, ..Default::default() };
    let census = census(&options, work)?;
    let mut table = "pairs,principal,puzzles,multisets\n".to_owned();
    for ((pairs, principal), census::Tally { puzzles, multisets }) in census.by_solutions() {
        let _ = writeln!(table, "{pairs},{principal},{puzzles},{multisets}");
    }
    let puzzles = grouped(census.total().puzzles);
    work.note(&format!("census of {cubes} cubes: {puzzles} puzzles"));
    Ok(table)
}
