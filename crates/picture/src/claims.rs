//! What Burcsi claims about picture cubes.

use num_bigint::BigUint;

use crate::local::LocalMethod;
use crate::{
    Distances, Metric, Move, MoveSet, Moves, Options, Puzzle, Rules, Size, check, counts, draw,
    permutation_of,
};
use cubegraph_core::claim::{Claim, Document, Exhibit};
use cubegraph_core::cube::Rotation;
use cubegraph_core::group::{Element, NamedGroup, StabiliserChain};
use cubegraph_core::text::grouped;
use cubegraph_core::work::{Error, Result, Work};

/// The claims.
pub fn claims() -> Vec<Claim> {
    [table_1(), configurations(), theorems(), method()].concat()
}

/// The exhibits.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        Exhibit {
            file: "picture-table-1.csv",
            make: |work| table(&PUBLISHED_SIZES, &[Metric::Quarter], work),
        },
        Exhibit { file: "picture-table-2.csv", make: table_2 },
        Exhibit {
            file: "picture-beyond-the-paper.csv",
            make: |work| table(&BEYOND, &Metric::ALL, work),
        },
        Exhibit {
            file: "picture-cayley-1x1.svg",
            make: |_| Ok(cayley_of_one_cube()?.to_scene().to_svg()),
        },
        Exhibit { file: "picture-cayley-1x1.dot", make: |_| Ok(cayley_of_one_cube()?.to_dot()) },
        Exhibit {
            file: "picture-quotient-2x1.svg",
            make: |work| {
                let puzzle = Puzzle::cube(2, 1)?;
                let drawing = draw::quotient(&puzzle, None, work)?;
                Ok(drawing.to_scene().to_svg())
            },
        },
        Exhibit {
            file: "picture-distances-3x2.svg",
            make: |work| {
                let distances = Puzzle::cube(3, 2)?.distances(&Options::default(), work)?;
                Ok(draw::chart(&distances).to_svg())
            },
        },
    ]
}

/// The sizes of Table 1, in its order.
const PUBLISHED_SIZES: [(usize, usize); 8] =
    [(1, 1), (2, 1), (3, 1), (4, 1), (2, 2), (5, 1), (6, 1), (3, 2)];

/// Every rectangle of at most nine cubes.
const BEYOND: [(usize, usize); 13] = [
    (1, 1),
    (2, 1),
    (3, 1),
    (4, 1),
    (2, 2),
    (5, 1),
    (6, 1),
    (3, 2),
    (7, 1),
    (8, 1),
    (4, 2),
    (9, 1),
    (3, 3),
];

fn size(rows: usize, columns: usize) -> Result<Size> {
    Size::new(rows, columns).ok_or_else(|| Error::invalid("there is no such size".to_owned()))
}

fn search(rows: usize, columns: usize, metric: Metric, work: &Work) -> Result<Distances> {
    counts(size(rows, columns)?, metric, work)
}

/// A row of Table 1 without its last two columns.
fn row(rows: usize, columns: usize, work: &Work) -> Result<String> {
    let distances = search(rows, columns, Metric::Quarter, work)?;
    Ok(format!("{}, {:.2}, {}", distances.diameter(), distances.average(), distances.median()))
}

fn table_1() -> Vec<Claim> {
    const PLACE: &str = "Table 1";
    let claim =
        |what, published, compute| Claim::new(Document::Burcsi, PLACE, what, published, compute);
    vec![
        claim("1×1: diameter, average, median", "4, 2.17, 2", |w| row(1, 1, w)),
        claim("2×1: diameter, average, median", "7, 4.44, 5", |w| row(2, 1, w)),
        claim("3×1: diameter, average, median", "10, 6.59, 7", |w| row(3, 1, w)),
        claim("4×1: diameter, average, median", "12, 8.59, 9", |w| row(4, 1, w)),
        claim("2×2: diameter, average, median", "12, 7.82, 8", |w| row(2, 2, w)),
        claim("5×1: diameter, average, median", "15, 10.69, 11", |w| row(5, 1, w)),
        claim("6×1: diameter, average, median", "17, 12.65, 13", |w| row(6, 1, w)),
        claim("3×2: diameter, average, median", "14, 10.54, 11", |w| row(3, 2, w)),
        claim("local estimate, in the order of the table", "9, 18, 27, 36, 35, 45, 54, 52", |_| {
            let local = LocalMethod::new(Rules::cube(Metric::Quarter)?.tabled()?);
            let estimates = PUBLISHED_SIZES
                .map(|(m, n)| (local.most_for_a_cell() * m * n + m + n - 1).to_string());
            Ok(estimates.join(", "))
        }),
        Claim::new(
            Document::Burcsi,
            "Table 2",
            "3×2: configurations at distance 0 to 14",
            "1 10 69 456 2846 16208 84428 395566 1622641 5536264 13587945 17558644 8100138 843444 27084",
            |work| {
                let counts = search(3, 2, Metric::Quarter, work)?;
                let counts: Vec<String> = counts.counts().iter().map(ToString::to_string).collect();
                Ok(counts.join(" "))
            },
        ),
    ]
}

