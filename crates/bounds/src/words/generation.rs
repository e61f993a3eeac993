//! Good words where there are too many undominated ones: column generation.
//!
//! The best weights of the words so far are one side of a matrix game; the other side's strategy
//! says which rows are hard, and *prices* a word: `|w|` + m·(average of `c_w` over the hard rows).
//! Words are built from their last letter to their first, and of each length those with the best
//! prices are kept (a beam search); the best are added to the game, until none is better.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::game::{Game, Strategies};
use super::space::{INFINITE, Space};
use super::symmetry::Symmetries;
use super::undominated::Word;
use cubegraph_core::work::{Result, Work};

/// What an infinite cost is priced at, so that short words are comparable.
const PENALTY: u32 = 9;

/// How many words of each length are kept at first; twice as many whenever nothing better is found.
const FIRST_BEAM: usize = 50;

/// How many words of the best prices are added to a game at once.
const MOST_AT_ONCE: usize = 24;

/// How hard to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many words of each length and kind of class are kept.
    pub beam: usize,
    /// The longest words looked at.
    pub longest: usize,
    /// How many times words are priced.
    pub rounds: usize,
}

/// The game of one class (and all its images under the symmetries) for a number of rows.
#[derive(Clone, Debug)]
pub struct ClassGame {
    /// The class; words of its images count as words of this one.
    pub class: usize,
    /// The orbits of its states.
    orbits: Vec<u32>,
    /// How many of its states each orbit has.
    sizes: Vec<u32>,
    rows: f64,
    game: Game,
    /// The words in the order of the game's columns.
    pub words: Vec<Word>,
    known: FxHashSet<(u64, Vec<u32>)>,
}

impl ClassGame {
    /// A game without words.
    pub fn new(symmetries: &Symmetries, class: usize, rows: f64) -> ClassGame {
        let places = symmetries.orbits(class);
        let mut orbits = places.to_vec();
        orbits.sort_unstable();
        orbits.dedup();
        let size = |orbit: &u32| places.iter().filter(|&o| o == orbit).count();
        let sizes = orbits.iter().map(|o| u32::try_from(size(o)).unwrap_or(0));
        ClassGame {
            class,
            sizes: sizes.collect(),
            game: Game::new(orbits.len()),
            orbits,
            rows,
            words: Vec::new(),
            known: FxHashSet::default(),
        }
    }

    /// How many states of the class each of its orbits has.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The sums of a word's costs over each orbit; `None` if one is infinite.
    pub fn sums(&self, symmetries: &Symmetries, word: &Word) -> Option<Vec<u32>> {
        let mut by_orbit = vec![0; symmetries.orbit_count()];
        for (&orbit, &cost) in symmetries.orbits(word.class).iter().zip(&word.costs) {
            if cost == INFINITE {
                return None;
            }
            by_orbit[orbit as usize] += u32::from(cost);
        }
        Some(self.orbits.iter().map(|&o| by_orbit[o as usize]).collect())
    }

    /// Adds a word that is finite on its class, unless the game knows one like it.
    pub fn add(&mut self, symmetries: &Symmetries, word: &Word) -> bool {
        self.add_as(symmetries, word, word.length() as f64)
    }

    /// Adds a word as if it had another length.
    pub fn add_as(&mut self, symmetries: &Symmetries, word: &Word, length: f64) -> bool {
        let Some(sums) = self.sums(symmetries, word) else {
            return false;
        };
        if !self.known.insert((length.to_bits(), sums.clone())) {
            return false;
        }
        // Divided by the number of rows, so that entries do not depend much on it.
        let length = length / self.rows;
        let entries = sums.iter().zip(&self.sizes);
        // One more everywhere, because the game wants positive entries.
        let column = entries.map(|(&sum, &size)| 1.0 + length + f64::from(sum) / f64::from(size));
        self.game.add(column.collect());
        self.words.push(word.clone());
        true
    }

    /// Solves the game with the words so far; the value counts all rows.
    pub fn solve(&mut self) -> Strategies {
        self.game.restart();
        let mut found = self.game.solve(20_000);
        found.value = (found.value - 1.0) * self.rows;
        found
    }

