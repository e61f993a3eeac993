//! Pictures: the colour graph, its two factors, the nets of the cubes, the tower.

mod factors;
mod frames;

use petgraph::graph::{EdgeIndex, NodeIndex, UnGraph};
use petgraph::visit::EdgeRef;

use cubegraph_core::cube::Face;
use cubegraph_draw::{
    Anchor, Colour as Ink, Dash, Edge as Line, FaceArt, Net, PlacedGraph, Point, Scene, Shape,
    Stroke, Text, Vertex, text_width,
};

use super::{Colour, Cube, Edge, Puzzle, Strand, Tower};
use cubegraph_core::work::{Error, Result};

pub use factors::factors;
pub use frames::frames;

/// The number of distinguishable paints; more colours repeat them and differ by name.
const PAINTS: usize = 21;

/// The paint of every colour, in the order of [`Puzzle::colours`]: what the instance says; the
/// colour of that name; or one that can be told apart from the others.
///
/// Single letters are initials only if all of them are: Hesselink's A, B, C and D are no colours.
pub fn paints(puzzle: &Puzzle) -> Vec<Ink> {
    let initial = |name: &str| {
        let mut letters = name.chars();
        Ink::initial(letters.next()?).filter(|_| letters.next().is_none())
    };
    let are_initials = puzzle.colours().all(|colour| initial(colour.name()).is_some());
    let paint = |colour: &Colour| {
        let said = colour.paint().and_then(|paint| paint.parse().ok());
        let by_initial = || initial(colour.name()).filter(|_| are_initials);
        said.or_else(|| Ink::named(colour.name())).or_else(by_initial)
    };
    let given: Vec<Option<Ink>> = puzzle.colours().map(paint).collect();
    let is_free = |ink: &Ink| !given.iter().flatten().any(|taken| taken.is_close_to(*ink));
    let mut free: Vec<Ink> = (0..PAINTS).map(Ink::nth).filter(is_free).collect();
    if free.is_empty() {
        free.push(Ink::WHITE);
    }
    let mut free = free.into_iter().cycle();
    let paints = given.into_iter();
    paints.map(|paint| paint.or_else(|| free.next()).unwrap_or(Ink::WHITE)).collect()
}

/// A picture of more cubes than this is unreadable.
const MOST_CUBES: usize = 200;

/// Refuses puzzles whose pictures would be unreadable, before they are laid out.
///
/// # Errors
/// [`Error::TooLarge`].
pub fn refuse_large(puzzle: &Puzzle) -> Result<()> {
    let cubes = puzzle.cubes().len();
    if cubes <= MOST_CUBES {
        return Ok(());
    }
    Err(Error::too_large(format!(
        "a picture of {cubes} cubes cannot be read; up to {MOST_CUBES} are drawn"
    ))
    .help("write the graph as data instead"))
}

/// Black and grey: hues belong to the vertices.
fn stroke(role: Option<Strand>) -> Stroke {
    match role {
        None => Stroke::new(Ink::INK, 0.6),
        Some(Strand::FrontBack) => Stroke::new(Ink::INK, 1.6),
        Some(Strand::LeftRight) => Stroke::new(Ink::INK, 1.3).dash(Dash::Dashed),
        Some(Strand::Hidden) => Stroke::new(Ink::QUIET, 0.45),
    }
}

fn title_of(puzzle: &Puzzle) -> String {
    puzzle
        .title()
        .map_or_else(|| format!("Colour graph of {} cubes", puzzle.cubes().len()), str::to_owned)
}

fn legend(graph: &mut PlacedGraph) {
    graph.legend(stroke(Some(Strand::FrontBack)), "front/back");
    graph.legend(stroke(Some(Strand::LeftRight)), "left/right");
    graph.legend(stroke(Some(Strand::Hidden)), "hidden (top/bottom)");
}

fn description(edge: Edge, [a, b]: [&str; 2]) -> String {
    format!("cube {}, {}: {a}–{b}", edge.cube + 1, edge.axis.name())
}

/// The colour multigraph; with a tower its two factors are thick, front/back solid and left/right
/// dashed.
///
/// # Reference
/// Jandhyala, ch. 5, Figure 5.3.
pub fn graph(puzzle: &Puzzle, tower: Option<&Tower>) -> PlacedGraph {
    let marked = tower.map(|tower| tower.graph(puzzle.graph()));
    let graph = marked.as_ref().unwrap_or_else(|| puzzle.graph());
    let strand = |edge: usize| stroke(graph[EdgeIndex::new(edge)].strand);
    let mut placed = with_strokes(puzzle, &title_of(puzzle), graph, strand);
    if tower.is_some() {
        legend(&mut placed);
    }
    placed.note("Numbers: cubes");
    placed
}

