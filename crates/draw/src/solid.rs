//! Solids made of boxes, as triangles for a 3D printer (STL).
//!
//! The surface of a union of boxes is found on the grid of all their coordinates: a face lies
//! wherever material meets air. Every face is cut along all grid lines, so neighbouring triangles
//! share whole edges and the surface is closed.

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
        let mut block = Block { least: corner, most: opposite };
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

/// Coordinates that differ by rounding alone become the same: a millionth of a millimetre is
/// nothing.
fn tidy(value: f64) -> f64 {
    if value.is_finite() { (value * 1e6).round() / 1e6 + 0.0 } else { 0.0 }
}

type Corner = [f64; 3];

/// A closed surface made of triangles, each anticlockwise seen from outside.
///
/// # Examples
/// ```
/// use cubegraph_draw::{Block, Solid};
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
        Grid::new(material, holes).surface()
    }

    /// The solid that fills the blocks, without the slivers by which it would touch itself along a
    /// single edge: there four triangles would meet, and slicers and trimesh call that no surface.
    pub fn printable(blocks: &[Block]) -> Solid {
        let mut grid = Grid::new(blocks, &[]);
        grid.cut_pinches();
        grid.surface()
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

    /// Volume in cubic millimetres, by the divergence theorem; positive when the triangles face
    /// outwards.
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

    /// How many triangles meet along every edge, and how many more run one way than the other.
    fn edges(&self) -> BTreeMap<[[u64; 3]; 2], (usize, i64)> {
        let mut edges: BTreeMap<_, (usize, i64)> = BTreeMap::new();
        let bits = |corner: Corner| corner.map(f64::to_bits);
        for triangle in &self.triangles {
            for side in 0..3 {
                let (from, to) = (bits(triangle[side]), bits(triangle[(side + 1) % 3]));
                let edge = edges.entry([from.min(to), from.max(to)]).or_default();
                edge.0 += 1;
                edge.1 += if from < to { 1 } else { -1 };
            }
        }
        edges
    }

    /// Does every edge of a triangle meet as many others running the opposite way? A printer needs
    /// that.
    pub fn is_closed(&self) -> bool {
        self.edges().values().all(|&(_, balance)| balance == 0)
    }

    /// Is every edge that of exactly two triangles, which run along it in opposite directions?
    pub fn is_manifold(&self) -> bool {
        self.edges().values().all(|&edge| edge == (2, 0))
    }

    /// The box round the solid: its least and its greatest coordinates; zeros if it is empty.
    pub fn bounds(&self) -> [[f64; 3]; 2] {
        let corners = || self.triangles.iter().flatten();
        let Some(&first) = corners().next() else {
            return [[0.0; 3]; 2];
        };
        corners().fold([first, first], |[least, most], corner| {
            [
                std::array::from_fn(|axis| least[axis].min(corner[axis])),
                std::array::from_fn(|axis| most[axis].max(corner[axis])),
            ]
        })
    }

    /// The triangles.
    pub(super) fn triangles(&self) -> &[[Corner; 3]] {
        &self.triangles
    }

    /// The solid as STL text.
    pub fn to_stl(&self, name: &str) -> String {
        let name: String = name
            .chars()
            .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' })
            .collect();
        let point = |corner: &Corner| corner.map(super::scene::number).join(" ");
        let mut lines = vec![format!("solid {name}")];
        for triangle in &self.triangles {
            lines.push(format!(" facet normal {}", point(&normal(triangle))));
            lines.push("  outer loop".to_owned());
            lines.extend(triangle.iter().map(|corner| format!("   vertex {}", point(corner))));
            lines.push("  endloop\n endfacet".to_owned());
        }
        lines.push(format!("endsolid {name}\n"));
        lines.join("\n")
    }

    /// The solid as binary STL, a fifth of the size.
    pub fn to_binary_stl(&self) -> Vec<u8> {
        let mut bytes = vec![0; 80];
        bytes.extend(u32::try_from(self.triangles.len()).unwrap_or(u32::MAX).to_le_bytes());
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

/// Space cut along the sides of all blocks: every cell is all material or all air.
struct Grid {
    lines: [Vec<f64>; 3],
    cells: [usize; 3],
    solid: Vec<bool>,
}

impl Grid {
    fn new(material: &[Block], holes: &[Block]) -> Grid {
        let lines: [Vec<f64>; 3] =
            std::array::from_fn(|axis| grid_lines(material.iter().chain(holes), axis));
        let cells = lines.each_ref().map(|line| line.len().saturating_sub(1));
        let solid = vec![false; cells.iter().product()];
        let mut grid = Grid { lines, cells, solid };
        for cell in grid.all() {
            let middle = std::array::from_fn(|axis| {
                let line = &grid.lines[axis];
                f64::midpoint(line[cell[axis]], line[cell[axis] + 1])
            });
            let is_solid = material.iter().any(|block| block.contains(middle))
                && !holes.iter().any(|block| block.contains(middle));
            let index = grid.index(cell);
            grid.solid[index] = is_solid;
        }
        grid
    }

    fn all(&self) -> impl Iterator<Item = [usize; 3]> + use<> {
        let [wide, deep, high] = self.cells;
        (0..wide).flat_map(move |x| (0..deep).flat_map(move |y| (0..high).map(move |z| [x, y, z])))
    }

    fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        (x * self.cells[1] + y) * self.cells[2] + z
    }

    fn is_solid(&self, cell: [usize; 3]) -> bool {
        self.solid[self.index(cell)]
    }

    fn volume(&self, cell: [usize; 3]) -> f64 {
        let sides = (0..3).map(|axis| {
            let line = &self.lines[axis];
            line[cell[axis] + 1] - line[cell[axis]]
        });
        sides.product()
    }

    /// The cell beside this one, if it is in the grid.
    fn beside(&self, mut cell: [usize; 3], axis: usize, ahead: bool) -> Option<[usize; 3]> {
        cell[axis] = if ahead { cell[axis] + 1 } else { cell[axis].checked_sub(1)? };
        (cell[axis] < self.cells[axis]).then_some(cell)
    }

    /// Where two cells of material meet along an edge only, the smaller one is taken away, until
    /// there is no such place.
    fn cut_pinches(&mut self) {
        while let Some(cell) = self.pinched() {
            let index = self.index(cell);
            self.solid[index] = false;
        }
    }

    /// The smaller cell of a pair that meets along an edge only.
    fn pinched(&self) -> Option<[usize; 3]> {
        for here in self.all() {
            for (one, two) in [(0, 1), (0, 2), (1, 2)] {
                let (Some(a), Some(b)) =
                    (self.beside(here, one, true), self.beside(here, two, true))
                else {
                    continue;
                };
                let across = self.beside(a, two, true)?;
                let pair = match [here, a, b, across].map(|cell| self.is_solid(cell)) {
                    [true, false, false, true] => [here, across],
                    [false, true, true, false] => [a, b],
                    _ => continue,
                };
                let [first, second] = pair;
                let smaller = self.volume(first) <= self.volume(second);
                return Some(if smaller { first } else { second });
            }
        }
        None
    }

    fn surface(&self) -> Solid {
        let mut solid = Solid::default();
        for cell in self.all().filter(|&cell| self.is_solid(cell)) {
            for axis in 0..3 {
                for ahead in [false, true] {
                    let beyond = self.beside(cell, axis, ahead);
                    if !beyond.is_some_and(|beyond| self.is_solid(beyond)) {
                        solid.add_face(&self.lines, cell, axis, ahead);
                    }
                }
            }
        }
        solid
    }
}

fn grid_lines<'a>(blocks: impl Iterator<Item = &'a Block>, axis: usize) -> Vec<f64> {
    let mut lines: Vec<f64> =
        blocks.flat_map(|block| [block.least[axis], block.most[axis]]).collect();
    lines.sort_by(f64::total_cmp);
    lines.dedup();
    lines
}

