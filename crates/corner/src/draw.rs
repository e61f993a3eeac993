//! Pictures of corner cubes and their relatives.
//!
//! * the pieces as van Kreveld's Figure 5 has them: isometric, the corner away from us, the three
//!   half-edges towards us;
//! * the cube, put together and drawn apart;
//! * the cube graph: Q₃ with the half-edges of every bar, or the graph of the relative;
//! * parts for a three-dimensional printer.

mod graph;
mod isometric;

use super::assembly::Assembly;
use super::graph::Place;
use super::lattice::{Solid, corner_piece};
use super::piece::{HalfEdge, Piece};
use super::puzzle::Puzzle;
use super::rule::{AnyPiece, Rule};
use cubegraph_core::cube::Rotation;
use cubegraph_draw::PrintedPart;
use cubegraph_draw::{
    Anchor, Bounds, Colour, Group, Point, Scene, Shape, Stroke, Text, text_width,
};
pub use graph::graph;
use isometric::{Body, Measures, draw, overlaps, printable, project};

/// The size of a cube in drawings, in millimetres.
const SIZE: f64 = 40.0;
/// The thickness of a bar in drawings.
const THICKNESS: f64 = 9.0;
/// From a line of the legend to the next.
const LEGEND_STEP: f64 = 8.0;
/// The body of a piece, apart from its half-edges.
const WOOD: Colour = Colour::grey(0xD8);

/// Two hues for the two pairs that fit, light and dark for the two of a pair.
fn colour_of(half: HalfEdge) -> Colour {
    match half {
        HalfEdge::A => Colour::BLUE,
        HalfEdge::D => Colour::SKY_BLUE,
        HalfEdge::B => Colour::VERMILION,
        HalfEdge::C => Colour::ORANGE,
    }
}

/// The cells of the half-bars of a piece in the first corner, in the order of its word.
fn half_bars(piece: Piece) -> [(Solid, HalfEdge); 3] {
    let solid = corner_piece(piece);
    let word = piece.word();
    std::array::from_fn(|i| (Solid::of(|c| solid.contains(c) && c[i] == 2), word[i]))
}

/// One drawing in a row or table of drawings.
struct Figure {
    group: Group,
    bounds: Bounds,
    caption: String,
}

/// Sets figures in columns, each with its caption below.
fn table_of(title: &str, figures: Vec<Figure>, columns: usize) -> Scene {
    let width = figures.iter().map(|f| f.bounds.width()).fold(0.0, f64::max) + 8.0;
    let height = figures.iter().map(|f| f.bounds.height()).fold(0.0, f64::max) + 14.0;
    let columns = columns.min(figures.len()).max(1);
    let rows = figures.len().div_ceil(columns);
    let mut scene = Scene::new(title, width * columns as f64 + 4.0, height * rows as f64 + 4.0);
    for (i, figure) in figures.into_iter().enumerate() {
        let left = 2.0 + width * (i % columns) as f64;
        let top = 2.0 + height * (i / columns) as f64;
        let middle = f64::midpoint(figure.bounds.least.x, figure.bounds.most.x);
        let by = Point::new(left + width / 2.0 - middle, top + 3.0 - figure.bounds.least.y);
        scene.add(figure.group.moved(by).title(figure.caption.clone()));
        let below = Point::new(left + width / 2.0, top + height - 6.0);
        scene.add(Text::new(below, figure.caption).size(4.2));
    }
    scene
}

/// How the pieces of a rule are measured in drawings.
fn measures_of(rule: Rule, size: f64) -> Measures {
    match rule {
        Rule::Faces => Measures::units(size),
        Rule::Corners | Rule::Edges => Measures::bars(size, size * THICKNESS / SIZE),
    }
}

