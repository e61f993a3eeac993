//! The Cayley graph of H, implicit: its vertices are the numbers of the configurations.

use std::fmt;

use num_traits::ToPrimitive;
use petgraph::Direction;

use super::plain::Ranking;
use super::{Move, Puzzle, WrittenTurn};
use cubegraph_core::group::{self, Element, Numbered, Permutation};
use cubegraph_core::work::{Error, Result, Work};

/// The Cayley graph of a picture puzzle; see [`Puzzle::cayley`].
pub type Cayley = group::Cayley<Configurations>;

/// The configurations that can be reached, by number. The theorem of `order.rs` numbers them
/// without any table: a coset of N^(m×n), and for every cell an element of N.
#[derive(Clone)]
pub struct Configurations {
    ranking: Ranking,
    moves: Vec<Move<Element>>,
    order: usize,
}

impl fmt::Debug for Configurations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Configurations")
            .field("size", &self.ranking.size())
            .field("order", &self.order)
            .finish_non_exhaustive()
    }
}

impl Configurations {
    fn new(puzzle: &Puzzle, work: &Work) -> Result<Configurations> {
        let (size, tabled) = (puzzle.size(), puzzle.rules().tabled_within(work)?);
        let order = Ranking::order_of(&tabled, size);
        let Some(order) = order.to_usize() else {
            return Err(Error::too_large(format!(
                "the {order} configurations of {size} cannot be numbered"
            )));
        };
        Ok(Configurations { moves: tabled.moves(size), ranking: Ranking::new(tabled, size), order })
    }
}

impl Numbered for Configurations {
    type Element = Vec<Element>;

    fn order(&self) -> usize {
        self.order
    }

    fn generator_count(&self) -> usize {
        self.moves.len()
    }

    fn element(&self, rank: usize) -> Vec<Element> {
        self.ranking.unrank(rank as u64)
    }

    fn rank_after(&self, cells: &Vec<Element>, generator: usize, direction: Direction) -> usize {
        let (tabled, step) = (self.ranking.tabled(), self.moves[generator]);
        let by = match direction {
            Direction::Outgoing => step.turn,
            Direction::Incoming => tabled.group.inverse(step.turn),
        };
        let mut after = cells.clone();
        tabled.turn(&mut after, self.ranking.size(), Move { turn: by, ..step });
        let rank = self.ranking.rank(&after);
        rank.and_then(|rank| usize::try_from(rank).ok())
            .expect("moves lead to configurations that can be reached")
    }
}

impl Puzzle {
    /// The Cayley graph: a vertex for every configuration that can be reached, an arc for every
    /// move.
    ///
    /// Nothing is stored: neighbours are computed, and petgraph's algorithms run on it unchanged.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if there are too many configurations for `usize`.
    ///
    /// # Examples
    /// ```
    /// # use cubegraph_picture::Puzzle;
    /// use petgraph::algo::astar;
    ///
    /// let cubes = Puzzle::cube(2, 2)?;
    /// let cayley = cubes.cayley()?;
    /// let scrambled = cubes.after(&"up1 left2 down2".parse()?)?;
    /// let start = cayley.vertex(scrambled.cells().expect("scrambled")).expect("reachable");
    /// let way = astar(&cayley, start, |v| v == cayley.identity(), |_| 1, |_| 0);
    /// assert_eq!(way.expect("reachable").0, 3);
    /// # Ok::<(), cubegraph_core::Error>(())
    /// ```
    pub fn cayley(&self) -> Result<Cayley> {
        self.cayley_within(&Work::default())
    }

    /// The same within limits, which matter for groups that take long to list.
    ///
    /// # Errors
    /// As for [`Puzzle::cayley`], and what `work` says when it stops.
    pub fn cayley_within(&self, work: &Work) -> Result<Cayley> {
        let group = Configurations::new(self, work)?;
        Ok(Cayley::of(group))
    }
}

impl Configurations {
    /// The configuration of a vertex, row by row.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn cells(&self, vertex: usize) -> Vec<Permutation> {
        let group = &self.ranking.tabled().group;
        let cells = self.element(vertex).into_iter();
        cells.map(|cell| group.permutation(cell).clone()).collect()
    }

    /// The vertex of a configuration, row by row; `None` if it cannot be reached.
    pub fn vertex(&self, cells: &[Permutation]) -> Option<usize> {
        let ranking = &self.ranking;
        if cells.len() != ranking.size().cells() {
            return None;
        }
        let rank = ranking.rank(&ranking.tabled().elements(cells)?)?;
        usize::try_from(rank).ok()
    }

    /// The move that an arc carries the number of.
    pub fn arc_move(&self, generator: usize) -> Option<Move<WrittenTurn>> {
        let step = *self.moves.get(generator)?;
        Some(self.ranking.tabled().written(step))
    }

    /// The numbers of a configuration under the rules.
    pub(super) fn ranking(&self) -> &Ranking {
        &self.ranking
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use petgraph::algo::dijkstra;
    use petgraph::visit::{Bfs, EdgeRef, IntoEdges, IntoNodeIdentifiers, NodeCount, Walker};

    #[test]
    fn arcs_are_moves() {
        let puzzle = Puzzle::cube(2, 1).unwrap();
        let cayley = puzzle.cayley().unwrap();
        assert_eq!(cayley.node_count(), 576);
        assert_eq!(Bfs::new(&cayley, cayley.identity()).iter(&cayley).count(), 576);
        for vertex in (&cayley).node_identifiers().step_by(17) {
            let cells = cayley.cells(vertex);
            assert_eq!(cayley.vertex(&cells), Some(vertex));
            for arc in (&cayley).edges(vertex) {
                let step = cayley.arc_move(*arc.weight()).unwrap();
                let here = puzzle.clone().with_cells(cells.clone()).unwrap();
                let there = here.after(&[step].into_iter().collect()).unwrap();
                assert_eq!(cayley.vertex(there.cells().unwrap()), Some(arc.target()));
            }
        }
    }

    #[test]
    fn a_one_way_group_has_its_arcs_in_one_direction() {
        let text = "kind = \"picture\"\nrows = 2\ncolumns = 2\n[group]\nname = \"S3\"\n\
                    row_moves = [\"(1 2 3)\"]\ncolumn_moves = [\"(1 2)\"]\n";
        let puzzle: Puzzle = text.parse().unwrap();
        let cayley = puzzle.cayley().unwrap();
        let distances = dijkstra(&cayley, cayley.identity(), None, |_| 1u32);
        assert_eq!(distances.len(), cayley.node_count());
        let back = puzzle.after(&"row1(1 2 3) row1(1 2 3)".parse().unwrap()).unwrap();
        let vertex = cayley.vertex(back.cells().unwrap()).unwrap();
        assert_eq!(distances[&vertex], 2, "(1 3 2) is not a move");
        assert!(puzzle.after(&"row1(1 3 2)".parse().unwrap()).is_err());
    }
}
