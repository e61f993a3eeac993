//! Column words and what they cost on all rows of a class.

use std::fmt;

use super::{Cost, Model, NEVER};

/// A column word: numbers of letters in the order in which they are made.
pub struct Word {
    letters: Vec<usize>,
    names: String,
}

impl Word {
    /// The word of these names.
    pub fn read(model: &Model, names: &[String]) -> Result<Word, String> {
        let letter = |name: &String| {
            let found = model.letters.iter().position(|letter| letter.name == *name);
            found.ok_or(format!("\"{name}\" is not a column move of this puzzle"))
        };
        Ok(Word {
            letters: names.iter().map(letter).collect::<Result<_, _>>()?,
            names: names.join(" "),
        })
    }

    /// How many column moves it has.
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// The parity of its length plus `rows` times its letters in the first column.
    pub fn kind(&self, model: &Model, rows: u64) -> u64 {
        let first = |&&letter: &&usize| model.letters[letter].column == 0;
        let first = self.letters.iter().filter(first).count() as u64;
        (self.len() as u64 % 2 + rows % 2 * (first % 2)) % 2
    }

    /// Whether one word may be checked before another that shares as many last letters with it as
    /// possible.
    pub fn by_ending(&self, other: &Word) -> std::cmp::Ordering {
        self.letters.iter().rev().cmp(other.letters.iter().rev())
    }
}

/// Costs of one word after the other on a class; those of common endings are not computed again.
pub struct Endings<'a> {
    model: &'a Model,
    class: usize,
    letters: Vec<usize>,
    /// The costs of the last 0, 1, 2, … letters.
    costs: Vec<Vec<Cost>>,
}

impl Endings<'_> {
    pub fn new(model: &Model, class: usize) -> Endings<'_> {
        Endings { model, class, letters: Vec::new(), costs: vec![model.solved_by_row_moves()] }
    }

    /// The costs of all states of the class; `None` if one is infinite.
    ///
    /// # Errors
    /// If the word is too long for costs of 16 bits.
    pub fn costs(&mut self, word: &Word) -> Result<Option<&[Cost]>, String> {
        let model = self.model;
        let longest = model.row_products.iter().map(|&(length, _)| length).max();
        let most = (word.len() + 1).saturating_mul(usize::from(longest.unwrap_or(0)));
        if most >= usize::from(NEVER) {
            return Err(format!("the word {word} is too long"));
        }
        // The class of every ending, from the whole word on.
        let mut classes = vec![self.class];
        for &letter in &word.letters {
            let before = classes[classes.len() - 1];
            classes.push(model.steps[before][letter].0);
        }
        if classes.pop() != Some(model.class_of[0] as usize) {
            return Ok(None);
        }
        let ending = word.letters.iter().rev();
        let known = (self.letters.iter().zip(ending.clone())).take_while(|(a, b)| a == b).count();
        self.letters.truncate(known);
        self.costs.truncate(known + 1);
        for (&letter, &class) in ending.zip(classes.iter().rev()).skip(known) {
            let costs = model.before(letter, &self.costs[self.costs.len() - 1], class);
            self.costs.push(costs);
            self.letters.push(letter);
        }
        let costs = &self.costs[self.costs.len() - 1];
        Ok((!costs.contains(&NEVER)).then_some(costs))
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.names.is_empty() { "of no letters" } else { &self.names })
    }
}