/// The colour multigraph with a stroke for every edge, by its index.
fn with_strokes(
    puzzle: &Puzzle,
    title: &str,
    graph: &UnGraph<Colour, Edge>,
    stroke: impl Fn(usize) -> Stroke,
) -> PlacedGraph {
    let mut placed = PlacedGraph::undirected(title).description(
        "A vertex for each colour; for each cube three edges, which join the colours of opposite \
         faces and carry the cube's number.",
    );
    let vertices: Vec<_> = paints(puzzle)
        .into_iter()
        .zip(graph.node_weights())
        .map(|(paint, colour)| placed.add_vertex(Vertex::new(colour.name()).fill(paint)))
        .collect();
    for edge in graph.edge_references() {
        let ends = [edge.source(), edge.target()];
        let [from, to] = ends.map(|colour| vertices[colour.index()]);
        let line = Line::new(from, to)
            .bead((edge.weight().cube + 1).to_string())
            .stroke(stroke(edge.id().index()))
            .title(description(*edge.weight(), ends.map(|colour| graph[colour].name())));
        placed.add_edge(line);
    }
    placed.place_on_circle();
    placed
}

/// The short mark of a colour on a face: its name, or as much of it as tells it apart.
fn marks(puzzle: &Puzzle) -> Vec<String> {
    let names: Vec<&str> = puzzle.colours().map(Colour::name).collect();
    let mark = |name: &&str| {
        let is_own =
            |short: &&str| names.iter().filter(|name| name.starts_with(short)).count() == 1;
        let shorts = name.char_indices().skip(1).map(|(length, _)| &name[..length]);
        shorts.clone().find(is_own).unwrap_or(name).to_owned()
    };
    names.iter().map(mark).collect()
}

/// The nets of all cubes as given, cross-shaped: the four sides in a row, top above and bottom
/// below the front.
///
/// # Reference
/// Jandhyala, ch. 5, Figure 5.1.
pub fn nets(puzzle: &Puzzle) -> Scene {
    let (paints, marks) = (paints(puzzle), marks(puzzle));
    let face = |c: NodeIndex| FaceArt::new(paints[c.index()]).letter(marks[c.index()].clone());
    let net =
        |(cube, number): (&Cube, usize)| Net::new(format!("Cube {number}"), cube.faces().map(face));
    let nets: Vec<Net> = puzzle.cubes().iter().zip(1..).map(net).collect();
    let columns = match nets.len() {
        5..=6 => 3,
        0..=12 => 4,
        _ => 6,
    };
    let title = puzzle.title().unwrap_or("Nets of the cubes");
    Net::overview(title, &nets, 10.0, columns)
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
    let label_width = names.map(|name| text_width(name, 4.2)).into_iter().fold(0.0, f64::max);
    let title = match puzzle.title() {
        None => "The tower".to_owned(),
        Some(title) => format!("{title}: the tower"),
    };
    let top = MARGIN + 16.0;
    let picture = label_width + 4.0 + tower.cubes.len() as f64 * EDGE;
    let width = picture.max(text_width(&title, 5.2) * 1.08) + 2.0 * MARGIN;
    let left = (width - picture) / 2.0 + label_width + 4.0;
    let height = top + 4.0 * EDGE + 3.0 * GAP + MARGIN;
    let mut scene = Scene::new(title.clone(), width, height).description(
        "A column for each cube, a row for each side of the tower; no row shows a colour twice.",
    );
    let label = |at: (f64, f64), text: String| Text::new(at, text).size(4.2).colour(Ink::INK);
    scene.add(Text::new((width / 2.0, MARGIN + 2.5), title).size(5.2).bold());
    for cube in 0..tower.cubes.len() {
        let x = left + (cube as f64 + 0.5) * EDGE;
        scene.add(label((x, top - 4.0), (cube + 1).to_string()));
    }
    for (row, side) in sides.into_iter().enumerate() {
        let y = top + row as f64 * (EDGE + GAP);
        let name = label((left - 4.0, y + EDGE / 2.0), names[row].to_owned());
        scene.add(name.anchor(Anchor::End));
        for (cube, placed) in tower.cubes.iter().enumerate() {
            let colour = placed.faces[side.index()];
            // A tower of another puzzle may show a colour that this one does not have.
            let paint = paints.get(colour.index()).copied().unwrap_or(Ink::WHITE);
            let mark = marks.get(colour.index()).cloned().unwrap_or_default();
            let art = FaceArt::new(paint).letter(mark);
            let corner = Point::new(left + cube as f64 * EDGE, y);
            scene.add(art.draw(EDGE).moved(corner));
            scene.add(Shape::rect(corner, EDGE, EDGE).stroke(Stroke::new(Ink::BLACK, 0.35)));
        }
    }
    scene
}
