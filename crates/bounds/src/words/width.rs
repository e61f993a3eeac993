//! All that words say about the puzzles of one width: bounds for any number of rows, and the
//! formula that holds from some number on.

mod formula;

use num_bigint::BigInt;

use super::generation::{ClassGame, Effort, generate};
use super::hard::{Costs, HardRows, MOST_ROWS};
use super::mixture::{Fraction, Line, Mixture, rational_rows};
use super::space::Space;
use super::symmetry::Symmetries;
use super::undominated::{Budget, Undominated, Word, undominated};
use cubegraph_core::group::Element;
use cubegraph_core::work::{Result, Work};
use cubegraph_picture::Rules;

pub use formula::Formula;

/// How many times hard rows are looked for from a new beginning.
const CLIMBS: usize = 30;

/// The words of a width.
#[derive(Clone, Debug)]
pub struct Width {
    space: Space,
    symmetries: Symmetries,
    words: Undominated,
    /// One class of each kind that symmetries do not exchange.
    classes: Vec<usize>,
    /// Whether every move is an odd permutation.
    odd: bool,
}

/// An upper bound with the words that prove it.
#[derive(Clone, Debug)]
pub struct Upper {
    /// D is at most this.
    pub bound: BigInt,
    /// The proof for each kind of class.
    pub classes: Vec<ClassUpper>,
}

/// The words with weights that bound the distances of one class.
#[derive(Clone, Debug)]
pub struct ClassUpper {
    /// The game the words are from.
    pub game: ClassGame,
    /// The weights: one mixture, or one for each type of solutions (see [`Mixture`]).
    pub parts: Vec<(Mixture, Line)>,
    /// The bound of the class.
    pub bound: BigInt,
}

impl Width {
    /// Finds the undominated words of a width.
    pub fn new(rules: &Rules, columns: usize, budget: Budget, work: &Work) -> Result<Width> {
        Width::of_space(Space::new(rules, columns, work)?, budget, work)
    }

    /// The same for states that are listed already.
    pub fn of_space(space: Space, budget: Budget, work: &Work) -> Result<Width> {
        let symmetries = Symmetries::new(&space, work)?;
        let words = undominated(&space, &symmetries, budget, work)?;
        Ok(Width::from_parts(space, symmetries, words))
    }

    /// Words found by column generation for a number of rows.
    pub fn generated(space: Space, rows: u64, effort: Effort, work: &Work) -> Result<Width> {
        let symmetries = Symmetries::new(&space, work)?;
        let games = generate(&space, &symmetries, rows as f64, effort, work)?;
        let words = Undominated {
            words: games.into_iter().flat_map(|game| game.words).collect(),
            complete: false,
        };
        Ok(Width::from_parts(space, symmetries, words))
    }

    /// Any words of a space; they may be complete or not.
    pub fn from_parts(space: Space, symmetries: Symmetries, words: Undominated) -> Width {
        let of_class = symmetries.representatives(&space);
        let mut classes: Vec<usize> = of_class.iter().map(|&(class, _)| class).collect();
        classes.sort_unstable();
        classes.dedup();
        let tabled = space.tabled();
        let is_odd = |&x: &Element| !tabled.group.permutation(x).is_even();
        let odd = tabled.rows.iter().chain(&tabled.columns).all(is_odd);
        Width { space, symmetries, words, classes, odd }
    }

    /// The states of a row.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The symmetries.
    pub fn symmetries(&self) -> &Symmetries {
        &self.symmetries
    }

    /// The words.
    pub fn words(&self) -> &[Word] {
        &self.words.words
    }

    /// Whether no other word is ever needed.
    pub fn is_complete(&self) -> bool {
        self.words.complete
    }

    /// The best upper bound that these words prove for a number of rows.
    pub fn at_most(&self, rows: u64, work: &Work) -> Result<Option<Upper>> {
        let mut found = Vec::new();
        for &class in &self.classes {
            work.check("weights of words")?;
            match self.class_at_most(class, rows) {
                Some(upper) => found.push(upper),
                None => return Ok(None),
            }
        }
        let bound = found.iter().map(|class| class.bound.clone()).max();
        Ok(bound.map(|bound| Upper { bound, classes: found }))
    }

    fn class_at_most(&self, class: usize, rows: u64) -> Option<ClassUpper> {
        let plain = self.solved(class, rows as f64, |word| word.length() as f64)?;
        let line = plain.1.line(&plain.0, &self.symmetries, |_| Fraction::default())?;
        let bound = line.at(rows);
        let best = ClassUpper { game: plain.0, parts: vec![(plain.1, line)], bound };
        if !self.has_types(rows) {
            return Some(best);
        }
        let typed = self.typed(class, rows, rows as f64)?;
        Some(if typed.bound < best.bound { typed } else { best })
    }

