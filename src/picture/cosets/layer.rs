//! One layer of the search in one class, pulled by the target.
//!
//! A place is new if it is unseen and one of its neighbours is in the last layer. The target asks for its neighbours line by
//! line and writes nothing but its own places, so classes are independent of each other; where the last layer of the other
//! classes comes from (this machine, another one) is the caller's business: he hands in a function from classes to fronts.
//!
//! Three ways, whichever is estimated to be fastest, line by line:
//! * few places in the source's front: follow each of them back to its targets;
//! * few unseen places left in the target: look each of them up, and stop at the first neighbour found;
//! * otherwise the dense kernel of [`super::tile`].

use super::super::Metric;
use super::bits::{exclusive_or_positions, set_bits};
use super::classes::{ClassId, Classes};
use super::map::Map;
use super::quotient::spanned;
use super::table::{ClassTable, Front, Places, Words, places_of, valid, word_count};
use super::tile::Plan;

/// Estimated nanoseconds: a dense line before its first word, and for each of its words.
const DENSE_START: f64 = 3000.0;
const DENSE_WORD: f64 = 7.0;
/// Following one place of the front back.
const PUSH: f64 = 20.0;
/// Looking one word of the front up to see whether it is empty.
const SCAN_WORD: f64 = 0.7;
/// Looking one unseen place up along one line; a word of them before its first place.
const TEST: f64 = 2.5;
const TEST_WORD: f64 = 8.0;

/// Memory that a thread uses again and again.
#[derive(Debug, Default)]
pub struct Scratch {
    folded: Vec<u64>,
}

/// One line of the target with the front it leads to.
struct Pull<'a> {
    map: Map,
    front: Front<'a>,
}

impl Pull<'_> {
    fn dense_cost(&self) -> f64 {
        DENSE_START + DENSE_WORD * word_count(self.map.target_dimension) as f64
    }

    fn push_cost(&self) -> f64 {
        let scan = match self.front.list {
            Some(_) => 0.0,
            None => SCAN_WORD * word_count(self.map.source_dimension) as f64,
        };
        scan + PUSH * self.front.count as f64 * if self.map.fold == 0 { 1.0 } else { 2.0 }
    }
}

/// Finds the places of `target` that are one move from the last layer and unseen.
///
/// `table` is the target's own; `front` says what the last layer is in a class.
pub fn pull<'a>(
    classes: &Classes,
    metric: Metric,
    target: ClassId,
    table: &ClassTable,
    front: impl Fn(ClassId) -> Front<'a>,
    scratch: &mut Scratch,
) -> Places {
    if table.unseen() == 0 {
        return Places::EMPTY;
    }
    let mut pulls = Vec::new();
    for (line, &edge) in classes.lines().zip(classes.edges(target)) {
        let there = front(edge.class);
        if there.count > 0 {
            let map = Map::quarter(classes, target, line, edge);
            pulls.push(Pull { map, front: there });
        }
        let here = front(target);
        if metric == Metric::Half && here.count > 0 {
            let map = Map::half(classes, target, line);
            pulls.push(Pull { map, front: here });
        }
    }
    let dimension = classes.dimension(target);
    let words = word_count(dimension);
    let listed: u64 = (pulls.iter())
        .map(|pull| pull.front.list.map_or(u64::MAX, |_| pull.front.count))
        .fold(0, u64::saturating_add);
    if pulls.is_empty() {
        Places::EMPTY
    } else if listed <= words as u64 / 8 {
        follow_lists(&pulls, table, dimension)
    } else {
        fill(pulls, table, dimension, scratch)
    }
}

/// All fronts are short lists: so is the answer.
fn follow_lists(pulls: &[Pull], table: &ClassTable, dimension: usize) -> Places {
    let mut list = Vec::new();
    for pull in pulls {
        let reversed = pull.map.reversed();
        for &place in pull.front.list.unwrap_or_default() {
            reversed.targets(place, |found| {
                let unseen = table.unseen_word(found as usize >> 6, dimension);
                if unseen >> (found & 63) & 1 == 1 {
                    list.push(found);
                }
            });
        }
    }
    list.sort_unstable();
    list.dedup();
    Places::List(list)
}

