//! Jandhyala, chapter 14: the die on the 3×3 board. Its 24 orientations and 96 transitions are
//! claims about the group.

use std::fmt::Write;

use itertools::Itertools;
use num_traits::ToPrimitive;

use crate::{Extreme, Extremes, Options, Puzzle, Solution, draw};
use cubegraph_core::claim::Document::Jandhyala14;
use cubegraph_core::claim::{Claim, Exhibit};
use cubegraph_core::work::{Error, Result, Work};

/// The claims.
pub fn claims() -> Vec<Claim> {
    let figure = |number, what, sum, find| Claim::new(Jandhyala14, number, what, sum, find);
    vec![
        figure("Figure 14.1", "largest sum on 3×3", "37", |work| {
            Ok(extremes(3, work)?.0.sum.to_string())
        }),
        figure("Figure 14.2", "smallest sum on 3×3", "25", |work| {
            Ok(extremes(3, work)?.1.sum.to_string())
        }),
        figure(
            "Sources, last paragraph",
            "growth of the search space with each grid edge, 3×3 to 8×8",
            "about 10",
            growth,
        )
        .wrong(
            "6.5, 16, 27, 68, 119",
            "The number of tours grows faster with every step; no single factor describes it",
        ),
    ]
}

/// The exhibits.
pub fn exhibits() -> Vec<Exhibit> {
    let exhibit = |file, make| Exhibit { file, make };
    vec![
        exhibit("tour-3x3-largest.svg", |work| board(3, &extremes(3, work)?.0, "Largest sum")),
        exhibit("tour-3x3-smallest.svg", |work| board(3, &extremes(3, work)?.1, "Smallest sum")),
        exhibit("tour-8x8-largest.svg", |work| board(8, &extremes(8, work)?.0, "Largest sum")),
        exhibit("tour-3x3-grid.dot", |work| {
            let (largest, _) = extremes(3, work)?;
            let title = "The grid of 3×3 with a tour of sum 37";
            Ok(draw::grid(&square(3), Some(&largest.replay), title)?.to_dot())
        }),
        exhibit("tour-3x3-rolls.svg", |work| {
            let (largest, _) = extremes(3, work)?;
            let title = "The roll graph of 3×3 with a tour of sum 37";
            let graph = draw::rolls(&square(3), Some(&largest.replay), title)?;
            Ok(graph.to_scene().to_svg())
        }),
        exhibit("tour-squares.csv", squares),
        exhibit("tour-6x6-distribution.csv", distribution),
    ]
}

fn square(side: usize) -> Puzzle {
    Puzzle::builder(side, side).build().expect("a square board is a puzzle")
}

fn find(side: usize, options: &Options, work: &Work) -> Result<Solution> {
    square(side).solve(options, work)
}

/// Nothing but the number of tours.
fn count() -> Options {
    Options { extremes: Extremes::Neither, count: true, ..Options::default() }
}

fn extremes(side: usize, work: &Work) -> Result<(Extreme, Extreme)> {
    let found = find(side, &Options::default(), work)?;
    let extremes = found.max().cloned().zip(found.min().cloned());
    extremes
        .ok_or_else(|| Error::Rejected(format!("no tour of the {side} × {side} board was found")))
}

fn growth(work: &Work) -> Result<String> {
    let mut tours = Vec::new();
    for side in 3..=8 {
        let found = find(side, &count(), work)?;
        let number = found.tours().and_then(ToPrimitive::to_f64);
        tours.push(number.unwrap_or(f64::NAN));
    }
    let factors = tours.windows(2).map(|pair| pair[1] / pair[0]);
    let rounded = |f: f64| format!("{f:.*}", usize::from(f < 10.0));
    Ok(factors.map(rounded).join(", "))
}

fn board(side: usize, extreme: &Extreme, what: &str) -> Result<String> {
    let title = format!("{what} on {side}×{side}: {}", extreme.sum);
    Ok(draw::board(&square(side), Some(&extreme.replay), &title)?.to_svg())
}

fn squares(work: &Work) -> Result<String> {
    let mut text =
        String::from("side,tours,largest,tours_with_largest,smallest,tours_with_smallest\n");
    for side in 2..=8 {
        let counted = find(side, &count(), work)?;
        let tours = counted.tours().cloned().unwrap_or_default();
        let (largest, smallest) = extremes(side, work)?;
        let figures = |e: &Extreme| {
            let ways = e.tours.as_ref().map_or_else(String::new, ToString::to_string);
            format!("{},{ways}", e.sum)
        };
        let (largest, smallest) = (figures(&largest), figures(&smallest));
        let _ = writeln!(text, "{side},{tours},{largest},{smallest}");
    }
    Ok(text)
}

fn distribution(work: &Work) -> Result<String> {
    let options = Options { extremes: Extremes::Neither, distribution: true, ..Options::default() };
    let mut text = String::from("sum,tours\n");
    let found = find(6, &options, work)?;
    for (sum, tours) in found.distribution().into_iter().flatten() {
        let _ = writeln!(text, "{sum},{tours}");
    }
    Ok(text)
}
