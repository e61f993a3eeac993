//! How many configurations there are at every distance from the solution.
//!
//! This file chooses the search, runs it and checks what it found; the searches themselves are in
//! `cosets/` and `plain/`, and petgraph's own is here.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use petgraph::visit::{Bfs, NodeCount};
use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};

use super::cosets::CosetSearch;
use super::order::Structure;
use super::plain::Plain;
use super::symmetries::Symmetries;
use super::{Configuration, Method, Metric, Options, Puzzle, Size, check, permutation_of, rows_of};
use cubegraph_core::group::{Element, Permutation};
use cubegraph_core::work::{Checkpoint, Error, Result, Work};

/// The number of configurations at every distance from the solution, from 0 to the diameter.
///
/// # Examples
/// ```
/// # use cubegraph_core::Work;
/// # use cubegraph_picture::{Options, Puzzle};
/// // One cube alone: Burcsi's Table 1, first row.
/// let distances = Puzzle::cube(1, 1)?.distances(&Options::default(), &Work::default())?;
/// assert_eq!(distances.counts(), [1u32, 4, 10, 8, 1].map(Into::into));
/// assert_eq!((distances.diameter(), distances.median()), (4, 2));
/// assert_eq!(format!("{:.2}", distances.average()), "2.17");
/// # Ok::<(), cubegraph_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    counts: Vec<BigUint>,
    about: Option<Box<About>>,
}

/// What was asked, how it was found, and the farthest configurations.
#[derive(Clone, Debug, PartialEq, Eq)]
struct About {
    size: Size,
    group: String,
    metric: Option<Metric>,
    method: Method,
    antipodes: Antipodes<Vec<Permutation>>,
    /// At most this many classes of antipodes are listed.
    listed: usize,
}

impl Distances {
    /// The counts alone, from distance 0 on; zeros at the end are dropped.
    pub fn new(mut counts: Vec<BigUint>) -> Distances {
        while counts.last().is_some_and(Zero::is_zero) {
            counts.pop();
        }
        Distances { counts, about: None }
    }

    /// How many configurations are at distance 0, 1, 2, …
    pub fn counts(&self) -> &[BigUint] {
        &self.counts
    }

    /// How many configurations there are in all.
    pub fn order(&self) -> BigUint {
        self.counts.iter().sum()
    }

    /// The largest distance from the solution, which is the diameter of the Cayley graph.
    pub fn diameter(&self) -> usize {
        self.counts.len().saturating_sub(1)
    }

    /// The average distance from the solution.
    pub fn average(&self) -> f64 {
        let sum: BigUint =
            (self.counts.iter().enumerate()).map(|(distance, count)| count * distance).sum();
        // Scaled, with more bits than floating point has, before it becomes that: both numbers may
        // be beyond its range.
        let scaled = (sum << 64u32) / self.order().max(1u32.into());
        scaled.to_f64().unwrap_or(f64::INFINITY) / 2f64.powi(64)
    }

    /// The least distance within which at least half of all configurations lie.
    pub fn median(&self) -> usize {
        let order = self.order();
        let mut within = BigUint::ZERO;
        let is_half = |count: &BigUint| {
            within += count;
            &within * 2u32 >= order
        };
        self.counts.iter().position(is_half).unwrap_or(0)
    }

    /// How many configurations are at the largest distance.
    pub fn antipodes(&self) -> BigUint {
        self.counts.last().cloned().unwrap_or_default()
    }

    /// The configurations at the largest distance, up to symmetry; cells are listed row by row.
    pub fn farthest(&self) -> Option<&Antipodes<Vec<Permutation>>> {
        self.about.as_deref().map(|about| &about.antipodes)
    }

    /// What was searched, in words.
    pub fn title(&self) -> String {
        match self.about.as_deref() {
            None => "a puzzle".to_owned(),
            Some(about) => match about.metric {
                Some(metric) => format!("{} cubes, {metric} turns", about.size),
                None => format!("{} over {}", about.size, about.group),
            },
        }
    }

    /// How they were found.
    pub fn method(&self) -> Method {
        (self.about.as_deref()).map_or(Method::Auto, |about| about.method)
    }

    /// The same with at most this many classes of antipodes when it is serialised.
    #[must_use]
    pub fn listing_classes(mut self, most: usize) -> Distances {
        if let Some(about) = &mut self.about {
            about.listed = most;
        }
        self
    }
}

/// The keys of the tool's JSON.
#[derive(Serialize)]
struct Keys<'a> {
    #[serde(flatten)]
    puzzle: Option<PuzzleKeys<'a>>,
    #[serde(serialize_with = "cubegraph_core::json::integer")]
    order: BigUint,
    diameter: usize,
    average: f64,
    median: usize,
    #[serde(serialize_with = "cubegraph_core::json::integers")]
    distances: &'a [BigUint],
    #[serde(skip_serializing_if = "Option::is_none")]
    antipodes: Option<AntipodeKeys<'a>>,
}

