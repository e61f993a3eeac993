//! One puzzle of every class, solved by its 2-factors.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{AllCubes, Degrees, Pair, Tally, ends, full};
use cubegraph_core::work::{Result, Work};

/// Lists the classes and solves each.
pub(super) fn classes(world: &AllCubes, work: &Work) -> Result<BTreeMap<(u32, u32), Tally>> {
    let lister = Lister::new(world);
    let starts = lister.starts();
    let stage = work.stage("classes of puzzles", Some(starts.len() as u64));
    let parts: Vec<BTreeMap<(u32, u32), Tally>> = starts
        .par_iter()
        .map(|start| {
            work.check("the census was under way")?;
            let mut found = BTreeMap::new();
            lister.extend(&mut start.clone(), &mut found);
            stage.advance(1);
            Ok(found)
        })
        .collect::<Result<_>>()?;
    let mut all: BTreeMap<(u32, u32), Tally> = BTreeMap::new();
    for part in parts {
        for (key, tally) in part {
            all.entry(key).or_default().add(tally);
        }
    }
    Ok(all)
}

struct Lister<'a> {
    world: &'a AllCubes,
    /// For each cube, the least cube it can be recoloured to.
    least: Vec<u16>,
    /// For each cube, the permutations that recolour it to its least.
    to_least: Vec<Vec<usize>>,
}

impl<'a> Lister<'a> {
    fn new(world: &'a AllCubes) -> Lister<'a> {
        let images = &world.images;
        let of_cube = |cube: usize| {
            let least = images.iter().map(|image| image[cube]).min().expect("the identity");
            let is_least = |&g: &usize| images[g][cube] == least;
            (least, (0..images.len()).filter(is_least).collect())
        };
        let (least, to_least) = (0..world.cubes.len()).map(of_cube).unzip();
        Lister { world, least, to_least }
    }

    /// The beginnings from which every class can be reached: one cube, or two where there are more
    /// to come.
    fn starts(&self) -> Vec<Vec<u16>> {
        let cubes = (0u16..).zip(&self.least);
        let firsts = cubes.filter(|(cube, least)| cube == *least).map(|(cube, _)| cube);
        if self.world.colours == 1 {
            return firsts.map(|cube| vec![cube]).collect();
        }
        let pairs = |first| self.after(first, first).map(move |second| vec![first, second]);
        firsts.flat_map(pairs).collect()
    }

    /// The cubes that may follow: none can be recoloured below the first.
    fn after(&self, first: u16, last: u16) -> impl Iterator<Item = u16> {
        (last..)
            .zip(&self.least[usize::from(last)..])
            .filter(move |(_, least)| **least >= first)
            .map(|(cube, _)| cube)
    }

    fn extend(&self, puzzle: &mut Vec<u16>, found: &mut BTreeMap<(u32, u32), Tally>) {
        if puzzle.len() < self.world.colours {
            let (first, last) = (puzzle[0], puzzle[puzzle.len() - 1]);
            for next in self.after(first, last) {
                puzzle.push(next);
                self.extend(puzzle, found);
                puzzle.pop();
            }
        } else if let Some(symmetries) = self.symmetries(puzzle) {
            let tally =
                Tally { puzzles: 1, multisets: (self.world.images.len() / symmetries) as u64 };
            found.entry(self.solve(puzzle)).or_default().add(tally);
        }
    }

    /// How many permutations of the colours fix the puzzle, if it is the least of its class.
    fn symmetries(&self, puzzle: &[u16]) -> Option<usize> {
        let first = puzzle[0];
        let mut symmetries = 0;
        let mut before = None;
        for &cube in puzzle {
            // Only what brings some cube to the first place can make the puzzle smaller, or the
            // same.
            if before == Some(cube) || self.least[usize::from(cube)] != first {
                continue;
            }
            before = Some(cube);
            for &g in &self.to_least[usize::from(cube)] {
                let image = &self.world.images[g];
                let mut moved = [0; super::MOST_CUBES];
                for (slot, &cube) in moved.iter_mut().zip(puzzle) {
                    *slot = image[usize::from(cube)];
                }
                let moved = &mut moved[..puzzle.len()];
                moved.sort_unstable();
                match (*moved).cmp(puzzle) {
                    std::cmp::Ordering::Less => return None,
                    std::cmp::Ordering::Equal => symmetries += 1,
                    std::cmp::Ordering::Greater => {}
                }
            }
        }
        Some(symmetries)
    }

    /// The numbers of pairs and of principal solutions.
    fn solve(&self, puzzle: &[u16]) -> (u32, u32) {
        let mut factors = SmallFactors {
            cubes: puzzle.iter().map(|&cube| self.world.cubes[usize::from(cube)]).collect(),
            full: full(self.world.colours),
            taken: Vec::with_capacity(4),
            found: Vec::new(),
        };
        factors.take(0, 0);
        let mut pairs = 0;
        let mut principal = 0;
        for (k, (mask, components)) in factors.found.iter().enumerate() {
            for (other, more) in &factors.found[..k] {
                if mask & other == 0 {
                    pairs += 1;
                    principal += 1 << (components + more - 2);
                }
            }
        }
        (pairs, principal)
    }
}

/// The 2-factors of a small puzzle, each as a bit for every edge, with its number of components.
struct SmallFactors {
    cubes: Vec<[Pair; 3]>,
    full: Degrees,
    taken: Vec<Pair>,
    found: Vec<(u32, u32)>,
}

impl SmallFactors {
    fn take(&mut self, degrees: Degrees, mask: u32) {
        let cube = self.taken.len();
        if cube == self.cubes.len() {
            if degrees == self.full {
                self.found.push((mask, self.components()));
            }
            return;
        }
        for axis in 0..3 {
            let edge = self.cubes[cube][axis];
            let degrees = degrees + ends(edge);
            if super::at_most_two(degrees) {
                self.taken.push(edge);
                self.take(degrees, mask | 1 << (3 * cube + axis));
                self.taken.pop();
            }
        }
    }

    fn components(&self) -> u32 {
        let mut label = [0u8, 1, 2, 3];
        let mut components = 0;
        for &(a, b) in &self.taken {
            let (a, b) = (label[usize::from(a)], label[usize::from(b)]);
            // As many edges as colours: an edge closes a component, or joins two.
            if a == b {
                components += 1;
            } else {
                for slot in &mut label {
                    if *slot == a {
                        *slot = b;
                    }
                }
            }
        }
        components
    }
}
