//! The grid of a board, and the graph of a die that rolls on it.

use std::borrow::Cow;

use petgraph::graph::{DiGraph, NodeIndex, UnGraph};
use petgraph::visit::{Dfs, EdgeRef};

use cubegraph_core::cube::Rotation;
use cubegraph_core::cube::notation::{Die, Roll};
use cubegraph_core::work::{Result, Work};
use cubegraph_draw::data::{Field, Labelled, Value};

use super::{Cell, Dice, Puzzle, Start};

/// The grid graph of the free cells, row by row, and the vertex of each.
pub(super) fn grid(columns: usize, free: &[bool]) -> (UnGraph<Cell, ()>, Vec<Option<NodeIndex>>) {
    let mut graph = UnGraph::with_capacity(free.len(), 2 * free.len());
    let mut vertices = vec![None; free.len()];
    for k in (0..free.len()).filter(|&k| free[k]) {
        let cell = Cell::new(k / columns, k % columns);
        let here = graph.add_node(cell);
        vertices[k] = Some(here);
        for before in [Roll::South, Roll::West].map(|roll| cell.step(roll)) {
            if let Some(before) = before.and_then(|c| vertices[c.row * columns + c.column]) {
                graph.add_edge(before, here, ());
            }
        }
    }
    (graph, vertices)
}

/// A vertex of the roll graph: a cell, and how the die lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Standing {
    /// Where the die is.
    pub cell: Cell,
    /// How it lies.
    pub die: Die,
}

impl Puzzle {
    /// The roll graph: a vertex for every cell and orientation of the die, an arc for every roll.
    ///
    /// A roll is an odd permutation of the cube's diagonals, and it changes the colour of the cell
    /// as on a chessboard; so with a fixed start only the twelve orientations of the right parity
    /// can occur on a cell, and only those are vertices. With a free start or a free die there are
    /// 24.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph_tour::Puzzle;
    /// let rolls = "3x3".parse::<Puzzle>()?.roll_graph();
    /// assert_eq!(rolls.node_count(), 9 * 12);
    /// assert_eq!(rolls.edge_count(), 2 * 12 * 12);
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    pub fn roll_graph(&self) -> DiGraph<Standing, Roll> {
        self.roll_graph_within(&Work::default()).expect("there are no limits")
    }

    /// [`Puzzle::roll_graph`] within limits.
    ///
    /// # Errors
    /// The limits of `work`.
    pub fn roll_graph_within(&self, work: &Work) -> Result<DiGraph<Standing, Roll>> {
        let arcs = 2 * self.graph().edge_count() * (self.standings() / self.size());
        // A vertex takes 32 bytes and a place in the table below, an arc 20.
        let bytes = 64 * self.standings() + 24 * arcs;
        work.reserve("the roll graph", bytes as u128)?;
        let reference = self.handedness().reference();
        let wanted = |cell: Cell, rotation: Rotation| match (self.start(), self.die()) {
            (Start::At(start), Dice::Only(die)) => {
                (die.orientation().1.is_even() == rotation.is_even())
                    == (start.is_even() == cell.is_even())
            }
            _ => true,
        };
        let mut graph = DiGraph::default();
        let mut vertices = vec![[None::<NodeIndex>; Rotation::COUNT]; self.size()];
        for (of_cell, cell) in vertices.iter_mut().zip(self.cells()) {
            for rotation in Rotation::all().filter(|&r| wanted(cell, r)) {
                let die = reference.turned(rotation);
                of_cell[rotation.rank()] = Some(graph.add_node(Standing { cell, die }));
            }
        }
        let grid = self.graph();
        for here in grid.node_indices() {
            if here.index().is_multiple_of(1 << 12) {
                work.check("part of the roll graph is built")?;
            }
            for rotation in Rotation::all() {
                let Some(from) = vertices[here.index()][rotation.rank()] else {
                    continue;
                };
                for (roll, next) in steps_from(grid, here) {
                    let turned = (rotation * roll.rotation()).rank();
                    let to = vertices[next.index()][turned].expect("a roll keeps the parity");
                    graph.add_edge(from, to, roll);
                }
            }
        }
        Ok(graph)
    }

