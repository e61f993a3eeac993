//! Plain search: every configuration of H has a number, and a breadth-first search visits them all.
//!
//! It works for every group and is the reference for the coset search of the cube. The theorem of
//! `order` gives the numbers: a configuration is a *coset* of N^(m×n), that is a
//! matrix (aᵢ·bⱼ) modulo N, and for every cell an element of N. A move sends a whole coset to a
//! coset and changes the cells' elements of N one by one, so nothing is ever looked up by hashing.

mod engine;
mod ranking;
mod store;

use engine::LayerCounts;
pub(super) use engine::{Coordinates, Steps, search};
pub use ranking::Ranking;
pub(super) use store::Bytes;

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use self::store::TwoBits;
use super::geodesics::geodesics;
use super::symmetries::Symmetries;
use super::{Distances, Geodesics, Move, Size, Tabled, beyond_any_machine};
use cubegraph_core::group::Element;
use cubegraph_core::work::{Error, Result, Work};

/// A class of antipodes that is not listed, because there are very many of them, is not counted any
/// further.
const MOST_SEEN: usize = 1 << 22;

/// All distances from the solved configuration, two bits each.
#[expect(missing_debug_implementations, reason = "gigabytes")]
pub struct Plain {
    ranking: Ranking,
    store: Distance,
    layers: LayerCounts,
}

/// Distances modulo 3 where every move can be undone by one move, else whole.
enum Distance {
    TwoBits(TwoBits),
    Bytes(Bytes),
}

/// The configurations farthest from the solved one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Farthest {
    /// How many there are.
    pub count: u64,
    /// One of each class under the symmetries that keep the set of moves, with the size of the
    /// class; of very many configurations one class alone.
    pub classes: Vec<(u64, Vec<Element>)>,
    /// Whether these are all classes.
    pub complete: bool,
}

impl Plain {
    /// Searches all of H.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the table does not fit; what `work` says when it stops.
    ///
    /// # Complexity
    /// |H| / 4 bytes, and at most |H| times the number of moves steps.
    pub fn search(tabled: Tabled, size: Size, work: &Work) -> Result<Plain> {
        let undoable = [&tabled.rows, &tabled.columns]
            .into_iter()
            .all(|moves| moves.iter().all(|&m| moves.contains(&tabled.group.inverse(m))));
        let order = Ranking::order_of(&tabled, size);
        let bytes = if undoable { &order / 4u32 } else { order.clone() } + 64u32;
        let what = format!("plain search of {size} over {}", tabled.rules().name());
        // Above this, --memory is not what is missing.
        match u128::try_from(&bytes).ok().filter(|&bytes| bytes <= 1 << 46) {
            Some(bytes) => work.reserve(&what, bytes)?,
            None => return Err(beyond_any_machine(&what, &bytes)),
        }
        let ranking = Ranking::new(tabled, size);
        let backward = ranking.inverted();
        let count = usize::try_from(ranking.count()).map_err(|_| Error::too_large(what))?;
        let (store, layers) = if undoable {
            let store = TwoBits::new(count);
            let layers = search(&ranking, &backward, &store, work)?;
            (Distance::TwoBits(store), layers)
        } else {
            let store = Bytes::new(count);
            let layers = search(&ranking, &backward, &store, work)?;
            (Distance::Bytes(store), layers)
        };
        let total: u64 = layers.counts.iter().sum();
        if BigUint::from(total) != order {
            return Err(Error::Rejected(format!(
                "the search reached {total} configurations of {order}"
            )));
        }
        Ok(Plain { ranking, store, layers })
    }

    /// How many configurations there are at each distance.
    pub fn distances(&self) -> Distances {
        Distances::new(self.layers.counts.iter().map(|&c| c.into()).collect())
    }

    /// The rules that were searched.
    pub fn tabled(&self) -> &Tabled {
        self.ranking.tabled()
    }

    /// A shortest solution of a configuration, cells in row-major order; `None` if it cannot be
    /// reached.
    ///
    /// The table knows the shortest words; the solution of h is a word for h⁻¹. Its last letter is
    /// found first.
    pub fn solve(&self, cells: &[Element]) -> Option<Vec<Move<Element>>> {
        let mut target = self.inverse(cells);
        let moves = self.tabled().moves(self.ranking.size());
        let mut solution = Vec::new();
        while !is_identity(&target) {
            let (step, before) = self.last_moves(&target, &moves)?.next()?;
            solution.push(step);
            target = before;
        }
        solution.reverse();
        Some(solution)
    }

