//! The four notations of the documents, as conversions of the one [`Rotation`].

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Face, Rotation};

/// Hesselink's three rotations, as the images of the faces 0 to 5 that he prints.
pub mod hesselink {
    /// R, a third of a turn about a diagonal; permutes the three pairs of opposite faces.
    pub const R: [u8; 6] = [1, 5, 3, 4, 2, 0];
    /// L, a quarter turn about the vertical axis.
    pub const L: [u8; 6] = [1, 2, 3, 0, 4, 5];
    /// K, a half turn about the left-right axis.
    pub const K: [u8; 6] = [0, 3, 2, 1, 5, 4];
}

/// The list `orients` of Jandhyala, ch. 5: which of the letters a to f (in the unturned cube on
/// top, bottom, left, right, front, back) is at (top, bottom, left, right, front, back).
pub const ORIENTS: [&str; 24] = [
    "abcdef", "abefdc", "abdcfe", "abfecd", "badcef", "baefcd", "bacdfe", "bafedc", "cdbaef",
    "cdabfe", "cdefab", "cdfeba", "dcabef", "dcefba", "dcbafe", "dcfeab", "efabcd", "efcdba",
    "efbadc", "efdcab", "fedcba", "febacd", "fecdab", "feabdc",
];

/// The places in the order of [`ORIENTS`].
const ORIENTS_PLACES: [Face; 6] =
    [Face::Top, Face::Bottom, Face::Left, Face::Right, Face::Front, Face::Back];

/// The rotation that an entry of [`ORIENTS`] describes, or `None` if the six letters are no
/// rotation.
pub fn from_orient(letters: &str) -> Option<Rotation> {
    let letters: &[u8; 6] = letters.as_bytes().try_into().ok()?;
    let mut images = [0; 6];
    for (place, letter) in ORIENTS_PLACES.iter().zip(letters) {
        let face = ORIENTS_PLACES.get(usize::from(letter.wrapping_sub(b'a')))?;
        images[face.index()] =
            Face::ALL.iter().zip(0..).find_map(|(f, i)| (f == place).then_some(i))?;
    }
    Rotation::from_faces(images)
}

/// The four directions in which a die rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "char", try_from = "char")]
pub enum Roll {
    /// To the next row, N (row + 1).
    North,
    /// To the row before, S.
    South,
    /// To the next column, E (column + 1).
    East,
    /// To the column before, W.
    West,
}

impl Roll {
    /// N, S, E, W, in the document's order.
    pub const ALL: [Roll; 4] = [Roll::North, Roll::South, Roll::East, Roll::West];

    /// The rotation that the die makes.
    pub const fn rotation(self) -> Rotation {
        match self {
            Roll::North => Rotation::UP,
            Roll::South => Rotation::DOWN,
            Roll::East => Rotation::RIGHT,
            Roll::West => Rotation::LEFT,
        }
    }

    /// The roll that undoes this one.
    #[must_use]
    pub const fn back(self) -> Roll {
        match self {
            Roll::North => Roll::South,
            Roll::South => Roll::North,
            Roll::East => Roll::West,
            Roll::West => Roll::East,
        }
    }

    /// N, S, E or W.
    pub const fn letter(self) -> char {
        match self {
            Roll::North => 'N',
            Roll::South => 'S',
            Roll::East => 'E',
            Roll::West => 'W',
        }
    }
}

impl TryFrom<char> for Roll {
    type Error = String;

    fn try_from(letter: char) -> Result<Roll, String> {
        Roll::ALL
            .into_iter()
            .find(|roll| roll.letter() == letter)
            .ok_or_else(|| format!("{letter:?} is not a direction: N, S, E or W"))
    }
}

impl From<Roll> for char {
    fn from(roll: Roll) -> char {
        roll.letter()
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A die as (top, north, east), the notation of Jandhyala, ch. 14. Opposite faces add up to seven.
///
/// The triples that can be rolled from (1, 2, 3) are the 24 orientations of a *left-handed* die;
/// (1, 3, 2) belongs to its mirror image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Faces")]
pub struct Die {
    top: u8,
    north: u8,
    east: u8,
}

/// Three faces as they are read, not yet known to be a die.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Faces {
    top: u8,
    north: u8,
    east: u8,
}

impl TryFrom<Faces> for Die {
    type Error = String;

    fn try_from(faces: Faces) -> Result<Die, String> {
        Die::new(faces.top, faces.north, faces.east)
    }
}

/// Which of the two mirror images a die is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Handedness {
    /// Can be rolled from (1, 2, 3).
    Left,
    /// Can be rolled from (1, 3, 2).
    Right,
}

impl Handedness {
    /// The die that stands for the unturned cube: (1, 2, 3) or (1, 3, 2).
    pub const fn reference(self) -> Die {
        match self {
            Handedness::Left => Die::new_unchecked(1, 2, 3),
            Handedness::Right => Die::new_unchecked(1, 3, 2),
        }
    }
}

