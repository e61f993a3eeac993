//! What a cell looks like: a cube from above, a coin, a clock, or the short name of an element.

use super::super::{Axis, Rules, pictures, rotation_of};
use cubegraph_core::cube::{Face, Rotation};
use cubegraph_core::group::Permutation;
use cubegraph_draw::{Colour, FaceArt, Group, Point, Shape, Stroke, Text, text_width};

/// The size of a cell in the drawing, in millimetres.
pub(super) const SIDE: f64 = 18.0;
/// More hours than this are not told apart on a dial.
const MOST_HOURS: usize = 60;
const CENTRE: Point = Point::new(SIDE / 2.0, SIDE / 2.0);

/// How the elements of a group are drawn.
pub(super) enum Cells {
    /// The rotations of a cube.
    Cubes,
    /// Two elements: heads and tails.
    Coins,
    /// A cyclic group: the powers of a generator are the hours.
    Clocks(Vec<Permutation>),
    /// Any other group.
    Names,
}

impl Cells {
    pub(super) fn of(rules: &Rules) -> Cells {
        if rules.is_cube() {
            return Cells::Cubes;
        }
        let order = rules.group_order();
        if order == 2_u32.into() {
            return Cells::Coins;
        }
        let generators = Axis::ALL.map(|axis| rules.generators(axis)).concat();
        let generators = generators.iter().chain(rules.group().generators());
        let is_whole = |element: &&Permutation| {
            order <= MOST_HOURS.into() && element.order() == order && !element.is_identity()
        };
        generators.into_iter().find(is_whole).map_or(Cells::Names, |hour| {
            let mut hours = vec![Permutation::default()];
            while let Some(next) = hours.last().map(|last| last * hour)
                && !next.is_identity()
            {
                hours.push(next);
            }
            Cells::Clocks(hours)
        })
    }

    /// What a solved configuration looks like.
    pub(super) fn solved(&self) -> &'static str {
        match self {
            Cells::Cubes => "seen from above; solved: A upright on all",
            Cells::Coins => "solved: heads (H) everywhere",
            Cells::Clocks(_) => "solved: every hand points up",
            Cells::Names => "solved: e in every cell",
        }
    }

    pub(super) fn draw(&self, cell: &Permutation) -> Group {
        match (self, rotation_of(cell)) {
            (Cells::Cubes, Some(rotation)) => cube(rotation),
            (Cells::Coins, _) => coin(cell.is_identity()),
            (Cells::Clocks(hours), _) => match hours.iter().position(|hour| hour == cell) {
                Some(hour) => clock(hour, hours.len()),
                None => named(cell),
            },
            _ => named(cell),
        }
    }
}

/// A cube from above: paint and letter of the picture on top, the letter turned as the piece is.
fn cube(rotation: Rotation) -> Group {
    let shown = pictures::shown(rotation);
    let paint = match shown.face {
        Face::Top => Colour::WHITE,
        Face::Front => Colour::SKY_BLUE,
        Face::Right => Colour::ORANGE,
        Face::Back => Colour::YELLOW,
        Face::Left => Colour::GREEN,
        Face::Bottom => Colour::PURPLE,
    };
    let mut group = FaceArt::new(paint)
        .letter(pictures::letter(shown.face).to_string())
        .turned(shown.quarters)
        .draw(SIDE);
    group.add(Shape::rect((0.0, 0.0), SIDE, SIDE).stroke(Stroke::new(Colour::BLACK, 0.4)));
    group
}

/// Gold shows heads, silver tails.
fn coin(is_heads: bool) -> Group {
    let (metal, letter) =
        if is_heads { (Colour::new(0xF2, 0xC9, 0x4C), "H") } else { (Colour::grey(0xC4), "T") };
    let rim = metal.mix(Colour::BLACK, 0.45);
    let mut group = Group::new();
    let disc = Shape::circle(CENTRE, SIDE / 2.0 - 0.8);
    group.add(disc.fill(metal).stroke(Stroke::new(rim, 0.7)));
    group.add(Shape::circle(CENTRE, SIDE / 2.0 - 2.2).stroke(Stroke::new(rim, 0.3)));
    group.add(Text::new(CENTRE, letter).size(8.0).bold());
    group
}

/// A dial with a mark for every hour, and the hand.
fn clock(hour: usize, hours: usize) -> Group {
    let degrees = |hour: usize| 360.0 * hour as f64 / hours as f64;
    let (radius, fill) =
        (SIDE / 2.0 - 0.8, if hour == 0 { Colour::WHITE } else { Colour::SKY_BLUE });
    let mut group = Group::new();
    let dial = Shape::circle(CENTRE, radius);
    group.add(dial.fill(fill.mix(Colour::WHITE, 0.4)).stroke(Stroke::new(Colour::BLACK, 0.5)));
    for mark in 0..hours {
        let way = |length: f64| CENTRE + Point::clock(degrees(mark), length);
        let inner = if mark == 0 { radius - 2.2 } else { radius - 1.3 };
        group.add(Shape::line(way(inner), way(radius)).stroke(Stroke::new(Colour::INK, 0.4)));
    }
    let tip = CENTRE + Point::clock(degrees(hour), radius - 2.0);
    group.add(Shape::line(CENTRE, tip).stroke(Stroke::new(Colour::BLACK, 0.9)).arrow());
    group.add(Shape::circle(CENTRE, 0.9).fill(Colour::BLACK).no_stroke());
    group
}

/// An element by its short name, as large as fits.
fn named(cell: &Permutation) -> Group {
    let mut group = Group::new();
    let fill = if cell.is_identity() { Colour::WHITE } else { Colour::SKY_BLUE };
    let square = Shape::rect((0.0, 0.0), SIDE, SIDE);
    group.add(square.fill(fill).stroke(Stroke::new(Colour::BLACK, 0.4)));
    let name = short_name(cell);
    let size = ((SIDE - 2.0) / text_width(&name, 1.0)).clamp(2.6, 6.0);
    let name = cubegraph_draw::wrap(&name, SIDE - 2.0, size);
    group.add(Text::new(CENTRE, name).size(size));
    group
}

/// `e`, or the cycles: without spaces between the points where all are single digits, one cycle per
/// line where there are several.
fn short_name(cell: &Permutation) -> String {
    if cell.is_identity() {
        return "e".to_owned();
    }
    let cycles = cell.to_string().replace(")(", ")\n(");
    match cell.degree() {
        0..=9 => cycles.replace(' ', ""),
        _ => cycles,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short() {
        for (cycles, name) in
            [("", "e"), ("(1 2 3)", "(123)"), ("(1 2)(3 4)", "(12)\n(34)"), ("(1 10)", "(1 10)")]
        {
            let cell: Permutation = cycles.parse().unwrap();
            assert_eq!(short_name(&cell), name);
        }
    }
}