/// The pieces, numbered from 1; corner pieces with the letter of each half-edge.
pub fn pieces(puzzle: &Puzzle) -> Scene {
    let measures = measures_of(puzzle.rule(), SIZE);
    let numbered = puzzle.pieces().iter().enumerate();
    let figures = numbered
        .map(|(number, piece)| {
            let (group, bounds) = match piece {
                AnyPiece::Corner(piece) => corner_figure(*piece, &measures),
                other => {
                    // A side lies on the bottom, a bar at the front of the bottom: both are seen
                    // best from the front.
                    let solid = other.shapes(false)[0];
                    let body = Body::new(seen_from_the_front(solid), Colour::nth(number));
                    draw(&[body], &measures)
                }
            };
            Figure { group, bounds, caption: caption(puzzle, number, &piece.to_string()) }
        })
        .collect();
    let columns = if puzzle.rule() == Rule::Corners { 4 } else { 3 };
    let scene = table_of("The pieces", figures, columns);
    if puzzle.rule() != Rule::Corners {
        return scene;
    }
    scene.description(
        "Every piece seen with its corner away from us; the first letter of its word is the \
         half-edge to the lower left, the second the one to the lower right, the third the one that \
         points up.",
    )
}

/// The number of a piece, counted from 0 here and from 1 in print, and its word; the sixteen digits
/// of a side say nothing to the eye.
fn caption(puzzle: &Puzzle, number: usize, word: &str) -> String {
    match puzzle.rule() {
        Rule::Faces => format!("piece {}", number + 1),
        _ => format!("{}: {word}", number + 1),
    }
}

/// A corner piece, each half-edge with its letter.
fn corner_figure(piece: Piece, measures: &Measures) -> (Group, Bounds) {
    let mut body = Body::new(corner_piece(piece), WOOD);
    body.painted = half_bars(piece).map(|(solid, half)| (solid, colour_of(half))).to_vec();
    let (mut group, mut bounds) = draw(&[body], measures);
    for (axis, half) in piece.word().into_iter().enumerate() {
        let mut beyond = [THICKNESS / 2.0; 3];
        beyond[axis] = SIZE - THICKNESS + 9.0;
        let at = project(beyond);
        group.add(Text::new(at, half.to_string()).size(5.0).bold());
        bounds.include(at, 3.0, 3.0);
    }
    (group, bounds)
}

/// The eye is at the upper right in front; the lattice's own view is from the upper right behind.
fn seen_from_the_front(solid: Solid) -> Solid {
    solid.rotated(Rotation::SPIN)
}

/// The bodies away from the centre, each by where its middle is.
fn apart(bodies: &[Body], measures: &Measures, spread: f64) -> Vec<Body> {
    let away = |body: &Body| {
        let mut middle = [0.0; 3];
        for cell in body.solid.cells() {
            let [least, most] = measures.extent(cell);
            for axis in 0..3 {
                middle[axis] +=
                    f64::midpoint(least[axis], most[axis]) / f64::from(body.solid.len());
            }
        }
        middle.map(|at| (at - measures.size() / 2.0) * spread)
    };
    bodies.iter().map(|body| Body { moved: away(body), ..body.clone() }).collect()
}

/// The bodies only so far apart that the fewest stand in front of each other.
///
/// Some always do: the nearest corner of a cube hides the farthest.
fn drawn_apart(bodies: &[Body], measures: &Measures) -> Vec<Body> {
    let spreads = (12..=40).map(|tenths| f64::from(tenths) / 10.0);
    spreads
        .map(|spread| apart(bodies, measures, spread))
        .min_by_key(|bodies| overlaps(bodies, measures))
        .unwrap_or_default()
}

/// A piece in its place: its number, counted from 0, what the legend says, and its body, seen from
/// the front.
struct LegendPiece {
    number: usize,
    caption: String,
    body: Body,
}

/// All cells of some bodies.
fn cells_of(bodies: &[Body]) -> Solid {
    let solids = bodies.iter().map(|body| body.solid);
    solids.fold(Solid::default(), Solid::and)
}