    /// The bounds of the two types of solutions.
    fn typed(&self, class: usize, rows: u64, weight: f64) -> Option<ClassUpper> {
        let mut parts = Vec::new();
        let mut all = None;
        let (others, images) = self.exchanges(class, rows)?;
        for kind in 0..2 {
            let lowered = |word: &Word| {
                if self.kind(word, rows) == kind { others } else { images - others }
            };
            let penalty = |word: &Word| Fraction::new(lowered(word).into(), images.into());
            // A word of no letters that is lowered counts as 0 in the suggestion.
            let length = |word: &Word| {
                let lowered = f64::from(lowered(word)) / f64::from(images);
                (word.length() as f64 - lowered).max(0.0)
            };
            let (game, mixture) = self.solved(class, weight, length)?;
            let line = mixture.line(&game, &self.symmetries, |k| penalty(&game.words[k]))?;
            parts.push((mixture, line));
            all = Some(game);
        }
        let bound = parts.iter().map(|(_, line)| line.at(rows)).max()?;
        Some(ClassUpper { game: all?, parts, bound })
    }

    /// Of the symmetries that keep a class, how many exchange the types of its words, and how
    /// many there are.
    fn exchanges(&self, class: usize, rows: u64) -> Option<(u32, u32)> {
        let word = self.words.words.iter().find(|word| word.class == class)?;
        let kind = self.kind(word, rows);
        let keeps = |k: &usize| self.symmetries.class_of_image(*k, &self.space, class) == class;
        let (mut all, mut others) = (0, 0);
        for symmetry in (0..self.symmetries.count()).filter(keeps) {
            let image = self.symmetries.word(symmetry, &word.letters);
            all += 1;
            others += u32::from(self.kind_of(&image, rows) != kind);
        }
        Some((others, all))
    }

    /// Whether solutions of one configuration have lengths of both parities.
    fn has_types(&self, rows: u64) -> bool {
        self.odd && (rows + self.space.columns() as u64) % 2 == 1
    }

    /// The parity of |w| + rows·(letters in the first column).
    fn kind(&self, word: &Word, rows: u64) -> u64 {
        self.kind_of(&word.letters, rows)
    }

    /// The same for letters.
    pub(super) fn kind_of(&self, word: &[u16], rows: u64) -> u64 {
        let letters = self.space.letters();
        let first = |&&letter: &&u16| letters[usize::from(letter)].column == 0;
        let first = word.iter().filter(first).count() as u64;
        (word.len() as u64 + rows % 2 * first) % 2
    }

    /// Solves the game of a class and rounds the weights.
    fn solved(
        &self,
        class: usize,
        rows: f64,
        length: impl Fn(&Word) -> f64,
    ) -> Option<(ClassGame, Mixture)> {
        let mut game = ClassGame::new(&self.symmetries, class, rows);
        for word in self.words.words.iter().filter(|word| word.class == class) {
            game.add_as(&self.symmetries, word, length(word));
        }
        if game.words.is_empty() {
            return None;
        }
        let strategies = game.solve();
        Some((game, Mixture::suggested(&strategies)))
    }

    /// The hardest rows of all, where the words are complete and there are few enough to try.
    pub fn hardest(&self, rows: u64) -> Option<HardRows> {
        let rows = usize::try_from(rows).ok().filter(|&m| m <= 8 && self.is_complete())?;
        let of_class =
            |&class: &usize| Costs::new(&self.space, &self.words.words, class).hardest(rows);
        let all: Option<Vec<HardRows>> = self.classes.iter().map(of_class).collect();
        all?.into_iter().max_by_key(|hard| hard.distance)
    }

    /// The hardest rows found for a number of rows; a proof if the words are complete.
    pub fn at_least(&self, rows: usize, most: usize, work: &Work) -> Result<Option<HardRows>> {
        if !self.is_complete() || rows == 0 || rows > MOST_ROWS {
            return Ok(None);
        }
        let mut best: Option<HardRows> = None;
        for &class in &self.classes {
            let costs = Costs::new(&self.space, &self.words.words, class);
            let found = costs.climb(&vec![0; rows], most, CLIMBS, work)?;
            if best.as_ref().is_none_or(|b| found.distance > b.distance) {
                best = Some(found);
            }
        }
        Ok(best)
    }
}
