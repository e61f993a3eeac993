//! Solids made of boxes, as triangles for a 3D printer (STL).
//!
//! The surface of a union of boxes is found on the grid of all their coordinates: a face lies wherever material meets air.
//! Every face is cut along all grid lines, so neighbouring triangles share whole edges and the surface is closed.

use std::collections::BTreeMap;

/// A box with edges along the axes, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    least: [f64; 3],
    most: [f64; 3],
}

impl Block {
    /// The box between two opposite corners, given in any order.
    pub fn new(corner: [f64; 3], opposite: [f64; 3]) -> Block {
        let mut block = Block {
            least: corner,
            most: opposite,
        };
        for axis in 0..3 {
            block.least[axis] = tidy(corner[axis].min(opposite[axis]));
            block.most[axis] = tidy(corner[axis].max(opposite[axis]));
        }
        block
    }

    fn contains(&self, point: [f64; 3]) -> bool {
        (0..3).all(|axis| self.least[axis] < point[axis] && point[axis] < self.most[axis])
    }
}

/// Coordinates that differ by rounding alone become the same: a millionth of a millimetre is nothing.
fn tidy(value: f64) -> f64 {
    if value.is_finite() {
        (value * 1e6).round() / 1e6 + 0.0
    } else {
        0.0
    }
}

type Corner = [f64; 3];

/// A closed surface made of triangles, each anticlockwise seen from outside.
///
/// # Examples
/// ```
/// use cubegraph::draw::{Block, Solid};
///
/// let cube = Block::new([0.0, 0.0, 0.0], [10.0, 10.0, 10.0]);
/// let hole = Block::new([4.0, 4.0, 5.0], [6.0, 6.0, 10.0]);
/// let solid = Solid::from_blocks(&[cube], &[hole]);
/// assert!(solid.is_closed());
/// assert!((solid.volume() - 980.0).abs() < 1e-6);
/// assert!(solid.to_stl("drilled cube").starts_with("solid drilled_cube"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solid {
    triangles: Vec<[Corner; 3]>,
}

impl Solid {
    /// The solid that fills all of `material` except what lies in `holes`.
    ///
    /// # Complexity
    /// O(k³ · k) for k boxes; meant for dozens.
    pub fn from_blocks(material: &[Block], holes: &[Block]) -> Solid {
        let lines: [Vec<f64>; 3] =
            std::array::from_fn(|axis| grid_lines(material.iter().chain(holes), axis));
        let cells = lines.each_ref().map(|line| line.len().saturating_sub(1));
        let is_solid = |cell: [Option<usize>; 3]| {
            let mut middle = [0.0; 3];
            for axis in 0..3 {
                let Some(index) = cell[axis].filter(|&index| index < cells[axis]) else {
                    return false;
                };
                middle[axis] = f64::midpoint(lines[axis][index], lines[axis][index + 1]);
            }
            material.iter().any(|block| block.contains(middle))
                && !holes.iter().any(|block| block.contains(middle))
        };
        let mut solid = Solid::default();
        for x in 0..cells[0] {
            for y in 0..cells[1] {
                for z in 0..cells[2] {
                    let cell = [x, y, z];
                    if !is_solid(cell.map(Some)) {
                        continue;
                    }
                    for axis in 0..3 {
                        for ahead in [false, true] {
                            let mut beyond = cell.map(Some);
                            beyond[axis] = if ahead {
                                cell[axis].checked_add(1)
                            } else {
                                cell[axis].checked_sub(1)
                            };
                            if !is_solid(beyond) {
                                solid.add_face(&lines, cell, axis, ahead);
                            }
                        }
                    }
                }
            }
        }
        solid
    }

    fn add_face(&mut self, lines: &[Vec<f64>; 3], cell: [usize; 3], axis: usize, ahead: bool) {
        let (second, third) = ((axis + 1) % 3, (axis + 2) % 3);
        let corner = |a: usize, b: usize| {
            let mut point = [0.0; 3];
            point[axis] = lines[axis][cell[axis] + usize::from(ahead)];
            point[second] = lines[second][cell[second] + a];
            point[third] = lines[third][cell[third] + b];
            point
        };
        let [p, q, r, s] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        if ahead {
            self.triangles.extend([[p, q, r], [p, r, s]]);
        } else {
            self.triangles.extend([[p, r, q], [p, s, r]]);
        }
    }

    /// The same solid elsewhere.
    #[must_use]
    pub fn moved(mut self, by: [f64; 3]) -> Solid {
        for corner in self.triangles.iter_mut().flatten() {
            for axis in 0..3 {
                corner[axis] = tidy(corner[axis] + by[axis]);
            }
        }
        self
    }

    /// Puts another solid beside this one; they must not overlap.
    pub fn add(&mut self, other: Solid) -> &mut Solid {
        self.triangles.extend(other.triangles);
        self
    }

    /// Number of triangles.
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// Volume in cubic millimetres, by the divergence theorem; positive when the triangles face outwards.
    pub fn volume(&self) -> f64 {
        self.triangles
            .iter()
            .map(|[a, b, c]| {
                (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
                    + a[2] * (b[0] * c[1] - b[1] * c[0]))
                    / 6.0
            })
            .sum()
    }