/// Writes the number of a part on the nearest of its upper sides that nothing of `around` covers.
fn add_number(group: &mut Group, number: usize, body: &Body, around: Solid, measures: &Measures) {
    let is_open = |[x, y, z]: &[u8; 3]| *z == 4 || !around.contains([*x, *y, z + 1]);
    let open = body.solid.cells().filter(is_open);
    // A full cell of a bar is large, one in the gap between two small.
    let area = |cell: [u8; 3]| {
        let [least, most] = measures.extent(cell);
        (most[0] - least[0]).min(most[1] - least[1])
    };
    let nearness = |cell: [u8; 3]| cell.iter().map(|&at| f64::from(at)).sum::<f64>();
    let score = |cell: &[u8; 3]| area(*cell).min(6.0) * 10.0 + nearness(*cell);
    let Some(cell) = open.max_by(|a, b| score(a).total_cmp(&score(b))) else {
        return;
    };
    let [least, most] = measures.extent(cell);
    let top = [
        f64::midpoint(least[0], most[0]) + body.moved[0],
        f64::midpoint(least[1], most[1]) + body.moved[1],
        most[2] + body.moved[2],
    ];
    let fill = body.colour_of(cell).mix(Colour::WHITE, 0.35);
    let text = Text::new(project(top), number.to_string()).size(3.4).bold();
    group.add(text.colour(fill.text_on()));
}

/// How a cube is put together: with one piece, with two, and so on, from the bottom upwards and
/// from the back to the front.
pub fn frames(puzzle: &Puzzle, assembly: &Assembly) -> Vec<Scene> {
    let measures = &measures_of(puzzle.rule(), SIZE);
    let mut placed = legend_pieces(puzzle, assembly);
    placed.sort_by_key(|part| {
        let cells: Vec<[u8; 3]> = part.body.solid.cells().collect();
        let sum = |axis: usize| cells.iter().map(|cell| usize::from(cell[axis])).sum::<usize>();
        let count = cells.len().max(1);
        [100 * sum(2) / count, 100 * (sum(0) + sum(1)) / count]
    });
    let bodies: Vec<Body> = placed.iter().map(|part| part.body.clone()).collect();
    let (_, bounds) = draw(&bodies, measures);
    let captions = placed.iter().map(|part| text_width(&part.caption, 4.2));
    let width = captions.fold(bounds.width(), f64::max) + 10.0;
    let frames = (1..=placed.len()).map(|count| {
        let (mut group, _) = draw(&bodies[..count], measures);
        let all = cells_of(&bodies[..count]);
        for part in &placed[..count] {
            add_number(&mut group, part.number + 1, &part.body, all, measures);
        }
        let mut scene =
            Scene::new(format!("Piece {count} of {}", placed.len()), width, bounds.height() + 18.0);
        let left = (width - bounds.width()) / 2.0;
        scene.add(group.moved(Point::new(left, 5.0) - bounds.least));
        let below = Point::new(width / 2.0, bounds.height() + 12.0);
        let caption = placed[count - 1].caption.clone();
        scene.add(Text::new(below, caption).size(4.2));
        scene
    });
    frames.collect()
}

/// The pieces of an assembly in the order of their numbers.
fn legend_pieces(puzzle: &Puzzle, assembly: &Assembly) -> Vec<LegendPiece> {
    let pieces = puzzle.words();
    let mut parts: Vec<LegendPiece> = assembly
        .placements()
        .iter()
        .map(|placement| {
            let (number, place) = (placement.number(), placement.place());
            let word = pieces.get(number).map_or("", String::as_str);
            LegendPiece {
                number,
                body: Body::new(seen_from_the_front(placement.solid()), Colour::nth(number)),
                caption: match place {
                    Place::Corner(corner) => format!("{}: {word} {corner}", number + 1),
                    _ => caption(puzzle, number, word),
                },
            }
        })
        .collect();
    parts.sort_by_key(|part| part.number);
    parts
}