fn normal([a, b, c]: &[Corner; 3]) -> Corner {
    let (u, v): (Corner, Corner) =
        (std::array::from_fn(|i| b[i] - a[i]), std::array::from_fn(|i| c[i] - a[i]));
    let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = cross.iter().map(|value| value * value).sum::<f64>().sqrt();
    if length > 0.0 { cross.map(|value| value / length + 0.0) } else { cross }
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
    fn blocks_that_meet_along_an_edge_are_parted() {
        let blocks = [
            Block::new([0.0; 3], [10.0; 3]),
            Block::new([10.0, 10.0, 0.0], [10.1, 20.0, 10.0]),
            Block::new([0.0, 12.0, 0.0], [10.0, 20.0, 10.0]),
        ];
        let pinched = Solid::from_blocks(&blocks, &[]);
        assert!(pinched.is_closed() && !pinched.is_manifold());
        let parted = Solid::printable(&blocks);
        assert!(parted.is_manifold());
        assert!(pinched.volume() - parted.volume() < 3.0);
    }

    #[test]
    fn a_surface_with_a_triangle_missing_is_not_closed() {
        let mut solid = Solid::from_blocks(&[Block::new([0.0; 3], [1.0; 3])], &[]);
        solid.triangles.pop();
        assert!(!solid.is_closed());
    }
}