impl fmt::Display for Handedness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Handedness::Left => "left",
            Handedness::Right => "right",
        })
    }
}

impl Die {
    const fn new_unchecked(top: u8, north: u8, east: u8) -> Die {
        Die { top, north, east }
    }

    /// A die with these faces, or why there is none.
    pub fn new(top: u8, north: u8, east: u8) -> Result<Die, String> {
        for face in [top, north, east] {
            if !(1..=6).contains(&face) {
                return Err(format!("a die has the faces 1 to 6, not {face}"));
            }
        }
        for (a, b) in [(top, north), (top, east), (north, east)] {
            if a == b {
                return Err(format!("face {a} cannot be on two sides"));
            }
            if a + b == 7 {
                return Err(format!("{a} and {b} are opposite faces and cannot be neighbours"));
            }
        }
        Ok(Die { top, north, east })
    }

    /// The face on top, 1 to 6.
    pub const fn top(self) -> u8 {
        self.top
    }

    /// The face towards the north, 1 to 6.
    pub const fn north(self) -> u8 {
        self.north
    }

    /// The face towards the east, 1 to 6.
    pub const fn east(self) -> u8 {
        self.east
    }

    /// The die after it has rolled.
    #[must_use]
    pub fn rolled(self, roll: Roll) -> Die {
        self.turned(roll.rotation())
    }

    /// The face at a place.
    pub const fn at(self, place: Face) -> u8 {
        match place {
            Face::Top => self.top,
            Face::Bottom => 7 - self.top,
            Face::Back => self.north,
            Face::Front => 7 - self.north,
            Face::Right => self.east,
            Face::Left => 7 - self.east,
        }
    }

    /// The die after a rotation.
    #[must_use]
    pub fn turned(self, rotation: Rotation) -> Die {
        let at = |place| self.at(rotation.face_at(place));
        Die { top: at(Face::Top), north: at(Face::Back), east: at(Face::Right) }
    }

    /// Which mirror image this die is, and the rotation that brings its reference die here.
    pub fn orientation(self) -> (Handedness, Rotation) {
        [Handedness::Left, Handedness::Right]
            .into_iter()
            .find_map(|hand| {
                Rotation::all().find(|&r| hand.reference().turned(r) == self).map(|r| (hand, r))
            })
            .expect("48 valid dice, 24 of each handedness")
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}, {})", self.top, self.north, self.east)
    }
}

impl FromStr for Die {
    type Err = String;

    /// Reads `T,N,E`.
    fn from_str(text: &str) -> Result<Die, String> {
        let faces: Vec<u8> = text
            .split(',')
            .map(|part| {
                part.trim()
                    .parse()
                    .map_err(|_| format!("{:?} is not a face of a die: 1 to 6", part.trim()))
            })
            .collect::<Result<_, _>>()?;
        match faces[..] {
            [top, north, east] => Die::new(top, north, east),
            _ => Err(format!(
                "a die is given by three faces, top, north and east, as in 1,2,3, not by {}",
                faces.len()
            )),
        }
    }
}

