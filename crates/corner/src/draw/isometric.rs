//! Solids of the lattice seen from the upper corner in front: x points to the lower left, y to the
//! lower right, z up.

use super::super::lattice::{Cell, Solid};
use super::super::pattern::Axis;
use cubegraph_draw::{Block, Bounds, Colour, Group, Point, Shape, Stroke};

/// Where the six planes between and around the five layers of the lattice lie, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measures([f64; 6]);

impl Measures {
    /// Bars of some thickness in a cube of some size: the two end layers are half a bar each.
    pub fn bars(size: f64, thickness: f64) -> Measures {
        let half = thickness / 2.0;
        Measures([0.0, half, thickness, size - thickness, size - half, size])
    }

    /// Five equal layers.
    pub fn units(size: f64) -> Measures {
        let unit = size / 5.0;
        Measures([0.0, unit, 2.0 * unit, 3.0 * unit, 4.0 * unit, size])
    }

    /// The length of the whole.
    pub const fn size(&self) -> f64 {
        self.0[5]
    }

    /// The two opposite corners of a cell.
    pub fn extent(&self, cell: Cell) -> [[f64; 3]; 2] {
        [cell.map(|at| self.0[usize::from(at)]), cell.map(|at| self.0[usize::from(at) + 1])]
    }
}

/// A solid to draw: its cells, how it is painted, and how far it is moved.
#[derive(Clone, Debug)]
pub struct Body {
    /// The cells.
    pub solid: Solid,
    /// Parts painted in another colour than the rest.
    pub painted: Vec<(Solid, Colour)>,
    /// The colour of the rest.
    pub colour: Colour,
    /// By how much it is moved, in millimetres.
    pub moved: [f64; 3],
}

impl Body {
    /// A solid in one colour, where it is.
    pub fn new(solid: Solid, colour: Colour) -> Body {
        Body { solid, painted: Vec::new(), colour, moved: [0.0; 3] }
    }

    pub(super) fn colour_of(&self, cell: Cell) -> Colour {
        self.painted
            .iter()
            .find(|(part, _)| part.contains(cell))
            .map_or(self.colour, |(_, colour)| *colour)
    }
}

/// Where a point in space is on the paper.
pub fn project([x, y, z]: [f64; 3]) -> Point {
    let across = 3f64.sqrt() / 2.0;
    Point::new((y - x) * across, f64::midpoint(x, y) - z)
}

/// A cell of a body as a block in space.
struct Brick<'a> {
    body: &'a Body,
    cell: Cell,
    least: [f64; 3],
    most: [f64; 3],
}

/// The cells of a body where it has been moved to.
fn bricks<'a>(body: &'a Body, measures: &Measures) -> impl Iterator<Item = Brick<'a>> {
    body.solid.cells().map(|cell| {
        let moved = |corner: [f64; 3]| std::array::from_fn(|i| corner[i] + body.moved[i]);
        let [least, most] = measures.extent(cell).map(moved);
        Brick { body, cell, least, most }
    })
}

/// How many pairs of bodies overlap on the paper.
pub fn overlaps(bodies: &[Body], measures: &Measures) -> usize {
    let bricks: Vec<Vec<Brick>> =
        bodies.iter().map(|body| bricks(body, measures).collect()).collect();
    let meet =
        |a: &[Brick], b: &[Brick]| a.iter().any(|one| b.iter().any(|other| one.overlaps(other)));
    (0..bricks.len()).map(|i| bricks[..i].iter().filter(|b| meet(&bricks[i], b)).count()).sum()
}

/// Draws bodies, the nearer over the farther, and says how much paper they take.
pub fn draw(bodies: &[Body], measures: &Measures) -> (Group, Bounds) {
    let bricks: Vec<Brick> = bodies.iter().flat_map(|body| bricks(body, measures)).collect();
    let (mut group, mut bounds) = (Group::new(), Bounds::default());
    for index in from_far_to_near(&bricks) {
        let brick = &bricks[index];
        brick.paint(&mut group);
        for corner in 0..8 {
            let point = std::array::from_fn(|i| {
                if corner >> i & 1 == 1 { brick.most[i] } else { brick.least[i] }
            });
            bounds.include(project(point), 0.3, 0.3);
        }
    }
    (group, bounds)
}

