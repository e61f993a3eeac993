//! What is known about the diameter without a search of all configurations: D at least, D at
//! most, each with its reason.
//!
//! | reason | below | above |
//! |---|---|---|
//! | counting | phases of row and column moves (`counting`) | |
//! | local method | | Burcsi's section 3, sharpened (`local`) |
//! | column words | rows that are hard for every word | words with weights (`words`) |
//! | tables | `data/picture/`, for any array that contains the one of the table | for the same array |
//! | certificates | `data/bounds/`, verified again before they are used | for every number of rows |
//!
//! Whatever is known of an array holds below for every larger one: rows and columns may be left
//! out of a configuration, and the moves of the others solve what remains.

mod by_words;
#[doc(hidden)]
pub mod claims;
mod counting;
mod extent;
mod kept;
mod summary;
pub mod verify;
mod width;
mod words;

use num_bigint::{BigInt, BigUint};
use serde::{Serialize, Serializer};

use self::by_words::words_of;
use self::kept::Kept;
use cubegraph_core::work::{Error, Result, Work};
use cubegraph_picture::internal::LocalMethod;
use cubegraph_picture::order::{Structure, Theorem};
use cubegraph_picture::{Antipodes, Distances, Method, Metric, Options, Puzzle, Rules};

pub use extent::Extent;
pub use summary::{GroupSummary, group_summary};
pub use width::{Block, Offsets, RowBounds, WidthBounds};
pub use words::certificate::Certificate;

/// Columns longer than this are counted by words.
const LONG: usize = 14;

/// Counts the configurations at every distance, by words where they are asked for and for a long
/// column of cubes, and by [`Puzzle::distances`] otherwise.
///
/// # Errors
/// As for [`Puzzle::distances`].
pub fn distances(puzzle: &Puzzle, options: &Options, work: &Work) -> Result<Distances> {
    let method = options.for_distances(puzzle.rules().is_cube())?;
    // Longer columns are beyond the coset search, and words count them in seconds.
    let is_long = words::distances::suits(puzzle) && puzzle.size().cells() > LONG;
    let is_free = options.method == Method::Auto && options.checkpoint.is_none();
    if method != Method::Words && !(is_long && is_free) {
        return puzzle.distances(options, work);
    }
    let distances = words::distances::by_words(puzzle, work)?;
    let count = distances.antipodes();
    let antipodes = Antipodes { count, classes: Vec::new(), complete: false };
    puzzle.checked(distances, Method::Words, antipodes, work)
}

/// How much may be done for a bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// What takes a second or two.
    Quick,
    /// Column generation for three and four columns too, which takes minutes.
    #[default]
    Full,
}

/// What is known about the diameter without a search.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// How many rows and columns the array has.
    pub extent: Extent,
    /// The name of the group.
    pub group: String,
    /// What counts as one move, if it is the cube.
    pub metric: Option<Metric>,
    /// One configuration's distance is at least this.
    pub at_least: BigUint,
    /// Where the lower bound is from.
    pub why_at_least: String,
    /// The diameter is at most this, where a bound is known.
    pub at_most: Option<BigUint>,
    /// Where the upper bound is from, or why there is none.
    pub why_at_most: String,
    /// The upper bound that the document gives for this case, where it gives one.
    pub published: Option<BigUint>,
    /// Certificates of the bounds that words prove, the upper one first.
    pub certificates: Vec<Certificate>,
}

impl Serialize for Bounds {
    /// The keys of the tool's JSON.
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Reasons<'a> {
            at_least: &'a str,
            at_most: &'a str,
        }
        #[derive(Serialize)]
        struct Keys<'a> {
            rows: u64,
            columns: u64,
            group: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            metric: Option<Metric>,
            #[serde(serialize_with = "cubegraph_core::json::integer")]
            at_least: BigUint,
            #[serde(
                serialize_with = "cubegraph_core::json::optional_integer",
                skip_serializing_if = "Option::is_none"
            )]
            at_most: Option<BigUint>,
            reasons: Reasons<'a>,
            #[serde(
                serialize_with = "cubegraph_core::json::optional_integer",
                skip_serializing_if = "Option::is_none"
            )]
            diameter: Option<BigUint>,
        }
        Keys {
            rows: self.extent.rows,
            columns: self.extent.columns,
            group: &self.group,
            metric: self.metric,
            at_least: self.at_least.clone(),
            at_most: self.at_most.clone(),
            reasons: Reasons { at_least: &self.why_at_least, at_most: &self.why_at_most },
            diameter: self.at_most.clone().filter(|_| self.are_equal()),
        }
        .serialize(serializer)
    }
}

