//! The dense kernel: looks up a whole target table through an affine map, 4096 bits at a time.
//!
//! Target and source are arrays of words of 64 bits; the position in a word is the six lowest
//! coordinates, A in the target and S in the source. Let B be what the map takes to S. A *tile* is
//! a coset of a twelve-dimensional space that contains A and B; it is 64 words of the target and 64
//! words of the source.
//! * If A and B have only 0 in common, loading the source words of A one after another and
//!   transposing that square of bits makes B the word number: one transposition does it.
//! * Otherwise a common complement M of A and B in the tile goes between: from B to M to A, two
//!   transpositions.
//! * If the map is the identity on the lowest six coordinates, words go to words as they are.
//!
//! What is not parallel to the coordinates in all this is an exclusive or of positions that is
//! linear in the word number, a [`Shear`].

use super::bits::{Shear, exclusive_or_positions, transpose};
use super::map::Map;
use super::quotient::{Basis, Columns, image, inverse, spanned};

/// Coordinates inside a word.
const LOW: usize = 6;
/// Coordinates inside a tile.
const TILE: usize = 12;
const POSITION: u32 = 63;

/// From the words of the source to the words of the target.
enum Kind {
    /// The lowest six coordinates go to themselves.
    Words,
    /// One transposition.
    Once,
    /// Two transpositions.
    Twice(Box<Middle>),
}

/// The square between two transpositions.
struct Middle {
    /// The word of the first square that each word of the second one is taken from.
    taken: [u32; 64],
    /// What is sheared then.
    shear: Shear,
}

/// A map made ready for the dense kernel.
pub(crate) struct TilePlan {
    kind: Kind,
    /// For every free coordinate, what it changes in the target word number and in the source
    /// index.
    steps: Vec<(u32, u32)>,
    constant: u32,
    load: [u32; 64],
    load_shear: Shear,
    store: [u32; 64],
    store_shear: Shear,
    source_words: u32,
}

/// The word numbers and the positions of 64 indices.
fn split(indices: [u32; 64]) -> ([u32; 64], Shear) {
    (indices.map(|index| index >> LOW), Shear::new(&indices.map(|index| index & POSITION)))
}

fn unit(j: usize) -> u32 {
    1 << j
}

/// The parts of a tile: see the top of the file.
struct TileSpaces {
    /// The word coordinates of the target inside the tile, and of the intermediate square where
    /// there is one.
    middle: [u32; LOW],
    /// Whether A and B meet in 0 alone.
    direct: bool,
    /// Coordinates of words that no tile covers.
    free: Vec<usize>,
}

fn tile_spaces(preimages: &[u32; LOW], dimension: usize) -> TileSpaces {
    let mut words = Basis::new();
    let mut common = Basis::new();
    let mut independent = Vec::with_capacity(LOW);
    for &b in preimages {
        // Members are kept with their position part; the leading bits are those of the word part as
        // long as there is one.
        let rest = words.remainder(b);
        if rest >> LOW == 0 {
            common.insert(rest);
        } else {
            words.insert(rest);
            independent.push(rest);
        }
    }
    let direct = independent.len() == LOW;
    let mut middle = Vec::with_capacity(TILE);
    if direct {
        middle.extend_from_slice(preimages);
    } else {
        // A vector of B plus one of A that B has not: the best choice of the latter leaves no
        // position part.
        let mut outside = common.clone();
        let mut pending = Vec::new();
        for &b in &independent {
            if outside.insert(b & POSITION) {
                middle.push(b & !POSITION);
            } else {
                pending.push(b);
            }
        }
        let mut units = (0..LOW).map(unit);
        for b in pending {
            let a = units.find(|&a| outside.insert(a)).unwrap_or(0);
            middle.push(a ^ b);
        }
        for word in (LOW..dimension).map(unit) {
            if middle.len() < LOW && words.insert(word) {
                middle.push(word);
            }
        }
    }
    let pivots = words.pivots();
    TileSpaces {
        middle: std::array::from_fn(|j| middle[j]),
        direct,
        free: (LOW..dimension).filter(|&j| pivots >> j & 1 == 0).collect(),
    }
}

/// Writes every unit vector of A as a sum of one vector of B and one of M: which of the basis
/// vectors of each.
fn decompose(preimages: &[u32; LOW], middle: &[u32; LOW]) -> ([u32; LOW], [u32; LOW]) {
    // Elimination with a record of which of the twelve vectors were added, kept above the vector.
    let mut members: Vec<(u32, u32)> = Vec::with_capacity(TILE);
    let reduce = |members: &[(u32, u32)], mut vector: u32, mut record: u32| {
        for &(member, used) in members {
            if vector & (1 << member.ilog2()) != 0 {
                vector ^= member;
                record ^= used;
            }
        }
        (vector, record)
    };
    for (j, &vector) in preimages.iter().chain(middle).enumerate() {
        let (rest, record) = reduce(&members, vector, unit(j));
        if rest != 0 {
            members.push((rest, record));
        }
    }
    let records: [u32; LOW] = std::array::from_fn(|j| {
        let (rest, record) = reduce(&members, unit(j), 0);
        debug_assert_eq!(rest, 0, "a tile is the sum of B and M");
        record
    });
    (records.map(|record| record & POSITION), records.map(|record| record >> LOW))
}

