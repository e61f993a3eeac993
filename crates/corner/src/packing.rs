//! Exact cover: solids that fill a target, each cell once.
//!
//! The corner cube, the cube of twelve edges and the cube of six notched sides all ask the same:
//! turn the pieces so that together they fill a given set of lattice cells and no cell twice. That
//! is an exact cover, and one search serves all three: it takes the cell that the fewest placements
//! can still cover. Contacts of two and of three pieces, complementary notches and corner cells are
//! all the same thing here, so no rules of contact are needed. The corner cube has its own search
//! as well ([`solve`](super::solve)): letters are quicker than cells, the census needs them, and
//! two independent searches that agree are a test.

use std::collections::{BTreeMap, BTreeSet};

use super::Result;
use super::lattice::Solid;
use super::rule::AnyPiece;
use cubegraph_core::cube::Rotation;
use cubegraph_core::work::Work;

/// A kind of piece: how many there are of it, and its shapes in the first place.
#[derive(Clone, Debug)]
pub struct PieceKind {
    /// The piece.
    pub piece: AnyPiece,
    /// How many pieces of this kind there are.
    pub copies: usize,
    /// Its shapes in the first place.
    pub shapes: Vec<Solid>,
}

/// A solid where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlacedSolid {
    /// The cells it fills.
    pub solid: Solid,
    /// Which of the shapes of its piece.
    pub shape: usize,
    /// The rotation that brought it from the first place.
    pub rotation: Rotation,
}

/// Solids that fill the target, each with its kind of piece.
pub type Packing = Vec<(PlacedSolid, usize)>;

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Packed {
    /// One of each assembly up to turning the cube; those that look the same are one.
    pub packings: Vec<Packing>,
    /// How many turned assemblies look different, in all; mirror images included where pieces may
    /// be turned over.
    pub patterns: usize,
    /// How often a piece was set down.
    pub steps: u64,
}

/// What a piece of an assembly takes in memory: here, and where it is checked and written.
const BYTES_PER_PIECE: usize = 256;

struct CoverSearch<'a> {
    placements: Packing,
    left: Vec<usize>,
    chosen: Vec<usize>,
    /// By the sorted cells of the first turned version.
    found: BTreeMap<Vec<Solid>, (Packing, usize)>,
    mirror: bool,
    at_most: usize,
    steps: u64,
    work: &'a Work,
}

/// Lists the ways to fill `target` with all pieces, each once up to turning the cube.
///
/// # Arguments
/// * `target` - the cells to fill; every rotation of the cube keeps it.
/// * `kinds` - the pieces; no two kinds have the same shapes.
/// * `mirror` - whether every piece may be turned over, so that every assembly has a mirror image;
///   an assembly and its mirror image are then one.
/// * `at_most` - stop when this many assemblies are found; [`usize::MAX`] for all.
/// * `work` - for interruption and the limits.
///
/// # Complexity
/// Exponential in the number of pieces; the cubes of six, eight and twelve pieces take
/// milliseconds.
pub fn pack(
    target: Solid,
    kinds: &[PieceKind],
    mirror: bool,
    at_most: usize,
    work: &Work,
) -> Result<Packed> {
    let Some(anchor) = (0..kinds.len()).min_by_key(|k| kinds[*k].copies) else {
        return Ok(Packed::default());
    };
    let mut search = CoverSearch {
        placements: placements(target, kinds),
        left: kinds.iter().map(|k| k.copies).collect(),
        chosen: Vec::new(),
        found: BTreeMap::new(),
        mirror,
        at_most,
        steps: 0,
        work,
    };
    let all: Vec<usize> = (0..search.placements.len()).collect();
    // Some rotation of the cube brings a piece of the rarest kind into the first place, unturned;
    // or it does so for the mirror image.
    let shapes = if mirror { 1 } else { usize::MAX };
    for &shape in kinds[anchor].shapes.iter().take(shapes) {
        let is_first =
            |(placed, kind): &(PlacedSolid, usize)| placed.solid == shape && *kind == anchor;
        if let Some(first) = search.placements.iter().position(is_first) {
            search.set_down(first, target, &all)?;
        }
    }
    let mut packed = Packed { steps: search.steps, ..Packed::default() };
    for (assembly, looks) in search.found.into_values() {
        packed.patterns += looks;
        packed.packings.push(assembly);
    }
    Ok(packed)
}

