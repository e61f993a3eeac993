//! Says whether an assembly of a relative is right; shares no code with the packing engine: cells are counted one by one, and rotations are
//! matrices grown from two quarter turns.

use std::collections::{BTreeMap, BTreeSet};

use super::super::lattice::Solid;
use super::super::packing::Packed;
use super::Relative;
use crate::work::{Error, Result};

/// A cell as seen from the centre.
type Point = [i8; 3];

type Points = BTreeSet<Point>;

fn points(solid: Solid) -> Points {
    solid
        .cells()
        .map(|cell| cell.map(|at| i8::try_from(at).unwrap_or_default() - 2))
        .collect()
}

/// The 24 rotations, as what they do to a point.
fn rotations() -> Vec<[Point; 3]> {
    let identity: [Point; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let mut found = vec![identity];
    let mut next = 0;
    while next < found.len() {
        let [x, y, z] = found[next];
        let minus = |[a, b, c]: Point| [-a, -b, -c];
        for turned in [[minus(y), x, z], [x, minus(z), y]] {
            if !found.contains(&turned) {
                found.push(turned);
            }
        }
        next += 1;
    }
    found
}

fn turn(rows: &[Point; 3], points: &Points) -> Points {
    points
        .iter()
        .map(|p| rows.map(|row| row.iter().zip(p).map(|(a, b)| a * b).sum()))
        .collect()
}

/// Checks the assemblies of a relative: every cell of the target is filled once and no other; the pieces are those given, moved by rotations; no two
/// assemblies are turns of each other; and the patterns are their different turns.
pub fn packed<R: Relative>(puzzle: &R, packed: &Packed) -> Result<()> {
    let rejected = |what: &str| Err(Error::Rejected(what.to_owned()));
    let rotations = rotations();
    let kinds = puzzle.kinds();
    let target = points(R::target());
    let mut seen: BTreeSet<BTreeSet<Points>> = BTreeSet::new();
    let mut patterns = 0;
    for assembly in &packed.assemblies {
        let mut filled: BTreeMap<Point, usize> = BTreeMap::new();
        let mut used = vec![0; kinds.len()];
        for placement in assembly {
            let solid = points(placement.solid);
            for point in &solid {
                *filled.entry(*point).or_default() += 1;
            }
            used[placement.kind] += 1;
            let mut shapes = puzzle
                .shapes(kinds[placement.kind].0)
                .into_iter()
                .map(points);
            if !shapes.any(|shape| rotations.iter().any(|r| turn(r, &shape) == solid)) {
                return rejected("a piece has another shape than the one given");
            }
        }
        if filled.values().any(|n| *n != 1) || !filled.keys().eq(target.iter()) {
            return rejected("the pieces do not fill every cell once");
        }
        if !used.iter().eq(kinds.iter().map(|(_, copies)| copies)) {
            return rejected("the pieces used are not the pieces given");
        }
        let mirror: [Point; 3] = [[-1, 0, 0], [0, 1, 0], [0, 0, 1]];
        let turned: BTreeSet<BTreeSet<Points>> = rotations
            .iter()
            .flat_map(|r| [(r, false), (r, true)])
            .filter(|(_, mirrored)| R::MIRROR || !mirrored)
            .map(|(r, mirrored)| {
                let image = |solid| {
                    let here = points(solid);
                    turn(r, &if mirrored { turn(&mirror, &here) } else { here })
                };
                assembly.iter().map(|p| image(p.solid)).collect()
            })
            .collect();
        patterns += turned.len();
        if !turned
            .into_iter()
            .next()
            .is_some_and(|first| seen.insert(first))
        {
            return rejected("two assemblies are turns of each other");
        }
    }
    if patterns == packed.patterns {
        Ok(())
    } else {
        rejected("the assemblies have another number of turns that look different")
    }
}

#[cfg(test)]
mod tests {
    use super::super::edges::EdgeSet;
    use super::super::generate;
    use super::*;
    use crate::work::Work;

    #[test]
    fn the_checker_rejects_what_is_moved_missing_or_doubled() {
        let work = Work::default();
        let puzzle: EdgeSet = generate(1, &work).unwrap();
        let right = puzzle.solve(usize::MAX, &work).unwrap();
        packed(&puzzle, &right).unwrap();
        let spoil = |change: fn(&mut Packed)| {
            let mut wrong = right.clone();
            change(&mut wrong);
            packed(&puzzle, &wrong).unwrap_err()
        };
        spoil(|p| {
            p.assemblies[0].pop();
        });
        spoil(|p| p.patterns += 1);
        spoil(|p| {
            let again = p.assemblies[0].clone();
            p.assemblies.push(again);
            p.patterns *= 2;
        });
        spoil(|p| {
            let first = &mut p.assemblies[0][0];
            first.solid = first.solid.rotated(crate::cube::Rotation::SPIN);
        });
        assert_eq!(rotations().len(), 24);
    }
}