/// An order in which no brick is painted after one that hides it.
///
/// The eye is far away in the direction (1, 1, 1), so one brick can hide another only if it is not
/// below it along any axis.
fn from_far_to_near(bricks: &[Brick]) -> Vec<usize> {
    let hides = |near: &Brick, far: &Brick| (0..3).all(|i| near.most[i] > far.least[i] + 1e-9);
    let mut farther: Vec<usize> = bricks
        .iter()
        .map(|near| bricks.iter().filter(|far| hides(near, far)).count() - 1)
        .collect();
    let mut left: Vec<usize> = (0..bricks.len()).collect();
    let mut order = Vec::with_capacity(bricks.len());
    let depth = |i: &usize| bricks[*i].least.iter().sum::<f64>();
    while !left.is_empty() {
        // Where bricks hide each other in a ring there is no right order; the deepest goes first.
        let next = (0..left.len())
            .min_by(|a, b| {
                let key = |i: usize| (farther[left[i]] > 0, depth(&left[i]));
                let (a, b) = (key(*a), key(*b));
                a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
            })
            .unwrap_or_default();
        let next = left.remove(next);
        for &other in &left {
            if hides(&bricks[other], &bricks[next]) {
                farther[other] = farther[other].saturating_sub(1);
            }
        }
        order.push(next);
    }
    order
}

impl Brick<'_> {
    /// Do the two overlap on the paper? Their outlines have sides along the three axes only, so it
    /// is enough to look along these.
    fn overlaps(&self, other: &Brick) -> bool {
        (0..3).all(|axis| {
            let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
            let least = |brick: &Brick| brick.least[a] - brick.most[b];
            let most = |brick: &Brick| brick.most[a] - brick.least[b];
            least(self) < most(other) && least(other) < most(self)
        })
    }

    /// The neighbouring cell of the same body, if there is one.
    fn has(&self, cell: Cell, axis: usize, ahead: bool) -> Option<Cell> {
        let mut next = cell;
        next[axis] = if ahead {
            Some(next[axis] + 1).filter(|x| *x < 5)?
        } else {
            next[axis].checked_sub(1)?
        };
        self.body.solid.contains(next).then_some(next)
    }

    /// The three faces that look at us, and lines wherever the surface ends or bends.
    fn paint(&self, group: &mut Group) {
        for axis in Axis::ALL.map(Axis::index) {
            if self.has(self.cell, axis, true).is_some() {
                continue;
            }
            let (second, third) = ((axis + 1) % 3, (axis + 2) % 3);
            let corner = |a: bool, b: bool| {
                let mut point = self.most;
                point[second] = if a { self.most[second] } else { self.least[second] };
                point[third] = if b { self.most[third] } else { self.least[third] };
                project(point)
            };
            let ring = [
                corner(false, false),
                corner(true, false),
                corner(true, true),
                corner(false, true),
            ];
            // Light comes from above and a little from the left.
            let colour = self.body.colour_of(self.cell);
            let shade = match axis {
                2 => colour.mix(Colour::WHITE, 0.35),
                0 => colour,
                _ => colour.mix(Colour::BLACK, 0.28),
            };
            group.add(Shape::polygon(ring).fill(shade).stroke(Stroke::new(shade, 0.2)));
            let sides = [
                (third, false, ring[0], ring[1]),
                (second, true, ring[1], ring[2]),
                (third, true, ring[2], ring[3]),
                (second, false, ring[3], ring[0]),
            ];
            for (along, ahead, from, to) in sides {
                let goes_on = self
                    .has(self.cell, along, ahead)
                    .is_some_and(|next| self.has(next, axis, true).is_none());
                if !goes_on {
                    group.add(Shape::line(from, to).stroke(Stroke::new(Colour::INK, 0.25)));
                }
            }
        }
    }
}

/// A solid as a part to print: a block for every cell, drawn back by half the clearance wherever
/// another part of the target touches it.
pub fn printable(
    solid: Solid,
    target: Solid,
    measures: &Measures,
    clearance: f64,
) -> cubegraph_draw::Solid {
    let blocks: Vec<Block> = solid
        .cells()
        .map(|cell| {
            let [mut least, mut most] = measures.extent(cell);
            for axis in 0..3 {
                let touched = |next: Option<u8>| {
                    next.filter(|x| *x < 5).is_some_and(|at| {
                        let mut next = cell;
                        next[axis] = at;
                        target.contains(next) && !solid.contains(next)
                    })
                };
                if touched(cell[axis].checked_sub(1)) {
                    least[axis] += clearance / 2.0;
                }
                if touched(cell[axis].checked_add(1)) {
                    most[axis] -= clearance / 2.0;
                }
            }
            Block::new(least, most)
        })
        .collect();
    cubegraph_draw::Solid::printable(&blocks)
}
