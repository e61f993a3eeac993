//! Pictures: the colour graph, its two factors, the nets of the cubes, the tower.

mod factors;

use crate::cube::Face;
use crate::draw::{
    Anchor, Colour as Ink, Dash, Edge as Line, FaceArt, Net, PlacedGraph, Point, Scene, Shape,
    Stroke, Text, Vertex, text_width,
};

use super::graph::{ColourGraph, Edge};
use super::{Axis, Colour, Puzzle, Tower};

pub use factors::factors;

/// As many paints are told apart; with more colours they come again, and the names tell them apart.
const PAINTS: usize = 21;

/// The paint of every colour, in the order of [`Puzzle::colours`]: what the instance says; the colour
/// of that name; or one that can be told apart from the others.
///
/// Single letters are initials only if all of them are: Hesselink's A, B, C and D are no colours.
pub fn paints(puzzle: &Puzzle) -> Vec<Ink> {
    let names = puzzle.colours();
    let initial = |name: &str| {
        let mut letters = name.chars();
        Ink::initial(letters.next()?).filter(|_| letters.next().is_none())
    };
    let are_initials = names.iter().all(|name| initial(name).is_some());
    let given: Vec<Option<Ink>> = (names.iter().enumerate())
        .map(|(c, name)| {
            let said = puzzle.paint(Colour::from_index(c));
            let said = said.and_then(|paint| paint.parse().ok());
            let by_initial = || initial(name).filter(|_| are_initials);
            said.or_else(|| Ink::named(name)).or_else(by_initial)
        })
        .collect();
    let is_free = |ink: &Ink| !given.iter().flatten().any(|taken| taken.is_close_to(*ink));
    let mut free: Vec<Ink> = (0..PAINTS).map(Ink::nth).filter(is_free).collect();
    if free.is_empty() {
        free.push(Ink::WHITE);
    }
    let mut free = free.into_iter().cycle();
    let paints = given.into_iter();
    paints
        .map(|paint| paint.or_else(|| free.next()).unwrap_or(Ink::WHITE))
        .collect()
}

/// The axes of every cube that are left/right and front/back in a tower.
fn strands(puzzle: &Puzzle, tower: &Tower) -> Vec<[Axis; 2]> {
    let sorted = |[a, b]: [Colour; 2]| if a <= b { [a, b] } else { [b, a] };
    puzzle
        .cubes()
        .iter()
        .zip(&tower.cubes)
        .map(|(cube, placed)| {
            // By the rotation where it is known; else by the colours: edges that look the same are interchangeable.
            let shown = |axis: Axis| sorted(axis.faces().map(|place| placed.faces[place.index()]));
            let fits = |place: Axis, axis: Axis| match placed.rotation {
                Some(rotation) => axis.faces().contains(&rotation.face_at(place.faces()[0])),
                None => sorted(cube.pair(axis)) == shown(place),
            };
            let candidates = Axis::ALL
                .into_iter()
                .flat_map(|a| Axis::ALL.map(|b| [a, b]));
            candidates
                .filter(|[a, b]| a != b)
                .find(|[a, b]| fits(Axis::LeftRight, *a) && fits(Axis::FrontBack, *b))
                .expect("a tower is made of the cubes given")
        })
        .collect()
}

/// How an edge is drawn: its role in the tower.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Plain,
    FrontBack,
    LeftRight,
    Hidden,
}

fn role(strands: Option<&[[Axis; 2]]>, edge: Edge) -> Role {
    match strands.map(|strands| strands[edge.cube]) {
        None => Role::Plain,
        Some([left_right, _]) if left_right == edge.axis => Role::LeftRight,
        Some([_, front_back]) if front_back == edge.axis => Role::FrontBack,
        Some(_) => Role::Hidden,
    }
}

/// Black and grey: hues belong to the vertices.
fn stroke(role: Role) -> Stroke {
    match role {
        Role::Plain => Stroke::new(Ink::INK, 0.6),
        Role::FrontBack => Stroke::new(Ink::INK, 1.6),
        Role::LeftRight => Stroke::new(Ink::INK, 1.3).dash(Dash::Dashed),
        Role::Hidden => Stroke::new(Ink::QUIET, 0.45),
    }
}

fn title_of(puzzle: &Puzzle) -> String {
    puzzle.title().map_or_else(
        || format!("Colour graph of {} cubes", puzzle.cubes().len()),
        str::to_owned,
    )
}

fn legend(graph: &mut PlacedGraph) {
    graph.legend(stroke(Role::FrontBack), "front/back");
    graph.legend(stroke(Role::LeftRight), "left/right");
    graph.legend(stroke(Role::Hidden), "hidden (top/bottom)");
}

fn description(puzzle: &Puzzle, edge: Edge) -> String {
    let [a, b] = puzzle.cubes()[edge.cube].pair(edge.axis);
    format!(
        "cube {}, {}: {}–{}",
        edge.cube + 1,
        edge.axis.name(),
        puzzle.name(a),
        puzzle.name(b)
    )
}