#[derive(Serialize)]
struct PuzzleKeys<'a> {
    rows: usize,
    columns: usize,
    group: &'a str,
    metric: Option<Metric>,
    method: Method,
}

#[derive(Serialize)]
struct AntipodeKeys<'a> {
    #[serde(serialize_with = "cubegraph_core::json::integer")]
    count: BigUint,
    class_count: Option<usize>,
    complete: bool,
    classes: Vec<ClassKeys<'a>>,
}

#[derive(Serialize)]
struct ClassKeys<'a> {
    #[serde(serialize_with = "cubegraph_core::json::integer")]
    size: BigUint,
    representative: Vec<&'a [Permutation]>,
}

impl Serialize for Distances {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let about = self.about.as_deref();
        let keys = Keys {
            puzzle: about.map(|about| PuzzleKeys {
                rows: about.size.rows(),
                columns: about.size.columns(),
                group: &about.group,
                metric: about.metric,
                method: about.method,
            }),
            order: self.order(),
            diameter: self.diameter(),
            average: self.average(),
            median: self.median(),
            distances: &self.counts,
            antipodes: about.map(About::antipode_keys),
        };
        keys.serialize(serializer)
    }
}

impl About {
    fn antipode_keys(&self) -> AntipodeKeys<'_> {
        let antipodes = &self.antipodes;
        let all = antipodes.classes.len();
        let class = |class: &'_ AntipodeClass<Vec<Permutation>>| class.size.clone();
        AntipodeKeys {
            count: antipodes.count.clone(),
            class_count: antipodes.complete.then_some(all),
            complete: antipodes.complete && all <= self.listed,
            classes: (antipodes.classes.iter().take(self.listed))
                .map(|listed| ClassKeys {
                    size: class(listed),
                    representative: rows_of(&listed.representative, self.size),
                })
                .collect(),
        }
    }
}

/// The configurations farthest from the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Antipodes<C = Configuration> {
    /// How many there are.
    pub count: BigUint,
    /// One of each class under the symmetries that keep the set of moves, the smallest classes
    /// first.
    pub classes: Vec<AntipodeClass<C>>,
    /// Whether all classes are listed; very long lists are not.
    pub complete: bool,
}

/// A class of antipodes under the symmetries that keep the set of moves: rows and columns permuted,
/// each of them flipped (conjugated by the half turn of the other kind), and for squares
/// transposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AntipodeClass<C = Configuration> {
    /// How many configurations it has.
    pub size: BigUint,
    /// One of them.
    pub representative: C,
}

impl Antipodes {
    /// The cubes as permutations of their diagonals.
    fn as_cells(&self) -> Antipodes<Vec<Permutation>> {
        let class = |class: &AntipodeClass| AntipodeClass {
            size: class.size.clone(),
            representative: (class.representative.cells().iter())
                .map(|&cell| permutation_of(cell))
                .collect(),
        };
        Antipodes {
            count: self.count.clone(),
            classes: self.classes.iter().map(class).collect(),
            complete: self.complete,
        }
    }
}

impl Puzzle {
    /// Counts the configurations at every distance from the solved one; the configuration of the
    /// puzzle does not matter.
    ///
    /// The layers are checked before they are returned: their sum by the theorem on the order of H,
    /// the first of them by a small search with a hash set.
    ///
    /// # Errors
    /// [`Invalid`](cubegraph_core::Error::Invalid) if the options have no meaning for distances;
    /// [`TooLarge`](cubegraph_core::Error::TooLarge), [`OutOfTime`](cubegraph_core::Error::OutOfTime) and
    /// [`Interrupted`](cubegraph_core::Error::Interrupted) as `work` says;
    /// [`Rejected`](cubegraph_core::Error::Rejected) if the check fails.
    pub fn distances(&self, options: &Options, work: &Work) -> Result<Distances> {
        let method = options.for_distances(self.rules().is_cube())?;
        match method {
            Method::Words => Err(Error::invalid(
                "column words are counted by cubegraph_bounds::distances, not by a search",
            )),
            Method::Plain => by_plain(self, work),
            Method::Graph => by_graph(self, work),
            _ => {
                let metric = self.rules().metric().unwrap_or_default();
                let checkpoint = options.checkpoint.as_ref();
                let search = CosetSearch::run(self.size(), metric, checkpoint, work)?;
                of_cosets(self, &search, work)
            }
        }
    }

