//! The shape of a 2-factor: its components, and how to walk round them.

use petgraph::unionfind::UnionFind;

use super::parts::GraphPart;

/// How a factor falls into cycles, and into paths where there are more colours than cubes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// The components, each as the cubes in walking order with a flag: whether the walk passes the
    /// edge from its second colour to its first.
    pub components: Vec<Component>,
}

/// One cycle or path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Component {
    /// The edges in walking order: the cube (the part's own number) and whether its edge is walked
    /// backwards.
    pub steps: Vec<(usize, bool)>,
    /// The colours in walking order (the part's own numbers); one more than edges in a path, as
    /// many in a cycle.
    pub colours: Vec<usize>,
}

impl Component {
    /// Whether it is a single loop.
    #[cfg(test)]
    fn is_loop(&self) -> bool {
        self.steps.len() == 1 && self.colours.len() == 1
    }
}

impl Shape {
    /// Walks round the components of a factor, paths from an end, cycles from their smallest
    /// colour.
    ///
    /// # Complexity
    /// Linear.
    pub fn of(part: &GraphPart, factor: &[u8]) -> Shape {
        let ends = |cube: usize| part.edges[cube][usize::from(factor[cube])];
        let mut at_colour: Vec<Vec<usize>> = vec![Vec::new(); part.colours.len()];
        for cube in 0..factor.len() {
            let [from, to] = ends(cube);
            at_colour[from].push(cube);
            if from != to {
                at_colour[to].push(cube);
            }
        }
        let mut walked = vec![false; factor.len()];
        let mut components = Vec::new();
        let is_end = |colour: &usize| {
            at_colour[*colour].len() == 1 && {
                let [from, to] = ends(at_colour[*colour][0]);
                from != to
            }
        };
        let path_starts = (0..part.colours.len()).filter(is_end);
        for start in path_starts.chain(0..part.colours.len()) {
            let mut steps = Vec::new();
            let mut colours = vec![start];
            let mut here = start;
            while let Some(&cube) = at_colour[here].iter().find(|&&cube| !walked[cube]) {
                walked[cube] = true;
                let [from, to] = ends(cube);
                steps.push((cube, from != here));
                here = if from == here { to } else { from };
                if here != start {
                    colours.push(here);
                }
            }
            if !steps.is_empty() {
                components.push(Component { steps, colours });
            }
        }
        Shape { components }
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

/// A cycle or path of arrows, one per cube.
pub(super) struct Walk {
    pub colours: Vec<usize>,
    /// Cube, and the places in `colours` that its arrow leaves and reaches.
    pub steps: Vec<(usize, usize, usize)>,
}

/// Follows arrows from colour to colour: paths from their first colour on, then cycles. In a tower
/// no colour has more than one arrow in either direction.
pub(super) fn walks(colours: usize, arrows: impl Iterator<Item = [usize; 2]>) -> Vec<Walk> {
    let mut leaving = vec![None; colours];
    let mut reached = vec![false; colours];
    for (cube, [from, to]) in arrows.enumerate() {
        // A tower of another puzzle may show colours that this one does not have.
        if from < colours && to < colours {
            leaving[from] = Some((cube, to));
            reached[to] = true;
        }
    }
    let firsts = (0..colours).filter(|&colour| !reached[colour]);
    let mut walks = Vec::new();
    for start in firsts.chain(0..colours) {
        let mut walk = Walk {
            colours: vec![start],
            steps: Vec::new(),
        };
        let mut here = start;
        while let Some((cube, next)) = leaving[here].take() {
            let place = walk.colours.len();
            let is_back = next == start;
            walk.steps
                .push((cube, place - 1, if is_back { 0 } else { place }));
            if !is_back {
                walk.colours.push(next);
            }
            here = next;
        }
        if !walk.steps.is_empty() {
            walks.push(walk);
        }
    }
    walks
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
                    let shape = Shape::of(&part, &factor);
                    assert_eq!(
                        components_and_loops(&part, &factor),
                        (
                            shape.components.len(),
                            shape.components.iter().filter(|c| c.is_loop()).count()
                        )
                    );
                    let steps: usize = shape.components.iter().map(|c| c.steps.len()).sum();
                    assert_eq!(steps, factor.len());
                    for component in &shape.components {
                        for (k, &(cube, backwards)) in component.steps.iter().enumerate() {
                            let mut ends = part.edges[cube][usize::from(factor[cube])];
                            if backwards {
                                ends.reverse();
                            }
                            let colours = &component.colours;
                            assert_eq!(ends, [colours[k], colours[(k + 1) % colours.len()]]);
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
        let found = walks(8, arrows.into_iter());
        let mut shapes: Vec<(Vec<usize>, Vec<usize>)> = found
            .iter()
            .map(|cycle| {
                let cubes = cycle.steps.iter().map(|&(cube, ..)| cube).collect();
                (cycle.colours.clone(), cubes)
            })
            .collect();
        shapes.sort();
        assert_eq!(
            shapes,
            [
                (vec![0], vec![0]),
                (vec![1, 3, 2], vec![1, 2, 3]),
                (vec![5, 4, 6], vec![4, 5]),
            ]
        );
    }
}