    /// The number of vertices of [`Puzzle::roll_graph`].
    pub(super) fn standings(&self) -> usize {
        let fixed = matches!((self.start(), self.die()), (Start::At(_), Dice::Only(_)));
        self.size() * if fixed { 12 } else { 24 }
    }

    /// The free cells that cannot be reached from the start, or from the first cell, row by row.
    pub(super) fn unreachable(&self) -> Vec<Cell> {
        let grid = self.graph();
        let start = self.fixed_start().and_then(|cell| self.vertex(cell));
        let mut walk = Dfs::new(grid, start.unwrap_or_default());
        while walk.next(grid).is_some() {}
        let missed = grid.node_indices().filter(|n| !walk.discovered[n.index()]);
        missed.map(|n| grid[n]).collect()
    }
}

/// The rolls that lead from a cell to its neighbours, in the order of [`Roll::ALL`].
pub(super) fn steps_from(
    grid: &UnGraph<Cell, ()>,
    here: NodeIndex,
) -> impl Iterator<Item = (Roll, NodeIndex)> {
    let mut steps = [None; 4];
    for edge in grid.edges(here) {
        let next = if edge.source() == here { edge.target() } else { edge.source() };
        if let Some(roll) = grid[here].roll_to(grid[next]) {
            steps[roll as usize] = Some((roll, next));
        }
    }
    steps.into_iter().flatten()
}

impl Labelled for Cell {
    const FIELDS: &'static [Field] = &[Field::integer("row"), Field::integer("column")];

    fn values(&self) -> Vec<Value> {
        vec![self.row.into(), self.column.into()]
    }

    fn name(&self) -> Option<Cow<'_, str>> {
        Some(format!("{},{}", self.row, self.column).into())
    }

    fn place(&self) -> Option<[f64; 2]> {
        Some([self.column as f64, self.row as f64])
    }
}

impl Standing {
    /// The three faces as one word, such as `123`.
    pub(super) fn orientation(&self) -> String {
        let die = self.die;
        format!("{}{}{}", die.top(), die.north(), die.east())
    }
}

impl Labelled for Standing {
    const FIELDS: &'static [Field] = &[
        Field::integer("row"),
        Field::integer("column"),
        Field::text("orientation"),
        Field::integer("top"),
        Field::integer("north"),
        Field::integer("east"),
    ];

    fn values(&self) -> Vec<Value> {
        let Standing { cell, die } = self;
        vec![
            cell.row.into(),
            cell.column.into(),
            self.orientation().into(),
            die.top().into(),
            die.north().into(),
            die.east().into(),
        ]
    }

    fn name(&self) -> Option<Cow<'_, str>> {
        let Cell { row, column } = self.cell;
        Some(format!("{row},{column}:{}", self.orientation()).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_rolls_of_24_orientations_are_96_transitions() {
        // The middle cell of 3 × 3 has no border nearby, so every orientation has four rolls.
        let puzzle = Puzzle::builder(3, 3).start(Start::Any).build().unwrap();
        let graph = puzzle.roll_graph();
        assert_eq!(graph.node_count(), puzzle.standings());
        let middle: Vec<_> =
            graph.node_indices().filter(|&n| graph[n].cell == Cell::new(1, 1)).collect();
        assert_eq!(middle.len(), 24);
        let arcs: usize = middle.iter().map(|&n| graph.edges(n).count()).sum();
        assert_eq!(arcs, 96);
    }

    #[test]
    fn a_wall_leaves_cells_unreachable() {
        let wall = Puzzle::builder(3, 3).block((0, 1)).block((1, 1));
        let puzzle = wall.block((2, 1)).build().unwrap();
        assert_eq!(puzzle.unreachable().len(), 3);
    }
}