impl Bounds {
    /// Quick bounds for a puzzle; its configuration does not matter.
    pub(crate) fn new(puzzle: &Puzzle, structure: &Structure, work: &Work) -> Result<Bounds> {
        let extent = puzzle.size().into();
        Bounds::with_structure(puzzle.rules(), structure, extent, Effort::Quick, work)
    }

    /// The best bounds for rules and an array of any extent.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph_core::Work;
    /// # use cubegraph_bounds::{Bounds, Effort};
    /// # use cubegraph_picture::{Metric, Rules};
    /// let rules = Rules::cube(Metric::Quarter)?;
    /// let bounds = Bounds::of(&rules, "1000x1".parse()?, Effort::Full, &Work::default())?;
    /// assert!(bounds.are_equal() && bounds.at_least == 2502u32.into());
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    pub fn of(rules: &Rules, extent: Extent, effort: Effort, work: &Work) -> Result<Bounds> {
        let structure = Structure::new(rules, work)?;
        Bounds::with_structure(rules, &structure, extent, effort, work)
    }

    fn with_structure(
        rules: &Rules,
        structure: &Structure,
        extent: Extent,
        effort: Effort,
        work: &Work,
    ) -> Result<Bounds> {
        let mut bounds = Bounds::elementary(rules, structure, extent, work)?;
        if structure.theorem() != Theorem::Four {
            bounds.use_tables(rules, extent);
            // Words of one or two columns are quicker than the check of what is kept.
            let narrow = extent.upright().columns <= 2;
            if narrow && !bounds.are_equal() {
                bounds.use_words(rules, extent, effort, work)?;
            }
            if !bounds.are_equal() {
                let kept = bounds.use_certificates(rules, extent, work)?;
                let effort = if kept { Effort::Quick } else { effort };
                if !narrow {
                    bounds.use_words(rules, extent, effort, work)?;
                }
            }
        }
        Ok(bounds)
    }

    /// What words alone prove, with the certificates; tables and kept certificates are not used.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if words prove nothing.
    pub fn by_words(rules: &Rules, extent: Extent, work: &Work) -> Result<Bounds> {
        let structure = Structure::new(rules, work)?;
        let mut bounds = Bounds::elementary(rules, &structure, extent, work)?;
        let upright = extent.upright();
        let rules = upright_rules(rules, extent);
        let columns = usize::try_from(upright.columns).unwrap_or(usize::MAX);
        if let Some(width) = words_of(&rules, columns, upright.rows, Effort::Full, work)? {
            bounds.use_width(&width, upright, work)?;
            bounds.use_hard_rows(&width, upright, Effort::Full, work)?;
        }
        if bounds.certificates.is_empty() {
            return Err(Error::too_large(format!(
                "words prove no bound of {extent}, so there is nothing to certify"
            )));
        }
        Ok(bounds)
    }

    /// Whether the diameter is known.
    pub fn are_equal(&self) -> bool {
        self.at_most.as_ref() == Some(&self.at_least)
    }

    /// Counting below, the local method above.
    fn elementary(
        rules: &Rules,
        structure: &Structure,
        extent: Extent,
        work: &Work,
    ) -> Result<Bounds> {
        let (rows, columns) = (BigUint::from(extent.rows), BigUint::from(extent.columns));
        let published = match structure.theorem() {
            Theorem::Eight => Some(&rows * &columns * 8u32 + &rows + &columns - 1u32),
            Theorem::Four => Some(&rows + &columns - 1u32),
            _ => None,
        };
        let mut bounds = Bounds {
            extent,
            group: rules.name().to_owned(),
            metric: rules.metric(),
            at_least: BigUint::ZERO,
            why_at_least: "nothing".to_owned(),
            at_most: None,
            why_at_most: "the group is too large for a table".to_owned(),
            published,
            certificates: Vec::new(),
        };
        let part = extent.clamped();
        if let Some(size) = part {
            let order = structure.order(size);
            bounds.raise(counting::by_words(rules, size, &order), || "counting words".to_owned());
        }
        let Ok(tabled) = rules.tabled() else {
            return Ok(bounds);
        };
        if let Some(size) = part.filter(|size| size.cells() <= counting::MOST_CELLS_FOR_SERIES) {
            let order = structure.order(size);
            let series = counting::by_phases(&tabled, size, &order, work)?;
            if series >= bounds.at_least {
                bounds.at_least = series;
                "counting alternations of row and column moves"
                    .clone_into(&mut bounds.why_at_least);
            }
        }
        let local = LocalMethod::new(tabled).bound_of(extent.rows, extent.columns);
        if structure.theorem() == Theorem::Four {
            // The bound of the local method is attained; see the theorem.
            "Theorem 4, sharpened".clone_into(&mut bounds.why_at_least);
            "Theorem 4, sharpened".clone_into(&mut bounds.why_at_most);
            bounds.at_least.clone_from(&local);
            bounds.at_most = Some(local);
        } else {
            bounds.lower(local, || "the local method".to_owned());
        }
        Ok(bounds)
    }

