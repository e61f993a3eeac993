//! Distances by plain search with hash tables, from both sides.

use std::collections::hash_map::Entry;
use std::fmt;

use cubegraph_core::cube::Rotation;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Array;
use super::array::LineTurn;

/// How many configurations each of the two sides may meet.
const MOST: usize = 400_000;

/// A configuration in a word, five bits for each cube.
type Key = u128;

/// All configurations near the solution.
pub struct Ball {
    array: Array,
    moves: Vec<LineTurn>,
    distances: FxHashMap<Key, u8>,
    radius: usize,
}

/// How far a configuration is from the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// This number of moves.
    Exactly(usize),
    /// More than this many moves.
    Beyond(usize),
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measured::Exactly(distance) => write!(f, "{distance}"),
            Measured::Beyond(distance) => write!(f, "more than {distance}"),
        }
    }
}

fn key(cells: &[Rotation]) -> Key {
    cells.iter().fold(0, |key, cube| key << 5 | cube.rank() as Key)
}

/// How many configurations there are at distance 0, 1, 2, …, as far as `limit` configurations go; a
/// layer is complete or absent.
pub fn first_layers(array: Array, limit: usize) -> Vec<usize> {
    let moves = array.moves();
    let mut known = FxHashSet::from_iter([array.solved()]);
    let mut layer = vec![array.solved()];
    let mut counts = Vec::new();
    while !layer.is_empty() {
        counts.push(layer.len());
        let mut next = Vec::new();
        for here in &layer {
            next.extend(array.neighbours(&moves, here).filter(|after| known.insert(after.clone())));
            if known.len() > limit {
                return counts;
            }
        }
        layer = next;
    }
    counts
}

impl Ball {
    /// The most cubes that a word holds.
    pub const MOST_CUBES: usize = 25;

    /// The whole layers round the solution that fit; `None` if there are too many cubes for a word.
    pub fn new(array: Array) -> Option<Ball> {
        if array.cells() > Ball::MOST_CUBES {
            return None;
        }
        let moves = array.moves();
        let mut ball = Ball {
            array,
            moves: moves.clone(),
            distances: FxHashMap::from_iter([(key(&array.solved()), 0)]),
            radius: 0,
        };
        let mut layer = vec![array.solved()];
        while !layer.is_empty() && ball.radius < 255 {
            let mut next = Vec::new();
            let further = u8::try_from(ball.radius + 1).unwrap_or(u8::MAX);
            for after in layer.iter().flat_map(|here| array.neighbours(&moves, here)) {
                if let Entry::Vacant(unseen) = ball.distances.entry(key(&after)) {
                    unseen.insert(further);
                    next.push(after);
                }
                if ball.distances.len() > MOST {
                    ball.distances.retain(|_, distance| *distance < further);
                    return Some(ball);
                }
            }
            ball.radius += 1;
            layer = next;
        }
        Some(ball)
    }

    /// The distance up to which it has every configuration.
    pub fn radius(&self) -> usize {
        self.radius
    }

    /// The distance of a configuration: layers around it, until one meets the ball.
    pub fn measure(&self, start: &[Rotation]) -> Measured {
        let mut seen = FxHashSet::from_iter([key(start)]);
        let mut layer = vec![start.to_vec()];
        for walked in 0.. {
            let met = layer.iter().filter_map(|here| self.distances.get(&key(here))).min();
            if let Some(&rest) = met {
                return Measured::Exactly(walked + usize::from(rest));
            }
            let mut next = Vec::new();
            for after in layer.iter().flat_map(|here| self.array.neighbours(&self.moves, here)) {
                if seen.insert(key(&after)) {
                    next.push(after);
                }
                if seen.len() > MOST {
                    return Measured::Beyond(self.radius + walked);
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        // All that can be reached was reached, and the solution was not among it.
        Measured::Beyond(usize::MAX)
    }
}
