//! The group a picture puzzle lives in, and its row and column moves.

use std::sync::Arc;

use num_bigint::BigUint;

use super::{Axis, Metric, Move, Moves, Size, WrittenTurn, pictures};
use cubegraph_core::cube::{Rotation, notation};
use cubegraph_core::group::{Element, Group, Permutation, StabiliserChain};
use cubegraph_core::work::{Error, Result, Work};

/// Which elements a row, or a column, may be multiplied by in one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveSet {
    /// Every element of G but the identity, which moves nothing.
    All,
    /// These elements, as listed: inverses are not added.
    Listed(Vec<Permutation>),
}

/// G, R and C of Burcsi's section 2.1.
///
/// The cube is the group of the permutations of its diagonals with R = {u, d} and C = {l, r}.
#[derive(Clone, Debug)]
pub struct Rules {
    name: String,
    metric: Option<Metric>,
    chain: Arc<StabiliserChain>,
    rows: MoveSet,
    columns: MoveSet,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        let generators = [self, other].map(|rules| rules.chain.generators());
        (&self.name, self.metric, generators[0]) == (&other.name, other.metric, generators[1])
            && (&self.rows, &self.columns) == (&other.rows, &other.columns)
    }
}

impl Eq for Rules {}

/// Rules whose group ⟨R, C⟩ is small enough for a multiplication table.
#[derive(Clone, Debug)]
pub struct Tabled {
    rules: Rules,
    /// The table of ⟨R, C⟩: no cell ever leaves it.
    pub group: Group,
    /// The row moves.
    pub rows: Vec<Element>,
    /// The column moves.
    pub columns: Vec<Element>,
}

/// The permutation of the diagonals that a rotation is.
pub fn permutation_of(rotation: Rotation) -> Permutation {
    Permutation::from_images(rotation.diagonals().map(u32::from).to_vec()).unwrap_or_default()
}

/// The rotation that permutes the diagonals like this, if only they move.
pub fn rotation_of(permutation: &Permutation) -> Option<Rotation> {
    if permutation.degree() > 4 {
        return None;
    }
    let image = |point| u8::try_from(permutation.image(point)).unwrap_or(u8::MAX);
    Rotation::from_diagonals([image(0), image(1), image(2), image(3)])
}

impl Rules {
    /// The cube, with what one move is.
    pub fn cube(metric: Metric) -> Result<Rules> {
        let moves = |axis: Axis| MoveSet::Listed(axis.turns(metric).map(permutation_of).collect());
        let generators = [Rotation::UP, Rotation::RIGHT].map(permutation_of);
        Ok(Rules {
            name: "cube".to_owned(),
            metric: Some(metric),
            chain: Arc::new(StabiliserChain::build(&generators, &Work::default())?),
            rows: moves(Axis::Row),
            columns: moves(Axis::Column),
        })
    }

    /// Any finite group with row and column moves.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a move is not in the group, or if there is no move at all on one side.
    pub fn new(
        name: impl Into<String>,
        chain: StabiliserChain,
        rows: MoveSet,
        columns: MoveSet,
    ) -> Result<Rules> {
        for (moves, what) in [(&rows, "row"), (&columns, "column")] {
            if let MoveSet::Listed(list) = moves
                && let Some(foreign) = list.iter().find(|p| !chain.contains(p))
            {
                return Err(Error::invalid(format!(
                    "the {what} move {foreign} is not in the group"
                )));
            }
        }
        Ok(Rules { name: name.into(), metric: None, chain: Arc::new(chain), rows, columns })
    }

    /// R and C exchanged, for the puzzle whose rows are the columns of this one.
    #[must_use]
    pub fn transposed(&self) -> Rules {
        Rules { rows: self.columns.clone(), columns: self.rows.clone(), ..self.clone() }
    }

    /// The name of G.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What one move is, for the cube; `None` for other groups.
    pub fn metric(&self) -> Option<Metric> {
        self.metric
    }

    /// Whether this is the cube.
    pub fn is_cube(&self) -> bool {
        self.metric.is_some()
    }

    /// G, as a stabiliser chain.
    pub fn group(&self) -> &StabiliserChain {
        &self.chain
    }

    /// The order of G.
    pub fn group_order(&self) -> BigUint {
        self.chain.order()
    }

    /// R.
    pub fn rows(&self) -> &MoveSet {
        &self.rows
    }

    /// C.
    pub fn columns(&self) -> &MoveSet {
        &self.columns
    }

    /// R, or C.
    pub(super) fn move_set(&self, axis: Axis) -> &MoveSet {
        match axis {
            Axis::Row => &self.rows,
            Axis::Column => &self.columns,
        }
    }