    /// How the hard rows weigh every orbit of states, per state.
    pub fn weights(&self, strategies: &Strategies, orbit_count: usize) -> Vec<f64> {
        let mut weights = vec![0.0; orbit_count];
        let orbits = self.orbits.iter().zip(&self.sizes).zip(&strategies.rows);
        for ((&orbit, &size), &weight) in orbits {
            weights[orbit as usize] = weight / f64::from(size);
        }
        weights
    }
}

/// A word under way, its game, the sums of its costs over all orbits, and its price.
struct Priced {
    word: Word,
    game: usize,
    sums: Vec<u32>,
    price: f64,
}

/// Finds good words for `rows` rows, one game for each class up to symmetry.
pub fn generate(
    space: &Space,
    symmetries: &Symmetries,
    rows: f64,
    effort: Effort,
    work: &Work,
) -> Result<Vec<ClassGame>> {
    let of_class = symmetries.representatives(space);
    let mut classes: Vec<usize> = of_class.iter().map(|&(class, _)| class).collect();
    classes.sort_unstable();
    classes.dedup();
    let mut games: Vec<ClassGame> =
        (classes.iter()).map(|&class| ClassGame::new(symmetries, class, rows)).collect();
    let which = |class: usize| {
        let (representative, _) = of_class[class];
        classes.iter().position(|&c| c == representative).unwrap_or(0)
    };
    // At first every row is equally hard.
    let even = vec![1.0 / space.class_size() as f64; symmetries.orbit_count()];
    let mut weights = vec![even; games.len()];
    let mut values = vec![f64::INFINITY; games.len()];
    let mut supports: Vec<Vec<usize>> = vec![Vec::new(); games.len()];
    let stage = work.stage("column generation", Some(effort.rounds as u64));
    let mut width = effort.beam.min(FIRST_BEAM);
    let mut near = false;
    for _ in 0..effort.rounds {
        let pricing = Pricing { space, symmetries, rows, weights: &weights, which: &which };
        let found = if near {
            pricing.neighbours(&games, &supports, work)?
        } else {
            pricing.beam(width, effort.longest, work)?
        };
        let mut added = false;
        for (game, (words, value)) in games.iter_mut().zip(found.into_iter().zip(&values)) {
            for priced in words {
                if priced.price < value - 1e-7 {
                    let (_, symmetry) = of_class[priced.word.class];
                    let image = symmetries.word(symmetry, &priced.word.letters);
                    added |= game.add(symmetries, &Word::new(space, image));
                }
            }
        }
        if !added {
            if near && width == effort.beam {
                break;
            } else if near {
                width = (2 * width).min(effort.beam);
            }
            near = !near;
            continue;
        }
        for (k, game) in games.iter_mut().enumerate() {
            let strategies = game.solve();
            values[k] = strategies.value;
            weights[k] = game.weights(&strategies, symmetries.orbit_count());
            supports[k] = strategies.columns.iter().map(|&(c, _)| c).collect();
        }
        stage.advance(1);
    }
    Ok(games)
}

/// What a beam search needs to price words.
struct Pricing<'a, F: Fn(usize) -> usize> {
    space: &'a Space,
    symmetries: &'a Symmetries,
    rows: f64,
    weights: &'a [Vec<f64>],
    which: &'a F,
}

