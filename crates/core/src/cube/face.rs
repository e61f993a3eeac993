//! The six faces, in Hesselink's order.

use std::fmt;

/// A face of the cube, or the place in space where a face is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Face {
    /// West; Hesselink's face 0.
    Left,
    /// South; Hesselink's face 1.
    Front,
    /// East; Hesselink's face 2.
    Right,
    /// North; Hesselink's face 3.
    Back,
    /// Up; Hesselink's face 4.
    Top,
    /// Down; Hesselink's face 5.
    Bottom,
}

impl Face {
    /// All faces in Hesselink's order, so that `Face::ALL[i].index() == i`.
    pub const ALL: [Face; 6] =
        [Face::Left, Face::Front, Face::Right, Face::Back, Face::Top, Face::Bottom];

    /// Hesselink's index of the face.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The face on the other side of the cube.
    ///
    /// ```
    /// # use cubegraph_core::cube::Face;
    /// assert_eq!(Face::Left.opposite(), Face::Right);
    /// assert!(Face::ALL.iter().all(|f| f.opposite().opposite() == *f));
    /// ```
    #[must_use]
    pub const fn opposite(self) -> Face {
        match self {
            Face::Left => Face::Right,
            Face::Front => Face::Back,
            Face::Right => Face::Left,
            Face::Back => Face::Front,
            Face::Top => Face::Bottom,
            Face::Bottom => Face::Top,
        }
    }

    /// The English name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Face::Left => "left",
            Face::Front => "front",
            Face::Right => "right",
            Face::Back => "back",
            Face::Top => "top",
            Face::Bottom => "bottom",
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
