//! The kept tables of distances: complete, consistent, and right where they can be found again.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fs;

use cubegraph::cube::Rotation;
use itertools::Itertools;
use num_bigint::BigUint;
use serde_json::Value;

use super::{digits, exact_json};

fn table(metric: &str) -> Vec<Value> {
    let path = format!("{}/data/picture/{metric}.json", env!("CARGO_MANIFEST_DIR"));
    let json: Value = exact_json(&fs::read_to_string(path).unwrap());
    assert_eq!(json["metric"], metric);
    json["sizes"].as_array().unwrap().clone()
}

fn size(entry: &Value) -> (usize, usize) {
    let number = |key: &str| usize::try_from(entry[key].as_u64().unwrap()).unwrap();
    (number("rows"), number("columns"))
}

fn distances(entry: &Value) -> Vec<BigUint> {
    let counts = entry["distances"].as_array().unwrap();
    counts.iter().map(|count| digits(count).parse().unwrap()).collect()
}

/// A configuration in a word, five bits for each cube.
fn turned(word: u64, cells: &[usize], turn: Rotation) -> u64 {
    cells.iter().fold(word, |word, cell| {
        let cube = usize::try_from(word >> (5 * cell) & 31).unwrap();
        let after = Rotation::from_rank(cube).unwrap() * turn;
        word & !(31 << (5 * cell)) | (after.rank() as u64) << (5 * cell)
    })
}

/// The first layers by plain breadth-first search: what is new is in neither of the two layers
/// before.
fn first_layers(rows: usize, columns: usize, half: bool, depth: usize) -> Vec<usize> {
    let mut moves = Vec::new();
    let turns = |a: Rotation, b: Rotation| {
        let mut turns = vec![a, b];
        turns.extend(half.then(|| a * a));
        turns
    };
    for i in 0..rows {
        let cells: Vec<usize> = (0..columns).map(|j| i * columns + j).collect();
        moves.extend(turns(Rotation::UP, Rotation::DOWN).into_iter().map(|t| (cells.clone(), t)));
    }
    for j in 0..columns {
        let cells: Vec<usize> = (0..rows).map(|i| i * columns + j).collect();
        moves
            .extend(turns(Rotation::LEFT, Rotation::RIGHT).into_iter().map(|t| (cells.clone(), t)));
    }
    let mut layers: Vec<Vec<u64>> = vec![Vec::new(), vec![0]];
    for _ in 0..depth {
        let [.., before, last] = layers.as_slice() else {
            unreachable!("there are two layers from the start")
        };
        let mut next: Vec<u64> = last
            .iter()
            .flat_map(|&word| moves.iter().map(move |(cells, turn)| turned(word, cells, *turn)))
            .collect();
        next.sort_unstable();
        next.dedup();
        next.retain(|word| {
            last.binary_search(word).is_err() && before.binary_search(word).is_err()
        });
        layers.push(next);
    }
    layers[1..].iter().map(Vec::len).collect()
}

#[test]
fn the_tables_have_every_rectangle_of_so_many_cubes() {
    for (metric, cubes) in [("quarter", 14), ("half", 14)] {
        let mut found: Vec<_> = table(metric).iter().map(size).collect();
        found.sort_unstable();
        let mut wanted: Vec<_> = (1..=cubes)
            .flat_map(|rows| (1..=rows).map(move |columns| (rows, columns)))
            .filter(|(rows, columns)| rows * columns <= cubes)
            .collect();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{metric}");
    }
}

#[test]
fn every_table_adds_up_to_the_order_of_its_group() {
    for metric in ["quarter", "half"] {
        for entry in table(metric) {
            let (rows, columns) = size(&entry);
            let exponent = |n: usize| u32::try_from(n).unwrap();
            let order = BigUint::from(2u8).pow(exponent(rows + columns - 1))
                * BigUint::from(12u8).pow(exponent(rows * columns));
            let layers = distances(&entry);
            assert_eq!(layers.iter().sum::<BigUint>(), order, "{rows}x{columns}");
            assert_eq!(digits(&entry["order"]), order.to_string());
            assert_eq!(entry["diameter"], layers.len() - 1);
            let mut within = BigUint::default();
            let median = layers.iter().position(|layer| {
                within += layer;
                &within * 2u8 >= order
            });
            assert_eq!(entry["median"], median.unwrap());
            assert_eq!(
                entry["antipodes"]["count"].to_string(),
                layers[layers.len() - 1].to_string()
            );
        }
    }
}

/// Configurations up to the symmetries that keep the set of moves: rows and columns permuted, rows
/// conjugated by the half turn of columns and the other way round. Written for this test alone: a
/// row is a word of five bits a cube, the image that stands for all has the least rows in order.
struct Symmetries {
    columns: usize,
    orders: Vec<Vec<usize>>,
    /// Conjugation by nothing, by l², by u², by both.
    conjugates: [[u16; 24]; 4],
}

impl Symmetries {
    fn new(columns: usize) -> Symmetries {
        let (left, up) = (Rotation::LEFT.pow(2), Rotation::UP.pow(2));
        let by = [Rotation::IDENTITY, left, up, left * up];
        let number = |rotation: Rotation| u16::try_from(rotation.rank()).unwrap();
        Symmetries {
            columns,
            orders: (0..columns).permutations(columns).collect(),
            conjugates: by.map(|by| {
                std::array::from_fn(|rank| {
                    number(by.inverse() * Rotation::from_rank(rank).unwrap() * by)
                })
            }),
        }
    }