/// How many configurations a search reaches.
fn reached(rows: usize, columns: usize, work: &Work) -> Result<String> {
    Ok(search(rows, columns, Metric::Quarter, work)?.order().to_string())
}

fn configurations() -> Vec<Claim> {
    let claim = |what, published, compute| {
        Claim::new(Document::Burcsi, "Table 1", what, published, compute)
    };
    vec![
        claim("1×1: number of configurations", "24", |w| reached(1, 1, w)),
        claim("2×1: number of configurations", "576", |w| reached(2, 1, w)),
        claim("3×1: number of configurations", "13824", |w| reached(3, 1, w)),
        claim("4×1: number of configurations", "331776", |w| reached(4, 1, w)),
        claim("2×2: number of configurations", "16588", |w| reached(2, 2, w)).wrong(
            "165888",
            "A digit is missing: 2^3·12^4 = 165,888, as Theorem 8 of the same paper says.",
        ),
        claim("5×1: number of configurations", "7962624", |w| reached(5, 1, w)),
        claim("6×1: number of configurations", "191102976", |w| reached(6, 1, w)),
        claim("3×2: number of configurations", "47775744", |w| reached(3, 2, w)),
    ]
}

/// A named group with R = C = G.
fn all_moves(name: &str) -> Result<Rules> {
    let named: NamedGroup = name.parse()?;
    let chain = StabiliserChain::build(named.generators(), &Work::default())?;
    Rules::new(name, chain, MoveSet::All, MoveSet::All)
}

/// The order of H by Schreier–Sims alone.
fn order_by_schreier_sims(
    rules: &Rules,
    rows: usize,
    columns: usize,
    work: &Work,
) -> Result<BigUint> {
    let generators = check::union_generators(rules, size(rows, columns)?);
    Ok(StabiliserChain::build(&generators, work)?.order())
}

fn diameter(rules: &Rules, rows: usize, columns: usize, work: &Work) -> Result<String> {
    let puzzle = Puzzle::new(size(rows, columns)?, rules.clone());
    let distances = puzzle.distances(&Options::default(), work)?;
    Ok(distances.diameter().to_string())
}

const ONLY_AN_UPPER_BOUND: &str = "m+n−1 is only an upper bound: a configuration is also (aᵢg; bⱼg⁻¹) for every g, and the best g \
     makes the most frequent value trivial, so the worst case is m+n−⌈(m+n)/|G|⌉.";

fn theorems() -> Vec<Claim> {
    let claim = |place, what, published, compute| {
        Claim::new(Document::Burcsi, place, what, published, compute)
    };
    vec![
        claim("Theorem 4", "|H| for the cyclic group of order 5 on 3×3 (5^5)", "3,125", |w| {
            Ok(grouped(order_by_schreier_sims(&all_moves("C5")?, 3, 3, w)?))
        }),
        claim("Theorem 4", "|H| for C2×C3 on 4×2 (6^5)", "7,776", |w| {
            Ok(grouped(order_by_schreier_sims(&all_moves("C2xC3")?, 4, 2, w)?))
        }),
        claim("Theorem 4, proof", "moves in the worst case for coins on 2×2", "3", |w| {
            diameter(&all_moves("C2")?, 2, 2, w)
        })
        .wrong("2", ONLY_AN_UPPER_BOUND),
        claim(
            "Theorem 4, proof",
            "moves in the worst case for the cyclic group of order 5 on 3×3",
            "5",
            |w| diameter(&all_moves("C5")?, 3, 3, w),
        )
        .wrong("4", ONLY_AN_UPPER_BOUND),
        claim("Theorem 7", "|H| for the simple group A5 on 2×2 (60^4)", "12,960,000", |w| {
            Ok(grouped(order_by_schreier_sims(&all_moves("A5")?, 2, 2, w)?))
        }),
        claim("Theorem 8", "|H| for 3×3 cubes (2^5·12^9)", "165,112,971,264", |w| {
            Ok(grouped(order_by_schreier_sims(&Rules::cube(Metric::Quarter)?, 3, 3, w)?))
        }),
        claim("Theorem 8", "|H| for 4×3 cubes (2^6·12^12)", "570,630,428,688,384", |w| {
            Ok(grouped(order_by_schreier_sims(&Rules::cube(Metric::Quarter)?, 4, 3, w)?))
        }),
        claim(
            "Theorem 8",
            "sizes of Table 1 whose diameter is above 8mn+m+n−1",
            "none",
            sizes_above_the_estimate,
        ),
    ]
}

