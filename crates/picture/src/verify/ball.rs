//! Distances by plain search with hash tables, from both sides: slow, short, and nothing in common
//! with the searches.

use std::collections::hash_map::Entry;
use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::{Configuration, Metric, Move, Size};

/// How many configurations each of the two sides may meet.
const MOST: usize = 400_000;

/// A configuration in a word, five bits for each cube.
type Key = u128;

/// All configurations near the solution.
pub struct Ball {
    distances: FxHashMap<Key, u8>,
    radius: usize,
    moves: Vec<Move>,
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

fn key(configuration: &Configuration) -> Key {
    (configuration.cells().iter()).fold(0, |key, cube| key << 5 | cube.rank() as Key)
}

fn neighbours<'a>(
    moves: &'a [Move],
    here: &'a Configuration,
) -> impl Iterator<Item = Configuration> + 'a {
    moves.iter().map(|&step| {
        let mut after = here.clone();
        after.turn(step);
        after
    })
}

impl Ball {
    /// The most cubes that a word holds.
    pub const MOST_CUBES: usize = 25;

    /// The whole layers round the solution that fit; `None` if there are too many cubes for a word.
    pub fn new(size: Size, metric: Metric) -> Option<Ball> {
        if size.cells() > Ball::MOST_CUBES {
            return None;
        }
        let solved = Configuration::solved(size);
        let mut ball = Ball {
            distances: FxHashMap::from_iter([(key(&solved), 0)]),
            radius: 0,
            moves: Move::all(size, metric).collect(),
        };
        let moves = ball.moves.clone();
        let mut layer = vec![solved];
        while !layer.is_empty() && ball.radius < 255 {
            let mut next = Vec::new();
            let further = u8::try_from(ball.radius + 1).unwrap_or(u8::MAX);
            for after in layer.iter().flat_map(|here| neighbours(&moves, here)) {
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
    pub fn measure(&self, start: &Configuration) -> Measured {
        let mut seen = FxHashSet::from_iter([key(start)]);
        let mut layer = vec![start.clone()];
        for walked in 0.. {
            let met = layer
                .iter()
                .filter_map(|here| self.distances.get(&key(here)))
                .min();
            if let Some(&rest) = met {
                return Measured::Exactly(walked + usize::from(rest));
            }
            let mut next = Vec::new();
            for after in layer.iter().flat_map(|here| neighbours(&self.moves, here)) {
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
