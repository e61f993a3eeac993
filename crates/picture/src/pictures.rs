//! The six pictures: what a cube shows on top, in words and as a photo shows it.
//!
//! When all cubes are turned alike, the top shows one of six pictures, in one of four positions: 24
//! solved states in all (Burcsi's introduction). A picture has the name of the face it is on when
//! the solved configuration lies on the table, and its upright position is the one in which the
//! shortest roll brings it to the top.

use cubegraph_core::cube::{Face, Rotation};

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
    Shown { face, quarters: (4 - spins) % 4 }
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
        (0u32..).zip(MARKS).find_map(|(k, mark)| (mark == marks).then_some(k))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_24_states_are_six_pictures_in_four_positions() {
        let states: std::collections::BTreeSet<_> =
            Rotation::all().map(|r| (shown(r).face, shown(r).quarters)).collect();
        assert_eq!(states.len(), 24);
        for r in Rotation::all() {
            let Shown { face, quarters } = shown(r);
            assert_eq!(upright(face) * Rotation::SPIN.pow(u32::from(4 - quarters)), r);
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
}
