//! The configurations farthest from the solution, one of each class under the symmetries.

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::super::symmetries::line_exchanges;
use super::super::{AntipodeClass, Antipodes, Configuration};
use super::CosetSearch;
use super::classes::{ClassId, Classes};
use cubegraph_core::Result;
use cubegraph_core::cube::Rotation;
use cubegraph_core::work::Work;

/// More classes than this are not listed.
const MOST_CLASSES: usize = 10_000;

/// What symmetries of the set of moves that make up all others make of a configuration:
/// neighbouring rows or columns exchanged, or a square transposed. The flips need not be tried: a
/// place of a table stands for all of them.
fn images(configuration: &Configuration) -> impl Iterator<Item = Vec<Rotation>> {
    let size = configuration.size();
    let transposed = (size.rows() == size.columns()).then(|| configuration.transposed());
    line_exchanges(size, configuration.cells())
        .chain(transposed.map(|image| image.cells().to_vec()))
}

/// A place of a table, and whether the configurations that it stands for are meant or their
/// inverses, which need not be images of theirs.
type Side = (ClassId, u32, bool);

/// One of the configurations of a side.
fn configuration(classes: &Classes, (class, place, inverted): Side) -> Configuration {
    let configuration = classes.configuration(class, place);
    if inverted { configuration.inverse() } else { configuration }
}

/// Lists the classes of the configurations in the last layer of a complete search.
///
/// # Complexity
/// One step for each place of the last layer and symmetry, until [`MOST_CLASSES`] classes are
/// found.
pub(crate) fn antipodes(search: &CosetSearch, work: &Work) -> Result<Antipodes> {
    let classes = search.classes();
    let mut seen: FxHashSet<Side> = FxHashSet::default();
    let mut found = Vec::new();
    let mut complete = search.last.complete;
    let sides = |class| 2 - u128::from(classes.has_own_inverse(class));
    let places = search.last.places.iter();
    for side in places
        .flat_map(|&(class, place)| (0..sides(class)).map(move |side| (class, place, side == 1)))
    {
        if !seen.insert(side) {
            continue;
        }
        work.check("")?;
        if found.len() == MOST_CLASSES {
            complete = false;
            break;
        }
        let mut size = BigUint::ZERO;
        let mut pending = vec![side];
        while let Some(side) = pending.pop() {
            size += classes.weight(side.0) / sides(side.0);
            for image in images(&configuration(classes, side)) {
                if let Some(at) = classes.find_cells(image.into_iter())
                    && seen.insert(at)
                {
                    pending.push(at);
                }
            }
        }
        found.push(AntipodeClass {
            size,
            representative: search.as_asked(configuration(classes, side)),
        });
    }
    found.sort_by(|a, b| (&a.size, &a.representative).cmp(&(&b.size, &b.representative)));
    Ok(Antipodes { count: search.distances().antipodes(), classes: found, complete })
}
