//! Pictures of corner cubes and their relatives.
//!
//! * the pieces as van Kreveld's Figure 5 has them: isometric, the corner away from us, the three half-edges towards us;
//! * the cube, put together and drawn apart;
//! * the cube graph Q₃ with the half-edges of every bar;
//! * parts for a three-dimensional printer.

mod isometric;

pub use isometric::{Body, Measures};

use super::graph::{Axis, Corner, Pattern, cube_graph};
use super::lattice::{Solid, corner_piece};
use super::packing::Assembly;
use super::piece::{HalfEdge, Piece};
use super::relatives::Relative;
use super::solve::seats;
use crate::cube::Rotation;
use crate::draw::Part as PrintedPart;
use crate::draw::{
    Anchor, Bounds, Colour, Edge, Group, PlacedGraph, Point, Scene, Shape, Stroke, Text, Vertex,
};
use isometric::{draw, overlaps, printable, project};

/// The size of a cube in drawings, in millimetres.
const SIZE: f64 = 40.0;
/// The thickness of a bar in drawings.
const THICKNESS: f64 = 9.0;
/// The body of a piece, apart from its half-edges.
const WOOD: Colour = Colour::grey(0xD8);

/// Two hues for the two pairs that fit, light and dark for the two of a pair.
pub fn colour_of(half: HalfEdge) -> Colour {
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
    let height = figures
        .iter()
        .map(|f| f.bounds.height())
        .fold(0.0, f64::max)
        + 14.0;
    let columns = columns.min(figures.len()).max(1);
    let rows = figures.len().div_ceil(columns);
    let mut scene = Scene::new(
        title,
        width * columns as f64 + 4.0,
        height * rows as f64 + 4.0,
    );
    for (i, figure) in figures.into_iter().enumerate() {
        let left = 2.0 + width * (i % columns) as f64;
        let top = 2.0 + height * (i / columns) as f64;
        let middle = f64::midpoint(figure.bounds.least.x, figure.bounds.most.x);
        let by = Point::new(
            left + width / 2.0 - middle,
            top + 3.0 - figure.bounds.least.y,
        );
        scene.add(figure.group.moved(by).title(figure.caption.clone()));
        let below = Point::new(left + width / 2.0, top + height - 6.0);
        scene.add(Text::new(below, figure.caption).size(4.2));
    }
    scene
}