    /// The image that stands for all, and how many symmetries keep it.
    fn least(&self, rows: &[u16]) -> (Vec<u16>, u64) {
        let mut best = (vec![u16::MAX; rows.len()], 0);
        for (order, flips) in self.orders.iter().cartesian_product(0..1 << self.columns) {
            let mut keeping = 1;
            let mut images: Vec<u16> = (rows.iter())
                .map(|&row| {
                    let image = |flipped: usize| {
                        (0..).zip(order).fold(0, |image, (to, &from)| {
                            let cube = usize::from(row >> (5 * from) & 31);
                            let by = flipped + 2 * (flips >> to & 1);
                            image | self.conjugates[by][cube] << (5 * to)
                        })
                    };
                    let (one, other) = (image(0), image(1));
                    keeping *= 1 + u64::from(one == other);
                    one.min(other)
                })
                .collect();
            images.sort_unstable();
            for run in images.chunk_by(u16::eq) {
                keeping *= (1..=run.len() as u64).product::<u64>();
            }
            match images.cmp(&best.0) {
                Ordering::Less => best = (images, keeping),
                Ordering::Equal => best.1 += keeping,
                Ordering::Greater => {}
            }
        }
        best
    }

    /// How many configurations have this image.
    fn orbit(&self, rows: &[u16]) -> u64 {
        let factorial = |n: usize| (1..=n as u64).product::<u64>();
        let lines = rows.len() + self.columns;
        let all = (factorial(rows.len()) * factorial(self.columns)) << lines;
        all / self.least(rows).1
    }
}

/// The first layers by breadth-first search over configurations up to symmetry.
fn first_layers_up_to_symmetry(
    rows: usize,
    columns: usize,
    half: bool,
    depth: usize,
) -> Vec<BigUint> {
    let symmetries = Symmetries::new(columns);
    let turns = |turn: Rotation| {
        (1..4).map(move |k| turn.pow(k)).filter(move |&t| half || t != turn.pow(2))
    };
    let turned = |row: u16, column: usize, turn: Rotation| {
        let word = turned(u64::from(row), &[column], turn);
        u16::try_from(word).unwrap()
    };
    let neighbours = |cubes: &[u16]| {
        let mut found = Vec::new();
        for i in 0..rows {
            for turn in turns(Rotation::UP) {
                let mut after = cubes.to_vec();
                after[i] = (0..columns).fold(after[i], |row, j| turned(row, j, turn));
                found.push(symmetries.least(&after).0);
            }
        }
        for j in 0..columns {
            for turn in turns(Rotation::LEFT) {
                let after: Vec<u16> = cubes.iter().map(|&row| turned(row, j, turn)).collect();
                found.push(symmetries.least(&after).0);
            }
        }
        found
    };
    let mut layers: Vec<BTreeSet<Vec<u16>>> = vec![BTreeSet::new(), [vec![0; rows]].into()];
    for _ in 0..depth {
        let [.., before, last] = layers.as_slice() else {
            unreachable!("there are two layers from the start")
        };
        let mut next: BTreeSet<_> = last.iter().flat_map(|cubes| neighbours(cubes)).collect();
        next.retain(|cubes| !last.contains(cubes) && !before.contains(cubes));
        layers.push(next);
    }
    layers[1..]
        .iter()
        .map(|layer| layer.iter().map(|cubes| symmetries.orbit(cubes)).sum::<u64>().into())
        .collect()
}

#[test]
fn searches_up_to_symmetry_and_without_agree() {
    for (rows, columns, half, depth) in [(3, 2, false, 5), (2, 3, true, 4), (4, 1, true, 6)] {
        let plain = first_layers(rows, columns, half, depth);
        let plain: Vec<BigUint> = plain.into_iter().map(BigUint::from).collect();
        assert_eq!(first_layers_up_to_symmetry(rows, columns, half, depth), plain);
    }
}

#[test]
fn a_search_of_its_own_finds_the_first_layers_of_every_table_again() {
    for metric in ["quarter", "half"] {
        for entry in table(metric) {
            let (rows, columns) = size(&entry);
            let wanted = distances(&entry);
            let depth = if rows * columns >= 12 { 7 } else { 5 }.min(wanted.len() - 1);
            let found = first_layers_up_to_symmetry(rows, columns, metric == "half", depth);
            assert_eq!(found, wanted[..=depth], "{rows}x{columns} {metric}");
        }
    }
}

#[test]
fn the_small_tables_come_out_again() {
    for metric in ["quarter", "half"] {
        for entry in table(metric) {
            let (rows, columns) = size(&entry);
            if rows * columns <= 4 {
                let found = first_layers(rows, columns, metric == "half", distances(&entry).len());
                let found: Vec<BigUint> = found.into_iter().map(BigUint::from).collect();
                let (last, layers) = found.split_last().unwrap();
                assert_eq!(layers, distances(&entry), "{rows}x{columns} {metric}");
                assert_eq!(*last, BigUint::default());
            }
        }
    }
}
