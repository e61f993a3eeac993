//! Bounds from column words: what the words of a width say about an array.

use num_traits::ToPrimitive;

use super::{Bounds, Effort, Extent, upright_rules};
use crate::words::generation::Effort as Generation;
use crate::words::hard::MOST_ROWS;
use crate::words::space::Space;
use crate::words::undominated::Budget;
use crate::words::width::Width;
use cubegraph_core::work::{Error, Result, Work};
use cubegraph_picture::Rules;

/// Up to this number of rows hard ones are looked for directly.
const MOST_BASE: u64 = 14;

/// Configurations of more rows are not written into a certificate.
const MOST_WRITTEN: usize = 1000;

/// The words of a width, complete where that is possible.
pub(super) fn words_of(
    rules: &Rules,
    columns: usize,
    rows: u64,
    effort: Effort,
    work: &Work,
) -> Result<Option<Width>> {
    // Few states: the undominated words may be complete. Many: column generation.
    const FEW: usize = 5000;
    const MANY: usize = 400_000;
    // 20,000 words of two columns of cubes.
    const QUICK: usize = 20_000 * 24 * 24;
    let Ok(tabled) = rules.tabled() else {
        return Ok(None);
    };
    let states = u32::try_from(columns).ok().and_then(|n| tabled.group.order().checked_pow(n));
    let Some(states) = states.filter(|&states| states <= MANY) else {
        return Ok(None);
    };
    let space = match Space::of_table(tabled, columns, work) {
        Err(Error::TooLarge(_)) => return Ok(None),
        space => space?,
    };
    if states <= FEW {
        let budget = match effort {
            Effort::Quick => {
                // A word has a cost for every state: the more of them, the fewer words.
                let words = (QUICK / states).min(20_000);
                Budget { words, comparisons: (words as u64).pow(2) / 4 }
            }
            Effort::Full => Budget::default(),
        };
        return match Width::of_space(space, budget, work) {
            Err(Error::TooLarge(_)) => Ok(None),
            width => width.map(Some),
        };
    }
    if effort == Effort::Quick {
        return Ok(None);
    }
    let generation = if columns <= 3 {
        Generation { beam: 200, longest: 16, rounds: 60 }
    } else {
        Generation { beam: 50, longest: 18, rounds: 17 }
    };
    Width::generated(space, rows, generation, work).map(Some)
}

impl Bounds {
    /// Column words of the shorter side, and below also of fewer columns.
    pub(super) fn use_words(
        &mut self,
        rules: &Rules,
        extent: Extent,
        effort: Effort,
        work: &Work,
    ) -> Result<()> {
        let upright = extent.upright();
        let rules = upright_rules(rules, extent);
        let Ok(columns) = usize::try_from(upright.columns) else {
            return Ok(());
        };
        if let Some(width) = words_of(&rules, columns, upright.rows, effort, work)? {
            if let Some(hard) = width.hardest(upright.rows) {
                let why = || "all rows were tried with all undominated words".to_owned();
                self.raise(hard.distance.into(), why);
                self.lower(hard.distance.into(), why);
                return Ok(());
            }
            self.use_width(&width, upright, work)?;
            if !self.are_equal() {
                self.use_hard_rows(&width, upright, effort, work)?;
            }
        }
        // Rows of fewer columns: what is hard for a part is hard for the whole.
        for fewer in (1..columns.min(3)).rev() {
            if let Some(width) = words_of(&rules, fewer, upright.rows, effort, work)? {
                self.use_hard_rows(&width, upright, effort, work)?;
            }
        }
        Ok(())
    }

    pub(super) fn use_width(&mut self, width: &Width, extent: Extent, work: &Work) -> Result<()> {
        let Some(upper) = width.at_most(extent.rows, work)? else {
            return Ok(());
        };
        let Some(bound) = upper.bound.to_biguint() else {
            return Ok(());
        };
        let count: usize = (upper.classes.iter())
            .map(|class| class.parts.iter().map(|(m, _)| m.weights.len()).sum::<usize>())
            .sum();
        let why = || format!("{count} column words with weights, and their images");
        if self.lower(bound, why)
            && let Ok(certificate) = width.upper_certificate(extent.rows, &upper, work)
        {
            self.certificates.push(certificate);
        }
        Ok(())
    }

    /// Rows that are hard for every word, directly or by adding a block again and again.
    pub(super) fn use_hard_rows(
        &mut self,
        width: &Width,
        extent: Extent,
        effort: Effort,
        work: &Work,
    ) -> Result<()> {
        if !width.is_complete() || (effort == Effort::Quick && width.words().len() > 1000) {
            return Ok(());
        }
        let columns = width.space().columns();
        let part = if columns as u64 == extent.columns {
            String::new()
        } else {
            format!(" of its {columns} first columns")
        };
        let total = width.words().len();
        if extent.rows <= MOST_BASE {
            let rows = usize::try_from(extent.rows).unwrap_or(MOST_ROWS);
            let most = self.at_most.as_ref().and_then(ToPrimitive::to_usize);
            let found = width.at_least(rows, most.unwrap_or(usize::MAX), work)?;
            if let Some(hard) = found {
                let why = || format!("hard rows{part}: all {total} undominated words were tried");
                if self.raise(hard.distance.into(), why) && columns as u64 == extent.columns {
                    self.certificates.push(width.lower_certificate(&hard));
                }
            }
        } else if let Some(formula) = width.formula(work)? {
            let below = formula.below(extent.rows).to_biguint().unwrap_or_default();
            let block = formula.lower.iter().map(|g| g.block.len()).max().unwrap_or(0);
            let better = self.raise(below, || {
                format!(
                    "hard rows{part}, a block of {block} of them again and again: \
                     all {total} undominated words were tried"
                )
            });
            let written = usize::try_from(extent.rows).ok().filter(|&m| m <= MOST_WRITTEN);
            if let (true, Some(rows)) = (better && columns as u64 == extent.columns, written) {
                let hard = formula.lower.iter().filter_map(|growth| growth.rows(rows));
                if let Some(hard) = hard.max_by_key(|hard| hard.distance) {
                    self.certificates.push(width.lower_certificate(&hard));
                }
            }
        }
        Ok(())
    }
}
