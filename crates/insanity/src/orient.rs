//! From disjoint pairs of factors to towers: every component of a factor can be walked in two
//! directions.
//!
//! Walking round a cycle puts the colour left behind on one side of the tower and the colour
//! reached on the opposite side; every colour is left once and reached once, so both sides are
//! right. Of the eight towers that are the same up to turning the whole, the one is taken that
//! Hesselink takes: the last cube is as given, up to a power of R.

use std::rc::Rc;

use itertools::Itertools;

use super::factors::Axes;
use super::pairing::{PairedFactors, PartFactors};
use super::shape::Walk;
use super::tower::{Tower, rotation_to};
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
    let names = puzzle.names();
    let last = puzzle.cubes().len() - 1;
    // The first part changes fastest.
    let parts = found.parts.iter().rev().map(move |part| {
        let pairs = part.some_pairs.iter();
        let strands: Vec<_> = if let Ok(cube) = part.part.cubes.binary_search(&last) {
            pairs.map(|pair| Strands::anchored(part, pair, cube)).map(Rc::new).collect()
        } else {
            let both = pairs.flat_map(|(a, b)| [[a, b], [b, a]]);
            both.map(|pair| Strands::new(part, pair)).map(Rc::new).collect()
        };
        strands.into_iter().flat_map(|strands| {
            (0..strands.orientations()).map(move |bits| (strands.clone(), bits))
        })
    });
    parts.multi_cartesian_product().map(move |chosen| {
        let mut all = vec![Rotation::IDENTITY; puzzle.cubes().len()];
        for (strands, bits) in chosen {
            for (&cube, rotation) in strands.cubes.iter().zip(strands.rotations(bits)) {
                all[cube] = rotation;
            }
        }
        Tower::of_rotations(puzzle, &names, &all)
    })
}

/// One ordered pair of factors of a part, ready to be oriented.
struct Strands<'a> {
    cubes: &'a [usize],
    factors: [&'a Axes; 2],
    walks: [Vec<Walk>; 2],
    /// The walks that may be reversed: strand and number.
    free: Vec<(usize, usize)>,
    /// Whether a walk is reversed to begin with.
    reversed: [Vec<bool>; 2],
}

impl<'a> Strands<'a> {
    fn new(part: &'a PartFactors, factors: [&'a Axes; 2]) -> Strands<'a> {
        let walks = factors.map(|factor| part.part.walks(factor));
        let numbered = |strand: usize| (0..walks[strand].len()).map(move |walk| (strand, walk));
        Strands {
            cubes: &part.part.cubes,
            factors,
            free: (0..2).flat_map(numbered).collect(),
            reversed: [0, 1].map(|strand: usize| vec![false; walks[strand].len()]),
            walks,
        }
    }

    /// The ordered pair, of the two, that puts a cube where R^e brings it, with the walks through
    /// it fixed so.
    fn anchored(part: &'a PartFactors, pair: &'a (Axes, Axes), cube: usize) -> Strands<'a> {
        let (first, second) = pair;
        let faces = |axis: u8| Axis::ALL[usize::from(axis)].faces();
        let hidden = faces(3 - first[cube] - second[cube]);
        let r = Rotation::from_faces(hesselink::R).expect("R is a proper rotation");
        let power = (0..3)
            .map(|e| r.pow(e))
            .find(|power| hidden.contains(&power.face_at(Face::Top)))
            .expect("R carries every axis to the vertical one");
        let [left, front] = [Face::Left, Face::Front].map(|place| power.face_at(place));
        let first_is_left = faces(first[cube]).contains(&left);
        let factors = if first_is_left { [first, second] } else { [second, first] };
        let mut strands = Strands::new(part, factors);
        for (strand, wanted) in [left, front].into_iter().enumerate() {
            let through = |walk: &Walk| walk.steps.iter().find(|step| step.0 == cube).copied();
            let (walk, (_, backwards)) = (0..)
                .zip(&strands.walks[strand])
                .find_map(|(number, walk)| Some((number, through(walk)?)))
                .expect("a factor has an edge of every cube");
            strands.reversed[strand][walk] = strands.first(strand, cube, backwards) != wanted;
            strands.free.retain(|&free| free != (strand, walk));
        }
        strands
    }

    /// The face of a cube that comes to the left, or to the front.
    fn first(&self, strand: usize, cube: usize, reversed: bool) -> Face {
        let axis = Axis::ALL[usize::from(self.factors[strand][cube])];
        axis.faces()[usize::from(reversed)]
    }

    /// The rotation of each cube of the part (its own numbers) when the free walks are reversed as
    /// the bits say.
    fn rotations(&self, bits: u64) -> Vec<Rotation> {
        let mut reversed = self.reversed.clone();
        for (k, &(strand, walk)) in self.free.iter().enumerate().take(64) {
            reversed[strand][walk] ^= bits >> k & 1 == 1;
        }
        let [lefts, fronts] = [0, 1].map(|strand: usize| {
            let mut firsts = vec![Face::Left; self.cubes.len()];
            for (walk, reversed) in self.walks[strand].iter().zip(&reversed[strand]) {
                for &(cube, backwards) in &walk.steps {
                    firsts[cube] = self.first(strand, cube, backwards ^ reversed);
                }
            }
            firsts
        });
        lefts.into_iter().zip(fronts).map(|(left, front)| rotation_to(left, front)).collect()
    }

    /// How many orientations there are, saturating at 2⁶³.
    fn orientations(&self) -> u64 {
        1 << self.free.len().min(63)
    }
}
