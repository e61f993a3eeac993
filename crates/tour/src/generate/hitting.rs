//! Small hitting sets.

use super::CellSet;

/// A set of cells that meets every one of `sets`, of at most `most` cells, and whether no smaller
/// set does; none if there is no such set, or none was found.
///
/// Greedy first; then sets of one cell, two cells, … by branching on the members of the smallest
/// set not yet hit, until `nodes` branches are used up.
///
/// # Reference
/// R. M. Karp, *Reducibility among combinatorial problems* (1972), problem 15: the question is
/// NP-complete.
pub(super) fn hitting_set(
    sets: &[CellSet],
    most: Option<u32>,
    mut nodes: u64,
) -> Option<(CellSet, bool)> {
    if sets.contains(&0) {
        return None;
    }
    let mut sets: Vec<CellSet> = sets.to_vec();
    sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
    sets.dedup();
    let greedy = greedy(&sets);
    let below = greedy.count_ones().min(most.map_or(u32::MAX, |most| most + 1));
    let mut exact = true;
    for size in 0..below {
        match hit(&sets, 0, size, &mut nodes) {
            Some(found) => return Some((found, exact)),
            None if nodes == 0 => {
                exact = false;
                break;
            }
            None => {}
        }
    }
    (greedy.count_ones() <= most.unwrap_or(u32::MAX)).then_some((greedy, exact))
}

/// Takes the cell that hits most, again and again.
fn greedy(sets: &[CellSet]) -> CellSet {
    let mut chosen: CellSet = 0;
    let mut open: Vec<CellSet> = sets.to_vec();
    while !open.is_empty() {
        let mut hits = [0u32; 128];
        for &set in &open {
            let mut rest = set;
            while rest != 0 {
                hits[rest.trailing_zeros() as usize] += 1;
                rest &= rest - 1;
            }
        }
        let cell = (0..128).max_by_key(|&k| (hits[k], std::cmp::Reverse(k))).unwrap_or(0);
        chosen |= 1 << cell;
        open.retain(|set| set & chosen == 0);
    }
    chosen
}

/// A set of at most `left` more cells that hits whatever `chosen` does not.
fn hit(sets: &[CellSet], chosen: CellSet, left: u32, nodes: &mut u64) -> Option<CellSet> {
    let Some(position) = sets.iter().position(|set| set & chosen == 0) else {
        return Some(chosen);
    };
    if left == 0 || *nodes == 0 {
        return None;
    }
    *nodes -= 1;
    let open = &sets[position..];
    let mut rest = open[0];
    while rest != 0 {
        let cell = rest & rest.wrapping_neg();
        rest ^= cell;
        if let Some(found) = hit(open, chosen | cell, left - 1, nodes) {
            return Some(found);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_hitting_set_hits_and_none_smaller_does(
            sets in prop::collection::vec(1u128..256, 0..12),
        ) {
            let (found, exact) = hitting_set(&sets, None, 1_000_000).unwrap();
            prop_assert!(exact);
            prop_assert!(sets.iter().all(|set| set & found != 0));
            let smallest = (0u128..256)
                .filter(|candidate| sets.iter().all(|set| set & candidate != 0))
                .map(u128::count_ones)
                .min();
            prop_assert_eq!(Some(found.count_ones()), smallest);
        }
    }

    #[test]
    fn an_empty_set_cannot_be_hit() {
        assert_eq!(hitting_set(&[3, 0], None, 100), None);
        assert_eq!(hitting_set(&[1, 2, 4], Some(2), 100), None);
    }
}
