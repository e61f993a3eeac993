//! The parts of a puzzle: groups of cubes that share no colour.
//!
//! Cubes and colours are joined where a cube shows a colour; a *part* is a connected piece of that. What one part does never
//! touches another, so the 2-factors of the whole are the products of those of the parts, and so are ordered disjoint pairs
//! of factors, their orientations and their appearances. Five groups of six equal cubes on disjoint colours have
//! 90⁵ = 5 904 900 000 factors, but each part has only 90.

use petgraph::unionfind::UnionFind;

use super::{Axis, Colour, Puzzle};

/// Some cubes of a puzzle with the colours they show, both renumbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The cubes of the part, as indices in the puzzle, ascending.
    pub cubes: Vec<usize>,
    /// The colours of the part, as indices in the puzzle, ascending.
    pub colours: Vec<usize>,
    /// The edges of each cube by [`Axis`], as pairs of the part's own colours.
    pub edges: Vec<[[usize; 2]; 3]>,
}

impl Part {
    /// The whole puzzle as one part, connected or not.
    pub fn whole(puzzle: &Puzzle) -> Part {
        Part {
            cubes: (0..puzzle.cubes().len()).collect(),
            colours: (0..puzzle.colours().len()).collect(),
            edges: puzzle
                .cubes()
                .iter()
                .map(|cube| Axis::ALL.map(|axis| cube.pair(axis).map(Colour::index)))
                .collect(),
        }
    }

    /// Whether every colour needs degree exactly two: as many colours as cubes leave nothing over.
    pub fn is_exact(&self) -> bool {
        self.cubes.len() == self.colours.len()
    }

    /// Whether a side of the part would have to repeat a colour.
    pub fn has_too_few_colours(&self) -> bool {
        self.colours.len() < self.cubes.len()
    }

    /// The first axis of a cube, before the given one, whose edge joins the same two colours.
    pub fn twin(&self, cube: usize, axis: usize) -> Option<usize> {
        let sorted = |[a, b]: [usize; 2]| [a.min(b), a.max(b)];
        let edge = sorted(self.edges[cube][axis]);
        (0..axis).find(|&earlier| sorted(self.edges[cube][earlier]) == edge)
    }
}

/// Splits a puzzle into its parts, in the order of their first cubes.
///
/// # Complexity
/// Linear in the number of cubes, but for the inverse Ackermann function.
pub fn parts_of(puzzle: &Puzzle) -> Vec<Part> {
    let mut joined = UnionFind::<usize>::new(puzzle.colours().len());
    for cube in puzzle.cubes() {
        for colour in &cube.faces()[1..] {
            joined.union(cube.faces()[0].index(), colour.index());
        }
    }
    let label = joined.into_labeling();
    let mut part_of_label = vec![usize::MAX; label.len()];
    let mut parts: Vec<Part> = Vec::new();
    for (index, cube) in puzzle.cubes().iter().enumerate() {
        let root = label[cube.faces()[0].index()];
        if part_of_label[root] == usize::MAX {
            part_of_label[root] = parts.len();
            parts.push(Part {
                cubes: Vec::new(),
                colours: Vec::new(),
                edges: Vec::new(),
            });
        }
        parts[part_of_label[root]].cubes.push(index);
    }
    let mut local = vec![0; label.len()];
    for colour in 0..label.len() {
        let part = &mut parts[part_of_label[label[colour]]];
        local[colour] = part.colours.len();
        part.colours.push(colour);
    }
    for part in &mut parts {
        part.edges = part
            .cubes
            .iter()
            .map(|&cube| {
                Axis::ALL.map(|axis| puzzle.cubes()[cube].pair(axis).map(|c| local[c.index()]))
            })
            .collect();
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubes_without_a_common_colour_fall_into_parts() {
        let puzzle = Puzzle::from_text("AAABBB CCCCCC BBBBDD CCEEEE").unwrap();
        let parts = parts_of(&puzzle);
        assert_eq!(parts.len(), 2);
        assert_eq!(
            (&parts[0].cubes[..], &parts[0].colours[..]),
            (&[0, 2][..], &[0, 1, 3][..])
        );
        assert_eq!(
            (&parts[1].cubes[..], &parts[1].colours[..]),
            (&[1, 3][..], &[2, 4][..])
        );
        assert!(!parts[0].is_exact() && parts[1].is_exact());
        assert_eq!(parts[1].twin(0, 2), Some(0));
    }
}
