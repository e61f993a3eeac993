//! The shape of a 2-factor: its cycles and paths, and how to walk along them.

use petgraph::unionfind::UnionFind;

use super::parts::GraphPart;
use super::tower::{Placed, Tower};
use cubegraph_core::cube::Face;

/// A cycle, or a path where there are more colours than cubes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    /// The colours in walking order; one more than steps in a path, as many in a cycle.
    pub colours: Vec<usize>,
    /// The edges in walking order: the cube, and whether its edge is walked backwards.
    pub steps: Vec<(usize, bool)>,
}

impl Walk {
    /// Each cube, and the places in `colours` that the walk leaves and reaches there.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let places = self.colours.len();
        let steps = self.steps.iter().enumerate();
        steps.map(move |(k, &(cube, _))| (cube, k, (k + 1) % places))
    }
}

/// Walks along edges, one per cube: paths from an end, then cycles from their smallest colour.
/// `directed` edges are walked from their first colour to their second; in a tower no colour has
/// more than one in either direction.
///
/// # Complexity
/// Linear.
fn walks(colours: usize, edges: &[[usize; 2]], directed: bool) -> Vec<Walk> {
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); colours];
    let mut reached = vec![0; colours];
    for (cube, &[from, to]) in edges.iter().enumerate() {
        // A tower of another puzzle may show colours that this one does not have.
        if from < colours && to < colours {
            leaving[from].push(cube);
            reached[to] += 1;
            if !directed && from != to {
                leaving[to].push(cube);
                reached[from] += 1;
            }
        }
    }
    let is_end = |&colour: &usize| {
        let only = || edges[leaving[colour][0]];
        if directed { reached[colour] == 0 } else { reached[colour] == 1 && only() != [colour; 2] }
    };
    let mut walked = vec![false; edges.len()];
    let mut walks = Vec::new();
    for start in (0..colours).filter(is_end).chain(0..colours) {
        let (mut steps, mut passed, mut here) = (Vec::new(), vec![start], start);
        while let Some(&cube) = leaving[here].iter().find(|&&cube| !walked[cube]) {
            walked[cube] = true;
            let [from, to] = edges[cube];
            steps.push((cube, from != here));
            here = if from == here { to } else { from };
            if here != start {
                passed.push(here);
            }
        }
        if !steps.is_empty() {
            walks.push(Walk { colours: passed, steps });
        }
    }
    walks
}

impl GraphPart {
    /// The cycles and paths of a factor, in the part's own numbers of cubes and colours.
    pub(super) fn walks(&self, factor: &[u8]) -> Vec<Walk> {
        let edges = self.edges.iter().zip(factor);
        let edges: Vec<_> = edges.map(|(ends, &axis)| ends[usize::from(axis)]).collect();
        walks(self.colours.len(), &edges, false)
    }
}

impl Tower {
    /// The cycles and paths from the colour on one side of a cube to that on the opposite side.
    pub(super) fn walks(&self, colours: usize, sides: [Face; 2]) -> Vec<Walk> {
        let shown = |cube: &Placed| sides.map(|side| cube.faces[side.index()].index());
        let arrows: Vec<_> = self.cubes.iter().map(shown).collect();
        walks(colours, &arrows, true)
    }
}

/// The numbers of components and of loops of a factor, without the walk: what the counts need.
pub(super) fn components_and_loops(part: &GraphPart, factor: &[u8]) -> (usize, usize) {
    let mut joined = UnionFind::<usize>::new(part.colours.len());
    let mut touched = vec![false; part.colours.len()];
    let mut components = 0;
    let mut loops = 0;
    for (edges, &axis) in part.edges.iter().zip(factor) {
        let [from, to] = edges[usize::from(axis)];
        for end in [from, to] {
            // A colour met for the first time is a component of its own, until an edge joins it to
            // another.
            components += usize::from(!touched[end]);
            touched[end] = true;
        }
        components -= usize::from(joined.union(from, to));
        loops += usize::from(from == to);
    }
    (components, loops)
}

#[cfg(test)]
mod tests {
    use super::super::Puzzle;
    use super::super::factors::FactorSearch;
    use super::super::parts::parts_of;
    use super::*;

    #[test]
    fn the_walk_and_the_count_see_the_same_components() {
        for text in [
            "AA,AB,AB BB,AB,AB",
            "ACBDCC ACDBDC ABBCDD ABBDCD",
            "AB,CD,EF AB,CD,EF AB,CC,EF",
            "AA,CD,EF AB,CD,EE FG,GA,BB",
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            for part in parts_of(puzzle.graph()) {
                for factor in FactorSearch::new(&part) {
                    let walks = part.walks(&factor);
                    let is_loop = |walk: &&Walk| walk.steps.len() == 1 && walk.colours.len() == 1;
                    let loops = walks.iter().filter(is_loop).count();
                    assert_eq!(components_and_loops(&part, &factor), (walks.len(), loops));
                    let steps: usize = walks.iter().map(|walk| walk.steps.len()).sum();
                    assert_eq!(steps, factor.len());
                    for walk in &walks {
                        for ((cube, from, to), (_, backwards)) in walk.places().zip(&walk.steps) {
                            let mut ends = part.edges[cube][usize::from(factor[cube])];
                            if *backwards {
                                ends.reverse();
                            }
                            assert_eq!(ends, [walk.colours[from], walk.colours[to]]);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn arrows_are_followed_round_loops_cycles_and_paths() {
        // A loop at 0, a cycle 1 → 3 → 2 → 1, a path 5 → 4 → 6; nothing at 7.
        let arrows = [[0, 0], [1, 3], [3, 2], [2, 1], [5, 4], [4, 6]];
        let mut found: Vec<(Vec<usize>, Vec<usize>)> = walks(8, &arrows, true)
            .into_iter()
            .map(|walk| (walk.colours, walk.steps.iter().map(|step| step.0).collect()))
            .collect();
        found.sort();
        let path = (vec![5, 4, 6], vec![4, 5]);
        assert_eq!(found, [(vec![0], vec![0]), (vec![1, 3, 2], vec![1, 2, 3]), path]);
    }
}