    /// Checks the counts of a method, and adds what belongs to them.
    #[doc(hidden)]
    pub fn checked(
        &self,
        mut distances: Distances,
        method: Method,
        antipodes: Antipodes<Vec<Permutation>>,
        work: &Work,
    ) -> Result<Distances> {
        let order = Structure::new(self.rules(), work)?.order(self.size());
        check::distances(self, distances.counts(), &order)?;
        distances.about = Some(Box::new(About {
            size: self.size(),
            group: self.rules().name().to_owned(),
            metric: self.rules().metric(),
            method,
            antipodes,
            listed: usize::MAX,
        }));
        Ok(distances)
    }
}

/// The counts of a size of cubes, of which only the sum is checked.
pub(crate) fn counts(size: Size, metric: Metric, work: &Work) -> Result<Distances> {
    Ok(CosetSearch::run(size, metric, None, work)?.distances())
}

/// The distances that a coset search of a puzzle's size found, checked.
///
/// # Errors
/// As for [`Puzzle::distances`].
pub fn of_cosets(puzzle: &Puzzle, search: &CosetSearch, work: &Work) -> Result<Distances> {
    let antipodes = search.antipodes(work)?.as_cells();
    puzzle.checked(search.distances(), Method::Cosets, antipodes, work)
}

fn by_plain(puzzle: &Puzzle, work: &Work) -> Result<Distances> {
    let tabled = puzzle.rules().tabled_within(work)?;
    let plain = Plain::search(tabled, puzzle.size(), work)?;
    let farthest = plain.farthest();
    let group = &plain.tabled().group;
    let class = |(size, cells): (u64, Vec<Element>)| AntipodeClass {
        size: size.into(),
        representative: (cells.iter()).map(|&cell| group.permutation(cell).clone()).collect(),
    };
    let antipodes = Antipodes {
        count: farthest.count.into(),
        complete: farthest.complete,
        classes: farthest.classes.into_iter().map(class).collect(),
    };
    puzzle.checked(plain.distances(), Method::Plain, antipodes, work)
}

/// Petgraph's own breadth-first search on the implicit Cayley graph.
fn by_graph(puzzle: &Puzzle, work: &Work) -> Result<Distances> {
    let cayley = puzzle.cayley_within(work)?;
    // The queue and one layer, at most all vertices each, and two bits for each vertex that was
    // seen.
    let bytes = cayley.node_count() as u128 * 33 / 2;
    work.reserve("petgraph's breadth-first search", bytes)?;
    let stage = work.stage("breadth-first search", Some(cayley.node_count() as u64));
    let (mut counts, mut layer) = (Vec::new(), Vec::new());
    let mut search = Bfs::new(&cayley, cayley.identity());
    // The queue is one whole layer whenever the layer before it is done.
    while !search.stack.is_empty() {
        layer.clear();
        layer.extend(&search.stack);
        counts.push(layer.len().into());
        for number in 0..layer.len() {
            if number % 1024 == 0 {
                work.check(&format!("the distances up to {} are known", counts.len() - 1))?;
            }
            search.next(&cayley);
        }
        stage.advance(layer.len() as u64);
    }
    drop(stage);
    let ranking = cayley.ranking();
    let symmetries = Symmetries::new(ranking.tabled(), ranking.size());
    let mut classes: FxHashMap<Vec<Element>, u64> = FxHashMap::default();
    for &vertex in &layer {
        work.check("all distances are known")?;
        *classes.entry(symmetries.representative(&cayley.element(vertex))).or_default() += 1;
    }
    let mut classes: Vec<(u64, Vec<Element>)> =
        classes.into_iter().map(|(cells, size)| (size, cells)).collect();
    classes.sort_unstable();
    let group = &ranking.tabled().group;
    let antipodes = Antipodes {
        count: layer.len().into(),
        complete: true,
        classes: (classes.into_iter())
            .map(|(size, cells)| AntipodeClass {
                size: size.into(),
                representative: cells.iter().map(|&c| group.permutation(c).clone()).collect(),
            })
            .collect(),
    };
    puzzle.checked(Distances::new(counts), Method::Graph, antipodes, work)
}

/// The distances of several sizes of cubes, one after the other: Burcsi's Table 1. What will not
/// fit is found out before the work, not after it. A checkpoint folder has a folder for every size.
///
/// # Errors
/// As for [`Puzzle::distances`].
pub fn table(
    sizes: Vec<Size>,
    metric: Metric,
    checkpoint: Option<Checkpoint>,
    work: &Work,
) -> Result<impl Iterator<Item = Result<Distances>>> {
    for &size in &sizes {
        CosetSearch::reserve(size, metric, work)?;
    }
    Ok(sizes.into_iter().map(move |size| {
        let folder = checkpoint.as_ref();
        let options = Options {
            method: Method::Cosets,
            checkpoint: folder.map(|folder| folder.below(&format!("{size}-{metric}"))),
            ..Options::default()
        };
        Puzzle::of_cubes(size, metric)?.distances(&options, work)
    }))
}

#[cfg(test)]
mod tests;