impl<F: Fn(usize) -> usize + Sync> Pricing<'_, F> {
    fn price(&self, word: Word) -> Priced {
        let game = (self.which)(word.class);
        let mut sums = vec![0; self.symmetries.orbit_count()];
        let orbits = self.symmetries.orbits(word.class);
        for (&cost, &orbit) in word.costs.iter().zip(orbits) {
            sums[orbit as usize] += match cost {
                INFINITE => PENALTY,
                cost => u32::from(cost),
            };
        }
        let hard = self.weights[game].iter().zip(&sums);
        let average: f64 = hard.map(|(weight, &sum)| weight * f64::from(sum)).sum();
        Priced { game, price: word.length() as f64 + self.rows * average, sums, word }
    }

    /// The words of the best prices, for each game; only finite ones.
    fn beam(&self, width: usize, longest: usize, work: &Work) -> Result<Vec<Vec<Priced>>> {
        let games = self.weights.len();
        let mut best: Vec<Vec<Priced>> = (0..games).map(|_| Vec::new()).collect();
        let mut level = vec![Word::new(self.space, Vec::new())];
        for _ in 0..longest {
            work.check("column generation")?;
            let mut next: Vec<Priced> =
                level.par_iter().flat_map_iter(|word| self.extensions(word)).collect();
            next.sort_by(|a, b| {
                let order = a.game.cmp(&b.game).then(a.price.total_cmp(&b.price));
                order.then_with(|| (&a.sums, &a.word.letters).cmp(&(&b.sums, &b.word.letters)))
            });
            // Images of one word have the same sums.
            next.dedup_by(|a, b| a.game == b.game && a.sums == b.sums);
            level.clear();
            for game in 0..games {
                let mine = next.iter().filter(|p| p.game == game);
                level.extend(mine.take(width).map(|p| p.word.clone()));
            }
            for priced in next {
                if priced.word.is_finite() {
                    best[priced.game].push(priced);
                }
            }
            for found in &mut best {
                found.sort_by(|a, b| a.price.total_cmp(&b.price));
                found.truncate(MOST_AT_ONCE);
            }
        }
        Ok(best)
    }

    /// Words that differ in one or two letters from those with weights.
    fn neighbours(
        &self,
        games: &[ClassGame],
        supports: &[Vec<usize>],
        work: &Work,
    ) -> Result<Vec<Vec<Priced>>> {
        let mut best: Vec<Vec<Priced>> = (0..games.len()).map(|_| Vec::new()).collect();
        for (game, support) in games.iter().zip(supports) {
            for &k in support {
                work.check("column generation")?;
                let near = neighbours(&game.words[k].letters, self.space.letters().len());
                let mut priced: Vec<Priced> = near
                    .into_par_iter()
                    .map(|letters| self.price(Word::new(self.space, letters)))
                    .filter(|priced| priced.word.is_finite())
                    .collect();
                priced.sort_by(|a, b| {
                    let order = a.game.cmp(&b.game).then(a.price.total_cmp(&b.price));
                    order.then_with(|| a.word.letters.cmp(&b.word.letters))
                });
                priced.dedup_by(|a, b| a.game == b.game && a.sums == b.sums);
                let mut count = vec![0; games.len()];
                for priced in priced {
                    count[priced.game] += 1;
                    if count[priced.game] <= 4 {
                        best[priced.game].push(priced);
                    }
                }
            }
        }
        for found in &mut best {
            found.sort_by(|a, b| a.price.total_cmp(&b.price));
            found.truncate(MOST_AT_ONCE);
        }
        Ok(best)
    }

    fn extensions(&self, word: &Word) -> Vec<Priced> {
        (0..self.space.letters().len())
            .map(|letter| {
                let mut costs = Vec::new();
                self.space.put_before(word.class, letter, &word.costs, &mut costs);
                let mut letters = vec![u16::try_from(letter).unwrap_or(u16::MAX)];
                letters.extend(&word.letters);
                self.price(Word {
                    letters,
                    class: self.space.class_before(word.class, letter),
                    costs,
                })
            })
            .collect()
    }
}

/// A letter more, less or another one, and two neighbouring letters exchanged.
fn neighbours(word: &[u16], letters: usize) -> Vec<Vec<u16>> {
    let alphabet = 0..u16::try_from(letters).unwrap_or(u16::MAX);
    let mut near = Vec::new();
    for place in 0..=word.len() {
        for letter in alphabet.clone() {
            let mut more = word.to_vec();
            more.insert(place, letter);
            near.push(more);
        }
        if place == word.len() {
            break;
        }
        let mut less = word.to_vec();
        less.remove(place);
        near.push(less);
        for letter in alphabet.clone().filter(|&letter| letter != word[place]) {
            let mut other = word.to_vec();
            other[place] = letter;
            near.push(other);
        }
        if place + 1 < word.len() && word[place] != word[place + 1] {
            let mut swapped = word.to_vec();
            swapped.swap(place, place + 1);
            near.push(swapped);
        }
    }
    near
}