/// An assembly, put together and drawn apart, and what is what.
pub fn cube(puzzle: &Puzzle, assembly: &Assembly) -> Scene {
    let measures = &measures_of(puzzle.rule(), SIZE);
    let parts = legend_pieces(puzzle, assembly);
    let together: Vec<Body> = parts.iter().map(|part| part.body.clone()).collect();
    let apart = drawn_apart(&together, measures);
    let (mut left, left_bounds) = draw(&together, measures);
    let (mut right, right_bounds) = draw(&apart, measures);
    let all = cells_of(&together);
    for ((part, whole), body) in parts.iter().zip(&together).zip(&apart) {
        let number = part.number + 1;
        add_number(&mut left, number, whole, all, measures);
        add_number(&mut right, number, body, body.solid, measures);
    }
    let legend_rows = parts.len().div_ceil(2);
    let height = left_bounds.height().max(right_bounds.height());
    let width = left_bounds.width() + right_bounds.width() + 18.0;
    let mut scene =
        Scene::new("An assembly", width, height + 12.0 + LEGEND_STEP * legend_rows as f64);
    let place = |bounds: &Bounds, left: f64| {
        Point::new(left - bounds.least.x, 4.0 + (height - bounds.height()) / 2.0 - bounds.least.y)
    };
    scene.add(left.moved(place(&left_bounds, 5.0)).title("put together"));
    scene.add(right.moved(place(&right_bounds, left_bounds.width() + 13.0)).title("drawn apart"));
    for (i, part) in parts.into_iter().enumerate() {
        let at = Point::new(
            6.0 + (i / legend_rows) as f64 * width / 2.0,
            height + 12.0 + LEGEND_STEP * (i % legend_rows) as f64,
        );
        scene.add(
            Shape::rect((at.x, at.y - 2.0), 5.0, 4.0)
                .fill(Colour::nth(part.number))
                .stroke(Stroke::new(Colour::INK, 0.25)),
        );
        let text = Text::new((at.x + 7.0, at.y), part.caption);
        scene.add(text.size(5.0).anchor(Anchor::Start));
    }
    scene
}

/// The pieces as parts to print, with a name and a colour each.
///
/// # Arguments
/// * `size` - the edge of the cube in millimetres; a bar is about a quarter of it thick.
/// * `clearance` - the gap between parts that touch, in millimetres.
pub fn part_list(puzzle: &Puzzle, size: f64, clearance: f64) -> Vec<PrintedPart> {
    let (measures, target) = (measures_of(puzzle.rule(), size), puzzle.rule().target());
    let pieces = puzzle.pieces().iter().enumerate();
    pieces
        .map(|(number, piece)| PrintedPart {
            name: format!("{}: {piece}", number + 1),
            colour: Colour::nth(number),
            solid: printable(piece.shapes(false)[0], target, &measures, clearance),
        })
        .collect()
}

/// The parts of a cube of this size, four in a row on a bed that is as deep as they need.
pub fn in_rows(parts: Vec<PrintedPart>, size: f64) -> Vec<PrintedPart> {
    let beds = cubegraph_draw::arrange(parts, [4.0 * (size + 5.0), f64::INFINITY]);
    beds.map_or_else(|_| Vec::new(), |beds| beds.concat())
}

/// The pieces as one solid, four in a row; see [`part_list`].
pub fn parts(puzzle: &Puzzle, size: f64, clearance: f64) -> cubegraph_draw::Solid {
    cubegraph_draw::joined(&in_rows(part_list(puzzle, size, clearance), size))
}

#[cfg(test)]
mod tests {
    use super::super::assembly::Placement;
    use super::super::tests::{EDGES, MADE, SIDES, assembled};
    use super::*;

    #[test]
    fn printed_parts_are_closed_and_together_as_large_as_the_frame() {
        for piece in Piece::all() {
            let puzzle = Puzzle::corners([piece; 8]).unwrap();
            let part = parts(&puzzle, 60.0, 0.2);
            assert!(part.is_closed() && part.is_manifold(), "{piece}");
        }
        let made: Puzzle = MADE.parse().unwrap();
        let pieces = parts(&made, 40.0, 0.0);
        // Eight corners of 9 mm and twelve bars of 9 × 9 × 22 mm.
        let frame = 8.0 * 729.0 + 12.0 * 81.0 * 22.0;
        assert!((pieces.volume() - frame).abs() < 1e-6);
        assert!(parts(&made, 40.0, 0.2).volume() < frame);
    }

    #[test]
    fn sides_and_bars_drawn_apart_do_not_overlap_and_corners_do_once() {
        for (words, expected) in [(MADE, 1), (EDGES, 0), (SIDES, 0)] {
            let (puzzle, assembly) = assembled(words);
            let measures = measures_of(puzzle.rule(), SIZE);
            let solids = assembly.placements().iter().map(Placement::solid);
            let bodies: Vec<Body> =
                solids.map(|solid| Body::new(seen_from_the_front(solid), WOOD)).collect();
            let left = overlaps(&drawn_apart(&bodies, &measures), &measures);
            assert_eq!(left, expected, "{words}");
        }
    }
}
