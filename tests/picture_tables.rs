//! The kept tables of distances: complete, consistent, and right where they can be found again.

use std::fs;

use cubegraph::cube::Rotation;
use num_bigint::BigUint;
use serde_json::Value;

fn table(metric: &str) -> Vec<Value> {
    let path = format!("{}/data/picture/{metric}.json", env!("CARGO_MANIFEST_DIR"));
    let json: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(json["metric"], metric);
    json["sizes"].as_array().unwrap().clone()
}

fn size(entry: &Value) -> (usize, usize) {
    let number = |key: &str| usize::try_from(entry[key].as_u64().unwrap()).unwrap();
    (number("rows"), number("columns"))
}

fn distances(entry: &Value) -> Vec<BigUint> {
    let counts = entry["distances"].as_array().unwrap();
    counts
        .iter()
        .map(|count| count.to_string().parse().unwrap())
        .collect()
}

/// A configuration in a word, five bits for each cube.
fn turned(word: u64, cells: &[usize], turn: Rotation) -> u64 {
    cells.iter().fold(word, |word, cell| {
        let cube = usize::try_from(word >> (5 * cell) & 31).unwrap();
        let after = Rotation::from_rank(cube).unwrap() * turn;
        word & !(31 << (5 * cell)) | (after.rank() as u64) << (5 * cell)
    })
}

/// The first layers by plain breadth-first search: what is new is in neither of the two layers before.
fn first_layers(rows: usize, columns: usize, half: bool, depth: usize) -> Vec<usize> {
    let mut moves = Vec::new();
    let turns = |a: Rotation, b: Rotation| {
        let mut turns = vec![a, b];
        turns.extend(half.then(|| a * a));
        turns
    };
    for i in 0..rows {
        let cells: Vec<usize> = (0..columns).map(|j| i * columns + j).collect();
        moves.extend(
            turns(Rotation::UP, Rotation::DOWN)
                .into_iter()
                .map(|t| (cells.clone(), t)),
        );
    }
    for j in 0..columns {
        let cells: Vec<usize> = (0..rows).map(|i| i * columns + j).collect();
        moves.extend(
            turns(Rotation::LEFT, Rotation::RIGHT)
                .into_iter()
                .map(|t| (cells.clone(), t)),
        );
    }
    let mut layers: Vec<Vec<u64>> = vec![Vec::new(), vec![0]];
    for _ in 0..depth {
        let [.., before, last] = layers.as_slice() else {
            unreachable!("there are two layers from the start")
        };
        let mut next: Vec<u64> = last
            .iter()
            .flat_map(|&word| {
                moves
                    .iter()
                    .map(move |(cells, turn)| turned(word, cells, *turn))
            })
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
fn the_tables_have_every_rectangle_of_at_most_twelve_cubes() {
    for metric in ["quarter", "half"] {
        let mut found: Vec<_> = table(metric).iter().map(size).collect();
        found.sort_unstable();
        let mut wanted: Vec<_> = (1..=12)
            .flat_map(|rows| (1..=rows).map(move |columns| (rows, columns)))
            .filter(|(rows, columns)| rows * columns <= 12)
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
            assert_eq!(entry["order"].to_string(), order.to_string());
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

#[test]
fn a_plain_search_finds_the_first_layers_of_the_twelve_cubes_again() {
    for (metric, depth) in [("quarter", 7), ("half", 6)] {
        let entry = table(metric)
            .into_iter()
            .find(|e| size(e) == (4, 3))
            .unwrap();
        let found: Vec<BigUint> = first_layers(4, 3, metric == "half", depth)
            .into_iter()
            .map(BigUint::from)
            .collect();
        assert_eq!(found, distances(&entry)[..=depth], "{metric}");
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