/// The pieces of a corner cube, numbered from 1, each half-edge with its letter.
pub fn pieces(pieces: &[Piece]) -> Scene {
    let measures = Measures::bars(SIZE, THICKNESS);
    let figures = pieces
        .iter()
        .enumerate()
        .map(|(number, piece)| {
            let mut body = Body::new(corner_piece(*piece), WOOD);
            body.painted = half_bars(*piece)
                .map(|(solid, half)| (solid, colour_of(half)))
                .to_vec();
            let (mut group, mut bounds) = draw(&[body], &measures);
            for (axis, half) in piece.word().into_iter().enumerate() {
                let mut beyond = [THICKNESS / 2.0; 3];
                beyond[axis] = SIZE - THICKNESS + 9.0;
                let at = project(beyond);
                group.add(Text::new(at, half.to_string()).size(5.0).bold());
                bounds.include(at, 3.0, 3.0);
            }
            Figure {
                group,
                bounds,
                caption: format!("{}: {piece}", number + 1),
            }
        })
        .collect();
    table_of("The pieces", figures, 4).description(
        "Every piece seen with its corner away from us; the first letter of its word is the half-edge to the lower left, the second the one to the \
         lower right, the third the one that points up.",
    )
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
    bodies
        .iter()
        .map(|body| Body {
            moved: away(body),
            ..body.clone()
        })
        .collect()
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

/// A piece in its place: its number, counted from 0, its cells and what the legend says.
struct Part {
    number: usize,
    solid: Solid,
    caption: String,
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

/// A cube put together, the same drawn apart, and what is what.
fn cube(title: &str, mut parts: Vec<Part>, measures: &Measures) -> Scene {
    parts.sort_by_key(|part| part.number);
    let together: Vec<Body> = parts
        .iter()
        .map(|part| Body::new(seen_from_the_front(part.solid), Colour::nth(part.number)))
        .collect();
    let apart = drawn_apart(&together, measures);
    let (mut left, left_bounds) = draw(&together, measures);
    let (mut right, right_bounds) = draw(&apart, measures);
    let all = together
        .iter()
        .fold(Solid::default(), |all, body| all.and(body.solid));
    for ((part, whole), body) in parts.iter().zip(&together).zip(&apart) {
        let number = part.number + 1;
        add_number(&mut left, number, whole, all, measures);
        add_number(&mut right, number, body, body.solid, measures);
    }
    let legend_rows = parts.len().div_ceil(2);
    let height = left_bounds.height().max(right_bounds.height());
    let width = left_bounds.width() + right_bounds.width() + 18.0;
    let mut scene = Scene::new(title, width, height + 12.0 + 6.5 * legend_rows as f64);
    let place = |bounds: &Bounds, left: f64| {
        Point::new(
            left - bounds.least.x,
            4.0 + (height - bounds.height()) / 2.0 - bounds.least.y,
        )
    };
    scene.add(left.moved(place(&left_bounds, 5.0)).title("put together"));
    scene.add(
        right
            .moved(place(&right_bounds, left_bounds.width() + 13.0))
            .title("drawn apart"),
    );
    for (i, part) in parts.into_iter().enumerate() {
        let at = Point::new(
            6.0 + (i / legend_rows) as f64 * width / 2.0,
            height + 11.0 + 6.5 * (i % legend_rows) as f64,
        );
        scene.add(
            Shape::rect((at.x, at.y - 2.0), 5.0, 4.0)
                .fill(Colour::nth(part.number))
                .stroke(Stroke::new(Colour::INK, 0.25)),
        );
        let text = Text::new((at.x + 7.0, at.y), part.caption);
        scene.add(text.size(3.6).anchor(Anchor::Start));
    }
    scene
}

/// An assembly of a corner cube, put together and drawn apart.
pub fn assembled(pieces: &[Piece], pattern: Pattern) -> Scene {
    let parts = seats(pieces, pattern)
        .into_iter()
        .map(|seat| Part {
            number: seat.number,
            solid: placed(seat.piece, seat.corner, seat.turn),
            caption: format!("{}: {} {}", seat.number + 1, seat.piece, seat.corner),
        })
        .collect();
    cube("An assembly", parts, &Measures::bars(SIZE, THICKNESS))
}

/// A piece in a corner, its letter number `turn` along x.
pub fn placed(piece: Piece, corner: Corner, turn: usize) -> Solid {
    let first = Corner::ALL[0];
    // The rotation that brings the first corner here and its bar number `turn` onto the bar along x.
    let from = first.reading()[turn % 3];
    let rotation = Rotation::all().find(|r| {
        let (here, next) = (first.rotated(*r), first.along(from).rotated(*r));
        here == corner && next == corner.along(Axis::X)
    });
    corner_piece(piece).rotated(rotation.unwrap_or(Rotation::IDENTITY))
}

/// Where the corners of Q₃ are drawn: the bottom inside, the top outside, as seen from above.
fn position(corner: Corner) -> Point {
    let half = if corner.is_far(Axis::Z) { 62.0 } else { 26.0 };
    Point::new(
        if corner.is_far(Axis::X) { half } else { -half },
        if corner.is_far(Axis::Y) { -half } else { half },
    )
}

/// The cube graph, seen from above, the top ring outside: every bar with its two half-edges, if there is an assembly.
pub fn graph(pieces: &[Piece], pattern: Option<Pattern>) -> PlacedGraph {
    let seats = pattern.map(|p| seats(pieces, p)).unwrap_or_default();
    let q3 = cube_graph(pattern);
    let mut placed = PlacedGraph::undirected("The cube graph with half-edges").description(
        "Eight corners, twelve bars; on every bar the half-edge of either corner. The outer square is the top of the cube, seen from above; the front is below.",
    );
    let corners: Vec<_> = q3
        .node_weights()
        .map(|corner| {
            let label = seats
                .iter()
                .find(|s| s.corner == *corner)
                .map_or(String::new(), |s| s.piece.to_string());
            placed.add_vertex(
                Vertex::new(label)
                    .at(position(*corner))
                    .radius(6.5)
                    .title(corner.to_string()),
            )
        })
        .collect();
    for joint in q3.edge_weights() {
        let [even, odd] = joint.bar.ends();
        let [from, to] = [even, odd].map(|c| corners[c.index()]);
        let Some(halves) = joint.halves else {
            placed.add_edge(Edge::new(from, to));
            continue;
        };
        let middle = position(even).middle(position(odd));
        let way = (position(odd) - position(even)).unit();
        let beads: Vec<_> = halves
            .into_iter()
            .zip([-1.0, 1.0])
            .map(|(half, side)| {
                placed.add_vertex(
                    Vertex::new(half.to_string())
                        .at(middle + way * (side * 3.4))
                        .radius(3.2)
                        .fill(colour_of(half)),
                )
            })
            .collect();
        let stroke = Stroke::new(Colour::INK, 0.9);
        placed.add_edge(Edge::new(from, beads[0]).stroke(stroke));
        placed.add_edge(Edge::new(beads[0], beads[1]).stroke(stroke));
        placed.add_edge(Edge::new(beads[1], to).stroke(stroke));
    }
    placed
}

/// How the pieces of a relative are measured and described in drawings.
fn measures_of<R: Relative>(size: f64) -> Measures {
    if R::target() == Solid::shell() {
        Measures::units(size)
    } else {
        Measures::bars(size, size * THICKNESS / SIZE)
    }
}

/// The pieces of a relative, numbered from 1.
pub fn relative_pieces<R: Relative>(puzzle: &R) -> Scene {
    let figures = puzzle
        .pieces()
        .iter()
        .enumerate()
        .map(|(number, piece)| {
            let solid = puzzle.shapes(*piece).into_iter().next().unwrap_or_default();
            // A side lies on the bottom, a bar at the front of the bottom: both are seen best from the front.
            let body = Body::new(seen_from_the_front(solid), Colour::nth(number));
            let (group, bounds) = draw(&[body], &measures_of::<R>(SIZE));
            Figure {
                group,
                bounds,
                caption: format!("{}: {piece}", number + 1),
            }
        })
        .collect();
    table_of("The pieces", figures, 3)
}

/// An assembly of a relative, put together and drawn apart.
pub fn relative_assembled<R: Relative>(puzzle: &R, assembly: &Assembly) -> Scene {
    let (pieces, kinds) = (puzzle.pieces(), puzzle.kinds());
    let mut free = vec![true; pieces.len()];
    let parts = assembly
        .iter()
        .filter_map(|placement| {
            // Of equal pieces the first one given that is still free.
            let kind = kinds[placement.kind].0;
            let number =
                (0..pieces.len()).find(|&i| free[i] && puzzle.kind_of(pieces[i]) == kind)?;
            free[number] = false;
            Some(Part {
                number,
                solid: placement.solid,
                caption: format!("{}: {}", number + 1, pieces[number]),
            })
        })
        .collect();
    cube("An assembly", parts, &measures_of::<R>(SIZE))
}

/// The parts to print, in their own colours, each at the origin.
fn printed<'a>(
    solids: impl Iterator<Item = (String, Solid)> + 'a,
    target: Solid,
    measures: &'a Measures,
    clearance: f64,
) -> impl Iterator<Item = PrintedPart> + 'a {
    solids
        .enumerate()
        .map(move |(number, (name, solid))| PrintedPart {
            name: format!("{}: {name}", number + 1),
            colour: Colour::nth(number),
            solid: printable(solid, target, measures, clearance),
        })
}