    /// Whether a row, or a column, may be multiplied by this in one move.
    pub(super) fn has_move(&self, axis: Axis, by: &Permutation) -> bool {
        match self.move_set(axis) {
            MoveSet::All => self.chain.contains(by),
            MoveSet::Listed(list) => list.contains(by),
        }
    }

    /// Permutations that generate ⟨R⟩ (or ⟨C⟩), without listing a move set that is all of G.
    pub fn generators(&self, axis: Axis) -> &[Permutation] {
        match self.move_set(axis) {
            MoveSet::All => self.chain.generators(),
            MoveSet::Listed(list) => list,
        }
    }

    /// How many moves a row (or column) has; the identity counts where it is listed.
    pub fn move_count(&self, axis: Axis) -> BigUint {
        match self.move_set(axis) {
            MoveSet::All => self.group_order() - 1u32,
            MoveSet::Listed(list) => list.len().into(),
        }
    }

    /// Reads an element of G: cycles, or a word in the generators (for the cube in u, d, l, r; else
    /// a, b, c, … for the generators as listed, capitals for their inverses); for the cube also the
    /// face that is on top and its turn, as in `B>`. The empty text is the identity.
    pub fn parse(&self, text: &str) -> std::result::Result<Permutation, String> {
        let element = if self.is_cube() {
            let rotation = match pictures::parse_shown(text.trim()) {
                Some(rotation) => rotation?,
                None => notation::parse_rotation(text)?,
            };
            return Ok(permutation_of(rotation));
        } else if text.trim().is_empty() || text.trim_start().starts_with('(') {
            Permutation::read(text).map_err(|fault| fault.message().to_owned())?
        } else {
            word(text.trim(), self.chain.generators())?
        };
        if self.chain.contains(&element) {
            Ok(element)
        } else {
            Err(format!(
                "{element} is not in the group {}, which has order {}",
                self.name,
                self.group_order()
            ))
        }
    }

    /// Makes the multiplication table of ⟨R, C⟩.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if that group is too large for a table.
    #[doc(hidden)]
    pub fn tabled(&self) -> Result<Tabled> {
        self.tabled_within(&Work::default())
    }

    /// The same within limits.
    ///
    /// # Errors
    /// As for [`Rules::tabled`], and what `work` says when it stops.
    #[doc(hidden)]
    pub fn tabled_within(&self, work: &Work) -> Result<Tabled> {
        let generators: Vec<Permutation> = Axis::ALL
            .into_iter()
            .flat_map(|axis| self.generators(axis))
            .filter(|g| !g.is_identity())
            .cloned()
            .collect();
        let group = Group::within(&generators, work)
            .map_err(|error| error.help("what can be reached is known without a table"))?;
        let list = |moves: &MoveSet| match moves {
            MoveSet::All => group.elements().skip(1).collect(),
            MoveSet::Listed(list) => list.iter().filter_map(|p| group.element(p)).collect(),
        };
        let (rows, columns) = (list(&self.rows), list(&self.columns));
        Ok(Tabled { rules: self.clone(), group, rows, columns })
    }
}

/// A word in the letters of the generators.
fn word(text: &str, generators: &[Permutation]) -> std::result::Result<Permutation, String> {
    text.chars()
        .filter(|c| !c.is_whitespace())
        .try_fold(Permutation::IDENTITY, |product, letter| {
            let index = (letter.to_ascii_lowercase() as usize).wrapping_sub('a' as usize);
            let generator = generators
                .get(index)
                .filter(|_| letter.is_ascii_alphabetic())
                .ok_or_else(|| {
                    format!(
                        "{letter:?} names no generator: the group has {}, a word uses the letters from a on \
                         (capitals for inverses), and cycles look like (1 2 3)",
                        generators.len()
                    )
                })?;
            Ok(if letter.is_ascii_uppercase() {
                &product * &generator.inverse()
            } else {
                &product * generator
            })
        })
}

impl Tabled {
    /// What the table was made from.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// All moves of a size: rows first, then columns, each with its elements in order.
    pub fn moves(&self, size: Size) -> Vec<Move<Element>> {
        let mut moves = Vec::new();
        for axis in Axis::ALL {
            for line in 0..size.lines(axis) {
                let turns = self.choices(axis).iter();
                moves.extend(turns.map(|&turn| Move { axis, line, turn }));
            }
        }
        moves
    }

    /// The row moves, or the column moves.
    pub fn choices(&self, axis: Axis) -> &[Element] {
        match axis {
            Axis::Row => &self.rows,
            Axis::Column => &self.columns,
        }
    }

    /// Makes a move on cells in row-major order.
    pub fn turn(&self, cells: &mut [Element], size: Size, step: Move<Element>) {
        for cell in step.cells(size) {
            cells[cell] = self.group.multiply(cells[cell], step.turn);
        }
    }

