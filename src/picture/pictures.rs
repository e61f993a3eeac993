//! The six pictures, and the moves that turn one into another.
//!
//! When all cubes are turned alike, the top shows one of six pictures, in one of four positions: 24 solved states in all
//! (Burcsi's introduction). A picture has the name of the face it is on when the solved configuration lies on the table, and its
//! upright position is the one in which the shortest roll brings it to the top.

use super::{Metric, Move, Size, Turn};
use crate::cube::{Face, Rotation};

/// The picture on top, and how far it is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The face that is on top.
    pub face: Face,
    /// By how many quarter turns, clockwise seen from above, it is away from upright.
    pub quarters: u8,
}

/// The rotation that brings a picture to the top, upright.
pub fn upright(face: Face) -> Rotation {
    match face {
        Face::Top => Rotation::IDENTITY,
        Face::Bottom => Rotation::UP.pow(2),
        Face::Front => Rotation::UP,
        Face::Back => Rotation::DOWN,
        Face::Left => Rotation::RIGHT,
        Face::Right => Rotation::LEFT,
    }
}

/// What a cube that is turned like this shows on top.
///
/// # Examples
/// ```
/// # use cubegraph::cube::{Face, Rotation};
/// # use cubegraph::picture::pictures::shown;
/// let spun = shown(Rotation::UP * Rotation::SPIN);
/// assert_eq!((spun.face, spun.quarters), (Face::Front, 3));
/// ```
pub fn shown(rotation: Rotation) -> Shown {
    let face = rotation.face_at(Face::Top);
    // The spin goes left, front, right, back: anticlockwise seen from above.
    let spins = (0..4u8)
        .find(|&k| upright(face) * Rotation::SPIN.pow(u32::from(k)) == rotation)
        .unwrap_or(0);
    Shown {
        face,
        quarters: (4 - spins) % 4,
    }
}

/// The letter of a picture: A on top, then B front, C right, D back, E left, F bottom.
pub const fn letter(face: Face) -> char {
    match face {
        Face::Top => 'A',
        Face::Front => 'B',
        Face::Right => 'C',
        Face::Back => 'D',
        Face::Left => 'E',
        Face::Bottom => 'F',
    }
}

/// The state in which all cubes are turned like this, in words.
pub fn describe(rotation: Rotation) -> String {
    let Shown { face, quarters } = shown(rotation);
    let position = ["upright", "turned right", "upside down", "turned left"][usize::from(quarters)];
    format!("picture {}, {position}", letter(face))
}

/// Moves that turn every cube of the solved configuration alike, by this rotation, whole rows and columns of the array at a
/// time: every row by the same turn, then every column, and so on. A shortest such sequence; shorter ones that
/// are not uniform on the way may exist.
pub fn turn_all(size: Size, metric: Metric, rotation: Rotation) -> Vec<Move> {
    let turns: Vec<Turn> = Turn::ALL
        .into_iter()
        .filter(|turn| metric == Metric::Half || !turn.is_half())
        .collect();
    let cost = |turn: Turn| {
        if turn.is_row() {
            size.rows()
        } else {
            size.columns()
        }
    };
    // 24 states: Bellman and Ford will do.
    let mut best: [Option<(usize, Vec<Turn>)>; 24] = std::array::from_fn(|_| None);
    best[Rotation::IDENTITY.rank()] = Some((0, Vec::new()));
    for _ in 0..24 {
        for from in Rotation::all() {
            let Some((length, word)) = best[from.rank()].clone() else {
                continue;
            };
            for &turn in &turns {
                let to = (from * turn.rotation()).rank();
                let total = length + cost(turn);
                if best[to].as_ref().is_none_or(|(known, _)| total < *known) {
                    let mut longer = word.clone();
                    longer.push(turn);
                    best[to] = Some((total, longer));
                }
            }
        }
    }
    let word = best[rotation.rank()]
        .take()
        .map(|(_, word)| word)
        .unwrap_or_default();
    word.into_iter()
        .flat_map(|turn| (0..cost(turn)).map(move |line| Move { turn, line }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Configuration;

    #[test]
    fn the_24_states_are_six_pictures_in_four_positions() {
        let states: std::collections::BTreeSet<_> = Rotation::all()
            .map(|r| (shown(r).face, shown(r).quarters))
            .collect();
        assert_eq!(states.len(), 24);
        for r in Rotation::all() {
            let Shown { face, quarters } = shown(r);
            assert_eq!(
                upright(face) * Rotation::SPIN.pow(u32::from(4 - quarters)),
                r
            );
        }
    }

    #[test]
    fn rotating_every_row_upwards_shows_the_next_picture_in_three_moves() {
        let size = Size::new(3, 3).unwrap();
        let moves = turn_all(size, Metric::Quarter, Rotation::UP);
        let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["up1", "up2", "up3"]);
        for rotation in Rotation::all() {
            let mut configuration = Configuration::solved(size);
            configuration.turn_all(turn_all(size, Metric::Half, rotation));
            assert!(configuration.cells().iter().all(|&cell| cell == rotation));
        }
    }
}