/// Four in a row.
fn laid_out(parts: Vec<PrintedPart>, size: f64) -> crate::draw::Solid {
    let mut all = crate::draw::Solid::default();
    for (i, part) in parts.into_iter().enumerate() {
        let step = size + 5.0;
        all.add(
            part.solid
                .moved([(i % 4) as f64 * step, (i / 4) as f64 * step, 0.0]),
        );
    }
    all
}

/// The pieces of a corner cube as parts to print, with a name and a colour each.
///
/// # Arguments
/// * `size` - the edge of the cube in millimetres; a bar is about a quarter of it thick.
/// * `clearance` - the gap between parts that touch, in millimetres.
pub fn part_list(pieces: &[Piece], size: f64, clearance: f64) -> Vec<PrintedPart> {
    let measures = Measures::bars(size, size * THICKNESS / SIZE);
    let solids = pieces.iter().map(|p| (p.to_string(), corner_piece(*p)));
    printed(solids, Solid::frame(), &measures, clearance).collect()
}

/// The pieces of a corner cube as one solid, four in a row; see [`part_list`].
pub fn parts(pieces: &[Piece], size: f64, clearance: f64) -> crate::draw::Solid {
    laid_out(part_list(pieces, size, clearance), size)
}

/// The pieces of a relative as parts to print; see [`part_list`].
pub fn relative_part_list<R: Relative>(puzzle: &R, size: f64, clearance: f64) -> Vec<PrintedPart> {
    let measures = measures_of::<R>(size);
    let solids = puzzle.pieces().iter().map(|p| {
        let shape = puzzle.shapes(*p).into_iter().next();
        (p.to_string(), shape.unwrap_or_default())
    });
    printed(solids, R::target(), &measures, clearance).collect()
}