/// The colour multigraph; with a tower its two factors are thick, front/back solid and left/right dashed.
///
/// # Reference
/// Jandhyala, ch. 5, Figure 5.3.
pub fn graph(puzzle: &Puzzle, tower: Option<&Tower>) -> PlacedGraph {
    let strands = tower.map(|tower| strands(puzzle, tower));
    let mut placed = PlacedGraph::undirected(title_of(puzzle)).description(
        "A vertex for each colour; for each cube three edges, which join the colours of opposite faces and carry the cube's number.",
    );
    let vertices: Vec<_> = paints(puzzle)
        .into_iter()
        .zip(puzzle.colours())
        .map(|(paint, name)| placed.add_vertex(Vertex::new(name.clone()).fill(paint)))
        .collect();
    let colour_graph = ColourGraph::of(puzzle);
    for edge in colour_graph.graph().edge_indices() {
        let (from, to) = colour_graph
            .graph()
            .edge_endpoints(edge)
            .expect("an edge of this graph");
        let label = colour_graph.graph()[edge];
        let role = role(strands.as_deref(), label);
        placed.add_edge(
            Line::new(vertices[from.index()], vertices[to.index()])
                .bead((label.cube + 1).to_string())
                .stroke(stroke(role))
                .title(description(puzzle, label)),
        );
    }
    if tower.is_some() {
        legend(&mut placed);
    }
    placed.note("Numbers: cubes");
    placed.place_on_circle();
    placed
}

/// The short mark of a colour on a face: its name, or as much of it as tells it apart.
fn marks(puzzle: &Puzzle) -> Vec<String> {
    let names = puzzle.colours();
    (0..names.len())
        .map(|c| {
            let letters: Vec<char> = names[c].chars().collect();
            (1..letters.len())
                .map(|length| letters[..length].iter().collect::<String>())
                .find(|short| {
                    !names
                        .iter()
                        .enumerate()
                        .any(|(other, name)| other != c && name.starts_with(short.as_str()))
                })
                .unwrap_or_else(|| names[c].clone())
        })
        .collect()
}

/// The nets of all cubes as given, cross-shaped: the four sides in a row, top above and bottom below the front.
///
/// # Reference
/// Jandhyala, ch. 5, Figure 5.1.
pub fn nets(puzzle: &Puzzle) -> Scene {
    let (paints, marks) = (paints(puzzle), marks(puzzle));
    let nets: Vec<Net> = puzzle
        .cubes()
        .iter()
        .enumerate()
        .map(|(index, cube)| {
            let faces = cube
                .faces()
                .map(|c| FaceArt::new(paints[c.index()]).letter(marks[c.index()].clone()));
            Net::new(format!("Cube {}", index + 1), faces)
        })
        .collect();
    let columns = match nets.len() {
        5..=6 => 3,
        0..=12 => 4,
        _ => 6,
    };
    Net::overview(
        puzzle.title().unwrap_or("Nets of the cubes"),
        &nets,
        10.0,
        columns,
    )
}

/// The four sides of the tower: a column for each cube, a row for each side.
///
/// # Reference
/// Jandhyala, ch. 5, Figure 5.2.
pub fn tower(puzzle: &Puzzle, tower: &Tower) -> Scene {
    const EDGE: f64 = 12.0;
    const GAP: f64 = 2.5;
    const MARGIN: f64 = 6.0;
    let (paints, marks) = (paints(puzzle), marks(puzzle));
    let sides = [Face::Front, Face::Back, Face::Left, Face::Right];
    let names = sides.map(Face::name);
    let label_width = names
        .iter()
        .map(|name| text_width(name, 4.2))
        .fold(0.0, f64::max);
    let title = puzzle.title().map_or_else(
        || "The tower".to_owned(),
        |title| format!("{title}: the tower"),
    );
    let top = MARGIN + 16.0;
    let picture = label_width + 4.0 + tower.cubes.len() as f64 * EDGE;
    let width = picture.max(text_width(&title, 5.2) * 1.08) + 2.0 * MARGIN;
    let left = (width - picture) / 2.0 + label_width + 4.0;
    let height = top + 4.0 * EDGE + 3.0 * GAP + MARGIN;
    let mut scene = Scene::new(title.clone(), width, height).description(
        "A column for each cube, a row for each side of the tower; no row shows a colour twice.",
    );
    scene.add(
        Text::new((width / 2.0, MARGIN + 2.5), title)
            .size(5.2)
            .bold(),
    );
    for cube in 0..tower.cubes.len() {
        let x = left + (cube as f64 + 0.5) * EDGE;
        scene.add(
            Text::new((x, top - 4.0), (cube + 1).to_string())
                .size(4.2)
                .colour(Ink::INK),
        );
    }
    for (row, side) in sides.into_iter().enumerate() {
        let y = top + row as f64 * (EDGE + GAP);
        scene.add(
            Text::new((left - 4.0, y + EDGE / 2.0), names[row])
                .size(4.2)
                .anchor(Anchor::End)
                .colour(Ink::INK),
        );
        for (cube, colour) in tower.side(side).into_iter().enumerate() {
            let art = FaceArt::new(paints[colour.index()]).letter(marks[colour.index()].clone());
            let corner = Point::new(left + cube as f64 * EDGE, y);
            scene.add(art.draw(EDGE).moved(corner));
            scene.add(Shape::rect(corner, EDGE, EDGE).stroke(Stroke::new(Ink::BLACK, 0.35)));
        }
    }
    scene
}