    /// All solutions of `length` moves, the fewest that solve any of the configurations: how many
    /// there are, and the first of them.
    pub fn all_shortest(
        &self,
        configurations: &[Vec<Element>],
        length: usize,
        most_listed: usize,
        work: &Work,
    ) -> Result<Geodesics<Move<Element>>> {
        let moves = self.tabled().moves(self.ranking.size());
        let mut found = geodesics(
            configurations.iter().map(|cells| self.inverse(cells)).collect(),
            (length, size_of::<Vec<Element>>() + 2 * self.ranking.size().cells()),
            |target, _| (self.last_moves(target, &moves)).map_or_else(Vec::new, Iterator::collect),
            |target| is_identity(target),
            most_listed,
            work,
        )?;
        found.list.iter_mut().for_each(|(_, moves)| moves.reverse());
        Ok(found)
    }

    fn inverse(&self, cells: &[Element]) -> Vec<Element> {
        let group = &self.tabled().group;
        cells.iter().map(|&c| group.inverse(c)).collect()
    }

    /// The last letters of the shortest words for an element, each with what the letters before it
    /// make; `None` if there is no word for it.
    fn last_moves<'a>(
        &'a self,
        target: &'a [Element],
        moves: &'a [Move<Element>],
    ) -> Option<impl Iterator<Item = (Move<Element>, Vec<Element>)> + 'a> {
        let (here, size) = (self.ranking.rank(target)?, self.ranking.size());
        Some(moves.iter().filter_map(move |&step| {
            let mut before = target.to_vec();
            let back = step.with_turn(self.tabled().group.inverse(step.turn));
            self.tabled().turn(&mut before, size, back);
            let there = self.ranking.rank(&before)?;
            self.store.is_one_less(there, here).then_some((step, before))
        }))
    }

    /// The distance of a configuration modulo 3; `None` if it cannot be reached. Moves must be
    /// undone by moves.
    pub fn distance_modulo_3(&self, cells: &[Element]) -> Option<u8> {
        let rank = self.ranking.rank(cells)?;
        u8::try_from(match &self.store {
            Distance::TwoBits(store) => store.value(rank),
            Distance::Bytes(store) => store.value(rank) as u64 % 3,
        })
        .ok()
    }

    /// The configurations at the largest distance, and one of each class under the symmetries.
    ///
    /// # Complexity
    /// A step for each of them and each of about 2(m+n) symmetries.
    pub fn farthest(&self) -> Farthest {
        let symmetries = Symmetries::new(self.tabled(), self.ranking.size());
        let count = self.layers.counts.last().copied().unwrap_or(0);
        let mut seen = FxHashSet::default();
        let mut classes = Vec::new();
        for &rank in &self.layers.farthest {
            if !seen.insert(rank) {
                continue;
            }
            let mut pending = vec![rank];
            let mut size = 0;
            while let Some(rank) = pending.pop() {
                if seen.len() > MOST_SEEN {
                    return Farthest { count, classes, complete: false };
                }
                size += 1;
                for image in symmetries.images(&self.ranking.unrank(rank)) {
                    pending.extend(self.ranking.rank(&image).filter(|&image| seen.insert(image)));
                }
            }
            classes.push((size, self.ranking.unrank(rank)));
        }
        classes.sort();
        Farthest { count, classes, complete: seen.len() as u64 == count }
    }
}

impl Distance {
    /// Whether the first distance is one less than the second.
    fn is_one_less(&self, there: u64, here: u64) -> bool {
        match self {
            Distance::TwoBits(store) => (store.value(there) + 1) % 3 == store.value(here),
            Distance::Bytes(store) => store.value(there) + 1 == store.value(here),
        }
    }
}

