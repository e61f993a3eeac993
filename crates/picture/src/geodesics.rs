//! All shortest solutions: how many there are, and the first of them.
//!
//! From the configuration layer by layer towards home: every place once, with the moves that may
//! still lead home in time. Counted backwards from home, each place knows in how many ways it is
//! left, and so does the first.

use std::hash::Hash;

use num_bigint::BigUint;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use cubegraph_core::work::{Result, Work};

/// How many shortest solutions there are, and some of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geodesics<M> {
    /// How many there are. Moves that could change places count in either order.
    pub count: BigUint,
    /// The first of them: of which start, and the moves.
    pub list: Vec<(usize, Vec<M>)>,
}

/// The ways from any of `starts` home in `length` moves.
///
/// `next` says, for a place and the number of moves that will then be left, which moves may lead
/// home in time and where they lead; it may err on the generous side. A place takes about `bytes`.
///
/// # Complexity
/// As many steps as there are places between, times the moves.
pub(super) fn geodesics<P: Clone + Eq + Hash, M: Copy>(
    starts: Vec<P>,
    (length, bytes): (usize, usize),
    next: impl Fn(&P, usize) -> Vec<(M, P)>,
    is_home: impl Fn(&P) -> bool,
    most_listed: usize,
    work: &Work,
) -> Result<Geodesics<M>> {
    let stage = work.stage("shortest solutions", Some(length as u64));
    // For every layer, for every place: the moves on, and which place of the next layer they reach.
    let mut onward: Vec<Vec<Vec<(M, usize)>>> = Vec::with_capacity(length);
    let (mut here, mut held) = (starts, 0);
    for left in (0..length).rev() {
        let mut number: FxHashMap<P, usize> = FxHashMap::default();
        let mut there = Vec::new();
        let mut moves = Vec::with_capacity(here.len());
        for place in &here {
            work.check(&format!("every solution has {length} moves or more"))?;
            let on = next(place, left).into_iter().map(|(step, to)| {
                let fresh = there.len();
                let at = *number.entry(to).or_insert_with_key(|to| {
                    there.push(to.clone());
                    fresh
                });
                (step, at)
            });
            let on: Vec<(M, usize)> = on.collect();
            held += size_of_val(on.as_slice()) + bytes;
            moves.push(on);
            work.reserve("the shortest solutions", (held + 2 * bytes * there.len()) as u128)?;
        }
        onward.push(moves);
        here = there;
        stage.advance(1);
    }
    let home = here.iter().map(|place| BigUint::from(u8::from(is_home(place))));
    let mut ways: Vec<Vec<BigUint>> = vec![home.collect()];
    for moves in onward.iter().rev() {
        let after = &ways[ways.len() - 1];
        let all = |on: &Vec<(M, usize)>| on.iter().map(|&(_, to)| &after[to]).sum();
        let before = moves.iter().map(all).collect();
        ways.push(before);
    }
    ways.reverse();
    let mut listing = Listing {
        onward: &onward,
        ways: &ways,
        most: most_listed,
        moves: Vec::with_capacity(length),
        list: Vec::new(),
    };
    for start in 0..ways[0].len() {
        listing.visit(start, start);
    }
    Ok(Geodesics { list: listing.list, count: ways[0].iter().sum() })
}

/// The first ways home, in the order of their moves.
struct Listing<'a, M> {
    onward: &'a [Vec<Vec<(M, usize)>>],
    ways: &'a [Vec<BigUint>],
    most: usize,
    moves: Vec<M>,
    list: Vec<(usize, Vec<M>)>,
}

impl<M: Copy> Listing<'_, M> {
    fn visit(&mut self, start: usize, place: usize) {
        let made = self.moves.len();
        if self.list.len() >= self.most || self.ways[made][place].is_zero() {
            return;
        }
        let Some(layer) = self.onward.get(made) else {
            self.list.push((start, self.moves.clone()));
            return;
        };
        for &(step, to) in &layer[place] {
            self.moves.push(step);
            self.visit(start, to);
            self.moves.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use num_traits::One;

    use super::*;

    /// Lattice paths: C(a + b, a) of them lead from (a, b) to (0, 0).
    #[test]
    fn lattice_paths_are_binomial() {
        let next = |&(a, b): &(u32, u32), _: usize| {
            let west = a.checked_sub(1).map(|a| ('w', (a, b)));
            west.into_iter().chain(b.checked_sub(1).map(|b| ('s', (a, b)))).collect()
        };
        let home = |place: &(u32, u32)| *place == (0, 0);
        let work = Work::default();
        let found = geodesics(vec![(3, 2), (4, 1)], (5, 16), next, home, 3, &work).unwrap();
        assert_eq!(found.count, 15u32.into());
        let words: Vec<(usize, String)> =
            found.list.into_iter().map(|(start, moves)| (start, moves.iter().collect())).collect();
        let first = ["wwwss", "wwsws", "wwssw"];
        assert_eq!(words, first.map(|word| (0, word.to_owned())));
        let large = geodesics(vec![(40, 40)], (80, 16), next, home, 0, &work).unwrap();
        assert_eq!(large.count.to_string(), "107507208733336176461620");
        let none = geodesics(vec![(3, 3)], (5, 16), next, home, 9, &work).unwrap();
        assert!(none.count.is_zero() && none.list.is_empty());
        let solved = geodesics(vec![(0, 0)], (0, 16), next, home, 9, &work).unwrap();
        assert!(solved.count.is_one() && solved.list == [(0, vec![])]);
    }
}
