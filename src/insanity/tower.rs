//! Towers: how the cubes stand, and how to turn each of them there from how it was given.

use super::{Axis, Colour, Cube, Puzzle};
use crate::cube::{Face, Rotation};

/// A quarter turn of one cube, named for somebody who stands in front of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
        match self {
            QuarterTurn::Up => "up",
            QuarterTurn::Down => "down",
            QuarterTurn::Left => "left",
            QuarterTurn::Right => "right",
            QuarterTurn::Clockwise => "clockwise",
            QuarterTurn::Counterclockwise => "counterclockwise",
        }
    }

    /// What it does, in words.
    pub const fn meaning(self) -> &'static str {
        match self {
            QuarterTurn::Up => "the front comes to the top",
            QuarterTurn::Down => "the top comes to the front",
            QuarterTurn::Left => "the top goes to the left",
            QuarterTurn::Right => "the top goes to the right",
            QuarterTurn::Clockwise => "the front goes to the left",
            QuarterTurn::Counterclockwise => "the front goes to the right",
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
///
/// # Examples
/// ```
/// # use cubegraph::{cube::Rotation, insanity::tower::{QuarterTurn, quarter_turns}};
/// assert_eq!(quarter_turns(Rotation::UP), [QuarterTurn::Up]);
/// assert!(Rotation::all().all(|r| quarter_turns(r).len() <= 3));
/// ```
pub fn quarter_turns(rotation: Rotation) -> Vec<QuarterTurn> {
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// The colours at the six places in Hesselink's order. Where the cube was given by pairs, top and bottom may be exchanged.
    pub faces: [Colour; 6],
    /// How to turn it from how it was given; unknown where the cube was given by pairs.
    pub rotation: Option<Rotation>,
}

impl Placed {
    /// A cube after a rotation of how it is laid out.
    pub fn turned(cube: &Cube, rotation: Rotation) -> Placed {
        Placed {
            faces: rotation.turn(cube.faces()),
            rotation: cube.chirality_known().then_some(rotation),
        }
    }
}

/// A tower: the cubes in the order given.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tower {
    /// How each cube stands.
    pub cubes: Vec<Placed>,
}

impl Tower {
    /// What a side (or top or bottom) shows, cube by cube.
    pub fn side(&self, place: Face) -> Vec<Colour> {
        self.cubes
            .iter()
            .map(|cube| cube.faces[place.index()])
            .collect()
    }

    /// The tower with all cubes rotated as laid out.
    pub(crate) fn of_rotations(puzzle: &Puzzle, rotations: &[Rotation]) -> Tower {
        Tower {
            cubes: puzzle
                .cubes()
                .iter()
                .zip(rotations)
                .map(|(cube, &rotation)| Placed::turned(cube, rotation))
                .collect(),
        }
    }
}

/// A pair of opposite faces and the one of the two that comes first: to the left, or to the front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Directed {
    pub axis: Axis,
    /// Whether the second face comes first.
    pub reversed: bool,
}

impl Directed {
    /// The face that comes first.
    pub fn first(self) -> Face {
        self.axis.faces()[usize::from(self.reversed)]
    }
}

/// The rotation that brings one face to the left and another, of a different axis, to the front.
pub(crate) fn rotation_to(left: Face, front: Face) -> Rotation {
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
        }
    }

    #[test]
    fn the_names_say_what_the_turns_do() {
        let goes = |turn: QuarterTurn, face| turn.rotation().place_of(face);
        assert_eq!(goes(QuarterTurn::Up, Face::Front), Face::Top);
        assert_eq!(goes(QuarterTurn::Down, Face::Top), Face::Front);
        assert_eq!(goes(QuarterTurn::Left, Face::Top), Face::Left);
        assert_eq!(goes(QuarterTurn::Right, Face::Top), Face::Right);
        assert_eq!(goes(QuarterTurn::Clockwise, Face::Front), Face::Left);
        assert_eq!(
            goes(QuarterTurn::Counterclockwise, Face::Front),
            Face::Right
        );
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
