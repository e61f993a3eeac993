//! One layer of the search in one class, pulled by the target.
//!
//! A place is new if it is unseen and one of its neighbours is in the last layer. The target asks
//! for its neighbours line by line and writes nothing but its own places, so classes are
//! independent of each other; where the last layer of the other classes comes from (this machine,
//! another one) is the caller's business, which hands in a function from classes to frontiers.
//!
//! Three ways, whichever is estimated to be fastest, line by line:
//! * few places in the source's frontier: follow each of them back to its targets;
//! * few unseen places left in the target: look each of them up, and stop at the first neighbour
//!   found;
//! * otherwise the dense kernel of `tile`.

use std::borrow::Cow;

use super::super::Metric;
use super::bits::{exclusive_or_positions, set_bits};
use super::classes::{ClassId, Classes};
use super::map::Map;
use super::places::{Frontier, Places, contains, insert, places_of, valid, word_count};
use super::quotient::{DIMENSIONS, spanned};
use super::tile::TilePlan;

/// Estimated nanoseconds: a dense line before its first word, and for each of its words.
const DENSE_START: f64 = 3000.0;
const DENSE_WORD: f64 = 7.0;
/// Making ready to follow places of the frontier back, and following one.
const PUSH_START: f64 = 1500.0;
const PUSH: f64 = 6.0;
/// Looking one word of the frontier up to see whether it is empty.
const SCAN_WORD: f64 = 0.7;
/// Looking one unseen place up along one line; a word of them before its first place.
const TEST: f64 = 2.5;
const TEST_WORD: f64 = 3.0;

/// Memory that a thread uses again and again.
#[derive(Debug, Default)]
pub struct Scratch {
    /// A frontier, folded.
    folded: Vec<u64>,
    /// What is unseen in the target.
    unseen: Vec<u64>,
    /// Fronts to look places up in.
    opened: Vec<Vec<u64>>,
}

/// One line of the target with the frontier it leads to.
struct Pull<'a> {
    map: Map,
    frontier: Frontier<'a>,
}

impl Pull<'_> {
    fn dense_cost(&self) -> f64 {
        DENSE_START + DENSE_WORD * word_count(self.map.target_dimension) as f64
    }

    fn push_cost(&self) -> f64 {
        let (scan, count) = match self.frontier.list {
            Some(list) => (0.0, list.len() as f64),
            None => {
                (SCAN_WORD * word_count(self.map.source_dimension) as f64, self.frontier.set as f64)
            }
        };
        PUSH_START + scan + PUSH * count * if self.map.fold == 0 { 1.0 } else { 2.0 }
    }
}

/// Finds the places of `target` that are one move from the last layer and unseen.
///
/// `frontier` says what the last layer is in a class; `found` has a word for every word of the
/// target's table, and the answer may lie in it.
pub fn pull<'a, 'b>(
    classes: &Classes,
    metric: Metric,
    target: ClassId,
    unseen: u64,
    frontier: impl Fn(ClassId) -> Frontier<'a>,
    found: &'b mut [u64],
    scratch: &mut Scratch,
) -> Places<'b> {
    if unseen == 0 {
        return Places::EMPTY;
    }
    let here = frontier(target).stored;
    let pulls = pulls(classes, metric, target, frontier);
    let listed: u64 = (pulls.iter())
        .map(|pull| pull.frontier.list.map_or(u64::MAX, |_| pull.frontier.count))
        .fold(0, u64::saturating_add);
    if pulls.is_empty() {
        return Places::EMPTY;
    }
    here.complement_to(classes.dimension(target), &mut scratch.unseen);
    if listed <= found.len() as u64 / 8 {
        follow_lists(&pulls, &scratch.unseen)
    } else {
        fill(pulls, unseen, found, scratch);
        Places::Bits(Cow::Borrowed(found))
    }
}

/// The lines along which there is something to pull.
fn pulls<'a>(
    classes: &Classes,
    metric: Metric,
    target: ClassId,
    frontier: impl Fn(ClassId) -> Frontier<'a>,
) -> Vec<Pull<'a>> {
    let mut pulls = Vec::with_capacity(2 * classes.edges(target).len());
    let here = frontier(target);
    for (line, &edge) in classes.lines().zip(classes.edges(target)) {
        let there = frontier(edge.class);
        if there.count > 0 {
            let map = Map::quarter(classes, target, line, edge);
            pulls.push(Pull { map, frontier: there });
        }
        if metric == Metric::Half && here.count > 0 {
            let map = Map::half(classes, target, line);
            pulls.push(Pull { map, frontier: here });
        }
    }
    pulls
}

/// All frontiers are short lists: so is the answer.
fn follow_lists(pulls: &[Pull], unseen: &[u64]) -> Places<'static> {
    let mut list = Vec::new();
    for pull in pulls {
        let reversed = pull.map.reversed();
        for &place in pull.frontier.list.unwrap_or_default() {
            reversed.targets(place, |found| {
                if contains(unseen, found) {
                    list.push(found);
                }
            });
        }
    }
    list.sort_unstable();
    list.dedup();
    Places::List(list)
}

