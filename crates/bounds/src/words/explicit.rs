//! Weights written out word by word, for a class as it stands: what a certificate lists.
//!
//! A mixture shares each weight among the images of a word. For narrow puzzles all images are
//! written; else some images are drawn and weighted anew, by a game whose rows are the states
//! that need it, until the bound is the same.

use num_integer::Integer;
use num_rational::Ratio;
use rustc_hash::FxHashSet;

use super::game::Game;
use super::generation::ClassGame;
use super::hard::Random;
use super::mixture::Mixture;
use super::space::Space;
use super::symmetry::Symmetries;
use super::undominated::Word;
use cubegraph_core::work::{Result, Work};

/// Words with weights that sum to 1.
pub type Weighted = Vec<(Vec<u16>, Ratio<u64>)>;

/// All images are written if they are no more than this.
const MOST_IMAGES: usize = 300;

/// How many images are drawn at first, and how many times more are tried.
const FIRST_DRAW: usize = 80;
const DRAWS: usize = 12;

/// How many games are solved for the words drawn so far, and above how many states a game is
/// rid of those that do not matter.
const MOST_GAMES: usize = 120;
const MANY_STATES: usize = 300;

/// What the words are to prove.
pub struct Goal<'a> {
    /// The number of rows.
    pub rows: u64,
    /// The bound.
    pub bound: u64,
    /// What a word's length is lowered by.
    pub lowered: &'a dyn Fn(&[u16]) -> u64,
}

impl Goal<'_> {
    fn length(&self, word: &Word) -> u64 {
        (word.length() as u64).saturating_sub((self.lowered)(&word.letters))
    }
}

/// Every image of every word of a mixture with its share of the weight, if they are few.
pub fn all_images(game: &ClassGame, mixture: &Mixture, group: &Stabiliser) -> Option<Weighted> {
    let mut written: Vec<(Vec<u16>, Ratio<u64>)> = Vec::new();
    for &(word, weight) in &mixture.weights {
        let mut images = group.images(&game.words[word].letters);
        images.sort();
        images.dedup();
        let share = Ratio::new(weight, mixture.denominator * images.len() as u64);
        written.extend(images.into_iter().map(|image| (image, share)));
        if written.len() > MOST_IMAGES {
            return None;
        }
    }
    // Two words of a mixture may have an image in common.
    written.sort();
    written.dedup_by(|b, a| {
        let same = a.0 == b.0;
        if same {
            a.1 += b.1;
        }
        same
    });
    Some(written)
}

/// The symmetries that keep a class, as maps of the letters.
pub struct Stabiliser(Vec<Vec<u16>>);

impl Stabiliser {
    /// Finds them.
    pub fn new(space: &Space, symmetries: &Symmetries, class: usize) -> Stabiliser {
        let keeps = |&k: &usize| symmetries.class_of_image(k, space, class) == class;
        let maps = (0..symmetries.count()).filter(keeps);
        Stabiliser(maps.map(|k| symmetries.letters(k).to_vec()).collect())
    }

    fn image(&self, symmetry: usize, word: &[u16]) -> Vec<u16> {
        let map = &self.0[symmetry];
        word.iter().map(|&letter| map[usize::from(letter)]).collect()
    }

    fn images(&self, word: &[u16]) -> Vec<Vec<u16>> {
        (0..self.0.len()).map(|k| self.image(k, word)).collect()
    }
}