/// The pieces of a relative as one solid, four in a row; see [`part_list`].
pub fn relative_parts<R: Relative>(puzzle: &R, size: f64, clearance: f64) -> crate::draw::Solid {
    laid_out(
        relative_part_list(puzzle, size, clearance),
        measures_of::<R>(size).size(),
    )
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::super::relatives::{edges::EdgeSet, faces::FaceSet, generate};
    use super::super::solve::solve;
    use super::*;
    use crate::work::Work;

    fn made() -> Vec<Piece> {
        "AAD ACB ACD ADB ADD BBC BCC BDC"
            .split(' ')
            .map(|w| Piece::parse(w).unwrap())
            .collect()
    }

    #[test]
    fn the_pieces_of_an_assembly_fill_the_frame_and_do_not_meet() {
        let pieces = made();
        let pattern = solve(pieces.iter().copied().collect()).assemblies[0];
        let mut filled = Solid::default();
        for seat in seats(&pieces, pattern) {
            let solid = placed(seat.piece, seat.corner, seat.turn);
            assert!(!solid.meets(filled), "{seat:?}");
            filled = filled.and(solid);
        }
        assert_eq!(filled, Solid::frame());
        check::assembly(pieces.iter().copied().collect(), &check::words(pattern)).unwrap();
    }

    #[test]
    fn printed_parts_are_closed_and_together_as_large_as_the_frame() {
        let all: Vec<Piece> = Piece::all().collect();
        for piece in &all {
            let part = parts(&[*piece], 60.0, 0.2);
            assert!(part.is_closed() && part.is_manifold(), "{piece}");
        }
        let pieces = parts(&made(), 40.0, 0.0);
        // Eight corners of 9 mm and twelve bars of 9 × 9 × 22 mm.
        let frame = 8.0 * 729.0 + 12.0 * 81.0 * 22.0;
        assert!((pieces.volume() - frame).abs() < 1e-6);
        assert!(parts(&made(), 40.0, 0.2).volume() < frame);
    }

    #[test]
    fn sides_and_bars_drawn_apart_do_not_overlap_and_corners_do_once() {
        fn left<R: Relative>(puzzle: &R) -> usize {
            let solved = puzzle.solve(1, &Work::default()).unwrap();
            let solids = solved.assemblies[0].iter().map(|placement| placement.solid);
            overlaps_of(solids, &measures_of::<R>(SIZE))
        }
        fn overlaps_of(solids: impl Iterator<Item = Solid>, measures: &Measures) -> usize {
            let bodies: Vec<Body> = solids
                .map(|solid| Body::new(seen_from_the_front(solid), WOOD))
                .collect();
            overlaps(&drawn_apart(&bodies, measures), measures)
        }
        assert_eq!(left(&generate::<EdgeSet>(1, &Work::default()).unwrap()), 0);
        assert_eq!(left(&generate::<FaceSet>(1, &Work::default()).unwrap()), 0);
        let pieces = made();
        let pattern = solve(pieces.iter().copied().collect()).assemblies[0];
        let solids = seats(&pieces, pattern)
            .into_iter()
            .map(|seat| placed(seat.piece, seat.corner, seat.turn));
        assert_eq!(overlaps_of(solids, &Measures::bars(SIZE, THICKNESS)), 1);
    }

    #[test]
    fn the_graph_shows_every_half_edge() {
        let pieces = made();
        let pattern = solve(pieces.iter().copied().collect()).assemblies[0];
        let drawn = graph(&pieces, Some(pattern));
        assert_eq!((drawn.vertex_count(), drawn.edge_count()), (8 + 24, 36));
        assert_eq!(graph(&pieces, None).edge_count(), 12);
    }
}