    /// Does every edge of a triangle meet as many others running the opposite way? A printer needs that.
    pub fn is_closed(&self) -> bool {
        let mut balance: BTreeMap<[[u64; 3]; 2], i64> = BTreeMap::new();
        let bits = |corner: Corner| corner.map(f64::to_bits);
        for triangle in &self.triangles {
            for side in 0..3 {
                let (from, to) = (bits(triangle[side]), bits(triangle[(side + 1) % 3]));
                if from < to {
                    *balance.entry([from, to]).or_default() += 1;
                } else {
                    *balance.entry([to, from]).or_default() -= 1;
                }
            }
        }
        balance.values().all(|&count| count == 0)
    }

    /// The solid as STL text.
    pub fn to_stl(&self, name: &str) -> String {
        let name: String = name
            .chars()
            .map(|letter| {
                if letter.is_ascii_alphanumeric() {
                    letter
                } else {
                    '_'
                }
            })
            .collect();
        let point = |corner: &Corner| corner.map(super::scene::number).join(" ");
        let mut lines = vec![format!("solid {name}")];
        for triangle in &self.triangles {
            lines.push(format!(" facet normal {}", point(&normal(triangle))));
            lines.push("  outer loop".to_owned());
            lines.extend(
                triangle
                    .iter()
                    .map(|corner| format!("   vertex {}", point(corner))),
            );
            lines.push("  endloop\n endfacet".to_owned());
        }
        lines.push(format!("endsolid {name}\n"));
        lines.join("\n")
    }

    /// The solid as binary STL, a fifth of the size.
    pub fn to_binary_stl(&self) -> Vec<u8> {
        let mut bytes = vec![0; 80];
        bytes.extend(
            u32::try_from(self.triangles.len())
                .unwrap_or(u32::MAX)
                .to_le_bytes(),
        );
        for triangle in &self.triangles {
            for corner in std::iter::once(&normal(triangle)).chain(triangle) {
                for value in corner {
                    #[expect(
                        clippy::cast_possible_truncation,
                        reason = "the format has single precision"
                    )]
                    bytes.extend((*value as f32).to_le_bytes());
                }
            }
            bytes.extend([0, 0]);
        }
        bytes
    }
}

fn grid_lines<'a>(blocks: impl Iterator<Item = &'a Block>, axis: usize) -> Vec<f64> {
    let mut lines: Vec<f64> = blocks
        .flat_map(|block| [block.least[axis], block.most[axis]])
        .collect();
    lines.sort_by(f64::total_cmp);
    lines.dedup();
    lines
}

fn normal([a, b, c]: &[Corner; 3]) -> Corner {
    let (u, v): (Corner, Corner) = (
        std::array::from_fn(|i| b[i] - a[i]),
        std::array::from_fn(|i| c[i] - a[i]),
    );
    let cross = [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    ];
    let length = cross.iter().map(|value| value * value).sum::<f64>().sqrt();
    if length > 0.0 {
        cross.map(|value| value / length + 0.0)
    } else {
        cross
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn block() -> impl Strategy<Value = Block> {
        let corner = || proptest::array::uniform3(0_i32..6);
        (corner(), corner()).prop_map(|(a, b)| Block::new(a.map(f64::from), b.map(f64::from)))
    }

    proptest! {
        #[test]
        fn any_blocks_make_a_closed_surface_with_their_volume(
            material in proptest::collection::vec(block(), 0..5),
            holes in proptest::collection::vec(block(), 0..3),
        ) {
            let solid = Solid::from_blocks(&material, &holes);
            prop_assert!(solid.is_closed());
            let mut unit_cubes = 0;
            for x in 0..6 {
                for y in 0..6 {
                    for z in 0..6 {
                        let middle = [x, y, z].map(|value| f64::from(value) + 0.5);
                        let inside = |blocks: &[Block]| blocks.iter().any(|block| block.contains(middle));
                        unit_cubes += u32::from(inside(&material) && !inside(&holes));
                    }
                }
            }
            prop_assert!((solid.volume() - f64::from(unit_cubes)).abs() < 1e-6);
            prop_assert!(solid.moved([1.5, -2.0, 0.1]).is_closed());
        }
    }

    #[test]
    fn a_single_cube_has_twelve_triangles_in_both_formats() {
        let solid = Solid::from_blocks(&[Block::new([1.0, 2.0, 3.0], [0.0, 0.0, 0.0])], &[]);
        assert_eq!(solid.triangle_count(), 12);
        assert_eq!(solid.to_stl("a b\n").matches("facet normal").count(), 12);
        let bytes = solid.to_binary_stl();
        assert_eq!(bytes.len(), 84 + 12 * 50);
        assert_eq!(bytes[80..84], 12_u32.to_le_bytes());
    }

    #[test]
    fn a_surface_with_a_triangle_missing_is_not_closed() {
        let mut solid = Solid::from_blocks(&[Block::new([0.0; 3], [1.0; 3])], &[]);
        solid.triangles.pop();
        assert!(!solid.is_closed());
    }
}