/// Reads a rotation in Burcsi's notation: a word in `u d l r`, applied from left to right, or
/// cycles of the diagonals 1 to 4 such as `(1 4 2 3)` or `(1423)`, multiplied from left to right.
/// The empty word is the identity.
///
/// # Examples
/// ```
/// # use cubegraph_core::cube::{notation::parse_rotation, Rotation};
/// assert_eq!(parse_rotation("uu"), parse_rotation("(1 2)(3 4)"));
/// assert_eq!(parse_rotation(""), Ok(Rotation::IDENTITY));
/// assert!(parse_rotation("ux").is_err());
/// ```
pub fn parse_rotation(text: &str) -> Result<Rotation, String> {
    let text = text.trim();
    if !text.starts_with('(') {
        return text.chars().try_fold(Rotation::IDENTITY, |product, letter| {
            let turn = match letter {
                'u' => Rotation::UP,
                'd' => Rotation::DOWN,
                'l' => Rotation::LEFT,
                'r' => Rotation::RIGHT,
                _ => {
                    return Err(format!(
                        "{letter:?} is not a turn: a word uses u, d, l and r, cycles look like \
                         (1 4 2 3)"
                    ));
                }
            };
            Ok(product * turn)
        });
    }
    let mut product = Rotation::IDENTITY;
    for cycle in text.split_inclusive(')') {
        let points = cycle
            .trim()
            .strip_prefix('(')
            .and_then(|c| c.strip_suffix(')'))
            .ok_or_else(|| format!("{cycle:?} is not a cycle: write (1 4 2 3)"))?;
        let points: Vec<u8> = points
            .chars()
            .filter(|c| !c.is_whitespace() && *c != ',')
            .map(|c| match c {
                '1'..='4' => Ok(c as u8 - b'1'),
                _ => Err(format!("{c:?} is not a diagonal: 1 to 4")),
            })
            .collect::<Result<_, _>>()?;
        let mut images = [0, 1, 2, 3];
        for (k, &point) in points.iter().enumerate() {
            if points[..k].contains(&point) {
                return Err(format!("diagonal {} twice in one cycle", point + 1));
            }
            images[usize::from(point)] = points[(k + 1) % points.len()];
        }
        product = product
            * Rotation::from_diagonals(images).expect("a cycle without repeats is a permutation");
    }
    Ok(product)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// All products of the generators.
    fn closure(generators: &[Rotation]) -> BTreeSet<Rotation> {
        let mut known = BTreeSet::from([Rotation::IDENTITY]);
        loop {
            let more: BTreeSet<_> =
                known.iter().flat_map(|&a| generators.iter().map(move |&b| a * b)).collect();
            if more.is_subset(&known) {
                return known;
            }
            known.extend(more);
        }
    }

    #[test]
    fn hesselinks_tuples_are_proper_rotations_and_generate_all() {
        let [r, l, k] = [hesselink::R, hesselink::L, hesselink::K]
            .map(|images| Rotation::from_faces(images).expect("proper"));
        assert_eq!([r.order(), l.order(), k.order()], [3, 4, 2]);
        assert_eq!(r.to_string(), "(1 4 2)");
        assert_eq!(l.to_string(), "(1 2 3 4)");
        assert_eq!(l, Rotation::SPIN);
        assert_eq!(k.to_string(), "(1 2)(3 4)");
        assert_eq!(k, Rotation::UP.pow(2));
        assert_eq!(closure(&[r, l, k]).len(), 24);
    }

    #[test]
    fn jandhyalas_list_has_each_rotation_once() {
        let all: BTreeSet<_> = ORIENTS.iter().map(|o| from_orient(o).expect("proper")).collect();
        assert_eq!(all.len(), 24);
        // Seen from the four visible sides: six ordered pairs of axes, four flips each.
        let visible: BTreeSet<_> = ORIENTS.iter().map(|o| &o[2..]).collect();
        let axes: BTreeSet<_> = visible
            .iter()
            .map(|v| v.replace('b', "a").replace('d', "c").replace('f', "e"))
            .collect();
        assert_eq!((visible.len(), axes.len()), (24, 6));
        assert_eq!(from_orient("badcfe"), None);
        assert_eq!(from_orient("xbcdef"), None);
    }

    #[test]
    fn rolling_a_die_is_turning_a_cube() {
        let die = |t, n, e| Die::new(t, n, e).unwrap();
        let mut reached = BTreeSet::from([die(1, 2, 3)]);
        for _ in 0..8 {
            for d in reached.clone() {
                let (t, n, e) = (d.top, d.north, d.east);
                let rolled = [
                    (Roll::North, die(7 - n, t, e)),
                    (Roll::South, die(n, 7 - t, e)),
                    (Roll::East, die(7 - e, n, t)),
                    (Roll::West, die(e, n, 7 - t)),
                ];
                for (roll, after) in rolled {
                    assert_eq!(d.turned(roll.rotation()), after);
                    assert_eq!(after.turned(roll.back().rotation()), d);
                    reached.insert(after);
                }
            }
        }
        assert_eq!(reached.len(), 24);
        assert!(!reached.contains(&die(1, 3, 2)));
        assert_eq!(die(1, 3, 2).orientation().0, Handedness::Right);
        assert!(reached.iter().all(|d| d.orientation().0 == Handedness::Left));
    }

    #[test]
    fn burcsis_cycles_are_quarter_turns() {
        for (word, cycle, turn) in [
            ("u", "(1423)", Rotation::UP),
            ("d", "(1324)", Rotation::DOWN),
            ("l", "(1342)", Rotation::LEFT),
            ("r", "(1243)", Rotation::RIGHT),
        ] {
            assert_eq!(parse_rotation(word), Ok(turn));
            assert_eq!(parse_rotation(cycle), Ok(turn));
            assert_eq!(parse_rotation(&turn.to_string()), Ok(turn));
        }
        assert_eq!(closure(&[Rotation::UP, Rotation::RIGHT]).len(), 24);
        assert_eq!(parse_rotation("ul").unwrap(), Rotation::UP * Rotation::LEFT);
    }

    #[test]
    fn bad_notation_is_refused_with_a_reason() {
        for bad in ["x", "(1 5)", "(1 1)", "(1 2", "(1 2))", "u(1 2)"] {
            assert!(parse_rotation(bad).is_err(), "{bad}");
        }
        for bad in ["1,6,3", "1,1,2", "0,2,3", "7,2,3", "1,2", "1,2,3,4", "a,b,c", ""] {
            assert!(bad.parse::<Die>().is_err(), "{bad}");
        }
    }
}