/// Line by line into one bit a place, the fullest fronts first, until nothing unseen is left or the few that are can be looked
/// up one by one.
fn fill(
    mut pulls: Vec<Pull>,
    table: &ClassTable,
    dimension: usize,
    scratch: &mut Scratch,
) -> Places {
    let words = word_count(dimension);
    let mut found = vec![0; words];
    let mut remaining = table.unseen();
    pulls.sort_by_key(|pull| std::cmp::Reverse(pull.front.count));
    let mut cost: f64 = (pulls.iter())
        .map(|pull| pull.dense_cost().min(pull.push_cost()))
        .sum();
    for (done, pull) in pulls.iter().enumerate() {
        // Half of the lines on average, if the place is new at all.
        let lines = (pulls.len() - done) as f64;
        let touched = (remaining as f64).min(words as f64);
        let test_cost = lines * (TEST_WORD * touched + TEST * remaining as f64);
        if test_cost < cost {
            test(&pulls[done..], table, dimension, &mut found);
            break;
        }
        cost -= pull.dense_cost().min(pull.push_cost());
        if pull.push_cost() < pull.dense_cost() {
            push(pull, &mut found);
        } else {
            fold(pull, &mut scratch.folded);
            Plan::new(&pull.map).run(&scratch.folded, &mut found);
        }
        remaining = (found.iter().enumerate())
            .map(|(w, found)| u64::from((table.unseen_word(w, dimension) & !found).count_ones()))
            .sum();
        if remaining == 0 {
            break;
        }
    }
    for (w, found) in found.iter_mut().enumerate() {
        *found &= table.unseen_word(w, dimension);
    }
    Places::Bits(found)
}

/// The front and its translate by the fold, one bit a place; a table smaller than a word is repeated until the word is full.
fn fold(pull: &Pull, folded: &mut Vec<u64>) {
    pull.front.words.copy_to(folded);
    let dimension = pull.map.source_dimension;
    if dimension < 6 {
        folded[0] &= valid(dimension);
        for j in dimension..6 {
            folded[0] |= folded[0] << (1 << j);
        }
    }
    let (word, position) = (pull.map.fold as usize >> 6, pull.map.fold & 63);
    if word == 0 {
        if position != 0 {
            for bits in folded.iter_mut() {
                *bits |= exclusive_or_positions(*bits, position);
            }
        }
        return;
    }
    // Partners are 2^j words and some more apart, j the highest bit: pairs of blocks, walked in step.
    let half = 1 << (usize::BITS - 1 - word.leading_zeros());
    for block in folded.chunks_exact_mut(2 * half) {
        let (first, second) = block.split_at_mut(half);
        for (w, one) in first.iter_mut().enumerate() {
            let other = &mut second[w ^ (word - half)];
            *one |= exclusive_or_positions(*other, position);
            *other = exclusive_or_positions(*one, position);
        }
    }
}

/// Follows the places of a front back to the targets.
fn push(pull: &Pull, found: &mut [u64]) {
    let reversed = pull.map.reversed();
    let mut add = |place| {
        reversed.targets(place, |target| {
            found[target as usize >> 6] |= 1 << (target & 63);
        });
    };
    match (pull.front.list, pull.front.words) {
        (Some(list), _) => list.iter().for_each(|&place| add(place)),
        (None, words) => {
            let count = word_count(pull.map.source_dimension);
            let exists = valid(pull.map.source_dimension);
            places_of((0..count).map(|w| words.get(w) & exists)).for_each(add);
        }
    }
}

/// Looks unseen places up one by one until a neighbour is found.
fn test(pulls: &[Pull], table: &ClassTable, dimension: usize, found: &mut [u64]) {
    struct Lookup<'a> {
        map: &'a Map,
        words: Words<'a>,
        low: [u32; 64],
    }
    let lookups: Vec<Lookup> = pulls
        .iter()
        .map(|pull| Lookup {
            map: &pull.map,
            words: pull.front.words,
            low: spanned(&std::array::from_fn(|j| pull.map.columns[j])),
        })
        .collect();
    for (w, found) in found.iter_mut().enumerate() {
        let mut missing = table.unseen_word(w, dimension) & !*found;
        for lookup in &lookups {
            if missing == 0 {
                break;
            }
            let base = lookup.map.at(u32::try_from(w << 6).unwrap_or_default());
            let mut hits = 0;
            for position in set_bits(missing) {
                let place = base ^ lookup.low[position as usize];
                let hit =
                    lookup.words.contains(place) || lookup.words.contains(place ^ lookup.map.fold);
                hits |= u64::from(hit) << position;
            }
            missing &= !hits;
            *found |= hits;
        }
    }
}
