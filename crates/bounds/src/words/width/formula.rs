//! The formula for every number of rows: lines above, blocks of rows below.

use num_bigint::BigInt;

use super::{
    CLIMBS, ClassGame, Costs, Fraction, HardRows, Line, Mixture, Width, Word, rational_rows,
};
use cubegraph_core::work::{Result, Work};

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
    /// The formula for every number of rows. The words must be complete.
    pub fn formula(&self, work: &Work) -> Result<Option<Formula>> {
        let Some((slope, slope_is_exact)) = self.slope() else {
            return Ok(None);
        };
        let Some(upper) = self.lines() else {
            return Ok(None);
        };
        let mut formula = Formula { slope, slope_is_exact, upper, lower: Vec::new(), from: None };
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
            let above = mixture.line(&game, &self.symmetries, |_| Fraction::default())?.slope;
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
            let mut growth = Growth { block: block.places, sum, bases: Vec::new() };
            // With many words a few climbs for every base are tried first.
            let few = if self.words.words.len() > 1000 { 4 } else { CLIMBS };
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