/// Few images with new weights that prove `bound` for `rows` rows too.
pub fn few_images(
    space: &Space,
    game: &ClassGame,
    mixture: &Mixture,
    group: &Stabiliser,
    goal: &Goal<'_>,
    work: &Work,
) -> Result<Option<Weighted>> {
    let mut random = Random::new(goal.rows);
    let mut words: Vec<Word> = Vec::new();
    let mut known = FxHashSet::default();
    let mut states: Vec<usize> = (0..60).map(|_| random.below(space.class_size())).collect();
    let mut count = FIRST_DRAW;
    for _ in 0..DRAWS {
        let mut misses = 0;
        while words.len() < count && misses < 1000 {
            let word = drawn(game, mixture, group, &mut random);
            if known.insert(word.clone()) {
                words.push(Word::new(space, word));
            } else {
                misses += 1;
            }
        }
        if let Some(weights) = reweighted(&words, &mut states, goal, work)? {
            let whole = weights.iter().sum::<u64>();
            let listed = words.iter().zip(weights).filter(|(_, weight)| *weight > 0);
            let fraction = |weight| Ratio::new(weight, whole);
            return Ok(Some(
                listed.map(|(word, weight)| (word.letters.clone(), fraction(weight))).collect(),
            ));
        }
        count = count * 3 / 2;
    }
    Ok(None)
}

/// An image of a word, both at random.
fn drawn(game: &ClassGame, mixture: &Mixture, group: &Stabiliser, random: &mut Random) -> Vec<u16> {
    let mut left = random.below(usize::try_from(mixture.denominator).unwrap_or(usize::MAX)) as u64;
    let mut chosen = 0;
    for &(word, weight) in &mixture.weights {
        chosen = word;
        match left.checked_sub(weight) {
            Some(rest) => left = rest,
            None => break,
        }
    }
    let symmetry = random.below(group.0.len());
    group.image(symmetry, &game.words[chosen].letters)
}

/// Weights of a game on some states, more and more of them; `None` if its value is too large.
fn reweighted(
    words: &[Word],
    states: &mut Vec<usize>,
    goal: &Goal<'_>,
    work: &Work,
) -> Result<Option<Vec<u64>>> {
    let rows = goal.rows as f64;
    for _ in 0..MOST_GAMES {
        work.check("words of a certificate")?;
        let mut game = Game::new(states.len());
        for word in words {
            let length = goal.length(word) as f64 / rows;
            let entries = states.iter().map(|&g| 1.0 + length + f64::from(word.costs[g]));
            game.add(entries.collect());
        }
        let strategies = game.solve(20_000);
        if (strategies.value - 1.0) * rows >= goal.bound as f64 + 1.0 - 1e-6 {
            return Ok(None);
        }
        let mixture = Mixture::suggested(&strategies);
        let mut weights = vec![0; words.len()];
        for (word, weight) in mixture.weights {
            weights[word] = weight;
        }
        let worst = violated(words, &weights, goal);
        if worst.is_empty() {
            return Ok(Some(weights));
        }
        // States that do not matter any more make room.
        if states.len() > MANY_STATES {
            let mut matters = strategies.rows.iter().map(|&weight| weight > 0.0);
            states.retain(|_| matters.next().unwrap_or(true));
        }
        states.extend(worst);
        states.sort_unstable();
        states.dedup();
    }
    Ok(None)
}

/// Some of the states for which the weights do not prove the bound, the worst first.
fn violated(words: &[Word], weights: &[u64], goal: &Goal<'_>) -> Vec<usize> {
    let used: Vec<(&Word, u128)> = (words.iter().zip(weights))
        .filter(|(_, weight)| **weight > 0)
        .map(|(word, &weight)| (word, u128::from(weight)))
        .collect();
    let whole: u128 = used.iter().map(|(_, weight)| weight).sum();
    let lengths: u128 = (used.iter()).map(|(w, weight)| u128::from(goal.length(w)) * weight).sum();
    let size = used.first().map_or(0, |(word, _)| word.costs.len());
    let cost = |g: usize| -> u128 {
        let costs = used.iter().map(|(w, weight)| u128::from(w.costs[g]) * weight);
        costs.sum()
    };
    let value = |g: usize| lengths + u128::from(goal.rows) * cost(g);
    let mut above: Vec<(u128, usize)> = (0..size)
        .map(|g| (value(g), g))
        .filter(|(value, _)| value.div_floor(&whole) > u128::from(goal.bound))
        .collect();
    above.sort_unstable_by(|a, b| b.cmp(a));
    above.into_iter().take(40).map(|(_, g)| g).collect()
}
