//! Sets of cubes that hit all correction sets, greedily or as small as can be.

use std::cmp::Reverse;

use chacha20::ChaCha8Rng;
use rand::Rng;

use cubegraph_core::work::{Result, Work};

/// Correction sets, and sets of cubes that hit all of them.
pub(super) struct HittingSets<'a> {
    /// For every cube, the cube before it that is equal to it: it is taken only with that.
    equal_before: Vec<Option<usize>>,
    /// In how many correction sets each cube is.
    uses: Vec<u32>,
    /// The correction sets, ascending, but for those that contain others.
    sets: Vec<Vec<usize>>,
    added: usize,
    work: &'a Work,
}

/// A hitting set of a given size.
pub(super) enum Within {
    Set(Vec<usize>),
    Nothing,
    /// The search took too many steps.
    Unknown,
}

impl<'a> HittingSets<'a> {
    /// No correction set yet; of equal cubes the earlier are taken first.
    pub(super) fn new(equal_before: &[Option<usize>], work: &'a Work) -> HittingSets<'a> {
        HittingSets {
            equal_before: equal_before.to_vec(),
            uses: vec![0; equal_before.len()],
            sets: Vec::new(),
            added: 0,
            work,
        }
    }

    /// In how many correction sets each cube is.
    pub(super) fn uses(&self) -> &[u32] {
        &self.uses
    }

    /// How many correction sets there were.
    pub(super) fn added(&self) -> usize {
        self.added
    }

    pub(super) fn add(&mut self, mut correction: Vec<usize>) -> Result<()> {
        correction.sort_unstable();
        self.added += 1;
        for &cube in &correction {
            self.uses[cube] += 1;
        }
        let hits = |set: &Vec<usize>| {
            let within = |cube: &usize| set.binary_search(cube).is_ok();
            set.len() >= correction.len() && correction.iter().all(within)
        };
        self.sets.retain(|set| !hits(set));
        self.sets.push(correction);
        let cubes: usize = self.sets.iter().map(Vec::len).sum();
        self.work.reserve("the correction sets", cubes as u128 * 8)
    }

    /// A small set that hits everything: again and again the cube that hits most of what is left,
    /// then without those that were not needed after all.
    pub(super) fn greedy(&self, random: &mut ChaCha8Rng) -> Vec<usize> {
        let mut taken = Vec::new();
        let mut left: Vec<&Vec<usize>> = self.sets.iter().collect();
        while !left.is_empty() {
            let mut hits = vec![(0, 0); self.uses.len()];
            for &cube in left.iter().copied().flatten() {
                hits[cube].0 += 1;
            }
            let most = hits.iter().map(|hit| hit.0).max().unwrap_or(0);
            for hit in hits.iter_mut().filter(|hit| hit.0 == most) {
                hit.1 = random.next_u32();
            }
            let best = (0..hits.len()).max_by_key(|&cube| hits[cube]).unwrap_or(0);
            taken.push(best);
            left.retain(|set| set.binary_search(&best).is_err());
        }
        taken.sort_unstable();
        for k in (0..taken.len()).rev() {
            let hit = |set: &Vec<usize>| {
                (taken.iter().enumerate())
                    .any(|(i, cube)| i != k && set.binary_search(cube).is_ok())
            };
            if self.sets.iter().all(hit) {
                taken.remove(k);
            }
        }
        taken
    }

    /// A set of at most `size` cubes that hits everything, by a search of this many steps at most.
    pub(super) fn within(&self, size: usize, steps: u64) -> Result<Within> {
        let mut search = HittingSearch {
            all: self,
            free: vec![true; self.uses.len()],
            taken: Vec::new(),
            steps_left: steps,
        };
        let sets: Vec<&[usize]> = self.sets.iter().map(Vec::as_slice).collect();
        Ok(match search.hits(&sets, size)? {
            Some(true) => Within::Set(search.taken),
            Some(false) => Within::Nothing,
            None => Within::Unknown,
        })
    }
}

/// A search for a small hitting set.
struct HittingSearch<'a, 'b> {
    all: &'a HittingSets<'b>,
    /// The cubes that are neither taken nor left out.
    free: Vec<bool>,
    taken: Vec<usize>,
    steps_left: u64,
}

impl HittingSearch<'_, '_> {
    /// Takes at most `left` cubes so that all of `sets` are hit; none if the steps do not suffice.
    fn hits(&mut self, sets: &[&[usize]], left: usize) -> Result<Option<bool>> {
        if sets.is_empty() {
            return Ok(Some(true));
        }
        self.all.work.check("an irreducible obstacle was found")?;
        let cost = sets.len() as u64;
        if self.steps_left < cost {
            return Ok(None);
        }
        self.steps_left -= cost;
        let Some((set, hits)) = self.branching(sets, left) else {
            return Ok(Some(false));
        };
        let mut cubes: Vec<usize> = set.iter().copied().filter(|&cube| self.free[cube]).collect();
        cubes.sort_by_key(|&cube| Reverse(hits[cube]));
        let mut answer = Some(false);
        for &cube in &cubes {
            let before = self.taken.len();
            if self.take(cube, left) {
                let new = &self.taken[before..];
                let (cost, is_hit) = (new.len(), |set: &&&[usize]| {
                    new.iter().any(|cube| set.binary_search(cube).is_ok())
                });
                let rest: Vec<&[usize]> = sets.iter().filter(|set| !is_hit(set)).copied().collect();
                answer = self.hits(&rest, left - cost)?;
                if answer != Some(false) {
                    break;
                }
            }
            for cube in self.taken.drain(before..) {
                self.free[cube] = true;
            }
            self.free[cube] = false;
        }
        for cube in cubes {
            self.free[cube] = true;
        }
        Ok(answer)
    }

