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
    vec![
        Claim::new(
            Jandhyala14,
            "Figure 14.1",
            "largest sum on 3×3",
            "37",
            |work| Ok(extremes(3, work)?.0.sum.to_string()),
        ),
        Claim::new(
            Jandhyala14,
            "Figure 14.2",
            "smallest sum on 3×3",
            "25",
            |work| Ok(extremes(3, work)?.1.sum.to_string()),
        ),
        Claim::new(
            Jandhyala14,
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
    vec![
        Exhibit {
            file: "tour-3x3-largest.svg",
            make: |work| board(3, &extremes(3, work)?.0, "Largest sum"),
        },
        Exhibit {
            file: "tour-3x3-smallest.svg",
            make: |work| board(3, &extremes(3, work)?.1, "Smallest sum"),
        },
        Exhibit {
            file: "tour-8x8-largest.svg",
            make: |work| board(8, &extremes(8, work)?.0, "Largest sum"),
        },
        Exhibit {
            file: "tour-3x3-grid.dot",
            make: |work| {
                let (largest, _) = extremes(3, work)?;
                let title = "The grid of 3×3 with a tour of sum 37";
                Ok(draw::grid(&square(3), Some(&largest.replay), title)?.to_dot())
            },
        },
        Exhibit {
            file: "tour-3x3-rolls.svg",
            make: |work| {
                let (largest, _) = extremes(3, work)?;
                let title = "The roll graph of 3×3 with a tour of sum 37";
                let graph = draw::rolls(&square(3), Some(&largest.replay), title)?;
                Ok(graph.to_scene().to_svg())
            },
        },
        Exhibit {
            file: "tour-squares.csv",
            make: squares,
        },
        Exhibit {
            file: "tour-6x6-distribution.csv",
            make: distribution,
        },
    ]
}

fn square(side: usize) -> Puzzle {
    Puzzle::builder(side, side)
        .build()
        .expect("a square board is a puzzle")
}

fn find(side: usize, options: &Options, work: &Work) -> Result<Solution> {
    square(side).solve(options, work)
}

/// Nothing but the number of tours.
fn count() -> Options {
    Options {
        extremes: Extremes::Neither,
        count: true,
        ..Options::default()
    }
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
        tours.push(
            found
                .tours()
                .and_then(ToPrimitive::to_f64)
                .unwrap_or(f64::NAN),
        );
    }
    let factors = tours.windows(2).map(|pair| pair[1] / pair[0]);
    let rounded = |f: f64| {
        if f < 10.0 {
            format!("{f:.1}")
        } else {
            format!("{f:.0}")
        }
    };
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
        let ways = |e: &Extreme| {
            e.tours
                .as_ref()
                .map_or_else(String::new, ToString::to_string)
        };
        let _ = writeln!(
            text,
            "{side},{tours},{},{},{},{}",
            largest.sum,
            ways(&largest),
            smallest.sum,
            ways(&smallest)
        );
    }
    Ok(text)
}

fn distribution(work: &Work) -> Result<String> {
    let options = Options {
        extremes: Extremes::Neither,
        distribution: true,
        ..Options::default()
    };
    let mut text = String::from("sum,tours\n");
    let found = find(6, &options, work)?;
    for (sum, tours) in found.distribution().into_iter().flatten() {
        let _ = writeln!(text, "{sum},{tours}");
    }
    Ok(text)
}
