//! From disjoint pairs of factors to towers: every component of a factor can be walked in two
//! directions.
//!
//! Walking round a cycle puts the colour left behind on one side of the tower and the colour
//! reached on the opposite side; every colour is left once and reached once, so both sides are
//! right. Of the eight towers that are the same up to turning the whole, the one is taken that
//! Hesselink takes: the last cube is as given, up to a power of R.

use std::sync::Arc;

use super::factors::Axes;
use super::pairing::{PairedFactors, PartFactors};
use super::shape::Shape;
use super::tower::{Directed, Tower, rotation_to};
use super::{Axis, Puzzle};
use cubegraph_core::cube::notation::hesselink;
use cubegraph_core::cube::{Face, Rotation};

/// The principal towers of a puzzle, from the pairs that were kept, in a fixed order.
///
/// # Arguments
/// `found` must have kept at least as many pairs as towers are wanted; with all pairs kept, all
/// principal towers come, each once.
///
/// # Complexity
/// Linear in the size of each tower.
pub(super) fn principal_towers<'a>(
    puzzle: &'a Puzzle,
    found: &'a PairedFactors,
) -> impl Iterator<Item = Tower> + 'a {
    let names: Arc<[String]> = puzzle.names();
    let last = puzzle.cubes().len() - 1;
    let wheels: Vec<Wheel> = found
        .parts
        .iter()
        .map(|part| Wheel::new(part, part.part.cubes.binary_search(&last).ok()))
        .collect();
    Odometer::new(wheels).map(move |rotations| {
        let mut all = vec![Rotation::IDENTITY; puzzle.cubes().len()];
        for (cube, rotation) in rotations {
            all[cube] = rotation;
        }
        Tower::of_rotations(puzzle, &names, &all)
    })
}

/// One ordered pair of factors of a part, ready to be oriented.
struct Strands<'a> {
    factors: [&'a Axes; 2],
    shapes: [Shape; 2],
    /// The components that may be reversed: strand and component.
    free: Vec<(usize, usize)>,
    /// Whether a component is reversed to begin with.
    reversed: [Vec<bool>; 2],
}

impl<'a> Strands<'a> {
    fn new(part: &PartFactors, factors: [&'a Axes; 2]) -> Strands<'a> {
        let shapes = factors.map(|factor| Shape::of(&part.part, factor));
        let free = (0..2)
            .flat_map(|strand| (0..shapes[strand].components.len()).map(move |c| (strand, c)))
            .collect();
        let reversed = [0, 1].map(|strand: usize| vec![false; shapes[strand].components.len()]);
        Strands {
            factors,
            shapes,
            free,
            reversed,
        }
    }

    /// The ordered pair, of the two, that puts a cube where R^e brings it, with the components
    /// through it fixed so.
    fn anchored(part: &PartFactors, pair: &'a (Axes, Axes), cube: usize) -> Strands<'a> {
        let hidden = 3 - pair.0[cube] - pair.1[cube];
        let power = (0..3)
            .map(|e| rotation_r().pow(e))
            .find(|power| {
                let top = power.face_at(Face::Top);
                Axis::ALL[usize::from(hidden)].faces().contains(&top)
            })
            .expect("R carries every axis to the vertical one");
        let left = power.face_at(Face::Left);
        let first_is_left = Axis::ALL[usize::from(pair.0[cube])].faces().contains(&left);
        let factors = if first_is_left {
            [&pair.0, &pair.1]
        } else {
            [&pair.1, &pair.0]
        };
        let mut strands = Strands::new(part, factors);
        for (strand, wanted) in [left, power.face_at(Face::Front)].into_iter().enumerate() {
            let (component, backwards) = strands.shapes[strand]
                .components
                .iter()
                .enumerate()
                .find_map(|(index, component)| {
                    let step = component.steps.iter().find(|(c, _)| *c == cube)?;
                    Some((index, step.1))
                })
                .expect("a factor has an edge of every cube");
            let axis = Axis::ALL[usize::from(factors[strand][cube])];
            let walked = Directed {
                axis,
                reversed: backwards,
            };
            strands.reversed[strand][component] = walked.first() != wanted;
            strands.free.retain(|&free| free != (strand, component));
        }
        strands
    }

    /// The rotation of each cube of the part (its own numbers) when the free components are
    /// reversed as the bits say.
    fn rotations(&self, bits: u64) -> Vec<Rotation> {
        let mut reversed = self.reversed.clone();
        for (k, &(strand, component)) in self.free.iter().enumerate().take(64) {
            reversed[strand][component] ^= bits >> k & 1 == 1;
        }
        let mut firsts = [0, 1].map(|strand: usize| vec![Face::Left; self.factors[strand].len()]);
        for strand in 0..2 {
            for (component, reversed) in
                self.shapes[strand].components.iter().zip(&reversed[strand])
            {
                for &(cube, backwards) in &component.steps {
                    let axis = Axis::ALL[usize::from(self.factors[strand][cube])];
                    firsts[strand][cube] = Directed {
                        axis,
                        reversed: backwards ^ reversed,
                    }
                    .first();
                }
            }
        }
        let [lefts, fronts] = firsts;
        lefts
            .into_iter()
            .zip(fronts)
            .map(|(left, front)| rotation_to(left, front))
            .collect()
    }

    /// How many orientations there are, saturating at 2⁶³.
    fn orientations(&self) -> u64 {
        1 << self.free.len().min(63)
    }
}

/// Hesselink's R.
fn rotation_r() -> Rotation {
    Rotation::from_faces(hesselink::R).expect("R is a proper rotation")
}

/// One part: all its ordered pairs and orientations.
struct Wheel<'a> {
    cubes: &'a [usize],
    pairs: Vec<Strands<'a>>,
}

impl<'a> Wheel<'a> {
    fn new(part: &'a PartFactors, anchor: Option<usize>) -> Wheel<'a> {
        let pairs = match anchor {
            Some(cube) => part
                .some_pairs
                .iter()
                .map(|pair| Strands::anchored(part, pair, cube))
                .collect(),
            None => part
                .some_pairs
                .iter()
                .flat_map(|(a, b)| [Strands::new(part, [a, b]), Strands::new(part, [b, a])])
                .collect(),
        };
        Wheel {
            cubes: &part.part.cubes,
            pairs,
        }
    }
}

/// Goes through all combinations of the wheels' positions.
struct Odometer<'a> {
    wheels: Vec<Wheel<'a>>,
    positions: Vec<(usize, u64)>,
    done: bool,
}

impl<'a> Odometer<'a> {
    fn new(wheels: Vec<Wheel<'a>>) -> Odometer<'a> {
        Odometer {
            positions: vec![(0, 0); wheels.len()],
            done: wheels.iter().any(|wheel| wheel.pairs.is_empty()),
            wheels,
        }
    }
}

impl Iterator for Odometer<'_> {
    type Item = Vec<(usize, Rotation)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let rotations = self
            .wheels
            .iter()
            .zip(&self.positions)
            .flat_map(|(wheel, &(pair, bits))| {
                wheel
                    .cubes
                    .iter()
                    .copied()
                    .zip(wheel.pairs[pair].rotations(bits))
            })
            .collect();
        self.done = true;
        for (wheel, position) in self.wheels.iter().zip(&mut self.positions) {
            position.1 += 1;
            if position.1 == wheel.pairs[position.0].orientations() {
                *position = (position.0 + 1, 0);
            }
            if position.0 < wheel.pairs.len() {
                self.done = false;
                break;
            }
            *position = (0, 0);
        }
        Some(rotations)
    }
}
