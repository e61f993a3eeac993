//! Towers: how the cubes stand, and how to turn each of them there from how it was given.

use std::fmt;
use std::sync::Arc;

use itertools::Itertools;
use petgraph::graph::NodeIndex;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Axis, Cube, Puzzle, Strand};
use cubegraph_core::cube::{Face, Rotation};

/// A quarter turn of one cube, as seen from the front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum QuarterTurn {
    /// The front comes to the top.
    Up,
    /// The top comes to the front.
    Down,
    /// The top goes to the left.
    Left,
    /// The top goes to the right.
    Right,
    /// The front goes to the left: clockwise, seen from above.
    Clockwise,
    /// The front goes to the right: counterclockwise, seen from above.
    Counterclockwise,
}

impl QuarterTurn {
    /// The six quarter turns.
    pub const ALL: [QuarterTurn; 6] = [
        QuarterTurn::Up,
        QuarterTurn::Down,
        QuarterTurn::Left,
        QuarterTurn::Right,
        QuarterTurn::Clockwise,
        QuarterTurn::Counterclockwise,
    ];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    /// What it does, in words.
    pub const fn meaning(self) -> &'static str {
        self.words().1
    }

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            QuarterTurn::Up => ("up", "the front comes to the top"),
            QuarterTurn::Down => ("down", "the top comes to the front"),
            QuarterTurn::Left => ("left", "the top goes to the left"),
            QuarterTurn::Right => ("right", "the top goes to the right"),
            QuarterTurn::Clockwise => ("clockwise", "the front goes to the left"),
            QuarterTurn::Counterclockwise => ("counterclockwise", "the front goes to the right"),
        }
    }

    /// The rotation it makes.
    pub fn rotation(self) -> Rotation {
        match self {
            QuarterTurn::Up => Rotation::UP,
            QuarterTurn::Down => Rotation::DOWN,
            QuarterTurn::Left => Rotation::LEFT,
            QuarterTurn::Right => Rotation::RIGHT,
            QuarterTurn::Clockwise => Rotation::SPIN.inverse(),
            QuarterTurn::Counterclockwise => Rotation::SPIN,
        }
    }
}

/// The shortest sequence of quarter turns that makes a rotation; at most three.
pub(super) fn quarter_turns(rotation: Rotation) -> Vec<QuarterTurn> {
    let mut sequences: Vec<(Rotation, Vec<QuarterTurn>)> = vec![(Rotation::IDENTITY, Vec::new())];
    // Breadth first, so that the first sequence to arrive is a shortest one.
    loop {
        if let Some((_, turns)) = sequences.iter().find(|(made, _)| *made == rotation) {
            return turns.clone();
        }
        sequences = sequences
            .iter()
            .flat_map(|(made, turns)| {
                QuarterTurn::ALL.map(|turn| {
                    let longer = turns.iter().copied().chain([turn]).collect();
                    (*made * turn.rotation(), longer)
                })
            })
            .collect();
    }
}

/// How one cube stands in a tower.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    /// The colours at the six places in Hesselink's order. Where the cube was given by pairs, top
    /// and bottom may be exchanged.
    pub faces: [NodeIndex; 6],
    /// The rotation that takes the cube here; `None` if only its pairs are known.
    pub rotation: Option<Rotation>,
}

impl Placed {
    /// What each pair of opposite faces of the cube becomes, from the colours of the three pairs as
    /// they were given, if they are known; nothing where this is not the cube.
    pub fn strands(&self, given: [Option<[NodeIndex; 2]>; 3]) -> [Option<Strand>; 3] {
        let sorted = |[a, b]: [NodeIndex; 2]| if a <= b { [a, b] } else { [b, a] };
        let shown = |place: Axis| sorted(place.faces().map(|face| self.faces[face.index()]));
        // By the rotation where it is known; else by the colours: edges that look the same are
        // interchangeable.
        let comes_to = |axis: usize, place: Axis| {
            let by_rotation = self.rotation.is_none_or(|rotation| {
                let face = rotation.face_at(place.faces()[0]);
                Axis::ALL[axis].faces().contains(&face)
            });
            by_rotation && given[axis].is_none_or(|ends| sorted(ends) == shown(place))
        };
        let order = (0..3)
            .permutations(3)
            .find(|order| (0..3).all(|place| comes_to(order[place], Axis::ALL[place])));
        [0, 1, 2].map(|axis| {
            let place = order.as_ref()?.iter().position(|&other| other == axis)?;
            Some(Strand::ALL[place])
        })
    }
}

/// A tower: how the cubes stand, in the order given.
///
/// Its `Display` is a small table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tower {
    pub(crate) cubes: Vec<Placed>,
    /// The names of the colours, shared by all towers of a puzzle.
    pub(super) names: Arc<[String]>,
}