/// Line by line into one bit per place, the fullest frontiers first, until nothing unseen is left
/// or the few that are can be looked up one by one.
fn fill(mut pulls: Vec<Pull>, count: u64, found: &mut [u64], scratch: &mut Scratch) {
    let Scratch { folded, unseen, opened } = scratch;
    found.fill(0);
    let mut remaining = count;
    pulls.sort_by_key(|pull| std::cmp::Reverse(pull.frontier.count));
    let mut cost: f64 = (pulls.iter()).map(|pull| pull.dense_cost().min(pull.push_cost())).sum();
    for (done, pull) in pulls.iter().enumerate() {
        let lines = (pulls.len() - done) as f64;
        let touched = (remaining as f64).min(found.len() as f64);
        let test_cost = lines * (TEST_WORD * touched + TEST * remaining as f64);
        if test_cost < cost {
            test(&pulls[done..], remaining, unseen, found, opened);
            break;
        }
        cost -= pull.dense_cost().min(pull.push_cost());
        if pull.push_cost() < pull.dense_cost() {
            push(pull, found, folded);
        } else {
            fold(pull, folded);
            TilePlan::new(&pull.map).run(folded, found);
        }
        remaining = (unseen.iter().zip(found.iter()))
            .map(|(unseen, found)| u64::from((unseen & !found).count_ones()))
            .sum();
        if remaining == 0 {
            break;
        }
    }
    for (found, unseen) in found.iter_mut().zip(unseen) {
        *found &= *unseen;
    }
}

/// The frontier and its translate by the fold, one bit per place; a table smaller than a word is
/// repeated until the word is full.
fn fold(pull: &Pull, folded: &mut Vec<u64>) {
    pull.frontier.stored.copy_to(folded);
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
    // Partners are 2^j words and some more apart, j the highest bit: pairs of blocks, walked in
    // step.
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

/// Follows the places of a frontier back to the targets.
fn push(pull: &Pull, found: &mut [u64], opened: &mut Vec<u64>) {
    let reversed = pull.map.reversed().tabulated();
    let add = |place| {
        reversed.targets(place, |target| {
            insert(found, target);
        });
    };
    if let Some(list) = pull.frontier.list {
        list.iter().copied().for_each(add);
    } else {
        let words = pull.frontier.stored.unpacked(opened);
        let exists = valid(pull.map.source_dimension);
        places_of(words.iter().map(|word| word & exists)).for_each(add);
    }
}

/// One line of unseen places that are looked up one by one.
struct Lookup<'a> {
    words: &'a [u64],
    /// The fold, or 0 if the words are folded already.
    fold: u32,
    /// The images of the positions in a word, and of the current word's first place.
    low: [u32; 64],
    base: u32,
    /// What changes in the base when a word number is one more: the sum of the lowest columns, as
    /// many as bits change.
    carry: [u32; DIMENSIONS],
}

impl<'a> Lookup<'a> {
    /// Makes ready to look `count` places up.
    fn new(pull: &Pull<'a>, count: u64, opened: &'a mut Vec<u64>) -> Lookup<'a> {
        // Folding takes a look at every word, and saves half of the looks at places.
        let words = word_count(pull.map.source_dimension) as u64;
        let (words, fold) = if pull.frontier.stored.packing.is_some() || count > words {
            fold(pull, opened);
            (opened.as_slice(), 0)
        } else {
            (pull.frontier.stored.words, pull.map.fold)
        };
        let columns = &pull.map.columns;
        let mut carry = [0; DIMENSIONS];
        let mut sum = 0;
        for (carry, column) in carry.iter_mut().zip(&columns[6..]) {
            sum ^= column;
            *carry = sum;
        }
        Lookup {
            words,
            fold,
            low: spanned(&std::array::from_fn(|j| columns[j])),
            base: pull.map.constant,
            carry,
        }
    }

    /// Which of these positions have a neighbour in the frontier.
    #[inline]
    fn hits(&self, missing: u64) -> u64 {
        let mut hits = 0;
        for position in set_bits(missing) {
            let place = self.base ^ self.low[position as usize];
            let hit = contains(self.words, place)
                || self.fold != 0 && contains(self.words, place ^ self.fold);
            hits |= u64::from(hit) << position;
        }
        hits
    }
}

/// Looks `count` unseen places up one by one until a neighbour is found.
fn test(pulls: &[Pull], count: u64, unseen: &[u64], found: &mut [u64], opened: &mut Vec<Vec<u64>>) {
    if opened.len() < pulls.len() {
        opened.resize(pulls.len(), Vec::new());
    }
    let mut lookups: Vec<Lookup> =
        (pulls.iter().zip(opened)).map(|(pull, opened)| Lookup::new(pull, count, opened)).collect();
    for (w, found) in found.iter_mut().enumerate() {
        if w > 0 {
            let bits = w.trailing_zeros() as usize;
            for lookup in &mut lookups {
                lookup.base ^= lookup.carry[bits];
            }
        }
        let mut missing = unseen[w] & !*found;
        for lookup in &lookups {
            if missing == 0 {
                break;
            }
            let hits = lookup.hits(missing);
            missing &= !hits;
            *found |= hits;
        }
    }
}
