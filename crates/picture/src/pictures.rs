//! The six pictures, and the moves that turn one into another.
//!
//! When all cubes are turned alike, the top shows one of six pictures, in one of four positions: 24
//! solved states in all (Burcsi's introduction). A picture has the name of the face it is on when
//! the solved configuration lies on the table, and its upright position is the one in which the
//! shortest roll brings it to the top.

use serde::Serialize;

use super::{Metric, Move, Moves, Puzzle, Size, Turn, check, permutation_of};
use cubegraph_core::cube::{Face, Rotation};
use cubegraph_core::group::Permutation;
use cubegraph_core::work::{Error, Result, Work};

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

/// What a cube shows, as one reads it off a photo: the letter of the face on top, then nothing
/// where it is upright, `>` where it is turned right, `v` upside down, `<` turned left.
pub fn written(rotation: Rotation) -> String {
    let Shown { face, quarters } = shown(rotation);
    format!("{}{}", letter(face), MARKS[usize::from(quarters)])
}

/// What is written after the letter of a face for 0, 1, 2, 3 quarter turns clockwise.
const MARKS: [&str; 4] = ["", ">", "v", "<"];

/// Reads what [`written`] writes; `None` if the text does not begin with a capital, as no word in
/// u, d, l, r does.
pub fn parse_shown(text: &str) -> Option<std::result::Result<Rotation, String>> {
    let first = text.chars().next().filter(char::is_ascii_uppercase)?;
    let marks = &text[1..];
    let face = Face::ALL.into_iter().find(|&face| letter(face) == first);
    let quarters = if marks == "^" {
        Some(0)
    } else {
        (0u32..)
            .zip(MARKS)
            .find_map(|(k, mark)| (mark == marks).then_some(k))
    };
    Some(match (face, quarters) {
        (Some(face), Some(quarters)) => Ok(upright(face) * Rotation::SPIN.pow(4 - quarters)),
        (None, _) => Err(format!(
            "{first} is not a face: A is on top of a solved cube, B in front, C on the right, D at the \
             back, E on the left, F below"
        )),
        (_, None) => Err(format!(
            "\"{marks}\" is not a turn of the face {first}: nothing is upright, > turned right, v upside \
             down, < turned left"
        )),
    })
}

/// The state in which all cubes are turned like this, in words.
pub fn describe(rotation: Rotation) -> String {
    let Shown { face, quarters } = shown(rotation);
    let position = ["upright", "turned right", "upside down", "turned left"][usize::from(quarters)];
    format!("picture {}, {position}", letter(face))
}

/// Moves that turn every cube of the solved configuration alike, by this rotation, whole rows and
/// columns of the array at a time: every row by the same turn, then every column, and so on. A
/// shortest such sequence; shorter ones that are not uniform on the way may exist.
pub(crate) fn turn_all(size: Size, metric: Metric, rotation: Rotation) -> Vec<Move> {
    let turns: Vec<Turn> = Turn::ALL
        .into_iter()
        .filter(|turn| metric == Metric::Half || !turn.is_half())
        .collect();
    let cost = |turn: Turn| size.lines(turn.axis());
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

/// The moves to one of the 24 states in which all cubes are turned alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PictureState {
    picture: char,
    quarters_clockwise: u8,
    rotation: Permutation,
    length: usize,
    moves: Moves,
    #[serde(skip)]
    words: String,
}

impl PictureState {
    /// The state in words, such as `picture B, upright`.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// What every cube is turned by, as a permutation of its diagonals.
    pub fn rotation(&self) -> &Permutation {
        &self.rotation
    }

    /// The moves from picture A, upright.
    pub fn moves(&self) -> &Moves {
        &self.moves
    }
}

/// The 24 states in which all cubes are turned alike, and the moves to each of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PictureStates {
    rows: usize,
    columns: usize,
    metric: Metric,
    states: Vec<PictureState>,
}

impl PictureStates {
    /// The states, in the order of the rotations.
    pub fn states(&self) -> &[PictureState] {
        &self.states
    }
}

impl Puzzle {
    /// The moves that turn picture A, upright, into each of the 24 solved states, all lines alike.
    ///
    /// # Errors
    /// [`Error::Invalid`] if this is not the cube; [`Error::TooLarge`] if the moves take more memory than
    /// allowed.
    pub fn pictures(&self, work: &Work) -> Result<PictureStates> {
        let (size, rules) = (self.size(), self.rules());
        let metric = rules.metric().ok_or_else(|| {
            Error::invalid(format!(
                "{} has no pictures: they are of cubes only",
                rules.name()
            ))
        })?;
        // 24 states of a few turns of all lines, every move a few words.
        let moves = 24 * 4 * (size.rows() + size.columns());
        work.reserve("the moves to all pictures", 64 * moves as u128)?;
        let solved = Puzzle::new(size, rules.clone());
        let mut states = Vec::new();
        for rotation in Rotation::all() {
            work.check("the moves to some of the pictures are known")?;
            let Shown { face, quarters } = shown(rotation);
            let moves: Moves = turn_all(size, metric, rotation).into_iter().collect();
            if size.cells() <= MOST_REPLAYED {
                check::solution(&solved, &moves, &permutation_of(rotation))?;
            }
            states.push(PictureState {
                picture: letter(face),
                quarters_clockwise: quarters,
                rotation: permutation_of(rotation),
                length: moves.len(),
                moves,
                words: describe(rotation),
            });
        }
        Ok(PictureStates {
            rows: size.rows(),
            columns: size.columns(),
            metric,
            states,
        })
    }
}

/// The most cubes on which the moves are replayed; every cube of a larger array is turned like
/// these.
const MOST_REPLAYED: usize = 2500;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Configuration;

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
    fn what_a_photo_shows_is_read_as_it_is_written() {
        for rotation in Rotation::all() {
            assert_eq!(parse_shown(&written(rotation)), Some(Ok(rotation)));
        }
        assert_eq!(written(Rotation::UP), "B");
        assert_eq!(written(Rotation::SPIN), "A<");
        assert_eq!(parse_shown("A^"), Some(Ok(Rotation::IDENTITY)));
        assert_eq!(parse_shown("ud"), None);
        assert!(parse_shown("G").unwrap().is_err() && parse_shown("Ax").unwrap().is_err());
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