/// Every piece in every place and turn; turns that look the same once.
fn placements(target: Solid, kinds: &[PieceKind]) -> Packing {
    let mut placements = Packing::new();
    for (kind, pieces) in kinds.iter().enumerate() {
        let begin = placements.len();
        for (shape, solid) in pieces.shapes.iter().enumerate() {
            for rotation in Rotation::all() {
                let solid = solid.rotated(rotation);
                let known = placements[begin..].iter().any(|p| p.0.solid == solid);
                if !known && solid.without(target).is_empty() {
                    let placed = PlacedSolid { solid, shape, rotation };
                    placements.push((placed, kind));
                }
            }
        }
    }
    placements
}

impl CoverSearch<'_> {
    fn set_down(&mut self, placement: usize, empty: Solid, live: &[usize]) -> Result<()> {
        self.steps += 1;
        if self.steps.is_multiple_of(1024) {
            self.work.check(&format!("{} assemblies so far", self.found.len()))?;
        }
        let (PlacedSolid { solid, .. }, kind) = self.placements[placement];
        self.left[kind] -= 1;
        self.chosen.push(placement);
        let empty = empty.without(solid);
        let live: Vec<usize> = live
            .iter()
            .copied()
            .filter(|i| {
                let (placed, kind) = &self.placements[*i];
                self.left[*kind] > 0 && !placed.solid.meets(solid)
            })
            .collect();
        let result = self.fill(empty, &live);
        self.chosen.pop();
        self.left[kind] += 1;
        result
    }

    fn fill(&mut self, empty: Solid, live: &[usize]) -> Result<()> {
        if empty.is_empty() {
            if self.left.iter().all(|n| *n == 0) {
                self.keep();
                if self.found.len().is_multiple_of(1024) {
                    let bytes = self.found.len() * self.chosen.len() * BYTES_PER_PIECE;
                    self.work.reserve("the assemblies", bytes as u128)?;
                }
            }
            return Ok(());
        }
        let mut covers = [0u32; 125];
        for &i in live {
            let mut bits = self.placements[i].0.solid.bits();
            while bits != 0 {
                covers[bits.trailing_zeros() as usize] += 1;
                bits &= bits - 1;
            }
        }
        let scarcest =
            (0..125usize).filter(|b| empty.bits() >> b & 1 == 1).min_by_key(|b| covers[*b]);
        let Some(scarcest) = scarcest.filter(|b| covers[*b] > 0) else {
            return Ok(());
        };
        for &i in live {
            if self.found.len() >= self.at_most {
                return Ok(());
            }
            if self.placements[i].0.solid.bits() >> scarcest & 1 == 1 {
                self.set_down(i, empty, live)?;
            }
        }
        Ok(())
    }

    /// Keeps what is on the table unless a turn of it is known.
    fn keep(&mut self) {
        let mut assembly: Packing = self.chosen.iter().map(|i| self.placements[*i]).collect();
        let turned: BTreeSet<Vec<Solid>> = Rotation::all()
            .flat_map(|r| [(r, false), (r, true)])
            .filter(|(_, mirrored)| self.mirror || !mirrored)
            .map(|(rotation, mirrored)| {
                let image = |solid: Solid| if mirrored { solid.mirrored() } else { solid };
                let mut solids: Vec<Solid> =
                    assembly.iter().map(|p| image(p.0.solid).rotated(rotation)).collect();
                solids.sort_unstable();
                solids
            })
            .collect();
        let looks = turned.len();
        if let Some(first) = turned.into_iter().next() {
            assembly.sort_unstable();
            self.found.entry(first).or_insert((assembly, looks));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Puzzle;
    use super::super::pattern::Pattern;
    use super::super::solve::assemblies_of;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn cells_and_letters_give_the_same_corner_cubes(number in 0..Pattern::COUNT) {
            let bag = Pattern::from_number(number).bag();
            let by_cells = Puzzle::of_bag(bag).pack(usize::MAX, &Work::default()).unwrap();
            let by_letters = assemblies_of(bag);
            prop_assert_eq!(by_cells.packings.len(), by_letters.patterns.len());
            prop_assert_eq!(by_cells.patterns, by_letters.looks);
        }
    }
}
