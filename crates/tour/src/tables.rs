//! The die as a number from 0 to 23, and what a roll makes of it.

use cubegraph_core::cube::Rotation;
use cubegraph_core::cube::notation::{Die, Handedness, Roll};

/// The rank of the rotation that brings the reference die to where it lies.
pub(crate) type Orientation = u8;

/// All 24 orientations, as a set of bits.
pub(crate) const ALL_ORIENTATIONS: u32 = (1 << 24) - 1;

/// Rolls and tops by orientation.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    /// The orientation after a roll; rolls in the order of [`Roll::ALL`].
    pub next: [[Orientation; 4]; 24],
    /// The face on top.
    pub top: [u8; 24],
    /// What the face on top is worth.
    pub value: [i32; 24],
    /// The orientations that are even rotations of the reference die.
    pub even: u32,
    hand: Handedness,
}

impl Tables {
    /// The die of this handedness, whose faces 1 to 6 are worth `values`.
    pub fn new(hand: Handedness, values: [i64; 6]) -> Tables {
        let rotation = |k: usize| Rotation::from_rank(k).expect("24 rotations");
        let top: [u8; 24] = std::array::from_fn(|k| hand.reference().turned(rotation(k)).top());
        let value = |face: u8| i32::try_from(values[usize::from(face) - 1]);
        Tables {
            next: std::array::from_fn(|k| {
                Roll::ALL.map(|roll| rank(rotation(k) * roll.rotation()))
            }),
            top,
            value: top.map(|face| value(face).expect("values are bounded")),
            even: Rotation::all().filter(|r| r.is_even()).fold(0, |set, r| set | 1 << r.rank()),
            hand,
        }
    }

    /// The orientation of a die.
    pub fn orientation(die: Die) -> Orientation {
        rank(die.orientation().1)
    }

    /// The die of an orientation.
    pub fn die(&self, orientation: Orientation) -> Die {
        let rotation = Rotation::from_rank(usize::from(orientation)).expect("24 rotations");
        self.hand.reference().turned(rotation)
    }

    /// The orientations that show this face, or all of them.
    pub fn showing(&self, label: Option<u8>) -> u32 {
        label.map_or(ALL_ORIENTATIONS, |face| {
            (0..24).filter(|&k| self.top[k] == face).fold(0, |set, k| set | 1 << k)
        })
    }
}

/// The orientation to which a rotation brings the reference die.
pub(crate) fn rank(rotation: Rotation) -> Orientation {
    u8::try_from(rotation.rank()).expect("below 24")
}