/// The sizes whose diameter is above the document's 8mn + m + n − 1.
fn sizes_above_the_estimate(work: &Work) -> Result<String> {
    let mut above = Vec::new();
    for (m, n) in PUBLISHED_SIZES {
        if search(m, n, Metric::Quarter, work)?.diameter() > 8 * m * n + m + n - 1 {
            above.push(format!("{m}×{n}"));
        }
    }
    Ok(if above.is_empty() { "none".to_owned() } else { above.join(" ") })
}

fn method() -> Vec<Claim> {
    let claim = |place, what, published, compute| {
        Claim::new(Document::Burcsi, place, what, published, compute)
    };
    vec![
        claim("section 2", "moves of the 3×2 puzzle", "10", |_| {
            Ok(Move::all(size(3, 2)?, Metric::Quarter).count().to_string())
        }),
        claim(
            "Figure 1",
            "moves that turn one picture of 3×3 cubes into the next, all rows upwards",
            "3",
            |_| {
                let moves: Moves = "up1 up2 up3".parse()?;
                check::solution(&Puzzle::cube(3, 3)?, &moves, &permutation_of(Rotation::UP))?;
                Ok(moves.len().to_string())
            },
        ),
        claim(
            "Lemma 6",
            "cubes that a commutator of a row and a column move changes on 3×3, at most",
            "1",
            |_| {
                let size = size(3, 3)?;
                let moves: Vec<Move> = Move::all(size, Metric::Quarter).collect();
                let mut most = 0;
                for &row in moves.iter().filter(|m| m.is_row()) {
                    for &column in moves.iter().filter(|m| !m.is_row()) {
                        let mut configuration = crate::Configuration::solved(size);
                        configuration.turn_all([row, column, row.inverse(), column.inverse()]);
                        let changed = configuration
                            .cells()
                            .iter()
                            .filter(|&&c| c != Rotation::IDENTITY)
                            .count();
                        most = most.max(changed);
                    }
                }
                Ok(most.to_string())
            },
        ),
        claim(
            "section 3",
            "commutators of a row and a column move at one cube, and how many of them reach every even rotation",
            "8, 2",
            |_| {
                let commutators = commutators()?;
                Ok(format!("{}, {}", commutators.len(), most_commutators(&commutators)?))
            },
        ),
    ]
}

/// The distinct commutators of a row move and a column move, in either order, as rotations of one
/// cube.
fn commutators() -> Result<Vec<Element>> {
    let tabled = Rules::cube(Metric::Quarter)?.tabled()?;
    let mut found: Vec<Element> = tabled
        .rows
        .iter()
        .flat_map(|&r| tabled.columns.iter().map(move |&c| (r, c)))
        .flat_map(|(r, c)| [tabled.group.commutator(r, c), tabled.group.commutator(c, r)])
        .collect();
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// The least k for which products of at most k of them give all even rotations.
fn most_commutators(commutators: &[Element]) -> Result<usize> {
    let tabled = Rules::cube(Metric::Quarter)?.tabled()?;
    let even = tabled.group.elements().filter(|&e| tabled.group.permutation(e).is_even()).count();
    let mut reached = vec![Element::IDENTITY];
    for k in 0..24 {
        if reached.len() == even {
            return Ok(k);
        }
        let more: Vec<Element> = reached
            .iter()
            .flat_map(|&a| commutators.iter().map(move |&b| (a, b)))
            .map(|(a, b)| tabled.group.multiply(a, b))
            .collect();
        reached.extend(more);
        reached.sort_unstable();
        reached.dedup();
    }
    Err(Error::Rejected("the commutators do not reach every even rotation".to_owned()))
}

fn table(sizes: &[(usize, usize)], metrics: &[Metric], work: &Work) -> Result<String> {
    let local = LocalMethod::new(Rules::cube(Metric::Quarter)?.tabled()?);
    let mut text =
        "size,metric,configurations,diameter,average,median,antipodes,local bound,published local bound\n".to_owned();
    for &(m, n) in sizes {
        for &metric in metrics {
            let distances = search(m, n, metric, work)?;
            let line = [
                format!("{m}x{n}"),
                metric.to_string(),
                distances.order().to_string(),
                distances.diameter().to_string(),
                format!("{:.4}", distances.average()),
                distances.median().to_string(),
                distances.antipodes().to_string(),
                local.bound(size(m, n)?).to_string(),
                (8 * m * n + m + n - 1).to_string(),
            ];
            text.push_str(&line.join(","));
            text.push('\n');
        }
    }
    Ok(text)
}

fn table_2(work: &Work) -> Result<String> {
    let distances = Puzzle::cube(3, 2)?.distances(&Options::default(), work)?;
    let lines = distances.counts().iter().enumerate();
    let lines: Vec<String> =
        lines.map(|(distance, count)| format!("{distance},{count}\n")).collect();
    Ok(format!("distance,configurations\n{}", lines.concat()))
}

fn cayley_of_one_cube() -> Result<cubegraph_draw::PlacedGraph> {
    draw::cayley(&Puzzle::cube(1, 1)?, None, &Work::default())
}
