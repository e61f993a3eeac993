//! All that words say about the puzzles of one width: bounds for any number of rows, and the
//! formula that holds from some number on.

use num_bigint::BigInt;

use super::generation::{ClassGame, Effort, generate};
use super::hard::{Costs, HardRows, MOST_ROWS};
use super::mixture::{Fraction, Line, Mixture, rational_rows};
use super::space::Space;
use super::symmetry::Symmetries;
use super::undominated::{Budget, Undominated, Word, undominated};
use crate::group::Element;
use crate::picture::Rules;
use crate::work::{Result, Work};

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

/// A block of rows that can be added again and again, and rows to begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The rows of the block.
    pub block: Vec<usize>,
    /// What each copy of the block adds to the distance.
    pub sum: usize,
    /// Rows to begin with, by their number: from 1 on, one entry for each number.
    pub bases: Vec<HardRows>,
}

/// The formula for every number of rows.
#[derive(Clone, Debug)]
pub struct Formula {
    /// lim D(m×n)/m.
    pub slope: Fraction,
    /// Whether both strategies of the game were checked to be worth exactly the slope.
    pub slope_is_exact: bool,
    /// For an even and an odd number of rows: the bounds of all classes; the largest counts.
    pub upper: [Vec<Line>; 2],
    /// For each kind of class, what the lower bound is made of.
    pub lower: Vec<Growth>,
    /// The upper bound is attained by every number of rows from this one on.
    pub from: Option<u64>,
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
        Width {
            space,
            symmetries,
            words,
            classes,
            odd,
        }
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
        Ok(bound.map(|bound| Upper {
            bound,
            classes: found,
        }))
    }

    fn class_at_most(&self, class: usize, rows: u64) -> Option<ClassUpper> {
        let plain = self.solved(class, rows as f64, |word| word.length() as f64)?;
        let line = plain
            .1
            .line(&plain.0, &self.symmetries, |_| Fraction::default())?;
        let bound = line.at(rows);
        let best = ClassUpper {
            game: plain.0,
            parts: vec![(plain.1, line)],
            bound,
        };
        if !self.has_types(rows) {
            return Some(best);
        }
        let typed = self.typed(class, rows, rows as f64)?;
        Some(if typed.bound < best.bound {
            typed
        } else {
            best
        })
    }

    /// The bounds of the two types of solutions.
    fn typed(&self, class: usize, rows: u64, weight: f64) -> Option<ClassUpper> {
        let mut parts = Vec::new();
        let mut all = None;
        let (others, images) = self.exchanges(class, rows)?;
        for kind in 0..2 {
            let lowered = |word: &Word| {
                if self.kind(word, rows) == kind {
                    others
                } else {
                    images - others
                }
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
        Some(ClassUpper {
            game: all?,
            parts,
            bound,
        })
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
        let rows = usize::try_from(rows)
            .ok()
            .filter(|&m| m <= 8 && self.is_complete())?;
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

    /// The formula for every number of rows. The words must be complete.
    pub fn formula(&self, work: &Work) -> Result<Option<Formula>> {
        let Some((slope, slope_is_exact)) = self.slope() else {
            return Ok(None);
        };
        let Some(upper) = self.lines() else {
            return Ok(None);
        };
        let mut formula = Formula {
            slope,
            slope_is_exact,
            upper,
            lower: Vec::new(),
            from: None,
        };
        if self.is_complete() {
            // The class with the largest upper bound comes first; often it is attained.
            for (class, lines) in self.hardest_first(&formula) {
                if let Some(growth) = self.growth(class, &formula.slope, &lines, work)? {
                    formula.lower.push(growth);
                    formula.from = formula.attained_from();
                }
                if formula.from.is_some() {
                    break;
                }
            }
        }
        Ok(Some(formula))
    }

    /// The classes with their upper bounds for even and odd numbers of rows.
    fn hardest_first(&self, formula: &Formula) -> Vec<(usize, [Vec<Line>; 2])> {
        let part = |lines: &[Line], k: usize| {
            let each = lines.len() / self.classes.len();
            lines[k * each..(k + 1) * each].to_vec()
        };
        let [even, odd] = &formula.upper;
        let mut classes: Vec<_> = (self.classes.iter().enumerate())
            .map(|(k, &class)| (class, [part(even, k), part(odd, k)]))
            .collect();
        let far = |lines: &[Vec<Line>; 2]| above(lines, 1000) + above(lines, 1001);
        classes.sort_by_key(|(class, lines)| (std::cmp::Reverse(far(lines)), *class));
        classes
    }

    /// The largest value of the games without lengths, and whether it is proved from both sides.
    fn slope(&self) -> Option<(Fraction, bool)> {
        let mut largest: Option<(Fraction, bool)> = None;
        for &class in &self.classes {
            let mut game = ClassGame::new(&self.symmetries, class, 1.0);
            for word in self.words.words.iter().filter(|word| word.class == class) {
                game.add_as(&self.symmetries, word, 0.0);
            }
            if game.words.is_empty() {
                return None;
            }
            let strategies = game.solve();
            let mixture = Mixture::suggested(&strategies);
            let above = mixture
                .line(&game, &self.symmetries, |_| Fraction::default())?
                .slope;
            let below = rational_rows(&strategies).and_then(|(weights, denominator)| {
                let worth = |word: &Word| -> Option<Fraction> {
                    let sums = game.sums(&self.symmetries, word)?;
                    let terms = sums.iter().zip(game.sizes()).zip(&weights);
                    let terms = terms.filter(|&(_, &weight)| weight > 0);
                    Some(
                        terms
                            .map(|((&sum, &size), &weight)| {
                                Fraction::new(
                                    BigInt::from(sum) * weight,
                                    BigInt::from(size) * denominator,
                                )
                            })
                            .sum(),
                    )
                };
                game.words.iter().filter_map(worth).min()
            });
            let exact = below.as_ref() == Some(&above);
            let found = (above, exact);
            if largest.as_ref().is_none_or(|l| found.0 > l.0) {
                largest = Some(found);
            }
        }
        largest
    }

    /// The upper bounds for large even and large odd numbers of rows.
    fn lines(&self) -> Option<[Vec<Line>; 2]> {
        /// Enough rows that the slope matters before the offset.
        const MANY: f64 = 1e6;
        let lines = |odd: u64| {
            let (mut plain, mut typed) = (Vec::new(), Vec::new());
            for &class in &self.classes {
                let (game, mixture) = self.solved(class, MANY, |w| w.length() as f64)?;
                let none = |_| Fraction::default();
                plain.push(mixture.line(&game, &self.symmetries, none)?);
                if self.has_types(odd) {
                    let parts = self.typed(class, odd, MANY)?.parts;
                    typed.extend(parts.into_iter().map(|(_, line)| line));
                }
            }
            // Parity is used where it makes a difference.
            let far = |lines: &[Line]| lines.iter().map(|line| line.at(1000 + odd)).max();
            let better = !typed.is_empty() && far(&typed) < far(&plain);
            Some(if better { typed } else { plain })
        };
        Some([lines(0)?, lines(1)?])
    }

    /// A block of a few rows that adds its share of the slope, and rows to begin with.
    fn growth(
        &self,
        class: usize,
        slope: &Fraction,
        lines: &[Vec<Line>; 2],
        work: &Work,
    ) -> Result<Option<Growth>> {
        let finite = Costs::without_lengths(&self.space, &self.words.words, class);
        for rows in 1..=8usize {
            let share = slope * BigInt::from(rows);
            if !share.is_integer() {
                continue;
            }
            let Ok(sum) = usize::try_from(share.to_integer()) else {
                return Ok(None);
            };
            let block = finite.climb(&vec![0; rows], sum, CLIMBS, work)?;
            if block.distance < sum {
                continue;
            }
            let costs = Costs::new(&self.space, &self.words.words, class);
            let costs = costs.marked(&block.places, sum);
            let mut growth = Growth {
                block: block.places,
                sum,
                bases: Vec::new(),
            };
            // With many words a few climbs for every base are tried first.
            let few = if self.words.words.len() > 1000 {
                4
            } else {
                CLIMBS
            };
            for climbs in [few, CLIMBS] {
                growth.bases.clear();
                for base in 1..=MOST_BASE {
                    let target = usize::try_from(above(lines, base as u64)).unwrap_or(usize::MAX);
                    let found = costs.climb(&growth.begin(base), target, climbs, work)?;
                    growth.bases.push(found);
                    if growth.is_attained(lines) {
                        return Ok(Some(growth));
                    }
                }
            }
            return Ok(Some(growth));
        }
        Ok(None)
    }
}

/// The most rows to begin with.
const MOST_BASE: usize = 12;

impl Growth {
    /// Whether the last bases, as many as two blocks have rows, attain the upper bound.
    fn is_attained(&self, lines: &[Vec<Line>; 2]) -> bool {
        let period = 2 * self.block.len();
        let known = self.bases.iter().rev().take(period);
        let attained =
            known.filter(|b| BigInt::from(b.distance) == above(lines, b.places.len() as u64));
        attained.count() == period
    }

    /// Where to begin the search for `rows` rows: fewer rows and the block, or one row more.
    fn begin(&self, rows: usize) -> Vec<usize> {
        let mut begin = match rows.checked_sub(self.block.len()) {
            Some(fewer) if fewer > 0 => {
                let mut begin = self.bases[fewer - 1].places.clone();
                begin.extend(&self.block);
                begin
            }
            _ => self.bases.last().map_or(Vec::new(), |b| b.places.clone()),
        };
        begin.resize(rows, 0);
        begin
    }

    /// The rows that prove the lower bound: a base and copies of the block.
    pub fn rows(&self, rows: usize) -> Option<HardRows> {
        let bound = self.at(rows as u64);
        let with_blocks = self.bases.iter().filter_map(|base| {
            let more = rows.checked_sub(base.places.len())?;
            let copies = more / self.block.len();
            let distance = base.distance + copies * self.sum;
            (more % self.block.len() == 0 && BigInt::from(distance) == bound).then(|| HardRows {
                class: base.class,
                places: [base.places.clone(), self.block.repeat(copies)].concat(),
                distance,
            })
        });
        with_blocks.max_by_key(|hard| hard.places.len())
    }

    /// The lower bound for a number of rows.
    pub fn at(&self, rows: u64) -> BigInt {
        let bound = |(base, found): (usize, &HardRows)| {
            let more = rows.checked_sub(base as u64 + 1)?;
            let block = self.block.len() as u64;
            (more % block == 0)
                .then(|| BigInt::from(found.distance) + BigInt::from(more / block) * self.sum)
        };
        let bounds = self.bases.iter().enumerate().filter_map(bound);
        bounds.max().unwrap_or_default()
    }
}

impl Formula {
    /// The upper bound for a number of rows.
    pub fn above(&self, rows: u64) -> BigInt {
        above(&self.upper, rows)
    }

    /// The lower bound for a number of rows.
    pub fn below(&self, rows: u64) -> BigInt {
        let bounds = self.lower.iter().map(|growth| growth.at(rows));
        bounds.max().unwrap_or_default()
    }

    /// The number of rows from which on both bounds are equal.
    ///
    /// Both grow by the same amount with every period, so one period is enough.
    fn attained_from(&self) -> Option<u64> {
        let period = self.lower.iter().map(|g| g.block.len() as u64 * 2).max()?;
        let slope = &self.slope * BigInt::from(period);
        if !slope.is_integer() || self.upper.iter().flatten().all(|l| l.slope != self.slope) {
            return None;
        }
        let bases = self.lower.iter().map(|g| g.bases.len() as u64).max()?;
        let equal = |rows: u64| self.above(rows) == self.below(rows);
        let far = bases + period;
        if !(far..far + period).all(equal) {
            return None;
        }
        (1..=far).rev().take_while(|&rows| equal(rows)).last()
    }
}

/// The largest of the bounds for a number of rows, by its parity.
fn above(upper: &[Vec<Line>; 2], rows: u64) -> BigInt {
    let lines = &upper[usize::from(rows % 2 == 1)];
    let bounds = lines.iter().map(|line| line.at(rows));
    bounds.max().unwrap_or_default()
}