    /// The rotation that an element is, if this is the cube.
    pub fn rotation(&self, element: Element) -> Option<Rotation> {
        let is_cube = self.rules.is_cube();
        rotation_of(self.group.permutation(element)).filter(|_| is_cube)
    }

    /// A move of cubes as one of these rules.
    pub fn move_of_cubes(&self, step: Move) -> Option<Move<Element>> {
        Some(step.with_turn(self.group.element(&permutation_of(step.turn))?))
    }

    /// The move as it is written: `up1` or `column2` on the cube, else `row1(1 2 3)`.
    pub fn written(&self, step: Move<Element>) -> Move<WrittenTurn> {
        step.with_turn(match self.rotation(step.turn) {
            Some(rotation) => WrittenTurn::Cube(rotation),
            None => WrittenTurn::Element(self.group.permutation(step.turn).clone()),
        })
    }

    /// The name of a move.
    pub fn name_of(&self, step: Move<Element>) -> String {
        self.written(step).to_string()
    }

    /// Moves as they are written.
    pub fn moves_in_words(&self, steps: &[Move<Element>]) -> Moves {
        steps.iter().map(|&step| self.written(step)).collect()
    }

    /// Cells given as permutations, by number; `None` if one is outside ⟨R, C⟩.
    pub fn elements(&self, cells: &[Permutation]) -> Option<Vec<Element>> {
        cells.iter().map(|p| self.group.element(p)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubegraph_core::group::NamedGroup;

    fn rules(name: &str) -> Rules {
        let named = NamedGroup::parse(name).unwrap();
        let chain = StabiliserChain::build(named.generators(), &Work::default()).unwrap();
        Rules::new(name, chain, MoveSet::All, MoveSet::All).unwrap()
    }

    #[test]
    fn rotations_are_permutations_of_the_diagonals() {
        for a in Rotation::all() {
            assert_eq!(rotation_of(&permutation_of(a)), Some(a));
            for b in Rotation::all() {
                assert_eq!(permutation_of(a * b), &permutation_of(a) * &permutation_of(b));
            }
        }
        assert_eq!(rotation_of(&"(1 5)".parse().unwrap()), None);
    }

    #[test]
    fn the_moves_of_the_cube_have_burcsis_names() {
        let size = Size::new(2, 1).unwrap();
        let names = |metric| {
            let tabled = Rules::cube(metric).unwrap().tabled().unwrap();
            let moves = tabled.moves(size);
            for (&step, cubes) in moves.iter().zip(Move::all(size, metric)) {
                assert_eq!(tabled.move_of_cubes(cubes), Some(step));
            }
            moves.iter().map(|&s| tabled.name_of(s)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(Metric::Quarter), "up1 down1 up2 down2 left1 right1");
        assert_eq!(names(Metric::Half), "up1 down1 row1 up2 down2 row2 left1 right1 column1");
    }

    #[test]
    fn elements_are_read_as_cycles_or_words_and_must_be_in_the_group() {
        let a4 = rules("A4");
        assert_eq!(a4.parse("(1 2 3)"), a4.parse("a"));
        let cube = Rules::cube(Metric::Quarter).unwrap();
        assert_eq!(cube.parse("B"), cube.parse("u"));
        assert_eq!(cube.parse("A"), Ok(Permutation::IDENTITY));
        assert!(cube.parse("G").is_err() && cube.parse("B?").is_err());
        assert_eq!(a4.parse("aA"), Ok(Permutation::IDENTITY));
        assert_eq!(a4.parse("ab").unwrap(), &a4.parse("a").unwrap() * &a4.parse("b").unwrap());
        for bad in ["(1 2)", "c", "a1", "(1 2", "(1 5)"] {
            assert!(a4.parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_move_outside_the_group_is_refused() {
        let chain =
            StabiliserChain::build(NamedGroup::parse("A4").unwrap().generators(), &Work::default())
                .unwrap();
        let foreign = MoveSet::Listed(vec!["(1 2)".parse().unwrap()]);
        assert!(
            Rules::new("A4", chain, MoveSet::All, foreign)
                .unwrap_err()
                .to_string()
                .contains("column move (1 2)")
        );
    }

    #[test]
    fn only_what_the_moves_generate_is_listed() {
        let s13 = NamedGroup::parse("S13").unwrap();
        let chain = StabiliserChain::build(s13.generators(), &Work::default()).unwrap();
        let few = |text: &str| MoveSet::Listed(vec![text.parse().unwrap()]);
        let small = Rules::new("S13", chain, few("(1 2 3)"), few("(3 4)")).unwrap();
        assert_eq!(small.tabled().unwrap().group.order(), 24);
        assert!(matches!(rules("S13").tabled().unwrap_err(), cubegraph_core::Error::TooLarge(_)));
    }
}
