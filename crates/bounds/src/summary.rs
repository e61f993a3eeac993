//! Everything that is known about a puzzle without a search.

use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::Bounds;
use cubegraph_core::group::Permutation;
use cubegraph_core::work::{Result, Work};
use cubegraph_picture::internal::{check_order, rows_of};
use cubegraph_picture::order::{Structure, Theorem};
use cubegraph_picture::{Metric, Puzzle};

/// The order of H and why, whether the configuration can be reached, and bounds on the diameter.
///
/// # Examples
/// ```
/// # use cubegraph_core::Work;
/// # use cubegraph_bounds::group_summary;
/// # use cubegraph_picture::Puzzle;
/// let summary = group_summary(&Puzzle::cube(20, 20)?, &Work::default())?;
/// assert!(summary.is_reachable() && summary.is_confirmed());
/// assert_eq!(summary.order().bits(), 1473);
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GroupSummary {
    puzzle: Puzzle,
    order: BigUint,
    theorem: Theorem,
    orders: [BigUint; 4],
    confirmed: bool,
    proved: bool,
    unreachable: Option<String>,
    bounds: Bounds,
}

/// Computes what is known without a search. The order is confirmed by Schreier–Sims where there
/// are not too many points.
///
/// # Errors
/// [`Error::Rejected`](cubegraph_core::Error::Rejected) if Schreier–Sims finds another order; what
/// `work` says when it stops.
pub fn group_summary(puzzle: &Puzzle, work: &Work) -> Result<GroupSummary> {
    let structure = Structure::new(puzzle.rules(), work)?;
    let order = structure.order(puzzle.size());
    let reach = puzzle.cells().map(|cells| structure.reach(puzzle.size(), cells));
    Ok(GroupSummary {
        puzzle: puzzle.clone(),
        confirmed: check_order(puzzle, &order, work)?,
        proved: structure.is_proved(),
        order,
        theorem: structure.theorem(),
        orders: [structure.n(), structure.a(), structure.b(), structure.meet()],
        unreachable: reach.and_then(std::result::Result::err).map(|fault| fault.reason),
        bounds: Bounds::new(puzzle, &structure, work)?,
    })
}

impl GroupSummary {
    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The order of H: how many configurations can be reached.
    pub fn order(&self) -> &BigUint {
        &self.order
    }

    /// The theorem that gives the order, in a sentence.
    pub fn theorem(&self) -> &'static str {
        self.theorem.statement()
    }

    /// |N|, |A|, |B| and |A ∩ B| with N = [⟨R⟩, ⟨C⟩], A = ⟨R⟩N/N and B = ⟨C⟩N/N.
    pub fn orders(&self) -> &[BigUint; 4] {
        &self.orders
    }

    /// Whether Schreier–Sims found the same order; large puzzles are not tried.
    pub fn is_confirmed(&self) -> bool {
        self.confirmed
    }

    /// Whether the order is proved; that of a group too large to verify is almost surely right.
    pub fn is_proved(&self) -> bool {
        self.proved || self.confirmed
    }

    /// Whether the configuration can be reached; the solved one always can.
    pub fn is_reachable(&self) -> bool {
        self.unreachable.is_none()
    }

    /// Why the configuration cannot be reached.
    pub fn why(&self) -> Option<&str> {
        self.unreachable.as_deref()
    }

    /// The diameter is at least this, and why.
    pub fn at_least(&self) -> (&BigUint, &str) {
        (&self.bounds.at_least, &self.bounds.why_at_least)
    }

    /// The diameter is at most this, where a bound is known; and why, or why there is none.
    pub fn at_most(&self) -> (Option<&BigUint>, &str) {
        (self.bounds.at_most.as_ref(), &self.bounds.why_at_most)
    }

    /// The upper bound that the document gives, where it gives one.
    pub fn published_bound(&self) -> Option<&BigUint> {
        self.bounds.published.as_ref()
    }
}

/// The keys of the tool's JSON.
#[derive(Serialize)]
struct Keys<'a> {
    rows: usize,
    columns: usize,
    group: &'a str,
    #[serde(serialize_with = "cubegraph_core::json::integer")]
    group_order: BigUint,
    metric: Option<Metric>,
    #[serde(serialize_with = "cubegraph_core::json::integer")]
    order: &'a BigUint,
    theorem: &'a str,
    theorem_number: Option<u8>,
    #[serde(serialize_with = "cubegraph_core::json::integer")]
    n: &'a BigUint,
    #[serde(serialize_with = "cubegraph_core::json::integer")]
    a: &'a BigUint,
    #[serde(serialize_with = "cubegraph_core::json::integer")]
    b: &'a BigUint,
    #[serde(serialize_with = "cubegraph_core::json::integer")]
    a_meet_b: &'a BigUint,
    #[serde(serialize_with = "cubegraph_core::json::optional_integer")]
    schreier_sims: Option<BigUint>,
    proved: bool,
    reachable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    configuration: Option<Vec<&'a [Permutation]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faces: Option<Vec<Vec<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    #[serde(serialize_with = "cubegraph_core::json::integer")]
    diameter_at_least: &'a BigUint,
    #[serde(
        serialize_with = "cubegraph_core::json::optional_integer",
        skip_serializing_if = "Option::is_none"
    )]
    diameter_at_most: Option<BigUint>,
    #[serde(
        serialize_with = "cubegraph_core::json::optional_integer",
        skip_serializing_if = "Option::is_none"
    )]
    diameter_at_most_published: Option<BigUint>,
}

impl Serialize for GroupSummary {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let (size, rules) = (self.puzzle.size(), self.puzzle.rules());
        let [n, a, b, a_meet_b] = &self.orders;
        let keys = Keys {
            rows: size.rows(),
            columns: size.columns(),
            group: rules.name(),
            group_order: rules.group_order(),
            metric: rules.metric(),
            order: &self.order,
            theorem: self.theorem.statement(),
            theorem_number: self.theorem.number(),
            n,
            a,
            b,
            a_meet_b,
            schreier_sims: self.confirmed.then(|| self.order.clone()),
            proved: self.is_proved(),
            reachable: self.is_reachable(),
            configuration: self.puzzle.cells().map(|cells| rows_of(cells, size)),
            faces: self.puzzle.faces(),
            why: self.why(),
            diameter_at_least: &self.bounds.at_least,
            diameter_at_most: self.bounds.at_most.clone(),
            diameter_at_most_published: self.bounds.published.clone(),
        };
        keys.serialize(serializer)
    }
}