    /// A new lower bound, if it is better; says whether it was.
    fn raise(&mut self, bound: BigUint, why: impl FnOnce() -> String) -> bool {
        let better = bound > self.at_least;
        if better {
            self.at_least = bound;
            self.why_at_least = why();
        }
        better
    }

    /// A new upper bound, if it is better; says whether it was.
    fn lower(&mut self, bound: BigUint, why: impl FnOnce() -> String) -> bool {
        let better = self.at_most.as_ref().is_none_or(|known| bound < *known);
        if better {
            self.at_most = Some(bound);
            self.why_at_most = why();
        }
        better
    }

    fn use_tables(&mut self, rules: &Rules, extent: Extent) {
        let Some(metric) = rules.metric() else { return };
        for table in kept::tables() {
            if table.metric != metric || !table.extent.is_within(extent) {
                continue;
            }
            let option = match metric {
                Metric::Quarter => "",
                Metric::Half => " --metric half",
            };
            let why = || format!("table, `picture distances {}{option}`", table.extent);
            if table.extent.upright() == extent.upright() {
                self.at_least = table.diameter.into();
                self.at_most = Some(table.diameter.into());
                self.why_at_least = why();
                self.why_at_most = why();
                return;
            }
            let gain = if metric == Metric::Quarter { by_parity(table.extent, extent) } else { 0 };
            let and = if gain == 0 { "" } else { ", and parity" };
            self.raise(BigUint::from(table.diameter) + gain, || {
                format!("{}, which it contains{and}", why())
            });
        }
    }

    /// Uses what is kept; returns whether an upper bound of this very array is among it, so that a
    /// long search would not improve it.
    fn use_certificates(&mut self, rules: &Rules, extent: Extent, work: &Work) -> Result<bool> {
        let mut same = false;
        for certificate in Kept::all() {
            if !certificate.may_help(rules, extent, self) {
                continue;
            }
            for (bound, is_upper) in certificate.verified(extent, work)? {
                let why = || format!("certificate {}, verified anew", certificate.name);
                if is_upper {
                    same |= certificate.is_about(extent);
                    self.lower(bound, why);
                } else {
                    self.raise(bound, why);
                }
            }
        }
        Ok(same)
    }
}

/// What parity adds to the diameter of an array in quarter turns for a larger one that contains it.
///
/// If rows and columns are an even number together, all solutions of a configuration have lengths
/// of one parity; and a row or column that is added to a configuration can have either.
fn by_parity(part: Extent, whole: Extent) -> u64 {
    let lines = |extent: Extent| extent.rows + extent.columns;
    (lines(part) % 2 + lines(whole) - lines(part)) / 2
}

/// The rules of the array with the shorter side across.
fn upright_rules(rules: &Rules, extent: Extent) -> Rules {
    // The cube's rows and columns differ in name only.
    if extent.columns > extent.rows && !rules.is_cube() {
        rules.transposed()
    } else {
        rules.clone()
    }
}

/// The diameter of an array of cubes, if its table is kept.
pub fn known_diameter(rows: u64, columns: u64, metric: Metric) -> Option<u32> {
    let extent = Extent::new(rows, columns)?.upright();
    let same = |table: &&kept::Table| table.metric == metric && table.extent.upright() == extent;
    Some(kept::tables().iter().find(same)?.diameter)
}

/// A bound as a number that is not negative.
fn natural(bound: &BigInt) -> BigUint {
    bound.to_biguint().unwrap_or_default()
}

#[cfg(test)]
mod tests;