/// The places in the order in which answers list them.
pub(super) const PLACES: [Face; 6] =
    [Face::Front, Face::Back, Face::Left, Face::Right, Face::Top, Face::Bottom];

impl Tower {
    /// The colours of a cube at the six places, in Hesselink's order.
    pub fn faces(&self, cube: usize) -> [NodeIndex; 6] {
        self.cubes[cube].faces
    }

    /// What a side (or top or bottom) shows, cube by cube.
    pub fn side(&self, place: Face) -> Vec<&str> {
        let shown = self.cubes.iter().map(|cube| cube.faces[place.index()]);
        shown.map(|colour| self.name(colour)).collect()
    }

    fn name(&self, colour: NodeIndex) -> &str {
        self.names.get(colour.index()).map_or("?", String::as_str)
    }

    /// How to turn each cube from how it was given, in as few quarter turns as possible; `None`
    /// where only the pairs of opposite faces are known.
    pub fn turns(&self) -> Vec<Option<Vec<QuarterTurn>>> {
        let turns = |cube: &Placed| cube.rotation.map(quarter_turns);
        self.cubes.iter().map(turns).collect()
    }

    /// The tower as rows of words, the header first: cube (from 1), the six places, the turns.
    pub fn rows(&self) -> Vec<Vec<String>> {
        let mut header = vec!["cube".to_owned()];
        header.extend(PLACES.map(|place| place.to_string()));
        header.push("how to turn it".to_owned());
        let mut rows = vec![header];
        for (index, (cube, turns)) in self.cubes.iter().zip(self.turns()).enumerate() {
            let mut row = vec![(index + 1).to_string()];
            row.extend(PLACES.map(|place| self.name(cube.faces[place.index()]).to_owned()));
            row.push(match turns {
                None => "(given by pairs)".to_owned(),
                Some(turns) if turns.is_empty() => "as it is".to_owned(),
                Some(turns) => turns.iter().map(|turn| turn.name()).join(", "),
            });
            rows.push(row);
        }
        rows
    }

    /// The tower with all cubes rotated as laid out.
    pub(crate) fn of_rotations(
        puzzle: &Puzzle,
        names: &Arc<[String]>,
        rotations: &[Rotation],
    ) -> Tower {
        let turned = |(cube, &rotation): (&Cube, &Rotation)| Placed {
            faces: rotation.turn(cube.faces()),
            rotation: cube.chirality_known().then_some(rotation),
        };
        let cubes = puzzle.cubes().iter().zip(rotations).map(turned).collect();
        Tower { cubes, names: names.clone() }
    }
}

impl Puzzle {
    /// The names of the colours, to be shared by towers.
    pub(crate) fn names(&self) -> Arc<[String]> {
        self.colours().map(|c| c.name().to_owned()).collect()
    }
}

impl fmt::Display for Tower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = self.rows();
        rows[0][7].replace_range(.., "turns");
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let widths: Vec<usize> = (0..8).map(|column| width(column).unwrap_or(0)).collect();
        for (index, row) in rows.iter().enumerate() {
            let cells = row.iter().zip(&widths);
            let line = cells.map(|(cell, &width)| format!("{cell:width$}")).join("  ");
            f.write_str(line.trim_end())?;
            if index + 1 < rows.len() {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

impl Serialize for Tower {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(7))?;
        for place in PLACES {
            map.serialize_entry(place.name(), &self.side(place))?;
        }
        map.serialize_entry("turns", &self.turns())?;
        map.end()
    }
}

/// The rotation that brings one face to the left and another, of a different axis, to the front.
pub(super) fn rotation_to(left: Face, front: Face) -> Rotation {
    Rotation::all()
        .find(|r| r.place_of(left) == Face::Left && r.place_of(front) == Face::Front)
        .expect("two neighbouring faces can be brought to any two neighbouring places")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_make_the_rotation_they_are_asked_for() {
        for rotation in Rotation::all() {
            let made = quarter_turns(rotation)
                .iter()
                .fold(Rotation::IDENTITY, |made, turn| made * turn.rotation());
            assert_eq!(made, rotation);
            assert!(quarter_turns(rotation).len() <= 3);
        }
    }

    #[test]
    fn the_words_say_what_the_turns_do() {
        for turn in QuarterTurn::ALL {
            let words: Vec<&str> = turn.meaning().split(' ').collect();
            let named = |name: &str| Face::ALL.into_iter().find(|face| face.name() == name);
            let [from, to] = [words[1], words[words.len() - 1]].map(|name| named(name).unwrap());
            assert_eq!(turn.rotation().place_of(from), to, "{}", turn.name());
        }
    }

    #[test]
    fn any_two_neighbouring_faces_come_to_the_left_and_the_front() {
        for left in Face::ALL {
            for front in Face::ALL {
                if front != left && front != left.opposite() {
                    assert_eq!(rotation_to(left, front).face_at(Face::Left), left);
                }
            }
        }
    }
}