impl TilePlan {
    /// Makes a map ready.
    pub fn new(map: &Map) -> TilePlan {
        let straight = (0..LOW).all(|j| map.columns[j] == unit(j));
        let (columns, dimension) = map.completed(TILE);
        let mut plan = TilePlan {
            kind: Kind::Words,
            steps: Vec::new(),
            constant: map.constant,
            load: [0; 64],
            load_shear: Shear::default(),
            store: [0; 64],
            store_shear: Shear::default(),
            source_words: unit(map.source_dimension.saturating_sub(LOW)),
        };
        let free: Vec<usize> = if straight && map.target_dimension >= LOW {
            (LOW..dimension).collect()
        } else {
            plan.prepare(&columns, dimension)
        };
        plan.steps = free
            .into_iter()
            .filter(|&j| j < map.target_dimension)
            .map(|j| (unit(j - LOW), columns[j]))
            .collect();
        plan
    }

    /// Works out the tiles; returns the coordinates that count them.
    fn prepare(&mut self, columns: &Columns, dimension: usize) -> Vec<usize> {
        let undo = inverse(columns, dimension);
        let preimages: [u32; LOW] = std::array::from_fn(|j| undo[j]);
        let spaces = tile_spaces(&preimages, dimension);
        (self.store, self.store_shear) = split(spanned(&spaces.middle));
        let loaded: [u32; LOW] = if spaces.direct {
            self.kind = Kind::Once;
            std::array::from_fn(|j| columns[j])
        } else {
            let (in_b, in_m) = decompose(&preimages, &spaces.middle);
            self.kind = Kind::Twice(Box::new(Middle {
                taken: spanned(&in_b),
                shear: Shear::new(&spanned(&in_m)),
            }));
            spaces.middle.map(|m| image(columns, m))
        };
        (self.load, self.load_shear) = split(spanned(&loaded));
        spaces.free
    }

    /// Adds to `target` what `source`, folded, has at the images.
    pub fn run(&self, source: &[u64], target: &mut [u64]) {
        let (mut word, mut index) = (0, self.constant);
        let tiles = 1u32 << self.steps.len();
        for next in 1..=tiles {
            match &self.kind {
                Kind::Words => self.word(source, target, word, index),
                Kind::Once => self.once(source, target, word, index),
                Kind::Twice(middle) => self.twice(source, target, word, index, middle),
            }
            // Gray code: one coordinate changes from tile to tile.
            if let Some(&(word_step, index_step)) = self.steps.get(next.trailing_zeros() as usize) {
                word ^= word_step;
                index ^= index_step;
            }
        }
    }

    #[inline]
    fn word(&self, source: &[u64], target: &mut [u64], word: u32, index: u32) {
        let from = (index >> LOW) & (self.source_words - 1);
        target[word as usize] |= exclusive_or_positions(source[from as usize], index & POSITION);
    }

    #[inline]
    fn loaded(&self, source: &[u64], index: u32) -> [u64; 64] {
        let (start, mask) = (index >> LOW, self.source_words - 1);
        let mut square: [u64; 64] =
            std::array::from_fn(|j| source[((start ^ self.load[j]) & mask) as usize]);
        self.load_shear.apply(&mut square);
        transpose(&mut square);
        square
    }

    #[inline]
    fn stored(&self, target: &mut [u64], word: u32, mut square: [u64; 64]) {
        self.store_shear.apply(&mut square);
        for (found, &offset) in square.iter().zip(&self.store) {
            if let Some(place) = target.get_mut((word ^ offset) as usize) {
                *place |= found;
            }
        }
    }

    #[inline]
    fn once(&self, source: &[u64], target: &mut [u64], word: u32, index: u32) {
        let square = self.loaded(source, index);
        // The position of the tile's own source index only renumbers the words.
        let turned = std::array::from_fn(|j| square[j ^ (index & POSITION) as usize]);
        self.stored(target, word, turned);
    }

    #[inline]
    fn twice(&self, source: &[u64], target: &mut [u64], word: u32, index: u32, middle: &Middle) {
        let first = self.loaded(source, index);
        let mut second: [u64; 64] =
            std::array::from_fn(|j| first[((middle.taken[j] ^ index) & POSITION) as usize]);
        middle.shear.apply(&mut second);
        transpose(&mut second);
        self.stored(target, word, second);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cosets::classes::Classes;
    use cubegraph_core::work::Work;

    fn bit(words: &[u64], index: u32) -> bool {
        words[(index >> 6) as usize] >> (index & 63) & 1 == 1
    }

    /// All maps of sizes with large enough tables, on random sets, against looking every bit up.
    #[test]
    fn tiles_look_up_every_bit() {
        let mut seed = 1u64;
        let mut noise = move || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 3) ^ (seed << 29)
        };
        for (text, stride) in [("3x2", 7), ("6x1", 5), ("7x1", 13), ("4x2", 101), ("3x3", 997)] {
            let classes = Classes::new(text.parse().unwrap(), &Work::default()).unwrap();
            for target in classes.all().step_by(stride) {
                for (line, &edge) in classes.lines().zip(classes.edges(target)) {
                    for map in [
                        Map::quarter(&classes, target, line, edge),
                        Map::half(&classes, target, line),
                    ] {
                        if map.source_dimension < 6 || map.target_dimension < 6 {
                            continue;
                        }
                        let words = 1 << (map.source_dimension - 6);
                        let raw: Vec<u64> = (0..words).map(|_| noise()).collect();
                        let folded: Vec<u64> = (0..words)
                            .map(|w| {
                                raw[w as usize]
                                    | exclusive_or_positions(
                                        raw[(w ^ map.fold >> 6) as usize],
                                        map.fold & 63,
                                    )
                            })
                            .collect();
                        let mut found = vec![0; 1 << (map.target_dimension - 6)];
                        TilePlan::new(&map).run(&folded, &mut found);
                        for x in 0..1 << map.target_dimension {
                            let wanted = bit(&raw, map.at(x)) || bit(&raw, map.at(x) ^ map.fold);
                            assert_eq!(bit(&found, x), wanted, "{text} {target:?} {line:?} {x}");
                        }
                    }
                }
            }
        }
    }
}
