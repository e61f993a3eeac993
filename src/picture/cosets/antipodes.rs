//! The configurations farthest from the solution, one of each class under the symmetries.

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::super::{AntipodeClass, Antipodes, Configuration};
use super::Search;
use super::classes::ClassId;
use crate::Result;
use crate::work::Work;

/// More classes than this are not listed.
const MOST_CLASSES: usize = 10_000;

/// The configurations that a symmetry of the set of moves makes of one: neighbouring rows or columns exchanged, or a square
/// transposed. The flips need not be tried: a place of a table stands for all of them.
fn images(configuration: &Configuration) -> Vec<Configuration> {
    let size = configuration.size();
    let swapped = |rows: bool, line: usize| {
        let mut image = configuration.clone();
        let count = if rows { size.columns() } else { size.rows() };
        for k in 0..count {
            let (one, other) = if rows {
                (size.cell(line, k), size.cell(line + 1, k))
            } else {
                (size.cell(k, line), size.cell(k, line + 1))
            };
            image.set(one, configuration.cells()[other]);
            image.set(other, configuration.cells()[one]);
        }
        image
    };
    let mut images: Vec<Configuration> = (1..size.rows())
        .map(|line| swapped(true, line - 1))
        .chain((1..size.columns()).map(|line| swapped(false, line - 1)))
        .collect();
    if size.rows() == size.columns() {
        images.push(configuration.transposed());
    }
    images
}

/// Lists the classes of the configurations in the last layer of a complete search.
///
/// # Complexity
/// One step for each place of the last layer and symmetry, until [`MOST_CLASSES`] classes are found.
pub fn antipodes(search: &Search, work: &Work) -> Result<Antipodes> {
    let classes = search.classes();
    let mut seen: FxHashSet<(ClassId, u32)> = FxHashSet::default();
    let mut found = Vec::new();
    let mut complete = search.last.complete;
    for &(class, place) in &search.last.places {
        if !seen.insert((class, place)) {
            continue;
        }
        work.check("")?;
        if found.len() == MOST_CLASSES {
            complete = false;
            break;
        }
        let mut size = BigUint::ZERO;
        let mut pending = vec![(class, place)];
        while let Some((class, place)) = pending.pop() {
            size += classes.weight(class);
            for image in images(&classes.configuration(class, place)) {
                if let Some(at) = classes.locate(&image)
                    && seen.insert(at)
                {
                    pending.push(at);
                }
            }
        }
        found.push(AntipodeClass {
            size,
            representative: search.as_asked(classes.configuration(class, place)),
        });
    }
    found.sort_by(|a, b| (&a.size, &a.representative).cmp(&(&b.size, &b.representative)));
    Ok(Antipodes {
        count: search.distances().antipodes(),
        classes: found,
        complete,
    })
}