    /// Takes a cube and the equal ones before it, unless they are too many or were left out.
    fn take(&mut self, cube: usize, left: usize) -> bool {
        let before = self.taken.len();
        let mut next = Some(cube);
        while let Some(cube) = next {
            if !self.taken.contains(&cube) {
                if !self.free[cube] || self.taken.len() - before == left {
                    return false;
                }
                self.taken.push(cube);
                self.free[cube] = false;
            }
            next = self.all.equal_before[cube];
        }
        true
    }

    /// The set with the fewest free cubes, and how many sets each cube hits; nothing if `left`
    /// cubes cannot hit all sets, since too many of them are disjoint or the cubes hit too few.
    fn branching<'s>(&self, sets: &[&'s [usize]], left: usize) -> Option<(&'s [usize], Vec<u32>)> {
        let free = |set: &'s [usize]| set.iter().copied().filter(|&cube| self.free[cube]);
        let mut by_size: Vec<(usize, &[usize])> =
            sets.iter().map(|&set| (free(set).count(), set)).collect();
        by_size.sort_by_key(|set| set.0);
        if by_size[0].0 == 0 {
            return None;
        }
        let mut hits = vec![0; self.free.len()];
        let (mut used, mut disjoint) = (vec![false; self.free.len()], 0);
        for &(_, set) in &by_size {
            let is_apart = free(set).all(|cube| !used[cube]);
            disjoint += usize::from(is_apart);
            for cube in free(set) {
                hits[cube] += 1;
                used[cube] |= is_apart;
            }
        }
        let mut most = hits.clone();
        most.sort_unstable_by_key(|&hits| Reverse(hits));
        let reach: u64 = most.iter().take(left).map(|&hits| u64::from(hits)).sum();
        (disjoint <= left && reach >= sets.len() as u64).then(|| (by_size[0].1, hits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;
    use rand::{RngExt, SeedableRng, seq::IteratorRandom};

    fn hits(taken: &[usize], sets: &[Vec<usize>]) -> bool {
        sets.iter().all(|set| set.iter().any(|cube| taken.contains(cube)))
    }

    #[test]
    fn the_smallest_hitting_set_is_as_small_as_trying_all_says() {
        let (work, mut random) = (Work::default(), ChaCha8Rng::seed_from_u64(1));
        for round in 0..60 {
            // Every third time some cubes are equal to others before them.
            let equal: Vec<Option<usize>> =
                (0..9usize).map(|cube| cube.checked_sub(3).filter(|_| round % 3 == 0)).collect();
            let mut all = HittingSets::new(&equal, &work);
            let mut sets = Vec::new();
            for _ in 0..random.random_range(1..12) {
                let size = random.random_range(1..5);
                let set: Vec<usize> = (0..9).sample(&mut random, size);
                sets.push(set.clone());
                all.add(set).unwrap();
            }
            let in_order = |taken: &Vec<usize>| {
                (taken.iter()).all(|&cube| equal[cube].is_none_or(|other| taken.contains(&other)))
            };
            let smallest = (1..=9)
                .find(|&size| {
                    let mut tried = (0..9).combinations(size).filter(in_order);
                    tried.any(|taken| hits(&taken, &sets))
                })
                .unwrap();
            let below = all.within(smallest - 1, u64::MAX).unwrap();
            assert!(matches!(below, Within::Nothing), "{sets:?}");
            let Within::Set(found) = all.within(smallest, u64::MAX).unwrap() else {
                panic!("{sets:?}");
            };
            assert!(found.len() == smallest && hits(&found, &sets) && in_order(&found));
            assert!(hits(&all.greedy(&mut random), &sets));
            assert!(matches!(all.within(smallest, 0).unwrap(), Within::Unknown));
        }
    }
}