fn is_identity(cells: &[Element]) -> bool {
    cells.iter().all(|&cell| cell == Element::IDENTITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Metric, MoveSet, Puzzle, Rules, check};
    use cubegraph_core::group::{NamedGroup, Permutation, StabiliserChain};
    use proptest::prelude::*;

    fn rules(name: &str, r: MoveSet, c: MoveSet) -> Rules {
        let generators = NamedGroup::parse(name).unwrap().generators().to_vec();
        let chain = StabiliserChain::build(&generators, &Work::default()).unwrap();
        Rules::new(name, chain, r, c).unwrap()
    }

    fn listed(texts: &[&str]) -> MoveSet {
        MoveSet::Listed(texts.iter().map(|t| t.parse::<Permutation>().unwrap()).collect())
    }

    fn counts(rules: &Rules, size: &str) -> Vec<u64> {
        let size = size.parse().unwrap();
        Plain::search(rules.tabled().unwrap(), size, &Work::default()).unwrap().layers.counts
    }

    #[test]
    fn distances_agree_with_a_search_by_hashing() {
        let cases = [
            (Rules::cube(Metric::Quarter).unwrap(), "2x1"),
            (Rules::cube(Metric::Quarter).unwrap(), "1x3"),
            (Rules::cube(Metric::Half).unwrap(), "3x1"),
            (rules("C2", MoveSet::All, MoveSet::All), "4x5"),
            (rules("C5", MoveSet::All, MoveSet::All), "3x3"),
            (rules("A5", MoveSet::All, MoveSet::All), "2x1"),
            (rules("Q8", listed(&["(1 2 3 4)(5 6 7 8)"]), listed(&["(1 5 3 7)(2 8 4 6)"])), "2x2"),
            (rules("S3", listed(&["(1 2 3)"]), listed(&["(1 2)"])), "2x3"),
            (rules("S4", listed(&["(1 2 3 4)"]), listed(&["(1 2)"])), "2x1"),
            (rules("D4", listed(&["(1 2 3 4)"]), listed(&[])), "2x2"),
        ];
        for (rules, size) in cases {
            let puzzle = Puzzle::new(size.parse().unwrap(), rules.clone());
            let expected: Vec<u64> =
                check::first_layers(&puzzle, 200_000).into_iter().map(|c| c as u64).collect();
            assert_eq!(counts(&rules, size), expected, "{} {size}", rules.name());
        }
    }

    #[test]
    fn coins_ten_by_ten_are_no_search_in_two_to_the_hundred() {
        let coins = rules("C2", MoveSet::All, MoveSet::All);
        let counts = counts(&coins, "10x10");
        assert_eq!(counts.iter().sum::<u64>(), 1 << 19);
        assert_eq!(counts.len() - 1, 10, "m + n - ceil((m+n)/2)");
    }

    #[test]
    fn the_sharpened_theorem_4_gives_the_diameter() {
        for (name, order) in [("C2", 2), ("C3", 3), ("C4", 4), ("V4", 4), ("C5", 5)] {
            let rules = rules(name, MoveSet::All, MoveSet::All);
            for (m, n) in [(1usize, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)] {
                let diameter = counts(&rules, &format!("{m}x{n}")).len() - 1;
                assert_eq!(diameter, m + n - (m + n).div_ceil(order), "{name} {m}x{n}");
            }
        }
    }

    #[test]
    fn a_table_that_does_not_fit_is_refused_with_its_size() {
        let cube = Rules::cube(Metric::Quarter).unwrap().tabled().unwrap();
        for (size, memory) in [("3x3", 1 << 30), ("100x100", 1 << 40)] {
            let refused = Plain::search(
                cube.clone(),
                size.parse().unwrap(),
                &Work::default().with_memory(memory),
            );
            assert!(matches!(refused, Err(cubegraph_core::Error::TooLarge(_))), "{size}");
        }
    }

    #[test]
    fn the_farthest_configurations_are_all_there_and_far() {
        let cube = Rules::cube(Metric::Quarter).unwrap().tabled().unwrap();
        let plain = Plain::search(cube, "2x2".parse().unwrap(), &Work::default()).unwrap();
        let farthest = plain.farthest();
        assert_eq!(farthest.classes.iter().map(|(size, _)| size).sum::<u64>(), farthest.count);
        for (_, cells) in &farthest.classes {
            assert_eq!(plain.solve(cells).unwrap().len(), plain.distances().diameter());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn numbers_and_configurations_are_each_others_inverses(
            which in 0..4usize, seed in any::<u64>(),
        ) {
            let (rules, size) = [
                (Rules::cube(Metric::Quarter).unwrap(), "3x2"),
                (rules("C6", MoveSet::All, MoveSet::All), "4x3"),
                (rules("Q8", listed(&["a"; 0]), listed(&["(1 5 3 7)(2 8 4 6)"])), "2x3"),
                (rules("S4", listed(&["(1 2 3)"]), listed(&["(3 4)"])), "2x2"),
            ][which].clone();
            let ranking = Ranking::new(rules.tabled().unwrap(), size.parse().unwrap());
            let rank = seed % ranking.count();
            let cells = ranking.unrank(rank);
            prop_assert_eq!(ranking.rank(&cells), Some(rank));
        }

        #[test]
        fn optimal_solutions_solve(
            which in 0..3usize, picks in prop::collection::vec(0..1000usize, 0..30),
        ) {
            let (rules, size) = [
                (Rules::cube(Metric::Half).unwrap(), "2x1"),
                (rules("S3", listed(&["(1 2 3)"]), listed(&["(1 2)"])), "2x2"),
                (rules("C5", listed(&["(1 2 3 4 5)"]), listed(&["(1 2 3 4 5)"])), "2x3"),
            ][which].clone();
            let size: Size = size.parse().unwrap();
            let plain = Plain::search(rules.tabled().unwrap(), size, &Work::default()).unwrap();
            let moves = plain.tabled().moves(size);
            let mut cells = vec![Element::IDENTITY; size.cells()];
            for &pick in &picks {
                plain.tabled().turn(&mut cells, size, moves[pick % moves.len()]);
            }
            let solution = plain.solve(&cells).unwrap();
            prop_assert!(solution.len() <= plain.distances().diameter());
            for step in solution {
                plain.tabled().turn(&mut cells, size, step);
            }
            prop_assert!(cells.iter().all(|&c| c == Element::IDENTITY));
        }
    }
}
