//! The grid of a board, and the graph of a die that rolls on it.

use petgraph::graph::{DiGraph, NodeIndex, UnGraph};
use petgraph::visit::EdgeRef;

use crate::cube::Rotation;
use crate::cube::notation::{Die, Roll};

use super::{Cell, Dice, Puzzle, Start};

/// The grid graph: a vertex for every free cell, an edge for every two neighbours, named by the roll north or east.
///
/// # Examples
/// ```
/// # use cubegraph::tour::{graph, Puzzle, Settings};
/// let grid = graph::grid(&Puzzle::new(Settings::board(3, 3)).unwrap());
/// assert_eq!((grid.node_count(), grid.edge_count()), (9, 12));
/// ```
pub fn grid(puzzle: &Puzzle) -> UnGraph<Cell, Roll> {
    let mut graph = UnGraph::default();
    let mut node = vec![None; puzzle.rows() * puzzle.columns()];
    for cell in puzzle.cells() {
        let here = graph.add_node(cell);
        node[puzzle.index(cell)] = Some(here);
        for roll in [Roll::South, Roll::West] {
            let before = puzzle
                .neighbour(cell, roll)
                .and_then(|before| node[puzzle.index(before)]);
            if let Some(before) = before {
                graph.add_edge(before, here, roll.back());
            }
        }
    }
    graph
}

/// A vertex of the roll graph: a cell, and how the die lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Standing {
    /// Where the die is.
    pub cell: Cell,
    /// How it lies.
    pub die: Die,
}

/// The roll graph: a vertex for every cell and orientation of the die, an edge for every roll.
///
/// A roll is an odd permutation of the cube's diagonals, and it changes the colour of the cell as on a chessboard; so with a
/// fixed start only the twelve orientations of the right parity can occur on a cell, and only those are vertices. With a free start
/// or a free die there are 24.
///
/// # Examples
/// ```
/// # use cubegraph::tour::{graph, Puzzle, Settings};
/// let rolls = graph::rolls(&Puzzle::new(Settings::board(3, 3)).unwrap());
/// assert_eq!(rolls.node_count(), 9 * 12);
/// assert_eq!(rolls.edge_count(), 2 * 12 * 12);
/// ```
pub fn rolls(puzzle: &Puzzle) -> DiGraph<Standing, Roll> {
    let reference = puzzle.handedness().reference();
    let wanted =
        |cell: Cell, rotation: Rotation| match (puzzle.settings().start, puzzle.settings().die) {
            (Start::At(start), Dice::Only(die)) => {
                (die.orientation().1.is_even() == rotation.is_even())
                    == (start.is_even() == cell.is_even())
            }
            _ => true,
        };
    let mut graph = DiGraph::default();
    let mut node = vec![[None::<NodeIndex>; Rotation::COUNT]; puzzle.rows() * puzzle.columns()];
    for cell in puzzle.cells() {
        for rotation in Rotation::all().filter(|&r| wanted(cell, r)) {
            let die = reference.turned(rotation);
            node[puzzle.index(cell)][rotation.rank()] =
                Some(graph.add_node(Standing { cell, die }));
        }
    }
    for cell in puzzle.cells() {
        for rotation in Rotation::all() {
            let Some(here) = node[puzzle.index(cell)][rotation.rank()] else {
                continue;
            };
            for roll in Roll::ALL {
                if let Some(next) = puzzle.neighbour(cell, roll) {
                    let turned = (rotation * roll.rotation()).rank();
                    let there = node[puzzle.index(next)][turned].expect("a roll keeps the parity");
                    graph.add_edge(here, there, roll);
                }
            }
        }
    }
    graph
}

/// The free cells that cannot be reached from the first one, row by row.
pub fn unreachable(puzzle: &Puzzle) -> Vec<Cell> {
    let graph = grid(puzzle);
    let mut components = petgraph::unionfind::UnionFind::new(graph.node_count());
    for edge in graph.edge_references() {
        components.union(edge.source().index(), edge.target().index());
    }
    let first = match puzzle.settings().start {
        Start::At(cell) => graph.node_indices().find(|&n| graph[n] == cell),
        Start::Any => None,
    }
    .map_or(0, NodeIndex::index);
    graph
        .node_indices()
        .filter(|n| !components.equiv(n.index(), first))
        .map(|n| graph[n])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tour::{Closing, Settings};

    #[test]
    fn the_four_rolls_of_24_orientations_are_96_transitions() {
        // On a board without edges nearby, that is on the middle cell of 3 × 3, every orientation has four rolls.
        let mut settings = Settings::board(3, 3);
        settings.start = Start::Any;
        settings.closing = Closing::Open;
        let puzzle = Puzzle::new(settings).unwrap();
        let graph = rolls(&puzzle);
        let middle: Vec<_> = graph
            .node_indices()
            .filter(|&n| graph[n].cell == Cell::new(1, 1))
            .collect();
        assert_eq!(middle.len(), 24);
        assert_eq!(
            middle
                .iter()
                .map(|&n| graph.edges(n).count())
                .sum::<usize>(),
            96
        );
    }

    #[test]
    fn a_wall_leaves_cells_unreachable() {
        let mut settings = Settings::board(3, 3);
        settings.blocked = vec![Cell::new(0, 1), Cell::new(1, 1), Cell::new(2, 1)];
        let puzzle = Puzzle::new(settings).unwrap();
        assert_eq!(unreachable(&puzzle).len(), 3);
    }
}
